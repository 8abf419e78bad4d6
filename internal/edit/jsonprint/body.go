package jsonprint

import (
	"slices"
	"sort"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsonedit"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// body is a body during an edit.
type body struct {
	*printer
	// old and new are the body before and after the edit, and rules is its schema.
	old, new *hclwrite.Body
	script   *treediff.Script
	rules    *tables.Body
	// objects are the objects of the body in the source. Without objects, the body is null at the step leaf, and
	// fresh contains its members.
	objects []*jsontree.Value
	leaf    step
	fresh   []jsonedit.Part
	// notes contains the "//" properties of the objects.
	notes []step
	// outer is the parent body, and block the block of the body in the new tree.
	outer *body
	block *hclwrite.Block
	// isElement is true if the body is an element of an argument. The product requires all members of such an object.
	isElement bool
	// paths contains the staying blocks by their indexes in the new body, and moved the moved ones with the steps that
	// removePath returned. within contains the staying blocks whose paths contain a step.
	paths, moved map[int]blockPath
	within       map[step]*blocksIn
	// places maps the index of an item of the new body to the member that contains it, or after which it was added.
	places map[int]step
	// steps contains the steps of the items of the new body, by their indexes.
	steps []*treediff.Step
	// replaced contains the names of the items whose comments at paths are written again.
	replaced map[string]bool
	// together contains the types whose blocks are all written.
	together map[string]bool
	// index contains the members by their new names, after the changes of names; nil until it is used.
	index map[string][]step
	// starts contains the blocks of the source in order. newNames contains the results of newName, and single the
	// results of hasSingleLabels.
	starts   []blockStart
	newNames map[step]*string
	single   map[*jsontree.Value]bool
	// newTypes is the result of unplaced.
	newTypes map[string][]int
	// rewritten contains the results of isRewritten, and hintedTypes the types in the hint "blocks".
	rewritten, hintedTypes map[string]bool
	// comments contains the comments of the block before and after the edit.
	comments [2]hclwrite.Comments
	// written contains the new values as convert writes them, and given as the edited JSON contains them.
	written, given *writtenBody
	// renamesIterator is true if names in the expressions of the body get another meaning.
	renamesIterator bool
	// displaced contains the types of the blocks whose comments are in the annotation of this body, although the blocks
	// can have their own. movesComments contains the types whose blocks get their comments, because the comments change. isDisplaced and
	// receivesComments are true if the body is in such a block.
	displaced, movesComments      map[string]bool
	isDisplaced, receivesComments bool
	// isStale is true if elements have moved since the annotation of the body was written. All its paths are then
	// written again.
	isStale bool
}

// blockStart is the offset of a block of the source, and its step.
type blockStart struct {
	offset int
	step   *treediff.Step
}

// change changes the text of the body.
func (b *body) change() {
	b.changed[b.new] = b
	b.places, b.replaced, b.together = map[int]step{}, map[string]bool{}, map[string]bool{}
	b.rewritten = map[string]bool{}
	for _, object := range b.objects {
		for i := range object.Members {
			if object.Members[i].Name == annotation.Property {
				b.notes = append(b.notes, step{object, i})
			}
		}
	}
	b.steps = make([]*treediff.Step, len(b.new.Items))
	for k := range b.script.Steps {
		if s := &b.script.Steps[k]; s.New >= 0 {
			b.steps[s.New] = s
		}
	}
	if b.need.whole[b.new] {
		b.writeWhole()
		return
	}
	b.findTogether()
	b.findStale()
	b.findMoving()
	for k := range b.script.Steps {
		s := &b.script.Steps[k]
		if s.Old < 0 {
			continue
		}
		if a, ok := b.old.Items[s.Old].(*hclwrite.Attribute); ok {
			b.changeAttribute(s, a)
		}
	}
	b.changeBlocks()
	for j, item := range b.new.Items {
		if _, placed := b.places[j]; placed || b.diags.HasErrors() {
			continue
		}
		switch item := item.(type) {
		case *hclwrite.Attribute:
			b.insertAttribute(j, item)
		case *hclwrite.Block:
			b.insertType(j, item)
		}
	}
	b.annotate()
	if len(b.objects) == 0 && len(b.fresh) > 0 {
		if n := (&jsonedit.Node{Kind: jsontree.Object, Parts: b.fresh}); b.outer == nil {
			b.text.Replace(b.root, n)
		} else {
			b.arrange(b.leaf.in).values[b.leaf.at] = n
		}
	}
}

// member returns the member that contains an item of the source.
func (b *body) member(item hclwrite.Item) (step, bool) {
	at := hclwrite.SpanOf(item)
	k := sort.Search(len(b.objects), func(k int) bool { return b.objects[k].End >= at.End })
	if k == len(b.objects) {
		return step{}, false
	}
	object := b.objects[k]
	i := sort.Search(object.Len(), func(i int) bool { _, v := object.Part(i); return v.End >= at.End })
	return step{object, i}, i < len(object.Members) && object.Members[i].NameStart <= at.Start && at.End > 0
}

// memberNamed returns the member with a name.
func (b *body) memberNamed(name string) (step, bool) {
	if b.index == nil {
		b.index = map[string][]step{}
		for _, object := range b.objects {
			for i := range object.Members {
				name := b.nameOf(step{object, i})
				b.index[name] = append(b.index[name], step{object, i})
			}
		}
	}
	for _, at := range b.index[name] {
		if !b.isRemoved(at) && b.nameOf(at) == name {
			return at, true
		}
	}
	return step{}, false
}

// nameOf returns the new name of a member.
func (p *printer) nameOf(at step) string {
	if a := p.arrangements[at.in]; a != nil && a.names[at.at] != "" {
		return a.names[at.at]
	}
	return at.name()
}

// changeAttribute applies a step to an attribute of the source.
func (b *body) changeAttribute(s *treediff.Step, old *hclwrite.Attribute) {
	at, ok := b.member(old)
	if !ok {
		b.fail("The position of %s is unknown.", old.Name)
		return
	}
	if s.New < 0 || s.Op == treediff.Move {
		if s.New < 0 {
			b.replaced[old.Name] = true
		}
		argument, _ := b.rules.Lookup(old.Name)
		if b.isElement && argument != nil && s.New < 0 {
			b.text.Replace(at.value(), &jsonedit.Node{Kind: jsontree.Null})
			return
		}
		b.remove(at)
		if s.New < 0 {
			return
		}
	}
	is := b.new.Items[s.New].(*hclwrite.Attribute)
	if s.Op != treediff.Move {
		b.places[s.New] = at
	}
	if is.Name != old.Name {
		b.replaced[old.Name], b.replaced[is.Name] = true, true
		if s.Op != treediff.Move {
			b.arrange(at.in).names[at.at] = is.Name
		}
	}
	rule := b.rules.Argument(is.Name)
	if s.Parts == nil && !s.ReplacesValue && (is.Name == old.Name || rule == b.rules.Argument(old.Name)) {
		return
	}
	b.replaced[is.Name] = true
	if to := b.writtenValue(is); to != nil && (s.Parts != nil || s.ReplacesValue || !jsontree.Equal(to, at.value())) {
		b.changeValue(at.value(), old.Expr, is.Expr, to, s.Parts)
	}
}

// insertAttribute adds an attribute, which is new or moved.
func (b *body) insertAttribute(j int, a *hclwrite.Attribute) {
	if old := b.steps[j].Old; old >= 0 {
		if at, ok := b.member(b.old.Items[old]); ok {
			b.insert(j, jsonedit.Part{Old: at.at, Name: a.Name}, at)
		}
		return
	}
	b.replaced[a.Name] = true
	to := b.writtenValue(a)
	if to == nil {
		return
	}
	if at, ok := b.memberNamed(a.Name); ok { // such as null
		b.text.Replace(at.value(), jsonedit.NodeOf(to))
		b.places[j] = at
		return
	}
	b.insert(j, jsonedit.NewPart(a.Name, jsonedit.NodeOf(to)), step{})
}

// insert adds the member for an item next to the members of its neighbors. from is the place of a moved member.
func (b *body) insert(j int, part jsonedit.Part, from step) {
	if part.Old >= 0 && len(b.objects) == 0 {
		part = jsonedit.NewPart(part.Name, &jsonedit.Node{Old: from.value()})
	}
	if len(b.objects) == 0 {
		b.fresh = append(b.fresh, part)
		return
	}
	at, found := step{}, false
	for k := j - 1; k >= 0 && !found; k-- {
		at, found = b.places[k]
	}
	for k := j + 1; k < len(b.new.Items) && !found; k++ {
		if at, found = b.places[k]; found {
			at.at--
		}
	}
	if !found {
		last := b.objects[len(b.objects)-1]
		at = step{last, last.Len() - 1}
		if last.Kind != jsontree.Object {
			b.fail("The body of %s is not an object.", hclwrite.ItemName(b.new.Items[j]))
			return
		}
	}
	if part.Old >= 0 && from.in != at.in {
		part = jsonedit.NewPart(part.Name, &jsonedit.Node{Old: from.value()})
	}
	b.add(at, part)
	b.places[j] = at
}

// inner returns the body of a block of the source.
func (b *body) inner(old, is *hclwrite.Block, script *treediff.Script, leaf step) *body {
	in := &body{
		printer: b.printer, old: &old.Body, new: &is.Body, script: script, leaf: leaf, outer: b, block: is,
		rules: b.rules.BlockBody(is.Type, is.Labels, is.Body.SourceOf),
	}
	v := leaf.value()
	if old.Body.Span != (hclwrite.Span{}) { // a dynamic block generates the block
		if path := pathTo(b.root, old.Body.Span); path != nil {
			v = path[len(path)-1].value()
		}
	} else {
		in.isElement = b.rules.ElementBody(old.Type) != nil
	}
	if v.Kind != jsontree.Null {
		in.objects = annotation.Elements(v)
	}
	in.renamesIterator = old.Type == tables.DynamicType && (!slices.Equal(old.Labels, is.Labels) ||
		!treediff.SameExpr(valueOf(old, tables.DynamicIterator), valueOf(is, tables.DynamicIterator)))
	in.isDisplaced = b.isDisplaced || b.displaced[old.Type]
	in.receivesComments = b.receivesComments || b.movesComments[old.Type]
	return in
}

// valueOf returns the value of an argument of a block. A missing argument is null.
func valueOf(block *hclwrite.Block, name string) hclwrite.Expr {
	if a := block.Body.Attribute(name); a != nil {
		return a.Expr
	}
	return &hclwrite.Literal{Text: "null"}
}

// writeWhole replaces the body by the result of a conversion.
func (b *body) writeWhole() {
	for j := range b.new.Items {
		if _, ok := b.new.Items[j].(*hclwrite.CommentGroup); !ok {
			b.together[hclwrite.ItemName(b.new.Items[j])] = true
		}
	}
	to := b.values().body()
	if b.outer == nil || to == nil {
		b.fail("The order of the blocks cannot be written.")
		return
	}
	w := b.values()
	b.keepNotes(w.root, w.back, b.new, w.objects)
	n := jsonedit.NodeOf(to)
	if to.Kind == jsontree.Array && b.leaf.in.Kind != jsontree.Array {
		n = listOf(n)
	}
	b.arrange(b.leaf.in).values[b.leaf.at] = n
}

func listOf(parts ...*jsonedit.Node) *jsonedit.Node {
	list := &jsonedit.Node{Kind: jsontree.Array}
	for _, n := range parts {
		list.Parts = append(list.Parts, jsonedit.NewPart("", n))
	}
	return list
}

// findTogether finds the types of changed blocks whose blocks are all written: blocks for arguments, and blocks
// whose comments are in the annotation of this body.
func (b *body) findTogether() {
	changes := func(s *treediff.Step, item hclwrite.Item) {
		block, ok := item.(*hclwrite.Block)
		if ok && s.Op != treediff.Keep && !b.together[block.Type] {
			inner := b.rules.BlockBody(block.Type, block.Labels, block.Body.SourceOf)
			if b.rules.ElementBody(block.Type) != nil || b.isHinted(block.Type) || inner != nil && inner.NoComments {
				b.together[block.Type], b.replaced[block.Type] = true, true
			}
			if generated := b.rules.GeneratedType(block.Type, block.Labels); b.rules.ElementBody(generated) != nil {
				b.together[generated], b.replaced[generated] = true, true // the hint "blocks" counts these blocks
			}
		}
	}
	for k := range b.script.Steps {
		s := &b.script.Steps[k]
		if s.Old >= 0 {
			changes(s, b.old.Items[s.Old])
		} else {
			changes(s, b.new.Items[s.New])
		}
	}
}

// isHinted reports whether a hint alone defines that the blocks of a type represent an argument.
func (b *body) isHinted(blockType string) bool {
	if b.hintedTypes == nil {
		b.hintedTypes = map[string]bool{}
		for _, note := range b.notes {
			blocks := note.value().Member(annotation.KeyBlocks)
			for i := 0; blocks != nil && i < len(blocks.Elems); i++ {
				b.hintedTypes[blocks.Elems[i].Text] = true
			}
		}
	}
	return b.hintedTypes[blockType] && b.rules.ElementBody(blockType) == nil
}

// isFull reports whether an item of the new body is written completely.
func (b *body) isFull(j int) bool {
	item, s := b.new.Items[j], b.steps[j]
	_, attribute := item.(*hclwrite.Attribute)
	if block, ok := item.(*hclwrite.Block); ok && b.together[b.rules.GeneratedType(block.Type, block.Labels)] {
		return true
	}
	return !hclwrite.IsCommentGroup(item) && (s == nil || s.Old < 0 || b.together[hclwrite.ItemName(item)] || b.changesSchema(s) ||
		attribute && (s.Parts != nil || s.ReplacesValue || s.ChangesHeader || b.isStale && b.replaced[hclwrite.ItemName(item)]))
}

// changesSchema reports whether a block gets a type with another schema. Its content is then written again.
func (b *body) changesSchema(s *treediff.Step) bool {
	if !s.ChangesHeader || s.Old < 0 || s.New < 0 {
		return false
	}
	old, ok := b.old.Items[s.Old].(*hclwrite.Block)
	is, both := b.new.Items[s.New].(*hclwrite.Block)
	return ok && both && old.Type != is.Type &&
		b.rules.BlockBody(old.Type, old.Labels, old.Body.SourceOf) != b.rules.BlockBody(is.Type, is.Labels, is.Body.SourceOf)
}
