package annotation

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// A path leads from a body to an item or a value in it. It consists of a name and of the steps .key,
// ["any key"] and [index].

// HasOwnMembers reports whether an object has a member whose name is used in annotations.
func HasOwnMembers(v *jsontree.Value) bool {
	for i := range v.Members {
		name := v.Members[i].Name
		for p := range hclwrite.Positions() {
			if p.Name() == name {
				return true
			}
		}
		switch name {
		case KeyAt, KeyAttributes, KeyLabels, KeyOrder, KeyBlocks, KeyNulls, KeyLayout:
			return true
		}
	}
	return false
}

// foreignMarker starts a comment in native syntax that contains the JSON text of a foreign value.
const foreignMarker = "# //: "

// ForeignValue returns the foreign value that a comment contains. It returns nil if the text differs
// from the text that addForeign writes, or if an object contains a name twice. Such text stays in
// its comment.
func ForeignValue(comment string) *jsontree.Value {
	text, ok := strings.CutPrefix(comment, foreignMarker)
	if !ok {
		return nil
	}
	v, diags := jsontree.Parse([]byte(text), "")
	if diags.HasErrors() || string(appendJSON(nil, v)) != text || hasDuplicateName(v) {
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
		return append(b, byte(v.Kind)+']'-'[') // the closing bracket or brace
	}
	return append(b, v.Text...)
}

// hasDuplicateName reports whether an object in a value contains a name twice.
func hasDuplicateName(v *jsontree.Value) bool {
	if v.HasRepeatedName() {
		return true
	}
	for i := range v.Len() {
		if _, part := v.Part(i); hasDuplicateName(part) {
			return true
		}
	}
	return false
}

// addForeign adds a comment that contains a foreign value. It precedes the other comments at the
// position Inside.
func (n *Annotation) addForeign(v *jsontree.Value) {
	AddParagraph(&n.values, []string{foreignMarker + string(appendJSON(nil, v))})
}

// isOwnValue reports whether a value, as the value of "//", would be decoded as comments, or
// contains a known member.
func isOwnValue(v *jsontree.Value) bool {
	return v.Kind == jsontree.String && isPlainText(v.Text) ||
		slices.ContainsFunc(v.Members, func(m jsontree.Member) bool { return (&Annotation{}).readMember(&m) })
}

// isPlainText reports whether a conversion of a "//" string to comment lines and back does not
// change it.
func isPlainText(text string) bool {
	if !CanBeComment(text) {
		return false
	}
	list := SplitComments(text)
	blank := true
	for _, c := range list {
		if c == "" && blank || !strings.HasPrefix(c, "/*") && strings.TrimRight(c, " \t") != c {
			return false
		}
		blank = c == ""
	}
	n := Annotation{Comments: hclwrite.CommentsAt(hclwrite.Inside, list...)}
	again := CommentText(list)
	n.ExtractForeign()
	return !blank && again == text && n.Foreign == nil
}

// ExtractForeign sets n.foreign to the foreign value in the first paragraph at Inside, and removes
// this comment. It does nothing if the "//" property cannot contain the value.
func (n *Annotation) ExtractForeign() {
	inside := n.Comments.At(hclwrite.Inside)
	if len(inside) == 0 || len(inside) > 1 && inside[1] != "" {
		return
	}
	v := ForeignValue(inside[0])
	if v == nil {
		return
	}
	rest := inside[min(2, len(inside)):]
	alone := len(rest) == 0 && n.HasOnlyInside()
	if alone && !isOwnValue(v) || len(v.Members) > 0 && !HasOwnMembers(v) {
		n.Foreign = v
		n.Comments.Set(hclwrite.Inside, rest)
	}
}
