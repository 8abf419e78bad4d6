package hclwrite

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// lineWidth is the maximum length of a line that contains a whole tuple. It does not include spaces
// for alignment.
const lineWidth = 80

// chunkSize is the minimum length of the texts in which the printer sets spaces. Smaller chunks need
// less memory.
const chunkSize = 1 << 12

// Bytes returns the file in canonical layout. This layout depends on the tree alone. Parsing and
// printing the result again returns the same bytes, and the formatter of hashicorp/hcl does not
// change them:
//
//   - Items are indented by two spaces per level. A blank line precedes and follows each block, and
//     precedes each attribute with comments above it. Blank lines also separate paragraphs of
//     comments. There are no other blank lines.
//   - The = signs and the trailing comments of consecutive lines are aligned.
//   - An object has one line per item, or is {} if it is empty. A tuple is on one line if each
//     element fits on one line, it contains no comments, and the line has at most 80 columns.
//     Otherwise it has one line per element.
//   - A string of two or more lines that ends with a newline is a heredoc. The heredoc is indented
//     if this does not change its text. All other strings are quoted.
//   - Line comments start with #.
//
// If f.Layout is not nil, Bytes uses the layouts of the nodes. Nodes without a layout have canonical
// layout. If the parsed result would differ from the file, Bytes returns canonical layout instead.
func (f *File) Bytes() []byte {
	if f.Layout != nil {
		if out, ok := f.layoutBytes(); ok {
			return out
		}
	}
	return f.canonicalBytes()
}

// Text returns an expression in native syntax, without a newline at its end. It returns the source
// text if the expression was parsed from the file and is unchanged. Otherwise it returns canonical
// layout.
func (f *File) Text(e Expr) string {
	if native, ok := e.(*Native); ok {
		return native.Text
	}
	if e == nil {
		return ExprText(e)
	}
	if span := e.span(); span.Start < span.End && span.End <= len(f.src) {
		// The parser accepts a heredoc only with the newline after it.
		p := parser{src: f.src[span.Start:min(span.End+len("\r\n"), len(f.src))], lastComment: -1}
		if v, ok := p.expr(bracketMode, true); ok && v.span.End == span.End-span.Start && Equal(v.expr, e) {
			return hcltext.NormalizeNewlines(f.src[span.Start:span.End])
		}
	}
	return ExprText(e)
}

// ExprText returns an expression in native syntax, in the canonical layout of an attribute value.
// The text has no newline at its end.
func ExprText(e Expr) string {
	file := File{Body: Body{Items: []Item{&Attribute{Name: "x", Expr: e}}}}
	return strings.TrimSuffix(strings.TrimPrefix(string(file.canonicalBytes()), attributeStart), "\n")
}

// OneLine returns an expression in native syntax on one line. It returns false if line comments or
// source text of several lines prevent this. The returned text is then invalid.
func OneLine(e Expr) (string, bool) {
	p := &printer{canonical: true}
	ok := p.exprOnLine(e, math.MaxInt, true)
	text := string(p.text)
	return text, ok && !strings.Contains(text, "\n")
}

// TemplateText returns a string in native syntax, in the layout of the string of the file that it replaces: in quotes, or as
// the same kind of heredoc. old is nil for a new string. A new string, and one that does not fit this layout, has canonical
// layout, for a line with the indentation margin. unit is the indentation of one level.
func (f *File) TemplateText(e, old *Template, margin, unit string) string {
	l := &Layout{}
	if old != nil {
		r := layoutReader{src: f.src}
		r.template(old, l)
		l.String.Quotes = l.String.Quotes && strings.Contains(old.Text, "\n")
	}
	p := &printer{canonical: true, margin: margin, unit: unit}
	p.template(e, l, 0)
	return string(p.text)
}

