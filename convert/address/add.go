package address

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/nativeedit"
)

// container is what parts can be added to: a body, a tuple or an object.
type container struct {
	*collection
	body   *hclwrite.Body
	list   *hclwrite.Collection
	object bool
}

// containers are those at a place.
func (p *place) containers() (list []*container) {
	if body := p.contents(); body != nil {
		return []*container{{collection: &collection{place: p, file: p.file}, body: body}}
	}
	for _, value := range p.values() {
		if in := hclwrite.CollectionOf(value.expr); in != nil {
			_, object := value.expr.(*hclwrite.Object)
			list = append(list, &container{collection: &value, list: in, object: object})
		}
	}
	return list
}

// add puts the parts of a change into a place.
func (c *Change) add(p *place) *hcl.Diagnostic {
	if p.group != nil {
		return p.cannot("is blocks of which the address has not named all labels")
	}
	list := p.containers()
	if len(list) == 0 {
		return p.cannot("is no list, object or body, so nothing can be added to it")
	}
	var fit *container
	var parts []any
	reason := ""
	for _, k := range list {
		var read []any
		problem := ""
		for _, text := range c.Text {
			more, why := c.parts(k, text)
			read, problem = append(read, more...), cmp.Or(problem, why)
		}
		switch {
		case problem != "":
			reason = problem
		case fit != nil:
			return p.cannot("has several lists or objects, of which none alone can be meant")
		default:
			fit, parts = k, read
		}
	}
	if fit == nil {
		return p.cannot("cannot get it: " + reason)
	}
	return c.insert(fit, parts)
}

// parts reads what a text has for a container, or says why it has nothing. Each part has the
// place of its lines, with its comments and its comma.
func (c *Change) parts(k *container, text string) (parts []any, problem string) {
	if c.Syntax != Native && k.list != nil && !k.object {
		value, diag := c.value(nil, text)
		if diag != nil {
			return nil, diag.Detail
		}
		return []any{&hclwrite.Element{Value: value}}, ""
	}
	lead, tail, what := "", "", "neither an argument (name = value) nor a block"
	switch {
	case k.object:
		lead, tail, what = aside+"{", "}\n", "no item (key = value)"
	case k.list != nil:
		lead, tail, what = aside+"[", "]\n", "no element"
	}
	given, diags := hclwrite.ParseFile([]byte(lead+"\n"+text+"\n"+tail), "the text")
	if diags.HasErrors() {
		return nil, text + " is " + what + ": " + diags[0].Summary + ". " + strings.TrimSuffix(diags[0].Detail, ".")
	}
	var nodes []any
	var spans []hclwrite.Span
	within := &given.Body.Within
	if k.body != nil {
		for i, item := range given.Body.Items {
			if comments := item.ItemComments(); i == 0 && len(given.Body.Inside) > 0 {
				comments.Above = slices.Concat(given.Body.Inside, []string{""}, comments.Above)
			}
			nodes, spans = append(nodes, item), append(spans, item.ItemSpan())
		}
	} else {
		in := hclwrite.CollectionOf(given.Body.Items[0].(*hclwrite.Attribute).Expr)
		if in == nil || len(given.Body.Items) > 1 {
			return nil, text + " is " + what
		}
		within = &in.Within
		for i := range in.Items {
			item := &in.Items[i]
			hclwrite.PlaceAt(item.Value, item.ValueSpan)
			at := hclwrite.Span{Start: placeOf(*item).Start, End: item.ValueSpan.End}
			nodes, spans = append(nodes, item), append(spans, at)
		}
	}
	switch {
	case len(nodes) == 0:
		return nil, text + " is " + what
	case len(within.End) > 0:
		return nil, "comments are after the last part, and not above one or on its line"
	}
	// Whole lines have their ends.
	lines, source := strings.HasSuffix(text, "\n"), given.Source()
	start, end := len(lead)+1, len(lead)+1+len(text)
	for i, at := range spans {
		next := min(end, at.End+strings.IndexByte(source[at.End:], '\n')+1)
		if i == len(spans)-1 {
			next = end
		}
		if at.Start >= start {
			at = hclwrite.Span{Start: start, End: next}
			if !lines && source[next-1] == '\n' {
				at.End--
			}
		}
		start = next
		hclwrite.PlaceAt(nodes[i], at)
	}
	k.file.tree.Adopt(given)
	return nodes, ""
}

