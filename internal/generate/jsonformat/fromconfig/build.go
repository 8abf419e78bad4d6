package fromconfig

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// builder makes the representation of modules (opentofu internal/command/jsonconfig/config.go).
type builder struct {
	loader *loader
	notes  *jsonformat.Notes
	// lacking contains the reported reasons for missing schemas.
	lacking map[string]bool
	// The declarations of a directory are equal in all its modules.
	resources map[*resource]*sharedResource
	outputs   map[*output]*jsonformat.ConfigOutput
	variables map[*variable]*jsonformat.ConfigVariable
}

func newBuilder(l *loader) *builder {
	return &builder{
		loader: l, notes: &jsonformat.Notes{}, lacking: map[string]bool{},
		resources: map[*resource]*sharedResource{}, outputs: map[*output]*jsonformat.ConfigOutput{},
		variables: map[*variable]*jsonformat.ConfigVariable{},
	}
}

// sharedResource is the representation of a resource without the parts that differ between modules.
type sharedResource struct {
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

func (b *builder) buildConfiguration(root *module) *jsonformat.Configuration {
	all := providerConfigs{}
	b.collectProviderConfigs(root, all)
	c := &jsonformat.Configuration{Root: *b.buildModule(root)}
	replacePassedConfigs(&c.Root, all)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if p := all[key]; p.parent == "" {
			c.Providers = append(c.Providers, &p.ProviderConfig)
		}
	}
	return c
}

// collectProviderConfigs collects the provider configurations of a module and its child modules
// (marshalProviderConfigs).
func (b *builder) collectProviderConfigs(m *module, all providerConfigs) {
	needed := m.neededConstraints(b.loader.product)
	for _, name := range slices.Sorted(maps.Keys(m.providers)) {
		block := m.providers[name]
		address := m.addressOf(b.loader.product, block.name)
		key := configKey(name, m.address)
		body := b.bodySchema(m, tables.ProviderConfig, []string{block.name}, block.name)
		if body == nil {
			b.notes.ProviderConfigsWithoutSchema = append(b.notes.ProviderConfigsWithoutSchema, key)
		}
		all.addConfig(key, jsonformat.ProviderConfig{
			Name: block.name, FullName: address, Alias: block.alias, ModuleAddress: m.address,
			Expressions:       valueOfExpressions(b.buildExpressions(block.content, body)),
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
				all.addConfig(key, config, "")
			}
		}
		if key := configKey(name, m.address); all[key] == nil {
			all.addConfig(key, config, m.parentKey(name, required.address, all))
		}
	}
	for _, address := range slices.Sorted(maps.Keys(needed)) {
		name := address[strings.LastIndexByte(address, '/')+1:]
		if key := configKey(name, m.address); all[key] == nil {
			config := jsonformat.ProviderConfig{Name: name, FullName: address, ModuleAddress: m.address}
			all.addConfig(key, config, m.parentKey(name, address, all))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.children)) {
		child := m.children[name]
		for _, passed := range m.calls[name].passed {
			address := child.addressOf(b.loader.product, passed.child.name)
			name := passed.child.String()
			all.addConfig(configKey(name, child.address), jsonformat.ProviderConfig{
				Name: name, FullName: address, ModuleAddress: child.address,
			}, sourceKey(configKey(passed.parent.String(), m.address), address, all))
		}
		b.collectProviderConfigs(child, all)
	}
}

