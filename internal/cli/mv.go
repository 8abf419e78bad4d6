package cli

import (
	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
)

const moveDescription = `Gives what is at the first ADDRESS the name that the second one ends with: a resource, a
variable, a local value with all references in the module, and a label, an argument or
a key. The product is told of the new name of what it has made, with a moved block.
Who uses the module from outside, as the values of its variables do, is not changed.
` + addressNote

// moveOptions are those of mv.
type moveOptions struct {
	addressOptions
	noMoved bool
}

func moveCommand() *command.Command {
	o := new(moveOptions)
	return &command.Command{
		Name: "mv", Unlisted: true, Usage: "give what is at an address another name, with all references",
		Args: "ADDRESS ADDRESS FILE|DIR...", Description: moveDescription,
		Examples: `hcljson mv -d aws_instance.web aws_instance.front .
hcljson mv -w local.size local.count main.tf`,
		Operands: command.Required, Offers: offerAddresses, Run: o.run,
		Groups: o.groups(command.Flag{Name: "no-moved", To: &o.noMoved, Usage: "write no moved block"}),
	}
}

func (o *moveOptions) run(call *command.Call) (int, error) {
	return o.apply(call, 2, "mv var.cidr var.network_cidr main.tf", func(words []string) ([]address.Change, error) {
		list, err := parsed(words...)
		switch {
		case err != nil:
			return nil, err
		case len(list) != 2:
			return nil, command.Usagef("mv takes two addresses, and files or directories that are there; %s is neither",
				words[2])
		}
		return []address.Change{{Op: address.Move, Address: list[0], To: list[1], NoMoved: o.noMoved}}, nil
	})
}
