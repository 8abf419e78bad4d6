package convert

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

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

// foundBlock is a block of which a value is the body, or what is wrong with a value.
type foundBlock struct {
	value *jsontree.Value
	// labels are also those that the block lacks and may.
	labels []string
	wrong  *hcl.Diagnostic
}

// blockFinder finds the blocks that the value of a property stands for.
type blockFinder struct {
	*bodyReader
	name string
	rule *schema.Block
}

// findBlocks finds the blocks that the properties stand for.
func (r *bodyReader) findBlocks() {
	for i := range r.properties {
		p := &r.properties[i]
		if p.kind == schema.IsBlock && !p.refused {
			r.blocksOf(p)
		}
		p.blocks = len(r.found)
	}
}

func (r *bodyReader) blocksOf(p *property) {
	v := &p.member.Value
	r.found = slices.Grow(r.found, max(1, len(v.Elems)))
	r.finder = blockFinder{r, p.member.Name, p.rule}
	if !p.each {
		r.finder.find(v, p.labels, r.nodes.labels.Make(p.labels)[:0])
		return
	}
	counts := r.note.labelCounts[p.member.Name]
	for i := range v.Elems {
		labels := counts[min(i, len(counts)-1)]
		r.finder.find(&v.Elems[i], labels, r.nodes.labels.Make(labels)[:0])
	}
}

// find goes down the levels of labels that are still to come (hashicorp/hcl,
// json/structure.go, unpackBlock). There is room for them after those that have been
// read.
func (f *blockFinder) find(v *jsontree.Value, levels int, labels []string) {
	if levels > 0 {
		if !f.bareBlocks(v, levels, labels) {
			f.labelled(v, levels, labels)
		}
		return
	}
	switch v.Kind {
	case jsontree.Null:
	case jsontree.Object:
		f.add(v, labels)
	case jsontree.Array:
		for i := range v.Elems {
			f.element(&v.Elems[i], labels)
		}
	default:
		f.wrong(v, "a block is an object, and several blocks are an array of objects")
	}
}

// element finds the block that an element of an array of bodies stands for.
func (f *blockFinder) element(v *jsontree.Value, labels []string) {
	switch v.Kind {
	case jsontree.Null, jsontree.Object:
		f.add(v, labels)
	case jsontree.Array:
		other := slices.IndexFunc(v.Elems, func(v jsontree.Value) bool { return v.Kind != jsontree.Object })
		if other >= 0 {
			f.fail(f.notObject(&v.Elems[other]))
			return
		}
		f.add(v, labels)
	default:
		f.wrong(v, "the body of a block is an object")
	}
}

func (f *blockFinder) labelled(v *jsontree.Value, levels int, labels []string) {
	found := false
	for object := range v.Each() {
		if object.Kind != jsontree.Object {
			f.wrong(object, "an object is needed whose property names are the labels of the blocks")
			return
		}
		found = found || len(object.Members) > 0
		f.label(object, levels, labels)
	}
	if !found {
		needed := "labels"
		if f.rule != nil {
			needed = labelCountText(f.rule.Labels)
		}
		f.fail(f.diagnostic(hcl.DiagError, v.Start, v.End, "Missing block label",
			"A %q block needs %s; found none.", f.name, needed))
	}
}

// label reads the members of an object of labels.
func (f *blockFinder) label(object *jsontree.Value, levels int, labels []string) {
	for i := range object.Members {
		m := &object.Members[i]
		if m.Name == commentProperty && m.Value.Kind == jsontree.String {
			f.fail(f.diagnostic(hcl.DiagError, m.NameStart, m.NameEnd, "Comment among labels",
				"A \"//\" property is a comment only in the body of a block; here it is read as a label. "+
					"Move it into a body."))
			continue
		}
		label := m.Name
		if f.schema.Lists || readAsAttribute(f.rule, f.schema) {
			label = hclwrite.TemplateText(label)
		}
		f.find(&m.Value, levels-1, append(labels, label))
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
func (f *blockFinder) bareBlocks(v *jsontree.Value, levels int, labels []string) bool {
	isBare := func(v jsontree.Value) bool { return bare(&v, f.rule, levels) }
	switch {
	case isBare(*v):
		f.find(v, 0, labels)
		return true
	case !slices.ContainsFunc(v.Elems, isBare):
		return false
	}
	for i := range v.Elems {
		if elem := &v.Elems[i]; isBare(*elem) {
			f.find(elem, 0, labels)
		} else {
			f.labelled(elem, levels, labels)
		}
	}
	return true
}

func (f *blockFinder) add(body *jsontree.Value, labels []string) {
	f.found = append(f.found, foundBlock{value: body, labels: f.nodes.labels.Copy(labels)})
}

func (f *blockFinder) wrong(v *jsontree.Value, expected string) {
	f.fail(f.diagnostic(hcl.DiagError, v.Start, v.End, "Wrong JSON value for a block",
		"Found %s for %q, but %s.", v.Kind, f.name, expected))
}

// fail adds an error in the place of a block.
func (f *blockFinder) fail(wrong *hcl.Diagnostic) {
	f.found = append(f.found, foundBlock{wrong: wrong})
}
