package schemafile

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// checkBody checks a body and the bodies that it uses.
func (r *reader) checkBody(b *body) {
	t := b.table
	conflict := func(name, format string, args ...any) {
		r.errorf(b.rangeOf(name), "Conflicting settings", format, args...)
	}
	const subject = "A body with attributes only"
	switch {
	case !t.JustAttributes:
	case t.Remain != tables.RemainAttributes:
		conflict("others", "%s accepts every name as an attribute. Write others = attributes, "+
			"with a rule if they are not templates, or remove just_attributes.", subject)
	case len(t.Blocks) > 0:
		conflict("", "%s cannot have blocks, but this body lists %q. Remove just_attributes or the block.",
			subject, t.Blocks[0].Type)
	case t.Dynamic:
		conflict("dynamic", "%s cannot have dynamic blocks. Remove dynamic.", subject)
	}
	if t.Remain != tables.RemainUnknown && t.Names != nil {
		conflict("known_names", "known_names distinguishes attributes and blocks among unlisted names, "+
			"but this body does not accept both. Write others = anything.")
	}
	if t.Remain != tables.RemainUnknown && t.RemainBody != nil {
		conflict("other_blocks", "The body does not accept unlisted blocks. "+
			"Write others = anything, or remove other_blocks.")
	}
	types := map[string]bool{}
	for _, inner := range t.Blocks {
		types[inner.Type] = true
	}
	for _, name := range slices.Concat(t.Sequence...) {
		if !types[name] {
			r.errorf(b.rangeOf("sequences"), "Unknown block",
				"%q is in a sequence, but the body has no block of this type.", name)
		}
	}
	if t.Dynamic && types[tables.DynamicType] {
		conflict("dynamic", "dynamic = true adds a dynamic block, but the body already lists one. "+
			"Remove one.")
	}
	for _, inner := range b.blocks {
		r.checkBlock(b, inner)
	}
}

// rangeOf returns the range of a setting, or of the body if the setting is missing.
func (b *body) rangeOf(name string) hcl.Range {
	if s, ok := b.settings[name]; ok {
		return s.rng
	}
	return b.rng
}

// checkBlock checks a block and the bodies that its body uses.
func (r *reader) checkBlock(b *body, inner *block) {
	name := inner.row.Type
	isAttribute := slices.ContainsFunc(b.attributes, func(a attribute) bool { return a.row.Name == name })
	table := r.targetOf(inner.body).table
	if isAttribute && !table.NoComments {
		r.errorf(inner.rng, "Attribute and block", "%q is also an attribute, and in JSON it is always the attribute. "+
			"A \"//\" property would be part of its value. Write comments = false.", name)
	}
	if by := inner.row.By; by != "" && !hasAttribute(table, by) {
		r.errorf(inner.content.rangeOf("by"), "Unknown attribute",
			"The block has no attribute %q to select its body. Add it.", by)
	}
	if value := inner.value; value != "" && !hasAttribute(table, value) {
		r.errorf(inner.content.rangeOf("value"), "Unknown attribute",
			"The block has no attribute %q to which references refer. Add it.", value)
	}
}

func hasAttribute(t *tables.Body, name string) bool {
	return t.Remain != tables.RemainNone ||
		slices.ContainsFunc(t.Attributes, func(a tables.Attribute) bool { return a.Name == name })
}

