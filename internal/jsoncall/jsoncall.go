// Package jsoncall finds the strings that a call of jsonencode gives.
package jsoncall

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/jsontree"
)

// MaxNesting is how deep the JSON in a string may be.
const MaxNesting = 100

// Argument is Exact for a text that has no string which ends with a line end, so that
// none needs a heredoc, which could not be in a call.
func Argument(text string) *jsontree.Value {
	tree := Exact(text)
	if tree == nil || endsLine(tree) {
		return nil
	}
	return tree
}

// Exact returns the array or object of which jsonencode makes the text, byte for
// byte; nil if there is none.
func Exact(text string) *jsontree.Value {
	if len(text) < 2 || text[0] != '{' && text[0] != '[' {
		return nil
	}
	tree, diags := jsontree.Parse([]byte(text), "")
	if diags.HasErrors() {
		return nil
	}
	again, ok := appendJSON(make([]byte, 0, len(text)), tree, MaxNesting)
	if !ok || string(again) != text {
		return nil
	}
	return tree
}

// endsLine reports whether a string in a value ends with a line end.
func endsLine(v *jsontree.Value) bool {
	return v.Kind == jsontree.String && strings.HasSuffix(v.Text, "\n") ||
		slices.ContainsFunc(v.Elems, func(e jsontree.Value) bool { return endsLine(&e) }) ||
		slices.ContainsFunc(v.Members, func(m jsontree.Member) bool { return endsLine(&m.Value) })
}

// appendJSON appends what jsonencode gives for a value: names are sorted, <, > and
// & escaped, numbers in their shortest form, strings normalized. It reports false
// for what is too deep.
//
// go-cty cty/json/marshal.go, for opentofu internal/lang/functions.go
func appendJSON(b []byte, v *jsontree.Value, depth int) (_ []byte, ok bool) {
	if depth == 0 {
		return nil, false
	}
	switch v.Kind {
	case jsontree.String:
		return appendJSONString(b, v.Text)
	case jsontree.Number:
		n, err := cty.ParseNumberVal(v.Text)
		if err != nil || strings.ContainsAny(v.Text, "eE") {
			return nil, false // jsonencode writes no exponents
		}
		return append(b, n.AsBigFloat().Text('f', -1)...), true
	case jsontree.Array:
		b = append(b, '[')
		for i := range v.Elems {
			if i > 0 {
				b = append(b, ',')
			}
			if b, ok = appendJSON(b, &v.Elems[i], depth-1); !ok {
				return nil, false
			}
		}
		return append(b, ']'), true
	case jsontree.Object:
		b = append(b, '{')
		for i := range v.Members {
			m := &v.Members[i]
			if i > 0 {
				if v.Members[i-1].Name >= m.Name {
					return nil, false
				}
				b = append(b, ',')
			}
			if b, ok = appendJSONString(b, m.Name); !ok {
				return nil, false
			}
			if b, ok = appendJSON(append(b, ':'), &m.Value, depth-1); !ok {
				return nil, false
			}
		}
		return append(b, '}'), true
	case jsontree.Null:
		return append(b, "null"...), true
	}
	return append(b, v.Text...), true
}

func appendJSONString(b []byte, text string) ([]byte, bool) {
	if cty.NormalizeString(text) != text {
		return nil, false
	}
	quoted, err := json.Marshal(text)
	return append(b, quoted...), err == nil
}
