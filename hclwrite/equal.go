package hclwrite

import (
	"reflect"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// sameExpr reports whether two hclsyntax trees are the same but for their
// places. It serves the rare cases where the reader or printer can't know
// beforehand that a spelling is exact.
func sameExpr(a, b hclsyntax.Expression) bool {
	return sameValue(reflect.ValueOf(normal(a)), reflect.ValueOf(normal(b)))
}

// normal drops empty literals from a template and the parentheses around an
// expression.
func normal(e hclsyntax.Expression) hclsyntax.Expression {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return normal(e.Expression)
	case *hclsyntax.TemplateExpr:
		parts := make([]hclsyntax.Expression, 0, len(e.Parts))
		for _, part := range e.Parts {
			if lit, ok := part.(*hclsyntax.LiteralValueExpr); ok && lit.Val.RawEquals(cty.StringVal("")) {
				continue
			}
			parts = append(parts, part)
		}
		return &hclsyntax.TemplateExpr{Parts: parts}
	}
	return e
}

var (
	rangeType = reflect.TypeFor[hcl.Range]()
	valueType = reflect.TypeFor[cty.Value]()
)

func sameValue(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() {
		return false
	}
	if !a.IsValid() {
		return true
	}
	if a.Type() != b.Type() {
		return false
	}
	switch a.Type() {
	case rangeType:
		return true
	case valueType:
		return a.Interface().(cty.Value).RawEquals(b.Interface().(cty.Value))
	}
	switch a.Kind() {
	case reflect.Interface, reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		if ea, ok := a.Interface().(hclsyntax.Expression); ok && a.Kind() == reflect.Pointer {
			a = reflect.ValueOf(normal(ea))
			b = reflect.ValueOf(normal(b.Interface().(hclsyntax.Expression)))
			if a.Type() != b.Type() {
				return false
			}
		}
		return sameValue(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !sameValue(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			// Unexported fields are the parser's own notes.
			if a.Type().Field(i).IsExported() && !sameValue(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Map, reflect.Func, reflect.Chan:
		return a.IsNil() == b.IsNil()
	default:
		return a.Interface() == b.Interface()
	}
}
