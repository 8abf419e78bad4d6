// Package expression converts expressions between native syntax and JSON, as the rules of the schema require.
//
// [Arranger] arranges expressions for JSON, and [Reader] reads them from JSON. The package imports the tree, JSON, the
// schema, report, scope, sourcemap and syntax.
package expression

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/scope"
	"github.com/hcljson/hcljson/convert/internal/sourcemap"
	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Context contains the parameters of the conversion of an expression in both directions.
type Context struct {
	*report.Reporter
	// ForTools is true if only tools read the JSON.
	ForTools bool
	// Scope is the scope of the expressions of a body.
	Scope scope.Scope
	// Modes receives the modes of values; see [sourcemap.Modes].
	Modes *sourcemap.Modes
}

// ValueSpan returns the position of a JSON value.
func ValueSpan(v *jsontree.Value) hclwrite.Span { return hclwrite.Span{Start: v.Start, End: v.End} }

// checkScope warns about names in an expression outside of the scope, once per name. locate
// converts an offset in the expression to an offset in the file.
func (c *Context) checkScope(expr hclsyntax.Expression, scope *tables.Scope, locate func(int) int) {
	product := c.Dialect.Product
	if scope.OnlyJSON {
		product = "In JSON, " + product
	}
	told := make(map[string]bool)
	unknown := func(kind, name string, known []string, rng hcl.Range) {
		if known == nil || slices.Contains(known, name) || told[kind+name] {
			return
		}
		told[kind+name] = true
		c.Refuse(locate(rng.Start.Byte), locate(rng.End.Byte), "Unknown "+kind,
			"%s has no %s %q here. The expression is converted anyway.", product, kind, name)
	}
	for _, call := range syntax.CallsIn(expr) {
		unknown("function", call.Name, scope.Functions, call.NameRange)
	}
	for _, traversal := range expr.Variables() {
		unknown("variable", traversal.RootName(), scope.Variables, traversal[0].SourceRange())
	}
}

// warnLostComments warns if the source of a static expression contains comments that the written
// text does not contain.
func (c *Context) warnLostComments(source, written string, start, end int) {
	if source != written && len(hcltext.CommentsIn(source)) > len(hcltext.CommentsIn(written)) {
		c.Warn(start, end, "Comment left out",
			"A comment inside a static expression cannot be kept. Write it above the argument.")
	}
}

func modeNoun(mode tables.Mode) string { return "a " + modeName(mode) }

func modeName(mode tables.Mode) string {
	switch mode {
	case tables.Keyword:
		return "keyword"
	case tables.Type:
		return "type constraint"
	case tables.Call:
		return "function call"
	}
	return "reference"
}
