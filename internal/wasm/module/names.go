package module

import (
	_ "embed"
	"strings"
	"sync"
)

// names are those that may stand for blocks in the built-in table of providers: a line for
// each family of types, which begin with the same word, with the names in all their bodies.
// A name with a star is also that of an argument. TestNames makes it.
//
//go:embed names.txt
var names string

// configuration is the family of the configurations of all providers.
const configuration = "-"

func familyOf(typ string) string {
	family, _, _ := strings.Cut(typ, "_")
	return family
}

// uses says of the names in a line whether they are blocks only.
type uses map[string]bool

// lines are the names of each family.
var lines = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(names) {
		family, rest, _ := strings.Cut(line, " ")
		all[family] = rest
	}
	return all
})

// usesIn reads a line.
func usesIn(family string) uses {
	found := uses{}
	for name := range strings.FieldsSeq(lines()[family]) {
		name, both := strings.CutSuffix(name, "*")
		found[name] = !both
	}
	return found
}
