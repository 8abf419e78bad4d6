package convert

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotationpath"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// arrangement contains the decisions about the JSON of a body. It shares unchanged nodes with the
// tree, and does not change them.
type arrangement struct {
	// annotation is the annotation, or nil.
	annotation *annotation
	// members are in the order of writing: a *hclwrite.Attribute for an unchanged one, a
	// *changedAttribute, or *blocks.
	members []hclwrite.Item
	// next is the next object of a body that is an array of objects.
	next *arrangement
}

// changedAttribute is an attribute with another expression.
type changedAttribute struct {
	*hclwrite.Attribute
	expr hclwrite.Expr
}

// arrangedBlocks are the blocks of a type, which are one property.
type arrangedBlocks struct {
	*hclwrite.Block // the first one, whose type, position and comments are those of the property
	shape           blockShape
	// closing is true if only an array of two objects, the second one empty, distinguishes the first
	// one as the body of a block.
	closing bool
	list    []arrangedBlock
	object  int // the value that they are together, if they are merged
}

// arrangedBlock is a block with its labels in JSON and the arrangement of its body.
type arrangedBlock struct {
	*hclwrite.Block
	body arrangement
}

// emitter receives values in the order of the text: a [jsonemit.Writer], or a [jsontree.Builder] for
// fingerprints.
type emitter interface {
	BeginObject()
	EndObject()
	BeginArray()
	EndArray()
	Name(name string)
	String(text string)
	Lines(lines []string)
	Interpolation(expr string, newline bool)
	Raw(text string)
	Int(n int)
	// Values is the number of values so far, and Depth their maximum nesting.
	Values() int
	Depth() int
}

// writer writes an arrangement.
type writer struct {
	emitter
	file *hclwrite.File
	// tooDeep is the position of the first item beyond the nesting limit of the parser.
	tooDeep *hclwrite.Span
	lines   []string // of a text
	// origins is not nil for a source map.
	origins *origins
}

// body writes a body: an object, or an array of objects.
func (w *writer) body(a *arrangement) {
	if a.next == nil {
		w.object(a)
		return
	}
	w.BeginArray()
	for object := a; object != nil; object = object.next {
		w.origins.recordPart(w.Values())
		w.object(object)
	}
	w.EndArray()
}

func (w *writer) object(a *arrangement) {
	w.BeginObject()
	if a.annotation != nil {
		w.annotationProperty(a.annotation)
	}
	for _, item := range a.members {
		w.member(item)
	}
	w.EndObject()
}

// member writes a member of a body.
func (w *writer) member(item hclwrite.Item) {
	if list, ok := item.(*arrangedBlocks); ok {
		w.beginBlocks(list)
		for i := range list.list {
			w.block(list, i)
		}
		w.endBlocks(list)
		return
	}
	w.Name(hclwrite.ItemName(item))
	switch item := item.(type) {
	case *hclwrite.Attribute:
		w.origins.recordAttribute(w.Values(), item, item.Expr)
		w.expr(item.Expr)
	case *changedAttribute:
		w.origins.recordAttribute(w.Values(), item.Attribute, item.expr)
		w.expr(item.expr)
	}
	w.recordItem(item)
}

// beginBlocks starts the property of blocks.
func (w *writer) beginBlocks(b *arrangedBlocks) {
	w.Name(hclwrite.ItemName(b))
	switch b.shape {
	case byLabel, byLabelInArrays:
	case merged:
		b.object = w.Values()
		w.BeginObject()
	default:
		w.BeginArray()
	}
}

// endBlocks ends the property of blocks.
func (w *writer) endBlocks(b *arrangedBlocks) {
	switch b.shape {
	case byLabel, byLabelInArrays:
	case merged:
		w.EndObject()
	default:
		w.EndArray()
	}
	w.recordItem(b)
}

// recordItem records a written member.
func (w *writer) recordItem(item hclwrite.Item) {
	if w.tooDeep == nil && w.Depth() > jsontree.MaxNesting {
		start := hclwrite.SpanOf(item).Start
		w.tooDeep = &hclwrite.Span{Start: start, End: start + len(hclwrite.ItemName(item))}
	}
}

// block writes the block with an index, after all blocks before it.
func (w *writer) block(b *arrangedBlocks, i int) {
	one := &b.list[i]
	switch b.shape {
	case byLabel, byLabelInArrays:
		w.blockByLabel(b, i)
		return
	case merged:
		w.origins.recordBody(b.object, one.Block)
		for _, item := range one.body.members {
			w.member(item)
		}
		return
	}
	closing := b.closing && i == 0 && one.body.next == nil
	if closing {
		w.BeginArray()
	}
	w.element(b, one)
	if closing {
		w.BeginObject()
		w.EndObject()
		w.EndArray()
	}
}

