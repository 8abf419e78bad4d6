// Package jsonschema writes JSON Schemas (draft 2020-12) of the JSON that hcljson reads and writes:
// files of a language in HCL-JSON and in the query form, the variables of a module, and the JSON
// output format.
//
// A keyword such as properties applies to objects only, and items to arrays only. For this reason a
// value of several types has one schema with a list of types, without alternatives, so that a
// mistake causes one error, at the right position. Equal bodies and types share one definition.
// Editors let the members of a definition replace the members next to a reference to it, so no
// member occurs in both.
package jsonschema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/language/packer"
	"github.com/hcljson/hcljson/internal/language/packercomponents"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/jsonemit"
	"github.com/hcljson/hcljson/schema"
)

// The kinds of schemas: a language in HCL-JSON and in the query form, the values of a module's
// variables, and the JSON output format.
const (
	Config, Query, Variables   = "config", "query", "variables"
	Plan, State, Configuration = "plan", "state", "configuration"
)

// Kinds returns all kinds.
func Kinds() []string { return []string{Config, Query, Variables, Plan, State, Configuration} }

// Formats returns the kinds of the JSON output format. They do not depend on a module.
func Formats() []string { return []string{Plan, State, Configuration} }

// Request selects a schema.
type Request struct {
	Kind string
	// Dialect is the language, with the schemas of the module's plugins.
	Dialect *schema.Dialect
	// Files are the module's files in this language, in load order.
	Files []provider.File
	// Requirements and Find provide the schemas of providers.
	Requirements provider.Requirements
	Find         provider.Find
	// Component returns the definition of a Packer component, or nil.
	Component func(part tables.Part, typ string) (*typespec.Body, error)
	// All is true to describe all types of the providers, and not only the types in the files.
	All bool
}

// SchemaOf returns the schema for a request.
func SchemaOf(r Request) ([]byte, error) {
	languages.Prepare(r.Dialect)
	switch r.Kind {
	case Variables:
		return variablesSchema(r.Files, r.Dialect), nil
	case Plan, State, Configuration:
		return formatSchema(r.Kind), nil
	}
	p := &plugins{Request: r, types: map[tables.Part]map[string][]string{}}
	p.collectTypes()
	return languageSchema(p), p.err
}

// plugins contains the definitions by plugins for a module.
type plugins struct {
	Request
	// types are the described types, by part of a plugin's schema. The values are the values of
	// [tables.Block.By] in blocks of the type, without the default value.
	types map[tables.Part]map[string][]string
	// err is the first error of a schema lookup.
	err error
}

func (p *plugins) addType(part tables.Part, typ, value string) {
	if p.types[part] == nil {
		p.types[part] = map[string][]string{}
	}
	values := p.types[part][typ]
	if local, _ := tables.LocalName(part, []string{typ}, ""); value != "" && value != local {
		values = append(values, value)
	}
	p.types[part][typ] = sortedUnique(values)
}

func sortedUnique(names []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(names)))
}

// collectTypes collects the types of the blocks in the files, and the types of providers that the files do
// not name.
func (p *plugins) collectTypes() {
	used := languages.WithPlugins(p.Dialect, func(part tables.Part, labels []string, value string) *tables.Body {
		p.addType(part, labels[0], tables.ReferenceRoot(value))
		return nil
	})
	for _, file := range p.Files { // the product reports errors in it
		_, _ = convert.ConvertSource(file.Source, used, convert.Options{})
	}
	for _, part := range provider.Parts {
		for typ := range p.types[part] {
			local, _ := tables.LocalName(part, []string{typ}, "")
			p.addType(tables.ProviderConfig, local, "")
		}
	}
	for local := range p.Requirements.Providers {
		p.addType(tables.ProviderConfig, local, "")
	}
	for local := range p.types[tables.ProviderConfig] {
		if found := p.providerSchema(local); found != nil && p.All {
			for _, part := range provider.Parts {
				for _, typ := range found.Types(part) {
					p.addType(part, typ, local)
				}
			}
		}
	}
}

// nextLabels returns the next labels, after the labels before, that select a body of blocks. They come
// from plugins, from the built-in provider, and from the rows.
func (p *plugins) nextLabels(row *tables.Block, before []string) []string {
	var found []string
	if part := row.Part(); len(before) == 0 && part != tables.NoPart {
		found = slices.AppendSeq(slices.Collect(maps.Keys(p.types[part])), maps.Keys(conventions.Of(p.Dialect).BuiltIn[part]))
	}
	for key := range row.Dependent {
		labels := strings.Split(key, tables.LabelSeparator)
		if len(labels) > len(before) && slices.Equal(labels[:len(before)], before) {
			found = append(found, labels[len(before)])
		}
	}
	return sortedUnique(found)
}

