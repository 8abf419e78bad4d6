package address_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
)

// TestCallFunctions enters only arguments whose elements are a part of the result.
func TestCallFunctions(t *testing.T) {
	for call, enters := range map[string]bool{
		`concat(["a"], var.l)`: true, `setunion(["a"], var.l)`: true, `compact(["a"])`: true, `distinct(["a"])`: true,
		`flatten(["a", var.l])`: true, `reverse(["a"])`: true, `sort(["a"])`: true, `tolist(["a"])`: true,
		`toset(["a"])`: true, `core::toset(["a"])`: true, `nonsensitive(["a"])`: true, `sensitive(["a"])`: true,
		`ephemeralasnull(["a"])`: true, `jsonencode(["a"])`: true, `yamlencode(["a"])`: true,
		`base64encode(jsonencode(["a"]))`: true, `toset(concat(var.l, ["a"]))`: true,

		`setsubtract(var.l, ["a"])`: false, `setintersection(var.l, ["a"])`: false, `try(var.l, ["a"])`: false,
		`coalescelist(var.l, ["a"])`: false, `coalesce(var.l, ["a"])`: false, `lookup(var.m, "k", ["a"])`: false,
		`contains(["a"], var.s)`: false, `length(["a"])`: false, `element(["a"], 0)`: false, `slice(["a"], 0, 1)`: false,
		`zipmap(["a"], var.l)`: false, `keys(["a"])`: false, `join(",", ["a"])`: false, `concat(["a"]...)`: false,
		`provider::x::concat(["a"])`: false, `toset(try(var.l, ["a"]))`: false, `length(concat(["a"], var.l))`: false,
	} {
		m := module(t, "locals {\n  x = "+call+"\n}\n", "main.tf")
		_, diags := m.Apply(&address.Change{Op: address.Add, Address: parse(t, "local.x"), Text: []string{`"n"`}})
		if diags.HasErrors() == enters {
			t.Errorf("%s: %v", call, diags)
		}
		if n := len(m.Get(parse(t, `local.x[*]`))); n > 0 != enters {
			t.Errorf("%s: %d elements", call, n)
		}
	}
}

// TestSeveralArguments requires an index for an item that several arguments of a call contain.
func TestSeveralArguments(t *testing.T) {
	const src = `locals {
  x = merge({ Name = "a", sub = { k = 1 } }, { Name = "b", sub = { k = 2, l = [1, 2] } })
  y = merge({ a = 1 }, var.m, { b = 2 })
  z = lookup({ a = 1 }, "a", { a = 2 })
  c = concat(["a"], ["b"], [{ n = [1] }])
}
`
	at := func(text string) *address.Address { a := parse(t, text); return &a }
	set, remove := address.Change{Text: []string{`"z"`}}, address.Change{Op: address.Remove}
	for _, test := range []struct {
		c        address.Change
		at, want string
	}{
		{set, "local.x.Name", "Several places; local.x.Name[1] is also at local.x.Name, as local.x.Name[0] is."},
		{remove, "local.x.Name", "Several places"},
		{address.Change{Op: address.Move, To: parse(t, "local.x.N")}, "local.x.Name", "Several places"},
		{set, "local.x.sub.k", "Several places; local.x.sub[1].k is also"},
		{set, "local.x.sub.l[1]", "l = [1, \"z\"]"},
		{set, "local.x.Name[0]", `+  x = merge({ Name = "z", sub = { k = 1 } }, { Name = "b",`},
		{set, "local.x.Name[1]", `{ Name = "z", sub = { k = 2`},
		{set, "local.x.Name[*]", "2 places\n"},
		{set, "local.x.sub[1].k", "{ k = \"z\", l"},
		{remove, "local.x.Name[-1]", "+  x = merge({ Name = \"a\", sub = { k = 1 } }, { sub"},
		{set, "local.z.a", "0 places\n"},
		{set, "local.c[2].n[0]", "0 places\n"},
		{set, `local.c[== { n = [1] }].n[0]`, "{ n = [\"z\"] }"},
		{address.Change{Op: address.Add, Text: []string{"k = 1"}}, "local.y", "select one with the option before or the option after"},
		{address.Change{Op: address.Add, Text: []string{"b = 3"}, Before: at("local.y.a")}, "local.y", "has b already"},
		{address.Change{Op: address.Add, Text: []string{"k = 1"}, After: at("local.y.a")}, "local.y",
			"Item may be overridden; The argument var.m follows in the call. If it contains k, the new item has no effect.\n" +
				"-  y = merge({ a = 1 }, var.m, { b = 2 })\n+  y = merge({ a = 1, k = 1 }, var.m, { b = 2 })\n"},
		{address.Change{Op: address.Add, Text: []string{"k = 1"}, Before: at("local.y.b")}, "local.y",
			"-  y = merge({ a = 1 }, var.m, { b = 2 })\n+  y = merge({ a = 1 }, var.m, { k = 1, b = 2 })\n"},
		{address.Change{Op: address.Add, Text: []string{`"n"`}, After: at(`local.c[== "b"]`)}, "local.c", `["b", "n"]`},
	} {
		test.c.Address = parse(t, test.at)
		if got := change(module(t, src, "main.tf"), src, &test.c); !strings.Contains(got, test.want) {
			t.Errorf("%s %s: got\n%s\nwant\n%s", test.at, test.c.Text, got, test.want)
		}
	}
	for _, found := range module(t, src, "main.tf").Get(parse(t, "local.x.**")) {
		if again := module(t, src, "main.tf").Get(parse(t, found.Address)); len(again) != 1 || again[0].Text != found.Text {
			t.Errorf("%s: %v", found.Address, again)
		}
	}
}
