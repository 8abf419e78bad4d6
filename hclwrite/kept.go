package hclwrite

import (
	"bytes"
	"strings"
)

// Layout is how something is written where native syntax leaves a choice. Of the zero
// value, as of nil, all is as in canonical layout.
type Layout struct {
	// Blank is one more than the blank lines above it and its comments.
	Blank uint8
	// Head is the number of blank lines before the comments that a body starts with,
	// and Foot that before its closing bracket, or the end of the file.
	Head, Foot uint8
	// Joined: an element or item that is on the line of the one before it, or of
	// the opening bracket.
	Joined bool
	// Hugged: the closing bracket, or the end of the file, is on the line of the
	// last item.
	Hugged bool
	// Returns: the lines of the file end with a carriage return.
	Returns bool
	// Quoted: the key is in quotes although it need not be. Colon: a colon follows it.
	Quoted, Colon bool
	// Bare: the labels of the block are without quotes where they can be.
	Bare bool
	// Comma is whether a comma follows the item of an object, or the last element of
	// a tuple, where either can be.
	Comma Choice
	// Lines is where the lines of a collection, or of the body of a block, end.
	Lines Lines
	// Around is what is around an expression.
	Around Around
	// String is how a string is written.
	String StringLayout
}

// Choice is whether something that may be somewhere does.
type Choice uint8

const (
	CanonicalChoice Choice = iota
	Yes
	No
)

// Lines is how items of a collection or of a body are put on lines.
type Lines uint8

const (
	CanonicalLines Lines = iota
	// OneLine: no line ends between the items, nor next to the brackets.
	OneLine
	// ManyLines: a line ends after each bracket and item, but see Layout.Joined.
	ManyLines
)

// Around is what is around an expression that could be alone.
type Around uint8

const (
	// Parentheses are around it; with a line end after the first, and before the
	// second.
	Parentheses Around = 1 << iota
	LineBefore
	LineBehind
	// Interpolation: it is in "${ }".
	Interpolation
)

// StringLayout is how a string is written.
type StringLayout struct {
	// Quotes: not as a heredoc.
	Quotes bool
	// Marker is that of a heredoc. Flush: it starts with <<-.
	Marker string
	Flush  bool
	// Text and End are how far the lines and the closing marker are indented.
	Text, End int
}

// kept writes a file in the layout that its nodes have. It leaves spaces to the
// layouter.
type kept struct {
	out   []byte
	canon printer
	// reduce takes what is canonical anyway out of the layouts.
	reduce bool
}

// kept returns the file in the layout that its nodes have, if that reads back as the
// same file.
func (f *File) kept() ([]byte, bool) {
	k := &kept{}
	k.file(f)
	var l layouter
	out := l.layout(make([]byte, 0, len(k.out)+len(k.out)/2), string(k.out))
	if f.Layout.Returns {
		out = bytes.ReplaceAll(bytes.ReplaceAll(out, []byte("\r\n"), []byte{'\n'}), []byte{'\n'}, []byte("\r\n"))
	}
	again, diags := ParseFile(out, "")
	if diags.HasErrors() || !bytes.Equal(again.canonical(), f.canonical()) {
		return nil, false
	}
	return out, true
}

func (k *kept) file(f *File) {
	k.body(&f.Body, f.Layout, 0)
	if f.Layout.Hugged {
		k.out = bytes.TrimSuffix(k.out, []byte{'\n'})
	}
}

func (k *kept) text(s string) { k.out = append(k.out, s...) }

func (k *kept) newlines(n int) {
	for range n {
		k.out = append(k.out, '\n')
	}
}

// comments writes comments on lines of their own.
func (k *kept) comments(list []string) {
	for _, c := range list {
		k.text(c)
		k.text("\n")
	}
}

// suffix writes the comments after something, and reports whether the line must
// end.
func (k *kept) suffix(list []string) bool {
	for _, c := range list {
		if n := len(k.out); n > 0 && k.out[n-1] != '\n' {
			k.text(" ")
		}
		k.text(c)
		if !strings.HasPrefix(c, "/*") {
			return true
		}
	}
	return false
}

