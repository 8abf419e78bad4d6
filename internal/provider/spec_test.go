package provider_test

import (
	"math"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

const specDocument = `{
  "format_version": "1.0",
  "provider_schemas": {
    "example.com/a/b": {
      "resource_schemas": {
        "b_full": {
          "version": 3,
          "block": {
            "description": "All of it.",
            "deprecated": true,
            "attributes": {
              "required": {"type": "string", "required": true},
              "optional": {
                "type": ["list", "number"], "optional": true, "sensitive": true, "description": "Some numbers."
              },
              "chosen": {"type": "bool", "optional": true, "computed": true, "deprecated": true},
              "found": {"type": "dynamic", "computed": true},
              "secret": {"type": "string", "optional": true, "write_only": true},
              "nested": {
                "nested_type": {"nesting_mode": "map", "attributes": {"inner": {"type": "string", "required": true}, "nothing": null}},
                "optional": true
              },
              "nothing": null
            },
            "block_types": {
              "group": {"nesting_mode": "group", "block": {"attributes": {"x": {"type": "string", "optional": true}}}},
              "list": {"nesting_mode": "list", "block": {}, "min_items": 1, "max_items": 3},
              "map": {"nesting_mode": "map", "block": {}, "max_items": 9223372036854775809},
              "set": {"nesting_mode": "set"},
              "single": {"nesting_mode": "single", "block": {}},
              "nothing": null
            }
          }
        },
        "b_block": {"block": {"block_types": {"x": {"nesting_mode": "heap", "block": {}}}}},
        "b_deep": {"block": {"block_types": {"x": {"nesting_mode": "list", "block": {
          "block_types": {"y": {"nesting_mode": "heap", "block": {}}}}}}}},
        "b_nested_deep": {"block": {"attributes": {"x": {"nested_type": {"nesting_mode": "list", "attributes": {
          "y": {"nested_type": {"nesting_mode": "heap", "attributes": {}}}}}}}}},
        "b_nested": {"block": {"attributes": {"x": {"nested_type": {"nesting_mode": "heap", "attributes": {}}}}}},
        "b_broken": {"block": 1},
        "b_version": {"version": "x", "block": {}},
        "b_empty": {}
      }
    }
  }
}`

func TestSpec(t *testing.T) {
	schemas, diags := provider.Read([]byte(specDocument), "schemas.json")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	s := schemas[0]
	spec, err := s.Spec(tables.Resource, "b_full")
	if err != nil {
		t.Fatal(err)
	}
	if spec.Version != 3 || spec.Body.Description != "All of it." || !spec.Body.Deprecated ||
		len(spec.Body.Attributes) != 6 || len(spec.Body.Blocks) != 5 {
		t.Errorf("version %d, %+v", spec.Version, spec.Body)
	}
	list, many := spec.Body.Blocks["list"], spec.Body.Blocks["map"]
	if list.Min != 1 || list.Max != 3 || list.Body.Deprecated || many.Min != 0 || many.Max != math.MaxInt32 {
		t.Errorf("numbers of blocks: %+v, %+v", list, many)
	}
	for name, want := range map[string]typespec.Attribute{
		"required": {Type: cty.String, Required: true},
		"optional": {Type: cty.List(cty.Number), Optional: true, Sensitive: true, Description: "Some numbers."},
		"chosen":   {Type: cty.Bool, Optional: true, Computed: true, Deprecated: true},
		"found":    {Type: cty.DynamicPseudoType, Computed: true},
		"secret":   {Type: cty.String, Optional: true, WriteOnly: true},
	} {
		got := *spec.Body.Attributes[name]
		if !got.Type.Equals(want.Type) || got.Required != want.Required || got.Optional != want.Optional ||
			got.Computed != want.Computed ||
			got.Description != want.Description || got.Sensitive != want.Sensitive ||
			got.WriteOnly != want.WriteOnly || got.Deprecated != want.Deprecated {
			t.Errorf("%s is %+v", name, got)
		}
		if got.IsArgument() != (name != "found") {
			t.Errorf("%s: Argument() is %v", name, got.IsArgument())
		}
	}
	if nested := spec.Body.Attributes["nested"]; nested.Type != cty.NilType || nested.Nesting != typespec.NestingMap ||
		!nested.Nested["inner"].Required {
		t.Errorf("nested is %+v", nested)
	}
	for name, want := range map[string]typespec.Nesting{
		"group": typespec.NestingGroup, "list": typespec.NestingList, "map": typespec.NestingMap, "set": typespec.NestingSet,
		"single": typespec.NestingSingle,
	} {
		if got := spec.Body.Blocks[name]; got.Nesting != want || got.Body == nil {
			t.Errorf("%s is %+v", name, got)
		}
	}
	if spec.Body.Blocks["group"].Body.Attributes["x"] == nil {
		t.Error("group has no x")
	}
}

func TestSpecFaults(t *testing.T) {
	schemas, diags := provider.Read([]byte(specDocument), "schemas.json")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for typ, want := range map[string]string{
		"b_block": `nesting mode "heap" is not known`, "b_nested": `nesting mode "heap" is not known`,
		"b_deep": `nesting mode "heap" is not known`, "b_nested_deep": `nesting mode "heap" is not known`,
		"b_broken": "cannot be read", "b_version": "cannot be read",
	} {
		if spec, err := schemas[0].Spec(tables.Resource, typ); spec != nil || err == nil ||
			!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), typ) {
			t.Errorf("%s: %v, %v", typ, spec, err)
		}
	}
	if spec, err := schemas[0].Spec(tables.Resource, "b_none"); spec != nil || err != nil {
		t.Errorf("missing type: %v, %v", spec, err)
	}
	if spec, err := schemas[0].Spec(tables.Resource, "b_empty"); err != nil ||
		len(spec.Body.Attributes)+len(spec.Body.Blocks) > 0 {
		t.Errorf("of a type without anything: %v, %v", spec, err)
	}
}

