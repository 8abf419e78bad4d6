package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/provider"
)

const document = `{"format_version": "1.0", "provider_schemas": {"example.com/acme/net": {
	"resource_schemas": {"net_host": {"version": 0, "block": {
		"attributes": {"name": {"type": "string", "required": true}},
		"block_types": {"port": {"nesting_mode": "list", "block": {"attributes": {"number": {"type": "number"}}}}}
	}}}
}}}`

const module = `terraform {
  required_providers {
    net = { source = "example.com/acme/net" }
  }
}
`

func ExampleDialect() {
	files := []*convert.Source{convert.NewSource(module, "main.tf", false)}
	schemas := []provider.File{{Name: "schemas.json", Bytes: []byte(document)}}
	dialect, diags := provider.Dialect(opentofu.Config(opentofu.Target{}), files, provider.Options{Schemas: schemas})
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	src := `{"resource": {"net_host": {"a": {"name": "a", "port": [{"number": 80}]}}}}`
	out, diags := convert.ToHCL(src, "host.tf.json", dialect, convert.Options{})
	fmt.Printf("%s%d warnings\n", out, len(diags))
	// Output:
	// resource "net_host" "a" {
	//   name = "a"
	//
	//   port {
	//     number = 80
	//   }
	// }
	// 0 warnings
}

// The requirements, the table and override files of a module have the documented effects.
func TestDialect(t *testing.T) {
	base := opentofu.Config(opentofu.Target{})
	schemas := []provider.File{{Name: "schemas.json", Bytes: []byte(document)}}
	const host = `{"resource": {"net_host": {"a": {"port": [{"number": 80}]}}}}`
	const aws = `{"resource": {"aws_instance": {"a": {"ebs_block_device": [{"device_name": "x"}]}}}}`
	for name, test := range map[string]struct {
		module []*convert.Source
		opts   provider.Options
		src    string
		merges bool
		warns  bool
	}{
		"schema": {
			module: []*convert.Source{convert.NewSource(module, "a.tf", false)},
			opts:   provider.Options{Schemas: schemas}, src: host,
		},
		"not required": {opts: provider.Options{Schemas: schemas}, src: host, warns: true},
		"no module file": {
			module: []*convert.Source{convert.NewSource(module, "a.txt", false)},
			opts:   provider.Options{Schemas: schemas}, src: host,
			warns: true,
		},
		"override": {
			module: []*convert.Source{convert.NewSource(module, "a_override.tf", false)},
			opts:   provider.Options{Schemas: schemas},
			src:    host, merges: true,
		},
		"table":    {src: aws},
		"no table": {opts: provider.Options{NoTable: true}, src: aws, warns: true},
	} {
		d, diags := provider.Dialect(base, test.module, test.opts)
		if diags.HasErrors() {
			t.Fatal(name, diags)
		}
		out, diags := convert.ToHCL(test.src, "x.tf.json", d, convert.Options{})
		if (len(diags) > 0) != test.warns || d.Merges != test.merges {
			t.Errorf("%s: merges %v, %v\n%s", name, d.Merges, diags, out)
		}
	}
}

func TestDialectErrors(t *testing.T) {
	for _, d := range []*schema.Dialect{nil, {}} {
		if _, diags := provider.Dialect(d, nil, provider.Options{}); !diags.HasErrors() {
			t.Errorf("no error for %v", d)
		}
	}
	bad := provider.Options{Schemas: []provider.File{{Name: "bad.json", Bytes: []byte(`{"format_version": "9.0"}`)}}}
	d, diags := provider.Dialect(opentofu.Config(opentofu.Target{}), nil, bad)
	if d != nil || !diags.HasErrors() || !strings.Contains(diags[0].Detail, "format_version") {
		t.Errorf("%v, %v", d, diags)
	}
	if d, diags := provider.Dialect(dialects.Packer(), nil, bad); d != dialects.Packer() || diags != nil {
		t.Errorf("%v, %v", d, diags)
	}
}
