// Package nativeedit applies a [treediff.Script] to the text of a file in native syntax. Kept parts
// keep every byte, and new parts get the layout of their neighbours.
package nativeedit

import (
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/treediff"
)

// ApplyTree returns the text of a file after changes in its tree. The edited tree contains nodes
// of the file with their positions, in any order and with other values, names and labels, and new
// nodes: without a position, or with a given text. Only nodes with the same position are
// compared, so the result has the order of the tree. next defines for new items whether they belong
// to the item after them (true) or before them. The file must be unchanged since it was parsed.
// script contains the changes, and reprinted the ranges in which unchanged text was printed again.
// The result is not checked.
func ApplyTree(
	file, edited *hclwrite.File, given *Given, next map[hclwrite.Item]bool,
) (text []byte, script *treediff.Script, reprinted []hclwrite.Span) {
	script = treediff.ScriptByPosition(file.Source(), &file.Body, &edited.Body, next)
	w := newWriter(file, script, edited)
	w.given = given
	text, reprinted = w.result()
	return text, script, reprinted
}

// ApplyScript returns the text of a file after a script. New parts come from the edited tree. A warning
// names the lines that were printed again.
func ApplyScript(file *hclwrite.File, name string, script *treediff.Script, edited *hclwrite.File) ([]byte, hcl.Diagnostics) {
	keepAdjacent(file.Source(), script, &file.Body)
	text, reprinted := newWriter(file, script, edited).result()
	return text, ReprintWarnings([]byte(file.Source()), name, reprinted)
}

// keepAdjacent lets the groups of comments directly below an item stay there: new items follow the
// group, unless it is at the end of the body.
func keepAdjacent(src string, s *treediff.Script, old *hclwrite.Body) {
	for k := range s.Steps {
		step := &s.Steps[k]
		if step.Old < 0 {
			continue
		}
		if block, ok := old.Items[step.Old].(*hclwrite.Block); ok && step.Parts != nil {
			keepAdjacent(src, step.Parts, &block.Body)
		}
		next := k + 1
		for next < len(s.Steps) && !s.Steps[next].BelongsToNext && (s.Steps[next].Op == treediff.Insert || s.Steps[next].Op == treediff.Move) {
			next++
		}
		if next == len(s.Steps) || next == k+1 || !step.Stays() || !s.Steps[next].Stays() ||
			s.Steps[next].Old != step.Old+1 || step.Old+2 >= len(old.Items) || !hclwrite.IsCommentGroup(old.Items[step.Old+1]) {
			continue
		}
		end, start := hclwrite.SpanOf(old.Items[step.Old]).End, hclwrite.SpanOf(old.Items[step.Old+1]).Start
		if strings.Count(src[end:start], "\n") < 2 {
			group := s.Steps[next]
			copy(s.Steps[k+2:next+1], s.Steps[k+1:next])
			s.Steps[k+1] = group
		}
	}
}