// reportUnused reports body and rule blocks that the root does not reach.
func (r *reader) reportUnused(root *body) {
	r.markReachable(root)
	for _, name := range slices.Sorted(maps.Keys(r.named)) {
		if b := r.named[name]; !b.reached {
			r.warnf(b.rng, "Unused body", "No block of a file has the body %q. Write use = body.%s "+
				"where it belongs, or remove it.", name, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.rules)) {
		if found := r.rules[name]; !found.used {
			r.warnf(found.block.DefRange, "Unused rule", "No value has the rule %q. Use it for a value, "+
				"or remove it.", name)
		}
	}
}

// markReachable marks the bodies that are reachable from b.
func (r *reader) markReachable(b *body) {
	for todo := []*body{b}; len(todo) > 0; {
		b, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if b.reached {
			continue
		}
		b.reached = true
		for _, ref := range b.references() {
			todo = append(todo, r.named[ref.name])
		}
		for _, a := range b.attributes {
			if a.asBlocks != nil {
				todo = append(todo, a.asBlocks)
			}
		}
		for _, inner := range b.blocks {
			todo = append(todo, inner.body)
			todo = slices.AppendSeq(todo, maps.Values(inner.labelled))
			todo = slices.AppendSeq(todo, maps.Values(inner.valued))
		}
	}
}

// body is a body in the schema file: a body or root block, or the content of a block, when_label,
// when_value or as_blocks block.
type body struct {
	name string // of a body block
	rng  hcl.Range

	uses       []*reference
	attributes []attribute
	blocks     []*block
	// settings contains the settings by name.
	settings map[string]setting
	// other refers to the body of unlisted blocks; nil if the body does not define it.
	other *reference

	// alias is true if the body consists of a reference to another body.
	alias bool
	// table is the resulting table. link fills it.
	table *tables.Body
	state linkState
	// reached is true if the body is reachable from the root.
	reached bool
}

// setting is a property of a body other than its names.
type setting struct {
	rng   hcl.Range
	apply func(t *tables.Body)
}

// reference is a reference to a body block.
type reference struct {
	name string
	rng  hcl.Range
}

// attribute is a row, with the body of its as_blocks block.
type attribute struct {
	row      tables.Attribute
	rng      hcl.Range
	asBlocks *body
}

// flags contains the Boolean settings.
var flags = map[string]func(t *tables.Body, set bool){
	"just_attributes": func(t *tables.Body, set bool) { t.JustAttributes = set },
	"dynamic":         func(t *tables.Body, set bool) { t.Dynamic = set },
	"comments":        func(t *tables.Body, set bool) { t.NoComments = !set },
	"lists":           func(t *tables.Body, set bool) { t.NestedInLists = set },
}

// components contains the kinds of components in a Packer plugin.
var components = map[string]tables.Part{
	"builder":        tables.Builder,
	"provisioner":    tables.Provisioner,
	"post-processor": tables.PostProcessor,
	"data":           tables.PluginDataSource,
}

const sequencesUsage = `"sequences" is a list of lists of block types, such as [["step", "steps"]].`

// readBody reads the part of a block that describes a body.
func (r *reader) readBody(c content, name string) *body {
	b := &body{name: name, rng: c.rng, table: &tables.Body{}, settings: map[string]setting{}}
	r.bodies = append(r.bodies, b)
	if use := c.Attributes["use"]; use != nil {
		b.uses = r.readReferences(use.Expr)
	}
	if rows := c.Attributes["attributes"]; rows != nil {
		b.attributes = r.readAttributes(rows.Expr)
	}
	r.readSettings(b, c)
	for _, inner := range c.Blocks {
		switch inner.Type {
		case "attribute":
			b.attributes = append(b.attributes, r.readAttribute(inner))
		case "block":
			b.blocks = append(b.blocks, r.readBlock(inner))
		case "known_names":
			if before, ok := b.settings["known_names"]; ok {
				r.errorf(inner.DefRange, "Duplicate block",
					"The body already has known_names on line %d. Merge the two blocks.", before.rng.Start.Line)
			}
			known := r.readNames(inner)
			b.settings["known_names"] = setting{inner.DefRange, func(t *tables.Body) { t.Names = known }}
		}
	}
	r.checkDuplicates(b)
	b.alias = len(b.uses) == 1 && len(b.attributes)+len(b.blocks)+len(b.settings) == 0
	return b
}

// readSettings reads the properties of a body other than its names.
func (r *reader) readSettings(b *body, c content) {
	set := func(name string, apply func(t *tables.Body)) { b.settings[name] = setting{c.rangeOf(name), apply} }
	for name, apply := range flags {
		if value, ok := r.readConstant(c, name, cty.Bool); ok {
			set(name, func(t *tables.Body) { apply(t, value.True()) })
		}
	}
	if others := c.Attributes["others"]; others != nil {
		if rest, value, ok := r.readRemain(others.Expr); ok {
			set("others", func(t *tables.Body) { t.Remain, t.RemainValue = rest, value })
		}
	}
	if other := c.Attributes["other_blocks"]; other != nil {
		if b.other = r.readReference(other.Expr); b.other != nil {
			ref := b.other
			set("other_blocks", func(t *tables.Body) { t.RemainBody = r.targetOf(r.named[ref.name]).table })
		}
	}
	if sequences := r.readGroups(c, "sequences", 2, sequencesUsage, "A sequence needs at least two block types. "+
		"For the order of the blocks of one type, write ordered = true in its block."); sequences != nil {
		set("sequences", func(t *tables.Body) { t.Sequence = sequences })
	}
	if definer := r.readText(c, "definer"); definer != "" {
		set("definer", func(t *tables.Body) { t.Origin = tables.Origin{Kind: tables.FromPlugin, Name: definer} })
	}
	if part, ok := readKeyword(r, c, "component", components, "builder, provisioner, post-processor or data"); ok {
		set("component", func(t *tables.Body) { t.Part = part })
	}
}

// checkDuplicates checks that a body lists every name once, or once as attribute and once as block.
func (r *reader) checkDuplicates(b *body) {
	attributes := map[string]hcl.Range{}
	for _, a := range b.attributes {
		if before, ok := attributes[a.row.Name]; ok {
			r.errorf(a.rng, "Duplicate attribute", "The attribute %q is already on line %d. Remove one.",
				a.row.Name, before.Start.Line)
		}
		attributes[a.row.Name] = a.rng
	}
	blocks := map[string]hcl.Range{}
	for _, inner := range b.blocks {
		name := inner.row.Type
		if before, ok := blocks[name]; ok {
			r.errorf(inner.rng, "Duplicate block", "The block %q is already on line %d. Remove one.",
				name, before.Start.Line)
		}
		blocks[name] = inner.rng
		if before, ok := attributes[name]; ok && inner.Attributes["shape"] == nil {
			r.errorf(inner.rng, "Attribute and block", "%q is also an attribute, on line %d. In JSON it is always the "+
				"attribute, so set the shape that the program accepts: shape = object if it must be an object, "+
				"shape = any if it can also be an array.", name, before.Start.Line)
		}
	}
}

var remainKinds = map[string]tables.Remain{
	"none": tables.RemainNone, "attributes": tables.RemainAttributes, "anything": tables.RemainUnknown,
}

// readRemain reads the kind of unlisted names, and the rule for them.
func (r *reader) readRemain(expr hcl.Expression) (rest tables.Remain, value *tables.Value, ok bool) {
	if !r.isParsable(expr) {
		// The expression is not parsed further; the error below reports it.
	} else if rest, ok = remainKinds[hcl.ExprAsKeyword(expr)]; ok {
		return rest, nil, true
	} else if call, diags := hcl.ExprCall(expr); !diags.HasErrors() && len(call.Arguments) == 1 {
		if rest = remainKinds[call.Name]; rest != tables.RemainNone {
			return rest, nilIfPlain(r.readValue(call.Arguments[0])), true
		}
	}
	r.errorf(expr.Range(), "Unsuitable value", `"others" is none, attributes or anything, `+
		`or attributes(R) or anything(R) with a rule such as literal.`)
	return rest, nil, false
}

// readReferences reads body.NAME, or a list of such references.
func (r *reader) readReferences(expr hcl.Expression) []*reference {
	list, diags := hcl.ExprList(expr)
	if diags.HasErrors() {
		list = []hcl.Expression{expr}
	}
	var refs []*reference
	for _, item := range list {
		if ref := r.readReference(item); ref != nil {
			refs = append(refs, ref)
		}
	}
	return refs
}

func (r *reader) readReference(expr hcl.Expression) *reference {
	if name := memberOf("body", expr); name != "" {
		return &reference{name, expr.Range()}
	}
	r.errorf(expr.Range(), "Invalid body",
		"A body must be a reference such as body.target, without quotes in native syntax.")
	return nil
}

// memberOf returns NAME if expr is a reference ROOT.NAME, else "".
func memberOf(root string, expr hcl.Expression) string {
	traversal, _ := hcl.AbsTraversalForExpr(expr)
	if len(traversal) != 2 || traversal.RootName() != root {
		return ""
	}
	step, _ := traversal[1].(hcl.TraverseAttr)
	return step.Name
}

// readAttributes reads the attributes of a body: an object from names to rules, or a list of names of
// templates.
func (r *reader) readAttributes(expr hcl.Expression) []attribute {
	names, diags := hcl.ExprList(expr)
	if diags.HasErrors() {
		rows, _ := r.readRows(expr, "attributes = {name = template}, or attributes = [name] for templates")
		return rows
	}
	rows := make([]attribute, 0, len(names))
	for _, item := range names {
		name := hcl.ExprAsKeyword(item)
		if name == "" {
			r.errorf(item.Range(), "Invalid name",
				"In a list, an attribute name must be a bare word, without quotes in native syntax.")
			continue
		}
		rows = append(rows, attribute{row: tables.Attribute{Name: name}, rng: item.Range()})
	}
	return rows
}

// readRows reads an object from names to rules.
func (r *reader) readRows(expr hcl.Expression, usage string) ([]attribute, bool) {
	pairs, diags := hcl.ExprMap(expr)
	if diags.HasErrors() {
		r.errorf(expr.Range(), "Unsuitable value", "This must be an object of names and their rules: %s.", usage)
		return nil, false
	}
	var rows []attribute
	seen := map[string]bool{}
	for _, pair := range pairs {
		rng := pair.Key.Range()
		key, diags := pair.Key.Value(nil)
		switch {
		case diags.HasErrors() || key.IsNull() || key.Type() != cty.String:
			r.errorf(rng, "Invalid name", "The name of an attribute must be a constant.")
		case !r.checkIdentifier(key.AsString(), rng, "an attribute"):
		case seen[key.AsString()]:
			r.errorf(rng, "Duplicate attribute", "%q appears twice here. Remove one.", key.AsString())
		default:
			row := tables.Attribute{Name: key.AsString(), Value: nilIfPlain(r.readValue(pair.Value))}
			seen[row.Name] = true
			rows = append(rows, attribute{row: row, rng: rng})
		}
	}
	return rows, true
}

// readAttribute reads an attribute block.
func (r *reader) readAttribute(block *hcl.Block) attribute {
	name := block.Labels[0]
	r.checkIdentifier(name, block.LabelRanges[0], "an attribute")
	c := r.readContent(block.Body, attributeSchema, block.DefRange)
	a := attribute{rng: block.DefRange, row: tables.Attribute{
		Name:   name,
		Value:  nilIfPlain(r.readRule(c)),
		Origin: r.readOrigin(c),
		NoJSON: r.readText(c, "no_json"),
	}}
	for _, inner := range c.Blocks {
		if a.asBlocks != nil {
			r.errorf(inner.DefRange, "Duplicate block", "The attribute already has as_blocks.")
		}
		a.asBlocks = r.readBody(r.readContent(inner.Body, bodySchema, inner.DefRange), "")
	}
	return a
}

// readOrigin reads the origin of a row.
func (r *reader) readOrigin(c content) tables.OriginKind {
	if r.readFlag(c, "outside") {
		return tables.FromPlugin
	}
	return tables.FromLanguage
}

// readNames reads a known_names block.
func (r *reader) readNames(block *hcl.Block) *guess.Names {
	c := r.readContent(block.Body, namesSchema, block.DefRange)
	blocks := r.readTexts(c, "blocks")
	var names, suffixes []string
	isAttribute := map[string]bool{}
	for _, name := range r.readTexts(c, "attributes") {
		isAttribute[name] = true
		if name[0] == '*' && hclsyntax.ValidIdentifier("x"+name[1:]) {
			suffixes = append(suffixes, name[1:])
		} else if r.checkIdentifier(name, c.rangeOf("attributes"), "an attribute") {
			names = append(names, name)
		}
	}
	for _, name := range blocks {
		if r.checkIdentifier(name, c.rangeOf("blocks"), "a block"); isAttribute[name] {
			r.errorf(c.rangeOf("blocks"), "Conflicting settings", "%q is also in attributes. "+
				"Remove a name that can be either from both lists.", name)
		}
	}
	known := guess.NewNames(names, suffixes, blocks, r.readFlag(c, "complete"))
	if lists := r.readTexts(c, "lists"); lists != nil {
		known = known.WithLists(lists...)
	}
	return known
}
