// Package jsonschema writes JSON Schemas (draft 2020-12) of the JSON that hcljson reads and
// writes: of the files of a language in HCL-JSON and in the query form, of the variables of a
// module, and of the JSON output format.
//
// A keyword such as properties says something of objects alone, and items of arrays. So what
// may be both is one schema with a list of types, without alternatives: a mistake is one error,
// where it is. Bodies and types that are the same have one definition.
package jsonschema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// object is a JSON object; its members are written in the order of their names.
type object = map[string]any

// definitions are the members of $defs: the names by text, and the texts by name.
type definitions struct {
	names map[string]string
	texts map[string]json.RawMessage
}

func newDefinitions() definitions {
	return definitions{names: map[string]string{}, texts: map[string]json.RawMessage{}}
}

// add returns a reference to a schema, which may have another name if it is there already.
func (d definitions) add(name string, schema object) object {
	text := marshal(schema)
	known, ok := d.names[string(text)]
	if !ok {
		known = d.reserve(name)
		d.names[string(text)], d.texts[known] = known, text
	}
	return reference(known)
}

// reserve returns a name like this one that is free, and takes it.
func (d definitions) reserve(name string) string {
	free := name
	for n := 2; d.texts[free] != nil; n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	d.texts[free] = json.RawMessage("true")
	return free
}

func reference(name string) object {
	name = strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
	return object{"$ref": "#/$defs/" + url.PathEscape(name)}
}

// document writes a whole schema: what names it first, and the definitions last.
func (d definitions) document(title, comment string, root object) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	member := func(name string, value any) {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(marshal(name))
		b.WriteByte(':')
		b.Write(marshal(value))
	}
	member("$schema", "https://json-schema.org/draft/2020-12/schema")
	member("title", title)
	if comment != "" {
		member("$comment", comment)
	}
	for _, name := range slices.Sorted(maps.Keys(root)) {
		member(name, root[name])
	}
	if len(d.texts) > 0 {
		member("$defs", d.texts)
	}
	b.WriteByte('}')
	var indented bytes.Buffer
	_ = json.Indent(&indented, b.Bytes(), "", "  ") // what has been marshalled is JSON
	indented.WriteByte('\n')
	return indented.Bytes()
}

// marshal writes a value that is made of objects, lists and scalars.
func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// with returns a schema with what others say as well; the last counts.
func with(schemas ...object) object {
	all := object{}
	for _, s := range schemas {
		maps.Copy(all, s)
	}
	return all
}
