package patch

import (
	"cmp"
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
)

// patcher writes the result: the text of a file with the edits of a script, in which
// what was in canonical layout is so still.
type patcher struct {
	file   *hclwrite.File
	script *Script
	merged hclwrite.Body
	same   equality
	// cares is how small the nodes are that are changed, for each item of the result.
	cares []care
	// kept are the items of the file, which are those of the result that are not new.
	kept map[hclwrite.Item]bool
}

func newPatcher(file *hclwrite.File, script *Script, edited *hclwrite.File) *patcher {
	p := &patcher{file: file, script: script, same: newEquality(false)}
	p.merged = merged(script, &file.Body, &edited.Body)
	p.cares = make([]care, len(p.merged.Items))
	p.kept = make(map[hclwrite.Item]bool, len(file.Body.Items))
	for _, item := range file.Body.Items {
		p.kept[item] = true
	}
	return p
}

// result makes the text, with as small changes as will do. It reports false if the
// layout of the file is lost.
func (p *patcher) result() (text string, kept bool) {
	for {
		text, wrong := p.attempt()
		if wrong == nil {
			return text, true
		}
		more := false
		for _, i := range wrong {
			if p.cares[i] < whole {
				p.cares[i]++
				more = true
			}
		}
		if !more {
			all := hclwrite.File{Body: p.merged}
			return string(all.Bytes()), false
		}
	}
}

// attempt makes the text, and returns the items of the result that are not in it as
// they must be.
func (p *patcher) attempt() (text string, wrong []int) {
	w := newEditor(p.file)
	w.cares = p.cares
	w.body(p.script, &p.file.Body, &p.merged, "", true)
	w.ordered()
	a := &attempt{patcher: p, w: w}
	for _, c := range w.chunks(p.file) {
		a.chunk(c)
	}
	a.until(len(p.file.Body.Items), len(w.src))
	if a.next < len(p.merged.Items) {
		a.fail(a.next, len(p.merged.Items))
	}
	return string(a.out), a.wrong
}

// attempt is a text that is being made.
type attempt struct {
	*patcher
	w *editor
	// out is the text up to pos in the source; old is the next item there, and next
	// the next of the result.
	out       []byte
	pos       int
	old, next int
	wrong     []int
}

// fail notes items of the result that are not as they must be.
func (a *attempt) fail(from, to int) {
	for i := from; i < to; i++ {
		a.wrong = append(a.wrong, i)
	}
	if len(a.wrong) == 0 {
		a.wrong = []int{} // something is wrong, and it is not an item
	}
}

// until takes over the source up to an item, which starts at an offset.
func (a *attempt) until(item, at int) {
	for ; a.old < item; a.old++ {
		if a.next == len(a.merged.Items) || !a.stays(a.merged.Items[a.next], a.file.Body.Items[a.old]) {
			a.fail(min(a.next, len(a.merged.Items)), len(a.merged.Items))
			break
		}
		a.next++
	}
	a.out = append(a.out, a.w.src[a.pos:at]...)
}

// stays reports whether an item is that of the source. A banner of an item that is
// removed may have come to be above it.
func (a *attempt) stays(item, old hclwrite.Item) bool {
	return item == old || sameItems(withoutBanner(item), withoutBanner(old), a.same)
}

// chunk writes a stretch of the source with the edits in it.
func (a *attempt) chunk(c chunk) {
	a.until(c.first, c.start)
	was, text := a.w.src[c.start:c.end], a.w.apply(a.w.src, c.start, c.end)
	text = hclwrite.Realign(was, text)
	a.out = append(a.out, text...)
	a.pos, a.old = c.end, c.last
	again, diags := hclwrite.ParseFile([]byte(text), "")
	n := 0
	if !diags.HasErrors() {
		n = len(again.Body.Items)
	}
	if diags.HasErrors() || a.next+n > len(a.merged.Items) {
		a.fail(a.next, len(a.merged.Items))
		return
	}
	expected := a.merged.Items[a.next : a.next+n]
	first := a.next
	a.next += n
	for i := range expected {
		is, wanted := again.Body.Items[i], expected[i]
		if i == 0 || a.headed(first+i) {
			is, wanted = withoutBanner(is), withoutBanner(wanted)
		}
		if !sameItems(is, wanted, a.same) {
			a.fail(first+i, first+i+1)
		}
	}
}

// headed reports whether an item that stays follows a new one, which then has the banner
// of both above it.
func (a *attempt) headed(i int) bool {
	return a.kept[a.merged.Items[i]] && !a.kept[a.merged.Items[i-1]]
}

// withoutBanner is an item with the comments above it that no blank line separates from it.
func withoutBanner(item hclwrite.Item) hclwrite.Item {
	before := item.ItemComments().Before
	item = withBefore(item, nil)
	item.ItemComments().Before = before[len(banner(before)):]
	return item
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
