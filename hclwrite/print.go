package hclwrite

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hcljson/hcljson/internal/hcltext"
)

// lineWidth is how long a line may get, without the padding of alignment, for a
// tuple to stay on it.
const lineWidth = 80

// ExprText prints an expression as it is in an attribute, without a newline at
// its end.
func ExprText(e Expr) string {
	file := File{Body: Body{Items: []Item{&Attribute{Name: "x", Expr: e}}}}
	return strings.TrimSuffix(strings.TrimPrefix(string(file.canonical()), hcltext.ValueLead), "\n")
}

// Line prints an expression on one line. It reports false for one with comments or
// heredocs, or with source that takes several lines.
func (*File) Line(e Expr) (string, bool) {
	p := &printer{short: true}
	ok := p.inline(e, math.MaxInt)
	text := string(p.cells)
	return text, ok && !strings.Contains(text, "\n")
}

// KeyText prints the key of an item of an object.
func (e *Element) KeyText() string { return new(printer).key(e, false) }

// canonical is the file in canonical layout.
func (f *File) canonical() []byte {
	// What was read is about as long as what is printed.
	p := &printer{out: make([]byte, 0, max(0, f.Body.Span.End-f.Body.Span.Start)), waiting: make([]line, 0, 8)}
	p.body(&f.Body, 0)
	p.flush()
	p.settle()
	return p.out
}

// printer writes lines. A line has up to three cells, as in upstream's
// formatter: what leads, from the = sign on, and a trailing comment; the second
// and third are aligned with those of neighbouring lines. Lines wait until a
// line that takes part in neither alignment comes.
type printer struct {
	out []byte
	// cells holds the text of the waiting lines.
	cells   []byte
	waiting []line
	// short: objects with items are on one line as well; see File.Line.
	short bool
	// uncertain: the layout of what is in out from settled on depends on
	// lines around it that the printer does not look at.
	uncertain bool
	settled   int
	layouter  hcltext.Layouter
}

// line is a waiting line; the cells are slices of printer.cells.
type line struct {
	indent  int
	lead    int // start of the lead cell
	assign  int // start of the assign cell; end of the lead
	comment int // start of the comment cell; end of the assign cell
	end     int
	// width is how wide the cells are that have been aligned. The others are spaces.
	width, beforeAssign, beforeComment int
}

func (l *line) assigns() bool { return l.assign < l.comment }

func (l *line) tail() bool { return l.comment < l.end }

func (p *printer) body(b *Body, indent int) {
	if len(b.Inside) > 0 {
		p.comments(b.Inside, indent)
		if len(b.Items) > 0 || len(b.End) > 0 {
			p.blank()
		}
	}
	afterBlock := false
	for i, item := range b.Items {
		block, isBlock := item.(*Block)
		attr, _ := item.(*Attribute)
		before, suffix := item.ItemComments().Above, []string(nil)
		if attr != nil {
			before, suffix = beside(attr.Expr, &attr.Comments)
		}
		if i > 0 && (isBlock || afterBlock || len(before) > 0) {
			p.blank()
			if indent == 0 {
				p.settle()
			}
		}
		p.comments(before, indent)
		if isBlock {
			p.block(block, indent)
		} else {
			p.entry(indent, attr.Name, attr.Expr, suffix, "")
		}
		afterBlock = isBlock
	}
	p.comments(endComments(b.End, len(b.Items)), indent)
}

// endComments are the comments after so many items: without blank lines before them where
// they are alone.
func endComments(comments []string, items int) []string {
	for items == 0 && len(comments) > 0 && comments[0] == "" {
		comments = comments[1:]
	}
	return comments
}

func (p *printer) comments(list []string, indent int) {
	for _, c := range list {
		if c == "" {
			p.blank()
			continue
		}
		p.plain(indent, lineComment(c))
	}
}

func (p *printer) block(b *Block, indent int) {
	start := len(p.cells)
	p.cells = appendHeader(p.cells, b, false)
	body := &b.Body
	if len(body.Items) == 0 && body.Bare() {
		p.cells = append(p.cells, " {}"...)
		p.put(indent, start, len(p.cells), b.After)
		return
	}
	p.cells = append(p.cells, " {"...)
	p.put(indent, start, len(p.cells), body.Open)
	p.body(body, indent+1)
	p.closing(indent, "}", "", b.After)
}

