package nativeedit

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/treediff"
)

// editor changes the text of a file in native syntax.
type editor struct {
	edits
	file *hclwrite.File
	src  string
	// adopted has the text of new parts that it has adopted; it may be nil. free are those of
	// them that are not in canonical layout.
	adopted *hclwrite.File
	free    []string
	// newline is the line end of the file, unit what a level is indented by.
	newline, unit string
	// heredocs: there are some in the file; quotedLines: there are strings in quotes
	// with more than one line.
	heredocs, quotedLines bool
	// whole are the items of the result that are written anew.
	whole map[hclwrite.Item]bool
	// reprinted are the stretches in which more is written in canonical layout than was to change.
	reprinted []hclwrite.Span
}

func newEditor(file *hclwrite.File) *editor {
	src := file.Source()
	w := &editor{
		file: file, src: src, newline: "\n", unit: unitOf(src, &file.Body),
		heredocs: strings.Contains(src, "<<"), quotedLines: strings.Contains(src, `\n`),
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
		outer, inner := Margin(src, block.Span.Start), Margin(src, block.Body.Items[0].ItemSpan().Start)
		if unit, ok := strings.CutPrefix(inner, outer); ok && unit != "" {
			return unit
		}
	}
	return "  "
}

// body changes the items of a body. merged is what it must become. margin is that of
// its items.
func (w *editor) body(s *treediff.Script, old, merged *hclwrite.Body, margin string, root bool) {
	in := &bodyLines{w: w, old: old, merged: merged, margin: margin, root: root}
	runs(s, func(k, n int) {
		if step := &s.Steps[k]; step.Op == treediff.Change {
			w.change(in, step, merged.Items[n])
		}
	}, func(from, to, n int) {
		w.write(in, s, from, to, n)
	})
	w.opening(in, old.Span.Start, s)
}

// change changes an item.
func (w *editor) change(in *bodyLines, step *treediff.Step, merged hclwrite.Item) {
	if !w.whole[merged] {
		w.item(in, step, in.old.Items[step.Old], merged)
		return
	}
	// Rewritten, with the comments above it.
	start, end := in.region(step.Old)
	w.reprinted = append(w.reprinted, hclwrite.Span{Start: start, End: end})
	w.replace(start, end, w.text(merged, in.margin))
}

// item changes what is in an item, or next to it.
func (w *editor) item(in *bodyLines, step *treediff.Step, old, merged hclwrite.Item) {
	if step.Comments && !hclwrite.IsCommentGroup(old) {
		was, is, span := old.ItemComments(), *merged.ItemComments(), old.ItemSpan()
		if _, ok := old.(*hclwrite.Attribute); ok && w.heredoc(span) { // after its end is no room
			is.Above, is.After = slices.Concat(is.Above, is.After), nil
		}
		w.above(in, step, was.Above, is.Above, span.Start)
		if !treediff.SameComments(was.After, is.After) {
			w.replace(span.End, behind(w.src, span.End), w.suffixText(spelled(was.After, is.After)))
		}
	}
	switch was := old.(type) {
	case *hclwrite.CommentGroup:
		start, end := in.region(step.Old)
		w.commentLines(start, end, was.Lines, merged.(*hclwrite.CommentGroup).Lines, in.margin)
	case *hclwrite.Attribute:
		if step.Header {
			w.replace(was.Span.Start, was.Span.Start+len(was.Name), merged.ItemName())
		}
		w.value(step, was.Expr, was.ValueSpan, merged.(*hclwrite.Attribute).Expr, false)
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
			w.shortBlock(in, was, is, step.Parts)
			return
		}
		w.body(step.Parts, &was.Body, &is.Body, w.inner(was, is, in.margin), false)
	}
}

// inner is the margin of the items in a block.
func (w *editor) inner(was, is *hclwrite.Block, outer string) string {
	switch {
	case len(was.Body.Items) > 0:
		return Margin(w.src, was.Body.Items[0].ItemSpan().Start)
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
func (w *editor) shortBlock(outer *bodyLines, was, is *hclwrite.Block, s *treediff.Script) {
	span := was.Body.Span
	if len(s.Steps) == 1 && s.Steps[0].Op == treediff.Change && !s.Comments {
		in := &bodyLines{w: w, old: &was.Body, merged: &is.Body, margin: outer.margin}
		w.item(in, &s.Steps[0], was.Body.Items[0], is.Body.Items[0])
		return
	}
	if text, ok := outer.short(is, len(was.Body.Items) > 0); ok && !s.Comments {
		w.replace(span.Start, span.End, text)
		return
	}
	if len(was.Body.Items) == 0 && !s.Comments && was.Body.Bare() {
		in := &bodyLines{w: w, old: &was.Body, merged: &is.Body, margin: w.inner(was, is, outer.margin)}
		w.replace(span.Start, span.End, w.newline+w.first(in, s)+outer.margin)
		return
	}
	if changed := func(step treediff.Step) bool { return step.Op == treediff.Change || step.Op == treediff.Move }; !s.Comments && !slices.ContainsFunc(s.Steps, changed) {
		in := &bodyLines{w: w, old: &was.Body, merged: &is.Body, margin: outer.margin + w.unit}
		w.replace(span.Start, span.End, w.newline+w.spreadItems(in, s)+outer.margin)
		return
	}
	if len(was.Body.Items) > 0 {
		w.reprinted = append(w.reprinted, hclwrite.Span{Start: was.Span.Start, End: was.Span.End})
	}
	alone := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{&hclwrite.Block{Type: "x", Body: is.Body}}}}
	text := hcltext.Indent(string(alone.Bytes()), outer.margin, w.unit, w.newline)
	text = text[strings.IndexByte(text, '{')+1 : strings.LastIndexByte(text, '}')]
	w.replace(span.Start, span.End, text)
}

