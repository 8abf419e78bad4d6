package nativeedit

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// changeValue changes the value of an attribute. outer is the position of the value with its
// parentheses.
func (w *editor) changeValue(step *treediff.Step, old hclwrite.Expr, outer hclwrite.Span, merged hclwrite.Expr) {
	if step.Parts == nil && !step.ReplacesValue {
		return
	}
	w.replace(outer.Start, outer.End, w.changedValue(step, old, outer, merged, w.allowsHeredoc(outer)))
}

// changedValue returns the text of a value after a step, with the parentheses of the old value. room is
// true if the text can end with a heredoc.
func (w *editor) changedValue(
	step *treediff.Step, old hclwrite.Expr, outer hclwrite.Span, is hclwrite.Expr, room bool,
) string {
	span, text := hclwrite.SpanOf(old), ""
	switch {
	case step.Parts != nil:
		text = w.newCollection(step.Parts, old, is).text()
	case step.ReplacesValue:
		if !w.keepsParentheses(span, outer, is) {
			span = outer
		}
		text = w.newValue(old, is, Margin(w.src, span.Start), false, room && span == outer)
	default:
		span = outer
		text = w.src[span.Start:span.End]
	}
	return w.src[outer.Start:span.Start] + text + w.src[span.End:outer.End]
}

// keepsParentheses reports whether a new value keeps the parentheses of the old value, or the quotes
// around an interpolation. span is the position of the old value, and outer includes the parentheses.
func (w *editor) keepsParentheses(span, outer hclwrite.Span, is hclwrite.Expr) bool {
	if w.isGiven(is) || hclwrite.CollectionOf(is) != nil {
		return false
	}
	around := "( "
	if e, ok := is.(*hclwrite.Native); ok && !hcltext.NeedsParentheses(e.Text) {
		if around += "\t\r\n"; !strings.Contains(e.Text, "\n") {
			around += "\"${"
		}
	}
	return span.Start >= outer.Start && span.End <= outer.End && strings.Trim(w.src[outer.Start:span.Start], around) == ""
}

// allowsHeredoc reports whether a value can end with a heredoc: it must have lines of its own.
func (w *editor) allowsHeredoc(span hclwrite.Span) bool {
	lead := w.src[lineStart(w.src, span.Start):span.Start]
	rest, _, ended := strings.Cut(w.src[span.End:], "\n")
	return ended && strings.TrimSpace(rest) == "" && !strings.ContainsAny(lead, "[{(,")
}

// part is an item of a tuple or object of the file. Element is nil for a comment group.
type part struct {
	*hclwrite.Element
	group *hclwrite.CommentGroup
	// start and valueEnd are the position of the part without its comments.
	start, valueEnd int
	// comma is the offset of the comma after the part, or -1. end is the offset after the comma and the
	// comments that belong to the part. startsLine is true if the part starts its line.
	comma, end int
	startsLine bool
}

// collection prints a tuple or an object of the file after a script. The text between two parts stays if
// they are neighbours before and after the script.
type collection struct {
	w    *editor
	span hclwrite.Span
	// parts contains the parts of the file, merged those of the result, and steps their steps.
	parts  []part
	merged []hclwrite.CollectionItem
	steps  []*treediff.Step
	// removed contains the removed parts before each part of the result, and before the closing bracket, and
	// removedMarkers the markers of their comments. New parts with the same comments keep these.
	removed        [][]int
	removedMarkers markers
	// lastElement and lastOldElement are the indexes of the last elements of the result and of the file, or -1.
	lastElement, lastOldElement int
	// old and edited contain the comments in the brackets, in the file and in the result.
	old, edited hclwrite.Comments
	isObject    bool
	// closerStartsLine is true if the closing bracket starts its line, hasCommas if commas separate the
	// parts, and hasTrailingComma if a comma follows the last part.
	closerStartsLine, hasCommas, hasTrailingComma bool
	// at is the start of the first part that starts its line, if one does, and opening is the offset after
	// the opening bracket and its comments.
	at, opening int
	// breaks defines for each part of the result, and for the closing bracket, whether it starts a line.
	breaks []bool
	// isPermutation is true if only the order changes.
	isPermutation bool
	// hasShortParts is true if the collections among the parts of the file are on one line each, and
	// hasQuotedKeys if the keys of an object are quoted. delimiter is the text between the first key and its value: =
	// or a colon.
	hasShortParts, hasQuotedKeys bool
	delimiter                    string
}

