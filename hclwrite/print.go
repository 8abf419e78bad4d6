package hclwrite

import (
	"bytes"
	"fmt"
	"strings"
)

// lineWidth is how long a line may get, without the padding of alignment, for a
// tuple to stay on it.
const lineWidth = 80

// Bytes returns the file in canonical layout. The layout depends on the tree
// alone, is a fixpoint (reading and printing it again gives the same bytes),
// and upstream's formatter leaves it as it is:
//
//   - Items are indented by two blanks a level. A blank line stands around each
//     block and above an attribute that has comments above it; no other lines
//     are blank, but for those that part paragraphs of comments.
//   - = signs and trailing comments of neighbouring lines are aligned.
//   - An object has a line for each item; {} if it has none. A tuple is on one
//     line when its elements are, there are no comments in it and the line is
//     no longer than 80 columns; otherwise it has a line for each element.
//   - A string of two lines or more that ends with a newline is a heredoc,
//     indented where that reads back exactly. All others are quoted.
//   - Line comments start with #.
//
// A file that has a Layout is written in that of its nodes, where that reads back as
// the same; nodes that have none are in canonical layout.
func (f *File) Bytes() []byte {
	if f.Layout != nil {
		if out, ok := f.kept(); ok {
			return out
		}
	}
	return f.canonical()
}

// canonical is the file in canonical layout.
func (f *File) canonical() []byte {
	// What was read is about as long as what is printed.
	p := &printer{out: make([]byte, 0, max(0, f.Body.Span.End-f.Body.Span.Start))}
	p.body(&f.Body, 0)
	p.flush()
	p.settle()
	return p.out
}

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
		before := item.ItemComments().Before
		suffix := item.ItemComments().Suffix
		attr, _ := item.(*Attribute)
		if attr != nil && len(suffix) > 0 && isHeredoc(attr.Expr) {
			before = append(before[:len(before):len(before)], suffix...)
			suffix = nil
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
	end := b.End
	if len(b.Items) == 0 {
		end = trimBlank(end)
	}
	p.comments(end, indent)
}

