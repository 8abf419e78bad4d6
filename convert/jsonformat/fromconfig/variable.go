package fromconfig

import (
	"cmp"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/internal/reading"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// variable is a variable block; opentofu internal/configs/named_values.go.
type variable struct {
	name                    string
	description, deprecated string
	sensitive, ephemeral    bool
	// typ is the type constraint; NilType where an override file has none.
	typ cty.Type
	// value is the default; NilVal is none, DynamicVal one that is wrong.
	value cty.Value
}

func (l *loader) variable(d *declarations, block blockNode) {
	name := block.Labels[0]
	if d.variables[name] != nil {
		l.duplicate(block, "the last")
	}
	v := l.readVariable(block.body(), cty.DynamicPseudoType)
	v.name = name
	d.variables[name] = v
}

// readVariable reads a variable block. typ is the type without an argument for it.
func (l *loader) readVariable(body bodyNode, typ cty.Type) *variable {
	v := &variable{typ: typ, description: l.text(body, "description"), deprecated: l.text(body, "deprecated")}
	v.sensitive, _ = l.flag(body, "sensitive")
	v.ephemeral, _ = l.flag(body, "ephemeral")
	var defaults *typeexpr.Defaults
	if a := body.attribute("type"); !a.missing() {
		v.typ, defaults = l.typeConstraint(a)
	}
	a := body.attribute("default")
	if a.missing() {
		return v
	}
	value, diags := l.valueOf(a)
	v.value = value
	if diags.HasErrors() {
		v.value = cty.DynamicVal
		l.notConstant(a)
		return v
	}
	if v.typ == cty.NilType {
		return v
	}
	if defaults != nil && !value.IsNull() {
		value = defaults.Apply(value)
	}
	v.value = l.converted(value, v.typ, a.valueRange)
	return v
}

// converted returns a default as a value of the type.
func (l *loader) converted(value cty.Value, typ cty.Type, place func() hcl.Range) cty.Value {
	result, err := convert.Convert(value, typ)
	if err != nil {
		l.warn(place(), "Wrong default", "The default is not a value of the type: %s. It is left out.", err)
		return cty.DynamicVal
	}
	return result
}

// typeConstraint reads a type constraint (opentofu
// internal/configs/named_values.go, decodeVariableType).
func (l *loader) typeConstraint(a attributeNode) (cty.Type, *typeexpr.Defaults) {
	e := l.parsed(a)
	if _, quoted := e.(*hclsyntax.TemplateExpr); quoted {
		if text, ok := constantString(e); ok {
			l.warn(a.within(e.Range()), "Type in quotes",
				"The products do not take a type in quotes. It is read without them.")
			bare, diags := hclsyntax.ParseExpression([]byte(text), e.Range().Filename, e.Range().Start)
			if !diags.HasErrors() {
				e = bare
			}
		}
	}
	typ, defaults, diags := reading.Type(e)
	l.adoptFrom(a, diags)
	return typ, defaults
}

// overrideVariable merges a variable of an override file (opentofu
// internal/configs/module_merge.go, Variable.merge).
func (l *loader) overrideVariable(v *variable, block blockNode) {
	body := block.body()
	by := l.readVariable(body, cty.NilType)
	if !body.attribute("description").missing() {
		v.description = by.description
	}
	v.deprecated = cmp.Or(by.deprecated, v.deprecated)
	if !body.attribute("sensitive").missing() {
		v.sensitive = by.sensitive
	}
	if !body.attribute("ephemeral").missing() {
		v.ephemeral = by.ephemeral
	}
	if by.value != cty.NilVal {
		v.value = by.value
	}
	if by.typ != cty.NilType {
		v.typ = by.typ
	}
	if v.value != cty.NilVal {
		v.value = l.converted(v.value, v.typ, block.head)
	}
}

// variable is the representation of a variable.
func (b *builder) variable(v *variable) *jsonformat.ConfigVariable {
	shown := &jsonformat.ConfigVariable{Name: v.name, Description: v.description, Sensitive: v.sensitive}
	if v.value != cty.NilVal {
		// A default that is wrong has no JSON.
		if text, err := ctyjson.Marshal(v.value, v.value.Type()); err == nil {
			shown.Default = jsonformat.RawValue(text)
		}
	}
	if b.loader.terraform() {
		return shown
	}
	shown.Required, shown.Ephemeral, shown.Deprecated = v.value == cty.NilVal, v.ephemeral, v.deprecated
	if !v.typ.Equals(cty.DynamicPseudoType) {
		if text, err := v.typ.MarshalJSON(); err == nil {
			shown.Type = jsonformat.RawValue(text)
		}
	}
	return shown
}

// output is an output block; opentofu internal/configs/named_values.go.
type output struct {
	name                    string
	description, deprecated string
	sensitive, ephemeral    bool
	value, dependsOn        attributeNode
}

func (l *loader) output(d *declarations, block blockNode) {
	name := block.Labels[0]
	if d.outputs[name] != nil {
		l.duplicate(block, "the last")
	}
	body := block.body()
	o := &output{
		name: name, description: l.text(body, "description"), deprecated: l.text(body, "deprecated"),
		value: body.attribute("value"), dependsOn: body.attribute(opentofu.DependsOnArgument),
	}
	o.sensitive, _ = l.flag(body, "sensitive")
	o.ephemeral, _ = l.flag(body, "ephemeral")
	d.outputs[name] = o
}

// override merges an output of an override file (opentofu
// internal/configs/module_merge.go, Output.merge).
func (o *output) override(l *loader, body bodyNode) {
	o.description = cmp.Or(l.text(body, "description"), o.description)
	o.deprecated = cmp.Or(l.text(body, "deprecated"), o.deprecated)
	o.value = body.attribute("value").over(o.value)
	if value, set := l.flag(body, "sensitive"); set {
		o.sensitive = value
	}
	if value, set := l.flag(body, "ephemeral"); set {
		o.ephemeral = value
	}
}

// output is the representation of an output.
func (b *builder) output(o *output) *jsonformat.ConfigOutput {
	shown := &jsonformat.ConfigOutput{
		Name: o.name, Sensitive: o.sensitive, Description: o.description,
		Expression: jsonformat.NewValue(b.expression(o.value)), DependsOn: b.loader.dependsOn(o.dependsOn),
	}
	if !b.loader.terraform() {
		shown.Ephemeral, shown.Deprecated = o.ephemeral, o.deprecated
	}
	return shown
}
