package schema

import (
	"slices"
	"strings"
	"sync"

	"github.com/zclconf/go-cty/cty"
)

// Element is what native syntax may also write as a block: an element, which is an
// object, of a list or set.
type Element struct {
	// Type is that of the object; cty.NilType where no schema says.
	Type cty.Type

	// Of many arguments, few are used: without a body, from makes it.
	once sync.Once
	from func() *Body
	body *Body
}

// ElementOf returns an element with a body.
func ElementOf(body *Body) *Element { return &Element{body: body} }

// newElement returns an element whose body is made when it is asked for.
func newElement(object cty.Type, from func() *Body) *Element {
	return &Element{Type: object, from: from}
}

// NewElement returns the element of a list or set, or nil if it is none of objects.
// define completes the body; it may be nil.
//
// opentofu internal/lang/blocktoattr/schema.go, SchemaForCtyElementType
func NewElement(list cty.Type, definer string, define func(*Body)) *Element {
	if !ListOfObjects(list) {
		return nil
	}
	object := list.ElementType()
	return newElement(object, func() *Body {
		body := elementBody(object, definer)
		if define != nil {
			define(body)
		}
		return body
	})
}

func elementBody(object cty.Type, definer string) *Body {
	types := object.AttributeTypes()
	body := &Body{Dynamic: true, Definer: definer, Attributes: make([]Attribute, 0, len(types))}
	nested := true
	for name, typ := range types {
		body.Attributes = append(body.Attributes, Attribute{Name: name, Outside: true})
		nested = nested && !StructuralType(typ)
	}
	slices.SortFunc(body.Attributes, func(a, b Attribute) int { return strings.Compare(a.Name, b.Name) })
	for i := range body.Attributes {
		if row := &body.Attributes[i]; nested {
			row.AsBlocks = NewElement(types[row.Name], definer, nil)
		}
	}
	return body
}

// Body is the body of the block, or nil of a nil Element. It may be called from several
// goroutines.
func (e *Element) Body() *Body {
	if e == nil {
		return nil
	}
	if e.from == nil {
		return e.body
	}
	e.once.Do(func() {
		e.body = e.from()
		e.body.Prepare()
	})
	return e.body
}

// prepare prepares a body that is there.
func (e *Element) prepare() {
	if e != nil && e.from == nil {
		e.body.Prepare()
	}
}

// evaluated is e in the content of a dynamic block; see [Body.evaluated].
func (e *Element) evaluated() *Element {
	if e == nil {
		return nil
	}
	if e.from == nil {
		return &Element{Type: e.Type, body: e.body.evaluated()}
	}
	return newElement(e.Type, func() *Body {
		body := e.Body()
		making.Lock()
		defer making.Unlock()
		return body.evaluated()
	})
}

// adapted is e in another language; see [Body.adapted].
func (e *Element) adapted(in *Body, made map[*Body]*Body) *Element {
	if e == nil {
		return nil
	}
	if e.from == nil {
		return &Element{Type: e.Type, body: e.body.adapted(in, made)}
	}
	return newElement(e.Type, func() *Body { return e.Body().adapted(in, map[*Body]*Body{}) })
}

// ListOfObjects reports whether a type is a list or set of objects, which an argument
// that may be written as blocks has.
func ListOfObjects(t cty.Type) bool {
	return t != cty.NilType && (t.IsListType() || t.IsSetType()) && t.ElementType().IsObjectType()
}

// StructuralType reports whether only arguments that never are written as blocks have a
// type, and so a schema with such an argument has no others.
//
// opentofu internal/lang/blocktoattr/fixup.go, skipFixup
func StructuralType(t cty.Type) bool {
	switch {
	case t == cty.NilType:
		return false
	case t.IsTupleType() || t.IsObjectType():
		return true
	case t.IsMapType() && t.ElementType().IsObjectType():
		return true
	case t.IsCollectionType():
		element := t.ElementType()
		return element.IsCollectionType() && !element.ElementType().IsPrimitiveType()
	}
	return false
}
