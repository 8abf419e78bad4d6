package patch

import (
	"maps"
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

// JSON returns an HCL-JSON file, in any form and layout, with the content of edited, a file in
// native syntax. All other bytes stay unchanged. The names are for diagnostics only. The result is
// nil if the diagnostics contain an error.
//
// New values have the layout of their neighbours: an object on one line among such objects, a block
// as an object or in an array like the other blocks of its type. An object becomes an array if a
// second block or the order of blocks requires it.
//
// "//" properties of the file get the comments of edited. A file without "//" properties gets none;
// see [Options.AddComments].
func JSON(
	src []byte, srcName string, edited []byte, editedName string, dialect *schema.Dialect, opts Options,
) ([]byte, hcl.Diagnostics) {
	return editJSON(
		equivalent.Source{Bytes: src, Filename: srcName, JSON: true},
		equivalent.Source{Bytes: edited, Filename: editedName}, dialect, opts)
}

// editJSON is like [JSON], for an edit in either syntax.
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

// layoutLost returns a warning about the lines that were rewritten as a whole for a smaller change.
func layoutLost(src []byte, name string, out []byte) hcl.Diagnostics {
	start, end := lcs.Ends(src, out)
	return nativeedit.Reprinted(src, name, []hclwrite.Span{{Start: start, End: max(len(src)-end, start+1)}})
}

// newJSONPatch reads and compares the two files. The diagnostics of an edit in JSON can be warnings.
func newJSONPatch(
	src, edited equivalent.Source, dialect *schema.Dialect, opts Options,
) (p *jsonPatch, diags hcl.Diagnostics) {
	p = &jsonPatch{opts: opts, dialect: dialect, src: src, target: edited}
	if dialect.Missing() {
		_, diags = convert.ReadJSON(src.Bytes, src.Filename, dialect, convert.Options{})
		return nil, diags
	}
	native, diags := p.parseNative()
	if diags.HasErrors() {
		return nil, diags
	}
	old, failed := convert.ReadJSON(src.Bytes, src.Filename, dialect, convert.Options{})
	if native == nil {
		p.json = edited.Bytes
		options := convert.Options{Strict: opts.Strict, DropComments: opts.DropComments}
		if p.edited, diags = readEdit(old, edited.Bytes, edited.Filename, dialect, options); diags.HasErrors() {
			return nil, diags
		}
	}
	if p.old = old; failed.HasErrors() {
		return nil, failed
	}
	p.root, _ = jsontree.Parse(src.Bytes, src.Filename)
	p.style = styleOf(p.root, p.old, dialect, opts.Form)
	p.match = &treediff.Matcher{
		Equality:  treediff.Equality{Comments: p.comments(), Inner: !opts.DropComments},
		RoundTrip: func(hclwrite.Item) hclwrite.Item { return nil },
	}
	if native == nil && !p.hasForm() {
		native, _ = hclwrite.ParseFile(p.edited.Bytes(), edited.Filename)
	}
	if native != nil {
		p.match.RoundTrip = p.roundTrip
		more := p.write(native, false)
		if !edited.JSON || more.HasErrors() {
			diags = append(diags, more...)
		}
		if diags.HasErrors() {
			return nil, diags
		}
	}
	return p, append(diags, p.compare()...)
}

// hasForm reports whether edited JSON has the form of the source.
func (p *jsonPatch) hasForm() bool {
	root, _ := jsontree.Parse(p.json, "")
	return styleOf(root, p.edited, p.dialect, p.style.form).form == p.style.form
}

// parseNative parses an edited file in native syntax; nil for JSON.
func (p *jsonPatch) parseNative() (*hclwrite.File, hcl.Diagnostics) {
	if p.target.JSON {
		return nil, nil
	}
	return hclwrite.ParseFile(p.target.Bytes, p.target.Filename)
}

// write writes an edited file in native syntax as JSON in the form of the source, and reads it. Unless
// whole is true, it omits the content of unchanged items. It does not return diagnostics that the
// source causes as well.
func (p *jsonPatch) write(native *hclwrite.File, whole bool) hcl.Diagnostics {
	p.omitted, p.native = nil, native.Source()
	file := *native
	if !whole {
		p.omitted = p.unchangedItems(native)
		file.Body = withoutContent(native.Body, maps.Keys(p.omitted))
	}
	options := convert.Options{Form: p.style.form, Strict: p.opts.Strict}
	text, diags := convert.WriteJSON(&file, p.target.Filename, p.dialect, options)
	if len(diags) > 0 {
		diags = p.withoutKnown(diags, native, options)
	}
	if text == nil && !diags.HasErrors() { // because of guesses in the source
		options.Strict = false
		text, diags = convert.WriteJSON(&file, p.target.Filename, p.dialect, options)
	}
	if diags.HasErrors() {
		return diags
	}
	edited, failed := convert.ReadJSON(text, "", p.dialect, convert.Options{})
	if failed.HasErrors() {
		return append(diags, failed...)
	}
	p.json, p.edited = text, edited
	if len(p.omitted) > 0 {
		var ok bool
		if p.omitted, ok = restoreContent(&edited.Body, &native.Body, p.omitted); !ok {
			return p.writeWhole()
		}
	}
	return diags
}

// writeWhole writes an edited file with its unchanged items.
func (p *jsonPatch) writeWhole() hcl.Diagnostics {
	native, diags := hclwrite.ParseFile(p.native, p.target.Filename)
	if diags.HasErrors() {
		return diags
	}
	return p.write(native, true)
}

// withoutKnown returns the diagnostics of an edited file that are not about the source as well.
func (p *jsonPatch) withoutKnown(diags hcl.Diagnostics, native *hclwrite.File, options convert.Options) hcl.Diagnostics {
	printed, failed := hclwrite.ParseFile(p.old.Bytes(), "")
	if failed.HasErrors() {
		return diags
	}
	about := func(d *hcl.Diagnostic, text string) string {
		if d.Subject != nil {
			text = text[d.Subject.Start.Byte:d.Subject.End.Byte]
		}
		return d.Summary + d.Detail + text
	}
	known := make(map[string]int)
	_, before := convert.WriteJSON(printed, "", p.dialect, options)
	for _, d := range before {
		known[about(d, printed.Source())]++
	}
	return slices.DeleteFunc(diags, func(d *hcl.Diagnostic) bool {
		key := about(d, native.Source())
		known[key]--
		return known[key] >= 0
	})
}

// jsonStyle is the style of a JSON file.
type jsonStyle struct {
	// form is the general form if labels are in arrays.
	form convert.Form
	// notes is true if there are "//" properties, and hints if they contain hints. unsigned is true if
	// they contain comments of list elements, but no fingerprints of these.
	notes, hints, unsigned bool
}

// styleOf returns the style of a file. form is the form for a file without labels.
func styleOf(root *jsontree.Value, old *hclwrite.File, dialect *schema.Dialect, form convert.Form) (style jsonStyle) {
	signed := false
	eachNote(root, func(_, note *jsontree.Value) {
		places := placesOf(note.Members)
		style.notes = true
		style.hints = style.hints || slices.ContainsFunc(note.Members, isHint)
		style.unsigned = style.unsigned || slices.ContainsFunc(places, isIndexed)
		signed = signed || slices.ContainsFunc(places, isSigned)
	})
	style.unsigned = style.unsigned && !signed
	if style.form = form; slices.ContainsFunc(old.Body.Items, hasLabels) {
		style.form = convert.Compact
	}
	for _, object := range notepath.Elements(root) {
		for i := range object.Members {
			m := &object.Members[i]
			if _, rule := dialect.Root.Lookup(m.Name); rule != nil && len(rule.Labels) > 0 {
				style.form = convert.Compact
				if generalForm(&m.Value, len(rule.Labels)) {
					style.form = convert.General
				}
			}
		}
	}
	return style
}

func hasLabels(item hclwrite.Item) bool {
	block, ok := item.(*hclwrite.Block)
	return ok && len(block.Labels) > 0
}

// generalForm reports whether an array encloses each level of labels.
func generalForm(v *jsontree.Value, labels int) bool {
	for range labels {
		if v.Kind != jsontree.Array || len(v.Elems) == 0 || len(v.Elems[0].Members) == 0 {
			return false
		}
		v = &v.Elems[0].Members[0].Value
	}
	return true
}

// compare compares the trees of the file and of the edit.
func (p *jsonPatch) compare() hcl.Diagnostics {
	script := func() *treediff.Script {
		s := p.match.Body(&p.old.Body, &p.old.Body, &p.edited.Body, p.dialect.Root, true)
		return p.groupsAsComments(s, p.old.Body.Items, p.edited.Body.Items)
	}
	p.script = script()
	if p.guessed = otherKinds(p.script, p.old.Body.Items, p.edited.Body.Items); !p.guessed {
		return nil
	}
	// A guessed block is an attribute in the edit, or the other way round.
	options := convert.Options{Hints: convert.NewHints(p.edited)}
	old, failed := convert.ReadJSON(p.src.Bytes, p.src.Filename, p.dialect, options)
	if failed.HasErrors() {
		return failed
	}
	p.old = old
	p.script = script()
	return nil
}

// otherKinds reports whether a name is an attribute in one body and a block in the other.
func otherKinds(script *treediff.Script, old, edited []hclwrite.Item) bool {
	if script == nil {
		return false
	}
	gone := make(map[string]hclwrite.Item)
	for i := range script.Steps {
		if step := &script.Steps[i]; step.Op == treediff.Remove {
			gone[hclwrite.ItemName(old[step.Old])] = old[step.Old]
		}
	}
	return slices.ContainsFunc(script.Steps, func(step treediff.Step) bool {
		if step.Op == treediff.Insert {
			other := gone[hclwrite.ItemName(edited[step.New])]
			return other != nil && !treediff.SameHead(other, edited[step.New])
		}
		if step.Old < 0 || step.New < 0 || step.Op == treediff.Keep {
			return false
		}
		was, ok := old[step.Old].(*hclwrite.Block)
		is, both := edited[step.New].(*hclwrite.Block)
		return ok && both && otherKinds(step.Parts, was.Body.Items, is.Body.Items)
	})
}

// roundTrip returns an item of the source after a conversion to native syntax and back; nil if it has
// no such form.
func (p *jsonPatch) roundTrip(item hclwrite.Item) hclwrite.Item {
	// At the start of a file, comments may belong to that.
	before := &hclwrite.Attribute{Name: "before", Expr: &hclwrite.Literal{Text: "null"}}
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{before, item}}}
	printed, diags := hclwrite.ParseFile(file.Bytes(), "")
	if diags.HasErrors() || len(printed.Body.Items) != 2 {
		return nil
	}
	printed.Body.Items = printed.Body.Items[1:]
	text, diags := convert.WriteJSON(printed, "", p.dialect, convert.Options{Form: p.style.form})
	if diags.HasErrors() {
		return nil
	}
	back, diags := convert.ReadJSON(text, "", p.dialect, convert.Options{})
	if diags.HasErrors() || len(back.Body.Items) != 1 {
		return nil
	}
	return back.Body.Items[0]
}

