// Package jsontree parses JSON text (RFC 8259) into a tree that preserves the information relevant
// to HCL: the order of members, repeated members, numbers as written, and the range of every value.
package jsontree

import (
	"fmt"
	"iter"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/parsecount"
)

// MaxNesting is the maximum nesting of arrays and objects. One level of native syntax may take
// several levels in JSON: a block with two labels takes six.
const MaxNesting = 10000

// Kind is the kind of a value, represented by its first character as in RFC 8259.
type Kind byte

// The kinds of values.
const (
	Null   Kind = 'n'
	Bool   Kind = 't'
	Number Kind = '0'
	String Kind = '"'
	Array  Kind = '['
	Object Kind = '{'
)

var kindNames = map[Kind]string{
	Null: "null", Bool: "a boolean", Number: "a number", String: "a string", Array: "an array", Object: "an object",
}

// String returns the kind with its article, for messages.
func (k Kind) String() string { return kindNames[k] }

// Value is a JSON value. Start and End are byte offsets in the source; End is exclusive.
type Value struct {
	Kind       Kind
	Start, End int
	// Text is the value of a String, and the source text of a Number or Bool.
	Text string
	// Elems contains the elements of an Array.
	Elems []Value
	// Members contains the members of an Object in order. Names may be repeated.
	Members []Member
}

// Len returns the number of elements or members.
func (v *Value) Len() int { return len(v.Elems) + len(v.Members) }

// Part returns an element, or a member and its name.
func (v *Value) Part(i int) (name string, part *Value) {
	if v.Kind == Object {
		return v.Members[i].Name, &v.Members[i].Value
	}
	return "", &v.Elems[i]
}

// Each iterates over the elements of an array. For any other value, it yields the value itself.
func (v *Value) Each() iter.Seq[*Value] {
	return func(yield func(*Value) bool) {
		if v.Kind != Array {
			yield(v)
			return
		}
		for i := range v.Elems {
			if !yield(&v.Elems[i]) {
				return
			}
		}
	}
}

// Member is a member of an object.
type Member struct {
	Name               string
	NameStart, NameEnd int
	Value              Value
}

// Parse parses one JSON value. The result is nil if the diagnostics contain an error.
func Parse[T string | []byte](src T, filename string) (*Value, hcl.Diagnostics) {
	parsecount.JSON.Add(int64(len(src)))
	p := &parser{src: string(src), filename: filename}
	return p.document()
}

// ParseOutline is like [Parse] for a large document that is read in parts. It checks the whole
// document, but members of objects at the given level and below (1 is the outermost) have no Text,
// Elems and Members. [Walk] and [Expand] read them. They may be secret, so no diagnostic quotes
// them.
func ParseOutline(src, filename string, level int) (*Value, hcl.Diagnostics) {
	p := &parser{src: src, filename: filename, outline: level}
	return p.document()
}

// Expand returns the value from start to end. [ParseOutline] must have accepted src.
func Expand(src string, start, end int) *Value {
	p := &parser{src: src[:end], pos: start}
	v, _ := p.value()
	return &v
}

type parser struct {
	src      string
	filename string
	pos      int
	depth    int
	diags    hcl.Diagnostics
	// outline is the level of [ParseOutline], or 0. skip is true while a value is checked without
	// building a tree.
	outline int
	skip    bool
	count   int // the number of values of the tree
	// elems and members are stacks of the elements and members of open collections. A collection
	// copies its part when it is complete.
	elems   []Value
	members []Member
	// text is the value of the current string with escapes. texts contains the values of earlier
	// strings with escapes, concatenated.
	text  []byte
	texts strings.Builder
}

// maxOutline is the maximum number of values of an outline. Each needs a hundred times the memory of its
// text.
const maxOutline = 200_000

// isOutlineFull counts a value of the tree, and reports an error if an outline has too many.
func (p *parser) isOutlineFull(v *Value) bool {
	p.count++
	return p.outline > 0 && p.count > maxOutline &&
		!p.fail(v.Start, v.End, "Too many values", "The document has more than %d values in its outer objects.", maxOutline)
}

