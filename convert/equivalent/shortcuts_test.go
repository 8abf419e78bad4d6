package equivalent

import (
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"

	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/schema"
)

// checkComments compares the comments that a scan finds with those among the
// tokens. It reports whether the text is read.
func checkComments(t *testing.T, src string) bool {
	t.Helper()
	_, diags := hclsyntax.ParseConfig([]byte(src), "a", hcl.InitialPos)
	scan, ok := newCostScan([]byte(src))
	if diags.HasErrors() || !ok {
		return false
	}
	tokens, _ := hclsyntax.LexConfig([]byte(src), "a", hcl.InitialPos)
	text := func(c comment) string { return c.text }
	want, got := mapEach(tokenComments(tokens), text), mapEach(scan.commentTexts(), text)
	if !slices.Equal(got, want) {
		t.Errorf("%q has the comments %q, found are %q", src, want, got)
	}
	return true
}

func TestCommentsAreFound(t *testing.T) {
	var sources []string
	natives(t, func(src string) { sources = append(sources, src) })
	for _, src := range append(sources,
		"# a\n", "\ufeff# a\na = 1 // b\n", "b /* a */ \"l#//\" /* b */ { # c\n} // d",
		"a = <<E\n# no\n${b /* c */}\nE\n# d\n",
		"a = \"#${b /* \"#\" */}//\" # c", "a = [ # a\n 1, # b\n] # c\n", "a = (b # c\n) /* d */\n", "b { a = 1 /* c */ }# d",
		"b { /* c */ }\n", "a = /* c */ 1\r\n# d\r\n", "é = \"e\u0301\" /* é */ # d\n",
	) {
		checkComments(t, src)
	}
	r := rand.New(rand.NewPCG(2, 2))
	read := 0
	for range 5_000 {
		src := soup(r)
		if r.IntN(2) == 0 {
			src = changeText(r, sources[r.IntN(len(sources))])
		}
		if checkComments(t, src) {
			read++
		}
	}
	if read < 1_000 {
		t.Errorf("only %d were anything", read)
	}
}

func FuzzComments(f *testing.F) {
	natives(f, func(src string) { f.Add(src) })
	f.Fuzz(func(t *testing.T, src string) { checkComments(t, src) })
}

// checkSameText compares the result of hasSameText for an expression and a JSON value with the
// comparison of their nodes. It reports whether both are valid and have the same text.
func checkSameText(t *testing.T, expression, value string) bool {
	t.Helper()
	a := &file{Source: Source{Bytes: []byte(inLocal(expression))}}
	b := &file{Source: Source{Bytes: []byte(`{"x":` + value + `}`), JSON: true}, isResult: true}
	native, diags := hclsyntax.ParseConfig(a.Bytes, "", hcl.InitialPos)
	parsed, more := json.Parse(b.Bytes, "")
	if diags.HasErrors() || more.HasErrors() {
		return false
	}
	blocks := native.Body.(*hclsyntax.Body).Blocks
	decoded, _ := parsed.Body.JustAttributes()
	if len(blocks) == 0 || blocks[0].Body.Attributes["x"] == nil || decoded["x"] == nil {
		return false
	}
	x := attribute{blocks[0].Body.Attributes["x"].AsHCLAttribute(), a}
	y := attribute{decoded["x"], b}
	said := false
	for _, mode := range []tables.Mode{tables.Template, tables.Literal} {
		l := newBudget()
		c := &comparer{budget: &l, comparesComments: true, faults: map[string]bool{}}
		rule := &tables.Value{Mode: mode}
		if !c.hasSameText(x, y, rule) {
			continue
		}
		said = true
		n, m := c.normalizedValue(x, rule), c.normalizedValue(y, rule)
		if !n.equal(m) || len(c.Diagnostics) > 0 || len(c.inJSON[0])+len(c.inJSON[1]) > 0 {
			t.Errorf("%q and %q have the same text, but %s is not %s: %s", expression, value, n, m, c.Diagnostics)
		}
	}
	return said
}

// inJSON are the JSON values that an expression may become.
func inJSON(expression string) []string {
	escaped := func(text string) string {
		out, _ := stdjson.Marshal(text)
		return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(out))
	}
	bare := strings.TrimSuffix(strings.TrimPrefix(expression, `"`), `"`)
	values := []string{expression, escaped(expression), escaped("${" + expression + "}"), escaped(bare)}
	if _, heredoc, ok := strings.Cut(expression, "\n"); ok {
		values = append(values, escaped(heredoc[:strings.LastIndexByte(heredoc, '\n')+1]))
	}
	for _, value := range slices.Clone(values) {
		values = append(values, "["+value+", 1]", `{"a": `+value+`, "b c": [null]}`)
	}
	return values
}

