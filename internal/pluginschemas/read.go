package pluginschemas

import (
	"bytes"
	"encoding/json"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema/packer/plugins"
	"github.com/hcljson/hcljson/schema/provider"
)

// Read reads a file with schemas into o: those of providers, of Packer's plugins,
// or both.
func (o *Options) Read(src []byte, filename string) hcl.Diagnostics {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	var kinds struct {
		Plugins   json.RawMessage `json:"packer_plugins"`
		Providers json.RawMessage `json:"provider_schemas"`
	}
	if json.Unmarshal(src, &kinds) == nil && kinds.Plugins != nil {
		read, diags := plugins.Read(src, filename)
		if diags.HasErrors() {
			return diags
		}
		o.Plugins = plugins.Merge(o.Plugins, read)
		if kinds.Providers == nil {
			return diags
		}
	}
	read, diags := provider.Read(src, filename)
	o.Files = append(o.Files, read...)
	return diags
}