// fail reports an error from start to end. It returns false.
func (p *parser) fail(start, end int, summary, detail string, args ...any) bool {
	rng := hcltext.NewPositions(p.src).Range(p.filename, start, end)
	p.diags = append(p.diags, &hcl.Diagnostic{
		Severity: hcl.DiagError,
		Summary:  summary,
		Detail:   fmt.Sprintf(detail, args...),
		Subject:  &rng,
	})
	return false
}

// document parses the whole text. The result is nil after an error.
func (p *parser) document() (*Value, hcl.Diagnostics) {
	v, ok := p.singleValue()
	if !ok {
		return nil, p.diags
	}
	return &v, p.diags
}

// singleValue parses the single value of the text.
func (p *parser) singleValue() (v Value, ok bool) {
	if strings.HasPrefix(p.src, "\ufeff") {
		p.fail(0, 3, "Byte order mark in JSON",
			"JSON text cannot start with a byte order mark. Save the file as UTF-8 without one.")
		p.diags[0].Subject.End.Column = 2 // the byte order mark counts as a character
		return v, false
	}
	if strings.HasPrefix(p.src, "\xff\xfe") || strings.HasPrefix(p.src, "\xfe\xff") {
		return v, p.fail(0, 2, "JSON is not UTF-8",
			"The file starts with the byte order mark of UTF-16. Save it as UTF-8 without one.")
	}
	p.skipSpace()
	if p.pos == len(p.src) {
		return v, p.fail(p.pos, p.pos, "Missing JSON value", "The text is empty; an object was expected.")
	}
	if v, ok = p.value(); !ok {
		return v, false
	}
	p.skipSpace()
	if p.pos < len(p.src) {
		if p.reportComment() {
			return v, false
		}
		return v, p.fail(p.pos, p.charEnd(), "Extra characters after JSON value",
			"The file's JSON value ends before this character. A file holds one value.")
	}
	return v, true
}

func (p *parser) skipSpace() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

// charEnd returns the end of the current character.
func (p *parser) charEnd() int {
	_, size := utf8.DecodeRuneInString(p.src[p.pos:])
	return p.pos + size
}

// reportComment reports a comment at the current position, and whether it found one.
func (p *parser) reportComment() bool {
	rest := p.src[p.pos:]
	if strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*") || strings.HasPrefix(rest, "#") {
		p.fail(p.pos, p.charEnd(), "Comment in JSON",
			"JSON has no comments. In a body, a property named \"//\" is ignored and can hold one.")
		return true
	}
	return false
}

// reportUnexpected reports that something else was expected at the current position. It returns false.
func (p *parser) reportUnexpected(expected string) bool {
	if p.pos >= len(p.src) {
		return p.fail(p.pos, p.pos, "Unexpected end of JSON", "The file ends where %s was expected.", expected)
	}
	if p.reportComment() {
		return false
	}
	start, end := p.pos, p.charEnd()
	return p.fail(start, end, "Invalid JSON", "Found %s where %s was expected.", describeChar(p.src[start:end]), expected)
}

func describeChar(char string) string {
	r, size := utf8.DecodeRuneInString(char)
	switch {
	case r == utf8.RuneError && size <= 1:
		return fmt.Sprintf("the invalid byte 0x%02x", char[0])
	case r == '\'':
		return "a single quote"
	case r == '"':
		return "a string"
	case r < ' ' || r == 0x7f:
		return fmt.Sprintf("the control character U+%04X", r)
	}
	return "'" + char + "'"
}

