// Package packerplugins has the schemas of Packer's plugins: which arguments and blocks
// the body of a builder, provisioner, post-processor or data source takes.
//
// They come from a file ([Read]). [Requirements] and [Schemas.Component] find the schema that
// belongs to a component type of a template.
//
// # The file
//
// It is JSON like that of "terraform providers schema -json":
//
//	{
//	  "format_version": "1.0",
//	  "packer_plugins": {
//	    "github.com/hashicorp/amazon": {
//	      "version": "1.3.2",
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
// A plugin is under its source address, a component under its name in the
// plugin: "ebs", where templates say "amazon-ebs". The component whose type is
// the name of the plugin alone is [DefaultComponent]. Packer's own components
// are under the address [Core]. A body has the properties of terraform-json's
// SchemaBlock; every attribute has a type, and nesting_mode is "single" or "list",
// since Packer has nothing else (packer-plugin-sdk, rpc/hcl_spec.proto).
//
// A format_version of 1.x is read, and what this package does not know is ignored.
package packerplugins

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/go-version"
	tfjson "github.com/hashicorp/terraform-json"
)

const (
	// Core is the address under which Packer's own components are. It is no
	// source address, which has at least two slashes.
	Core = "packer"

	// DefaultComponent is the name of the component whose type in a template is the
	// name of the plugin alone (packer-plugin-sdk, plugin/set.go, DEFAULT_NAME).
	DefaultComponent = "-packer-default-plugin-name-"
)

// Plugin holds the schemas of the components of one plugin, by their names in it.
type Plugin struct {
	// Version is the version of the plugin, such as "1.3.2". It may be empty.
	Version        string                         `json:"version,omitempty"`
	Builders       map[string]*tfjson.SchemaBlock `json:"builders,omitempty"`
	Provisioners   map[string]*tfjson.SchemaBlock `json:"provisioners,omitempty"`
	PostProcessors map[string]*tfjson.SchemaBlock `json:"post_processors,omitempty"`
	DataSources    map[string]*tfjson.SchemaBlock `json:"data_sources,omitempty"`
}

// Schemas holds plugins by their source addresses, such as
// "github.com/hashicorp/amazon", and Packer's own components under [Core].
type Schemas map[string]*Plugin

// Kind is a kind of component.
type Kind uint8

const (
	Builder Kind = iota
	Provisioner
	PostProcessor
	DataSource
)

var kinds = []Kind{Builder, Provisioner, PostProcessor, DataSource}

// String returns the word for a component of the kind in messages.
func (k Kind) String() string {
	return [...]string{"builder", "provisioner", "post-processor", "datasource"}[k]
}

// property is the name of the components of a kind in a file.
func (k Kind) property() string {
	return [...]string{"builders", "provisioners", "post_processors", "data_sources"}[k]
}

// components returns the place of the components of a kind.
func (p *Plugin) components(kind Kind) *map[string]*tfjson.SchemaBlock {
	return [...]*map[string]*tfjson.SchemaBlock{&p.Builders, &p.Provisioners, &p.PostProcessors, &p.DataSources}[kind]
}

func (p *Plugin) add(kind Kind, name string, block *tfjson.SchemaBlock) {
	components := p.components(kind)
	if *components == nil {
		*components = map[string]*tfjson.SchemaBlock{}
	}
	(*components)[name] = block
}

// Merge returns the plugins of all schemas. Of two plugins with one address and the
// same version, the components are joined, and the later is taken of two with one
// name; of two versions, the later plugin is taken alone. The arguments stay as
// they are.
func Merge(several ...Schemas) Schemas {
	all := Schemas{}
	for _, schemas := range several {
		for source, plugin := range schemas {
			if plugin == nil {
				continue
			}
			if old := all[source]; old != nil && old.Version == plugin.Version {
				plugin = join(old, plugin)
			}
			all[source] = plugin
		}
	}
	return all
}

