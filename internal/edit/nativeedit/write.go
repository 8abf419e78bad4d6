package nativeedit

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// writer applies a script to the text of a file.
type writer struct {
	file   *hclwrite.File
	script *treediff.Script
	merged hclwrite.Body
	// whole contains the items of the result that are printed completely, because smaller changes
	// failed.
	whole map[hclwrite.Item]bool
	// changes contains the given texts of new parts; it is nil without them.
	changes *treediff.Changes
}

func newWriter(file *hclwrite.File, script *treediff.Script, edited *hclwrite.File, c *treediff.Changes) *writer {
	return &writer{
		file: file, script: script, merged: mergedBody(script, &file.Body, &edited.Body),
		whole: make(map[hclwrite.Item]bool), changes: c,
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
	w.whole, w.changes = p.whole, p.changes
	w.editBody(p.script, &p.file.Body, &p.merged, "", true)
	return w.result(), w.reprinted
}

// Replacement is a new text for a range of a file.
type Replacement struct {
	Span hclwrite.Span
	Text string
}

// NewReplacement returns the replacement of the text in a range.
func NewReplacement(rng hcl.Range, text string) Replacement {
	return Replacement{hclwrite.Span{Start: rng.Start.Byte, End: rng.End.Byte}, text}
}

// Replace returns a text after replacements. It skips replacements inside of others. The items of the file that were
// formatted stay formatted; file is nil for another text.
func Replace(src string, file *hclwrite.File, list []Replacement) string {
	if file == nil {
		file = &hclwrite.File{}
	}
	w, done := &editor{file: file, src: src, unit: indentUnit(src, &file.Body)}, 0
	slices.SortStableFunc(list, func(a, b Replacement) int { return a.Span.Start - b.Span.Start })
	for _, r := range list {
		if r.Span.Start >= done {
			w.replace(r.Span.Start, r.Span.End, r.Text)
			done = r.Span.End
		}
	}
	return w.result()
}

// result returns the text after the edits.
func (w *editor) result() string {
	w.sort()
	var out strings.Builder
	pos := 0
	for _, r := range w.formattedRanges() {
		out.WriteString(w.src[pos:r.start])
		text := w.apply(w.src, r.start, r.end)
		if r.first < r.last && w.isFormatted(w.src[r.start:r.end]) {
			text = formatted(text)
		}
		out.WriteString(text)
		pos = r.end
	}
	out.WriteString(w.src[pos:])
	return out.String()
}

// isFormatted reports whether a text is in canonical layout. A file with another unit of indentation
// is not.
func (w *editor) isFormatted(text string) bool {
	return w.unit == canonicalUnit && formatted(text) == text
}

// formatted returns a text in canonical layout.
func formatted(text string) string { return string(new(hcltext.Layouter).AppendCanonical(nil, text)) }

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
	if slices.EqualFunc(is.Items, wanted.Items, sameItems) || sameBodies(is, wanted) {
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

// formattedRange is a range of whole lines that are formatted together: a block at the root, or adjacent arguments at the
// root. first and last are the range of its items.
type formattedRange struct{ start, end, first, last int }

// formattedRanges returns the ranges that contain edits, in order.
func (w *editor) formattedRanges() (list []formattedRange) {
	places := slices.Clone(w.deletions)
	for _, c := range w.insertions {
		places = append(places, textRange{c.at, c.at})
	}
	slices.SortFunc(places, func(a, b textRange) int { return cmp.Compare(a.start, b.start) })
	for _, place := range places {
		last := len(list) - 1
		if last >= 0 && place.end < list[last].end {
			continue
		}
		r := w.rangeAround(place)
		if last >= 0 && r.start <= list[last].end {
			list[last].end, list[last].last = max(list[last].end, r.end), max(list[last].last, r.last)
			continue
		}
		list = append(list, r)
	}
	return list
}

// rangeAround returns the range that contains an edit. It has no items if the edit is between blocks.
func (w *editor) rangeAround(place textRange) formattedRange {
	items := w.file.Body.Items
	first, _ := slices.BinarySearchFunc(items, place.start, func(item hclwrite.Item, at int) int {
		return cmp.Compare(hclwrite.SpanOf(item).End, at)
	})
	r := formattedRange{start: place.start, end: place.end, first: first, last: first}
	include := func(i int) bool {
		if i < 0 || i >= len(items) {
			return false
		}
		start, end := w.itemLines(&w.file.Body, i)
		_, isBlock := items[i].(*hclwrite.Block)
		span := hclwrite.SpanOf(items[i])
		if isBlock && (r.end <= span.Start || r.start >= span.End) || end < r.start || start > r.end {
			return false
		}
		r.start, r.end = min(r.start, start), max(r.end, end)
		return true
	}
	for include(r.last) {
		r.last++
	}
	for include(r.first - 1) {
		r.first--
	}
	return r
}
