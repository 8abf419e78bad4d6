package address_test

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// providerFiles are a module, a called module, and a test. The name of a file determines its
// language.
var providerFiles = map[string]string{
	"main.tf": `
terraform {
  required_providers {
    aws  = { source = "hashicorp/aws" }
    null = { source = "hashicorp/null" }
  }
  provider_meta "aws" {
    x = 1
  }
}
provider "aws" {}
provider "aws" { # west
  alias = "west"
}
resource "aws_x" "a" {
  provider = aws.west # kept
}
resource "aws_x" "b" {
  count = 2
  ami   = provider::aws::parse("x", provider::null::f())
}
resource "null_resource" "n" {}
check "c" {
  data "aws_x" "d" {}
}
check "nested" {
  data "aws_x" "d" {
    provider = aws.west
  }
}
check "default" {
  data "aws_x" "d" {
    provider = aws
  }
}
module "quoted" {
  source    = "./m"
  providers = { "aws.x" = "aws.west", "aws" = aws }
}
module "m" {
  source = "./m"
  providers = {
    aws.x = aws.west
    aws   = aws
  }
}
module "remote" {
  source    = "hashicorp/m/aws"
  providers = { aws.west = aws.west }
}
import {
  to = aws_x.fresh
  id = "aws.west"
}
locals {
  text = "aws.west"
}
`,
	"m/main.tf": `
terraform {
  required_providers {
    aws = {
      source                = "hashicorp/aws"
      configuration_aliases = [aws.x, aws.y]
    }
  }
}
resource "aws_x" "a" {
  provider = aws.x
}
`,
	"t.tftest.hcl": `
provider "aws" {
  alias = "west"
}
mock_provider "aws" {}
run "a" {
  providers = {
    aws.west = aws.west
    aws      = aws
  }
}
run "b" {
  module {
    source = "./m"
  }
  providers = { aws.x = aws.west }
}
`,
}

// TestMoveProvider renames aliases and local names of providers in modules that call each other, in both syntaxes.
func TestMoveProvider(t *testing.T) {
	target := opentofu.Target{Product: opentofu.Terraform}
	// other is a run with another module that gets the configurations by their names.
	const other = "run \"o\" {\n  module {\n    source = \"./m\"\n  }\n}\n"
	var got strings.Builder
	for _, test := range []struct{ dir, from, to, tests string }{
		{".", "provider.aws.west", "provider.aws.europe", ""},
		{".", "terraform.required_providers.aws", "amazon", ""},
		{"m", "provider.aws.x", "z", ""},
		{"m", "terraform.required_providers.aws", "amazon", ""},
		{".", "provider.aws", "provider.amazon", ""},
		{".", "provider.aws.none", "provider.aws.x", ""},
		{".", "provider.aws.west", "provider.aws.1", ""},
		{".", "provider.aws.west", "provider.null.west", ""},
		{".", "terraform.required_providers.aws", "null", ""},
		{"m", "provider.aws.x", "y", ""},
		{".", "provider.aws.west", "europe", other},
		{".", "terraform.required_providers.aws", "amazon", other},
		{".", "terraform.required_providers.null", "empty", other},
	} {
		for _, form := range []int{0, 1} {
			fmt.Fprintf(&got, "# mv %s %s in %s\n", test.from, test.to, test.dir)
			sources := map[string][]address.Source{}
			for _, name := range slices.Sorted(maps.Keys(providerFiles)) {
				text, dialect := providerFiles[name], opentofu.Config(target)
				if path.Ext(name) == ".hcl" {
					text, dialect = text+test.tests, opentofu.Tests(target)
				}
				source := formsOf(t, text, dialect, name)[form]
				sources[path.Dir(name)] = append(sources[path.Dir(name)], address.Source{Source: source, Dialect: dialect})
			}
			got.WriteString(movedIn(t, sources, test.dir, test.from, test.to))
		}
	}
	compare(t, "providers.txt", got.String())
}

