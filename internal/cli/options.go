package cli

import (
	"slices"

	svchost "github.com/hashicorp/terraform-svchost"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/packer"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// options contains the values of the flags. Options without a flag in the command are zero.
type options struct {
	// The output.
	output                string
	write, replace, force bool
	list, diff, check     bool
	noVerify, followLinks bool

	// The input files.
	exclude       []string
	jobs          int
	stdinFilepath string

	// The language of the files, and the provider schemas.
	schemas                        []string
	dialect, target                string
	providerSchemas                []string
	installedSchemas, fetchSchemas bool
	allowHosts                     []string

	// The form of the conversion.
	form, comments, layout string
	strict                 bool
	tidy                   string

	// The messages.
	messages report.Options

	// direction is the direction of a conversion command.
	direction direction
	merge     bool
	sourceMap string
	// The options of verify.
	roundtrip, allowNone bool
	// The options of the commands with addresses. script contains the values of -e.
	script                   []string
	asText, asJSON, complete bool
	// nativeOnly includes files without a counterpart in HCL-JSON.
	nativeOnly bool
	// The options of eject and upgrade.
	keepNames, keepPaths, partial bool
	// The options of generate and show.
	to, from                     string
	data, outputs, imports, each bool
	// The options of schema and serve.
	address        string
	all, unordered bool
}

// The titles of flag groups in the help.
const (
	titleFiles      = "Files:"
	titleConversion = "Conversion:"
	titleSchemas    = "Schemas:"
	titleOutput     = "Output:"
	titleMessages   = "Messages:"
)

func (o *options) outputFlags() command.Group {
	return command.Group{Title: titleOutput, Flags: []command.Flag{
		{Name: "output", Short: "o", To: &o.output, File: true,
			Usage: "write to this `FILE`, or into this directory if it exists or ends in /; - is standard output",
			Empty: "-o needs the name of a file or directory; it is empty"},
		{Name: "write", Short: "w", To: &o.write,
			Usage: "write next to each source",
			Not: []command.Conflict{
				{With: &o.output, Why: "-w writes next to each source and -o elsewhere; choose one"},
				{With: &o.check, Why: "--check only compares; leave out -w, or use -l -w to list what is written"},
			}},
		{Name: "replace", To: &o.replace,
			Usage: "write next to each source, and remove the source",
			Not: []command.Conflict{
				{With: &o.write, Why: "--replace writes in place of each source; leave out -w and -o"},
				{With: &o.output, Why: "--replace writes in place of each source; leave out -w and -o"},
				{With: &o.noVerify, Why: "--replace removes the source, so it never goes without the proof; " +
					"leave out --no-verify, or use -w and remove the sources yourself"},
				{With: &o.check, Why: "--check only compares; leave out --replace"},
			}},
		{Name: "force", To: &o.force,
			Usage: "overwrite files with other content",
			Not:   o.comparison("-l, -d and --check only compare; leave out --force")},
		{Name: "list", Short: "l", To: &o.list,
			Usage: "list the sources whose result is missing or out of date"},
		{Name: "diff", Short: "d", To: &o.diff,
			Usage: "print the changes as unified diffs"},
		{Name: "check", To: &o.check,
			Usage: "report files that are missing or out of date as errors"},
		{Name: "no-verify", To: &o.noVerify,
			Usage: "write without the check that the meaning is the same"},
		{Name: "follow-links", To: &o.followLinks,
			Usage: "write through links, also to other directories and files"},
	}}
}

// besideSource returns the output flags of a command that writes next to sources.
func (o *options) besideSource() command.Group {
	return o.outputFlags().With(&o.force, func(f *command.Flag) {
		f.Usage = "overwrite a file next to its source that contains more"
		f.Not = []command.Conflict{
			{With: &o.replace, Why: "--replace removes the source, so it never writes over a file that says something " +
				"else; leave out --force"},
			{With: &o.check, Why: "--check only compares; leave out --force"},
		}
	})
}

// comparison returns the conflicts with the flags that compare.
func (o *options) comparison(why string) []command.Conflict {
	return []command.Conflict{{With: &o.list, Why: why}, {With: &o.diff, Why: why}, {With: &o.check, Why: why}}
}

// comparing reports whether a flag requests a comparison.
func (o *options) comparing() bool { return o.list || o.diff || o.check }

// toStdout reports whether the output goes to standard output, according to -o.
func (o *options) toStdout() bool { return o.output == "" || o.output == stdoutPath }

// writing reports whether files are written.
func (o *options) writing() bool {
	return o.write || o.replace || !o.toStdout() && !o.comparing()
}

// intoDir returns the output flags of a command that writes a directory.
func (o *options) intoDir(usage string) command.Group {
	return o.outputFlags().Only(&o.output, &o.force, &o.list, &o.diff, &o.check, &o.followLinks).
		With(&o.output, func(f *command.Flag) {
			f.Usage, f.Empty = usage, "-o needs the name of a directory; it is empty"
		}).
		Says(&o.force, "overwrite files with other content").
		Says(&o.list, "list the files that are missing or out of date")
}

// editingGroups returns the flags of edit and patch.
func (o *options) editingGroups() []command.Group {
	return []command.Group{
		o.outputFlags().Without(&o.output, &o.replace).
			With(&o.force, func(f *command.Flag) { f.Usage, f.Not = "take an edit that is not the whole file", nil }).
			Says(&o.write, "write the edited files").
			Says(&o.list, "list the files that the edit changes").
			Says(&o.diff, "print the changes of the edit as unified diffs").
			Says(&o.check, "report the files that the edit changes as errors").
			Says(&o.noVerify, "print and write without the check of the meaning"),
		o.languageFlags(), o.providerFlags(),
		o.formFlags().Without(&o.form).
			Says(&o.comments, "drop: ignore comments in the edit; the file keeps its own"),
		o.messageFlags(),
	}
}

func (o *options) fileFlags() command.Group {
	return command.Group{Title: titleFiles, Flags: []command.Flag{
		{Name: "exclude", To: &o.exclude,
			Usage: "exclude files in directories by a `GLOB`: a name, or a path below the directory; repeatable",
			Check: func([]string) error {
				for _, glob := range o.exclude {
					if err := configdir.ValidateGlob(glob); err != nil {
						return command.Usagef("--exclude: %s", err)
					}
				}
				return nil
			}},
		{Name: "jobs", Short: "j", To: &o.jobs, Default: "number of processors",
			Usage: "process `N` files at a time",
			Check: func([]string) error {
				if o.jobs < 0 {
					return command.Usagef("-j cannot be %d; it is a number of files from 1 on, or 0 for the number of processors", o.jobs)
				}
				return nil
			}},
	}}
}

func (o *options) languageFlags() command.Group {
	return command.Group{Title: titleConversion, Flags: []command.Flag{
		{Name: "stdin-filepath", To: &o.stdinFilepath, File: true,
			Usage: "read standard input as if it were the file `PATH`",
			Check: func(operands []string) error {
				if o.stdinFilepath != "" && len(operands) > 0 && !slices.Contains(operands, stdinPath) {
					return command.Usagef("--stdin-filepath names standard input, but files are named; " +
						"add - or leave it out")
				}
				return nil
			}},
		{Name: "schema", To: &o.schemas, File: true,
			Usage: "add the language of this schema `FILE`; repeatable"},
		{Name: "dialect", To: &o.dialect, Choices: dialects.Names(), Open: true,
			Usage: "read all files as this `LANGUAGE`"},
		{Name: "target", To: &o.target, Open: true,
			Choices: []string{opentofu.OpenTofu.String(), opentofu.Terraform.String(), packer.Command},
			Usage:   "write for this `PRODUCT[@VERSION]`, such as terraform@1.11"},
	}}
}

// product returns the product and version of --target, or the zero value without --target.
func (o *options) product() (target opentofu.Target, err error) {
	if o.target != "" {
		if target, err = opentofu.ParseTarget(o.target); err != nil {
			err = command.Usagef("--target: %s", err)
		}
	}
	return target, err
}

func (o *options) providerFlags() command.Group {
	return command.Group{Title: titleSchemas, Flags: []command.Flag{
		{Name: "provider-schema", To: &o.providerSchemas, File: true,
			Usage: "use the schemas in this `FILE`, the output of \"providers schema -json\"; " +
				"repeatable"},
		{Name: "installed-schemas", To: &o.installedSchemas,
			Usage: "start the providers that init has installed, for their schemas"},
		{Name: "fetch-schemas", To: &o.fetchSchemas,
			Usage: "download and start providers whose schemas are not in the cache"},
		{Name: "allow-host", To: &o.allowHosts,
			Usage: "allow downloads from the registry of this `HOST`; repeatable",
			Check: func([]string) error {
				for _, host := range o.allowHosts {
					if _, err := svchost.ForComparison(host); err != nil {
						return command.Usagef("--allow-host %s: it is not the name of a host: %s", host, err)
					}
				}
				return nil
			}},
	}}
}

func (o *options) formFlags() command.Group {
	return command.Group{Title: titleConversion, Flags: []command.Flag{
		{Name: "form", To: &o.form, Choices: []string{"general", "compact"},
			Usage: "form of the JSON"},
		{Name: "comments", To: &o.comments, Choices: []string{"keep", "drop"},
			Usage: "keep comments in \"//\" properties, or drop them"},
		{Name: "layout", To: &o.layout, Choices: []string{"canonical", "keep"},
			Usage: "layout of native syntax after the way back from the JSON"},
		{Name: "strict", To: &o.strict,
			Usage: "report guesses and content that the product refuses as errors"},
	}}
}

// queryForm is the form that has no way back to native syntax.
const queryForm = "query"

// withQuery returns the form flags of a command that supports the query form.
func (o *options) withQuery() command.Group {
	return o.formFlags().With(&o.form, func(f *command.Flag) {
		f.Usage = "form of the JSON; query is for reading only"
		f.Choices = append(f.Choices, queryForm)
	})
}

func (o *options) conversion() convert.Options {
	opts := service.Options{Form: o.form, Comments: o.comments, Layout: o.layout, Strict: o.strict}
	return opts.Conversion()
}

func (o *options) messageFlags() command.Group {
	return command.Group{Title: titleMessages, Flags: []command.Flag{
		{Name: "color", To: &o.messages.Color, Choices: []string{"auto", "always", "never"},
			Usage: "when to use colors"},
		{Name: "error-format", To: &o.messages.Format, Choices: report.Formats(),
			Usage: "format of errors and warnings"},
		{Name: "quiet", Short: "q", To: &o.messages.Quiet,
			Usage: "print no warnings and no summary"},
	}}
}
