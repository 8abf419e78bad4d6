package equivalent

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// TestReplacedLines checks that a template whose lines are parsed without hashicorp/hcl has the
// value and the positions of hashicorp/hcl.
func TestReplacedLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"text", "t", "longer text", "é\u0301", "\u0301", "$", "%", "$$", "$${", "%%{", "${a}", "${~ a ~}", "\\", "\"", "#", "\t", " ",
		"  ", "\u00a0", "%{ if true ~}", "%{ endif }", "\r"}
	indents := []string{"", " ", "  ", "  ", "  ", "\t\t", "    "}
	replaced := 0
	for range oracles.Samples(300, 1000, 3000) {
		odd, indent := r.IntN(8), strings.Repeat(" ", r.IntN(4)) // the number of lines with other parts
		var text strings.Builder
		for range longTemplate + r.IntN(60) {
			text.WriteString(indent)
			text.WriteString(indents[r.IntN(1+r.IntN(len(indents)))])
			if r.IntN(150) < odd {
				for range r.IntN(4) {
					text.WriteString(parts[r.IntN(len(parts))])
				}
			} else {
				text.WriteString(parts[r.IntN(3)])
			}
			text.WriteString([]string{"\n", "\r\n"}[r.IntN(1+r.IntN(2))])
		}
		for _, source := range []string{"<<E\n" + text.String() + "E\n", "<<-E\n" + text.String() + " E\n", text.String()} {
			s := expressionSyntax
			if source == text.String() {
				s = templateSyntax
			}
			start := hcl.Pos{Line: 3, Column: 4, Byte: 20}
			l := newBudget()
			found, excess := l.lex([]byte(source), "", start, s)
			if len(found.src) != len(source) || excess != nil {
				t.Fatalf("%q", found.src)
			}
			replaced += len(found.runs)
			want, wantDiags := s.parse([]byte(source), "", start)
			got, diags := s.parse(found.src, "", start)
			found.runs.restore(got)
			if fmt.Sprint(diags) != fmt.Sprint(wantDiags) {
				t.Fatalf("%q: %v, want %v", source, diags, wantDiags)
			}
			for _, a := range []string{"", "a", "\n"} {
				scope := &hcl.EvalContext{Variables: map[string]cty.Value{"a": cty.StringVal(a)}}
				x, _ := want.Value(scope)
				y, _ := got.Value(scope)
				if !x.RawEquals(y) {
					t.Fatalf("%q\ngot  %#v\nwant %#v", source, y, x)
				}
			}
			if x, y := positionsOf(want), positionsOf(got); x != y {
				t.Fatalf("%q\n%s\n%s", source, x, y)
			}
		}
	}
	if replaced == 0 {
		t.Error("no lines were replaced")
	}
}

// positionsOf returns the ranges of all references.
func positionsOf(e hclsyntax.Expression) string {
	var b strings.Builder
	for _, traversal := range e.Variables() {
		fmt.Fprintln(&b, traversal.SourceRange())
	}
	return b.String()
}
