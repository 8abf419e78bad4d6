package address

import (
	"cmp"
	"iter"
	"slices"
	"strconv"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/nativeedit"
	"github.com/hcljson/hcljson/internal/tidy"
	"github.com/hcljson/hcljson/schema"
)

// place is a node of a tree: a file, a block, an argument, an element or an item of an
// object; or blocks of which no address has named all labels.
type place struct {
	file *file
	// address finds the node alone. plain is without the indexes that nobody gave.
	address, plain string
	// rules are those of the body that the node is or is in; rule is that of a value.
	rules *schema.Body
	rule  *schema.Value

	// body is what an argument or a block is in, and item that; root is the body of a file.
	root, body *hclwrite.Body
	item       hclwrite.Item
	// group are blocks of one type, and labels how many labels the address has named.
	group  []*hclwrite.Block
	labels int
	// list is what an element of a tuple or an item of an object is in. It is known by its value.
	list  *hclwrite.Collection
	value hclwrite.Expr
	// outer is the node that this is in.
	outer *place
}

// contents is the body that the place is, or nil.
func (p *place) contents() *hclwrite.Body {
	if block, ok := p.item.(*hclwrite.Block); ok {
		return &block.Body
	}
	return p.root
}

// slot is where the value of the place is; nil if it has none, or is not in the tree any more.
func (p *place) slot() *hclwrite.Expr {
	if a, ok := p.item.(*hclwrite.Attribute); ok {
		return &a.Expr
	}
	if e := p.element(); e != nil {
		return &e.Value
	}
	return nil
}

// index is that of the place in what it is in, or -1.
func (p *place) index() int {
	switch {
	case p.item != nil:
		return p.body.Index(p.item)
	case p.list != nil:
		return slices.IndexFunc(p.list.Items, func(item hclwrite.Element) bool { return item.Value == p.value })
	}
	return -1
}

// element is that of a tuple or the item of an object that the place is; nil if it is none, or
// not there any more.
func (p *place) element() *hclwrite.Element {
	if i := p.index(); i >= 0 && p.list != nil {
		return &p.list.Items[i]
	}
	return nil
}

// search finds the places that an address selects.
type search struct {
	yield func(*place)
	// missed is told where no part is what the next step says. It may be nil.
	missed func(at *place, steps []step)
}

// find calls yield for each place in a file.
func find(f *file, steps []step, yield func(*place), missed func(*place, []step)) {
	type node struct {
		address string
		item    hclwrite.Item
		value   hclwrite.Expr
	}
	seen := map[node]bool{}
	s := &search{missed: missed, yield: func(p *place) {
		// With **, several ways lead to one place.
		if n := (node{p.address, p.item, p.value}); !seen[n] {
			seen[n] = true
			yield(p)
		}
	}}
	s.steps(&place{file: f, root: &f.tree.Body, rules: f.dialect.Root}, steps)
}

// steps goes on from a place.
func (s *search) steps(p *place, steps []step) {
	if p.group != nil && (len(steps) == 0 || steps[0].isName() || steps[0].kind == deep) {
		var rest []*hclwrite.Block
		for _, b := range p.group {
			if len(b.Labels) > p.labels {
				rest = append(rest, b)
			} else {
				s.steps(p.block(b, p.plain), steps)
			}
		}
		if rest == nil {
			return
		}
		in := *p
		in.group, p = rest, &in
	}
	if len(steps) == 0 {
		s.yield(p)
		return
	}
	var parts []*place
	next := steps[1:]
	if steps[0].kind == deep {
		s.steps(p, next)
		parts, next = p.parts(), steps
	} else if parts = p.selected(&steps[0]); len(parts) == 0 && s.missed != nil {
		s.missed(p, steps)
	}
	for _, part := range parts {
		s.steps(part, next)
	}
}

// parts are all that is in a place, one step further.
func (p *place) parts() (list []*place) {
	switch body := p.contents(); {
	case p.group != nil:
		for _, b := range p.group {
			list = append(list, p.block(b, ""))
		}
	case body != nil:
		for _, item := range body.Items {
			switch item := item.(type) {
			case *hclwrite.Attribute:
				list = append(list, p.attribute(body, item))
			case *hclwrite.Block:
				list = append(list, p.block(item, ""))
			}
		}
	default:
		for _, value := range p.values() {
			list = append(list, append(value.items(nil), value.elements()...)...)
		}
	}
	return list
}

