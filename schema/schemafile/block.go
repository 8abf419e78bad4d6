package schemafile

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema"
)

// block is a block of the described language. Its row is complete except for the tables of
// the bodies.
type block struct {
	content
	row  schema.Block
	body *body
	// labelled and valued are the bodies that labels and an argument choose.
	labelled, valued map[string]*body
}

var shapes = map[string]schema.Shape{"any": schema.AnyShape, "object": schema.ObjectShape, "array": schema.ArrayShape}

// block reads a block of a block type.
func (r *reader) block(source *hcl.Block) *block {
	c := r.content(source.Body, blockSchema, source.DefRange)
	b := &block{content: c, labelled: map[string]*body{}, valued: map[string]*body{}, row: schema.Block{
		Type:     source.Labels[0],
		Labels:   r.texts(c, "labels"),
		Optional: r.count(c, "optional_labels", 0),
		Ordered:  r.flag(c, "ordered"),
		Single:   r.flag(c, "single"),
		Outside:  r.flag(c, "outside"),
		Min:      r.count(c, "min", 0),
		Max:      r.count(c, "max", 1),
		By:       r.text(c, "by"),
	}}
	b.row.Shape, _ = keyword(r, c, "shape", shapes, "object if the program takes an object and never an array, "+
		"array if it takes an array also for one block, or any")
	r.identifier(b.row.Type, source.LabelRanges[0], "a block")
	b.body = r.body(c, "")
	r.variants(c, "when_label", "", b.labelled, len(b.row.Labels))
	r.variants(c, "when_value", "", b.valued, 0)
	r.consistent(b)
	return b
}

// variants reads the bodies that labels or an argument choose. A when_label goes on with
// another one, for the label after prefix.
func (r *reader) variants(c content, kind, prefix string, bodies map[string]*body, labels int) {
	known := bodySchema
	if kind == "when_label" && prefix == "" {
		known = labelSchema
	}
	for _, inner := range c.Blocks {
		if inner.Type != kind {
			continue
		}
		if prefix != "" && labels < 2 {
			r.errorf(inner.DefRange, "Conflicting settings",
				"There is no other label that could choose this body. Name it in labels.")
			continue
		}
		key := prefix + inner.Labels[0]
		if before := bodies[key]; before != nil {
			r.errorf(inner.LabelRanges[0], "Duplicate body",
				"There is already a body for %q, on line %d. Remove one of the "+
					"two.", inner.Labels[0], before.rng.Start.Line)
		}
		inside := r.content(inner.Body, known, inner.DefRange)
		bodies[key] = r.body(inside, "")
		if prefix == "" {
			r.variants(inside, kind, key+schema.LabelSeparator, bodies, labels)
		}
	}
}

// consistent checks the settings of a block against each other.
func (r *reader) consistent(b *block) {
	row := &b.row
	conflict := func(name, format string, args ...any) {
		r.errorf(b.rangeOf(name), "Conflicting settings", format, args...)
	}
	if labels := len(row.Labels); row.Optional > labels {
		conflict("optional_labels",
			"There cannot be more optional labels (%d) than labels (%d). Name them all in "+
				"labels.", row.Optional, labels)
	}
	if row.Shape == schema.ObjectShape && row.Ordered {
		conflict("ordered", "An object by label keeps no order of blocks. Leave out ordered, or shape.")
	}
	if row.Max > 0 && row.Max < row.Min {
		conflict("max", "There cannot be at least %d and at most %d blocks.", row.Min, row.Max)
	}
	if row.Single && (row.Max > 0 || row.Min > 1) {
		conflict("single", "A block that is single appears at most once. Leave out single, or min and max.")
	}
	if row.Single && row.Ordered {
		conflict("ordered", "A block that may appear only once has no order. Leave out ordered or single.")
	}
	if len(row.Labels) == 0 && len(b.labelled) > 0 {
		conflict("", "There is no label that could choose a when_label body. Name the label: labels = [\"type\"].")
	}
	switch {
	case row.By != "" && len(b.valued) == 0:
		conflict("by", "%q chooses nothing. Add a body for a value of it, when_value \"VALUE\" { ... }, or leave "+
			"out by.",
			row.By)
	case row.By == "" && len(b.valued) > 0:
		conflict("", `Nothing says which argument chooses the when_value bodies. Name it: by = "type".`)
	}
}

// complete returns the row with the tables of the bodies.
func (r *reader) complete(b *block) schema.Block {
	row := b.row
	row.Body, row.Dependent, row.Values = r.target(b.body).table, r.tables(b.labelled), r.tables(b.valued)
	return row
}

func (r *reader) tables(bodies map[string]*body) map[string]*schema.Body {
	if len(bodies) == 0 {
		return nil
	}
	result := make(map[string]*schema.Body, len(bodies))
	for value, b := range bodies {
		result[value] = r.target(b).table
	}
	return result
}
