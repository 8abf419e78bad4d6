package main

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/builtin"
)

// uses is how often a name is what, in the bodies of a version of a provider.
type uses struct{ blocks, asBlocks, objects, lists, arrays int }

// writeUses writes a line for each name in the different bodies of a version.
func writeUses(w io.Writer, source string, v builtin.Version, t types) error {
	counts := map[string]*uses{}
	seen := map[string]bool{}
	for _, part := range builtin.Parts {
		for _, name := range slices.Sorted(maps.Keys(t[part])) {
			if part != schema.ProviderConfig || name == "" {
				count(t[part][name], counts, seen)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		n := counts[name]
		_, err := fmt.Fprintf(w, "%s@%d\t%s\t%d\t%d\t%d\t%d\t%d\n",
			source, v.Major(), name, n.blocks, n.asBlocks, n.objects, n.lists, n.arrays)
		if err != nil {
			return err
		}
	}
	return nil
}

func count(tree builtin.Tree, counts map[string]*uses, seen map[string]bool) {
	key := fmt.Sprint(tree)
	if seen[key] {
		return
	}
	seen[key] = true
	for _, e := range tree {
		n := counts[e.Name]
		if n == nil {
			n = &uses{}
			counts[e.Name] = n
		}
		switch e.Kind {
		case builtin.AttributeAsBlocks:
			n.asBlocks++
		case builtin.MapAttribute, builtin.ObjectAttribute:
			n.objects++
		case builtin.ObjectsAttribute:
			n.lists++
		case builtin.AnyAttribute:
			n.objects++
			n.lists++
		case builtin.ListAttribute:
			n.arrays++
		default:
			n.blocks++
			count(e.Body, counts, seen)
		}
	}
}
