package equivalent

import (
	"bytes"
	stdjson "encoding/json"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// body is a complete or partial body with its file.
type body struct {
	hcl.Body
	*file
}

// attribute is an attribute with its file.
type attribute struct {
	*hcl.Attribute
	file *file
}

// block is a block in either syntax.
type block struct {
	typ    string
	labels []string
	body   body
	rng    hcl.Range
}

// content contains the attributes of a body by name, and its blocks in order.
type content struct {
	attributes map[string]attribute
	blocks     []block
}

// parentBody describes the parent of blocks: the rule and the path of the body, and the position of a
// missing block on each side.
type parentBody struct {
	rule *tables.Body
	at   path
	gaps [2]hcl.Range
}

// unknownBody is the rule for a body without a schema.
var unknownBody = &tables.Body{Remain: tables.RemainUnknown}

// compareBodies compares two bodies, each of which may consist of parts in several files.
func (c *comparer) compareBodies(a, b []body, rule *tables.Body, at path) {
	if rule == nil {
		rule = unknownBody
	}
	for _, part := range slices.Concat(a, b) {
		if !rule.NoComments {
			c.bodyComments(part)
		}
	}
	if reason := rule.Origin.Reason; rule.Origin.Kind == tables.FailedSchema && !c.faults[reason] {
		// The diagnostics of a failed trial are discarded.
		c.faults[reason] = !c.isTrial
		c.errorf(missingRange(a), "No schema", "%s", reason)
	}
	if rule.NestedInLists && len(a) == 1 && len(b) == 1 && len(at) > 0 {
		c.compareNodes(c.bodyValue(a[0], rule), c.bodyValue(b[0], rule), at)
		return
	}
	rows := blockRows(a, b, rule)
	parts, names := c.readAllProperties(slices.Concat(a, b), rule)
	readings, undecided := c.chooseReadings(a, b, names, rule, at)
	for _, row := range rows {
		readings[row.Name], undecided[row.Name] = reading{isAttribute: true}, false
	}
	if !slices.ContainsFunc(slices.Concat(a, b), func(part body) bool { return part.JSON }) {
		readings = nil
	}
	contentA := c.joinContents(a, parts[:len(a)], readings, at)
	contentB := c.joinContents(b, parts[len(a):], readings, at)
	fillLabels(contentA.blocks, rule)
	fillLabels(contentB.blocks, rule)
	c.warnRepeatedLabels(contentA.blocks, rule, at)
	in := parentBody{rule, at, [2]hcl.Range{missingRange(a), missingRange(b)}}
	if c.isTrial {
		c.trials -= max(contentA.size(), contentB.size())
	}
	c.compareAsBlocks(&contentA, &contentB, rows, in)
	c.compareAttributes(contentA, contentB, a, b, undecided, in)
	c.compareBlockLists(contentA.blocks, contentB.blocks, in)
}

// properties contains the properties of a JSON body.
type properties struct {
	// names is sorted.
	names []string
	// attributes contains all properties as attributes, or is nil if a property cannot be an
	// attribute.
	attributes hcl.Attributes
}

// readAllProperties returns the properties of each JSON body, and the names of all their properties.
func (c *comparer) readAllProperties(bodies []body, rule *tables.Body) (list []properties, names []string) {
	list = make([]properties, len(bodies))
	for i, part := range bodies {
		if !part.JSON {
			continue
		}
		list[i] = c.readProperties(part, rule.NoComments)
		names = append(names, list[i].names...)
		if rule.JustAttributes && list[i].attributes == nil {
			_, diags := part.JustAttributes()
			c.Diagnostics = append(c.Diagnostics, diags...)
		}
	}
	return list, names
}

// readProperties returns the properties of a JSON body. Most bodies are one object without duplicate
// names.
func (c *comparer) readProperties(b body, withComments bool) properties {
	if !c.thorough && !withComments {
		if attributes, diags := b.JustAttributes(); !diags.HasErrors() {
			return properties{slices.Sorted(maps.Keys(attributes)), attributes}
		}
	}
	return properties{names: c.propertyNames(b, withComments)}
}

// propertyNames returns the sorted property names of a JSON body. hcl.Body has no method for them, but the
// decoder reports each name that a schema does not list. It also reports values; no colon follows a
// value.
func (c *comparer) propertyNames(b body, withComments bool) []string {
	var names []string
	_, diags := b.Content(&hcl.BodySchema{})
	for _, diag := range diags {
		var name string
		if isPropertyName(diag.Subject, b.Bytes) && stdjson.Unmarshal(diag.Subject.SliceBytes(b.Bytes), &name) == nil {
			names = append(names, name)
		} else {
			c.Diagnostics = append(c.Diagnostics, diag)
		}
	}
	if withComments {
		if attributeOf(b, commentProperty) != nil {
			names = append(names, commentProperty)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// isPropertyName reports whether a range of a JSON file is a property name.
func isPropertyName(rng *hcl.Range, src []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(src[rng.End.Byte:], " \t\r\n"), []byte(":"))
}

// reading defines how the decoder reads a name of a body.
type reading struct {
	isAttribute bool
	isBlock     bool
	// labels is the number of labels of the block. generic is true if native blocks may have more
	// labels; the additional labels become nested blocks.
	labels  int
	generic bool
	// escaped is true if the labels in JSON are templates.
	escaped bool
	// row is the row of the block type, or noRow.
	row *tables.Block
}

var noRow = &tables.Block{}

// chooseReadings returns how JSON is read, for each name of two bodies. names contains the names in
// JSON. A name is undecided if neither a schema nor native syntax defines it. It is first read as an
// attribute.
func (c *comparer) chooseReadings(a, b []body, names []string, rule *tables.Body, at path) (
	result map[string]reading, undecided map[string]bool,
) {
	result = map[string]reading{}
	undecided = map[string]bool{}
	var native map[string]*nativeShape
	for _, part := range slices.Concat(a, b) {
		if part.JSON {
			continue
		}
		if native == nil {
			native = map[string]*nativeShape{}
		}
		addShapes(native, part)
	}
	names = slices.AppendSeq(names, maps.Keys(native))
	slices.Sort(names)
	names = slices.Compact(names)
	var generated map[string]int
	if _, dynamic := slices.BinarySearch(names, tables.DynamicType); native == nil && (dynamic || c.thorough) {
		generated = generatedTypes(slices.Concat(a, b), rule)
	}
	for _, name := range names {
		attribute, blk := rule.Lookup(name)
		shape := native[name]
		var r reading
		switch {
		case attribute != nil && blk != nil:
			r = reading{isAttribute: true}
			if shape != nil && !shape.isAttribute {
				r = readingOf(blk)
				r.escaped = true
			}
		case attribute != nil:
			r = reading{isAttribute: true}
		case blk != nil:
			r = readingOf(blk)
		case rule.Remain == tables.RemainAttributes:
			r = reading{isAttribute: true}
		case shape != nil:
			r = shape.matchingReading()
		default:
			labels, isBlock := generated[name]
			r = reading{isAttribute: !isBlock, isBlock: isBlock, labels: labels, row: noRow}
			undecided[name] = native == nil && !isBlock && !isNeverBlock(rule, name)
		}
		asBlocks := attribute != nil && attribute.AsBlocks != nil
		if shape != nil && shape.asWritten && !asBlocks && !r.matches(shape) {
			used := a
			if !slices.ContainsFunc(a, func(part body) bool { return !part.JSON }) {
				used = b
			}
			c.warnf(missingRange(used), "Misused name",
				"%s: %q is used against its definition in the language; it is compared as written.", at, name)
			r = shape.matchingReading()
		}
		result[name] = r
	}
	return result, undecided
}

// isNeverBlock reports whether the schema excludes that a name is a block type, for both objects and
// lists.
func isNeverBlock(rule *tables.Body, name string) bool {
	return rule.Classify(name, guess.ObjectForm).Listed == guess.IsAttribute &&
		rule.Classify(name, guess.ListForm).Listed != guess.IsBlock
}

// nativeShape describes the use of a name in native syntax.
type nativeShape struct {
	isAttribute bool
	labels      []int
	// asWritten is the field of the file.
	asWritten bool
}

// addShapes adds the names of a native body. The first side with a name defines its shape.
func addShapes(shapes map[string]*nativeShape, b body) {
	shape := func(name string) *nativeShape {
		s := shapes[name]
		switch {
		case s == nil:
			s = &nativeShape{asWritten: b.asWritten}
			shapes[name] = s
		case s.asWritten && !b.asWritten:
			return &nativeShape{}
		}
		return s
	}
	native := b.Body.(*hclsyntax.Body)
	for name := range native.Attributes {
		shape(name).isAttribute = true
	}
	for _, block := range native.Blocks {
		s := shape(block.Type)
		s.labels = append(s.labels, len(block.Labels))
	}
}

// matchingReading returns the reading that matches the native body.
func (n *nativeShape) matchingReading() reading {
	if n.isAttribute || len(n.labels) == 0 {
		return reading{isAttribute: true}
	}
	return reading{isBlock: true, labels: slices.Min(n.labels), generic: true, row: noRow}
}

// readingOf returns the reading of a block type with a row.
func readingOf(b *tables.Block) reading { return reading{isBlock: true, labels: len(b.Labels), row: b} }

// matches reports whether the use of the name in native syntax matches the reading.
func (r reading) matches(n *nativeShape) bool {
	if r.isAttribute {
		return len(n.labels) == 0
	}
	wrong := func(count int) bool { return count > r.labels || count < r.labels-r.row.Optional }
	return !n.isAttribute && (r.generic || !slices.ContainsFunc(n.labels, wrong))
}

// generatedTypes returns the number of labels of each block type that a dynamic block of the JSON
// bodies generates. Such names are certainly block types.
func generatedTypes(bodies []body, rule *tables.Body) map[string]int {
	if !rule.Dynamic {
		return nil
	}
	types := map[string]int{}
	dynamic := &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: tables.DynamicType, LabelNames: []string{"type"}}}}
	for _, part := range bodies {
		decoded, _, _ := part.PartialContent(dynamic)
		for _, b := range decoded.Blocks {
			count := 0
			if labels := attributeOf(b.Body, tables.DynamicLabels); labels != nil {
				list, _ := hcl.ExprList(labels.Expr)
				count = len(list)
			}
			types[b.Labels[0]] = max(types[b.Labels[0]], count)
		}
	}
	return types
}

