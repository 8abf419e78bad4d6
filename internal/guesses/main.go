// Command guesses makes the table of guesses of schema/opentofu from the uses of
// names that internal/providertable counts in the schemas of providers:
//
//	go run ./internal/guesses USES.tsv
//
// Each line of the input has a provider and its major version, a name, and how many
// of its bodies have it as a block, as an argument that may stand as blocks, and as
// an argument that takes an object, an array of objects, another array.
package main

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

const output = "schema/opentofu/guesses.txt"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: guesses USES.tsv")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "guesses:", err)
		os.Exit(1)
	}
}

func run(file string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	names := map[string]map[string]uses{}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		provider, name, found, err := parse(lines.Text())
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if names[name] == nil {
			names[name] = map[string]uses{}
		}
		names[name][provider] = names[name][provider].plus(found)
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return os.WriteFile(output, []byte(table(names)), 0o644)
}

// uses are the columns of a name.
type uses [5]int

func (u uses) plus(v uses) uses {
	for i := range u {
		u[i] += v[i]
	}
	return u
}

func (u uses) sum() int { return u[0] + u[1] + u[2] + u[3] + u[4] }

func parse(line string) (provider, name string, found uses, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 2+len(found) {
		return "", "", found, fmt.Errorf("%q has not %d fields", line, 2+len(found))
	}
	for i := range found {
		if found[i], err = strconv.Atoi(fields[2+i]); err != nil {
			return "", "", found, err
		}
	}
	// A provider for betas is no other provider.
	provider, _, _ = strings.Cut(fields[0], "@")
	return strings.TrimSuffix(provider, "-beta"), fields[1], found, nil
}

// table is the text of the table, in the order of the names. The uses are percents,
// added up over the providers, so that no large provider outvotes the others.
func table(names map[string]map[string]uses) string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(names)) {
		var total uses
		bodies := 0
		for _, found := range names[name] {
			bodies += found.sum()
			total = total.plus(found.percents())
		}
		if len(names[name]) == 1 && bodies < rare {
			continue
		}
		fmt.Fprintf(&text, "%s %d %d %d %d %d\n", name, total[0], total[1], total[2], total[3], total[4])
	}
	return text.String()
}

// rare is in how many bodies a name of one provider has to be to be of use to others.
const rare = 8

// percents are the shares of the columns; what there is counts for something.
func (u uses) percents() uses {
	sum := u.sum()
	for i := range u {
		if u[i] > 0 {
			u[i] = max(1, (u[i]*100+sum/2)/sum)
		}
	}
	return u
}
