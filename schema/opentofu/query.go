package opentofu

import (
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// Query is the language of .tfquery.hcl files, which Terraform alone reads.
//
// terraform internal/configs/query_file.go, queryFileSchema
func Query(t Target) *schema.Dialect {
	return language(t, "query", &schema.Body{Blocks: []schema.Block{
		{Type: "list", Labels: typeAndName, By: "provider", Body: &schema.Body{
			Attributes: slices.Concat(
				args(traversal, "provider"),
				args(template, "count", "for_each", "include_resource", "limit"),
			),
			Blocks: []schema.Block{{Type: "config", Single: true, Body: providerDefinedBody(schema.ListResource)}},
		}},
		providerBlock(t),
		{Type: "variable", Labels: []string{"name"}, Body: variableBody(t)},
		{Type: "locals", Body: localsBody()},
	}})
}
