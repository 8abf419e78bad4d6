package address

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// usesPresent reports whether the new value contains the present value.
func (c *Change) usesPresent() bool {
	return c.Op == Set && c.Syntax == Native && len(c.Text) == 1 && strings.Contains(c.Text[0], "@") &&
		len(presents(tokensOf(c.Text[0]))) > 0
}

func tokensOf(text string) hclsyntax.Tokens {
	tokens, _ := hclsyntax.LexExpression([]byte(text), "", hcl.InitialPos)
	return tokens
}

// presents returns the indexes of the tokens @, which represent the present value. An @ in the text
// of a string is not such a token.
func presents(tokens hclsyntax.Tokens) (list []int) {
	for i, token := range tokens {
		if token.Type == hclsyntax.TokenInvalid && string(token.Bytes) == "@" {
			list = append(list, i)
		}
	}
	return list
}

// nested returns an error if a place is inside another place of the list. The present value of the outer
// place contains the value of the inner place.
func nested(list []*place) hcl.Diagnostics {
	nodes := map[*node]bool{}
	for _, p := range list {
		nodes[p.node] = true
	}
	for _, p := range list {
		for in := p.outer; in != nil; in = in.outer {
			if nodes[in.node] {
				return p.cannot("is in " + in.address + ", which also gets a new value; select only one")
			}
		}
	}
	return nil
}

// withPresent returns the new value of a change for a place, with the text of the present value for @.
func (c *Change) withPresent(p *place, present string) (text string, diags hcl.Diagnostics) {
	text = c.Text[0]
	if !c.usesPresent() {
		return text, nil
	}
	value, wrong := hclsyntax.ParseExpression([]byte("("+hcltext.Parenthesize(present)+")"), "", hcl.InitialPos)
	if wrong.HasErrors() {
		return "", p.cannot("cannot get it: its present value " + present + " is not an expression")
	}
	tokens := tokensOf(text)
	if !c.positionsFit(tokens, value) {
		return "", p.cannot("cannot get it: " + text + " is not an expression in which @ can be the present value " + present)
	}
	var b strings.Builder
	at := 0
	for _, i := range presents(tokens) {
		var before hclsyntax.TokenType
		if i > 0 {
			before = tokens[i-1].Type
		}
		b.WriteString(text[at:tokens[i].Range.Start.Byte])
		b.WriteString(operand(present, value, before, tokens[i+1].Type))
		at = tokens[i].Range.End.Byte
	}
	return b.String() + text[at:], nil
}

// positionsFit reports whether each @ is an operand, as a variable is. It returns false if a for
// expression declares a variable with a name that the value uses.
func (c *Change) positionsFit(tokens hclsyntax.Tokens, value hclsyntax.Expression) bool {
	name := "present"
	for strings.Contains(c.Text[0], name) {
		name += "_"
	}
	e, diags := hclsyntax.ParseExpression([]byte(replaced(c.Text[0], tokens, name)+"\n"), "", hcl.InitialPos)
	if diags.HasErrors() {
		return false
	}
	used := map[string]bool{}
	for _, traversal := range value.Variables() {
		used[traversal.RootName()] = true
	}
	operands, hidden := 0, false
	_ = hclsyntax.VisitAll(e, func(node hclsyntax.Node) hcl.Diagnostics {
		switch node := node.(type) {
		case *hclsyntax.ScopeTraversalExpr:
			if node.Traversal.RootName() == name {
				operands++
			}
		case *hclsyntax.ForExpr:
			hidden = hidden || used[node.KeyVar] || used[node.ValVar]
		}
		return nil
	})
	return operands == len(presents(tokens)) && !hidden
}

// replaced returns a text with another text for each @.
func replaced(text string, tokens hclsyntax.Tokens, with string) string {
	for _, i := range slices.Backward(presents(tokens)) {
		text = text[:tokens[i].Range.Start.Byte] + with + text[tokens[i].Range.End.Byte:]
	}
	return text
}

// operand returns the text of a value between two tokens, in parentheses if it needs them.
func operand(text string, value hclsyntax.Expression, before, after hclsyntax.TokenType) string {
	starts := []hclsyntax.TokenType{
		0, hclsyntax.TokenOParen, hclsyntax.TokenOBrack, hclsyntax.TokenComma, hclsyntax.TokenEqual, hclsyntax.TokenTemplateInterp,
	}
	ends := []hclsyntax.TokenType{
		hclsyntax.TokenEOF, hclsyntax.TokenCParen, hclsyntax.TokenCBrack, hclsyntax.TokenComma, hclsyntax.TokenTemplateSeqEnd,
	}
	multiline := strings.Contains(text, "\n") || hcltext.NeedsNewline(text)
	inBrackets := before == hclsyntax.TokenOParen || before == hclsyntax.TokenOBrack || before == hclsyntax.TokenComma
	if slices.Contains(starts, before) && slices.Contains(ends, after) && (!multiline || inBrackets) {
		if hcltext.NeedsNewline(text) {
			text += "\n"
		}
		return text
	}
	for {
		inner, ok := value.(*hclsyntax.ParenthesesExpr)
		if !ok {
			break
		}
		value = inner.Expression
	}
	switch value.(type) {
	case *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr, *hclsyntax.FunctionCallExpr, *hclsyntax.ForExpr:
		if !hcltext.NeedsParentheses(text) && !hcltext.NeedsNewline(text) {
			return text
		}
	case *hclsyntax.ScopeTraversalExpr, *hclsyntax.LiteralValueExpr, *hclsyntax.TemplateExpr:
		_, variable := value.(*hclsyntax.ScopeTraversalExpr)
		if !multiline && (variable || after != hclsyntax.TokenDot && after != hclsyntax.TokenOBrack) {
			return text
		}
	}
	return hcltext.Parenthesize(text)
}
