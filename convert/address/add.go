package address

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/tidy"
	"github.com/hcljson/hcljson/schema"
)

// add puts the parts of a change into a place.
func (c *Change) add(p *place) *hcl.Diagnostic {
	if p.group != nil {
		return p.cannot("is blocks of which the address has not named all labels")
	}
	for _, text := range c.Text {
		var diag *hcl.Diagnostic
		if p.contents() != nil {
			diag = c.addItems(p, text)
		} else {
			diag = c.addPart(p, text)
		}
		if diag != nil {
			return diag
		}
	}
	return nil
}

// addItems adds arguments and blocks to a body.
func (c *Change) addItems(p *place, text string) *hcl.Diagnostic {
	file, diags := hclwrite.ParseFile([]byte(text+"\n"), "the text")
	if diags.HasErrors() {
		return problem("No part of a body", "%s is neither an argument (name = value) nor a block: %s %s",
			text, diags[0].Summary+".", diags[0].Detail)
	}
	body := p.contents()
	hclwrite.Walk(&file.Body, hclwrite.Unplace)
	for _, item := range file.Body.Items {
		if there(body, item, p.rules) {
			if c.IfMissing {
				continue
			}
			if _, ok := item.(*hclwrite.Attribute); ok {
				return p.cannot("has " + item.ItemName() + " already; change it with set, or add it --if-missing")
			}
		}
		at, diag := c.position(p, func(s *place) int {
			if s.body != body || s.item == nil {
				return -1
			}
			return body.Index(s.item)
		})
		if diag != nil {
			return diag
		}
		if at < 0 {
			at = last(body, item)
		}
		p.touch()
		body.Insert(at, item)
	}
	return nil
}

// there reports whether a body has such an item: an argument of the name, a block of the
// type and labels, or the same block without labels.
func there(body *hclwrite.Body, item hclwrite.Item, rules *schema.Body) bool {
	block, ok := item.(*hclwrite.Block)
	if !ok {
		return body.Attribute(item.ItemName()) != nil
	}
	for like := range body.Blocks(block.Type, block.Labels...) {
		single := false
		if rules != nil {
			_, rule := rules.Lookup(block.Type)
			single = rule != nil && (rule.Single || rule.Max == 1)
		}
		if len(block.Labels) > 0 || single || printed(like) == printed(block) {
			return true
		}
	}
	return false
}

// printed is a block in canonical layout, without the comments next to it.
func printed(b *hclwrite.Block) string {
	alone := *b
	alone.Comments = hclwrite.Comments{}
	return string((&hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{&alone}}}).Bytes())
}

// last is where an item comes that says nothing else: an argument after those before the
// first block, a block at the end.
func last(body *hclwrite.Body, item hclwrite.Item) int {
	if _, ok := item.(*hclwrite.Attribute); ok {
		if i := slices.IndexFunc(body.Items, func(item hclwrite.Item) bool {
			_, ok := item.(*hclwrite.Block)
			return ok
		}); i >= 0 {
			return i
		}
	}
	return len(body.Items)
}

// position is the index that Before or After says, or -1. index is that of a place in what
// is added to.
func (c *Change) position(p *place, index func(*place) int) (int, *hcl.Diagnostic) {
	at, next := c.Before, 0
	if at == nil {
		at, next = c.After, 1
	}
	if at == nil {
		return -1, nil
	}
	found := -1
	find(p.file.root(), at.steps, func(s *place) {
		if i := index(s); i >= 0 && (found < 0 || next == 1) {
			found = i + next
		}
	}, nil)
	if found < 0 {
		return -1, p.cannot("has no " + at.text + " in it, which what is added was to be next to")
	}
	return found, nil
}

