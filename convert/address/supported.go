package address

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// canSet reports whether the argument at a place supports its present and its new value. It counts other places.
func (c *Change) canSet(p *place) bool {
	a, ok := p.item.(*hclwrite.Attribute)
	return !ok || p.outer == nil || p.outer.contents() == nil || c.supports(p, a.Name, kindOf(a.Expr), c.newKind(p, false))
}

// canCreate reports whether the body at a place supports a new part with these names. It counts other places.
func (c *Change) canCreate(p *place, names []string) bool {
	if p.contents() == nil || p.group != nil || p.root != nil {
		return true
	}
	kind := schema.MapValue
	if len(names) == 1 {
		kind = c.newKind(p, true)
	}
	return c.supports(p, names[0], kind)
}

// newKind returns the kind of the new value: for @, that of the present value or, if there is none, of the default.
func (c *Change) newKind(p *place, isMissing bool) schema.ValueKind {
	switch {
	case !c.usesPresent():
		if value, diags := c.value(p, c.Text[0]); !diags.HasErrors() {
			return kindOf(value)
		}
	case isMissing && c.Default != "":
		if value, _ := hclwrite.ParseExpr(c.Default, ""); value != nil {
			return kindOf(value)
		}
	}
	return schema.AnyValue
}

// supports reports whether the schema of the body with a part accepts values of these kinds for an argument. Otherwise, it
// counts the place.
func (c *Change) supports(p *place, name string, kinds ...schema.ValueKind) bool {
	rules := p.rules
	if rules == nil {
		return true
	}
	attribute, block := rules.Lookup(name)
	fits := func(kind schema.ValueKind) bool {
		if attribute == nil {
			return kind == schema.MapValue || kind == schema.AnyValue
		}
		return kind == schema.AnyValue || attribute.Kind == schema.AnyValue || kind == attribute.Kind
	}
	others := slices.ContainsFunc(kinds, func(kind schema.ValueKind) bool { return !fits(kind) })
	origin := rules.Origin
	isUnknown := false
	switch {
	case attribute != nil && !attribute.ReadOnly && !others, block != nil && !others:
		return true
	case attribute != nil || block != nil:
	case origin.Kind == schema.FromLanguage || origin.Kind == schema.FromBundled:
		if isUnknown = rules.Remain == schema.RemainUnknown; !isUnknown && rules.Remain != schema.RemainNone {
			return true
		}
	case origin.Kind == schema.FromTable: // the table omits arguments with a single value
		isCollection := slices.ContainsFunc(kinds, func(k schema.ValueKind) bool { return k == schema.ListValue || k == schema.MapValue })
		isUnknown = origin.Name == "" || !isCollection
	default:
		isUnknown = origin.Kind != schema.FromPlugin
	}
	c.Skipped++
	if typ := p.typeOfRoot(); isUnknown && !slices.Contains(c.UnknownTypes, typ) {
		c.UnknownTypes = append(c.UnknownTypes, typ)
	}
	return false
}

// typeOfRoot returns the first label, or else the type, of the block at the root of a file that contains a place.
func (p *place) typeOfRoot() (typ string) {
	for at := p; at != nil; at = at.outer {
		if block, ok := at.item.(*hclwrite.Block); ok {
			if typ = block.Type; len(block.Labels) > 0 {
				typ = block.Labels[0]
			}
		}
	}
	return typ
}

// kindOf returns the kind of a value. A string can be a number or a boolean; null and all expressions can be anything.
func kindOf(e hclwrite.Expr) schema.ValueKind {
	switch e := e.(type) {
	case *hclwrite.Object:
		return schema.MapValue
	case *hclwrite.Tuple:
		return schema.ListValue
	case *hclwrite.Template:
		return schema.SingleValue
	case *hclwrite.Literal:
		if e.Text != "null" {
			return schema.SingleValue
		}
	}
	return schema.AnyValue
}
