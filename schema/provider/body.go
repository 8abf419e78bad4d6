package provider

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/schema"
)

type bodyKey struct {
	part schema.Part
	typ  string
}

// Body returns the body that the provider defines for a type, prepared, as
// schema.Define wants it. A type that the schema does not have, or that cannot
// be read, has a body with a Doubt.
func (s *Schema) Body(part schema.Part, typ string) *schema.Body {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := bodyKey{part, typ}
	if body, ok := s.bodies[key]; ok {
		return body
	}
	block, version, err := s.block(part, typ)
	var body *schema.Body
	switch {
	case err != nil:
		body = doubtful(fmt.Sprintf("What is a block here is guessed: %s.", err))
	case block == nil && part == schema.ProviderConfig:
		// A provider that takes no configuration prints none.
		body = NewBody(&tfjson.SchemaBlock{}, "Provider "+s.String())
	case block == nil:
		body = doubtful(fmt.Sprintf("What is a block here is guessed: the schema of provider %s has "+
			"no %s %q.", s, partNames[part], typ))
	default:
		body = NewBody(block, "Provider "+s.String())
		if mode, unknown := unknownNesting(block); unknown {
			body = doubtful(fmt.Sprintf("What is a block here is guessed: in the schema of provider %s, %s %q "+
				"has a block with the nesting mode %q, which is not known.",
				s, cmp.Or(partNames[part], "provider"), typ, mode))
		}
	}
	if body.Definer != "" && part != schema.ProviderConfig {
		body.Version = &version
	}
	body.Prepare()
	s.bodies[key] = body
	return body
}

// Parts are the parts of a provider's schema that have types.
var Parts = []schema.Part{
	schema.Resource, schema.DataSource, schema.EphemeralResource, schema.ListResource, schema.Action, schema.StateStore,
}

func doubtful(doubt string) *schema.Body {
	return &schema.Body{Rest: schema.RestUnknown, Dynamic: true, Doubt: doubt}
}

// NewBody returns the body that the schema of a block describes, as schema.Define
// wants it, except for [schema.Body.Prepare]. definer names the provider or plugin in
// messages.
func NewBody(block *tfjson.SchemaBlock, definer string) *schema.Body {
	b := builder{definer: definer, asBlocks: !Structural(block)}
	return b.body(block)
}

// builder makes the body of one type.
type builder struct {
	definer string
	// asBlocks: attributes that are lists or sets of objects may be written as
	// blocks.
	asBlocks bool
}

// body follows opentofu internal/configs/configschema/decoder_spec.go.
func (b builder) body(block *tfjson.SchemaBlock) *schema.Body {
	body := &schema.Body{Dynamic: true, Definer: b.definer}
	if block == nil {
		return body
	}
	body.Attributes = make([]schema.Attribute, 0, len(block.Attributes))
	for _, name := range slices.Sorted(maps.Keys(block.Attributes)) {
		row := schema.Attribute{Name: name, Outside: true}
		if a := block.Attributes[name]; b.asBlocks && a != nil && a.AttributeNestedType == nil {
			row.AsBlocks = schema.NewElement(a.AttributeType, b.definer, nil)
		}
		body.Attributes = append(body.Attributes, row)
	}
	for _, name := range slices.Sorted(maps.Keys(block.NestedBlocks)) {
		nested := block.NestedBlocks[name]
		if nested == nil {
			continue
		}
		row := schema.Block{Type: name, Outside: true, Body: b.body(nested.Block)}
		switch nested.NestingMode {
		case tfjson.SchemaNestingModeSingle, tfjson.SchemaNestingModeGroup:
			row.Single = true
		case tfjson.SchemaNestingModeList:
			row.Ordered = true
		case tfjson.SchemaNestingModeMap:
			row.Labels = []string{"key"}
		}
		body.Blocks = append(body.Blocks, row)
	}
	return body
}

// unknownNesting finds a nesting mode that does not exist.
func unknownNesting(block *tfjson.SchemaBlock) (tfjson.SchemaNestingMode, bool) {
	if block == nil {
		return "", false
	}
	for _, nested := range block.NestedBlocks {
		if nested == nil {
			continue
		}
		if _, err := nesting(nested.NestingMode); err != nil {
			return nested.NestingMode, true
		}
		if mode, unknown := unknownNesting(nested.Block); unknown {
			return mode, true
		}
	}
	return "", false
}

// Structural reports whether a schema has what only providers of today have, so
// that the products take no blocks for its attributes.
//
// opentofu internal/lang/blocktoattr/fixup.go, skipFixup
func Structural(block *tfjson.SchemaBlock) bool {
	if block == nil {
		return false
	}
	for _, a := range block.Attributes {
		if a != nil && (a.AttributeNestedType != nil || schema.StructuralType(a.AttributeType)) {
			return true
		}
	}
	for _, nested := range block.NestedBlocks {
		if nested != nil && Structural(nested.Block) {
			return true
		}
	}
	return false
}
