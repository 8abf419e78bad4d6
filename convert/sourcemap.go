package convert

import (
	"cmp"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/internal/sourcemap"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/jsonemit"
)

// SourceMap maps the values of a JSON text to positions in native text, and back. ToJSON, WriteJSON
// and ToHCL fill the map in [Options.SourceMap]. After an error, the map is empty. Several
// goroutines must not use it at the same time.
//
// The native text of a value has the same meaning as the value. A value has several places if
// several blocks become one value. It has no places if no native text represents it. Examples are a
// "//" property, a part of an evaluated constant, and a default argument of a block.
//
// Lines and columns are defined as in [hcl.Pos]: a column is a grapheme cluster, and a byte order
// mark has no column.
type SourceMap struct {
	// JSONName and NativeName are the names of the files. A conversion sets the name of its source.
	JSONName, NativeName string

	table  sourcemap.Table
	parts  []Part
	places struct {
		json   *hcltext.Positions
		native []*hcltext.Positions // one per part
	}
	regions []region
}

// Mapping is a value of the JSON text, with its places in the native text.
type Mapping struct {
	// Pointer is the JSON pointer to the value (RFC 6901).
	Pointer string
	JSON    Place
	Native  []Place
	// Mode is the name of the mode in which the product interprets the value, if it is a string that represents
	// an expression: "template", or a mode such as "literal" (docs/mapping.md).
	Mode string
}

// Place is the position of a value in a text.
type Place struct {
	// Name is the position of the name of the value. The name is an attribute name, a block type, a
	// label, a key, or the name of a JSON member with its quotes. Name is nil for a value without a
	// name in the text.
	Name  *hcl.Range
	Value hcl.Range
	// Block is the position of a block with its type and labels, if the value is the body of the
	// block in native text. It is nil for any other value.
	Block *hcl.Range
}

// Part is one of several files whose texts were joined to one native text.
type Part struct {
	Filename string
	Text     []byte
	// Start is the offset of Text in the joined text. It is negative if the joined text does not
	// contain the byte order mark of the first file.
	Start int
}

// All iterates over all values, in the order of the JSON text.
func (m *SourceMap) All() iter.Seq[Mapping] {
	return func(yield func(Mapping) bool) {
		for i := range m.table.Values {
			if !yield(m.mappingOf(int32(i))) {
				return
			}
		}
	}
}

// At returns the value to which a JSON pointer leads. If a name is duplicated, it returns the first
// value.
func (m *SourceMap) At(pointer string) (Mapping, bool) {
	if len(m.table.Values) == 0 || pointer != "" && pointer[0] != '/' {
		return Mapping{}, false
	}
	at := int32(0)
	for pointer != "" {
		end := len(pointer)
		if i := strings.IndexByte(pointer[1:], '/'); i >= 0 {
			end = 1 + i
		}
		step := pointer[1:end]
		pointer = pointer[end:]
		found := int32(-1)
		for i := range m.table.Children(at) {
			if m.lastStep(i) == step {
				found = i
				break
			}
		}
		if at = found; at < 0 {
			return Mapping{}, false
		}
	}
	return m.mappingOf(at), true
}

// set sets the table and the native text of the map.
func (m *SourceMap) set(t sourcemap.Table, native []byte) {
	m.table = t
	m.SetParts([]Part{{Text: native}})
}

// AtJSON returns the innermost value at an offset of the JSON text. The name of a member belongs to
// its value.
func (m *SourceMap) AtJSON(offset int) (Mapping, bool) {
	at := int32(sort.Search(len(m.table.Values), func(i int) bool { return m.table.Values[i].ItemStart() > offset })) - 1
	for at >= 0 && m.table.Values[at].Span.End <= offset {
		at = m.table.Values[at].Parent
	}
	if at < 0 {
		return Mapping{}, false
	}
	return m.mappingOf(at), true
}

