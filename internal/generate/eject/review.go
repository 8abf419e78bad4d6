package eject

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/hcltext"
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

// Review finds the places that need attention in the files of a module: arguments in the rows,
// unresolved tokens of the generator, and absolute paths of the machine where it ran. machine are
// known directories of that machine. Review finds more of them in the files.
func Review(
	files []File, rows []conventions.Look, placeholders []conventions.Placeholder, machine ...string,
) ([]Note, hcl.Diagnostics) {
	l := &reviewer{rows: rows, placeholders: placeholders, machine: machine}
	var diags hcl.Diagnostics
	trees := make([]*hclwrite.File, len(files))
	for i, file := range files {
		var more hcl.Diagnostics
		if trees[i], more = hclwrite.ParseFile(file.Bytes, file.Name); more.HasErrors() {
			return nil, append(diags, more...)
		}
		eachBody(&trees[i].Body, nil, l.findMachine)
	}
	for i, file := range files {
		l.file, l.places = file.Name, hcltext.NewPositions(file.Bytes)
		l.reviewBody(&trees[i].Body, nil)
	}
	return l.notes, diags
}

type reviewer struct {
	rows         []conventions.Look
	placeholders []conventions.Placeholder
	machine      []string
	file         string
	places       *hcltext.Positions
	notes        []Note
}

func (l *reviewer) addNote(span hclwrite.Span, place, text string) {
	l.notes = append(l.notes, Note{Place: place, Text: text, Range: l.places.Range(l.file, span.Start, span.End)})
}

// findMachine collects directories of the machine from the arguments of rows with Machine set.
func (l *reviewer) findMachine(body *hclwrite.Body, parents []*hclwrite.Block) {
	for _, row := range l.rows {
		if !row.Machine || !matchBlocks(row.Blocks, parents) {
			continue
		}
		if text, _ := stringAt(body, row.Path); isAbsolute(text) {
			if dir := directoryOf(text); !slices.Contains(l.machine, dir) {
				l.machine = append(l.machine, dir)
			}
		}
	}
}

// eachBody calls visit for a body and its nested bodies, each with its enclosing blocks.
func eachBody(b *hclwrite.Body, parents []*hclwrite.Block, visit func(*hclwrite.Body, []*hclwrite.Block)) {
	visit(b, parents)
	for _, item := range b.Items {
		if block, ok := item.(*hclwrite.Block); ok {
			eachBody(&block.Body, append(slices.Clip(parents), block), visit)
		}
	}
}

func (l *reviewer) reviewBody(body *hclwrite.Body, parents []*hclwrite.Block) {
	reported := l.reviewRows(body, parents)
	for _, item := range body.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			l.reviewValue(item, parents, reported)
		case *hclwrite.Block:
			inner := append(slices.Clip(parents), item)
			if slices.ContainsFunc(item.Labels, l.isUnresolved) {
				l.addNote(item.Span, headers(inner), tokenText)
			}
			l.reviewBody(&item.Body, inner)
		}
	}
}

// reviewRows reports the value of the first matching row, and returns its position.
func (l *reviewer) reviewRows(body *hclwrite.Body, parents []*hclwrite.Block) hclwrite.Span {
	for _, row := range l.rows {
		if !matchBlocks(row.Blocks, parents) {
			continue
		}
		if len(row.Path) == 0 {
			l.addNote(parents[len(parents)-1].Span, headers(parents), row.Why)
			return hclwrite.Span{}
		}
		if text, span := stringAt(body, row.Path); isAbsolute(text) || !row.Machine && text != "" {
			l.addNote(span, headers(parents)+": "+strings.Join(row.Path, "."), hcltext.Quote(text)+" "+row.Why)
			return span
		}
	}
	return hclwrite.Span{}
}

// isUnresolved reports whether a text contains an unresolved placeholder of the generator.
func (l *reviewer) isUnresolved(text string) bool {
	return slices.ContainsFunc(l.placeholders, func(p conventions.Placeholder) bool { return p.OccursIn(text) })
}

const tokenText = "holds a token of the generator, which it did not resolve"

// reviewValue checks the value of an argument.
func (l *reviewer) reviewValue(attr *hclwrite.Attribute, parents []*hclwrite.Block, reported hclwrite.Span) {
	place := attr.Name
	if len(parents) > 0 {
		place = headers(parents) + ": " + attr.Name
	}
	l.reviewExpr(attr.Expr, place, reported)
}

// reviewExpr checks an expression, except for the string at the position reported.
func (l *reviewer) reviewExpr(expr hclwrite.Expr, place string, reported hclwrite.Span) {
	switch expr := expr.(type) {
	case *hclwrite.Object:
		for _, item := range expr.Elements() {
			key := item.Key.Text
			if l.isUnresolved(key) {
				l.addNote(item.Key.Span, place, "holds a token of the generator as a key, which it did not resolve")
			}
			if item.Key.IsConstant() {
				key = hcltext.TemplateText(key)
			}
			l.reviewExpr(item.Value, place+"."+key, reported)
		}
	case *hclwrite.Tuple:
		for _, item := range expr.Elements() {
			l.reviewExpr(item.Value, place, reported)
		}
	case *hclwrite.Template:
		if expr.Span != reported {
			l.reviewText(expr, place)
		}
	case *hclwrite.Literal:
		if l.isUnresolved(expr.Text) {
			l.addNote(expr.Span, place, expr.Text+" stands for a value that the generator did not resolve")
		}
	case *hclwrite.Native:
		switch {
		case l.isUnresolved(expr.Text):
			l.addNote(expr.Span, place, tokenText)
		case slices.ContainsFunc(l.machine, func(dir string) bool {
			return isDeep(dir) && strings.Contains(expr.Text, `"`+dir)
		}):
			l.addNote(expr.Span, place, "holds a path on the machine where this was made")
		}
	}
}

// reviewText checks a string.
func (l *reviewer) reviewText(t *hclwrite.Template, place string) {
	switch {
	case l.isUnresolved(t.Text):
		l.addNote(t.Span, place, tokenText)
	case slices.ContainsFunc(l.machine, func(dir string) bool { return isInDirectory(t.Text, dir) }):
		l.addNote(t.Span, place, hcltext.QuoteTemplate(t.Text)+" is a path on the machine where this was made")
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

// stringAt returns the constant string at a path in a body, or "".
func stringAt(body *hclwrite.Body, path []string) (_ string, _ hclwrite.Span) {
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

// headers returns the headers of blocks, such as resource "a" "b" > lifecycle.
func headers(parents []*hclwrite.Block) string {
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

// isAbsolute reports whether a text is an absolute path on any system.
func isAbsolute(text string) bool {
	return strings.HasPrefix(text, "/") || len(text) > 2 && text[1] == ':' && (text[2] == '\\' || text[2] == '/')
}

// directoryOf returns the directory of an absolute path.
func directoryOf(path string) string {
	return path[:max(strings.LastIndexAny(path, `/\`), 0)]
}

// isInDirectory reports whether a text is a path in a directory.
func isInDirectory(text, dir string) bool {
	rest, ok := strings.CutPrefix(text, dir)
	return ok && isDeep(dir) && (rest == "" || rest[0] == '/' || rest[0] == '\\')
}

// isDeep reports whether a directory is not a general one, such as /usr or /tmp.
func isDeep(dir string) bool { return strings.Count(dir, "/")+strings.Count(dir, `\`) >= 2 }
