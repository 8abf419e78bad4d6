package hclwrite

import (
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"

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

// class is what a byte can be.
type class uint8

const (
	nameStart class = 1 << iota
	digit
	blank     // space or tab
	quoteStop // has a meaning in a quoted template
	lineStop  // has a meaning in the lines of a heredoc
)

const namePart = nameStart | digit

var classes = func() (table [256]class) {
	for c := 'a'; c <= 'z'; c++ {
		table[c] |= nameStart
		table[c-'a'+'A'] |= nameStart
	}
	table['_'] |= nameStart
	for c := '0'; c <= '9'; c++ {
		table[c] |= digit
	}
	table[' '] |= blank
	table['\t'] |= blank
	for _, c := range "\"\\$%\n\r" {
		table[c] |= quoteStop
	}
	for _, c := range "$%\n\r" {
		table[c] |= lineStop
	}
	return table
}()

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
	p.tooDeep = p.levels >= MaxNesting
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
	p.pos = nameEnd(p.src, start)
	return p.src[start:p.pos]
}

// nameEnd returns the offset after the identifier at an offset of a text, or the
// offset itself.
func nameEnd(src string, start int) int {
	i := start
	if i == len(src) || classes[src[i]]&nameStart == 0 && src[i] < utf8.RuneSelf {
		return start
	}
	for i < len(src) {
		c := src[i]
		if classes[c]&namePart != 0 || c == '-' {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		r, size := utf8.DecodeRuneInString(src[i:])
		if i == start && !startsName(r) || i > start && !partOfName(r) {
			break
		}
		i += size
	}
	return i
}

// startsName reports whether a character can be first in an identifier.
func startsName(r rune) bool {
	return r != utf8.RuneError && r != '\ufeff' && hclsyntax.ValidIdentifier(string(r))
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
	end := numberEnd(p.src, p.pos)
	text = p.src[p.pos:end]
	if !validNumber(text) {
		return "", false
	}
	p.pos = end
	return text, true
}

// numberEnd returns the offset after the number at an offset of a text: the
// longest run of digits, dots and exponents that does not end with a dot
// (hclsyntax/scan_tokens.rl, NumberLit).
func numberEnd(src string, start int) int {
	end := start
	for i := start; i < len(src); {
		n := numberPart(src[i:])
		if n == 0 {
			break
		}
		i += n
		if src[i-1] != '.' {
			end = i
		}
	}
	return end
}

// numberPart returns the length of a digit, a dot or the exponent sign with its
// first digit, at the start of a text.
func numberPart(s string) int {
	switch c := s[0]; {
	case classes[c]&digit != 0, c == '.':
		return 1
	case c != 'e' && c != 'E', len(s) == 1:
		return 0
	}
	n := 1
	if s[n] == '+' || s[n] == '-' {
		n++
	}
	if n == len(s) || classes[s[n]]&digit == 0 {
		return 0
	}
	return n + 1
}

// validNumber reports whether cty.ParseNumberVal takes a number.
func validNumber(s string) bool {
	i := digits(s, 0)
	if i < len(s) && s[i] == '.' {
		i = digits(s, i+1)
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
	if digits(number, 0) < len(number) {
		return 0
	}
	return len(number)
}

// digits returns the offset after the digits at offset i.
func digits(s string, i int) int {
	for i < len(s) && classes[s[i]]&digit != 0 {
		i++
	}
	return i
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
	n.elements.Reuse()
	n.keys.Reuse()
	n.strings.Reuse()
}

// body recognises the items of a file, or of a block from after its opening
// brace up to the closing one (hclsyntax/parser.go, ParseBody).
func (p *parser) body(body *Body, root bool) bool {
	body.Span.Start = p.pos
	list := itemList{src: p.src, pos: p.pos, root: root}
	base := len(p.items)
	var names names
	for {
		p.blank(inside)
		if p.pos == len(p.src) {
			if !root {
				return false
			}
			break
		}
		if p.src[p.pos] == '}' {
			if root {
				return false
			}
			break
		}
		if root {
			p.itemStart = p.pos
		}
		if !p.item(&list, body, base, &names, false) {
			return false
		}
		if p.blank(lines); !p.atLineEnd() {
			return false
		}
		if last := len(p.items) - 1; root && p.use != nil {
			if block, ok := p.items[last].(*Block); ok {
				p.use(block)
				if p.items = p.items[:last]; last == base {
					p.nodes.reuse()
				}
			}
		}
	}
	p.close(&list, body, base)
	return true
}

// close ends a body at the present position.
func (p *parser) close(list *itemList, body *Body, base int) {
	body.Span.End = p.pos
	comments := p.itemGap(list, body, base, false)
	body.Items = p.nodes.items.Copy(p.items[base:])
	p.items = p.items[:base]
	if len(body.Items) > 0 {
		body.End = comments
	} else {
		body.Inside = comments
	}
}

// itemGap reads the comments before the present position, gives those after the
// item before it to that, and returns the others.
func (p *parser) itemGap(list *itemList, body *Body, base int, beforeItem bool) []string {
	if p.comment < list.pos {
		list.started = true
		return nil
	}
	first := len(p.items) == base
	lines, behind := list.gap(p.pos, beforeItem)
	if first {
		body.Open = behind
	} else if len(behind) > 0 {
		suffix := &p.items[len(p.items)-1].ItemComments().After
		*suffix = append(*suffix, behind...)
	}
	return lines
}

// item recognises an attribute or a block and puts it in the list (ParseBodyItem).
// single: it is the one attribute of a block on one line.
func (p *parser) item(list *itemList, body *Body, base int, names *names, single bool) bool {
	start := p.pos
	above := p.itemGap(list, body, base, true)
	first := len(p.items) == base
	name := p.identifier()
	if name == "" {
		return false
	}
	var item Item
	p.blank(lines)
	switch c := p.at(); {
	case c == '=' && p.next() != '=' && p.next() != '>':
		if !names.add(p.items[base:], name) {
			p.pos, p.redefined = start, true
			return false
		}
		attr := p.nodes.attributes.One()
		attr.Name = name
		attr.Span.Start = start
		if !p.attribute(attr) {
			return false
		}
		item = attr
	case single:
		return false
	case c == '"' || c == '{' || c >= 0x80 || classes[c]&nameStart != 0:
		block := p.nodes.blocks.One()
		block.Type = name
		block.Span.Start = start
		if !p.block(block) {
			return false
		}
		item = block
	default:
		return false
	}
	list.pos = item.ItemSpan().End
	if first {
		body.Inside, above = splitHead(above)
	}
	comments := item.ItemComments()
	comments.Above = append(above, comments.Above...)
	p.items = append(p.items, item)
	return true
}

// attribute recognises what follows the name of an attribute, from the equals
// sign on (finishParsingBodyAttribute).
func (p *parser) attribute(attr *Attribute) bool {
	p.pos++
	p.blank(lines)
	if name := attr.Span.Start + len(attr.Name); p.comment >= name {
		attr.Above = within(p.src, name, p.pos, nil)
	}
	value, ok := p.expr(lines, true)
	attr.Expr, attr.ValueSpan = value.expr, value.span
	attr.Span.End = value.span.End
	return ok
}

// block recognises what follows the type of a block (finishParsingBodyBlock).
func (p *parser) block(block *Block) bool {
	pos := block.Span.Start + len(block.Type)
	var room [4]string
	labels := room[:0]
	for p.at() != '{' {
		start := p.pos
		label, ok := p.label()
		if !ok {
			return false
		}
		labels = append(labels, label)
		if p.comment >= pos {
			block.Above = within(p.src, pos, start, block.Above)
		}
		pos = p.pos
		p.blank(lines)
	}
	block.Labels = p.nodes.strings.Copy(labels)
	if p.comment >= pos {
		block.Above = within(p.src, pos, p.pos, block.Above)
	}
	p.pos++
	if !p.open() || !p.blockBody(&block.Body) {
		return false
	}
	p.levels--
	p.pos++
	block.Span.End = p.pos
	return true
}

// blockBody recognises the body of a block up to the closing brace. On the line
// of the opening one, there is room for one attribute (parseSingleAttrBody).
func (p *parser) blockBody(body *Body) bool {
	start := p.pos
	p.blank(lines)
	if p.at() == '}' || p.atLineEnd() {
		p.pos = start
		return p.body(body, false)
	}
	body.Span.Start = start
	list := itemList{src: p.src, pos: start}
	base := len(p.items)
	var names names
	if !p.item(&list, body, base, &names, true) || p.at() != '}' {
		return false
	}
	p.close(&list, body, base)
	return true
}

// label recognises a name, or a quoted string without sequences
// (parseQuotedStringLiteral).
func (p *parser) label() (string, bool) {
	if p.at() != '"' {
		name := p.identifier()
		return name, name != ""
	}
	p.pos++
	start := p.pos
	plain := true
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; {
		case classes[c]&quoteStop == 0:
			p.pos++
		case c == '"':
			text := p.src[start:p.pos]
			p.pos++
			if plain {
				return text, true
			}
			return labelText(text), true
		case c == '$' || c == '%':
			switch opener := sequenceStart(p.src, p.pos); {
			case opener > 0:
				return "", false
			case opener < 0:
				plain = false
				p.pos -= opener
			default:
				p.pos++
			}
		case c == '\\':
			_, n, ok := unescape(p.src[p.pos:])
			if !ok {
				return "", false
			}
			plain = false
			p.pos += n
		default:
			return "", false
		}
	}
	return "", false
}

// labelText undoes the escapes of a label.
func labelText(raw string) string {
	b := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		c := raw[i]
		switch {
		case c == '\\':
			r, n, _ := unescape(raw[i:])
			b = append(b, string(r)...)
			i += n
		case (c == '$' || c == '%') && sequenceStart(raw, i) < 0:
			b = append(b, c, '{')
			i += 3
		default:
			b = append(b, c)
			i++
		}
	}
	return string(b)
}

