package nativeedit

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/treediff"
)

// writer applies a script to the text of a file.
type writer struct {
	file   *hclwrite.File
	script *treediff.Script
	merged hclwrite.Body
	// whole contains the items of the result that are printed completely, because smaller changes
	// failed.
	whole map[hclwrite.Item]bool
	// given contains the given texts of new parts, or is nil.
	given *Given
}

func newWriter(file *hclwrite.File, script *treediff.Script, edited *hclwrite.File) *writer {
	return &writer{
		file: file, script: script, merged: mergedBody(script, &file.Body, &edited.Body),
		whole: make(map[hclwrite.Item]bool),
	}
}

// result returns the new text. It tries the smallest changes first.
func (p *writer) result() (text []byte, reprinted []hclwrite.Span) {
	if p.script.IsUnchanged() {
		return []byte(p.file.Source()), nil
	}
	for {
		text, reprinted := p.tryText()
		wrong := p.mismatchedItems(text)
		if len(wrong) == 0 {
			return []byte(text), reprinted
		}
		if !p.markForPrinting(wrong) {
			all := hclwrite.File{Body: p.merged}
			return all.Bytes(), []hclwrite.Span{{End: len(p.file.Source())}}
		}
	}
}

// ReprintWarnings returns warnings about the lines in which unchanged text was printed again.
func ReprintWarnings(src []byte, name string, reprinted []hclwrite.Span) (diags hcl.Diagnostics) {
	places := hcltext.NewPositions(src)
	for _, s := range reprinted {
		rng := places.Range(name, s.Start, len(bytes.TrimRight(src[:s.End], " \t\r\n")))
		lines := fmt.Sprintf("Lines %d to %d are", rng.Start.Line, rng.End.Line)
		if rng.Start.Line == rng.End.Line {
			lines = fmt.Sprintf("Line %d is", rng.Start.Line)
		}
		diags = append(diags, diagnostic.WarningAt(rng, "Layout not kept", "The edit could not be written without "+
			"touching adjacent items. %s now in canonical layout, with the same meaning and comments.", lines))
	}
	return diags
}

// path contains the parents of an item, the outermost first, and the item itself.
type path []hclwrite.Item

// tryText returns the text in which the items of p.whole are printed completely. reprinted contains
// the ranges of the file that were printed again.
func (p *writer) tryText() (text string, reprinted []hclwrite.Span) {
	w := newEditor(p.file)
	w.whole, w.given = p.whole, p.given
	w.editBody(p.script, &p.file.Body, &p.merged, "", true)
	w.sort()
	var out strings.Builder
	pos := 0
	for _, c := range w.chunks(p.file) {
		out.WriteString(w.src[pos:c.start])
		was := w.src[c.start:c.end]
		text, stays := w.apply(w.src, c.start, c.end)
		free := slices.ContainsFunc(w.verbatim, func(own string) bool { return strings.Contains(text, own) })
		// Text without indentation fits any indentation unit.
		free = free || w.given != nil && w.unit != "  " && !strings.Contains(was, "\n ") && !strings.Contains(was, "\n\t")
		out.WriteString(hcltext.Realign(was, text, origins(stays), free, w.given != nil))
		pos = c.end
	}
	out.WriteString(w.src[pos:])
	return out.String(), w.reprinted
}

// origins returns a function that converts an offset in the new text to the offset in the old text.
// It returns -1 for inserted text.
func origins(stays []keptRange) func(int) int {
	return func(at int) int {
		i, _ := slices.BinarySearchFunc(stays, at, func(s keptRange, at int) int { return cmp.Compare(s.at+s.length, at+1) })
		if i == len(stays) || at < stays[i].at {
			return -1
		}
		return stays[i].from + at - stays[i].at
	}
}

// mismatchedItems returns the items of the result that differ from the items in a text.
func (p *writer) mismatchedItems(text string) (list []path) {
	file, diags := hclwrite.ParseFile([]byte(text), "")
	if !diags.HasErrors() {
		return p.differingItems(nil, &file.Body, &p.merged)
	}
	return append(changedItems(nil, p.script, &p.merged), nil)
}

// changedItems returns the smallest items of a body that a script changes.
func changedItems(at path, s *treediff.Script, merged *hclwrite.Body) (list []path) {
	n := 0
	for i := range s.Steps {
		step := &s.Steps[i]
		if step.Op == treediff.Remove {
			continue
		}
		in := append(at[:len(at):len(at)], merged.Items[n])
		if block, ok := merged.Items[n].(*hclwrite.Block); ok && step.Parts != nil {
			list = append(list, changedItems(in, step.Parts, &block.Body)...)
		} else if step.Op != treediff.Keep {
			list = append(list, in)
		}
		n++
	}
	return list
}