// unchanged reports whether there is no edit.
func (p *jsonPatch) unchanged() bool {
	if !p.script.Unchanged() {
		return false
	}
	if p.opts.Unproven {
		return true
	}
	// Native syntax may fix JSON that the product refuses, or hide a difference in JSON.
	return p.prove(p.src.Bytes).Verdict() != equivalent.Different
}

// patched returns the edited file. finest is true if only edited values were rewritten. A file
// without hints gets hints if it would be interpreted differently without them.
func (p *jsonPatch) patched() (out []byte, diags hcl.Diagnostics, finest bool) {
	out, diags, finest = p.attempt()
	if p.style.hints || p.guessed || p.style.form != convert.General || diags.HasErrors() {
		return out, diags, finest
	}
	back, failed := convert.ReadJSON(out, p.src.Filename, p.dialect, convert.Options{})
	if failed.HasErrors() {
		return out, diags, finest
	}
	again := p.match.Body(&back.Body, &back.Body, &p.edited.Body, p.dialect.Root, true)
	if p.style.hints = otherKinds(again, back.Body.Items, p.edited.Body.Items); p.style.hints {
		return p.attempt()
	}
	return out, diags, finest
}

// attempt applies the script. If that fails, it writes unchanged items as well, and then merges the
// file as data.
func (p *jsonPatch) attempt() (out []byte, diags hcl.Diagnostics, finest bool) {
	if p.file(); !p.failed {
		if out = p.result(); p.opts.Unproven || p.prove(out).Equal() {
			return out, diags, true
		}
	}
	if len(p.omitted) > 0 {
		if diags = append(p.writeWhole(), p.compare()...); diags.HasErrors() {
			return nil, diags, false
		}
		return p.attempt()
	}
	p.mergeFile()
	if out = p.result(); p.opts.Unproven {
		return out, diags, false
	}
	if proof := p.prove(out); !proof.Equal() {
		return nil, append(diags, proof.Messages()...), false
	}
	return out, diags, false
}

