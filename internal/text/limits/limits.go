// Package limits defines the limits on files, and evaluates constant expressions with small values.
// The parsers of hashicorp/hcl recurse without a limit, and a Go program cannot recover from a stack
// overflow.
package limits

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

const (
	// Nesting is the maximum nesting of brackets, templates and blocks.
	Nesting = 1000
	// Operators is the maximum number of operators, conditions, splats and template directives that
	// are open at once. Each may be a level of recursion.
	Operators = 10000
	// Labels is the maximum number of labels of a block.
	Labels = 100
	// Steps is the maximum number of steps of an address. It suffices for the innermost part of a
	// file, because the labels of a block are steps too.
	Steps = Nesting + Labels
)

// Value is the maximum size of the value of a constant expression. Nested for expressions and
// numbers with huge exponents are short, but take very long to evaluate.
const Value = 1 << 20

// totalBudget is the maximum total size of all values of one file. Without it, many expressions just below
// the limit could take too long.
const totalBudget = 16 * Value

// Budget is the remaining budget for the constants of one file. The zero value is the full budget.
type Budget struct{ spent int }

// Share returns one of count equal parts of the rest of the budget.
func (b Budget) Share(count int) Budget {
	return Budget{spent: totalBudget - (totalBudget-b.spent)/count}
}

// Evaluate returns the value of an expression without variables and functions. If the value may
// exceed the limits, Evaluate returns an error with [TooLarge] as Extra.
func (b *Budget) Evaluate(e hclsyntax.Expression) (cty.Value, hcl.Diagnostics) {
	size := SizeOf(e)
	if size > Value || b.spent+size > totalBudget {
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

// TooLarge is the Extra of the error about a value that is too large.
type TooLarge struct{}

// SizeOf returns an upper bound of the size of a constant expression's value, and so of the work to
// evaluate it. A result above [Value] is not exact.
func SizeOf(e hclsyntax.Expression) int { return boundOf(e, nil).size }

// measure is an upper bound of a value: its size in characters and elements, and, for a collection,
// the number of elements and the size of each.
type measure struct{ size, count, element int }

// unknownType returns the measure of a value of unknown type.
func unknownType(size int) measure { return measure{size, size, size} }

// scope contains the measure of the variables of a for expression by name, or of the item of a splat
// expression. outer is the enclosing scope.
type scope struct {
	names []any
	measure
	outer *scope
}

// withNames returns a nested scope in which the names have the measure m.
func (s *scope) withNames(m measure, names ...any) *scope { return &scope{names, m, s} }

// lookup returns the measure of a name.
func (s *scope) lookup(name any) (m measure, ok bool) {
	for ; s != nil; s = s.outer {
		if slices.Contains(s.names, name) {
			return s.measure, true
		}
	}
	return m, false
}

func addSizes(a, b int) int { return min(a+b, Value+1) }

func multiplySizes(a, b int) int {
	if b > 0 && a > Value/b {
		return Value + 1
	}
	return a * b
}

// sumOf returns a bound of a value that consists of several values.
func (s *scope) sumOf(exprs ...hclsyntax.Expression) int {
	total := 1
	for _, e := range exprs {
		if e != nil {
			total = addSizes(total, boundOf(e, s).size)
		}
	}
	return total
}

// boundOf returns the measure of an expression in a scope.
func boundOf(e hclsyntax.Expression, in *scope) measure {
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return unknownType(literalBound(e.Val))
	case *hclsyntax.ScopeTraversalExpr:
		m, ok := in.lookup(e.Traversal.RootName())
		if ok && len(e.Traversal) == 1 {
			return m
		}
		return unknownType(max(1, m.size))
	case *hclsyntax.AnonSymbolExpr:
		m, _ := in.lookup(e)
		return unknownType(max(1, m.size))
	case *hclsyntax.ParenthesesExpr:
		return boundOf(e.Expression, in)
	case *hclsyntax.TemplateWrapExpr:
		return boundOf(e.Wrapped, in)
	case *hclsyntax.TemplateJoinExpr:
		return boundOf(e.Tuple, in)
	case *hclsyntax.ObjectConsKeyExpr:
		return boundOf(e.Wrapped, in)
	case *hclsyntax.RelativeTraversalExpr:
		return unknownType(boundOf(e.Source, in).size)
	case *hclsyntax.UnaryOpExpr:
		return boundOf(e.Val, in)
	case *hclsyntax.BinaryOpExpr:
		return unknownType(in.sumOf(e.LHS, e.RHS))
	case *hclsyntax.ConditionalExpr:
		return unknownType(in.sumOf(e.Condition, e.TrueResult, e.FalseResult))
	case *hclsyntax.IndexExpr:
		return unknownType(in.sumOf(e.Collection, e.Key))
	case *hclsyntax.TemplateExpr:
		return unknownType(in.sumOf(e.Parts...))
	case *hclsyntax.FunctionCallExpr:
		return unknownType(in.sumOf(e.Args...))
	case *hclsyntax.TupleConsExpr:
		return in.boundOfElements(len(e.Exprs), func(i int) int { return boundOf(e.Exprs[i], in).size })
	case *hclsyntax.ObjectConsExpr:
		return in.boundOfElements(len(e.Items), func(i int) int { return in.sumOf(e.Items[i].KeyExpr, e.Items[i].ValueExpr) })
	case *hclsyntax.SplatExpr:
		source := boundOf(e.Source, in)
		// Any value other than a list becomes a list with one element.
		item := unknownType(max(source.element, source.size))
		return repeatedElements(source, boundOf(e.Each, in.withNames(item, e.Item)).size)
	case *hclsyntax.ForExpr:
		collection := boundOf(e.CollExpr, in)
		inner := in.withNames(unknownType(collection.element), e.KeyVar, e.ValVar)
		return repeatedElements(collection, inner.sumOf(e.KeyExpr, e.ValExpr, e.CondExpr))
	}
	return unknownType(1)
}

// boundOfElements returns the measure of a tuple or object constructor.
func (s *scope) boundOfElements(count int, size func(i int) int) measure {
	m := measure{size: 1, count: count, element: 1}
	for i := range count {
		each := size(i)
		m.size, m.element = addSizes(m.size, each), max(m.element, each)
	}
	return m
}

// repeatedElements returns the measure of a collection with one element per element of source.
func repeatedElements(source measure, element int) measure {
	count := max(1, source.count)
	return measure{size: addSizes(source.size, multiplySizes(count, element)), count: count, element: element}
}

// literalBound returns a bound of the length of a value as a string.
func literalBound(value cty.Value) int {
	switch value.Type() {
	case cty.String:
		return 1 + len(value.AsString())
	case cty.Number:
		number := value.AsBigFloat()
		if number.IsInf() {
			// The exponent exceeds the range of numbers.
			return Value + 1
		}
		exponent := number.MantExp(nil)
		if !number.IsInt() {
			// A fraction has all digits of its precision. The time to compute them grows with the
			// square of the exponent.
			exponent = max(exponent, -exponent)
			exponent = multiplySizes(exponent, 1+exponent>>10) + int(number.Prec())
		}
		return min(1+exponent, Value+1)
	}
	return 1
}
