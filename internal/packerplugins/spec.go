package packerplugins

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/wire"
)

// The messages of packer-plugin-sdk, rpc/hcl_spec.proto. The tags of fields are their
// numbers, and 0 is any other one.

// spec is Spec, which has one of these.
type spec struct {
	Object    *objectSpec `wire:"1"`
	Attribute *attrSpec   `wire:"2"`
	Block     *blockSpec  `wire:"3"`
	BlockList *blockSpec  `wire:"4"`
	Other     uint64      `wire:"0"`
}

// objectSpec is Object. Its keys are the names in what a plugin decodes; those of
// arguments and blocks are in the values.
type objectSpec struct {
	Attributes map[string]*spec `wire:"1"`
}

// attrSpec is Attr.
type attrSpec struct {
	Name     string   `wire:"1"`
	Type     *ctyType `wire:"2"`
	Required bool     `wire:"3"`
}

// blockSpec is Block and BlockList, whose field 2 is what each block holds.
type blockSpec struct {
	Name     string `wire:"1"`
	Required bool   `wire:"2"`
	Nested   *spec  `wire:"3"`
	Elements *spec  `wire:"2"`
}

// ctyType is CtyType, which has one of these.
type ctyType struct {
	Primitive *ctyPrimitive `wire:"1"`
	List      *ctyElements  `wire:"2"`
	Map       *ctyElements  `wire:"3"`
	Other     uint64        `wire:"0"`
}

// ctyPrimitive is CtyPrimitive, which has the type as Go code.
type ctyPrimitive struct {
	Type string `wire:"1"`
}

// ctyElements is CtyList and CtyMap.
type ctyElements struct {
	Type *ctyType `wire:"1"`
}

// maxSpecNesting is the deepest nesting of specifications and types. Plugins nest
// blocks two or three deep.
const maxSpecNesting = 64

var errNesting = fmt.Errorf("the specification is nested more than %d deep", maxSpecNesting)

// parseSpec reads a specification as a plugin sends it.
func parseSpec(src []byte) (*tfjson.SchemaBlock, error) {
	s, block := &spec{}, &tfjson.SchemaBlock{}
	if err := wire.Unmarshal(src, s); err != nil {
		return nil, err
	}
	if err := s.into(block, 0); err != nil {
		return nil, err
	}
	return block, nil
}

// into adds to a block what a specification reads from its body. The one of a
// component is an object; that of a nested block may be anything.
func (s *spec) into(block *tfjson.SchemaBlock, depth int) error {
	switch {
	case depth > maxSpecNesting:
		return errNesting
	case s == nil || *s == spec{}:
		return errors.New("empty specification")
	case s.Object != nil:
		// Where two entries have one name, the outcome must not depend on the order of a map.
		for _, key := range slices.Sorted(maps.Keys(s.Object.Attributes)) {
			if err := s.Object.Attributes[key].into(block, depth+1); err != nil {
				return fmt.Errorf("%q: %w", key, err)
			}
		}
		return nil
	case s.Attribute != nil:
		return s.Attribute.into(block)
	case s.Block != nil:
		return s.Block.into(block, s.Block.Nested, tfjson.SchemaNestingModeSingle, depth)
	case s.BlockList != nil:
		return s.BlockList.into(block, s.BlockList.Elements, tfjson.SchemaNestingModeList, depth)
	}
	return fmt.Errorf("specification of an unknown kind (%d)", s.Other)
}

func (a *attrSpec) into(block *tfjson.SchemaBlock) error {
	if a.Name == "" || a.Type == nil {
		return errors.New("attribute without a name or a type")
	}
	typ, err := a.Type.read(0)
	if err != nil {
		return err
	}
	if block.Attributes == nil {
		block.Attributes = map[string]*tfjson.SchemaAttribute{}
	}
	if block.Attributes[a.Name] == nil {
		block.Attributes[a.Name] = &tfjson.SchemaAttribute{AttributeType: typ, Required: a.Required, Optional: !a.Required}
	}
	return nil
}

func (b *blockSpec) into(block *tfjson.SchemaBlock, body *spec, mode tfjson.SchemaNestingMode, depth int) error {
	nested := &tfjson.SchemaBlockType{NestingMode: mode, Block: &tfjson.SchemaBlock{}}
	if b.Name == "" {
		return errors.New("block without a name")
	}
	if body != nil {
		if err := body.into(nested.Block, depth+1); err != nil {
			return err
		}
	}
	if b.Required {
		nested.MinItems = 1
	}
	if block.NestedBlocks == nil {
		block.NestedBlocks = map[string]*tfjson.SchemaBlockType{}
	}
	if block.NestedBlocks[b.Name] == nil {
		block.NestedBlocks[b.Name] = nested
	}
	return nil
}

var primitives = map[string]cty.Type{"cty.String": cty.String, "cty.Number": cty.Number, "cty.Bool": cty.Bool}

// read returns the type.
func (t *ctyType) read(depth int) (cty.Type, error) {
	switch {
	case depth > maxSpecNesting:
		return cty.NilType, errNesting
	case t == nil || *t == ctyType{}:
		return cty.NilType, errors.New("empty type")
	case t.Primitive != nil:
		if typ, ok := primitives[t.Primitive.Type]; ok {
			return typ, nil
		}
		return cty.NilType, fmt.Errorf("unknown type %.100q", t.Primitive.Type)
	case t.List != nil:
		return t.List.of(cty.List, depth)
	case t.Map != nil:
		return t.Map.of(cty.Map, depth)
	}
	return cty.NilType, fmt.Errorf("type of an unknown kind (%d)", t.Other)
}

func (e *ctyElements) of(collection func(cty.Type) cty.Type, depth int) (cty.Type, error) {
	element, err := e.Type.read(depth + 1)
	if err != nil {
		return cty.NilType, err
	}
	return collection(element), nil
}
