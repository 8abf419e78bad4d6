package patch

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
)

// editor changes the text of a file in native syntax.
type editor struct {
	edits
	src string
	// newline is the line end of the file, unit what a level is indented by.
	newline, unit string
	// heredocs: there are some in the file; quotedLines: there are strings in quotes
	// with more than one line.
	heredocs, quotedLines bool
	// care is how small the nodes are that are changed: in the present item of the
	// file, and in each item of the result.
	care  care
	cares []care
}

// care is how small the nodes are that are changed.
type care uint8

const (
	// inValues: elements and items of collections, and comments, are changed alone.
	inValues care = iota
	// inBodies: the items of a body are changed alone.
	inBodies
	// whole: the items of the file are rewritten.
	whole
)

func newEditor(file *hclwrite.File) *editor {
	src := file.Source()
	w := &editor{
		src: src, newline: "\n", unit: unitOf(src, &file.Body),
		heredocs: strings.Contains(src, "<<"), quotedLines: strings.Contains(src, `\n`), care: inValues,
	}
	if n := strings.IndexByte(src, '\n'); n > 0 && src[n-1] == '\r' {
		w.newline = "\r\n"
	}
	return w
}

// unitOf is what the first block with lines of its own is indented by.
func unitOf(src string, b *hclwrite.Body) string {
	for _, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok || len(block.Body.Items) == 0 {
			continue
		}
		outer, inner := margin(src, block.Span.Start), margin(src, block.Body.Items[0].ItemSpan().Start)
		if unit, ok := strings.CutPrefix(inner, outer); ok && unit != "" {
			return unit
		}
	}
	return "  "
}

// body changes the items of a body. merged is what it must become. margin is that of
// its items.
func (w *editor) body(s *Script, old, merged *hclwrite.Body, margin string, root bool) {
	if s.Comments {
		w.bodyComments(old, merged, margin, root)
	}
	s = withPlaces(s)
	n := 0 // of the items of merged
	for k := 0; k < len(s.Steps); {
		step := &s.Steps[k]
		if step.stays() {
			if step.Op == Change {
				w.change(step, old, merged.Items[n], margin, root, n)
			}
			n++
			k++
			continue
		}
		run := &bodyRun{w: w, script: s, old: old, margin: margin, root: root, from: k}
		for ; k < len(s.Steps) && !s.Steps[k].stays(); k++ {
			if s.Steps[k].Op != Remove {
				run.items = append(run.items, merged.Items[n])
				n++
			}
		}
		run.to = k
		run.write()
	}
}

// change changes an item, which is the one with index n of the result.
func (w *editor) change(step *Step, old *hclwrite.Body, merged hclwrite.Item, margin string, root bool, n int) {
	if root {
		w.care = w.cares[n]
	}
	if w.care == whole {
		// Rewritten, with the comments above it that no blank line separates from it.
		start, end := w.itemRegion(old, step.Old)
		w.replace(start, end, w.text(withoutBanner(merged), margin))
		return
	}
	w.item(step, old.Items[step.Old], merged, margin)
}

// withPlaces is a script in which what moves is removed where it was.
func withPlaces(s *Script) *Script {
	var moved []int
	for i := range s.Steps {
		if s.Steps[i].Op == Move {
			moved = append(moved, s.Steps[i].Old)
		}
	}
	if moved == nil {
		return s
	}
	slices.Sort(moved)
	steps := make([]Step, 0, len(s.Steps)+len(moved))
	leave := func(before int) {
		for len(moved) > 0 && moved[0] < before {
			steps = append(steps, Step{Op: Remove, Old: moved[0], New: -1})
			moved = moved[1:]
		}
	}
	for i := range s.Steps {
		if step := &s.Steps[i]; step.Op != Move && step.Old >= 0 {
			leave(step.Old)
		}
		steps = append(steps, s.Steps[i])
	}
	leave(int(^uint(0) >> 1))
	return &Script{Steps: steps, Comments: s.Comments}
}

// item changes an item.
func (w *editor) item(step *Step, old, merged hclwrite.Item, margin string) {
	if step.Comments {
		w.itemComments(old, merged, margin)
	}
	switch was := old.(type) {
	case *hclwrite.Attribute:
		w.value(step, was.Expr, was.ValueSpan, merged.(*hclwrite.Attribute).Expr)
	case *hclwrite.Block:
		is := merged.(*hclwrite.Block)
		if step.Header {
			w.labels(was, is)
		}
		if step.Parts == nil {
			return
		}
		if !w.spread(was) {
			w.shortBlock(was, is, margin, step.Parts)
			return
		}
		w.body(step.Parts, &was.Body, &is.Body, w.inner(was, margin), false)
	}
}

