package treediff

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/lcs"
)

// ScriptByPosition returns the script from a body to an edited body. A node of the edited body is
// the old node with the same position. Its order, value, name and labels may differ. Nodes without a
// position are new. next defines whether a new item belongs to the item after it (true) or before it
// (false).
func ScriptByPosition(old, edited *hclwrite.Body, next map[hclwrite.Item]bool) *Script {
	script := changedParts(old.Items, edited.Items, placeOf[hclwrite.Item], func(step *Step, was, is hclwrite.Item) {
		switch was := was.(type) {
		case *hclwrite.Attribute:
			is := is.(*hclwrite.Attribute)
			step.ChangesHeader = was.Name != is.Name
			step.Parts, step.ReplacesValue = changedValue(was.Expr, is.Expr)
		case *hclwrite.Block:
			is := is.(*hclwrite.Block)
			step.ChangesHeader = was.Type != is.Type || !slices.Equal(was.Labels, is.Labels)
			step.Parts = ScriptByPosition(&was.Body, &is.Body, next).OrNil()
		}
	})
	for k := range script.Steps {
		step := &script.Steps[k]
		if step.Op == Move && k > 0 && script.Steps[k-1].Stays() && areCommentGroups(edited.Items[:step.New]) {
			step.BelongsToNext = true // the blank lines below the comments at the start of a body stay there
		}
		if step.Op != Insert {
			continue
		}
		// A new item between an item of the same kind and an item of another kind belongs to the
		// item of the same kind.
		is, before := edited.Items[step.New], edited.Items[:step.New]
		if below, said := next[is]; said {
			step.BelongsToNext = below
		} else if k+1 < len(script.Steps) && script.Steps[k+1].Stays() {
			step.BelongsToNext = len(before) == 0 || hclwrite.IsCommentGroup(before[len(before)-1]) ||
				SameHead(is, edited.Items[step.New+1]) && !SameHead(is, before[len(before)-1])
		}
	}
	return script
}

// placeOf returns the position of an item, or the item if it has no position, such as a comment group of
// HCL-JSON, which copies of a tree share.
func placeOf[T hclwrite.Node](item T) any {
	if span := hclwrite.SpanOf(item); span != (hclwrite.Span{}) {
		return span
	}
	return item
}

func areCommentGroups(items []hclwrite.Item) bool {
	return !slices.ContainsFunc(items, func(item hclwrite.Item) bool { return !hclwrite.IsCommentGroup(item) })
}

func changedValue(old, edited hclwrite.Expr) (parts *Script, replaced bool) {
	at := hclwrite.SpanOf(edited)
	switch same := hclwrite.SpanOf(old) == at; {
	case hclwrite.Equal(old, edited) && (same || at == hclwrite.Span{}):
		return nil, false
	case !same && SameKind(old, edited) && hclwrite.CollectionOf(old) != nil && !hclwrite.CollectionOf(edited).HasComments():
		// A new collection without comments keeps those of the parts that stay. If none stays, the given text counts, so
		// that the same change does nothing more.
		if script := sameParts(old, edited); script.keepsComments(hclwrite.CollectionOf(old)) {
			return script, false
		}
		return nil, true
	case !same:
		return nil, true
	}
	if !SameKind(old, edited) {
		return nil, true
	}
	place := func(item hclwrite.CollectionItem) any {
		if e, ok := item.(*hclwrite.Element); !ok {
			return placeOf(item)
		} else if IsObject(old) {
			return e.Key.Span
		} else {
			return e.ValueSpan
		}
	}
	was, is := hclwrite.CollectionOf(old).Items, hclwrite.CollectionOf(edited).Items
	return changedParts(was, is, place, func(step *Step, was, is hclwrite.CollectionItem) {
		if was, ok := was.(*hclwrite.Element); ok {
			is := is.(*hclwrite.Element)
			step.ChangesHeader = !was.Key.Equal(is.Key)
			step.Parts, step.ReplacesValue = changedValue(was.Value, is.Value)
		}
	}), false
}

// keepsComments reports whether comments of a collection are in the result of a script.
func (s *Script) keepsComments(old *hclwrite.Collection) bool {
	return len(old.Comments) > 0 || slices.ContainsFunc(s.Steps, func(step Step) bool {
		if step.Old < 0 || step.Op == Remove {
			return false
		}
		part, ok := old.Items[step.Old].(*hclwrite.Element)
		if !ok || len(part.Comments) > 0 {
			return true
		}
		inner := hclwrite.CollectionOf(part.Value)
		return inner != nil && !step.ReplacesValue && inner.HasComments()
	})
}

// sameParts returns the script from a collection to a new collection. Items of objects are the same if
// their keys are equal, and elements of tuples if they are equal.
func sameParts(old, edited hclwrite.Expr) *Script {
	identity := func(item hclwrite.CollectionItem) any {
		if e, ok := item.(*hclwrite.Element); !ok {
			return item
		} else if IsObject(old) {
			return KeyOf(e)
		} else {
			return hclwrite.Key{Text: hclwrite.ExprText(e.Value)}
		}
	}
	olds, news := hclwrite.CollectionOf(old).Items, hclwrite.CollectionOf(edited).Items
	script := changedParts(olds, news, identity, func(step *Step, was, is hclwrite.CollectionItem) {
		a, ok := was.(*hclwrite.Element)
		b, both := is.(*hclwrite.Element)
		if !ok || !both {
			return
		}
		if step.Parts, step.ReplacesValue = changedValue(a.Value, b.Value); SameValue(a.Value, b.Value) {
			step.Parts, step.ReplacesValue = nil, false
		}
	})
	for k := range script.Steps {
		if step := &script.Steps[k]; step.Op == Remove && hclwrite.IsCommentGroup(olds[step.Old]) {
			step.Op = Keep
		}
	}
	return script
}

// changedParts pairs parts by their places, and calls change to set the fields of their steps.
// The step for a removed part follows the step for the unchanged part before it.
func changedParts[T any](old, edited []T, place func(T) any, change func(step *Step, was, is T)) *Script {
	index := make(map[any]int, len(old))
	for i, part := range old {
		index[place(part)] = i
	}
	partner, stays := make([]int, len(edited)), make([]bool, len(edited))
	known := make([]bool, len(old))
	var partners, list []int
	for j, part := range edited {
		i, ok := index[place(part)]
		if ok = ok && place(part) != any(hclwrite.Span{}) && !known[i]; !ok {
			partner[j] = -1
			continue
		}
		partner[j], known[i] = i, true
		partners, list = append(partners, i), append(list, j)
	}
	for _, k := range lcs.IncreasingSubsequence(partners) {
		stays[list[k]] = true
	}
	script, next := &Script{}, 0
	leave := func(until int) {
		for ; next < until; next++ {
			if !known[next] {
				script.Steps = append(script.Steps, Step{Op: Remove, Old: next, New: -1})
			}
		}
	}
	for j, i := range partner {
		step := Step{Op: Insert, Old: i, New: j, BelongsToNext: next == 0}
		if i >= 0 {
			if step.Op = Move; stays[j] {
				leave(i)
				step.Op, step.BelongsToNext, next = Keep, false, i+1
			}
			change(&step, old[i], edited[j])
			if step.Op == Keep && (step.ReplacesValue || step.ChangesHeader || step.Parts != nil) {
				step.Op = Change
			}
		}
		script.Steps = append(script.Steps, step)
	}
	leave(len(old))
	return script
}
