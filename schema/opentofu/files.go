package opentofu

import (
	"slices"
	"strings"
)

// instead are pairs of endings: of two files with one name but for these, OpenTofu
// reads the second.
//
// internal/configs/parser_config_dir.go, filterTfPathsWithTofuAlternatives
var instead = [][2]string{{".tf", ".tofu"}, {".tf.json", ".tofu.json"}}

// Endings are those of the names of configuration files that the product reads.
//
// internal/configs/parser_config_dir.go, tfFileExt and tofuFileExt; terraform
// internal/configs/parser_file_matcher.go
func (p Product) Endings() []string {
	if p == Terraform {
		return []string{".tf", ".tf.json"}
	}
	return []string{".tf", ".tf.json", ".tofu", ".tofu.json"}
}

// Instead are pairs of endings: a file with the first is not read where there is
// one with the second and else the same name.
func (p Product) Instead() [][2]string {
	if p == Terraform {
		return nil
	}
	return slices.Clone(instead)
}

// ending is that of a configuration file, or empty.
func (p Product) ending(name string) string {
	for _, ending := range p.Endings() {
		if strings.HasSuffix(name, ending) {
			return ending
		}
	}
	return ""
}

// IsOverride reports whether a configuration file, of which the name without its
// ending is given, is merged into the others of its module.
//
// internal/configs/parser_config_dir.go, dirFiles
func IsOverride(stem string) bool {
	return stem == "override" || strings.HasSuffix(stem, "_override")
}

// ModuleFiles returns those of the names in a directory that are configuration
// files which the product reads together, in the order in which it reads them, and
// behind them those that it merges into the others.
//
// internal/configs/parser_config_dir.go, dirFiles and IsIgnoredFile
func (p Product) ModuleFiles(names []string) (primary, overrides []string) {
	for _, name := range slices.Sorted(slices.Values(names)) {
		ending := p.ending(name)
		if ending == "" || strings.HasPrefix(name, ".") {
			continue
		}
		stem := strings.TrimSuffix(name, ending)
		if slices.ContainsFunc(p.Instead(), func(pair [2]string) bool {
			return pair[0] == ending && slices.Contains(names, stem+pair[1])
		}) {
			continue
		}
		if IsOverride(stem) {
			overrides = append(overrides, name)
		} else {
			primary = append(primary, name)
		}
	}
	return primary, overrides
}
