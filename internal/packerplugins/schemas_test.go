package packerplugins

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"
)

// named is a schema that can be told from others.
func named(name string) *tfjson.SchemaBlock { return &tfjson.SchemaBlock{Description: name} }

func builders(version string, names ...string) *Plugin {
	plugin := &Plugin{Version: version}
	for _, name := range names {
		plugin.add(Builder, name, named(version+" "+name))
	}
	return plugin
}

func TestMerge(t *testing.T) {
	first := Schemas{
		"h/o/same":  builders("1.0", "a", "b"),
		"h/o/other": builders("2.0", "a"),
		"h/o/left":  builders("1.0", "l"),
	}
	second := Schemas{
		"h/o/same": {Version: "1.0", Builders: map[string]*tfjson.SchemaBlock{"b": named("later b")},
			DataSources: map[string]*tfjson.SchemaBlock{"d": named("d")}},
		"h/o/other": builders("1.0", "c"),
		"h/o/right": builders("1.0", "r"),
		"h/o/nil":   nil,
	}
	want := Schemas{
		"h/o/same": {
			Version:     "1.0",
			Builders:    map[string]*tfjson.SchemaBlock{"a": named("1.0 a"), "b": named("later b")},
			DataSources: map[string]*tfjson.SchemaBlock{"d": named("d")},
		},
		"h/o/other": builders("1.0", "c"),
		"h/o/left":  builders("1.0", "l"),
		"h/o/right": builders("1.0", "r"),
	}
	if got := Merge(first, second); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	if len(first["h/o/same"].Builders) != 2 || first["h/o/same"].Builders["b"].Description != "1.0 b" {
		t.Error("Merge changed its argument")
	}
	if got := Merge(); got == nil || len(got) != 0 {
		t.Errorf("nothing merges to %v", got)
	}
}

func TestRead(t *testing.T) {
	src := `{"format_version": "1.7", "later": [], "packer_plugins": {"github.com/hashicorp/amazon": {
		"version": "1.3.2", "later": true,
		"builders": {"ebs": {
			"attributes": {"tags": {"type": ["map", "string"], "required": true, "description": "d", "later": {}}},
			"block_types": {"tag": {"nesting_mode": "list", "min_items": 1, "max_items": 3, "block": {"deprecated": true}}},
			"description": "x", "description_kind": "plain"
		}},
		"provisioners": {}
	}}}`
	want := Schemas{"github.com/hashicorp/amazon": {Version: "1.3.2", Builders: map[string]*tfjson.SchemaBlock{"ebs": {
		Attributes: map[string]*tfjson.SchemaAttribute{
			"tags": {AttributeType: cty.Map(cty.String), Required: true, Description: "d"}},
		NestedBlocks: map[string]*tfjson.SchemaBlockType{"tag": {
			NestingMode: tfjson.SchemaNestingModeList, MinItems: 1, MaxItems: 3, Block: &tfjson.SchemaBlock{Deprecated: true},
		}},
		Description: "x", DescriptionKind: tfjson.SchemaDescriptionKindPlain,
	}}}}
	got, diags := Read([]byte(src), "x.json")
	if diags.HasErrors() || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, diags)
	}
}