// blank is how many blank lines are above an item; canonical is how many there are
// in canonical layout.
func (k *kept) blank(l *Layout, canonical int) int {
	if l == nil || l.Blank == 0 {
		return canonical
	}
	n := int(l.Blank) - 1
	if k.reduce && n == canonical {
		l.Blank = 0
	}
	return n
}

// body writes the items of a body and what is next to them, with the line ends.
func (k *kept) body(b *Body, own *Layout, depth int) {
	if len(b.Inside) > 0 {
		if own != nil {
			k.newlines(int(own.Head))
		}
		k.comments(b.Inside)
		if len(b.Items) == 0 && len(b.End) > 0 {
			k.newlines(1)
		}
	}
	afterBlock := false
	for i, item := range b.Items {
		before := item.ItemComments().Above
		block, isBlock := item.(*Block)
		lay := layoutOf(item)
		canonical := 0
		headed := i == 0 && len(b.Inside) > 0
		if headed || i > 0 && (isBlock || afterBlock || len(before) > 0) {
			canonical = 1
		}
		n := k.blank(lay, canonical)
		if headed {
			n = max(n, 1)
		}
		k.newlines(n)
		if isBlock {
			k.comments(before)
			k.block(block, depth)
			k.suffix(block.After)
			k.newlines(1)
		} else {
			a := item.(*Attribute)
			k.entry(a.Name, " = ", a.Expr, &a.Comments, lay, depth)
			k.newlines(1)
		}
		afterBlock = isBlock
	}
	k.comments(endComments(b.End, len(b.Items)))
	if own != nil {
		k.newlines(int(own.Foot))
	}
}

func layoutOf(item Item) *Layout {
	if block, ok := item.(*Block); ok {
		return block.Layout
	}
	return item.(*Attribute).Layout
}

func (k *kept) block(b *Block, depth int) {
	k.text(b.Type)
	for _, label := range b.Labels {
		k.text(" ")
		if b.Layout != nil && b.Layout.Bare && ValidIdentifier(label) {
			k.text(label)
			continue
		}
		k.out = appendQuoted(k.out, EscapeTemplate(label), nil)
	}
	body := &b.Body
	k.text(" {")
	bare := body.Bare()
	lines := ManyLines
	if bare && len(body.Items) == 0 {
		lines = OneLine
	}
	lines = k.lines(b.Layout, lines)
	if lines == OneLine && bare && len(body.Items) < 2 {
		if len(body.Items) == 0 {
			k.text("}")
			return
		}
		if a, ok := body.Items[0].(*Attribute); ok && len(a.Above)+len(a.After) == 0 {
			start := len(k.out)
			k.entry(a.Name, " = ", a.Expr, &a.Comments, a.Layout, depth)
			if bytes.IndexByte(k.out[start:], '\n') < 0 {
				k.text("}")
				if k.reduce && a.Layout != nil {
					a.Layout.Blank = 0
				}
				return
			}
			k.out = k.out[:start]
		}
	}
	k.suffix(body.Open)
	k.newlines(1)
	k.body(body, b.Layout, depth+1)
	k.text("}")
}

func (k *kept) lines(l *Layout, canonical Lines) Lines {
	if l == nil || l.Lines == CanonicalLines {
		return canonical
	}
	lines := l.Lines
	if k.reduce && lines == canonical {
		l.Lines = CanonicalLines
	}
	return lines
}

// entry writes a name, what is between, and a value, with the comments.
func (k *kept) entry(name, sign string, e Expr, c *Comments, l *Layout, depth int) {
	k.comments(c.before())
	start := len(k.out)
	k.text(name)
	k.text(sign)
	if k.value(e, l, depth, len(name)+len(sign)) {
		k.moveBefore(start, c.suffix())
		return
	}
	k.suffix(c.suffix())
}

// moveBefore writes comments that can't be after a heredoc before what was written
// from an offset on.
func (k *kept) moveBefore(start int, comments []string) {
	if len(comments) == 0 {
		return
	}
	written := string(k.out[start:])
	k.out = k.out[:start]
	if start > 0 && k.out[start-1] != '\n' {
		k.newlines(1)
	}
	k.comments(comments)
	k.text(written)
}