// selected are the parts that a step selects.
func (p *place) selected(next *step) (list []*place) {
	switch {
	case next.isName() && p.group != nil:
		for label, named := range byLabel(p.group, p.labels) {
			if next.matches(label) {
				in := *p
				in.group, in.labels, in.plain = named, p.labels+1, withName(p.plain, label)
				list = append(list, &in)
			}
		}
	case next.isName() && p.contents() != nil:
		return append(p.named(next), p.declared(next)...)
	case next.isName():
		for _, value := range p.values() {
			list = append(list, value.items(next)...)
		}
	case p.group != nil:
		for i, b := range p.group {
			list = append(list, p.block(b, withIndex(p.plain, i)))
		}
		return next.among(list)
	case p.contents() == nil:
		for _, value := range p.values() {
			if next.kind != index || value.counted() {
				list = append(list, value.elements()...)
			}
		}
		return next.among(list)
	}
	return list
}

// among are those of a list that a step selects.
func (s *step) among(list []*place) []*place {
	i := s.index
	if i < 0 {
		i += len(list)
	}
	switch {
	case s.kind == all:
		return list
	case s.kind == where:
		return slices.DeleteFunc(list, func(p *place) bool { return s.holds(p) == s.not })
	case i >= 0 && i < len(list):
		return list[i : i+1]
	}
	return nil
}

// holds reports whether a place has the value of a condition. What is not there is null.
func (s *step) holds(p *place) bool {
	holds, there := false, false
	found := &search{yield: func(p *place) {
		if slot := p.slot(); slot != nil {
			there = true
			holds = holds || nativeedit.SameExpr(*slot, s.value)
		}
	}}
	found.steps(p, s.place)
	literal, ok := s.value.(*hclwrite.Literal)
	return holds || !there && ok && literal.Text == "null"
}

// named are the arguments of a body, and its blocks by their types.
func (p *place) named(next *step) (list []*place) {
	body := p.contents()
	var types []string
	for _, item := range body.Items {
		if !next.matches(item.ItemName()) {
			continue
		}
		switch item := item.(type) {
		case *hclwrite.Attribute:
			list = append(list, p.attribute(body, item))
		case *hclwrite.Block:
			if !slices.Contains(types, item.Type) {
				types = append(types, item.Type)
				list = append(list, p.blocks(slices.Collect(body.Blocks(item.Type)), withName(p.plain, item.Type), 0))
			}
		}
	}
	return list
}

// declared is what references call by such a name: blocks of a file, or the arguments of
// some.
func (p *place) declared(next *step) (list []*place) {
	if p.root == nil || next.text == "*" {
		return nil
	}
	for _, row := range p.file.style().Declarations {
		var all []*hclwrite.Block
		for block := range p.root.Blocks(row.Type) {
			if len(block.Labels) == row.Labels {
				all = append(all, block)
			}
		}
		switch {
		case len(all) == 0 || row.Root == row.Type:
		case row.Root == "":
			for label, named := range byLabel(all, 0) {
				if next.matches(label) {
					list = append(list, p.blocks(named, label, 1))
				}
			}
		case row.Root != next.text:
		case row.Labels > 0:
			list = append(list, p.blocks(all, row.Root, 0))
		default:
			for _, block := range all {
				list = append(list, p.block(block, row.Root))
			}
		}
	}
	return list
}

// byLabel parts blocks by a label that they have.
func byLabel(blocks []*hclwrite.Block, label int) iter.Seq2[string, []*hclwrite.Block] {
	return func(yield func(string, []*hclwrite.Block) bool) {
		var labels []string
		for _, b := range blocks {
			if len(b.Labels) > label && !slices.Contains(labels, b.Labels[label]) {
				labels = append(labels, b.Labels[label])
			}
		}
		for _, text := range labels {
			var named []*hclwrite.Block
			for _, b := range blocks {
				if len(b.Labels) > label && b.Labels[label] == text {
					named = append(named, b)
				}
			}
			if !yield(text, named) {
				return
			}
		}
	}
}

// declaration is the row of what a block at the level of a file declares, or nil.
func (f *file) declaration(b *hclwrite.Block) *schema.Declaration {
	rows := f.style().Declarations
	i := slices.IndexFunc(rows, func(row schema.Declaration) bool {
		return row.Type == b.Type && row.Labels == len(b.Labels)
	})
	if i < 0 {
		return nil
	}
	return &rows[i]
}

