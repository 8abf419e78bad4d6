package hclwrite

import (
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

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

// ValidIdentifier reports whether s can be as the name of an attribute or
// block. It is hclsyntax.ValidIdentifier, which skips a byte order mark, as it would at
// the start of a file, and this does not.
func ValidIdentifier(s string) bool { return s != "" && nameEnd(s, 0) == len(s) }

// Mentions reports whether a name is in a text, wherever it is: in an
// expression, but also in a string or a comment.
func Mentions(text, name string) bool {
	for offset := 0; ; {
		i := strings.Index(text[offset:], name)
		if i < 0 {
			return false
		}
		start := offset + i
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[start+len(name):])
		if !partOfName(before) && !partOfName(after) {
			return true
		}
		offset = start + 1
	}
}

// partOfName reports whether a character can be in an identifier.
func partOfName(r rune) bool {
	return r != utf8.RuneError && hclsyntax.ValidIdentifier("a"+string(r))
}

// StepName returns the name that a step of a reference is, or "".
func StepName(step hcl.Traverser) string {
	switch step := step.(type) {
	case hcl.TraverseRoot:
		return step.Name
	case hcl.TraverseAttr:
		return step.Name
	}
	return ""
}

// TraversalText writes a static reference in its usual spelling. A legacy index
// step a.0 becomes a[0], the only spelling that HCL-JSON takes.
func TraversalText(traversal hcl.Traversal) string {
	var b strings.Builder
	for i, step := range traversal {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			b.WriteString(step.Name)
		case hcl.TraverseAttr:
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(step.Name)
		case hcl.TraverseIndex:
			b.WriteByte('[')
			switch {
			case step.Key.Type() == cty.Number:
				b.WriteString(step.Key.AsBigFloat().Text('f', -1))
			case step.Key.Type() == cty.String:
				b.WriteString(Quote(step.Key.AsString()))
			}
			b.WriteByte(']')
		}
	}
	return b.String()
}

// CanonicalTraversal reports whether s is a static reference in its usual
// spelling: a.b[0].c["key"].
func CanonicalTraversal(s string) bool {
	i := stepName(s, 0)
	for i > 0 && i < len(s) {
		switch s[i] {
		case '.':
			i = stepName(s, i+1)
		case '[':
			i = stepKey(s, i+1)
		default:
			return false
		}
	}
	return i > 0
}

// stepName returns the offset after the ASCII name at an offset of a reference, or
// 0. The keywords of for expressions are left out.
func stepName(s string, start int) int {
	end := nameEnd(s, start)
	switch name := s[start:end]; name {
	case "", "for", "in":
		return 0
	default:
		for i := range len(name) {
			if name[i] >= utf8.RuneSelf {
				return 0
			}
		}
	}
	return end
}

// stepKey returns the offset after an index from its key on, or 0. The key is a
// short integer, or a string without escapes and sequences.
func stepKey(s string, start int) int {
	end := digits(s, start)
	if end == start && end < len(s) && s[end] == '"' {
		for end++; end < len(s) && classes[s[end]]&quoteStop == 0 && s[end] >= ' ' && s[end] != 0x7f; {
			end++
		}
		if end == len(s) || s[end] != '"' {
			return 0
		}
		end++
	} else if end == start || end-start >= 16 {
		return 0
	}
	if end == len(s) || s[end] != ']' {
		return 0
	}
	return end + 1
}
