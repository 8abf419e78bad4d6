package jsonschema

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/schema"
)

// Patterns of strings: with a template sequence, with what is converted to a number or a bool, with a
// version constraint, and with a reference that has more than one step.
const (
	sequence = `[$%]\{`
	numeral  = `^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$`
	truth    = `^(true|false|1|0)$`
	versions = `^\s*(,?\s*(=|!=|>=?|<=?|~>)?\s*v?\d+(\.\d+)*([-+~][0-9A-Za-z.~+-]+)?\s*)+$`
	word     = `^\s*[^\s$]`
	steps    = `^\s*[^\s$.\[]+\s*[.\[]`
)

// values makes schemas of expressions.
type values struct {
	definitions
	// literal: a string is text, and no template. partial: the values need not be complete, and
	// may be text.
	literal, partial bool
}

// orExpression is a schema for types of JSON and null, also where text or a template says it.
func (v values) orExpression(s object, text, message string, types ...string) object {
	if !v.literal {
		text = strings.TrimPrefix(text+"|"+sequence, "|")
		message += `, or a string with an expression: "${...}"`
	}
	if text != "" {
		s["pattern"] = text
		types = append(types, "string")
	}
	s["type"], s["errorMessage"] = append(types, "null"), message+"."
	return s
}

// typed is the schema for values that are converted to a type, with defaults for attributes of
// objects, if there are any.
func (v values) typed(t cty.Type, d *typeexpr.Defaults, path string) object {
	of := map[bool]string{true: "literal-"}[v.literal]
	switch {
	case t == cty.NilType || t == cty.DynamicPseudoType:
		return object{}
	case t.IsPrimitiveType():
		return v.add(of+t.FriendlyName(), v.primitive(t))
	case t.IsObjectType():
		return v.object(objectMembers(t), d, path)
	case t.IsTupleType():
		items := []object{}
		for i, element := range t.TupleElementTypes() {
			items = append(items, v.typed(element, defaultsBelow(d, strconv.Itoa(i)), path))
		}
		s := object{"minItems": len(items), "maxItems": len(items)}
		if len(items) > 0 {
			s["prefixItems"] = items
		}
		return v.add(path, v.orExpression(s, "", "This must be a list with as many elements as the type has", "array"))
	}
	if element := t.ElementType(); element.IsPrimitiveType() || element == cty.DynamicPseudoType {
		path = of + strings.ReplaceAll(t.FriendlyName(), " ", "-")
	}
	return v.collection(t, v.typed(t.ElementType(), defaultsBelow(d, ""), path), path)
}

func (v values) primitive(t cty.Type) object {
	switch t {
	case cty.Number:
		return v.orExpression(object{"title": "number"}, numeral, "This must be a number", "number")
	case cty.Bool:
		return v.orExpression(object{"title": "bool"}, truth, "This must be true or false", "boolean")
	}
	return object{"type": []string{"string", "number", "boolean", "null"}, "title": "string",
		"errorMessage": "This must be a string."}
}

// defaultsBelow are the defaults in an attribute or in elements.
func defaultsBelow(d *typeexpr.Defaults, name string) *typeexpr.Defaults {
	if d == nil {
		return nil
	}
	return d.Children[name]
}

// collection is the schema for a list, set or map of what another says.
func (v values) collection(t cty.Type, element object, path string) object {
	s := object{"title": t.FriendlyName()}
	if t.IsMapType() {
		s["additionalProperties"] = element
		return v.add(path, v.orExpression(s, "", "This must be an object", "object"))
	}
	if s["items"] = element; t.IsSetType() && v.literal {
		s["uniqueItems"] = true
	}
	return v.add(path, v.orExpression(s, "", "This must be a list", "array"))
}

// collections are the types of nested attributes that are several.
var collections = map[schema.Nesting]func(cty.Type) cty.Type{
	schema.NestingList: cty.List, schema.NestingSet: cty.Set, schema.NestingMap: cty.Map,
}

// objectMembers are the attributes of an object type.
func objectMembers(t cty.Type) map[string]*schema.SpecAttribute {
	members := map[string]*schema.SpecAttribute{}
	for name, typ := range t.AttributeTypes() {
		members[name] = &schema.SpecAttribute{Type: typ, Required: !t.AttributeOptional(name)}
	}
	return members
}

// object is the schema for an object. What else is in it, the products pass over.
func (v values) object(members map[string]*schema.SpecAttribute, d *typeexpr.Defaults, path string) object {
	properties := object{}
	s := object{"properties": properties}
	var required []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		member := v.attribute(members[name], defaultsBelow(d, name), path+"."+name)
		if d != nil && d.DefaultValues[name] != cty.NilVal {
			member["default"] = literal(d.DefaultValues[name])
		}
		properties[name] = member
		if members[name].Required && !v.partial {
			required = append(required, name)
		}
	}
	if required != nil {
		s["required"] = required
	}
	return v.add(path, v.orExpression(s, "", "This must be an object", "object"))
}

