package cli

import (
	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
)

const moveDescription = `Gives what is at the first ADDRESS the name that the second one ends with: a resource, a
variable, a local value with all references in the module, and a label, an argument or
a key. The product is told of the new name of what it has made, with a moved block.
Files of values and of tests of the module get it too; who calls the module does not.
`

func moveCommand() *command.Command {
	o, noMoved := new(options), false
	return o.command(command.Command{
		Name: "mv", Usage: "give what is at an address another name, with all references",
		Args: "ADDRESS ADDRESS FILE|DIR...", Description: moveDescription,
		Examples: `hcljson mv -d aws_instance.web aws_instance.front .
hcljson mv -w local.size local.count main.tf`,
	}, []command.Flag{{Name: "no-moved", To: &noMoved, Usage: "write no moved block"}}, 2,
		func(words []string) ([]address.Change, error) {
			list, err := parsed(words...)
			if err == nil && len(list) != 2 {
				err = command.Usagef("mv takes two addresses, and files or directories that are there; %s is neither", words[2])
			}
			if err != nil {
				return nil, err
			}
			return []address.Change{{Op: address.Move, Address: list[0], To: list[1], NoMoved: noMoved}}, nil
		})
}
