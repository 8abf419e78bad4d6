package opentofu

import (
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// metaArguments are those of resource, data and ephemeral blocks.
//
// internal/configs/resource.go, commonResourceAttributes
func metaArguments(t Target) []schema.Attribute {
	return slices.Concat(
		args(template, "count", "for_each"),
		args(providerReference(t), "provider"),
		args(traversals, "depends_on"),
	)
}

// internal/configs/resource.go, ResourceBlockSchema
func resourceBlock(t Target) schema.Block {
	body := func() *schema.Body {
		body := providerDefinedBody(schema.Resource)
		body.Attributes = metaArguments(t)
		body.Blocks = []schema.Block{
			{Type: "lifecycle", Single: true, Body: lifecycleBody(t)},
			connectionBlock(),
			provisionerBlock(),
			escapeBlock(providerDefinedBody(schema.Resource)),
		}
		body.Reserved = reserved(nil, "locals")
		return body
	}
	return schema.Block{
		Type: "resource", Labels: typeAndName, By: "provider", Distinct: true,
		Body: body(), Dependent: builtInBodies(t, schema.Resource, body),
	}
}

// internal/configs/resource.go, resourceLifecycleBlockSchema
func lifecycleBody(t Target) *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			// OpenTofu evaluates prevent_destroy in the native syntax, but its
			// validation refuses every JSON string there but "true" and "false"
			// (internal/tofu/node_resource_validate.go).
			args(literal, "create_before_destroy", "prevent_destroy"),
			args(&schema.Value{Mode: schema.Keyword, List: traversal}, "ignore_changes"),
			args(references, "replace_triggered_by"),
			only(t.isOpenTofu(), args(template, "enabled")...),
			only(t.isOpenTofu() || t.terraform(16), args(literal, "destroy")...),
		),
		Blocks: slices.Concat(
			conditionBlocks(),
			only(t.terraform(14), schema.Block{Type: "action_trigger", Body: actionTriggerBody(t)}),
		),
	}
}

// readLifecycleBody is the lifecycle of data and ephemeral blocks.
func readLifecycleBody(t Target) *schema.Body {
	return &schema.Body{
		Attributes: only(t.isOpenTofu(), args(template, "enabled")...),
		Blocks:     conditionBlocks(),
	}
}

func conditionBlocks() []schema.Block {
	return []schema.Block{
		{Type: "precondition", Body: conditionBody()},
		{Type: "postcondition", Body: conditionBody()},
	}
}

// terraform internal/configs/action.go, actionTriggerSchema
func actionTriggerBody(t Target) *schema.Body {
	return &schema.Body{Attributes: slices.Concat(
		args(keywords, "events"),
		args(references, "actions"),
		args(template, "condition"),
		only(t.terraform(16), args(keyword, "on_failure")...),
	)}
}

// internal/communicator/shared/shared.go: arguments only
func connectionBlock() schema.Block {
	return schema.Block{Type: "connection", Single: true, Body: &schema.Body{
		Rest: schema.RestAttributes, Dynamic: true,
	}}
}

// internal/configs/provisioner.go; the bodies in
// internal/builtin/provisioners/*/resource_provisioner.go: arguments only
func provisionerBlock() schema.Block {
	body := func() *schema.Body {
		return &schema.Body{
			Attributes: args(keyword, "when", "on_failure"),
			Blocks: []schema.Block{
				connectionBlock(),
				escapeBlock(&schema.Body{Rest: schema.RestAttributes, Dynamic: true}),
			},
			Rest:     schema.RestAttributes,
			Reserved: reserved(nil, "lifecycle"),
			Dynamic:  true,
		}
	}
	block := schema.Block{
		Type: "provisioner", Labels: []string{"type"}, Ordered: true,
		Body: body(), Dependent: map[string]*schema.Body{},
	}
	for typ, names := range provisioners {
		block.Dependent[typ] = body()
		define(block.Dependent[typ], "Provisioner "+typ, &schema.Body{Attributes: args(template, names...)})
	}
	return block
}

// readBody is that of data and ephemeral blocks.
func readBody(t Target, part schema.Part) *schema.Body {
	body := providerDefinedBody(part)
	body.Attributes = metaArguments(t)
	body.Blocks = []schema.Block{
		{Type: "lifecycle", Single: true, Body: readLifecycleBody(t)},
		escapeBlock(providerDefinedBody(part)),
	}
	body.Reserved = reserved(nil, "locals")
	return body
}

// internal/configs/resource.go, dataBlockSchema
func dataBlock(t Target) schema.Block {
	body := func() *schema.Body { return readBody(t, schema.DataSource) }
	return schema.Block{
		Type: "data", Labels: typeAndName, By: "provider", Distinct: true,
		Body: body(), Dependent: builtInBodies(t, schema.DataSource, body),
	}
}

// terraform internal/configs/resource.go, ephemeralBlockSchema
func ephemeralBody(t Target) *schema.Body {
	return readBody(t, schema.EphemeralResource)
}

// internal/configs/checks.go, checkBlockSchema
func checkBody(t Target) *schema.Body {
	data := dataBlock(t)
	data.Single = true
	return &schema.Body{Blocks: []schema.Block{
		data,
		{Type: "assert", Body: conditionBody()},
	}}
}

// internal/configs/import.go, importBlockSchema
func importBody(t Target) *schema.Body {
	return &schema.Body{Attributes: slices.Concat(
		args(reference, "to"),
		args(template, "id", "for_each"),
		args(providerReference(t), "provider"),
		only(t.isOpenTofu() || t.terraform(12), args(template, "identity")...),
	)}
}

// internal/configs/moved.go, movedBlockSchema
func movedBody() *schema.Body {
	return &schema.Body{Attributes: args(traversal, "from", "to")}
}

// internal/configs/removed.go, removedBlockSchema
func removedBody(t Target) *schema.Body {
	return &schema.Body{
		Attributes: args(traversal, "from"),
		Blocks: slices.Concat(
			[]schema.Block{
				{Type: "lifecycle", Single: true, Body: &schema.Body{Attributes: args(literal, "destroy")}},
				provisionerBlock(),
			},
			only(t.isTerraform(), connectionBlock()),
		),
	}
}

// terraform internal/configs/action.go, actionBlockSchema
func actionBody() *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			args(template, "count", "for_each"),
			args(traversal, "provider"),
		),
		Blocks: []schema.Block{{Type: "config", Single: true, Body: providerDefinedBody(schema.Action)}},
	}
}
