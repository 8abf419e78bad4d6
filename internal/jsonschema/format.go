package jsonschema

import (
	"maps"
	"reflect"
	"strings"

	"github.com/hcljson/hcljson/convert/jsonformat"
)

// formatOf returns the schema of a kind of the JSON output format, as "show -json" prints it. What
// a newer version adds is passed over.
func formatOf(kind string) []byte {
	f := format{newDefinitions()}
	of := map[string]reflect.Type{
		Plan: reflect.TypeFor[jsonformat.Plan](), State: reflect.TypeFor[jsonformat.State](),
		Configuration: reflect.TypeFor[jsonformat.Configuration](),
	}[kind]
	s := f.properties(of)
	if kind != Configuration {
		all := s["properties"].(object)
		maps.Copy(all, f.properties(reflect.TypeFor[jsonformat.Document]())["properties"].(object))
		all["format_version"] = object{"type": "string", "pattern": `^1\.`}
		s["required"] = []string{"format_version"}
	}
	return f.document("JSON output format: "+kind, s)
}

// format makes schemas of the types of the format, by their tags.
type format struct{ definitions }

// special are the schemas of types that stand for more than one kind of value.
var special = map[reflect.Type]object{
	reflect.TypeFor[jsonformat.Value]():      {},
	reflect.TypeFor[jsonformat.Key]():        {"type": []string{"string", "integer", "null"}},
	reflect.TypeFor[jsonformat.Step]():       {"type": []string{"string", "integer", "null"}},
	reflect.TypeFor[jsonformat.Attribute]():  {"type": []string{"array", "string", "null"}},
	reflect.TypeFor[jsonformat.References](): {"type": []string{"array", "null"}},
}

// scalars are the types of JSON for kinds of types.
var scalars = map[reflect.Kind]string{
	reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer", reflect.Uint64: "integer",
}

// schema is that of a type. null is as good as nothing.
func (f format) schema(t reflect.Type) object {
	if s, ok := special[t]; ok {
		return s
	}
	switch t.Kind() {
	case reflect.Pointer:
		return f.schema(t.Elem())
	case reflect.Slice:
		if strings.HasPrefix(t.Name(), "Members[") {
			return object{"type": []string{"object", "null"}, "additionalProperties": f.schema(t.Elem())}
		}
		return object{"type": []string{"array", "null"}, "items": f.schema(t.Elem())}
	case reflect.Struct:
		name := t.Name()
		if _, known := f.texts[name]; !known {
			f.reserve(name) // a module has modules
			s := f.properties(t)
			s["type"] = []string{"object", "null"}
			f.texts[name] = marshal(s)
		}
		return reference(name)
	}
	return object{"type": []string{scalars[t.Kind()], "null"}}
}

// properties are those of a struct.
func (f format) properties(t reflect.Type) object {
	if t == reflect.TypeFor[jsonformat.OutputChange]() { // what the products write
		t = reflect.TypeFor[jsonformat.Change]()
	}
	properties := object{}
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "" || name == "-":
		case name == "expression", strings.HasSuffix(name, "_expression"):
			properties[name] = f.schema(reflect.TypeFor[jsonformat.Expression]())
		default:
			properties[name] = f.schema(field.Type)
		}
	}
	return object{"type": "object", "properties": properties}
}
