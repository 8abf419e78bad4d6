package patch

import (
	"slices"
	"strconv"

	"github.com/hcljson/hcljson/hclwrite"
)

// A note in JSON names the places of comments by paths with indexes, which point to
// other elements where some have been inserted or removed. If a note says what it
// said, whoever edited the JSON has left the comments alone, and they stay where
// they are.

// withNote is the matcher for the attributes of a body: the comments do not count if
// the note is what it was.
func (m *matcher) withNote(old, edited *hclwrite.Body) *matcher {
	if !m.comments || !m.sameNote(old, edited) {
		return m
	}
	return m.withoutComments()
}

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
	var places []place
	addPlaces(&places, "", was, old)
	for i := range places {
		p := &places[i]
		for _, c := range written(slices.Concat(p.Before, p.Suffix, p.Open, p.End)) {
			if !m.below[marked(c)] {
				return false
			}
		}
	}
	return true
}

// place is the comments at a path.
type place struct {
	path string
	hclwrite.Comments
	hclwrite.Within
}

// places are those of the attributes of a body that a note names, in order.
func places(b *hclwrite.Body) (list []place) {
	for _, item := range b.Items {
		if a, ok := item.(*hclwrite.Attribute); ok {
			addPlaces(&list, a.Name, &a.Comments, a.Expr)
		}
	}
	return list
}

func addPlaces(list *[]place, path string, c *hclwrite.Comments, e hclwrite.Expr) {
	p := place{path: path}
	if c != nil {
		p.Comments = *c
	}
	at := len(*list)
	*list = append(*list, p)
	switch e := e.(type) {
	case *hclwrite.Tuple:
		(*list)[at].Within = e.Within
		for i := range e.Items {
			addPlaces(list, path+"["+strconv.Itoa(i)+"]", e.Items[i].Comments, e.Items[i].Value)
		}
	case *hclwrite.Object:
		if !e.Static() {
			return
		}
		(*list)[at].Within = e.Within
		for i := range e.Items {
			addPlaces(list, path+"."+strconv.Quote(e.Items[i].Key), e.Items[i].Comments, e.Items[i].Value)
		}
	}
}

// sameNote reports whether the comments of two bodies come from the same note. Those
// of places that are not there any more are nowhere.
func (m *matcher) sameNote(old, edited *hclwrite.Body) bool {
	if len(m.below) > 0 || !m.inside(old, edited) {
		return false
	}
	now := make(map[string]*place)
	list := places(edited)
	for i := range list {
		now[list[i].path] = &list[i]
	}
	was := places(old)
	for i := range was {
		p := &was[i]
		q := now[p.path]
		if q != nil && (!m.beside(&p.Comments, &q.Comments) || !m.within(&p.Within, &q.Within)) {
			return false
		}
		delete(now, p.path)
	}
	for _, q := range now {
		if !q.Comments.Bare() || !q.Within.Bare() {
			return false
		}
	}
	return true
}

// written are comments without the blank lines among them.
func written(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(c string) bool { return c == "" })
}
