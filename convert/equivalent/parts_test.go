package equivalent

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/schema"
)

// checkParts reports whether two files are equal when compared in parts with one header each. The
// result must equal the result for the whole files.
func checkParts(t *testing.T, a, b Source, d *schema.Dialect) bool {
	t.Helper()
	parts, ok := Read([]Source{a}, d, Options{Comments: true, partSize: 1}).compareInParts([]Source{b})
	if !ok {
		return false
	}
	whole := Compare(a, b, d, Options{Comments: true, thorough: true})
	described := func(diag *hcl.Diagnostic) string { return fmt.Sprint(diag.Severity, *diag.Subject, diag, diag.Extra) }
	if len(whole.Differences) > 0 || !slices.Equal(mapEach(whole.Diagnostics, described), mapEach(parts.Diagnostics, described)) {
		t.Errorf("%q and %q are equal in parts, with %s, but as a whole: %s", a.Bytes, b.Bytes,
			parts.Messages(), whole.Messages())
	}
	return true
}

func TestParts(t *testing.T) {
	pairs := goldenPairs(t)
	equal := 0
	for _, pair := range pairs {
		if checkParts(t, pair.a, pair.b, pair.dialect) {
			equal++
		}
	}
	if equal < len(pairs)/4 {
		t.Errorf("only %d of %d pairs are equal in parts", equal, len(pairs))
	}
	r := rand.New(rand.NewPCG(5, 5))
	equal = 0
	for range oracles.Samples(3_000, 8_000, 20_000) {
		pair := pairs[r.IntN(len(pairs))]
		text := &pair.a
		if r.IntN(2) == 0 {
			text = &pair.b
		}
		text.Bytes = []byte(changeText(r, string(text.Bytes)))
		if checkParts(t, pair.a, pair.b, pair.dialect) {
			equal++
		}
	}
	if equal < 100 {
		t.Errorf("only %d changed pairs are equal in parts", equal)
	}
}

// Files with a change between two items, which no decoder of an item reads, are not equal in parts unless
// they are equal as a whole.
func TestPartsChangedBetweenItems(t *testing.T) {
	var pairs []goldenPair
	for _, pair := range goldenPairs(t) {
		if checkParts(t, pair.a, pair.b, pair.dialect) {
			pairs = append(pairs, pair)
		}
	}
	equal := 0
	for seed := range oracles.Samples(4, 6, 12) {
		r := rand.New(rand.NewPCG(6, uint64(seed)))
		for range oracles.Rounds(500, 2_000) {
			pair := pairs[r.IntN(len(pairs))]
			text := &pair.a
			if r.IntN(2) == 0 {
				text = &pair.b
			}
			text.Bytes = changedBetweenItems(r, *text, pair.dialect.Root)
			if checkParts(t, pair.a, pair.b, pair.dialect) {
				equal++
			}
		}
	}
	if equal < 100 {
		t.Errorf("only %d changed pairs are equal in parts", equal)
	}
}

// separators are the texts inserted between items.
var separators = append(strings.Fields("{ } [ ] , : ; \" ' = # // /* */ /**/ {} [] null 1 x x: \"x\" \"x\": \"x\":{} ,\"x\":{} ,\"x\":1 x= "+
	"x{} <<E \\ /*, */, }{ }} }} },{ ,} ,] {, [, ]{ }[ \u0301 \u0600 \u2028 \ufeff \xff \xef\xbb"),
	" ", "\n", "\r", "\r\n", "\t", "\v", "\f", "\u00a0", "\n\n", "\x00", "\x01", "\x1f", "\x7f", "\n# x\n", "\n// x\n", "\n/* x */\n",
	"\nx {\n}\n", "\nx = 1\n")

// changedBetweenItems returns the text with a change near the start or end of an item.
func changedBetweenItems(r *rand.Rand, source Source, rule *tables.Body) []byte {
	f := newFile(source, false, SourceAsWritten)
	items := newDivision([2]*file{f, f}, rule).items[0]
	src := source.Bytes
	i := items[r.IntN(len(items))]
	at := i.start
	if r.IntN(2) == 0 {
		at = i.end
	}
	if r.IntN(2) == 0 {
		at += r.IntN(9) - 4
	}
	at = min(max(at, 0), len(src))
	end := at
	if r.IntN(3) == 0 {
		end = min(at+1+r.IntN(3), len(src))
	}
	var insert []byte
	for range r.IntN(3) {
		if r.IntN(4) == 0 {
			insert = append(insert, byte(r.IntN(256)))
		} else {
			insert = append(insert, separators[r.IntN(len(separators))]...)
		}
	}
	return slices.Concat(src[:at], insert, src[end:])
}

