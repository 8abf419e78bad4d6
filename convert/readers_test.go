package convert_test

import (
	"bytes"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema"
)

// readers returns the dialects of two readers of a file: one without provider schemas, and one with
// the built-in table.
func readers(t *testing.T, filename string, src []byte) (plain, tabled *schema.Dialect) {
	t.Helper()
	file, err := dialects.ForFile(filename, dialects.Options{Target: "opentofu"})
	if err != nil {
		t.Fatal(err)
	}
	requirements, _ := provider.ReadRequirements([]provider.File{{Source: convert.NewSource(src, filename, false)}}, false)
	table := provider.DefineWithTable(requirements, provider.FindAmong(nil), nil)
	return file.Dialect, languages.WithPlugins(file.Dialect, table)
}

// natives are the native files of the goldens that OpenTofu reads.
func natives(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, g := range golden.ReadAll(t) {
		if len(g.Targets) == 0 || g.Targets[0].Name != "opentofu" || g.Targets[0].Dialect.Name != "opentofu" {
			continue
		}
		name := g.Input
		if g.JSON {
			name = g.Counterpart
		}
		if src, ok := g.File(name); ok {
			files[g.Name] = src
		}
	}
	if len(files) < 50 {
		t.Fatalf("%d files", len(files))
	}
	files["differences from the table"] = []byte(`data "template_file" "a" {
  vars {
    b = "c"
  }
}

resource "aws_instance" "a" {
  ebs_block_device = [{ device_name = "b" }]
  timeouts         = { create = "1m" }

  tags {
    a = "b"
  }
}

resource "vault_jwt_auth_backend" "a" {
  tune = [{ a = 1 }]
}

resource "vault_jwt_auth_backend" "b" {
  tune {
    a = 1
  }
}
`)
	return files
}

// TestReaders checks that every reader reads the output of every other reader correctly, without a
// guess.
func TestReaders(t *testing.T) {
	for name, src := range natives(t) {
		plain, tabled := readers(t, "main.tf", src)
		for _, writer := range []*schema.Dialect{plain, tabled} {
			for _, opts := range []convert.Options{{}, {Form: convert.Compact}} {
				written, diags := convert.ToJSON(src, "main.tf", writer, opts)
				if diags.HasErrors() {
					continue
				}
				for _, reader := range []*schema.Dialect{plain, tabled} {
					back, diags := convert.ToHCL(written, "main.tf.json", reader, convert.Options{})
					for _, diag := range diags {
						if diag.Summary == "Attribute or block?" {
							t.Errorf("%s: %s\n%s", name, diag, written)
						}
					}
					a := equivalent.Source{Bytes: src, Filename: "main.tf"}
					b := equivalent.Source{Bytes: back, Filename: "back.tf"}
					if diags := equivalent.Compare(a, b, plain, equivalent.Options{Comments: true}).Messages(); diags.HasErrors() {
						t.Errorf("%s: %s\n%s\n%s", name, diags, written, back)
					}
				}
			}
		}
	}
}

// The JSON is equal with and without the built-in table.
func TestSameJSONWithoutTable(t *testing.T) {
	same := 0
	for name, src := range natives(t) {
		plain, tabled := readers(t, "main.tf", src)
		want, diags := convert.ToJSON(src, "main.tf", plain, convert.Options{})
		got, more := convert.ToJSON(src, "main.tf", tabled, convert.Options{})
		if diags.HasErrors() || more.HasErrors() || bytes.Contains(got, []byte(`"blocks": [`)) {
			continue // what may be written as blocks is an argument where that is known
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: with the table\n%s\nwithout\n%s", name, got, want)
			continue
		}
		same++
	}
	if same < 50 {
		t.Errorf("%d files", same)
	}
}
