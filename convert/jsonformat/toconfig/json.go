package toconfig

import (
	"github.com/hcljson/hcljson/convert/internal/jsoncall"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// jsonCall returns a call of jsonencode that gives the text, or nil if there is
// none that gives it byte for byte.
func jsonCall(text string) hclwrite.Expr {
	tree := jsoncall.Argument(text)
	if tree == nil {
		return nil
	}
	return &hclwrite.Call{Name: "jsonencode", Argument: plainExpr(tree)}
}

// plainExpr is the expression of a JSON value, literally.
func plainExpr(v *jsontree.Value) hclwrite.Expr {
	switch v.Kind {
	case jsontree.String:
		return hclwrite.NewString(v.Text)
	case jsontree.Array:
		tuple := &hclwrite.Tuple{}
		for i := range v.Elems {
			tuple.Items = append(tuple.Items, hclwrite.TupleItem{Value: plainExpr(&v.Elems[i])})
		}
		return tuple
	case jsontree.Object:
		object := &hclwrite.Object{}
		for i := range v.Members {
			m := &v.Members[i]
			object.Items = append(object.Items,
				hclwrite.ObjectItem{Key: hclwrite.EscapeTemplate(m.Name), Value: plainExpr(&m.Value)})
		}
		return object
	}
	return &hclwrite.Literal{Text: v.Text}
}