// inner is the margin of the items in a block.
func (w *editor) inner(block *hclwrite.Block, outer string) string {
	for _, item := range block.Body.Items {
		return margin(w.src, item.ItemSpan().Start)
	}
	return outer + w.unit
}

// spread reports whether the body of a block is on lines of its own.
func (w *editor) spread(block *hclwrite.Block) bool {
	span := block.Body.Span
	if len(block.Body.Items) == 0 {
		return strings.Contains(w.src[span.Start:span.End], "\n")
	}
	first, last := block.Body.Items[0].ItemSpan(), block.Body.Items[len(block.Body.Items)-1].ItemSpan()
	return strings.Contains(w.src[span.Start:first.Start], "\n") && strings.Contains(w.src[last.End:span.End], "\n")
}

// shortBlock changes the body of a block that is on one line.
func (w *editor) shortBlock(was, is *hclwrite.Block, margin string, s *Script) {
	if len(s.Steps) == 1 && s.Steps[0].Op == Change {
		w.item(&s.Steps[0], was.Body.Items[0], is.Body.Items[0], margin)
		return
	}
	span := was.Body.Span
	if len(is.Body.Items) == 0 && is.Body.Bare() {
		w.replace(span.Start, span.End, "")
		return
	}
	alone := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{&hclwrite.Block{Type: "x", Body: is.Body}}}}
	text := hclwrite.Indent(string(alone.Bytes()), margin, w.unit, w.newline)
	text = text[strings.IndexByte(text, '{')+1 : strings.LastIndexByte(text, '}')]
	w.replace(span.Start, span.End, text)
}

// oneLabel is a label as it is written, with quotes or without.
var oneLabel = regexp.MustCompile(`"(\\.|[^"\\])*"|[^"\s]+`)

// labels writes other labels for those of a block.
func (w *editor) labels(was, is *hclwrite.Block) {
	start := was.Span.Start + len(was.Type)
	end := was.Body.Span.Start - 1
	spans := oneLabel.FindAllStringIndex(w.src[start:end], -1)
	if len(spans) != len(was.Labels) {
		return // there are comments: the result will not do, and the block is written as a whole
	}
	if len(is.Labels) == len(was.Labels) {
		for i, span := range spans {
			if was.Labels[i] != is.Labels[i] {
				from, to := start+span[0], start+span[1]
				w.replace(from, to, labelText(w.src[from:to], is.Labels[i]))
			}
		}
		return
	}
	text := " "
	for _, label := range is.Labels {
		text += hclwrite.Quote(label) + " "
	}
	w.replace(start, end, text)
}

// labelText is a label in the place of another, with quotes or without.
func labelText(was, label string) string {
	if !strings.HasPrefix(was, `"`) && hclwrite.ValidIdentifier(label) {
		return label
	}
	return hclwrite.Quote(label)
}

// text is an item as it is written on lines of its own.
func (w *editor) text(item hclwrite.Item, margin string) string {
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{item}}}
	return hclwrite.Indent(string(file.Bytes()), margin, w.unit, w.newline)
}

// bodyRun is steps of a body between two items that stay, or the body's ends.
type bodyRun struct {
	w      *editor
	script *Script
	old    *hclwrite.Body
	margin string
	root   bool
	// The steps are those of the script from from up to to.
	from, to int
	// items are those that the run has in the result.
	items []hclwrite.Item

	// The text between start and end is made of pieces; pos is how far the old
	// one has been looked at, blank how many lines before that are blank, and left the
	// item that is last.
	start, end, pos, blank int
	pieces                 []piece
	left                   hclwrite.Item
}

// piece is a part of what is between two items.
type piece struct {
	text string
	item hclwrite.Item // nil: comments that stay
	// blank is how many blank lines are before it.
	blank int
}

