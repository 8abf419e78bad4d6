package convert

import (
	"fmt"
	"slices"

	"github.com/hcljson/hcljson/convert/internal/dynamic"
	"github.com/hcljson/hcljson/convert/internal/sourcemap"
	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// Native syntax may write an argument with a list or set of objects as blocks. JSON accepts only the
// argument, and each object must contain every argument (opentofu
// internal/lang/blocktoattr/fixup.go). withArguments replaces such blocks before a body is written
// as JSON. replaceArguments restores them after a body was read from JSON. The annotation contains
// the paths of the replaced blocks ("blocks"), and of null arguments in them ("nulls").

// jsonBody is a body of native syntax after withArguments, without its comment groups.
type jsonBody struct {
	// Body has no comment groups. These are in groups and [arranger.above].
	*hclwrite.Body
	groups hclwrite.Comments
	// layout is the layout of the block or the file.
	layout *hcltext.Layout
	// source contains the items of the source. origins maps an item of Body that replaces blocks to
	// these blocks.
	source  []hclwrite.Item
	origins map[hclwrite.Item][]hclwrite.Item
	// blocks and nulls are the members of the annotation with these names.
	blocks, nulls []string
	problems      []blockProblem
}

// blockProblem is a reason why blocks have no JSON form.
type blockProblem struct {
	span            hclwrite.Span
	summary, detail string
}

// replaceBlocks returns a body in which arguments replace the blocks that represent them. It reports
// blocks that have no JSON form.
func (c *arranger) replaceBlocks(b *hclwrite.Body, s *schema.Body) jsonBody {
	b = withOptionalLabels(b, s)
	u := annotation.Ungroup(b.Items)
	if len(u.Items) < len(b.Items) {
		plain := *b
		b, plain.Items = &plain, u.Items
	}
	if c.opts.Form == Query {
		return jsonBody{Body: b, source: u.Items}
	}
	n := withArguments(b, s, c.Dialect.Merges, c.exprs.Scope.Iterators, u.Above)
	n.groups = u.Comments
	c.above = u.Above
	for _, p := range n.problems {
		c.Fail(p.span.Start, p.span.End, p.summary, "%s", p.detail)
	}
	for item := range n.origins {
		if a, ok := item.(*hclwrite.Attribute); ok {
			if c.made == nil {
				c.made = map[*hclwrite.Attribute]bool{}
			}
			c.made[a] = true
		}
	}
	return n
}

// withArguments returns a body in which an argument replaces the blocks that represent it. Some
// blocks become dynamic blocks instead, which generate one block each. These are blocks that no
// object can represent, and blocks next to dynamic blocks of their type. If merges is true, all
// blocks become dynamic blocks. iterators contains the iterators of the enclosing dynamic blocks.
// above maps an item to the comment groups before it, and is changed for the replacements.
func withArguments(
	b *hclwrite.Body, s *schema.Body, merges bool, iterators []string, above map[any][]string,
) jsonBody {
	n := jsonBody{Body: b, source: b.Items}
	uses := argumentUses(b, s, merges)
	if uses == nil {
		return n
	}
	shown := *b
	shown.Items = make([]hclwrite.Item, 0, len(b.Items))
	n.Body, n.origins = &shown, map[hclwrite.Item][]hclwrite.Item{}
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
			n.problems = append(n.problems, *p)
			continue
		}
		var standIn hclwrite.Item = use.argument
		if use.isDynamic {
			standIn = dynamic.Of(block, dynamic.UnusedIterator(block, iterators))
			if groups := above[block]; groups != nil {
				above[standIn] = groups
			}
			n.blocks = append(n.blocks, annotation.AppendIndex(block.Type, dynamics[block.Type]))
			dynamics[block.Type]++
		} else if use.argument == nil {
			use.argument = &hclwrite.Attribute{Name: block.Type, Expr: &hclwrite.Tuple{}, Span: block.Span}
			standIn = use.argument
			n.blocks = append(n.blocks, block.Type)
		}
		if n.origins[standIn] == nil {
			shown.Items = append(shown.Items, standIn)
		}
		n.origins[standIn] = append(n.origins[standIn], block)
		if !use.isDynamic {
			n.addElement(use.argument.Expr.(*hclwrite.Tuple), block, above[block], use.element, block.Type)
		}
	}
	return n
}

// argumentUse defines how JSON contains the blocks that represent an argument: as dynamic blocks, or
// as the argument.
type argumentUse struct {
	element   *schema.Body
	isDynamic bool
	argument  *hclwrite.Attribute
}

