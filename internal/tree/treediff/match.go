package treediff

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/lcs"
)

// Matcher compares two trees and returns the script from one to the other.
type Matcher struct {
	Equality
	// RoundTrip returns an item of the file after a conversion to the other syntax and back, or nil
	// if the conversion fails.
	RoundTrip func(item hclwrite.Item) hclwrite.Item
	// Surplus contains a number for each comment: its occurrences in the file minus its occurrences
	// in the edit.
	Surplus map[string]int
	// MaybeStale is true if the edit may be older than the file. A comment group that is missing from it then stays, and
	// Kept receives it. Otherwise, it was deleted.
	MaybeStale bool
	Kept       []*hclwrite.CommentGroup
}

// BodyScript returns the script from a body to an edited body. shown is the old body after a
// conversion to the other syntax and back.
func (m *Matcher) BodyScript(old, shown, edited *hclwrite.Body, s *tables.Body, root bool) *Script {
	if !slices.EqualFunc(shown.Items, old.Items, SameHead) {
		shown = old
	}
	p := newPairs(len(old.Items), len(edited.Items))
	start, end := joinEnds(p, shown.Items, edited.Items, m.EqualItems)
	p.equal = [2]int{start, len(old.Items) - end}
	if start+end < len(old.Items) || start+end < len(edited.Items) {
		m.matchAttributes(p, shown, edited)
		m.matchBlocks(p, shown, edited, s, root)
	}
	script := &Script{Steps: stepsOf(m, p, itemParts(old, edited, s), old.Items, shown.Items, edited.Items)}
	for k := range script.Steps {
		step := &script.Steps[k]
		if step.Old < 0 || step.New < 0 {
			continue
		}
		was, is := shown.Items[step.Old], edited.Items[step.New]
		if step.Old < p.equal[0] || step.Old >= p.equal[1] || m.EqualItems(was, is) {
			continue
		}
		if root {
			if returned := m.RoundTrip(old.Items[step.Old]); returned != nil {
				was = returned
			}
			if m.EqualItems(was, is) {
				continue
			}
		}
		m.fillItemStep(step, old.Items[step.Old], was, is, s)
	}
	return script
}

// stepsOf pairs the comment groups, and returns the steps for all pairs, without changes inside of the parts. Comment
// groups of the edit are left out if comments are not compared.
func stepsOf[T hclwrite.Node](m *Matcher, p *Pairs, lists *partLists, old, shown, edited []T) []Step {
	groups := groupsOf(shown, p.NewOf)
	if m.Comments {
		m.matchGroups(p, groups, groupsOf(edited, nil))
	}
	steps := slices.DeleteFunc(lists.script(p), func(step Step) bool {
		return !m.Comments && step.Old < 0 && hclwrite.IsCommentGroup(edited[step.New])
	})
	for k := range steps {
		step := &steps[k]
		if step.Op == Remove {
			if was, ok := any(old[step.Old]).(*hclwrite.CommentGroup); ok && m.keepsGroup(was, groups[step.Old]) {
				step.Op = Keep
			}
		}
		step.IgnoresComments = !m.Comments
	}
	return steps
}

// group is a comment group of a body or collection.
type group struct {
	*hclwrite.CommentGroup
	index int
	// before and after are the indexes of the other items before and after the group, or -1.
	before, after int
	// place is the index of the next item in the edit, -1 at the end, or [noPlace] if the edit does not contain this item.
	place int
}

const noPlace = -2

// groupsOf returns the comment groups among items by their indexes, and nil for other items. partners contains the
// indexes of the items in the edit; it is nil for the edit itself.
func groupsOf[T hclwrite.Node](items []T, partners []int) []*group {
	list, before := make([]*group, len(items)), -1
	for i, item := range items {
		if lines, ok := any(item).(*hclwrite.CommentGroup); ok {
			list[i] = &group{lines, i, before, -1, -1}
			continue
		}
		for _, g := range list[before+1 : i] {
			g.after, g.place = i, i
			if partners != nil && partners[i] >= 0 {
				g.place = partners[i]
			} else if partners != nil {
				g.place = noPlace
			}
		}
		before = i
	}
	return list
}

// textKey returns a text that is the same for equal comments. It ignores values of other programs in them.
func (g *group) textKey() string {
	var b strings.Builder
	for _, line := range trimBlank(g.Lines) {
		if strings.HasPrefix(line, ForeignMarker) {
			line = ForeignMarker
		}
		b.WriteString(CanonicalComment(line) + "\n")
	}
	return b.String()
}