// Two small files are divided as a large one, and equal in parts only if they are equal.
func TestPartsOfSmallFiles(t *testing.T) {
	config, generic := testDialect(), dialects.Generic()
	const two = "terraform {\n}\nmoved {\n  from = a.b\n  to   = a.c\n}\n"
	for _, test := range []struct {
		a, b string
		d    *schema.Dialect
		want bool
	}{
		{two, `{"terraform": {}, "moved": {"from": "a.b", "to": "a.c"}}`, config, true},
		{two, `{"terraform": {}, "moved": {"from": "a.b", "to": "a.d"}}`, config, false},
		{"a \"x\" {\n}\nb {\n}\n", `{"b": {}, "a": {"x": {}}}`, generic, true},
		{"a \"x\" {\n}\na \"y\" {\n}\n", `{"a": {"x": {}, "y": {}}}`, generic, true},
		{"a \"x\" {\n}\na \"y\" {\n}\n", `{"a": [{"x": {}}, {"y": {}}]}`, generic, true},
		{"a \"x\" {\n}\na \"y\" {\n}\n", `{"a": {"x": {}}, "a": {"y": {}}}`, generic, true},
		// The order matters without a row.
		{"a \"x\" {\n}\na \"y\" {\n}\n", `{"a": {"y": {}, "x": {}}}`, generic, false},
		{"a \"x\" {\n}\na \"y\" {\n}\na \"x\" {\n}\n", `{"a": [{"x": [{}, {}]}, {"y": {}}]}`, generic, false},
		{"a \"x\" {\n}\na \"y\" \"z\" {\n}\n", `{"a": {"x": {}, "y": {"z": {}}}}`, generic, true},
		{"a \"x\" {\n}\na \"y\" {\n  x = 1\n}\n", `{"a": {"x": {}, "y": {"x": 2}}}`, generic, false},
		// Empty containers are an error, or no block.
		{"a \"x\" {\n}\nb {\n}\n", `{"b": {}, "a": [{"x": {}}, {}]}`, generic, true},
		{"b {\n}\nc {\n}\n", `{"b": {}, "c": {}, "a": {}}`, generic, false},
		{"a \"x\" {\n}\nb {\n}\n", `{"b": {}, "a": {"x": [{}, null]}}`, generic, false},
		{"a \"x\" {\n}\nb {\n}\n", `{"b": {}, "a": {"x": [{}, 1]}}`, generic, false},
		{"a \"x\" {\n}\nb {\n}\n", `{"b": {}, "a": {"x": {}, "y": []}}`, generic, true},
		{"a \"x\" {\n}\nb {\n}\n", `{"b": {}, "a": {"x": {}, "y": {}}}`, generic, false},
		{"a \"x\" {\n}\nb {\n}\n", `{"b": {}, "a": [[{"x": {}}]]}`, generic, false},
		// Syntax errors between the items.
		{"a {\n}\nb {\n}\n", `{"a": {} "b": {}}`, generic, false},
		{"a {\n}\nb {\n}\n", `{"a": {}, "b": {},}`, generic, false},
		{"a {\n}\nb {\n}\n", `{"a": {}, "b": {}}}`, generic, false},
		{"a {\n}\nb {\n}\n", `[{"a": {}, "b": {}}]`, generic, false},
		{"a {\n}\nb {\n}\n", `{"a": {}, "b": {}} {}`, generic, false},
		{"a {\n}\nb {\n}\n", `{"a": {}, "b": {]}`, generic, false},
		{"a {\n}\n\ufeffb {\n}\n", `{"a": {}, "b": {}}`, generic, false},
		{"a {\n}\nb {\n} c\n", `{"a": {}, "b": {}}`, generic, false},
		{"a = 1\nb {\n}\na = 1\n", `{"a": 1, "b": {}}`, generic, false},
		{"a = <<E\nE", `{"a": ""}`, generic, false},
		{"a {\n}\n<<E\nb {\n}\nE\n", `{"a": {}, "b": {}}`, generic, false},
		{"a {\n}\n/* b {\n} */\nc {\n}\n", `{"a": {}, "//": "/* b {\n} */", "c": {}}`, generic, false},
		{"a \"x\" {\n}\na \"y\" {\n}\n", `{"a": {"x": {}/*, "y": {}}}`, generic, false},
		{"a \"x\" {\n}\na \"y\" {\n}\n", `{"a": {"x": {}, "y": {}}f(}`, generic, false},
		{"a \"x\" {\n}\na \"y\" {\n}\n", `{"a": [{"x": {}}, {"y": {}}]1}`, generic, false},
		{"a \"x\" {\n}\na \"y\" {\n}\n", `{"a": [{"x": {}}1, {"y": {}}]}`, generic, false},
		{"a \"x\" {\n}\na \"y\" {\n}\n", `{"a": [{"x": {}}, {"y": {}},]}`, generic, false},
		{"a \"x\" {\n}\na \"y\" {\n}\n", `{"a": [{"x": {}} {"y": {}}]}`, generic, false},
		{"a \"x\" {\n}\na \"y\" {\n}\n", `{"a": {"x": {},, "y": {}}}`, generic, false},
		{"a \"x\" {\n}\na \"y\" {\n}\n", `{"a": {"x": [{}]x, "y": {}}}`, generic, false},
		{"a \"x\" {\n}\na \"y\" {\n}\n", `{"a": {"x": {}, "y": {}]}`, generic, false},
		{"a {\n}\nb {\n}\n", "{\"a\": {}, \"b\": {}}\x00", generic, false},
		{"a {\n}\nb {\n}\n", "{\"a\": {}, \u00a0\"b\": {}}", generic, false},
		{"a {\n}\nb {\n}\n", "{\"a\": {}, \v\"b\": {}}", generic, false},
		{"a {\n}\nb {\n}\n\x00", `{"a": {}, "b": {}}`, generic, false},
		{"a {\n}\nb {\n}\n/* x\n", `{"a": {}, "b": {}}`, generic, false},
		{"a {\n}\nb\n{\n}\n", `{"a": {}, "b": {}}`, generic, false},
		// An attribute is no block.
		{"a = {}\nb {\n}\n", `{"a": {}, "b": {}}`, generic, true},
		{"a = 1\nb {\n}\n", `{"a": 1, "b": {}}`, generic, true},
		{"a = 1\nb {\n}\n", `{"a": 2, "b": {}}`, generic, false},
		{"a = 1\na {\n}\n", `{"a": 1, "a": {}}`, generic, false},
		// Comments of all parts are compared together.
		{"# x\n" + two, `{"terraform": {}, "moved": {"//": "x", "from": "a.b", "to": "a.c"}}`, config, true},
		{"# x\n" + two, `{"//": "x", "terraform": {}, "moved": {"from": "a.b", "to": "a.c"}}`, config, true},
		{"# x\n" + two, `{"//": "y", "terraform": {}, "moved": {"from": "a.b", "to": "a.c"}}`, config, false},
		{"# x\n# x\n" + two, `{"//": "x", "terraform": {}, "moved": {"from": "a.b", "to": "a.c"}}`, config, false},
		{two, `{"//": "x", "terraform": {}, "moved": {"from": "a.b", "to": "a.c"}}`, config, false},
		// A header that only looks like another.
		{"a \"${x}\" {\n}\nb {\n}\n", `{"a": {"${x}": {}}, "b": {}}`, generic, false},
		{"a \"x\\u0041\" {\n}\nb {\n}\n", `{"a": {"xA": {}}, "b": {}}`, generic, false},
		{"a \"x\" {\n}\nb {\n}\n", `{"\u0061": {"x": {}}, "b": {}}`, generic, false},
		{"a \"x\" {\n}\nb {\n}\n", `{"a": {"\u0078": {}}, "b": {}}`, generic, true},
	} {
		// With two more items, there are several parts.
		a := source("a", "zz {\n}\nyy {\n}\n"+test.a)
		b := source("b", strings.Replace(test.b, "{", `{"zz": {}, "yy": {}, `, 1))
		if got := checkParts(t, a, b, test.d); got != test.want {
			t.Errorf("%q and %q: %t", test.a, test.b, got)
		}
	}
}

