package convert

import (
	"slices"

	"github.com/hcljson/hcljson/convert/internal/asblocks"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/schema"
)

// replaceBlocks returns a body in which arguments replace the blocks that represent them. It reports
// blocks that have no JSON form.
func (c *arranger) replaceBlocks(b *hclwrite.Body, s *schema.Body) asblocks.Body {
	b = withOptionalLabels(b, s)
	u := annotation.Ungroup(b.Items)
	if len(u.Items) < len(b.Items) {
		plain := *b
		b, plain.Items = &plain, u.Items
	}
	if c.opts.query {
		return asblocks.Body{Body: b, Source: u.Items}
	}
	n := asblocks.WithArguments(b, s, c.Dialect.Merges, c.exprs.Scope.Iterators, u.Above)
	n.Groups = u.Comments
	c.above = u.Above
	for _, p := range n.Problems {
		c.Fail(p.Span.Start, p.Span.End, p.Summary, "%s", p.Detail)
	}
	for item := range n.Origins {
		if a, ok := item.(*hclwrite.Attribute); ok {
			if c.made == nil {
				c.made = map[*hclwrite.Attribute]bool{}
			}
			c.made[a] = true
		}
	}
	return n
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
