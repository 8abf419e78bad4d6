// Package opentofu contains the schema tables of the language that OpenTofu and Terraform share:
// configuration files, and the files for tests, mocks, queries, stacks and variable values.
//
// A comment above a table names the upstream file that it mirrors. The file is in OpenTofu's
// repository unless "terraform" precedes it. If the rows depend on the product or version, the table
// uses the [Target].
package opentofu

import (
	"maps"
	"slices"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/schema"
)

// Config returns the language of .tf and .tofu files. Each call makes new tables; dialects.ForFile returns tables that
// all callers share.
func Config(t Target) *schema.Dialect {
	return &schema.Dialect{
		Name: t.Product.String(), Product: t.Product.title(), Target: t.String(), Root: withConstants(configRoot(t)), ArrayRoot: true,
		Functions: functionsOf(t), Qualified: true,
		Objects: configObjects,
		Facts:   &conventions.Facts{Placeholders: placeholders, Style: style(), BuiltIn: builtIn(t)},
	}
}

// language returns the language of files other than configuration files.
func language(t Target, name string, root *schema.Body) *schema.Dialect {
	return &schema.Dialect{
		Name: name, Product: t.Product.title(), Target: t.String(), Root: withConstants(root), ArrayRoot: true,
		Functions: functionsOf(t), Qualified: true,
		Objects: objects, Facts: &conventions.Facts{BuiltIn: builtIn(t)},
	}
}

// objects are the objects of an expression that the language defines. The attributes of terraform and tofu depend on the
// version.
//
// internal/addrs/count_attr.go, for_each_attr.go; internal/tofu/evaluate.go, GetPathAttr and GetTerraformAttr
var objects = map[string][]string{
	"path": {"module", "root", "cwd"}, "each": {"key", "value"}, "count": {"index"},
	"terraform": {"workspace", "applying"}, "tofu": {"workspace", "applying"},
}

// configObjects are objects, and block types that are no objects in a configuration. Tests have output.
var configObjects = func() map[string][]string {
	all := map[string][]string{"variable": nil, "locals": nil, "output": nil}
	maps.Copy(all, objects)
	return all
}()

// placeholders contains the tokens of CDK for Terraform. Tokens of strings, lists and maps are text;
// in an expression, they lack the ${. Tokens of numbers are doubles with significant last bits. An
// app may change the text. Constructs of other generators write Token[ (aws/constructs
// lib/private/encoding.ts).
//
// cdk-terrain packages/cdktn/lib/tokens/private/encoding.ts
var placeholders = []conventions.Placeholder{{
	Generator: "CDK for Terraform",
	Texts:     []string{"TfToken[", "tftoken[", "TFTOKEN[", "${Token[", "#{Token[", "Token[TOKEN."},
	Numbers:   []uint16{0xfdff, 0xfbff},
}}

// internal/configs/parser_config.go, configFileSchema; uniqueness: module.go, appendFile
func configRoot(t Target) *schema.Body {
	return &schema.Body{Blocks: slices.Concat(
		[]schema.Block{
			{Type: "terraform", Body: terraformBody(t)},
			providerBlock(t),
			{
				Type: "variable", Labels: []string{"name"}, Unique: true, Body: variableBody(t),
				Condition: &schema.Condition{Block: "validation", Argument: "condition", Root: "var"},
			},
			{Type: "locals", Unique: true, OwnRoots: []string{"local"}, Body: localsBody()},
			{Type: "output", Labels: []string{"name"}, Unique: true, Body: outputBody(t)},
			{Type: "module", Labels: []string{"name"}, Unique: true, Body: moduleBody(t)},
			resourceBlock(t),
			dataBlock(t),
			{Type: "check", Labels: []string{"name"}, Unique: true, Body: checkBody(t)},
			{Type: "import", Unique: true, DistinguishedBy: "to", Body: importBody(t)},
			{Type: "moved", Body: movedBody()},
		},
		since(t, 7, 7, schema.Block{Type: "removed", Body: removedBody(t)}),
		since(t, 11, 10, schema.Block{
			Type: "ephemeral", Labels: typeAndName, By: "provider", Unique: true, OwnRoots: []string{"ephemeral"}, Body: ephemeralBody(t),
		}),
		since(t, 12, never, schema.Block{Type: "language", Body: languageBody()}),
		since(t, never, 14, schema.Block{
			Type: "action", Labels: typeAndName, By: "provider", Unique: true, Body: actionBody(),
		}),
	)}
}

var typeAndName = []string{"type", "name"}

// internal/configs/module_call.go, moduleBlockSchema
func moduleBody(t Target) *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			args(address(moduleSourceValue(t), tfname.TakesModule), "source"),
			args(moduleSourceValue(t), "version"),
			args(template, "count", "for_each"),
			args(traversals, "depends_on"),
			args(providerReferences(t), "providers"),
			only(t.terraform(15), args(template, "ignore_nested_deprecations")...),
		),
		Blocks: slices.Concat(
			since(t, 11, never, schema.Block{Type: "lifecycle", Single: true, Body: &schema.Body{
				Attributes: args(template, "enabled"),
			}}),
			[]schema.Block{escapeBlock(&schema.Body{Remain: schema.RemainAttributes})},
		),
		Remain:    schema.RemainAttributes, // the module's inputs
		Reserved:  reserved(nil, "locals", "provider"),
		Exclusive: repetitions,
	}
}

