package packer

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/schema"
)

// legacySections are the members of the root that templates before HCL2 alone have.
//
// packer-plugin-sdk, template/parse.go, rawTemplate
var legacySections = []string{
	"builders", "provisioners", "post-processors", "error-cleanup-provisioner", "sensitive-variables",
	"min_packer_version",
}

// IsLegacySection reports whether a member of the root is one that templates before HCL2
// alone have; HCL2 in JSON has "variables" as well. Case does not matter.
func IsLegacySection(name string) bool { return slices.Contains(legacySections, strings.ToLower(name)) }

// legacyArguments are the members of a component that Packer itself reads.
//
// packer-plugin-sdk, template/template.go
var legacyArguments = map[schema.Part][]string{
	schema.Builder:       {"name", "type"},
	schema.Provisioner:   {"type", "only", "except", "override", "pause_before", "max_retries", "timeout"},
	schema.PostProcessor: {"type", "name", "only", "except", "keep_input_artifact"},
}

// LegacyArgument returns the name of a member of a component in a template before HCL2 that
// Packer itself reads, and not the plugin. Case does not matter.
func LegacyArgument(part schema.Part, member string) (name string, ok bool) {
	i := slices.IndexFunc(legacyArguments[part], func(name string) bool { return strings.EqualFold(name, member) })
	if i < 0 {
		return "", false
	}
	return legacyArguments[part][i], true
}
