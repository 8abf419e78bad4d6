package nativeedit

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// run is the text between two unmoved parts, or between an unmoved part and an end of the container.
type run struct {
	w      *editor
	in     *bodyLines
	pieces []piece
	// pos is the offset up to which the old text is read. blank is the number of blank lines before
	// pos.
	pos, blank int
	// removesAdjacentGroup is true if a comment group directly below other lines is removed.
	removesAdjacentGroup bool
	// writesGroupAtEnd is true if a comment group is written after the blank lines at the end.
	writesGroupAtEnd bool
}

// piece is a part in the text of a run.
type piece struct {
	text string
	// blank is the number of blank lines before the piece. If isWholeLines is true, below is the
	// number of blank lines after the piece.
	blank, below int
	isWholeLines bool
}

// isPermutation reports whether a script only changes the order of the parts.
func isPermutation(s *treediff.Script) bool {
	moves := 0
	for i := range s.Steps {
		switch step := &s.Steps[i]; {
		case step.Op == treediff.Insert, step.Op == treediff.Change, step.Parts != nil, step.ReplacesValue,
			step.ChangesHeader, step.ChangesComments:
			return false
		case step.Op == treediff.Move:
			moves++
		case step.Op == treediff.Remove: // withRemovals adds a removal for each move
			moves--
		}
	}
	return moves == 0 && !s.ChangesComments
}

// permute writes the text of each item to its new place. The blank lines between the places stay.
func (b *bodyLines) permute(s *treediff.Script) {
	place := 0
	for i := range s.Steps {
		step := &s.Steps[i]
		if step.Op == treediff.Remove {
			continue
		}
		if step.Old != place {
			start, end := b.partLines(place)
			b.w.replaceWholeLines(start, end, b.movedLines(step.Old, place))
		}
		place++
	}
}

// writeRun applies the steps from an index up to the next unmoved part. n is the index of their first part in the
// result. It returns the indexes of the unmoved part.
func (w *editor) writeRun(in *bodyLines, s *treediff.Script, from, n int) (to, next int) {
	for to = from; to < len(s.Steps) && !s.Steps[to].Stays(); {
		to++
	}
	start, end := in.bounds()
	before, after := from > 0, to < len(s.Steps)
	if before {
		_, start = in.partLines(s.Steps[from-1].Old)
	}
	if after {
		next := &s.Steps[to]
		if end, _ = in.partLines(next.Old); next.ChangesComments {
			end = in.partStart(next.Old)
		}
	}
	end = max(start, end)
	r, removed := &run{w: w, in: in, pos: start}, from // removed is the index of the next removed part
	for k := from; k < to; k++ {
		step := &s.Steps[k]
		if step.Op == treediff.Remove {
			first, last := in.partLines(step.Old)
			r.skipBlankLines(first)
			r.pos = last
			// Without the group, the lines before and after it are adjacent.
			r.removesAdjacentGroup = in.isGroupAfterAttribute(step.Old) && r.blank == 0 && len(r.pieces) == 0
			continue
		}
		for removed <= k || removed < to && s.Steps[removed].Op != treediff.Remove {
			removed++
		}
		until := end
		if removed < to {
			until, _ = in.partLines(s.Steps[removed].Old)
		}
		switch {
		case step.BelongsToNext && (k == from || !s.Steps[k-1].BelongsToNext):
			if !after {
				until = skipBlankLinesBackward(w.src, until)
			}
			r.skipBlankLines(until)
		case !after && in.startsParagraph(n): // the blank lines at the end are above it
			r.skipBlankLines(until)
			r.writesGroupAtEnd = true
		}
		r.addPart(step, n, step.BelongsToNext || r.writesGroupAtEnd)
		n++
	}
	if r.skipBlankLines(end); r.removesAdjacentGroup && len(r.pieces) == 0 {
		r.blank = 0
	}
	if last := len(r.pieces) - 1; after && last >= 0 && r.pieces[last].isWholeLines {
		r.blank = r.pieces[last].below
	} else if after && last >= 0 && in.hasBlankBefore(n) {
		r.blank = max(r.blank, 1)
	}
	w.replaceLines(start, end, r.text(before, after, w.src[start:end]))
	return to, n
}

// skipBlankLines reads the blank lines up to an offset.
func (r *run) skipBlankLines(until int) {
	if until > r.pos {
		r.blank = max(r.blank, blankLines(r.w.src[r.pos:until]))
		r.pos = until
	}
}

// addPart adds a new part. If next is true, the blank lines before it stay above it.
func (r *run) addPart(step *treediff.Step, n int, next bool) {
	var p piece
	p.text, p.isWholeLines = r.in.itemText(step, n)
	if r.in.hasBlankBefore(n) {
		p.blank = 1
	}
	if next || r.in.followsGroup(n) {
		p.blank = max(p.blank, r.blank)
		r.blank = 0
	}
	if p.isWholeLines {
		start, end := skipBlankLines(p.text, 0, len(p.text)), skipBlankLinesBackward(p.text, len(p.text))
		p.blank, p.below = blankLines(p.text[:start]), blankLines(p.text[end:])
		p.text, r.blank = p.text[start:end], 0
		if r.in.followsGroup(n) {
			p.blank = max(p.blank, 1)
		}
	}
	r.pieces = append(r.pieces, p)
}

