package treediff

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/lcs"
	"github.com/hcljson/hcljson/internal/tree/nodes"
)

// Changes records the changes of a tree in memory. The tree before the changes shares all unchanged nodes with the tree:
// a node is unchanged if both trees contain the same pointer.
type Changes struct {
	// before maps the changed nodes and their parents to shallow copies of their first states. The parts in a copy are the
	// nodes of the tree.
	before map[hclwrite.Node]hclwrite.Node
	// addressed contains the nodes in before that may change. The others only contain changed nodes.
	addressed map[hclwrite.Node]bool
	// Given contains the texts that a user gave for new nodes.
	Given map[hclwrite.Node]Given
	// Next defines for new items whether they belong to the item after them (true) or before them (false).
	Next map[hclwrite.Item]bool
}

// Given is the text that a user gave for a new node. The text of an item contains its comments.
type Given struct {
	Text string
	// Margin is the white space at the start of the first line of the node.
	Margin string
	// HasComma is true for an element with a comma.
	HasComma bool
}

// NewChanges returns changes without a change.
func NewChanges() *Changes {
	return &Changes{
		map[hclwrite.Node]hclwrite.Node{}, map[hclwrite.Node]bool{}, map[hclwrite.Node]Given{}, map[hclwrite.Item]bool{},
	}
}

// IsEmpty reports whether no node changes.
func (c *Changes) IsEmpty() bool { return len(c.before) == 0 }

// Has reports whether a node or a part of it can have changed.
func (c *Changes) Has(node hclwrite.Node) bool { return c.before[node] != nil }

// IsStale reports whether the text of a node is older than its changes. The given text of an expression without parts is
// always its present text.
func (c *Changes) IsStale(node hclwrite.Node) bool {
	_, given := c.Given[node]
	e, ok := node.(hclwrite.Expr)
	return c.before[node] != nil && !(given && ok && hclwrite.CollectionOf(e) == nil)
}

// Touch records a node before its first change. path contains the node and its parents up to the body of the file, the
// node first.
func (c *Changes) Touch(path ...hclwrite.Node) {
	for i, node := range path {
		value := hclwrite.Node(nil) // it can be a new one
		switch n := node.(type) {
		case *hclwrite.Attribute:
			value = n.Expr
		case *hclwrite.Element:
			value = n.Value
		}
		for _, node := range []hclwrite.Node{node, value} {
			if node != nil && c.before[node] == nil {
				c.before[node] = ShallowCopy(node)
				if e, ok := c.before[node].(*hclwrite.Element); ok && e.Key != nil {
					key := *e.Key
					e.Key = &key
				}
			}
			c.addressed[node] = c.addressed[node] || i == 0
		}
	}
}

// TouchAll records an item and all nodes in it. path contains its parents in a body, the outermost first, and the item.
func (c *Changes) TouchAll(b *hclwrite.Body, path []hclwrite.Item) {
	list := []hclwrite.Node{b}
	for _, item := range path {
		list = append(list, item)
	}
	slices.Reverse(list)
	c.Touch(list...)
	hclwrite.Walk(list[0], func(node hclwrite.Node) bool {
		c.Touch(node)
		return true
	})
}

// Original returns a node before the changes, or a copy of it in which the parts can have changed.
func (c *Changes) Original(node hclwrite.Node) hclwrite.Node {
	if was := c.before[node]; was != nil {
		return was
	}
	return node
}

// OriginalBody returns the body of a file or a block before the changes. The items in it can have changed.
func (c *Changes) OriginalBody(node hclwrite.Node) *hclwrite.Body {
	if block, ok := c.Original(node).(*hclwrite.Block); ok {
		return &block.Body
	}
	return c.Original(node).(*hclwrite.Body)
}

// Before returns a node before the changes.
func (c *Changes) Before(node hclwrite.Node) hclwrite.Node {
	was := c.before[node]
	if was == nil {
		return node
	}
	if e, ok := was.(hclwrite.Expr); ok && hclwrite.CollectionOf(e) == nil {
		return was
	}
	return copyNode(was, c.Before)
}