func (all providerConfigs) addConfig(key string, p jsonformat.ProviderConfig, parent string) {
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

// replacePassedConfigs replaces the provider configurations of resources by the configurations that were passed
// to their modules (normalizeModuleProviderKeys).
func replacePassedConfigs(m *jsonformat.ConfigModule, all providerConfigs) {
	for _, r := range m.Resources {
		if config := all[r.ProviderConfigKey]; config != nil && all[config.parent] != nil {
			r.ProviderConfigKey = config.parent
		}
	}
	for _, call := range m.Calls {
		if call.Module != nil {
			replacePassedConfigs(call.Module, all)
		}
	}
}

func (b *builder) buildModule(m *module) *jsonformat.ConfigModule {
	shown := &jsonformat.ConfigModule{}
	for i, known := range m.resources {
		if mode(i) == ephemeral && b.loader.isTerraform() {
			continue
		}
		var list []*jsonformat.ConfigResource
		for _, key := range slices.Sorted(maps.Keys(known)) {
			list = append(list, b.buildResource(m, mode(i), known[key]))
		}
		slices.SortFunc(list, func(a, b *jsonformat.ConfigResource) int { return cmp.Compare(a.Address, b.Address) })
		shown.Resources = append(shown.Resources, list...)
	}
	for _, key := range slices.Sorted(maps.Keys(m.actions)) {
		r := m.actions[key]
		a := &jsonformat.ConfigAction{
			Address: tfname.ActionBlock + "." + key, Type: r.typ, Name: r.name,
			ProviderConfigKey: configKey(r.configRef().String(), m.address),
		}
		a.Count, a.ForEach = b.buildRepetition(r.count, r.forEach)
		shown.Actions = append(shown.Actions, a)
	}
	for _, name := range slices.Sorted(maps.Keys(m.outputs)) {
		shown.Outputs = append(shown.Outputs, memoize(b.outputs, m.outputs[name], b.buildOutput))
	}
	for _, name := range slices.Sorted(maps.Keys(m.variables)) {
		shown.Variables = append(shown.Variables, memoize(b.variables, m.variables[name], b.buildVariable))
	}
	for _, name := range slices.Sorted(maps.Keys(m.calls)) {
		shown.Calls = append(shown.Calls, b.buildCall(m, m.calls[name]))
	}
	return shown
}

func (b *builder) buildResource(m *module, of mode, r *resource) *jsonformat.ConfigResource {
	made := memoize(b.resources, r, func(*resource) *sharedResource { return b.buildSharedResource(m, of, r) })
	shown := &made.ConfigResource
	if made.shown {
		another := made.ConfigResource
		shown = &another
	}
	made.shown = true
	shown.ProviderConfigKey = configKey(r.configRef().String(), m.address)
	if !made.known {
		address := made.Address
		if m.address != "" {
			address = m.address + "." + address
		}
		b.notes.ResourcesWithoutSchema = append(b.notes.ResourcesWithoutSchema, address)
	}
	return shown
}

func (b *builder) buildSharedResource(m *module, of mode, r *resource) *sharedResource {
	shown := &sharedResource{ConfigResource: jsonformat.ConfigResource{
		Address: jsonformat.AddressPrefix(modes[of]) + r.typ + "." + r.name, Mode: modes[of], Type: r.typ, Name: r.name,
		DependsOn: b.loader.dependsOn(r.dependsOn),
	}}
	shown.Count, shown.ForEach = b.buildRepetition(r.count, r.forEach)
	body := b.bodySchema(m, jsonformat.PartOfMode(modes[of]), []string{r.typ, r.name}, r.configRef().name)
	if body != nil {
		shown.known = true
		shown.SchemaVersion = schemaVersion(of, body)
	}
	shown.Expressions = valueOfExpressions(b.buildExpressions(r.content, body))
	for _, block := range r.provisioners {
		shown.Provisioners = append(shown.Provisioners, b.buildProvisioner(m, block))
	}
	return shown
}

func (b *builder) buildProvisioner(m *module, block blockNode) jsonformat.Provisioner {
	shown := jsonformat.Provisioner{Type: block.Labels[0]}
	_, resource := m.dialect.Root.Lookup(tfname.ResourceBlock)
	_, row := resource.Body.Lookup(tfname.ProvisionerBlock)
	language := row.BodyFor(block.Labels, "")
	shown.Expressions = valueOfExpressions(b.buildExpressions(b.loader.readContent(block.body(), language), language.ForeignBody()))
	return shown
}

// schemaVersion returns the schema version of a managed resource. For other modes, the products
// write 0 (opentofu internal/providers/schemas.go, SchemaForResourceType).
func schemaVersion(of mode, body *tables.Body) *uint64 {
	if of == managed {
		return body.SchemaVersion
	}
	return new(uint64)
}

// bodySchema returns the schema of a block that a provider defines, or nil. part and labels identify the
// schema, and local is the provider's local name.
func (b *builder) bodySchema(m *module, part tables.Part, labels []string, local string) *tables.Body {
	builtIn := m.addressOf(b.loader.product, local) == tfname.BuiltInProvider
	if builtIn {
		local = tfname.BuiltInName
		if part == tables.ProviderConfig {
			labels = []string{local}
		}
	}
	_, row := m.dialect.Root.Lookup(jsonformat.BlockType(part)) // of which a block has been read
	body := row.BodyFor(labels, local).ForeignBody()
	if body == nil {
		return nil
	}
	b.reportMissingSchema(body)
	if body.Origin.Kind == tables.FromLanguage || body.Remain != tables.RemainNone {
		return nil
	}
	return body
}

// reportMissingSchema reports, once per reason, why a body has no schema.
func (b *builder) reportMissingSchema(body *tables.Body) {
	reason, severity := body.Origin.Reason, hcl.DiagWarning
	if reason == "" || b.lacking[reason] {
		return
	}
	if b.lacking[reason] = true; body.Origin.Kind == tables.FailedSchema {
		severity = hcl.DiagError
	}
	b.loader.report(&hcl.Diagnostic{Severity: severity, Summary: "No schema", Detail: reason})
}

// memoize returns the value for a key, and makes it the first time.
func memoize[K comparable, V any](made map[K]V, key K, make func(K) V) V {
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

// buildCall returns the representation of a module call. The called module determines the arguments.
func (b *builder) buildCall(m *module, c *call) *jsonformat.ModuleCall {
	shown := &jsonformat.ModuleCall{Name: c.name, Source: m.sources[c.name], DependsOn: b.loader.dependsOn(c.dependsOn)}
	if !c.version.isMissing() {
		text, ok := b.loader.staticString(m, c.version)
		b.loader.checkVersion(c.version, b.loader.parsedExpression(c.version), text, ok)
		shown.VersionConstraint = text
	}
	shown.Count, shown.ForEach = b.buildRepetition(c.count, c.forEach)
	var body *tables.Body
	if child := m.children[c.name]; child != nil {
		shown.Module = b.buildModule(child)
		if !child.isIncomplete {
			body = &tables.Body{Attributes: tables.Arguments(nil, slices.Sorted(maps.Keys(child.variables))...)}
			body.Prepare()
		}
	}
	shown.Expressions = valueOfExpressions(b.buildExpressions(c.content, body))
	return shown
}

// buildRepetition returns the representations of count and for_each; at most one is set.
func (b *builder) buildRepetition(count, forEach attributeNode) (countOf, forEachOf jsonformat.Value) {
	if countOf = b.optionalExpression(count); countOf != (jsonformat.Value{}) {
		return countOf, jsonformat.Value{}
	}
	return jsonformat.Value{}, b.optionalExpression(forEach)
}

// optionalExpression returns the representation of an expression, or an unset value if it is empty.
func (b *builder) optionalExpression(a attributeNode) jsonformat.Value {
	if found := b.buildExpression(a); found.Constant != (jsonformat.Value{}) || found.References != nil {
		return jsonformat.NewValue(found)
	}
	return jsonformat.Value{}
}

// buildVariable returns the representation of a variable.
func (b *builder) buildVariable(v *variable) *jsonformat.ConfigVariable {
	shown := &jsonformat.ConfigVariable{Name: v.name, Description: v.description, Sensitive: v.sensitive}
	if v.value != cty.NilVal {
		// An invalid default has no JSON.
		if text, err := ctyjson.Marshal(v.value, v.value.Type()); err == nil {
			shown.Default = jsonformat.RawValue(text)
		}
	}
	if b.loader.isTerraform() {
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

// buildOutput returns the representation of an output.
func (b *builder) buildOutput(o *output) *jsonformat.ConfigOutput {
	shown := &jsonformat.ConfigOutput{
		Name: o.name, Sensitive: o.sensitive, Description: o.description,
		Expression: jsonformat.NewValue(b.buildExpression(o.value)), DependsOn: b.loader.dependsOn(o.dependsOn),
	}
	if !b.loader.isTerraform() {
		shown.Ephemeral, shown.Deprecated = o.ephemeral, o.deprecated
	}
	return shown
}