// region is a range of the native text of a value. outer is the index of the enclosing region.
type region struct {
	hclwrite.Span
	value, outer int32
}

// AtNative returns the innermost value at an offset of the native text, before it is split into
// parts.
func (m *SourceMap) AtNative(offset int) (Mapping, bool) {
	if m.regions == nil {
		m.findRegions()
	}
	at := int32(sort.Search(len(m.regions), func(i int) bool { return m.regions[i].Start > offset })) - 1
	for at >= 0 && m.regions[at].End <= offset {
		at = m.regions[at].outer
	}
	if at < 0 {
		return Mapping{}, false
	}
	return m.mappingOf(m.regions[at].value), true
}

func (m *SourceMap) findRegions() {
	m.regions = make([]region, len(m.table.Pieces))
	for i := range m.table.Pieces {
		p := &m.table.Pieces[i]
		m.regions[i] = region{p.ItemSpan(), p.Value, -1}
	}
	slices.SortFunc(m.regions, func(a, b region) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(a.value, b.value))
	})
	outer := int32(-1)
	for i := range m.regions {
		for outer >= 0 && m.regions[outer].End < m.regions[i].End {
			outer = m.regions[outer].outer
		}
		m.regions[i].outer, outer = outer, int32(i)
	}
}

var escapeStep = strings.NewReplacer("~", "~0", "/", "~1")

// typicalEntry is the approximate number of bytes per value in Text, without its pointer.
const typicalEntry = 400

// TextSize returns the approximate size of Text in bytes, so that callers can refuse a huge map. A
// pointer contains the names of all enclosing values. The map of a small file with a long name can
// therefore be very large.
func (m *SourceMap) TextSize() int {
	size := 0
	pointers := make([]int, len(m.table.Values))
	for i := range m.table.Values {
		if parent := m.table.Values[i].Parent; parent >= 0 {
			pointers[i] = pointers[parent] + len("/") + len(m.lastStep(int32(i)))
		}
		size += typicalEntry + pointers[i]
	}
	return size
}

// Text returns the map as JSON, in the format of docs/source-map.md.
func (m *SourceMap) Text() []byte {
	b := make([]byte, 0, 1000+typicalEntry*len(m.table.Values))
	b = append(b, `{"format_version":"1.0"`...)
	if m.JSONName != "" {
		b = jsonemit.AppendString(append(b, `,"json":`...), m.JSONName)
	}
	b = append(b, `,"values":[`...)
	for i := range m.table.Values {
		if i > 0 {
			b = append(b, ',')
		}
		mapping := m.mappingOf(int32(i))
		b = jsonemit.AppendString(append(b, "\n{\"pointer\":"...), mapping.Pointer)
		b = appendPlace(append(b, `,"json":{`...), &mapping.JSON)
		if m.table.Values[i].Mode != tables.Template {
			b = append(append(append(b, `,"read":"`...), mapping.Mode...), '"')
		}
		b = append(b, `,"native":[`...)
		for j := range mapping.Native {
			if j > 0 {
				b = append(b, ',')
			}
			b = append(b, '{')
			if name := mapping.Native[j].Value.Filename; name != "" {
				b = append(jsonemit.AppendString(append(b, `"file":`...), name), ',')
			}
			b = appendPlace(b, &mapping.Native[j])
		}
		b = append(b, "]}"...)
	}
	return append(b, "\n]}\n"...)
}

func (m *SourceMap) mappingOf(value int32) Mapping {
	v := &m.table.Values[value]
	result := Mapping{Pointer: m.pointer(value), JSON: Place{Value: m.jsonRange(v.Span)}, Mode: tables.Modes[v.Mode]}
	if v.Named.End > 0 {
		result.JSON.Name = m.jsonRange(v.Named).Ptr()
	}
	for _, p := range m.table.PiecesOf(value) {
		result.Native = m.appendPlaces(result.Native, &p)
	}
	return result
}

