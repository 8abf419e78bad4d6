package equivalent

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/parsecount"
)

// item is an attribute or block at the root of a file.
type item struct {
	name string
	// labels contains the labels of a block.
	labels []string
	block  bool
	// start and end are the offsets of the item: in JSON, of a property, or of the value of the
	// innermost label if the property is divided.
	start, end int
	// value is the offset of the value of a property in JSON.
	value int
	// position is the position of start.
	position hcl.Pos
}

// header returns the name and labels as one string.
func (i *item) header() string { return strings.Join(append([]string{i.name}, i.labels...), "\x00") }

// division divides two files into parts.
type division struct {
	rule  *tables.Body
	files [2]*file
	// items contains the items of both files, in order.
	items [2][]item
	// whole contains the names whose items are all in one part.
	whole map[string]bool
	// hasExactPositions is false if a position may have a wrong column.
	hasExactPositions bool
	// areAllListed is true if all items are blocks with a row, and comments.
	areAllListed bool
}

// newDivision returns the division of two files, or nil if a file is not divided.
func newDivision(files [2]*file, rule *tables.Body) *division {
	if rule.NoComments || rule.Origin.Kind == tables.FailedSchema ||
		slices.ContainsFunc(rule.Attributes, func(row tables.Attribute) bool { return row.AsBlocks != nil }) {
		return nil
	}
	d := &division{rule: rule, files: files, whole: map[string]bool{}, hasExactPositions: true, areAllListed: true}
	for side, f := range files {
		var ok bool
		if f.JSON {
			d.items[side], ok = jsonItems(f.Bytes)
		} else {
			d.items[side], ok = f.nativeItems()
		}
		if !ok {
			return nil
		}
	}
	labels := map[string]int{}
	for name := range d.itemNames() {
		attribute, blk := rule.Lookup(name)
		switch {
		case name == commentProperty && rule.Remain == tables.RemainUnknown, // it may contain hints
			rule.Dynamic && name == tables.DynamicType,
			blk != nil && blk.Shape != tables.AnyShape:
			return nil
		}
		d.areAllListed = d.areAllListed && (attribute == nil && blk != nil || name == commentProperty)
		count, ok := d.labelsOf(name, attribute, blk)
		labels[name], d.whole[name] = count, !ok
	}
	d.divideProperties(labels)
	d.findOrderedTypes()
	for side, f := range files {
		d.hasExactPositions = setPositions(d.items[side], f.Bytes) && d.hasExactPositions
	}
	return d
}

// itemNames returns the names of all items.
func (d *division) itemNames() map[string]bool {
	names := map[string]bool{}
	for _, list := range d.items {
		for i := range list {
			names[list[i].name] = true
		}
	}
	return names
}

// labelsOf returns the number of labels of blocks of a name. It returns false if all items of the
// name must be compared together.
func (d *division) labelsOf(name string, attribute *tables.Attribute, blk *tables.Block) (count int, ok bool) {
	switch {
	case attribute != nil || d.sequenceOf(name) != nil:
		return 0, false
	case blk != nil:
		return len(blk.Labels), blk.Optional == 0
	case d.rule.Remain == tables.RemainAttributes:
		return 0, false
	}
	// Without a row, native syntax decides.
	count = -1
	for side, list := range d.items {
		for i := range list {
			switch {
			case d.files[side].JSON || list[i].name != name:
			case !list[i].block || count >= 0 && len(list[i].labels) != count:
				return 0, false
			default:
				count = len(list[i].labels)
			}
		}
	}
	return count, count >= 0
}

// sequenceOf returns the types whose order relative to a type matters.
func (d *division) sequenceOf(name string) []string {
	for _, sequence := range d.rule.Sequence {
		if slices.Contains(sequence, name) {
			return sequence
		}
	}
	return nil
}

// divideProperties divides the properties of JSON at the labels of blocks.
func (d *division) divideProperties(labels map[string]int) {
	for side, f := range d.files {
		if !f.JSON {
			continue
		}
		blocks := make([][]item, len(d.items[side]))
		for n, property := range d.items[side] {
			if d.whole[property.name] {
				continue
			}
			var ok bool
			block := item{name: property.name, start: property.value, end: property.end}
			if blocks[n], ok = appendBlocks(nil, f.Bytes, block, labels[property.name]); !ok {
				d.whole[property.name] = true
			}
		}
		var items []item
		for n, property := range d.items[side] {
			if d.whole[property.name] {
				items = append(items, property)
			} else {
				items = append(items, blocks[n]...)
			}
		}
		d.items[side] = items
	}
}

// findOrderedTypes finds the types whose order matters and is different, or hard to keep.
func (d *division) findOrderedTypes() {
	var orders [2]map[string][]string
	for side, list := range d.items {
		orders[side] = map[string][]string{}
		for i := range list {
			name := list[i].name
			if _, blk := d.rule.Lookup(name); !d.whole[name] && (blk == nil || blk.Ordered) {
				orders[side][name] = append(orders[side][name], list[i].header())
			}
		}
	}
	for _, order := range orders {
		for name, headers := range order {
			unique := slices.Compact(slices.Sorted(slices.Values(headers)))
			if len(unique) < len(headers) || !slices.Equal(orders[0][name], orders[1][name]) {
				d.whole[name] = true
			}
		}
	}
}

