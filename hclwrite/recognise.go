package hclwrite

import (
	"math/big"
	"strings"

	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/slab"
)

// parser recognises native syntax and makes the tree, in one pass over the bytes
// and without tokens. It accepts exactly what hclsyntax accepts; each function
// names the one of hclsyntax whose language it is. All of them report whether
// they recognised what they are for, and leave the position at the first
// character that did not fit if not.
type parser struct {
	src string
	pos int

	// levels counts the open brackets, templates and blocks, operators the open
	// operators; each is a recursion here and in hclsyntax. tooDeep is set when
	// a limit stopped the recognition.
	levels, operators int
	// links counts the binary operators and indexes of the expression that is
	// being read, and chain is the largest such number of those inside of it: the
	// parser of hclsyntax reads them in a loop, but the tree that it makes is as
	// deep as both are together.
	links, chain int
	tooDeep      bool

	// itemStart is where the present item of the file starts. redefined is set when
	// an attribute is a second time, which hclsyntax must see both for.
	itemStart int
	redefined bool
	// use, if not nil, is handed the blocks of the file, in place of the tree.
	use func(*Block)

	// comment is where the last comment starts that was passed, or -1. As gaps
	// are looked at in order, it tells whether the present one holds a comment.
	comment int
	// returns: the source has carriage returns; marks: byte order marks.
	returns, marks bool

	nodes nodes
	// inner, if not nil, is where the bodies of the blocks of the file are for a moment.
	inner *nodes
	// items, elements and sequences hold what belongs to the bodies,
	// collections and templates that are open.
	items     []Item
	elements  []Element
	sequences []Span
}

// newParser makes a parser of a source.
func newParser(src string) parser {
	var p parser
	p.reset(src)
	return p
}

// reset starts anew with a source, after a byte order mark, as hclsyntax does.
func (p *parser) reset(src string) {
	*p = parser{
		src:       src,
		comment:   -1,
		returns:   strings.IndexByte(src, '\r') >= 0,
		marks:     strings.Contains(src, "\ufeff"),
		nodes:     p.nodes,
		items:     p.items[:0],
		elements:  p.elements[:0],
		sequences: p.sequences[:0],
	}
	if strings.HasPrefix(src, "\ufeff") {
		p.pos = len("\ufeff")
	}
}

// value is an expression that was recognised.
type value struct {
	// expr is nil if the expression is one that the tree has as source text, or
	// if no tree is wanted.
	expr Expr
	// span is from the first to the last token; parentheses count.
	span Span
	// inner is what is in the parentheses, if kind is parenthesesValue.
	inner Span
	kind  valueKind
}

// valueKind is what is asked of an expression that was recognised.
type valueKind uint8

const (
	otherValue       valueKind = iota
	nameValue                  // one identifier
	numberValue                // a number without a sign
	templateValue              // a template that is not a sole interpolation
	parenthesesValue           // an expression in parentheses
	commentedValue             // an interpolation with comments next to its expression
)

// mode is whether newlines end an expression. The stack of hclsyntax's peeker
// is the stack of calls here.
type mode bool

const (
	lines  mode = true
	inside mode = false // in brackets, where newlines are like spaces
)

// at returns the byte at the position, or 0 at the end.
func (p *parser) at() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

// next returns the byte after the one at the position, or 0.
func (p *parser) next() byte {
	if p.pos+1 < len(p.src) {
		return p.src[p.pos+1]
	}
	return 0
}

// eat passes one character that is a token by itself.
func (p *parser) eat(c byte) bool {
	if p.at() != c {
		return false
	}
	p.pos++
	return true
}

// open counts a level of nesting.
func (p *parser) open() bool {
	p.levels++
	p.tooDeep = p.levels >= maxNesting
	return !p.tooDeep
}

// operator counts an operator.
func (p *parser) operator() bool {
	p.operators++
	p.tooDeep = p.operators > maxOperators
	return !p.tooDeep
}

