package nativeedit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// editor changes the text of a file in native syntax.
type editor struct {
	edits
	file *hclwrite.File
	src  string
	// changes contains the given texts of new parts; it is nil without them.
	changes *treediff.Changes
	// newline is the line end of the file, and unit the indentation of one level.
	newline, unit string
	// quotesLines is true if the file contains quoted strings of several lines, and no heredocs.
	quotesLines bool
	// whole contains the items of the result that are printed completely.
	whole map[hclwrite.Item]bool
	// reprinted contains the ranges of the file in which unchanged text was printed again.
	reprinted []hclwrite.Span
}

func newEditor(file *hclwrite.File) *editor {
	src := file.Source()
	w := &editor{
		file: file, src: src, newline: "\n", unit: indentUnit(src, &file.Body),
		quotesLines: strings.Contains(src, `\n`) && !strings.Contains(src, "<<"),
	}
	if n := strings.IndexByte(src, '\n'); n > 0 && src[n-1] == '\r' {
		w.newline = "\r\n"
	}
	return w
}

// indentUnit returns the indentation of the first item inside a block of several lines.
func indentUnit(src string, b *hclwrite.Body) string {
	for _, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok || len(block.Body.Items) == 0 {
			continue
		}
		outer, inner := Margin(src, block.Span.Start), itemMargin(src, &block.Body)
		if unit, ok := strings.CutPrefix(inner, outer); ok && unit != "" {
			return unit
		}
	}
	return canonicalUnit
}

// canonicalUnit is the indentation of one level in canonical layout.
const canonicalUnit = "  "

// editBody applies a script to the items of a body. merged is the body of the result, and margin is
// the indentation of the items.
func (w *editor) editBody(s *treediff.Script, old, merged *hclwrite.Body, margin string, root bool) {
	in := w.newBodyLines(s, old, merged, margin)
	in.isRoot = root
	if isPermutation(s) {
		in.permute(s)
		return
	}
	for k, n := 0, 0; k < len(s.Steps); {
		step := &s.Steps[k]
		switch {
		case !step.Stays():
			k, n = w.writeRun(in, s, k, n)
			continue
		case step.Op == treediff.Change:
			w.changeItem(in, step, merged.Items[n])
		}
		k, n = k+1, n+1
	}
}

// changeItem applies a step to an item. It prints the whole item if a smaller change failed before.
func (w *editor) changeItem(in *bodyLines, step *treediff.Step, merged hclwrite.Item) {
	if !w.whole[merged] {
		w.changeContent(in, step, in.old.Items[step.Old], merged)
		return
	}
	// The item is printed with the comments above it.
	start, end := in.partLines(step.Old)
	w.reprinted = append(w.reprinted, hclwrite.Span{Start: start, End: end})
	w.replace(start, end, w.newItemText(merged, in.margin))
}

// changeContent applies a step to the content of an item and to the comments next to it.
func (w *editor) changeContent(in *bodyLines, step *treediff.Step, old, merged hclwrite.Item) {
	if step.ChangesComments && !hclwrite.IsCommentGroup(old) {
		was, is, span := *hclwrite.ItemComments(old), *hclwrite.ItemComments(merged), hclwrite.SpanOf(old)
		if _, ok := old.(*hclwrite.Attribute); ok && w.endsWithHeredoc(span) { // after its end is no room
			is = slices.Clone(is)
			for i := range is {
				is[i].Position = hclwrite.Above
			}
		}
		w.replaceAbove(in, step, was.At(hclwrite.Above), is.At(hclwrite.Above), span.Start)
		w.replaceSuffix(span.End, was, is, hclwrite.After)
	}
	switch was := old.(type) {
	case *hclwrite.CommentGroup:
		start, end := in.partLines(step.Old)
		w.replaceComments(start, end, was.Lines, merged.(*hclwrite.CommentGroup).Lines, in.margin)
	case *hclwrite.Attribute:
		if step.ChangesHeader {
			w.replace(was.Span.Start, was.Span.Start+len(was.Name), hclwrite.ItemName(merged))
		}
		w.changeValue(step, was.Expr, was.ValueSpan, merged.(*hclwrite.Attribute).Expr)
	case *hclwrite.Block:
		is := merged.(*hclwrite.Block)
		if step.ChangesHeader {
			w.replaceHeader(was, is)
		}
		opens := step.ChangesComments && changesAt(hclwrite.Open, was.Comments, is.Comments)
		switch {
		case step.Parts == nil && !opens:
		case isEmptyBlock(is):
			w.replace(was.Body.Span.Start, was.Body.Span.End, "")
		case !w.isOnLines(was) && opens:
			w.reprintBody(in, was, is)
		case !w.isOnLines(was):
			w.editShortBlock(in, was, is, step.Parts)
		default:
			if step.Parts != nil {
				w.editBody(step.Parts, &was.Body, &is.Body, w.innerIndent(was, is, in.margin), false)
			}
			if opens {
				w.replaceSuffix(was.Body.Span.Start, was.Comments, is.Comments, hclwrite.Open)
			}
		}
	}
}

