package provider

import (
	"fmt"
	"math"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/schema"
)

// Spec returns what the schema says of a type, for values. It is nil for a type
// that the schema does not have, and an error for one that cannot be read, or
// that has a nesting mode which is not known.
func (s *Schema) Spec(part schema.Part, typ string) (*schema.Spec, error) {
	block, version, err := s.block(part, typ)
	if block == nil || err != nil {
		return nil, err
	}
	body, err := SpecBody(block)
	if err != nil {
		return nil, fmt.Errorf("the schema of %s in provider %s cannot be used: %w", typ, s.Address.ForDisplay(), err)
	}
	return &schema.Spec{Version: int(version), Body: body}, nil
}

// SpecBody returns what a block of a schema says, for values. It is an error for one
// with a nesting mode that is not known.
func SpecBody(block *tfjson.SchemaBlock) (*schema.SpecBody, error) {
	body := &schema.SpecBody{Blocks: map[string]*schema.SpecBlock{}}
	if block == nil {
		return body, nil
	}
	body.Description, body.Deprecated = block.Description, block.Deprecated
	var err error
	if body.Attributes, err = specAttributes(block.Attributes); err != nil {
		return nil, err
	}
	for name, nested := range block.NestedBlocks {
		if nested == nil {
			continue
		}
		row := &schema.SpecBlock{Min: limit(nested.MinItems), Max: limit(nested.MaxItems)}
		if row.Nesting, err = nesting(nested.NestingMode); err != nil {
			return nil, err
		}
		if row.Body, err = SpecBody(nested.Block); err != nil {
			return nil, err
		}
		body.Blocks[name] = row
	}
	return body, nil
}

// limit is a number of blocks. Larger ones than this are none.
func limit(n uint64) int { return int(min(n, math.MaxInt32)) }

func specAttributes(attributes map[string]*tfjson.SchemaAttribute) (map[string]*schema.SpecAttribute, error) {
	rows := make(map[string]*schema.SpecAttribute, len(attributes))
	for name, a := range attributes {
		if a == nil {
			continue
		}
		row := &schema.SpecAttribute{
			Type: a.AttributeType, Required: a.Required, Optional: a.Optional, Computed: a.Computed,
			Sensitive: a.Sensitive, WriteOnly: a.WriteOnly, Deprecated: a.Deprecated,
			Description: a.Description,
		}
		if nested := a.AttributeNestedType; nested != nil {
			var err error
			if row.Nesting, err = nesting(nested.NestingMode); err != nil {
				return nil, err
			}
			if row.Nested, err = specAttributes(nested.Attributes); err != nil {
				return nil, err
			}
		}
		rows[name] = row
	}
	return rows, nil
}

var nestings = map[tfjson.SchemaNestingMode]schema.Nesting{
	tfjson.SchemaNestingModeSingle: schema.NestingSingle,
	tfjson.SchemaNestingModeGroup:  schema.NestingGroup,
	tfjson.SchemaNestingModeList:   schema.NestingList,
	tfjson.SchemaNestingModeSet:    schema.NestingSet,
	tfjson.SchemaNestingModeMap:    schema.NestingMap,
}

func nesting(mode tfjson.SchemaNestingMode) (schema.Nesting, error) {
	if found, known := nestings[mode]; known {
		return found, nil
	}
	return 0, fmt.Errorf("its nesting mode %q is not known", mode)
}
