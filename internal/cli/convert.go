package cli

import (
	"os"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/tidy"
	"github.com/hcljson/hcljson/schema/dialects"
)

const description = "The direction follows from the file name: main.tf becomes main.tf.json.\n" + describedOutput

const describedOutput = `One file, or - for standard input, goes to standard output. Several files and directories
need -w, --replace or -o DIR, or one of -l, -d and --check, which compare. What is written
is proven to mean the same first. Exit status: 0 fine, 1 missing or out of date, 2 an error.`

// forReading is what json2hcl says of JSON that is not for it.
const forReading = "What \"hcljson hcl2json --form query\" writes is for reading only, and not to be converted back."

func convertCommand(name string, d direction) *command.Command {
	o := &options{direction: d}
	c := &command.Command{
		Name: name, Args: "PATH...", Operands: command.OrStdin, Run: o.runConvert,
		Groups: []command.Group{
			o.besideSource(), o.fileFlags(), o.languageFlags(),
			o.providerFlags(), o.formFlags(), o.messageFlags(),
		},
	}
	if d != toHCL {
		c.Groups[4] = o.withQuery()
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

// mergeFlag is that of hcl2json.
func (o *options) mergeFlag() command.Flag {
	alone := "--merge writes one document to standard output or -o FILE; leave out -w and --replace"
	compared := o.comparison("--merge writes one document, and no file next to a source is the same; " +
		"leave out -l, -d and --check")
	return command.Flag{Name: "merge", To: &o.merge,
		Usage: "hcl2json: write the files of a module as one document, compact by default",
		Not: append(compared, command.Conflict{With: &o.write, Why: alone},
			command.Conflict{With: &o.replace, Why: alone})}
}

// tidyFlag is that of json2hcl.
func (o *options) tidyFlag() command.Flag {
	return command.Flag{Name: "tidy", To: &o.tidy,
		Usage: "json2hcl: tidy up by `STEPS`, with commas between: " +
			strings.Join(fileSteps(), ", ") + ", or " + allSteps,
		Check: func([]string) error {
			for _, name := range stepsIn(o.tidy) {
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

// sourceMapFlag is that of the commands that convert.
func (o *options) sourceMapFlag() command.Flag {
	return command.Flag{Name: "source-map", Common: true, Acts: true, To: &o.sourceMap, File: true,
		Usage: "write where each value of the JSON is in the native text to this `FILE`",
		Empty: "--source-map needs the name of a file; it is empty",
		Check: o.checkSourceMap,
		Not: append(o.comparison("-l, -d and --check only compare; leave out --source-map"),
			command.Conflict{With: &o.replace, Why: "--replace removes the source, of which --source-map tells; use -w"})}
}

// checkSourceMap checks that there is one conversion, and a file for its map.
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
	return o.start(call, func(s *session) (int, error) {
		find := &finder{session: s, wanted: o.converted()}
		if o.merge {
			m := &merger{session: s, texts: map[string][]byte{}}
			return m.merge(find, call.Operands), nil
		}
		return find.convert(call.Operands), nil
	})
}

// converted are the files that are converted.
func (o *options) converted() wanted {
	return wanted{
		direction: o.direction, streams: !o.writing() && !o.comparing(), nothing: "No files to convert",
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
	if diag := out.target(sources, len(operands) > 1 || f.walked); diag != nil {
		o.report.Add("", nil, diag)
		return exitError
	}
	if o.writing() {
		sources = f.withoutCollisions(sources, o.replace)
	}
	if o.replace {
		noteNames(o.report, sources)
	}
	return (&writer{session: o, find: f, out: out, work: o.convert}).all(sources)
}

// strayWord is the error that an operand is a word of another program, and no file.
func strayWord(call *command.Call) error {
	before := call.Operands[:call.Before]
	for _, word := range before {
		if isFilter(word) && !stands(word) {
			return command.Usagef("there is no file %s; if it is for jq, use jq on the JSON, which --form query writes "+
				"for it: hcljson hcl2json --form query main.tf | jq %s", word, quoted(word))
		}
	}
	if len(before) == 0 || stands(before[0]) {
		return nil
	}
	word := before[0]
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return nil
	}
	if advice := call.Program.AdviceOnWord(word); advice != "" {
		return command.Usagef("there is neither a command nor a file %s; %s", word, advice)
	}
	return nil
}

// validate checks what depends on several options or on the operands.
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

// validateQuery checks what cannot be done with the query form.
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

// severalFiles says what to do with files that do not fit into one output.
func (o *options) severalFiles(operands []string) error {
	const several = "several files do not fit into one output; "
	if operands[0] == "." && !isDir(operands[1]) {
		return command.Usagef("%sif the . is for jq, use jq on the JSON: hcljson hcl2json --form query %s | jq .", several,
			quoted(operands[1]))
	}
	if o.form == queryForm {
		return command.Usagef("%s%s, also in this form", several, merging)
	}
	return command.Usagef("%suse -w to write next to each, --replace, -o DIR, or -l, -d or --check to compare%s",
		several, o.orMerge())
}

const merging = `"hcljson hcl2json --merge" writes the files of a module as one JSON document`

// orMerge names what makes one output of several files, where there is that.
func (o *options) orMerge() string {
	if o.direction == toHCL {
		return ""
	}
	return "; " + merging
}

// formats are what other programs take behind -o.
var formats = []string{"json", "j", "hcl", "tf", "yaml", "y", "native"}

// validateOutput checks where the output goes.
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
	case len(operands) == 1 && !isDir(operands[0]) && slices.Contains(formats, o.output) && !stands(o.output):
		return command.Usagef("-o names the file that is written, and %s looks like a format; the direction follows from "+
			"the name of the source, or from hcl2json and json2hcl. A file of that name is ./%[1]s", o.output)
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
