package service

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// Object is the target of a JSON object in [Read].
type Object interface {
	// Field returns a pointer to the value of a property, or nil for an unknown property.
	Field(name string) any
}

// Raw is the source text of a JSON value.
type Raw []byte

// MarshalJSON implements json.Marshaler.
func (r Raw) MarshalJSON() ([]byte, error) { return r, nil }

// Field implements Object.
func (r *Request) Field(name string) any {
	switch name {
	case "operation":
		return &r.Operation
	case "name":
		return &r.Name
	case "text":
		return &r.Text
	case "options":
		return &r.Options
	}
	return nil
}

// Field implements Object.
func (f *File) Field(name string) any {
	switch name {
	case "name":
		return &f.Name
	case "text":
		return &f.Text
	}
	return nil
}

// Field implements Object.
func (o *Options) Field(name string) any {
	for _, option := range o.options() {
		if option.name == name {
			return option.value
		}
	}
	return nil
}

// Read reads a JSON object into a value. It builds no tree, and returns an error for invalid JSON
// and for unknown or repeated properties. The value null equals an absent property.
func Read(text string, to Object) error {
	w, diags := jsontree.Check(text, "")
	if diags.HasErrors() {
		return fmt.Errorf("%s at byte %d", diags[0].Summary, diags[0].Subject.Start.Byte)
	}
	r := &reader{Walker: w, text: text}
	r.read("", to)
	return r.err
}

// reader reads checked JSON and keeps the first error.
type reader struct {
	*jsontree.Walker
	text string
	err  error
}

func (r *reader) read(path string, to any) {
	kind := r.Kind()
	ok := false
	switch to := to.(type) {
	case *string:
		if ok = kind == jsontree.String; ok {
			*to = strings.Clone(r.Text()) // a copy, so that the value does not retain the whole text
		}
	case *bool:
		if ok = kind == jsontree.Bool; ok {
			*to = r.Text() == "true"
		}
	case **bool:
		if ok = kind == jsontree.Bool; ok {
			*to = new(r.Text() == "true")
		}
	case *[]File:
		if ok = kind == jsontree.Array; ok {
			*to = []File{}
			r.Array(func() {
				*to = append(*to, File{})
				r.read(path, &(*to)[len(*to)-1])
			})
		}
	case *[]Raw:
		if ok = kind == jsontree.Array; ok {
			*to = []Raw{}
			r.Array(func() {
				start, end := r.Skip()
				*to = append(*to, Raw(r.text[start:end]))
			})
		}
	case **File:
		if ok = kind == jsontree.Object; ok {
			*to = &File{}
			r.object(path, *to)
		}
	case Object:
		if ok = kind == jsontree.Object; ok {
			r.object(path, to)
		}
	case *Raw:
		start, end := r.Skip()
		*to = Raw(r.text[start:end])
		return
	}
	if ok {
		return
	}
	r.Skip()
	if kind != jsontree.Null {
		r.fail("%s cannot be %s", cmp.Or(path, "it"), kind)
	}
}

func (r *reader) object(path string, to Object) {
	seen := map[string]bool{}
	r.Object(func(name string) {
		if field := to.Field(name); field != nil {
			if seen[name] {
				r.fail("field %q is given twice", name)
			}
			seen[name] = true
			r.read(strings.TrimPrefix(path+"."+name, "."), field)
			return
		}
		r.Skip()
		r.fail("unknown field %q", name[:min(len(name), longestField)])
	})
}

// longestField is the maximum length of an unknown property name in a message.
const longestField = 100

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// Append appends the properties of a response in JSON, without braces. If beside is true, the caller
// sends the text separately, and Append writes only its size.
func (r *Response) Append(b []byte, beside bool) []byte {
	w := (*writer)(&b)
	switch {
	case r.Text != nil && beside:
		w.number(`"size":`, len(*r.Text))
		w.raw(",")
	case r.Text != nil:
		w.string(`"text":`, *r.Text)
		w.raw(",")
	}
	if r.Name != "" {
		w.string(`"name":`, r.Name)
		w.raw(",")
	}
	if r.Verdict != "" {
		w.string(`"verdict":`, r.Verdict)
		w.raw(",")
	}
	if r.Proven {
		w.raw(`"proven":true,`)
	}
	if r.AbsentTables {
		w.raw(`"absentTables":true,`)
	}
	w.raw(`"diagnostics":[`)
	for i := range r.Diagnostics {
		if i > 0 {
			w.raw(",")
		}
		w.diagnostic(&r.Diagnostics[i])
	}
	w.raw("]")
	if r.SourceMap != nil {
		w.raw(`,"sourceMap":`)
		for _, char := range r.SourceMap {
			if char != '\n' {
				b = append(b, char)
			}
		}
	}
	return b
}

// writer appends JSON in one line.
type writer []byte

func (w *writer) raw(text string) { *w = append(*w, text...) }

func (w *writer) string(before, text string) {
	w.raw(before)
	*w = jsonemit.AppendString(*w, text)
}

func (w *writer) number(before string, n int) {
	w.raw(before)
	*w = strconv.AppendInt(*w, int64(n), 10)
}

func (w *writer) diagnostic(d *diagnostic.Diagnostic) {
	w.string(`{"severity":`, d.Severity)
	w.string(`,"summary":`, d.Summary)
	w.string(`,"detail":`, d.Detail)
	if d.Range != nil {
		w.sourceRange(`,"range":`, d.Range)
	}
	if d.Difference != nil {
		w.raw(`,"difference":{"path":[`)
		for i, step := range d.Difference.Path {
			if i > 0 {
				w.raw(",")
			}
			w.string("", step)
		}
		w.side(`],"a":{`, &d.Difference.A)
		w.side(`,"b":{`, &d.Difference.B)
		w.raw("}")
	}
	for i, g := range d.Guesses {
		before := ","
		if i == 0 {
			before = `,"guesses":[`
		}
		w.string(before+`{"name":`, g.Name)
		w.string(`,"kind":`, g.Kind)
		w.number(`,"line":`, g.Line)
		w.raw("}")
	}
	if len(d.Guesses) > 0 {
		w.raw("]")
	}
	w.raw("}")
}

func (w *writer) side(before string, s *diagnostic.Side) {
	w.raw(before)
	if s.Value != "" {
		w.string(`"value":`, s.Value)
		w.raw(",")
	}
	w.sourceRange(`"range":`, &s.Range)
	w.raw("}")
}

func (w *writer) sourceRange(before string, r *diagnostic.Range) {
	w.raw(before)
	w.string(`{"filename":`, r.Filename)
	if r.Start != nil {
		w.position(`,"start":`, r.Start)
		w.position(`,"end":`, r.End)
	}
	w.raw("}")
}

func (w *writer) position(before string, p *diagnostic.Position) {
	w.raw(before)
	w.number(`{"line":`, p.Line)
	w.number(`,"column":`, p.Column)
	w.number(`,"byte":`, p.Byte)
	w.raw("}")
}
