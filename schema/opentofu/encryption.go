package opentofu

import (
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// internal/encryption/config/config.go
func encryptionBody() *schema.Body {
	return &schema.Body{Blocks: []schema.Block{
		keyProviderBlock(),
		encryptionMethodBlock(),
		{Type: "state", Single: true, Body: encryptionTargetBody("enforced")},
		{Type: "plan", Single: true, Body: encryptionTargetBody("enforced")},
		{Type: "remote_state_data_sources", Single: true, Body: &schema.Body{Blocks: []schema.Block{
			{Type: "default", Single: true, Body: encryptionTargetBody()},
			{Type: "remote_state_data_source", Labels: []string{"name"}, Body: encryptionTargetBody()},
		}}},
	}}
}

// internal/encryption/keyprovider/*/config.go
func keyProviderBlock() schema.Block {
	body := func(blocks ...schema.Block) *schema.Body {
		return &schema.Body{
			Attributes: args(literal, "encrypted_metadata_alias"),
			Blocks:     blocks,
			Rest:       schema.RestAttributes,
		}
	}
	pbkdf2, xor := body(), body()
	pbkdf2.Attributes = append(pbkdf2.Attributes, args(templateOrTraversal, "chain")...)
	xor.Attributes = append(xor.Attributes, args(templateOrTraversal, "a", "b")...)
	return schema.Block{
		Type: "key_provider", Labels: typeAndName,
		Body: body(),
		Dependent: map[string]*schema.Body{
			"pbkdf2":  pbkdf2,
			"xor":     xor,
			"aws_kms": body(schema.Block{Type: "endpoints", Body: &schema.Body{Rest: schema.RestAttributes}}),
		},
	}
}

// internal/encryption/methods.go
func encryptionMethodBlock() schema.Block {
	body := func() *schema.Body {
		return &schema.Body{Attributes: args(templateOrTraversal, "keys"), Rest: schema.RestAttributes}
	}
	return schema.Block{
		Type: "method", Labels: typeAndName,
		Body:      &schema.Body{Rest: schema.RestAttributes},
		Dependent: map[string]*schema.Body{"aes_gcm": body(), "external": body()},
	}
}

// encryptionTargetBody is recursive: a fallback has a fallback.
//
// internal/encryption/config/config.go, TargetConfig
func encryptionTargetBody(literals ...string) *schema.Body {
	fallback := &schema.Body{Attributes: args(traversal, "method")}
	fallback.Blocks = []schema.Block{{Type: "fallback", Single: true, Body: fallback}}
	return &schema.Body{
		Attributes: slices.Concat(args(traversal, "method"), args(literal, literals...)),
		Blocks:     fallback.Blocks,
	}
}
