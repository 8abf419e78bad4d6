package schemafile_test

import (
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

var (
	literal     = &tables.Value{Mode: tables.Literal}
	readKeyword = &tables.Value{Mode: tables.Keyword}
	traversal   = &tables.Value{Mode: tables.Traversal}
	template    = &tables.Value{}
)

// features has a root for each feature, with the decoded schema.
var features = []struct {
	name, root string
	want       tables.Body
}{
	{"nothing", ``, tables.Body{}},
	{"attributes", `attributes = {
		a = template, b = literal, c = traversal, d = reference, e = keyword, f = type, g = call
		h = template-or-text, i = template-or-traversal
	}`, tables.Body{Attributes: []tables.Attribute{
		{Name: "a"},
		{Name: "b", Value: literal},
		{Name: "c", Value: traversal},
		{Name: "d", Value: &tables.Value{Mode: tables.Reference}},
		{Name: "e", Value: readKeyword},
		{Name: "f", Value: &tables.Value{Mode: tables.Type}},
		{Name: "g", Value: &tables.Value{Mode: tables.Call}},
		{Name: "h", Value: &tables.Value{Mode: tables.TemplateOrText}},
		{Name: "i", Value: &tables.Value{Mode: tables.TemplateOrTraversal}},
	}}},
	{"templates", `attributes = [a, b-c]`, tables.Body{Attributes: []tables.Attribute{{Name: "a"}, {Name: "b-c"}}}},
	{"components", `
		block "a" { component = builder }
		block "b" { component = provisioner }
		block "c" { component = post-processor }
		block "d" {
			use       = body.component
			component = data
		}
		block "e" { use = [body.component] }`, tables.Body{Blocks: []tables.Block{
		{Type: "a", Body: &tables.Body{Part: tables.Builder}},
		{Type: "b", Body: &tables.Body{Part: tables.Provisioner}},
		{Type: "c", Body: &tables.Body{Part: tables.PostProcessor}},
		{Type: "d", Body: &tables.Body{Part: tables.PluginDataSource}},
		{Type: "e", Body: &tables.Body{Part: tables.Builder}},
	}}},
	{"parts", `attributes = {
		list    = list(traversal)
		lists   = list(list(template))
		values  = map(literal)
		keys    = map(traversal, template)
		object  = object({ a = literal, b = list(traversal), c = template })
		nothing = object({})
	}`, tables.Body{Attributes: []tables.Attribute{
		{Name: "list", Value: &tables.Value{Mode: tables.Traversal, List: traversal}},
		{Name: "lists", Value: &tables.Value{List: &tables.Value{List: template}}},
		{Name: "values", Value: &tables.Value{Mode: tables.Literal, MapValue: literal}},
		{Name: "keys", Value: &tables.Value{MapKey: traversal, MapValue: template}},
		{Name: "object", Value: &tables.Value{Mode: tables.Literal, Fields: []tables.Attribute{
			{Name: "a", Value: literal},
			{Name: "b", Value: &tables.Value{Mode: tables.Traversal, List: traversal}},
			{Name: "c"},
		}}},
		{Name: "nothing", Value: &tables.Value{Mode: tables.Literal, Fields: []tables.Attribute{}}},
	}}},
	{"alternatives", `attributes = {
		a = either(keyword, list(traversal))
		b = either(list(traversal), keyword)
		c = either(list(traversal), map(literal))
		d = either(template, list(literal), object({ a = literal }))
		e = either(map(keyword, traversal), template)
	}`, tables.Body{Attributes: []tables.Attribute{
		{Name: "a", Value: &tables.Value{Mode: tables.Keyword, List: traversal}},
		{Name: "b", Value: &tables.Value{Mode: tables.Keyword, List: traversal}},
		{Name: "c", Value: &tables.Value{Mode: tables.Traversal, List: traversal, MapValue: literal}},
		{Name: "d", Value: &tables.Value{List: literal, Fields: []tables.Attribute{{Name: "a", Value: literal}}}},
		{Name: "e", Value: &tables.Value{MapKey: readKeyword, MapValue: traversal}},
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
		}`, tables.Body{Attributes: []tables.Attribute{
		{Name: "a"},
		{Name: "b",
			Value: &tables.Value{List: template, Scope: &tables.Scope{Functions: []string{"env"}, Variables: []string{}}}},
		{Name: "c",
			Value: &tables.Value{TextOfCall: true, Differs: "version 1 takes it verbatim",
				Scope: &tables.Scope{Functions: []string{"f"}, OnlyJSON: true}}},
		{Name: "d", Value: &tables.Value{NativeConstant: true}, NoJSON: "Nobody can write that.", Origin: tables.FromPlugin},
		{Name: "e", Value: &tables.Value{Scope: &tables.Scope{Functions: []string{}, Variables: []string{"var", "local"}}},
			AsBlocks: tables.ElementOf(&tables.Body{Attributes: []tables.Attribute{{Name: "f", Value: literal}}})},
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
		}`, tables.Body{Blocks: []tables.Block{
		{Type: "a", Body: &tables.Body{}},
		{Type: "b", Body: &tables.Body{Remain: tables.RemainAttributes}},
		{Type: "c", Body: &tables.Body{Remain: tables.RemainAttributes, RemainValue: literal}},
		{Type: "d", Body: &tables.Body{Remain: tables.RemainUnknown}},
		{Type: "e",
			Body: &tables.Body{Remain: tables.RemainUnknown, RemainValue: &tables.Value{Mode: tables.Literal, List: literal}}},
		{Type: "f", Body: &tables.Body{Remain: tables.RemainAttributes, JustAttributes: true}},
		{Type: "g",
			Body: &tables.Body{Remain: tables.RemainAttributes, RemainValue: literal, JustAttributes: true,
				Attributes: []tables.Attribute{{Name: "a", Value: readKeyword}}}},
		{Type: "h",
			Body: &tables.Body{Remain: tables.RemainUnknown,
				RemainBody: &tables.Body{Attributes: []tables.Attribute{{Name: "of_body", Value: literal}}}}},
	}}},
	{"settings", `
		dynamic   = true
		comments  = false
		lists     = true
		definer   = "the plugin"
		sequences = [["a", "b"], ["c", "b"]]
		block "a" { comments = true }
		block "b" {}
		block "c" {}`, tables.Body{Dynamic: true, NoComments: true, NestedInLists: true, Origin: tables.Origin{Kind: tables.FromPlugin, Name: "the plugin"},
		Sequence: [][]string{{"a", "b"}, {"c", "b"}},
		Blocks: []tables.Block{{Type: "a", Body: &tables.Body{}}, {Type: "b", Body: &tables.Body{}},
			{Type: "c", Body: &tables.Body{}}},
	}},
	{"known names", `
		others = anything
		known_names {
			attributes = ["tags", "*_tags", "*s"]
			blocks     = ["tag"]
			lists      = ["ingress"]
			complete   = true
		}`, tables.Body{Remain: tables.RemainUnknown,
		Names: guess.NewNames([]string{"tags"}, []string{"_tags", "s"}, []string{"tag"}, true).WithLists("ingress")}},
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
		block "c" { shape = any }`, tables.Body{Blocks: []tables.Block{
		{Type: "a", Labels: []string{"type", "name"}, Optional: 1, Ordered: true, Merged: true, Origin: tables.FromPlugin, Body: &tables.Body{}},
		{Type: "b", Single: true, Shape: tables.ObjectShape, Body: &tables.Body{}},
		{Type: "d", Shape: tables.ArrayShape, Min: 1, Max: 3, Body: &tables.Body{}},
		{Type: "c", Body: &tables.Body{}},
	}}},
	{"bodies by several labels", `
		block "step" {
			labels = ["type", "name"]
			when_label "shell" {
				attributes = { script = template }
				when_label "first" { attributes = { once = literal } }
			}
		}`, tables.Body{Blocks: []tables.Block{{
		Type: "step", Labels: []string{"type", "name"}, Body: &tables.Body{},
		Dependent: map[string]*tables.Body{
			"shell": {Attributes: []tables.Attribute{{Name: "script"}}},
			"shell" + tables.LabelSeparator + "first": {Attributes: []tables.Attribute{{Name: "once", Value: literal}}},
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
		}`, tables.Body{
		Attributes: []tables.Attribute{{Name: "env", Value: &tables.Value{MapValue: template}}, {Name: "meta"}},
		Blocks: []tables.Block{
			{Type: "env", Shape: tables.ObjectShape,
				Body: &tables.Body{Remain: tables.RemainAttributes, JustAttributes: true, NoComments: true}},
			{Type: "meta", Body: &tables.Body{NoComments: true}},
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
		}`, tables.Body{Blocks: []tables.Block{{
		Type: "step", Labels: []string{"type"}, By: "driver",
		Body: &tables.Body{Attributes: []tables.Attribute{{Name: "driver"}}},
		Dependent: map[string]*tables.Body{
			"shell": {Attributes: []tables.Attribute{{Name: "script"}}},
			"x y":   {Attributes: []tables.Attribute{{Name: "of_body", Value: literal}}},
		},
		Values: map[string]*tables.Body{
			"docker": {Attributes: []tables.Attribute{{Name: "image"}}},
			"":       {Remain: tables.RemainUnknown},
		},
	}}}},
	{"use", `
		use        = [body.body, body.settings]
		comments   = true
		attributes = { own = literal }
		block "of_settings" { ordered = true }`, tables.Body{
		Attributes: []tables.Attribute{{Name: "of_body", Value: literal}, {Name: "own", Value: literal}},
		Blocks:     []tables.Block{{Type: "of_settings", Ordered: true, Body: &tables.Body{}}},
		Remain:     tables.RemainUnknown, RemainValue: literal, Dynamic: true, NestedInLists: true, Origin: tables.Origin{Kind: tables.FromPlugin, Name: "the plugin"},
		PluginNames: guess.NewNames([]string{"a"}, nil, nil, false),
	}},
	{"use of the same name", `
		use = [body.settings, body.both]`, tables.Body{
		Attributes: []tables.Attribute{{Name: "of_settings", Value: readKeyword}},
		Remain:     tables.RemainUnknown, RemainValue: literal, Dynamic: true, NoComments: true, Origin: tables.Origin{Kind: tables.FromPlugin, Name: "the plugin"},
		PluginNames: guess.NewNames([]string{"a"}, nil, nil, false),
	}},
	{"rules", `
		attributes = { a = scoped, b = list(scoped), c = either(scoped, list(text)), d = text }
		attribute "e" {
			value   = scoped
			differs = "version 1 has no functions"
		}
		others = attributes(scoped)`, tables.Body{
		Attributes: []tables.Attribute{
			{Name: "a", Value: scopedValue("")},
			{Name: "b", Value: &tables.Value{List: scopedValue("")}},
			{Name: "c", Value: &tables.Value{Scope: scopedValue("").Scope, List: literal}},
			{Name: "d", Value: literal},
			{Name: "e", Value: scopedValue("version 1 has no functions")},
		},
		Remain: tables.RemainAttributes, RemainValue: scopedValue(""),
	}},
}

func scopedValue(differs string) *tables.Value {
	return &tables.Value{Differs: differs, Scope: &tables.Scope{Functions: []string{"env"}, Variables: []string{}}}
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