// insert puts parts into a container.
func (c *Change) insert(k *container, parts []any) *hcl.Diagnostic {
	next, diag := c.position(k)
	if diag != nil {
		return diag
	}
	for _, part := range parts {
		name, there := k.has(part)
		switch {
		case there && c.IfMissing:
			continue
		case there && name != "":
			return k.cannot("has " + name + " already; change it with set, or add it --if-missing")
		}
		k.touch()
		at := next
		if next >= 0 {
			next++
		}
		switch part := part.(type) {
		case hclwrite.Item:
			if at < 0 {
				at = last(k.body, part)
			}
			k.body.Insert(at, part)
		case *hclwrite.Element:
			if at < 0 {
				at = len(k.list.Items)
			}
			k.list.Items = slices.Insert(k.list.Items, at, *part)
		}
	}
	return nil
}

// has reports whether such a part is in a container: an argument or an item of the name, an
// element of the value, a block of the type and labels, or the same one without labels. name is
// that of what can be there once.
func (k *container) has(part any) (name string, there bool) {
	switch part := part.(type) {
	case *hclwrite.Attribute:
		return part.Name, k.body.Attribute(part.Name) != nil
	case *hclwrite.Block:
		single := len(part.Labels) > 0
		if k.rules != nil {
			_, rule := k.rules.Lookup(part.Type)
			single = single || rule != nil && (rule.Single || rule.Max == 1)
		}
		for like := range k.body.Blocks(part.Type, part.Labels...) {
			there = there || single || nativeedit.SameItem(like, part)
		}
	case *hclwrite.Element:
		if part.Key != nil {
			name = part.Key.Text
		}
		there = slices.ContainsFunc(k.list.Items, func(item hclwrite.Element) bool {
			return name != "" && item.Key.Same(part.Key) || name == "" && nativeedit.SameExpr(item.Value, part.Value)
		})
	}
	return name, there
}

// last is where an item comes that says nothing else: an argument after those before the
// first block, a block at the end.
func last(body *hclwrite.Body, item hclwrite.Item) int {
	first := slices.IndexFunc(body.Items, func(item hclwrite.Item) bool { _, ok := item.(*hclwrite.Block); return ok })
	if _, block := item.(*hclwrite.Block); block || first < 0 {
		return len(body.Items)
	}
	return first
}

// position is the index that Before or After says, or -1.
func (c *Change) position(k *container) (int, *hcl.Diagnostic) {
	at, next := c.Before, 0
	if at == nil {
		at, next = c.After, 1
	}
	if at == nil {
		return -1, nil
	}
	found := -1
	find(k.file.root(), at.steps, func(s *place) {
		in := s.item != nil && s.body == k.body || s.list != nil && s.list == k.list
		if in && (found < 0 || next == 1) {
			found = s.index() + next
		}
	}, nil)
	if found < 0 {
		return -1, k.cannot("has no " + at.text + " in it, which what is added was to be next to")
	}
	return found, nil
}

// touch notes that the collection is another. An argument of a call has a file of its own.
func (c *collection) touch() {
	if c.file == c.place.file {
		c.place.touch()
		return
	}
	(&place{file: c.file, body: &c.file.tree.Body, item: c.file.tree.Body.Items[0]}).touch()
}

