package opentofu

import "github.com/hcljson/hcljson/schema"

// stateIsIn is the word of the blocks that say where the state is.
const stateIsIn = "backend"

// backendBlock lists the backends that have nested blocks. In the body of every
// other backend (s3 with its assume_role and endpoints, too) an object is an
// argument.
//
// internal/backend/remote-state/*/backend.go, internal/backend/remote/backend.go
func backendBlock(t Target) schema.Block {
	value := backendValue(t)
	body := func(blocks ...schema.Block) *schema.Body {
		return &schema.Body{Blocks: blocks, Rest: schema.RestAttributes, RestValue: value}
	}
	return schema.Block{
		Type: "backend", Labels: []string{"type"}, Single: true, Sole: stateIsIn,
		Body: body(),
		Dependent: map[string]*schema.Body{
			"remote":     body(schema.Block{Type: "workspaces", Single: true, Body: body()}),
			"cos":        body(schema.Block{Type: "assume_role", Body: body()}),
			"oss":        body(schema.Block{Type: "assume_role", Body: body()}),
			"kubernetes": body(schema.Block{Type: "exec", Body: body()}),
		},
	}
}

// internal/cloud/backend.go, ConfigSchema
func cloudBody(t Target) *schema.Body {
	value := backendValue(t)
	return &schema.Body{
		Blocks: []schema.Block{{Type: "workspaces", Single: true, Body: &schema.Body{
			Rest: schema.RestAttributes, RestValue: value, // tags may be a map
		}}},
		Rest:      schema.RestAttributes,
		RestValue: value,
	}
}

// terraform internal/configs/state_store.go, StateStorageBlockSchema
func stateStoreBody() *schema.Body {
	body := func(part schema.Part, blocks ...schema.Block) *schema.Body {
		return &schema.Body{Part: part, Blocks: blocks, Rest: schema.RestUnknown, RestValue: literal,
			Known: providerNames}
	}
	return body(schema.StateStore,
		schema.Block{Type: "provider", Labels: []string{"type"}, Single: true, Body: body(schema.ProviderConfig)})
}
