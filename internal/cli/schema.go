package cli

import (
	"strings"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/jsonschema"
	"github.com/hcljson/hcljson/internal/pluginschemas"
)

// skeletonFlags are those of schema show with examples and json-schema alone.
var skeletonFlags = []string{"as", "dialect", "schema", "provider-schema", "installed-schemas", "fetch-schemas"}

const (
	schemaName     = "schema"
	jsonSchemaName = "json-schema"
)

func schemaCommand() *command.Command {
	o := new(options)
	const address = "the address of a provider, such as hashicorp/aws"
	sub := func(name, args, needs, usage string, do func(*schemaRun, []string) error) *command.Command {
		c := &command.Command{Name: name, Args: args, Needs: needs, Usage: usage}
		if needs != "" {
			c.Operands = command.Required
		}
		c.Run = func(call *command.Call) (int, error) { return o.runSchema(call, do) }
		return c
	}
	return &command.Command{
		Name: schemaName, Usage: "get, list and show what providers define", Operands: command.Required,
		Description: "Exit status: 0 fine, 2 an error.",
		Examples: `hcljson schema fetch hashicorp/aws@5.31.0
hcljson schema show hashicorp/aws aws_instance
hcljson schema json-schema config -o schema.json`,
		Groups: []command.Group{
			o.languageFlags().Only(&o.target, &o.dialect, &o.schemas), o.providerFlags(),
			o.intoDir("json-schema: write to this `FILE`; - is standard output").
				Only(&o.output, &o.force).Says(&o.force, "json-schema: overwrite a file that holds something else"),
			o.messageFlags(),
			{Title: titleConversion, Flags: []command.Flag{{Name: "as", To: &o.as, Choices: []string{asTable, asHCL, asJSON},
				Usage: "show: a table, or an example of a block to begin with"}, {Name: "address", To: &o.address,
				Usage: "read, add: the `ADDRESS` of the provider, if its file does not say it; " +
					"for add with @ and the version"}, {Name: "all", To: &o.all,
				Usage: "json-schema: all types of the providers, not those in use"}}},
		},
		Commands: []*command.Command{
			sub("fetch", "ADDRESS[@VERSION]...", address,
				"download providers, start them, and keep their schemas",
				(*schemaRun).fetch),
			sub("add", "FILE...", "a file that \"providers schema -json\" has printed",
				"put what \"providers schema -json\" has printed in the cache",
				(*schemaRun).add),
			sub("export", "ADDRESS[@VERSION]...", address,
				"print schemas of the cache as one document",
				(*schemaRun).export),
			sub("list", "[ADDRESS[@VERSION]]...", "",
				"list the schemas in the cache, and the built-in tables",
				(*schemaRun).list),
			sub("show", "ADDRESS[@VERSION] [TYPE]", address,
				"print the types of a provider, or what one defines;\nwith --as hcl [ADDRESS] TYPE..., examples of blocks",
				(*schemaRun).show),
			sub(jsonSchemaName, "KIND [PATH]", "a kind: "+strings.Join(jsonschema.Kinds(), ", "),
				"print the JSON Schema of a language, variables or plans",
				(*schemaRun).jsonSchema),
			sub("clean", "[ADDRESS[@VERSION]]...", "",
				"remove schemas from the cache",
				(*schemaRun).clean),
			sub("read", "EXECUTABLE...", "the file of a plugin, or packer",
				"start plugins of providers or of Packer, or packer\nitself, and print their schemas",
				(*schemaRun).read),
		},
	}
}

func (o *options) runSchema(call *command.Call, do func(*schemaRun, []string) error) (int, error) {
	name := call.Subcommand.Name
	if _, err := o.product(); err != nil {
		return exitError, err
	}
	if o.address != "" && name != "read" && name != "add" {
		return exitError, command.Usagef(
			"--address is for schema read and schema add; name the provider after schema %s", name)
	}
	for _, flag := range skeletonFlags {
		if call.Given(flag) && (name != jsonSchemaName || flag == "as") && (name != "show" || o.as == asTable) {
			return exitError, command.Usagef("--%s is for schema show --as hcl, which writes examples of blocks", flag)
		}
	}
	if name != jsonSchemaName && (o.all || o.force || o.output != "") {
		return exitError, command.Usagef("--all, -o and --force are for schema json-schema")
	}
	return o.start(call, func(run *session) (int, error) {
		run.interruptible()
		s := &schemaRun{session: run}
		var err error
		if name != "read" {
			s.cache, err = pluginschemas.OpenCache(s.session.Getenv)
		}
		if err == nil {
			err = do(s, call.Operands)
		}
		return s.failed(err)
	})
}
