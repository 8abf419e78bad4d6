package hclwrite

import (
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// hclIdentifier is hclsyntax.ValidIdentifier with a short way for ASCII. That one
// skips a byte order mark, as it would at the start of a file.
func hclIdentifier(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
		case i > 0 && (c >= '0' && c <= '9' || c == '-'):
		case c >= utf8.RuneSelf:
			return !strings.HasPrefix(s, "\ufeff") && hclsyntax.ValidIdentifier(s)
		default:
			return false
		}
	}
	return s != ""
}

// ValidIdentifier reports whether s can stand as the name of an attribute or
// block.
func ValidIdentifier(s string) bool { return hclIdentifier(s) }
