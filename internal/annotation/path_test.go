package annotation_test

import (
	"testing"

	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Fingerprints depend on values, not on their spelling.
func TestFingerprints(t *testing.T) {
	sign := func(text string) string {
		v, diags := jsontree.Parse([]byte(text), "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		s := annotation.NewFingerprinter()
		return s.Fingerprints(annotation.Elements(v))
	}
	if sign(`[1e3, {"a": 1, "b": [ ]}]`) != sign(`[1000,{"b":[],"a":1.0}]`) {
		t.Error("the spelling counts")
	}
	for _, other := range []string{`[1000, {"a": 1, "b": []}, 1]`, `["1000", {"a": 1, "b": []}]`,
		`[1000, {"a": 1, "b": {}}]`, `[1000, {"a": 1, "c": []}]`, `[{"a": 1, "b": []}, 1000]`} {
		if sign(`[1000, {"a": 1, "b": []}]`) == sign(other) {
			t.Errorf("%s has the same signs", other)
		}
	}
	for a, b := range map[string]string{`[-0]`: `[0]`, `["\u0041"]`: `["A"]`, `[{"a": 1, "b": 2}]`: `[{"b": 2, "a": 1}]`,
		`[{"a": [1, {"b": null}]}]`: `[{"a":[1.0,{"b":null}]}]`} {
		if sign(a) != sign(b) {
			t.Errorf("%s and %s have not the same signs", a, b)
		}
	}
	for a, b := range map[string]string{`[true]`: `[false]`, `[null]`: `["null"]`, `["true"]`: `[true]`, `[[]]`: `[{}]`,
		`[[1, 2]]`: `[[2, 1]]`, `[[[1], 2]]`: `[[1, [2]]]`, `[{"a": 1}]`: `[{"b": 1}]`, `[1]`: `[-1]`,
		`[{"a": "bc"}]`: `[{"ab": "c"}]`, `[{"a": 1, "b": 2}]`: `[{"a": 2, "b": 1}]`, `[{"a": 1, "a": 1}]`: `[{"a": 1}]`} {
		if sign(a) == sign(b) {
			t.Errorf("%s and %s have the same signs", a, b)
		}
	}
	// Files have signs in them.
	if got, want := sign(`["one", 2, {"three": [true, null]}]`), "nr280mvuOBlu"; got != want {
		t.Errorf("the signs are %s, not %s", got, want)
	}
	if sign(`[1e998]`) == sign(`[1e999]`) {
		t.Error("numbers that no float holds have the same signs")
	}
	if got := sign(`"one"`); len(got) != annotation.FingerprintSize {
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
		{`["x \"]`, "", -1, "", false}, {`["x\\"]`, `x\`, -1, "", true}, {"[1", "", -1, "", false},
		{`["\"]\"]"]`, `"]"]`, -1, "", true}, {".", "", -1, "", false}, {`["\x"]`, "", -1, "", false},
	} {
		key, index, rest, ok := annotation.SplitPath(test.path)
		if ok != test.ok || ok && (key != test.key || index != test.index || rest != test.rest) {
			t.Errorf("%s: %q, %d, %q, %t", test.path, key, index, rest, ok)
		}
	}
}

// ValuesByName joins the elements of a name in several objects, without a change of these objects.
func TestValuesByName(t *testing.T) {
	v, diags := jsontree.Parse([]byte(`[{"a": 1, "b": [1], "c${": 0}, {"a": [2], "b": 2}, {"a": 3, "b": [[4], 5]}]`), "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	joined := annotation.ValuesByName(annotation.Elements(v))
	s := annotation.NewFingerprinter()
	for name, want := range map[string]string{"a": `[1, 2, 3]`, "b": `[1, 2, [4], 5]`, "c$${": `0`} {
		to, _ := jsontree.Parse([]byte(want), "")
		got := joined[name]
		if got == nil || s.Fingerprints([]*jsontree.Value{got}) != s.Fingerprints([]*jsontree.Value{to}) {
			t.Errorf("%s is %v, not %s", name, got, want)
		}
	}
	if b := v.Elems[0].Members[1].Value; len(joined) != 3 || len(b.Elems) != 1 {
		t.Error(joined, b)
	}
}

func TestStep(t *testing.T) {
	v, _ := jsontree.Parse([]byte(`{"a": [10, 20], "${b}": {"c": 30}}`), "")
	for _, test := range []struct{ path, want string }{
		{"a[0]", "10"}, {"a[1]", "20"}, {"a[2]", ""}, {"a[0][0]", "10"}, {"a[0][1]", ""}, {"a.c", ""}, {"d", ""},
		{`["$${b}"].c`, "30"}, {`["${b}"].c`, "30"}, {`["${b}"][0].c`, "30"}, {"d.e[0]", ""},
	} {
		s, at := annotation.NewFingerprinter(), v
		for path := test.path; path != ""; {
			key, index, rest, ok := annotation.SplitPath(path)
			if !ok {
				t.Fatal(path)
			}
			at, path = s.Step(at, key, index), rest
		}
		if at == nil && test.want != "" || at != nil && at.Text != test.want {
			t.Errorf("%s leads to %v, not %q", test.path, at, test.want)
		}
	}
}
