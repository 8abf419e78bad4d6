package patch

import (
	linked "container/list"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotationpath"
	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/nativeedit"
	"github.com/hcljson/hcljson/internal/treediff"
	"github.com/hcljson/hcljson/schema"
)

// jsonBody applies the changes to one body.
type jsonBody struct {
	*jsonText
	schema *schema.Body
	// old contains the items of the body in the file, and edited the items after the edit.
	old, edited []hclwrite.Item
	// oldObjects contains the objects of the body in the file, with the annotations that this
	// program writes for them. editedObjects contains the objects in the edited JSON.
	oldObjects, editedObjects []*jsontree.Value
	script                    *treediff.Script

	// isNested is true for the body of a block.
	isNested bool
	// objects contains the objects of the body in the file, with their changes.
	objects []*jsonObject
	// partner contains the old index of each edited item, or -1.
	partner []int
	// place maps the index of an edited item to its member, if the member exists.
	place map[int]*jsonMember
}

// applyScript applies the script to the objects of a body. It returns false if the script cannot be
// applied.
func (b *jsonBody) applyScript(objects []*jsontree.Value) bool {
	b.place = make(map[int]*jsonMember)
	for _, v := range objects {
		if v.Kind != jsontree.Object {
			return false
		}
		object := &jsonObject{value: v, members: linked.New()}
		object.of = make(map[*jsontree.Member]*jsonMember, len(v.Members))
		members := make([]jsonMember, len(v.Members))
		for i := range v.Members {
			m := &v.Members[i]
			members[i] = jsonMember{object: object, index: i, old: m, name: m.Name}
			members[i].at, object.of[m] = object.members.PushBack(&members[i]), &members[i]
		}
		b.objects = append(b.objects, object)
	}
	b.partner = make([]int, len(b.edited))
	for j := range b.partner {
		b.partner[j] = -1
	}
	for _, step := range b.script.Steps {
		if step.New >= 0 {
			b.partner[step.New] = step.Old
		}
	}
	for k := range b.script.Steps {
		if !b.applyStep(&b.script.Steps[k]) {
			return false
		}
	}
	if !b.arrangeBlocks() || !b.insertNew() {
		return false
	}
	b.changeAnnotation()
	if b.isMisordered() {
		return false
	}
	b.write()
	return true
}

// applyStep applies a step to an existing item, without moving it. It returns false if the step
// cannot be applied.
func (b *jsonBody) applyStep(step *treediff.Step) bool {
	if step.Old < 0 || hclwrite.IsCommentGroup(b.old[step.Old]) {
		return true // insertNew and arrangeBlocks insert items, and changeAnnotation changes comment groups
	}
	member := b.memberOf(b.old[step.Old])
	if member == nil {
		return false
	}
	if step.New >= 0 {
		b.place[step.New] = member
	}
	if step.Op == treediff.Keep {
		return true
	}
	switch item := b.old[step.Old].(type) {
	case *hclwrite.Attribute:
		if step.New < 0 {
			b.removeMember(member)
			return true
		}
		is, value := b.newAttribute(step.New)
		if value == nil {
			return false
		}
		if value.Name != member.name {
			member.name, member.object.isArranged = value.Name, true
		}
		b.changeValue(&member.old.Value, item.Expr, is.Expr, &value.Value, step.Parts, step.ReplacesValue)
	case *hclwrite.Block:
		return step.New < 0 || b.changeBlock(step, member, item) // arrangeBlocks removes blocks
	}
	return true
}

// changeBlock applies a step to the body of a block. It returns false if the body cannot be changed.
func (b *jsonBody) changeBlock(step *treediff.Step, member *jsonMember, old *hclwrite.Block) bool {
	is := b.edited[step.New].(*hclwrite.Block)
	leaf, up, _ := findLeaf(&member.old.Value, old.Span)
	value, _, _ := findBody(b.editedObjects, is)
	if leaf == nil || value == nil || b.schema.ElementBody(old.Type) != nil {
		return b.mergeType(member.name)
	}
	if step.Parts == nil && !step.ChangesComments {
		return true
	}
	inside := b.schema.BlockBody(is.Type, is.Labels, is.Body.SourceOf)
	if hidesBlocks(inside, leaf) || hidesBlocks(inside, value) {
		b.mergeBody(leaf, up, value)
		return true
	}
	inner := &jsonBody{
		jsonText: b.jsonText, schema: inside, isNested: true,
		script: b.groupsAsComments(step.Parts, old.Body.Items, is.Body.Items),
		old:    old.Body.Items, edited: is.Body.Items, editedObjects: annotationpath.Elements(value),
	}
	if inner.script == nil { // only the comments next to the block differ
		inner.script = b.match.BodyScript(&old.Body, &old.Body, &is.Body, inside, false)
		for i := range inner.script.Steps {
			inner.script.Steps[i].Op = treediff.Keep
		}
	}
	if value, _, _ := findBody(b.oldObjects, old); value != nil {
		inner.oldObjects = annotationpath.Elements(value)
	}
	if inner.hasDisplacedComments(annotationpath.Elements(leaf)) {
		b.mergeBody(leaf, up, value)
	} else if !inner.applyScript(annotationpath.Elements(leaf)) {
		b.changes.Reset(leaf)
		b.mergeBody(leaf, up, value)
	}
	return true
}

