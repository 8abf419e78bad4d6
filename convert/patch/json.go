package patch

import (
	"bytes"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/lcs"
	"github.com/hcljson/hcljson/internal/nativeedit"
	"github.com/hcljson/hcljson/internal/notepath"
	"github.com/hcljson/hcljson/internal/treediff"
	"github.com/hcljson/hcljson/schema"
)

// JSON returns an HCL-JSON file, which may be of any form and layout, with what
// edited says, a file in native syntax; every other byte is as it was. The names are
// used in diagnostics only. The result is nil when the diagnostics have an error.
//
// What is new is written as its neighbours are: an object on one line among such
// objects, a block as an object or in an array as the other blocks of its type. An
// object becomes an array when a second block needs that, or the order of blocks.
//
// Where the file has "//" properties, they are edited as the comments of edited say.
// A file without any stays without; see [Options.AddComments].
func JSON(
	src []byte, srcName string, edited []byte, editedName string, dialect *schema.Dialect, opts Options,
) ([]byte, hcl.Diagnostics) {
	return editJSON(
		equivalent.Source{Bytes: src, Filename: srcName, JSON: true},
		equivalent.Source{Bytes: edited, Filename: editedName}, dialect, opts)
}

// editJSON is JSON for an edit in either syntax.
func editJSON(src, edited equivalent.Source, dialect *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	p, guesses := newJSONPatch(src, edited, dialect, opts)
	if guesses.HasErrors() {
		return nil, guesses
	}
	if p.unchanged() {
		return src.Bytes, guesses
	}
	out, diags, finest := p.patched()
	diags = append(guesses, diags...)
	if diags.HasErrors() {
		return nil, diags
	}
	if p.coarse || !finest && !p.script.Unchanged() {
		diags = append(diags, layoutLost(src.Bytes, src.Filename, out)...)
	}
	return out, diags
}

// layoutLost warns about the lines that were rewritten as a whole for a smaller change.
func layoutLost(src []byte, name string, out []byte) hcl.Diagnostics {
	start, end := lcs.Ends(src, out)
	return nativeedit.Reprinted(src, name, []hclwrite.Span{{Start: start, End: max(len(src)-end, start+1)}})
}

// newJSONPatch reads the two files and compares them. The diagnostics of JSON that is an edit can be
// warnings.
func newJSONPatch(
	src, edited equivalent.Source, dialect *schema.Dialect, opts Options,
) (p *jsonPatch, diags hcl.Diagnostics) {
	p = &jsonPatch{opts: opts, dialect: dialect, src: src.Bytes, srcName: src.Filename, target: edited}
	if dialect.Missing() {
		_, diags = convert.ReadJSON(src.Bytes, src.Filename, dialect, convert.Options{})
		return nil, diags
	}
	p.match = &treediff.Matcher{
		Equality:  treediff.Equality{Inner: !opts.DropComments},
		RoundTrip: func(hclwrite.Item) hclwrite.Item { return nil },
	}
	if !edited.JSON {
		p.match.RoundTrip = printed
		if p.edited, diags = hclwrite.ParseFile(edited.Bytes, edited.Filename); diags.HasErrors() {
			return nil, diags
		}
	}
	old, failed := convert.ReadJSON(src.Bytes, src.Filename, dialect, convert.Options{})
	if edited.JSON {
		options := convert.Options{Strict: opts.Strict, DropComments: opts.DropComments}
		if old != nil {
			options.Hints = convert.NewHints(old)
		}
		if p.edited, diags = convert.ReadJSON(edited.Bytes, edited.Filename, dialect, options); diags.HasErrors() {
			return nil, diags
		}
	}
	if p.old = old; failed.HasErrors() {
		return nil, failed
	}
	p.root, _ = jsontree.Parse(src.Bytes, src.Filename)
	p.style()
	p.match.Comments = p.comments()
	p.compare()
	if p.guessed = otherKinds(p.script, p.old.Body.Items, p.edited.Body.Items); p.guessed {
		// What was guessed to be a block is none, or the other way round.
		p.old, failed = convert.ReadJSON(src.Bytes, src.Filename, dialect, convert.Options{Hints: convert.NewHints(p.edited)})
		if failed.HasErrors() {
			return nil, failed
		}
		p.compare()
	}
	return p, diags
}

