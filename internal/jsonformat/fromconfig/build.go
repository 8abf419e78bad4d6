package fromconfig

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/internal/jsonformat"
	"github.com/hcljson/hcljson/internal/tfname"
	"github.com/hcljson/hcljson/schema"
)

// builder makes the representation of modules (opentofu internal/command/jsonconfig/config.go).
type builder struct {
	loader *loader
	notes  *jsonformat.Notes
	// lacking contains the reported reasons for missing schemas.
	lacking map[string]bool
	// The declarations of a directory are equal in all its modules.
	resources map[*resource]*madeResource
	outputs   map[*output]*jsonformat.ConfigOutput
	variables map[*variable]*jsonformat.ConfigVariable
}

func newBuilder(l *loader) *builder {
	return &builder{
		loader: l, notes: &jsonformat.Notes{}, lacking: map[string]bool{},
		resources: map[*resource]*madeResource{}, outputs: map[*output]*jsonformat.ConfigOutput{},
		variables: map[*variable]*jsonformat.ConfigVariable{},
	}
}

// madeResource is the representation of a resource without the parts that differ between modules.
type madeResource struct {
	jsonformat.ConfigResource
	known bool
	// shown is true if a module already contains the representation.
	shown bool
}

// providerConfig is a provider configuration, and the key of the configuration that represents it.
type providerConfig struct {
	jsonformat.ProviderConfig
	parent string
}

// providerConfigs are the provider configurations of all modules by their keys.
type providerConfigs map[string]*providerConfig

func (b *builder) configuration(root *module) *jsonformat.Configuration {
	all := providerConfigs{}
	b.providerConfigs(root, all)
	c := &jsonformat.Configuration{Root: *b.module(root)}
	direct(&c.Root, all)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if p := all[key]; p.parent == "" {
			c.Providers = append(c.Providers, &p.ProviderConfig)
		}
	}
	return c
}

// providerConfigs collects the provider configurations of a module and its child modules
// (marshalProviderConfigs).
func (b *builder) providerConfigs(m *module, all providerConfigs) {
	needed := m.needed(b.loader.product)
	for _, name := range slices.Sorted(maps.Keys(m.providers)) {
		block := m.providers[name]
		address := m.addressOf(b.loader.product, block.name)
		key := configKey(name, m.address)
		body := b.body(m, schema.ProviderConfig, []string{block.name}, block.name)
		if body == nil {
			b.notes.ProviderConfigsWithoutSchema = append(b.notes.ProviderConfigsWithoutSchema, key)
		}
		all.add(key, jsonformat.ProviderConfig{
			Name: block.name, FullName: address, Alias: block.alias, ModuleAddress: m.address,
			Expressions:       value(b.expressions(block.content, body)),
			VersionConstraint: constraintsText(needed[address]),
		}, "")
	}
	for _, name := range slices.Sorted(maps.Keys(m.required)) {
		required := m.required[name]
		config := jsonformat.ProviderConfig{
			Name: name, FullName: required.address, ModuleAddress: m.address,
			VersionConstraint: constraintsText(needed[required.address]),
		}
		for _, alias := range required.aliases {
			if key := configKey(alias, m.address); all[key] == nil {
				all.add(key, config, "")
			}
		}
		if key := configKey(name, m.address); all[key] == nil {
			all.add(key, config, m.parentKey(name, required.address, all))
		}
	}
	for _, address := range slices.Sorted(maps.Keys(needed)) {
		name := address[strings.LastIndexByte(address, '/')+1:]
		if key := configKey(name, m.address); all[key] == nil {
			config := jsonformat.ProviderConfig{Name: name, FullName: address, ModuleAddress: m.address}
			all.add(key, config, m.parentKey(name, address, all))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.children)) {
		child := m.children[name]
		for _, passed := range m.calls[name].passed {
			address := child.addressOf(b.loader.product, passed.child.name)
			name := passed.child.String()
			all.add(configKey(name, child.address), jsonformat.ProviderConfig{
				Name: name, FullName: address, ModuleAddress: child.address,
			}, sourceKey(configKey(passed.parent.String(), m.address), address, all))
		}
		b.providerConfigs(child, all)
	}
}

func (all providerConfigs) add(key string, p jsonformat.ProviderConfig, parent string) {
	p.Key = key
	all[key] = &providerConfig{p, parent}
}

// parentKey returns the key of the configuration that a module inherits from its caller implicitly.
func (m *module) parentKey(name, address string, all providerConfigs) string {
	if m.parent == nil {
		return ""
	}
	return sourceKey(configKey(name, m.parent.address), address, all)
}

