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
	// array with anything but objects, an object with a key that no body has.
	plainShape shape = iota
	// nullShape is null, which stands for no blocks, and says of an attribute of a
	// plugin that it is not there.
	nullShape
	// emptyArray is [], which stands for no blocks.
	emptyArray
	// nullArray is an array of nulls, which stand for empty blocks.
	nullArray
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
	// splitArray is an array of objects and of arrays of objects.
	splitArray
	// bodyShape is an object with a member that bodies have: "//", or dynamic
	// blocks.
	bodyShape
	// bodyArrayShape is an array that only blocks have: with such an object, or
	// nulls beside objects, or a body of several objects that ends with {}.
	bodyArrayShape
)

// form is how the tables call a shape that leaves doubt.
func (s shape) form() schema.Form {
	switch s {
	case emptyArray:
		return schema.EmptyForm
	case nullArray, objectArray:
		return schema.ListForm
	case deepObject:
		return schema.DeepForm
	}
	return schema.ObjectForm
}

// guess says what a property with this name and shape is, and whether that needs
// no warning. The rule is documented in docs/mapping.md; the cases that are certain
// follow from the decoders (hashicorp/hcl, json/structure.go) and, for a surveyed
// language, from its plugin protocol.
func guess(name string, s shape, known *schema.Names) (kind schema.Kind, sure bool) {
	switch s {
	case plainShape, splitArray:
		return schema.IsAttribute, true
	case bodyArrayShape:
		return schema.IsBlock, true
	case nullShape:
		if known.Provider() || known.Survey() {
			return schema.IsBlock, true
		}
		return schema.IsAttribute, false
	}
	table, sure := known.Decide(name, s.form())
	switch {
	case s == bodyShape && table != schema.IsAttribute && (table == schema.IsBlock || !known.Survey()):
		return schema.IsBlock, true
	case s == bodyShape:
		// In a map, "//" is a key like any other.
		return schema.IsAttribute, sure
	case s == emptyArray && known.Survey() && table != schema.IsBlock:
		return schema.IsAttribute, true
	case s == objectArray && known.Survey() && !sure, s == deepObject && known.Survey():
		return schema.IsBlock, true
	case table != schema.Unlisted:
		return table, sure
	case s == emptyArray, s == flatObject && known.Survey():
		return schema.IsAttribute, false
	}
	return schema.IsBlock, false
}

// certainly is guess for what is written: sure is what every reader takes for the
// same, also one that has other tables.
func certainly(name string, s shape, known *schema.Names) (kind schema.Kind, sure bool) {
	kind, sure = guess(name, s, known)
	switch {
	case s == plainShape, s == splitArray, s == bodyArrayShape, s == nullShape, known.Survey():
		return kind, sure
	}
	return kind, sure && known.Lasting(name, s.form())
}

// shaped is a value whose shape is looked at: a JSON value, or the expression
// that becomes one.
type shaped[V any] interface {
	// collection returns '{' or '[' and the number of parts, or 'n' for null, or 0.
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
	case jsontree.Array:
		return '[', len(v.Elems)
	case jsontree.Null:
		return 'n', 0
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
			return 'n', 0
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
func shapeOf[V shaped[V]](v V, known *schema.Names) shape {
	switch kind, parts := v.collection(); {
	case kind == '{':
		return objectShape(v, parts, known)
	case kind == 'n':
		return nullShape
	case kind == '[' && parts == 0:
		return emptyArray
	case kind == '[':
		return arrayShape(v, parts, known)
	}
	return plainShape
}

func arrayShape[V shaped[V]](v V, parts int, known *schema.Names) shape {
	result, nulls := objectArray, 0
	for i := range parts {
		_, elem := v.part(i)
		kind, _ := elem.collection()
		s := shapeOf(elem, known)
		switch {
		case s == nullShape:
			nulls++
		case s == plainShape, kind == '[' && !bodyArray(elem, s):
			return plainShape
		case s == bodyShape, s == bodyArrayShape, kind == '[' && closed(elem):
			result = bodyArrayShape
		case s == objectArray && result != bodyArrayShape:
			result = splitArray
		}
	}
	switch {
	case nulls == parts:
		return nullArray
	case nulls > 0 && result == objectArray:
		return bodyArrayShape
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

// closed reports whether an array ends with {}, which no attribute has a reason to
// do, and says nothing in a body.
func closed[V shaped[V]](v V) bool {
	_, parts := v.collection()
	_, last := v.part(parts - 1)
	kind, members := last.collection()
	return kind == '{' && members == 0
}

func objectShape[V shaped[V]](v V, parts int, known *schema.Names) shape {
	if parts == 0 {
		return emptyObject
	}
	result, body := flatObject, false
	for i := range parts {
		name, value := v.part(i)
		kind, _ := value.collection()
		inside := kind == '{' || kind == '['
		switch {
		case name == commentProperty, name == schema.DynamicType && inside:
			// A member that only bodies have.
			body = true
		case !hclwrite.ValidIdentifier(name) || !known.Possible(name):
			return plainShape
		}
		switch {
		case inside:
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
