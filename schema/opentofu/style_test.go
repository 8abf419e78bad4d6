package opentofu_test

import (
	"cmp"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// namesIn are the block types in a body, at any depth, with the names of their
// arguments and blocks.
func namesIn(body *tables.Body, found map[string][]string, seen map[*tables.Body]bool) {
	if body == nil || seen[body] {
		return
	}
	seen[body] = true
	for i := range body.Blocks {
		block := &body.Blocks[i]
		bodies := []*tables.Body{block.Body}
		for _, dependent := range block.Dependent {
			bodies = append(bodies, dependent)
		}
		for _, inner := range bodies {
			if inner == nil {
				continue
			}
			found[block.Type] = append(found[block.Type], "")
			for _, a := range inner.Attributes {
				found[block.Type] = append(found[block.Type], a.Name)
			}
			for _, b := range inner.Blocks {
				found[block.Type] = append(found[block.Type], b.Type)
			}
			namesIn(inner, found, seen)
		}
	}
}

// TestStyle checks that the rows of the style name existing blocks and arguments.
func TestStyle(t *testing.T) {
	found := map[string][]string{}
	root := map[string]bool{}
	var style *conventions.Style
	for _, product := range []opentofu.Product{opentofu.OpenTofu, opentofu.Terraform} {
		d := opentofu.Config(opentofu.Target{Product: product})
		style = conventions.Of(d).Style
		namesIn(d.Root, found, map[*tables.Body]bool{})
		for i := range d.Root.Blocks {
			root[d.Root.Blocks[i].Type] = true
		}
	}
	for _, typ := range style.Blocks {
		if !root[typ] {
			t.Errorf("the order of blocks contains the unknown %q", typ)
		}
	}
	for typ := range root {
		if !slices.Contains(style.Blocks, typ) {
			t.Errorf("the order of blocks lacks %q", typ)
		}
	}
	for _, row := range style.Orders {
		if row.Type == tables.DynamicType {
			continue
		}
		for _, name := range append(slices.Clone(row.First), row.Last...) {
			// A provider defines its region.
			if !slices.Contains(found[row.Type], name) && name != "region" {
				t.Errorf("the order of %s contains the unknown %q", row.Type, name)
			}
		}
	}
	for _, row := range style.Files {
		if !root[row.Type] {
			t.Errorf("a file is for the unknown type %q", row.Type)
		}
	}
	for _, row := range style.Declarations {
		if !root[row.Type] {
			t.Errorf("%q declares nothing", row.Type)
		}
	}
	for _, row := range style.Historic {
		for _, name := range row.References {
			if !slices.Contains(found[row.Type], name) {
				t.Errorf("%s has no %q", row.Type, name)
			}
		}
	}
	for _, name := range []string{style.Moved.From, style.Moved.To} {
		if !slices.Contains(found[style.Moved.Type], name) {
			t.Errorf("%s has no %q", style.Moved.Type, name)
		}
	}
	if len(style.Orders) == 0 || len(style.Plain) == 0 || len(style.Sources) == 0 {
		t.Error("a table is empty")
	}
}

// TestDocuments checks that a row names its source, that its blocks are blocks of the type, and
// that its argument is not a block.
func TestDocuments(t *testing.T) {
	src, err := os.ReadFile("documents.txt")
	if err != nil {
		t.Fatal(err)
	}
	style := conventions.Of(opentofu.Config(opentofu.Target{})).Style
	rows, last := 0, ""
	for line := range strings.Lines(string(src)) {
		if line[0] == '#' {
			continue
		}
		if rows++; line <= last {
			t.Errorf("not in order: %s", line)
		}
		last = line
		columns := strings.Fields(line)
		if len(columns) != 4 || !strings.HasSuffix(columns[2], ".go") || !token.IsIdentifier(columns[3]) {
			t.Errorf("it does not name its source: %s", line)
			continue
		}
		typ, argument := columns[0], columns[1]
		if !style.IsDocument("resource", typ, argument) || style.IsDocument("data", typ, argument) {
			t.Errorf("%s of %s is not found", argument, typ)
		}
		provider, _, _ := strings.Cut(typ, "_")
		source := map[string]string{"grafana": "grafana/grafana", "datadog": "datadog/datadog"}[provider]
		body := builtin.Body(cmp.Or(source, "hashicorp/"+provider), nil, "", tables.Resource, typ)
		if body == nil {
			t.Errorf("no provider has %s", typ)
			continue
		}
		path := strings.Split(argument, ".")
		for _, name := range path[:len(path)-1] {
			_, block := body.Lookup(name)
			if block == nil {
				t.Fatalf("%s of %s: %s is no block", argument, typ, name)
			}
			body = block.BodyFor(nil, "")
		}
		if _, block := body.Lookup(path[len(path)-1]); block != nil {
			t.Errorf("%s of %s is a block", argument, typ)
		}
	}
	if rows == 0 || style.IsDocument("resource", "aws_sfn_state_machine", "definition") {
		t.Errorf("%d rows", rows)
	}
}
