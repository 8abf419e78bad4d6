package patch

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
)

// merged is the body that the result must have: the old one with what a script says.
func merged(s *Script, old, edited *hclwrite.Body) hclwrite.Body {
	b := *old
	if s.Comments {
		b.Within, b.Inside = edited.Within, edited.Inside
	}
	b.Items = make([]hclwrite.Item, 0, len(s.Steps))
	var stray []string
	for i := range s.Steps {
		step := &s.Steps[i]
		if step.Op == Remove {
			stray = append(stray, banner(old.Items[step.Old].ItemComments().Before)...)
			continue
		}
		item := mergedItem(step, old, edited)
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
// line separates from it.
func banner(before []string) []string {
	for i := len(before) - 1; i >= 0; i-- {
		if before[i] == "" {
			return before[: i+1 : i+1]
		}
	}
	return nil
}

// copied is an item that can be changed without changing another.
func copied(item hclwrite.Item) hclwrite.Item {
	switch item := item.(type) {
	case *hclwrite.Attribute:
		a := *item
		return &a
	case *hclwrite.Block:
		b := *item
		return &b
	}
	return item
}

func withBefore(item hclwrite.Item, before []string) hclwrite.Item {
	item = copied(item)
	comments := item.ItemComments()
	comments.Before = slices.Concat(before, comments.Before)
	return item
}

func mergedItem(step *Step, old, edited *hclwrite.Body) hclwrite.Item {
	if step.Old < 0 {
		return inserted(step, edited.Items[step.New])
	}
	if step.Op == Keep {
		return old.Items[step.Old]
	}
	item, is := copied(old.Items[step.Old]), edited.Items[step.New]
	if step.Comments {
		*item.ItemComments() = *is.ItemComments()
	}
	switch item := item.(type) {
	case *hclwrite.Attribute:
		item.Expr = mergedValue(step, item.Expr, is.(*hclwrite.Attribute).Expr)
	case *hclwrite.Block:
		is := is.(*hclwrite.Block)
		if step.Header {
			item.Labels = is.Labels
		}
		if step.Parts != nil {
			item.Body = merged(step.Parts, &item.Body, &is.Body)
		}
	}
	return item
}

// inserted is an item that is new.
func inserted(step *Step, item hclwrite.Item) hclwrite.Item {
	if !step.Bare {
		return item
	}
	item = copied(item)
	*item.ItemComments() = hclwrite.Comments{}
	switch item := item.(type) {
	case *hclwrite.Attribute:
		item.Expr = bare(item.Expr)
	case *hclwrite.Block:
		b := &item.Body
		b.Within, b.Inside, b.Items = hclwrite.Within{}, nil, slices.Clone(b.Items)
		for i := range b.Items {
			b.Items[i] = inserted(step, b.Items[i])
		}
	}
	return item
}

// bare is an expression without the comments that a note has put into it. Those of
// source text are a part of that.
func bare(e hclwrite.Expr) hclwrite.Expr {
	switch e := e.(type) {
	case *hclwrite.Tuple:
		t := *e
		t.Within, t.Items = hclwrite.Within{}, bareParts(e.Items, inTuple)
		return &t
	case *hclwrite.Object:
		if !e.Static() {
			return e
		}
		o := *e
		o.Within, o.Items = hclwrite.Within{}, bareParts(e.Items, inObject)
		return &o
	}
	return e
}

func bareParts[T any](parts []T, in partOf[T]) []T {
	parts = slices.Clone(parts)
	for i := range parts {
		value, comments := in(&parts[i])
		*value, *comments = bare(*value), nil
	}
	return parts
}

// mergedValue is what a part has after a step.
func mergedValue(step *Step, old, edited hclwrite.Expr) hclwrite.Expr {
	switch {
	case step.Value && step.Bare:
		return bare(edited)
	case step.Value:
		return edited
	case step.Parts == nil:
		return old
	}
	s := step.Parts
	switch e := edited.(type) {
	case *hclwrite.Tuple:
		t := *old.(*hclwrite.Tuple)
		if s.Comments {
			t.Within = e.Within
		}
		t.Items = mergedParts(s, t.Items, e.Items, inTuple)
		return &t
	case *hclwrite.Object:
		o := *old.(*hclwrite.Object)
		if s.Comments {
			o.Within = e.Within
		}
		o.Items = mergedParts(s, o.Items, e.Items, inObject)
		return &o
	}
	return edited
}

// partOf finds the value and the comments in an element of a tuple, or in an item of an
// object.
type partOf[T any] func(*T) (*hclwrite.Expr, **hclwrite.Comments)

func inTuple(item *hclwrite.TupleItem) (*hclwrite.Expr, **hclwrite.Comments) {
	return &item.Value, &item.Comments
}

func inObject(item *hclwrite.ObjectItem) (*hclwrite.Expr, **hclwrite.Comments) {
	return &item.Value, &item.Comments
}

// mergedParts are the elements of a tuple, or the items of an object, after a script.
func mergedParts[T any](s *Script, old, edited []T, in partOf[T]) []T {
	parts := make([]T, 0, len(s.Steps))
	for i := range s.Steps {
		step := &s.Steps[i]
		switch {
		case step.Op == Remove:
		case step.Old < 0 && step.Bare:
			parts = append(parts, bareParts(edited[step.New:step.New+1], in)...)
		case step.Old < 0:
			parts = append(parts, edited[step.New])
		default:
			part := old[step.Old]
			value, comments := in(&part)
			is, beside := in(&edited[step.New])
			*value = mergedValue(step, *value, *is)
			if step.Comments {
				*comments = *beside
			}
			parts = append(parts, part)
		}
	}
	return parts
}
