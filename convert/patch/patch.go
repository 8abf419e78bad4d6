// Package patch applies an edit in one syntax to a file in the other syntax. All bytes that are not
// a part of the change stay the same.
//
// [Apply] changes a native file whose JSON was edited, or an HCL-JSON file that was edited in native
// syntax. It also accepts the same syntax on both sides. The JSON may have any form, with or without
// its comments and hints. As package convert, this package uses no files, no environment and no
// network.
package patch

import (
	"bytes"
	"iter"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/jsonprint"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/treediff"
	"github.com/hcljson/hcljson/schema"
)

// Edit is an edit of a file.
type Edit struct {
	// Source is the file, and Edited is its edited text. Both may have either syntax. Diagnostics
	// contain their names.
	Source, Edited equivalent.Source
	// Dialect is the language of both texts.
	Dialect *schema.Dialect
	// Given, if not nil, is the JSON of the current Source that a program received and returned as
	// Edited. Apply does not check that Given is equivalent to Source, and deletes content of Source
	// that is missing from Edited. If Given is nil, the edit may be older than the file, or may
	// already be applied. A comment group that is missing from Edited then stays, with a warning.
	Given *equivalent.Source
	// Form is the form of new JSON. If Source is JSON with labels, new JSON has the form of Source
	// instead.
	Form convert.Form
	// DropComments is true if the comments of Edited are ignored. The file then keeps its comments.
	DropComments bool
	// Strict is true if guesses are errors instead of warnings.
	Strict bool
	// SkipCheck is true if the caller checks the result with [CheckResult].
	SkipCheck bool
}

// Result is a file after an edit.
type Result struct {
	// Bytes is the text of the file. It is nil if the diagnostics contain an error.
	Bytes []byte
	// Edited is the edited text after unintended changes of programs were reverted; see [Apply]. The
	// result is equivalent to this text.
	Edited equivalent.Source
	// Sorted is true if the only reverted change was the order of members.
	Sorted bool
}

// Apply applies an edit to a file.
//
// It first reverts changes that programs make in all JSON without intention:
//
//   - Programs without member order sort the members of all objects. If all members are sorted, Apply
//     restores the order of the file, because the order can be significant. New members come last.
//     Without Given, a person may have sorted the members, so Apply reports a warning if their order
//     is significant.
//   - Programs with 64-bit numbers round long numbers. Apply restores the digits, with a warning. It is
//     an error if several numbers of the file round to the same number.
//   - Empty objects of labels remain after the last block in them is deleted. Apply removes them,
//     because products refuse them.
//
// The warnings about these changes have no range.
//
// New text gets the layout of the text around it. In HCL-JSON, a new object is on one line if its
// neighbors are. A new block is an object or an array element, as the other blocks of its type. An
// object becomes an array if a second block or the order of blocks requires it. The comments of
// Edited are written to "//" properties. If the file has no "//" properties, this requires that
// Edited is JSON.
func Apply(e Edit) (Result, hcl.Diagnostics) {
	original := e.Source
	if e.Given != nil {
		original.Bytes, original.JSON = e.Given.Bytes, e.Given.JSON
	}
	var result Result
	var diags, more hcl.Diagnostics
	result.Edited, result.Sorted, diags = restoreEdit(e.Edited, original, e.Dialect, e.Given != nil)
	if diags.HasErrors() {
		return result, diags
	}
	if e.Given != nil && !languages.Missing(e.Dialect) && bytes.Equal(result.Edited.Bytes, e.Given.Bytes) {
		result.Bytes = e.Source.Bytes
		return result, diags
	}
	result.Bytes, more = applyEdit(e.Source, result.Edited, e.Dialect, options{
		Form: e.Form, DropComments: e.DropComments, Strict: e.Strict, SkipCheck: e.SkipCheck, Given: e.Given != nil,
	})
	return result, append(diags, more...)
}

// options defines how an edit is read and applied. See [Edit].
type options struct {
	Form                                   convert.Form
	DropComments, Strict, SkipCheck, Given bool
	// AddComments is true if comments of the edited file are added to HCL-JSON without "//" properties.
	AddComments bool
}

func (o options) convertOptions() convert.Options {
	return convert.Options{Form: o.Form, DropComments: o.DropComments, Strict: o.Strict, ForTools: true}
}

