package tidy

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/generic"
)

// Prove reports as errors what is not the same in two modules, but for the changes,
// and changes that are not what they should be. It reads both with hashicorp/hcl:
// with the changes taken back, after has to decode as before does, comments
// included; an expression that was changed has to have the same value, computed with
// the products' own functions; and what has a new name may have no old one anywhere.
func Prove(before, after []File, changes []Change, opts Options) hcl.Diagnostics {
	undone, diags := Undo(after, changes, opts)
	if diags.HasErrors() {
		return diags
	}
	p := &prover{opts: opts, style: opts.Dialect.Style, before: sources(before), after: sources(after)}
	for _, c := range changes {
		if problem := p.change(c); problem != "" {
			diags = append(diags, fault(c, problem))
		}
	}
	diags = append(diags, p.renamed(changes)...)
	compared := equivalent.CompareModules(p.before, sources(undone), opts.Dialect, equivalent.Options{Comments: true})
	return append(diags, expected(compared, changes, opts)...)
}

// sources are files as the proof reads them.
func sources(files []File) []equivalent.Source {
	list := make([]equivalent.Source, len(files))
	for i, file := range files {
		list[i] = equivalent.Source{Bytes: file.Bytes(), Filename: file.Name}
	}
	return list
}

// expected leaves out the comments that the step metadata has to do with.
func expected(diags hcl.Diagnostics, changes []Change, opts Options) hcl.Diagnostics {
	gone := map[string]int{}
	paths := map[string]int{}
	for _, c := range changes {
		if c.Step != "metadata" {
			continue
		}
		if d, ok := generated(c.Before); ok {
			gone[strings.TrimSpace(strings.TrimLeft(c.Before, "#"))]++
			paths[oneLine(d.path)]++
		}
	}
	return slices.DeleteFunc(diags, func(diag *hcl.Diagnostic) bool {
		d, ok := diag.Extra.(equivalent.Difference)
		if !ok || !d.Comment {
			return diag.Severity != hcl.DiagError
		}
		if d.B.Value == "" {
			gone[commentText(d.A.Value)]--
			return gone[commentText(d.A.Value)] >= 0
		}
		paths[commentText(d.B.Value)]--
		return opts.KeepPaths && d.A.Value == "" && paths[commentText(d.B.Value)] >= 0
	})
}

func commentText(comment string) string { return strings.TrimSpace(strings.TrimLeft(comment, "#")) }

// prover is the work of Prove.
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
	if !ok || !okAfter || p.style == nil {
		return "It is no constant string."
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
	same := equivalent.Compare(single(c.Before), single(c.After), generic.Config(), equivalent.Options{})
	if !same.HasErrors() {
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
	e, diags := hclsyntax.ParseExpression([]byte(text+"\n"), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	return e
}
