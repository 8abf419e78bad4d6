package convert

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// body reads a body from the objects whose members it has, and returns the comments
// that a note says to stand beside its block. arrays says how blocks are written.
func (c *hclReader) body(objects []*jsontree.Value, s *schema.Body, arrays bool, body *hclwrite.Body) (beside hclwrite.Comments, own *hclwrite.Layout) {
	r := c.bodyReader()
	n := &r.note
	for _, object := range objects {
		for i := range object.Members {
			if m := &object.Members[i]; m.Name == commentProperty && !s.NoComments {
				c.readNote(&m.Value, n)
			}
		}
	}
	n.complete()
	r.schema, r.generated, r.arrays = s, generatedTypes(objects, s), arrays
	for _, object := range objects {
		for i := range object.Members {
			if m := &object.Members[i]; m.Name != commentProperty || s.NoComments {
				r.member(m)
			}
		}
	}
	body.Items = c.nodes.items.Copy(r.items)
	if !c.opts.DropComments {
		c.place(n, body, objects)
		own = c.layOut(n, body, s)
	}
	asBlocks(body, n, s, c.dialect.Merges, c.like)
	if len(objects) > 0 {
		c.count(body.Items, c.dialect, s, objects[0].Start, objects[0].Start+1)
	}
	reorder(body, n.order)
	beside = hclwrite.Comments{Before: n.above, Suffix: n.after}
	c.idle = append(c.idle, r)
	return beside, own
}

// bodyReader reads the properties of one body.
type bodyReader struct {
	*hclReader
	schema *schema.Body
	note   note
	// generated are the types that dynamic blocks of the body make, and how many
	// labels they give them.
	generated map[string]int
	items     []hclwrite.Item
	seen      uses
	// arrays: whoever wrote the body writes single blocks as arrays as well.
	arrays bool
	// property reads the blocks of the present property.
	property blockReader
}

// bodyReader returns a reader for a body, with the room of one that has been read.
func (c *hclReader) bodyReader() *bodyReader {
	last := len(c.idle) - 1
	if last < 0 {
		return &bodyReader{hclReader: c}
	}
	r := c.idle[last]
	c.idle = c.idle[:last]
	*r = bodyReader{hclReader: c, items: r.items[:0], seen: uses{list: r.seen.list[:0]}}
	return r
}

// generatedTypes finds the block types that the dynamic blocks of a body make. They
// say what a property of that name is.
func generatedTypes(objects []*jsontree.Value, s *schema.Body) map[string]int {
	if !s.Dynamic {
		return nil
	}
	var types map[string]int
	each := func(v *jsontree.Value, do func(object *jsontree.Value)) {
		if v.Kind == jsontree.Object {
			do(v)
		}
		for i := range v.Elems {
			do(&v.Elems[i])
		}
	}
	for _, object := range objects {
		for i := range object.Members {
			if object.Members[i].Name != schema.DynamicType {
				continue
			}
			each(&object.Members[i].Value, func(labels *jsontree.Value) {
				for j := range labels.Members {
					if types == nil {
						types = map[string]int{}
					}
					m := &labels.Members[j]
					types[m.Name] = max(types[m.Name], 0)
					each(&m.Value, func(body *jsontree.Value) {
						types[m.Name] = max(types[m.Name], labelsOf(body))
					})
				}
			})
		}
	}
	return types
}

// labelsOf is how many labels the body of a dynamic block gives to what it makes.
func labelsOf(dynamic *jsontree.Value) int {
	for i := range dynamic.Members {
		if m := &dynamic.Members[i]; m.Name == "labels" && m.Value.Kind == jsontree.Array {
			return min(len(m.Value.Elems), maxLabels)
		}
	}
	return 0
}

// use is what the name of a property stood for before.
type use struct {
	member *jsontree.Member
	block  bool
}

// uses are those of the names in a body.
type uses struct {
	list []use
	// index finds one in a long list.
	index map[string]int
}

