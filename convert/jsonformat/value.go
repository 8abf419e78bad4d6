package jsonformat

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
)

// Value is a JSON value of a document. The zero Value is none.
type Value struct {
	doc        *Document
	start, end int
}

// IsSet reports whether there is a value that is not null.
func (v Value) IsSet() bool { return v.doc != nil && v.doc.text[v.start] != 'n' }

// IsTrue reports whether the value is true, which stands for all that is unknown
// or sensitive.
func (v Value) IsTrue() bool { return v.doc != nil && v.doc.text[v.start] == 't' }

// JSON returns the JSON text; it is empty if there is no value.
func (v Value) JSON() string {
	if v.doc == nil {
		return ""
	}
	return v.doc.text[v.start:v.end]
}

// Tree returns the value as a tree, which is nil if there is no value. It is made
// anew each time.
func (v Value) Tree() *jsontree.Value {
	if v.doc == nil {
		return nil
	}
	return jsontree.Expand(v.doc.text, v.start, v.end)
}

// Range returns the place of the value in the text.
func (v Value) Range() hcl.Range {
	if v.doc == nil {
		return hcl.Range{}
	}
	return v.doc.Range(v.start, v.end)
}

// Range returns the place of the bytes from start to end.
func (d *Document) Range(start, end int) hcl.Range {
	places := d.places()
	return hcl.Range{Filename: d.filename, Start: places.At(start), End: places.At(end)}
}

// Expression is an expression representation.
type Expression struct {
	// Constant is the value of an expression without references.
	Constant   Value
	References []string
}

// Expression reads an expression representation. It reports false for all others,
// such as a block expressions representation.
func (v Value) Expression() (Expression, bool) {
	tree := v.Tree()
	if !isExpression(tree) {
		return Expression{}, false
	}
	var e Expression
	for i := range tree.Members {
		m := &tree.Members[i]
		if m.Name == "constant_value" {
			e.Constant = Value{v.doc, m.Value.Start, m.Value.End}
			continue
		}
		for j := range m.Value.Elems {
			if reference := &m.Value.Elems[j]; reference.Kind == jsontree.String {
				e.References = append(e.References, reference.Text)
			}
		}
	}
	return e, true
}

// isExpression reports whether a value is an expression representation. One that
// has neither references nor a value that is known is an empty object.
func isExpression(v *jsontree.Value) bool {
	if v == nil || v.Kind != jsontree.Object {
		return false
	}
	for i := range v.Members {
		m := &v.Members[i]
		if m.Name != "constant_value" && (m.Name != "references" || m.Value.Kind != jsontree.Array) {
			return false
		}
	}
	return true
}

// Member is a member of an object.
type Member struct {
	Name  string
	Value Value
}

// Members returns the members of an object, in the order of the text. There are
// none in other values.
func (v Value) Members() []Member {
	tree := v.Tree()
	if tree == nil {
		return nil
	}
	var members []Member
	for i := range tree.Members {
		m := &tree.Members[i]
		members = append(members, Member{m.Name, Value{v.doc, m.Value.Start, m.Value.End}})
	}
	return members
}

// Elements returns the elements of an array; ok is false for other values.
func (v Value) Elements() (elements []Value, ok bool) {
	tree := v.Tree()
	if tree == nil || tree.Kind != jsontree.Array {
		return nil, false
	}
	for i := range tree.Elems {
		elements = append(elements, Value{v.doc, tree.Elems[i].Start, tree.Elems[i].End})
	}
	return elements, true
}
