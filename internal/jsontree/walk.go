package jsontree

import "github.com/hashicorp/hcl/v2"

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
