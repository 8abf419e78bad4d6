package hclwrite

import (
	"fmt"
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
		text := src[piece.Span.Start:pos]
		if piece.Gap && !isGap(text) {
			t.Fatalf("%q stands in a gap of %q", text, src)
		}
		if p := newParser(text); !piece.Gap {
			if p.blank(inside); p.pos > 0 {
				t.Fatalf("%q of %q starts with a gap", text, src)
			}
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

// Each piece belongs to the node that it is a part of.
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
	for piece := range f.Pieces() {
		gap := ""
		if piece.Gap {
			gap = "gap "
		}
		fmt.Fprintf(&b, "%T: %s%q\n", piece.Node, gap, src[piece.Span.Start:piece.Span.End])
	}
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
	for range f.Pieces() {
		break // and nothing more is asked
	}
	whole := 0
	for piece := range f.Pieces() {
		if piece.Node == &f.Body {
			whole++
		}
	}
	if whole != 3 {
		t.Errorf("%d pieces are of the body of the file", whole)
	}
}
