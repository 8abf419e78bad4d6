package opentofu

import "github.com/hcljson/hcljson/schema"

// Variables is the language of .tfvars files.
//
// internal/command/meta_vars.go
func Variables(t Target) *schema.Dialect {
	return &schema.Dialect{Name: "tfvars", Product: t.Product.title(), Root: &schema.Body{
		Attributes: []schema.Attribute{{
			Name:  "variable",
			Value: literal,
			NoJSON: `In a .tfvars.json file, a property "variable" that holds objects is taken for a ` +
				`misplaced variable block.`,
		}},
		Rest:      schema.RestAttributes,
		RestValue: literal,
		Free:      true,
	}}
}
