package address_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// An invalid change is an error, not a panic.
func TestInvalidChange(t *testing.T) {
	a, err := address.Parse("local.a")
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []address.Change{{Op: address.Set, Address: a}, {Op: 77, Address: a}} {
		m, diags := address.Read(address.Source{
			Source:  equivalent.Source{Bytes: []byte("locals {\n  a = 1\n}\n"), Filename: "main.tf"},
			Dialect: opentofu.Config(opentofu.Target{}),
		})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if n, diags := m.Apply(&change); n != 0 || !diags.HasErrors() {
			t.Errorf("%v: %d places, %v", change.Op, n, diags)
		}
	}
}

// TestInvalidText names the position of an error in a given text of several lines.
func TestInvalidText(t *testing.T) {
	for _, form := range bothForms(t, "locals {\n  a = {}\n}\n") {
		for _, c := range []*address.Change{
			{Op: address.Add, Address: parse(t, "local.a"), Text: []string{"b = 1\nc = [1,, 2]"}},
			{Op: address.Add, Address: parse(t, "locals"), Text: []string{"b = 1\nc = [1,, 2]"}},
			{Op: address.Set, Address: parse(t, "local.a"), Text: []string{"[1,\n  2,,]"}},
		} {
			m := read(t, opentofu.Config(opentofu.Target{}), form)
			_, diags := m.Apply(c)
			if want := " (line 2 of the text, column "; !strings.Contains(diags.Error(), want) {
				t.Errorf("%s %q: %v", form.Filename, c.Text, diags)
			}
		}
	}
}

// TestEscapedKey renames a key with an escaped interpolation, which no reference can use.
func TestEscapedKey(t *testing.T) {
	for _, form := range bothForms(t, "locals {\n  keys = { \"$${a}\" = 1 }\n}\n") {
		m := read(t, opentofu.Config(opentofu.Target{}), form)
		for _, found := range m.Get(parse(t, "local.keys.*")) {
			c := &address.Change{Op: address.Move, Address: parse(t, found.Address), To: parse(t, "local.keys.b")}
			n, diags := m.Apply(c)
			out, more := m.Results()
			if diags = append(diags, more...); n != 1 || diags.HasErrors() || strings.Contains(string(out[0]), "${a}") {
				t.Errorf("%s: %d %v\n%s", found.Address, n, diags, out)
			}
		}
	}
}