// value writes an expression, and reports whether it ends with a heredoc.
func (k *kept) value(e Expr, l *Layout, depth, lead int) bool {
	if native, ok := e.(*Native); ok {
		return k.native(native, l)
	}
	if l == nil || l.Around&Parentheses == 0 {
		return k.bare(e, l, depth, lead)
	}
	k.text("(")
	if l.Around&LineBefore != 0 {
		k.text("\n")
		depth++
	}
	if k.bare(e, l, depth, lead) || l.Around&LineBehind != 0 {
		k.text("\n")
	}
	k.text(")")
	return false
}

// bare is value without what is around the expression, which is not text.
func (k *kept) bare(e Expr, l *Layout, depth, lead int) bool {
	switch e := e.(type) {
	case *Literal:
		k.text(e.Text)
	case *Template:
		return k.string(e, l, depth)
	case *Call:
		k.text(e.Name)
		k.text("(")
		k.value(e.Argument, l, depth, lead)
		k.text(")")
	case *Tuple, *Object:
		canonical := ManyLines
		k.canon.cells = k.canon.cells[:0]
		if k.canon.inline(e, lineWidth-2*depth-lead) {
			canonical = OneLine
		}
		k.collection(collection{
			Collection: CollectionOf(e), expr: e, brackets: bracketsOf(e), lines: k.lines(l, canonical), layout: l,
		}, depth)
	default:
		k.canon.entry(0, "", e, nil, "") // panics as it does
	}
	return false
}

// key writes the key of an object item.
func (k *kept) key(item *Element, first bool) string {
	key := k.canon.key(item, first)
	if item.Layout == nil || !item.Layout.Quoted {
		return key
	}
	if quoted := QuoteTemplate(item.Key.Text); quoted != key && item.Key.Kind == KeyName {
		return quoted
	}
	if k.reduce {
		item.Layout.Quoted = false
	}
	return key
}

// native writes an expression that is text.
func (k *kept) native(e *Native, l *Layout) bool {
	around := Around(0)
	if l != nil {
		around = l.Around
	}
	text := e.Text
	switch {
	case around&Interpolation != 0:
		k.text(`"${`)
		k.text(text)
		if NeedsNewline(text) {
			k.text("\n")
		}
		k.text(`}"`)
		return false
	case around&Parentheses != 0 || !standsAlone(text):
		if around&Parentheses == 0 {
			around = LineBefore | LineBehind
			text = strings.TrimRight(text, "\n")
		} else if k.reduce && around == Parentheses|LineBefore|LineBehind && !standsAlone(text) {
			l.Around = 0
		}
		if around&LineBehind == 0 && NeedsNewline(text) {
			around |= LineBehind
		}
		k.text("(")
		if around&LineBefore != 0 {
			k.text("\n")
		}
		k.text(text)
		if around&LineBehind != 0 && !strings.HasSuffix(text, "\n") {
			k.text("\n")
		}
		k.text(")")
		return false
	}
	k.text(text)
	return endsWithHeredoc(text)
}

// string writes a string, and reports whether it is a heredoc.
func (k *kept) string(e *Template, l *Layout, depth int) bool {
	var s StringLayout
	if l != nil {
		s = l.String
	}
	if s.Marker != "" {
		if k.reduce && s == canonicalString(e.Text, depth) {
			l.String = StringLayout{}
		}
		start := len(k.out)
		k.out = appendHeredoc(k.out, e.Text, s)
		if readsAs(string(k.out[start:]), e.Text) {
			return true
		}
		k.out = k.out[:start]
	}
	if !HeredocForm(e.Text) || s.Quotes && !fragile(e.Text) {
		if k.reduce && s.Quotes && !HeredocForm(e.Text) {
			l.String = StringLayout{}
		}
		k.out = appendQuoted(k.out, e.Text, nil)
		return false
	}
	k.canon.cells = k.canon.cells[:0]
	k.canon.heredoc(e.Text, depth)
	k.out = append(k.out, k.canon.cells...)
	return true
}