// sourceKey follows references between configurations to the configuration with the arguments
// (findSourceProviderKey).
func sourceKey(key, address string, all providerConfigs) string {
	found := ""
	for key != "" {
		config := all[key]
		if config == nil || config.FullName != address {
			break
		}
		found, key = key, config.parent
	}
	return found
}

// direct replaces the provider configurations of resources by the configurations that were passed
// to their modules (normalizeModuleProviderKeys).
func direct(m *jsonformat.ConfigModule, all providerConfigs) {
	for _, r := range m.Resources {
		if config := all[r.ProviderConfigKey]; config != nil && all[config.parent] != nil {
			r.ProviderConfigKey = config.parent
		}
	}
	for _, call := range m.Calls {
		if call.Module != nil {
			direct(call.Module, all)
		}
	}
}

func (b *builder) module(m *module) *jsonformat.ConfigModule {
	shown := &jsonformat.ConfigModule{}
	for i, known := range m.resources {
		if mode(i) == ephemeral && b.loader.terraform() {
			continue
		}
		var list []*jsonformat.ConfigResource
		for _, key := range slices.Sorted(maps.Keys(known)) {
			list = append(list, b.resource(m, mode(i), known[key]))
		}
		slices.SortFunc(list, func(a, b *jsonformat.ConfigResource) int { return cmp.Compare(a.Address, b.Address) })
		shown.Resources = append(shown.Resources, list...)
	}
	for _, key := range slices.Sorted(maps.Keys(m.actions)) {
		r := m.actions[key]
		a := &jsonformat.ConfigAction{
			Address: tfname.ActionBlock + "." + key, Type: r.typ, Name: r.name,
			ProviderConfigKey: configKey(r.config().String(), m.address),
		}
		a.Count, a.ForEach = b.repetition(r.count, r.forEach)
		shown.Actions = append(shown.Actions, a)
	}
	for _, name := range slices.Sorted(maps.Keys(m.outputs)) {
		shown.Outputs = append(shown.Outputs, once(b.outputs, m.outputs[name], b.output))
	}
	for _, name := range slices.Sorted(maps.Keys(m.variables)) {
		shown.Variables = append(shown.Variables, once(b.variables, m.variables[name], b.variable))
	}
	for _, name := range slices.Sorted(maps.Keys(m.calls)) {
		shown.Calls = append(shown.Calls, b.call(m, m.calls[name]))
	}
	return shown
}

func (b *builder) resource(m *module, of mode, r *resource) *jsonformat.ConfigResource {
	made := once(b.resources, r, func(*resource) *madeResource { return b.makeResource(m, of, r) })
	shown := &made.ConfigResource
	if made.shown {
		another := made.ConfigResource
		shown = &another
	}
	made.shown = true
	shown.ProviderConfigKey = configKey(r.config().String(), m.address)
	if !made.known {
		address := made.Address
		if m.address != "" {
			address = m.address + "." + address
		}
		b.notes.ResourcesWithoutSchema = append(b.notes.ResourcesWithoutSchema, address)
	}
	return shown
}

func (b *builder) makeResource(m *module, of mode, r *resource) *madeResource {
	shown := &madeResource{ConfigResource: jsonformat.ConfigResource{
		Address: jsonformat.Prefix(modes[of]) + r.typ + "." + r.name, Mode: modes[of], Type: r.typ, Name: r.name,
		DependsOn: b.loader.dependsOn(r.dependsOn),
	}}
	shown.Count, shown.ForEach = b.repetition(r.count, r.forEach)
	body := b.body(m, jsonformat.Part(modes[of]), []string{r.typ, r.name}, r.config().name)
	if body != nil {
		shown.known = true
		shown.SchemaVersion = schemaVersion(of, body)
	}
	shown.Expressions = value(b.expressions(r.content, body))
	for _, block := range r.provisioners {
		shown.Provisioners = append(shown.Provisioners, b.provisioner(m, block))
	}
	return shown
}

func (b *builder) provisioner(m *module, block blockNode) jsonformat.Provisioner {
	shown := jsonformat.Provisioner{Type: block.Labels[0]}
	_, resource := m.dialect.Root.Lookup(tfname.ResourceBlock)
	_, row := resource.Body.Lookup(tfname.ProvisionerBlock)
	language := row.BodyFor(block.Labels, "")
	shown.Expressions = value(b.expressions(b.loader.content(block.body(), language), language.Foreign()))
	return shown
}

// schemaVersion returns the schema version of a managed resource. For other modes, the products
// write 0 (opentofu internal/providers/schemas.go, SchemaForResourceType).
func schemaVersion(of mode, body *schema.Body) *uint64 {
	if of == managed {
		return body.SchemaVersion
	}
	return new(uint64)
}

