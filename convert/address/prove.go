package address

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/tidy"
	"github.com/hcljson/hcljson/schema"
)

// prove reports what a text says that its tree does not, and what differs from the file
// elsewhere than at the places that were to change: with these taken back or out on both
// sides, both must decode the same.
func (m *Module) prove(f *file, script *patch.Script, text []byte) hcl.Diagnostics {
	source := func(text string, name string) equivalent.Source {
		return equivalent.Source{Bytes: []byte(text), Filename: name}
	}
	result := source(string(text), f.Filename)
	wanted := source(string(f.tree.Bytes()), f.Filename+" as it is to be")
	diags := differences(wanted, result, m.dialect)
	if diags.HasErrors() {
		// A language can read what is printed anew otherwise; that is no part of the change.
		printed := source(string(f.old.Bytes()), f.Filename)
		for _, known := range differences(printed, source(f.old.Source(), f.Filename), m.dialect) {
			diags = slices.DeleteFunc(diags, func(diag *hcl.Diagnostic) bool { return samePlace(diag, known) })
		}
	}
	if f.JSON {
		native := source(f.old.Source(), f.Filename+" in native syntax")
		diags = append(diags, differences(f.Source, native, m.dialect)...)
	}
	if len(m.renamed) > 0 || diags.HasErrors() {
		return diags
	}
	was, now, problem := f.rest(script, text)
	if problem != nil {
		return append(diags, problem)
	}
	diags = append(diags, differences(source(was, f.Filename), source(now, f.Filename+" changed"), m.dialect)...)
	for _, arg := range f.closed {
		if was, now, problem = arg.rest(arg.script, arg.text); problem != nil {
			return append(diags, problem)
		}
		diags = append(diags, differences(source(was, f.Filename), source(now, f.Filename+" changed"), values)...)
	}
	return diags
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
	files := make([]tidy.File, len(m.files))
	json := false
	for i, f := range m.files {
		files[i] = tidy.File{Name: f.Filename, File: f.tree}
		json = json || f.JSON
	}
	return tidy.ProveSources(before, files, m.renamed, tidy.Options{
		Dialect: m.dialect, NoMoved: m.noMoved, DropComments: json,
	})
}

// rest is what is the same in a file and in a text that has come of it: the text of both
// without what is new or gone, and with what has changed as it was.
func (f *file) rest(script *patch.Script, text []byte) (was, now string, diag *hcl.Diagnostic) {
	result, diags := hclwrite.ParseFile(text, f.Filename)
	if diags.HasErrors() {
		return "", "", diags[0]
	}
	r := &remains{file: f, old: f.old.Source(), new: string(text)}
	was, now = r.body(script, &f.old.Body, &result.Body, theFile)
	if r.strayed {
		diag = problem("Not proven", "In %s, something would change that no address has named. This is a bug in "+
			"hcljson.", f.Filename)
	}
	return was, now, diag
}

// remains takes changes back.
type remains struct {
	*file
	old, new string
	// strayed: something has changed that no address has named.
	strayed bool
}

func (r *remains) mayChange(spans ...hclwrite.Span) {
	r.strayed = r.strayed || !slices.ContainsFunc(spans, func(s hclwrite.Span) bool { return r.touched[s] })
}

// pair is a part that is on both sides.
type pair struct {
	old      int
	was, now string
}

// joined puts parts together in the order that the file has.
func joined(list []pair, between string) (was, now string) {
	slices.SortFunc(list, func(a, b pair) int { return a.old - b.old })
	var a, b strings.Builder
	for _, part := range list {
		a.WriteString(part.was + between)
		b.WriteString(part.now + between)
	}
	return a.String(), b.String()
}

func cut(text string, span hclwrite.Span) string { return text[span.Start:span.End] }

