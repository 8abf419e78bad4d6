package hclwrite

import (
	"math/big"
	"strings"

	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// directiveNesting is the stack of open directives in a template (hclsyntax/parser_template.go,
// templateParser). An element is 'i' for an if directive, 'e' for an if directive after its else,
// and 'f' for a for directive.
type directiveNesting []byte

// addKeyword changes the stack for the keyword of a directive. It returns false if the keyword is
// not allowed here.
func (d *directiveNesting) addKeyword(keyword string) bool {
	top := byte(0)
	if n := len(*d); n > 0 {
		top = (*d)[n-1]
	}
	switch keyword {
	case "if":
		*d = append(*d, 'i')
		return true
	case "for":
		*d = append(*d, 'f')
		return true
	case "else":
		if top == 'i' {
			(*d)[len(*d)-1] = 'e'
		}
		return top == 'i'
	case "endif":
		if top == 'i' || top == 'e' {
			*d = (*d)[:len(*d)-1]
		}
		return top == 'i' || top == 'e'
	case "endfor":
		if top == 'f' {
			*d = (*d)[:len(*d)-1]
		}
		return top == 'f'
	}
	return false
}

// sequence parses an interpolation or a directive, including its $ or % (parseTemplateParts).
func (p *parser) sequence(nesting *directiveNesting, build bool) (v parsedExpr, ok bool) {
	kind := p.src[p.pos]
	p.pos += len("${")
	if !p.countLevel() {
		return v, false
	}
	p.accept('~')
	open := p.pos
	p.skipBlanks(bracketMode)
	if kind == '%' {
		ok = p.directive(nesting)
	} else {
		before := p.lastComment >= open
		v, ok = p.expr(bracketMode, build)
		if build && ok && (before || p.lastComment >= v.span.End) {
			v.expr, v.kind = p.commentedInterpolation(open, v.span), commentedKind
		}
	}
	if !ok {
		return v, false
	}
	p.skipBlanks(bracketMode)
	if p.peek() == '~' && p.peekNext() == '}' {
		p.pos++
	}
	p.levels--
	return v, p.accept('}')
}

// commentedInterpolation returns the expression of an interpolation that contains comments next to
// the expression. The text of the expression is in parentheses, so that the comments stay next to
// it.
func (p *parser) commentedInterpolation(open int, inner Span) Expr {
	text := hcltext.Parenthesize(strings.TrimSpace(p.src[open:p.pos]))
	if p.hasReturns {
		text = hcltext.NormalizeNewlines(text)
	}
	return &Native{Text: text, Span: inner}
}

// directive parses the content of a directive.
func (p *parser) directive(nesting *directiveNesting) bool {
	keyword := p.identifier()
	if !nesting.addKeyword(keyword) {
		return false
	}
	switch keyword {
	case "if":
		return p.countOperator() && p.exprAndBlanks()
	case "for":
		return p.countOperator() && p.forHead()
	case "endif", "endfor":
		p.operators--
	}
	return true
}

// quoted parses a string in quotes.
func (p *parser) quoted(build bool) (v parsedExpr, ok bool) {
	start := p.pos
	if !p.countLevel() {
		return v, false
	}
	base, operators := len(p.sequences), p.operators
	p.pos++
	parts, ok := p.quotedBody(build)
	if !ok {
		return v, false
	}
	p.levels--
	p.operators = operators
	sequences := p.sequences[base:]
	p.sequences = p.sequences[:base]
	raw := Span{start + 1, p.pos}
	p.pos++
	if sole := parts.sole; len(sequences) == 1 && sole.span == raw {
		if sole.kind == commentedKind {
			// The text of the expression includes the comments, so its span is the whole string.
			sole.expr.(*Native).Span = Span{start, p.pos}
		}
		return parsedExpr{expr: markEnclosed(sole.expr)}, true
	}
	v.kind = templateKind
	if !build {
		return v, true
	}
	text, exact := p.src[raw.Start:raw.End], true
	if parts.hasSpecial || p.hasByteOrderMarks {
		text, exact = p.quotedSource(raw, sequences, parts.hasEscapes)
	}
	if exact {
		v.expr = &Template{Text: text, Span: Span{start, p.pos}}
	}
	return v, true
}

// quotedContent describes the content of a string in quotes.
type quotedContent struct {
	// sole is the interpolation at the start of the content. It is the only content if its span is
	// the whole content.
	sole parsedExpr
	// hasSpecial is true if the content contains $, % or a backslash. hasEscapes is true if it contains a
	// backslash.
	hasSpecial, hasEscapes bool
}

// quotedBody parses the content of a string up to the closing quote. It appends the positions of the
// sequences to p.sequences.
func (p *parser) quotedBody(build bool) (parts quotedContent, ok bool) {
	var buf [8]byte
	nesting := directiveNesting(buf[:0])
	start := p.pos
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		switch {
		case hcltext.Classes[c]&hcltext.QuoteStop == 0:
			p.pos++
		case c == '"':
			return parts, len(nesting) == 0
		case c == '\\':
			_, n, ok := hcltext.Unescape(p.src[p.pos:])
			if !ok {
				return parts, false
			}
			parts.hasSpecial, parts.hasEscapes = true, true
			p.pos += n
		case c == '$' || c == '%':
			parts.hasSpecial = true
			opener := hcltext.SequenceStart(p.src, p.pos)
			if opener <= 0 {
				p.pos += max(1, -opener)
				continue
			}
			first := p.pos
			inner, ok := p.sequence(&nesting, build && first == start)
			if !ok {
				return parts, false
			}
			if first == start && c == '$' {
				parts.sole = inner
				parts.sole.span = Span{first, p.pos}
			}
			p.sequences = append(p.sequences, Span{first, p.pos})
		default:
			return parts, false
		}
	}
	return parts, false
}

