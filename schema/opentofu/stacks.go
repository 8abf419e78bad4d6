package opentofu

import (
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// Components is the language of .tfcomponent.hcl files (stacks), which Terraform
// alone reads.
//
// terraform internal/stacks/stackconfig/file.go, rootConfigSchema
func Components(t Target) *schema.Dialect {
	return language(t, "stack", &schema.Body{
		Attributes: args(keyword, "language"),
		Blocks: []schema.Block{
			{Type: "component", Labels: []string{"name"}, Body: componentBody()},
			{Type: "stack", Labels: []string{"name"}, Body: embeddedStackBody()},
			{Type: "variable", Labels: []string{"name"}, Body: stackVariableBody()},
			{Type: "locals", Body: localsBody()},
			{Type: "output", Labels: []string{"name"}, Body: stackOutputBody()},
			{Type: "provider", Labels: typeAndName, Body: stackProviderBody()},
			{Type: "required_providers", Single: true, Body: requiredProvidersBody()},
			{Type: "removed", Body: stackRemovedBody()},
		},
	})
}

// stackProviders maps the names of a component's providers to the stack's.
//
// terraform internal/stacks/stackconfig/component.go
var stackProviders = &schema.Value{Mode: schema.Template, MapKey: traversal, MapValue: &schema.Value{}}

// terraform internal/stacks/stackconfig/component.go, componentBlockSchema
func componentBody() *schema.Body {
	return &schema.Body{Attributes: slices.Concat(
		args(literal, "source", "version"),
		args(template, "for_each", "inputs"),
		args(stackProviders, "providers"),
		args(traversals, "depends_on"),
	)}
}

// terraform internal/stacks/stackconfig/embedded_stack.go, embeddedStackBlockSchema
func embeddedStackBody() *schema.Body {
	return &schema.Body{Attributes: slices.Concat(
		args(literal, "source", "version"),
		args(template, "for_each", "inputs"),
		args(traversals, "depends_on"),
	)}
}

// terraform internal/stacks/stackconfig/removed.go, removedBlockSchema
func stackRemovedBody() *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			args(reference, "from"),
			args(literal, "source", "version"),
			args(template, "for_each", "inputs"),
			args(stackProviders, "providers"),
		),
		Blocks: []schema.Block{{Type: "lifecycle", Single: true,
			Body: &schema.Body{Attributes: args(literal, "destroy")}}},
	}
}

// terraform internal/stacks/stackconfig/input_variable.go, inputVariableBlockSchema
func stackVariableBody() *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			args(typeExpr, "type"),
			args(literal, "default", "description", "sensitive", "ephemeral"),
		),
		Blocks: []schema.Block{{Type: "validation", Body: validationBody()}},
	}
}

// terraform internal/stacks/stackconfig/output_value.go, outputValueBlockSchema
func stackOutputBody() *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			args(typeExpr, "type"),
			args(template, "value"),
			args(literal, "description", "sensitive", "ephemeral"),
		),
		Blocks: []schema.Block{{Type: "precondition", Body: conditionBody()}},
	}
}

// The body of config is decoded without dynamic blocks.
//
// terraform internal/stacks/stackconfig/provider_config.go, providerConfigBlockSchema
func stackProviderBody() *schema.Body {
	config := providerDefinedBody(schema.ProviderConfig)
	config.Dynamic = false
	return &schema.Body{
		Attributes: args(template, "for_each"),
		Blocks:     []schema.Block{{Type: "config", Single: true, Body: config}},
	}
}
