package address

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// canSet reports whether the argument at a place supports its present and its new value.
func (c *Change) canSet(p *place) bool {
	a, ok := p.item.(*hclwrite.Attribute)
	return !ok || p.outer == nil || p.outer.contents() == nil || c.supports(p, a.Name, kindOf(a.Expr), c.newKind(p, false))
}

// canCreate reports whether the body at a place supports a new part with these names.
func (c *Change) canCreate(p *place, names []string) bool {
	if p.contents() == nil || p.group != nil || p.root != nil {
		return true
	}
	kind := tables.MapValue
	if len(names) == 1 {
		kind = c.newKind(p, true)
	}
	return c.supports(p, names[0], kind)
}

// newKind returns the kind of the new value: for @, that of the present value or, if there is none, of the default.
func (c *Change) newKind(p *place, isMissing bool) tables.ValueKind {
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
	return tables.AnyValue
}

// supportsPart reports whether the body at a place supports a new part.
func (c *Change) supportsPart(in *place, part hclwrite.Node) bool {
	switch part := part.(type) {
	case *hclwrite.Attribute:
		return c.supports(in, part.Name, kindOf(part.Expr))
	case *hclwrite.Block:
		return c.supportsBlock(in, part)
	}
	return true
}

// supportsBlock reports whether the schema of the body at a place has blocks of the type of a new block, or of the type
// that a new dynamic block generates.
func (c *Change) supportsBlock(in *place, part *hclwrite.Block) bool {
	rules, typ := in.rules, part.Type
	if rules == nil {
		return true
	}
	if typ == tables.DynamicType && rules.Dynamic && len(part.Labels) > 0 {
		typ = part.Labels[0]
	}
	attribute, block := rules.Lookup(typ)
	if block != nil || attribute != nil && attribute.AsBlocks != nil {
		return true
	}
	if attribute == nil && rules.Remain == tables.RemainUnknown && (rules.Origin.Kind != tables.FromTable || rules.Origin.Name == "") {
		c.addUnknown(in)
	}
	return false
}

// supports reports whether the schema of the body with a part accepts values of these kinds for an argument.
func (c *Change) supports(p *place, name string, kinds ...tables.ValueKind) bool {
	rules := p.rules
	if rules == nil {
		return true
	}
	attribute, block := rules.Lookup(name)
	if attribute == nil && block == nil && p.isInCall() {
		return c.supportsInput(p, kinds)
	}
	fits := func(kind tables.ValueKind) bool {
		if attribute == nil {
			return kind == tables.MapValue || kind == tables.AnyValue
		}
		return kind == tables.AnyValue || attribute.Kind == tables.AnyValue || kind == attribute.Kind
	}
	others := slices.ContainsFunc(kinds, func(kind tables.ValueKind) bool { return !fits(kind) })
	origin := rules.Origin
	isUnknown := false
	switch {
	case attribute != nil && !attribute.ReadOnly && !others, block != nil && !others:
		return true
	case attribute != nil || block != nil:
	case origin.Kind == tables.FromLanguage || origin.Kind == tables.FromBundled:
		if isUnknown = rules.Remain == tables.RemainUnknown; !isUnknown && rules.Remain != tables.RemainNone {
			return true
		}
	case origin.Kind == tables.FromTable: // the table omits arguments with a single value
		isCollection := slices.ContainsFunc(kinds, func(k tables.ValueKind) bool { return k == tables.ListValue || k == tables.MapValue })
		isUnknown = origin.Name == "" || !isCollection
	default:
		isUnknown = origin.Kind != tables.FromPlugin
	}
	if isUnknown {
		c.addUnknown(p)
	}
	return false
}

// isInCall reports whether a place is the call of a module or an argument of it.
func (p *place) isInCall() bool {
	at := p
	if _, ok := p.item.(*hclwrite.Attribute); ok {
		at = p.outer
	}
	style := conventions.Of(p.file.root().Dialect).Style
	return style != nil && style.Calls.Type != "" && at.outer != nil && at.outer.root != nil && hclwrite.ItemName(at.item) == style.Calls.Type
}

// supportsInput reports whether the input of a module at a place has values of one kind. Other inputs are unknown.
func (c *Change) supportsInput(p *place, kinds []tables.ValueKind) bool {
	if _, ok := p.item.(*hclwrite.Attribute); !ok {
		c.addUnknown(p)
		return false
	}
	known := slices.DeleteFunc(slices.Clone(kinds), func(kind tables.ValueKind) bool { return kind == tables.AnyValue })
	return len(slices.Compact(known)) < 2
}

// addUnknown adds the type of the block around a place to the unknown types; for a call of a module, its address.
func (c *Change) addUnknown(p *place) {
	typ := ""
	for at := p; at != nil; at = at.outer {
		if block, ok := at.item.(*hclwrite.Block); ok {
			if typ = block.Type; at.isInCall() {
				typ = at.address
			} else if len(block.Labels) > 0 {
				typ = block.Labels[0]
			}
		}
	}
	if typ != "" && !slices.Contains(c.UnknownTypes, typ) {
		c.UnknownTypes = append(c.UnknownTypes, typ)
	}
}

// kindOf returns the kind of a value. A string can be a number or a boolean; null and all expressions except for can be
// anything.
func kindOf(e hclwrite.Expr) tables.ValueKind {
	switch e := e.(type) {
	case *hclwrite.Object:
		return tables.MapValue
	case *hclwrite.Tuple:
		return tables.ListValue
	case *hclwrite.Template:
		return tables.SingleValue
	case *hclwrite.Literal:
		if e.Text != "null" {
			return tables.SingleValue
		}
	case *hclwrite.Native:
		expr, _ := hclsyntax.ParseExpression([]byte(e.Text+"\n"), "", hcl.InitialPos)
		if each, ok := expr.(*hclsyntax.ForExpr); ok && each.KeyExpr == nil {
			return tables.ListValue
		} else if ok {
			return tables.MapValue
		}
	}
	return tables.AnyValue
}