// part contains the items of both sides for one comparison.
type part struct {
	items [2][]item
	size  int
}

// makeParts returns parts of about the given size, in the order in which a whole file is compared.
func (d *division) makeParts(size int) []*part {
	groups := map[string]int{}
	byKey := map[string]*part{}
	var inOrder [][]*part
	for side, list := range d.items {
		for _, i := range list {
			key, group := i.header(), i.name
			if sequence := d.sequenceOf(i.name); sequence != nil {
				group = sequence[0]
			}
			if d.whole[i.name] {
				key = group
			}
			if _, found := groups[group]; !found {
				groups[group] = len(inOrder)
				inOrder = append(inOrder, nil)
			}
			p := byKey[key]
			if p == nil {
				p = &part{}
				byKey[key] = p
				inOrder[groups[group]] = append(inOrder[groups[group]], p)
			}
			p.items[side] = append(p.items[side], i)
			p.size += i.end - i.start
		}
	}
	var joined []*part
	for _, next := range slices.Concat(inOrder...) {
		last := len(joined) - 1
		if last < 0 || joined[last].size >= size {
			joined = append(joined, next)
			continue
		}
		for side := range next.items {
			joined[last].items[side] = append(joined[last].items[side], next.items[side]...)
		}
		joined[last].size += next.size
	}
	return joined
}

// setPositions sets the positions of items. It returns false if columns may be wrong, because characters
// before an item are not ASCII.
func setPositions(items []item, src []byte) (exact bool) {
	exact = true
	at := hcl.InitialPos
	for i := range items {
		before := src[at.Byte:items[i].start]
		if lines := bytes.Count(before, []byte{'\n'}); lines > 0 {
			at.Line += lines
			at.Column = 1
			before = before[bytes.LastIndexByte(before, '\n')+1:]
		}
		// hashicorp/hcl counts a tab as two columns, and a carriage return as none.
		at.Column += len(before) + bytes.Count(before, []byte{'\t'}) - bytes.Count(before, []byte{'\r'})
		at.Byte = items[i].start
		exact = exact && !bytes.ContainsFunc(before, func(r rune) bool { return r > '~' })
		items[i].position = at
	}
	return exact
}

// nativeItems returns the root items of a file in native syntax, each with the comments before it,
// and keeps the comments. It returns false if it does not find all items with certainty.
func (f *file) nativeItems() ([]item, bool) {
	src := f.Bytes
	scan, ok := newCostScan(src)
	if !ok || !scan.isWithinLimits() || !bytes.HasSuffix(src, []byte{'\n'}) || bytes.Contains(src, []byte("\ufeff")) {
		return nil, false
	}
	f.comments, f.unplaced = scan.commentTexts(), true
	var items []item
	start, at := 0, 0 // the start of the next item with its comments, and the end of the comments so far
	for _, end := range scan.lineEnds {
		rest, ok := skipComments(src[at:end])
		switch {
		case !ok:
			return nil, false
		case len(rest) == 0:
			at = end // the comments belong to the next item, or the last one
			continue
		}
		next, ok := nativeHeader(rest)
		if !ok {
			return nil, false
		}
		next.start, next.end = start, end
		items = append(items, next)
		start, at = end, end
	}
	if len(items) == 0 {
		return nil, false
	}
	items[len(items)-1].end = len(src)
	return items, true
}

// skipComments returns the text after leading space and comments.
func skipComments(text []byte) (rest []byte, ok bool) {
	before := len(text)
	defer func() { parsecount.Skipped.Add(int64(before - len(rest))) }()
	for {
		text = bytes.TrimLeft(text, " \t\n")
		end := []byte{'\n'}
		switch {
		case bytes.HasPrefix(text, []byte("/*")):
			text, end = text[2:], []byte("*/")
		case !bytes.HasPrefix(text, []byte("#")) && !bytes.HasPrefix(text, []byte("//")):
			return text, true
		}
		if _, text, ok = bytes.Cut(text, end); !ok {
			return nil, false
		}
	}
}

// nativeHeader returns the name and labels of an item.
func nativeHeader(text []byte) (i item, ok bool) {
	name, rest := cutIdentifier(text)
	i.name = string(name)
	for ok = name != nil; ok; {
		rest = bytes.TrimLeft(rest, " \t")
		switch {
		case bytes.HasPrefix(rest, []byte("{")):
			i.block = true
			return i, true
		case bytes.HasPrefix(rest, []byte("=")):
			return i, len(i.labels) == 0
		}
		if name, rest = cutIdentifier(rest); name != nil {
			i.labels = append(i.labels, string(name))
			continue
		}
		var label string
		label, rest, ok = cutQuoted(rest)
		i.labels = append(i.labels, label)
	}
	return i, false
}

// cutIdentifier returns the ASCII identifier that a text starts with, or nil, and the rest.
func cutIdentifier(text []byte) (name, rest []byte) {
	n := 0
	for n < len(text) && (isLetter(text[n]) || n > 0 && (text[n] == '-' || text[n] >= '0' && text[n] <= '9')) {
		n++
	}
	if n == 0 {
		return nil, text
	}
	return text[:n], text[n:]
}

