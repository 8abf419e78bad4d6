package equivalent

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

// maxWork is how much work may be spent where it grows with a square: of the
// number of lines and sequences of a template in the parser of hashicorp/hcl, and
// of the number of names of a body that nobody knows in its JSON decoder.
const (
	maxWork     = 80_000 * 80_000
	workPerName = 64
)

// tooDeep reports whether source text in native syntax would make a syntax tree
// that is too deep to walk, or takes too long to read.
func (c *comparer) tooDeep(src []byte, lex lexer) bool {
	if len(src) < maxDepth {
		return false
	}
	tokens, _ := lex(src, "", hcl.InitialPos)
	return c.tokensTooDeep(tokens)
}

func (c *comparer) tokensTooDeep(tokens hclsyntax.Tokens) bool {
	type frame struct {
		open  hclsyntax.TokenType
		chain int
		lines int
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
	measure := func(f frame) {
		*c.work -= f.lines * f.lines
	}
	for _, token := range tokens {
		switch token.Type {
		case hclsyntax.TokenStringLit, hclsyntax.TokenQuotedLit:
			stack[len(stack)-1].lines++
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenOQuote,
			hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			// An index is also a step of a chain, and a directive may hold the
			// ones after it.
			if token.Type == hclsyntax.TokenTemplateInterp || token.Type == hclsyntax.TokenTemplateControl {
				stack[len(stack)-1].lines++
			}
			if token.Type == hclsyntax.TokenOBrack || token.Type == hclsyntax.TokenTemplateControl {
				grow()
			}
			stack = append(stack, frame{open: token.Type})
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCQuote,
			hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
			if len(stack) > 1 {
				reset()
				measure(stack[len(stack)-1])
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
	measure(stack[0])
	return *c.work < 0
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
