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

// Argument returns ExactValue for a text without strings that end with a line end, because such a
// string becomes a heredoc, which a call cannot contain.
func Argument(text string) *jsontree.Value {
	tree := ExactValue(text)
	if tree == nil || endsWithNewline(tree) {
		return nil
	}
	return tree
}

// ExactValue returns the array or object of which jsonencode makes the text, byte for
// byte; nil if there is none.
//
// go-cty cty/json/marshal.go, for opentofu internal/lang/functions.go
func ExactValue(text string) *jsontree.Value {
	if len(text) < 2 || text[0] != '{' && text[0] != '[' {
		return nil
	}
	tree, diags := jsontree.Parse([]byte(text), "")
	if diags.HasErrors() || !IsPreserved(tree, isShortest, MaxNesting) {
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

// IsPreserved reports whether jsonencode keeps a value: its strings, which it normalizes, its
// names, of which none may be twice, and its numbers, if number says so. It is false for
// what is nested deeper.
func IsPreserved(v *jsontree.Value, number func(text string) bool, nesting int) bool {
	switch {
	case nesting == 0 || !isNormalized(v.Text) || v.HasRepeatedName():
		return false
	case v.Kind == jsontree.Number:
		return number(v.Text)
	}
	for i := range v.Len() {
		if name, part := v.Part(i); !isNormalized(name) || !IsPreserved(part, number, nesting-1) {
			return false
		}
	}
	return true
}

func isNormalized(text string) bool { return cty.NormalizeString(text) == text }

// endsWithNewline reports whether a string in a value ends with a line end.
func endsWithNewline(v *jsontree.Value) bool {
	return v.Kind == jsontree.String && strings.HasSuffix(v.Text, "\n") ||
		slices.ContainsFunc(v.Elems, func(e jsontree.Value) bool { return endsWithNewline(&e) }) ||
		slices.ContainsFunc(v.Members, func(m jsontree.Member) bool { return endsWithNewline(&m.Value) })
}
