package jsontree

import (
	"iter"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// Unquote returns the value of a JSON string. ok is false if text is not a JSON string.
func Unquote(text string) (s string, ok bool) {
	v, diags := Parse([]byte(text), "")
	if diags.HasErrors() || v.Kind != String {
		return "", false
	}
	return strings.Clone(v.Text), true
}

// RepeatedMembers iterates over the members of an object whose name an earlier member has.
func (v *Value) RepeatedMembers() iter.Seq[*Member] {
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

// HasRepeatedName reports whether an object has two members of one name.
func (v *Value) HasRepeatedName() bool {
	for range v.RepeatedMembers() {
		return true
	}
	return false
}

// The following methods accept nil for a missing value.

// Member returns the value of a member of an object, or nil. If the name is repeated, it returns the
// last value.
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

// ContainsTrue reports whether a value is or contains true.
func (v *Value) ContainsTrue() bool {
	if v == nil || v.IsTrue() {
		return v != nil
	}
	for i := range v.Len() {
		if _, part := v.Part(i); part.ContainsTrue() {
			return true
		}
	}
	return false
}

// Walker iterates over the values of valid JSON text without building a tree.
type Walker struct{ p parser }

// Check checks a text like [Parse], and returns a walker positioned before its value.
func Check(src, filename string) (*Walker, hcl.Diagnostics) {
	p := &parser{src: src, filename: filename, skip: true}
	v, diags := p.document()
	if diags.HasErrors() {
		return nil, diags
	}
	return Walk(src, v.Start), nil
}

// Walk returns a walker positioned before the value at start. [Check] or [ParseOutline] must have
// accepted src.
func Walk(src string, start int) *Walker {
	return &Walker{parser{src: src, pos: start, skip: true}}
}

// Kind returns the kind of the next value.
func (w *Walker) Kind() Kind {
	switch c := w.p.src[w.p.pos]; c {
	case '{', '[', '"', 'n', 't':
		return Kind(c)
	case 'f':
		return Bool
	}
	return Number
}

// Pos returns the start of the next value, or the end of the last one.
func (w *Walker) Pos() int { return w.p.pos }

// Skip skips the next value and returns its range.
func (w *Walker) Skip() (start, end int) {
	v, _ := w.p.value()
	return v.Start, v.End
}

// Text skips a String, Number or Bool and returns its [Value.Text].
func (w *Walker) Text() string {
	w.p.skip = false
	v, _ := w.p.value()
	w.p.skip = true
	return v.Text
}

// Object iterates over an Object. It calls member with the name of each member. member must skip the
// member's value.
func (w *Walker) Object(member func(name string)) {
	w.each('}', func() {
		w.p.skip = false
		name, _ := w.p.str()
		w.p.skip = true
		w.p.skipSpace()
		w.p.pos++ // the colon
		w.p.skipSpace()
		member(name)
	})
}

// Array iterates over an Array. It calls element before each element. element must skip the element.
func (w *Walker) Array(element func()) { w.each(']', element) }

func (w *Walker) each(closer byte, do func()) {
	w.p.pos++
	w.p.skipSpace()
	for !w.p.isAt(closer) {
		do()
		w.p.skipSpace()
		if w.p.isAt(',') {
			w.p.pos++
			w.p.skipSpace()
		}
	}
	w.p.pos++
}

// StringOffsets returns a function from offsets in the value of a string to offsets in the source. start
// is the offset of the opening quote in src. The function continues from the previous offset, so
// ascending offsets take linear time.
func StringOffsets(src string, start int) func(offset int) int {
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

// stringPart returns the first character or escape of src, a part of a JSON string: its size in the
// source and its value.
func stringPart(src string) (size int, text string) {
	if src[0] != '\\' {
		return 1, src[:1]
	}
	size = 2
	if src[1] == 'u' {
		size = 6
	}
	text, ok := Unquote(`"` + src[:size] + `"`)
	if !ok { // half of a surrogate pair
		size = 12
		text, _ = Unquote(`"` + src[:size] + `"`)
	}
	return size, text
}
