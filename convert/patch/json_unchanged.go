package patch

import (
	"iter"
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/treediff"
)

// unchangedItems returns the items of an edited file whose content does not need to be written as
// JSON, because the source contains equal items. It maps their indexes to the indexes in the source.
func (e *jsonEdit) unchangedItems(native *hclwrite.File) map[int]int {
	olds := itemsByHead(&e.old.Body)
	unchanged := make(map[int]int)
	for head, list := range itemsByHead(&native.Body) {
		same := olds[head]
		for k, i := range list {
			for _, n := range [2]int{k, len(same) - len(list) + k} { // counted from the first item, and from the last item
				if n >= 0 && n < len(same) && e.canOmit(native.Body.Items[i]) &&
					e.match.EqualItems(e.old.Body.Items[same[n]], native.Body.Items[i]) {
					unchanged[i] = same[n]
					break
				}
			}
		}
	}
	return unchanged
}

// itemsByHead maps a name, or a type with labels, to the indexes of the items of a body.
func itemsByHead(b *hclwrite.Body) map[string][]int {
	index := make(map[string][]int)
	for i, item := range b.Items {
		if head := headOf(item); head != "" {
			index[head] = append(index[head], i)
		}
	}
	return index
}

func headOf(item hclwrite.Item) string {
	if block, ok := item.(*hclwrite.Block); ok {
		return treediff.Header(block)
	}
	return hclwrite.ItemName(item)
}

// canOmit reports whether the content of an item can be omitted, without an effect on the JSON form
// of other items. This is the case for blocks of known types, and for arguments that can lack a JSON
// form.
func (e *jsonEdit) canOmit(item hclwrite.Item) bool {
	argument, rule := e.dialect.Root.Lookup(hclwrite.ItemName(item))
	if _, ok := item.(*hclwrite.Block); ok {
		return argument == nil && rule != nil
	}
	return argument != nil && argument.NoJSON != ""
}

// withoutContent returns a body in which the omitted blocks are empty, and the omitted arguments are
// null.
func withoutContent(b hclwrite.Body, omitted iter.Seq[int]) hclwrite.Body {
	b.Items = slices.Clone(b.Items)
	for i := range omitted {
		switch item := b.Items[i].(type) {
		case *hclwrite.Block:
			empty := *item
			empty.Body = hclwrite.Body{Span: item.Body.Span}
			b.Items[i] = &empty
		case *hclwrite.Attribute:
			null := *item
			null.Expr = &hclwrite.Literal{Text: "null"}
			b.Items[i] = &null
		}
	}
	return b
}

// restoreContent replaces items that were written without their content with the equal items of the
// source. The items lose their positions, because the JSON does not contain them. It maps the
// indexes of the items to the indexes in the source. ok is false if the bodies do not have the same
// items.
func (e *jsonEdit) restoreContent(edited, native *hclwrite.Body) (restored map[int]int, ok bool) {
	restored = make(map[int]int)
	written := itemsByHead(edited)
	for head, list := range itemsByHead(native) {
		if len(written[head]) != len(list) {
			return nil, false
		}
		for k, i := range list {
			old, ok := e.omitted[i]
			if !ok {
				continue
			}
			at := written[head][k]
			restored[at] = old
			switch item := e.old.Body.Items[old].(type) {
			case *hclwrite.Block:
				block := *item
				block.Span, edited.Items[at] = hclwrite.Span{}, &block
			case *hclwrite.Attribute:
				attribute := *item
				attribute.Span, edited.Items[at] = hclwrite.Span{}, &attribute
			}
		}
	}
	return restored, true
}

// keepsOmittedItems reports whether the script keeps all items whose content was omitted.
func (e *jsonEdit) keepsOmittedItems() bool {
	return !slices.ContainsFunc(e.script.Steps, func(step treediff.Step) bool {
		old, omitted := e.omitted[step.New]
		return omitted && (step.Op != treediff.Keep || step.Old != old)
	})
}
