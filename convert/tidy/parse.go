package tidy

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// parseExpression returns the references in an expression.
func parseExpression(text string) []hcl.Traversal {
	// A heredoc ends with a newline, which is no part of the expression.
	e, diags := hclsyntax.ParseExpression([]byte(text+"\n"), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	return e.Variables()
}

// parseTemplate returns the references in a template.
func parseTemplate(text string) []hcl.Traversal {
	e, diags := hclsyntax.ParseTemplate([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	return e.Variables()
}
