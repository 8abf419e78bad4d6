package tree

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/schema/opentofu"
)

// A product loads files of a directory by their names.
type product struct {
	target string // for [dialects.Options]; empty for one that reads its files whatever the target is
	name   string
	// classes are tried in this order for each file.
	classes []class
	// instead are pairs of endings: a file with the first is not read if there
	// is one of the same name with the second.
	instead [][2]string
}

// A class is a kind of files that are loaded one after the other.
type class struct {
	// patterns of names, in groups: the files of one group are loaded in the
	// order of their names, and before those of the next.
	groups [][]string
	// order says what the order is good for. It is empty if no order matters.
	order    string
	dotFiles bool // are loaded as well
	together bool // the files are one configuration
	builds   bool // only the order of files with build blocks matters
	// first: of the files that exist only one is read. The product reads all files of
	// other classes, so that one without content changes nothing for it.
	first bool
}

const (
	lastValue    = "the last value that a variable is given counts"
	lastOverride = "the last override of an argument counts"
	testOrder    = "the tests run in this order"
	buildOrder   = "the builds start in this order"
	lastDefined  = "the last value of an attribute counts"
)

// Mirrors opentofu internal/command/meta_vars.go, addVarsFromDir, and terraform
// internal/command/arguments/vars.go.
var variableFiles = class{
	groups:   [][]string{{"terraform.tfvars"}, {"terraform.tfvars.json"}, {"*.auto.tfvars", "*.auto.tfvars.json"}},
	order:    lastValue,
	dotFiles: true,
}

var products = []product{
	// Mirrors opentofu internal/configs/parser_config_dir.go.
	{
		target: opentofu.OpenTofu.String(),
		name:   "OpenTofu",
		classes: []class{
			{groups: overrides(opentofu.OpenTofu), order: lastOverride},
			{groups: [][]string{patterns("*", opentofu.OpenTofu)}, together: true},
			{groups: [][]string{{"*.tftest.hcl", "*.tftest.json", "*.tofutest.hcl", "*.tofutest.json"}}, order: testOrder},
			variableFiles,
		},
		// Each syntax for itself: main.tofu.json does not stand in for main.tf.
		instead: append(opentofu.OpenTofu.Instead(),
			[2]string{".tftest.hcl", ".tofutest.hcl"},
			[2]string{".tftest.json", ".tofutest.json"},
		),
	},
	// Mirrors terraform internal/configs/parser_config_dir.go and
	// parser_file_matcher.go, and internal/stacks/stackconfig/stack.go.
	{
		target: opentofu.Terraform.String(),
		name:   "Terraform",
		classes: []class{
			{groups: overrides(opentofu.Terraform), order: lastOverride},
			{groups: [][]string{patterns("*", opentofu.Terraform)}, together: true},
			{groups: [][]string{{"*.tftest.hcl", "*.tftest.json"}}, order: testOrder},
			{groups: [][]string{{"*.tfquery.hcl", "*.tfquery.json"}}},
			{groups: [][]string{{"*.tfmigrate.hcl"}}},
			{groups: [][]string{{"*.tfmock.hcl", "*.tfmock.json"}}},
			{groups: [][]string{{"*.tfcomponent.hcl", "*.tfcomponent.json"}}, dotFiles: true, together: true},
			variableFiles,
		},
	},
	// Mirrors packer hcl2template/parser.go, Parse, and utils.go, GetHCL2Files.
	{
		target: "packer",
		name:   "Packer",
		classes: []class{
			{groups: [][]string{{"*.pkr.hcl"}, {"*.pkr.json"}}, order: buildOrder, dotFiles: true, builds: true, together: true},
			{groups: [][]string{{"*.auto.pkrvars.hcl"}, {"*.auto.pkrvars.json"}}, order: lastValue, dotFiles: true},
		},
	},
	// Mirrors buildx bake/bake.go, defaultFilenames.
	{
		name: "docker buildx bake",
		classes: []class{
			{groups: [][]string{{"docker-bake.json"}, {"docker-bake.hcl"}, {"docker-bake.override.json"}, {"docker-bake.override.hcl"}}, order: lastDefined},
		},
	},
	// Mirrors terragrunt pkg/config/config.go, GetDefaultConfigPath.
	{
		name:    "Terragrunt",
		classes: []class{{groups: [][]string{{"terragrunt.hcl", "terragrunt.hcl.json"}}, first: true}},
		instead: [][2]string{{"terragrunt.hcl", "terragrunt.hcl.json"}},
	},
	// Mirrors tflint tflint/config.go, LoadConfig.
	{
		name:    "TFLint",
		classes: []class{{groups: [][]string{{".tflint.hcl", ".tflint.json"}}, dotFiles: true, first: true}},
		instead: [][2]string{{".tflint.json", ".tflint.hcl"}},
	},
}

func overrides(p opentofu.Product) [][]string {
	return [][]string{append(patterns("override", p), patterns("*_override", p)...)}
}

// patterns are those of configuration files with such a stem.
func patterns(stem string, p opentofu.Product) []string {
	var list []string
	for _, ending := range p.Endings() {
		list = append(list, stem+ending)
	}
	return list
}

// readsFor reports whether p reads files for that target.
func (p product) readsFor(target string) bool {
	if t, err := opentofu.ParseTarget(target); err == nil {
		target = t.Product.String()
	}
	return target == "" || p.target == "" || p.target == target
}

// load simulates how the product loads a directory with these files. It returns
// for each class the files that are loaded, in order, and for a file that is
// not loaded the one that is loaded instead.
func (p product) load(names []string) (classes [][]string, instead map[string]string) {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	classes, instead = make([][]string, len(p.classes)), map[string]string{}
	for _, name := range names {
		for _, pair := range p.instead {
			stem, ok := strings.CutSuffix(name, pair[0])
			if _, found := slices.BinarySearch(names, stem+pair[1]); ok && found {
				instead[name] = stem + pair[1]
			}
		}
	}
	taken := map[string]bool{}
	for i, c := range p.classes {
		for _, group := range c.groups {
			for _, name := range names {
				if taken[name] || !c.matches(group, name) {
					continue
				}
				taken[name] = true
				if instead[name] == "" {
					classes[i] = append(classes[i], name)
				}
			}
		}
	}
	maps.DeleteFunc(instead, func(name, _ string) bool { return !taken[name] })
	return classes, instead
}

// StandIn reports whether a file without content may stand under a base name for a
// moment. Products that read all files of a directory want one, as a name that leads
// nowhere is an error for them. It must not be there where a product takes the first
// of several names that it finds, nor where it is told which file to read: it would
// find nothing in it.
func StandIn(name string) bool {
	read := false
	for _, p := range products {
		for _, c := range p.classes {
			if !slices.ContainsFunc(c.groups, func(group []string) bool { return c.matches(group, name) }) {
				continue
			}
			if c.first {
				return false
			}
			read = true
		}
	}
	return read
}

func (c class) matches(patterns []string, name string) bool {
	if strings.HasPrefix(name, ".") && !c.dotFiles {
		return false
	}
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		matched, err := path.Match(pattern, name)
		return err == nil && matched
	})
}
