package cli

import (
	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
)

const sortDescription = `Sorts what is at each ADDRESS: blocks of a type by their labels, the arguments of a block
and the items of an object by their names, the elements of a list by their values.
Comments go along.
` + addressNote

func sortCommand() *command.Command {
	o := &changeOptions{op: address.Sort, example: "sort variable variables.tf"}
	return &command.Command{
		Name: "sort", Unlisted: true, Usage: "put what is at an address in order", Args: "ADDRESS... FILE|DIR...",
		Description: sortDescription,
		Examples: `hcljson sort -w locals main.tf
hcljson sort -d output modules/network`,
		Operands: command.Required, Offers: offerAddresses, Run: o.run, Groups: o.groups(),
	}
}
