package jsontree

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Builder makes a tree of what would be written: it has the methods of a writer.
type Builder struct {
	// Root is the value, once it is complete.
	Root Value
	// open are the arrays and objects around, the innermost last, and name is the name of
	// the next member.
	open []*Value
	name string
}

func (b *Builder) put(v Value) *Value {
	if len(b.open) == 0 {
		b.Root = v
		return &b.Root
	}
	around := b.open[len(b.open)-1]
	if around.Kind == Array {
		around.Elems = append(around.Elems, v)
		return &around.Elems[len(around.Elems)-1]
	}
	around.Members = append(around.Members, Member{Name: b.name, Value: v})
	return &around.Members[len(around.Members)-1].Value
}

func (b *Builder) begin(kind Kind) { b.open = append(b.open, b.put(Value{Kind: kind})) }

func (b *Builder) end() { b.open = b.open[:len(b.open)-1] }

func (b *Builder) BeginObject() { b.begin(Object) }

func (b *Builder) EndObject() { b.end() }

func (b *Builder) BeginArray() { b.begin(Array) }

func (b *Builder) EndArray() { b.end() }

func (b *Builder) Name(name string) { b.name = readAs(name) }

func (b *Builder) String(text string) { b.put(Value{Kind: String, Text: readAs(text)}) }

func (b *Builder) Lines(lines []string) { b.String(strings.Join(lines, "\n")) }

func (b *Builder) Interpolation(expr string, newline bool) {
	if newline {
		expr += "\n"
	}
	b.String("${" + expr + "}")
}

// Raw puts a number, true, false or null.
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

func (b *Builder) Int(n int) { b.Raw(strconv.Itoa(n)) }

// Values and Depth are not counted.
func (b *Builder) Values() int { return 0 }

func (b *Builder) Depth() int { return 0 }

// readAs is what is read of a string that is written: a byte that is not UTF-8 is U+FFFD.
func readAs(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}
