// Package patch writes an edit that was made in one syntax into a file in the
// other, and leaves alone each byte that the edit does not concern.
//
// [Native] is for a file in native syntax whose JSON was edited, by a person or a
// program; it does not matter in which form that JSON was, nor whether its comments
// and hints are still there. [JSON] is for a file in HCL-JSON that was edited in
// native syntax.
//
// The difference of the two is a [Script]: what is kept, changed, inserted and
// removed. What is kept stays as it is written. [Edit] takes files of either syntax. As
// in package convert, nothing here uses files, the environment or the network.
package patch

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// Options change how an edit is read and written. The zero value is the default.
type Options struct {
	// Form is the shape of JSON that is new.
	Form convert.Form
	// DropComments does not look at the comments of the edited file, so that those
	// of the original stay.
	DropComments bool
	// Given says that the edit was made of the file as it is. Then a comment that stands
	// alone, and that the edit does not have, was deleted. Otherwise it stays: the edit
	// may be in the file already, and what the comment was above is gone.
	Given bool
	// Restored says that what programs do to all JSON is undone already, as [RestoredSource]
	// does. Only [Edit] looks at it.
	Restored bool
	// AddComments writes the comments of the edited file also into HCL-JSON that has
	// no "//" property.
	AddComments bool
	// Strict makes an error of every guess that is otherwise a warning.
	Strict bool
	// Unproven does not prove that the result means the same as the edited file,
	// for callers who do that themselves.
	Unproven bool
}

func (o Options) convert() convert.Options {
	return convert.Options{Form: o.Form, DropComments: o.DropComments, Strict: o.Strict, Unread: true}
}

// asGiven is a JSON file after an edit that is JSON too, in which what is new is as the edit
// has it.
func asGiven(out []byte, src, edited equivalent.Source, dialect *schema.Dialect) []byte {
	root, diags := jsontree.Parse(out, "")
	was, more := jsontree.Parse(src.Bytes, "")
	to, others := jsontree.Parse(edited.Bytes, "")
	if diags.HasErrors() || more.HasErrors() || others.HasErrors() {
		return out
	}
	text := jsonedit.Edit(out, root)
	replaceNew(text, root, was, to)
	if !text.Changed() {
		return out
	}
	given := equivalent.Source{Bytes: text.Bytes(), Filename: src.Filename, JSON: true}
	if !equivalent.Compare(edited, given, dialect, equivalent.Options{}).Equal() {
		return out
	}
	return given.Bytes
}

// replaceNew writes what the edit has in place of values that the file did not have, or of
// another kind, where they are not the same.
func replaceNew(text *jsonedit.Text, v, was, to *jsontree.Value) {
	switch {
	case (was == nil || v.Kind != was.Kind) && !sameUnsorted(v, to):
		text.Replace(v, jsonedit.NodeOf(to))
	case was == nil || v.Kind != was.Kind || v.Kind != to.Kind:
	case v.Kind == jsontree.Object:
		for i := range v.Members {
			m := &v.Members[i]
			if given := to.Member(m.Name); given != nil && m.Name != noteName {
				replaceNew(text, &m.Value, was.Member(m.Name), given)
			}
		}
	case v.Kind == jsontree.Array && len(v.Elems) == len(to.Elems):
		for i, like := range pairedElems(v.Elems, was.Elems) {
			replaceNew(text, &v.Elems[i], like, &to.Elems[i])
		}
	}
}

// Edit returns a file with what an edited one says, each in either syntax. What the
// options of the conversion say counts in place of what opts says of the same; if both
// files are in one syntax, the edited one is converted first. What programs do to all JSON is
// undone first, as [RestoredSource] does.
func Edit(
	src, edited equivalent.Source, dialect *schema.Dialect, opts Options, converting convert.Options,
) ([]byte, hcl.Diagnostics) {
	opts.Form, opts.DropComments, opts.Strict = converting.Form, converting.DropComments, converting.Strict
	var diags hcl.Diagnostics
	if !opts.Restored {
		edited, diags = RestoredSource(edited, src, dialect)
	}
	text := edited.Bytes
	switch {
	case src.JSON != edited.JSON:
	case edited.JSON:
		// What is edited is written in native syntax first. The file tells blocks from
		// attributes, and keeps its comments if the edit says nothing of comments.
		converting.Like, _ = convert.ReadJSON(src.Bytes, src.Filename, dialect, convert.Options{})
		var more hcl.Diagnostics
		text, more = convert.ToHCL(text, edited.Filename, dialect, converting)
		diags = append(diags, more...)
		opts.AddComments = bytes.Contains(edited.Bytes, []byte(`"//"`))
		opts.DropComments = opts.DropComments || !opts.AddComments
	default:
		converting.Unread = true
		var more hcl.Diagnostics
		text, more = convert.ToJSON(text, edited.Filename, dialect, converting)
		diags = append(diags, more...)
	}
	if diags.HasErrors() {
		return nil, diags
	}
	write := Native
	if src.JSON {
		write = JSON
	}
	out, more := write(src.Bytes, src.Filename, text, edited.Filename, dialect, opts)
	if diags = append(diags, more...); !diags.HasErrors() {
		if src.JSON && edited.JSON {
			out = asGiven(out, src, edited, dialect)
		}
		result := equivalent.Source{Bytes: out, Filename: src.Filename, JSON: src.JSON}
		diags = append(diags, keptOrder(src, edited, result, dialect)...)
	}
	return out, diags
}
