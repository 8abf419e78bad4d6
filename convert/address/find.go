package address

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// place is a node of a tree: a file, a block, an argument, an element or an item of an object; or
// several blocks, if the address does not contain all their labels.
type place struct {
	file *file
	// plain is the address without indexes that the user did not give.
	plain string
	// rules is the schema of the body of the node, or of its parent body; rule is the rule of a
	// value.
	rules *tables.Body
	rule  *tables.Value

	// body is the parent of an argument or a block, and item the node itself; root is the body of a
	// file.
	root, body *hclwrite.Body
	item       hclwrite.Item
	// group are blocks whose first names are the same.
	group []*place
	// list is the parent of an element, which is in part.
	list *hclwrite.Collection
	part *hclwrite.Element
	// found is the index of the place in its parent when it was found; changes can make it wrong. See index.
	found int
	// repeated is true if other items of the object, or of the objects in a call, have the same key.
	repeated bool
	// row is the declaration of a block at the root of a file, and referred contains the names in
	// references to it. Both are nil for blocks without a declaration.
	row      *conventions.Declaration
	referred []string
	// outer is the parent of the node. left contains the names of the node that no step has
	// selected yet.
	outer *place
	left  []string
	*node
}

// node is the state that all copies of a place share. It stores the parts of the node: otherwise
// each of many changes of a large file would visit all parts.
type node struct {
	// address identifies the node.
	address string
	// parts are the parts of the node, one step down. They are set if listed is true.
	parts  []*place
	listed bool
	// order is the position among the parts of the parent.
	order float64
	// same are the blocks among the parts, by their addresses without an index.
	same map[string][]*place
	// nextNames are the results of [place.byName] for one plain address of the node.
	nextNames map[string][]*place
	namesFor  string
	// keyed are the results of [place.keys].
	keyed *keys
}

// keys are the items of an object: those with constant keys by their names, and those with computed keys.
type keys struct {
	named    map[string][]*place
	computed []*place
}

// forget removes the stored parts after a change of the body or value of a place.
func (p *place) forget() {
	p.node.parts, p.listed, p.same, p.nextNames, p.keyed = nil, false, nil, nil, nil
	if p.root != nil {
		p.file.module.configured, p.file.module.impliedIndex = nil, nil
	}
	if p.outer != nil && p.outer.file != p.file { // an argument of a call
		p.outer.forget()
	}
}

// added updates the stored parts after an item was added to the body of a place.
func (p *place) added(item hclwrite.Item) {
	if p.root != nil {
		p.file.forgetProviders(item)
	}
	if !p.listed || p.group != nil {
		p.forget()
		return
	}
	part, i := p.newPart(item), 0
	part.found = p.contents().Index(item)
	for _, before := range p.contents().Items[:part.found] {
		if !hclwrite.IsCommentGroup(before) {
			i++
		}
	}
	p.node.parts = slices.Insert(p.node.parts, i, part)
	p.setOrder(i)
	if at := part.address; part.contents() != nil {
		p.same[at] = inOrder(p.same[at], part)
		numberParts(at, p.same[at])
	}
	for _, names := range part.paths() {
		p.addName(part, names)
	}
}

// addItem adds an item to the body of a place.
func (p *place) addItem(at int, item hclwrite.Item) {
	p.contents().Insert(at, item)
	p.file.inserts(append(p.items(), item)...)
	p.added(item)
}

// removed updates the stored parts after an item was removed from the body of a place.
func (p *place) removed(item hclwrite.Item) {
	if p.root != nil {
		p.file.forgetProviders(item)
	}
	isHere := func(part *place) bool { return part.item == item }
	index := slices.IndexFunc(p.node.parts, isHere)
	if !p.listed || p.group != nil || index < 0 {
		p.forget()
		return
	}
	part := p.node.parts[index]
	p.node.parts = slices.Delete(p.node.parts, index, index+1)
	if part.contents() != nil {
		at := p.addressOf(part)
		p.same[at] = slices.DeleteFunc(p.same[at], isHere)
		numberParts(at, p.same[at])
	}
	for _, names := range part.paths() {
		p.removeName(part, names)
	}
}

// header returns the name of an argument, or the type and the labels of a block.
func (p *place) header() []string {
	if block, ok := p.item.(*hclwrite.Block); ok {
		return append([]string{block.Type}, block.Labels...)
	}
	return []string{hclwrite.ItemName(p.item)}
}

