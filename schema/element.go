package schema

import (
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"
)

// ElementBody is the body of a block that stands for an element, which is an object,
// of a list or set. definer is that of the body.
//
// opentofu internal/lang/blocktoattr/schema.go, SchemaForCtyElementType
func ElementBody(object cty.Type, definer string) *Body {
	body := &Body{Dynamic: true, Definer: definer}
	types := object.AttributeTypes()
	nested := !slices.ContainsFunc(slices.Collect(maps.Values(types)), StructuralType)
	for _, name := range slices.Sorted(maps.Keys(types)) {
		row := Attribute{Name: name, Outside: true}
		if nested && ListOfObjects(types[name]) {
			row.Element = types[name].ElementType()
			row.AsBlocks = ElementBody(row.Element, definer)
		}
		body.Attributes = append(body.Attributes, row)
	}
	return body
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