// canonicalBytes returns the file in canonical layout.
func (f *File) canonicalBytes() []byte {
	// The result is usually about as long as the source.
	size := max(64, f.Body.Span.End-f.Body.Span.Start)
	p := &printer{canonical: true, out: make([]byte, 0, size), text: make([]byte, 0, min(size, 2*chunkSize))}
	p.file(f)
	p.setSpaces()
	return p.out
}

// layoutBytes returns the file in the layouts of its nodes. It returns false if the parsed result
// would differ from the file.
func (f *File) layoutBytes() ([]byte, bool) {
	p := &printer{}
	p.file(f)
	p.setSpaces()
	out := p.out
	if f.Layout.CarriageReturns {
		out = bytes.ReplaceAll(bytes.ReplaceAll(out, []byte("\r\n"), []byte{'\n'}), []byte{'\n'}, []byte("\r\n"))
	}
	again, diags := ParseFile(out, "")
	if diags.HasErrors() || !bytes.Equal(again.canonicalBytes(), f.canonicalBytes()) {
		return nil, false
	}
	return out, true
}

// printer writes the tokens, comments and newlines of a tree. Its layouter then sets the spaces.
type printer struct {
	// out is the finished part of the result. text is the part after it, in which the spaces are not
	// yet set.
	out, text []byte
	layouter  hcltext.Layouter
	// canonical is true if the printer ignores the layouts of the nodes and changes // comments to #
	// comments.
	canonical bool
	// reducesLayouts is true if the printer removes from layouts the choices that are the same
	// in canonical layout.
	reducesLayouts bool
	// margin is the indentation of the first line, and unit that of one level, or "" for two spaces. They are used for the
	// lines of heredocs.
	margin, unit string
	// none is the layout of nodes that have no layout.
	none Layout
}

func (p *printer) file(f *File) {
	own := p.effectiveLayout(f.Layout)
	p.body(&f.Body, own, 0)
	if own.CloserJoined {
		p.text = bytes.TrimSuffix(p.text, []byte{'\n'})
	}
}

// effectiveLayout returns the layout in which a node is printed. The zero layout is canonical
// layout.
func (p *printer) effectiveLayout(l *Layout) *Layout {
	if l == nil || p.canonical {
		return &p.none
	}
	return l
}

// setSpaces sets the spaces in p.text and moves it to p.out. The text must consist of whole lines
// outside of all brackets. It must be a whole file, or end before a blank line.
func (p *printer) setSpaces() {
	p.out = p.layouter.AppendCanonical(p.out, string(p.text))
	p.text = p.text[:0]
}

func (p *printer) write(s string) { p.text = append(p.text, s...) }

func (p *printer) newlines(n int) {
	for range n {
		p.text = append(p.text, '\n')
	}
}

// comment writes a comment without a newline.
func (p *printer) comment(c string) {
	if rest, ok := strings.CutPrefix(c, "//"); ok && p.canonical {
		p.text = append(p.text, '#')
		c = rest
	}
	p.write(c)
}

// lines writes comments on lines of their own.
func (p *printer) lines(list []string) {
	for _, c := range list {
		p.comment(c)
		p.newlines(1)
	}
}

// above writes the comments above a node.
func (p *printer) above(list Comments) {
	for _, c := range list {
		if c.Position == Above {
			p.comment(c.Text)
			p.newlines(1)
		}
	}
}

// trailing writes the comments at a position at the end of a line. It reports whether a newline must
// follow.
func (p *printer) trailing(list Comments, position Position) bool {
	for _, c := range list {
		if c.Position != position {
			continue
		}
		if n := len(p.text); n > 0 && p.text[n-1] != '\n' {
			p.write(" ")
		}
		p.comment(c.Text)
		if !strings.HasPrefix(c.Text, "/*") {
			return true
		}
	}
	return false
}

// moveAbove inserts the comments after a node above the text that starts at an offset. It is used for
// the comments after a heredoc, because no comment can follow a heredoc on its last line.
func (p *printer) moveAbove(start int, comments Comments) {
	if !comments.Has(After) {
		return
	}
	written := string(p.text[start:])
	p.text = p.text[:start]
	if start > 0 && p.text[start-1] != '\n' {
		p.newlines(1)
	}
	p.lines(comments.At(After))
	p.write(written)
}

