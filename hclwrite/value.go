package hclwrite

import (
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"
)

// ExprForValue returns an expression for a value. A list, set or tuple becomes a tuple, and a map or
// object becomes an object. A number keeps all digits. A null value of any type becomes null.
//
// It returns a [cty.PathError] if a value has no expression. Such values are unknown or marked
// values, infinite numbers, texts that are not UTF-8, and values of capsule types that are not null.
func ExprForValue(value cty.Value) (Expr, error) {
	return exprForValue(value, nil)
}

func exprForValue(value cty.Value, path cty.Path) (Expr, error) {
	switch typ := value.Type(); {
	case value == cty.NilVal:
		return nil, path.NewErrorf("the value is missing")
	case value.IsMarked():
		return nil, path.NewErrorf("a value with marks has no expression; remove them with UnmarkDeep")
	case !value.IsKnown():
		return nil, path.NewErrorf("an unknown value has no expression")
	case value.IsNull():
		return &Literal{Text: "null"}, nil
	case typ == cty.Bool:
		return NewLiteral(value.True()), nil
	case typ == cty.Number:
		number := value.AsBigFloat()
		if number.IsInf() {
			return nil, path.NewErrorf("an infinite number has no expression")
		}
		return &Literal{Text: number.Text('f', -1)}, nil
	case typ == cty.String && !utf8.ValidString(value.AsString()):
		return nil, path.NewErrorf("the text is not UTF-8")
	case typ == cty.String:
		return NewString(value.AsString()), nil
	case typ.IsObjectType() || typ.IsMapType():
		object := &Object{}
		for it := value.ElementIterator(); it.Next(); {
			name, v := it.Element()
			e, err := exprForValue(v, append(path[:len(path):len(path)], cty.IndexStep{Key: name}))
			if err != nil {
				return nil, err
			}
			object.Items = append(object.Items, NewItem(name.AsString(), e))
		}
		return object, nil
	case value.CanIterateElements():
		tuple := &Tuple{}
		for it := value.ElementIterator(); it.Next(); {
			key, v := it.Element()
			e, err := exprForValue(v, append(path[:len(path):len(path)], cty.IndexStep{Key: key}))
			if err != nil {
				return nil, err
			}
			tuple.Items = append(tuple.Items, &Element{Value: e})
		}
		return tuple, nil
	}
	return nil, path.NewErrorf("a value of type %s has no expression", value.Type().FriendlyName())
}