func join(old, later *Plugin) *Plugin {
	joined := &Plugin{Version: later.Version}
	for _, kind := range kinds {
		for _, plugin := range []*Plugin{old, later} {
			for name, block := range *plugin.components(kind) {
				joined.add(kind, name, block)
			}
		}
	}
	return joined
}

// Component returns the schema of a component type of a template, such as
// "amazon-ebs", or nil if there is none. requirements is what [Requirements]
// returns; it may be nil.
//
// As in Packer, its own components come first, then the required plugins by their
// local names, then the other plugins by the last part of their addresses. Of
// several names that fit, the longest is taken; of several plugins of one name, the
// newest (packer, hcl2template/plugin.go, DetectPluginBinaries; packer/plugin.go,
// DiscoverMultiPlugin). A plugin that is required, but has no schema here, is not
// replaced by another of the same name.
func (s Schemas) Component(requirements map[string]string, kind Kind, typ string) *tfjson.SchemaBlock {
	if block := s[Core].component(kind, typ); block != nil {
		return block
	}
	for _, name := range longestFirst(requirements) {
		if block := s[requirements[name]].typed(kind, name, typ); block != nil {
			return block
		}
	}
	return s.unrequired(requirements, kind, typ)
}

// unrequired finds a component among the plugins whose names are those of their
// files.
func (s Schemas) unrequired(requirements map[string]string, kind Kind, typ string) *tfjson.SchemaBlock {
	sources := map[string][]string{}
	for source := range s {
		name := path.Base(source)
		if _, required := requirements[name]; !required && source != Core {
			sources[name] = append(sources[name], source)
		}
	}
	for _, name := range longestFirst(sources) {
		source := slices.MaxFunc(sources[name], func(a, b string) int {
			return cmp.Or(compareVersions(s[a].version(), s[b].version()), cmp.Compare(b, a))
		})
		if block := s[source].typed(kind, name, typ); block != nil {
			return block
		}
	}
	return nil
}

// Elsewhere returns, for a component type that [Schemas.Component] finds no schema of,
// the source address from which the template requires its plugin, and the addresses
// of plugins of that name, or of the local one, which have a schema of it. Both are
// empty if there is no such plugin. The required address is among the schemas if the
// plugin that is required does not have the component.
func (s Schemas) Elsewhere(requirements map[string]string, kind Kind, typ string) (required string, others []string) {
	var local string
	for name := range requirements {
		if (typ == name || strings.HasPrefix(typ, name+"-")) && len(name) > len(local) {
			local = name
		}
	}
	required = requirements[local]
	for source, plugin := range s {
		name := path.Base(source)
		if source == required || name != local && name != path.Base(required) {
			continue
		}
		if plugin.typed(kind, local, typ) != nil {
			others = append(others, source)
		}
	}
	if len(others) == 0 && s[required] == nil {
		return "", nil
	}
	slices.Sort(others)
	return required, others
}

// longestFirst returns the keys of a map in an order.
func longestFirst[T any](names map[string]T) []string {
	return slices.SortedFunc(maps.Keys(names), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
}

// typed returns the schema of a component type, where name is that of the plugin.
func (p *Plugin) typed(kind Kind, name, typ string) *tfjson.SchemaBlock {
	if typ == name {
		return p.component(kind, DefaultComponent)
	}
	if component, ok := strings.CutPrefix(typ, name+"-"); ok {
		return p.component(kind, component)
	}
	return nil
}

func (p *Plugin) component(kind Kind, name string) *tfjson.SchemaBlock {
	if p == nil || !slices.Contains(kinds, kind) {
		return nil
	}
	return (*p.components(kind))[name]
}

func (p *Plugin) version() string {
	if p == nil {
		return ""
	}
	return p.Version
}

// compareVersions compares two versions; one that is none is the oldest.
func compareVersions(a, b string) int {
	va, errA := version.NewVersion(a)
	vb, errB := version.NewVersion(b)
	switch {
	case errA != nil && errB != nil:
		return 0
	case errA != nil:
		return -1
	case errB != nil:
		return 1
	}
	return va.Compare(vb)
}
