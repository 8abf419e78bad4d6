package service

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/plaintext"
	"github.com/hcljson/hcljson/schema"
)

// patch writes what the second text says into the first.
func (o *operation) patch() {
	src, file, ok := o.source(o.req.Name, o.req.Text)
	edited, of, okToo := o.second()
	if !ok || !okToo || !o.sameLanguage(src, file.Dialect, edited, of.Dialect) {
		return
	}
	dialect, ok := o.readable(src, file.Dialect)
	if _, okToo = o.readable(edited, of.Dialect); !ok || !okToo {
		return
	}
	original := [][]byte{src.Bytes}
	if edited.JSON && !src.JSON && patch.Rewritten(edited.Bytes, src.Bytes) {
		original = o.forms(src, dialect)
	}
	if edited.JSON {
		var rounded bool
		if edited.Bytes, rounded = patch.Restored(edited.Bytes, original...); rounded {
			o.report(edited.Name, diagnostic.Warningf("Rounded numbers",
				"%s has numbers of %s in fewer digits, as by a program that cannot hold more. They are kept as they "+
					"were.", described(edited.Name), described(src.Name)))
		}
	}
	out, diags := o.patched(src, edited, dialect)
	if o.report(src.Name, diags...) {
		o.finish(out, src.Name)
	}
}

// forms are the JSON that a file in native syntax may have been edited as.
func (o *operation) forms(src Source, dialect *schema.Dialect) [][]byte {
	var all [][]byte
	for _, form := range []convert.Form{convert.Compact, convert.General} {
		text, _ := convert.ToJSON(src.Bytes, src.Name, dialect, convert.Options{Form: form})
		all = append(all, text)
	}
	return all
}

func (o *operation) patched(src, edited Source, dialect *schema.Dialect) ([]byte, hcl.Diagnostics) {
	converting := o.options()
	patching := patch.Options{
		Form: converting.Form, DropComments: converting.DropComments, Strict: converting.Strict,
	}
	text := edited.Bytes
	var diags hcl.Diagnostics
	switch {
	case src.JSON != edited.JSON:
	case edited.JSON:
		// What is edited is written in native syntax first, as the command does.
		converting.Like, _ = convert.ReadJSON(src.Bytes, src.Name, dialect, convert.Options{})
		text, diags = convert.ToHCL(text, edited.Name, dialect, converting)
		patching.AddComments = bytes.Contains(edited.Bytes, []byte(`"//"`))
		patching.DropComments = patching.DropComments || !patching.AddComments
	default:
		text, diags = convert.ToJSON(text, edited.Name, dialect, converting)
	}
	if diags.HasErrors() {
		if diag := plaintext.Check(edited.Name, edited.Bytes); diag != nil {
			diags = hcl.Diagnostics{diag}
		}
		return nil, diags
	}
	write := patch.Native
	if src.JSON {
		write = patch.JSON
	}
	out, more := write(src.Bytes, src.Name, text, edited.Name, dialect, patching)
	return out, append(diags, more...)
}
