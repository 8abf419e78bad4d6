package plansummary

import (
	"maps"
	"strings"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// paths lead to values in one value: a tree of their steps. nil has none.
type paths struct {
	// end: one leads to the value itself.
	end  bool
	next map[jsonformat.Step]*paths
}

// newPaths returns the tree of paths.
func newPaths(all [][]jsonformat.Step) *paths {
	if len(all) == 0 {
		return nil
	}
	root := &paths{}
	for _, path := range all {
		at := root
		for _, step := range path {
			if at.next == nil {
				at.next = map[jsonformat.Step]*paths{}
			}
			if at.next[step] == nil {
				at.next[step] = &paths{}
			}
			at = at.next[step]
		}
		at.end = true
	}
	return root
}

// behind are the rests of the paths that start with a step.
func (p *paths) behind(step jsonformat.Step) *paths {
	if p == nil {
		return nil
	}
	return p.next[step]
}

// ends reports whether a path leads to the value itself.
func (p *paths) ends() bool { return p != nil && p.end }

// below are the rests of the paths that start with a name.
func (p *paths) below(name string) *paths { return p.behind(jsonformat.Step{Name: name}) }

// at are the rests of the paths that start with an index. A block that appears once
// has none, so those that start with a name are for it.
func (p *paths) at(index int) *paths {
	found := p.behind(jsonformat.Step{Index: index, IsIndex: true})
	if found == nil && p != nil {
		names := maps.Clone(p.next)
		maps.DeleteFunc(names, func(step jsonformat.Step, _ *paths) bool { return step.IsIndex })
		if len(names) > 0 {
			return &paths{next: names}
		}
	}
	return found
}

// cut takes off what is after a value that is hidden, before or after: the keys of
// a map that is sensitive as a whole are so too.
func (p *paths) cut(before, after, marksBefore, marksAfter *jsontree.Value) {
	if marksBefore == nil && marksAfter == nil {
		return
	}
	for _, v := range []*jsontree.Value{before, after} {
		if hides(v, marksBefore) || hides(v, marksAfter) {
			*p = paths{end: true}
			return
		}
	}
	b, a, inB, inA := newFields(before), newFields(after), newMarks(marksBefore), newMarks(marksAfter)
	for step, inner := range p.next {
		if step.IsIndex {
			i := step.Index
			inner.cut(before.Elem(i), after.Elem(i), marksBefore.Elem(i), marksAfter.Elem(i))
		} else {
			inner.cut(b[step.Name], a[step.Name], inB[step.Name], inA[step.Name])
		}
	}
}

// replacing returns the paths that force a replacement, without what they have that
// is hidden.
func replacing(c *jsonformat.Change) *paths {
	p := newPaths(c.ReplacePaths)
	if p != nil {
		p.cut(c.Before.Tree(), c.After.Tree(), c.BeforeSensitive.Tree(), c.AfterSensitive.Tree())
	}
	return p
}

// pathsText writes paths as they would be in an expression, as far as the tree
// has them. They end before a key that is a secret at another place.
func (w *writer) pathsText(all [][]jsonformat.Step, tree *paths) string {
	var texts []string
	written := map[*paths]bool{tree: true}
	for _, path := range all {
		at, n := tree, 0
		for n < len(path) && at.behind(path[n]) != nil && !w.secrets.In(path[n].Name) {
			at = at.behind(path[n])
			n++
		}
		if !written[at] {
			written[at] = true
			texts = append(texts, jsonformat.PathText(path[:n], keyText))
		}
	}
	return strings.Join(texts, ", ")
}
