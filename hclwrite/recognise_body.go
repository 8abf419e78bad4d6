package hclwrite

import "github.com/hcljson/hcljson/internal/text/hcltext"

// body parses the items of a file, or of a block between its braces (hclsyntax/parser.go,
// ParseBody).
func (p *parser) body(body *Body, open *Comments, root bool) bool {
	body.Span.Start = p.pos
	list := itemGaps{src: p.src, pos: p.pos, isRoot: root}
	base := len(p.items)
	var names attributeNames
	for {
		p.skipBlanks(bracketMode)
		if p.pos == len(p.src) {
			if !root {
				return false
			}
			break
		}
		if p.src[p.pos] == '}' {
			if root {
				return false
			}
			break
		}
		if root {
			p.itemStart = p.pos
		}
		if !p.item(&list, open, base, &names, false) {
			return false
		}
		if p.skipBlanks(lineMode); !p.isAtLineEnd() {
			return false
		}
	}
	p.closeBody(&list, body, open, base)
	return true
}

// closeBody ends a body at the current position. base is the index of its first item in p.items.
func (p *parser) closeBody(list *itemGaps, body *Body, open *Comments, base int) {
	body.Span.End = p.pos
	if rest := p.readItemGap(list, open, false); rest != nil {
		p.items = append(p.items, rest)
	}
	body.Items = append([]Item(nil), p.items[base:]...)
	p.items = p.items[:base]
}

// readItemGap reads the gap before the current position. open receives the comments after the opening
// brace; it is nil for a file. Comments on the line of the previous item become comments of this item.
// The result is the paragraph that belongs to an item directly below it, or nil.
func (p *parser) readItemGap(list *itemGaps, open *Comments, beforeItem bool) *CommentGroup {
	first := !list.started
	list.started = true
	if p.lastComment < list.pos {
		return nil
	}
	gap := list.readGap(p.pos, first, beforeItem)
	switch last := len(p.items) - 1; {
	case len(gap.after) == 0:
	case first:
		*open = append(*open, CommentsAt(Open, gap.after...)...)
	case last >= 0:
		comments := p.items[last].itemComments()
		*comments = append(*comments, CommentsAt(After, gap.after...)...)
	}
	for _, group := range gap.groups {
		p.items = append(p.items, group)
	}
	return gap.above
}

// item parses an attribute or a block and appends it to p.items (ParseBodyItem). single is true in a
// block on one line, which may contain only one attribute.
func (p *parser) item(list *itemGaps, open *Comments, base int, names *attributeNames, single bool) bool {
	start := p.pos
	above := aboveItem(p.readItemGap(list, open, true))
	name := p.identifier()
	if name == "" {
		return false
	}
	var item Item
	p.skipBlanks(lineMode)
	switch c := p.peek(); {
	case c == '=' && p.peekNext() != '=' && p.peekNext() != '>':
		if !names.addUnique(p.items[base:], name) {
			p.pos, p.redefined = start, true
			return false
		}
		attr := &Attribute{Comments: above}
		attr.Name = name
		attr.Span.Start = start
		if !p.attribute(attr) {
			return false
		}
		item = attr
	case single:
		return false
	case c == '"' || c == '{' || c >= 0x80 || hcltext.Classes[c]&hcltext.NameStart != 0:
		block := &Block{Comments: above}
		block.Type = name
		block.Span.Start = start
		if !p.block(block) {
			return false
		}
		item = block
	default:
		return false
	}
	list.pos = item.span().End
	p.items = append(p.items, item)
	return true
}

// attribute parses an attribute after its name (finishParsingBodyAttribute).
func (p *parser) attribute(attr *Attribute) bool {
	p.pos++
	p.skipBlanks(lineMode)
	if name := attr.Span.Start + len(attr.Name); p.lastComment >= name {
		attr.Comments = appendComments(p.src, name, p.pos, attr.Comments)
	}
	value, ok := p.expr(lineMode, true)
	attr.Expr, attr.ValueSpan = value.expr, value.span
	attr.Span.End = value.span.End
	return ok
}

// block parses a block after its type (finishParsingBodyBlock).
func (p *parser) block(block *Block) bool {
	pos := block.Span.Start + len(block.Type)
	var buf [4]string
	labels := buf[:0]
	for p.peek() != '{' {
		start := p.pos
		label, ok := p.label()
		if !ok {
			return false
		}
		labels = append(labels, label)
		if p.lastComment >= pos {
			block.Comments = appendComments(p.src, pos, start, block.Comments)
		}
		pos = p.pos
		p.skipBlanks(lineMode)
	}
	block.Labels = append([]string(nil), labels...)
	if p.lastComment >= pos {
		block.Comments = appendComments(p.src, pos, p.pos, block.Comments)
	}
	p.pos++
	if !p.countLevel() || !p.blockBody(block) {
		return false
	}
	p.levels--
	p.pos++
	block.Span.End = p.pos
	return true
}

// blockBody parses the body of a block up to the closing brace. A body on one line may contain one
// attribute (parseSingleAttrBody).
func (p *parser) blockBody(block *Block) bool {
	body, open, start := &block.Body, &block.Comments, p.pos
	p.skipBlanks(lineMode)
	if p.peek() == '}' || p.isAtLineEnd() {
		p.pos = start
		return p.body(body, open, false)
	}
	body.Span.Start = start
	list := itemGaps{src: p.src, pos: start}
	base := len(p.items)
	var names attributeNames
	if !p.item(&list, open, base, &names, true) || p.peek() != '}' {
		return false
	}
	p.closeBody(&list, body, open, base)
	return true
}