// matchGroups pairs the comment groups of two bodies or collections whose other items are already paired. It pairs
// groups with the same text first, and then groups at the same place. A group is moved if the next
// item is moved, or if the edit contains the group at another place.
func (m *Matcher) matchGroups(p *Pairs, olds, news []*group) {
	// moved reports whether a group is moved. If the edit is older than the file, an item can have
	// been inserted into the file below the group.
	moved := func(was, is *group) bool {
		if was.place == is.place || was.before < 0 && is.before < 0 {
			return is.after >= 0 && p.Moved[is.after]
		}
		return !m.MaybeStale || is.after < 0 || !p.stays(is.after) || p.OldOf[is.after] < was.index
	}
	for j, is := range news {
		if i := p.OldOf[j]; is != nil && i >= 0 {
			p.Moved[j] = moved(olds[i], is)
		}
	}
	// pair pairs each group with the first old group that has one of its keys.
	pair := func(keys func(g *group) []any) {
		waiting := make(map[any][]*group)
		for i, was := range olds {
			if was != nil && p.NewOf[i] < 0 {
				for _, key := range keys(was) {
					waiting[key] = append(waiting[key], was)
				}
			}
		}
		for j, is := range news {
			if is == nil || p.OldOf[j] >= 0 {
				continue
			}
			var found *group
			for _, key := range keys(is) {
				list := waiting[key]
				for len(list) > 0 && p.NewOf[list[0].index] >= 0 {
					list = list[1:]
				}
				if waiting[key] = list; len(list) > 0 && (found == nil || list[0].index < found.index) {
					found = list[0]
				}
			}
			if found != nil {
				p.join(found.index, j)
				p.Moved[j] = moved(found, is)
			}
		}
	}
	type textAt struct {
		place int
		text  string
	}
	pair(func(g *group) []any { return []any{textAt{g.place, g.textKey()}} })
	pair(func(g *group) []any { return []any{g.textKey()} })
	pair(func(g *group) []any {
		if g.before < 0 {
			return []any{g.place, "first"}
		}
		return []any{g.place}
	})
}

// keepsGroup reports whether a comment group stays, although the edit does not contain it. It stays
// if the next item is removed, if comments are not compared, or if the edit may be older than the
// file.
func (m *Matcher) keepsGroup(old *hclwrite.CommentGroup, shown *group) bool {
	if !m.Comments {
		return true
	}
	if m.Surplus[CanonicalComment(old.Lines[0])] <= 0 {
		return false // the edit contains it at another place
	}
	if shown.before >= 0 && shown.place == noPlace {
		return true
	}
	if m.MaybeStale {
		m.Kept = append(m.Kept, old)
	}
	return m.MaybeStale
}

// fillItemStep sets the fields of the step for a changed item.
func (m *Matcher) fillItemStep(step *Step, old, shown, edited hclwrite.Item, s *tables.Body) {
	step.ChangesComments = !m.EqualComments(*hclwrite.ItemComments(shown), *hclwrite.ItemComments(edited))
	switch edited := edited.(type) {
	case *hclwrite.CommentGroup:
		step.ChangesComments = true
	case *hclwrite.Attribute:
		was := old.(*hclwrite.Attribute)
		step.Parts, step.ReplacesValue = m.ValueScript(was.Expr, asShown(shown, was).Expr, edited.Expr)
		step.ChangesHeader = was.Name != edited.Name
	case *hclwrite.Block:
		was := old.(*hclwrite.Block)
		as := asShown(shown, was)
		step.ChangesHeader = !slices.Equal(as.Labels, edited.Labels)
		parts := m.BodyScript(&was.Body, &as.Body, &edited.Body, s.BlockBody(was.Type, was.Labels, was.Body.SourceOf), false)
		if s.ElementBody(was.Type) != nil {
			keepNulls(parts, &was.Body)
		}
		step.Parts = parts.OrNil()
	}
	step.setChange()
}

// asShown returns shown, a node after a conversion to the other syntax and back. If its type
// differs, it returns the original node.
func asShown[T any](shown any, was T) T {
	if as, ok := shown.(T); ok {
		return as
	}
	return was
}