func (f *file) style() *schema.Style { return cmp.Or(f.dialect.Style, &schema.Style{}) }

// attribute is an argument of a body.
func (p *place) attribute(body *hclwrite.Body, a *hclwrite.Attribute) *place {
	at := p.address
	if block, ok := p.item.(*hclwrite.Block); ok && p.outer.root != nil {
		if row := p.file.declaration(block); row != nil && row.Labels == 0 {
			at = row.Root
		}
	}
	in := &place{
		file: p.file, outer: p, rules: p.rules, body: body, item: a,
		address: withName(at, a.Name), plain: withName(p.plain, a.Name),
	}
	if p.rules != nil {
		in.rule = p.rules.Argument(a.Name)
	}
	return in
}

// blocks are some of one type in a body.
func (p *place) blocks(list []*hclwrite.Block, plain string, labels int) *place {
	return &place{
		file: p.file, outer: p, rules: p.rules, body: p.contents(), group: list, labels: labels,
		address: withName(p.address, list[0].Type), plain: plain,
	}
}

// block is one of the blocks in a body, or in a group of them. Without a plain address it
// has its own.
func (p *place) block(b *hclwrite.Block, plain string) *place {
	outer := p
	if p.group != nil {
		outer = p.outer
	}
	in := &place{
		file: p.file, outer: outer, rules: tidy.BlockRules(b, outer.rules), body: outer.contents(), item: b, plain: plain,
	}
	in.address = withName(outer.address, b.Type)
	if row := p.file.declaration(b); outer.root != nil && row != nil && row.Labels > 0 {
		in.address = row.Root
	}
	for _, label := range b.Labels {
		in.address = withName(in.address, label)
	}
	same := slices.Collect(in.body.Blocks(b.Type, b.Labels...))
	same = slices.DeleteFunc(same, func(other *hclwrite.Block) bool { return len(other.Labels) != len(b.Labels) })
	if len(same) > 1 {
		in.address = withIndex(in.address, slices.Index(same, b))
	}
	in.plain = cmp.Or(plain, in.address)
	return in
}

// collection is a tuple or an object into which a place can be followed: its value, or an
// argument of the call that is its value.
type collection struct {
	*place
	file *file
	expr hclwrite.Expr
	rule *schema.Value
}

// counted reports whether the indexes of the elements are those of the value. They need not
// be, where a function gets more than a list.
func (c *collection) counted() bool { return c.file == c.place.file || c.file.alone }

// values are the collections of a place.
func (p *place) values() (list []collection) {
	slot := p.slot()
	if slot == nil {
		return nil
	}
	native, ok := (*slot).(*hclwrite.Native)
	if !ok {
		return []collection{{place: p, file: p.file, expr: *slot, rule: p.rule}}
	}
	for _, arg := range p.file.open(native) {
		list = append(list, collection{place: p, file: arg.file, expr: *arg.value()})
	}
	return list
}

// items are those of an object that a step selects, or all.
func (c *collection) items(next *step) []*place {
	return c.parts(func(_ int, item *hclwrite.Element) (at, plain string, rule *schema.Value, ok bool) {
		if item.Key == nil {
			return
		}
		key := item.Key.Text
		if item.Key.Kind == hclwrite.KeyName {
			key = hclwrite.TemplateText(key)
		}
		return withName(c.address, key), withName(c.plain, key), c.rule.Field(key), next == nil || next.matches(key)
	})
}

// elements are those of a tuple.
func (c *collection) elements() []*place {
	return c.parts(func(i int, item *hclwrite.Element) (at, plain string, rule *schema.Value, ok bool) {
		index := strconv.Itoa(i)
		if !c.counted() {
			index = "== " + hclwrite.ExprText(item.Value)
		}
		index = "[" + index + "]"
		return c.address + index, c.plain + index, c.rule.Element(), item.Key == nil
	})
}

// parts are those that have an address.
func (c *collection) parts(
	of func(i int, item *hclwrite.Element) (at, plain string, rule *schema.Value, ok bool),
) (list []*place) {
	in := hclwrite.CollectionOf(c.expr)
	for i := 0; in != nil && i < len(in.Items); i++ {
		if at, plain, rule, ok := of(i, &in.Items[i]); ok {
			list = append(list, &place{
				file: c.file, outer: c.place, rules: c.rules, rule: rule, list: in, value: in.Items[i].Value,
				address: at, plain: plain,
			})
		}
	}
	return list
}
