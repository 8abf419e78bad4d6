package jsonschema

import (
	"maps"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/schema"
)

// body has the schemas of a body: of the whole, and of an object that is a part of it, which need
// not have what is required. Both say something of objects only.
type body struct {
	whole, part object
	free        bool
	// needs: something is required.
	needs bool
}

// body returns the schema of a body. spec is what a plugin says of it, and own what the language
// says of the values of its arguments; either may be nil.
func (w *walker) body(b *schema.Body, spec, own *schema.SpecBody, path string) body {
	if name, open := w.open[b]; open {
		w.recursive[name] = true
		return body{whole: reference(name), part: reference(name), free: b.Free}
	}
	if known, done := w.bodies[b]; done && spec == nil {
		return known
	}
	if b.Lists {
		return body{whole: object{}, part: object{}} // a value
	}
	name := w.reserve(path)
	w.open[b] = name
	c := w.contents(b, spec, own, path)
	delete(w.open, b)
	delete(w.texts, name)
	var made body
	if w.recursive[name] {
		w.texts[name] = marshal(c.all())
		made = body{whole: reference(name), part: reference(name)}
	} else {
		made = w.finish(c, path)
	}
	made.free = b.Free
	if spec == nil {
		w.bodies[b] = made
	}
	return made
}

// contents is what a body may hold.
type contents struct {
	properties object
	// rest is the schema of other names; false for none.
	rest any
	// arguments and blocks are the names of those that must be there, and least the schemas of
	// these blocks.
	arguments, blocks []string
	least             object
	// escape is the name of the block in which they may be, and dynamic that of one that may
	// make the blocks; or empty.
	escape, dynamic string
	// sole are the names of blocks of which one can be there, by the word that they share.
	sole map[string][]string
}

// all is the schema of the names, without what must be there.
func (c *contents) all() object {
	s := object{"properties": c.properties, "additionalProperties": c.rest}
	var conditions []object
	for _, word := range slices.Sorted(maps.Keys(c.sole)) {
		names := c.sole[word]
		for i, name := range names[:len(names)-1] {
			none := object{}
			for _, other := range names[i+1:] {
				none[other] = object{"type": "null", "doNotSuggest": true,
					"errorMessage": "This cannot stand next to " + name + "."}
			}
			conditions = append(conditions, object{"if": object{"required": []string{name}},
				"then": object{"properties": none}})
		}
	}
	if conditions != nil {
		s["allOf"] = conditions
	}
	return s
}

// finish makes the schemas of what a body holds.
func (w *walker) finish(c *contents, path string) body {
	s := c.all()
	if len(c.arguments)+len(c.blocks) == 0 {
		all := w.add(path, s)
		return body{whole: all, part: all}
	}
	arguments := unless(object{"required": c.arguments}, c.escape)
	blocks := unless(object{"required": c.blocks, "properties": c.least}, c.escape, c.dynamic)
	var needs object
	switch {
	case len(c.blocks) == 0:
		needs = arguments
	case len(c.arguments) == 0:
		needs = blocks
	default:
		needs = object{"allOf": []object{arguments, blocks}}
	}
	part := w.add(path+".part", s)
	return body{whole: w.add(path, with(part, needs)), part: part, needs: true}
}

// below is the name of what is in a body: that of the type that is defined, and its own.
func below(name, path string) string {
	parts := strings.Split(path, ".")
	return strings.Join(append(parts[:min(len(parts), 2):min(len(parts), 2)], name), ".")
}

// unless is a condition on objects that have none of these names; empty ones are none.
func unless(needs object, names ...string) object {
	none := object{}
	for _, name := range names {
		if name != "" {
			none[name] = false
		}
	}
	if len(none) == 0 {
		return needs
	}
	return object{"if": object{"properties": none}, "then": needs}
}

