package address

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// Found is what is at an address.
type Found struct {
	// Address finds it alone, in its file.
	Address string
	Range   hcl.Range
	// Text is native syntax: an expression, or a block. String is the text of a string without
	// sequences, and IsString whether it is one.
	Text, String string
	IsString     bool
	// IsBlock: it is a block, or several.
	IsBlock bool

	place *place
}

// Get finds what is at an address.
func (m *Module) Get(a Address) (list []Found) {
	for _, f := range m.files {
		var places *hclwrite.Positions
		find(f, a.steps, func(p *place) {
			if places == nil {
				places = hclwrite.NewPositions(f.Bytes)
			}
			found := Found{Address: p.address, Range: places.Range(f.Filename, p.where()), Text: p.text(), place: p}
			if slot := p.slot(); slot == nil {
				found.IsBlock = p.root == nil
			} else if t, ok := (*slot).(*hclwrite.Template); ok && !hclwrite.HasSequence(t.Text) {
				found.IsString, found.String = true, hclwrite.TemplateText(t.Text)
			}
			list = append(list, found)
		}, nil)
	}
	return list
}

// text is a value, or blocks, or the file, as written. Lines after the first are indented as
// the first is.
func (p *place) text() string {
	span, tree := p.span(), p.file.tree
	switch e := p.element(); {
	case p.root != nil:
		return strings.TrimSuffix(tree.Source(), "\n")
	case p.group != nil:
		var texts []string
		for _, b := range p.group {
			texts = append(texts, p.block(b, "").text())
		}
		return strings.Join(texts, "\n\n")
	case e != nil:
		span = e.ValueSpan
	case p.slot() != nil && p.item != nil:
		span = p.item.(*hclwrite.Attribute).ValueSpan
	}
	src := tree.Source()
	line := src[strings.LastIndexByte(src[:min(span.Start, len(src))], '\n')+1:]
	return hclwrite.Outdent(tree.Written(span), line[:len(line)-len(strings.TrimLeft(line, " \t"))])
}

// where is the span of a place in the text of its file.
func (p *place) where() hclwrite.Span {
	f := p.file.root()
	if f.json == nil {
		span := p.span()
		if p.group != nil {
			span = p.group[0].Span
		}
		switch {
		case span == theFile:
			return hclwrite.Span{}
		case span == hclwrite.Span{} && p.outer != nil:
			return p.outer.where() // an item of an object in JSON
		}
		for in := p.file; in.outer != nil; in = in.outer {
			at := in.call.Start + in.start - len(in.margin+aside)
			span = hclwrite.Span{Start: span.Start + at, End: span.End + at}
		}
		return span
	}
	// The tree of the JSON has the same places.
	for p.file.outer != nil {
		p = p.outer
	}
	span := hclwrite.Span{}
	if a, err := Parse(cmp.Or(p.address, ".")); err == nil {
		like := *f
		like.tree, like.old, like.json = f.json, f.json, nil
		find(&like, a.steps, func(other *place) {
			if span == (hclwrite.Span{}) {
				span = other.where()
			}
		}, nil)
	}
	return span
}

// JSON is what was found, as JSON has it in the compact form: a value, or the body of a block.
func (m *Module) JSON(found Found) ([]byte, hcl.Diagnostics) {
	p := found.place
	file, rules, name := &hclwrite.File{}, p.rules, ""
	if slot := p.slot(); slot != nil {
		name, rules = "x", &schema.Body{Remain: schema.RemainAttributes, RemainValue: p.rule}
		file.Body.Set(name, *slot)
	} else if body := p.contents(); body != nil {
		file.Body = *body
	} else {
		for _, b := range p.group {
			file.Body.Append(b)
		}
	}
	text, diags := convert.WriteJSON(file, found.Range.Filename, p.file.language(rules), convert.Options{
		Form: convert.Compact, DropComments: true, Unread: true,
	})
	if diags.HasErrors() {
		return nil, diags
	}
	if root, _ := jsontree.Parse(text, ""); name != "" {
		v := root.Member(name)
		text = text[v.Start:v.End]
	}
	var b bytes.Buffer
	if err := json.Indent(&b, bytes.TrimSpace(text), "", "  "); err != nil {
		return nil, hcl.Diagnostics{problem("No JSON", "%s.", err)}
	}
	return b.Bytes(), nil
}

// language is that of the file with the rules of a body for the whole; nil: nothing is known.
func (f *file) language(rules *schema.Body) *schema.Dialect {
	if rules == nil {
		rules = &schema.Body{Remain: schema.RemainUnknown}
	}
	return &schema.Dialect{Name: f.dialect.Name, Product: f.dialect.Product, Root: rules, Roots: f.dialect.Roots}
}
