package packerplugins

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"
)

// buildersOf returns a plugin with distinguishable schemas.
func buildersOf(mark string, names ...string) Plugin {
	components := map[string]*tfjson.SchemaBlock{}
	for _, name := range names {
		components[name] = &tfjson.SchemaBlock{Description: mark + " " + name}
	}
	return Plugin{Builder: components}
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
	want := Schemas{"github.com/hashicorp/amazon": {Builder: {"ebs": {
		Attributes: map[string]*tfjson.SchemaAttribute{
			"tags": {AttributeType: cty.Map(cty.String), Required: true, Description: "d"}},
		NestedBlocks: map[string]*tfjson.SchemaBlockType{"tag": {
			NestingMode: tfjson.SchemaNestingModeList, MinItems: 1, MaxItems: 3, Block: &tfjson.SchemaBlock{Deprecated: true},
		}},
		Description: "x", DescriptionKind: tfjson.SchemaDescriptionKindPlain,
	}}, Provisioner: {}, PostProcessor: nil, DataSource: nil}}
	got, diags := Read([]byte(src), "x.json")
	if diags.HasErrors() || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, diags)
	}
}

func TestReadErrors(t *testing.T) {
	in := func(plugin string) string {
		return `{"format_version": "1.0", "packer_plugins": {"a/b/c": ` + plugin + `}}`
	}
	block := func(block string) string { return in(`{"builders": {"x": {}, "y": ` + block + `}}`) }
	for src, want := range map[string]string{
		"":                       "unexpected end",
		"[]":                     "cannot unmarshal array",
		`{"packer_plugins": {}}`: `format_version must be 1.x, not ""`,
		`{"format_version": "2.0", "packer_plugins": {}}`: `not "2.0"`,
		`{"format_version": "1.0", "packer_plugins": []}`: "cannot unmarshal array",
		in(`1`):                                "cannot unmarshal number",
		in(`{"builders": []}`):                 "cannot unmarshal array",
		in(`{"post_processors": {"ü": null}}`): `a/b/c: post-processor "ü": a body must be an object`,
		in(`{"data_sources": {"x": "text"}}`):  "cannot unmarshal string",
		block(`{"attributes": []}`):            "cannot unmarshal array",
		block(`{"attributes": {"a": {}}}`):     `builder "y": the attribute "a" must have a type`,
		block(`{"attributes": {"a": {"type": "string", "nested_type": {}}}}`): "no nested type",
		block(`{"attributes": {"a": {"type": "text"}}}`):                      "text",
		block(`{"block_types": {"b": null}}`):                                 `"single" or "list"`,
		block(`{"block_types": {"b": {"nesting_mode": "set", "block": {}}}}`): `"single" or "list"`,
		block(`{"block_types": {"b": {"nesting_mode": "list"}}}`):             `block "b": a body must be an object`,
		strings.Repeat("[", 1001):                                             "nest",
	} {
		got, diags := Read([]byte(src), "x.json")
		if len(diags) != 1 || got != nil || diags[0].Subject.Filename != "x.json" {
			t.Errorf("%s: got %v, %v", src, got, diags)
		} else if !strings.Contains(diags[0].Detail, want) {
			t.Errorf("%s: the message has no %q: %s", src, want, diags[0].Detail)
		}
	}
}

func marshal(t *testing.T, schemas Schemas) []byte {
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
		text := marshal(t, schemas)
		again, diags := Read(text, "x.json")
		if diags.HasErrors() || !bytes.Equal(marshal(t, again), text) {
			t.Fatalf("%s reads as something else: %v", text, diags)
		}
	})
}
