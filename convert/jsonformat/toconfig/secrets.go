package toconfig

import (
	"slices"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// minKeySecret is the length in bytes from which on a sensitive string is looked
// for in the keys of instances. An object whose key may not be shown is lost, and
// what is a key is seldom a secret: the products refuse keys that they know to be
// sensitive.
const minKeySecret = 16

// hidesKey reports whether the key of an instance holds what is sensitive.
func (g *generator) hidesKey(key jsonformat.Key) bool {
	return g.secrets.Holds(key.Text, minKeySecret)
}

// hidesName reports whether a name of a member of an object holds what is
// sensitive.
func (g *generator) hidesName(v value) bool {
	in := func(m jsontree.Member) bool { return g.secrets.In(m.Name) }
	return slices.ContainsFunc(v.Members, in) || v.unknown != nil && slices.ContainsFunc(v.unknown.Members, in)
}

// collectSecrets finds what is sensitive anywhere in the document, and what the schemas
// say is so.
func (g *generator) collectSecrets() {
	g.secrets.AddDocument(g.doc, true)
	var all []*jsonformat.Values
	if g.doc.State != nil {
		all = append(all, g.doc.State.Values)
	}
	if plan := g.doc.Plan; plan != nil {
		all = append(all, plan.Planned, g.prior())
	}
	for _, values := range all {
		if values == nil {
			continue
		}
		for r := range values.Root.All {
			if g.doc.Plan != nil && values == g.doc.Plan.Planned {
				g.secrets.AddMarked(r.Values, r.Sensitive)
			}
			if r.Mode == jsonformat.Managed || g.opts.Data {
				g.collectBySpec(r)
			}
		}
	}
}

// collectBySpec adds what the schema says is sensitive, which the document need not
// mark.
func (g *generator) collectBySpec(r *jsonformat.Resource) {
	spec := g.spec(r)
	if spec == nil || spec == noSpec || !r.Values.IsSet() {
		return
	}
	sensitive, known := g.sensitive[spec]
	if !known {
		sensitive = hasSensitive(spec.Body)
		g.sensitive[spec] = sensitive
	}
	if sensitive {
		g.collectBody(r.Values.Tree(), spec.Body)
	}
}

// hasSensitive reports whether an attribute of a body, or of one in it, is
// sensitive.
func hasSensitive(body *schema.SpecBody) bool {
	for _, a := range body.Attributes {
		if sensitiveAttribute(a) {
			return true
		}
	}
	for _, block := range body.Blocks {
		if hasSensitive(block.Body) {
			return true
		}
	}
	return false
}

func sensitiveAttribute(a *schema.SpecAttribute) bool {
	if a.Sensitive {
		return true
	}
	for _, inner := range a.Nested {
		if sensitiveAttribute(inner) {
			return true
		}
	}
	return false
}

func (g *generator) collectBody(v *jsontree.Value, body *schema.SpecBody) {
	g.collectAttributes(v, body.Attributes)
	for i := range v.Members {
		if block := body.Blocks[v.Members[i].Name]; block != nil {
			for _, object := range objects(&v.Members[i].Value, block.Nesting) {
				g.collectBody(object, block.Body)
			}
		}
	}
}

func (g *generator) collectAttributes(v *jsontree.Value, attributes map[string]*schema.SpecAttribute) {
	for i := range v.Members {
		a, m := attributes[v.Members[i].Name], &v.Members[i].Value
		switch {
		case a == nil:
		case a.Sensitive:
			g.secrets.AddAll(m)
		case a.Nested != nil:
			for _, object := range objects(m, a.Nesting) {
				g.collectAttributes(object, a.Nested)
			}
		}
	}
}

// objects are those that the value of blocks or of nested attributes consists of.
func objects(v *jsontree.Value, nesting schema.Nesting) []*jsontree.Value {
	if nesting == schema.NestingSingle || nesting == schema.NestingGroup {
		return []*jsontree.Value{v}
	}
	all := make([]*jsontree.Value, v.Len())
	for i := range all {
		_, all[i] = v.Part(i)
	}
	return all
}
