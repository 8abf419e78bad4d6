package convert

import (
	"strconv"

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
