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
//
// go-cty cty/json/marshal.go, for opentofu internal/lang/functions.go
func Exact(text string) *jsontree.Value {
	if len(text) < 2 || text[0] != '{' && text[0] != '[' {
		return nil
	}
	tree, diags := jsontree.Parse([]byte(text), "")
	if diags.HasErrors() || !Keeps(tree, isShortest, MaxNesting) {
		return nil
	}
	// Its names are sorted, and its strings escaped, by encoding/json.
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return nil
	}
	if again, err := json.Marshal(value); err != nil || string(again) != text {
		return nil
	}
	return tree
}

// isShortest reports whether a number is in the form in which jsonencode writes it.
func isShortest(number string) bool {
	n, err := cty.ParseNumberVal(number)
	return err == nil && !strings.ContainsAny(number, "eE") && n.AsBigFloat().Text('f', -1) == number
}

// Keeps reports whether jsonencode keeps a value: its strings, which it normalizes, its
// names, of which none may be twice, and its numbers, if number says so. It is false for
// what is nested deeper.
func Keeps(v *jsontree.Value, number func(text string) bool, nesting int) bool {
	switch {
	case nesting == 0 || !normal(v.Text) || v.HasRepeatedName():
		return false
	case v.Kind == jsontree.Number:
		return number(v.Text)
	}
	for i := range v.Len() {
		if name, part := v.Part(i); !normal(name) || !Keeps(part, number, nesting-1) {
			return false
		}
	}
	return true
}

func normal(text string) bool { return cty.NormalizeString(text) == text }

// endsLine reports whether a string in a value ends with a line end.
func endsLine(v *jsontree.Value) bool {
	return v.Kind == jsontree.String && strings.HasSuffix(v.Text, "\n") ||
		slices.ContainsFunc(v.Elems, func(e jsontree.Value) bool { return endsLine(&e) }) ||
		slices.ContainsFunc(v.Members, func(m jsontree.Member) bool { return endsLine(&m.Value) })
}
