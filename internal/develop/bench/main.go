// Package bench writes Terraform source of a given size to standard output, for
// measuring commands as a whole. The benchmarks are in its test files.
//
//	go run . bench BYTES >FILE
package bench

import (
	"fmt"
	"os"
	"strconv"
)

// Main is the program; see package main.
func Main() {
	size := 0
	if len(os.Args) == 2 {
		size, _ = strconv.Atoi(os.Args[1])
	}
	if size <= 0 {
		fmt.Fprintln(os.Stderr, "usage: go run . bench BYTES >FILE")
		os.Exit(2)
	}
	if _, err := os.Stdout.Write(generate(size)); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