// joinContents returns the joined contents of the parts of a body.
func (c *comparer) joinContents(bodies []body, parts []properties, readings map[string]reading, at path) content {
	if len(bodies) == 1 {
		return c.decodeContent(bodies[0], parts[0], readings)
	}
	result := content{attributes: map[string]attribute{}}
	for i, part := range bodies {
		decoded := c.decodeContent(part, parts[i], readings)
		result.blocks = append(result.blocks, decoded.blocks...)
		for name, found := range decoded.attributes {
			if first, again := result.attributes[name]; again {
				c.errorf(found.NameRange, "Attribute set twice", "%s: %q is set at %s as well.", at, name, first.Range)
				continue
			}
			result.attributes[name] = found
		}
	}
	return result
}

// decodeContent decodes a body with the given readings. It ignores names that the body does not contain,
// so reading a body part by part costs no more than reading it once.
func (c *comparer) decodeContent(b body, has properties, readings map[string]reading) content {
	if !b.JSON {
		return nativeContent(b, readings)
	}
	var bodySchema hcl.BodySchema
	var escaped []string
	for _, name := range has.names {
		r := readings[name]
		if r.escaped {
			escaped = append(escaped, name)
		}
		switch {
		case r.isAttribute && has.attributes != nil:
		case r.isAttribute:
			bodySchema.Attributes = append(bodySchema.Attributes, hcl.AttributeSchema{Name: name})
		case r.isBlock:
			labels := r.labels
			if r.row.Optional > 0 && isUnlabelled(b, r.row) {
				labels -= r.row.Optional
			}
			names := slices.Repeat([]string{"label"}, labels)
			bodySchema.Blocks = append(bodySchema.Blocks, hcl.BlockHeaderSchema{Type: name, LabelNames: names})
			switch r.row.Shape {
			case tables.ArrayShape:
				c.checkArray(b, name)
			case tables.ObjectShape:
				c.checkObjects(b, name, labels, !r.escaped)
			}
		}
	}
	decoded := &hcl.BodyContent{}
	var diags hcl.Diagnostics
	switch {
	case has.attributes == nil:
		decoded, diags = b.Content(&bodySchema)
	case len(bodySchema.Blocks) > 0: // of the names, all others are attributes
		decoded, _, diags = b.PartialContent(&bodySchema)
	}
	c.Diagnostics = append(c.Diagnostics, diags...)
	result := content{attributes: make(map[string]attribute, len(has.names)), blocks: blocksOf(decoded, b.file)}
	for _, name := range escaped {
		c.unescapeLabels(result.blocks, name)
	}
	for name, found := range decoded.Attributes {
		result.attributes[name] = attribute{found, b.file}
	}
	for name, found := range has.attributes {
		if readings[name].isAttribute {
			result.attributes[name] = attribute{found, b.file}
		}
	}
	return result
}

