package opentofu

import (
	"path"
	"slices"

	"github.com/hcljson/hcljson/schema"
)

var (
	both         = []string{OpenTofu.String(), Terraform.String()}
	openTofuOnly = both[:1]
	terraOnly    = both[1:]
)

// Files contains the suffixes of the file names.
//
// internal/configs/parser_config_dir.go; terraform internal/configs/parser_file_matcher.go and
// internal/stacks/stackconfig/file.go
var Files = []schema.FileNames{
	{Native: ".tf", JSON: ".tf.json", Readers: both},
	{Native: ".tofu", JSON: ".tofu.json", Language: OpenTofu.String(), Readers: openTofuOnly},
	{Native: ".tftest.hcl", JSON: ".tftest.json", Language: "test", Readers: both},
	{Native: ".tofutest.hcl", JSON: ".tofutest.json", Language: "test", Readers: openTofuOnly},
	{Native: ".tfmock.hcl", JSON: ".tfmock.json", Language: "mock", Readers: terraOnly},
	{Native: ".tfquery.hcl", JSON: ".tfquery.json", Language: "query", Readers: terraOnly},
	{Native: ".tfcomponent.hcl", JSON: ".tfcomponent.json", Language: "stack", Readers: terraOnly},
	{Native: ".tfvars", JSON: ".tfvars.json", Language: "tfvars", Readers: both},
}

// overrides contains patterns for the stems of override files, which are merged into the other files
// of the module.
//
// internal/configs/parser_config_dir.go, dirFiles
var overrides = []string{"override", "*_override"}

// IsOverride reports whether a configuration file is an override file. stem is the file name without
// its suffix.
func IsOverride(stem string) bool {
	return slices.ContainsFunc(overrides, func(pattern string) bool {
		matched, _ := path.Match(pattern, stem)
		return matched
	})
}

// patterns returns the patterns of the files of a language with the given stems. The language of
// configuration files is empty.
func (p Product) patterns(language string, stems ...string) []string {
	var list []string
	for _, stem := range stems {
		for _, f := range Files {
			ofLanguage := f.Language == language || language == "" && f.Language == p.String()
			if ofLanguage && slices.Contains(f.Readers, p.String()) {
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

// Loading returns the rules for loading a directory: first override files, then the files that they
// are merged into, then the other classes.
//
// internal/configs/parser_config_dir.go, and filterTfPathsWithTofuAlternatives in it;
// internal/command/meta_vars.go, addVarsFromDir; terraform internal/configs/parser_file_matcher.go,
// internal/stacks/stackconfig/stack.go and internal/command/arguments/vars.go
func (p Product) Loading() *schema.Loading {
	l := &schema.Loading{Target: p.String(), Product: p.title(), Classes: []schema.FileClass{
		{Groups: [][]string{p.patterns("", overrides...)}, Order: lastOverride, Override: true},
		{Groups: [][]string{p.patterns("", "*")}, Together: true},
		{Groups: [][]string{p.patterns("test", "*")}, Order: testOrder},
		{
			Groups: [][]string{{"terraform.tfvars"}, {"terraform.tfvars.json"}, p.patterns("tfvars", "*.auto")},
			Order:  lastValue, DotFiles: true,
		},
	}}
	if p == OpenTofu {
		// The rule applies to each syntax separately: main.tofu.json does not replace main.tf.
		l.Instead = [][2]string{
			{".tf", ".tofu"}, {".tf.json", ".tofu.json"},
			{".tftest.hcl", ".tofutest.hcl"}, {".tftest.json", ".tofutest.json"},
		}
		return l
	}
	l.Classes = append(l.Classes,
		schema.FileClass{Groups: [][]string{p.patterns("query", "*")}},
		schema.FileClass{Groups: [][]string{{"*.tfmigrate.hcl"}}},
		schema.FileClass{Groups: [][]string{p.patterns("mock", "*")}},
		schema.FileClass{Groups: [][]string{p.patterns("stack", "*")}, DotFiles: true, Together: true},
	)
	return l
}

// ModuleFiles returns the configuration files among the names in a directory, in the order in which
// the product reads them: primary files, and the override files that it merges into them.
func (p Product) ModuleFiles(names []string) (primary, overrides []string) {
	l := p.Loading()
	l.Classes = l.Classes[:2]
	classes, _ := l.Load(names)
	return classes[1], classes[0]
}
