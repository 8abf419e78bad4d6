package convert

import (
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// The text of comments in a "//" property. A line of the text is a comment
// line; an empty line separates paragraphs. The marker of a line comment is dropped
// where that leaves no doubt: "# text" is stored as "text", and everything else
// ("#text", "####", a lone "#") as it is. A /* */ comment keeps its markers, and
// so its line breaks.

// commentText is the text of a list of comments.
func commentText(list []string) string {
	lines := make([]string, len(list))
	for i, c := range list {
		lines[i] = storedComment(c, false)
	}
	return strings.Join(lines, "\n")
}

// storedComment is a comment in a text. The marker that is dropped is // if slashes is
// set.
func storedComment(c string, slashes bool) string {
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

// commentList is the list of comments that a text stands for.
func commentList(text string) []string { return markedList(text, false) }

// markedList is commentList where that marker is // if slashes is set.
func markedList(text string, slashes bool) []string {
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

// plainText reports whether a "//" string survives as comment lines: whether
// they are read back as the same string.
func plainText(text string) bool {
	if !commentable(text) {
		return false
	}
	list := commentList(text)
	blank := true
	for _, c := range list {
		if c == "" && blank || !strings.HasPrefix(c, "/*") && strings.TrimRight(c, " \t") != c {
			return false
		}
		blank = c == ""
	}
	n := note{AllComments: hclwrite.AllComments{Inside: list}}
	again := commentText(list)
	n.takeForeign()
	return !blank && again == text && n.foreign == nil
}

// foreignMarker starts a comment that holds the JSON text of a "//" value that
// is not a comment of ours, such as the metadata that CDKTF writes.
const foreignMarker = "# //: "

// foreignValue returns the JSON value that a comment holds, or nil. Text that we would
// not have written, and text in which a name appears twice in an object, is left in
// its comment.
func foreignValue(comment string) *jsontree.Value {
	text, ok := strings.CutPrefix(comment, foreignMarker)
	if !ok {
		return nil
	}
	v, diags := jsontree.Parse([]byte(text), "")
	if diags.HasErrors() || string(appendJSON(nil, v)) != text || repeatsName(v) {
		return nil
	}
	return v
}

// repeatsName reports whether a name appears twice in an object of a value.
func repeatsName(v *jsontree.Value) bool {
	if v.RepeatsName() {
		return true
	}
	for i := range v.Len() {
		if _, part := v.Part(i); repeatsName(part) {
			return true
		}
	}
	return false
}

// The members of a "//" object besides the comments, which hclwrite.CommentPositions name.
const (
	keyAt         = "at"
	keyAttributes = "attributes"
	keyLabels     = "labels"
	keyOrder      = "order"
	keyBlocks     = "blocks"
	keyNulls      = "nulls"
	keyElements   = "elements"
	keyLayout     = "layout"
)

// note is what a "//" object says of a body.
type note struct {
	hclwrite.AllComments
	at []notedPath
	// attributes are names that are attributes where a reader without a schema
	// would take them for blocks, or must guess.
	attributes []string
	// labels are the numbers of labels of blocks that no schema describes.
	labels []labelCount
	// order are the items in source order.
	order []string
	// blocks are the paths of attributes that were blocks, and nulls those of
	// arguments of such blocks that were null.
	blocks, nulls []string
	// values are the comments that hold values that are not ours, on the way to
	// native syntax.
	values []string
	// isAttribute, isBlocks, isNull and labelCounts are the attributes, blocks, nulls and
	// labels of a note that was read.
	isAttribute, isBlocks, isNull nameSet
	labelCounts                   map[string][]int
	// foreign is a value that is not ours, or nil.
	foreign *jsontree.Value
	// layout is that of the body and its items; slashes: comments of it start with //.
	layout  []layoutPlace
	slashes bool
	// keep: the layout belongs in the note. ours: it is of an edit of a file without
	// foreign values, so what is empty is no comment, and what cannot be read is alone.
	keep, ours bool
}

// notedPath is a path in a body and the comments there.
type notedPath struct {
	path string
	hclwrite.AllComments
	// elements are the signs of the elements of a list, and count how many it has
	// whose signs are to be written.
	elements string
	count    int
	// span is where the path is in JSON.
	span hclwrite.Span
}

// labelCount says how many labels the blocks of a type have, in order; one
// number when they are all the same.
type labelCount struct {
	blockType string
	counts    []int
}

// nameSet is a set of names, or of paths.
type nameSet map[string]bool

func (n *nameSet) add(list ...string) {
	if *n == nil && len(list) > 0 {
		*n = make(nameSet, len(list))
	}
	for _, name := range list {
		(*n)[name] = true
	}
}

// empty reports whether the note says nothing.
func (n *note) empty() bool {
	return n.onlyInside() && len(n.Inside) == 0 && n.foreign == nil
}

// onlyInside reports whether nothing is said besides the comments inside and
// the foreign value.
func (n *note) onlyInside() bool {
	return n.Comments.Bare() && n.Within.Bare() && len(n.at) == 0 && len(n.attributes) == 0 && len(n.labels) == 0 &&
		len(n.order) == 0 &&
		len(n.blocks) == 0 && len(n.nulls) == 0 && len(n.layout) == 0
}

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
