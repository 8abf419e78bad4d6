package plansummary_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/plansummary"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

const head = `terraform {
  required_providers {
    small = { source = "` + oracles.SmallProvider + `" }
    five  = { source = "` + oracles.FiveProvider + `" }
  }
}
variable "password" {
  type      = string
  sensitive = true
}
variable "size" {
  type    = number
  default = 1
}
`

const first = head + `
resource "terraform_data" "same" { input = 1 }
resource "terraform_data" "up" {
  input = { text = "first\nsecond\nthird\n", list = ["a", "b", "c"], policy = jsonencode({ a = [1, 2], b = "x" }), secret = var.password }
}
resource "terraform_data" "replace" { triggers_replace = "1" }
resource "terraform_data" "replace_first" {
  triggers_replace = { a = "1", b = "1" }
  lifecycle { create_before_destroy = true }
}
resource "terraform_data" "old_name" { input = "moved" }
resource "terraform_data" "moved_and_changed" { input = "1" }
resource "terraform_data" "gone" { input = "x" }
resource "terraform_data" "forgotten" { input = "${var.password}-2" }
resource "terraform_data" "counted" {
  count = 2
  input = count.index
}
resource "terraform_data" "each" {
  for_each = toset(["a", "b c"])
  input    = each.key
}
resource "terraform_data" "tainted" { input = 1 }
resource "small_file" "drifts" {
  path    = "drifts.txt"
  content = "first"
  secret  = "${var.password}-3"
}
resource "small_file" "vanishes" {
  path    = "vanishes.txt"
  content = "first"
  secret  = "${var.password}-3"
}
resource "five_modes" "m" {
  name   = "m"
  secret = "${var.password}-4"
  tags   = { a = "1" }
  list { value = "a" }
  list { value = "b" }
  set { value = "s" }
  single { value = var.password }
  map "k" { value = "k" }
}
output "o" { value = terraform_data.up.output.text }
output "secret" {
  value     = terraform_data.up.output
  sensitive = true
}
check "small" {
  assert {
    condition     = var.size == 1
    error_message = "The size is ${var.size}."
  }
}
`

const second = head + `
resource "terraform_data" "same" { input = 1 }
resource "terraform_data" "up" {
  input = { text = "first\nSECOND\nthird\n", list = ["a", "c", "d"], policy = jsonencode({ a = [1, 2, 3], b = "x" }), secret = "${var.password}-new" }
}
resource "terraform_data" "replace" {
  triggers_replace = "2"
  input            = var.password
}
resource "terraform_data" "replace_first" {
  triggers_replace = { a = "1", b = "2" }
  lifecycle { create_before_destroy = true }
}
moved {
  from = terraform_data.old_name
  to   = terraform_data.new_name
}
resource "terraform_data" "new_name" { input = "moved" }
moved {
  from = terraform_data.moved_and_changed
  to   = terraform_data.changed_and_moved
}
resource "terraform_data" "changed_and_moved" { input = "2" }
removed {
  from = terraform_data.forgotten
  lifecycle { destroy = false }
}
resource "terraform_data" "counted" {
  count = 1
  input = count.index
}
resource "terraform_data" "each" {
  for_each = toset(["b c", "d"])
  input    = each.key
}
resource "terraform_data" "tainted" { input = 1 }
resource "terraform_data" "new" {
  input = terraform_data.replace.output
}
resource "small_file" "drifts" {
  path    = "drifts.txt"
  content = "first"
  secret  = "${var.password}-3"
}
resource "small_file" "vanishes" {
  path    = "vanishes.txt"
  content = "first"
  secret  = "${var.password}-5"
}
import {
  to = small_file.imported
  id = "imported.txt"
}
resource "small_file" "imported" {
  path    = "imported.txt"
  content = "other"
}
data "small_lookup" "later" { name = terraform_data.new.id }
resource "five_modes" "m" {
  name   = "m"
  secret = "${var.password}-5"
  tags   = { a = "1", b = var.password }
  list { value = "b" }
  list { value = "c" }
  set { value = "s" }
  set { value = "t" }
  map "k" { value = "l" }
}
output "o" { value = terraform_data.up.output.text }
output "secret" {
  value     = "${var.password}-out"
  sensitive = true
}
check "small" {
  assert {
    condition     = var.size == 1
    error_message = "The size is ${var.size}."
  }
}
`

// judge runs Terraform in a directory.
type judge struct {
	*testing.T
	dir     string
	product *oracles.Product
}

func newJudge(t *testing.T) *judge {
	t.Helper()
	oracles.Program(t, "terraform")
	config := "TF_CLI_CONFIG_FILE=" + oracles.ProvidersConfig(t)
	return &judge{t, t.TempDir(), oracles.Terraform(t, config, "TF_VAR_password="+canary+"-password")}
}