// create makes what is not there, each where one place alone can be meant. list are the
// places that are there.
func (m *Module) create(c *Change, list []*place) (created int, diags hcl.Diagnostics) {
	type chance struct {
		at    *place
		steps []step
		twice bool
	}
	chances, order := map[string]*chance{}, []string{}
	for _, p := range list {
		chances[p.plain] = &chance{}
	}
	m.each(c.Address.steps, func(*place) {}, func(at *place, steps []step) {
		wanted := at.plain
		for _, s := range steps {
			if s.kind != name {
				return
			}
			wanted = withName(wanted, s.text)
		}
		known := chances[wanted]
		switch {
		case known == nil:
			chances[wanted] = &chance{at, steps, false}
			order = append(order, wanted)
		case len(steps) < len(known.steps):
			*known = chance{at, steps, false}
		case len(steps) == len(known.steps):
			known.twice = true
		}
	})
	for _, wanted := range order {
		found := chances[wanted]
		diag := &hcl.Diagnostic{}
		if found.twice {
			diag = found.at.cannot("is one of several places in which " + wanted +
				" could be made. Say which with an index, or name the file that it is to be in")
		} else {
			diag = c.make(found.at, found.steps)
		}
		if diag != nil {
			diags = append(diags, diag)
			continue
		}
		created++
	}
	return created, diags
}

// make makes what the steps name in a place.
func (c *Change) make(p *place, steps []step) *hcl.Diagnostic {
	if p.group != nil {
		// The labels are those of a new block.
		named := []step{{kind: name, text: p.group[0].Type}}
		for _, label := range p.group[0].Labels[:p.labels] {
			named = append(named, step{kind: name, text: label})
		}
		p, steps = p.outer, append(named, steps...)
	}
	value, _ := c.value(p.file, c.Text[0])
	list := slices.DeleteFunc(p.containers(), func(k *container) bool { return k.list != nil && !k.object })
	if len(list) != 1 {
		return p.cannot("is not one object, in which " + steps[0].text + " could be made")
	}
	k := list[0]
	for _, s := range slices.Backward(steps) {
		value = (&hclwrite.Object{}).Set(s.text, value)
	}
	object := value.(*hclwrite.Object)
	if k.object {
		k.touch()
		k.expr.(*hclwrite.Object).Set(steps[0].text, object.Items[0].Value)
		return nil
	}
	body, diag := p.bodyOf(object)
	if diag != nil {
		return diag
	}
	k.touch()
	k.body.Insert(last(k.body, body.Items[0]), body.Items...)
	return nil
}

// bodyOf is a body with the items of an object. The rules of the place say which are blocks.
func (p *place) bodyOf(object *hclwrite.Object) (*hclwrite.Body, *hcl.Diagnostic) {
	text := outline(object)
	file, diags := convert.ReadJSON([]byte(text), "", p.file.language(p.rules), convert.Options{Strict: true})
	if diags.HasErrors() {
		reason, _, _ := strings.Cut(diags[0].Detail+" ", ". ")
		return nil, p.cannot("cannot get " + text + ". " + reason + ". Use add instead")
	}
	hclwrite.Walk(&file.Body, hclwrite.Unplace)
	fill(&file.Body, object)
	return &file.Body, nil
}

// outline is an object as JSON, with other values than objects left out.
func outline(e hclwrite.Expr) string {
	object, ok := e.(*hclwrite.Object)
	if !ok {
		return `"_"`
	}
	var items []string
	for i := range object.Items {
		key, _ := json.Marshal(hclwrite.TemplateText(object.Items[i].Key.Text))
		items = append(items, string(key)+": "+outline(object.Items[i].Value))
	}
	return "{" + strings.Join(items, ", ") + "}"
}

// fill gives the arguments of a body the values in an object that they were made from.
func fill(body *hclwrite.Body, object *hclwrite.Object) {
	for _, item := range body.Items {
		value := object.Value(item.ItemName())
		switch item := item.(type) {
		case *hclwrite.Attribute:
			item.Expr = value
		case *hclwrite.Block:
			for _, label := range item.Labels {
				value = value.(*hclwrite.Object).Value(label)
			}
			fill(&item.Body, value.(*hclwrite.Object))
		}
	}
}
