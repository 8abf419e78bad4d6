package toconfig

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsoncall"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/limits"
	"github.com/hcljson/hcljson/schema"
)

// instance is the configuration of an instance of a resource.
type instance struct {
	*jsonformat.Resource
	bodyWriter
	// notes are comments above the block.
	notes []string
	// secrets are in the expressions, in the order of the text.
	secrets []*secret
	// exists: the object is there already, so that it can be imported, by the
	// importID if that is not empty.
	exists   bool
	importID string
}

// secret is a reference to a variable that stands for a sensitive value.
type secret struct {
	// node is filled in when the variable has its name.
	node *hclwrite.Native
	// name and path say what it is of: network_0_ip, network[0].ip.
	name, path string
	// json is the value, which is only compared; typ is the type of the variable.
	json, typ string
	// unmarked: the product does not take the value at this place for sensitive.
	unmarked bool
}

// walker makes the configuration of one instance.
type walker struct {
	g *generator
	*instance
	// typ is the type in messages: "aws_instance", or "data.aws_ami".
	typ string
	// language is the body of the block in the language's tables.
	language *schema.Body
	// legacy: the schema is one of the SDK that does not tell null from empty.
	legacy  bool
	path    []jsonformat.Step
	unknown []string
}

// instance makes the configuration of an instance. c is what the plan does with it,
// or nil.
func (g *generator) instance(r *jsonformat.Resource, c *jsonformat.ResourceChange) *instance {
	in := &instance{Resource: r, exists: true}
	w := &walker{g: g, instance: in, typ: jsonformat.Prefix(r.Mode) + r.Type, language: g.language(r)}
	v := value{Value: r.Values.Tree(), sensitive: r.Sensitive.Tree()}
	if c != nil {
		if g.planned() {
			v.unknown = c.Change.AfterUnknown.Tree()
			in.exists = !slices.Equal(c.Change.Actions, []string{"create"})
		}
		v.sensitive = union(v.sensitive, g.marks(&c.Change))
	}
	if v.Value == nil || v.Kind != jsontree.Object {
		v.Value = &jsontree.Value{Kind: jsontree.Object}
	}
	if g.tooDeep(v.Value, r.Place.Range(), "The values of "+in.fullAddress()+" are") {
		return in
	}
	spec := g.spec(r)
	if spec == noSpec {
		return in // there is an error
	}
	if spec != nil {
		w.legacy = legacy(spec.Body)
		w.finish(w.specBody(v, spec.Body))
	} else {
		w.guesses()
		w.finish(w.guessBody(v))
	}
	w.findImportID(v, c, spec)
	if r.Tainted {
		in.notes = append(in.notes, "# "+in.address()+" is tainted: the next apply replaces it.")
	}
	if len(w.unknown) > 0 {
		in.notes = append(in.notes, "# Known after apply: "+join(unique(w.unknown))+".")
	}
	return in
}

// maxDepth is how deep values may be nested. There are brackets around them, and
// there may be a call of jsonencode in them.
const maxDepth = limits.Nesting - 2*jsoncall.MaxNesting

// tooDeep reports the values of something as an error if they are nested too deeply.
func (g *generator) tooDeep(v *jsontree.Value, place hcl.Range, subject string) bool {
	deep := depth(v) > maxDepth
	if deep {
		g.report(place, hcl.DiagError, "Nested too deeply",
			"%s nested more than %d levels deep, which is more than the products read.", subject, maxDepth)
	}
	return deep
}

// depth is how deep a value is nested.
func depth(v *jsontree.Value) int {
	deepest := 0
	for i := range v.Len() {
		_, part := v.Part(i)
		deepest = max(deepest, depth(part))
	}
	return deepest + 1
}

// planned reports whether the values are those after a plan, some of which may
// not be known.
func (g *generator) planned() bool { return g.doc.Plan != nil && g.opts.From == Planned }

// marks are the sensitive values that a change names: those of the values that
// are taken.
func (g *generator) marks(c *jsonformat.Change) *jsontree.Value {
	if g.planned() {
		return c.AfterSensitive.Tree()
	}
	return c.BeforeSensitive.Tree()
}

