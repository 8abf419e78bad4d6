package cli

import (
	"bytes"
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/tidy"
	"github.com/hcljson/hcljson/schema"
)

const description = "The file name selects the direction: main.tf becomes main.tf.json.\n\n" + describedOutput

const describedOutput = `The result of one file, or of - for standard input, is printed. Several files and directories need
-w, --replace or -o DIR, or one of -l, -d and --check, which only compare. Before a file is written, a
check proves that its meaning is the same. A printed result is not checked.

Exit status: 0 success, 1 a file is missing or out of date, 2 an error.`

// forReading describes JSON that json2hcl refuses.
const forReading = "The output of \"hcljson hcl2json --form query\" is for reading only. It has no way back."

// convertOptions are the options of the conversion commands.
type convertOptions struct {
	session sessionOptions
	files   fileOptions
	output  outputOptions
	form    formOptions

	direction direction
	merge     bool
	sourceMap string
	tidy      string
}

func convertCommand(name string, d direction) *cli.Command {
	o := &convertOptions{direction: d}
	c := &cli.Command{
		Name: name, ArgsUsage: "PATH...", Usage: "convert HCL native syntax to HCL-JSON and back",
		Description: description + `

Examples:
  hcljson main.tf                    # the JSON of a file, on standard output
  hcljson -o json/ main.tf prod.tf   # several files, into a directory`,
	}
	form := o.form.flags(queryForm)
	command.Describe(form, "form", "form of the JSON; query is for reading only")
	own := []cli.Flag{&cli.StringFlag{Name: "source-map", Category: command.Conversion, Destination: &o.sourceMap, TakesFile: true,
		Usage:  "write the positions of all values in the native text to this `FILE`",
		Action: notEmpty("--source-map needs the name of a file; it is empty")}}
	conflicts := slices.Concat(outputConflicts,
		command.Conflicts("--replace removes the source, so it never writes over a file that says something else; leave out "+
			"--force", "force", "replace"),
		command.Conflicts("--check only compares; leave out --force", "force", "check"),
		command.Conflicts("-l, -d and --check only compare; leave out --source-map", "source-map", "list", "diff", "check"),
		command.Conflicts("--replace removes the source, of which --source-map tells; use -w", "source-map", "replace"),
		command.Conflicts("--merge writes one document to standard output or -o FILE; leave out -w and --replace", "merge",
			"write", "replace"))
	switch d {
	case toJSON:
		c.Usage = "convert native syntax to HCL-JSON"
		c.Description = describedOutput + `

Examples:
  hcljson hcl2json main.tf | jq .resource
  hcl2json --form query main.tf | jq '.resource.aws_instance.web[0].ami'
  hcljson hcl2json --merge modules/network > network.json`
		own = append(own, &cli.BoolFlag{Name: "merge", Category: command.Output, Destination: &o.merge,
			Usage: "write the files of a module as one document, compact by default"})
	case toHCL:
		c.Usage = "convert HCL-JSON to native syntax"
		c.Description = forReading + "\n\n" + describedOutput + `

Examples:
  hcljson json2hcl main.tf.json
  hcljson json2hcl --tidy all cdk.tf.json
  jq -n '{locals: {a: 1}}' | hcljson json2hcl`
		form = command.Without(form, "form")
		own = append(own, o.tidyFlag())
	}
	c.Flags = slices.Concat(command.Describe(o.output.flags(), "force", "overwrite a file next to its source that contains more"),
		o.files.flags(), o.session.flags(), form, own)
	return command.Define(c, command.Rules{Operands: command.OrStdin, Conflicts: conflicts}, o.run)
}

// tidyFlag returns the --tidy flag of json2hcl.
func (o *convertOptions) tidyFlag() cli.Flag {
	return &cli.StringFlag{Name: "tidy", Category: command.Conversion, Destination: &o.tidy,
		Usage: "tidy up in these `STEPS`, separated by commas: " +
			strings.Join(tidySteps(false), ", ") + ", or " + allSteps,
		Action: func(_ *cli.Context, value string) error {
			for _, name := range stepsIn(value) {
				if step, ok := tidy.Lookup(name); ok && step.Module {
					return command.Usagef("--tidy: the step %s needs all files of a module, "+
						"and json2hcl works on one at a time", name)
				}
				if err := command.CheckChoice("tidy", name, append(tidySteps(false), allSteps)); err != nil {
					return err
				}
			}
			return nil
		}}
}

