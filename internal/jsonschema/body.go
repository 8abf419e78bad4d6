package jsonschema

import (
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/schema"
)

// key is a body of a language, with what a plugin says of it.
type key struct {
	body *schema.Body
	spec *schema.SpecBody
}

// made is a reference to the schema of a body. There is none while the body is walked; it may be in
// itself, and then has this name.
type made struct {
	reference object
	name      string
	recursive bool
}

// body returns a reference to the schema of blocks with a body: an object is one, an array several,
// and in an array, an array is a body in parts. spec is what a plugin says of the body, and own what
// the language says of the values of its arguments; either may be nil.
func (w *walker) body(b *schema.Body, spec *schema.SpecBody, own map[string]string, path string) object {
	m := w.bodies[key{b, spec}]
	switch {
	case b.NestedInLists: // a value
		return object{}
	case m == nil:
		m = &made{name: w.reserve(path)}
		w.bodies[key{b, spec}] = m
		s := w.finish(w.contents(b, spec, own, path))
		if m.recursive {
			w.define(m.name, marshal(s))
			m.reference = reference(m.name)
			break
		}
		delete(w.texts, m.name)
		m.reference = w.add(path, s)
	case m.reference == nil:
		m.recursive = true
		return reference(m.name)
	}
	return m.reference
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
	// elsewhere are the names of blocks in which these may be, with the schema false.
	elsewhere object
	// generated are the schemas of the contents that it can have, by type.
	generated object
	// sole are the rows of blocks of which one can be there.
	sole []*schema.Block
	// free: only an object is a body.
	free bool
}

// An element of an array is an object, or a body in parts, of which a schema says nothing more: none of
// them need have what is required. The condition stops programs that make types from following arrays
// in arrays for ever.
var element = object{"if": isObject, "then": itself, "else": object{"$ref": "#/$defs/parts"}}

var isObject = object{"type": "object"}

var parts = object{"type": []string{"array", "null"}, "items": isObject, "errorMessage": "This must be an object."}

// finish makes the schema of what a body holds.
func (w *walker) finish(c *contents) object {
	s := object{"type": "object", "properties": c.properties, "additionalProperties": c.rest}
	if !w.query {
		s["type"], s["items"] = []string{"object", "array", "null"}, element
	}
	if c.free {
		s["items"] = object{"type": "object", "if": isObject, "then": itself}
	}
	var conditions []object
	for i, row := range c.sole {
		for _, other := range c.sole[i+1:] {
			if other.Sole == row.Sole {
				none := object{"type": "null", "doNotSuggest": true,
					"errorMessage": "This cannot stand next to " + row.Type + "."}
				conditions = append(conditions, object{"if": object{"required": []string{row.Type}},
					"then": object{"properties": object{other.Type: none}}})
			}
		}
	}
	if c.arguments != nil {
		conditions = append(conditions, unless(object{"required": c.arguments}, c.elsewhere))
	}
	if c.properties[schema.DynamicType] != nil { // which may make blocks
		c.elsewhere = with(c.elsewhere, object{schema.DynamicType: false})
	}
	if c.blocks != nil {
		conditions = append(conditions, unless(object{"required": c.blocks, "properties": c.least}, c.elsewhere))
	}
	if conditions != nil {
		s["allOf"] = conditions
	}
	return s
}

// unless is a condition on objects that have none of these names.
func unless(needs, names object) object {
	if len(names) == 0 {
		return needs
	}
	return object{"if": object{"properties": names}, "then": needs}
}

// nested is the part of a plugin's schema that says what is in a block which the plugin defines.
const nested = schema.Part(255)

// foreign is the body of such a block, where what the plugin does not list is refused, and where it is
// not, because another version of it may be meant.
var foreign = map[bool]*schema.Body{
	true: {Dynamic: true, Part: nested}, false: {Dynamic: true, Part: nested, Remain: schema.RemainUnknown},
}

func (w *walker) contents(b *schema.Body, spec *schema.SpecBody, own map[string]string, path string) *contents {
	c := &contents{properties: object{}, rest: object{}, least: object{}, elsewhere: object{}, generated: object{},
		free: b.JustAttributes}
	inner := spec
	if b.Part == schema.NoPart {
		spec = nil
	}
	switch {
	case b.Remain == schema.RemainNone || b.Defined != nil:
		c.rest = false
	case b.Remain == schema.RemainAttributes:
		c.rest = w.expression(b.RemainValue, own["*"], path)
	}
	// The plugin says more of what it defines than a row.
	language := func(outside, defined bool) bool { return spec == nil || !outside && !defined }
	for _, row := range b.Attributes {
		if language(row.External, row.Defined) {
			w.argument(c, &row, own[row.Name], path)
		}
	}
	for i := range b.Blocks {
		if row := &b.Blocks[i]; c.properties[row.Type] == nil && language(row.External, row.Defined) {
			w.block(c, b, row, inner, path)
		}
	}
	if b.Remain == schema.RemainAttributes {
		for _, name := range slices.Sorted(maps.Keys(own)) {
			if c.properties[name] == nil && name != "*" {
				w.argument(c, &schema.Attribute{Name: name, Value: b.RemainValue}, own[name], path)
			}
		}
	}
	if spec != nil {
		w.spec(c, b, spec, path)
	}
	if b.Part == schema.ProviderConfig { // which may be completed by other means
		c.arguments, c.blocks = nil, nil
	}
	if b.Dynamic && len(c.generated) > 0 && c.properties[schema.DynamicType] == nil {
		w.dynamic(c, path)
	}
	if !b.NoComments && !w.query {
		c.properties["//"] = true
	}
	return c
}

