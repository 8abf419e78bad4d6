// Package nativeedit changes the text of a file in native syntax in place: what a [Script]
// keeps stays as it is, byte for byte, and what is new is laid out as its neighbours are.
package nativeedit

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/treediff"
)

// ChangedTree returns the text of a file with what has become of its tree. The edited tree
// has the nodes of the file, with their places, in any order and with other values, names
// and labels, and new nodes without a place, or such that were adopted, which are written as
// they were read. Nothing is compared but nodes with the same place, so that the order of the
// result is that of the tree. next says of new items whether they are next to what they are
// before, or to what they are after, where somebody has said so, and that they come last. The file
// must be as it was read. The Script says what has become of what; the result is not proven. reprinted
// are the stretches of the file in which more had to be written than was to change.
func ChangedTree(
	file, edited *hclwrite.File, next map[hclwrite.Item]bool,
) (text []byte, script *treediff.Script, reprinted []hclwrite.Span) {
	script = treediff.ByPosition(file.Source(), &file.Body, &edited.Body, next)
	w := newWriter(file, script, edited)
	w.adopted = edited
	text, reprinted = w.result()
	return text, script, reprinted
}

// Changed returns the text of a file with what a script says, and warns of lines that had to be
// rewritten for that. What is new comes from the edited tree.
func Changed(file *hclwrite.File, name string, script *treediff.Script, edited *hclwrite.File) ([]byte, hcl.Diagnostics) {
	text, reprinted := newWriter(file, script, edited).result()
	return text, Reprinted([]byte(file.Source()), name, reprinted)
}
