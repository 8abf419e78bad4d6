package loading

import (
	"path"
	"slices"
)

// The names of the products, as in options.
const (
	openTofu  = "opentofu"
	terraform = "terraform"
)

// TestDirectory is the default of -test-directory (internal/configs/parser_config_dir.go,
// DefaultTestDirectory).
const TestDirectory = "tests"

var (
	bothProducts  = []string{openTofu, terraform}
	openTofuOnly  = bothProducts[:1]
	terraformOnly = bothProducts[1:]
)

// Files contains the suffixes of the file names.
//
// internal/configs/parser_config_dir.go; terraform internal/configs/parser_file_matcher.go and
// internal/stacks/stackconfig/file.go
var Files = []FileNames{
	{Native: ".tf", JSON: ".tf.json", Readers: bothProducts},
	{Native: ".tofu", JSON: ".tofu.json", Language: openTofu, Readers: openTofuOnly},
	{Native: ".tftest.hcl", JSON: ".tftest.json", Language: "test", Readers: bothProducts},
	{Native: ".tofutest.hcl", JSON: ".tofutest.json", Language: "test", Readers: openTofuOnly},
	{Native: ".tfmock.hcl", JSON: ".tfmock.json", Language: "mock", Readers: terraformOnly},
	{Native: ".tfquery.hcl", JSON: ".tfquery.json", Language: "query", Readers: terraformOnly},
	{Native: ".tfcomponent.hcl", JSON: ".tfcomponent.json", Language: "stack", Readers: terraformOnly},
	{Native: ".tfvars", JSON: ".tfvars.json", Language: "tfvars", Readers: bothProducts},
}

// overrideStems contains patterns for the stems of override files, which are merged into the other files
// of the module.
//
// internal/configs/parser_config_dir.go, dirFiles
var overrideStems = []string{"override", "*_override"}

// IsOverride reports whether a configuration file is an override file. stem is the file name without
// its suffix.
func IsOverride(stem string) bool {
	return slices.ContainsFunc(overrideStems, func(pattern string) bool {
		matched, _ := path.Match(pattern, stem)
		return matched
	})
}

// filePatterns returns the patterns of the files of a language that a product reads, with the given stems. The language of
// configuration files is empty.
func filePatterns(product, language string, stems ...string) []string {
	var list []string
	for _, stem := range stems {
		for _, f := range Files {
			ofLanguage := f.Language == language || language == "" && f.Language == product
			if ofLanguage && slices.Contains(f.Readers, product) {
				list = append(list, stem+f.Native, stem+f.JSON)
			}
		}
	}
	return list
}

const (
	lastValue    = "the last value that a variable is given counts"
	lastOverride = "the last override of an argument counts"
	testOrder    = "the tests run in this order"
)

// ByProduct returns the rules of "opentofu" or "terraform": first override files, then the files that they
// are merged into, then the other classes.
//
// internal/configs/parser_config_dir.go, and filterTfPathsWithTofuAlternatives in it;
// internal/command/meta_vars.go, addVarsFromDir; terraform internal/configs/parser_file_matcher.go,
// internal/stacks/stackconfig/stack.go and internal/command/arguments/vars.go
func ByProduct(name string) *Rules {
	if name == terraform {
		l := commonRules(terraform, "Terraform")
		l.Classes = append(l.Classes,
			Class{Groups: [][]string{filePatterns(terraform, "query", "*")}},
			Class{Groups: [][]string{{"*.tfmigrate.hcl"}}},
			Class{Groups: [][]string{filePatterns(terraform, "mock", "*")}},
			Class{Groups: [][]string{filePatterns(terraform, "stack", "*")}, DotFiles: true, Together: true},
		)
		return l
	}
	l := commonRules(openTofu, "OpenTofu")
	// The rule applies to each syntax separately: main.tofu.json does not replace main.tf.
	l.Instead = [][2]string{
		{".tf", ".tofu"}, {".tf.json", ".tofu.json"},
		{".tftest.hcl", ".tofutest.hcl"}, {".tftest.json", ".tofutest.json"},
	}
	return l
}

// commonRules returns the rules that both products have.
func commonRules(product, title string) *Rules {
	return &Rules{Target: product, Product: title, Classes: []Class{
		{Groups: [][]string{filePatterns(product, "", overrideStems...)}, Order: lastOverride, Override: true},
		{Groups: [][]string{filePatterns(product, "", "*")}, Together: true},
		{Groups: [][]string{filePatterns(product, "test", "*")}, Order: testOrder},
		{
			Groups: [][]string{
				{"terraform.tfvars"}, {"terraform.tfvars.json"}, filePatterns(product, "tfvars", "*.auto"),
			},
			Order: lastValue, DotFiles: true,
		},
	}}
}

// ModuleFiles returns the configuration files among the names in a directory, in the order in which
// the product reads them: primary files, and the override files that it merges into them.
func (l Rules) ModuleFiles(names []string) (primary, overrides []string) {
	l.Classes = l.Classes[:2]
	classes, _ := l.Load(names)
	return classes[1], classes[0]
}
