package address_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
)

// TestEntries selects entries of an object by a condition about their values, also in the argument of a call.
func TestEntries(t *testing.T) {
	const src = "locals {\n  d = {\n    a = { expiry = \"x\", n = 1 }\n    b = { expiry = \"y\" }\n    \"c.d\" = { expiry = \"x\" }\n    e = 5\n  }\n" +
		"  m = merge(local.d, { f = { expiry = \"x\" } })\n}\n"
	for at, want := range map[string]string{
		`local.d[expiry == "x"]`:         `local.d.a local.d["c.d"]`,
		`local.d[expiry != "x"]`:         `local.d.b local.d.e`,
		`local.d[expiry == "x"].expiry`:  `local.d.a.expiry local.d["c.d"].expiry`,
		`local.d[expiry ~ "y*"]`:         `local.d.b`,
		`local.d[== 5]`:                  `local.d.e`,
		`local.m[expiry == "x"]`:         `local.m.f`,
		`local.d[expiry == "x"][n == 1]`: `local.d.a`,
		`local.d[expiry == "x"][n != 1]`: `local.d["c.d"]`,
		`local.d[n == 1][expiry == "y"]`: ``,
		`local.d[*]`:                     ``,
		`local.d[0]`:                     ``,
	} {
		var got []string
		for _, found := range module(t, src, "main.tf").Get(parse(t, at)) {
			got = append(got, found.Address)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %s, want %s", at, got, want)
		}
	}
	m := module(t, src, "main.tf")
	n, diags := m.Apply(&address.Change{Address: parse(t, `local.d[expiry == "x"].expiry`), Text: []string{`"z"`}})
	out, more := m.Results()
	want := strings.NewReplacer(`{ expiry = "x", n`, `{ expiry = "z", n`, `"c.d" = { expiry = "x"`, `"c.d" = { expiry = "z"`).Replace(src)
	if n != 2 || len(diags) > 0 || len(more) > 0 || string(out[0]) != want {
		t.Errorf("%d %v %v\n%s", n, diags, more, out[0])
	}
}

// TestSeveralConditions selects with conditions in a row, which select among the same blocks, elements and entries, and
// refuses several comparisons in one condition.
func TestSeveralConditions(t *testing.T) {
	const src = "resource \"a_x\" \"r\" {\n  p {\n    a = 1\n    b = 1\n  }\n  p {\n    a = 1\n    b = 2\n  }\n" +
		"  l = [{ a = 1, b = 1 }, { a = 1, b = 2 }]\n  on = var.a && var.b\n}\n"
	for at, want := range map[string]string{
		`a_x.r.p[a == 1][b == 2]`:                `a_x.r.p[1]`,
		`a_x.r.p[a == 1][b == 2].a`:              `a_x.r.p[1].a`,
		`a_x.r.l[a == 1][b == 2]`:                `a_x.r.l[1]`,
		`a_x.r.l[a == 1][b == 2][a != 1]`:        ``,
		`a_x.r[on == var.a && var.b].on`:         `a_x.r.on`,
		`a_x.r[on == var.a && var.b][l == 1].on`: ``,
	} {
		var got []string
		for _, found := range module(t, src, "main.tf").Get(parse(t, at)) {
			got = append(got, found.Address)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %s, want %s", at, got, want)
		}
	}
	for _, at := range []string{
		`a.b[x == "x" && n == 1]`, `a.b[x == 1 && n == 1 && m]`, `a.b[x != var.x || n != 2]`, `a.b[x == true && n]`,
		`a.b[x == var.x && n == 1 && m]`,
	} {
		if _, err := address.Parse(at); err == nil || !strings.Contains(err.Error(), "a condition is a single comparison") {
			t.Errorf("%s: %v", at, err)
		}
	}
}