// write makes the text between the items that stay.
func (r *bodyRun) write() {
	before, after := r.around()
	r.start, r.end = r.bounds(before, after)
	r.pos = r.start
	if before >= 0 {
		r.left = r.old.Items[before]
	}
	n := 0
	var stray []string // above what is removed, and kept
	for k := r.from; k < r.to; k++ {
		step := &r.script.Steps[k]
		if step.Op == Remove {
			from, to := r.w.itemRegion(r.old, step.Old)
			r.keep(from)
			r.pos = to
			stray = append(stray, banner(r.old.Items[step.Old].ItemComments().Before)...)
			continue
		}
		if step.Next {
			r.keep(r.nextRemoved(k))
		}
		item := r.items[n]
		if before := item.ItemComments().Before; len(before) >= len(stray) && slices.Equal(before[:len(stray)], stray) {
			item = copied(item)
			item.ItemComments().Before = before[len(stray):]
		}
		r.add(step, item)
		stray = nil
		n++
	}
	r.keep(r.end)
	r.put(r.text(before, after), r.start, r.end, after)
}

// nextRemoved is where the next item starts that is removed, or else the end.
func (r *bodyRun) nextRemoved(k int) int {
	for k++; k < r.to; k++ {
		if step := &r.script.Steps[k]; step.Op == Remove {
			from, _ := r.w.itemRegion(r.old, step.Old)
			return from
		}
	}
	return r.end
}

// keep takes over the comments up to an offset.
func (r *bodyRun) keep(until int) {
	if until <= r.pos {
		return
	}
	text := r.w.src[r.pos:until]
	r.pos = until
	body := strings.TrimSpace(text)
	if body == "" {
		r.blank = max(r.blank, blankLines(text))
		return
	}
	from := strings.Index(text, body)
	at, last := lineStart(text, from), lineEnd(text, from+len(body))
	r.pieces = append(r.pieces, piece{text: text[at:last], blank: max(r.blank, blankLines(text[:at]))})
	r.blank = blankLines(text[last:])
}

// add puts an item that is new here.
func (r *bodyRun) add(step *Step, item hclwrite.Item) {
	p := piece{item: item}
	if r.apart(r.left, item) {
		p.blank = 1
	}
	if step.Next {
		p.blank = max(p.blank, r.blank)
		r.blank = 0
	}
	if short, ok := r.short(item); ok && step.Op != Move {
		p.text = short
	} else {
		p.text = r.w.text(item, r.margin)
	}
	if step.Op == Move && step.Parts == nil && !step.Value && !step.Header && !step.Comments {
		from, to := r.w.itemRegion(r.old, step.Old)
		p.text = r.w.src[from:to]
	}
	if n := len(r.pieces); n > 0 && r.pieces[n-1].item == nil {
		p.blank = max(p.blank, 1) // what is said above is not about this
	}
	r.pieces = append(r.pieces, p)
	r.left = item
}

// text is what is between the items that stay.
func (r *bodyRun) text(before, after int) string {
	w := r.w
	var b strings.Builder
	blank := func(n int) { b.WriteString(strings.Repeat(w.newline, n)) }
	for i := range r.pieces {
		if i > 0 && !strings.HasSuffix(r.pieces[i-1].text, "\n") {
			blank(1) // it stood at the end of the file
		}
		if i > 0 || before >= 0 {
			blank(r.pieces[i].blank)
		}
		b.WriteString(r.pieces[i].text)
	}
	last := len(r.pieces) - 1
	switch {
	case after < 0:
		blank(trailingBlank(w.src[r.start:r.end])) // they stay
	case last >= 0 || before >= 0:
		if last >= 0 && r.pieces[last].item != nil && r.apart(r.left, r.old.Items[after]) {
			r.blank = max(r.blank, 1)
		}
		blank(r.blank)
	}
	return b.String()
}

// around are the items between which the run is, -1 if there is none.
func (r *bodyRun) around() (before, after int) {
	before, after = -1, -1
	if r.from > 0 {
		before = r.script.Steps[r.from-1].Old
	}
	if r.to < len(r.script.Steps) {
		after = r.script.Steps[r.to].Old
	}
	return before, after
}

// bounds are the places between which the run is.
func (r *bodyRun) bounds(before, after int) (start, end int) {
	src := r.w.src
	if before >= 0 {
		_, start = r.w.itemRegion(r.old, before)
	} else if !r.root {
		start = lineEnd(src, behind(src, r.old.Span.Start))
	}
	switch {
	case after >= 0:
		end, _ = r.w.itemRegion(r.old, after)
	case r.root:
		end = len(src)
	default:
		end = lineStart(src, r.old.Span.End)
	}
	return start, max(start, end)
}

