// Package nativeedit applies a [treediff.Script] to the text of a file in native syntax. Kept parts
// keep every byte, and new parts get the layout of their neighbours.
package nativeedit

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/treediff"
)

// ChangedTree returns the text of a file after changes in its tree. The edited tree contains nodes
// of the file with their positions, in any order and with other values, names and labels, and new
// nodes: without a position, or adopted with their text. Only nodes with the same position are
// compared, so the result has the order of the tree. next defines for new items whether they belong
// to the item after them (true) or before them. The file must be unchanged since it was parsed.
// script contains the changes, and reprinted the ranges in which unchanged text was printed again.
// The result is not checked.
func ChangedTree(
	file, edited *hclwrite.File, next map[hclwrite.Item]bool,
) (text []byte, script *treediff.Script, reprinted []hclwrite.Span) {
	script = treediff.ByPosition(file.Source(), &file.Body, &edited.Body, next)
	w := newWriter(file, script, edited)
	w.adopted = edited
	text, reprinted = w.result()
	return text, script, reprinted
}

// Changed returns the text of a file after a script. New parts come from the edited tree. A warning
// names the lines that were printed again.
func Changed(file *hclwrite.File, name string, script *treediff.Script, edited *hclwrite.File) ([]byte, hcl.Diagnostics) {
	text, reprinted := newWriter(file, script, edited).result()
	return text, Reprinted([]byte(file.Source()), name, reprinted)
}
