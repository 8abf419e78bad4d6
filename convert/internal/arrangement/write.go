package arrangement

import (
	"github.com/hcljson/hcljson/convert/internal/sourcemap"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/nodes"
)

// Emitter receives the values of JSON in the order of the text. It is a [jsonemit.Writer] or, for
// fingerprints, a [jsontree.Builder].
type Emitter interface {
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

// Writer writes an arrangement as JSON.
type Writer struct {
	Emitter
	File *hclwrite.File
	// TooDeep is the position of the first item beyond the nesting limit of the parser.
	TooDeep *hclwrite.Span
	lines   []string // memory for the lines of a text
	// Origins is nil if no source map is needed.
	Origins *sourcemap.Origins
}

// body writes a body: an object, or an array of objects.
func (w *Writer) body(a *Arrangement) {
	if a.Next == nil {
		w.object(a)
		return
	}
	w.BeginArray()
	for object := a; object != nil; object = object.Next {
		w.Origins.RecordPart(w.Values())
		w.object(object)
	}
	w.EndArray()
}

func (w *Writer) object(a *Arrangement) {
	w.BeginObject()
	if a.Annotation != nil {
		w.AnnotationProperty(a.Annotation)
	}
	for _, item := range a.Members {
		w.Member(item)
	}
	w.EndObject()
}

// Member writes a member of a body.
func (w *Writer) Member(item hclwrite.Item) {
	if list, ok := item.(*Blocks); ok {
		w.BeginBlocks(list)
		for i := range list.List {
			w.Block(list, i)
		}
		w.EndBlocks(list)
		return
	}
	w.Name(hclwrite.ItemName(item))
	switch item := item.(type) {
	case *hclwrite.Attribute:
		w.Origins.RecordAttribute(w.Values(), item, item.Expr)
		w.expr(item.Expr)
	case *ChangedAttribute:
		w.Origins.RecordAttribute(w.Values(), item.Attribute, item.Expr)
		w.expr(item.Expr)
	}
	w.recordItem(item)
}

// BeginBlocks writes the start of the property that contains blocks.
func (w *Writer) BeginBlocks(b *Blocks) {
	w.Name(hclwrite.ItemName(b))
	switch b.Shape {
	case ByLabel, ByLabelInArrays:
	case Merged:
		b.object = w.Values()
		w.BeginObject()
	default:
		w.BeginArray()
	}
}

// EndBlocks writes the end of the property that contains blocks.
func (w *Writer) EndBlocks(b *Blocks) {
	switch b.Shape {
	case ByLabel, ByLabelInArrays:
	case Merged:
		w.EndObject()
	default:
		w.EndArray()
	}
	w.recordItem(b)
}

// recordItem sets w.TooDeep if the written member exceeds the nesting limit.
func (w *Writer) recordItem(item hclwrite.Item) {
	if w.TooDeep == nil && w.Depth() > jsontree.MaxNesting {
		start := hclwrite.SpanOf(item).Start
		w.TooDeep = &hclwrite.Span{Start: start, End: start + len(hclwrite.ItemName(item))}
	}
}

// Block writes block i. All blocks before it must already be written.
func (w *Writer) Block(b *Blocks, i int) {
	one := &b.List[i]
	switch b.Shape {
	case ByLabel, ByLabelInArrays:
		w.blockByLabel(b, i)
		return
	case Merged:
		w.Origins.RecordBody(b.object, one.Block)
		for _, item := range one.Body.Members {
			w.Member(item)
		}
		return
	}
	closing := b.Closing && i == 0 && one.Body.Next == nil
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
func (w *Writer) element(b *Blocks, one *Block) {
	last := len(one.Labels) - 1
	inArray := func(level int) bool { return b.Shape == PerBlockInLists || b.Shape == PerBlock && level < last }
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
func (w *Writer) blockBody(one *Block, inArray bool) {
	wrapped := one.Body.Next != nil && !inArray
	if wrapped {
		w.BeginArray()
	}
	w.Origins.RecordBody(w.Values(), one.Block)
	w.body(&one.Body)
	if wrapped {
		w.EndArray()
	}
}

// blockByLabel writes block i in nested objects with its labels as keys. Adjacent blocks with equal
// labels share these objects. Blocks with the same labels are in an array.
func (w *Writer) blockByLabel(b *Blocks, i int) {
	one, before, after := &b.List[i], -1, -1
	if i > 0 {
		before = sharedLabels(&b.List[i-1], one)
	}
	if i+1 < len(b.List) {
		after = sharedLabels(one, &b.List[i+1])
	}
	levels := len(one.Labels)
	for level := max(before, 0); level < levels; level++ {
		if level > before {
			w.BeginObject()
		}
		w.Name(one.Labels[level])
	}
	array := b.Shape == ByLabelInArrays || before == levels || after == levels
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
func sharedLabels(a, b *Block) int {
	n := 0
	for n < len(a.Labels) && n < len(b.Labels) && a.Labels[n] == b.Labels[n] {
		n++
	}
	return n
}

// expr writes an arranged expression. An expression that has no JSON value becomes a template
// string.
func (w *Writer) expr(e hclwrite.Expr) {
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
			w.Origins.RecordValue(w.Values(), "", hclwrite.Span{}, item.ValueSpan, item.Value)
			w.expr(item.Value)
		}
		w.EndArray()
	case *hclwrite.Object:
		if !nodes.HasStaticKeys(e) {
			w.native(e)
			return
		}
		w.BeginObject()
		for _, item := range e.Elements() {
			w.Name(item.Key.Text)
			w.Origins.RecordValue(w.Values(), item.Key.Text, item.Key.Span, item.ValueSpan, item.Value)
			w.expr(item.Value)
		}
		w.EndObject()
	default:
		w.native(e)
	}
}

func (w *Writer) native(e hclwrite.Expr) {
	text := w.File.Text(e)
	w.Interpolation(text, hcltext.NeedsNewline(text))
}