// element writes a block: an object for each level of labels, and its body.
func (w *writer) element(b *arrangedBlocks, one *arrangedBlock) {
	last := len(one.Labels) - 1
	inArray := func(level int) bool { return b.shape == perBlockInLists || b.shape == perBlock && level < last }
	for level, label := range one.Labels {
		w.BeginObject()
		w.Name(label)
		if inArray(level) {
			w.BeginArray()
		}
	}
	w.blockBody(one, last < 0 || inArray(last))
	for level := last; level >= 0; level-- {
		if inArray(level) {
			w.EndArray()
		}
		w.EndObject()
	}
}

// blockBody writes the body of a block. An array of objects that is one body needs an enclosing
// array unless it is an element of one.
func (w *writer) blockBody(one *arrangedBlock, inArray bool) {
	wrapped := one.body.next != nil && !inArray
	if wrapped {
		w.BeginArray()
	}
	w.origins.recordBody(w.Values(), one.Block)
	w.body(&one.body)
	if wrapped {
		w.EndArray()
	}
}

// blockByLabel writes a block inside objects for its labels, which it shares with its neighbours. Blocks
// with the same labels are in an array.
func (w *writer) blockByLabel(b *arrangedBlocks, i int) {
	one, before, after := &b.list[i], -1, -1
	if i > 0 {
		before = sharedLabels(&b.list[i-1], one)
	}
	if i+1 < len(b.list) {
		after = sharedLabels(one, &b.list[i+1])
	}
	levels := len(one.Labels)
	for level := max(before, 0); level < levels; level++ {
		if level > before {
			w.BeginObject()
		}
		w.Name(one.Labels[level])
	}
	array := b.shape == byLabelInArrays || before == levels || after == levels
	if array && before < levels {
		w.BeginArray()
	}
	w.blockBody(one, array)
	if after == levels {
		return
	}
	if array {
		w.EndArray()
	}
	for level := levels - 1; level > after; level-- {
		w.EndObject()
	}
}

// sharedLabels returns the number of equal labels of two blocks from the first one on.
func sharedLabels(a, b *arrangedBlock) int {
	n := 0
	for n < len(a.Labels) && n < len(b.Labels) && a.Labels[n] == b.Labels[n] {
		n++
	}
	return n
}

// expr writes an expression. Expressions without a JSON form become templates.
func (w *writer) expr(e hclwrite.Expr) {
	switch e := e.(type) {
	case *hclwrite.Literal:
		if !jsontree.IsReadableNumber(e.Text) {
			w.Interpolation(e.Text, false)
			return
		}
		w.Raw(e.Text)
	case *hclwrite.Template:
		w.String(e.Text)
	case *hclwrite.Tuple:
		w.BeginArray()
		for i := range e.Items {
			w.origins.recordValue(w.Values(), "", hclwrite.Span{}, e.Items[i].ValueSpan, e.Items[i].Value)
			w.expr(e.Items[i].Value)
		}
		w.EndArray()
	case *hclwrite.Object:
		if !e.HasStaticKeys() {
			w.native(e)
			return
		}
		w.BeginObject()
		for i := range e.Items {
			w.Name(e.Items[i].Key.Text)
			w.origins.recordValue(w.Values(), e.Items[i].Key.Text, e.Items[i].Key.Span, e.Items[i].ValueSpan, e.Items[i].Value)
			w.expr(e.Items[i].Value)
		}
		w.EndObject()
	default:
		w.native(e)
	}
}

func (w *writer) native(e hclwrite.Expr) {
	text := w.file.Text(e)
	w.Interpolation(text, hcltext.NeedsNewline(text))
}

// annotationProperty writes the "//" property.
func (w *writer) annotationProperty(n *annotation) {
	w.Name(commentProperty)
	if n.hasOnlyInside() {
		switch {
		case n.foreign == nil:
			w.text(n.inside, false)
			return
		case len(n.inside) == 0:
			w.rawJSON(n.foreign)
			return
		}
	}
	w.BeginObject()
	if n.foreign != nil {
		w.jsonMembers(n.foreign)
	}
	for p, list := range n.comments().Lists() {
		w.comments(p.Name, *list, n.slashes)
		if list == &n.inside {
			w.optionalObject(keyAt, len(n.at), func(i int) { w.commentsAt(&n.at[i], n.slashes) })
		}
	}
	w.strings(keyAttributes, n.attributes)
	w.optionalObject(keyLabels, len(n.labels), func(i int) { w.labels(n.labels[i]) })
	w.strings(keyOrder, n.order)
	w.strings(keyBlocks, n.blocks)
	w.strings(keyNulls, n.nulls)
	w.optionalObject(keyLayout, len(n.layout), func(i int) {
		w.Name(n.layout[i].path)
		w.String(n.layout[i].words)
	})
	w.EndObject()
}

