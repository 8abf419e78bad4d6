package hclwrite

import "strings"

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

// itemList assigns the comments in the gaps of a list of items: what follows an
// item on its line is its suffix, what stands above an item is before it, and
// what is left belongs to the list. Every comment gets a place.
type itemList struct {
	r *reader
	// pos is where the next gap starts.
	pos int
	// suffix is where comments on the line of the item before the gap go; nil
	// before the first item.
	suffix *[]string
	// lazy is the same for an item whose comments are made only when needed.
	lazy **Comments
	// open is where comments on the line of the opening bracket go.
	open *[]string
	// root: the list is a file, which has no opening bracket.
	root bool
	// found: there was a comment.
	found bool
}

// item reads the gap before an item and returns the comments above it. suffix
// is the place for the comments behind it.
func (l *itemList) item(span Span, suffix *[]string) []string {
	before := l.gap(span.Start, true)
	l.pos, l.suffix, l.lazy = span.End, suffix, nil
	return before
}

// element is item for an element of a collection.
func (l *itemList) element(span Span, comments **Comments) {
	before := l.gap(span.Start, true)
	l.pos, l.suffix, l.lazy = span.End, nil, comments
	if len(before) > 0 {
		*comments = &Comments{Before: before}
	}
}

// end reads the gap after the last item.
func (l *itemList) end(end int) []string { return l.gap(end, false) }

func (l *itemList) gap(end int, beforeItem bool) []string {
	text := l.r.src[l.pos:end]
	if strings.IndexByte(text, '#') < 0 && strings.IndexByte(text, '/') < 0 {
		return nil
	}
	g := gap{src: l.r.src[:end], pos: l.pos}
	first := l.suffix == nil && l.lazy == nil
	var lines, sameLine []string
	atLine := first && l.root
	for g.next() {
		l.found = true
		if g.newlines > 0 {
			atLine = true
		}
		if !atLine {
			sameLine = append(sameLine, g.comment)
			continue
		}
		if g.newlines > 1 && (len(lines) > 0 || !first && !beforeItem) {
			lines = append(lines, "")
		}
		lines = append(lines, g.comment)
	}
	if g.newlines > 0 {
		atLine = true
	}
	if len(lines) > 0 && g.newlines > 1 && beforeItem {
		lines = append(lines, "")
	}
	switch {
	case len(sameLine) == 0:
	case !atLine && (beforeItem || first):
		// A block comment between two items on one line is about the second.
		lines = append(sameLine, lines...)
	case first:
		*l.open = sameLine
	default:
		if l.lazy != nil {
			if *l.lazy == nil {
				*l.lazy = &Comments{}
			}
			l.suffix = &(*l.lazy).Suffix
		}
		*l.suffix = append(*l.suffix, sameLine...)
	}
	return lines
}