func (p *parser) value() (v Value, ok bool) {
	v.Start = p.pos
	if p.pos >= len(p.src) {
		return v, p.reportUnexpected("a value")
	}
	switch c := p.src[p.pos]; {
	case c == '{':
		v.Kind = Object
		ok = p.nested(&v)
	case c == '[':
		v.Kind = Array
		ok = p.nested(&v)
	case c == '"':
		v.Kind = String
		v.Text, ok = p.str()
		v.End = p.pos
	case c == '-' || c >= '0' && c <= '9':
		v.Kind = Number
		ok = p.number(&v)
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		ok = p.keyword(&v)
	case c == '\'':
		p.fail(p.pos, p.pos+1, "Invalid JSON string", "JSON strings are in double quotes.")
	default:
		p.reportUnexpected("a value")
	}
	return v, ok
}

func (p *parser) nested(v *Value) bool {
	p.depth++
	if p.depth > MaxNesting {
		return p.fail(p.pos, p.pos+1, "JSON nested too deeply",
			"More than %d levels of arrays and objects cannot be read.", MaxNesting)
	}
	var ok bool
	if v.Kind == Object {
		ok = p.object(v)
	} else {
		ok = p.array(v)
	}
	p.depth--
	v.End = p.pos
	return ok
}

func (p *parser) keyword(v *Value) bool {
	end := p.pos
	for end < len(p.src) && isWordByte(p.src[end]) {
		end++
	}
	word := p.src[p.pos:end]
	switch word {
	case "true", "false":
		v.Kind = Bool
	case "null":
		v.Kind = Null
	default:
		return p.reportKeyword(word, end)
	}
	v.Text = word
	p.pos = end
	v.End = end
	return true
}

func isWordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= '0' && c <= '9'
}

// reportKeyword reports an invalid keyword.
func (p *parser) reportKeyword(word string, end int) bool {
	summary := "Invalid JSON keyword"
	detail := fmt.Sprintf("Found %s where a value was expected; a string must be in double quotes.", word)
	switch strings.ToLower(word) {
	case "nan", "infinity":
		summary, detail = "Invalid JSON number", fmt.Sprintf("JSON has no %s.", word)
	case "true", "false", "null", "none":
		detail = "JSON has the keywords true, false and null, in lower case."
	}
	if p.outline > 0 {
		detail = "A string must be in double quotes; all other values are numbers, true, false or null."
	}
	return p.fail(p.pos, end, summary, "%s", detail)
}

func (p *parser) digits() bool {
	start := p.pos
	for p.pos < len(p.src) && p.src[p.pos] >= '0' && p.src[p.pos] <= '9' {
		p.pos++
	}
	return p.pos > start
}

func (p *parser) isAt(c byte) bool { return p.pos < len(p.src) && p.src[p.pos] == c }

const (
	// maxExponentDigits is the maximum length of exponents that are always readable.
	maxExponentDigits = 6
	// maxDigits is the maximum length of numbers whose longer exponents are checked exactly, because
	// this check takes quadratic time. Longer numbers may have exponents up to maxExponent. With it,
	// no number that fits into memory is too large.
	maxDigits   = 1000
	maxExponent = 500_000_000
)

// IsReadableNumber reports whether hashicorp/hcl reads the text of a number as a finite number
// (json/parser.go, parseNumber; cty.ParseNumberVal for native syntax). It is true for all other
// literals.
func IsReadableNumber(number string) bool {
	e := strings.IndexAny(number, "eE")
	if e < 0 || len(number)-e-1 <= maxExponentDigits {
		return true
	}
	if e > maxDigits {
		exponent, err := strconv.Atoi(number[e+1:])
		return err == nil && max(exponent, -exponent) <= maxExponent
	}
	f, _, err := big.ParseFloat(number, 10, 512, big.ToNearestEven)
	return err == nil && !f.IsInf()
}