// find returns the use of a name, or nil.
func (u *uses) find(name string) *use {
	if u.index != nil {
		if i, ok := u.index[name]; ok {
			return &u.list[i]
		}
		return nil
	}
	for i := range u.list {
		if u.list[i].member.Name == name {
			return &u.list[i]
		}
	}
	return nil
}

// add notes the first use of a name.
func (u *uses) add(next use) {
	u.list = append(u.list, next)
	switch last := len(u.list) - 1; {
	case u.index != nil:
		u.index[next.member.Name] = last
	case last == fewNames:
		u.index = make(map[string]int, 2*fewNames)
		for i := range u.list {
			u.index[u.list[i].member.Name] = i
		}
	}
}

// member reads one property.
func (r *bodyReader) member(m *jsontree.Member) {
	argument, block, counts := r.rows(m)
	switch {
	case r.schema.Lists && argument == nil && block == nil:
		r.listMember(m)
	case block == nil && len(counts) > 0:
		if argument != nil && !r.schema.BuiltIn || r.schema.Rest != schema.RestUnknown && r.like == nil {
			r.warn(m.NameStart, m.NameEnd, "Unknown block type", "%s has no block type %q here; a \"//\" property says that it is one. It is converted as a block of an unknown schema.", definer(r.dialect, r.schema), m.Name)
		}
		r.blocks(m, nil, counts[0])
	case argument != nil:
		if argument.NoJSON != "" && slices.ContainsFunc(m.Value.Members, func(m jsontree.Member) bool {
			return m.Value.Kind == jsontree.Object || m.Value.Kind == jsontree.Array
		}) {
			r.warn(m.NameStart, m.NameEnd, "No JSON form", "%s", argument.NoJSON)
		}
		r.attribute(m, argument.Value)
	case block != nil && block.Outside && !standsForBlocks(&m.Value, len(block.Labels)):
		r.warn(m.NameStart, m.NameEnd, "Not a block", "%s takes blocks for %q, and this is no block. It is converted as an argument.", definer(r.dialect, r.schema), m.Name)
		r.attribute(m, r.schema.RestValue)
	case block != nil:
		r.listedBlocks(m, block)
	case r.schema.Rest == schema.RestAttributes:
		r.attribute(m, r.schema.RestValue)
	default:
		r.unlisted(m)
	}
}

// rows are what a property stands for in the schema: an argument or a block, or neither;
// and the numbers of labels that a note says.
func (r *bodyReader) rows(m *jsontree.Member) (argument *schema.Attribute, block *schema.Block, counts []int) {
	argument, block = r.schema.Lookup(m.Name)
	r.alike(m, argument, block)
	if argument == nil && block != nil && r.note.isAttribute[m.Name] {
		// A provider's attribute that has the name of a block of the language.
		if m.Name != schema.DynamicType && !(r.schema.BuiltIn && block.Outside) {
			r.warn(m.NameStart, m.NameEnd, "Not an argument", "A \"//\" property says that %q is an argument, but %s reads a block here. It is converted as an argument.", m.Name, r.dialect.Product)
		}
		block = nil
	}
	counts = r.note.labelCounts[m.Name]
	if r.note.isBlocks[m.Name] {
		switch {
		case argument == nil && block == nil && r.schema.Rest != schema.RestAttributes:
			// The product takes the argument alone, whatever native syntax shows.
			argument, counts = &schema.Attribute{Value: r.schema.RestValue}, nil
		case argument == nil || argument.AsBlocks == nil:
			r.warn(m.NameStart, m.NameEnd, "Not an argument that may stand as blocks", "A \"//\" property says that %q stands as blocks in native syntax, but %s does not take it so. It is converted as if the property did not say that.", m.Name, definer(r.dialect, r.schema))
			delete(r.note.isBlocks, m.Name)
		}
	}
	if argument != nil && block != nil {
		if r.note.isAttribute[m.Name] || !r.blockLike(m, block) {
			block = nil
		} else {
			argument = nil
		}
	}
	if element := r.newerElement(m, argument); element != nil {
		argument, block = nil, element
	}
	return argument, block, counts
}

