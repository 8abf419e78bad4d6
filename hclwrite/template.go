package hclwrite

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// EscapeTemplate returns the template source of literal text: ${ and %{ are
// escaped.
func EscapeTemplate(text string) string {
	if !strings.Contains(text, "${") && !strings.Contains(text, "%{") {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 8)
	for i := 0; i < len(text); i++ {
		c := text[i]
		b.WriteByte(c)
		if (c == '$' || c == '%') && i+1 < len(text) && text[i+1] == '{' {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// HasSequence reports whether a template has an interpolation or a directive.
func HasSequence(template string) bool {
	for i := 0; i+1 < len(template); i++ {
		if c := template[i]; c == '$' || c == '%' {
			switch n := sequenceStart(template, i); {
			case n > 0:
				return true
			case n < 0:
				i += 2
			}
		}
	}
	return false
}

// TemplateText returns the literal text of a template without sequences.
func TemplateText(template string) string {
	if !strings.Contains(template, "{") {
		return template
	}
	var b strings.Builder
	b.Grow(len(template))
	for i := 0; i < len(template); i++ {
		b.WriteByte(template[i])
		if c := template[i]; (c == '$' || c == '%') && sequenceStart(template, i) < 0 {
			i++
		}
	}
	return b.String()
}

// unescape reads the backslash escape at the start of s (HCL native syntax
// specification, "Quoted templates").
func unescape(s string) (r rune, n int, ok bool) {
	if len(s) < 2 {
		return 0, 0, false
	}
	digits := 0
	switch s[1] {
	case 'n':
		return '\n', 2, true
	case 'r':
		return '\r', 2, true
	case 't':
		return '\t', 2, true
	case '"':
		return '"', 2, true
	case '\\':
		return '\\', 2, true
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		return 0, 0, false
	}
	if len(s) < 2+digits {
		return 0, 0, false
	}
	code, err := strconv.ParseUint(s[2:2+digits], 16, 31)
	if r = rune(code); err != nil || !utf8.ValidRune(r) {
		return 0, 0, false
	}
	return r, 2 + digits, true
}

// heredocSource returns the template source of a heredoc whose source text is
// given, from << up to the closing marker. It reports false where that takes
// more than removing the indentation (strip markers in an indented heredoc).
func heredocSource(src string) (text string, exact bool) {
	_, text, _ = strings.Cut(src, "\n")
	text = text[:strings.LastIndexByte(text, '\n')+1]
	if !strings.HasPrefix(src, "<<-") || text == "" {
		return text, true
	}
	return dedent(text)
}

// dedent removes the indentation that all lines of an indented heredoc share,
// as hclsyntax does (hclsyntax/parser_template.go, flushHeredocTemplateParts).
// exact is false when there are strip markers; the result is to be checked then.
func dedent(text string) (result string, exact bool) {
	var room [64]int
	lines, exact, margin := dedentedLines(text, append(room[:0], 0))
	if lines == nil {
		return "", false
	}
	indent := -1
	for _, start := range lines {
		spaces, blank, ok := leadingSpaces(text[start:])
		if !ok {
			return "", false
		}
		if !blank && (indent < 0 || spaces < indent) {
			indent = spaces
		}
	}
	if indent <= 0 || margin {
		return text, exact
	}
	var b strings.Builder
	b.Grow(len(text))
	done := 0
	for _, start := range lines {
		b.WriteString(text[done:start])
		done = start
		if _, blank, _ := leadingSpaces(text[start:]); !blank {
			done += indent
		}
	}
	b.WriteString(text[done:])
	return b.String(), exact
}

// dedentedLines appends the offsets of the line starts outside of sequences to lines,
// or returns nil for a sequence without an end.
//
// Strip markers have worked by then: a line after one that trimmed the newline is not a
// line any more, and one whose indentation was trimmed has none, which margin reports.
// exact is false when there are strip markers.
func dedentedLines(text string, lines []int) (all []int, exact, margin bool) {
	exact = true
	pos := 0
	literal := func(end int) {
		for ; pos < end; pos++ {
			if text[pos] == '\n' {
				lines = append(lines, pos+1)
			}
		}
	}
	for start, end := range sequencesOf(text) {
		if end < 0 {
			return nil, false, false
		}
		literal(start)
		if text[start+len("${")] == '~' {
			exact = false
			margin = margin || strings.TrimSpace(text[lines[len(lines)-1]:start]) == ""
		}
		pos = end
		if text[end-len("~}")] == '~' {
			exact = false
			if rest := strings.TrimLeft(text[end:], " \t\r"); strings.HasPrefix(rest, "\n") {
				pos = len(text) - len(rest) + 1
			}
		}
	}
	literal(len(text))
	if lines[len(lines)-1] == len(text) {
		lines = lines[:len(lines)-1]
	}
	return lines, exact, margin
}

// leadingSpaces counts the spaces and tabs at the start of a line, and reports whether
// there is nothing else on it. ok is false for a line whose indentation holds anything
// else that hclsyntax would count.
func leadingSpaces(line string) (n int, blank, ok bool) {
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	rest := line[n:]
	if strings.HasPrefix(rest, "\n") || strings.HasPrefix(rest, "\r\n") {
		return n, true, true
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return n, false, !unicode.IsSpace(r) && !unicode.Is(unicode.M, r)
}
