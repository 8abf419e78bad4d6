package notepath

import (
	"slices"
	"strings"
)

// The text of comments in a "//" property. A line of the text is a comment
// line; an empty line separates paragraphs. The marker of a line comment is dropped
// where that leaves no doubt: "# text" is stored as "text", and everything else
// ("#text", "####", a lone "#") as it is. A /* */ comment keeps its markers, and
// so its line breaks.

// StoredComment is a comment in a text. The marker that is dropped is // if slashes is
// set.
func StoredComment(c string, slashes bool) string {
	if strings.HasPrefix(c, "/*") || c == "" {
		return c
	}
	if slashes {
		text, ok := strings.CutPrefix(c, "// ")
		if ok && text != "" && text[0] != '#' && text[0] != '/' {
			return text
		}
		return c
	}
	if rest, ok := strings.CutPrefix(c, "//"); ok {
		c = "#" + rest
	}
	if text, ok := strings.CutPrefix(c, "# "); ok && text != "" && text[0] != '#' && !strings.HasPrefix(text, "/*") {
		return text
	}
	return c
}

// CommentText is the text of a list of comments.
func CommentText(list []string) string {
	lines := make([]string, len(list))
	for i, c := range list {
		lines[i] = StoredComment(c, false)
	}
	return strings.Join(lines, "\n")
}

// Comments is the list of comments that a text stands for.
func Comments(text string) []string { return MarkedComments(text, false) }

// MarkedComments is Comments where that marker is // if slashes is set.
func MarkedComments(text string, slashes bool) []string {
	marker := "# "
	if slashes {
		marker = "// "
	}
	var list []string
	closer := -1 // where the next */ is; it is looked for once
	for start := 0; start < len(text); {
		end := indexFrom(text, start, "\n")
		line := text[start:end]
		if strings.HasPrefix(line, "/*") {
			if closer < start+2 {
				closer = indexFrom(text, start+2, "*/")
			}
			if behind := closer + 2; behind == len(text) || behind < len(text) && text[behind] == '\n' {
				line, end = text[start:behind], behind
			} else {
				line = marker + line
			}
		} else if strings.Trim(line, " \t\r") == "" {
			line = ""
		} else if line[0] != '#' && !(slashes && strings.HasPrefix(line, "//")) {
			line = marker + line
		}
		list = append(list, line)
		if end == len(text)-1 {
			return append(list, "")
		}
		start = end + 1
	}
	return list
}

// indexFrom is the offset of the first part of s from offset i on, or the end of s.
func indexFrom(s string, i int, part string) int {
	if n := strings.Index(s[i:], part); n >= 0 {
		return i + n
	}
	return len(s)
}

// Commentable reports whether a text can be in comments at all. A carriage
// return at the end of a line would be taken for a part of the line end.
func Commentable(text string) bool {
	return strings.Trim(text, " \t\r\n") != "" && !strings.Contains(text, "\r\n") && !strings.HasSuffix(text, "\r")
}

// TrimBlank drops the blank lines around comments.
func TrimBlank(list []string) []string { return TrimEnd(TrimStart(list)) }

// TrimStart drops those before them, and TrimEnd those after them.
func TrimStart(list []string) []string {
	for len(list) > 0 && list[0] == "" {
		list = list[1:]
	}
	return list
}

func TrimEnd(list []string) []string {
	for len(list) > 0 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

// JoinParagraphs puts a blank line between two lists of comments.
func JoinParagraphs(a, b []string) []string {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	case a[len(a)-1] == "" || b[0] == "":
		return slices.Concat(a, b)
	}
	return slices.Concat(a, []string{""}, b)
}

// AddParagraph adds comments to a list that nothing else has.
func AddParagraph(list *[]string, more []string) {
	if n := len(*list); n > 0 && len(more) > 0 && (*list)[n-1] != "" && more[0] != "" {
		*list = append(*list, "")
	}
	*list = append(*list, more...)
}