// asWritten wraps an expression in other expressions, as inJSON does.
func asWritten(expression string) []string {
	return []string{expression, "[" + expression + ", 1]", "{\n a = " + expression + "\n \"b c\" = [null]\n}"}
}

var sameTexts = []string{
	"a.b", "(a)", "(a).b", "f(a...)", "a ? b : c", "[for a in b : a]", "{ for a, b in c : a => b... }", "a[*].b", "a.*.b",
	"-1", "!a",
	"12", "007", "1234567890123456", "1.5", "true", "null", `"a"`, `"${a}"`, `"a${b}c"`, `"$${a}"`,
	`"%{ if a }b%{ endif }"`, `"\n"`, `"\u0041"`,
	`"é"`, "\"e\u0301\"", "\"\ufeff\"", "\"\ufeff${a}\"", "<<EOT\na\nEOT", "<<EOT\n${a} b\nEOT", "<<EOT\nEOT",
	"<<-EOT\n  a\n EOT",
	"f(<<E\na\nE\n)", "[1, 2]", "[a, \"b\"]", "{ a = 1, b = c }", "{ (a) = 1 }", "{ a.b = 1 }", "{ a = 1, a = 2 }",
	`{ "a" = 1 }`, `{ "${a}" = 1 }`,
	"[\n a\n ? b\n : c\n]", "(a\n+ b)", "{\n a = 1\n b = 2\n}", "f(/* c */ a)", "(a # c\n)", `f("http://x")`,
	`"http://${a}"`, `"${a}//${b}"`,
	"a.b.0.c", `a["b"]`, "a[b]", "a::b(c)", "provider::a::b(c)", "1 + 2", "a && b || c", "{}", "[]", `""`, `"$"`, `"100%"`,
	`"${"a"}"`, `"${[1]}"`, "true ? 1 : 2",
	"f(\"a\rb\")", "f(\"\ufeff\")", "[\r\n a\r\n]", "f(\"\xff\")", "f(<<-E\n a\nE\n)", `{ "a\tb" = 1 }`, `{ "$${a}" = 1 }`,
	`{ "a" = 1, "a" = 2 }`, "{ null = 1 }", "{ 1 = 2 }", "123456789012345", "+1", "1e3", "tru", `{ a = "b", "c" = d }`,
	"{" + strings.Repeat("a = 1,", 17) + "}", "{" + listed(16, "a%d = 1") + "}", "{" + listed(17, "a%d = 1") + "}",
	"a[0]", "a.b[*][c].d[*].e", "<<EOT\n$${a}\\\nEOT", `"%%{a}"`, `"$$${a}"`, `"$${"`, "\"a\\nb${c}\"",
}

