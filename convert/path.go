package convert

import (
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/jsonemit"
)

// A path names a place below a body: a name, and steps .key, ["any key"] and
// [index].

// appendKey adds a step into an object.
func appendKey(path, key string) string {
	if hclwrite.ValidIdentifier(key) {
		return path + "." + key
	}
	return path + "[" + string(jsonemit.AppendString(nil, key)) + "]"
}

// appendIndex adds a step into a tuple.
func appendIndex(path string, index int) string {
	return path + "[" + strconv.Itoa(index) + "]"
}

// splitPath cuts the first step off a path: a key, or an index that is not
// negative. It reports false when the path is not well formed.
func splitPath(path string) (key string, index int, rest string, ok bool) {
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
		key, err := unquoteJSON(path[1 : end+1])
		return key, -1, path[end+2:], err == nil
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

// escapedQuote reports whether the quote behind s is escaped.
func escapedQuote(s string) bool {
	n := 0
	for i := len(s) - 1; i >= 0 && s[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}