// keepNulls changes a script so that null attributes of a block stay. It is used for a block that
// represents an element of an argument, in which a missing attribute is null.
func keepNulls(s *Script, old *hclwrite.Body) {
	for i := range s.Steps {
		step := &s.Steps[i]
		if step.Op != Remove {
			continue
		}
		if a, ok := old.Items[step.Old].(*hclwrite.Attribute); ok {
			if l, ok := a.Expr.(*hclwrite.Literal); ok && l.Text == "null" {
				step.Op = Keep
			}
		}
	}
}

// matchAttributes pairs attributes with the same name, and then attributes with the same value.
func (m *Matcher) matchAttributes(p *Pairs, old, edited *hclwrite.Body) {
	index := make(map[string]int)
	for i, item := range old.Items {
		if a, ok := item.(*hclwrite.Attribute); ok {
			index[a.Name] = i
		}
	}
	for j, item := range edited.Items {
		if a, ok := item.(*hclwrite.Attribute); ok && p.OldOf[j] < 0 {
			if i, ok := index[a.Name]; ok {
				p.join(i, j)
			}
		}
	}
	values := func(b *hclwrite.Body) []hclwrite.Expr {
		list := make([]hclwrite.Expr, len(b.Items))
		for i, item := range b.Items {
			if a, ok := item.(*hclwrite.Attribute); ok {
				list[i] = a.Expr
			}
		}
		return list
	}
	m.matchByValue(p, values(old), values(edited))
}

// matchByValue pairs renamed attributes or renamed object items by their values. Both sides must
// have the same number of parts with the value. Parts with a common value, such as true, must also
// keep their order.
func (m *Matcher) matchByValue(p *Pairs, was, is []hclwrite.Expr) {
	q := *m
	q.Comments = false
	byValue := func(partners []int, values []hclwrite.Expr) map[uint64][]int {
		index := make(map[uint64][]int)
		for i, e := range values {
			if partners[i] < 0 && e != nil {
				index[hashExpr(e)] = append(index[hashExpr(e)], i)
			}
		}
		return index
	}
	olds, news := byValue(p.NewOf, was), byValue(p.OldOf, is)
	var common [][2]int
	for h, list := range olds {
		for n, i := range list {
			switch {
			case len(list) != len(news[h]) || !q.EqualExprs(was[i], is[news[h][n]]):
			case isDistinctive(was[i]):
				p.join(i, news[h][n])
			default:
				common = append(common, [2]int{i, news[h][n]})
			}
		}
	}
	inOrder := p.inOrder()
	common = slices.DeleteFunc(common, func(pair [2]int) bool { return !inOrder(pair[0], pair[1]) })
	slices.SortFunc(common, func(a, b [2]int) int { return a[0] - b[0] })
	partners := make([]int, len(common))
	for k, pair := range common {
		partners[k] = pair[1]
	}
	for _, k := range lcs.IncreasingSubsequence(partners) {
		p.join(common[k][0], partners[k])
	}
}

// matchBlocks pairs blocks with the same type and labels, and then renamed blocks.
func (m *Matcher) matchBlocks(p *Pairs, old, edited *hclwrite.Body, s *tables.Body, root bool) {
	for _, k := range candidatesOf(p, old, edited, Header) {
		if len(k.old) == 1 && len(k.edited) == 1 {
			p.join(k.old[0], k.edited[0])
			continue
		}
		if len(k.old) > 0 && len(k.edited) > 0 {
			m.matchCandidates(p, k, old, edited, root)
		}
	}
	for _, k := range candidatesOf(p, old, edited, func(b *hclwrite.Block) string { return b.Type }) {
		m.matchRenamed(p, k, old, edited, root)
	}
	m.findMoved(p, edited, s)
}

// matchCandidates pairs blocks with the same type and labels.
func (m *Matcher) matchCandidates(p *Pairs, k *candidates, old, edited *hclwrite.Body, root bool) {
	is, byHash := make([]hclwrite.Item, len(k.edited)), make(map[uint64][]hclwrite.Item)
	for n, j := range k.edited {
		is[n] = edited.Items[j]
		byHash[hashItem(is[n])] = append(byHash[hashItem(is[n])], is[n])
	}
	was := make([]hclwrite.Item, len(k.old))
	for n, i := range k.old {
		was[n] = old.Items[i]
		same := func(item hclwrite.Item) bool { return m.EqualItems(was[n], item) }
		if root && !slices.ContainsFunc(byHash[hashItem(was[n])], same) {
			if returned := m.RoundTrip(was[n]); returned != nil {
				was[n] = returned
			}
		}
	}
	body := func(item hclwrite.Item) *hclwrite.Body { return &item.(*hclwrite.Block).Body }
	q := m.Equality
	q.Comments, q.Inner = false, false
	found := (&Sequence[hclwrite.Item]{
		Old: was, New: is, Equal: q.EqualItems, Hash: hashItem,
		Identity: func(item hclwrite.Item) uint64 { return bodyIdentityHash(body(item)) },
		Similar:  func(a, b hclwrite.Item, sure bool) bool { return areSimilarBodies(body(a), body(b), sure) },
	}).Match()
	for n, partner := range found.NewOf {
		if partner >= 0 {
			p.join(k.old[n], k.edited[partner])
		}
	}
}

