package arrangement

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// AnnotationProperty writes the "//" property.
func (w *Writer) AnnotationProperty(n *annotation.Annotation) {
	w.Name(annotation.Property)
	if n.HasOnlyInside() {
		switch {
		case n.Foreign == nil:
			w.text(n.Comments.At(hclwrite.Inside), false)
			return
		case len(n.Comments) == 0:
			w.rawJSON(n.Foreign)
			return
		}
	}
	w.BeginObject()
	if n.Foreign != nil {
		w.jsonMembers(n.Foreign)
	}
	for p := range hclwrite.Positions() {
		w.comments(p.Name(), n.Comments.At(p), n.Slashes)
		if p == hclwrite.Inside {
			w.optionalObject(annotation.KeyAt, len(n.At), func(i int) { w.commentsAt(&n.At[i], n.Slashes) })
		}
	}
	w.strings(annotation.KeyAttributes, n.Attributes)
	w.optionalObject(annotation.KeyLabels, len(n.Labels), func(i int) { w.labels(n.Labels[i]) })
	w.strings(annotation.KeyOrder, n.Order)
	w.strings(annotation.KeyBlocks, n.Blocks)
	w.strings(annotation.KeyNulls, n.Nulls)
	w.optionalObject(annotation.KeyLayout, len(n.Layout), func(i int) {
		w.Name(n.Layout[i].Path)
		w.String(n.Layout[i].Words)
	})
	w.EndObject()
}

// commentsAt writes the comments at a path as a member. If slashes is true, the comments start with
// //.
func (w *Writer) commentsAt(p *annotation.CommentedPath, slashes bool) {
	w.Name(p.Path)
	w.BeginObject()
	for position := range hclwrite.Positions() {
		w.comments(position.Name(), p.Comments.At(position), slashes)
	}
	if p.Count > 0 {
		w.Name(annotation.KeyElements)
		w.String(p.Elements)
	}
	w.EndObject()
}

// optionalObject writes a member whose value is an object with n members. It writes nothing if n is
// 0.
func (w *Writer) optionalObject(key string, n int, member func(i int)) {
	if n == 0 {
		return
	}
	w.Name(key)
	w.BeginObject()
	for i := range n {
		member(i)
	}
	w.EndObject()
}

func (w *Writer) labels(l annotation.LabelCount) {
	w.Name(l.BlockType)
	if len(l.Counts) == 1 {
		w.Int(l.Counts[0])
		return
	}
	w.BeginArray()
	for _, count := range l.Counts {
		w.Int(count)
	}
	w.EndArray()
}

func (w *Writer) comments(key string, comments []string, slashes bool) {
	if len(comments) > 0 {
		w.Name(key)
		w.text(comments, slashes)
	}
}

// text writes comments as one string.
func (w *Writer) text(comments []string, slashes bool) {
	w.lines = slices.Grow(w.lines[:0], len(comments))
	for _, c := range comments {
		w.lines = append(w.lines, annotation.StoredComment(c, slashes))
	}
	w.Lines(w.lines)
}

func (w *Writer) strings(key string, list []string) {
	if len(list) == 0 {
		return
	}
	w.Name(key)
	w.BeginArray()
	for _, s := range list {
		w.String(s)
	}
	w.EndArray()
}

// rawJSON writes a JSON value. Numbers keep their source text.
func (w *Writer) rawJSON(v *jsontree.Value) {
	switch v.Kind {
	case jsontree.String:
		w.String(v.Text)
	case jsontree.Array:
		w.BeginArray()
		for i := range v.Elems {
			w.rawJSON(&v.Elems[i])
		}
		w.EndArray()
	case jsontree.Object:
		w.BeginObject()
		w.jsonMembers(v)
		w.EndObject()
	default:
		w.Raw(v.Text)
	}
}

func (w *Writer) jsonMembers(v *jsontree.Value) {
	for i := range v.Members {
		w.Name(v.Members[i].Name)
		w.rawJSON(&v.Members[i].Value)
	}
}
