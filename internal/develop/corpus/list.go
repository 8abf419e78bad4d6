package corpus

import (
	_ "embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The corpus of the scoreboard: a line for each repository, with the commit.
//
//go:embed corpus.txt
var corpusText string

// entry is a repository of the corpus.
type entry struct {
	// name is owner/name.
	name, commit string
}

var entryLine = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+) ([0-9a-f]{40})$`)

// parseList reads the list, and sorts it by name so that the order of its lines
// changes nothing.
func parseList(text string) ([]entry, error) {
	var list []entry
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		found := entryLine.FindStringSubmatch(line)
		if found == nil || path.Clean(found[1]) != found[1] {
			return nil, fmt.Errorf("corpus.txt:%d: expected \"owner/name commit\", found %q", i+1, line)
		}
		list = append(list, entry{name: found[1], commit: found[2]})
	}
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	for i := 1; i < len(list); i++ {
		if list[i].name == list[i-1].name {
			return nil, fmt.Errorf("corpus.txt: %s is named twice", list[i].name)
		}
	}
	return list, nil
}
