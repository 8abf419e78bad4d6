package jsonschema

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// languageSchema returns the schema of the files of a language: of all JSON forms accepted by the product,
// or of the query form.
func languageSchema(p *plugins) []byte {
	d := p.Dialect
	w := &walker{values: values{newDefinitions(), false, p.Kind == Query}, plugins: p, bodies: map[bodyKey]*bodySchema{}}
	root := w.body(d.Root, nil, nil, "file")
	if w.partial || !d.ArrayRoot || d.Root.JustAttributes {
		root = object{"type": "object", "allOf": []object{root}}
	} else { // not in addition to a reference, because type generators expect no type there
		root = mergeSchemas(root, object{"not": object{"type": "null"}})
	}
	return w.writeDocument(d.Product+" ("+d.Name+"): "+p.Kind, root)
}

// walker creates the schemas of the bodies of a language.
type walker struct {
	values
	plugins *plugins
	bodies  map[bodyKey]*bodySchema
}

// levelSchema returns the schema of the blocks with these labels. An empty label is any other label.
func (w *walker) levelSchema(row *tables.Block, labels []string, spec *typespec.Body, path string) object {
	if len(labels) == len(row.Labels) {
		return w.blocksSchema(w.labelledBody(row, labels, spec, path), row)
	}
	below := func(label, path string) object {
		return w.levelSchema(row, append(labels[:len(labels):len(labels)], label), spec, path)
	}
	properties := object{}
	for _, label := range w.plugins.nextLabels(row, labels) {
		properties[label] = below(label, path+"."+label)
	}
	c := namedObject(properties, below("", path))
	if len(properties) > 0 {
		c = w.addSchema(path+".labels", c)
	}
	if row.Optional >= len(row.Labels)-len(labels) { // an object can be the body
		c = object{}
	}
	s := mergeSchemas(c, object{"type": []string{"object", "array"}, "minProperties": 1,
		"errorMessage": "This must be an object. Its names are a label: " + row.Labels[len(labels)] + "."})
	if row.Single || row.Max == 1 {
		s["maxProperties"], s["maxItems"] = 1, 1
	}
	switch {
	case w.partial || row.Shape == tables.ObjectShape:
		s["type"] = "object"
		return s
	case row.Shape == tables.ArrayShape:
		s["type"] = "array"
	}
	return mergeSchemas(s, object{"contains": object{"minProperties": 1}, "items": mergeSchemas(c, object{"type": "object"})})
}

// namedObject returns the schema of an object with these properties, and others. The condition prevents
// that type generators check the type of others against the named properties.
func namedObject(properties object, others any) object {
	s := object{"properties": properties, "additionalProperties": others}
	if typed, is := others.(object); is && len(typed) > 0 && len(properties) > 0 {
		names := object{}
		for name := range properties {
			names[name] = true
		}
		s = object{"properties": properties, "if": isObject, "then": mergeSchemas(s, object{"properties": names})}
	}
	return s
}

// blocksSchema returns the schema of all blocks of a type with the same labels and this body.
func (w *walker) blocksSchema(body object, row *tables.Block) object {
	s := mergeSchemas(body)
	switch {
	case !w.partial && row.Shape == tables.ObjectShape:
		return object{"type": "object", "allOf": []object{body}}
	case w.partial && row.Body != nil && row.Body.JustAttributes && len(row.Labels) == 0:
		return body
	case w.partial:
		s = object{"type": "array", "items": body}
	case row.Shape == tables.ArrayShape && len(row.Labels) == 0:
		s = object{"type": "array", "allOf": []object{body}}
	}
	most := row.Max
	if row.Single || row.Unique && row.DistinguishedBy == "" && len(row.Labels) > 0 {
		most = 1
	}
	if most > 0 {
		s["maxItems"] = most
	}
	return s
}

