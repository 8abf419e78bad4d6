package address

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// containers returns the containers at a place: a body, tuples or objects.
func (p *place) containers() []*place {
	if p.contents() != nil {
		return []*place{p}
	}
	return slices.DeleteFunc(p.values(), func(in *place) bool { return in.collection() == nil })
}

// add adds the parts of a change at a place.
func (c *Change) add(p *place) hcl.Diagnostics {
	if p.group != nil {
		return p.cannot("selects blocks without all of their labels; add the labels to the address")
	}
	in, parts, diags := c.container(p)
	if slot := p.slot(); diags.HasErrors() && c.IfSupported && (p.collection() != nil || kindOf(*slot) == tables.SingleValue) {
		c.Skipped++ // a value of another kind
		return nil
	}
	if diags.HasErrors() {
		return diags
	}
	return c.insert(in, parts)
}

// container returns the only container at a place for the parts of a change.
func (c *Change) container(p *place) (fit *place, parts []hclwrite.Node, diags hcl.Diagnostics) {
	containers := p.containers()
	if len(containers) == 0 {
		return nil, nil, p.cannot("is not a list, object or body, so nothing can be added to it" + c.wayOut(p))
	}
	if len(containers) > 1 && (c.Before != nil || c.After != nil) {
		containers = slices.DeleteFunc(containers, func(in *place) bool { _, ok := c.position(in); return !ok })
	}
	diags = p.cannot("is not a list, object or body, so nothing can be added to it")
	for _, in := range containers {
		read, wrong := c.parts(in)
		switch {
		case wrong.HasErrors() && fit == nil:
			diags = wrong
		case !wrong.HasErrors() && fit != nil:
			return nil, nil, p.cannot("has several lists or objects in a call; select one with the option before or the option after " +
				"and the address of an item in it")
		case !wrong.HasErrors():
			fit, parts, diags = in, read, nil
		}
	}
	return fit, parts, diags
}

// wayOut returns a command that adds the text to a value other than a collection, such as a
// reference. It returns "" if no command can do this.
func (c *Change) wayOut(p *place) string {
	text := strings.Join(c.Text, ", ")
	if _, ok := (*p.slot()).(*hclwrite.Native); !ok || c.Syntax != Native || conventions.Of(p.file.root().Dialect).Style == nil ||
		strings.ContainsAny(text, "\n#") {
		return ""
	}
	function, added := "concat", "["+text+"]"
	if _, wrong := nativeedit.ParseParts(p.file.changes, text, false, true); wrong == nil {
		function, added = "merge", "{ "+text+" }"
	}
	return ". This change does: set " + word(fmt.Sprintf("%s=%s(@, %s)", p.address, function, added))
}

