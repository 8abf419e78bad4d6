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

// builtIn is what the built-in provider says of its types.
//
// internal/builtin/providers/tf/resource_data.go and data_source_state.go; terraform
// internal/builtin/providers/terraform
func builtIn(t Target) map[schema.Part]map[string]*schema.SpecBody {
	data := &schema.SpecBody{Attributes: map[string]*schema.SpecAttribute{
		"input":            {Type: cty.DynamicPseudoType, Optional: true},
		"triggers_replace": {Type: cty.DynamicPseudoType, Optional: true},
		"id":               {Type: cty.String, Computed: true},
		"output":           {Type: cty.DynamicPseudoType, Computed: true},
	}}
	if t.terraform(16) {
		data.Blocks = map[string]*schema.SpecBlock{"store": {Nesting: schema.NestingSingle, Body: &schema.SpecBody{
			Attributes: map[string]*schema.SpecAttribute{
				"input":            {Type: cty.DynamicPseudoType, Optional: true, WriteOnly: true},
				"version":          {Type: cty.DynamicPseudoType, Optional: true},
				"sensitive":        {Type: cty.Bool, Optional: true},
				"replace":          {Type: cty.Bool, Optional: true},
				"output":           {Type: cty.DynamicPseudoType, Computed: true},
				"sensitive_output": {Type: cty.DynamicPseudoType, Computed: true, Sensitive: true},
			},
		}}}
	}
	return map[schema.Part]map[string]*schema.SpecBody{
		schema.ProviderConfig: {BuiltInName: {}},
		schema.Resource:       {"terraform_data": data},
		schema.DataSource: {"terraform_remote_state": {Attributes: map[string]*schema.SpecAttribute{
			"backend":   {Type: cty.String, Required: true},
			"config":    {Type: cty.DynamicPseudoType, Optional: true},
			"defaults":  {Type: cty.DynamicPseudoType, Optional: true},
			"workspace": {Type: cty.String, Optional: true},
			"outputs":   {Type: cty.DynamicPseudoType, Computed: true},
		}}},
	}
}

// builtInBodies are bodies of the language for the types of the built-in provider: with
// its arguments, and all that it defines.
func builtInBodies(t Target, part schema.Part, base func() *schema.Body) map[string]*schema.Body {
	bodies := map[string]*schema.Body{}
	for typ, spec := range builtIn(t)[part] {
		body, arguments := base(), specBody(spec, (*schema.SpecAttribute).Argument)
		for _, row := range arguments.Attributes {
			row.Defined = true
			body.Attributes = append(body.Attributes, row)
		}
		for _, row := range arguments.Blocks {
			row.Defined = true
			body.Blocks = append(body.Blocks, row)
		}
		every := func(*schema.SpecAttribute) bool { return true }
		define(body, "Provider "+BuiltInProvider, specBody(spec, every))
		bodies[typ] = body
	}
	return bodies
}

// specBody is the body that a spec describes, with single blocks and the attributes that
// has takes.
func specBody(spec *schema.SpecBody, has func(*schema.SpecAttribute) bool) *schema.Body {
	body := &schema.Body{Dynamic: true}
	for _, name := range slices.Sorted(maps.Keys(spec.Attributes)) {
		if has(spec.Attributes[name]) {
			body.Attributes = append(body.Attributes, schema.Attribute{Name: name})
		}
	}
	for _, typ := range slices.Sorted(maps.Keys(spec.Blocks)) {
		row := schema.Block{Type: typ, Single: true, Body: specBody(spec.Blocks[typ].Body, has)}
		body.Blocks = append(body.Blocks, row)
	}
	return body
}

// define says what is defined in a body. The schemas of what is part of the products
// have the version 0.
func define(body *schema.Body, definer string, defined *schema.Body) {
	defined.Definer, defined.Version = definer, new(uint64)
	body.Defined = defined
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
