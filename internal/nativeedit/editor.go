package nativeedit

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
	// adopted has the text of new parts that it has adopted; it may be nil. free are those of
	// them that are not in canonical layout.
	adopted *hclwrite.File
	free    []string
	// newline is the line end of the file, unit what a level is indented by.
	newline, unit string
	// heredocs: there are some in the file; quotedLines: there are strings in quotes
	// with more than one line.
	heredocs, quotedLines bool
	// granularity is how small the nodes are that are changed in the present item, and granularities
	// what it is in those of the result.
	granularity   granularity
	granularities map[hclwrite.Item]granularity
}

// granularity is how small the nodes are that are changed.
type granularity uint8

const (
	// inValues: elements and items of collections, and comments, are changed alone.
	inValues granularity = iota
	// inBodies: the items of a body are changed alone.
	inBodies
	// whole: the items of the file are rewritten.
	whole
)

func newEditor(file *hclwrite.File) *editor {
	src := file.Source()
	w := &editor{
		src: src, newline: "\n", unit: unitOf(src, &file.Body),
		heredocs: strings.Contains(src, "<<"), quotedLines: strings.Contains(src, `\n`), granularity: inValues,
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
	in := &bodyLines{w: w, old: old, merged: merged, margin: margin, root: root}
	if s.Comments {
		in.inside()
	}
	s.runs(func(k, n int) {
		if step := &s.Steps[k]; step.Op == Change {
			w.change(in, step, merged.Items[n])
		}
	}, func(from, to, n int) {
		w.write(in, s, from, to, n)
	})
	w.opening(in, old.Span.Start, s)
	w.ending(in, s, margin)
}

// runs calls stays for the step of each part that stays, and run for those between two of
// them, each with the index of its first part in the result.
func (s *Script) runs(stays func(k, n int), run func(from, to, n int)) {
	n := 0
	for k := 0; k < len(s.Steps); {
		if s.Steps[k].Stays() {
			stays(k, n)
			n++
			k++
			continue
		}
		from, first := k, n
		for ; k < len(s.Steps) && !s.Steps[k].Stays(); k++ {
			if s.Steps[k].Op != Remove {
				n++
			}
		}
		run(from, k, first)
	}
}

// change changes an item.
func (w *editor) change(in *bodyLines, step *Step, merged hclwrite.Item) {
	outer := w.granularity
	w.granularity = max(outer, w.granularities[merged])
	defer func() { w.granularity = outer }()
	old := in.old.Items[step.Old]
	if w.granularity < whole {
		w.item(in, step, old, merged)
		return
	}
	// Rewritten, with the comments above it that no blank line separates from it.
	start, end := in.region(step.Old)
	if step.Comments {
		start = in.top(step.Old)
		merged = WithAbove(merged, merged.ItemComments().Above[step.Above:])
	} else {
		merged = WithoutBanner(merged)
	}
	w.replace(start, end, w.text(merged, in.margin))
}

// item changes what is in an item, or next to it.
func (w *editor) item(in *bodyLines, step *Step, old, merged hclwrite.Item) {
	if step.Comments {
		was, is, span := old.ItemComments(), *merged.ItemComments(), old.ItemSpan()
		if _, ok := old.(*hclwrite.Attribute); ok && w.heredoc(span) { // after its end is no room
			is.Above, is.After = slices.Concat(is.Above, is.After), nil
		}
		w.above(in, step, was.Above, is.Above, span.Start)
		if !SameComments(was.After, is.After) {
			w.replace(span.End, behind(w.src, span.End), w.suffixText(spelled(was.After, is.After)))
		}
	}
	switch was := old.(type) {
	case *hclwrite.Attribute:
		if step.Header {
			w.replace(was.Span.Start, was.Span.Start+len(was.Name), merged.ItemName())
		}
		w.value(step, was.Expr, was.ValueSpan, merged.(*hclwrite.Attribute).Expr)
	case *hclwrite.Block:
		is := merged.(*hclwrite.Block)
		if step.Header {
			w.labels(was, is)
		}
		if step.Parts == nil {
			return
		}
		if len(is.Body.Items) == 0 && is.Body.Bare() {
			w.replace(was.Body.Span.Start, was.Body.Span.End, "")
			return
		}
		if !w.spread(was) {
			w.shortBlock(was, is, in.margin, step.Parts)
			return
		}
		w.body(step.Parts, &was.Body, &is.Body, w.inner(was, is, in.margin), false)
	}
}

// heredoc reports whether the source ends with a heredoc somewhere.
func (w *editor) heredoc(span hclwrite.Span) bool {
	text := w.src[span.Start:span.End]
	return strings.Contains(text, "<<") && hclwrite.NeedsNewline(text)
}

// inner is the margin of the items in a block.
func (w *editor) inner(was, is *hclwrite.Block, outer string) string {
	switch {
	case len(was.Body.Items) > 0:
		return margin(w.src, was.Body.Items[0].ItemSpan().Start)
	case len(is.Body.Items) > 0:
		return w.innerMargin(is.Body.Items[0].ItemSpan(), outer)
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
	span := was.Body.Span
	if len(s.Steps) == 1 && s.Steps[0].Op == Change && !s.Comments {
		in := &bodyLines{w: w, old: &was.Body, merged: &is.Body, margin: margin}
		w.item(in, &s.Steps[0], was.Body.Items[0], is.Body.Items[0])
		return
	}
	if len(was.Body.Items) == 0 && !s.Comments && was.Body.Bare() {
		in := &bodyLines{w: w, old: &was.Body, merged: &is.Body, margin: w.inner(was, is, margin)}
		w.replace(span.Start, span.End, w.newline+w.first(in, s)+margin)
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

// container is what has parts on lines of their own: a body, a tuple or an object.
type container interface {
	// bounds are the offsets between which the lines of all parts are.
	bounds() (start, end int)
	// top is the start of the comments above an old part.
	top(old int) int
	// region is the lines of an old part, with the comments above it that no blank
	// line separates from it and those after it.
	region(old int) (start, end int)
	// written is the part n of the result, without the first comments above it. own: its text
	// was given, as whole lines, with its blank lines.
	written(step *Step, n int) (text string, own bool)
	// apart reports whether a blank line is between a part of the result that is new
	// and the one before it.
	apart(n int) bool
	// within are how many parts there were, and the comments next to none of the parts, in
	// the file and in the result.
	within() (parts int, was, is *hclwrite.Within)
}

// run is the text between two parts that stay, or the ends of a container.
type run struct {
	w      *editor
	in     container
	pieces []piece
	// pos is how far the old text has been looked at, and blank how many lines before
	// that are blank.
	pos, blank int
}

// piece is a part of what is between two items.
type piece struct {
	text string
	kept bool // comments that stay
	// blank is how many blank lines are before it. own: it says how many are after it.
	blank, below int
	own          bool
}

// write makes the text of the steps from from up to to, which are between two parts
// that stay. n is the index of the first part that comes.
func (w *editor) write(in container, s *Script, from, to, n int) {
	start, end := in.bounds()
	before, after := from > 0, to < len(s.Steps)
	if before {
		_, start = in.region(s.Steps[from-1].Old)
	}
	if after {
		next := &s.Steps[to]
		if end, _ = in.region(next.Old); next.Comments {
			end = in.top(next.Old)
		}
	}
	if !after && newFoot(in, s) {
		end = foot(in)
	}
	end = max(start, end)
	r := &run{w: w, in: in, pos: start}
	for k := from; k < to; k++ {
		step := &s.Steps[k]
		if step.Op == Remove {
			first, last := in.region(step.Old)
			r.keep(first)
			r.pos = last
			continue
		}
		if step.Next && (k == from || !s.Steps[k-1].Next) {
			r.keep(r.nextRemoved(s.Steps[k:to], end))
		}
		r.add(step, n)
		n++
	}
	r.keep(end)
	if last := len(r.pieces) - 1; after && last >= 0 && r.pieces[last].own {
		r.blank = r.pieces[last].below
	} else if after && last >= 0 && !r.pieces[last].kept && in.apart(n) {
		r.blank = max(r.blank, 1)
	}
	w.put(start, end, r.text(before, after, w.src[start:end]))
}

// nextRemoved is where the next part starts that is removed, or else the end.
func (r *run) nextRemoved(steps []Step, end int) int {
	for i := range steps {
		if steps[i].Op == Remove {
			end, _ = r.in.region(steps[i].Old)
			break
		}
	}
	return end
}

// keep takes over the comments up to an offset.
func (r *run) keep(until int) {
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
	r.pieces = append(r.pieces, piece{text: text[at:last], kept: true, blank: max(r.blank, blankLines(text[:at]))})
	r.blank = blankLines(text[last:])
}

// add puts a part that is new here.
func (r *run) add(step *Step, n int) {
	var p piece
	p.text, p.own = r.in.written(step, n)
	if r.in.apart(n) {
		p.blank = 1
	}
	if step.Next {
		p.blank = max(p.blank, r.blank)
		r.blank = 0
	}
	if last := len(r.pieces) - 1; last >= 0 && r.pieces[last].kept {
		p.blank = max(p.blank, r.blank, 1) // what is said above is not about this
		r.blank = 0
	}
	if p.own {
		start, end := skipBlank(p.text, 0, len(p.text)), aboveBlank(p.text, len(p.text))
		p.blank, p.below = blankLines(p.text[:start]), blankLines(p.text[end:])
		p.text, r.blank = p.text[start:end], 0
	}
	r.pieces = append(r.pieces, p)
}

// first is the text of the parts of what had none.
func (w *editor) first(in container, s *Script) string {
	r := &run{w: w, in: in}
	for k := range s.Steps {
		r.add(&s.Steps[k], k)
	}
	return r.text(false, false, "")
}

// text is what is between the parts that stay, in place of what was. before and after:
// there are such parts.
func (r *run) text(before, after bool, was string) string {
	var b strings.Builder
	blank := func(n int) { b.WriteString(strings.Repeat(r.w.newline, n)) }
	for i := range r.pieces {
		if i > 0 && !strings.HasSuffix(r.pieces[i-1].text, "\n") {
			blank(1) // it stood at the end of the file
		}
		if i > 0 || before || r.pieces[i].own {
			blank(r.pieces[i].blank)
		}
		b.WriteString(r.pieces[i].text)
	}
	last := len(r.pieces) - 1
	switch {
	case !after && last >= 0 && r.pieces[last].own:
		blank(r.pieces[last].below)
	case !after:
		blank(trailingBlank(was)) // they stay
	case len(r.pieces) > 0 || before:
		blank(r.blank)
	}
	return b.String()
}

// put replaces lines, but for those that are the same at both ends.
func (w *editor) put(start, end int, text string) {
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
	w.lines(start, end, text)
}

// lines replaces lines. A file without a newline at its end goes on without one.
func (w *editor) lines(start, end int, text string) {
	if src := w.src; end == len(src) && src != "" && !strings.HasSuffix(src, "\n") {
		if text = strings.TrimRight(text, "\r\n"); strings.Contains(text, "<<") && hclwrite.NeedsNewline(text) {
			text += w.newline // that of a heredoc
		}
		switch {
		case start == end && text != "":
			text = w.newline + text
		case text == "":
			start = len(strings.TrimSuffix(strings.TrimSuffix(src[:start], "\n"), "\r"))
		}
	}
	w.replace(start, end, text)
}

// endsWithLine reports whether a line is the last one of a text.
func endsWithLine(text, line string) bool {
	return strings.HasSuffix(text, line) && (len(line) == len(text) || text[len(text)-len(line)-1] == '\n')
}

// bodyLines is the body of a file or a block, which is changed.
type bodyLines struct {
	w           *editor
	old, merged *hclwrite.Body
	// margin is that of the items.
	margin string
	root   bool
}

func (b *bodyLines) bounds() (start, end int) {
	src, span := b.w.src, b.old.Span
	if b.root {
		return textStart(src), len(src)
	}
	start = lineEnd(src, behind(src, span.Start))
	return start, max(start, lineStart(src, span.End))
}

func (b *bodyLines) within() (parts int, was, is *hclwrite.Within) {
	return len(b.old.Items), &b.old.Within, &b.merged.Within
}

func (b *bodyLines) region(old int) (start, end int) { return b.w.itemRegion(b.old, old) }

func (b *bodyLines) top(old int) int {
	start, _ := b.region(old)
	if old == 0 {
		return start // what is above that is in the body
	}
	_, end := b.region(old - 1)
	return skipBlank(b.w.src, end, start)
}

// written is an item on lines of its own.
func (b *bodyLines) written(step *Step, n int) (text string, own bool) {
	if step.Op == Move && step.Parts == nil && !step.Value && !step.Header && !step.Comments {
		from, to := b.region(step.Old)
		return b.w.src[from:to], false
	}
	item := b.merged.Items[n]
	if text, ok := b.w.given(item.ItemSpan(), b.margin); ok {
		return wholeLines(text, b.w.newline)
	}
	item = WithAbove(item, item.ItemComments().Above[step.Above:])
	if short, ok := b.short(item); ok && step.Op != Move {
		return short, false
	}
	return b.w.text(item, b.margin), false
}

// wholeLines is a text with the end of its last line, and whether it has that, or starts with
// a blank one.
func wholeLines(text, newline string) (lines string, whole bool) {
	if strings.HasSuffix(text, "\n") {
		return text, true
	}
	return text + newline, skipBlank(text, 0, len(text)) > 0
}

// apart reports whether a blank line is between two items: as it does between
// others like them.
func (b *bodyLines) apart(n int) bool {
	if n == 0 {
		return false
	}
	left, right := b.merged.Items[n-1], b.merged.Items[n]
	_, blockLeft := left.(*hclwrite.Block)
	_, blockRight := right.(*hclwrite.Block)
	commented := len(right.ItemComments().Above) > 0
	for i := 1; i < len(b.old.Items); i++ {
		x, y := b.old.Items[i-1], b.old.Items[i]
		_, blockX := x.(*hclwrite.Block)
		_, blockY := y.(*hclwrite.Block)
		if blockX != blockLeft || blockY != blockRight || commented != (len(y.ItemComments().Above) > 0) {
			continue
		}
		if blockLeft && blockRight && left.ItemName() != right.ItemName() && x.ItemName() == y.ItemName() {
			continue
		}
		_, end := b.region(i - 1)
		start, _ := b.region(i)
		if !blockLeft && !blockRight && !commented {
			return false
		}
		return start > end && blankLines(b.w.src[end:start]) > 0
	}
	return blockLeft || blockRight || commented
}

// short is a block on one line, if those like it are.
func (b *bodyLines) short(item hclwrite.Item) (string, bool) {
	block, ok := item.(*hclwrite.Block)
	if !ok || len(block.Body.Items) != 1 || !block.Comments.Bare() {
		return "", false
	}
	a, ok := block.Body.Items[0].(*hclwrite.Attribute)
	if !ok || !a.Comments.Bare() || !block.Body.Bare() {
		return "", false
	}
	like := slices.ContainsFunc(b.old.Items, func(other hclwrite.Item) bool {
		like, ok := other.(*hclwrite.Block)
		return ok && like.Type == block.Type && len(like.Body.Items) == 1 && !b.w.spread(like)
	})
	value, fits := hclwrite.ExprLine(a.Expr)
	if !like || !fits {
		return "", false
	}
	text := b.margin + block.Type
	for _, label := range block.Labels {
		text += " " + hclwrite.Quote(label)
	}
	return text + " { " + a.Name + " = " + value + " }" + b.w.newline, true
}

// itemRegion is the lines of an item of a body, with the comments above it that no
// blank line separates from it and those after it.
func (w *editor) itemRegion(b *hclwrite.Body, i int) (start, end int) {
	span := b.Items[i].ItemSpan()
	from := b.Span.Start
	if i > 0 {
		from = b.Items[i-1].ItemSpan().End
	}
	return w.directlyAbove(from, span.Start), lineEnd(w.src, behind(w.src, span.End))
}

// directlyAbove is the start of the lines of comments directly above an offset, that
// are after another one.
func (w *editor) directlyAbove(from, at int) int {
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

// above writes other comments above a part that stays, which starts its line but for
// comments.
func (w *editor) above(in container, step *Step, was, is []string, part int) {
	is = is[step.Above:]
	if SameComments(was, is) {
		return
	}
	end, m := lineStart(w.src, part), margin(w.src, part)
	beside := strings.TrimSpace(w.src[end:part]) != ""
	if beside {
		end = part
	}
	w.commentLines(in.top(step.Old), end, was, is, m)
	if beside {
		w.insert(end, m)
	}
}

// suffixText is comments as they are after something on its line.
func (w *editor) suffixText(list []string) string {
	text := ""
	for _, c := range list {
		text += " " + strings.ReplaceAll(c, "\n", w.newline)
	}
	return text
}

// aboveBlank is the end of the last line before an offset that is not blank.
func aboveBlank(src string, at int) int {
	for at > 0 {
		line := lineStart(src, at-1)
		if strings.TrimSpace(src[line:at]) != "" {
			break
		}
		at = line
	}
	return at
}

// skipBlank is the first line from one offset up to another that is not blank.
func skipBlank(src string, from, to int) int {
	for from < to {
		end := lineEnd(src, from)
		if strings.TrimSpace(src[from:end]) != "" {
			break
		}
		from = end
	}
	return min(from, to)
}

// spelled are comments in the place of others, with their markers: those that are the
// same are as they were.
func spelled(was, is []string) []string {
	same := make(map[string]string, len(was))
	slashes := len(was) > 0
	for _, c := range slices.Backward(was) {
		same[Canonical(c)] = c
		slashes = slashes && !strings.HasPrefix(c, "#")
	}
	list := slices.Clone(is)
	for i, c := range list {
		if old, ok := same[Canonical(c)]; ok {
			list[i] = old
		} else if text, ok := strings.CutPrefix(c, "# "); ok && slashes && !strings.HasPrefix(c, foreignMarker) {
			list[i] = "// " + text
		}
	}
	return list
}

// commentLines writes comments in the place of others, on the lines from start to end.
func (w *editor) commentLines(start, end int, was, is []string, margin string) {
	w.lines(start, end, w.commentText(spelled(was, is), margin))
}

// commentText is comments on lines of their own.
func (w *editor) commentText(list []string, margin string) string {
	var b strings.Builder
	for i, c := range list {
		if c != "" {
			b.WriteString(margin + strings.ReplaceAll(c, "\n", w.newline))
		}
		if c != "" || i > 0 {
			b.WriteString(w.newline)
		}
	}
	return b.String()
}

// inside writes other comments before the items of a body.
func (b *bodyLines) inside() {
	was, is := b.old.Inside, b.merged.Inside
	if SameComments(was, is) {
		return
	}
	start, end := b.bounds()
	if len(b.old.Items) > 0 {
		end, _ = b.region(0)
	}
	start = skipBlank(b.w.src, start, end)
	switch {
	case len(is) == 0:
	case len(was) > 0:
		end = max(start, aboveBlank(b.w.src, end)) // the blank line below them is part of neither list
	case len(b.merged.Items) > 0:
		is = append(slices.Clone(is), "")
	}
	if len(b.merged.Items) == 0 {
		was = slices.Concat(was, b.old.End) // which are there as well, once the last item is gone
	}
	b.w.commentLines(start, end, was, is, b.margin)
}

// newFoot reports whether the comments after the last part of a container are others. The
// first of them, as many as are stray, stay where they are.
func newFoot(in container, s *Script) bool {
	_, was, is := in.within()
	return s.Comments && !SameComments(was.End, is.End[s.Stray:])
}

// foot is where the lines after the last part of a container start.
func foot(in container) int {
	at, _ := in.bounds()
	if parts, _, _ := in.within(); parts > 0 {
		_, at = in.region(parts - 1)
	}
	return at
}

// opening writes other comments after an opening bracket.
func (w *editor) opening(in container, bracket int, s *Script) {
	if _, was, is := in.within(); s.Comments && !SameComments(was.Open, is.Open) {
		w.replace(bracket, behind(w.src, bracket), w.suffixText(spelled(was.Open, is.Open)))
	}
}

// ending writes other comments after the last of the old parts of a container.
func (w *editor) ending(in container, s *Script, margin string) {
	if !newFoot(in, s) {
		return
	}
	_, was, is := in.within()
	first := foot(in)
	_, end := in.bounds()
	list := is.End[s.Stray:]
	start := skipBlank(w.src, first, end)
	switch {
	case len(list) == 0:
		start = first // with the blank lines above them
	case len(was.End) == 0 && len(list) == len(is.End) && list[0] != "":
		start, end = first, first // above the blank lines that there are
	}
	if len(was.End) > 0 {
		end = max(start, aboveBlank(w.src, end))
	}
	w.commentLines(start, end, was.End, list, margin)
}
