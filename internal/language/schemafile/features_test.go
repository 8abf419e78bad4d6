package schemafile_test

import (
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/schema"
)

var (
	literal     = &schema.Value{Mode: schema.Literal}
	readKeyword = &schema.Value{Mode: schema.Keyword}
	traversal   = &schema.Value{Mode: schema.Traversal}
	template    = &schema.Value{}
)

// features has a root for each feature, with the decoded schema.
var features = []struct {
	name, root string
	want       schema.Body
}{
	{"nothing", ``, schema.Body{}},
	{"attributes", `attributes = {
		a = template, b = literal, c = traversal, d = reference, e = keyword, f = type, g = call
		h = template-or-text, i = template-or-traversal
	}`, schema.Body{Attributes: []schema.Attribute{
		{Name: "a"},
		{Name: "b", Value: literal},
		{Name: "c", Value: traversal},
		{Name: "d", Value: &schema.Value{Mode: schema.Reference}},
		{Name: "e", Value: readKeyword},
		{Name: "f", Value: &schema.Value{Mode: schema.Type}},
		{Name: "g", Value: &schema.Value{Mode: schema.Call}},
		{Name: "h", Value: &schema.Value{Mode: schema.TemplateOrText}},
		{Name: "i", Value: &schema.Value{Mode: schema.TemplateOrTraversal}},
	}}},
	{"templates", `attributes = [a, b-c]`, schema.Body{Attributes: []schema.Attribute{{Name: "a"}, {Name: "b-c"}}}},
	{"components", `
		block "a" { component = builder }
		block "b" { component = provisioner }
		block "c" { component = post-processor }
		block "d" {
			use       = body.component
			component = data
		}
		block "e" { use = [body.component] }`, schema.Body{Blocks: []schema.Block{
		{Type: "a", Body: &schema.Body{Part: schema.Builder}},
		{Type: "b", Body: &schema.Body{Part: schema.Provisioner}},
		{Type: "c", Body: &schema.Body{Part: schema.PostProcessor}},
		{Type: "d", Body: &schema.Body{Part: schema.PluginDataSource}},
		{Type: "e", Body: &schema.Body{Part: schema.Builder}},
	}}},
	{"parts", `attributes = {
		list    = list(traversal)
		lists   = list(list(template))
		values  = map(literal)
		keys    = map(traversal, template)
		object  = object({ a = literal, b = list(traversal), c = template })
		nothing = object({})
	}`, schema.Body{Attributes: []schema.Attribute{
		{Name: "list", Value: &schema.Value{Mode: schema.Traversal, List: traversal}},
		{Name: "lists", Value: &schema.Value{List: &schema.Value{List: template}}},
		{Name: "values", Value: &schema.Value{Mode: schema.Literal, MapValue: literal}},
		{Name: "keys", Value: &schema.Value{MapKey: traversal, MapValue: template}},
		{Name: "object", Value: &schema.Value{Mode: schema.Literal, Fields: []schema.Attribute{
			{Name: "a", Value: literal},
			{Name: "b", Value: &schema.Value{Mode: schema.Traversal, List: traversal}},
			{Name: "c"},
		}}},
		{Name: "nothing", Value: &schema.Value{Mode: schema.Literal, Fields: []schema.Attribute{}}},
	}}},
	{"alternatives", `attributes = {
		a = either(keyword, list(traversal))
		b = either(list(traversal), keyword)
		c = either(list(traversal), map(literal))
		d = either(template, list(literal), object({ a = literal }))
		e = either(map(keyword, traversal), template)
	}`, schema.Body{Attributes: []schema.Attribute{
		{Name: "a", Value: &schema.Value{Mode: schema.Keyword, List: traversal}},
		{Name: "b", Value: &schema.Value{Mode: schema.Keyword, List: traversal}},
		{Name: "c", Value: &schema.Value{Mode: schema.Traversal, List: traversal, MapValue: literal}},
		{Name: "d", Value: &schema.Value{List: literal, Fields: []schema.Attribute{{Name: "a", Value: literal}}}},
		{Name: "e", Value: &schema.Value{MapKey: readKeyword, MapValue: traversal}},
	}}},
	{"attribute", `
		attribute "a" {}
		attribute "b" {
			value     = list(template)
			functions = ["env"]
			variables = []
		}
		attribute "c" {
			text_of_call = true
			differs      = "version 1 takes it verbatim"
			functions    = ["f"]
			only_json    = true
		}
		attribute "d" {
			native_constant = true
			no_json         = "Nobody can write that."
			outside         = true
		}
		attribute "e" {
			functions = []
			variables = ["var", "local"]
			as_blocks {
				attributes = { f = literal }
			}
		}`, schema.Body{Attributes: []schema.Attribute{
		{Name: "a"},
		{Name: "b",
			Value: &schema.Value{List: template, Scope: &schema.Scope{Functions: []string{"env"}, Variables: []string{}}}},
		{Name: "c",
			Value: &schema.Value{TextOfCall: true, Differs: "version 1 takes it verbatim",
				Scope: &schema.Scope{Functions: []string{"f"}, OnlyJSON: true}}},
		{Name: "d", Value: &schema.Value{NativeConstant: true}, NoJSON: "Nobody can write that.", Origin: schema.FromPlugin},
		{Name: "e", Value: &schema.Value{Scope: &schema.Scope{Functions: []string{}, Variables: []string{"var", "local"}}},
			AsBlocks: schema.ElementOf(&schema.Body{Attributes: []schema.Attribute{{Name: "f", Value: literal}}})},
	}}},
	{"others", `
		block "a" { others = none }
		block "b" { others = attributes }
		block "c" { others = attributes(literal) }
		block "d" { others = anything }
		block "e" { others = anything(list(literal)) }
		block "f" { just_attributes = true }
		block "g" {
			just_attributes = true
			others          = attributes(literal)
			attributes      = { a = keyword }
		}
		block "h" {
			others       = anything
			other_blocks = body.body
		}`, schema.Body{Blocks: []schema.Block{
		{Type: "a", Body: &schema.Body{}},
		{Type: "b", Body: &schema.Body{Remain: schema.RemainAttributes}},
		{Type: "c", Body: &schema.Body{Remain: schema.RemainAttributes, RemainValue: literal}},
		{Type: "d", Body: &schema.Body{Remain: schema.RemainUnknown}},
		{Type: "e",
			Body: &schema.Body{Remain: schema.RemainUnknown, RemainValue: &schema.Value{Mode: schema.Literal, List: literal}}},
		{Type: "f", Body: &schema.Body{Remain: schema.RemainAttributes, JustAttributes: true}},
		{Type: "g",
			Body: &schema.Body{Remain: schema.RemainAttributes, RemainValue: literal, JustAttributes: true,
				Attributes: []schema.Attribute{{Name: "a", Value: readKeyword}}}},
		{Type: "h",
			Body: &schema.Body{Remain: schema.RemainUnknown,
				RemainBody: &schema.Body{Attributes: []schema.Attribute{{Name: "of_body", Value: literal}}}}},
	}}},
	{"settings", `
		dynamic   = true
		comments  = false
		lists     = true
		definer   = "the plugin"
		sequences = [["a", "b"], ["c", "b"]]
		block "a" { comments = true }
		block "b" {}
		block "c" {}`, schema.Body{Dynamic: true, NoComments: true, NestedInLists: true, Origin: schema.Origin{Kind: schema.FromPlugin, Name: "the plugin"},
		Sequence: [][]string{{"a", "b"}, {"c", "b"}},
		Blocks: []schema.Block{{Type: "a", Body: &schema.Body{}}, {Type: "b", Body: &schema.Body{}},
			{Type: "c", Body: &schema.Body{}}},
	}},
	{"known names", `
		others = anything
		known_names {
			attributes = ["tags", "*_tags", "*s"]
			blocks     = ["tag"]
			lists      = ["ingress"]
			complete   = true
		}`, schema.Body{Remain: schema.RemainUnknown,
		Names: (*schema.Names)(guess.NewNames([]string{"tags"}, []string{"_tags", "s"}, []string{"tag"}, true).WithLists("ingress"))}},
	{"blocks", `
		block "a" {
			labels          = ["type", "name"]
			optional_labels = 1
			ordered         = true
			merged          = true
			outside         = true
		}
		block "b" {
			single = true
			shape  = object
		}
		block "d" {
			shape = array
			min   = 1
			max   = 3
		}
		block "c" { shape = any }`, schema.Body{Blocks: []schema.Block{
		{Type: "a", Labels: []string{"type", "name"}, Optional: 1, Ordered: true, Merged: true, Origin: schema.FromPlugin, Body: &schema.Body{}},
		{Type: "b", Single: true, Shape: schema.ObjectShape, Body: &schema.Body{}},
		{Type: "d", Shape: schema.ArrayShape, Min: 1, Max: 3, Body: &schema.Body{}},
		{Type: "c", Body: &schema.Body{}},
	}}},
	{"bodies by several labels", `
		block "step" {
			labels = ["type", "name"]
			when_label "shell" {
				attributes = { script = template }
				when_label "first" { attributes = { once = literal } }
			}
		}`, schema.Body{Blocks: []schema.Block{{
		Type: "step", Labels: []string{"type", "name"}, Body: &schema.Body{},
		Dependent: map[string]*schema.Body{
			"shell": {Attributes: []schema.Attribute{{Name: "script"}}},
			"shell" + schema.LabelSeparator + "first": {Attributes: []schema.Attribute{{Name: "once", Value: literal}}},
		},
	}}}},
	{"attribute and block", `
		attributes = { env = map(template) }
		block "env" {
			shape = object
			just_attributes = true
			comments = false
		}
		attribute "meta" {}
		block "meta" {
			shape = any
			comments = false
		}`, schema.Body{
		Attributes: []schema.Attribute{{Name: "env", Value: &schema.Value{MapValue: template}}, {Name: "meta"}},
		Blocks: []schema.Block{
			{Type: "env", Shape: schema.ObjectShape,
				Body: &schema.Body{Remain: schema.RemainAttributes, JustAttributes: true, NoComments: true}},
			{Type: "meta", Body: &schema.Body{NoComments: true}},
		},
	}},
	{"chosen bodies", `
		block "step" {
			labels     = ["type"]
			by         = "driver"
			attributes = { driver = template }
			when_label "shell" { attributes = { script = template } }
			when_label "x y" { use = body.body }
			when_value "docker" { attributes = { image = template } }
			when_value "" { others = anything }
		}`, schema.Body{Blocks: []schema.Block{{
		Type: "step", Labels: []string{"type"}, By: "driver",
		Body: &schema.Body{Attributes: []schema.Attribute{{Name: "driver"}}},
		Dependent: map[string]*schema.Body{
			"shell": {Attributes: []schema.Attribute{{Name: "script"}}},
			"x y":   {Attributes: []schema.Attribute{{Name: "of_body", Value: literal}}},
		},
		Values: map[string]*schema.Body{
			"docker": {Attributes: []schema.Attribute{{Name: "image"}}},
			"":       {Remain: schema.RemainUnknown},
		},
	}}}},
	{"use", `
		use        = [body.body, body.settings]
		comments   = true
		attributes = { own = literal }
		block "of_settings" { ordered = true }`, schema.Body{
		Attributes: []schema.Attribute{{Name: "of_body", Value: literal}, {Name: "own", Value: literal}},
		Blocks:     []schema.Block{{Type: "of_settings", Ordered: true, Body: &schema.Body{}}},
		Remain:     schema.RemainUnknown, RemainValue: literal, Dynamic: true, NestedInLists: true, Origin: schema.Origin{Kind: schema.FromPlugin, Name: "the plugin"},
		PluginNames: (*schema.Names)(guess.NewNames([]string{"a"}, nil, nil, false)),
	}},
	{"use of the same name", `
		use = [body.settings, body.both]`, schema.Body{
		Attributes: []schema.Attribute{{Name: "of_settings", Value: readKeyword}},
		Remain:     schema.RemainUnknown, RemainValue: literal, Dynamic: true, NoComments: true, Origin: schema.Origin{Kind: schema.FromPlugin, Name: "the plugin"},
		PluginNames: (*schema.Names)(guess.NewNames([]string{"a"}, nil, nil, false)),
	}},
	{"rules", `
		attributes = { a = scoped, b = list(scoped), c = either(scoped, list(text)), d = text }
		attribute "e" {
			value   = scoped
			differs = "version 1 has no functions"
		}
		others = attributes(scoped)`, schema.Body{
		Attributes: []schema.Attribute{
			{Name: "a", Value: scopedValue("")},
			{Name: "b", Value: &schema.Value{List: scopedValue("")}},
			{Name: "c", Value: &schema.Value{Scope: scopedValue("").Scope, List: literal}},
			{Name: "d", Value: literal},
			{Name: "e", Value: scopedValue("version 1 has no functions")},
		},
		Remain: schema.RemainAttributes, RemainValue: scopedValue(""),
	}},
}

