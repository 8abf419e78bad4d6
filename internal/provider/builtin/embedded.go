//go:build !wasip1

package builtin

import (
	"embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"
)

//go:embed tables/*.table
var files embed.FS

const ending = ".table"

// sources returns the sorted sources of the providers in the table.
var sources = sync.OnceValue(func() []string {
	entries, err := files.ReadDir("tables")
	if err != nil {
		panic(err) // the files are part of the program
	}
	list := make([]string, len(entries))
	for i, entry := range entries {
		list[i] = strings.Replace(strings.TrimSuffix(entry.Name(), ending), "+", "/", 1)
	}
	slices.Sort(list)
	return list
})

// hasTable reports whether a provider has a table.
func hasTable(source string) bool {
	_, found := slices.BinarySearch(sources(), source)
	return found
}

// readEntry returns a provider in the table, and the text after the first line of its file.
func readEntry(source string) (p Provider, rest string, err error) {
	src, _ := files.ReadFile("tables/" + strings.Replace(source, "/", "+", 1) + ending)
	line, rest, ok := strings.Cut(string(src), "\n")
	if !ok || json.Unmarshal([]byte(line), &p) != nil || len(p.Versions) == 0 {
		return p, "", errTable
	}
	return p, rest, nil
}
