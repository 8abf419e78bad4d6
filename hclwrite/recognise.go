package hclwrite

import (
	"math/big"
	"strings"

	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// parser parses native syntax and builds the tree in one pass over the bytes, without tokens. It
// accepts exactly the language of hclsyntax. The comments on its methods name the corresponding
// functions of hclsyntax in parentheses. A method returns false if the source is invalid, and leaves
// the position at the first invalid character.
type parser struct {
	src string
	pos int

	// levels is the number of open brackets, templates and blocks. operators is the number of open
	// operators. Each of them is a level of recursion, here and in hclsyntax. tooDeep is true if the
	// parser stopped because of a limit.
	levels, operators int
	// links is the number of binary operators and indexes in the current expression, without its
	// nested expressions. chain is the largest such number among the nested expressions. The tree of
	// hclsyntax is as deep as the sum of links and chain.
	links, chain int
	tooDeep      bool

	// itemStart is the start of the current item of the file. redefined is true if an attribute
	// appears twice. Both are used to report errors.
	itemStart int
	redefined bool

	// lastComment is the start of the last comment so far, or -1. The current gap contains a comment
	// if lastComment is after the start of the gap.
	lastComment int
	// hasReturns is true if the source contains carriage returns, and hasByteOrderMarks if it contains
	// byte order marks.
	hasReturns, hasByteOrderMarks bool

	// items, elements and sequences are stacks. They contain the nodes in the bodies, collections
	// and templates that are not yet closed.
	items     []Item
	elements  []CollectionItem
	sequences []Span
}

// newParser returns a parser for a source. It skips the byte order mark, as hclsyntax does.
func newParser(src string) parser {
	p := parser{
		src:               src,
		lastComment:       -1,
		hasReturns:        strings.IndexByte(src, '\r') >= 0,
		hasByteOrderMarks: strings.Contains(src, "\ufeff"),
	}
	if strings.HasPrefix(src, "\ufeff") {
		p.pos = len("\ufeff")
	}
	return p
}

// parsedExpr is the result of parsing an expression.
type parsedExpr struct {
	// expr is nil if the tree represents the expression as source text, or if no tree is built.
	expr Expr
	// span is the range of the expression with its parentheses.
	span Span
	// inner is the range inside the parentheses, if kind is parenthesesKind.
	inner Span
	kind  exprKind
}

// exprKind is the kind of a parsed expression. It distinguishes only the kinds that callers need.
type exprKind uint8

const (
	otherKind       exprKind = iota
	nameKind                 // one identifier
	numberKind               // a number without a sign
	templateKind             // a template that is not a sole interpolation
	parenthesesKind          // an expression in parentheses
	commentedKind            // an interpolation with comments next to its expression
)

// mode defines whether newlines end an expression. hclsyntax has a stack of modes in its peeker;
// here, the mode is a parameter.
type mode bool

const (
	lineMode    mode = true
	bracketMode mode = false // in brackets, where newlines have no meaning
)

// peek returns the byte at the current position, or 0 at the end of the source.
func (p *parser) peek() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

// peekNext returns the byte after the current one, or 0.
func (p *parser) peekNext() byte {
	if p.pos+1 < len(p.src) {
		return p.src[p.pos+1]
	}
	return 0
}

// accept skips the character c if it is next. It reports whether it did.
func (p *parser) accept(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.pos++
	return true
}

// countLevel counts a level of nesting. It returns false if the limit is exceeded.
func (p *parser) countLevel() bool {
	p.levels++
	p.tooDeep = p.levels >= maxNesting
	return !p.tooDeep
}

// countOperator counts an open operator. It returns false if the limit is exceeded.
func (p *parser) countOperator() bool {
	p.operators++
	p.tooDeep = p.operators > maxOperators
	return !p.tooDeep
}

// countLink counts a binary operator or an index. It returns false if the limit is exceeded.
func (p *parser) countLink() bool {
	p.links++
	p.tooDeep = p.links+p.chain > maxOperators
	return !p.tooDeep
}

// skipBlanks skips spaces and block comments. In brackets, it also skips newlines and line comments.
func (p *parser) skipBlanks(m mode) {
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; c {
		case ' ', '\t':
			p.pos++
		case '\n':
			if m == lineMode {
				return
			}
			p.pos++
		case '\r':
			if m == lineMode || p.peekNext() != '\n' {
				return
			}
			p.pos += 2
		case '#':
			if m == lineMode {
				return
			}
			p.skipLineComment()
		case '/':
			switch n := p.peekNext(); {
			case n == '*':
				end := strings.Index(p.src[p.pos+2:], "*/")
				if end < 0 {
					return
				}
				p.lastComment = p.pos
				p.pos += 2 + end + 2
			case n == '/' && m == bracketMode:
				p.skipLineComment()
			default:
				return
			}
		default:
			return
		}
	}
}

// skipLineComment skips a comment up to the end of its line.
func (p *parser) skipLineComment() {
	p.lastComment = p.pos
	end := strings.IndexByte(p.src[p.pos:], '\n')
	if end < 0 {
		end = len(p.src) - p.pos
	}
	p.pos += end
}

// isAtLineEnd reports whether a newline is next in lineMode. A line comment includes its newline.
func (p *parser) isAtLineEnd() bool {
	switch p.peek() {
	case '\n', '#':
		return true
	case '\r':
		return p.peekNext() == '\n'
	case '/':
		return p.peekNext() == '/'
	}
	return p.pos == len(p.src)
}

// identifier parses and returns a name. It returns "" if the next token is not a name.
func (p *parser) identifier() string {
	start := p.pos
	p.pos = hcltext.NameEnd(p.src, start)
	return p.src[start:p.pos]
}

// acceptKeyword skips the given name if it is next. It reports whether it did.
func (p *parser) acceptKeyword(name string) bool {
	if !strings.HasPrefix(p.src[p.pos:], name) {
		return false
	}
	start := p.pos
	if p.identifier() != name {
		p.pos = start
		return false
	}
	return true
}

// number parses a decimal number (hclsyntax/parser.go, numberLitValue).
func (p *parser) number() (text string, ok bool) {
	end := hcltext.NumberEnd(p.src, p.pos)
	text = p.src[p.pos:end]
	if !isValidNumber(text) {
		return "", false
	}
	p.pos = end
	return text, true
}

// isValidNumber reports whether cty.ParseNumberVal accepts a number.
func isValidNumber(s string) bool {
	i := hcltext.DigitsEnd(s, 0)
	if i < len(s) && s[i] == '.' {
		i = hcltext.DigitsEnd(s, i+1)
	}
	if i == len(s) {
		return true
	}
	switch n := exponentDigits(s[i:]); {
	case n == 0:
		return false
	case n <= 6 && len(s) < 1<<28:
		return true
	}
	_, err := parseNumber(s)
	return err == nil
}

// exponentDigits returns the number of digits of an exponent, or 0 for other text.
func exponentDigits(s string) int {
	if s[0] != 'e' && s[0] != 'E' {
		return 0
	}
	number := s[1:]
	if number != "" && (number[0] == '+' || number[0] == '-') {
		number = number[1:]
	}
	if hcltext.DigitsEnd(number, 0) < len(number) {
		return 0
	}
	return len(number)
}

// parseNumber parses a number with the precision of cty.ParseNumberVal.
func parseNumber(text string) (*big.Float, error) {
	number, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
	return number, err
}