// An unknown nesting mode is found next to null blocks, in any order.
func TestUnknownNestingNextToNull(t *testing.T) {
	document := `{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/a/b": {"resource_schemas": {"x": {"block": {
		"block_types": {"a": null, "b": null, "c": null, "d": {"nesting_mode": "heap", "block": {}}, "e": null, "f": null}}}}}}}`
	for range 20 {
		schemas, diags := provider.Read([]byte(document), "schemas.json")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if body := schemas[0].Body(tables.Resource, "x"); !strings.Contains(body.Origin.Reason, `"heap"`) {
			t.Fatalf("no reason, but %q", body.Origin.Reason)
		}
	}
}

// A body with a block of an unknown nesting mode at any level is unknown too.
func TestUnknownNesting(t *testing.T) {
	schemas, _ := provider.Read([]byte(specDocument), "schemas.json")
	for typ, want := range map[string]bool{"b_block": true, "b_deep": true, "b_full": false, "b_empty": false} {
		body := schemas[0].Body(tables.Resource, typ)
		if got := body.Origin.Reason == `Blocks are guessed here: in the schema of provider example.com/a/b, resource type "`+
			typ+`" has a block with the nesting mode "heap", which is not known.`; got != want || got != (body.SchemaVersion == nil) {
			t.Errorf("%s: %q, version %v", typ, body.Origin.Reason, body.SchemaVersion)
		}
	}
	odd := []byte(`{"format_version": "1.0", "provider_schemas": {"a/b": {
		"provider": {"block": {"block_types": {"x": {"nesting_mode": "heap", "block": {}}}}}}}}`)
	schemas, _ = provider.Read(odd, "schemas.json")
	if body := schemas[0].Body(tables.ProviderConfig, ""); !strings.Contains(body.Origin.Reason, `a/b, provider "" has`) {
		t.Errorf("the configuration: %q", body.Origin.Reason)
	}
}
