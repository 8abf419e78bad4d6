package patch

import (
	"slices"
	"sync"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotationpath"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/treediff"
)

// jsonSide is the JSON before or after the edit.
type jsonSide struct {
	root *jsontree.Value
	// starts returns the offsets at which bodies and attributes start.
	starts func() (bodies, attributes map[int]bool)
	// notes contains the original "//" properties that setAnnotations replaced in root, by their
	// offsets.
	notes map[int]jsontree.Value
}

// newJSONSide returns the side for a JSON text. file is the tree that was read from the text.
func newJSONSide(text []byte, file *hclwrite.File) *jsonSide {
	root, _ := jsontree.Parse(text, "")
	return &jsonSide{
		root: root, notes: make(map[int]jsontree.Value),
		starts: sync.OnceValues(func() (bodies, attributes map[int]bool) {
			bodies, attributes = map[int]bool{root.Start: true}, make(map[int]bool)
			hclwrite.Walk(&file.Body, func(node hclwrite.Node) bool {
				switch node := node.(type) {
				case *hclwrite.Attribute:
					attributes[node.Span.Start] = true
					return false
				case *hclwrite.Block:
					bodies[node.Span.Start] = true
					return node.Span != hclwrite.Span{} // the text does not contain the content of an omitted block
				}
				return true
			})
			return bodies, attributes
		}),
	}
}

// isBody reports whether an object is the body of the file or of a block.
func (s *jsonSide) isBody(v *jsontree.Value) bool {
	bodies, _ := s.starts()
	return bodies[v.Start]
}

// isAttribute reports whether a member is an attribute.
func (s *jsonSide) isAttribute(m *jsontree.Member) bool {
	_, attributes := s.starts()
	return attributes[m.NameStart]
}

// newAnnotated returns the side for a JSON text, with the annotations that WriteJSON writes for its
// tree. The annotations in the text itself may refer to the old places of moved elements.
func (e *jsonEdit) newAnnotated(text []byte, file *hclwrite.File) *jsonSide {
	s := newJSONSide(text, file)
	printed, diags := hclwrite.ParseFile(file.Bytes(), "")
	if diags.HasErrors() {
		return s
	}
	json, diags := convert.WriteJSON(printed, "", e.dialect, convert.Options{Form: e.style.form})
	if diags.HasErrors() {
		return s
	}
	back, diags := convert.ReadJSON(json, "", e.dialect, convert.Options{})
	if diags.HasErrors() {
		return s
	}
	written := newJSONSide(json, back)
	if s.setAnnotations(
		annotationpath.Elements(s.root), annotationpath.Elements(written.root), file.Body.Content(), back.Body.Content(),
	) {
		return s
	}
	return newJSONSide(text, file)
}

// setAnnotations replaces the "//" properties in the objects of a body and of its nested blocks. It
// copies them from others, the objects of a body with the same items. It returns false if the items
// differ.
func (s *jsonSide) setAnnotations(objects, others []*jsontree.Value, items, same []hclwrite.Item) bool {
	if !slices.EqualFunc(items, same, treediff.SameHead) {
		return false
	}
	for i, item := range items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		other := same[i].(*hclwrite.Block)
		body, _, _ := findBody(objects, block)
		is, _, _ := findBody(others, other)
		if body == nil && is == nil {
			continue // the block is in the list of an argument
		}
		if body == nil || is == nil ||
			!s.setAnnotations(
				annotationpath.Elements(body), annotationpath.Elements(is), block.Body.Content(), other.Body.Content(),
			) {
			return false
		}
	}
	note := annotationOf(others)
	for _, object := range objects {
		if object.Kind != jsontree.Object {
			return note == nil
		}
		k := memberIndex(object.Members, annotationName)
		switch {
		case k < 0 && note == nil:
			continue
		case k < 0:
			// Members are found by their offsets, so the offset of the annotation must be before all
			// other members.
			at := jsontree.Value{Start: object.Start + 1, End: object.Start + 1}
			object.Members = slices.Insert(object.Members, 0, jsontree.Member{Name: annotationName, Value: at})
			k = 0
		case note == nil:
			object.Members = slices.Delete(object.Members, k, k+1)
			continue
		}
		v := &object.Members[k].Value
		if v.End > v.Start {
			s.notes[v.Start] = *v
		}
		v.Kind, v.Text, v.Elems, v.Members = note.Kind, note.Text, note.Elems, note.Members
		note = nil
	}
	return true
}
