package cli

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/cli/command"
)

// topics are what "hcljson help" says apart from commands.
var topics = []command.Topic{
	{Name: "output", Title: titleOutput, Text: `where the result goes, and what is compared

What is written to files is proven to mean the same first. Apart from the cache of
schemas, no file is written or removed without one of -o, -w and --replace.`},
	{Name: "files", Title: titleFiles, Always: true, Text: `which files are taken

A directory stands for all that is in it: the files whose names say that they are
HCL. Left out are hidden ones, links to directories, and what --exclude matches.
docs/cli.md has the names.`},
	{Name: "conversion", Title: titleConversion, Text: `how files are read and written

The name of a file says its language and syntax. What no schema describes is recognized
by its shape; "hcljson help schemas" is about those of providers.`},
	{Name: "schemas", Title: titleSchemas, Always: true, Text: `what providers and plugins define

With the schema of a provider, nothing is guessed. It comes from a file that
"providers schema -json" has printed, from the providers that init has installed, or
from the registry; "hcljson schema fetch" and "schema add" keep it in a cache, which
is always asked. Without any, there are tables of well-known providers.`},
	{Name: "messages", Title: titleMessages, Always: true, Text: `errors and warnings

They are on standard error. The exit status is 0 if all is fine, 1 if something is
missing, out of date or different, and 2 for an error.`},
}

func helpCommand() *command.Command {
	return &command.Command{
		Name: "help", Unlisted: true, Usage: "show the help of a command or a topic", Args: "[COMMAND|TOPIC]",
		Description: "A file called help is ./help, and the same goes for the name of any command.",
		Examples: `hcljson help edit
hcljson help schemas`,
		Run: func(call *command.Call) (int, error) {
			name := ""
			switch n := len(call.Operands); {
			case n == 1:
				name = call.Operands[0]
			case n > 1 && call.Operands[0] == schemaName:
				name = schemaName // with one of its subcommands
			case n > 1:
				return exitError, command.Usagef("help takes one command or topic; %d are named", n)
			}
			known, err := call.Program.WriteHelp(call.Out, name)
			if !known {
				return exitError, command.Usagef("there is no help on %q; there is some on %s", name,
					strings.Join(call.Program.HelpNames(), ", "))
			}
			return exitOK, err
		},
	}
}

func versionCommand() *command.Command {
	return &command.Command{
		Name: "version", Unlisted: true, Usage: "print the version", Examples: "hcljson version",
		Run: func(call *command.Call) (int, error) {
			if len(call.Operands) > 0 {
				return exitError, command.Usagef("version takes no operands; \"%s help %s\" shows help on something, and a "+
					"file called version is ./version", call.Program.Name, call.Operands[0])
			}
			_, err := fmt.Fprintln(call.Out, version(call.Program.Name))
			return exitOK, err
		},
	}
}

// advice is what people type who know other programs: terraform fmt, jq, yq, prettier,
// gofmt, hcl2json, and what is written for them.
var advice = slices.Concat(optionAdvice, wordAdvice)

