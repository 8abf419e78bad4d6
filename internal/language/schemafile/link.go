package schemafile

import (
	"maps"
	"slices"

	"github.com/hcljson/hcljson/internal/schema/tables"
)

// linkState is the progress of linking a body.
type linkState uint8

const (
	unlinked linkState = iota
	linking
	linked
)

// linkBodies fills the tables and checks all bodies. It reports whether all are valid.
func (r *reader) linkBodies() bool {
	for _, b := range r.bodies {
		for _, ref := range b.references() {
			r.resolveReference(ref)
		}
	}
	if r.diags.HasErrors() {
		return false
	}
	for _, b := range r.bodies {
		if !r.fillTable(b) {
			return false
		}
	}
	for _, b := range r.bodies {
		r.checkBody(b)
	}
	return !r.diags.HasErrors()
}

// references returns all references to other bodies.
func (b *body) references() []*reference {
	refs := slices.Clone(b.uses)
	if b.other != nil {
		refs = append(refs, b.other)
	}
	return refs
}

func (r *reader) resolveReference(ref *reference) {
	if r.named[ref.name] != nil {
		return
	}
	if r.bodyList == "" && len(r.named) > 0 {
		r.bodyList = "The bodies of this file are: " + enumerate(slices.Sorted(maps.Keys(r.named))) + "."
	} else if r.bodyList == "" {
		r.bodyList = "This file has no body block."
	}
	r.errorf(ref.rng, "Unknown body", "The body %q does not exist. %s", ref.name, r.bodyList)
}

// targetOf returns the body with the table of b. An alias shares the table of its target, so bodies
// can be recursive.
func (r *reader) targetOf(b *body) *body {
	for steps := 0; b.alias && steps <= len(r.named); steps++ {
		b = r.named[b.uses[0].name]
	}
	return b
}

// rows contains the rows of a body.
type rows struct {
	attributes []tables.Attribute
	blocks     []tables.Block
}

// override returns the rows of base and s. A row of s replaces the row of the same name in base.
func (s rows) override(base rows) rows {
	if len(base.attributes)+len(base.blocks) == 0 {
		return s
	}
	names := make(map[string]bool, len(s.attributes)+len(s.blocks))
	for _, a := range s.attributes {
		names[a.Name] = true
	}
	for _, b := range s.blocks {
		names[b.Type] = true
	}
	var result rows
	for _, a := range base.attributes {
		if !names[a.Name] {
			result.attributes = append(result.attributes, a)
		}
	}
	for _, b := range base.blocks {
		if !names[b.Type] {
			result.blocks = append(result.blocks, b)
		}
	}
	result.attributes = append(result.attributes, s.attributes...)
	result.blocks = append(result.blocks, s.blocks...)
	return result
}

// fillTable fills the table of a body, after the tables of the bodies that it uses.
func (r *reader) fillTable(b *body) bool {
	switch b.state {
	case linking:
		r.errorf(b.rng, "Circular use", "With use, a body copies another body, but this body would "+
			"copy itself. To nest a block in itself, write use in the block.")
		return false
	case linked:
		return true
	}
	b.state = linking
	var listed rows
	settings := map[string]setting{}
	for _, ref := range b.uses {
		base := r.named[ref.name]
		if !r.fillTable(base) {
			return false
		}
		listed = rows{base.table.Attributes, base.table.Blocks}.override(listed)
		maps.Copy(settings, base.settings)
		if r.copied += len(listed.attributes) + len(listed.blocks); r.copied > maxRows {
			r.errorf(b.rng, "Too many names",
				"With use, the bodies have more than %d attributes and blocks in total.", maxRows)
			return false
		}
	}
	listed = r.ownRows(b).override(listed)
	maps.Copy(settings, b.settings)
	b.settings = settings
	*b.table = tables.Body{Attributes: listed.attributes, Blocks: listed.blocks}
	for _, setting := range settings {
		setting.apply(b.table)
	}
	if b.table.Origin.Kind == tables.FromPlugin {
		b.table.PluginNames, b.table.Names = b.table.Names, nil
	}
	if _, ok := settings["others"]; b.table.JustAttributes && !ok {
		b.table.Remain = tables.RemainAttributes
	}
	b.state = linked
	return true
}

// ownRows returns the rows of the body itself, without the rows from use.
func (r *reader) ownRows(b *body) rows {
	var result rows
	for _, a := range b.attributes {
		if a.asBlocks != nil {
			a.row.AsBlocks = tables.ElementOf(r.targetOf(a.asBlocks).table)
		}
		result.attributes = append(result.attributes, a.row)
	}
	for _, inner := range b.blocks {
		result.blocks = append(result.blocks, r.completeRow(inner))
	}
	return result
}
