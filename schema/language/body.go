package language

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/schema"
)

// body is a body as the file describes it: a body or root block, or what stands
// in a block, when_label, when_value or as_blocks block.
type body struct {
	name string // of a body block
	rng  hcl.Range

	uses       []*reference
	attributes []attribute
	blocks     []*block
	settings

	// table is what the body becomes, filled in by link.
	table *schema.Body
	state linkState
	// reached: the root leads here.
	reached bool
}

// settings are what a body says besides its names.
type settings struct {
	others         setting[others]
	otherBlocks    setting[*reference]
	known          setting[*schema.Names]
	justAttributes setting[bool]
	dynamic        setting[bool]
	comments       setting[bool]
	lists          setting[bool]
	sequences      setting[[][]string]
	definer        setting[string]
	component      setting[schema.Part]
}

// over returns s, with what only base says.
func (s settings) over(base settings) settings {
	return settings{
		others:         s.others.over(base.others),
		otherBlocks:    s.otherBlocks.over(base.otherBlocks),
		known:          s.known.over(base.known),
		justAttributes: s.justAttributes.over(base.justAttributes),
		dynamic:        s.dynamic.over(base.dynamic),
		comments:       s.comments.over(base.comments),
		lists:          s.lists.over(base.lists),
		sequences:      s.sequences.over(base.sequences),
		definer:        s.definer.over(base.definer),
		component:      s.component.over(base.component),
	}
}

// empty reports whether nothing is said.
func (s settings) empty() bool {
	return !s.others.set && !s.otherBlocks.set && !s.known.set && !s.justAttributes.set && !s.dynamic.set &&
		!s.comments.set && !s.lists.set && !s.sequences.set && !s.definer.set && !s.component.set
}

// reference names a body block.
type reference struct {
	name string
	rng  hcl.Range
}

// others is what the names are that a body does not list.
type others struct {
	rest  schema.Rest
	value *schema.Value
}

// attribute is a row with the body that it may be written with.
type attribute struct {
	row      schema.Attribute
	rng      hcl.Range
	asBlocks *body
}

// body reads the part of a block that describes a body.
func (r *reader) body(content *hcl.BodyContent, name string, rng hcl.Range) *body {
	b := &body{name: name, rng: rng, table: &schema.Body{}}
	r.bodies = append(r.bodies, b)
	if use := content.Attributes["use"]; use != nil {
		b.uses = r.references(use.Expr)
	}
	if rows := content.Attributes["attributes"]; rows != nil {
		b.attributes = r.listed(rows.Expr)
	}
	b.others = r.others(content)
	if other := content.Attributes["other_blocks"]; other != nil {
		if ref := r.reference(other.Expr); ref != nil {
			b.otherBlocks = setting[*reference]{ref, ref.rng, true}
		}
	}
	b.justAttributes = r.flag(content, "just_attributes")
	b.dynamic = r.flag(content, "dynamic")
	b.comments = r.flag(content, "comments")
	b.lists = r.flag(content, "lists")
	b.sequences = r.sequences(content)
	b.definer = r.text(content, "definer")
	b.component = r.component(content)
	for _, inner := range content.Blocks {
		switch inner.Type {
		case "attribute":
			b.attributes = append(b.attributes, r.attribute(inner))
		case "block":
			b.blocks = append(b.blocks, r.block(inner))
		case "known_names":
			if b.known.set {
				r.errorf(inner.DefRange, "Duplicate block", "The body has known_names on line %d already. Put the names together.", b.known.rng.Start.Line)
			}
			b.known = setting[*schema.Names]{r.names(inner), inner.DefRange, true}
		}
	}
	r.distinct(b)
	return b
}

