package toconfig

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/schema"
)

// builtInProvider is the address of the provider that is part of the products.
const builtInProvider = "terraform.io/builtin/terraform"

// builtIn returns what the built-in provider says of a type, or nil.
//
// Mirrors opentofu internal/builtin/providers/tf/resource_data.go and
// data_source_state.go.
func builtIn(key specKey) *schema.Spec {
	if key.provider != builtInProvider {
		return nil
	}
	anything := func() *schema.SpecAttribute {
		return &schema.SpecAttribute{Type: cty.DynamicPseudoType, Optional: true}
	}
	switch {
	case key.part == schema.Resource && key.typ == "terraform_data":
		return &schema.Spec{Body: &schema.SpecBody{Attributes: map[string]*schema.SpecAttribute{
			"input":            anything(),
			"triggers_replace": anything(),
			"id":               {Type: cty.String, Computed: true},
			"output":           {Type: cty.DynamicPseudoType, Computed: true},
		}}}
	case key.part == schema.DataSource && key.typ == "terraform_remote_state":
		return &schema.Spec{Body: &schema.SpecBody{Attributes: map[string]*schema.SpecAttribute{
			"backend":   {Type: cty.String, Required: true},
			"config":    anything(),
			"defaults":  anything(),
			"workspace": {Type: cty.String, Optional: true},
			"outputs":   {Type: cty.DynamicPseudoType, Computed: true},
		}}}
	}
	return nil
}
