package equivalent

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// describeDifference returns a difference in one line.
func describeDifference(d Difference) string {
	return fmt.Sprintf("%s: %s | %s", strings.Join(d.Path, " > "), d.A.Value, d.B.Value)
}

func TestDifferences(t *testing.T) {
	resource := func(body string) string { return "resource \"a\" \"b\" {\n" + body + "\n}\n" }
	inResource := func(d string) string { return `resource "a" "b" > ` + d }
	tests := []struct {
		name, a, b string
		want       []string
	}{
		{"attribute", resource("x = 1\ny = 1"), resource("y = 1\nz = 2"),
			[]string{inResource("x: 1 | "), inResource("z:  | 2")}},
		{"in an object", inLocal("{ a = { b = 1, \"c d\" = 2 }, e = 3 }"), inLocal("{ a = { b = 2 }, e = 3, f = 4 }"),
			[]string{"locals > x.a.b: 1 | 2", `locals > x.a["c d"]: 2 | `, "locals > x.f:  | 4"}},
		{"in a tuple", inLocal("[1, { a = 2 }]"), inLocal("[1, { a = 3 }]"), []string{"locals > x[1].a: 2 | 3"}},
		{"length of a tuple", inLocal("[1, 2]"), inLocal("[1]"), []string{"locals > x: [1, 2] | [1]"}},
		{"block", resource("x {}\ny {}"), resource("x {}"), []string{inResource("y: y | ")}},
		{"order of provisioners", resource("provisioner \"p\" {}\nprovisioner \"q\" {}"),
			resource("provisioner \"q\" {}\nprovisioner \"p\" {}"),
			[]string{`resource "a" "b": provisioner "p", provisioner "q" | provisioner "q", provisioner "p"`}},
		{"a provisioner more", resource("provisioner \"p\" {}\nprovisioner \"q\" {}"),
			resource("provisioner \"p\" {}\nprovisioner \"r\" {}\nprovisioner \"q\" {}"),
			[]string{inResource(`provisioner "r":  | provisioner "r"`)}},
		{"provisioners more, and one less", resource("provisioner \"p\" {}\nprovisioner \"q\" {}\nprovisioner \"s\" {}"),
			resource("provisioner \"p\" {}\nprovisioner \"r\" {}\nprovisioner \"q\" {}\nprovisioner \"t\" {}"),
			[]string{inResource(`provisioner "r":  | provisioner "r"`), inResource(`provisioner "s": provisioner "s" | `),
				inResource(`provisioner "t":  | provisioner "t"`)}},
		{"a provisioner more after another one", resource("provisioner \"p\" {\n  x = 1\n}\nprovisioner \"q\" {}"),
			resource("provisioner \"p\" {\n  x = 2\n}\nprovisioner \"r\" {}\nprovisioner \"q\" {}"),
			[]string{inResource(`provisioner "p" (1) > x: 1 | 2`), inResource(`provisioner "r":  | provisioner "r"`)}},
		{"the first of equal headers", resource("x {\n  a = 1\n}\nx {\n  a = 2\n}\nx {\n  a = 3\n}"),
			resource("x {\n  a = 2\n}\nx {\n  a = 3\n}"),
			[]string{inResource("x: x | ")}},
		{"one of two equal blocks", "moved {\n  to = a\n}\nmoved {\n  to = a\n}\n", "moved {\n  to = a\n}\n",
			[]string{"moved: moved | "}},
		{"two for one", "moved {\n  to = a\n}\n", "moved {\n  to = a\n}\nmoved {\n  to = b\n}\nmoved {\n  to = a\n}\n",
			[]string{"moved:  | moved", "moved:  | moved"}},
		{"several others", "moved {\n  to = a\n}\nmoved {\n  to = b\n}\nmoved {\n  to = c\n}\n",
			"moved {\n  to = d\n}\nmoved {\n  to = b\n}\nmoved {\n  to = e\n}\n",
			[]string{"moved (1) > to: a | d", "moved (2) > to: c | e"}},
		{"one of several", "moved {\n  from = a\n}\nmoved {\n  from = b\n}\n",
			"moved {\n  from = c\n}\nmoved {\n  from = a\n}\n",
			[]string{"moved > from: b | c"}},
		{"a long value", inLocal(`"` + strings.Repeat("a", 400) + `b"`), inLocal(`"` + strings.Repeat("a", 400) + `c"`),
			[]string{`locals > x: ...` + strings.Repeat("a", 298) + `b" | ...` + strings.Repeat("a", 298) + `c"`}},
		{"native and JSON", resource("x = 1"), `{"resource": {"a": {"b": {"x": "${1 + y}"}}}}`,
			[]string{inResource("x: 1 | 1 + y")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found := compare(test.a, test.b)
			if found.Verdict() == Unknown {
				t.Fatal(found.Messages())
			}
			var got []string
			for _, d := range found.Differences {
				got = append(got, describeDifference(d))
				if d.A.Range.Filename == "" || d.B.Range.Filename == "" {
					t.Errorf("a side without a place: %v", d)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

// The values of a difference are native syntax with the same meaning.
func TestValuesAreNativeSyntax(t *testing.T) {
	for _, src := range []string{
		`"a\n\"b\" $${c} %%{d} ${e.f["g"][0].h}"`,
		`[1.5, -2, true, null]`,
		`{ "a" = 1, "b c" = [] }`,
		`{ (a) = 1 }`,
		`(a + b) * c`,
		`!a && -b > c % 2`,
		`a ? b : c`,
		`f(a, b...)`,
		`a[*].b`,
		`f(a)[*].b[0]`,
		`a.*.b`,
		`(a.b).c`,
		`f(x).y[z]`,
		`[for k, v in m : v if k]`,
		`{for v in m : v => v...}`,
		`"%{for v in m}${v}, %{endfor}"`,
		`"%{for v in m}x%{endfor}"`,
		`"%{for k, v in m}${k}%{endfor}${"%{for v in m}${v}%{endfor}"}"`,
		`{for k, v in m : k => v if k}`,
		`[for v in m : v]`,
		`a::b()`,
		`-a`,
		`!(a || b)`,
		`{ (a.b) = 1, (1) = 2, a.b = 3 }`,
		`a[*][b].c[*].d`,
		`(a ? b : c).d`,
		`{ a = { b = null } }`,
		`"\t\r\\"`,
		`"${a}"[0]`,
		`(a)[0]`,
		`(a[0])[0]`,
		`(a + b)[c]`,
		`a.b[c]`,
		`a.b ? c.d : e.f`,
	} {
		found := compare(inLocal(src), inLocal("other_value"))
		differences := found.Differences
		if len(differences) != 1 {
			t.Errorf("%s: %v", src, found.Messages())
			continue
		}
		if shown := differences[0].A.Value; !compare(inLocal(src), inLocal(shown)).Equal() {
			t.Errorf("%s is shown as %s", src, shown)
		}
	}
}

// The excerpt of a long value contains the first difference.
func TestExcerptOfLongValue(t *testing.T) {
	a := func(n int) string { return strings.Repeat("a", n) }
	for _, test := range []struct {
		value string
		at    int
		want  string
	}{
		{a(300), 0, a(300)},
		{a(301), 0, a(300) + "..."},
		{a(301), 101, "..." + a(300)},
		{a(400), 400, "..." + a(300)},
		{a(200) + "b" + a(300), 200, "..." + a(100) + "b" + a(199) + "..."},
		{"b" + strings.Repeat("é", 200), 0, "b" + strings.Repeat("é", 149) + "..."},
		{strings.Repeat("é", 200) + "b", 400, "..." + strings.Repeat("é", 149) + "b"},
	} {
		if got := excerpt(test.value, test.at); got != test.want {
			t.Errorf("%.20s at %d: %q", test.value, test.at, got)
		}
	}
}

func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want Verdict
	}{
		{inLocal("1"), inLocal("2"), Different},
		{inLocal("1"), inLocal("1"), Equal},
		{inLocal("1"), "locals {", Unknown},
		{inLocal("1"), `{"variable": {"a": 1}}`, Unknown},
	} {
		if found := compare(test.a, test.b); found.Verdict() != test.want || found.Equal() != (test.want == Equal) {
			t.Errorf("%s and %s: %v", test.a, test.b, found.Messages())
		}
	}
}

func TestMessages(t *testing.T) {
	at := func(summary, value string, start int) Difference {
		return Difference{Summary: summary, A: Side{Value: value, Range: hcl.Range{Start: hcl.Pos{Byte: start}}}}
	}
	result := Result{Diagnostics: hcl.Diagnostics{{Summary: "1"}}}
	result.Differences = append(result.Differences,
		at("5", "a", 40), at("6", "", 0), at("3", "a", 25), at("4", "", 30), at("2", "a", 10))
	got := ""
	for _, diag := range result.Messages() {
		got += diag.Summary
		if difference, ok := diag.Extra.(Difference); ok &&
			(difference.Summary != diag.Summary || diag.Severity != hcl.DiagError) {
			t.Errorf("%v is reported as %v", difference, diag)
		}
	}
	if got != "123456" {
		t.Errorf("in the order %s", got)
	}
}

func TestModules(t *testing.T) {
	one := []Source{source("one", "variable \"a\" {}\nlocals {\n  x = 1\n}\nlocals {\n  y = 2\n}\n")}
	several := []Source{source("y", `{"locals": {"y": 2}}`), source("a", "variable \"a\" {}\n"), source("x", inLocal("1"))}
	for _, test := range []struct {
		a, b []Source
		want []string
	}{
		{one, several, nil},
		{several, one, nil},
		{several, nil, []string{`variable "a": variable "a" | `, "locals: locals | ", "locals: locals | "}},
		{one, several[1:], []string{"locals > y: 2 | "}},
		{several[:1], one, []string{`variable "a":  | variable "a"`, "locals > x:  | 1"}},
		// Equal files before a different file.
		{several, append(several[:2:2], source("x", inLocal("2"))), []string{"locals > x: 1 | 2"}},
	} {
		found := CompareModules(test.a, test.b, testDialect(), Options{})
		var got []string
		for _, d := range found.Differences {
			got = append(got, describeDifference(d))
		}
		slices.Sort(got)
		slices.Sort(test.want)
		if !slices.Equal(got, test.want) || found.Verdict() == Unknown {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// No product accepts an attribute of the root in two files.
func TestAttributeInTwoFiles(t *testing.T) {
	two := []Source{source("one", "keys = \"x\"\n"), source("two", `{"keys": "x"}`)}
	for _, test := range [][2][]Source{{two, two[:1]}, {two[1:], two}} {
		diags := CompareModules(test[0], test[1], testDialect(), Options{}).Messages()
		const want = `two.json:1,2-8: Attribute set twice; The file: "keys" is set at one.hcl:1,1-11 as well.`
		if len(diags) != 1 || diags[0].Error() != want {
			t.Errorf("got %v, want %s", diags, want)
		}
	}
}

// TestAttributesInTwoFiles checks that all duplicate attributes of two files are reported.
func TestAttributesInTwoFiles(t *testing.T) {
	two := []Source{source("one", "keys = 1\nmore = 1\n"), source("two", "keys = 1\nmore = 1\n")}
	if diags := CompareModules(two, two[:1], testDialect(), Options{}).Messages(); len(diags) != 2 {
		t.Errorf("got %v", diags)
	}
}

// TestDataIsNoComment checks that a "//" property of a body without comments is compared as a
// value.
func TestDataIsNoComment(t *testing.T) {
	for b, want := range map[string]string{`{"bare": {"//": "a"}}`: "", `{"bare": {"//": "b"}}`: `"a" | "b"`} {
		var got []string
		a := source("a", `{"bare": {"//": "a"}}`)
		for _, d := range Compare(a, source("b", b), testDialect(), Options{Comments: true}).Differences {
			got = append(got, d.A.Value+" | "+d.B.Value)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q", b, got)
		}
	}
}

// TestUnknownSyntax checks that syntax from future versions of hashicorp/hcl is not equal.
func TestUnknownSyntax(t *testing.T) {
	l := newBudget()
	for name, read := range map[string]func(r normalizer){
		"expression": func(r normalizer) { r.nativeNode(&hclsyntax.ExprSyntaxError{}) },
		"step":       func(r normalizer) { r.steps(hcl.Traversal{hcl.TraverseSplat{}}) },
		"operator":   func(r normalizer) { r.operatorText(&hclsyntax.Operation{}, hcl.Range{}) },
	} {
		r := normalizer{c: &comparer{budget: &l}, file: &file{}}
		if read(r); r.c.Verdict() != Unknown {
			t.Errorf("an unknown %s can be compared", name)
		}
	}
}

func TestCheck(t *testing.T) {
	native := []byte("# a\nlocals {\n  x = 1\n}\n")
	for json, want := range map[string]int{
		`{"//": "a", "locals": {"x": 1}}`:                                  0,
		`{"locals": {"//": {"at": {"x": {"above": "a"}}}, "x": 1}}`:        0,
		`{"locals": {"x": 1}}`:                                             1,
		`{"locals": {"//": "b", "x": 2}}`:                                  3,
		`{"//": {"inside": "a", "order": ["locals"]}, "locals": {"x": 1}}`: 0,
	} {
		if got := Check(native, []byte(json), testDialect()).Differences; len(got) != want {
			t.Errorf("%s: %v", json, got)
		}
	}
}
