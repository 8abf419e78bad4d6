package convert

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// bodyReader reads one body.
type bodyReader struct {
	*hclReader
	schema *schema.Body
	// arrays: whoever wrote the body writes single blocks as arrays as well.
	arrays bool
	note   note
	// properties are what the members of the body are, as far as it has been read.
	properties []property
	// index finds the first of many properties by its name, as far as they are indexed.
	index   map[string]int
	indexed int
	// generated are the types that dynamic blocks of the body make, and how many
	// labels they give them.
	generated map[string]int
	items     []hclwrite.Item
}

// bodyReader returns a reader for a body, with the room of one that has been read.
func (c *hclReader) bodyReader(s *schema.Body, arrays bool) *bodyReader {
	last := len(c.idle) - 1
	if last < 0 {
		return &bodyReader{hclReader: c, schema: s, arrays: arrays}
	}
	r := c.idle[last]
	c.idle = c.idle[:last]
	*r = bodyReader{
		hclReader: c, schema: s, arrays: arrays,
		properties: r.properties[:0], items: r.items[:0],
	}
	return r
}

// body reads a body from the objects whose members it has: what its notes say, what
// each property is and the items that it stands for, and then where the comments go. It
// returns what a note says to be next to its block. arrays says how blocks are written.
func (c *hclReader) body(
	objects []*jsontree.Value, s *schema.Body, arrays bool, body *hclwrite.Body,
) (beside hclwrite.Comments, own *hclwrite.Layout) {
	r := c.bodyReader(s, arrays)
	r.readNotes(objects)
	r.build(objects)
	body.Items = c.nodes.items.Copy(r.items)
	if !c.opts.DropComments {
		own = r.place(body, objects)
	}
	asBlocks(body, &r.note, s, c.dialect.Merges, c.like)
	if len(objects) > 0 {
		c.count(body.Items, c.dialect, s, objects[0].Start, objects[0].Start+1)
	}
	reorder(body, r.note.order)
	beside = r.note.Comments
	c.idle = append(c.idle, r)
	return beside, own
}

// build makes the items of a body.
func (r *bodyReader) build(objects []*jsontree.Value) {
	r.generated = generatedTypes(objects, r.schema)
	for _, object := range objects {
		r.properties = slices.Grow(r.properties, len(object.Members))
		for i := range object.Members {
			if m := &object.Members[i]; m.Name != commentProperty || r.schema.NoComments {
				r.property(m)
			}
		}
	}
}

// property makes the items that a member of the body stands for.
func (r *bodyReader) property(m *jsontree.Member) {
	switch p := r.recognise(m); {
	case p.refused:
	case p.kind == schema.IsBlock:
		r.readBlocks(p)
	default:
		r.items = append(r.items, r.nodes.attributes.Put(hclwrite.Attribute{
			Name: m.Name, Span: hclwrite.Span{Start: m.NameStart, End: m.Value.End}, Expr: r.attributeValue(p),
			ValueSpan: valueSpan(&m.Value),
		}))
	}
}

// attributeValue is the expression for the value of an attribute.
func (r *bodyReader) attributeValue(p *property) hclwrite.Expr {
	v := &p.member.Value
	if r.schema.Lists && v.Kind == jsontree.Object {
		// In parentheses it does not get a list of its own.
		return &hclwrite.Native{Text: hclwrite.Parenthesised(hclwrite.ExprText(r.expr(v, p.value)))}
	}
	if p.inList && v.Kind == jsontree.Array && len(v.Elems) == 1 {
		if object, ok := r.expr(&v.Elems[0], p.value).(*hclwrite.Object); ok {
			return object
		}
	}
	return r.expr(v, p.value)
}

// block makes the block of a property that has a value for its body. The labels are also
// those that it lacks and may.
func (r *bodyReader) block(p *property, v *jsontree.Value, labels []string) {
	m := p.member
	var objects []*jsontree.Value
	block := r.nodes.blocks.One()
	block.Type, block.Labels = m.Name, withoutLabels(r.nodes.labels.Copy(labels), p.rule)
	block.Span = hclwrite.Span{Start: v.Start, End: v.End}
	if v.Kind != jsontree.Null {
		objects, _ = r.objects(v)
	}
	if n := len(objects); n > 0 {
		block.Span = hclwrite.Span{Start: objects[0].Start, End: objects[n-1].End}
	}
	body := blockBody(p.rule, labels, choosingText(objects, p.rule), r.schema)
	r.lacks(body, m.NameStart, m.NameEnd)
	if body.Free && v.Kind != jsontree.Object {
		r.warn(v.Start, v.End, "Object required",
			"%s takes an object for the body of %q; found %s.", definer(r.dialect, body), m.Name, v.Kind)
	}
	outer := r.roots
	r.roots = outer.with(iterated(objects, m.Name, labels, r.schema))
	r.like.enter(block.Type, block.Labels)
	beside, layout := r.hclReader.body(objects, body, p.arrays, &block.Body)
	r.like.leave()
	r.roots = outer
	if !r.opts.DropComments {
		block.Before, block.Suffix = suffixOf(beside.Before, beside.Suffix)
		block.Layout = layout
	}
	r.items = append(r.items, block)
}
