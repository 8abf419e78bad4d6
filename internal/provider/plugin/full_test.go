package plugin_test

import "github.com/hcljson/hcljson/internal/provider/plugin/internal/wire"

var nestings = map[wire.Nesting]string{
	wire.Single: "SINGLE", wire.List: "LIST", wire.Set: "SET", wire.Map: "MAP", wire.Group: "GROUP",
}

// full6 returns a complete answer of protocol 6.
func full6() *wire.Response {
	leaf := []*wire.Attribute{{Name: "leaf", Type: typeJSON("bool"), Optional: true}}
	nested := func(mode wire.Nesting) *wire.Attribute {
		return &wire.Attribute{Name: "in_" + nestings[mode], Optional: true,
			NestedType: &wire.Object{Nesting: mode, Attributes: leaf}}
	}
	block := &wire.Block{
		Description:     "A *block*.",
		DescriptionKind: wire.Markdown,
		Deprecated:      true,
		Attributes: []*wire.Attribute{
			{Name: "required", Type: typeJSON("string"), Required: true, Description: "It.", DescriptionKind: wire.Markdown},
			{Name: "optional", Type: typeJSON([]any{"list", []any{"object", map[string]any{"a": "number"}}}), Optional: true,
				Sensitive: true},
			{Name: "computed", Type: typeJSON("dynamic"), Computed: true, Deprecated: true},
			{Name: "written", Type: typeJSON([]any{"map", []any{"tuple", []any{"string"}}}), Optional: true, WriteOnly: true},
			nested(wire.Single), nested(wire.List), nested(wire.Set), nested(wire.Map),
		},
	}
	for mode, name := range nestings {
		block.BlockTypes = append(block.BlockTypes, &wire.NestedBlock{
			TypeName: "b_" + name, Nesting: mode, MinItems: 1, MaxItems: 3, Block: &wire.Block{Attributes: leaf},
		})
	}
	schema := func(version int64) *wire.Schema { return &wire.Schema{Version: version, Block: block} }
	return &wire.Response{
		Provider:                 schema(1),
		ResourceSchemas:          map[string]*wire.Schema{"r": schema(2)},
		DataSourceSchemas:        map[string]*wire.Schema{"d": schema(3)},
		EphemeralResourceSchemas: map[string]*wire.Schema{"e": schema(4)},
		ListResourceSchemas:      map[string]*wire.Schema{"l": schema(5)},
		StateStoreSchemas:        map[string]*wire.Schema{"s": schema(6)},
		ActionSchemas:            map[string]*wire.Action{"a": {Schema: schema(0)}},
		Functions:                fullFunctions(),
	}
}

func fullFunctions() map[string]*wire.Function {
	return map[string]*wire.Function{"f": {
		Parameters:         []*wire.Parameter{{Name: "p", Type: typeJSON("string"), AllowNullValue: true, Description: "P."}},
		VariadicParameter:  &wire.Parameter{Name: "v", Type: typeJSON("number")},
		Return:             &wire.Return{Type: typeJSON("bool")},
		Summary:            "S.",
		Description:        "D.",
		DeprecationMessage: "No more.",
	}}
}

// full5 returns a complete answer of protocol 5.
func full5() *wire.Response {
	written := &wire.Attribute{Name: "written", Type: typeJSON("bool"), Optional: true, WriteOnly5: true}
	block := &wire.Block{
		Description:     "A *block*.",
		DescriptionKind: wire.Markdown,
		Deprecated:      true,
		Attributes: []*wire.Attribute{
			{Name: "required", Type: typeJSON("string"), Required: true, Description: "It.", DescriptionKind: wire.Markdown},
			{Name: "optional", Type: typeJSON("number"), Optional: true, Sensitive: true},
			{Name: "computed", Type: typeJSON("dynamic"), Computed: true, Deprecated: true},
			written,
		},
		BlockTypes: []*wire.NestedBlock{{
			TypeName: "b", Nesting: wire.Group, MinItems: 1, MaxItems: 3,
			Block: &wire.Block{Attributes: []*wire.Attribute{{Name: "leaf", Type: typeJSON("bool"), Optional: true}}},
		}},
	}
	schema := func(version int64) *wire.Schema { return &wire.Schema{Version: version, Block: block} }
	return &wire.Response{
		Provider:                 schema(1),
		ResourceSchemas:          map[string]*wire.Schema{"r": schema(2)},
		DataSourceSchemas:        map[string]*wire.Schema{"d": schema(3)},
		EphemeralResourceSchemas: map[string]*wire.Schema{"e": schema(4)},
		ListResourceSchemas:      map[string]*wire.Schema{"l": schema(5)},
		ActionSchemas:            map[string]*wire.Action{"a": {Schema: schema(0)}},
		Functions:                fullFunctions(),
	}
}
