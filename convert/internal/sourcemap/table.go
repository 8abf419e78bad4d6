// Package sourcemap finds the native text of each value of a JSON text, and the other way round.
//
// [ForJSON] and [ForNative] return the table that convert.SourceMap publishes. The package imports the tree, JSON and
// the schema. Read [Table] first.
// Positions are byte offsets; convert.SourceMap makes lines and columns of them.
package sourcemap

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Table contains the values of a JSON text, and the pieces of native text for them.
type Table struct {
	Json   []byte
	Values []Value
	// Pieces is sorted by the indexes of the values.
	Pieces []Piece
}

// Value is a value of the JSON text. The values are sorted by their positions.
type Value struct {
	Parent int32 // the index of the parent value; -1 for the root
	next   int32 // the index of the first value after the parts of this one
	Index  int32 // the index in an array; -1 for a member
	first  int32 // the index of the first piece
	Name   string
	Named  hclwrite.Span // the position of the name
	Span   hclwrite.Span
	Mode   tables.Mode
}

// Piece is one native text of a value. A zero span means that the name or block does not exist.
type Piece struct {
	Value             int32
	Name, Text, Block hclwrite.Span
}

// modeRange is the mode of the values in a range of the source.
type modeRange struct {
	hclwrite.Span
	mode tables.Mode
}

// ItemStart returns the offset at which the member or element starts.
func (v *Value) ItemStart() int {
	if v.Index < 0 && v.Parent >= 0 {
		return v.Named.Start
	}
	return v.Span.Start
}

// builder collects the pieces of a source map.
type builder struct {
	*Table
	pieces []Piece
}

// finish adds the pieces to the map. split contains the objects of bodies that consist of several
// objects. The pieces of such an object are the pieces of its members.
func (b *builder) finish(split []int32) {
	b.addPieces(b.pieces)
	if len(split) == 0 {
		return
	}
	for _, object := range split {
		for member := range b.Children(object) {
			for _, p := range b.PiecesOf(member) {
				b.addPiece(Piece{Value: object, Text: p.ItemSpan()})
			}
		}
	}
	b.addPieces(b.pieces)
}

// ItemSpan returns the range of a piece including its name.
func (p *Piece) ItemSpan() hclwrite.Span {
	if p.Name.End > 0 {
		return hclwrite.Span{Start: p.Name.Start, End: p.Text.End}
	}
	return p.Text
}

// addPieces sets the pieces of the map, sorted by value.
func (t *Table) addPieces(pieces []Piece) {
	slices.SortStableFunc(pieces, func(a, b Piece) int { return cmp.Compare(a.Value, b.Value) })
	t.Pieces = pieces
	i := 0
	for at := range t.Values {
		t.Values[at].first = int32(i)
		for i < len(pieces) && pieces[i].Value == int32(at) {
			i++
		}
	}
}

// PiecesOf returns the pieces of a value.
func (t *Table) PiecesOf(value int32) []Piece {
	end := len(t.Pieces)
	if int(value)+1 < len(t.Values) {
		end = int(t.Values[value+1].first)
	}
	return t.Pieces[t.Values[value].first:end]
}

// findModes sets the modes of strings. place returns the position of a value in the source of the
// conversion.
func (t *Table) findModes(modes []modeRange, place func(value int32) hclwrite.Span) {
	slices.SortStableFunc(modes, func(a, b modeRange) int { return cmp.Compare(a.Start, b.Start) })
	for i := range t.Values {
		if t.kindOf(int32(i)) != jsontree.String {
			continue
		}
		span := place(int32(i))
		at := sort.Search(len(modes), func(i int) bool { return modes[i].End > span.Start })
		if at < len(modes) && modes[at].Start < span.End {
			t.Values[i].Mode = modes[at].mode
		}
	}
}

// Modes contains the modes of values that are not Template. A nil *Modes records nothing.
type Modes struct{ list []modeRange }

// Record records the mode of the values in a range of the source.
func (m *Modes) Record(span hclwrite.Span, mode tables.Mode) {
	if m != nil && mode != tables.Template {
		m.list = append(m.list, modeRange{span, mode})
	}
}

// newTable returns a table with the values of a JSON text.
func newTable(json []byte) Table {
	t := Table{Json: json}
	root, diags := jsontree.Parse(json, "")
	if !diags.HasErrors() {
		t.addValue(root, Value{Parent: -1, Index: -1})
	}
	return t
}

func (t *Table) addValue(v *jsontree.Value, entry Value) {
	at := int32(len(t.Values))
	entry.Span = hclwrite.Span{Start: v.Start, End: v.End}
	t.Values = append(t.Values, entry)
	for i := range v.Elems {
		t.addValue(&v.Elems[i], Value{Parent: at, Index: int32(i)})
	}
	for i := range v.Members {
		member := &v.Members[i]
		t.addValue(&member.Value, Value{Parent: at, Index: -1, Name: member.Name,
			Named: hclwrite.Span{Start: member.NameStart, End: member.NameEnd}})
	}
	t.Values[at].next = int32(len(t.Values))
}

// BracedSpan returns the position of the body of a parsed block with its braces.
func BracedSpan(body *hclwrite.Body) hclwrite.Span {
	if body.Span.Start == 0 {
		return hclwrite.Span{}
	}
	return hclwrite.Span{Start: body.Span.Start - 1, End: body.Span.End + 1}
}

func (b *builder) addPiece(p Piece) { b.pieces = append(b.pieces, p) }

func (t *Table) kindOf(value int32) jsontree.Kind {
	return jsontree.Kind(t.Json[t.Values[value].Span.Start])
}

// Children iterates over the members or elements of a value.
func (t *Table) Children(of int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i := of + 1; i < t.Values[of].next; i = t.Values[i].next {
			if !yield(i) {
				return
			}
		}
	}
}
