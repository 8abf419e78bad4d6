package equivalent

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/schema"
)

// fillLabels gives the blocks of a native body the labels that they may lack, as
// empty ones.
func fillLabels(blocks []block, rule *schema.Body) {
	for i, b := range blocks {
		_, listed := rule.Lookup(b.typ)
		if listed == nil || len(b.labels) < len(listed.Labels)-listed.Optional {
			continue
		}
		blocks[i].labels = slices.Clone(b.labels)
		for len(blocks[i].labels) < len(listed.Labels) {
			blocks[i].labels = append(blocks[i].labels, "")
		}
	}
}

// repeated warns of blocks in the source of a comparison that the product takes
// by their labels, and that have the same ones.
func (c *comparer) repeated(blocks []block, rule *schema.Body, at path) {
	seen := map[string]bool{}
	for _, b := range blocks {
		_, listed := rule.Lookup(b.typ)
		if listed == nil || listed.Shape != schema.ObjectShape {
			continue
		}
		if header := b.header(); seen[header] {
			c.warnf(b.rng, "Not in the schema", "%s: the language allows a %s block only once.", at, header)
		} else {
			seen[header] = true
		}
	}
}

// barePart reports whether the JSON value of a block type is one block that
// lacks its label, or an array of one.
func barePart(b body, listed *schema.Block) bool {
	value := b.attribute(listed.Type).Expr
	if list, diags := hcl.ExprList(value); !diags.HasErrors() && len(list) == 1 {
		value = list[0]
	}
	pairs, diags := hcl.ExprMap(value)
	return !diags.HasErrors() && slices.ContainsFunc(pairs, func(pair hcl.KeyValuePair) bool {
		name, _ := pair.Key.Value(nil)
		argument, _ := listed.Body.Lookup(name.AsString())
		return argument != nil && isScalar(pair.Value) && !isNull(pair.Value)
	})
}

func isNull(e hcl.Expression) bool {
	value, diags := e.Value(nil)
	return !diags.HasErrors() && value.IsNull()
}

// unescapeLabels reads labels that are the names of an object in an expression.
func (c *comparer) unescapeLabels(blocks []block, typ string) {
	for i, b := range blocks {
		if b.typ != typ {
			continue
		}
		labels := slices.Clone(b.labels) // which all bodies of an array share
		blocks[i].labels = labels
		for j, label := range b.labels {
			text, ok := c.constantTemplate(label)
			if !ok {
				c.errorf(b.rng, "Label is an expression",
					"The product evaluates the label %q, which is not a constant.", label)
			}
			labels[j] = text
		}
	}
}

// constantTemplate is the value of a template without references.
func (c *comparer) constantTemplate(source string) (string, bool) {
	if plainText([]byte(source)) {
		return source, true
	}
	parsed, diags, found := c.readText([]byte(source), "", hcl.InitialPos, templateSyntax)
	if found != nil || diags.HasErrors() {
		return source, false
	}
	text := c.constantString(parsed)
	return text, text != ""
}

// asValue is a body that the product reads into a value (schema.Body.Lists).
func (c *comparer) asValue(b body, rule *schema.Body) *node {
	r := reader{comparer: c, file: b.file}
	rng := b.MissingItemRange()
	var items []*node
	add := func(name string, value *node) {
		items = append(items, newLiteral(cty.StringVal(name), rng), value)
	}
	native, ok := b.Body.(*hclsyntax.Body)
	if !ok {
		attributes, diags := b.JustAttributes()
		c.Diagnostics = append(c.Diagnostics, diags...)
		for name, attribute := range attributes {
			add(name, r.value(attribute.Expr, rule.Argument(name)))
		}
	} else {
		for name, attribute := range native.Attributes {
			value := r.value(attribute.Expr, rule.Argument(name))
			if _, isObject := attribute.Expr.(*hclsyntax.ObjectConsExpr); isObject {
				value = &node{kind: tuple, kids: []*node{value}, rng: value.rng}
			}
			add(name, value)
		}
		lists := map[string]*node{}
		for _, inner := range native.Blocks {
			list := lists[inner.Type]
			if list == nil {
				list = &node{kind: tuple, rng: inner.DefRange()}
				lists[inner.Type] = list
				add(inner.Type, list)
			}
			list.kids = append(list.kids, c.labelledValue(inner.Labels, body{inner.Body, b.file}, rule))
		}
	}
	result, _ := newObject(items, rng, false)
	return result
}

// labelledValue is a block: an object for each label, which holds a list.
func (c *comparer) labelledValue(labels []string, b body, rule *schema.Body) *node {
	if len(labels) == 0 {
		return c.asValue(b, rule)
	}
	rng := b.MissingItemRange()
	inner := &node{kind: tuple, kids: []*node{c.labelledValue(labels[1:], b, rule)}, rng: rng}
	return &node{kind: object, kids: []*node{newLiteral(cty.StringVal(labels[0]), rng), inner}, rng: rng}
}