func (w *walker) contents(b *schema.Body, spec, own *schema.SpecBody, path string) *contents {
	c := &contents{properties: object{}, rest: object{}, least: object{}, sole: map[string][]string{}}
	if own == nil {
		own = &schema.SpecBody{}
	}
	inner := spec
	if b.Part == schema.NoPart {
		spec = nil
	}
	for i := range b.Attributes {
		if row := &b.Attributes[i]; spec == nil || !row.Outside && !row.Defined {
			w.argument(c, row, own.Attributes[row.Name], path)
		}
	}
	for i := range b.Blocks {
		row := &b.Blocks[i]
		if c.properties[row.Type] == nil && (spec == nil || !row.Outside && !row.Defined) {
			w.rows(c, row, inner, path, len(b.Blocks) > 1)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(own.Attributes)) {
		if c.properties[name] == nil && b.Rest == schema.RestAttributes {
			w.argument(c, &schema.Attribute{Name: name, Value: b.RestValue}, own.Attributes[name], path)
		}
	}
	if b.Rest == schema.RestAttributes {
		c.rest = w.expression(b.RestValue, nil, path)
	}
	if b.Rest == schema.RestNone || b.Defined != nil {
		c.rest = false
	}
	if spec != nil {
		w.spec(c, spec, c.rest, path)
	}
	if b.Part == schema.ProviderConfig { // which may be completed by other means
		c.arguments, c.blocks = nil, nil
	}
	if b.Reserved != nil {
		reserved := object{"not": object{}, "doNotSuggest": true, "errorMessage": "The language keeps this name for later."}
		for _, row := range b.Reserved.Attributes {
			c.properties[row.Name] = reserved
		}
		for _, row := range b.Reserved.Blocks {
			c.properties[row.Type] = reserved
		}
	}
	if b.Dynamic {
		w.dynamic(c, w.generated(c, b, spec, path), path)
	}
	if !b.NoComments && !w.query {
		c.properties["//"] = true
	}
	return c
}

// argument adds one of the language, or one of a plugin of whose values nothing is known.
func (w *walker) argument(c *contents, row *schema.Attribute, own *schema.SpecAttribute, path string) {
	s := w.expression(row.Value, own, path+"."+row.Name)
	if row.AsBlocks != nil {
		s = w.nested(schema.NestingList, object{}, "list", "list")
	}
	if row.NoJSON != "" {
		s = with(s, object{"additionalProperties": object{"type": []string{"string", "number", "boolean", "null"}}})
	}
	c.properties[row.Name] = s
	if own != nil && own.Required {
		c.arguments = append(c.arguments, row.Name)
	}
}

// rows adds the blocks of a type. alone: no other block is in the body.
func (w *walker) rows(c *contents, row *schema.Block, spec *schema.SpecBody, path string, others bool) {
	if len(row.Labels) > 0 || row.Body != nil && row.Body.Part == schema.NoPart {
		spec = nil
	}
	if row.Escape { // it may hold what is in the body around, and its other meanings
		anything := body{whole: object{}, part: object{}}
		c.properties[row.Type], c.escape = w.blocks(anything, row, row.Type), row.Type
		return
	}
	if path == "file" {
		path = row.Type
	} else {
		path += "." + row.Type
	}
	c.properties[row.Type] = w.level(row, nil, spec, path)
	if row.Min > 0 {
		c.require(row.Type, row.Min)
	}
	if row.Sole != "" && others {
		c.sole[row.Sole] = append(c.sole[row.Sole], row.Type)
	}
}

// require says that so many blocks of a type must be there.
func (c *contents) require(name string, least int) {
	c.blocks = append(c.blocks, name)
	s := object{"type": []string{"object", "array"}, "minItems": least, "doNotSuggest": true}
	if least > 1 {
		s["type"] = "array"
	}
	c.least[name] = s
}

// spec adds what a plugin defines, but for names that the language has for itself.
func (w *walker) spec(c *contents, spec *schema.SpecBody, rest any, path string) {
	for _, name := range slices.Sorted(maps.Keys(spec.Attributes)) {
		if c.properties[name] != nil {
			continue
		}
		if c.properties[name] = (object{}); rest == false { // or else another version may have another type
			c.properties[name] = w.attribute(spec.Attributes[name], nil, path+"."+name)
		}
		if spec.Attributes[name].Required {
			c.arguments = append(c.arguments, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(spec.Blocks)) {
		if c.properties[name] != nil {
			continue
		}
		row := spec.Blocks[name]
		like := &schema.Block{Max: row.Max}
		switch row.Nesting {
		case schema.NestingSingle, schema.NestingGroup:
			like.Single = true
		case schema.NestingMap:
			like.Labels = []string{"key"}
		}
		s := w.blocks(w.specBody(row.Body, rest, below(name, path)), like, below(name, path))
		if len(like.Labels) > 0 {
			s = w.labelled(object{"additionalProperties": s}, &schema.Block{}, false, nil)
		}
		c.properties[name] = with(s, said(row.Body.Description, row.Body.Deprecated))
		if row.Min > 0 {
			c.require(name, row.Min)
		}
	}
}

// specBody is the body of a block that a plugin defines.
func (w *walker) specBody(spec *schema.SpecBody, rest any, path string) body {
	if known, done := w.specs[spec]; done {
		return known
	}
	c := &contents{properties: object{}, rest: rest, least: object{}}
	w.spec(c, spec, rest, path)
	w.dynamic(c, w.generatedBy(spec, rest, path), path)
	if !w.query {
		c.properties["//"] = true
	}
	made := w.finish(c, path)
	w.specs[spec] = made
	return made
}

// dynamic adds the block that makes others: generated are their bodies, by type.
func (w *walker) dynamic(c *contents, generated map[string]body, path string) {
	if len(generated) == 0 || c.properties[schema.DynamicType] != nil {
		return
	}
	all := w.finish(&contents{
		properties: object{
			schema.DynamicForEach: object{"type": []string{"array", "object", "string", "null"},
				"errorMessage": "This must be a list or an object, or a string with an expression: \"${...}\"."},
			schema.DynamicIterator: w.expression(&schema.Value{Mode: schema.Traversal}, nil, path),
			schema.DynamicLabels:   object{"type": "array"},
			schema.ContentType:     object{},
			"//":                   true,
		},
		rest: false, arguments: []string{schema.DynamicForEach, schema.ContentType},
	}, schema.DynamicType).whole
	properties := object{}
	for _, name := range slices.Sorted(maps.Keys(generated)) {
		content := w.blocks(generated[name], &schema.Block{Single: true}, below(name, path))
		one := object{"allOf": []object{all}, "properties": object{schema.ContentType: content}}
		properties[name] = with(w.add(below(name, path)+".dynamic", one), object{"type": []string{"object", "array"},
			"items": w.add(below(name, path)+".dynamic", one)})
	}
	level := w.add(path+".dynamic", object{"properties": properties, "additionalProperties": c.rest})
	c.dynamic = schema.DynamicType
	c.properties[c.dynamic] = w.labelled(level, &schema.Block{}, false, nil)
}

// generated are the bodies of what dynamic blocks in a body can make.
func (w *walker) generated(c *contents, b *schema.Body, spec *schema.SpecBody, path string) map[string]body {
	if spec != nil {
		return w.generatedBy(spec, c.rest, path)
	}
	bodies := map[string]body{}
	for i := range b.Attributes {
		if element := b.Attributes[i].AsBlocks.Body(); element != nil {
			bodies[b.Attributes[i].Name] = w.body(element, nil, nil, below(b.Attributes[i].Name, path))
		}
	}
	for i := range b.Blocks {
		row := &b.Blocks[i]
		if row.Body != nil && !row.Escape && (b.Part == schema.NoPart || row.Outside || row.Defined) {
			bodies[row.Type] = w.body(row.Body, nil, nil, below(row.Type, path))
		}
	}
	return bodies
}

// generatedBy are those in a body that a plugin defines. An argument that is a list of objects
// may be made as blocks, with any of its arguments.
func (w *walker) generatedBy(spec *schema.SpecBody, rest any, path string) map[string]body {
	bodies := map[string]body{}
	for name, a := range spec.Attributes {
		if a.Argument() && a.Nested == nil && schema.ListOfObjects(a.Type) {
			element := &schema.SpecBody{Attributes: objectMembers(a.Type.ElementType())}
			for _, member := range element.Attributes {
				member.Required, member.Optional = false, true
			}
			bodies[name] = w.specBody(element, false, below(name, path))
		}
	}
	for name, row := range spec.Blocks {
		bodies[name] = w.specBody(row.Body, rest, below(name, path))
	}
	return bodies
}
