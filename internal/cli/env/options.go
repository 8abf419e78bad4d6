package env

import (
	"os"
	"slices"

	svchost "github.com/hashicorp/terraform-svchost"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/language/configdir"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/packer"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// OutputOptions is the group of options for the output of commands that write files.
type OutputOptions struct {
	Path                  string // the value of -o
	Write, Replace, Force bool
	List, Diff, Check     bool
	NoVerify, FollowLinks bool
}

// Flags returns the flags of the group.
func (o *OutputOptions) Flags() []cli.Flag {
	const category = command.Output
	return []cli.Flag{
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: category, Destination: &o.Path, TakesFile: true,
			Usage:  "write to this `FILE`, or into this directory if it exists or ends in /; - is standard output",
			Action: NotEmpty("-o needs the name of a file or directory; it is empty")},
		&cli.BoolFlag{Name: "write", Aliases: []string{"w"}, Category: category, Destination: &o.Write,
			Usage: "write next to each source"},
		&cli.BoolFlag{Name: "replace", Category: category, Destination: &o.Replace,
			Usage: "write next to each source, and remove the source"},
		&cli.BoolFlag{Name: "force", Category: category, Destination: &o.Force,
			Usage: "overwrite files with other content"},
		&cli.BoolFlag{Name: "list", Aliases: []string{"l"}, Category: category, Destination: &o.List,
			Usage: "list the sources whose result is missing or out of date"},
		&cli.BoolFlag{Name: "diff", Aliases: []string{"d"}, Category: category, Destination: &o.Diff,
			Usage: "print the changes as unified diffs"},
		&cli.BoolFlag{Name: "check", Category: category, Destination: &o.Check,
			Usage: "report missing and outdated files as errors"},
		&cli.BoolFlag{Name: "no-verify", Category: category, Destination: &o.NoVerify,
			Usage: "write without the check that the meaning is the same"},
		&cli.BoolFlag{Name: "follow-links", Category: category, Destination: &o.FollowLinks,
			Usage: "write through links, also to other directories and files"},
	}
}

// NotEmpty returns the action of an option that must not have an empty value. The message is its
// error.
func NotEmpty(message string) func(*cli.Context, string) error {
	return func(_ *cli.Context, value string) error {
		if value == "" {
			return command.Usagef("%s", message)
		}
		return nil
	}
}

// OutputConflicts are the conflicts between the options in [OutputOptions].
var OutputConflicts = slices.Concat(
	command.Conflicts("-w writes next to each source, and -o to another place; choose one", "write", "output"),
	command.Conflicts("--check only compares; leave out -w, or use -l -w to list what is written", "write", "check"),
	command.Conflicts("--replace writes instead of each source; leave out -o", "replace", "output"),
	command.Conflicts("--replace removes the source, so it requires the check; leave out --no-verify, or use -o "+
		"and remove the sources yourself", "replace", "no-verify"),
	command.Conflicts("--check only compares; leave out --replace", "replace", "check"),
)

// IntoDir returns the output flags of a command that generates files in a directory. usage is the
// help text of -o.
func (o *OutputOptions) IntoDir(usage string) []cli.Flag {
	flags := command.Only(o.Flags(), "output", "force", "list", "diff", "check", "follow-links")
	return command.Describe(flags, "output", usage, "force", "overwrite files with other content",
		"list", "list missing and outdated files")
}

// GeneratorConflicts are the conflicts between the flags that IntoDir returns.
var GeneratorConflicts = command.Conflicts("-l, -d and --check only compare; leave out "+
	"--force", "force", "list", "diff", "check")

// Comparing reports whether an option requests a comparison with existing files.
func (o *OutputOptions) Comparing() bool { return o.List || o.Diff || o.Check }

// ToStdout reports whether -o is absent or selects standard output.
func (o *OutputOptions) ToStdout() bool { return o.Path == "" || o.Path == StdoutPath }

