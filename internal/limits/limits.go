// Package limits has the sizes up to which files are read, and evaluates constant
// expressions whose values stay small. The parsers of hashicorp/hcl
// recurse without a limit of their own, and a Go program cannot recover from the end of
// its stack.
package limits

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

const (
	// Nesting is the deepest nesting of brackets, templates and blocks that is read.
	Nesting = 1000
	// Operators is the largest number of operators, conditions, splats and template
	// directives that are open at a time; each can be a level of recursion.
	Operators = 10000
	// Labels is the largest number of labels that a block may have.
	Labels = 100
	// Steps is the largest number of steps of an address: as many as lead to the innermost part
	// of a file, in which the labels of a block are steps too.
	Steps = Nesting + Labels
)

// Value is the size of the largest value that a constant expression may have and
// still be evaluated. Nested for expressions and numbers with huge exponents are short to
// write and endless to compute.
const Value = 1 << 20

// total bounds the sizes of all values of one file: many expressions that are
// just small enough make a file that is not.
const total = 16 * Value

// Budget is what is left for the constants of one file. The zero value is all of
// it.
type Budget struct{ spent int }

// Evaluate returns the value of an expression without variables and functions.
// What is too large is not evaluated, which is an error of its own.
func (b *Budget) Evaluate(e hclsyntax.Expression) (cty.Value, hcl.Diagnostics) {
	size := SizeOf(e)
	if size > Value || b.spent+size > total {
		rng := e.Range()
		return cty.DynamicVal, hcl.Diagnostics{{
			Severity: hcl.DiagError,
			Summary:  "Value too large",
			Detail:   "The value of this expression is too large, or would take too long to compute.",
			Subject:  &rng,
			Extra:    TooLarge{},
		}}
	}
	b.spent += size
	return e.Value(nil)
}

// TooLarge is the Extra of the error about a value that is not computed.
type TooLarge struct{}

// SizeOf returns an upper bound for the size of the value of a constant expression, and
// so for the work to compute it. A bound beyond [Value] is not exact.
func SizeOf(e hclsyntax.Expression) int { return bound(e, nil).size }

// measure bounds a value: its size in characters and elements, and, if it is a
// collection, the number of its elements and the size of each.
type measure struct{ size, count, element int }

// unshaped is a value of which only the size is known.
func unshaped(size int) measure { return measure{size, size, size} }

// scope has the variables of a for expression by name, or the item of a splat expression,
// and what is around it.
type scope struct {
	names []any
	measure
	outer *scope
}

// with is a scope that has one more value under each of the names.
func (s *scope) with(m measure, names ...any) *scope { return &scope{names, m, s} }

// find is the value that has a name.
func (s *scope) find(name any) (m measure, ok bool) {
	for ; s != nil; s = s.outer {
		if slices.Contains(s.names, name) {
			return s.measure, true
		}
	}
	return m, false
}

func add(a, b int) int { return min(a+b, Value+1) }

func times(a, b int) int {
	if b > 0 && a > Value/b {
		return Value + 1
	}
	return a * b
}

// sum bounds what is made of several values.
func (s *scope) sum(exprs ...hclsyntax.Expression) int {
	total := 1
	for _, e := range exprs {
		if e != nil {
			total = add(total, bound(e, s).size)
		}
	}
	return total
}

// bound is [SizeOf].
func bound(e hclsyntax.Expression, in *scope) measure {
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return unshaped(literalBound(e.Val))
	case *hclsyntax.ScopeTraversalExpr:
		m, ok := in.find(e.Traversal.RootName())
		if ok && len(e.Traversal) == 1 {
			return m
		}
		return unshaped(max(1, m.size))
	case *hclsyntax.AnonSymbolExpr:
		m, _ := in.find(e)
		return unshaped(max(1, m.size))
	case *hclsyntax.ParenthesesExpr:
		return bound(e.Expression, in)
	case *hclsyntax.TemplateWrapExpr:
		return bound(e.Wrapped, in)
	case *hclsyntax.TemplateJoinExpr:
		return bound(e.Tuple, in)
	case *hclsyntax.ObjectConsKeyExpr:
		return bound(e.Wrapped, in)
	case *hclsyntax.RelativeTraversalExpr:
		return unshaped(bound(e.Source, in).size)
	case *hclsyntax.UnaryOpExpr:
		return bound(e.Val, in)
	case *hclsyntax.BinaryOpExpr:
		return unshaped(in.sum(e.LHS, e.RHS))
	case *hclsyntax.ConditionalExpr:
		return unshaped(in.sum(e.Condition, e.TrueResult, e.FalseResult))
	case *hclsyntax.IndexExpr:
		return unshaped(in.sum(e.Collection, e.Key))
	case *hclsyntax.TemplateExpr:
		return unshaped(in.sum(e.Parts...))
	case *hclsyntax.FunctionCallExpr:
		return unshaped(in.sum(e.Args...))
	case *hclsyntax.TupleConsExpr:
		return in.elements(len(e.Exprs), func(i int) int { return bound(e.Exprs[i], in).size })
	case *hclsyntax.ObjectConsExpr:
		return in.elements(len(e.Items), func(i int) int { return in.sum(e.Items[i].KeyExpr, e.Items[i].ValueExpr) })
	case *hclsyntax.SplatExpr:
		source := bound(e.Source, in)
		// What is not a list counts as a list of one.
		item := unshaped(max(source.element, source.size))
		return repeated(source, bound(e.Each, in.with(item, e.Item)).size)
	case *hclsyntax.ForExpr:
		collection := bound(e.CollExpr, in)
		inner := in.with(unshaped(collection.element), e.KeyVar, e.ValVar)
		return repeated(collection, inner.sum(e.KeyExpr, e.ValExpr, e.CondExpr))
	}
	return unshaped(1)
}

// elements bounds a collection that is written out.
func (s *scope) elements(count int, size func(i int) int) measure {
	m := measure{size: 1, count: count, element: 1}
	for i := range count {
		each := size(i)
		m.size, m.element = add(m.size, each), max(m.element, each)
	}
	return m
}

// repeated bounds a collection that has an element for each one of another.
func repeated(source measure, element int) measure {
	count := max(1, source.count)
	return measure{size: add(source.size, times(count, element)), count: count, element: element}
}

// literalBound is the number of characters that a value has as a string.
func literalBound(value cty.Value) int {
	switch value.Type() {
	case cty.String:
		return 1 + len(value.AsString())
	case cty.Number:
		number := value.AsBigFloat()
		if number.IsInf() {
			// The exponent is larger than that of any number.
			return Value + 1
		}
		exponent := number.MantExp(nil)
		if !number.IsInt() {
			// The fraction of a number has all the digits of its precision, and the time that
			// they take grows with the square of the exponent.
			exponent = max(exponent, -exponent)
			exponent = times(exponent, 1+exponent>>10) + int(number.Prec())
		}
		return min(1+exponent, Value+1)
	}
	return 1
}