// spreadItems are the items of a block that was on one line, each on lines of its own.
func (w *editor) spreadItems(in *bodyLines, s *treediff.Script) string {
	r, n := &run{w: w, in: in}, 0
	for k := range s.Steps {
		switch step := &s.Steps[k]; step.Op {
		case treediff.Remove:
			continue
		case treediff.Keep:
			span := in.old.Items[step.Old].ItemSpan()
			p := piece{text: in.margin + w.src[span.Start:behind(w.src, span.End)] + w.newline}
			if in.afterGroup(n) {
				p.blank = 1
			}
			r.pieces = append(r.pieces, p)
		default:
			r.add(step, n, false)
		}
		n++
	}
	return r.text(false, false, "")
}

// labels writes other labels for those of a block.
func (w *editor) labels(was, is *hclwrite.Block) {
	spans := w.file.Header(was)[1:]
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

// labelText is a label in the place of another, with quotes or without.
func labelText(was, label string) string {
	if !strings.HasPrefix(was, `"`) && hcltext.ValidIdentifier(label) {
		return label
	}
	return hcltext.Quote(label)
}

// text is an item as it is written on lines of its own.
func (w *editor) text(item hclwrite.Item, margin string) string {
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{item}}}
	return hcltext.Indent(string(file.Bytes()), margin, w.unit, w.newline)
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

func (b *bodyLines) within() (parts int, was, is *hclwrite.BracketComments) {
	return len(b.old.Items), &hclwrite.BracketComments{Open: b.old.Open}, &hclwrite.BracketComments{Open: b.merged.Open}
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
func (b *bodyLines) written(step *treediff.Step, n int) (text string, own bool) {
	if step.Op == treediff.Move && step.Parts == nil && !step.Value && !step.Header && !step.Comments {
		from, to := linesOf(b, step)
		return b.w.src[from:to], false
	}
	item := b.merged.Items[n]
	if text, ok := b.w.given(item.ItemSpan(), b.margin); ok && !b.w.whole[item] {
		return b.w.wholeLines(text)
	}
	if group, ok := item.(*hclwrite.CommentGroup); ok {
		return b.w.commentText(group.Lines, b.margin), false
	}
	if block, ok := item.(*hclwrite.Block); ok && step.Op != treediff.Move && block.Comments.Bare() {
		if text, ok := b.short(block, false); ok {
			head := b.margin + block.Type
			for _, label := range block.Labels {
				head += " " + hcltext.Quote(label)
			}
			return head + " {" + text + "}" + b.w.newline, false
		}
	}
	return b.w.text(item, b.margin), false
}

// apart reports whether a blank line is between two items: as it does between
// others like them.
func (b *bodyLines) apart(n int) bool {
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
	_, blockLeft := left.(*hclwrite.Block)
	_, blockRight := right.(*hclwrite.Block)
	commented := len(right.ItemComments().Above) > 0
	previous := -1
	for i, y := range b.old.Items {
		if hclwrite.IsCommentGroup(y) {
			continue
		}
		before := previous
		if previous = i; before < 0 {
			continue
		}
		x, grouped := b.old.Items[before], before < i-1
		_, blockX := x.(*hclwrite.Block)
		_, blockY := y.(*hclwrite.Block)
		if blockX != blockLeft || blockY != blockRight || commented != (grouped || len(y.ItemComments().Above) > 0) {
			continue
		}
		if blockLeft && blockRight && left.ItemName() != right.ItemName() && x.ItemName() == y.ItemName() {
			continue
		}
		_, end := b.region(i - 1)
		start, _ := b.region(i)
		switch {
		case !blockLeft && !blockRight && !commented:
			return false
		case grouped:
			return true
		}
		return start > end && blankLines(b.w.src[end:start]) > 0
	}
	return blockLeft || blockRight || commented
}

// afterGroup reports whether an item of the result follows a group of comments.
func (b *bodyLines) afterGroup(n int) bool {
	return n > 0 && hclwrite.IsCommentGroup(b.merged.Items[n-1])
}

// startsParagraph reports whether an item of the result is a group of comments with a blank line
// before it.
func (b *bodyLines) startsParagraph(n int) bool {
	return n > 0 && hclwrite.IsCommentGroup(b.merged.Items[n]) && b.apart(n)
}

// groupAfterAttribute reports whether an old item is a group of comments after an attribute.
func (b *bodyLines) groupAfterAttribute(old int) bool {
	if old == 0 || !hclwrite.IsCommentGroup(b.old.Items[old]) {
		return false
	}
	_, ok := b.old.Items[old-1].(*hclwrite.Attribute)
	return ok
}

// short is the body of a block on one line, if it was or those like it are.
func (b *bodyLines) short(block *hclwrite.Block, was bool) (string, bool) {
	if len(block.Body.Items) != 1 || !block.Body.Bare() {
		return "", false
	}
	a, ok := block.Body.Items[0].(*hclwrite.Attribute)
	like := was || slices.ContainsFunc(b.old.Items, func(other hclwrite.Item) bool {
		like, ok := other.(*hclwrite.Block)
		return ok && like.Type == block.Type && len(like.Body.Items) == 1 && !b.w.spread(like)
	})
	if !ok || !like || !a.Comments.Bare() {
		return "", false
	}
	value, fits := b.w.adopted.Line(a.Expr)
	return " " + a.Name + " = " + value + " ", fits
}
