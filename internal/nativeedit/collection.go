package nativeedit

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/treediff"
)

// changeValue changes the value of an attribute or an element. outer is the position of the value
// with its parentheses.
func (w *editor) changeValue(step *treediff.Step, old hclwrite.Expr, outer hclwrite.Span, merged hclwrite.Expr, item bool) {
	if step.Parts == nil && !step.ReplacesValue {
		return
	}
	if step.ReplacesValue {
		w.replaceValue(old, outer, merged, item)
	} else if l := w.newCollectionEdit(step.Parts, old, merged); !l.edit() {
		if l.kept >= 0 {
			w.reprinted = append(w.reprinted, hclwrite.Span{Start: l.span.Start, End: l.span.End})
		}
		w.replaceValue(old, outer, merged, item)
	}
}

// replaceValue replaces a value. The parentheses of the value, or the quotes around an
// interpolation, stay unless the new text has its own. item is true for an object item.
func (w *editor) replaceValue(old hclwrite.Expr, outer hclwrite.Span, is hclwrite.Expr, item bool) {
	span := hclwrite.SpanOf(old)
	_, given := w.givenText(hclwrite.SpanOf(is), "")
	inside := span.Start >= outer.Start && span.End <= outer.End
	around := "( "
	if e, ok := is.(*hclwrite.Native); ok && canOmitParentheses(e) {
		if around += "\t\r\n"; !strings.Contains(e.Text, "\n") {
			around += "\"${"
		}
	}
	if hclwrite.CollectionOf(is) != nil || given || !inside || strings.Trim(w.src[outer.Start:span.Start], around) != "" {
		span = outer
	}
	room, comma := w.allowsHeredoc(span)
	text := w.newValue(old, is, span.Start, false, room)
	w.replace(span.Start, span.End, text)
	if at := span.End + strings.IndexByte(w.src[span.End:], ','); comma && hcltext.NeedsNewline(text) && item {
		w.remove(at, at+1) // the end of the line separates the items
	} else if comma && hcltext.NeedsNewline(text) {
		w.insert(at, w.newline+Margin(w.src, span.Start))
	}
}

// allowsHeredoc reports whether a value can end with a heredoc. It must have lines of its own, and
// only a comma may follow it.
func (w *editor) allowsHeredoc(span hclwrite.Span) (ok, comma bool) {
	lead := w.src[lineStart(w.src, span.Start):span.Start]
	rest, _, ended := strings.Cut(w.src[span.End:], "\n")
	rest, comma = strings.CutPrefix(strings.TrimSpace(rest), ",")
	return ended && strings.TrimSpace(rest) == "" && !strings.ContainsAny(lead, "[{(,"), comma
}

// part is an element of a tuple or object, with its position in the text.
type part struct {
	*hclwrite.Element
	start int
	// comma is the offset of the comma after the part, or -1. startsLine is true if the part starts its
	// line.
	comma      int
	startsLine bool
}

// collectionEdit changes the text of a tuple or an object.
type collectionEdit struct {
	w      *editor
	script *treediff.Script
	span   hclwrite.Span
	parts  []part
	// old and edited contain the comments in the brackets, in the file and in the result.
	old, edited *hclwrite.BracketComments
	// merged contains the parts of the result.
	merged   []hclwrite.Element
	isObject bool

	// closerStartsLine is true if the closing bracket starts its line, hasCommas if commas separate the parts,
	// and hasTrailingComma if a comma follows the last part.
	closerStartsLine, hasCommas, hasTrailingComma bool
	// at is the start of the first part that starts its line, if one does. kept is the index of the
	// last step whose part stays, or -1.
	at, kept int
	// lineBreaks contains an entry for each part that must start its line, but does not yet: the
	// comments above it. The last index represents the closing bracket. wasOnOneLine is true if all
	// parts were on one line.
	lineBreaks   map[int][]string
	wasOnOneLine bool
}

func (w *editor) newCollectionEdit(script *treediff.Script, old, merged hclwrite.Expr) *collectionEdit {
	was, is := hclwrite.CollectionOf(old), hclwrite.CollectionOf(merged)
	l := &collectionEdit{
		w: w, script: script, span: was.Span, old: &was.BracketComments, edited: &is.BracketComments,
		merged: is.Items, isObject: treediff.IsObject(old),
	}
	for i := range was.Items {
		item := &was.Items[i]
		start := item.ValueSpan.Start
		if l.isObject {
			start = item.Key.Span.Start
		}
		l.parts = append(l.parts, part{Element: item, start: start})
	}
	return l
}

