package patch

import (
	"bytes"
	"hash/maphash"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotationpath"
	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/treediff"
)

// mergeType merges the property of a block type as data. It is used for blocks that have no bodies
// of their own in JSON, because JSON contains an argument instead. It returns false if there is not
// exactly one such property.
func (b *jsonBody) mergeType(blockType string) bool {
	olds := b.membersNamed(blockType)
	if !b.isNested || len(b.editedObjects) != 1 || len(olds) != 1 {
		return false
	}
	if is := b.editedObjects[0].Member(blockType); is != nil {
		b.mergeValue(&olds[0].old.Value, is)
	} else {
		b.removeMember(olds[0])
	}
	for j, item := range b.edited {
		if hclwrite.ItemName(item) == blockType {
			b.place[j] = olds[0]
		}
	}
	b.bodies++
	return true
}

// mergeBody merges the edited body value into the body leaf as data. up is the parent of leaf.
func (b *jsonBody) mergeBody(leaf, up, value *jsontree.Value) {
	b.bodies++
	if value.Kind == jsontree.Array && leaf.Kind == jsontree.Object && (up == nil || up.Kind != jsontree.Array) {
		list := &jsonedit.Node{Kind: jsontree.Array, Parts: []jsonedit.Part{jsonedit.NewPart("", b.newNode(value))}}
		b.changes.Replace(leaf, list)
		return
	}
	b.mergeValue(leaf, value)
}

// mergeValue merges the edited value to into the value v as data. Equal parts stay unchanged.
func (t *jsonText) mergeValue(v, to *jsontree.Value) {
	switch {
	case jsontree.Equal(v, to):
	case v.Kind == jsontree.Object && to.Kind == jsontree.Object && !v.HasRepeatedName():
		t.mergeObject(v, to)
	case v.Kind == jsontree.Array && to.Kind == jsontree.Array:
		t.mergeArray(v, to)
	case v.Kind == jsontree.Object && len(to.Elems) == 1 && t.editedSide.isBody(&to.Elems[0]):
		t.mergeValue(v, &to.Elems[0])
	case to.Kind == jsontree.Object && t.editedSide.isBody(to) && len(v.Elems) == 1:
		t.mergeValue(&v.Elems[0], to)
	default:
		t.changes.Replace(v, t.newNode(to))
	}
}

func (t *jsonText) mergeObject(v, to *jsontree.Value) {
	index := make(map[string]int, len(v.Members))
	for i := range v.Members {
		index[v.Members[i].Name] = i
	}
	body := t.editedSide.isBody(to)
	kept := make([]bool, len(v.Members))
	// added contains the new members after each old member. Its last list contains the new members
	// at the start.
	added := make([][]jsonedit.Part, len(v.Members)+1)
	last, arranged := len(v.Members), false
	for i := range to.Members {
		m := &to.Members[i]
		old, ok := index[m.Name]
		note := body && m.Name == annotationName && !t.editedSide.isAttribute(m)
		if ok {
			kept[old], last = true, old
		}
		if ok && !note {
			t.mergeValue(&v.Members[old].Value, &m.Value)
			continue
		}
		var node *jsonedit.Node
		switch {
		case ok && t.opts.DropComments:
			comments := annotationMembers(&v.Members[old].Value, func(m jsontree.Member) bool { return !isHint(m) })
			node = annotationNode(append(comments, t.annotationParts(&m.Value, true)...))
		case body:
			node = t.partNode(m)
		default:
			node = t.newNode(&m.Value)
		}
		switch {
		case node == nil && ok:
			kept[old] = false
		case node == nil:
		case !ok:
			added[last], arranged = append(added[last], jsonedit.NewPart(m.Name, node)), true
		case !jsontree.Equal(&v.Members[old].Value, &m.Value):
			t.changes.Replace(&v.Members[old].Value, node)
		}
	}
	parts := added[len(v.Members)]
	for i := range v.Members {
		if kept[i] || body && v.Members[i].Name == annotationName && t.opts.DropComments {
			parts = append(parts, jsonedit.KeptPart(i))
		} else {
			arranged = true
		}
		parts = append(parts, added[i]...)
	}
	if arranged {
		t.changes.Arrange(v, parts)
	}
}

// seed is the seed of all hashes.
var seed = maphash.MakeSeed()

