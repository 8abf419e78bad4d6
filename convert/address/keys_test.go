package address_test

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// keyFiles are a module, a called module, a test and a file with values of variables.
var keyFiles = map[string]string{
	"main.tf": `
locals {
  m = {
    k     = 1 # one
    other = 2
    deep  = { k = 3 }
  }
  n = merge({ k = 1 }, var.o)
  r = [local.m.k, local.m["k"], local.m[var.x], local.m.deep.k]
  t = keys(local.m)
  u = [for k, v in local.m : v]
  s = "${local.m.k}-${local.n.k}-$${local.m.k}"
}
module "a" {
  source = "./m"
  cfg = {
    k = 1
    l = { k = local.m.k }
  }
}
module "b" {
  source = "./m"
  cfg    = local.m
}
module "c" {
  source = "./m"
  cfg    = merge(local.m, { k = 5 })
}
output "o" {
  value = module.a.out.k
}
output "p" {
  value = module.a
}
resource "aws_x" "a" {
  tags = { Name = 1 }
}
resource "aws_x" "b" {
  tags = { Name = aws_x.a.tags.Name, (local.m.k) = 1 }
  all  = aws_x.a.tags_all.Name
}
`,
	"m/main.tf": `
variable "cfg" {
  type = object({
    # the k
    k = number # is k
    l = optional(object({ k = number }), { k = 1 })
  })
  default = {
    k = 2
  }
  validation {
    condition     = var.cfg.k > 0 && var.cfg["k"] < 3 && var.cfg.l.k > 0
    error_message = "No ${var.cfg.k}."
  }
}
variable "map" {
  type    = map(object({ k = number }))
  default = { k = { k = 1 } }
}
output "out" {
  value = {
    k   = var.cfg.k
    all = var.cfg
    map = var.map.k
  }
}
`,
	"m/terraform.tfvars": `
cfg = {
  k = 3
}
`,
	"m/x.tftest.hcl": `
variables {
  cfg = { k = 3, "l" = { k = 3 } }
}
run "a" {
  assert {
    condition     = output.out.k == 3
    error_message = "x"
  }
}
`,
}

// TestMoveKey renames keys in the values of declarations in modules that call each other, in both syntaxes.
func TestMoveKey(t *testing.T) {
	target := opentofu.Target{Product: opentofu.Terraform}
	var got strings.Builder
	for _, test := range []struct{ dir, from, to string }{
		{".", "local.m.k", "local.m.new"},
		{".", `local.m["k"]`, `local.m["a b"]`},
		{".", "local.n.k", "new"},
		{".", "local.m.deep.k", "new"},
		{".", "aws_x.a.tags.Name", "Title"},
		{"m", "var.cfg.k", "var.cfg.new"},
		{"m", "var.cfg.default.k", "new"},
		{"m", "var.cfg.l.k", "new"},
		{"m", "var.map.k", "new"},
		{"m", "output.out.value.k", "new"},
		{".", "local.m.k", "other"},
		{"m", "var.cfg.k", "l"},
		{"m", "var.cfg.k", "var.cfg[\"a b\"]"},
		{"m", "var.cfg.none", "new"},
	} {
		for _, form := range []int{0, 1} {
			fmt.Fprintf(&got, "# mv %s %s in %s\n", test.from, test.to, test.dir)
			sources := map[string][]address.Source{}
			for _, name := range slices.Sorted(maps.Keys(keyFiles)) {
				dialect := map[string]*schema.Dialect{
					".hcl": opentofu.Tests(target), ".tfvars": opentofu.Variables(target), ".tf": opentofu.Config(target),
				}[path.Ext(name)]
				source := formsOf(t, keyFiles[name], dialect, name)[form]
				sources[path.Dir(name)] = append(sources[path.Dir(name)], address.Source{Source: source, Dialect: dialect})
			}
			got.WriteString(movedIn(t, sources, test.dir, test.from, test.to))
		}
	}
	compare(t, "keys.txt", got.String())
}

// TestMoveEscapedKey renames a key whose text is escaped in the source, and finds its uses.
func TestMoveEscapedKey(t *testing.T) {
	const text = "locals {\n  m = { \"$${a}\" = 1 }\n  n = local.m[\"$${a}\"]\n}\n"
	for _, form := range bothForms(t, text) {
		m := read(t, opentofu.Config(opentofu.Target{}), form)
		list, _ := address.ReferencesTo(address.NewTree(map[string]*address.Module{".": m}, nil), parse(t, `local.m["${a}"]`))
		n, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, `local.m["${a}"]`), To: parse(t, "new")})
		texts, more := m.Results()
		if n != 1 || len(list) != 1 || diags.HasErrors() || more.HasErrors() || strings.Count(string(texts[0]), "new") != 2 {
			t.Errorf("%d places, %d uses, %v %v\n%s", n, len(list), diags, more, texts)
		}
	}
}

