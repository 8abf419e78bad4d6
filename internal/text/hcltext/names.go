package hcltext

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// IsIdentifier reports whether s can be the name of an attribute or
// block. It is hclsyntax.ValidIdentifier, which skips a byte order mark, as it would at
// the start of a file, and this does not.
func IsIdentifier(s string) bool { return s != "" && NameEnd(s, 0) == len(s) }

// ContainsName reports whether a text contains a name at any position: in an
// expression, but also in a string or a comment.
func ContainsName(text, name string) bool {
	for offset := 0; ; {
		i := strings.Index(text[offset:], name)
		if i < 0 {
			return false
		}
		start := offset + i
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[start+len(name):])
		if !isNamePart(before) && !isNamePart(after) {
			return true
		}
		offset = start + 1
	}
}

// isNamePart reports whether a character can be in an identifier.
func isNamePart(r rune) bool {
	return r != utf8.RuneError && hclsyntax.ValidIdentifier("a"+string(r))
}

// StepName returns the name of a step of a reference, or "" for an index.
func StepName(step hcl.Traverser) string {
	switch step := step.(type) {
	case hcl.TraverseRoot:
		return step.Name
	case hcl.TraverseAttr:
		return step.Name
	}
	return ""
}

// Address writes names as one unambiguous address: a.b["c.d"].
func Address(names ...string) (at string) {
	for _, name := range names {
		switch {
		case strings.ContainsAny(name, ".[]=\"' \t\n*\\") || name == "":
			at += "[" + strconv.Quote(name) + "]"
		case at == "":
			at = name
		default:
			at += "." + name
		}
	}
	return at
}

// TraversalText writes a static reference in its usual spelling. A legacy index
// step a.0 becomes a[0], the only spelling that HCL-JSON takes.
func TraversalText(traversal hcl.Traversal) string {
	var b strings.Builder
	for i, step := range traversal {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			b.WriteString(step.Name)
		case hcl.TraverseAttr:
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(step.Name)
		case hcl.TraverseIndex:
			b.WriteByte('[')
			switch {
			case step.Key.Type() == cty.Number:
				b.WriteString(step.Key.AsBigFloat().Text('f', -1))
			case step.Key.Type() == cty.String:
				b.WriteString(Quote(step.Key.AsString()))
			}
			b.WriteByte(']')
		}
	}
	return b.String()
}

// IsCanonicalTraversal reports whether s is a static reference in its usual
// spelling: a.b[0].c["key"].
func IsCanonicalTraversal(s string) bool {
	i := stepNameEnd(s, 0)
	for i > 0 && i < len(s) {
		switch s[i] {
		case '.':
			i = stepNameEnd(s, i+1)
		case '[':
			i = stepKeyEnd(s, i+1)
		default:
			return false
		}
	}
	return i > 0
}

// stepNameEnd returns the offset after the ASCII name at an offset of a reference, or
// 0. The keywords of for expressions are left out.
func stepNameEnd(s string, start int) int {
	end := NameEnd(s, start)
	switch name := s[start:end]; name {
	case "", "for", "in":
		return 0
	default:
		for i := range len(name) {
			if name[i] >= utf8.RuneSelf {
				return 0
			}
		}
	}
	return end
}

// stepKeyEnd returns the offset after an index from its key on, or 0. The key is a
// short integer, or a string without escapes and sequences.
func stepKeyEnd(s string, start int) int {
	end := DigitsEnd(s, start)
	if end == start && end < len(s) && s[end] == '"' {
		for end++; end < len(s) && Classes[s[end]]&QuoteStop == 0 && s[end] >= ' ' && s[end] != 0x7f; {
			end++
		}
		if end == len(s) || s[end] != '"' {
			return 0
		}
		end++
	} else if end == start || end-start >= 16 {
		return 0
	}
	if end == len(s) || s[end] != ']' {
		return 0
	}
	return end + 1
}

// ObjectKey returns the key of an object item in canonical layout. source is true if the text is an
// expression, and false if it is the content of a template.
func ObjectKey(l *Layouter, text string, source bool) string {
	if !source {
		if text != "for" && IsIdentifier(text) {
			return text
		}
		text = QuoteTemplate(NormalizeSequenceNewlines(text))
		if !HasSequence(text) {
			return text
		}
	}
	if line, ok := l.AppendOneLine(nil, text); ok {
		return string(line)
	}
	return text
}

// Unique returns texts in their order, without repetitions.
func Unique(texts []string) []string {
	seen := make(map[string]bool, len(texts))
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool {
		again := seen[text]
		seen[text] = true
		return again
	})
}