// argument adds one of the language, or one of a plugin of whose values nothing is known.
func (w *walker) argument(c *contents, row *schema.Attribute, kind, path string) {
	s := w.expression(row.Value, kind, path+"."+row.Name)
	if element := row.AsBlocks.Body(); element != nil {
		s = w.collection(cty.List(cty.DynamicPseudoType), object{}, "list")
		w.content(c, row.Name, element, nil, path)
	}
	if row.NoJSON != "" {
		s = with(s, object{"additionalProperties": object{"type": []string{"string", "number", "boolean", "null"}}})
	}
	c.properties[row.Name] = s
	if strings.HasSuffix(kind, "!") {
		c.arguments = append(c.arguments, row.Name)
	}
}

// block adds the blocks of a type in a body.
func (w *walker) block(c *contents, in *schema.Body, row *schema.Block, spec *schema.SpecBody, path string) {
	if row.Escape { // it may hold what is in the body around, and its other meanings
		anything := w.add(row.Type, w.finish(&contents{properties: object{}, rest: object{}}))
		c.properties[row.Type], c.elsewhere[row.Type] = w.blocks(anything, row), false
		return
	}
	switch {
	case row.Part() == nested:
		path = below(path, row.Type)
	case path == "file":
		path = row.Type
	default:
		path += "." + row.Type
	}
	if part := row.Part(); part != nested && len(row.Labels) > 0 || part == schema.NoPart {
		spec = nil
	}
	c.properties[row.Type] = w.level(row, nil, spec, path)
	if row.Body != nil && (in.Part == schema.NoPart || row.External || row.Defined) {
		w.content(c, row.Type, row.Body, spec, path)
	}
	if row.Min > 0 {
		c.blocks = append(c.blocks, row.Type)
		c.least[row.Type] = object{"type": []string{"object", "array"}, "minItems": row.Min, "doNotSuggest": true}
	}
	if row.Sole != "" {
		c.sole = append(c.sole, row)
	}
}

// below is the name of what is in a body: that of the type that a plugin defines, and its own.
func below(path, name string) string {
	parts := strings.Split(path, ".")
	return parts[min(1, len(parts)-1)] + "." + name
}

// spec adds what a plugin defines, but for names that the language has for itself.
func (w *walker) spec(c *contents, b *schema.Body, spec *schema.SpecBody, path string) {
	for _, name := range slices.Sorted(maps.Keys(spec.Attributes)) {
		a := spec.Attributes[name]
		if c.properties[name] != nil {
			continue
		}
		if c.properties[name] = (object{}); c.rest == false { // or else another version may have another type
			c.properties[name] = w.attribute(a, nil, path+"."+name)
		}
		if a.Required {
			c.arguments = append(c.arguments, name)
		}
		if element := schema.NewElement(a.Type, "", nil).Body(); element != nil && a.Argument() { // blocks may make it
			w.content(c, name, element, nil, path)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(spec.Blocks)) {
		if c.properties[name] != nil {
			continue
		}
		of := spec.Blocks[name]
		row := &schema.Block{Type: name, Body: foreign[c.rest == false], Min: of.Min, Max: of.Max, External: true}
		switch of.Nesting {
		case schema.NestingSingle, schema.NestingGroup:
			row.Single = true
		case schema.NestingMap:
			row.Labels, row.Distinct = []string{"key"}, true
		}
		w.block(c, b, row, of.Body, path)
		c.properties[name] = with(c.properties[name].(object), said(of.Body.Description, of.Body.Deprecated))
	}
}

// content adds the contents of the dynamic blocks of a type.
func (w *walker) content(c *contents, name string, b *schema.Body, spec *schema.SpecBody, path string) {
	c.generated[name] = w.blocks(w.body(b, spec, nil, below(path, name)), &schema.Block{Body: b, Single: true})
}

// dynamic adds the block that makes others.
func (w *walker) dynamic(c *contents, path string) {
	all := w.add(schema.DynamicType, w.finish(&contents{
		properties: object{
			schema.DynamicForEach:  w.orExpression(object{}, "", "This must be a list or an object", "array", "object"),
			schema.DynamicIterator: w.expression(traversal, "", path),
			schema.DynamicLabels:   object{"type": "array"},
			schema.ContentType:     object{},
			"//":                   true,
		},
		rest: false, arguments: []string{schema.DynamicForEach, schema.ContentType},
	}))
	properties := object{}
	for name, content := range c.generated {
		one := object{"allOf": []object{all}, "properties": object{schema.ContentType: content}, "items": element}
		properties[name] = w.blocks(w.add(below(path, name)+".dynamic", one), &schema.Block{})
	}
	level := object{"type": []string{"object", "array"}, "properties": properties, "additionalProperties": c.rest,
		"items": element}
	c.properties[schema.DynamicType] = w.add(path+".dynamic", level)
}
