package toconfig

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/convert/jsonformat"
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

// collectSecrets finds what is sensitive anywhere in the document.
func (g *generator) collectSecrets() {
	var all []*jsonformat.Values
	if g.doc.State != nil {
		all = append(all, g.doc.State.Values)
	}
	if plan := g.doc.Plan; plan != nil {
		all = append(all, plan.Planned)
		if plan.Prior != nil {
			all = append(all, plan.Prior.Values)
		}
		for c := range plan.EachChange {
			g.collectChange(&c.Change)
		}
		for i := range plan.OutputChanges {
			g.collectChange(&plan.OutputChanges[i].Change)
		}
		g.collectVariables(plan)
	}
	for _, values := range all {
		if values == nil {
			continue
		}
		for i := range values.Outputs {
			if o := &values.Outputs[i]; o.Sensitive && o.Value.IsSet() {
				g.secrets.AddAll(o.Value.Tree())
			}
		}
		g.collectModule(&values.Root)
	}
}

func (g *generator) collectModule(m *jsonformat.Module) {
	for i := range m.Resources {
		r := &m.Resources[i]
		g.collect(r.Values, r.Sensitive)
		if r.Mode == jsonformat.Managed || g.opts.Data {
			g.collectBySpec(r)
		}
	}
	for i := range m.Children {
		g.collectModule(&m.Children[i])
	}
}

func (g *generator) collectChange(c *jsonformat.Change) {
	g.collect(c.Before, c.BeforeSensitive)
	g.collect(c.After, c.AfterSensitive)
}

func (g *generator) collectVariables(plan *jsonformat.Plan) {
	if plan.Configuration == nil {
		return
	}
	sensitive := map[string]bool{}
	for _, v := range plan.Configuration.Root.Variables {
		sensitive[v.Name] = v.Sensitive
		if v.Sensitive && v.Default.IsSet() {
			g.secrets.AddAll(v.Default.Tree())
		}
	}
	for _, v := range plan.Variables {
		if sensitive[v.Name] && v.Value.IsSet() {
			g.secrets.AddAll(v.Value.Tree())
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
	var all []*jsontree.Value
	for i := range v.Elems {
		all = append(all, &v.Elems[i])
	}
	for i := range v.Members {
		all = append(all, &v.Members[i].Value)
	}
	return all
}

// collect adds what is marked. Most values have no mark, and are not read.
func (g *generator) collect(values, marks jsonformat.Value) {
	if values.IsSet() && strings.Contains(marks.JSON(), "true") {
		g.collectMarked(value{Value: values.Tree(), sensitive: marks.Tree()})
	}
}

// collectMarked adds the strings of a value that are marked.
func (g *generator) collectMarked(v value) {
	switch {
	case v.Value == nil || v.sensitive == nil:
	case v.isSensitive():
		g.secrets.AddAll(v.Value)
	case v.Kind == jsontree.Array:
		for i := range v.Elems {
			g.collectMarked(v.element(i))
		}
	case v.Kind == jsontree.Object:
		marks := lookup(v.sensitive)
		for i := range v.Members { // a name that stands twice, too
			g.collectMarked(value{Value: &v.Members[i].Value, sensitive: marks(v.Members[i].Name)})
		}
	}
}
