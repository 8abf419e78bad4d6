package skeleton

import (
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// contentsOfSpec is what a provider defines in a body.
func contentsOfSpec(body *schema.SpecBody, depth int) (c contents) {
	if body == nil || depth > maxDepth {
		return c
	}
	c.arguments = argumentsOf(body.Attributes, depth)
	for _, name := range slices.Sorted(maps.Keys(body.Blocks)) {
		row := body.Blocks[name]
		n := nested{required: row.Min, block: func() *hclwrite.Block {
			var labels []string
			if row.Nesting == schema.NestingMap {
				labels = []string{"key"}
			}
			return block(name, labels, contentsOfSpec(row.Body, depth+1))
		}}
		var description string
		var deprecated bool
		if row.Body != nil {
			description, deprecated = row.Body.Description, row.Body.Deprecated
		}
		n.remark = remarks(description, repeatable(row), when(deprecated, "deprecated"))
		c.blocks = append(c.blocks, n)
	}
	return c
}

var nestings = map[schema.Nesting]string{
	schema.NestingList: "list", schema.NestingSet: "set", schema.NestingMap: "map",
}

// repeatable says how many blocks of a type there may be.
func repeatable(row *schema.SpecBlock) string {
	switch {
	case row.Max > 0:
		return atMost(row.Max)
	case nestings[row.Nesting] != "":
		return "repeatable"
	}
	return ""
}

// argumentsOf are the attributes that a configuration may set.
func argumentsOf(attributes map[string]*schema.SpecAttribute, depth int) (list []argument) {
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		a := attributes[name]
		if !a.Argument() {
			continue
		}
		list = append(list, argument{
			name: name, required: a.Required, value: valueOf(a, depth+1),
			remark: remarks(a.Description, typeOf(a), when(a.Deprecated, "deprecated"),
				when(a.Sensitive, "sensitive"), when(a.WriteOnly, "write-only")),
		})
	}
	return list
}

// typeOf is the type of an attribute in words.
func typeOf(a *schema.SpecAttribute) string {
	switch {
	case a.Nested == nil && a.Type == cty.NilType:
		return ""
	case a.Nested == nil:
		return a.Type.FriendlyNameForConstraint()
	case nestings[a.Nesting] == "":
		return "object"
	}
	return nestings[a.Nesting] + " of object"
}

// valueOf is a placeholder for an attribute.
func valueOf(a *schema.SpecAttribute, depth int) hclwrite.Expr {
	if a.Nested == nil {
		return placeholder(a.Type, depth)
	}
	if depth > maxDepth {
		return hclwrite.NewNull()
	}
	object := contents{arguments: argumentsOf(a.Nested, depth)}.object()
	switch a.Nesting {
	case schema.NestingList, schema.NestingSet:
		return hclwrite.NewTuple(object)
	case schema.NestingMap:
		return (&hclwrite.Object{}).Set("key", object)
	}
	return object
}

// placeholder is a value of a type.
func placeholder(typ cty.Type, depth int) hclwrite.Expr {
	switch {
	case typ == cty.NilType || depth > maxDepth:
		return hclwrite.NewNull()
	case typ == cty.String:
		return hclwrite.NewString("")
	case typ == cty.Number:
		return hclwrite.NewInt(0)
	case typ == cty.Bool:
		return hclwrite.NewBool(false)
	case schema.ListOfObjects(typ):
		return hclwrite.NewTuple(placeholder(typ.ElementType(), depth+1))
	case typ.IsListType(), typ.IsSetType(), typ.IsTupleType():
		return hclwrite.NewTuple()
	case typ.IsMapType() && typ.ElementType().IsObjectType():
		return (&hclwrite.Object{}).Set("key", placeholder(typ.ElementType(), depth+1))
	case typ.IsMapType():
		return &hclwrite.Object{}
	case typ.IsObjectType():
		return objectOf(typ, depth)
	}
	return hclwrite.NewNull()
}

// objectOf is a value of an object type.
func objectOf(typ cty.Type, depth int) *hclwrite.Object {
	var c contents
	types := typ.AttributeTypes()
	for _, name := range slices.Sorted(maps.Keys(types)) {
		c.arguments = append(c.arguments, argument{
			name: name, required: !typ.AttributeOptional(name), value: placeholder(types[name], depth+1),
			remark: types[name].FriendlyNameForConstraint(),
		})
	}
	return c.object()
}