// text returns the new text of the run. before and after are true if an unmoved part precedes or
// follows it. was is the old text.
func (r *run) text(before, after bool, was string) string {
	var b strings.Builder
	blank := func(n int) { b.WriteString(strings.Repeat(r.w.newline, n)) }
	for i := range r.pieces {
		if i > 0 && !strings.HasSuffix(r.pieces[i-1].text, "\n") {
			blank(1) // it was at the end of the file
		}
		if i > 0 || before || r.pieces[i].isWholeLines {
			blank(r.pieces[i].blank)
		}
		b.WriteString(r.pieces[i].text)
	}
	last := len(r.pieces) - 1
	switch {
	case !after && last >= 0 && r.pieces[last].isWholeLines:
		blank(r.pieces[last].below)
	case r.writesGroupAtEnd:
	case !after:
		blank(trailingBlankLines(was)) // the blank lines stay
	case len(r.pieces) > 0 || before:
		blank(r.blank)
	}
	return b.String()
}

// replaceLines replaces lines. It does not change equal lines at the start and at the end.
func (w *editor) replaceLines(start, end int, text string) {
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
	w.replaceWholeLines(start, end, text)
}

// replaceWholeLines replaces lines. It does not add a final newline to a file without one.
func (w *editor) replaceWholeLines(start, end int, text string) {
	if src := w.src; end == len(src) && src != "" && !strings.HasSuffix(src, "\n") {
		if text = strings.TrimRight(text, "\r\n"); strings.Contains(text, "<<") && hcltext.NeedsNewline(text) {
			text += w.newline // the newline of the heredoc
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

// endsWithLine reports whether a line is the last line of a text.
func endsWithLine(text, line string) bool {
	return strings.HasSuffix(text, line) && (len(line) == len(text) || text[len(text)-len(line)-1] == '\n')
}

// wholeLines returns a given text with a newline at its end. whole is true if the text already ends
// with a newline or starts with a blank line. It then keeps its own layout.
func (w *editor) wholeLines(text string) (lines string, whole bool) {
	if strings.HasSuffix(text, "\n") {
		return text, true
	}
	return text + w.newline, skipBlankLines(text, 0, len(text)) > 0
}

// replaceAbove replaces the comments above an unmoved part that starts its line.
func (w *editor) replaceAbove(in *bodyLines, step *treediff.Step, was, is []string, part int) {
	if treediff.SameComments(was, is) {
		return
	}
	end, m := lineStart(w.src, part), Margin(w.src, part)
	beside := strings.TrimSpace(w.src[end:part]) != ""
	if beside {
		end = part
	}
	w.replaceComments(in.partStart(step.Old), end, was, is, m)
	if beside {
		w.insert(end, m)
	}
}

// replaceComments replaces comments on the lines from start to end.
func (w *editor) replaceComments(start, end int, was, is []string, margin string) {
	w.replaceWholeLines(start, end, w.commentText(markersOf(was).apply(is), margin))
}

// markers contains the markers of comments.
type markers struct {
	// comments contains the comments by their canonical text. slashes is true if they all start with slashes.
	comments map[string]string
	slashes  bool
}

func markersOf(comments []string) markers {
	m := markers{make(map[string]string, len(comments)), len(comments) > 0}
	for _, c := range slices.Backward(comments) {
		m.comments[treediff.CanonicalComment(c)] = c
		m.slashes = m.slashes && !strings.HasPrefix(c, "#")
	}
	return m
}

// apply returns comments with the markers of the comments that they replace. Equal comments keep their text.
func (m markers) apply(comments []string) []string {
	list := slices.Clone(comments)
	for i, c := range list {
		if old, ok := m.comments[treediff.CanonicalComment(c)]; ok {
			list[i] = old
		} else if text, ok := strings.CutPrefix(c, "# "); ok && m.slashes && !strings.HasPrefix(c, treediff.ForeignMarker) {
			list[i] = "// " + text
		}
	}
	return list
}

// commentText returns the lines of comments.
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

// suffixText returns comments for the end of a line.
func (w *editor) suffixText(list []string) string {
	text := ""
	for _, c := range list {
		text += " " + strings.ReplaceAll(c, "\n", w.newline)
	}
	return text
}

// itemLines returns the range of the lines of an item, including the comments directly above it and
// after it.
func (w *editor) itemLines(b *hclwrite.Body, i int) (start, end int) {
	span := hclwrite.SpanOf(b.Items[i])
	from := b.Span.Start
	if i > 0 {
		from = hclwrite.SpanOf(b.Items[i-1]).End
	}
	return w.adjacentCommentsStart(from, span.Start), lineEnd(w.src, commentsEnd(w.src, span.End))
}

// ItemLines returns the lines of an item of an unchanged body, including the comments directly above it and after it. src
// is the text of its file, and i is the probable index of the item.
func ItemLines(src string, b *hclwrite.Body, item hclwrite.Item, i int) hclwrite.Span {
	if i >= len(b.Items) || b.Items[i] != item {
		i = b.Index(item)
	}
	start, end := (&editor{src: src}).itemLines(b, i)
	return hclwrite.Span{Start: start, End: end}
}

// adjacentCommentsStart returns the start of the comments on the lines directly above an offset. The
// comments start after the offset from.
func (w *editor) adjacentCommentsStart(from, at int) int {
	start := lineStart(w.src, at)
	comments, _ := commentsBetween(w.src, from, at)
	for i := len(comments) - 1; i >= 0; i-- {
		c := comments[i]
		next := at
		if i < len(comments)-1 {
			next = comments[i+1].start
		}
		if strings.Count(w.src[c.end:next], "\n") > 1 || !c.startsLine && lineStart(w.src, c.start) < from {
			break
		}
		start = min(start, lineStart(w.src, c.start))
	}
	return start
}
