package cli

import (
	"slices"

	"github.com/hcljson/hcljson/internal/cli/command"
)

const description = `The direction follows from the file name: main.tf becomes main.tf.json,
image.pkr.json becomes image.pkr.hcl. One file, or - for standard input, goes to
standard output. Several files, and directories with all that is in them, need
-w, --replace or -o DIR, or one of -l, -d and --check, which compare the file
beside each source, or under -o, with the conversion. What is written is proven
to mean the same first, and the files of a directory are written together or not
at all.

Exit status: 0 fine, 1 a file is missing or out of date (-l, -d, --check without
-w), 2 an error.`

// direction says which syntax the input is in.
type direction uint8

const (
	byName direction = iota
	toJSON
	toHCL
)

// convertOptions are those of the conversion.
type convertOptions struct {
	options
	direction direction
}

func convertCommand(name string, d direction) *command.Command {
	o := &convertOptions{direction: d}
	c := &command.Command{
		Name: name, Args: "PATH...", Operands: command.OrStdin, Run: o.run,
		Groups: []command.Group{
			o.outputOptions.flags().Without(&o.force), o.fileOptions.flags(), o.languageOptions.flags(),
			o.providerOptions.flags(), o.formOptions.flags(), o.messageOptions.flags(),
		},
	}
	switch d {
	case toJSON:
		c.Usage = "convert native syntax to HCL-JSON"
	case toHCL:
		c.Usage = "convert HCL-JSON to native syntax"
		c.Groups = append(c.Groups, command.Group{Title: titleConversion, Flags: []command.Flag{o.tidyFlag()}})
	}
	return c
}

func (o *convertOptions) run(call *command.Call) (int, error) {
	if err := o.validate(call.Operands); err != nil {
		return exitError, err
	}
	return start(call, &o.options, func(l *languages) (int, error) {
		w := &converter{l}
		return newBatch(&finder{languages: l, direction: o.direction}, w.convert).files(call.Operands), nil
	})
}

// validate checks what depends on several options or on the operands.
func (o *convertOptions) validate(operands []string) error {
	stdin := slices.Contains(operands, stdinPath)
	switch {
	case o.layout == "keep" && o.comments == "drop":
		return command.Usagef("--layout keep notes the layout beside the comments, which --comments drop leaves out; " +
			"choose one")
	case o.comparing() && o.output == stdoutPath:
		return command.Usagef("-l, -d and --check compare with files; -o - is not one")
	case stdin && o.stdinFilepath == "" && o.direction == byName:
		return command.Usagef("standard input has no name to tell the direction; " +
			"use hcl2json, json2hcl or --stdin-filepath")
	case stdin && (o.write || o.replace):
		return command.Usagef("standard input has no place to write beside; use -o, or redirect standard output")
	case stdin && o.stdinFilepath == "" && o.comparing() && o.toStdout():
		return command.Usagef("standard input has no file beside it to compare with; use --stdin-filepath or -o FILE")
	case len(operands) > 1 && o.toStdout() && !o.writing() && !o.comparing():
		return command.Usagef("several files do not fit into one output; use -w to write beside each, --replace, " +
			"-o DIR, or -l, -d or --check to compare")
	}
	return nil
}
