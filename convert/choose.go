package convert

import (
	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// blockBody is the rule for the body of a block, nested in a body with rule s.
// value is that of the argument that chooses the body.
func blockBody(rule *schema.Block, labels []string, value string, s *schema.Body) *schema.Body {
	if rule != nil {
		if body := rule.BodyFor(labels, value); body != nil {
			return body
		}
	}
	if s.RestBody != nil {
		return s.RestBody
	}
	return anyBody
}

// anyBody is for blocks in a body that the schema says has none.
var anyBody = func() *schema.Body {
	b := &schema.Body{Rest: schema.RestUnknown}
	b.Prepare()
	return b
}()

// choosingValue is the value of the argument that chooses the body of a block
// next to its labels; see schema.Block.
func choosingValue(block *hclwrite.Block, rule *schema.Block) string {
	if rule == nil || rule.By == "" {
		return ""
	}
	a := block.Body.Attribute(rule.By)
	if a == nil {
		return ""
	}
	switch e := a.Expr.(type) {
	case *hclwrite.Native:
		return e.Text
	case *hclwrite.Template:
		if !hclwrite.HasSequence(e.Text) {
			return hclwrite.TemplateText(e.Text)
		}
	}
	return ""
}

// choosingText is the same for the objects of a body in JSON.
func choosingText(objects []*jsontree.Value, rule *schema.Block) string {
	if rule == nil || rule.By == "" {
		return ""
	}
	text, _ := textOf(objects, rule.By)
	return text
}

// textOf is the first string of a name in the objects of a body.
func textOf(objects []*jsontree.Value, name string) (text string, ok bool) {
	for _, object := range objects {
		for i := range object.Members {
			if m := &object.Members[i]; m.Name == name && m.Value.Kind == jsontree.String {
				return m.Value.Text, true
			}
		}
	}
	return "", false
}
