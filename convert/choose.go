package convert

import (
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
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

// bodyOf is the rule for the body of a block with this rule in a body with rule s.
func bodyOf(block *hclwrite.Block, rule *schema.Block, s *schema.Body) *schema.Body {
	value := ""
	if rule != nil && rule.By != "" {
		value = block.Body.SourceOf(rule.By)
	}
	return blockBody(rule, block.Labels, value, s)
}

// choosingText is the value, in the objects of a body in JSON, of the argument that
// chooses the body.
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