// applyEdit returns the text of src with the content of edited. Both may have either syntax.
func applyEdit(src, edited equivalent.Source, dialect *schema.Dialect, opts options) ([]byte, hcl.Diagnostics) {
	var out []byte
	var diags hcl.Diagnostics
	switch {
	case src.JSON:
		if edited.JSON {
			// The file keeps its comments if the edit contains none.
			opts.AddComments = bytes.Contains(edited.Bytes, []byte(`"//"`))
			opts.DropComments = opts.DropComments || !opts.AddComments
		}
		out, diags = editJSON(src, edited, dialect, opts)
	default:
		text := edited.Bytes
		if !edited.JSON {
			if text, diags = convert.ToJSON(text, edited.Filename, dialect, opts.convertOptions()); diags.HasErrors() {
				return nil, diags
			}
		}
		var more hcl.Diagnostics
		out, more = editNative(src.Bytes, src.Filename, text, edited.Filename, dialect, opts)
		diags = append(diags, more...)
	}
	if !diags.HasErrors() {
		result := equivalent.Source{Bytes: out, Filename: src.Filename, JSON: src.JSON}
		diags = append(diags, orderWarning(src, edited, result, dialect)...)
	}
	return out, diags
}

// editNative returns the text of a native file with the content of edited, which is HCL-JSON in any
// form. The names are only used in diagnostics. The result is nil if the diagnostics contain an
// error.
func editNative(
	native []byte, nativeName string, edited []byte, editedName string, dialect *schema.Dialect, opts options,
) ([]byte, hcl.Diagnostics) {
	if languages.Missing(dialect) {
		_, diags := convert.ToJSON(native, nativeName, dialect, convert.Options{})
		return nil, diags
	}
	file, diags := hclwrite.ParseFile(native, nativeName)
	if diags.HasErrors() {
		return nil, diags
	}
	wanted, diags := readEdit(file, edited, editedName, dialect, opts.convertOptions())
	if diags.HasErrors() {
		return nil, diags
	}
	dropped := opts.DropComments || !bytes.Contains(edited, []byte(`"//"`))
	// If the native text contains "//", a member with this name may also be data.
	deleted := !bytes.Contains(native, []byte(`"//"`)) && hasEmptiedAnnotation(edited)
	equal := treediff.Equality{Comments: !dropped && (hasComments(&wanted.Body) || deleted), Inner: true}
	equal.Inner = !opts.DropComments
	languages.Prepare(dialect)
	m := &treediff.Matcher{
		Equality: equal, RoundTrip: newRoundTrips(file, nativeName, dialect), Surplus: countSurplus(&file.Body, &wanted.Body),
		MaybeStale: !opts.Given,
	}
	script := m.BodyScript(&file.Body, &file.Body, &wanted.Body, dialect.Root, true)
	if repeated := repeatedKeyErrors(file, nativeName, script, &wanted.Body); repeated != nil {
		return nil, append(diags, repeated...)
	}
	result, more := nativeedit.ApplyScript(file, nativeName, script, wanted)
	diags = slices.Concat(diags, more, keptCommentWarnings(file.Source(), nativeName, m.Kept))
	if !opts.SkipCheck {
		named := func(text []byte, name string) equivalent.Source {
			return equivalent.Source{Bytes: text, Filename: name}
		}
		of := equivalent.Source{Bytes: edited, Filename: editedName, JSON: true, ForTools: true}
		if proof := CheckResult(named(native, nativeName), of, named(result, nativeName), dialect); !proof.Equal() {
			diags = append(diags, proof.Messages()...)
		}
		if diags.HasErrors() {
			return nil, diags
		}
	}
	return result, diags
}

// hasEmptiedAnnotation reports whether a JSON text contains an annotation that is empty or has
// members for comments. Such an annotation can show that the edit deleted comments.
func hasEmptiedAnnotation(text []byte) bool {
	root, diags := jsontree.Parse(text, "")
	if diags.HasErrors() {
		return false
	}
	for _, note := range jsonprint.Notes(root) {
		if note.Kind == jsontree.Object && (len(note.Members) == 0 || slices.ContainsFunc(note.Members, isComments)) {
			return true
		}
	}
	return false
}

// isComments reports whether a member of a "//" object contains comments.
func isComments(m jsontree.Member) bool {
	for p := range hclwrite.Positions() {
		if p.Name() == m.Name {
			return true
		}
	}
	return m.Name == "at"
}