func (j *judge) write(name, text string) {
	j.Helper()
	if err := os.WriteFile(filepath.Join(j.dir, name), []byte(text), 0o600); err != nil {
		j.Fatal(err)
	}
}

func (j *judge) terraform(mayFail bool, args ...string) string {
	j.Helper()
	if !mayFail {
		return string(j.product.Run(j, j.dir, args...))
	}
	out, _ := j.product.Try(j, j.dir, args...)
	return string(out)
}

// plan runs terraform plan, and compares the summary with Terraform's output.
func (j *judge) plan(mayFail bool, args ...string) string {
	j.Helper()
	j.terraform(mayFail, append([]string{"plan", "-input=false", "-no-color", "-lock=false", "-out=plan"}, args...)...)
	shown := j.terraform(false, "show", "-no-color", "plan")
	summary := j.summary(j.terraform(false, "show", "-json", "plan"))
	want, got := headings(theirs, theirWords, shown), headings(ours, ourWords, summary)
	if !slices.Contains(args, "-refresh-only") {
		// Terraform shows drift only if planned changes depend on it.
		drift := func(text string) bool { return strings.HasSuffix(text, ": drift") }
		want, got = slices.DeleteFunc(want, drift), slices.DeleteFunc(got, drift)
	}
	if !slices.Equal(got, want) {
		j.Errorf("the summary contains\n%s\nand lacks\n%s\nIt is\n%s\nTerraform shows\n%s", strings.Join(got, "\n"),
			strings.Join(want, "\n"), summary, shown)
	}
	want, got = countLine.FindAllString(shown, -1), countLine.FindAllString(strings.ReplaceAll(summary, "\n# ", "\n"), -1)
	if !slices.Equal(got, want) {
		j.Errorf("the summary counts %q, and not %q\n%s\n%s", got, want, summary, shown)
	}
	return summary
}

func (j *judge) summary(document string) string {
	j.Helper()
	doc, diags := jsonformat.Read([]byte(document), "document.json")
	if diags.HasErrors() {
		j.Fatal(diags)
	}
	text := plansummary.Summarize(doc)
	checkSummary(j.T, text)
	if bytes.Contains(text, []byte(canary)) {
		j.Errorf("a sensitive value is shown:\n%s", text)
	}
	return string(text)
}

// refused checks that Read rejects a text with a detail that contains want.
func (j *judge) refused(src []byte, want string) {
	j.Helper()
	if _, diags := jsonformat.Read(src, ""); !diags.HasErrors() || !strings.Contains(diags[0].Detail, want) {
		j.Errorf("the diagnostics are %v, and do not contain %q", diags, want)
	}
}

// countLine is the line that counts.
var countLine = regexp.MustCompile(`(?m)^Plan: .*`)

// Terraform's comments on objects, and ours.
var (
	theirs = regexp.MustCompile(
		`(?m)^ +# (\S+(?:\[".*?"\])?\S*?)(?: \(deposed object \w+\))? (will be|must be|is tainted|has moved|has ` +
			`changed|has been deleted|will no longer be)(.*)$`)
	ours = regexp.MustCompile(
		`(?m)^# (?:[-+~.<>=/]+) (\S+(?:\[".*?"\])?\S*?)(?: \(deposed object \w+\))? (will be|is moved|has changed|was ` +
			`deleted)(.*)$`)
)

// Actions by the first words of a comment, for Terraform's output and ours.
var (
	theirWords = [][2]string{
		{"will be created", "create"}, {"will be updated in-place", "update"}, {"must be replaced", "replace"},
		{"is tainted, so must be replaced", "replace"},
		{"will be replaced, as requested", "replace"}, {"will be destroyed", "delete"}, {"will be read during apply", "read"},
		{"will be imported", "import"},
		{"has moved", "move"}, {"has changed", "drift"}, {"has been deleted", "drift"},
		{"will no longer be managed", "forget"},
	}
	ourWords = [][2]string{
		{"will be created", "create"}, {"will be updated in place", "update"}, {"will be replaced", "replace"},
		{"will be deleted", "delete"},
		{"will be read", "read"}, {"will be imported", "import"}, {"is moved", "move"}, {"has changed", "drift"},
		{"was deleted", "drift"}, {"will be forgotten", "forget"},
	}
)

// headings returns the objects of a text with their actions.
func headings(comment *regexp.Regexp, words [][2]string, text string) []string {
	var all []string
	for _, m := range comment.FindAllStringSubmatch(text, -1) {
		address, verb := m[1], m[2]+m[3]
		if _, to, ok := strings.Cut(verb, "has moved to "); ok {
			address = to
		}
		i := slices.IndexFunc(words, func(word [2]string) bool { return strings.HasPrefix(verb, word[0]) })
		if i < 0 {
			all = append(all, fmt.Sprintf("%s: %q?", address, verb))
			continue
		}
		all = append(all, address+": "+words[i][1])
	}
	slices.Sort(all)
	return all
}

