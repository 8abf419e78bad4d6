package service

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/plaintext"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

// toJSON converts native syntax.
func (o *operation) toJSON() {
	src, file, ok := o.source(o.req.Name, o.req.Text)
	if ok {
		src.JSON = false
		o.convert(src, file, convert.ToJSON)
	}
}

// toHCL converts HCL-JSON.
func (o *operation) toHCL() {
	src, file, ok := o.source(o.req.Name, o.req.Text)
	if ok {
		src.JSON = true
		o.convert(src, file, convert.ToHCL)
	}
}

// conversion is convert.ToJSON or convert.ToHCL.
type conversion = func([]byte, string, *schema.Dialect, convert.Options) ([]byte, hcl.Diagnostics)

func (o *operation) convert(src Source, file dialects.File, run conversion) {
	dialect, ok := o.readable(src, file.Dialect)
	if !ok {
		return
	}
	out, diags := run(src.Bytes, src.Name, dialect, o.options())
	if diags.HasErrors() && !src.JSON {
		if diag := plaintext.Check(src.Name, src.Bytes); diag != nil {
			diags = hcl.Diagnostics{diag}
		}
	}
	if o.report(src.Name, diags...) {
		o.finish(out, twin(src, file))
	}
}

// twin is the name of what a source becomes; a name of the other syntax, which somebody
// has chosen for his text, is left as it is.
func twin(src Source, file dialects.File) string {
	if src.JSON != file.JSON {
		return src.Name
	}
	return file.Twin
}

// finish says what has come of the request.
func (o *operation) finish(text []byte, name string) {
	result := string(text)
	o.response.Text, o.response.Name = &result, name
}

// readable refuses a text that is none in its syntax, and returns its language with what
// its providers define.
func (o *operation) readable(src Source, dialect *schema.Dialect) (*schema.Dialect, bool) {
	diag := plaintext.CheckEncoding(src.Bytes)
	switch {
	case diag != nil:
	case src.JSON:
		if diag = plaintext.CheckJSON(described(src.Name), src.Bytes); diag == nil {
			diag = dialects.OtherFormat(src.Name, src.Bytes, dialect)
		}
	}
	if diag != nil {
		return nil, o.report(src.Name, diag)
	}
	return o.knowing(dialect, src)
}

// knowing is a language with what the providers and plugins of a module define.
func (o *operation) knowing(base *schema.Dialect, module ...Source) (*schema.Dialect, bool) {
	if o.Plugins == nil || !base.UsesPlugins() {
		return base, true
	}
	dialect, diags := o.Plugins(base, module, &o.req.Options)
	return dialect, o.report("", diags...)
}

// described is a name for a message.
func described(name string) string {
	if name == "" {
		return "the text"
	}
	return name
}

// second is the second text of a request, in the language of the first if it has no name.
func (o *operation) second() (src Source, file dialects.File, ok bool) {
	other := o.req.Options.Other
	if other == nil {
		return src, file, o.report("", diagnostic.Errorf("No second text",
			"The operation %s is about two texts: options.other is the second one.", o.req.Operation))
	}
	name := other.Name
	if name == "" {
		src, file, ok = o.source(o.req.Name, other.Text)
		src.Name, src.JSON = "other", looksLikeJSON(src.Bytes)
		return src, file, ok
	}
	return o.source(name, other.Text)
}