// appendHeader appends the type and the labels of a block. bare: the labels have no quotes
// where they need none.
func appendHeader(text []byte, b *Block, bare bool) []byte {
	text = append(text, b.Type...)
	for _, label := range b.Labels {
		text = append(text, ' ')
		if bare && hcltext.ValidIdentifier(label) {
			text = append(text, label...)
		} else {
			text = hcltext.AppendQuoted(text, hcltext.EscapeTemplate(label), nil)
		}
	}
	return text
}

// closing writes a closing bracket on a line of its own.
func (p *printer) closing(indent int, bracket, comma string, suffix []string) {
	start := len(p.cells)
	p.cells = append(p.cells, bracket...)
	p.cells = append(p.cells, comma...)
	p.put(indent, start, len(p.cells), suffix)
}

// beside are the comments before and after what has a value: after a heredoc, none can be.
func beside(value Expr, c *Comments) (before, suffix []string) {
	c = cmp.Or(c, noComments)
	if len(c.After) > 0 && isHeredoc(value) {
		return slices.Concat(c.Above, c.After), nil
	}
	return c.Above, c.After
}

func isHeredoc(e Expr) bool {
	switch e := e.(type) {
	case *Template:
		return hcltext.HeredocForm(e.Text)
	case *Native:
		return hcltext.EndsWithHeredoc(e.Text)
	}
	return false
}

// entry writes an attribute, an object item (name is its key) or a tuple
// element (name is empty). comma follows the value.
func (p *printer) entry(indent int, name string, e Expr, suffix []string, comma string) {
	start := len(p.cells)
	p.cells = append(p.cells, name...)
	assign := len(p.cells)
	if name != "" {
		p.cells = append(p.cells, "= "...)
	}
	limit := lineWidth - 2*indent - len(" = ")
	// How long the lines of a key are depends on the layout.
	if !strings.Contains(name, "\n") {
		limit -= len(name)
	}
	if p.inline(e, limit) {
		p.cells = append(p.cells, comma...)
		if name == "" {
			assign = len(p.cells)
		}
		p.put(indent, start, assign, suffix)
		return
	}
	p.cells = p.cells[:assign]
	p.lines(indent, start, name, e, suffix, comma)
}

// lines writes an entry that does not fit on one line. Its name is in p.cells, from start.
func (p *printer) lines(indent, start int, name string, e Expr, suffix []string, comma string) {
	lead, end := "", ""
	if name != "" {
		lead = " = "
	}
	if c, ok := e.(*Call); ok {
		lead, end, e = lead+c.Name+"(", ")", c.Argument
	}
	switch e := e.(type) {
	case *Tuple, *Object:
		c, brackets := CollectionOf(e), bracketsOf(e)
		p.cells = append(append(p.cells, lead...), brackets[0])
		p.put(indent, start, len(p.cells), c.Open)
		for i := range c.Items {
			p.element(indent+1, p.keyOf(e, i), printedValue(e, i), c.Items[i].Comments, i == len(c.Items)-1)
		}
		p.comments(endComments(c.End, len(c.Items)), indent+1)
		p.closing(indent, brackets[1:]+end, comma, suffix)
	case *Template:
		assign := -1
		if name != "" {
			assign = len(p.cells)
			p.cells = append(p.cells, "= "...)
		}
		p.heredoc(e.Text, indent)
		p.finish(indent, start, assign, comma, suffix)
	case *Native:
		p.native(indent, start, name, e, comma, suffix)
	default:
		panic(fmt.Sprintf("hclwrite: no expression but %#v for %q: Check reports it", e, name))
	}
}

// finish puts a line whose value ends with a heredoc; a comma needs a line of
// its own.
func (p *printer) finish(indent, start, assign int, comma string, suffix []string) {
	if assign < 0 {
		assign = len(p.cells)
	}
	p.put(indent, start, assign, nil)
	if comma != "" {
		p.closing(indent, comma, "", suffix)
	}
}

// element writes an item of a collection with its comments.
func (p *printer) element(indent int, key string, value Expr, c *Comments, last bool) {
	before, suffix := beside(value, c)
	p.comments(before, indent)
	comma := ""
	if key == "" && !(last && isHeredoc(value)) {
		comma = ","
	}
	p.entry(indent, key, value, suffix, comma)
}

