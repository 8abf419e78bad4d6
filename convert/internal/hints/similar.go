package hints

import (
	"strings"

	"github.com/hcljson/hcljson/convert/internal/dynamic"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

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
	// isGenerated is true if a dynamic block generates a single block of this type.
	isGenerated bool
	// labels is the number of labels of all blocks, or -1 if the numbers differ. most is the highest
	// number. numbers contains all numbers, and paths all labels.
	labels, most int
	paths        map[string]bool
	numbers      map[int]bool
	// inList is true if the attribute has a hint for lists.
	inList bool
}

// FileHints returns the hints for the body of the file.
func (h *Tree) FileHints() *Body {
	if h == nil {
		return nil
	}
	root := &Body{Tree: h}
	for p := range root.similar {
		root.similar[p] = &similarBodies{bodies: []*hclwrite.Body{h.root}}
	}
	return root
}

// InBlock returns the hints for the body of a nested block. For the content of a dynamic block, it
// returns the hints for the blocks that it generates.
func (h *Body) InBlock(blockType string, labels []string) *Body {
	switch {
	case h == nil:
		return nil
	case blockType == tables.DynamicType && len(labels) > 0:
		return &Body{Tree: h.Tree, outer: h, blockType: labels[0], isGenerated: true}
	}
	return &Body{Tree: h.Tree, outer: h, blockType: blockType, labels: labels}
}

// bodiesFor returns the similar bodies of the given precision.
func (h *Body) bodiesFor(p precision) *similarBodies {
	if h.similar[p] == nil {
		h.similar[p] = h.outer.bodiesFor(p).inBlock(h.blockType, h.labels, p)
	}
	return h.similar[p]
}

// Similar returns the bodies of the tree at the path of the body: first of blocks with the same labels, then with
// the same first label, and last of blocks of the same types. It returns nil without hints.
func (h *Body) Similar() (list [][]*hclwrite.Body) {
	for p := allLabels; h != nil && p <= typeOnly; p++ {
		list = append(list, h.bodiesFor(p).bodies)
	}
	return list
}

// occurrencesOf returns the occurrences of a name that is either an attribute or a block, or nil.
func (h *Body) occurrencesOf(name string) *occurrences {
	for p := allLabels; h != nil && p <= typeOnly; p++ {
		if found := h.bodiesFor(p).occurrencesOf(name); found != nil && found.isAttribute != found.isBlock {
			return found
		}
	}
	return nil
}

// IsKnown reports whether the tree contains a name as either an attribute or a block.
func (h *Body) IsKnown(name string) bool { return h.occurrencesOf(name) != nil }

// IsBlock reports whether the tree contains a name only as blocks.
func (h *Body) IsBlock(name string) bool {
	found := h.occurrencesOf(name)
	return found != nil && found.isBlock
}

// HasBlocks reports whether the tree contains blocks of a type, and no dynamic block generates one
// of them.
func (h *Body) HasBlocks(name string) bool {
	for p := allLabels; h != nil && p <= typeOnly; p++ {
		if found := h.bodiesFor(p).occurrencesOf(name); found != nil {
			return found.isBlock && !found.isGenerated
		}
	}
	return false
}

// labelCounts returns the numbers of labels of the blocks that a value represents.
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

// labelCount returns the number of labels of the block that a value represents. It is the number for
// a block of the tree with the same labels. Without such a block, it is the highest possible number.
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
	if blockType == tables.ContentType && len(labels) == 0 {
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
		if block.Type == tables.DynamicType && len(block.Labels) > 0 {
			key = block.Labels[0]
			if content := inner.Block(tables.ContentType); content != nil {
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
				if block, ok := item.(*hclwrite.Block); ok && dynamic.ToBlock(block) != nil {
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