// distinct checks that a body lists no name twice, unless it is an attribute and
// a block.
func (r *reader) distinct(b *body) {
	attributes := map[string]hcl.Range{}
	for _, a := range b.attributes {
		if before, ok := attributes[a.row.Name]; ok {
			r.errorf(a.rng, "Duplicate attribute", "The attribute %q stands on line %d already. Remove one of the two.", a.row.Name, before.Start.Line)
		}
		attributes[a.row.Name] = a.rng
	}
	blocks := map[string]hcl.Range{}
	for _, inner := range b.blocks {
		if before, ok := blocks[inner.name]; ok {
			r.errorf(inner.rng, "Duplicate block", "The block %q stands on line %d already. Remove one of the two.", inner.name, before.Start.Line)
		}
		blocks[inner.name] = inner.rng
		if before, ok := attributes[inner.name]; ok && !inner.shape.set {
			r.errorf(inner.rng, "Attribute and block", "%q is an attribute too, on line %d. In JSON it is always the attribute, so say in which shape the program takes it: shape = object if it has to be an object, shape = any if it can be an array as well.", inner.name, before.Start.Line)
		}
	}
}

// others reads the rule for the names that a body does not list.
func (r *reader) others(content *hcl.BodyContent) setting[others] {
	attribute := content.Attributes["others"]
	if attribute == nil || !r.shallowString(attribute.Expr) {
		return setting[others]{}
	}
	expr, rng := attribute.Expr, attribute.Expr.Range()
	kinds := map[string]schema.Rest{"none": schema.RestNone, "attributes": schema.RestAttributes, "anything": schema.RestUnknown}
	if rest, ok := kinds[hcl.ExprAsKeyword(expr)]; ok {
		return setting[others]{others{rest: rest}, rng, true}
	}
	call, diags := hcl.ExprCall(expr)
	if diags.HasErrors() || len(call.Arguments) != 1 || kinds[call.Name] == schema.RestNone {
		r.errorf(rng, "Unsuitable value", `"others" is none, attributes or anything, or attributes(R) or anything(R) with a rule such as literal.`)
		return setting[others]{}
	}
	return setting[others]{others{kinds[call.Name], orNil(r.value(call.Arguments[0]))}, rng, true}
}

// components are the kinds of components that a plugin has.
var components = map[string]schema.Part{
	"builder":        schema.Builder,
	"provisioner":    schema.Provisioner,
	"post-processor": schema.PostProcessor,
	"data":           schema.PluginDataSource,
}

// component reads the kind of component that defines what else a body holds.
func (r *reader) component(content *hcl.BodyContent) setting[schema.Part] {
	attribute := content.Attributes["component"]
	if attribute == nil {
		return setting[schema.Part]{}
	}
	rng := attribute.Expr.Range()
	part, ok := components[hcl.ExprAsKeyword(attribute.Expr)]
	if !ok {
		r.errorf(rng, "Unsuitable value", `"component" is builder, provisioner, post-processor or data, without quotes in native syntax.`)
	}
	return setting[schema.Part]{part, rng, ok}
}

// sequences reads groups of block types.
func (r *reader) sequences(content *hcl.BodyContent) setting[[][]string] {
	attribute := content.Attributes["sequences"]
	if attribute == nil {
		return setting[[][]string]{}
	}
	rng := attribute.Expr.Range()
	groups, diags := hcl.ExprList(attribute.Expr)
	if diags.HasErrors() || len(groups) == 0 {
		r.errorf(rng, "Unsuitable value", `"sequences" is a list of lists of block types, such as [["step", "steps"]].`)
		return setting[[][]string]{}
	}
	var result [][]string
	for _, expr := range groups {
		group, ok := r.textList("sequences", expr)
		if ok && len(group) < 2 {
			r.errorf(expr.Range(), "Unsuitable value", "A sequence has two block types or more. For the order of the blocks of one type, write ordered = true in its block.")
		}
		result = append(result, group)
	}
	return setting[[][]string]{result, rng, true}
}

// references reads body.NAME, or a list of such.
func (r *reader) references(expr hcl.Expression) []*reference {
	list, diags := hcl.ExprList(expr)
	if diags.HasErrors() {
		list = []hcl.Expression{expr}
	}
	var refs []*reference
	for _, item := range list {
		if ref := r.reference(item); ref != nil {
			refs = append(refs, ref)
		}
	}
	return refs
}