var optionAdvice = []command.Advice{
	{Options: []string{"r", "R", "recursive"},
		Says: "a directory means all that is in it, so just name it. For raw text, use jq -r on the JSON"},
	{Options: []string{"raw-output", "j", "join-output"}, Says: "use jq -r on the JSON"},
	{Options: []string{"i", "in-place", "inplace", "overwrite", "fix", "save"},
		Says: "no file is changed unless you say where to; see \"hcljson hcl2json --help\" under OUTPUT"},
	{Options: []string{"out", "outfile", "output-file", "out-file", "outdir", "output-dir", "out-dir"},
		Says: "the result goes to standard output; see \"hcljson hcl2json --help\" under OUTPUT for the rest"},
	{Options: []string{"verify", "validate", "prove"},
		Says: "what is written to files is always proven first. To compare files, use \"hcljson verify\""},
	{Options: []string{"compact"}, Says: "--form compact is the compact form. For JSON on one line, use jq -c on it"},
	{Options: []string{"c", "compact-output", "I", "one-line", "minify"},
		Says: "for JSON on one line, use jq -c on it. --form compact has fewer arrays"},
	{Options: []string{"indent", "tab", "tabs", "use-tabs", "tab-width", "print-width"},
		Says: "JSON has two spaces for each level; use jq --indent or jq --tab on it"},
	{Options: []string{"pretty", "P", "prettyPrint", "pretty-print", "prettify"},
		Says: "JSON is always indented, and native syntax is laid out as the products' formatters do"},
	{Options: []string{"S", "sort", "sort-keys"}, Says: "the order of the source stays; use jq -S on the JSON"},
	{Options: []string{"s", "slurp"},
		Says: "\"hcljson hcl2json --merge\" writes the files of a module as one document; -q is quiet"},
	{Options: []string{"query", "path", "expression", "filter"},
		Says: "use jq on the JSON of --form query, in which each path has one shape"},
	{Options: []string{"n", "null-input", "arg", "argjson", "args", "slurpfile", "from-file", "seq", "stream", "e",
		"exit-status"}, Says: "that is an option of jq; use jq on the JSON"},
	{Options: []string{"a", "ascii", "ascii-output"}, Says: "JSON is UTF-8; use jq -a on it"},
	{Options: []string{"C", "color-output", "colors", "colour", "colours"},
		Says: "use --color always, which colors messages and diffs"},
	{Options: []string{"M", "monochrome-output", "no-color", "no-colors", "no-colour"}, Says: "use --color never"},
	{Options: []string{"dry-run", "dryrun", "noop", "no-op", "show-diff"},
		Says: "-l lists what is out of date, and -d shows it; neither writes"},
	{Options: []string{"list-different", "files-with-matches"}, Says: "use -l"},
	{Options: []string{"f", "file", "filename", "in", "input", "input-file", "infile"},
		Says: "name the file without an option; - is standard input"},
	{Options: []string{"stdin", "stdin-filename", "stdin-file", "assume-filename", "stdin-file-path"},
		Says: "- is standard input, and --stdin-filepath gives it a name"},
	{Options: []string{"json", "to-json", "tojson"},
		Says: "\"hcljson hcl2json\" and \"hcljson show\" print JSON anyway; --error-format json is about messages"},
	{Options: []string{"output-format", "to", "from", "format", "type", "t", "T", "p",
		"input-format", "from-format", "to-format", "pj", "oj", "oy", "ph"},
		Says: "the direction follows from the name of the file, or from hcl2json and json2hcl. --form is the shape of the " +
			"JSON, and --error-format that of messages"},
	{Options: []string{"hcl", "to-hcl", "tohcl", "reverse", "back"}, Says: "\"hcljson json2hcl\" converts JSON to HCL"},
	{Options: []string{"yaml", "y", "toml", "xml"},
		Says: "hcljson writes only HCL and JSON; yq converts JSON to other formats"},
	{Options: []string{"simplify", "eval", "evaluate", "var", "var-file", "vars"},
		Says: "nothing is evaluated except constants where the language takes only those; expressions stay"},
	{Options: []string{"ignore", "ignore-path", "skip", "exclude-dir", "x"}, Says: "use --exclude GLOB"},
	{Options: []string{"include", "glob", "pattern"},
		Says: "name the files, or a directory; --exclude GLOB leaves out some"},
	{Options: []string{"parallel", "parallelism", "threads", "concurrency", "P0"}, Says: "use -j N"},
	{Options: []string{"v", "verbose", "debug", "trace", "log-level"},
		Says: "there is no verbose mode; --version prints the version"},
	{Options: []string{"V"}, Says: "--version prints the version"},
	{Options: []string{"silent", "no-warnings"}, Says: "-q prints no warnings and no summary"},
	{Options: []string{"config", "no-config"}, Says: "there is no configuration file"},
	{Options: []string{"chdir", "cwd"}, Says: "name files and directories by their paths"},
	{Options: []string{"lang", "language", "parser", "syntax"}, Says: "--dialect names the language of files"},
	{Options: []string{"tofu", "opentofu", "terraform", "packer", "product"}, Says: "--target names the product"},
	{Options: []string{"strip-comments", "no-comments", "without-comments"}, Says: "use --comments drop"},
	{Options: []string{"keep-comments", "preserve-comments"}, Says: "comments are kept anyway"},
	{Options: []string{"lint", "simplify-code"}, Says: "--strict reports every guess as an error"},
	{Options: []string{"z", "0", "null"}, Says: "lists of files have one name on each line"},
	{Options: []string{"yes", "auto-approve", "no-input", "force"},
		Says: "nothing is asked, and a file that is not a conversion of the source is not overwritten"},
	{Options: []string{"N", "no-doc", "no-semi", "semi", "single-quote", "trailing-comma", "end-of-line", "prose-wrap",
		"bracket-spacing", "quote-props"},
		Says: "there are no options for style; the layout is that of the products' formatters"},
	{Options: []string{"ignore-unknown", "no-error-on-unmatched-pattern", "u"},
		Says: "in directories, files that are not HCL by their names are left out anyway"},
	{Options: []string{"cache", "no-cache", "cache-location"}, Says: "no conversion is cached"},
	{Options: []string{"pack", "resolve", "interpolate", "no-interpolation"},
		Says: "expressions stay as they are, in templates such as \"${var.a}\""},
	{Options: []string{"cpuprofile", "memprofile", "profile", "metrics"}, Says: "nothing is measured"},
	{Options: []string{"help-all", "full-help", "usage", "H"},
		Says: "\"hcljson help\" and \"hcljson help COMMAND\" show all"},
	{Options: []string{"error-json", "json-errors", "sarif", "github"}, Says: "use --error-format"},
}

