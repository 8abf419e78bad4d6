package address_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestReferences lists the references in a tree of modules with files of each kind, in both syntaxes.
func TestReferences(t *testing.T) {
	target := opentofu.Target{Product: opentofu.Terraform}
	config, tests := opentofu.Config(target), opentofu.Tests(target)
	terragrunt := dialects.Named("terragrunt").Dialect()
	type source struct {
		dir, name string
		dialect   *schema.Dialect
		text      string
	}
	var got strings.Builder
	for _, form := range []int{0, 1} {
		modules := map[string][]address.Source{}
		for _, s := range []source{
			{".", "main.tf", config, `
module "m" {
  source    = "./m"
  for_each  = toset(["k"])
  size      = var.size
  providers = { aws = aws.by[var.size] }
}
variable "size" {
  type = list(string)
}
locals {
  text = "${var.size} $${var.none} ${[for v in local.all : v.id][0]}"
  all  = module.m
  one  = [module.m["k"].id, module.m[var.size].id, module.m[*].id, (module.m)["k"].id]
}
resource "aws_x" "a" {
  provider = aws.west
  depends_on = [module.m, data.http.d]
  lifecycle {
    ignore_changes = [tags]
    replace_triggered_by = [aws_x.b["k"].id]
  }
  provisioner "local-exec" {
    command = self.id
    when    = destroy
  }
  dynamic "var" {
    for_each = var.size
    content {
      a = var.value
    }
  }
}
removed {
  from = module.m.aws_x.gone
}
import {
  to = module.m["k"].module.n.aws_x.a[0]
  id = "x"
}
check "c" {
  data "http" "d" {
    url = resource.aws_x.a.url
  }
}
`},
			{"m", "m/main.tf", config, `
variable "size" {}
output "id" {
  value = aws_x.a.id
}
module "n" {
  source = "../n"
}
`},
			{".", "t.tftest.hcl", tests, `
variables {
  size = 1
}
override_module {
  target  = module.m
  outputs = { id = 1 }
}
run "own" {
  expect_failures = [check.c.data.http.d, output.o]
  assert {
    condition = module.m["k"].id == ""
    error_message = ""
  }
}
run "other" {
  module {
    source = "./m"
  }
  variables {
    size = run.own.result
  }
  assert {
    condition = output.id == var.size
    error_message = ""
  }
}
run "later" {
  variables {
    size = run.other.id
  }
}
`},
			{".", "a.tfvars", opentofu.Variables(target), "size = 2\n"},
			{"u", "u/terragrunt.hcl", terragrunt, `
terraform {
  source = "..//m"
}
inputs = merge({ size = local.size })
locals {
  size = 1
}
`},
		} {
			source := formsOf(t, s.text, s.dialect, s.name)[form]
			modules[s.dir] = append(modules[s.dir], address.Source{Source: source, Dialect: s.dialect})
		}
		tree := map[string]*address.Module{}
		for dir, sources := range modules {
			m, diags := address.Read(sources...)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			tree[dir] = m
		}
		texts := map[string]equivalent.Source{}
		for _, sources := range modules {
			for _, s := range sources {
				texts[s.Filename] = s.Source
			}
		}
		for _, r := range address.References(address.NewTree(tree, nil)) {
			text := r.Range.SliceBytes(texts[r.Range.Filename].Bytes)
			line, _, _ := strings.Cut(string(text), "\n")
			fmt.Fprintf(&got, "%s: %s in %s: %s\n", r.Range, r.Declaration, r.Module, line)
		}
		got.WriteByte('\n')
	}
	compare(t, "references.txt", got.String())
}

// A rename finds the name in every spelling that the syntax allows.
func TestSpellings(t *testing.T) {
	for name, uses := range map[string][]string{
		"a":      {`local.a`, `local["a"]`, `local["\u0061"]`, `local["\U00000061"]`},
		"\u00e9": {"local.\u00e9", "local[\"e\u0301\"]", `local["\u00e9"]`, `local["e\u0301"]`},
	} {
		for _, use := range uses {
			text := "locals {\n  " + name + " = 1\n}\n"
			sources := []address.Source{}
			for file, text := range map[string]string{"a.tf": text, "b.tf": "output \"o\" {\n  value = " + use + "\n}\n"} {
				sources = append(sources, address.Source{Dialect: opentofu.Config(opentofu.Target{}),
					Source: equivalent.Source{Bytes: []byte(text), Filename: file}})
			}
			m, diags := address.Read(sources...)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			c := address.Change{Op: address.Move, Address: parse(t, "local."+name), To: parse(t, "local.new")}
			_, diags = m.Apply(&c)
			texts, more := m.Results()
			for i, s := range sources {
				if diags.HasErrors() || more.HasErrors() || strings.Count(string(texts[i]), "new") != 1 {
					t.Errorf("%s, %s: %q %v %v", use, s.Filename, texts, diags, more)
				}
			}
		}
	}
}