// labelledBody returns the schema of the body of blocks with these labels.
func (w *walker) labelledBody(row *tables.Block, labels []string, spec *typespec.Body, path string) object {
	own := tfname.ArgumentKinds(row.Type)
	part, typ := row.Part(), ""
	if part != tables.NoPart && part != nestedPart && len(labels) > 0 {
		spec, typ = w.plugins.specOf(part, labels[0], ""), labels[0]
	}
	base := row.Body
	if spec == nil || !w.plugins.isProvided(part, typ) {
		base = row.BodyFor(labels, "")
	}
	if base.Part == tables.NoPart && base.Bundled != nil {
		own = tfname.ArgumentKinds(labels[0])
	}
	if conventions.Of(w.plugins.Dialect).BuiltIn == nil || row.Origin.External() { // another language, or a plugin
		own = nil
	}
	whole := w.body(base, spec, own, path)
	if row.By == "" {
		return whole
	}
	for _, value := range sortedUnique(slices.AppendSeq(slices.Clone(w.plugins.types[part][typ]), maps.Keys(row.Values))) {
		if typ != "" {
			spec = w.plugins.specOf(part, typ, value)
		}
		of := w.body(row.BodyFor(labels, value), spec, own, path+"."+value)
		by := object{"required": []string{row.By}, "properties": object{row.By: object{
			"pattern": `^\s*(\$\{\s*)?` + regexp.QuoteMeta(value) + `\s*($|[.\[}])`}}}
		array := object{"type": "array"} // an array in it is a body in parts
		whole = w.addSchema(path+".by", object{"if": array, "else": object{"if": by, "then": of, "else": whole},
			"then": object{"items": object{"if": array, "else": object{"$ref": selfReference}}}})
	}
	return whole
}

// bodyKey is a body of a language with its definition by a plugin.
type bodyKey struct {
	body *tables.Body
	spec *typespec.Body
}

// bodySchema is a reference to the schema of a body. During the walk of the body, the reference is a
// reserved name. A recursive body keeps this name.
type bodySchema struct {
	reference       object
	done, recursive bool
}

// body returns a reference to the schema of blocks with this body: an object is one block, an array
// is several blocks, and an array in an array is a body in parts. spec is the definition of the body
// by a plugin, and own are the kinds of values of the language's own arguments; either can be nil.
func (w *walker) body(b *tables.Body, spec *typespec.Body, own map[string]string, path string) object {
	m := w.bodies[bodyKey{b, spec}]
	switch {
	case b.NestedInLists: // a value
		return object{}
	case m != nil:
		m.recursive = m.recursive || !m.done
		return m.reference
	}
	name := w.reserveName(path)
	m = &bodySchema{reference: reference(name)}
	w.bodies[bodyKey{b, spec}] = m
	s := w.finishBody(w.contentsOf(b, spec, own, path))
	if m.done = true; m.recursive {
		w.defineText(name, marshal(s))
	} else {
		delete(w.texts, name)
		m.reference = w.addSchema(path, s)
	}
	if spec != nil && b.Part != nestedPart { // all nested bodies are private to it
		maps.DeleteFunc(w.bodies, func(k bodyKey, m *bodySchema) bool { return m.done && k.spec != nil })
	}
	return m.reference
}

// contents are the possible contents of a body.
type contents struct {
	// rest is the schema of other names; false if the body has none.
	rest any
	// arguments and blocks are the names of required arguments and blocks.
	arguments, blocks []string
	// least are the schemas of the required blocks. elsewhere contains the names of blocks that can
	// also provide required content, with the schema false. generated are the schemas of the
	// contents of dynamic blocks, by type.
	properties, least, elsewhere, generated object
	// conditions are additional conditions.
	conditions []object
	// free is true if only an object is a body.
	free bool
}

var isObject = object{"type": "object"}

// elementsSchema returns the schema of the objects in an array. The condition prevents that type
// generators follow nested arrays without end.
func elementsSchema(of string) object { return object{"if": isObject, "then": object{"$ref": of}} }

// finishBody returns the schema of a body. Required names are not required in a part of a body.
func (w *walker) finishBody(c *contents) object {
	if c.arguments != nil {
		c.conditions = append(c.conditions, noneOf(object{"required": c.arguments}, c.elsewhere))
	}
	if len(c.generated) > 0 || c.properties[tables.DynamicType] != nil { // they can generate blocks
		c.elsewhere = mergeSchemas(c.elsewhere, object{tables.DynamicType: false})
	}
	if c.blocks != nil {
		c.conditions = append(c.conditions, noneOf(object{"required": c.blocks, "properties": c.least}, c.elsewhere))
	}
	body, part := mergeSchemas(namedObject(c.properties, c.rest), isObject), selfReference
	s := body
	if c.conditions != nil {
		s, part = object{"allOf": append([]object{body}, c.conditions...)}, selfReference+"/allOf/0"
	}
	if len(c.generated) > 0 {
		c.properties[tables.DynamicType] = w.dynamicSchema(c, part+"/properties/"+tables.DynamicType)
	}
	if w.partial {
		return s
	}
	body["type"] = []string{"object", "array", "null"}
	// The schema of a body in parts.
	parts := w.addSchema("parts", object{
		"type": []string{"array", "null"}, "items": isObject, "errorMessage": "This must be an object."})
	others := object{"if": object{"items": isObject}, "else": parts}
	if c.free {
		others = isObject
	} else if c.conditions != nil {
		others = object{"else": object{"allOf": []object{parts}, "items": object{"$ref": part}}}
	}
	s["items"] = mergeSchemas(elementsSchema(selfReference), others)
	return s
}

