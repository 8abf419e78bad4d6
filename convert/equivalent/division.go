package equivalent

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/schema"
)

// item is an attribute or block at the root of a file.
type item struct {
	name string
	// labels are those of a block.
	labels []string
	block  bool
	// text is the source of the item in native syntax. In JSON, it is the value of a property, or
	// of the innermost label.
	text []byte
}

// header returns the name and labels as one string.
func (i *item) header() string { return strings.Join(append([]string{i.name}, i.labels...), "\x00") }

// division divides two files into parts.
type division struct {
	rule *schema.Body
	json [2]bool
	// items are those of both files, in order.
	items [2][]item
	// comments are those of files in native syntax.
	comments [2][]comment
	// whole contains the names whose items are all in one part.
	whole map[string]bool
}

// divide returns the division of two files, or false if a file is not divided.
func divide(sides [2]Source, rule *schema.Body, comments bool) (*division, bool) {
	if rule.NoComments || rule.Origin.Kind == schema.FailedSchema ||
		slices.ContainsFunc(rule.Attributes, func(row schema.Attribute) bool { return row.AsBlocks != nil }) {
		return nil, false
	}
	d := &division{rule: rule, whole: map[string]bool{}}
	for i, source := range sides {
		var ok bool
		if d.json[i] = source.JSON; source.JSON {
			d.items[i], ok = jsonItems(source.Bytes)
		} else {
			var found *survey
			if d.items[i], found, ok = nativeItems(source.Bytes); ok && comments {
				d.comments[i] = found.commentTexts()
			}
		}
		if !ok {
			return nil, false
		}
	}
	for _, list := range d.items {
		for i := range list {
			name := list[i].name
			hints := name == commentProperty && rule.Remain == schema.RemainUnknown
			if hints || rule.Dynamic && name == schema.DynamicType {
				return nil, false
			}
		}
	}
	d.divideBlocks()
	d.keepOrder()
	return d, true
}

// divideBlocks divides the properties of JSON at the labels of blocks.
func (d *division) divideBlocks() {
	labels := map[string]int{}
	for _, list := range d.items {
		for i := range list {
			name := list[i].name
			if _, done := labels[name]; done || d.whole[name] {
				continue
			}
			if count, ok := d.labelsOf(name); ok {
				labels[name] = count
			} else {
				d.whole[name] = true
			}
		}
	}
	var divided [2][]item
	for side, list := range d.items {
		if !d.json[side] {
			continue
		}
		for i := range list {
			name := list[i].name
			if d.whole[name] {
				continue
			}
			blocks, ok := appendBlocks(nil, list[i], labels[name])
			if !ok {
				d.whole[name] = true
			}
			divided[side] = append(divided[side], blocks...)
		}
	}
	for side, list := range d.items {
		if !d.json[side] {
			continue
		}
		isWhole := func(i item) bool { return d.whole[i.name] }
		d.items[side] = append(slices.DeleteFunc(divided[side], isWhole),
			slices.DeleteFunc(list, func(i item) bool { return !isWhole(i) })...)
	}
}

// labelsOf returns the number of labels of blocks of a name. It returns false if all items of the
// name must be compared together.
func (d *division) labelsOf(name string) (count int, ok bool) {
	attribute, blk := d.rule.Lookup(name)
	inSequence := func(names []string) bool { return slices.Contains(names, name) }
	switch {
	case attribute != nil || slices.ContainsFunc(d.rule.Sequence, inSequence):
		return 0, false
	case blk != nil:
		return len(blk.Labels), blk.Shape == schema.AnyShape && blk.Optional == 0
	case d.rule.Remain == schema.RemainAttributes:
		return 0, false
	}
	// Without a row, native syntax decides.
	count = -1
	for side, list := range d.items {
		for i := range list {
			switch {
			case d.json[side] || list[i].name != name:
			case !list[i].block || count >= 0 && len(list[i].labels) != count:
				return 0, false
			default:
				count = len(list[i].labels)
			}
		}
	}
	return count, count >= 0
}

