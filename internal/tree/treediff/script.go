// Package treediff matches the nodes of two trees of hclwrite, and makes a script of the changes between them.
package treediff

import "github.com/hcljson/hcljson/hclwrite"

// Script contains the changes from one list of parts to another. The parts are the items of a body,
// the elements of a tuple or the items of an object.
//
// The steps are in the order of the result. The step for a removed part follows the step for the
// part before it.
type Script struct {
	Steps []Step
	// ChangesComments is true if the comments of a collection differ.
	ChangesComments bool
}

// Step is the change of one part.
type Step struct {
	Op Op
	// Old and New are the indexes of the part in the original and in the edited list, or -1.
	Old, New int
	// BelongsToNext is true if an inserted or moved part belongs to the part after it, not to the
	// part before it.
	BelongsToNext bool
	// Parts is the script for the body of a block, or for the tuple or object that is the value. It
	// is nil if nothing changes in it.
	Parts *Script
	// ReplacesValue is true if the whole value is replaced.
	ReplacesValue bool
	// ChangesHeader is true if the labels of a block, the name of an attribute or the key of an item
	// differ.
	ChangesHeader bool
	// ChangesComments is true if the comments next to the part differ.
	ChangesComments bool
	// IgnoresComments is true if the comments of the edited part are ignored.
	IgnoresComments bool
}

// Op is the kind of a step.
type Op uint8

const (
	// Keep leaves a part unchanged.
	Keep Op = iota
	// Change changes a part without moving it.
	Change
	// Insert adds a new part.
	Insert
	// Remove deletes a part with its comments.
	Remove
	// Move moves a part with its comments to another place. If Parts, ReplacesValue or ChangesHeader
	// is set, the part also changes.
	Move
)

// Stays reports whether the part stays at its place.
func (s *Step) Stays() bool { return s.Op == Keep || s.Op == Change }

// setChange sets the kind of a step for a part that changes at its place.
func (s *Step) setChange() {
	if s.Op == Keep && (s.ChangesComments || s.ReplacesValue || s.ChangesHeader || s.Parts != nil) {
		s.Op = Change
	}
}

// OrNil returns the script, or nil if it contains no changes.
func (s *Script) OrNil() *Script {
	if s.IsUnchanged() {
		return nil
	}
	return s
}

// IsUnchanged reports whether the script changes nothing.
func (s *Script) IsUnchanged() bool {
	for i := range s.Steps {
		if s.Steps[i].Op != Keep {
			return false
		}
	}
	return !s.ChangesComments
}

// SpanAndParts returns the span that identifies a part of a tree, and the parts in it.
func SpanAndParts(part hclwrite.Node) (at hclwrite.Span, parts []hclwrite.Node) {
	switch part := part.(type) {
	case *hclwrite.Block:
		return part.Span, Parts(&part.Body, nil)
	case *hclwrite.Attribute:
		return part.Span, Parts(nil, hclwrite.CollectionOf(part.Expr))
	case *hclwrite.CommentGroup:
		return part.Span, nil
	}
	e := part.(*hclwrite.Element)
	at, parts = e.ValueSpan, Parts(nil, hclwrite.CollectionOf(e.Value))
	if e.Key != nil {
		at = e.Key.Span
	}
	return at, parts
}

// Parts returns the items of a body and the elements of a collection. Either may be nil.
func Parts(b *hclwrite.Body, list *hclwrite.Collection) (parts []hclwrite.Node) {
	for i := 0; b != nil && i < len(b.Items); i++ {
		parts = append(parts, b.Items[i])
	}
	for i := 0; list != nil && i < len(list.Items); i++ {
		parts = append(parts, list.Items[i])
	}
	return parts
}
