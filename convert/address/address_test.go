package address_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

const source = `terraform {
  required_providers {
    aws = { source = "hashicorp/aws", "a.b" = 1 }
  }
}

provider "aws" {
  region = "eu-west-1"
}

provider "aws" {
  alias  = "west"
  region = "us-west-1"
}

variable "cidr" {
  default = "10.0.0.0/16"
}

locals {
  tags = { Owner = "me" }
}

locals {
  zones = ["a", "b"]
}

resource "aws_instance" "web" {
  ami = data.aws_ami.this.id

  tags = merge(local.tags, { Name = "web" }, {
    Team = "shop" # ours
  })

  root_block_device {
    volume_size = 8
  }

  ebs_block_device {
    device_name = "a"
  }

  ebs_block_device {
    device_name = "b"
    volume_size = 2
  }

  provisioner "file" {
    source = "f"
  }

  provisioner "local-exec" {
    command = "c"
  }

  dynamic "ingress" {
    for_each = toset(["x", "y"])
    content {
      port = 1
    }
  }
}

data "aws_ami" "this" {
  owners = ["self"]
  filter = concat(["f"], local.zones)
}

output "id" {
  value = [for z in local.zones : { name = z }]
}

output "none" {
  description = null
  value       = jsonencode({ Statement = [{ Action = ["a"] }] })
}
`

func module(t testing.TB, text, name string) *address.Module {
	t.Helper()
	return read(t, opentofu.Config(opentofu.Target{}), equivalent.Source{
		Bytes: []byte(text), Filename: name, JSON: strings.HasSuffix(name, ".json"),
	})
}

func read(t testing.TB, dialect *schema.Dialect, sources ...equivalent.Source) *address.Module {
	t.Helper()
	var files []address.Source
	for _, s := range sources {
		files = append(files, address.Source{Source: s, Dialect: dialect})
	}
	m, diags := address.Read(files...)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return m
}

