package hclwrite

import (
	"strings"
	"testing"
)

// checkPieces fails unless the pieces of a file that was read are its source, no
// token is in a gap, and each expression reads alone as it does in the file.
func checkPieces(t *testing.T, f *File) {
	t.Helper()
	src, pos := f.Source(), 0
	for piece := range f.Pieces() {
		if piece.Span.Start != pos {
			t.Fatalf("a piece starts at %d, not %d, of %q", piece.Span.Start, pos, src)
		}
		pos = piece.Span.End
		if text := src[piece.Span.Start:pos]; piece.Gap && !isGap(text) {
			t.Fatalf("%q stands in a gap of %q", text, src)
		}
	}
	if pos != len(src) {
		t.Fatalf("the pieces end at %d of %q", pos, src)
	}
	Walk(&f.Body, func(node any) bool {
		e, ok := node.(Expr)
		if !ok {
			return true
		}
		text := src[e.ExprSpan().Start:e.ExprSpan().End]
		if strings.Contains(text, "<<") {
			text += "\n"
		}
		again, diags := ParseExpr(text, "")
		if diags.HasErrors() || !Equal(again, e) {
			t.Fatalf("%q alone is not the expression that it is in %q: %v", text, src, diags)
		}
		return true
	})
}

// isGap reports whether a text holds nothing but spaces, newlines, comments and
// separators.
func isGap(text string) bool {
	p := newParser(strings.NewReplacer("=", " ", ":", " ", ",", " ").Replace(text))
	p.pos = 0
	for p.blank(inside); strings.HasPrefix(p.src[p.pos:], "\ufeff"); p.blank(inside) {
		p.pos += len("\ufeff")
	}
	return p.pos == len(p.src)
}

// What is before the end of a list is a gap of the list.
func TestLastGap(t *testing.T) {
	f, diags := ParseFile([]byte("a = [1 /* x */, # y\n]\n"), "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for piece := range f.Pieces() {
		text := f.Source()[piece.Span.Start:piece.Span.End]
		if _, isTuple := piece.Node.(*Tuple); strings.Contains(text, "y") && !(isTuple && piece.Gap) {
			t.Errorf("%q is not a gap of the list", text)
		}
	}
}
