// Package opentofu contains the languages of OpenTofu and Terraform: configuration files, and the files for tests,
// mocks, queries, stacks and variable values. A [Target] selects the product and version.
//
// A comment above a table names the upstream file that it mirrors. The file is in OpenTofu's
// repository unless "terraform" precedes it.
package opentofu

import (
	"maps"
	"slices"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
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
func language(t Target, name string, root *tables.Body) *schema.Dialect {
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
func configRoot(t Target) *tables.Body {
	return &tables.Body{Blocks: slices.Concat(
		[]tables.Block{
			{Type: "terraform", Body: terraformBody(t)},
			providerBlock(t),
			{
				Type: "variable", Labels: []string{"name"}, Unique: true, Body: variableBody(t),
				Condition: &tables.Condition{Block: "validation", Argument: "condition", Root: "var"},
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
		since(t, 7, 7, tables.Block{Type: "removed", Body: removedBody(t)}),
		since(t, 11, 10, tables.Block{
			Type: "ephemeral", Labels: typeAndName, By: "provider", Unique: true, OwnRoots: []string{"ephemeral"}, Body: ephemeralBody(t),
		}),
		since(t, 12, never, tables.Block{Type: "language", Body: languageBody()}),
		since(t, never, 14, tables.Block{
			Type: "action", Labels: typeAndName, By: "provider", Unique: true, Body: actionBody(),
		}),
	)}
}

var typeAndName = []string{"type", "name"}

// internal/configs/module_call.go, moduleBlockSchema
func moduleBody(t Target) *tables.Body {
	return &tables.Body{
		Attributes: slices.Concat(
			args(address(moduleSourceValue(t), tfname.TakesModule), "source"),
			args(moduleSourceValue(t), "version"),
			args(template, "count", "for_each"),
			args(traversals, "depends_on"),
			args(providerReferences(t), "providers"),
			only(t.terraform(15), args(template, "ignore_nested_deprecations")...),
		),
		Blocks: slices.Concat(
			since(t, 11, never, tables.Block{Type: "lifecycle", Single: true, Body: &tables.Body{
				Attributes: args(template, "enabled"),
			}}),
			[]tables.Block{escapeBlock(&tables.Body{Remain: tables.RemainAttributes})},
		),
		Remain:    tables.RemainAttributes, // the module's inputs
		Reserved:  reserved(nil, "locals", "provider"),
		Exclusive: repetitions,
	}
}

func providerBlock(t Target) tables.Block {
	body := func() *tables.Body { return providerBody(t) }
	return tables.Block{
		Type: "provider", Labels: []string{"name"}, Unique: true, DistinguishedBy: "alias",
		Body: body(), Dependent: builtInBodies(t, tables.ProviderConfig, body),
	}
}

// internal/configs/provider.go, providerBlockSchema
func providerBody(t Target) *tables.Body {
	body := providerDefinedBody(tables.ProviderConfig)
	body.Attributes = slices.Concat(
		args(literal, "alias", "version"),
		since(t, 9, never, args(template, "for_each")...),
	)
	body.Blocks = []tables.Block{escapeBlock(providerDefinedBody(tables.ProviderConfig))}
	body.Reserved = reserved([]string{"count", "depends_on", "source"}, "lifecycle", "locals")
	return body
}

// providerDefinedBody returns a body that the given part of a provider's schema defines.
func providerDefinedBody(part tables.Part) *tables.Body {
	return &tables.Body{Part: part, Remain: tables.RemainUnknown, Names: providerNames, Dynamic: true}
}

// escapeBlock returns the "_" block. In its body, the names of meta-arguments are arguments that the
// provider, provisioner or module defines.
func escapeBlock(body *tables.Body) tables.Block {
	return tables.Block{Type: "_", Single: true, Escape: true, Body: body}
}

// reserved returns a body of names that the language reserves without a meaning.
func reserved(arguments []string, blocks ...string) *tables.Body {
	body := &tables.Body{Attributes: args(template, arguments...)}
	for _, typ := range blocks {
		body.Blocks = append(body.Blocks, tables.Block{Type: typ})
	}
	return body
}

// internal/configs/parser_config.go, terraformBlockSchema; uniqueness: module.go, NewModule and
// appendFile
func terraformBody(t Target) *tables.Body {
	return &tables.Body{
		Attributes: slices.Concat(
			args(literal, "required_version"),
			args(keywords, "experiments"),
			args(keyword, "language"),
		),
		Blocks: slices.Concat(
			[]tables.Block{
				backendBlock(t),
				{Type: "cloud", Single: true, UniqueAcrossTypes: stateStorage, Body: cloudBody(t)},
				{Type: "required_providers", Single: true, UniqueAcrossTypes: "required_providers", Body: requiredProvidersBody()},
				{Type: "provider_meta", Labels: []string{"provider"}, Unique: true, OfProvider: true,
					Body: providerMetaBody()},
			},
			since(t, 7, never, tables.Block{
				Type: "encryption", Single: true, UniqueAcrossTypes: "encryption", Body: encryptionBody(t),
			}),
			since(t, never, 13, tables.Block{
				Type: "state_store", Labels: []string{"type"}, Single: true, UniqueAcrossTypes: stateStorage, Body: stateStoreBody(),
			}),
		),
	}
}

// internal/configs/language.go
func languageBody() *tables.Body {
	return &tables.Body{
		Attributes: slices.Concat(
			args(unquotedKeyword, "edition"),
			args(keywords, "experiments"),
		),
		Blocks: []tables.Block{{Type: "compatible_with", Single: true, Body: &tables.Body{
			Attributes: args(literal, "opentofu"),
			Remain:     tables.RemainAttributes,
			// These are versions of other products, which OpenTofu never evaluates.
			RemainValue: &tables.Value{Mode: tables.TemplateOrText},
		}}},
	}
}

// internal/configs/provider_requirements.go, decodeRequiredProvidersBlock
func requiredProvidersBody() *tables.Body {
	return &tables.Body{
		Remain: tables.RemainAttributes,
		RemainValue: &tables.Value{
			Mode: tables.Literal, Takes: tfname.TakesVersions, // a version alone is the form before 0.13
			Fields: slices.Concat(
				args(&tables.Value{Mode: tables.Literal, Takes: tfname.TakesSource}, "source"),
				args(&tables.Value{Mode: tables.Literal, Takes: tfname.TakesVersions}, "version"),
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
func providerMetaBody() *tables.Body {
	return &tables.Body{
		Remain: tables.RemainAttributes, RemainValue: &tables.Value{NativeConstant: true}, JustAttributes: true,
	}
}

// stateStorage is the group of the blocks that configure the state's storage.
const stateStorage = "backend"

// backendBlock returns the backend block. It lists the backends with nested blocks. In the body of
// all other backends, including s3 with its assume_role and endpoints, an object is an argument.
//
// internal/backend/remote-state/*/backend.go, internal/backend/remote/backend.go
func backendBlock(t Target) tables.Block {
	value := backendValue(t)
	body := func(blocks ...tables.Block) *tables.Body {
		return &tables.Body{Blocks: blocks, Remain: tables.RemainAttributes, RemainValue: value}
	}
	return tables.Block{
		Type: "backend", Labels: []string{"type"}, Single: true, UniqueAcrossTypes: stateStorage,
		Body: body(),
		Dependent: map[string]*tables.Body{
			"remote":     body(tables.Block{Type: "workspaces", Single: true, Body: body()}),
			"cos":        body(tables.Block{Type: "assume_role", Body: body()}),
			"oss":        body(tables.Block{Type: "assume_role", Body: body()}),
			"kubernetes": body(tables.Block{Type: "exec", Body: body()}),
		},
	}
}

// internal/cloud/backend.go, ConfigSchema
func cloudBody(t Target) *tables.Body {
	value := backendValue(t)
	return &tables.Body{
		Blocks: []tables.Block{{Type: "workspaces", Single: true, Body: &tables.Body{
			Remain: tables.RemainAttributes, RemainValue: value, // tags may be a map
		}}},
		Remain:      tables.RemainAttributes,
		RemainValue: value,
	}
}

// terraform internal/configs/state_store.go, StateStorageBlockSchema
func stateStoreBody() *tables.Body {
	body := func(part tables.Part, blocks ...tables.Block) *tables.Body {
		return &tables.Body{Part: part, Blocks: blocks, Remain: tables.RemainUnknown, RemainValue: literal,
			Names: providerNames}
	}
	return body(tables.StateStore,
		tables.Block{Type: "provider", Labels: []string{"type"}, Single: true, Body: body(tables.ProviderConfig)})
}

// internal/encryption/config/config.go
func encryptionBody(t Target) *tables.Body {
	return &tables.Body{Blocks: []tables.Block{
		keyProviderBlock(t),
		encryptionMethodBlock(),
		{Type: "state", Single: true, Body: encryptionTargetBody("enforced")},
		{Type: "plan", Single: true, Body: encryptionTargetBody("enforced")},
		{Type: "remote_state_data_sources", Single: true, Body: &tables.Body{Blocks: []tables.Block{
			{Type: "default", Single: true, Body: encryptionTargetBody()},
			{Type: "remote_state_data_source", Labels: []string{"name"}, Body: encryptionTargetBody()},
		}}},
	}}
}

// internal/encryption/keyprovider/*/config.go
func keyProviderBlock(t Target) tables.Block {
	body := func(blocks ...tables.Block) *tables.Body {
		return &tables.Body{
			Attributes: since(t, 9, never, args(literal, "encrypted_metadata_alias")...),
			Blocks:     blocks,
			Remain:     tables.RemainAttributes,
		}
	}
	pbkdf2, xor := body(), body()
	pbkdf2.Attributes = append(pbkdf2.Attributes, since(t, 10, never, args(templateOrTraversal, "chain")...)...)
	xor.Attributes = append(xor.Attributes, args(templateOrTraversal, "a", "b")...)
	return tables.Block{
		Type: "key_provider", Labels: typeAndName,
		Body: body(),
		Dependent: map[string]*tables.Body{
			"pbkdf2":  pbkdf2,
			"xor":     xor,
			"aws_kms": body(tables.Block{Type: "endpoints", Body: &tables.Body{Remain: tables.RemainAttributes}}),
		},
	}
}

// internal/encryption/methods.go
func encryptionMethodBlock() tables.Block {
	body := func() *tables.Body {
		return &tables.Body{Attributes: args(templateOrTraversal, "keys"), Remain: tables.RemainAttributes}
	}
	return tables.Block{
		Type: "method", Labels: typeAndName,
		Body:      &tables.Body{Remain: tables.RemainAttributes},
		Dependent: map[string]*tables.Body{"aes_gcm": body(), "external": body()},
	}
}

// encryptionTargetBody returns the body of an encryption target. It is recursive: a fallback has a
// fallback.
//
// internal/encryption/config/config.go, TargetConfig
func encryptionTargetBody(literals ...string) *tables.Body {
	fallback := &tables.Body{Attributes: args(unquotedTraversal, "method")}
	fallback.Blocks = []tables.Block{{Type: "fallback", Single: true, Body: fallback}}
	return &tables.Body{
		Attributes: slices.Concat(args(unquotedTraversal, "method"), args(literal, literals...)),
		Blocks:     fallback.Blocks,
	}
}

// internal/configs/named_values.go, variableBlockSchema
func variableBody(t Target) *tables.Body {
	return &tables.Body{
		Attributes: slices.Concat(
			[]tables.Attribute{{Name: "default", Value: literal, TypeFrom: "type"}},
			args(literal, "description", "sensitive", "nullable"),
			args(typeExpr, "type"),
			since(t, 11, 10, args(literal, "ephemeral")...),
			since(t, 12, 15, args(literal, "const")...),
			since(t, 10, 15, args(literal, "deprecated")...),
		),
		Blocks: []tables.Block{{Type: "validation", Body: validationBody(t)}},
	}
}

// validationBody returns the body of a validation. Unlike in a condition, an error_message that is
// not a valid template is literal text. Terraform before 1.2 does not evaluate it.
//
// internal/tofu/eval_variable.go
func validationBody(t Target) *tables.Body {
	message := &tables.Value{Mode: tables.TemplateOrText}
	if t.isTerraform() && !t.AtLeast(1, 2) {
		message = literal
	}
	return &tables.Body{Attributes: slices.Concat(args(template, "condition"), args(message, "error_message"))}
}

// conditionBody returns the body of precondition, postcondition and assert.
//
// internal/configs/checks.go, checkRuleBlockSchema
func conditionBody() *tables.Body {
	return &tables.Body{Attributes: args(template, "condition", "error_message")}
}

// internal/configs/named_values.go, outputBlockSchema
func outputBody(t Target) *tables.Body {
	return &tables.Body{
		Attributes: slices.Concat(
			args(template, "value"),
			args(literal, "description", "sensitive"),
			args(traversals, "depends_on"),
			since(t, 11, 10, args(literal, "ephemeral")...),
			since(t, 10, 15, args(literal, "deprecated")...),
			since(t, never, 15, args(typeExpr, "type")...),
		),
		Blocks: []tables.Block{{Type: "precondition", Body: conditionBody()}},
	}
}

// localsBody returns the body of locals, and of the variables of tests.
//
// internal/configs/named_values.go, decodeLocalsBlock
func localsBody() *tables.Body {
	return &tables.Body{Remain: tables.RemainAttributes, JustAttributes: true}
}