// Writing reports whether files are written.
func (o *OutputOptions) Writing() bool {
	return o.Write || o.Replace || !o.ToStdout() && !o.Comparing()
}

// OnlyCompares reports whether files are compared and not written.
func (o *OutputOptions) OnlyCompares() bool { return o.Comparing() && !o.Writing() }

// NamesDirectory reports whether -o names a directory.
func (o *OutputOptions) NamesDirectory() bool {
	return IsDir(o.Path) || o.Path != "" && os.IsPathSeparator(o.Path[len(o.Path)-1])
}

// CheckDirectory checks -o for a command that writes several files into a directory.
func (o *OutputOptions) CheckDirectory() error {
	switch {
	case o.ToStdout() || o.NamesDirectory():
	case Exists(o.Path):
		return command.Usagef("-o %s is a file; name a directory", o.Path)
	case IsRead(o.Path):
		return command.Usagef("-o %s has the name of a file; name a directory", o.Path)
	}
	return nil
}

// CheckFile returns an error if the options do not fit a command that writes one file. A product
// must not load this file.
func (o *OutputOptions) CheckFile() error {
	switch {
	case o.ToStdout():
	case o.NamesDirectory():
		return command.Usagef("-o needs the name of a file; %s is a directory", o.Path)
	case IsRead(o.Path):
		return command.Usagef("-o cannot be %s: a product reads files with this name; choose another name", o.Path)
	}
	return o.CheckGenerated("-o FILE")
}

// CheckGenerated returns an error if the options do not fit a command that generates files. option
// is the option that sets the output directory.
func (o *OutputOptions) CheckGenerated(option string) error {
	switch {
	case o.ToStdout() && o.Comparing() && !o.Write:
		return command.Usagef("-l, -d and --check compare with files; add %s", option)
	case o.Force && !o.Writing():
		return command.Usagef("--force applies only to writing; add %s", option)
	}
	return nil
}

// FileOptions is the group of options for the files in directories.
type FileOptions struct {
	Exclude []string
	Jobs    int
}

// Flags returns the flags of the group.
func (o *FileOptions) Flags() []cli.Flag {
	return []cli.Flag{
		command.List(&o.Exclude, cli.GenericFlag{Name: "exclude", Category: command.Files,
			Usage: "exclude files in directories by a `GLOB`: a name, or a path below the directory; repeatable",
			Action: func(*cli.Context, any) error {
				for _, glob := range o.Exclude {
					if err := configdir.ValidateGlob(glob); err != nil {
						return command.Usagef("--exclude: %s", err)
					}
				}
				return nil
			}}),
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Category: command.Files, Destination: &o.Jobs,
			DefaultText: "number of processors", Usage: "process `N` files at a time",
			Action: func(_ *cli.Context, jobs int) error {
				if jobs < 0 {
					return command.Usagef("-j cannot be %d; it is a number of files from 1 on, or 0 for the number "+
						"of processors", jobs)
				}
				return nil
			}},
	}
}

// Options is the group of options for languages, provider schemas and messages.
type Options struct {
	StdinFilepath   string
	Schemas         []string
	Dialect, Target string

	ProviderSchemas                []string
	InstalledSchemas, FetchSchemas bool
	AllowHosts                     []string
	// StartNothing is true if the run must not start programs or download files.
	StartNothing bool

	// ReadLinks is true if links to files outside of the tree of the operands are read.
	ReadLinks bool

	// NativeOnly is true if the command also reads files that exist only in native syntax, such as
	// lock files.
	NativeOnly bool

	messages report.Options
}

func (o *Options) languageFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "stdin-filepath", Category: command.Conversion, Destination: &o.StdinFilepath, TakesFile: true,
			Usage: "read standard input as if it were the file `PATH`"},
		command.List(&o.Schemas, cli.GenericFlag{Name: "schema", Category: command.Conversion, TakesFile: true,
			Usage: "add the language of this schema `FILE`; repeatable"}),
		command.OpenChoice(&o.Dialect, "dialect", command.Conversion, "read all files as this "+
			"`LANGUAGE`", dialects.Names()...),
		command.OpenChoice(&o.Target, "target", command.Conversion, "write for this `PRODUCT[@VERSION]`, such as "+
			"terraform@1.11",
			opentofu.OpenTofu.String(), opentofu.Terraform.String(), packer.Command),
	}
}

