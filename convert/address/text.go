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
	span := p.span()
	if value != nil {
		f.settle(value)
		span = p.valueSpan()
	}
	if (span == hclwrite.Span{}) || f.JSON && !f.given.Contains(span) {
		return p.printed()
	}
	text := hcltext.Outdent(f.given.Text(span), f.given.Margin(span))
	if value == nil || !f.isChanged() {
		return text
	}
	if source, diags := hclwrite.ParseExpr(text+"\n", ""); !diags.HasErrors() && hclwrite.Equal(source, value) {
		return text
	}
	return f.editedValue(value, span)
}

// valueSpan returns the position of a value, with its parentheses.
func (p *place) valueSpan() hclwrite.Span {
	if span := hclwrite.SpanOf(*p.slot()); p.file.given.Contains(span) {
		return span
	}
	if e := p.element(); e != nil {
		return e.ValueSpan
	}
	return p.item.(*hclwrite.Attribute).ValueSpan
}

// isChanged reports whether a file has changed places.
func (f *file) isChanged() bool { return len(f.touched) > 0 }

// editedValue returns the text of a changed value, whose text at a position was written before the change.
func (f *file) editedValue(value hclwrite.Expr, at hclwrite.Span) string {
	head := f.given.Margin(at) + "x = "
	raw := head + f.given.Text(at) + "\n"
	item := &hclwrite.Attribute{Name: "x", Expr: value}
	item.Span = hclwrite.Span{Start: at.Start - len("x = "), End: at.End}
	item.ValueSpan = at
	text, ok := strings.CutPrefix(f.edited(item, raw, at.Start-len(head)), head)
	if _, diags := hclwrite.ParseExpr(text, ""); !ok || diags.HasErrors() {
		return hclwrite.ExprText(value)
	}
	return hcltext.Outdent(strings.TrimSuffix(text, "\n"), f.given.Margin(at))
}

// edited returns the text of a changed item. raw is its text before the change, and start the position of raw.
func (f *file) edited(item hclwrite.Item, raw string, start int) string {
	old, diags := hclwrite.ParseFile([]byte(raw), f.Filename)
	if diags.HasErrors() {
		return ""
	}
	// The positions in raw start at 0, and those of all other given texts follow.
	length, given := len(f.text), f.given.For(raw)
	move := func(s *hclwrite.Span, n int) { s.Start, s.End = s.Start+n, s.End+n }
	shift(item, nil, func(s *hclwrite.Span) {
		if s.Start >= start && s.End <= start+len(raw) {
			move(s, -start)
		} else {
			move(s, len(raw)-length)
		}
	})
	text, _, _ := nativeedit.ApplyTree(old, &hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{item}}}, given, f.next)
	shift(item, nil, func(s *hclwrite.Span) {
		if given.Contains(*s) {
			move(s, length-len(raw))
		} else {
			move(s, start)
		}
	})
	return string(text)
}

// shift changes the positions of a node and of all nodes in it. known, if not nil, contains the changed positions.
func shift(node hclwrite.Node, known map[*hclwrite.Span]bool, to func(*hclwrite.Span)) {
	hclwrite.Walk(node, func(node hclwrite.Node) bool {
		for _, span := range treediff.Spans(node) {
			if *span == (hclwrite.Span{}) || known[span] {
				continue
			}
			if to(span); known != nil {
				known[span] = true
			}
		}
		return true
	})
}

// itemText returns the text of an argument or block with its comments.
func (p *place) itemText() (text string, diags hcl.Diagnostics) {
	f := p.file
	if p.item == nil || p.group != nil || f.outer != nil {
		return "", p.cannot("is not one block or argument")
	}
	if f.settle(p.item); f.JSON {
		return printedItems(p.item), nil
	}
	span := hclwrite.SpanOf(p.item)
	if (span == hclwrite.Span{}) {
		return printedItems(p.item), nil
	}
	at, was := span, hclwrite.Item(nil)
	if !f.given.Contains(span) {
		body, i := itemAt(&f.before().Body, span)
		at, was = nativeedit.ItemLines(f.before(), body, i), body.Items[i]
	}
	raw := strings.TrimSuffix(f.given.Text(at), "\n") + "\n"
	margin := f.given.Margin(at)
	old, wrong := hclwrite.ParseFile([]byte(raw), "")
	switch content := old.Body.Content(); {
	case wrong.HasErrors() || len(content) != 1 || was != nil && !hclwrite.Equal(content[0], was):
		return "", p.cannot("shares its lines with other content; write it on lines of its own first")
	case !hclwrite.Equal(content[0], p.item):
		raw = f.edited(p.item, raw, at.Start)
	}
	raw = strings.TrimRight(strings.TrimPrefix(raw, margin), "\r\n")
	return hcltext.Outdent(raw, margin), nil
}

// itemAt returns the body and the index of the item at a position.
func itemAt(body *hclwrite.Body, at hclwrite.Span) (*hclwrite.Body, int) {
	for {
		i, _ := slices.BinarySearchFunc(body.Items, at.Start, func(item hclwrite.Item, start int) int {
			return hclwrite.SpanOf(item).End - start - 1
		})
		if hclwrite.SpanOf(body.Items[i]) == at {
			return body, i
		}
		body = &body.Items[i].(*hclwrite.Block).Body
	}
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
	if f.root().JSON {
		call.Span = hclwrite.Span{}
		return
	}
	// Write a call on one line with its own spaces, unless it is in parentheses or in a template.
	before := strings.TrimSpace(f.text[:min(call.Span.Start, len(f.text))])
	if !strings.Contains(call.Text, "\n") && !strings.HasSuffix(before, "(") && !strings.HasSuffix(before, "{") {
		if e, diags := f.given.ParseValue(call.Text); !diags.HasErrors() {
			call.Span = hclwrite.SpanOf(e)
		}
	}
}

// renew gives new items that changed since they were added the text of their present content.
func (f *file) renew(body *hclwrite.Body) {
	for i, item := range body.Items {
		block, isBlock := item.(*hclwrite.Block)
		switch span := hclwrite.SpanOf(item); {
		case !f.given.Contains(span):
			if isBlock {
				f.renew(&block.Body)
			}
		default:
			raw := strings.TrimSuffix(f.given.Text(span), "\n") + "\n"
			old, diags := hclwrite.ParseFile([]byte(raw), "")
			if diags.HasErrors() || len(old.Body.Items) != 1 || hclwrite.Equal(old.Body.Items[0], item) {
				continue
			}
			text := strings.TrimSuffix(f.edited(item, raw, span.Start), "\n")
			parts, wrong := f.given.ParseParts(text, true, false)
			if wrong == "" && len(parts) == 1 && hclwrite.Equal(parts[0], item) {
				renewed := parts[0].(hclwrite.Item)
				body.Items[i], f.next[renewed] = renewed, f.next[item]
				f.touched[hclwrite.SpanOf(renewed)] = true
			}
		}
	}
}
