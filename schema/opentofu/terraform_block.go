package opentofu

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/internal/reading"
)

// internal/configs/parser_config.go, terraformBlockSchema; what is alone, module.go,
// NewModule and appendFile
func terraformBody(t Target) *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			args(literal, "required_version"),
			args(keywords, "experiments"),
			args(keyword, "language"),
		),
		Blocks: slices.Concat(
			[]schema.Block{
				backendBlock(t),
				{Type: "cloud", Single: true, Sole: stateIsIn, Body: cloudBody(t)},
				{Type: "required_providers", Single: true, Sole: "required_providers", Body: requiredProvidersBody()},
				{Type: "provider_meta", Labels: []string{"provider"}, Distinct: true, OfProvider: true,
					Body: providerMetaBody()},
			},
			only(t.isOpenTofu(), schema.Block{
				Type: "encryption", Single: true, Sole: "encryption", Body: encryptionBody(),
			}),
			only(t.isTerraform(),
				schema.Block{
					Type: "state_store", Labels: []string{"type"}, Single: true, Sole: stateIsIn, Body: stateStoreBody(),
				}),
		),
	}
}

// internal/configs/language.go
func languageBody() *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			args(keyword, "edition"),
			args(keywords, "experiments"),
		),
		Blocks: []schema.Block{{Type: "compatible_with", Single: true, Body: &schema.Body{
			Attributes: args(literal, "opentofu"),
			Rest:       schema.RestAttributes,
			// Other products' versions, which OpenTofu never evaluates.
			RestValue: &schema.Value{Mode: schema.TemplateOrText},
		}}},
	}
}

// internal/configs/provider_requirements.go, decodeRequiredProvidersBlock
func requiredProvidersBody() *schema.Body {
	return &schema.Body{
		Rest: schema.RestAttributes,
		RestValue: &schema.Value{
			Mode: schema.Literal, // a version alone is the form before 0.13
			Fields: slices.Concat(
				args(literal, "source", "version"),
				args(traversals, "configuration_aliases"),
			),
		},
		Free: true,
	}
}

// RequiredProvider has the expressions of an entry of required_providers; nil is one that
// is not there.
type RequiredProvider struct{ Source, Version, Aliases hcl.Expression }

// ReadRequiredProvider reads an entry of required_providers: an object, or the version
// alone. It reports false for an object with a key that is not constant.
//
// internal/configs/provider_requirements.go, decodeRequiredProvidersBlock
func ReadRequiredProvider(e hcl.Expression) (r RequiredProvider, ok bool) {
	pairs, diags := hcl.ExprMap(e)
	if diags.HasErrors() {
		return RequiredProvider{Version: e}, true
	}
	ok = true
	for _, pair := range pairs {
		key, constant := reading.Key(pair.Key)
		ok = ok && constant
		switch key {
		case SourceArgument:
			r.Source = pair.Value
		case VersionArgument:
			r.Version = pair.Value
		case "configuration_aliases":
			r.Aliases = pair.Value
		}
	}
	return r, ok
}

// The native syntax allows constants alone, but the product evaluates a JSON
// string as a template.
//
// internal/configs/provider_meta.go
func providerMetaBody() *schema.Body {
	return &schema.Body{Rest: schema.RestAttributes, RestValue: &schema.Value{NativeConstant: true}, Free: true}
}