// link counts a binary operator or an index.
func (p *parser) link() bool {
	p.links++
	p.tooDeep = p.links+p.chain > maxChain
	return !p.tooDeep
}

// blank passes what is before the next token: spaces, block comments, and
// inside of brackets newlines and line comments as well.
func (p *parser) blank(m mode) {
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; c {
		case ' ', '\t':
			p.pos++
		case '\n':
			if m == lines {
				return
			}
			p.pos++
		case '\r':
			if m == lines || p.next() != '\n' {
				return
			}
			p.pos += 2
		case '#':
			if m == lines {
				return
			}
			p.lineComment()
		case '/':
			switch n := p.next(); {
			case n == '*':
				end := strings.Index(p.src[p.pos+2:], "*/")
				if end < 0 {
					return
				}
				p.comment = p.pos
				p.pos += 2 + end + 2
			case n == '/' && m == inside:
				p.lineComment()
			default:
				return
			}
		default:
			return
		}
	}
}

// lineComment passes a comment up to the end of its line.
func (p *parser) lineComment() {
	p.comment = p.pos
	end := strings.IndexByte(p.src[p.pos:], '\n')
	if end < 0 {
		end = len(p.src) - p.pos
	}
	p.pos += end
}

// atLineEnd reports whether a newline is next, where newlines count. A line
// comment holds its newline.
func (p *parser) atLineEnd() bool {
	switch p.at() {
	case '\n', '#':
		return true
	case '\r':
		return p.next() == '\n'
	case '/':
		return p.next() == '/'
	}
	return p.pos == len(p.src)
}

// identifier passes a name and returns it, or "".
func (p *parser) identifier() string {
	start := p.pos
	p.pos = hcltext.NameEnd(p.src, start)
	return p.src[start:p.pos]
}

// keyword passes a name if it is this one.
func (p *parser) keyword(name string) bool {
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

// number passes a number, which must be a decimal number (hclsyntax/parser.go,
// numberLitValue).
func (p *parser) number() (text string, ok bool) {
	end := hcltext.NumberEnd(p.src, p.pos)
	text = p.src[p.pos:end]
	if !validNumber(text) {
		return "", false
	}
	p.pos = end
	return text, true
}

// validNumber reports whether cty.ParseNumberVal takes a number.
func validNumber(s string) bool {
	i := hcltext.DigitsEnd(s, 0)
	if i < len(s) && s[i] == '.' {
		i = hcltext.DigitsEnd(s, i+1)
	}
	if i == len(s) {
		return true
	}
	switch n := exponent(s[i:]); {
	case n == 0:
		return false
	case n <= 6 && len(s) < 1<<28:
		return true
	}
	_, err := parseNumber(s)
	return err == nil
}

// exponent returns how many digits an exponent has, or 0 if s is none.
func exponent(s string) int {
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

// nodes is where the nodes of a tree come from.
type nodes struct {
	attributes slab.Of[Attribute]
	blocks     slab.Of[Block]
	literals   slab.Of[Literal]
	templates  slab.Of[Template]
	natives    slab.Of[Native]
	tuples     slab.Of[Tuple]
	objects    slab.Of[Object]
	items      slab.Of[Item]
	groups     slab.Of[CommentGroup]
	elements   slab.Of[Element]
	keys       slab.Of[Key]
	// strings are labels and comments.
	strings slab.Of[string]
}

// reuse gives up what was made last.
func (n *nodes) reuse() {
	n.attributes.Reuse()
	n.blocks.Reuse()
	n.literals.Reuse()
	n.templates.Reuse()
	n.natives.Reuse()
	n.tuples.Reuse()
	n.objects.Reuse()
	n.items.Reuse()
	n.groups.Reuse()
	n.elements.Reuse()
	n.keys.Reuse()
	n.strings.Reuse()
}

// parseNumber reads a number as cty.ParseNumberVal does.
func parseNumber(text string) (*big.Float, error) {
	number, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
	return number, err
}
