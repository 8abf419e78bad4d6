package convert

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// writesArrays reports whether there is an array around a level of labels, or around
// the bodies below them, of blocks with that many labels. Where it is needed for
// none of them, it tells how the others are written.
func writesArrays(v *jsontree.Value, labels int) bool {
	for ; labels > 0 && v.Kind == jsontree.Object && len(v.Members) > 0; labels-- {
		v = &v.Members[0].Value
	}
	return v.Kind == jsontree.Array
}

// standsForBlocks reports whether a value can stand for blocks with that many levels
// of labels, which may be any text (hashicorp/hcl, json/structure.go, unpackBlock).
func standsForBlocks(v *jsontree.Value, labels int) bool {
	switch v.Kind {
	case jsontree.Null:
		return true
	case jsontree.Array:
		for i := range v.Elems {
			elem := &v.Elems[i]
			switch {
			case labels > 0 && elem.Kind != jsontree.Object:
				return false
			case elem.Kind == jsontree.Array:
				// One body, of several objects.
				if slices.ContainsFunc(elem.Elems, func(v jsontree.Value) bool {
					return v.Kind != jsontree.Object || !standsForBlocks(&v, 0)
				}) {
					return false
				}
			case !standsForBlocks(elem, labels):
				return false
			}
		}
		return true
	case jsontree.Object:
		if labels == 0 {
			return formOf(jsonValue{v}, nil) != schema.PlainForm
		}
		for i := range v.Members {
			if m := &v.Members[i]; m.Name != commentProperty && !standsForBlocks(&m.Value, labels-1) {
				return false
			}
		}
		return true
	}
	return false
}

// blockReader reads the blocks of one property.
type blockReader struct {
	*bodyReader
	member *jsontree.Member
	rule   *schema.Block
	// arrays: see bodyReader.
	arrays bool
}

// each reads the elements of an array that have different numbers of labels.
func (r *blockReader) each(v *jsontree.Value, counts []int) {
	for i := range v.Elems {
		labels := counts[min(i, len(counts)-1)]
		r.read(&v.Elems[i], labels, r.nodes.labels.Make(labels)[:0])
	}
}

// read reads the blocks that a value stands for, with that many levels of labels
// still to come (hashicorp/hcl, json/structure.go, unpackBlock). There is room for
// them behind those that have been read.
func (r *blockReader) read(v *jsontree.Value, levels int, labels []string) {
	if levels > 0 {
		if r.bareBlocks(v, levels, labels) {
			return
		}
		r.labelled(v, levels, labels)
		return
	}
	switch v.Kind {
	case jsontree.Null:
	case jsontree.Object:
		r.block(v, r.single(v), labels)
	case jsontree.Array:
		for i := range v.Elems {
			elem := &v.Elems[i]
			switch elem.Kind {
			case jsontree.Null:
				r.block(elem, nil, labels)
			case jsontree.Object:
				r.block(elem, r.single(elem), labels)
			case jsontree.Array:
				if objects, ok := r.objects(elem); ok {
					r.block(elem, objects, labels)
				}
			default:
				r.wrong(elem, "the body of a block is an object")
			}
		}
	default:
		r.wrong(v, "a block is an object, and several blocks are an array of objects")
	}
}

func (r *blockReader) labelled(v *jsontree.Value, levels int, labels []string) {
	found := false
	if v.Kind != jsontree.Array {
		if !r.label(v, levels, labels) {
			return
		}
		found = len(v.Members) > 0
	}
	for i := range v.Elems {
		if !r.label(&v.Elems[i], levels, labels) {
			return
		}
		found = found || len(v.Elems[i].Members) > 0
	}
	if !found {
		r.fail(v.Start, v.End, "Missing block label", "A %q block needs %s; found none.", r.member.Name, r.labelText())
	}
}

