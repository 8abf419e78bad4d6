package jsonschema

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/schema"
)

// Types are types that plugins define, by the part of a plugin's schema. To each belong the values
// that [schema.Block.By] has in blocks of it, but for the one that it would have by default.
type Types map[schema.Part]map[string][]string

// Add adds a type, and a value if it is not empty.
func (t Types) Add(part schema.Part, typ, value string) {
	if t[part] == nil {
		t[part] = map[string][]string{}
	}
	values := t[part][typ]
	if value != "" {
		if local, _ := schema.LocalName(part, []string{typ}, ""); value != local {
			values = append(values, value)
		}
	}
	t[part][typ] = sorted(values)
}

func sorted(names []string) []string { return slices.Compact(slices.Sorted(slices.Values(names))) }

// Use adds the types of the blocks in a file of a language.
func (t Types) Use(file hcl.Body, d *schema.Dialect) {
	d.Prepare()
	t.use(file, d.Root)
}

func (t Types) use(in hcl.Body, b *schema.Body) {
	wanted := &hcl.BodySchema{}
	for i := range b.Blocks {
		wanted.Blocks = append(wanted.Blocks,
			hcl.BlockHeaderSchema{Type: b.Blocks[i].Type, LabelNames: b.Blocks[i].Labels})
	}
	content, _, _ := in.PartialContent(wanted)
	for _, block := range content.Blocks {
		_, row := b.Lookup(block.Type)
		if row == nil || len(block.Labels) != len(row.Labels) {
			continue
		}
		value := ""
		if row.By != "" {
			value = valueOf(block.Body, row.By)
		}
		if part := row.Part(); part != schema.NoPart && len(block.Labels) > 0 {
			t.Add(part, block.Labels[0], value)
		}
		if inner := row.BodyFor(block.Labels, value); inner != nil && len(inner.Blocks) > 0 {
			t.use(block.Body, inner)
		}
	}
}

// valueOf is the root of the reference that an argument is; empty if it is none.
func valueOf(body hcl.Body, name string) string {
	content, _, _ := body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: name}}})
	a := content.Attributes[name]
	if a == nil {
		return ""
	}
	if traversal, diags := hcl.AbsTraversalForExpr(a.Expr); !diags.HasErrors() {
		return traversal.RootName()
	}
	value, diags := a.Expr.Value(nil)
	if diags.HasErrors() || value.IsNull() || value.Type() != cty.String {
		return ""
	}
	return schema.ReferenceRoot(value.AsString())
}

// labels are those that choose a body of blocks, at the level behind others: of plugins, of the
// built-in provider, and of the rows.
func (t Types) labels(row *schema.Block, before []string, builtIn map[string]*schema.SpecBody) []string {
	var found []string
	if len(before) == 0 && row.Part() != schema.NoPart {
		for typ := range t[row.Part()] {
			found = append(found, typ)
		}
		for typ := range builtIn {
			found = append(found, typ)
		}
	}
	for key := range row.Dependent {
		labels := strings.Split(key, schema.LabelSeparator)
		if len(labels) > len(before) && slices.Equal(labels[:len(before)], before) {
			found = append(found, labels[len(before)])
		}
	}
	return sorted(found)
}