// canonicalString is how a string is written in canonical layout.
func canonicalString(template string, depth int) StringLayout {
	if !HeredocForm(template) {
		return StringLayout{Quotes: true}
	}
	return heredocLayout(template, depth)
}

// readsAs reports whether an expression is a template with this text.
func readsAs(text, template string) bool {
	e, diags := ParseExpr(text+"\n", "")
	read, ok := e.(*Template)
	return ok && !diags.HasErrors() && read.Text == template
}

// collection is a tuple or an object that is written.
type collection struct {
	*Collection
	expr     Expr
	brackets string
	lines    Lines
	layout   *Layout
}

func (c *collection) object() bool { return c.brackets == "{}" }

// joined reports whether an item is on the line of what is before it.
func (c *collection) joined(i int) bool {
	item := &c.Items[i]
	return (c.lines == OneLine || item.Layout != nil && item.Layout.Joined) && len(item.Comments.before()) == 0
}

// hugged reports whether the closing bracket is on the line of what is before it.
func (c *collection) hugged() bool {
	return (c.lines == OneLine || c.layout != nil && c.layout.Hugged) && len(c.End) == 0
}

// collection writes a tuple or an object.
func (k *kept) collection(c collection, depth int) {
	if c.lines == ManyLines {
		depth++
	}
	k.text(c.brackets[:1])
	behind := c.Open
	ended := k.suffix(behind) // the line must end
	for i := range c.Items {
		comments, l := c.Items[i].Comments, c.Items[i].Layout
		// A block comment before an item on the same line is about that.
		if ended || len(behind) > 0 || !c.joined(i) {
			k.newlines(1 + k.blank(l, 0))
		} else {
			if i > 0 || c.object() {
				k.text(" ")
			}
			if k.reduce && l != nil {
				l.Blank, l.Joined = 0, l.Joined && c.lines == ManyLines
			}
		}
		k.comments(comments.before())
		start := len(k.out)
		heredoc := k.element(&c, i, depth)
		behind = comments.suffix()
		if heredoc {
			k.moveBefore(start, behind)
			behind = nil
		}
		if k.comma(&c, i, l, heredoc) {
			if heredoc {
				k.newlines(1)
			}
			k.text(",")
			heredoc = false
		}
		ended = k.suffix(behind) || heredoc
	}
	k.closing(&c, ended)
	if k.reduce && c.layout != nil && c.lines == OneLine {
		c.layout.Hugged = false
	}
}

// element writes the key and the value of an item, and reports whether it ends with a
// heredoc.
func (k *kept) element(c *collection, i, depth int) bool {
	item, value, lead := &c.Items[i], printedValue(c.expr, i), 0
	l := item.Layout
	if c.object() {
		key, sign := k.key(item, i == 0), " = "
		if l != nil && l.Colon {
			sign = " : "
		}
		k.text(key)
		k.text(sign)
		lead = len(key) + len(" = ")
	}
	if value != item.Value && l != nil && l.Around&(Parentheses|Interpolation) != 0 {
		value = item.Value
		if k.reduce && l.Around == Parentheses {
			l.Around = 0
		}
	}
	return k.value(value, l, depth, lead)
}

// comma reports whether a comma follows an item.
func (k *kept) comma(c *collection, i int, l *Layout, heredoc bool) bool {
	last := i == len(c.Items)-1
	canonical, needed := No, false
	switch {
	case c.object() && (last || heredoc):
	case c.object():
		needed = c.joined(i + 1)
	case last && (c.hugged() || heredoc):
	default:
		canonical, needed = Yes, !last
	}
	// After a heredoc in an object, there is no place for one.
	if needed || c.object() && heredoc || l == nil || l.Comma == CanonicalChoice {
		if k.reduce && l != nil {
			l.Comma = CanonicalChoice
		}
		return needed || canonical == Yes
	}
	comma := l.Comma == Yes
	if k.reduce && l.Comma == canonical {
		l.Comma = CanonicalChoice
	}
	return comma
}

