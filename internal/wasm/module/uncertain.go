package module

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Uncertain is for a service that knows no providers: JSON in which something was guessed,
// and native syntax that may have blocks in place of an argument, are read otherwise by
// whoever knows them.
func Uncertain(src service.Source, diags hcl.Diagnostics) bool {
	for _, diag := range diags {
		if _, ok := diag.Extra.(convert.Guess); ok {
			return true
		}
	}
	if src.JSON {
		return false
	}
	for line := range bytes.Lines(src.Bytes) {
		if name := blockName(line); name != "" && opentofu.MayBeBlocks(name) {
			return true
		}
	}
	return false
}

// blockName is the type of the block that a line may begin, or what a dynamic block of the
// line makes.
func blockName(line []byte) string {
	head, _, found := bytes.Cut(line, []byte("{"))
	words := bytes.Fields(head)
	if !found || len(words) == 0 || len(words) > 2 {
		return ""
	}
	return string(bytes.Trim(words[len(words)-1], `"`))
}
