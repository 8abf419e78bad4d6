package cli

import (
	"cmp"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
)

const addDescription = `Adds each TEXT to what is at ADDRESS: an element to a list, an item (key = value) to an
object, an argument or a block to a block, or to the file, whose address is a dot. It
comes last, or where --before or --after says.
`

func addCommand() *command.Command {
	o, c := new(options), address.Change{Op: address.Add}
	var before, after string
	return o.command(command.Command{
		Name: "add", Usage: "add to what is at an address: an element, an item, an argument, a block",
		Args: "ADDRESS TEXT... FILE|DIR...", Description: addDescription,
		Examples: `hcljson add -d locals 'zones = ["a"]' main.tf
hcljson add -w aws_instance.web 'lifecycle { prevent_destroy = true }' main.tf`,
	}, o.textFlags(
		command.Flag{Name: "before", To: &before, Usage: "add it before what is at this `ADDRESS`"},
		command.Flag{Name: "after", To: &after, Usage: "add it after what is at this `ADDRESS`",
			Not: []command.Conflict{{With: &before, Why: "--before and --after are two places"}}},
		command.Flag{Name: "if-missing", To: &c.IfMissing, Usage: "leave out what is there already"},
	), 2, func(words []string) ([]address.Change, error) {
		list, err := parsed(words[0], cmp.Or(before, after, "."))
		if err != nil {
			return nil, err
		}
		c.Address, c.Text, c.Syntax = list[0], words[1:], o.syntax()
		if before != "" {
			c.Before = &list[1]
		} else if after != "" {
			c.After = &list[1]
		}
		return []address.Change{c}, nil
	})
}