// blankLineCount returns the number of blank lines above an item. canonical is their number in
// canonical layout.
func (p *printer) blankLineCount(l *Layout, canonical int) int {
	if l.Blank == 0 {
		return canonical
	}
	n := int(l.Blank) - 1
	if p.reducesLayouts && n == canonical {
		l.Blank = 0
	}
	return n
}

// effectiveLines returns whether a node is printed on one line or many. canonical is the choice in
// canonical layout.
func (p *printer) effectiveLines(l *Layout, canonical hcltext.Lines) hcltext.Lines {
	if l.Lines == hcltext.CanonicalLines {
		return canonical
	}
	lines := l.Lines
	if p.reducesLayouts && lines == canonical {
		l.Lines = hcltext.CanonicalLines
	}
	return lines
}

// body writes the items of a body, and a newline after each item.
func (p *printer) body(b *Body, own *Layout, depth int) {
	if len(b.Items) > 0 && IsCommentGroup(b.Items[0]) {
		p.newlines(int(own.Head))
	}
	for i, item := range b.Items {
		n := p.blankLinesAbove(b, i)
		if n > 0 && depth == 0 && len(p.text) >= chunkSize && !p.reducesLayouts {
			p.setSpaces()
		}
		p.newlines(n)
		switch item := item.(type) {
		case *CommentGroup:
			p.lines(item.Lines)
			continue
		case *Block:
			p.above(item.Comments)
			p.block(item, depth)
			p.trailing(item.Comments, After)
		case *Attribute:
			p.attribute(item, depth)
		}
		p.newlines(1)
	}
	p.newlines(int(own.Foot))
}

// blankLinesAbove returns the number of blank lines above item i. If comment groups precede an
// attribute or block, its layout defines the number of blank lines above the first group.
func (p *printer) blankLinesAbove(b *Body, i int) int {
	if i == 0 && IsCommentGroup(b.Items[0]) {
		return 0
	}
	next := i
	for next < len(b.Items) && IsCommentGroup(b.Items[next]) {
		next++
	}
	atEnd, afterGroup := next == len(b.Items), i > 0 && IsCommentGroup(b.Items[i-1])
	if atEnd && !afterGroup && b.Items[i].(*CommentGroup).Adjacent {
		return 0
	}
	canonical := 0
	if afterGroup || next > i || i > 0 && (isBlock(b.Items[i-1]) || isBlock(b.Items[i]) || p.hasCommentsAbove(b.Items[i])) {
		canonical = 1
	}
	switch afterHead := afterGroup && next == i && areCommentGroups(b.Items[:i]); {
	case afterHead:
		return max(p.blankLineCount(p.effectiveLayout(layoutOf(b.Items[i])), canonical), 1)
	case atEnd || afterGroup:
		return canonical
	}
	return p.blankLineCount(p.effectiveLayout(layoutOf(b.Items[next])), canonical)
}

func isBlock(item Item) bool {
	_, ok := item.(*Block)
	return ok
}

// areCommentGroups reports whether all items are comment groups.
func areCommentGroups(items []Item) bool {
	return !slices.ContainsFunc(items, func(item Item) bool { return !IsCommentGroup(item) })
}

func layoutOf(item Item) *Layout {
	if block, ok := item.(*Block); ok {
		return block.Layout
	}
	return item.(*Attribute).Layout
}

// hasCommentsAbove reports whether an item is printed with comments above it.
func (p *printer) hasCommentsAbove(item Item) bool {
	c := *item.itemComments()
	if a, ok := item.(*Attribute); ok && c.Has(After) {
		l := p.effectiveLayout(a.Layout)
		return c.Has(Above) || l.Wrapping == 0 && !l.String.Quotes && endsWithHeredoc(a.Expr)
	}
	return c.Has(Above)
}

