package cli

import (
	"cmp"
	"slices"
	"strings"

	svchost "github.com/hashicorp/terraform-svchost"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/tree"
	"github.com/hcljson/hcljson/schema/dialects"
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

// options are the values of the command line's flags.
type options struct {
	output                   string
	write, list, diff, check bool
	replace, noVerify        bool
	followLinks              bool
	exclude                  cli.StringSlice
	jobs                     int
	roundtrip                bool
	each                     bool
	stdinFilepath            string
	schemas                  cli.StringSlice
	dialect, target          string
	form, comments, layout   string
	strict                   bool
	tidy                     string
	providerSchemas          cli.StringSlice
	installedSchemas         bool
	fetchSchemas             bool
	allowHosts               cli.StringSlice
	address                  string
	generate                 generateOptions
	upgrade                  upgradeOptions
	eject                    ejectOptions
	color, errorFormat       string
	quiet                    bool
	version                  bool
}

const (
	categoryFiles      = "Files:"
	categoryConversion = "Conversion:"
	categoryOutput     = "Output:"
	categoryMessages   = "Messages:"
)

// flags returns the flags that set o. Each command needs flags of its own.
func (o *options) flags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Destination: &o.output, Category: categoryOutput,
			Usage: "write to this `FILE`, or into it if it is a directory; - is standard output"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "write", Aliases: []string{"w"}, Destination: &o.write, Category: categoryOutput,
			Usage: "write beside each source"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "replace", Destination: &o.replace, Category: categoryOutput,
			Usage: "write in place of each source, which is removed"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "list", Aliases: []string{"l"}, Destination: &o.list, Category: categoryOutput,
			Usage: "list the sources whose other form is missing or out of date"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "diff", Aliases: []string{"d"}, Destination: &o.diff, Category: categoryOutput,
			Usage: "print what would change as unified diffs"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "check", Destination: &o.check, Category: categoryOutput,
			Usage: "report what is missing or out of date as errors"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "no-verify", Destination: &o.noVerify, Category: categoryOutput,
			Usage: "write without a proof that the meaning is the same"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "follow-links", Destination: &o.followLinks, Category: categoryOutput,
			Usage: "write to where links lead, also outside of the directory and to any file"},

		&cli.StringSliceFlag{Name: "exclude", Destination: &o.exclude, Category: categoryFiles,
			Usage: "leave out what matches `GLOB` in directories: a name, or a path below the directory; repeatable"},
		&cli.IntFlag{DefaultText: "number of processors", Name: "jobs", Aliases: []string{"j"}, Destination: &o.jobs, Category: categoryFiles,
			Usage: "work on `N` files at a time"},

		&cli.StringFlag{Name: "stdin-filepath", Destination: &o.stdinFilepath, Category: categoryConversion,
			Usage: "read standard input as if it were the file `PATH`"},
		&cli.StringSliceFlag{Name: "schema", Destination: &o.schemas, Category: categoryConversion,
			Usage: "know the language that this schema `FILE` describes, and its files by their names; repeatable"},
		&cli.StringFlag{Name: "dialect", Destination: &o.dialect, Category: categoryConversion,
			Usage: "take the files for this `LANGUAGE`, whatever their names: " + strings.Join(choices("dialect"), ", ")},
		&cli.StringFlag{Name: "target", Destination: &o.target, Category: categoryConversion,
			Usage: "write for this product: `PRODUCT[@VERSION]`, such as opentofu, terraform@1.11 or packer"},
		&cli.StringSliceFlag{Name: "provider-schema", Destination: &o.providerSchemas, Category: categoryConversion,
			Usage: "know what providers or plugins define from this `FILE`, as \"providers schema -json\" prints it; repeatable"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "installed-schemas", Destination: &o.installedSchemas, Category: categoryConversion,
			Usage: "ask the providers that init has installed; starts them"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "fetch-schemas", Destination: &o.fetchSchemas, Category: categoryConversion,
			Usage: "ask the providers of the registry that are not in the cache; downloads and starts them"},
		&cli.StringSliceFlag{Name: "allow-host", Destination: &o.allowHosts, Category: categoryConversion,
			Usage: "fetch also from the registry of this `HOST`, and not from the public ones alone; repeatable"},
		&cli.StringFlag{Name: "form", Value: "general", Destination: &o.form, Category: categoryConversion,
			Usage: "shape of the JSON: `general|compact`"},
		&cli.StringFlag{Name: "comments", Value: "keep", Destination: &o.comments, Category: categoryConversion,
			Usage: "what happens to comments: `keep|drop`"},
		&cli.StringFlag{Name: "layout", Value: "canonical", Destination: &o.layout, Category: categoryConversion,
			Usage: "layout that the way back from JSON has, by notes in it: `canonical|keep`"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "strict", Destination: &o.strict, Category: categoryConversion,
			Usage: "make an error of every guess"},

		&cli.StringFlag{Name: "color", Value: "auto", Destination: &o.color, Category: categoryMessages,
			Usage: "when to use colors: `auto|always|never`"},
		&cli.StringFlag{Name: "error-format", Value: "text", Destination: &o.errorFormat, Category: categoryMessages,
			Usage: "how errors and warnings are printed: `text|json`"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "quiet", Aliases: []string{"q"}, Destination: &o.quiet, Category: categoryMessages,
			Usage: "print no warnings and no summary"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "version", Destination: &o.version,
			Usage: "print the version"},
	}
}

