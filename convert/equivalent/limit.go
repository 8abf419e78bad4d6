package equivalent

import (
	"bytes"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

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
	// maxPieces is how many pieces of a template take no time to speak of.
	maxPieces = 500
	// digitsPerByte makes work of the product of two digits.
	digitsPerByte = 500
	// maxNumber is how many digits of a number are read at all: twenty times as many
	// take 5 s.
	maxNumber = 100_000
)

func newAllowance() allowance { return allowance{trials: maxTrials, work: maxWork, pieces: maxPieces} }

// affordable reports whether another trial may be made.
func (l *allowance) affordable() bool { return l.trials > 0 }

// spend counts the reading of an attribute in a trial.
func (l *allowance) spend(a attribute) {
	l.trials -= (a.Range.End.Byte - a.Range.Start.Byte) / bytesPerTrial
}

// number counts the digits of a number that is read, the time of which grows with
// their square.
func (l *allowance) number(digits int) {
	l.work -= digits / digitsPerByte * digits
	if digits > maxNumber {
		l.work = -1
	}
}

const cannotTell = "Cannot tell"

// excess is why a text is not read, and where.
type excess struct {
	why string
	rng hcl.Range
}

const (
	tooDeep = "brackets, blocks or templates are more than %d levels deep"
	tooLong = "an expression has more than %d operators, indexes or steps in a row"
	tooSlow = "it would take too long to read the templates and numbers"
)

// detail says why a thing cannot be compared.
func (e *excess) detail(what string) string {
	return fmt.Sprintf("%s cannot be compared: %s.", what, e.why)
}

type lexer func(src []byte, filename string, start hcl.Pos) (hclsyntax.Tokens, hcl.Diagnostics)

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

// chains follows the nesting of tokens.
type chains struct {
	stack []level
	// operators are those of all levels, steps those of a traversal.
	operators, steps int
}

func (c *chains) top() *level { return &c.stack[len(c.stack)-1] }

func (c *chains) grow() {
	c.top().chain++
	c.operators++
}

func (c *chains) reset() {
	c.operators -= c.top().chain
	c.top().chain = 0
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
	if long = l.weigh(long, c.top(), tokens[c.top().first:end], tokens[end]); l.work < 0 {
		return nil, &excess{tooSlow, c.top().open.Range}
	}
	return long, nil
}

// weigh counts the work on a template, or adds it to the long ones.
func (l *allowance) weigh(
	long []*longTemplate, closed *level, inner hclsyntax.Tokens, end hclsyntax.Token,
) []*longTemplate {
	var t *longTemplate
	if closed.pieces.count > l.pieces {
		t = divide(*closed, inner, end, l.pieces)
	}
	if t == nil {
		l.work -= closed.pieces.work()
		return long
	}
	for len(long) > 0 && long[len(long)-1].start().Byte >= t.start().Byte {
		long = long[:len(long)-1] // which is in a part
	}
	return append(long, t)
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
	switch token.Type {
	case hclsyntax.TokenStringLit, hclsyntax.TokenQuotedLit:
		c.top().pieces.literal(len(token.Bytes))
	case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenOQuote,
		hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
		if token.Type == hclsyntax.TokenTemplateInterp || token.Type == hclsyntax.TokenTemplateControl {
			c.top().pieces.sequence()
		}
		// An index is also a step of a chain, and a directive may hold the ones
		// after it.
		if token.Type == hclsyntax.TokenOBrack || token.Type == hclsyntax.TokenTemplateControl {
			c.grow()
		}
		c.stack = append(c.stack, level{open: token, lines: token.Type == hclsyntax.TokenOBrace})
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCQuote,
		hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
		if len(c.stack) > 1 {
			c.reset()
			closed = c.top()
			c.stack = c.stack[:len(c.stack)-1]
		}
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
