package opentofu

import (
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// internal/configs/named_values.go, variableBlockSchema
func variableBody(t Target) *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			args(literal, "description", "default", "sensitive", "ephemeral", "nullable"),
			args(typeExpr, "type"),
			only(t.isOpenTofu() || t.terraform(15), args(literal, "const", "deprecated")...),
		),
		Blocks: []schema.Block{{Type: "validation", Body: validationBody()}},
	}
}

// validationBody differs from a condition in one point: an error_message that
// is not a valid template is taken as it is.
//
// internal/tofu/eval_variable.go
func validationBody() *schema.Body {
	return &schema.Body{Attributes: slices.Concat(
		args(template, "condition"),
		args(&schema.Value{Mode: schema.TemplateOrText}, "error_message"),
	)}
}

// conditionBody is that of precondition, postcondition and assert.
//
// internal/configs/checks.go, checkRuleBlockSchema
func conditionBody() *schema.Body {
	return &schema.Body{Attributes: args(template, "condition", "error_message")}
}

// internal/configs/named_values.go, outputBlockSchema
func outputBody(t Target) *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			args(template, "value"),
			args(literal, "description", "sensitive", "ephemeral"),
			args(traversals, "depends_on"),
			only(t.isOpenTofu() || t.terraform(15), args(literal, "deprecated")...),
			only(t.terraform(15), args(typeExpr, "type")...),
		),
		Blocks: []schema.Block{{Type: "precondition", Body: conditionBody()}},
	}
}

// localsBody is that of locals, and of the variables of tests.
//
// internal/configs/named_values.go, decodeLocalsBlock
func localsBody() *schema.Body {
	return &schema.Body{Rest: schema.RestAttributes, Free: true}
}