// word quotes a text for a command line. The name of standard input becomes a dash.
func word(text string) string {
	switch {
	case text == "<stdin>":
		return "-"
	case strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./") == "":
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// parts parses the texts for a container.
func (c *Change) parts(in *place) (parts []hclwrite.Node, diags hcl.Diagnostics) {
	body := in.contents() != nil
	for _, text := range c.Text {
		if c.Syntax == Native || body || in.isObject() {
			more, wrong := nativeedit.ParseParts(in.file.changes, text, body, in.isObject())
			if wrong != nil {
				return nil, in.cannotGet(wrong, "")
			}
			parts = append(parts, more...)
			continue
		}
		var e hclwrite.Element
		if e.Value, diags = c.value(in, text); diags.HasErrors() {
			return nil, diags
		}
		parts = append(parts, &e)
	}
	return parts, nil
}

// insert inserts parts into a container.
func (c *Change) insert(in *place, parts []hclwrite.Node) hcl.Diagnostics {
	next, ok := c.position(in)
	if !ok {
		return in.cannot("does not contain " + cmp.Or(c.Before, c.After).text + ", the position for the new item")
	}
	isChanged := false
	for _, part := range parts {
		name, exists := in.has(part)
		switch {
		case c.IfMissing && (exists || in.hasEqual(part)), exists && name != "" && in.hasEqual(part):
			continue
		case c.IfSupported && !c.supportsPart(in, part):
			continue
		case exists && name != "":
			return in.cannot("has " + name + " already; change it with set, or set the option ifMissing")
		}
		if diags := c.checkPart(in, part); diags.HasErrors() {
			return diags
		}
		if e, ok := part.(*hclwrite.Element); ok && e.Key != nil && in.file.overriding != "" && in.list == nil {
			c.warn(in, "Item may be overridden", "The argument %s follows in the call. If it contains %s, the new item has "+
				"no effect.", in.file.overriding, e.Key.Text)
		}
		isChanged = true
		in.touch()
		at := next
		if next < 0 {
			at = in.last(part)
		} else {
			next++
		}
		switch part := part.(type) {
		case hclwrite.Item:
			if body := in.contents(); next >= 0 || at == len(body.Items) {
				in.file.changes.Next[part] = c.After == nil
			}
			in.addItem(at, part)
		case *hclwrite.Element:
			list := in.collection()
			list.Items = slices.Insert(list.Items, at, hclwrite.CollectionItem(part))
			in.file.inserts(in.items()...)
			in.forget()
		}
	}
	if c.IfSupported && !isChanged {
		c.Skipped++
	}
	return nil
}

// last returns the index for a new part if neither Before nor After is set: an argument follows the
// arguments before the first block, and all others are at the end.
func (p *place) last(part hclwrite.Node) int {
	body := p.contents()
	if list := p.collection(); list != nil { // comments after the last item belong to the list
		n := len(list.Items)
		for n > 0 && hclwrite.IsCommentGroup(list.Items[n-1]) {
			n--
		}
		return n
	}
	if _, argument := part.(*hclwrite.Attribute); argument {
		isBlock := func(item hclwrite.Item) bool { _, ok := item.(*hclwrite.Block); return ok }
		if slices.ContainsFunc(body.Items, isBlock) {
			return body.IndexBeforeBlocks()
		}
	}
	if p.file.root().JSON {
		// In JSON, comments after the last item belong to the body.
		for i, item := range slices.Backward(body.Items) {
			if !hclwrite.IsCommentGroup(item) {
				return i + 1
			}
		}
	}
	return len(body.Items)
}

// position returns the index from Before or After; -1 without either.
func (c *Change) position(in *place) (at int, ok bool) {
	if c.Before == nil && c.After == nil {
		return -1, true
	}
	body, list := in.contents(), in.collection()
	for _, next := range in.file.root().find(cmp.Or(c.Before, c.After).steps) {
		i, inside := next.index(), body != nil && next.body == body || list != nil && next.list == list
		if i < 0 || !inside {
			continue
		}
		if c.Before != nil {
			return i, true
		}
		if at, ok = i+1, true; body != nil {
			at += in.directlyBelow(at)
		}
	}
	return at, ok
}

// directlyBelow returns 1 if the item at an index of a body is a comment group on the lines
// directly below a block. Such a group belongs to the block. Otherwise it returns 0.
func (p *place) directlyBelow(at int) int {
	body, src := p.contents(), p.file.tree.Source()
	block, ok := body.Items[at-1].(*hclwrite.Block)
	if !ok || p.file.root().JSON || at == len(body.Items) || block.Span == (hclwrite.Span{}) || !hclwrite.IsCommentGroup(body.Items[at]) ||
		strings.Count(src[block.Span.End:hclwrite.SpanOf(body.Items[at]).Start], "\n") > 1 {
		return 0
	}
	return 1
}

// has reports whether a container has a part with the same name: an argument or an item, or a block with the same type and
// labels. name is the name of a part that must be unique.
func (p *place) has(part hclwrite.Node) (name string, exists bool) {
	switch part := part.(type) {
	case *hclwrite.Attribute:
		return part.Name, p.contents().Attribute(part.Name) != nil
	case *hclwrite.Block:
		_, rule := p.rules.Lookup(part.Type)
		isSingle := len(part.Labels) > 0 || rule != nil && (rule.Single || rule.Max == 1)
		exists = isSingle && p.contents().Block(part.Type, part.Labels...) != nil
		if exists && rule != nil && rule.Unique && rule.DistinguishedBy == "" && len(part.Labels) > 0 {
			name = strings.Join(slices.Concat([]string{part.Type}, part.Labels), ".")
		}
	case *hclwrite.Element:
		if part.Key == nil {
			return "", false
		}
		containers := []*place{p}
		if p.list == nil && p.file.outer != nil { // an object in a call
			containers = p.outer.containers()
		}
		hasKey := func(item *hclwrite.Element) bool { return item.Key.Equal(part.Key) }
		return part.Key.Text, slices.ContainsFunc(containers, func(in *place) bool {
			return slices.ContainsFunc(in.collection().Elements(), hasKey)
		})
	}
	return name, exists
}

// hasEqual reports whether a container has an equal part.
func (p *place) hasEqual(part hclwrite.Node) bool {
	switch part := part.(type) {
	case *hclwrite.Attribute:
		a := p.contents().Attribute(part.Name)
		return a != nil && treediff.SameExpr(a.Expr, part.Expr)
	case *hclwrite.Block:
		for other := range p.contents().Blocks(part.Type, part.Labels...) {
			if treediff.SameItem(other, part) {
				return true
			}
		}
	case *hclwrite.Element:
		return slices.ContainsFunc(p.collection().Elements(), func(item *hclwrite.Element) bool {
			return item.Key.Equal(part.Key) && treediff.SameExpr(item.Value, part.Value)
		})
	}
	return false
}

// chance is a place with the names of the parts to create in it, and the address of the last one.
type chance struct {
	at      *place
	names   []string
	address string
}

// missingNames returns the names of the parts that are missing at a place. It returns false if the place cannot have
// them.
func (m *Module) missingNames(miss missed) (names []string, ok bool) {
	at := miss.at
	if len(m.dialects) > 1 && conventions.Of(at.file.root().Dialect).Style == nil {
		return nil, false // in a module with configuration, files of values and tests get no new parts
	}
	if names = namesOf(miss.steps); names == nil {
		return nil, false
	}
	if style := conventions.Of(at.file.Dialect).Style; at.root != nil && style != nil && len(names) > 1 {
		first := names[0]
		for _, row := range style.Declarations { // the address starts like a reference
			if row.Root == first {
				names[0] = row.Type
			}
		}
	}
	attribute, block := at.rules.Lookup(names[0])
	return names, at.root == nil || at.rules.Remain != tables.RemainNone || attribute != nil || block != nil
}

// create creates missing parts if their place is unambiguous.
func (m *Module) create(c *Change) (created int, diags hcl.Diagnostics) {
	known := map[string]bool{}
	for _, p := range m.find(c.Address.steps) {
		known[p.plain] = true
	}
	var chances []chance
	for _, miss := range m.missed(c.Address.steps) {
		if names, ok := m.missingNames(miss); ok {
			address := miss.at.plain
			for _, s := range miss.steps {
				address = withName(address, s.text)
			}
			chances = append(chances, chance{miss.at, names, address})
		}
	}
	// The places with the fewest missing names come first.
	slices.SortStableFunc(chances, func(a, b chance) int { return len(a.names) - len(b.names) })
	for i, found := range chances {
		if known[found.address] {
			continue
		}
		known[found.address] = true
		if c.IfSupported && !c.canCreate(found.at, found.names) {
			c.Skipped++
			created++
			continue
		}
		diags = found.at.cannot("is not the only place where " + found.address +
			" can be created. Select a place with an index, or name the file")
		if !slices.ContainsFunc(chances[i+1:], func(other chance) bool {
			return other.address == found.address && len(other.names) == len(found.names)
		}) {
			diags = c.make(found.at, found.names)
		}
		if diags.HasErrors() {
			return 0, diags
		}
		created++
	}
	return created, nil
}

// make creates the parts with these names at a place.
func (c *Change) make(p *place, names []string) hcl.Diagnostics {
	at := p
	if p.group != nil {
		// The names include the labels of a new block.
		header := p.group[0].header()
		names, p = append(header[:len(header)-len(p.group[0].left)], names...), p.outer
	}
	list := slices.DeleteFunc(p.containers(), func(in *place) bool { return in.contents() == nil && !in.isObject() })
	if len(list) != 1 {
		return at.cannot("is not a single object, so " + names[0] + " cannot be created in it")
	}
	text, in := c.Text[0], list[0]
	if c.usesPresent() {
		if c.Default == "" {
			return at.cannot("does not contain " + names[0] + ", so @ has no value; add a value with the option default, such as {}")
		}
		var diags hcl.Diagnostics
		if text, diags = c.withPresent(in, c.Default); diags.HasErrors() {
			return diags
		}
	}
	value, diags := c.value(in, text)
	if diags.HasErrors() {
		return diags
	}
	for _, name := range slices.Backward(names) {
		value = (&hclwrite.Object{}).Set(name, value)
	}
	object := value.(*hclwrite.Object)
	if in.isObject() {
		return c.insert(in, treediff.Parts(nil, hclwrite.CollectionOf(object)))
	}
	body, diags := c.body(at, object, in)
	if diags.HasErrors() {
		return diags
	}
	return c.insert(in, treediff.Parts(body, nil))
}
