package convert

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
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

// readBlocks makes the blocks that a property stands for.
func (r *bodyReader) readBlocks(p *property) {
	v := &p.member.Value
	if !p.each {
		r.find(p, v, p.labels, r.nodes.labels.Make(p.labels)[:0])
		return
	}
	counts := r.note.labelCounts[p.member.Name]
	for i := range v.Elems {
		labels := counts[min(i, len(counts)-1)]
		r.find(p, &v.Elems[i], labels, r.nodes.labels.Make(labels)[:0])
	}
}

// find makes the blocks that a value stands for. It goes down the levels of labels that
// are still to come (hashicorp/hcl, json/structure.go, unpackBlock). There is room for
// them after those that have been read.
func (r *bodyReader) find(p *property, v *jsontree.Value, levels int, labels []string) {
	if levels > 0 {
		if !r.bareBlocks(p, v, levels, labels) {
			r.labelled(p, v, levels, labels)
		}
		return
	}
	switch v.Kind {
	case jsontree.Null:
	case jsontree.Object:
		r.block(p, v, labels)
	case jsontree.Array:
		for i := range v.Elems {
			r.element(p, &v.Elems[i], labels)
		}
	default:
		r.wrongBlock(p, v, "a block is an object, and several blocks are an array of objects")
	}
}

// element makes the block that an element of an array of bodies stands for.
func (r *bodyReader) element(p *property, v *jsontree.Value, labels []string) {
	switch v.Kind {
	case jsontree.Null, jsontree.Object:
		r.block(p, v, labels)
	case jsontree.Array:
		other := slices.IndexFunc(v.Elems, func(v jsontree.Value) bool { return v.Kind != jsontree.Object })
		if other >= 0 {
			r.notObject(&v.Elems[other])
			return
		}
		r.block(p, v, labels)
	default:
		r.wrongBlock(p, v, "the body of a block is an object")
	}
}

func (r *bodyReader) labelled(p *property, v *jsontree.Value, levels int, labels []string) {
	found := false
	for object := range v.Each() {
		if object.Kind != jsontree.Object {
			r.wrongBlock(p, object, "an object is needed whose property names are the labels of the blocks")
			return
		}
		found = found || len(object.Members) > 0
		r.label(p, object, levels, labels)
	}
	if !found {
		needed := "labels"
		if p.rule != nil {
			needed = labelCountText(p.rule.Labels)
		}
		r.fail(v.Start, v.End, "Missing block label", "A %q block needs %s; found none.", p.member.Name, needed)
	}
}

// label reads the members of an object of labels.
func (r *bodyReader) label(p *property, object *jsontree.Value, levels int, labels []string) {
	for i := range object.Members {
		m := &object.Members[i]
		if m.Name == commentProperty && m.Value.Kind == jsontree.String {
			r.fail(m.NameStart, m.NameEnd, "Comment among labels",
				"A \"//\" property is a comment only in the body of a block; here it is read as a label. "+
					"Move it into a body.")
			continue
		}
		label := m.Name
		if r.schema.Lists || readAsAttribute(p.rule, r.schema) {
			label = hclwrite.TemplateText(label)
		}
		r.find(p, &m.Value, levels-1, append(labels, label))
	}
}

// bare reports whether a value stands for a block without its labels, although
// there are levels of them to come: whether it has an argument of the body. That
// is how Terragrunt tells them (pkg/config/include.go, jsonIsIncludeBlock).
func bare(v *jsontree.Value, rule *schema.Block, levels int) bool {
	if rule == nil || levels > rule.Optional || v.Kind != jsontree.Object {
		return false
	}
	for i := range v.Members {
		m := &v.Members[i]
		if argument, _ := rule.Body.Lookup(m.Name); argument == nil {
			continue
		}
		switch m.Value.Kind {
		case jsontree.Object, jsontree.Array, jsontree.Null:
		default:
			return true
		}
	}
	return false
}

// bareBlocks reads blocks without labels, and reports whether v holds any.
func (r *bodyReader) bareBlocks(p *property, v *jsontree.Value, levels int, labels []string) bool {
	isBare := func(v jsontree.Value) bool { return bare(&v, p.rule, levels) }
	switch {
	case isBare(*v):
		r.find(p, v, 0, labels)
		return true
	case !slices.ContainsFunc(v.Elems, isBare):
		return false
	}
	for i := range v.Elems {
		if elem := &v.Elems[i]; isBare(*elem) {
			r.find(p, elem, 0, labels)
		} else {
			r.labelled(p, elem, levels, labels)
		}
	}
	return true
}

func (r *bodyReader) wrongBlock(p *property, v *jsontree.Value, expected string) {
	r.fail(v.Start, v.End, "Wrong JSON value for a block",
		"Found %s for %q, but %s.", v.Kind, p.member.Name, expected)
}