// readStyle determines the layout of the list.
func (l *collectionEdit) readStyle() {
	src := l.w.src
	pos := l.span.Start + 1
	for i := range l.parts {
		p := &l.parts[i]
		if line := strings.LastIndexByte(src[pos:p.start], '\n'); line >= 0 {
			_, comma := commentsBetween(src, pos+line+1, p.start)
			p.startsLine = comma < 0
		}
		if p.startsLine && l.at == 0 {
			l.at = p.start
		}
		end := l.span.End - 1
		if i+1 < len(l.parts) {
			end = l.parts[i+1].start
		}
		_, p.comma = commentsBetween(src, p.ValueSpan.End, end)
		pos = p.ValueSpan.End
	}
	l.closerStartsLine = strings.Contains(src[pos:l.span.End-1], "\n")
	if n := len(l.parts); n > 0 {
		if l.at == 0 {
			l.at = l.parts[0].start
		}
		l.hasTrailingComma = l.parts[n-1].comma >= 0
		l.hasCommas = !l.isObject || l.hasTrailingComma || n > 1 && l.parts[0].comma >= 0
	}
	l.kept = len(l.script.Steps) - 1
	for l.kept >= 0 && !l.script.Steps[l.kept].Stays() {
		l.kept--
	}
}

// startsLine reports whether a part, or the closing bracket after the last part, starts its line.
func (l *collectionEdit) startsLine(i int) bool {
	if i == len(l.parts) {
		return l.closerStartsLine
	}
	return l.parts[i].startsLine
}

// edit changes the text of the list. It returns false if the whole list must be printed.
func (l *collectionEdit) edit() bool {
	l.readStyle()
	w, s := l.w, l.script
	if len(l.parts) == 0 && len(s.Steps) > 0 && !s.ChangesComments && l.old.HasNoComments() {
		return l.writeFirst()
	}
	if len(l.parts) == 1 && len(l.merged) == 1 && l.kept < 0 && !l.isObject && !s.ChangesComments {
		p, is := &l.parts[0], l.merged[0]
		if treediff.SameComments(treediff.CommentsAbove(p.Comments), treediff.CommentsAbove(is.Comments)) && treediff.SameComments(treediff.CommentsAfter(p.Comments), treediff.CommentsAfter(is.Comments)) {
			w.replaceValue(p.Value, p.ValueSpan, is.Value, false)
			return true
		}
	}
	if isPermutation(s) && l.permute() {
		return true
	}
	if l.kept < 0 && len(s.Steps) > 0 {
		return false
	}
	deletions, insertions := len(w.deletions), len(w.insertions)
	ok := l.findBreaks()
	eachRun(s, func(k, n int) {
		step := &s.Steps[k]
		p := &l.parts[step.Old]
		if step.ChangesHeader {
			w.replace(p.Key.Span.Start, p.Key.Span.End, l.keyText(n, w.src[p.Key.Span.Start] == '"'))
		}
		w.changeValue(step, p.Value, p.ValueSpan, l.merged[n].Value, l.isObject)
		ok = ok && l.replaceAbove(step, n) && l.replaceSuffix(k, n)
	}, func(from, to, n int) {
		if l.arePartsOnLines(from, to) {
			w.writeRun(l, s, from, to, n)
			return
		}
		ok = ok && l.editInLine(from, to, n)
	})
	w.replaceOpening(l, l.span.Start+1, s)
	if l.startsLine(len(l.parts)) {
		w.replaceEnding(l, s, l.margin())
	}
	for i, above := range l.lineBreaks {
		ok = ok && l.breakLine(i, above)
	}
	if !ok {
		w.deletions, w.insertions = w.deletions[:deletions], w.insertions[:insertions]
		return l.splitLines()
	}
	return true
}