// checkSourceMap checks that --source-map is used with one conversion and a valid file name.
func (o *convertOptions) checkSourceMap(operands []string) error {
	name := o.sourceMap
	switch {
	case name == "":
		return nil
	case o.tidy != "":
		return command.Usagef("--tidy changes what is converted, and no map tells where; leave out --source-map")
	case !o.merge && (len(operands) > 1 || len(operands) == 1 && isDir(operands[0])):
		return command.Usagef("--source-map writes the map of one conversion; name one file%s", o.orMerge())
	case name == stdoutPath:
		return command.Usagef("--source-map writes a file; standard output is for the conversion")
	case isDir(name) || os.IsPathSeparator(name[len(name)-1]):
		return command.Usagef("--source-map %s is a directory; name a file", name)
	}
	if isRead(name) {
		return command.Usagef("--source-map writes no configuration, and by its name %s is one that a product reads; "+
			"choose another name", name)
	}
	return nil
}

func (o *convertOptions) run(call *command.Call) (int, error) {
	for _, err := range []error{strayWord(call), o.validate(call.Operands), o.checkSourceMap(call.Operands)} {
		if err != nil {
			return exitError, err
		}
	}
	if o.merge && !call.Given("form") {
		o.form.form = "compact"
	}
	o.session.nativeOnly = o.form.form == queryForm && !o.merge
	o.session.startNothing = o.output.check
	return start(&o.session, call, func(s *session) (int, error) {
		c := &converter{session: s, options: o}
		find := &finder{session: s, files: o.files, output: &o.output, wanted: o.wanted(c.isUpToDate)}
		if o.merge {
			m := &merger{session: s, options: o, texts: map[string][]byte{}}
			return m.merge(find, call.Operands), nil
		}
		return c.convertAll(find, call.Operands), nil
	})
}

// wanted defines the files that a conversion accepts.
func (o *convertOptions) wanted(isUpToDate func(*source) bool) wanted {
	return wanted{
		direction: o.direction, streams: !o.output.writing() && !o.output.comparing(), nothing: "No files to convert",
		copies: !o.output.toStdout() && !o.merge, isUpToDate: isUpToDate,
		isDirectory: func(path string) string {
			if o.form.form == queryForm {
				return path + " is a directory. Name one of its files, or write those of a module as one document with " +
					"\"hcljson hcl2json --merge --form query\"."
			}
			or := ""
			if o.direction != toHCL {
				or = " " + merging + "."
			}
			return path + " is a directory. Say where its files go: -w next to each, --replace in place of each, -o DIR " +
				"elsewhere; or compare with -l, -d or --check." + or
		},
	}
}

// converter converts files.
type converter struct {
	session *session
	options *convertOptions
}

// isUpToDate reports whether the counterpart of a source is the result of its conversion.
func (c *converter) isUpToDate(s *source) bool {
	there, _, err := readFile(s.file.Twin)
	result := c.convert(task{source: s})
	return err == nil && !result.failed && bytes.Equal(there, result.converted)
}

// convertAll converts the operands and returns the exit status.
func (c *converter) convertAll(f *finder, operands []string) int {
	o, r := c.options, c.session.report
	sources := f.find(operands)
	if o.output.replace {
		sources = f.withoutLinks(f.findLinks(sources))
	}
	out := &outputs{session: c.session, options: &o.output, form: &o.form}
	tasks, diag := out.targets(sources, len(operands) > 1 || len(f.roots) > 0)
	if diag != nil {
		r.Add("", nil, diag)
		return exitError
	}
	tasks = slices.DeleteFunc(tasks, func(t task) bool {
		return t.copied && canonicalDir(t.target) == t.dir() // the copy would overwrite the source
	})
	if o.output.writing() {
		tasks = withoutCollisions(f, tasks, o.output.replace)
	}
	if o.output.replace {
		noteNames(r, tasks)
	}
	return (&writer{session: c.session, find: f, out: out, work: c.convert, jobs: o.files.jobs}).all(tasks)
}

