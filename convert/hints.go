package convert

import (
	"strings"

	"github.com/hcljson/hcljson/convert/internal/dynamic"
	"github.com/hcljson/hcljson/convert/internal/shape"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// evidence is the source of the decision whether a property is an attribute or blocks.
type evidence uint8

const (
	_ evidence = iota // the schema
	// byHint means a "//" property.
	byHint
	// byTree means the reference tree.
	byTree
	// byDynamic means a dynamic block of the body that generates blocks with this name.
	byDynamic
	// byValue means that only one kind is possible for the value.
	byValue
	byGuess
)

// nameHint is the information about a name in a body that an annotation or a reference tree
// contains.
type nameHint struct {
	// by is byHint or byTree. It is zero if there is no hint.
	by evidence
	// kind is Unlisted if the hint only sets asBlocks or inList.
	kind guess.Kind
	// labels contains the numbers of labels of blocks: one number for all blocks, or one number per
	// block.
	labels []int
	// asBlocks is true if native syntax writes the argument as blocks. inList is true if the value
	// is an object that JSON contains in a list.
	asBlocks, inList bool
}

// annotatedHint returns the hint for a name that an annotation contains.
func annotatedHint(n *annotation.Annotation, name string) nameHint {
	h := nameHint{labels: n.LabelCounts[name], asBlocks: n.IsBlocks[name], inList: n.IsAttribute[annotation.ListHint(name)]}
	switch {
	case n.IsAttribute[name]:
		h.kind = guess.IsAttribute
	case h.labels != nil:
		h.kind = guess.IsBlock
	}
	if h.kind != guess.Unlisted || h.asBlocks || h.inList {
		h.by = byHint
	}
	return h
}

// hintTree provides the kinds of the names in a reference tree. For each body, they are the names of
// attributes, and the types of blocks with their numbers of labels.
type hintTree struct {
	root *hclwrite.Body
	// containsForeign is true if a comment of the tree contains a foreign value.
	containsForeign bool
	// source is the text of the file. It is empty for a JSON file.
	source string
}

// newHintTree returns the hints of a tree. The tree must not change while the hints are in use.
func newHintTree(file *hclwrite.File) *hintTree {
	return &hintTree{root: &file.Body, containsForeign: hasForeign(&file.Body), source: file.Source()}
}

// hasForeign reports whether a comment in a body contains a foreign value.
func hasForeign(b *hclwrite.Body) (found bool) {
	search := func(b *hclwrite.Body) {
		for _, c := range annotation.Ungroup(b.Items).Comments.At(hclwrite.Inside) {
			v := annotation.ForeignValue(c)
			found = found || v != nil && !annotation.HasOwnMembers(v)
		}
	}
	search(b)
	hclwrite.Walk(b, func(node hclwrite.Node) bool {
		if block, ok := node.(*hclwrite.Block); ok {
			search(&block.Body)
		}
		return !found
	})
	return found
}

// bodyHints provides the hints for one body. A nil *bodyHints provides no hints.
type bodyHints struct {
	*hintTree
	// outer provides the hints for the enclosing body. BlockType and labels are the type and labels
	// of the block. For a dynamic block, isGenerated is true, and BlockType is the type of the blocks
	// that it generates.
	outer       *bodyHints
	blockType   string
	labels      []string
	isGenerated bool
	// similar contains the bodies of the tree at the same path, by precision. It is set on the first
	// use.
	similar [typeOnly + 1]*similarBodies
}

// precision defines which labels of two blocks must be equal, so that their bodies are similar.
type precision uint8

const (
	allLabels precision = iota
	firstLabel
	typeOnly
)

// similarBodies contains the bodies of the tree at one path.
type similarBodies struct {
	bodies []*hclwrite.Body
	// names maps a name to its occurrences in the bodies. inner maps a [blockKey] to the bodies of
	// nested blocks. Both are set on the first use.
	names map[string]*occurrences
	inner map[string]*similarBodies
}

// occurrences contains the kinds of a name in similar bodies.
type occurrences struct {
	isAttribute, isBlock bool
	// isGenerated is true if a dynamic block generates a single block of this type; see
	// [Block].
	isGenerated bool
	// labels is the number of labels of all blocks, or -1 if the numbers differ. most is the highest
	// number. numbers contains all numbers, and paths all labels.
	labels, most int
	paths        map[string]bool
	numbers      map[int]bool
	// inList is true if the attribute has a hint for lists; see [arranger.listHint].
	inList bool
}

// fileHints returns the hints for the body of the file.
func (h *hintTree) fileHints() *bodyHints {
	if h == nil {
		return nil
	}
	root := &bodyHints{hintTree: h}
	for p := range root.similar {
		root.similar[p] = &similarBodies{bodies: []*hclwrite.Body{h.root}}
	}
	return root
}

// inBlock returns the hints for the body of a nested block. For the content of a dynamic block, it
// returns the hints for the blocks that it generates.
func (h *bodyHints) inBlock(blockType string, labels []string) *bodyHints {
	switch {
	case h == nil:
		return nil
	case blockType == schema.DynamicType && len(labels) > 0:
		return &bodyHints{hintTree: h.hintTree, outer: h, blockType: labels[0], isGenerated: true}
	}
	return &bodyHints{hintTree: h.hintTree, outer: h, blockType: blockType, labels: labels}
}

// bodiesFor returns the bodies that are similar with the given precision.
func (h *bodyHints) bodiesFor(p precision) *similarBodies {
	if h.similar[p] == nil {
		h.similar[p] = h.outer.bodiesFor(p).inBlock(h.blockType, h.labels, p)
	}
	return h.similar[p]
}

// occurrencesOf returns the occurrences of a name that is either an attribute or a block, or nil.
func (h *bodyHints) occurrencesOf(name string) *occurrences {
	for p := allLabels; h != nil && p <= typeOnly; p++ {
		if found := h.bodiesFor(p).occurrencesOf(name); found != nil && found.isAttribute != found.isBlock {
			return found
		}
	}
	return nil
}

// isBlock reports whether the tree contains a name only as blocks.
func (h *bodyHints) isBlock(name string) bool {
	found := h.occurrencesOf(name)
	return found != nil && found.isBlock
}

// hasBlocks reports whether the tree contains blocks of a type, and no dynamic block generates one
// of them.
func (h *bodyHints) hasBlocks(name string) bool {
	for p := allLabels; h != nil && p <= typeOnly; p++ {
		if found := h.bodiesFor(p).occurrencesOf(name); found != nil {
			return found.isBlock && !found.isGenerated
		}
	}
	return false
}

// hintFor returns the hint for a property. argument and block are the rows of the schema for its
// name. If the schema defines only one kind, the tree overrides it only if the same body in the tree
// contains the other kind. An invalid name in a file then keeps its kind.
func (h *bodyHints) hintFor(m *jsontree.Member, s *schema.Body, argument *schema.Attribute, block *schema.Block) nameHint {
	v, isArray := &m.Value, m.Value.Kind == jsontree.Array
	if h == nil || !isArray && v.Kind != jsontree.Object && v.Kind != jsontree.Null {
		return nameHint{}
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
		return nameHint{by: byTree, inList: true}
	case found.isAttribute:
		return nameHint{by: byTree, kind: guess.IsAttribute}
	case argument != nil && argument.AsBlocks != nil:
		return nameHint{by: byTree, asBlocks: true}
	case block == nil:
		counts := found.labelCounts(v)
		if s.NestedInLists && found.labels > 0 || !s.NestedInLists && shape.CanRepresent(v, counts) {
			return nameHint{by: byTree, kind: guess.IsBlock, labels: counts}
		}
	}
	return nameHint{}
}

// otherKindOf returns the occurrences of a name in bodies with equal labels if all of them have the
// given kind, or nil.
func (h *bodyHints) otherKindOf(name string, kind guess.Kind) *occurrences {
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
func (h *bodyHints) isNotList(name string) bool {
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

// LabelCounts returns the numbers of labels of the blocks that a value represents.
func (o *occurrences) labelCounts(v *jsontree.Value) []int {
	if o.labels >= 0 {
		return []int{o.labels}
	}
	if v.Kind != jsontree.Array {
		return []int{o.labelCount(v)}
	}
	counts := make([]int, len(v.Elems))
	for i := range v.Elems {
		counts[i] = o.labelCount(&v.Elems[i])
	}
	return counts
}

// LabelCount returns the number of labels of the block that a value represents. It is the number for
// a block of the tree with the same labels. If there is no such block, it is the highest possible
// number.
func (o *occurrences) labelCount(v *jsontree.Value) int {
	path, count, possible := "", 0, 0
	for n := 1; n <= o.most; n++ {
		for v.Kind == jsontree.Array && len(v.Elems) == 1 {
			v = &v.Elems[0]
		}
		if v.Kind != jsontree.Object || len(v.Members) != 1 {
			break
		}
		path = annotation.AppendKey(path, v.Members[0].Name)
		if o.paths[path] {
			count = n
		}
		if v = &v.Members[0].Value; o.numbers[n] && (v.Kind == jsontree.Object || v.Kind == jsontree.Array) {
			possible = n
		}
	}
	if count == 0 {
		return possible
	}
	return count
}

// noBodies is the result for a path that the tree does not contain.
var noBodies = &similarBodies{names: map[string]*occurrences{}, inner: map[string]*similarBodies{}}

// inBlock returns the bodies of the nested blocks with a type and labels.
func (l *similarBodies) inBlock(blockType string, labels []string, p precision) *similarBodies {
	if blockType == schema.ContentType && len(labels) == 0 {
		return l
	}
	if l.inner == nil {
		l.inner = make(map[string]*similarBodies)
		for _, body := range l.bodies {
			l.addBlocks(body, p)
		}
	}
	if inner := l.inner[blockKey(blockType, labels, p)]; inner != nil {
		return inner
	}
	return noBodies
}

// addBlocks adds the bodies of the blocks in a body to l.inner.
func (l *similarBodies) addBlocks(body *hclwrite.Body, p precision) {
	for _, item := range body.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		key := blockKey(block.Type, block.Labels, p)
		inner := &block.Body
		if block.Type == schema.DynamicType && len(block.Labels) > 0 {
			key = block.Labels[0]
			if content := inner.Block(schema.ContentType); content != nil {
				inner = &content.Body
			}
		}
		if l.inner[key] == nil {
			l.inner[key] = &similarBodies{}
		}
		l.inner[key].bodies = append(l.inner[key].bodies, inner)
	}
}

// blockKey returns the key for a type and labels in [similarBodies].
func blockKey(blockType string, labels []string, p precision) string {
	switch {
	case len(labels) == 0 || p == typeOnly:
		return blockType
	case len(labels) == 1 || p == firstLabel:
		return blockType + "\x00" + labels[0]
	}
	return blockType + "\x00" + strings.Join(labels, "\x00")
}

// occurrencesOf returns the occurrences of a name in the bodies, or nil.
func (l *similarBodies) occurrencesOf(name string) *occurrences {
	if l.names == nil {
		l.names = make(map[string]*occurrences)
		for _, body := range l.bodies {
			for _, item := range body.Items {
				l.ensureOccurrences(hclwrite.ItemName(item)).addItem(item)
				if block, ok := item.(*hclwrite.Block); ok && dynamic.Block(block) != nil {
					l.ensureOccurrences(block.Labels[0]).isGenerated = true
				}
			}
		}
	}
	return l.names[name]
}

func (l *similarBodies) ensureOccurrences(name string) *occurrences {
	if l.names[name] == nil {
		l.names[name] = &occurrences{}
	}
	return l.names[name]
}

func (o *occurrences) addItem(item hclwrite.Item) {
	switch item := item.(type) {
	case *hclwrite.Attribute:
		o.isAttribute = true
		object, ok := item.Expr.(*hclwrite.Object)
		o.inList = o.inList || ok && !object.Enclosed
	case *hclwrite.Block:
		if o.isBlock && o.labels != len(item.Labels) {
			o.labels = -1
		} else {
			o.labels = len(item.Labels)
		}
		o.isBlock, o.most = true, max(o.most, len(item.Labels))
		if o.paths == nil {
			o.paths, o.numbers = make(map[string]bool), make(map[int]bool)
		}
		o.numbers[len(item.Labels)] = true
		o.paths[annotation.BlockPath("", item.Labels)] = true
	}
}