// endsWithHeredoc reports whether an expression ends with a heredoc in canonical layout.
func endsWithHeredoc(e Expr) bool {
	switch e := e.(type) {
	case *Template:
		return hcltext.PrintsAsHeredoc(e.Text)
	case *Native:
		return hcltext.EndsWithHeredoc(e.Text)
	}
	return false
}

func (p *printer) block(b *Block, depth int) {
	l, body := p.effectiveLayout(b.Layout), &b.Body
	p.header(b, l.UnquotedLabels)
	p.write(" {")
	canonical := hcltext.ManyLines
	if !b.Comments.Has(Open) && len(body.Items) == 0 {
		canonical = hcltext.OneLine
	}
	if p.effectiveLines(l, canonical) == hcltext.OneLine && !b.Comments.Has(Open) && p.bodyOnLine(body, depth) {
		p.write("}")
		return
	}
	p.trailing(b.Comments, Open)
	p.newlines(1)
	p.body(body, l, depth+1)
	p.write("}")
}

// header writes the type and the labels of a block. If unquoted is true, it writes labels that are
// identifiers without quotes.
func (p *printer) header(b *Block, unquoted bool) {
	p.write(b.Type)
	for _, label := range b.Labels {
		p.write(" ")
		if unquoted && hcltext.IsIdentifier(label) {
			p.write(label)
		} else {
			p.text = hcltext.AppendQuoted(p.text, hcltext.EscapeTemplate(label))
		}
	}
}

// bodyOnLine writes a body on the same line as its braces. If the body has comments, a block,
// several attributes, or a value of several lines, it writes nothing and returns false.
func (p *printer) bodyOnLine(b *Body, depth int) bool {
	if len(b.Items) > 1 {
		return false
	}
	if len(b.Items) == 0 {
		return true
	}
	a, ok := b.Items[0].(*Attribute)
	if !ok || len(a.Comments) > 0 {
		return false
	}
	start := len(p.text)
	p.attribute(a, depth)
	if bytes.IndexByte(p.text[start:], '\n') >= 0 {
		p.text = p.text[:start]
		return false
	}
	if p.reducesLayouts {
		p.effectiveLayout(a.Layout).Blank = 0
	}
	return true
}

// attribute writes an attribute with its comments.
func (p *printer) attribute(a *Attribute, depth int) {
	p.above(a.Comments)
	start := len(p.text)
	p.write(a.Name)
	p.write(" = ")
	if p.value(a.Expr, p.effectiveLayout(a.Layout), depth, len(a.Name)) {
		p.moveAbove(start, a.Comments)
		return
	}
	p.trailing(a.Comments, After)
}

// value writes an expression with the parentheses of its layout. nameWidth is the length of the name
// or key before the expression. It reports whether the text ends with a heredoc.
func (p *printer) value(e Expr, l *Layout, depth, nameWidth int) bool {
	if native, ok := e.(*Native); ok {
		return p.native(native, l)
	}
	if l.Wrapping&hcltext.Parentheses == 0 {
		return p.expr(e, l, depth, nameWidth)
	}
	p.write("(")
	if l.Wrapping&hcltext.LineBefore != 0 {
		p.newlines(1)
		depth++
	}
	if p.expr(e, l, depth, nameWidth) || l.Wrapping&hcltext.LineAfter != 0 {
		p.newlines(1)
	}
	p.write(")")
	return false
}

