package hclwrite

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// EscapeTemplate returns the template source of literal text: ${ and %{ are
// escaped.
func EscapeTemplate(text string) string {
	if !strings.Contains(text, "${") && !strings.Contains(text, "%{") {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 8)
	for i := 0; i < len(text); i++ {
		c := text[i]
		b.WriteByte(c)
		if (c == '$' || c == '%') && i+1 < len(text) && text[i+1] == '{' {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// HasSequence reports whether a template has an interpolation or a directive.
func HasSequence(template string) bool {
	for i := 0; i+1 < len(template); i++ {
		if c := template[i]; c == '$' || c == '%' {
			switch n := sequenceStart(template, i); {
			case n > 0:
				return true
			case n < 0:
				i += 2
			}
		}
	}
	return false
}

// TemplateText returns the literal text of a template without sequences.
func TemplateText(template string) string {
	if !strings.Contains(template, "{") {
		return template
	}
	var b strings.Builder
	b.Grow(len(template))
	for i := 0; i < len(template); i++ {
		b.WriteByte(template[i])
		if c := template[i]; (c == '$' || c == '%') && sequenceStart(template, i) < 0 {
			i++
		}
	}
	return b.String()
}

// unescape reads the backslash escape at the start of s (HCL native syntax
// specification, "Quoted templates").
func unescape(s string) (r rune, n int, ok bool) {
	if len(s) < 2 {
		return 0, 0, false
	}
	digits := 0
	switch s[1] {
	case 'n':
		return '\n', 2, true
	case 'r':
		return '\r', 2, true
	case 't':
		return '\t', 2, true
	case '"':
		return '"', 2, true
	case '\\':
		return '\\', 2, true
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		return 0, 0, false
	}
	if len(s) < 2+digits {
		return 0, 0, false
	}
	code, err := strconv.ParseUint(s[2:2+digits], 16, 31)
	if r = rune(code); err != nil || !utf8.ValidRune(r) {
		return 0, 0, false
	}
	return r, 2 + digits, true
}

// heredocSource returns the template source of a heredoc whose source text is
// given, from << up to the closing marker. It reports false where that takes
// more than removing the indentation (strip markers in an indented heredoc).
func heredocSource(src string) (text string, exact bool) {
	_, text, _ = strings.Cut(src, "\n")
	text = text[:strings.LastIndexByte(text, '\n')+1]
	if !strings.HasPrefix(src, "<<-") || text == "" {
		return text, true
	}
	return dedent(text)
}

// dedent removes the indentation that all lines of an indented heredoc share,
// as hclsyntax does (hclsyntax/parser_template.go, flushHeredocTemplateParts).
// exact is false when there are strip markers; the result is to be checked then.
func dedent(text string) (result string, exact bool) {
	var room [64]int
	lines, exact, margin := dedentedLines(text, append(room[:0], 0))
	if lines == nil {
		return "", false
	}
	indent := -1
	for _, start := range lines {
		spaces, blank, ok := leadingSpaces(text[start:])
		if !ok {
			return "", false
		}
		if !blank && (indent < 0 || spaces < indent) {
			indent = spaces
		}
	}
	if indent <= 0 || margin {
		return text, exact
	}
	var b strings.Builder
	b.Grow(len(text))
	done := 0
	for _, start := range lines {
		b.WriteString(text[done:start])
		done = start
		if _, blank, _ := leadingSpaces(text[start:]); !blank {
			done += indent
		}
	}
	b.WriteString(text[done:])
	return b.String(), exact
}

// dedentedLines appends the offsets of the line starts outside of sequences to lines,
// or returns nil for a sequence without an end.
//
// Strip markers have worked by then: a line after one that trimmed the newline is not a
// line any more, and one whose indentation was trimmed has none, which margin reports.
// exact is false when there are strip markers.
func dedentedLines(text string, lines []int) (all []int, exact, margin bool) {
	exact = true
	pos := 0
	literal := func(end int) {
		for ; pos < end; pos++ {
			if text[pos] == '\n' {
				lines = append(lines, pos+1)
			}
		}
	}
	for start, end := range sequencesOf(text) {
		if end < 0 {
			return nil, false, false
		}
		literal(start)
		if text[start+len("${")] == '~' {
			exact = false
			margin = margin || strings.TrimSpace(text[lines[len(lines)-1]:start]) == ""
		}
		pos = end
		if text[end-len("~}")] == '~' {
			exact = false
			if rest := strings.TrimLeft(text[end:], " \t\r"); strings.HasPrefix(rest, "\n") {
				pos = len(text) - len(rest) + 1
			}
		}
	}
	literal(len(text))
	if lines[len(lines)-1] == len(text) {
		lines = lines[:len(lines)-1]
	}
	return lines, exact, margin
}

// leadingSpaces counts the spaces and tabs at the start of a line, and reports whether
// there is nothing else on it. ok is false for a line whose indentation holds anything
// else that hclsyntax would count.
func leadingSpaces(line string) (n int, blank, ok bool) {
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	rest := line[n:]
	if strings.HasPrefix(rest, "\n") || strings.HasPrefix(rest, "\r\n") {
		return n, true, true
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return n, false, !unicode.IsSpace(r) && !unicode.Is(unicode.M, r)
}

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
