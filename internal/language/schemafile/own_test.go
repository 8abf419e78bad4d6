package schemafile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// TestOwnSchema checks that the schema of schema files lists exactly the content that Read accepts.
func TestOwnSchema(t *testing.T) {
	own := dialects.SchemaFile()
	languages.Prepare(own)
	seen := map[*tables.Body]bool{}
	var check func(path string, body *tables.Body, accepted *hcl.BodySchema)
	check = func(path string, body *tables.Body, accepted *hcl.BodySchema) {
		if seen[body] {
			return
		}
		seen[body] = true
		var want, got []string
		for _, attribute := range accepted.Attributes {
			want = append(want, attribute.Name)
		}
		for _, attribute := range body.Attributes {
			got = append(got, attribute.Name)
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s has attributes %q, want %q", path, got, want)
		}
		if len(body.Blocks) != len(accepted.Blocks) {
			t.Errorf("%s has %d blocks, want %d", path, len(body.Blocks), len(accepted.Blocks))
		}
		for _, header := range accepted.Blocks {
			_, block := body.Lookup(header.Type)
			if block == nil || !slices.Equal(block.Labels, header.LabelNames) {
				t.Errorf("%s.%s is %+v, want labels %q", path, header.Type, block, header.LabelNames)
				continue
			}
			accepted := schemafile.BlockSchemas[header.Type]
			if strings.HasSuffix(path, ".when_label") && header.Type == "when_label" {
				accepted = schemafile.BlockSchemas["body"] // one goes into another once
			}
			check(path+"."+header.Type, block.Body, accepted)
		}
	}
	check("root", own.Root, schemafile.FileBlocks)
	if len(seen) < 8 {
		t.Errorf("only %d bodies", len(seen))
	}
}
