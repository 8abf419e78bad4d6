package cli

import (
	"bytes"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/schema"
)

// definition is a place where something is defined that a module may define once.
type definition struct {
	*source
	span hclwrite.Span
}

// twice refuses what the product accepts once in a module and the files have several times.
func (m *merger) twice() (diags hcl.Diagnostics) {
	d := m.sources[0].file.Dialect
	d.Prepare()
	first := map[string]definition{}
	define := func(key, name string, at definition) {
		before, again := first[key]
		if !again {
			first[key] = at
			return
		}
		diag := diagnostic.Errorf("Defined twice",
			"%s defines %s in line %d already. %s accepts one in a module: remove one "+
				"of the two.", before.name, name, m.place(before).Start.Line, d.Product)
		diag.Subject = m.place(at)
		diags = append(diags, diag)
	}
	for i, tree := range m.trees {
		for _, item := range tree.Body.Items {
			block, ok := item.(*hclwrite.Block)
			if !ok {
				continue
			}
			_, row := d.Root.Lookup(block.Type)
			switch {
			case row == nil || !row.Distinct:
			case row.Body.Free:
				for _, item := range block.Body.Items {
					words := []string{block.Type, item.ItemName()}
					define(key(words...), strings.Join(words, "."), definition{m.sources[i], item.ItemSpan()})
				}
			default:
				words := append([]string{block.Type}, block.Labels...)
				at := definition{m.sources[i], block.Span}
				define(key(append(words, apart(tree, block, row)...)...), strings.Join(words, "."), at)
			}
		}
	}
	return diags
}

func key(words ...string) string { return strings.Join(words, schema.LabelSeparator) }

// apart is the argument that tells a block from others with its labels.
func apart(tree *hclwrite.File, block *hclwrite.Block, row *schema.Block) []string {
	if a := block.Body.Attribute(row.Apart); row.Apart != "" && a != nil {
		return []string{tree.Text(a.Expr)}
	}
	return nil
}

// place is the first line of a definition.
func (m *merger) place(at definition) *hcl.Range {
	src := m.texts[at.name]
	line, _, _ := bytes.Cut(src[at.span.Start:at.span.End], []byte("\n"))
	return diagnostic.RangeAt(at.name, src, at.span.Start, at.span.Start+len(bytes.TrimRight(line, " {\r")))
}
