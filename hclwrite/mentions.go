package hclwrite

import (
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Mentions reports whether a name stands in a text, wherever it is: in an
// expression, but also in a string or a comment.
func Mentions(text, name string) bool {
	for offset := 0; ; {
		i := strings.Index(text[offset:], name)
		if i < 0 {
			return false
		}
		start := offset + i
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[start+len(name):])
		if !partOfName(before) && !partOfName(after) {
			return true
		}
		offset = start + 1
	}
}

// partOfName reports whether a character can stand in an identifier.
func partOfName(r rune) bool {
	return r != utf8.RuneError && hclsyntax.ValidIdentifier("a"+string(r))
}
