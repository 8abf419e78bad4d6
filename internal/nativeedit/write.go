package nativeedit

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/treediff"
)

// writer writes the result: the text of a file with the edits of a script, in which
// what was in canonical layout is so still.
type writer struct {
	file   *hclwrite.File
	script *treediff.Script
	merged hclwrite.Body
	// whole are the items of the result that are written anew, as smaller changes will not do.
	whole map[hclwrite.Item]bool
	// adopted has the text of new parts that it has adopted. It may be nil.
	adopted *hclwrite.File
}

func newWriter(file *hclwrite.File, script *treediff.Script, edited *hclwrite.File) *writer {
	return &writer{
		file: file, script: script, merged: merged(script, &file.Body, &edited.Body),
		whole: make(map[hclwrite.Item]bool),
	}
}

// result makes the text, with as small changes as will do.
func (p *writer) result() (text []byte, reprinted []hclwrite.Span) {
	if p.script.Unchanged() {
		return []byte(p.file.Source()), nil
	}
	for {
		text, reprinted := p.attempt()
		wrong := p.wrong(text)
		if len(wrong) == 0 {
			return []byte(text), reprinted
		}
		if !p.coarser(wrong) {
			all := hclwrite.File{Body: p.merged}
			return all.Bytes(), []hclwrite.Span{{End: len(p.file.Source())}}
		}
	}
}

// Reprinted warns of the lines in which more was written in canonical layout than was to change.
func Reprinted(src []byte, name string, reprinted []hclwrite.Span) (diags hcl.Diagnostics) {
	places := hcltext.NewPositions(src)
	for _, s := range reprinted {
		rng := places.Range(name, s.Start, len(bytes.TrimRight(src[:s.End], " \t\r\n")))
		lines := fmt.Sprintf("Lines %d to %d are", rng.Start.Line, rng.End.Line)
		if rng.Start.Line == rng.End.Line {
			lines = fmt.Sprintf("Line %d is", rng.Start.Line)
		}
		diags = append(diags, &hcl.Diagnostic{
			Severity: hcl.DiagWarning,
			Summary:  "Layout not kept",
			Detail: fmt.Sprintf("The edit could not be written without touching what is next to it. %s now "+
				"in canonical layout, with the same meaning and comments.", lines),
			Subject: &rng,
		})
	}
	return diags
}

// path is an item and what it is in, the outermost first.
type path []hclwrite.Item

// attempt makes the text. reprinted are the stretches of the file of which it keeps no layout.
func (p *writer) attempt() (text string, reprinted []hclwrite.Span) {
	w := newEditor(p.file)
	w.whole, w.adopted = p.whole, p.adopted
	w.body(p.script, &p.file.Body, &p.merged, "", true)
	w.ordered()
	var out strings.Builder
	pos := 0
	for _, c := range w.chunks(p.file) {
		out.WriteString(w.src[pos:c.start])
		was := w.src[c.start:c.end]
		text, stays := w.apply(w.src, c.start, c.end)
		free := slices.ContainsFunc(w.free, func(own string) bool { return strings.Contains(text, own) })
		// What has no indentation is as canonical as with that of the file.
		free = free || w.adopted != nil && w.unit != "  " && !strings.Contains(was, "\n ") && !strings.Contains(was, "\n\t")
		out.WriteString(hcltext.Realign(was, text, origins(stays), free, w.adopted != nil))
		pos = c.end
	}
	out.WriteString(w.src[pos:])
	return out.String(), w.reprinted
}

// origins returns what finds the offset in the old text of what is at an offset of the new
// one; -1 if it is new.
func origins(stays []kept) func(int) int {
	return func(at int) int {
		i, _ := slices.BinarySearchFunc(stays, at, func(s kept, at int) int { return cmp.Compare(s.at+s.length, at+1) })
		if i == len(stays) || at < stays[i].at {
			return -1
		}
		return stays[i].from + at - stays[i].at
	}
}

// wrong are the items of the result that a text does not have as they must be.
func (p *writer) wrong(text string) (list []path) {
	file, diags := hclwrite.ParseFile([]byte(text), "")
	if !diags.HasErrors() {
		return p.differing(nil, &file.Body, &p.merged)
	}
	return append(changedItems(nil, p.script, &p.merged), nil)
}

// changedItems are the smallest items of a body that a script changes.
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

// differing are the smallest items of a body that are not as they must be. The path is
// that of the body.
func (p *writer) differing(at path, is, wanted *hclwrite.Body) (list []path) {
	if sameBodies(is, wanted) {
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
			inside = p.differing(in, &x.Body, &y.Body)
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

// coarser lets the items at the ends of paths be written anew, or else what
// they are in. It reports false if none can.
func (p *writer) coarser(list []path) (more bool) {
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

// chunk is a stretch of whole lines in which the layout of one line may depend on that
// of the others: it has blank lines around it, outside of the items of the file.
type chunk struct {
	start, end int
	// The items in it are those from first up to last.
	first, last int
}

// chunks are those in which something is changed, in order.
func (w *editor) chunks(file *hclwrite.File) (list []chunk) {
	places := make([]stretch, 0, len(w.gone)+len(w.come))
	places = append(places, w.gone...)
	for _, c := range w.come {
		places = append(places, stretch{c.at, c.at})
	}
	slices.SortFunc(places, func(a, b stretch) int { return cmp.Compare(a.start, b.start) })
	for _, place := range places {
		if last := len(list) - 1; last >= 0 && place.end < list[last].end {
			continue
		}
		c := w.around(file, place)
		if n := len(list); n == 0 || !list[n-1].meets(c, place.start) {
			list = append(list, c)
			continue
		}
		last := &list[len(list)-1]
		last.end, last.last = max(last.end, c.end), max(last.last, c.last)
	}
	return list
}

// meets reports whether the next chunk, of a place, is one with this.
func (c *chunk) meets(next chunk, place int) bool {
	return next.start < c.end || next.start == c.end && (next.first < c.last || place == c.end)
}

// around is the chunk that a place is in.
func (w *editor) around(file *hclwrite.File, place stretch) chunk {
	items := file.Body.Items
	// The first item that ends after the start, and the first that starts after
	// the end.
	first, _ := slices.BinarySearchFunc(items, place.start, func(item hclwrite.Item, at int) int {
		return cmp.Compare(item.ItemSpan().End, at)
	})
	last, _ := slices.BinarySearchFunc(items, place.end, func(item hclwrite.Item, at int) int {
		return cmp.Compare(item.ItemSpan().Start, at+1)
	})
	c := chunk{start: lineStart(w.src, place.start), end: place.end, first: first, last: max(last, first)}
	if c.first < c.last {
		start, _ := w.itemRegion(&file.Body, c.first)
		c.start = min(c.start, start)
	}
	for i := c.first; i < c.last; i++ {
		_, end := w.itemRegion(&file.Body, i)
		c.end = max(c.end, end)
	}
	for c.first > 0 {
		start, end := w.itemRegion(&file.Body, c.first-1)
		if blankLines(w.src[min(end, c.start):c.start]) > 0 {
			break
		}
		c.first--
		c.start = min(c.start, start)
	}
	for c.last < len(items) {
		start, end := w.itemRegion(&file.Body, c.last)
		if blankLines(w.src[min(c.end, start):start]) > 0 {
			break
		}
		c.last++
		c.end = max(c.end, end)
	}
	return c
}