// setHeader sets the name of an argument, or the type and the labels of a block, and updates the stored parts.
func (p *place) setHeader(names []string) {
	p.touch()
	p.outer.removed(p.item)
	switch item := p.item.(type) {
	case *hclwrite.Block:
		item.Type, item.Labels = names[0], names[1:]
	case *hclwrite.Attribute:
		item.Name = names[0]
	}
	p.outer.added(p.item)
}

// setLastName sets the name of an argument, or the last label of a block.
func (p *place) setLastName(to string) { p.setHeader(withLast(p.header(), to)) }

// keys returns the items of the objects at a place by their keys.
func (p *place) keys() *keys {
	if p.keyed != nil {
		return p.keyed
	}
	p.keyed = &keys{named: map[string][]*place{}}
	for _, part := range p.allParts() {
		switch e := part.element(); {
		case e == nil || e.Key == nil:
		case e.Key.IsConstant():
			p.keyed.named[part.left[0]] = append(p.keyed.named[part.left[0]], part)
		default:
			p.keyed.computed = append(p.keyed.computed, part)
		}
	}
	return p.keyed
}

// setKey gives an item of an object another key, and updates the stored parts of the object.
func (p *place) setKey(text string, isSource bool) {
	p.touch()
	key, object := p.element().Key, p.outer
	isConstant := !isSource && key.IsConstant()
	from, to, index := hcltext.TemplateText(key.Text), hcltext.TemplateText(text), object.keys()
	key.Text, key.Source, key.Template = text, isSource, false
	if !isConstant || p.file.outer != nil || len(index.named[from]) != 1 || len(index.named[to]) > 0 {
		object.forget()
		return
	}
	part := index.named[from][0]
	part.address, part.rule, part.left = withName(object.address, to), object.rule.Field(to), []string{to}
	part.forget() // the addresses of its parts
	index.named[to] = index.named[from]
	delete(index.named, from)
	if object.nextNames[from] != nil {
		member := *part
		member.plain, member.left = withName(object.namesFor, to), nil
		object.nextNames[to] = []*place{&member}
		delete(object.nextNames, from)
	}
}

// setOrder sets the order of a new part between its neighbours.
func (p *place) setOrder(i int) {
	parts := p.node.parts
	before, after := -1.0, float64(len(parts))
	if i > 0 {
		before = parts[i-1].order
		after = before + 2
	}
	if i < len(parts)-1 {
		after = parts[i+1].order
	}
	if parts[i].order = (before + after) / 2; before < parts[i].order && parts[i].order < after {
		return
	}
	for k, part := range parts { // no number is between the neighbours
		part.order = float64(k)
	}
}

// inOrder inserts a place into a sorted list.
func inOrder(list []*place, part *place) []*place {
	i, _ := slices.BinarySearchFunc(list, part.order, func(p *place, order float64) int { return cmp.Compare(p.order, order) })
	return slices.Insert(list, i, part)
}

// contents returns the body of the place, or nil.
func (p *place) contents() *hclwrite.Body {
	if block, ok := p.item.(*hclwrite.Block); ok {
		return &block.Body
	}
	return p.root
}

// slot returns the location of the value of the place. It contains nil if there is no value, or if
// the place is no longer part of the tree.
func (p *place) slot() *hclwrite.Expr {
	if a, ok := p.item.(*hclwrite.Attribute); ok {
		return &a.Expr
	}
	if e := p.element(); e != nil {
		return &e.Value
	}
	return new(hclwrite.Expr)
}

// element returns the element at the place; nil for other places, and if it is no longer part of the
// tree.
func (p *place) element() *hclwrite.Element {
	if p.list != nil && p.index() >= 0 {
		return p.part
	}
	return nil
}

// collection returns the tuple or object at the place, or nil.
func (p *place) collection() *hclwrite.Collection { return hclwrite.CollectionOf(*p.slot()) }

func (p *place) isObject() bool { return treediff.IsObject(*p.slot()) }

// index returns the index of the place in its parent, or -1.
func (p *place) index() int {
	switch at := p.found; {
	case p.item != nil && at < len(p.body.Items) && p.body.Items[at] == p.item,
		p.list != nil && at < len(p.list.Items) && p.list.Items[at] == hclwrite.CollectionItem(p.part):
		return at
	case p.item != nil:
		return p.body.Index(p.item)
	case p.list != nil:
		return slices.Index(p.list.Items, hclwrite.CollectionItem(p.part))
	}
	return -1
}

