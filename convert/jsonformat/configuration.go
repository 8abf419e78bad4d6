package jsonformat

import "github.com/hcljson/hcljson/convert/internal/jsontree"

func (r *reader) configuration(v *jsontree.Value) *Configuration {
	c := &Configuration{}
	r.object(v, "configuration", func(name string, v *jsontree.Value) {
		switch name {
		case "provider_config":
			c.Providers = byName(r, v, name, r.providerConfig)
		case "root_module":
			c.Root = r.configModule(v)
		}
	})
	return c
}

func (r *reader) providerConfig(key string, v *jsontree.Value) ProviderConfig {
	p := ProviderConfig{Key: key}
	r.object(v, "provider_config", func(name string, v *jsontree.Value) {
		switch name {
		case "name":
			p.Name = r.text(v, name)
		case "full_name":
			p.FullName = r.text(v, name)
		case "alias":
			p.Alias = r.text(v, name)
		case "version_constraint":
			p.VersionConstraint = r.text(v, name)
		case "module_address":
			p.ModuleAddress = r.text(v, name)
		case "expressions":
			p.Expressions = r.value(v)
		}
	})
	return p
}

func (r *reader) configModule(v *jsontree.Value) ConfigModule {
	var m ConfigModule
	r.object(v, "module", func(name string, v *jsontree.Value) {
		switch name {
		case "outputs":
			m.Outputs = byName(r, v, name, r.configOutput)
		case "resources":
			m.Resources = list(r, v, name, r.configResource)
		case "module_calls":
			m.Calls = byName(r, v, name, r.moduleCall)
		case "variables":
			m.Variables = byName(r, v, name, r.configVariable)
		}
	})
	return m
}

func (r *reader) configOutput(name string, v *jsontree.Value) ConfigOutput {
	o := ConfigOutput{Name: name}
	r.object(v, "outputs", func(name string, v *jsontree.Value) {
		switch name {
		case "sensitive":
			o.Sensitive = r.flag(v, name)
		case "ephemeral":
			o.Ephemeral = r.flag(v, name)
		case "description":
			o.Description = r.text(v, name)
		case "expression":
			o.Expression = r.value(v)
		case "depends_on":
			o.DependsOn = r.texts(v, name)
		}
	})
	return o
}

func (r *reader) configVariable(name string, v *jsontree.Value) ConfigVariable {
	variable := ConfigVariable{Name: name}
	r.object(v, "variables", func(name string, v *jsontree.Value) {
		switch name {
		case "description":
			variable.Description = r.text(v, name)
		case "default":
			variable.Default = r.value(v)
		case "sensitive":
			variable.Sensitive = r.flag(v, name)
		case "ephemeral":
			variable.Ephemeral = r.flag(v, name)
		}
	})
	return variable
}

func (r *reader) configResource(v *jsontree.Value) ConfigResource {
	var c ConfigResource
	r.object(v, "resources", func(name string, v *jsontree.Value) {
		switch name {
		case "address":
			c.Address = r.text(v, name)
		case "mode":
			c.Mode = r.text(v, name)
		case "type":
			c.Type = r.text(v, name)
		case "name":
			c.Name = r.text(v, name)
		case "provider_config_key":
			c.ProviderConfigKey = r.text(v, name)
		case "schema_version":
			c.SchemaVersion = r.number(v, name)
		case "provisioners":
			c.Provisioners = list(r, v, name, r.provisioner)
		case "expressions":
			c.Expressions = r.value(v)
		case "count_expression":
			c.Count = r.value(v)
		case "for_each_expression":
			c.ForEach = r.value(v)
		case "depends_on":
			c.DependsOn = r.texts(v, name)
		}
	})
	return c
}

func (r *reader) provisioner(v *jsontree.Value) Provisioner {
	var p Provisioner
	r.object(v, "provisioners", func(name string, v *jsontree.Value) {
		switch name {
		case "type":
			p.Type = r.text(v, name)
		case "expressions":
			p.Expressions = r.value(v)
		}
	})
	return p
}

func (r *reader) moduleCall(name string, v *jsontree.Value) ModuleCall {
	c := ModuleCall{Name: name}
	r.object(v, "module_calls", func(name string, v *jsontree.Value) {
		switch name {
		case "source", "resolved_source":
			c.Source = r.text(v, name)
		case "version_constraint":
			c.VersionConstraint = r.text(v, name)
		case "expressions":
			c.Expressions = r.value(v)
		case "count_expression":
			c.Count = r.value(v)
		case "for_each_expression":
			c.ForEach = r.value(v)
		case "module":
			c.Module = r.configModule(v)
		case "depends_on":
			c.DependsOn = r.texts(v, name)
		}
	})
	return c
}
