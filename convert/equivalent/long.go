package equivalent

import (
	"bytes"
	"math"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// The parser of hashicorp/hcl joins the literal pieces of a template one by one, and
// moves all that follow each time. So a template of many pieces is taken out of the text
// that it parses, and is parsed in parts, each of which means alone what it means there.

// syntax is how hashicorp/hcl reads a text.
type syntax struct {
	lex   lexer
	parse func(src []byte, filename string, start hcl.Pos) (hclsyntax.Node, hcl.Diagnostics)
	// lines: a line break ends an expression.
	lines bool
}

var (
	configSyntax     = syntax{hclsyntax.LexConfig, parseConfig, true}
	expressionSyntax = syntax{hclsyntax.LexExpression, parsed(hclsyntax.ParseExpression), false}
	templateSyntax   = syntax{hclsyntax.LexTemplate, parsed(hclsyntax.ParseTemplate), false}
)

func parseConfig(src []byte, filename string, start hcl.Pos) (hclsyntax.Node, hcl.Diagnostics) {
	file, diags := hclsyntax.ParseConfig(src, filename, start)
	return file.Body.(*hclsyntax.Body), diags
}

func parsed(
	parse func([]byte, string, hcl.Pos) (hclsyntax.Expression, hcl.Diagnostics),
) func([]byte, string, hcl.Pos) (hclsyntax.Node, hcl.Diagnostics) {
	return func(src []byte, filename string, start hcl.Pos) (hclsyntax.Node, hcl.Diagnostics) {
		return parse(src, filename, start)
	}
}

// longTemplate is a template that is parsed in parts.
type longTemplate struct {
	level
	// parts are where they start, and end is where the last one ends.
	parts []hcl.Pos
	end   hclsyntax.Token
	// sequences: it is not only text.
	sequences bool
	// indent is how much space the lines of a flush heredoc lose.
	indent int
}

// start is where the template starts, with its quote or marker.
func (t *longTemplate) start() hcl.Pos { return t.open.Range.Start }

// flush reports whether a heredoc starts with <<-.
func flush(open hclsyntax.Token) bool { return bytes.HasPrefix(open.Bytes, []byte("<<-")) }

// divide finds the parts of a template, each of which has more than a number of pieces,
// or returns nil. It cuts between two literals that are not in a directive.
func divide(whole level, inner hclsyntax.Tokens, end hclsyntax.Token, pieces int) *longTemplate {
	t := &longTemplate{level: whole, end: end, parts: []hcl.Pos{inner[0].Range.Start}, indent: math.MaxInt}
	if marked(inner[0]) {
		return nil
	}
	isFlush := flush(whole.open)
	depth, directives, count := 0, 0, 0
	literal, newline := false, true // the piece before
	for i, token := range inner {
		if isFlush && depth < 2 && bytes.IndexByte(token.Bytes, '~') >= 0 && !isLiteral(token) {
			return nil // it may take the space away that the indentation is
		}
		if depth == 0 {
			wasLiteral := literal
			literal = isLiteral(token)
			count++
			if newline && isFlush && !t.indented(token) {
				return nil
			}
			if literal && wasLiteral && directives == 0 && count > pieces && (newline || !isFlush) && !marked(token) {
				t.parts = append(t.parts, token.Range.Start)
				count = 0
			}
			newline = literal && bytes.HasSuffix(token.Bytes, []byte("\n"))
			t.sequences = t.sequences || !literal
			if token.Type == hclsyntax.TokenTemplateControl && i+1 < len(inner) {
				directives += directive(inner[i+1])
			}
		}
		depth += nesting(token)
	}
	if len(t.parts) == 1 {
		return nil
	}
	if t.indent == math.MaxInt {
		t.indent = 0
	}
	return t
}

// marked reports whether a piece starts with a byte order mark, which a part would lose.
func marked(token hclsyntax.Token) bool { return bytes.HasPrefix(token.Bytes, []byte("\ufeff")) }

func isLiteral(token hclsyntax.Token) bool {
	return token.Type == hclsyntax.TokenStringLit || token.Type == hclsyntax.TokenQuotedLit
}

// nesting is by how many levels what follows a token is deeper.
func nesting(token hclsyntax.Token) int {
	switch token.Type {
	case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenOQuote,
		hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
		return 1
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCQuote,
		hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
		return -1
	}
	return 0
}

// directive is by how many levels a template is deeper in directives after a keyword.
func directive(keyword hclsyntax.Token) int {
	switch string(keyword.Bytes) {
	case "if", "for":
		return 1
	case "endif", "endfor":
		return -1
	}
	return 0
}

// indented takes the space at the start of a line into account (hclsyntax,
// flushHeredocTemplateParts). It reports whether that is what it looks like.
func (t *longTemplate) indented(first hclsyntax.Token) bool {
	if !isLiteral(first) {
		t.indent = 0
		return true
	}
	text := bytes.TrimLeftFunc(first.Bytes, unicode.IsSpace)
	if len(text) == 0 && bytes.HasSuffix(first.Bytes, []byte("\n")) {
		return true
	}
	space := first.Bytes[:len(first.Bytes)-len(text)]
	t.indent = min(t.indent, len(space))
	return len(bytes.Trim(space, " \t")) == 0
}

// parse reads a text with the long templates that lex has found.
func (l *allowance) parse(
	src []byte, filename string, start hcl.Pos, s syntax, long []*longTemplate,
) (hclsyntax.Node, hcl.Diagnostics) {
	if len(long) == 0 {
		return s.parse(src, filename, start)
	}
	text := func(from, to hcl.Pos) []byte { return src[from.Byte-start.Byte : to.Byte-start.Byte] }
	masked := bytes.Clone(src)
	templates := map[int]*longTemplate{}
	for _, t := range long {
		if t.first == 0 { // it has no quotes or markers
			e := &hclsyntax.TemplateExpr{SrcRange: hcl.RangeBetween(t.open.Range, t.end.Range)}
			return e, l.fill(e, t, filename, text)
		}
		mask(masked[t.parts[0].Byte-start.Byte:t.end.Range.Start.Byte-start.Byte], t.sequences)
		templates[t.start().Byte] = t
	}
	node, diags := s.parse(masked, filename, start)
	_ = hclsyntax.VisitAll(node, func(n hclsyntax.Node) hcl.Diagnostics {
		if e, ok := n.(*hclsyntax.TemplateExpr); ok && templates[e.SrcRange.Start.Byte] != nil {
			diags = append(diags, l.fill(e, templates[e.SrcRange.Start.Byte], filename, text)...)
			delete(templates, e.SrcRange.Start.Byte)
		}
		return nil
	})
	if len(templates) == 0 {
		return node, diags
	}
	// The others are no expressions, such as labels.
	for _, t := range templates {
		l.work -= t.pieces.work()
	}
	if l.work < 0 {
		return node, errorAt(long[0].open.Range, cannotTell, tooSlow)
	}
	return s.parse(src, filename, start)
}

// mask makes a short template of the text of a long one. What follows keeps its line.
func mask(text []byte, sequences bool) {
	for i, b := range text {
		if b != '\n' && b != '\r' {
			text[i] = ' '
		}
	}
	if !sequences && bytes.IndexByte(text, '\n') < 0 {
		return
	}
	// There is something else before a sequence, which would be no template alone.
	open, end := 1+bytes.Index(text[1:], []byte("   ")), bytes.LastIndexByte(text, ' ')
	if open > 0 && end > open+2 {
		copy(text[open:], "${0")
		text[end] = '}'
	}
}

// fill gives an expression the parts of a long template.
func (l *allowance) fill(
	e *hclsyntax.TemplateExpr, t *longTemplate, filename string, text func(from, to hcl.Pos) []byte,
) (diags hcl.Diagnostics) {
	e.Parts = nil
	for i, from := range t.parts {
		to := t.end.Range.Start
		if i+1 < len(t.parts) {
			to = t.parts[i+1]
		}
		part, more := l.part(t, text(from, to), filename, from)
		e.Parts, diags = append(e.Parts, part...), append(diags, more...)
	}
	return diags
}

// part parses a part as a template of the same kind. A flush heredoc gets a first line
// with the indentation of the whole.
func (l *allowance) part(
	t *longTemplate, text []byte, filename string, from hcl.Pos,
) ([]hclsyntax.Expression, hcl.Diagnostics) {
	s, before, after, line, at := templateSyntax, "", "", "", from
	switch {
	case t.open.Type == hclsyntax.TokenOQuote:
		s, before, after = expressionSyntax, `"`, `"`
		at.Column--
	case flush(t.open):
		line = "x\n"
		s, before, after = expressionSyntax, string(t.open.Bytes)+strings.Repeat(" ", t.indent)+line, string(t.end.Bytes)+"\n"
		at.Line -= 2
	}
	at.Byte -= len(before)
	src := append(append([]byte(before), text...), after...)
	l.pieces *= 2 // so that it is not divided again
	defer func() { l.pieces /= 2 }()
	_, long, found := l.lex(src, filename, at, s)
	if found != nil {
		return nil, errorAt(found.rng, cannotTell, found.detail("The template"))
	}
	node, diags := l.parse(src, filename, at, s, long)
	e, ok := node.(*hclsyntax.TemplateExpr)
	if diags.HasErrors() || !ok {
		return nil, diags
	}
	if first, ok := e.Parts[0].(*hclsyntax.LiteralValueExpr); ok && line != "" {
		first.Val = cty.StringVal(strings.TrimPrefix(first.Val.AsString(), line))
		first.SrcRange.Start = from
	}
	return e.Parts, diags
}

// readText reads the source text of an expression or template.
func (l *allowance) readText(
	src []byte, filename string, start hcl.Pos, s syntax,
) (hclsyntax.Expression, hcl.Diagnostics, *excess) {
	var long []*longTemplate
	if len(src) >= maxDepth {
		var found *excess
		if _, long, found = l.lex(src, filename, start, s); found != nil {
			return nil, nil, found
		}
	}
	node, diags := l.parse(src, filename, start, s, long)
	e, _ := node.(hclsyntax.Expression)
	return e, diags, nil
}
