//go:build !wasip1 && hcljson_given

package main

import (
	"bufio"
	"os"
	"strings"

	"github.com/hcljson/hcljson/internal/builtin"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/wasm/module"
)

// For tests and profiles, the same as a program of this machine: each line is a request. At
// an empty one, it reads tables of providers from the next file that it is given.
func main() {
	small := &service.Service{}
	in := bufio.NewReader(os.Stdin)
	files := os.Args[1:]
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		if line != "\n" {
			if _, err := os.Stdout.Write(module.Answer(small, strings.TrimSuffix(line, "\n"))); err != nil {
				panic(err)
			}
			continue
		}
		tables, err := os.ReadFile(files[0])
		files = files[1:]
		if err != nil || !builtin.Give(string(tables)) {
			panic("these are not the tables of this program")
		}
	}
}
