package annotation

import (
	"slices"
	"strings"
)

// Each line of the comment text of an annotation is a comment line. An empty line separates
// paragraphs. The marker of a line comment is omitted if the result is unambiguous: "# text" is
// stored as "text". All other forms ("#text", "####", a lone "#") are stored unchanged. A /* */
// comment keeps its markers, and so its line breaks.

// StoredComment returns the text of a comment in an annotation. It omits the marker //, if slashes
// is true, or else #.
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

// CommentText returns the text of a list of comments.
func CommentText(list []string) string {
	lines := make([]string, len(list))
	for i, c := range list {
		lines[i] = StoredComment(c, false)
	}
	return strings.Join(lines, "\n")
}

// SplitComments splits a text into comments.
func SplitComments(text string) []string { return SplitMarkedComments(text, false) }

// SplitMarkedComments is like SplitComments, but the omitted marker is // if slashes is true.
func SplitMarkedComments(text string, slashes bool) []string {
	marker := "# "
	if slashes {
		marker = "// "
	}
	var list []string
	closer := -1 // index of the next */; kept, so that the search is linear
	for start := 0; start < len(text); {
		end := indexFrom(text, start, "\n")
		line := text[start:end]
		if strings.HasPrefix(line, "/*") {
			if closer < start+2 {
				closer = indexFrom(text, start+2, "*/")
			}
			if after := closer + 2; after == len(text) || after < len(text) && text[after] == '\n' {
				line, end = text[start:after], after
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

// indexFrom returns the index of the first instance of part in s from index i on, or len(s).
func indexFrom(s string, i int, part string) int {
	if n := strings.Index(s[i:], part); n >= 0 {
		return i + n
	}
	return len(s)
}

// CanBeComment reports whether a text can be represented by comments. A carriage return at the end of
// a line is not possible, because it would become part of the line ending.
func CanBeComment(text string) bool {
	return strings.Trim(text, " \t\r\n") != "" && !strings.Contains(text, "\r\n") && !strings.HasSuffix(text, "\r")
}

// TrimBlank removes leading and trailing blank lines.
func TrimBlank(list []string) []string { return TrimEnd(TrimStart(list)) }

// TrimStart removes leading blank lines.
func TrimStart(list []string) []string {
	for len(list) > 0 && list[0] == "" {
		list = list[1:]
	}
	return list
}

// TrimEnd removes trailing blank lines.
func TrimEnd(list []string) []string {
	for len(list) > 0 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

// JoinParagraphs joins two lists of comments with a blank line.
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

// AddParagraph appends comments to a list as a new paragraph. It may overwrite the list's spare
// capacity, so the caller must own the list.
func AddParagraph(list *[]string, more []string) {
	if n := len(*list); n > 0 && len(more) > 0 && (*list)[n-1] != "" && more[0] != "" {
		*list = append(*list, "")
	}
	*list = append(*list, more...)
}
