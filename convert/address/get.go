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
			found := Found{Address: p.address, Range: places.Range(f.Filename, p.where()), place: p}
			if slot := p.slot(); slot != nil {
				found.Text = p.text()
				if t, ok := (*slot).(*hclwrite.Template); ok && !hclwrite.HasSequence(t.Text) {
					found.IsString, found.String = true, hclwrite.TemplateText(t.Text)
				}
			} else {
				found.Text, found.IsBlock = p.blockText(), p.root == nil
			}
			list = append(list, found)
		}, nil)
	}
	return list
}

// text is a value as it is in the file. Lines after the first are indented as the first is.
func (p *place) text() string {
	span := p.span()
	switch i := p.index(); {
	case p.tuple != nil:
		span = p.tuple.Items[i].ValueSpan
	case p.object != nil:
		span = p.object.Items[i].ValueSpan
	case p.slot() != nil:
		span = p.item.(*hclwrite.Attribute).ValueSpan
	}
	src := p.file.old.Source()
	text := src[span.Start:span.End]
	if strings.Contains(text, "<<") {
		return text
	}
	return outdented(text, src[strings.LastIndexByte(src[:span.Start], '\n')+1:])
}

// outdented is a text without the spaces that a line starts with, if all of its lines have
// them.
func outdented(text, line string) string {
	margin := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	first, rest, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(rest) {
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, margin) {
			return text
		}
	}
	if rest == "" || margin == "" {
		return text
	}
	return first + strings.ReplaceAll("\n"+rest, "\n"+margin, "\n")
}

// blockText are blocks as they are in the file, or the file.
func (p *place) blockText() string {
	if p.root != nil {
		return strings.TrimSuffix(p.file.old.Source(), "\n")
	}
	if p.group == nil {
		return p.text()
	}
	var texts []string
	for _, b := range p.group {
		texts = append(texts, p.block(b, "").text())
	}
	return strings.Join(texts, "\n\n")
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
		name, rules = "x", &schema.Body{Rest: schema.RestAttributes, RestValue: p.rule}
		file.Body.Set(name, *slot)
	} else if body := p.contents(); body != nil {
		file.Body = *body
	} else {
		for _, b := range p.group {
			file.Body.Append(b)
		}
	}
	if rules == nil {
		rules = &schema.Body{Rest: schema.RestUnknown}
	}
	dialect := &schema.Dialect{Name: m.dialect.Name, Product: m.dialect.Product, Root: rules, Roots: m.dialect.Roots}
	text, diags := convert.WriteJSON(file, found.Range.Filename, dialect, convert.Options{
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
