package address_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/schema/opentofu"
)

func TestMoveInstance(t *testing.T) {
	const text = `locals {
  zones = { k = 1 }
}

variable "names" {
  type = set(string)
}

resource "aws_x" "a" { # kept
  for_each = {
    # of k
    k    = 1 # one
    "m"  = each.key
    "a b" = 3
  }
  name = each.key == "k" ? "first" : each.key
}

resource "aws_x" "set" {
  for_each   = toset(["k", "m"]) # two
  depends_on = [aws_x.a["k"], aws_x.a["m"]]
}

resource "aws_x" "count" {
  count = 2
  id    = "${aws_x.a["k"].id}-${aws_x.set["k"].id}-aws_x.a[\"k\"]"
}

resource "aws_x" "local" {
  for_each = local.zones
}

resource "aws_x" "var" {
  for_each = var.names
}

resource "aws_x" "for" {
  for_each = { for k in aws_x.a : k.id => aws_x.a[k.id].name }
}

resource "aws_x" "computed" {
  for_each = toset(["k", var.names])
}

resource "aws_x" "merged" {
  for_each = toset(concat(["k"], local.zones))
}

resource "aws_x" "one" {
  name = aws_x.taken["k"].id
  tags = { k = aws_x.count[0].id }
}

resource "aws_x" "taken" {
  for_each = { m = 1 }
}

data "aws_x" "d" {
  for_each = tomap({ k = 1 })
}

module "m" {
  source   = "./m"
  for_each = { k = data.aws_x.d["k"].id }
}

output "o" {
  value = [module.m["k"].out, module.m["k"], resource.aws_x.a["k"].id]
}

moved {
  from = aws_x.old
  to   = aws_x.a["k"]
}

moved {
  from = aws_x.a["former"]
  to   = aws_y.former
}
`
	var got strings.Builder
	for _, test := range [][2]string{
		{`aws_x.a["k"]`, `aws_x.a["l"]`}, {`aws_x.a["m"]`, `aws_x.a["a.b ${c}"]`}, {`aws_x.a["a b"]`, `aws_x.a["c"]`},
		{`resource.aws_x.set["k"]`, `resource.aws_x.set["l"]`}, {`module.m["k"]`, `module.m["l"]`}, {`data.aws_x.d["k"]`, `data.aws_x.d["l"]`},
		{`aws_x.count[0]`, `aws_x.count[1]`}, {`aws_x.count[0]`, `aws_x.count["k"]`}, {`aws_x.one`, `aws_x.one[0]`}, {`module.m["k"]`, `module.m`},
		{`module.m["k"].aws_y.b`, `module.m["l"].aws_y.b[0]`}, {`resource.aws_x.a["k"]`, `module.m["k"].aws_x.a`},
		{`aws_x.a["k"]`, `aws_x.a["m"]`}, {`aws_x.a["z"]`, `aws_x.a["y"]`}, {`aws_x.taken["m"]`, `aws_x.taken["k"]`},
		{`aws_x.a["k"]`, `aws_x.b["l"]`}, {`aws_x.a["k"]`, `aws_y.a`}, {`aws_x.count["k"]`, `aws_x.count["l"]`},
		{`aws_x.local["k"]`, `aws_x.local["l"]`}, {`aws_x.var["k"]`, `aws_x.var["l"]`}, {`aws_x.for["k"]`, `aws_x.for["l"]`},
		{`aws_x.computed["k"]`, `aws_x.computed["l"]`}, {`aws_x.merged["k"]`, `aws_x.merged["l"]`}, {`aws_x.one["name"]`, `aws_x.one["id"]`},
		{`aws_x.nosuch["k"]`, `aws_x.nosuch["l"]`}, {`aws_x.one.tags["k"]`, `aws_x.one.tags["l"]`}, {`local["zones"].k`, `local.zones.l`},
		{`aws_x.a[-1]`, `aws_x.a[0]`}, {`aws_x.a["k"]`, `aws_x.a["former"]`}, {`aws_x.one`, `aws_y.one`}, {`aws_x.one`, `aws_y.former`},
	} {
		c := &address.Change{Op: address.Move, Address: parse(t, test[0]), To: parse(t, test[1])}
		fmt.Fprintf(&got, "# mv %s %s\n%s\n", test[0], test[1], inBoth(t, text, c))
	}
	c := &address.Change{Op: address.Move, Address: parse(t, `aws_x.a["k"]`), To: parse(t, `aws_x.a["l"]`), NoMoved: true}
	fmt.Fprintf(&got, "# mv --no-moved %s %s\n%s", c.Address, c.To, inBoth(t, text, c))
	compare(t, "instance.txt", got.String())

	// The references in the other files of a module follow.
	m := read(t, opentofu.Config(opentofu.Target{}),
		equivalent.Source{Filename: "a.tf", Bytes: []byte("resource \"aws_x\" \"a\" {\n  for_each = { k = 1 }\n}\n")},
		equivalent.Source{Filename: "b.tf", Bytes: []byte("output \"o\" {\n  value = aws_x.a[\"k\"].id # b\n}\n")})
	if n, diags := m.Apply(c); n != 1 || diags.HasErrors() {
		t.Fatal(n, diags)
	}
	out, diags := m.Results()
	if diags.HasErrors() || string(out[1]) != "output \"o\" {\n  value = aws_x.a[\"l\"].id # b\n}\n" || !m.Defines("a.tf") || m.Defines("b.tf") {
		t.Errorf("%s %s", out, diags)
	}
}