// hidesBlocks reports whether a body has dynamic blocks for an argument that may be written as
// blocks. The tree may then contain them as other blocks, or at another place.
func hidesBlocks(s *schema.Body, body *jsontree.Value) bool {
	if s == nil {
		return false
	}
	isArgument := func(m jsontree.Member) bool {
		argument, _ := s.Lookup(m.Name)
		return argument != nil && argument.AsBlocks != nil
	}
	for _, object := range annotationpath.Elements(body) {
		for i := range object.Members {
			m := &object.Members[i]
			if m.Name == schema.DynamicType && slices.ContainsFunc(annotationpath.Elements(&m.Value),
				func(types *jsontree.Value) bool { return slices.ContainsFunc(types.Members, isArgument) }) {
				return true
			}
		}
	}
	return false
}

// insertNew inserts new attributes at their places in the edited file. It returns false if a new
// item has no value.
func (b *jsonBody) insertNew() bool {
	for j := range b.edited {
		if b.partner[j] >= 0 || b.place[j] != nil || hclwrite.IsCommentGroup(b.edited[j]) {
			continue
		}
		_, value := b.newAttribute(j)
		if value == nil {
			return false
		}
		m := &jsonMember{index: -1, name: value.Name, value: jsonedit.NodeOf(&value.Value)}
		if !b.insert(m, j) {
			return false
		}
		b.place[j] = m
	}
	return true
}

// newAttribute returns edited attribute j with its member in the edited JSON. It returns nil for
// other items.
func (b *jsonBody) newAttribute(j int) (a *hclwrite.Attribute, m *jsontree.Member) {
	if a, _ = b.edited[j].(*hclwrite.Attribute); a != nil {
		m = memberAt(b.editedObjects, a.Span.Start)
	}
	return a, m
}

// changeValue changes the value v of an attribute or an element to the value to. was and is are the
// expressions for v and to.
func (t *jsonText) changeValue(
	v *jsontree.Value, was, is hclwrite.Expr, to *jsontree.Value, parts *treediff.Script, replaced bool,
) {
	listed := len(v.Elems) == 1 && len(to.Elems) == 1 && treediff.IsObject(was)
	switch {
	case parts != nil && v.Kind == to.Kind && t.changeParts(v, was, is, to, parts):
	case parts != nil && listed && t.changeParts(&v.Elems[0], was, is, &to.Elems[0], parts):
		// changeParts changed the object in a list. Native syntax omits this list.
	case parts != nil && v.Kind == jsontree.String:
		text, ok := applyInString(v.Text, is, parts)
		if ok {
			to = &jsontree.Value{Kind: jsontree.String, Text: text}
		}
		t.hasCoarseChanges = t.hasCoarseChanges || !ok
		t.replace(v, to)
	case parts != nil: // v is an object with a computed key
		t.hasCoarseChanges = true
		t.replace(v, to)
	case replaced:
		// The script contains no parts of objects whose keys are computed or not unique.
		t.hasCoarseChanges = t.hasCoarseChanges || treediff.SameKind(was, is) && treediff.IsObject(was) &&
			!treediff.HasUniqueKeys(hclwrite.CollectionOf(was))
		t.replace(v, to)
	}
}

