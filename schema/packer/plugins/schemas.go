package plugins

import (
	"bytes"
	"encoding/json"
	"io"

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

// String returns the word by which a plugin is told to start a component of the
// kind (packer-plugin-sdk, plugin/set.go).
func (k Kind) String() string {
	return [...]string{"builder", "provisioner", "post-processor", "datasource"}[k]
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

// formatVersion is the version of the file format that is written.
const formatVersion = "1.0"

type document struct {
	FormatVersion string             `json:"format_version"`
	PackerPlugins map[string]*Plugin `json:"packer_plugins"`
}

// MarshalJSON returns the schemas in the format of the package comment, without
// white space. The same schemas give the same bytes.
func (s Schemas) MarshalJSON() ([]byte, error) {
	all := map[string]*Plugin(s)
	if all == nil {
		all = map[string]*Plugin{}
	}
	return json.Marshal(document{FormatVersion: formatVersion, PackerPlugins: all})
}

// Write writes the schemas in the format of the package comment, indented by two
// spaces, with a newline at the end. The same schemas give the same bytes. An error
// is that of w.
func (s Schemas) Write(w io.Writer) error {
	compact, err := s.MarshalJSON()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, compact, "", "  "); err != nil {
		return err
	}
	out.WriteByte('\n')
	_, err = w.Write(out.Bytes())
	return err
}
