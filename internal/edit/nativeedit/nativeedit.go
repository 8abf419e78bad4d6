// Package nativeedit applies a [treediff.Script] to the text of a file in native syntax. The text of
// unchanged parts stays the same. New parts get the layout of the parts around them.
package nativeedit

import (
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// ApplyTree returns the text of a file after changes in its tree. file is the file before the changes. The result has the
// order of the tree. The result script contains the changes, and reprinted contains the ranges in which unchanged text was
// printed again. ApplyTree does not check the result.
func ApplyTree(
	c *treediff.Changes, file, tree *hclwrite.File,
) (text []byte, script *treediff.Script, reprinted []hclwrite.Span) {
	script = c.Script(&file.Body, &tree.Body)
	text, reprinted = newWriter(file, script, tree, c).result()
	return text, script, reprinted
}

// ApplyScript returns the text of a file after a script. It takes new parts from the edited tree. It
// returns a warning about unchanged lines that were printed again.
func ApplyScript(file *hclwrite.File, name string, script *treediff.Script, edited *hclwrite.File) ([]byte, hcl.Diagnostics) {
	keepAdjacent(file.Source(), script, &file.Body)
	text, reprinted := newWriter(file, script, edited, nil).result()
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
		if !step.Stays() {
			continue
		}
		next := k + 1
		for next < len(s.Steps) && !s.Steps[next].BelongsToNext && (s.Steps[next].Op == treediff.Insert || s.Steps[next].Op == treediff.Move) {
			next++
		}
		if next == len(s.Steps) || next == k+1 || !s.Steps[next].Stays() ||
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