// TestTerraform checks that the summary and Terraform's output show the same objects, actions and
// counts.
func TestTerraform(t *testing.T) {
	j := newJudge(t)
	j.write("main.tf", first)
	j.plan(false)
	j.terraform(false, "apply", "-input=false", "-no-color", "plan")
	j.summary(j.terraform(false, "show", "-json"))

	for name, says := range map[string]string{"terraform.tfstate": "a state file in the product's own format",
		"plan": "This is a saved plan"} {
		src, err := os.ReadFile(filepath.Join(j.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		j.refused(src, says)
	}
	j.refused([]byte(j.terraform(false, "providers", "schema", "-json")), "providers schema -json")
	j.refused([]byte(j.terraform(false, "plan", "-json", "-input=false", "-lock=false")), "log of the machine-readable UI")
	if same := j.plan(false); !strings.HasSuffix(same, "\n# No changes.\n# Also: 16 unchanged.\n") {
		t.Errorf("changes:\n%s", same)
	}

	j.write("drifts.txt", "second")
	j.write("imported.txt", "text")
	if err := os.Remove(filepath.Join(j.dir, "vanishes.txt")); err != nil {
		t.Fatal(err)
	}
	j.plan(false, "-refresh-only")
	j.terraform(false, "taint", "terraform_data.tainted")
	j.write("main.tf", second)
	changed := j.plan(false, "-var=size=2")
	for _, text := range []string{
		"\n# -/+ terraform_data.tainted will be replaced (deleted, then created), because it is tainted\n",
		"\n# +/- terraform_data.replace_first will be replaced (created, then deleted), because triggers_replace cannot " +
			"be updated in place\n",
		"\n# > terraform_data.new_name is moved\n# moved from terraform_data.old_name\n",
		"\n# imported by the id \"imported.txt\"\n",
		"\ncheck \"check.small\" {\n  status   = \"fail\"\n  problems = [\"The size is 2.\"]\n}\n",
		"\n# - terraform_data.counted[1] will be deleted, because its index is not below count\n",
		"\n      - second\n      + SECOND\n",
		"\n    value       = \"c\"\n  }\n\n  set { # +\n",
	} {
		if !strings.Contains(changed, text) {
			t.Errorf("there is no\n%s\nin\n%s", text, changed)
		}
	}
	j.plan(false, "-destroy")
	j.plan(false, "-replace=terraform_data.same")

	j.write("main.tf",
		strings.Replace(second, "resource \"terraform_data\" \"new\" {",
			"resource \"terraform_data\" \"new\" {\n  lifecycle {\n    precondition {\n      condition     = var.size == 1\n "+
				"     error_message = \"No.\"\n    }\n  }", 1))
	failed := j.plan(true, "-var=size=2")
	if !strings.HasPrefix(failed, "# Planning failed.") {
		t.Errorf("the plan has not failed:\n%s", failed)
	}
}

// An object that could not be deleted after its replacement was created.
func TestTerraformDeposed(t *testing.T) {
	j := newJudge(t)
	file := func(path string) string {
		return head + "module \"m\" {\n  source   = \"./m\"\n  for_each = toset([\"a.b\"])\n  path     = \"" + path +
			"\"\n}\n"
	}
	if err := os.Mkdir(filepath.Join(j.dir, "m"), 0o700); err != nil {
		t.Fatal(err)
	}
	j.write("m/main.tf",
		"terraform {\n  required_providers {\n    small = { source = \""+oracles.SmallProvider+
			"\" }\n  }\n}\nvariable \"path\" {}\nresource \"small_file\" \"x\" {\n  path    = var.path\n  content = \"x\"\n  "+
			"lifecycle {\n    create_before_destroy = true\n  }\n}\n")
	j.write("main.tf", file("a.txt"))
	// With development overrides, only modules need an installation.
	j.terraform(false, "get")
	j.plan(false)
	j.terraform(false, "apply", "-input=false", "-no-color", "plan")
	j.write("main.tf", file("b.txt"))
	if replaced := j.plan(false); !strings.HasPrefix(replaced,
		"# +/- module.m[\"a.b\"].small_file.x will be replaced (created, then deleted), because path cannot be updated in "+
			"place\n") {
		t.Errorf("%s", replaced)
	}
	if err := os.Remove(filepath.Join(j.dir, "a.txt")); err != nil {
		t.Fatal(err)
	}
	j.terraform(true, "apply", "-input=false", "-no-color", "plan")
	j.write("a.txt", "x")
	deposed := j.plan(false)
	if !regexp.MustCompile(
		`(?m)^# - module\.m\["a\.b"\]\.small_file\.x \(deposed object \w+\) will be deleted`).MatchString(deposed) {
		t.Errorf("no object is deposed:\n%s", deposed)
	}
	j.summary(j.terraform(false, "show", "-json"))
}
