// Package jsoncall finds strings that equal the result of a call of jsonencode.
package jsoncall

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// MaxNesting is the maximum nesting of the JSON in a string.
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

// ExactValue returns the array or object for which jsonencode returns exactly the text. It returns nil
// for other texts.
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
	// jsonencode sorts names and escapes strings as encoding/json does.
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

// isShortest reports whether jsonencode writes a number in this form.
func isShortest(number string) bool {
	n, err := cty.ParseNumberVal(number)
	return err == nil && !strings.ContainsAny(number, "eE") && n.AsBigFloat().Text('f', -1) == number
}

// IsPreserved reports whether jsonencode keeps a value. All strings and names must be normalized, no
// name may be repeated, and number must return true for each number. It returns false for a value
// with more levels than nesting.
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
