package jsonedit

import (
	"strings"
	"unicode/utf8"

	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/lcs"
)

// writer writes a text with its changes.
type writer struct {
	*Text
	out []byte
}

func (w *writer) copySource(start, end int) { w.out = append(w.out, w.src[start:end]...) }

func (w *writer) addText(s string) { w.out = append(w.out, s...) }

// value writes a value of the source with its changes.
func (w *writer) value(v *jsontree.Value) {
	if !w.isChanged(v) {
		w.copySource(v.Start, v.End)
		return
	}
	c, changed := w.changes[v]
	switch {
	case changed && c.value != nil:
		n := c.value
		if n.Kind == jsontree.String && v.Kind == n.Kind && n.Old == nil {
			w.string(v, n.Text)
			return
		}
		if n.Like == nil && n.Kind == v.Kind && v.Len() > 0 {
			n.Like = v
		}
		w.node(n, w.indentAt(v.Start), false)
	case changed:
		w.arrangedValue(v, c.parts)
	default:
		at := v.Start
		for i := range v.Len() {
			p := sourcePartOf(v, i)
			w.copySource(at, p.value.Start)
			w.value(p.value)
			at = p.end
		}
		w.copySource(at, v.End)
	}
}

// string writes the replacement of a string. The common prefix and suffix keep their bytes,
// including escapes.
func (w *writer) string(v *jsontree.Value, text string) {
	old, place := v.Text, jsontree.StringOffsets(w.src, v.Start)
	start, end := lcs.CommonEnds([]byte(old), []byte(text))
	for start > 0 && (start < len(old) && !utf8.RuneStart(old[start]) || start < len(text) && !utf8.RuneStart(text[start])) {
		start--
	}
	for end > 0 && !utf8.RuneStart(old[len(old)-end]) {
		end--
	}
	w.copySource(v.Start, place(start))
	middle := w.quoted(text[start : len(text)-end])
	w.addText(middle[1 : len(middle)-1])
	w.copySource(place(len(old)-end), v.End)
}

// arrangedValue writes a value with a new arrangement of parts.
func (w *writer) arrangedValue(v *jsontree.Value, parts []Part) {
	if len(parts) == 0 || v.Len() == 0 {
		w.node(&Node{Kind: v.Kind, Parts: parts}, w.indentAt(v.Start), false)
		return
	}
	f := w.frameOf(v)
	w.copySource(v.Start, v.Start+1)
	w.addText(w.textBefore(v, 0))
	last := -1 // the previous existing part
	for i := range parts {
		p := &parts[i]
		if i > 0 {
			w.addText(w.textBetween(v, parts, i, last, f.between))
		}
		if p.Old < 0 {
			w.newPart(v.Kind, p, f, func() *jsontree.Value { return w.neighbor(v, last, p.Value) })
			continue
		}
		w.oldPart(v, p, f)
		last = p.Old
	}
	w.addText(w.textBefore(v, v.Len()))
	w.copySource(v.End-1, v.End)
}

// textBetween returns the text before a part other than the first. last is the previous existing part.
// The text between two adjacent existing parts is unchanged, even with new parts between them. If
// parts between them are removed, the outer gap with more line breaks is kept. usual is the default.
func (w *writer) textBetween(v *jsontree.Value, parts []Part, i, last int, usual string) string {
	next := parts[i].Old
	if next < 0 || last < 0 || next <= last {
		return usual
	}
	gap := w.textBefore(v, last+1)
	if next > last+1 {
		if other := w.textBefore(v, next); strings.Count(other, "\n") > strings.Count(gap, "\n") {
			gap = other
		}
	}
	return gap
}

func (w *writer) oldPart(v *jsontree.Value, p *Part, f frame) {
	value := sourcePartOf(v, p.Old).value
	if v.Kind == jsontree.Object {
		m := &v.Members[p.Old]
		if p.Name == "" || p.Name == m.Name {
			w.copySource(m.NameStart, m.Value.Start)
		} else {
			w.addText(w.quoted(p.Name))
			w.copySource(m.NameEnd, m.Value.Start)
		}
	}
	if p.Value == nil {
		w.value(value)
		return
	}
	if p.Value.Like == nil {
		p.Value.Like = value
	}
	w.node(p.Value, f.indent, f.flat)
}

