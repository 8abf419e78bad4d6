package eject

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/conventions"
	"github.com/hcljson/hcljson/internal/hcltext"
)

// Note is a place in a configuration that needs the attention of a person.
type Note struct {
	Range hcl.Range
	// Place is the argument or block, Text the reason.
	Place, Text string
}

// File is a file in native syntax.
type File struct {
	Name  string
	Bytes []byte
}

// Look finds the places that need attention in the files of a module: arguments in the rows,
// unresolved tokens of the generator, and absolute paths of the machine where it ran. machine are
// known directories of that machine. Look finds more of them in the files.
func Look(
	files []File, rows []conventions.Look, placeholders []conventions.Placeholder, machine ...string,
) ([]Note, hcl.Diagnostics) {
	l := &looker{rows: rows, placeholders: placeholders, machine: machine}
	var diags hcl.Diagnostics
	trees := make([]*hclwrite.File, len(files))
	for i, file := range files {
		var more hcl.Diagnostics
		if trees[i], more = hclwrite.ParseFile(file.Bytes, file.Name); more.HasErrors() {
			return nil, append(diags, more...)
		}
		bodies(&trees[i].Body, nil, l.findMachine)
	}
	for i, file := range files {
		l.file, l.places = file.Name, hcltext.NewPositions(file.Bytes)
		l.body(&trees[i].Body, nil)
	}
	return l.notes, diags
}

type looker struct {
	rows         []conventions.Look
	placeholders []conventions.Placeholder
	machine      []string
	file         string
	places       *hcltext.Positions
	notes        []Note
}

func (l *looker) note(span hclwrite.Span, place, text string) {
	l.notes = append(l.notes, Note{Place: place, Text: text, Range: l.places.Range(l.file, span.Start, span.End)})
}

// findMachine collects directories of the machine from the arguments of rows with Machine set.
func (l *looker) findMachine(body *hclwrite.Body, parents []*hclwrite.Block) {
	for _, row := range l.rows {
		if !row.Machine || !matchBlocks(row.Blocks, parents) {
			continue
		}
		if text, _ := value(body, row.Path); absolute(text) {
			if dir := directory(text); !slices.Contains(l.machine, dir) {
				l.machine = append(l.machine, dir)
			}
		}
	}
}

// bodies calls visit for a body and its nested bodies, each with its enclosing blocks.
func bodies(b *hclwrite.Body, parents []*hclwrite.Block, visit func(*hclwrite.Body, []*hclwrite.Block)) {
	visit(b, parents)
	for _, item := range b.Items {
		if block, ok := item.(*hclwrite.Block); ok {
			bodies(&block.Body, append(slices.Clip(parents), block), visit)
		}
	}
}

func (l *looker) body(body *hclwrite.Body, parents []*hclwrite.Block) {
	reported := l.rowOf(body, parents)
	for _, item := range body.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			l.value(item, parents, reported)
		case *hclwrite.Block:
			inner := append(slices.Clip(parents), item)
			if slices.ContainsFunc(item.Labels, l.unresolved) {
				l.note(item.Span, header(inner), token)
			}
			l.body(&item.Body, inner)
		}
	}
}

// rowOf reports the value of the first matching row, and returns its position.
func (l *looker) rowOf(body *hclwrite.Body, parents []*hclwrite.Block) hclwrite.Span {
	for _, row := range l.rows {
		if !matchBlocks(row.Blocks, parents) {
			continue
		}
		if len(row.Path) == 0 {
			l.note(parents[len(parents)-1].Span, header(parents), row.Why)
			return hclwrite.Span{}
		}
		if text, span := value(body, row.Path); absolute(text) || !row.Machine && text != "" {
			l.note(span, header(parents)+": "+strings.Join(row.Path, "."), hcltext.Quote(text)+" "+row.Why)
			return span
		}
	}
	return hclwrite.Span{}
}

// unresolved reports whether a text contains an unresolved placeholder of the generator.
func (l *looker) unresolved(text string) bool {
	return slices.ContainsFunc(l.placeholders, func(p conventions.Placeholder) bool { return p.In(text) })
}

const token = "holds a token of the generator, which it did not resolve"

