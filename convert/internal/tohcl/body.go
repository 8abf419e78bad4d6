package tohcl

import (
	"slices"

	"github.com/hcljson/hcljson/convert/internal/asblocks"
	"github.com/hcljson/hcljson/convert/internal/expression"
	"github.com/hcljson/hcljson/convert/internal/kinds"
	"github.com/hcljson/hcljson/convert/internal/placement"
	"github.com/hcljson/hcljson/convert/internal/scope"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// bodyReader reads one body from its JSON objects.
type bodyReader struct {
	*kinds.Body
	reader *reader
	scope  scope.Scope
	items  []hclwrite.Item
}

// readBody reads a body from the JSON objects of r. It reads the annotations first, then the items, and
// then assigns the comments. beside contains the comments next to the block of the body. own is the layout of the
// body.
func (c *reader) readBody(r *bodyReader, body *hclwrite.Body) (beside hclwrite.Comments, own *hclwrite.Layout) {
	r.reader = c
	objects, s := r.Objects, r.Schema
	r.Prepare()
	r.build(objects)
	body.Items = r.items
	if !c.opts.DropComments {
		own = c.placeComments(r, body)
	}
	asblocks.ReplaceArguments(body, &r.Annotation, s, c.Dialect.Merges, r.Hints)
	if len(objects) > 0 {
		c.check.Body(body.Items, s, hclwrite.Span{Start: objects[0].Start, End: objects[0].Start + 1}, r.scope)
	}
	placement.Reorder(body, r.Annotation.Order)
	if !c.opts.DropComments {
		beside = placement.AddBodyComments(body, r.Annotation.Comments)
	}
	return beside, own
}

// build builds the items of a body.
func (r *bodyReader) build(objects []*jsontree.Value) {
	for _, object := range objects {
		for i := range object.Members {
			if m := &object.Members[i]; m.Name != annotation.Property || r.Schema.NoComments {
				r.buildProperty(m)
			}
		}
	}
}

// placeComments assigns the comments and the layouts of the annotation of a body. It returns the layout of the body.
func (c *reader) placeComments(r *bodyReader, body *hclwrite.Body) *hclwrite.Layout {
	p := placement.Placer{
		Reporter: c.Reporter, OmitUnplaced: c.opts.OmitUnplaced, Objects: r.Objects, Schema: r.Schema, Hints: r.Hints,
	}
	layout := p.Place(body, &r.Annotation)
	c.hasLayout = c.hasLayout || layout != nil
	return layout
}

// buildProperty classifies a member of the body and builds its items.
func (r *bodyReader) buildProperty(m *jsontree.Member) {
	switch p, h := r.Classify(m); {
	case p.Refused:
	case p.Kind == guess.IsBlock:
		r.readBlocks(p, h.Labels)
	default:
		r.items = append(r.items, &hclwrite.Attribute{
			Name: m.Name, Span: hclwrite.Span{Start: m.NameStart, End: m.Value.End}, Expr: r.attributeValue(p),
			ValueSpan: expression.ValueSpan(&m.Value),
		})
	}
}

// attributeValue returns the expression for the value of an attribute.
func (r *bodyReader) attributeValue(p *kinds.Property) hclwrite.Expr {
	v := &p.Member.Value
	if r.Schema.NestedInLists && v.Kind == jsontree.Object {
		// For an object in parentheses, the conversion back does not add a list.
		return &hclwrite.Native{Text: hcltext.Parenthesize(hclwrite.ExprText(r.expr(v, p.Value)))}
	}
	if p.InList && v.Kind == jsontree.Array && len(v.Elems) == 1 {
		if object, ok := r.expr(&v.Elems[0], p.Value).(*hclwrite.Object); ok {
			return object
		}
	}
	return r.expr(v, p.Value)
}

// expr returns the expression for a value of the body.
func (r *bodyReader) expr(v *jsontree.Value, rule *tables.Value) hclwrite.Expr {
	r.reader.exprs.Scope = r.scope
	return r.reader.exprs.Read(v, rule)
}

// hasMember reports whether one of the objects has a member with the given name.
func hasMember(objects []*jsontree.Value, name string) bool {
	return slices.ContainsFunc(objects, func(object *jsontree.Value) bool {
		return slices.ContainsFunc(object.Members, func(m jsontree.Member) bool { return m.Name == name })
	})
}

// bodyObjects returns the objects of a body: the value v itself, or the elements of an array. other
// is an array element that is not an object, or nil.
func (c *reader) bodyObjects(v *jsontree.Value) (list []*jsontree.Value, other *jsontree.Value) {
	if v.Kind != jsontree.Array {
		return []*jsontree.Value{v}, nil
	}
	list = make([]*jsontree.Value, len(v.Elems))
	for i := range v.Elems {
		if list[i] = &v.Elems[i]; list[i].Kind != jsontree.Object {
			return nil, list[i]
		}
	}
	return list, nil
}

func (c *reader) reportNotObject(v *jsontree.Value) {
	c.Fail(v.Start, v.End, "Wrong JSON value in a body",
		"The elements of a body written as an array must be objects; found %s.", v.Kind)
}
