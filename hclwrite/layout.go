package hclwrite

import (
	"strings"

	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// KeepLayout sets the layouts of a parsed file and of its nodes. A layout contains the choices in
// the source that differ from canonical layout. [File.Bytes] then returns the source, but with
// canonical spaces. Nodes that were created or moved after the parsing have no layout.
func (f *File) KeepLayout() {
	f.Layout = &Layout{}
	r := layoutReader{src: f.src}
	r.body(&f.Body, f.Layout)
	f.Layout.CarriageReturns = strings.Contains(f.src, "\n") && strings.Count(f.src, "\n") == strings.Count(f.src, "\r\n")
	f.Layout.CloserJoined = f.src != "" && !strings.HasSuffix(strings.TrimRight(f.src, " \t"), "\n")
	p := &printer{reducesLayouts: true}
	p.file(f)
}

// attributeStart is the text before an expression that is printed or parsed as the value of an
// attribute.
const attributeStart = "x = "

// ParseWithLayout parses the value of an attribute and sets the layouts of its nodes. The second
// result is the layout of the expression itself. The third result is false if the text is invalid.
func ParseWithLayout(text string) (Expr, *Layout, bool) {
	file, diags := ParseFile([]byte(attributeStart+text+"\n"), "")
	if diags.HasErrors() || len(file.Body.Items) != 1 {
		return nil, nil, false
	}
	a := file.Body.Items[0].(*Attribute)
	l := &Layout{}
	r := layoutReader{src: file.src}
	r.value(a.Expr, a.ValueSpan, l)
	return a.Expr, l, true
}

// layoutReader sets the layouts of nodes from their source.
type layoutReader struct{ src string }

// isInside reports whether the span inner is valid, is not empty, and is in the span outer.
func (r *layoutReader) isInside(outer, inner Span) bool {
	return outer.Start <= inner.Start && inner.Start < inner.End && inner.End <= min(outer.End, len(r.src))
}

// maxBlankLines is the largest number of blank lines in a layout.
const maxBlankLines = 200

// leadingBlankLines counts the blank lines at the start of a gap, which is the text between two
// items. It does not count the rest of the line on which the gap starts, unless the gap is at the
// start of the file.
func (r *layoutReader) leadingBlankLines(from, to int, atFileStart bool) (n int) {
	gap := r.src[from:to]
	if !atFileStart {
		_, gap, _ = strings.Cut(gap, "\n")
	}
	for n < maxBlankLines {
		line, rest, ok := strings.Cut(gap, "\n")
		if !ok || strings.Trim(line, " \t\r") != "" {
			break
		}
		gap = rest
		n++
	}
	return n
}

// trailingBlankLines counts the blank lines at the end of a gap.
func (r *layoutReader) trailingBlankLines(from, to int) int {
	gap := strings.TrimRight(r.src[from:to], " \t")
	newlines := strings.Count(gap[len(strings.TrimRight(gap, " \t\r\n")):], "\n")
	return min(max(0, newlines-1), maxBlankLines)
}

func (r *layoutReader) body(b *Body, own *Layout) {
	pos := b.Span.Start
	for _, item := range b.Items {
		l, span := &Layout{}, item.span()
		if IsCommentGroup(item) || !r.isInside(Span{pos, b.Span.End}, span) {
			continue
		}
		l.Blank = uint8(1 + r.leadingBlankLines(pos, span.Start, pos == 0))
		if pos == b.Span.Start && IsCommentGroup(b.Items[0]) {
			own.Head, l.Blank = l.Blank-1, 0
			if !item.itemComments().Has(Above) {
				l.Blank = uint8(1 + r.trailingBlankLines(pos, span.Start))
			}
		}
		switch item := item.(type) {
		case *Attribute:
			item.Layout = l
			r.value(item.Expr, item.ValueSpan, l)
		case *Block:
			item.Layout = l
			l.Lines = hcltext.OneLine
			l.UnquotedLabels = len(item.Labels) > 0 && !strings.Contains(r.src[span.Start:item.Body.Span.Start], `"`)
			if inner := item.Body.Span; strings.Contains(r.src[inner.Start:inner.End], "\n") {
				l.Lines = hcltext.ManyLines
			}
			r.body(&item.Body, l)
		}
		pos = span.End
	}
	if pos > 0 || len(b.Items) > 0 {
		own.Foot = uint8(r.trailingBlankLines(pos, b.Span.End))
	}
}

// value sets the layout of an expression and of its nodes. outer is the position of the expression
// with its parentheses.
func (r *layoutReader) value(e Expr, outer Span, l *Layout) {
	span := e.span()
	if !r.isInside(outer, span) {
		return
	}
	if outer.Start < span.Start {
		l.Wrapping = wrappingOf(r.src[outer.Start:span.Start], r.src[span.End:outer.End])
	}
	switch e := e.(type) {
	case *Template:
		r.template(e, l)
	case *Tuple, *Object:
		c, object := CollectionOf(e), bracketsOf(e) == "{}"
		g := gapReader{r: r, pos: span.Start + 1, isOneLine: true}
		for _, item := range c.Elements() {
			rest, start := Span{g.pos, span.End - 1}, item.ValueSpan.Start
			if object {
				if !r.isInside(rest, item.Key.Span) {
					continue
				}
				rest.Start, start = item.Key.Span.End, item.Key.Span.Start
			}
			if !r.isInside(rest, item.ValueSpan) {
				continue
			}
			item.Layout = g.item(start, item.ValueSpan.End)
			if object {
				item.Layout.QuotedKey = r.src[start] == '"'
				item.Layout.Colon = strings.Contains(stripComments(r.src[item.Key.Span.End:item.ValueSpan.Start]), ":")
			}
			r.value(item.Value, item.ValueSpan, item.Layout)
		}
		g.lastGap(span.End-1, l)
	}
}

// gapReader reads the layout from the gaps of a collection: the texts before, between and after its
// items.
type gapReader struct {
	r   *layoutReader
	pos int
	// last is the layout of the last item.
	last *Layout
	// isOneLine is true if no gap so far contains a newline.
	isOneLine bool
}

// nextGap reads the gap that ends at an offset. It returns true if the gap contains no newline.
func (g *gapReader) nextGap(to int) (joined bool) {
	gap := g.r.src[g.pos:to]
	joined = !strings.Contains(gap, "\n")
	g.isOneLine = g.isOneLine && joined
	if g.last != nil {
		g.last.Comma = hcltext.No
		if strings.Contains(stripComments(gap), ",") {
			g.last.Comma = hcltext.Yes
		}
	}
	return joined
}

func (g *gapReader) item(start, end int) *Layout {
	joined := g.nextGap(start)
	g.last = &Layout{Joined: joined, Blank: uint8(1 + g.r.leadingBlankLines(g.pos, start, false))}
	g.pos = end
	return g.last
}

func (g *gapReader) lastGap(end int, l *Layout) {
	l.CloserJoined = g.nextGap(end)
	l.Lines = hcltext.ManyLines
	if g.isOneLine {
		l.Lines = hcltext.OneLine
	} else {
		l.Foot = uint8(g.r.trailingBlankLines(g.pos, end))
	}
}

// stripComments returns the text of a gap without its comments.
func stripComments(text string) string {
	g := hcltext.Gap{Src: text}
	var b strings.Builder
	done := 0
	for g.Next() {
		b.WriteString(text[done : g.Pos-len(g.Comment)])
		done = g.Pos
	}
	return b.String() + text[done:]
}

// wrappingOf returns the wrapping of an expression: parentheses or an interpolation. before and
// after are the source text that wraps the expression.
func wrappingOf(before, after string) hcltext.Wrapping {
	switch head, tail := strings.Trim(before, " \t\r\n"), strings.Trim(after, " \t\r\n"); {
	case head == `"${` && tail == `}"`:
		return hcltext.Interpolation
	case head == "(" && tail == ")":
		w := hcltext.Parentheses
		if strings.Contains(before, "\n") {
			w |= hcltext.LineBefore
		}
		if strings.Contains(after, "\n") {
			w |= hcltext.LineAfter
		}
		return w
	}
	return 0
}

// template sets the layout of a string.
func (r *layoutReader) template(e *Template, l *Layout) {
	src := r.src[e.Span.Start:e.Span.End]
	marker, body := hcltext.HeredocStart(src, 0)
	if body == 0 {
		l.String.Quotes = true
		return
	}
	l.String = hcltext.HeredocLayout(src, marker)
}
