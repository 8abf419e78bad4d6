// Package schematest describes the rows of schema tables in words, so that a
// test can list the rows again in a form that is easy to compare with the
// documents they come from.
package schematest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/schema"
)

// Row is a path into a dialect and what stands there; see [Describe]. With one
// element, Want holds for every dialect that the row is checked against;
// otherwise it has one for each.
type Row struct {
	Path string
	Want []string
}

// CheckRows compares the rows with the tables of the dialects.
func CheckRows(t *testing.T, rows []Row, dialects ...*schema.Dialect) {
	t.Helper()
	for i, d := range dialects {
		d.Prepare()
		for _, row := range rows {
			want := row.Want[0]
			if len(row.Want) > 1 {
				want = row.Want[i]
			}
			if got := Describe(d, row.Path); got != want {
				t.Errorf("dialect %d (%s): %s is %q, want %q", i, d.Name, row.Path, got, want)
			}
		}
	}
}

// Describe says what a path such as "backend(s3).bucket" means in a prepared
// dialect: the rule of an argument ("literal", "[traversal]",
// "keyword or [traversal]", with a * where products differ), or the properties
// of a block ("block/2 ordered"), or "-" if the body does not list the name. A
// name that the body does not list, but whose rule it gives, is "other" and the
// rule. The name "*" stands for any such name.
func Describe(d *schema.Dialect, path string) string {
	body := d.Root
	if path == "" {
		return describeBody(body)
	}
	steps := strings.Split(path, ".")
	for _, step := range steps[:len(steps)-1] {
		name, label, _ := strings.Cut(strings.TrimSuffix(step, ")"), "(")
		_, block := body.Lookup(name)
		switch {
		case block != nil:
			body = block.BodyFor([]string{label}, "")
		case body.RestBody != nil:
			body = body.RestBody
		default:
			return "no block " + name
		}
	}
	name, label, _ := strings.Cut(strings.TrimSuffix(steps[len(steps)-1], ")"), "(")
	attribute, block := body.Lookup(name)
	switch {
	case attribute != nil && block != nil:
		return describeValue(attribute.Value) + " or " + describeBlock(block, label)
	case attribute != nil:
		return describeValue(attribute.Value)
	case block != nil:
		return describeBlock(block, label)
	case body.Rest == schema.RestAttributes:
		return "other " + describeValue(body.RestValue)
	case body.Rest == schema.RestUnknown:
		return "other " + describeValue(body.RestValue) + " or block"
	}
	return "-"
}

func describeBlock(b *schema.Block, label string) string {
	words := fmt.Sprintf("block/%d", len(b.Labels))
	if b.Optional > 0 {
		words = fmt.Sprintf("block/%d-%d", len(b.Labels)-b.Optional, len(b.Labels))
	}
	for _, flag := range []struct {
		set  bool
		word string
	}{{b.Ordered, " ordered"}, {b.Single, " single"}, {b.Shape == schema.ObjectShape, " object"}} {
		if flag.set {
			words += flag.word
		}
	}
	return words + describeBody(b.BodyFor([]string{label}, ""))
}

func describeBody(b *schema.Body) (words string) {
	for _, flag := range []struct {
		set  bool
		word string
	}{
		{b.Free, " free"}, {b.Dynamic, " dynamic"}, {b.Lists, " lists"}, {b.NoComments, " no-comments"},
		{len(b.Sequence) > 0, fmt.Sprint(" sequence ", b.Sequence)},
	} {
		if flag.set {
			words += flag.word
		}
	}
	return words
}

var modes = map[schema.Mode]string{
	schema.Template: "template", schema.Literal: "literal", schema.Traversal: "traversal",
	schema.Reference: "reference", schema.Keyword: "keyword", schema.Type: "type",
	schema.TemplateOrText: "template or text", schema.TemplateOrTraversal: "template or traversal",
	schema.Call: "call",
}

func describeValue(v *schema.Value) string {
	if v == nil {
		v = &schema.Value{}
	}
	words := modes[v.Mode]
	switch {
	case v.List != nil && v.List.Mode == v.Mode:
		words = "[" + describeValue(v.List) + "]"
	case v.List != nil:
		words += " or [" + describeValue(v.List) + "]"
	case v.MapKey != nil:
		words = "{" + describeValue(v.MapKey) + ": " + describeValue(v.MapValue) + "}"
	case len(v.Fields) > 0:
		fields := make([]string, len(v.Fields))
		for i, field := range v.Fields {
			fields[i] = field.Name + " " + describeValue(field.Value)
		}
		words += " or {" + strings.Join(fields, ", ") + "}"
	}
	if v.Scope != nil {
		words += " in a scope"
	}
	if v.TextOfCall {
		words += " that is no call"
	}
	if v.Differs != "" {
		words += "*"
	}
	return words
}

// CheckTables looks for what no table may have: names listed twice, blocks
// without a body, and free bodies with blocks.
func CheckTables(t *testing.T, d *schema.Dialect) {
	t.Helper()
	for body, path := range Bodies(d) {
		var names []string
		for _, attribute := range body.Attributes {
			names = append(names, attribute.Name)
		}
		for _, block := range body.Blocks {
			argument := slices.ContainsFunc(body.Attributes,
				func(a schema.Attribute) bool { return a.Name == block.Type })
			switch {
			case !argument:
				names = append(names, block.Type)
			case block.Shape != schema.ObjectShape || !block.Body.NoComments:
				t.Errorf("%s: JSON for the blocks %s.%s is an attribute, so it is an object without comments",
					d.Name, path, block.Type)
			}
			if block.Optional > len(block.Labels) {
				t.Errorf("%s: more labels than block %s.%s has may be missing", d.Name, path, block.Type)
			}
			if block.Body == nil && len(block.Dependent) == 0 {
				t.Errorf("%s: block %s.%s has no body", d.Name, path, block.Type)
			}
			if len(block.Dependent) > 0 && len(block.Labels) == 0 {
				t.Errorf("%s: block %s.%s has bodies by label, and no label", d.Name, path, block.Type)
			}
		}
		slices.Sort(names)
		if unique := slices.Compact(slices.Clone(names)); len(unique) != len(names) {
			t.Errorf("%s: %s lists a name twice: %q", d.Name, path, names)
		}
		if body.Free && (body.Rest != schema.RestAttributes || len(body.Blocks) > 0 || body.Dynamic) {
			t.Errorf("%s: the free body of %s allows blocks", d.Name, path)
		}
	}
}

// Bodies returns every body that a dialect's tables list, with a path to it.
func Bodies(d *schema.Dialect) map[*schema.Body]string {
	bodies := make(map[*schema.Body]string)
	var walk func(body *schema.Body, path string)
	walk = func(body *schema.Body, path string) {
		if body == nil || bodies[body] != "" {
			return
		}
		bodies[body] = path
		for _, block := range body.Blocks {
			walk(block.Body, path+"."+block.Type)
			for label, dependent := range block.Dependent {
				walk(dependent, path+"."+block.Type+"("+label+")")
			}
		}
	}
	walk(d.Root, d.Name)
	return bodies
}