// label parses a name, or a quoted string without sequences (parseQuotedStringLiteral).
func (p *parser) label() (string, bool) {
	if p.peek() != '"' {
		name := p.identifier()
		return name, name != ""
	}
	p.pos++
	start := p.pos
	plain := true
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; {
		case hcltext.Classes[c]&hcltext.QuoteStop == 0:
			p.pos++
		case c == '"':
			text := p.src[start:p.pos]
			p.pos++
			if plain {
				return text, true
			}
			return labelText(text), true
		case c == '$' || c == '%':
			switch opener := hcltext.SequenceStart(p.src, p.pos); {
			case opener > 0:
				return "", false
			case opener < 0:
				plain = false
				p.pos -= opener
			default:
				p.pos++
			}
		case c == '\\':
			_, n, ok := hcltext.Unescape(p.src[p.pos:])
			if !ok {
				return "", false
			}
			plain = false
			p.pos += n
		default:
			return "", false
		}
	}
	return "", false
}

// labelText decodes the escapes of a quoted label.
func labelText(raw string) string {
	b := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		c := raw[i]
		switch {
		case c == '\\':
			r, n, _ := hcltext.Unescape(raw[i:])
			b = append(b, string(r)...)
			i += n
		case (c == '$' || c == '%') && hcltext.SequenceStart(raw, i) < 0:
			b = append(b, c, '{')
			i += 3
		default:
			b = append(b, c)
			i++
		}
	}
	return string(b)
}

// attributeNames contains the attribute names of a body, to find duplicates.
type attributeNames struct {
	// seen is nil if the body has few items.
	seen map[string]struct{}
}

// addUnique adds a name. It returns false if one of the items is an attribute with the same name.
func (n *attributeNames) addUnique(items []Item, name string) bool {
	if n.seen == nil && len(items) < maxScannedItems {
		for _, item := range items {
			if attr, ok := item.(*Attribute); ok && attr.Name == name {
				return false
			}
		}
		return true
	}
	if n.seen == nil {
		n.seen = make(map[string]struct{}, 2*maxScannedItems)
		for _, item := range items {
			if attr, ok := item.(*Attribute); ok {
				n.seen[attr.Name] = struct{}{}
			}
		}
	}
	if _, twice := n.seen[name]; twice {
		return false
	}
	n.seen[name] = struct{}{}
	return true
}

// maxScannedItems is the number of items from which on addUnique uses a map.
const maxScannedItems = 16

// appendComments appends the comments between two offsets of the source to the comments above an item.
func appendComments(src string, start, end int, list Comments) Comments {
	g := hcltext.Gap{Src: src[:end], Pos: start}
	for g.Next() {
		list = append(list, Comment{Above, g.Comment})
	}
	return list
}

// aboveItem returns the comments above an item. group may be nil.
func aboveItem(group *CommentGroup) Comments {
	if group == nil {
		return nil
	}
	return CommentsAt(Above, group.Lines...)
}

// itemGaps reads the gaps of a body or collection: the texts before, between and after its items. It
// decides to which item a comment in a gap belongs.
type itemGaps struct {
	src string
	// pos is the start of the next gap.
	pos int
	// started is true when the gap before the first item is read.
	started bool
	// isRoot is true for a file, which has no opening bracket.
	isRoot bool
	// last is the last element of a collection, or nil.
	last *Element
}

// gapComments contains the comments of a gap.
type gapComments struct {
	// after contains the comments on the line of the previous item or of the opening bracket.
	after []string
	// groups contains the paragraphs before a blank line. above is the paragraph after them, or nil.
	groups []*CommentGroup
	above  *CommentGroup
}

// readGap reads the gap that ends at the offset end. first is true for the gap before the first item,
// and beforeItem if an item follows the gap.
func (l *itemGaps) readGap(end int, first, beforeItem bool) (c gapComments) {
	flush := func() {
		if c.above != nil {
			c.groups, c.above = append(c.groups, c.above), nil
		}
	}
	adjacent := !first && !beforeItem
	atLine := first && l.isRoot
	start := 0
	g := hcltext.Gap{Src: l.src[:end], Pos: l.pos}
	for g.Next() {
		atLine = atLine || g.Newlines > 0
		if !atLine {
			if len(c.after) == 0 {
				start = g.Start
			}
			c.after = append(c.after, g.Comment)
			continue
		}
		if g.Newlines > 1 {
			flush()
		}
		if c.above == nil {
			c.above = &CommentGroup{Span: Span{Start: g.Start}, Adjacent: adjacent && g.Newlines < 2}
			adjacent = false
		}
		c.above.Lines, c.above.Span.End = append(c.above.Lines, g.Comment), g.Pos
	}
	if g.Newlines > 1 && beforeItem {
		flush()
	}
	if atLine = atLine || g.Newlines > 0; !atLine && len(c.after) > 0 && (beforeItem || first) {
		// A block comment between two items on one line belongs to the second item.
		c.above = &CommentGroup{Lines: c.after, Span: Span{Start: start, End: g.Pos}}
		c.after = nil
	}
	return c
}