// commentsAt writes the comments at a path.
func (w *writer) commentsAt(p *annotatedPath, slashes bool) {
	w.Name(p.path)
	w.BeginObject()
	for position, list := range p.comments().Lists() {
		w.comments(position.Name, *list, slashes)
	}
	if p.count > 0 {
		w.Name(keyElements)
		w.String(p.elements)
	}
	w.EndObject()
}

// optionalObject writes an object of n members, if there are any.
func (w *writer) optionalObject(key string, n int, member func(i int)) {
	if n == 0 {
		return
	}
	w.Name(key)
	w.BeginObject()
	for i := range n {
		member(i)
	}
	w.EndObject()
}

func (w *writer) labels(l labelCount) {
	w.Name(l.blockType)
	if len(l.counts) == 1 {
		w.Int(l.counts[0])
		return
	}
	w.BeginArray()
	for _, count := range l.counts {
		w.Int(count)
	}
	w.EndArray()
}

func (w *writer) comments(key string, comments []string, slashes bool) {
	if len(comments) > 0 {
		w.Name(key)
		w.text(comments, slashes)
	}
}

// text writes the text of comments.
func (w *writer) text(comments []string, slashes bool) {
	w.lines = slices.Grow(w.lines[:0], len(comments))
	for _, c := range comments {
		w.lines = append(w.lines, annotationpath.StoredComment(c, slashes))
	}
	w.Lines(w.lines)
}

func (w *writer) strings(key string, list []string) {
	if len(list) == 0 {
		return
	}
	w.Name(key)
	w.BeginArray()
	for _, s := range list {
		w.String(s)
	}
	w.EndArray()
}

// rawJSON writes a JSON value with its source text.
func (w *writer) rawJSON(v *jsontree.Value) {
	switch v.Kind {
	case jsontree.String:
		w.String(v.Text)
	case jsontree.Array:
		w.BeginArray()
		for i := range v.Elems {
			w.rawJSON(&v.Elems[i])
		}
		w.EndArray()
	case jsontree.Object:
		w.BeginObject()
		w.jsonMembers(v)
		w.EndObject()
	default:
		w.Raw(v.Text)
	}
}

func (w *writer) jsonMembers(v *jsontree.Value) {
	for i := range v.Members {
		w.Name(v.Members[i].Name)
		w.rawJSON(&v.Members[i].Value)
	}
}

// origins records the sources of the written values, by their numbers in the JSON text
// ([jsonemit.Writer.Values]). A nil *origins records nothing.
type origins struct {
	pieces []piece
	bodies []origin
	// split are the objects of bodies with several objects.
	split []int32
}

// origin is a value that is the body of a block, or the parent of one.
type origin struct {
	value int32
	block *hclwrite.Block
}

func (o *origins) recordAttribute(next int, a *hclwrite.Attribute, e hclwrite.Expr) {
	if o == nil {
		return
	}
	span := a.ValueSpan
	if a.Expr == nil || hclwrite.SpanOf(a.Expr).End == 0 {
		span = hclwrite.Span{} // made, or set
	}
	o.recordValue(next, a.Name, hclwrite.Span{Start: a.Span.Start, End: a.Span.Start + len(a.Name)}, span, e)
}

// recordValue records the source of the next value: an expression with a name, if it was parsed.
func (o *origins) recordValue(next int, name string, named, span hclwrite.Span, e hclwrite.Expr) {
	if o == nil {
		return
	}
	if span.End > 0 {
		p := piece{value: int32(next), name: named, text: span}
		if object, ok := e.(*hclwrite.Object); ok && object.Span.Start < span.Start {
			p.block = object.Span // see withArguments
		}
		o.pieces = append(o.pieces, p)
		return
	}
	if list, ok := e.(*hclwrite.Tuple); ok {
		for i := range list.Items {
			item := &list.Items[i]
			if object, ok := item.Value.(*hclwrite.Object); ok && object.Span.Start < item.ValueSpan.Start {
				start := object.Span.Start
				o.pieces = append(o.pieces, piece{value: int32(next),
					name: hclwrite.Span{Start: start, End: start + len(name)}, text: item.ValueSpan, block: object.Span})
			}
		}
	}
}

// recordBody records that the next value is the body of a block, or of several blocks.
func (o *origins) recordBody(next int, block *hclwrite.Block) {
	if o != nil {
		o.bodies = append(o.bodies, origin{int32(next), block})
	}
}

func (o *origins) recordPart(next int) {
	if o != nil {
		o.split = append(o.split, int32(next))
	}
}
