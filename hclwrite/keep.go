package hclwrite

import "strings"

// KeepLayout gives the nodes of a file that was read the layout that they have there,
// where it is another than the canonical one. [File.Bytes] writes it then as it was, but
// for blanks. Nodes that were made or moved since have none.
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
	a, ok := file.Body.Items[0].(*Attribute)
	if !ok {
		return nil, nil, false
	}
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

// above is how many blank lines stand at the start of a gap, behind the line on which
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

// foot is how many blank lines stand at the end of a gap.
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
			if len(item.ItemComments().Before) == 0 {
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
	case *Tuple:
		g := gaps{r: r, pos: e.Span.Start + 1, one: true}
		for i := range e.Items {
			item := &e.Items[i]
			if !r.holds(Span{g.pos, span.End - 1}, item.ValueSpan) {
				continue
			}
			item.Layout = g.item(item.ValueSpan.Start, item.ValueSpan.End)
			r.value(item.Value, item.ValueSpan, item.Layout)
		}
		g.end(e.Span.End-1, l)
	case *Object:
		g := gaps{r: r, pos: e.Span.Start + 1, one: true}
		for i := range e.Items {
			item := &e.Items[i]
			rest := Span{g.pos, span.End - 1}
			if !r.holds(rest, item.KeySpan) || !r.holds(Span{item.KeySpan.End, rest.End}, item.ValueSpan) {
				continue
			}
			item.Layout = g.item(item.KeySpan.Start, item.ValueSpan.End)
			item.Layout.Quoted = r.src[item.KeySpan.Start] == '"'
			item.Layout.Colon = strings.Contains(withoutComments(r.src[item.KeySpan.End:item.ValueSpan.Start]), ":")
			r.value(item.Value, item.ValueSpan, item.Layout)
		}
		g.end(e.Span.End-1, l)
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

// around tells what stands before and behind an expression.
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
