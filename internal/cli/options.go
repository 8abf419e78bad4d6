package cli

import (
	"os"
	"slices"

	svchost "github.com/hashicorp/terraform-svchost"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/packer"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// outputOptions are the options of the commands that write files.
type outputOptions struct {
	path                  string // of -o
	write, replace, force bool
	list, diff, check     bool
	noVerify, followLinks bool
}

func (o *outputOptions) flags() []cli.Flag {
	const category = command.Output
	return []cli.Flag{
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: category, Destination: &o.path, TakesFile: true,
			Usage:  "write to this `FILE`, or into this directory if it exists or ends in /; - is standard output",
			Action: notEmpty("-o needs the name of a file or directory; it is empty")},
		&cli.BoolFlag{Name: "write", Aliases: []string{"w"}, Category: category, Destination: &o.write,
			Usage: "write next to each source"},
		&cli.BoolFlag{Name: "replace", Category: category, Destination: &o.replace,
			Usage: "write next to each source, and remove the source"},
		&cli.BoolFlag{Name: "force", Category: category, Destination: &o.force,
			Usage: "overwrite files with other content"},
		&cli.BoolFlag{Name: "list", Aliases: []string{"l"}, Category: category, Destination: &o.list,
			Usage: "list the sources whose result is missing or out of date"},
		&cli.BoolFlag{Name: "diff", Aliases: []string{"d"}, Category: category, Destination: &o.diff,
			Usage: "print the changes as unified diffs"},
		&cli.BoolFlag{Name: "check", Category: category, Destination: &o.check,
			Usage: "report files that are missing or out of date as errors"},
		&cli.BoolFlag{Name: "no-verify", Category: category, Destination: &o.noVerify,
			Usage: "write without the check that the meaning is the same"},
		&cli.BoolFlag{Name: "follow-links", Category: category, Destination: &o.followLinks,
			Usage: "write through links, also to other directories and files"},
	}
}

// notEmpty returns an action that refuses the empty value.
func notEmpty(message string) func(*cli.Context, string) error {
	return func(_ *cli.Context, value string) error {
		if value == "" {
			return command.Usagef("%s", message)
		}
		return nil
	}
}

// outputConflicts are the conflicts between the options of all commands that write files.
var outputConflicts = slices.Concat(
	command.Conflicts("-w writes next to each source and -o elsewhere; choose one", "write", "output"),
	command.Conflicts("--check only compares; leave out -w, or use -l -w to list what is written", "write", "check"),
	command.Conflicts("--replace writes in place of each source; leave out -w and -o", "replace", "write", "output"),
	command.Conflicts("--replace removes the source, so it never goes without the proof; leave out --no-verify, or use "+
		"-w and remove the sources yourself", "replace", "no-verify"),
	command.Conflicts("--check only compares; leave out --replace", "replace", "check"),
)

// intoDir returns the flags of a command that generates files.
func (o *outputOptions) intoDir(usage string) []cli.Flag {
	flags := command.Only(o.flags(), "output", "force", "list", "diff", "check", "follow-links")
	return command.Describe(flags, "output", usage, "force", "overwrite files with other content",
		"list", "list the files that are missing or out of date")
}

// generatorConflicts are the conflicts between the options of intoDir.
var generatorConflicts = command.Conflicts("-l, -d and --check only compare; leave out --force", "force", "list", "diff", "check")

// comparing reports whether a flag requests a comparison.
func (o *outputOptions) comparing() bool { return o.list || o.diff || o.check }

// toStdout reports whether the output goes to standard output, according to -o.
func (o *outputOptions) toStdout() bool { return o.path == "" || o.path == stdoutPath }

// writing reports whether files are written.
func (o *outputOptions) writing() bool {
	return o.write || o.replace || !o.toStdout() && !o.comparing()
}

// onlyCompares reports whether files are compared and not written.
func (o *outputOptions) onlyCompares() bool { return o.comparing() && !o.writing() }

// namesDirectory reports whether -o names a directory.
func (o *outputOptions) namesDirectory() bool {
	return isDir(o.path) || o.path != "" && os.IsPathSeparator(o.path[len(o.path)-1])
}

// checkDirectory checks the options for the output of a command that writes a directory.
func (o *outputOptions) checkDirectory() error {
	if !o.toStdout() && exists(o.path) && !isDir(o.path) {
		return command.Usagef("-o %s is a file; name a directory", o.path)
	}
	return o.checkGenerated("-o DIR")
}

// checkGenerated checks the options for the output of a command that generates files.
func (o *outputOptions) checkGenerated(option string) error {
	switch {
	case o.toStdout() && o.comparing() && !o.write:
		return command.Usagef("-l, -d and --check compare with files; add %s", option)
	case o.force && !o.writing():
		return command.Usagef("--force applies to files that are written; add %s", option)
	}
	return nil
}

// fileOptions are the options for the files of directories.
type fileOptions struct {
	exclude []string
	jobs    int
}

