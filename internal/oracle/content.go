package oracle

import (
	stdjson "encoding/json"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// block is one block of a body, the same for both syntaxes.
type block struct {
	typ    string
	labels []string
	body   hcl.Body
	rng    hcl.Range
}

// content is what a body holds: attributes by name and blocks in order.
type content struct {
	attributes map[string]*hcl.Attribute
	blocks     []block
}

// reading is how a name of a body is read.
type reading struct {
	attribute bool
	block     bool
	// labels is the number of labels of the block; generic means that native
	// blocks may have more, which then count as nested blocks.
	labels  int
	generic bool
	// object says that JSON must give the block as objects, never as arrays,
	// because the product reads an attribute.
	object bool
}

// nativeShape is how a native body uses a name.
type nativeShape struct {
	attribute bool
	labels    []int
}

func shapes(body hcl.Body) map[string]*nativeShape {
	native := body.(*hclsyntax.Body)
	result := make(map[string]*nativeShape, len(native.Attributes)+len(native.Blocks))
	shape := func(name string) *nativeShape {
		if result[name] == nil {
			result[name] = &nativeShape{}
		}
		return result[name]
	}
	for name := range native.Attributes {
		shape(name).attribute = true
	}
	for _, b := range native.Blocks {
		s := shape(b.Type)
		s.labels = append(s.labels, len(b.Labels))
	}
	return result
}

// names returns the names that a JSON body uses, some of them repeatedly. hcl.Body has no call for that,
// but the decoder complains about each name that a schema does not list.
func (c *comparer) names(s *side, body hcl.Body, withComments bool) []string {
	var names []string
	_, diags := body.Content(&hcl.BodySchema{})
	for _, diag := range diags {
		if diag.Summary != "Extraneous JSON object property" {
			c.diags = append(c.diags, diag)
			continue
		}
		var name string
		if err := stdjson.Unmarshal(diag.Subject.SliceBytes(s.source.Bytes), &name); err != nil {
			c.errorf(*diag.Subject, "Unreadable property name", "%s.", err)
			continue
		}
		names = append(names, name)
	}
	if withComments {
		probe, _, _ := body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: "//"}}})
		if len(probe.Attributes) > 0 {
			names = append(names, "//")
		}
	}
	return names
}

// content decodes a body as the readings of its names say.
func (c *comparer) content(s *side, body hcl.Body, readings map[string]reading) content {
	if !s.source.JSON {
		if !c.a.source.JSON && !c.b.source.JSON {
			readings = nil
		}
		return nativeContent(body.(*hclsyntax.Body), readings)
	}
	var bodySchema hcl.BodySchema
	for name, r := range readings {
		switch {
		case r.attribute:
			bodySchema.Attributes = append(bodySchema.Attributes, hcl.AttributeSchema{Name: name})
		case r.block:
			bodySchema.Blocks = append(bodySchema.Blocks, hcl.BlockHeaderSchema{Type: name, LabelNames: slices.Repeat([]string{"label"}, r.labels)})
			if r.object {
				c.checkObjects(body, name, r.labels)
			}
		}
	}
	decoded, diags := body.Content(&bodySchema)
	c.diags = append(c.diags, diags...)
	result := content{attributes: decoded.Attributes}
	for _, b := range decoded.Blocks {
		result.blocks = append(result.blocks, block{typ: b.Type, labels: b.Labels, body: b.Body, rng: b.DefRange})
	}
	return result
}

func nativeContent(body *hclsyntax.Body, readings map[string]reading) content {
	result := content{attributes: make(map[string]*hcl.Attribute, len(body.Attributes))}
	for name, attribute := range body.Attributes {
		result.attributes[name] = attribute.AsHCLAttribute()
	}
	for _, b := range body.Blocks {
		if r := readings[b.Type]; r.generic && len(b.Labels) > r.labels {
			b = nestLabels(b, r.labels)
		}
		result.blocks = append(result.blocks, block{typ: b.Type, labels: b.Labels, body: b.Body, rng: b.DefRange()})
	}
	return result
}

// nestLabels makes nested blocks of the labels after the first count. JSON has
// one number of labels for all blocks of a type, and without a schema a further
// label cannot be told from the type of a nested block.
func nestLabels(b *hclsyntax.Block, count int) *hclsyntax.Block {
	if len(b.Labels) == count {
		return b
	}
	inner := *b
	inner.Type = b.Labels[count]
	inner.Labels = b.Labels[count+1:]
	inner.LabelRanges = b.LabelRanges[count+1:]
	outer := *b
	outer.Labels = b.Labels[:count]
	outer.LabelRanges = b.LabelRanges[:count]
	outer.Body = &hclsyntax.Body{
		Attributes: hclsyntax.Attributes{},
		Blocks:     hclsyntax.Blocks{nestLabels(&inner, 0)},
		SrcRange:   b.Body.SrcRange,
		EndRange:   b.Body.EndRange,
	}
	return &outer
}

// checkObjects reports every array on the way to the bodies of a block.
func (c *comparer) checkObjects(body hcl.Body, name string, labels int) {
	decoded, _, _ := body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: name}}})
	attribute, ok := decoded.Attributes[name]
	if !ok {
		return
	}
	level := []hcl.Expression{attribute.Expr}
	for depth := 0; depth <= labels; depth++ {
		var next []hcl.Expression
		for _, expr := range level {
			pairs, diags := hcl.ExprMap(expr)
			if diags.HasErrors() {
				c.errorf(expr.Range(), "Object required", "The product reads %q in JSON as an attribute that is an object.", name)
			}
			for _, pair := range pairs {
				next = append(next, pair.Value)
			}
		}
		level = next
	}
}
