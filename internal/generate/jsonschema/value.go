package jsonschema

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/lazyregexp"
)

// Patterns of strings: with a template sequence, with a value convertible to a number or a bool,
// with a version constraint, and with a reference of several steps.
const (
	sequencePattern = `[$%]\{`
	numberPattern   = `^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$`
	boolPattern     = `^(true|false|1|0)$`
	versionPattern  = `^\s*(,?\s*(=|!=|>=?|<=?|~>)?\s*v?\d+(\.\d+)*([-+~][0-9A-Za-z.~+-]+)?\s*)+$`
	wordPattern     = `^\s*[^\s$]`
	stepsPattern    = `^\s*[^\s$.\[]+\s*[.\[]`
)

// values creates schemas of expressions.
type values struct {
	definitions
	// literal is true if a string is text, not a template. partial is true if values can be
	// incomplete, and can be text.
	literal, partial bool
}

// orExpression returns a schema for JSON types and null, including strings with text or a template
// that represent such a value.
func (v values) orExpression(s object, text, message string, types ...string) object {
	if !v.literal {
		text = strings.TrimPrefix(text+"|"+sequencePattern, "|")
		message += `, or a string with an expression: "${...}"`
	}
	if text != "" {
		s["pattern"] = text
		types = append(types, "string")
	}
	s["type"], s["errorMessage"] = append(types, "null"), message+"."
	return s
}

// typeSchema returns the schema for values that are converted to a type, with defaults for attributes of
// objects.
func (v values) typeSchema(t cty.Type, d *typeexpr.Defaults, path string) object {
	of := map[bool]string{true: "literal-"}[v.literal]
	switch {
	case t == cty.NilType || t == cty.DynamicPseudoType:
		return object{}
	case t.IsPrimitiveType():
		return v.addSchema(of+t.FriendlyName(), v.primitive(t))
	case t.IsObjectType():
		return v.object(objectMembers(t), d, path)
	case t.IsTupleType():
		items := []object{}
		for i, element := range t.TupleElementTypes() {
			items = append(items, v.typeSchema(element, defaultsBelow(d, strconv.Itoa(i)), path))
		}
		s := object{"minItems": len(items), "maxItems": len(items)}
		if len(items) > 0 {
			s["prefixItems"] = items
		}
		return v.addSchema(path, v.orExpression(s, "", "This must be a list with as many elements as the type has", "array"))
	}
	if element := t.ElementType(); element.IsPrimitiveType() || element == cty.DynamicPseudoType {
		path = of + strings.ReplaceAll(t.FriendlyName(), " ", "-")
	}
	return v.collection(t, v.typeSchema(t.ElementType(), defaultsBelow(d, ""), path), path)
}

func (v values) primitive(t cty.Type) object {
	switch t {
	case cty.Number:
		return v.orExpression(object{"title": "number"}, numberPattern, "This must be a number", "number")
	case cty.Bool:
		return v.orExpression(object{"title": "bool"}, boolPattern, "This must be true or false", "boolean")
	}
	return object{"type": []string{"string", "number", "boolean", "null"}, "title": "string",
		"errorMessage": "This must be a string."}
}

// defaultsBelow returns the defaults of an attribute or of the elements.
func defaultsBelow(d *typeexpr.Defaults, name string) *typeexpr.Defaults {
	if d == nil {
		return nil
	}
	return d.Children[name]
}

// collection returns the schema of a list, set or map with this schema of elements.
func (v values) collection(t cty.Type, element object, path string) object {
	s := object{"title": t.FriendlyName()}
	if t.IsMapType() {
		s["additionalProperties"] = element
		return v.addSchema(path, v.orExpression(s, "", "This must be an object", "object"))
	}
	if s["items"] = element; t.IsSetType() && v.literal {
		s["uniqueItems"] = true
	}
	return v.addSchema(path, v.orExpression(s, "", "This must be a list", "array"))
}

// collections are the types of nested attributes with several values.
var collections = map[typespec.Nesting]func(cty.Type) cty.Type{
	typespec.NestingList: cty.List, typespec.NestingSet: cty.Set, typespec.NestingMap: cty.Map,
}

// objectMembers returns the attributes of an object type.
func objectMembers(t cty.Type) map[string]*typespec.Attribute {
	members := map[string]*typespec.Attribute{}
	for name, typ := range t.AttributeTypes() {
		members[name] = &typespec.Attribute{Type: typ, Required: !t.AttributeOptional(name)}
	}
	return members
}

// object returns the schema of an object. It permits other members, because the products ignore
// them.
func (v values) object(members map[string]*typespec.Attribute, d *typeexpr.Defaults, path string) object {
	properties := object{}
	s := object{"properties": properties}
	var required []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		member := v.attribute(members[name], defaultsBelow(d, name), path+"."+name)
		if d != nil && d.DefaultValues[name] != cty.NilVal {
			member["default"] = literalJSON(d.DefaultValues[name])
		}
		properties[name] = member
		if members[name].Required && !v.partial {
			required = append(required, name)
		}
	}
	if required != nil {
		s["required"] = required
	}
	return v.addSchema(path, v.orExpression(s, "", "This must be an object", "object"))
}