// differingItems returns the smallest items that differ between two bodies. at is the path of the bodies.
func (p *writer) differingItems(at path, is, wanted *hclwrite.Body) (list []path) {
	if slices.EqualFunc(is.Items, wanted.Items, sameItems) && slices.Equal(is.Open, wanted.Open) || sameBodies(is, wanted) {
		return nil
	}
	for i := 0; i < len(wanted.Items) && len(is.Items) == len(wanted.Items); i++ {
		a, b := is.Items[i], wanted.Items[i]
		if sameItems(a, b) {
			continue
		}
		in := append(at[:len(at):len(at)], b)
		x, ok := a.(*hclwrite.Block)
		y, both := b.(*hclwrite.Block)
		var inside []path
		if ok && both && treediff.Header(x) == treediff.Header(y) {
			inside = p.differingItems(in, &x.Body, &y.Body)
		}
		if inside == nil {
			inside = []path{in}
		}
		list = append(list, inside...)
	}
	if list == nil {
		list = []path{at}
	}
	return list
}

// markForPrinting adds the items at the ends of paths to p.whole. If an item is already in it, it
// adds the parent. It returns false if it added nothing.
func (p *writer) markForPrinting(list []path) (more bool) {
	for _, path := range list {
		for _, item := range slices.Backward(path) {
			if !p.whole[item] {
				p.whole[item], more = true, true
				break
			}
		}
	}
	return more
}

// chunk is a range of whole lines that are aligned together. Blank lines outside of items separate
// chunks.
type chunk struct {
	start, end int
	// first and last are the range of its items.
	first, last int
}

// chunks returns the chunks that contain changes, in order.
func (w *editor) chunks(file *hclwrite.File) (list []chunk) {
	places := make([]textRange, 0, len(w.deletions)+len(w.insertions))
	places = append(places, w.deletions...)
	for _, c := range w.insertions {
		places = append(places, textRange{c.at, c.at})
	}
	slices.SortFunc(places, func(a, b textRange) int { return cmp.Compare(a.start, b.start) })
	for _, place := range places {
		if last := len(list) - 1; last >= 0 && place.end < list[last].end {
			continue
		}
		c := w.chunkAround(file, place)
		if n := len(list); n == 0 || !list[n-1].touches(c, place.start) {
			list = append(list, c)
			continue
		}
		last := &list[len(list)-1]
		last.end, last.last = max(last.end, c.end), max(last.last, c.last)
	}
	return list
}

// touches reports whether a chunk and the next chunk overlap, or are adjacent at an edit.
func (c *chunk) touches(next chunk, place int) bool {
	return next.start < c.end || next.start == c.end && (next.first < c.last || place == c.end)
}

// chunkAround returns the chunk that contains an edited range.
func (w *editor) chunkAround(file *hclwrite.File, place textRange) chunk {
	items := file.Body.Items
	// first is the first item that ends after the start of the range. last is the first item after
	// its end.
	first, _ := slices.BinarySearchFunc(items, place.start, func(item hclwrite.Item, at int) int {
		return cmp.Compare(hclwrite.SpanOf(item).End, at)
	})
	last, _ := slices.BinarySearchFunc(items, place.end, func(item hclwrite.Item, at int) int {
		return cmp.Compare(hclwrite.SpanOf(item).Start, at+1)
	})
	c := chunk{start: lineStart(w.src, place.start), end: place.end, first: first, last: max(last, first)}
	if c.first < c.last {
		start, _ := w.itemLines(&file.Body, c.first)
		c.start = min(c.start, start)
	}
	for i := c.first; i < c.last; i++ {
		_, end := w.itemLines(&file.Body, i)
		c.end = max(c.end, end)
	}
	for c.first > 0 {
		start, end := w.itemLines(&file.Body, c.first-1)
		if blankLines(w.src[min(end, c.start):c.start]) > 0 {
			break
		}
		c.first--
		c.start = min(c.start, start)
	}
	for c.last < len(items) {
		start, end := w.itemLines(&file.Body, c.last)
		if blankLines(w.src[min(c.end, start):start]) > 0 {
			break
		}
		c.last++
		c.end = max(c.end, end)
	}
	return c
}
