package operations

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/plaintext"
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
	out, diags := patch.Edit(compared(src), restored, dialect, patch.Options{}, o.Options.Conversion())
	if diags.HasErrors() {
		if diag := plaintext.Check(edited.Name, edited.Bytes); diag != nil {
			diags = hcl.Diagnostics{diag}
		}
	}
	if report(o, src.Name, diags...) {
		o.Finish(out, src.Name)
	}
}
