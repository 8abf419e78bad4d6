package tidy_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/tidy"
	"github.com/hcljson/hcljson/hclwrite"
)

const provable = `
variable "v" {}

locals {
  json  = "{\"a\":1}"
  lines = "a\nb ${var.v} c"
  whole = resource.aws_x.y_0123ABCD.name
}

resource "aws_iam_role" "r_0123ABCD" {
  assume_role_policy = "{\"b\":1,\"a\":2}"
  tags               = { a = aws_x.y_0123ABCD.id } # a remark
}

resource "aws_x" "y_0123ABCD" {}

terraform {
  required_providers {
    aws = { source = "aws" }
  }
}
`

// The proof notices whatever the steps may do wrong: a part of the result that is
// another one, and a change that is not what it says.
func TestProveFinds(t *testing.T) {
	opts := tidy.Options{Dialect: dialect, SameValue: true}
	before := []tidy.File{read(t, "main.tf", []byte(provable), dialect)}
	good := prove(t, "the result itself", before, nil, opts)
	for name, replaced := range map[string][2]string{
		"a value":                   {"a = 1", "a = 2"},
		"a heredoc's line":          {"    a\n", "    A\n"},
		"a heredoc's end":           {"c\n  EOT", "c\n\n  EOT"},
		"a missing chomp":           {"chomp(", "upper("},
		"an old reference":          {"aws_x.y.id", "aws_x.y_0123ABCD.id"},
		"an old whole reference":    {"resource.aws_x.y.name", "resource.aws_x.y_0123ABCD.name"},
		"another reference":         {"aws_x.y.id", "aws_x.z.id"},
		"no block for a name":       {"moved {\n  from = aws_x.y_0123ABCD\n  to   = aws_x.y\n}", ""},
		"another block for a name":  {"to   = aws_x.y", "to   = aws_x.z"},
		"a resource that is gone":   {`resource "aws_x" "y" {}`, ""},
		"a comment that is gone":    {"# a remark", ""},
		"a resource under old name": {`resource "aws_x" "y" {}`, `resource "aws_x" "y_0123ABCD" {}`},
		"one more resource":         {`variable "v" {}`, "variable \"v\" {}\nresource \"aws_x\" \"z\" {}"},
		"another provider":          {"hashicorp/aws", "hashicorp/awscc"},
		"a declared old name":       {`variable "v" {}`, "variable \"v\" {}\nresource \"aws_x\" \"y_0123ABCD\" {}"},
	} {
		t.Run(name, func(t *testing.T) {
			found := 0
			var after []tidy.File
			for _, f := range good.Files {
				src := string(f.Bytes())
				found += strings.Count(src, replaced[0])
				file, diags := hclwrite.ParseFile([]byte(strings.ReplaceAll(src, replaced[0], replaced[1])), f.Name)
				if diags.HasErrors() {
					t.Fatal(text(diags))
				}
				after = append(after, tidy.File{Name: f.Name, File: file})
			}
			if found == 0 {
				t.Fatalf("there is no %q", replaced[0])
			}
			if !tidy.Prove(before, after, good.Changes, opts).HasErrors() {
				t.Error("the proof has not noticed")
			}
		})
	}
}

