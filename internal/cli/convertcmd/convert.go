// Package convertcmd contains the commands that convert files: hcljson without a command, hcl2json
// and json2hcl.
package convertcmd

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/schema"
)

const description = "The file name selects the direction: main.tf becomes main.tf.json.\n\n" + describedOutput

const describedOutput = `The result of one file, or of - for standard input, is printed. Several files and directories need
-o DIR/ or --replace, or one of -l, -d and --check, which only compare. Before a file is written, a
check proves that its meaning is the same. A printed result is not checked.

Exit status: 0 success, 1 a file is missing or out of date, 2 an error.`

// forReading is the part of the help of json2hcl about the query form.
const forReading = "The output of \"hcljson hcl2json --form query\" is for reading only. It has no way back."

// convertOptions are the options of the conversion commands.
type convertOptions struct {
	session env.Options
	files   env.FileOptions
	output  env.OutputOptions
	form    env.FormOptions

	direction input.Direction
	merge     bool
	sourceMap string
	tidy      string
}

// NewConvert returns the conversion command with the given name and direction.
func NewConvert(name string, d input.Direction) *cli.Command {
	o := &convertOptions{direction: d}
	c := &cli.Command{
		Name: name, ArgsUsage: "PATH...",
		Usage: "convert HCL, which people write, to JSON, which programs edit, and back, " +
			"by the schemas of OpenTofu, Terraform and Packer",
		Description: description + `

Examples:
  hcljson main.tf                       # print the JSON of a file
  hcljson main.tf.json                  # print the native syntax of a file
  hcljson -o json/ modules              # write the JSON of a directory
  hcljson get aws_instance.web.ami .    # print a value
  hcljson set -w local.size=3 .         # change a value in place
  hcljson verify main.tf main.tf.json   # compare the meaning of two files`,
	}
	form := o.form.Flags(env.QueryForm)
	command.Describe(form, "form", "form of the JSON; query is for reading only")
	own := []cli.Flag{&cli.StringFlag{Name: "source-map", Category: command.Conversion, Destination: &o.sourceMap, TakesFile: true,
		Usage:  "write the positions of all values in the native text to this `FILE`",
		Action: env.NotEmpty("--source-map needs the name of a file; it is empty")}}
	conflicts := slices.Concat(env.OutputConflicts,
		command.Conflicts("--replace removes the source, so it never overwrites a file with another meaning; leave "+
			"out --force", "force", "replace"),
		command.Conflicts("--check only compares; leave out --force", "force", "check"),
		command.Conflicts("-l, -d and --check only compare; leave out "+
			"--source-map", "source-map", "list", "diff", "check"),
		command.Conflicts("--replace removes the source, which --source-map refers to; use "+
			"-o FILE", "source-map", "replace"),
		command.Conflicts("--merge writes one document to standard output or -o FILE; leave out --replace",
			"merge", "replace"))
	switch d {
	case input.ToJSON:
		c.Usage = "convert native syntax to HCL-JSON"
		c.Description = describedOutput + `

Examples:
  hcljson hcl2json main.tf | jq .resource
  hcl2json --form query main.tf | jq '.resource.aws_instance.web[0].ami'
  hcljson hcl2json --merge modules/network > network.json`
		own = append(own, &cli.BoolFlag{Name: "merge", Category: command.Output, Destination: &o.merge,
			Usage: "write the files of a module as one document, compact by default"})
	case input.ToHCL:
		c.Usage = "convert HCL-JSON to native syntax"
		c.Description = forReading + "\n\n" + describedOutput + `

Examples:
  hcljson json2hcl main.tf.json
  hcljson json2hcl --tidy all cdk.tf.json
  jq -n '{locals: {a: 1}}' | hcljson json2hcl`
		form = command.Without(form, "form")
		own = append(own, o.tidyFlag())
	}
	c.Flags = slices.Concat(command.Describe(command.Without(o.output.Flags(), "write"), "force", "overwrite a file next to its source that "+
		"contains more"),
		o.files.Flags(), o.session.Flags(), form, own)
	return command.Define(c, command.Rules{Operands: command.OrStdin, Conflicts: conflicts}, o.run)
}

