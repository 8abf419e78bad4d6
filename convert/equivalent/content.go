package equivalent

import (
	"bytes"
	stdjson "encoding/json"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/schema"
)

// attribute is an attribute and the file that it is in.
type attribute struct {
	*hcl.Attribute
	file *file
}

// block is one block of a body, the same for both syntaxes.
type block struct {
	typ    string
	labels []string
	body   body
	rng    hcl.Range
}

// content is what a body holds: attributes by name and blocks in order.
type content struct {
	attributes map[string]attribute
	blocks     []block
}

// size is the number of things in a body.
func (from *content) size() int { return len(from.attributes) + len(from.blocks) }

// reading is how a name of a body is read.
type reading struct {
	attribute bool
	block     bool
	// labels is the number of labels of the block; generic means that native
	// blocks may have more, which then count as nested blocks.
	labels  int
	generic bool
	// escaped says that the labels in JSON are templates.
	escaped bool
	// row is that of the block type; noRow if none lists it.
	row *schema.Block
}

var noRow = &schema.Block{}

// attribute returns one attribute of a body, whatever else there is, or nil.
func (b body) attribute(name string) *hcl.Attribute { return attributeOf(b.Body, name) }

func attributeOf(b hcl.Body, name string) *hcl.Attribute {
	decoded, _, _ := b.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: name}}})
	return decoded.Attributes[name]
}

// readingOf is how the blocks of a row are read.
func readingOf(b *schema.Block) reading { return reading{block: true, labels: len(b.Labels), row: b} }

// contents puts together what the parts of a body hold.
func (c *comparer) contents(bodies []body, parts []properties, readings map[string]reading, at path) content {
	if len(bodies) == 1 {
		return c.content(bodies[0], parts[0], readings)
	}
	result := content{attributes: map[string]attribute{}}
	for i, part := range bodies {
		decoded := c.content(part, parts[i], readings)
		result.blocks = append(result.blocks, decoded.blocks...)
		for name, found := range decoded.attributes {
			if first, again := result.attributes[name]; again {
				c.errorf(found.NameRange, "Attribute set twice", "%s: %q is set at %s as well.", at, name, first.Range)
				continue
			}
			result.attributes[name] = found
		}
	}
	return result
}

// content decodes a body as the readings of its names say; names that the body
// does not have cost nothing, so a body in many parts is read part by part.
func (c *comparer) content(b body, has properties, readings map[string]reading) content {
	if isNative(b) {
		return nativeContent(b, readings)
	}
	var bodySchema hcl.BodySchema
	var escaped []string
	for _, name := range has.names {
		r := readings[name]
		if r.escaped {
			escaped = append(escaped, name)
		}
		switch {
		case r.attribute && has.attributes != nil:
		case r.attribute:
			bodySchema.Attributes = append(bodySchema.Attributes, hcl.AttributeSchema{Name: name})
		case r.block:
			labels := r.labels
			if r.row.Optional > 0 && barePart(b, r.row) {
				labels -= r.row.Optional
			}
			names := slices.Repeat([]string{"label"}, labels)
			bodySchema.Blocks = append(bodySchema.Blocks, hcl.BlockHeaderSchema{Type: name, LabelNames: names})
			switch r.row.Shape {
			case schema.ArrayShape:
				c.checkArray(b, name)
			case schema.ObjectShape:
				c.checkObjects(b, name, labels, !r.escaped)
			}
		}
	}
	decoded := &hcl.BodyContent{}
	if has.attributes == nil || len(bodySchema.Blocks) > 0 {
		var diags hcl.Diagnostics
		decoded, diags = decodeBody(b, &bodySchema, has)
		c.Diagnostics = append(c.Diagnostics, diags...)
	}
	result := content{attributes: make(map[string]attribute, len(has.names)), blocks: blocksOf(decoded, b.file)}
	for _, name := range escaped {
		c.unescapeLabels(result.blocks, name)
	}
	for name, found := range decoded.Attributes {
		result.attributes[name] = attribute{found, b.file}
	}
	for name, found := range has.attributes {
		if readings[name].attribute {
			result.attributes[name] = attribute{found, b.file}
		}
	}
	return result
}

