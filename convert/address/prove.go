package address

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/nativeedit"
	"github.com/hcljson/hcljson/internal/tidy"
	"github.com/hcljson/hcljson/schema"
)

// prove reports what a text says that its tree does not, and what differs from the file
// elsewhere than at the places that were to change: with these taken back, it must decode as
// the file does.
func (m *Module) prove(f *file, script *nativeedit.Script, text []byte) hcl.Diagnostics {
	old := native(f.old.Bytes(), f.Filename)
	wanted := native(f.tree.Bytes(), f.Filename+" as it is to be")
	diags := differences(wanted, native(text, f.Filename), m.dialect)
	if diags.HasErrors() {
		// A language can read what is printed anew otherwise; that is no part of the change.
		for _, known := range differences(old, native([]byte(f.old.Source()), f.Filename), m.dialect) {
			diags = slices.DeleteFunc(diags, func(diag *hcl.Diagnostic) bool { return samePlace(diag, known) })
		}
	}
	if f.JSON {
		read := native([]byte(f.old.Source()), f.Filename+" in native syntax")
		diags = append(diags, differences(f.Source, read, m.dialect)...)
	}
	if len(m.renamed) > 0 || diags.HasErrors() {
		return diags
	}
	diags = f.takenBack(script, text, m.dialect)
	for _, arg := range f.closed {
		diags = append(diags, arg.takenBack(arg.script, arg.text, values)...)
	}
	return diags
}

func native(text []byte, name string) equivalent.Source {
	return equivalent.Source{Bytes: text, Filename: name}
}

// differences are those of two files, without warnings: they are about what the files say.
func differences(a, b equivalent.Source, dialect *schema.Dialect) hcl.Diagnostics {
	return slices.DeleteFunc(equivalent.Compare(a, b, dialect, equivalent.Options{}).Messages(),
		func(diag *hcl.Diagnostic) bool { return diag.Severity != hcl.DiagError })
}

// samePlace reports whether two differences are at one place.
func samePlace(a, b *hcl.Diagnostic) bool {
	x, ok := a.Extra.(equivalent.Difference)
	y, both := b.Extra.(equivalent.Difference)
	return ok && both && x.Place() == y.Place()
}

// proveNames reports where a module does not have the new names alone.
func (m *Module) proveNames(before []equivalent.Source) hcl.Diagnostics {
	json := slices.ContainsFunc(before, func(s equivalent.Source) bool { return s.JSON })
	return tidy.Prove(before, m.trees(), m.renamed, tidy.Options{
		Dialect: m.dialect, NoMoved: m.noMoved, DropComments: json,
	})
}

// takenBack compares a file with a text that has come of it, in which what an address has
// named is again as it was.
func (f *file) takenBack(script *nativeedit.Script, text []byte, dialect *schema.Dialect) hcl.Diagnostics {
	result, diags := hclwrite.ParseFile(text, f.Filename)
	if diags.HasErrors() {
		return diags
	}
	u := &undo{touched: f.touched}
	u.body(script, &f.old.Body, &result.Body, theFile)
	if u.strayed {
		return hcl.Diagnostics{problem("Not proven", "In %s, something would change that no address has named. This is "+
			"a bug in hcljson.", f.Filename)}
	}
	was, now := native(f.old.Bytes(), f.Filename), native(result.Bytes(), f.Filename+" changed")
	return differences(was, now, dialect)
}

// undo takes the steps of a script back in a tree that was read from its result.
type undo struct {
	touched map[hclwrite.Span]bool
	// strayed: something has changed that no address has named.
	strayed bool
}

func (u *undo) mayChange(spans ...hclwrite.Span) {
	u.strayed = u.strayed || !slices.ContainsFunc(spans, func(s hclwrite.Span) bool { return u.touched[s] })
}

func (u *undo) body(s *nativeedit.Script, old, is *hclwrite.Body, within hclwrite.Span) {
	is.Items = restored(u, s, old.Items, is.Items, hclwrite.Item.ItemSpan, within,
		func(step *nativeedit.Step, was, now *hclwrite.Item) {
			if step.Header {
				u.mayChange((*was).ItemSpan())
			}
			switch a := (*was).(type) {
			case *hclwrite.Attribute:
				b := (*now).(*hclwrite.Attribute)
				b.Name = a.Name
				u.value(step, a.Expr, &b.Expr, a.Span)
			case *hclwrite.Block:
				b := (*now).(*hclwrite.Block)
				b.Labels = a.Labels
				if step.Parts != nil {
					u.body(step.Parts, &a.Body, &b.Body, a.Span)
				}
			}
		})
}

// value takes back what has changed in a value. The part that has it is at a place of its own.
func (u *undo) value(step *nativeedit.Step, old hclwrite.Expr, is *hclwrite.Expr, part hclwrite.Span) {
	if step.Value {
		u.mayChange(part, old.ExprSpan())
		*is = old
	}
	if step.Parts == nil {
		return
	}
	a, b := hclwrite.CollectionOf(old), hclwrite.CollectionOf(*is)
	b.Items = restored(u, step.Parts, a.Items, b.Items, placeOf, part,
		func(step *nativeedit.Step, was, now *hclwrite.Element) {
			if step.Header {
				u.mayChange(was.Key.Span)
			}
			now.Key = was.Key
			u.value(step, was.Value, &now.Value, placeOf(*was))
		})
}

// restored are the parts of a body, a tuple or an object as they were: what is gone is there,
// what is new is not, and in what stays, inner has taken changes back.
func restored[T any](
	u *undo, s *nativeedit.Script, old, is []T, place func(T) hclwrite.Span, within hclwrite.Span,
	inner func(step *nativeedit.Step, was, now *T),
) []T {
	list, known, n := slices.Clone(old), make([]bool, len(old)), 0
	for k := range s.Steps {
		step := &s.Steps[k]
		if step.Op == nativeedit.Remove {
			continue
		}
		if step.Op != nativeedit.Insert {
			inner(step, &old[step.Old], &is[n])
			list[step.Old], known[step.Old] = is[n], true
		}
		if step.Op == nativeedit.Insert || step.Op == nativeedit.Move {
			u.mayChange(within)
		}
		n++
	}
	for i := range old {
		if !known[i] {
			u.mayChange(place(old[i]), within)
		}
	}
	return list
}
