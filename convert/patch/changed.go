package patch

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/internal/lcs"
	"github.com/hcljson/hcljson/hclwrite"
)

// ChangedTree returns the text of a file with what has become of its tree. The edited tree
// has the nodes of the file, with their places, in any order and with other values, names
// and labels, and new nodes without a place. Nothing is compared but nodes with the same
// place, so that the order of the result is that of the tree. The file must be as it was
// read. The Script says what has become of what; the result is not proven.
func ChangedTree(file *hclwrite.File, name string, edited *hclwrite.File) ([]byte, *Script, hcl.Diagnostics) {
	script := changedBody(&file.Body, &edited.Body)
	if script.Unchanged() {
		return []byte(file.Source()), script, nil
	}
	text, kept := newPatcher(file, script, edited).result()
	if !kept {
		return []byte(text), script, hcl.Diagnostics{layoutLost(name)}
	}
	return []byte(text), script, nil
}

func changedBody(old, edited *hclwrite.Body) *Script {
	place := func(item hclwrite.Item) hclwrite.Span { return item.ItemSpan() }
	script := changedParts(old.Items, edited.Items, place, func(step *Step, was, is hclwrite.Item) {
		switch was := was.(type) {
		case *hclwrite.Attribute:
			is := is.(*hclwrite.Attribute)
			step.Header = was.Name != is.Name
			step.Parts, step.Value = changedValue(was.Expr, is.Expr)
		case *hclwrite.Block:
			is := is.(*hclwrite.Block)
			step.Header = !slices.Equal(was.Labels, is.Labels)
			step.Parts = changedBody(&was.Body, &is.Body).orNil()
		}
	})
	for k := range script.Steps {
		step := &script.Steps[k]
		if step.Op == Insert && k+1 < len(script.Steps) && script.Steps[k+1].stays() {
			// What is new above an item of its kind, and below one of another, is next to that.
			is := edited.Items[step.New]
			step.Next = sameHead(is, edited.Items[step.New+1]) && (step.New == 0 || !sameHead(is, edited.Items[step.New-1]))
		}
	}
	return script
}

func changedValue(old, edited hclwrite.Expr) (parts *Script, replaced bool) {
	if hclwrite.Equal(old, edited) {
		return nil, false
	}
	if old.ExprSpan() != edited.ExprSpan() {
		return nil, true
	}
	switch was := old.(type) {
	case *hclwrite.Tuple:
		if is, ok := edited.(*hclwrite.Tuple); ok {
			place := func(item hclwrite.TupleItem) hclwrite.Span { return item.ValueSpan }
			return changedParts(was.Items, is.Items, place, func(step *Step, was, is hclwrite.TupleItem) {
				step.Parts, step.Value = changedValue(was.Value, is.Value)
			}), false
		}
	case *hclwrite.Object:
		if is, ok := edited.(*hclwrite.Object); ok {
			place := func(item hclwrite.ObjectItem) hclwrite.Span { return item.KeySpan }
			return changedParts(was.Items, is.Items, place, func(step *Step, was, is hclwrite.ObjectItem) {
				step.Header = was.Key != is.Key || was.KeyKind != is.KeyKind
				step.Parts, step.Value = changedValue(was.Value, is.Value)
			}), false
		}
	}
	return nil, true
}

// SameExpr reports whether two expressions are the same except for how they are written and
// the order of the items of objects. Comments count.
func SameExpr(a, b hclwrite.Expr) bool { return newEquality(true).expr(a, b) }

// changedParts pairs parts by their places, and lets change fill the steps of pairs.
func changedParts[T any](old, edited []T, place func(T) hclwrite.Span, change func(step *Step, was, is T)) *Script {
	p := newPairs(len(old), len(edited))
	index := make(map[hclwrite.Span]int, len(old))
	for i, part := range old {
		index[place(part)] = i
	}
	var partners, list []int
	for j, part := range edited {
		i, ok := index[place(part)]
		if ok && place(part) != (hclwrite.Span{}) && p.ofOld[i] < 0 {
			p.join(i, j)
			p.moved[j] = true
			partners, list = append(partners, i), append(list, j)
		}
	}
	for _, k := range lcs.Increasing(partners) {
		p.moved[list[k]] = false
	}
	script := &Script{Steps: inOrder(p)}
	for k := range script.Steps {
		step := &script.Steps[k]
		if step.Old < 0 || step.New < 0 {
			continue
		}
		change(step, old[step.Old], edited[step.New])
		if step.Op == Keep && (step.Value || step.Header || step.Parts != nil) {
			step.Op = Change
		}
	}
	return script
}

// inOrder has the steps of pairs in the order of the result. What goes is after what stays
// before it.
func inOrder(p *pairs) (list []Step) {
	next := 0
	leave := func(until int) {
		for ; next < until; next++ {
			if p.ofOld[next] < 0 {
				list = append(list, Step{Op: Remove, Old: next, New: -1})
			}
		}
	}
	for j, i := range p.ofNew {
		switch {
		case i < 0:
			list = append(list, Step{Op: Insert, Old: -1, New: j, Next: next == 0})
		case p.moved[j]:
			list = append(list, Step{Op: Move, Old: i, New: j})
		default:
			leave(i)
			list = append(list, Step{Op: Keep, Old: i, New: j})
			next = i + 1
		}
	}
	leave(len(p.ofOld))
	return list
}
