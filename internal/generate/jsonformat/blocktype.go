package jsonformat

import (
	"sync"

	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// BlockType returns the type of the blocks that a part of a provider's schema defines. It is empty
// for other parts.
func BlockType(part tables.Part) string { return blockTypes()[part] }

var blockTypes = sync.OnceValue(func() map[tables.Part]string {
	newest := opentofu.Target{Product: opentofu.Terraform}
	types := map[tables.Part]string{}
	var walk func(body *tables.Body)
	walk = func(body *tables.Body) {
		for i := range body.Blocks {
			row := &body.Blocks[i]
			if part := row.Part(); part != tables.NoPart && types[part] == "" && len(row.Labels) > 0 {
				types[part] = row.Type
			} else if part == tables.NoPart && len(row.Labels) == 0 && row.OtherTarget == "" {
				walk(row.Body)
			}
		}
	}
	walk(opentofu.Config(newest).Root)
	walk(opentofu.Query(newest).Root)
	return types
})