// proofFlags returns the flags of verify, which are not those of the output and
// the form and the layout.
func (o *options) proofFlags() []cli.Flag {
	return slices.DeleteFunc(o.flags(), func(flag cli.Flag) bool {
		categorized, ok := flag.(cli.CategorizableFlag)
		return slices.Contains([]string{"form", "layout"}, flag.Names()[0]) || ok && categorized.GetCategory() == categoryOutput
	})
}

// diffFlags returns the flags of diff.
func (o *options) diffFlags() []cli.Flag {
	return slices.DeleteFunc(o.proofFlags(), func(flag cli.Flag) bool {
		return slices.Contains([]string{"comments", "strict", "jobs"}, flag.Names()[0])
	})
}

// commandFlags returns the flags that only some commands have.
func (o *options) commandFlags() []cli.Flag {
	return slices.Concat(o.generateOwnFlags(), o.upgradeOwnFlags(), o.ejectOwnFlags(),
		[]cli.Flag{o.roundtripFlag(), o.addressFlag(), o.eachFlag(), o.tidyFlag()})
}

func (o *options) roundtripFlag() cli.Flag {
	return &cli.BoolFlag{DisableDefaultText: true, Name: "roundtrip", Destination: &o.roundtrip, Category: categoryFiles,
		Usage: "prove that each file survives the conversion there and back"}
}

// choices are the values that a flag accepts; nil is any.
func choices(flag string) []string {
	switch flag {
	case "dialect":
		return dialects.Names()
	case "form":
		return []string{"general", "compact"}
	case "comments":
		return []string{"keep", "drop"}
	case "layout":
		return []string{"canonical", "keep"}
	case "to":
		return []string{"native", "json"}
	case "from":
		return []string{"planned", "prior"}
	case "color":
		return []string{"auto", "always", "never"}
	case "error-format":
		return []string{"text", "json"}
	}
	return nil
}

// validateCommon checks what every command has.
func (o *options) validateCommon(operands []string) error {
	if i := slices.Index(operands, stdinPath); i >= 0 && slices.Contains(operands[i+1:], stdinPath) {
		return usagef("standard input (-) is named twice")
	}
	if o.stdinFilepath != "" && len(operands) > 0 && !slices.Contains(operands, stdinPath) {
		return usagef("--stdin-filepath names standard input, but files are named; add - or leave it out")
	}
	for _, glob := range o.exclude.Value() {
		if err := tree.ValidateGlob(glob); err != nil {
			return usagef("--exclude: %s", err)
		}
	}
	for _, host := range o.allowHosts.Value() {
		if _, err := svchost.ForComparison(host); err != nil {
			return usagef("--allow-host %s: it is no name of a host: %s", host, err)
		}
	}
	if o.jobs < 0 {
		return usagef("-j cannot be %d", o.jobs)
	}
	for _, chosen := range []struct{ flag, value string }{
		{"form", cmp.Or(o.form, "general")},
		{"comments", cmp.Or(o.comments, "keep")},
		{"layout", cmp.Or(o.layout, "canonical")},
		{"color", o.color},
		{"error-format", o.errorFormat},
	} {
		if err := validateChoice(chosen.flag, chosen.value, choices(chosen.flag)); err != nil {
			return err
		}
	}
	return nil
}

func validateChoice(flag, value string, allowed []string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return usagef("--%s cannot be %q; it is one of: %s", flag, value, strings.Join(allowed, ", "))
}

func (o *options) validate(d direction, operands []string) error {
	if err := o.validateCommon(operands); err != nil {
		return err
	}
	if err := o.validateTidy(); err != nil {
		return err
	}
	stdin := len(operands) == 0 || slices.Contains(operands, stdinPath)
	toStdout := o.output == "" || o.output == stdoutPath
	switch {
	case o.layout == "keep" && o.comments == "drop":
		return usagef("--layout keep notes the layout beside the comments, which --comments drop leaves out; choose one")
	case o.write && o.output != "":
		return usagef("-w writes beside each source and -o elsewhere; choose one")
	case o.replace && (o.write || o.output != ""):
		return usagef("--replace writes in place of each source; leave out -w and -o")
	case o.replace && o.noVerify:
		return usagef("--replace removes the source, so it never goes without the proof; leave out --no-verify, or use -w and remove the sources yourself")
	case o.replace && o.check:
		return usagef("--check only compares; leave out --replace")
	case o.write && o.check:
		return usagef("--check only compares; leave out -w, or use -l -w to list what is written")
	case o.comparing() && o.output == stdoutPath:
		return usagef("-l, -d and --check compare with files; -o - is none")
	case stdin && o.stdinFilepath == "" && d == byName:
		return usagef("standard input has no name to tell the direction; use hcl2json, json2hcl or --stdin-filepath")
	case stdin && (o.write || o.replace):
		return usagef("standard input has no place to write beside; use -o, or redirect standard output")
	case stdin && o.stdinFilepath == "" && o.comparing() && toStdout:
		return usagef("standard input has no file beside it to compare with; use --stdin-filepath or -o FILE")
	case len(operands) > 1 && toStdout && !o.write && !o.replace && !o.comparing():
		return usagef("several files do not fit into one output; use -w to write beside each, --replace, -o DIR, or -l, -d or --check to compare")
	}
	return nil
}

// comparing reports whether files are compared rather than just written.
func (o *options) comparing() bool { return o.list || o.diff || o.check }

func (o *options) convertOptions() convert.Options {
	opts := convert.Options{DropComments: o.comments == "drop", Strict: o.strict}
	if o.form == "compact" {
		opts.Form = convert.Compact
	}
	if o.layout == "keep" {
		opts.Layout = convert.KeepLayout
	}
	return opts
}
