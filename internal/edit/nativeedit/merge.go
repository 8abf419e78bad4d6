package nativeedit

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/tree/nodes"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// mergedBody returns a body after a script.
func mergedBody(s *treediff.Script, old, edited *hclwrite.Body) hclwrite.Body {
	b := *old
	b.Items = make([]hclwrite.Item, 0, len(s.Steps))
	for i := range s.Steps {
		if step := &s.Steps[i]; step.Op != treediff.Remove {
			b.Items = append(b.Items, mergedItem(step, old, edited))
		}
	}
	s.Steps = withRemovals(s.Steps)
	return b
}

func mergedItem(step *treediff.Step, old, edited *hclwrite.Body) hclwrite.Item {
	if step.Old < 0 {
		return newItem(step, edited.Items[step.New])
	}
	if step.Op == treediff.Keep {
		return old.Items[step.Old]
	}
	item, is := treediff.ShallowCopy(old.Items[step.Old]), edited.Items[step.New]
	if step.ChangesComments {
		*hclwrite.ItemComments(item) = *hclwrite.ItemComments(is)
	}
	switch item := item.(type) {
	case *hclwrite.CommentGroup:
		if step.ChangesComments {
			item.Lines = is.(*hclwrite.CommentGroup).Lines
		}
	case *hclwrite.Attribute:
		item.Name = is.(*hclwrite.Attribute).Name
		item.Expr = mergedValue(step, item.Expr, is.(*hclwrite.Attribute).Expr)
	case *hclwrite.Block:
		is := is.(*hclwrite.Block)
		if step.ChangesHeader {
			item.Type, item.Labels = is.Type, is.Labels
		}
		if step.Parts != nil {
			item.Body = mergedBody(step.Parts, &item.Body, &is.Body)
		}
	}
	return item
}

// newItem returns the item of the result for an inserted item.
func newItem(step *treediff.Step, item hclwrite.Item) hclwrite.Item {
	if !step.IgnoresComments {
		return item
	}
	item = treediff.ShallowCopy(item)
	*hclwrite.ItemComments(item) = nil
	switch item := item.(type) {
	case *hclwrite.Attribute:
		item.Expr = withoutAnnotations(item.Expr)
	case *hclwrite.Block:
		b := &item.Body
		b.Items = slices.Clone(b.Content())
		for i := range b.Items {
			b.Items[i] = newItem(step, b.Items[i])
		}
	}
	return item
}

// mergedValue returns the value of a part after a step.
func mergedValue(step *treediff.Step, old, edited hclwrite.Expr) hclwrite.Expr {
	switch {
	case step.ReplacesValue && step.IgnoresComments:
		return withComments(withoutAnnotations(edited), old)
	case step.ReplacesValue:
		return edited
	case step.Parts == nil:
		return old
	}
	s, is := step.Parts, hclwrite.CollectionOf(edited)
	c := *hclwrite.CollectionOf(old)
	if s.ChangesComments {
		c.Comments = is.Comments
	}
	items := make([]hclwrite.CollectionItem, 0, len(s.Steps))
	for i := range s.Steps {
		if step := &s.Steps[i]; step.Op != treediff.Remove {
			items = append(items, mergedPart(step, c.Items, is.Items))
		}
	}
	c.Items, s.Steps = items, withRemovals(s.Steps)
	return nodes.AsKindOf(&c, old)
}

// mergedPart returns the item of a collection after a step.
func mergedPart(step *treediff.Step, old, edited []hclwrite.CollectionItem) hclwrite.CollectionItem {
	switch {
	case step.Old < 0 && step.IgnoresComments:
		return itemsWithoutAnnotations(edited[step.New : step.New+1])[0]
	case step.Old < 0:
		return edited[step.New]
	case step.New < 0:
		return old[step.Old]
	}
	if group, ok := old[step.Old].(*hclwrite.CommentGroup); ok {
		merged := *edited[step.New].(*hclwrite.CommentGroup)
		if merged.Span = group.Span; !step.ChangesComments {
			merged.Lines = group.Lines
		}
		return &merged
	}
	part, is := *old[step.Old].(*hclwrite.Element), edited[step.New].(*hclwrite.Element)
	part.Value = mergedValue(step, part.Value, is.Value)
	if step.ChangesComments {
		part.Comments = is.Comments
	}
	if step.ChangesHeader {
		part.Key = &hclwrite.Key{Text: is.Key.Text, Source: is.Key.Source, Template: is.Key.Template, Span: part.Key.Span}
	}
	return &part
}