func isLetter(b byte) bool { return b == '_' || b|0x20 >= 'a' && b|0x20 <= 'z' }

// cutQuoted returns the value of the quoted string that a text starts with, and the rest. It returns
// false unless the text between the quotes is the value in both syntaxes.
func cutQuoted(text []byte) (value string, rest []byte, ok bool) {
	if !bytes.HasPrefix(text, []byte{'"'}) {
		return "", nil, false
	}
	for i := 1; i < len(text); i++ {
		switch b := text[i]; {
		case b == '"':
			return string(text[1:i]), text[i+1:], true
		case b < ' ' || b > '~' || b == '\\' || b == '$' || b == '%':
			return "", nil, false
		}
	}
	return "", nil, false
}

// jsonItems returns the properties of a JSON file. It returns false if the file is not an object
// with plain names.
func jsonItems(src []byte) (items []item, ok bool) {
	s := jsonScanner{src: src}
	ok = s.eachProperty(func(property item) bool {
		items = append(items, property)
		return true
	})
	s.skipSpace()
	return items, ok && s.at == len(src) && len(items) > 0
}

// appendBlocks appends the blocks of a value with the given number of labels. It returns false
// unless the value of each label is a non-empty object or array of objects. The body of a block may be
// empty.
func appendBlocks(list []item, src []byte, value item, labels int) ([]item, bool) {
	s := jsonScanner{src: src[:value.end], at: value.start}
	object := func() bool {
		if labels == 0 {
			s.skipSpace()
			start := s.at
			return s.skipValue() && src[start] == '{'
		}
		before := len(list)
		return s.eachProperty(func(p item) (ok bool) {
			inner := item{name: value.name, labels: append(slices.Clip(value.labels), p.name), start: p.value, end: p.end}
			list, ok = appendBlocks(list, src, inner, labels-1)
			return ok
		}) && len(list) > before
	}
	if labels == 0 {
		value.block = true
		list = append(list, value)
	}
	if src[value.start] != '[' {
		return list, object() && s.at == value.end
	}
	empty := true
	ok := s.eachElement(func() bool {
		empty = false
		return object()
	})
	return list, ok && !empty && s.at == value.end
}

// jsonScanner finds the values of JSON text. It validates all text between them as hashicorp/hcl does,
// but not their contents.
type jsonScanner struct {
	src []byte
	at  int
}

func (s *jsonScanner) skipSpace() {
	for s.at < len(s.src) && isSpace(s.src[s.at]) {
		s.at++
	}
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

// accept passes space, and then a byte if it is b.
func (s *jsonScanner) accept(b byte) bool {
	s.skipSpace()
	if s.at < len(s.src) && s.src[s.at] == b {
		s.at++
		return true
	}
	return false
}

// eachProperty calls do for each property of an object with plain names.
func (s *jsonScanner) eachProperty(do func(property item) bool) bool {
	if !s.accept('{') {
		return false
	}
	if s.accept('}') {
		return true
	}
	for {
		s.skipSpace()
		name, rest, ok := cutQuoted(s.src[s.at:])
		if !ok {
			return false
		}
		property := item{name: name, start: s.at}
		s.at = len(s.src) - len(rest)
		if !s.accept(':') {
			return false
		}
		s.skipSpace()
		property.value = s.at
		if !s.skipValue() {
			return false
		}
		property.end = s.at
		if !do(property) {
			return false
		}
		if s.accept('}') {
			return true
		}
		if !s.accept(',') {
			return false
		}
	}
}

// eachElement calls do at the start of each element of an array; do must pass the element.
func (s *jsonScanner) eachElement(do func() bool) bool {
	if !s.accept('[') {
		return false
	}
	if s.accept(']') {
		return true
	}
	for do() {
		if s.accept(']') {
			return true
		}
		if !s.accept(',') {
			return false
		}
	}
	return false
}

// skipValue passes exactly one value. It returns false without a value.
func (s *jsonScanner) skipValue() bool {
	start := s.at
	for s.at < len(s.src) && isWordByte(s.src[s.at]) {
		s.at++
	}
	if s.at > start {
		return true
	}
	if s.at == len(s.src) || !bytes.ContainsRune([]byte(`"{[`), rune(s.src[s.at])) {
		return false
	}
	for depth := 0; s.at < len(s.src); {
		switch s.src[s.at] {
		case '"':
			if !s.skipString() {
				return false
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		s.at++
		if depth == 0 {
			return true
		}
	}
	return false
}

// isWordByte reports whether a byte is part of a number or keyword.
func isWordByte(b byte) bool {
	return isLetter(b) || b >= '0' && b <= '9' || b == '-' || b == '+' || b == '.'
}

// skipString passes a string up to its closing quote.
func (s *jsonScanner) skipString() bool {
	for s.at++; s.at < len(s.src); s.at++ {
		switch s.src[s.at] {
		case '"':
			return true
		case '\\':
			s.at++
		}
	}
	return false
}
