package oracle

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Comments returns the texts of all comments of a native file, sorted. Of a
// line comment the marker and one space after it are left out, and blanks at
// its end; a block comment is whole.
func Comments(native []byte) []string {
	tokens, _ := hclsyntax.LexConfig(native, "", hcl.InitialPos)
	var texts []string
	for _, token := range tokens {
		if token.Type != hclsyntax.TokenComment {
			continue
		}
		if bytes.HasPrefix(token.Bytes, []byte("/*")) {
			texts = append(texts, strings.ReplaceAll(string(token.Bytes), "\r\n", "\n"))
			continue
		}
		text := string(token.Bytes)
		if rest, ok := strings.CutPrefix(text, "//"); ok {
			text = rest
		} else {
			text = strings.TrimPrefix(text, "#")
		}
		text = strings.TrimRight(text, " \t\r\n")
		texts = append(texts, strings.TrimPrefix(text, " "))
	}
	slices.Sort(texts)
	return texts
}