// listedBlocks reads the blocks of a type that the schema has.
func (r *bodyReader) listedBlocks(m *jsontree.Member, block *schema.Block) {
	if block.Shape == schema.ArrayShape && m.Value.Kind != jsontree.Array {
		r.warn(m.NameStart, m.NameEnd, "Array required", "%s takes an array for %q, also for one block.", definer(r.dialect, r.schema), m.Name)
	}
	if block.Shape == schema.ObjectShape && !r.objectShaped(&m.Value, block) {
		r.warn(m.NameStart, m.NameEnd, "Object required", "%s takes an object for %q at each level, never an array.", definer(r.dialect, r.schema), m.Name)
	}
	r.blocks(m, block, len(block.Labels))
}

// unlisted reads a property that the schema does not have.
func (r *bodyReader) unlisted(m *jsontree.Member) {
	if r.schema.Rest == schema.RestNone {
		r.warn(m.NameStart, m.NameEnd, "Unknown name", "%s has neither an argument nor a block type %q here. It is converted as one of an unknown schema.", definer(r.dialect, r.schema), m.Name)
	}
	if labels, ok := r.generated[m.Name]; ok && !r.note.isAttribute[m.Name] && standsForBlocks(&m.Value, labels) {
		r.blocks(m, nil, labels)
		return
	}
	if r.isBlock(m) {
		r.blocks(m, nil, 0)
		return
	}
	r.attribute(m, r.schema.RestValue)
}

// blockLike reports whether a property that may stand for an argument stands for blocks.
// One that the file has as blocks does with arguments that these cannot have, too.
func (r *bodyReader) blockLike(m *jsontree.Member, block *schema.Block) bool {
	if !blockLike(jsonValue{&m.Value}, block, len(block.Labels)) {
		loose := *block
		loose.Body = &schema.Body{Rest: schema.RestAttributes}
		return r.like.blocks(m.Name) && blockLike(jsonValue{&m.Value}, &loose, len(block.Labels))
	}
	return true
}

// newerElement is the block that stands for an argument with more in its objects than
// the table has, which is of another version of the provider. As blocks they need not
// have all that the table does not know of.
func (r *bodyReader) newerElement(m *jsontree.Member, argument *schema.Attribute) *schema.Block {
	if argument == nil || argument.AsBlocks == nil || !r.schema.BuiltIn || r.dialect.Merges ||
		r.note.isAttribute[m.Name] || r.note.isBlocks[m.Name] || r.like.attribute(m.Name) || !listed(jsonValue{arrayOf(&m.Value)}) {
		return nil
	}
	for _, object := range arrayOf(&m.Value).Elems {
		for i := range object.Members {
			if known, _ := argument.AsBlocks.Lookup(object.Members[i].Name); known == nil {
				return &schema.Block{Type: m.Name, Body: argument.AsBlocks}
			}
		}
	}
	return nil
}

// arrayOf is an array, or one with the value.
func arrayOf(v *jsontree.Value) *jsontree.Value {
	if v.Kind == jsontree.Array {
		return v
	}
	return &jsontree.Value{Kind: jsontree.Array, Elems: []jsontree.Value{*v}}
}

// isBlock decides what a property is that no schema describes.
func (r *bodyReader) isBlock(m *jsontree.Member) bool {
	if r.note.isAttribute[m.Name] {
		return false
	}
	kind, sure := r.schema.Known.Guess(m.Name, formOf(jsonValue{&m.Value}, r.schema.Known))
	if sure {
		return kind == schema.IsBlock
	}
	if r.arrays && m.Value.Kind == jsontree.Object {
		kind = schema.IsAttribute
	}
	was, other := "an attribute", "a block"
	if kind == schema.IsBlock {
		was, other = "a block", "an attribute"
	}
	r.guess(m.NameStart, m.NameEnd, "Attribute or block?", "%q is taken for %s, but only the schema of the provider or plugin can tell; it might be %s.", m.Name, was, other)
	return kind == schema.IsBlock
}