// expr writes an expression other than *Native, without parentheses. Its parameters and result are
// those of value.
func (p *printer) expr(e Expr, l *Layout, depth, nameWidth int) bool {
	switch e := e.(type) {
	case *Literal:
		p.write(e.Text)
	case *Template:
		return p.template(e, l, depth)
	case *Call:
		p.write(e.Name)
		p.write("(")
		p.value(e.Argument, l, depth, nameWidth+len(e.Name)+len("()"))
		p.write(")")
	case *Tuple, *Object:
		start := len(p.text)
		canonical := hcltext.ManyLines
		if p.exprOnLine(e, lineWidth-2*depth-len(" = ")-nameWidth, false) {
			if p.canonical {
				return false
			}
			canonical = hcltext.OneLine
		}
		p.text = p.text[:start]
		p.collection(printedCollection{
			Collection: CollectionOf(e), expr: e, brackets: bracketsOf(e), lines: p.effectiveLines(l, canonical), layout: l,
		}, depth)
	default:
		panic(fmt.Sprintf("hclwrite: %#v is no expression: Check reports it", e))
	}
	return false
}

// native writes the source text of an expression, in parentheses if the layout or the text requires
// them. It reports whether the text ends with a heredoc.
func (p *printer) native(e *Native, l *Layout) bool {
	wrapping, text := l.Wrapping, e.Text
	const bothLines = hcltext.LineBefore | hcltext.LineAfter
	switch {
	case wrapping&hcltext.Interpolation != 0:
		p.write(`"${`)
		p.write(text)
		if hcltext.NeedsNewline(text) {
			p.newlines(1)
		}
		p.write(`}"`)
		return false
	case wrapping&hcltext.Parentheses != 0 || hcltext.NeedsParentheses(text):
		if wrapping&hcltext.Parentheses == 0 {
			wrapping = bothLines
			text = strings.TrimRight(text, "\n")
		} else if p.reducesLayouts && wrapping == hcltext.Parentheses|bothLines && hcltext.NeedsParentheses(text) {
			l.Wrapping = 0
		}
		if wrapping&hcltext.LineAfter == 0 && hcltext.NeedsNewline(text) {
			wrapping |= hcltext.LineAfter
		}
		p.write("(")
		if wrapping&hcltext.LineBefore != 0 {
			p.newlines(1)
		}
		p.write(text)
		if wrapping&hcltext.LineAfter != 0 && !strings.HasSuffix(text, "\n") {
			p.newlines(1)
		}
		p.write(")")
		return false
	}
	p.write(text)
	return hcltext.EndsWithHeredoc(text)
}

// template writes a string as quoted text or as a heredoc. It reports whether it wrote a heredoc.
func (p *printer) template(e *Template, l *Layout, depth int) bool {
	text, s := e.Text, l.String
	if p.canonical {
		text = hcltext.NormalizeSequenceNewlines(text)
	}
	if s.Marker != "" {
		if p.reducesLayouts && s == p.canonicalString(text, depth) {
			l.String = hcltext.StringLayout{}
		}
		start := len(p.text)
		p.text = hcltext.AppendHeredoc(p.text, text, s)
		if isTemplateSource(string(p.text[start:]), text) {
			return true
		}
		p.text = p.text[:start]
	}
	if !hcltext.PrintsAsHeredoc(text) || s.Quotes && !hcltext.IsFragile(text) {
		if p.reducesLayouts && s.Quotes && !hcltext.PrintsAsHeredoc(text) {
			l.String = hcltext.StringLayout{}
		}
		p.text = hcltext.AppendQuoted(p.text, text)
		return false
	}
	text = hcltext.NormalizeSequenceNewlines(text)
	p.text = hcltext.AppendHeredoc(p.text, text, p.canonicalString(text, depth))
	return true
}

// canonicalString returns the canonical layout of a string.
func (p *printer) canonicalString(template string, depth int) hcltext.StringLayout {
	switch {
	case !hcltext.PrintsAsHeredoc(template):
		return hcltext.StringLayout{Quotes: true}
	case isIndentable(template):
		unit := cmp.Or(p.unit, "  ")
		end := p.margin + strings.Repeat(unit, depth)
		return hcltext.StringLayout{Marker: markerFor(template), Flush: true, Text: end + unit, End: end}
	}
	return hcltext.StringLayout{Marker: markerFor(template)}
}