// closing writes the closing bracket and what is before it.
func (k *kept) closing(c *collection, ended bool) {
	switch {
	case ended || !c.hugged():
		k.newlines(1)
		k.comments(endComments(c.End, len(c.Items)))
		if c.layout != nil {
			k.newlines(int(c.layout.Foot))
		}
	case c.object() && len(c.Items) > 0:
		k.text(" ")
	}
	k.text(c.brackets[1:])
}

// KeepLayout gives the nodes of a file that was read the layout that they have there,
// where it is another than the canonical one. [File.Bytes] writes it then as it was, but
// for spaces. Nodes that were made or moved since have none.
func (f *File) KeepLayout() {
	f.Layout = &Layout{}
	r := layoutReader{src: f.src}
	r.body(&f.Body, f.Layout)
	f.Layout.Returns = strings.Contains(f.src, "\n") && strings.Count(f.src, "\n") == strings.Count(f.src, "\r\n")
	f.Layout.Hugged = f.src != "" && !strings.HasSuffix(strings.TrimRight(f.src, " \t"), "\n")
	k := &kept{reduce: true}
	k.file(f)
}

// ParseExprLayout is [ParseExpr] with the layout that the parts of the expression have
// in the text. The second result is that of the expression.
func ParseExprLayout(text string) (Expr, *Layout, bool) {
	file, diags := ParseFile([]byte(valueLead+text+"\n"), "")
	if diags.HasErrors() || len(file.Body.Items) != 1 {
		return nil, nil, false
	}
	a := file.Body.Items[0].(*Attribute)
	l := &Layout{}
	r := layoutReader{src: file.src}
	r.value(a.Expr, a.ValueSpan, l)
	return a.Expr, l, true
}

// layoutReader reads the layout of nodes from the source.
type layoutReader struct{ src string }

// holds reports whether a stretch of the source has a place in another.
func (r *layoutReader) holds(outer, inner Span) bool {
	return outer.Start <= inner.Start && inner.Start < inner.End && inner.End <= min(outer.End, len(r.src))
}

// above is how many blank lines are at the start of a gap, after the line on which
// it starts. first: the gap starts a file.
func (r *layoutReader) above(from, to int, first bool) int {
	gap := r.src[from:to]
	if !first {
		_, rest, ok := strings.Cut(gap, "\n")
		if !ok {
			return 0
		}
		gap = rest
	}
	return blankLines(gap)
}

// blankLines counts the blank lines at the start of a text.
func blankLines(text string) (n int) {
	for {
		line, rest, ok := strings.Cut(text, "\n")
		if !ok || strings.Trim(line, " \t\r") != "" {
			return min(n, 200)
		}
		n++
		text = rest
	}
}

// foot is how many blank lines are at the end of a gap.
func (r *layoutReader) foot(from, to int) (n int) {
	gap := strings.TrimRight(r.src[from:to], " \t")
	return min(max(0, strings.Count(gap[len(strings.TrimRight(gap, " \t\r\n")):], "\n")-1), 200)
}

func (r *layoutReader) body(b *Body, own *Layout) {
	pos := b.Span.Start
	for _, item := range b.Items {
		l := &Layout{}
		span := item.ItemSpan()
		if !r.holds(Span{pos, b.Span.End}, span) {
			continue
		}
		l.Blank = uint8(1 + r.above(pos, span.Start, pos == 0))
		if pos == b.Span.Start && len(b.Inside) > 0 {
			own.Head, l.Blank = l.Blank-1, 0
			if len(item.ItemComments().Above) == 0 {
				l.Blank = uint8(1 + r.foot(pos, span.Start))
			}
		}
		switch item := item.(type) {
		case *Attribute:
			item.Layout = l
			r.value(item.Expr, item.ValueSpan, l)
		case *Block:
			item.Layout = l
			l.Lines = OneLine
			l.Bare = len(item.Labels) > 0 && !strings.Contains(r.src[span.Start:item.Body.Span.Start], `"`)
			if inner := item.Body.Span; strings.Contains(r.src[inner.Start:inner.End], "\n") {
				l.Lines = ManyLines
			}
			r.body(&item.Body, l)
		}
		pos = span.End
	}
	if pos > 0 || len(b.Inside) > 0 {
		own.Foot = uint8(r.foot(pos, b.Span.End))
	}
}