// attribute is the schema for an argument that a plugin or a type describes.
func (v values) attribute(a *schema.SpecAttribute, d *typeexpr.Defaults, path string) object {
	var s object
	switch {
	case !a.Argument() && a.Computed:
		s = v.add("computed", object{"type": "null", "readOnly": true, "doNotSuggest": true,
			"errorMessage": "The provider computes this, and a configuration cannot set it."})
	case a.Nested != nil:
		s = v.object(a.Nested, nil, path)
		if of := collections[a.Nesting]; of != nil {
			s = v.collection(of(cty.EmptyObject), s, path+".values")
		}
	default:
		s = v.typed(a.Type, d, path)
	}
	return with(s, said(a.Description, a.Deprecated))
}

// markdown are the signs of links, code and strong text, around what they mark.
var markdown = regexp.MustCompile("\\[([^][]+)\\]\\([^()]*\\)|`|\\*\\*")

// said is what somebody says in words.
func said(description string, deprecated bool) object {
	s := object{}
	if description = strings.TrimSpace(description); description != "" {
		if s["description"] = markdown.ReplaceAllString(description, "$1"); s["description"] != description {
			s["markdownDescription"] = description
		}
	}
	if deprecated {
		s["deprecated"], s["deprecationMessage"] = true, cmp.Or(description, "Deprecated.")
	}
	return s
}

// types are the words for types of the language's own arguments.
var types = map[string]cty.Type{
	"string": cty.String, "number": cty.Number, "bool": cty.Bool, "any": cty.DynamicPseudoType,
	"map": cty.Map(cty.DynamicPseudoType), "strings": cty.List(cty.String), "texts": cty.Map(cty.String),
}

// expression is the schema for an expression, by how the product reads it. kind is what the language
// says of its value, and may be empty.
func (v values) expression(rule *schema.Value, kind, path string) object {
	v.literal = v.literal || rule != nil && rule.Mode == schema.Literal
	kind = strings.TrimSuffix(kind, "!")
	switch words, known := texts[kind]; {
	case v.partial:
	case known:
		return v.add(kind, words)
	case kind == "version":
		return v.add(path, v.orExpression(object{}, versions, "This must be a version constraint"))
	case kind == "requirement":
		return object{"type": []string{"object", "string"}, "additionalProperties": false, "properties": object{
			"source": object{"type": "string"}, "version": v.expression(rule, "version", "version"),
			"configuration_aliases": object{"type": "array", "items": v.add("reference", texts["reference"])},
		}, "pattern": versions, "patternErrorMessage": "This must be a version constraint, or an object."}
	case kind == "addresses":
		return object{"type": "array", "items": v.add("address", texts["address"]), "errorMessage": "This must be a list."}
	case strings.Contains(kind, "|"):
		return text(`^\s*(`+kind+`)\s*$`, "This must be one of "+strings.ReplaceAll(kind, "|", ", ")+".")
	}
	switch {
	case rule != nil && rule.HasParts():
		return v.parts(rule, path)
	case rule != nil && rule.Mode.IsSource():
		return v.add(modes[rule.Mode], texts[modes[rule.Mode]])
	}
	return v.typed(types[kind], nil, path)
}

// parts is the schema for a list or an object that the product reads part by part. Another value
// is only possible where the rule for it is not that of the parts.
func (v values) parts(rule *schema.Value, path string) object {
	s := object{}
	var types []string
	if rule.List != nil {
		types = append(types, "array")
		s["items"] = v.expression(rule.List, "", path)
	}
	if rule.IsMap() {
		types = append(types, "object")
		s["additionalProperties"] = v.expression(rule.MapValue, "", path)
	}
	switch {
	case !rule.Mode.IsSource():
		types = append(types, "string", "number", "boolean", "null")
	case rule.List != nil && rule.List.Mode != rule.Mode, v.partial:
		types = append(types, "string")
	case rule.List != nil:
		s["errorMessage"] = "This must be a list."
	}
	s["type"] = types
	return s
}

func text(pattern, message string) object {
	return object{"type": "string", "pattern": pattern, "errorMessage": message}
}

// texts are strings that are no values, by what they are, and modes are what a value in a mode is.
var (
	texts = map[string]object{
		"condition": text(sequence, `A condition must refer to something, in a string with an expression: "${...}".`),
		"address":   text(steps, "This must be an address, without ${}."),
		"reference": text(word, "This must be a string with a reference, without ${}."),
		"keyword":   text(word, "This must be a string with a word, without ${}."),
		"call":      text(word, "This must be a string with a function call, without ${}."),
		"type": text(`^\s*((any|bool|list|map|number|string)\s*$|(list|map|object|set|tuple|providerconfig)\s*\()`,
			`This must be a string with a type, without ${}: "list(string)".`),
	}
	modes = map[schema.Mode]string{schema.Traversal: "reference", schema.Reference: "reference",
		schema.Keyword: "keyword", schema.Type: "type", schema.Call: "call"}
)