func (o *fileOptions) flags() []cli.Flag {
	return []cli.Flag{
		command.List(&o.exclude, cli.GenericFlag{Name: "exclude", Category: command.Files,
			Usage: "exclude files in directories by a `GLOB`: a name, or a path below the directory; repeatable",
			Action: func(*cli.Context, any) error {
				for _, glob := range o.exclude {
					if err := configdir.ValidateGlob(glob); err != nil {
						return command.Usagef("--exclude: %s", err)
					}
				}
				return nil
			}}),
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Category: command.Files, Destination: &o.jobs,
			DefaultText: "number of processors", Usage: "process `N` files at a time",
			Action: func(_ *cli.Context, jobs int) error {
				if jobs < 0 {
					return command.Usagef("-j cannot be %d; it is a number of files from 1 on, or 0 for the number of processors", jobs)
				}
				return nil
			}},
	}
}

// sessionOptions are the options for the languages of files, the schemas of providers, and the
// messages.
type sessionOptions struct {
	stdinFilepath   string
	schemas         []string
	dialect, target string

	providerSchemas                []string
	installedSchemas, fetchSchemas bool
	allowHosts                     []string
	// startNothing is true if no program is started, and nothing is downloaded.
	startNothing bool

	// nativeOnly includes files without a counterpart in HCL-JSON.
	nativeOnly bool

	messages report.Options
}

func (o *sessionOptions) languageFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "stdin-filepath", Category: command.Conversion, Destination: &o.stdinFilepath, TakesFile: true,
			Usage: "read standard input as if it were the file `PATH`"},
		command.List(&o.schemas, cli.GenericFlag{Name: "schema", Category: command.Conversion, TakesFile: true,
			Usage: "add the language of this schema `FILE`; repeatable"}),
		command.OpenChoice(&o.dialect, "dialect", command.Conversion, "read all files as this `LANGUAGE`", dialects.Names()...),
		command.OpenChoice(&o.target, "target", command.Conversion, "write for this `PRODUCT[@VERSION]`, such as terraform@1.11",
			opentofu.OpenTofu.String(), opentofu.Terraform.String(), packer.Command),
	}
}

func (o *sessionOptions) providerFlags() []cli.Flag {
	const category = command.Schemas
	return []cli.Flag{
		command.List(&o.providerSchemas, cli.GenericFlag{Name: "provider-schema", Category: category, TakesFile: true,
			Usage: "use the schemas in this `FILE`, the output of \"providers schema -json\"; repeatable"}),
		&cli.BoolFlag{Name: "installed-schemas", Category: category, Destination: &o.installedSchemas,
			Usage: "start the providers that init has installed, for their schemas"},
		&cli.BoolFlag{Name: "fetch-schemas", Category: category, Destination: &o.fetchSchemas,
			Usage: "download and start providers whose schemas are not in the cache"},
		command.List(&o.allowHosts, cli.GenericFlag{Name: "allow-host", Category: category,
			Usage: "allow downloads from the registry of this `HOST`; repeatable",
			Action: func(*cli.Context, any) error {
				for _, host := range o.allowHosts {
					if _, err := svchost.ForComparison(host); err != nil {
						return command.Usagef("--allow-host %s: it is not the name of a host: %s", host, err)
					}
				}
				return nil
			}}),
	}
}

func (o *sessionOptions) messageFlags() []cli.Flag {
	return []cli.Flag{
		command.Choice(&o.messages.Color, "color", command.Messages, "when to use colors", "auto", "always", "never"),
		command.Choice(&o.messages.Format, "error-format", command.Messages, "format of errors and warnings", report.Formats()...),
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Category: command.Messages, Destination: &o.messages.Quiet,
			Usage: "print no warnings and no summary"},
	}
}

func (o *sessionOptions) flags() []cli.Flag {
	return slices.Concat(o.languageFlags(), o.providerFlags(), o.messageFlags())
}

// product returns the product and version of --target, or the zero value without --target.
func (o *sessionOptions) product() (target opentofu.Target, err error) {
	if o.target != "" {
		if target, err = opentofu.ParseTarget(o.target); err != nil {
			err = command.Usagef("--target: %s", err)
		}
	}
	return target, err
}

// formOptions are the options for the form of a conversion.
type formOptions struct {
	form, comments, layout string
	strict                 bool
}

// queryForm is the form that has no way back to native syntax.
const queryForm = "query"

func (o *formOptions) flags(forms ...string) []cli.Flag {
	const category = command.Conversion
	return []cli.Flag{
		command.Choice(&o.form, "form", category, "form of the JSON", append([]string{"general", "compact"}, forms...)...),
		command.Choice(&o.comments, "comments", category, "keep comments in \"//\" properties, or drop them", "keep", "drop"),
		command.Choice(&o.layout, "layout", category, "layout of native syntax after the way back from the JSON", "canonical", "keep"),
		&cli.BoolFlag{Name: "strict", Category: category, Destination: &o.strict,
			Usage: "report guesses and content that the product refuses as errors"},
	}
}

func (o *formOptions) conversion() convert.Options {
	opts := service.Options{Form: o.form, Comments: o.comments, Layout: o.layout, Strict: o.strict}
	return opts.Conversion()
}
