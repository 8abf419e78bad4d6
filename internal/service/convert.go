package service

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/schema"
)

// convertText converts the text of the request to the other syntax. The operation defines the direction.
func (o *Operation) convertText() {
	src, file, ok := o.Source(o.Request.Name, o.Request.Text)
	if !ok {
		return
	}
	if isJSON := o.Operation == ToHCL; src.JSON != isJSON {
		src = source.New(src.Text(), src.Name, isJSON)
	}
	dialect, ok := o.CheckSyntax(src, file.Dialect)
	if !ok {
		return
	}
	opts := o.Request.Options.Conversion()
	out, diags := convert.ConvertSource(src, dialect, opts)
	if diags.HasErrors() && !src.JSON {
		if diag := diagnostic.CheckText(src.Name, src.Bytes()); diag != nil {
			diags = hcl.Diagnostics{diag}
		}
	}
	if !o.Report(src.Name, diags...) {
		return
	}
	m := opts.SourceMap
	if m != nil && m.TextSize() > maxSourceMap && !o.Report(src.Name, diagnostic.Errorf("Source map too large",
		"It would have about %d MiB, and may have %d.", m.TextSize()>>20, maxSourceMap>>20)) {
		return
	}
	name := counterpart(src, file)
	made := source.FromBytes(out, name, !src.JSON)
	if o.NeedsCheck() && !o.CheckEquivalence(o, src, made, dialect, convert.Refuses(diags)) {
		return
	}
	o.SetResult(out, name)
	if m != nil {
		m.NativeName, m.JSONName = src.Name, o.Response.Name
		if src.JSON {
			m.NativeName, m.JSONName = o.Response.Name, src.Name
		}
		o.Response.SourceMap = m.Text()
	}
}

// maxSourceMap is the approximate maximum size of a source map in bytes.
const maxSourceMap = 1 << 30

// counterpart returns the name of the result of a conversion: the name of the counterpart, or the
// name in the request if the caller already chose a name of the target syntax.
func counterpart(src *source.Source, file dialects.File) string {
	if src.JSON != file.JSON {
		return src.Name
	}
	return file.Counterpart
}

// NeedsCheck reports whether the result needs an equivalence check. The query form is read-only, so a
// result in it has nothing to compare with.
func (o *Operation) NeedsCheck() bool {
	opts := &o.Request.Options
	asked := opts.Verify == nil && o.CheckEquivalence != nil || opts.Verify != nil && *opts.Verify
	return asked && slices.Contains(changes, o.Request.Operation) && opts.Form != "query"
}

// SetResult sets the text and the name of the response.
func (o *Operation) SetResult(text []byte, name string) {
	result := string(text)
	o.Response.Text, o.Response.Name = &result, name
}

// CheckSyntax reports an error if a text is invalid in its syntax. Otherwise it returns the dialect of
// the text with the schemas of its providers.
func (o *Operation) CheckSyntax(src *source.Source, dialect *schema.Dialect) (*schema.Dialect, bool) {
	diag := diagnostic.CheckSource(DisplayName(src.Name), src.Bytes(), src.JSON)
	if diag == nil && src.JSON {
		diag = dialects.OtherFormat(src.Name, src.Bytes(), dialect)
	}
	if diag != nil {
		return nil, o.Report(src.Name, diag)
	}
	return o.WithProviders(dialect, src)
}

// DisplayName returns a name for a message; "the text" for a text without a name.
func DisplayName(name string) string {
	if name == "" {
		return "the text"
	}
	return name
}

// SecondSource returns the second text of a request. A text without a name has the language of the first
// one.
func (o *Operation) SecondSource() (src *source.Source, file dialects.File, ok bool) {
	other := o.Request.Options.Other
	if other == nil {
		return src, file, o.Report("", diagnostic.Errorf("No second text",
			"The operation %s is about two texts: options.other is the second one.", o.Request.Operation))
	}
	name := other.Name
	if name == "" {
		_, file, ok = o.Source(o.Request.Name, other.Text)
		return source.New(other.Text, "other", LooksLikeJSON(other.Text)), file, ok
	}
	return o.Source(name, other.Text)
}
