package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/tidy"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/schema"
)

// converter converts one file.
type converter struct{ *languages }

// convert reads and converts one source. It may run in parallel with others.
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
	if s.file.JSON && w.opts.form == queryForm {
		return c.fail(src, report.Errorf("Already HCL-JSON",
			"--form query is a form of the JSON that native syntax becomes, and by its name %s is HCL-JSON. Convert "+
				"it with json2hcl, and the result with \"hcl2json --form query\".", s.name))
	}
	opts := w.opts.mapped()
	out, diags := guard(s.name, func() ([]byte, hcl.Diagnostics) {
		switch {
		case s.file.JSON && w.opts.tidy != "":
			return w.tidied(c, src, dialect)
		case s.file.JSON:
			return convert.ToHCL(src, s.name, dialect, opts)
		}
		return convert.ToJSON(src, s.name, dialect, opts)
	})
	if diags.HasErrors() {
		if diag := diagnostic.CheckText(s.name, src); diag != nil {
			return c.fail(nil, diag)
		}
		return c.fail(src, diags...)
	}
	c.log.Add(s.name, src, diags...)
	if s.file.JSON {
		if diag := queried(src, dialect.Root); diag != nil {
			c.log.Add(s.name, src, diag)
		}
	}
	c.converted = out
	if c.sourceMap = opts.SourceMap; c.sourceMap != nil && s.file.JSON {
		c.sourceMap.NativeName = s.target
	} else if c.sourceMap != nil {
		c.sourceMap.JSONName = s.target
	}
	if w.opts.writing() {
		c.src = src
	}
	if w.opts.writing() && !w.opts.noVerify && w.opts.form != queryForm {
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
		diags = compare(s.text(src), s.twin(c.converted), w.language(s, src), w.opts.comments == "keep").Messages()
	}
	if !diags.HasErrors() {
		return
	}
	c.log.AddWith(map[string][]byte{s.name: src, s.target: c.converted}, report.Errors(diags)...)
	c.fail(nil, report.Errorf("Not proven",
		"hcljson cannot prove that %s would mean the same as %s, so it is not written. Most often, the product would "+
			"not accept %s either. If it does, please report this with the file at %s; --no-verify writes it without "+
			"a proof.", filepath.Base(s.target), s.name, s.name, issuesURL))
}

// conversion is what has become of a source.
type conversion struct {
	*source
	src       []byte // when files are written or edited
	converted []byte
	failed    bool
	// sourceMap is that of the conversion, if it is to be written.
	sourceMap *convert.SourceMap
	// tidy is what the steps have made of it, if there were any.
	tidy *tidy.Result
	log  report.Log
}

// fail notes errors on the source, and that there is no conversion.
func (c *conversion) fail(src []byte, diags ...*hcl.Diagnostic) *conversion {
	c.log.Add(c.name, src, diags...)
	c.converted, c.failed = nil, true
	return c
}

// allSteps stands for every step that a single file can take, and allows JSON whose
// value alone is the same.
const allSteps = "all"

// fileSteps are the names of the steps that a single file can take.
func fileSteps() (names []string) {
	for _, step := range tidy.Steps() {
		if !step.Module {
			names = append(names, step.Name)
		}
	}
	return names
}

// tidyFlag is that of json2hcl.
func (o *convertOptions) tidyFlag() command.Flag {
	return command.Flag{Name: "tidy", To: &o.tidy,
		Usage: "json2hcl: make what a program wrote readable by `STEPS`, with commas between: " +
			strings.Join(fileSteps(), ", ") + ", or " + allSteps,
		Check: func([]string) error {
			for _, name := range o.steps() {
				if step, ok := tidy.Lookup(name); ok && step.Module {
					return command.Usagef("--tidy: the step %s needs all files of a module, "+
						"and json2hcl works on one at a time", name)
				}
				if err := command.Choice("tidy", name, append(fileSteps(), allSteps)); err != nil {
					return err
				}
			}
			return nil
		}}
}

// steps are those that the option names.
func (o *options) steps() []string {
	if o.tidy == "" {
		return nil
	}
	return strings.Split(o.tidy, ",")
}

// tidyOptions are the steps to do, and how.
func (o *options) tidyOptions(dialect *schema.Dialect) ([]string, tidy.Options) {
	opts := tidy.Options{Dialect: dialect, DropComments: o.comments == "drop"}
	steps := o.steps()
	if slices.Contains(steps, allSteps) {
		opts.SameValue = true
		steps = fileSteps()
	}
	return steps, opts
}

// tidied converts a source and takes it through the steps.
func (w *converter) tidied(c *conversion, src []byte, dialect *schema.Dialect) ([]byte, hcl.Diagnostics) {
	file, diags := convert.ReadJSON(src, c.name, dialect, w.opts.convertOptions())
	if diags.HasErrors() {
		return nil, diags
	}
	steps, opts := w.opts.tidyOptions(dialect)
	result, more := tidy.Apply([]tidy.File{{Name: c.target, File: file}}, steps, opts)
	diags = append(diags, more...)
	if diags.HasErrors() {
		return nil, diags
	}
	if len(result.Notes) > 0 {
		places := hclwrite.NewPositions(src)
		for _, note := range result.Notes {
			diags = append(diags, &hcl.Diagnostic{
				Severity: hcl.DiagWarning, Summary: "Look at what " + note.Step + " did",
				Detail: note.Place + ": " + note.Text, Subject: places.Range(c.name, note.Span).Ptr(),
			})
		}
	}
	c.tidy = &result
	return result.Files[0].Bytes(), diags
}

// proveTidy proves that the steps have changed nothing else.
func (w *converter) proveTidy(c *conversion, src []byte) hcl.Diagnostics {
	_, diags := guard(c.name, func() ([]byte, hcl.Diagnostics) {
		_, opts := w.opts.tidyOptions(w.language(c.source, src))
		return nil, tidy.ProveSources([]equivalent.Source{c.text(src)}, c.tidy.Files, c.tidy.Changes, opts)
	})
	return diags
}
