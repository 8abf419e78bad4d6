package hclwrite

import (
	"testing"

	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// An indented text has the same content.
func TestEditGoldens(t *testing.T) {
	eachGolden(t, func(t *testing.T, src []byte) {
		text := string(parse(t, string(src)).Bytes())
		if got := hcltext.Indent(text, "", "  ", "\n"); got != text {
			t.Errorf("%s\nbecomes\n%s", text, got)
		}
		natives := func(b *Body) (list []*Native) {
			Walk(b, func(node Node) bool {
				if e, ok := node.(*Native); ok {
					list = append(list, e)
				}
				return true
			})
			return list
		}
		block := parse(t, "w {\n"+hcltext.Indent(text, "   ", "\t", "\n")+"}\n").Body.Block("w")
		inner := block.Body
		inner.Items, inner.Span = append(newCommentGroups[Item](block.Comments.At(Open)), inner.Items...), Span{}
		was, is := natives(&parse(t, text).Body), natives(&inner)
		for i := range min(len(was), len(is)) {
			if was[i].EqualExceptLayout(is[i], true) {
				is[i].Text = was[i].Text // with heredocs that are indented otherwise
			}
		}
		if got := string((&File{Body: inner}).Bytes()); got != text {
			t.Errorf("%s\nreads in a block as\n%s", text, got)
		}
	})
}

func sameSource(a, b string, comments bool) bool {
	return (&Native{Text: a}).EqualExceptLayout(&Native{Text: b}, comments)
}

func TestEqualExceptLayoutOfNative(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"f(a,b)", "f( a, b )", true},
		{"a+1", "a + 1 # c", true},
		{"[for x in y : x]", "[for x in y: x]", true},
		{"(a)", "a", true},
		{"a", "b", false},
		{`"a b"`, `"ab"`, false},
	} {
		if sameSource(test.a, test.b, false) != test.same {
			t.Errorf("%s and %s: want %v", test.a, test.b, test.same)
		}
	}
	if sameSource("a # c", "a # d", true) {
		t.Error("comments do not count")
	}
	// Expressions that differ in any part, also in an operator, are different.
	different := []string{
		"1", "2", `"1"`, "true", "null", "a", "b", "a.b", "a.c", "a[0]", "a[1]", `a["b c"]`, "a[b]", "a[c]",
		"a()", "b()", "a(b)", "a(c)", "a(b, c)", "a(b...)", "a().b", "a().c",
		"a + b", "a - b", "a * b", "a / b", "a % b", "a == b", "a != b", "a < b", "a <= b", "a > b", "a >= b",
		"a && b", "a || b", "b + a", "a + c", "!a", "-a", "-b", "-1",
		"a ? b : c", "a ? b : d", "a ? d : c", "d ? b : c", "a.*.b", "a.*.c", "a[*].b.c", "a[*][0]",
		"[]", "[a]", "[b]", "[a, b]", "{}", "{ a = b }", "{ a = c }", "{ b = b }", "{ (a) = b }", "{ a = b, c = d }",
		"[for x in a : x]", "[for x in b : x]", "[for x in a : y]", "[for y in a : x]", "[for k, x in a : x]",
		"[for x in a : x if x]", "[for x in a : x if y]", "{ for x in a : x => x }", "{ for x in a : x => x... }",
		"{ for x in a : x => y }", "{ for x in a : y => x }",
		`"${a}b"`, `"${a}c"`, `"${b}b"`, `"a${b}"`, `"%{ if a }b%{ endif }"`, `"%{ if a }b%{ else }c%{ endif }"`,
		`"%{ if c }b%{ endif }"`, `"%{ for x in a }b%{ endfor }"`, `"%{ for x in a }${x}%{ endfor }"`,
	}
	for i, a := range different {
		for j, b := range different[i:] {
			if sameSource(a, b+" ", false) != (j == 0) {
				t.Errorf("%s and %s are the same: %t", a, b, j > 0)
			}
		}
	}
}

func TestEqualExceptLayoutOfTemplate(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"a${b}c%{if d}${e}%{endif}", "a${ b }c%{ if d }${e}%{ endif }", true},
		{"${ a ~}b", "${a~}b", true},
		{"${a}b", "${a ~}b", false},
		{"${a}b", "${~ a}b", false},
		{"a${b}", "a${c}", false},
		{"a${b}c", "a${b}d", false},
		{"a${b}", "a", false},
		{"a", "a${b}", false},
		{"${a}${b}", "${a}", false},
		{"${a}b", "$${a}b", false},
		{"a${b}", "aa{b}", false},
	} {
		a, b := &Template{Text: test.a}, &Template{Text: test.b}
		if a.EqualExceptLayout(b, false) != test.same || b.EqualExceptLayout(a, false) != test.same {
			t.Errorf("%s and %s: want %v", test.a, test.b, test.same)
		}
	}
}