func (t *jsonText) mergeArray(v, to *jsontree.Value) {
	pairs := (&treediff.Sequence[*jsontree.Value]{
		Old: slices.Collect(v.Each()), New: slices.Collect(to.Each()), Equal: jsontree.Equal,
		Hash:    func(v *jsontree.Value) uint64 { return jsontree.Hash(seed, v) },
		Similar: func(a, b *jsontree.Value, sure bool) bool { return sure && a.Kind == b.Kind },
	}).Match()
	parts := make([]jsonedit.Part, len(to.Elems))
	arranged := len(to.Elems) != len(v.Elems)
	for j := range to.Elems {
		i := pairs.OldOf[j]
		arranged = arranged || i != j
		if i < 0 {
			parts[j] = jsonedit.NewPart("", t.newNode(&to.Elems[j]))
			continue
		}
		parts[j] = jsonedit.KeptPart(i)
		t.mergeValue(&v.Elems[i], &to.Elems[j])
	}
	if arranged {
		t.changes.Arrange(v, parts)
	}
}

// partNode returns the new value for a member of an edited body. It returns nil for an annotation
// that is not a part of the edit.
func (t *jsonText) partNode(m *jsontree.Member) *jsonedit.Node {
	switch {
	case t.editedSide.isAttribute(m):
		return jsonedit.NodeOf(&m.Value)
	case m.Name == annotationName:
		if note, ok := t.editedSide.notes[m.Value.Start]; ok {
			return jsonedit.NodeOf(&note)
		}
		return annotationNode(t.annotationParts(&m.Value, true))
	}
	v := &m.Value
	switch n := t.forms()[m.Name]; {
	case n > 0 && len(v.Elems) == 1 && v.Elems[0].Kind == jsontree.Object && t.editedSide.isBody(&v.Elems[0]):
		v = &v.Elems[0]
	case n < 0 && v.Kind == jsontree.Object && t.editedSide.isBody(v):
		return &jsonedit.Node{Kind: jsontree.Array, Parts: []jsonedit.Part{jsonedit.NewPart("", t.newNode(v))}}
	}
	return t.newNode(v)
}

// newNode returns the new value for edited blocks or an edited body. It omits comments and hints
// that are not a part of the edit.
func (t *jsonText) newNode(v *jsontree.Value) *jsonedit.Node {
	n := &jsonedit.Node{Kind: v.Kind, Text: v.Text}
	for i := range v.Elems {
		n.Parts = append(n.Parts, jsonedit.NewPart("", t.newNode(&v.Elems[i])))
	}
	for i := range v.Members {
		m := &v.Members[i]
		switch {
		case !t.editedSide.isBody(v):
			n.Parts = append(n.Parts, jsonedit.NewPart(m.Name, t.newNode(&m.Value)))
		default:
			if node := t.partNode(m); node != nil {
				n.Parts = append(n.Parts, jsonedit.NewPart(m.Name, node))
			}
		}
	}
	return n
}

// countForms sets the numbers in [jsonText].forms for a body and its nested bodies.
func countForms(forms map[string]int, body *hclwrite.Body, objects []*jsontree.Value) {
	for _, item := range body.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		leaf, m, names := findBody(objects, block)
		switch {
		case leaf == nil || len(names) > 0:
		case leaf == &m.Value && leaf.Kind == jsontree.Object:
			forms[m.Name]++
		case len(m.Value.Elems) == 1:
			forms[m.Name]--
		}
		if leaf != nil {
			countForms(forms, &block.Body, annotationpath.Elements(leaf))
		}
	}
}

// replace replaces the value v with the value to, unless they are equal.
func (t *jsonText) replace(v, to *jsontree.Value) {
	if jsontree.Equal(v, to) {
		return
	}
	node := jsonedit.NodeOf(to)
	if v.Kind == jsontree.String && to.Kind == v.Kind {
		node.Text = withOldSpaces(v.Text, to.Text)
	}
	t.changes.Replace(v, node)
}

// withOldSpaces returns the template text. Where its first and last tokens are equal to those of
// old, it keeps the spaces of old.
func withOldSpaces(old, text string) string {
	olds, _ := hclsyntax.LexTemplate([]byte(old), "", hcl.InitialPos)
	news, _ := hclsyntax.LexTemplate([]byte(text), "", hcl.InitialPos)
	same := func(i, j int) bool {
		return olds[i].Type == news[j].Type && bytes.Equal(olds[i].Bytes, news[j].Bytes)
	}
	start, end, most := 0, 0, min(len(olds), len(news))
	for start < most && same(start, start) {
		start++
	}
	for end < most-start && same(len(olds)-1-end, len(news)-1-end) {
		end++
	}
	if start == 0 || end == 0 {
		return text
	}
	before, after := start-1, len(news)-end // the tokens before and after the difference
	return old[:olds[before].Range.End.Byte] +
		text[news[before].Range.End.Byte:news[after].Range.Start.Byte] +
		old[olds[len(olds)-end].Range.Start.Byte:]
}
