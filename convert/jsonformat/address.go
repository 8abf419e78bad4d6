package jsonformat

import (
	"cmp"
	"math/big"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Key is the key of an instance: none, the index of count, or the key of
// for_each.
type Key struct {
	Kind KeyKind
	Int  int
	Text string
}

// KeyKind says what a [Key] is.
type KeyKind uint8

const (
	NoKey KeyKind = iota
	IntKey
	StringKey
)

// Compare orders keys as the products do: indexes by number, before texts.
func (k Key) Compare(other Key) int {
	return cmp.Or(cmp.Compare(k.Kind, other.Kind), cmp.Compare(k.Int, other.Int), cmp.Compare(k.Text, other.Text))
}

// ModuleStep is one call in the address of a module instance.
type ModuleStep struct {
	Name string
	Key  Key
}

// ParseModuleAddress takes the address of a module instance apart. It reports
// false for anything else. That of the root module is empty and has no steps.
func ParseModuleAddress(address string) ([]ModuleStep, bool) {
	if address == "" {
		return nil, true
	}
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(address), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, false
	}
	var steps []ModuleStep
	for i := 0; i < len(traversal); {
		if hclwrite.StepName(traversal[i]) != opentofu.ModuleBlock || i+1 == len(traversal) {
			return nil, false
		}
		step := ModuleStep{Name: hclwrite.StepName(traversal[i+1])}
		i += 2
		if i < len(traversal) {
			if index, ok := traversal[i].(hcl.TraverseIndex); ok {
				key, ok := keyOf(index.Key)
				if !ok {
					return nil, false
				}
				step.Key = key
				i++
			}
		}
		if step.Name == "" {
			return nil, false
		}
		steps = append(steps, step)
	}
	return steps, true
}

func keyOf(v cty.Value) (Key, bool) {
	switch v.Type() {
	case cty.String:
		return Key{Kind: StringKey, Text: v.AsString()}, true
	case cty.Number:
		n, accuracy := v.AsBigFloat().Int64()
		return Key{Kind: IntKey, Int: int(n)}, accuracy == big.Exact
	}
	return Key{}, false
}
