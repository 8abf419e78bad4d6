package convert_test

import (
	"encoding/json"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// asBlocksDialect returns a dialect with net_group, whose ingress may be written as blocks.
func asBlocksDialect(t *testing.T, product string) *schema.Dialect {
	t.Helper()
	element := `["list", ["object", {"from": "number", "sub": ["list", ["object", {"n": "number"}]]}]]`
	part := func(typ string) string {
		return `{"` + typ + `": {"version": 0, "block": {"attributes": {"ingress": {"type": ` + element + `}}}}}`
	}
	schemas, diags := provider.Read(
		[]byte(`{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/net": {
		"resource_schemas": `+part("net_group")+`, "state_store_schemas": `+part("net_store")+`}}}`), "schemas.json")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	target, err := opentofu.ParseTarget(product)
	if err != nil {
		t.Fatal(err)
	}
	return languages.WithPlugins(opentofu.Config(target), provider.Define(provider.Requirements{}, provider.FindAmong(schemas)))
}

// asJSON is the compact form without the comments, as one line.
func asJSON(t *testing.T, src string, d *schema.Dialect) string {
	t.Helper()
	out, diags := convert.ToJSON([]byte(src), "main.tf", d, convert.Options{Form: convert.Compact, DropComments: true})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var value any
	if err := json.Unmarshal(out, &value); err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(line)
}

// TestMergedBlocks checks that blocks stay blocks in a body that the product merges, if the body
// has dynamic blocks, because blocks and arguments are merged in different ways.
func TestMergedBlocks(t *testing.T) {
	const resource = "resource \"net_group\" \"a\" {\n  ingress {\n    from = 1\n  }\n}\n"
	const store = "terraform {\n  state_store \"net_store\" {\n    ingress {}\n  }\n}\n"
	for _, test := range []struct {
		name, src, product string
		merges             bool
		want               string
	}{
		{"alone", resource, "opentofu", false, `{"resource":{"net_group":{"a":{"ingress":[{"from":1,"sub":null}]}}}}`},
		{"merged", resource, "opentofu", true,
			`{"resource":{"net_group":{"a":{"dynamic":{"ingress":{"content":{"from":1},"for_each":[1],"iterator":"_"}}}}}}`},
		{"merged, without dynamic blocks", store, "terraform@1.15", true,
			`{"terraform":{"state_store":{"net_store":{"ingress":[{"from":null,"sub":null}]}}}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := asBlocksDialect(t, test.product)
			d.Merges = test.merges
			if got := asJSON(t, test.src, d); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestRefusedInBlocks checks that content which the product rejects in a block for an object is not
// lost.
func TestRefusedInBlocks(t *testing.T) {
	const src = "resource \"net_group\" \"a\" {\n  ingress {\n    from {}\n  }\n}\n"
	const want = `{"resource":{"net_group":{"a":{"dynamic":{"ingress":{"content":{"from":[{}]},"for_each":[1],` +
		`"iterator":"_"}}}}}}`
	if got := asJSON(t, src, asBlocksDialect(t, "opentofu")); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Only a string chooses the provider.
func TestNoProviderChosen(t *testing.T) {
	for value, want := range map[string]int{`null`: 0, `"net"`: 0, `"null"`: 1} {
		_, diags := convert.ToHCL([]byte(`{"resource": {"net_group": {"a": {"provider": `+value+`, "ingress": []}}}}`),
			"main.tf.json", asBlocksDialect(t, "opentofu"), convert.Options{})
		guesses := 0
		for _, diag := range diags {
			if extra, ok := diag.Extra.(*convert.Extra); ok && extra.Guesses != nil {
				guesses++
			}
		}
		if guesses != want {
			t.Errorf("provider %s: %d guesses, want %d: %v", value, guesses, want, diags)
		}
	}
}
