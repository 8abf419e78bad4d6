// Package packer contains the names of Packer's plugins: whether a name in the body of a component
// is an attribute or a block, and the repository of each plugin. The rows of the language are in
// package dialects.
package packer

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// AddPlugins adds the bodies of plugins to Packer's language. Each block whose body a component
// defines receives a body for the components of each surveyed plugin, and a body for other
// components. The tables must not be prepared.
func AddPlugins(d *schema.Dialect) {
	_, unknown := surveyNames()
	seen := map[*tables.Body]bool{}
	var add func(b *tables.Body)
	add = func(b *tables.Body) {
		if b == nil || seen[b] {
			return
		}
		seen[b] = true
		for i := range b.Blocks {
			block := &b.Blocks[i]
			if add(block.Body); block.Body.Part != tables.NoPart {
				block.Choose = chooseFunction(*block.Body)
			}
		}
		if b.Part != tables.NoPart {
			b.Names = unknown
		}
	}
	add(d.Root)
}

// chooseFunction returns the Choose function of a block whose body a component defines.
func chooseFunction(body tables.Body) func(labels []string, value string) *tables.Body {
	var mu sync.Mutex
	made := map[*guess.Names]*tables.Body{}
	return func(labels []string, _ string) *tables.Body {
		if len(labels) == 0 {
			return nil
		}
		known := tableOf(ComponentType(labels[0]))
		if known == nil {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		if made[known] == nil {
			of := body
			of.Names = known
			of.Prepare()
			made[known] = &of
		}
		return made[known]
	}
}

// ComponentType returns the type of a component from the first label of a block: the label itself,
// or the first part of a reference to a source.
//
// hcl2template/types.source.go
func ComponentType(label string) string {
	typ, _, _ := strings.Cut(strings.TrimPrefix(label, "source."), ".")
	return typ
}

// pluginNames contains the names in the *.hcl2spec.go files of a plugin that may be attributes or blocks
// in the bodies of its components. No plugin has a name of both kinds.
type pluginNames struct {
	// name is the prefix of the component types: the plugin's name, as in required_plugins, or the
	// type of one of Packer's own components.
	name string
	// repository is the plugin's repository on github.com.
	repository string
	// maps contains the attributes whose value is a map of strings, or a list of such maps.
	maps []string
	// blocks contains the block types, and lists of blocks.
	blocks []string
}

// surveyText was generated in November 2026 from the functions HCL2Spec of 136 repositories. A line
// contains the name of a plugin and its repositories. The indented lines after it contain the
// plugin's names that may be attributes or blocks. The disks of linode have the names of Linux, from
// sda on (packer-plugin-linode, builder/linode/config.go, InstanceConfigDevices).
//
//go:embed survey.txt
var surveyText string

// surveyedPlugins returns the names of Packer's own components, and of plugins in public repositories. It
// omits plugins without such names.
var surveyedPlugins = sync.OnceValue(func() []pluginNames {
	var list []pluginNames
	for line := range strings.Lines(surveyText) {
		words := strings.Fields(line)
		switch last := len(list) - 1; {
		case line[0] != '\t':
			list = append(list, pluginNames{name: words[0], repository: words[1]})
		case words[0] == "maps":
			list[last].maps = words[1:]
		default:
			list[last].blocks = words[1:]
		}
	}
	return list
})

// commonMaps contains names that are always maps.
//
// packer-plugin-sdk, common/packer_config.go, multistep/commonsteps
const commonMaps = "cd_content floppy_content http_content packer_user_variables"

// mapSuffixes contains the suffixes of probable names of maps in plugins outside of the survey.
var mapSuffixes = []string{"_content", "_labels", "_tags"}

// surveyNames returns the result of readSurvey.
var surveyNames = sync.OnceValues(readSurvey)

// readSurvey returns the tables of the surveyed plugins, and the table of all other plugins. In the
// latter, a name is a guess if it has the same kind in all surveyed plugins. Packer's SDK generates
// no attributes with an object as value, and only one surveyed plugin has an attribute with a list
// of objects.
//
// packer-plugin-sdk, cmd/packer-sdc/internal/mapstructure-to-hcl2
func readSurvey() (plugins map[string]*guess.Names, other *guess.Names) {
	isMap, isBlock := map[string]bool{}, map[string]bool{}
	var maps, blocks []string
	for _, p := range surveyedPlugins() {
		for _, name := range p.maps {
			isMap[name], maps = true, append(maps, name)
		}
		for _, name := range p.blocks {
			isBlock[name], blocks = true, append(blocks, name)
		}
	}
	maps = slices.DeleteFunc(maps, func(name string) bool { return isBlock[name] })
	blocks = slices.DeleteFunc(blocks, func(name string) bool { return isMap[name] })
	likely := guess.NewNames(maps, mapSuffixes, blocks, false)
	table := func(maps, blocks []string) *guess.Names {
		return guess.NewNames(slices.Concat(maps, strings.Fields(commonMaps)), nil, blocks, true).WithGuesses(likely)
	}
	plugins = map[string]*guess.Names{}
	for _, p := range surveyedPlugins() {
		plugins[p.name] = table(p.maps, p.blocks)
	}
	return plugins, table(nil, nil)
}

// tableOf returns the table of the plugin with a component type, or nil. The longest matching
// plugin name wins.
//
// hcl2template/plugin.go, DetectPluginBinaries
func tableOf(typ string) *guess.Names {
	plugins, _ := surveyNames()
	for {
		if known := plugins[typ]; known != nil {
			return known
		}
		end := strings.LastIndexByte(typ, '-')
		if end < 0 {
			return nil
		}
		typ = typ[:end]
	}
}

// PluginOf returns the name of the plugin with a component type, its address for required_plugins, and
// whether the survey contains it. The name and address are empty for Packer's own components.
func PluginOf(typ string) (name, source string, ok bool) {
	for _, p := range surveyedPlugins() {
		switch {
		case p.repository == "hashicorp/packer":
			if p.name == typ {
				return "", "", true
			}
		case (p.name == typ || strings.HasPrefix(typ, p.name+"-")) && len(p.name) >= len(name):
			name, source, ok = p.name, Address("github.com/"+p.repository), true
		}
	}
	return name, source, ok
}

// Address returns the address of a plugin in required_plugins.
//
// hcl2template/addrs/plugin.go
func Address(repository string) string {
	slash := strings.LastIndexByte(repository, '/') + 1
	name := strings.TrimPrefix(repository[slash:], "packer-plugin-")
	return repository[:slash] + strings.TrimPrefix(name, "packer-builder-")
}

// The Block constants are the block types of Packer's language that code writes or looks up; see
// packer.hclschema.hcl of package dialects.
const (
	PackerBlock          = "packer"
	RequiredPluginsBlock = "required_plugins"
	VariableBlock        = "variable"
	LocalBlock           = "local"
	LocalsBlock          = "locals"
	SourceBlock          = "source"
	BuildBlock           = "build"
	ProvisionerBlock     = "provisioner"
	CleanupBlock         = "error-cleanup-provisioner"
	PostProcessorBlock   = "post-processor"
	PostProcessorsBlock  = "post-processors"
)

// Command is the name of Packer's own program.
const Command = "packer"

// legacySections contains the root members that only templates before HCL2 have.
//
// packer-plugin-sdk, template/parse.go, rawTemplate
var legacySections = []string{
	"builders", "provisioners", "post-processors", "error-cleanup-provisioner", "sensitive-variables",
	"min_packer_version",
}

// IsLegacySection reports whether only templates before HCL2 have this root member, ignoring case.
// The member "variables" also exists in the JSON form of HCL2.
func IsLegacySection(name string) bool { return slices.Contains(legacySections, strings.ToLower(name)) }

// legacyArguments contains the members of a component that Packer itself reads.
//
// packer-plugin-sdk, template/template.go
var legacyArguments = map[tables.Part][]string{
	tables.Builder:       {"name", "type"},
	tables.Provisioner:   {"type", "only", "except", "override", "pause_before", "max_retries", "timeout"},
	tables.PostProcessor: {"type", "name", "only", "except", "keep_input_artifact"},
}

// CanonicalLegacyArgument returns the canonical name of a component's member in a template before HCL2, and
// whether Packer itself reads it instead of the plugin. It ignores case.
func CanonicalLegacyArgument(part tables.Part, member string) (name string, ok bool) {
	i := slices.IndexFunc(legacyArguments[part], func(name string) bool { return strings.EqualFold(name, member) })
	if i < 0 {
		return "", false
	}
	return legacyArguments[part][i], true
}
