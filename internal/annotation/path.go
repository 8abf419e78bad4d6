package annotation

import (
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// SplitPath splits the first step from a path. The step is a key, or an index that is not negative.
// ok is false if the path is malformed.
func SplitPath(path string) (key string, index int, rest string, ok bool) {
	index = -1
	switch {
	case strings.HasPrefix(path, `["`):
		end := strings.Index(path, `"]`)
		for end > 0 && escapedQuote(path[:end]) {
			next := strings.Index(path[end+2:], `"]`)
			if next < 0 {
				return "", -1, "", false
			}
			end += 2 + next
		}
		if end < 0 {
			return "", -1, "", false
		}
		key, ok := jsontree.Unquote(path[1 : end+1])
		return key, -1, path[end+2:], ok
	case strings.HasPrefix(path, "["):
		end := strings.IndexByte(path, ']')
		if end < 0 {
			return "", -1, "", false
		}
		n, err := strconv.Atoi(path[1:end])
		return "", n, path[end+1:], err == nil && n >= 0
	}
	path = strings.TrimPrefix(path, ".")
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		end = len(path)
	}
	return path[:end], -1, path[end:], end > 0
}

// escapedQuote reports whether a quote after s is escaped.
func escapedQuote(s string) bool {
	n := 0
	for i := len(s) - 1; i >= 0 && s[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}

// AppendKey appends a key of an object to a path.
func AppendKey(path, key string) string {
	if hcltext.IsIdentifier(key) {
		return path + "." + key
	}
	return path + "[" + string(jsonemit.AppendString(nil, key)) + "]"
}

// AppendIndex appends an index of a tuple to a path.
func AppendIndex(path string, index int) string {
	return path + "[" + strconv.Itoa(index) + "]"
}

// BlockPath returns the path of a block from its type and labels.
func BlockPath(blockType string, labels []string) string {
	path := blockType
	for _, label := range labels {
		path = AppendKey(path, label)
	}
	return path
}

// ListHint returns the name, in the hint, of an attribute whose object value is in a list in JSON.
func ListHint(name string) string { return AppendIndex(name, 0) }
