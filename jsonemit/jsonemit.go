// Package jsonemit writes JSON text with members in the order of the calls. The layout is the same
// as in jq and in encoding/json's Indent with two spaces. However, only 100 levels are indented.
// Numbers are written as the caller passes them. The characters <, > and & are not escaped.
package jsonemit

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Writer builds one JSON document. The zero value is ready to use. The caller must follow the
// grammar: each value in an object follows a Name.
type Writer struct {
	buf []byte
	// depth is the number of open objects and arrays, and deepest its maximum so far.
	depth, deepest int
	// empty is true if the innermost open object or array is empty.
	empty bool
	// hasName is true if the next value follows a member name.
	hasName bool
	values  int
}

// Grow reserves space for n more bytes.
func (w *Writer) Grow(n int) {
	if cap(w.buf)-len(w.buf) < n {
		w.buf = append(make([]byte, 0, len(w.buf)+n), w.buf...)
	}
}

// Bytes returns the document, followed by a newline.
func (w *Writer) Bytes() []byte { return append(w.buf, '\n') }

// Len returns the number of bytes written.
func (w *Writer) Len() int { return len(w.buf) }

// Values returns the number of values that were written or begun.
func (w *Writer) Values() int { return w.values }

// Depth returns the maximum number of objects and arrays that were open at the same time.
func (w *Writer) Depth() int { return w.deepest }

// MaxIndent is the maximum number of indented levels. Without a maximum, the indentation of
// thousands of levels would be thousands of times larger than the source.
const MaxIndent = 100

var indent = "\n" + strings.Repeat("  ", MaxIndent)

func (w *Writer) line() { w.buf = append(w.buf, indent[:1+2*min(w.depth, MaxIndent)]...) }

// next writes the separator and the line break before a value.
func (w *Writer) next() {
	w.values++
	if w.hasName {
		w.hasName = false
		return
	}
	w.part()
}

// part writes the separator and the line break before a member or an element.
func (w *Writer) part() {
	if w.depth == 0 {
		return
	}
	if !w.empty {
		w.buf = append(w.buf, ',')
	}
	w.empty = false
	w.line()
}

func (w *Writer) open(bracket byte) {
	w.next()
	w.buf = append(w.buf, bracket)
	w.depth++
	w.deepest = max(w.deepest, w.depth)
	w.empty = true
}

func (w *Writer) close(bracket byte) {
	w.depth--
	if !w.empty {
		w.line()
	}
	w.empty = false
	w.buf = append(w.buf, bracket)
}

// BeginObject opens an object.
func (w *Writer) BeginObject() { w.open('{') }

// EndObject closes the innermost open object.
func (w *Writer) EndObject() { w.close('}') }

// BeginArray opens an array.
func (w *Writer) BeginArray() { w.open('[') }

// EndArray closes the innermost open array.
func (w *Writer) EndArray() { w.close(']') }

// Name writes the name of the next member.
func (w *Writer) Name(name string) {
	w.part()
	w.buf = AppendString(w.buf, name)
	w.buf = append(w.buf, ": "...)
	w.hasName = true
}

// String writes a string.
func (w *Writer) String(s string) {
	w.next()
	w.buf = AppendString(w.buf, s)
}

// Lines writes the concatenation of lines as one string.
func (w *Writer) Lines(lines []string) {
	w.next()
	w.buf = append(w.buf, '"')
	for i, line := range lines {
		if i > 0 {
			w.buf = append(w.buf, `\n`...)
		}
		w.buf = appendEscaped(w.buf, line)
	}
	w.buf = append(w.buf, '"')
}

// Interpolation writes a string that consists of the template sequence ${expr}. If newline is true,
// a line break precedes the closing brace.
func (w *Writer) Interpolation(expr string, newline bool) {
	w.next()
	w.buf = append(w.buf, `"${`...)
	w.buf = appendEscaped(w.buf, expr)
	if newline {
		w.buf = append(w.buf, `\n`...)
	}
	w.buf = append(w.buf, `}"`...)
}

// Raw writes JSON text as a value: a number, true, false or null.
func (w *Writer) Raw(text string) {
	w.next()
	w.buf = append(w.buf, text...)
}

// Int writes an integer.
func (w *Writer) Int(n int) {
	w.next()
	w.buf = strconv.AppendInt(w.buf, int64(n), 10)
}

// AppendString appends s as a JSON string (RFC 8259, section 7). Invalid UTF-8 bytes become U+FFFD.
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	b = appendEscaped(b, s)
	return append(b, '"')
}

const hexDigits = "0123456789abcdef"

func appendEscaped(b []byte, s string) []byte {
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			switch {
			case r == utf8.RuneError && size == 1:
				b = append(b, s[start:i]...)
				b = append(b, `\ufffd`...)
				i++
				start = i
			case r == '\u2028' || r == '\u2029' || r == '\ufeff':
				// These characters are valid without escapes, but some readers mishandle them.
				b = append(b, s[start:i]...)
				b = append(b, '\\', 'u', hexDigits[r>>12], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
				i += size
				start = i
			default:
				i += size
			}
			continue
		}
		b = append(b, s[start:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		case '\b':
			b = append(b, '\\', 'b')
		case '\f':
			b = append(b, '\\', 'f')
		default:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		i++
		start = i
	}
	return append(b, s[start:]...)
}
