// Package uses counts what names are in the schemas of providers.
package uses

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Counts are the uses of names, by name and provider.
type Counts map[string]map[string]Uses

// Read reads the counts that internal/providertable makes. Each line has a provider
// and its major version, a name, and how many of its bodies have it as a block, as
// an argument that may stand as blocks, and as an argument that takes an object, an
// array of objects, another array.
func Read(file string) (Counts, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	c := Counts{}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		provider, name, found, err := parse(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if c[name] == nil {
			c[name] = map[string]Uses{}
		}
		c[name][provider] = c[name][provider].plus(found)
	}
	return c, lines.Err()
}

// Uses are the columns of a name; see [schema.Uses].
type Uses [5]int

func (u Uses) plus(v Uses) Uses {
	for i := range u {
		u[i] += v[i]
	}
	return u
}

func (u Uses) sum() int { return u[0] + u[1] + u[2] + u[3] + u[4] }

func parse(line string) (provider, name string, found Uses, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 2+len(found) {
		return "", "", found, fmt.Errorf("%q has not %d fields", line, 2+len(found))
	}
	for i := range found {
		if found[i], err = strconv.Atoi(fields[2+i]); err != nil {
			return "", "", found, err
		}
	}
	// A provider for betas is not another provider.
	provider, _, _ = strings.Cut(fields[0], "@")
	return strings.TrimSuffix(provider, "-beta"), fields[1], found, nil
}

// Sum adds up the percents of the providers, so that no large one outvotes the
// others, except for one provider. It is false for a name that is too rare to be of use
// to others.
func (c Counts) Sum(name, without string) (total Uses, ok bool) {
	bodies, providers := 0, 0
	for provider, found := range c[name] {
		if provider == without {
			continue
		}
		providers++
		bodies += found.sum()
		total = total.plus(found.percents())
	}
	return total, providers > 1 || bodies >= rare
}

// Table is the text of the table, in the order of the names.
func (c Counts) Table() string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if total, ok := c.Sum(name, ""); ok {
			fmt.Fprintf(&text, "%s %d %d %d %d %d\n", name, total[0], total[1], total[2], total[3], total[4])
		}
	}
	return text.String()
}

// rare is in how many bodies a name of one provider must be to be of use to others.
const rare = 8

// percents are the shares of the columns; what there is counts for something.
func (u Uses) percents() Uses {
	sum := u.sum()
	for i := range u {
		if u[i] > 0 {
			u[i] = max(1, (u[i]*100+sum/2)/sum)
		}
	}
	return u
}