// value checks the value of an argument.
func (l *looker) value(attr *hclwrite.Attribute, parents []*hclwrite.Block, reported hclwrite.Span) {
	place := attr.Name
	if len(parents) > 0 {
		place = header(parents) + ": " + attr.Name
	}
	l.expr(attr.Expr, place, reported)
}

// expr checks an expression, except for the string at the position reported.
func (l *looker) expr(expr hclwrite.Expr, place string, reported hclwrite.Span) {
	switch expr := expr.(type) {
	case *hclwrite.Object:
		for _, item := range expr.Items {
			key := item.Key.Text
			if l.unresolved(key) {
				l.note(item.Key.Span, place, "holds a token of the generator as a key, which it did not resolve")
			}
			if item.Key.IsConstant() {
				key = hcltext.TemplateText(key)
			}
			l.expr(item.Value, place+"."+key, reported)
		}
	case *hclwrite.Tuple:
		for _, item := range expr.Items {
			l.expr(item.Value, place, reported)
		}
	case *hclwrite.Template:
		if expr.Span != reported {
			l.text(expr, place)
		}
	case *hclwrite.Literal:
		if l.unresolved(expr.Text) {
			l.note(expr.Span, place, expr.Text+" stands for a value that the generator did not resolve")
		}
	case *hclwrite.Native:
		switch {
		case l.unresolved(expr.Text):
			l.note(expr.Span, place, token)
		case slices.ContainsFunc(l.machine, func(dir string) bool {
			return deep(dir) && strings.Contains(expr.Text, `"`+dir)
		}):
			l.note(expr.Span, place, "holds a path on the machine where this was made")
		}
	}
}

// text checks a string.
func (l *looker) text(t *hclwrite.Template, place string) {
	switch {
	case l.unresolved(t.Text):
		l.note(t.Span, place, token)
	case slices.ContainsFunc(l.machine, func(dir string) bool { return inDirectory(t.Text, dir) }):
		l.note(t.Span, place, hcltext.QuoteTemplate(t.Text)+" is a path on the machine where this was made")
	}
}

// matchBlocks reports whether blocks match the blocks of a row.
func matchBlocks(want []conventions.LookBlock, parents []*hclwrite.Block) bool {
	if len(want) != len(parents) {
		return false
	}
	for i, block := range parents {
		labels := want[i].Labels
		if block.Type != want[i].Type || len(block.Labels) < len(labels) ||
			!slices.Equal(block.Labels[:len(labels)], labels) {
			return false
		}
	}
	return true
}

// value returns the constant string at a path in a body, or "".
func value(body *hclwrite.Body, path []string) (_ string, _ hclwrite.Span) {
	var expr hclwrite.Expr
	for i, key := range path {
		switch object, inside := expr.(*hclwrite.Object); {
		case inside:
			expr = object.Value(key)
		case i > 0:
			return
		default:
			if attr := body.Attribute(key); attr != nil {
				expr = attr.Expr
			}
		}
	}
	text, ok := expr.(*hclwrite.Template)
	if !ok || hcltext.HasSequence(text.Text) {
		return
	}
	return hcltext.TemplateText(text.Text), text.Span
}

// header returns the headers of blocks, such as resource "a" "b" > lifecycle.
func header(parents []*hclwrite.Block) string {
	var text strings.Builder
	for i, block := range parents {
		if i > 0 {
			text.WriteString(" > ")
		}
		text.WriteString(block.Type)
		for _, label := range block.Labels {
			text.WriteString(" " + hcltext.Quote(label))
		}
	}
	return text.String()
}

// absolute reports whether a text is an absolute path on any system.
func absolute(text string) bool {
	return strings.HasPrefix(text, "/") || len(text) > 2 && text[1] == ':' && (text[2] == '\\' || text[2] == '/')
}

// directory returns the directory of an absolute path.
func directory(path string) string {
	return path[:max(strings.LastIndexAny(path, `/\`), 0)]
}

// inDirectory reports whether a text is a path in a directory.
func inDirectory(text, dir string) bool {
	rest, ok := strings.CutPrefix(text, dir)
	return ok && deep(dir) && (rest == "" || rest[0] == '/' || rest[0] == '\\')
}

// deep reports whether a directory is not a general one, such as /usr or /tmp.
func deep(dir string) bool { return strings.Count(dir, "/")+strings.Count(dir, `\`) >= 2 }