// missed is a place at which the first of the steps selects nothing.
type missed struct {
	at    *place
	steps []step
}

// search contains the places that an address selects.
type search struct {
	found  []*place
	missed []missed
	// passed are the visited places with the number of remaining steps: with **, several paths lead
	// to one place.
	passed map[passage]bool
}

type passage struct {
	address, plain string
	item           hclwrite.Item
	part           *hclwrite.Element
	left, steps    int
}

// find returns the places of an address in a file.
func (f *file) find(steps []step) []*place { return f.search(steps).found }

func (f *file) search(steps []step) *search {
	s := &search{}
	s.steps(f.whole(), steps)
	// With **, several paths lead to one place.
	seen := map[[3]any]bool{}
	s.found = slices.DeleteFunc(s.found, func(p *place) bool {
		at := [3]any{p.address, p.item, p.part}
		repeated := seen[at]
		seen[at] = true
		return repeated
	})
	return s
}

// whole returns the place of the whole file.
func (f *file) whole() *place {
	if f.top == nil {
		f.top = &place{file: f, root: &f.tree.Body, rules: f.Dialect.Root, node: &node{}}
	}
	return f.top
}

// steps follows the steps from a place.
func (s *search) steps(p *place, steps []step) {
	selected := func(member *place) bool { return len(member.left) == 0 }
	if p.group != nil && (len(steps) == 0 || steps[0].isName() || steps[0].kind == deep) && slices.ContainsFunc(p.group, selected) {
		in := *p
		in.group, in.node = nil, &node{address: p.address}
		for _, member := range p.group {
			if selected(member) {
				s.steps(member, steps)
			} else {
				in.group = append(in.group, member)
			}
		}
		if p = &in; in.group == nil {
			return
		}
	}
	if len(steps) == 0 {
		s.found = append(s.found, p)
		return
	}
	if p.group == nil {
		at := passage{p.address, p.plain, p.item, p.part, len(p.left), len(steps)}
		if s.passed[at] {
			return
		}
		if s.passed == nil {
			s.passed = map[passage]bool{}
		}
		s.passed[at] = true
	}
	var parts []*place
	next := steps[1:]
	switch {
	case steps[0].kind == deep:
		s.steps(p, next)
		for _, part := range p.allParts() {
			part := *part
			part.plain = part.address
			parts = append(parts, &part)
		}
		next = steps
	case steps[0].kind == name:
		parts = p.byName()[steps[0].text]
	case steps[0].kind == pattern:
		p.named(&steps[0], func(_ string, part *place) { parts = append(parts, part) })
	case steps[0].narrows:
		if steps[0].selects(p) {
			parts = []*place{p}
		}
	default:
		parts = p.among(&steps[0])
	}
	if len(parts) == 0 && steps[0].kind != deep {
		s.missed = append(s.missed, missed{p, steps})
	}
	for _, part := range parts {
		s.steps(part, next)
	}
}

// allParts returns the stored parts of a place, one step down.
func (p *place) allParts() []*place {
	if !p.listed {
		p.node.parts, p.listed = p.newParts(), true
	}
	return p.node.parts
}

func (p *place) newParts() (list []*place) {
	body := p.contents()
	switch {
	case p.group != nil:
		return p.group
	case body == nil:
		for _, value := range p.values() {
			list = append(list, value.elements()...)
		}
		numberKeys(list)
		return list
	}
	p.same = map[string][]*place{}
	for i, item := range body.Items {
		if hclwrite.IsCommentGroup(item) {
			continue
		}
		part := p.newPart(item)
		part.found, part.order = i, float64(i)
		list = append(list, part)
		if part.contents() != nil {
			p.same[part.address] = append(p.same[part.address], part)
		}
	}
	for at, parts := range p.same {
		numberParts(at, parts)
	}
	return list
}

// numberParts adds indexes to the addresses of blocks with the same address, which have no index if there is one.
func numberParts(at string, parts []*place) {
	for i, part := range slices.Backward(parts) {
		numbered := at
		if len(parts) > 1 {
			numbered = withIndex(at, i)
		}
		if part.address != numbered {
			part.address = numbered
			part.forget() // the addresses of its parts
		} else if i < len(parts)-2 {
			break // all before it have their indexes
		}
	}
}

