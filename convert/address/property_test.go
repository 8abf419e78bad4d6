package address_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestGoldens checks addresses of nodes in goldens: an address finds its node again, setting the
// current value changes nothing, and setting another value changes only this node, as hashicorp/hcl
// reads the file.
func TestGoldens(t *testing.T) {
	everywhere := parse(t, "**")
	for _, g := range golden.ReadSample(t, 12) {
		src, _ := g.File(g.Input)
		source := address.Source{Dialect: g.Targets[0].Dialect}
		source.Bytes, source.Filename = src, g.Input
		m, diags := address.Read(source)
		if g.JSON || diags.HasErrors() {
			continue
		}
		list := m.Get(everywhere)
		for i, found := range list[1:] {
			a, err := address.Parse(found.Address)
			if err != nil {
				t.Fatal(g.Name, found.Address, err)
			}
			if again := m.Get(a); len(again) == 0 || !slices.ContainsFunc(again, func(f address.Found) bool {
				return f.Range == found.Range
			}) {
				t.Errorf("%s: %s is not found again: %+v", g.Name, found.Address, again)
			}
			if found.IsBlock || i%7 != 0 {
				continue
			}
			set := func(text string) (string, bool) {
				m, _ := address.Read(source)
				if n, diags := m.Apply(&address.Change{Address: a, Text: []string{text}}); n != 1 || diags.HasErrors() {
					return diags.Error(), false
				}
				out, diags := m.Results()
				if diags.HasErrors() {
					return diags.Error(), false
				}
				return string(out[0]), true
			}
			if out, ok := set(found.Text); ok && out != string(src) {
				t.Errorf("%s: %s set to its own value:\n%s", g.Name, found.Address, out)
			}
			if out, ok := set(`"judged"`); ok {
				was, is := leaves(t, string(src)), leaves(t, out)
				fresh := 0
				for path, text := range is {
					if was[path] != text {
						fresh++
						if !strings.Contains(text, "judged") {
							t.Errorf("%s: %s changes %s to %s", g.Name, found.Address, path, text)
						}
					}
				}
				if fresh > 1 {
					t.Errorf("%s: %s changes %d places", g.Name, found.Address, fresh)
				}
			} else if !strings.Contains(out, "Several places") {
				t.Errorf("%s: %s: %s", g.Name, found.Address, out)
			}
		}
	}
}

// leaves are the expressions in a file by their paths, as tokens.
func leaves(t *testing.T, text string) map[string]string {
	t.Helper()
	file, diags := hclsyntax.ParseConfig([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags, text)
	}
	found := map[string]string{}
	leavesOf(found, "", text, file.Body.(*hclsyntax.Body))
	return found
}

func leavesOf(found map[string]string, at, text string, body *hclsyntax.Body) {
	for _, name := range slices.Sorted(maps.Keys(body.Attributes)) {
		leavesIn(found, at+"."+name, text, body.Attributes[name].Expr)
	}
	for i, block := range body.Blocks {
		leavesOf(found, fmt.Sprintf("%s.%d%s%s", at, i, block.Type, block.Labels), text, block.Body)
	}
}

func leavesIn(found map[string]string, at, text string, e hclsyntax.Expression) {
	switch e := e.(type) {
	case *hclsyntax.TupleConsExpr:
		for i, element := range e.Exprs {
			leavesIn(found, fmt.Sprintf("%s[%d]", at, i), text, element)
		}
	case *hclsyntax.ObjectConsExpr:
		for i, item := range e.Items {
			leavesIn(found, fmt.Sprintf("%s{%d %s}", at, i, item.KeyExpr.Range().SliceBytes([]byte(text))), text, item.ValueExpr)
		}
	default:
		found[at] = string(e.Range().SliceBytes([]byte(text)))
	}
}

