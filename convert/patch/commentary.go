package patch

import (
	"slices"
	"strings"
)

// above writes other comments above a part that stays, which starts its line but for
// comments.
func (w *editor) above(in container, step *Step, was, is []string, part int) {
	is = is[step.Above:]
	if sameComments(was, is) {
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

// skipBlank is the first line from one offset up to another that is not blank.
func (w *editor) skipBlank(from, to int) int {
	for from < to {
		end := lineEnd(w.src, from)
		if strings.TrimSpace(w.src[from:end]) != "" {
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
		same[marked(c)] = c
		slashes = slashes && !strings.HasPrefix(c, "#")
	}
	list := slices.Clone(is)
	for i, c := range list {
		if old, ok := same[marked(c)]; ok {
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
	if sameComments(was, is) {
		return
	}
	start, end := b.bounds()
	if len(b.old.Items) > 0 {
		end, _ = b.region(0)
	}
	start = b.w.skipBlank(start, end)
	switch {
	case len(is) == 0:
	case len(was) > 0:
		end = max(start, b.w.aboveBlank(end)) // the blank line below them is part of neither list
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
	return s.Comments && !sameComments(was.End, is.End[s.Stray:])
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
	if _, was, is := in.within(); s.Comments && !sameComments(was.Open, is.Open) {
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
	start := w.skipBlank(first, end)
	switch {
	case len(list) == 0:
		start = first // with the blank lines above them
	case len(was.End) == 0 && len(list) == len(is.End) && list[0] != "":
		start, end = first, first // above the blank lines that there are
	}
	if len(was.End) > 0 {
		end = max(start, w.aboveBlank(end))
	}
	w.commentLines(start, end, was.End, list, margin)
}
