package fromconfig

import (
	"cmp"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/language/reading"
)

// variable is a variable block; opentofu internal/configs/named_values.go.
type variable struct {
	commonSettings
	// typ is the type constraint; NilType in an override file without a type.
	typ cty.Type
	// value is the default; NilVal for no default, DynamicVal for an invalid one.
	value cty.Value
}

func (l *loader) declareVariable(d *declarations, block blockNode) {
	if d.variables[block.Labels[0]] != nil {
		l.reportDuplicate(block, "the last")
	}
	v := l.readVariable(block, cty.DynamicPseudoType)
	d.variables[v.name] = v
}

// overrideVariable merges a variable of an override file (opentofu
// internal/configs/module_merge.go, Variable.merge).
func (l *loader) overrideVariable(v *variable, block blockNode) {
	by := l.readVariable(block, cty.NilType)
	v.commonSettings.override(by.commonSettings, block.body())
	if !block.body().attribute("description").isMissing() {
		v.description = by.description
	}
	if by.value != cty.NilVal {
		v.value = by.value
	}
	if by.typ != cty.NilType {
		v.typ = by.typ
	}
	if v.value != cty.NilVal {
		v.value = l.convertDefault(v.value, v.typ, block.headRange)
	}
}

// readVariable reads a variable block. typ is the default type.
func (l *loader) readVariable(block blockNode, typ cty.Type) *variable {
	v, body := &variable{commonSettings: l.readCommonSettings(block), typ: typ}, block.body()
	var defaults *typeexpr.Defaults
	if a := body.attribute("type"); !a.isMissing() {
		v.typ, defaults = l.readTypeConstraint(a)
	}
	a := body.attribute("default")
	if a.isMissing() {
		return v
	}
	value, diags := l.attributeValue(a)
	v.value = value
	if diags.HasErrors() {
		v.value = cty.DynamicVal
		l.reportNotConstant(a)
		return v
	}
	if v.typ == cty.NilType {
		return v
	}
	if defaults != nil && !value.IsNull() {
		value = defaults.Apply(value)
	}
	v.value = l.convertDefault(value, v.typ, a.valueRange)
	return v
}

// convertDefault converts a default to the type.
func (l *loader) convertDefault(value cty.Value, typ cty.Type, place func() hcl.Range) cty.Value {
	result, err := convert.Convert(value, typ)
	if err != nil {
		l.warn(place(), "Wrong default", "The default does not match the type: %s. It is omitted.", err)
		return cty.DynamicVal
	}
	return result
}

// readTypeConstraint reads a type constraint (opentofu
// internal/configs/named_values.go, decodeVariableType).
func (l *loader) readTypeConstraint(a attributeNode) (cty.Type, *typeexpr.Defaults) {
	e := l.parsedExpression(a)
	if _, quoted := e.(*hclsyntax.TemplateExpr); quoted {
		if text, ok := constantText(e); ok {
			l.warn(a.rangeOfPart(e.Range()), "Type in quotes",
				"The products refuse a quoted type. Remove the quotes.")
			bare, diags := hclsyntax.ParseExpression([]byte(text), e.Range().Filename, e.Range().Start)
			if !diags.HasErrors() {
				e = bare
			}
		}
	}
	typ, defaults, diags := reading.Type(e)
	l.reportExpressionWarnings(a, diags)
	return typ, defaults
}

// output is an output block; opentofu internal/configs/named_values.go.
type output struct {
	commonSettings
	value, dependsOn attributeNode
}

func (l *loader) declareOutput(d *declarations, block blockNode) {
	if d.outputs[block.Labels[0]] != nil {
		l.reportDuplicate(block, "the last")
	}
	body := block.body()
	o := &output{
		commonSettings: l.readCommonSettings(block), value: body.attribute("value"), dependsOn: body.attribute(tfname.DependsOnArgument),
	}
	d.outputs[o.name] = o
}

// overrideOutput merges an output of an override file (opentofu
// internal/configs/module_merge.go, Output.merge).
func (l *loader) overrideOutput(o *output, block blockNode) {
	by := l.readCommonSettings(block)
	o.commonSettings.override(by, block.body())
	o.description = cmp.Or(by.description, o.description)
	o.value = block.body().attribute("value").orElse(o.value)
}

// commonSettings contains the common settings of variable and output blocks.
type commonSettings struct {
	name, description, deprecated string
	sensitive, ephemeral          bool
}

func (l *loader) readCommonSettings(block blockNode) commonSettings {
	body := block.body()
	return commonSettings{
		name: block.Labels[0], description: l.optionalString(body, "description"), deprecated: l.optionalString(body, "deprecated"),
		sensitive: l.optionalBool(body, "sensitive"), ephemeral: l.optionalBool(body, "ephemeral"),
	}
}

// override merges the body of a block of an override file, except for the description.
func (d *commonSettings) override(by commonSettings, body bodyNode) {
	d.deprecated = cmp.Or(by.deprecated, d.deprecated)
	if !body.attribute("sensitive").isMissing() {
		d.sensitive = by.sensitive
	}
	if !body.attribute("ephemeral").isMissing() {
		d.ephemeral = by.ephemeral
	}
}
