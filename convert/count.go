package convert

import (
	"fmt"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// count warns of block types that are not in a body as often as the product
// wants. start and end are the place of the body. How many blocks a dynamic block
// makes is not known.
func (r *reporter) count(items []hclwrite.Item, d *schema.Dialect, s *schema.Body, start, end int) {
	counted := s.Counted()
	if counted == nil {
		return
	}
	blocks := map[string]int{}
	generated := map[string]bool{}
	for _, item := range items {
		block, ok := item.(*hclwrite.Block)
		switch {
		case !ok:
		case s.Dynamic && block.Type == schema.DynamicType && len(block.Labels) == 1:
			generated[block.Labels[0]] = true
		default:
			blocks[block.Type]++
		}
	}
	for _, row := range counted {
		n := blocks[row.Type]
		if row.Max > 0 && n > row.Max {
			r.warn(start, end, "Too many blocks", "%s allows at most %s of type %q here; there are %d.",
				definer(d, s), numbered(row.Max), row.Type, n)
		}
		if n < row.Min && !generated[row.Type] {
			r.warn(start, end, "Too few blocks", "%s requires at least %s of type %q here; there are %d.",
				definer(d, s), numbered(row.Min), row.Type, n)
		}
	}
}

func numbered(blocks int) string {
	if blocks == 1 {
		return "1 block"
	}
	return fmt.Sprintf("%d blocks", blocks)
}