// names is the names of the attributes of a body, which may appear only once.
type names struct {
	// seen is nil while the attributes are few.
	seen map[string]struct{}
}

const fewItems = 16

// add reports whether the name is none of an attribute among the items.
func (n *names) add(items []Item, name string) bool {
	if n.seen == nil && len(items) < fewItems {
		for _, item := range items {
			if attr, ok := item.(*Attribute); ok && attr.Name == name {
				return false
			}
		}
		return true
	}
	if n.seen == nil {
		n.seen = make(map[string]struct{}, 2*fewItems)
		for _, item := range items {
			if attr, ok := item.(*Attribute); ok {
				n.seen[attr.Name] = struct{}{}
			}
		}
	}
	if _, twice := n.seen[name]; twice {
		return false
	}
	n.seen[name] = struct{}{}
	return true
}

// gap reads the comments in a stretch of source that holds no other tokens than
// separators.
type gap struct {
	src string
	pos int
	// comment is the comment that next found.
	comment string
	// newlines counts the line ends before it.
	newlines int
}

// next finds the next comment. After the last one, newlines counts the line
// ends up to the end of the gap.
func (g *gap) next() bool {
	g.newlines = 0
	for ; g.pos < len(g.src); g.pos++ {
		switch g.src[g.pos] {
		case '\n':
			g.newlines++
		case '#':
			g.line()
			return true
		case '/':
			if strings.HasPrefix(g.src[g.pos:], "//") {
				g.line()
				return true
			}
			if strings.HasPrefix(g.src[g.pos:], "/*") {
				end := blockCommentEnd(g.src, g.pos)
				g.comment = trimLineEnds(g.src[g.pos:end])
				g.pos = end
				return true
			}
		}
	}
	return false
}

