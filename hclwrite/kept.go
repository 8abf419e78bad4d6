package hclwrite

import (
	"bytes"
	"strings"
)

// Layout is how something is written where native syntax leaves a choice. Of the zero
// value, as of nil, all is as in canonical layout.
type Layout struct {
	// Blank is one more than the blank lines above it and its comments.
	Blank uint8
	// Head is the number of blank lines before the comments that a body starts with,
	// and Foot that before its closing bracket, or the end of the file.
	Head, Foot uint8
	// Joined: an element or item that stands on the line of the one before it, or of
	// the opening bracket.
	Joined bool
	// Hugged: the closing bracket, or the end of the file, stands on the line of the
	// last item.
	Hugged bool
	// Returns: the lines of the file end with a carriage return.
	Returns bool
	// Quoted: the key is in quotes although it need not be. Colon: a colon follows it.
	Quoted, Colon bool
	// Bare: the labels of the block are without quotes where they can be.
	Bare bool
	// Comma is whether a comma follows the item of an object, or the last element of
	// a tuple, where either can be.
	Comma Choice
	// Lines is where the lines of a collection, or of the body of a block, end.
	Lines Lines
	// Around is what stands around an expression.
	Around Around
	// String is how a string is written.
	String StringLayout
}

// Choice is whether something that may stand somewhere does.
type Choice uint8

const (
	CanonicalChoice Choice = iota
	Yes
	No
)

// Lines is how items of a collection or of a body are put on lines.
type Lines uint8

const (
	CanonicalLines Lines = iota
	// OneLine: no line ends between the items, nor beside the brackets.
	OneLine
	// ManyLines: a line ends behind each bracket and item, but see Layout.Joined.
	ManyLines
)

// Around is what stands around an expression that could stand alone.
type Around uint8

const (
	// Parentheses stand around it; with a line end behind the first, and before the
	// second.
	Parentheses Around = 1 << iota
	LineBefore
	LineBehind
	// Interpolation: it stands in "${ }".
	Interpolation
)

// StringLayout is how a string is written.
type StringLayout struct {
	// Quotes: not as a heredoc.
	Quotes bool
	// Marker is that of a heredoc. Flush: it starts with <<-.
	Marker string
	Flush  bool
	// Text and End are how far the lines and the closing marker are indented.
	Text, End int
}

// kept writes a file in the layout that its nodes have. It leaves blanks to the
// layouter.
type kept struct {
	out   []byte
	canon printer
	// reduce takes what is canonical anyway out of the layouts.
	reduce bool
}

// kept returns the file in the layout that its nodes have, if that reads back as the
// same file.
func (f *File) kept() ([]byte, bool) {
	k := &kept{}
	k.file(f)
	var l layouter
	out := l.layout(make([]byte, 0, len(k.out)+len(k.out)/2), string(k.out))
	if f.Layout.Returns {
		out = bytes.ReplaceAll(bytes.ReplaceAll(out, []byte("\r\n"), []byte{'\n'}), []byte{'\n'}, []byte("\r\n"))
	}
	again, diags := ParseFile(out, "")
	if diags.HasErrors() || !bytes.Equal(again.canonical(), f.canonical()) {
		return nil, false
	}
	return out, true
}

func (k *kept) file(f *File) {
	k.body(&f.Body, f.Layout, 0)
	if f.Layout.Hugged {
		k.out = bytes.TrimSuffix(k.out, []byte{'\n'})
	}
}

func (k *kept) text(s string) { k.out = append(k.out, s...) }

func (k *kept) newlines(n int) {
	for range n {
		k.out = append(k.out, '\n')
	}
}

// comments writes comments on lines of their own.
func (k *kept) comments(list []string) {
	for _, c := range list {
		k.text(c)
		k.text("\n")
	}
}

// suffix writes the comments behind something, and reports whether the line has to
// end.
func (k *kept) suffix(list []string) bool {
	for _, c := range list {
		if n := len(k.out); n > 0 && k.out[n-1] != '\n' {
			k.text(" ")
		}
		k.text(c)
		if !strings.HasPrefix(c, "/*") {
			return true
		}
	}
	return false
}

// blank is how many blank lines stand above an item; canonical is how many there are
// in canonical layout.
func (k *kept) blank(l *Layout, canonical int) int {
	if l == nil || l.Blank == 0 {
		return canonical
	}
	n := int(l.Blank) - 1
	if k.reduce && n == canonical {
		l.Blank = 0
	}
	return n
}

