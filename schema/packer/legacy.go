package packer

import (
	"slices"
	"strings"
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
