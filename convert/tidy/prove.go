package tidy

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// Prove reports as errors what is not the same in two modules, except for the changes,
// and changes that are not what they should be. It reads both with hashicorp/hcl:
// with the changes taken back, after must decode as before does, comments
// included; an expression that was changed must have the same value, computed with
// the products' own functions; and nothing may refer to an old name any more.
func Prove(before, after []File, changes []Change, opts Options) hcl.Diagnostics {
	if diags := check(before, nil, opts); diags.HasErrors() {
		return diags
	}
	return ProveSources(Sources(before), after, changes, opts)
}

// ProveSources is Prove for a module that is given as text, native or JSON.
func ProveSources(before []equivalent.Source, after []File, changes []Change, opts Options) hcl.Diagnostics {
	undone, diags := Undo(after, changes, opts)
	if diags.HasErrors() {
		return diags
	}
	p := &prover{opts: opts, style: styleOf(opts), before: Sources(undone), after: Sources(after)}
	for _, source := range append(slices.Clip(p.before), p.after...) {
		diags = append(diags, hclwrite.CheckLimits(source.Bytes, source.Filename)...)
	}
	if diags.HasErrors() {
		return diags
	}
	for _, c := range changes {
		if problem := p.change(c); problem != "" {
			diags = append(diags, fault(c, problem))
		}
	}
	diags = append(diags, p.renamed(changes)...)
	gone, paths := comments(changes, opts)
	counted := equivalent.Options{Comments: !opts.DropComments}
	return append(diags, equivalent.CompareModules(
		append(slices.Clip(before), paths), append(p.before, gone), opts.Dialect, counted).Messages()...)
}

// Sources are files as the proof reads them.
func Sources(files []File) []equivalent.Source {
	list := make([]equivalent.Source, len(files))
	for i, file := range files {
		list[i] = equivalent.Source{Bytes: file.Bytes(), Filename: file.Name}
	}
	return list
}

// comments are files that hold what the step metadata has taken away, and what it
// has put in its place, so that those are not missing on either side.
func comments(changes []Change, opts Options) (gone, paths equivalent.Source) {
	gone.Filename, paths.Filename = "metadata removed", "paths of the metadata"
	for _, c := range changes {
		d, ok := generated(c.Before)
		if ok && c.Step == "metadata" {
			gone.Bytes = append(gone.Bytes, c.Before+"\n"...)
			if path := oneLine(d.path); opts.KeepPaths && path != "" && c.Place != "" {
				paths.Bytes = append(paths.Bytes, "# "+path+"\n"...)
			}
		}
	}
	return gone, paths
}

// prover is the work of Prove. before is what is left with the changes taken back,
// which is compared with what there was.
type prover struct {
	opts          Options
	style         *schema.Style
	before, after []equivalent.Source
}

// change says what is wrong with a change, or nothing.
func (p *prover) change(c Change) string {
	step, _ := Lookup(c.Step)
	switch {
	case step.Layout, c.Step == "names":
		return ""
	case c.Step == "source":
		return p.address(c)
	}
	return p.value(c)
}

// address proves that an address of a provider means the same.
func (p *prover) address(c Change) string {
	before, ok := constant(c.Before, nil)
	after, okAfter := constant(c.After, nil)
	if !ok || !okAfter {
		return "It is not a constant string."
	}
	for _, row := range p.style.Sources {
		if strings.HasPrefix(c.Place, row.Type+"."+row.Block+".") && strings.HasSuffix(c.Place, "."+row.Argument) &&
			!strings.Contains(before, "/") && after == row.Namespace+"/"+before {
			return ""
		}
	}
	return "It is not the address that the short form means."
}

// value proves that two expressions have the same value.
func (p *prover) value(c Change) string {
	if sameExpression(c.Before, c.After) {
		return ""
	}
	before, after := expression(c.Before), expression(c.After)
	if before == nil || after == nil {
		return "One of the expressions has a syntax error."
	}
	if c.Step == "heredoc" {
		return chomped(c, before, after)
	}
	return p.encoded(c, before, after)
}

// single is a file with one argument.
func single(expr string) equivalent.Source {
	return equivalent.Source{Bytes: []byte("value = " + expr + "\n"), Filename: "value"}
}

func expression(text string) hclsyntax.Expression {
	// A heredoc ends with a newline, which is no part of the expression.
	e, diags := hclsyntax.ParseExpression([]byte(text+"\n"), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	return e
}