// keepOrder finds the types whose blocks are in another order on the other side, if it matters.
func (d *division) keepOrder() {
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
		for name := range order {
			if !slices.Equal(orders[0][name], orders[1][name]) {
				d.whole[name] = true
			}
		}
	}
}

// part contains the items of both sides that are compared with each other.
type part struct {
	items [2][]item
	size  int
}

// parts returns parts of about the given size.
func (d *division) parts(size int) []*part {
	byKey := map[string]*part{}
	var parts []*part
	for side, list := range d.items {
		for _, i := range list {
			key := i.header()
			if d.whole[i.name] {
				key = i.name
				for _, sequence := range d.rule.Sequence {
					if slices.Contains(sequence, key) {
						key = sequence[0]
					}
				}
			}
			if byKey[key] == nil {
				byKey[key] = &part{}
				parts = append(parts, byKey[key])
			}
			byKey[key].items[side] = append(byKey[key].items[side], i)
			byKey[key].size += len(i.text)
		}
	}
	joined := parts[:0]
	for _, next := range parts {
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

// nativeItems returns the root items of a file in native syntax, each with the comments before it.
// It returns false if it does not find all of them with certainty.
func nativeItems(src []byte) ([]item, *survey, bool) {
	survey, ok := surveyOf(src)
	if !ok || !survey.withinLimits() || !bytes.HasSuffix(src, []byte{'\n'}) || bytes.Contains(src, []byte("\ufeff")) {
		return nil, nil, false
	}
	var items []item
	start := 0
	for _, end := range survey.lineEnds {
		rest, ok := skipComments(src[start:end])
		switch {
		case !ok:
			return nil, nil, false
		case len(rest) == 0:
			continue // the comments belong to the next item
		}
		next, ok := nativeHeader(rest)
		if !ok {
			return nil, nil, false
		}
		next.text = src[start:end]
		items = append(items, next)
		start = end
	}
	if last := len(items) - 1; last >= 0 && start < len(src) {
		items[last].text = items[last].text[:len(items[last].text)+len(src)-start]
	}
	return items, survey, len(items) > 0
}

// skipComments returns the text after leading space and comments.
func skipComments(text []byte) (rest []byte, ok bool) {
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
// false if the string is not its own value in both syntaxes.
func cutQuoted(text []byte) (value string, rest []byte, ok bool) {
	if !bytes.HasPrefix(text, []byte{'"'}) {
		return "", nil, false
	}
	for i := 1; i < len(text); i++ {
		switch b := text[i]; {
		case b == '"':
			return string(text[1:i]), text[i+1:], true
		case b < ' ' || b >= 0x7f || b == '\\' || b == '$' || b == '%':
			return "", nil, false
		}
	}
	return "", nil, false
}

// hasItems reports whether a decoded body contains exactly the given items. JSON bodies always do:
// its names and labels are texts that are their own values.
func hasItems(decoded hcl.Body, items []item) bool {
	native, ok := decoded.(*hclsyntax.Body)
	if !ok {
		return true
	}
	blocks := native.Blocks
	attributes := 0
	for _, i := range items {
		if !i.block {
			if native.Attributes[i.name] == nil {
				return false
			}
			attributes++
			continue
		}
		if len(blocks) == 0 || blocks[0].Type != i.name || !slices.Equal(blocks[0].Labels, i.labels) {
			return false
		}
		blocks = blocks[1:]
	}
	return len(blocks) == 0 && attributes == len(native.Attributes)
}

// jsonItems returns the properties of a JSON file. It returns false if the file is not an object
// with plain names.
func jsonItems(src []byte) (items []item, ok bool) {
	s := jsonScanner{src: src}
	ok = s.object(func(name string, value []byte) bool {
		items = append(items, item{name: name, text: value})
		return true
	})
	s.space()
	return items, ok && s.at == len(src) && len(items) > 0
}

// appendBlocks appends the blocks of a property of JSON, which has the given number of labels below
// it. It returns false unless each value on the way is an object, or an array of objects, that is not
// empty, except for the bodies of blocks.
func appendBlocks(list []item, of item, labels int) ([]item, bool) {
	s := jsonScanner{src: of.text}
	object := func() bool {
		if labels == 0 {
			value, ok := s.value()
			return ok && value[0] == '{'
		}
		before := len(list)
		return s.object(func(name string, value []byte) (ok bool) {
			next := item{name: of.name, labels: append(slices.Clip(of.labels), name), text: value}
			list, ok = appendBlocks(list, next, labels-1)
			return ok
		}) && len(list) > before
	}
	if labels == 0 {
		of.block = true
		list = append(list, of)
	}
	if of.text[0] != '[' {
		return list, object()
	}
	empty := true
	ok := s.array(func() bool {
		empty = false
		return object()
	})
	return list, ok && !empty
}

// textOf returns a complete file with the given items.
func textOf(items []item, json bool) []byte {
	var text bytes.Buffer
	for n, i := range items {
		if !json {
			text.Write(i.text)
			continue
		}
		text.WriteByte("{,"[min(n, 1)])
		for _, name := range append([]string{i.name}, i.labels...) {
			text.WriteString(`"` + name + `":{`)
		}
		text.Truncate(text.Len() - 1)
		text.Write(i.text)
		for range i.labels {
			text.WriteByte('}')
		}
	}
	switch {
	case !json:
	case len(items) == 0:
		return []byte("{}")
	default:
		text.WriteByte('}')
	}
	return text.Bytes()
}

// jsonScanner finds the values of JSON text. It does not validate what is in them.
type jsonScanner struct {
	src []byte
	at  int
}

func (s *jsonScanner) space() {
	for s.at < len(s.src) && isSpace(s.src[s.at]) {
		s.at++
	}
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

// next passes space, and then a byte if it is b.
func (s *jsonScanner) next(b byte) bool {
	s.space()
	if s.at < len(s.src) && s.src[s.at] == b {
		s.at++
		return true
	}
	return false
}

// object calls do for each member of an object with plain names.
func (s *jsonScanner) object(do func(name string, value []byte) bool) bool {
	if !s.next('{') {
		return false
	}
	if s.next('}') {
		return true
	}
	for {
		s.space()
		name, rest, ok := cutQuoted(s.src[s.at:])
		if !ok {
			return false
		}
		s.at = len(s.src) - len(rest)
		if !s.next(':') {
			return false
		}
		value, ok := s.value()
		if !ok || !do(name, value) {
			return false
		}
		if s.next('}') {
			return true
		}
		if !s.next(',') {
			return false
		}
	}
}

// array calls do at the start of each element of an array; do must pass the element.
func (s *jsonScanner) array(do func() bool) bool {
	if !s.next('[') {
		return false
	}
	if s.next(']') {
		return true
	}
	for do() {
		if s.next(']') {
			return true
		}
		if !s.next(',') {
			return false
		}
	}
	return false
}

// value passes a value and returns its text.
func (s *jsonScanner) value() ([]byte, bool) {
	s.space()
	start, depth := s.at, 0
	for ; s.at < len(s.src); s.at++ {
		switch b := s.src[s.at]; {
		case b == '"':
			if !s.quoted() {
				return nil, false
			}
		case b == '{' || b == '[':
			depth++
		case depth > 0 && (b == '}' || b == ']'):
			depth--
		case depth == 0 && (b == '}' || b == ']' || b == ',' || isSpace(b)):
			return s.src[start:s.at], s.at > start
		}
	}
	return s.src[start:], depth == 0 && s.at > start
}

// quoted passes a string up to its closing quote.
func (s *jsonScanner) quoted() bool {
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
