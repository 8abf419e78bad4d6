package jsontree_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// walked returns the tree of the values of a walker. Values for which skip returns true are skipped
// and expanded.
func walked(src string, w *jsontree.Walker, skip func(name string) bool) jsontree.Value {
	v := jsontree.Value{Kind: w.Kind(), Start: w.Pos()}
	switch v.Kind {
	case jsontree.Object:
		w.Object(func(name string) {
			m := jsontree.Member{Name: name}
			if skip(name) {
				start, end := w.Skip()
				m.Value = *jsontree.Expand(src, start, end)
			} else {
				m.Value = walked(src, w, skip)
			}
			v.Members = append(v.Members, m)
		})
	case jsontree.Array:
		w.Array(func() { v.Elems = append(v.Elems, walked(src, w, skip)) })
	case jsontree.Null:
		v.Text = "null"
		w.Skip()
	default:
		v.Text = w.Text()
	}
	v.End = w.Pos()
	return v
}

// withoutNames removes the positions of names, which a walker does not return.
func withoutNames(v jsontree.Value) jsontree.Value {
	for i := range v.Elems {
		v.Elems[i] = withoutNames(v.Elems[i])
	}
	for i := range v.Members {
		v.Members[i] = jsontree.Member{Name: v.Members[i].Name, Value: withoutNames(v.Members[i].Value)}
	}
	return v
}

// places returns the positions and summaries of diagnostics. The details of an outline differ.
func places(diags hcl.Diagnostics) string {
	var b strings.Builder
	for _, diag := range diags {
		fmt.Fprintln(&b, diag.Subject, diag.Summary)
	}
	return b.String()
}

// A walker, an outline and the parser return the same tree and the same errors.
func checkOutline(t *testing.T, src []byte) {
	t.Helper()
	tree, wantDiags := jsontree.Parse(src, "x.json")
	outline, diags := jsontree.ParseOutline(string(src), "x.json", 1)
	if places(diags) != places(wantDiags) {
		t.Fatalf("%q: the outline has %v, the tree %v", src, diags, wantDiags)
	}
	if diags.HasErrors() {
		return
	}
	if len(outline.Members) != len(tree.Members) {
		t.Fatalf("%q: the outline has %d members, the tree %d", src, len(outline.Members), len(tree.Members))
	}
	for i := range outline.Members {
		got, want := outline.Members[i], tree.Members[i]
		want.Value.Text, want.Value.Elems, want.Value.Members = "", nil, nil
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: the outline has %v, the tree %v", src, got, want)
		}
	}
	want := fmt.Sprint(withoutNames(*tree))
	for _, skip := range []func(string) bool{
		func(string) bool { return false },
		func(string) bool { return true },
		func(name string) bool { return len(name)%2 == 1 },
	} {
		got := withoutNames(walked(string(src), jsontree.Walk(string(src), tree.Start), skip))
		if fmt.Sprint(got) != want {
			t.Fatalf("%q: what is walked over is %v, not %v", src, got, want)
		}
	}
}

func TestParseOutline(t *testing.T) {
	for _, src := range []string{
		`{"a": {"b": [1, {"c": "\u00e9\n"}]}, "bb": [], "ccc": {}}`,
		`{"a": true, "b" : false , "c":null,"d":[-1.5e3 , {} ,[ ]]}`, `[{"a": 1}, []]`, `"x"`,
		`{"a": ["\ud83d"]}`, `{"a": ["` + "\xff" + `\n"]}`, `{"a": ["\n` + "\xff" + `"]}`, `{"a": ["\u00e9` + "\xa9" + `"]}`,
		`{"a": ["\q"]}`, `{"a": [1,]}`, `{"a": {"b": 01}}`, `{"a": {"b": tru}}`, `{"a": {"b" 1}}`, `{"a": {b: 1}}`,
		`{"a": [}`, `{"a": {"b": "`,
	} {
		checkOutline(t, []byte(src))
	}
	// Deeper nesting is an error, without a stack overflow.
	for _, src := range []string{strings.Repeat("[", jsontree.MaxNesting+1),
		`{"a":` + strings.Repeat("[", jsontree.MaxNesting)} {
		checkOutline(t, []byte(src))
	}
}
