package module

import (
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/builtin"
)

var update = flag.Bool("update", false, "write names.txt anew")

// TestNames holds names.txt to the built-in table.
func TestNames(t *testing.T) {
	blocks, arguments := map[string]map[string]bool{}, map[string]bool{}
	var add func(family string, tree builtin.Tree)
	add = func(family string, tree builtin.Tree) {
		for _, e := range tree {
			isArgument := !e.Kind.Block()
			if !isArgument || e.Kind == builtin.AttributeAsBlocks || e.Kind == builtin.ObjectsOrBlocks {
				if blocks[family] == nil {
					blocks[family] = map[string]bool{}
				}
				blocks[family][e.Name] = true
			}
			if isArgument {
				arguments[family+" "+e.Name] = true
			}
			add(family, e.Body)
		}
	}
	for _, p := range builtin.List() {
		for version := range p.Versions {
			for _, part := range builtin.Parts {
				for _, typ := range p.Types(part) {
					tree, _ := p.Tree(version, part, typ)
					family := familyOf(typ)
					if part == schema.ProviderConfig {
						family = configuration
					}
					add(family, tree)
				}
			}
		}
	}
	var want strings.Builder
	for _, family := range slices.Sorted(maps.Keys(blocks)) {
		want.WriteString(family)
		for _, name := range slices.Sorted(maps.Keys(blocks[family])) {
			want.WriteString(" " + name)
			if arguments[family+" "+name] {
				want.WriteString("*")
			}
		}
		want.WriteString("\n")
	}
	if *update {
		if err := os.WriteFile("names.txt", []byte(want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want.String() != names {
		t.Error("names.txt is not that of the built-in table: run this test with -update")
	}
}
