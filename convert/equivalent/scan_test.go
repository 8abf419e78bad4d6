package equivalent

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// checkCostScan compares the results of a scan with the tokens. It reports whether the scan was complete.
func checkCostScan(t *testing.T, src string) bool {
	t.Helper()
	s, ok := newCostScan([]byte(src))
	if !ok {
		return false
	}
	tokens, _ := hclsyntax.LexConfig([]byte(src), "", hcl.InitialPos)
	l := newBudget()
	if found := l.excessOf(tokens, configSyntax); found != nil {
		if s.isWithinLimits() {
			t.Errorf("%q is within the limits, but %s", src, found.reason)
		}
		return true
	}
	var depth, signs, pieces int
	c := &nesting{stack: []level{{open: tokens[0], endsAtNewline: true}}}
	for _, token := range tokens {
		if closed := c.follow(token); closed != nil {
			pieces = max(pieces, closed.pieces.count)
		}
		depth, signs = max(depth, len(c.stack)), max(signs, c.operators, c.steps)
	}
	if depth > s.depth || signs > s.signs || pieces > s.pieces {
		t.Errorf("%q: the scan has depth %d, signs %d, pieces %d; the tokens %d, %d, %d",
			src, s.depth, s.signs, s.pieces, depth, signs, pieces)
	}
	return true
}

// natives calls f with the texts in native syntax of all goldens.
func natives(tb testing.TB, f func(src string)) {
	for _, g := range golden.ReadSample(tb, 5) {
		for _, name := range []string{g.Input, g.Counterpart} {
			if src, ok := g.File(name); ok && (name == g.Input) != g.JSON {
				f(string(src))
			}
		}
	}
}

func TestCostScan(t *testing.T) {
	var sources []string
	natives(t, func(src string) { sources = append(sources, src) })
	understood := 0
	for _, src := range sources {
		if checkCostScan(t, src) {
			understood++
		}
	}
	if understood < len(sources)*9/10 {
		t.Errorf("only %d of %d are understood", understood, len(sources))
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range oracles.Rounds(2000, 20_000) {
		checkCostScan(t, changeText(r, sources[r.IntN(len(sources))]))
	}
	for range oracles.Rounds(2000, 20_000) {
		checkCostScan(t, soup(r))
	}
}

func TestWithinLimits(t *testing.T) {
	nested := func(depth int) string { return inLocal(strings.Repeat("[", depth) + strings.Repeat("]", depth)) }
	for src, want := range map[string]bool{
		nested(maxDepth - 10): true, nested(maxDepth): false,
		inLocal(strings.Repeat("1", digitsPerByte-1)): true, inLocal(strings.Repeat("1", digitsPerByte)): false,
		"a = 1\r\n": false, "a = \"": false, "a = \"\\": false, "a = <<E": false, "a = <<E\n": false, "a = <<1\nE\n": false,
		"a = \"\n\"": false, "a = \"\\\n\"": false, "a = [": false, "a = ]": false, "a = (]": false, "/*": false,
		"\xff":        false,
		"a = \"${b\"": false, "a = \"%{ if b }": false,
		"": true, "# a": true, "// a": true, "/* a */ b {}\n": true, "b {\n}\n": true, "a = 1.5e-3\n": true,
		"a = <<E\nx $ ${b} $${\nE\n": true, "a = <<-E\n  x\n  E\nb = 1\n": true, "a = <<E\nE\n": true,
		`a = "x \" \\ $ ${b} $${c} %{ if a }%{ endif } %%{"`: true, `a = "${"${b}"}"`: true, "a = b / c < d\n": true,
		"a = [" + strings.Repeat("-b.c[0], ", maxChain/4) + "]": true, strings.Repeat("a = -b.c\n", maxChain+1): true,
		"a = {" + strings.Repeat("b = -c\n", maxChain+1) + "}":                false,
		"a = {for b in c :\n" + strings.Repeat("-\n", maxChain+1) + "d => e}": false,
		"a = (" + strings.Repeat("-\n", maxChain+1) + "b)":                    false,
		"a" + strings.Repeat(".b", maxChain+1):                                false,
		"a" + strings.Repeat(".1", maxChain+1):                                false,
		"a = \"" + strings.Repeat("$", maxPieces) + "\"\n":                    false,
		"a = \"" + strings.Repeat("$", 20) + "\"\n":                           true,
	} {
		if s, ok := newCostScan([]byte(src)); (ok && s.isWithinLimits()) != want {
			t.Errorf("%.40q: %v", src, !want)
		}
		if !want || !strings.HasPrefix(src, "locals") {
			continue
		}
		if diags := compare(src, src).Messages(); diags.HasErrors() {
			t.Errorf("%.40q: %s", src, diags)
		}
	}
}

// The line break that ends a comment ends an expression, too.
func TestManyLinesWithComments(t *testing.T) {
	src := "locals {\n" + times(maxChain+1, "  a%d = -b # c\n") + "}\n"
	for _, thorough := range []bool{false, true} {
		diags := Compare(source("a", src), source("b", src), testDialect(),
			Options{Comments: true, thorough: thorough}).Messages()
		if len(diags) > 0 {
			t.Error(diags)
		}
	}
}

func FuzzCostScan(f *testing.F) {
	natives(f, func(src string) { f.Add(src) })
	f.Fuzz(func(t *testing.T, src string) { checkCostScan(t, src) })
}
