package hclwrite

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/hcljson/hcljson/internal/hcltext"
)

// Bytes returns the file in canonical layout. The layout depends on the tree
// alone, is a fixpoint (reading and printing it again gives the same bytes),
// and upstream's formatter leaves it as it is:
//
//   - Items are indented by two spaces a level. A blank line is around each
//     block and above an attribute that has comments above it; no other lines
//     are blank, except for those that separate paragraphs of comments.
//   - = signs and trailing comments of neighbouring lines are aligned.
//   - An object has a line for each item; {} if it has none. A tuple is on one
//     line when its elements are, there are no comments in it and the line is
//     no longer than 80 columns; otherwise it has a line for each element.
//   - A string of two lines or more that ends with a newline is a heredoc,
//     indented where that reads back exactly. All others are quoted.
//   - Line comments start with #.
//
// A file that has a Layout is written in that of its nodes, where that reads back as
// the same; nodes that have none are in canonical layout.
func (f *File) Bytes() []byte {
	if f.Layout != nil {
		if out, ok := f.inLayout(); ok {
			return out
		}
	}
	return f.canonical()
}

// Text returns an expression in native syntax, without a newline at its end: as it
// was read from the file, if it was and has not been changed since, and else in
// canonical layout.
func (f *File) Text(e Expr) string {
	if native, ok := e.(*Native); ok {
		return native.Text
	}
	if e == nil {
		return ExprText(e)
	}
	if span := e.ExprSpan(); span.Start < span.End && span.End <= len(f.src) {
		// A heredoc needs the newline after it.
		p := parser{src: f.src[span.Start:min(span.End+len("\r\n"), len(f.src))], comment: -1}
		if v, ok := p.expr(inside, true); ok && v.span.End == span.End-span.Start && Equal(v.expr, e) {
			return hcltext.Newlines(f.src[span.Start:span.End])
		}
	}
	return ExprText(e)
}

// layoutPrinter writes a file in the layout that its nodes have. It leaves spaces to the
// layouter.
type layoutPrinter struct {
	out   []byte
	canon printer
	// reduce takes what is canonical anyway out of the layouts.
	reduce bool
}

// inLayout returns the file in the layout that its nodes have, if that reads back as the
// same file.
func (f *File) inLayout() ([]byte, bool) {
	k := &layoutPrinter{}
	k.file(f)
	var l hcltext.Layouter
	out := l.Layout(make([]byte, 0, len(k.out)+len(k.out)/2), string(k.out))
	if f.Layout.Returns {
		out = bytes.ReplaceAll(bytes.ReplaceAll(out, []byte("\r\n"), []byte{'\n'}), []byte{'\n'}, []byte("\r\n"))
	}
	again, diags := ParseFile(out, "")
	if diags.HasErrors() || !bytes.Equal(again.canonical(), f.canonical()) {
		return nil, false
	}
	return out, true
}

func (k *layoutPrinter) file(f *File) {
	k.body(&f.Body, f.Layout, 0)
	if f.Layout.Hugged {
		k.out = bytes.TrimSuffix(k.out, []byte{'\n'})
	}
}

func (k *layoutPrinter) text(s string) { k.out = append(k.out, s...) }

func (k *layoutPrinter) newlines(n int) {
	for range n {
		k.out = append(k.out, '\n')
	}
}

// comments writes comments on lines of their own.
func (k *layoutPrinter) comments(list []string) {
	for _, c := range list {
		k.text(c)
		k.text("\n")
	}
}

