package toconfig

import (
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// conversions are the functions that make a collection of a tuple or an object, by the names of
// types in the JSON notation of cty.
var conversionNames = map[string]string{"list": "tolist", "set": "toset", "map": "tomap"}

// typedExpr returns an expression for the value of an output whose type is typ, in the JSON notation
// of cty such as ["set","string"]: brackets alone would make a tuple, and braces an object. It
// returns false if a collection in the expression holds a heredoc, which cannot be in a call.
func typedExpr(e hclwrite.Expr, typ *jsontree.Value) (hclwrite.Expr, bool) {
	if typ == nil || typ.Kind != jsontree.Array || len(typ.Elems) != 2 {
		return e, true
	}
	c := hclwrite.CollectionOf(e)
	if c == nil {
		return e, true
	}
	kind, of := typ.Elems[0].Text, &typ.Elems[1]
	ok := true
	for i, item := range c.Elements() {
		part := of
		switch {
		case kind == "object" && of.Kind == jsontree.Object && item.Key != nil:
			part = of.Member(item.Key.Text)
		case kind == "tuple" && of.Kind == jsontree.Array && i < len(of.Elems):
			part = &of.Elems[i]
		}
		var fits bool
		item.Value, fits = typedExpr(item.Value, part)
		ok = ok && fits
	}
	name := conversionNames[kind]
	if name == "" {
		return e, ok
	}
	if containsHeredoc(e) {
		return e, false
	}
	return &hclwrite.Call{Name: name, Argument: e}, ok
}

// containsHeredoc reports whether a string in an expression is printed as a heredoc.
func containsHeredoc(e hclwrite.Expr) bool {
	found := false
	hclwrite.Walk(e, func(node hclwrite.Node) bool {
		t, ok := node.(*hclwrite.Template)
		found = found || ok && hcltext.PrintsAsHeredoc(t.Text)
		return !found
	})
	return found
}
