package jsonformat

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// Value is a JSON value of a document. The zero Value is a missing value.
type Value struct {
	*source
	start, end int
}

// NewValue returns a value outside of a document. v is a [Value], a string, a boolean, a type of
// the format, or a slice, a map[string]any or a pointer of these.
func NewValue(v any) Value { return RawValue(appendJSON(nil, reflect.ValueOf(v))) }

// RawValue returns the value of a JSON text, which must be valid and without spaces.
func RawValue(text []byte) Value {
	return Value{&source{text: string(text)}, 0, len(text)}
}

// IsSet reports whether the value exists and is not null.
func (v Value) IsSet() bool { return v.source != nil && v.text[v.start] != 'n' }

// IsTrue reports whether the value is true, which marks a whole value as unknown or sensitive.
func (v Value) IsTrue() bool { return v.source != nil && v.text[v.start] == 't' }

// JSON returns the JSON text; it is empty for a missing value.
func (v Value) JSON() string {
	if v.source == nil {
		return ""
	}
	return v.text[v.start:v.end]
}

// Range returns the range of the value in the text. A value outside of a document has no file.
func (v Value) Range() hcl.Range {
	if v.source == nil {
		return hcl.Range{}
	}
	return v.source.Range(v.start, v.end)
}

// Member is a member of an object.
type Member struct {
	Name  string
	Value Value
}

// Members returns the members of an object, in the order of the text. Other values have no members.
func (v Value) Members() []Member {
	tree := v.Tree()
	if tree == nil {
		return nil
	}
	var members []Member
	for i := range tree.Members {
		m := &tree.Members[i]
		members = append(members, Member{m.Name, v.part(&m.Value)})
	}
	return members
}

// Elements returns the elements of an array; ok is false for other values.
func (v Value) Elements() (elements []Value, ok bool) {
	tree := v.Tree()
	if tree == nil || tree.Kind != jsontree.Array {
		return nil, false
	}
	for i := range tree.Elems {
		elements = append(elements, v.part(&tree.Elems[i]))
	}
	return elements, true
}

// Tree returns the value as a tree, or nil for a missing value. Each call parses the text again.
func (v Value) Tree() *jsontree.Value {
	if v.source == nil {
		return nil
	}
	return jsontree.Expand(v.text, v.start, v.end)
}

// part returns a value in the text of v.
func (v Value) part(tree *jsontree.Value) Value { return Value{v.source, tree.Start, tree.End} }

// Expression is an expression representation.
type Expression struct {
	// Constant is the value of an expression without references and function calls.
	Constant Value `json:"constant_value,omitempty"`
	// References are the objects in the expression: each reference, followed by its prefixes down
	// to the object.
	References References `json:"references,omitempty"`
}

// References is a list of references. Other elements are skipped.
type References []string

// Expression reads an expression representation. An expression without references and without a
// known value is an empty object. ok is false for other values, such as a block expressions
// representation.
func (v Value) Expression() (e Expression, ok bool) {
	if v.source == nil || jsontree.Kind(v.text[v.start]) != jsontree.Object {
		return Expression{}, false
	}
	ok = true
	r := &decoder{source: v.source, walk: jsontree.Walk(v.text, v.start)}
	into := reflect.ValueOf(&e).Elem()
	r.walk.Object(func(name string) {
		if i := layoutOf(into.Type()).field(name); i >= 0 {
			r.read(into.Field(i), name)
		} else {
			ok = false
			r.walk.Skip()
		}
	})
	if !ok || r.diags != nil {
		return Expression{}, false
	}
	return e, true
}

// The types of the format are decoded and encoded by their tags, as in encoding/json, with these
// differences: names are case-sensitive, a [Value] is not decoded, errors have positions, and the
// order of the text is kept.

// NamedList is an object with names that the user chooses. The first field of T, or of its element,
// is the name.
type NamedList[T any] []T

func (NamedList[T]) isNamedList() {}

// namedList is implemented by each [NamedList].
type namedList interface{ isNamedList() }

// customReader is implemented by types for more than one kind of value.
type customReader interface{ read(r *decoder, what string) }