func (w *editor) newCollection(script *treediff.Script, old, merged hclwrite.Expr) *collection {
	was, is := hclwrite.CollectionOf(old), hclwrite.CollectionOf(merged)
	l := &collection{
		w: w, span: was.Span, old: was.Comments, edited: is.Comments, merged: is.Items,
		isObject: treediff.IsObject(old), isPermutation: isPermutation(script),
	}
	l.readParts(was.Items)
	var removed []int
	for i := range script.Steps {
		step := &script.Steps[i]
		if step.Op == treediff.Remove {
			removed = append(removed, step.Old)
			continue
		}
		l.steps, l.removed, removed = append(l.steps, step), append(l.removed, removed), nil
	}
	l.removed = append(l.removed, removed)
	var comments []string
	for _, i := range slices.Concat(l.removed...) {
		if group := l.parts[i].group; group != nil {
			comments = append(comments, group.Lines...)
		}
		c := l.parts[i].comments()
		comments = append(append(comments, c.At(hclwrite.Above)...), c.At(hclwrite.After)...)
	}
	l.removedMarkers = markersOf(comments)
	isElement := func(item hclwrite.CollectionItem) bool { return !hclwrite.IsCommentGroup(item) }
	l.lastElement, l.lastOldElement = lastIndex(is.Items, isElement), lastIndex(was.Items, isElement)
	return l
}

// lastIndex returns the index of the last item for which a function returns true, or -1.
func lastIndex[T any](list []T, is func(T) bool) int {
	for i, item := range slices.Backward(list) {
		if is(item) {
			return i
		}
	}
	return -1
}

func (l *collection) newPart(item hclwrite.CollectionItem) part {
	if group, ok := item.(*hclwrite.CommentGroup); ok {
		text := strings.TrimRight(l.w.src[group.Span.Start:group.Span.End], "\r")
		return part{group: group, start: group.Span.Start, valueEnd: group.Span.Start + len(text), comma: -1}
	}
	p := part{Element: item.(*hclwrite.Element)}
	if p.start, p.valueEnd = p.ValueSpan.Start, p.ValueSpan.End; l.isObject {
		p.start = p.Key.Span.Start
	}
	return p
}

// readParts reads the layout of the parts of the file.
func (l *collection) readParts(items []hclwrite.CollectionItem) {
	src := l.w.src
	l.opening = l.span.Start + 1
	pos := l.opening
	for _, item := range items {
		l.parts = append(l.parts, l.newPart(item))
	}
	var first, last *part // the first element, and the last one so far
	for i := range l.parts {
		p := &l.parts[i]
		if line := strings.LastIndexByte(src[pos:p.start], '\n'); line >= 0 {
			_, comma := commentsBetween(src, pos+line+1, p.start)
			p.startsLine = comma < 0
		}
		if p.startsLine && (l.at == 0 || last == nil && p.group == nil) {
			l.at = p.start
		}
		if pos = p.valueEnd; p.group != nil {
			continue
		}
		end := l.span.End - 1
		if i+1 < len(l.parts) {
			end = l.parts[i+1].start
		}
		_, p.comma = commentsBetween(src, p.valueEnd, end)
		last = p
	}
	l.closerStartsLine = strings.Contains(src[pos:l.span.End-1], "\n")
	l.hasCommas, l.hasTrailingComma = !l.isObject, l.closerStartsLine && !l.isObject
	if len(l.parts) > 0 && l.at == 0 {
		l.at = l.parts[0].start
	}
	if last != nil {
		l.hasTrailingComma = last.comma >= 0
		l.hasCommas = !l.isObject || slices.ContainsFunc(l.parts, func(p part) bool { return p.comma >= 0 })
	}
	if l.startsLine(0) {
		l.opening = commentsEnd(src, l.opening)
	}
	l.hasQuotedKeys = last != nil
	lines := false
	l.delimiter = " = "
	for i := range l.parts {
		p := &l.parts[i]
		if p.end = p.valueEnd; p.group != nil {
			continue
		}
		// Comments and commas between two parts on one line precede the second part.
		if i+1 == len(l.parts) || l.startsLine(i+1) {
			p.end = commentsEnd(src, max(p.end, p.comma+1))
		}
		if first == nil {
			if first = p; l.isObject {
				l.delimiter = delimiterIn(src[p.start:p.ValueSpan.Start])
			}
		}
		l.hasQuotedKeys = l.hasQuotedKeys && src[p.start] == '"'
		if c := hclwrite.CollectionOf(p.Value); c != nil && !(treediff.IsObject(p.Value) && len(c.Items) == 0) {
			lines = lines || !l.w.isOnOneLine(p.Value)
			l.hasShortParts = l.hasShortParts || treediff.IsObject(p.Value)
		}
	}
	l.hasShortParts = l.hasShortParts && !lines
}

