package cli

import (
	"cmp"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
)

const addDescription = `Adds each TEXT to what is at ADDRESS: an element to a list, an item (key = value) to an
object, an argument or a block to a block, or to the file, whose address is a dot. It
comes last, or where --before or --after says.
` + addressNote

// addOptions are those of add.
type addOptions struct {
	addressOptions
	before, after string
	ifMissing     bool
}

func addCommand() *command.Command {
	o := new(addOptions)
	return &command.Command{
		Name: "add", Unlisted: true, Usage: "add to what is at an address: an element, an item, an argument, a block",
		Args: "ADDRESS TEXT... FILE|DIR...", Description: addDescription,
		Examples: `hcljson add -d locals 'zones = ["a"]' main.tf
hcljson add -w aws_instance.web 'lifecycle { prevent_destroy = true }' main.tf`,
		Operands: command.Required, Offers: offerAddresses, Run: o.run,
		Groups: o.groups(append(o.textFlags(),
			command.Flag{Name: "before", To: &o.before, Usage: "add it before what is at this `ADDRESS`"},
			command.Flag{Name: "after", To: &o.after, Usage: "add it after what is at this `ADDRESS`",
				Not: []command.Conflict{{With: &o.before, Why: "--before and --after are two places"}}},
			command.Flag{Name: "if-missing", To: &o.ifMissing, Usage: "leave out what is there already"},
		)...),
	}
}

func (o *addOptions) run(call *command.Call) (int, error) {
	const example = "add aws_instance.web 'monitoring = true' main.tf"
	return o.apply(call, 2, example, func(words []string) ([]address.Change, error) {
		list, err := parsed(words[0], cmp.Or(o.before, o.after, "."))
		if err != nil {
			return nil, err
		}
		c := address.Change{
			Op: address.Add, Address: list[0], Text: words[1:], Syntax: o.syntax(), IfMissing: o.ifMissing,
		}
		if o.before != "" {
			c.Before = &list[1]
		} else if o.after != "" {
			c.After = &list[1]
		}
		return []address.Change{c}, nil
	})
}
