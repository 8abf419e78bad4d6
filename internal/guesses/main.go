// Command guesses makes the table of guesses of schema/opentofu from the uses of
// names that internal/providertable counts in the schemas of providers:
//
//	go run ./internal/guesses USES.tsv
package main

import (
	"fmt"
	"os"

	"github.com/hcljson/hcljson/internal/uses"
)

const output = "schema/opentofu/guesses.txt"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: guesses USES.tsv")
		os.Exit(2)
	}
	counts, err := uses.Read(os.Args[1])
	if err == nil {
		err = os.WriteFile(output, []byte(counts.Table()), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "guesses:", err)
		os.Exit(1)
	}
}
