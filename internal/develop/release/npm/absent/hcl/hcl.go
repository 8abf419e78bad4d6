//go:build hcljson_small

// Package hcl stands in for the root package of hashicorp/hcl, except for its files with
// diagnostics and places, which are its own.
package hcl

import "github.com/zclconf/go-cty/cty"

// missing is what whoever asks for this package learns; see service.Absent.
type missing struct{}

func (missing) Absent() {}

func (missing) Error() string { return "hashicorp/hcl is not in this program as a whole" }

// The types of expressions, of which there never is one.
type (
	EvalContext struct{}
	File        struct{ Body Body }
	Body        interface{ MissingItemRange() Range }
	Expression  interface {
		Value(*EvalContext) (cty.Value, Diagnostics)
		Variables() []Traversal
		Range() Range
		StartRange() Range
	}
	KeyValuePair  struct{ Key, Value Expression }
	StaticCall    struct{ Name string }
	Traverser     interface{ SourceRange() Range }
	Traversal     []Traverser
	TraverseRoot  struct{ Name string }
	TraverseAttr  struct{ Name string }
	TraverseIndex struct{ Key cty.Value }
)

func (TraverseRoot) SourceRange() Range { panic(missing{}) }

func (TraverseAttr) SourceRange() Range { panic(missing{}) }

func (TraverseIndex) SourceRange() Range { panic(missing{}) }

func (Traversal) IsRelative() bool { panic(missing{}) }

func (Traversal) RootName() string { panic(missing{}) }

func (Traversal) SourceRange() Range { panic(missing{}) }

// AbsTraversalForExpr panics, as all here does.
func AbsTraversalForExpr(Expression) (Traversal, Diagnostics) { panic(missing{}) }

func ExprAsKeyword(Expression) string { panic(missing{}) }

func ExprCall(Expression) (*StaticCall, Diagnostics) { panic(missing{}) }

func ExprMap(Expression) ([]KeyValuePair, Diagnostics) { panic(missing{}) }