func scopedValue(differs string) *schema.Value {
	return &schema.Value{Differs: differs, Scope: &schema.Scope{Functions: []string{"env"}, Variables: []string{}}}
}

// shared is in every schema of the features.
const shared = `
body "body" {
  attributes = { of_body = literal }
}

body "component" {
  component = builder
}

body "settings" {
  others   = anything(literal)
  dynamic  = true
  comments = false
  lists    = true
  definer  = "the plugin"

  known_names {
    attributes = ["a"]
  }

  block "of_settings" {}
}

body "both" {
  attributes = { of_settings = keyword }
  lists      = false
}

rule "scoped" {
  functions = ["env"]
  variables = []
}

rule "text" {
  value = literal
}
`

func TestFeatures(t *testing.T) {
	for _, test := range features {
		t.Run(test.name, func(t *testing.T) {
			src := []byte("language \"x\" {}\nroot {\n" + test.root + "\n}\n" + shared)
			want := &schema.Dialect{Name: "x", Product: "x", ArrayRoot: true, Facts: &conventions.Facts{}, Root: &test.want}
			l, diags := schemafile.Read(src, "x", false)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			checkSameTables(t, l.Dialect, want)
			json, diags := convert.ToJSON(src, "x", dialects.SchemaFile(), convert.Options{Form: convert.Compact, Strict: true})
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			if l, diags = schemafile.Read(json, "x", true); diags.HasErrors() {
				t.Fatalf("%s\n%s", diags, json)
			}
			checkSameTables(t, l.Dialect, want)
		})
	}
}
