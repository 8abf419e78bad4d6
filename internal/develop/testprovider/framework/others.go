package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	acting "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	data "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	passing "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// lookup is a data source that returns its query.
type lookup struct{}

// Metadata sets the name.
func (lookup) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_lookup"
}

// Schema sets the schema.
func (lookup) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = data.Schema{
		Attributes: map[string]data.Attribute{
			"id":   data.StringAttribute{Computed: true},
			"name": data.StringAttribute{Optional: true},
			"options": data.MapNestedAttribute{Optional: true, NestedObject: data.NestedAttributeObject{
				Attributes: map[string]data.Attribute{"value": data.StringAttribute{Optional: true}},
			}},
		},
		Blocks: map[string]data.Block{
			"filter": data.SetNestedBlock{NestedObject: data.NestedBlockObject{
				Attributes: map[string]data.Attribute{
					"name":   data.StringAttribute{Required: true},
					"values": data.ListAttribute{ElementType: types.StringType, Required: true},
				},
			}},
		},
	}
}

// Read returns the configuration with a constant id.
func (lookup) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	resp.State.Raw = req.Config.Raw
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), "the-lookup")...)
}

// secret is an ephemeral resource that returns its argument.
type secret struct{}

// Metadata sets the name.
func (secret) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_secret"
}

// Schema sets the schema.
func (secret) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = passing.Schema{
		Attributes: map[string]passing.Attribute{"name": passing.StringAttribute{Required: true}},
		Blocks: map[string]passing.Block{
			"part": passing.ListNestedBlock{NestedObject: passing.NestedBlockObject{
				Attributes: map[string]passing.Attribute{"value": passing.StringAttribute{Optional: true}},
			}},
		},
	}
}

// Open returns the configuration.
func (secret) Open(_ context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	resp.Result.Raw = req.Config.Raw
}

// refresh is an action that does nothing.
type refresh struct{}

// Metadata sets the name.
func (refresh) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_refresh"
}

// Schema sets the schema.
func (refresh) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = acting.Schema{
		Attributes: map[string]acting.Attribute{"name": acting.StringAttribute{Required: true}},
		Blocks: map[string]acting.Block{
			"step": acting.ListNestedBlock{NestedObject: acting.NestedBlockObject{
				Attributes: map[string]acting.Attribute{"value": acting.StringAttribute{Optional: true}},
			}},
		},
	}
}

// Invoke does nothing.
func (refresh) Invoke(context.Context, action.InvokeRequest, *action.InvokeResponse) {}

// first is a function that returns the first of its arguments.
type first struct{}

// Metadata sets the name.
func (first) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "first"
}

// Definition sets the parameters and the type of the result.
func (first) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "The first argument.",
		MarkdownDescription: "The *first* argument.",
		DeprecationMessage:  "Write it without.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "one", Description: "It.", AllowNullValue: true}},
		VariadicParameter: function.ListParameter{Name: "others", ElementType: types.StringType},
		Return:            function.StringReturn{},
	}
}

// Run returns the first argument.
func (first) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var one types.String
	resp.Error = req.Arguments.GetArgument(ctx, 0, &one)
	if resp.Error == nil {
		resp.Error = resp.Result.Set(ctx, one)
	}
}
