package tidy_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/schema"
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

// The check finds every fault of a step: a changed part of the result, and a change with wrong texts.
func TestCheckFindsChangedResult(t *testing.T) {
	opts := tidy.Options{Dialect: dialect, SameValue: true}
	before := []tidy.File{readFile(t, "main.tf", []byte(provable), dialect)}
	good := checkedResult(t, "the result itself", before, nil, opts)
	fault := func(place, step, detail string) string {
		return "main.tf:1,1-1: Change not understood; The change of " + place + " by the step " + step +
			" cannot be taken back or proven. " + detail
	}
	back := func(place, step string) string {
		return fault(place, step, "Nothing in the configuration can have come from it.")
	}
	name := func(detail string) string { return fault("aws_x.y_0123ABCD", "names", detail) }
	old, untold := name("The old name still exists, or the new one does not."),
		name("No moved block contains the new name.")
	for name, replaced := range map[string][3]string{
		"a value":                {"a = 1", "a = 2", back("locals.json", "jsonencode")},
		"a heredoc's line":       {"    a\n", "    A\n", back("locals.lines", "heredoc")},
		"a heredoc's end":        {"c\n  EOT", "c\n\n  EOT", back("locals.lines", "heredoc")},
		"a missing chomp":        {"chomp(", "upper(", back("locals.lines", "heredoc")},
		"an old reference":       {"aws_x.y.id", "aws_x.y_0123ABCD.id", old},
		"an old whole reference": {"resource.aws_x.y.name", "resource.aws_x.y_0123ABCD.name", old},
		"another reference": {"aws_x.y.id", "aws_x.z.id",
			"Different value; resource \"aws_iam_role\" \"r_0123ABCD\" > tags.a: "},
		"no block for a name":      {"moved {\n  from = aws_x.y_0123ABCD\n  to   = aws_x.y\n}", "", untold},
		"another block for a name": {"to   = aws_x.y", "to   = aws_x.z", untold},
		"a deleted resource": {`resource "aws_x" "y" {}`, "",
			name("The new name already exists, or the old one does not.")},
		"a deleted comment":         {"# a remark", "", "Comment lost; "},
		"a resource under old name": {`resource "aws_x" "y" {}`, `resource "aws_x" "y_0123ABCD" {}`, old},
		"one more resource": {`variable "v" {}`, "variable \"v\" {}\nresource \"aws_x\" \"z\" {}",
			"Added block; resource \"aws_x\" \"z\": "},
		"another provider": {"hashicorp/aws", "hashicorp/awscc", back("terraform.required_providers.aws.source",
			"source")},
		"a declared old name": {`variable "v" {}`, "variable \"v\" {}\nresource \"aws_x\" \"y_0123ABCD\" {}", old},
	} {
		t.Run(name, func(t *testing.T) {
			found := 0
			var after []tidy.File
			for _, f := range good.Files {
				src := string(f.Bytes())
				found += strings.Count(src, replaced[0])
				file, diags := hclwrite.ParseFile([]byte(strings.ReplaceAll(src, replaced[0], replaced[1])), f.Name)
				if diags.HasErrors() {
					t.Fatal(messages(diags))
				}
				after = append(after, tidy.File{Name: f.Name, File: file})
			}
			if found == 0 {
				t.Fatalf("missing %q", replaced[0])
			}
			if got := messages(tidy.CheckEquivalence(tidy.EquivalenceSources(before), after, good.Changes, opts)); !strings.Contains(got, replaced[2]) {
				t.Errorf("got %q, want %q", got, replaced[2])
			}
		})
	}
}