func nativeContent(b body, readings map[string]reading) content {
	native := b.Body.(*hclsyntax.Body)
	result := content{attributes: make(map[string]attribute, len(native.Attributes))}
	for name, found := range native.Attributes {
		result.attributes[name] = attribute{found.AsHCLAttribute(), b.file}
	}
	for _, inner := range native.Blocks {
		if r := readings[inner.Type]; r.generic && len(inner.Labels) > r.labels {
			inner = nestLabels(inner, r.labels)
		}
		result.blocks = append(result.blocks, block{
			typ: inner.Type, labels: inner.Labels, body: body{inner.Body, b.file}, rng: inner.DefRange(),
		})
	}
	return result
}

func blocksOf(decoded *hcl.BodyContent, f *file) []block {
	blocks := make([]block, 0, len(decoded.Blocks))
	for _, b := range decoded.Blocks {
		blocks = append(blocks, block{typ: b.Type, labels: b.Labels, body: body{b.Body, f}, rng: b.DefRange})
	}
	return blocks
}

// size returns the number of attributes and blocks.
func (from *content) size() int { return len(from.attributes) + len(from.blocks) }

func (c *comparer) compareAttributes(
	contentA, contentB content, a, b []body, undecided map[string]bool, in parentBody,
) {
	rule, at := in.rule, in.at
	names := slices.AppendSeq(slices.Collect(maps.Keys(contentA.attributes)), maps.Keys(contentB.attributes))
	slices.Sort(names)
	names = slices.Compact(names)
	maybe := c.readUndecided(contentA, contentB, a, b, undecided)
	for _, name := range names {
		if c.hasFailed() {
			return
		}
		attributeA, inA := contentA.attributes[name]
		attributeB, inB := contentB.attributes[name]
		if c.isTrial && inA {
			c.charge(attributeA)
		}
		value := rule.Argument(name)
		if listed, _ := rule.Lookup(name); listed != nil && listed.NoJSON != "" && inA && attributeA.file.JSON &&
			!attributeA.file.ForTools && containsCollections(attributeA.Expr) {
			c.warnf(attributeA.NameRange, "Not in the schema", "%s", listed.NoJSON)
		}
		switch {
		case !inB && c.representsNoBlocks(attributeA, a, b, contentA.blocks, in),
			!inA && c.representsNoBlocks(attributeB, b, a, contentB.blocks, in):
			continue
		case !inB:
			c.addDifference(missingAttribute, at.join(name), c.attributeSide(attributeA, value), Side{Range: in.gaps[1]})
			continue
		case !inA:
			c.addDifference(addedAttribute, at.join(name), Side{Range: in.gaps[0]}, c.attributeSide(attributeB, value))
			continue
		}
		if value != nil && value.Differs != "" {
			c.warnProductsDiffer(attributeA, attributeB, value)
		}
		if !undecided[name] {
			c.compareExpressions(attributeA, attributeB, value, at.join(name))
			continue
		}
		c.compareUndecided(attributeA, attributeB, maybe, value, in)
	}
}

