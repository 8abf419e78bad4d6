package convert

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// bodyReader reads one body.
type bodyReader struct {
	*hclReader
	schema *schema.Body
	// arrays: whoever wrote the body writes single blocks as arrays as well.
	arrays bool
	note   note
	// properties are what the members of the body are. found are their blocks, and told
	// is what there is to report of them.
	properties []property
	found      []foundBlock
	told       hcl.Diagnostics
	finder     blockFinder
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
		properties: r.properties[:0], found: r.found[:0], told: r.told[:0], items: r.items[:0],
	}
	return r
}

// body reads a body from the objects whose members it has: what its notes say, what
// each property is, its items, and then where the comments go. It returns what a note
// says to be next to its block. arrays says how blocks are written.
func (c *hclReader) body(
	objects []*jsontree.Value, s *schema.Body, arrays bool, body *hclwrite.Body,
) (beside hclwrite.Comments, own *hclwrite.Layout) {
	r := c.bodyReader(s, arrays)
	r.readNotes(objects)
	r.recognise(objects)
	r.findBlocks()
	r.build()
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

// build makes the items that the properties are.
func (r *bodyReader) build() {
	blocks, told := 0, 0
	for i := range r.properties {
		p := &r.properties[i]
		r.diags = append(r.diags, r.told[told:p.told]...)
		if p.kind == schema.IsAttribute && !p.refused {
			a := r.nodes.attributes.One()
			a.Name, a.Span = p.member.Name, hclwrite.Span{Start: p.member.NameStart, End: p.member.Value.End}
			a.Expr = r.attributeValue(p)
			r.items = append(r.items, a)
		}
		for _, found := range r.found[blocks:p.blocks] {
			if found.wrong != nil {
				r.diags = append(r.diags, found.wrong)
			} else {
				r.items = append(r.items, r.block(p, found))
			}
		}
		blocks, told = p.blocks, p.told
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

// block makes one of the blocks that a property is.
func (r *bodyReader) block(p *property, found foundBlock) *hclwrite.Block {
	m, labels := p.member, found.labels
	var objects []*jsontree.Value
	block := r.nodes.blocks.One()
	block.Type, block.Labels = m.Name, withoutLabels(labels, p.rule)
	block.Span = hclwrite.Span{Start: found.value.Start, End: found.value.End}
	if found.value.Kind != jsontree.Null {
		objects, _ = r.objects(found.value)
	}
	if n := len(objects); n > 0 {
		block.Span = hclwrite.Span{Start: objects[0].Start, End: objects[n-1].End}
	}
	body := blockBody(p.rule, labels, choosingText(objects, p.rule), r.schema)
	r.lacks(body, m.NameStart, m.NameEnd)
	if v := found.value; body.Free && v.Kind != jsontree.Object {
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
	return block
}