// trimLineEnds drops the carriage returns before line breaks.
func trimLineEnds(comment string) string {
	if !strings.Contains(comment, "\r\n") {
		return comment
	}
	lines := strings.Split(comment, "\n")
	for i := range lines[:len(lines)-1] {
		lines[i] = strings.TrimRight(lines[i], "\r")
	}
	return strings.Join(lines, "\n")
}

func (g *gap) line() {
	end := strings.IndexByte(g.src[g.pos:], '\n')
	if end < 0 {
		end = len(g.src) - g.pos
	}
	g.comment = strings.TrimRight(g.src[g.pos:g.pos+end], " \t\r")
	g.pos += end
}

// within appends the comments between two tokens of one item to list.
func within(src string, start, end int, list []string) []string {
	g := gap{src: src[:end], pos: start}
	for g.next() {
		list = append(list, g.comment)
	}
	return list
}

// itemList assigns the comments in the gaps of a list of items: what follows an
// item on its line is its suffix, what is above an item is before it, and
// what is left belongs to the list. Every comment gets a place.
type itemList struct {
	src string
	// pos is where the next gap starts.
	pos int
	// started: the gap is not the one before the first item.
	started bool
	// root: the list is a file, which has no opening bracket.
	root bool
	// Of a collection, open is where the comments after its opening bracket go, and last
	// are those of the item before the gap, which is the last that was recognised.
	open *[]string
	last **Comments
}

// gap reads the gap that ends at end. after are the comments on the line of the
// item before it, or of the opening bracket; above, the others.
func (l *itemList) gap(end int, beforeItem bool) (above, behind []string) {
	g := gap{src: l.src[:end], pos: l.pos}
	first := !l.started
	l.started = true
	atLine := first && l.root
	for g.next() {
		if g.newlines > 0 {
			atLine = true
		}
		if !atLine {
			behind = append(behind, g.comment)
			continue
		}
		if g.newlines > 1 && (len(above) > 0 || !first && !beforeItem) {
			above = append(above, "")
		}
		above = append(above, g.comment)
	}
	if g.newlines > 0 {
		atLine = true
	}
	if len(above) > 0 && g.newlines > 1 && beforeItem {
		above = append(above, "")
	}
	if !atLine && (beforeItem || first) {
		// A block comment between two items on one line is about the second.
		return append(behind, above...), nil
	}
	return above, behind
}

// blockCommentEnd returns the offset after the */ of the comment at offset i.
func blockCommentEnd(s string, i int) int {
	n := strings.Index(s[i+2:], "*/")
	if n < 0 {
		return len(s)
	}
	return i + 2 + n + 2
}

// splitHead splits the comments above a body's first item: those that a blank
// line follows belong to the body.
func splitHead(before []string) (inside, above []string) {
	for i := len(before) - 1; i >= 0; i-- {
		if before[i] == "" {
			return before[:i:i], before[i+1:]
		}
	}
	return nil, before
}
