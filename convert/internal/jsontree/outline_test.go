package jsontree

import (
	"reflect"
	"testing"
)

// expand fills in what an outline has left out.
func expand(src string, v *Value, leave func(parent, name string) bool, parent string) {
	for i := range v.Elems {
		expand(src, &v.Elems[i], leave, parent)
	}
	for i := range v.Members {
		m := &v.Members[i]
		if leave(parent, m.Name) {
			m.Value = *Expand(src, m.Value.Start, m.Value.End)
			continue
		}
		expand(src, &m.Value, leave, m.Name)
	}
}

// An outline that is filled in is the tree, and the errors are the same wherever
// they stand.
func checkOutline(t *testing.T, src []byte) {
	t.Helper()
	want, wantDiags := Parse(src, "x.json")
	for _, leave := range []func(parent, name string) bool{
		func(string, string) bool { return true },
		func(parent, name string) bool { return len(parent) > len(name) },
		func(_, name string) bool { return len(name)%2 == 1 },
	} {
		outline, diags := ParseOutline(string(src), "x.json", leave)
		if !reflect.DeepEqual(diags, wantDiags) {
			t.Fatalf("%q: the outline has %v, the tree %v", src, diags, wantDiags)
		}
		if diags.HasErrors() {
			continue
		}
		expand(string(src), outline, leave, "")
		if !reflect.DeepEqual(outline, want) {
			t.Fatalf("%q: the outline becomes %v, not %v", src, outline, want)
		}
	}
}

func TestParseOutline(t *testing.T) {
	for _, src := range []string{
		`{"a": {"b": [1, {"c": "\u00e9\n"}]}, "bb": [], "ccc": {}}`,
		`{"a": ["\ud83d"]}`, `{"a": ["` + "\xff" + `\n"]}`, `{"a": ["\n` + "\xff" + `"]}`, `{"a": ["\u00e9` + "\xa9" + `"]}`,
		`{"a": ["\q"]}`, `{"a": [1,]}`, `{"a": {"b": 01}}`, `{"a": {"b": tru}}`, `{"a": {"b" 1}}`, `{"a": {b: 1}}`, `{"a": [}`, `{"a": {"b": "`,
	} {
		checkOutline(t, []byte(src))
	}
	outline, diags := ParseOutline(`{"a": {"x": 1}, "b": [{"a": "s"}, {"c": "t"}]}`, "", func(parent, name string) bool { return name == "a" })
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	a, b := outline.Members[0].Value, outline.Members[1].Value
	if a.Kind != Object || a.Members != nil || b.Elems[0].Members[0].Value.Text != "" || b.Elems[1].Members[0].Value.Text != "t" {
		t.Errorf("%v", outline)
	}
}
