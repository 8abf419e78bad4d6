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

	"github.com/hcljson/hcljson/internal/packer"
	"github.com/hcljson/hcljson/internal/typespec"
	"github.com/hcljson/hcljson/schema"
)

// text was generated in November 2026 from the functions HCL2Spec of Packer and its plugins. A line
// "plugin NAME REPOSITORY" starts a plugin, and a line "KIND TYPE NAME..." starts a component, with
// the names of its late arguments. The lines below it contain a type and the names of its arguments,
// or "block NAME" or "blocks NAME" with a nested body.
//
//go:embed components.txt
var text string

var kinds = map[string]schema.Part{
	"builder":        schema.Builder,
	"provisioner":    schema.Provisioner,
	"post-processor": schema.PostProcessor,
	"data":           schema.PluginDataSource,
}

type key struct {
	part schema.Part
	typ  string
}

// component is the start of a component's lines in the text, its plugin, and the names of its late
// arguments.
type component struct {
	start                int
	plugin, source, late string
}

var index = sync.OnceValue(func() map[key]component {
	found := map[key]component{}
	var plugin, repository string
	pos := 0
	for line := range strings.Lines(text) {
		pos += len(line)
		kind, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch {
		case kind[0] == '\t':
		case kind == "plugin":
			plugin, repository, _ = strings.Cut(rest, " ")
		default:
			typ, late, _ := strings.Cut(rest, " ")
			found[key{kinds[kind], typ}] = component{pos, plugin, packer.Address(repository), late}
		}
	}
	return found
})

// core is the name of the plugin for Packer itself.
const core = "packer"

// Lookup returns the schema of a component, or nil if it is unknown. The caller must not change the
// result.
func Lookup(part schema.Part, typ string) *typespec.Body {
	c, ok := index()[key{part, typ}]
	if !ok {
		return nil
	}
	body, _ := read(text[c.start:], 1)
	return body
}

// Late returns the late arguments of a component, which it decodes without rendering and renders
// later. It renders all other arguments first. Late reports whether the component is known.
//
// packer-plugin-sdk, template/config/decode.go, InterpolateFilter.Exclude
func Late(part schema.Part, typ string) (names []string, ok bool) {
	c, ok := index()[key{part, typ}]
	return strings.Fields(c.late), ok
}

// encoded maps arguments of legacy templates with arbitrary objects, which HCL2 cannot decode, to
// the arguments with the same content as JSON text in HCL2. Each is a field with the tag
// mapstructure-to-hcl2:",skip" in the plugin's source.
//
// packer-plugin-chef, provisioner/chef-client/provisioner.go and chef-solo/provisioner.go;
// packer-plugin-oracle, builder/oci/config.go
var encoded = map[string]string{
	"json":                  "json_string",
	"defined_tags":          "defined_tags_json",
	"instance_defined_tags": "instance_defined_tags_json",
}

// Encoded returns the HCL2 argument for the value of a legacy argument as JSON text, or "". It
// applies only to components with this argument.
func Encoded(name string) string { return encoded[name] }

// Plugin returns the plugin of a component: its name, and its address for required_plugins. Both are
// empty for a component of Packer itself. Plugin reports whether the component is known.
func Plugin(part schema.Part, typ string) (name, source string, ok bool) {
	// Prefer the address in the survey, because the repository can have moved.
	if name, source, ok = packer.Plugin(typ); ok {
		return name, source, ok
	}
	c, ok := index()[key{part, typ}]
	if c.plugin == core {
		return "", "", ok
	}
	return c.plugin, c.source, ok
}

// read reads the lines with this indentation in tabs, and returns the remaining lines.
func read(lines string, indent int) (*typespec.Body, string) {
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
			block.Body, lines = read(lines, indent+1)
			body.Blocks[names] = block
			continue
		}
		for name := range strings.FieldsSeq(names) {
			body.Attributes[name] = &typespec.Attribute{Type: typeOf(word), Optional: true}
		}
	}
	return body, lines
}

// typeOf parses a type constraint.
func typeOf(word string) cty.Type {
	e, _ := hclsyntax.ParseExpression([]byte(word), "", hcl.InitialPos)
	typ, _ := typeexpr.TypeConstraint(e)
	return typ
}