// FileBefore returns a file before the changes.
func (c *Changes) FileBefore(f *hclwrite.File) *hclwrite.File {
	old := *f
	old.Body = *c.Before(&f.Body).(*hclwrite.Body)
	return &old
}

// AreAddressed reports whether all changes are changes of touched nodes.
func (c *Changes) AreAddressed() bool {
	for node, was := range c.before {
		if c.addressed[node] {
			continue
		}
		same := true
		switch node := node.(type) {
		case *hclwrite.Body:
			same = sameExcept(c, was.(*hclwrite.Body).Items, node.Items)
		case *hclwrite.Block:
			was := was.(*hclwrite.Block)
			same = Header(was) == Header(node) && sameExcept(c, was.Body.Items, node.Body.Items)
		case *hclwrite.Attribute:
			was := was.(*hclwrite.Attribute)
			same = was.Name == node.Name && was.Expr == node.Expr
		case *hclwrite.Element:
			was := was.(*hclwrite.Element)
			same = was.Key.Equal(node.Key) && was.Value == node.Value
		case *hclwrite.Tuple, *hclwrite.Object:
			old, is := hclwrite.CollectionOf(was.(hclwrite.Expr)), hclwrite.CollectionOf(node.(hclwrite.Expr))
			same = sameExcept(c, old.Items, is.Items)
		}
		if !same {
			return false
		}
	}
	return true
}

// sameExcept reports whether two lists contain the same nodes, except for removed nodes that were touched.
func sameExcept[T hclwrite.Node](c *Changes, old, edited []T) bool {
	stays := make(map[hclwrite.Node]bool, len(edited))
	for _, item := range edited {
		stays[item] = true
	}
	kept := slices.DeleteFunc(slices.Clone(old), func(item T) bool { return !stays[item] && c.addressed[item] })
	return slices.EqualFunc(kept, edited, func(a, b T) bool { return hclwrite.Node(a) == hclwrite.Node(b) })
}

// Script returns the script from a body before the changes to the body of the tree.
func (c *Changes) Script(old, edited *hclwrite.Body) *Script {
	return c.bodyScript(c.OriginalBody(edited).Items, old.Items, edited.Items)
}

// ItemScript returns the script for the only item of a body.
func (c *Changes) ItemScript(old, edited hclwrite.Item) *Script {
	list := []hclwrite.Item{edited}
	return c.bodyScript(list, []hclwrite.Item{old}, list)
}

// bodyScript returns the script between two lists of items. first contains the nodes of the tree for the old items.
func (c *Changes) bodyScript(first, old, edited []hclwrite.Item) *Script {
	script := changedParts(first, edited, samePointer[hclwrite.Item], func(step *Step) {
		if old[step.Old] == edited[step.New] {
			return
		}
		switch was := old[step.Old].(type) {
		case *hclwrite.Attribute:
			is := edited[step.New].(*hclwrite.Attribute)
			kept, _ := c.before[is].(*hclwrite.Attribute)
			step.ChangesHeader = was.Name != is.Name
			step.Parts, step.ReplacesValue = c.valueScript(was.Expr, is.Expr, kept == nil || kept.Expr == is.Expr)
		case *hclwrite.Block:
			is := edited[step.New].(*hclwrite.Block)
			step.ChangesHeader = was.Type != is.Type || !slices.Equal(was.Labels, is.Labels)
			step.Parts = c.bodyScript(c.OriginalBody(is).Items, was.Body.Items, is.Body.Items).OrNil()
		}
	})
	head := 0 // the number of comment groups at the start
	for head < len(edited) && hclwrite.IsCommentGroup(edited[head]) {
		head++
	}
	for k := range script.Steps {
		step := &script.Steps[k]
		if step.Op == Move && k > 0 && script.Steps[k-1].Stays() && step.New <= head {
			step.BelongsToNext = true // the blank lines below the comments at the start of a body stay there
		}
		if step.Op != Insert {
			continue
		}
		// A new item between an item of the same kind and an item of another kind belongs to the
		// item of the same kind.
		is, before := edited[step.New], edited[:step.New]
		if below, said := c.Next[is]; said {
			step.BelongsToNext = below
		} else if k+1 < len(script.Steps) && script.Steps[k+1].Stays() {
			step.BelongsToNext = len(before) == 0 || hclwrite.IsCommentGroup(before[len(before)-1]) ||
				SameHead(is, edited[step.New+1]) && !SameHead(is, before[len(before)-1])
		}
	}
	return script
}