func isEmptyBlock(block *hclwrite.Block) bool {
	return len(block.Body.Items) == 0 && !block.Comments.Has(hclwrite.Open)
}

// changesAt reports whether the comments at a position differ.
func changesAt(p hclwrite.Position, was, is hclwrite.Comments) bool {
	return !treediff.SameComments(was.At(p), is.At(p))
}

// replaceSuffix replaces the comments at a position that starts at an offset and ends with its line.
func (w *editor) replaceSuffix(at int, was, is hclwrite.Comments, p hclwrite.Position) {
	if changesAt(p, was, is) {
		w.replace(at, commentsEnd(w.src, at), w.suffixText(markersOf(was.At(p)).apply(is.At(p))))
	}
}

// itemMargin returns the indentation of the first attribute or block of a body. Comments can have
// another indentation, so a comment group is used only if there is no other item.
func itemMargin(src string, b *hclwrite.Body) string {
	return Margin(src, hclwrite.SpanOf(firstOf(b)).Start)
}

func firstOf(b *hclwrite.Body) hclwrite.Item {
	if content := b.Content(); len(content) > 0 {
		return content[0]
	}
	return b.Items[0]
}

// innerIndent returns the indentation of the items in a block.
func (w *editor) innerIndent(was, is *hclwrite.Block, outer string) string {
	switch {
	case len(was.Body.Items) > 0:
		return itemMargin(w.src, &was.Body)
	case len(is.Body.Items) > 0:
		return w.innerMargin(firstOf(&is.Body), outer)
	}
	return outer + w.unit
}

// isOnLines reports whether the items of a block are on lines of their own.
func (w *editor) isOnLines(block *hclwrite.Block) bool {
	span := block.Body.Span
	if len(block.Body.Items) == 0 {
		return strings.Contains(w.src[span.Start:span.End], "\n")
	}
	first, last := hclwrite.SpanOf(block.Body.Items[0]), hclwrite.SpanOf(block.Body.Items[len(block.Body.Items)-1])
	return strings.Contains(w.src[span.Start:first.Start], "\n") && strings.Contains(w.src[last.End:span.End], "\n")
}

// editShortBlock changes the body of a block on one line.
func (w *editor) editShortBlock(outer *bodyLines, was, is *hclwrite.Block, s *treediff.Script) {
	span := was.Body.Span
	if len(s.Steps) == 1 && s.Steps[0].Op == treediff.Change {
		in := w.newBodyLines(s, &was.Body, &is.Body, outer.margin)
		w.changeContent(in, &s.Steps[0], was.Body.Items[0], is.Body.Items[0])
		return
	}
	if text, ok := outer.shortBody(is, len(was.Body.Items) > 0); ok {
		w.replace(span.Start, span.End, text)
		return
	}
	if slices.ContainsFunc(s.Steps, func(step treediff.Step) bool { return step.Op == treediff.Change || step.Op == treediff.Move }) {
		w.reprintBody(outer, was, is)
		return
	}
	margin := outer.margin + w.unit
	if isEmptyBlock(was) {
		margin = w.innerIndent(was, is, outer.margin)
	}
	w.replace(span.Start, span.End, w.newline+w.splitItems(w.newBodyLines(s, &was.Body, &is.Body, margin), s)+outer.margin)
}

// reprintBody prints the whole body of a block with its braces.
func (w *editor) reprintBody(outer *bodyLines, was, is *hclwrite.Block) {
	span := was.Body.Span
	if len(was.Body.Items) > 0 {
		w.reprinted = append(w.reprinted, hclwrite.Span{Start: was.Span.Start, End: was.Span.End})
	}
	printed := *is
	printed.Comments = is.Comments.Without(hclwrite.Above, hclwrite.After)
	alone := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{&printed}}}
	text := hcltext.Indent(string(alone.Bytes()), outer.margin, w.unit, w.newline)
	text = text[strings.IndexByte(text, '{')+1 : strings.LastIndexByte(text, '}')]
	w.replace(span.Start, span.End, text)
}

