package jsonschema

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// sequence is a pattern for strings with a template sequence.
const sequence = `[$%]\{`

const (
	numeral = `^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$`
	truth   = `^(true|false|1|0)$`
)

// values makes schemas of expressions.
type values struct {
	definitions
	// literal: a string is text, and no template. partial: the values need not be complete, and
	// may be text.
	literal, partial bool
	// closed: an object whose arguments the language lists has no others.
	closed bool
}

// orExpression is a schema for a type of value, also where a template says it.
func (v values) orExpression(s object, text, message, typ string) object {
	types := []string{typ}
	pattern := text
	if !v.literal {
		pattern = strings.TrimPrefix(text+"|"+sequence, "|")
		message += `, or a string with an expression: "${...}"`
	}
	if pattern != "" {
		s["pattern"] = pattern
		types = append(types, "string")
	}
	s["type"], s["errorMessage"] = append(types, "null"), message+"."
	return s
}

// typed is the schema for values that are converted to a type, with defaults for attributes of
// objects, if there are any.
func (v values) typed(t cty.Type, d *typeexpr.Defaults, path string) object {
	name := "literal-"
	if !v.literal {
		name = ""
	}
	switch {
	case t == cty.NilType || t == cty.DynamicPseudoType:
		return object{}
	case t == cty.String:
		return v.add("string", object{"type": []string{"string", "number", "boolean", "null"},
			"description": "string", "errorMessage": "This must be a string."})
	case t == cty.Number:
		s := object{"description": "number"}
		return v.add(name+"number", v.orExpression(s, numeral, "This must be a number", "number"))
	case t == cty.Bool:
		s := object{"description": "bool"}
		return v.add(name+"bool", v.orExpression(s, truth, "This must be true or false", "boolean"))
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
		path = name + strings.ReplaceAll(t.FriendlyName(), " ", "-")
	}
	return v.nested(nestingOf(t), v.typed(t.ElementType(), defaultsBelow(d, ""), path), t.FriendlyName(), path)
}

// defaultsBelow are the defaults in an attribute or in elements.
func defaultsBelow(d *typeexpr.Defaults, name string) *typeexpr.Defaults {
	if d == nil {
		return nil
	}
	return d.Children[name]
}

func nestingOf(t cty.Type) schema.Nesting {
	switch {
	case t.IsMapType():
		return schema.NestingMap
	case t.IsSetType():
		return schema.NestingSet
	}
	return schema.NestingList
}

// nested is the schema for lists, sets and maps of what another says, or for that itself.
func (v values) nested(n schema.Nesting, element object, description, path string) object {
	switch n {
	case schema.NestingMap:
		s := object{"additionalProperties": element, "description": description}
		return v.add(path, v.orExpression(s, "", "This must be an object", "object"))
	case schema.NestingList, schema.NestingSet:
		s := object{"items": element, "description": description}
		if n == schema.NestingSet && v.literal {
			s["uniqueItems"] = true
		}
		return v.add(path, v.orExpression(s, "", "This must be a list", "array"))
	}
	return element
}

// objectMembers are the attributes of an object type.
func objectMembers(t cty.Type) map[string]*schema.SpecAttribute {
	members := map[string]*schema.SpecAttribute{}
	for name, typ := range t.AttributeTypes() {
		optional := t.AttributeOptional(name)
		members[name] = &schema.SpecAttribute{Type: typ, Optional: optional, Required: !optional}
	}
	return members
}

// object is the schema for an object. What else is in it, the products pass over.
func (v values) object(members map[string]*schema.SpecAttribute, d *typeexpr.Defaults, path string) object {
	properties := object{}
	var required []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		s := v.attribute(members[name], defaultsBelow(d, name), path+"."+name)
		if d != nil && d.DefaultValues[name] != cty.NilVal {
			s["default"] = literal(d.DefaultValues[name])
		}
		properties[name] = s
		if members[name].Required && !v.partial {
			required = append(required, name)
		}
	}
	s := object{}
	if len(properties) > 0 {
		s["properties"] = properties
	}
	if len(required) > 0 {
		s["required"] = required
	}
	return v.add(path, v.orExpression(s, "", "This must be an object", "object"))
}

// attribute is the schema for an argument of which something is known.
func (v values) attribute(a *schema.SpecAttribute, d *typeexpr.Defaults, path string) object {
	var s object
	switch {
	case !a.Argument() && a.Computed:
		s = v.add("computed", object{"type": "null", "readOnly": true, "doNotSuggest": true,
			"errorMessage": "The provider computes this, and a configuration cannot set it."})
	case a.Nested != nil:
		s = v.nested(a.Nesting, v.object(a.Nested, nil, path), "objects", path+".values")
	default:
		s = v.typed(a.Type, d, path)
	}
	return with(s, said(a.Description, a.Deprecated))
}

// said is what a provider says in words.
func said(description string, deprecated bool) object {
	s := object{}
	if description = strings.TrimSpace(description); description != "" {
		s["description"] = description
		if strings.ContainsAny(description, "`*[") {
			s["markdownDescription"] = description
		}
	}
	if deprecated {
		s["deprecated"] = true
		s["deprecationMessage"] = cmp.Or(description, "Deprecated.")
	}
	return s
}

// expression is the schema for an expression, by how the product reads it; a is what is known of
// its value, and may be nil.
func (v values) expression(rule *schema.Value, a *schema.SpecAttribute, path string) object {
	switch {
	case rule != nil && rule.HasParts():
		return v.parts(rule, path)
	case rule != nil && rule.Mode.IsSource():
		return v.add(sources[rule.Mode].name, sources[rule.Mode].object())
	case a == nil:
		return object{}
	}
	if rule != nil && rule.Mode == schema.Literal {
		v.literal = true
	}
	return v.attribute(a, nil, path)
}

// parts is the schema for a list or an object that the product reads part by part. Another value
// is only possible where the rule for it is not that of the parts.
func (v values) parts(rule *schema.Value, path string) object {
	s := object{}
	var types []string
	if rule.List != nil {
		types = append(types, "array")
		s["items"] = v.expression(rule.List, nil, path)
	}
	if rule.IsMap() {
		types = append(types, "object")
		s["additionalProperties"] = v.expression(rule.MapValue, nil, path)
	}
	if rule.Fields != nil {
		properties := object{}
		for _, field := range rule.Fields {
			properties[field.Name] = v.expression(field.Value, nil, path+"."+field.Name)
			if v.closed && !field.Value.HasParts() {
				properties[field.Name] = object{"type": "string"}
				if field.Name == opentofu.VersionArgument {
					properties[field.Name] = object{"type": "string", "pattern": `\d|^\s*$`}
				}
			}
		}
		s["properties"], s["additionalProperties"] = properties, !v.closed
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

// source is how a string with bare source is described.
type source struct{ name, message string }

// sources are the modes of bare source.
var sources = map[schema.Mode]source{
	schema.Traversal: {"reference", "This must be a string with a reference, without ${}."},
	schema.Reference: {"reference", "This must be a string with a reference, without ${}."},
	schema.Keyword:   {"keyword", "This must be a string with a word, without ${}."},
	schema.Type:      {"type", `This must be a string with a type, without ${}: "list(string)".`},
	schema.Call:      {"call", "This must be a string with a function call, without ${}."},
}

// object is the schema for such a string.
func (s source) object() object {
	return object{"type": "string", "pattern": `^\s*[^\s$]`, "errorMessage": s.message}
}
