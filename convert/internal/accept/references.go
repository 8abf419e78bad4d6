package accept

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/internal/scope"
	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/limits"
)

// checkReferences reports functions that the language lacks, references with one name, and references to the current
// repetition outside of a repeated block. span is the position of the value, and in its scope.
func (c *Checker) checkReferences(e hclwrite.Expr, span hclwrite.Span, in scope.Scope) {
	if parts := hclwrite.CollectionOf(e); parts != nil {
		for _, element := range parts.Elements() {
			c.checkReferences(element.Value, cmp.Or(element.ValueSpan, span), in)
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
	if template && !hcltext.HasSequence(text) || len(text) > maxSuspected || !c.maySuspect(text, in) {
		return
	}
	isPlaceholder := func(p conventions.Placeholder) bool { return p.OccursIn(text) }
	if slices.ContainsFunc(conventions.Of(c.Dialect).Placeholders, isPlaceholder) {
		return // there is a warning about it
	}
	expr, diags := syntax.Parse(text, template)
	if diags.HasErrors() {
		return
	}
	attempts := strings.Contains(text, "try") || strings.Contains(text, "can") // errors in their arguments are no errors
	c.checkCalls(expr, span, attempts)
	references := expr.Variables()
	if len(references) == 0 && !strings.Contains(text, "(") {
		if _, diags := c.Constants.Evaluate(expr); diags.HasErrors() && diags[0].Extra != (limits.TooLarge{}) {
			c.suspect(span, "Invalid expression", "%s", diags[0].Detail)
		}
	}
	for _, reference := range references {
		c.checkReference(reference, span, in, attempts)
	}
}

// suspect reports a part of the value at a position.
func (c *Checker) suspect(span hclwrite.Span, summary, format string, args ...any) {
	c.Refuse(span.Start, max(span.End, span.Start+1), summary, format, args...)
}

// checkCalls reports functions that the language lacks, and wrong numbers of arguments. attempts is true if errors in
// arguments are no errors.
func (c *Checker) checkCalls(expr hclsyntax.Expression, span hclwrite.Span, attempts bool) {
	for _, call := range syntax.CallsIn(expr) {
		if strings.Contains(call.Name, "::") {
			continue
		}
		switch function := c.function(call.Name); {
		case function == nil:
			c.suspect(span, "Unknown function", "%s has no function %q.", c.Dialect.Product, call.Name)
		case !call.ExpandFinal && !attempts && (len(call.Args) < function.Min || len(call.Args) > function.Max):
			c.suspect(span, "Wrong number of arguments", "The function %q takes %s; there are %d.", call.Name,
				arityOf(function), len(call.Args))
		}
	}
}

// checkReference reports a reference that no object can satisfy.
func (c *Checker) checkReference(reference hcl.Traversal, span hclwrite.Span, in scope.Scope, attempts bool) {
	const summary = "Invalid reference"
	root := reference.RootName()
	switch {
	case slices.Contains(in.Iterators, root):
	case len(reference) == 1:
		c.suspect(span, summary, "%q is not the name of an object: a reference starts with the kind or type of "+
			"the object, such as var.%s. For the text ${%s} in a string, write $${%s}.", root, root, root, root)
	case !isName(reference[1]):
		c.suspect(span, summary, "A reference that starts with %q has a name as second part, such as %s.x.", root, root)
	case root == "self" && !in.Self:
		c.suspect(span, summary, "%q exists only where the enclosing resource exists already.", root)
	case root == "each" && !in.ForEach:
		c.suspect(span, summary, "%q exists only in a block with the argument %s.", root, tfname.ForEachArgument)
	case root == tfname.CountArgument && !in.Count:
		c.suspect(span, summary, "%q exists only in a block with the argument %s.", root, tfname.CountArgument)
	case len(reference) < namesOfReference(root):
		c.suspect(span, summary, "A reference that starts with %q has at least three names.", root)
	default:
		c.checkAttribute(reference, span, attempts)
	}
}

// maySuspect reports whether checkReferences can report a part of the text of an expression or template. It needs no
// syntax tree, because most expressions have nothing to report.
func (c *Checker) maySuspect(text string, in scope.Scope) bool {
	if !in.ForEach && strings.Contains(text, "each.") || !in.Count && strings.Contains(text, "count.") ||
		!in.Self && strings.Contains(text, "self.") {
		return true
	}
	directives := strings.Contains(strings.ReplaceAll(text, "%%{", ""), "%{") // they can declare names
	constant := true                                                          // without references and calls
	for i := 0; i < len(text); {
		start, end := i, hcltext.NameEnd(text, i)
		if i = max(end, i+1); end <= start {
			continue
		}
		name, rest := text[start:end], strings.TrimLeft(text[end:], " \t")
		if strings.HasPrefix(rest, "(") {
			constant = false
			function := c.function(name)
			if n, sure := argumentCount(rest); function == nil || sure && (n < function.Min || n > function.Max) {
				return true
			}
			continue
		}
		if strings.HasPrefix(rest, ".") {
			constant = false
			if attributes, ok := c.Dialect.Objects[name]; ok && !slices.Contains(attributes, nameAt(rest, 1)) {
				return true
			}
			if name == tfname.DataBlock && strings.Count(rest, ".") < 2 {
				return true
			}
			if !strings.HasPrefix(rest, ".*") {
				continue
			}
		}
		before := strings.TrimRight(text[:start], " \t\n")
		isFirst := !directives && (before == "" || strings.HasSuffix(before, "{"))
		if isFirst && (rest == "" || strings.ContainsRune("}[.", rune(rest[0]))) && !slices.Contains(words, name) {
			return true
		}
	}
	return constant && strings.ContainsAny(text, "+-*/%<>=!&|?[")
}

func nameAt(text string, start int) string { return text[start:hcltext.NameEnd(text, start)] }

// argumentCount returns the number of arguments in the parentheses at the start of a text. sure is false if the last
// argument is a list of arguments, or the text is not a complete call.
func argumentCount(text string) (n int, sure bool) {
	var open []byte
	filled := false
	for i := 0; i < len(text); i++ {
		b := text[i]
		inString := len(open) > 0 && open[len(open)-1] == '"'
		switch {
		case inString && b == '\\':
			i++
		case inString && (b == '$' || b == '%') && strings.HasPrefix(text[i+1:], "{"):
			open = append(open, '{')
			i++
		case b == '"' && inString:
			open = open[:len(open)-1]
		case inString:
		case b == '<' && strings.HasPrefix(text[i:], "<<"), b == '#', b == '/' && strings.HasPrefix(text[i:], "//"),
			strings.HasPrefix(text[i:], "/*"), strings.HasPrefix(text[i:], "..."):
			return 0, false
		case b == '"' || b == '(' || b == '[' || b == '{':
			filled = filled || len(open) == 1
			open = append(open, b)
		case b == ')' || b == ']' || b == '}':
			open = open[:len(open)-1]
			if len(open) == 0 {
				if filled {
					n++
				}
				return n, true
			}
		case len(open) == 1 && b == ',':
			n, filled = n+1, false
		case b != ' ' && b != '\t' && b != '\n' && b != '\r':
			filled = filled || len(open) == 1
		}
	}
	return 0, false
}

// checkAttribute reports a reference to an attribute that an object of the language lacks.
func (c *Checker) checkAttribute(reference hcl.Traversal, span hclwrite.Span, attempts bool) {
	root := reference.RootName()
	names, known := c.Dialect.Objects[root]
	step, _ := reference[1].(hcl.TraverseAttr)
	switch {
	case !known:
	case len(names) == 0:
		c.suspect(span, "Invalid reference", "%q is a block type, but no reference starts with it.", root)
	case !attempts && !slices.Contains(names, step.Name):
		c.suspect(span, "Invalid reference", "%q has only the attributes %s.", root, strings.Join(names, ", "))
	}
}

func isName(step hcl.Traverser) bool {
	_, ok := step.(hcl.TraverseAttr)
	return ok
}

// namesOfReference returns the fewest names of a reference that starts with the given name.
func namesOfReference(root string) int {
	if root == tfname.DataBlock || root == tfname.ResourceBlock || root == tfname.EphemeralBlock {
		return tfname.NamesOfObject(root)
	}
	return 2
}

// function returns the function of a name, or nil.
func (c *Checker) function(name string) *tables.Function {
	i, found := slices.BinarySearchFunc(c.Dialect.Functions, name, func(f tables.Function, name string) int {
		return strings.Compare(f.Name, name)
	})
	if !found {
		return nil
	}
	return &c.Dialect.Functions[i]
}

func arityOf(f *tables.Function) string {
	switch {
	case f.Max == tables.AnyNumber:
		return fmt.Sprintf("%d or more arguments", f.Min)
	case f.Min == f.Max:
		return fmt.Sprintf("%d arguments", f.Min)
	}
	return fmt.Sprintf("%d to %d arguments", f.Min, f.Max)
}

// maxSuspected is the maximum length of an expression whose names are checked: hashicorp/hcl needs memory that
// grows with the square of the pieces of a template.
const maxSuspected = 4096

// words are the literals that look like references.
var words = []string{"true", "false", "null"}
