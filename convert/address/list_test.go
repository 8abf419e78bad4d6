package address_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// bothForms returns a file and its form in HCL-JSON.
func bothForms(t *testing.T, text string) [2]equivalent.Source {
	t.Helper()
	return formsOf(t, text, opentofu.Config(opentofu.Target{}), "main.tf")
}

// formsOf returns a file of a language in native syntax and in HCL-JSON.
func formsOf(t *testing.T, text string, dialect *schema.Dialect, name string) [2]equivalent.Source {
	t.Helper()
	file, diags := hclwrite.ParseFile([]byte(text), name)
	json, more := convert.WriteJSON(file, name, dialect, convert.Options{})
	if diags = append(diags, more...); diags.HasErrors() {
		t.Fatal(diags)
	}
	return [2]equivalent.Source{{Bytes: []byte(text), Filename: name}, {Bytes: json, Filename: name + ".json", JSON: true}}
}

func TestList(t *testing.T) {
	var got strings.Builder
	for _, form := range bothForms(t, source) {
		m := module(t, string(form.Bytes), form.Filename)
		for _, test := range []struct {
			at         string
			depth      int
			attributes bool
		}{
			{".", 0, false}, {".", 1, false}, {".", 2, true}, {"aws_*.*", 1, false}, {"aws_instance.web.*", 1, true}, {"provider", 0, true},
			{"**.content", 0, false}, {"module.*", 0, false}, {"local.tags", 0, true},
		} {
			fmt.Fprintf(&got, "# %s %d %v\n", test.at, test.depth, test.attributes)
			for _, one := range m.List(parse(t, test.at), test.depth, test.attributes) {
				fmt.Fprintf(&got, "%s:%d: %s %v\n", one.Range.Filename, one.Range.Start.Line, one.Address, one.IsBlock)
				if again := m.Get(parse(t, one.Address)); len(again) != 1 || again[0].Range != one.Range {
					t.Errorf("%s is not found again: %v", one.Address, again)
				}
			}
		}
	}
	compare(t, "list.txt", got.String())
}

func TestBody(t *testing.T) {
	const text = `module "a" { # open
  # above
  source = "./a"

  providers = {
    x = y
  }
  # end
}

output "o" { value = 1 }

resource "x" "y" {

  a {
    script = <<EOT
one
  two
EOT
    list = [
      1,
    ]
  }
}

terraform {
}

locals {
  a = 1
}

locals {
  b = 2
}
`
	var got strings.Builder
	for _, form := range bothForms(t, text) {
		m := module(t, string(form.Bytes), form.Filename)
		for _, at := range []string{"module.a", "output.o", "x.y", "x.y.a", "terraform", "locals", "local.a", "x.y.a.list", "module"} {
			for _, found := range m.Get(parse(t, at)) {
				body, ok := found.Body()
				fmt.Fprintf(&got, "# %s %v\n%s\n", at, ok, body)
				if _, diags := hclwrite.ParseFile([]byte(body+"\n"), ""); ok && diags.HasErrors() {
					t.Errorf("%s: %s", at, diags)
				}
			}
		}
	}
	compare(t, "body.txt", got.String())
}