// strayWord returns the error for an operand that is neither a command nor a file.
func strayWord(call *command.Call) error {
	before := call.Operands[:call.Before]
	if len(before) == 0 || stands(before[0]) {
		return nil
	}
	word := before[0]
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return nil
	}
	advice := command.AdviceOnWord(call.Program, word)
	if advice == "" && (len(call.Program.Subcommands) == 0 || call.Words[0] != word) {
		return nil
	}
	advice = cmp.Or(advice, "\"hcljson help\" lists the commands")
	return command.Usagef("there is neither a command nor a file %s; %s", word, advice)
}

// validate checks combinations of options and operands.
func (o *convertOptions) validate(operands []string) error {
	switch {
	case o.form.layout == "keep" && o.form.comments == "drop":
		return command.Usagef("--layout keep notes the layout next to the comments, which --comments drop leaves out; " +
			"choose one")
	case o.form.form == queryForm:
		return o.validateQuery(operands)
	}
	return o.validateOutput(operands)
}

// validateQuery checks the options of the query form.
func (o *convertOptions) validateQuery(operands []string) error {
	switch {
	case o.output.write || o.output.replace:
		return command.Usagef("--form query is for reading: no product must find it next to the configuration; " +
			"leave out -w and --replace, or use -o FILE or standard output")
	case o.output.comparing() && o.output.toStdout():
		return command.Usagef("--form query is for reading: no file next to the source is in it; compare with that of " +
			"-o FILE")
	case o.form.layout == "keep":
		return command.Usagef("--layout keep notes the layout, and --form query has no notes; choose one")
	case !o.output.toStdout() && !o.merge && (len(operands) > 1 || isDir(operands[0]) || o.output.namesDirectory()):
		return command.Usagef("--form query is for reading: under -o DIR the files would have the names of " +
			"configuration; name one source, and -o FILE")
	case !o.output.toStdout():
		if named, err := dialects.ForFile(o.output.path, dialects.Options{}); err == nil && !named.Vague {
			return command.Usagef("--form query is for reading, and by its name %s is configuration that a product "+
				"reads; choose another name", o.output.path)
		}
	}
	return o.validateOutput(operands)
}

// severalFiles returns the error for several files with one output.
func (o *convertOptions) severalFiles(operands []string) error {
	const several = "several files do not fit into one output; "
	if o.form.form == queryForm {
		return command.Usagef("%s%s, also in this form", several, merging)
	}
	return command.Usagef("%suse -w to write next to each, --replace, -o DIR, or -l, -d or --check to compare%s",
		several, o.orMerge())
}

const merging = `"hcljson hcl2json --merge" writes the files of a module as one JSON document`

// orMerge returns a hint to --merge, unless the direction excludes it.
func (o *convertOptions) orMerge() string {
	if o.direction == toHCL {
		return ""
	}
	return "; " + merging
}

// validateOutput checks the options for the output.
func (o *convertOptions) validateOutput(operands []string) error {
	stdin := slices.Contains(operands, stdinPath)
	switch {
	case o.output.comparing() && o.output.path == stdoutPath:
		return command.Usagef("-l, -d and --check compare with files, and -o - is not a file")
	case stdin && o.session.stdinFilepath == "" && o.direction == byName:
		return command.Usagef("standard input has no name to tell the direction; " +
			"use hcl2json, json2hcl or --stdin-filepath")
	case stdin && (o.output.write || o.output.replace):
		return command.Usagef("standard input is not a file to write next to; use -o, or redirect standard output")
	case stdin && o.session.stdinFilepath == "" && o.output.comparing() && o.output.toStdout():
		return command.Usagef("standard input has no file next to it to compare with; use --stdin-filepath or -o FILE")
	case o.merge && o.output.comparing() && o.output.toStdout():
		return command.Usagef("-l, -d and --check compare with files; with --merge, add -o FILE")
	case o.merge && stdin && o.session.stdinFilepath == "":
		return command.Usagef("--merge needs the names of files, and standard input has none; use --stdin-filepath")
	case o.merge && o.output.namesDirectory():
		return command.Usagef("--merge writes one document; -o %s is a directory, name a file", o.output.path)
	case len(operands) == 2 && o.output.toStdout() && !o.output.comparing() && !o.output.writing() && !o.merge &&
		!stands(operands[1]) && stands(operands[0]):
		return command.Usagef("there is no file %s; all operands are read, and what comes out goes to standard output. "+
			"-o %[1]s writes it there", operands[1])
	case len(operands) > 1 && o.output.toStdout() && !o.output.writing() && !o.output.comparing() && !o.merge:
		return o.severalFiles(operands)
	}
	return nil
}