// style finds out how the file is written.
func (p *jsonPatch) style() {
	if bytes.Contains(p.src, []byte(`"//"`)) {
		eachNote(p.root, func(_, note *jsontree.Value) {
			places := placesOf(note.Members)
			p.notes = true
			p.hinted = p.hinted || slices.ContainsFunc(note.Members, isHint)
			p.signed = p.signed || slices.ContainsFunc(places, isSigned)
			p.unsigned = p.unsigned || slices.ContainsFunc(places, isIndexed)
		})
		p.unsigned = p.unsigned && !p.signed
	}
	p.general = p.opts.Form == convert.General && !slices.ContainsFunc(p.old.Body.Items, hasLabels)
	for _, object := range notepath.Elements(p.root) {
		for i := range object.Members {
			m := &object.Members[i]
			if _, rule := p.dialect.Root.Lookup(m.Name); rule != nil && len(rule.Labels) > 0 {
				p.general = generalForm(&m.Value, len(rule.Labels))
			}
		}
	}
	p.hints = p.hinted
}

func hasLabels(item hclwrite.Item) bool {
	block, ok := item.(*hclwrite.Block)
	return ok && len(block.Labels) > 0
}

// generalForm reports whether there is an array around each level of labels.
func generalForm(v *jsontree.Value, labels int) bool {
	for range labels {
		if v.Kind != jsontree.Array || len(v.Elems) == 0 || len(v.Elems[0].Members) == 0 {
			return false
		}
		v = &v.Elems[0].Members[0].Value
	}
	return true
}

func (p *jsonPatch) compare() {
	p.script = p.match.Body(&p.old.Body, &p.old.Body, &p.edited.Body, p.dialect.Root, true)
}

// otherKinds reports whether something is an attribute in one body and a block in the
// other.
func otherKinds(script *treediff.Script, old, edited []hclwrite.Item) bool {
	if script == nil {
		return false
	}
	gone := make(map[string]hclwrite.Item)
	for i := range script.Steps {
		if step := &script.Steps[i]; step.Op == treediff.Remove {
			gone[old[step.Old].ItemName()] = old[step.Old]
		}
	}
	return slices.ContainsFunc(script.Steps, func(step treediff.Step) bool {
		if step.Op == treediff.Insert {
			other := gone[edited[step.New].ItemName()]
			return other != nil && !treediff.SameHead(other, edited[step.New])
		}
		was, ok := at(old, step.Old).(*hclwrite.Block)
		if !ok || step.New < 0 || step.Op == treediff.Keep {
			return false
		}
		is, ok := edited[step.New].(*hclwrite.Block)
		return ok && otherKinds(step.Parts, was.Body.Items, is.Body.Items)
	})
}

// printed is an item as it is read from its print; nil if there is none.
func printed(item hclwrite.Item) hclwrite.Item {
	// At the start of a file, comments may belong to that.
	before := &hclwrite.Attribute{Name: "before", Expr: &hclwrite.Literal{Text: "null"}}
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{before, item}}}
	back, diags := hclwrite.ParseFile(file.Bytes(), "")
	if diags.HasErrors() || len(back.Body.Items) != 2 {
		return nil
	}
	return back.Body.Items[1]
}

// unchanged reports whether there is no edit.
func (p *jsonPatch) unchanged() bool {
	if !p.script.Unchanged() {
		return false
	}
	if p.opts.Unproven {
		return true
	}
	// Native syntax may repair what the product refuses, or not show a difference
	// that JSON does.
	return p.prove(p.src).Verdict() != equivalent.Different
}

