package jsonschema

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/internal/limits"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/provider"
)

// variablesOf returns the schema of the values of a module's variables in JSON, as .tfvars.json has
// them. Its definition "call" is that of a call of the module in this language: strings are
// templates, and it has names of its own.
func variablesOf(files []provider.File, d *schema.Dialect) []byte {
	variables := map[string]*variable{}
	budget := new(limits.Budget)
	for _, file := range files {
		body := file.Body()
		if body == nil {
			continue
		}
		content, _, _ := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
			{Type: opentofu.VariableBlock, LabelNames: []string{"name"}}}})
		for _, block := range content.Blocks {
			v := variables[block.Labels[0]]
			if v == nil {
				v = &variable{name: block.Labels[0], typ: cty.DynamicPseudoType, nullable: true, budget: budget}
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
	return defs.document("Values of the variables of a module, in JSON", "",
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
	budget                  *limits.Budget
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
	if value, ok := v.constant(content.Attributes["default"]); ok {
		v.value, _ = ctyjson.Marshal(value, value.Type())
	}
	v.description = cmp.Or(v.text(content.Attributes["description"]), v.description)
	v.deprecated = cmp.Or(v.text(content.Attributes["deprecated"]), v.deprecated)
	if value, ok := v.constant(content.Attributes["nullable"]); ok && value.Type() == cty.Bool && !value.IsNull() {
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
	if value, ok := evaluate(new(limits.Budget), e); word == "" && ok && value.Type() == cty.String && !value.IsNull() {
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
func (v *variable) constant(a *hcl.Attribute) (cty.Value, bool) {
	if a == nil {
		return cty.NilVal, false
	}
	return evaluate(v.budget, a.Expr)
}

// evaluate returns the value of a constant expression.
func evaluate(budget *limits.Budget, e hcl.Expression) (cty.Value, bool) {
	var value cty.Value
	var diags hcl.Diagnostics
	if native, ok := e.(hclsyntax.Expression); ok {
		value, diags = budget.Evaluate(native)
	} else {
		value, diags = e.Value(nil)
	}
	return value, !diags.HasErrors() && value.IsWhollyKnown()
}

// text is the value of an argument that is a string.
func (v *variable) text(a *hcl.Attribute) string {
	value, ok := v.constant(a)
	if !ok || value.Type() != cty.String || value.IsNull() {
		return ""
	}
	return value.AsString()
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
		c := condition{map[string]cty.Type{"var." + v.name: v.typ}, check.message, !in.literal, v.budget}
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
	if text := (&hcl.Attribute{Expr: e}); !ok {
		var diags hcl.Diagnostics
		parsed, diags = hclsyntax.ParseTemplate([]byte(v.text(text)), "", hcl.InitialPos)
		ok = !diags.HasErrors()
	}
	if !ok {
		return
	}
	v.validations = append(v.validations, validation{parsed, v.text(message), string(e.Range().SliceBytes(src))})
}
