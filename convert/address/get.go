package address

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/treediff"
	"github.com/hcljson/hcljson/schema"
)

// Found is a result of [Module.Get].
type Found struct {
	// Address identifies the result in its file.
	Address string
	Range   hcl.Range
	// Text is native syntax: an expression or a block. String is the text of a string without
	// interpolations and directives; it is nil for other values.
	Text   string
	String *string
	// IsBlock is true for one or more blocks.
	IsBlock bool
	// IsEntry is true for an entry of an object that a condition at the end of the address selects.
	IsEntry bool

	place *place
}

// Get returns the parts at an address.
func (m *Module) Get(a Address) (list []Found) {
	for _, p := range m.find(a.steps) {
		value, e := *p.slot(), p.element()
		found := Found{
			Address: p.address, Range: p.where(), Text: p.text(), IsBlock: value == nil && p.root == nil, place: p,
		}
		found.IsEntry = e != nil && e.Key != nil && len(a.steps) > 0 && a.steps[len(a.steps)-1].kind == where
		if t, ok := value.(*hclwrite.Template); ok && !hcltext.HasSequence(t.Text) {
			text := hcltext.TemplateText(t.Text)
			found.String = &text
		}
		list = append(list, found)
	}
	return list
}

// find returns the places of an address in all files.
func (m *Module) find(steps []step) (list []*place) {
	for _, f := range m.files {
		list = append(list, f.find(steps)...)
	}
	return list
}

// missed returns the places in all files at which a step selects nothing.
func (m *Module) missed(steps []step) (list []missed) {
	for _, f := range m.files {
		list = append(list, f.search(steps).missed...)
	}
	return list
}

// positions returns the positions of places.
func positions(list []*place) (ranges []hcl.Range) {
	for _, p := range list {
		ranges = append(ranges, p.where())
	}
	return ranges
}

// printed returns the text of a value or a block of HCL-JSON in native syntax.
func (p *place) printed() string {
	if value := *p.slot(); value != nil {
		return hclwrite.ExprText(value)
	}
	block := *p.item.(*hclwrite.Block)
	block.Comments = hclwrite.CommentsAt(hclwrite.Open, block.Comments.At(hclwrite.Open)...)
	return printedItems(&block)
}

func printedItems(items ...hclwrite.Item) string {
	file := hclwrite.File{Body: hclwrite.Body{Items: items}}
	return strings.TrimSuffix(string(file.Bytes()), "\n")
}

// span returns the span that identifies a place in its file.
func (p *place) span() (span hclwrite.Span) {
	switch e := p.element(); {
	case p.root != nil:
		return p.root.Span
	case p.group != nil:
		return p.group[0].span()
	case p.item != nil:
		return hclwrite.SpanOf(p.item)
	case e != nil:
		span, _ = treediff.SpanAndParts(e)
	}
	return span
}

// where returns the range of a place in its file of the module.
func (p *place) where() hcl.Range {
	f := p.file.root()
	return f.rangeOf(p.in(f))
}

// in returns the span of a place in the text of a file of the module.
func (p *place) in(f *file) (span hclwrite.Span) {
	span = p.span()
	if p.outer != nil && (span == hclwrite.Span{} || f.JSON && p.file != f) {
		return p.outer.in(f) // the file contains no position of the place
	}
	for in := p.file; in.outer != nil; in = in.outer {
		span = hclwrite.Span{Start: span.Start + in.base, End: span.End + in.base}
	}
	return span
}

// compact are the options for the shortest form of JSON.
var compact = convert.Options{Form: convert.Compact, DropComments: true, ForTools: true}

// JSON returns the result as JSON in compact form: a value, or the body of a block.
func (f Found) JSON() ([]byte, hcl.Diagnostics) {
	p := f.place
	file, rules, name := &hclwrite.File{}, p.rules, ""
	if value := *p.slot(); value != nil {
		name, rules = "x", &tables.Body{Remain: tables.RemainAttributes, RemainValue: p.rule}
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

// language returns the language of the module with the schema of a body at its root; nil for an
// unknown schema.
func (p *place) language(rules *tables.Body) *schema.Dialect {
	of := p.file.root().Dialect
	if rules == nil {
		rules = &tables.Body{Remain: tables.RemainUnknown}
	}
	return &schema.Dialect{Name: of.Name, Product: of.Product, Root: rules, Roots: of.Roots}
}
