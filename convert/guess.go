package convert

import (
	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// In the body of a provider or plugin whose schema is not at hand, a JSON
// property may be an attribute or blocks. shape is what its value shows of that.
type shape uint8

const (
	// plainShape: only an attribute has such a value: a scalar, a string, an
	// array with anything but objects, an object with a key that is no name.
	plainShape shape = iota
	// emptyArray is [] or null, which stand for no blocks.
	emptyArray
	// emptyObject is {}.
	emptyObject
	// flatObject is an object whose values are strings.
	flatObject
	// mixedObject is an object of scalars, one of which is a number, true or false.
	mixedObject
	// deepObject is an object that holds an array or an object.
	deepObject
	// objectArray is an array of objects.
	objectArray
	// splitArray is an array of objects and of arrays of objects. In our own
	// output the latter are bodies whose order needs several objects.
	splitArray
	// bodyShape is an object with a member that bodies have: "//", or dynamic
	// blocks.
	bodyShape
	// bodyArrayShape is an array with such an object.
	bodyArrayShape
)

// ambiguous reports whether a value of this shape could be either.
func (s shape) ambiguous() bool { return s != plainShape && s != emptyArray }

// ownBlock reports whether a property with this shape is blocks in JSON that we
// wrote, unless a note says otherwise: blocks are always arrays there.
func (s shape) ownBlock() bool { return s == objectArray || s == splitArray || s == bodyArrayShape }

// guess says what a property with this name and shape is, and whether that is
// certain. The rule is documented in docs/mapping.md; the cases that are certain
// follow from the decoders (hashicorp/hcl, json/structure.go) and, for a surveyed
// language, from its plugin protocol.
func guess(name string, s shape, known *schema.Names) (kind schema.Kind, certain bool) {
	table, sure := known.Kind(name), known.Certain(name)
	switch s {
	case plainShape, splitArray:
		return schema.IsAttribute, true
	case bodyArrayShape:
		return schema.IsBlock, true
	case bodyShape:
		if table == schema.IsAttribute || table == schema.Unlisted && known.Survey() {
			// In a map, "//" is a key like any other.
			return schema.IsAttribute, sure
		}
		return schema.IsBlock, true
	case emptyArray:
		if table == schema.IsBlock {
			return schema.IsBlock, sure
		}
		return schema.IsAttribute, true
	case objectArray:
		if known.Survey() && !sure {
			return schema.IsBlock, true
		}
	case deepObject:
		if known.Survey() {
			return schema.IsBlock, true
		}
	}
	if table != schema.Unlisted {
		return table, sure
	}
	if known.Survey() && s == flatObject {
		return schema.IsAttribute, false
	}
	return schema.IsBlock, false
}

// shaped is a value whose shape is looked at: a JSON value, or the expression
// that becomes one.
type shaped[V any] interface {
	// collection returns '{' or '[' and the number of parts, or 0; null is an
	// array without any.
	collection() (kind byte, parts int)
	// part returns a part and, in an object, its name.
	part(i int) (name string, value V)
	// bare reports whether it is a number, true or false.
	bare() bool
}

type jsonValue struct{ *jsontree.Value }

func (v jsonValue) collection() (byte, int) {
	switch v.Kind {
	case jsontree.Object:
		return '{', len(v.Members)
	case jsontree.Array, jsontree.Null:
		return '[', len(v.Elems)
	}
	return 0, 0
}

func (v jsonValue) part(i int) (string, jsonValue) {
	if v.Kind == jsontree.Object {
		return v.Members[i].Name, jsonValue{&v.Members[i].Value}
	}
	return "", jsonValue{&v.Elems[i]}
}

func (v jsonValue) bare() bool { return v.Kind == jsontree.Number || v.Kind == jsontree.Bool }

type exprValue struct{ hclwrite.Expr }

func (v exprValue) collection() (byte, int) {
	switch e := v.Expr.(type) {
	case *hclwrite.Object:
		// One that is not static becomes a string.
		if e.Static() {
			return '{', len(e.Items)
		}
	case *hclwrite.Tuple:
		return '[', len(e.Items)
	case *hclwrite.Literal:
		if e.Text == "null" {
			return '[', 0
		}
	}
	return 0, 0
}

func (v exprValue) part(i int) (string, exprValue) {
	if e, ok := v.Expr.(*hclwrite.Object); ok {
		return e.Items[i].Key, exprValue{e.Items[i].Value}
	}
	return "", exprValue{v.Expr.(*hclwrite.Tuple).Items[i].Value}
}

func (v exprValue) bare() bool {
	e, ok := v.Expr.(*hclwrite.Literal)
	return ok && e.Text != "null"
}

// shapeOf is the shape of a value.
func shapeOf[V shaped[V]](v V) shape {
	kind, parts := v.collection()
	switch {
	case kind == '{':
		return objectShape(v, parts)
	case kind == '[' && parts == 0:
		return emptyArray
	case kind == '[':
		return arrayShape(v, parts)
	}
	return plainShape
}

func arrayShape[V shaped[V]](v V, parts int) shape {
	result := objectArray
	for i := range parts {
		_, elem := v.part(i)
		kind, _ := elem.collection()
		s := shapeOf(elem)
		switch {
		case s == plainShape, kind == '[' && !bodyArray(elem, s):
			return plainShape
		case s == bodyShape, s == bodyArrayShape:
			result = bodyArrayShape
		case s == objectArray && result != bodyArrayShape:
			result = splitArray
		}
	}
	return result
}

// bodyArray reports whether an array of a shape can be one body. We write such a
// body as two objects or more.
func bodyArray[V shaped[V]](v V, s shape) bool {
	if _, parts := v.collection(); parts < 2 || s != objectArray && s != bodyArrayShape {
		return false
	}
	_, first := v.part(0)
	kind, _ := first.collection()
	return kind == '{'
}

func objectShape[V shaped[V]](v V, parts int) shape {
	if parts == 0 {
		return emptyObject
	}
	result, body := flatObject, false
	for i := range parts {
		name, value := v.part(i)
		kind, _ := value.collection()
		switch {
		case name == commentProperty, name == schema.DynamicType && kind != 0:
			// A member that only bodies have.
			body = true
		case !hclwrite.ValidIdentifier(name):
			return plainShape
		}
		switch {
		case kind != 0:
			result = deepObject
		case value.bare() && result == flatObject:
			result = mixedObject
		}
	}
	if body {
		return bodyShape
	}
	return result
}
