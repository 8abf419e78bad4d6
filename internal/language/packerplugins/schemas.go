// Package packerplugins contains the schemas of Packer's plugins: the arguments and blocks in the
// body of a builder, provisioner, post-processor or data source.
//
// [Read] reads the schemas from a file. [Requirements] and [Schemas.Component] find the schema of a
// component type in a template.
//
// # The file
//
// It is JSON like that of "terraform providers schema -json":
//
//	{
//	  "format_version": "1.0",
//	  "packer_plugins": {
//	    "github.com/hashicorp/amazon": {
//	      "builders": {
//	        "ebs": {
//	          "attributes": {
//	            "ami_name": {"type": "string", "required": true},
//	            "tags": {"type": ["map", "string"], "optional": true}
//	          },
//	          "block_types": {
//	            "tag": {"nesting_mode": "list", "block": {"attributes": {}}}
//	          }
//	        }
//	      },
//	      "provisioners": {},
//	      "post_processors": {},
//	      "data_sources": {}
//	    }
//	  }
//	}
//
// The key of a plugin is its source address. The key of a component is its name in the plugin:
// "ebs" for the type "amazon-ebs" in templates. [DefaultComponent] is the name of the component
// whose type equals the name of the plugin. [Core] is the address of Packer's own components. A
// body has the properties of terraform-json's SchemaBlock. Every attribute has a type, and
// nesting_mode is "single" or "list", the only modes of Packer (packer-plugin-sdk,
// rpc/hcl_spec.proto).
//
// [Read] accepts every format_version 1.x, and ignores unknown properties.
package packerplugins

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/language/reading"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

const (
	// Core is the address of Packer's own components. Source addresses of plugins have at least two
	// slashes.
	Core = "packer"

	// DefaultComponent is the name of the component whose type in a template equals the name of the
	// plugin (packer-plugin-sdk, plugin/set.go, DEFAULT_NAME).
	DefaultComponent = "-packer-default-plugin-name-"
)

// Schemas are the schemas of plugins by source address, such as "github.com/hashicorp/amazon", and
// of Packer's own components under [Core].
type Schemas map[string]Plugin

// Plugin contains the schemas of one plugin's components, by their names in the plugin.
type Plugin map[Kind]map[string]*tfjson.SchemaBlock

// Kind is a kind of component. Its value is the property in a file.
type Kind string

// The kinds of components.
const (
	Builder       Kind = "builders"
	Provisioner   Kind = "provisioners"
	PostProcessor Kind = "post_processors"
	DataSource    Kind = "data_sources"
)

// String returns the name of the kind in messages.
func (k Kind) String() string {
	return map[Kind]string{
		Builder: "builder", Provisioner: "provisioner", PostProcessor: "post-processor", DataSource: "datasource",
	}[k]
}

// Read reads a file in the format of the package comment. The diagnostics are errors: invalid JSON,
// a format_version other than 1.x, an attribute without a type, or a nesting mode that Packer does
// not support. With an error, the result is nil. filename is for the diagnostics.
func Read(src []byte, filename string) (Schemas, hcl.Diagnostics) {
	var file struct {
		FormatVersion string                                `json:"format_version"`
		Plugins       map[string]map[string]json.RawMessage `json:"packer_plugins"`
	}
	schemas := Schemas{}
	err := reading.CheckTypes(src)
	if err == nil {
		err = json.Unmarshal(src, &file)
	}
	if err == nil && !strings.HasPrefix(file.FormatVersion, "1.") {
		err = fmt.Errorf("format_version must be 1.x, not %q", file.FormatVersion)
	}
	for _, source := range slices.Sorted(maps.Keys(file.Plugins)) {
		schemas[source] = Plugin{}
		for _, kind := range []Kind{Builder, Provisioner, PostProcessor, DataSource} {
			var components map[string]*tfjson.SchemaBlock
			if raw := file.Plugins[source][string(kind)]; raw != nil && err == nil {
				err = json.Unmarshal(raw, &components)
			}
			for _, name := range slices.Sorted(maps.Keys(components)) {
				if problem := checkBody(components[name]); problem != nil && err == nil {
					err = fmt.Errorf("%s: %s %q: %w", source, kind, name, problem)
				}
			}
			schemas[source][kind] = components
		}
	}
	if err != nil {
		diag := diagnostic.Errorf("Invalid schemas of Packer plugins", "The file cannot be used: %s.",
			strings.TrimPrefix(err.Error(), "json: "))
		diag.Subject = diagnostic.RangeAt(filename, src, 0, 0)
		return nil, hcl.Diagnostics{diag}
	}
	return schemas, nil
}

// checkBody returns the first error of a body.
func checkBody(block *tfjson.SchemaBlock) error {
	if block == nil {
		return fmt.Errorf("a body must be an object")
	}
	for name, attribute := range block.Attributes {
		if attribute == nil || attribute.AttributeType == cty.NilType || attribute.AttributeNestedType != nil {
			return fmt.Errorf("the attribute %q must have a type, and no nested type", name)
		}
	}
	for name, nested := range block.NestedBlocks {
		if nested == nil ||
			nested.NestingMode != tfjson.SchemaNestingModeSingle && nested.NestingMode != tfjson.SchemaNestingModeList {
			return fmt.Errorf("the nesting_mode of %q must be \"single\" or \"list\"", name)
		}
		if err := checkBody(nested.Block); err != nil {
			return fmt.Errorf("block %q: %w", name, err)
		}
	}
	return nil
}

// Component returns the schema of a component type in a template, such as "amazon-ebs", or nil.
// requirements is the result of [Requirements], and can be nil.
//
// The order of lookup is the same as in Packer: Packer's own components, the required plugins by
// their local names, then the other plugins by the last part of their addresses. Among several
// matching names, the longest one wins (packer, hcl2template/plugin.go, DetectPluginBinaries). If a
// required plugin has no schema here, no other plugin of the same name replaces it.
func (s Schemas) Component(requirements map[string]string, kind Kind, typ string) *tfjson.SchemaBlock {
	if block := s[Core][kind][typ]; block != nil {
		return block
	}
	others := map[string]string{}
	for _, source := range slices.Sorted(maps.Keys(s)) {
		name := path.Base(source)
		if _, required := requirements[name]; !required && source != Core {
			others[name] = source
		}
	}
	for _, sources := range []map[string]string{requirements, others} {
		for _, name := range keysByLength(sources) {
			component, ok := strings.CutPrefix(typ+"-", name+"-")
			if component = strings.TrimSuffix(component, "-"); ok {
				component = cmp.Or(component, DefaultComponent)
			}
			if block := s[sources[name]][kind][component]; ok && block != nil {
				return block
			}
		}
	}
	return nil
}

// keysByLength returns the keys of a map, longest first, and keys of the same length in alphabetical
// order.
func keysByLength(names map[string]string) []string {
	return slices.SortedFunc(maps.Keys(names), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
}
