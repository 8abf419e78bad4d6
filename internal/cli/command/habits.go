package command

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// habits are options of other tools, such as sed, gofmt, hcledit, yq and terraform, with advice for their
// users. The first row applies whose option the command has; each command has the option "".
var habits = []struct{ typed, option, advice string }{
	{inPlace, "write", "use -w, which writes the files in place"},
	{inPlace, "replace", "use -o DIR/ to write to another directory, or --replace to replace each source"},
	{inPlace, "output", "use -o, which names the output"},
	{"f file filename input", "", "files are operands, the last words of the command line"},
	{"r raw raw-output", "plain", "use --string, which prints only the text of a string"},
	{"r R recursive", "exclude", "leave it out: a directory includes its subdirectories"},
	{"v V", "", "--version prints the version"},
	{"verbose debug", "quiet", "leave it out: without --quiet, all messages are printed"},
	{"no-color no-colour nocolor C", "color", "use --color never"},
	{"c compact", "form", "use --form compact"},
	{"no-comments strip-comments", "comments", "use --comments drop"},
	{"p pretty indent", "form", "leave it out: the JSON is always indented"},
	{"n dry-run preview", "diff", "use -d, which prints the changes and writes nothing"},
	{"s silent", "quiet", "use --quiet"},
	{"format output-format input-format", "form", "leave it out: the name of the file selects the direction"},
	{"stack", "tidy", "name the directory of the stack, such as cdktf.out/stacks/NAME"},
	{"simplify", "form", "leave it out: hcljson evaluates no expressions"},
}

const inPlace = "w write i in-place inplace inline u update overwrite"

// habitAdvice returns advice on an option of other tools, or "".
func habitAdvice(c *cli.Command, option string) string {
	for _, row := range habits {
		if slices.Contains(strings.Fields(row.typed), option) && (row.option == "" || hasOption(c, row.option)) {
			return row.advice
		}
	}
	return ""
}

// synonyms are commands of other tools, of one or two words, and the command with the same purpose. The name of a
// missing command is advice.
var synonyms = []struct{ typed, command string }{
	{"attribute get", "get"}, {"attribute set", "set"}, {"attribute replace", "set"}, {"attribute append", "add"},
	{"attribute rm", "rm"}, {"attribute mv", "mv"}, {"attribute", "get"},
	{"block get", "get"}, {"block list", "list"}, {"block append", "add"}, {"block new", "add"}, {"block rm", "rm"},
	{"block mv", "mv"}, {"block", "get"}, {"body", "get"},
	{"read", "get"}, {"query", "get"}, {"ls", "list"}, {"replace", "set"}, {"update", "set"},
	{"append", "add"}, {"insert", "add"}, {"new", "add"}, {"create", "add"},
	{"delete", "rm"}, {"del", "rm"}, {"remove", "rm"}, {"unset", "rm"}, {"rename", "mv"}, {"move", "mv"}, {"copy", "cp"},
	{"grep", "list"}, {"find", "list"}, {"search", "list"}, {"cat", "get"}, {"print", "get"},
	{"check", "verify"}, {"compare", "diff"}, {"plan", "show"}, {"state", "show"}, {"view", "show"}, {"import", "generate"},
	{"tojson", "hcl2json"}, {"to-json", "hcl2json"}, {"json", "hcl2json"},
	{"tohcl", "json2hcl"}, {"to-hcl", "json2hcl"}, {"hcl", "json2hcl"},
	{"convert", `the name of a file is enough, as in "hcljson main.tf"`},
	{"merge", `"hcljson hcl2json --merge DIR" writes a module as one document`},
	{"fmt", formatAdvice}, {"format", formatAdvice},
	{"validate", `"terraform validate" checks a configuration, and "hcljson verify" compares files`},
	{"tidy", `"hcljson json2hcl --tidy STEPS FILE" and "hcljson eject" run the tidy steps`},
	{"schema get", schemaShow}, {"schema print", schemaShow}, {"schema cat", schemaShow},
	{"schema download", schemaFetch}, {"schema install", schemaFetch}, {"schema update", schemaFetch}, {"schema pull", schemaFetch},
	{"schema rm", schemaClean}, {"schema remove", schemaClean}, {"schema delete", schemaClean},
	{"init", `"hcljson schema fetch DIR" reads the schemas of providers`},
}

const (
	formatAdvice = `"terraform fmt" and "tofu fmt" format files`
	schemaShow   = `use "hcljson schema show PROVIDER [TYPE]"`
	schemaFetch  = `use "hcljson schema fetch PROVIDER"`
	schemaClean  = `use "hcljson schema clean PROVIDER"`
)

// synonymAdvice returns advice on the first words of a command line for users of other tools, or "".
func synonymAdvice(program *cli.Command, words []string) string {
	for _, row := range synonyms {
		typed := strings.Fields(row.typed)
		if len(words) < len(typed) || !slices.Equal(words[:len(typed)], typed) {
			continue
		}
		c := program.Command(row.command)
		if c == nil {
			return row.command
		}
		return "use \"" + strings.Join(append([]string{program.Name, c.Name}, strings.Fields(c.ArgsUsage)...), " ") + "\""
	}
	return ""
}
