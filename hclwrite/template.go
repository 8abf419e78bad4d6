package hclwrite

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// exactTemplate returns the expression for a template source that is valid but fragile: its text
// would have another meaning in quotes. If the printer can write the text exactly, the result is the template
// itself. Otherwise the result is a template rendered from the parsed parts.
func exactTemplate(text string) Expr {
	valid, _ := hclsyntax.ParseTemplate([]byte(text), "", hcl.InitialPos)
	parsed := valid.(*hclsyntax.TemplateExpr)
	same := func(text string) bool {
		again, diags := hclsyntax.ParseExpression([]byte(hcltext.QuoteTemplate(text)), "", hcl.InitialPos)
		return !diags.HasErrors() && equalExprs(again, parsed)
	}
	if same(text) {
		return &Template{Text: text}
	}
	r := renderer{sequences: hcltext.Sequences(text)}
	r.addParts(parsed.Parts)
	if rendered := r.templateSource(); same(rendered) {
		return &Template{Text: rendered}
	}
	// The printer cannot write this text as a template, so it is kept as quoted source text.
	return &Native{Text: hcltext.NormalizeNewlines(r.quotedTemplate())}
}

// renderer splits a template into segments: its sequences without strip markers, and its literals
// after trimming.
type renderer struct {
	// sequences contains the source texts of the sequences that are not yet in segments.
	sequences []string
	segments  []segment
}

// segment is literal text or a sequence.
type segment struct {
	text      string
	isLiteral bool
}

func (r *renderer) addParts(parts []hclsyntax.Expression) {
	for _, part := range parts {
		if literal, ok := part.(*hclsyntax.LiteralValueExpr); ok && literal.Val.Type() == cty.String {
			r.segments = append(r.segments, segment{literal.Val.AsString(), true})
			continue
		}
		if r.addSequence() == '$' {
			continue
		}
		switch part := part.(type) {
		case *hclsyntax.ConditionalExpr:
			r.addBranch(part.TrueResult)
			if len(r.sequences) > 0 && directiveKeyword(r.sequences[0]) == "else" {
				r.addSequence()
				r.addBranch(part.FalseResult)
			}
		case *hclsyntax.TemplateJoinExpr:
			r.addBranch(part.Tuple.(*hclsyntax.ForExpr).ValExpr)
		}
		r.addSequence()
	}
}

func (r *renderer) addBranch(e hclsyntax.Expression) {
	if t, ok := e.(*hclsyntax.TemplateExpr); ok {
		r.addParts(t.Parts)
		return
	}
	r.addParts([]hclsyntax.Expression{e})
}

// addSequence moves the next sequence to the segments, without its strip markers. It returns the
// first character: $ or %.
func (r *renderer) addSequence() byte {
	if len(r.sequences) == 0 {
		return 0
	}
	s := r.sequences[0]
	r.sequences = r.sequences[1:]
	inner := strings.TrimSuffix(strings.TrimPrefix(s[2:len(s)-1], "~"), "~")
	r.segments = append(r.segments, segment{text: s[:2] + inner + "}"})
	return s[0]
}

// directiveKeyword returns the keyword of a directive.
func directiveKeyword(sequence string) string {
	p := parser{src: sequence, pos: len("%{"), lastComment: -1}
	p.accept('~')
	p.skipBlanks(bracketMode)
	return p.identifier()
}

// templateSource returns the segments as template source.
func (r *renderer) templateSource() string {
	var b strings.Builder
	for _, s := range r.segments {
		if s.isLiteral {
			b.WriteString(hcltext.EscapeTemplate(s.text))
		} else {
			b.WriteString(s.text)
		}
	}
	return b.String()
}

// quotedTemplate returns the segments as a string in quotes. It writes a $ or % before a sequence
// with a backslash escape, because the character would otherwise escape the sequence.
func (r *renderer) quotedTemplate() string {
	b := []byte{'"'}
	for i, s := range r.segments {
		if !s.isLiteral {
			b = append(b, s.text...)
			continue
		}
		text, last := s.text, ""
		if i+1 < len(r.segments) && !r.segments[i+1].isLiteral {
			if next := r.segments[i+1].text[:1]; strings.HasSuffix(text, next) {
				text, last = text[:len(text)-1], fmt.Sprintf(`\u%04x`, next[0])
			}
		}
		literal := hcltext.Quote(text)
		b = append(b, literal[1:len(literal)-1]...)
		b = append(b, last...)
	}
	return string(append(b, '"'))
}

// equalExprs reports whether two hclsyntax trees are equal except for their positions. It is used in
// the rare cases in which a comparison of the texts is not sufficient.
func equalExprs(a, b hclsyntax.Expression) bool {
	return equalValues(reflect.ValueOf(normalize(a)), reflect.ValueOf(normalize(b)))
}

// normalize removes empty literals from a template, and the parentheses around an expression.
func normalize(e hclsyntax.Expression) hclsyntax.Expression {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return normalize(e.Expression)
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

func equalValues(a, b reflect.Value) bool {
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
		return a.Pointer() == b.Pointer() // the fields are not exported
	}
	switch a.Kind() {
	case reflect.Interface, reflect.Pointer:
		if ea, ok := a.Interface().(hclsyntax.Expression); ok && a.Kind() == reflect.Pointer {
			a = reflect.ValueOf(normalize(ea))
			b = reflect.ValueOf(normalize(b.Interface().(hclsyntax.Expression)))
			if a.Type() != b.Type() {
				return false
			}
		}
		return equalValues(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equalValues(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			// Unexported fields have no effect on the meaning.
			if a.Type().Field(i).IsExported() && !equalValues(a.Field(i), b.Field(i)) {
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
