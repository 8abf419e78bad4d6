// Package jsonedit changes a JSON text in place: what a change does not concern
// stays as it is, byte for byte, and what is new is laid out as its neighbours are.
package jsonedit

import (
	"slices"
	"sort"
	"strings"

	"github.com/hcljson/hcljson/internal/jsontree"
)

// Text is a JSON text and the changes to it. The values that its methods take are
// those of its tree.
type Text struct {
	src     string
	root    *jsontree.Value
	changes map[*jsontree.Value]change
	// starts are the places of the values that change, in order.
	starts []int
	// lines are the places where lines start, once they have been asked for.
	lines []int
	// found is the style of the text, once it has been asked for.
	found   *style
	escaped *escapes
}

// change is what becomes of a value: another value, or its parts in another way.
type change struct {
	value *Node
	parts []Part
}

// Part is a member of an object or an element of an array, as it will be.
type Part struct {
	// Old is the index of the member or element that this is now; negative for a new
	// one.
	Old int
	// Name is that of a new member; for an old one, empty or another name.
	Name string
	// Value is that of a new part. One that is old may have another value, in which
	// its own can be; otherwise it is changed by itself.
	Value *Node
}

// Kept is a part that stays as it is.
func Kept(index int) Part { return Part{Old: index} }

// New is a part that is not there yet; an element of an array has no name.
func New(name string, value *Node) Part { return Part{Old: -1, Name: name, Value: value} }

// Node is a value that is new where it is.
type Node struct {
	// Old is a value of the text that moves there; the other fields do not count.
	Old  *jsontree.Value
	Kind jsontree.Kind
	// Text is the value of a string, or the source of a number, true or false.
	Text string
	// Parts are those of an array or an object; all of them are new.
	Parts []Part
	// Like is a value of the text whose layout this one follows; nil if there is none.
	Like *jsontree.Value
}

// NodeOf makes a node of a value of another text.
func NodeOf(v *jsontree.Value) *Node {
	n := &Node{Kind: v.Kind, Text: v.Text}
	for i := range v.Elems {
		n.Parts = append(n.Parts, New("", NodeOf(&v.Elems[i])))
	}
	for i := range v.Members {
		n.Parts = append(n.Parts, New(v.Members[i].Name, NodeOf(&v.Members[i].Value)))
	}
	return n
}

// Edit returns a text without changes. root is what [jsontree.Parse] has read from it.
func Edit(src []byte, root *jsontree.Value) *Text {
	return &Text{src: string(src), root: root, changes: make(map[*jsontree.Value]change)}
}

// Replace puts a value where another one is.
func (t *Text) Replace(v *jsontree.Value, with *Node) { t.changes[v] = change{value: with} }

// Arrange says which parts an array or an object has.
func (t *Text) Arrange(v *jsontree.Value, parts []Part) { t.changes[v] = change{parts: parts} }

// Reset takes back the changes of a value and of what is in it.
func (t *Text) Reset(v *jsontree.Value) {
	for changed := range t.changes {
		if changed.Start >= v.Start && changed.End <= v.End {
			delete(t.changes, changed)
		}
	}
}

// KeepsKind reports whether a value stays, or another one of its kind takes its place.
func (t *Text) KeepsKind(v *jsontree.Value) bool {
	c := t.changes[v]
	return c.value == nil || c.value.Old == nil && c.value.Kind == v.Kind
}

// Changed reports whether anything has been changed.
func (t *Text) Changed() bool { return len(t.changes) > 0 }

// Bytes returns the text with the changes.
func (t *Text) Bytes() []byte {
	t.starts = t.starts[:0]
	for v := range t.changes {
		t.starts = append(t.starts, v.Start)
	}
	slices.Sort(t.starts)
	w := writer{Text: t, out: make([]byte, 0, len(t.src)+len(t.src)/16)}
	w.source(0, t.root.Start)
	w.value(t.root)
	w.source(t.root.End, len(t.src))
	return w.out
}

// touches reports whether a value, or one in it, is changed.
func (t *Text) touches(v *jsontree.Value) bool {
	i := sort.SearchInts(t.starts, v.Start)
	return i < len(t.starts) && t.starts[i] < v.End
}

// part is a member or an element in the source.
type part struct {
	start, end int
	value      *jsontree.Value
}

func partOf(v *jsontree.Value, i int) part {
	if v.Kind == jsontree.Object {
		m := &v.Members[i]
		return part{m.NameStart, m.Value.End, &m.Value}
	}
	elem := &v.Elems[i]
	return part{elem.Start, elem.End, elem}
}

// gap is what is before a part; after the last one, it is what is before
// the closing bracket.
func (t *Text) gap(v *jsontree.Value, i int) string {
	start, end := v.Start+1, v.End-1
	if i > 0 {
		start = partOf(v, i-1).end
	}
	if i < v.Len() {
		end = partOf(v, i).start
	}
	return t.src[start:end]
}

// colon is what is between a name and a value.
func (t *Text) colon(m *jsontree.Member) string { return t.src[m.NameEnd:m.Value.Start] }

// line is the index of the line that a place is on.
func (t *Text) line(at int) int {
	if t.lines == nil {
		t.lines = []int{0}
		for i := range len(t.src) {
			if t.src[i] == '\n' {
				t.lines = append(t.lines, i+1)
			}
		}
	}
	return sort.SearchInts(t.lines, at+1) - 1
}

// indentAt is the indentation of the line that a place is on.
func (t *Text) indentAt(at int) string {
	line := t.line(at)
	start := t.lines[line]
	end := start
	for end < at && (t.src[end] == ' ' || t.src[end] == '\t') {
		end++
	}
	return t.src[start:end]
}

// flat reports whether a value is on one line.
func (t *Text) flat(v *jsontree.Value) bool { return t.line(v.Start) == t.line(v.End-1) }

// frame is how the parts of an array or an object are laid out.
type frame struct {
	// lines: each part has a line of its own; indent is what it starts with, and
	// otherwise that of the line on which the value starts.
	lines  bool
	indent string
	// between is what parts two of them.
	between string
	colon   string
	// pad is inside of the brackets, unless the parts have lines.
	pad string
	// flat: all is on one line.
	flat bool
}

// frame finds how a value that has parts is laid out.
func (t *Text) frame(v *jsontree.Value) frame {
	open := t.gap(v, 0)
	f := frame{indent: t.indentAt(v.Start), flat: t.flat(v)}
	newline := strings.LastIndexByte(open, '\n')
	if newline >= 0 {
		f.lines, f.indent = true, open[newline+1:]
	} else {
		f.pad = open
	}
	for i := 1; i < v.Len(); i++ {
		gap := t.gap(v, i)
		fits := strings.Contains(gap, "\n") == f.lines
		if f.between == "" || fits && (len(gap) < len(f.between) || strings.Contains(f.between, "\n") != f.lines) {
			f.between = gap
		}
		if i == looks {
			break
		}
	}
	if v.Kind == jsontree.Object {
		f.colon = t.colon(&v.Members[0])
	}
	switch {
	case f.between != "":
	case f.lines:
		f.between = "," + t.style().newline + f.indent
	default:
		f.between = t.style().comma
	}
	return f
}

// looks is how many neighbours are looked at.
const looks = 32