// TestCheckRefusesImpossibleChanges checks that a reversible change is refused if its step cannot
// make such a change.
func TestCheckRefusesImpossibleChanges(t *testing.T) {
	const (
		texts     = "The texts differ."
		computed  = "It cannot be computed."
		reference = "A reference in it may be to text that JSON escapes."
		templates = "The templates differ."
		more      = "It may take off more than the newline."
		short     = "It is not the address that the short form means."
		proven    = ""
		policy    = "resource.aws_iam_policy.x.policy"
		source    = "terraform.required_providers.a.source"
	)
	for name, c := range map[string]struct{ step, place, before, after, want string }{
		"the same text": {"jsonencode", "locals.x", `"{\"a\":1}"`, `jsonencode({ a = 1 })`, proven},
		"another text":  {"jsonencode", "locals.x", `"{\"a\":1}"`, `jsonencode({ a = 2 })`, texts},
		"the same value alone": {
			"jsonencode", "locals.x", `"{\"b\":1,\"a\":1}"`, `jsonencode({ b = 1, a = 1 })`,
			texts,
		},
		"the same value": {
			"jsonencode", policy, `"{\"b\":1,\"a\":[1.0, -20.0]}"`, `jsonencode({ b = 1, a = [1, -20] })`,
			proven,
		},
		"without the option the same value": {
			"jsonencode", policy, `"{\"b\":1,\"a\":1}"`, `jsonencode({ b = 1, a = 1 })`,
			texts,
		},
		"the same value in another argument": {
			"jsonencode", "resource.aws_iam_policy.x.name", `"{\"b\":1,\"a\":1}"`, `jsonencode({ b = 1, a = 1 })`,
			texts,
		},
		"the same value of a plain string": {
			"jsonencode", "resource.aws_sfn_state_machine.x.definition", `"{\"b\":1,\"a\":1}"`,
			`jsonencode({ b = 1, a = 1 })`, texts,
		},
		"the same value of a data source": {
			"jsonencode", "data.aws_iam_policy.x.policy", `"{\"b\":1,\"a\":1}"`, `jsonencode({ b = 1, a = 1 })`,
			texts,
		},
		"the same value in another resource": {
			"jsonencode", "resource.x_aws_iam_policy.x.policy", `"{\"b\":1,\"a\":1}"`, `jsonencode({ b = 1, a = 1 })`,
			texts,
		},
		"a reference to an ARN": {
			"jsonencode", policy, `"{\"a\": \"${aws_y.y.arn}-${aws_y.z.arn}\"}"`,
			`jsonencode({ a = "${aws_y.y.arn}-${aws_y.z.arn}" })`,
			proven,
		},
		"references in another order": {
			"jsonencode", policy, `"{\"a\":\"${aws_y.y.arn}-${aws_y.z.arn}\"}"`,
			`jsonencode({ a = "${aws_y.z.arn}-${aws_y.y.arn}" })`,
			texts,
		},
		"a reference to an ARN in any text": {
			"jsonencode", "locals.x", `"{\"a\":\"${aws_y.y.arn}\"}"`, `jsonencode({ a = aws_y.y.arn })`,
			reference,
		},
		"a reference to a number in any text": {
			"jsonencode", "locals.x", `"{\"a\":\"${data.aws_caller_identity.y.account_id}\"}"`,
			`jsonencode({ a = data.aws_caller_identity.y.account_id })`,
			proven,
		},
		"another number": {"jsonencode", policy, `"{\"a\":1.5}"`, `jsonencode({ a = 1 })`, texts},
		"a long number": {
			"jsonencode", policy, `"{\"a\": 12345678901234567890123}"`, `jsonencode({ a = 12345678901234567890123 })`,
			proven,
		},
		"another long number": {
			"jsonencode", policy, `"{\"a\": 12345678901234567890123}"`, `jsonencode({ a = 12345678901234567890124 })`,
			texts,
		},
		"a number for text":         {"jsonencode", policy, `"{\"a\":\"1\"}"`, `jsonencode({ a = 1 })`, texts},
		"another order of elements": {"jsonencode", policy, `"[1,2]"`, `jsonencode([2, 1])`, texts},
		"one element more":          {"jsonencode", policy, `"[1]"`, `jsonencode([1, 2])`, texts},
		"one name more":             {"jsonencode", policy, `"{}"`, `jsonencode({ a = null })`, texts},
		"no object":                 {"jsonencode", policy, `"[]"`, `jsonencode({})`, texts},
		"a name twice":              {"jsonencode", policy, `"{\"a\":1,\"a\":2}"`, `jsonencode({ a = 2 })`, texts},
		"a name twice inside": {
			"jsonencode", policy, `"{\"b\":[{\"a\":1,\"a\":2}],\"c\":[3]}"`, `jsonencode({ b = [{ a = 2 }], c = [3] })`,
			texts,
		},
		"a name twice in the first": {
			"jsonencode", policy, `"[[{\"a\":1,\"a\":2}],3]"`, `jsonencode([[{ a = 2 }], 3])`,
			texts,
		},
		"no JSON":                  {"jsonencode", policy, `"x"`, `jsonencode(null)`, texts},
		"JSON and more":            {"jsonencode", policy, `"1 2"`, `jsonencode(1)`, texts},
		"any reference":            {"jsonencode", policy, `"{\"a\":\"${var.x}\"}"`, `jsonencode({ a = var.x })`, reference},
		"any reference put in":     {"jsonencode", policy, `"{\"a\":\"x\"}"`, `jsonencode({ a = var.x })`, reference},
		"a call of something else": {"jsonencode", "locals.x", `"a"`, `file("a")`, computed},
		"a computed text":          {"jsonencode", "locals.x", `file("a")`, `"a"`, computed},
		"null":                     {"jsonencode", "locals.x", `null`, `jsonencode(null)`, computed},
		"a number alone":           {"jsonencode", "locals.x", `"1"`, `1`, computed},
		"a layout": {
			"jsonencode", "locals.x", `jsonencode({ a = file("x") })`, "jsonencode({\n  a = file(\"x\")\n})",
			proven,
		},
		"a chomped text": {"heredoc", "locals.x", `"a\nb"`, "chomp(<<EOT\na\nb\nEOT\n)", proven},
		"a chomped template": {
			"heredoc", "locals.x", `"a\nb${var.x}c"`, "chomp(<<EOT\na\nb${var.x}c\nEOT\n)",
			proven,
		},
		"more line ends": {"heredoc", "locals.x", `"a\nb\n"`, "chomp(<<EOT\na\nb\nEOT\n)", "The values differ."},
		"more line ends after a reference": {
			"heredoc", "locals.x", `"${var.x}b\n"`, "chomp(<<EOT\n${var.x}b\n\nEOT\n)",
			more,
		},
		"a carriage return after a reference": {
			"heredoc", "locals.x", `"${var.x}b\r"`, `chomp("${var.x}b\r\n")`,
			more,
		},
		"the end of a reference": {"heredoc", "locals.x", `"a\nb${var.x}"`, "chomp(<<EOT\na\nb${var.x}\nEOT\n)", more},
		"a reference alone":      {"heredoc", "locals.x", `var.x`, `chomp(var.x)`, more},
		"a conditional":          {"heredoc", "locals.x", `true ? var.x : "b"`, `chomp(true ? var.x : "b")`, more},
		"an end in several parts": {
			"heredoc", "locals.x", `"${var.x}$${a"`, "chomp(<<EOT\n${var.x}$${a\nEOT\n)",
			proven,
		},
		"another end": {"heredoc", "locals.x", `"a\nb${var.x}c"`, "chomp(<<EOT\na\nb${var.x}d\nEOT\n)", templates},
		"another function": {
			"heredoc", "locals.x", `"a\nb${var.x}c"`, "trimspace(<<EOT\na\nb${var.x}c\nEOT\n)",
			"It is not a call of chomp.",
		},
		"no call": {"heredoc", "locals.x", `"a\nb${var.x}c"`, `"a\nb${var.x}d"`, "It is not a call of chomp."},
		"another function of text": {
			"heredoc", "locals.x", `"a\nb"`, `trimspace("a\nb")`,
			"It is not a call of chomp.",
		},
		"two arguments": {
			"heredoc", "locals.x", `"a${var.x}c"`, `chomp("a${var.x}c\n", 1)`,
			"It is not a call of chomp.",
		},
		"an address in full":      {"source", source, `"aws"`, `"hashicorp/aws"`, proven},
		"another address":         {"source", source, `"aws"`, `"other/aws"`, short},
		"an address of two parts": {"source", source, `"x/aws"`, `"hashicorp/x/aws"`, short},
		"an address elsewhere":    {"source", "locals.source", `"aws"`, `"hashicorp/aws"`, short},
		"another argument with an address": {
			"source", "terraform.required_providers.a.version", `"aws"`, `"hashicorp/aws"`,
			short,
		},
		"a key without quotes":   {"redundant", "locals.x", `f({ "a" = 1 })`, `f({ a = 1 })`, proven},
		"another value of a key": {"redundant", "locals.x", `f({ "a" = 1 })`, `f({ a = 2 })`, "The expressions differ."},
		"a key that becomes computed": {
			"redundant", "locals.x", `f({ "a" = 1 })`, `f({ (a) = 1 })`, "The expressions differ.",
		},
		"a computed address": {"source", source, `"${var.x}"`, `"hashicorp/aws"`, "It is not a constant string."},
		"an address that becomes computed": {
			"source", source, `"aws"`, `"hashicorp/${var.x}"`,
			"It is not a constant string.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			at := func(value string) []tidy.File {
				parts := strings.Split(c.place, ".")
				src := parts[0] + " {\n  " + parts[1] + " = " + value + "\n}\n"
				switch {
				case parts[0] == "resource" || parts[0] == "data":
					src = parts[0] + ` "` + parts[1] + `" "` + parts[2] + "\" {\n  " + parts[3] + " = " + value + "\n}\n"
				case parts[0] == "terraform":
					src = "terraform {\n  required_providers {\n    a = { " + parts[3] + " = " + value + " }\n  }\n}\n"
				}
				return []tidy.File{readFile(t, "main.tf", []byte(src), dialect)}
			}
			before, after := at(c.before), at(c.after)
			changes := []tidy.Change{{
				Step: c.step, File: "main.tf", Place: c.place, Before: sourceText(t, c.before), After: sourceText(t, c.after),
			}}
			opts := tidy.Options{Dialect: dialect, SameValue: !strings.HasPrefix(name, "without the option")}
			undone, diags := tidy.Undo(after, changes, opts)
			if diags.HasErrors() || string(undone[0].Bytes()) != string(before[0].Bytes()) {
				t.Fatalf("it cannot be taken back: %s", messages(diags))
			}
			want := ""
			if c.want != proven {
				want = "main.tf:1,1-1: Change not understood; The change of " + c.place + " by the step " + c.step +
					" cannot be taken back or proven. " + c.want + "\n"
			}
			got := messages(tidy.CheckEquivalence(tidy.EquivalenceSources(before), after, changes, opts))
			if !strings.HasPrefix(got, want) || want == "" && got != "" {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// Each old name has exactly one new name.
func TestCheckRefusesRepeatedNames(t *testing.T) {
	files := []tidy.File{readFile(t, "main.tf", []byte(`resource "x" "a" {}`+"\n"+`resource "x" "b" {}`+"\n"), dialect)}
	for _, names := range [][2][2]string{{{"x.a", "x.c"}, {"x.b", "x.c"}}, {{"x.a", "x.c"}, {"x.a", "x.d"}}} {
		var changes []tidy.Change
		for _, name := range names {
			changes = append(changes, tidy.Change{
				Step: "names", Place: name[0], Before: name[0], After: name[1], Old: name[0][2:], New: name[1][2:],
			})
		}
		diags := tidy.CheckEquivalence(tidy.EquivalenceSources(files), files, changes, tidy.Options{Dialect: dialect})
		if !strings.Contains(messages(diags), "Two have the same name.") {
			t.Errorf("%v: %s", names, messages(diags))
		}
	}
}

// sourceText returns the source of an expression in the form of changes.
func sourceText(t *testing.T, source string) string {
	t.Helper()
	e, diags := hclwrite.ParseExpr(source+"\n", "")
	if diags.HasErrors() {
		t.Fatal(messages(diags))
	}
	return hclwrite.ExprText(e)
}

func TestApplyRefusesArguments(t *testing.T) {
	opts := tidy.Options{Dialect: dialect}
	_, none := tidy.Apply(nil, nil, tidy.Options{})
	_, magic := tidy.Apply(nil, []string{"order", "magic"}, opts)
	for want, diags := range map[string]hcl.Diagnostics{
		"No language; " + languages.NoDialect:      none,
		"No such step; The step magic is unknown.": magic,
	} {
		if got := messages(diags); got != "<nil>: "+want+"\n" {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	broken := []tidy.File{{Name: "a.tf"}, {Name: "b.tf", File: &hclwrite.File{Body: hclwrite.Body{
		Items: []hclwrite.Item{&hclwrite.Attribute{Name: "no expression"}},
	}}}}
	for _, file := range broken {
		files := []tidy.File{file}
		if _, diags := tidy.Apply(files, nil, opts); !diags.HasErrors() {
			t.Errorf("%s is accepted", file.Name)
		}
		if _, diags := tidy.Undo(files, nil, opts); !diags.HasErrors() {
			t.Errorf("%s is accepted by Undo", file.Name)
		}
	}
}

// A change of an unknown step and a change of absent text are errors.
func TestUndoRefusesUnknownChanges(t *testing.T) {
	value := tidy.Change{Step: "heredoc", File: "main.tf", Place: "locals.x", Before: "1", After: "2"}
	twice := readFile(t, "main.tf", []byte("locals {\n  x = 2\n}\nlocals {\n  x = 2\n}\n"), dialect)
	for want, c := range map[string]struct {
		dialect *schema.Dialect
		changes []tidy.Change
	}{
		"The step is unknown.": {dialect, []tidy.Change{{Step: "magic"}}},
		"The language has no such names.": {dialects.Generic(), []tidy.Change{{Step: "names", Before: "x.a",
			After: "x.b"}}},
		"":                                 {dialect, []tidy.Change{value, value}},
		"Nothing in the configuration can": {dialect, []tidy.Change{value, value, value}},
		"Nothing in the configuration can ": {dialect, []tidy.Change{{Step: "heredoc", Place: "locals.x", Before: "(",
			After: "2"}}},
		"Nothing in the configuration can h": {dialect, []tidy.Change{{Step: "heredoc", Place: "locals.y", Before: "1",
			After: "2"}}},
	} {
		undone, diags := tidy.Undo([]tidy.File{twice}, c.changes, tidy.Options{Dialect: c.dialect})
		if got := messages(diags); !strings.Contains(got, want) || diags.HasErrors() == (want == "") {
			t.Errorf("got %q, want %q", got, want)
		} else if want == "" && string(undone[0].Bytes()) != strings.ReplaceAll(string(twice.Bytes()), "2", "1") {
			t.Errorf("undone:\n%s", undone[0].Bytes())
		}
	}
}

// Without a style of the language, the steps change nothing.
func TestDialectWithoutStyle(t *testing.T) {
	opts := tidy.Options{Dialect: dialects.Generic(), SameValue: true, Large: 1}
	files := []tidy.File{readFile(t, "main.hcl", []byte(provable), opts.Dialect), readFile(t, "more.hcl", []byte("a = 1\n"),
		opts.Dialect)}
	result := checkedResult(t, "generic", files, nil, opts)
	if len(result.Changes) > 0 || len(result.Files) != 2 {
		t.Errorf("%+v", result)
	}
}

// A heredoc has at most 1000 lines.
func TestLongHeredoc(t *testing.T) {
	for n, want := range map[int]int{1000: 1, 1001: 0} {
		src := "locals {\n  x = \"" + strings.Repeat("a\\n", n) + "b\"\n}\n"
		result, diags := tidy.Apply([]tidy.File{readFile(t, "main.tf", []byte(src), dialect)}, []string{"heredoc"},
			tidy.Options{Dialect: dialect})
		if len(result.Changes) != want || diags.HasErrors() {
			t.Errorf("%d: %d changes, %s", n, len(result.Changes), messages(diags))
		}
	}
}

// An omitted provider must be the implied provider of the type.
func TestCheckImpliedProvider(t *testing.T) {
	const (
		more    = "It contains more than the type."
		nothing = "Nothing in the configuration can have come from it."
	)
	for name, c := range map[string]struct{ file, place, provider, want string }{
		"the same":            {"main.tf", "resource.aws_x.a.provider", "aws", ""},
		"an alias":            {"main.tf", "resource.aws_x.a.provider", "aws.east", more},
		"another":             {"main.tf", "resource.aws_x.a.provider", "google", more},
		"in an override":      {"main_override.tf", "resource.aws_x.a.provider", "aws", more},
		"no such block":       {"main.tf", "resource.aws_x.b.provider", "aws", nothing},
		"of another argument": {"main.tf", "resource.aws_x.a.count", "aws", nothing},
	} {
		t.Run(name, func(t *testing.T) {
			const header = `resource "aws_x" "a" {` + "\n"
			before := []tidy.File{readFile(t, c.file, []byte(header+"  provider = "+c.provider+"\n}\n"), dialect)}
			after := []tidy.File{readFile(t, c.file, []byte(header+"}\n"), dialect)}
			changes := []tidy.Change{{Step: "redundant", File: c.file, Place: c.place, Before: c.provider}}
			got := messages(tidy.CheckEquivalence(tidy.EquivalenceSources(before), after, changes, tidy.Options{Dialect: dialect}))
			if !strings.Contains(got, c.want) || c.want == "" && got != "" {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	// Without the change in the list, the deleted argument is reported.
	before := []tidy.File{readFile(t, "main.tf", []byte("resource \"aws_x\" \"a\" {\n  provider = aws\n}\n"), dialect)}
	after := []tidy.File{readFile(t, "main.tf", []byte("resource \"aws_x\" \"a\" {\n}\n"), dialect)}
	if !tidy.CheckEquivalence(tidy.EquivalenceSources(before), after, nil, tidy.Options{Dialect: dialect}).HasErrors() {
		t.Error("the deleted provider argument is not reported")
	}
}
