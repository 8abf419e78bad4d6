package convert

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/tfname"
)

// repetition is the set of arguments that repeat the enclosing block.
type repetition struct{ count, forEach bool }

// within returns the repetition in a block; has reports whether the block has an argument.
func (r repetition) within(has func(name string) bool) repetition {
	return repetition{r.count || has(tfname.CountArgument), r.forEach || has(tfname.ForEachArgument)}
}

// checkNamesIn reports functions that the language lacks, references with one name, and references to the current
// repetition outside of a repeated block. span is the position of the value.
func (c *conversion) checkNamesIn(e hclwrite.Expr, span hclwrite.Span) {
	if parts := hclwrite.CollectionOf(e); parts != nil {
		for _, element := range parts.Elements() {
			c.checkNamesIn(element.Value, cmp.Or(element.ValueSpan, span))
		}
		return
	}
	var text string
	template := false
	switch e := e.(type) {
	case *hclwrite.Native:
		text = e.Text
	case *hclwrite.Template:
		text, template = e.Text, true
	}
	if template && !hcltext.HasSequence(text) || len(text) > maxSuspected || !c.maySuspect(text) {
		return
	}
	expr, diags := syntaxOf(text, template)
	if diags.HasErrors() {
		return
	}
	suspect := func(summary, format string, args ...any) {
		c.reportRefused(span.Start, max(span.End, span.Start+1), summary, format, args...)
	}
	_ = hclsyntax.VisitAll(expr, func(node hclsyntax.Node) hcl.Diagnostics {
		call, ok := node.(*hclsyntax.FunctionCallExpr)
		if ok && !strings.Contains(call.Name, "::") && !c.isFunction(call.Name) {
			suspect("Unknown function", "%s has no function %q.", c.dialect.Product, call.Name)
		}
		return nil
	})
	for _, reference := range expr.Variables() {
		root := reference.RootName()
		switch {
		case slices.Contains(c.iterators, root):
		case len(reference) == 1:
			suspect("Invalid reference", "%q is not the name of an object: a reference starts with the kind or type of "+
				"the object, such as var.%s. For the text ${%s} in a string, write $${%s}.", root, root, root, root)
		case root == "each" && !c.repeated.forEach, root == tfname.CountArgument && !c.repeated.count:
			suspect("Invalid reference", "%q exists only in a block with the argument %s.", root,
				map[string]string{"each": tfname.ForEachArgument, tfname.CountArgument: tfname.CountArgument}[root])
		}
	}
}

// maySuspect reports whether checkNamesIn can report a name in the text of an expression or template. It needs no
// syntax tree, because most expressions have no such names.
func (c *conversion) maySuspect(text string) bool {
	if !c.repeated.forEach && strings.Contains(text, "each.") || !c.repeated.count && strings.Contains(text, "count.") {
		return true
	}
	directives := strings.Contains(strings.ReplaceAll(text, "%%{", ""), "%{") // they can declare names
	for i := 0; i < len(text); {
		start, end := i, hcltext.NameEnd(text, i)
		if i = max(end, i+1); end <= start {
			continue
		}
		rest := strings.TrimLeft(text[end:], " \t")
		isCall := strings.HasPrefix(rest, "(")
		before := strings.TrimRight(text[:start], " \t\n")
		isAlone := !directives && (before == "" || strings.HasSuffix(before, "{")) && (rest == "" || rest[0] == '}')
		switch {
		case isCall && !c.isFunction(text[start:end]), isAlone && !slices.Contains(words, text[start:end]):
			return true
		}
	}
	return false
}

func (c *conversion) isFunction(name string) bool {
	_, found := slices.BinarySearch(c.dialect.Functions, name)
	return found
}

// maxSuspected is the maximum length of an expression whose names are checked: hashicorp/hcl needs memory that
// grows with the square of the pieces of a template.
const maxSuspected = 4096

// words are the literals that look like references.
var words = []string{"true", "false", "null"}