func samePointer[T hclwrite.Node](node T) any { return node }

// valueScript returns the script for the parts of a value. isSame is true if the edited value is the node of the old one.
func (c *Changes) valueScript(old, edited hclwrite.Expr, isSame bool) (parts *Script, replaced bool) {
	_, given := c.Given[edited]
	kept, ok := c.before[edited].(hclwrite.Expr)
	switch {
	case isSame && hclwrite.CollectionOf(edited) != nil && ok:
		was, is := hclwrite.CollectionOf(old).Items, hclwrite.CollectionOf(edited).Items
		return changedParts(hclwrite.CollectionOf(kept).Items, is, samePointer[hclwrite.CollectionItem], func(step *Step) {
			if was, ok := was[step.Old].(*hclwrite.Element); ok && was != is[step.New] {
				is := is[step.New].(*hclwrite.Element)
				kept, _ := c.before[is].(*hclwrite.Element)
				step.ChangesHeader = !was.Key.Equal(is.Key)
				step.Parts, step.ReplacesValue = c.valueScript(was.Value, is.Value, kept == nil || kept.Value == is.Value)
			}
		}).OrNil(), false
	case (isSame || !given) && hclwrite.Equal(old, edited):
		return nil, false
	case !isSame && sameKind(old, edited) && !nodes.HasComments(hclwrite.CollectionOf(edited)):
		// A new collection without comments keeps those of the parts that stay. If none stays, the given text counts, so
		// that the same change does nothing more.
		if script := c.equalParts(old, edited); script.keepsComments(hclwrite.CollectionOf(old)) {
			return script, false
		}
	}
	return nil, true
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
		return inner != nil && !step.ReplacesValue && nodes.HasComments(inner)
	})
}

// equalParts returns the script from a collection to a new collection. Items of objects are the same if
// their keys are equal, and elements of tuples if they are equal.
func (c *Changes) equalParts(old, edited hclwrite.Expr) *Script {
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
	script := changedParts(olds, news, identity, func(step *Step) {
		a, ok := olds[step.Old].(*hclwrite.Element)
		b, both := news[step.New].(*hclwrite.Element)
		if ok && both && !SameValue(a.Value, b.Value) {
			step.Parts, step.ReplacesValue = c.valueScript(a.Value, b.Value, false)
		}
	})
	for k := range script.Steps {
		if step := &script.Steps[k]; step.Op == Remove && hclwrite.IsCommentGroup(olds[step.Old]) {
			step.Op = Keep
		}
	}
	return script
}

// changedParts pairs parts with the same identity, and calls change to set the fields of their steps.
// The step for a removed part follows the step for the unchanged part before it.
func changedParts[T any](old, edited []T, identity func(T) any, change func(step *Step)) *Script {
	index := make(map[any]int, len(old))
	for i, part := range old {
		index[identity(part)] = i
	}
	partner, stays := make([]int, len(edited)), make([]bool, len(edited))
	known := make([]bool, len(old))
	var partners, list []int
	for j, part := range edited {
		i, ok := index[identity(part)]
		if !ok || known[i] {
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
			change(&step)
			step.setChange()
		}
		script.Steps = append(script.Steps, step)
	}
	leave(len(old))
	return script
}