// newPart returns the place of an item of a body.
func (p *place) newPart(item hclwrite.Item) *place {
	in := &place{
		file: p.file, outer: p, rules: p.rules, body: p.contents(), item: item, left: []string{hclwrite.ItemName(item)},
		node: &node{},
	}
	switch item := item.(type) {
	case *hclwrite.Attribute:
		in.rule = p.rules.Argument(item.Name)
	case *hclwrite.Block:
		in.rules = p.rules.BlockBody(item.Type, item.Labels, item.Body.SourceOf)
		in.left = append(in.left, item.Labels...)
		if row := tidy.DeclarationRule(conventions.Of(p.file.Dialect).Style, item.Type, item.Labels); row != nil && p.root != nil {
			in.row, in.referred = row, row.Names(item.Labels)
		}
	}
	in.address = p.addressOf(in)
	return in
}

// addressOf returns the address of an item of the body at the place, without an index.
func (p *place) addressOf(part *place) string {
	at, names := p.address, part.left
	if part.row != nil && part.row.Labels > 0 {
		names = part.referred
	}
	if part.contents() == nil && p.row != nil && p.row.Labels == 0 {
		at = p.row.Root
	}
	for _, name := range names {
		at = withName(at, name)
	}
	return at
}

// paths returns the lists of names that select the place of an item from its parent.
func (p *place) paths() [][]string {
	if row := p.row; p.outer.root != nil && row != nil && row.Root != row.Type {
		return [][]string{p.left, p.referred}
	}
	return [][]string{p.left}
}

// addName adds a part with these names to the stored groups of names.
func (p *place) addName(part *place, names []string) {
	for in := p; len(names) > 0 && in.nextNames != nil; names = names[1:] {
		member, name := *part, names[0]
		member.plain, member.left = withName(in.namesFor, name), names[1:]
		list := in.nextNames[name]
		if _, block := part.item.(*hclwrite.Block); !block {
			in.nextNames[name] = append(list, &member)
			return
		}
		i := slices.IndexFunc(list, func(p *place) bool { return p.group != nil })
		if i < 0 {
			in.nextNames[name] = append(list, in.newGroup(&member))
			return
		}
		group := list[i]
		group.group = inOrder(group.group, &member)
		group.node.parts, in = group.group, group
	}
}

// removeName removes a part with these names from the stored groups of names.
func (p *place) removeName(part *place, names []string) {
	for in := p; len(names) > 0 && in.nextNames != nil; names = names[1:] {
		isHere := func(p *place) bool { return p.item == part.item && len(p.left) == len(names)-1 }
		list := slices.DeleteFunc(in.nextNames[names[0]], isHere)
		in.nextNames[names[0]] = list
		i := slices.IndexFunc(list, func(p *place) bool { return p.group != nil })
		if i < 0 {
			return
		}
		group := list[i]
		group.group = slices.DeleteFunc(group.group, isHere)
		if group.node.parts = group.group; len(group.group) == 0 {
			in.nextNames[names[0]] = slices.Delete(list, i, i+1)
			return
		}
		in = group
	}
}

// newGroup returns the group of parts with the same name as its first member.
func (p *place) newGroup(member *place) *place {
	return &place{
		file: member.file, outer: member.outer, rules: member.outer.rules, body: member.body, plain: member.plain,
		group: []*place{member}, node: &node{address: member.plain},
	}
}

// byName returns the parts from [place.named], grouped by their next names.
func (p *place) byName() map[string][]*place {
	if p.nextNames == nil || p.namesFor != p.plain {
		p.nextNames, p.namesFor = map[string][]*place{}, p.plain
		p.named(nil, func(name string, part *place) { p.nextNames[name] = append(p.nextNames[name], part) })
	}
	return p.nextNames
}

// named calls yield for the parts whose names match the step next, or for all parts if next is nil.
// Blocks and items with the same name are one group.
func (p *place) named(next *step, yield func(name string, part *place)) {
	parts := slices.Clip(p.allParts())
	for _, part := range parts {
		if p.root != nil && len(part.paths()) > 1 && (next == nil || next.text != "*") {
			also := *part
			also.left = part.referred
			parts = append(parts, &also)
		}
	}
	groups := map[string]*place{}
	for _, part := range parts {
		if len(part.left) == 0 || next != nil && !next.matches(part.left[0]) {
			continue
		}
		in, name := *part, part.left[0]
		in.plain, in.left = withName(p.plain, name), part.left[1:]
		if _, block := in.item.(*hclwrite.Block); !block && !in.repeated {
			yield(name, &in)
			continue
		}
		if groups[name] == nil {
			groups[name] = p.newGroup(&in)
			yield(name, groups[name])
			continue
		}
		groups[name].group = append(groups[name].group, &in)
	}
}