// matchRenamed pairs blocks of a type that differ only in their labels. If there is only one old and
// one new block, it also pairs them if they are similar.
func (m *Matcher) matchRenamed(p *Pairs, k *candidates, old, edited *hclwrite.Body, root bool) {
	if len(k.old) == 0 || len(k.edited) == 0 {
		return
	}
	block := func(b *hclwrite.Body, i int) *hclwrite.Block { return b.Items[i].(*hclwrite.Block) }
	shown := func(i int) *hclwrite.Block {
		was := block(old, i)
		if root {
			return asShown(m.RoundTrip(was), was)
		}
		return was
	}
	waiting := make(map[uint64][]int)
	for _, i := range k.old {
		if b := shown(i); len(b.Labels) > 0 {
			h := hashBody(&b.Body)
			waiting[h] = append(waiting[h], i)
		}
	}
	for _, j := range k.edited {
		b := block(edited, j)
		h := hashBody(&b.Body)
		list := waiting[h]
		// If several bodies are equal or empty, the renamed block is unknown.
		alone := len(k.old) == 1 && len(k.edited) == 1
		if len(b.Labels) > 0 && len(list) == 1 && (alone || len(b.Body.Content()) > 0) {
			p.join(list[0], j)
			waiting[h] = nil
		}
	}
	if len(k.old) == 1 && len(k.edited) == 1 && p.NewOf[k.old[0]] < 0 {
		was, is := shown(k.old[0]), block(edited, k.edited[0])
		if len(was.Labels) == len(is.Labels) && areSimilarBodies(&was.Body, &is.Body, false) {
			p.join(k.old[0], k.edited[0])
		}
	}
}

// candidates contains the indexes of old and new blocks of a body that can be pairs.
type candidates struct{ old, edited []int }

// candidatesOf groups the unpaired blocks by a key, in the order of their first blocks.
func candidatesOf(p *Pairs, old, edited *hclwrite.Body, key func(*hclwrite.Block) string) []*candidates {
	index := make(map[string]*candidates)
	var list []*candidates
	at := func(block *hclwrite.Block) *candidates {
		name := key(block)
		if index[name] == nil {
			index[name] = &candidates{}
			list = append(list, index[name])
		}
		return index[name]
	}
	for i, item := range old.Items {
		if block, ok := item.(*hclwrite.Block); ok && p.NewOf[i] < 0 {
			at(block).old = append(at(block).old, i)
		}
	}
	for j, item := range edited.Items {
		if block, ok := item.(*hclwrite.Block); ok && p.OldOf[j] < 0 {
			at(block).edited = append(at(block).edited, j)
		}
	}
	return list
}

// findMoved marks moved blocks if their order is significant.
func (m *Matcher) findMoved(p *Pairs, edited *hclwrite.Body, s *tables.Body) {
	generated := GeneratedTypes(edited, s)
	sequences := make(map[string][]int)
	var names []string
	for j, item := range edited.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok || p.OldOf[j] < 0 {
			continue
		}
		name := s.OrderOf(block.Type, block.Labels, generated)
		if sequences[name] == nil {
			names = append(names, name)
		}
		sequences[name] = append(sequences[name], j)
	}
	for _, name := range names {
		list := sequences[name]
		partners := make([]int, len(list))
		for n, j := range list {
			partners[n] = p.OldOf[j]
			p.Moved[j] = true
		}
		for _, n := range lcs.IncreasingSubsequence(partners) {
			p.Moved[list[n]] = false
		}
	}
}

