package patch

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// Native returns a file in native syntax with what edited says, which is HCL-JSON
// in any form; every other byte is as it was. The names are used in diagnostics
// only. The result is nil when the diagnostics have an error.
func Native(
	native []byte, nativeName string, edited []byte, editedName string, dialect *schema.Dialect, opts Options,
) ([]byte, hcl.Diagnostics) {
	if dialect.Missing() {
		_, diags := convert.ToJSON(native, nativeName, dialect, convert.Options{})
		return nil, diags
	}
	file, diags := hclwrite.ParseFile(native, nativeName)
	if diags.HasErrors() {
		return nil, diags
	}
	options := opts.convert()
	options.Like, options.Gone = file, make(map[*hclwrite.Body][]string)
	wanted, diags := convert.ReadJSON(edited, editedName, dialect, options)
	if diags.HasErrors() {
		return nil, diags
	}
	dropped := opts.DropComments || !bytes.Contains(edited, []byte(`"//"`))
	// A member of that name may also be the file's own data.
	deleted := !bytes.Contains(native, []byte(`"//"`)) && emptiedNote(edited)
	equal := newEquality(!dropped && (commented(&wanted.Body) || deleted))
	equal.inner = !opts.DropComments
	if !opts.Given {
		equal.kept, equal.surplus = make(map[string]bool), make(map[string]int)
		countComments(&file.Body, equal.surplus, 1)
		countComments(&wanted.Body, equal.surplus, -1)
	}
	result, more := patched(file, nativeName, wanted, dialect, equal, options.Gone)
	diags = append(diags, more...)
	if !opts.Unproven {
		named := func(text []byte, name string) equivalent.Source {
			return equivalent.Source{Bytes: text, Filename: name}
		}
		of := equivalent.Source{Bytes: edited, Filename: editedName, JSON: true, Unread: true}
		if proof := Prove(named(native, nativeName), of, named(result, nativeName), dialect); !proof.Equal() {
			diags = append(diags, proof.Messages()...)
		}
		if diags.HasErrors() {
			return nil, diags
		}
	}
	return result, diags
}

// Prove compares an edited file with what has come of it. A name that the original file, in
// native syntax, uses in another way than the language may be used so in the result.
func Prove(original, edited, result equivalent.Source, dialect *schema.Dialect) equivalent.Result {
	proof := equivalent.Compare(edited, result, dialect, equivalent.Options{})
	if proof.Equal() || result.JSON || !edited.JSON {
		return proof
	}
	believed := equivalent.Compare(result, edited, dialect, equivalent.Options{})
	if !believed.Equal() {
		return proof
	}
	known := equivalent.Compare(original, edited, dialect, equivalent.Options{}).Diagnostics
	for _, d := range believed.Diagnostics {
		same := func(other *hcl.Diagnostic) bool { return other.Extra == d.Extra }
		if _, misused := d.Extra.(equivalent.Misused); misused && !slices.ContainsFunc(known, same) {
			return proof
		}
	}
	return believed
}

// NativeTree does what [Native] does, with an edited tree in place of JSON. The file
// must be as it was read. The result is not proven.
func NativeTree(
	file *hclwrite.File, name string, edited *hclwrite.File, dialect *schema.Dialect, opts Options,
) ([]byte, hcl.Diagnostics) {
	if dialect.Missing() {
		_, diags := convert.WriteJSON(file, name, dialect, convert.Options{})
		return nil, diags
	}
	equal := newEquality(!opts.DropComments && commented(&edited.Body))
	equal.inner = !opts.DropComments
	return patched(file, name, edited, dialect, equal, nil)
}

// patched is the file with what a tree says.
func patched(
	file *hclwrite.File, name string, edited *hclwrite.File, dialect *schema.Dialect, equal equality,
	gone map[*hclwrite.Body][]string,
) ([]byte, hcl.Diagnostics) {
	dialect.Prepare()
	m := &matcher{equality: equal, twin: twins(file, name, dialect), rekeys: true, gone: gone}
	script := m.body(&file.Body, &file.Body, &edited.Body, dialect.Root, true)
	text, kept := file.Source(), true
	if !script.Unchanged() {
		text, kept = newPatcher(file, script, edited).result()
	}
	diags := keptComments(file.Source(), text, name, equal.kept)
	if !kept {
		diags = append(diags, layoutLost(name))
	}
	return []byte(text), diags
}