// key writes the key of an object item.
func (p *printer) key(item *Element, first bool) string {
	// Upstream takes the first = of a line for the sign of an assignment.
	key := item.Key.Text
	p.uncertain = p.uncertain || strings.Contains(key, "=")
	if item.Key.Source {
		if first && startsFor(key) {
			key = hcltext.Parenthesised(key)
		}
		if text, ok := p.layouter.OneLine(nil, key); ok {
			return string(text)
		}
		p.uncertain = true
		return key
	}
	if key != "for" && hcltext.ValidIdentifier(key) {
		return key
	}
	return string(hcltext.AppendQuoted(nil, key, p.sequence))
}

// startsFor reports whether an expression starts with the word for, which makes a for
// expression of the brackets before it.
func startsFor(text string) bool {
	return strings.HasPrefix(text, "for") && hcltext.NameEnd(text, 0) == len("for")
}

// bracketsOf are those of a tuple or an object.
func bracketsOf(e Expr) string {
	if _, ok := e.(*Object); ok {
		return "{}"
	}
	return "[]"
}

// keyOf writes the key of item i of an object; an element of a tuple has none.
func (p *printer) keyOf(e Expr, i int) string {
	if o, ok := e.(*Object); ok {
		return p.key(&o.Items[i], i == 0)
	}
	return ""
}

// printedValue is the value of item i of a tuple or an object as it is printed.
func printedValue(e Expr, i int) Expr {
	value := CollectionOf(e).Items[i].Value
	if _, tuple := e.(*Tuple); tuple && i == 0 {
		if n, ok := value.(*Native); ok && startsFor(n.Text) && hcltext.StandsAlone(n.Text) {
			return &Native{Text: hcltext.Parenthesised(n.Text)}
		}
	}
	return value
}

// inline appends an expression to p.cells when it fits on one line. What it
// appended is of no use when it reports false.
func (p *printer) inline(e Expr, limit int) bool {
	switch e := e.(type) {
	case *Literal:
		p.cells = append(p.cells, e.Text...)
		return true
	case *Template:
		if hcltext.HeredocForm(e.Text) {
			return false
		}
		p.cells = hcltext.AppendQuoted(p.cells, e.Text, p.sequence)
		return true
	case *Native:
		var ok bool
		p.cells, ok = p.layouter.OneLine(p.cells, e.Text)
		return ok
	case *Call:
		p.cells = append(append(p.cells, e.Name...), '(')
		ok := p.inline(e.Argument, limit-len(e.Name)-len("()"))
		p.cells = append(p.cells, ')')
		return ok
	case *Tuple, *Object:
		return p.inlineCollection(e, limit)
	}
	return false
}

// inlineCollection is inline for a tuple, and for an object, which is on one line if it
// is empty.
func (p *printer) inlineCollection(e Expr, limit int) bool {
	c, brackets := CollectionOf(e), bracketsOf(e)
	object := brackets == "{}"
	if !c.Bare() || object && len(c.Items) > 0 && !p.short {
		return false
	}
	start := len(p.cells)
	p.cells = append(p.cells, brackets[0])
	for i := range c.Items {
		if !c.Items[i].Comments.Bare() {
			return false
		}
		if i > 0 {
			p.cells = append(p.cells, ',')
		}
		if i > 0 || object {
			p.cells = append(p.cells, ' ')
		}
		if object {
			p.cells = append(append(p.cells, p.keyOf(e, i)...), " = "...)
		}
		value := len(p.cells)
		if !p.inline(printedValue(e, i), limit) || len(p.cells)-start >= limit ||
			bytes.IndexByte(p.cells[value:], '\n') >= 0 {
			return false
		}
	}
	if object && len(c.Items) > 0 {
		p.cells = append(p.cells, ' ')
	}
	p.cells = append(p.cells, brackets[1])
	return true
}

// heredoc appends a template as a heredoc.
func (p *printer) heredoc(template string, indent int) {
	text := template
	if hcltext.HasSequence(template) {
		text = p.sequences(template)
	}
	p.cells = appendHeredoc(p.cells, text, heredocLayout(template, indent))
}

