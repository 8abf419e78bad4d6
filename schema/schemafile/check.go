package schemafile

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema"
)

// check looks at a body with all that it uses.
func (r *reader) check(b *body) {
	t := b.table
	conflict := func(name, format string, args ...any) {
		r.errorf(b.rangeOf(name), "Conflicting settings", format, args...)
	}
	const because = "A body that is read as attributes only"
	switch {
	case !t.Free:
	case t.Rest != schema.RestAttributes:
		conflict("others", "%s has every name as an attribute. Write others = attributes, "+
			"with a rule if they are not templates, or leave out just_attributes.", because)
	case len(t.Blocks) > 0:
		conflict("", "%s has no blocks, but this one lists %q. Leave out just_attributes, or the block.",
			because, t.Blocks[0].Type)
	case t.Dynamic:
		conflict("dynamic", "%s has no dynamic blocks. Leave out dynamic.", because)
	}
	if t.Rest != schema.RestUnknown && t.Known != nil {
		conflict("known_names", "known_names tells attributes from blocks among names that the body does not list, "+
			"but it takes none that could be either. Write others = anything.")
	}
	if t.Rest != schema.RestUnknown && t.RestBody != nil {
		conflict("other_blocks", "The body takes no blocks that it does not list. "+
			"Write others = anything, or leave out other_blocks.")
	}
	types := map[string]bool{}
	for _, inner := range t.Blocks {
		types[inner.Type] = true
	}
	for _, name := range slices.Concat(t.Sequence...) {
		if !types[name] {
			r.errorf(b.rangeOf("sequences"), "No such block",
				"%q is in a sequence, but the body has no block of that type.", name)
		}
	}
	if t.Dynamic && types[schema.DynamicType] {
		conflict("dynamic", "With dynamic = true the body has dynamic blocks, but it lists one of its own. "+
			"Leave one of the two out.")
	}
	for _, inner := range b.blocks {
		r.checkBlock(b, inner)
	}
}

// rangeOf is where a setting is, or that of the body.
func (b *body) rangeOf(name string) hcl.Range {
	if s, ok := b.said[name]; ok {
		return s.rng
	}
	return b.rng
}

// checkBlock looks at a block with all that its body uses.
func (r *reader) checkBlock(b *body, inner *block) {
	name := inner.row.Type
	isAttribute := slices.ContainsFunc(b.attributes, func(a attribute) bool { return a.row.Name == name })
	table := r.target(inner.body).table
	if isAttribute && !table.NoComments {
		r.errorf(inner.rng, "Attribute and block", "%q is an attribute too, and in JSON always that. "+
			"A \"//\" property would be a part of its value, so there must be none. Write comments = false.", name)
	}
	if by := inner.row.By; by != "" && !hasAttribute(table, by) {
		r.errorf(inner.content.rangeOf("by"), "No such attribute",
			"The block has no attribute %q that could choose its body. Add it.", by)
	}
}

func hasAttribute(t *schema.Body, name string) bool {
	return t.Rest != schema.RestNone ||
		slices.ContainsFunc(t.Attributes, func(a schema.Attribute) bool { return a.Name == name })
}

// unused warns of body and rule blocks that the root does not lead to.
func (r *reader) unused(root *body) {
	r.reach(root)
	for _, name := range slices.Sorted(maps.Keys(r.named)) {
		if b := r.named[name]; !b.reached {
			r.warnf(b.rng, "Unused body", "Nothing that may be in a file has the body %q. Write use = body.%s "+
				"where it belongs, or remove it.", name, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.rules)) {
		if found := r.rules[name]; !found.used {
			r.warnf(found.block.DefRange, "Unused rule", "No value follows the rule %q. Name it where it belongs, "+
				"or remove it.", name)
		}
	}
}

// reach marks the bodies that b leads to.
func (r *reader) reach(b *body) {
	for todo := []*body{b}; len(todo) > 0; {
		b, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if b.reached {
			continue
		}
		b.reached = true
		for _, ref := range b.references() {
			todo = append(todo, r.named[ref.name])
		}
		for _, a := range b.attributes {
			if a.asBlocks != nil {
				todo = append(todo, a.asBlocks)
			}
		}
		for _, inner := range b.blocks {
			todo = append(todo, inner.body)
			todo = slices.AppendSeq(todo, maps.Values(inner.labelled))
			todo = slices.AppendSeq(todo, maps.Values(inner.valued))
		}
	}
}
