package skeleton_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/packercomponents"
	"github.com/hcljson/hcljson/internal/skeleton"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

// check converts an example, and then what becomes of it if the comments are taken away
// level by level.
func check(t *testing.T, block *hclwrite.Block, d *schema.Dialect) (levels int) {
	t.Helper()
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{block}}}
	text := string(file.Bytes())
	for {
		if _, diags := hclsyntax.ParseConfig([]byte(text), "x", hcl.InitialPos); diags.HasErrors() {
			t.Fatalf("%s\n%s", diags, text)
		}
		read, diags := hclwrite.ParseFile([]byte(text), "x")
		if diags.HasErrors() || levels == 0 && string(read.Bytes()) != text {
			t.Fatalf("not in canonical layout: %s\n%s\n%s", diags, text, read.Bytes())
		}
		if _, diags := convert.ToJSON([]byte(text), "x", d, convert.Options{}); diags.HasErrors() {
			t.Fatalf("%s %s: %s\n%s", d.Name, block.Type, diags, text)
		}
		next := uncommented(text)
		if next == text {
			return levels
		}
		text = next
		levels++
	}
}

var remark = regexp.MustCompile(`^# (.* stands? here\.|repeatable|at most [0-9]+)\n$`)

// uncommented takes away a level of comments, except remarks.
func uncommented(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		inner := strings.TrimLeft(line, " ")
		if !remark.MatchString(inner) {
			lines[i] = line[:len(line)-len(inner)] + strings.TrimPrefix(strings.TrimPrefix(inner, "#"), " ")
		}
	}
	return strings.Join(lines, "")
}

func language(t *testing.T, name string) *schema.Dialect {
	t.Helper()
	file, err := dialects.ForFile("-", dialects.Options{Dialect: name})
	if err != nil {
		t.Fatal(err)
	}
	file.Dialect.Prepare()
	return file.Dialect
}

// Each block of each language has an example.
func TestLanguages(t *testing.T) {
	n, deepest := 0, 0
	for _, name := range dialects.Names() {
		d := language(t, name)
		for i := range d.Root.Blocks {
			deepest = max(deepest, check(t, skeleton.OfRow(&d.Root.Blocks[i]), d))
			n++
		}
	}
	if n < 60 || deepest < 4 {
		t.Errorf("%d blocks, %d levels of comments", n, deepest)
	}
}

func TestComponents(t *testing.T) {
	d := language(t, "packer")
	for _, c := range []struct {
		part   schema.Part
		typ    string
		labels []string
	}{
		{schema.Builder, "amazon-ebs", []string{"amazon-ebs", "example"}},
		{schema.Builder, "virtualbox-iso", []string{"virtualbox-iso", "example"}},
		{schema.PluginDataSource, "amazon-ami", []string{"amazon-ami", "example"}},
	} {
		row := d.Way(c.part)[0]
		body := packercomponents.Lookup(c.part, c.typ)
		if body == nil || check(t, skeleton.Of(row.Type, c.labels, body), d) == 0 {
			t.Errorf("%s: no optional arguments", c.typ)
		}
	}
	if way := d.Way(schema.Provisioner); len(way) != 2 || way[0].Type != "build" {
		t.Errorf("the way to a provisioner is %v", way)
	}
}

// A language says of which blocks there is no second one.
func TestAtMost(t *testing.T) {
	d := &schema.Dialect{Root: &schema.Body{Blocks: []schema.Block{{Type: "a", Body: &schema.Body{Blocks: []schema.Block{
		{Type: "any"}, {Type: "single", Single: true}, {Type: "one", Max: 1}, {Type: "three", Max: 3},
	}}}}}}
	d.Prepare()
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{skeleton.OfRow(&d.Root.Blocks[0])}}}
	text := string(file.Bytes())
	var got []string
	for line := range strings.Lines(text) {
		got = append(got, strings.Trim(line, "# {}\n"))
	}
	want := []string{"a", "any", "", "at most 1", "single", "", "at most 1", "one", "", "at most 3", "three", ""}
	if !slices.Equal(got, want) {
		t.Errorf("%q in\n%s", got, text)
	}
}

// What no schema of a good provider says does no harm.
func TestOdd(t *testing.T) {
	d := language(t, "opentofu")
	deep := &schema.SpecBody{Attributes: map[string]*schema.SpecAttribute{"end": {Type: cty.String, Optional: true}}}
	nested := cty.String
	for range 200 {
		deep = &schema.SpecBody{Blocks: map[string]*schema.SpecBlock{"b": {Min: 1, Body: deep}}}
		nested = cty.List(cty.Object(map[string]cty.Type{"a": nested}))
	}
	loop := map[string]*schema.SpecAttribute{}
	loop["in"] = &schema.SpecAttribute{Required: true, Nested: loop}
	block := skeleton.Of("resource", []string{"x_y", "${z} \"q\"\n"}, &schema.SpecBody{
		Attributes: map[string]*schema.SpecAttribute{
			"none":   {Required: true},
			"nested": {Type: nested, Required: true},
			"text": {Type: cty.String, Required: true,
				Description: "A comment ends here\u2028x = 1\r\ny = 2"},
			"lines": {Type: cty.String, Optional: true, Description: "First.\nSecond } of them"},
			"map":   {Required: true, Type: cty.Map(cty.Object(map[string]cty.Type{"a": cty.Bool}))},
			"one":   {Required: true, Nested: map[string]*schema.SpecAttribute{"b": {Required: true, Type: cty.Number}}},
			"keyed": {Required: true, Nesting: schema.NestingMap,
				Nested: map[string]*schema.SpecAttribute{"c": {Required: true}}},
			"loop": {Required: true, Nested: loop},
		},
		Blocks: map[string]*schema.SpecBlock{
			"many":  {Min: 1 << 30, Body: &schema.SpecBody{}},
			"empty": {Min: 1},
			"deep":  {Min: 1, Body: deep},
		},
	})
	check(t, block, d)
	text := string((&hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{block}}}).Bytes())
	if n := strings.Count(text, "\n  many {"); n != 10 {
		t.Errorf("%d blocks", n)
	}
	for part, want := range map[string]int{"b {": 20, "a = [": 9, "in = {": 19, "a = null": 1} {
		if n := strings.Count(text, part); n != want {
			t.Errorf("%q is there %d times, want %d", part, n, want)
		}
	}
	for _, want := range []string{
		"  keyed = { # map of object\n    key = {\n      c = null\n    }\n  }\n",
		"  map = { # map of object\n    key = {\n      a = false # bool\n    }\n  }\n",
		"  one = { # object\n    b = 0 # number\n  }\n", "in = null # object\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if !strings.Contains(text, `"" # string: First`) || strings.Contains(text, "ends here") {
		t.Errorf("the descriptions are wrong:\n%s", text)
	}
}