// permute writes each part to its new place. It returns false if the parts have paragraphs of comments
// above them, or comments on one line with several parts.
func (l *collectionEdit) permute() bool {
	w := l.w
	for i := range l.parts {
		if treediff.LeadingGroups(treediff.CommentsAbove(l.parts[i].Comments)) != nil {
			return false
		}
	}
	if l.arePartsOnLines(0, len(l.script.Steps)) {
		w.permute(l, l.script, l.movedLines)
		return true
	}
	if c := (&hclwrite.Collection{BracketComments: *l.old, Items: l.merged}); c.HasComments() {
		return false
	}
	place := 0
	for i := range l.script.Steps {
		if step := &l.script.Steps[i]; step.Op != treediff.Remove {
			from, to := &l.parts[step.Old], &l.parts[place]
			w.replace(to.start, to.ValueSpan.End, w.src[from.start:from.ValueSpan.End])
			place++
		}
	}
	return true
}

// movedLines returns the lines of an old part at the place of another part.
func (l *collectionEdit) movedLines(old, place int) string {
	w, p := l.w, &l.parts[old]
	start, end := l.partLines(old)
	value, rest, comma := w.src[start:p.ValueSpan.End], w.src[p.ValueSpan.End:end], ""
	if l.parts[place].comma >= 0 {
		if comma = ","; l.endsWithHeredoc(old) {
			comma = w.newline + Margin(w.src, p.start) + ","
		}
	}
	if p.comma >= 0 {
		rest = w.src[p.comma+1 : end]
	}
	return value + comma + rest
}

// splitLines puts each part on lines of its own, without changing its text. It returns false if the
// text of an unmoved part would change.
func (l *collectionEdit) splitLines() bool {
	w, s, n := l.w, l.script, 0
	l.hasCommas, l.hasTrailingComma = !l.isObject, true
	text := w.suffixText(withOldMarkers(l.old.Open, l.edited.Open)) + w.newline
	for k := range s.Steps {
		step := &s.Steps[k]
		if step.Op == treediff.Remove {
			continue
		}
		if step.Parts != nil || step.ChangesHeader || step.ReplacesValue && l.isObject {
			return false
		}
		is, part := &l.merged[n], ""
		switch {
		case step.Op == treediff.Insert:
			whole := *step
			whole.Above = 0
			part, _ = l.itemText(&whole, n)
		case step.ReplacesValue:
			part = l.partOnLines(is, l.parts[step.Old].Comments, w.newValue(l.parts[step.Old].Value, is.Value, l.span.Start, true, true))
		default:
			p := &l.parts[step.Old]
			part = l.partOnLines(is, p.Comments, w.src[p.start:p.ValueSpan.End])
		}
		text, n = text+part, n+1
	}
	text += w.commentText(withOldMarkers(l.old.End, l.edited.End), l.margin())
	w.reprinted = append(w.reprinted, hclwrite.Span{Start: l.span.Start, End: l.span.End})
	w.replace(l.span.Start+1, l.span.End-1, text+Margin(w.src, l.span.Start))
	return true
}

// partOnLines returns the lines of a part, with its comments and its comma.
func (l *collectionEdit) partOnLines(is *hclwrite.Element, was *hclwrite.Comments, text string) string {
	w, m := l.w, l.margin()
	comma := ""
	if l.hasCommas && hcltext.NeedsNewline(text) {
		comma = w.newline + m + ","
	} else if l.hasCommas {
		comma = ","
	}
	return w.commentText(withOldMarkers(treediff.CommentsAbove(was), treediff.CommentsAbove(is.Comments)), m) + m + text + comma +
		w.suffixText(withOldMarkers(treediff.CommentsAfter(was), treediff.CommentsAfter(is.Comments))) + w.newline
}

// writeFirst writes the parts of an empty list if all of them have given texts. Otherwise it returns
// false.
func (l *collectionEdit) writeFirst() bool {
	w := l.w
	var texts []string
	lines := false
	for n := range l.merged {
		text, ok := w.givenText(l.merged[n].ValueSpan, "")
		if !ok {
			return false
		}
		texts, lines = append(texts, text), lines || strings.Contains(text, "\n") || !l.merged[n].Comments.HasNoComments()
	}
	text := strings.Join(texts, ", ")
	switch {
	case lines:
		l.hasCommas = !l.isObject
		text = w.newline + w.firstParts(l, l.script) + Margin(w.src, l.span.Start)
	case l.isObject:
		text = " " + text + " "
	}
	w.replace(l.span.Start+1, l.span.End-1, text)
	return true
}

