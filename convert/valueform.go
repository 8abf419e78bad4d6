package convert

import (
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

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
	case jsontree.Object, jsontree.Array, jsontree.Null:
		return byte(v.Kind), v.Len()
	}
	return 0, 0
}

func (v jsonValue) part(i int) (string, jsonValue) {
	name, part := v.Part(i)
	return name, jsonValue{part}
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

// formOf is the form of a value, which says what a property with it may be where no
// schema does ([schema.Names.Guess]).
func formOf[V shaped[V]](v V, known *schema.Names) schema.Form {
	switch kind, parts := v.collection(); {
	case kind == '{':
		return objectForm(v, parts, known)
	case kind == 'n':
		return schema.NullForm
	case kind == '[' && parts == 0:
		return schema.EmptyForm
	case kind == '[':
		return arrayForm(v, parts, known)
	}
	return schema.PlainForm
}

func arrayForm[V shaped[V]](v V, parts int, known *schema.Names) schema.Form {
	result, nulls := schema.ListForm, 0
	for i := range parts {
		_, elem := v.part(i)
		kind, _ := elem.collection()
		s := formOf(elem, known)
		switch {
		case s == schema.NullForm:
			nulls++
		case s == schema.PlainForm, kind == '[' && !bodyArray(elem, s):
			return schema.PlainForm
		case s == schema.BodyForm, s == schema.BodyListForm, kind == '[' && closed(elem):
			result = schema.BodyListForm
		case s == schema.ListForm && result != schema.BodyListForm:
			result = schema.SplitForm
		}
	}
	switch {
	case nulls == parts:
		return schema.NullsForm
	case nulls > 0 && result == schema.ListForm:
		return schema.BodyListForm
	}
	return result
}

// bodyArray reports whether an array of a shape can be one body. We write such a
// body as two objects or more.
func bodyArray[V shaped[V]](v V, s schema.Form) bool {
	if _, parts := v.collection(); parts < 2 || s != schema.ListForm && s != schema.BodyListForm {
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

func objectForm[V shaped[V]](v V, parts int, known *schema.Names) schema.Form {
	if parts == 0 {
		return schema.EmptyObjectForm
	}
	result, body := schema.ObjectForm, false
	for i := range parts {
		name, value := v.part(i)
		kind, _ := value.collection()
		inside := kind == '{' || kind == '['
		switch {
		case name == commentProperty, name == schema.DynamicType && inside:
			// A member that only bodies have.
			body = true
		case !hclwrite.ValidIdentifier(name) || !known.Possible(name):
			return schema.PlainForm
		}
		switch {
		case inside:
			result = schema.DeepForm
		case value.bare() && result == schema.ObjectForm:
			result = schema.MixedForm
		}
	}
	if body {
		return schema.BodyForm
	}
	return result
}
