package skeleton_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/skeleton"
	"github.com/hcljson/hcljson/schema"
)

var update = flag.Bool("update", false, "rewrite the examples in testdata")

// The example of each thing that a provider or a language can say.
func TestExamples(t *testing.T) {
	rows := everyRow()
	var examples []string
	for i := range rows.Root.Blocks {
		examples = append(examples, text(skeleton.OfRow(&rows.Root.Blocks[i])))
	}
	for path, got := range map[string]string{
		"testdata/spec.hcl": text(skeleton.Of("resource", []string{"a_b", "example"}, everySpec())),
		"testdata/rows.hcl": strings.Join(examples, "\n"),
	} {
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil || got != string(want) {
			t.Errorf("%s: %v\n%s", path, err, got)
		}
	}
}

func text(block *hclwrite.Block) string {
	return string((&hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{block}}}).Bytes())
}

// everySpec has what a provider can say of an argument or a block.
func everySpec() *schema.SpecBody {
	object := cty.ObjectWithOptionalAttrs(map[string]cty.Type{"r": cty.String, "o": cty.Bool}, []string{"o"})
	inner := map[string]*schema.SpecAttribute{
		"i": {Type: cty.Number, Required: true}, "j": {Type: cty.String, Optional: true, Description: "Not needed."},
	}
	long := strings.Repeat("é", 60)
	attributes := map[string]*schema.SpecAttribute{
		"computed": {Type: cty.String, Computed: true},
		"string":   {Type: cty.String, Required: true, Description: "  A text. With more.\nAnd more."},
		"number":   {Type: cty.Number, Required: true, Sensitive: true},
		"bool":     {Type: cty.Bool, Required: true, Deprecated: true, Description: "Old"},
		"dynamic":  {Type: cty.DynamicPseudoType, Required: true, WriteOnly: true},
		"untyped":  {Required: true},
		"long":     {Required: true, Description: long},
		"longer":   {Type: cty.Bool, Required: true, Description: long + "é"},
		"control":  {Required: true, Description: "a\x7fb"},
		"unit":     {Required: true, Description: "a\x1fb"},
		"u2027":    {Required: true, Description: "a\u2027b"},
		"u2028":    {Required: true, Description: "a\u2028b"},
		"u202e":    {Required: true, Description: "a\u202eb"},
		"u202f":    {Required: true, Description: "a\u202fb ~"},
		"list":     {Type: cty.List(cty.String), Required: true},
		"set":      {Type: cty.Set(cty.String), Required: true},
		"tuple":    {Type: cty.Tuple([]cty.Type{cty.String}), Required: true},
		"map":      {Type: cty.Map(cty.String), Required: true},
		"objects":  {Type: cty.List(object), Required: true},
		"by_key":   {Type: cty.Map(object), Required: true},
		"object":   {Type: object, Required: true},
		"empty":    {Type: cty.EmptyObject, Required: true},
		"single":   {Required: true, Nested: inner},
		"listed":   {Required: true, Nested: inner, Nesting: schema.NestingList},
		"in_set":   {Required: true, Nested: inner, Nesting: schema.NestingSet},
		"keyed":    {Required: true, Nested: inner, Nesting: schema.NestingMap},
		"z_text":   {Type: cty.String, Optional: true, Sensitive: true},
		"z_list":   {Type: cty.List(object), Optional: true},
	}
	body := &schema.SpecBody{
		Description: "A block.", Attributes: map[string]*schema.SpecAttribute{"x": {Type: cty.String, Required: true}},
	}
	return &schema.SpecBody{Attributes: attributes, Blocks: map[string]*schema.SpecBlock{
		"one":    {Min: 1, Max: 1, Body: body},
		"two":    {Min: 2, Max: 2, Nesting: schema.NestingList, Body: body},
		"any":    {Nesting: schema.NestingSet, Body: &schema.SpecBody{Deprecated: true}},
		"mapped": {Nesting: schema.NestingMap, Body: body},
		"maybe":  {Max: 1, Nesting: schema.NestingList},
		"alone":  {Body: &schema.SpecBody{}},
	}}
}

// everyRow has what a language can say of a body.
func everyRow() *schema.Dialect {
	of := func(mode schema.Mode) *schema.Value { return &schema.Value{Mode: mode} }
	recursive := &schema.Body{Attributes: []schema.Attribute{{Name: "a"}}}
	recursive.Blocks = []schema.Block{{Type: "again", Body: recursive}, {Type: "other", Body: &schema.Body{
		Blocks: []schema.Block{{Type: "back", Body: recursive}, {Type: "b", Min: 2}},
	}}}
	d := &schema.Dialect{Root: &schema.Body{Blocks: []schema.Block{
		{Type: "values", Body: &schema.Body{Attributes: []schema.Attribute{
			{Name: "any"}, {Name: "template", Value: of(schema.Template)}, {Name: "literal", Value: of(schema.Literal)},
			{Name: "type", Value: of(schema.Type)}, {Name: "list", Value: &schema.Value{List: of(schema.Reference)}},
			{Name: "map", Value: &schema.Value{MapValue: of(schema.Literal)}}, {Name: "also"},
		}, Blocks: []schema.Block{{Type: "also", Min: 1}}}},
		{Type: "recursive", Labels: []string{"one", "two"}, Body: recursive},
		{Type: "plugin", Body: &schema.Body{Part: schema.Provisioner, Remain: schema.RemainAttributes}},
		{Type: "open", Body: &schema.Body{Remain: schema.RemainAttributes, Dynamic: true, Blocks: []schema.Block{
			{Type: "dynamic"}, {Type: "escape", Escape: true}, {Type: "in", Min: 1},
		}}},
		{Type: "static", Body: &schema.Body{Remain: schema.RemainUnknown, Blocks: []schema.Block{{Type: "dynamic"}}}},
		{Type: "twice", Body: &schema.Body{Blocks: []schema.Block{{Type: "x", Max: 2}, {Type: "x", Max: 3}}}},
	}}}
	d.Prepare()
	return d
}