// findBreaks finds the parts that must start their lines because of new comments. It returns false
// if one of these parts does not stay.
func (l *collectionEdit) findBreaks() bool {
	s := l.script
	l.lineBreaks = make(map[int][]string)
	kept := make(map[int]*hclwrite.Element)
	var need []int
	eachRun(s, func(k, n int) {
		step, is := &s.Steps[k], l.merged[n].Comments
		kept[step.Old] = &l.merged[n]
		if was := l.parts[step.Old].Comments; step.ChangesComments {
			if !treediff.SameComments(treediff.CommentsAbove(was), treediff.CommentsAbove(is)[step.Above:]) {
				need = append(need, step.Old)
			}
			if len(treediff.CommentsAfter(is)) > 0 && !treediff.SameComments(treediff.CommentsAfter(was), treediff.CommentsAfter(is)) && !l.endsWithHeredoc(step.Old) {
				need = append(need, step.Old+1)
			}
		}
	}, func(int, int, int) {})
	if s.ChangesComments && !treediff.SameComments(l.old.Open, l.edited.Open) && len(l.edited.Open) > 0 {
		need = append(need, 0)
	}
	if endDiffers(l, s) {
		need = append(need, len(l.parts))
	}
	need = slices.DeleteFunc(need, l.startsLine)
	if l.wasOnOneLine = len(need) > 0 && !strings.Contains(l.w.src[l.span.Start:l.span.End], "\n"); l.wasOnOneLine {
		need = nil
		for i := range len(l.parts) + 1 {
			need = append(need, i)
		}
	}
	for _, i := range need {
		switch part, last := kept[i], i == len(l.parts); {
		case last && i > 0 && kept[i-1] == nil, !last && part == nil, l.wasOnOneLine && len(kept) != len(s.Steps):
			return false
		case last:
			l.lineBreaks[i] = l.edited.End
		default:
			l.lineBreaks[i] = treediff.CommentsAbove(part.Comments)
		}
	}
	return true
}

// gapStart returns the offset after the part before part i and its comments.
func (l *collectionEdit) gapStart(i int) int {
	if i > 0 {
		return l.partEnd(i - 1)
	}
	return commentsEnd(l.w.src, l.span.Start+1)
}

// hasNoCommentsBefore reports whether no comments precede a part.
func (l *collectionEdit) hasNoCommentsBefore(i int) bool {
	start := l.parts[i-1].ValueSpan.End
	if l.startsLine(i) {
		start = l.gapStart(i)
	}
	return !strings.ContainsAny(l.w.src[start:l.parts[i].start], "#/")
}

// mustBreakBefore reports whether a part must start its line, but does not start it yet.
func (l *collectionEdit) mustBreakBefore(i int) bool { _, ok := l.lineBreaks[i]; return ok }

// breakLine starts a new line before a part or the closing bracket, and writes the comments above
// it.
func (l *collectionEdit) breakLine(i int, above []string) bool {
	w, start, end, m := l.w, l.gapStart(i), l.span.End-1, Margin(l.w.src, l.span.Start)
	if i < len(l.parts) {
		end, m = l.parts[i].start, l.margin()
		if i > 0 && l.parts[i-1].comma >= 0 {
			start = l.parts[i-1].comma + 1 // the comments on the line become comments above the part
			w.replace(start, end, w.newline+w.commentText(withOldMarkers(treediff.CommentsAbove(l.parts[i].Comments), above), l.margin())+m)
			return true
		}
	}
	w.replace(start, end, w.newline+w.commentText(above, l.margin())+m)
	return strings.TrimSpace(w.src[start:end]) == ""
}

// margin returns the indentation of parts that start their lines.
func (l *collectionEdit) margin() string {
	if len(l.parts) > 0 && (l.parts[0].start != l.at || l.startsLine(0)) {
		return Margin(l.w.src, l.at)
	}
	outer := Margin(l.w.src, l.span.Start)
	if len(l.parts) == 0 && len(l.merged) > 0 {
		return l.w.innerMargin(l.merged[0].ValueSpan, outer)
	}
	return outer + l.w.unit
}