// markerFor returns a marker for the heredoc of a template. No line of the template is equal to the
// marker.
func markerFor(template string) string {
	if !strings.Contains(template, "EOT") {
		return "EOT"
	}
	taken := make(map[string]bool)
	for line := range strings.SplitSeq(template, "\n") {
		taken[strings.TrimSpace(line)] = true
	}
	name := "EOT"
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("EOT%d", n)
	}
	return name
}

// isIndentable reports whether a template can be written as an indented heredoc with <<- without a
// change. At least one line must start at the margin. No sequence may contain a newline or a strip
// marker. Only spaces and tabs may indent lines, and blank lines must be empty.
func isIndentable(template string) bool {
	for start, end := range hcltext.SequencesOf(template) {
		if end < 0 || template[start+len("${")] == '~' || template[end-len("~}")] == '~' ||
			strings.IndexByte(template[start:end], '\n') >= 0 {
			return false
		}
	}
	margin := false
	for line := range strings.Lines(template) {
		n, blank, ok := hcltext.LeadingSpaces(line)
		if !ok || blank && n > 0 {
			return false
		}
		margin = margin || !blank && n == 0
	}
	return margin
}

// isTemplateSource reports whether the parser reads text as a *Template whose Text is template.
func isTemplateSource(text, template string) bool {
	e, diags := ParseExpr(text+"\n", "")
	read, ok := e.(*Template)
	return ok && !diags.HasErrors() && read.Text == template
}

// printedCollection is a tuple or an object, with the properties that the printer needs.
type printedCollection struct {
	*Collection
	expr     Expr
	brackets string
	lines    hcltext.Lines
	layout   *Layout
}

// bracketsOf returns the brackets of a tuple or an object.
func bracketsOf(e Expr) string {
	if _, ok := e.(*Object); ok {
		return "{}"
	}
	return "[]"
}

func (c *printedCollection) isObject() bool { return c.brackets == "{}" }

// isJoined reports whether item i is on the line of the previous item or of the opening bracket.
func (p *printer) isJoined(c *printedCollection, i int) bool {
	item, ok := c.Items[i].(*Element)
	return ok && (i == 0 || !IsCommentGroup(c.Items[i-1])) &&
		(c.lines == hcltext.OneLine || p.effectiveLayout(item.Layout).Joined) && !item.Comments.Has(Above)
}

// isCloserJoined reports whether the closing bracket is on the line of the last item.
func (c *printedCollection) isCloserJoined() bool {
	return (c.lines == hcltext.OneLine || c.layout.CloserJoined) && !c.endsWithGroup()
}

func (c *printedCollection) endsWithGroup() bool {
	return len(c.Items) > 0 && IsCommentGroup(c.Items[len(c.Items)-1])
}

// blankLinesInCollection returns the number of blank lines above item i. If comment groups precede an
// element, its layout defines the number of blank lines above the first group.
func (p *printer) blankLinesInCollection(c *printedCollection, i int) int {
	if i > 0 && IsCommentGroup(c.Items[i-1]) {
		return 1
	}
	for _, item := range c.Items[i:] {
		if e, ok := item.(*Element); ok {
			return p.blankLineCount(p.effectiveLayout(e.Layout), 0)
		}
	}
	if i == 0 || c.Items[i].(*CommentGroup).Adjacent {
		return 0
	}
	return 1
}

