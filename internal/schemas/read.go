package schemas

import (
	"encoding/json"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema/packer/plugins"
	"github.com/hcljson/hcljson/schema/provider"
)

// Read reads a file with schemas into opts: those of providers, or of Packer's
// plugins.
func (o *Options) Read(src []byte, filename string) hcl.Diagnostics {
	var doc struct {
		Plugins json.RawMessage `json:"packer_plugins"`
	}
	if json.Unmarshal(src, &doc) == nil && doc.Plugins != nil {
		read, diags := plugins.Read(src, filename)
		if !diags.HasErrors() {
			o.Plugins = plugins.Merge(o.Plugins, read)
		}
		return diags
	}
	read, diags := provider.Read(src, filename)
	o.Files = append(o.Files, read...)
	return diags
}
