package hclwrite

import (
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// SameSource reports whether two source texts, as a [Native] holds them, are the same
// expression except for its layout, and with comments true, also have the same comments.
func SameSource(a, b string, comments bool) bool {
	if a == b {
		return true
	}
	if comments && !slices.Equal(commentsIn(a, inCode), commentsIn(b, inCode)) {
		return false
	}
	return equalTokens(a, b, inCode) || sameParsed(a+"\n", b+"\n", ParseExpr, hclsyntax.ParseExpression)
}

// SameTemplate reports whether two templates, as a [Template] holds them, are the
// same except for the layout of their sequences. With comments, those in them must be
// the same too.
func SameTemplate(a, b string, comments bool) bool {
	if a == b {
		return true
	}
	if comments && !slices.Equal(commentsIn(a, inLines), commentsIn(b, inLines)) {
		return false
	}
	return equalTokens(a, b, inLines) || sameParsed(a, b, ParseTemplate, hclsyntax.ParseTemplate)
}

// sameParsed compares what hclsyntax parses. It is given what check accepts.
func sameParsed(
	a, b string, check func(src, filename string) (Expr, hcl.Diagnostics),
	parse func([]byte, string, hcl.Pos) (hclsyntax.Expression, hcl.Diagnostics),
) bool {
	var parsed [2]hclsyntax.Expression
	for i, src := range []string{a, b} {
		if _, diags := check(src, ""); diags.HasErrors() || literalPieces(src) > maxPieces {
			return false
		}
		var diags hcl.Diagnostics
		if parsed[i], diags = parse([]byte(src), "", hcl.InitialPos); diags.HasErrors() {
			return false
		}
	}
	return sameExpr(parsed[0], parsed[1])
}

// equalTokens compares the tokens of two texts, except for newlines and comments. It is
// strict: texts with other tokens may still be the same.
func equalTokens(a, b string, in context) bool {
	var x, y lexer
	x.reset(a, 0, in)
	y.reset(b, 0, in)
	for {
		k, l := nextToken(&x), nextToken(&y)
		if k != l || a[x.start:x.pos] != b[y.start:y.pos] {
			return false
		}
		if k == noToken {
			return true
		}
	}
}

func nextToken(x *lexer) kind {
	for {
		switch k := x.next(); k {
		case newlineToken, commentToken, lineCommentToken:
		default:
			return k
		}
	}
}

// CommentsIn returns the comments in the source text of an expression.
func CommentsIn(text string) []string { return commentsIn(text, inCode) }

func commentsIn(text string, in context) (list []string) {
	if !strings.ContainsAny(text, "#/") {
		return nil
	}
	var x lexer
	x.reset(text, 0, in)
	for k := x.next(); k != noToken; k = x.next() {
		if k == commentToken || k == lineCommentToken {
			g := gap{src: text[x.start:x.pos]}
			if g.next() {
				list = append(list, g.comment)
			}
		}
	}
	return list
}

// sameExpr reports whether two hclsyntax trees are the same except for their
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
	rangeType    = reflect.TypeFor[hcl.Range]()
	valueType    = reflect.TypeFor[cty.Value]()
	operatorType = reflect.TypeFor[*hclsyntax.Operation]()
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
	case operatorType:
		return a.Pointer() == b.Pointer() // nothing in it can be seen
	}
	switch a.Kind() {
	case reflect.Interface, reflect.Pointer:
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
