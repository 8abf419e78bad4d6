package cli

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

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

func convertCommand(name string, d direction) *command.Command {
	o := &options{direction: d}
	c := &command.Command{
		Name: name, Args: "PATH...", Operands: command.OrStdin, Run: o.runConvert,
		Groups: []command.Group{
			o.besideSource(), o.fileFlags(), o.languageFlags(),
			o.providerFlags(), {}, o.messageFlags(),
		},
	}
	if c.Groups[4] = o.withQuery(); d == toHCL {
		c.Groups[4] = o.formFlags().Without(&o.form)
	}
	c.Groups[4].Flags = append(c.Groups[4].Flags, o.sourceMapFlag())
	switch d {
	case toJSON:
		c.Usage = "convert native syntax to HCL-JSON"
		c.Examples = `hcljson hcl2json main.tf | jq .resource
hcljson hcl2json --form query main.tf | jq '.resource.aws_instance.web[0].ami'
hcljson hcl2json --merge modules/network > network.json`
		c.Groups = append(c.Groups, command.Group{Title: titleOutput, Flags: []command.Flag{o.mergeFlag()}})
	case toHCL:
		c.Usage = "convert HCL-JSON to native syntax"
		c.Description = forReading
		c.Examples = `hcljson json2hcl main.tf.json
hcljson json2hcl --tidy all cdk.tf.json
jq -n '{locals: {a: 1}}' | hcljson json2hcl`
		c.Groups = append(c.Groups, command.Group{Title: titleConversion, Flags: []command.Flag{o.tidyFlag()}})
	}
	return c
}

// mergeFlag returns the --merge flag of hcl2json.
func (o *options) mergeFlag() command.Flag {
	alone := "--merge writes one document to standard output or -o FILE; leave out -w and --replace"
	return command.Flag{Name: "merge", To: &o.merge,
		Usage: "write the files of a module as one document, compact by default",
		Not:   []command.Conflict{{With: &o.write, Why: alone}, {With: &o.replace, Why: alone}}}
}

// tidyFlag returns the --tidy flag of json2hcl.
func (o *options) tidyFlag() command.Flag {
	return command.Flag{Name: "tidy", To: &o.tidy,
		Usage: "tidy up in these `STEPS`, separated by commas: " +
			strings.Join(tidySteps(false), ", ") + ", or " + allSteps,
		Check: func([]string) error {
			for _, name := range stepsIn(o.tidy) {
				if step, ok := tidy.Lookup(name); ok && step.Module {
					return command.Usagef("--tidy: the step %s needs all files of a module, "+
						"and json2hcl works on one at a time", name)
				}
				if err := command.Choice("tidy", name, append(tidySteps(false), allSteps)); err != nil {
					return err
				}
			}
			return nil
		}}
}

// sourceMapFlag returns the --source-map flag of the conversion commands.
func (o *options) sourceMapFlag() command.Flag {
	return command.Flag{Name: "source-map", To: &o.sourceMap, File: true,
		Usage: "write the positions of all values in the native text to this `FILE`",
		Empty: "--source-map needs the name of a file; it is empty",
		Check: o.checkSourceMap,
		Not: append(o.comparison("-l, -d and --check only compare; leave out --source-map"),
			command.Conflict{With: &o.replace, Why: "--replace removes the source, of which --source-map tells; use -w"})}
}

