package cli

import (
	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
)

const setDescription = `Gives what is at each ADDRESS the value of EXPRESSION, which is native syntax:
aws_instance.web.ami=data.aws_ami.this.id, 'module.vpc.version="6.0.1"'. Nothing is
made that is not there, unless --create asks for it.
`

func setCommand() *command.Command {
	o, create := new(options), false
	return o.command(command.Command{
		Name: "set", Usage: "give what is at an address another value",
		Args: "ADDRESS=EXPRESSION... FILE|DIR...", Description: setDescription,
		Examples: `hcljson set -d 'module.vpc.version="6.0.1"' main.tf
hcljson set -w --create 'aws_*.*.tags.Team="shop"' main.tf`,
	}, o.textFlags(command.Flag{
		Name: "create", To: &create, Usage: "make what is not there, where one place alone can be meant",
	}), 1, func(words []string) (list []address.Change, _ error) {
		for _, word := range words {
			a, text, err := address.Assignment(word)
			if err != nil {
				return nil, err
			}
			list = append(list, address.Change{Address: a, Text: []string{text}, Syntax: o.syntax(), Create: create})
		}
		return list, nil
	})
}
