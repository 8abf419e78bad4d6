package plansummary

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/jsoncall"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// words represent hidden values.
var wordsOfHidden = map[kind]string{
	unknownKind: "known_after_apply",
	hiddenKind:  "sensitive_value",
	deepKind:    "deeply_nested_value",
}

// plainExpr returns the expression of a value without marks. inJSON is true in the argument of
// jsonencode, where strings with JSON stay strings.
func plainExpr(n *node, inJSON bool) hclwrite.Expr {
	switch n.kind {
	case nullKind:
		return &hclwrite.Literal{Text: "null"}
	case literalKind:
		return &hclwrite.Literal{Text: n.text}
	case stringKind:
		if !inJSON {
			if call := decodeJSONString(n); call != nil {
				return jsonencode(plainExpr(call, true))
			}
		}
		return templateExpr(n.text)
	case arrayKind:
		tuple := &hclwrite.Tuple{}
		for i := range n.elems {
			tuple.Items = append(tuple.Items, &hclwrite.Element{Value: plainExpr(&n.elems[i], inJSON)})
		}
		return tuple
	case objectKind:
		o := &hclwrite.Object{}
		for i := range n.members {
			m := &n.members[i]
			o.Items = append(o.Items, objectItem(m.name, plainExpr(&m.value, inJSON), nil))
		}
		return o
	}
	return &hclwrite.Native{Text: wordsOfHidden[n.kind]}
}

func objectItem(name string, value hclwrite.Expr, c hclwrite.Comments) *hclwrite.Element {
	return &hclwrite.Element{Comments: c, Key: &hclwrite.Key{Text: templateText(name)}, Value: value}
}

// jsonencode returns a call of jsonencode with an argument.
func jsonencode(argument hclwrite.Expr) hclwrite.Expr {
	return &hclwrite.Call{Name: "jsonencode", Argument: argument}
}

func templateExpr(text string) hclwrite.Expr {
	return &hclwrite.Template{Text: templateText(text)}
}

// templateText returns the source of a template for text. Invisible characters are in
// interpolations, because the canonical layout decodes most escapes. The canonical layout also
// removes quotes around a single interpolation.
func templateText(text string) string {
	if text != "" && !strings.ContainsFunc(text, isVisible) {
		return interpolate("") + interpolate(text)
	}
	var b strings.Builder
	for {
		at := strings.IndexFunc(text, isInvisible)
		if at < 0 {
			return b.String() + hcltext.EscapeTemplate(text)
		}
		end := at + strings.IndexFunc(text[at:]+"x", isVisible)
		at = len(strings.TrimRight(text[:at], "$%"))
		b.WriteString(hcltext.EscapeTemplate(text[:at]) + interpolate(text[at:end]))
		text = text[end:]
	}
}

// interpolate returns text as a string in an interpolation, which shows its start and end. The
// text before it must not end with $ or %.
func interpolate(text string) string { return "${" + quote(text) + "}" }

// decodeJSONString returns the value whose jsonencode is the string n, or nil.
func decodeJSONString(n *node) *node {
	tree := jsoncall.Argument(n.text)
	if tree == nil {
		return nil
	}
	value := jsonNode(tree)
	return &value
}

// jsonNode returns JSON as a node. Unlike in the values of resources, a null member counts.
func jsonNode(v *jsontree.Value) node {
	switch v.Kind {
	case jsontree.Null:
		return node{kind: literalKind, text: "null"}
	case jsontree.String:
		return node{kind: stringKind, text: v.Text}
	case jsontree.Array:
		n := node{kind: arrayKind, elems: make([]node, len(v.Elems))}
		for i := range v.Elems {
			n.elems[i] = jsonNode(&v.Elems[i])
		}
		return n
	case jsontree.Object:
		// The names are sorted, as jsonencode writes them.
		n := node{kind: objectKind, members: make([]member, len(v.Members))}
		for i := range v.Members {
			n.members[i] = member{v.Members[i].Name, jsonNode(&v.Members[i].Value)}
		}
		return n
	}
	return node{kind: literalKind, text: v.Text}
}

// exprLines prints an expression.
func exprLines(e hclwrite.Expr) []string { return strings.Split(hclwrite.ExprText(e), "\n") }

// valueOnOneLine returns a value on one line, or false if the line is too long.
func valueOnOneLine(n *node) (string, bool) {
	var b strings.Builder
	ok := writeOneLine(&b, n)
	return b.String(), ok
}

// maxOneLine is the maximum length of a value on one line, except for a string or number.
const maxOneLine = 80

func writeOneLine(b *strings.Builder, n *node) bool {
	switch n.kind {
	case nullKind:
		b.WriteString("null")
	case literalKind:
		b.WriteString(n.text)
	case stringKind:
		b.WriteString(quote(n.text))
	case arrayKind:
		b.WriteByte('[')
		for i := range n.elems {
			if i > 0 {
				b.WriteString(", ")
			}
			if !writeOneLine(b, &n.elems[i]) || b.Len() > maxOneLine {
				return false
			}
		}
		b.WriteByte(']')
	case objectKind:
		b.WriteString("{")
		for i := range n.members {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString(" " + keyText(n.members[i].name) + " = ")
			if !writeOneLine(b, &n.members[i].value) || b.Len() > maxOneLine {
				return false
			}
		}
		if len(n.members) > 0 {
			b.WriteString(" ")
		}
		b.WriteString("}")
	default:
		b.WriteString(wordsOfHidden[n.kind])
	}
	return true
}

// commentText returns text as a comment: on one line, and with escapes for control characters and
// invisible characters.
func commentText(text string) string {
	return strings.TrimRight("# "+escapeInvisible(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)), " ")
}

// labelText returns text as a label. Labels contain no interpolations.
func labelText(text string) string {
	return strings.Map(func(r rune) rune {
		if isInvisible(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// keyText returns a key as in an object.
func keyText(name string) string {
	if name != "for" && isVisibleIdentifier(name) {
		return name
	}
	return quote(name)
}

// isVisibleIdentifier reports whether a name is a visible identifier, which needs no quotes.
func isVisibleIdentifier(name string) bool {
	return hcltext.IsIdentifier(name) && !strings.ContainsFunc(name, isInvisible)
}

// quote returns the quoted string with this value, with escapes for invisible characters.
func quote(text string) string { return escapeInvisible(hcltext.Quote(text)) }

func escapeInvisible(text string) string {
	if !strings.ContainsFunc(text, isInvisible) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case isVisible(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

func isVisible(r rune) bool { return !isInvisible(r) }

// isInvisible reports whether a character is invisible, looks like a space, or changes the direction
// of text. An ideographic space has the width of the characters next to it, so it is visible.
func isInvisible(r rune) bool {
	return r != ' ' && r != '\u3000' &&
		unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Zs, unicode.Other_Default_Ignorable_Code_Point,
			unicode.Variation_Selector)
}
