package asblocks

import (
	"slices"

	"github.com/hcljson/hcljson/convert/internal/dynamic"
	"github.com/hcljson/hcljson/convert/internal/hints"
	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// blockHints decides which arguments become blocks: arguments whose paths are in blocks, and
// arguments that are blocks in tree. If allBlocks is true, every argument that may be written as
// blocks becomes blocks. In these blocks, a null argument is omitted unless its path is in nulls.
type blockHints struct {
	blocks, nulls annotation.NameSet
	tree          *hints.Body
	allBlocks     bool
}

// ReplaceArguments replaces arguments with the blocks that they represent. It replaces arguments
// that the annotation or the reference tree defines as blocks. It also replaces all other arguments
// that may be written as blocks, unless the reference tree contains them as arguments. If merges is
// true, it does not replace these other arguments.
func ReplaceArguments(body *hclwrite.Body, n *annotation.Annotation, s *tables.Body, merges bool, tree *hints.Body) {
	if len(n.IsBlocks) == 0 && tree == nil && (merges || !s.MayBeBlocks()) {
		return
	}
	items := make([]hclwrite.Item, 0, len(body.Items))
	dynamics := map[string]int{}
	for _, item := range body.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			element := s.ElementBody(item.Name)
			chosen := blockHints{blocks: n.IsBlocks, nulls: n.IsNull}
			switch {
			case element == nil, hints.Annotated(n, item.Name).Found:
			case tree.IsKnown(item.Name):
				chosen.tree = tree
			default:
				chosen.allBlocks = !merges
			}
			if made, ok := chosen.blocksFor(item, item.Name, element); ok {
				items = append(items, made...)
				continue
			}
		case *hclwrite.Block:
			name := s.GeneratedType(item.Type, item.Labels)
			if name == "" {
				break
			}
			hinted := n.IsBlocks[annotation.AppendIndex(name, dynamics[name])] ||
				s.ElementBody(name) != nil && tree.HasBlocks(name)
			dynamics[name]++
			if made := dynamic.ToBlock(item); hinted && made != nil {
				items = append(items, made)
				continue
			}
		}
		items = append(items, item)
	}
	body.Items = items
}

// blocksFor returns the blocks that replace an argument, or false if the argument stays. path is the
// path of the argument.
func (h blockHints) blocksFor(a *hclwrite.Attribute, path string, element *tables.Body) ([]hclwrite.Item, bool) {
	if !h.blocks[path] && (element == nil || !h.allBlocks && !h.tree.IsBlock(a.Name)) {
		return nil, false
	}
	var items []hclwrite.Item
	switch e := a.Expr.(type) {
	case *hclwrite.Object:
		if !h.allBlocks || !isElement(e, element) {
			return nil, false
		}
		items = append(items, h.newBlock(a.Name, e, a.ValueSpan, path, element))
	case *hclwrite.Tuple:
		u := annotation.UngroupElements(hclwrite.CollectionOf(e))
		for i, item := range u.Items {
			item := item.(*hclwrite.Element)
			object, ok := item.Value.(*hclwrite.Object)
			if !ok || !isElement(object, element) {
				return nil, false
			}
			block := h.newBlock(a.Name, object, item.ValueSpan, annotation.AppendIndex(path, i), element)
			block.Comments = annotation.WithAbove(slices.Concat(item.Comments, block.Comments), u.Above[item])
			if i == 0 {
				block.Comments = annotation.WithAbove(block.Comments, e.Comments.At(hclwrite.Open))
			}
			if i == len(u.Items)-1 {
				block.Body.AppendComments(u.Comments.At(hclwrite.End))
			}
			items = append(items, block)
		}
	}
	if len(items) == 0 {
		return nil, false
	}
	// The argument can have comments if a person edited the JSON.
	first, last := hclwrite.ItemComments(items[0]), hclwrite.ItemComments(items[len(items)-1])
	annotation.AddToItem(items[0], first, a.Comments.Without(hclwrite.After), nil)
	beside := slices.Concat(*last, hclwrite.CommentsAt(hclwrite.After, a.Comments.At(hclwrite.After)...))
	*last = nil
	annotation.AddToItem(items[len(items)-1], last, beside, nil)
	return items, true
}

// newBlock returns the block that an object represents. span and path are the position and the path of the object.
func (h blockHints) newBlock(
	name string, object *hclwrite.Object, span hclwrite.Span, path string, element *tables.Body,
) *hclwrite.Block {
	block := &hclwrite.Block{Type: name, Span: span, Comments: slices.Clone(object.Comments)}
	h.tree = h.tree.InBlock(name, nil)
	u := annotation.UngroupElements(hclwrite.CollectionOf(object))
	for _, item := range u.Items {
		item := item.(*hclwrite.Element)
		at := annotation.AppendKey(path, item.Key.Text)
		if syntax.IsNull(item.Value) && len(item.Comments) == 0 && u.Above[item] == nil && !h.nulls[at] {
			continue
		}
		a := &hclwrite.Attribute{
			Name: item.Key.Text, Expr: item.Value, ValueSpan: item.ValueSpan,
			Span: hclwrite.Span{Start: item.Key.Span.Start, End: item.ValueSpan.End},
		}
		a.Comments = annotation.WithAbove(item.Comments, u.Above[item])
		if made, ok := h.blocksFor(a, at, element.ElementBody(item.Key.Text)); ok {
			block.Body.Items = append(block.Body.Items, made...)
		} else {
			block.Body.Items = append(block.Body.Items, a)
		}
	}
	annotation.Regroup(&block.Body, nil, u.Comments.At(hclwrite.End))
	return block
}

// isElement reports whether an object contains only arguments of an element. Arguments may be
// missing: the product refuses such an object, but accepts the block that represents it.
func isElement(object *hclwrite.Object, element *tables.Body) bool {
	return !slices.ContainsFunc(object.Elements(), func(item *hclwrite.Element) bool {
		if !item.Key.IsConstant() || !hcltext.IsIdentifier(item.Key.Text) {
			return true
		}
		if element == nil {
			return false
		}
		argument, _ := element.Lookup(item.Key.Text)
		return argument == nil
	})
}
