package convert

import (
	"cmp"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
	"github.com/hcljson/hcljson/schema"
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

	table  table
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
	// Mode is the mode in which the product interprets the value, if it is a string that represents
	// an expression.
	Mode schema.Mode
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

// table contains the values of a JSON text, and the pieces of native text for them.
type table struct {
	json   []byte
	values []mappedValue
	// pieces is sorted by the indexes of the values.
	pieces []piece
}

// mappedValue is a value of the JSON text. The values are sorted by their positions.
type mappedValue struct {
	parent int32 // the index of the parent value; -1 for the root
	next   int32 // the index of the first value after the parts of this one
	index  int32 // the index in an array; -1 for a member
	first  int32 // the index of the first piece
	name   string
	named  hclwrite.Span // the position of the name
	span   hclwrite.Span
	mode   schema.Mode
}

// piece is one native text of a value. A zero span means that the name or block does not exist.
type piece struct {
	value             int32
	name, text, block hclwrite.Span
}

// modeRange is the mode of the values in a range of the source.
type modeRange struct {
	hclwrite.Span
	mode schema.Mode
}

// All iterates over all values, in the order of the JSON text.
func (m *SourceMap) All() iter.Seq[Mapping] {
	return func(yield func(Mapping) bool) {
		for i := range m.table.values {
			if !yield(m.mappingOf(int32(i))) {
				return
			}
		}
	}
}

// At returns the value to which a JSON pointer leads. If a name is duplicated, it returns the first
// value.
func (m *SourceMap) At(pointer string) (Mapping, bool) {
	if len(m.table.values) == 0 || pointer != "" && pointer[0] != '/' {
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
		for i := range m.table.children(at) {
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
func (m *SourceMap) set(t table, native []byte) {
	m.table = t
	m.SetParts([]Part{{Text: native}})
}

// AtJSON returns the innermost value at an offset of the JSON text. The name of a member belongs to
// its value.
func (m *SourceMap) AtJSON(offset int) (Mapping, bool) {
	at := int32(sort.Search(len(m.table.values), func(i int) bool { return m.table.values[i].itemStart() > offset })) - 1
	for at >= 0 && m.table.values[at].span.End <= offset {
		at = m.table.values[at].parent
	}
	if at < 0 {
		return Mapping{}, false
	}
	return m.mappingOf(at), true
}

// itemStart returns the offset at which the member or element starts.
func (v *mappedValue) itemStart() int {
	if v.index < 0 && v.parent >= 0 {
		return v.named.Start
	}
	return v.span.Start
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
	m.regions = make([]region, len(m.table.pieces))
	for i := range m.table.pieces {
		p := &m.table.pieces[i]
		m.regions[i] = region{p.itemSpan(), p.value, -1}
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
	pointers := make([]int, len(m.table.values))
	for i := range m.table.values {
		if parent := m.table.values[i].parent; parent >= 0 {
			pointers[i] = pointers[parent] + len("/") + len(m.lastStep(int32(i)))
		}
		size += typicalEntry + pointers[i]
	}
	return size
}

// Text returns the map as JSON, in the format of docs/source-map.md.
func (m *SourceMap) Text() []byte {
	b := make([]byte, 0, 1000+typicalEntry*len(m.table.values))
	b = append(b, `{"format_version":"1.0"`...)
	if m.JSONName != "" {
		b = jsonemit.AppendString(append(b, `,"json":`...), m.JSONName)
	}
	b = append(b, `,"values":[`...)
	for i := range m.table.values {
		if i > 0 {
			b = append(b, ',')
		}
		mapping := m.mappingOf(int32(i))
		b = jsonemit.AppendString(append(b, "\n{\"pointer\":"...), mapping.Pointer)
		b = appendPlace(append(b, `,"json":{`...), &mapping.JSON)
		if mapping.Mode != schema.Template {
			b = append(append(append(b, `,"read":"`...), schema.Modes[mapping.Mode]...), '"')
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
	v := &m.table.values[value]
	result := Mapping{Pointer: m.pointer(value), JSON: Place{Value: m.jsonRange(v.span)}, Mode: v.mode}
	if v.named.End > 0 {
		result.JSON.Name = m.jsonRange(v.named).Ptr()
	}
	for _, p := range m.table.piecesOf(value) {
		result.Native = m.appendPlaces(result.Native, &p)
	}
	return result
}

// appendPlaces appends the places of a piece: one for each part that contains text of the piece.
func (m *SourceMap) appendPlaces(list []Place, p *piece) []Place {
	for i := m.partAt(p.text.Start); i < len(m.parts) && m.parts[i].Start < max(p.text.End, 1); i++ {
		if len(m.parts) == 1 && len(m.parts[0].Text) == 0 && p.text.End > 0 {
			continue // the text of a tree from JSON is unknown
		}
		place := Place{Value: m.nativeRange(i, p.text)}
		if p.name.End > 0 {
			place.Name = m.nativeRange(i, p.name).Ptr()
		}
		if p.block.End > 0 {
			place.Block = m.nativeRange(i, p.block).Ptr()
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
		m.places.json = hcltext.NewPositions(m.table.json)
	}
	return m.places.json.Range(m.JSONName, span.Start, span.End)
}

func (m *SourceMap) pointer(value int32) string {
	size := 0
	var steps []string
	for ; m.table.values[value].parent >= 0; value = m.table.values[value].parent {
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
	v := &m.table.values[value]
	if v.index >= 0 {
		return strconv.Itoa(int(v.index))
	}
	return escapeStep.Replace(v.name)
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

// tableForJSON returns the table of a conversion to JSON. json is the result.
func tableForJSON(file *hclwrite.File, json []byte, o *origins, modes []modeRange) table {
	t := newTable(json)
	if len(t.values) == 0 {
		return t
	}
	b := mapBuilder{&t, append(o.pieces, piece{text: file.Body.Span})}
	for _, body := range o.bodies {
		b.mapBlock(body.value, file, body.block, body.block, len(body.block.Labels))
	}
	b.finish(o.split)
	t.findModes(modes, func(value int32) hclwrite.Span {
		if of := t.piecesOf(value); len(of) == 1 {
			return of[0].text
		}
		return hclwrite.Span{}
	})
	return t
}

// mapBuilder collects the pieces of a source map.
type mapBuilder struct {
	*table
	pieces []piece
}

// The printer does not record positions. To find the positions in native text, the printed text is
// parsed again. The tree that was read from JSON contains the positions in JSON.

// tableForNative returns the table of a conversion of JSON to native syntax. file is the tree that was
// read from JSON, and native is the result.
func tableForNative(file *hclwrite.File, json, native []byte, modes []modeRange) table {
	t := newTable(json)
	printed, diags := hclwrite.ParseFile(native, "")
	if diags.HasErrors() || len(t.values) == 0 {
		return t
	}
	b := nativeMapBuilder{mapBuilder{&t, nil}, printed, nil}
	b.addPiece(piece{text: printed.Body.Span})
	b.mapBody(0, &file.Body, &printed.Body)
	b.finish(b.split)
	t.findModes(modes, func(value int32) hclwrite.Span { return t.values[value].span })
	return t
}

// finish adds the pieces to the map. split contains the objects of bodies that consist of several
// objects. The pieces of such an object are the pieces of its members.
func (b *mapBuilder) finish(split []int32) {
	b.addPieces(b.pieces)
	if len(split) == 0 {
		return
	}
	for _, object := range split {
		for member := range b.children(object) {
			for _, p := range b.piecesOf(member) {
				b.addPiece(piece{value: object, text: p.itemSpan()})
			}
		}
	}
	b.addPieces(b.pieces)
}

// itemSpan returns the range of a piece including its name.
func (p *piece) itemSpan() hclwrite.Span {
	if p.name.End > 0 {
		return hclwrite.Span{Start: p.name.Start, End: p.text.End}
	}
	return p.text
}

// addPieces sets the pieces of the map, sorted by value.
func (t *table) addPieces(pieces []piece) {
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(a.value, b.value) })
	t.pieces = pieces
	i := 0
	for at := range t.values {
		t.values[at].first = int32(i)
		for i < len(pieces) && pieces[i].value == int32(at) {
			i++
		}
	}
}

func (t *table) piecesOf(value int32) []piece {
	end := len(t.pieces)
	if int(value)+1 < len(t.values) {
		end = int(t.values[value+1].first)
	}
	return t.pieces[t.values[value].first:end]
}

// findModes sets the modes of strings. place returns the position of a value in the source of the
// conversion.
func (t *table) findModes(modes []modeRange, place func(value int32) hclwrite.Span) {
	slices.SortStableFunc(modes, func(a, b modeRange) int { return cmp.Compare(a.Start, b.Start) })
	for i := range t.values {
		if t.kindOf(int32(i)) != jsontree.String {
			continue
		}
		span := place(int32(i))
		at := sort.Search(len(modes), func(i int) bool { return modes[i].End > span.Start })
		if at < len(modes) && modes[at].Start < span.End {
			t.values[i].mode = modes[at].mode
		}
	}
}

// newTable returns a table with the values of a JSON text.
func newTable(json []byte) table {
	t := table{json: json}
	root, diags := jsontree.Parse(json, "")
	if !diags.HasErrors() {
		t.addValue(root, mappedValue{parent: -1, index: -1})
	}
	return t
}

func (t *table) addValue(v *jsontree.Value, entry mappedValue) {
	at := int32(len(t.values))
	entry.span = hclwrite.Span{Start: v.Start, End: v.End}
	t.values = append(t.values, entry)
	for i := range v.Elems {
		t.addValue(&v.Elems[i], mappedValue{parent: at, index: int32(i)})
	}
	for i := range v.Members {
		member := &v.Members[i]
		t.addValue(&member.Value, mappedValue{parent: at, index: -1, name: member.Name,
			named: hclwrite.Span{Start: member.NameStart, End: member.NameEnd}})
	}
	t.values[at].next = int32(len(t.values))
}

// SetParts sets the files whose texts were joined to the native text, in their order. The places
// then refer to these files. For a tree from [ReadJSON], the only part is the JSON text; before the call, the map
// contains no places in it.
func (m *SourceMap) SetParts(parts []Part) {
	m.parts = parts
	m.places.native = make([]*hcltext.Positions, len(parts))
}

// nativeMapBuilder builds the source map of a conversion to native syntax.
type nativeMapBuilder struct {
	mapBuilder
	printed *hclwrite.File
	split   []int32
}

// mapBody maps the items of a body. read was read from JSON, and printed was parsed from the printed
// text.
func (b *nativeMapBuilder) mapBody(value int32, read, printed *hclwrite.Body) {
	b.recordObjects(value)
	if len(read.Items) != len(printed.Items) || b.kindOf(value) == jsontree.String {
		return
	}
	for i, item := range printed.Items {
		start := hclwrite.SpanOf(read.Items[i]).Start
		at := b.firstFrom(start)
		switch item := item.(type) {
		case *hclwrite.Attribute:
			b.mapAttribute(at, item)
		case *hclwrite.Block:
			if int(at) < len(b.values) && b.values[at].span.Start == start {
				b.mapReadBlock(value, at, read.Items[i].(*hclwrite.Block), item)
			} else { // its argument is an expression in a string
				name := hclwrite.Span{Start: item.Span.Start, End: item.Span.Start + len(item.Type)}
				b.addPiece(piece{value: at - 1, name: name, text: bracedSpan(&item.Body), block: item.Span})
			}
		}
	}
}

// firstFrom returns the first value that starts at or after an offset.
func (b *nativeMapBuilder) firstFrom(offset int) int32 {
	return int32(sort.Search(len(b.values), func(i int) bool { return b.values[i].span.Start >= offset }))
}

// mapReadBlock maps a block that was read from JSON. value is the first object of its body, and
// outer is the enclosing body.
func (b *nativeMapBuilder) mapReadBlock(outer, value int32, read, printed *hclwrite.Block) {
	for b.values[value].span.End < read.Span.End {
		value = b.values[value].parent // the body is an array of several objects
	}
	labels, property := -1, value
	for at := value; at != outer && at >= 0; at = b.values[at].parent {
		if b.values[at].index < 0 {
			labels++
			property = at
		}
	}
	shown := hclwrite.Block{Type: b.values[property].name}
	b.mapBlock(value, b.printed, printed, &shown, labels)
	if shown.Type != printed.Type {
		value = b.generatedBody(value, bracedSpan(&printed.Body))
	}
	b.mapBody(value, &read.Body, &printed.Body)
}

// mapBlock maps a value to the body of a block, and the enclosing values to the labels and the type
// of the block. shown is the block in JSON, and labels is its number of labels there.
func (b *mapBuilder) mapBlock(value int32, file *hclwrite.File, block, shown *hclwrite.Block, labels int) {
	names := file.Header(block)
	if names == nil { // of a tree without native text, such as a tree from JSON
		if block.Span.End > 0 {
			b.addPiece(piece{value: value, text: block.Span})
		}
		return
	}
	if text := file.Source()[names[0].Start:names[0].End]; text != shown.Type {
		// In one of the texts, a dynamic block generates the block.
		names = append([]hclwrite.Span{{}}, names[0])[:min(1+labels, 2)]
	}
	for len(names) <= labels {
		names = append(names, hclwrite.Span{}) // an omitted label
	}
	p := piece{value: value, text: bracedSpan(&block.Body), block: block.Span}
	for level := labels; ; {
		at := &b.values[p.value]
		p.name = hclwrite.Span{}
		if at.index < 0 {
			p.name = names[level]
		}
		b.addPiece(p)
		if at.index < 0 {
			if level == 0 {
				return
			}
			if p.name.End > 0 {
				p.text.Start = p.name.Start
			}
			level--
			p.block = hclwrite.Span{}
		}
		p.value = at.parent
	}
}

// generatedBody returns the value for the body of the block that a dynamic block generates.
func (b *nativeMapBuilder) generatedBody(dynamic int32, body hclwrite.Span) int32 {
	b.recordObjects(dynamic)
	at := dynamic + 1
	for b.values[at].name != schema.ContentType {
		if b.values[at].name == annotation.Property {
			at = b.values[at].next
		} else {
			at++
		}
	}
	b.addPiece(piece{value: at, text: body})
	if b.kindOf(at) == jsontree.Array {
		at++
		b.addPiece(piece{value: at, text: body})
	}
	return at
}

// recordObjects adds the objects of a body to b.split if the body consists of several objects.
func (b *nativeMapBuilder) recordObjects(body int32) {
	if b.kindOf(body) == jsontree.Array {
		b.split = slices.AppendSeq(b.split, b.children(body))
	}
}

func (b *nativeMapBuilder) mapAttribute(value int32, a *hclwrite.Attribute) {
	name := hclwrite.Span{Start: a.Span.Start, End: a.Span.Start + len(a.Name)}
	b.mapExpr(value, name, a.ValueSpan, a.Expr)
}

// mapExpr maps a value and its parts to an expression. name and span are positions in native text.
func (b *nativeMapBuilder) mapExpr(value int32, name, span hclwrite.Span, e hclwrite.Expr) {
	b.addPiece(piece{value: value, name: name, text: span})
	i := 0
	c := hclwrite.CollectionOf(e)
	if c == nil {
		return
	}
	if _, object := e.(*hclwrite.Object); object && b.kindOf(value) == jsontree.Array {
		b.mapExpr(value+1, hclwrite.Span{}, span, e) // the list around it is left out (schema.Body.NestedInLists)
		return
	}
	elements := c.Elements()
	for part := range b.children(value) {
		item, name := elements[i], hclwrite.Span{}
		if item.Key != nil {
			name = item.Key.Span
		}
		b.mapExpr(part, name, item.ValueSpan, item.Value)
		i++
	}
}

// bracedSpan returns the position of the body of a parsed block with its braces.
func bracedSpan(body *hclwrite.Body) hclwrite.Span {
	if body.Span.Start == 0 {
		return hclwrite.Span{}
	}
	return hclwrite.Span{Start: body.Span.Start - 1, End: body.Span.End + 1}
}

func (b *mapBuilder) addPiece(p piece) { b.pieces = append(b.pieces, p) }

func (t *table) kindOf(value int32) jsontree.Kind {
	return jsontree.Kind(t.json[t.values[value].span.Start])
}

// children iterates over the members or elements of a value.
func (t *table) children(of int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i := of + 1; i < t.values[of].next; i = t.values[i].next {
			if !yield(i) {
				return
			}
		}
	}
}
