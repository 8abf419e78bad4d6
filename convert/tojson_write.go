package convert

import (
	"slices"

	"github.com/hcljson/hcljson/convert/internal/sourcemap"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// arrangement describes the JSON of a body. It refers to unchanged nodes of the tree, and does not
// change them.
type arrangement struct {
	// annotation is the annotation of the body, or nil.
	annotation *annotation.Annotation
	// members contains the members in the order in which they are written. A member is an unchanged
	// *hclwrite.Attribute, a *changedAttribute or a *blocks.
	members []hclwrite.Item
	// next is the next object, if the body is an array of objects.
	next *arrangement
}

// changedAttribute is an attribute with another expression.
type changedAttribute struct {
	*hclwrite.Attribute
	expr hclwrite.Expr
}

// arrangedBlocks is the property that contains the blocks of one type.
type arrangedBlocks struct {
	*hclwrite.Block // the first block, with the type, position and comments of the property
	shape           blockShape
	// closing is true if an empty object must follow the body of the first block, so that readers do
	// not convert the blocks to an attribute.
	closing bool
	list    []arrangedBlock
	object  int // the value of the merged blocks
}

// arrangedBlock is a block with the labels for JSON and the arrangement of its body.
type arrangedBlock struct {
	*hclwrite.Block
	body arrangement
}

// emitter receives the values of JSON in the order of the text. It is a [jsonemit.Writer] or, for
// fingerprints, a [jsontree.Builder].
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
	// Values returns the number of values so far, and Depth their maximum nesting.
	Values() int
	Depth() int
}

// writer writes an arrangement as JSON.
type writer struct {
	emitter
	file *hclwrite.File
	// tooDeep is the position of the first item beyond the nesting limit of the parser.
	tooDeep *hclwrite.Span
	lines   []string // memory for the lines of a text
	// origins is nil if no source map is needed.
	origins *sourcemap.Origins
}

// body writes a body: an object, or an array of objects.
func (w *writer) body(a *arrangement) {
	if a.next == nil {
		w.object(a)
		return
	}
	w.BeginArray()
	for object := a; object != nil; object = object.next {
		w.origins.RecordPart(w.Values())
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
		w.origins.RecordAttribute(w.Values(), item, item.Expr)
		w.expr(item.Expr)
	case *changedAttribute:
		w.origins.RecordAttribute(w.Values(), item.Attribute, item.expr)
		w.expr(item.expr)
	}
	w.recordItem(item)
}

// beginBlocks writes the start of the property that contains blocks.
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

// endBlocks writes the end of the property that contains blocks.
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

// recordItem sets w.tooDeep if the written member exceeds the nesting limit.
func (w *writer) recordItem(item hclwrite.Item) {
	if w.tooDeep == nil && w.Depth() > jsontree.MaxNesting {
		start := hclwrite.SpanOf(item).Start
		w.tooDeep = &hclwrite.Span{Start: start, End: start + len(hclwrite.ItemName(item))}
	}
}

// block writes block i. All blocks before it must already be written.
func (w *writer) block(b *arrangedBlocks, i int) {
	one := &b.list[i]
	switch b.shape {
	case byLabel, byLabelInArrays:
		w.blockByLabel(b, i)
		return
	case merged:
		w.origins.RecordBody(b.object, one.Block)
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

// element writes a block as an array element: an object for each label, and the body.
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

// blockBody writes the body of a block. A body that is an array of objects must be an element of an
// array. If inArray is false, blockBody writes this array too.
func (w *writer) blockBody(one *arrangedBlock, inArray bool) {
	wrapped := one.body.next != nil && !inArray
	if wrapped {
		w.BeginArray()
	}
	w.origins.RecordBody(w.Values(), one.Block)
	w.body(&one.body)
	if wrapped {
		w.EndArray()
	}
}

// blockByLabel writes block i in nested objects with its labels as keys. Adjacent blocks with equal
// labels share these objects. Blocks with the same labels are in an array.
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

// sharedLabels returns the number of leading labels that two blocks have in common.
func sharedLabels(a, b *arrangedBlock) int {
	n := 0
	for n < len(a.Labels) && n < len(b.Labels) && a.Labels[n] == b.Labels[n] {
		n++
	}
	return n
}

// expr writes an arranged expression. An expression that has no JSON value becomes a template
// string.
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
		for _, item := range e.Elements() {
			w.origins.RecordValue(w.Values(), "", hclwrite.Span{}, item.ValueSpan, item.Value)
			w.expr(item.Value)
		}
		w.EndArray()
	case *hclwrite.Object:
		if !e.HasStaticKeys() {
			w.native(e)
			return
		}
		w.BeginObject()
		for _, item := range e.Elements() {
			w.Name(item.Key.Text)
			w.origins.RecordValue(w.Values(), item.Key.Text, item.Key.Span, item.ValueSpan, item.Value)
			w.expr(item.Value)
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
func (w *writer) annotationProperty(n *annotation.Annotation) {
	w.Name(annotation.Property)
	if n.HasOnlyInside() {
		switch {
		case n.Foreign == nil:
			w.text(n.Comments.At(hclwrite.Inside), false)
			return
		case len(n.Comments) == 0:
			w.rawJSON(n.Foreign)
			return
		}
	}
	w.BeginObject()
	if n.Foreign != nil {
		w.jsonMembers(n.Foreign)
	}
	for p := range hclwrite.Positions() {
		w.comments(p.Name(), n.Comments.At(p), n.Slashes)
		if p == hclwrite.Inside {
			w.optionalObject(annotation.KeyAt, len(n.At), func(i int) { w.commentsAt(&n.At[i], n.Slashes) })
		}
	}
	w.strings(annotation.KeyAttributes, n.Attributes)
	w.optionalObject(annotation.KeyLabels, len(n.Labels), func(i int) { w.labels(n.Labels[i]) })
	w.strings(annotation.KeyOrder, n.Order)
	w.strings(annotation.KeyBlocks, n.Blocks)
	w.strings(annotation.KeyNulls, n.Nulls)
	w.optionalObject(annotation.KeyLayout, len(n.Layout), func(i int) {
		w.Name(n.Layout[i].Path)
		w.String(n.Layout[i].Words)
	})
	w.EndObject()
}

// commentsAt writes the comments at a path as a member. If slashes is true, the comments start with
// //.
func (w *writer) commentsAt(p *annotation.CommentedPath, slashes bool) {
	w.Name(p.Path)
	w.BeginObject()
	for position := range hclwrite.Positions() {
		w.comments(position.Name(), p.Comments.At(position), slashes)
	}
	if p.Count > 0 {
		w.Name(annotation.KeyElements)
		w.String(p.Elements)
	}
	w.EndObject()
}

// optionalObject writes a member whose value is an object with n members. It writes nothing if n is
// 0.
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

func (w *writer) labels(l annotation.LabelCount) {
	w.Name(l.BlockType)
	if len(l.Counts) == 1 {
		w.Int(l.Counts[0])
		return
	}
	w.BeginArray()
	for _, count := range l.Counts {
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

// text writes comments as one string.
func (w *writer) text(comments []string, slashes bool) {
	w.lines = slices.Grow(w.lines[:0], len(comments))
	for _, c := range comments {
		w.lines = append(w.lines, annotation.StoredComment(c, slashes))
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

// rawJSON writes a JSON value. Numbers keep their source text.
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
