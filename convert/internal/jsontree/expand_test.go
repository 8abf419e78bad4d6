package jsontree

import (
	"fmt"
	"strings"
	"testing"
)

// What an outline leaves can be read piece by piece, with the same places.
func TestExpandEach(t *testing.T) {
	for _, array := range []string{"[]", "[ ]", "[1]", `[ {"a":[1, 2]} , "x\"]," ,[[]],null ]`, "[\n1\n,\n2\n]"} {
		src := `{"list": ` + array + `}`
		left := func(parent, name string) bool { return parent == "" && name == "list" }
		root, diags := ParseOutline(src, "", left)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		whole, diags := Parse([]byte(src), "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		list := root.Members[0].Value
		if list.Elems != nil {
			t.Errorf("%s: has elements", src)
		}
		var got []Value
		ExpandEach(src, list.Start, list.End, "list", func(string, string) bool { return false }, func(v *Value) { got = append(got, *v) })
		if want := whole.Members[0].Value.Elems; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", src, got, want)
		}
	}
}

// The names that decide on what is left are those of the whole text.
func TestExpandEachLeaves(t *testing.T) {
	src := `{"list": [{"left": {"a": 1}}, {"other": {"left": 2}}]}`
	var asked []string
	leave := func(parent, name string) bool {
		asked = append(asked, parent+">"+name)
		return name == "list" || parent == "list" && name == "left"
	}
	root, _ := ParseOutline(src, "", leave)
	asked = nil
	var left []bool
	ExpandEach(src, root.Members[0].Value.Start, root.Members[0].Value.End, "list", leave, func(v *Value) {
		left = append(left, v.Members[0].Value.Members == nil)
	})
	if got := strings.Join(asked, " "); got != "list>left list>other other>left" || fmt.Sprint(left) != "[true false]" {
		t.Errorf("%s, %v", got, left)
	}
}
