package plansummary

import (
	"fmt"
	"strings"
)

// around is how many lines are shown around those that change.
const around = 2

// lineDiff compares two texts of several lines, and returns the text of a template.
// Each line of it starts with two characters: spaces, "- " or "+ "; a line that starts
// with # counts those that are left out, or tells of the newline at the end. Spaces
// that end a line which changes are in an interpolation, so that they can be seen. ok
// is false if the texts are better shown as they are.
func lineDiff(before, after string) (diff string, ok bool) {
	if !strings.Contains(before, "\n") && !strings.Contains(after, "\n") || !printable(before) || !printable(after) {
		return "", false
	}
	a, endsA := splitLines(before)
	b, endsB := splitLines(after)
	var out, same []string
	at := [2]int{}
	for _, pair := range append(match(a, b), [2]int{len(a), len(b)}) {
		if pair[0] > at[0] || pair[1] > at[1] {
			out = appendSame(out, same, len(out) == 0, false)
			same = nil
			for _, text := range a[at[0]:pair[0]] {
				out = append(out, changedLine("- ", text))
			}
			for _, text := range b[at[1]:pair[1]] {
				out = append(out, changedLine("+ ", text))
			}
		}
		if pair[0] < len(a) {
			same = append(same, strings.TrimRight("  "+templateText(a[pair[0]]), " \t"))
		}
		at = [2]int{pair[0] + 1, pair[1] + 1}
	}
	out = appendSame(out, same, false, true)
	switch {
	case endsA && !endsB:
		out = append(out, "# without the newline at the end")
	case endsB && !endsA:
		out = append(out, "# with a newline at the end")
	}
	return strings.Join(out, "\n") + "\n", true
}

// splitLines returns the lines of a text, and whether the last of them ends with a
// newline.
func splitLines(text string) (lines []string, ends bool) {
	if text == "" {
		return nil, false
	}
	text, ends = strings.CutSuffix(text, "\n")
	return strings.Split(text, "\n"), ends
}

// changedLine returns a line after a sign, as a template.
func changedLine(sign, text string) string {
	if text == "" {
		return strings.TrimRight(sign, " ")
	}
	shown := strings.TrimRight(text, " \t")
	if shown == text {
		return sign + templateText(text)
	}
	shown = strings.TrimRight(shown, "$%")
	return sign + templateText(shown) + interpolated(text[len(shown):])
}

// appendSame appends lines that do not change, without those that are far from the
// ones that do.
func appendSame(out, same []string, first, last bool) []string {
	head, tail := around, around
	if first {
		head = 0
	}
	if last {
		tail = 0
	}
	left := len(same) - head - tail
	if left < 2 {
		return append(out, same...)
	}
	out = append(out, same[:head]...)
	out = append(out, fmt.Sprintf("# %d unchanged lines", left))
	return append(out, same[len(same)-tail:]...)
}

// printable reports whether a text can be in a heredoc.
func printable(text string) bool {
	return !strings.ContainsFunc(text,
		func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r == '\ufeff' })
}
