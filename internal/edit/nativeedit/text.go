package nativeedit

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// edits contains changes of a text: deletions of ranges, and insertions. An insertion may be in a
// deleted range.
type edits struct {
	deletions  []textRange
	insertions []insertion
}

type textRange struct{ start, end int }

type insertion struct {
	at, turn int
	text     string
}

// remove deletes the text between two offsets.
func (e *edits) remove(start, end int) {
	if end > start {
		e.deletions = append(e.deletions, textRange{start, end})
	}
}

// insert inserts text at an offset, after earlier insertions at the same offset.
func (e *edits) insert(at int, text string) {
	if text != "" {
		e.insertions = append(e.insertions, insertion{at, len(e.insertions), text})
	}
}

// replace replaces the text between two offsets.
func (e *edits) replace(start, end int, text string) {
	e.remove(start, end)
	e.insert(start, text)
}

// sort sorts the edits by offset and joins overlapping deletions.
func (e *edits) sort() {
	slices.SortFunc(e.deletions, func(a, b textRange) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	slices.SortFunc(e.insertions, func(a, b insertion) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.turn, b.turn))
	})
	joined := e.deletions[:0]
	for _, s := range e.deletions {
		if last := len(joined) - 1; last >= 0 && s.start <= joined[last].end {
			joined[last].end = max(joined[last].end, s.end)
			continue
		}
		joined = append(joined, s)
	}
	e.deletions = joined
}

// apply returns the text between two offsets after its edits, including insertions at its end. The
// edits must be sorted.
func (e *edits) apply(src string, from, to int) string {
	var b strings.Builder
	b.Grow(to - from)
	i, _ := slices.BinarySearchFunc(e.deletions, from, func(s textRange, at int) int { return cmp.Compare(s.end, at+1) })
	j, _ := slices.BinarySearchFunc(e.insertions, from, func(s insertion, at int) int { return cmp.Compare(s.at, at) })
	pos := from
	write := func(end int) {
		for pos < end {
			next := end
			if i < len(e.deletions) && e.deletions[i].start <= pos {
				pos = max(pos, min(e.deletions[i].end, end))
				if e.deletions[i].end <= pos {
					i++
				}
				continue
			}
			if i < len(e.deletions) {
				next = min(next, e.deletions[i].start)
			}
			b.WriteString(src[pos:next])
			pos = next
		}
	}
	for ; j < len(e.insertions) && e.insertions[j].at <= to; j++ {
		write(e.insertions[j].at)
		b.WriteString(e.insertions[j].text)
	}
	write(to)
	return b.String()
}

// contentStart returns the offset after the byte order mark of a text, or 0.
func contentStart(src string) int { return len(src) - len(strings.TrimPrefix(src, "\ufeff")) }

// lineStart returns the start of the line that contains an offset.
func lineStart(src string, at int) int {
	if n := strings.LastIndexByte(src[:at], '\n'); n >= 0 {
		return n + 1
	}
	return min(at, contentStart(src))
}

// lineEnd returns the offset after the line that contains an offset, including its line end.
func lineEnd(src string, at int) int {
	if n := strings.IndexByte(src[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(src)
}

// Margin returns the white space at the start of the line that contains an offset.
func Margin(src string, at int) string {
	line := src[lineStart(src, at):]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

var (
	// commentOrComma matches a comment or a comma.
	commentOrComma = regexp.MustCompile(`,|(#|//)[^\n]*|/\*(?s:.*?)(\*/|\z)`)
	// commentsOnLine matches the comments up to the end of a line.
	commentsOnLine = regexp.MustCompile(`^([ \t]*/\*(?s:.*?)\*/)*([ \t]*(#|//)[^\n]*)?`)
)

// commentsEnd returns the offset after the comments that follow an offset on its line.
func commentsEnd(src string, at int) int {
	return at + len(strings.TrimSuffix(commentsOnLine.FindString(src[at:]), "\r"))
}

// comment is a comment between two tokens. startsLine is true if it starts its line.
type comment struct {
	start, end int
	startsLine bool
}

// commentsBetween returns the comments between two offsets, and the offset of the first comma
// outside of them, or -1.
func commentsBetween(src string, start, end int) (list []comment, comma int) {
	comma = -1
	for _, found := range commentOrComma.FindAllStringIndex(src[start:end], -1) {
		from, to := start+found[0], start+found[1]
		switch {
		case src[from] != ',':
			own := strings.TrimLeft(src[lineStart(src, from):from], " \t") == ""
			list = append(list, comment{start: from, end: to, startsLine: own})
		case comma < 0:
			comma = from
		}
	}
	return list, comma
}

// blankLines counts the blank lines of a text without tokens.
func blankLines(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			n++
		}
	}
	return n
}

// trailingBlankLines counts the blank lines at the end of a text of whole lines.
func trailingBlankLines(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if n++; strings.TrimSpace(line) != "" {
			n = 0
		}
	}
	return n
}

// skipBlankLinesBackward returns the end of the last nonblank line before an offset.
func skipBlankLinesBackward(src string, at int) int {
	for at > 0 {
		line := lineStart(src, at-1)
		if strings.TrimSpace(src[line:at]) != "" {
			break
		}
		at = line
	}
	return at
}

// skipBlankLines returns the start of the first nonblank line in a range.
func skipBlankLines(src string, from, to int) int {
	for from < to {
		end := lineEnd(src, from)
		if strings.TrimSpace(src[from:end]) != "" {
			break
		}
		from = end
	}
	return min(from, to)
}
