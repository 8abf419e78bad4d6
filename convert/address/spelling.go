package address

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// checkNames checks that the values and keys with new names differ from the old ones only in these names. The check of
// declarations compares the others: see [Module.checkRenames].
func (f *file) checkNames() (diags hcl.Diagnostics) {
	check := func(r *respelling) {
		if !f.module.SkipCheck && !r.hasOnlyNewNames() {
			diags = append(diags, problem("Not proven", "The names in %s would change more than the names in %s. This is a bug in hcljson.",
				r.text, r.old)...)
		}
	}
	for _, r := range f.uses.respelled {
		if r.textWith(isOther) != r.old {
			check(r)
		}
	}
	for _, r := range f.uses.respelledNew {
		check(r)
	}
	return diags
}

// hasOnlyNewNames reports whether the old and the new text have the same tokens, except for the new names.
func (r *respelling) hasOnlyNewNames() bool {
	names := make(map[[2]string]bool, len(r.names))
	for _, n := range r.names {
		names[[2]string{n.old, n.name}] = true
	}
	isNew := func(old, text string) bool { return old == text || names[[2]string{old, text}] }
	if !r.inJSON {
		return sameExceptNames(r.old, r.text, isNew)
	}
	old, _ := jsontree.Unquote(r.old)
	text, _ := jsontree.Unquote(r.text)
	if hcltext.HasSequence(old) {
		old, text = hcltext.QuoteTemplate(old), hcltext.QuoteTemplate(text)
	}
	return sameExceptNames(old, text, isNew)
}

// sameExceptNames reports whether two expressions have the same tokens, except for new names of references. isNew reports
// whether a name is the new one of another.
func sameExceptNames(old, edited string, isNew func(old, text string) bool) bool {
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
		isStep := i > 0 && (was[i-1].Type == hclsyntax.TokenDot || was[i-1].Type == hclsyntax.TokenDoubleColon) ||
			slices.ContainsFunc(variables, func(rng hcl.Range) bool { return rng.Start.Byte <= at && at < rng.End.Byte })
		a, b := []string{string(token.Bytes)}, []string{string(is[i].Bytes)}
		if token.Type != hclsyntax.TokenIdent { // a reference in quotes
			a, b = strings.Split(a[0], "."), strings.Split(b[0], ".")
		}
		if !slices.EqualFunc(a, b, isNew) || token.Type != is[i].Type || token.Type == hclsyntax.TokenIdent && !isStep {
			return false
		}
	}
	return true
}

// nameTokens returns the tokens of an expression. A constant key in brackets has the tokens of a name after a dot.
func nameTokens(text string) (list hclsyntax.Tokens) {
	tokens, _ := hclsyntax.LexExpression([]byte(text), "", hcl.InitialPos)
	isLiteral := func(token hclsyntax.Token) bool { return token.Type == hclsyntax.TokenQuotedLit }
	for i := 0; i < len(tokens); i++ {
		list = append(list, tokens[i])
		if i+2 >= len(tokens) || tokens[i].Type != hclsyntax.TokenOBrack || tokens[i+1].Type != hclsyntax.TokenOQuote {
			continue
		}
		end := i + 2
		for isLiteral(tokens[end]) {
			end++
		}
		if tokens[end].Type == hclsyntax.TokenCQuote && tokens[end+1].Type == hclsyntax.TokenCBrack {
			dot, key := tokens[i], tokens[i+2]
			source := text[tokens[i+1].Range.Start.Byte:tokens[end].Range.End.Byte]
			e, _ := hclsyntax.ParseExpression([]byte(source), "", hcl.InitialPos)
			value, _ := e.Value(nil)
			dot.Type, dot.Bytes, key.Type, key.Bytes = hclsyntax.TokenDot, []byte("."), hclsyntax.TokenIdent, []byte(value.AsString())
			list, i = append(list[:len(list)-1], dot, key), end+1
		}
	}
	return list
}
