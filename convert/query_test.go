package convert_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

func configuration(t *testing.T) *schema.Dialect {
	t.Helper()
	target, err := opentofu.ParseTarget("opentofu")
	if err != nil {
		t.Fatal(err)
	}
	return opentofu.Config(target)
}

// query writes a file of OpenTofu in the query form, on one line.
func query(t *testing.T, src string) string {
	t.Helper()
	out, diags := convert.ToJSON([]byte(src), "main.tf", configuration(t), convert.Options{Form: convert.Query})
	if diags.HasErrors() {
		return "error: " + diags.Error()
	}
	var v any
	if err := json.Unmarshal(out, &v); err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(line)
}

func TestQuery(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"# note\nresource \"a\" \"b\" {\n  c = var.x # note\n}\n", `{"resource":{"a":{"b":[{"c":"${var.x}"}]}}}`},
		{"resource \"a\" \"b\" {\n  c {\n    d = 1\n  }\n}\n", `{"resource":{"a":{"b":[{"c":[{"d":1}]}]}}}`},
		{"resource \"a\" \"b\" {\n  c {}\n  e = 1\n  c {}\n}\n", `{"resource":{"a":{"b":[{"c":[{},{}],"e":1}]}}}`},
		{"resource \"a\" \"b\" {}\nresource \"c\" \"d\" {}\nresource \"a\" \"e\" {}\n",
			`{"resource":{"a":{"b":[{}],"e":[{}]},"c":{"d":[{}]}}}`},
		{"locals {\n  a = 1\n}\nlocals {\n  b = [\"x\"]\n}\nlocals {}\n", `{"locals":{"a":1,"b":["x"]}}`},
		{"locals {}\n", `{"locals":{}}`},
		{"variable \"x\" {\n  type = list(string)\n}\n", `{"variable":{"x":[{"type":"list(string)"}]}}`},
		{"terraform {\n  required_providers {\n    a = { source = \"x/a\" }\n  }\n  backend \"s3\" {}\n}\nterraform {}\n",
			`{"terraform":[{"backend":{"s3":[{}]},"required_providers":{"a":{"source":"x/a"}}},{}]}`},
		// An order that other forms keep in an array of objects.
		{"resource \"a\" \"b\" {\n  c {\n    n = 1\n  }\n  dynamic \"c\" {\n    for_each = []\n    content {}\n  }\n" +
			"  c {\n    n = 2\n  }\n}\n",
			`{"resource":{"a":{"b":[{"c":[{"n":1},{"n":2}],"dynamic":{"c":[{"content":[{}],"for_each":[]}]}}]}}}`},
		{"locals {\n  a = 1\n}\nlocals {\n  a = 2\n}\n", `error: main.tf:5,3-8: Duplicate name; ` +
			`"a" occurs more than once, and OpenTofu accepts it only once in a module., and 1 other diagnostic(s)`},
	} {
		if got := query(t, test.src); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.src, got, test.want)
		}
	}
}

// Blocks that no row describes have a path if they have the same number of labels.
func TestQueryLabels(t *testing.T) {
	d := dialects.Generic()
	for src, want := range map[string]string{
		"a \"b\" {}\na \"c\" {}\n": `{"a":{"b":[{}],"c":[{}]}}`,
		"a \"b\" {}\na \"c\" {}\na {}\n": "x.hcl:3,1-4: Different numbers of labels; " +
			"In the query form, a path has one shape, " +
			`but the blocks of type "a" here have 1 and 0 labels; use another form.`,
	} {
		out, diags := convert.ToJSON([]byte(src), "x.hcl", d, convert.Options{Form: convert.Query})
		got := strings.Join(strings.Fields(string(out)), "")
		if diags.HasErrors() {
			got = diags.Error()
		}
		if got != want {
			t.Errorf("%s\ngot %s, want %s", src, got, want)
		}
	}
}

