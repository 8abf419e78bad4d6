package providertable

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// types are the bodies of one version of a provider, by part and type.
type types map[tables.Part]map[string]builtin.Tree

func (t types) add(part tables.Part, name string, tree builtin.Tree) {
	if t[part] == nil {
		t[part] = map[string]builtin.Tree{}
	}
	t[part][name] = tree
}

// ofDocument reads what "providers schema -json" has printed of one provider.
func ofDocument(src []byte, filename, source string) (types, error) {
	schemas, diags := provider.Read(src, filename)
	if diags.HasErrors() {
		return nil, diags
	}
	for _, s := range schemas {
		if s.Address.Namespace+"/"+s.Address.Type != source {
			continue
		}
		t := types{}
		for _, part := range builtin.Parts {
			names := s.Types(part)
			if part == tables.ProviderConfig {
				names = []string{""}
			}
			for _, name := range names {
				block, err := s.Block(part, name)
				if err != nil {
					return nil, err
				}
				tree, err := ofBlock(block)
				if err != nil {
					return nil, fmt.Errorf("%s: %s: %w", filename, name, err)
				}
				t.add(part, name, tree)
			}
		}
		return t, nil
	}
	return nil, fmt.Errorf("%s has no schema of %s", filename, source)
}

// ofBlock is the tree of the body of a type.
func ofBlock(block *tfjson.SchemaBlock) (builtin.Tree, error) {
	return reader{structural: provider.IsStructural(block)}.tree(block)
}

type reader struct {
	// structural: no argument may be written as blocks.
	structural bool
}

func (r reader) tree(block *tfjson.SchemaBlock) (builtin.Tree, error) {
	var tree builtin.Tree
	if block == nil {
		return nil, nil
	}
	for _, name := range slices.Sorted(maps.Keys(block.Attributes)) {
		a := block.Attributes[name]
		if a == nil || !a.Required && !a.Optional {
			continue
		}
		entry, err := r.attribute(name, a)
		if err != nil {
			return nil, err
		}
		if entry.Kind != 0 {
			tree = append(tree, entry)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(block.NestedBlocks)) {
		nested := block.NestedBlocks[name]
		if nested == nil {
			continue
		}
		kind, ok := blockKinds[nested.NestingMode]
		if !ok {
			return nil, fmt.Errorf("no provider of the table has blocks of the nesting mode %q", nested.NestingMode)
		}
		body, err := r.tree(nested.Block)
		if err != nil {
			return nil, err
		}
		tree = append(tree, builtin.Entry{Name: name, Kind: kind, Body: body})
	}
	return sorted(tree), nil
}

func sorted(tree builtin.Tree) builtin.Tree {
	slices.SortFunc(tree, func(a, b builtin.Entry) int { return strings.Compare(a.Name, b.Name) })
	return tree
}

// blockKinds lacks groups and maps: neither library for providers makes them, and the readers of
// the tables rely on this (a key that is not an identifier makes an object an argument).
var blockKinds = map[tfjson.SchemaNestingMode]builtin.Kind{
	tfjson.SchemaNestingModeSingle: builtin.SingleBlock,
	tfjson.SchemaNestingModeList:   builtin.ListBlock,
	tfjson.SchemaNestingModeSet:    builtin.SetBlock,
}

// attribute is the entry of an argument; its Kind is 0 where it is of a primitive
// type.
func (r reader) attribute(name string, a *tfjson.SchemaAttribute) (builtin.Entry, error) {
	entry := builtin.Entry{Name: name}
	if nested := a.AttributeNestedType; nested != nil {
		switch nested.NestingMode {
		case tfjson.SchemaNestingModeSingle:
			entry.Kind = builtin.ObjectAttribute
		case tfjson.SchemaNestingModeMap:
			entry.Kind = builtin.MapAttribute
		case tfjson.SchemaNestingModeList, tfjson.SchemaNestingModeSet:
			entry.Kind = builtin.ObjectsAttribute
		default:
			return entry, fmt.Errorf("the nesting mode %q is not known", nested.NestingMode)
		}
		return entry, nil
	}
	entry.Kind = kindOf(a.AttributeType)
	if isListOfObjects(a.AttributeType) && !r.structural {
		src, err := ctyjson.MarshalType(a.AttributeType)
		if err != nil {
			return entry, err
		}
		var plain any
		if err := json.Unmarshal(src, &plain); err != nil {
			return entry, err
		}
		// Without the spaces and in the order of the names.
		src, err = json.Marshal(plain)
		if err != nil {
			return entry, err
		}
		entry.Kind, entry.Type = builtin.AttributeAsBlocks, string(src)
	}
	return entry, nil
}

func kindOf(t cty.Type) builtin.Kind {
	switch {
	case t == cty.NilType || t.IsPrimitiveType():
		return 0
	case t == cty.DynamicPseudoType:
		return builtin.AnyAttribute
	case t.IsMapType():
		return builtin.MapAttribute
	case t.IsObjectType():
		return builtin.ObjectAttribute
	case t.IsTupleType(), t.ElementType().IsObjectType(), t.ElementType().IsMapType():
		return builtin.ObjectsAttribute
	}
	return builtin.ListAttribute
}

// isListOfObjects reports whether t is a list or set of objects.
func isListOfObjects(t cty.Type) bool {
	return t != cty.NilType && (t.IsListType() || t.IsSetType()) && t.ElementType().IsObjectType()
}
