package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/schema/builtin"
)

func main() {
	dir := os.Args[1]
	out := os.Args[2]
	entries, err := filepath.Glob(filepath.Join(dir, "*@*"))
	if err != nil {
		panic(err)
	}
	groups := map[string][]string{}
	for _, name := range entries {
		base := filepath.Base(name)
		source, _, _ := strings.Cut(base, "@")
		groups[source] = append(groups[source], name)
	}
	f, _ := os.Create(filepath.Join(out, "uses.tsv"))
	for _, source := range slices.Sorted(maps.Keys(groups)) {
		names := groups[source]
		slices.Sort(names)
		p := builtin.Provider{Source: strings.ReplaceAll(source, "+", "/")}
		var all []types
		for _, name := range names {
			t, err := ofGoFiles(name)
			if err != nil {
				panic(err)
			}
			all = append(all, t)
			_, v, _ := strings.Cut(filepath.Base(name), "@")
			p.Versions = append(p.Versions, builtin.Version{Version: v})
		}
		for i := range all {
			if err := writeUses(f, p.Source, p.Versions[i], all[i]); err != nil {
				panic(err)
			}
		}
		for n := range all {
			b, err := encode(p, all[n:])
			if err != nil {
				panic(err)
			}
			fmt.Println(source, names[n:], len(b))
			if n == 0 {
				os.WriteFile(filepath.Join(out, fileName(p.Source)), b, 0o644)
			}
		}
	}
}

// fileName is the name of the file of a table.
func fileName(source string) string { return strings.ReplaceAll(source, "/", "+") + ".table" }