// decodeBody decodes a body. Where the attributes are known, all names are, and the
// schema has those of the blocks.
func decodeBody(b body, bodySchema *hcl.BodySchema, has properties) (*hcl.BodyContent, hcl.Diagnostics) {
	if has.attributes == nil {
		return b.Content(bodySchema)
	}
	decoded, _, diags := b.PartialContent(bodySchema)
	return decoded, diags
}

func blocksOf(decoded *hcl.BodyContent, f *file) []block {
	blocks := make([]block, 0, len(decoded.Blocks))
	for _, b := range decoded.Blocks {
		blocks = append(blocks, block{typ: b.Type, labels: b.Labels, body: body{b.Body, f}, rng: b.DefRange})
	}
	return blocks
}

func nativeContent(b body, readings map[string]reading) content {
	native := b.Body.(*hclsyntax.Body)
	result := content{attributes: make(map[string]attribute, len(native.Attributes))}
	for name, found := range native.Attributes {
		result.attributes[name] = attribute{found.AsHCLAttribute(), b.file}
	}
	for _, inner := range native.Blocks {
		if r := readings[inner.Type]; r.generic && len(inner.Labels) > r.labels {
			inner = nestLabels(inner, r.labels)
		}
		result.blocks = append(result.blocks, block{
			typ: inner.Type, labels: inner.Labels, body: body{inner.Body, b.file}, rng: inner.DefRange(),
		})
	}
	return result
}

// properties are what a body in JSON has.
type properties struct {
	// names are in order.
	names []string
	// attributes are all properties, read as attributes, if all can be.
	attributes hcl.Attributes
}

// properties reads a JSON body, most often as one object with each name once.
func (c *comparer) properties(b body, withComments bool) properties {
	if !c.thorough && !withComments {
		if attributes, diags := b.JustAttributes(); !diags.HasErrors() {
			return properties{slices.Sorted(maps.Keys(attributes)), attributes}
		}
	}
	return properties{names: c.names(b, withComments)}
}

// names returns the names that a JSON body uses, in order. hcl.Body has no call for
// that, but the decoder complains about each name that a schema does not list. What
// else it complains about are values, after which no colon is.
func (c *comparer) names(b body, withComments bool) []string {
	var names []string
	_, diags := b.Content(&hcl.BodySchema{})
	for _, diag := range diags {
		var name string
		if isName(diag.Subject, b.Bytes) && stdjson.Unmarshal(diag.Subject.SliceBytes(b.Bytes), &name) == nil {
			names = append(names, name)
		} else {
			c.Diagnostics = append(c.Diagnostics, diag)
		}
	}
	if withComments {
		if b.attribute(commentProperty) != nil {
			names = append(names, commentProperty)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// isName reports whether a place of a JSON file is that of the name of a property.
func isName(rng *hcl.Range, src []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(src[rng.End.Byte:], " \t\r\n"), []byte(":"))
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

// checkArray reports a value of a block type that is not an array.
func (c *comparer) checkArray(b body, name string) {
	value := b.attribute(name).Expr
	if _, diags := hcl.ExprList(value); diags.HasErrors() {
		c.errorf(value.Range(), "Array required",
			"The product takes an array for %q in JSON, even for a single block.", name)
	}
}

// checkObjects reports every array on the way to the bodies of a block, except one of
// a single block where single allows that.
func (c *comparer) checkObjects(b body, name string, labels int, single bool) {
	level := []hcl.Expression{b.attribute(name).Expr}
	if list, diags := hcl.ExprList(level[0]); single && !diags.HasErrors() && len(list) < 2 {
		level = list
	}
	for depth := 0; depth <= labels; depth++ {
		var next []hcl.Expression
		for _, expr := range level {
			pairs, diags := hcl.ExprMap(expr)
			if diags.HasErrors() {
				c.errorf(expr.Range(), "Object required",
					"The product reads %q in JSON as an attribute that is an object.", name)
			}
			for _, pair := range pairs {
				next = append(next, pair.Value)
			}
		}
		level = next
	}
}
