package equivalent

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/golden"
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
		text = strings.Repeat(text, 4)
		for _, around := range around {
			s, src := configSyntax, "a = "+around[0]+text+around[1]+"\nb {}\n"
			if around[0] == "" {
				s, src = templateSyntax, text
			}
			plain := newAllowance()
			tokens, _, found := plain.lex([]byte(src), "f", hcl.InitialPos, s)
			if found != nil || len(tokens) > 10_000 {
				continue
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
				continue
			}
			a, b := places(want), places(got)
			if !slices.Equal(a, b) {
				t.Errorf("%q: in parts\n%s\nnot\n%s", src, strings.Join(b, "\n"), strings.Join(a, "\n"))
			}
		}
	})
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
