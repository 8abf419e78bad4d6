package patch

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
)

// merger makes the tree that the result has to have, of the parts that stay and of
// those that are new.
type merger struct{}

// body is the old one with what a script says.
func (m *merger) body(s *Script, old, edited *hclwrite.Body) hclwrite.Body {
	b := *old
	if s.Comments {
		b.Open, b.Inside, b.End = edited.Open, edited.Inside, edited.End
	}
	b.Items = make([]hclwrite.Item, 0, len(s.Steps))
	var stray []string
	for i := range s.Steps {
		step := &s.Steps[i]
		if step.Op == Remove {
			stray = append(stray, banner(old.Items[step.Old].ItemComments().Before)...)
			continue
		}
		item := m.item(step, old, edited)
		if len(stray) > 0 {
			item = withBefore(item, stray)
			stray = nil
		}
		b.Items = append(b.Items, item)
	}
	b.End = slices.Concat(stray, b.End)
	return b
}

// banner is what stays of the comments above an item that is removed: what a blank
// line parts from it.
func banner(before []string) []string {
	for i := len(before) - 1; i >= 0; i-- {
		if before[i] == "" {
			return before[: i+1 : i+1]
		}
	}
	return nil
}

func withBefore(item hclwrite.Item, before []string) hclwrite.Item {
	switch item := item.(type) {
	case *hclwrite.Attribute:
		a := *item
		a.Before = slices.Concat(before, a.Before)
		return &a
	case *hclwrite.Block:
		b := *item
		b.Before = slices.Concat(before, b.Before)
		return &b
	}
	return item
}

func (m *merger) item(step *Step, old, edited *hclwrite.Body) hclwrite.Item {
	if step.Old < 0 {
		return inserted(step, edited.Items[step.New])
	}
	was := old.Items[step.Old]
	if step.Op == Keep {
		return was
	}
	is := edited.Items[step.New]
	switch was := was.(type) {
	case *hclwrite.Attribute:
		a, b := *was, is.(*hclwrite.Attribute)
		if step.Comments {
			a.Comments = b.Comments
		}
		a.Expr = m.value(step, was.Expr, b.Expr)
		return &a
	case *hclwrite.Block:
		a, b := *was, is.(*hclwrite.Block)
		if step.Comments {
			a.Comments = b.Comments
		}
		if step.Header {
			a.Labels = b.Labels
		}
		if step.Parts != nil {
			a.Body = m.body(step.Parts, &was.Body, &b.Body)
		}
		return &a
	}
	return was
}

// inserted is an item that is new.
func inserted(step *Step, item hclwrite.Item) hclwrite.Item {
	if !step.Bare {
		return item
	}
	switch item := item.(type) {
	case *hclwrite.Attribute:
		a := *item
		a.Comments, a.Expr = hclwrite.Comments{}, bare(a.Expr)
		return &a
	case *hclwrite.Block:
		b := *item
		b.Comments = hclwrite.Comments{}
		b.Body.Open, b.Body.Inside, b.Body.End = nil, nil, nil
		b.Body.Items = make([]hclwrite.Item, len(item.Body.Items))
		for i := range b.Body.Items {
			b.Body.Items[i] = inserted(step, item.Body.Items[i])
		}
		return &b
	}
	return item
}

// bare is an expression without the comments that a note has put into it. Those of
// source text are a part of that.
func bare(e hclwrite.Expr) hclwrite.Expr {
	switch e := e.(type) {
	case *hclwrite.Tuple:
		t := *e
		t.Open, t.End = nil, nil
		t.Items = slices.Clone(e.Items)
		for i := range t.Items {
			t.Items[i].Comments, t.Items[i].Value = nil, bare(e.Items[i].Value)
		}
		return &t
	case *hclwrite.Object:
		if !e.Static() {
			return e
		}
		o := *e
		o.Open, o.End = nil, nil
		o.Items = slices.Clone(e.Items)
		for i := range o.Items {
			o.Items[i].Comments, o.Items[i].Value = nil, bare(e.Items[i].Value)
		}
		return &o
	}
	return e
}

// edited is a value of the edited tree.
func (s *Step) edited(e hclwrite.Expr) hclwrite.Expr {
	if s.Bare {
		return bare(e)
	}
	return e
}

// value is what a part has after a step.
func (m *merger) value(step *Step, old, edited hclwrite.Expr) hclwrite.Expr {
	switch {
	case step.Value:
		return step.edited(edited)
	case step.Parts == nil:
		return old
	}
	switch e := edited.(type) {
	case *hclwrite.Tuple:
		return m.tuple(step.Parts, old.(*hclwrite.Tuple), e)
	case *hclwrite.Object:
		return m.object(step.Parts, old.(*hclwrite.Object), e)
	}
	return edited
}

func (m *merger) tuple(s *Script, old, edited *hclwrite.Tuple) *hclwrite.Tuple {
	t := *old
	if s.Comments {
		t.Open, t.End = edited.Open, edited.End
	}
	in := func(item *hclwrite.TupleItem) (*hclwrite.Expr, **hclwrite.Comments) {
		return &item.Value, &item.Comments
	}
	t.Items = mergeParts(m, s, old.Items, edited.Items, in)
	return &t
}

func (m *merger) object(s *Script, old, edited *hclwrite.Object) *hclwrite.Object {
	o := *old
	if s.Comments {
		o.Open, o.End = edited.Open, edited.End
	}
	in := func(item *hclwrite.ObjectItem) (*hclwrite.Expr, **hclwrite.Comments) {
		return &item.Value, &item.Comments
	}
	o.Items = mergeParts(m, s, old.Items, edited.Items, in)
	return &o
}

// mergeParts are the elements of a tuple, or the items of an object, after a script. in
// finds the value and the comments of one.
func mergeParts[T any](m *merger, s *Script, old, edited []T, in func(*T) (*hclwrite.Expr, **hclwrite.Comments)) []T {
	parts := make([]T, 0, len(s.Steps))
	for i := range s.Steps {
		step := &s.Steps[i]
		switch {
		case step.Op == Remove:
		case step.Old < 0:
			part := edited[step.New]
			if value, comments := in(&part); step.Bare {
				*comments, *value = nil, bare(*value)
			}
			parts = append(parts, part)
		default:
			part := old[step.Old]
			value, comments := in(&part)
			is, beside := in(&edited[step.New])
			*value = m.value(step, *value, *is)
			if step.Comments {
				*comments = *beside
			}
			parts = append(parts, part)
		}
	}
	return parts
}