// tidyFlag returns the --tidy flag of json2hcl.
func (o *convertOptions) tidyFlag() cli.Flag {
	return &cli.StringFlag{Name: "tidy", Category: command.Conversion, Destination: &o.tidy,
		Usage: "tidy up in these `STEPS`, separated by commas: " +
			strings.Join(env.TidySteps(false), ", ") + ", or " + env.AllSteps,
		Action: func(_ *cli.Context, value string) error {
			for _, name := range env.StepsIn(value) {
				if step, ok := tidy.Lookup(name); ok && step.Module {
					return command.Usagef("--tidy: the step %s needs all files of a module, "+
						"and json2hcl works on one at a time", name)
				}
				if err := command.CheckChoice("tidy", name, append(env.TidySteps(false), env.AllSteps)); err != nil {
					return err
				}
			}
			return nil
		}}
}

// checkSourceMap returns an error if --source-map is used with several conversions, or with an
// invalid file name.
func (o *convertOptions) checkSourceMap(operands []string) error {
	name := o.sourceMap
	switch {
	case name == "":
		return nil
	case o.tidy != "":
		return command.Usagef("--tidy changes the configuration, so its values have no source positions; leave out " +
			"--source-map")
	case !o.merge && (len(operands) > 1 || len(operands) == 1 && env.IsDir(operands[0])):
		return command.Usagef("--source-map writes the map of one conversion; name one file%s", o.orMerge())
	case name == env.StdoutPath:
		return command.Usagef("--source-map writes a file; standard output is for the conversion")
	case env.IsDir(name) || os.IsPathSeparator(name[len(name)-1]):
		return command.Usagef("--source-map %s is a directory; name a file", name)
	}
	if env.IsRead(name) {
		return command.Usagef("--source-map cannot be %s: a product reads files with this name; choose another "+
			"name", name)
	}
	return nil
}

func (o *convertOptions) run(call *command.Call) (int, error) {
	for _, err := range []error{strayWord(call), o.validate(call.Operands), o.checkSourceMap(call.Operands)} {
		if err != nil {
			return env.ExitError, err
		}
	}
	if o.merge && !call.Given("form") {
		o.form.Form = "compact"
	}
	o.session.NativeOnly = o.form.Form == env.QueryForm && !o.merge
	o.session.StartNothing = o.output.Check
	return input.Start(&o.session, call, func(s *input.Session) (int, error) {
		c := &converter{session: s, options: o}
		find := &input.Finder{Session: s, Files: o.files, Output: &o.output, Wanted: o.wanted(c.isUpToDate)}
		if o.merge {
			m := &merger{session: s, options: o, texts: map[string][]byte{}}
			return m.merge(find, call.Operands), nil
		}
		return c.convertAll(find, call.Operands), nil
	})
}

// wanted defines the files that a conversion accepts.
func (o *convertOptions) wanted(isUpToDate func(*input.Source) bool) input.Wanted {
	return input.Wanted{
		Direction: o.direction, Streams: !o.output.Writing() && !o.output.Comparing(), Nothing: "No files to convert",
		Copies: !o.output.ToStdout() && !o.merge, IsUpToDate: isUpToDate,
		IsDirectory: o.isDirectory(),
	}
}

// isDirectory returns the text of the error for a directory without an output.
func (o *convertOptions) isDirectory() string {
	if o.form.Form == env.QueryForm {
		return "Name one file, or write all files of a module as one document with \"hcljson hcl2json --merge --form query\"."
	}
	return "Write the results of a directory to another one with -o DIR/, or instead of its files with --replace; or " +
		"compare with -l, -d or --check" + o.orMerge() + "."
}

// converter converts files.
type converter struct {
	session *input.Session
	options *convertOptions
}

// isUpToDate reports whether the counterpart of a source is equal to the result of its conversion.
func (c *converter) isUpToDate(s *input.Source) bool {
	there, _, err := env.ReadFile(s.File.Counterpart)
	result := c.convert(output.Task{Source: s})
	return err == nil && !result.Failed && bytes.Equal(there, result.Converted)
}

