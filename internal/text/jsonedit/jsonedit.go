// Package jsonedit edits a JSON text in place. It changes only the bytes of the edited values. New
// values follow the layout of their neighbors.
package jsonedit

import (
	"slices"
	"sort"
	"strings"

	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Text is a JSON text with changes. Its methods accept values of its tree.
type Text struct {
	src     string
	root    *jsontree.Value
	changes map[*jsontree.Value]change
	// starts contains the offsets of the changed values, in ascending order.
	starts []int
	// lines contains the offsets of line starts, computed on first use.
	lines []int
	// found is the style of the text, and escaped its escapes, both computed on first use.
	found   *style
	escaped *escapes
	classes map[*jsontree.Value]contentClass
}

// change is a change of a value: a new value, or a new arrangement of its parts.
type change struct {
	value *Node
	parts []Part
}

// Part is a member of an object or an element of an array, after the change.
type Part struct {
	// Old is the index of this member or element before the change; negative for a new part.
	Old int
	// Name is the name of a new member. For an existing member, it is empty or a new name.
	Name string
	// Value is the value of a new part. For an existing part, it is nil or a new value, which may
	// contain the previous value. If it is nil, changes of the value itself apply.
	Value *Node
}

// KeptPart returns an unchanged part.
func KeptPart(index int) Part { return Part{Old: index} }

// NewPart returns a new part. An element of an array has no name.
func NewPart(name string, value *Node) Part { return Part{Old: -1, Name: name, Value: value} }

// Node is a new value, or a value at a new position.
type Node struct {
	// Old, if not nil, is a value of the text that moves to this position. The other fields are then
	// ignored.
	Old  *jsontree.Value
	Kind jsontree.Kind
	// Text is the value of a string, or the source of a number, true or false.
	Text string
	// Parts contains the parts of an array or an object. All of them are new.
	Parts []Part
	// Like, if not nil, is a value of the text whose layout the new value follows.
	Like *jsontree.Value
}

// NodeOf returns a node for a value of another text.
func NodeOf(v *jsontree.Value) *Node {
	n := &Node{Kind: v.Kind, Text: v.Text}
	for i := range v.Elems {
		n.Parts = append(n.Parts, NewPart("", NodeOf(&v.Elems[i])))
	}
	for i := range v.Members {
		n.Parts = append(n.Parts, NewPart(v.Members[i].Name, NodeOf(&v.Members[i].Value)))
	}
	return n
}

// NewText returns a text without changes. root must be the result of [jsontree.Parse] for src.
func NewText(src []byte, root *jsontree.Value) *Text {
	return &Text{src: string(src), root: root, changes: make(map[*jsontree.Value]change), classes: make(map[*jsontree.Value]contentClass)}
}

// Replace replaces a value.
func (t *Text) Replace(v *jsontree.Value, with *Node) { t.changes[v] = change{value: with} }

// Arrange sets the parts of an array or an object.
func (t *Text) Arrange(v *jsontree.Value, parts []Part) { t.changes[v] = change{parts: parts} }

// KeepsKind reports whether a value is not replaced, or is replaced by a new value of the same kind.
func (t *Text) KeepsKind(v *jsontree.Value) bool {
	c := t.changes[v]
	return c.value == nil || c.value.Old == nil && c.value.Kind == v.Kind
}

// HasChanges reports whether the text has changes.
func (t *Text) HasChanges() bool { return len(t.changes) > 0 }

// Bytes returns the text with all changes.
func (t *Text) Bytes() []byte {
	t.starts = t.starts[:0]
	for v := range t.changes {
		t.starts = append(t.starts, v.Start)
	}
	slices.Sort(t.starts)
	w := writer{Text: t, out: make([]byte, 0, len(t.src)+len(t.src)/16)}
	w.copySource(0, t.root.Start)
	w.value(t.root)
	w.copySource(t.root.End, len(t.src))
	return w.out
}

// isChanged reports whether a value or one of its parts is changed.
func (t *Text) isChanged(v *jsontree.Value) bool {
	i := sort.SearchInts(t.starts, v.Start)
	return i < len(t.starts) && t.starts[i] < v.End
}

// sourcePart is a member or an element in the source.
type sourcePart struct {
	start, end int
	value      *jsontree.Value
}

func sourcePartOf(v *jsontree.Value, i int) sourcePart {
	if v.Kind == jsontree.Object {
		m := &v.Members[i]
		return sourcePart{m.NameStart, m.Value.End, &m.Value}
	}
	elem := &v.Elems[i]
	return sourcePart{elem.Start, elem.End, elem}
}

// textBefore returns the text before part i. For i = v.Len(), it returns the text before the closing
// bracket.
func (t *Text) textBefore(v *jsontree.Value, i int) string {
	start, end := v.Start+1, v.End-1
	if i > 0 {
		start = sourcePartOf(v, i-1).end
	}
	if i < v.Len() {
		end = sourcePartOf(v, i).start
	}
	return t.src[start:end]
}

// colonText returns the text between the name and the value of a member.
func (t *Text) colonText(m *jsontree.Member) string { return t.src[m.NameEnd:m.Value.Start] }

// lineIndex returns the index of the line at an offset.
func (t *Text) lineIndex(at int) int {
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

// indentAt returns the indentation of the line at an offset.
func (t *Text) indentAt(at int) string {
	line := t.lineIndex(at)
	start := t.lines[line]
	end := start
	for end < at && (t.src[end] == ' ' || t.src[end] == '\t') {
		end++
	}
	return t.src[start:end]
}

// isOnOneLine reports whether a value is on one line.
func (t *Text) isOnOneLine(v *jsontree.Value) bool {
	return t.lineIndex(v.Start) == t.lineIndex(v.End-1)
}

// frame is the layout of the parts of an array or an object.
type frame struct {
	// onLines is true if each part has its own line. indent is then the indentation of the parts, and
	// otherwise the indentation of the line on which the value starts.
	onLines bool
	indent  string
	// between is the text between two parts.
	between string
	colon   string
	// pad is the text inside of the brackets if onLines is false.
	pad string
	// flat is true if the value is on one line.
	flat bool
}

// frameOf returns the layout of a value with parts.
func (t *Text) frameOf(v *jsontree.Value) frame {
	open := t.textBefore(v, 0)
	f := frame{indent: t.indentAt(v.Start), flat: t.isOnOneLine(v)}
	newline := strings.LastIndexByte(open, '\n')
	if newline >= 0 {
		f.onLines, f.indent = true, open[newline+1:]
	} else {
		f.pad = open
	}
	for i := 1; i < v.Len(); i++ {
		gap := t.textBefore(v, i)
		fits := strings.Contains(gap, "\n") == f.onLines
		if f.between == "" || fits && (len(gap) < len(f.between) || strings.Contains(f.between, "\n") != f.onLines) {
			f.between = gap
		}
		if i == maxNeighbors {
			break
		}
	}
	if v.Kind == jsontree.Object {
		f.colon = t.colonText(&v.Members[0])
	}
	switch {
	case f.between != "":
	case f.onLines:
		f.between = "," + t.detectStyle().newline + f.indent
	default:
		f.between = t.detectStyle().comma
	}
	return f
}

// maxNeighbors is the maximum number of neighbors to inspect.
const maxNeighbors = 32
