package jsontree

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Builder builds a tree. It has the methods of a writer and produces the tree of the JSON that the
// writer would write.
type Builder struct {
	// Root is the complete value.
	Root Value
	// open contains the open arrays and objects, innermost last. name is the name of the next
	// member.
	open []*Value
	name string
}

func (b *Builder) put(v Value) *Value {
	if len(b.open) == 0 {
		b.Root = v
		return &b.Root
	}
	parent := b.open[len(b.open)-1]
	if parent.Kind == Array {
		parent.Elems = append(parent.Elems, v)
		return &parent.Elems[len(parent.Elems)-1]
	}
	parent.Members = append(parent.Members, Member{Name: b.name, Value: v})
	return &parent.Members[len(parent.Members)-1].Value
}

func (b *Builder) begin(kind Kind) { b.open = append(b.open, b.put(Value{Kind: kind})) }

func (b *Builder) end() { b.open = b.open[:len(b.open)-1] }

// BeginObject starts an object. All following values are its members until EndObject.
func (b *Builder) BeginObject() { b.begin(Object) }

// EndObject ends the innermost object.
func (b *Builder) EndObject() { b.end() }

// BeginArray starts an array. All following values are its elements until EndArray.
func (b *Builder) BeginArray() { b.begin(Array) }

// EndArray ends the innermost array.
func (b *Builder) EndArray() { b.end() }

// Name sets the name of the next member.
func (b *Builder) Name(name string) { b.name = replaceInvalidUTF8(name) }

// String adds a string.
func (b *Builder) String(text string) { b.put(Value{Kind: String, Text: replaceInvalidUTF8(text)}) }

// Lines adds a string of lines.
func (b *Builder) Lines(lines []string) { b.String(strings.Join(lines, "\n")) }

// Interpolation adds a string with an interpolation of the expression, and a newline before its end if
// newline is true.
func (b *Builder) Interpolation(expr string, newline bool) {
	if newline {
		expr += "\n"
	}
	b.String("${" + expr + "}")
}

// Raw adds a number, true, false or null.
func (b *Builder) Raw(text string) {
	kind := Number
	switch text[0] {
	case 'n':
		kind = Null
	case 't', 'f':
		kind = Bool
	}
	b.put(Value{Kind: kind, Text: text})
}

// Int adds a number.
func (b *Builder) Int(n int) { b.Raw(strconv.Itoa(n)) }

// Values returns 0, because a Builder does not count.
func (b *Builder) Values() int { return 0 }

// Depth returns 0, because a Builder does not count.
func (b *Builder) Depth() int { return 0 }

// replaceInvalidUTF8 returns the value that a parser reads from the JSON of a string: invalid UTF-8 bytes become
// U+FFFD.
func replaceInvalidUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}
