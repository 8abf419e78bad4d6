package equivalent

import (
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// testDialect has one example of every feature of a schema table.
func testDialect() *schema.Dialect {
	literal := &tables.Value{Mode: tables.Literal}
	traversal := &tables.Value{Mode: tables.Traversal}
	reference := &tables.Value{Mode: tables.Reference}
	keyword := &tables.Value{Mode: tables.Keyword}
	plugin := func() *tables.Body { return &tables.Body{Remain: tables.RemainUnknown, Dynamic: true} }
	resource := plugin()
	resource.Attributes = []tables.Attribute{
		{Name: "count"},
		{Name: "provider", Value: reference},
		{Name: "depends_on", Value: &tables.Value{Mode: tables.Traversal, List: traversal}},
	}
	resource.Blocks = []tables.Block{
		{Type: "lifecycle", Single: true, Body: &tables.Body{Attributes: []tables.Attribute{
			{Name: "prevent_destroy", Value: literal},
			{Name: "ignore_changes", Value: &tables.Value{Mode: tables.Keyword, List: traversal}},
			{Name: "replace_triggered_by", Value: &tables.Value{Mode: tables.Reference, List: reference}},
		}}},
		{Type: "provisioner", Labels: []string{"type"}, Ordered: true, Body: &tables.Body{
			Attributes: []tables.Attribute{{Name: "when", Value: keyword}},
			Remain:     tables.RemainAttributes,
			Dynamic:    true,
		}},
	}
	return &schema.Dialect{Name: "test", ArrayRoot: true, Root: &tables.Body{
		Blocks: []tables.Block{
			{Type: "locals", Body: &tables.Body{Remain: tables.RemainAttributes, JustAttributes: true}},
			{Type: "variable", Labels: []string{"name"}, Body: &tables.Body{
				Attributes: []tables.Attribute{
					{Name: "type", Value: &tables.Value{Mode: tables.Type}},
					{Name: "default", Value: literal},
					{Name: "description", Value: literal},
				},
				Blocks: []tables.Block{{Type: "validation", Body: &tables.Body{Attributes: []tables.Attribute{
					{Name: "condition"},
					{Name: "error_message", Value: &tables.Value{Mode: tables.TemplateOrText}},
				}}}},
			}},
			{Type: "resource", Labels: []string{"type", "name"}, Body: resource},
			{Type: "module", Labels: []string{"name"}, Body: &tables.Body{
				Attributes: []tables.Attribute{{Name: "providers", Value: &tables.Value{MapKey: reference, MapValue: reference}}},
				Remain:     tables.RemainAttributes,
			}},
			{Type: "moved", Body: &tables.Body{Attributes: []tables.Attribute{
				{Name: "from", Value: traversal}, {Name: "to", Value: traversal},
			}}},
			{Type: "required_providers", Body: &tables.Body{
				Remain: tables.RemainAttributes,
				RemainValue: &tables.Value{Mode: tables.Literal, Fields: []tables.Attribute{
					{Name: "source", Value: literal},
					{Name: "configuration_aliases", Value: &tables.Value{Mode: tables.Traversal, List: traversal}},
				}},
				JustAttributes: true,
			}},
			{Type: "backend", Labels: []string{"type"}, Body: &tables.Body{Remain: tables.RemainAttributes},
				Dependent: map[string]*tables.Body{
					"literal": {Remain: tables.RemainAttributes, RemainValue: literal},
				}},
			{Type: "build", Body: &tables.Body{
				Blocks: []tables.Block{
					{Type: "post-processor", Labels: []string{"type"}, Body: plugin()},
					{Type: "post-processors", Body: plugin()},
				},
				Sequence: [][]string{{"post-processor", "post-processors"}},
				Dynamic:  true,
			}},
			{Type: "generate", Labels: []string{"name"}, Shape: tables.ObjectShape,
				Body: &tables.Body{Remain: tables.RemainAttributes}},
			{Type: "bare", Body: &tables.Body{Remain: tables.RemainAttributes, NoComments: true}},
			{Type: "any", Body: plugin()},
			{Type: "parts", Body: &tables.Body{Attributes: []tables.Attribute{
				{Name: "part", AsBlocks: tables.ElementOf(&tables.Body{Attributes: []tables.Attribute{{Name: "n"}}})},
			}}},
			{Type: "rest", Body: &tables.Body{
				Remain: tables.RemainUnknown, RemainBody: &tables.Body{Remain: tables.RemainAttributes, RemainValue: literal},
			}},
			{Type: "likely", Body: &tables.Body{
				Remain: tables.RemainUnknown,
				Names:  guess.NewNames(nil, nil, []string{"ingress", "rule"}, false).WithLists("ingress"),
			}},
			{Type: "surveyed", Body: &tables.Body{
				Attributes: []tables.Attribute{{Name: "listed"}},
				Remain:     tables.RemainUnknown,
				Names:      guess.NewNames([]string{"tags"}, nil, []string{"rule"}, true),
			}},
		},
		Attributes: []tables.Attribute{
			{Name: "generate"},
			{Name: "flat", NoJSON: "The product takes these for blocks."},
			{Name: "told", Value: &tables.Value{Mode: tables.Literal, Differs: "others evaluate it"}},
			{Name: "keys", Value: &tables.Value{Mode: tables.TemplateOrTraversal}},
		},
	}}
}