func (r *bodyReader) bothKinds(m *jsontree.Member) {
	r.fail(m.NameStart, m.NameEnd, "Argument and block of one name", "%q stands for an argument and for blocks in this body.", m.Name)
}

// attribute reads a property that is an attribute.
func (r *bodyReader) attribute(m *jsontree.Member, rule *schema.Value) {
	switch first := r.seen.find(m.Name); {
	case first == nil:
		r.seen.add(use{member: m})
	case first.block:
		r.bothKinds(m)
		return
	default:
		pos := r.position(first.member.NameStart)
		r.fail(m.NameStart, m.NameEnd, "Duplicate argument", "The argument %q was already set in line %d; each argument can be set once.", m.Name, pos.Line)
		return
	}
	if !hclwrite.ValidIdentifier(m.Name) {
		r.fail(m.NameStart, m.NameEnd, "No native form", "The name %q is no identifier, so it can't be the name of an argument in native syntax.", m.Name)
		return
	}
	if rule != nil {
		if rule.Differs != "" && holdsString(&m.Value, holdsOpener) {
			r.warn(m.Value.Start, m.Value.End, "Products read this string differently", "The value of %q is read as the target (%s) reads it; %s.", m.Name, r.dialect.Product, rule.Differs)
		}
		if rule.NativeConstant && holdsString(&m.Value, hclwrite.HasSequence) {
			r.warn(m.Value.Start, m.Value.End, "Not constant", "%s takes references here in JSON, but only constant values in native syntax.", r.dialect.Product)
		}
		if rule.TextOfCall && holdsString(&m.Value, readsAsCall) {
			r.warn(m.Value.Start, m.Value.End, "Text that reads as a function call", "In the value of %q, %s takes a string for a function call and refuses the file if there is no such function. It is converted as the text that it stands for.", m.Name, r.dialect.Product)
		}
	}
	a := r.nodes.attributes.One()
	a.Name, a.Span = m.Name, hclwrite.Span{Start: m.NameStart, End: m.Value.End}
	a.Expr = r.listOrValue(m, rule)
	r.items = append(r.items, a)
}

// holdsString reports whether a string in v, or a key, is of a kind.
func holdsString(v *jsontree.Value, kind func(string) bool) bool {
	return v.Kind == jsontree.String && kind(v.Text) ||
		slices.ContainsFunc(v.Elems, func(elem jsontree.Value) bool { return holdsString(&elem, kind) }) ||
		slices.ContainsFunc(v.Members, func(m jsontree.Member) bool { return kind(m.Name) || holdsString(&m.Value, kind) })
}

// holdsOpener reports whether a string holds ${ or %{, escaped or not.
func holdsOpener(s string) bool { return strings.Contains(s, "${") || strings.Contains(s, "%{") }

// blocks reads a property that stands for blocks.
func (r *bodyReader) blocks(m *jsontree.Member, rule *schema.Block, labels int) {
	if first := r.seen.find(m.Name); first == nil {
		r.seen.add(use{member: m, block: true})
	} else if !first.block {
		r.bothKinds(m)
		return
	}
	if !hclwrite.ValidIdentifier(m.Name) {
		r.fail(m.NameStart, m.NameEnd, "No native form", "The name %q is no identifier, so it can't be a block type in native syntax.", m.Name)
		return
	}
	r.property = blockReader{bodyReader: r, member: m, rule: rule, arrays: writesArrays(&m.Value, labels) && (r.arrays || labels > 0)}
	if counts := r.note.labelCounts[m.Name]; len(counts) > 1 && m.Value.Kind == jsontree.Array {
		if len(counts) != len(m.Value.Elems) {
			r.guess(m.NameStart, m.NameEnd, "Numbers of labels do not fit", "A \"//\" property has the numbers of labels of %d blocks %q in their order, and there are %d. They are read with the numbers in that order; correct the property if that is wrong.", len(counts), m.Name, len(m.Value.Elems))
		}
		r.property.each(&m.Value, counts)
		return
	}
	r.property.read(&m.Value, labels, r.nodes.labels.Make(labels)[:0])
}