// arePartsOnLines reports whether all parts between two unmoved parts start their lines, and the
// second unmoved part too.
func (l *collectionEdit) arePartsOnLines(from, to int) bool {
	first, last := 0, len(l.parts)
	if from > 0 {
		first = l.script.Steps[from-1].Old + 1
	}
	if to < len(l.script.Steps) {
		last = l.script.Steps[to].Old
	}
	for i := first; i <= last; i++ {
		if !l.startsLine(i) {
			return false
		}
	}
	return true
}

// editInLine applies the steps between two unmoved parts on the same line. It returns false if this
// is not possible.
func (l *collectionEdit) editInLine(from, to, n int) bool {
	w, steps := l.w, l.script.Steps
	left, right := -1, -1
	if from > 0 {
		left = steps[from-1].Old
	}
	if to < len(steps) {
		right = steps[to].Old
	}
	first := l.parts[0].start
	if lead := strings.TrimLeft(w.src[l.span.Start+1:first], " \t"); left < 0 && strings.ContainsAny(lead, "#/") {
		if right != 0 || len(l.old.Open) > 0 || strings.Contains(lead, "\n") {
			return false
		}
		first -= len(lead) // before the comments above it
	}
	if left < 0 && right < 0 {
		return false
	}
	for k := from; k < to; k++ {
		if steps[k].Op == treediff.Remove {
			if !l.removeInLine(steps[k].Old, left >= 0) {
				return false
			}
			continue
		}
		text := l.partText(n, true, l.parts[0].start, false)
		if left >= 0 && l.endsWithHeredoc(left) || !l.merged[n].Comments.HasNoComments() {
			return false
		}
		switch {
		case left < 0 && right == 0:
			w.insert(first, text+", ")
		case left < 0:
			w.insert(l.parts[right].start, text+", ")
		case left+1 == len(l.parts) && l.parts[left].comma < 0 && !l.closerStartsLine && len(treediff.CommentsAfter(l.parts[left].Comments)) > 0:
			w.insert(l.partEnd(left), ", "+text)
		default:
			w.insert(l.parts[left].ValueSpan.End, ", "+text)
		}
		n++
	}
	return true
}

// removeInLine deletes a part that shares its line with other parts. left is true if an unmoved part
// precedes it.
func (l *collectionEdit) removeInLine(i int, left bool) bool {
	w, p := l.w, &l.parts[i]
	start, end := l.partLines(i)
	bannered := p.startsLine && len(treediff.LeadingGroups(treediff.CommentsAbove(p.Comments))) > 0
	switch {
	case p.startsLine && l.startsLine(i+1):
		w.remove(start, end)
	case !left && l.startsLine(i+1) && i+1 < len(l.parts) && (l.closerStartsLine || !l.hasNoCommentsBefore(i+1)): // with the previous part
		w.remove(l.gapStart(i), l.partEnd(i))
		w.remove(end, skipBlankLines(w.src, end, lineStart(w.src, l.parts[i+1].start)))
	case left && l.endsWithHeredoc(i-1):
		w.remove(l.parts[i-1].comma+1, l.partEnd(i))
	case left && !bannered && i+1 == len(l.parts) && p.comma < 0 && !l.closerStartsLine: // with all its comments
		w.remove(l.parts[i-1].ValueSpan.End, l.partEnd(i))
	case left && !bannered: // with the comments before it
		w.remove(l.parts[i-1].ValueSpan.End, p.ValueSpan.End)
		if l.startsLine(i + 1) {
			w.remove(max(p.ValueSpan.End, p.comma+1), l.partEnd(i))
		}
	case i+1 == len(l.parts):
		w.replace(skipBlankLinesBackward(w.src, start), l.partEnd(i), Margin(w.src, l.span.Start))
	case !l.hasNoCommentsBefore(i + 1):
		if p.comma < 0 || p.startsLine || l.startsLine(i+1) {
			return false // the comments belong to the next part
		}
		rest := w.src[p.comma+1:]
		w.remove(p.start, len(w.src)-len(strings.TrimLeft(rest, " \t")))
	default:
		w.remove(start, lineStart(w.src, p.start))
		w.remove(p.start, l.parts[i+1].start)
	}
	return true
}

func (l *collectionEdit) bounds() (start, end int) {
	start = lineEnd(l.w.src, commentsEnd(l.w.src, l.span.Start+1))
	return start, max(start, lineStart(l.w.src, l.span.End-1))
}