// union returns marks for what one of two marks is on.
func union(a, b *jsontree.Value) *jsontree.Value {
	switch {
	case a.IsTrue() || marksNothing(b):
		return a
	case b.IsTrue() || marksNothing(a):
		return b
	case a.Kind == jsontree.Object && b.Kind == jsontree.Object:
		both := &jsontree.Value{Kind: jsontree.Object}
		inA, inB := lookup(a), lookup(b)
		for _, m := range a.Members {
			m.Value = *union(&m.Value, inB(m.Name))
			both.Members = append(both.Members, m)
		}
		for _, m := range b.Members {
			if inA(m.Name) == nil {
				both.Members = append(both.Members, m)
			}
		}
		return both
	case a.Kind != jsontree.Array || b.Kind != jsontree.Array:
	case len(a.Elems) == 0:
		return b
	case len(b.Elems) == 0:
		return a
	case len(a.Elems) == len(b.Elems):
		both := &jsontree.Value{Kind: jsontree.Array}
		for i := range a.Elems {
			both.Elems = append(both.Elems, *union(&a.Elems[i], &b.Elems[i]))
		}
		return both
	}
	// They do not agree on the form of the value.
	return everything
}

// marksNothing reports whether a mark is none, false, or an empty object.
func marksNothing(mark *jsontree.Value) bool {
	return mark == nil || mark.Kind == jsontree.Null || mark.Kind == jsontree.Bool && !mark.IsTrue() ||
		mark.Kind == jsontree.Object && len(mark.Members) == 0
}

// hide returns the expression of a value that must not be shown. typ is the type
// of the value, if that is known.
func (w *walker) hide(v value, typ cty.Type, unmarked bool) hclwrite.Expr {
	s := &secret{
		node: &hclwrite.Native{}, name: w.pathName(), path: w.pathText(),
		json: canonical(v.Value), typ: variableType(v.Value, typ), unmarked: unmarked,
	}
	// Until the variable has its name, what is equal has the same text.
	s.fill("var." + s.name)
	w.secrets = append(w.secrets, s)
	return s.node
}

// fill sets what the secret is replaced by.
func (s *secret) fill(expression string) {
	s.node.Text = expression
	if s.unmarked {
		s.node.Text = "nonsensitive(" + expression + ")"
	}
}

// anyType is the type of a variable that takes any value.
const anyType = "any"

// variableType is the type of the variable for a value.
func variableType(v *jsontree.Value, typ cty.Type) string {
	if typ != cty.NilType && typ != cty.DynamicPseudoType {
		return typeexpr.TypeString(typ)
	}
	switch v.Kind {
	case jsontree.String:
		return "string"
	case jsontree.Number:
		return "number"
	case jsontree.Bool:
		return "bool"
	}
	return anyType
}

// set adds an attribute, if there is an expression for it.
func (b *bodyWriter) set(name string, e hclwrite.Expr, ok bool) {
	if ok {
		b.attributes = append(b.attributes, &hclwrite.Attribute{Name: name, Expr: e})
	}
}

// bodyWriter collects what a body holds: attributes first.
type bodyWriter struct {
	attributes []*hclwrite.Attribute
	blocks     []*hclwrite.Block
}

func (b *bodyWriter) body() hclwrite.Body {
	items := make([]hclwrite.Item, 0, len(b.attributes)+len(b.blocks))
	for _, a := range b.attributes {
		items = append(items, a)
	}
	for _, block := range b.blocks {
		items = append(items, block)
	}
	return hclwrite.Body{Items: items}
}

// finish takes the content of the body of the resource. What a provider calls as the
// language does what it has for itself is in an escape block.
func (w *walker) finish(content *bodyWriter) {
	var escaped bodyWriter
	body := func(name string) *bodyWriter {
		if attribute, block := w.language.Own(name); attribute != nil || block != nil {
			return &escaped
		}
		return &w.bodyWriter
	}
	for _, a := range content.attributes {
		in := body(a.Name)
		in.attributes = append(in.attributes, a)
	}
	for _, block := range content.blocks {
		in := body(block.Type)
		in.blocks = append(in.blocks, block)
	}
	if len(escaped.attributes)+len(escaped.blocks) > 0 {
		w.blocks = append(w.blocks, &hclwrite.Block{Type: w.language.Escape().Type, Body: escaped.body()})
	}
}

// warn reports something of the instance's type, once for each text.
func (w *walker) warn(severity hcl.DiagnosticSeverity, summary, format string, args ...any) {
	w.g.once(w.Place.Range, severity, summary, format, args...)
}

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
	if spec := g.spec(r); spec != nil && spec != noSpec && r.Values.IsSet() {
		g.collectBody(r.Values.Tree(), spec.Body)
	}
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