// argumentUses returns the arguments that the blocks of a body represent, by name.
func argumentUses(b *hclwrite.Body, s *schema.Body, merges bool) map[string]*argumentUse {
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
func (u *argumentUse) findProblem(item hclwrite.Item, block *hclwrite.Block, s *schema.Body) *blockProblem {
	name, span := hclwrite.ItemName(item), hclwrite.SpanOf(item)
	if block != nil {
		span.End = block.Body.Span.Start
	}
	switch {
	case block == nil:
		return &blockProblem{span, "Argument and blocks with the same name", fmt.Sprintf(
			"%q is used here both as an argument and as blocks; no product accepts both.", name)}
	case len(block.Labels) > 0:
		return &blockProblem{span, "Wrong number of labels", fmt.Sprintf(
			"%q is an argument that may be written as blocks, and such blocks have no labels.", name)}
	case u.isDynamic && !s.Dynamic:
		return &blockProblem{span, "No JSON form", fmt.Sprintf("%q is an argument that holds a list of objects. "+
			"The contents of this block cannot be written in such a list, and the body takes no dynamic blocks.", name)}
	}
	return nil
}

// canBeObject reports whether an object can represent the content of a block in its order.
func canBeObject(block *hclwrite.Block, element *schema.Body) bool {
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
func (n *jsonBody) addElement(
	t *hclwrite.Tuple, block *hclwrite.Block, above []string, element *schema.Body, path string,
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
				n.blocks = append(n.blocks, at)
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
				n.nulls = append(n.nulls, at)
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

// sourceItems returns a list of items in which the blocks of the source replace their replacements.
func (n *jsonBody) sourceItems(written []hclwrite.Item) []hclwrite.Item {
	if n.origins == nil {
		return written
	}
	list := make([]hclwrite.Item, 0, len(written))
	for _, item := range written {
		if origin, ok := n.origins[item]; ok {
			list = append(list, origin...)
		} else {
			list = append(list, item)
		}
	}
	return list
}

// blockHints decides which arguments become blocks: arguments whose paths are in blocks, and
// arguments that are blocks in tree. If allBlocks is true, every argument that may be written as
// blocks becomes blocks. In these blocks, a null argument is omitted unless its path is in nulls.
type blockHints struct {
	blocks, nulls annotation.NameSet
	tree          *bodyHints
	allBlocks     bool
}

// replaceArguments replaces arguments with the blocks that they represent. It replaces arguments
// that the annotation or the reference tree defines as blocks. It also replaces all other arguments
// that may be written as blocks, unless the reference tree contains them as arguments. If merges is
// true, it does not replace these other arguments.
func replaceArguments(body *hclwrite.Body, n *annotation.Annotation, s *schema.Body, merges bool, tree *bodyHints) {
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
			case element == nil, annotatedHint(n, item.Name).by != 0:
			case tree.occurrencesOf(item.Name) != nil:
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
				s.ElementBody(name) != nil && tree.hasBlocks(name)
			dynamics[name]++
			if made := dynamic.Block(item); hinted && made != nil {
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
func (h blockHints) blocksFor(a *hclwrite.Attribute, path string, element *schema.Body) ([]hclwrite.Item, bool) {
	if !h.blocks[path] && (element == nil || !h.allBlocks && !h.tree.isBlock(a.Name)) {
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
	name string, object *hclwrite.Object, span hclwrite.Span, path string, element *schema.Body,
) *hclwrite.Block {
	block := &hclwrite.Block{Type: name, Span: span, Comments: slices.Clone(object.Comments)}
	h.tree = h.tree.inBlock(name, nil)
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
func isElement(object *hclwrite.Object, element *schema.Body) bool {
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

func blockOf(item hclwrite.Item) *hclwrite.Block {
	block, _ := item.(*hclwrite.Block)
	return block
}

// withOptionalLabels returns a body whose blocks have all optional labels. It sets omitted labels to
// "".
func withOptionalLabels(b *hclwrite.Body, s *schema.Body) *hclwrite.Body {
	full := b
	for i, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		_, rule := s.Lookup(block.Type)
		if rule == nil || len(block.Labels) >= len(rule.Labels) || len(block.Labels) < len(rule.Labels)-rule.Optional {
			continue
		}
		labelled := *block
		labelled.Labels = append(slices.Clone(block.Labels), make([]string, len(rule.Labels)-len(block.Labels))...)
		if full == b {
			clone := *b
			clone.Items = slices.Clone(b.Items)
			full = &clone
		}
		full.Items[i] = &labelled
	}
	return full
}