// TestArgumentsNamedLikeMetaArguments renames in arguments that only have the name of an argument
// without references to values.
func TestArgumentsNamedLikeMetaArguments(t *testing.T) {
	const text = `variable "a" {
  default = 1
}

locals {
  ignore_changes = var.a
  lifecycle      = { ignore_changes = [var.a] }
  provider       = var.a
  providers      = [var.a]
}

module "m" {
  source         = "./m"
  ignore_changes = var.a
}

resource "x_y" "z" {
  ami = 1
  lifecycle {
    ignore_changes = [ami]
  }
  nested {
    provider = var.a
    lifecycle {
      ignore_changes = [var.a]
    }
  }
}
`
	for _, form := range bothForms(t, text) {
		m := read(t, opentofu.Config(opentofu.Target{}), form)
		if _, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, "var.a"), To: parse(t, "var.b")}); diags.HasErrors() {
			t.Fatal(diags)
		}
		out, diags := m.Results()
		if diags.HasErrors() || strings.Contains(string(out[0]), "var.a") || strings.Count(string(out[0]), "var.b") != 7 {
			t.Errorf("%s: %v\n%s", form.Filename, diags, out)
		}
	}
}

// TestSortOfComputedKeys refuses to sort an object in which the order can decide about a value.
func TestSortOfComputedKeys(t *testing.T) {
	for _, form := range bothForms(t, "locals {\n  x = { b = 1, (local.k) = 3, a = 2 }\n}\n") {
		m := read(t, opentofu.Config(opentofu.Target{}), form)
		_, diags := m.Apply(&address.Change{Op: address.Sort, Address: parse(t, "local.x")})
		if !diags.HasErrors() || !strings.Contains(diags[0].Detail, "computed keys") {
			t.Errorf("%s: %v", form.Filename, diags)
		}
	}
}

// TestKeyUses renames the uses of a key, and warns about the lines that may use the old key in another way.
func TestKeyUses(t *testing.T) {
	for text, want := range map[string]string{
		"  p = local.o.c\n  q = [local.o.c, local.o.c]\n":        "",
		"  p = local.o.c[0]\n":                                   "",
		"  p = local.o.ab\n":                                     "",
		"  p = local.o[local.x]\n  q = keys(local.o)\n":          "which does not change there: main.tf:3, main.tf:4.",
		"  p = { for k, v in local.o : k => v }\n":               "which does not change there: main.tf:3.",
		"  p = [local.o.*, local.o[*].c, module.o.a, local.a]\n": "which does not change there: main.tf:3.",
	} {
		old := strings.ReplaceAll(text, "local.o.c", "local.o.a")
		m := module(t, "locals {\n  o = { a = 1 }\n"+old+"}\n", "main.tf")
		n, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, "local.o.a"), To: parse(t, "local.o.c")})
		out, more := m.Results()
		if diags = append(diags, more...); n != 1 || diags.HasErrors() || len(diags) > 0 != (want != "") ||
			want != "" && !strings.Contains(diags[0].Detail, want) || string(out[0]) != "locals {\n  o = { c = 1 }\n"+text+"}\n" {
			t.Errorf("%s: %d places, %v\n%s", text, n, diags, out)
		}
	}
}

// TestMovedOutsideOfOverrides writes no moved block into an override file, which the products refuse.
func TestMovedOutsideOfOverrides(t *testing.T) {
	const override = "resource \"x_y\" \"a\" {\n  b = 2\n}\n"
	for from, to := range map[string]string{"x_y.a": "x_y.b", "x_y.d": "x_y.e"} {
		m := read(t, opentofu.Config(opentofu.Target{}),
			equivalent.Source{Bytes: []byte(override + "resource \"x_y\" \"d\" {}\n"), Filename: "a_override.tf"},
			equivalent.Source{Bytes: []byte(override + "resource \"x_y\" \"c\" {}\n"), Filename: "main.tf"},
			equivalent.Source{Bytes: []byte("resource \"x_y\" \"c\" {}\n"), Filename: "z_override.tf"})
		_, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, from), To: parse(t, to)})
		out, more := m.Results()
		if diags = append(diags, more...); diags.HasErrors() || !strings.Contains(string(out[1]), "moved {") ||
			strings.Contains(string(out[0])+string(out[2]), "moved {") {
			t.Errorf("%s: %v\n%s", from, diags, out)
		}
	}
}