// newPart writes a new part. like returns the value whose layout it follows.
func (w *writer) newPart(in jsontree.Kind, p *Part, f frame, like func() *jsontree.Value) {
	if in == jsontree.Object {
		w.addText(w.quoted(p.Name) + f.colon)
	}
	if p.Value.Like == nil && p.Value.Old == nil {
		p.Value.Like = like()
	}
	w.node(p.Value, f.indent, f.flat)
}

// neighbor returns a part of v close to index at, of the kind of n, or nil. It prefers a part with
// the same class of content.
func (w *writer) neighbor(v *jsontree.Value, at int, n *Node) *jsontree.Value {
	var found *jsontree.Value
	same := n.class()
	for distance := range maxNeighbors {
		for _, i := range [2]int{at - distance, at + 1 + distance} {
			if i < 0 || i >= v.Len() {
				continue
			}
			other := sourcePartOf(v, i).value
			if other.Kind != n.Kind || other.Len() == 0 {
				continue
			}
			if w.classOf(other) == same {
				return other
			}
			if found == nil {
				found = other
			}
		}
	}
	return found
}

// node writes a new value on a line with the given indentation. flat is true if the parent value is
// on one line.
func (w *writer) node(n *Node, indent string, flat bool) {
	switch {
	case n.Old != nil:
		w.movedValue(n.Old, indent)
	case n.Kind == jsontree.String:
		w.addText(w.quoted(n.Text))
	case n.Kind == jsontree.Null:
		w.addText("null")
	case n.Kind != jsontree.Array && n.Kind != jsontree.Object:
		w.addText(n.Text)
	default:
		w.out = append(w.out, byte(n.Kind))
		if len(n.Parts) > 0 {
			w.parts(n, w.frameFor(n, indent, flat), indent)
		}
		w.out = append(w.out, byte(n.Kind)+2) // the closing bracket
	}
}

// parts writes the parts of a new value, which starts on a line with the given indentation.
func (w *writer) parts(n *Node, f frame, indent string) {
	newline := w.detectStyle().newline
	for i := range n.Parts {
		p := &n.Parts[i]
		switch {
		case i > 0:
			w.addText(f.between)
		case f.onLines:
			w.addText(newline + f.indent)
		default:
			w.addText(f.pad)
		}
		w.newPart(n.Kind, p, f, func() *jsontree.Value { return modelPart(n.Like, p) })
	}
	if f.onLines {
		w.addText(newline + indent)
	} else {
		w.addText(f.pad)
	}
}

// modelPart returns the part of like whose layout a new part can follow, or nil. It prefers the part
// of the same name.
func modelPart(like *jsontree.Value, p *Part) *jsontree.Value {
	if like == nil {
		return nil
	}
	var found *jsontree.Value
	for i := range min(like.Len(), maxNeighbors) {
		other := sourcePartOf(like, i).value
		if other.Kind != p.Value.Kind || other.Len() == 0 {
			continue
		}
		if like.Kind == jsontree.Object && like.Members[i].Name == p.Name {
			return other
		}
		if found == nil {
			found = other
		}
	}
	return found
}

// movedValue writes a value of the source at a new position, with the given indentation.
func (w *writer) movedValue(v *jsontree.Value, indent string) {
	start := len(w.out)
	w.value(v)
	was := w.indentAt(v.Start)
	if was == indent {
		return
	}
	text := string(w.out[start:])
	w.out = w.out[:start]
	// Strings contain no line breaks, so every line break is layout.
	for i, line := range strings.SplitAfter(text, "\n") {
		if rest, ok := strings.CutPrefix(line, was); ok && i > 0 && strings.Trim(line, " \t\r\n") != "" {
			line = indent + rest
		}
		w.addText(line)
	}
}