// TestIsEscaped checks that the fast path for strings decodes the usual escapes.
func TestIsEscaped(t *testing.T) {
	for _, test := range []struct {
		inner, text string
		want        bool
	}{
		{"", "", true}, {"a", "a", true}, {"a", "b", false}, {`a\\b`, `a\b`, true}, {`\"\/\n\t\r`, "\"/\n\t\r", true},
		{`\n`, `\n`, false}, {`\n`, "n", false}, {`\\`, "", false}, {`a\`, "a", false}, {`\u0041`, "A", false},
		{`a\nb`, "a\nc", false}, {`a\nb`, "c\nb", false},
	} {
		if got := isEscaped([]byte(test.inner), []byte(test.text)); got != test.want {
			t.Errorf("%s is %q: %t", test.inner, test.text, got)
		}
	}
}

func TestSameText(t *testing.T) {
	said := 0
	check := func(expression, other string) {
		for _, native := range asWritten(expression) {
			for _, value := range inJSON(other) {
				if checkSameText(t, native, value) {
					said++
				}
			}
		}
	}
	for _, expression := range sameTexts {
		check(expression, expression)
	}
	if said < 278 {
		t.Errorf("only %d are seen to be the same", said)
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range oracles.Rounds(100, 400) {
		expression := sameTexts[r.IntN(len(sameTexts))]
		other := changeText(r, expression)
		check(other, other)
		check(expression, other)
	}
}

func FuzzSameText(f *testing.F) {
	for i, text := range sameTexts {
		if i%oracles.Rounds(4, 1) > 0 {
			continue
		}
		for _, value := range inJSON(text) {
			f.Add(text, value)
		}
	}
	f.Fuzz(func(t *testing.T, expression, value string) {
		checkSameText(t, expression, value)
		for _, native := range asWritten(expression) {
			for _, value := range inJSON(expression) {
				checkSameText(t, native, value)
			}
		}
	})
}

// outcome returns the result of a comparison without the order of its reports.
func outcome(found Result) []string {
	var list []string
	for _, diag := range found.Diagnostics {
		list = append(list, fmt.Sprintf("%d %v %s %s", diag.Severity, diag.Subject, diag.Summary, diag.Detail))
	}
	for _, d := range found.Differences {
		list = append(list, fmt.Sprintf("%s %q %v %v %v", d.Summary, d.Path, d.A, d.B, d.Comment))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// checkShortCuts compares two files with and without the short cuts. It reports
// whether they can be compared.
func checkShortCuts(t *testing.T, a, b Source, d *schema.Dialect) bool {
	t.Helper()
	quick := Compare(a, b, d, Options{Comments: true})
	thorough := Compare(a, b, d, Options{Comments: true, thorough: true})
	if got, want := outcome(quick), outcome(thorough); !slices.Equal(got, want) {
		t.Errorf("%q and %q:\n%s\n\nwithout short cuts:\n%s", a.Bytes, b.Bytes, strings.Join(got, "\n"),
			strings.Join(want, "\n"))
	}
	return thorough.Verdict() != Unknown
}

// goldenPair is two files of a golden that mean the same.
type goldenPair struct {
	a, b    Source
	dialect *schema.Dialect
}

func goldenPairs(tb testing.TB) []goldenPair {
	var pairs []goldenPair
	for _, g := range golden.ReadSample(tb, 8) {
		input, _ := g.File(g.Input)
		for _, name := range []string{g.Input, golden.General, golden.Compact, g.Counterpart} {
			output, ok := g.File(name)
			if !ok || len(input)+len(output) == 0 {
				continue
			}
			a := Source{Bytes: input, Filename: "a", JSON: g.JSON}
			b := Source{Bytes: output, Filename: "b", JSON: g.JSON == (name == g.Input)}
			for _, target := range g.Targets {
				pairs = append(pairs, goldenPair{a, b, target.Dialect}, goldenPair{b, a, target.Dialect})
			}
		}
	}
	return pairs
}

// TestShortCuts checks that the fast paths do not change the result of a comparison, also after a
// small change of one side.
func TestShortCuts(t *testing.T) {
	pairs := goldenPairs(t)
	for _, pair := range append(pairs,
		goldenPair{source("a", "# c\n"), source("b", `{"\/\/": "c"}`), testDialect()},
		goldenPair{source("a", "# c\n"), source("b", `{"\u002f\u002F": "c"}`), testDialect()},
		goldenPair{source("a", "a = \"${ NOMAD_DIR}/a\"\n"), source("b", `{"a": "${ NOMAD_DIR}/a"}`), shapeDialect()},
		goldenPair{source("a", "a = [\"${NOMAD_DIR}}\"]\n"), source("b", `{"a": "${[\"${NOMAD_DIR}}\"]}"}`), shapeDialect()},
		goldenPair{source("a", "a = NOMAD_DIR\n"), source("b", `{"a": "${NOMAD_DIR}"}`), shapeDialect()},
		goldenPair{source("a", "a = f(NOMAD_DIR )\n"), source("b", `{"a": "${f(NOMAD_DIR )}"}`), shapeDialect()},
	) {
		checkShortCuts(t, pair.a, pair.b, pair.dialect)
	}
	n := oracles.Rounds(300, 1_000)
	r := rand.New(rand.NewPCG(4, uint64(n)))
	compared := 0
	for range n {
		pair := pairs[r.IntN(len(pairs))]
		change := &pair.a
		if r.IntN(2) == 0 {
			change = &pair.b
		}
		if len(change.Bytes) > 5_000 {
			continue
		}
		change.Bytes = []byte(changeText(r, string(change.Bytes)))
		if checkShortCuts(t, pair.a, pair.b, pair.dialect) {
			compared++
		}
	}
	if compared < n/10 {
		t.Errorf("only %d of %d can be compared", compared, n)
	}
}