// noneOf returns a condition for objects with none of these names.
func noneOf(needs, names object) object {
	if len(names) == 0 {
		return needs
	}
	return object{"if": object{"properties": names}, "then": needs}
}

// nestedPart is the part of a plugin's schema for blocks that the plugin defines.
const nestedPart = tables.Part(255)

// pluginBody is the body of a block that a plugin defines. The key true is for bodies without other
// names. The key false is for bodies with other names, because another version of the plugin can
// define more.
var pluginBody = map[bool]*tables.Body{
	true: {Dynamic: true, Part: nestedPart}, false: {Dynamic: true, Part: nestedPart, Remain: tables.RemainUnknown},
}

func (w *walker) contentsOf(b *tables.Body, spec *typespec.Body, own map[string]string, path string) *contents {
	c := &contents{properties: object{}, rest: object{}, least: object{}, elsewhere: object{}, generated: object{},
		free: b.JustAttributes}
	inner := spec
	if b.Part == tables.NoPart {
		spec = nil
	}
	switch {
	case b.Remain == tables.RemainNone || b.Bundled != nil || spec != nil && w.plugins.isProvided(b.Part, "*"):
		c.rest = false
	case b.Remain == tables.RemainAttributes:
		c.rest = w.expression(b.RemainValue, own["*"], path)
	}
	// The plugin defines more details than a row.
	language := func(kind tables.OriginKind) bool { return spec == nil || kind == tables.FromLanguage }
	for _, row := range b.Attributes {
		if language(row.Origin) && row.OtherTarget == "" {
			w.addArgument(c, &row, own[row.Name], path)
		}
	}
	for i := range b.Blocks {
		if row := &b.Blocks[i]; c.properties[row.Type] == nil && row.OtherTarget == "" && language(row.Origin) {
			w.addBlock(c, b, row, inner, path)
		}
	}
	if b.Remain == tables.RemainAttributes {
		for _, name := range slices.Sorted(maps.Keys(own)) {
			if c.properties[name] == nil && name != "*" {
				w.addArgument(c, &tables.Attribute{Name: name, Value: b.RemainValue}, own[name], path)
			}
		}
	}
	if spec != nil {
		w.addSpec(c, b, spec, path)
	}
	if b.Part == tables.ProviderConfig { // other sources, such as the environment, can provide them
		c.arguments, c.blocks = nil, nil
	}
	if !b.Dynamic || c.properties[tables.DynamicType] != nil {
		c.generated = nil
	}
	if !b.NoComments && !w.partial {
		c.properties["//"] = true
	}
	return c
}

// addArgument adds an argument of the language, or an argument of a plugin with unknown values.
func (w *walker) addArgument(c *contents, row *tables.Attribute, kind, path string) {
	s := w.expression(row.Value, kind, path+"."+row.Name)
	if element := row.AsBlocks.Body(); element != nil {
		s = w.collection(cty.List(cty.DynamicPseudoType), object{}, "list")
		w.addContent(c, row.Name, element, nil, path)
	}
	if row.NoJSON != "" {
		s = mergeSchemas(s, object{"additionalProperties": object{"type": []string{"string", "number", "boolean", "null"}}})
	}
	c.properties[row.Name] = s
	if strings.HasSuffix(kind, "!") {
		c.arguments = append(c.arguments, row.Name)
	}
}

