package language

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// The parsers are recursive, and a Go program can't recover from the end of the
// stack. No schema needs so much.
const (
	maxNesting = 500
	// maxOperators counts operators and template directives in the whole file;
	// each can be a level of recursion.
	maxOperators = 1000
)

// shallow refuses a file that is nested too deeply.
func (r *reader) shallow(src []byte) bool {
	if r.json {
		return r.shallowJSON(src)
	}
	tokens, _ := hclsyntax.LexConfig(src, r.filename, hcl.InitialPos)
	return r.shallowTokens(tokens)
}

// shallowString refuses a string of JSON that is nested too deeply to be parsed
// as an expression.
func (r *reader) shallowString(expr hcl.Expression) bool {
	if !r.json {
		return true
	}
	value, diags := expr.Value(nil)
	if diags.HasErrors() || value.IsNull() || value.Type() != cty.String {
		return true
	}
	tokens, _ := hclsyntax.LexExpression([]byte(value.AsString()), r.filename, expr.Range().Start)
	return r.shallowTokens(tokens)
}

func (r *reader) shallowTokens(tokens hclsyntax.Tokens) bool {
	depth, operators := 0, 0
	for _, token := range tokens {
		switch token.Type {
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenOQuote,
			hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp:
			depth++
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCQuote,
			hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
			depth--
		case hclsyntax.TokenBang, hclsyntax.TokenMinus, hclsyntax.TokenPlus, hclsyntax.TokenStar, hclsyntax.TokenSlash,
			hclsyntax.TokenPercent, hclsyntax.TokenQuestion, hclsyntax.TokenAnd, hclsyntax.TokenOr, hclsyntax.TokenEqualOp,
			hclsyntax.TokenNotEqual, hclsyntax.TokenLessThan, hclsyntax.TokenLessThanEq, hclsyntax.TokenGreaterThan,
			hclsyntax.TokenGreaterThanEq, hclsyntax.TokenTemplateControl:
			operators++
		}
		if depth > maxNesting || operators > maxOperators {
			r.tooDeep(token.Range)
			return false
		}
	}
	return true
}

func (r *reader) shallowJSON(src []byte) bool {
	depth, text := 0, false
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case text:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
		if depth > maxNesting {
			start := bytes.LastIndexByte(src[:i], '\n') + 1
			pos := hcl.Pos{Line: 1 + bytes.Count(src[:i], []byte{'\n'}), Column: 1, Byte: start}
			r.tooDeep(hcl.Range{Filename: r.filename, Start: pos, End: pos})
			return false
		}
	}
	return true
}

func (r *reader) tooDeep(rng hcl.Range) {
	r.errorf(rng, "Nested too deeply", "More than %d levels of brackets and blocks, or %d operators, are not read. Give parts a name in body or rule blocks, and use these.", maxNesting, maxOperators)
}
