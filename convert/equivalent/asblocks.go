package equivalent

import (
	stdjson "encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/schema/tables"
)

// blockRows returns the attributes that native syntax may write as blocks. The schema defines them;
// without a schema, the hints in "//" properties define them. The hints do not change the meaning: a
// provider reads a null argument as omitted.
func blockRows(a, b []body, rule *tables.Body) []tables.Attribute {
	var rows []tables.Attribute
	seen := map[string]bool{}
	for i := range rule.Attributes {
		if rule.Attributes[i].AsBlocks != nil {
			rows = append(rows, rule.Attributes[i])
		}
	}
	if rule.Remain != tables.RemainUnknown || rule.NoComments {
		return rows
	}
	for _, part := range slices.Concat(a, b) {
		if !part.mayHaveHints {
			continue
		}
		for _, name := range hintedBlocks(part) {
			attribute, blk := rule.Lookup(name)
			if attribute == nil && blk == nil && !seen[name] {
				seen[name] = true
				rows = append(rows, tables.Attribute{Name: name, Value: rule.RemainValue, AsBlocks: hinted})
			}
		}
	}
	return rows
}

// hinted is the rule for the body of a block that only a hint in a "//" property defines.
var hinted = func() *tables.Element {
	b := &tables.Body{Remain: tables.RemainUnknown, Dynamic: true}
	b.Prepare()
	return tables.ElementOf(b)
}()

// hintedBlocks returns the block types in the hints of a JSON body.
func hintedBlocks(b body) []string {
	found := attributeOf(b, commentProperty)
	if found == nil {
		return nil
	}
	var note struct {
		Blocks []string `json:"blocks"`
	}
	if stdjson.Unmarshal(found.Expr.Range().SliceBytes(b.Bytes), &note) != nil {
		return nil
	}
	names := make([]string, len(note.Blocks))
	for i, path := range note.Blocks {
		// The path may continue in the blocks.
		names[i], _, _ = strings.Cut(path, "[")
	}
	return names
}

// blockValue is the value of an attribute that native syntax may write as blocks
// (opentofu internal/lang/blocktoattr).
type blockValue struct {
	// attribute is nil unless the list is written as an attribute; value is the node of its
	// expression.
	attribute *attribute
	value     *node
	elements  []blockElement
	inBlocks  bool
}

// blockElement is an object in an attribute, the body of a block, or a dynamic block. Exactly one of the
// first three fields is set.
type blockElement struct {
	object  *node
	body    *body
	dynamic *block
	// labels contains the labels of a block; no product accepts them.
	labels []string
	rng    hcl.Range
	// asWritten is the field of the file of an object.
	asWritten bool
}

// compareAsBlocks compares the attributes that one of the sides writes as blocks. It removes them
// from the contents.
func (c *comparer) compareAsBlocks(contentA, contentB *content, rows []tables.Attribute, in parentBody) {
	if len(rows) == 0 {
		return
	}
	blocksA, blocksB := contentA.byName(), contentB.byName()
	done := map[string]bool{}
	for i := range rows {
		row := &rows[i]
		name := row.Name
		if len(blocksA[name])+len(blocksB[name]) > 0 {
			done[name] = true
			c.compareBlockValues(
				c.blockValueOf(content{contentA.attributes, blocksA[name]}, row),
				c.blockValueOf(content{contentB.attributes, blocksB[name]}, row), row, in)
		}
	}
	contentA.removeNames(done)
	contentB.removeNames(done)
}

// byName returns the blocks by type, including the dynamic blocks of each type.
func (from *content) byName() map[string][]block {
	blocks := map[string][]block{}
	for _, b := range from.blocks {
		blocks[b.typ] = append(blocks[b.typ], b)
		if b.typ == tables.DynamicType && len(b.labels) == 1 {
			blocks[b.labels[0]] = append(blocks[b.labels[0]], b)
		}
	}
	return blocks
}

