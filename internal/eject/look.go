package eject

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// Note is a place in a configuration that a person should look at.
type Note struct {
	Range hcl.Range
	// Place is the argument or block, Text says what is to be looked at.
	Place, Text string
}

// File is a file in native syntax.
type File struct {
	Name  string
	Bytes []byte
}

// Look finds what a person should look at in the files of a module: what the rows
// say, what the generator has not resolved, and paths of the machine where it ran.
// Machine are directories of that machine, as far as they are known; the files say more of them.
func Look(
	files []File, rows []schema.Look, placeholders []schema.Placeholder, machine ...string,
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
	rows         []schema.Look
	placeholders []schema.Placeholder
	machine      []string
	file         string
	places       *hcltext.Positions
	notes        []Note
}

func (l *looker) note(span hclwrite.Span, place, text string) {
	l.notes = append(l.notes, Note{Place: place, Text: text, Range: l.places.Range(l.file, span.Start, span.End)})
}

// findMachine learns the directories of the machine from the rows that say where
// one is.
func (l *looker) findMachine(body *hclwrite.Body, around []*hclwrite.Block) {
	for _, row := range l.rows {
		if !row.Machine || !leads(row.Blocks, around) {
			continue
		}
		if text, _ := value(body, row.Path); absolute(text) {
			if dir := directory(text); !slices.Contains(l.machine, dir) {
				l.machine = append(l.machine, dir)
			}
		}
	}
}

// bodies calls visit for a body and those of the blocks in it, each with the blocks that
// it is in.
func bodies(b *hclwrite.Body, around []*hclwrite.Block, visit func(*hclwrite.Body, []*hclwrite.Block)) {
	visit(b, around)
	for _, item := range b.Items {
		if block, ok := item.(*hclwrite.Block); ok {
			bodies(&block.Body, append(slices.Clip(around), block), visit)
		}
	}
}

func (l *looker) body(body *hclwrite.Body, around []*hclwrite.Block) {
	said := l.rowOf(body, around)
	for _, item := range body.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			l.value(item, around, said)
		case *hclwrite.Block:
			inner := append(slices.Clip(around), item)
			if slices.ContainsFunc(item.Labels, l.unresolved) {
				l.note(item.Span, header(inner), token)
			}
			l.body(&item.Body, inner)
		}
	}
}

// rowOf notes what the first row says that fits a body, and returns the value that it
// is about.
func (l *looker) rowOf(body *hclwrite.Body, around []*hclwrite.Block) hclwrite.Span {
	for _, row := range l.rows {
		if !leads(row.Blocks, around) {
			continue
		}
		if len(row.Path) == 0 {
			l.note(around[len(around)-1].Span, header(around), row.Why)
			return hclwrite.Span{}
		}
		if text, span := value(body, row.Path); absolute(text) || !row.Machine && text != "" {
			l.note(span, header(around)+": "+strings.Join(row.Path, "."), hcltext.Quote(text)+" "+row.Why)
			return span
		}
	}
	return hclwrite.Span{}
}

// unresolved reports whether a text holds what stands for a value that the generator
// has not put in.
func (l *looker) unresolved(text string) bool {
	return slices.ContainsFunc(l.placeholders, func(p schema.Placeholder) bool { return p.In(text) })
}

const token = "holds a token of the generator, which it did not resolve"

// value looks at the value of an argument.
func (l *looker) value(attr *hclwrite.Attribute, around []*hclwrite.Block, said hclwrite.Span) {
	place := attr.Name
	if len(around) > 0 {
		place = header(around) + ": " + attr.Name
	}
	l.expr(attr.Expr, place, said)
}

// expr looks at an expression.
func (l *looker) expr(expr hclwrite.Expr, place string, said hclwrite.Span) {
	switch expr := expr.(type) {
	case *hclwrite.Object:
		for _, item := range expr.Items {
			key := item.Key.Text
			if l.unresolved(key) {
				l.note(item.Key.Span, place, "holds a token of the generator as a key, which it did not resolve")
			}
			if item.Key.Constant() {
				key = hcltext.TemplateText(key)
			}
			l.expr(item.Value, place+"."+key, said)
		}
	case *hclwrite.Tuple:
		for _, item := range expr.Items {
			l.expr(item.Value, place, said)
		}
	case *hclwrite.Template:
		if expr.Span != said {
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

// text looks at a string.
func (l *looker) text(t *hclwrite.Template, place string) {
	switch {
	case l.unresolved(t.Text):
		l.note(t.Span, place, token)
	case slices.ContainsFunc(l.machine, func(dir string) bool { return inDirectory(t.Text, dir) }):
		l.note(t.Span, place, hcltext.QuoteTemplate(t.Text)+" is a path on the machine where this was made")
	}
}

// leads reports whether blocks are those of a row.
func leads(want []schema.LookBlock, around []*hclwrite.Block) bool {
	if len(want) != len(around) {
		return false
	}
	for i, block := range around {
		labels := want[i].Labels
		if block.Type != want[i].Type || len(block.Labels) < len(labels) ||
			!slices.Equal(block.Labels[:len(labels)], labels) {
			return false
		}
	}
	return true
}

// value returns the constant string under a path in a body, or "".
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

// header names a block as a file has it: resource "a" "b" > lifecycle.
func header(around []*hclwrite.Block) string {
	var text strings.Builder
	for i, block := range around {
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

// directory is where the file of an absolute path is.
func directory(path string) string {
	return path[:max(strings.LastIndexAny(path, `/\`), 0)]
}

// inDirectory reports whether a text is the path of something in a directory.
func inDirectory(text, dir string) bool {
	rest, ok := strings.CutPrefix(text, dir)
	return ok && deep(dir) && (rest == "" || rest[0] == '/' || rest[0] == '\\')
}

// deep reports whether a directory is not a general one, such as /usr or /tmp.
func deep(dir string) bool { return strings.Count(dir, "/")+strings.Count(dir, `\`) >= 2 }
