package patch

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
)

// withoutComments is the matcher for which comments do not count.
func (m *matcher) withoutComments() *matcher {
	c := *m
	c.comments = false
	return &c
}

// keyGone reports whether the comments of a part, which the edit has without any, are in its
// note at what is not there: at the name that the part had.
func (m *matcher) keyGone(was *hclwrite.Comments, old hclwrite.Expr, is *hclwrite.Comments, edited hclwrite.Expr) bool {
	if len(m.below) == 0 || !is.Bare() || hclwrite.Commented(edited) {
		return false
	}
	var list entries
	if was == nil {
		was = &hclwrite.Comments{}
	}
	list.beside(was, old, func() { list.expr(old) })
	return !slices.ContainsFunc(list, func(e entry) bool { return e.kind == '#' && !m.below[e.text] })
}

// written are comments without the blank lines among them.
func written(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(c string) bool { return c == "" })
}