// compareBlockValues compares two values of an attribute.
func (c *comparer) compareBlockValues(a, b blockValue, row *tables.Attribute, in parentBody) {
	at := in.at.join(row.Name)
	for _, side := range []blockValue{a, b} {
		if side.attribute != nil && side.inBlocks {
			c.errorf(side.attribute.NameRange, "Argument and block with the same name",
				"%s: %q is set as an argument and as blocks; no product accepts both.", in.at, row.Name)
			return
		}
	}
	a.wrapSingle(b)
	b.wrapSingle(a)
	if len(a.elements) != len(b.elements) {
		c.addDifference(differentValue, at, a.side(in.gaps[0]), b.side(in.gaps[1]))
		return
	}
	for i := range a.elements {
		c.compareElements(a.elements[i], b.elements[i], row, in, at.step(fmt.Sprintf("[%d]", i)))
	}
}

// wrapSingle converts an object to the only element of a list if the other side has blocks. The product
// requires a list and refuses the object.
func (l *blockValue) wrapSingle(other blockValue) {
	if l.attribute != nil && l.value.kind == objectKind && l.attribute.file.asWritten && other.inBlocks {
		l.elements = []blockElement{{object: l.value, rng: l.value.rng, asWritten: true}}
	}
}

// side returns the description of a value for a difference.
func (l blockValue) side(gap hcl.Range) Side {
	switch {
	case l.attribute != nil:
		return Side{Value: l.value.description(), Range: l.attribute.Range}
	case len(l.elements) == 0:
		return Side{Range: gap}
	}
	return Side{Value: fmt.Sprintf("%d blocks", len(l.elements)), Range: l.elements[0].rng}
}

func (c *comparer) compareElements(a, b blockElement, row *tables.Attribute, in parentBody, at path) {
	switch {
	case len(a.labels)+len(b.labels) > 0:
		// No product accepts the labels.
		c.addDifference(differentValue, at,
			Side{Value: a.kind(), Range: a.rng}, Side{Value: b.kind(), Range: b.rng})
	case a.body != nil && b.body != nil:
		c.compareBodies([]body{*a.body}, []body{*b.body}, row.AsBlocks.Body(), at)
	case a.dynamic != nil && b.dynamic != nil:
		c.compareBlocks(*a.dynamic, *b.dynamic, 0, in)
	default:
		x, okA := c.elementObject(a, row.AsBlocks.Body(), row.Value)
		y, okB := c.elementObject(b, row.AsBlocks.Body(), row.Value)
		if !okA || !okB {
			c.addDifference(differentValue, at, Side{Value: a.kind(), Range: a.rng}, Side{Value: b.kind(), Range: b.rng})
			return
		}
		if row.AsBlocks == hinted {
			x, y = withoutNulls(x, y), withoutNulls(y, x)
		}
		if row.AsBlocks != hinted && a.asWritten {
			x = withNulls(x, row.AsBlocks.Body())
		}
		if row.AsBlocks != hinted && b.asWritten {
			y = withNulls(y, row.AsBlocks.Body())
		}
		c.compareNodes(x, y, at)
	}
}

func (e blockElement) kind() string {
	switch {
	case e.object != nil:
		return e.object.description()
	case e.dynamic != nil:
		return "a dynamic block"
	}
	if len(e.labels) > 0 {
		return "a block with labels"
	}
	return "a block"
}

// elementObject returns an element as the object that the product converts it to. Arguments missing
// from a block are null.
func (c *comparer) elementObject(e blockElement, rule *tables.Body, value *tables.Value) (*node, bool) {
	if e.object != nil || e.body == nil {
		return e.object, e.object != nil
	}
	inside, ok := c.elementContent(*e.body, rule)
	if !ok {
		return nil, false
	}
	rows := rule.Attributes
	if rule == hinted.Body() {
		rows = inside.inferredRows(value)
	}
	items := make([]*node, 0, 2*len(rows))
	known := make(map[string]bool, len(rows))
	for i := range rows {
		value, ok := c.fieldValue(inside, &rows[i], e.rng)
		if !ok {
			return nil, false
		}
		items = append(items, newLiteral(cty.StringVal(rows[i].Name), e.rng), value)
		known[rows[i].Name] = true
	}
	inside.removeNames(known)
	if len(inside.attributes)+len(inside.blocks) > 0 {
		return nil, false
	}
	n, _ := newObject(items, e.rng, false)
	return n, true
}