// movedIn returns the changed lines and the diagnostics of a rename in one of several modules.
func movedIn(t *testing.T, sources map[string][]address.Source, dir, from, to string) string {
	t.Helper()
	var got strings.Builder
	modules := map[string]*address.Module{}
	for at, list := range sources {
		m, diags := address.Read(list...)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		modules[at] = m
	}
	address.NewTree(modules, nil)
	n, diags := modules[dir].Apply(&address.Change{Op: address.Move, Address: parse(t, from), To: parse(t, to)})
	for _, at := range slices.Sorted(maps.Keys(modules)) {
		if diags.HasErrors() {
			break
		}
		texts, more := modules[at].Results()
		diags = append(diags, more...)
		for i, text := range texts {
			got.WriteString(changedLines(sources[at][i].Filename, string(sources[at][i].Bytes), string(text)))
		}
	}
	if n == 0 && !diags.HasErrors() {
		got.WriteString("no place\n")
	}
	for _, diag := range diags {
		fmt.Fprintf(&got, "%s: %s; %s\n", diag.Subject, diag.Summary, diag.Detail)
	}
	return got.String() + "\n"
}

// changedLines returns the lines that a change removes and adds, with the name of the file.
func changedLines(name, before, after string) string {
	var got strings.Builder
	for line := range strings.Lines(string(diff.Diff("-", []byte(before), "+", []byte(after)))) {
		if (line[0] == '-' || line[0] == '+') && !strings.HasPrefix(line, "--- -") && !strings.HasPrefix(line, "+++ +") {
			fmt.Fprintf(&got, "%s: %s", name, line)
		}
	}
	return got.String()
}

// TestProviderSpellings renames the names of a configuration in forms of old and new versions of the products.
func TestProviderSpellings(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"resource \"aws_x\" \"a\" {\n  provider = \"aws.west\"\n}\n", `"aws.europe"`},
		{"resource \"aws_x\" \"a\" {\n  provider = aws.west[\"aws.west\"]\n}\n", `aws.europe["aws.west"]`},
		{"resource \"aws_x\" \"a\" {\n  provider = aws.west[each.key]\n}\n", `aws.europe[each.key]`},
		{"locals {\n  a = provider::aws::west::f()\n}\n", "provider::aws::europe::f()"},
		{"locals {\n  a = [for aws in [1] : provider::aws::west::f(aws.west)]\n}\n", "provider::aws::europe::f(aws.west)"},
		{"module \"m\" {\n  source = \"./m\"\n  providers = {\n    \"aws\" = \"aws.west\"\n  }\n}\n", `"aws" = "aws.europe"`},
		{"resource \"aws_x\" \"a\" {\n  provisioner \"local-exec\" {\n    provider = aws.west\n  }\n}\n", "provider = aws.west"},
	} {
		for _, form := range bothForms(t, "provider \"aws\" {\n  alias = \"west\"\n}\n"+test.text) {
			m := read(t, opentofu.Config(opentofu.Target{}), form)
			c := &address.Change{Op: address.Move, Address: parse(t, "provider.aws.west"), To: parse(t, "europe")}
			n, diags := m.Apply(c)
			texts, more := m.Results()
			want := test.want
			if form.JSON {
				want = strings.Trim(strings.NewReplacer(`"aws" = `, "", `"`, `\"`, "provider = ", "").Replace(want), `\"`)
			}
			if n != 1 || diags.HasErrors() || more.HasErrors() || !strings.Contains(string(texts[0]), want) {
				t.Errorf("%s: %d %v %v\n%s", test.want, n, diags, more, texts)
			}
		}
	}
}

// TestProviderInOverride adds the name of a provider to a block, and not to the block of an override file that changes it.
func TestProviderInOverride(t *testing.T) {
	config := opentofu.Config(opentofu.Target{})
	var sources []address.Source
	for name, text := range map[string]string{
		"main.tf": "terraform {\n  required_providers {\n    aws = { source = \"hashicorp/aws\" }\n  }\n}\n" +
			"resource \"aws_x\" \"a\" {}\n",
		"override.tf": "resource \"aws_x\" \"a\" {\n  count = 1\n}\n",
	} {
		sources = append(sources, address.Source{Source: formsOf(t, text, config, name)[0], Dialect: config})
	}
	m, diags := address.Read(sources...)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	c := &address.Change{Op: address.Move, Address: parse(t, "terraform.required_providers.aws"), To: parse(t, "amazon")}
	_, diags = m.Apply(c)
	texts, more := m.Results()
	for i, text := range texts {
		want := map[string]int{"main.tf": 2, "override.tf": 0}[sources[i].Filename]
		if diags.HasErrors() || more.HasErrors() || strings.Count(string(text), "amazon") != want {
			t.Errorf("%s %v %v", text, diags, more)
		}
	}
}