// body returns the schema of a block that a provider defines, or nil. part and labels identify the
// schema, and local is the provider's local name.
func (b *builder) body(m *module, part schema.Part, labels []string, local string) *schema.Body {
	builtIn := m.addressOf(b.loader.product, local) == tfname.BuiltInProvider
	if builtIn {
		local = tfname.BuiltInName
		if part == schema.ProviderConfig {
			labels = []string{local}
		}
	}
	_, row := m.dialect.Root.Lookup(jsonformat.BlockType(part)) // of which a block has been read
	body := row.BodyFor(labels, local).Foreign()
	if body == nil {
		return nil
	}
	b.reportMissingSchema(body)
	if body.Origin.Kind == schema.FromLanguage || body.Remain != schema.RemainNone {
		return nil
	}
	return body
}

// reportMissingSchema reports, once per reason, why a body has no schema.
func (b *builder) reportMissingSchema(body *schema.Body) {
	reason, severity := body.Origin.Reason, hcl.DiagWarning
	if reason == "" || b.lacking[reason] {
		return
	}
	if b.lacking[reason] = true; body.Origin.Kind == schema.FailedSchema {
		severity = hcl.DiagError
	}
	b.loader.report(&hcl.Diagnostic{Severity: severity, Summary: "No schema", Detail: reason})
}

// once returns the value for a key, and makes it the first time.
func once[K comparable, V any](made map[K]V, key K, make func(K) V) V {
	value, known := made[key]
	if !known {
		value = make(key)
		made[key] = value
	}
	return value
}

// configKey returns the key of a provider configuration.
func configKey(name, address string) string {
	if address == "" {
		return name
	}
	return address + ":" + name
}

// call returns the representation of a module call. The called module determines the arguments.
func (b *builder) call(m *module, c *call) *jsonformat.ModuleCall {
	shown := &jsonformat.ModuleCall{Name: c.name, Source: m.sources[c.name], DependsOn: b.loader.dependsOn(c.dependsOn)}
	if !c.version.missing() {
		text, ok := b.loader.staticString(m, c.version)
		b.loader.checkVersion(c.version, b.loader.parsed(c.version), text, ok)
		shown.VersionConstraint = text
	}
	shown.Count, shown.ForEach = b.repetition(c.count, c.forEach)
	var body *schema.Body
	if child := m.children[c.name]; child != nil {
		shown.Module = b.module(child)
		if !child.broken {
			body = &schema.Body{Attributes: schema.Arguments(nil, slices.Sorted(maps.Keys(child.variables))...)}
			body.Prepare()
		}
	}
	shown.Expressions = value(b.expressions(c.content, body))
	return shown
}

// repetition returns the representations of count and for_each; at most one is set.
func (b *builder) repetition(count, forEach attributeNode) (countOf, forEachOf jsonformat.Value) {
	if countOf = b.present(count); countOf != (jsonformat.Value{}) {
		return countOf, jsonformat.Value{}
	}
	return jsonformat.Value{}, b.present(forEach)
}

// present returns the representation of an expression, or an unset value if it is empty.
func (b *builder) present(a attributeNode) jsonformat.Value {
	if found := b.expression(a); found.Constant != (jsonformat.Value{}) || found.References != nil {
		return jsonformat.NewValue(found)
	}
	return jsonformat.Value{}
}

// variable returns the representation of a variable.
func (b *builder) variable(v *variable) *jsonformat.ConfigVariable {
	shown := &jsonformat.ConfigVariable{Name: v.name, Description: v.description, Sensitive: v.sensitive}
	if v.value != cty.NilVal {
		// An invalid default has no JSON.
		if text, err := ctyjson.Marshal(v.value, v.value.Type()); err == nil {
			shown.Default = jsonformat.RawValue(text)
		}
	}
	if b.loader.terraform() {
		return shown
	}
	shown.Required, shown.Ephemeral, shown.Deprecated = v.value == cty.NilVal, v.ephemeral, v.deprecated
	if !v.typ.Equals(cty.DynamicPseudoType) {
		if text, err := v.typ.MarshalJSON(); err == nil {
			shown.Type = jsonformat.RawValue(text)
		}
	}
	return shown
}

// output returns the representation of an output.
func (b *builder) output(o *output) *jsonformat.ConfigOutput {
	shown := &jsonformat.ConfigOutput{
		Name: o.name, Sensitive: o.sensitive, Description: o.description,
		Expression: jsonformat.NewValue(b.expression(o.value)), DependsOn: b.loader.dependsOn(o.dependsOn),
	}
	if !b.loader.terraform() {
		shown.Ephemeral, shown.Deprecated = o.ephemeral, o.deprecated
	}
	return shown
}