// heredocLayout is how a heredoc is written in canonical layout.
func heredocLayout(template string, indent int) hcltext.StringLayout {
	if indentable(template) {
		return hcltext.StringLayout{Marker: marker(template), Flush: true, Text: 2 * (indent + 1), End: 2 * indent}
	}
	return hcltext.StringLayout{Marker: marker(template)}
}

func appendHeredoc(b []byte, template string, s hcltext.StringLayout) []byte {
	b = append(b, "<<"...)
	if s.Flush {
		b = append(b, '-')
	}
	b = append(append(b, s.Marker...), '\n')
	for line := range strings.Lines(template) {
		if s.Flush && strings.TrimRight(line, " \t\r\n") != "" {
			b = hcltext.AppendBlanks(b, s.Text)
		}
		b = append(b, line...)
	}
	return append(hcltext.AppendBlanks(b, s.End), s.Marker...)
}

// sequences lays out the sequences of a template and leaves the rest alone.
func (p *printer) sequences(template string) string {
	b := make([]byte, 0, len(template))
	done := 0
	for start := range hcltext.SequencesOf(template) {
		b = append(b, template[done:start]...)
		b, done = p.sequence(b, template, start)
	}
	return string(append(b, template[done:]...))
}

// native writes an expression on several lines.
func (p *printer) native(indent, start int, name string, e *Native, comma string, suffix []string) {
	p.layouter.Value(e.Text)
	// The first = of an element is no longer that of valueLead.
	p.uncertain = p.uncertain || p.layouter.Uncertain || name == "" && strings.Contains(e.Text, "=")
	if p.layouter.Joins {
		p.joined(indent, start, name, comma, suffix)
		return
	}
	if name != "" {
		p.cells = append(p.cells, " = "...)
	}
	text := p.layouter.Text()
	for i, verbatim := range p.layouter.Verbatim {
		line, rest, more := bytes.Cut(text, []byte{'\n'})
		depth := indent
		if i > 0 {
			start = len(p.cells)
			if verbatim || len(line) == 0 {
				depth = 0
			}
		}
		p.cells = append(p.cells, line...)
		if more {
			p.put(depth, start, len(p.cells), nil)
			text = rest
			continue
		}
		if p.layouter.Heredoc() {
			p.put(depth, start, len(p.cells), nil)
			if comma != "" {
				p.closing(indent, comma, "", suffix)
			}
			return
		}
		p.cells = append(p.cells, comma...)
		p.put(depth, start, len(p.cells), suffix)
		return
	}
}

// joined writes the value that was laid out as one cell, from the = sign on.
func (p *printer) joined(indent, start int, name, comma string, suffix []string) {
	assign := len(p.cells)
	if name != "" {
		p.cells = append(p.cells, "= "...)
	}
	p.cells = append(p.cells, p.layouter.Text()...)
	if p.layouter.Heredoc() {
		if name == "" {
			assign = -1
		}
		p.finish(indent, start, assign, comma, suffix)
		return
	}
	p.cells = append(p.cells, comma...)
	if name == "" {
		assign = len(p.cells)
	}
	p.put(indent, start, assign, suffix)
}

// settle is called where the layout starts afresh: after a blank line outside of
// all brackets. It leaves what is before in its final layout.
func (p *printer) settle() {
	if p.uncertain {
		p.out = p.layouter.Layout(p.out[:p.settled], string(p.out[p.settled:]))
		p.uncertain = false
	}
	p.settled = len(p.out)
}

func (p *printer) pad(n int) { p.out = hcltext.AppendBlanks(p.out, n) }

// plain writes a line that takes part in no alignment.
func (p *printer) plain(indent int, parts ...string) {
	p.flush()
	p.pad(2 * indent)
	for _, part := range parts {
		p.out = append(p.out, part...)
	}
	p.out = append(p.out, '\n')
}

func (p *printer) blank() {
	p.flush()
	p.out = append(p.out, '\n')
}