func (r *reader) reference(expr hcl.Expression) *reference {
	traversal, diags := hcl.AbsTraversalForExpr(expr)
	if !diags.HasErrors() && len(traversal) == 2 && traversal.RootName() == "body" {
		if step, ok := traversal[1].(hcl.TraverseAttr); ok {
			return &reference{step.Name, expr.Range()}
		}
	}
	r.errorf(expr.Range(), "Not a body", "A body is named by a reference such as body.target, without quotes in native syntax.")
	return nil
}

// listed reads the attributes of a body: an object of names and their rules, or a list
// of the names of templates.
func (r *reader) listed(expr hcl.Expression) []attribute {
	names, diags := hcl.ExprList(expr)
	if diags.HasErrors() {
		rows, _ := r.rows(expr, "attributes = {name = template}, or attributes = [name] for templates")
		return rows
	}
	rows := make([]attribute, 0, len(names))
	for _, item := range names {
		name := hcl.ExprAsKeyword(item)
		if name == "" {
			r.errorf(item.Range(), "Invalid name", "In a list, the name of an attribute is a bare word, without quotes in native syntax.")
			continue
		}
		rows = append(rows, attribute{row: schema.Attribute{Name: name}, rng: item.Range()})
	}
	return rows
}

// rows reads an object of names and their rules.
func (r *reader) rows(expr hcl.Expression, usage string) ([]attribute, bool) {
	pairs, diags := hcl.ExprMap(expr)
	if diags.HasErrors() {
		r.errorf(expr.Range(), "Unsuitable value", "Here stands an object of names and their rules: %s.", usage)
		return nil, false
	}
	var rows []attribute
	seen := map[string]bool{}
	for _, pair := range pairs {
		key, diags := pair.Key.Value(nil)
		if diags.HasErrors() || key.IsNull() || key.Type().FriendlyName() != "string" {
			r.errorf(pair.Key.Range(), "Invalid name", "The name of an attribute is a constant.")
			continue
		}
		name := key.AsString()
		if !r.identifier(name, pair.Key.Range(), "an attribute") {
			continue
		}
		if seen[name] {
			r.errorf(pair.Key.Range(), "Duplicate attribute", "%q stands twice here. Remove one of the two.", name)
			continue
		}
		seen[name] = true
		rows = append(rows, attribute{row: schema.Attribute{Name: name, Value: orNil(r.value(pair.Value))}, rng: pair.Key.Range()})
	}
	return rows, true
}

// attribute reads an attribute block.
func (r *reader) attribute(block *hcl.Block) attribute {
	name := block.Labels[0]
	r.identifier(name, block.LabelRanges[0], "an attribute")
	content := r.content(block.Body, attributeSchema)
	a := attribute{rng: block.DefRange, row: schema.Attribute{
		Name:    name,
		Value:   orNil(r.rule(content, block.DefRange)),
		Outside: r.flag(content, "outside").value,
		NoJSON:  r.text(content, "no_json").value,
	}}
	for _, inner := range content.Blocks {
		if a.asBlocks != nil {
			r.errorf(inner.DefRange, "Duplicate block", "The attribute has as_blocks already.")
		}
		a.asBlocks = r.body(r.content(inner.Body, bodySchema), "", inner.DefRange)
	}
	return a
}

// names reads a known_names block.
func (r *reader) names(block *hcl.Block) *schema.Names {
	content := r.content(block.Body, namesSchema)
	attributes, blocks := r.texts(content, "attributes"), r.texts(content, "blocks")
	var names, suffixes []string
	isAttribute := map[string]bool{}
	for _, name := range attributes.value {
		isAttribute[name] = true
		if name[0] == '*' && hclsyntax.ValidIdentifier("x"+name[1:]) {
			suffixes = append(suffixes, name[1:])
		} else if r.identifier(name, attributes.rng, "an attribute") {
			names = append(names, name)
		}
	}
	for _, name := range blocks.value {
		if r.identifier(name, blocks.rng, "a block"); isAttribute[name] {
			r.errorf(blocks.rng, "Conflicting settings", "%q is among the attributes as well. A name that is now this and now that belongs in neither list.", name)
		}
	}
	known := schema.NewNames(names, suffixes, blocks.value, r.flag(content, "complete").value)
	if lists := r.texts(content, "lists"); lists.set {
		known = known.WithLists(lists.value...)
	}
	return known
}