func providerBlock(t Target) schema.Block {
	body := func() *schema.Body { return providerBody(t) }
	return schema.Block{
		Type: "provider", Labels: []string{"name"}, Unique: true, DistinguishedBy: "alias",
		Body: body(), Dependent: builtInBodies(t, schema.ProviderConfig, body),
	}
}

// internal/configs/provider.go, providerBlockSchema
func providerBody(t Target) *schema.Body {
	body := providerDefinedBody(schema.ProviderConfig)
	body.Attributes = slices.Concat(
		args(literal, "alias", "version"),
		since(t, 9, never, args(template, "for_each")...),
	)
	body.Blocks = []schema.Block{escapeBlock(providerDefinedBody(schema.ProviderConfig))}
	body.Reserved = reserved([]string{"count", "depends_on", "source"}, "lifecycle", "locals")
	return body
}

// providerDefinedBody returns a body that the given part of a provider's schema defines.
func providerDefinedBody(part schema.Part) *schema.Body {
	return &schema.Body{Part: part, Remain: schema.RemainUnknown, Names: (*schema.Names)(providerNames), Dynamic: true}
}

// escapeBlock returns the "_" block. In its body, the names of meta-arguments are arguments that the
// provider, provisioner or module defines.
func escapeBlock(body *schema.Body) schema.Block {
	return schema.Block{Type: "_", Single: true, Escape: true, Body: body}
}

// reserved returns a body of names that the language reserves without a meaning.
func reserved(arguments []string, blocks ...string) *schema.Body {
	body := &schema.Body{Attributes: args(template, arguments...)}
	for _, typ := range blocks {
		body.Blocks = append(body.Blocks, schema.Block{Type: typ})
	}
	return body
}

// internal/configs/parser_config.go, terraformBlockSchema; uniqueness: module.go, NewModule and
// appendFile
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
				{Type: "cloud", Single: true, UniqueAcrossTypes: stateStorage, Body: cloudBody(t)},
				{Type: "required_providers", Single: true, UniqueAcrossTypes: "required_providers", Body: requiredProvidersBody()},
				{Type: "provider_meta", Labels: []string{"provider"}, Unique: true, OfProvider: true,
					Body: providerMetaBody()},
			},
			since(t, 7, never, schema.Block{
				Type: "encryption", Single: true, UniqueAcrossTypes: "encryption", Body: encryptionBody(t),
			}),
			since(t, never, 13, schema.Block{
				Type: "state_store", Labels: []string{"type"}, Single: true, UniqueAcrossTypes: stateStorage, Body: stateStoreBody(),
			}),
		),
	}
}

// internal/configs/language.go
func languageBody() *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			args(unquotedKeyword, "edition"),
			args(keywords, "experiments"),
		),
		Blocks: []schema.Block{{Type: "compatible_with", Single: true, Body: &schema.Body{
			Attributes: args(literal, "opentofu"),
			Remain:     schema.RemainAttributes,
			// These are versions of other products, which OpenTofu never evaluates.
			RemainValue: &schema.Value{Mode: schema.TemplateOrText},
		}}},
	}
}

// internal/configs/provider_requirements.go, decodeRequiredProvidersBlock
func requiredProvidersBody() *schema.Body {
	return &schema.Body{
		Remain: schema.RemainAttributes,
		RemainValue: &schema.Value{
			Mode: schema.Literal, Takes: tfname.TakesVersions, // a version alone is the form before 0.13
			Fields: slices.Concat(
				args(&schema.Value{Mode: schema.Literal, Takes: tfname.TakesSource}, "source"),
				args(&schema.Value{Mode: schema.Literal, Takes: tfname.TakesVersions}, "version"),
				args(unquotedTraversals, "configuration_aliases"),
			),
		},
		JustAttributes: true,
		NamesTake:      tfname.TakesLocalName,
	}
}

// providerMetaBody returns the body of provider_meta. Native syntax allows only constants, but the
// product evaluates a JSON string as a template.
//
// internal/configs/provider_meta.go
func providerMetaBody() *schema.Body {
	return &schema.Body{
		Remain: schema.RemainAttributes, RemainValue: &schema.Value{NativeConstant: true}, JustAttributes: true,
	}
}

// stateStorage is the group of the blocks that configure the state's storage.
const stateStorage = "backend"