// body writes the items of a body and what is beside them, with the line ends.
func (k *kept) body(b *Body, own *Layout, depth int) {
	if len(b.Inside) > 0 {
		if own != nil {
			k.newlines(int(own.Head))
		}
		k.comments(b.Inside)
		if len(b.Items) == 0 && len(b.End) > 0 {
			k.newlines(1)
		}
	}
	afterBlock := false
	for i, item := range b.Items {
		before := item.ItemComments().Before
		block, isBlock := item.(*Block)
		lay := layoutOf(item)
		canonical := 0
		headed := i == 0 && len(b.Inside) > 0
		if headed || i > 0 && (isBlock || afterBlock || len(before) > 0) {
			canonical = 1
		}
		n := k.blank(lay, canonical)
		if headed {
			n = max(n, 1)
		}
		k.newlines(n)
		if isBlock {
			k.comments(before)
			k.block(block, depth)
			k.suffix(block.Suffix)
			k.newlines(1)
		} else {
			a := item.(*Attribute)
			k.entry(a.Name, " = ", a.Expr, &a.Comments, lay, depth)
			k.newlines(1)
		}
		afterBlock = isBlock
	}
	end := b.End
	if len(b.Items) == 0 {
		end = trimBlank(end)
	}
	k.comments(end)
	if own != nil {
		k.newlines(int(own.Foot))
	}
}

func layoutOf(item Item) *Layout {
	switch item := item.(type) {
	case *Attribute:
		return item.Layout
	case *Block:
		return item.Layout
	}
	return nil
}

func (k *kept) block(b *Block, depth int) {
	k.text(b.Type)
	for _, label := range b.Labels {
		k.text(" ")
		if b.Layout != nil && b.Layout.Bare && hclIdentifier(label) {
			k.text(label)
			continue
		}
		k.out = appendQuoted(k.out, EscapeTemplate(label), nil)
	}
	body := &b.Body
	k.text(" {")
	bare := len(body.Open) == 0 && len(body.Inside) == 0 && len(body.End) == 0
	lines := ManyLines
	if bare && len(body.Items) == 0 {
		lines = OneLine
	}
	lines = k.lines(b.Layout, lines)
	if lines == OneLine && bare && len(body.Items) < 2 {
		if len(body.Items) == 0 {
			k.text("}")
			return
		}
		if a, ok := body.Items[0].(*Attribute); ok && len(a.Before)+len(a.Suffix) == 0 {
			start := len(k.out)
			k.entry(a.Name, " = ", a.Expr, &a.Comments, a.Layout, depth)
			if bytes.IndexByte(k.out[start:], '\n') < 0 {
				k.text("}")
				if k.reduce && a.Layout != nil {
					a.Layout.Blank = 0
				}
				return
			}
			k.out = k.out[:start]
		}
	}
	k.suffix(body.Open)
	k.newlines(1)
	k.body(body, b.Layout, depth+1)
	k.text("}")
}

func (k *kept) lines(l *Layout, canonical Lines) Lines {
	if l == nil || l.Lines == CanonicalLines {
		return canonical
	}
	lines := l.Lines
	if k.reduce && lines == canonical {
		l.Lines = CanonicalLines
	}
	return lines
}

// entry writes a name, what stands between, and a value, with the comments.
func (k *kept) entry(name, sign string, e Expr, c *Comments, l *Layout, depth int) {
	k.comments(c.before())
	start := len(k.out)
	k.text(name)
	k.text(sign)
	if k.value(e, l, depth, len(name)+len(sign)) {
		k.moveBefore(start, c.suffix())
		return
	}
	k.suffix(c.suffix())
}

// moveBefore writes comments that can't stand behind a heredoc before what was written
// from an offset on.
func (k *kept) moveBefore(start int, comments []string) {
	if len(comments) == 0 {
		return
	}
	written := string(k.out[start:])
	k.out = k.out[:start]
	if start > 0 && k.out[start-1] != '\n' {
		k.newlines(1)
	}
	k.comments(comments)
	k.text(written)
}

// value writes an expression, and reports whether it ends with a heredoc.
func (k *kept) value(e Expr, l *Layout, depth, lead int) bool {
	if native, ok := e.(*Native); ok {
		return k.native(native, l)
	}
	if l == nil || l.Around&Parentheses == 0 {
		return k.bare(e, l, depth, lead)
	}
	k.text("(")
	if l.Around&LineBefore != 0 {
		k.text("\n")
		depth++
	}
	if k.bare(e, l, depth, lead) || l.Around&LineBehind != 0 {
		k.text("\n")
	}
	k.text(")")
	return false
}