// convert reads and converts one source. It is safe for concurrent use.
func (by *converter) convert(t task) *conversion {
	run, o, s := by.session, by.options, t.source
	c := &conversion{task: t}
	var err error
	if s.copied {
		var src []byte
		src, c.info, err = run.read(s)
		if err != nil {
			return c.fail(nil, report.Errorf("Cannot read the file", "%s: %s.", s.name, report.Reason(err)))
		}
		c.src, c.converted = src, src
		return c
	}
	src, info, diag := run.load(s)
	c.info = info
	if diag == nil {
		diag = run.mixed(s, src)
	}
	if diag != nil {
		return c.fail(src, diag)
	}
	dialect := run.language(s, src)
	if s.file.JSON && o.form.form == queryForm {
		return c.fail(src, report.Errorf("Already HCL-JSON",
			"--form query is a form of the JSON that native syntax becomes, and by its name %s is HCL-JSON. Convert "+
				"it with json2hcl, and the result with \"hcl2json --form query\".", s.name))
	}
	opts := o.mapped()
	text := string(src) // the tree refers to this text
	if !o.output.writing() {
		src = nil
	}
	out, diags := guard(s.name, func() ([]byte, hcl.Diagnostics) {
		switch {
		case s.file.JSON && o.tidy != "":
			return by.tidied(c, text, dialect)
		case s.file.JSON:
			return convert.ToHCL(text, s.name, dialect, opts)
		}
		return convert.ToJSON(text, s.name, dialect, opts)
	})
	if diags.HasErrors() {
		return c.fail([]byte(text), diags...)
	}
	c.log.AddText(s.name, text, diags)
	if s.file.JSON {
		if diag := queried(text, dialect.Root); diag != nil {
			c.log.Add(s.name, nil, diag)
		}
	}
	c.converted = out
	if m := opts.SourceMap; m != nil {
		c.sourceMap, c.mapName = m, o.sourceMap
		if s.file.JSON {
			m.NativeName = t.target
		} else {
			m.JSONName = t.target
		}
	}
	if o.output.writing() {
		c.src = src
	}
	if o.output.writing() && !o.output.noVerify && o.form.form != queryForm {
		by.prove(c, src)
	}
	return c
}

// prove adds an error if a conversion is not certain to have the same meaning as its source.
func (by *converter) prove(c *conversion, src []byte) {
	s := c.source
	var diags hcl.Diagnostics
	if c.tidy != nil {
		diags = by.proveTidy(c, src)
	} else {
		diags = compare(s.text(src), c.counterpart(c.converted), by.session.language(s, src), by.options.form.comments == "keep").Messages()
	}
	if !diags.HasErrors() {
		return
	}
	c.log.AddWith(map[string][]byte{s.name: src, c.target: c.converted}, report.Errors(diags)...)
	c.fail(nil, report.Errorf("Not proven",
		"hcljson cannot prove that %s would mean the same as %s, so it is not written. Most often, the product would "+
			"not accept %s either. If it does, please report this with the file at %s; --no-verify writes it without "+
			"a proof.", filepath.Base(c.target), s.name, s.name, issuesURL))
}

// allSteps selects all steps for a single file. It also allows changes of JSON text that keep its
// value.
const allSteps = "all"

// tidySteps returns the names of the steps for a module, or for a single file.
func tidySteps(module bool) (names []string) {
	for _, step := range tidy.Steps() {
		if module || !step.Module {
			names = append(names, step.Name)
		}
	}
	return names
}

