package tohcl

import (
	"slices"

	"github.com/hcljson/hcljson/convert/internal/kinds"
	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/shape"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// readBlocks builds the blocks of a property. If p.LabelsPerElement is true, counts contains the number of
// labels of each block.
func (r *bodyReader) readBlocks(p *kinds.Property, counts []int) {
	v := &p.Member.Value
	if !p.LabelsPerElement {
		r.findBlocks(p, v, p.Labels, make([]string, 0, p.Labels))
		return
	}
	for i := range v.Elems {
		labels := counts[min(i, len(counts)-1)]
		r.findBlocks(p, &v.Elems[i], labels, make([]string, 0, labels))
	}
}

// findBlocks builds the blocks that a value represents (hashicorp/hcl, json/structure.go,
// unpackBlock). levels is the number of remaining labels, and labels contains the labels so far. The
// capacity of labels must be sufficient for all labels.
func (r *bodyReader) findBlocks(p *kinds.Property, v *jsontree.Value, levels int, labels []string) {
	if levels > 0 {
		if !r.unlabelledBlocks(p, v, levels, labels) {
			r.labelledBlocks(p, v, levels, labels)
		}
		return
	}
	switch v.Kind {
	case jsontree.Null:
	case jsontree.Object:
		r.buildBlock(p, v, labels)
	case jsontree.Array:
		for i := range v.Elems {
			r.buildElement(p, &v.Elems[i], labels)
		}
	default:
		r.reportWrongBlock(p, v, "a block is an object, and several blocks are an array of objects")
	}
}

// unlabelledBlocks builds blocks whose labels are omitted. It returns false if v contains no such
// block.
func (r *bodyReader) unlabelledBlocks(p *kinds.Property, v *jsontree.Value, levels int, labels []string) bool {
	isBare := func(v jsontree.Value) bool { return shape.IsUnlabelled(&v, p.Rule, levels) }
	switch {
	case isBare(*v):
		r.findBlocks(p, v, 0, labels)
		return true
	case !slices.ContainsFunc(v.Elems, isBare):
		return false
	}
	for i := range v.Elems {
		if elem := &v.Elems[i]; isBare(*elem) {
			r.findBlocks(p, elem, 0, labels)
		} else {
			r.labelledBlocks(p, elem, levels, labels)
		}
	}
	return true
}

func (r *bodyReader) labelledBlocks(p *kinds.Property, v *jsontree.Value, levels int, labels []string) {
	found := false
	for object := range v.Each() {
		if object.Kind != jsontree.Object {
			r.reportWrongBlock(p, object, "an object with the labels of the blocks as its property names is needed")
			return
		}
		found = found || len(object.Members) > 0
		r.readLabels(p, object, levels, labels)
	}
	if !found {
		needed := "labels"
		if p.Rule != nil {
			needed = report.LabelsText(p.Rule)
		}
		r.reader.Fail(v.Start, v.End, "Missing block label", "A %q block needs %s; found none.", p.Member.Name, needed)
	}
}

// readLabels builds the blocks of an object whose keys are labels.
func (r *bodyReader) readLabels(p *kinds.Property, object *jsontree.Value, levels int, labels []string) {
	for i := range object.Members {
		m := &object.Members[i]
		if m.Name == annotation.Property && m.Value.Kind == jsontree.String {
			r.reader.Fail(m.NameStart, m.NameEnd, "Comment among labels",
				"A \"//\" property is a comment only in the body of a block; here it is read as a label. "+
					"Move it into a body.")
			continue
		}
		label := m.Name
		if r.Schema.NestedInLists || shape.IsReadAsAttribute(p.Rule, r.Schema) {
			label = hcltext.TemplateText(label)
		}
		r.findBlocks(p, &m.Value, levels-1, append(labels, label))
	}
}

// buildElement builds the block for an element of an array of bodies.
func (r *bodyReader) buildElement(p *kinds.Property, v *jsontree.Value, labels []string) {
	switch v.Kind {
	case jsontree.Null, jsontree.Object:
		r.buildBlock(p, v, labels)
	case jsontree.Array:
		other := slices.IndexFunc(v.Elems, func(v jsontree.Value) bool { return v.Kind != jsontree.Object })
		if other >= 0 {
			r.reader.reportNotObject(&v.Elems[other])
			return
		}
		r.buildBlock(p, v, labels)
	default:
		r.reportWrongBlock(p, v, "the body of a block is an object")
	}
}

// buildBlock builds a block from the value of its body. labels includes empty optional labels.
func (r *bodyReader) buildBlock(p *kinds.Property, v *jsontree.Value, labels []string) {
	m := p.Member
	var objects []*jsontree.Value
	block := &hclwrite.Block{}
	block.Type, block.Labels = m.Name, withoutLabels(append([]string(nil), labels...), p.Rule)
	block.Span = hclwrite.Span{Start: v.Start, End: v.End}
	if v.Kind != jsontree.Null {
		objects, _ = r.reader.bodyObjects(v)
	}
	if n := len(objects); n > 0 {
		block.Span = hclwrite.Span{Start: objects[0].Start, End: objects[n-1].End}
	}
	body := r.Schema.BlockBody(m.Name, labels, func(argument string) string {
		text, _ := kinds.StringOf(objects, argument)
		return text
	})
	iterator := iteratorName(objects, m.Name, labels, r.Schema)
	r.reader.MissingSchema(body, m.NameStart, m.NameEnd)
	if body.JustAttributes && v.Kind != jsontree.Object {
		r.reader.Refuse(v.Start, v.End, "Object required",
			"%s takes an object for the body of %q; found %s.", report.OriginOf(r.reader.Dialect, body), m.Name, v.Kind)
	}
	kinds := &kinds.Body{
		File: &r.reader.kinds, Objects: objects, Schema: body, Outer: r.Body, BlockType: block.Type, Labels: labels,
		Rule: p.Rule, Hints: r.Hints.InBlock(block.Type, block.Labels),
	}
	beside, layout := r.reader.readBody(&bodyReader{
		Body:  kinds,
		scope: r.scope.InBlock(iterator, body, func(name string) bool { return hasMember(objects, name) }),
	}, &block.Body)
	if !r.reader.opts.DropComments {
		annotation.AddToItem(block, &block.Comments, beside, nil)
		block.Layout = layout
	}
	r.items = append(r.items, block)
}

// withoutLabels returns labels without trailing optional labels that are empty.
func withoutLabels(labels []string, rule *tables.Block) []string {
	if rule == nil {
		return labels
	}
	for len(labels) > len(rule.Labels)-rule.Optional && labels[len(labels)-1] == "" {
		labels = labels[:len(labels)-1]
	}
	return labels
}

// iteratorName returns the variable that a dynamic block in JSON defines. It returns "" for other
// blocks.
func iteratorName(objects []*jsontree.Value, blockType string, labels []string, s *tables.Body) string {
	if !s.Dynamic || blockType != tables.DynamicType || len(labels) == 0 {
		return ""
	}
	if iterator, ok := kinds.StringOf(objects, tables.DynamicIterator); ok {
		return iterator
	}
	return labels[0]
}

func (r *bodyReader) reportWrongBlock(p *kinds.Property, v *jsontree.Value, expected string) {
	r.reader.Fail(v.Start, v.End, "Wrong JSON value for a block",
		"Found %s for %q, but %s.", v.Kind, p.Member.Name, expected)
}
