// Package hints finds the kinds of names in annotations and in a reference file: attribute or blocks.
//
// It imports the tree, annotations, JSON, the schema and the packages dynamic and shape. Read [Tree] and [Body] first.
package hints

import (
	"slices"

	"github.com/hcljson/hcljson/convert/internal/shape"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Hint is the information about a name in a body that an annotation or a reference tree
// contains.
type Hint struct {
	// Found is false if there is no hint.
	Found bool
	// Kind is Unlisted if the hint only sets AsBlocks or InList.
	Kind guess.Kind
	// Labels contains the numbers of labels of blocks: one number for all blocks, or one number per
	// block.
	Labels []int
	// AsBlocks is true if native syntax writes the argument as blocks. InList is true if the value
	// is an object that JSON contains in a list.
	AsBlocks, InList bool
}

// Annotated returns the hint for a name that an annotation contains.
func Annotated(n *annotation.Annotation, name string) Hint {
	h := Hint{Labels: n.LabelCounts[name], AsBlocks: n.IsBlocks[name], InList: n.IsAttribute[annotation.ListHint(name)]}
	switch {
	case n.IsAttribute[name]:
		h.Kind = guess.IsAttribute
	case h.Labels != nil:
		h.Kind = guess.IsBlock
	}
	h.Found = h.Kind != guess.Unlisted || h.AsBlocks || h.InList
	return h
}

// Tree provides the kinds of the names in a reference tree. For each body, they are the names of
// attributes, and the types of blocks with their numbers of labels.
type Tree struct {
	root *hclwrite.Body
	// ContainsForeign is true if a comment of the tree contains a foreign value.
	ContainsForeign bool
	// Source is the text of the file. It is empty for a JSON file.
	Source string
}

// New returns the hints of a tree. The tree must not change while the hints are in use.
func New(file *hclwrite.File) *Tree {
	return &Tree{root: &file.Body, ContainsForeign: hasForeign(&file.Body), Source: file.Source()}
}

// hasForeign reports whether a comment in a body contains a foreign value.
func hasForeign(b *hclwrite.Body) bool {
	for _, c := range annotation.Ungroup(b.Items).Comments.At(hclwrite.Inside) {
		if v := annotation.ForeignValue(c); v != nil && !annotation.HasOwnMembers(v) {
			return true
		}
	}
	return slices.ContainsFunc(b.Items, func(item hclwrite.Item) bool {
		block, ok := item.(*hclwrite.Block)
		return ok && hasForeign(&block.Body)
	})
}

// Body provides the hints for one body. A nil *Body provides no hints.
type Body struct {
	*Tree
	// outer provides the hints for the enclosing body. blockType and labels are the type and labels
	// of the block. For a dynamic block, isGenerated is true, and blockType is the type of the blocks
	// that it generates.
	outer       *Body
	blockType   string
	labels      []string
	isGenerated bool
	// similar contains the bodies of the tree at the same path, by precision. It is set on the first
	// use.
	similar [typeOnly + 1]*similarBodies
}

// HintFor returns the hint for a property. argument and block are the rows of the schema for its
// name. If the schema defines only one kind, the tree overrides it only if the same body in the tree
// contains the other kind. An invalid name in a file then keeps its kind.
func (h *Body) HintFor(m *jsontree.Member, s *tables.Body, argument *tables.Attribute, block *tables.Block) Hint {
	v, isArray := &m.Value, m.Value.Kind == jsontree.Array
	if h == nil || !isArray && v.Kind != jsontree.Object && v.Kind != jsontree.Null {
		return Hint{}
	}
	var found *occurrences
	switch {
	case argument != nil && block == nil && argument.AsBlocks == nil:
		if isArray {
			found = h.otherKindOf(m.Name, guess.IsBlock)
		}
	case argument == nil && block != nil:
		if !isArray || !h.isNotList(m.Name) { // a new array means that the edit corrects the kind
			found = h.otherKindOf(m.Name, guess.IsAttribute)
		}
	default:
		found = h.occurrencesOf(m.Name)
	}
	switch {
	case found == nil:
	case s.NestedInLists && found.inList:
		return Hint{Found: true, InList: true}
	case found.isAttribute:
		return Hint{Found: true, Kind: guess.IsAttribute}
	case argument != nil && argument.AsBlocks != nil:
		return Hint{Found: true, AsBlocks: true}
	case block == nil:
		counts := found.labelCounts(v)
		if s.NestedInLists && found.labels > 0 || !s.NestedInLists && shape.CanRepresent(v, counts) {
			return Hint{Found: true, Kind: guess.IsBlock, Labels: counts}
		}
	}
	return Hint{}
}

// otherKindOf returns the occurrences of a name in bodies with equal labels if all of them have the
// given kind, or nil.
func (h *Body) otherKindOf(name string, kind guess.Kind) *occurrences {
	if h.isGenerated {
		return nil
	}
	found := h.bodiesFor(allLabels).occurrencesOf(name)
	if found == nil || found.isAttribute != (kind == guess.IsAttribute) || found.isBlock != (kind == guess.IsBlock) {
		return nil
	}
	return found
}

// isNotList reports whether bodies with equal labels contain exactly one attribute with the name,
// and its value is not a tuple.
func (h *Body) isNotList(name string) bool {
	var found *hclwrite.Attribute
	for _, body := range h.bodiesFor(allLabels).bodies {
		for _, item := range body.Items {
			if a, ok := item.(*hclwrite.Attribute); ok && a.Name == name {
				if found != nil {
					return false
				}
				found = a
			}
		}
	}
	if found == nil {
		return false
	}
	_, list := found.Expr.(*hclwrite.Tuple)
	return !list
}
