package opentofu

import (
	"maps"
	"slices"
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/schema"
)

// BuiltInProvider is the address of the provider that is part of the products, and
// BuiltInName the local name that stands for it.
const (
	BuiltInProvider = "terraform.io/builtin/" + BuiltInName
	BuiltInName     = "terraform"
)

// BuiltIn returns what the built-in provider says of a type, or nil.
//
// internal/builtin/providers/tf/resource_data.go and data_source_state.go
func BuiltIn(part schema.Part, typ string) *schema.Spec {
	if body := builtIn[part][typ]; body != nil {
		return &schema.Spec{Body: body}
	}
	return nil
}

var builtIn = map[schema.Part]map[string]*schema.SpecBody{
	schema.ProviderConfig: {BuiltInName: {}},
	schema.Resource: {"terraform_data": {Attributes: map[string]*schema.SpecAttribute{
		"input":            {Type: cty.DynamicPseudoType, Optional: true},
		"triggers_replace": {Type: cty.DynamicPseudoType, Optional: true},
		"id":               {Type: cty.String, Computed: true},
		"output":           {Type: cty.DynamicPseudoType, Computed: true},
	}}},
	schema.DataSource: {"terraform_remote_state": {Attributes: map[string]*schema.SpecAttribute{
		"backend":   {Type: cty.String, Required: true},
		"config":    {Type: cty.DynamicPseudoType, Optional: true},
		"defaults":  {Type: cty.DynamicPseudoType, Optional: true},
		"workspace": {Type: cty.String, Optional: true},
		"outputs":   {Type: cty.DynamicPseudoType, Computed: true},
	}}},
}

// builtInBodies are bodies of the language for the types of the built-in provider: with
// its arguments, and all that it defines.
func builtInBodies(part schema.Part, base func() *schema.Body) map[string]*schema.Body {
	bodies := map[string]*schema.Body{}
	for typ, spec := range builtIn[part] {
		body := base()
		for _, name := range slices.Sorted(maps.Keys(spec.Attributes)) {
			if spec.Attributes[name].Argument() {
				body.Attributes = append(body.Attributes, schema.Attribute{Name: name, Defined: true})
			}
		}
		define(body, "Provider "+BuiltInProvider, slices.Sorted(maps.Keys(spec.Attributes))...)
		bodies[typ] = body
	}
	return bodies
}

// define lists what is defined in a body. The schemas of what is part of the
// products have the version 0.
func define(body *schema.Body, definer string, names ...string) {
	body.Defined = &schema.Body{
		Attributes: args(template, names...), Definer: definer, Version: new(uint64),
	}
}

// provisioners are what the provisioners that are part of the products take.
//
// internal/builtin/provisioners/*/resource_provisioner.go
var provisioners = map[string][]string{
	"file":        {"content", "destination", "source"},
	"local-exec":  {"command", "environment", "interpreter", "quiet", "working_dir"},
	"remote-exec": {"inline", "script", "scripts"},
}

// BlockType is the type of the blocks that a part of a provider's schema defines, or
// empty for a part of something else.
func BlockType(part schema.Part) string { return blockTypes()[part] }

var blockTypes = sync.OnceValue(func() map[schema.Part]string {
	newest := Target{Product: Terraform}
	types := map[schema.Part]string{}
	var walk func(body *schema.Body)
	walk = func(body *schema.Body) {
		for i := range body.Blocks {
			row := &body.Blocks[i]
			if part := row.Part(); part != schema.NoPart && types[part] == "" && len(row.Labels) > 0 {
				types[part] = row.Type
			} else if part == schema.NoPart && len(row.Labels) == 0 {
				walk(row.Body)
			}
		}
	}
	walk(Config(newest).Root)
	walk(Query(newest).Root)
	return types
})
