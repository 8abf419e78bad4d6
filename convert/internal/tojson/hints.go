package tojson

import (
	"slices"

	"github.com/hcljson/hcljson/convert/internal/shape"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// collectHints adds the hints that a reader without a schema needs to an annotation.
func (c *bodyArranger) collectHints(n *annotation.Annotation, groups []itemGroup) {
	n.Blocks, n.Nulls = c.shown.Blocks, c.shown.Nulls
	for i := range groups {
		g := &groups[i]
		switch {
		case c.isReplacement(g.attribute):
			// The member "blocks" of the annotation already contains the attribute.
		case g.attribute == nil:
			doubtful := g.isListedAttribute() || !g.isKnown(c.schema, c.schema.NestedInLists) || slices.ContainsFunc(g.blocks, hasLabels)
			if !g.isListedBlock() && doubtful {
				n.Labels = append(n.Labels, annotation.LabelCount{BlockType: g.name, Counts: labelCounts(g.blocks)})
			}
		case c.schema.NestedInLists && g.argument == nil:
			if hint := c.listHint(g.attribute); hint != "" {
				n.Attributes = append(n.Attributes, hint)
			}
		case readsAsBlocks(g, c.schema) || !g.isKnown(c.schema, false) || g.allowsBlocks():
			n.Attributes = append(n.Attributes, g.name)
		}
	}
}

// isKnown reports whether every reader classifies the items correctly and without a warning. The
// reader may have the same schema and tables of plugins, those of another version of this program,
// or none.
func (g *itemGroup) isKnown(s *tables.Body, asWritten bool) bool {
	switch {
	case asWritten, g.isListedAttribute(), g.isListedBlock():
		return true
	case s.Remain == tables.RemainAttributes:
		return g.attribute != nil
	case g.attribute == nil && s.Remain == tables.RemainNone && s.Origin.Kind == tables.FromLanguage:
		return false
	}
	class := g.classify(s)
	return class.Everywhere && class.Sure && g.isClassifiedCorrectly(s)
}

// allowsBlocks reports whether the value of an attribute may be written as blocks.
func (g *itemGroup) allowsBlocks() bool {
	if g.argument == nil || g.argument.AsBlocks == nil {
		return false
	}
	switch e := g.attribute.Expr.(type) {
	case *hclwrite.Tuple:
		elements := e.Elements()
		return len(elements) > 0 && !slices.ContainsFunc(elements, func(item *hclwrite.Element) bool {
			_, isObject := item.Value.(*hclwrite.Object)
			return !isObject
		})
	case *hclwrite.Object:
		return true
	}
	return false
}

// listHint returns the hint for an attribute of a body with NestedInLists, or "".
func (c *arranger) listHint(a *hclwrite.Attribute) string {
	if o, ok := a.Expr.(*hclwrite.Object); ok && !o.Enclosed {
		return annotation.ListHint(a.Name)
	}
	if shape.IsBlockList(shape.OfExpr(a.Expr)) {
		return a.Name
	}
	return ""
}

// readsAsBlocks reports whether a reader would convert the JSON of an attribute to blocks. This is
// the case if it has the name of a block, or if it has no schema and the form of blocks.
func readsAsBlocks(g *itemGroup, s *tables.Body) bool {
	switch {
	case g.argument != nil && g.rule != nil:
		return shape.CanBeBlocks(shape.OfExpr(g.attribute.Expr), g.rule, len(g.rule.Labels))
	case g.isListedAttribute():
		return false
	case g.isListedBlock():
		return true
	case s.NestedInLists, s.Remain == tables.RemainAttributes:
		return false
	}
	return !g.isClassifiedCorrectly(s)
}

// isClassifiedCorrectly reports whether a reader without a schema classifies the items correctly.
func (g *itemGroup) isClassifiedCorrectly(s *tables.Body) bool {
	class := g.classify(s)
	return class.Alone == g.kind() && class.Kind == g.kind()
}

// classify returns the class that a reader without a schema assigns to the items. If their origin is
// the built-in table, the reader has this table.
func (g *itemGroup) classify(s *tables.Body) guess.Class {
	form := guess.ListForm
	if g.attribute != nil {
		form = shape.Of(shape.OfExpr(g.attribute.Expr))
	}
	class := s.Classify(g.name, form)
	switch {
	case s.Origin.Kind != tables.FromTable:
	case g.isDefined():
		class.Kind, class.Sure = g.kind(), true
	case g.rule != nil:
		class.Kind, class.Sure = guess.IsBlock, false
	case g.argument != nil:
		class.Kind, class.Sure = guess.IsAttribute, false
	}
	return class
}

// isDefined reports whether the schema of the body lists the items with their kind and number of
// labels.
func (g *itemGroup) isDefined() bool {
	if g.attribute == nil {
		return g.rule != nil && areLabelled(g.blocks, g.rule)
	}
	return g.argument != nil && g.rule == nil
}

// kind returns the kind of the items.
func (g *itemGroup) kind() guess.Kind {
	if g.attribute != nil {
		return guess.IsAttribute
	}
	return guess.IsBlock
}

// isListedAttribute reports whether the language itself defines the name as an attribute. Every
// reader then has this row. isListedBlock does the same for a block.
func (g *itemGroup) isListedAttribute() bool {
	return g.argument != nil && !g.argument.Origin.External()
}

func (g *itemGroup) isListedBlock() bool { return g.rule != nil && !g.rule.Origin.External() }

// labelCounts returns the numbers of labels of blocks. It returns a single number if all are equal.
func labelCounts(blocks []*hclwrite.Block) []int {
	if !slices.ContainsFunc(blocks, hasLabels) {
		return noLabels
	}
	counts := make([]int, len(blocks))
	for i, block := range blocks {
		counts[i] = len(block.Labels)
	}
	if slices.Min(counts) == slices.Max(counts) {
		return counts[:1]
	}
	return counts
}

var noLabels = []int{0}
