package cli

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/tidy"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/schema"
)

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
		Usage: "json2hcl: make what a program wrote readable by these `STEPS`, with commas between them: " +
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
	for _, note := range result.Notes {
		diags = append(diags, &hcl.Diagnostic{
			Severity: hcl.DiagWarning, Summary: "Look at what " + note.Step + " did",
			Detail: note.Place + ": " + note.Text,
		})
	}
	c.tidy = &result
	return result.Files[0].Bytes(), diags
}

// proveTidy proves that the steps have changed nothing else.
func (w *converter) proveTidy(c *conversion, src []byte) hcl.Diagnostics {
	_, diags := guard(c.name, func() ([]byte, hcl.Diagnostics) {
		_, opts := w.opts.tidyOptions(w.language(c.source, src))
		source := equivalent.Source{Bytes: src, Filename: c.name, JSON: true}
		return nil, tidy.ProveSources([]equivalent.Source{source}, c.tidy.Files, c.tidy.Changes, opts)
	})
	return diags
}