// noted returns a JSON text with the comments and hints that WriteJSON writes for it, because those in
// the text may belong to places that have moved.
func (p *jsonPatch) noted(text []byte, file *hclwrite.File) *jsonSide {
	s := newJSONSide(text, file)
	printed, diags := hclwrite.ParseFile(file.Bytes(), "")
	if diags.HasErrors() {
		return s
	}
	json, diags := convert.WriteJSON(printed, "", p.dialect, convert.Options{Form: p.style.form})
	if diags.HasErrors() {
		return s
	}
	back, diags := convert.ReadJSON(json, "", p.dialect, convert.Options{})
	if diags.HasErrors() {
		return s
	}
	written := newJSONSide(json, back)
	if s.setNotes(notepath.Elements(s.root), notepath.Elements(written.root), file.Body.Content(), back.Body.Content()) {
		return s
	}
	return newJSONSide(text, file)
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
		if body == nil && is == nil {
			continue // in a list that is the value of an argument
		}
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
			// The annotation precedes all other members, which are found by their offsets.
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

// newJSONSide returns a JSON text and the tree that is read from it.
func newJSONSide(text []byte, file *hclwrite.File) *jsonSide {
	root, _ := jsontree.Parse(text, "")
	return &jsonSide{root: root, file: file, notes: make(map[int]jsontree.Value)}
}

// isBody reports whether the body of a block starts at an offset.
func (s *jsonSide) isBody(start int) bool {
	s.find()
	return s.bodies[start]
}

// isAttribute reports whether the name of an attribute starts at an offset.
func (s *jsonSide) isAttribute(start int) bool {
	s.find()
	return s.attributes[start]
}

// find finds the blocks and attributes once.
func (s *jsonSide) find() {
	if s.bodies != nil {
		return
	}
	s.bodies, s.attributes = make(map[int]bool), make(map[int]bool)
	hclwrite.Walk(&s.file.Body, func(node hclwrite.Node) bool {
		switch node := node.(type) {
		case *hclwrite.Attribute:
			s.attributes[node.Span.Start] = true
			return false
		case *hclwrite.Block:
			s.bodies[node.Span.Start] = true
		}
		return true
	})
}

// result returns the file with its changes.
func (p *jsonPatch) result() []byte {
	if !p.text.Changed() {
		return p.src.Bytes
	}
	return fillSigns(p.text.Bytes())
}

// prove checks the equivalence of a result and the edited file.
func (p *jsonPatch) prove(out []byte) equivalent.Result {
	result := equivalent.Source{Bytes: out, Filename: p.src.Filename, JSON: true}
	return equivalent.Compare(p.target, result, p.dialect, equivalent.Options{})
}

// mergeFile merges the edited JSON into the file as data.
func (p *jsonPatch) mergeFile() {
	p.is = newJSONSide(p.json, p.edited)
	p.failed, p.text = false, jsonedit.Edit(p.src.Bytes, p.root)
	p.merge(p.root, p.is.root)
}

// file changes the body of the file.
func (p *jsonPatch) file() {
	p.failed, p.coarse, p.text = false, false, jsonedit.Edit(p.src.Bytes, p.root)
	was := p.root
	p.is = newJSONSide(p.json, p.edited)
	if p.style.hints || p.comments() {
		old := *p.old
		old.Body = withoutContent(old.Body, maps.Values(p.omitted))
		was = p.noted(p.src.Bytes, &old).root
		if p.target.JSON {
			p.is = p.noted(p.json, p.edited)
		}
	}
	e := &jsonBody{
		jsonPatch: p, schema: p.dialect.Root,
		old: p.old.Body.Items, edited: p.edited.Body.Items, script: p.script,
		wasObjects: notepath.Elements(was), isObjects: notepath.Elements(p.is.root),
	}
	if objects := notepath.Elements(p.root); !p.keepsOmitted() || e.displaced(objects) {
		p.fail()
	} else {
		e.change(objects)
	}
}
