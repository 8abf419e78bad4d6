package kinds

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/hints"
	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// makeAttribute classifies a property as an attribute. rule is the rule for its value.
func (r *Body) makeAttribute(p *Property, rule *tables.Value) {
	m := p.Member
	p.Kind, p.Value = guess.IsAttribute, rule
	if first := r.firstProperty(m.Name); first != nil {
		if first.Kind != p.Kind {
			r.reportBothKinds(p)
			return
		}
		line := r.File.Range(first.Member.NameStart, first.Member.NameEnd).Start.Line
		r.reject(p, "Duplicate argument",
			"The argument %q was already set on line %d; each argument can be set once.", m.Name, line)
		return
	}
	if !hcltext.IsIdentifier(m.Name) {
		r.reject(p, "No native form",
			"The name %q is not an identifier, so it cannot be the name of an argument in native syntax.", m.Name)
		return
	}
	if rule == nil {
		return
	}
	warn := func(summary, detail string, args ...any) {
		r.File.Warn(m.Value.Start, m.Value.End, summary, detail, args...)
	}
	if rule.Differs != "" && containsString(&m.Value, containsOpener) && r.File.IsNew(rule.Differs) {
		warn("Products read this string differently",
			"The value of %q is read for the target (%s); %s.", m.Name, r.File.Dialect.Product, rule.Differs)
	}
	if rule.NativeConstant && containsString(&m.Value, hcltext.HasSequence) {
		r.File.Refuse(m.Value.Start, m.Value.End, "Not constant",
			"%s takes references here in JSON, but only constant values in native syntax.", r.File.Dialect.Product)
	}
	if rule.TextOfCall && containsString(&m.Value, syntax.ReadsAsCall) {
		warn("Text that reads as a function call",
			"In the value of %q, %s reads a string as a function call and refuses the file if the "+
				"function does not exist. The string is converted as text.", m.Name, r.File.Dialect.Product)
	}
}

// containsString reports whether kind returns true for a string or key in a value.
func containsString(v *jsontree.Value, kind func(string) bool) bool {
	return v.Kind == jsontree.String && kind(v.Text) ||
		slices.ContainsFunc(v.Elems, func(elem jsontree.Value) bool { return containsString(&elem, kind) }) ||
		slices.ContainsFunc(v.Members, func(m jsontree.Member) bool {
			return kind(m.Name) || containsString(&m.Value, kind)
		})
}

// containsOpener reports whether a string contains ${ or %{, escaped or not.
func containsOpener(s string) bool { return strings.Contains(s, "${") || strings.Contains(s, "%{") }

// makeBlocks classifies a property as blocks. labels is their number of labels if the hint does not
// contain one.
func (r *Body) makeBlocks(p *Property, rule *tables.Block, labels int, h hints.Hint) {
	m := p.Member
	p.Kind, p.Rule = guess.IsBlock, rule
	first := r.firstProperty(m.Name)
	switch {
	case first != nil && first.Kind != p.Kind:
		r.reportBothKinds(p)
		return
	case !hcltext.IsIdentifier(m.Name):
		r.reject(p, "No native form",
			"The name %q is not an identifier, so it cannot be a block type in native syntax.", m.Name)
		return
	}
	p.Labels = labels
	p.LabelsPerElement = len(h.Labels) > 1 && m.Value.Kind == jsontree.Array
	if p.LabelsPerElement && len(h.Labels) != len(m.Value.Elems) {
		r.reportGuess(p, "Numbers of labels do not match",
			"A \"//\" property has the numbers of labels of %d blocks %q, but the file has %d. "+
				"The numbers are used in this order; correct the property if the labels are wrong.",
			len(h.Labels), m.Name, len(m.Value.Elems))
	}
}

// maxScanned is the maximum number of properties for a linear search.
const maxScanned = 16

// firstProperty returns the first earlier property with the same name, or nil.
func (r *Body) firstProperty(name string) *Property {
	before := r.properties[:len(r.properties)-1]
	if len(before) <= maxScanned {
		for i := range before {
			if before[i].Member.Name == name {
				return &before[i]
			}
		}
		return nil
	}
	if r.index == nil {
		r.index = make(map[string]int, 2*maxScanned)
	}
	for ; r.indexed < len(before); r.indexed++ {
		if _, found := r.index[before[r.indexed].Member.Name]; !found {
			r.index[before[r.indexed].Member.Name] = r.indexed
		}
	}
	if i, ok := r.index[name]; ok {
		return &before[i]
	}
	return nil
}

// reportRefused reports a property that the product refuses.
func (r *Body) reportRefused(p *Property, summary, detail string, args ...any) {
	r.File.Refuse(p.Member.NameStart, p.Member.NameEnd, summary, detail, args...)
}

// reportRefusedHint reports a hint in an annotation that the product does not accept. It does
// nothing if there is a reference file, because that file may contain the same error.
func (r *Body) reportRefusedHint(p *Property, summary, detail string, args ...any) {
	if r.Hints == nil {
		r.reportRefused(p, summary, detail, args...)
	}
}

func (r *Body) warnAbout(p *Property, summary, detail string, args ...any) *report.Details {
	return r.File.Warn(p.Member.NameStart, p.Member.NameEnd, summary, detail, args...)
}

// reportGuess reports a guess as a warning, or as an error if the options are strict.
func (r *Body) reportGuess(p *Property, summary, detail string, args ...any) {
	r.File.Guess(p.Member.NameStart, p.Member.NameEnd, summary, detail, args...)
}

func (r *Body) reportBothKinds(p *Property) {
	r.reject(p, "Argument and block with the same name",
		"%q is used for an argument and for blocks in this body.", p.Member.Name)
}

func (r *Body) reject(p *Property, summary, detail string, args ...any) {
	r.File.Fail(p.Member.NameStart, p.Member.NameEnd, summary, detail, args...)
	p.Refused = true
}
