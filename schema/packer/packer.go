// Package packer knows the plugins of Packer: which names in the bodies of their
// components are attributes and which are blocks, and where the plugins are. The rows of
// the language are in package dialects.
package packer

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/schema"
)

// AddPlugins adds what is known of plugins to Packer's language: to each block whose body
// a component defines, a body for the components of each plugin of the survey, and one
// for those of others. The tables must not be prepared.
func AddPlugins(d *schema.Dialect) {
	_, unknown := names()
	seen := map[*schema.Body]bool{}
	var add func(b *schema.Body)
	add = func(b *schema.Body) {
		if b == nil || seen[b] {
			return
		}
		seen[b] = true
		for i := range b.Blocks {
			block := &b.Blocks[i]
			if add(block.Body); block.Body.Part != schema.NoPart {
				block.Choose = chooser(*block.Body)
			}
		}
		if b.Part != schema.NoPart {
			b.Names = unknown
		}
	}
	add(d.Root)
}

// chooser returns the Choose of a block with a component's body.
func chooser(body schema.Body) func(labels []string, value string) *schema.Body {
	var mu sync.Mutex
	made := map[*schema.Names]*schema.Body{}
	return func(labels []string, _ string) *schema.Body {
		if len(labels) == 0 {
			return nil
		}
		known := pluginOf(ComponentType(labels[0]))
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

// ComponentType is the type of the component that the first label of a block
// names: the label itself, or the first part of a reference to a source.
//
// hcl2template/types.source.go
func ComponentType(label string) string {
	typ, _, _ := strings.Cut(strings.TrimPrefix(label, "source."), ".")
	return typ
}

// plugin is what the *.hcl2spec.go files of a plugin say of the names in the bodies
// of its components that could be attributes or blocks. No plugin has a name that
// is both.
type plugin struct {
	// name starts the types of the components: the plugin's name, as in
	// required_plugins, or the type of a component that Packer itself has.
	name string
	// repository is where the plugin is, below github.com.
	repository string
	// maps are the attributes that are maps of strings, or lists of such maps.
	maps []string
	// blocks are the blocks, and lists of blocks.
	blocks []string
}

// surveyText was made in November 2026 of the functions HCL2Spec of 136 repositories: a line with
// the name of a plugin and its repositories, and below it those of its names that could be
// attributes or blocks. The disks of linode are the names of Linux, from sda on
// (packer-plugin-linode, builder/linode/config.go, InstanceConfigDevices).
//
//go:embed survey.txt
var surveyText string

// survey has the names of Packer's own components, and of the plugins in public
// repositories; those without such names are left out.
var survey = sync.OnceValue(func() []plugin {
	var list []plugin
	for line := range strings.Lines(surveyText) {
		words := strings.Fields(line)
		switch last := len(list) - 1; {
		case line[0] != '\t':
			list = append(list, plugin{name: words[0], repository: words[1]})
		case words[0] == "maps":
			list[last].maps = words[1:]
		default:
			list[last].blocks = words[1:]
		}
	}
	return list
})

// commonMaps are maps in every component that has them.
//
// packer-plugin-sdk, common/packer_config.go, multistep/commonsteps
const commonMaps = "cd_content floppy_content http_content packer_user_variables"

// mapEndings are those of names which are likely to be maps in a plugin that is not
// in the survey.
var mapEndings = []string{"_content", "_labels", "_tags"}

// names are what readSurvey makes.
var names = sync.OnceValues(readSurvey)

// readSurvey makes the tables of the plugins in the survey, and that of any other
// plugin. There, what is one and the same in all plugins of the survey is likely.
// Packer's SDK writes no attribute of objects, and only one plugin of the survey
// has a list of them.
//
// packer-plugin-sdk, cmd/packer-sdc/internal/mapstructure-to-hcl2
func readSurvey() (plugins map[string]*schema.Names, other *schema.Names) {
	isMap, isBlock := map[string]bool{}, map[string]bool{}
	var maps, blocks []string
	for _, p := range survey() {
		for _, name := range p.maps {
			isMap[name], maps = true, append(maps, name)
		}
		for _, name := range p.blocks {
			isBlock[name], blocks = true, append(blocks, name)
		}
	}
	maps = slices.DeleteFunc(maps, func(name string) bool { return isBlock[name] })
	blocks = slices.DeleteFunc(blocks, func(name string) bool { return isMap[name] })
	likely := schema.NewNames(maps, mapEndings, blocks, false)
	table := func(maps, blocks []string) *schema.Names {
		return schema.NewNames(slices.Concat(maps, strings.Fields(commonMaps)), nil, blocks, true).WithGuesses(likely)
	}
	plugins = map[string]*schema.Names{}
	for _, p := range survey() {
		plugins[p.name] = table(p.maps, p.blocks)
	}
	return plugins, table(nil, nil)
}

// pluginOf returns the table of the plugin that has a component type, or nil. Of
// several names that fit, the longest is taken.
//
// hcl2template/plugin.go, DetectPluginBinaries
func pluginOf(typ string) *schema.Names {
	plugins, _ := names()
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

// Plugin returns the plugin that has a component, by the survey: its name, and its
// address for required_plugins. Both are empty for a component of Packer itself. It
// reports whether there is one.
func Plugin(typ string) (name, source string, ok bool) {
	for _, p := range survey() {
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

// Address is that of a plugin in required_plugins, by its repository.
//
// hcl2template/addrs/plugin.go
func Address(repository string) string {
	slash := strings.LastIndexByte(repository, '/') + 1
	name := strings.TrimPrefix(repository[slash:], "packer-plugin-")
	return repository[:slash] + strings.TrimPrefix(name, "packer-builder-")
}

// The block types of Packer's language that code writes or looks for; see
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
