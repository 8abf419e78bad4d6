package jsontree

import (
	"iter"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// Unquote reads a JSON string.
func Unquote(text string) (s string, ok bool) {
	v, diags := Parse([]byte(text), "")
	if diags.HasErrors() || v.Kind != String {
		return "", false
	}
	return strings.Clone(v.Text), true
}

// Repeated goes over the members of an object whose name an earlier one has.
func (v *Value) Repeated() iter.Seq[*Member] {
	return func(yield func(*Member) bool) {
		seen := make(map[string]bool, len(v.Members))
		for i := range v.Members {
			m := &v.Members[i]
			if seen[m.Name] && !yield(m) {
				return
			}
			seen[m.Name] = true
		}
	}
}

// RepeatsName reports whether a name appears twice in an object.
func (v *Value) RepeatsName() bool {
	for range v.Repeated() {
		return true
	}
	return false
}

// The methods below take nil for a value that is not there.

// Member returns the value of a member of an object, of the last one if it appears twice,
// or nil.
func (v *Value) Member(name string) *Value {
	if v == nil {
		return nil
	}
	for i := len(v.Members) - 1; i >= 0; i-- {
		if v.Members[i].Name == name {
			return &v.Members[i].Value
		}
	}
	return nil
}

// Elem returns an element of an array, or nil.
func (v *Value) Elem(i int) *Value {
	if v == nil || i < 0 || i >= len(v.Elems) {
		return nil
	}
	return &v.Elems[i]
}

// IsTrue reports whether a value is true.
func (v *Value) IsTrue() bool { return v != nil && v.Kind == Bool && v.Text == "true" }

// HoldsTrue reports whether a value or something in it is true.
func (v *Value) HoldsTrue() bool {
	if v == nil || v.IsTrue() {
		return v != nil
	}
	for i := range v.Len() {
		if _, part := v.Part(i); part.HoldsTrue() {
			return true
		}
	}
	return false
}

// Walker goes over a text that is known to be JSON, value by value, and makes no tree
// of it.
type Walker struct{ p parser }

// Check reads a text as [Parse] does, and returns a walker before its value.
func Check(src, filename string) (*Walker, hcl.Diagnostics) {
	p := &parser{src: src, filename: filename, skip: true}
	v, diags := p.document()
	if diags.HasErrors() {
		return nil, diags
	}
	return Walk(src, v.Start), nil
}

// Walk returns a walker before the value that starts at an offset of a text that [Check]
// or [ParseOutline] has read.
func Walk(src string, start int) *Walker {
	return &Walker{parser{src: src, pos: start, skip: true}}
}

// Kind is the kind of the next value.
func (w *Walker) Kind() Kind {
	switch c := w.p.src[w.p.pos]; c {
	case '{', '[', '"', 'n', 't':
		return Kind(c)
	case 'f':
		return Bool
	}
	return Number
}

// Pos is where the next value is, or where the last one ended.
func (w *Walker) Pos() int { return w.p.pos }

// Skip passes over the next value, and returns where it is.
func (w *Walker) Skip() (start, end int) {
	v, _ := w.p.value()
	return v.Start, v.End
}

// Text passes over a String, Number or Bool, and returns its [Value.Text].
func (w *Walker) Text() string {
	w.p.skip = false
	v, _ := w.p.value()
	w.p.skip = true
	return v.Text
}

// Object goes over an Object. It calls member with the name of each member, which has
// to pass over the value.
func (w *Walker) Object(member func(name string)) {
	w.each('}', func() {
		w.p.skip = false
		name, _ := w.p.str()
		w.p.skip = true
		w.p.space()
		w.p.pos++ // the colon
		w.p.space()
		member(name)
	})
}

// Array goes over an Array. It calls element before each, which must pass over it.
func (w *Walker) Array(element func()) { w.each(']', element) }

func (w *Walker) each(closer byte, do func()) {
	w.p.pos++
	w.p.space()
	for !w.p.at(closer) {
		do()
		w.p.space()
		if w.p.at(',') {
			w.p.pos++
			w.p.space()
		}
	}
	w.p.pos++
}

// InString returns a function that says where in the source a byte of a string's
// value comes from. The string's opening quote is at start. It goes on from the byte
// that it was asked for last, if that is before.
func InString(src string, start int) func(offset int) int {
	i, n := start+1, 0
	return func(offset int) int {
		if offset < n {
			i, n = start+1, 0
		}
		for n < offset && i < len(src) && src[i] != '"' {
			size, text := stringPart(src[i:])
			n += max(len(text), 1)
			i += size
		}
		return i
	}
}

// stringPart returns the value of the character or escape at the start of a part of
// a JSON string, and how long it is in the source.
func stringPart(src string) (size int, text string) {
	if src[0] != '\\' {
		return 1, src[:1]
	}
	size = 2
	if src[1] == 'u' {
		size = 6
	}
	text, ok := Unquote(`"` + src[:size] + `"`)
	if !ok { // half of a character
		size = 12
		text, _ = Unquote(`"` + src[:size] + `"`)
	}
	return size, text
}