// addBlock adds the blocks of a type in a body.
func (w *walker) addBlock(c *contents, in *tables.Body, row *tables.Block, spec *typespec.Body, path string) {
	if row.Escape { // it can hold the names of the body with other meanings
		anything := w.addSchema(row.Type, w.finishBody(&contents{properties: object{}, rest: object{}}))
		c.properties[row.Type], c.elsewhere[row.Type] = w.blocksSchema(anything, row), false
		return
	}
	switch {
	case row.Part() == nestedPart:
		path = nestedPath(path, row.Type)
	case path == "file":
		path = row.Type
	default:
		path += "." + row.Type
	}
	if part := row.Part(); part != nestedPart && len(row.Labels) > 0 || part == tables.NoPart {
		spec = nil
	}
	c.properties[row.Type] = w.levelSchema(row, nil, spec, path)
	if row.Body != nil && (in.Part == tables.NoPart || row.Origin != tables.FromLanguage) {
		w.addContent(c, row.Type, row.Body, spec, path)
	}
	if row.Min > 0 {
		c.blocks = append(c.blocks, row.Type)
		c.least[row.Type] = object{"type": []string{"object", "array"}, "minItems": row.Min, "doNotSuggest": true}
	}
	for i := range in.Blocks {
		if other := &in.Blocks[i]; row.UniqueAcrossTypes != "" && other.UniqueAcrossTypes == row.UniqueAcrossTypes &&
			other.Type < row.Type && other.OtherTarget == "" {
			none := object{"type": "null", "doNotSuggest": true,
				"errorMessage": "This cannot stand next to " + other.Type + "."}
			c.conditions = append(c.conditions, object{"if": object{"required": []string{other.Type}},
				"then": object{"properties": object{row.Type: none}}})
		}
	}
}

// nestedPath returns the name of a nested body: the name of the plugin's type, and its own name.
func nestedPath(path, name string) string {
	parts := strings.Split(path, ".")
	return parts[min(1, len(parts)-1)] + "." + name
}

// addSpec adds the names defined by a plugin, except for names that the language defines itself.
func (w *walker) addSpec(c *contents, b *tables.Body, spec *typespec.Body, path string) {
	for _, name := range slices.Sorted(maps.Keys(spec.Attributes)) {
		a := spec.Attributes[name]
		if c.properties[name] != nil {
			continue
		}
		if c.properties[name] = (object{}); c.rest == false { // otherwise another version can define another type
			c.properties[name] = w.attribute(a, nil, path+"."+name)
		}
		if a.Required {
			c.arguments = append(c.arguments, name)
		}
		element := tables.NewElement(a.Type, tables.Origin{Kind: tables.FromPlugin}, nil).Body()
		if element != nil && a.IsArgument() { // blocks can represent it
			w.addContent(c, name, element, nil, path)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(spec.Blocks)) {
		if c.properties[name] != nil {
			continue
		}
		of := spec.Blocks[name]
		row := &tables.Block{Type: name, Body: pluginBody[c.rest == false], Min: of.Min, Max: of.Max,
			Origin: tables.FromPlugin,
			Single: of.Nesting == typespec.NestingSingle || of.Nesting == typespec.NestingGroup}
		if of.Nesting == typespec.NestingMap {
			row.Labels, row.Unique = []string{"key"}, true
		}
		w.addBlock(c, b, row, of.Body, path)
		c.properties[name] = mergeSchemas(c.properties[name].(object), annotations(of.Body.Description, of.Body.Deprecated))
	}
}

// addContent adds the contents of the dynamic blocks of a type.
func (w *walker) addContent(c *contents, name string, b *tables.Body, spec *typespec.Body, path string) {
	c.generated[name] = w.blocksSchema(w.body(b, spec, nil, nestedPath(path, name)), &tables.Block{Body: b})
}

// dynamicSchema returns the schema of the dynamic block. name is the reference to it.
func (w *walker) dynamicSchema(c *contents, name string) object {
	all := w.addSchema(tables.DynamicType, w.finishBody(&contents{
		rest: false, arguments: []string{tables.DynamicForEach, tables.ContentType}, properties: object{
			tables.DynamicForEach:  w.orExpression(object{}, "", "This must be a list or an object", "array", "object"),
			tables.DynamicIterator: w.addSchema("reference", textSchemas["reference"]), tables.DynamicLabels: object{"type": "array"},
			tables.ContentType: object{"maxItems": 1}, "//": true,
		},
	}))
	properties := object{}
	for of, content := range c.generated {
		one := object{"properties": object{tables.ContentType: content}}
		properties[of] = w.blocksSchema(mergeSchemas(one, object{"allOf": []object{all}, "items": one}), &tables.Block{})
	}
	return object{"type": []string{"object", "array"}, "properties": properties, "additionalProperties": c.rest,
		"items": mergeSchemas(elementsSchema(name), isObject)}
}