// startsLine reports whether a part of the file, or the closing bracket, starts its line.
func (l *collection) startsLine(i int) bool {
	if i == len(l.parts) {
		return l.closerStartsLine
	}
	return l.parts[i].startsLine
}

// before returns the text between a part of the file, or the closing bracket, and the part before it.
func (l *collection) before(i int) string {
	start, end := l.opening, l.span.End-1
	if i > 0 {
		start = l.parts[i-1].end
	}
	if i < len(l.parts) {
		end = l.parts[i].start
	}
	return l.w.src[start:end]
}

// text returns the collection after the script, with its brackets.
func (l *collection) text() string {
	l.findBreaks()
	w := l.w
	var b strings.Builder
	if !changesAt(hclwrite.Open, l.old, l.edited) {
		b.WriteString(w.src[l.span.Start:l.opening])
	} else {
		b.WriteString(w.src[l.span.Start:l.span.Start+1] + w.suffixText(markersOf(l.old.At(hclwrite.Open)).apply(l.edited.At(hclwrite.Open))))
	}
	for n := range l.merged {
		b.WriteString(l.lead(n))
		text := l.partText(n)
		b.WriteString(text + l.tail(n, text))
	}
	b.WriteString(l.closing() + w.src[l.span.End-1:l.span.End])
	return b.String()
}

// findBreaks determines the parts that start a line. A new part starts a line if the parts of the file
// around it do. If a comment needs a line of its own, the next part starts a line. If all parts were on one
// line, all of them start lines.
func (l *collection) findBreaks() {
	n := len(l.merged)
	l.breaks = make([]bool, n+1)
	onLines := l.startsLine(len(l.parts))
	l.breaks[n] = onLines
	for i := n - 1; i >= 0; i-- {
		for _, gone := range l.removed[i+1] {
			onLines = onLines && l.startsLine(gone)
		}
		if step := l.steps[i]; step.Stays() {
			onLines = l.startsLine(step.Old)
		}
		l.breaks[i] = onLines
	}
	if n > 0 && len(l.removed[0]) > 0 {
		l.breaks[0] = l.startsLine(0)
	}
	needs := make([]bool, n+1)
	for i := range l.merged {
		needs[i] = needs[i] || l.needsLine(i)
		needs[i+1] = l.needsBreakAfter(i)
	}
	needs[0] = needs[0] || changesAt(hclwrite.Open, l.old, l.edited) && len(l.edited) > 0
	breaksAll := slices.Contains(needs, true) && !strings.Contains(l.w.src[l.span.Start:l.span.End], "\n")
	if breaksAll { // all were on one line
		l.hasCommas = !l.isObject
	}
	for i := range needs {
		l.breaks[i] = l.breaks[i] || needs[i] || breaksAll
	}
	if l.breaks[n] && !l.closerStartsLine {
		l.hasTrailingComma = l.hasCommas
	}
}

// element returns an element of the result, or nil for a comment group.
func (l *collection) element(n int) *hclwrite.Element {
	e, _ := l.merged[n].(*hclwrite.Element)
	return e
}

// commentsOf returns the comments next to an item of the result.
func (l *collection) commentsOf(n int) hclwrite.Comments {
	if e := l.element(n); e != nil {
		return e.Comments
	}
	return nil
}