// TestProviderInStack renames names in a module that a stack uses.
func TestProviderInStack(t *testing.T) {
	const stack = `component "c" {
  source = "./m"
  providers = {
    aws   = provider.aws.main
    aws.x = provider.aws.other
  }
}
`
	const module = `terraform {
  required_providers {
    aws = {
      source                = "hashicorp/aws"
      configuration_aliases = [aws.x]
    }
  }
}
`
	target := opentofu.Target{Product: opentofu.Terraform}
	for _, form := range []int{0, 1} {
		for _, test := range [][3]string{
			{"provider.aws.x", "y", "aws.y"}, {"terraform.required_providers.aws", "amazon", "amazon.x"},
		} {
			modules := map[string]*address.Module{
				".": read(t, opentofu.Components(target), formsOf(t, stack, opentofu.Components(target), "s.tfcomponent.hcl")[form]),
				"m": read(t, opentofu.Config(target), formsOf(t, module, opentofu.Config(target), "m/main.tf")[form]),
			}
			address.NewTree(modules, nil)
			c := &address.Change{Op: address.Move, Address: parse(t, test[0]), To: parse(t, test[1])}
			n, diags := modules["m"].Apply(c)
			texts, more := modules["."].Results()
			child, last := modules["m"].Results()
			if n != 1 || diags.HasErrors() || more.HasErrors() || last.HasErrors() || !strings.Contains(string(child[0]), test[2]) ||
				!strings.Contains(string(texts[0]), test[2]) || strings.Count(string(texts[0]), "provider.aws.") != 2 {
				t.Errorf("%s: %d %v %v %v\n%s\n%s", test[0], n, diags, more, last, texts, child)
			}
		}
	}
}

// TestProviderWithoutSource does not rename a provider that its local name defines.
func TestProviderWithoutSource(t *testing.T) {
	config := opentofu.Config(opentofu.Target{})
	for value, isRenamed := range map[string]bool{
		`"~> 3"`: false, `{ version = "~> 3" }`: false, `{}`: false, `{ source = "hashicorp/random" }`: true,
		`{ "source" = "random" }`: true,
	} {
		for _, form := range bothForms(t, "terraform {\n  required_providers {\n    random = "+value+"\n  }\n}\n") {
			m := read(t, config, form)
			c := &address.Change{Op: address.Move, Address: parse(t, "terraform.required_providers.random"), To: parse(t, "rnd")}
			_, diags := m.Apply(c)
			texts, _ := m.Results()
			isError := diags.HasErrors() && strings.Contains(diags[0].Detail, `Add source = "hashicorp/random" first`)
			if isRenamed == isError || strings.Contains(string(texts[0]), "rnd") != isRenamed {
				t.Errorf("%s: %v\n%s", value, diags, texts)
			}
		}
	}
}

// TestProviderLabel finds the label of a configuration whose values contain the same text.
func TestProviderLabel(t *testing.T) {
	for name, text := range map[string]string{
		"a.tf":      "provider aws {\n  region = \"aws\"\n  profile = \"aws\"\n}\n",
		"b.tf":      "provider \"aws\" {\n  region = \"aws\"\n}\nprovider \"aws\" {\n  alias = \"aws\"\n}\n",
		"a.tf.json": `{"provider": {"p": {"region": "aws"}, "aws": [{"region": "aws"}, {"alias": "aws"}]}}`,
		"b.tf.json": `{"provider": [{"p": {}}, {"aws": {"region": "aws", "m": {"aws": "aws"}}}]}`,
	} {
		m, diags := address.Read(address.Source{
			Source: equivalent.Source{Bytes: []byte(text), Filename: name, JSON: path.Ext(name) == ".json"}, Dialect: opentofu.Config(opentofu.Target{})})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		found := 0
		for _, r := range address.References(address.NewTree(map[string]*address.Module{".": m}, nil)) {
			if r.Declaration == "provider.aws" {
				found++
				label := text[r.Range.Start.Byte:r.Range.End.Byte]
				before := strings.TrimRight(text[:r.Range.Start.Byte], " ")
				isLabel := slices.ContainsFunc([]string{"provider", ",", "{"}, func(s string) bool { return strings.HasSuffix(before, s) })
				if strings.Trim(label, `"`) != "aws" || !isLabel {
					t.Errorf("%s: %s after %s", name, label, before)
				}
			}
		}
		if found == 0 {
			t.Errorf("%s: no label", name)
		}
	}
}
