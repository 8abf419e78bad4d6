package opentofu

import (
	"slices"

	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// Tests returns the language of .tftest.hcl and .tofutest.hcl files.
//
// internal/configs/test_file.go, testFileSchema; terraform the same file
func Tests(t Target) *schema.Dialect {
	d := language(t, "test", &tables.Body{Blocks: slices.Concat(
		since(t, 6, 6, tables.Block{Type: "run", Labels: []string{"name"}, Ordered: true, Body: runBody(t)}),
		[]tables.Block{
			{Type: "variables", Single: true, Body: localsBody()},
			providerBlock(t),
		},
		since(t, 8, 7, tables.Block{
			Type: "mock_provider", Labels: []string{"name"}, OfProvider: true, Body: mockProviderBody(t),
		}),
		overrideBlocks(t),
		since(t, never, 12, tables.Block{Type: "test", Single: true, Body: &tables.Body{
			Attributes: slices.Concat(args(literal, "parallel"), since(t, never, 14, args(literal, "skip_cleanup")...)),
		}}),
		since(t, never, 13, tables.Block{Type: "variable", Labels: []string{"name"}, Body: variableBody(t)}),
	)})
	conventions.Of(d).Outside = outsideTests
	return d
}

// outsideTests excludes the runs of other modules, because they contain values for these modules.
var outsideTests = &conventions.Outside{
	Values: []string{"variables", "run[module.source == null].variables"},
	Other:  "module", Source: "source", Inputs: "variables", Directory: loading.TestDirectory,
	Override: "override_module", OverrideTarget: "target", Outputs: "outputs", Mocks: "mock_provider",
}

// Mocks returns the language of .tfmock.hcl files, which only Terraform reads.
//
// terraform internal/configs/mock_provider.go, mockDataSchema
func Mocks(t Target) *schema.Dialect {
	d := language(t, "mock", &tables.Body{
		Blocks: slices.Concat(mockBlocks(t), overrideResourceBlocks(t)),
	})
	conventions.Of(d).Outside = &conventions.Outside{IsMock: true}
	return d
}

// internal/configs/test_file.go, testRunBlockSchema
func runBody(t Target) *tables.Body {
	return &tables.Body{
		Attributes: slices.Concat(
			args(unquotedKeyword, "command"),
			args(providerReferences(t), "providers"),
			args(traversals, "expect_failures"),
			since(t, never, 11, args(literal, "state_key")...),
			since(t, never, 12, args(literal, "parallel")...),
			since(t, never, 14, args(literal, "skip_cleanup")...),
		),
		Blocks: slices.Concat(
			[]tables.Block{
				{Type: "plan_options", Single: true, Body: planOptionsBody()},
				{Type: "assert", Body: conditionBody()},
				{Type: "variables", Single: true, Body: localsBody()},
				{Type: "module", Single: true, Body: &tables.Body{Attributes: args(literal, "source", "version")}},
			},
			overrideBlocks(t),
			since(t, never, 14, backendBlock(t)),
		),
	}
}

// internal/configs/test_file.go, testRunOptionsBlockSchema
func planOptionsBody() *tables.Body {
	return &tables.Body{Attributes: slices.Concat(
		args(unquotedKeyword, "mode"),
		args(literal, "refresh"),
		args(traversals, "replace", "target"),
	)}
}

// internal/configs/test_file.go, mockProviderBlockSchema; terraform
// internal/configs/mock_provider.go
func mockProviderBody(t Target) *tables.Body {
	return &tables.Body{
		Attributes: slices.Concat(
			args(literal, "alias"),
			since(t, 11, never, args(template, "for_each")...),
			since(t, never, 7, args(literal, "source")...),
			overrideDuring(t),
		),
		Blocks: slices.Concat(mockBlocks(t), overrideResourceBlocks(t)),
	}
}

func mockBlocks(t Target) []tables.Block {
	block := func(name string) tables.Block {
		return tables.Block{Type: name, Labels: []string{"type"}, Body: &tables.Body{
			Attributes: slices.Concat(args(mockValue(t), "defaults"), overrideDuring(t)),
		}}
	}
	return []tables.Block{block("mock_resource"), block("mock_data")}
}

// overrideBlocks returns the override blocks of test files and runs.
func overrideBlocks(t Target) []tables.Block {
	return slices.Concat(since(t, 8, 7, overrideBlock(t, "override_module", unquotedTraversal, "outputs")),
		overrideResourceBlocks(t))
}

// overrideResourceBlocks returns the override blocks of resources and data sources. From OpenTofu
// 1.13 on, the target is a pattern; [*] matches any key.
//
// internal/configs/test_file.go, decodeOverrideResourceBlock
func overrideResourceBlocks(t Target) []tables.Block {
	target := unquotedTraversal
	if t.opentofu(13) {
		target = unquotedReference
	}
	return since(t, 8, 7,
		overrideBlock(t, "override_resource", target, "values"),
		overrideBlock(t, "override_data", target, "values"),
	)
}

func overrideBlock(t Target, name string, target *tables.Value, values string) tables.Block {
	return tables.Block{Type: name, Body: &tables.Body{Attributes: slices.Concat(
		args(target, "target"),
		args(mockValue(t), values),
		overrideDuring(t),
	)}}
}

func overrideDuring(t Target) []tables.Attribute {
	return since(t, never, 11, args(unquotedKeyword, "override_during")...)
}

// Query returns the language of .tfquery.hcl files, which only Terraform reads.
//
// terraform internal/configs/query_file.go, queryFileSchema
func Query(t Target) *schema.Dialect {
	d := language(t, "query", &tables.Body{Blocks: []tables.Block{
		{Type: "list", Labels: typeAndName, By: "provider", Body: &tables.Body{
			Attributes: slices.Concat(
				args(traversal, "provider"),
				args(template, "count", "for_each", "include_resource", "limit"),
			),
			Blocks: []tables.Block{{Type: "config", Single: true, Body: providerDefinedBody(tables.ListResource)}},
		}},
		providerBlock(t),
		{Type: "variable", Labels: []string{"name"}, Body: variableBody(t)},
		{Type: "locals", Body: localsBody()},
	}})
	conventions.Of(d).Outside = &conventions.Outside{}
	return d
}

// Components returns the language of .tfcomponent.hcl files (stacks), which only Terraform reads.
//
// terraform internal/stacks/stackconfig/file.go, rootConfigSchema
func Components(t Target) *schema.Dialect {
	d := language(t, "stack", &tables.Body{
		Attributes: args(unquotedKeyword, "language"),
		Blocks: []tables.Block{
			{Type: "component", Labels: []string{"name"}, Body: componentBody()},
			{Type: "stack", Labels: []string{"name"}, Body: embeddedStackBody()},
			{Type: "variable", Labels: []string{"name"}, Body: stackVariableBody(t)},
			{Type: "locals", Body: localsBody()},
			{Type: "output", Labels: []string{"name"}, Body: stackOutputBody()},
			{Type: "provider", Labels: typeAndName, Body: stackProviderBody()},
			{Type: "required_providers", Single: true, Body: requiredProvidersBody()},
			{Type: "removed", Body: stackRemovedBody()},
		},
	})
	// terraform internal/stacks/stackaddrs/reference.go, ParseReference
	conventions.Of(d).Style = &conventions.Style{Declarations: []conventions.Declaration{
		{Type: "variable", Root: "var", Labels: 1, Public: true}, {Type: "locals", Root: "local"},
		{Type: "component", Root: "component", Labels: 1, Unmoved: true},
		{Type: "stack", Root: "stack", Labels: 1, Unmoved: true},
		{Type: "provider", Root: "provider", Labels: 2},
	}, Components: conventions.ComponentsRow{Type: "component", Source: "source", Inputs: "inputs"}}
	return d
}

// stackProviders is the rule for a map from the names of a component's providers to the stack's
// providers.
//
// terraform internal/stacks/stackconfig/component.go
var stackProviders = &tables.Value{Mode: tables.Template, MapKey: traversal, MapValue: &tables.Value{}}

// terraform internal/stacks/stackconfig/component.go, componentBlockSchema
func componentBody() *tables.Body {
	return &tables.Body{Attributes: slices.Concat(
		args(literal, "source", "version"),
		args(template, "for_each", "inputs"),
		args(stackProviders, "providers"),
		args(traversals, "depends_on"),
	)}
}

// terraform internal/stacks/stackconfig/embedded_stack.go, embeddedStackBlockSchema
func embeddedStackBody() *tables.Body {
	return &tables.Body{Attributes: slices.Concat(
		args(literal, "source", "version"),
		args(template, "for_each", "inputs"),
		args(traversals, "depends_on"),
	)}
}

// stackRemovedBody returns the body of removed. An index of from that is an expression is valid only
// in native syntax (terraform internal/stacks/stackaddrs/removed.go, exprToComponentTraversal).
//
// terraform internal/stacks/stackconfig/removed.go, removedBlockSchema
func stackRemovedBody() *tables.Body {
	return &tables.Body{
		Attributes: slices.Concat(
			args(nativeReference, "from"),
			args(literal, "source", "version"),
			args(template, "for_each", "inputs"),
			args(stackProviders, "providers"),
		),
		Blocks: []tables.Block{{Type: "lifecycle", Single: true,
			Body: &tables.Body{Attributes: args(literal, "destroy")}}},
	}
}

// stackType is the rule for a type constraint that may contain providerconfig.
//
// terraform internal/stacks/stackconfig/typeexpr
var stackType = &tables.Value{Mode: tables.Type}

// terraform internal/stacks/stackconfig/input_variable.go, inputVariableBlockSchema
func stackVariableBody(t Target) *tables.Body {
	return &tables.Body{
		Attributes: slices.Concat(
			args(stackType, "type"),
			args(literal, "default", "description", "sensitive", "ephemeral"),
		),
		Blocks: []tables.Block{{Type: "validation", Body: validationBody(t)}},
	}
}

// terraform internal/stacks/stackconfig/output_value.go, outputValueBlockSchema
func stackOutputBody() *tables.Body {
	return &tables.Body{
		Attributes: slices.Concat(
			args(stackType, "type"),
			args(template, "value"),
			args(literal, "description", "sensitive", "ephemeral"),
		),
		Blocks: []tables.Block{{Type: "precondition", Body: conditionBody()}},
	}
}

// stackProviderBody returns the body of a stack's provider. The body of config does not support
// dynamic blocks.
//
// terraform internal/stacks/stackconfig/provider_config.go, providerConfigBlockSchema
func stackProviderBody() *tables.Body {
	config := providerDefinedBody(tables.ProviderConfig)
	config.Dynamic = false
	return &tables.Body{
		Attributes: args(template, "for_each"),
		Blocks:     []tables.Block{{Type: "config", Single: true, Body: config}},
	}
}

// Variables returns the language of .tfvars files.
//
// internal/command/meta_vars.go
func Variables(t Target) *schema.Dialect {
	return &schema.Dialect{Name: "tfvars", Product: t.Product.title(), Root: &tables.Body{
		Attributes: []tables.Attribute{{
			Name:  "variable",
			Value: literal,
			NoJSON: `In a .tfvars.json file, a property "variable" that holds objects is taken for a ` +
				`misplaced variable block.`,
		}},
		Remain:         tables.RemainAttributes,
		RemainValue:    literal,
		JustAttributes: true,
	}, Facts: &conventions.Facts{Outside: &conventions.Outside{Values: []string{"."}}}}
}