func (p *parser) number(v *Value) bool {
	start := p.pos
	if p.isAt('-') {
		p.pos++
	}
	first := p.pos
	if !p.digits() {
		return p.reportUnexpected("a digit")
	}
	if p.src[first] == '0' && p.pos > first+1 {
		return p.fail(start, p.pos, "Invalid JSON number", "A JSON number cannot start with 0 and another digit.")
	}
	if p.isAt('.') {
		p.pos++
		if !p.digits() {
			return p.reportUnexpected("a digit after the decimal point")
		}
	}
	if p.isAt('e') || p.isAt('E') {
		p.pos++
		if p.isAt('+') || p.isAt('-') {
			p.pos++
		}
		exponent := p.pos
		if !p.digits() {
			return p.reportUnexpected("a digit of the exponent")
		}
		if p.pos-exponent > maxExponentDigits && !IsReadableNumber(p.src[start:p.pos]) {
			return p.fail(start, p.pos, "Invalid JSON number",
				"The exponent of this number is larger than any product reads.")
		}
	}
	v.Text, v.End = p.src[start:p.pos], p.pos
	return true
}

func (p *parser) array(v *Value) bool {
	p.pos++
	p.skipSpace()
	if p.isAt(']') {
		p.pos++
		return true
	}
	first := len(p.elems)
	for {
		elem, ok := p.value()
		if !ok {
			return false
		}
		if !p.skip {
			if p.elems = append(p.elems, elem); p.isOutlineFull(&elem) {
				return false
			}
		}
		if more, ok := p.separator(']', "element of an array", "bracket"); !more {
			if !p.skip {
				v.Elems = append([]Value(nil), p.elems[first:]...)
				p.elems = p.elems[:first]
			}
			return ok
		}
	}
}

// separator parses the text after an element or member: a comma before the next one, or the closing
// bracket. ok is false after an error.
func (p *parser) separator(closer byte, part, bracket string) (more, ok bool) {
	p.skipSpace()
	switch {
	case p.isAt(closer):
		p.pos++
		return false, true
	case !p.isAt(','):
		return false, p.reportUnexpected("a comma or a closing " + bracket)
	}
	comma := p.pos
	p.pos++
	p.skipSpace()
	if p.isAt(closer) {
		return false, p.fail(comma, comma+1, "Trailing comma in JSON",
			"JSON allows no comma after the last %s. Remove it.", part)
	}
	return true, true
}

func (p *parser) object(v *Value) bool {
	p.pos++
	p.skipSpace()
	if p.isAt('}') {
		p.pos++
		return true
	}
	first := len(p.members)
	skip := p.skip
	for {
		if !p.isAt('"') {
			return p.reportUnexpected("a property name in double quotes")
		}
		member := Member{NameStart: p.pos}
		var ok bool
		if member.Name, ok = p.str(); !ok {
			return false
		}
		member.NameEnd = p.pos
		p.skipSpace()
		if !p.isAt(':') {
			return p.reportUnexpected("a colon after the property name")
		}
		p.pos++
		p.skipSpace()
		p.skip = skip || p.outline > 0 && p.depth >= p.outline
		if member.Value, ok = p.value(); !ok {
			return false
		}
		if p.skip {
			member.Value.Text = ""
		}
		p.skip = skip
		if !skip {
			if p.members = append(p.members, member); p.isOutlineFull(&member.Value) {
				return false
			}
		}
		if more, ok := p.separator('}', "property of an object", "brace"); !more {
			if !skip {
				v.Members = append([]Member(nil), p.members[first:]...)
				p.members = p.members[:first]
			}
			return ok
		}
	}
}

// str parses a string. The result shares the source's memory if the string has no escapes.
func (p *parser) str() (string, bool) {
	open := p.pos
	p.pos++
	start := p.pos
	ascii := true
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		switch {
		case c == '"':
			text := p.src[start:p.pos]
			if !ascii && !utf8.ValidString(text) {
				return "", p.reportInvalidUTF8(start)
			}
			p.pos++
			return text, true
		case c == '\\':
			return p.escaped(open, start)
		case c < ' ':
			return "", p.reportControl(open)
		case c >= utf8.RuneSelf:
			ascii = false
		}
		p.pos++
	}
	return "", p.fail(open, open+1, "Unterminated JSON string", "The string that starts here has no closing quote.")
}