func trimBlank(comments []string) []string {
	for len(comments) > 0 && comments[0] == "" {
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
	p.cells = append(p.cells, b.Type...)
	for _, label := range b.Labels {
		p.cells = append(p.cells, ' ')
		p.cells = appendQuoted(p.cells, EscapeTemplate(label), nil)
	}
	body := &b.Body
	if len(body.Items) == 0 && len(body.Open) == 0 && len(body.Inside) == 0 && len(body.End) == 0 {
		p.cells = append(p.cells, " {}"...)
		p.put(indent, start, len(p.cells), b.Suffix)
		return
	}
	p.cells = append(p.cells, " {"...)
	p.put(indent, start, len(p.cells), body.Open)
	p.body(body, indent+1)
	p.closing(indent, "}", "", b.Suffix)
}

// closing writes a closing bracket on a line of its own.
func (p *printer) closing(indent int, bracket, comma string, suffix []string) {
	start := len(p.cells)
	p.cells = append(p.cells, bracket...)
	p.cells = append(p.cells, comma...)
	p.put(indent, start, len(p.cells), suffix)
}

func isHeredoc(e Expr) bool {
	switch e := e.(type) {
	case *Template:
		return heredocForm(e.Text)
	case *Native:
		return endsWithHeredoc(e.Text)
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
	limit := lineWidth - 2*indent - len(name) - len(" = ")
	if p.inline(e, limit) {
		p.cells = append(p.cells, comma...)
		if name == "" {
			assign = len(p.cells)
		}
		p.put(indent, start, assign, suffix)
		return
	}
	p.cells = p.cells[:assign]
	call, end := "", ""
	if c, ok := e.(*Call); ok {
		call, end, e = c.Name+"(", ")", c.Argument
	}
	lead := func(bracket string) {
		if name != "" {
			p.cells = append(p.cells, " = "...)
		}
		p.cells = append(p.cells, call...)
		p.cells = append(p.cells, bracket...)
	}
	switch e := e.(type) {
	case *Tuple:
		lead("[")
		p.put(indent, start, len(p.cells), e.Open)
		for i := range e.Items {
			item := &e.Items[i]
			p.element(indent+1, "", item.Value, item.Comments, i == len(e.Items)-1)
		}
		p.comments(trimIf(e.End, len(e.Items) == 0), indent+1)
		p.closing(indent, "]"+end, comma, suffix)
	case *Object:
		lead("{")
		p.put(indent, start, len(p.cells), e.Open)
		for i := range e.Items {
			item := &e.Items[i]
			p.element(indent+1, p.key(item), item.Value, item.Comments, i == len(e.Items)-1)
		}
		p.comments(trimIf(e.End, len(e.Items) == 0), indent+1)
		p.closing(indent, "}"+end, comma, suffix)
	case *Template:
		if name != "" {
			p.cells = append(p.cells, "= "...)
		} else {
			assign = -1
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
	if comma == "" {
		p.put(indent, start, assign, nil)
		return
	}
	p.put(indent, start, assign, nil)
	p.closing(indent, comma, "", suffix)
}

func trimIf(comments []string, trim bool) []string {
	if trim {
		return trimBlank(comments)
	}
	return comments
}

// element writes an item of a collection with its comments.
func (p *printer) element(indent int, key string, value Expr, c *Comments, last bool) {
	before, suffix := c.before(), c.suffix()
	heredoc := isHeredoc(value)
	if heredoc && len(suffix) > 0 {
		before = append(before[:len(before):len(before)], suffix...)
		suffix = nil
	}
	p.comments(before, indent)
	comma := ""
	if key == "" && !(heredoc && last) {
		comma = ","
	}
	p.entry(indent, key, value, suffix, comma)
}

// key writes the key of an object item.
func (p *printer) key(item *ObjectItem) string {
	// Upstream takes the first = of a line for the sign of an assignment.
	p.uncertain = p.uncertain || strings.Contains(item.Key, "=")
	if item.KeyKind == KeyExpr {
		if text, ok := p.oneLine(nil, item.Key); ok {
			return string(text)
		}
		p.uncertain = true
		return item.Key
	}
	if item.KeyKind == KeyName && item.Key != "for" && hclIdentifier(item.Key) {
		return item.Key
	}
	return string(appendQuoted(nil, item.Key, p.sequence))
}

// inline appends an expression to p.cells when it fits on one line. What it
// appended is of no use when it reports false.
func (p *printer) inline(e Expr, limit int) bool {
	switch e := e.(type) {
	case *Literal:
		p.cells = append(p.cells, e.Text...)
		return true
	case *Template:
		if heredocForm(e.Text) {
			return false
		}
		p.cells = appendQuoted(p.cells, e.Text, p.sequence)
		return true
	case *Native:
		var ok bool
		p.cells, ok = p.oneLine(p.cells, e.Text)
		return ok
	case *Call:
		p.cells = append(append(p.cells, e.Name...), '(')
		ok := p.inline(e.Argument, limit-len(e.Name)-len("()"))
		p.cells = append(p.cells, ')')
		return ok
	case *Object:
		if len(e.Items) > 0 || len(e.Open) > 0 || len(e.End) > 0 {
			return false
		}
		p.cells = append(p.cells, "{}"...)
		return true
	case *Tuple:
		if len(e.Open) > 0 || len(e.End) > 0 {
			return false
		}
		start := len(p.cells)
		p.cells = append(p.cells, '[')
		for i := range e.Items {
			if c := e.Items[i].Comments; len(c.before()) > 0 || len(c.suffix()) > 0 {
				return false
			}
			if i > 0 {
				p.cells = append(p.cells, ", "...)
			}
			value := len(p.cells)
			if !p.inline(e.Items[i].Value, limit) || len(p.cells)-start >= limit || bytes.IndexByte(p.cells[value:], '\n') >= 0 {
				return false
			}
		}
		p.cells = append(p.cells, ']')
		return len(p.cells)-start <= limit || len(e.Items) == 0
	}
	return false
}

// heredoc appends a template as a heredoc.
func (p *printer) heredoc(template string, indent int) {
	end := marker(template)
	text := template
	if HasSequence(template) {
		text = p.sequences(template)
	}
	if !indentable(text) {
		p.cells = append(p.cells, "<<"...)
		p.cells = append(p.cells, end...)
		p.cells = append(p.cells, '\n')
		p.cells = append(p.cells, text...)
		p.cells = append(p.cells, end...)
		return
	}
	p.cells = append(p.cells, "<<-"...)
	p.cells = append(p.cells, end...)
	p.cells = append(p.cells, '\n')
	for line := range strings.Lines(text) {
		if line != "\n" {
			p.indentCells(indent + 1)
		}
		p.cells = append(p.cells, line...)
	}
	p.indentCells(indent)
	p.cells = append(p.cells, end...)
}

func (p *printer) indentCells(indent int) {
	for range indent {
		p.cells = append(p.cells, "  "...)
	}
}

// sequences lays out the sequences of a template and leaves the rest alone.
func (p *printer) sequences(template string) string {
	b := make([]byte, 0, len(template))
	done := 0
	for i := 0; i < len(template); i++ {
		if c := template[i]; c != '$' && c != '%' {
			continue
		}
		opener := sequenceStart(template, i)
		if opener < 0 {
			i -= opener + 1
		} else if opener > 0 {
			b = append(b, template[done:i]...)
			b, done = p.sequence(b, template, i)
			i = done - 1
		}
	}
	return string(append(b, template[done:]...))
}

// native writes an expression on several lines.
func (p *printer) native(indent, start int, name string, e *Native, comma string, suffix []string) {
	p.layouter.value(e.Text)
	p.uncertain = p.uncertain || p.layouter.uncertain
	if p.layouter.joins {
		p.joined(indent, start, name, comma, suffix)
		return
	}
	if name != "" {
		p.cells = append(p.cells, " = "...)
	}
	text := p.layouter.text()
	for i, verbatim := range p.layouter.verbatim {
		line, rest, more := bytes.Cut(text, []byte{'\n'})
		if i > 0 {
			start = len(p.cells)
		}
		p.cells = append(p.cells, line...)
		if !more {
			break
		}
		depth := indent
		if i > 0 && (verbatim || len(line) == 0) {
			depth = 0
		}
		p.put(depth, start, len(p.cells), nil)
		text = rest
	}
	if p.layouter.heredoc() {
		p.put(0, start, len(p.cells), nil)
		if comma != "" {
			p.closing(indent, comma, "", suffix)
		}
		return
	}
	p.cells = append(p.cells, comma...)
	p.put(indent, start, len(p.cells), suffix)
}

// joined writes the value that was laid out as one cell, from the = sign on.
func (p *printer) joined(indent, start int, name, comma string, suffix []string) {
	assign := len(p.cells)
	if name != "" {
		p.cells = append(p.cells, "= "...)
	}
	i := 0
	for line := range bytes.Lines(p.layouter.text()) {
		if i > 0 && !p.layouter.verbatim[i] && line[0] != '\n' {
			p.indentCells(indent)
		}
		p.cells = append(p.cells, line...)
		i++
	}
	if p.layouter.heredoc() {
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
