// Package packer holds the schema tables of Packer's templates and of its files
// with variable values.
//
// A comment over a table names the file of Packer's repository that it mirrors.
package packer

import (
	"slices"

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
	return &schema.Dialect{Name: "packer", Product: "Packer", ArrayRoot: true, Root: &schema.Body{Blocks: []schema.Block{
		{Type: "packer", Body: packerBody()},
		{Type: "variable", Labels: []string{"name"}, Body: variableBody()},
		{Type: "variables", Body: freeBody(defaultValue)},
		{Type: "local", Labels: []string{"name"}, Body: localBody()},
		{Type: "locals", Body: freeBody(template)},
		{Type: "data", Labels: typeAndName, Body: componentBody(schema.PluginDataSource, false)},
		sourceBlock(),
		{Type: "build", Ordered: true, Body: buildBody()}, // hcl2template/types.packer_config.go: builds start in this order
		{Type: "hcp_packer_registry", Body: registryBody(false)},
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

var typeAndName = []string{"type", "name"}

// freeBody is that of variables and locals.
//
// hcl2template/types.packer_config.go
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
		Blocks: []schema.Block{{Type: "required_plugins", Body: &schema.Body{
			Rest: schema.RestAttributes,
			RestValue: &schema.Value{
				Mode:   schema.Literal,
				Fields: args(literal, "version", "source"),
			},
			Free: true,
		}}},
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
			buildSourceBlock(),
			{Type: "provisioner", Labels: []string{"type"}, Ordered: true, Body: provisionerBody()},
			{Type: "error-cleanup-provisioner", Labels: []string{"type"}, Single: true, Body: provisionerBody()},
			postProcessorBlock(),
			{Type: "post-processors", Ordered: true, Body: &schema.Body{
				Blocks:  []schema.Block{postProcessorBlock()},
				Dynamic: true,
			}},
			{Type: "hcp_packer_registry", Single: true, Body: registryBody(true)},
			{Type: "from", Labels: []string{"type"}, Body: ignoredBody()},
		},
		Dynamic:  true,
		Sequence: [][]string{{"post-processor", "post-processors"}},
	}
}

// hcl2template/types.source.go
func sourceBlock() schema.Block {
	return schema.Block{
		Type: "source", Labels: typeAndName,
		Body:      componentBody(schema.Builder, true),
		Dependent: map[string]*schema.Body{"linode": linodeBody()},
	}
}

// hcl2template/types.source.go, decodeBuildSource
func buildSourceBlock() schema.Block {
	body := componentBody(schema.Builder, true)
	body.Attributes = args(literal, "name")
	return schema.Block{Type: "source", Labels: []string{"reference"}, Ordered: true, Body: body}
}

// hcl2template/types.build.provisioners.go
func provisionerBody() *schema.Body {
	body := componentBody(schema.Provisioner, true)
	body.Attributes = args(template,
		"name", "pause_before", "max_retries", "timeout", "continue_on_error", "only", "except", "override")
	return body
}

// hcl2template/types.build.post-processor.go
func postProcessorBlock() schema.Block {
	body := componentBody(schema.PostProcessor, true)
	body.Attributes = args(template, "name", "only", "except", "keep_input_artifact")
	return schema.Block{Type: "post-processor", Labels: []string{"type"}, Ordered: true, Body: body}
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

// pluginBody is a body whose schema a plugin defines. Where Packer expands
// dynamic blocks is a matter of the block around it.
//
// hcl2template/decode.go
func pluginBody(dynamic bool) *schema.Body {
	return &schema.Body{
		Blocks:  []schema.Block{sourceImageFilterBlock()},
		Rest:    schema.RestUnknown,
		Known:   pluginNames,
		Dynamic: dynamic,
	}
}

// componentBody is that of a plugin's component.
func componentBody(part schema.Part, dynamic bool) *schema.Body {
	body := pluginBody(dynamic)
	body.Part = part
	return body
}

// sourceImageFilterBlock is the place where filters is a block and not a map.
//
// packer-plugin-openstack, builder/openstack/run_config.go
func sourceImageFilterBlock() schema.Block {
	return schema.Block{Type: "source_image_filter", Single: true, Body: &schema.Body{
		Blocks: []schema.Block{{Type: "filters", Single: true, Body: &schema.Body{
			Rest: schema.RestAttributes,
		}}},
		Rest: schema.RestUnknown,
	}}
}

// linodeBody is the one where metadata is a block and not a map.
//
// packer-plugin-linode, builder/linode/config.go
func linodeBody() *schema.Body {
	body := componentBody(schema.Builder, true)
	body.Blocks = append(body.Blocks,
		schema.Block{Type: "metadata", Single: true, Body: &schema.Body{Rest: schema.RestAttributes}},
		schema.Block{Type: "config", Body: pluginBody(true)},
	)
	return body
}