func (l *collectionEdit) bracketComments() (parts int, was, is *hclwrite.BracketComments) {
	return len(l.parts), l.old, l.edited
}

func (l *collectionEdit) partStart(old int) int {
	start, _ := l.bounds()
	end, _ := l.partLines(old)
	if old > 0 {
		_, start = l.partLines(old - 1)
	}
	return skipBlankLines(l.w.src, start, end)
}

func (l *collectionEdit) partLines(old int) (start, end int) {
	from := l.span.Start + 1
	if old > 0 {
		from = l.parts[old-1].ValueSpan.End
	}
	return l.w.adjacentCommentsStart(from, l.parts[old].start), lineEnd(l.w.src, l.partEnd(old))
}

// partEnd returns the offset after the comma of a part and the comments after it.
func (l *collectionEdit) partEnd(i int) int {
	end := l.parts[i].ValueSpan.End
	if c := l.parts[i].comma; c >= 0 {
		end = c + 1
	}
	return commentsEnd(l.w.src, end)
}

// hasBlankBefore returns false, because no blank lines separate new parts of a collection.
func (l *collectionEdit) hasBlankBefore(int) bool { return false }

func (l *collectionEdit) followsGroup(int) bool { return false }

func (l *collectionEdit) isGroupAfterAttribute(int) bool { return false }

func (l *collectionEdit) startsParagraph(int) bool { return false }

// replaceAbove replaces the comments above an unmoved part. It returns false if this is not
// possible.
func (l *collectionEdit) replaceAbove(step *treediff.Step, n int) bool {
	if !step.ChangesComments {
		return true
	}
	p := &l.parts[step.Old]
	if l.mustBreakBefore(step.Old) {
		return true
	}
	was, is := treediff.CommentsAbove(p.Comments), treediff.CommentsAbove(l.merged[n].Comments)
	if l.endsWithHeredoc(step.Old) { // no comment can follow it
		is = slices.Concat(is, treediff.CommentsAfter(l.merged[n].Comments))
	}
	l.w.replaceAbove(l, step, was, is, p.start)
	return p.startsLine || treediff.SameComments(was, is[step.Above:])
}

// replaceSuffix replaces the comments after an unmoved part, and adds or removes its comma. It
// returns false if this is not possible.
func (l *collectionEdit) replaceSuffix(k, n int) bool {
	w, step := l.w, &l.script.Steps[k]
	p := &l.parts[step.Old]
	has := p.comma >= 0
	wants := has
	if next := k + 1; l.hasCommas && k == l.kept && next < len(l.script.Steps) && l.arePartsOnLines(next, len(l.script.Steps)) {
		wants = n+1 < len(l.merged) || l.hasTrailingComma
	}
	if l.wasOnOneLine || l.mustBreakBefore(len(l.parts)) && step.Old+1 == len(l.parts) {
		wants = !l.isObject || !l.wasOnOneLine && l.hasCommas
	}
	was, is := treediff.CommentsAfter(p.Comments), treediff.CommentsAfter(l.merged[n].Comments)
	switch others := step.ChangesComments && !l.endsWithHeredoc(step.Old) && !treediff.SameComments(was, is); {
	case others && len(is) > 0 && !l.startsLine(step.Old+1) && !l.mustBreakBefore(step.Old+1):
		return false
	case others && wants:
		w.replace(p.ValueSpan.End, l.partEnd(step.Old), ","+w.suffixText(withOldMarkers(was, is)))
	case others:
		w.replace(p.ValueSpan.End, l.partEnd(step.Old), w.suffixText(withOldMarkers(was, is)))
	case wants && !has && l.endsWithHeredoc(step.Old):
		w.insert(p.ValueSpan.End, w.newline+Margin(w.src, p.start)+",")
	case wants && !has:
		w.insert(p.ValueSpan.End, ",")
	case has && !wants && !l.endsWithHeredoc(step.Old):
		w.remove(p.comma, p.comma+1)
	}
	return true
}

// endsWithHeredoc reports whether a part ends with a heredoc.
func (l *collectionEdit) endsWithHeredoc(i int) bool {
	return l.w.endsWithHeredoc(l.parts[i].ValueSpan)
}

