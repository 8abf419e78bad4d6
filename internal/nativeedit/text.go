package nativeedit

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// edits are changes of a text: stretches that go, and text that comes. Text may come
// in a stretch that goes.
type edits struct {
	gone []stretch
	come []insertion
}

type stretch struct{ start, end int }

type insertion struct {
	at, turn int
	text     string
}

// remove takes out the text between two offsets.
func (e *edits) remove(start, end int) {
	if end > start {
		e.gone = append(e.gone, stretch{start, end})
	}
}

// insert puts text at an offset, after what was put there before.
func (e *edits) insert(at int, text string) {
	if text != "" {
		e.come = append(e.come, insertion{at, len(e.come), text})
	}
}

// replace does both.
func (e *edits) replace(start, end int, text string) {
	e.remove(start, end)
	e.insert(start, text)
}

// ordered sorts the edits by place and joins stretches that overlap.
func (e *edits) ordered() {
	slices.SortFunc(e.gone, func(a, b stretch) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	slices.SortFunc(e.come, func(a, b insertion) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.turn, b.turn))
	})
	joined := e.gone[:0]
	for _, s := range e.gone {
		if last := len(joined) - 1; last >= 0 && s.start <= joined[last].end {
			joined[last].end = max(joined[last].end, s.end)
			continue
		}
		joined = append(joined, s)
	}
	e.gone = joined
}

// kept is a stretch of the old text that the new text has from an offset on.
type kept struct{ at, from, length int }

// apply returns the text from one offset to another with the edits between them,
// which must be ordered, and what of the old text is in it. What comes at the end is among them.
func (e *edits) apply(src string, from, to int) (text string, stays []kept) {
	var b strings.Builder
	b.Grow(to - from)
	i, _ := slices.BinarySearchFunc(e.gone, from, func(s stretch, at int) int { return cmp.Compare(s.end, at+1) })
	j, _ := slices.BinarySearchFunc(e.come, from, func(s insertion, at int) int { return cmp.Compare(s.at, at) })
	pos := from
	write := func(end int) {
		for pos < end {
			next := end
			if i < len(e.gone) && e.gone[i].start <= pos {
				pos = max(pos, min(e.gone[i].end, end))
				if e.gone[i].end <= pos {
					i++
				}
				continue
			}
			if i < len(e.gone) {
				next = min(next, e.gone[i].start)
			}
			stays = append(stays, kept{b.Len(), pos - from, next - pos})
			b.WriteString(src[pos:next])
			pos = next
		}
	}
	for ; j < len(e.come) && e.come[j].at <= to; j++ {
		write(e.come[j].at)
		b.WriteString(e.come[j].text)
	}
	write(to)
	return b.String(), stays
}

// textStart is where a file starts, behind a byte order mark.
func textStart(src string) int { return len(src) - len(strings.TrimPrefix(src, "\ufeff")) }

// lineStart is the offset of the line that an offset is in.
func lineStart(src string, at int) int {
	if n := strings.LastIndexByte(src[:at], '\n'); n >= 0 {
		return n + 1
	}
	return min(at, textStart(src))
}

// lineEnd is the offset after the line that an offset is in, its end included.
func lineEnd(src string, at int) int {
	if n := strings.IndexByte(src[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(src)
}

// Margin is the white space at the start of the line that an offset is in.
func Margin(src string, at int) string {
	line := src[lineStart(src, at):]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

var (
	// aComment is a comment or a comma: what is between tokens besides white space.
	aComment = regexp.MustCompile(`,|(#|//)[^\n]*|/\*(?s:.*?)(\*/|\z)`)
	// onLine are the comments from an offset to the end of its line.
	onLine = regexp.MustCompile(`^([ \t]*/\*(?s:.*?)\*/)*([ \t]*(#|//)[^\n]*)?`)
)

// behind is the offset after the comments that follow an offset on its line.
func behind(src string, at int) int {
	return at + len(strings.TrimSuffix(onLine.FindString(src[at:]), "\r"))
}

// comment is a comment in a stretch without other tokens but separators.
type comment struct {
	start, end int
	own        bool // it starts its line
}

// commentsBetween finds the comments between two offsets, and the first comma
// outside of them, or -1.
func commentsBetween(src string, start, end int) (list []comment, comma int) {
	comma = -1
	for _, found := range aComment.FindAllStringIndex(src[start:end], -1) {
		from, to := start+found[0], start+found[1]
		switch {
		case src[from] != ',':
			own := strings.TrimLeft(src[lineStart(src, from):from], " \t") == ""
			list = append(list, comment{start: from, end: to, own: own})
		case comma < 0:
			comma = from
		}
	}
	return list, comma
}

// blankLines is how many lines of a text without tokens are blank: it is between
// the end of a line and the start of another.
func blankLines(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			n++
		}
	}
	return n
}

// trailingBlank is how many blank lines a text of whole lines ends with.
func trailingBlank(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if n++; strings.TrimSpace(line) != "" {
			n = 0
		}
	}
	return n
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

// paragraph is the end of the lines from one offset up to another that are before a blank one.
func paragraph(src string, from, to int) int {
	for from < to && skipBlank(src, from, lineEnd(src, from)) == from {
		from = lineEnd(src, from)
	}
	return min(from, to)
}
