package patch

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/jsonprint"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/treediff"
	"github.com/hcljson/hcljson/schema"
)

// editJSON returns the text of the HCL-JSON file src with the content of edited, which may have
// either syntax.
func editJSON(src, edited equivalent.Source, dialect *schema.Dialect, opts options) ([]byte, hcl.Diagnostics) {
	old, failed := convert.ReadJSON(src.Bytes, src.Filename, dialect, convert.Options{})
	if languages.Missing(dialect) {
		return nil, failed
	}
	is, diags := readEdited(old, edited, dialect, opts)
	if diags.HasErrors() {
		return nil, diags
	}
	if failed.HasErrors() {
		return nil, failed
	}
	result := src
	root, _ := jsontree.Parse(src.Bytes, src.Filename)
	comments := (hasAnnotations(root) || opts.AddComments) && !opts.DropComments
	m := &treediff.Matcher{
		Equality:  treediff.Equality{Comments: comments, Inner: !opts.DropComments},
		RoundTrip: func(hclwrite.Item) hclwrite.Item { return nil },
	}
	script := func() *treediff.Script {
		shown := &old.Body
		if !edited.JSON {
			if printed, diags := hclwrite.ParseFile(jsonprint.NativeText(old, dialect), ""); !diags.HasErrors() {
				shown = &printed.Body
				jsonprint.KeepParentheses(shown, dialect.Root)
			}
		}
		return m.BodyScript(&old.Body, shown, &is.Body, dialect.Root, true)
	}
	s := script()
	wrong := hasKindChange(s, old.Body.Items, is.Body.Items)
	if wrong {
		// A guess was wrong: a guessed block is an attribute in the edit, or a guessed attribute is a block.
		options := convert.Options{Hints: convert.NewHints(is)}
		if old, failed = convert.ReadJSON(src.Bytes, src.Filename, dialect, options); failed.HasErrors() {
			return nil, failed
		}
		s = script()
	}
	edit := jsonprint.Edit{
		Source: src, Dialect: dialect, Old: old, New: is, Script: s, Form: opts.Form, DropComments: !comments, KeepKinds: wrong,
	}
	if edited.JSON {
		edit.Given = edited.Bytes
	} else {
		edit.Text = func(a *hclwrite.Attribute) string { return is.Source()[a.ValueSpan.Start:a.ValueSpan.End] }
	}
	out, more := jsonprint.Apply(edit)
	if diags = append(diags, more...); diags.HasErrors() || opts.SkipCheck {
		return out, diags
	}
	result.Bytes = out
	found := jsonprint.Check(src, edited, result, dialect, old)
	if !found.Equal() && (!s.IsUnchanged() || found.Verdict() == equivalent.Different) {
		return nil, append(diags, found.Messages()...)
	}
	return out, diags
}

// readEdited reads the edited file.
func readEdited(old *hclwrite.File, edited equivalent.Source, dialect *schema.Dialect, opts options) (*hclwrite.File, hcl.Diagnostics) {
	if !edited.JSON {
		is, diags := hclwrite.ParseFile(edited.Bytes, edited.Filename)
		if !diags.HasErrors() {
			languages.Prepare(dialect)
			jsonprint.KeepParentheses(&is.Body, dialect.Root)
		}
		return is, diags
	}
	options := convert.Options{Strict: opts.Strict, DropComments: opts.DropComments}
	return readEdit(old, edited.Bytes, edited.Filename, dialect, options)
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

// hasAnnotations reports whether a value contains "//" properties.
func hasAnnotations(v *jsontree.Value) bool {
	for range jsonprint.Notes(v) {
		return true
	}
	return false
}
