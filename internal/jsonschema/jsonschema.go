// Package jsonschema writes JSON Schemas (draft 2020-12) of the JSON that hcljson reads and
// writes: of the files of a language in HCL-JSON and in the query form, of the variables of a
// module, and of the JSON output format.
//
// A keyword such as properties says something of objects alone, and items of arrays. So what
// may be both is one schema with a list of types, without alternatives: a mistake is one error,
// where it is. Bodies and types that are the same have one definition. An editor lets the members
// of a definition replace those beside a reference to it, so no member is in both.
package jsonschema

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// object is a JSON object; its members are written in the order of their names.
type object = map[string]any

// definitions are the members of $defs: the names by text, and the texts by name.
type definitions struct {
	names map[string]string
	texts map[string]string
}

func newDefinitions() definitions {
	return definitions{names: map[string]string{}, texts: map[string]string{}}
}

// itself stands in a definition for a reference to it.
var itself = object{"$ref": "#"}

// add returns a reference to a schema, which may have another name if it is there already.
func (d definitions) add(name string, schema object) object {
	text := marshal(schema)
	known, ok := d.names[text]
	if !ok {
		known = d.reserve(name)
		d.names[text] = known
		d.define(known, text)
	}
	return reference(known)
}

// define gives a definition its text.
func (d definitions) define(name, text string) {
	d.texts[name] = strings.ReplaceAll(text, marshal(itself), marshal(reference(name)))
}

// reserve returns a name like this one that is free, and takes it.
func (d definitions) reserve(name string) string {
	free := name
	for i := 2; d.texts[free] != ""; i++ {
		free = name + "-" + strconv.Itoa(i)
	}
	d.texts[free] = "true"
	return free
}

func reference(name string) object {
	return object{"$ref": "#/$defs/" + url.PathEscape(pointer.Replace(name))}
}

// pointer escapes a name for a JSON pointer.
var pointer = strings.NewReplacer("~", "~0", "/", "~1")

// forPerson is how large a schema is at most that a person may read.
const forPerson = 1 << 20

// document writes a whole schema: what names it first, and the definitions last, each on a line.
func (d definitions) document(title string, root object) []byte {
	var b bytes.Buffer
	b.WriteString(`{"$schema":"https://json-schema.org/draft/2020-12/schema","title":` + marshal(title) + ",")
	b.WriteString(strings.TrimPrefix(strings.TrimSuffix(marshal(root), "}"), "{") + `,"$defs":{`)
	var members []string
	for _, name := range slices.Sorted(maps.Keys(d.texts)) {
		members = append(members, "\n"+marshal(name)+":"+d.texts[name])
	}
	b.WriteString(strings.Join(members, ",") + "}}\n")
	var indented bytes.Buffer
	if b.Len() > forPerson || json.Indent(&indented, b.Bytes(), "", "  ") != nil {
		return b.Bytes()
	}
	return indented.Bytes()
}

// marshal writes a value that is made of objects, lists and scalars.
func marshal(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // these values are all JSON
	return strings.TrimSuffix(b.String(), "\n")
}

// with returns a schema with what others say as well; the last counts.
func with(schemas ...object) object {
	all := object{}
	for _, s := range schemas {
		maps.Copy(all, s)
	}
	return all
}