// «» is where the error must be.
func TestReadErrors(t *testing.T) {
	in := func(plugin string) string {
		return `{"format_version": "1.0", "packer_plugins": {"a/b/c": ` + plugin + `}}`
	}
	block := func(block string) string { return in(`{"builders": {"x": {}, "y": ` + block + `}}`) }
	for src, want := range map[string]string{
		"«»":   "text is empty",
		"{«x}": "a property name",
		"{\"format_version\": \"1.0\",\n  \"packer_plugins\": {} «x}": "a comma",
		" «[]": "must be an object",
		"«{}":  `"packer_plugins" is missing`,
		`{"format_version": "1.0", "provider_schemas": «{"registry.terraform.io/a/b": {}}}`: "schemas of providers",
		`«{"packer_plugins": {}}`:                          `"format_version" must be a string`,
		`{"format_version": «1, "packer_plugins": {}}`:     `"format_version" must be a string`,
		`{"format_version": «"2.0", "packer_plugins": {}}`: `Version "2.0"`,
		`{"format_version": «"1", "packer_plugins": {}}`:   `Version "1"`,
		`{"format_version": "1.0", "packer_plugins": «[]}`: "must be an object",
		in(`«null`):                                                            "must be an object",
		in(`{"version": «1}`):                                                  "a number, which has no meaning",
		in(`{"builders": «[]}`):                                                "must be an object",
		in(`{"provisioners": «1}`):                                             "must be an object",
		in(`{"post_processors": {"ü": «null}}`):                                "must be an object",
		in(`{"data_sources": {"x": «"text"}}`):                                 "must be an object",
		block(`{"attributes": «[]}`):                                           "must be an object",
		block(`{"deprecated": «[]}`):                                           "an array, which has no meaning",
		block(`{"description":  «12.5 }`):                                      "a number, which has no meaning",
		block(`{"attributes": {"a": «1}}`):                                     "must be an object",
		block(`{"attributes": {"a": «{}}}`):                                    `the property "type"`,
		block(`{"attributes": {"a": «{"type": "string", "nested_type": {}}}}`): `no "nested_type"`,
		block(`{"attributes": {"a": {"type": «["set"]}}}`):                     "cannot be read",
		block(`{"attributes": {"a": {"type": «"text"}}}`):                      "cannot be read",
		block(`{"attributes": {"a": «{"type": null}}}`):                        "type",
		block(`{"attributes": {"a": «{"type": "string", "required": "yes"}}}`): "cannot be read as an attribute",
		block(`{"block_types": {"b": «null}}`):                                 "must be an object",
		block(`{"block_types": {"b": {"nesting_mode": «"set", "block": {}}}}`): `"single" or "list"`,
		block(`{"block_types": {"b": «{"block": {}}}}`):                        `"single" or "list"`,
		block(`{"block_types": {"b": «{"nesting_mode": "list"}}}`):             "must be an object",
		block(`{"block_types": {"b": {"nesting_mode": "list", ` +
			`"min_items": «-1, "block": {}}}}`): "has no meaning",
		block(`{"block_types": {"b": {"nesting_mode": "single", ` +
			`"block": {"attributes": {"a": «true}}}}}`): "must be an object",
		"«" + strings.Repeat("[", 1001): "nested more than",
	} {
		at := strings.Index(src, "«")
		clean := strings.NewReplacer("«", "", "»", "").Replace(src)
		got, diags := Read([]byte(clean), "x.json")
		if len(diags) != 1 || got != nil {
			t.Errorf("%s: got %v, %v", src, got, diags)
			continue
		}
		if !strings.Contains(diags[0].Detail, want) {
			t.Errorf("%s: the message has no %q: %s", src, want, diags[0].Detail)
		}
		subject := diags[0].Subject
		if subject == nil || subject.Start.Byte != at || subject.Filename != "x.json" {
			t.Errorf("%s: at %v, want %d", src, subject, at)
			continue
		}
		line := 1 + strings.Count(src[:at], "\n")
		column := 1 + len([]rune(src[strings.LastIndex(src[:at], "\n")+1:at]))
		if subject.Start.Line != line || subject.Start.Column != column {
			t.Errorf("%s: at %v, want %d,%d", src, subject, line, column)
		}
	}
}

func TestReadBounds(t *testing.T) {
	if _, diags := Read(make([]byte, maxFile+1), "x.json"); !strings.Contains(diags.Error(), "At most") {
		t.Errorf("got %v", diags)
	}
	block := "{}"
	for range maxBlockNesting + 1 {
		block = `{"block_types": {"b": {"nesting_mode": "single", "block": ` + block + `}}}`
	}
	_, diags := Read([]byte(`{"format_version": "1.0", "packer_plugins": {"a/b/c": {"builders": {"x": `+block+`}}}}`),
		"x.json")
	if !strings.Contains(diags.Error(), "nested more than 64 deep") {
		t.Errorf("got %v", diags)
	}
}

func written(t *testing.T, schemas Schemas) []byte {
	t.Helper()
	text, err := json.Marshal(map[string]any{"format_version": "1.0", "packer_plugins": schemas})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(
		`{"format_version": "1.0", "packer_plugins": {"a/b/c": {"builders": {"x": {"attributes": {"a": {"type": ` +
			`"string"}}}}}}}`))
	f.Add([]byte(
		`{"format_version": "1.0", "packer_plugins": {"a/b/c": {"builders": {"x": {"block_types": {"a": {"nesting_mode": ` +
			`"set"}}}}}}}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		schemas, diags := Read(src, "x.json")
		if diags.HasErrors() {
			if schemas != nil || diags[0].Subject.Start.Byte > len(src) {
				t.Fatalf("%v beside %v", schemas, diags)
			}
			return
		}
		text := written(t, schemas)
		again, diags := Read(text, "x.json")
		if diags.HasErrors() || !reflect.DeepEqual(again, schemas) {
			t.Fatalf("%s reads as something else: %v", text, diags)
		}
	})
}
