package patch

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/treediff"
)

// groupsAsComments marks the comments of unmoved blocks as changed if the groups of comments
// before them differ, because the "//" property of a block contains these groups.
func (p *jsonPatch) groupsAsComments(s *treediff.Script, old, edited []hclwrite.Item) *treediff.Script {
	for i := 0; s != nil && i < len(s.Steps); i++ {
		step := &s.Steps[i]
		if !p.match.Comments || step.Old < 0 || step.New < 0 || hclwrite.IsCommentGroup(edited[step.New]) {
			continue
		}
		if slices.Equal(groupsBefore(old, step.Old), groupsBefore(edited, step.New)) {
			continue
		}
		if step.Comments = true; step.Op == treediff.Keep {
			step.Op = treediff.Change
		}
	}
	return s
}

// groupsBefore returns the lines of the groups of comments before an item, from the last one on.
func groupsBefore(items []hclwrite.Item, i int) (lines []string) {
	for i--; i >= 0 && hclwrite.IsCommentGroup(items[i]); i-- {
		lines = append(append(lines, items[i].(*hclwrite.CommentGroup).Lines...), "")
	}
	if i < 0 && lines != nil {
		lines = append(lines, "inside") // they are in the "//" property of the parent
	}
	return lines
}
