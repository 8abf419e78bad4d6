package tidy

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// parseExpression returns the references in an expression.
func parseExpression(text string) []hcl.Traversal {
	// A heredoc ends with a newline, which is not part of the expression.
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

// references are all references in the expressions of a module that are about
// values, as names with dots between them. Keys of instances are left out.
func (m *module) references() []string {
	list := []string{}
	note := func(found []hcl.Traversal) {
		for _, t := range found {
			list = append(list, dotted(t))
		}
	}
	m.each(func(s *spot) {
		if s.rule != nil && s.rule.Mode == schema.Traversal {
			return // depends_on and the like
		}
		switch e := (*s.expr).(type) {
		case *hclwrite.Native:
			note(parseExpression(e.Text))
		case *hclwrite.Template:
			if hclwrite.HasSequence(e.Text) {
				note(parseTemplate(e.Text))
			}
		case *hclwrite.Object:
			for i := range e.Items {
				switch item := &e.Items[i]; item.KeyKind {
				case hclwrite.KeyExpr:
					note(parseExpression(item.Key))
				case hclwrite.KeyTemplate:
					note(parseTemplate(item.Key))
				}
			}
		}
	})
	return list
}

// dotted are the names in a reference.
func dotted(t hcl.Traversal) string {
	var names []string
	for _, step := range t {
		if name := stepName(step); name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, ".")
}
