package oracle

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// The parsers of hashicorp/hcl recurse without a limit of their own, and a Go
// program cannot survive the end of its stack.
const (
	// maxDepth is how deeply brackets and templates may be nested.
	maxDepth = 1000
	// maxChain is how deep a syntax tree may become by operators as well, which
	// nest without a bracket (1 + 1 + 1, !!!x, a[*][*]).
	maxChain = 10000
)

type lexer func(src []byte, filename string, start hcl.Pos) (hclsyntax.Tokens, hcl.Diagnostics)

// tooDeep reports whether source text in native syntax would make a syntax tree
// that is too deep to walk.
func tooDeep(src []byte, lex lexer) bool {
	if len(src) < maxDepth {
		return false
	}
	tokens, _ := lex(src, "", hcl.InitialPos)
	type frame struct {
		open  hclsyntax.TokenType
		chain int
	}
	stack := []frame{{open: hclsyntax.TokenOBrace}}
	chain := 0
	grow := func() {
		stack[len(stack)-1].chain++
		chain++
	}
	reset := func() {
		chain -= stack[len(stack)-1].chain
		stack[len(stack)-1].chain = 0
	}
	for _, token := range tokens {
		switch token.Type {
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenOQuote,
			hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			// An index is also a step of a chain, and a directive may hold the
			// ones after it.
			if token.Type == hclsyntax.TokenOBrack || token.Type == hclsyntax.TokenTemplateControl {
				grow()
			}
			stack = append(stack, frame{open: token.Type})
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCQuote,
			hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
			if len(stack) > 1 {
				reset()
				stack = stack[:len(stack)-1]
			}
		case hclsyntax.TokenComma:
			reset()
		case hclsyntax.TokenNewline:
			if stack[len(stack)-1].open == hclsyntax.TokenOBrace {
				reset()
			}
		case hclsyntax.TokenPlus, hclsyntax.TokenMinus, hclsyntax.TokenStar, hclsyntax.TokenSlash,
			hclsyntax.TokenPercent, hclsyntax.TokenBang, hclsyntax.TokenQuestion, hclsyntax.TokenAnd,
			hclsyntax.TokenOr, hclsyntax.TokenEqualOp, hclsyntax.TokenNotEqual, hclsyntax.TokenLessThan,
			hclsyntax.TokenLessThanEq, hclsyntax.TokenGreaterThan, hclsyntax.TokenGreaterThanEq:
			grow()
		}
		if len(stack) > maxDepth || chain > maxChain {
			return true
		}
	}
	return false
}

func tooDeepJSON(src []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '"':
			quoted = !quoted
		case '\\':
			if quoted {
				i++
			}
		case '{', '[':
			if !quoted {
				depth++
			}
		case '}', ']':
			if !quoted {
				depth--
			}
		}
		if depth > maxDepth {
			return true
		}
	}
	return false
}
