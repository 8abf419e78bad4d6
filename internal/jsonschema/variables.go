package jsonschema

import (
	"encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// File is a file of a module: its body, and its text for what a schema cannot say.
type File struct {
	Body  hcl.Body
	Bytes []byte
}

// Variables returns the schema of the values of a module's variables in JSON, as .tfvars.json has
// them. Its definition "call" is that of a call of the module in this language: strings are
// templates, and it has names of its own.
func Variables(files []File, d *schema.Dialect, comment string) []byte {
	variables := map[string]*variable{}
	for _, file := range files {
		content, _, _ := file.Body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
			{Type: opentofu.VariableBlock, LabelNames: []string{"name"}}}})
		for _, block := range content.Blocks {
			v := variables[block.Labels[0]]
			if v == nil {
				v = &variable{name: block.Labels[0], typ: cty.DynamicPseudoType, nullable: true}
				variables[v.name] = v
			}
			v.read(block.Body, file.Bytes)
		}
	}
	defs := newDefinitions()
	called := defs.reserve("call")
	of := func(in values) object {
		properties := object{}
		for name, v := range variables {
			properties[name] = v.schema(in)
		}
		return object{"type": "object", "properties": properties}
	}
	call := of(values{definitions: defs})
	call["additionalProperties"] = false
	d.Prepare()
	if _, row := d.Root.Lookup(opentofu.ModuleBlock); row != nil {
		for _, own := range row.Body.Attributes {
			call["properties"].(object)[own.Name] = object{}
		}
		for _, own := range row.Body.Blocks {
			call["properties"].(object)[own.Type] = object{}
		}
	}
	for name := range variables {
		if variables[name].value == nil {
			required, _ := call["required"].([]string)
			call["required"] = sorted(append(required, name))
		}
	}
	defs.texts[called] = marshal(call)
	return defs.document("Values of the variables of a module, in JSON", comment,
		of(values{definitions: defs, literal: true}))
}

// variable is what a variable block says.
type variable struct {
	name                    string
	typ                     cty.Type
	defaults                *typeexpr.Defaults
	value                   json.RawMessage // nil without a default
	description, deprecated string
	nullable                bool
	validations             []validation
}

// validation is a condition, with what is said where it is false, and its text.
type validation struct {
	condition     hclsyntax.Expression
	message, text string
}

// read reads a block, perhaps of an override file. What is wrong in it is left to the product.
func (v *variable) read(body hcl.Body, src []byte) {
	names := []string{"type", "default", "description", "deprecated", "nullable"}
	wanted := &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "validation"}}}
	for _, name := range names {
		wanted.Attributes = append(wanted.Attributes, hcl.AttributeSchema{Name: name})
	}
	content, _, _ := body.PartialContent(wanted)
	if a := content.Attributes["type"]; a != nil {
		v.typ, v.defaults = typeOf(a.Expr)
	}
	if value, ok := constant(content.Attributes["default"]); ok {
		v.value, _ = ctyjson.Marshal(value, value.Type())
	}
	for name, text := range map[string]*string{"description": &v.description, "deprecated": &v.deprecated} {
		if value, ok := constant(content.Attributes[name]); ok && value.Type() == cty.String && !value.IsNull() {
			*text = value.AsString()
		}
	}
	if value, ok := constant(content.Attributes["nullable"]); ok && value.Type() == cty.Bool && !value.IsNull() {
		v.nullable = value.True()
	}
	for _, block := range content.Blocks {
		attributes, _ := block.Body.JustAttributes()
		if a := attributes["condition"]; a != nil {
			v.validation(a.Expr, attributes["error_message"], src)
		}
	}
}

// typeOf reads a type constraint; any is one that cannot be read.
func typeOf(e hcl.Expression) (cty.Type, *typeexpr.Defaults) {
	word := hcl.ExprAsKeyword(e)
	if value, diags := e.Value(nil); word == "" && !diags.HasErrors() && value.Type() == cty.String {
		word = value.AsString() // as before Terraform 0.12
	}
	switch word {
	case "string":
		return cty.String, nil
	case "list":
		return cty.List(cty.DynamicPseudoType), nil
	case "map":
		return cty.Map(cty.DynamicPseudoType), nil
	}
	t, defaults, diags := typeexpr.TypeConstraintWithDefaults(e)
	if diags.HasErrors() {
		return cty.DynamicPseudoType, nil
	}
	return t, defaults
}

// constant is the value of an argument, if there is one.
func constant(a *hcl.Attribute) (cty.Value, bool) {
	if a == nil {
		return cty.NilVal, false
	}
	value, diags := a.Expr.Value(nil)
	return value, !diags.HasErrors() && value.IsWhollyKnown()
}

// schema is that of the values of a variable.
func (v *variable) schema(in values) object {
	s := with(in.typed(v.typ, v.defaults, v.name), said(v.description, v.deprecated != ""))
	if v.deprecated != "" {
		s["deprecationMessage"] = v.deprecated
	}
	if v.value != nil {
		s["default"] = v.value
	}
	var conditions []object
	if !v.nullable && v.value == nil {
		conditions = append(conditions, object{"not": object{"type": "null"}, "errorMessage": "This cannot be null."})
	}
	var others []string
	for _, check := range v.validations {
		c := condition{map[string]cty.Type{"var." + v.name: v.typ}, check.message, !in.literal}
		said, all := c.of(check.condition)
		conditions = append(conditions, said...)
		if !all {
			others = append(others, check.text)
		}
	}
	if len(conditions) > 0 {
		s["allOf"] = conditions
	}
	if len(others) > 0 {
		s["$comment"] = "Not all of this can be said here: " + strings.Join(others, "; ")
	}
	return s
}

// validation adds one, from either syntax.
func (v *variable) validation(e hcl.Expression, message *hcl.Attribute, src []byte) {
	parsed, ok := e.(hclsyntax.Expression)
	if value, diags := e.Value(nil); !ok && !diags.HasErrors() && value.Type() == cty.String {
		parsed, diags = hclsyntax.ParseTemplate([]byte(value.AsString()), "", hcl.InitialPos)
		ok = !diags.HasErrors()
	}
	if !ok {
		return
	}
	check := validation{condition: parsed, text: string(e.Range().SliceBytes(src))}
	if text, ok := constant(message); ok && text.Type() == cty.String && !text.IsNull() {
		check.message = text.AsString()
	}
	v.validations = append(v.validations, check)
}
