package jsonprint

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsonedit"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/treediff"
	"github.com/hcljson/hcljson/schema"
)

// changeValue changes a value. old and is are the expressions before and after the change, to is the written value, and
// parts contains the changes of the elements, or is nil.
func (b *body) changeValue(v *jsontree.Value, old, is hclwrite.Expr, to *jsontree.Value, parts *treediff.Script) {
	in, inTo := withoutList(v, old), to
	if to != nil {
		inTo = withoutList(to, is)
	}
	switch {
	case parts != nil && hasParts(in, old) && (to != nil && hasParts(inTo, is) || hasNames(is, parts)):
		b.changeParts(in, old, is, inTo, parts)
		return
	case parts != nil && v.Kind == jsontree.String:
		b.text.Replace(v, &jsonedit.Node{Kind: jsontree.String, Text: b.changeText(v.Text, is, parts)})
		return
	}
	if to == nil {
		to = b.genericValue(is)
	}
	if jsontree.Equal(v, to) {
		return
	}
	n := jsonedit.NodeOf(to)
	if v.Kind == jsontree.String && n.Kind == v.Kind {
		n.Text = withOldSpaces(v.Text, n.Text)
	}
	b.text.Replace(v, n)
}

// withoutList returns the object in a list of one object that native syntax omits.
func withoutList(v *jsontree.Value, e hclwrite.Expr) *jsontree.Value {
	if treediff.IsObject(e) && len(v.Elems) == 1 {
		return &v.Elems[0]
	}
	return v
}

// hasParts reports whether the parts of a value correspond to the parts of an expression.
func hasParts(v *jsontree.Value, e hclwrite.Expr) bool {
	kind := jsontree.Array
	if treediff.IsObject(e) {
		kind = jsontree.Object
	}
	c := hclwrite.CollectionOf(e)
	return c != nil && v.Kind == kind && v.Len() == len(c.Elements())
}

// hasNames reports whether the names of all new parts of an expression in JSON are known. WriteJSON writes an object with
// computed keys as a string, but the source can contain it as an object.
func hasNames(e hclwrite.Expr, script *treediff.Script) bool {
	c := hclwrite.CollectionOf(e)
	if c == nil {
		return false
	}
	return !slices.ContainsFunc(script.Steps, func(s treediff.Step) bool {
		if s.New < 0 || s.Old >= 0 && !s.ChangesHeader {
			return false
		}
		item, ok := c.Items[s.New].(*hclwrite.Element)
		return !ok || item.Key != nil && item.Key.Source || len(item.Comments) > 0
	})
}

func nameOf(key *hclwrite.Key) string {
	if key == nil {
		return ""
	}
	return key.Text
}

// genericValue returns the JSON for an expression without a schema.
func (b *body) genericValue(e hclwrite.Expr) *jsontree.Value {
	file := &hclwrite.File{}
	file.Body.Set("x", e)
	dialect := &schema.Dialect{Root: &tables.Body{Remain: tables.RemainAttributes}}
	text, diags := convert.WriteJSON(file, b.Source.Filename, dialect, convert.Options{DropComments: true})
	b.report(diags, "")
	root, failed := jsontree.Parse(text, "")
	if diags.HasErrors() || failed.HasErrors() {
		return &jsontree.Value{Kind: jsontree.Null}
	}
	return root.Member("x")
}

// elementIndexes returns the index among the elements for each item of a collection.
func elementIndexes(e hclwrite.Expr) (indexes []int) {
	n := 0
	for _, item := range hclwrite.CollectionOf(e).Items {
		indexes = append(indexes, n)
		if !hclwrite.IsCommentGroup(item) {
			n++
		}
	}
	return indexes
}

// partAt returns the element at an index of a collection, and its index among the elements. It returns
// nil for a comment group and for -1.
func partAt(e hclwrite.Expr, indexes []int, at int) (*hclwrite.Element, int) {
	if at < 0 {
		return nil, -1
	}
	element, _ := hclwrite.CollectionOf(e).Items[at].(*hclwrite.Element)
	return element, indexes[at]
}

