package placement

import (
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
)

// collectionParts contains the elements of a collection, and their indexes by key.
type collectionParts struct {
	elements []*hclwrite.Element
	keys     map[string]int
}

func (p *Placer) partsOf(c *hclwrite.Collection) *collectionParts {
	parts := p.parts[c]
	if parts == nil {
		parts = &collectionParts{elements: c.Elements()}
		if p.parts == nil {
			p.parts = make(map[*hclwrite.Collection]*collectionParts)
		}
		p.parts[c] = parts
	}
	return parts
}

// itemsByName indexes the items of a body.
type itemsByName struct {
	attributes map[string]*hclwrite.Attribute
	blocks     map[string][]*hclwrite.Block
	// first maps a path of a type and labels to the first block with them. labels is the maximum
	// number of labels of a block.
	first  map[string]*hclwrite.Block
	labels int
}

func (p *Placer) itemsOf(body *hclwrite.Body) *itemsByName {
	if n := p.items[body]; n != nil {
		return n
	}
	n := &itemsByName{
		attributes: make(map[string]*hclwrite.Attribute),
		blocks:     make(map[string][]*hclwrite.Block),
		first:      make(map[string]*hclwrite.Block),
	}
	for _, item := range body.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			n.attributes[item.Name] = item
		case *hclwrite.Block:
			n.blocks[item.Type] = append(n.blocks[item.Type], item)
			n.labels = max(n.labels, len(item.Labels))
			if path := annotation.BlockPath(item.Type, item.Labels); n.first[path] == nil {
				n.first[path] = item
			}
		}
	}
	if p.items == nil {
		p.items = make(map[*hclwrite.Body]*itemsByName)
	}
	p.items[body] = n
	return n
}

// blockIndex returns the index at the start of a path, and the rest. The index is -1 if the path
// does not start with an index.
func blockIndex(path string) (index int, rest string) {
	if strings.HasPrefix(path, "[") && !strings.HasPrefix(path, `["`) {
		if _, index, rest, ok := annotation.SplitPath(path); ok {
			return index, rest
		}
	}
	return -1, path
}

// cutLabels removes the labels of a block from the start of a path. It returns false if the path
// does not start with them.
func cutLabels(path string, labels []string) (rest string, ok bool) {
	for _, label := range labels {
		key, index, rest, ok := annotation.SplitPath(path)
		if !ok || index >= 0 || key != label {
			return "", false
		}
		_, path = blockIndex(rest)
	}
	return path, true
}