func (p *parser) reportControl(open int) bool {
	if p.src[p.pos] == '\n' {
		return p.fail(open, p.pos, "Newline in JSON string",
			"A JSON string cannot hold a line break; write \\n. A closing quote may be missing.")
	}
	return p.fail(p.pos, p.pos+1, "Control character in JSON string",
		"A JSON string cannot hold the character U+%04X as it is; write \\u%04x.", p.src[p.pos], p.src[p.pos])
}

func (p *parser) reportInvalidUTF8(start int) bool {
	for i, r := range p.src[start:] {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(p.src[start+i:]); size == 1 {
				return p.fail(start+i, start+i+1, "JSON is not UTF-8",
					"The byte 0x%02x is not part of a UTF-8 character. Save the file as UTF-8.", p.src[start+i])
			}
		}
	}
	return false
}

// escaped parses the rest of a string that contains escapes.
func (p *parser) escaped(open, start int) (string, bool) {
	p.text = p.text[:0]
	run := start
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		switch {
		case c == '"':
			// Escapes cannot repair invalid bytes next to them, so the source is checked.
			if !utf8.ValidString(p.src[start:p.pos]) {
				return "", p.reportInvalidUTF8(start)
			}
			text := p.copyText(run)
			p.pos++
			return text, true
		case c < ' ':
			return "", p.reportControl(open)
		case c != '\\':
			p.pos++
			continue
		}
		if !p.skip {
			p.text = append(p.text, p.src[run:p.pos]...)
		}
		r, ok := p.escape()
		if !ok {
			return "", false
		}
		if !p.skip {
			p.text = utf8.AppendRune(p.text, r)
		}
		run = p.pos
	}
	return "", p.fail(open, open+1, "Unterminated JSON string", "The string that starts here has no closing quote.")
}

// textsSize is the minimum size of allocations for strings.
const textsSize = 1 << 10

// copyText returns the string p.text plus the source from run to the current position, copied to texts.
// It returns "" if skip is true.
func (p *parser) copyText(run int) string {
	if p.skip {
		return ""
	}
	rest := p.src[run:p.pos]
	size := len(p.text) + len(rest)
	if p.texts.Cap()-p.texts.Len() < size {
		p.texts = strings.Builder{}
		p.texts.Grow(max(size, min(textsSize, len(p.src))))
	}
	start := p.texts.Len()
	p.texts.Write(p.text)
	p.texts.WriteString(rest)
	return p.texts.String()[start:]
}

// escape parses a backslash escape (RFC 8259, section 7).
func (p *parser) escape() (rune, bool) {
	start := p.pos
	p.pos++
	if p.pos >= len(p.src) {
		return 0, p.reportUnexpected("the rest of an escape")
	}
	c := p.src[p.pos]
	p.pos++
	switch c {
	case '"', '\\', '/':
		return rune(c), true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	case 'u':
		r, ok := p.hex(start)
		if !ok {
			return 0, false
		}
		if !utf16.IsSurrogate(r) {
			return r, true
		}
		if strings.HasPrefix(p.src[p.pos:], `\u`) {
			next := p.pos
			p.pos += 2
			low, ok := p.hex(next)
			if !ok {
				return 0, false
			}
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, true
			}
		}
		return 0, p.fail(start, start+6, "Lone surrogate in JSON string",
			"%s is half of a character. The products would read it as U+FFFD, another character; write both "+
				"halves.", p.src[start:start+6])
	}
	p.pos = start + 1
	end := p.charEnd()
	return 0, p.fail(start, end, "Invalid escape in JSON string",
		"JSON has no escape \\%s. A backslash itself is written \\\\.", p.src[start+1:end])
}

func (p *parser) hex(start int) (rune, bool) {
	digits := p.src[p.pos:min(p.pos+4, len(p.src))]
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789abcdefABCDEF"))]
	p.pos += len(digits)
	if len(digits) < 4 {
		return 0, p.fail(start, p.pos, "Invalid escape in JSON string", "\\u needs four hexadecimal digits.")
	}
	code, _ := strconv.ParseUint(digits, 16, 32)
	return rune(code), true
}
