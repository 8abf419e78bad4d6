// Package hclsyntax stands in for the one of hashicorp/hcl in the small WebAssembly module.
// It has its names, as far as a conversion uses them, and does nothing: whoever asks for it
// learns that the large module is needed. That is so for text with an error, which
// hclsyntax explains, and in the rare places that leave a decision to it.
package hclsyntax

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// missing is what whoever asks for this package learns; see service.Absent.
type missing struct{}

func (missing) Absent() {}

func (missing) Error() string { return "hashicorp/hcl is not in this program as a whole" }

// ParseConfig and what follows panic.
func ParseConfig([]byte, string, hcl.Pos) (*hcl.File, hcl.Diagnostics) { panic(missing{}) }

func ParseExpression([]byte, string, hcl.Pos) (Expression, hcl.Diagnostics) { panic(missing{}) }

func ParseTemplate([]byte, string, hcl.Pos) (Expression, hcl.Diagnostics) { panic(missing{}) }

func ParseTraversalAbs([]byte, string, hcl.Pos) (hcl.Traversal, hcl.Diagnostics) { panic(missing{}) }

func LexConfig([]byte, string, hcl.Pos) (Tokens, hcl.Diagnostics) { panic(missing{}) }

func ValidIdentifier(string) bool { panic(missing{}) }

func VisitAll(Node, VisitFunc) hcl.Diagnostics { panic(missing{}) }

func Variables(Expression) []hcl.Traversal { panic(missing{}) }

// The types of a tree, of which there never is one.
type (
	VisitFunc func(Node) hcl.Diagnostics
	TokenType rune
	Token     struct {
		Type  TokenType
		Bytes []byte
		Range hcl.Range
	}
	Tokens []Token
	Node   interface{ Range() hcl.Range }

	Expression interface {
		Node
		Value(*hcl.EvalContext) (cty.Value, hcl.Diagnostics)
		Variables() []hcl.Traversal
		StartRange() hcl.Range
	}

	// Operation is an operator.
	Operation struct{}

	node struct{}

	AnonSymbolExpr   struct{ node }
	LiteralValueExpr struct {
		node
		Val cty.Value
	}
	ScopeTraversalExpr struct {
		node
		Traversal hcl.Traversal
	}
	ParenthesesExpr struct {
		node
		Expression Expression
	}
	TemplateWrapExpr struct {
		node
		Wrapped Expression
	}
	TemplateJoinExpr struct {
		node
		Tuple Expression
	}
	ObjectConsKeyExpr struct {
		node
		Wrapped Expression
	}
	RelativeTraversalExpr struct {
		node
		Source Expression
	}
	UnaryOpExpr struct {
		node
		Val Expression
	}
	BinaryOpExpr struct {
		node
		LHS, RHS Expression
	}
	ConditionalExpr struct {
		node
		Condition, TrueResult, FalseResult Expression
	}
	IndexExpr struct {
		node
		Collection, Key Expression
	}
	TemplateExpr struct {
		node
		Parts []Expression
	}
	FunctionCallExpr struct {
		node
		Name      string
		Args      []Expression
		NameRange hcl.Range
	}
	TupleConsExpr struct {
		node
		Exprs []Expression
	}
	ObjectConsItem struct{ KeyExpr, ValueExpr Expression }
	ObjectConsExpr struct {
		node
		Items []ObjectConsItem
	}
	SplatExpr struct {
		node
		Source, Each Expression
		Item         *AnonSymbolExpr
	}
	ForExpr struct {
		node
		KeyVar, ValVar                       string
		CollExpr, KeyExpr, ValExpr, CondExpr Expression
	}
)

// TokenComment is a comment.
const TokenComment TokenType = 'C'

func (node) Range() hcl.Range { panic(missing{}) }

func (node) StartRange() hcl.Range { panic(missing{}) }

func (node) Variables() []hcl.Traversal { panic(missing{}) }

func (node) Value(*hcl.EvalContext) (cty.Value, hcl.Diagnostics) { panic(missing{}) }

func (*TemplateExpr) IsStringLiteral() bool { panic(missing{}) }
