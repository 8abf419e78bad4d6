package hcltext

import "strings"

// Gap reads the comments in a part of a source without other tokens than
// separators.
type Gap struct {
	Src string
	Pos int
	// Comment is the last comment from Next, and Start its offset.
	Comment string
	Start   int
	// Newlines counts the line ends before it.
	Newlines int
}

// Next finds the next comment. After the last one, Newlines counts the line
// ends up to the end of the gap.
func (g *Gap) Next() bool {
	g.Newlines = 0
	for ; g.Pos < len(g.Src); g.Pos++ {
		switch g.Src[g.Pos] {
		case '\n':
			g.Newlines++
		case '#':
			g.Start = g.Pos
			g.countLine()
			return true
		case '/':
			if strings.HasPrefix(g.Src[g.Pos:], "//") {
				g.Start = g.Pos
				g.countLine()
				return true
			}
			if strings.HasPrefix(g.Src[g.Pos:], "/*") {
				end := blockCommentEnd(g.Src, g.Pos)
				g.Comment = trimLineEnds(g.Src[g.Pos:end])
				g.Start, g.Pos = g.Pos, end
				return true
			}
		}
	}
	return false
}

// trimLineEnds removes the carriage returns before line breaks.
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

func (g *Gap) countLine() {
	end := strings.IndexByte(g.Src[g.Pos:], '\n')
	if end < 0 {
		end = len(g.Src) - g.Pos
	}
	g.Comment = strings.TrimRight(g.Src[g.Pos:g.Pos+end], " \t\r")
	g.Pos += end
}

// blockCommentEnd returns the offset after the */ of the comment at offset i.
func blockCommentEnd(s string, i int) int {
	n := strings.Index(s[i+2:], "*/")
	if n < 0 {
		return len(s)
	}
	return i + 2 + n + 2
}

// EqualTokens compares the tokens of two texts, except for newlines and comments. It is
// strict: texts with other tokens may still be the same.
func EqualTokens(a, b string, in Context) bool {
	var x, y Lexer
	x.Reset(a, 0, in)
	y.Reset(b, 0, in)
	for {
		k, l := nextToken(&x), nextToken(&y)
		if k != l || a[x.Start:x.pos] != b[y.Start:y.pos] {
			return false
		}
		if k == NoToken {
			return true
		}
	}
}

func nextToken(x *Lexer) kind {
	for {
		switch k := x.Next(); k {
		case newlineToken, commentToken, lineCommentToken:
		default:
			return k
		}
	}
}

// CommentsIn returns the comments in the source text of an expression.
func CommentsIn(text string) []string { return CommentsInContext(text, InCode) }

// CommentsInContext is CommentsIn for a text that starts in a context.
func CommentsInContext(text string, in Context) (list []string) {
	if !strings.ContainsAny(text, "#/") {
		return nil
	}
	var x Lexer
	x.Reset(text, 0, in)
	for k := x.Next(); k != NoToken; k = x.Next() {
		if k == commentToken || k == lineCommentToken {
			g := Gap{Src: text[x.Start:x.pos]}
			if g.Next() {
				list = append(list, g.Comment)
			}
		}
	}
	return list
}

// LiteralPieces bounds the number of pieces of literal text that the scanner of hclsyntax
// finds in a text. A comment without an end, from which it goes back, costs as much as
// many of them.
func LiteralPieces(src string) int {
	n := strings.Count(src, "$") + strings.Count(src, "%")
	if strings.Contains(src, "<<") {
		n += strings.Count(src, "\n")
	}
	return n + 20*strings.Count(src[strings.LastIndex(src, "*/")+1:], "/*")
}

// NormalizeNewlines replaces the line ends of an expression by \n, except in heredocs, where they are part
// of the value.
func NormalizeNewlines(text string) string {
	if !strings.Contains(text, "\r\n") {
		return text
	}
	if !strings.Contains(text, "<<") {
		return strings.ReplaceAll(text, "\r\n", "\n")
	}
	var b strings.Builder
	done := 0
	var x Lexer
	x.Reset(text, 0, InCode)
	for k := x.Next(); k != NoToken; k = x.Next() {
		switch k {
		case newlineToken, commentToken, lineCommentToken, openHeredoc:
			b.WriteString(text[done:x.Start])
			b.WriteString(strings.ReplaceAll(text[x.Start:x.pos], "\r\n", "\n"))
			done = x.pos
		}
	}
	b.WriteString(text[done:])
	return b.String()
}