// A change must be what a step may do, even if it can be taken back.
func TestProveRefuses(t *testing.T) {
	for name, c := range map[string]struct{ step, place, before, after string }{
		"another text":         {"jsonencode", "locals.x", `"{\"a\":1}"`, `jsonencode({ a = 2 })`},
		"the same value alone": {"jsonencode", "locals.x", `"{\"b\":1,\"a\":1}"`, `jsonencode({ b = 1, a = 1 })`},
		"a name twice":         {"jsonencode", "resource.aws_x.x.policy", `"{\"a\":1,\"a\":2}"`, `jsonencode({ a = 2 })`},
		"no JSON":              {"jsonencode", "resource.aws_x.x.policy", `"x"`, `jsonencode(null)`},
		"any reference": {
			"jsonencode", "resource.aws_x.x.policy", `"{\"a\":\"${var.x}\"}"`, `jsonencode({ a = var.x })`,
		},
		"a call of something else": {"jsonencode", "locals.x", `"a"`, `file("a")`},
		"more line ends":           {"heredoc", "locals.x", `"a\nb\n"`, "chomp(<<EOT\na\nb\nEOT\n)"},
		"the end of a reference":   {"heredoc", "locals.x", `"a\n${var.x}"`, "chomp(<<EOT\na\n${var.x}\nEOT\n)"},
		"another end":              {"heredoc", "locals.x", `"a\nb${var.x}c"`, "chomp(<<EOT\na\nb${var.x}d\nEOT\n)"},
		"another function":         {"heredoc", "locals.x", `"a\nb${var.x}c"`, "trimspace(<<EOT\na\nb${var.x}c\nEOT\n)"},
		"another address":          {"source", "terraform.required_providers.a.source", `"aws"`, `"other/aws"`},
		"an address elsewhere":     {"source", "locals.source", `"aws"`, `"hashicorp/aws"`},
		"no step":                  {"magic", "locals.x", `1`, `2`},
	} {
		t.Run(name, func(t *testing.T) {
			at := func(value string) []tidy.File {
				parts := strings.Split(c.place, ".")
				src := parts[0] + " {\n  " + parts[1] + " = " + value + "\n}\n"
				switch {
				case parts[0] == "resource":
					src = `resource "` + parts[1] + `" "` + parts[2] + "\" {\n  " + parts[3] + " = " + value + "\n}\n"
				case parts[0] == "terraform":
					src = "terraform {\n  required_providers {\n    a = { source = " + value + " }\n  }\n}\n"
				}
				return []tidy.File{read(t, "main.tf", []byte(src), dialect)}
			}
			before, after := at(c.before), at(c.after)
			changes := []tidy.Change{{
				Step: c.step, File: "main.tf", Place: c.place, Before: shown(t, c.before), After: shown(t, c.after),
			}}
			opts := tidy.Options{Dialect: dialect, SameValue: true}
			undone, diags := tidy.Undo(after, changes, opts)
			if c.step != "magic" && (diags.HasErrors() || string(undone[0].Bytes()) != string(before[0].Bytes())) {
				t.Fatalf("it cannot be taken back: %s", text(diags))
			}
			if !tidy.Prove(before, after, changes, opts).HasErrors() {
				t.Error("the proof has accepted it")
			}
		})
	}
}

// Each new name has one old name, and each old name one new one.
func TestProveRefusesNames(t *testing.T) {
	files := []tidy.File{read(t, "main.tf", []byte(`resource "x" "a" {}`+"\n"+`resource "x" "b" {}`+"\n"), dialect)}
	for _, names := range [][2][2]string{{{"x.a", "x.c"}, {"x.b", "x.c"}}, {{"x.a", "x.c"}, {"x.a", "x.d"}}} {
		var changes []tidy.Change
		for _, name := range names {
			changes = append(changes, tidy.Change{Step: "names", Place: name[0], Before: name[0], After: name[1]})
		}
		diags := tidy.Prove(files, files, changes, tidy.Options{Dialect: dialect})
		if !strings.Contains(text(diags), "Two have the same name.") {
			t.Errorf("%v: %s", names, text(diags))
		}
	}
}

// shown is the source of an expression as changes have it.
func shown(t *testing.T, source string) string {
	t.Helper()
	e, diags := hclwrite.ParseExpr(source+"\n", "")
	if diags.HasErrors() {
		t.Fatal(text(diags))
	}
	return hclwrite.ExprText(e)
}

func TestApplyRefuses(t *testing.T) {
	if _, diags := tidy.Apply(nil, nil, tidy.Options{}); !diags.HasErrors() {
		t.Error("no dialect is accepted")
	}
	broken := []tidy.File{{Name: "a.tf"}, {Name: "b.tf", File: &hclwrite.File{Body: hclwrite.Body{
		Items: []hclwrite.Item{&hclwrite.Attribute{Name: "no expression"}},
	}}}}
	for _, file := range broken {
		files, opts := []tidy.File{file}, tidy.Options{Dialect: dialect}
		if _, diags := tidy.Apply(files, nil, opts); !diags.HasErrors() {
			t.Errorf("%s is accepted", file.Name)
		}
		if _, diags := tidy.Undo(files, nil, opts); !diags.HasErrors() {
			t.Errorf("%s is accepted by Undo", file.Name)
		}
		if !tidy.Prove(files, nil, nil, opts).HasErrors() {
			t.Errorf("%s is accepted by Prove", file.Name)
		}
	}
	if _, diags := tidy.Apply(nil, []string{"magic"}, tidy.Options{Dialect: dialect}); !diags.HasErrors() {
		t.Error("a step that there is not is accepted")
	}
}
