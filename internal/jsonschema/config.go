package jsonschema

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// language returns the schema of files of a language: in all forms of JSON that the product reads,
// or in the query form.
func language(p *plugins) []byte {
	d, query := p.Dialect, p.Kind == Query
	w := &walker{
		values:  values{definitions: newDefinitions(), partial: query},
		plugins: p, query: query, bodies: map[key]*made{},
	}
	w.define("parts", marshal(parts))
	root := object{"type": []string{"object"}, "allOf": []object{w.body(d.Root, nil, nil, "file")}}
	if !query && d.ArrayRoot && !d.Root.JustAttributes {
		root["type"] = []string{"object", "array"}
	}
	return w.document(d.Product+" ("+d.Name+"): "+p.Kind, root)
}

// walker makes schemas of the bodies of a language.
type walker struct {
	values
	plugins *plugins
	query   bool
	bodies  map[key]*made
}

// level is the schema of the blocks with these labels; one that is empty is any other.
func (w *walker) level(row *schema.Block, labels []string, spec *schema.SpecBody, path string) object {
	if len(labels) == len(row.Labels) {
		return w.blocks(w.bodyOf(row, labels, spec, path), row)
	}
	below := func(label, path string) object {
		return w.level(row, append(labels[:len(labels):len(labels)], label), spec, path)
	}
	c := object{"additionalProperties": below("", path)}
	properties := object{}
	for _, label := range w.plugins.labels(row, labels) {
		properties[label] = below(label, path+"."+label)
	}
	if c["properties"] = properties; len(properties) > 0 {
		c = w.add(path+".labels", c)
	}
	if row.Optional >= len(row.Labels)-len(labels) { // an object may be the body
		c = object{}
	}
	return w.labelled(c, row, row.Labels[len(labels)])
}

// labelled is the schema of a level of labels, whose names and values another says.
func (w *walker) labelled(c object, row *schema.Block, label string) object {
	s := with(c, object{"type": []string{"object", "array"}, "minProperties": 1,
		"errorMessage": fmt.Sprintf("This must be an object. Its names are a label: %s.", label)})
	if atMost(row) == 1 {
		s["maxProperties"], s["maxItems"] = 1, 1
	}
	switch {
	case w.query || row.Shape == schema.ObjectShape:
		s["type"] = "object"
		return s
	case row.Shape == schema.ArrayShape:
		s["type"] = "array"
	}
	return with(s, object{"contains": object{"minProperties": 1}, "items": with(c, object{"type": "object"})})
}

// atMost is how many blocks of a type there can be in a body; 0 is no limit.
func atMost(row *schema.Block) int {
	if row.Single {
		return 1
	}
	return row.Max
}

// blocks is the schema of all blocks of a type that have the same labels and this body.
func (w *walker) blocks(body object, row *schema.Block) object {
	s := with(body)
	switch {
	case !w.query && row.Shape == schema.ObjectShape:
		return object{"type": "object", "allOf": []object{body}}
	case w.query && row.Body != nil && row.Body.JustAttributes && len(row.Labels) == 0:
		return body
	case w.query:
		s = object{"type": "array", "items": body}
	case row.Shape == schema.ArrayShape && len(row.Labels) == 0:
		s = object{"type": "array", "allOf": []object{body}}
	}
	if most := atMost(row); most > 0 {
		s["maxItems"] = most
	}
	if row.Distinct && row.Apart == "" && len(row.Labels) > 0 {
		s["maxItems"] = 1
	}
	return s
}

// bodyOf is the body of blocks with these labels.
func (w *walker) bodyOf(row *schema.Block, labels []string, spec *schema.SpecBody, path string) object {
	own := opentofu.Own(row.Type)
	base := row.BodyFor(labels, "")
	if base.Part == schema.NoPart && base.Defined != nil {
		own = opentofu.Own(labels[0])
	}
	if w.plugins.Dialect.BuiltIn == nil || row.External { // another language, or a plugin
		own = nil
	}
	part, typ := row.Part(), ""
	if part != schema.NoPart && part != nested && len(labels) > 0 {
		spec, typ = w.plugins.spec(part, labels[0], ""), labels[0]
	}
	whole := w.body(base, spec, own, path)
	if row.By == "" {
		return whole
	}
	others := slices.Collect(maps.Keys(row.Values))
	for _, value := range sorted(append(others, w.plugins.types[part][typ]...)) {
		if typ != "" {
			spec = w.plugins.spec(part, typ, value)
		}
		of := w.body(row.BodyFor(labels, value), spec, own, path+"."+value)
		by := object{"required": []string{row.By}, "properties": object{row.By: object{
			"pattern": `^\s*(\$\{\s*)?` + regexp.QuoteMeta(value) + `\s*($|[.\[}])`}}}
		array := object{"type": "array"} // in which an array is a body in parts
		whole = w.add(path+".by", object{"if": array, "then": object{"items": object{"if": array, "else": itself}},
			"else": object{"if": by, "then": of, "else": whole}})
	}
	return whole
}