// TestQueryBlockForArgument checks that a block of the language stays a block if a provider has an
// argument of the same name.
func TestQueryBlockForArgument(t *testing.T) {
	keyword := &tables.Body{Attributes: []tables.Attribute{{Name: "t", Value: &tables.Value{Mode: tables.Keyword}}}}
	d := &schema.Dialect{Name: "both", Product: "Both", Root: &tables.Body{
		Attributes: []tables.Attribute{{Name: "b", AsBlocks: tables.ElementOf(&tables.Body{}), Origin: tables.FromPlugin}},
		Blocks:     []tables.Block{{Type: "b", Body: keyword}},
	}}
	out, diags := convert.ToJSON([]byte("b {\n  t = x\n}\n"), "x.hcl", d, convert.Options{Form: convert.Query})
	if got := strings.Join(strings.Fields(string(out)), ""); diags.HasErrors() || got != `{"b":[{"t":"x"}]}` {
		t.Errorf("%s: %s", diags, got)
	}
}

// Every block and every argument of every golden is at its path, and nothing else
// does.
func TestQueryGoldens(t *testing.T) {
	refused := map[string]bool{"Different numbers of labels": true, "Duplicate name": true}
	nativeGoldens(t, func(t *testing.T, g *golden.Golden, src []byte, d *schema.Dialect, opts convert.Options, _ []byte) {
		opts.Form = convert.Query
		out, diags := convert.ToJSON(src, g.Input, d, opts)
		if diags.HasErrors() {
			if opts.Strict {
				return
			}
			for _, diag := range diags {
				if diag.Severity == 1 && !refused[diag.Summary] {
					t.Error(diag)
				}
			}
			return
		}
		var v any
		decoder := json.NewDecoder(bytes.NewReader(out))
		decoder.UseNumber()
		if err := decoder.Decode(&v); err != nil {
			t.Fatal(err)
		}
		file, _ := hclwrite.ParseFile(src, g.Input)
		followPaths(t, &file.Body, v, "")
	})
}

// followPaths finds the content of a body in its object.
func followPaths(t *testing.T, b *hclwrite.Body, v any, at string) {
	object, ok := v.(map[string]any)
	if !ok {
		t.Errorf("%s is no object: %v", at, v)
		return
	}
	names, counts := map[string]bool{}, map[string]int{}
	for _, item := range b.Items {
		if hclwrite.IsCommentGroup(item) {
			continue
		}
		name := hclwrite.ItemName(item)
		names[name] = true
		block, isBlock := item.(*hclwrite.Block)
		if !isBlock {
			if _, found := object[name]; !found {
				t.Errorf("%s.%s is missing", at, name)
			}
			continue
		}
		path, v := at+"."+name, object[name]
		labels := block.Labels
		if inner, ok := v.(map[string]any); ok && len(labels) == 0 && inner[""] != nil {
			labels = []string{""} // one that may be left out
		}
		for _, label := range labels {
			inner, _ := v.(map[string]any)
			path, v = path+fmt.Sprintf("[%q]", label), inner[label]
		}
		if list, ok := v.([]any); ok {
			if counts[path] >= len(list) {
				t.Fatalf("%s has %d elements", path, len(list))
			}
			v = list[counts[path]]
			counts[path]++
			followPaths(t, &block.Body, v, path)
			continue
		}
		for _, inner := range block.Body.Items {
			if hclwrite.IsCommentGroup(inner) {
				continue
			}
			if merged, _ := v.(map[string]any); merged == nil || merged[hclwrite.ItemName(inner)] == nil && !isNull(inner) {
				t.Errorf("%s.%s is missing", path, hclwrite.ItemName(inner))
			}
		}
	}
	for name := range object {
		if !names[name] {
			t.Errorf("%s.%s is not in the source", at, name)
		}
	}
}

func isNull(item hclwrite.Item) bool {
	a, ok := item.(*hclwrite.Attribute)
	if !ok {
		return false
	}
	l, ok := a.Expr.(*hclwrite.Literal)
	return ok && l.Text == "null"
}

func TestUnknownForm(t *testing.T) {
	_, diags := convert.ToJSON("locals {\n}\n", "main.tf", opentofu.Config(opentofu.Target{}), convert.Options{Form: convert.Query + 1})
	if len(diags) != 1 || convert.CodeOf(diags[0]) != "unknown-form" {
		t.Error(diags)
	}
}
