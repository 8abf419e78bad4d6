package main

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

type (
	attributes = []*tfprotov5.SchemaAttribute
	blocks     = []*tfprotov5.SchemaNestedBlock
)

func optional(name string, of tftypes.Type) *tfprotov5.SchemaAttribute {
	return &tfprotov5.SchemaAttribute{Name: name, Type: of, Optional: true}
}

func text(name string) *tfprotov5.SchemaAttribute {
	return optional(name, tftypes.String)
}

func id() *tfprotov5.SchemaAttribute {
	return &tfprotov5.SchemaAttribute{Name: "id", Type: tftypes.String, Optional: true, Computed: true}
}

func body(a attributes, b blocks) *tfprotov5.SchemaBlock {
	return &tfprotov5.SchemaBlock{Attributes: a, BlockTypes: b}
}

func provider() *tfprotov5.Schema {
	return &tfprotov5.Schema{Block: body(attributes{text("region")}, blocks{
		{TypeName: "features", Nesting: tfprotov5.SchemaNestedBlockNestingModeList, MaxItems: 1,
			Block: body(attributes{text("level")}, nil)},
	})}
}

// modes contains the nesting modes of blocks, with two levels of each.
func modes() *tfprotov5.Schema {
	inner := func() blocks { return eachMode("inner_", nil) }
	block := body(
		attributes{
			id(),
			{Name: "name", Type: tftypes.String, Required: true, Description: "The `name`.",
				DescriptionKind: tfprotov5.StringKindMarkdown},
			{Name: "secret", Type: tftypes.String, Optional: true, Sensitive: true, Deprecated: true},
			{Name: "password", Type: tftypes.String, Optional: true, WriteOnly: true},
			optional("anything", tftypes.DynamicPseudoType),
			optional("tags", tftypes.Map{ElementType: tftypes.String}),
			optional("matrix", tftypes.List{ElementType: tftypes.Set{ElementType: tftypes.Number}}),
		},
		append(eachMode("", inner),
			&tfprotov5.SchemaNestedBlock{
				TypeName: "timeouts", Nesting: tfprotov5.SchemaNestedBlockNestingModeSingle,
				Block: body(attributes{text("create")}, nil),
			},
			&tfprotov5.SchemaNestedBlock{
				TypeName: "one", Nesting: tfprotov5.SchemaNestedBlockNestingModeList, MinItems: 0, MaxItems: 1,
				Block: body(attributes{text("value")}, nil),
			},
		),
	)
	block.Description = "Blocks of each nesting mode."
	return &tfprotov5.Schema{Version: 3, Block: block}
}

// eachMode returns a block of each nesting mode.
func eachMode(prefix string, inner func() blocks) blocks {
	var all blocks
	for _, mode := range []struct {
		name string
		mode tfprotov5.SchemaNestedBlockNestingMode
	}{
		{"group", tfprotov5.SchemaNestedBlockNestingModeGroup},
		{"list", tfprotov5.SchemaNestedBlockNestingModeList},
		{"map", tfprotov5.SchemaNestedBlockNestingModeMap},
		{"set", tfprotov5.SchemaNestedBlockNestingModeSet},
		{"single", tfprotov5.SchemaNestedBlockNestingModeSingle},
	} {
		b := body(attributes{text("value"), optional("size", tftypes.Number), optional("on", tftypes.Bool)}, nil)
		if inner != nil {
			b.BlockTypes = inner()
		}
		all = append(all, &tfprotov5.SchemaNestedBlock{TypeName: prefix + mode.name, Nesting: mode.mode, Block: b})
	}
	return all
}

// objects contains lists and sets of objects, which the products accept as blocks.
func objects() *tfprotov5.Schema {
	object := func(types map[string]tftypes.Type) tftypes.Type { return tftypes.Object{AttributeTypes: types} }
	port := object(map[string]tftypes.Type{"from": tftypes.Number, "to": tftypes.Number})
	rule := object(map[string]tftypes.Type{
		"description": tftypes.String,
		"cidrs":       tftypes.List{ElementType: tftypes.String},
		"port":        tftypes.List{ElementType: port},
	})
	return &tfprotov5.Schema{Block: body(
		attributes{
			id(),
			text("name"),
			optional("ingress", tftypes.List{ElementType: rule}),
			optional("egress", tftypes.Set{ElementType: rule}),
			optional("ports", tftypes.Set{ElementType: port}),
		},
		blocks{{
			TypeName: "disk", Nesting: tfprotov5.SchemaNestedBlockNestingModeSet, MinItems: 0, MaxItems: 4,
			Block: body(attributes{text("size"), optional("partition", tftypes.List{ElementType: port})}, nil),
		}},
	)}
}

func lookup() *tfprotov5.Schema {
	return &tfprotov5.Schema{Version: 1, Block: body(
		attributes{text("name"), optional("ids", tftypes.List{ElementType: tftypes.String})},
		blocks{{
			TypeName: "filter", Nesting: tfprotov5.SchemaNestedBlockNestingModeSet,
			Block: body(attributes{text("name"), optional("values", tftypes.Set{ElementType: tftypes.String})}, nil),
		}},
	)}
}
