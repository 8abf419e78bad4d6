package equivalent

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// told is a difference in one line.
func told(d Difference) string {
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
		{"order of provisioners", resource("provisioner \"p\" {}\nprovisioner \"q\" {}"), resource("provisioner \"q\" {}\nprovisioner \"p\" {}"),
			[]string{`resource "a" "b": provisioner "p", provisioner "q" | provisioner "q", provisioner "p"`}},
		{"a provisioner more", resource("provisioner \"p\" {}\nprovisioner \"q\" {}"), resource("provisioner \"p\" {}\nprovisioner \"r\" {}\nprovisioner \"q\" {}"),
			[]string{inResource(`provisioner "r":  | provisioner "r"`)}},
		{"the first of equal headers", resource("x {\n  a = 1\n}\nx {\n  a = 2\n}\nx {\n  a = 3\n}"), resource("x {\n  a = 2\n}\nx {\n  a = 3\n}"),
			[]string{inResource("x: x | ")}},
		{"one of several", "moved {\n  from = a\n}\nmoved {\n  from = b\n}\n", "moved {\n  from = c\n}\nmoved {\n  from = a\n}\n",
			[]string{"moved > from: b | c"}},
		{"a long value", inLocal(`"` + strings.Repeat("a", 400) + `b"`), inLocal(`"` + strings.Repeat("a", 400) + `c"`),
			[]string{`locals > x: ...` + strings.Repeat("a", 298) + `b" | ...` + strings.Repeat("a", 298) + `c"`}},
		{"native and JSON", resource("x = 1"), `{"resource": {"a": {"b": {"x": "${1 + y}"}}}}`, []string{inResource("x: 1 | 1 + y")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			diags := compare(test.a, test.b)
			if Failed(diags) {
				t.Fatal(diags)
			}
			var got []string
			for _, d := range Differences(diags) {
				got = append(got, told(d))
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

// What a difference shows is native syntax that reads the same.
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
	} {
		diags := compare(inLocal(src), inLocal("other_value"))
		differences := Differences(diags)
		if len(differences) != 1 {
			t.Errorf("%s: %v", src, diags)
			continue
		}
		if shown := differences[0].A.Value; compare(inLocal(src), inLocal(shown)).HasErrors() {
			t.Errorf("%s is shown as %s", src, shown)
		}
	}
}

func TestFailed(t *testing.T) {
	for _, test := range []struct {
		a, b   string
		failed bool
	}{
		{inLocal("1"), inLocal("2"), false},
		{inLocal("1"), inLocal("1"), false},
		{inLocal("1"), "locals {", true},
		{inLocal("1"), `{"variable": {"a": 1}}`, true},
	} {
		if diags := compare(test.a, test.b); Failed(diags) != test.failed {
			t.Errorf("%s and %s: %v", test.a, test.b, diags)
		}
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
	} {
		diags := CompareModules(test.a, test.b, testDialect(), Options{})
		var got []string
		for _, d := range Differences(diags) {
			got = append(got, told(d))
		}
		slices.Sort(got)
		slices.Sort(test.want)
		if !slices.Equal(got, test.want) || Failed(diags) {
			t.Errorf("got %q, want %q", got, test.want)
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
		if got := Differences(Check(native, []byte(json), testDialect())); len(got) != want {
			t.Errorf("%s: %v", json, got)
		}
	}
}