// providerSchema returns the schema of the provider with a local name, or nil.
func (p *plugins) providerSchema(local string) *provider.Schema {
	required, ok := p.Requirements.Requirement(local)
	if !ok || p.Find == nil || p.Dialect.Root.UsesPart(tables.Builder) {
		return nil
	}
	found, err := p.Find(required)
	if !errors.As(err, new(*provider.DoubtError)) {
		p.err = cmp.Or(p.err, err)
	}
	return found
}

// isProvided reports whether only a provider defines a type.
func (p *plugins) isProvided(part tables.Part, typ string) bool {
	return typ != "" && conventions.Of(p.Dialect).BuiltIn[part][typ] == nil && !p.Dialect.Root.UsesPart(tables.Builder)
}

// specOf returns the definition of a type, or nil if it is unknown. value is the value of
// [tables.Block.By].
func (p *plugins) specOf(part tables.Part, typ, value string) (spec *typespec.Body) {
	local, name := tables.LocalName(part, []string{typ}, value)
	var err error
	switch {
	case typ == "" || conventions.Of(p.Dialect).BuiltIn[part][typ] != nil:
		return conventions.Of(p.Dialect).BuiltIn[part][typ]
	case p.Dialect.Root.UsesPart(tables.Builder):
		name = packer.ComponentType(typ)
		if p.Component != nil {
			spec, err = p.Component(part, name)
		}
		spec = cmp.Or(spec, packercomponents.Lookup(part, name))
	default:
		if found := p.providerSchema(local); found != nil {
			var of *typespec.Type
			if of, err = found.Spec(part, name); of != nil {
				spec = of.Body
			}
		}
	}
	p.err = cmp.Or(p.err, err)
	return spec
}

// object is a JSON object, written in the order of its names.
type object = map[string]any

// definitions are the members of $defs: the names by text, and the texts by name.
type definitions struct{ names, texts map[string]string }

func newDefinitions() definitions { return definitions{map[string]string{}, map[string]string{}} }

// selfReference is the prefix of a reference in a definition to the definition.
const selfReference = "#self"

// addSchema returns a reference to a schema. An equal schema with another name is reused.
func (d definitions) addSchema(name string, schema object) object {
	text := marshal(schema)
	known, ok := d.names[text]
	if !ok {
		known = d.reserveName(name)
		d.names[text] = known
		d.defineText(known, text)
	}
	return reference(known)
}

// defineText sets the text of a definition.
func (d definitions) defineText(name, text string) {
	d.texts[name] = strings.ReplaceAll(text, `"$ref":"`+selfReference, strings.TrimRight(marshal(reference(name))[1:], `"}`))
}

// reserveName returns a free name based on this name, and reserves it. Type generators interpret a name
// with dots as a name in another file.
func (d definitions) reserveName(name string) string {
	name = strings.ReplaceAll(name, ".", "_")
	free := name
	for i := 2; d.texts[free] != ""; i++ {
		free = name + "-" + strconv.Itoa(i)
	}
	d.texts[free] = "true"
	return free
}

func reference(name string) object {
	return object{"$ref": "#/$defs/" + url.PathEscape(pointerEscaper.Replace(name))}
}

// pointer escapes a name for a JSON pointer.
var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// writeDocument writes a whole schema: the members of root first, and the definitions last, each in its
// own line.
func (d definitions) writeDocument(title string, root object) []byte {
	var b bytes.Buffer
	b.WriteString(`{"$schema":"https://json-schema.org/draft/2020-12/schema","title":` + marshal(title) + ",")
	b.WriteString(strings.TrimPrefix(strings.TrimSuffix(marshal(root), "}"), "{") + `,"$defs":{`)
	for i, name := range slices.Sorted(maps.Keys(d.texts)) {
		b.WriteString(","[:min(i, 1)] + "\n" + marshal(name) + ":" + d.texts[name])
	}
	b.WriteString("}}\n")
	return b.Bytes()
}

// marshal returns the JSON of objects, lists and scalars. A schema contains hundreds of thousands of
// them, and reflection is slow.
func marshal(v any) string { return string(appendJSON(make([]byte, 0, 256), v)) }

