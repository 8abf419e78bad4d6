//go:build wasip1

package builtin

import (
	"maps"
	"slices"
)

// The WebAssembly module (internal/wasm) receives the tables when it runs.

// fingerprint is that of the table that belongs to the program; the linker sets it.
var fingerprint string

type provider struct {
	Provider
	rest string
}

// given are the providers in the table by source, and nil as long as it is not there;
// givenSources are their sources, sorted.
var (
	given        map[string]provider
	givenSources []string
)

// Give takes a file of the table: the fingerprint; then of each provider its source, its
// former addresses, its versions, and what comes after the first line of its file. The first
// file names all providers, and lacks the last part of those that are in the second one.
// It reports whether the file belongs to the program, and is the next one.
func Give(text string) bool {
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

// missing is what whoever asks for the table learns while it is not there; see
// service.AbsentTables.
type missing struct{}

func (missing) AbsentTables() {}

func (missing) Error() string { return "the table of providers is not there" }

func sources() []string {
	if given == nil {
		panic(missing{})
	}
	return givenSources
}

// known reports whether there is a table of a provider.
func known(source string) bool {
	_, found := slices.BinarySearch(sources(), source)
	if found && given[source].rest == "" {
		panic(missing{})
	}
	return found
}

func entry(source string) (Provider, string, error) {
	p, ok := given[source]
	if !ok {
		return p.Provider, "", errTable
	}
	return p.Provider, p.rest, nil
}
