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

// Files are the names of the files.
//
// internal/configs/parser_config_dir.go; terraform internal/configs/parser_file_matcher.go
// and internal/stacks/stackconfig/file.go
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

// overrides are the stems of files that are merged into the others of their module.
//
// internal/configs/parser_config_dir.go, dirFiles
var overrides = []string{"override", "*_override"}

// IsOverride reports whether a configuration file, of which the name without its
// ending is given, is merged into the others of its module.
func IsOverride(stem string) bool {
	return slices.ContainsFunc(overrides, func(pattern string) bool {
		matched, _ := path.Match(pattern, stem)
		return matched
	})
}

// patterns are those of the files of a language with such stems. The language of
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

// Loading is how the product loads a directory: first come the files that it merges into
// others, then those.
//
// internal/configs/parser_config_dir.go, and filterTfPathsWithTofuAlternatives in it;
// internal/command/meta_vars.go, addVarsFromDir; terraform
// internal/configs/parser_file_matcher.go, internal/stacks/stackconfig/stack.go and
// internal/command/arguments/vars.go
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
		// Each syntax for itself: main.tofu.json does not stand in for main.tf.
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

// ModuleFiles returns those of the names in a directory that are configuration
// files which the product reads together, in the order in which it reads them, and
// after them those that it merges into the others.
func (p Product) ModuleFiles(names []string) (primary, overrides []string) {
	l := p.Loading()
	l.Classes = l.Classes[:2]
	classes, _ := l.Load(names)
	return classes[1], classes[0]
}
