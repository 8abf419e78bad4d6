package address

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/conventions"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/tidy"
	"github.com/hcljson/hcljson/internal/treediff"
	"github.com/hcljson/hcljson/schema"
)

// place is a node of a tree: a file, a block, an argument, an element or an item of an object; or
// several blocks, if the address does not contain all their labels.
type place struct {
	file *file
	// address identifies the node. plain is the address without indexes that the user did not give.
	address, plain string
	// rules is the schema of the body of the node, or of its parent body; rule is the rule of a
	// value.
	rules *schema.Body
	rule  *schema.Value

	// body is the parent of an argument or a block, and item the node itself; root is the body of a
	// file.
	root, body *hclwrite.Body
	item       hclwrite.Item
	// group are blocks whose first names are the same.
	group []*place
	// list is the parent of an element.
	list *hclwrite.Collection
	// found is the index of the place in its parent before changes.
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
	// value identifies an element in its collection.
	value hclwrite.Expr
	// parts are the parts of the node, one step down. They are set if listed is true.
	parts  []*place
	listed bool
	// nextNames are the results of [place.byName] for one plain address of the node.
	nextNames map[string][]*place
	namesFor  string
}

// forget removes the stored parts after a change of the body or value of a place.
func (p *place) forget() {
	p.node.parts, p.listed, p.nextNames = nil, false, nil
	if p.outer != nil && p.outer.file != p.file { // an argument of a call
		p.outer.forget()
	}
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
	if i := p.index(); i >= 0 && p.list != nil {
		return p.list.Items[i].(*hclwrite.Element)
	}
	return nil
}

// collection returns the tuple or object at the place, or nil.
func (p *place) collection() *hclwrite.Collection { return hclwrite.CollectionOf(*p.slot()) }

func (p *place) isObject() bool { return treediff.IsObject(*p.slot()) }

// index returns the index of the place in its parent, or -1.
func (p *place) index() int {
	isHere := func(item hclwrite.CollectionItem) bool {
		e, ok := item.(*hclwrite.Element)
		return ok && e.Value == p.value
	}
	switch at := p.found; {
	case p.item != nil && at < len(p.body.Items) && p.body.Items[at] == p.item,
		p.item == nil && p.list != nil && at < len(p.list.Items) && isHere(p.list.Items[at]):
		return at
	case p.item != nil:
		return p.body.Index(p.item)
	case p.list != nil:
		return slices.IndexFunc(p.list.Items, isHere)
	}
	return -1
}

// search finds the places that an address selects.
type search struct {
	yield func(*place)
	// missed is called for places at which the next step selects nothing.
	missed func(at *place, steps []step)
	// passed are the visited places with the number of remaining steps: with **, several paths lead
	// to one place.
	passed map[passage]bool
}

type passage struct {
	address, plain string
	item           hclwrite.Item
	value          hclwrite.Expr
	left, steps    int
}

// find calls yield for each place in a file. missed may be nil.
func (f *file) find(steps []step, yield func(*place), missed func(*place, []step)) {
	seen := map[[3]any]bool{}
	s := &search{missed: missed, yield: func(p *place) {
		// With **, several paths lead to one place.
		if n := [3]any{p.address, p.item, p.value}; !seen[n] {
			seen[n] = true
			yield(p)
		}
	}}
	s.steps(f.whole(), steps)
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
		in.group, in.node = nil, &node{}
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
		s.yield(p)
		return
	}
	if p.group == nil {
		at := passage{p.address, p.plain, p.item, p.value, len(p.left), len(steps)}
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
	default:
		parts = p.among(&steps[0])
	}
	if len(parts) == 0 && steps[0].kind != deep && s.missed != nil {
		s.missed(p, steps)
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
	same := map[string][]*place{}
	for i, item := range body.Items {
		if hclwrite.IsCommentGroup(item) {
			continue
		}
		part := p.part(item)
		part.found = i
		list = append(list, part)
		if part.contents() != nil {
			same[part.address] = append(same[part.address], part)
		}
	}
	for at, parts := range same {
		for i, part := range parts {
			if len(parts) > 1 {
				part.address = withIndex(at, i)
			}
		}
	}
	return list
}

// part returns the place of an item of a body.
func (p *place) part(item hclwrite.Item) *place {
	in := &place{
		file: p.file, outer: p, rules: p.rules, body: p.contents(), item: item, left: []string{hclwrite.ItemName(item)},
		node: &node{},
	}
	at, names := p.address, in.left
	switch item := item.(type) {
	case *hclwrite.Attribute:
		if p.row != nil && p.row.Labels == 0 {
			at = p.row.Root
		}
		in.rule = p.rules.Argument(item.Name)
	case *hclwrite.Block:
		in.rules = p.rules.BlockBody(item.Type, item.Labels, item.Body.SourceOf)
		in.left = append(in.left, item.Labels...)
		names = in.left
		if row := tidy.DeclarationRule(p.file.Dialect.Style, item.Type, item.Labels); row != nil && p.root != nil {
			in.row, in.referred = row, row.Names(item.Labels)
			if row.Labels > 0 {
				names = in.referred
			}
		}
	}
	for _, name := range names {
		at = withName(at, name)
	}
	in.address = at
	return in
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
		if row := part.row; p.root != nil && row != nil && row.Root != row.Type && (next == nil || next.text != "*") {
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
			groups[name] = &place{
				file: in.file, outer: in.outer, rules: in.outer.rules, body: in.body, address: in.plain, plain: in.plain,
				node: &node{},
			}
			yield(name, groups[name])
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
		return slices.DeleteFunc(list, func(p *place) bool { return next.holds(p) == next.not })
	case i >= 0 && i < len(list):
		return list[i : i+1]
	}
	return nil
}

// holds reports whether a place meets a condition. A missing value is null.
func (s *step) holds(p *place) bool {
	holds, there := false, false
	found := &search{yield: func(p *place) {
		if value := *p.slot(); value != nil {
			there = true
			t, text := value.(*hclwrite.Template)
			holds = holds || s.like == nil && treediff.SameExpr(value, s.value) ||
				s.like != nil && text && s.like.MatchString(hcltext.TemplateText(t.Text))
		}
	}}
	found.steps(p, s.place)
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
	for _, arg := range p.file.open(native) {
		list = append(list, &place{
			file: arg, outer: p, rules: p.rules, body: &arg.tree.Body, item: arg.tree.Body.Items[0],
			address: p.address, plain: p.plain, node: &node{},
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
			file: p.file, outer: p, rules: p.rules, rule: p.rule.Element(), list: in, found: at, node: &node{value: e.Value},
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
