// Package packer holds the schema tables of Packer's templates and of its files
// with variable values.
//
// A comment over a table names the file of Packer's repository that it mirrors.
package packer

import (
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/schema"
)

// The rules that rows name. They never change, so that tables may share them.
var (
	template *schema.Value // nil means Template
	literal  = &schema.Value{Mode: schema.Literal}
	typeExpr = &schema.Value{Mode: schema.Type}

	// A default may call env, and refer to nothing, whatever Packer's manual says.
	//
	// hcl2template/types.packer_config.go, decodeInputVariables
	defaultValue = &schema.Value{Scope: &schema.Scope{Functions: []string{"env"}, Variables: []string{}}}
)

// args is short, because most lines of the tables start with it.
var args = schema.Arguments

// Config is the language of .pkr.hcl files.
//
// hcl2template/parser.go, configSchema
func Config() *schema.Dialect {
	// hcl2template/functions.go
	style := &schema.Style{Functions: []string{"jsonencode", "chomp"}}
	return &schema.Dialect{Name: "packer", Product: "Packer", ArrayRoot: true, Style: style, Root: &schema.Body{Blocks: []schema.Block{
		{Type: "packer", Body: packerBody()},
		{Type: "variable", Labels: []string{"name"}, Body: variableBody()},
		{Type: "variables", Body: freeBody(defaultValue)},
		{Type: "local", Labels: []string{"name"}, Body: localBody()},
		{Type: "locals", Body: freeBody(template)},
		pluginBlock(schema.Block{Type: "data", Labels: typeAndName}, dataBody),
		pluginBlock(schema.Block{Type: "source", Labels: typeAndName}, sourceBody),
		{Type: "build", Ordered: true, Body: buildBody()}, // hcl2template/types.packer_config.go: builds start in this order
		{Type: "hcp_packer_registry", Max: 1, Body: registryBody(false)},
		{Type: "communicator", Labels: typeAndName, Body: ignoredBody()},
	}}}
}

// Variables is the language of .pkrvars.hcl files.
//
// hcl2template/types.variables.go, collectInputVariableValues
func Variables() *schema.Dialect {
	return &schema.Dialect{Name: "pkrvars", Product: "Packer", Root: &schema.Body{
		Attributes: []schema.Attribute{{
			Name:   "variable",
			Value:  literal,
			NoJSON: `In a .pkrvars.json file, a property "variable" that holds objects is taken for a misplaced variable block.`,
		}},
		Rest:      schema.RestAttributes,
		RestValue: literal,
		Free:      true,
	}}
}

var (
	typeOnly    = []string{"type"}
	typeAndName = []string{"type", "name"}
)

// freeBody is that of variables, locals and required_plugins.
//
// hcl2template/types.packer_config.go, types.required_plugins.go
func freeBody(rule *schema.Value) *schema.Body {
	return &schema.Body{Rest: schema.RestAttributes, RestValue: rule, Free: true}
}

// ignoredBody is that of a block which Packer accepts and never decodes.
func ignoredBody() *schema.Body {
	return &schema.Body{Rest: schema.RestUnknown}
}

// hcl2template/parser.go, packerBlockSchema; types.required_plugins.go
func packerBody() *schema.Body {
	return &schema.Body{
		Attributes: args(literal, "required_version"),
		Blocks:     []schema.Block{{Type: "required_plugins", Body: freeBody(literal)}},
	}
}

// hcl2template/types.variables.go, variableBlockSchema
func variableBody() *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			args(literal, "description", "sensitive"),
			args(typeExpr, "type"),
			args(defaultValue, "default"),
		),
		Blocks: []schema.Block{{Type: "validation", Body: &schema.Body{Attributes: slices.Concat(
			args(template, "condition"),
			args(literal, "error_message"),
		)}}},
	}
}

// hcl2template/types.variables.go, localBlockSchema
func localBody() *schema.Body {
	return &schema.Body{Attributes: slices.Concat(
		args(template, "expression"),
		args(literal, "sensitive"),
	)}
}