// splitItems returns the items of a block that is on one line. The result has lines of its own for
// each item.
func (w *editor) splitItems(in *bodyLines, s *treediff.Script) string {
	r, n := &run{w: w, in: in}, 0
	for k := range s.Steps {
		switch step := &s.Steps[k]; step.Op {
		case treediff.Remove:
			continue
		case treediff.Keep:
			span := hclwrite.SpanOf(in.old.Items[step.Old])
			p := piece{text: in.margin + w.src[span.Start:commentsEnd(w.src, span.End)] + w.newline}
			if in.followsGroup(n) {
				p.blank = 1
			}
			r.pieces = append(r.pieces, p)
		default:
			r.addPart(step, n, false)
		}
		n++
	}
	return r.text(false, false, "")
}

// replaceHeader replaces the type and the labels of a block.
func (w *editor) replaceHeader(was, is *hclwrite.Block) {
	spans := w.file.Header(was)
	if was.Type != is.Type {
		w.replace(spans[0].Start, spans[0].End, is.Type)
	}
	spans = spans[1:]
	if len(is.Labels) == len(was.Labels) {
		for i, span := range spans {
			if was.Labels[i] != is.Labels[i] {
				w.replace(span.Start, span.End, labelText(w.src[span.Start:span.End], is.Labels[i]))
			}
		}
		return
	}
	text := " "
	for _, label := range is.Labels {
		text += hcltext.Quote(label) + " "
	}
	w.replace(was.Span.Start+len(was.Type), was.Body.Span.Start-1, text)
}

// labelText returns a label with quotes. If the old label had no quotes and the new label does not
// need them, it omits the quotes.
func labelText(was, label string) string {
	if !strings.HasPrefix(was, `"`) && hcltext.IsIdentifier(label) {
		return label
	}
	return hcltext.Quote(label)
}

// newItemText returns the lines of a new item.
func (w *editor) newItemText(item hclwrite.Item, margin string) string {
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{item}}}
	return hcltext.Indent(string(file.Bytes()), margin, w.unit, w.newline)
}

// bodyLines is the body of a file or a block during an edit.
type bodyLines struct {
	w           *editor
	old, merged *hclwrite.Body
	// stays defines for each item of the result whether it is an unmoved item of the file.
	stays []bool
	// margin is the indentation of the items.
	margin string
	isRoot bool
	// before contains for each item of the result the last item before it that stays and is no comment
	// group, or -1.
	before []int
	// formatted defines for these items whether they are in canonical layout.
	formatted map[int]bool
	// columns is the result of [bodyLines.assignmentColumns].
	columns []int
	// blank contains the results of [bodyLines.hasBlankBetween], and short those of
	// [bodyLines.hasShortBlock].
	blank map[neighbours]bool
	short map[string]bool
}

func (w *editor) newBodyLines(s *treediff.Script, old, merged *hclwrite.Body, margin string) *bodyLines {
	b := &bodyLines{w: w, old: old, merged: merged, margin: margin,
		formatted: map[int]bool{}, blank: map[neighbours]bool{}, short: map[string]bool{}}
	last := -1
	for i := range s.Steps {
		step := &s.Steps[i]
		if step.Op == treediff.Remove {
			continue
		}
		n := len(b.stays)
		b.stays, b.before = append(b.stays, step.Stays()), append(b.before, last)
		if b.stays[n] && !hclwrite.IsCommentGroup(merged.Items[n]) {
			last = n
		}
	}
	return b
}

func (b *bodyLines) bounds() (start, end int) {
	src, span := b.w.src, b.old.Span
	if b.isRoot {
		return contentStart(src), len(src)
	}
	start = lineEnd(src, commentsEnd(src, span.Start))
	return start, max(start, lineStart(src, span.End))
}

func (b *bodyLines) partLines(old int) (start, end int) { return b.w.itemLines(b.old, old) }

func (b *bodyLines) partStart(old int) int {
	start, _ := b.partLines(old)
	if old == 0 {
		return start // the comments above the first item are in the body
	}
	_, end := b.partLines(old - 1)
	return skipBlankLines(b.w.src, end, start)
}

// itemText returns the lines of a new or moved item.
func (b *bodyLines) itemText(step *treediff.Step, n int) (text string, own bool) {
	if step.Op == treediff.Move && step.Parts == nil && !step.ReplacesValue && !step.ChangesHeader && !step.ChangesComments {
		from, to := b.partLines(step.Old)
		return b.w.src[from:to], false
	}
	item := b.merged.Items[n]
	text, ok := b.w.givenText(item, b.margin)
	if ok = ok && !b.w.whole[item]; !ok {
		text = b.newText(step, item)
	}
	text = b.alignedText(text, n)
	if b.isRoot && b.followsFormatted(n) {
		text = formatted(text)
	}
	if ok {
		return b.w.wholeLines(text)
	}
	return text, false
}

