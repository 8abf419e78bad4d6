package convert

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/jsonemit"
	"github.com/hcljson/hcljson/schema"
)

// Document is a file in HCL-JSON that is written block by block, for one that has
// more of them than should be in memory as a tree. It is what [WriteJSON] writes of a
// tree in which the blocks of a type are together. A Document is used by one
// goroutine.
type Document struct {
	c        *arranger
	sections []*section
}

// section is the blocks of one type.
type section struct {
	group group
	// parts are the elements of the array of blocks; nil where the blocks must be
	// known all before one of them can be written.
	parts []writer
}

// partSize is how long a part gets: one that grows is copied.
const partSize = 1 << 18

// NewDocument returns a document without blocks. Blocks of the types come first, in
// that order; types that are not among them follow as they come.
func NewDocument(filename string, dialect *schema.Dialect, opts Options, types ...string) (*Document, hcl.Diagnostics) {
	if diags := prepare(dialect, filename); diags != nil {
		return nil, diags
	}
	d := &Document{c: newArranger(&hclwrite.File{}, filename, dialect, opts)}
	for _, blockType := range types {
		d.section(blockType)
	}
	return d, nil
}

func (d *Document) section(blockType string) *section {
	i := slices.IndexFunc(d.sections, func(s *section) bool { return s.group.name == blockType })
	if i >= 0 {
		return d.sections[i]
	}
	s := &section{group: group{name: blockType}}
	s.group.argument, s.group.rule = d.c.dialect.Root.Lookup(blockType)
	rule := s.group.rule
	if d.c.opts.Form == General && rule != nil && len(rule.Labels) > 0 && rule.Shape != schema.ObjectShape {
		s.parts = []writer{d.part()}
	}
	d.sections = append(d.sections, s)
	return s
}

// Append adds blocks, which must not change any more.
func (d *Document) Append(list ...*hclwrite.Block) {
	c := d.c
	for _, block := range list {
		body := hclwrite.Body{Items: []hclwrite.Item{block}}
		if diags := hclwrite.Check(&hclwrite.File{Body: body}, c.filename); diags.HasErrors() {
			c.diags, c.failed = append(c.diags, diags...), true
			continue
		}
		block = withLabels(&body, c.dialect.Root).Items[0].(*hclwrite.Block)
		s := d.section(block.Type)
		if s.parts == nil {
			s.group.blocks = append(s.group.blocks, block)
			continue
		}
		one := s.group
		one.blocks = []*hclwrite.Block{block}
		c.prepare(&one)
		arranged, ok := c.blocks(&one, c.dialect.Root).(*blocks)
		if !ok {
			continue
		}
		last := &s.parts[len(s.parts)-1]
		if last.Len() > partSize {
			s.parts = append(s.parts, d.part())
			last = &s.parts[len(s.parts)-1]
		}
		last.element(arranged, &arranged.list[0])
		c.checkDepth(last)
	}
}

func (d *Document) part() writer {
	return writer{Writer: jsonemit.Part(len("{[")), file: d.c.file}
}

// Bytes returns the document with the blocks that it has so far, or nil when the
// diagnostics have an error.
func (d *Document) Bytes() ([]byte, hcl.Diagnostics) {
	c := *d.c
	c.store = store{}
	w := writer{file: c.file}
	size := 0
	for _, s := range d.sections {
		for i := range s.parts {
			size += s.parts[i].Len()
		}
	}
	w.Grow(size + size/16)
	w.BeginObject()
	for _, s := range d.sections {
		switch {
		case len(s.group.blocks) > 0:
			g := s.group
			c.prepare(&g)
			w.property((&pending{&g, &c}).arrange(), &signs{})
		case len(s.parts) > 0 && s.parts[0].Len() > 0:
			w.Name(s.group.name)
			w.BeginArray()
			for i := range s.parts {
				w.Include(s.parts[i].Writer)
			}
			w.EndArray()
		}
	}
	w.EndObject()
	c.checkDepth(&w)
	if c.failed {
		return nil, c.diags
	}
	return w.Bytes(), c.diags
}