// put replaces the text between the items that stay. A file without a newline at its
// end goes on without one.
func (r *bodyRun) put(text string, start, end, after int) {
	w := r.w
	if r.root && after < 0 && !strings.HasSuffix(w.src, "\n") && w.src != "" {
		text = strings.TrimRight(text, "\r\n")
		if start == len(w.src) && text != "" {
			text = w.newline + text
		}
		if text == "" && start > 0 {
			trimmed := strings.TrimSuffix(strings.TrimSuffix(w.src[:start], "\n"), "\r")
			start = len(trimmed)
		}
	}
	// What is the same at both ends stays.
	was := w.src[start:end]
	for {
		line := lineEnd(text, 0)
		if !strings.HasSuffix(text[:line], "\n") || !strings.HasPrefix(was, text[:line]) {
			break
		}
		text, was = text[line:], was[line:]
		start += line
	}
	for text != "" && was != "" {
		line := text[lineStart(text, len(text)-1):]
		if !endsWithLine(was, line) || !endsWithLine(text, line) {
			break
		}
		text, was = text[:len(text)-len(line)], was[:len(was)-len(line)]
		end -= len(line)
	}
	w.replace(start, end, text)
}

// endsWithLine reports whether a line is the last one of a text.
func endsWithLine(text, line string) bool {
	return strings.HasSuffix(text, line) && (len(line) == len(text) || text[len(text)-len(line)-1] == '\n')
}

// apart reports whether a blank line is between two items: as it does between
// others like them.
func (r *bodyRun) apart(a, b hclwrite.Item) bool {
	if a == nil || b == nil {
		return false
	}
	_, blockA := a.(*hclwrite.Block)
	_, blockB := b.(*hclwrite.Block)
	commented := len(b.ItemComments().Before) > 0
	for i := 1; i < len(r.old.Items); i++ {
		x, y := r.old.Items[i-1], r.old.Items[i]
		_, blockX := x.(*hclwrite.Block)
		_, blockY := y.(*hclwrite.Block)
		if blockX != blockA || blockY != blockB || commented != (len(y.ItemComments().Before) > 0) {
			continue
		}
		if blockA && blockB && a.ItemName() != b.ItemName() && x.ItemName() == y.ItemName() {
			continue
		}
		_, end := r.w.itemRegion(r.old, i-1)
		start, _ := r.w.itemRegion(r.old, i)
		if !blockA && !blockB && !commented {
			return false
		}
		return start > end && blankLines(r.w.src[end:start]) > 0
	}
	return blockA || blockB || commented
}

// short is a block on one line, if those like it are.
func (r *bodyRun) short(item hclwrite.Item) (string, bool) {
	block, ok := item.(*hclwrite.Block)
	if !ok || len(block.Body.Items) != 1 || !block.Comments.Bare() {
		return "", false
	}
	a, ok := block.Body.Items[0].(*hclwrite.Attribute)
	if !ok || !a.Comments.Bare() || !block.Body.Bare() {
		return "", false
	}
	like := slices.ContainsFunc(r.old.Items, func(other hclwrite.Item) bool {
		b, ok := other.(*hclwrite.Block)
		return ok && b.Type == block.Type && len(b.Body.Items) == 1 && !r.w.spread(b)
	})
	value, fits := hclwrite.ExprLine(a.Expr)
	if !like || !fits {
		return "", false
	}
	text := r.margin + block.Type
	for _, label := range block.Labels {
		text += " " + hclwrite.Quote(label)
	}
	return text + " { " + a.Name + " = " + value + " }" + r.w.newline, true
}

// itemRegion is the lines of an item of a body, with the comments above it that no
// blank line separates from it and those after it.
func (w *editor) itemRegion(b *hclwrite.Body, i int) (start, end int) {
	span := b.Items[i].ItemSpan()
	from := b.Span.Start
	if i > 0 {
		from = b.Items[i-1].ItemSpan().End
	}
	return w.above(from, span.Start), lineEnd(w.src, behind(w.src, span.End))
}

// above is the start of the lines of comments directly above an offset, that are
// after another one.
func (w *editor) above(from, at int) int {
	start := lineStart(w.src, at)
	comments, _ := commentsBetween(w.src, from, at)
	for i := len(comments) - 1; i >= 0; i-- {
		c := comments[i]
		next := at
		if i < len(comments)-1 {
			next = comments[i+1].start
		}
		if strings.Count(w.src[c.end:next], "\n") > 1 || !c.own && lineStart(w.src, c.start) < from {
			break
		}
		start = min(start, lineStart(w.src, c.start))
	}
	return start
}