// ValueScript compares two values. If they are collections, it returns the script for their parts.
// replaced is true if the whole value is replaced.
func (m *Matcher) ValueScript(old, shown, edited hclwrite.Expr) (parts *Script, replaced bool) {
	was, as, is := hclwrite.CollectionOf(old), hclwrite.CollectionOf(shown), hclwrite.CollectionOf(edited)
	object := IsObject(edited)
	keyed := object && sameKind(old, edited) && hasUniqueKeys(was) && hasUniqueKeys(is)
	if !sameKind(old, edited) || object && !keyed && !sameKeys(was, is) {
		return nil, !m.EqualExprs(shown, edited)
	}
	if !sameKind(old, shown) || !slices.EqualFunc(as.Items, was.Items, sameItemKind) ||
		keyed && !hasUniqueKeys(as) || object && !keyed && !sameKeys(as, is) {
		as = was
	}
	olds, news := as.Elements(), is.Elements()
	var elements *Pairs
	switch {
	case keyed:
		elements = m.matchItems(as, is)
	case object:
		elements = newPairs(len(olds), len(news))
		for i := range olds {
			elements.join(i, i)
		}
	default:
		elements = m.matchElements(olds, news)
	}
	p := elements.withGroups(as.Items, is.Items)
	script := &Script{
		ChangesComments: !m.EqualComments(as.Comments, is.Comments),
		Steps:           stepsOf(m, p, elementParts(was.Items, is.Items), was.Items, as.Items, is.Items),
	}
	for k := range script.Steps {
		if step := &script.Steps[k]; step.Old >= 0 && step.New >= 0 {
			m.fillPartStep(step, was.Items[step.Old], as.Items[step.Old], is.Items[step.New])
		}
	}
	return script.OrNil(), false
}

func sameItemKind(a, b hclwrite.CollectionItem) bool {
	return hclwrite.IsCommentGroup(a) == hclwrite.IsCommentGroup(b)
}

// withGroups returns the pairs of elements as pairs of the items of two collections. Comment groups
// have no partners.
func (p *Pairs) withGroups(old, edited []hclwrite.CollectionItem) *Pairs {
	indexes := func(items []hclwrite.CollectionItem) (list []int) {
		for i, item := range items {
			if !hclwrite.IsCommentGroup(item) {
				list = append(list, i)
			}
		}
		return list
	}
	olds, news, all := indexes(old), indexes(edited), newPairs(len(old), len(edited))
	for j, i := range p.OldOf {
		if i >= 0 {
			all.join(olds[i], news[j])
			all.Moved[news[j]] = p.Moved[j]
		}
	}
	return all
}

// sameKeys reports whether two objects have the same keys in the same order. Keys may be computed.
func sameKeys(a, b *hclwrite.Collection) bool {
	return slices.EqualFunc(a.Elements(), b.Elements(), func(x, y *hclwrite.Element) bool { return x.Key.Equal(y.Key) })
}

// matchItems pairs the items of two objects.
func (m *Matcher) matchItems(shown, edited *hclwrite.Collection) *Pairs {
	olds, news := shown.Elements(), edited.Elements()
	p := newPairs(len(olds), len(news))
	index := KeysOf(shown)
	for j, item := range news {
		if i, ok := index[KeyOf(item)]; ok {
			p.join(i, j)
		}
	}
	m.matchByValue(p, valuesOf(olds), valuesOf(news))
	return p
}

func valuesOf(elements []*hclwrite.Element) []hclwrite.Expr {
	list := make([]hclwrite.Expr, len(elements))
	for i, e := range elements {
		list[i] = e.Value
	}
	return list
}

// matchElements pairs the elements of two tuples.
func (m *Matcher) matchElements(shown, edited []*hclwrite.Element) *Pairs {
	q := m.Equality
	q.Comments, q.Inner = false, false
	p := (&Sequence[hclwrite.Expr]{
		Old: valuesOf(shown), New: valuesOf(edited),
		Equal: q.EqualExprs, Hash: hashExpr, Identity: identityHash, Similar: areSimilar,
	}).Match()
	inOrder := p.inOrder()
	for i := range min(len(shown), len(edited)) {
		// Elements at the same index with the same comments are pairs, even if their values differ.
		if p.NewOf[i] < 0 && p.OldOf[i] < 0 && haveSameComments(shown[i], edited[i]) && inOrder(i, i) {
			p.join(i, i)
		}
	}
	return p
}

// haveSameComments reports whether two elements have the same comments at a position.
func haveSameComments(a, b *hclwrite.Element) bool {
	for position := range hclwrite.Positions() {
		if was := a.Comments.At(position); len(was) > 0 && SameComments(was, b.Comments.At(position)) {
			return true
		}
	}
	return false
}

