package operations

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/plaintext"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/schema"
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
	original := [][]byte{src.Bytes}
	if edited.JSON && !src.JSON && patch.Rewritten(edited.Bytes, src.Bytes) {
		original = forms(src, dialect)
	}
	if edited.JSON {
		var rounded bool
		if edited.Bytes, rounded = patch.Restored(edited.Bytes, original...); rounded {
			report(o, edited.Name, diagnostic.Warningf("Rounded numbers",
				"%s has numbers of %s in fewer digits, as by a program that cannot hold more. They are kept as they "+
					"were.", service.Described(edited.Name), service.Described(src.Name)))
		}
	}
	out, diags := patch.Edit(compared(src), compared(edited), dialect, patch.Options{}, o.Options.Conversion())
	if diags.HasErrors() {
		if diag := plaintext.Check(edited.Name, edited.Bytes); diag != nil {
			diags = hcl.Diagnostics{diag}
		}
	}
	if report(o, src.Name, diags...) {
		o.Finish(out, src.Name)
	}
}

// forms are the JSON that a file in native syntax may have been edited as.
func forms(src service.Source, dialect *schema.Dialect) [][]byte {
	var all [][]byte
	for _, form := range []convert.Form{convert.Compact, convert.General} {
		text, _ := convert.ToJSON(src.Bytes, src.Name, dialect, convert.Options{Form: form})
		all = append(all, text)
	}
	return all
}