func (r *layoutReader) value(e Expr, outer Span, l *Layout) {
	span := e.ExprSpan()
	if !r.holds(outer, span) {
		return
	}
	if outer.Start < span.Start {
		l.Around = around(r.src[outer.Start:span.Start], r.src[span.End:outer.End])
	}
	switch e := e.(type) {
	case *Template:
		r.string(e, l)
	case *Tuple, *Object:
		c, object := CollectionOf(e), bracketsOf(e) == "{}"
		g := gaps{r: r, pos: span.Start + 1, one: true}
		for i := range c.Items {
			item := &c.Items[i]
			rest, start := Span{g.pos, span.End - 1}, item.ValueSpan.Start
			if object {
				if !r.holds(rest, item.Key.Span) {
					continue
				}
				rest.Start, start = item.Key.Span.End, item.Key.Span.Start
			}
			if !r.holds(rest, item.ValueSpan) {
				continue
			}
			item.Layout = g.item(start, item.ValueSpan.End)
			if object {
				item.Layout.Quoted = r.src[start] == '"'
				item.Layout.Colon = strings.Contains(withoutComments(r.src[item.Key.Span.End:item.ValueSpan.Start]), ":")
			}
			r.value(item.Value, item.ValueSpan, item.Layout)
		}
		g.end(span.End-1, l)
	}
}

// gaps reads the layout between the items of a collection.
type gaps struct {
	r   *layoutReader
	pos int
	// last is the layout of the last item, and one: no line has ended yet.
	last *Layout
	one  bool
}

// next reads the gap up to an offset.
func (g *gaps) next(to int) (joined bool, above int) {
	gap := g.r.src[g.pos:to]
	joined = !strings.Contains(gap, "\n")
	g.one = g.one && joined
	if g.last != nil {
		g.last.Comma = No
		if strings.Contains(withoutComments(gap), ",") {
			g.last.Comma = Yes
		}
	}
	return joined, g.r.above(g.pos, to, false)
}

func (g *gaps) item(start, end int) *Layout {
	joined, above := g.next(start)
	g.last = &Layout{Joined: joined, Blank: uint8(1 + above)}
	g.pos = end
	return g.last
}

func (g *gaps) end(end int, l *Layout) {
	from := g.pos
	l.Hugged, _ = g.next(end)
	l.Lines = ManyLines
	if g.one {
		l.Lines = OneLine
	} else {
		l.Foot = uint8(g.r.foot(from, end))
	}
}

// withoutComments is a gap without the comments in it.
func withoutComments(text string) string {
	g := gap{src: text}
	var b strings.Builder
	done := 0
	for g.next() {
		b.WriteString(text[done : g.pos-len(g.comment)])
		done = g.pos
	}
	return b.String() + text[done:]
}

// around tells what is before and after an expression.
func around(before, behind string) Around {
	switch head, tail := strings.Trim(before, " \t\r\n"), strings.Trim(behind, " \t\r\n"); {
	case head == `"${` && tail == `}"`:
		return Interpolation
	case head == "(" && tail == ")":
		a := Parentheses
		if strings.Contains(before, "\n") {
			a |= LineBefore
		}
		if strings.Contains(behind, "\n") {
			a |= LineBehind
		}
		return a
	}
	return 0
}

// string reads the layout of a string.
func (r *layoutReader) string(e *Template, l *Layout) {
	src := r.src[e.Span.Start:e.Span.End]
	marker, body := heredocStart(src, 0)
	if body == 0 {
		l.String.Quotes = true
		return
	}
	last := strings.LastIndexByte(src, '\n') + 1
	end := src[last:]
	indent := len(end) - len(strings.TrimLeft(end, " \t"))
	l.String = StringLayout{Marker: marker, Flush: strings.HasPrefix(src, "<<-"), End: indent}
	if !l.String.Flush {
		return
	}
	line, _, _ := strings.Cut(e.Text, "\n")
	if raw, _, ok := strings.Cut(src[body:last], "\n"); ok && len(raw) >= len(line) {
		l.String.Text = len(raw) - len(line)
	}
}