// elementContent returns the content of the body of an element.
func (c *comparer) elementContent(b body, rule *tables.Body) (content, bool) {
	if !b.JSON {
		return nativeContent(b, nil), true
	}
	c.bodyComments(b)
	names := make(map[string]reading, len(rule.Attributes))
	for i := range rule.Attributes {
		names[rule.Attributes[i].Name] = reading{isAttribute: true}
	}
	fork := c.fork()
	inside := fork.decodeContent(b, properties{names: slices.Sorted(maps.Keys(names))}, names)
	return inside, fork.Equal()
}

// inferredRows returns rows for the arguments of an element without a schema.
func (from *content) inferredRows(value *tables.Value) []tables.Attribute {
	var rows []tables.Attribute
	for _, name := range slices.Sorted(maps.Keys(from.attributes)) {
		rows = append(rows, tables.Attribute{Name: name, Value: value})
	}
	for _, b := range from.blocks {
		if !slices.ContainsFunc(rows, func(row tables.Attribute) bool { return row.Name == b.typ }) {
			rows = append(rows, tables.Attribute{Name: b.typ, Value: value, AsBlocks: hinted})
		}
	}
	return rows
}

// fieldValue returns the value of an argument of an element.
func (c *comparer) fieldValue(from content, row *tables.Attribute, rng hcl.Range) (*node, bool) {
	l := c.blockValueOf(from, row)
	switch {
	case l.inBlocks && row.AsBlocks == nil:
		return nil, false
	case l.attribute != nil:
		return l.value, !l.inBlocks
	case len(l.elements) == 0:
		return newLiteral(cty.NullVal(cty.DynamicPseudoType), rng), true
	}
	n := &node{kind: tupleKind, rng: l.elements[0].rng}
	if row.AsBlocks == hinted {
		n.name = fromBlocks
	}
	for _, e := range l.elements {
		object, ok := c.elementObject(e, row.AsBlocks.Body(), row.Value)
		if !ok || len(e.labels) > 0 {
			return nil, false
		}
		n.kids = append(n.kids, object)
	}
	return n, true
}

// blockValueOf returns the value of an attribute.
func (c *comparer) blockValueOf(from content, row *tables.Attribute) blockValue {
	var l blockValue
	if a, ok := from.attributes[row.Name]; ok {
		l.attribute, l.value = &a, c.normalizedValue(a, row.Value)
		if c.isTrial {
			c.charge(a)
		}
		if l.value.kind == tupleKind {
			for _, kid := range l.value.kids {
				l.elements = append(l.elements, blockElement{object: kid, rng: kid.rng, asWritten: a.file.asWritten})
			}
		}
	}
	for i := range from.blocks {
		blk := &from.blocks[i]
		switch {
		case blk.typ == row.Name:
			l.elements = append(l.elements, blockElement{body: &blk.body, labels: blk.labels, rng: blk.rng})
		case blk.generatesType(row.Name):
			e := blockElement{dynamic: blk, rng: blk.rng}
			if content := c.singleGenerated(*blk); content != nil {
				e = blockElement{body: content, rng: blk.rng}
			}
			l.elements = append(l.elements, e)
		default:
			continue
		}
		l.inBlocks = true
	}
	return l
}

// singleGenerated returns the content of a dynamic block that generates exactly one block and does not
// refer to its element. Its for_each is [1], and the name of its iterator consists of underscores and
// is not used.
func (c *comparer) singleGenerated(b block) *body {
	decoded, diags := b.body.Content(&hcl.BodySchema{
		Attributes: []hcl.AttributeSchema{{Name: tables.DynamicForEach}, {Name: tables.DynamicIterator}},
		Blocks:     []hcl.BlockHeaderSchema{{Type: tables.ContentType}},
	})
	forEach, iterator := decoded.Attributes[tables.DynamicForEach], decoded.Attributes[tables.DynamicIterator]
	if diags.HasErrors() || forEach == nil || iterator == nil || len(decoded.Blocks) != 1 {
		return nil
	}
	name := hcl.ExprAsKeyword(iterator.Expr)
	if name == "" || strings.Trim(name, "_") != "" || containsName(b.body.sourceOf(decoded.Blocks[0]), name) {
		return nil
	}
	fork := c.fork()
	n := fork.normalizedValue(attribute{forEach, b.body.file}, nil)
	one := newLiteral(cty.NumberIntVal(1), n.rng)
	if !n.equal(&node{kind: tupleKind, kids: []*node{one}}) {
		return nil
	}
	c.joinFork(fork)
	c.bodyComments(b.body)
	return &body{decoded.Blocks[0].Body, b.body.file}
}