// addPart adds an element to a list, or items to an object.
func (c *Change) addPart(p *place, text string) *hcl.Diagnostic {
	var lists, objects []collection
	for _, value := range p.values() {
		switch value.expr.(type) {
		case *hclwrite.Tuple:
			lists = append(lists, value)
		case *hclwrite.Object:
			objects = append(objects, value)
		}
	}
	var fields *hclwrite.Object
	if c.Syntax == Native {
		fields = fieldsOf(text)
	}
	switch {
	case fields != nil && len(objects) == 1:
		return c.addFields(&objects[0], fields)
	case len(lists) == 1 && (fields == nil || len(objects) == 0):
		return c.addElement(&lists[0], text)
	case len(objects) > 0 && fields == nil:
		return p.cannot("is an object, and " + text + " is no item of one (key = value)")
	case len(lists)+len(objects) > 1:
		return p.cannot("has several lists or objects, of which none alone can be meant")
	}
	return p.cannot("is no list, object or body, so nothing can be added to it")
}

// fieldsOf are the items that a text has, or nil.
func fieldsOf(text string) *hclwrite.Object {
	e, diags := hclwrite.ParseExpr("{\n"+text+"\n}", "")
	object, ok := e.(*hclwrite.Object)
	if diags.HasErrors() || !ok || len(object.Items) == 0 {
		return nil
	}
	return hclwrite.Unplaced(object).(*hclwrite.Object)
}

func (c *Change) addFields(to *collection, fields *hclwrite.Object) *hcl.Diagnostic {
	object := to.expr.(*hclwrite.Object)
	for _, field := range fields.Items {
		if slices.ContainsFunc(object.Items, func(item hclwrite.Element) bool {
			return item.Key.Same(field.Key)
		}) {
			if c.IfMissing {
				continue
			}
			return to.cannot("has " + field.Key.Text + " already; change it with set, or add it --if-missing")
		}
		at, diag := c.position(to.place, func(s *place) int {
			if s.object != object {
				return -1
			}
			return s.index()
		})
		if diag != nil {
			return diag
		}
		if at < 0 {
			at = len(object.Items)
		}
		to.touch()
		object.Items = slices.Insert(object.Items, at, field)
	}
	return nil
}

func (c *Change) addElement(to *collection, text string) *hcl.Diagnostic {
	tuple := to.expr.(*hclwrite.Tuple)
	value, diags := c.value(text)
	if diags.HasErrors() {
		return diags[0]
	}
	if c.IfMissing && slices.ContainsFunc(tuple.Items, func(item hclwrite.Element) bool {
		return patch.SameExpr(item.Value, value)
	}) {
		return nil
	}
	at, diag := c.position(to.place, func(s *place) int {
		if s.tuple != tuple {
			return -1
		}
		return s.index()
	})
	if diag != nil {
		return diag
	}
	if at < 0 {
		at = len(tuple.Items)
	}
	to.touch()
	tuple.Items = slices.Insert(tuple.Items, at, hclwrite.Element{Value: value})
	return nil
}

// touch notes that the collection is another. An argument of a call has a file of its own.
func (c *collection) touch() {
	if c.file == c.place.file {
		c.place.touch()
		return
	}
	(&place{file: c.file, item: c.file.tree.Body.Items[0]}).touch()
}

// create makes what is not there, each where one place alone can be meant. list are the
// places that are there.
func (m *Module) create(c *Change, list []*place) (created int, diags hcl.Diagnostics) {
	there := map[string]bool{}
	for _, p := range list {
		there[p.plain] = true
	}
	type chance struct {
		at    *place
		steps []step
		twice bool
	}
	chances, order := map[string]*chance{}, []string{}
	for _, f := range m.files {
		find(f, c.Address.steps, func(*place) {}, func(at *place, steps []step) {
			wanted := at.plain
			for _, s := range steps {
				if s.kind != name {
					return
				}
				wanted = withName(wanted, s.text)
			}
			known := chances[wanted]
			switch {
			case there[wanted]:
			case known == nil:
				chances[wanted] = &chance{at, steps, false}
				order = append(order, wanted)
			case len(steps) < len(known.steps):
				*known = chance{at, steps, false}
			case len(steps) == len(known.steps):
				known.twice = true
			}
		})
	}
	for _, wanted := range order {
		found := chances[wanted]
		if found.twice {
			diags = append(diags, found.at.cannot("is one of several places in which "+wanted+
				" could be made. Say which with an index, or name the file that it is to be in"))
			continue
		}
		value, _ := c.value(c.Text[0])
		if diag := found.at.make(found.steps, value); diag != nil {
			diags = append(diags, diag)
			continue
		}
		created++
	}
	return created, diags
}

