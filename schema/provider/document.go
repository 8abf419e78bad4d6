package provider

import (
	"encoding/json"

	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"
)

// Document returns a provider's schema as "providers schema -json" prints it,
// reduced to what says how a configuration is read: names, types, nesting, and
// whether an argument is required, optional, computed, sensitive or deprecated.
// Descriptions and functions are left out. [Read] reads it.
func Document(address tfaddr.Provider, s *tfjson.ProviderSchema) ([]byte, error) {
	return json.Marshal(&tfjson.ProviderSchemas{
		FormatVersion: "1.0",
		Schemas: map[string]*tfjson.ProviderSchema{address.String(): {
			ConfigSchema:             reduced(s.ConfigSchema),
			ResourceSchemas:          allReduced(s.ResourceSchemas),
			DataSourceSchemas:        allReduced(s.DataSourceSchemas),
			EphemeralResourceSchemas: allReduced(s.EphemeralResourceSchemas),
			ListResourceSchemas:      allReduced(s.ListResourceSchemas),
			ActionSchemas:            reducedActions(s.ActionSchemas),
			StateStoreSchemas:        allReduced(s.StateStoreSchemas),
		}},
	})
}

func allReduced(schemas map[string]*tfjson.Schema) map[string]*tfjson.Schema {
	list := make(map[string]*tfjson.Schema, len(schemas))
	for name, s := range schemas {
		list[name] = reduced(s)
	}
	return list
}

func reduced(s *tfjson.Schema) *tfjson.Schema {
	if s == nil {
		return nil
	}
	return &tfjson.Schema{Version: s.Version, Block: reducedBlock(s.Block)}
}

func reducedActions(actions map[string]*tfjson.ActionSchema) map[string]*tfjson.ActionSchema {
	list := make(map[string]*tfjson.ActionSchema, len(actions))
	for name, a := range actions {
		if a != nil {
			list[name] = &tfjson.ActionSchema{Block: reducedBlock(a.Block)}
		}
	}
	return list
}

func reducedBlock(b *tfjson.SchemaBlock) *tfjson.SchemaBlock {
	if b == nil {
		return nil
	}
	c := &tfjson.SchemaBlock{Attributes: reducedAttributes(b.Attributes),
		NestedBlocks: make(map[string]*tfjson.SchemaBlockType, len(b.NestedBlocks))}
	for name, nested := range b.NestedBlocks {
		if nested != nil {
			n := *nested
			n.Block = reducedBlock(nested.Block)
			c.NestedBlocks[name] = &n
		}
	}
	return c
}

func reducedAttributes(attributes map[string]*tfjson.SchemaAttribute) map[string]*tfjson.SchemaAttribute {
	list := make(map[string]*tfjson.SchemaAttribute, len(attributes))
	for name, a := range attributes {
		if a == nil {
			continue
		}
		c := *a
		c.Description, c.DescriptionKind = "", ""
		if nested := a.AttributeNestedType; nested != nil {
			n := *nested
			n.Attributes = reducedAttributes(nested.Attributes)
			c.AttributeNestedType = &n
		}
		list[name] = &c
	}
	return list
}