// collection writes a tuple or an object.
func (p *printer) collection(c printedCollection, depth int) {
	if c.lines == hcltext.ManyLines {
		depth++
	}
	p.write(c.brackets[:1])
	commented := c.Comments.Has(Open)     // comments are on the line
	ended := p.trailing(c.Comments, Open) // a newline must follow
	isFirst := true                       // no element is written
	for i, item := range c.Items {
		// If a block comment preceded an item on the same line, the parser would read it as a
		// comment above the item.
		isJoined := !ended && !commented && p.isJoined(&c, i)
		if !isJoined {
			p.newlines(p.blankLinesInCollection(&c, i))
			if i == 0 || !IsCommentGroup(c.Items[i-1]) {
				p.newlines(1)
			}
		}
		e, ok := item.(*Element)
		if !ok {
			p.lines(item.(*CommentGroup).Lines)
			commented, ended = false, false
			continue
		}
		l := p.effectiveLayout(e.Layout)
		if isJoined {
			if i > 0 || c.isObject() {
				p.write(" ")
			}
			if p.reducesLayouts {
				l.Blank, l.Joined = 0, l.Joined && c.lines == hcltext.ManyLines
			}
		}
		p.above(e.Comments)
		start := len(p.text)
		heredoc := p.element(&c, e, isFirst, depth)
		isFirst = false
		commented = !heredoc && e.Comments.Has(After)
		if heredoc {
			p.moveAbove(start, e.Comments)
		}
		if p.needsComma(&c, i, l, heredoc) {
			if heredoc {
				p.newlines(1)
			}
			p.write(",")
			heredoc = false
		}
		ended = commented && p.trailing(e.Comments, After) || heredoc
	}
	switch {
	case ended || !c.isCloserJoined():
		if !c.endsWithGroup() {
			p.newlines(1)
		}
		p.newlines(int(c.layout.Foot))
	case c.isObject() && len(c.Items) > 0:
		p.write(" ")
	}
	p.write(c.brackets[1:])
	if p.reducesLayouts && c.lines == hcltext.OneLine {
		c.layout.CloserJoined = false
	}
}

// element writes the key and the value of an item. It reports whether the text ends with a
// heredoc.
func (p *printer) element(c *printedCollection, item *Element, isFirst bool, depth int) bool {
	value, keyWidth := printedValue(c.expr, item, isFirst), 0
	l := p.effectiveLayout(item.Layout)
	if c.isObject() {
		key := p.key(item, isFirst)
		p.write(key)
		if l.Colon {
			p.write(" : ")
		} else {
			p.write(" = ")
		}
		// The width of a key with several lines depends on the layout, so it is ignored.
		if !strings.Contains(key, "\n") {
			keyWidth = len(key)
		}
	}
	if value != item.Value && l.Wrapping&(hcltext.Parentheses|hcltext.Interpolation) != 0 {
		value = item.Value
		if p.reducesLayouts && l.Wrapping == hcltext.Parentheses {
			l.Wrapping = 0
		}
	}
	return p.value(value, l, depth, keyWidth)
}

// printedValue returns the value of an item of a collection. If the value would make the collection a
// for expression, it returns the value in parentheses.
func printedValue(e Expr, item *Element, first bool) Expr {
	if _, tuple := e.(*Tuple); tuple && first {
		if n, ok := item.Value.(*Native); ok && startsForExpr(n.Text) && !hcltext.NeedsParentheses(n.Text) {
			return &Native{Text: hcltext.Parenthesize(n.Text)}
		}
	}
	return item.Value
}

// startsForExpr reports whether an expression starts with the word "for". If it followed an opening
// bracket, the parser would read a for expression.
func startsForExpr(text string) bool {
	return strings.HasPrefix(text, "for") && hcltext.NameEnd(text, 0) == len("for")
}

// key returns the key of an object item.
func (p *printer) key(item *Element, first bool) string {
	key, l := p.canonicalKey(item, first), p.effectiveLayout(item.Layout)
	if !l.QuotedKey {
		return key
	}
	if quoted := hcltext.QuoteTemplate(item.Key.Text); quoted != key && item.Key.IsConstant() {
		return quoted
	}
	if p.reducesLayouts {
		l.QuotedKey = false
	}
	return key
}

// canonicalKey returns the key of an object item in canonical layout.
func (p *printer) canonicalKey(item *Element, first bool) string {
	if first && item.Key.Source && startsForExpr(item.Key.Text) {
		return hcltext.ObjectKey(&p.layouter, hcltext.Parenthesize(item.Key.Text), true)
	}
	return hcltext.ObjectKey(&p.layouter, item.Key.Text, item.Key.Source)
}