// put queues the line whose lead and assign cells were appended to p.cells from
// offset lead on; assign is the start of the assign cell, or the end.
func (p *printer) put(indent, lead, assign int, suffix []string) {
	l := line{indent: 2 * indent, lead: lead, assign: assign}
	assigns := assign < len(p.cells)
	// Block comments belong to the cell before; only a line comment is aligned.
	for len(suffix) > 0 && strings.HasPrefix(suffix[0], "/*") {
		if p.cells[len(p.cells)-1] != '[' {
			p.cells = append(p.cells, ' ')
		}
		p.cells = append(p.cells, suffix[0]...)
		p.uncertain = p.uncertain || strings.Contains(suffix[0], "\n")
		suffix = suffix[1:]
	}
	l.comment = len(p.cells)
	if !assigns {
		l.assign = l.comment
	}
	if len(suffix) > 0 {
		p.cells = append(p.cells, lineComment(suffix[0])...)
	}
	l.end = len(p.cells)
	p.waiting = append(p.waiting, l)
	if !l.assigns() && !l.tail() {
		p.flush()
	}
}

// lineComment gives a comment the canonical marker.
func lineComment(c string) string {
	if rest, ok := strings.CutPrefix(c, "//"); ok {
		return "#" + rest
	}
	return c
}

func (p *printer) flush() {
	if len(p.waiting) > 0 {
		p.flushLines()
	}
	p.cells = p.cells[:0]
}

// flushLines aligns and writes the waiting lines, and keeps the text of a line
// that is being put together.
func (p *printer) flushLines() {
	lines := p.waiting
	for i := range lines {
		// What is not aligned is not looked at: it may be uncertain.
		if l := &lines[i]; l.assigns() || l.tail() {
			l.width = l.indent + p.columns(l.lead, l.assign)
		}
	}
	align(lines, (*line).assigns, func(l *line, blanks int) {
		l.beforeAssign = blanks
		if l.tail() {
			l.width += blanks + p.columns(l.assign, l.comment)
		}
	})
	align(lines, (*line).tail, func(l *line, blanks int) { l.beforeComment = blanks })
	for i := range lines {
		l := &lines[i]
		p.pad(l.indent)
		p.out = append(p.out, p.cells[l.lead:l.assign]...)
		p.pad(l.beforeAssign)
		p.out = append(p.out, p.cells[l.assign:l.comment]...)
		p.pad(l.beforeComment)
		p.out = append(p.out, p.cells[l.comment:l.end]...)
		p.out = append(p.out, '\n')
	}
	p.waiting = p.waiting[:0]
}

// align finds how many spaces are before a cell of neighbouring lines that have it.
func align(lines []line, has func(*line) bool, set func(l *line, blanks int)) {
	for len(lines) > 0 {
		n, widest := 0, 0
		for n < len(lines) && has(&lines[n]) {
			widest = max(widest, lines[n].width)
			n++
		}
		for i := range lines[:n] {
			set(&lines[i], widest-lines[i].width+1)
		}
		lines = lines[max(n, 1):]
	}
}

// columns counts the characters of a cell. What counts are grapheme clusters in
// each token, and the printer has no tokens.
func (p *printer) columns(from, to int) int {
	b := p.cells[from:to]
	for _, c := range b {
		if c >= utf8.RuneSelf {
			p.uncertain = true
			return utf8.RuneCount(b)
		}
	}
	return len(b)
}

// sequence appends the sequence at an offset of a template, laid out, and returns
// its end.
func (p *printer) sequence(dst []byte, template string, start int) (out []byte, end int) {
	out, end, whole := p.layouter.Sequence(dst, template, start)
	p.uncertain = p.uncertain || !whole
	return out, end
}

// marker chooses a heredoc marker that no line of the template is.
func marker(template string) string {
	if !strings.Contains(template, "EOT") {
		return "EOT"
	}
	taken := make(map[string]bool)
	for line := range strings.SplitSeq(template, "\n") {
		taken[strings.TrimSpace(line)] = true
	}
	name := "EOT"
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("EOT%d", n)
	}
	return name
}

// indentable reports whether a heredoc's lines can be indented and read back
// exactly with <<-: some line starts at the margin, no sequence spans lines or
// trims, and no line's indentation holds more than spaces and tabs.
func indentable(template string) bool {
	for start, end := range hcltext.SequencesOf(template) {
		if end < 0 || template[start+len("${")] == '~' || template[end-len("~}")] == '~' ||
			strings.IndexByte(template[start:end], '\n') >= 0 {
			return false
		}
	}
	margin := false
	for line := range strings.Lines(template) {
		n, blank, ok := hcltext.LeadingSpaces(line)
		if !ok || blank && n > 0 {
			return false
		}
		margin = margin || !blank && n == 0
	}
	return margin
}
