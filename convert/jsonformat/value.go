package jsonformat

import (
	"reflect"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// source is a text that values are in.
type source struct {
	text, filename string
	// places are those in the text, found when first needed.
	places func() *hclwrite.Positions
}

func newSource(text, filename string) *source {
	places := func() *hclwrite.Positions { return hclwrite.NewPositions([]byte(text)) }
	return &source{text, filename, sync.OnceValue(places)}
}

// Range returns the place of the bytes from start to end.
func (s *source) Range(start, end int) hcl.Range {
	if s.places == nil {
		return hcl.Range{}
	}
	return s.places().Range(s.filename, hclwrite.Span{Start: start, End: end})
}

// Value is a JSON value of a document. The zero Value is none.
type Value struct {
	*source
	start, end int
}

// NewValue returns a value that is alone: a [Value], a string, a boolean, a type of
// the format, or a slice, a map[string]any or a pointer of such.
func NewValue(v any) Value { return RawValue(appendJSON(nil, reflect.ValueOf(v))) }

// RawValue returns the value of a JSON text, which must be valid and without spaces.
func RawValue(text []byte) Value {
	return Value{&source{text: string(text)}, 0, len(text)}
}

// IsSet reports whether there is a value that is not null.
func (v Value) IsSet() bool { return v.source != nil && v.text[v.start] != 'n' }

// IsTrue reports whether the value is true, which stands for all that is unknown
// or sensitive.
func (v Value) IsTrue() bool { return v.source != nil && v.text[v.start] == 't' }

// JSON returns the JSON text; it is empty if there is no value.
func (v Value) JSON() string {
	if v.source == nil {
		return ""
	}
	return v.text[v.start:v.end]
}

// Tree returns the value as a tree, which is nil if there is no value. It is made
// anew each time.
func (v Value) Tree() *jsontree.Value {
	if v.source == nil {
		return nil
	}
	return jsontree.Expand(v.text, v.start, v.end)
}

// Range returns the place of the value in the text; it is that of no file for one that
// is alone.
func (v Value) Range() hcl.Range {
	if v.source == nil {
		return hcl.Range{}
	}
	return v.source.Range(v.start, v.end)
}

// part is a value in the text that v is in.
func (v Value) part(tree *jsontree.Value) Value { return Value{v.source, tree.Start, tree.End} }

// Expression is an expression representation.
type Expression struct {
	// Constant is the value of an expression without references and function calls.
	Constant Value `json:"constant_value,omitempty"`
	// References are the objects that the expression refers to: each reference, and
	// then without one step after the other, down to the object.
	References References `json:"references,omitempty"`
}

// References is a list of them. What else is in it is passed over.
type References []string

func (list *References) read(r *reader, what string) {
	*list = nil
	if !r.is(jsontree.Array, what) {
		return
	}
	r.walk.Array(func() {
		if r.walk.Kind() == jsontree.String {
			*list = append(*list, r.walk.Text())
		} else {
			r.walk.Skip()
		}
	})
}

// Expression reads an expression representation; one that has neither references nor
// a value that is known is an empty object. It reports false for all others, such as a
// block expressions representation.
func (v Value) Expression() (e Expression, ok bool) {
	if v.source == nil || jsontree.Kind(v.text[v.start]) != jsontree.Object {
		return Expression{}, false
	}
	ok = true
	r := &reader{source: v.source, walk: jsontree.Walk(v.text, v.start)}
	into := reflect.ValueOf(&e).Elem()
	r.walk.Object(func(name string) {
		if i := layoutOf(into.Type()).field(name); i >= 0 {
			r.read(into.Field(i), name)
		} else {
			ok = false
			r.walk.Skip()
		}
	})
	if !ok || r.diags != nil {
		return Expression{}, false
	}
	return e, true
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
		members = append(members, Member{m.Name, v.part(&m.Value)})
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
		elements = append(elements, v.part(&tree.Elems[i]))
	}
	return elements, true
}
