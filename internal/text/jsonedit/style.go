package jsonedit

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// style is the default layout of new values, used if no neighbor determines the layout.
type style struct {
	// newline is a line break. unit is one level of indentation.
	newline, unit string
	// comma and colon are the separators in a value on one line.
	comma, colon string
	// inline counts, by class of content, the values whose parts have no own lines, minus the values whose
	// parts have.
	inline map[contentClass]int
	// pads contains the text inside of the brackets of values on one line.
	pads map[jsontree.Kind]string
	// minified is true if the text has no line break.
	minified bool
}

// contentClass classifies arrays and objects by their parts. deep is true if a part is an array or object
// with parts.
type contentClass struct {
	kind jsontree.Kind
	deep bool
}

// classOf returns the class of a value of the text.
func (t *Text) classOf(v *jsontree.Value) contentClass {
	s, known := t.classes[v]
	if known {
		return s
	}
	s.kind = v.Kind
	for i := range v.Len() {
		s.deep = s.deep || sourcePartOf(v, i).value.Len() > 0
	}
	t.classes[v] = s
	return s
}

func (n *Node) class() contentClass {
	s := contentClass{kind: n.Kind}
	for i := range n.Parts {
		v := n.Parts[i].Value
		s.deep = s.deep || len(v.Parts) > 0 || v.Old != nil && v.Old.Len() > 0
	}
	return s
}

// detectStyle computes the style from the whole text, once.
func (t *Text) detectStyle() *style {
	if t.found != nil {
		return t.found
	}
	s := &style{
		newline: "\n", inline: make(map[contentClass]int), pads: make(map[jsontree.Kind]string),
		minified: t.root.Len() > 0 && t.isOnOneLine(t.root) && !strings.Contains(t.src, "\n"),
	}
	if strings.Contains(t.src, "\r\n") {
		s.newline = "\r\n"
	}
	t.found = s
	s.inspect(t, t.root)
	if s.unit == "" {
		s.unit = "  "
	}
	if s.colon == "" {
		s.colon = ": "
		if s.minified && s.comma == "," {
			s.colon = ":"
		}
	}
	if s.comma == "" {
		s.comma = ", "
		if s.minified && s.colon == ":" {
			s.comma = ","
		}
	}
	return s
}

// escapes defines which characters the text escapes without need.
type escapes struct{ html, ascii bool }

// detectEscapes computes the escapes from the whole text, once.
func (t *Text) detectEscapes() escapes {
	if t.escaped == nil {
		t.escaped = &escapes{}
		if strings.Contains(t.src, `\u`) {
			lower := strings.ToLower(t.src)
			html := strings.Contains(lower, `\u003c`) || strings.Contains(lower, `\u003e`) ||
				strings.Contains(lower, `\u0026`)
			*t.escaped = escapes{html: html && !strings.ContainsAny(t.src, "<>&"), ascii: escapesNonASCII(t.src)}
		}
	}
	return *t.escaped
}

// escapesNonASCII reports whether a text escapes characters outside of ASCII, and contains none of
// them unescaped.
func escapesNonASCII(src string) bool {
	escaped := false
	for i := 0; i < len(src); i++ {
		switch {
		case src[i] >= utf8.RuneSelf:
			return false
		case src[i] != '\\':
		case i+5 < len(src) && src[i+1] == 'u':
			escaped = escaped || src[i+2:i+4] != "00" || src[i+4] >= '8'
			i += 5
		default:
			i++
		}
	}
	return escaped
}

// inspect adds the layout of a value and of its parts to the style.
func (s *style) inspect(t *Text, v *jsontree.Value) {
	n := v.Len()
	if n == 0 {
		return
	}
	open := t.textBefore(v, 0)
	if newline := strings.LastIndexByte(open, '\n'); newline >= 0 {
		s.inline[t.classOf(v)]--
		if unit, ok := strings.CutPrefix(open[newline+1:], t.indentAt(v.Start)); ok && s.unit == "" {
			s.unit = unit
		}
	} else {
		s.inline[t.classOf(v)]++
		if _, ok := s.pads[v.Kind]; !ok {
			s.pads[v.Kind] = open
		}
		if n > 1 && s.comma == "" && !strings.Contains(t.textBefore(v, 1), "\n") {
			s.comma = t.textBefore(v, 1)
		}
	}
	if v.Kind == jsontree.Object && s.colon == "" && !strings.Contains(t.colonText(&v.Members[0]), "\n") {
		s.colon = t.colonText(&v.Members[0])
	}
	for i := range n {
		s.inspect(t, sourcePartOf(v, i).value)
	}
}

// maxIndent is the maximum indentation of new values, in bytes. Without a maximum, the indentation
// of thousands of levels would be thousands of times larger than the values.
const maxIndent = 400

// frameFor returns the layout of a new value that starts on a line with the given indentation. flat
// is true if the parent value is on one line.
func (t *Text) frameFor(n *Node, indent string, flat bool) frame {
	s := t.detectStyle()
	f := frame{onLines: true, between: s.comma, colon: s.colon, pad: s.pads[n.Kind]}
	same := n.class()
	switch like := n.Like; {
	case flat:
		f.onLines, f.flat = false, true
	case like != nil && like.Len() > 0 && t.canFollow(like, same):
		other := t.frameOf(like)
		f.onLines, f.flat = other.onLines, other.flat
		if other.colon != "" {
			f.colon = other.colon
		}
		if !f.onLines {
			f.pad, f.between = other.pad, other.between
		}
	case s.minified || s.inline[same] > 0:
		f.onLines, f.flat = false, s.minified || !same.deep
	}
	f.indent = indent
	if f.onLines {
		if len(indent) < maxIndent {
			f.indent = indent + s.unit
		}
		f.between = "," + s.newline + f.indent
	}
	if strings.Contains(f.between, "\n") && !f.onLines {
		f.between = s.comma
	}
	return f
}

// canFollow reports whether a value with the given class of content can follow the layout of like. It can if both
// have the same class, or if like is deep and on one line.
func (t *Text) canFollow(like *jsontree.Value, class contentClass) bool {
	other := t.classOf(like)
	return other == class || other.kind == class.kind && other.deep && t.isOnOneLine(like)
}

// quoted returns a JSON string with the escapes of the text.
func (t *Text) quoted(text string) string {
	quoted := string(jsonemit.AppendString(nil, text))
	s := t.detectEscapes()
	if !s.html && !s.ascii {
		return quoted
	}
	var b strings.Builder
	for _, r := range quoted {
		switch {
		case s.html && (r == '<' || r == '>' || r == '&'), s.ascii && r >= utf8.RuneSelf:
			appendEscape(&b, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// appendEscape appends a character as \u escapes.
func appendEscape(b *strings.Builder, r rune) {
	if first, second := utf16.EncodeRune(r); second != utf8.RuneError {
		fmt.Fprintf(b, `\u%04x\u%04x`, first, second)
		return
	}
	fmt.Fprintf(b, `\u%04x`, r)
}
