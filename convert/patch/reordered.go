package patch

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/internal/jsonedit"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// keptOrder warns of a member that an edit puts elsewhere among the others, where the
// result has them in the order of the original.
func keptOrder(src, edited, result equivalent.Source, dialect *schema.Dialect) hcl.Diagnostics {
	root, diags := jsontree.Parse(edited.Bytes, "")
	if !edited.JSON || diags.HasErrors() {
		return nil
	}
	form := convert.Compact
	for i := range root.Members {
		m := &root.Members[i]
		if _, rule := dialect.Root.Lookup(m.Name); rule != nil && len(rule.Labels) > 0 && m.Value.Kind == jsontree.Array {
			form = convert.General
		}
	}
	moved := func(of equivalent.Source) *jsontree.Member {
		text := of.Bytes
		if !of.JSON {
			text, _ = convert.ToJSON(of.Bytes, of.Filename, dialect, convert.Options{Form: form, Unread: true})
		}
		like, diags := jsontree.Parse(text, "")
		if diags.HasErrors() {
			return nil
		}
		return reordered(root, like)
	}
	m := moved(src)
	if m == nil || moved(result) == nil {
		return nil
	}
	rng := hclwrite.NewPositions(edited.Bytes).Range(edited.Filename, hclwrite.Span{Start: m.NameStart, End: m.NameEnd})
	return hcl.Diagnostics{OrderKept(edited.Filename, src.Filename, m.Name, &rng)}
}

// OrderKept is the warning that what an edit puts elsewhere stays where it is; a name and a
// place in the edit are those of one such thing.
func OrderKept(edited, original, name string, rng *hcl.Range) *hcl.Diagnostic {
	what := "The members of objects"
	if name != "" {
		what = fmt.Sprintf("%q and others", name)
	}
	return &hcl.Diagnostic{Severity: hcl.DiagWarning, Summary: "Order not changed", Subject: rng, Detail: fmt.Sprintf(
		"%s are in another order in %s, but %s keeps its own. To get the other, move them in the file, or write the "+
			"file anew with \"hcljson json2hcl\".", what, edited, original)}
}

// reordered is the first member of a value that is elsewhere among those that the original
// has as well; nil if none is.
func reordered(v, like *jsontree.Value) *jsontree.Member {
	members, originals := membersByName(v), membersByName(like)
	if members == nil || originals == nil {
		for i, original := range pairedElems(v.Elems, like.Elems) {
			if original != nil {
				if m := reordered(&v.Elems[i], original); m != nil {
					return m
				}
			}
		}
		return nil
	}
	index := make(map[string]int, len(originals))
	for i, m := range originals {
		index[m.Name] = i
	}
	last := -1
	for _, m := range members {
		i, found := index[m.Name]
		if !found || m.Name == noteName {
			continue
		}
		if i < last {
			return m
		}
		last = i
		if inner := reordered(&m.Value, &originals[i].Value); inner != nil {
			return inner
		}
	}
	return nil
}

// membersByName are those of an object, or of the objects of an array; nil if there are none
// or several of one name.
func membersByName(v *jsontree.Value) (list []*jsontree.Member) {
	known := make(map[string]bool)
	for object := range v.Each() {
		if object.Kind != jsontree.Object {
			return nil
		}
		for i := range object.Members {
			m := &object.Members[i]
			if known[m.Name] {
				return nil
			}
			known[m.Name] = true
			list = append(list, m)
		}
	}
	return list
}

// WithoutEmptied is an edited JSON text without the objects of labels in which nothing is
// left: products refuse them, and the edit has deleted the last block in them.
func WithoutEmptied(text []byte, dialect *schema.Dialect) []byte {
	root, diags := jsontree.Parse(text, "")
	if diags.HasErrors() || dialect.Missing() {
		return text
	}
	dialect.Prepare()
	edit := jsonedit.Edit(text, root)
	if withoutEmptied(edit, root, func(name string) int {
		if _, rule := dialect.Root.Lookup(name); rule != nil && rule.Optional == 0 {
			return len(rule.Labels)
		}
		return 0
	}) && root.Len() > 0 {
		edit.Arrange(root, nil)
	}
	if !edit.Changed() {
		return text
	}
	return edit.Bytes()
}

// withoutEmptied takes out what is below a value and has nothing in it. levels is how many
// levels of labels a member has in it. It reports whether the value has nothing in it.
func withoutEmptied(edit *jsonedit.Text, v *jsontree.Value, levels func(name string) int) bool {
	var parts []jsonedit.Part
	for i := range v.Len() {
		name, part := v.Part(i)
		in, body := levels, false
		if v.Kind == jsontree.Object {
			n := levels(name)
			in, body = func(string) int { return n - 1 }, n == 0
		}
		collection := part.Kind == jsontree.Object || part.Kind == jsontree.Array
		if body || !collection || !withoutEmptied(edit, part, in) {
			parts = append(parts, jsonedit.Kept(i))
		}
	}
	if len(parts) > 0 && len(parts) < v.Len() {
		edit.Arrange(v, parts)
	}
	return len(parts) == 0
}
