// Package nativeedit applies a [treediff.Script] to the text of a file in native syntax. The text of
// unchanged parts stays the same. New parts get the layout of the parts around them.
package nativeedit

import (
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// ApplyTree returns the text of a file after changes in its tree. A node of the edited tree is the
// old node with the same position. Its order, value, name and labels may differ. Nodes without a
// position and nodes with a given text are new. The result has the order of the edited tree. next
// defines whether a new item belongs to the item after it (true) or before it (false). The file must
// be unchanged since it was parsed. The result script contains the changes, and reprinted contains
// the ranges in which unchanged text was printed again. ApplyTree does not check the result.
func ApplyTree(
	file, edited *hclwrite.File, given *Given, next map[hclwrite.Item]bool,
) (text []byte, script *treediff.Script, reprinted []hclwrite.Span) {
	script = treediff.ScriptByPosition(&file.Body, &edited.Body, next)
	w := newWriter(file, script, edited)
	w.given = given
	text, reprinted = w.result()
	return text, script, reprinted
}

// ApplyScript returns the text of a file after a script. It takes new parts from the edited tree. It
// returns a warning about unchanged lines that were printed again.
func ApplyScript(file *hclwrite.File, name string, script *treediff.Script, edited *hclwrite.File) ([]byte, hcl.Diagnostics) {
	keepAdjacent(file.Source(), script, &file.Body)
	text, reprinted := newWriter(file, script, edited).result()
	return text, ReprintWarnings([]byte(file.Source()), name, reprinted)
}

// keepAdjacent changes a script so that a comment group directly below an item stays there. New
// items follow the group, unless it is at the end of the body.
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