// keptComments warns of comments that stay in a result, by their first lines.
func keptComments(src, result, name string, kept map[string]bool) (diags hcl.Diagnostics) {
	places := hclwrite.NewPositions([]byte(src))
	for _, c := range slices.Sorted(maps.Keys(kept)) {
		if at := strings.Index(src, c); at >= 0 && strings.Contains(result, c) {
			rng := places.Range(name, hclwrite.Span{Start: at, End: at + len(c)})
			diags = append(diags, &hcl.Diagnostic{
				Severity: hcl.DiagWarning, Summary: "Comment kept", Subject: &rng,
				Detail: "This comment stands alone, and the edit does not have it. It stays, since the edit may be " +
					"older than the file; delete it in the file, or through an edit of the file as it is.",
			})
		}
	}
	return diags
}

// layoutLost says that a result is the whole file, rewritten.
func layoutLost(name string) *hcl.Diagnostic {
	return &hcl.Diagnostic{
		Severity: hcl.DiagWarning,
		Summary:  "Layout not kept",
		Detail: "The edit could not be written into the text of the file as it is, so the whole file is written " +
			"in canonical layout. Its meaning is right; please report this with both files.",
		Subject: &hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.InitialPos},
	}
}

// commented reports whether there is a comment in a body.
func commented(b *hclwrite.Body) bool {
	if !b.Bare() {
		return true
	}
	found := false
	hclwrite.Walk(b, func(node any) bool {
		switch node := node.(type) {
		case *hclwrite.Attribute:
			found = found || !node.Comments.Bare()
		case *hclwrite.Block:
			found = found || !node.Comments.Bare() || !node.Body.Bare()
		case hclwrite.Expr:
			found = found || hclwrite.Commented(node)
		}
		return !found
	})
	return found
}

// countComments adds to the number of each comment what those that have lines of their own
// in a body count.
func countComments(b *hclwrite.Body, number map[string]int, each int) {
	add := func(lists ...[]string) {
		for _, c := range slices.Concat(lists...) {
			number[marked(c)] += each
		}
	}
	add(b.Open, b.Inside, b.End)
	hclwrite.Walk(b, func(node any) bool {
		switch node := node.(type) {
		case *hclwrite.Attribute:
			add(node.Before)
		case *hclwrite.Block:
			add(node.Before, node.Body.Open, node.Body.Inside, node.Body.End)
		case *hclwrite.Tuple:
			add(node.Open, node.End)
		case *hclwrite.Object:
			add(node.Open, node.End)
		case *hclwrite.TupleItem:
			add(before(node.Comments))
		case *hclwrite.ObjectItem:
			add(before(node.Comments))
		}
		return true
	})
}

// emptiedNote reports whether a JSON text has a note in which comments were: one without
// members, or with places.
func emptiedNote(text []byte) bool {
	root, diags := jsontree.Parse(text, "")
	return !diags.HasErrors() && emptied(root)
}

func emptied(v *jsontree.Value) bool {
	if note := v.Member(noteName); note != nil && note.Kind == jsontree.Object {
		if len(note.Members) == 0 || slices.ContainsFunc(note.Members, func(m jsontree.Member) bool {
			return slices.Contains(commentNames, m.Name)
		}) {
			return true
		}
	}
	for i := range v.Len() {
		if name, part := v.Part(i); name != noteName && emptied(part) {
			return true
		}
	}
	return false
}

// twins returns what finds how an item of a file comes back from JSON; it looks at each
// once.
func twins(file *hclwrite.File, name string, dialect *schema.Dialect) func(hclwrite.Item) hclwrite.Item {
	known := make(map[hclwrite.Item]hclwrite.Item)
	return func(item hclwrite.Item) hclwrite.Item {
		twin, ok := known[item]
		if !ok {
			twin = twinOf(item, file, name, dialect)
			known[item] = twin
		}
		return twin
	}
}

// twinOf converts an item there and back, as a file of its own. It is nil if it cannot.
func twinOf(item hclwrite.Item, file *hclwrite.File, name string, dialect *schema.Dialect) hclwrite.Item {
	span := item.ItemSpan()
	src := file.Source()[span.Start:span.End]
	alone, diags := hclwrite.ParseFile([]byte(src+"\n"), name)
	if diags.HasErrors() || len(alone.Body.Items) != 1 {
		return nil
	}
	*alone.Body.Items[0].ItemComments() = *item.ItemComments()
	json, diags := convert.WriteJSON(alone, name, dialect, convert.Options{Unread: true})
	if diags.HasErrors() {
		return nil
	}
	back, diags := convert.ReadJSON(json, name, dialect, convert.Options{Like: alone, Unread: true})
	if diags.HasErrors() || len(back.Body.Items) != 1 {
		return nil
	}
	return back.Body.Items[0]
}