func appendJSON(to []byte, v any) []byte {
	switch v := v.(type) {
	case object:
		to = append(to, '{')
		names := slices.AppendSeq(make([]string, 0, 16), maps.Keys(v)) // mostly on the stack
		slices.Sort(names)
		for i, name := range names {
			to = append(jsonemit.AppendString(append(to, ","[:min(i, 1)]...), name), ':')
			to = appendJSON(to, v[name])
		}
		return append(to, '}')
	case []object:
		to = append(to, '[')
		for i, element := range v {
			to = appendJSON(append(to, ","[:min(i, 1)]...), element)
		}
		return append(to, ']')
	case string:
		return jsonemit.AppendString(to, v)
	}
	text, _ := json.Marshal(v) // never fails for these values
	return append(to, text...)
}

// mergeSchemas returns the union of schemas. The last value of a member wins.
func mergeSchemas(schemas ...object) object {
	all := object{}
	for _, s := range schemas {
		maps.Copy(all, s)
	}
	return all
}

// formatSchema returns the schema of a kind of the JSON output format, the format of "show -json". It
// permits the additions of newer versions.
func formatSchema(kind string) []byte {
	f := format{newDefinitions()}
	of := map[string]reflect.Type{
		Plan: reflect.TypeFor[jsonformat.Plan](), State: reflect.TypeFor[jsonformat.State](),
		Configuration: reflect.TypeFor[jsonformat.Configuration](),
	}[kind]
	s := f.properties(of)
	if kind != Configuration {
		all := s["properties"].(object)
		maps.Copy(all, f.properties(reflect.TypeFor[jsonformat.Document]())["properties"].(object))
		all["format_version"] = formatVersion
		s["required"] = []string{"format_version"}
	}
	return f.writeDocument("JSON output format: "+kind, s)
}

// formatVersion is the schema of the supported format versions.
var formatVersion = object{"type": "string", "pattern": `^1(\.|$)`}

// format creates schemas from the types of the format and their tags.
type format struct{ definitions }

// specialTypes are the schemas of types that represent several kinds of values.
var specialTypes = map[reflect.Type]object{
	reflect.TypeFor[jsonformat.Value]():      {},
	reflect.TypeFor[jsonformat.Key]():        {"type": []string{"string", "integer", "null"}},
	reflect.TypeFor[jsonformat.Step]():       {"type": []string{"string", "integer", "null"}},
	reflect.TypeFor[jsonformat.Attribute]():  {"type": []string{"array", "string", "null"}},
	reflect.TypeFor[jsonformat.References](): {"type": []string{"array", "null"}},
}

// scalarTypes are the JSON types of Go kinds.
var scalarTypes = map[reflect.Kind]string{
	reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer", reflect.Uint64: "integer",
}

// typeSchema returns the schema of a type. It permits null instead of an absent value.
func (f format) typeSchema(t reflect.Type) object {
	if s, ok := specialTypes[t]; ok {
		return s
	}
	switch t.Kind() {
	case reflect.Pointer:
		return f.typeSchema(t.Elem())
	case reflect.Slice:
		typ, keyword := "array", "items"
		if strings.HasPrefix(t.Name(), "NamedList[") {
			typ, keyword = "object", "additionalProperties"
		}
		return object{"type": []string{typ, "null"}, keyword: f.typeSchema(t.Elem())}
	case reflect.Struct:
		name := t.Name()
		if _, known := f.texts[name]; !known {
			f.reserveName(name) // a module has modules
			f.texts[name] = marshal(mergeSchemas(f.properties(t), object{"type": []string{"object", "null"}}))
		}
		return reference(name)
	}
	return object{"type": []string{scalarTypes[t.Kind()], "null"}}
}

// properties returns the properties of a struct.
func (f format) properties(t reflect.Type) object {
	if t == reflect.TypeFor[jsonformat.OutputChange]() { // the products write a change
		t = reflect.TypeFor[jsonformat.Change]()
	}
	properties := object{}
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "" || name == "-":
		case name == "expression", strings.HasSuffix(name, "_expression"):
			properties[name] = f.typeSchema(reflect.TypeFor[jsonformat.Expression]())
		default:
			properties[name] = f.typeSchema(field.Type)
		}
	}
	if t == reflect.TypeFor[jsonformat.State]() { // in a plan, it has its own versions
		maps.Copy(properties, f.properties(reflect.TypeFor[jsonformat.Document]())["properties"].(object))
		properties["format_version"] = formatVersion
	}
	return object{"type": "object", "properties": properties}
}