// patched returns the file with the edit. finest reports whether nothing but the edit
// had to be rewritten. A file without hints gets some where it would be read otherwise.
func (p *jsonPatch) patched() (out []byte, diags hcl.Diagnostics, finest bool) {
	out, diags, finest = p.attempt()
	if p.hints || p.guessed || !p.general || diags.HasErrors() {
		return out, diags, finest
	}
	back, failed := convert.ReadJSON(out, p.srcName, p.dialect, convert.Options{})
	if failed.HasErrors() {
		return out, diags, finest
	}
	again := p.match.Body(&back.Body, &back.Body, &p.edited.Body, p.dialect.Root, true)
	if p.hints = otherKinds(again, back.Body.Items, p.edited.Body.Items); p.hints {
		return p.attempt()
	}
	return out, diags, finest
}

// attempt does that with the hints that there are to be: as the script says, or else as data.
func (p *jsonPatch) attempt() (out []byte, diags hcl.Diagnostics, finest bool) {
	p.coarse = false
	if diags = p.read(); diags.HasErrors() {
		return nil, diags, false
	}
	if p.file(); !p.failed {
		if out = p.result(); p.opts.Unproven || p.prove(out).Equal() {
			return out, diags, true
		}
	}
	if more := p.mergeFile(); more.HasErrors() {
		return nil, more, false
	}
	if out = p.result(); p.opts.Unproven {
		return out, diags, false
	}
	if proof := p.prove(out); !proof.Equal() {
		return nil, append(diags, proof.Messages()...), false
	}
	return out, diags, false
}

// read makes the two sides of what has changed.
func (p *jsonPatch) read() hcl.Diagnostics {
	if p.target.JSON {
		p.was, p.is = p.given(p.src, p.old), p.given(p.target.Bytes, p.edited)
		return nil
	}
	var olds, news []int
	all := p.notes && p.blocksNoted() || p.hints && p.labelsHinted()
	for _, step := range p.script.Steps {
		// Comments before the first item are those of the file, in part.
		if step.Old >= 0 && (all || step.Op != treediff.Keep || p.notes && step.Old == 0) {
			olds = append(olds, step.Old)
		}
		if step.New >= 0 && (all || step.Op != treediff.Keep || p.notes && step.New == 0) {
			news = append(news, step.New)
		}
	}
	olds, news = withGroups(p.old.Body.Items, olds), withGroups(p.edited.Body.Items, news)
	printed := hclwrite.File{Body: some(&p.old.Body, olds)}
	if file, diags := hclwrite.ParseFile(printed.Bytes(), p.srcName); !diags.HasErrors() {
		p.was, _ = p.side(file, p.srcName, &p.old.Body, olds)
	}
	file := *p.edited
	file.Body = some(&p.edited.Body, news)
	var diags hcl.Diagnostics
	p.is, diags = p.side(&file, p.target.Filename, &p.edited.Body, news)
	return diags
}

// blocksNoted reports whether comments in blocks of the file are in the "//" of
// the file, by their indexes, or whether it has several of these, or one in which
// comments may have to move to other places.
func (p *jsonPatch) blocksNoted() bool {
	notes, signed := 0, false
	for _, object := range notepath.Elements(p.root) {
		for i := range object.Members {
			if m := &object.Members[i]; m.Name == noteName {
				notes++
				signed = signed || slices.ContainsFunc(placesOf(m.Value.Members), isSigned)
			}
		}
	}
	if notes > 1 || signed {
		return true
	}
	for _, body := range []*hclwrite.Body{&p.old.Body, &p.edited.Body} {
		for _, item := range body.Items {
			if block, ok := item.(*hclwrite.Block); ok {
				if s := treediff.BodyOf(p.dialect.Root, block); s != nil && s.NoComments {
					return true
				}
			}
		}
	}
	return false
}