// convertAll converts the operands and returns the exit status.
func (c *converter) convertAll(f *input.Finder, operands []string) int {
	o, r := c.options, c.session.Report
	sources := f.Find(operands)
	if o.output.Replace {
		sources = f.WithoutLinks(f.FindLinks(sources))
	}
	out := &output.Outputs{Session: c.session, Options: &o.output, Form: &o.form}
	tasks, diag := out.Targets(sources, len(operands) > 1 || len(f.Roots) > 0)
	if diag != nil {
		r.Add("", nil, diag)
		return env.ExitError
	}
	tasks = slices.DeleteFunc(tasks, func(t output.Task) bool {
		return t.Copied && env.CanonicalDir(t.Target) == t.Dir() // the copy would overwrite the source
	})
	if o.output.Writing() {
		tasks = output.WithoutCollisions(f, tasks, o.output.Replace)
	}
	if o.output.Replace {
		noteNames(r, tasks)
	}
	status := (&output.Writer{Session: c.session, Find: f, Out: out, Work: c.convert, Jobs: o.files.Jobs}).All(tasks)
	if o.output.Writing() && !o.output.Replace && status == env.ExitOK {
		noteBothForms(r, tasks)
	}
	return status
}

// noteBothForms prints a line about the first result that a product loads together with its source.
func noteBothForms(r *report.Report, tasks []output.Task) {
	for _, t := range tasks {
		target := filepath.Base(t.Target)
		if !t.Stdin && env.CanonicalDir(t.Target) == t.Dir() && env.IsConfiguration(target) &&
			env.IsConfiguration(filepath.Base(t.Name)) {
			r.Note("The product loads %s together with %s, its source. Use --replace, or -o with another directory.", t.Target,
				t.Name)
			return
		}
	}
}

// strayWord returns the error for an operand that is neither a command nor a file.
func strayWord(call *command.Call) error {
	before := call.Operands[:call.Before]
	if len(before) == 0 || env.OperandExists(before[0]) {
		return nil
	}
	word := before[0]
	if word == "" || strings.Trim(strings.ToLower(word), "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return nil
	}
	advice := command.AdviceOnWords(call.Program, before)
	if advice == "" && (len(call.Program.Subcommands) == 0 || call.Words[0] != word) {
		return nil
	}
	advice = cmp.Or(advice, "\"hcljson help\" lists the commands")
	return command.Usagef("%s is neither a command nor a file; %s", word, advice)
}

// validate returns an error for options and operands that exclude each other.
func (o *convertOptions) validate(operands []string) error {
	switch {
	case o.form.Layout == "keep" && o.form.Comments == "drop":
		return command.Usagef("--layout keep stores the layout with the comments, and --comments drop omits both; " +
			"choose one")
	case o.form.Form == env.QueryForm:
		return o.validateQuery(operands)
	}
	return o.validateOutput(operands)
}

// validateQuery returns an error for options and operands that the query form excludes.
func (o *convertOptions) validateQuery(operands []string) error {
	switch {
	case o.output.Replace:
		return command.Usagef("--form query is for reading, and no product must load it with the configuration; " +
			"leave out --replace, or use -o FILE or standard output")
	case o.output.Comparing() && o.output.ToStdout():
		return command.Usagef("--form query is for reading, so no file next to the source has this form; compare " +
			"with -o FILE")
	case o.form.Layout == "keep":
		return command.Usagef("--layout keep stores the layout in the JSON, and --form query cannot contain it; " +
			"choose one")
	case !o.output.ToStdout() && !o.merge && (len(operands) > 1 || env.IsDir(operands[0]) || o.output.NamesDirectory()):
		return command.Usagef("--form query is for reading, and files in -o DIR would have names of configuration; " +
			"name one source, and -o FILE")
	case !o.output.ToStdout():
		if named, err := dialects.ForFile(o.output.Path, dialects.Options{}); err == nil && !named.Vague {
			return command.Usagef("--form query is for reading, and a product reads files with the name %s; choose "+
				"another name", o.output.Path)
		}
	}
	return o.validateOutput(operands)
}

// severalFiles returns the error for several operands with a single output.
func (o *convertOptions) severalFiles(operands []string) error {
	const several = "several files need several outputs; "
	if o.form.Form == env.QueryForm {
		return command.Usagef("%s%s, also in this form", several, merging)
	}
	return command.Usagef("%suse -o DIR/ for another directory, --replace to write instead of each, or -l, -d or --check to "+
		"compare%s",
		several, o.orMerge())
}

const merging = `"hcljson hcl2json --merge" writes the files of a module as one JSON document`

// orMerge returns advice to use --merge, or "" if the direction excludes this option.
func (o *convertOptions) orMerge() string {
	if o.direction == input.ToHCL {
		return ""
	}
	return "; " + merging
}