// Large files of goldens are compared in parts.
func FuzzParts(f *testing.F) {
	for _, g := range golden.ReadSample(f, 20) {
		input, _ := g.File(g.Input)
		if output, ok := g.File(golden.General); ok && !g.JSON {
			f.Add(input, false, output, true)
		}
		f.Add(input, g.JSON, input, g.JSON)
	}
	config, generic := testDialect(), dialects.Generic()
	f.Fuzz(func(t *testing.T, a []byte, jsonA bool, b []byte, jsonB bool) {
		for _, d := range []*schema.Dialect{config, generic} {
			checkParts(t, Source{Bytes: a, Filename: "a", JSON: jsonA}, Source{Bytes: b, Filename: "b", JSON: jsonB}, d)
		}
	})
}

// The warnings about a file in parts have the positions of the whole file, and its order.
func TestWarningsOfParts(t *testing.T) {
	native := times(20, "variable \"a%d\" {\n  type = \"list\"\n}\n# é\nmoved {\n  from = \"a.b\" # tab\t\n}\n")
	for _, json := range []string{
		`{"variable": {` + listed(20, `"a%d": {"type": "list"}`) + `}, "moved": [` + listed(20, `{"from": "${a.b}", "//":"x%d"}`) + `]}`,
		"{\"variable\":\r\n\t{" + listed(20, "\r\n\t\t\"a%d\":\t{\"type\": \"${list}\"}") + "}}",
		"{\"variable\":\n[" + listed(20, "{\"a%d\": [{\"type\":\n \"${list}\"}]}") + "]}",
	} {
		a, b := source("a", native), source("b", json)
		for _, pair := range [][2]Source{{a, a}, {b, b}, {a, b}, {b, a}} {
			found := Compare(pair[0], pair[1], testDialect(), Options{})
			if checkParts(t, pair[0], pair[1], testDialect()) != found.Equal() {
				t.Errorf("%q and %q are not compared in parts", pair[0].Bytes, pair[1].Bytes)
			}
			if pair[0].JSON == pair[1].JSON && len(found.Diagnostics) < 20 {
				t.Errorf("%q: only %d warnings", pair[0].Bytes, len(found.Diagnostics))
			}
		}
	}
}
