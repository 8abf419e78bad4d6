package patch

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
)

// itemComments writes other comments next to an item.
func (w *editor) itemComments(old, merged hclwrite.Item, margin string) {
	was, is := old.ItemComments(), merged.ItemComments()
	span := old.ItemSpan()
	if !sameComments(was.Before, is.Before) {
		start := lineStart(w.src, span.Start)
		w.commentLines(w.firstOf(was.Before, start), start, was.Before, is.Before, margin)
	}
	if !sameComments(was.Suffix, is.Suffix) {
		w.replace(span.End, behind(w.src, span.End), suffixText(is.Suffix))
	}
}

// suffixText is comments as they are after something on its line.
func suffixText(list []string) string {
	text := ""
	for _, c := range list {
		text += " " + c
	}
	return text
}

// firstOf is the start of the lines of comments that end at an offset. There may be
// blank lines among them.
func (w *editor) firstOf(list []string, end int) int {
	start := end
	for _, c := range slices.Backward(list) {
		if c == "" {
			continue
		}
		start = w.aboveBlank(start)
		for range strings.Count(c, "\n") + 1 {
			if start > 0 {
				start = lineStart(w.src, start-1)
			}
		}
	}
	return start
}

// aboveBlank is the end of the last line before an offset that is not blank.
func (w *editor) aboveBlank(at int) int {
	for at > 0 {
		line := lineStart(w.src, at-1)
		if strings.TrimSpace(w.src[line:at]) != "" {
			break
		}
		at = line
	}
	return at
}

// commentLines writes comments in the place of others, on the lines from start to
// end. Those that are the same stay as they are.
func (w *editor) commentLines(start, end int, was, is []string, margin string) {
	var b strings.Builder
	same := make(map[string]string, len(was))
	for _, c := range slices.Backward(was) {
		same[marked(c)] = c
	}
	for i, c := range is {
		if c == "" {
			if i > 0 {
				b.WriteString(w.newline)
			}
			continue
		}
		if old, ok := same[marked(c)]; ok {
			c = old
		}
		b.WriteString(margin + strings.ReplaceAll(c, "\n", w.newline) + w.newline)
	}
	w.replace(start, end, b.String())
}

// bodyComments writes other comments in a body.
func (w *editor) bodyComments(old, merged *hclwrite.Body, margin string, root bool) {
	if len(old.Items) == 0 {
		return // the body is written as a whole
	}
	if !sameComments(old.Inside, merged.Inside) {
		end, _ := w.itemRegion(old, 0)
		inside := merged.Inside
		if len(old.Inside) == 0 && len(inside) > 0 {
			inside = append(slices.Clone(inside), "")
		}
		if len(old.Inside) > 0 && len(inside) > 0 {
			// The blank line below them is part of neither list.
			for end > 0 && strings.TrimSpace(w.src[lineStart(w.src, end-1):end]) == "" {
				end = lineStart(w.src, end-1)
			}
		}
		start := w.firstOf(append(slices.Clone(old.Inside), ""), end)
		w.commentLines(start, end, old.Inside, inside, margin)
	}
	if !sameComments(old.End, merged.End) {
		end := old.Span.End
		if !root {
			end = lineStart(w.src, end)
		}
		start := w.firstOf(old.End, end)
		if len(merged.End) == 0 {
			start = w.aboveBlank(start)
		}
		w.commentLines(start, end, old.End, merged.End, margin)
	}
	if !sameComments(old.Open, merged.Open) && !root {
		w.replace(old.Span.Start, behind(w.src, old.Span.Start), suffixText(merged.Open))
	}
}
