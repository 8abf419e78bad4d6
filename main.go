// Hcljson converts HCL native syntax to HCL-JSON and back, knowing the schema
// of what it converts.
package main

import (
	"os"
	"runtime/debug"

	"github.com/hcljson/hcljson/internal/cli"
)

func main() {
	// Most of a large file's memory would be for the collector to be idle.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50)
	}
	os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}
