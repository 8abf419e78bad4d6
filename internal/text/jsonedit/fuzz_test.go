package jsonedit

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// chooser makes choices from the bytes of a fuzz input.
type chooser struct {
	bytes []byte
	next  int
}

func (c *chooser) choose(n int) int {
	if n <= 1 || len(c.bytes) == 0 {
		return 0
	}
	b := int(c.bytes[c.next%len(c.bytes)]) + c.next/len(c.bytes)
	c.next++
	return b % n
}

var novelties = []string{`1`, `"x"`, `null`, `[]`, `{}`, `[1, "é<"]`, `{"k": {"l": [true]}, "m": 1.50}`,
	`[{"n": 1}, [2]]`}

// compact returns the expected value after the changes, without spaces.
func compact(t *Text, v *jsontree.Value) string {
	c, changed := t.changes[v]
	if changed && c.value != nil {
		return compactNode(t, c.value)
	}
	var parts []Part
	for i := range v.Len() {
		parts = append(parts, KeptPart(i))
	}
	if changed {
		parts = c.parts
	}
	switch v.Kind {
	case jsontree.String:
		return string(jsonemit.AppendString(nil, v.Text))
	case jsontree.Null:
		return "null"
	case jsontree.Array, jsontree.Object:
	default:
		return v.Text
	}
	list := make([]string, len(parts))
	for i, p := range parts {
		name := p.Name
		if p.Value != nil {
			list[i] = compactNode(t, p.Value)
		} else {
			list[i] = compact(t, sourcePartOf(v, p.Old).value)
		}
		if p.Old >= 0 {
			if name == "" && v.Kind == jsontree.Object {
				name = v.Members[p.Old].Name
			}
		}
		if v.Kind == jsontree.Object {
			list[i] = string(jsonemit.AppendString(nil, name)) + ":" + list[i]
		}
	}
	return enclosed(v.Kind, list)
}

func compactNode(t *Text, n *Node) string {
	if n.Old != nil {
		return compact(t, n.Old)
	}
	v := &jsontree.Value{Kind: n.Kind, Text: n.Text}
	inner := &Text{changes: map[*jsontree.Value]change{}}
	if n.Kind == jsontree.Array || n.Kind == jsontree.Object {
		list := make([]string, len(n.Parts))
		for i, p := range n.Parts {
			list[i] = compactNode(t, p.Value)
			if n.Kind == jsontree.Object {
				list[i] = string(jsonemit.AppendString(nil, p.Name)) + ":" + list[i]
			}
		}
		return enclosed(n.Kind, list)
	}
	return compact(inner, v)
}

func enclosed(kind jsontree.Kind, list []string) string {
	if kind == jsontree.Array {
		return "[" + strings.Join(list, ",") + "]"
	}
	return "{" + strings.Join(list, ",") + "}"
}

// depth returns the nesting depth of a value. A moved value needs new indentation.
func depth(v *jsontree.Value) int {
	deepest := 0
	for i := range v.Len() {
		deepest = max(deepest, 1+depth(sourcePartOf(v, i).value))
	}
	return deepest
}

// change makes the changes that the chooser selects in a value.
func (c *chooser) change(t *Text, v *jsontree.Value) {
	switch action := c.choose(4); {
	case action == 0:
	case v.Len() == 0 && v.Kind != jsontree.Array && v.Kind != jsontree.Object, action == 1:
		t.Replace(v, node(novelties[c.choose(len(novelties))]))
		return
	case action == 2:
		t.Arrange(v, c.parts(v))
	}
	for i := range v.Len() {
		c.change(t, sourcePartOf(v, i).value)
	}
}

func (c *chooser) parts(v *jsontree.Value) []Part {
	var parts []Part
	for i := range v.Len() {
		switch c.choose(5) {
		case 0:
			continue
		case 1:
			parts = append(parts, NewPart("new", node(novelties[c.choose(len(novelties))])))
		case 2:
			if v.Kind == jsontree.Object {
				parts = append(parts, Part{Old: i, Name: "other"})
				continue
			}
		case 3:
			if c.choose(2) == 0 {
				around := &Node{Kind: jsontree.Array, Parts: []Part{NewPart("", &Node{Old: sourcePartOf(v, i).value}), NewPart("", node("2"))}}
				parts = append(parts, Part{Old: i, Value: around})
				continue
			}
			// It is moved, with its changes, into a list of its own.
			moved := &Node{Kind: jsontree.Array, Parts: []Part{NewPart("", &Node{Old: sourcePartOf(v, i).value})}}
			parts = append(parts, NewPart("moved", moved))
			continue
		}
		parts = append(parts, KeptPart(i))
	}
	if c.choose(2) == 0 {
		parts = append(parts, NewPart("last", node(novelties[c.choose(len(novelties))])))
	}
	return parts
}

// FuzzEdit checks that the edited text is JSON with the expected value, and that a text without
// changes stays the same.
func FuzzEdit(f *testing.F) {
	for _, g := range golden.ReadSample(f, 5) {
		for _, name := range []string{golden.General, golden.Compact, g.Input} {
			if src, ok := g.File(name); ok && (name != g.Input || g.JSON) {
				f.Add(src, []byte{2, 0, 1, 3, 1})
			}
		}
	}
	f.Add([]byte("{\r\n\t\"a\" : [ 1\n , 2 ] }"), []byte{2, 4, 3, 1, 2, 2, 2})
	f.Add([]byte(`[{"a":"\u00e9"},{"b":"\u003c"}]`), []byte{2, 1, 3, 2, 1, 1, 0, 5})
	f.Fuzz(func(t *testing.T, src, choices []byte) {
		root, diags := jsontree.Parse(src, "")
		if diags.HasErrors() || len(src) > 1<<14 || depth(root) > 50 {
			return
		}
		text := NewText(src, root)
		if got := text.Bytes(); string(got) != string(src) {
			t.Fatalf("%q becomes %q", src, got)
		}
		(&chooser{bytes: choices}).change(text, root)
		got := text.Bytes()
		if !json.Valid(got) {
			t.Fatalf("%q becomes %q, which is no JSON", src, got)
		}
		want := compact(text, root)
		result, _ := jsontree.Parse(got, "")
		if is := compact(&Text{}, result); is != want {
			t.Fatalf("%q becomes %q, which means\n%s\nand not\n%s", src, got, is, want)
		}
		if flat := !strings.Contains(string(src), "\n"); flat && root.Len() > 0 && strings.Contains(string(got), "\n") {
			t.Fatalf("%q becomes %q, which has lines", src, got)
		}
	})
}
