package tojson

import (
	"slices"

	"github.com/hcljson/hcljson/convert/internal/arrangement"
	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// withOptionalLabels returns a body whose blocks have all optional labels. It sets omitted labels to
// "".
func withOptionalLabels(b *hclwrite.Body, s *tables.Body) *hclwrite.Body {
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

// arrangeBlocks arranges the blocks of a group, but not their bodies. It returns false if
// the blocks have no JSON form.
func (c *bodyArranger) arrangeBlocks(g *itemGroup) (arrangement.Blocks, bool) {
	switch {
	case c.Reserved(g.name, g.blocks[0].Span.Start, c.schema):
	case g.rule == nil && (c.schema.Remain != tables.RemainUnknown || g.argument != nil && !c.schema.NestedInLists):
		span := g.blocks[0].Span
		c.Refuse(span.Start, span.Start+len(g.name), "Unknown block type",
			"%s has no block type %q here%s.%s It is converted as a block with an unknown schema.",
			c.definerOf(g), g.name, report.OtherKind(g.argument != nil, "an argument"), report.Suggestion(g.name, c.schema))
	}
	if g.rule != nil {
		span := g.blocks[0].Span
		c.OtherTarget(g.rule.OtherTarget, "block type", g.name, span.Start, span.Start+len(g.name))
	}
	check := c.checkRepeated
	if c.opts.Query {
		check = c.checkQuery
	}
	if !c.checkLabels(g) || !check(g) {
		return arrangement.Blocks{}, false
	}
	escaped := !c.opts.Query && (g.shape == arrangement.PerBlockInLists || g.rule != nil && g.argument != nil)
	list := make([]arrangement.Block, len(g.blocks))
	for i, b := range g.blocks {
		list[i] = arrangement.Block{Block: b}
		if escaped {
			list[i].Block = withEscapedLabels(b)
		}
	}
	return arrangement.Blocks{
		Block: list[0].Block, Shape: g.shape, List: list,
		Closing: c.opts.DropComments && g.shape == arrangement.PerBlock && needsClosing(g, c.schema),
	}, true
}

// checkLabels reports blocks with a wrong number of labels. It returns false if there is an error.
func (c *arranger) checkLabels(g *itemGroup) bool {
	if g.rule == nil || areLabelled(g.blocks, g.rule) {
		return true
	}
	for _, block := range g.blocks {
		if len(block.Labels) != len(g.rule.Labels) {
			c.Fail(block.Span.Start, block.Body.Span.Start, "Wrong number of labels",
				"A %q block has %s.", g.name, report.LabelsText(g.rule))
		}
	}
	return false
}

// checkRepeated reports blocks with equal labels if the product requires an object, which cannot
// contain both. It returns false if there is an error.
func (c *arranger) checkRepeated(g *itemGroup) bool {
	if g.rule == nil || g.rule.Shape != tables.ObjectShape {
		return true
	}
	seen := make(map[string]bool, len(g.blocks))
	for _, block := range g.blocks {
		path := annotation.BlockPath("", block.Labels)
		if seen[path] {
			c.Fail(block.Span.Start, block.Body.Span.Start, "No JSON form",
				"%s takes blocks of type %q in JSON as an object, which cannot hold several blocks "+
					"with the same labels.", c.Dialect.Product, g.name)
			return false
		}
		seen[path] = true
	}
	return true
}

// needsClosing reports whether a reader would convert the blocks to an attribute, because hints are
// dropped.
func needsClosing(g *itemGroup, s *tables.Body) bool {
	return !g.isListedBlock() && s.Remain != tables.RemainAttributes && !hasLabels(g.blocks[0]) &&
		!g.isClassifiedCorrectly(s)
}

// withEscapedLabels returns a block whose labels are escaped as templates. It is used if the product
// reads the labels as keys of an object.
func withEscapedLabels(b *hclwrite.Block) *hclwrite.Block {
	escaped := *b
	escaped.Labels = make([]string, len(b.Labels))
	for i, label := range b.Labels {
		escaped.Labels[i] = hcltext.EscapeTemplate(label)
	}
	return &escaped
}

// emptyProperty returns the property that replaces blocks without a JSON form.
func (c *arranger) emptyProperty(name string) hclwrite.Item {
	return &arrangement.ChangedAttribute{Attribute: &hclwrite.Attribute{Name: name}, Expr: &hclwrite.Literal{Text: "null"}}
}

// arrangeBlockBody arranges the body of a block.
func (c *bodyArranger) arrangeBlockBody(b *hclwrite.Block) arrangement.Arrangement {
	s := c.schema.BlockBody(b.Type, b.Labels, b.Body.SourceOf)
	c.MissingSchema(s, b.Span.Start, b.Body.Span.Start)
	has := func(name string) bool { return b.Body.Attribute(name) != nil }
	body := c.newBody(&b.Body, s, c.scope.InBlock(iteratorOf(b, c.schema), s, has))
	body.shown.Layout = b.Layout
	own := annotation.WithAbove(b.Comments, c.above[b])
	return body.arrangeBody(&own)
}

// iteratorOf returns the variable that a dynamic block defines in its content. It returns "" for
// other blocks.
func iteratorOf(block *hclwrite.Block, s *tables.Body) string {
	if !s.Dynamic || block.Type != tables.DynamicType || len(block.Labels) == 0 {
		return ""
	}
	if a := block.Body.Attribute(tables.DynamicIterator); a != nil {
		if name, ok := a.Expr.(*hclwrite.Native); ok {
			return name.Text
		}
	}
	return block.Labels[0]
}
