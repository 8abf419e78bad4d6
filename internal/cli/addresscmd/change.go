package addresscmd

import (
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/files/atomic"
)

const setName = "set"

const setDescription = `Sets the value at ADDRESS to EXPRESSION, which is native syntax: aws_instance.web.ami=data.aws_ami.this.id,
'module.vpc.version="6.0.1"'. In EXPRESSION, @ is the present value: 'aws_*.*.tags=merge(@, { Team = "shop" })'.
ADDRESS~=s/OLD/NEW/ changes the text of a string as sed does. Only --create adds a missing argument.

Examples:
  hcljson set -d 'module.vpc.version="6.0.1"' main.tf
  hcljson set -w 'module.*.source~=s/ref=v1/ref=v2/' modules
  hcljson set -w --create 'aws_*.*.tags.Team="shop"' main.tf`

// NewSet returns the command set.
func NewSet() *cli.Command {
	o := new(addressOptions)
	return o.define(cli.Command{
		Name: setName, Usage: "set the value at an address",
		ArgsUsage: "ADDRESS=EXPRESSION FILE|DIR...", UsageText: "-e ADDRESS=EXPRESSION... FILE|DIR...",
		Description: setDescription,
		Flags: append(textFlags(), o.scriptFlag("set this `ADDRESS=EXPRESSION`"),
			&cli.BoolFlag{Name: "create", Category: command.Output,
				Usage: "add a missing argument or item, if its place is clear"},
			supportedFlag(),
			&cli.StringFlag{Name: "default", Category: command.Output,
				Usage: "with --create, use this `EXPRESSION` for @ if there is no present value"}),
	}, 1, "", textConflicts...)
}

func supportedFlag() cli.Flag {
	return &cli.BoolFlag{Name: "if-supported", Category: command.Output,
		Usage: "skip blocks whose schema lacks the argument, or defines another kind of value"}
}

const addName = "add"

const addDescription = `Adds TEXT to the value at ADDRESS: an element to a list, an item (key = value) to an object, an argument or
a block to a block. The address of the file itself is a dot.

Examples:
  hcljson add -d locals 'zones = ["a"]' main.tf
  hcljson add -w aws_instance.web 'lifecycle { }' main.tf`

// NewAdd returns the command add.
func NewAdd() *cli.Command {
	o := new(addressOptions)
	return o.define(cli.Command{
		Name: addName, Usage: "add an element, item, argument or block at an address",
		ArgsUsage: "ADDRESS TEXT FILE|DIR...", UsageText: "-e ADDRESS -e TEXT... FILE|DIR...", Description: addDescription,
		Flags: append(textFlags(), o.scriptFlag("the address, and then a text to add: a `WORD` for each"),
			&cli.StringFlag{Name: "before", Category: command.Output, Usage: "add the text before this `ADDRESS`"},
			&cli.StringFlag{Name: "after", Category: command.Output, Usage: "add the text after this `ADDRESS`"},
			&cli.BoolFlag{Name: "if-missing", Category: command.Output,
				Usage: "skip each TEXT that already exists"},
			supportedFlag()),
	}, 2, "add needs -e for the address, and -e for each text",
		append(command.Conflicts("--before and --after name two places; choose one", "after", "before"), textConflicts...)...)
}

var textConflicts = command.Conflicts("--json and --string are two forms of a value; choose one", "json", "string")

const removeDescription = `Removes the argument, block, element or item at ADDRESS, with the comments directly above and after it. A
warning names references to a removed declaration. The plan destroys the objects of a removed resource or
module; with --forget, a removed block keeps them.

Examples:
  hcljson rm -d aws_instance.web.ami main.tf
  hcljson rm -w --forget module.m .
  hcljson rm -w 'output.*' modules`

// NewRemove returns the command rm.
func NewRemove() *cli.Command {
	return defineEach("rm", "remove the content at an address", removeDescription,
		"remove the content at this `ADDRESS`", &cli.BoolFlag{Name: "forget", Category: command.Output,
			Usage: "keep the objects of a resource or module: write a removed block"})
}

// defineEach defines a command with the same operation at each address.
func defineEach(name, usage, description, script string, flags ...cli.Flag) *cli.Command {
	o := new(addressOptions)
	return o.define(cli.Command{
		Name: name, Usage: usage, ArgsUsage: "ADDRESS FILE|DIR...", UsageText: "-e ADDRESS... FILE|DIR...",
		Description: description, Flags: append(flags, o.scriptFlag(script)),
	}, 1, "")
}

