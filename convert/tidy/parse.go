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
	if e := expression(text); e != nil {
		return e.Variables()
	}
	return nil
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
	m.each(func(s *spot) {
		if s.rule != nil && s.rule.Mode == schema.Traversal {
			return // depends_on and the like
		}
		s.sources(func(text *string, parse func(string) []hcl.Traversal) {
			for _, t := range parse(*text) {
				list = append(list, dotted(t))
			}
		})
	})
	return list
}

// sources calls do with each text of the expression that can have references, and what
// parses it: not with those of other spots.
func (s *spot) sources(do func(text *string, parse func(string) []hcl.Traversal)) {
	e := *s.expr
	if call, ok := e.(*hclwrite.Call); ok {
		e = call.Argument
	} else if native, ok := e.(*hclwrite.Native); ok {
		do(&native.Text, parseExpression)
	} else if t, ok := e.(*hclwrite.Template); ok && hclwrite.HasSequence(t.Text) {
		do(&t.Text, parseTemplate)
	}
	object, ok := e.(*hclwrite.Object)
	for i := 0; ok && i < len(object.Items); i++ {
		switch item := &object.Items[i]; item.KeyKind {
		case hclwrite.KeyTemplate:
			do(&item.Key, parseTemplate)
		case hclwrite.KeyExpr:
			do(&item.Key, parseExpression)
		}
	}
}

// dotted are the names in a reference.
func dotted(t hcl.Traversal) string {
	var names []string
	for _, step := range t {
		if name := hclwrite.StepName(step); name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, ".")
}