func (b *body) changeParts(v *jsontree.Value, old, edited hclwrite.Expr, to *jsontree.Value, script *treediff.Script) {
	olds, news := elementIndexes(old), elementIndexes(edited)
	isWritten := to != nil && hasParts(to, edited)
	arranged := false
	list := make([]jsonedit.Part, 0, len(script.Steps))
	for k := range script.Steps {
		s := &script.Steps[k]
		was, oldIndex := partAt(old, olds, s.Old)
		is, newIndex := partAt(edited, news, s.New)
		if was == nil && is == nil {
			continue // a comment group
		}
		arranged = arranged || !s.Stays()
		if is == nil {
			continue
		}
		name, value := nameOf(is.Key), (*jsontree.Value)(nil)
		if isWritten {
			name, value = to.Part(newIndex)
		}
		if was == nil {
			if value == nil {
				value = b.genericValue(is.Value)
			}
			list = append(list, jsonedit.NewPart(name, jsonedit.NodeOf(value)))
			continue
		}
		oldName, part := v.Part(oldIndex)
		list = append(list, jsonedit.KeptPart(oldIndex))
		if !was.Key.Equal(is.Key) && name != oldName {
			list[len(list)-1].Name, arranged = name, true
		}
		if s.Parts != nil || s.ReplacesValue {
			b.changeValue(part, was.Value, is.Value, value, s.Parts)
		}
	}
	if arranged {
		b.text.Arrange(v, list)
	}
}

// changeText changes a collection in a string, such as "${[1, 2]}".
func (b *body) changeText(text string, is hclwrite.Expr, parts *treediff.Script) string {
	start, end := 0, len(text)
	if strings.HasPrefix(text, "${") && strings.HasSuffix(text, "}") { // with strip markers and spaces
		inner := strings.TrimRight(strings.TrimSuffix(text[:end-len("}")], "~"), " \t\r\n")
		end = len(inner)
		start = end - len(strings.TrimLeft(strings.TrimPrefix(inner[len("${"):], "~"), " \t\r\n"))
	}
	const head = "x ="
	file, diags := hclwrite.ParseFile([]byte(head+text[start:end]+"\n"), "")
	if b.report(diags, text); diags.HasErrors() {
		return text
	}
	edited := &hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{&hclwrite.Attribute{Name: "x", Expr: is}}}}
	script := &treediff.Script{Steps: []treediff.Step{{Op: treediff.Change, Parts: parts}}}
	out, _ := nativeedit.ApplyScript(file, "", script, edited)
	return text[:start] + strings.TrimSuffix(strings.TrimPrefix(string(out), head), "\n") + text[end:]
}

// withOldSpaces returns a template text. Where its first and last tokens are equal to those of old, it keeps the
// spaces of old.
func withOldSpaces(old, text string) string {
	olds, _ := hclsyntax.LexTemplate([]byte(old), "", hcl.InitialPos)
	news, _ := hclsyntax.LexTemplate([]byte(text), "", hcl.InitialPos)
	same := func(i, j int) bool {
		return olds[i].Type == news[j].Type && bytes.Equal(olds[i].Bytes, news[j].Bytes)
	}
	start, end, most := 0, 0, min(len(olds), len(news))
	for start < most && same(start, start) {
		start++
	}
	for end < most-start && same(len(olds)-1-end, len(news)-1-end) {
		end++
	}
	if start == 0 || end == 0 {
		return text
	}
	before, after := start-1, len(news)-end // the tokens before and after the difference
	return old[:olds[before].Range.End.Byte] +
		text[news[before].Range.End.Byte:news[after].Range.Start.Byte] +
		old[olds[len(olds)-end].Range.Start.Byte:]
}