// comments returns the comments next to a part of the file.
func (p *part) comments() hclwrite.Comments {
	if p.Element == nil {
		return nil
	}
	return p.Comments
}

// commentsAbove returns the comments above a part of the result, and those of its part of the file. New
// comments after a heredoc are written above the part.
func (l *collection) commentsAbove(n int) (was, is []string) {
	step := l.steps[n]
	is = l.commentsOf(n).At(hclwrite.Above)
	if step.Old < 0 {
		return nil, is
	}
	p := &l.parts[step.Old]
	if after := l.commentsOf(n).At(hclwrite.After); l.staysHeredoc(n) && !treediff.SameComments(p.comments().At(hclwrite.After), after) {
		is = slices.Concat(is, after)
	}
	return p.comments().At(hclwrite.Above), is
}

// commentsAfter returns the comments after a part of the result, and those of its part of the file.
func (l *collection) commentsAfter(n int) (was, is []string) {
	step := l.steps[n]
	if is = l.commentsOf(n).At(hclwrite.After); step.Old < 0 {
		return nil, is
	}
	if was = l.parts[step.Old].comments().At(hclwrite.After); l.staysHeredoc(n) {
		is = was
	}
	return was, is
}

// staysHeredoc reports whether a part is an unchanged part of the file that ends with a heredoc.
func (l *collection) staysHeredoc(n int) bool {
	step := l.steps[n]
	return step.Old >= 0 && !step.ReplacesValue && step.Parts == nil && l.parts[step.Old].group == nil &&
		l.w.endsWithHeredoc(l.parts[step.Old].ValueSpan)
}

// needsLine reports whether a part must start a line because of the comments above it.
func (l *collection) needsLine(n int) bool {
	if group, ok := l.merged[n].(*hclwrite.CommentGroup); ok {
		return l.steps[n].Old < 0 || slices.ContainsFunc(group.Lines, isLineComment)
	}
	was, is := l.commentsAbove(n)
	return len(is) > 0 && (!treediff.SameComments(was, is) || slices.ContainsFunc(is, isLineComment))
}

// needsBreakAfter reports whether the next part must start a line.
func (l *collection) needsBreakAfter(n int) bool {
	if group, ok := l.merged[n].(*hclwrite.CommentGroup); ok {
		return l.steps[n].Old < 0 || n+1 < len(l.merged) || slices.ContainsFunc(group.Lines, isLineComment)
	}
	was, is := l.commentsAfter(n)
	if len(is) > 0 && (!treediff.SameComments(was, is) || slices.ContainsFunc(is, isLineComment)) {
		return true
	}
	if len(l.parts) == 0 {
		return strings.Contains(l.newText(n, false), "\n")
	}
	return l.staysHeredoc(n) && (n+1 == len(l.merged) || !l.areNeighbours(n+1))
}

func isLineComment(c string) bool { return !strings.HasPrefix(c, "/*") }

// areNeighbours reports whether the text between a part of the result and the part before it can stay:
// both are neighbours in the file, and the comments between them are the same.
func (l *collection) areNeighbours(n int) bool {
	step := l.steps[n]
	if step.Old < 0 || len(l.removed[n]) > 0 || l.isPermutation && step.Old != n {
		return false
	}
	if n > 0 && (step.Old == 0 || l.steps[n-1].Old != step.Old-1) || n == 0 && step.Old > 0 {
		return false
	}
	was, is := l.commentsAbove(n)
	return treediff.SameComments(was, is)
}

