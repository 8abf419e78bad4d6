package patch

import (
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotationpath"
	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/lcs"
	"github.com/hcljson/hcljson/internal/nativeedit"
	"github.com/hcljson/hcljson/internal/treediff"
	"github.com/hcljson/hcljson/schema"
)

// editJSON returns an HCL-JSON file with the content of edited, which has either syntax.
func editJSON(src, edited equivalent.Source, dialect *schema.Dialect, opts options) ([]byte, hcl.Diagnostics) {
	e, guesses := newJSONEdit(src, edited, dialect, opts)
	if guesses.HasErrors() {
		return nil, guesses
	}
	if e.isUnchanged() {
		return src.Bytes, guesses
	}
	result, diags := e.result()
	diags = append(guesses, diags...)
	if diags.HasErrors() {
		return nil, diags
	}
	if result.hasCoarseChanges || result.asData && !e.script.IsUnchanged() {
		start, end := lcs.CommonEnds(src.Bytes, result.text)
		rewritten := hclwrite.Span{Start: start, End: max(len(src.Bytes)-end, start+1)}
		diags = append(diags, nativeedit.ReprintWarnings(src.Bytes, src.Filename, []hclwrite.Span{rewritten})...)
	}
	return result.text, diags
}

// jsonEdit is an edit of an HCL-JSON file: the file and its content after the edit.
type jsonEdit struct {
	opts    options
	dialect *schema.Dialect
	// src is the file, root its JSON, and old the tree read from it.
	src   equivalent.Source
	root  *jsontree.Value
	old   *hclwrite.File
	style jsonStyle
	// target is the edited file, json the same as JSON in the form of the file, and edited the tree that
	// is read from that.
	target equivalent.Source
	json   []byte
	edited *hclwrite.File
	// native is the edited file in native syntax, and omitted are the items of edited whose content
	// json lacks, with their indexes in old.
	native  string
	omitted map[int]int
	// script leads from the old tree to the edited one. changesGuessedKind is true if the edit has another kind for
	// an item than was guessed for the file.
	script             *treediff.Script
	match              *treediff.Matcher
	changesGuessedKind bool
}

// newJSONEdit reads and compares the two files. The diagnostics of an edit in JSON can be warnings.
func newJSONEdit(
	src, edited equivalent.Source, dialect *schema.Dialect, opts options,
) (e *jsonEdit, diags hcl.Diagnostics) {
	e = &jsonEdit{opts: opts, dialect: dialect, src: src, target: edited}
	var native *hclwrite.File
	if !edited.JSON && !dialect.Missing() {
		if native, diags = hclwrite.ParseFile(edited.Bytes, edited.Filename); diags.HasErrors() {
			return nil, diags
		}
	}
	var failed hcl.Diagnostics
	e.old, failed = convert.ReadJSON(src.Bytes, src.Filename, dialect, convert.Options{})
	if dialect.Missing() {
		return nil, failed
	}
	if native == nil {
		e.json = edited.Bytes
		options := convert.Options{Strict: opts.Strict, DropComments: opts.DropComments}
		if e.edited, diags = readEdit(e.old, edited.Bytes, edited.Filename, dialect, options); diags.HasErrors() {
			return nil, diags
		}
	}
	if failed.HasErrors() {
		return nil, failed
	}
	e.root, _ = jsontree.Parse(src.Bytes, src.Filename)
	e.style = newStyle(e.root, e.old, dialect, opts.Form)
	e.match = &treediff.Matcher{
		Equality:  treediff.Equality{Comments: e.countsComments(), Inner: !opts.DropComments},
		RoundTrip: func(hclwrite.Item) hclwrite.Item { return nil },
	}
	if native == nil && !e.hasForm() {
		native, _ = hclwrite.ParseFile(e.edited.Bytes(), edited.Filename)
	}
	if native != nil {
		e.match.RoundTrip = e.roundTrip
		more := e.write(native, false)
		if !edited.JSON || more.HasErrors() {
			diags = append(diags, more...)
		}
		if diags.HasErrors() {
			return nil, diags
		}
	}
	return e, append(diags, e.compare()...)
}

// hasForm reports whether edited JSON has the form of the source.
func (e *jsonEdit) hasForm() bool {
	root, _ := jsontree.Parse(e.json, "")
	return newStyle(root, e.edited, e.dialect, e.style.form).form == e.style.form
}

// write writes an edited file in native syntax as JSON in the form of the source, and reads it. Unless
// whole is true, it omits the content of unchanged items. It does not return diagnostics that the
// source causes as well.
func (e *jsonEdit) write(native *hclwrite.File, whole bool) hcl.Diagnostics {
	e.omitted, e.native = nil, native.Source()
	file := *native
	if !whole {
		e.omitted = e.unchangedItems(native)
		file.Body = withoutContent(native.Body, maps.Keys(e.omitted))
	}
	options := convert.Options{Form: e.style.form, Strict: e.opts.Strict}
	text, diags := convert.WriteJSON(&file, e.target.Filename, e.dialect, options)
	if len(diags) > 0 {
		diags = e.newDiagnostics(diags, native, options)
	}
	if text == nil && !diags.HasErrors() { // because of guesses in the source
		options.Strict = false
		text, diags = convert.WriteJSON(&file, e.target.Filename, e.dialect, options)
	}
	if diags.HasErrors() {
		return diags
	}
	edited, failed := convert.ReadJSON(text, "", e.dialect, convert.Options{})
	if failed.HasErrors() {
		return append(diags, failed...)
	}
	e.json, e.edited = text, edited
	if len(e.omitted) > 0 {
		var ok bool
		if e.omitted, ok = e.restoreContent(&edited.Body, &native.Body); !ok {
			return e.writeWhole()
		}
	}
	return diags
}

