package builtin

import (
	"embed"
	"slices"
	"strings"
	"sync"
)

//go:embed tables/*.table
var files embed.FS

const ending = ".table"

// sources are the providers in the table, sorted.
var sources = sync.OnceValue(func() []string {
	entries, err := files.ReadDir("tables")
	if err != nil {
		panic(err) // it is in the program
	}
	list := make([]string, len(entries))
	for i, entry := range entries {
		list[i] = strings.Replace(strings.TrimSuffix(entry.Name(), ending), "+", "/", 1)
	}
	slices.Sort(list)
	return list
})

// embedded is the table of a provider, empty if there is none.
func embedded(source string) string {
	src, _ := files.ReadFile("tables/" + strings.Replace(source, "/", "+", 1) + ending)
	return string(src)
}