// withoutAnnotations returns an expression without the comments from annotations. Comments in source
// text stay.
func withoutAnnotations(e hclwrite.Expr) hclwrite.Expr {
	if o, ok := e.(*hclwrite.Object); hclwrite.CollectionOf(e) == nil || ok && !nodes.HasStaticKeys(o) {
		return e
	}
	c := *hclwrite.CollectionOf(e)
	c.Comments, c.Items = nil, itemsWithoutAnnotations(c.Items)
	return nodes.AsKindOf(&c, e)
}

// withComments returns a new value without comments, to which it adds the comments of the old value.
// It also does this if an object is put into a list, or taken out of a list.
func withComments(e, old hclwrite.Expr) hclwrite.Expr {
	if tuple, ok := old.(*hclwrite.Tuple); ok && treediff.IsObject(e) {
		if elements := tuple.Elements(); len(elements) == 1 {
			return withCommentsOf(e, elements[0].Value)
		}
	}
	tuple, ok := e.(*hclwrite.Tuple)
	if !ok || !treediff.IsObject(old) {
		return e
	}
	at := -1
	elements := tuple.Elements()
	for i, item := range elements {
		switch value := item.Value; {
		case treediff.SameValue(value, old):
			item.Value = old
			return tuple
		case treediff.IsObject(value) && at >= 0:
			return tuple // several objects are possible
		case treediff.IsObject(value):
			at = i
		}
	}
	if at >= 0 {
		elements[at].Value = withCommentsOf(elements[at].Value, old)
	}
	return tuple
}

// withCommentsOf returns a value with the comments of an old value. Object items get the comments of
// the old item with the same key. Any other value gets the comments only if the values are equal.
func withCommentsOf(e, old hclwrite.Expr) hclwrite.Expr {
	if treediff.SameValue(e, old) {
		return old
	}
	if !treediff.IsObject(e) || !treediff.IsObject(old) {
		return e
	}
	c, was := *hclwrite.CollectionOf(e), hclwrite.CollectionOf(old)
	c.Comments = was.Comments
	index, olds := treediff.KeysOf(was), was.Elements()
	head, units, foot := nodes.Units(was.Items)
	c.Items = nil
	for _, item := range hclwrite.CollectionOf(e).Elements() {
		if k, ok := index[treediff.KeyOf(item)]; ok {
			item.Comments = olds[k].Comments
			item.Value = withCommentsOf(item.Value, olds[k].Value)
			c.Items, units[k].Groups = append(c.Items, units[k].Groups...), nil
		}
		c.Items = append(c.Items, item)
	}
	for _, unit := range units {
		foot = slices.Concat(unit.Groups, foot) // of removed items
	}
	c.Items = slices.Concat(head, c.Items, foot)
	return nodes.AsKindOf(&c, e)
}

func itemsWithoutAnnotations(items []hclwrite.CollectionItem) (bare []hclwrite.CollectionItem) {
	for _, item := range items {
		if e, ok := item.(*hclwrite.Element); ok {
			e := *e
			e.Value, e.Comments = withoutAnnotations(e.Value), nil
			bare = append(bare, &e)
		}
	}
	return bare
}

// withRemovals returns steps with an additional removal for each moved part, at its old place.
func withRemovals(list []treediff.Step) []treediff.Step {
	var moved []treediff.Step
	for i := range list {
		if step := &list[i]; step.Op == treediff.Move {
			moved = append(moved, treediff.Step{Op: treediff.Remove, Old: step.Old, New: -1})
		}
	}
	if moved == nil {
		return list
	}
	slices.SortFunc(moved, func(a, b treediff.Step) int { return a.Old - b.Old })
	steps := make([]treediff.Step, 0, len(list)+len(moved))
	leave := func(before int) {
		for len(moved) > 0 && moved[0].Old < before {
			steps, moved = append(steps, moved[0]), moved[1:]
		}
	}
	for i := range list {
		if step := &list[i]; step.Op != treediff.Move && step.Old >= 0 {
			leave(step.Old)
		}
		steps = append(steps, list[i])
	}
	leave(int(^uint(0) >> 1))
	return steps
}