// make makes what the steps name, with a value.
func (p *place) make(steps []step, value hclwrite.Expr) *hcl.Diagnostic {
	if p.group != nil {
		// The labels are those of a new block.
		labels := step{kind: name, text: p.group[0].Type}
		named := make([]step, 0, p.labels+1+len(steps))
		named = append(named, labels)
		for _, label := range p.group[0].Labels[:p.labels] {
			named = append(named, step{kind: name, text: label})
		}
		return p.outer.make(append(named, steps...), value)
	}
	if body := p.contents(); body != nil {
		item, problem := newItem(steps, value, p.rules)
		if problem != "" {
			return p.cannot(problem)
		}
		p.touch()
		body.Insert(last(body, item), item)
		return nil
	}
	var objects []collection
	for _, c := range p.values() {
		if _, ok := c.expr.(*hclwrite.Object); ok {
			objects = append(objects, c)
		}
	}
	if len(objects) != 1 {
		return p.cannot("is not one object, in which " + steps[0].text + " could be made")
	}
	objects[0].touch()
	object := objects[0].expr.(*hclwrite.Object)
	object.Set(steps[0].text, nested(steps[1:], value))
	return nil
}

// newItem is an argument or a block with what the steps name in it. problem says why there
// is none.
func newItem(steps []step, value hclwrite.Expr, rules *schema.Body) (item hclwrite.Item, problem string) {
	typ := steps[0].text
	var argument *schema.Attribute
	var rule *schema.Block
	if rules != nil {
		argument, rule = rules.Lookup(typ)
	}
	switch {
	case !hclwrite.ValidIdentifier(typ):
		return nil, "can have no argument " + typ
	case argument == nil && rule == nil && (rules == nil || rules.Rest == schema.RestNone):
		return nil, "can have no " + typ
	case rule == nil && argument == nil && len(steps) > 1 && rules.Rest == schema.RestUnknown && !neverBlock(rules, typ):
		return nil, "has no " + typ + ", and nothing says whether that is an argument or a block; write it with add"
	case rule == nil || argument != nil && argument.AsBlocks == nil:
		return &hclwrite.Attribute{Name: typ, Expr: nested(steps[1:], value)}, ""
	case len(steps) <= len(rule.Labels):
		return nil, "has no " + typ + ", which is a block; write it with add"
	}
	block := hclwrite.NewBlock(typ)
	for _, s := range steps[1 : 1+len(rule.Labels)] {
		block.Labels = append(block.Labels, s.text)
	}
	rest := steps[1+len(rule.Labels):]
	if len(rest) == 0 {
		object, ok := value.(*hclwrite.Object)
		if !ok {
			return nil, "has no " + typ + ", which is a block; set it to an object"
		}
		body := bodyOf(object, blockRules(rules, block))
		if body == nil {
			return nil, "has no " + typ + ", which is a block, and the object has keys that no argument can have"
		}
		block.Body = *body
		return block, ""
	}
	inner, problem := newItem(rest, value, blockRules(rules, block))
	if problem != "" {
		return nil, problem
	}
	block.Body.Append(inner)
	return block, ""
}

// neverBlock reports whether a name is known to be that of an argument.
func neverBlock(rules *schema.Body, name string) bool {
	return rules.Known != nil && rules.Known.NeverBlock(name)
}

// isBlock reports whether a name is that of blocks.
func isBlock(rules *schema.Body, name string) bool {
	if rules == nil {
		return false
	}
	argument, rule := rules.Lookup(name)
	return rule != nil || argument != nil && argument.AsBlocks != nil
}

func blockRules(rules *schema.Body, b *hclwrite.Block) *schema.Body { return tidy.BlockRules(b, rules) }

// nested is a value in objects by names.
func nested(steps []step, value hclwrite.Expr) hclwrite.Expr {
	for _, s := range slices.Backward(steps) {
		value = (&hclwrite.Object{}).Set(s.text, value)
	}
	return value
}
