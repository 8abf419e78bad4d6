// Develop contains the programs for the development of hcljson. In this directory:
//
//	go run . PROGRAM ARGUMENT...
package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/develop/bench"
	"github.com/hcljson/hcljson/internal/develop/corpus"
	"github.com/hcljson/hcljson/internal/develop/edits"
	"github.com/hcljson/hcljson/internal/develop/providertable"
	"github.com/hcljson/hcljson/internal/develop/release"
	"github.com/hcljson/hcljson/internal/develop/release/npm"
	"github.com/hcljson/hcljson/internal/develop/release/wheels"
)

var programs = map[string]func(){
	"bench":         bench.Main,
	"corpus":        corpus.Main,
	"edits":         edits.Main,
	"npm":           npm.Main,
	"providertable": providertable.Main,
	"release":       release.Main,
	"wheels":        wheels.Main,
}

func main() {
	if len(os.Args) < 2 || programs[os.Args[1]] == nil {
		fmt.Fprintf(os.Stderr, "usage: go run . %s ARGUMENT...\n",
			strings.Join(slices.Sorted(maps.Keys(programs)), "|"))
		os.Exit(2)
	}
	os.Args = os.Args[1:]
	programs[os.Args[0]]()
}
