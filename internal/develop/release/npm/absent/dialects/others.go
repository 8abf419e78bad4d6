// Package dialects stands in for some files of schema/dialects.
package dialects

import (
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// OtherFormat knows the files that are in no other format: those of OpenTofu and Terraform.
func OtherFormat(name string, _ []byte, _ *schema.Dialect) *hcl.Diagnostic {
	for _, e := range opentofu.Files {
		if strings.HasSuffix(name, e.JSON) {
			return nil
		}
	}
	panic(missing("the other formats"))
}