var wordAdvice = []command.Advice{
	{Words: []string{"fmt", "format", "pretty"},
		Says: "formatting is for \"tofu fmt\", \"terraform fmt\" and \"packer fmt\""},
	{Words: []string{"convert", "transform", "translate", "run"},
		Says: "name the file alone: \"hcljson main.tf\" converts it, and \"hcljson main.tf.json\" converts that back"},
	{Words: []string{"tojson", "to-json", "json", "2json", "hcltojson", "hcl-to-json", "hcl", "encode"},
		Says: "\"hcljson hcl2json FILE\" converts native syntax to JSON"},
	{Words: []string{"tohcl", "to-hcl", "jsontohcl", "json-to-hcl", "2hcl", "decode", "tf", "native"},
		Says: "\"hcljson json2hcl FILE\" converts JSON to native syntax"},
	{Words: []string{"check", "validate", "lint", "test"},
		Says: "\"hcljson --check FILE\" says whether the other form of a file is up to date, and \"hcljson verify\" " +
			"whether files mean the same"},
	{Words: []string{"compare"}, Says: "\"hcljson diff A B\" shows what differs in meaning"},
	{Words: []string{"query", "get", "eval", "eval-all", "e", "ea", "select", "jq", "read"},
		Says: "\"hcljson hcl2json --form query FILE\" writes JSON for jq"},
	{Words: []string{"merge", "concat", "join", "cat"},
		Says: "\"hcljson hcl2json --merge\" writes the files of a module as one document"},
	{Words: []string{"migrate", "cdktf", "synth"}, Says: "\"hcljson help eject\" is about leaving generators"},
	{Words: []string{"import", "state", "plan"},
		Says: "\"hcljson show FILE\" summarizes a state or a plan, and \"hcljson generate FILE\" writes configuration " +
			"for it"},
	{Words: []string{"tidy", "clean", "prettify"},
		Says: "\"hcljson json2hcl --tidy all FILE\" writes generated JSON as a person would have"},
	{Words: []string{"apply", "destroy", "workspace", "console", "get-modules"},
		Says: "that is a command of \"tofu\" and \"terraform\"; hcljson converts files"},
	{Words: []string{"init", "get-schemas", "fetch", "providers"},
		Says: "\"hcljson help schemas\" is about the schemas of providers"},
	{Words: []string{"fix", "set", "replace", "update", "delete", "put"},
		Says: "\"hcljson help edit\" is about changing files as JSON"},
	{Words: []string{"completions", "autocomplete"}, Says: "\"hcljson completion SHELL\" prints a script"},
	{Words: []string{"help", "usage", "man"}, Says: "--help shows the options"},
	{Words: []string{"version"}, Says: "--version prints the version"},
}

func completionCommand() *command.Command {
	shells := command.Shells()
	list := strings.Join(shells, ", ")
	return &command.Command{
		Name:    "completion",
		Usage:   "print a completion script for a shell: " + list,
		Args:    "SHELL",
		Choices: append(shells[:len(shells):len(shells)], "pwsh"),
		Examples: `source <(hcljson completion bash)
hcljson completion pwsh | Out-String | Invoke-Expression`,
		Run: func(call *command.Call) (int, error) {
			if len(call.Operands) == 1 && call.Operands[0] == "pwsh" {
				call.Operands[0] = "powershell"
			}
			if len(call.Operands) != 1 || !slices.Contains(shells, call.Operands[0]) {
				return exitError, command.Usagef("completion takes one shell: %s", list)
			}
			script, err := call.Program.Completion(call.Operands[0], commandToJSON, commandToHCL)
			if err == nil {
				_, err = io.WriteString(call.Out, script)
			}
			return exitOK, err
		},
	}
}

// version describes the build, as the Go command recorded it.
func version(program string) string {
	info, _ := debug.ReadBuildInfo()
	return describeBuild(program, info)
}

// describeBuild has the version, and the commit if it was built in a checkout.
func describeBuild(program string, info *debug.BuildInfo) string {
	version, commit := "(unknown)", ""
	if info != nil {
		if info.Main.Version != "" {
			version = info.Main.Version
		}
		settings := map[string]string{}
		for _, setting := range info.Settings {
			settings[setting.Key] = setting.Value
		}
		if revision := settings["vcs.revision"]; revision != "" {
			commit = " commit " + revision
			if settings["vcs.modified"] == "true" {
				commit += " with changes"
			}
		}
	}
	return fmt.Sprintf("%s %s%s %s %s/%s", program, version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
