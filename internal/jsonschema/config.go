package jsonschema

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// language returns the schema of files of a language: in all forms of JSON that the product reads,
// or in the query form.
func language(p *plugins, query bool) ([]byte, error) {
	d := p.Dialect
	d.Prepare()
	w := &walker{
		values: values{definitions: newDefinitions(), closed: d.BuiltIn != nil, partial: query}, plugins: p, query: query,
		open: map[*schema.Body]string{}, recursive: map[string]bool{},
		bodies: map[*schema.Body]body{}, specs: map[*schema.SpecBody]body{},
	}
	root := w.body(d.Root, nil, nil, "file")
	s := with(object{"type": "object"}, root.whole)
	title := d.Product
	if !strings.EqualFold(d.Name, title) {
		title += " (" + d.Name + ")"
	}
	switch {
	case query:
		title += " in the query form"
	case d.ArrayRoot && !d.Root.Free:
		s["type"] = []string{"object", "array"}
		s["items"] = with(object{"type": "object"}, root.part)
		fallthrough
	default:
		title += " in JSON"
	}
	return w.document(title, p.comment(), s), w.err
}

// walker makes schemas of the bodies of a language.
type walker struct {
	values
	plugins *plugins
	query   bool
	err     error
	// open are the bodies that are being walked, and recursive the names of those that are
	// in themselves.
	open      map[*schema.Body]string
	recursive map[string]bool
	// bodies are those of the language alone, and specs those of plugins.
	bodies map[*schema.Body]body
	specs  map[*schema.SpecBody]body
}

// level is the schema of the blocks with these labels; one that is empty is any other.
func (w *walker) level(row *schema.Block, labels []string, spec *schema.SpecBody, path string) object {
	if len(labels) == len(row.Labels) {
		return w.blocks(w.bodyOf(row, labels, spec, path), row, path)
	}
	below := func(label, path string) object {
		return w.level(row, append(labels[:len(labels):len(labels)], label), spec, path)
	}
	c := object{"additionalProperties": below("", path)}
	properties := object{}
	for _, label := range w.labels(row, labels) {
		properties[label] = below(label, path+"."+label)
	}
	if len(properties) > 0 {
		c["properties"] = properties
		c = w.add(path+".labels", c)
	}
	optional := row.Optional >= len(row.Labels)-len(labels)
	s := w.labelled(c, row, optional, func() body {
		return w.bodyOf(row, append(labels[:len(labels):len(labels)], make([]string, row.Optional)...), spec, path)
	})
	s["errorMessage"] = fmt.Sprintf("This must be an object. Its names are a label: %s.", row.Labels[len(labels)])
	return s
}

// labelled is the schema of a level of labels, whose names and values another says. With optional,
// an object with an argument of the body may be the body.
func (w *walker) labelled(c object, row *schema.Block, optional bool, unlabelled func() body) object {
	if optional {
		var some []object
		for _, a := range row.Body.Attributes {
			some = append(some, object{"required": []string{a.Name}, "properties": object{
				a.Name: object{"type": []string{"string", "number", "boolean"}}}})
		}
		c = object{"if": object{"anyOf": some}, "then": unlabelled().whole, "else": c}
	}
	s := with(object{"type": []string{"object", "array"}, "minProperties": 1, "contains": object{"minProperties": 1},
		"items": with(object{"type": "object"}, c)}, c)
	switch {
	case w.query || row.Shape == schema.ObjectShape:
		s = with(object{"type": "object", "minProperties": 1}, c)
	case row.Shape == schema.ArrayShape:
		s["type"] = "array"
	}
	if atMost(row) == 1 {
		s["maxProperties"] = 1
		if s["items"] != nil {
			s["maxItems"] = 1
		}
	}
	return s
}

// atMost is how many blocks of a type there can be in a body; 0 is no limit.
func atMost(row *schema.Block) int {
	if row.Single {
		return 1
	}
	return row.Max
}

// alike is how many of them can have the same labels.
func alike(row *schema.Block) int {
	if row.Distinct && row.Apart == "" && len(row.Labels) > 0 {
		return 1
	}
	return atMost(row)
}

// blocks is the schema of all blocks of a type that have the same labels: an object is one, an
// array several, and in an array, an array is a body in parts.
func (w *walker) blocks(b body, row *schema.Block, path string) object {
	element := with(object{"type": []string{"object", "array", "null"},
		"items": with(object{"type": "object"}, b.part)}, b.whole)
	if b.needs {
		element["type"] = []string{"object", "array"}
	}
	if b.free || w.query {
		element = with(object{"type": "object"}, b.whole)
	}
	s := with(object{"type": []string{"object", "array", "null"}, "items": element}, b.whole)
	switch {
	case row.Shape == schema.ObjectShape && !w.query, w.query && b.free && len(row.Labels) == 0:
		return with(object{"type": "object"}, b.whole)
	case w.query, row.Shape == schema.ArrayShape && len(row.Labels) == 0:
		s = object{"type": "array", "items": element}
	}
	s = w.add(path+".blocks", s)
	if most := alike(row); most > 0 {
		s["maxItems"] = most
	}
	return s
}

// labels are those that choose a body, at the level behind these.
func (w *walker) labels(row *schema.Block, before []string) []string {
	return w.plugins.types.labels(row, before, w.plugins.Dialect.BuiltIn[row.Part()])
}

// bodyOf is the body of blocks with these labels.
func (w *walker) bodyOf(row *schema.Block, labels []string, spec *schema.SpecBody, path string) body {
	own := opentofu.Own(row.Type)
	base := row.BodyFor(labels, "")
	if base.Part == schema.NoPart && base.Defined != nil {
		own = opentofu.Own(labels[0])
	}
	if !w.closed {
		own = nil
	}
	part, typ := row.Part(), ""
	if part != schema.NoPart && len(labels) > 0 {
		spec, typ = w.find(part, labels[0], ""), labels[0]
	}
	b := w.body(base, spec, own, path)
	if row.By == "" {
		return b
	}
	whole := b.whole
	others := w.plugins.types[part][typ]
	for value := range row.Values {
		others = append(others, value)
	}
	for _, value := range sorted(others) {
		if typ != "" {
			spec = w.find(part, typ, value)
		}
		of := w.body(row.BodyFor(labels, value), spec, own, path+"."+value)
		whole = w.add(path+".by", object{
			"if": object{"required": []string{row.By}, "properties": object{row.By: object{
				"pattern": `^\s*(\$\{\s*)?` + regexp.QuoteMeta(value) + `\s*($|[.\[}])`}}},
			"then": of.whole, "else": whole,
		})
		b.part = object{}
	}
	b.whole = whole
	return b
}

// find returns what is known of a type that a plugin defines.
func (w *walker) find(part schema.Part, typ, value string) *schema.SpecBody {
	if typ == "" {
		return nil
	}
	spec, err := w.plugins.spec(part, typ, value)
	if err != nil && w.err == nil {
		w.err = err
	}
	return spec
}
