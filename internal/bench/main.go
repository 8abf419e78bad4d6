// Bench writes Terraform source of a given size to standard output, for
// measuring commands as a whole. The benchmarks are in its test files.
package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	size := 0
	if len(os.Args) == 2 {
		size, _ = strconv.Atoi(os.Args[1])
	}
	if size <= 0 {
		fmt.Fprintln(os.Stderr, "usage: bench BYTES >FILE")
		os.Exit(2)
	}
	if _, err := os.Stdout.Write(generate(size)); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
