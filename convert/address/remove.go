package address

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// removal is a removed declaration: the names in references to it, its row and its position. The row is nil for a
// provider: for its configuration, or for its requirement if isRequirement is true. path are the names from the
// declaration to the removed part of its value, which has the address; nil if the declaration is removed.
type removal struct {
	names, path []string
	address     string
	style       *conventions.Style
	row         *conventions.Declaration
	at          hcl.Range

	isRequirement bool
}

// removals lists what references to a place and its parts would miss: the declarations, or one part of the value of a
// declaration. An argument that only sets a value, such as that of a resource, is not missing.
func (p *place) removals() []removal {
	r := removal{style: conventions.Of(p.file.Dialect).Style, at: p.where(), address: p.plain}
	if r.style == nil {
		return nil
	}
	if names, path, ok := p.declaration(); ok && len(path) > 0 {
		for i := range r.style.Declarations {
			row := &r.style.Declarations[i]
			if row.Root == names[0] && (row.Labels == 0 || row.Public && !row.OnlyValue) {
				r.names, r.path, r.row = names, path, row
				return []removal{r}
			}
		}
		return nil
	}
	_, isBlock := p.item.(*hclwrite.Block)
	if r.names = p.reference(); r.names != nil {
		r.row = p.declarationRow()
		return []removal{r}
	}
	if r.names = p.configuration(); r.names != nil {
		r.isRequirement = !isBlock
		return []removal{r}
	}
	var list []removal
	if isBlock {
		for _, part := range p.allParts() {
			list = append(list, part.removals()...)
		}
	}
	return list
}

// remove removes a part of the module. With Forget, it writes the block that keeps the objects.
func (c *Change) remove(p *place) (diags hcl.Diagnostics) {
	if p.root != nil || p.group != nil {
		return p.cannot("cannot be removed as a whole; name its content, or write *")
	}
	m, names, record := c.module, p.reference(), ""
	if c.Forget {
		if last := c.Address.steps; len(last) > 0 && last[len(last)-1].kind == index && names != nil && definesKeys(p) {
			return p.cannot("has several instances, and " + conventions.Of(p.file.Dialect).Style.Removed.Type +
				" blocks name no single instance. Leave out the index to keep all of them; otherwise remove the one from the state")
		}
		if record, diags = p.forgetting(names); diags.HasErrors() {
			return diags
		}
	}
	m.removals = append(m.removals, p.removals()...)
	if c.Forget {
		i := slices.IndexFunc(c.forgotten, func(f forgotten) bool { return f.text == record })
		if i < 0 {
			i, c.forgotten = len(c.forgotten), append(c.forgotten, forgotten{text: record})
		}
		c.forgotten[i].places = append(c.forgotten[i].places, p)
	}
	return p.remove()
}

// forgotten is the text of a block that keeps the objects of a declaration, and the removed places of the declaration.
type forgotten struct {
	text   string
	places []*place
}

// recordForgotten writes the blocks that keep objects. An override file contains none.
func (c *Change) recordForgotten() (diags hcl.Diagnostics) {
	for _, f := range c.forgotten {
		diags = append(diags, c.module.record(conventions.Of(f.places[0].file.Dialect).Style, f.places, f.text)...)
	}
	return diags
}

// forgetting returns the text of the block that keeps the objects of a removed declaration.
func (p *place) forgetting(names []string) (text string, diags hcl.Diagnostics) {
	if names == nil || !p.declarationRow().Moved {
		return "", p.cannot("is not a resource or module, so there are no objects to keep. Leave out the option forget")
	}
	row := conventions.Of(p.file.Dialect).Style.Removed
	_, block := p.file.Dialect.Root.Lookup(row.Type)
	switch {
	case block.OtherTarget != "":
		return "", p.cannot("cannot be removed with the option forget, because the target has no block " + row.Type +
			". Set the option target, as in " + block.OtherTarget)
	case slices.ContainsFunc(names, func(name string) bool { return !hcltext.IsIdentifier(name) }):
		return "", p.cannot("has a name that is not valid in references")
	}
	text = row.Type + " {\n  " + row.From + " = " + hcltext.Address(names...) + "\n"
	if _, nested := block.Body.Lookup(row.Block); nested != nil && nested.OtherTarget == "" {
		text += "\n  " + row.Block + " {\n    " + row.Destroy + " = false\n  }\n"
	}
	return text + "}", nil
}

// remaining warns about references to removed declarations, and about objects that the plan destroys.
func (m *Module) remaining() (diags hcl.Diagnostics) {
	var destroyed []string
	var at hcl.Range
	for _, r := range m.removals {
		if m.remains(r) {
			continue
		}
		address, isRecorded := hcltext.Address(r.names...), false
		if r.path != nil {
			address = r.address
		}
		var places []string
		if r.row == nil {
			if r.isRequirement {
				address = requirement(r.style, r.names[1])
			}
			diags = append(diags, r.remain(address, m.usesOfConfiguration(r))...)
			continue
		}
		for _, use := range m.tree.to(m.dir, r.names, r.path) {
			switch root := use.root(); {
			case root != nil && root.Type == r.style.Removed.Type && root.Type != "":
				isRecorded = true
			case root != nil && root.Type == r.style.Moved.Type && root.Type != "":
				isRecorded = isRecorded || use.use.Argument == r.style.Moved.From
			default:
				places = append(places, lineOf(use.Range))
			}
		}
		diags = append(diags, r.remain(address, places)...)
		if r.row.Moved && r.path == nil && !isRecorded {
			if len(destroyed) == 0 {
				at = r.at
			}
			destroyed = append(destroyed, address)
		}
	}
	if len(destroyed) > 0 {
		slices.Sort(destroyed)
		diags = append(diags, diagnostic.WarningAt(at, "Objects will be destroyed", "The next plan destroys the objects of %s. "+
			"To keep them, set the option forget.", firstOf(slices.Compact(destroyed))))
	}
	return diags
}

// remains reports whether the module has another declaration of what was removed.
func (m *Module) remains(r removal) bool {
	if r.path == nil {
		return m.isDeclared(r.names)
	}
	at, err := Parse(r.address)
	return err == nil && len(m.find(at.steps)) > 0
}

// remain warns about places that refer to a removed declaration.
func (r *removal) remain(address string, places []string) hcl.Diagnostics {
	if places = slices.Compact(places); len(places) == 0 {
		return nil
	}
	return hcl.Diagnostics{diagnostic.WarningAt(r.at, "References remain",
		"%s is removed, but these places refer to it: %s. Change them too.", address, firstOf(places))}
}

// root returns the block at the root of the file that contains a reference in a text, or nil.
func (r *Reference) root() *hclwrite.Block {
	if r.use == nil {
		return nil
	}
	return r.use.Root
}

// firstOf returns the first three elements of a list, and the number of the others.
func firstOf(list []string) string {
	const most = 3
	if n := len(list) - most; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), n)
	}
	return strings.Join(list, ", ")
}

func (p *place) remove() hcl.Diagnostics {
	if p.root != nil || p.group != nil {
		return p.cannot("cannot be removed as a whole; name its content, or write *")
	}
	p.touch()
	if p.item != nil {
		p.file.deletes(p.item)
		p.body.Remove(p.item)
		p.outer.removed(p.item)
	} else if i := p.index(); i >= 0 { // else it was removed together with another place
		p.file.deletes(p.part)
		p.list.Items = slices.Delete(p.list.Items, i, i+1)
		p.outer.forget()
	}
	return nil
}
