package cli

import (
	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
)

const removeDescription = `Takes out what is at each ADDRESS, with the comments right above and after it.
`

func removeCommand() *command.Command {
	return new(options).command(command.Command{
		Name: "rm", Usage: "take out what is at an address", Args: "ADDRESS... FILE|DIR...", Description: removeDescription,
		Examples: `hcljson rm -d aws_instance.web.ami main.tf
hcljson rm -w 'output.*' modules`,
	}, nil, 1, atEach(address.Remove))
}

// atEach asks for a change at each address.
func atEach(op address.Op) func(words []string) ([]address.Change, error) {
	return func(words []string) (changes []address.Change, _ error) {
		list, err := parsed(words...)
		for _, a := range list {
			changes = append(changes, address.Change{Op: op, Address: a})
		}
		return changes, err
	}
}