const moveDescription = `Renames the block, argument or key at the first ADDRESS. The second one is the new address or name. All
references in the module follow: to a resource, a data source, a module, a variable or a local value. A
moved block tells the product that a resource or module has a new name. If a variable or an output is
renamed, values, tests and calls among the given files follow as well. A resource can get another type,
and an instance such as aws_x.a["k"] another key of for_each. A move to or from a called module, such as
module.m.aws_x.a, writes only the moved block. With --module, only the declarations of one module get a
new name, and the other paths contain its callers. With --to, the blocks at ADDRESS move to another file of
the module, with their comments.

Examples:
  hcljson mv -d aws_instance.web aws_instance.front .
  hcljson mv -w local.size local.count main.tf
  hcljson mv -w --module modules/network output.o output.id .
  hcljson mv -w 'variable.*' --to variables.tf .`

// NewMove returns the command mv.
func NewMove() *cli.Command {
	o := new(addressOptions)
	return o.define(cli.Command{
		Name: "mv", Usage: "rename a block, argument or key, and the references to a declaration",
		ArgsUsage: "ADDRESS ADDRESS FILE|DIR...", UsageText: "-e ADDRESS -e ADDRESS... FILE|DIR...", Description: moveDescription,
		Flags: []cli.Flag{
			o.scriptFlag("an old `ADDRESS`, and then the new address"),
			&cli.BoolFlag{Name: "no-moved", Category: command.Output, Usage: "write no moved block"},
			&cli.StringFlag{Name: "module", Category: command.Output, Destination: &o.module,
				Usage: "rename only in the module in this `DIR`; only references change in the other paths"},
			&cli.StringFlag{Name: "to", Category: command.Output, Destination: &o.toFile,
				Usage: "move the block at the ADDRESS to this `FILE` of the module"},
		},
	}, 2, "mv needs a new address for ADDRESS",
		command.Conflicts("--to moves a block and keeps its name; leave out --no-moved", "to", "no-moved")...)
}

const copyDescription = `Adds a copy of the block or argument at ADDRESS after it, with its comments. NAME is the new
address or name.

Examples:
  hcljson cp -d aws_instance.web back main.tf
  hcljson cp -w var.cidr other_cidr prod.tf`

// NewCopy returns the command cp.
func NewCopy() *cli.Command {
	o := new(addressOptions)
	return o.define(cli.Command{
		Name: "cp", Usage: "copy a block or argument under a new name",
		ArgsUsage: "ADDRESS NAME FILE|DIR...", UsageText: "-e ADDRESS -e NAME... FILE|DIR...", Description: copyDescription,
		Flags: []cli.Flag{o.scriptFlag("an `ADDRESS`, and then the name of the copy")},
	}, 2, "cp needs a name for the copy of ADDRESS")
}

const applyDescription = `Makes the changes of a script: one change on each line, in the words of set, add, rm, mv, cp and sort, with
quotes as in a shell. Each change sees the results of the changes before it, and either all or none are
made. SCRIPT is a file, or - for standard input. A line that starts with # is a comment.

Examples:
  hcljson apply -d changes.txt .
  hcljson apply -w changes.txt main.tf`

// NewApply returns the command apply.
func NewApply() *cli.Command {
	o := &addressOptions{isScript: true}
	c := o.define(cli.Command{
		Name: "apply", Usage: "make the changes of a script", ArgsUsage: "SCRIPT FILE|DIR...", UsageText: "SCRIPT FILE|DIR...",
		Description: applyDescription,
	}, 1, "")
	c.BashComplete = nil
	return c
}

// maxScript is the maximum size of a script in bytes.
const maxScript = 16 << 20

// readScript returns the changes of a script.
func (o *addressOptions) readScript(call *command.Call, words []string) ([]address.Change, error) {
	if len(words) == 0 {
		return nil, command.Usagef("apply needs a script")
	}
	var text []byte
	var err error
	if words[0] == command.Stdin {
		text, err = atomic.ReadAtMost(call.In, nil, maxScript)
	} else {
		text, err = env.ReadAtMost(words[0], maxScript)
	}
	if err != nil {
		return nil, &report.FileError{Name: words[0], Diagnostic: report.CannotRead(words[0], err)}
	}
	o.text = string(text)
	list, err := address.ParseScript(o.text)
	if err != nil {
		advice := ""
		if env.HasFileName(words[0]) {
			advice = "; the script comes first: hcljson apply SCRIPT FILE|DIR..."
		}
		return nil, command.Usagef("%s: %s%s", words[0], err, advice)
	}
	return list, nil
}

const sortDescription = `Sorts the content at ADDRESS: blocks of a type by their labels, the arguments of a block and the items of an
object by their names, the elements of a list by their values. Comments move with them.

Examples:
  hcljson sort -w locals main.tf
  hcljson sort -d output modules/network`

// NewSort returns the command sort.
func NewSort() *cli.Command {
	return defineEach("sort", "sort the content at an address", sortDescription,
		"sort the content at this `ADDRESS`")
}