// TestMoveKeyInCheck renames a key of an argument in a check, and keeps other objects.
func TestMoveKeyInCheck(t *testing.T) {
	const text = "check \"c\" {\n  data \"x\" \"d\" {\n    m = { k = 1 }\n  }\n}\nlocals {\n  n = data.x.d.m.k\n}\n"
	for _, form := range bothForms(t, text) {
		m := read(t, opentofu.Config(opentofu.Target{}), form)
		c := &address.Change{Op: address.Move, Address: parse(t, "check.c.data.x.d.m.k"), To: parse(t, "new")}
		n, diags := m.Apply(c)
		texts, more := m.Results()
		changed := strings.Count(string(texts[0]), "new")
		if warned := len(diags)+len(more) > 0; n != 1 || diags.HasErrors() || more.HasErrors() || changed == 0 || changed < 2 && !warned {
			t.Errorf("%d places, %v %v\n%s", n, diags, more, texts)
		}
	}
}

// TestMoveKeyByRows renames keys of declarations whose values the rows of a language define, and warns about other
// uses.
func TestMoveKeyByRows(t *testing.T) {
	for _, test := range []struct {
		file, text, from string
		renamed          int
		want             []string
	}{
		{"a.pkr.hcl", "local \"s\" {\n  expression = { k = 1 }\n}\nlocals {\n  n = local.s.k\n}\n", "local.s.k", 2, nil},
		{"a.pkr.hcl", "local \"s\" {\n  expression = { k = 1 }\n}\nlocals {\n  n = local.s.k\n}\n",
			"local.s.expression.k", 2, nil},
		{"a.pkr.hcl", "variable \"v\" {\n  default = { k = 1 }\n}\nlocals {\n  n = var.v.k\n}\n", "var.v.k", 2, nil},
		{"a.nomad.hcl", "variable \"v\" {\n  default = { k = 1 }\n}\njob \"j\" {\n  name = var.v.k\n}\n", "var.v.k", 2, nil},
		{"a.tf", "locals {\n  m = { k = 1, (local.k) = 2 }\n  k = \"z\"\n}\n", "local.m.k", 1,
			[]string{"may use the old one", "may be this name too"}},
		{"a.tf", "locals {\n  m = { k = 1, (local.k) = {} }\n  k = \"z\"\n  l = { b = local.m, (var.x) = { k = 1 } }\n}\n",
			"local.m.k", 1, []string{"may use the old one", "may be this name too"}},
		{"a.tf", "locals {\n  m = { d = { k = 1 }, (var.x) = 2 }\n}\n", "local.m.d.k", 1, []string{"may use the old one"}},
		{"a.tf", "locals {\n  m = merge({ k = 1 }, merge({ j = 2 }, {}))\n  n = local.m.k\n}\n", "local.m.k", 2, nil},
		{"a.tf", "locals {\n  m = merge({ k = 1 }, [{ j = 2 }]...)\n  n = local.m.k\n}\n", "local.m.k", 2,
			[]string{"may use the old one"}},
		{"a.tf", "resource \"x_y\" \"z\" {\n  b {\n    t = { k = 1, (var.q) = 2 }\n  }\n}\n", "x_y.z.b.t.k", 1,
			[]string{"may be this name too"}},
		{"a.tf", "resource \"terraform_data\" \"y\" {\n" +
			"  input = { k = 1 }\n}\nlocals {\n  v = terraform_data.y.output.k\n}\n",
			"terraform_data.y.input.k", 1, []string{"may use the old one"}},
		{"a.tf", "resource \"terraform_data\" \"y\" {\n" +
			"  input = { k = 1, l = 1 }\n}\nlocals {\n  v = terraform_data.y.output.l\n}\n",
			"terraform_data.y.input.k", 1, nil},
	} {
		found, err := dialects.ForFile(test.file, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range formsOf(t, test.text, found.Dialect, test.file) {
			m := read(t, found.Dialect, form)
			_, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, test.from), To: parse(t, "new")})
			texts, more := m.Results()
			diags = append(diags, more...)
			ok := !diags.HasErrors() && len(diags) == len(test.want) && strings.Count(string(texts[0]), "new") == test.renamed
			for i := 0; ok && i < len(diags); i++ {
				ok = strings.Contains(diags[i].Detail, test.want[i])
			}
			if !ok {
				t.Errorf("%s in %s: %v\n%s", test.from, form.Filename, diags, texts)
			}
		}
	}
}

// TestMoveKeyOfElements refuses to rename a key in one element of a map whose type defines the key for all elements, and
// renames the key of the element.
func TestMoveKeyOfElements(t *testing.T) {
	const text = "variable \"m\" {\n  type = map(object({ b = string }))\n  default = { a = { b = \"x\" }, z = { b = \"y\" } }\n}\n"
	for _, form := range bothForms(t, text) {
		for from, refused := range map[string]bool{"var.m.a.b": true, "var.m.a": false} {
			m := read(t, opentofu.Config(opentofu.Target{}), form)
			_, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, from), To: parse(t, from[:len(from)-1]+"new")})
			if diags.HasErrors() != refused || refused && !strings.Contains(diags.Error(), "for all elements of a map") {
				t.Errorf("%s in %s: %v", from, form.Filename, diags)
			}
		}
	}
}
