// Hcljson converts HCL native syntax to HCL-JSON and back, knowing the schema
// of what it converts.
package main

import (
	"os"

	"github.com/hcljson/hcljson/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}