// representsNoBlocks reports whether an attribute that only one side contains, in JSON, has no effect. This
// applies to an empty list of blocks, and to a null argument of a plugin, which is the same as an
// omitted argument.
//
// A name has one kind in all bodies of a type. If the schema is unknown and the native file on the other side, or the
// module, contains blocks with the name, an empty list is no blocks.
func (c *comparer) representsNoBlocks(a attribute, side, other []body, blocks []block, in parentBody) bool {
	native := func(part body) bool { return !part.JSON }
	if listed, _ := in.rule.Lookup(a.Name); listed != nil || slices.ContainsFunc(side, native) {
		return false
	}
	elements, noList := hcl.ExprList(a.Expr)
	null := isScalar(a.Expr) && isNull(a.Expr)
	if len(elements) > 0 || noList.HasErrors() && !null {
		return false
	}
	likely := in.rule.Classify(a.Name, guess.ListForm).Listed
	plugin := in.rule.Classify(a.Name, guess.NullForm).Sure
	generated := func(b block) bool { return in.rule.Dynamic && b.generatesType(a.Name) }
	if null && (plugin && a.file.asWritten || !plugin && likely == guess.IsBlock) ||
		slices.ContainsFunc(blocks, generated) {
		return true
	}
	class := in.rule.Classify(a.Name, guess.EmptyForm)
	isBlock := class.Kind == guess.IsBlock
	isUnknown := !class.Sure || class.Listed == guess.Unlisted
	isUsed := func() bool {
		return slices.ContainsFunc(other, func(b body) bool { return b.usesBlocks(a.Name) }) || c.moduleBlocks()[a.Name]
	}
	if null || !isBlock && !(isUnknown && isUsed()) {
		return false
	}
	if !class.Sure || !isBlock {
		c.warnEitherf(a.NameRange, "%s: an empty list means nothing only if %q is a block type, "+
			"and the schema of the provider or plugin is not available.", in.at, a.Name)
	}
	return true
}

