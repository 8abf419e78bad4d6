package oracle

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema"
)

// unknownBody is the rule for a body of which nothing is known.
var unknownBody = &schema.Body{Rest: schema.RestUnknown}

func (c *comparer) bodies(a, b hcl.Body, rule *schema.Body, at path) {
	if rule == nil {
		rule = unknownBody
	}
	for _, s := range []struct {
		*side
		body hcl.Body
	}{{c.a, a}, {c.b, b}} {
		if s.source.JSON && rule.Free {
			_, diags := s.body.JustAttributes()
			c.diags = append(c.diags, diags...)
		}
	}
	readings, undecided := c.readings(a, b, rule, at)
	contentA := c.content(c.a, a, readings)
	contentB := c.content(c.b, b, readings)
	c.attributes(contentA, contentB, a, b, rule, undecided, at)
	c.blocks(contentA.blocks, contentB.blocks, rule, at)
}

// readings decides for each name of two bodies how JSON is read. The names that
// stay undecided, because no schema and no native syntax says what they are,
// are read as attributes at first.
func (c *comparer) readings(a, b hcl.Body, rule *schema.Body, at path) (result map[string]reading, undecided map[string]bool) {
	result = map[string]reading{}
	undecided = map[string]bool{}
	var native map[string]*nativeShape
	believed := false
	var names []string
	for _, s := range []struct {
		*side
		body hcl.Body
	}{{c.a, a}, {c.b, b}} {
		if s.source.JSON {
			names = append(names, c.names(s.side, s.body, rule.NoComments)...)
			continue
		}
		if native == nil {
			native = shapes(s.body)
			believed = !s.result
		}
		names = slices.AppendSeq(names, maps.Keys(native))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	generated := c.generatedTypes(a, b, rule)
	for _, name := range names {
		attribute, blk := rule.Lookup(name)
		shape := native[name]
		var r reading
		switch {
		case attribute != nil && blk != nil:
			r = reading{attribute: true}
			if shape != nil && !shape.attribute {
				r = reading{block: true, labels: len(blk.Labels), object: true}
			}
		case attribute != nil:
			r = reading{attribute: true}
		case blk != nil:
			r = reading{block: true, labels: len(blk.Labels)}
		case rule.Rest == schema.RestAttributes:
			r = reading{attribute: true}
		case shape != nil:
			r = shape.reading()
		case native == nil && generated[name]:
			r = reading{block: true}
		case rule.Known.Kind(name) == schema.IsAttribute:
			r = reading{attribute: true}
		default:
			r = reading{attribute: true}
			undecided[name] = native == nil
		}
		if believed && shape != nil && !r.fits(shape) {
			c.warnf(a.MissingItemRange(), "Not in the schema", "%s: %q is not used as the language defines it; it is compared as it is written.", at, name)
			r = shape.reading()
		}
		result[name] = r
	}
	return result, undecided
}

// reading is the one that a native body itself suggests.
func (n *nativeShape) reading() reading {
	if n.attribute || len(n.labels) == 0 {
		return reading{attribute: true}
	}
	return reading{block: true, labels: slices.Min(n.labels), generic: true}
}

// fits reports whether a native body uses the name in this way.
func (r reading) fits(n *nativeShape) bool {
	if r.attribute {
		return len(n.labels) == 0
	}
	if n.attribute {
		return false
	}
	for _, count := range n.labels {
		if count != r.labels && !r.generic {
			return false
		}
	}
	return true
}

// generatedTypes returns the block types that dynamic blocks of JSON bodies
// generate: those names are certainly blocks.
func (c *comparer) generatedTypes(a, b hcl.Body, rule *schema.Body) map[string]bool {
	if !rule.Dynamic {
		return nil
	}
	types := map[string]bool{}
	dynamic := &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "dynamic", LabelNames: []string{"type"}}}}
	for _, body := range []hcl.Body{a, b} {
		decoded, _, _ := body.PartialContent(dynamic)
		for _, b := range decoded.Blocks {
			types[b.Labels[0]] = true
		}
	}
	return types
}

func (c *comparer) attributes(contentA, contentB content, a, b hcl.Body, rule *schema.Body, undecided map[string]bool, at path) {
	names := slices.AppendSeq(slices.Collect(maps.Keys(contentA.attributes)), maps.Keys(contentB.attributes))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		attributeA, attributeB := contentA.attributes[name], contentB.attributes[name]
		switch {
		case attributeB == nil && c.noBlocks(c.a, a, name, rule), attributeA == nil && c.noBlocks(c.b, b, name, rule):
			continue
		case attributeB == nil:
			c.errorf(attributeA.NameRange, "Missing attribute", "%s: attribute %q is only in %s.", at, name, attributeA.Range)
			continue
		case attributeA == nil:
			c.errorf(attributeB.NameRange, "Added attribute", "%s: attribute %q is only in %s.", at, name, attributeB.Range)
			continue
		}
		value := rule.RestValue
		if listed, _ := rule.Lookup(name); listed != nil {
			value = listed.Value
		}
		if !undecided[name] {
			c.expressions(attributeA.Expr, attributeB.Expr, value, at.join(name))
			continue
		}
		// The product reads either an attribute or blocks; the two files mean
		// the same when they do so in one of the readings.
		asAttribute := &comparer{a: c.a, b: c.b}
		asAttribute.expressions(attributeA.Expr, attributeB.Expr, value, at.join(name))
		if !asAttribute.diags.HasErrors() {
			continue
		}
		asBlocks := &comparer{a: c.a, b: c.b}
		asBlocks.undecidedBlocks(a, b, name, rule, at)
		if asBlocks.diags.HasErrors() {
			c.diags = append(c.diags, asAttribute.diags...)
		}
	}
}

// noBlocks reports whether a JSON body has a name that is certainly one of a
// block type, and no blocks under it.
func (c *comparer) noBlocks(s *side, body hcl.Body, name string, rule *schema.Body) bool {
	attribute, blk := rule.Lookup(name)
	if !s.source.JSON || attribute != nil || blk != nil || rule.Known.Kind(name) != schema.IsBlock {
		return false
	}
	decoded, _, diags := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: name}}})
	return !diags.HasErrors() && len(decoded.Blocks) == 0
}

// undecidedBlocks compares one name of two JSON bodies as blocks.
func (c *comparer) undecidedBlocks(a, b hcl.Body, name string, rule *schema.Body, at path) {
	bodySchema := &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: name}}}
	var sides [2][]block
	for i, body := range []hcl.Body{a, b} {
		decoded, _, diags := body.PartialContent(bodySchema)
		c.diags = append(c.diags, diags...)
		for _, b := range decoded.Blocks {
			sides[i] = append(sides[i], block{typ: b.Type, body: b.Body, rng: b.DefRange})
		}
	}
	c.blocks(sides[0], sides[1], rule, at)
}
