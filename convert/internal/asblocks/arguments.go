// Package asblocks converts arguments that native syntax may write as blocks.
//
// [WithArguments] replaces such blocks by the arguments that JSON accepts, and [ReplaceArguments] is the reverse. The
// package imports the tree, the schema, annotations, dynamic and hints.
package asblocks

import (
	"fmt"
	"slices"

	"github.com/hcljson/hcljson/convert/internal/dynamic"
	"github.com/hcljson/hcljson/convert/internal/sourcemap"
	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// Native syntax may write an argument with a list or set of objects as blocks. JSON accepts only the
// argument, and each object must contain every argument (opentofu
// internal/lang/blocktoattr/fixup.go). WithArguments replaces such blocks before a body is written
// as JSON. ReplaceArguments restores them after a body was read from JSON. The annotation contains
// the paths of the replaced blocks ("blocks"), and of null arguments in them ("nulls").

// Body is a body of native syntax after WithArguments, without its comment groups.
type Body struct {
	// Body has no comment groups. They are in Groups, and those above items in package tojson.
	*hclwrite.Body
	Groups hclwrite.Comments
	// Layout is the layout of the block or the file.
	Layout *hclwrite.Layout
	// Source contains the items of the source. Origins maps an item of Body that replaces blocks to
	// these blocks.
	Source  []hclwrite.Item
	Origins map[hclwrite.Item][]hclwrite.Item
	// Blocks and Nulls are the members of the annotation with these names.
	Blocks, Nulls []string
	Problems      []Problem
}

// Problem is a reason why blocks have no JSON form.
type Problem struct {
	Span            hclwrite.Span
	Summary, Detail string
}

// WithArguments returns a body in which an argument replaces the blocks that represent it. Some
// blocks become dynamic blocks instead, which generate one block each. These are blocks that no
// object can represent, and blocks next to dynamic blocks of their type. If merges is true, all
// blocks become dynamic blocks. iterators contains the iterators of the enclosing dynamic blocks.
// above maps an item to the comment groups before it, and is changed for the replacements.
func WithArguments(
	b *hclwrite.Body, s *tables.Body, merges bool, iterators []string, above map[any][]string,
) Body {
	n := Body{Body: b, Source: b.Items}
	uses := argumentUses(b, s, merges)
	if uses == nil {
		return n
	}
	shown := *b
	shown.Items = make([]hclwrite.Item, 0, len(b.Items))
	n.Body, n.Origins = &shown, map[hclwrite.Item][]hclwrite.Item{}
	dynamics := map[string]int{}
	for _, item := range b.Items {
		use, block := uses[hclwrite.ItemName(item)], blockOf(item)
		if use == nil {
			shown.Items = append(shown.Items, item)
			if block != nil {
				dynamics[s.GeneratedType(block.Type, block.Labels)]++
			}
			continue
		}
		if p := use.findProblem(item, block, s); p != nil {
			n.Problems = append(n.Problems, *p)
			continue
		}
		var standIn hclwrite.Item = use.argument
		if use.isDynamic {
			standIn = dynamic.FromBlock(block, dynamic.UnusedIterator(block, iterators))
			if groups := above[block]; groups != nil {
				above[standIn] = groups
			}
			n.Blocks = append(n.Blocks, annotation.AppendIndex(block.Type, dynamics[block.Type]))
			dynamics[block.Type]++
		} else if use.argument == nil {
			use.argument = &hclwrite.Attribute{Name: block.Type, Expr: &hclwrite.Tuple{}, Span: block.Span}
			standIn = use.argument
			n.Blocks = append(n.Blocks, block.Type)
		}
		if n.Origins[standIn] == nil {
			shown.Items = append(shown.Items, standIn)
		}
		n.Origins[standIn] = append(n.Origins[standIn], block)
		if !use.isDynamic {
			n.addElement(use.argument.Expr.(*hclwrite.Tuple), block, above[block], use.element, block.Type)
		}
	}
	return n
}

// argumentUse defines how JSON contains the blocks that represent an argument: as dynamic blocks, or
// as the argument.
type argumentUse struct {
	element   *tables.Body
	isDynamic bool
	argument  *hclwrite.Attribute
}

// argumentUses returns the arguments that the blocks of a body represent, by name.
func argumentUses(b *hclwrite.Body, s *tables.Body, merges bool) map[string]*argumentUse {
	var uses map[string]*argumentUse
	for _, item := range b.Items {
		block := blockOf(item)
		if block == nil {
			continue
		}
		element := s.ElementBody(block.Type)
		if element == nil {
			continue
		}
		if uses == nil {
			uses = map[string]*argumentUse{}
		}
		use := uses[block.Type]
		if use == nil {
			use = &argumentUse{element: element, isDynamic: merges && s.Dynamic}
			uses[block.Type] = use
		}
		use.isDynamic = use.isDynamic || !canBeObject(block, element)
	}
	for _, item := range b.Items {
		if block := blockOf(item); block != nil {
			if use := uses[s.GeneratedType(block.Type, block.Labels)]; use != nil {
				use.isDynamic = true
			}
		}
	}
	return uses
}

// findProblem returns the reason why an item has no JSON form, or nil. block is the item if it is a
// block, or nil.
func (u *argumentUse) findProblem(item hclwrite.Item, block *hclwrite.Block, s *tables.Body) *Problem {
	name, span := hclwrite.ItemName(item), hclwrite.SpanOf(item)
	if block != nil {
		span.End = block.Body.Span.Start
	}
	switch {
	case block == nil:
		return &Problem{span, "Argument and blocks with the same name", fmt.Sprintf(
			"%q is used here both as an argument and as blocks; no product accepts both.", name)}
	case len(block.Labels) > 0:
		return &Problem{span, "Wrong number of labels", fmt.Sprintf(
			"%q is an argument that may be written as blocks, and such blocks have no labels.", name)}
	case u.isDynamic && !s.Dynamic:
		return &Problem{span, "No JSON form", fmt.Sprintf("%q is an argument that holds a list of objects. "+
			"The contents of this block cannot be written in such a list, and the body takes no dynamic blocks.", name)}
	}
	return nil
}

// canBeObject reports whether an object can represent the content of a block in its order.
func canBeObject(block *hclwrite.Block, element *tables.Body) bool {
	if len(block.Labels) > 0 {
		return false
	}
	last := ""
	seen := map[string]bool{}
	for _, item := range block.Body.Content() {
		name, inner := hclwrite.ItemName(item), blockOf(item)
		a, _ := element.Lookup(name)
		// One array can represent consecutive blocks.
		if a == nil || seen[name] && (inner == nil || last != name) {
			return false
		}
		seen[name], last = true, ""
		if inner != nil {
			last = name
			if a.AsBlocks == nil || !canBeObject(inner, a.AsBlocks.Body()) {
				return false
			}
		}
	}
	return true
}

// addElement adds the object that a block represents to a tuple. path is the path of the tuple, and
// above contains the comment groups before the block.
func (n *Body) addElement(
	t *hclwrite.Tuple, block *hclwrite.Block, above []string, element *tables.Body, path string,
) {
	path = annotation.AppendIndex(path, len(t.Items))
	u := annotation.Ungroup(block.Body.Items)
	object := &hclwrite.Object{Span: block.Span}
	inObject := func(c hclwrite.Comment) bool { return c.Position.IsOf(object) }
	object.Comments = slices.DeleteFunc(slices.Clone(block.Comments), func(c hclwrite.Comment) bool { return !inObject(c) })
	comments := slices.DeleteFunc(annotation.WithAbove(block.Comments, above), inObject)
	given := map[string]*hclwrite.Tuple{}
	inside := u.Comments.At(hclwrite.Inside)
	for _, item := range u.Items {
		name := hclwrite.ItemName(item)
		groups := annotation.JoinParagraphs(inside, u.Above[item])
		at := annotation.AppendKey(path, name)
		switch item := item.(type) {
		case *hclwrite.Block:
			list := given[name]
			if list == nil {
				list = &hclwrite.Tuple{Span: item.Span}
				given[name] = list
				object.Items = append(object.Items, hclwrite.NewItem(name, list))
				n.Blocks = append(n.Blocks, at)
			}
			inner := *item
			inner.Comments = annotation.WithParagraphs(inner.Comments, groups)
			n.addElement(list, &inner, nil, element.ElementBody(name), at)
		case *hclwrite.Attribute:
			object.Items = append(object.Items, &hclwrite.Element{
				Comments: annotation.WithParagraphs(item.Comments, groups),
				Key: &hclwrite.Key{
					Text: name, Span: hclwrite.Span{Start: item.Span.Start, End: item.Span.Start + len(name)},
				},
				Value: item.Expr, ValueSpan: item.ValueSpan,
			})
			given[name] = &hclwrite.Tuple{}
			if syntax.IsNull(item.Expr) {
				n.Nulls = append(n.Nulls, at)
			}
		}
		inside = nil
	}
	end := annotation.JoinParagraphs(inside, u.Comments.At(hclwrite.End))
	for i := range element.Attributes {
		if name := element.Attributes[i].Name; given[name] == nil {
			object.Items = append(object.Items, hclwrite.NewItem(name, &hclwrite.Literal{Text: "null"}))
		}
	}
	hclwrite.CollectionOf(object).AppendComments(end)
	t.Items = append(t.Items, &hclwrite.Element{
		Comments: comments, Value: object, ValueSpan: sourcemap.BracedSpan(&block.Body),
	})
}

// SourceItems returns a list of items in which the blocks of the source replace their replacements.
func (n *Body) SourceItems(written []hclwrite.Item) []hclwrite.Item {
	if n.Origins == nil {
		return written
	}
	list := make([]hclwrite.Item, 0, len(written))
	for _, item := range written {
		if origin, ok := n.Origins[item]; ok {
			list = append(list, origin...)
		} else {
			list = append(list, item)
		}
	}
	return list
}

func blockOf(item hclwrite.Item) *hclwrite.Block {
	block, _ := item.(*hclwrite.Block)
	return block
}