// movedLines returns the lines of an old item at the place of another item. A blank line separates a
// comment group from its neighbours.
func (b *bodyLines) movedLines(old, place int) string {
	start, end := b.partLines(old)
	text := strings.TrimSuffix(b.w.src[start:end], b.w.newline) + b.w.newline
	if at, _ := b.partLines(place); place > 0 && (b.followsGroup(place) || hclwrite.IsCommentGroup(b.merged.Items[place])) {
		if _, end := b.partLines(place - 1); blankLines(b.w.src[end:at]) == 0 {
			text = b.w.newline + text
		}
	}
	return text
}

// newText returns the lines of an item without a given text.
func (b *bodyLines) newText(step *treediff.Step, item hclwrite.Item) string {
	if group, ok := item.(*hclwrite.CommentGroup); ok {
		return b.w.commentText(group.Lines, b.margin)
	}
	if block, ok := item.(*hclwrite.Block); ok && step.Op != treediff.Move && len(block.Comments) == 0 {
		if text, ok := b.shortBody(block, false); ok {
			head := b.margin + block.Type
			for _, label := range block.Labels {
				head += " " + hcltext.Quote(label)
			}
			return head + " {" + text + "}" + b.w.newline
		}
	}
	if a, ok := item.(*hclwrite.Attribute); ok && len(a.Comments) == 0 && b.w.isGiven(a.Expr) {
		return b.margin + a.Name + " = " + b.w.newValue(nil, a.Expr, b.margin, false, true) + b.w.newline
	}
	return b.w.newItemText(item, b.margin)
}

// followsFormatted reports whether the last old item before item n of the result is in canonical
// layout. Without such an item, it returns true.
func (b *bodyLines) followsFormatted(n int) bool {
	last := b.before[n]
	if last < 0 {
		return b.w.unit == canonicalUnit
	}
	is, known := b.formatted[last]
	if !known {
		span := hclwrite.SpanOf(b.merged.Items[last])
		is = b.w.isFormatted(b.w.src[span.Start:span.End])
		b.formatted[last] = is
	}
	return is
}

// alignedText returns the text of a new item. If the item is an argument, its = sign gets the column
// of the = signs in the lines above and below it, unless these differ.
func (b *bodyLines) alignedText(text string, n int) string {
	name := b.margin + hclwrite.ItemName(b.merged.Items[n])
	value, ok := strings.CutPrefix(text, name+" = ")
	if !ok {
		return text
	}
	if b.columns == nil {
		b.columns = b.assignmentColumns()
	}
	column := b.columns[n]
	if column < 0 {
		return text
	}
	return name + strings.Repeat(" ", max(1, column-utf8.RuneCountInString(name))) + "= " + value
}

const (
	// noColumn is the column of the = sign of a new argument without old arguments next to it.
	noColumn = -1
	// severalColumns is the column of the = sign of a new argument if old arguments next to it differ.
	severalColumns = -2
)

// assignmentColumns returns for each item of the result the number of characters before the = signs of
// the old arguments in the lines above and below it, or a negative constant.
func (b *bodyLines) assignmentColumns() []int {
	columns := make([]int, len(b.merged.Items))
	column := noColumn
	for n := range columns {
		columns[n] = column
		column = b.nextColumn(n, column, false)
	}
	column = noColumn
	for n := len(columns) - 1; n >= 0; n-- {
		columns[n] = commonColumn(columns[n], column)
		column = b.nextColumn(n, column, true)
	}
	return columns
}

// nextColumn returns the column for a new argument after item n of the result, or before it if up is true.
// column is the column for a new argument on the other side of item n.
func (b *bodyLines) nextColumn(n, column int, up bool) int {
	a, ok := b.merged.Items[n].(*hclwrite.Attribute)
	switch {
	case !ok:
		return noColumn
	case !b.stays[n]:
		return column
	}
	src := b.w.src
	if strings.Contains(src[a.Span.Start:a.Span.End], "\n") { // canonical layout does not align it
		return noColumn
	}
	start := lineStart(src, a.Span.Start)
	if strings.TrimSpace(src[start:a.Span.Start]) != "" { // a block on one line
		return severalColumns
	}
	if strings.TrimSpace(src[lineStart(src, max(start-1, 0)):start]) == "" { // the first of its group
		if up {
			return noColumn
		}
		column = noColumn
	}
	return commonColumn(column, utf8.RuneCountInString(src[start:a.Span.Start+strings.IndexByte(src[a.Span.Start:], '=')]))
}