// appendPlaces appends the places of a piece: one for each part that contains text of the piece.
func (m *SourceMap) appendPlaces(list []Place, p *sourcemap.Piece) []Place {
	for i := m.partAt(p.Text.Start); i < len(m.parts) && m.parts[i].Start < max(p.Text.End, 1); i++ {
		if len(m.parts) == 1 && len(m.parts[0].Text) == 0 && p.Text.End > 0 {
			continue // the text of a tree from JSON is unknown
		}
		place := Place{Value: m.nativeRange(i, p.Text)}
		if p.Name.End > 0 {
			place.Name = m.nativeRange(i, p.Name).Ptr()
		}
		if p.Block.End > 0 {
			place.Block = m.nativeRange(i, p.Block).Ptr()
		}
		list = append(list, place)
	}
	return list
}

func (m *SourceMap) nativeRange(part int, span hclwrite.Span) hcl.Range {
	in := &m.parts[part]
	if m.places.native[part] == nil {
		m.places.native[part] = hcltext.NewPositions(in.Text)
	}
	at := func(offset int) hcl.Pos {
		return m.places.native[part].At(min(max(offset-in.Start, 0), len(in.Text)))
	}
	name := in.Filename
	if name == "" {
		name = m.NativeName
	}
	return hcl.Range{Filename: name, Start: at(span.Start), End: at(span.End)}
}

// partAt returns the index of the part that contains an offset.
func (m *SourceMap) partAt(offset int) int {
	return max(sort.Search(len(m.parts), func(i int) bool { return m.parts[i].Start > offset })-1, 0)
}

func (m *SourceMap) jsonRange(span hclwrite.Span) hcl.Range {
	if m.places.json == nil {
		m.places.json = hcltext.NewPositions(m.table.Json)
	}
	return m.places.json.Range(m.JSONName, span.Start, span.End)
}

func (m *SourceMap) pointer(value int32) string {
	size := 0
	var steps []string
	for ; m.table.Values[value].Parent >= 0; value = m.table.Values[value].Parent {
		steps = append(steps, m.lastStep(value))
		size += len("/") + len(steps[len(steps)-1])
	}
	var b strings.Builder
	b.Grow(size)
	for _, step := range slices.Backward(steps) {
		b.WriteString("/" + step)
	}
	return b.String()
}

// lastStep returns the last step of the pointer to a value.
func (m *SourceMap) lastStep(value int32) string {
	v := &m.table.Values[value]
	if v.Index >= 0 {
		return strconv.Itoa(int(v.Index))
	}
	return escapeStep.Replace(v.Name)
}

// appendPlace appends the JSON members of a place and the closing brace.
func appendPlace(b []byte, p *Place) []byte {
	if p.Name != nil {
		b = append(appendRange(append(b, `"name":`...), p.Name), ',')
	}
	b = appendRange(append(b, `"value":`...), &p.Value)
	if p.Block != nil {
		b = appendRange(append(b, `,"block":`...), p.Block)
	}
	return append(b, '}')
}

func appendRange(b []byte, r *hcl.Range) []byte {
	b = appendPos(append(b, `{"start":`...), r.Start)
	return append(appendPos(append(b, `,"end":`...), r.End), '}')
}

func appendPos(b []byte, pos hcl.Pos) []byte {
	b = strconv.AppendInt(append(b, `{"line":`...), int64(pos.Line), 10)
	b = strconv.AppendInt(append(b, `,"column":`...), int64(pos.Column), 10)
	return append(strconv.AppendInt(append(b, `,"byte":`...), int64(pos.Byte), 10), '}')
}

// SetParts sets the files whose texts were joined to the native text, in their order. The places
// then refer to these files. For a tree from [ReadJSON], the only part is the JSON text; before the call, the map
// contains no places in it. SetParts must be called after the conversion, which resets the map.
func (m *SourceMap) SetParts(parts []Part) {
	m.parts = parts
	m.places.native = make([]*hcltext.Positions, len(parts))
}
