package address_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/text/limits"
)

// TestRepeatedKeys checks that an index selects one of several items with one key, as the error
// about such items advises.
func TestRepeatedKeys(t *testing.T) {
	const src = "locals {\n  m = {\n    x = { n = 1 } # one\n    y = 2\n    x = { n = 3 }\n  }\n  c = merge({ k = 1, k = 2 })\n}\n"
	change := func(c address.Change, at string) string {
		m := module(t, src, "main.tf")
		c.Address = parse(t, at)
		if _, diags := m.Apply(&c); diags.HasErrors() {
			return diags.Error()
		}
		out, diags := m.Results()
		if len(diags) > 0 {
			t.Error(diags)
		}
		return string(out[0])
	}
	set, remove := address.Change{Text: []string{"7"}}, address.Change{Op: address.Remove}
	for _, test := range []struct {
		c            address.Change
		at, old, new string
	}{
		{set, "local.m.x[1].n", "n = 3", "n = 7"},
		{set, "local.m.x[-1].n", "n = 3", "n = 7"},
		{set, "local.m.x[n == 1].n", "n = 1", "n = 7"},
		{set, "local.m.x[0]", "{ n = 1 }", "7"},
		{set, "local.c.k[1]", "k = 2", "k = 7"},
		{remove, "local.m.x[0]", "    x = { n = 1 } # one\n", ""},
	} {
		if got, want := change(test.c, test.at), strings.Replace(src, test.old, test.new, 1); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.at, got, want)
		}
	}
	for _, at := range []string{"local.m.x", "local.m.x.n"} {
		if got := change(set, at); !strings.Contains(got, "Several places") || !strings.Contains(got, "local.m.x[1]") {
			t.Errorf("%s: %s", at, got)
		}
	}
	addresses := ""
	for _, found := range module(t, src, "main.tf").Get(parse(t, "local.*.*")) {
		addresses += found.Address + " "
	}
	if want := "local.m.x[0] local.m.x[1] local.m.y local.c.k[0] local.c.k[1] "; addresses != want {
		t.Error(addresses)
	}
}

// TestRepeatedNames checks that an index selects one of several items for a rename, but no
// declaration.
func TestRepeatedNames(t *testing.T) {
	const src = "locals {\n  o = { x = 1, x = 2, y = [3] }\n}\nresource \"a\" \"b\" {}\nvariable \"a\" {}\n"
	for _, test := range []struct{ from, to, want string }{
		{"local.o.x[1]", "local.o.z", "{ x = 1, z = 2, y = [3] }"},
		{"local.o.x[-2]", "local.o.z", "{ z = 1, x = 2, y = [3] }"},
		{"local.o.x[1]", "local.o.y", "already exists"},
		{"local.o.x", "local.o.z", "Select the first"},
		{"local.o.x[1]", "local.o.z[1]", "the new address has no index"},
		{"local.o.y[0]", "local.o.z", "does not have a name"},
		{"a.b[0]", "a.c", "in one step"},
		{"var.a[0]", "var.c", "Leave out the index"},
	} {
		m := module(t, src, "main.tf")
		c := &address.Change{Op: address.Move, Address: parse(t, test.from), To: parse(t, test.to)}
		_, diags := m.Apply(c)
		got := fmt.Sprint(diags)
		if !diags.HasErrors() {
			texts, more := m.Results()
			got = fmt.Sprint(more, string(texts[0]))
		}
		if !strings.Contains(got, test.want) {
			t.Errorf("%s %s: %s", test.from, test.to, got)
		}
	}
}

// An address with many steps, and a block with many labels, are read at once or refused.
func TestLimits(t *testing.T) {
	many := func(text string, n int) string { return strings.Repeat(text, n) }
	labels := "a" + many(` "l"`, limits.Labels)
	m := read(t, dialects.Generic(), equivalent.Source{Bytes: []byte(labels + " {\n  b = [[1]]\n}\n"), Filename: "x.hcl"})
	for text, want := range map[string]string{
		"a" + many("[0]", limits.Steps-1):               "",
		"a" + many("[0]", 20_000):                       "at most 1100 steps",
		"a" + many("[== 1]", 20_000):                    "at most 1100 steps",
		many("**.", 1000) + "b":                         "",
		many("**.*.", 500) + "b":                        "",
		"a" + many("[a", 20_000) + many("==1]", 20_000): "nested at most 10 deep",
		"a" + many(`["k"]`, 1000):                       "",
	} {
		start := time.Now()
		a, err := address.Parse(text)
		if err == nil {
			m.Get(a)
		}
		if fmt.Sprint(err) != "<nil>" && want == "" || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.20s: %v", text, err)
		}
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%.20s: %s", text, took)
		}
	}
	if list := m.Get(parse(t, "**.b[0][*]")); len(list) != 1 {
		t.Error(list)
	}
	source := address.Source{Dialect: dialects.Generic()}
	source.Bytes, source.Filename = []byte(labels+" l {}\n"), "x.hcl"
	if _, diags := address.Read(source); !diags.HasErrors() || diags[0].Summary != "Too many labels" {
		t.Error(diags)
	}
}

// The time that many places take grows with their number alone.
func TestManyPlaces(t *testing.T) {
	const n = 20_000
	native := "locals {\n  a = [\n" + strings.Repeat("    1,\n", n) + "  ]\n}\n"
	json := `{"locals": {"a": [` + strings.Repeat("1,\n", n-1) + "1]}}"
	for name, src := range map[string]string{"main.tf": native, "main.tf.json": json} {
		start := time.Now()
		list := module(t, src, name).Get(parse(t, "local.a[*]"))
		if len(list) != n || list[n-1].Range.Start.Line < n-1 {
			t.Error(name, len(list))
		}
		if took := time.Since(start); took > 30*time.Second {
			t.Error(name, took)
		}
	}
}