// fillPartStep sets the fields of the step for a changed item of a collection.
func (m *Matcher) fillPartStep(step *Step, old, shown, edited hclwrite.CollectionItem) {
	if is, ok := edited.(*hclwrite.CommentGroup); ok {
		step.ChangesComments = !SameComments(shown.(*hclwrite.CommentGroup).Lines, is.Lines)
	} else {
		was, is := shown.(*hclwrite.Element), edited.(*hclwrite.Element)
		step.ChangesHeader = !was.Key.Equal(is.Key)
		step.ChangesComments = !m.EqualComments(was.Comments, is.Comments)
		if !m.EqualExprs(was.Value, is.Value) {
			step.Parts, step.ReplacesValue = m.ValueScript(old.(*hclwrite.Element).Value, was.Value, is.Value)
		}
	}
	step.setChange()
}

// itemParts describes the items of two bodies. A block has three kinds: its sequence (see
// [tables.Body.OrderOf]), its type with the first label, and its type.
func itemParts(old, edited *hclwrite.Body, s *tables.Body) *partLists {
	generated := GeneratedTypes(edited, s)
	parts := &partLists{
		kinds: make([][]string, len(edited.Items)), oldKinds: make([]string, len(old.Items)), first: attributeKind, hasHead: true,
	}
	for j, item := range edited.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			parts.kinds[j] = []string{attributeKind}
		case *hclwrite.Block:
			list := []string{"\x00" + s.OrderOf(item.Type, item.Labels, generated)}
			if len(item.Labels) > 0 {
				list = append(list, item.Type+"\x00"+item.Labels[0])
			}
			parts.kinds[j] = append(list, item.Type)
		}
	}
	for i, item := range old.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			parts.oldKinds[i] = attributeKind
		case *hclwrite.Block:
			parts.oldKinds[i] = item.Type
		}
	}
	return parts
}

// elementParts describes the items of two collections. All elements have the same kind.
func elementParts(old, edited []hclwrite.CollectionItem) *partLists {
	parts := &partLists{kinds: make([][]string, len(edited)), oldKinds: make([]string, len(old))}
	for j, item := range edited {
		if !hclwrite.IsCommentGroup(item) {
			parts.kinds[j] = []string{elementKind}
		}
	}
	for i, item := range old {
		if !hclwrite.IsCommentGroup(item) {
			parts.oldKinds[i] = elementKind
		}
	}
	return parts
}

// elementKind is the kind of all elements.
const elementKind = "[]"

// attributeKind is the kind of all attributes.
const attributeKind = "="

// GeneratedTypes returns the types of the blocks that the dynamic blocks of a body generate.
func GeneratedTypes(b *hclwrite.Body, s *tables.Body) map[string]bool {
	types := make(map[string]bool)
	for _, item := range b.Items {
		if block, ok := item.(*hclwrite.Block); ok && s.GeneratedType(block.Type, block.Labels) != "" {
			types[block.Labels[0]] = true
		}
	}
	return types
}

// names contains keys whose value usually identifies an object or a block. The most reliable key
// comes first.
var names = []string{
	"name", "key", "id", "identifier", "sid", "alias", "device_name", "path", "from_port", "title", "type",
}

// identityHash returns the hash of the value that identifies an object, or 0.
func identityHash(e hclwrite.Expr) uint64 {
	o, ok := e.(*hclwrite.Object)
	if !ok {
		return 0
	}
	for _, name := range names {
		for _, item := range o.Elements() {
			if item.Key.IsConstant() && strings.EqualFold(item.Key.Text, name) && canIdentify(item.Value) {
				return jsontree.MixHashes(hashText('n', name), hashExpr(item.Value))
			}
		}
	}
	return 0
}

// bodyIdentityHash returns the hash of the value that identifies a block, or 0.
func bodyIdentityHash(b *hclwrite.Body) uint64 {
	for _, name := range names {
		if a := b.Attribute(name); a != nil && canIdentify(a.Expr) {
			return jsontree.MixHashes(hashText('n', name), hashExpr(a.Expr))
		}
	}
	return 0
}

// canIdentify reports whether a value can identify an object or a block.
func canIdentify(e hclwrite.Expr) bool {
	switch e := e.(type) {
	case *hclwrite.Template, *hclwrite.Native:
		return true
	case *hclwrite.Literal:
		return e.Text != "null" && e.Text != "true" && e.Text != "false"
	}
	return false
}

