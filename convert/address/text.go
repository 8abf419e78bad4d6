package address

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// text returns the text of a value, of blocks or of the file in native syntax, with all changes. Later
// lines are indented like the first one.
func (p *place) text() string {
	f := p.file
	value := *p.slot()
	switch {
	case p.root != nil && (f.JSON || f.isChanged()):
		return strings.TrimSuffix(string(f.tree.Bytes()), "\n")
	case p.root != nil:
		return strings.TrimSuffix(f.tree.Source(), "\n")
	case p.group != nil:
		texts := make([]string, len(p.group))
		for i, member := range p.group {
			texts[i] = member.text()
		}
		return strings.Join(texts, "\n\n")
	}
	node, span := hclwrite.Node(p.item), p.span()
	if value != nil {
		f.settle(value)
		node, span = value, p.valueSpan()
	}
	given, ok := f.sourceOf(node, span)
	if !ok {
		return p.printed()
	}
	text := hcltext.Outdent(given.Text, given.Margin)
	_, isGiven := f.changes.Given[value]
	isNew := !isGiven && hclwrite.SpanOf(value) == hclwrite.Span{} // the text is the one of an older value
	if value == nil || !isNew && !f.changes.IsStale(value) {
		return text
	}
	old := f.changes.Before(value)
	if isNew {
		switch owner := f.changes.Before(p.treeNode()).(type) {
		case *hclwrite.Attribute:
			old = owner.Expr
		case *hclwrite.Element:
			old = owner.Value
		}
	}
	return nativeedit.EditedText(f.changes, old, value, text)
}

// sourceOf returns the native text of a node before its changes: the given text, or the one at a position of the file
// with new names.
func (f *file) sourceOf(node hclwrite.Node, span hclwrite.Span) (text treediff.Given, ok bool) {
	if given, ok := f.changes.Given[node]; ok {
		return given, true
	}
	if f.JSON || span == (hclwrite.Span{}) {
		return text, false
	}
	text.Margin = nativeedit.Margin(f.text, span.Start)
	text.Text = nativeedit.Replace(f.text[span.Start:span.End], nil, f.respelledIn(span))
	return text, true
}

// valueSpan returns the position of a value, with its parentheses.
func (p *place) valueSpan() hclwrite.Span {
	if e := p.element(); e != nil {
		return e.ValueSpan
	}
	return p.item.(*hclwrite.Attribute).ValueSpan
}

// isChanged reports whether a file has changed places.
func (f *file) isChanged() bool { return !f.changes.IsEmpty() }

// itemText returns the text of an argument or block with its comments.
func (p *place) itemText() (text string, diags hcl.Diagnostics) {
	f := p.file
	if p.item == nil || p.group != nil || f.outer != nil {
		return "", p.cannot("is not one block or argument")
	}
	if f.settle(p.item); f.JSON {
		return printedItems(p.item), nil
	}
	lines := hclwrite.SpanOf(p.item)
	if (lines != hclwrite.Span{}) {
		lines = nativeedit.ItemLines(f.text, f.changes.OriginalBody(p.outer.treeNode()), p.item, p.found)
	}
	source, ok := f.sourceOf(p.item, lines)
	if !ok {
		return printedItems(p.item), nil
	}
	raw := strings.TrimSuffix(source.Text, "\n") + "\n"
	old, wrong := hclwrite.ParseFile([]byte(raw), "")
	isChanged := f.changes.Has(p.item)
	if content := old.Body.Content(); wrong.HasErrors() || len(content) != 1 || !isChanged && !hclwrite.Equal(content[0], p.item) {
		return "", p.cannot("shares its lines with other content; write it on lines of its own first")
	}
	if isChanged {
		raw = nativeedit.EditedText(f.changes, f.changes.Before(p.item), p.item, raw)
	}
	raw = strings.TrimRight(strings.TrimPrefix(raw, source.Margin), "\r\n")
	return hcltext.Outdent(raw, source.Margin), nil
}

// settle writes the changes in the arguments of the calls in a node.
func (f *file) settle(node hclwrite.Node) {
	hclwrite.Walk(node, func(node hclwrite.Node) bool {
		if call, ok := node.(*hclwrite.Native); ok {
			f.settleCall(call)
		}
		return true
	})
}

// close removes the places in the arguments of a call.
func (f *file) close(call *hclwrite.Native) {
	for _, arg := range f.opened[call] {
		arg.owner.forget()
	}
	delete(f.opened, call)
}

// settleCall writes the changes in the arguments of a call.
func (f *file) settleCall(call *hclwrite.Native) {
	args, old := f.opened[call], call.Text
	if !slices.ContainsFunc(args, (*file).isChanged) {
		return
	}
	for _, arg := range slices.Backward(args) {
		text, diags := arg.write()
		if f.late = append(f.late, diags...); !bytes.Equal(text, arg.Bytes) {
			value := strings.TrimSuffix(strings.TrimPrefix(strings.TrimLeft(string(text), " \t"), argumentName), "\n")
			call.Text = call.Text[:arg.at.Start] + value + call.Text[arg.at.End:]
		}
	}
	if f.close(call); call.Text == old {
		return
	}
	f.deletes(call)
	f.inserts(args[0].owner.items()...)
	delete(f.changes.Given, call)
	if f.root().JSON {
		call.Span = hclwrite.Span{}
		return
	}
	// Write a call on one line with its own spaces, unless it is in parentheses or in a template.
	before := strings.TrimSpace(f.text[:min(call.Span.Start, len(f.text))])
	if !strings.Contains(call.Text, "\n") && !strings.HasSuffix(before, "(") && !strings.HasSuffix(before, "{") {
		if e, diags := nativeedit.ParseValue(f.changes, call.Text); !diags.HasErrors() {
			f.changes.Given[call] = f.changes.Given[e]
		}
	}
}