// checkSourceMap checks that --source-map is used with one conversion and a valid file name.
func (o *options) checkSourceMap(operands []string) error {
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

func (o *options) runConvert(call *command.Call) (int, error) {
	if err := strayWord(call); err != nil {
		return exitError, err
	}
	if err := o.validate(call.Operands); err != nil {
		return exitError, err
	}
	if o.merge && !call.Given("form") {
		o.form = "compact"
	}
	o.nativeOnly = o.form == queryForm && !o.merge
	return o.start(call, func(s *session) (int, error) {
		find := &finder{session: s, wanted: o.converted()}
		if o.merge {
			m := &merger{session: s, texts: map[string][]byte{}}
			return m.merge(find, call.Operands), nil
		}
		return find.convert(call.Operands), nil
	})
}

// converted defines the files that a conversion accepts.
func (o *options) converted() wanted {
	return wanted{
		direction: o.direction, streams: !o.writing() && !o.comparing(), nothing: "No files to convert",
		copies: !o.toStdout() && !o.merge,
		isDirectory: func(path string) string {
			if o.form == queryForm {
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

// convert converts the operands and returns the exit status.
func (f *finder) convert(operands []string) int {
	o := f.session
	sources := f.find(operands)
	if o.replace {
		sources = f.withoutLinks(f.findLinks(sources))
	}
	out := &outputs{session: o}
	if diag := out.target(sources, len(operands) > 1 || len(f.roots) > 0); diag != nil {
		o.report.Add("", nil, diag)
		return exitError
	}
	sources = slices.DeleteFunc(sources, func(s *source) bool {
		return s.copied && canonicalDir(s.target) == s.dir() // the copy would overwrite the source
	})
	if o.writing() {
		sources = f.withoutCollisions(sources, o.replace)
	}
	if o.replace {
		noteNames(o.report, sources)
	}
	return (&writer{session: o, find: f, out: out, work: o.convert}).all(sources)
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
	advice := call.Program.AdviceOnWord(word)
	if advice == "" && (len(call.Program.Commands) == 0 || call.Words[0] != word) {
		return nil
	}
	advice = cmp.Or(advice, "\"hcljson help\" lists the commands")
	return command.Usagef("there is neither a command nor a file %s; %s", word, advice)
}

// validate checks combinations of options and operands.
func (o *options) validate(operands []string) error {
	switch {
	case o.layout == "keep" && o.comments == "drop":
		return command.Usagef("--layout keep notes the layout next to the comments, which --comments drop leaves out; " +
			"choose one")
	case o.form == queryForm:
		return o.validateQuery(operands)
	}
	return o.validateOutput(operands)
}

// validateQuery checks the options of the query form.
func (o *options) validateQuery(operands []string) error {
	switch {
	case o.write || o.replace:
		return command.Usagef("--form query is for reading: no product must find it next to the configuration; " +
			"leave out -w and --replace, or use -o FILE or standard output")
	case o.comparing() && o.toStdout():
		return command.Usagef("--form query is for reading: no file next to the source is in it; compare with that of " +
			"-o FILE")
	case o.layout == "keep":
		return command.Usagef("--layout keep notes the layout, and --form query has no notes; choose one")
	case !o.toStdout() && !o.merge && (len(operands) > 1 || isDir(operands[0]) || isDir(o.output) ||
		os.IsPathSeparator(o.output[len(o.output)-1])):
		return command.Usagef("--form query is for reading: under -o DIR the files would have the names of " +
			"configuration; name one source, and -o FILE")
	case !o.toStdout():
		if named, err := dialects.ForFile(o.output, dialects.Options{}); err == nil && !named.Vague {
			return command.Usagef("--form query is for reading, and by its name %s is configuration that a product "+
				"reads; choose another name", o.output)
		}
	}
	return o.validateOutput(operands)
}

// severalFiles returns the error for several files with one output.
func (o *options) severalFiles(operands []string) error {
	const several = "several files do not fit into one output; "
	if o.form == queryForm {
		return command.Usagef("%s%s, also in this form", several, merging)
	}
	return command.Usagef("%suse -w to write next to each, --replace, -o DIR, or -l, -d or --check to compare%s",
		several, o.orMerge())
}

const merging = `"hcljson hcl2json --merge" writes the files of a module as one JSON document`

// orMerge returns a hint to --merge, unless the direction excludes it.
func (o *options) orMerge() string {
	if o.direction == toHCL {
		return ""
	}
	return "; " + merging
}

// validateOutput checks the options for the output.
func (o *options) validateOutput(operands []string) error {
	stdin := slices.Contains(operands, stdinPath)
	switch {
	case o.comparing() && o.output == stdoutPath:
		return command.Usagef("-l, -d and --check compare with files, and -o - is not a file")
	case stdin && o.stdinFilepath == "" && o.direction == byName:
		return command.Usagef("standard input has no name to tell the direction; " +
			"use hcl2json, json2hcl or --stdin-filepath")
	case stdin && (o.write || o.replace):
		return command.Usagef("standard input is not a file to write next to; use -o, or redirect standard output")
	case stdin && o.stdinFilepath == "" && o.comparing() && o.toStdout():
		return command.Usagef("standard input has no file next to it to compare with; use --stdin-filepath or -o FILE")
	case o.merge && o.comparing() && o.toStdout():
		return command.Usagef("-l, -d and --check compare with files; with --merge, add -o FILE")
	case o.merge && stdin && o.stdinFilepath == "":
		return command.Usagef("--merge needs the names of files, and standard input has none; use --stdin-filepath")
	case o.merge && (isDir(o.output) || o.output != "" && os.IsPathSeparator(o.output[len(o.output)-1])):
		return command.Usagef("--merge writes one document; -o %s is a directory, name a file", o.output)
	case len(operands) == 2 && o.toStdout() && !o.comparing() && !o.merge && !o.write && !o.replace &&
		!stands(operands[1]) && stands(operands[0]):
		return command.Usagef("there is no file %s; all operands are read, and what comes out goes to standard output. "+
			"-o %[1]s writes it there", operands[1])
	case len(operands) > 1 && o.toStdout() && !o.writing() && !o.comparing() && !o.merge:
		return o.severalFiles(operands)
	}
	return nil
}

// convert reads and converts one source. It is safe for concurrent use.
func (run *session) convert(s *source) *conversion {
	c := &conversion{source: s}
	if s.copied {
		src, err := run.read(s)
		if err != nil {
			return c.fail(nil, report.Errorf("Cannot read the file", "%s: %s.", s.name, report.Reason(err)))
		}
		c.src, c.converted = src, src
		return c
	}
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
	text := string(src) // the tree refers to this text
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
		c.sourceMap = m
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

// prove adds an error if a conversion is not certain to have the same meaning as its source.
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
func (o *options) tidyOptions(dialect *schema.Dialect) ([]string, tidy.Options) {
	opts := tidy.Options{Dialect: dialect, DropComments: o.comments == "drop"}
	steps := stepsIn(o.tidy)
	if slices.Contains(steps, allSteps) {
		opts.SameValue = true
		steps = tidySteps(false)
	}
	return steps, opts
}

// tidied converts a source and applies the steps.
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

// proveTidy checks that only the steps changed the meaning.
func (run *session) proveTidy(c *conversion, src []byte) hcl.Diagnostics {
	_, diags := guard(c.name, func() ([]byte, hcl.Diagnostics) {
		_, opts := run.tidyOptions(run.language(c.source, src))
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
func (o *options) mapped() convert.Options {
	opts := o.conversion()
	if o.sourceMap != "" {
		opts.SourceMap = &convert.SourceMap{}
	}
	return opts
}

// maxSourceMap is the approximate maximum size of a source map in bytes.
const maxSourceMap = 1 << 30

// addMap adds the source map of the conversion of s to the plan. A nil map is ignored. It is an
// error if the source map would overwrite another file of the conversion.
func (p *plan) addMap(m *convert.SourceMap, s *source, others ...string) *hcl.Diagnostic {
	if m == nil {
		return nil
	}
	name := p.session.sourceMap
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
	t := target{path: name, content: m.Text(), mode: modeLike(s.info), accepts: namedJSON,
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
