package packer

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/schema"
)

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

// surveyText is made of what "go run . packernames -survey" in internal/develop prints: a line with
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
