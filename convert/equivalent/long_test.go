package equivalent

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/golden"
	"github.com/hcljson/hcljson/internal/judges"
)

// around is what a template is in: nothing, for one of HCL-JSON.
var around = [][2]string{
	{"", ""}, {`"`, `"`}, {"<<E\n", "\nE"}, {"<<-E\n", "\n  E"}, {"f(<<E\n", "\nE\n)"},
	{"<<-E\n${<<-F\n", "\nF\n}\nE"}, {"1\nb \"", "\" {\n}"}, {"a[\"", "\"]"}, {"{\"", "\" = \"\"}"},
	{"<<-E\r\n", "\r\n  E"}, {"[\"x$y\", <<E\n", "\nE\n, \"$$$\"]"},
}

// FuzzParts holds that a template is the same if it is parsed in parts, with the lines and bytes of all in it.
func FuzzParts(f *testing.F) {
	for _, text := range []string{
		"$$$", "$$${a}$%%${b}", "a$b$c", "${a}$x${b}", "${a ~}$ $x$ ${~ b}", "%{if a}$x$%{endif}$y",
		"$x$%{if a}b%{else}$$%{endif}z", "$$${a}$$$${b}", "$\n%\n$${x}\n", "e\u0301$\u0301$a", "\\$\\n$x",
		"${a.b[\"$x$y\"]}\n$x\n$y", "${}}$x${ba", "a\nb\nc", "\n\n\na", "a\n\n\n", "\u00e9\n\u00e9\n\u00e9",
		"  a\n    b\n   c", "  a ${b}\n  c ${d}\n\n  e", "    a\n\n ${b}\n  c", "  ${a}\n  b\n\t\tc",
		" \u00a0a\n b\n  c", "  a\r\n   b\r\n  c", "x\n\ufeffy\nz\n$", "  a ${ # c\n b }\n  c\n  d",
		"  a\n  %{for a in b}\n  c\n  %{endfor}\n  d\ne", "  a\n  %{~ if a ~}\n  b\n  %{~ endif ~}\n  c",
		"  a ${b ~}\n  c\n   ${d ~}  \n e\n", "  a\n  ${~ b}\n c ${~ d ~}\n\n  e", "    ${~ a}\n  b\n c",
		"${~ a ~}\n  ${~ b ~} \n",
		"  %{if a ~} b %{endif ~}\n", "  a\n${~ b}\n   c\n d", "  ${a ~}~}\n", "~}$ ${a}\n  b", " }%{)",
		"${00}\n", "<<-\n", " a\n$ {~\n b\n  ${c ~}\u00a0\n d",
		"${<<E\na\nb\nc\nE\n}\nd\ne", "a${b}\nc${<<-F\n  x$y\n  z\nF\n}\nd\n",
		"%{if a}\nb\nc\nd\ne%{endif}", "x%{if a ~}\n  b\n c\n d $ e\n%{~ else ~}\n f\n g\n  h\n%{~ endif ~}\n i",
		"  %{ for a in b ~}\n   c ${a}\n    d $\n  %{ if c }\n  e\n  f\n g\n h\n %{ endif }\n i\n%{ endfor ~}\nj\n",
		"%{if a}$b$c$d$%{else}${a}$x$%{if b ~} $x$y$z %{~endif}$$%{endif}", "%{if a}${f(\"$x$y$z$\")}\nb\nc\nd\n%{endif}",
		"    %{ if x }\n    %{ if y ~}\nq\n%{ endif ~}\n    %{ endif }",
		"\t%{ for a in b }\t\n${~ d ~}\r\nb\n${~ d ~}$b$\n%{~ endfor ~}",
		"\t\r\n  x\n%{~ for a in b }%%{ x\n\t%{ for a in b ~}c%{ endfor ~}  \n%{ endfor }", "0F\n00F\n00F\n00F\n0",
		"%{if a}é\né\n\n\né\n%{endif}", "%{if a}%{if b}%{for c in d}$x$y$%{endfor}$x$y$%{endif}$x$y%{endif}",
	} {
		f.Add(text)
	}
	for _, g := range golden.Sample(f, 40) {
		if input, ok := g.File(g.Input); ok {
			f.Add(string(input))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 500 || !utf8.ValidString(text) {
			return
		}
		for _, text := range []string{text, strings.Repeat(text, 4)} {
			for _, around := range around {
				compareParts(t, text, around)
			}
		}
	})
}

func compareParts(t *testing.T, text string, around [2]string) {
	s, src := configSyntax, "a = "+around[0]+text+around[1]+"\nb {}\n"
	if around[0] == "" {
		s, src = templateSyntax, text
	}
	plain := newAllowance()
	tokens, _, found := plain.lex([]byte(src), "f", hcl.InitialPos, s)
	if found != nil || len(tokens) > 10_000 {
		return
	}
	want, diags := s.parse([]byte(src), "f", hcl.InitialPos)
	inParts := newAllowance()
	inParts.pieces = 3
	_, long, _ := inParts.lex([]byte(src), "f", hcl.InitialPos, s)
	got, more := inParts.parse([]byte(src), "f", hcl.InitialPos, s, long)
	if diags.HasErrors() != more.HasErrors() {
		t.Fatalf("%q: %s\nin parts: %s", src, diags, more)
	}
	if diags.HasErrors() {
		return
	}
	a, b := places(want), places(got)
	if !slices.Equal(a, b) {
		t.Errorf("%q: in parts\n%s\nnot\n%s", src, strings.Join(b, "\n"), strings.Join(a, "\n"))
	}
}

// places are the nodes of a syntax tree with their lines and bytes and what they mean, but for the
// text in templates, of which a part has its own.
func places(tree hclsyntax.Node) (list []string) {
	l := newAllowance()
	r := normalizer{c: &comparer{allowance: &l}, file: &file{}}
	text := map[hclsyntax.Node]bool{}
	_ = hclsyntax.VisitAll(tree, func(n hclsyntax.Node) hcl.Diagnostics {
		e, ok := n.(hclsyntax.Expression)
		if !ok || text[e] {
			return nil
		}
		if e, ok := e.(*hclsyntax.TemplateExpr); ok {
			for _, part := range e.Parts {
				_, text[part] = part.(*hclsyntax.LiteralValueExpr)
			}
		}
		rng := e.Range()
		list = append(list, fmt.Sprint(rng.Start.Line, rng.Start.Byte, rng.End.Line, rng.End.Byte, " ", r.native(e)))
		return nil
	})
	slices.Sort(list) // attributes of a body have no order
	return list
}

// Templates of directives in each other are the same in parts, of which a clause can be one.
func TestClauses(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		"a", "$", "\n", "\n", "  ", "b\n", "    text\n", "${c}", "${~ d ~}", "\t", "é", "%%{", "${f(\"$x$y$\")}", "\r\n",
	}
	strip := func() string { return []string{"", "~"}[random.IntN(2)] }
	directive := func(keyword string) string { return "%{" + strip() + " " + keyword + " " + strip() + "}" }
	var template func(depth int) string
	template = func(depth int) string {
		text := ""
		for range random.IntN(10) {
			switch n := random.IntN(len(pieces) + 3); {
			case n < len(pieces):
				text += pieces[n]
			case depth == 0:
			case n%2 == 0:
				text += directive("for a in b") + template(depth-1) + directive("endfor")
			default:
				text += directive("if a") + template(depth-1)
				if random.IntN(2) == 0 {
					text += directive("else") + template(depth-1)
				}
				text += directive("endif")
			}
		}
		return text
	}
	for range judges.Rounds(1000, 200_000) {
		compareParts(t, template(3), around[random.IntN(len(around))])
	}
}
