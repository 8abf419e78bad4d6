//go:build wasip1

package builtin

import (
	"maps"
	"slices"
)

// The WebAssembly module (internal/service/wasm) receives the tables at run time.

// fingerprint is the fingerprint of the matching table; the linker sets it.
var fingerprint string

type provider struct {
	Provider
	rest string
}

// given are the providers in the table by source; nil before the table is loaded. givenSources are
// their sorted sources.
var (
	given        map[string]provider
	givenSources []string
)

// LoadTables loads a file of the table. The file contains the fingerprint, and for each provider its
// source, its former addresses, its versions, and the text after the first line of its file. The
// first file names all providers, but omits the last part for providers in the second file. LoadTables
// reports whether the file belongs to the program and is the next one.
func LoadTables(text string) bool {
	c, want := &cursor{rest: text}, fingerprint
	if given != nil {
		want += " others"
	}
	if c.text() != want {
		return false
	}
	read := map[string]provider{}
	for c.rest != "" {
		p := provider{Provider: Provider{Source: c.text(), Formerly: c.texts()}}
		for _, version := range c.texts() {
			p.Versions = append(p.Versions, Version{Version: version})
		}
		p.rest = c.text()
		read[p.Source] = p
	}
	if c.failed {
		return false
	}
	for source, p := range given {
		if p.rest != "" || read[source].rest == "" {
			read[source] = p
		}
	}
	given, givenSources = read, slices.Sorted(maps.Keys(read))
	return true
}

// missingTables is the panic value for a lookup before the table is loaded; see service.AbsentTables.
type missingTables struct{}

// AbsentTables marks the error for the service.
func (missingTables) AbsentTables() {}

// Error returns the message for the user.
func (missingTables) Error() string { return "the table of providers is not there" }

func sources() []string {
	if given == nil {
		panic(missingTables{})
	}
	return givenSources
}

// hasTable reports whether a provider has a table.
func hasTable(source string) bool {
	_, found := slices.BinarySearch(sources(), source)
	if found && given[source].rest == "" {
		panic(missingTables{})
	}
	return found
}

func readEntry(source string) (Provider, string, error) {
	p, ok := given[source]
	if !ok {
		return p.Provider, "", errTable
	}
	return p.Provider, p.rest, nil
}
