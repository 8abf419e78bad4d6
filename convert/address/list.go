package address

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// Listed is a block or an argument of [Module.List].
type Listed struct {
	// Address identifies it in its file.
	Address string
	Range   hcl.Range
	IsBlock bool
}

// List returns the blocks at an address and the blocks in them, and with attributes also their
// arguments, in the order of the files. depth is the maximum number of levels, or 0 for all.
func (m *Module) List(a Address, depth int, attributes bool) (list []Listed) {
	for _, f := range m.files {
		found, start := map[*node]bool{}, len(list)
		var add func(p *place, level int)
		add = func(p *place, level int) {
			_, block := p.item.(*hclwrite.Block)
			_, attribute := p.item.(*hclwrite.Attribute)
			switch {
			case p.root != nil:
				level--
			case p.group != nil:
				for _, member := range p.group {
					add(member, level)
				}
				return
			case !block && (!attribute || !attributes) || depth > 0 && level > depth || found[p.node]:
				return
			default:
				found[p.node] = true
				list = append(list, Listed{Address: p.address, Range: p.where(), IsBlock: block})
			}
			if p.contents() != nil {
				for _, part := range p.allParts() {
					add(part, level+1)
				}
			}
		}
		for _, p := range f.find(a.steps) {
			add(p, 1)
		}
		slices.SortStableFunc(list[start:], func(a, b Listed) int {
			return cmp.Compare(a.Range.Start.Byte, b.Range.Start.Byte)
		})
	}
	return list
}

// Body returns the content of one or more blocks without their braces, labels and leading indentation.
// It returns false for values.
func (f Found) Body() (text string, ok bool) {
	if group := f.place.group; group != nil {
		texts := make([]string, len(group))
		for i, member := range group {
			texts[i], ok = Found{place: member}.Body()
		}
		return strings.Join(texts, "\n\n"), ok
	}
	block, ok := f.place.item.(*hclwrite.Block)
	if f.place.root != nil || !ok {
		return f.Text, f.place.root != nil
	}
	src := f.place.file.tree.Source()
	if f.place.file.JSON {
		printed, _ := hclwrite.ParseFile(f.place.printed()+"\n", "")
		block, src = printed.Body.Items[0].(*hclwrite.Block), printed.Source()
	}
	inner := src[block.Body.Span.Start:block.Body.Span.End]
	if strings.TrimSpace(inner) == "" {
		return "", true
	}
	if !strings.Contains(inner, "\n") {
		return strings.TrimSpace(inner), true
	}
	// The text starts with the comments on the line of the opening brace. The indentation of the
	// closing brace is at its end.
	head, lines, _ := strings.Cut(inner, "\n")
	lines = strings.TrimRight(lines, " \t\r\n")
	lines = strings.TrimPrefix(hcltext.Outdent("\n"+lines, nativeedit.Margin(lines, len(lines)-len(strings.TrimLeft(lines, " \t\r\n")))), "\n")
	if head = strings.TrimSpace(head); head != "" {
		lines = head + "\n" + lines
	}
	return lines, true
}