// validateOutput returns an error for output options that do not fit the operands.
func (o *convertOptions) validateOutput(operands []string) error {
	stdin := slices.Contains(operands, env.StdinPath)
	switch {
	case o.output.Comparing() && o.output.Path == env.StdoutPath:
		return command.Usagef("-l, -d and --check compare with files, and -o - is not a file")
	case stdin && o.output.Replace:
		return command.Usagef("standard input is not a file to replace; use -o, or redirect standard output")
	case stdin && o.session.StdinFilepath == "" && o.output.Comparing() && o.output.ToStdout():
		return command.Usagef("standard input has no counterpart to compare with; use --stdin-filepath or -o FILE")
	case o.merge && o.output.Comparing() && o.output.ToStdout():
		return command.Usagef("-l, -d and --check compare with files; with --merge, add -o FILE")
	case o.merge && stdin && o.session.StdinFilepath == "":
		return command.Usagef("--merge needs the names of files, and standard input has none; use --stdin-filepath")
	case o.merge && o.output.NamesDirectory():
		return command.Usagef("--merge writes one document; -o %s is a directory, name a file", o.output.Path)
	case len(operands) == 2 && o.output.ToStdout() && !o.output.Comparing() && !o.output.Writing() && !o.merge &&
		!env.OperandExists(operands[1]) && env.OperandExists(operands[0]):
		return &report.FileError{Name: operands[1], Diagnostic: report.Errorf("No such file", "%s does not exist. All operands "+
			"are sources, and the result goes to standard output. \"-o %[1]s\" writes it to this file.", env.Quoted(operands[1]))}
	case slices.ContainsFunc(operands, env.IsMissing):
		return nil // the search for files reports missing files
	case len(operands) > 1 && o.output.ToStdout() && !o.output.Writing() && !o.output.Comparing() && !o.merge:
		return o.severalFiles(operands)
	}
	return nil
}

// convert reads and converts one source. It also checks the result if it will be written. convert is
// safe for concurrent use.
func (by *converter) convert(t output.Task) *output.Result {
	run, o, s := by.session, by.options, t.Source
	c := &output.Result{Task: t}
	var err error
	if s.Copied {
		var src *source.Source
		src, c.Info, err = run.Read(s)
		if err != nil {
			return c.Fail(nil, report.CannotRead(s.Name, err))
		}
		c.Src, c.Converted = src.Bytes(), src.Bytes()
		return c
	}
	src, info, diag := run.Load(s)
	c.Info = info
	if diag == nil {
		diag = run.CheckMixed(s)
	}
	if diag != nil {
		return c.Fail(src.Bytes(), diag)
	}
	dialect := run.Language(s)
	if s.File.JSON && o.form.Form == env.QueryForm {
		return c.Fail(src.Bytes(), report.Errorf("Already HCL-JSON",
			"--form query converts native syntax, and by its name %s is HCL-JSON. Convert it with json2hcl, and "+
				"the result with \"hcl2json --form query\".", s.Name))
	}
	opts := o.mapped(run, s)
	out, diags := env.RecoverPanic(s.Name, func() ([]byte, hcl.Diagnostics) {
		if s.File.JSON && o.tidy != "" {
			return by.applySteps(c, src, dialect)
		}
		return convert.ConvertSource(src, dialect, opts)
	})
	if convert.Refuses(diags) {
		if diag := run.OtherLanguage(s, src.Bytes()); diag != nil {
			return c.Fail(nil, diag)
		}
	}
	if diags.HasErrors() {
		return c.Fail(src.Bytes(), diags...)
	}
	c.Log.AddText(s.Name, src.Text(), diags)
	if s.File.JSON {
		if diag := warnQueryForm(src, dialect.Root); diag != nil {
			c.Log.Add(s.Name, nil, diag)
		}
	}
	c.Converted = out
	if m := opts.SourceMap; m != nil {
		c.SourceMap, c.MapName = m, o.sourceMap
		if s.File.JSON {
			m.NativeName = t.Target
		} else {
			m.JSONName = t.Target
		}
	}
	if o.output.Writing() {
		c.Src = src.Bytes()
	}
	if o.output.Writing() && !o.output.NoVerify && o.form.Form != env.QueryForm {
		by.check(c, src.Bytes(), convert.Refuses(diags))
	}
	return c
}