// among returns the blocks, items or elements that an index or a condition selects.
func (p *place) among(next *step) (list []*place) {
	for _, part := range p.allParts() {
		element := part.list != nil && part.left == nil && (next.kind != index || part.outer.counted())
		if p.group != nil || element {
			in := *part
			in.plain, in.left = withIndex(p.plain, len(list)), nil
			list = append(list, &in)
		} else if part.list != nil && len(part.left) == 1 && next.kind == where { // an entry of an object
			in := *part
			in.plain, in.left = withName(p.plain, part.left[0]), nil
			list = append(list, &in)
		}
	}
	i := next.index
	if i < 0 {
		i += len(list)
	}
	switch {
	case next.kind == all:
		return list
	case next.kind == where:
		return slices.DeleteFunc(list, func(p *place) bool { return !next.selects(p) })
	case i >= 0 && i < len(list):
		return list[i : i+1]
	}
	return nil
}

// selects reports whether a condition selects a place.
func (s *step) selects(p *place) bool { return s.holds(p) != s.not }

// holds reports whether the comparison of a condition holds at a place. A missing value is null.
func (s *step) holds(p *place) bool {
	holds, there, values := false, false, &search{}
	values.steps(p, s.place)
	for _, p := range values.found {
		if value := *p.slot(); value != nil {
			there = true
			t, text := value.(*hclwrite.Template)
			holds = holds || s.like == nil && treediff.SameExpr(value, s.value) ||
				s.like != nil && text && s.like.MatchString(hcltext.TemplateText(t.Text))
		}
	}
	return holds || !there && s.like == nil && treediff.SameExpr(s.value, &hclwrite.Literal{Text: "null"})
}

// values returns the place itself, or the arguments if the value is a call. It returns nil if the
// place has no value.
func (p *place) values() (list []*place) {
	if *p.slot() == nil {
		return nil
	}
	native, ok := (*p.slot()).(*hclwrite.Native)
	if !ok {
		return []*place{p}
	}
	for _, arg := range p.file.open(p, native) {
		list = append(list, &place{
			file: arg, outer: p, rules: p.rules, body: &arg.tree.Body, item: arg.tree.Body.Items[0],
			plain: p.plain, node: &node{address: p.address},
		})
	}
	return list
}

// counted reports whether addresses can select the elements of a value by index.
func (p *place) counted() bool { return p.file.counted || p.list != nil }

// numberKeys adds indexes to the addresses of items with the same key. The items of several objects
// in a call have one order.
func numberKeys(items []*place) {
	same := map[hclwrite.Key][]*place{}
	for _, item := range items {
		if e := item.element(); e.Key != nil {
			key := treediff.KeyOf(e)
			same[key] = append(same[key], item)
		}
	}
	for _, items := range same {
		for i, item := range items {
			if len(items) > 1 {
				item.address, item.repeated = withIndex(item.address, i), true
			}
		}
	}
}

// elements returns the elements of a tuple or the items of an object.
func (p *place) elements() (list []*place) {
	in := p.collection()
	if in == nil {
		return nil
	}
	for at, item := range in.Items {
		e, ok := item.(*hclwrite.Element)
		if !ok {
			continue
		}
		i := len(list)
		part := &place{
			file: p.file, outer: p, rules: p.rules, rule: p.rule.Element(), list: in, part: e, found: at, node: &node{},
		}
		switch {
		case e.Key != nil:
			key := e.Key.Text
			if e.Key.IsConstant() {
				key = hcltext.TemplateText(key)
			}
			part.address, part.rule, part.left = withName(p.address, key), p.rule.Field(key), []string{key}
		case p.counted():
			part.address = withIndex(p.address, i)
		default:
			part.address = p.address + "[== " + strings.TrimSpace(hclwrite.ExprText(e.Value)) + "]"
		}
		list = append(list, part)
	}
	return list
}