// attribute returns the schema of an argument of a plugin or a type.
func (v values) attribute(a *typespec.Attribute, d *typeexpr.Defaults, path string) object {
	var s object
	switch {
	case !a.IsArgument() && a.Computed:
		s = v.addSchema("computed", object{"type": "null", "readOnly": true, "doNotSuggest": true,
			"errorMessage": "The provider computes this, and a configuration cannot set it."})
	case a.Nested != nil:
		s = v.object(a.Nested, nil, path)
		if of := collections[a.Nesting]; of != nil {
			s = v.collection(of(cty.EmptyObject), s, path+".values")
		}
	default:
		s = v.typeSchema(a.Type, d, path)
	}
	return mergeSchemas(s, annotations(a.Description, a.Deprecated))
}

// markdown matches the markup of links, code and strong text.
var markdown = lazyregexp.New("\\[([^][]+)\\]\\([^()]*\\)|`|\\*\\*")

// annotations returns the annotations for a description in words.
func annotations(description string, deprecated bool) object {
	s := object{}
	if description = strings.TrimSpace(description); description != "" {
		if s["description"] = markdown().ReplaceAllString(description, "$1"); s["description"] != description {
			s["markdownDescription"] = description
		}
	}
	if deprecated {
		s["deprecated"], s["deprecationMessage"] = true, cmp.Or(description, "Deprecated.")
	}
	return s
}

// types are the names of the types of the language's own arguments.
var types = map[string]cty.Type{
	"string": cty.String, "number": cty.Number, "bool": cty.Bool, "any": cty.DynamicPseudoType,
	"map": cty.Map(cty.DynamicPseudoType), "strings": cty.List(cty.String), "texts": cty.Map(cty.String),
}

// expression returns the schema of an expression, according to the product's rule for it. kind is
// the language's kind of its value, and can be empty.
func (v values) expression(rule *tables.Value, kind, path string) object {
	v.literal = v.literal || rule != nil && rule.Mode == tables.Literal
	kind = strings.TrimSuffix(kind, "!")
	switch words, known := textSchemas[kind]; {
	case v.partial:
	case known:
		return v.addSchema(kind, words)
	case kind == "version":
		return v.addSchema(path, v.orExpression(object{}, versionPattern, "This must be a version constraint"))
	case kind == "requirement":
		return object{"type": []string{"object", "string"}, "additionalProperties": false, "properties": object{
			"source": object{"type": "string"}, "version": v.expression(rule, "version", "version"),
			"configuration_aliases": object{"type": "array", "items": v.addSchema("reference", textSchemas["reference"])},
		}, "pattern": versionPattern, "patternErrorMessage": "This must be a version constraint, or an object."}
	case kind == "addresses":
		return object{"type": "array", "items": v.addSchema("address", textSchemas["address"]), "errorMessage": "This must be a list."}
	case strings.Contains(kind, "|") && rule != nil && rule.List != nil:
		return object{"type": "array", "items": v.expression(rule.List, kind, path), "errorMessage": "This must be a list."}
	case strings.Contains(kind, "|"):
		return textSchema(`^\s*(`+kind+`)\s*$`, "The allowed values are "+strings.ReplaceAll(kind, "|", ", ")+".")
	}
	switch {
	case rule != nil && rule.HasParts():
		return v.parts(rule, path)
	case rule != nil && rule.Mode.IsSource():
		return v.addSchema(modes[rule.Mode], textSchemas[modes[rule.Mode]])
	}
	return v.typeSchema(types[kind], nil, path)
}

// parts returns the schema of a list or an object with rules for its parts. Other values are valid
// only if the rule for the whole value differs from the rule for the parts.
func (v values) parts(rule *tables.Value, path string) object {
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

func textSchema(pattern, message string) object {
	return object{"type": "string", "pattern": pattern, "errorMessage": message}
}

// textSchemas are schemas of strings that are not values, by kind. modes are the kinds of values in a
// mode.
var (
	textSchemas = map[string]object{
		"condition": textSchema(sequencePattern, `A condition must refer to something, in a string with an expression: "${...}".`),
		"address":   textSchema(stepsPattern, "This must be an address, without ${}."),
		"reference": textSchema(wordPattern, "This must be a string with a reference, without ${}."),
		"keyword":   textSchema(wordPattern, "This must be a string with a word, without ${}."),
		"call":      textSchema(wordPattern, "This must be a string with a function call, without ${}."),
		"type": textSchema(`^\s*((any|bool|list|map|number|string)\s*$|(list|map|object|set|tuple|providerconfig)\s*\()`,
			`This must be a string with a type, without ${}: "list(string)".`),
	}
	modes = map[tables.Mode]string{tables.Traversal: "reference", tables.Reference: "reference",
		tables.Keyword: "keyword", tables.Type: "type", tables.Call: "call"}
)
