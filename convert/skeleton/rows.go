package skeleton

import (
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// rows makes examples of the bodies of a language, which may be recursive. Those that
// are open are not written again.
type rows struct{ open map[*schema.Body]bool }

func (r rows) contents(body *schema.Body) (c contents) {
	if body == nil || r.open[body] {
		return c
	}
	r.open[body] = true
	defer delete(r.open, body)
	for i := range body.Attributes {
		row := &body.Attributes[i]
		if _, also := body.Lookup(row.Name); also != nil {
			continue // the block shows more
		}
		c.arguments = append(c.arguments, argument{name: row.Name, value: valueOfRow(row.Value)})
	}
	for i := range body.Blocks {
		row := &body.Blocks[i]
		if row.Escape || body.Dynamic && row.Type == schema.DynamicType {
			continue
		}
		if _, also := body.Lookup(row.Type); r.open[row.Body] || also != row {
			continue
		}
		// It is made while the bodies around are open.
		made := block(row.Type, row.Labels, r.contents(row.BodyFor(nil, "")))
		remark := atMost(row.Max)
		if row.Single || row.Max == 1 {
			remark = "at most 1"
		}
		c.blocks = append(c.blocks, nested{block: func() *hclwrite.Block { return made }, required: row.Min, remark: remark})
	}
	switch {
	case body.Part != schema.NoPart:
		c.remarks = append(c.remarks, "What the plugin defines stands here.")
	case body.Rest == schema.RestAttributes:
		c.remarks = append(c.remarks, "Arguments of any name stand here.")
	}
	return c
}

// valueOfRow is a placeholder for an argument of a language.
func valueOfRow(v *schema.Value) hclwrite.Expr {
	switch {
	case v == nil:
		return hclwrite.NewNull()
	case v.List != nil:
		return hclwrite.NewTuple()
	case v.IsMap():
		return &hclwrite.Object{}
	case v.Mode == schema.Type:
		return hclwrite.NewReference("string")
	}
	return hclwrite.NewNull()
}