// hcl2template/types.build.go, buildSchema
func buildBody() *schema.Body {
	return &schema.Body{
		Attributes: args(template, "name", "description", "sources"),
		Blocks: []schema.Block{
			pluginBlock(schema.Block{Type: "source", Labels: []string{"reference"}, Ordered: true}, buildSourceBody),
			pluginBlock(schema.Block{Type: "provisioner", Labels: typeOnly, Ordered: true}, provisionerBody),
			pluginBlock(schema.Block{Type: "error-cleanup-provisioner", Labels: typeOnly, Max: 1}, provisionerBody),
			postProcessorBlock(),
			{Type: "post-processors", Ordered: true, Body: &schema.Body{
				Blocks:  []schema.Block{postProcessorBlock()},
				Dynamic: true,
			}},
			{Type: "hcp_packer_registry", Max: 1, Body: registryBody(true)},
			{Type: "from", Labels: typeOnly, Body: ignoredBody()},
		},
		Dynamic:  true,
		Sequence: [][]string{{"post-processor", "post-processors"}},
	}
}

// hcl2template/types.datasource.go
func dataBody(known *schema.Names) *schema.Body {
	return componentBody(schema.PluginDataSource, known, false)
}

// hcl2template/types.source.go
func sourceBody(known *schema.Names) *schema.Body {
	return componentBody(schema.Builder, known, true)
}

// hcl2template/types.source.go, decodeBuildSource
func buildSourceBody(known *schema.Names) *schema.Body {
	body := sourceBody(known)
	body.Attributes = args(literal, "name")
	return body
}

// hcl2template/types.build.provisioners.go
func provisionerBody(known *schema.Names) *schema.Body {
	body := componentBody(schema.Provisioner, known, true)
	body.Attributes = args(template,
		"name", "pause_before", "max_retries", "timeout", "continue_on_error", "only", "except", "override")
	return body
}

// hcl2template/types.build.post-processor.go
func postProcessorBlock() schema.Block {
	return pluginBlock(schema.Block{Type: "post-processor", Labels: typeOnly, Ordered: true}, postProcessorBody)
}

func postProcessorBody(known *schema.Names) *schema.Body {
	body := componentBody(schema.PostProcessor, known, true)
	body.Attributes = args(template, "name", "only", "except", "keep_input_artifact")
	return body
}

// Other arguments are ignored.
//
// hcl2template/types.build.hcp_packer_registry.go
func registryBody(dynamic bool) *schema.Body {
	return &schema.Body{
		Attributes: args(template, "bucket_name", "description", "labels", "bucket_labels", "build_labels", "channels"),
		Rest:       schema.RestUnknown,
		Dynamic:    dynamic,
	}
}

// componentBody is a body that a plugin's component defines. Where Packer expands
// dynamic blocks is a matter of the block around it.
//
// hcl2template/decode.go
func componentBody(part schema.Part, known *schema.Names, dynamic bool) *schema.Body {
	return &schema.Body{Rest: schema.RestUnknown, Known: known, Dynamic: dynamic, Part: part}
}

// pluginBlock returns a row with a body for the components of each plugin of the
// survey, and one for those of others.
func pluginBlock(row schema.Block, body func(known *schema.Names) *schema.Body) schema.Block {
	_, unknown := names()
	row.Body = body(unknown)
	var mu sync.Mutex
	made := map[*schema.Names]*schema.Body{}
	row.Choose = func(labels []string, _ string) *schema.Body {
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
			made[known] = body(known)
			made[known].Prepare()
		}
		return made[known]
	}
	return row
}

// ComponentType is the type of the component that the first label of a block
// names: the label itself, or the first part of a reference to a source.
//
// hcl2template/types.source.go
func ComponentType(label string) string {
	typ, _, _ := strings.Cut(strings.TrimPrefix(label, "source."), ".")
	return typ
}