// backendBlock returns the backend block. It lists the backends with nested blocks. In the body of
// all other backends, including s3 with its assume_role and endpoints, an object is an argument.
//
// internal/backend/remote-state/*/backend.go, internal/backend/remote/backend.go
func backendBlock(t Target) schema.Block {
	value := backendValue(t)
	body := func(blocks ...schema.Block) *schema.Body {
		return &schema.Body{Blocks: blocks, Remain: schema.RemainAttributes, RemainValue: value}
	}
	return schema.Block{
		Type: "backend", Labels: []string{"type"}, Single: true, UniqueAcrossTypes: stateStorage,
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
			Remain: schema.RemainAttributes, RemainValue: value, // tags may be a map
		}}},
		Remain:      schema.RemainAttributes,
		RemainValue: value,
	}
}

// terraform internal/configs/state_store.go, StateStorageBlockSchema
func stateStoreBody() *schema.Body {
	body := func(part schema.Part, blocks ...schema.Block) *schema.Body {
		return &schema.Body{Part: part, Blocks: blocks, Remain: schema.RemainUnknown, RemainValue: literal,
			Names: (*schema.Names)(providerNames)}
	}
	return body(schema.StateStore,
		schema.Block{Type: "provider", Labels: []string{"type"}, Single: true, Body: body(schema.ProviderConfig)})
}

// internal/encryption/config/config.go
func encryptionBody(t Target) *schema.Body {
	return &schema.Body{Blocks: []schema.Block{
		keyProviderBlock(t),
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
func keyProviderBlock(t Target) schema.Block {
	body := func(blocks ...schema.Block) *schema.Body {
		return &schema.Body{
			Attributes: since(t, 9, never, args(literal, "encrypted_metadata_alias")...),
			Blocks:     blocks,
			Remain:     schema.RemainAttributes,
		}
	}
	pbkdf2, xor := body(), body()
	pbkdf2.Attributes = append(pbkdf2.Attributes, since(t, 10, never, args(templateOrTraversal, "chain")...)...)
	xor.Attributes = append(xor.Attributes, args(templateOrTraversal, "a", "b")...)
	return schema.Block{
		Type: "key_provider", Labels: typeAndName,
		Body: body(),
		Dependent: map[string]*schema.Body{
			"pbkdf2":  pbkdf2,
			"xor":     xor,
			"aws_kms": body(schema.Block{Type: "endpoints", Body: &schema.Body{Remain: schema.RemainAttributes}}),
		},
	}
}

// internal/encryption/methods.go
func encryptionMethodBlock() schema.Block {
	body := func() *schema.Body {
		return &schema.Body{Attributes: args(templateOrTraversal, "keys"), Remain: schema.RemainAttributes}
	}
	return schema.Block{
		Type: "method", Labels: typeAndName,
		Body:      &schema.Body{Remain: schema.RemainAttributes},
		Dependent: map[string]*schema.Body{"aes_gcm": body(), "external": body()},
	}
}

// encryptionTargetBody returns the body of an encryption target. It is recursive: a fallback has a
// fallback.
//
// internal/encryption/config/config.go, TargetConfig
func encryptionTargetBody(literals ...string) *schema.Body {
	fallback := &schema.Body{Attributes: args(unquotedTraversal, "method")}
	fallback.Blocks = []schema.Block{{Type: "fallback", Single: true, Body: fallback}}
	return &schema.Body{
		Attributes: slices.Concat(args(unquotedTraversal, "method"), args(literal, literals...)),
		Blocks:     fallback.Blocks,
	}
}

// internal/configs/named_values.go, variableBlockSchema
func variableBody(t Target) *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			[]schema.Attribute{{Name: "default", Value: literal, TypeFrom: "type"}},
			args(literal, "description", "sensitive", "nullable"),
			args(typeExpr, "type"),
			since(t, 11, 10, args(literal, "ephemeral")...),
			since(t, 12, 15, args(literal, "const")...),
			since(t, 10, 15, args(literal, "deprecated")...),
		),
		Blocks: []schema.Block{{Type: "validation", Body: validationBody(t)}},
	}
}

// validationBody returns the body of a validation. Unlike in a condition, an error_message that is
// not a valid template is literal text. Terraform before 1.2 does not evaluate it.
//
// internal/tofu/eval_variable.go
func validationBody(t Target) *schema.Body {
	message := &schema.Value{Mode: schema.TemplateOrText}
	if t.isTerraform() && !t.AtLeast(1, 2) {
		message = literal
	}
	return &schema.Body{Attributes: slices.Concat(args(template, "condition"), args(message, "error_message"))}
}

// conditionBody returns the body of precondition, postcondition and assert.
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
			args(literal, "description", "sensitive"),
			args(traversals, "depends_on"),
			since(t, 11, 10, args(literal, "ephemeral")...),
			since(t, 10, 15, args(literal, "deprecated")...),
			since(t, never, 15, args(typeExpr, "type")...),
		),
		Blocks: []schema.Block{{Type: "precondition", Body: conditionBody()}},
	}
}

// localsBody returns the body of locals, and of the variables of tests.
//
// internal/configs/named_values.go, decodeLocalsBlock
func localsBody() *schema.Body {
	return &schema.Body{Remain: schema.RemainAttributes, JustAttributes: true}
}
