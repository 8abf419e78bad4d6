package packerplugins

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/wire"
)

// maxSpecNesting is the deepest nesting of specifications and types. Plugins nest
// blocks two or three deep.
const maxSpecNesting = 64

var (
	errNesting  = fmt.Errorf("the specification is nested more than %d deep", maxSpecNesting)
	errWireType = errors.New("field of a wrong wire type")
)

// parseSpec reads a specification as a plugin sends it: the message Spec of
// packer-plugin-sdk, rpc/hcl_spec.proto.
func parseSpec(src []byte) (*tfjson.SchemaBlock, error) {
	block := &tfjson.SchemaBlock{}
	if err := specInto(block, src, 0); err != nil {
		return nil, err
	}
	return block, nil
}

// specInto adds to a block what a specification reads from its body. The one of a
// component is an object; that of a nested block may be anything.
func specInto(block *tfjson.SchemaBlock, src []byte, depth int) error {
	if depth > maxSpecNesting {
		return errNesting
	}
	const object, attr, single, list = 1, 2, 3, 4
	found := false
	err := eachField(src, func(f field) error {
		found = true
		if f.Type != wire.Bytes {
			return errWireType
		}
		switch f.Number {
		case object:
			return objectInto(block, f.bytes, depth)
		case attr:
			return attributeInto(block, f.bytes)
		case single:
			return blockInto(block, f.bytes, tfjson.SchemaNestingModeSingle, depth)
		case list:
			return blockInto(block, f.bytes, tfjson.SchemaNestingModeList, depth)
		}
		return fmt.Errorf("specification of an unknown kind (%d)", f.Number)
	})
	if err == nil && !found {
		return errors.New("empty specification")
	}
	return err
}

// objectInto reads the message Object, a map. Its keys are the names in the
// result; those of arguments and blocks are in the values.
func objectInto(block *tfjson.SchemaBlock, src []byte, depth int) error {
	type entry struct {
		key  string
		spec []byte
	}
	var entries []entry
	err := eachField(src, func(f field) error {
		if f.Number != 1 {
			return nil
		}
		var e entry
		err := eachField(f.bytes, func(f field) error {
			switch f.Number {
			case 1:
				e.key = string(f.bytes)
			case 2:
				e.spec = f.bytes
			}
			return nil
		})
		entries = append(entries, e)
		return err
	})
	if err != nil {
		return err
	}
	// The order on the wire is that of a Go map. Where two entries have one name,
	// the outcome must not depend on it.
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	for _, e := range entries {
		if err := specInto(block, e.spec, depth+1); err != nil {
			return fmt.Errorf("%q: %w", e.key, err)
		}
	}
	return nil
}

// attributeInto reads the message Attr.
func attributeInto(block *tfjson.SchemaBlock, src []byte) error {
	var name string
	attribute := &tfjson.SchemaAttribute{}
	err := eachField(src, func(f field) (err error) {
		switch f.Number {
		case 1:
			name, err = nameOf(f.bytes)
		case 2:
			attribute.AttributeType, err = parseType(f.bytes, 0)
		case 3:
			attribute.Required = f.varint != 0
		}
		return err
	})
	if err != nil {
		return err
	}
	if name == "" || attribute.AttributeType == cty.NilType {
		return errors.New("attribute without a name or a type")
	}
	attribute.Optional = !attribute.Required
	if block.Attributes == nil {
		block.Attributes = map[string]*tfjson.SchemaAttribute{}
	}
	if block.Attributes[name] == nil {
		block.Attributes[name] = attribute
	}
	return nil
}

// blockInto reads the messages Block and BlockList.
func blockInto(block *tfjson.SchemaBlock, src []byte, mode tfjson.SchemaNestingMode, depth int) error {
	nestedNumber := uint64(3)
	if mode == tfjson.SchemaNestingModeList {
		nestedNumber = 2
	}
	var name string
	nested := &tfjson.SchemaBlockType{NestingMode: mode, Block: &tfjson.SchemaBlock{}}
	err := eachField(src, func(f field) (err error) {
		switch f.Number {
		case 1:
			name, err = nameOf(f.bytes)
		case nestedNumber:
			err = specInto(nested.Block, f.bytes, depth+1)
		case 2:
			if f.varint != 0 {
				nested.MinItems = 1
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	if name == "" {
		return errors.New("block without a name")
	}
	if block.NestedBlocks == nil {
		block.NestedBlocks = map[string]*tfjson.SchemaBlockType{}
	}
	if block.NestedBlocks[name] == nil {
		block.NestedBlocks[name] = nested
	}
	return nil
}

// parseType reads the message CtyType.
func parseType(src []byte, depth int) (cty.Type, error) {
	if depth > maxSpecNesting {
		return cty.NilType, errNesting
	}
	typ := cty.NilType
	err := eachField(src, func(f field) (err error) {
		if f.Type != wire.Bytes {
			return errWireType
		}
		switch f.Number {
		case 1:
			typ, err = parsePrimitive(f.bytes)
		case 2:
			typ, err = parseCollection(f.bytes, cty.List, depth)
		case 3:
			typ, err = parseCollection(f.bytes, cty.Map, depth)
		default:
			err = fmt.Errorf("type of an unknown kind (%d)", f.Number)
		}
		return err
	})
	if err == nil && typ == cty.NilType {
		err = errors.New("empty type")
	}
	return typ, err
}

// parsePrimitive reads the message CtyPrimitive, which has the type as Go code.
func parsePrimitive(src []byte) (cty.Type, error) {
	typ := cty.NilType
	err := eachField(src, func(f field) error {
		if f.Number != 1 {
			return nil
		}
		switch name := string(f.bytes); name {
		case "cty.String":
			typ = cty.String
		case "cty.Number":
			typ = cty.Number
		case "cty.Bool":
			typ = cty.Bool
		default:
			return fmt.Errorf("unknown type %.100q", name)
		}
		return nil
	})
	return typ, err
}

// parseCollection reads the messages CtyList and CtyMap.
func parseCollection(src []byte, of func(cty.Type) cty.Type, depth int) (cty.Type, error) {
	typ := cty.NilType
	err := eachField(src, func(f field) error {
		if f.Number != 1 {
			return nil
		}
		element, err := parseType(f.bytes, depth+1)
		if err == nil {
			typ = of(element)
		}
		return err
	})
	return typ, err
}

func nameOf(src []byte) (string, error) {
	if !utf8.Valid(src) {
		return "", errors.New("name that is not UTF-8")
	}
	return string(src), nil
}

// field is one field of a message: a number or bytes, by its type on the wire.
type field struct {
	wire.Tag
	varint uint64
	bytes  []byte
}

// eachField calls f for the fields of a message in the order of the wire. Those of
// other types are left out.
func eachField(src []byte, f func(field) error) error {
	return wire.Each(src, func(at wire.Tag, number uint64, value []byte) error {
		if at.Type != wire.Varint && at.Type != wire.Bytes {
			return nil
		}
		return f(field{at, number, value})
	})
}
