package equivalent

import (
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/schema"
)

// testDialect has one example of every feature of a schema table.
func testDialect() *schema.Dialect {
	literal := &schema.Value{Mode: schema.Literal}
	traversal := &schema.Value{Mode: schema.Traversal}
	reference := &schema.Value{Mode: schema.Reference}
	keyword := &schema.Value{Mode: schema.Keyword}
	plugin := func() *schema.Body { return &schema.Body{Remain: schema.RemainUnknown, Dynamic: true} }
	resource := plugin()
	resource.Attributes = []schema.Attribute{
		{Name: "count"},
		{Name: "provider", Value: reference},
		{Name: "depends_on", Value: &schema.Value{Mode: schema.Traversal, List: traversal}},
	}
	resource.Blocks = []schema.Block{
		{Type: "lifecycle", Single: true, Body: &schema.Body{Attributes: []schema.Attribute{
			{Name: "prevent_destroy", Value: literal},
			{Name: "ignore_changes", Value: &schema.Value{Mode: schema.Keyword, List: traversal}},
			{Name: "replace_triggered_by", Value: &schema.Value{Mode: schema.Reference, List: reference}},
		}}},
		{Type: "provisioner", Labels: []string{"type"}, Ordered: true, Body: &schema.Body{
			Attributes: []schema.Attribute{{Name: "when", Value: keyword}},
			Remain:     schema.RemainAttributes,
			Dynamic:    true,
		}},
	}
	return &schema.Dialect{Name: "test", ArrayRoot: true, Root: &schema.Body{
		Blocks: []schema.Block{
			{Type: "locals", Body: &schema.Body{Remain: schema.RemainAttributes, JustAttributes: true}},
			{Type: "variable", Labels: []string{"name"}, Body: &schema.Body{
				Attributes: []schema.Attribute{
					{Name: "type", Value: &schema.Value{Mode: schema.Type}},
					{Name: "default", Value: literal},
					{Name: "description", Value: literal},
				},
				Blocks: []schema.Block{{Type: "validation", Body: &schema.Body{Attributes: []schema.Attribute{
					{Name: "condition"},
					{Name: "error_message", Value: &schema.Value{Mode: schema.TemplateOrText}},
				}}}},
			}},
			{Type: "resource", Labels: []string{"type", "name"}, Body: resource},
			{Type: "module", Labels: []string{"name"}, Body: &schema.Body{
				Attributes: []schema.Attribute{{Name: "providers", Value: &schema.Value{MapKey: reference, MapValue: reference}}},
				Remain:     schema.RemainAttributes,
			}},
			{Type: "moved", Body: &schema.Body{Attributes: []schema.Attribute{
				{Name: "from", Value: traversal}, {Name: "to", Value: traversal},
			}}},
			{Type: "required_providers", Body: &schema.Body{
				Remain: schema.RemainAttributes,
				RemainValue: &schema.Value{Mode: schema.Literal, Fields: []schema.Attribute{
					{Name: "source", Value: literal},
					{Name: "configuration_aliases", Value: &schema.Value{Mode: schema.Traversal, List: traversal}},
				}},
				JustAttributes: true,
			}},
			{Type: "backend", Labels: []string{"type"}, Body: &schema.Body{Remain: schema.RemainAttributes},
				Dependent: map[string]*schema.Body{
					"literal": {Remain: schema.RemainAttributes, RemainValue: literal},
				}},
			{Type: "build", Body: &schema.Body{
				Blocks: []schema.Block{
					{Type: "post-processor", Labels: []string{"type"}, Body: plugin()},
					{Type: "post-processors", Body: plugin()},
				},
				Sequence: [][]string{{"post-processor", "post-processors"}},
				Dynamic:  true,
			}},
			{Type: "generate", Labels: []string{"name"}, Shape: schema.ObjectShape,
				Body: &schema.Body{Remain: schema.RemainAttributes}},
			{Type: "bare", Body: &schema.Body{Remain: schema.RemainAttributes, NoComments: true}},
			{Type: "any", Body: plugin()},
			{Type: "parts", Body: &schema.Body{Attributes: []schema.Attribute{
				{Name: "part", AsBlocks: schema.ElementOf(&schema.Body{Attributes: []schema.Attribute{{Name: "n"}}})},
			}}},
			{Type: "rest", Body: &schema.Body{
				Remain: schema.RemainUnknown, RemainBody: &schema.Body{Remain: schema.RemainAttributes, RemainValue: literal},
			}},
			{Type: "likely", Body: &schema.Body{
				Remain: schema.RemainUnknown,
				Names:  (*schema.Names)(guess.NewNames(nil, nil, []string{"ingress", "rule"}, false).WithLists("ingress")),
			}},
			{Type: "surveyed", Body: &schema.Body{
				Attributes: []schema.Attribute{{Name: "listed"}},
				Remain:     schema.RemainUnknown,
				Names:      (*schema.Names)(guess.NewNames([]string{"tags"}, nil, []string{"rule"}, true)),
			}},
		},
		Attributes: []schema.Attribute{
			{Name: "generate"},
			{Name: "flat", NoJSON: "The product takes these for blocks."},
			{Name: "told", Value: &schema.Value{Mode: schema.Literal, Differs: "others evaluate it"}},
			{Name: "keys", Value: &schema.Value{Mode: schema.TemplateOrTraversal}},
		},
	}}
}
