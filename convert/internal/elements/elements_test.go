package elements

import (
	"testing"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
)

// Signs tell values, and not how they are spelled.
func TestSigns(t *testing.T) {
	sign := func(text string) string {
		v, diags := jsontree.Parse([]byte(text), "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		s := NewSigner()
		return s.Signs(Of(v))
	}
	if sign(`[1e3, {"a": 1, "b": [ ]}]`) != sign(`[1000,{"b":[],"a":1.0}]`) {
		t.Error("the spelling counts")
	}
	for _, other := range []string{`[1000, {"a": 1, "b": []}, 1]`, `["1000", {"a": 1, "b": []}]`,
		`[1000, {"a": 1, "b": {}}]`} {
		if sign(`[1000, {"a": 1, "b": []}]`) == sign(other) {
			t.Errorf("%s has the same signs", other)
		}
	}
	if got := sign(`"one"`); len(got) != Size {
		t.Errorf("one value has the signs %q", got)
	}
}

func TestSplitPath(t *testing.T) {
	for _, test := range []struct {
		path, key string
		index     int
		rest      string
		ok        bool
	}{
		{"a.b", "a", -1, ".b", true}, {".b[0]", "b", -1, "[0]", true}, {"[12].c", "", 12, ".c", true},
		{`["x \"] y"].z`, `x "] y`, -1, ".z", true}, {"[-1]", "", -1, "", false}, {"", "", -1, "", false},
		{`["x`, "", -1, "", false}, {"[x]", "", 0, "", false},
	} {
		key, index, rest, ok := SplitPath(test.path)
		if ok != test.ok || ok && (key != test.key || index != test.index || rest != test.rest) {
			t.Errorf("%s: %q, %d, %q, %t", test.path, key, index, rest, ok)
		}
	}
}