// writeWhole writes an edited file with its unchanged items.
func (e *jsonEdit) writeWhole() hcl.Diagnostics {
	native, diags := hclwrite.ParseFile(e.native, e.target.Filename)
	if diags.HasErrors() {
		return diags
	}
	return e.write(native, true)
}

// newDiagnostics returns the diagnostics of an edited file without those of the source.
func (e *jsonEdit) newDiagnostics(diags hcl.Diagnostics, native *hclwrite.File, options convert.Options) hcl.Diagnostics {
	printed, failed := hclwrite.ParseFile(e.old.Bytes(), "")
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
	_, before := convert.WriteJSON(printed, "", e.dialect, options)
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
	// hasAnnotations is true if there are "//" properties, and hasHints if they contain hints. lacksFingerprints is
	// true if they contain comments of list elements, but no fingerprints of these.
	hasAnnotations, hasHints, lacksFingerprints bool
}

// newStyle returns the style of a file. form is the form for a file without labels.
func newStyle(root *jsontree.Value, old *hclwrite.File, dialect *schema.Dialect, form convert.Form) (style jsonStyle) {
	signed := false
	eachAnnotation(root, func(_, note *jsontree.Value) {
		places := annotatedPlaces(note.Members)
		style.hasAnnotations = true
		style.hasHints = style.hasHints || slices.ContainsFunc(note.Members, isHint)
		style.lacksFingerprints = style.lacksFingerprints || slices.ContainsFunc(places, isIndexed)
		signed = signed || slices.ContainsFunc(places, hasFingerprints)
	})
	style.lacksFingerprints = style.lacksFingerprints && !signed
	if style.form = form; slices.ContainsFunc(old.Body.Items, hasLabels) {
		style.form = convert.Compact
	}
	for _, object := range annotationpath.Elements(root) {
		for i := range object.Members {
			m := &object.Members[i]
			if _, rule := dialect.Root.Lookup(m.Name); rule != nil && len(rule.Labels) > 0 {
				style.form = convert.Compact
				if isGeneralForm(&m.Value, len(rule.Labels)) {
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

// isGeneralForm reports whether an array encloses each level of labels.
func isGeneralForm(v *jsontree.Value, labels int) bool {
	for range labels {
		if v.Kind != jsontree.Array || len(v.Elems) == 0 || len(v.Elems[0].Members) == 0 {
			return false
		}
		v = &v.Elems[0].Members[0].Value
	}
	return true
}

// compare compares the trees of the file and of the edit.
func (e *jsonEdit) compare() hcl.Diagnostics {
	script := func() *treediff.Script {
		s := e.match.BodyScript(&e.old.Body, &e.old.Body, &e.edited.Body, e.dialect.Root, true)
		return e.groupsAsComments(s, e.old.Body.Items, e.edited.Body.Items)
	}
	e.script = script()
	if e.changesGuessedKind = hasKindChange(e.script, e.old.Body.Items, e.edited.Body.Items); !e.changesGuessedKind {
		return nil
	}
	// A guessed block is an attribute in the edit, or the other way round.
	options := convert.Options{Hints: convert.NewHints(e.edited)}
	old, failed := convert.ReadJSON(e.src.Bytes, e.src.Filename, e.dialect, options)
	if failed.HasErrors() {
		return failed
	}
	e.old = old
	e.script = script()
	return nil
}

// hasKindChange reports whether a name is an attribute in one body and a block in the other.
func hasKindChange(script *treediff.Script, old, edited []hclwrite.Item) bool {
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
		return ok && both && hasKindChange(step.Parts, was.Body.Items, is.Body.Items)
	})
}

// roundTrip returns an item of the source after a conversion to native syntax and back; nil if it has
// no such form.
func (e *jsonEdit) roundTrip(item hclwrite.Item) hclwrite.Item {
	// At the start of a file, comments may belong to that.
	before := &hclwrite.Attribute{Name: "before", Expr: &hclwrite.Literal{Text: "null"}}
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{before, item}}}
	printed, diags := hclwrite.ParseFile(file.Bytes(), "")
	if diags.HasErrors() || len(printed.Body.Items) != 2 {
		return nil
	}
	printed.Body.Items = printed.Body.Items[1:]
	text, diags := convert.WriteJSON(printed, "", e.dialect, convert.Options{Form: e.style.form})
	if diags.HasErrors() {
		return nil
	}
	back, diags := convert.ReadJSON(text, "", e.dialect, convert.Options{})
	if diags.HasErrors() || len(back.Body.Items) != 1 {
		return nil
	}
	return back.Body.Items[0]
}

// isUnchanged reports whether there is no edit.
func (e *jsonEdit) isUnchanged() bool {
	if !e.script.IsUnchanged() {
		return false
	}
	if e.opts.SkipCheck {
		return true
	}
	// Native syntax may fix JSON that the product refuses, or hide a difference in JSON.
	return e.checkResult(e.src.Bytes).Verdict() != equivalent.Different
}

// jsonResult is the edited text of a JSON file.
type jsonResult struct {
	text []byte
	// asData is true if the whole file was merged as data, and bodies counts the merged bodies. hasCoarseChanges
	// is true if a value was replaced as a whole for a change in it.
	asData, hasCoarseChanges bool
	bodies                   int
}

// result returns the edited file. A file without hints gets hints if it would be interpreted
// differently without them.
func (e *jsonEdit) result() (jsonResult, hcl.Diagnostics) {
	result, diags := e.applyOrMerge()
	if e.style.hasHints || e.changesGuessedKind || e.style.form != convert.General || diags.HasErrors() {
		return result, diags
	}
	back, failed := convert.ReadJSON(result.text, e.src.Filename, e.dialect, convert.Options{})
	if failed.HasErrors() {
		return result, diags
	}
	again := e.match.BodyScript(&back.Body, &back.Body, &e.edited.Body, e.dialect.Root, true)
	if e.style.hasHints = hasKindChange(again, back.Body.Items, e.edited.Body.Items); e.style.hasHints {
		return e.applyOrMerge()
	}
	return result, diags
}

// applyOrMerge applies the script. If that fails, it writes unchanged items as well, and then merges
// the file as data.
func (e *jsonEdit) applyOrMerge() (jsonResult, hcl.Diagnostics) {
	if t := e.newText(); t.applyScript() {
		if result := t.result(false); e.opts.SkipCheck || e.checkResult(result.text).Equal() {
			return result, nil
		}
	}
	if len(e.omitted) > 0 {
		if diags := append(e.writeWhole(), e.compare()...); diags.HasErrors() {
			return jsonResult{}, diags
		}
		return e.applyOrMerge()
	}
	t := e.newText()
	t.mergeValue(t.root, t.editedSide.root)
	result := t.result(true)
	if e.opts.SkipCheck {
		return result, nil
	}
	if proof := e.checkResult(result.text); !proof.Equal() {
		return jsonResult{}, proof.Messages()
	}
	return result, nil
}

// checkResult checks the equivalence of a result and the edited file.
func (e *jsonEdit) checkResult(out []byte) equivalent.Result {
	result := equivalent.Source{Bytes: out, Filename: e.src.Filename, JSON: true}
	return equivalent.Compare(e.target, result, e.dialect, equivalent.Options{})
}

// jsonText is the text of a JSON file during an edit.
type jsonText struct {
	*jsonEdit
	// changes receives the changes, whose values are from is, the edited JSON.
	changes    *jsonedit.Text
	editedSide *jsonSide
	// forms returns, by type, the number of single blocks written as objects minus the number in
	// arrays.
	forms func() map[string]int
	// hasCoarseChanges and bodies are fields of the result.
	hasCoarseChanges bool
	bodies           int
}

func (e *jsonEdit) newText() *jsonText {
	t := &jsonText{jsonEdit: e, changes: jsonedit.NewText(e.src.Bytes, e.root), editedSide: newJSONSide(e.json, e.edited)}
	t.forms = sync.OnceValue(func() map[string]int {
		forms := make(map[string]int)
		countForms(forms, &e.old.Body, annotationpath.Elements(e.root))
		return forms
	})
	return t
}

// result returns the text with its changes.
func (t *jsonText) result(asData bool) jsonResult {
	result := jsonResult{text: t.src.Bytes, asData: asData, hasCoarseChanges: t.hasCoarseChanges, bodies: t.bodies}
	if t.changes.HasChanges() {
		result.text = fillFingerprints(t.changes.Bytes())
	}
	return result
}

// applyScript changes the body of the file. It reports false if the script cannot be applied.
func (t *jsonText) applyScript() bool {
	was, objects := t.root, annotationpath.Elements(t.root)
	if t.style.hasHints || t.countsComments() {
		old := *t.old
		old.Body = withoutContent(old.Body, maps.Values(t.omitted))
		was = t.newAnnotated(t.src.Bytes, &old).root
		if t.target.JSON {
			t.editedSide = t.newAnnotated(t.json, t.edited)
		}
	}
	b := &jsonBody{
		jsonText: t, schema: t.dialect.Root,
		old: t.old.Body.Items, edited: t.edited.Body.Items, script: t.script,
		oldObjects: annotationpath.Elements(was), editedObjects: annotationpath.Elements(t.editedSide.root),
	}
	return t.keepsOmittedItems() && !b.hasDisplacedComments(objects) && b.applyScript(objects)
}