// check adds an error to c if the equivalence check cannot confirm that the conversion has the
// meaning of its source. refused is true if a warning reports content that the product refuses.
func (by *converter) check(c *output.Result, src []byte, refused bool) {
	s := c.Source
	var diags hcl.Diagnostics
	if c.Tidy != nil {
		diags = by.checkTidy(c, src)
	} else {
		opts := equivalent.Options{Comments: by.options.form.Comments == "keep", Module: by.session.PeerFiles(s)}
		if refused {
			opts.Rules = equivalent.BothAsWritten
		}
		diags = env.Compare(s.Text(src), c.Counterpart(c.Converted), by.session.Language(s), opts).Messages()
	}
	if !diags.HasErrors() {
		return
	}
	c.Log.AddWith(map[string][]byte{s.Name: src, c.Target: c.Converted}, report.Errors(diags)...)
	c.Fail(nil, report.Errorf("Not proven",
		"The check cannot prove that %s means the same as %s, so it is not written. %s --no-verify writes it "+
			"without the check.", filepath.Base(c.Target), s.Name,
		diagnostic.WhyNotProven(diags, s.Name, "this with the file at "+env.IssuesURL)))
}

// tidyOptions returns the tidy steps that --tidy selects, and their options.
func (o *convertOptions) tidyOptions(dialect *schema.Dialect) ([]string, tidy.Options) {
	opts := tidy.Options{Dialect: dialect, DropComments: o.form.Comments == "drop"}
	steps := env.StepsIn(o.tidy)
	if slices.Contains(steps, env.AllSteps) {
		opts.SameValue = true
		steps = env.TidySteps(false)
	}
	return steps, opts
}

// applySteps converts a source and applies the tidy steps to the result.
func (by *converter) applySteps(c *output.Result, src *source.Source, dialect *schema.Dialect) ([]byte, hcl.Diagnostics) {
	file, diags := convert.ReadSource(src, dialect, by.options.mapped(by.session, c.Source))
	if diags.HasErrors() {
		return nil, diags
	}
	steps, opts := by.options.tidyOptions(dialect)
	result, more := tidy.Apply([]tidy.File{{Name: c.Target, File: file}}, steps, opts)
	diags = append(diags, more...)
	if diags.HasErrors() {
		return nil, diags
	}
	if len(result.Notes) > 0 {
		places := hcltext.NewPositions(src.Text())
		for _, note := range result.Notes {
			diags = append(diags, &hcl.Diagnostic{
				Severity: hcl.DiagWarning, Summary: "Step " + note.Step + " needs review",
				Detail:  note.Place + ": " + note.Text,
				Subject: places.Range(c.Name, note.Span.Start, note.Span.End).Ptr(),
			})
		}
	}
	c.Tidy = &result
	return result.Files[0].Bytes(), diags
}

// checkTidy returns an error if something other than the tidy steps changed the meaning.
func (by *converter) checkTidy(c *output.Result, src []byte) hcl.Diagnostics {
	_, diags := env.RecoverPanic(c.Name, func() ([]byte, hcl.Diagnostics) {
		_, opts := by.options.tidyOptions(by.session.Language(c.Source))
		opts.Module = by.session.PeerFiles(c.Source)
		return nil, tidy.CheckEquivalence([]equivalent.Source{c.Text(src)}, c.Tidy.Files, c.Tidy.Changes, opts)
	})
	return diags
}

// mapped returns the options of package convert for a source. With --source-map, they contain an empty
// source map.
func (o *convertOptions) mapped(session *input.Session, s *input.Source) convert.Options {
	opts := o.form.Conversion()
	opts.Peers = session.Peers(s)
	if o.sourceMap != "" {
		opts.SourceMap = &convert.SourceMap{}
	}
	return opts
}

// noteNames adds a warning for each source whose new name has another meaning for the product. It
// adds a warning with the same text only once.
func noteNames(r *report.Report, sources []output.Task) {
	shown := map[string]bool{"": true}
	for _, s := range sources {
		if !shown[s.File.Note] {
			r.Add(s.Name, nil, report.Warningf("Name with a meaning",
				"%s becomes %s. %s", s.Name, filepath.Base(s.File.Counterpart), s.File.Note))
		}
		shown[s.File.Note] = true
	}
}