// read reads the next value, the property what, into v. It overwrites v: of a repeated property,
// the last value applies, as in the products.
func (r *decoder) read(v reflect.Value, what string) {
	switch into := v.Addr().Interface().(type) {
	case *Value:
		*into = r.value()
		return
	case *string:
		*into, _ = r.literal(jsontree.String, what)
		return
	case *bool:
		text, _ := r.literal(jsontree.Bool, what)
		*into = text == "true"
		return
	case *int:
		*into = parsedNumber(r, what, strconv.Atoi)
		return
	case *uint64:
		*into = parsedNumber(r, what, func(text string) (uint64, error) { return strconv.ParseUint(text, 10, 64) })
		return
	case customReader:
		into.read(r, what)
		return
	}
	v.SetZero()
	_, named := v.Addr().Interface().(namedList)
	switch {
	case named:
		r.readNamedList(v, what)
	case v.Kind() == reflect.Struct:
		r.object(v, what)
	case v.Kind() == reflect.Slice:
		r.list(v, what)
	case r.walk.Kind() == jsontree.Null:
		r.walk.Skip()
	default:
		r.read(destination(v), what)
	}
}

// object reads an object into a struct.
func (r *decoder) object(v reflect.Value, what string) {
	l, start := layoutOf(v.Type()), r.walk.Pos()
	if !r.nextIs(jsontree.Object, what) {
		return
	}
	r.walk.Object(func(name string) {
		if i := l.field(name); i >= 0 {
			r.read(v.Field(i), name)
		} else {
			r.walk.Skip()
		}
	})
	if l.place >= 0 {
		*v.Field(l.place).Addr().Interface().(*Value) = Value{r.source, start, r.walk.Pos()}
	}
}

// readNamedList reads an object into [NamedList].
func (r *decoder) readNamedList(v reflect.Value, what string) {
	if !r.nextIs(jsontree.Object, what) {
		return
	}
	places := map[string]int{}
	r.walk.Object(func(name string) {
		i, again := places[name]
		if !again {
			i = v.Len()
			places[name] = i
			v.Grow(1)
			v.SetLen(i + 1)
		}
		e := destination(v.Index(i))
		r.read(e, what)
		e.Field(0).SetString(name)
	})
}

// maxChunk is the number of elements of a long list that are read at once.
const maxChunk = 1024

// list reads an array into a slice. The number of elements is unknown, and a growing slice would be
// copied often.
func (r *decoder) list(v reflect.Value, what string) {
	if !r.nextIs(jsontree.Array, what) {
		return
	}
	var full []reflect.Value
	r.walk.Array(func() {
		n := v.Len()
		if n == maxChunk {
			full = append(full, v.Slice(0, n))
			v.SetZero()
			n = 0
		}
		v.Grow(1)
		v.SetLen(n + 1)
		r.read(destination(v.Index(n)), what)
	})
	if full == nil {
		return
	}
	all := reflect.MakeSlice(v.Type(), 0, len(full)*maxChunk+v.Len())
	for _, chunk := range append(full, v) {
		all = reflect.AppendSlice(all, chunk)
	}
	v.Set(all)
}

// destination returns the destination of a value: the element of a pointer, or v itself.
func destination(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Pointer {
		return v
	}
	v.Set(reflect.New(v.Type().Elem()))
	return v.Elem()
}

// value stores a value, which is parsed later.
func (r *decoder) value() Value {
	start, end := r.walk.Skip()
	return Value{r.source, start, end}
}

// parsedNumber reads a whole number.
func parsedNumber[T any](r *decoder, what string, parse func(string) (T, error)) T {
	start := r.walk.Pos()
	text, ok := r.literal(jsontree.Number, what)
	n, err := parse(text)
	if ok && err != nil {
		r.fail(start, r.walk.Pos(), "Unexpected value", "The property %q of the JSON output format must be a whole number.",
			what)
	}
	return n
}

// literal reads a string, a number or a boolean.
func (r *decoder) literal(kind jsontree.Kind, what string) (string, bool) {
	if !r.nextIs(kind, what) {
		return "", false
	}
	return r.walk.Text(), true
}

