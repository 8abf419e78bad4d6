package hclwrite

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// fragile reports whether a bare template may read otherwise than the same text
// in quotes: a byte order mark is dropped, a lone carriage return ends the
// template's sequences, and a strip marker trims one line only.
func fragile(template string) bool {
	if strings.HasPrefix(template, "\ufeff") {
		return true
	}
	if strings.IndexByte(template, '\r') >= 0 && strings.Count(template, "\r") != strings.Count(template, "\r\n") {
		return true
	}
	return strings.IndexByte(template, '~') >= 0 && strings.IndexByte(template, '\n') >= 0 &&
		(strings.Contains(template, "~}") || strings.Contains(template, "{~"))
}

// exactTemplate returns the expression for a valid bare template that is fragile: the
// template as it is when the printer can write it exactly, and otherwise one that is
// rendered from the parsed parts.
func exactTemplate(text string) Expr {
	valid, _ := hclsyntax.ParseTemplate([]byte(text), "", hcl.InitialPos)
	parsed := valid.(*hclsyntax.TemplateExpr)
	same := func(text string) bool {
		again, diags := hclsyntax.ParseExpression([]byte(QuoteTemplate(text)), "", hcl.InitialPos)
		return !diags.HasErrors() && sameExpr(again, parsed)
	}
	if same(text) {
		return &Template{Text: text}
	}
	r := renderer{sequences: sequences(text)}
	r.parts(parsed.Parts)
	if rendered := r.bare(); same(rendered) {
		return &Template{Text: rendered}
	}
	// What is left can be written in quotes only.
	return &Native{Text: newlines(r.quoted())}
}

// sequences are the sequences of a template, in order.
func sequences(template string) []string {
	var list []string
	for start, end := range sequencesOf(template) {
		if end >= 0 {
			list = append(list, template[start:end])
		}
	}
	return list
}

// renderer takes a template apart into its sequences, without strip markers, and
// its literals, which are trimmed already.
type renderer struct {
	// sequences are those that are still to come, as they are written.
	sequences []string
	segments  []segment
}

// segment is literal text or a sequence.
type segment struct {
	text    string
	literal bool
}

func (r *renderer) parts(parts []hclsyntax.Expression) {
	for _, part := range parts {
		if literal, ok := part.(*hclsyntax.LiteralValueExpr); ok && literal.Val.Type() == cty.String {
			r.segments = append(r.segments, segment{literal.Val.AsString(), true})
			continue
		}
		if r.take() == '$' {
			continue
		}
		switch part := part.(type) {
		case *hclsyntax.ConditionalExpr:
			r.branch(part.TrueResult)
			if len(r.sequences) > 0 && directive(r.sequences[0]) == "else" {
				r.take()
				r.branch(part.FalseResult)
			}
		case *hclsyntax.TemplateJoinExpr:
			r.branch(part.Tuple.(*hclsyntax.ForExpr).ValExpr)
		}
		r.take()
	}
}

func (r *renderer) branch(e hclsyntax.Expression) {
	if t, ok := e.(*hclsyntax.TemplateExpr); ok {
		r.parts(t.Parts)
		return
	}
	r.parts([]hclsyntax.Expression{e})
}

// take moves the next sequence to the segments and returns its first character.
func (r *renderer) take() byte {
	if len(r.sequences) == 0 {
		return 0
	}
	s := r.sequences[0]
	r.sequences = r.sequences[1:]
	inner := strings.TrimSuffix(strings.TrimPrefix(s[2:len(s)-1], "~"), "~")
	r.segments = append(r.segments, segment{text: s[:2] + inner + "}"})
	return s[0]
}

// directive is the keyword of a template directive.
func directive(sequence string) string {
	p := parser{src: sequence, pos: len("%{"), comment: -1}
	p.eat('~')
	p.blank(inside)
	return p.identifier()
}

// bare is the template source.
func (r *renderer) bare() string {
	var b strings.Builder
	for _, s := range r.segments {
		if s.literal {
			b.WriteString(EscapeTemplate(s.text))
		} else {
			b.WriteString(s.text)
		}
	}
	return b.String()
}

// quoted is the template in quotes. A $ or % that is before a sequence is
// written as an escape, because it would escape the sequence.
func (r *renderer) quoted() string {
	b := []byte{'"'}
	for i, s := range r.segments {
		if !s.literal {
			b = append(b, s.text...)
			continue
		}
		text, last := s.text, ""
		if i+1 < len(r.segments) && !r.segments[i+1].literal {
			if next := r.segments[i+1].text[:1]; strings.HasSuffix(text, next) {
				text, last = text[:len(text)-1], fmt.Sprintf(`\u%04x`, next[0])
			}
		}
		literal := Quote(text)
		b = append(b, literal[1:len(literal)-1]...)
		b = append(b, last...)
	}
	return string(append(b, '"'))
}