// labelsHinted reports whether blocks come, go or are renamed whose type has hints for all
// of them.
func (p *jsonPatch) labelsHinted() bool {
	return slices.ContainsFunc(p.script.Steps, func(step treediff.Step) bool {
		item := stepItem(&step, p.old.Body.Items, p.edited.Body.Items)
		_, rule := p.dialect.Root.Lookup(item.ItemName())
		return rule == nil && arranges(&step) && !hclwrite.IsCommentGroup(item)
	})
}

// withGroups are the indexes of items in the order of the file, with the groups of comments that
// the JSON of these items contains, and for groups with the item that they precede. The groups at
// the ends of a file are always there.
func withGroups(items []hclwrite.Item, indexes []int) (list []int) {
	wanted := make(map[int]bool, len(indexes))
	for _, i := range indexes {
		for i < len(items) && hclwrite.IsCommentGroup(items[i]) {
			i++
		}
		wanted[i] = true
	}
	first := slices.IndexFunc(items, func(item hclwrite.Item) bool { return !hclwrite.IsCommentGroup(item) })
	for i, next := len(items)-1, len(items); i >= 0; i-- {
		if !hclwrite.IsCommentGroup(items[i]) {
			next = i
		}
		if wanted[next] || next != i && (next == len(items) || next == first) {
			list = append(list, i)
		}
	}
	slices.Reverse(list)
	return list
}

// some is a body with some of its items.
func some(body *hclwrite.Body, indexes []int) hclwrite.Body {
	part := *body
	part.Items = make([]hclwrite.Item, len(indexes))
	for k, i := range indexes {
		part.Items[k] = body.Items[i]
	}
	return part
}

// side writes a file as JSON and reads it back. There are no items if what comes back
// does not have those of the body.
func (p *jsonPatch) side(
	file *hclwrite.File, name string, body *hclwrite.Body, indexes []int,
) (s *jsonSide, diags hcl.Diagnostics) {
	options := convert.Options{Form: p.form(), Strict: p.opts.Strict}
	src, diags := convert.WriteJSON(file, name, p.dialect, options)
	if diags.HasErrors() {
		return nil, diags
	}
	root, _ := jsontree.Parse(src, "")
	back, failed := convert.ReadJSON(src, "", p.dialect, convert.Options{})
	if failed.HasErrors() {
		return nil, append(diags, failed...)
	}
	s = newJSONSide(root, back)
	s.items = nil
	items, found := make([]hclwrite.Item, len(body.Items)), back.Body.Content()
	for _, i := range indexes {
		if hclwrite.IsCommentGroup(body.Items[i]) {
			continue
		}
		if len(found) == 0 || !treediff.SameHead(found[0], body.Items[i]) {
			return s, diags
		}
		items[i], found = found[0], found[1:]
	}
	if len(found) > 0 {
		return s, diags
	}
	s.items = items
	return s, diags
}

// given is a JSON text with the comments and hints that we would write in it: those in the text
// may be at places that have moved.
func (p *jsonPatch) given(text []byte, file *hclwrite.File) *jsonSide {
	root, _ := jsontree.Parse(text, "")
	s := newJSONSide(root, file)
	if !p.comments() && !p.hints {
		return s
	}
	printed, diags := hclwrite.ParseFile(file.Bytes(), "")
	if diags.HasErrors() {
		return s
	}
	all := make([]int, len(file.Body.Items))
	for i := range all {
		all[i] = i
	}
	written, _ := p.side(printed, "", &file.Body, all)
	if written == nil || written.items == nil {
		return s
	}
	same := slices.DeleteFunc(slices.Clone(written.items), func(item hclwrite.Item) bool { return item == nil })
	if !s.setNotes(notepath.Elements(root), notepath.Elements(written.root), file.Body.Content(), same) {
		return written
	}
	return s
}