// itemText returns the lines of a new part.
func (l *collectionEdit) itemText(step *treediff.Step, n int) (lines string, own bool) {
	w, m := l.w, l.margin()
	comma := l.hasCommas && (n+1 < len(l.merged) || l.hasTrailingComma)
	span, end, key := l.merged[n].ValueSpan, hclwrite.SpanOf(l.merged[n].Value).End, l.merged[n].Key
	// The span of a given part is the whole part.
	if text, ok := w.givenText(span, m); ok && (key == nil || span.Start <= key.Span.Start) {
		rest := w.given.Text(hclwrite.Span{Start: end, End: span.End})
		if _, at := commentsBetween(rest, 0, len(rest)); at >= 0 || !comma {
			return w.wholeLines(text)
		}
	}
	var b strings.Builder
	for _, text := range withOldMarkers(l.removedComments(), treediff.CommentsAbove(l.merged[n].Comments)[step.Above:]) {
		if text != "" {
			b.WriteString(m + text)
		}
		b.WriteString(w.newline)
	}
	text := l.partText(n, l.hasShortParts(), l.at, true)
	b.WriteString(m + text)
	if comma {
		if hcltext.NeedsNewline(text) {
			b.WriteString(w.newline + m)
		}
		b.WriteString(",")
	}
	b.WriteString(w.suffixText(withOldMarkers(l.removedComments(), treediff.CommentsAfter(l.merged[n].Comments))) + w.newline)
	return b.String(), false
}

// removedComments returns the comments of removed parts. New parts with the same comments keep the
// old markers.
func (l *collectionEdit) removedComments() (list []string) {
	for i := range l.script.Steps {
		if step := &l.script.Steps[i]; step.Op == treediff.Remove {
			list = slices.Concat(list, treediff.CommentsAbove(l.parts[step.Old].Comments), treediff.CommentsAfter(l.parts[step.Old].Comments))
		}
	}
	return list
}

// hasShortParts reports whether the collections among the parts are on one line each.
func (l *collectionEdit) hasShortParts() bool {
	short := false
	for i := range l.parts {
		switch o := l.parts[i].Value.(type) {
		case *hclwrite.Object:
			if len(o.Items) > 0 && !l.w.isOnOneLine(o) {
				return false
			}
			short = true
		case *hclwrite.Tuple:
			if !l.w.isOnOneLine(o) {
				return false
			}
		}
	}
	return short
}

// partText returns a new part without its comma.
func (l *collectionEdit) partText(n int, oneLine bool, at int, room bool) string {
	w, is := l.w, &l.merged[n]
	if l.isObject {
		margin := Margin(w.src, at)
		text, ok := w.givenText(hclwrite.Span{Start: is.Key.Span.Start, End: hclwrite.SpanOf(is.Value).End}, margin)
		if ok && (room || !hcltext.NeedsNewline(text)) {
			return strings.TrimPrefix(text, margin)
		}
	}
	value := w.newValue(nil, is.Value, at, oneLine, room)
	if !l.isObject {
		return value
	}
	return l.keyText(n, l.hasQuotedKeys()) + l.keyDelimiter() + value
}

// keyText returns the key of an item of the result.
func (l *collectionEdit) keyText(n int, quoted bool) string {
	key := l.merged[n].Key
	text := hcltext.ObjectKey(new(hcltext.Layouter), key.Text, key.Source)
	if quoted && key.IsConstant() && !strings.HasPrefix(text, `"`) {
		text = `"` + text + `"`
	}
	return text
}

// hasQuotedKeys reports whether the keys of the object are quoted.
func (l *collectionEdit) hasQuotedKeys() bool {
	unquoted := func(p part) bool { return l.w.src[p.start] != '"' }
	return len(l.parts) > 0 && !slices.ContainsFunc(l.parts, unquoted)
}

// keyDelimiter returns the text between key and value, as in the first item: = or a colon.
func (l *collectionEdit) keyDelimiter() string {
	text := l.w.src[l.parts[0].start:l.parts[0].ValueSpan.Start]
	key, colon := strings.CutSuffix(strings.TrimRight(text, " \t\r\n"), ":")
	if !colon {
		return " = "
	}
	return text[len(strings.TrimRight(key, " \t")):]
}