// isDistinctive reports whether a value is unlikely to occur in many parts.
func isDistinctive(e hclwrite.Expr) bool {
	switch e := e.(type) {
	case *hclwrite.Literal:
		return false
	case *hclwrite.Template:
		return e.Text != ""
	case *hclwrite.Tuple, *hclwrite.Object:
		return len(hclwrite.CollectionOf(e).Elements()) > 0
	}
	return true
}

// areSimilarBodies reports whether b can be the body a after a change. See areSimilar for sure.
func areSimilarBodies(a, b *hclwrite.Body, sure bool) bool {
	return sharesHalf(a.Content(), b.Content(), hashItem, sure)
}

// areSimilar reports whether b can be the expression a after a change. sure is true if no other pair
// is possible. Values without parts can then be similar too.
func areSimilar(a, b hclwrite.Expr, sure bool) bool {
	x, y := hclwrite.CollectionOf(a), hclwrite.CollectionOf(b)
	if x == nil && y == nil {
		return sure
	}
	return sameKind(a, b) && sharesHalf(x.Elements(), y.Elements(), hashField, sure)
}

// sharesHalf reports whether two lists have half of the parts of the shorter list in common. If sure
// is true, it also returns true if a list is empty, or if both lists have one part.
func sharesHalf[T any](x, y []T, hash func(T) uint64, sure bool) bool {
	if sure && (min(len(x), len(y)) == 0 || len(x) == 1 && len(y) == 1) {
		return true
	}
	a, b := hashParts(x, hash), hashParts(y, hash)
	slices.Sort(a)
	slices.Sort(b)
	shared := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			shared++
			i++
			j++
		}
	}
	return 2*shared >= min(len(a), len(b)) && shared > 0
}

// seed is the seed of all hashes.
var seed = maphash.MakeSeed()

// Hashes of nodes ignore comments. Equal nodes have equal hashes, unless expressions are spelled
// differently.

func hashExpr(e hclwrite.Expr) uint64 {
	switch e := e.(type) {
	case *hclwrite.Literal:
		return hashText('0', jsontree.NumberText(e.Text))
	case *hclwrite.Template:
		return hashText('"', e.Text)
	case *hclwrite.Native:
		return hashText('$', strings.Join(strings.Fields(e.Text), " "))
	case *hclwrite.Call:
		return jsontree.MixHashes(hashText('(', e.Name), hashExpr(e.Argument))
	case *hclwrite.Tuple:
		h := uint64('[')
		for _, item := range e.Elements() {
			h = jsontree.MixHashes(h, hashExpr(item.Value))
		}
		return h
	case *hclwrite.Object:
		h := uint64('{')
		for _, item := range e.Elements() {
			h += hashField(item)
		}
		return jsontree.MixHashes('{', h)
	}
	return 0
}

func hashField(item *hclwrite.Element) uint64 {
	key := KeyOf(item)
	return jsontree.MixHashes(hashText(KindOf(&key), key.Text), hashExpr(item.Value))
}

func hashItem(item hclwrite.Item) uint64 {
	switch item := item.(type) {
	case *hclwrite.Attribute:
		return jsontree.MixHashes(hashText('=', item.Name), hashExpr(item.Expr))
	case *hclwrite.Block:
		h := hashText('#', item.Type)
		for _, label := range item.Labels {
			h = jsontree.MixHashes(h, hashText('l', label))
		}
		return jsontree.MixHashes(h, hashBody(&item.Body))
	}
	return 0
}

// hashBody returns the hash of the items of a body. It depends on the order of blocks of one type.
func hashBody(b *hclwrite.Body) uint64 {
	var sum uint64
	var orders map[string]uint64
	for _, item := range b.Items {
		h := hashItem(item)
		if block, ok := item.(*hclwrite.Block); ok {
			if orders == nil {
				orders = map[string]uint64{}
			}
			orders[block.Type] = jsontree.MixHashes(orders[block.Type], h)
		} else {
			sum += h
		}
	}
	for _, h := range orders {
		sum += h
	}
	return jsontree.MixHashes('B', sum)
}

// hashText returns the hash of a kind and a text.
func hashText(kind byte, text string) uint64 {
	return jsontree.MixHashes(uint64(kind), maphash.String(seed, text))
}