// suffix writes the comments after something, and reports whether the line must
// end.
func (k *layoutPrinter) suffix(list []string) bool {
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
func (k *layoutPrinter) blank(l *hcltext.Layout, canonical int) int {
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
func (k *layoutPrinter) body(b *Body, own *hcltext.Layout, depth int) {
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

func layoutOf(item Item) *hcltext.Layout {
	if block, ok := item.(*Block); ok {
		return block.Layout
	}
	return item.(*Attribute).Layout
}

func (k *layoutPrinter) block(b *Block, depth int) {
	k.out = appendHeader(k.out, b, b.Layout != nil && b.Layout.Bare)
	body := &b.Body
	k.text(" {")
	bare := body.Bare()
	lines := hcltext.ManyLines
	if bare && len(body.Items) == 0 {
		lines = hcltext.OneLine
	}
	lines = k.lines(b.Layout, lines)
	if lines == hcltext.OneLine && bare && len(body.Items) < 2 {
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

func (k *layoutPrinter) lines(l *hcltext.Layout, canonical hcltext.Lines) hcltext.Lines {
	if l == nil || l.Lines == hcltext.CanonicalLines {
		return canonical
	}
	lines := l.Lines
	if k.reduce && lines == canonical {
		l.Lines = hcltext.CanonicalLines
	}
	return lines
}

// entry writes a name, what is between, and a value, with the comments.
func (k *layoutPrinter) entry(name, sign string, e Expr, c *Comments, l *hcltext.Layout, depth int) {
	k.comments(c.Above)
	start := len(k.out)
	k.text(name)
	k.text(sign)
	if k.value(e, l, depth, len(name)+len(sign)) {
		k.moveBefore(start, c.After)
		return
	}
	k.suffix(c.After)
}

// moveBefore writes comments that can't be after a heredoc before what was written
// from an offset on.
func (k *layoutPrinter) moveBefore(start int, comments []string) {
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
func (k *layoutPrinter) value(e Expr, l *hcltext.Layout, depth, lead int) bool {
	if native, ok := e.(*Native); ok {
		return k.native(native, l)
	}
	if l == nil || l.Wrapping&hcltext.Parentheses == 0 {
		return k.bare(e, l, depth, lead)
	}
	k.text("(")
	if l.Wrapping&hcltext.LineBefore != 0 {
		k.text("\n")
		depth++
	}
	if k.bare(e, l, depth, lead) || l.Wrapping&hcltext.LineBehind != 0 {
		k.text("\n")
	}
	k.text(")")
	return false
}

// bare is value without what is around the expression, which is not text.
func (k *layoutPrinter) bare(e Expr, l *hcltext.Layout, depth, lead int) bool {
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
		canonical := hcltext.ManyLines
		k.canon.cells = k.canon.cells[:0]
		if k.canon.inline(e, lineWidth-2*depth-lead) {
			canonical = hcltext.OneLine
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
func (k *layoutPrinter) key(item *Element, first bool) string {
	key := k.canon.key(item, first)
	if item.Layout == nil || !item.Layout.Quoted {
		return key
	}
	if quoted := hcltext.QuoteTemplate(item.Key.Text); quoted != key && item.Key.Constant() {
		return quoted
	}
	if k.reduce {
		item.Layout.Quoted = false
	}
	return key
}

// native writes an expression that is text.
func (k *layoutPrinter) native(e *Native, l *hcltext.Layout) bool {
	wrapping := hcltext.Wrapping(0)
	if l != nil {
		wrapping = l.Wrapping
	}
	text := e.Text
	const bothLines = hcltext.LineBefore | hcltext.LineBehind
	switch {
	case wrapping&hcltext.Interpolation != 0:
		k.text(`"${`)
		k.text(text)
		if hcltext.NeedsNewline(text) {
			k.text("\n")
		}
		k.text(`}"`)
		return false
	case wrapping&hcltext.Parentheses != 0 || !hcltext.StandsAlone(text):
		if wrapping&hcltext.Parentheses == 0 {
			wrapping = bothLines
			text = strings.TrimRight(text, "\n")
		} else if k.reduce && wrapping == hcltext.Parentheses|bothLines && !hcltext.StandsAlone(text) {
			l.Wrapping = 0
		}
		if wrapping&hcltext.LineBehind == 0 && hcltext.NeedsNewline(text) {
			wrapping |= hcltext.LineBehind
		}
		k.text("(")
		if wrapping&hcltext.LineBefore != 0 {
			k.text("\n")
		}
		k.text(text)
		if wrapping&hcltext.LineBehind != 0 && !strings.HasSuffix(text, "\n") {
			k.text("\n")
		}
		k.text(")")
		return false
	}
	k.text(text)
	return hcltext.EndsWithHeredoc(text)
}

// string writes a string, and reports whether it is a heredoc.
func (k *layoutPrinter) string(e *Template, l *hcltext.Layout, depth int) bool {
	var s hcltext.StringLayout
	if l != nil {
		s = l.String
	}
	if s.Marker != "" {
		if k.reduce && s == canonicalString(e.Text, depth) {
			l.String = hcltext.StringLayout{}
		}
		start := len(k.out)
		k.out = appendHeredoc(k.out, e.Text, s)
		if readsAs(string(k.out[start:]), e.Text) {
			return true
		}
		k.out = k.out[:start]
	}
	if !hcltext.HeredocForm(e.Text) || s.Quotes && !hcltext.Fragile(e.Text) {
		if k.reduce && s.Quotes && !hcltext.HeredocForm(e.Text) {
			l.String = hcltext.StringLayout{}
		}
		k.out = hcltext.AppendQuoted(k.out, e.Text, nil)
		return false
	}
	k.canon.cells = k.canon.cells[:0]
	k.canon.heredoc(e.Text, depth)
	k.out = append(k.out, k.canon.cells...)
	return true
}

// canonicalString is how a string is written in canonical layout.
func canonicalString(template string, depth int) hcltext.StringLayout {
	if !hcltext.HeredocForm(template) {
		return hcltext.StringLayout{Quotes: true}
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
	lines    hcltext.Lines
	layout   *hcltext.Layout
}

func (c *collection) object() bool { return c.brackets == "{}" }

// joined reports whether an item is on the line of what is before it.
func (c *collection) joined(i int) bool {
	item := &c.Items[i]
	return (c.lines == hcltext.OneLine || item.Layout != nil && item.Layout.Joined) &&
		len(cmp.Or(item.Comments, noComments).Above) == 0
}

// hugged reports whether the closing bracket is on the line of what is before it.
func (c *collection) hugged() bool {
	return (c.lines == hcltext.OneLine || c.layout != nil && c.layout.Hugged) && len(c.End) == 0
}

// collection writes a tuple or an object.
func (k *layoutPrinter) collection(c collection, depth int) {
	if c.lines == hcltext.ManyLines {
		depth++
	}
	k.text(c.brackets[:1])
	behind := c.Open
	ended := k.suffix(behind) // the line must end
	for i := range c.Items {
		comments, l := cmp.Or(c.Items[i].Comments, noComments), c.Items[i].Layout
		// A block comment before an item on the same line is about that.
		if ended || len(behind) > 0 || !c.joined(i) {
			k.newlines(1 + k.blank(l, 0))
		} else {
			if i > 0 || c.object() {
				k.text(" ")
			}
			if k.reduce && l != nil {
				l.Blank, l.Joined = 0, l.Joined && c.lines == hcltext.ManyLines
			}
		}
		k.comments(comments.Above)
		start := len(k.out)
		heredoc := k.element(&c, i, depth)
		behind = comments.After
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
	if k.reduce && c.layout != nil && c.lines == hcltext.OneLine {
		c.layout.Hugged = false
	}
}

// element writes the key and the value of an item, and reports whether it ends with a
// heredoc.
func (k *layoutPrinter) element(c *collection, i, depth int) bool {
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
	if value != item.Value && l != nil && l.Wrapping&(hcltext.Parentheses|hcltext.Interpolation) != 0 {
		value = item.Value
		if k.reduce && l.Wrapping == hcltext.Parentheses {
			l.Wrapping = 0
		}
	}
	return k.value(value, l, depth, lead)
}

// comma reports whether a comma follows an item.
func (k *layoutPrinter) comma(c *collection, i int, l *hcltext.Layout, heredoc bool) bool {
	last := i == len(c.Items)-1
	canonical, needed := hcltext.No, false
	switch {
	case c.object() && (last || heredoc):
	case c.object():
		needed = c.joined(i + 1)
	case last && (c.hugged() || heredoc):
	default:
		canonical, needed = hcltext.Yes, !last
	}
	// After a heredoc in an object, there is no place for one.
	if needed || c.object() && heredoc || l == nil || l.Comma == hcltext.CanonicalChoice {
		if k.reduce && l != nil {
			l.Comma = hcltext.CanonicalChoice
		}
		return needed || canonical == hcltext.Yes
	}
	comma := l.Comma == hcltext.Yes
	if k.reduce && l.Comma == canonical {
		l.Comma = hcltext.CanonicalChoice
	}
	return comma
}

// closing writes the closing bracket and what is before it.
func (k *layoutPrinter) closing(c *collection, ended bool) {
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
	f.Layout = &hcltext.Layout{}
	r := layoutReader{src: f.src}
	r.body(&f.Body, f.Layout)
	f.Layout.Returns = strings.Contains(f.src, "\n") && strings.Count(f.src, "\n") == strings.Count(f.src, "\r\n")
	f.Layout.Hugged = f.src != "" && !strings.HasSuffix(strings.TrimRight(f.src, " \t"), "\n")
	k := &layoutPrinter{reduce: true}
	k.file(f)
}

// Laid is [ParseExpr] with the layout that the parts of the expression have in the text.
// The second result is that of the expression.
func (*ExprReader) Laid(text string) (Expr, *hcltext.Layout, bool) {
	file, diags := ParseFile([]byte(hcltext.ValueLead+text+"\n"), "")
	if diags.HasErrors() || len(file.Body.Items) != 1 {
		return nil, nil, false
	}
	a := file.Body.Items[0].(*Attribute)
	l := &hcltext.Layout{}
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

func (r *layoutReader) body(b *Body, own *hcltext.Layout) {
	pos := b.Span.Start
	for _, item := range b.Items {
		l := &hcltext.Layout{}
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
			l.Lines = hcltext.OneLine
			l.Bare = len(item.Labels) > 0 && !strings.Contains(r.src[span.Start:item.Body.Span.Start], `"`)
			if inner := item.Body.Span; strings.Contains(r.src[inner.Start:inner.End], "\n") {
				l.Lines = hcltext.ManyLines
			}
			r.body(&item.Body, l)
		}
		pos = span.End
	}
	if pos > 0 || len(b.Inside) > 0 {
		own.Foot = uint8(r.foot(pos, b.Span.End))
	}
}

func (r *layoutReader) value(e Expr, outer Span, l *hcltext.Layout) {
	span := e.ExprSpan()
	if !r.holds(outer, span) {
		return
	}
	if outer.Start < span.Start {
		l.Wrapping = wrappingOf(r.src[outer.Start:span.Start], r.src[span.End:outer.End])
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
	last *hcltext.Layout
	one  bool
}

// next reads the gap up to an offset.
func (g *gaps) next(to int) (joined bool, above int) {
	gap := g.r.src[g.pos:to]
	joined = !strings.Contains(gap, "\n")
	g.one = g.one && joined
	if g.last != nil {
		g.last.Comma = hcltext.No
		if strings.Contains(withoutComments(gap), ",") {
			g.last.Comma = hcltext.Yes
		}
	}
	return joined, g.r.above(g.pos, to, false)
}

func (g *gaps) item(start, end int) *hcltext.Layout {
	joined, above := g.next(start)
	g.last = &hcltext.Layout{Joined: joined, Blank: uint8(1 + above)}
	g.pos = end
	return g.last
}

func (g *gaps) end(end int, l *hcltext.Layout) {
	from := g.pos
	l.Hugged, _ = g.next(end)
	l.Lines = hcltext.ManyLines
	if g.one {
		l.Lines = hcltext.OneLine
	} else {
		l.Foot = uint8(g.r.foot(from, end))
	}
}

// withoutComments is a gap without the comments in it.
func withoutComments(text string) string {
	g := hcltext.Gap{Src: text}
	var b strings.Builder
	done := 0
	for g.Next() {
		b.WriteString(text[done : g.Pos-len(g.Comment)])
		done = g.Pos
	}
	return b.String() + text[done:]
}

// wrappingOf tells what is before and after an expression.
func wrappingOf(before, behind string) hcltext.Wrapping {
	switch head, tail := strings.Trim(before, " \t\r\n"), strings.Trim(behind, " \t\r\n"); {
	case head == `"${` && tail == `}"`:
		return hcltext.Interpolation
	case head == "(" && tail == ")":
		w := hcltext.Parentheses
		if strings.Contains(before, "\n") {
			w |= hcltext.LineBefore
		}
		if strings.Contains(behind, "\n") {
			w |= hcltext.LineBehind
		}
		return w
	}
	return 0
}

// string reads the layout of a string.
func (r *layoutReader) string(e *Template, l *hcltext.Layout) {
	src := r.src[e.Span.Start:e.Span.End]
	marker, body := hcltext.HeredocStart(src, 0)
	if body == 0 {
		l.String.Quotes = true
		return
	}
	last := strings.LastIndexByte(src, '\n') + 1
	end := src[last:]
	indent := len(end) - len(strings.TrimLeft(end, " \t"))
	l.String = hcltext.StringLayout{Marker: marker, Flush: strings.HasPrefix(src, "<<-"), End: indent}
	if !l.String.Flush {
		return
	}
	line, _, _ := strings.Cut(e.Text, "\n")
	if raw, _, ok := strings.Cut(src[body:last], "\n"); ok && len(raw) >= len(line) {
		l.String.Text = len(raw) - len(line)
	}
}
