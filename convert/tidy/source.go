package tidy

import (
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
)

// source writes addresses of one part in full.
func source(m *module) {
	m.each(func(s *spot) {
		for _, row := range m.style.Sources {
			t, ok := (*s.expr).(*hclwrite.Template)
			if ok && s.at(row.Type, row.Block, row.Argument) && t.Text != "" && !strings.Contains(t.Text, "/") &&
				!hclwrite.HasSequence(t.Text) {
				m.replace("source", s, &hclwrite.Template{Text: row.Namespace + "/" + t.Text})
			}
		}
	})
}

// at reports whether a spot is an argument of an object in a block in a block.
func (s *spot) at(root, block, argument string) bool {
	return len(s.path) == 4 && s.path[0] == root && s.path[1] == "."+block && s.path[3] == "."+argument
}
