// Package jsonprint writes the changes of a tree onto the text of an HCL-JSON file. All bytes that are
// not a part of the changes stay the same.
//
// One walk over the trees before and after the changes and over the JSON values replaces, inserts, removes and renames
// values. New values are the result of [convert.WriteJSON] for a small file: the new items, in their enclosing blocks.
package jsonprint

import (
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsonedit"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/treediff"
	"github.com/hcljson/hcljson/schema"
)

// Edit is a change of an HCL-JSON file.
type Edit struct {
	Source  equivalent.Source
	Dialect *schema.Dialect
	// Old is the tree that [convert.ReadJSON] read from the source, and New the tree after the change. Script
	// contains the differences.
	Old, New *hclwrite.File
	Script   *treediff.Script
	// Form is the form of new blocks if the source contains no blocks with labels.
	Form convert.Form
	// Text, if not nil, returns the text that a user gave for a new value. It returns "" for other values.
	Text func(*hclwrite.Attribute) string
	// Given, if not nil, is the JSON from which New was read. New values are taken from it if it has the form of the source.
	Given []byte
	// KeepKinds is true if the reader takes some names of the source for another kind than Old contains. Such names get
	// no hints.
	KeepKinds bool
	// DropComments is true if the comments of New are no part of the change.
	DropComments bool
}

// Apply returns the text of the source with the change.
func Apply(e Edit) ([]byte, hcl.Diagnostics) {
	if e.Script.IsUnchanged() {
		return e.Source.Bytes, nil
	}
	root, diags := jsontree.Parse(e.Source.Bytes, e.Source.Filename)
	if diags.HasErrors() {
		return nil, diags
	}
	need := newNeeds()
	for {
		p := &printer{
			Edit: e, root: root, text: jsonedit.NewText(e.Source.Bytes, root), need: need,
			arrangements: map[*jsontree.Value]*arrangement{}, changed: map[*hclwrite.Body]*body{},
			members: map[*jsontree.Value]map[string]int{},
		}
		p.form = formOf(root, e.Old, e.Dialect, e.Form)
		if given, diags := jsontree.Parse(e.Given, ""); e.Given != nil && !diags.HasErrors() {
			if formOf(given, e.New, e.Dialect, p.form) == p.form {
				p.given = given
			}
		}
		text := p.print()
		if p.diags.HasErrors() {
			return nil, p.diags
		}
		back, failed := convert.ReadJSON(text, e.Source.Filename, e.Dialect, convert.Options{})
		if failed.HasErrors() {
			return nil, append(p.diags, failed...)
		}
		// The second text contains the hints and the arrays that the reader needs.
		if more := need.count; p.findNeeds(&back.Body, &e.New.Body, e.Dialect.Root) == more {
			return text, p.diags
		}
	}
}

// printer writes one text.
type printer struct {
	Edit
	root         *jsontree.Value
	text         *jsonedit.Text
	given        *jsontree.Value
	arrangements map[*jsontree.Value]*arrangement
	form         convert.Form
	need         *needs
	// changed contains the bodies of the new tree whose texts change. The value is nil for new bodies.
	changed map[*hclwrite.Body]*body
	// members contains the indexes of the members of objects by name; see memberIndex.
	members map[*jsontree.Value]map[string]int
	// shapes contains, by type, the number of single blocks that are objects, minus the number in arrays. It is nil
	// until it is used.
	shapes map[string]int
	// inspected is true if hinted and unsigned are set: whether annotations of the source contain hints, and whether they
	// contain comments of elements without fingerprints.
	inspected, hinted, unsigned bool
	diags                       hcl.Diagnostics
}

// arrangement is a change of the parts of an array or an object, by their indexes.
type arrangement struct {
	removed map[int]bool
	names   map[int]string
	values  map[int]*jsonedit.Node
	// added contains the new parts after each part. The new parts at the start have the index -1.
	added  map[int][]jsonedit.Part
	length int
	// started contains the values of new members with blocks, to which more blocks with the same names belong.
	started map[string]*jsonedit.Node
}

func (p *printer) arrange(v *jsontree.Value) *arrangement {
	if p.arrangements[v] == nil {
		p.arrangements[v] = &arrangement{
			map[int]bool{}, map[int]string{}, map[int]*jsonedit.Node{}, map[int][]jsonedit.Part{}, v.Len(),
			map[string]*jsonedit.Node{},
		}
	}
	return p.arrangements[v]
}

// memberIndex returns the index of the first member of an object with the given name, or -1.
func (p *printer) memberIndex(v *jsontree.Value, name string) int {
	index := p.members[v]
	if index == nil {
		index = make(map[string]int, len(v.Members))
		for i := range slices.Backward(v.Members) {
			index[v.Members[i].Name] = i
		}
		p.members[v] = index
	}
	if i, ok := index[name]; ok {
		return i
	}
	return -1
}

func (p *printer) isRemoved(at step) bool {
	a := p.arrangements[at.in]
	return a != nil && a.removed[at.at]
}

// lengthOf returns the number of parts of a value after the changes so far.
func (p *printer) lengthOf(v *jsontree.Value) int {
	if a := p.arrangements[v]; a != nil {
		return a.length
	}
	return v.Len()
}

// remove removes a part.
func (p *printer) remove(at step) {
	if a := p.arrange(at.in); !a.removed[at.at] {
		a.removed[at.at] = true
		a.length--
	}
}

