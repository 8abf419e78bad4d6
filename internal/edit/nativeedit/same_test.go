package nativeedit

import (
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
)

// The check of an edit distinguishes some items and ignores other differences.
func TestSameItems(t *testing.T) {
	item := func(src string) hclwrite.Item {
		f, diags := hclwrite.ParseFile([]byte(src), "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return f.Body.Items[0]
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"a = [1, 2]\n", "a = [\n  1,\n  2,\n]\n", true},
		{"a = [1, 2]\n", "a = [1, 3]\n", false},
		{"a = [1, 2]\n", "a = [1]\n", false},
		{"a = [\n  1, # x\n]\n", "a = [\n  1, # y\n]\n", false},
		{"a = [\n  1, # x\n]\n", "a = [1]\n", false},
		{"a = [\n  1,\n  # x\n]\n", "a = [\n  1,\n]\n", false},
		{"a = [\n  # x\n  1,\n]\n", "a = [1]\n", false},
		{"a = [ # x\n  1,\n]\n", "a = [1]\n", false},
		{"a = [\n  # x\n  1,\n  2,\n]\n", "a = [\n  1,\n  # x\n  2,\n]\n", false},
		{"a = { b = 1 }\n", "a = { b = 2 }\n", false},
		{"a = { b = 1 }\n", "a = { c = 1 }\n", false},
		{"a = { b = 1 }\n", "a = { (b) = 1 }\n", false},
		{"a = { b = 1 }\n", "a = { b = 1, c = 1 }\n", false},
		{"a = {\n  # x\n  b = 1\n}\n", "a = {\n  b = 1\n}\n", false},
		{"a = { # x\n  b = 1\n}\n", "a = {\n  b = 1\n}\n", false},
		{"a = {\n  b = 1 # x\n}\n", "a = {\n  b = 1\n}\n", false},
		{"a = {\n  b = 1\n  # x\n}\n", "a = {\n  b = 1\n}\n", false},
		{"a {\n  b = 1\n}\n", "a {\n  b = 2\n}\n", false},
		{"a {\n  b = 1\n}\n", "a {\n}\n", false},
		{"a {\n  b = 1 # x\n}\n", "a {\n  b = 1\n}\n", false},
		{"a {\n  # x\n  b = 1\n}\n", "a {\n  b = 1\n}\n", false},
		{"a { # x\n  b = 1\n}\n", "a {\n  b = 1\n}\n", false},
		{"a {\n  # x\n\n  b = 1\n}\n", "a {\n  b = 1\n}\n", false},
		{"a {\n  b = 1\n  # x\n}\n", "a {\n  b = 1\n}\n", false},
		{"a {\n  b = (1)\n}\n", "a {\n  b = 1\n}\n", true},
		{"a {\n  b = \"${c}\"\n}\n", "a {\n  b = c\n}\n", true},
		{"a = 1\n", "b = 1\n", false},
		{"a = 1\n", "a {\n}\n", false},
		{"a {\n}\n", "b {\n}\n", false},
		{"a \"x\" {\n}\n", "a \"y\" {\n}\n", false},
	} {
		if got := sameItems(item(c.a), item(c.b)); got != c.same {
			t.Errorf("%q and %q are the same: %t", c.a, c.b, got)
		}
	}
}