// quotedSource returns the template source of the text between quotes. It returns false if the
// template source would have another meaning than the quoted text. The quoted text must then be
// kept.
func (p *parser) quotedSource(span Span, sequences []Span, escapes bool) (string, bool) {
	raw := p.src[span.Start:span.End]
	if !escapes {
		return raw, !hcltext.IsFragile(raw)
	}
	var b strings.Builder
	b.Grow(len(raw))
	strip, newline := false, false
	for i := span.Start; i < span.End; {
		if len(sequences) > 0 && sequences[0].Start == i {
			end := sequences[0].End
			sequences = sequences[1:]
			strip = strip || p.src[i+len("${")] == '~' || p.src[end-len("~}")] == '~'
			b.WriteString(p.src[i:end])
			i = end
			continue
		}
		switch c := p.src[i]; c {
		case '\\':
			r, n, _ := hcltext.Unescape(p.src[i:])
			if r == '$' || r == '%' || r == '\ufeff' {
				return "", false
			}
			newline = newline || r == '\n'
			b.WriteRune(r)
			i += n
		case '$', '%':
			if hcltext.SequenceStart(p.src, i) < 0 {
				b.WriteString(p.src[i : i+3])
				i += 3
				continue
			}
			// A $ before an escaped brace would start a sequence in the template source: "$\u007b".
			if p.src[i+1] == '\\' {
				if r, _, _ := hcltext.Unescape(p.src[i+1:]); r == '{' {
					return "", false
				}
			}
			b.WriteByte(c)
			i++
		default:
			b.WriteByte(c)
			i++
		}
	}
	text := b.String()
	// In a template source, each line is a separate token. A strip marker next to a newline
	// therefore removes less than in quotes.
	return text, !(strip && newline) && !hcltext.IsFragile(text)
}

// heredoc parses a heredoc up to its closing marker, without the newline after it
// (hclsyntax/scan_tokens.rl).
func (p *parser) heredoc(build bool) (v parsedExpr, ok bool) {
	start := p.pos
	marker, body := hcltext.HeredocStart(p.src, start)
	if body == 0 || !p.countLevel() {
		return v, false
	}
	p.pos = body
	base, operators := len(p.sequences), p.operators
	if !p.heredocLines(marker) {
		return v, false
	}
	p.levels--
	p.operators = operators
	p.sequences = p.sequences[:base]
	v.kind = templateKind
	if !build {
		return v, true
	}
	span := Span{start, p.pos}
	raw := p.src[start:p.pos]
	text, exact := hcltext.HeredocSource(raw)
	if exact && (!hcltext.IsFragile(text) || hcltext.PrintsAsHeredoc(text)) {
		v.expr = &Template{Text: text, Span: span}
	}
	return v, true
}