func (r *remains) body(s *patch.Script, old, is *hclwrite.Body, within hclwrite.Span) (was, now string) {
	var list []pair
	n := 0
	for k := range s.Steps {
		step := &s.Steps[k]
		if step.Op == patch.Remove {
			if step.New < 0 && !movedIn(s, step.Old) {
				r.mayChange(old.Items[step.Old].ItemSpan(), within)
			}
			continue
		}
		item := is.Items[n]
		n++
		if step.Op == patch.Insert {
			r.mayChange(within)
			continue
		}
		if step.Op == patch.Move {
			r.mayChange(within)
		}
		part := pair{old: step.Old}
		switch a := old.Items[step.Old].(type) {
		case *hclwrite.Attribute:
			b := item.(*hclwrite.Attribute)
			v, w := r.value(step, a.Expr, b.Expr, a.ValueSpan, b.ValueSpan, a.Span)
			part.was, part.now = a.Name+" = "+v, b.Name+" = "+w
			if step.Header {
				r.mayChange(a.Span)
				part.now = a.Name + " = " + w
			}
		case *hclwrite.Block:
			b := item.(*hclwrite.Block)
			head, again := r.old[a.Span.Start:a.Body.Span.Start], r.new[b.Span.Start:b.Body.Span.Start]
			if step.Header {
				r.mayChange(a.Span)
				again = head
			}
			if step.Parts == nil {
				part.was, part.now = head+r.old[a.Body.Span.Start:a.Span.End], again+r.new[b.Body.Span.Start:b.Span.End]
				break
			}
			v, w := r.body(step.Parts, &a.Body, &b.Body, a.Span)
			part.was, part.now = head+"\n"+v+"}", again+"\n"+w+"}"
		}
		list = append(list, part)
	}
	return joined(list, "\n")
}

// movedIn reports whether a part that a step removes comes elsewhere.
func movedIn(s *patch.Script, old int) bool {
	return slices.ContainsFunc(s.Steps, func(step patch.Step) bool { return step.Op == patch.Move && step.Old == old })
}

// value is a value on both sides. The part with the value has a place of its own.
func (r *remains) value(
	step *patch.Step, old, is hclwrite.Expr, at, now, part hclwrite.Span,
) (was, after string) {
	if step.Value {
		r.mayChange(part, old.ExprSpan())
		return cut(r.old, at), cut(r.old, at)
	}
	if step.Parts == nil {
		return cut(r.old, at), cut(r.new, now)
	}
	var list []pair
	n := 0
	for k := range step.Parts.Steps {
		inner := &step.Parts.Steps[k]
		in := pair{old: inner.Old}
		index := n
		if inner.Op != patch.Remove {
			n++
		}
		switch a := old.(type) {
		case *hclwrite.Tuple:
			b := is.(*hclwrite.Tuple)
			if r.goneOrNew(step.Parts, inner, part, func(i int) hclwrite.Span { return a.Items[i].ValueSpan }) {
				continue
			}
			x, y := &a.Items[inner.Old], &b.Items[index]
			in.was, in.now = r.value(inner, x.Value, y.Value, x.ValueSpan, y.ValueSpan, x.ValueSpan)
		case *hclwrite.Object:
			b := is.(*hclwrite.Object)
			if r.goneOrNew(step.Parts, inner, part, func(i int) hclwrite.Span { return a.Items[i].Key.Span }) {
				continue
			}
			x, y := &a.Items[inner.Old], &b.Items[index]
			in.was, in.now = r.value(inner, x.Value, y.Value, x.ValueSpan, y.ValueSpan, x.Key.Span)
			key, again := cut(r.old, x.Key.Span), cut(r.new, y.Key.Span)
			if inner.Header {
				r.mayChange(x.Key.Span)
				again = key
			}
			in.was, in.now = key+" = "+in.was, again+" = "+in.now
		}
		list = append(list, in)
	}
	if _, ok := old.(*hclwrite.Object); ok {
		was, after = joined(list, "\n")
		return "{\n" + was + "}", "{\n" + after + "}"
	}
	was, after = joined(list, "\n,\n") // there may be heredocs
	return "[\n" + was + "]", "[\n" + after + "]"
}

// goneOrNew reports whether a part of a collection is on one side alone.
func (r *remains) goneOrNew(s *patch.Script, step *patch.Step, within hclwrite.Span, at func(int) hclwrite.Span) bool {
	switch step.Op {
	case patch.Remove:
		if !movedIn(s, step.Old) {
			r.mayChange(at(step.Old), within)
		}
		return true
	case patch.Insert:
		r.mayChange(within)
		return true
	case patch.Move:
		r.mayChange(within)
	}
	return false
}