// CheckResult checks whether a result is equivalent to the edited file. If the result is native and
// misuses a name, such as a block as an attribute, the check accepts it if the original file misuses
// the name too.
func CheckResult(original, edited, result equivalent.Source, dialect *schema.Dialect) equivalent.Result {
	if result.JSON || !edited.JSON {
		return equivalent.Compare(edited, result, dialect, equivalent.Options{})
	}
	proof := equivalent.Compare(edited, result, dialect, equivalent.Options{Rules: equivalent.BothAsWritten})
	isMisused := func(d *hcl.Diagnostic) bool { return convert.CodeOf(d) == "misused-name" }
	if !slices.ContainsFunc(proof.Diagnostics, isMisused) {
		return proof
	}
	known := equivalent.Compare(original, edited, dialect, equivalent.Options{}).Diagnostics
	for _, d := range proof.Diagnostics {
		same := func(other *hcl.Diagnostic) bool { return isMisused(other) && other.Detail == d.Detail }
		if isMisused(d) && !slices.ContainsFunc(known, same) {
			return equivalent.Compare(edited, result, dialect, equivalent.Options{})
		}
	}
	return proof
}

// newRoundTrips returns a function that converts an item of a file to JSON and back. The function
// stores its results.
func newRoundTrips(file *hclwrite.File, name string, dialect *schema.Dialect) func(hclwrite.Item) hclwrite.Item {
	known := make(map[hclwrite.Item]hclwrite.Item)
	return func(item hclwrite.Item) hclwrite.Item {
		returned, ok := known[item]
		if !ok {
			returned = roundTripOf(item, file, name, dialect)
			known[item] = returned
		}
		return returned
	}
}

// roundTripOf converts an item to JSON and back, as the only item of a file. It returns nil if the
// conversion fails.
func roundTripOf(item hclwrite.Item, file *hclwrite.File, name string, dialect *schema.Dialect) hclwrite.Item {
	span := hclwrite.SpanOf(item)
	src := file.Source()[span.Start:span.End]
	alone, diags := hclwrite.ParseFile([]byte(src+"\n"), name)
	if diags.HasErrors() || len(alone.Body.Items) != 1 {
		return nil
	}
	*hclwrite.ItemComments(alone.Body.Items[0]) = *hclwrite.ItemComments(item)
	json, diags := convert.WriteJSON(alone, name, dialect, convert.Options{ForTools: true})
	if diags.HasErrors() {
		return nil
	}
	back, diags := convert.ReadJSON(json, name, dialect, convert.Options{Hints: convert.NewHints(alone), ForTools: true})
	if diags.HasErrors() || len(back.Body.Items) != 1 {
		return nil
	}
	return back.Body.Items[0]
}

// hasComments reports whether a body contains comments.
func hasComments(b *hclwrite.Body) bool {
	for range commentsIn(b) {
		return true
	}
	return false
}

// countSurplus returns a number for each comment: its occurrences in b minus its occurrences in
// edited.
func countSurplus(b, edited *hclwrite.Body) map[string]int {
	surplus := make(map[string]int)
	for c := range commentsIn(b) {
		surplus[treediff.CanonicalComment(c)]++
	}
	for c := range commentsIn(edited) {
		surplus[treediff.CanonicalComment(c)]--
	}
	return surplus
}

// commentsIn returns the comments in a body.
func commentsIn(b *hclwrite.Body) iter.Seq[string] {
	return func(yield func(text string) bool) {
		for node := range nodesIn(b) {
			for _, c := range hclwrite.CommentsOf(node) {
				if !yield(c.Text) {
					return
				}
			}
		}
	}
}

// nodesIn returns a node and all nodes in it.
func nodesIn(node hclwrite.Node) iter.Seq[hclwrite.Node] {
	return func(yield func(node hclwrite.Node) bool) {
		more := true
		hclwrite.Walk(node, func(node hclwrite.Node) bool {
			more = more && yield(node)
			return more
		})
	}
}

// keptCommentWarnings returns warnings about the comment groups of a file that stay.
func keptCommentWarnings(src, name string, kept []*hclwrite.CommentGroup) (diags hcl.Diagnostics) {
	places := hcltext.NewPositions([]byte(src))
	for _, group := range kept {
		rng := places.Range(name, group.Span.Start, group.Span.Start+len(group.Lines[0]))
		diags = append(diags, diagnostic.WarningAt(rng, "Comment kept", "This comment stands alone and is not in "+
			"the edit. It is kept, since the edit may be older than the file; delete it in the file, or "+
			"edit the current file."))
	}
	return diags
}