// heredocLines parses the lines of a heredoc and its marker.
func (p *parser) heredocLines(marker string) bool {
	var buf [8]byte
	nesting := directiveNesting(buf[:0])
	atLine := true
	for {
		if atLine {
			end := strings.IndexByte(p.src[p.pos:], '\n')
			if end < 0 {
				return false
			}
			if line := p.src[p.pos : p.pos+end]; hcltext.IsMarker(line, marker) {
				line = strings.TrimSuffix(line, "\r")
				p.pos += len(line)
				return len(nesting) == 0 && strings.IndexByte(line, '\r') < 0
			}
			atLine = false
		}
		for p.pos < len(p.src) && hcltext.Classes[p.src[p.pos]]&hcltext.LineStop == 0 {
			p.pos++
		}
		switch c := p.peek(); c {
		case '\n':
			p.pos++
			atLine = true
		case '\r':
			if p.peekNext() != '\n' {
				return false
			}
			p.pos++
		case '$', '%':
			switch opener := hcltext.SequenceStart(p.src, p.pos); {
			case opener > 0:
				if _, ok := p.sequence(&nesting, false); !ok {
					return false
				}
			case opener < 0:
				p.pos -= opener
			default:
				p.pos++
				p.pos += hcltext.LoneLength(p.src[p.pos:])
			}
		default:
			return false
		}
	}
}

// template parses a template source up to its end. If it is a single interpolation, sole is the
// expression in it. All text after the offset literal is literal text.
func (p *parser) template() (sole Expr, literal int, ok bool) {
	var buf [8]byte
	nesting := directiveNesting(buf[:0])
	start := p.pos
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		if hcltext.Classes[c]&hcltext.LineStop == 0 || c == '\n' {
			p.pos++
			continue
		}
		if c == '\r' {
			if p.peekNext() == '\n' {
				p.pos++
				continue
			}
			// After a carriage return without a newline, hclsyntax reads the rest as literal text.
			return nil, p.pos, len(nesting) == 0
		}
		opener := hcltext.SequenceStart(p.src, p.pos)
		if opener == 0 {
			p.pos++
			p.pos += hcltext.LoneLength(p.src[p.pos:])
			continue
		}
		if opener < 0 {
			p.pos -= opener
			continue
		}
		first := p.pos == start
		v, ok := p.sequence(&nesting, first)
		if !ok {
			return nil, 0, false
		}
		if first && c == '$' && p.pos == len(p.src) {
			sole = markEnclosed(v.expr)
		}
	}
	return sole, p.pos, len(nesting) == 0
}

// key returns the key of an object item (hclsyntax/expression.go, ObjectConsKeyExpr). forced is true
// for a key in parentheses.
func (p *parser) key(v parsedExpr, forced bool) *Key {
	text, source, template := p.src[v.span.Start:v.span.End], true, false
	switch {
	case forced:
	case v.kind == nameKind:
		source = false
	case v.kind == templateKind:
		if t, ok := v.expr.(*Template); ok {
			text, source, template = t.Text, false, hcltext.HasSequence(t.Text)
		}
	case v.kind == numberKind:
		if key, ok := numberKey(text); ok {
			text, source = key, false
		}
	}
	return &Key{Text: text, Source: source, Template: template, Span: v.span}
}

// maxKeyLength is the maximum length of a number that is parsed as a key. Parsing takes time
// proportional to the square of the length.
const maxKeyLength = 1 << 12

// numberKey returns the key that a number represents: the number without an exponent. It returns
// false if the key is much longer than the source text, or if the source text is too long.
func numberKey(text string) (string, bool) {
	if len(text) < 16 && hcltext.DigitsEnd(text, 0) == len(text) && (text[0] != '0' || text == "0") {
		return text, true
	}
	if len(text) > maxKeyLength {
		return "", false
	}
	number, err := parseNumber(text)
	if err != nil || isLongNumber(number) {
		return "", false
	}
	return number.Text('f', -1), true // cty convert/conversion_primitive.go
}

// isLongNumber reports whether a number has many digits when it is written without an exponent.
func isLongNumber(number *big.Float) bool {
	const bits = 1024
	exp := number.MantExp(nil)
	return number.IsInf() || exp > bits || exp < -bits
}
