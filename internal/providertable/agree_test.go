package main

import (
	"os"
	"testing"

	"github.com/hcljson/hcljson/schema/builtin"
)

// Where a version of a provider has several sources, they say the same of what is a
// block.
func TestSourcesAgree(t *testing.T) {
	dir := os.Getenv("HCLJSON_SOURCES")
	if dir == "" {
		t.Skip("HCLJSON_SOURCES is not set")
	}
	list, err := readList("sources.txt")
	if err != nil {
		t.Fatal(err)
	}
	pairs := 0
	for i := range list[1:] {
		a, b := list[i], list[i+1]
		if a.provider != b.provider || !a.version.Equal(b.version) || b.kind != "npm" {
			continue
		}
		pairs++
		first, _, err := a.read(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		second, _, err := b.read(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		names := 0
		for _, part := range builtin.Parts {
			for typ, tree := range first[part] {
				names += agree(t, a.provider+": "+typ, tree, second[part][typ])
			}
		}
		t.Logf("%s %s: %d names in both", a.provider, a.version, names)
	}
	if pairs == 0 {
		t.Error("no version has two sources")
	}
}

// agree compares two trees, and returns how many names are in both.
func agree(t *testing.T, at string, a, b builtin.Tree) int {
	t.Helper()
	others := map[string]builtin.Entry{}
	for _, e := range b {
		others[e.Name] = e
	}
	names := 0
	for _, e := range a {
		other, ok := others[e.Name]
		switch {
		case !ok:
			continue
		case e.Kind.Block() != other.Kind.Block():
			t.Errorf("%s: %s is %d and %d", at, e.Name, e.Kind, other.Kind)
		}
		names += 1 + agree(t, at+" "+e.Name, e.Body, other.Body)
	}
	return names
}
