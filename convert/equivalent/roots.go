package equivalent

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/schema"
)

// inScope runs a comparison where more variables exist.
func (c *comparer) inScope(variables []string, compare func()) {
	outer := c.roots
	if outer != nil {
		c.roots = slices.Concat(outer, variables)
	}
	compare()
	c.roots = outer
}

// iterators are the variables that a dynamic block defines in its content, in either of two
// with the same header.
func iterators(rule *schema.Body, x, y block) []string {
	if !rule.Dynamic || x.typ != schema.DynamicType || len(x.labels) != 1 {
		return nil
	}
	var names []string
	for _, b := range []block{x, y} {
		name := b.labels[0]
		if attribute := b.body.attribute(schema.DynamicIterator); attribute != nil {
			if keyword := hcl.ExprAsKeyword(attribute.Expr); keyword != "" {
				name = keyword
			}
		}
		names = append(names, name)
	}
	return names
}

// undefined reports whether a reference stands for its own text, as the language
// says ([schema.Dialect.Roots]).
func (r reader) undefined(traversal hcl.Traversal) bool {
	return r.roots != nil && !r.bare && !slices.Contains(r.roots, traversal.RootName())
}

// sourceText is the text of a reference to what does not exist.
func (r reader) sourceText(e *hclsyntax.ScopeTraversalExpr) *node {
	source, offset := r.wholeText(), 0
	if r.within != nil {
		source, offset = r.text, templateStart(*r.within).Byte
		if strings.Contains(string(r.within.SliceBytes(r.Bytes)), `\`) {
			r.warnf(*r.within, "Misread by the product", "The product reads the text of a reference "+
				"from the wrong position in a string that has an escape; it is compared as it is meant.")
		}
	}
	from, to := e.SrcRange.Start.Byte-offset, e.SrcRange.End.Byte-offset
	return newLiteral(cty.StringVal(undefinedText(source, from, to)), r.rangeOf(e))
}

// undefinedText goes the way of nomad jobspec2/types.config.go, EvalContext.
func undefinedText(source string, from, to int) string {
	opener := from - 1
	for opener >= 0 && source[opener] == ' ' {
		opener--
	}
	if opener < 1 || source[opener-1:opener+1] != "${" {
		return "${" + source[from:to] + "}"
	}
	result := source[opener-1 : to]
	for at := to + 1; at < len(source); at++ {
		if source[at] == '}' {
			result += source[to:at]
		} else if source[at] != ' ' {
			break
		}
	}
	return result + "}"
}
