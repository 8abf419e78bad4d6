package language

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema"
)

// block is a block of the described language.
type block struct {
	name string
	rng  hcl.Range

	labels   setting[[]string]
	optional setting[int]
	ordered  setting[bool]
	single   setting[bool]
	outside  setting[bool]
	shape    setting[schema.Shape]
	by       setting[string]
	min, max setting[int]

	body *body
	// labelled and valued are the bodies that a label and an argument choose.
	labelled, valued map[string]*body
}

// block reads a block of a block type.
func (r *reader) block(source *hcl.Block) *block {
	content := r.content(source.Body, blockSchema)
	b := &block{
		name:     source.Labels[0],
		rng:      source.DefRange,
		labels:   r.texts(content, "labels"),
		optional: r.count(content, "optional_labels"),
		ordered:  r.flag(content, "ordered"),
		single:   r.flag(content, "single"),
		outside:  r.flag(content, "outside"),
		shape:    r.shape(content),
		min:      r.count(content, "min"),
		max:      r.count(content, "max"),
		by:       r.text(content, "by"),
	}
	r.identifier(b.name, source.LabelRanges[0], "a block")
	b.body = r.body(content, "", source.DefRange)
	b.labelled = r.variants(content, "when_label")
	r.deeper(b, content.Blocks, len(b.labels.value))
	b.valued = r.variants(content, "when_value")
	r.consistent(b)
	return b
}

// variants reads the bodies that a label or an argument chooses.
func (r *reader) variants(content *hcl.BodyContent, kind string) map[string]*body {
	var result map[string]*body
	for _, inner := range content.Blocks {
		if inner.Type != kind {
			continue
		}
		value := inner.Labels[0]
		if result == nil {
			result = map[string]*body{}
		}
		if result[value] != nil {
			r.errorf(inner.LabelRanges[0], "Duplicate body", "There is a body for %q already, on line %d. Remove one of the two.", value, result[value].rng.Start.Line)
		}
		known := bodySchema
		if kind == "when_label" {
			known = labelSchema
		}
		result[value] = r.body(r.content(inner.Body, known), "", inner.DefRange)
	}
	return result
}

// deeper reads the bodies that further labels choose: when_label in when_label.
func (r *reader) deeper(b *block, blocks hcl.Blocks, labels int) {
	for _, outer := range blocks {
		if outer.Type != "when_label" {
			continue
		}
		// What else is there has been read and reported as a body.
		inner, _, _ := outer.Body.PartialContent(labelSchema)
		for _, block := range inner.Blocks {
			if block.Type != "when_label" {
				continue
			}
			if labels < 2 {
				r.errorf(block.DefRange, "Conflicting settings", "There is no further label that could choose this body. Name it in labels.")
				continue
			}
			key := outer.Labels[0] + schema.LabelSeparator + block.Labels[0]
			if b.labelled[key] != nil {
				r.errorf(block.LabelRanges[0], "Duplicate body", "There is a body for these labels already, on line %d. Remove one of the two.", b.labelled[key].rng.Start.Line)
			}
			b.labelled[key] = r.body(r.content(block.Body, bodySchema), "", block.DefRange)
		}
	}
}

func (r *reader) shape(content *hcl.BodyContent) setting[schema.Shape] {
	attribute := content.Attributes["shape"]
	if attribute == nil {
		return setting[schema.Shape]{}
	}
	s := setting[schema.Shape]{rng: attribute.Expr.Range(), set: true}
	switch hcl.ExprAsKeyword(attribute.Expr) {
	case "any":
	case "object":
		s.value = schema.ObjectShape
	case "array":
		s.value = schema.ArrayShape
	default:
		r.errorf(s.rng, "Unsuitable value", `"shape" is object if the program takes an object and never an array, array if it takes an array also for one block, or any; without quotes in native syntax.`)
	}
	return s
}

// consistent checks the settings of a block against each other.
func (r *reader) consistent(b *block) {
	labels := len(b.labels.value)
	if b.optional.value > labels {
		r.errorf(b.optional.rng, "Conflicting settings", "There cannot be more optional labels (%d) than labels (%d). Name them all in labels.", b.optional.value, labels)
	}
	if b.shape.value == schema.ObjectShape && b.ordered.value {
		r.errorf(b.ordered.rng, "Conflicting settings", "An object by label keeps no order of blocks. Leave out ordered, or shape.")
	}
	switch {
	case b.max.set && b.max.value < 1:
		r.errorf(b.max.rng, "Unsuitable value", "\"max\" is 1 or more; a block that does not stand at all is left out of the schema.")
	case b.max.set && b.max.value < b.min.value:
		r.errorf(b.max.rng, "Conflicting settings", "There cannot be at least %d and at most %d blocks.", b.min.value, b.max.value)
	}
	if b.single.value && (b.max.set || b.min.value > 1) {
		r.errorf(b.single.rng, "Conflicting settings", "A block that is single stands at most once. Leave out single, or min and max.")
	}
	if b.single.value && b.ordered.value {
		r.errorf(b.ordered.rng, "Conflicting settings", "A block that may stand once has no order. Leave out ordered or single.")
	}
	if labels == 0 && len(b.labelled) > 0 {
		r.errorf(b.rng, "Conflicting settings", "There is no label that could choose a when_label body. Name the label: labels = [\"type\"].")
	}
	switch {
	case b.by.set && len(b.valued) == 0:
		r.errorf(b.by.rng, "Conflicting settings", "%q chooses nothing. Add a body for a value of it, when_value \"VALUE\" { ... }, or leave out by.", b.by.value)
	case !b.by.set && len(b.valued) > 0:
		r.errorf(b.rng, "Conflicting settings", `Nothing says which argument chooses the when_value bodies. Name it: by = "type".`)
	}
}

// row returns the block as the tables have it.
func (r *reader) row(b *block) schema.Block {
	return schema.Block{
		Type:      b.name,
		Labels:    b.labels.value,
		Body:      r.target(b.body).table,
		Optional:  b.optional.value,
		Dependent: r.tables(b.labelled),
		By:        b.by.value,
		Values:    r.tables(b.valued),
		Ordered:   b.ordered.value,
		Single:    b.single.value,
		Outside:   b.outside.value,
		Shape:     b.shape.value,
		Min:       b.min.value,
		Max:       b.max.value,
	}
}

func (r *reader) tables(bodies map[string]*body) map[string]*schema.Body {
	if bodies == nil {
		return nil
	}
	result := make(map[string]*schema.Body, len(bodies))
	for value, b := range bodies {
		result[value] = r.target(b).table
	}
	return result
}
