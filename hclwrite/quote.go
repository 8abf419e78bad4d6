package hclwrite

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Quote returns the quoted string whose value is the text.
func Quote(text string) string { return quote(EscapeTemplate(text)) }

// QuoteTemplate returns the quoted string whose template source this is.
func QuoteTemplate(template string) string { return quote(template) }

// quote writes a template in quotes. Sequences are copied; in the literal parts
// what can't stand in quotes is escaped.
func quote(template string) string {
	return string(appendQuoted(make([]byte, 0, len(template)+2), template, nil))
}

// appendQuoted appends a template in quotes. layout, if not nil, appends the
// sequence at an offset of it and returns the end.
func appendQuoted(b []byte, template string, layout func([]byte, string, int) ([]byte, int)) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(template); i++ {
		c := template[i]
		if c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '$' && c != '%' {
			continue
		}
		switch {
		case c == '$' || c == '%':
			opener := sequenceStart(template, i)
			if opener < 0 {
				i += 2
				continue
			}
			if opener > 0 {
				if layout != nil {
					b, start = layout(append(b, template[start:i]...), template, i)
					i = start - 1
				} else if end := sequenceEnd(template, opener); end > 0 {
					i = end - 1
				} else {
					i = len(template)
				}
			}
			continue
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(template[i:])
			if r != '\ufeff' && r != '\u2028' && r != '\u2029' && !(r >= 0x80 && r < 0xa0) && !(r == utf8.RuneError && size == 1) {
				i += size - 1
				continue
			}
			b = append(b, template[start:i]...)
			b = fmt.Appendf(b, `\u%04x`, r)
			i += size - 1
		default:
			b = append(b, template[start:i]...)
			switch c {
			case '"':
				b = append(b, `\"`...)
			case '\\':
				b = append(b, `\\`...)
			case '\n':
				b = append(b, `\n`...)
			case '\r':
				b = append(b, `\r`...)
			case '\t':
				b = append(b, `\t`...)
			default:
				b = fmt.Appendf(b, `\u%04x`, c)
			}
		}
		start = i + 1
	}
	b = append(b, template[start:]...)
	return append(b, '"')
}

// heredocForm reports whether the printer writes a template as a heredoc: it
// has two lines or more, ends with a newline, and holds nothing that a heredoc
// can't, nor control characters, which quotes show as escapes.
func heredocForm(template string) bool {
	if !strings.HasSuffix(template, "\n") || strings.Count(template, "\n") < 2 {
		return false
	}
	for i := 0; i < len(template); i++ {
		switch c := template[i]; {
		case c < ' ' && c != '\n' && c != '\t' || c == 0x7f:
			return false
		case c == 0xc2 && i+1 < len(template) && template[i+1] >= 0x80 && template[i+1] < 0xa0: // U+0080 to U+009F
			return false
		}
	}
	return !strings.Contains(template, "\ufeff") && utf8.ValidString(template)
}

// marker chooses a heredoc marker that no line of the template is.
func marker(template string) string {
	if !strings.Contains(template, "EOT") {
		return "EOT"
	}
	taken := make(map[string]bool)
	for line := range strings.SplitSeq(template, "\n") {
		taken[strings.TrimSpace(line)] = true
	}
	name := "EOT"
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("EOT%d", n)
	}
	return name
}

// indentable reports whether a heredoc's lines can be indented and read back
// exactly with <<-: some line starts at the margin, no sequence spans lines or
// trims, and no line's indentation holds more than blanks and tabs.
func indentable(template string) bool {
	margin := false
	start := true
	for i := 0; i < len(template); i++ {
		if start {
			start = false
			end := strings.IndexByte(template[i:], '\n')
			n, blank, ok := leadingSpaces(template[i : i+end+1])
			if !ok || blank && n > 0 {
				return false
			}
			margin = margin || !blank && n == 0
		}
		switch c := template[i]; c {
		case '\n':
			start = true
		case '$', '%':
			opener := sequenceStart(template, i)
			if opener < 0 {
				i += 2
				continue
			}
			if opener > 0 {
				end := sequenceEnd(template, opener)
				if end < 0 || template[opener] == '~' || template[end-2] == '~' || strings.IndexByte(template[i:end], '\n') >= 0 {
					return false
				}
				i = end - 1
			}
		}
	}
	return margin
}
