package jsonschema

import (
	"regexp"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Plugins is what providers and plugins define in the bodies of a language.
type Plugins struct {
	// Types are those that the schema describes. Blocks of others may hold anything.
	Types Types
	// Spec returns what is known of a type; nil is nothing. value is that of [schema.Block.By].
	Spec func(part schema.Part, typ, value string) (*schema.SpecBody, error)
}

// Config returns the schema of files of a language in JSON, in all forms that the product reads.
func Config(d *schema.Dialect, p Plugins, comment string) ([]byte, error) {
	w := newWalker(d, p)
	root := w.body(d.Root, nil, nil, "file")
	s := with(object{"type": "object"}, root.whole)
	if d.ArrayRoot && !d.Root.Free {
		s["type"] = []string{"object", "array"}
		s["items"] = with(object{"type": "object"}, root.part)
	}
	return w.document(d.Product+": "+d.Name+" in JSON", comment, s), w.err
}

// Query returns the schema of files of a language in the query form.
func Query(d *schema.Dialect, p Plugins, comment string) ([]byte, error) {
	w := newWalker(d, p)
	w.query, w.partial = true, true
	s := with(object{"type": "object"}, w.body(d.Root, nil, nil, "file").whole)
	return w.document(d.Product+": "+d.Name+" in the query form", comment, s), w.err
}

// walker makes schemas of the bodies of a language.
type walker struct {
	values
	plugins Plugins
	builtIn map[schema.Part]map[string]*schema.SpecBody
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

func newWalker(d *schema.Dialect, p Plugins) *walker {
	d.Prepare()
	return &walker{
		values: values{definitions: newDefinitions()}, plugins: p, builtIn: d.BuiltIn,
		open: map[*schema.Body]string{}, recursive: map[string]bool{},
		bodies: map[*schema.Body]body{}, specs: map[*schema.SpecBody]body{},
	}
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
	for _, label := range w.labels(row, labels) {
		properties[label] = below(label, path+"."+label)
	}
	if len(properties) > 0 {
		c["properties"] = properties
		c = w.add(path+".labels", c)
	}
	return w.labelled(c, row, row.Optional >= len(row.Labels)-len(labels), func() body {
		return w.bodyOf(row, append(labels[:len(labels):len(labels)], make([]string, row.Optional)...), spec, path)
	})
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
	s := with(object{"type": []string{"object", "array"}, "minProperties": 1, "minItems": 1,
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

// blocks is the schema of all blocks of a type that have the same labels: an object is one, an
// array several, and in an array, an array is a body in parts.
func (w *walker) blocks(b body, row *schema.Block) object {
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
	case row.Shape == schema.ObjectShape, w.query && b.free && len(row.Labels) == 0:
		return with(object{"type": "object"}, b.whole)
	case w.query, row.Shape == schema.ArrayShape && len(row.Labels) == 0:
		s = object{"type": "array", "items": element}
	}
	if most := atMost(row); most > 0 {
		s["maxItems"] = most
	}
	return s
}

// labels are those that choose a body, at the level behind these.
func (w *walker) labels(row *schema.Block, before []string) []string {
	return w.plugins.Types.labels(row, before, w.builtIn[row.Part()])
}

// bodyOf is the body of blocks with these labels.
func (w *walker) bodyOf(row *schema.Block, labels []string, spec *schema.SpecBody, path string) body {
	own := opentofu.Own(row.Type)
	base := row.BodyFor(labels, "")
	if base.Part == schema.NoPart && base.Defined != nil {
		own = opentofu.Own(labels[0])
	}
	if w.builtIn == nil {
		own = nil
	}
	part, typ := row.Part(), ""
	if part != schema.NoPart && len(labels) > 0 {
		spec, typ = w.find(part, labels[0], ""), labels[0]
	}
	b := w.body(base, spec, own, path)
	if row.Escape {
		return body{whole: b.part, part: b.part}
	}
	if row.By == "" {
		return b
	}
	whole := b.whole
	others := w.plugins.Types[part][typ]
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
	if spec := w.builtIn[part][typ]; spec != nil || typ == "" || w.plugins.Spec == nil {
		return spec
	}
	spec, err := w.plugins.Spec(part, typ, value)
	if err != nil && w.err == nil {
		w.err = err
	}
	return spec
}
