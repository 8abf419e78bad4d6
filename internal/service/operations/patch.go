package operations

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/service"
)

// patchText writes what the second text says into the first.
func patchText(o *service.Operation) {
	src, file, ok := o.Source(o.Request.Name, o.Request.Text)
	edited, of, okToo := o.Second()
	if !ok || !okToo || !sameLanguage(o, src, file.Dialect, edited, of.Dialect) {
		return
	}
	dialect, ok := o.Readable(src, file.Dialect)
	if _, okToo = o.Readable(edited, of.Dialect); !ok || !okToo {
		return
	}
	original := compared(src)
	original.Filename = service.Described(src.Name)
	restored, diags := patch.RestoredSource(compared(edited), original, dialect)
	report(o, edited.Name, diags...)
	// Of JSON there are several ways to write an edit, of which the proof chooses.
	opts := patch.Options{Unproven: !src.JSON || !o.Proves()}
	out, diags := patch.Edit(compared(src), restored, dialect, opts, o.Options.Conversion())
	if diags.HasErrors() {
		if diag := diagnostic.CheckText(edited.Name, edited.Bytes); diag != nil {
			diags = hcl.Diagnostics{diag}
		}
	}
	if !report(o, src.Name, diags...) {
		return
	}
	given := service.Source{Name: restored.Filename, Bytes: restored.Bytes, JSON: restored.JSON}
	made := service.Source{Name: src.Name, Bytes: out, JSON: src.JSON}
	if !o.Proves() || prove(o, given, made, dialect) {
		o.Finish(out, src.Name)
	}
}