// lead returns the text before a part of the result.
func (l *collection) lead(n int) string {
	w, step := l.w, l.steps[n]
	if l.areNeighbours(n) && l.breaks[n] == l.startsLine(step.Old) {
		return l.before(step.Old)
	}
	was, is := l.commentsAbove(n)
	place := step.Old // the place in the file whose blank lines and spaces stay
	if l.isPermutation {
		place = n
	}
	if l.breaks[n] {
		markers := l.removedMarkers
		if step.Old >= 0 {
			markers = markersOf(was)
		}
		lines := strings.Repeat(w.newline, 1+max(l.blankLinesAt(n, place), l.leastBlankLines(n)))
		return lines + w.commentText(markers.apply(is), l.margin()) + l.margin()
	}
	text := ", "
	switch {
	case n == 0 && len(l.parts) > 0:
		text = l.before(0)[:len(l.before(0))-len(strings.TrimLeft(l.before(0), " \t"))]
	case n == 0 && l.isObject:
		text = " "
	case n == 0:
		text = ""
	case place > 0 && !l.startsLine(place) && strings.Trim(l.before(place), " \t,") == "":
		text = l.before(place)
	}
	for _, c := range is {
		text += c + " "
	}
	return text
}

// blankLinesAt returns the number of blank lines before a part of the result, or before the closing bracket: as
// many as before the part of the file with the index old, or before a removed part. old is -1 for a new part.
func (l *collection) blankLinesAt(n, old int) (count int) {
	for _, i := range append(slices.Clip(l.removed[n]), old) {
		if i >= 0 {
			count = max(count, l.blankLinesBefore(i))
		}
	}
	return count
}

// leastBlankLines returns the number of blank lines that separate an item of the result from a comment
// group before it, or a comment group from the last element before it.
func (l *collection) leastBlankLines(n int) int {
	if n == 0 {
		return 0
	}
	group, ok := l.merged[n].(*hclwrite.CommentGroup)
	if hclwrite.IsCommentGroup(l.merged[n-1]) || ok && !group.Adjacent && n > l.lastElement {
		return 1
	}
	return 0
}

// blankLinesBefore returns the number of blank lines after the part before a part of the file.
func (l *collection) blankLinesBefore(i int) int {
	_, lines, ok := strings.Cut(l.before(i), "\n")
	if !ok || i > 0 && l.parts[i-1].group != nil { // the blank line after a comment group is part of it
		return 0
	}
	return strings.Count(lines[:skipBlankLines(lines, 0, len(lines))], "\n")
}

// partText returns a part of the result without its comma.
func (l *collection) partText(n int) string {
	if group, ok := l.merged[n].(*hclwrite.CommentGroup); ok {
		return l.groupText(n, group)
	}
	w, step, room := l.w, l.steps[n], l.breaks[n] && l.breaks[n+1] && len(l.commentsOf(n).At(hclwrite.After)) == 0
	if step.Old < 0 {
		return l.newText(n, room)
	}
	p, head := &l.parts[step.Old], ""
	if l.isObject {
		if head = w.src[p.Key.Span.Start:p.Key.Span.End]; step.ChangesHeader {
			head = l.keyText(n, head[0] == '"')
		}
		head += w.src[p.Key.Span.End:p.ValueSpan.Start]
	}
	return head + w.changedValue(step, p.Value, p.ValueSpan, l.element(n).Value, room)
}

// groupText returns the lines of a comment group of the result, without the first margin.
func (l *collection) groupText(n int, group *hclwrite.CommentGroup) string {
	markers := l.removedMarkers
	if step := l.steps[n]; step.Old >= 0 {
		p := &l.parts[step.Old]
		if slices.Equal(p.group.Lines, group.Lines) && step.Op != treediff.Move {
			return l.w.src[p.start:p.valueEnd]
		}
		markers = markersOf(p.group.Lines)
	}
	text := l.w.commentText(markers.apply(group.Lines), l.margin())
	return strings.TrimSuffix(strings.TrimPrefix(text, l.margin()), l.w.newline)
}

// tail returns the comma after a part of the result, and its comments. text is the part. Between two
// parts on one line, the text before the second part contains the comma.
func (l *collection) tail(n int, text string) string {
	w, old := l.w, l.steps[n].Old
	if l.element(n) == nil {
		return ""
	}
	comma := ""
	if n+1 == len(l.merged) || l.breaks[n+1] {
		comma = l.commaAfter(n, text)
	}
	was, is := l.commentsAfter(n)
	switch {
	case old < 0 && len(is) > 0:
		return comma + w.suffixText(l.removedMarkers.apply(is))
	case old < 0:
		return comma
	case !treediff.SameComments(was, is):
		return comma + w.suffixText(markersOf(was).apply(is))
	}
	p := &l.parts[old]
	if p.comma < 0 || p.comma >= p.end {
		return comma + w.src[p.ValueSpan.End:p.end]
	}
	if comma != "" && comma != "," || strings.TrimSpace(w.src[p.ValueSpan.End:p.comma]) == "" && comma == "" {
		return comma + w.src[p.comma+1:p.end]
	}
	gap := w.src[p.ValueSpan.End:p.comma]
	if strings.TrimSpace(gap) == "" && w.endsWithHeredoc(p.ValueSpan) && !hcltext.NeedsNewline(text) { // the heredoc's line end
		gap = ""
	}
	return gap + comma + w.src[p.comma+1:p.end]
}

