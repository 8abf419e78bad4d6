package schemas

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema/provider"
)

// Read reads a file with schemas of providers.
func Read(src []byte, filename string) ([]*provider.Schema, hcl.Diagnostics) {
	return provider.Read(src, filename)
}
