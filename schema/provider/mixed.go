package provider

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/internal/reading"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Mixed returns the arguments, as in "five_objects.a: ingress", that the native
// files of a module with override files set both as an argument and as blocks. The
// product merges such blocks: it takes the argument and passes over the blocks
// (opentofu internal/lang/blocktoattr/schema.go, effectiveSchema). No JSON says
// the same.
func Mixed(files []File) []string {
	if !slices.ContainsFunc(files, func(file File) bool { return file.Override }) {
		return nil
	}
	type use struct{ argument, blocks bool }
	uses := map[string]use{}
	for _, file := range files {
		if file.JSON {
			continue
		}
		body, _ := reading.Body(file.Bytes, file.Filename, false)
		native, ok := body.(*hclsyntax.Body)
		if !ok {
			continue
		}
		for _, block := range native.Blocks {
			if row, defined := objectBlocks()[block.Type]; !defined || len(block.Labels) != len(row.Labels) {
				continue
			}
			address := strings.Join(block.Labels, ".")
			if block.Type != opentofu.ResourceBlock {
				address = block.Type + "." + address
			}
			note := func(name string, found use) {
				key := address + ": " + name
				known := uses[key]
				uses[key] = use{known.argument || found.argument, known.blocks || found.blocks}
			}
			for name := range block.Body.Attributes {
				note(name, use{argument: true})
			}
			for _, inner := range block.Body.Blocks {
				if inner.Type == schema.DynamicType && len(inner.Labels) == 1 {
					note(inner.Labels[0], use{blocks: true})
				} else {
					note(inner.Type, use{blocks: true})
				}
			}
		}
	}
	var mixed []string
	for key, found := range uses {
		if found.argument && found.blocks {
			mixed = append(mixed, key)
		}
	}
	slices.Sort(mixed)
	return mixed
}