// stepsIn returns the step names in the value of a flag.
func stepsIn(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, ",")
}

// tidyOptions returns the selected steps and their options.
func (o *convertOptions) tidyOptions(dialect *schema.Dialect) ([]string, tidy.Options) {
	opts := tidy.Options{Dialect: dialect, DropComments: o.form.comments == "drop"}
	steps := stepsIn(o.tidy)
	if slices.Contains(steps, allSteps) {
		opts.SameValue = true
		steps = tidySteps(false)
	}
	return steps, opts
}

// tidied converts a source and applies the steps.
func (by *converter) tidied(c *conversion, src string, dialect *schema.Dialect) ([]byte, hcl.Diagnostics) {
	file, diags := convert.ReadJSON(src, c.name, dialect, by.options.form.conversion())
	if diags.HasErrors() {
		return nil, diags
	}
	steps, opts := by.options.tidyOptions(dialect)
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

// proveTidy checks that only the steps changed the meaning.
func (by *converter) proveTidy(c *conversion, src []byte) hcl.Diagnostics {
	_, diags := guard(c.name, func() ([]byte, hcl.Diagnostics) {
		_, opts := by.options.tidyOptions(by.session.language(c.source, src))
		return nil, tidy.Prove([]equivalent.Source{c.text(src)}, c.tidy.Files, c.tidy.Changes, opts)
	})
	return diags
}

// isRead reports whether a product loads a file with this name.
func isRead(name string) bool {
	named, err := dialects.ForFile(name, dialects.Options{})
	return err == nil && !named.Vague
}

// mapped returns the conversion options, with a source map if one is requested.
func (o *convertOptions) mapped() convert.Options {
	opts := o.form.conversion()
	if o.sourceMap != "" {
		opts.SourceMap = &convert.SourceMap{}
	}
	return opts
}

// maxSourceMap is the approximate maximum size of a source map in bytes.
const maxSourceMap = 1 << 30

// addMap adds the source map of the conversion of s to the plan. A nil map is ignored. It is an
// error if the source map would overwrite another file of the conversion.
func (p *plan) addMap(m *convert.SourceMap, info fs.FileInfo, name string, others ...string) *hcl.Diagnostic {
	if m == nil {
		return nil
	}
	if size := m.TextSize(); size > maxSourceMap {
		return report.Errorf("Source map too large", "It would have about %d MiB, and may have %d: it has an entry "+
			"for each value, with all names around it.", size>>20, maxSourceMap>>20)
	}
	real, err := resolve(name)
	if err != nil {
		return report.Errorf("Cannot write the file", "%s: %s.", name, report.Reason(err))
	}
	if slices.ContainsFunc(others, func(other string) bool {
		path, err := resolve(other)
		return other != "" && err == nil && path == real
	}) {
		return report.Errorf("Source map over another file",
			"%s is a file of the conversion itself; choose another name for --source-map.", name)
	}
	if !isDir(filepath.Dir(name)) {
		return report.Errorf("Cannot write the file", "%s: there is no directory %s.", name, filepath.Dir(name))
	}
	if isRead(real) {
		return report.Errorf("Source map over configuration",
			"%s is a link to %s, which is by its name one that a product reads; choose another name for --source-map.",
			name, filepath.Base(real))
	}
	t := target{path: name, content: m.Text(), mode: modeLike(info), accepts: namedJSON,
		protects: func(old []byte) *hcl.Diagnostic {
			if mayBecomeMap(old) {
				return nil
			}
			return report.Errorf("Source map over another file",
				"%s holds something else; remove it, or choose another name for --source-map.", name)
		}}
	_, diag := p.add(t, p.tree(filepath.Dir(name)))
	return diag
}

// mayBecomeMap reports whether a source map may replace a file: the content is empty or a source
// map. A mistyped name must not overwrite a state.
func mayBecomeMap(content []byte) bool {
	line, _, _ := bytes.Cut(content, []byte("\n"))
	return len(content) == 0 || bytes.HasPrefix(line, []byte(`{"format_version":"1.`)) &&
		bytes.HasSuffix(line, []byte(`,"values":[`))
}
