package limits

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

// OverBudget is the summary of the error about a file that is larger than a budget of the caller.
const OverBudget = "Over the budget"

// CheckText returns an error if a text in either syntax has more bytes or nodes than a budget allows; 0 allows
// any number. It counts each character that can start a node.
func CheckText(text []byte, filename string, maxBytes, maxNodes int) hcl.Diagnostics {
	start := hcl.Range{Filename: filename, Start: hcl.InitialPos, End: hcl.InitialPos}
	if maxBytes > 0 && len(text) > maxBytes {
		return hcl.Diagnostics{diagnostic.ErrorAt(start, OverBudget,
			"The file has %d bytes, but MaxBytes allows %d.", len(text), maxBytes)}
	}
	if maxNodes <= 0 || nodesOf(text) <= maxNodes {
		return nil
	}
	return hcl.Diagnostics{diagnostic.ErrorAt(start, OverBudget,
		"The file has up to %d values and blocks, but MaxNodes allows %d.", nodesOf(text), maxNodes)}
}

// nodesOf returns an upper bound of the blocks, attributes, elements and JSON values of a text.
func nodesOf(text []byte) int {
	n := 1
	for _, sign := range []byte("{[,=:") {
		n += bytes.Count(text, []byte{sign})
	}
	return n
}
