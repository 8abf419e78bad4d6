package hclwrite

import (
	"fmt"
	"iter"
	"strings"
	"testing"
)

// checkPieces fails unless the pieces of a file that was read are its source, no
// token is in a gap, and each expression reads alone as it does in the file.
func checkPieces(t *testing.T, f *File) {
	t.Helper()
	src, pos := f.Source(), 0
	for part := range f.pieces() {
		if part.Span.Start != pos {
			t.Fatalf("a piece starts at %d, not %d, of %q", part.Span.Start, pos, src)
		}
		pos = part.Span.End
		text := src[part.Span.Start:pos]
		if part.Gap && !isGap(text) {
			t.Fatalf("%q stands in a gap of %q", text, src)
		}
		if p := newParser(text); !part.Gap {
			if p.skipBlanks(bracketMode); p.pos > 0 {
				t.Fatalf("%q of %q starts with a gap", text, src)
			}
		}
	}
	if pos != len(src) {
		t.Fatalf("the pieces end at %d of %q", pos, src)
	}
	Walk(&f.Body, func(node Node) bool {
		e, ok := node.(Expr)
		if !ok {
			return true
		}
		text := src[e.span().Start:e.span().End]
		if strings.Contains(text, "<<") {
			text += "\n"
		}
		again, diags := ParseExpr(text, "")
		if diags.HasErrors() || !Equal(again, e) {
			t.Fatalf("%q is parsed in another way than in %q: %v", text, src, diags)
		}
		return true
	})
}

// isGap reports whether a text holds nothing but spaces, newlines, comments and
// separators.
func isGap(text string) bool {
	p := newParser(strings.NewReplacer("=", " ", ":", " ", ",", " ").Replace(text))
	p.pos = 0
	for p.skipBlanks(bracketMode); strings.HasPrefix(p.src[p.pos:], "\ufeff"); p.skipBlanks(bracketMode) {
		p.pos += len("\ufeff")
	}
	return p.pos == len(p.src)
}

// TestLastGap checks that the text before the end of a list is a gap of the list.
func TestLastGap(t *testing.T) {
	f, diags := ParseFile([]byte("a = [1 /* x */, # y\n]\n"), "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for part := range f.pieces() {
		text := f.Source()[part.Span.Start:part.Span.End]
		if _, isTuple := part.Node.(*Tuple); strings.Contains(text, "y") && !(isTuple && part.Gap) {
			t.Errorf("%q is not a gap of the list", text)
		}
	}
}

// TestPieces checks that each piece belongs to its node.
func TestPieces(t *testing.T) {
	const src = "\ufeffa = /* x */ (1 ) # y\nb \"l\" {\n  c = [ 1, ({ d: e }), ]\n} # z\n"
	const want = `*hclwrite.Body: gap "\ufeff"
*hclwrite.Attribute: "a"
*hclwrite.Attribute: gap " = /* x */ "
*hclwrite.Literal: "(1 )"
*hclwrite.Body: gap " # y\n"
*hclwrite.Block: "b \"l\" {"
*hclwrite.Body: gap "\n  "
*hclwrite.Attribute: "c"
*hclwrite.Attribute: gap " = "
*hclwrite.Tuple: "["
*hclwrite.Tuple: gap " "
*hclwrite.Literal: "1"
*hclwrite.Tuple: gap ", "
*hclwrite.Object: "({"
*hclwrite.Object: gap " "
*hclwrite.Element: "d"
*hclwrite.Element: gap ": "
*hclwrite.Native: "e"
*hclwrite.Object: gap " "
*hclwrite.Object: "})"
*hclwrite.Tuple: gap ", "
*hclwrite.Tuple: "]"
*hclwrite.Body: gap "\n"
*hclwrite.Block: "}"
*hclwrite.Body: gap " # z\n"
`
	f := parse(t, src)
	var b strings.Builder
	for part := range f.pieces() {
		gap := ""
		if part.Gap {
			gap = "gap "
		}
		fmt.Fprintf(&b, "%T: %s%q\n", part.Node, gap, src[part.Span.Start:part.Span.End])
	}
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
	for range f.pieces() {
		break // and nothing more is asked
	}
	whole := 0
	for part := range f.pieces() {
		if part.Node == &f.Body {
			whole++
		}
	}
	if whole != 3 {
		t.Errorf("%d pieces are of the body of the file", whole)
	}
}

// piece is a stretch of the source of a file.
type piece struct {
	Span Span
	// Node contains the piece: a *Body, an *Attribute, a *Block, an *Element or an expression.
	Node any
	// Gap: it is between the parts of the node, and holds spaces, newlines,
	// comments, and separators.
	Gap bool
}

// pieces goes over the source of a file that was read, and has not been changed
// since. The text of all the pieces, one after the other, is the source.
func (f *File) pieces() iter.Seq[piece] {
	return func(yield func(piece) bool) {
		p := &piecer{yield: yield}
		p.body(&f.Body)
		p.gap(&f.Body, len(f.src))
	}
}

// piecer goes over a tree in source order; pos is how far it got.
type piecer struct {
	yield func(piece) bool
	pos   int
	done  bool
}

func (p *piecer) piece(node any, end int, gap bool) {
	if end > p.pos && !p.done {
		p.done = !p.yield(piece{Span{p.pos, end}, node, gap})
		p.pos = end
	}
}

func (p *piecer) own(node any, end int) { p.piece(node, end, false) }
func (p *piecer) gap(node any, end int) { p.piece(node, end, true) }

func (p *piecer) body(b *Body) {
	for _, item := range b.Items {
		span := item.span()
		p.gap(b, span.Start)
		switch item := item.(type) {
		case *Attribute:
			p.own(item, span.Start+len(item.Name))
			p.gap(item, item.ValueSpan.Start)
			p.value(item.Expr, item.ValueSpan)
		case *Block:
			p.own(item, item.Body.Span.Start)
			p.body(&item.Body)
			p.gap(&item.Body, item.Body.Span.End)
			p.own(item, span.End)
		}
	}
}

// value goes over an expression, and the parentheses or the template around it.
func (p *piecer) value(e Expr, outer Span) {
	if c := CollectionOf(e); c != nil {
		_, object := e.(*Object)
		p.own(e, c.Span.Start+1)
		for _, item := range c.Elements() {
			if object {
				p.gap(e, item.Key.Span.Start)
				p.own(item, item.Key.Span.End)
				p.gap(item, item.ValueSpan.Start)
			} else {
				p.gap(e, item.ValueSpan.Start)
			}
			p.value(item.Value, item.ValueSpan)
		}
		p.gap(e, c.Span.End-1)
	}
	p.own(e, outer.End)
}