// commaAfter returns the comma after a part at the end of its line, or "".
func (l *collection) commaAfter(n int, text string) string {
	step, isLast := l.steps[n], n >= l.lastElement
	has := !isLast && l.hasCommas || isLast && l.hasTrailingComma
	if step.Old >= 0 && isLast == (step.Old >= l.lastOldElement) && l.breaks[n+1] == l.startsLine(step.Old+1) {
		endsItem := l.isObject && l.w.endsWithHeredoc(l.parts[step.Old].ValueSpan)
		has = l.parts[step.Old].comma >= 0 || has && endsItem
	}
	if step.Old < 0 && l.w.isGiven(l.element(n)) {
		has = has || l.w.changes.Given[l.element(n)].HasComma
	}
	switch needs := hcltext.NeedsNewline(text); {
	case !has, needs && l.isObject: // the end of the line separates the items
		return ""
	case needs:
		return l.w.newline + l.margin() + ","
	}
	return ","
}

// closing returns the text before the closing bracket.
func (l *collection) closing() string {
	w, n := l.w, len(l.merged)
	text := l.before(len(l.parts))
	switch {
	case n == 0:
		return ""
	case l.closerStartsLine == l.breaks[n] && (len(l.parts) > 0 || l.closerStartsLine):
		return text
	case l.breaks[n]:
		margin := Margin(w.src, l.span.Start)
		if l.closerStartsLine {
			margin = Margin(w.src, l.span.End-1)
		}
		return w.newline + margin
	case len(l.parts) == 0 && l.isObject:
		return " "
	}
	return strings.TrimRight(text, "\r\n")
}

// margin returns the indentation of parts that start their lines.
func (l *collection) margin() string {
	if len(l.parts) > 0 && (l.parts[0].start != l.at || l.startsLine(0)) {
		return Margin(l.w.src, l.at)
	}
	outer := Margin(l.w.src, l.span.Start)
	if len(l.parts) == 0 && len(l.merged) > 0 {
		return l.w.innerMargin(l.merged[0], outer)
	}
	return outer + l.w.unit
}

// newText returns the text of a new part without its comma. room is true if it can end with a heredoc.
func (l *collection) newText(n int, room bool) string {
	w, is, margin := l.w, l.element(n), l.margin()
	if !l.breaks[n] {
		margin = Margin(w.src, l.span.Start)
	}
	if l.isObject {
		text, ok := w.givenText(is, margin)
		if ok && (room || !hcltext.NeedsNewline(text)) {
			return strings.TrimPrefix(text, margin)
		}
	}
	value := w.newValue(nil, is.Value, margin, !l.breaks[n] || l.hasShortParts, room)
	if !l.isObject {
		return value
	}
	return l.keyText(n, l.hasQuotedKeys) + l.delimiter + value
}

// keyText returns the key of an item of the result.
func (l *collection) keyText(n int, quoted bool) string {
	key := l.element(n).Key
	text := hcltext.ObjectKey(new(hcltext.Layouter), key.Text, key.Source)
	if quoted && key.IsConstant() && !strings.HasPrefix(text, `"`) {
		text = `"` + text + `"`
	}
	return text
}

// delimiterIn returns the text after the key in a text before a value, if it is a colon, and " = " otherwise.
func delimiterIn(text string) string {
	key, colon := strings.CutSuffix(strings.TrimRight(text, " \t\r\n"), ":")
	if !colon {
		return " = "
	}
	return text[len(strings.TrimRight(key, " \t")):]
}