// applyInString applies a script to a string that contains a tuple or object, such as "${[1, 2]}".
// It returns the new string. ok is false if the string is not such an expression.
func applyInString(text string, is hclwrite.Expr, script *treediff.Script) (result string, ok bool) {
	const head = "x = "
	source, closed := strings.CutSuffix(text, "}")
	source, opened := strings.CutPrefix(source, "${")
	file, diags := hclwrite.ParseFile([]byte(head+source+"\n"), "")
	if !opened || !closed || diags.HasErrors() || len(file.Body.Items) != 1 {
		return "", false
	}
	edited, _ := hclwrite.ParseFile([]byte(file.Source()), "")
	a, ok := edited.Body.Items[0].(*hclwrite.Attribute)
	if !ok || !changeExprParts(a.Expr, is, script) {
		return "", false
	}
	changed, _, _ := nativeedit.ApplyTree(file, edited, nativeedit.NewGiven(file.Source()), nil)
	return "${" + strings.TrimSuffix(strings.TrimPrefix(string(changed), head), "\n") + "}", true
}

// changeExprParts applies a script to the elements of a parsed tuple or object. It returns false if
// this is not possible.
func changeExprParts(e, is hclwrite.Expr, script *treediff.Script) bool {
	olds, news := hclwrite.CollectionOf(e), hclwrite.CollectionOf(is)
	if olds == nil || news == nil {
		return false
	}
	var items []hclwrite.Element
	for k := range script.Steps {
		step := &script.Steps[k]
		if step.New < 0 {
			continue
		}
		item := news.Items[step.New]
		nativeedit.ClearSpans(&item) // its positions are in another text
		if step.Old >= len(olds.Items) {
			return false
		}
		if step.Old >= 0 {
			old := olds.Items[step.Old]
			switch {
			case step.Parts != nil && !changeExprParts(old.Value, item.Value, step.Parts):
				return false
			case step.Parts == nil && step.ReplacesValue:
				old.Value = item.Value
			}
			if step.ChangesHeader {
				old.Key.Text, old.Key.Template, old.Key.Source = item.Key.Text, item.Key.Template, item.Key.Source
			}
			item = old
		}
		items = append(items, item)
	}
	olds.Items = items
	return true
}

// changeParts applies a script to the parts of an array or an object. It returns false if the parts
// of the JSON differ from the parts of the expressions.
func (t *jsonText) changeParts(
	v *jsontree.Value, was, is hclwrite.Expr, to *jsontree.Value, script *treediff.Script,
) bool {
	if !hasPartsOf(v, was) || !hasPartsOf(to, is) {
		return false
	}
	olds, news := hclwrite.CollectionOf(was).Items, hclwrite.CollectionOf(is).Items
	arranged := false
	list := make([]jsonedit.Part, 0, len(script.Steps))
	for k := range script.Steps {
		step := &script.Steps[k]
		arranged = arranged || !step.Stays()
		if step.New < 0 {
			continue
		}
		name, value := to.Part(step.New)
		if step.Old < 0 {
			list = append(list, jsonedit.NewPart(name, jsonedit.NodeOf(value)))
			continue
		}
		was, old := v.Part(step.Old)
		if list = append(list, jsonedit.KeptPart(step.Old)); olds[step.Old].Key != nil && !olds[step.Old].Key.Equal(news[step.New].Key) {
			list[len(list)-1].Name, arranged = name, arranged || name != was
		}
		t.changeValue(old, olds[step.Old].Value, news[step.New].Value, value, step.Parts, step.ReplacesValue)
	}
	if arranged {
		t.changes.Arrange(v, list)
	}
	return true
}

// hasPartsOf reports whether the parts of v correspond to the parts of an expression.
func hasPartsOf(v *jsontree.Value, e hclwrite.Expr) bool {
	c := hclwrite.CollectionOf(e)
	kind := jsontree.Array
	if treediff.IsObject(e) {
		kind = jsontree.Object
	}
	return c != nil && v.Kind == kind && v.Len() == len(c.Items)
}

// isMisordered reports whether the order of blocks is wrong, if it is significant.
func (b *jsonBody) isMisordered() bool {
	return b.changesOrder() && !b.isOrdered(b.writtenOrder(), "")
}

// write adds the changes of the members to b.changes.
func (b *jsonBody) write() {
	for _, object := range b.objects {
		if !object.isArranged {
			continue
		}
		parts := make([]jsonedit.Part, 0, object.members.Len())
		for m := range elementsOf[*jsonMember](object.members) {
			part := jsonedit.Part{Old: m.index, Value: m.value}
			if m.index < 0 || m.name != m.old.Name {
				part.Name = m.name
			}
			parts = append(parts, part)
		}
		b.changes.Arrange(object.value, parts)
	}
}