// nextIs reports whether the next value has a kind. It skips other values: null without an error, and
// other kinds with an error.
func (r *decoder) nextIs(kind jsontree.Kind, what string) bool {
	found := r.walk.Kind()
	if found == kind {
		return true
	}
	start, end := r.walk.Skip()
	if found != jsontree.Null {
		r.fail(start, end, "Unexpected value", "The property %q of the JSON output format is %s here; it must be %s.",
			what, found, kind)
	}
	return false
}

// maxErrors is the maximum number of reported errors.
const maxErrors = 100

func (r *decoder) fail(start, end int, summary, format string, args ...any) {
	if len(r.diags) == maxErrors {
		return
	}
	rng := r.Range(start, end)
	r.diags = append(r.diags, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary,
		Detail: fmt.Sprintf(format, args...), Subject: &rng})
}

// appendJSON appends a value of a type of the format, or a map, as JSON.
func appendJSON(b []byte, v reflect.Value) []byte {
	if value, ok := v.Interface().(Value); ok {
		return append(b, value.JSON()...)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return appendJSON(b, v.Elem())
	case reflect.String:
		return jsonemit.AppendString(b, v.String())
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	case reflect.Uint64:
		return strconv.AppendUint(b, v.Uint(), 10)
	case reflect.Slice:
		return appendElements(b, v)
	}
	b = append(b, '{')
	if names, ok := v.Interface().(map[string]any); ok {
		for _, name := range slices.Sorted(maps.Keys(names)) {
			b = appendMember(b, name, reflect.ValueOf(names[name]))
		}
	} else {
		for _, p := range layoutOf(v.Type()).properties {
			if f := v.Field(p.index); !p.omitEmpty || !f.IsZero() && (f.Kind() != reflect.Slice || f.Len() > 0) {
				b = appendMember(b, p.name, f)
			}
		}
	}
	return append(b, '}')
}

// appendElements appends an array, or the object of [NamedList].
func appendElements(b []byte, v reflect.Value) []byte {
	brackets := "[]"
	_, named := v.Interface().(namedList)
	if named {
		brackets = "{}"
	}
	b = append(b, brackets[0])
	for i := range v.Len() {
		if e := v.Index(i); named {
			b = appendMember(b, reflect.Indirect(e).Field(0).String(), e)
		} else {
			b = appendJSON(appendComma(b), e)
		}
	}
	return append(b, brackets[1])
}

func appendMember(b []byte, name string, v reflect.Value) []byte {
	return appendJSON(append(jsonemit.AppendString(appendComma(b), name), ':'), v)
}

// appendComma appends a comma, except after an opening bracket.
func appendComma(b []byte) []byte {
	if cap(b)-len(b) < 1<<10 {
		b = slices.Grow(b, len(b)) // append makes a large slice larger by a quarter only
	}
	if last := b[len(b)-1]; last == '{' || last == '[' {
		return b
	}
	return append(b, ',')
}

// property is a field of a struct and its property.
type property struct {
	name      string
	index     int
	omitEmpty bool
}

// layout describes the tags of a struct.
type layout struct {
	properties []property
	// place is the index of the field for the range of the object, or -1.
	place int
}

// layouts caches the layout of each type.
var layouts sync.Map

func layoutOf(t reflect.Type) *layout {
	if known, ok := layouts.Load(t); ok {
		return known.(*layout)
	}
	l := &layout{place: -1}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Name == "Place":
			l.place = i
		case name != "" && name != "-":
			l.properties = append(l.properties, property{name, i, options == "omitempty"})
		}
	}
	layouts.Store(t, l)
	return l
}

// field returns the index of the field for a property, or -1.
func (l *layout) field(name string) int {
	for i := range l.properties {
		if l.properties[i].name == name {
			return l.properties[i].index
		}
	}
	return -1
}

// source is the text of values.
type source struct {
	text, filename string
	// places are the positions in the text, computed on demand.
	places func() *hcltext.Positions
}

func newSource(text, filename string) *source {
	places := func() *hcltext.Positions { return hcltext.NewPositions([]byte(text)) }
	return &source{text, filename, sync.OnceValue(places)}
}

// Range returns the range of the bytes from start to end.
func (s *source) Range(start, end int) hcl.Range {
	if s.places == nil {
		return hcl.Range{}
	}
	return s.places().Range(s.filename, start, end)
}