// setNotes gives the objects of a body and of the blocks in it the "//" properties of other objects
// with the same items. It reports false if the items are not the same.
func (s *jsonSide) setNotes(objects, others []*jsontree.Value, items, same []hclwrite.Item) bool {
	if !slices.EqualFunc(items, same, treediff.SameHead) {
		return false
	}
	for i, item := range items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		other := same[i].(*hclwrite.Block)
		body, _, _ := bodyIn(objects, block)
		is, _, _ := bodyIn(others, other)
		if body == nil || is == nil ||
			!s.setNotes(notepath.Elements(body), notepath.Elements(is), block.Body.Content(), other.Body.Content()) {
			return false
		}
	}
	note := noteIn(others)
	for _, object := range objects {
		if object.Kind != jsontree.Object {
			return note == nil
		}
		k := memberIndex(object.Members, noteName)
		switch {
		case k < 0 && note == nil:
			continue
		case k < 0:
			// Before all other members, which are found by their places.
			at := jsontree.Value{Start: object.Start + 1, End: object.Start + 1}
			object.Members = slices.Insert(object.Members, 0, jsontree.Member{Name: noteName, Value: at})
			k = 0
		case note == nil:
			object.Members = slices.Delete(object.Members, k, k+1)
			continue
		}
		v := &object.Members[k].Value
		if v.End > v.Start {
			s.notes[v.Start] = *v
		}
		v.Kind, v.Text, v.Elems, v.Members = note.Kind, note.Text, note.Elems, note.Members
		note = nil
	}
	return true
}

// newJSONSide is JSON with what it is read as.
func newJSONSide(root *jsontree.Value, file *hclwrite.File) *jsonSide {
	s := &jsonSide{root: root, items: file.Body.Items}
	s.bodies, s.attributes, s.notes = make(map[int]bool), make(map[int]bool), make(map[int]jsontree.Value)
	hclwrite.Walk(&file.Body, func(node any) bool {
		switch node := node.(type) {
		case *hclwrite.Attribute:
			s.attributes[node.Span.Start] = true
			return false
		case *hclwrite.Block:
			s.bodies[node.Span.Start] = true
		}
		return true
	})
	return s
}

// result is the file with the changes of its text.
func (p *jsonPatch) result() []byte {
	if !p.text.Changed() {
		return p.src
	}
	return fillSigns(p.text.Bytes())
}

// prove compares a result with the edited file.
func (p *jsonPatch) prove(out []byte) equivalent.Result {
	return equivalent.Compare(p.target,
		equivalent.Source{Bytes: out, Filename: p.srcName, JSON: true}, p.dialect, equivalent.Options{})
}

// mergeFile makes the file what the edited one is as JSON, as data.
func (p *jsonPatch) mergeFile() (diags hcl.Diagnostics) {
	if p.target.JSON {
		root, _ := jsontree.Parse(p.target.Bytes, "")
		p.is = newJSONSide(root, p.edited)
	} else {
		p.is, diags = p.side(p.edited, p.target.Filename, &p.edited.Body, nil)
	}
	if !diags.HasErrors() {
		p.failed, p.text = false, jsonedit.Edit(p.src, p.root)
		p.merge(p.root, p.is.root)
	}
	return diags
}

// file changes the body of the file.
func (p *jsonPatch) file() {
	p.failed, p.text = false, jsonedit.Edit(p.src, p.root)
	if p.is.items == nil {
		p.fail()
		return
	}
	e := &jsonBody{
		jsonPatch: p, schema: p.dialect.Root,
		old: p.old.Body.Items, edited: p.edited.Body.Items, is: p.is.items, isObjects: notepath.Elements(p.is.root),
		script: p.script,
	}
	if p.was != nil && p.was.items != nil {
		e.was, e.wasObjects = p.was.items, notepath.Elements(p.was.root)
	}
	if objects := notepath.Elements(p.root); e.displaced(objects) {
		p.fail()
	} else {
		e.change(objects)
	}
}
