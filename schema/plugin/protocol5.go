package plugin

import "github.com/hcljson/hcljson/schema/plugin/internal/wire"

// fromProtocol5 returns the answer of protocol 5 as one of protocol 6, which has
// all that protocol 5 has.
func fromProtocol5(in *wire.Response5) *wire.Response6 {
	out := &wire.Response6{
		Provider:                 schemaOf5(in.Provider),
		ResourceSchemas:          schemasOf5(in.ResourceSchemas),
		DataSourceSchemas:        schemasOf5(in.DataSourceSchemas),
		EphemeralResourceSchemas: schemasOf5(in.EphemeralResourceSchemas),
		ListResourceSchemas:      schemasOf5(in.ListResourceSchemas),
		ActionSchemas:            map[string]*wire.Action6{},
		Functions:                in.Functions,
		Diagnostics:              in.Diagnostics,
	}
	for name, action := range in.ActionSchemas {
		out.ActionSchemas[name] = &wire.Action6{Schema: schemaOf5(action.GetSchema())}
	}
	return out
}

func schemasOf5(in map[string]*wire.Schema5) map[string]*wire.Schema6 {
	out := map[string]*wire.Schema6{}
	for name, schema := range in {
		out[name] = schemaOf5(schema)
	}
	return out
}

func schemaOf5(in *wire.Schema5) *wire.Schema6 {
	if in == nil {
		return nil
	}
	return &wire.Schema6{Version: in.Version, Block: blockOf5(in.Block)}
}

func blockOf5(in *wire.Block5) *wire.Block6 {
	if in == nil {
		return nil
	}
	out := &wire.Block6{Description: in.Description, DescriptionKind: in.DescriptionKind, Deprecated: in.Deprecated}
	for _, a := range in.Attributes {
		out.Attributes = append(out.Attributes, &wire.Attribute6{
			Name:            a.Name,
			Type:            a.Type,
			Description:     a.Description,
			DescriptionKind: a.DescriptionKind,
			Required:        a.Required,
			Optional:        a.Optional,
			Computed:        a.Computed,
			Sensitive:       a.Sensitive,
			Deprecated:      a.Deprecated,
			WriteOnly:       a.WriteOnly,
		})
	}
	for _, b := range in.BlockTypes {
		out.BlockTypes = append(out.BlockTypes, &wire.NestedBlock6{
			TypeName: b.TypeName,
			Block:    blockOf5(b.Block),
			Nesting:  b.Nesting,
			MinItems: b.MinItems,
			MaxItems: b.MaxItems,
		})
	}
	return out
}