// add adds a part after another one.
func (p *printer) add(after step, part jsonedit.Part) {
	a := p.arrange(after.in)
	a.added[after.at] = append(a.added[after.at], part)
	a.length++
}

// print returns the new text.
func (p *printer) print() []byte {
	b := &body{
		printer: p, old: &p.Old.Body, new: &p.New.Body, script: p.Script, rules: p.Dialect.Root,
		objects: annotation.Elements(p.root),
	}
	b.change()
	for v, a := range p.arrangements {
		parts := append([]jsonedit.Part{}, a.added[-1]...)
		for i := range v.Len() {
			if !a.removed[i] {
				parts = append(parts, jsonedit.Part{Old: i, Name: a.names[i], Value: a.values[i]})
			}
			parts = append(parts, a.added[i]...)
		}
		p.text.Arrange(v, parts)
	}
	return fillFingerprints(p.text.Bytes())
}

// fail reports a part of the tree that the text cannot contain.
func (p *printer) fail(format string, args ...any) {
	p.diags = append(p.diags, diagnostic.Errorf("Change not possible", format, args...))
}

// step is a step from an array or an object to a part of it.
type step struct {
	in *jsontree.Value
	at int
}

func (s step) value() *jsontree.Value { _, v := s.in.Part(s.at); return v }

func (s step) name() string { name, _ := s.in.Part(s.at); return name }

// pathTo returns the steps to the value at a position, or nil. A body of several objects has the position of its
// objects.
func pathTo(root *jsontree.Value, at hclwrite.Span) (path []step) {
	for v, inArray := root, false; ; {
		n := len(v.Elems)
		isBody := n > 0 && (n > 1 || inArray) && v.Elems[0].Start == at.Start && v.Elems[n-1].End == at.End
		if v != root && (isBody || v.Start == at.Start && v.End == at.End) {
			return path
		}
		i := sort.Search(v.Len(), func(i int) bool { _, part := v.Part(i); return part.End >= at.End })
		if i == v.Len() {
			return nil
		}
		inArray = v.Kind == jsontree.Array
		path = append(path, step{v, i})
		if v = path[len(path)-1].value(); v.Start > at.Start {
			return nil
		}
	}
}

// formOf returns the form of the blocks of a file. without is the form of a file without labels.
func formOf(root *jsontree.Value, old *hclwrite.File, dialect *schema.Dialect, without convert.Form) convert.Form {
	form := without
	for _, item := range old.Body.Items {
		if block, ok := item.(*hclwrite.Block); ok && len(block.Labels) > 0 {
			form = convert.Compact
		}
	}
	for _, object := range annotation.Elements(root) {
		for i := range object.Members {
			m := &object.Members[i]
			if _, rule := dialect.Root.Lookup(m.Name); rule != nil && len(rule.Labels) > 0 {
				form = convert.Compact
				if isGeneralForm(&m.Value, len(rule.Labels)) {
					form = convert.General
				}
			}
		}
	}
	return form
}

// isGeneralForm reports whether each object with labels as keys is in an array.
func isGeneralForm(v *jsontree.Value, labels int) bool {
	for range labels {
		if v.Kind != jsontree.Array || len(v.Elems) == 0 || len(v.Elems[0].Members) == 0 {
			return false
		}
		v = &v.Elems[0].Members[0].Value
	}
	return true
}

// Check checks whether a result is equivalent to the edited file. A native file cannot express all content of JSON, such
// as null arguments of guessed blocks. So differences between the source and its own native form are no part of the edit.
func Check(src, edited, result equivalent.Source, dialect *schema.Dialect, old *hclwrite.File) equivalent.Result {
	found := equivalent.Compare(edited, result, dialect, equivalent.Options{})
	if found.Equal() || edited.JSON {
		return found
	}
	native := equivalent.Source{Bytes: NativeText(old, dialect), Filename: edited.Filename}
	type difference struct{ summary, name, a, b string }
	key := func(d equivalent.Difference) difference { // without the enclosing blocks, which can have new names
		return difference{d.Summary, strings.Join(d.Path[max(len(d.Path)-1, 0):], ""), d.A.Value, d.B.Value}
	}
	known := map[difference]int{}
	for _, d := range equivalent.Compare(native, src, dialect, equivalent.Options{}).Differences {
		known[key(d)]++
	}
	found.Differences = slices.DeleteFunc(found.Differences, func(d equivalent.Difference) bool {
		known[key(d)]--
		return known[key(d)] >= 0
	})
	return found
}

// NativeText returns the native text of a tree that was read from JSON. Objects keep their parentheses as described at
// [KeepParentheses].
func NativeText(f *hclwrite.File, dialect *schema.Dialect) []byte {
	copied := *f
	copied.Body = treediff.CopyBody(&f.Body)
	KeepParentheses(&copied.Body, dialect.Root)
	return copied.Bytes()
}

// KeepParentheses replaces the objects in parentheses by expressions with parentheses in the bodies in which they have
// another meaning.
func KeepParentheses(b *hclwrite.Body, rules *tables.Body) {
	for _, item := range b.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			if object, ok := item.Expr.(*hclwrite.Object); ok && object.Enclosed && rules.NestedInLists {
				item.Expr = &hclwrite.Native{Text: hcltext.Parenthesize(hclwrite.ExprText(object))}
			}
		case *hclwrite.Block:
			KeepParentheses(&item.Body, rules.BlockBody(item.Type, item.Labels, item.Body.SourceOf))
		}
	}
}