func (o *Options) providerFlags() []cli.Flag {
	const category = command.Schemas
	return []cli.Flag{
		command.List(&o.ProviderSchemas, cli.GenericFlag{Name: "provider-schema", Category: category, TakesFile: true,
			Usage: "use the schemas in this `FILE`, the output of \"providers schema -json\"; repeatable"}),
		&cli.BoolFlag{Name: "installed-schemas", Category: category, Destination: &o.InstalledSchemas,
			Usage: "start the providers that init has installed, for their schemas"},
		&cli.BoolFlag{Name: "fetch-schemas", Category: category, Destination: &o.FetchSchemas,
			Usage: "download and start providers whose schemas are not in the cache"},
		command.List(&o.AllowHosts, cli.GenericFlag{Name: "allow-host", Category: category,
			Usage: "allow downloads from the registry of this `HOST`; repeatable",
			Action: func(*cli.Context, any) error {
				for _, host := range o.AllowHosts {
					if _, err := svchost.ForComparison(host); err != nil {
						return command.Usagef("--allow-host %s: it is not the name of a host: %s", host, err)
					}
				}
				return nil
			}}),
	}
}

func (o *Options) messageFlags() []cli.Flag {
	return []cli.Flag{
		command.Choice(&o.messages.Color, "color", command.Messages, "when to use colors", "auto", "always", "never"),
		command.Choice(&o.messages.Format, "error-format", command.Messages, "format of errors and "+
			"warnings", report.Formats()...),
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Category: command.Messages, Destination: &o.messages.Quiet,
			Usage: "print no warnings and no summary"},
	}
}

// Flags returns the flags of the group.
func (o *Options) Flags() []cli.Flag {
	links := &cli.BoolFlag{Name: "read-links", Category: command.Files, Destination: &o.ReadLinks,
		Usage: "read links in directories to files outside of the repository"}
	return slices.Concat(o.languageFlags(), o.providerFlags(), []cli.Flag{links}, o.messageFlags())
}

// Product returns the target product in --target. It returns the zero value if the option is not
// set.
func (o *Options) Product() (target opentofu.Target, err error) {
	if o.Target != "" {
		if target, err = opentofu.ParseTarget(o.Target); err != nil {
			err = command.Usagef("--target: %s", err)
		}
	}
	return target, err
}

// FormOptions is the group of options for the result of a conversion: its form, comments and layout.
type FormOptions struct {
	Form, Comments, Layout string
	Strict                 bool
}

// QueryForm is the form that cannot be converted back to native syntax.
const QueryForm = "query"

// Flags returns the flags of the group.
func (o *FormOptions) Flags(forms ...string) []cli.Flag {
	const category = command.Conversion
	return []cli.Flag{
		command.Choice(&o.Form, "form", category, "form of the "+
			"JSON", append([]string{"general", "compact"}, forms...)...),
		command.Choice(&o.Comments, "comments", category, "keep comments in \"//\" properties, or drop "+
			"them", "keep", "drop"),
		command.Choice(&o.Layout, "layout", category, "layout of native syntax after the way back from the "+
			"JSON", "canonical", "keep"),
		&cli.BoolFlag{Name: "strict", Category: category, Destination: &o.Strict,
			Usage: "report guesses and content that the product refuses as errors"},
	}
}

// Conversion returns the options for package convert.
func (o *FormOptions) Conversion() convert.Options {
	opts := service.Options{Form: o.Form, Comments: o.Comments, Layout: o.Layout, Strict: o.Strict}
	return opts.Conversion()
}
