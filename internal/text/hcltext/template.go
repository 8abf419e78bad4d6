package hcltext

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quote returns the quoted string whose value is the text.
func Quote(text string) string { return QuoteTemplate(EscapeTemplate(text)) }

// QuoteTemplate returns the quoted string with a template source. Sequences are copied, and the
// literal parts are escaped.
func QuoteTemplate(template string) string {
	return string(AppendQuoted(make([]byte, 0, len(template)+2), template))
}

// AppendQuoted appends the quoted string whose template source this is; see [QuoteTemplate].
func AppendQuoted(b []byte, template string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(template); i++ {
		c := template[i]
		if c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '$' && c != '%' {
			continue
		}
		switch {
		case c == '$' || c == '%':
			opener := SequenceStart(template, i)
			if opener < 0 {
				i += 2
				continue
			}
			if opener > 0 {
				if i = SequenceEnd(template, opener) - 1; i < 0 {
					i = len(template)
				}
			}
			continue
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(template[i:])
			if r != '\ufeff' && r != '\u2028' && r != '\u2029' && !(r >= 0x80 && r < 0xa0) &&
				!(r == utf8.RuneError && size == 1) {
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

// PrintsAsHeredoc reports whether the printer writes a template as a heredoc: it
// has two lines or more that are not all blank, ends with a newline, and holds nothing that a heredoc
// can't, nor control characters, which quotes show as escapes.
func PrintsAsHeredoc(template string) bool {
	if !strings.HasSuffix(template, "\n") || strings.Count(template, "\n") < 2 || strings.Trim(template, " \t\n") == "" {
		return false
	}
	template = NormalizeSequenceNewlines(template)
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

// NormalizeSequenceNewlines returns a template with \n for every newline in its sequences.
func NormalizeSequenceNewlines(template string) string {
	if !strings.Contains(template, "\r\n") {
		return template
	}
	var b strings.Builder
	done := 0
	for start, end := range SequencesOf(template) {
		if end > 0 {
			b.WriteString(template[done:start])
			b.WriteString(NormalizeNewlines(template[start:end]))
			done = end
		}
	}
	return b.String() + template[done:]
}

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
			switch n := SequenceStart(template, i); {
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
		if c := template[i]; (c == '$' || c == '%') && SequenceStart(template, i) < 0 {
			i++
		}
	}
	return b.String()
}

// Unescape reads the backslash escape at the start of s (HCL native syntax
// specification, "Quoted templates").
func Unescape(s string) (r rune, n int, ok bool) {
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

// HeredocSource returns the template source of a heredoc whose source text is
// given, from << up to the closing marker. It reports false where more than spaces and
// tabs are the indentation of an indented heredoc.
func HeredocSource(src string) (text string, exact bool) {
	text = heredocBody(src)
	margin, lines, exact := marginOf(src, text)
	if margin == "" || lines.margin {
		return text, exact
	}
	var b strings.Builder
	b.Grow(len(text))
	done := 0
	for _, start := range lines.indented {
		b.WriteString(text[done:start])
		done = start
		if _, blank, _ := LeadingSpaces(text[start:]); !blank {
			done += len(margin)
		}
	}
	b.WriteString(text[done:])
	return b.String(), exact
}

// heredocBody returns the lines of a heredoc between its markers.
func heredocBody(src string) string {
	_, text, _ := strings.Cut(src, "\n")
	return text[:strings.LastIndexByte(text, '\n')+1]
}

// marginOf returns the smallest indentation of the lines of an indented heredoc, and these lines. src is the heredoc, and
// text its lines. exact is as in [HeredocSource].
func marginOf(src, text string) (margin string, lines flushLines, exact bool) {
	if !strings.HasPrefix(src, "<<-") || text == "" {
		return "", lines, true
	}
	if lines, exact = flushLinesOf(text); !exact {
		return "", lines, false
	}
	found := false
	for _, start := range lines.indented {
		spaces, blank, ok := LeadingSpaces(text[start:])
		if !ok {
			return "", lines, false
		}
		if !blank && (!found || spaces < len(margin)) {
			margin, found = text[start:start+spaces], true
		}
	}
	return margin, lines, true
}

// HeredocLayout returns the layout of a heredoc with a marker. src is its source text.
func HeredocLayout(src, marker string) StringLayout {
	margin, _, _ := marginOf(src, heredocBody(src))
	end := src[strings.LastIndexByte(src, '\n')+1:]
	return StringLayout{
		Marker: marker, Flush: strings.HasPrefix(src, "<<-"), Text: margin, End: end[:len(end)-len(strings.TrimLeft(end, " \t"))],
	}
}

// AppendHeredoc appends a template as a heredoc.
func AppendHeredoc(dst []byte, template string, s StringLayout) []byte {
	dst = append(dst, "<<"...)
	if s.Flush {
		dst = append(dst, '-')
	}
	dst = append(append(dst, s.Marker...), '\n')
	var lines flushLines
	if s.Flush && s.Text != "" {
		lines, _ = flushLinesOf(template)
	}
	done := 0
	for _, start := range lines.indented {
		if _, blank, _ := LeadingSpaces(template[start:]); !blank && !lines.margin {
			dst = append(append(dst, template[done:start]...), s.Text...)
			done = start
		}
	}
	return append(append(append(dst, template[done:]...), s.End...), s.Marker...)
}

// flushLines are the lines of an indented heredoc, by the offsets where they start, as
// hclsyntax finds them after strip markers have trimmed (hclsyntax/parser_template.go,
// flushHeredocTemplateParts). Lines that start in a sequence are not among them.
type flushLines struct {
	// indented may lose indentation, held lose none, since the newline before them is trimmed.
	indented, held []int
	// margin is true if a strip marker removed the indentation of an indented line, so no line
	// loses its indentation.
	margin bool
}

// flushLinesOf reports false for a sequence without an end.
func flushLinesOf(text string) (l flushLines, ok bool) {
	l.indented = make([]int, 0, 64)
	done, newline, trimLeft := 0, true, false
	literal := func(end int, trimRight bool) {
		for from, to := done, 0; from < end; from = to {
			to = end
			if i := strings.IndexByte(text[from:end], '\n'); i >= 0 {
				to = from + i + 1
			}
			piece := text[from:to]
			if from == done && trimLeft {
				piece = strings.TrimLeftFunc(piece, unicode.IsSpace)
			}
			if to == end && trimRight {
				piece = strings.TrimRightFunc(piece, unicode.IsSpace)
			}
			l.addLine(text, from, newline, piece == "")
			newline = strings.HasSuffix(piece, "\n")
		}
	}
	for start, end := range SequencesOf(text) {
		if end < 0 {
			return l, false
		}
		trimRight := text[start+len("${")] == '~'
		literal(start, trimRight)
		if start == 0 || text[start-1] == '\n' {
			l.addLine(text, start, newline, trimRight)
		}
		done, newline, trimLeft = end, false, text[end-len("~}")] == '~'
	}
	literal(len(text), false)
	return l, true
}

// addLine adds a line that starts at an offset, or nothing if no line starts there.
func (l *flushLines) addLine(text string, at int, newline, empty bool) {
	switch {
	case newline:
		l.indented = append(l.indented, at)
		l.margin = l.margin || empty
	case text[at-1] == '\n':
		l.held = append(l.held, at)
	}
}

// LeadingSpaces counts the spaces and tabs at the start of a line, and reports whether the line is
// otherwise empty. ok is false if the indentation contains other characters that hclsyntax would
// count, or if its last character continues.
func LeadingSpaces(line string) (n int, blank, ok bool) {
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	rest := line[n:]
	if strings.HasPrefix(rest, "\n") || strings.HasPrefix(rest, "\r\n") {
		return n, true, true
	}
	r, size := utf8.DecodeRuneInString(rest)
	if r < utf8.RuneSelf {
		return n, false, !unicode.IsSpace(r)
	}
	alone, _, _ := scanGraphemes([]byte(" "+rest[:size]), true)
	return n, false, !unicode.IsSpace(r) && alone == len(" ")
}

// IsFragile reports whether a bare template may read otherwise than the same text
// in quotes: a byte order mark is dropped, a lone carriage return ends the
// template's sequences, and a strip marker trims one line only.
func IsFragile(template string) bool {
	if strings.HasPrefix(template, "\ufeff") {
		return true
	}
	if strings.IndexByte(template, '\r') >= 0 && strings.Count(template, "\r") != strings.Count(template, "\r\n") {
		return true
	}
	return strings.IndexByte(template, '~') >= 0 && strings.IndexByte(template, '\n') >= 0 &&
		(strings.Contains(template, "~}") || strings.Contains(template, "{~"))
}

// QuotedText returns the text of a string in quotes, byte for byte. It returns false if the source is another
// expression, or if the string contains ${ or %{, escaped or not.
func QuotedText(src string) (text string, ok bool) {
	if len(src) < 2 || src[0] != '"' || src[len(src)-1] != '"' || strings.Contains(src, "${") || strings.Contains(src, "%{") {
		return "", false
	}
	src = src[1 : len(src)-1]
	b := make([]byte, 0, len(src))
	for i := 0; i < len(src); {
		switch src[i] {
		case '"', '\n':
			return "", false
		case '\\':
			r, n, ok := Unescape(src[i:])
			if !ok {
				return "", false
			}
			b = utf8.AppendRune(b, r)
			i += n
		default:
			b = append(b, src[i])
			i++
		}
	}
	return string(b), true
}

// Sequences are the sequences of a template, in order.
func Sequences(template string) []string {
	var list []string
	for start, end := range SequencesOf(template) {
		if end >= 0 {
			list = append(list, template[start:end])
		}
	}
	return list
}
