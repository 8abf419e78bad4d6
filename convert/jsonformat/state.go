package jsonformat

import "github.com/hcljson/hcljson/convert/internal/jsontree"

func (r *reader) state(v *jsontree.Value) *State {
	s := &State{}
	r.object(v, "prior_state", func(name string, v *jsontree.Value) {
		switch name {
		case "values":
			s.Values = r.values(v, name)
		case "checks":
			s.Checks = list(r, v, name, r.check)
		}
	})
	return s
}

func (r *reader) values(v *jsontree.Value, what string) *Values {
	if !r.is(v, jsontree.Object, what) {
		return nil
	}
	values := &Values{}
	r.object(v, what, func(name string, v *jsontree.Value) {
		switch name {
		case "outputs":
			values.Outputs = byName(r, v, name, r.output)
		case "root_module":
			values.Root = r.module(v)
		}
	})
	return values
}

func (r *reader) output(name string, v *jsontree.Value) Output {
	o := Output{Name: name}
	r.object(v, "outputs", func(name string, v *jsontree.Value) {
		switch name {
		case "sensitive":
			o.Sensitive = r.flag(v, name)
		case "type":
			o.Type = r.value(v)
		case "value":
			o.Value = r.value(v)
		}
	})
	return o
}

func (r *reader) module(v *jsontree.Value) Module {
	var m Module
	r.object(v, "root_module", func(name string, v *jsontree.Value) {
		switch name {
		case "address":
			m.Address = r.text(v, name)
		case "resources":
			m.Resources = list(r, v, name, r.resource)
		case "child_modules":
			m.Children = list(r, v, name, r.module)
		}
	})
	return m
}

func (r *reader) resource(v *jsontree.Value) Resource {
	res := Resource{Place: r.value(v)}
	r.object(v, "resources", func(name string, v *jsontree.Value) {
		switch name {
		case "address":
			res.Address = r.text(v, name)
		case "mode":
			res.Mode = r.text(v, name)
		case "type":
			res.Type = r.text(v, name)
		case "name":
			res.Name = r.text(v, name)
		case "index":
			res.Key = r.key(v, name)
		case "provider_name":
			res.Provider = r.text(v, name)
		case "schema_version":
			res.SchemaVersion = r.number(v, name)
		case "values":
			res.Values = r.value(v)
		case "sensitive_values":
			res.Sensitive = r.value(v)
		case "identity":
			res.Identity = r.value(v)
		case "depends_on":
			res.DependsOn = r.texts(v, name)
		case "tainted":
			res.Tainted = r.flag(v, name)
		case "deposed_key":
			res.Deposed = r.text(v, name)
		}
	})
	return res
}
