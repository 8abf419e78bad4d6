package configuration

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/schema"
)

// content is what the body of a block says, after it has been merged with others.
type content struct {
	attributes map[string]*hclsyntax.Attribute
	blocks     []*hclsyntax.Block
}

// reserved are the names that the language has for itself in a body.
type reserved struct{ arguments, blocks []string }

const escapeBlock = "_"

// The blocks of the language in which a provider, provisioner or module has names
// of its own; opentofu internal/configs/resource.go, provider.go, provisioner.go
// and module_call.go.
var (
	reservedInResource = reserved{
		[]string{"count", "for_each", "provider", "depends_on"},
		[]string{"lifecycle", "connection", "provisioner", "locals", escapeBlock},
	}
	reservedInData = reserved{
		[]string{"count", "for_each", "provider", "depends_on"},
		[]string{"lifecycle", "locals", escapeBlock},
	}
	reservedInProvider = reserved{
		[]string{"version", "alias", "count", "depends_on", "for_each", "source"},
		[]string{"lifecycle", "locals", escapeBlock},
	}
	reservedInProvisioner = reserved{
		[]string{"when", "on_failure"},
		[]string{"connection", "lifecycle", escapeBlock},
	}
	reservedInModule = reserved{
		[]string{"source", "version", "count", "for_each", "depends_on", "providers"},
		[]string{"lifecycle", "locals", "provider", escapeBlock},
	}
)

// content returns what a body says beside what the language has for itself, and
// what its escape block says. Where both have an argument, the product refuses the
// second.
func (l *loader) content(body *hclsyntax.Body, names reserved) content {
	c := content{attributes: make(map[string]*hclsyntax.Attribute, len(body.Attributes))}
	for _, name := range slices.Sorted(maps.Keys(body.Attributes)) {
		a := body.Attributes[name]
		switch {
		case slices.Contains(names.blocks, name):
			l.warn(a.NameRange, "Unknown argument", "%q is a block here, and no argument. It is left out.", name)
		case !slices.Contains(names.arguments, name):
			c.attributes[name] = a
		}
	}
	for _, block := range body.Blocks {
		if !slices.Contains(names.blocks, block.Type) {
			c.blocks = append(c.blocks, block)
		}
	}
	if escape := onlyBlock(body, escapeBlock); escape != nil && slices.Contains(names.blocks, escapeBlock) {
		for name, a := range escape.Body.Attributes {
			if c.attributes[name] == nil {
				c.attributes[name] = a
			}
		}
		c.blocks = append(c.blocks, escape.Body.Blocks...)
	}
	return c
}

// onlyBlock returns the first block of a type; the product refuses others.
func onlyBlock(body *hclsyntax.Body, typ string) *hclsyntax.Block {
	for _, block := range body.Blocks {
		if block.Type == typ {
			return block
		}
	}
	return nil
}

// overridden returns c with what an override file says: an argument stands for one
// of the same name, and all blocks of a type for those before (opentofu
// internal/configs/module_merge_body.go).
func (c content) overridden(by content) content {
	merged := content{attributes: maps.Clone(c.attributes)}
	maps.Copy(merged.attributes, by.attributes)
	made := func(block *hclsyntax.Block) string {
		if block.Type == schema.DynamicType && len(block.Labels) > 0 {
			return block.Labels[0]
		}
		return block.Type
	}
	types := map[string]bool{}
	for _, block := range by.blocks {
		types[made(block)] = true
	}
	for _, block := range c.blocks {
		if !types[made(block)] {
			merged.blocks = append(merged.blocks, block)
		}
	}
	merged.blocks = append(merged.blocks, by.blocks...)
	return merged
}
