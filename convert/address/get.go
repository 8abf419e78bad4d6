package address

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/nativeedit"
	"github.com/hcljson/hcljson/internal/treediff"
	"github.com/hcljson/hcljson/schema"
)

// Found is what is at an address.
type Found struct {
	// Address finds it alone, in its file.
	Address string
	Range   hcl.Range
	// Text is native syntax: an expression, or a block. String is the text of a string without
	// sequences; nil if it is none.
	Text   string
	String *string
	// IsBlock: it is a block, or several.
	IsBlock bool

	place *place
}

// Get finds what is at an address.
func (m *Module) Get(a Address) (list []Found) {
	m.find(a.steps, func(p *place) {
		value := *p.slot()
		found := Found{
			Address: p.address, Range: p.where(), Text: p.text(), IsBlock: value == nil && p.root == nil, place: p,
		}
		if t, ok := value.(*hclwrite.Template); ok && !hcltext.HasSequence(t.Text) {
			text := hcltext.TemplateText(t.Text)
			found.String = &text
		}
		list = append(list, found)
	}, nil)
	return list
}

// find is that of all files.
func (m *Module) find(steps []step, yield func(*place), missed func(*place, []step)) {
	for _, f := range m.files {
		f.find(steps, yield, missed)
	}
}

// text is a value, or blocks, or the file, as written. Lines after the first are indented as
// the first is.
func (p *place) text() string {
	span, tree := p.span(), p.file.tree
	switch e := p.element(); {
	case p.root != nil:
		return strings.TrimSuffix(tree.Source(), "\n")
	case p.group != nil:
		texts := make([]string, len(p.group))
		for i, member := range p.group {
			texts[i] = member.text()
		}
		return strings.Join(texts, "\n\n")
	case e != nil:
		span = e.ValueSpan
	case *p.slot() != nil:
		span = p.item.(*hclwrite.Attribute).ValueSpan
	}
	src := tree.Source()
	return hcltext.Outdent(tree.Written(span), nativeedit.Margin(src, min(span.Start, len(src))))
}

// span tells a place from others of its file.
func (p *place) span() (span hclwrite.Span) {
	switch e := p.element(); {
	case p.root != nil:
		return p.root.Span
	case p.group != nil:
		return p.group[0].span()
	case p.item != nil:
		return p.item.ItemSpan()
	case e != nil:
		span, _ = treediff.PartOf(e)
	}
	return span
}

// where is the range of a place in the file of the module that has it.
func (p *place) where() hcl.Range {
	f := p.file.root()
	if f.places == nil {
		f.places = hcltext.NewPositions(f.Bytes)
	}
	at := p.in(f)
	return f.places.Range(f.Filename, at.Start, at.End)
}

// in is the span of a place in the text of the file of the module.
func (p *place) in(f *file) (span hclwrite.Span) {
	switch span = p.span(); {
	case p.outer != nil && (span == hclwrite.Span{} || f.json != nil && p.file != f):
		return p.outer.in(f) // JSON has no place for it
	case f.json != nil && p.group != nil:
		return p.group[0].in(f)
	case f.json != nil:
		if f.spans == nil {
			f.spans = f.jsonSpans()
		}
		return f.spans[p.address]
	}
	for in := p.file; in.outer != nil; in = in.outer {
		span = hclwrite.Span{Start: span.Start + in.base, End: span.End + in.base}
	}
	return span
}

// jsonSpans are the places in HCL-JSON by their addresses, which the tree of the JSON has as well.
func (f *file) jsonSpans() map[string]hclwrite.Span {
	like, spans := *f, make(map[string]hclwrite.Span)
	like.tree, like.json = f.json, nil
	like.find([]step{{kind: deep}}, func(p *place) {
		if _, known := spans[p.address]; !known {
			spans[p.address] = p.in(&like)
		}
	}, nil)
	return spans
}

// compact is the form of JSON that says only what there is.
var compact = convert.Options{Form: convert.Compact, DropComments: true, ForTools: true}

// JSON is what was found, as JSON has it in the compact form: a value, or the body of a block.
func (f Found) JSON() ([]byte, hcl.Diagnostics) {
	p := f.place
	file, rules, name := &hclwrite.File{}, p.rules, ""
	if value := *p.slot(); value != nil {
		name, rules = "x", &schema.Body{Remain: schema.RemainAttributes, RemainValue: p.rule}
		file.Body.Set(name, value)
	} else if body := p.contents(); body != nil {
		file.Body = *body
	}
	for _, member := range p.group {
		file.Body.Append(member.item)
	}
	text, diags := convert.WriteJSON(file, f.Range.Filename, p.language(rules), compact)
	if diags.HasErrors() {
		return nil, diags
	}
	v, _ := jsontree.Parse(text, "")
	if name != "" {
		v = v.Member(name)
	}
	var b bytes.Buffer
	_ = json.Indent(&b, text[v.Start:v.End], "", "  ") // it was just written
	return b.Bytes(), nil
}

// language is that of the module with the rules of a body for the whole; nil: nothing is known.
func (p *place) language(rules *schema.Body) *schema.Dialect {
	of := p.file.root().Dialect
	if rules == nil {
		rules = &schema.Body{Remain: schema.RemainUnknown}
	}
	return &schema.Dialect{Name: of.Name, Product: of.Product, Root: rules, Roots: of.Roots}
}