// bare is value without what stands around the expression, which is not text.
func (k *kept) bare(e Expr, l *Layout, depth, lead int) bool {
	switch e := e.(type) {
	case *Literal:
		k.text(e.Text)
	case *Template:
		return k.string(e, l, depth)
	case *Call:
		k.text(e.Name)
		k.text("(")
		k.value(e.Argument, l, depth, lead)
		k.text(")")
	case *Tuple:
		canonical := ManyLines
		k.canon.cells = k.canon.cells[:0]
		if k.canon.inline(e, lineWidth-2*depth-lead) {
			canonical = OneLine
		}
		k.collection(collection{
			brackets: "[]", open: e.Open, end: e.End, items: len(e.Items), lines: k.lines(l, canonical), depth: depth,
			layout: l,
			item:   func(i int) (*Comments, *Layout) { return e.Items[i].Comments, e.Items[i].Layout },
			write: func(i, depth int) bool {
				item := &e.Items[i]
				return k.value(item.Value, item.Layout, depth, 0)
			},
		})
	case *Object:
		canonical := ManyLines
		if len(e.Items)+len(e.Open)+len(e.End) == 0 {
			canonical = OneLine
		}
		k.collection(collection{
			brackets: "{}", open: e.Open, end: e.End, items: len(e.Items), lines: k.lines(l, canonical), depth: depth,
			layout: l,
			item:   func(i int) (*Comments, *Layout) { return e.Items[i].Comments, e.Items[i].Layout },
			write: func(i, depth int) bool {
				item := &e.Items[i]
				key, sign := k.key(item), " = "
				if item.Layout != nil && item.Layout.Colon {
					sign = " : "
				}
				k.text(key)
				k.text(sign)
				return k.value(item.Value, item.Layout, depth, len(key)+len(" = "))
			},
		})
	default:
		k.canon.entry(0, "", e, nil, "") // panics as it does
	}
	return false
}

// key writes the key of an object item.
func (k *kept) key(item *ObjectItem) string {
	key := k.canon.key(item)
	if item.Layout == nil || !item.Layout.Quoted || item.KeyKind != KeyName {
		return key
	}
	if quoted := quote(item.Key); quoted != key {
		return quoted
	}
	if k.reduce {
		item.Layout.Quoted = false
	}
	return key
}

// native writes an expression that is text.
func (k *kept) native(e *Native, l *Layout) bool {
	around := Around(0)
	if l != nil {
		around = l.Around
	}
	text := e.Text
	switch {
	case around&Interpolation != 0:
		k.text(`"${`)
		k.text(text)
		k.text(`}"`)
		return false
	case around&Parentheses != 0 || !standsAlone(text):
		if around&Parentheses == 0 {
			around = LineBefore | LineBehind
			text = strings.TrimRight(text, "\n")
		} else if k.reduce && around == Parentheses|LineBefore|LineBehind && !standsAlone(text) {
			l.Around = 0
		}
		if around&LineBehind == 0 && NeedsNewline(text) {
			around |= LineBehind
		}
		k.text("(")
		if around&LineBefore != 0 {
			k.text("\n")
		}
		k.text(text)
		if around&LineBehind != 0 && !strings.HasSuffix(text, "\n") {
			k.text("\n")
		}
		k.text(")")
		return false
	}
	k.text(text)
	return endsWithHeredoc(text)
}

// string writes a string, and reports whether it is a heredoc.
func (k *kept) string(e *Template, l *Layout, depth int) bool {
	var s StringLayout
	if l != nil {
		s = l.String
	}
	if s.Marker != "" {
		if k.reduce && s == canonicalString(e.Text, depth) {
			l.String = StringLayout{}
		}
		if text := heredoc(e.Text, s); readsAs(text, e.Text) {
			k.text(text)
			return true
		}
	}
	if !heredocForm(e.Text) || s.Quotes {
		if k.reduce && s.Quotes && !heredocForm(e.Text) {
			l.String = StringLayout{}
		}
		k.out = appendQuoted(k.out, e.Text, nil)
		return false
	}
	k.canon.cells = k.canon.cells[:0]
	k.canon.heredoc(e.Text, depth)
	k.out = append(k.out, k.canon.cells...)
	return true
}

// canonicalString is how a string is written in canonical layout.
func canonicalString(template string, depth int) StringLayout {
	switch {
	case !heredocForm(template):
		return StringLayout{Quotes: true}
	case indentable(template):
		return StringLayout{Marker: marker(template), Flush: true, Text: 2 * (depth + 1), End: 2 * depth}
	}
	return StringLayout{Marker: marker(template)}
}

// heredoc writes a template as a heredoc.
func heredoc(template string, s StringLayout) string {
	var b strings.Builder
	b.WriteString("<<")
	if s.Flush {
		b.WriteString("-")
	}
	b.WriteString(s.Marker)
	b.WriteString("\n")
	for line := range strings.Lines(template) {
		if s.Flush && strings.TrimRight(line, " \t\r\n") != "" {
			b.WriteString(strings.Repeat(" ", s.Text))
		}
		b.WriteString(line)
	}
	b.WriteString(strings.Repeat(" ", s.End))
	b.WriteString(s.Marker)
	return b.String()
}

// readsAs reports whether an expression is a template with this text.
func readsAs(text, template string) bool {
	e, diags := ParseExpr(text+"\n", "")
	read, ok := e.(*Template)
	return ok && !diags.HasErrors() && read.Text == template
}
