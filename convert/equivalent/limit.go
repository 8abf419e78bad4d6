package equivalent

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/limits"
)

const (
	// maxDepth is how deeply brackets and templates may be nested.
	maxDepth = limits.Nesting
	// maxChain is how deep a syntax tree may become by operators as well, which
	// nest without a bracket (1 + 1 + 1, !!!x, a[*][*]), and how many steps a
	// traversal may have.
	maxChain = limits.Operators
)

// maxTrials is in attributes, and in bytes of their values.
const (
	maxTrials     = 200_000
	bytesPerTrial = 64
)

const (
	// maxWork is less than a minute.
	maxWork = 3 << 33
	// bytesPerPiece is for a piece of a template, next to its text.
	bytesPerPiece = 2
	// workPerBlank is for a byte of a template in another that is left out there.
	workPerBlank = 8
	// maxPieces is how many pieces of a template take no time to speak of.
	maxPieces = 500
	// digitsPerByte makes work of the product of two digits.
	digitsPerByte = 500
	// maxNumber is how many digits of a number are read at all: twenty times as many
	// take 5 s.
	maxNumber = 100_000
)

// allowance is what may still be spent on a comparison, where the cost does not grow
// with the size of the files alone.
type allowance struct {
	// trials counts down the comparisons that are made only to find the blocks
	// that belong together.
	trials int
	// work counts down the bytes that are moved where their number grows with a
	// square: of the digits of a number, and of the literal pieces of a template
	// that are read at a time.
	work int
	// constants is for the expressions that must be computed.
	constants limits.Budget
	// pieces is how many pieces of a template are read at a time.
	pieces int
}

func newAllowance() allowance { return allowance{trials: maxTrials, work: maxWork, pieces: maxPieces} }

// affordable reports whether another trial may be made.
func (l *allowance) affordable() bool { return l.trials > 0 }

// spend counts the reading of an attribute in a trial.
func (l *allowance) spend(a attribute) {
	l.trials -= (a.Range.End.Byte - a.Range.Start.Byte) / bytesPerTrial
}

const cannotTell = "Cannot tell"

const (
	tooDeep = "brackets, blocks or templates are more than %d levels deep"
	tooLong = "an expression has more than %d operators, indexes or steps in a row"
	tooSlow = "it would take too long to read the templates and numbers"
)

// excess is why a text is not read, and where.
type excess struct {
	why string
	rng hcl.Range
}

