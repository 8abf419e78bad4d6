package providertable

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/develop/measure"
	"github.com/hcljson/hcljson/internal/provider/builtin"
)

// nameCounts are the uses of names, by name and provider.
type nameCounts map[string]map[string]*nameUses

// nameUses is how many bodies have a name as a block, as an argument that may be as
// blocks, and as an argument that takes an object, an array of objects, another
// array; see [guess.Uses].
type nameUses [5]int

// columns are the columns of the kinds of entries. Other kinds are blocks.
var columns = map[builtin.Kind][]int{
	builtin.AttributeAsBlocks: {1},
	builtin.MapAttribute:      {2},
	builtin.ObjectAttribute:   {2},
	builtin.ObjectsAttribute:  {3},
	builtin.AnyAttribute:      {2, 3},
	builtin.ListAttribute:     {4},
}

// builtCounts returns the counts of the providers in the built-in table.
func builtCounts() nameCounts {
	c := nameCounts{}
	for _, p := range builtin.List() {
		for i := range p.Versions {
			var trees []builtin.Tree
			for _, part := range builtin.Parts {
				for _, typ := range p.Types(part) {
					if tree, ok := p.Tree(i, part, typ); ok {
						trees = append(trees, tree)
					}
				}
			}
			c.add(p.Source, trees)
		}
	}
	return c
}

// add counts the names in the different bodies of a version of a provider.
func (c nameCounts) add(provider string, trees []builtin.Tree) {
	// A provider for betas is no other provider.
	provider = strings.TrimSuffix(provider, "-beta")
	seen := map[string]bool{}
	for len(trees) > 0 {
		tree := trees[len(trees)-1]
		trees = trees[:len(trees)-1]
		key := fmt.Sprint(tree)
		if seen[key] {
			continue
		}
		seen[key] = true
		for _, e := range tree {
			if c[e.Name] == nil {
				c[e.Name] = map[string]*nameUses{}
			}
			uses := measure.At(c[e.Name], provider)
			if columns[e.Kind] == nil {
				uses[0]++
				trees = append(trees, e.Body)
			}
			for _, column := range columns[e.Kind] {
				uses[column]++
			}
		}
	}
}

func (u nameUses) sum() int { return u[0] + u[1] + u[2] + u[3] + u[4] }

// sum adds the percentages of the providers, so that all providers have the same weight. ok is
// false for a name that is too rare for guesses.
func (c nameCounts) sum(name string) (total nameUses, ok bool) {
	bodies, providers := 0, len(c[name])
	for _, found := range c[name] {
		bodies += found.sum()
		percents := found.percents()
		measure.Add(total[:], percents[:])
	}
	return total, providers > 1 || bodies >= rare
}

// table is the text of the table, in the order of the names.
func (c nameCounts) table() string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if total, ok := c.sum(name); ok {
			fmt.Fprintf(&text, "%s %d %d %d %d %d\n", name, total[0], total[1], total[2], total[3], total[4])
		}
	}
	return text.String()
}

// rare is in how many bodies a name of one provider must be to be of use to others.
const rare = 8

// percents returns the percentage of each column; a column that is not 0 stays above 0.
func (u nameUses) percents() nameUses {
	sum := u.sum()
	for i := range u {
		if u[i] > 0 {
			u[i] = max(1, (u[i]*100+sum/2)/sum)
		}
	}
	return u
}
