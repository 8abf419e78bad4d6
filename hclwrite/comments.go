package hclwrite

import (
	"strings"
)

// gap reads the comments in a stretch of source that holds no other tokens than
// separators.
type gap struct {
	src string
	pos int
	// comment is the comment that next found.
	comment string
	// newlines counts the line ends before it.
	newlines int
}

// next finds the next comment. After the last one, newlines counts the line
// ends up to the end of the gap.
func (g *gap) next() bool {
	g.newlines = 0
	for ; g.pos < len(g.src); g.pos++ {
		switch g.src[g.pos] {
		case '\n':
			g.newlines++
		case '#':
			g.line()
			return true
		case '/':
			if strings.HasPrefix(g.src[g.pos:], "//") {
				g.line()
				return true
			}
			if strings.HasPrefix(g.src[g.pos:], "/*") {
				end := blockCommentEnd(g.src, g.pos)
				g.comment = trimLineEnds(g.src[g.pos:end])
				g.pos = end
				return true
			}
		}
	}
	return false
}

// trimLineEnds drops the carriage returns before line breaks.
func trimLineEnds(comment string) string {
	if !strings.Contains(comment, "\r\n") {
		return comment
	}
	lines := strings.Split(comment, "\n")
	for i := range lines[:len(lines)-1] {
		lines[i] = strings.TrimRight(lines[i], "\r")
	}
	return strings.Join(lines, "\n")
}

func (g *gap) line() {
	end := strings.IndexByte(g.src[g.pos:], '\n')
	if end < 0 {
		end = len(g.src) - g.pos
	}
	g.comment = strings.TrimRight(g.src[g.pos:g.pos+end], " \t\r")
	g.pos += end
}

// within appends the comments between two tokens of one item to list.
func within(src string, start, end int, list []string) []string {
	g := gap{src: src[:end], pos: start}
	for g.next() {
		list = append(list, g.comment)
	}
	return list
}

// itemList assigns the comments in the gaps of a list of items: what follows an
// item on its line is its suffix, what is above an item is before it, and
// what is left belongs to the list. Every comment gets a place.
type itemList struct {
	src string
	// pos is where the next gap starts.
	pos int
	// started: the gap is not the one before the first item.
	started bool
	// root: the list is a file, which has no opening bracket.
	root bool
	// Of a collection, open is where the comments after its opening bracket go, and last
	// are those of the item before the gap, which is the last that was recognised.
	open *[]string
	last **Comments
}

// gap reads the gap that ends at end. after are the comments on the line of the
// item before it, or of the opening bracket; above, the others.
func (l *itemList) gap(end int, beforeItem bool) (above, behind []string) {
	g := gap{src: l.src[:end], pos: l.pos}
	first := !l.started
	l.started = true
	atLine := first && l.root
	for g.next() {
		if g.newlines > 0 {
			atLine = true
		}
		if !atLine {
			behind = append(behind, g.comment)
			continue
		}
		if g.newlines > 1 && (len(above) > 0 || !first && !beforeItem) {
			above = append(above, "")
		}
		above = append(above, g.comment)
	}
	if g.newlines > 0 {
		atLine = true
	}
	if len(above) > 0 && g.newlines > 1 && beforeItem {
		above = append(above, "")
	}
	if !atLine && (beforeItem || first) {
		// A block comment between two items on one line is about the second.
		return append(behind, above...), nil
	}
	return above, behind
}

// blockCommentEnd returns the offset after the */ of the comment at offset i.
func blockCommentEnd(s string, i int) int {
	n := strings.Index(s[i+2:], "*/")
	if n < 0 {
		return len(s)
	}
	return i + 2 + n + 2
}

// splitHead splits the comments above a body's first item: those that a blank
// line follows belong to the body.
func splitHead(before []string) (inside, above []string) {
	for i := len(before) - 1; i >= 0; i-- {
		if before[i] == "" {
			return before[:i:i], before[i+1:]
		}
	}
	return nil, before
}
