package opentofu

import (
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// repetitions are the arguments that repeat a block, of which it can have one.
var repetitions = [][]string{{"count", "for_each"}}

// metaArguments returns the meta-arguments of resource, data and ephemeral blocks.
//
// internal/configs/resource.go, commonResourceAttributes
func metaArguments(t Target) []tables.Attribute {
	return slices.Concat(
		args(template, "count", "for_each"),
		args(providerReference(t), "provider"),
		args(traversals, "depends_on"),
	)
}

// internal/configs/resource.go, ResourceBlockSchema
func resourceBlock(t Target) tables.Block {
	body := func() *tables.Body {
		body := providerDefinedBody(tables.Resource)
		body.Attributes = metaArguments(t)
		body.Blocks = []tables.Block{
			{Type: "lifecycle", Single: true, Body: lifecycleBody(t)},
			connectionBlock(),
			provisionerBlock(),
			escapeBlock(providerDefinedBody(tables.Resource)),
		}
		body.Reserved, body.Exclusive = reserved(nil, "locals"), repetitions
		return body
	}
	return tables.Block{
		Type: "resource", Labels: typeAndName, By: "provider", Unique: true, ListedPrefix: builtInPrefix,
		OwnRoots: []string{"", "resource"},
		Body:     body(), Dependent: builtInBodies(t, tables.Resource, body),
	}
}

// internal/configs/resource.go, resourceLifecycleBlockSchema
func lifecycleBody(t Target) *tables.Body {
	return &tables.Body{
		Attributes: slices.Concat(
			// OpenTofu evaluates prevent_destroy in native syntax, but its validation rejects all
			// JSON strings except "true" and "false" (internal/tofu/node_resource_validate.go).
			args(literal, "create_before_destroy"),
			args(&tables.Value{Mode: tables.Literal, Nullable: t.isOpenTofu()}, "prevent_destroy"),
			args(&tables.Value{Mode: tables.Keyword, List: ownArgument, Unquoted: true, Takes: "all"}, "ignore_changes"),
			args(unquotedReferences, "replace_triggered_by"),
			since(t, 11, never, args(template, "enabled")...),
			since(t, 12, 16, args(literal, "destroy")...),
		),
		Blocks: slices.Concat(
			conditionBlocks(),
			since(t, never, 14, tables.Block{Type: "action_trigger", Ordered: true, Body: actionTriggerBody(t)}),
		),
	}
}

// ownArgument is the rule for an element of ignore_changes.
var ownArgument = &tables.Value{Mode: tables.Traversal, Takes: tfname.TakesArgument}

// readLifecycleBody returns the body of lifecycle in data and ephemeral blocks.
func readLifecycleBody(t Target) *tables.Body {
	return &tables.Body{
		Attributes: since(t, 11, never, args(template, "enabled")...),
		Blocks:     conditionBlocks(),
	}
}

func conditionBlocks() []tables.Block {
	after := conditionBody()
	after.Self = true
	return []tables.Block{
		{Type: "precondition", Body: conditionBody()},
		{Type: "postcondition", Body: after},
	}
}

// terraform internal/configs/action.go, actionTriggerSchema
func actionTriggerBody(t Target) *tables.Body {
	return &tables.Body{Self: true, Attributes: slices.Concat(
		args(keywords, "events"),
		args(unquotedReferences, "actions"),
		args(template, "condition"),
		since(t, never, 16, args(unquotedKeyword, "on_failure")...),
	)}
}

// connectionBlock returns the connection block. Its schema contains only arguments.
//
// internal/communicator/shared/shared.go
func connectionBlock() tables.Block {
	body := &tables.Body{Remain: tables.RemainNone, Dynamic: true, Self: true}
	for _, name := range slices.Sorted(maps.Keys(tfname.ArgumentKinds("connection"))) {
		body.Attributes = append(body.Attributes, tables.Attribute{Name: name, Origin: tables.FromBundled})
	}
	return tables.Block{Type: "connection", Single: true, Body: body}
}

// provisionerBlock returns the provisioner block. The schemas of provisioners contain only
// arguments.
//
// internal/configs/provisioner.go; internal/builtin/provisioners/*/resource_provisioner.go
func provisionerBlock() tables.Block {
	body := func() *tables.Body {
		return &tables.Body{
			Attributes: args(keyword, "when", "on_failure"),
			Blocks: []tables.Block{
				connectionBlock(),
				escapeBlock(&tables.Body{Remain: tables.RemainAttributes, Dynamic: true}),
			},
			Remain:   tables.RemainAttributes,
			Reserved: reserved(nil, "lifecycle"),
			Dynamic:  true,
			Self:     true,
		}
	}
	block := tables.Block{
		Type: "provisioner", Labels: []string{"type"}, Ordered: true, Confined: whenDestroyed,
		Body: body(), Dependent: map[string]*tables.Body{}, Listed: true,
	}
	for typ, names := range provisioners {
		own := body()
		for _, name := range names {
			own.Attributes = append(own.Attributes, tables.Attribute{Name: name, Origin: tables.FromBundled})
		}
		define(own, "Provisioner "+typ, &tables.Body{Attributes: args(template, names...)})
		own.Remain, own.OneOf = tables.RemainNone, oneOf[typ]
		block.Dependent[typ] = own
	}
	return block
}

// whenDestroyed limits the references of provisioners that run before a resource is destroyed.
//
// internal/configs/provisioner.go, onlySelfRefs
var whenDestroyed = &tables.Confined{
	Argument: "when", Value: "destroy", Also: "connection",
	Names: map[string]string{"self": "", "path": "", "terraform": "", "tofu": "", "count": "index", "each": "key"},
}

// readBody returns the body of data and ephemeral blocks.
func readBody(t Target, part tables.Part) *tables.Body {
	body := providerDefinedBody(part)
	body.Attributes = metaArguments(t)
	body.Blocks = []tables.Block{
		{Type: "lifecycle", Single: true, Body: readLifecycleBody(t)},
		escapeBlock(providerDefinedBody(part)),
	}
	body.Reserved, body.Exclusive = reserved(nil, "locals"), repetitions
	return body
}

// internal/configs/resource.go, dataBlockSchema
func dataBlock(t Target) tables.Block {
	body := func() *tables.Body { return readBody(t, tables.DataSource) }
	return tables.Block{
		Type: "data", Labels: typeAndName, By: "provider", Unique: true, ListedPrefix: builtInPrefix,
		OwnRoots: []string{"data"},
		Body:     body(), Dependent: builtInBodies(t, tables.DataSource, body),
	}
}

// terraform internal/configs/resource.go, ephemeralBlockSchema
func ephemeralBody(t Target) *tables.Body {
	return readBody(t, tables.EphemeralResource)
}

// internal/configs/checks.go, checkBlockSchema
func checkBody(t Target) *tables.Body {
	data := dataBlock(t)
	data.Single = true
	return &tables.Body{Blocks: []tables.Block{
		data,
		{Type: "assert", Min: 1, Body: conditionBody()},
	}}
}

// internal/configs/import.go, importBlockSchema
func importBody(t Target) *tables.Body {
	body := &tables.Body{Attributes: slices.Concat(
		args(address(importTarget(t), tfname.TakesInstance), "to"),
		args(importID(t), "id"),
		args(providerReference(t), "provider"),
		since(t, 7, 7, args(template, "for_each")...),
		since(t, 12, 12, args(template, "identity")...),
	)}
	if body.OneOf = [][]string{{"id", "identity"}}; !t.AtLeast(1, 12) {
		body.Required, body.OneOf = []string{"id"}, nil
	}
	return body
}

// address returns a rule for a kind of addresses.
func address(rule *tables.Value, takes string) *tables.Value {
	value := *rule
	value.Takes = takes
	return &value
}

// internal/configs/moved.go, movedBlockSchema
func movedBody() *tables.Body {
	return &tables.Body{
		Attributes: args(address(unquotedTraversal, tfname.TakesObject), "from", "to"), Moves: []string{"from", "to"},
	}
}

// internal/configs/removed.go, removedBlockSchema
func removedBody(t Target) *tables.Body {
	return &tables.Body{
		Attributes: args(address(unquotedTraversal, tfname.TakesConfig), "from"),
		Blocks: slices.Concat(
			since(t, 10, 7, tables.Block{
				// Terraform uses the last of several blocks.
				Type: "lifecycle", Single: t.isOpenTofu(), Body: &tables.Body{Attributes: args(literal, "destroy")},
			}),
			since(t, 10, 9, provisionerBlock()),
			since(t, never, 9, connectionBlock()),
		),
	}
}

// terraform internal/configs/action.go, actionBlockSchema
func actionBody() *tables.Body {
	return &tables.Body{
		Attributes: slices.Concat(
			args(template, "count", "for_each"),
			args(traversal, "provider"),
		),
		Exclusive: repetitions,
		Blocks:    []tables.Block{{Type: "config", Single: true, Body: providerDefinedBody(tables.Action)}},
	}
}

// builtInPrefix is the prefix of the types of the built-in provider.
const builtInPrefix = tfname.BuiltInName + "_"

// builtIn returns the types of the built-in provider.
//
// internal/builtin/providers/tf/resource_data.go and data_source_state.go; terraform
// internal/builtin/providers/terraform
func builtIn(t Target) map[tables.Part]map[string]*typespec.Body {
	data := &typespec.Body{Attributes: map[string]*typespec.Attribute{
		"input":            {Type: cty.DynamicPseudoType, Optional: true},
		"triggers_replace": {Type: cty.DynamicPseudoType, Optional: true},
		"id":               {Type: cty.String, Computed: true},
		"output":           {Type: cty.DynamicPseudoType, Computed: true},
	}}
	if t.terraform(16) {
		data.Blocks = map[string]*typespec.Block{"store": {Nesting: typespec.NestingSingle, Body: &typespec.Body{
			Attributes: map[string]*typespec.Attribute{
				"input":            {Type: cty.DynamicPseudoType, Optional: true, WriteOnly: true},
				"version":          {Type: cty.DynamicPseudoType, Optional: true},
				"sensitive":        {Type: cty.Bool, Optional: true},
				"replace":          {Type: cty.Bool, Optional: true},
				"output":           {Type: cty.DynamicPseudoType, Computed: true},
				"sensitive_output": {Type: cty.DynamicPseudoType, Computed: true, Sensitive: true},
			},
		}}}
	}
	return map[tables.Part]map[string]*typespec.Body{
		tables.ProviderConfig: {tfname.BuiltInName: {}},
		tables.Resource:       {"terraform_data": data},
		tables.DataSource: {"terraform_remote_state": {Attributes: map[string]*typespec.Attribute{
			"backend":   {Type: cty.String, Required: true},
			"config":    {Type: cty.DynamicPseudoType, Optional: true},
			"defaults":  {Type: cty.DynamicPseudoType, Optional: true},
			"workspace": {Type: cty.String, Optional: true},
			"outputs":   {Type: cty.DynamicPseudoType, Computed: true},
		}}},
	}
}

// builtInBodies returns the bodies for the types of the built-in provider. Each has the rows of the
// language, the arguments of the provider, and the complete schema in Bundled.
func builtInBodies(t Target, part tables.Part, base func() *tables.Body) map[string]*tables.Body {
	bodies := map[string]*tables.Body{}
	for typ, spec := range builtIn(t)[part] {
		body, arguments := base(), specBody(spec, (*typespec.Attribute).IsArgument)
		for _, row := range arguments.Attributes {
			row.Origin = tables.FromBundled
			if takes := builtInKinds[typ][row.Name]; takes != "" {
				row.Value = &tables.Value{Mode: tables.Template, Takes: takes}
			}
			body.Attributes = append(body.Attributes, row)
		}
		for _, row := range arguments.Blocks {
			row.Origin = tables.FromBundled
			body.Blocks = append(body.Blocks, row)
		}
		every := func(*typespec.Attribute) bool { return true }
		for _, name := range slices.Sorted(maps.Keys(spec.Attributes)) {
			if spec.Attributes[name].Required {
				body.Required = append(body.Required, name)
			}
		}
		body.Remain = tables.RemainNone
		define(body, "Provider "+tfname.BuiltInProvider, specBody(spec, every))
		bodies[typ] = body
	}
	return bodies
}

// builtInKinds contains the kinds of constants in arguments of the built-in provider, by type.
//
// internal/builtin/providers/tf/data_source_state.go
var builtInKinds = map[string]map[string]string{
	"terraform_remote_state": {
		"backend": tfname.TakesBackend, "config": tfname.TakesValues, "defaults": tfname.TakesValues, "workspace": tfname.TakesString,
	},
}

// specBody returns the body of a spec, with single blocks and the attributes that has accepts.
func specBody(spec *typespec.Body, has func(*typespec.Attribute) bool) *tables.Body {
	body := &tables.Body{Dynamic: true}
	for _, name := range slices.Sorted(maps.Keys(spec.Attributes)) {
		if has(spec.Attributes[name]) {
			body.Attributes = append(body.Attributes, tables.Attribute{Name: name})
		}
	}
	for _, typ := range slices.Sorted(maps.Keys(spec.Blocks)) {
		row := tables.Block{Type: typ, Single: true, Body: specBody(spec.Blocks[typ].Body, has)}
		body.Blocks = append(body.Blocks, row)
	}
	return body
}

// define sets the rows of a bundled provider or provisioner of a body. Such schemas have version 0.
func define(body *tables.Body, name string, bundled *tables.Body) {
	bundled.Origin, bundled.SchemaVersion = tables.Origin{Kind: tables.FromBundled, Name: name}, new(uint64)
	body.Bundled = bundled
}

// provisioners contains the arguments of the provisioners that are part of the products.
//
// internal/builtin/provisioners/*/resource_provisioner.go
var provisioners = map[string][]string{
	"file":        {"content", "destination", "source"},
	"local-exec":  {"command", "environment", "interpreter", "quiet", "working_dir"},
	"remote-exec": {"inline", "script", "scripts"},
}

// oneOf contains the arguments of provisioners of which one must be set.
//
// internal/builtin/provisioners/*/resource_provisioner.go, ValidateProvisionerConfig
var oneOf = map[string][][]string{
	"file":        {{"content", "source"}},
	"remote-exec": {{"inline", "script", "scripts"}},
}