// usesBlocks reports whether a file in native syntax contains a block of a type.
func (f *file) usesBlocks(blockType string) bool {
	if f.JSON {
		return false
	}
	if f.blockTypes == nil {
		f.blockTypes = map[string]bool{}
		if parsed, _ := hclsyntax.ParseConfig(f.Bytes, f.Filename, hcl.InitialPos); parsed != nil {
			_ = hclsyntax.VisitAll(parsed.Body.(*hclsyntax.Body), func(node hclsyntax.Node) hcl.Diagnostics {
				if block, ok := node.(*hclsyntax.Block); ok {
					f.blockTypes[block.Type] = true
				}
				return nil
			})
		}
	}
	return f.blockTypes[blockType]
}

// warnProductsDiffer adds a warning if products read an attribute differently.
func (c *comparer) warnProductsDiffer(a, b attribute, rule *tables.Value) {
	for _, side := range []attribute{a, b} {
		source := side.Expr.Range().SliceBytes(side.file.Bytes)
		if side.file.JSON && sequences(source) != nil {
			c.warnf(side.Expr.Range(), "Products read this string differently",
				"The value of %q is compared by the rules of the target; %s.", side.Name, rule.Differs)
			return
		}
	}
}

// compareUndecided compares values that can be an attribute or blocks. It tries both readings. If the
// sides are equal only as blocks, they count as equal, with a warning. If they are equal only as
// attributes, they count as different, because their dynamic blocks are in a different order.
func (c *comparer) compareUndecided(
	attributeA, attributeB attribute, maybe *undecidedBlocks, value *tables.Value, in parentBody,
) {
	name := attributeA.Name
	asAttribute, asBlocks := c.fork(), c.fork()
	asAttribute.compareExpressions(attributeA, attributeB, value, in.at.join(name))
	asBlocks.compareBlockLists(maybe.blocks[0][name], maybe.blocks[1][name], in)
	switch {
	case !maybe.names[name]:
		c.joinFork(asAttribute)
	case !asBlocks.Equal() && (asBlocks.Verdict() == Unknown || !asAttribute.Equal()):
		c.joinFork(asAttribute)
	case !asAttribute.Equal():
		c.warnEitherf(attributeA.NameRange, "%s: the two sides are the same only if %q is a block type, "+
			"and the schema of the provider or plugin is not available.", in.at, name)
		c.joinFork(asBlocks)
	default:
		c.joinFork(asBlocks)
	}
}

// undecidedBlocks contains the undecided names of JSON bodies, read as blocks.
type undecidedBlocks struct {
	names map[string]bool
	// blocks contains the blocks of each side, by type.
	blocks [2]map[string][]block
}

// readUndecided returns the blocks of the undecided names that both sides contain and whose values may
// be blocks.
func (c *comparer) readUndecided(contentA, contentB content, a, b []body, undecided map[string]bool) *undecidedBlocks {
	m := &undecidedBlocks{names: map[string]bool{}}
	var types hcl.BodySchema
	for name, open := range undecided {
		inA, inB := contentA.attributes[name], contentB.attributes[name]
		if open && inA.file != nil && inB.file != nil && !isValue(inA.Expr) && !isValue(inB.Expr) {
			m.names[name] = true
			types.Blocks = append(types.Blocks, hcl.BlockHeaderSchema{Type: name})
		}
	}
	if len(m.names) == 0 {
		return m
	}
	for i, bodies := range [2][]body{a, b} {
		m.blocks[i] = map[string][]block{}
		for _, part := range bodies {
			// The diagnostics were reported for the attributes.
			decoded, _, _ := part.PartialContent(&types)
			for _, b := range blocksOf(decoded, part.file) {
				m.blocks[i][b.typ] = append(m.blocks[i][b.typ], b)
			}
		}
	}
	return m
}

// isValue reports whether an expression cannot be a block.
func isValue(e hcl.Expression) bool { return isScalar(e) && !isNull(e) }

// containsCollections reports whether a JSON value is an object that contains an array or object. The
// product reads such a value as blocks.
func containsCollections(e hcl.Expression) bool {
	pairs, diags := hcl.ExprMap(e)
	return !diags.HasErrors() &&
		slices.ContainsFunc(pairs, func(pair hcl.KeyValuePair) bool { return !isScalar(pair.Value) })
}

// warnEitherf adds a warning that the sides are equal in only one reading.
func (c *comparer) warnEitherf(rng hcl.Range, format string, args ...any) {
	c.warnf(rng, "Attribute or block?", format, args...)
}

// attributeSide describes an attribute that the other side does not contain.
func (c *comparer) attributeSide(a attribute, rule *tables.Value) Side {
	if c.isTrial {
		return Side{}
	}
	return Side{Value: c.fork().normalizedValue(a, rule).String(), Range: a.Range}
}
