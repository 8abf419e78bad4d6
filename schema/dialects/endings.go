package dialects

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/bake"
	"github.com/hcljson/hcljson/schema/generic"
	"github.com/hcljson/hcljson/schema/language"
	"github.com/hcljson/hcljson/schema/nomad"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/packer"
	"github.com/hcljson/hcljson/schema/terragrunt"
	"github.com/hcljson/hcljson/schema/tflint"
)

const (
	packerName     = "packer"
	terragruntName = "terragrunt"
)

// terragruntNote is about the functions and blocks of pkg/config/include.go,
// pkg/config/dependency.go and pkg/config/config_helpers.go of terragrunt.
const terragruntNote = "Other files of Terragrunt may name it, in include, dependency, find_in_parent_folders or read_terragrunt_config. They have to name the new file then."

// The products that read a file; the first is the default.
var (
	anything  []string
	both      = []string{opentofu.OpenTofu.String(), opentofu.Terraform.String()}
	tofu      = both[:1]
	terraform = both[1:]
	packerToo = []string{packerName}
)

// A builtin is a choice for --dialect.
type builtin struct {
	name    string
	readers []string
	tables  func(opentofu.Target) *schema.Dialect
}

var languages = []builtin{
	{"opentofu", tofu, opentofu.Config},
	{"terraform", terraform, opentofu.Config},
	{"test", both, opentofu.Tests},
	{"mock", terraform, opentofu.Mocks},
	{"query", terraform, opentofu.Query},
	{"stack", terraform, opentofu.Components},
	{"tfvars", both, opentofu.Variables},
	{"packer", packerToo, func(opentofu.Target) *schema.Dialect { return packer.Config() }},
	{"pkrvars", packerToo, func(opentofu.Target) *schema.Dialect { return packer.Variables() }},
	{"bake", anything, func(opentofu.Target) *schema.Dialect { return bake.Config() }},
	{"tflint", anything, func(opentofu.Target) *schema.Dialect { return tflint.Config() }},
	{"hclschema", anything, func(opentofu.Target) *schema.Dialect { return language.Schema().Dialect }},
	{terragruntName, anything, func(opentofu.Target) *schema.Dialect { return terragrunt.Config() }},
	{"nomad", anything, func(opentofu.Target) *schema.Dialect { return nomad.Job() }},
	{"generic", anything, func(opentofu.Target) *schema.Dialect { return generic.Config() }},
}

// endings are tried in this order.
var endings = slices.Concat(opentofu.Files, []schema.FileNames{
	{Native: ".pkr.hcl", JSON: ".pkr.json", Language: packerName, Readers: packerToo},
	{Native: ".pkrvars.hcl", JSON: ".pkrvars.json", Language: "pkrvars", Readers: packerToo},
	{Native: "docker-bake.hcl", JSON: "docker-bake.json", Language: "bake"},                   // buildx bake/bake.go
	{Native: "docker-bake.override.hcl", JSON: "docker-bake.override.json", Language: "bake"}, // buildx bake/bake.go
	{Native: ".tflint.hcl", JSON: ".tflint.json", Language: "tflint"},                         // tflint tflint/config.go
	{Native: ".hclschema.hcl", JSON: ".hclschema.json", Language: "hclschema"},                // schema/language/language.hclschema.hcl
	{Native: "terragrunt.hcl", JSON: "terragrunt.hcl.json", Language: terragruntName},         // terragrunt pkg/config/config.go, DefaultTerragruntConfigPaths
	{Native: parentEnding, JSON: "root.hcl.json", Language: terragruntName},                   // terragrunt pkg/config/config.go, RecommendedParentConfigName
	{Native: ".nomad.hcl", JSON: ".nomad.hcl.json", Language: "nomad"},
	{Native: ".nomad", JSON: ".nomad.json", Language: "nomad"},
	{Native: vagueEnding, JSON: ".hcl.json", Language: "generic"},
})

// vagueEnding is that of files in many languages.
const vagueEnding = ".hcl"

// parentEnding is that of a file that others name, so that no product finds it
// under the name of its twin.
const parentEnding = "root.hcl"

// wholeNames are endings that are whole names.
var wholeNames = []string{"terragrunt.hcl", parentEnding}

// appended is the ending of every other name.
var appended = schema.FileNames{JSON: ".json"}

// refused are the endings of files that have no form in HCL-JSON.
var refused = []struct{ ending, reason string }{
	{".terraform.lock.hcl", "the dependency lock file has no JSON form: OpenTofu and Terraform read it in native syntax only"},
	{".tfmigrate.hcl", "migration files have no JSON form: Terraform reads them in native syntax only"},
	{".tfdeploy.hcl", "deployment files have no known JSON form: what reads them is not part of Terraform's published source"},
	{"terragrunt.autoinclude.hcl", terragruntNative},
	{"terragrunt.autoinclude.stack.hcl", terragruntNative},
	{"terragrunt.values.hcl", terragruntNative},
	{"terragrunt.stack.hcl", "stack files have no JSON form: Terragrunt reads them in native syntax only"},
	{".tofurc", hcl1},
	{".terraformrc", hcl1},
	{"tofu.rc", hcl1},
	{"terraform.rc", hcl1},
	{".tfrc", hcl1},
}

// terragrunt internal/hclparse/generate.go, pkg/config/stack.go
const terragruntNative = "this file has no JSON form: Terragrunt writes it for itself, and reads it in native syntax only"

const hcl1 = "the CLI's configuration is written in HCL 1, which is another language than the HCL of today"

// findEnding returns the ending of a name. When it returns an error, the ending
// is still good to find the twin.
func findEnding(base string) (schema.FileNames, error) {
	for _, r := range refused {
		if strings.HasSuffix(base, r.ending) {
			return appended, errors.New(r.reason)
		}
	}
	for _, e := range endings {
		if matches(e, base) {
			return e, nil
		}
	}
	if strings.HasSuffix(base, ".json") {
		return appended, fmt.Errorf("the name does not say which language this JSON file is in: names that end in %s do; or force a language with --dialect, or describe one with --schema", endingList(func(e schema.FileNames) string { return e.JSON }))
	}
	return appended, fmt.Errorf("this is not the name of an HCL file: names that end in %s are, and their twins in JSON; or force a language with --dialect, or describe one with --schema", endingList(func(e schema.FileNames) string { return e.Native }))
}

func matches(e schema.FileNames, base string) bool {
	if slices.Contains(wholeNames, e.Native) {
		return base == e.Native || base == e.JSON
	}
	return strings.HasSuffix(base, e.Native) || strings.HasSuffix(base, e.JSON)
}

func endingList(side func(schema.FileNames) string) string {
	list := make([]string, len(endings))
	for i, e := range endings {
		list[i] = side(e)
	}
	return strings.Join(list, ", ")
}

// twin returns the name in the other syntax, and whether base is that of JSON.
func twin(e schema.FileNames, base string) (twin string, isJSON bool) {
	if stem, ok := strings.CutSuffix(base, e.JSON); ok {
		return stem + e.Native, true
	}
	return strings.TrimSuffix(base, e.Native) + e.JSON, false
}