// label reads the members of an object of labels, and reports whether it is one.
func (r *blockReader) label(object *jsontree.Value, levels int, labels []string) bool {
	if object.Kind != jsontree.Object {
		r.wrong(object, "an object is needed whose property names are the labels of the blocks")
		return false
	}
	for i := range object.Members {
		m := &object.Members[i]
		if m.Name == commentProperty && m.Value.Kind == jsontree.String {
			r.fail(m.NameStart, m.NameEnd, "Comment among labels", "A \"//\" property is a comment only in the body of a block; here it is read as a label. Move it into a body.")
			continue
		}
		r.read(&m.Value, levels-1, append(labels, r.jsonLabel(m.Name)))
	}
	return true
}

func (r *blockReader) labelText() string {
	if r.rule != nil {
		return labelCountText(r.rule.Labels)
	}
	return "labels"
}

func (r *blockReader) wrong(v *jsontree.Value, expected string) {
	r.fail(v.Start, v.End, "Wrong JSON value for a block", "Found %s for %q, but %s.", v.Kind, r.member.Name, expected)
}

// block reads the block that a value stands for, of which objects are the body.
func (r *blockReader) block(v *jsontree.Value, objects []*jsontree.Value, labels []string) {
	block := r.nodes.blocks.One()
	block.Type, block.Span = r.member.Name, span(v, objects)
	block.Labels = r.nodes.labels.Copy(withoutLabels(labels, r.rule))
	body := blockBody(r.rule, labels, r.choosingValue(objects), r.schema)
	r.lacks(body, r.member.NameStart, r.member.NameEnd)
	if body.Free && v.Kind != jsontree.Object {
		r.warn(v.Start, v.End, "Object required", "%s takes an object for the body of %q; found %s.", definer(r.dialect, body), r.member.Name, v.Kind)
	}
	outer := r.roots
	r.roots = outer.with(iterated(objects, r.member.Name, labels, r.schema))
	if r.like != nil {
		r.like.enter(block.Type, block.Labels)
		defer r.like.leave()
	}
	beside, layout := r.hclReader.body(objects, body, r.arrays, &block.Body)
	r.roots = outer
	if !r.opts.DropComments {
		block.Before, block.Suffix = suffixOf(beside.Before, beside.Suffix)
		block.Layout = layout
	}
	r.items = append(r.items, block)
}

// span is the place of a block: that of its body, or of the value that says that it is
// empty.
func span(v *jsontree.Value, objects []*jsontree.Value) hclwrite.Span {
	if len(objects) == 0 {
		return hclwrite.Span{Start: v.Start, End: v.End}
	}
	return hclwrite.Span{Start: objects[0].Start, End: objects[len(objects)-1].End}
}

// reorder puts the items of a body into the order that a note gives, as far as
// it fits: each name takes the next item of that name; what it does not name
// follows what stood before it.
func reorder(body *hclwrite.Body, order []string) {
	if len(order) == 0 || len(body.Items) == 0 {
		return
	}
	// Only where a name is a path, blocks are named by their labels.
	paths := slices.ContainsFunc(order, func(name string) bool { return strings.ContainsAny(name, ".[") })
	waiting := make(map[string][]int, len(body.Items))
	for i, item := range body.Items {
		name := item.ItemName()
		waiting[name] = append(waiting[name], i)
		if block, ok := item.(*hclwrite.Block); ok && paths && len(block.Labels) > 0 {
			path := blockPath(block.Type, block.Labels)
			waiting[path] = append(waiting[path], i)
		}
	}
	items := make([]hclwrite.Item, 0, len(body.Items))
	taken := make([]bool, len(body.Items))
	for _, name := range order {
		queue := waiting[name]
		for len(queue) > 0 && taken[queue[0]] {
			queue = queue[1:]
		}
		if len(queue) > 0 {
			taken[queue[0]] = true
			items = append(items, body.Items[queue[0]])
		}
		waiting[name] = queue
	}
	for i, item := range body.Items {
		if !taken[i] {
			items = append(items, item)
		}
	}
	body.Items = items
}