func commonColumn(a, b int) int {
	switch {
	case a == noColumn || a == b:
		return b
	case b == noColumn:
		return a
	}
	return severalColumns
}

// hasBlankBefore reports whether a blank line precedes a new item. The lines between similar items
// in the body decide this.
func (b *bodyLines) hasBlankBefore(n int) bool {
	if n == 0 {
		return false
	}
	left, right := b.merged.Items[n-1], b.merged.Items[n]
	if group, ok := right.(*hclwrite.CommentGroup); ok {
		return !group.Adjacent || hclwrite.IsCommentGroup(left)
	}
	if hclwrite.IsCommentGroup(left) {
		return true
	}
	like := neighboursOf(left, right)
	like.commented = hclwrite.ItemComments(right).Has(hclwrite.Above)
	is, known := b.blank[like]
	if !known {
		is = b.hasBlankBetween(like)
		b.blank[like] = is
	}
	return is
}

// neighbours describes two items next to each other.
type neighbours struct {
	blockLeft, blockRight bool
	// sameName is true for two blocks of one type.
	sameName bool
	// commented is true if comments are between the items.
	commented bool
}

func neighboursOf(left, right hclwrite.Item) neighbours {
	_, blockLeft := left.(*hclwrite.Block)
	_, blockRight := right.(*hclwrite.Block)
	same := blockLeft && blockRight && hclwrite.ItemName(left) == hclwrite.ItemName(right)
	return neighbours{blockLeft: blockLeft, blockRight: blockRight, sameName: same}
}

// hasBlankBetween reports whether a blank line is between the first two items of the file that are like the
// given ones. Blocks of one type decide only for blocks of one type.
func (b *bodyLines) hasBlankBetween(like neighbours) bool {
	previous := -1
	for i, y := range b.old.Items {
		if hclwrite.IsCommentGroup(y) {
			continue
		}
		before := previous
		if previous = i; before < 0 {
			continue
		}
		grouped, is := before < i-1, neighboursOf(b.old.Items[before], y)
		is.commented = grouped || hclwrite.ItemComments(y).Has(hclwrite.Above)
		if is.sameName = is.sameName || like.sameName; is != like {
			continue
		}
		_, end := b.partLines(i - 1)
		start, _ := b.partLines(i)
		switch {
		case !like.blockLeft && !like.blockRight && !like.commented:
			return false
		case grouped:
			return true
		}
		return start > end && blankLines(b.w.src[end:start]) > 0
	}
	return like.blockLeft || like.blockRight || like.commented
}

// followsGroup reports whether an item of the result follows a comment group.
func (b *bodyLines) followsGroup(n int) bool {
	return n > 0 && hclwrite.IsCommentGroup(b.merged.Items[n-1])
}

// startsParagraph reports whether an item of the result is a comment group with a blank line before
// it.
func (b *bodyLines) startsParagraph(n int) bool {
	return n > 0 && hclwrite.IsCommentGroup(b.merged.Items[n]) && b.hasBlankBefore(n)
}

// isGroupAfterAttribute reports whether an old item is a comment group after an attribute.
func (b *bodyLines) isGroupAfterAttribute(old int) bool {
	if old == 0 || !hclwrite.IsCommentGroup(b.old.Items[old]) {
		return false
	}
	_, ok := b.old.Items[old-1].(*hclwrite.Attribute)
	return ok
}

// hasShortBlock reports whether the file has a block of a type on one line in this body.
func (b *bodyLines) hasShortBlock(typ string) bool {
	is, known := b.short[typ]
	if !known {
		is = slices.ContainsFunc(b.old.Items, func(item hclwrite.Item) bool {
			block, ok := item.(*hclwrite.Block)
			return ok && block.Type == typ && len(block.Body.Items) == 1 && !b.w.isOnLines(block)
		})
		b.short[typ] = is
	}
	return is
}

// shortBody returns the body of a block on one line, if the block or similar blocks are on one line.
func (b *bodyLines) shortBody(block *hclwrite.Block, was bool) (string, bool) {
	if len(block.Body.Items) != 1 || block.Comments.Has(hclwrite.Open) {
		return "", false
	}
	a, ok := block.Body.Items[0].(*hclwrite.Attribute)
	if !ok || !was && !b.hasShortBlock(block.Type) || len(a.Comments) > 0 {
		return "", false
	}
	value, fits := hclwrite.OneLine(a.Expr)
	return " " + a.Name + " = " + value + " ", fits
}
