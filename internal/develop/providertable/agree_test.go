package providertable

import (
	"os"
	"testing"

	"github.com/hashicorp/go-version"

	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// TestSourcesAgree checks that all sources of a provider version define the same blocks.
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
		case e.Kind.IsBlock() != other.Kind.IsBlock():
			t.Errorf("%s: %s is %d and %d", at, e.Name, e.Kind, other.Kind)
		}
		names += 1 + agree(t, at+" "+e.Name, e.Body, other.Body)
	}
	return names
}

// Every name of a source is in the table as the source has it.
func TestSourcesInTable(t *testing.T) {
	dir := os.Getenv("HCLJSON_SOURCES")
	if dir == "" {
		t.Skip("HCLJSON_SOURCES is not set")
	}
	list, err := readList("sources.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range list {
		if i > 0 && list[i-1].provider == s.provider && list[i-1].series() == s.series() {
			continue // of several sources, the first counts
		}
		read, _, err := s.read(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		accepts := func(text string) bool { return series(version.Must(version.NewVersion(text))) == s.series() }
		right, wrong := 0, 0
		for _, part := range builtin.Parts {
			for typ, tree := range read[part] {
				body := builtin.Body(s.provider, accepts, "", part, typ)
				inBody(tree, body, &right, &wrong)
			}
		}
		t.Logf("%s %s: %d of %d names", s.provider, s.version, right, right+wrong)
		if wrong > 0 || right == 0 {
			t.Errorf("%s %s: %d names are wrong", s.provider, s.version, wrong)
		}
	}
}

func inBody(tree builtin.Tree, body *tables.Body, right, wrong *int) {
	for _, e := range tree {
		attribute, block := body.Lookup(e.Name)
		switch {
		case e.Kind.IsBlock() && block != nil && attribute == nil:
			*right++
			inBody(e.Body, block.Body, right, wrong)
		case !e.Kind.IsBlock() && attribute != nil && block == nil &&
			(attribute.AsBlocks != nil) == (e.Kind == builtin.AttributeAsBlocks):
			*right++
		default:
			*wrong++
		}
	}
}
