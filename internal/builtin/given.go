//go:build hcljson_given

package builtin

import (
	"maps"
	"slices"
)

// A program with the tag hcljson_given is given the table when it runs: see
// internal/develop/release/npm.

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

// Give takes the table: the fingerprint; then of each provider its source, its former
// addresses, its versions, and what comes after the first line of its file. It reports
// whether it is the one that belongs to the program. The first counts.
func Give(text string) bool {
	c := &cursor{rest: text}
	if c.text() != fingerprint {
		return false
	}
	if given != nil {
		return true
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

func entry(source string) (Provider, string, error) {
	p, ok := given[source]
	if !ok {
		return p.Provider, "", errTable
	}
	return p.Provider, p.rest, nil
}
