package cli

import (
	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
)

const sortDescription = `Sorts what is at each ADDRESS: blocks of a type by their labels, the arguments of a block
and the items of an object by their names, the elements of a list by their values.
Comments go along.
`

func sortCommand() *command.Command {
	return new(options).command(command.Command{
		Name: "sort", Usage: "put what is at an address in order", Args: "ADDRESS... FILE|DIR...",
		Description: sortDescription,
		Examples: `hcljson sort -w locals main.tf
hcljson sort -d output modules/network`,
	}, nil, 1, atEach(address.Sort))
}