// needsComma reports whether item i is printed with a comma. heredoc is true if the text of the item
// ends with a heredoc.
func (p *printer) needsComma(c *printedCollection, i int, l *Layout, heredoc bool) bool {
	last := !slices.ContainsFunc(c.Items[i+1:], func(item CollectionItem) bool { return !IsCommentGroup(item) })
	canonical, needed := hcltext.No, false
	switch {
	case c.isObject() && (last || heredoc):
	case c.isObject():
		needed = p.isJoined(c, i+1)
	case last && (c.isCloserJoined() || heredoc):
	default:
		canonical, needed = hcltext.Yes, !last
	}
	// In an object, no comma can follow a heredoc.
	if needed || c.isObject() && heredoc || l.Comma == hcltext.CanonicalChoice {
		if p.reducesLayouts {
			l.Comma = hcltext.CanonicalChoice
		}
		return needed || canonical == hcltext.Yes
	}
	comma := l.Comma == hcltext.Yes
	if p.reducesLayouts && l.Comma == canonical {
		l.Comma = hcltext.CanonicalChoice
	}
	return comma
}

// exprOnLine writes an expression on one line, in canonical layout and with spaces. It returns false
// if the expression needs several lines, or if one of its collections has more than limit columns.
// The text is then incomplete. If objects is false, an object with items needs several lines.
func (p *printer) exprOnLine(e Expr, limit int, objects bool) bool {
	ok := true
	switch e := e.(type) {
	case *Literal:
		p.write(e.Text)
	case *Template:
		if exceedsWidth(e.Text, limit) || hcltext.PrintsAsHeredoc(e.Text) {
			return false
		}
		if text := hcltext.NormalizeSequenceNewlines(e.Text); hcltext.HasSequence(text) {
			p.text, ok = p.layouter.AppendOneLine(p.text, hcltext.QuoteTemplate(text))
		} else {
			p.text = hcltext.AppendQuoted(p.text, text)
		}
	case *Native:
		if exceedsWidth(e.Text, limit) {
			return false
		}
		p.text, ok = p.layouter.AppendOneLine(p.text, e.Text)
	case *Call:
		p.write(e.Name)
		p.write("(")
		ok = p.exprOnLine(e.Argument, limit-len(e.Name)-len("()"), objects)
		p.write(")")
	case *Tuple, *Object:
		return p.collectionOnLine(e, limit, objects)
	default:
		return false
	}
	return ok
}

func (p *printer) collectionOnLine(e Expr, limit int, objects bool) bool {
	c, brackets := CollectionOf(e), bracketsOf(e)
	object := brackets == "{}"
	if len(c.Comments) > 0 || object && len(c.Items) > 0 && !objects {
		return false
	}
	start := len(p.text)
	p.write(brackets[:1])
	for i, item := range c.Items {
		item, ok := item.(*Element)
		if !ok || len(item.Comments) > 0 {
			return false
		}
		if i > 0 {
			p.write(",")
		}
		if i > 0 || object {
			p.write(" ")
		}
		if object {
			p.write(p.canonicalKey(item, i == 0))
			p.write(" = ")
		}
		value := len(p.text)
		rest := limit - (value - start)
		if rest <= 0 || !p.exprOnLine(printedValue(e, item, i == 0), rest, objects) || len(p.text)-start >= limit ||
			bytes.IndexByte(p.text[value:], '\n') >= 0 {
			return false
		}
	}
	if object && len(c.Items) > 0 {
		p.write(" ")
	}
	p.write(brackets[1:])
	return true
}

// exceedsWidth reports whether a text without its spaces has more than limit columns. This quick
// test avoids repeated work for a long text in nested tuples.
func exceedsWidth(text string, limit int) bool {
	for i := 0; i < len(text) && limit >= 0; i++ {
		if text[i] > ' ' {
			limit--
		}
	}
	return limit < 0
}
