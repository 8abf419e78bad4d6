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
	if !m.comments || !sameNote(old, edited) {
		return m
	}
	c := *m
	c.comments = false
	return &c
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
// of places that are not there any more are at the end, or nowhere.
func sameNote(old, edited *hclwrite.Body) bool {
	if !sameComments(old.Open, edited.Open) || !sameComments(old.Inside, edited.Inside) {
		return false
	}
	now := make(map[string]*place)
	list := places(edited)
	for i := range list {
		now[list[i].path] = &list[i]
	}
	var stray []string
	was := places(old)
	for i := range was {
		p := &was[i]
		q := now[p.path]
		if q == nil {
			stray = slices.Concat(stray, p.Before, p.Open, p.End, p.Suffix)
			continue
		}
		if !p.Comments.EqualFunc(&q.Comments, sameComments) || !p.Within.EqualFunc(&q.Within, sameComments) {
			return false
		}
		delete(now, p.path)
	}
	for _, q := range now {
		if !q.Comments.Bare() || !q.Within.Bare() {
			return false
		}
	}
	written := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(c string) bool { return c == "" })
	}
	end := written(edited.End)
	return sameComments(end, written(old.End)) || sameComments(end, written(slices.Concat(old.End, stray)))
}
