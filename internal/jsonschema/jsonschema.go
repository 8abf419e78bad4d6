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
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/jsonemit"
)

// object is a JSON object; its members are written in the order of their names.
type object = map[string]any

// definitions are the members of $defs: the names by text, and the texts by name.
type definitions struct {
	names map[string]string
	texts map[string]string
	// taken is how many definitions have a name like this one.
	taken map[string]int
}

func newDefinitions() definitions {
	return definitions{names: map[string]string{}, texts: map[string]string{}, taken: map[string]int{}}
}

// add returns a reference to a schema, which may have another name if it is there already.
func (d definitions) add(name string, schema object) object {
	text := marshal(schema)
	known, ok := d.names[text]
	if !ok {
		known = d.reserve(name)
		d.names[text], d.texts[known] = known, text
	}
	return reference(known)
}

// reserve returns a name like this one that is free, and takes it.
func (d definitions) reserve(name string) string {
	free := name
	for _, taken := d.texts[free]; taken; _, taken = d.texts[free] {
		d.taken[name]++
		free = name + "-" + strconv.Itoa(d.taken[name]+1)
	}
	d.texts[free] = "true"
	return free
}

func reference(name string) object {
	return object{"$ref": "#/$defs/" + url.PathEscape(pointer.Replace(name))}
}

// pointer escapes a name for a JSON pointer.
var pointer = strings.NewReplacer("~", "~0", "/", "~1")

// document writes a whole schema, with each definition on a line: what names it first, and the
// definitions last.
func (d definitions) document(title, comment string, root object) []byte {
	var b bytes.Buffer
	b.WriteString("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\"")
	member := func(indent, name, text string) {
		b.WriteString(",\n" + indent + marshal(name) + ": " + text)
	}
	member("  ", "title", marshal(title))
	if comment != "" {
		member("  ", "$comment", marshal(comment))
	}
	for _, name := range slices.Sorted(maps.Keys(root)) {
		member("  ", name, marshal(root[name]))
	}
	b.WriteString(",\n  \"$defs\": {")
	for i, name := range slices.Sorted(maps.Keys(d.texts)) {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    " + marshal(name) + ": " + d.texts[name])
	}
	b.WriteString("\n  }\n}\n")
	return b.Bytes()
}

// marshal writes a value that is made of objects, lists and scalars.
func marshal(v any) string { return string(appendJSON(nil, v)) }

func appendJSON(b []byte, v any) []byte {
	switch v := v.(type) {
	case object:
		b = append(b, '{')
		for i, name := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(jsonemit.AppendString(b, name), ": "...)
			b = appendJSON(b, v[name])
		}
		return append(b, '}')
	case []object:
		return appendList(b, v)
	case []string:
		return appendList(b, v)
	case []any:
		return appendList(b, v)
	case string:
		return jsonemit.AppendString(b, v)
	case json.RawMessage:
		return append(b, v...)
	}
	return fmt.Append(b, v) // a number, true or false
}

func appendList[T any](b []byte, list []T) []byte {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendJSON(b, v)
	}
	return append(b, ']')
}

// with returns a schema with what others say as well; the last counts.
func with(schemas ...object) object {
	all := object{}
	for _, s := range schemas {
		maps.Copy(all, s)
	}
	return all
}
