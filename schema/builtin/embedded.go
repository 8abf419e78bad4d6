package builtin

import (
	"embed"
	"slices"
	"strings"
	"sync"
)

// files are the tables that are in the program. Nothing of one that is not needed is
// read.
//
//go:embed tables/*.table
var files embed.FS

// ending is that of the files, whose names have + for the slash of a source.
const ending = ".table"

// sources returns the providers in the table, sorted.
var sources = sync.OnceValue(func() []string {
	entries, err := files.ReadDir("tables")
	if err != nil {
		panic(err) // it is in the program
	}
	list := make([]string, len(entries))
	for i, entry := range entries {
		list[i] = strings.ReplaceAll(strings.TrimSuffix(entry.Name(), ending), "+", "/")
	}
	slices.Sort(list)
	return list
})

// embedded returns the table of a provider, or nothing.
func embedded(source string) string {
	if _, found := slices.BinarySearch(sources(), source); !found {
		return ""
	}
	table, err := files.ReadFile("tables/" + strings.ReplaceAll(source, "/", "+") + ending)
	if err != nil {
		panic(err) // it is in the program
	}
	return string(table)
}
