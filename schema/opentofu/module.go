package opentofu

import (
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// internal/configs/module_call.go, moduleBlockSchema
func moduleBody(t Target) *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			args(moduleSourceValue(t), "source", "version"),
			args(template, "count", "for_each"),
			args(traversals, "depends_on"),
			args(providerReferences(t), "providers"),
			only(t.terraform(15), args(template, "ignore_nested_deprecations")...),
		),
		Blocks: slices.Concat(
			only(t.isOpenTofu(), schema.Block{Type: "lifecycle", Single: true, Body: &schema.Body{
				Attributes: args(template, "enabled"),
			}}),
			[]schema.Block{escapeBlock(&schema.Body{Rest: schema.RestAttributes})},
		),
		Rest:     schema.RestAttributes, // the module's inputs
		Reserved: reserved(nil, slices.Concat([]string{"locals", "provider"}, only(t.isTerraform(), "lifecycle"))...),
	}
}

func providerBlock(t Target) schema.Block {
	body := func() *schema.Body { return providerBody(t) }
	return schema.Block{
		Type: "provider", Labels: []string{"name"}, Distinct: true, Apart: "alias",
		Body: body(), Dependent: builtInBodies(t, schema.ProviderConfig, body),
	}
}

// internal/configs/provider.go, providerBlockSchema
func providerBody(t Target) *schema.Body {
	body := providerDefinedBody(schema.ProviderConfig)
	body.Attributes = slices.Concat(
		args(literal, "alias", "version"),
		only(t.isOpenTofu(), args(template, "for_each")...),
	)
	body.Blocks = []schema.Block{escapeBlock(providerDefinedBody(schema.ProviderConfig))}
	body.Reserved = reserved(
		slices.Concat([]string{"count", "depends_on", "source"}, only(t.isTerraform(), "for_each")),
		"lifecycle", "locals",
	)
	return body
}

// providerDefinedBody is a body which that part of a provider's schema defines.
func providerDefinedBody(part schema.Part) *schema.Body {
	return &schema.Body{Part: part, Rest: schema.RestUnknown, Known: providerNames, Dynamic: true}
}

// escapeBlock is the "_" block, in which the names of meta-arguments mean
// arguments that the provider, provisioner or module defines.
func escapeBlock(body *schema.Body) schema.Block {
	return schema.Block{Type: "_", Single: true, Escape: true, Body: body}
}

// reserved are names that mean nothing yet.
func reserved(arguments []string, blocks ...string) *schema.Body {
	body := &schema.Body{Attributes: args(template, arguments...)}
	for _, typ := range blocks {
		body.Blocks = append(body.Blocks, schema.Block{Type: typ})
	}
	return body
}