// sourceOf returns the source text of a block's body.
func (b body) sourceOf(inner *hcl.Block) string {
	if native, ok := inner.Body.(*hclsyntax.Body); ok {
		return string(native.SrcRange.SliceBytes(b.Bytes))
	}
	// The range of a JSON block starts at its value.
	rest := b.Bytes[min(inner.DefRange.Start.Byte, len(b.Bytes)):]
	// Escapes could hide a name, so the text is encoded again.
	value, ok := decodeJSON(rest)
	plain, err := stdjson.Marshal(value)
	if !ok || err != nil {
		return string(rest)
	}
	return string(plain)
}

// containsName reports whether source text contains a name, in any role.
func containsName(source, name string) bool {
	return slices.Contains(strings.FieldsFunc(source, func(r rune) bool {
		return !hclsyntax.ValidIdentifier("a" + string(r))
	}), name)
}

// removeNames removes the attributes, and the blocks that represent them.
func (from *content) removeNames(names map[string]bool) {
	for name := range names {
		delete(from.attributes, name)
	}
	from.blocks = slices.DeleteFunc(slices.Clone(from.blocks), func(b block) bool {
		return names[b.typ] || len(b.labels) == 1 && b.generatesType(b.labels[0]) && names[b.labels[0]]
	})
}

// generatesType reports whether a block is a dynamic block that generates blocks of a type.
func (b block) generatesType(typ string) bool {
	return b.typ == tables.DynamicType && len(b.labels) == 1 && b.labels[0] == typ
}

// fromBlocks is the name of a tuple node that represents blocks.
const fromBlocks = "blocks"

// withoutNulls returns an element without its null items. It also removes the null items of nested
// elements, if one of the sides writes them as blocks. In a map, null is a value.
func withoutNulls(n, other *node) *node {
	if n.kind != objectKind {
		return n
	}
	c := *n
	c.kids = nil
	matches := other.itemsByKey()
	for i := 0; i+1 < len(n.kids); i += 2 {
		key, value := n.kids[i], n.kids[i+1]
		if value.kind == literalKind && value.value.IsNull() {
			continue
		}
		match := matches[key.text()]
		if match != nil && value.kind == tupleKind && match.kind == tupleKind && value.name+match.name != "" {
			list := *value
			list.name, list.kids = "", slices.Clone(value.kids)
			for j := range min(len(list.kids), len(match.kids)) {
				list.kids[j] = withoutNulls(list.kids[j], match.kids[j])
			}
			value = &list
		}
		c.kids = append(c.kids, key, value)
	}
	return &c
}

// withNulls returns an element with its missing arguments set to null. The product refuses an
// incomplete object, so the object must represent blocks.
func withNulls(n *node, rule *tables.Body) *node {
	if n.kind != objectKind {
		return n
	}
	values := n.itemsByKey()
	kids := slices.Clone(n.kids)
	for i := range rule.Attributes {
		row := &rule.Attributes[i]
		value := values[row.Name]
		if value == nil {
			null := newLiteral(cty.NullVal(cty.DynamicPseudoType), n.rng)
			kids = append(kids, newLiteral(cty.StringVal(row.Name), n.rng), null)
			continue
		}
		if row.AsBlocks == nil || value.kind != tupleKind && value.kind != objectKind {
			continue
		}
		list := &node{kind: tupleKind, kids: slices.Clone(value.kids), rng: value.rng}
		if value.kind == objectKind {
			list.kids = []*node{value}
		}
		for j := range list.kids {
			list.kids[j] = withNulls(list.kids[j], row.AsBlocks.Body())
		}
		for j := 0; j+1 < len(kids); j += 2 {
			if kids[j+1] == value {
				kids[j+1] = list
			}
		}
	}
	full, _ := newObject(kids, n.rng, false)
	return full
}

// itemsByKey returns the values of an object by key. The result is undefined for other nodes.
func (n *node) itemsByKey() map[string]*node {
	values := make(map[string]*node, len(n.kids)/2)
	for i := 0; i+1 < len(n.kids); i += 2 {
		if key := n.kids[i]; key.isString() {
			values[key.text()] = n.kids[i+1]
		}
	}
	return values
}
