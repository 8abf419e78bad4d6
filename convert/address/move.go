package address

import (
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/tidy"
)

// move gives what is at an address another name. What was changed before is settled first,
// as the proof of a name is another one.
func (m *Module) move(c *Change) (places int, diags hcl.Diagnostics) {
	if _, diags = m.Results(); diags.HasErrors() {
		return 0, diags
	}
	n := len(c.Address.steps) - 1
	if n < 0 || len(c.To.steps) != n+1 || c.To.steps[n].kind != name || c.Address.steps[n].kind != name ||
		!reflect.DeepEqual(c.Address.steps[:n], c.To.steps[:n]) {
		return 0, hcl.Diagnostics{problem("No new name", "%s and %s must be the same up to the last name: mv gives what "+
			"is at an address another name.", c.Address, c.To)}
	}
	list, diag := m.places(c.Address)
	if diag != nil {
		return 0, hcl.Diagnostics{diag}
	}
	to := c.To.steps[n].text
	for _, p := range list {
		reference := p.reference()
		if len(m.renamed) > 0 && strings.HasSuffix(reference, "."+to) {
			continue // it is in several files
		}
		if diag := m.rename(c, p, reference, to); diag != nil {
			if diags = append(diags, diag); diags.HasErrors() {
				return 0, diags
			}
		}
	}
	if len(m.renamed) > 0 {
		_, more := m.Results()
		diags = append(diags, more...)
	}
	return len(list), diags
}

// reference is how references call what a place declares; empty if none can.
func (p *place) reference() string {
	if row := p.declaration(); row != nil && row.Labels > 0 {
		return strings.Join(p.referred(), ".")
	}
	if a, ok := p.item.(*hclwrite.Attribute); ok {
		if row := p.outer.declaration(); row != nil && row.Labels == 0 {
			return row.Root + "." + a.Name
		}
	}
	return ""
}

// rename gives one place another name, and all references to it.
func (m *Module) rename(c *Change, p *place, reference, to string) *hcl.Diagnostic {
	taken := "cannot be called " + to + ", which is there already or no name"
	block, isBlock := p.item.(*hclwrite.Block)
	switch {
	case reference != "":
		changes, reason := tidy.Rename(m.trees(), reference, to, tidy.Options{Dialect: m.dialect, NoMoved: c.NoMoved})
		if reason != "" {
			return p.cannot("cannot be called " + to + ". " + strings.TrimSuffix(reason, "."))
		}
		m.renamed, m.noMoved = append(m.renamed, changes...), c.NoMoved
		if isBlock && p.declaration().Public {
			return p.warning("is used from outside of the module by its name: by callers, tests, files of values or the " +
				"environment. Those stay as they are: change what calls it " + reference + " there")
		}
	case p.group != nil || p.root != nil || p.list != nil && p.element().Key == nil || isBlock && len(block.Labels) == 0:
		return p.cannot("has no name of its own that could be another")
	case isBlock:
		labels := append(slices.Clone(block.Labels[:len(block.Labels)-1]), to)
		if p.body.Block(block.Type, labels...) != nil {
			return p.cannot(taken)
		}
		p.touch()
		block.Labels = labels
		if style := p.file.dialect.Style; p.outer.root != nil && (style == nil || style.Moved.Type == "") {
			return p.warning("has another label, but what names it in other places is not known, and stays as it is")
		}
	case p.item != nil:
		if !hcltext.ValidIdentifier(to) || !p.body.Rename(p.item.ItemName(), to) {
			return p.cannot(taken)
		}
		p.touch()
	default:
		key, is := hclwrite.Key{Text: hcltext.EscapeTemplate(to)}, p.element().Key
		if is.Kind != hclwrite.KeyName {
			return p.cannot("has a key that is computed")
		}
		if slices.ContainsFunc(p.list.Items, func(item hclwrite.Element) bool { return item.Key.Same(&key) }) {
			return p.cannot(taken)
		}
		p.touch()
		is.Text = key.Text
	}
	return nil
}

// warning says what a new name does not reach.
func (p *place) warning(what string) *hcl.Diagnostic {
	diag := p.cannot(what)
	diag.Severity, diag.Summary = hcl.DiagWarning, "References not followed"
	return diag
}
