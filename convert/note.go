package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
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

// The members of a "//" object besides the comments, which [hclwrite.Positions] name.
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
	hclwrite.Comments
	hclwrite.BracketComments
	inside []string
	at     []notedPath
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

func (n *note) comments() hclwrite.AllComments {
	return hclwrite.AllComments{Beside: &n.Comments, Within: &n.BracketComments, Inside: &n.inside}
}

// notedPath is a path in a body and the comments there.
type notedPath struct {
	path string
	hclwrite.Comments
	hclwrite.BracketComments
	// elements are the signs of the elements of a list, and count how many it has if they
	// are to be written.
	elements string
	count    int
	// span is where the path is in JSON.
	span hclwrite.Span
}

func (p *notedPath) comments() hclwrite.AllComments {
	return hclwrite.AllComments{Beside: &p.Comments, Within: &p.BracketComments}
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
	return n.onlyInside() && len(n.inside) == 0 && n.foreign == nil
}

// onlyInside reports whether nothing is said besides the comments inside and
// the foreign value.
func (n *note) onlyInside() bool {
	return n.Comments.Bare() && n.BracketComments.Bare() && len(n.at) == 0 && len(n.attributes) == 0 &&
		len(n.labels) == 0 && len(n.order) == 0 &&
		len(n.blocks) == 0 && len(n.nulls) == 0 && len(n.layout) == 0
}

// A path names a place below a body: a name, and steps .key, ["any key"] and
// [index].

// appendKey adds a step into an object.
func appendKey(path, key string) string {
	if hcltext.ValidIdentifier(key) {
		return path + "." + key
	}
	return path + "[" + string(jsonemit.AppendString(nil, key)) + "]"
}

// appendIndex adds a step into a tuple.
func appendIndex(path string, index int) string {
	return path + "[" + strconv.Itoa(index) + "]"
}

func hasLabels(block *hclwrite.Block) bool { return len(block.Labels) > 0 }

// blockPath names a block by type and labels.
func blockPath(blockType string, labels []string) string {
	path := blockType
	for _, label := range labels {
		path = appendKey(path, label)
	}
	return path
}

// ownMembers reports whether an object has a member that we give a meaning to.
func ownMembers(v *jsontree.Value) bool {
	for i := range v.Members {
		name := v.Members[i].Name
		for _, p := range hclwrite.Positions {
			if p.Name == name {
				return true
			}
		}
		switch name {
		case keyAt, keyAttributes, keyLabels, keyOrder, keyBlocks, keyNulls, keyLayout:
			return true
		}
	}
	return false
}

// dropEmpty removes a place without comments.
func (n *note) dropEmpty(at int) {
	if n.at[at].empty() {
		n.at = slices.Delete(n.at, at, at+1)
	}
}

// empty reports whether a place has no comments.
func (p *notedPath) empty() bool {
	return p.Comments.Bare() && p.BracketComments.Bare() && p.count == 0
}

// commentable reports whether a text can be in comments at all. A carriage
// return at the end of a line would be taken for a part of the line end.
func commentable(text string) bool {
	return strings.Trim(text, " \t\r\n") != "" && !strings.Contains(text, "\r\n") && !strings.HasSuffix(text, "\r")
}

// trimBlank drops the blank lines around comments.
func trimBlank(list []string) []string { return trimEnd(trimStart(list)) }

func trimStart(list []string) []string {
	for len(list) > 0 && list[0] == "" {
		list = list[1:]
	}
	return list
}

func trimEnd(list []string) []string {
	for len(list) > 0 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

// joinParagraphs puts a blank line between two lists of comments.
func joinParagraphs(a, b []string) []string {
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

// addParagraph adds comments to a list that nothing else has.
func addParagraph(list *[]string, more []string) {
	if n := len(*list); n > 0 && len(more) > 0 && (*list)[n-1] != "" && more[0] != "" {
		*list = append(*list, "")
	}
	*list = append(*list, more...)
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

// appendJSON appends a JSON value on one line.
func appendJSON(b []byte, v *jsontree.Value) []byte {
	switch v.Kind {
	case jsontree.String:
		return jsonemit.AppendString(b, v.Text)
	case jsontree.Array, jsontree.Object:
		b = append(b, byte(v.Kind))
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			name, part := v.Part(i)
			if v.Kind == jsontree.Object {
				b = append(jsonemit.AppendString(b, name), ':')
			}
			b = appendJSON(b, part)
		}
		return append(b, byte(v.Kind)+']'-'[') // the same for braces
	}
	return append(b, v.Text...)
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
