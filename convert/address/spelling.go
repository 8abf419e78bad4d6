package address

import (
	"bytes"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// checkSpelling checks that a given text differs from the same text with new names only in these names. The text of the
// file has its own check, but it does not contain new values.
func (f *file) checkSpelling(old, edited string, names map[string]string) hcl.Diagnostics {
	if sameExceptNames(old, edited, names) {
		return nil
	}
	return problem("Not proven", "The names in %s would change more than the names in %s. This is a bug in hcljson.", edited, old)
}

// sameExceptNames reports whether two expressions have the same tokens, except for new names of references. names maps the
// old names to the new ones.
func sameExceptNames(old, edited string, names map[string]string) bool {
	var variables []hcl.Range
	if e, diags := hclsyntax.ParseExpression([]byte(old+"\n"), "", hcl.InitialPos); !diags.HasErrors() {
		for _, variable := range e.Variables() {
			variables = append(variables, variable.SourceRange())
		}
	}
	was, is := nameTokens(old), nameTokens(edited)
	if len(was) != len(is) {
		return false
	}
	for i, token := range was {
		if bytes.Equal(token.Bytes, is[i].Bytes) && token.Type == is[i].Type {
			continue
		}
		at := token.Range.Start.Byte
		isStep := i > 0 && was[i-1].Type == hclsyntax.TokenDot || slices.ContainsFunc(variables, func(rng hcl.Range) bool {
			return rng.Start.Byte <= at && at < rng.End.Byte
		})
		a, b := bytes.Split(token.Bytes, []byte(".")), bytes.Split(is[i].Bytes, []byte(".")) // of a reference in quotes
		isName := slices.EqualFunc(a, b, func(a, b []byte) bool { return bytes.Equal(a, b) || names[string(a)] == string(b) })
		if !isName || token.Type != is[i].Type || token.Type == hclsyntax.TokenIdent && !isStep {
			return false
		}
	}
	return true
}

// nameTokens returns the tokens of an expression. A constant key in brackets has the tokens of a name after a dot.
func nameTokens(text string) (list hclsyntax.Tokens) {
	tokens, _ := hclsyntax.LexExpression([]byte(text), "", hcl.InitialPos)
	isKey := []hclsyntax.TokenType{
		hclsyntax.TokenOBrack, hclsyntax.TokenOQuote, hclsyntax.TokenQuotedLit, hclsyntax.TokenCQuote, hclsyntax.TokenCBrack,
	}
	for i := 0; i < len(tokens); i++ {
		end := i + len(isKey)
		if end <= len(tokens) && slices.EqualFunc(tokens[i:end], isKey, isOfType) {
			dot, key := tokens[i], tokens[i+2]
			dot.Type, dot.Bytes, key.Type = hclsyntax.TokenDot, []byte("."), hclsyntax.TokenIdent
			if text, ok := hcltext.QuotedText(`"` + string(key.Bytes) + `"`); ok {
				key.Bytes = []byte(text)
			}
			list, i = append(list, dot, key), end-1
			continue
		}
		list = append(list, tokens[i])
	}
	return list
}

func isOfType(token hclsyntax.Token, is hclsyntax.TokenType) bool { return token.Type == is }
