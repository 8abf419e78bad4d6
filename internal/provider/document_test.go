package provider_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// A reduced document defines the same values, without descriptions.
func TestDocument(t *testing.T) {
	block := `{"attributes": {
		"a": {"type": "string", "optional": true, "description": "prose", "description_kind": "markdown"},
		"n": {"nested_type": {"nesting_mode": "list", "attributes": {"x": {"type": "bool", "required": true,
			"description": "prose"}, "y": null}}, "computed": true, "sensitive": true},
		"o": null
	}, "block_types": {"b": {"nesting_mode": "set", "min_items": 1, "max_items": 2, "block": {"attributes": {
		"c": {"type": "number", "required": true, "deprecated": true, "description": "prose"}}, "description": "prose"}},
		"d": null, "e": {"nesting_mode": "single"}},
		"description": "prose", "description_kind": "plain"}`
	full := `{"version": 4, "block": ` + block + `}`
	src := `{"provider": ` + full + `, "resource_schemas": {"r": ` + full + `}, "data_source_schemas": {"d": ` + full + `},
		"ephemeral_resource_schemas": {"e": ` + full + `}, "list_resource_schemas": {"l": ` + full + `},
		"action_schemas": {"a": {"block": ` + block + `}, "n": null}, "state_store_schemas": {"s": ` + full + `, "n": null},
		"functions": {"f": {"description": "prose", "return_type": "string"}}}`
	var given tfjson.ProviderSchema
	if err := json.Unmarshal([]byte(src), &given); err != nil {
		t.Fatal(err)
	}
	address, err := provider.ParseAddress("example.com/a/b", false)
	if err != nil {
		t.Fatal(err)
	}
	want := provider.New(address, "1.2.3", &given)
	if want.String() != "example.com/a/b 1.2.3" {
		t.Fatal(want)
	}
	text, err := provider.Document(address, &given)
	if err != nil || bytes.Contains(text, []byte("prose")) || bytes.Contains(text, []byte("functions")) {
		t.Errorf("%s, %v", text, err)
	}
	read, diags := provider.Read(text, "x.json")
	if len(diags) > 0 || len(read) != 1 || read[0].Address != address {
		t.Fatal(read, diags)
	}
	for part, types := range map[tables.Part]string{
		tables.ProviderConfig: "", tables.Resource: "r", tables.DataSource: "d", tables.EphemeralResource: "e",
		tables.ListResource: "l", tables.Action: "a", tables.StateStore: "s",
	} {
		got, err := read[0].Spec(part, types)
		if err != nil || got == nil {
			t.Fatalf("%s: %v, %v", types, got, err)
		}
		spec, err := want.Spec(part, types)
		if err != nil || len(spec.Body.Attributes) != 2 || len(spec.Body.Blocks) != 2 {
			t.Fatal(spec, err)
		}
		withoutProse(spec.Body)
		if !reflect.DeepEqual(got, spec) || part != tables.Action && got.Version != 4 {
			t.Errorf("%q is %+v, want %+v", types, got, spec)
		}
	}
	if got := want.Types(tables.Action); len(got) != 2 || want.Types(tables.ProviderConfig) != nil {
		t.Errorf("actions %q", got)
	}
}

func withoutProse(body *typespec.Body) {
	body.Description = ""
	var clear func(attributes map[string]*typespec.Attribute)
	clear = func(attributes map[string]*typespec.Attribute) {
		for _, a := range attributes {
			a.Description = ""
			clear(a.Nested)
		}
	}
	clear(body.Attributes)
	for _, block := range body.Blocks {
		withoutProse(block.Body)
	}
}
