package report

import (
	"strings"
	"testing"
)

func TestEnclosingBlock(t *testing.T) {
	for _, test := range []struct{ src, at, want string }{
		{"a = X\n", "X", ""},
		{"locals {\n  a = X\n}\n", "X", "locals"},
		{"r \"x\" \"y\" {\n  b {\n    a = X\n  }\n}\n", "X", `r "x" "y"`},
		{"r \"x\" {\n}\nX = 1\n", "X", ""},
		{"r \"x\" {\n}\n\nX {\n}\n", "X", "X"},
		{"a = { b = 1 }\nX = 2\n", "X", ""},
		{"a = { b = X }\n", "X", ""},
		{"a = [{\n  b = X\n}]\n", "X", ""},
		{"# comment\nr {\n  a = \"${X}\"\n}\n", "X", "r"},
		{"r {\n  a = <<E\n}\n${X}\nE\n}\n", "X", "r"},
		{"r {\n  a = X", "X", "r"},
		{"r {\n  a = [X\n}\nb {\n", "X", "r"},
		{"r {}\nX", "X", ""},
		{"r { a = X }\n", "X", "r"},
		{"r {\n}\n# X\n", "X", ""},
		{`{"resource": {"x": {"y": {"a": "X"}}}}`, "X", "resource.x.y"},
		{`{"resource": [{"x": [{"y": [{"b": [{"a": "X"`, "X", "resource.x.y"},
		{`{"a": {"b": 1}, "c": "X"}`, "X", ""},
		{`{"a": {"b": [1, {}]}, "c": {"d": [2], "e": "X"}}`, "X", "c"},
		{`{"a": {"b": X}}`, "X", "a"},
		{`{"locals": {"X": 1}}`, "X", "locals"},
	} {
		if got := enclosingBlock(test.src, strings.Index(test.src, test.at)); got != test.want {
			t.Errorf("%q: %q, want %q", test.src, got, test.want)
		}
	}
	for _, start := range []string{"a = [", "{\"a\": ["} {
		src := start + strings.Repeat("[", maxScanned-len(start))
		_ = enclosingBlock(src, len(src)-1) // without a stack overflow
	}
}
