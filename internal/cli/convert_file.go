package cli

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/tidy"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

// convert reads and converts one source. It may run in parallel with others.
func (run *session) convert(s *source) *conversion {
	c := &conversion{source: s}
	src, diag := run.load(s)
	if diag == nil {
		diag = run.mixed(s, src)
	}
	if diag != nil {
		return c.fail(src, diag)
	}
	dialect := run.language(s, src)
	if s.file.JSON && run.form == queryForm {
		return c.fail(src, report.Errorf("Already HCL-JSON",
			"--form query is a form of the JSON that native syntax becomes, and by its name %s is HCL-JSON. Convert "+
				"it with json2hcl, and the result with \"hcl2json --form query\".", s.name))
	}
	opts := run.mapped()
	text := string(src) // which the tree shares
	if !run.writing() {
		src = nil
	}
	out, diags := guard(s.name, func() ([]byte, hcl.Diagnostics) {
		switch {
		case s.file.JSON && run.tidy != "":
			return run.tidied(c, text, dialect)
		case s.file.JSON:
			return convert.ToHCL(text, s.name, dialect, opts)
		}
		return convert.ToJSON(text, s.name, dialect, opts)
	})
	if diags.HasErrors() {
		src = []byte(text)
		if diag := diagnostic.CheckText(s.name, src); diag != nil {
			return c.fail(nil, diag)
		}
		return c.fail(src, diags...)
	}
	c.log.AddText(s.name, text, diags)
	if s.file.JSON {
		if diag := queried(text, dialect.Root); diag != nil {
			c.log.Add(s.name, nil, diag)
		}
	}
	c.converted = out
	if m := opts.SourceMap; m != nil {
		c.sourceMap = func(others ...string) ([]atomic.Change, *hcl.Diagnostic) {
			return run.writeMap(m, s, others...)
		}
		if s.file.JSON {
			m.NativeName = s.target
		} else {
			m.JSONName = s.target
		}
	}
	if run.writing() {
		c.src = src
	}
	if run.writing() && !run.noVerify && run.form != queryForm {
		run.prove(c, src)
	}
	return c
}

// prove makes an error of a conversion that does not mean the same as its
// source for certain.
func (run *session) prove(c *conversion, src []byte) {
	s := c.source
	var diags hcl.Diagnostics
	if c.tidy != nil {
		diags = run.proveTidy(c, src)
	} else {
		diags = compare(s.text(src), s.twin(c.converted), run.language(s, src), run.comments == "keep").Messages()
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

// stepsIn are the names in the value of a flag.
func stepsIn(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, ",")
}

// tidyOptions are the steps to do, and how.
func (o *options) tidyOptions(dialect *schema.Dialect) ([]string, tidy.Options) {
	opts := tidy.Options{Dialect: dialect, DropComments: o.comments == "drop"}
	steps := stepsIn(o.tidy)
	if slices.Contains(steps, allSteps) {
		opts.SameValue = true
		steps = fileSteps()
	}
	return steps, opts
}

// tidied converts a source and takes it through the steps.
func (run *session) tidied(c *conversion, src string, dialect *schema.Dialect) ([]byte, hcl.Diagnostics) {
	file, diags := convert.ReadJSON(src, c.name, dialect, run.conversion())
	if diags.HasErrors() {
		return nil, diags
	}
	steps, opts := run.tidyOptions(dialect)
	result, more := tidy.Apply([]tidy.File{{Name: c.target, File: file}}, steps, opts)
	diags = append(diags, more...)
	if diags.HasErrors() {
		return nil, diags
	}
	if len(result.Notes) > 0 {
		places := hcltext.NewPositions(src)
		for _, note := range result.Notes {
			diags = append(diags, &hcl.Diagnostic{
				Severity: hcl.DiagWarning, Summary: "Look at what " + note.Step + " did",
				Detail: note.Place + ": " + note.Text, Subject: places.Range(c.name, note.Span.Start, note.Span.End).Ptr(),
			})
		}
	}
	c.tidy = &result
	return result.Files[0].Bytes(), diags
}

// proveTidy proves that the steps have changed nothing else.
func (run *session) proveTidy(c *conversion, src []byte) hcl.Diagnostics {
	_, diags := guard(c.name, func() ([]byte, hcl.Diagnostics) {
		_, opts := run.tidyOptions(run.language(c.source, src))
		return nil, tidy.Prove([]equivalent.Source{c.text(src)}, c.tidy.Files, c.tidy.Changes, opts)
	})
	return diags
}

// isRead reports whether a product reads a file because of its name.
func isRead(name string) bool {
	named, err := dialects.ForFile(name, dialects.Options{})
	return err == nil && !named.Vague
}

// mapped are the options of a conversion, with the source map that is asked for.
func (o *options) mapped() convert.Options {
	opts := o.conversion()
	if o.sourceMap != "" {
		opts.SourceMap = &convert.SourceMap{}
	}
	return opts
}

// maxSourceMap is about how many bytes a source map may have.
const maxSourceMap = 1 << 30

// writeMap is how the source map of the conversion of s is written, which must be over none of
// the other files of that.
func (run *session) writeMap(m *convert.SourceMap, s *source, others ...string) ([]atomic.Change, *hcl.Diagnostic) {
	name := run.sourceMap
	if size := m.TextSize(); size > maxSourceMap {
		return nil, report.Errorf("Source map too large", "It would have about %d MiB, and may have %d: it has an entry "+
			"for each value, with all names around it.", size>>20, maxSourceMap>>20)
	}
	real, err := resolve(name)
	if err != nil {
		return nil, report.Errorf("Cannot write the file", "%s: %s.", name, report.Reason(err))
	}
	if slices.ContainsFunc(others, func(other string) bool {
		path, err := resolve(other)
		return other != "" && err == nil && path == real
	}) {
		return nil, report.Errorf("Source map over another file",
			"%s is a file of the conversion itself; choose another name for --source-map.", name)
	}
	if !isDir(filepath.Dir(name)) {
		return nil, report.Errorf("Cannot write the file", "%s: there is no directory %s.", name, filepath.Dir(name))
	}
	there, diag := run.outputsBeside(name).existing(name, 0, namedJSON)
	switch {
	case diag != nil:
		return nil, diag
	case isRead(real):
		return nil, report.Errorf("Source map over configuration",
			"%s is a link to %s, which is by its name one that a product reads; choose another name for --source-map.",
			name, filepath.Base(real))
	case !mayBecomeMap(there.content):
		return nil, report.Errorf("Source map over another file",
			"%s holds something else; remove it, or choose another name for --source-map.", name)
	}
	return []atomic.Change{there.change(m.Text(), modeLike(s.info))}, nil
}

// mayBecomeMap reports whether content may be replaced by a source map: it is one, or empty.
// A slip must not cost a state.
func mayBecomeMap(content []byte) bool {
	line, _, _ := bytes.Cut(content, []byte("\n"))
	return len(content) == 0 || bytes.HasPrefix(line, []byte(`{"format_version":"1.`)) &&
		bytes.HasSuffix(line, []byte(`,"values":[`))
}
