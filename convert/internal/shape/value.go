// Package shape finds the shapes of values, which are evidence whether a name is an attribute or blocks. A value is a
// JSON value, or an expression that becomes one.
//
// It imports the tree, JSON and the schema. Read [Value] and [Of] first.
package shape

import (
	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Value is a JSON value, or an expression that becomes a JSON value. The functions that
// examine a value accept both.
type Value[V any] interface {
	// collection returns '{' or '[' with the number of parts. It returns 'n' for null, and 0 for any
	// other value.
	collection() (kind byte, parts int)
	// part returns part i and, for an object, its name.
	part(i int) (name string, value V)
	// isPlainScalar reports whether the value is a number, true or false.
	isPlainScalar() bool
}

// JSON is a JSON value.
type JSON struct{ *jsontree.Value }

func (v JSON) collection() (byte, int) {
	switch v.Kind {
	case jsontree.Object, jsontree.Array, jsontree.Null:
		return byte(v.Kind), v.Len()
	}
	return 0, 0
}

func (v JSON) part(i int) (string, JSON) {
	name, part := v.Part(i)
	return name, JSON{part}
}

func (v JSON) isPlainScalar() bool { return v.Kind == jsontree.Number || v.Kind == jsontree.Bool }

// Expr is an expression. elements contains its parts if it becomes an array or object in JSON.
type Expr struct {
	hclwrite.Expr
	isCollection bool
	elements     []*hclwrite.Element
}

// OfExpr returns the value of an expression.
func OfExpr(e hclwrite.Expr) Expr {
	v := Expr{Expr: e}
	if parts := syntax.JSONCollection(e); parts != nil {
		v.isCollection, v.elements = true, parts.Elements()
	}
	return v
}

func (v Expr) collection() (byte, int) {
	if v.isCollection {
		kind := byte('[')
		if _, object := v.Expr.(*hclwrite.Object); object {
			kind = '{'
		}
		return kind, len(v.elements)
	}
	if literal, ok := v.Expr.(*hclwrite.Literal); ok && literal.Text == "null" {
		return 'n', 0
	}
	return 0, 0
}

func (v Expr) part(i int) (string, Expr) {
	item := v.elements[i]
	if item.Key == nil {
		return "", OfExpr(item.Value)
	}
	return item.Key.Text, OfExpr(item.Value)
}

func (v Expr) isPlainScalar() bool {
	e, ok := v.Expr.(*hclwrite.Literal)
	return ok && e.Text != "null"
}
