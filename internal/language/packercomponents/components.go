// Package packercomponents contains the schemas of the components of Packer's most widely used
// plugins: the names and types of their arguments, and their blocks.
//
// Callers prefer the schema of the installed plugin, and use this package only without one, because
// the installed plugin can be newer or older.
package packercomponents

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/language/packer"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// text was generated in November 2026 from the functions HCL2Spec of Packer and its plugins. A line
// "plugin NAME REPOSITORY" starts a plugin, and a line "KIND TYPE NAME..." starts a component, with
// the names of its late arguments. The lines below it contain a type and the names of its arguments,
// or "block NAME" or "blocks NAME" with a nested body.
//
//go:embed components.txt
var componentsText string

var partsByWord = map[string]tables.Part{
	"builder":        tables.Builder,
	"provisioner":    tables.Provisioner,
	"post-processor": tables.PostProcessor,
	"data":           tables.PluginDataSource,
}

type componentKey struct {
	part tables.Part
	typ  string
}

// component is the start of a component's lines in the text, its plugin, and the names of its late
// arguments.
type component struct {
	start                int
	plugin, source, late string
}

var componentIndex = sync.OnceValue(func() map[componentKey]component {
	found := map[componentKey]component{}
	var plugin, repository string
	pos := 0
	for line := range strings.Lines(componentsText) {
		pos += len(line)
		kind, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch {
		case kind[0] == '\t':
		case kind == "plugin":
			plugin, repository, _ = strings.Cut(rest, " ")
		default:
			typ, late, _ := strings.Cut(rest, " ")
			found[componentKey{partsByWord[kind], typ}] = component{pos, plugin, packer.Address(repository), late}
		}
	}
	return found
})

// corePlugin is the name of the plugin for Packer itself.
const corePlugin = "packer"

// Lookup returns the schema of a component, or nil if it is unknown. The caller must not change the
// result.
func Lookup(part tables.Part, typ string) *typespec.Body {
	c, ok := componentIndex()[componentKey{part, typ}]
	if !ok {
		return nil
	}
	body, _ := readBody(componentsText[c.start:], 1)
	return body
}

// LateArguments returns the late arguments of a component, which it decodes without rendering and renders
// later. It renders all other arguments first. LateArguments reports whether the component is known.
//
// packer-plugin-sdk, template/config/decode.go, InterpolateFilter.Exclude
func LateArguments(part tables.Part, typ string) (names []string, ok bool) {
	c, ok := componentIndex()[componentKey{part, typ}]
	return strings.Fields(c.late), ok
}

// encoded maps arguments of legacy templates with arbitrary objects, which HCL2 cannot decode, to
// the arguments with the same content as JSON text in HCL2. Each is a field with the tag
// mapstructure-to-hcl2:",skip" in the plugin's source.
//
// packer-plugin-chef, provisioner/chef-client/provisioner.go and chef-solo/provisioner.go;
// packer-plugin-oracle, builder/oci/config.go
var encodedArguments = map[string]string{
	"json":                  "json_string",
	"defined_tags":          "defined_tags_json",
	"instance_defined_tags": "instance_defined_tags_json",
}

// EncodedArgument returns the HCL2 argument for the value of a legacy argument as JSON text, or "". It
// applies only to components with this argument.
func EncodedArgument(name string) string { return encodedArguments[name] }

// PluginOf returns the plugin of a component: its name, and its address for required_plugins. Both are
// empty for a component of Packer itself. PluginOf reports whether the component is known.
func PluginOf(part tables.Part, typ string) (name, source string, ok bool) {
	// Prefer the address in the survey, because the repository can have moved.
	if name, source, ok = packer.PluginOf(typ); ok {
		return name, source, ok
	}
	c, ok := componentIndex()[componentKey{part, typ}]
	if c.plugin == corePlugin {
		return "", "", ok
	}
	return c.plugin, c.source, ok
}

// readBody reads the lines with this indentation in tabs, and returns the remaining lines.
func readBody(lines string, indent int) (*typespec.Body, string) {
	body := &typespec.Body{Attributes: map[string]*typespec.Attribute{}, Blocks: map[string]*typespec.Block{}}
	for strings.HasPrefix(lines, strings.Repeat("\t", indent)) {
		line, rest, _ := strings.Cut(lines[indent:], "\n")
		lines = rest
		word, names, _ := strings.Cut(line, " ")
		if word == "block" || word == "blocks" {
			block := &typespec.Block{Nesting: typespec.NestingSingle}
			if word == "blocks" {
				block.Nesting = typespec.NestingList
			}
			block.Body, lines = readBody(lines, indent+1)
			body.Blocks[names] = block
			continue
		}
		for name := range strings.FieldsSeq(names) {
			body.Attributes[name] = &typespec.Attribute{Type: parseType(word), Optional: true}
		}
	}
	return body, lines
}

// parseType parses a type constraint.
func parseType(word string) cty.Type {
	e, _ := hclsyntax.ParseExpression([]byte(word), "", hcl.InitialPos)
	typ, _ := typeexpr.TypeConstraint(e)
	return typ
}
