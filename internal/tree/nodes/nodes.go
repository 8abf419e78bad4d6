// Package nodes contains functions on the nodes of a tree that several stages and printers need.
package nodes

import (
	"golang.org/x/text/unicode/norm"

	"github.com/hcljson/hcljson/hclwrite"
)

// Unit is an item of a body or collection with the comment groups before it.
type Unit[T hclwrite.Node] struct {
	Groups []T
	Item   T
}

// Items returns the comment groups and the item.
func (u *Unit[T]) Items() []T { return append(u.Groups[:len(u.Groups):len(u.Groups)], u.Item) }

// Units splits the items of a body or collection into the comment groups at the start, the units, and
// the comment groups at the end. If there are only comment groups, all of them are at the start.
func Units[T hclwrite.Node](items []T) (head []T, units []Unit[T], foot []T) {
	var groups []T
	for _, item := range items {
		switch {
		case hclwrite.IsCommentGroup(item):
			groups = append(groups, item)
			continue
		case len(units) == 0:
			head, groups = groups, nil
		}
		units, groups = append(units, Unit[T]{groups, item}), nil
	}
	if len(units) == 0 {
		return groups, nil, nil
	}
	return head, units, groups
}

// AsKindOf returns a collection as an *Object if e is an object, and as a *Tuple otherwise.
func AsKindOf(c *hclwrite.Collection, e hclwrite.Expr) hclwrite.Expr {
	if _, object := e.(*hclwrite.Object); object {
		return (*hclwrite.Object)(c)
	}
	return (*hclwrite.Tuple)(c)
}

// HasComments reports whether a collection contains comments at any depth. The collection may be
// nil.
func HasComments(c *hclwrite.Collection) (found bool) {
	if c != nil {
		hclwrite.Walk(c, func(node hclwrite.Node) bool {
			found = found || len(hclwrite.CommentsOf(node)) > 0
			return !found
		})
	}
	return found
}

// HasStaticKeys reports whether all keys of an object are constant and unique. A JSON object can then represent the
// items. The products normalize keys (Unicode NFC).
func HasStaticKeys(o *hclwrite.Object) bool {
	items := o.Elements()
	for _, item := range items {
		if !item.Key.IsConstant() {
			return false
		}
	}
	if len(items) > maxScannedKeys {
		seen := make(map[string]struct{}, len(items))
		for _, item := range items {
			seen[norm.NFC.String(item.Key.Text)] = struct{}{}
		}
		return len(seen) == len(items)
	}
	for i := range items {
		for j := range i {
			if norm.NFC.String(items[i].Key.Text) == norm.NFC.String(items[j].Key.Text) {
				return false
			}
		}
	}
	return true
}

// maxScannedKeys is the number of keys up to which HasStaticKeys needs no map.
const maxScannedKeys = 16