func parse(t testing.TB, text string) address.Address {
	t.Helper()
	a, err := address.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestGet(t *testing.T) {
	m := module(t, source, "main.tf")
	for text, want := range map[string]string{
		`terraform.required_providers.aws.source`:          `"hashicorp/aws"`,
		`terraform.required_providers.aws["a.b"]`:          `1`,
		`terraform.required_providers.aws."a.b"`:           `1`,
		`var.cidr.default`:                                 `"10.0.0.0/16"`,
		`variable.cidr.default`:                            `"10.0.0.0/16"`,
		`local.tags.Owner`:                                 `"me"`,
		`locals.zones[1]`:                                  `"b"`,
		`local.zones[-1]`:                                  `"b"`,
		`local.zones[2]`:                                   ``,
		`local.zones[*]`:                                   `"a", "b"`,
		`local.zones[== "b"]`:                              `"b"`,
		`local.zones[!= "b"]`:                              `"a"`,
		`aws_instance.web.ami`:                             `data.aws_ami.this.id`,
		`resource.aws_instance.web.ami`:                    `data.aws_ami.this.id`,
		`aws_*.*.ami`:                                      `data.aws_ami.this.id`,
		`aws_instance.web.root_block_device.volume_size`:   `8`,
		`aws_instance.web.ebs_block_device[1].volume_size`: `2`,
		`aws_instance.web.ebs_block_device[*].volume_size`: `2`,
		`aws_instance.web.ebs_block_device[device_name == "b"].volume_size`: `2`,
		`aws_instance.web.ebs_block_device[volume_size==null].device_name`:  `"a"`,
		`aws_instance.web.tags.Name`:                                        `"web"`,
		`aws_instance.web.tags.Team`:                                        `"shop"`,
		`aws_instance.web.tags[0]`:                                          ``,
		`aws_instance.web.provisioner[1].command`:                           `"c"`,
		`aws_instance.web.provisioner.file.source`:                          `"f"`,
		`aws_instance.web.dynamic.ingress.for_each[0]`:                      `"x"`,
		`aws_instance.web.dynamic.ingress.content.port`:                     `1`,
		`data.aws_ami.this.owners[0]`:                                       `"self"`,
		`data.aws_ami.this.filter[0]`:                                       ``,
		`data.aws_ami.this.filter[*]`:                                       `"f"`,
		`provider.aws[alias == "west"].region`:                              `"us-west-1"`,
		`provider.aws[alias != "west"].region`:                              `"eu-west-1"`,
		`provider[1].alias`:                                                 `"west"`,
		`output.id.value`:                                                   `[for z in local.zones : { name = z }]`,
		`output.id.value[0]`:                                                ``,
		`output.id.value.name`:                                              ``,
		`output.*[description == null].value`: `[for z in local.zones : { name = z }], ` +
			`jsonencode({ Statement = [{ Action = ["a"] }] })`,
		`output.none.value.Statement[0].Action[0]`: `"a"`,
		`**.Action[0]`:            `"a"`,
		`**.volume_size`:          `8, 2`,
		`aws_instance.**.port`:    `1`,
		`*.*.region`:              `"eu-west-1", "us-west-1"`,
		`module.vpc.version`:      ``,
		`aws_instance.web.nosuch`: ``,
	} {
		var got []string
		for _, found := range m.Get(parse(t, text)) {
			got = append(got, found.Text)
			if again := m.Get(parse(t, found.Address)); len(again) != 1 || again[0].Range != found.Range {
				t.Errorf("%s: %s finds %+v", text, found.Address, again)
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestSameNames checks addresses of nodes with equal names and with empty names.
func TestSameNames(t *testing.T) {
	const text = `variable "" {
  default = 1
}

resource "a" "b" {
  sub = [1]
  sub {
    n = 2
  }
}

moved {}
moved {}
`
	m := module(t, text, "main.tf")
	for at, want := range map[string]int{`var[""].default`: 1, "a.b.sub": 2, "a.b.sub.n": 1, "moved[1]": 1, "moved": 2} {
		if found := m.Get(parse(t, at)); len(found) != want {
			t.Errorf("%s: %+v", at, found)
		}
	}
	for _, found := range m.Get(parse(t, "**.default")) {
		if found.Address != `var[""].default` {
			t.Error(found.Address)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"a..b":          "a..b: a name is missing at character 3",
		"":              "\"\": a name is missing at character 1",
		"a[0":           "a[0: a ] is missing",
		"a[b]":          `a[b]: [b] is no index, no key and no condition like [name == "x"]`,
		`a[b == ]`:      `a[b == ]: [b ==]:  is not an expression: Missing expression`,
		"a b":           `a b: " b" is no part of an address`,
		`a[b == "x"].c`: "",
		`a."b.c"[*].**`: "",
		"[0]":           "",
	} {
		message := ""
		if _, err := address.Parse(text); err != nil {
			message = err.Error()
		}
		if message != want {
			t.Errorf("%s: %s, want %s", text, message, want)
		}
	}
	c, err := address.NewChange("set", address.Change{}, `a[b == "="].c = d == "="`)
	if err != nil || c.Address.String() != `a[b == "="].c` || c.Text[0] != `d == "="` {
		t.Error(c, err)
	}
	if _, err := address.NewChange("set", address.Change{}, "a.b"); err == nil {
		t.Error("no value")
	}
}

// change applies a change to a file, and returns the lines that differ.
func change(m *address.Module, text string, c *address.Change) string {
	n, diags := m.Apply(c)
	var out [][]byte
	if !diags.HasErrors() {
		var more hcl.Diagnostics
		out, more = m.Results()
		diags = append(diags, more...)
	}
	var b strings.Builder
	for _, diag := range diags {
		fmt.Fprintln(&b, diag)
	}
	if diags.HasErrors() {
		return b.String()
	}
	if n != 1 {
		fmt.Fprintln(&b, n, "places")
	}
	for line := range strings.Lines(string(diff.Diff("", []byte(text), "", out[0]))) {
		if line[0] == '+' && line[1] != '+' || line[0] == '-' && line[1] != '-' {
			b.WriteString(line)
		}
	}
	return b.String()
}

// compare compares the output of a test with a file in testdata.
func compare(t *testing.T, name, got string) {
	t.Helper()
	if name = filepath.Join("testdata", name); *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil || string(want) != got {
		t.Errorf("%v %s", err, diff.Diff("want", want, "got", []byte(got)))
	}
}

var update = flag.Bool("update", false, "rewrite the files in testdata")

func TestApply(t *testing.T) {
	at := func(text string) *address.Address { a := parse(t, text); return &a }
	var got strings.Builder
	for _, test := range []struct {
		at string
		c  address.Change
	}{
		{"var.cidr.default", address.Change{Text: []string{`"x"`}}},
		{"var.cidr.default", address.Change{Text: []string{`"10.0.0.0/16"`}}},
		{"var.cidr.nosuch", address.Change{Text: []string{`1`}}},
		{"var.cidr.default", address.Change{Text: []string{`a b`}}},
		{"var.cidr.default", address.Change{Text: []string{`a "b"`}, Syntax: address.String}},
		{"var.cidr.default", address.Change{Text: []string{`{"a": ["${b}"]}`}, Syntax: address.JSON}},
		{"var.cidr.default", address.Change{Text: []string{`"x" # why`}}},
		{"var.cidr.default", address.Change{Text: []string{"# why\n\"x\""}}},
		{"var.cidr.default", address.Change{Text: []string{"[ # why\n  \"x\", # this\n]"}}},
		{"aws_instance.web.root_block_device", address.Change{Text: []string{"{\n  # why\n  volume_size = 9\n}"}}},
		{"terraform.backend.s3", address.Change{Text: []string{"{\n  # why\n  bucket = 9\n}"}, Create: true}},
		{"terraform.backend.s3.bucket", address.Change{Text: []string{"[\n  # why\n  9\n]"}, Create: true}},
		{"aws_instance.web.tags.Team", address.Change{Text: []string{`var.team`}}},
		{"aws_instance.web.ebs_block_device.device_name", address.Change{Text: []string{`1`}}},
		{"aws_instance.web.ebs_block_device[*].device_name", address.Change{Text: []string{`"c"`}}},
		{"aws_instance.web.root_block_device", address.Change{Text: []string{`1`}}},
		{"aws_instance.web.root_block_device", address.Change{Text: []string{`{ volume_size = 9 }`}}},
		{"aws_instance.web.lifecycle.prevent_destroy", address.Change{Text: []string{`true`}, Create: true}},
		{"aws_instance.web.lifecycle", address.Change{Text: []string{`{ prevent_destroy = true }`}, Create: true}},
		{"aws_instance.web.connection.host.name", address.Change{Text: []string{`1`}, Create: true}},
		{"terraform.required_version", address.Change{Text: []string{`">= 1.9"`}, Create: true}},
		{"terraform.backend.s3.bucket", address.Change{Text: []string{`"b"`}, Create: true}},
		{"terraform.cloud.organization", address.Change{Text: []string{`"b"`}, Create: true}},
		{"variable.new.default", address.Change{Text: []string{`1`}, Create: true}},
		{"local.new", address.Change{Text: []string{`1`}, Create: true}},
		{"locals[1].new", address.Change{Text: []string{`1`}, Create: true}},
		{"nosuch.new.default", address.Change{Text: []string{`1`}, Create: true}},
		{"aws_instance.web.tags.New", address.Change{Text: []string{`1`}, Create: true}},
		{"variable.new", address.Change{Text: []string{`1`}, Create: true}},

		{"local.zones", address.Change{Op: address.Add, Text: []string{`"c"`, `"d"`}}},
		{"local.zones", address.Change{Op: address.Add, Text: []string{`"b"`}, IfMissing: true}},
		{"local.zones", address.Change{Op: address.Add, Text: []string{`"c"`}, Before: at("local.zones[0]")}},
		{"local.zones", address.Change{Op: address.Add, Text: []string{`"c"`}, After: at("local.zones[0]")}},
		{"local.zones", address.Change{Op: address.Add, Text: []string{`"c"`}, After: at("local.tags")}},
		{"local.zones", address.Change{Op: address.Add, Text: []string{"1]\ny = [2"}}},
		{"local.zones", address.Change{Op: address.Add, Text: []string{"1] + [2"}}},
		{"local.zones", address.Change{Op: address.Add, Text: []string{"# only this"}}},
		{"local.zones", address.Change{Op: address.Add, Text: []string{"1,\n# of nothing"}}},
		{"local.tags", address.Change{Op: address.Add, Text: []string{"a = 1}\ny = {b = 2"}}},
		{"local.tags", address.Change{Op: address.Add, Text: []string{`A = 1`}, Before: at("local.tags.Owner")}},
		{"local.tags", address.Change{Op: address.Add, Text: []string{`Owner = 1`}}},
		{"local.tags", address.Change{Op: address.Add, Text: []string{`Owner = 1`}, IfMissing: true}},
		{"local.tags", address.Change{Op: address.Add, Text: []string{`1`}}},
		{"aws_instance.web.tags", address.Change{Op: address.Add, Text: []string{`A = 1`}}},
		{"aws_instance.web.ami", address.Change{Op: address.Add, Text: []string{`A = 1`}}},
		{"aws_instance.web.dynamic.ingress.for_each", address.Change{Op: address.Add, Text: []string{`"z"`}}},
		{"data.aws_ami.this.filter", address.Change{Op: address.Add, Text: []string{`"z"`}}},
		{".", address.Change{Op: address.Add, Text: []string{"variable \"cidr\" {\n  default = \"10.0.0.0/16\"\n}"}}},
		{".", address.Change{Op: address.Add, Text: []string{"variable \"cidr\" {}"}}},
		{".", address.Change{Op: address.Add, Text: []string{"variable \"cidr\" {}"}, IfMissing: true}},
		{".", address.Change{Op: address.Add, Text: []string{"provider \"aws\" {\n  alias = \"other\"\n}"}}},
		{"aws_instance.web", address.Change{Op: address.Add, Text: []string{`lifecycle { prevent_destroy = true }`}}},
		{"aws_instance.web", address.Change{
			Op: address.Add, Text: []string{`monitoring = true`}, Before: at("aws_instance.web.ami"),
		}},
		{"aws_instance.web", address.Change{Op: address.Add, Text: []string{`ami = 1`}}},
		{"aws_instance.web", address.Change{Op: address.Add, Text: []string{`provisioner "file" {}`}, IfMissing: true}},
		{"aws_instance.web", address.Change{Op: address.Add, Text: []string{`1`}}},
		{"aws_instance", address.Change{Op: address.Add, Text: []string{`a = 1`}}},
		{".", address.Change{Op: address.Add, Text: []string{"moved {\nfrom = a.b\nto = a.c\n}"}}},

		{"local.zones[0]", address.Change{Op: address.Remove}},
		{"aws_instance.web.tags.Team", address.Change{Op: address.Remove}},
		{"var.cidr", address.Change{Op: address.Remove}},
		{"variable", address.Change{Op: address.Remove}},
		{".", address.Change{Op: address.Remove}},

		{"provider", address.Change{Op: address.Sort}},
		{"local.zones[0]", address.Change{Op: address.Sort}},

		{"var.cidr", address.Change{Op: address.Move, To: *at("var.zone")}},
		{"aws_instance.web", address.Change{Op: address.Move, To: *at("aws_instance.www")}},
		{"data.aws_ami.this", address.Change{Op: address.Move, To: *at("data.aws_ami.that")}},
		{"local.tags", address.Change{Op: address.Move, To: *at("local.labels")}},
		{"local.tags", address.Change{Op: address.Move, To: *at("local.zones")}},
		{"local.tags", address.Change{Op: address.Move, To: *at("var.tags")}},
		{"local.tags.Owner", address.Change{Op: address.Move, To: *at("local.tags.Team")}},
		{"terraform.required_providers.aws", address.Change{Op: address.Move, To: *at("terraform.required_providers.new")}},
		{"output.id", address.Change{Op: address.Move, To: *at("output.none")}},
		{"output.id", address.Change{Op: address.Move, To: *at("output.ids")}},
		{"terraform", address.Change{Op: address.Move, To: *at("tofu")}},
	} {
		test.c.Address = parse(t, test.at)
		fmt.Fprintf(&got, "# %s %s %s %s\n%s\n", names[test.c.Op], test.at, test.c.To, strings.Join(test.c.Text, "; "),
			change(module(t, source, "main.tf"), source, &test.c))
	}
	compare(t, "apply.txt", got.String())
}

var names = []string{"set", "add", "rm", "mv", "sort"}

// TestModule changes several files at once.
func TestModule(t *testing.T) {
	sources := []equivalent.Source{
		{Bytes: []byte("variable \"a\" {}\n"), Filename: "a.tf"},
		{Bytes: []byte(`{"output": {"o": {"value": "${var.a}"}}}`), Filename: "b.tf.json", JSON: true},
	}
	m := read(t, opentofu.Config(opentofu.Target{}), sources...)
	for _, c := range []address.Change{
		{Op: address.Move, Address: parse(t, "var.a"), To: parse(t, "var.b")},
		{Address: parse(t, "output.o.value"), Text: []string{"var.b + 1"}},
		{Address: parse(t, "var.b.default"), Text: []string{"1"}, Create: true},
	} {
		if n, diags := m.Apply(&c); n != 1 || diags.HasErrors() {
			t.Fatal(c.Address, n, diags)
		}
	}
	out, diags := m.Results()
	if diags.HasErrors() || string(out[0]) != "variable \"b\" {\n  default = 1\n}\n" ||
		string(out[1]) != `{"output": {"o": {"value": "${var.b + 1}"}}}` {
		t.Errorf("%s %s", out, diags)
	}
}

func TestJSON(t *testing.T) {
	const text = `{
  "variable": {"a": {"type": "string"}},
  "resource": {
    "aws_instance": {
      "web": {
        "tags": {"Name": "web"},
        "groups": ["b", "a"],
        "policy": "${jsonencode({ a = 1 })}"
      }
    }
  }
}
`
	m := module(t, text, "main.tf.json")
	for address, want := range map[string]string{
		"var.a.type": `2 string "string"`, "aws_instance.web.tags": `6 { Name = "web" } {"Name":"web"}`,
		"aws_instance.web.groups[1]": `7 "a" "a"`, "aws_instance.web.policy.a": `8 1 1`,
	} {
		for _, found := range m.Get(parse(t, address)) {
			json, diags := found.JSON()
			compact := strings.NewReplacer("\n", "", " ", "").Replace(string(json))
			value := strings.Join(strings.Fields(found.Text), " ")
			if got := fmt.Sprint(found.Range.Start.Line, " ", value, " ", compact); got != want || diags.HasErrors() {
				t.Errorf("%s: %s, want %s %s", address, got, want, diags)
			}
		}
	}
	var got strings.Builder
	for _, test := range []struct {
		at string
		c  address.Change
	}{
		{"aws_instance.web.tags.Name", address.Change{Text: []string{`var.a`}}},
		{"aws_instance.web.policy.a", address.Change{Text: []string{`2`}}},
		{"aws_instance.web.groups", address.Change{Op: address.Sort}},
		{"aws_instance.web", address.Change{Op: address.Sort}},
		{"var.a", address.Change{Op: address.Remove}},
	} {
		test.c.Address = parse(t, test.at)
		fmt.Fprintf(&got, "# %s %s\n%s\n", names[test.c.Op], test.at, change(module(t, text, "main.tf.json"), text, &test.c))
	}
	compare(t, "json.txt", got.String())
}

// TestWritten sorts, sets and adds text in unusual layouts. The given text keeps its brackets,
// blank lines, comments and commas.
func TestWritten(t *testing.T) {
	at := func(text string) *address.Address { a := parse(t, text); return &a }
	for _, test := range []struct {
		c          address.Change
		at         string
		text, want string
	}{
		{
			address.Change{Op: address.Sort}, "resource.x",
			"# head\n\nresource \"x\" \"b\" {}\n\nresource \"x\" \"a\" {}\n",
			"# head\n\nresource \"x\" \"a\" {}\n\nresource \"x\" \"b\" {}\n",
		},
		{
			address.Change{Op: address.Sort}, "variable",
			"# head\n\nvariable \"c\" {}\n\n# of b\n\nvariable \"b\" {}\n\noutput \"o\" {}\n\n" +
				"# of a\n\n# a\nvariable \"a\" {}\n\n# tail\n",
			"# head\n\n# of a\n\n# a\nvariable \"a\" {}\n\n# of b\n\nvariable \"b\" {}\n\noutput \"o\" {}\n\n" +
				"variable \"c\" {}\n\n# tail\n",
		},
		{
			address.Change{Op: address.Sort}, "locals",
			"locals {\n  # head\n\n  b = 1\n\n  # of a\n\n  a = 2\n}\n",
			"locals {\n  # head\n\n  # of a\n\n  a = 2\n\n  b = 1\n}\n",
		},
		// In a replaced collection, the parts that stay keep their comments.
		{
			address.Change{Text: []string{"{ a = 1, c = 3, x = { y = 2 } }"}}, "local.o",
			"locals {\n  o = {\n    # of a\n    a = 1 # a\n    b = 2 # b\n    x = { # x\n      y = 1 # y\n    }\n  }\n}\n",
			"locals {\n  o = {\n    # of a\n    a = 1 # a\n    c = 3\n    x = { # x\n      y = 2 # y\n    }\n  }\n}\n",
		},
		{
			address.Change{Text: []string{`["b", "c"]`}}, "local.l",
			"locals {\n  l = [\n    # of a\n    \"a\", # a\n    \"b\" # b\n  ]\n}\n",
			"locals {\n  l = [\n    \"b\", # b\n    \"c\"\n  ]\n}\n",
		},
		{
			address.Change{Text: []string{"{\n  q = 1 # q\n}"}}, "local.o",
			"locals {\n  o = {\n    a = 1 # a\n  }\n}\n", "locals {\n  o = {\n    q = 1 # q\n  }\n}\n",
		},
		// A new item keeps its delimiter and its quotes.
		{
			address.Change{Op: address.Add, Text: []string{"c = 3"}}, "local.o",
			"locals {\n  o = { \"a\" : 1, \"b\" : 2 }\n}\n", "locals {\n  o = { \"a\" : 1, \"b\" : 2, c = 3 }\n}\n",
		},
		{
			address.Change{Op: address.Add, Text: []string{"c = 3"}}, "local.o",
			"locals {\n  o = {\n    \"a\" : 1,\n  }\n}\n", "locals {\n  o = {\n    \"a\" : 1,\n    c = 3,\n  }\n}\n",
		},
		// A replaced body keeps its free-standing comments.
		{
			address.Change{Text: []string{"{ b = 2 }"}}, "provider.x",
			"provider \"x\" {\n  # head\n\n  # of a\n  a = 1\n\n  # part\n\n  b = 1\n  # end\n}\n",
			"provider \"x\" {\n  # head\n\n  b = 2\n\n  # part\n\n  # end\n}\n",
		},
		{
			address.Change{Text: []string{"{ b = 2 }"}}, "provider.x",
			"provider \"x\" {\n  # alone\n}\n", "provider \"x\" {\n  # alone\n\n  b = 2\n}\n",
		},
		{
			address.Change{Text: []string{"(\n  var.a\n)"}}, "local.b",
			"locals {\n  a = 1\n  b = (1)\n}\n", "locals {\n  a = 1\n  b = (\n    var.a\n  )\n}\n",
		},
		{
			address.Change{Text: []string{`"${var.a}"`}}, "local.b[0]",
			"locals {\n  b = [1]\n}\n", "locals {\n  b = [\"${var.a}\"]\n}\n",
		},
		// A formatted block stays formatted. In other blocks, the given text keeps its spaces.
		{
			address.Change{Text: []string{"{ a=1,b=2 }"}}, "local.b",
			"locals {\n  a  = 1\n  b  = 2\n  cd = 3\n}\n", "locals {\n  a  = 1\n  b  = { a = 1, b = 2 }\n  cd = 3\n}\n",
		},
		{
			address.Change{Text: []string{"{ a=1,b=2 }"}}, "local.b",
			"locals {\n  a = 1\n  b  = 2\n  cd = 3\n}\n", "locals {\n  a = 1\n  b  = { a=1,b=2 }\n  cd = 3\n}\n",
		},
		{
			address.Change{Op: address.Add, Text: []string{"\n# of b\nb=1   # b\n\n"}, Before: at("local.c")}, "locals",
			"locals {\n  a = 1\n  c = 1\n}\n", "locals {\n  a = 1\n\n  # of b\n  b = 1 # b\n\n  c = 1\n}\n",
		},
		{
			address.Change{Op: address.Add, Text: []string{"# of b\n( 2 ), # b"}, After: at("local.l[0]")}, "local.l",
			"locals {\n  l = [\n    1,\n    3,\n  ]\n}\n",
			"locals {\n  l = [\n    1,\n    # of b\n    (2), # b\n    3,\n  ]\n}\n",
		},
		{
			address.Change{Op: address.Add, Text: []string{"2", "3"}, After: at("local.l[0]")}, "local.l",
			"locals {\n  l = [1, 4]\n}\n", "locals {\n  l = [1, 2, 3, 4]\n}\n",
		},
		// Lines that a strip marker trims keep their indentation.
		{
			address.Change{Text: []string{"<<-X\n%{ for x in y ~}\n  one\n%{ endfor ~}\nX"}}, "local.a.b",
			"locals {\n  a = {\n    b = 1\n  }\n}\n",
			"locals {\n  a = {\n    b = <<-X\n    %{for x in y~}\n  one\n    %{endfor~}\n    X\n  }\n}\n",
		},
		{
			address.Change{Text: []string{"<<-X\n      one\n      %{~ if true }two\n      %{ endif }\n      X"}}, "local.a",
			"locals {\n  a = 1\n}\n",
			"locals {\n  a = <<-X\n      one\n      %{~if true}two\n      %{endif}\n        X\n}\n",
		},
		{
			address.Change{Op: address.Add, Text: []string{"    a : 1, # a\n    \"b\" = 2\n"}}, "local.o",
			"locals {\n  o = {\n    c = 3\n  }\n}\n",
			"locals {\n  o = {\n    c = 3\n    a : 1, # a\n    \"b\" = 2\n  }\n}\n",
		},
		{
			address.Change{Op: address.Add, Text: []string{`"10.0.0.0/8"`}}, "local.l",
			"locals {\n  l = []\n}\n", "locals {\n  l = [\"10.0.0.0/8\"]\n}\n",
		},
		{
			address.Change{Op: address.Add, Text: []string{"  b = 1\n"}, After: at("local.long")}, "locals",
			"locals {\n  long = 1\n}\n", "locals {\n  long = 1\n  b    = 1\n}\n",
		},
		{
			address.Change{Op: address.Add, Text: []string{"b {}"}, Before: at("c")}, ".",
			"a {}\n\n# Part\n\nc {}\n", "a {}\n\n# Part\n\nb {}\n\nc {}\n",
		},
		{
			address.Change{Op: address.Add, Text: []string{"b {}"}, After: at("a")}, ".",
			"a {}\n\n# Part\n\nb {}\n", "a {}\n\nb {}\n\n# Part\n\nb {}\n",
		},
		// A comment directly below a block belongs to it, and the last part is below all comments.
		{
			address.Change{Op: address.Add, Text: []string{"b {}"}, After: at("a")}, ".",
			"a {}\n# end of a\n\n# Part\n\nc {}\n", "a {}\n# end of a\n\nb {}\n\n# Part\n\nc {}\n",
		},
		{
			address.Change{Op: address.Add, Text: []string{"\n# b\nb {}\n"}, After: at("a")}, ".",
			"a {}\n# end of a\n\n# end of b\n", "a {}\n# end of a\n\n# b\nb {}\n# end of b\n",
		},
		{
			address.Change{Op: address.Add, Text: []string{"c = 3"}}, "a",
			"a {\n  # first\n\n  b = 1\n  # d = 2\n}\n", "a {\n  # first\n\n  b = 1\n  # d = 2\n\n  c = 3\n}\n",
		},
		{
			address.Change{Op: address.Add, Text: []string{"b = 1"}}, "a[1]",
			"a { b = 0 }\na {}\n", "a { b = 0 }\na { b = 1 }\n",
		},
		// Unaligned neighbors stay unaligned.
		{
			address.Change{Op: address.Move, To: *at("module.m.environment")}, "module.m.env",
			"module \"m\" {\n  source = \"./m\"\n  env = \"x\"\n}\n",
			"module \"m\" {\n  source = \"./m\"\n  environment = \"x\"\n}\n",
		},
	} {
		m := module(t, test.text, "main.tf")
		test.c.Address = parse(t, test.at)
		n, diags := m.Apply(&test.c)
		out, more := m.Results()
		if n != 1 || len(diags)+len(more) > 0 || string(out[0]) != test.want {
			t.Errorf("%s: %d %s%s, got\n%s\nwant\n%s", test.at, n, diags, more, out[0], test.want)
		}
	}
}

// TestTogether takes something out and adds it again, in one go: nothing has changed.
func TestTogether(t *testing.T) {
	for _, test := range []struct{ text, at, add, before string }{
		{"a {}\n\n# Part\n\nb {}\n", "b", "b {}\n", ""},
		{"a {}\n\n# Part\n\nb {}\n\nc {}\n", "b", "b {}\n\n", "c"},
		{"a { b = 1 }\n", "a.b", "b = 1", ""},
	} {
		m := module(t, test.text, "main.tf")
		add := address.Change{Op: address.Add, Address: parse(t, "."), Text: []string{test.add}}
		if outer, _, in := strings.Cut(test.at, "."); in {
			add.Address = parse(t, outer)
		}
		if test.before != "" {
			before := parse(t, test.before)
			add.Before = &before
		}
		for _, c := range []address.Change{{Op: address.Remove, Address: parse(t, test.at)}, add} {
			if n, diags := m.Apply(&c); n != 1 || len(diags) > 0 {
				t.Fatal(n, diags)
			}
		}
		if out, diags := m.Results(); len(diags) > 0 || string(out[0]) != test.text {
			t.Errorf("%q becomes %q %s", test.text, out[0], diags)
		}
	}
}

// TestAsked checks tasks from the issues of other editors: values in objects and lists, with their
// comments, and new objects in objects.
func TestAsked(t *testing.T) {
	const text = `locals {
  site_1 = {
    net0 = {
      cidr = "10.0.0.0/24" # of the site
      more = {}
    }
  }
  list = [{ name = "a", size = 1 }, { name = "b", size = 2 }]
}

terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
}

module "sg" {
  source = "git.git@gitsg"
  rules = {
    https = {
      network = "one"
    }
    "a.b" = ["x", "y"]
  }
}

module "sa" {
  rules = {
    https = {
      network = "one"
    }
  }
}
`
	get := func(at, want string) {
		t.Helper()
		if found := module(t, text, "main.tf").Get(parse(t, at)); len(found) != 1 || found[0].Text != want {
			t.Errorf("%s: %+v", at, found)
		}
	}
	get("locals.site_1.net0.cidr", `"10.0.0.0/24"`)
	get(`locals.site_1["net0"]`, "{\n  cidr = \"10.0.0.0/24\" # of the site\n  more = {}\n}")
	get("module.sg.rules.https.network", `"one"`)
	get(`module.sg.rules."a.b"[1]`, `"y"`)
	get(`local.list[name == "b"].size`, "2")
	var got strings.Builder
	for _, test := range []struct {
		at string
		c  address.Change
	}{
		{"module.sg.rules.https.network", address.Change{Text: []string{`"two"`}}},
		{"terraform.required_providers.aws.version", address.Change{Text: []string{`"~> 6.0"`}}},
		{`local.list[name == "b"].size`, address.Change{Text: []string{"3"}}},
		{"locals.site_1.net0.more", address.Change{Op: address.Add, Text: []string{"x = {}"}}},
		{"locals.site_1.net0.more.x.y", address.Change{Text: []string{"1"}, Create: true}},
		{"local.list", address.Change{Op: address.Add, Text: []string{`{ name = "c", size = 3 }`}}},
		{`module.sg.rules."a.b"[== "x"]`, address.Change{Op: address.Remove}},
		{"module.*.rules.https.network", address.Change{Op: address.Remove}},
		{"locals.site_1.net0.cidr", address.Change{Op: address.Move, To: parse(t, "locals.site_1.net0.range")}},
	} {
		test.c.Address = parse(t, test.at)
		fmt.Fprintf(&got, "# %s %s %s %s\n%s\n", names[test.c.Op], test.at, test.c.To, strings.Join(test.c.Text, "; "),
			change(module(t, text, "main.tf"), text, &test.c))
	}
	compare(t, "asked.txt", got.String())
	values := read(t, opentofu.Variables(opentofu.Target{}), equivalent.Source{
		Bytes: []byte("nested = { a = \"b\" }\n"), Filename: "a.tfvars",
	})
	if found := values.Get(parse(t, "nested.a")); len(found) != 1 || found[0].Text != `"b"` {
		t.Errorf("%+v", found)
	}
}

// TestSortJSON sorts members, and blocks in arrays; all others stay in their order.
func TestSortJSON(t *testing.T) {
	const nested = `{"variable": {"b": {"type": "string", "default": {"z": 1, "a": 2}}, "a": [{"type": "any"}]}}`
	const arrays = `{"//": "x", "resource": [{"x":[{"b":[{"a":1}]}]},{"x":[{"a":[{}]}]}], ` +
		`"locals": [{"b": 1, "//": "y", "a": 2}]}`
	for _, test := range []struct{ text, at, want string }{
		{nested, "variable", `{"variable": {"a": [{"type": "any"}], "b": {"type": "string", "default": {"z": 1, "a": 2}}}}`},
		{nested, "var.b", `{"variable": {"b": {"default": {"z": 1, "a": 2}, "type": "string"}, "a": [{"type": "any"}]}}`},
		{
			nested, "var.b.default",
			`{"variable": {"b": {"type": "string", "default": {"a": 2, "z": 1}}, "a": [{"type": "any"}]}}`,
		},
		{
			arrays, "resource.x",
			`{"//": "x", "resource": [{"x":[{"a":[{}]}]},{"x":[{"b":[{"a":1}]}]}], "locals": [{"b": 1, "//": "y", "a": 2}]}`,
		},
		{
			arrays, "locals",
			`{"//": "x", "resource": [{"x":[{"b":[{"a":1}]}]},{"x":[{"a":[{}]}]}], "locals": [{"a": 2, "b": 1, "//": "y"}]}`,
		},
	} {
		m := module(t, test.text, "main.tf.json")
		n, diags := m.Apply(&address.Change{Op: address.Sort, Address: parse(t, test.at)})
		out, more := m.Results()
		if n != 1 || len(diags)+len(more) > 0 || string(out[0]) != test.want {
			t.Errorf("sort %s: %d %s%s, got\n%s\nwant\n%s", test.at, n, diags, more, out, test.want)
		}
	}
}

// The comments at the head of a body keep the blank lines below them.
func TestSortBelowHead(t *testing.T) {
	for _, test := range []struct{ text, at, want string }{
		{
			"# head\n\n\n\nvariable \"c\" {}\n\n# on b\nvariable \"b\" {}\n\nvariable \"a\" {}\n", "variable",
			"# head\n\n\n\nvariable \"a\" {}\n\n# on b\nvariable \"b\" {}\n\nvariable \"c\" {}\n",
		},
		{
			"# head\n\n# more\n\n\nvariable \"b\" {}\n\nvariable \"c\" {}\n\nvariable \"a\" {}\n", "variable",
			"# head\n\n# more\n\n\nvariable \"a\" {}\n\nvariable \"b\" {}\n\nvariable \"c\" {}\n",
		},
		{
			"locals {\n  # head\n\n\n  c = 1\n  b = 1\n\n  # group\n\n  a = 1\n}\n", "locals",
			"locals {\n  # head\n\n\n  # group\n\n  a = 1\n\n  b = 1\n\n  c = 1\n}\n",
		},
		// The text of each item moves, and the blank lines between the items stay.
		{
			"locals {\n  o = {\n    z : (2), // c\n\n    # of k\n    \"k\" : {\n    }\n  }\n}\n", "local.o",
			"locals {\n  o = {\n    # of k\n    \"k\" : {\n    },\n\n    z : (2) // c\n  }\n}\n",
		},
		{"locals {\n  l = [ 3,1 , 2 ]\n}\n", "local.l", "locals {\n  l = [ 1,2 , 3 ]\n}\n"},
	} {
		m := module(t, test.text, "main.tf")
		n, diags := m.Apply(&address.Change{Op: address.Sort, Address: parse(t, test.at)})
		out, more := m.Results()
		if n != 1 || len(diags)+len(more) > 0 || string(out[0]) != test.want {
			t.Errorf("sort %s: %d %s%s, got\n%s\nwant\n%s", test.at, n, diags, more, out, test.want)
		}
	}
}

// TestSortOrdered sorts blocks whose order matters. This is refused.
func TestSortOrdered(t *testing.T) {
	for _, test := range []struct{ text, name, at string }{
		{"run \"b\" {}\nrun \"a\" {}\n", "x.tftest.hcl", "run"},
		{"variable \"b\" {}\nvariable \"a\" {}\n", "main.tf", "variable"},
		{"resource \"a_b\" \"c\" {\n  provisioner \"local-exec\" {}\n  provisioner \"file\" {}\n}\n", "main.tf", "a_b.c.provisioner"},
		{"build {\n  provisioner \"shell\" {}\n  provisioner \"file\" {}\n}\n", "x.pkr.hcl", "build.provisioner"},
	} {
		file, err := dialects.ForFile(test.name, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := read(t, file.Dialect, equivalent.Source{Bytes: []byte(test.text), Filename: test.name})
		_, diags := m.Apply(&address.Change{Op: address.Sort, Address: parse(t, test.at)})
		if refused := diags.HasErrors(); refused != (test.at != "variable") {
			t.Errorf("sort %s: refused %t, %v", test.at, refused, diags)
		}
	}
}

func TestMissing(t *testing.T) {
	m := module(t, source, "main.tf")
	for text, want := range map[string]string{
		"aws_instance.web.tag": "Nothing is at aws_instance.web.tag. aws_instance.web in main.tf has no tag, but tags, " +
			"ami, dynamic, ebs_block_device, provisioner, root_block_device.",
		"var.cidr.tags": "Nothing is at var.cidr.tags. var.cidr in main.tf has no tags, but default; locals[0] has " +
			"tags.",
		"aws_instance.wob.ami": "Nothing is at aws_instance.wob.ami. aws_instance in main.tf has no wob, but web.",
		"foo": "Nothing is at foo. The files have no foo, but aws_instance, data, locals, output, provider, terraform " +
			"and others.",
		"local.zones[4]": "Nothing is at local.zones[4].",
	} {
		if got, _ := m.Missing(parse(t, text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"aws": "[aws_instance]", "aws_instance.web.t": "[aws_instance.web.tags]", "local.": "[local.tags local.zones]",
		"aws_instance.": "[aws_instance.web]", "a..": "[]",
	} {
		if got := fmt.Sprint(m.Complete(text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	keys := module(t, "locals {\n  a = { \"b.c\" = 1, d = 2, \"e\\\"f\" = 3 }\n}\n", "main.tf")
	for text, want := range map[string]string{
		"local.a.": `[local.a."b.c" local.a."e\"f" local.a.d]`, "local.a.b": `[local.a."b.c"]`,
		`local.a."b`: `[local.a."b.c"]`, `local.a."b.`: `[local.a."b.c"]`, "local.a.x": "[]",
	} {
		got := keys.Complete(text)
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
		for _, offer := range got {
			if a, err := address.Parse(offer); err != nil || len(keys.Get(a)) != 1 {
				t.Errorf("%s finds nothing: %v", offer, err)
			}
		}
	}
}

// TestLanguages follows references whose prefix a schema file defines.
func TestLanguages(t *testing.T) {
	const text = `variable "size" {
  default = 1
}

locals {
  twice = var.size * 2
}

source "qemu" "base" {
  disk_size = local.twice
}

build {
  provisioner "shell" {
    inline = ["a ${local.twice}"]
  }
}
`
	var got strings.Builder
	for _, test := range []struct {
		at string
		c  address.Change
	}{
		{"source.qemu.base.disk_size", address.Change{Text: []string{"2"}}},
		{"build.provisioner[0].inline[0]", address.Change{Op: address.Remove}},
		{"source.qemu.base", address.Change{Op: address.Move, To: parse(t, "source.qemu.other")}},
		{"source.qemu.base", address.Change{Op: address.Move, To: parse(t, "source.docker.base")}},
		{"local.twice", address.Change{Op: address.Move, To: parse(t, "local.double")}},
		{"var.a", address.Change{Op: address.Move, To: parse(t, "local.a.b")}},
	} {
		test.c.Address = parse(t, test.at)
		m := read(t, dialects.Packer(), equivalent.Source{Bytes: []byte(text), Filename: "a.pkr.hcl"})
		fmt.Fprintf(&got, "# %s %s %s\n%s\n", names[test.c.Op], test.at, test.c.To, change(m, text, &test.c))
	}
	compare(t, "packer.txt", got.String())
}

// TestWayOut adds to values that are neither lists nor objects: the message names the right
// command, and errors at many positions have a short message.
func TestWayOut(t *testing.T) {
	var text strings.Builder
	for i := range 12 {
		fmt.Fprintf(&text, "resource \"a\" \"r%d\" {\n  tags = var.tags\n  ids  = local.ids\n}\n", i)
	}
	for _, test := range []struct{ at, text, want string }{
		{"a.r0.tags", `Team = "shop"`, `This change does: set 'a.r0.tags=merge(@, { Team = "shop" })'.`},
		{"a.r0.ids", `a.b.id`, `This change does: set 'a.r0.ids=concat(@, [a.b.id])'.`},
		{"a.r1.tags", `Team = "it's"`, `This change does: set 'a.r1.tags=merge(@, { Team = "it'\''s" })'.`},
		{"a.*.ids", `1`, "It is not possible at 2 other places either: main.tf:43, main.tf:47."},
	} {
		c := &address.Change{Op: address.Add, Address: parse(t, test.at), Text: []string{test.text}}
		_, diags := module(t, text.String(), "main.tf").Apply(c)
		if len(diags) > 11 || !diags.HasErrors() || !strings.HasSuffix(diags[len(diags)-1].Detail, test.want) {
			t.Errorf("%s: %v", test.at, diags)
		}
	}
}

// TestItemInParentheses changes an item in a call, around which parentheses, line breaks and quotes stay.
func TestItemInParentheses(t *testing.T) {
	for _, value := range []string{
		"(\n    merge({ A = 1 }, { B = 2 })\n  )", "(\n    merge(\n      { A = 1 }, # a\n      { B = 2 }\n    )\n  )",
		"( merge({ A = 1 }))", "\"${ merge({ A = 1 }) }\"", "[(\n    merge({ A = 1 })\n  )]",
	} {
		text := "locals {\n  x = " + value + "\n}\n"
		m := module(t, text, "main.tf")
		_, diags := m.Apply(&address.Change{Address: parse(t, "**.A"), Text: []string{"3"}})
		texts, more := m.Results()
		want := strings.Replace(text, "A = 1", "A = 3", 1)
		if diags = append(diags, more...); diags.HasErrors() || string(texts[0]) != want {
			t.Errorf("%v\n%s", diags, texts)
		}
	}
}

// TestNamesAlone gives things other names: nothing but the names is another text.
func TestNamesAlone(t *testing.T) {
	for _, test := range []struct{ name, from, to, text, want string }{
		{"main.tf", "local.x", "local.y", "locals {\n  x = 1\n  d = \"${local.x}\"\n  e = [\"${local.x}\"]\n}\n",
			"locals {\n  y = 1\n  d = \"${local.y}\"\n  e = [\"${local.y}\"]\n}\n"},
		{"main.tf", "var.x", "var.y", "variable \"x\" {}\nlocals {\n  a = (\n    var.x\n  )\n" +
			"  i = ( var.x == 1\n    ? 2 # two\n    : 3 )\n}\n",
			"variable \"y\" {}\nlocals {\n  a = (\n    var.y\n  )\n  i = ( var.y == 1\n    ? 2 # two\n    : 3 )\n}\n"},
		{"main.tf", "a.b", "a.c", "resource \"a\" \"b\" {}\nresource \"a\" \"x\" {\n" +
			"  depends_on = [ \"a.b\",a.b ]\n  k = { (a.b.x) = 1,\"${a.b.x}\" = <<E\n${a.b}\nE\n}\n}\n",
			"resource \"a\" \"c\" {}\nresource \"a\" \"x\" {\n  depends_on = [ \"a.c\",a.c ]\n" +
				"  k = { (a.c.x) = 1,\"${a.c.x}\" = <<E\n${a.c}\nE\n}\n}\n" +
				"\nmoved {\n  from = a.b\n  to   = a.c\n}\n"},
		{"main.tf", `a."x.b"`, "a.c", "resource \"a\" \"x.b\" {}\n", "resource \"a\" \"c\" {}\n"},
		{"main.tf", `a.1b`, "a.c", "resource \"a\" \"1b\" {}\n", "resource \"a\" \"c\" {}\n"},
		{"main.tf", `var."a.b"`, "var.c", "variable \"a.b\" {}\n", "variable \"c\" {}\n"},
		{"terragrunt.hcl", `dependency."v.p\"c"`, "dependency.vpc",
			"dependency \"v.p\\\"c\" {}\ndependency \"v\" {}\ninputs = { a = dependency[\"v.p\\\"c\"].x, b = dependency.v.p }\n",
			"dependency \"vpc\" {}\ndependency \"v\" {}\ninputs = { a = dependency[\"vpc\"].x, b = dependency.v.p }\n"},
		{"terragrunt.hcl", "dependency.vpc", "dependency.net", "dependency \"vpc\" {}\n" +
			"inputs = { a = dependency[ \"vpc\" ].x, b = dependency.vpc.x }\n",
			"dependency \"net\" {}\ninputs = { a = dependency[ \"net\" ].x, b = dependency.net.x }\n"},
		{"a.pkr.hcl", "var.v", "var.w", "variable \"v\" {}\nlocals {\n  a = var[\"v\"]\n}\n",
			"variable \"w\" {}\nlocals {\n  a = var[\"w\"]\n}\n"},
		{"a.nomad.hcl", "var.v", "var.w", "variable \"v\" {}\njob \"j\" {\n  name = var[\"v\"]\n}\n",
			"variable \"w\" {}\njob \"j\" {\n  name = var[\"w\"]\n}\n"},
	} {
		file, err := dialects.ForFile(test.name, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := read(t, file.Dialect, equivalent.Source{Bytes: []byte(test.text), Filename: test.name})
		_, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, test.from), To: parse(t, test.to)})
		texts, more := m.Results()
		if diags = append(diags, more...); diags.HasErrors() || string(texts[0]) != test.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", test.from, diags, texts, test.want)
		}
	}
}
