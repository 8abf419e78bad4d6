package patch

import (
	"maps"
	"slices"
	"strings"
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

// editJSON returns the text of the HCL-JSON file src with the content of edited, which may have
// either syntax.
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

// jsonEdit is an edit of an HCL-JSON file. It contains the file, and its content after the edit.
type jsonEdit struct {
	opts    options
	dialect *schema.Dialect
	// src is the file before the edit, root is its JSON value, and old is the tree that was read
	// from it.
	src   equivalent.Source
	root  *jsontree.Value
	old   *hclwrite.File
	style jsonStyle
	// target is the edited file in its own syntax. json is its content as JSON in the form of src,
	// and edited is the tree that was read from json.
	target equivalent.Source
	json   []byte
	edited *hclwrite.File
	// native is the edited file in native syntax. omitted contains the indexes of items in edited
	// whose content was not written to json. It maps them to their indexes in old.
	native  string
	omitted map[int]int
	// script contains the changes from the tree old to the tree edited. changesGuessedKind is true
	// if the kind of an item was guessed for the file, and the edit shows another kind.
	script             *treediff.Script
	match              *treediff.Matcher
	changesGuessedKind bool
}

// newJSONEdit reads and compares the two files. It returns nil if the diagnostics contain an error.
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

// hasForm reports whether the edited JSON has the same form as the source.
func (e *jsonEdit) hasForm() bool {
	root, _ := jsontree.Parse(e.json, "")
	return newStyle(root, e.edited, e.dialect, e.style.form).form == e.style.form
}

// write sets e.json and e.edited for an edited file in native syntax. If whole is false, it omits
// the content of unchanged items. It does not return diagnostics that the source also causes.
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
	if text == nil && !diags.HasErrors() { // guesses in the source were errors
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

// writeWhole calls write for the edited file, without omitting unchanged items.
func (e *jsonEdit) writeWhole() hcl.Diagnostics {
	native, diags := hclwrite.ParseFile(e.native, e.target.Filename)
	if diags.HasErrors() {
		return diags
	}
	return e.write(native, true)
}

// newDiagnostics returns the diagnostics of an edited file that the source does not cause.
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

// jsonStyle describes how a JSON file is written. An edit keeps this style.
type jsonStyle struct {
	// form is the form of blocks with labels.
	form convert.Form
	// hasAnnotations is true if the file contains "//" properties. hasHints is true if these contain
	// hints. lacksFingerprints is true if they contain comments of list elements, but no
	// fingerprints.
	hasAnnotations, hasHints, lacksFingerprints bool
}

// newStyle returns the style of a file. form is used if the file contains no labels.
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

// isGeneralForm reports whether each object with labels as keys is in an array.
func isGeneralForm(v *jsontree.Value, labels int) bool {
	for range labels {
		if v.Kind != jsontree.Array || len(v.Elems) == 0 || len(v.Elems[0].Members) == 0 {
			return false
		}
		v = &v.Elems[0].Members[0].Value
	}
	return true
}

// compare sets e.script by a comparison of the trees of the file and of the edit.
func (e *jsonEdit) compare() hcl.Diagnostics {
	script := func() *treediff.Script {
		s := e.match.BodyScript(&e.old.Body, &e.old.Body, &e.edited.Body, e.dialect.Root, true)
		return e.groupsAsComments(s, e.old.Body.Items, e.edited.Body.Items)
	}
	e.script = script()
	if e.changesGuessedKind = hasKindChange(e.script, e.old.Body.Items, e.edited.Body.Items); !e.changesGuessedKind {
		return nil
	}
	// A guess was wrong: a guessed block is an attribute in the edit, or a guessed attribute is a
	// block.
	options := convert.Options{Hints: convert.NewHints(e.edited)}
	old, failed := convert.ReadJSON(e.src.Bytes, e.src.Filename, e.dialect, options)
	if failed.HasErrors() {
		return failed
	}
	e.old = old
	e.script = script()
	return nil
}

// hasKindChange reports whether a name is an attribute in the old body and a block in the edited
// one, or the reverse.
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

// roundTrip returns an item of the source after a conversion to native syntax and back. It returns
// nil if the conversion fails.
func (e *jsonEdit) roundTrip(item hclwrite.Item) hclwrite.Item {
	// The additional attribute prevents that comments of the item are read as comments of the file.
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

// isUnchanged reports whether the edit changes nothing.
func (e *jsonEdit) isUnchanged() bool {
	if !e.script.IsUnchanged() {
		return false
	}
	if e.opts.SkipCheck {
		return true
	}
	// The trees can be equal although the files differ in meaning: the product may refuse one of the
	// JSON texts.
	return e.checkResult(e.src.Bytes).Verdict() != equivalent.Different
}

// jsonResult is the text of a JSON file after an edit.
type jsonResult struct {
	text []byte
	// asData is true if the whole file was merged as data, without a script. bodies is the number of
	// bodies that were merged as data. hasCoarseChanges is true if a whole value was replaced,
	// although only a part of it changed.
	asData, hasCoarseChanges bool
	bodies                   int
}

// result returns the edited file. It adds hints to a file without hints if the result would
// otherwise be interpreted differently.
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

// applyOrMerge applies the script. If this fails and unchanged items were omitted, it writes them
// and applies the script again. If this also fails, it merges the file as data.
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

// checkResult checks whether a result is equivalent to the edited file. A native file cannot express
// all differences in JSON, such as a null argument of a guessed block. So differences between the source
// and its own native form are no part of the edit.
func (e *jsonEdit) checkResult(out []byte) equivalent.Result {
	result := equivalent.Source{Bytes: out, Filename: e.src.Filename, JSON: true}
	found := equivalent.Compare(e.target, result, e.dialect, equivalent.Options{})
	if found.Equal() || e.target.JSON {
		return found
	}
	native := equivalent.Source{Bytes: e.old.Bytes(), Filename: e.target.Filename}
	type difference struct{ summary, name, a, b string }
	key := func(d equivalent.Difference) difference { // without the enclosing blocks, which can have new names
		return difference{d.Summary, strings.Join(d.Path[max(len(d.Path)-1, 0):], ""), d.A.Value, d.B.Value}
	}
	known := map[difference]int{}
	for _, d := range equivalent.Compare(native, e.src, e.dialect, equivalent.Options{}).Differences {
		known[key(d)]++
	}
	found.Differences = slices.DeleteFunc(found.Differences, func(d equivalent.Difference) bool {
		known[key(d)]--
		return known[key(d)] >= 0
	})
	return found
}

// jsonText is the text of a JSON file during an edit.
type jsonText struct {
	*jsonEdit
	// changes receives the changes to the text. editedSide is the edited JSON, which contains the
	// new values.
	changes    *jsonedit.Text
	editedSide *jsonSide
	// forms returns a number for each block type: the single blocks that are objects, minus those in
	// arrays.
	forms func() map[string]int
	// hasCoarseChanges and bodies become fields of the result.
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

// result returns the text after the changes.
func (t *jsonText) result(asData bool) jsonResult {
	result := jsonResult{text: t.src.Bytes, asData: asData, hasCoarseChanges: t.hasCoarseChanges, bodies: t.bodies}
	if t.changes.HasChanges() {
		result.text = fillFingerprints(t.changes.Bytes())
	}
	return result
}

// applyScript applies the script to the body of the file. It returns false if the script cannot be
// applied.
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