// detail says why a thing cannot be compared.
func (e *excess) detail(what string) string {
	return fmt.Sprintf("%s cannot be compared: %s.", what, e.why)
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

type lexer func(src []byte, filename string, start hcl.Pos) (hclsyntax.Tokens, hcl.Diagnostics)

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

// lex makes tokens of source text, and finds its long templates, unless it finds what
// keeps it from being read: a syntax tree that would be too deep to walk, or the time
// that it would take. The tokens of a hostile text would fill the memory, so it looks at
// the beginning first.
func (l *allowance) lex(
	src []byte, filename string, start hcl.Pos, s syntax,
) (hclsyntax.Tokens, []*longTemplate, *excess) {
	if end := suspect(src); end > 0 {
		probe := *l
		probe.pieces = math.MaxInt
		tokens, _ := s.lex(src[:end], filename, start)
		if _, found := probe.excessOf(tokens, s); found != nil {
			return nil, nil, found
		}
	}
	tokens, _ := s.lex(src, filename, start)
	long, found := l.excessOf(tokens, s)
	return tokens, long, found
}

// maxSigns is how many signs of template sequences a line may have that is not
// looked at twice.
const maxSigns = 200_000

// suspect returns the end of the first stretch of a line that could be one
// expression with too many operators or steps, or a template of too many pieces,
// or 0.
func suspect(src []byte) int {
	operators, signs := 0, 0
	for i, b := range src {
		switch b {
		case '\n':
			operators, signs = 0, 0
		case ',', '"':
			operators = 0
		case '$', '%':
			signs++
		case '.', '[', ':', '?', '!', '+', '-', '*', '/', '=', '<', '>', '&', '|':
			operators++
		}
		if operators > 2*maxChain || signs > maxSigns {
			return i + 1
		}
	}
	return 0
}

// chains follows the nesting of tokens.
type chains struct {
	stack []level
	// operators are those of all levels, steps those of a traversal.
	operators, steps int
	// unpaired: a bracket is closed by another, so that hashicorp/hcl refuses the text.
	unpaired bool
}

// level is one that brackets or a template open.
type level struct {
	open hclsyntax.Token
	// first is the index of the token after it.
	first int
	// lines: a line break ends an expression.
	lines bool
	// chain is the number of operators since the last separator.
	chain  int
	pieces pieces
}

// pieces measures how hashicorp/hcl joins the literal pieces of a template that
// are side by side: each takes a copy of those before, and moves all after.
type pieces struct {
	count, joined int
	// run is the length of the text that is joined so far.
	run, copied int
}

func (l *allowance) excessOf(tokens hclsyntax.Tokens, s syntax) (long []*longTemplate, found *excess) {
	c := &chains{stack: []level{{open: tokens[0], lines: s.lines}}}
	for i, token := range tokens {
		if token.Type == hclsyntax.TokenNumberLit {
			l.number(len(token.Bytes))
		}
		at := token.Range
		if closed := c.follow(token); closed != nil {
			long = l.weigh(long, closed, tokens[closed.first:i], token)
			at = closed.open.Range
		} else if c.top().first == 0 && len(c.stack) > 1 {
			c.top().first = i + 1
		}
		if i > 0 && tokens[i-1].Type == hclsyntax.TokenTemplateControl {
			c.directive(token)
		}
		// A for expression goes over lines.
		if i > 0 && tokens[i-1].Type == hclsyntax.TokenOBrace && string(token.Bytes) == "for" {
			c.top().lines = false
		}
		switch {
		case len(c.stack) > maxDepth:
			return nil, &excess{fmt.Sprintf(tooDeep, maxDepth), token.Range}
		case c.operators > maxChain, c.steps > maxChain:
			return nil, &excess{fmt.Sprintf(tooLong, maxChain), token.Range}
		case l.work < 0:
			return nil, &excess{tooSlow, at}
		}
	}
	end := len(tokens) - 1
	long = l.weigh(long, c.top(), tokens[c.top().first:end], tokens[end])
	if c.unpaired || len(c.stack) > 1 {
		l.undivided(long)
		long = nil
	}
	if l.work < 0 {
		return nil, &excess{tooSlow, c.top().open.Range}
	}
	slices.SortFunc(long, func(a, b *longTemplate) int { return a.start().Byte - b.start().Byte })
	return long, nil
}

// follow takes the next token. It returns the level that it closes.
func (c *chains) follow(token hclsyntax.Token) (closed *level) {
	switch token.Type {
	case hclsyntax.TokenDot, hclsyntax.TokenDoubleColon:
		c.steps++
	case hclsyntax.TokenIdent, hclsyntax.TokenNumberLit:
	default:
		c.steps = 0
	}
	switch n := nesting(token); {
	case isLiteral(token):
		c.top().pieces.literal(len(token.Bytes))
	case n > 0:
		if token.Type == hclsyntax.TokenTemplateInterp || token.Type == hclsyntax.TokenTemplateControl {
			c.top().pieces.sequence()
		}
		if token.Type == hclsyntax.TokenOBrack { // an index is also a step of a chain
			c.grow()
		}
		c.stack = append(c.stack, level{open: token, lines: token.Type == hclsyntax.TokenOBrace})
	case n < 0 && len(c.stack) > 1:
		c.reset()
		closed = c.top()
		c.unpaired = c.unpaired || !pair(closed.open.Type, token.Type)
		c.stack = c.stack[:len(c.stack)-1]
	}
	switch token.Type {
	case hclsyntax.TokenComma:
		c.reset()
	case hclsyntax.TokenNewline, hclsyntax.TokenComment:
		// The token of a comment has the line break that ends it.
		if c.top().lines && bytes.HasSuffix(token.Bytes, []byte{'\n'}) {
			c.reset()
		}
	case hclsyntax.TokenPlus, hclsyntax.TokenMinus, hclsyntax.TokenStar, hclsyntax.TokenSlash,
		hclsyntax.TokenPercent, hclsyntax.TokenBang, hclsyntax.TokenQuestion, hclsyntax.TokenAnd,
		hclsyntax.TokenOr, hclsyntax.TokenEqualOp, hclsyntax.TokenNotEqual, hclsyntax.TokenLessThan,
		hclsyntax.TokenLessThanEq, hclsyntax.TokenGreaterThan, hclsyntax.TokenGreaterThanEq:
		c.grow()
	}
	return closed
}

// directive follows the keyword of one: the template around it holds those that are open.
func (c *chains) directive(keyword hclsyntax.Token) {
	levels := directive(keyword)
	if levels == 0 {
		return
	}
	if around := &c.stack[len(c.stack)-2]; around.chain+levels >= 0 {
		around.chain += levels
		c.operators += levels
	}
}

// weigh counts the work on a template, and adds what is long of it.
func (l *allowance) weigh(
	long []*longTemplate, closed *level, inner hclsyntax.Tokens, end hclsyntax.Token,
) []*longTemplate {
	d := &divider{pieces: l.pieces, flush: flush(closed.open)}
	if closed.pieces.count <= l.pieces || !d.divide(closed, inner, end) {
		l.work -= closed.pieces.work()
		return long
	}
	l.work -= d.work
	return append(long, d.long...)
}

// undivided counts the work on long templates that are not parsed in parts after all.
func (l *allowance) undivided(long []*longTemplate) {
	for _, t := range long {
		l.work -= t.count * (t.count + t.to.Byte - t.from.Byte)
	}
}

func (c *chains) grow() {
	c.top().chain++
	c.operators++
}

func (c *chains) reset() {
	c.operators -= c.top().chain
	c.top().chain = 0
}

func (c *chains) top() *level { return &c.stack[len(c.stack)-1] }

func (p *pieces) literal(length int) {
	p.count++
	if p.run > 0 {
		p.joined++
		p.copied += p.run + length
	}
	p.run += length
}

func (p *pieces) sequence() {
	p.count++
	p.run = 0
}

func (p *pieces) work() int { return p.copied + p.joined*p.count/2*bytesPerPiece }

// The parser of hashicorp/hcl joins the literal pieces of a template one by one, and
// moves all that follow each time. So a template of many pieces is taken out of the text
// that it parses, and is parsed in parts, each of which means alone what it means there.

// divider finds the parts of a template and its clauses, each of which has more than a number of
// pieces. It cuts between two literals.
type divider struct {
	pieces int
	flush  bool
	// open are the template and the clauses around the position.
	open []*longTemplate
	long []*longTemplate
	// work is that on the parts.
	work int
}

func (d *divider) top() *longTemplate { return d.open[len(d.open)-1] }

// divide reports false for a template that must be parsed in one go.
func (d *divider) divide(closed *level, inner hclsyntax.Tokens, end hclsyntax.Token) bool {
	indent := math.MaxInt
	d.opens(&longTemplate{whole: true, bare: closed.first == 0}, part{from: inner[0].Range.Start})
	newline, begins := true, false // newline: the piece before ends a line
	depth := 0
	for i, token := range inner {
		if depth == 0 {
			text, literal := trimmed(inner, i), isLiteral(token)
			if newline && d.flush {
				space, ok := spaceBefore(text, literal)
				if !ok {
					return false
				}
				indent = min(indent, space)
			}
			if token.Type == hclsyntax.TokenTemplateControl && i+1 < len(inner) {
				ends := false
				if begins, ends = clauses(inner[i+1]); ends {
					d.top().after = "%{" + strip(token) + " if 0}%{endif}" // of %, since it may follow $
					d.closes(token.Range.Start)
				}
				if len(d.open) == 0 {
					return false
				}
			}
			if literal && i > 0 && isLiteral(inner[i-1]) && !marked(token) && (endsLine(inner[i-1].Bytes) || !d.flush) {
				cut := part{from: token.Range.Start}
				if d.flush && !newline {
					cut.before = "${0 ~}\n" // its line keeps its space, since the newline before it is trimmed
				}
				d.cut(cut)
			}
			d.top().add(token)
			newline = literal && endsLine(text)
		}
		if depth += nesting(token); depth == 0 && begins {
			d.opens(&longTemplate{}, part{token.Range.End, "${0 " + strip(token) + "}"})
			begins = false
		}
	}
	if len(d.open) != 1 || marked(inner[0]) {
		return false
	}
	d.closes(end.Range.Start)
	if indent == math.MaxInt {
		indent = 0
	}
	for _, t := range d.long {
		t.open, t.end, t.indent = closed.open, end, indent
	}
	return true
}

func (d *divider) opens(t *longTemplate, first part) {
	t.from, t.parts = first.from, []part{first}
	d.open = append(d.open, t)
}

func (d *divider) cut(at part) {
	if t := d.top(); t.last.count >= d.pieces {
		d.work += t.last.work()
		t.parts, t.last = append(t.parts, at), pieces{}
	}
}

// closes ends a template or clause. A short clause is part of what is around it.
func (d *divider) closes(at hcl.Pos) {
	t := d.top()
	d.open = d.open[:len(d.open)-1]
	t.to = at
	if !t.whole && t.count <= d.pieces {
		d.top().include(t)
		return
	}
	d.work += t.last.work()
	// A flush heredoc without the lines of its clauses may lose more space.
	if !t.whole || len(t.parts) > 1 || len(d.long) > 0 && d.flush {
		d.work += (t.to.Byte - t.from.Byte) * workPerBlank
		d.long = append(d.long, t)
	}
}

// add counts a piece.
func (t *longTemplate) add(token hclsyntax.Token) {
	t.count++
	if isLiteral(token) {
		t.last.literal(len(token.Bytes))
		return
	}
	t.sequences = true
	t.last.sequence()
}

// include counts the pieces of a clause.
func (t *longTemplate) include(clause *longTemplate) {
	t.count += clause.count
	t.last.count += clause.last.count
	t.last.joined += clause.last.joined
	t.last.copied += clause.last.copied
}

// longTemplate is a template that is parsed in parts, or a clause of one: what is in a directive.
type longTemplate struct {
	// open and end are the quotes or markers of the template.
	open, end hclsyntax.Token
	// whole: it is no clause. bare: it is all of the source.
	whole, bare bool
	// from and to are where its text starts and ends.
	from, to hcl.Pos
	parts    []part
	// after is a directive that trims a clause as the directive behind it does.
	after string
	// sequences: it is not only text.
	sequences bool
	// indent is how much space the lines of a flush heredoc lose.
	indent int
	// count is how many pieces it has, and last are those after the last cut.
	count int
	last  pieces
}

// part is a part by its start, and a sequence that trims it as the one before it does.
type part struct {
	from   hcl.Pos
	before string
}

// marked reports whether a piece starts with a byte order mark, which a part would lose.
func marked(token hclsyntax.Token) bool { return bytes.HasPrefix(token.Bytes, []byte("\ufeff")) }

// trimmed is a piece of a template without the space that strip markers next to it take.
func trimmed(tokens hclsyntax.Tokens, i int) []byte {
	text := tokens[i].Bytes
	if i > 0 && !isLiteral(tokens[i-1]) && string(tokens[i-1].Bytes) == "~}" {
		text = bytes.TrimLeftFunc(text, unicode.IsSpace)
	}
	if i+1 < len(tokens) && !isLiteral(tokens[i+1]) && bytes.HasSuffix(tokens[i+1].Bytes, []byte("{~")) {
		text = bytes.TrimRightFunc(text, unicode.IsSpace)
	}
	return text
}

func endsLine(text []byte) bool { return bytes.HasSuffix(text, []byte("\n")) }

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

// pair reports whether a token closes another.
func pair(open, end hclsyntax.TokenType) bool {
	switch end {
	case hclsyntax.TokenCBrace:
		return open == hclsyntax.TokenOBrace
	case hclsyntax.TokenCBrack:
		return open == hclsyntax.TokenOBrack
	case hclsyntax.TokenCParen:
		return open == hclsyntax.TokenOParen
	case hclsyntax.TokenCQuote:
		return open == hclsyntax.TokenOQuote
	case hclsyntax.TokenCHeredoc:
		return open == hclsyntax.TokenOHeredoc
	}
	return open == hclsyntax.TokenTemplateInterp || open == hclsyntax.TokenTemplateControl
}

// directive is by how many levels a template is deeper in directives after a keyword, 0 after any
// other token.
func directive(keyword hclsyntax.Token) int {
	switch string(keyword.Bytes) {
	case "if", "for":
		return 1
	case "endif", "endfor":
		return -1
	}
	return 0
}

// clauses reports whether a clause of a template begins after the directive with a keyword, and
// whether one ends before it.
func clauses(keyword hclsyntax.Token) (begins, ends bool) {
	levels := directive(keyword)
	isElse := string(keyword.Bytes) == "else"
	return levels > 0 || isElse, levels < 0 || isElse
}

// strip is the strip marker of a sequence's start or end.
func strip(token hclsyntax.Token) string {
	if bytes.IndexByte(token.Bytes, '~') >= 0 {
		return "~"
	}
	return ""
}

// spaceBefore is how much space a line of a flush heredoc starts with, or so much that it does not
// count (hclsyntax, flushHeredocTemplateParts). It reports whether that is what it looks like.
func spaceBefore(first []byte, literal bool) (n int, ok bool) {
	if !literal {
		return 0, true
	}
	text := bytes.TrimLeftFunc(first, unicode.IsSpace)
	if len(text) == 0 && endsLine(first) {
		return math.MaxInt, true
	}
	space := first[:len(first)-len(text)]
	return len(space), len(bytes.Trim(space, " \t")) == 0
}

// parse reads a text with the long templates that lex has found, in their order.
func (l *allowance) parse(
	src []byte, filename string, start hcl.Pos, s syntax, long []*longTemplate,
) (hclsyntax.Node, hcl.Diagnostics) {
	if len(long) == 0 {
		return s.parse(src, filename, start)
	}
	if t := long[0]; t.bare {
		e := &hclsyntax.TemplateExpr{SrcRange: hcl.RangeBetween(t.open.Range, t.end.Range)}
		return e, l.fill(e, t, filename, src, start, long)
	}
	masked := bytes.Clone(src)
	templates := map[int]*longTemplate{}
	end := 0
	for _, t := range long {
		if t.from.Byte < end {
			continue // it is in the one before
		}
		end = t.to.Byte
		lines := mask(t.text(masked, start), t.sequences)
		l.work -= lines * lines * bytesPerPiece
		templates[t.start().Byte] = t
	}
	if l.work < 0 {
		return nil, errorAt(long[0].open.Range, cannotTell, tooSlow)
	}
	node, diags := s.parse(masked, filename, start)
	_ = hclsyntax.VisitAll(node, func(n hclsyntax.Node) hcl.Diagnostics {
		if e, ok := n.(*hclsyntax.TemplateExpr); ok && templates[e.SrcRange.Start.Byte] != nil {
			diags = append(diags, l.fill(e, templates[e.SrcRange.Start.Byte], filename, src, start, long)...)
			delete(templates, e.SrcRange.Start.Byte)
		}
		return nil
	})
	if len(templates) == 0 {
		return node, diags
	}
	// The others are no expressions, such as labels.
	l.undivided(slices.Collect(maps.Values(templates)))
	if l.work < 0 {
		return node, errorAt(long[0].open.Range, cannotTell, tooSlow)
	}
	return s.parse(src, filename, start)
}

// mask makes a short template of the text of a long one: a sequence over its lines, so that what
// follows keeps its line. It returns how many lines are not in that, since they are too short.
func mask(text []byte, sequences bool) (lines int) {
	isBreak := func(b byte) bool { return b == '\n' || b == '\r' }
	isSpace := func(b byte) bool { return b == ' ' || b == '\t' || isBreak(b) }
	// There is something else before a sequence, which would be no template alone.
	_, start := utf8.DecodeRune(text)
	for start+1 < len(text) && (isSpace(text[start]) || isBreak(text[start+1])) {
		start++
	}
	end := len(text)
	for end > start && isSpace(text[end-1]) {
		end--
	}
	// What strip markers trim does not make a line of what is next to it.
	open, closing := "${", "}"
	if bytes.HasPrefix(text[start:], []byte("${~")) || bytes.HasPrefix(text[start:], []byte("%{~")) {
		open = "${~"
	}
	if bytes.HasSuffix(text[:end], []byte("~}")) {
		closing = "~}"
	}
	for i, b := range text {
		switch {
		case i < start && !isSpace(b):
			text[i] = '.'
		case i >= start && i < end && !isBreak(b):
			text[i] = ' '
		}
	}
	lines = bytes.Count(text, []byte("\n"))
	zero := start + len(open)
	for zero < end && isBreak(text[zero]) {
		zero++
	}
	if zero+len(closing) >= end || lines == 0 && !sequences {
		return lines
	}
	copy(text[start:], open)
	text[zero] = '0'
	copy(text[end-len(closing):], closing)
	return lines - bytes.Count(text[start:end], []byte("\n"))
}

// fill gives an expression the parts of a long template of a source, some of which hold others.
func (l *allowance) fill(
	e *hclsyntax.TemplateExpr, t *longTemplate, filename string, src []byte, start hcl.Pos, long []*longTemplate,
) (diags hcl.Diagnostics) {
	e.Parts = nil
	for i, part := range t.parts {
		to, after := t.to, t.after
		if i+1 < len(t.parts) {
			to, after = t.parts[i+1].from, ""
		}
		text := src[part.from.Byte-start.Byte : to.Byte-start.Byte]
		parsed, more := l.part(t, part, text, after, filename, within(long, part.from, to))
		e.Parts, diags = append(e.Parts, parsed...), append(diags, more...)
	}
	if !t.whole && len(e.Parts) > 0 {
		e.SrcRange = hcl.RangeBetween(e.Parts[0].Range(), e.Parts[len(e.Parts)-1].Range())
	}
	return diags
}

// within are those that start after one place and before another.
func within(long []*longTemplate, from, to hcl.Pos) []*longTemplate {
	index := func(at int) int {
		return sort.Search(len(long), func(i int) bool { return long[i].start().Byte >= at })
	}
	return long[index(from.Byte+1):index(to.Byte)]
}

// part parses a part as a template of the same kind, between the sequences that trim it. In a flush
// heredoc it gets text before it, with the indentation of the whole, unless it starts with a sequence,
// which has none.
func (l *allowance) part(
	t *longTemplate, p part, text []byte, after, filename string, long []*longTemplate,
) ([]hclsyntax.Expression, hcl.Diagnostics) {
	const line = "x\n"
	s, open, before, end := templateSyntax, "", p.before, ""
	first, last := min(len(before), 1), min(len(after), 1) // how many of its parts the sequences are
	switch {
	case t.open.Type == hclsyntax.TokenOQuote:
		s, open, end = expressionSyntax, `"`, `"`
	case flush(t.open):
		s, open, end = expressionSyntax, string(t.open.Bytes), string(t.end.Bytes)+"\n"
		if before != "" {
			before, first = "x"+before, 2
		} else if !bytes.HasPrefix(text, []byte("${")) && !bytes.HasPrefix(text, []byte("%{")) {
			before = line
		}
		if before != "" {
			before = strings.Repeat(" ", t.indent) + before
		}
		if after != "" {
			after, last = after+"\n", 2
		}
	}
	at := p.from
	at.Byte -= len(open + before)
	at.Line -= strings.Count(open+before, "\n")
	if at.Line == p.from.Line {
		at.Column -= len(open + before)
	}
	node, diags := l.parse([]byte(open+before+string(text)+after+end), filename, at, s, long)
	e, ok := node.(*hclsyntax.TemplateExpr)
	if diags.HasErrors() || !ok {
		return nil, diags
	}
	parts := e.Parts[first : len(e.Parts)-last]
	if text, ok := parts[0].(*hclsyntax.LiteralValueExpr); ok && before != "" {
		text.SrcRange.Start = p.from
		if strings.HasSuffix(before, line) {
			text.Val = cty.StringVal(strings.TrimPrefix(text.Val.AsString(), line))
		}
	}
	return parts, diags
}

// flush reports whether a heredoc starts with <<-.
func flush(open hclsyntax.Token) bool {
	return open.Type == hclsyntax.TokenOHeredoc && bytes.HasPrefix(open.Bytes, []byte("<<-"))
}

// start is where the template starts, with its quote or marker.
func (t *longTemplate) start() hcl.Pos {
	if t.whole {
		return t.open.Range.Start
	}
	return t.from
}

// text is without the quotes or markers.
func (t *longTemplate) text(src []byte, start hcl.Pos) []byte {
	return src[t.from.Byte-start.Byte : t.to.Byte-start.Byte]
}

// excessOfJSON finds the place where a JSON text is too deep to be read.
func (l *allowance) excessOfJSON(src []byte) *excess {
	depth, quoted := 0, false
	for i := 0; i < len(src); i++ {
		switch b := src[i]; {
		case b == '"':
			quoted = !quoted
		case quoted:
			if b == '\\' {
				i++
			}
		case b == '{', b == '[':
			depth++
		case b == '}', b == ']':
			depth--
		case b >= '0' && b <= '9':
			start := i
			for i+1 < len(src) && src[i+1] >= '0' && src[i+1] <= '9' {
				i++
			}
			l.number(i + 1 - start)
		}
		if depth > maxDepth {
			return &excess{fmt.Sprintf(tooDeep, maxDepth), rangeAt(src, i)}
		}
		if l.work < 0 {
			return &excess{tooSlow, rangeAt(src, i)}
		}
	}
	return nil
}

// number counts the digits of a number that is read, the time of which grows with
// their square.
func (l *allowance) number(digits int) {
	l.work -= digits / digitsPerByte * digits
	if digits > maxNumber {
		l.work = -1
	}
}

// rangeAt is the place of one byte.
func rangeAt(src []byte, offset int) hcl.Range {
	before := src[:offset]
	line := bytes.LastIndexByte(before, '\n') + 1
	start := hcl.Pos{
		Line: 1 + bytes.Count(before, []byte{'\n'}), Column: 1 + utf8.RuneCount(before[line:]), Byte: offset,
	}
	end := start
	end.Column, end.Byte = end.Column+1, end.Byte+1
	return hcl.Range{Start: start, End: end}
}

// survey goes over the bytes of a file in native syntax and bounds what makes it
// expensive to read, without making tokens. It counts too much rather than too
// little, and gives up on what can only be understood from tokens.
// It decides nothing but whether [allowance.lex] is needed.
type survey struct {
	src []byte
	at  int
	// open are the brackets and templates around the position.
	open []opened
	// run is the number of operators, steps and brackets since the last line break
	// between the items of the file.
	run int
	// depth, signs and pieces are the largest numbers of open levels, of a run, and of
	// the pieces of a template.
	depth, signs, pieces int
	// comments are the texts of all, with their markers.
	comments [][]byte
}

// opened is a level.
type opened struct {
	kind byte
	// pieces bounds the number of pieces of a template.
	pieces int
	// marker is that of a heredoc.
	marker []byte
}

// The kinds of levels that are not brackets.
const (
	theFile  = 0
	quoted   = '"'
	heredoc  = '<'
	sequence = '$'
)

// surveyOf goes over a file. The result counts only if it has got to its end.
func surveyOf(src []byte) (*survey, bool) {
	s := &survey{src: src, open: []opened{{kind: theFile}}, depth: 1, pieces: 1}
	if bytes.IndexByte(src, '\r') >= 0 || !utf8.Valid(src) {
		return s, false
	}
	for s.at < len(src) {
		understood := false
		switch s.top().kind {
		case quoted:
			understood = s.quoted()
		case heredoc:
			understood = s.heredoc()
		default:
			understood = s.token()
		}
		if !understood {
			return s, false
		}
	}
	return s, len(s.open) == 1
}

// token passes what is outside of the text of templates.
func (s *survey) token() bool {
	b := s.src[s.at]
	switch b {
	case '"':
		s.push(opened{kind: quoted, pieces: 1})
	case '{', '[', '(':
		s.sign()
		s.push(opened{kind: b})
	case '}', ']', ')':
		return s.closes(b)
	case '\n':
		if len(s.open) == 1 {
			s.run = 0
		}
	case '#':
		return s.comment()
	case '/':
		if s.has("//") || s.has("/*") {
			return s.comment()
		}
		s.sign()
	case '<':
		if s.has("<<") {
			return s.opensHeredoc()
		}
		s.sign()
	case '.', ':', '+', '-', '*', '%', '!', '?', '&', '|', '=', '>':
		s.sign()
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return s.digits()
	}
	s.at++
	return true
}

// quoted passes the text of a quoted string up to what ends it or is in it.
func (s *survey) quoted() bool {
	end := bytes.IndexAny(s.src[s.at:], "\"\\$%\n")
	if end < 0 {
		return false
	}
	s.at += end
	switch s.src[s.at] {
	case '"':
		s.at++
		return s.pop(quoted)
	case '\\':
		s.at += 2
		return s.at <= len(s.src) && s.src[s.at-1] != '\n'
	case '\n':
		return false
	}
	s.sequence()
	return true
}

// heredoc passes a line of a heredoc, or a part of it.
func (s *survey) heredoc() bool {
	if s.src[s.at] == '\n' {
		s.at++
		s.piece(1)
		start := s.at
		s.line()
		if bytes.Equal(bytes.TrimSpace(s.src[start:s.at]), s.top().marker) {
			return s.pop(heredoc)
		}
		s.at = start
		return start < len(s.src)
	}
	end := bytes.IndexAny(s.src[s.at:], "$%\n")
	if end < 0 {
		return false
	}
	if s.at += end; s.src[s.at] != '\n' {
		s.sequence()
	}
	return true
}

// closes passes a bracket that closes one, or a sequence.
func (s *survey) closes(b byte) bool {
	s.at++
	switch {
	case b == ')':
		return s.pop('(')
	case b == ']':
		return s.pop('[')
	case s.top().kind == sequence:
		return s.pop(sequence)
	}
	return s.pop('{')
}

// comment passes a comment.
func (s *survey) comment() bool {
	start := s.at
	if s.has("/*") {
		length := bytes.Index(s.src[start+len("/*"):], []byte("*/"))
		if length < 0 {
			return false
		}
		s.at += length + len("/**/")
	} else {
		s.line()
	}
	s.comments = append(s.comments, s.src[start:s.at])
	return true
}

// digits passes those of a number.
func (s *survey) digits() bool {
	start := s.at
	for s.at < len(s.src) && s.src[s.at] >= '0' && s.src[s.at] <= '9' {
		s.at++
	}
	return s.at-start < digitsPerByte
}

// opensHeredoc passes the line of a heredoc's marker.
func (s *survey) opensHeredoc() bool {
	start := s.at
	s.line()
	marker := bytes.TrimPrefix(s.src[start+len("<<"):s.at], []byte("-"))
	s.push(opened{kind: heredoc, pieces: 1, marker: marker})
	return hclsyntax.ValidIdentifier(string(marker))
}

// sequence passes a $ or %, and opens the sequence that it may start.
func (s *survey) sequence() {
	s.piece(2) // one before it and one after it
	switch b := s.src[s.at]; {
	case s.has(string([]byte{b, b, '{'})):
		s.at += 3
	case s.at+1 < len(s.src) && s.src[s.at+1] == '{':
		s.at += 2
		s.sign()
		s.push(opened{kind: sequence})
	default:
		s.at++
	}
}

// line passes the rest of the line, up to its end.
func (s *survey) line() {
	if end := bytes.IndexByte(s.src[s.at:], '\n'); end >= 0 {
		s.at += end
		return
	}
	s.at = len(s.src)
}

func (s *survey) has(text string) bool { return bytes.HasPrefix(s.src[s.at:], []byte(text)) }

func (s *survey) push(level opened) {
	s.open = append(s.open, level)
	s.depth = max(s.depth, len(s.open))
}

// pop closes a level, which must be of this kind.
func (s *survey) pop(kind byte) bool {
	if s.top().kind != kind {
		return false
	}
	s.open = s.open[:len(s.open)-1]
	return true
}

// sign counts an operator, a step or a bracket.
func (s *survey) sign() {
	s.run++
	s.signs = max(s.signs, s.run)
}

// piece counts pieces of the template around the position.
func (s *survey) piece(n int) {
	s.top().pieces += n
	s.pieces = max(s.pieces, s.top().pieces)
}

func (s *survey) top() *opened { return &s.open[len(s.open)-1] }

// withinLimits reports whether a file in native syntax certainly needs no closer
// look.
func (s *survey) withinLimits() bool {
	return s.depth <= maxDepth && s.signs <= maxChain && s.pieces <= maxPieces &&
		2*maxPieces*len(s.src) <= maxWork
}

// commentTexts are the comments of the file, without their places.
func (s *survey) commentTexts() []comment {
	var list []comment
	for _, text := range s.comments {
		list = append(list, plain(string(text), hcl.Range{})...)
	}
	return list
}
