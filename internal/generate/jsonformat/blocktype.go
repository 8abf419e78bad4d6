package jsonformat

import (
	"sync"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// BlockType returns the type of the blocks that a part of a provider's schema defines. It is empty
// for other parts.
func BlockType(part schema.Part) string { return blockTypes()[part] }

var blockTypes = sync.OnceValue(func() map[schema.Part]string {
	newest := opentofu.Target{Product: opentofu.Terraform}
	types := map[schema.Part]string{}
	var walk func(body *schema.Body)
	walk = func(body *schema.Body) {
		for i := range body.Blocks {
			row := &body.Blocks[i]
			if part := row.Part(); part != schema.NoPart && types[part] == "" && len(row.Labels) > 0 {
				types[part] = row.Type
			} else if part == schema.NoPart && len(row.Labels) == 0 && row.OtherTarget == "" {
				walk(row.Body)
			}
		}
	}
	walk(opentofu.Config(newest).Root)
	walk(opentofu.Query(newest).Root)
	return types
})
