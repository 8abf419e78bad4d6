package cli

import (
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/tidy"
)

// converter converts one file.
type converter struct{ *languages }

// convert reads and converts one source. It may run beside others.
func (w *converter) convert(s *source) *conversion {
	c := &conversion{source: s}
	src, diag := w.load(s)
	if diag == nil {
		diag = w.mixed(s, src)
	}
	if diag != nil {
		return c.fail(src, diag)
	}
	dialect := w.language(s, src)
	out, diags := guard(s.name, func() ([]byte, hcl.Diagnostics) {
		switch {
		case s.file.JSON && w.opts.tidy != "":
			return w.tidied(c, src, dialect)
		case s.file.JSON:
			return convert.ToHCL(src, s.name, dialect, w.opts.convertOptions())
		}
		return convert.ToJSON(src, s.name, dialect, w.opts.convertOptions())
	})
	if diags.HasErrors() {
		if diag := checkText(s.name, src); diag != nil {
			return c.fail(nil, diag)
		}
		return c.fail(src, diags...)
	}
	c.log.add(s.name, src, diags)
	c.converted = out
	if w.opts.writing() {
		c.src = src
	}
	if w.opts.writing() && !w.opts.noVerify {
		w.prove(c, src)
	}
	return c
}

// prove makes an error of a conversion that does not mean the same as its
// source for certain.
func (w *converter) prove(c *conversion, src []byte) {
	s := c.source
	var diags hcl.Diagnostics
	if c.tidy != nil {
		diags = w.proveTidy(c, src)
	} else {
		diags = compare(
			equivalent.Source{Bytes: src, Filename: s.name, JSON: s.file.JSON},
			equivalent.Source{Bytes: c.converted, Filename: s.target, JSON: !s.file.JSON},
			w.language(s, src), w.opts.comments == "keep").Messages()
	}
	if !diags.HasErrors() {
		return
	}
	errors := slices.DeleteFunc(diags, func(diag *hcl.Diagnostic) bool { return diag.Severity != hcl.DiagError })
	c.log.addWith(map[string][]byte{s.name: src, s.target: c.converted}, errors)
	c.fail(nil, errorf("Not proven", "hcljson cannot prove that %s would mean the same as %s, so it is not written. Most often, the product would not accept %s either. If it does, please report this with the file at %s; --no-verify writes it without a proof.", filepath.Base(s.target), s.name, s.name, issuesURL))
}

// conversion is what has become of a source.
type conversion struct {
	*source
	src       []byte // when files are written or edited
	converted []byte
	failed    bool
	// tidy is what the steps have made of it, if there were any.
	tidy *tidy.Result
	log  log
}

// fail notes errors on the source, and that there is no conversion.
func (c *conversion) fail(src []byte, diags ...*hcl.Diagnostic) *conversion {
	c.log.add(c.name, src, diags)
	c.converted, c.failed = nil, true
	return c
}
