package fromconfig

import (
	"cmp"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/hcljson/hcljson/internal/reading"
	"github.com/hcljson/hcljson/internal/tfname"
)

// variable is a variable block; opentofu internal/configs/named_values.go.
type variable struct {
	declared
	// typ is the type constraint; NilType in an override file without a type.
	typ cty.Type
	// value is the default; NilVal for no default, DynamicVal for an invalid one.
	value cty.Value
}

func (l *loader) variable(d *declarations, block blockNode) {
	if d.variables[block.Labels[0]] != nil {
		l.duplicate(block, "the last")
	}
	v := l.readVariable(block, cty.DynamicPseudoType)
	d.variables[v.name] = v
}

// overrideVariable merges a variable of an override file (opentofu
// internal/configs/module_merge.go, Variable.merge).
func (l *loader) overrideVariable(v *variable, block blockNode) {
	by := l.readVariable(block, cty.NilType)
	v.declared.override(by.declared, block.body())
	if !block.body().attribute("description").missing() {
		v.description = by.description
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

// readVariable reads a variable block. typ is the default type.
func (l *loader) readVariable(block blockNode, typ cty.Type) *variable {
	v, body := &variable{declared: l.declared(block), typ: typ}, block.body()
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

// converted converts a default to the type.
func (l *loader) converted(value cty.Value, typ cty.Type, place func() hcl.Range) cty.Value {
	result, err := convert.Convert(value, typ)
	if err != nil {
		l.warn(place(), "Wrong default", "The default does not match the type: %s. It is omitted.", err)
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
				"The products refuse a quoted type. Remove the quotes.")
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

// output is an output block; opentofu internal/configs/named_values.go.
type output struct {
	declared
	value, dependsOn attributeNode
}

func (l *loader) output(d *declarations, block blockNode) {
	if d.outputs[block.Labels[0]] != nil {
		l.duplicate(block, "the last")
	}
	body := block.body()
	o := &output{
		declared: l.declared(block), value: body.attribute("value"), dependsOn: body.attribute(tfname.DependsOnArgument),
	}
	d.outputs[o.name] = o
}

// overrideOutput merges an output of an override file (opentofu
// internal/configs/module_merge.go, Output.merge).
func (l *loader) overrideOutput(o *output, block blockNode) {
	by := l.declared(block)
	o.declared.override(by, block.body())
	o.description = cmp.Or(by.description, o.description)
	o.value = block.body().attribute("value").over(o.value)
}

// declared contains the common settings of variable and output blocks.
type declared struct {
	name, description, deprecated string
	sensitive, ephemeral          bool
}

func (l *loader) declared(block blockNode) declared {
	body := block.body()
	return declared{
		name: block.Labels[0], description: l.text(body, "description"), deprecated: l.text(body, "deprecated"),
		sensitive: l.flag(body, "sensitive"), ephemeral: l.flag(body, "ephemeral"),
	}
}

// override merges the body of a block of an override file, except for the description.
func (d *declared) override(by declared, body bodyNode) {
	d.deprecated = cmp.Or(by.deprecated, d.deprecated)
	if !body.attribute("sensitive").missing() {
		d.sensitive = by.sensitive
	}
	if !body.attribute("ephemeral").missing() {
		d.ephemeral = by.ephemeral
	}
}
