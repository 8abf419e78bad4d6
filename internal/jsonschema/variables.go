package jsonschema

import (
	"encoding/json"
	"maps"
	"slices"
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
		for _, block := range blocksIn(file.Body(), opentofu.VariableBlock, "name") {
			v := variables[block.Labels[0]]
			if v == nil {
				v = &variable{name: block.Labels[0], typ: cty.DynamicPseudoType, budget: budget}
				variables[v.name] = v
			}
			v.read(block.Body, file.Bytes)
		}
	}
	values := values{definitions: newDefinitions()}
	called := values.reserve("call")
	own, inputs := object{}, object{}
	if _, row := d.Root.Lookup(opentofu.ModuleBlock); row != nil {
		for _, a := range row.Body.Attributes {
			own[a.Name] = object{}
		}
		for _, block := range row.Body.Blocks {
			own[block.Type] = object{}
		}
	}
	call := object{"type": "object", "additionalProperties": false}
	var required []string
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		if inputs[name] = variables[name].schema(values); variables[name].value == nil {
			required = append(required, name)
		}
	}
	if call["properties"] = with(inputs, own); required != nil {
		call["required"] = required
	}
	values.define(called, marshal(call))
	values.literal = true
	for name, v := range variables {
		inputs[name] = v.schema(values)
	}
	return values.document("Values of the variables of a module, in JSON", object{"type": "object", "properties": inputs})
}

// blocksIn are the blocks of a type in a body, as far as it can be read. There may be no body.
func blocksIn(body hcl.Body, blockType string, labels ...string) hcl.Blocks {
	if body == nil {
		return nil
	}
	content, _, _ := body.PartialContent(&hcl.BodySchema{
		Blocks: []hcl.BlockHeaderSchema{{Type: blockType, LabelNames: labels}}})
	return content.Blocks
}

// variable is what a variable block says, and those that override it.
type variable struct {
	name        string
	typ         cty.Type
	defaults    *typeexpr.Defaults
	value       json.RawMessage // nil without a default
	description string
	notNull     bool
	validations []validation
	budget      *limits.Budget
}

// validation is a condition, with what is said where it is false, and its text.
type validation struct {
	condition     hclsyntax.Expression
	message, text string
}

// read reads a block. What is wrong in it is left to the product.
func (v *variable) read(body hcl.Body, src []byte) {
	attributes, _ := body.JustAttributes()
	for name, a := range attributes {
		value, constant := evaluate(v.budget, a.Expr)
		switch {
		case name == "type":
			v.typ, v.defaults = typeOf(a.Expr)
		case !constant:
		case name == "default":
			v.value = literal(value)
		case name == "description":
			v.description = textOf(value)
		case name == "nullable":
			v.notNull = value.RawEquals(cty.False)
		}
	}
	for _, block := range blocksIn(body, "validation") {
		attributes, _ := block.Body.JustAttributes()
		a := attributes["condition"]
		if a == nil {
			continue
		}
		condition, native := a.Expr.(hclsyntax.Expression)
		if text, constant := evaluate(v.budget, a.Expr); !native && constant {
			condition, _ = hclsyntax.ParseTemplate([]byte(textOf(text)), "", hcl.InitialPos)
		}
		made := validation{condition: condition, text: string(a.Expr.Range().SliceBytes(src))}
		if a := attributes["error_message"]; a != nil {
			message, _ := evaluate(v.budget, a.Expr)
			made.message = textOf(message)
		}
		v.validations = append(v.validations, made)
	}
}

// typeOf reads a type constraint; any is one that cannot be read.
func typeOf(e hcl.Expression) (cty.Type, *typeexpr.Defaults) {
	switch hcl.ExprAsKeyword(e) {
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

// evaluate returns the value of a constant expression.
func evaluate(budget *limits.Budget, e hcl.Expression) (cty.Value, bool) {
	native, ok := e.(hclsyntax.Expression)
	if !ok {
		value, diags := e.Value(nil)
		return value, !diags.HasErrors()
	}
	value, diags := budget.Evaluate(native)
	return value, !diags.HasErrors() && value.IsWhollyKnown()
}

// textOf is the text of a value that is a string.
func textOf(v cty.Value) string {
	if v == cty.NilVal || v.Type() != cty.String || v.IsNull() || !v.IsKnown() {
		return ""
	}
	return v.AsString()
}

// literal is a value in JSON.
func literal(v cty.Value) json.RawMessage {
	text, _ := ctyjson.Marshal(v, v.Type()) // no text is null
	return text
}

// schema is that of the values of a variable.
func (v *variable) schema(in values) object {
	s := with(in.typed(v.typ, v.defaults, v.name), said(v.description, false))
	if v.value != nil {
		s["default"] = v.value
	}
	var conditions []object
	if v.notNull && v.value == nil {
		conditions = append(conditions, object{"not": object{"type": "null"}, "errorMessage": "This cannot be null."})
	}
	var others []string
	for _, check := range v.validations {
		said, all := condition{v, check.message, !in.literal}.of(check.condition)
		conditions = append(conditions, said...)
		if !all {
			others = append(others, check.text)
		}
	}
	if conditions != nil {
		s["allOf"] = conditions
	}
	if others != nil {
		s["$comment"] = "Not all of this can be said here: " + strings.Join(others, "; ")
	}
	return s
}
