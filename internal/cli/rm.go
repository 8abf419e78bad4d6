package cli

import (
	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
)

const removeDescription = `Takes out what is at each ADDRESS, with the comments right above and after it.
` + addressNote

// changeOptions are those of a command that does one thing at each address.
type changeOptions struct {
	addressOptions
	op      address.Op
	example string
}

func removeCommand() *command.Command {
	o := &changeOptions{op: address.Remove, example: "rm aws_instance.web.tags main.tf"}
	return &command.Command{
		Name: "rm", Unlisted: true, Usage: "take out what is at an address", Args: "ADDRESS... FILE|DIR...",
		Description: removeDescription,
		Examples: `hcljson rm -d aws_instance.web.ami main.tf
hcljson rm -w 'output.*' modules`,
		Operands: command.Required, Offers: offerAddresses, Run: o.run, Groups: o.groups(),
	}
}

func (o *changeOptions) run(call *command.Call) (int, error) {
	return o.apply(call, 1, o.example, func(words []string) (changes []address.Change, _ error) {
		list, err := parsed(words...)
		for _, a := range list {
			changes = append(changes, address.Change{Op: o.op, Address: a})
		}
		return changes, err
	})
}
