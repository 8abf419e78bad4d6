//go:build ignore

// Develop has the programs that are for the development of hcljson, and not for its users,
// so that "go install ./..." installs none of them:
//
//	go run internal/develop.go PROGRAM ARGUMENT...
package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/corpus"
	"github.com/hcljson/hcljson/internal/edits"
	"github.com/hcljson/hcljson/internal/foreign"
	"github.com/hcljson/hcljson/internal/legacypacker"
	"github.com/hcljson/hcljson/internal/packernames"
	"github.com/hcljson/hcljson/internal/providertable"
	"github.com/hcljson/hcljson/internal/release"
	"github.com/hcljson/hcljson/internal/release/npm"
	"github.com/hcljson/hcljson/internal/release/wheels"
)

var programs = map[string]func(){
	"corpus":        corpus.Main,
	"edits":         edits.Main,
	"foreign":       foreign.Main,
	"legacypacker":  legacypacker.Main,
	"npm":           npm.Main,
	"packernames":   packernames.Main,
	"providertable": providertable.Main,
	"release":       release.Main,
	"wheels":        wheels.Main,
}

func main() {
	if len(os.Args) < 2 || programs[os.Args[1]] == nil {
		fmt.Fprintf(os.Stderr, "usage: go run internal/develop.go %s ARGUMENT...\n",
			strings.Join(slices.Sorted(maps.Keys(programs)), "|"))
		os.Exit(2)
	}
	os.Args = os.Args[1:]
	programs[os.Args[0]]()
}
