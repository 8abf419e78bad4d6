package eject

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// quotedBeside is a string in an expression that is a path to what is next to the
// configuration.
var quotedBeside = regexp.MustCompile(`"(?:\$\{path\.(?:module|root)\}/|\./)([^"$%\\]+)"`)

// Beside returns the paths in a configuration's strings that may be of files next to
// it, without what they begin with: ./, or ${path.module}/. They are cleaned, below
// the directory, in order of appearance, and none twice.
func Beside(body *hclwrite.Body) []string {
	var found []string
	add := func(text string) {
		clean := path.Clean(text)
		if name, ok := below(clean); ok && name == clean && clean != "." && !slices.Contains(found, clean) {
			found = append(found, clean)
		}
	}
	hclwrite.Walk(body, func(node any) bool {
		expression := ""
		switch node := node.(type) {
		case *hclwrite.Template:
			text := node.Text
			for _, start := range []string{"${path.module}/", "${path.root}/", "./"} {
				text = strings.TrimPrefix(text, start)
			}
			switch {
			case hclwrite.HasSequence(text):
				expression = text
			case text != node.Text:
				add(hclwrite.TemplateText(text))
			}
		case *hclwrite.Native:
			expression = node.Text
		}
		for _, match := range quotedBeside.FindAllStringSubmatch(expression, -1) {
			add(match[1])
		}
		return true
	})
	return found
}

// Move is a path in a configuration that leads from another place to the same one.
type Move struct {
	Before, After string
	text          *hclwrite.Template
}

// Undo puts the path back as it was, and Redo does what Undo has undone.
func (m Move) Undo() { m.text.Text = m.Before }
func (m Move) Redo() { m.text.Text = m.After }

// Relocate changes the paths to directories above that of a configuration which goes
// to another place. The rows are those of arguments that hold paths; to returns a
// path from the new place, or that it stays.
func Relocate(body *hclwrite.Body, rows []schema.Look, to func(path string) (string, bool)) []Move {
	var moves []Move
	bodies(body, nil, func(body *hclwrite.Body, around []*hclwrite.Block) {
		for _, row := range rows {
			if !leads(row.Blocks, around) || len(row.Path) != 1 {
				continue
			}
			attr := body.Attribute(row.Path[0])
			if attr == nil {
				continue
			}
			t, ok := attr.Expr.(*hclwrite.Template)
			if !ok || hclwrite.HasSequence(t.Text) || !strings.HasPrefix(t.Text, "../") {
				continue
			}
			if after, ok := to(hclwrite.TemplateText(t.Text)); ok {
				move := Move{Before: t.Text, After: hclwrite.EscapeTemplate(after), text: t}
				moves, t.Text = append(moves, move), move.After
			}
		}
	})
	return moves
}

// quotedAbove is a string in an expression that is such a path.
var quotedAbove = regexp.MustCompile(`"(\.\./[^"$%\\]*)"`)

// Above returns the strings of a configuration that are paths to what is not below
// its directory: ../x. None appears twice.
func Above(body *hclwrite.Body) []string {
	var found []string
	hclwrite.Walk(body, func(node any) bool {
		expression := ""
		switch node := node.(type) {
		case *hclwrite.Template:
			if expression = node.Text; !hclwrite.HasSequence(node.Text) {
				expression = hclwrite.Quote(hclwrite.TemplateText(node.Text))
			}
		case *hclwrite.Native:
			expression = node.Text
		}
		for _, match := range quotedAbove.FindAllStringSubmatch(expression, -1) {
			if !slices.Contains(found, match[1]) {
				found = append(found, match[1])
			}
		}
		return true
	})
	return found
}
