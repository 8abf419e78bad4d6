package builtin

import (
	"encoding/binary"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// newTestTable is a table of resource types, each with its body in every version; nil is none.
func newTestTable(t *testing.T, versions int, types map[string][]Tree) *table {
	t.Helper()
	p := Provider{Source: "x/made"}
	for i := range versions {
		p.Versions = append(p.Versions, Version{Version: fmt.Sprintf("%d.0.0", i+1)})
	}
	var names, kinds, bodies []string
	index := func(list *[]string, text string) uint64 {
		if !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
		return uint64(slices.Index(*list, text))
	}
	var body func(tree Tree) uint64
	body = func(tree Tree) uint64 {
		text := binary.AppendUvarint(nil, uint64(len(tree)))
		for _, e := range tree {
			text = binary.AppendUvarint(text, index(&names, e.Name)*Kinds+uint64(e.Kind))
			switch {
			case e.Kind.IsBlock():
				text = binary.AppendUvarint(text, body(e.Body))
			case e.Kind == AttributeAsBlocks:
				text = binary.AppendUvarint(text, index(&kinds, e.Type))
			}
		}
		return index(&bodies, string(text))
	}
	counted := func(text string) string {
		return string(binary.AppendUvarint(nil, uint64(len(text)))) + text
	}
	var resources []byte
	for _, name := range slices.Sorted(maps.Keys(types)) {
		resources = append(append(resources, 0), counted(name)...)
		for _, tree := range types[name] {
			n := uint64(Absent)
			if tree != nil {
				n = FirstBody + body(tree)
			}
			resources = binary.AppendUvarint(resources, n)
		}
	}
	var text strings.Builder
	for _, list := range [][]string{names, kinds, bodies} {
		text.Write(binary.AppendUvarint(nil, uint64(len(list))))
		for _, s := range list {
			text.WriteString(counted(s))
		}
	}
	for _, part := range Parts {
		if part == tables.Resource {
			text.WriteString(counted(string(resources)))
		} else {
			text.WriteString(counted(""))
		}
	}
	read, err := decodeTable(p, text.String())
	if err != nil {
		t.Fatal(err)
	}
	for name, trees := range types {
		for version, index := range read.bodiesOf(tables.Resource, name) {
			tree := trees[version]
			if (index < 0) != (tree == nil) || tree != nil && !reflect.DeepEqual(read.tree(index), tree) {
				t.Errorf("%s %d differs from the written tree: %v", name, version+1, tree)
			}
		}
	}
	return read
}

// entryOf returns an entry of a kind. Blocks contain an argument named after the version.
func entryOf(kind Kind, version int) Entry {
	e := Entry{Name: "x", Kind: kind}
	switch {
	case kind.IsBlock():
		e.Body = Tree{{Name: fmt.Sprintf("v%d", version), Kind: ListAttribute}}
	case kind == AttributeAsBlocks:
		e.Type = `["list",["object",{"y":"string"}]]`
	}
	return e
}

// describeName returns letters for the kind of a name in a body: "a" is an argument, "*" an
// argument that can be written as blocks, "b", "s" and "o" are blocks (unordered, single, ordered).
// For an unknown name it returns three letters, the guesses for an object, a list of objects and an
// empty list. Capital letters are sure guesses.
func describeName(b *tables.Body, name string) string {
	attribute, block := b.Lookup(name)
	switch {
	case attribute != nil && attribute.AsBlocks != nil:
		return "*"
	case attribute != nil:
		return "a"
	case block != nil && block.Single:
		return "s"
	case block != nil && block.Ordered:
		return "o"
	case block != nil:
		return "b"
	}
	var letters strings.Builder
	for _, form := range []guess.Form{guess.ObjectForm, guess.ListForm, guess.EmptyForm} {
		class := b.Classify(name, form)
		letter := map[guess.Kind]string{guess.IsAttribute: "a", guess.IsBlock: "b", guess.Unlisted: "-"}[class.Listed]
		if class.Sure {
			letter = strings.ToUpper(letter)
		}
		letters.WriteString(letter)
	}
	return letters.String()
}

var allKinds = []Kind{
	ListAttribute, MapAttribute, ObjectAttribute, ObjectsAttribute, AnyAttribute, AttributeAsBlocks, ObjectsOrBlocks,
	SingleBlock, ListBlock, SetBlock, UnknownBlock,
}

// TestTwoVersions checks the kind of a name that two versions define differently. Rows are the
// kinds in the newer version and columns the kinds in the older version, in the order of allKinds.
// Another resource decides whether the provider has blocks, and whether it has arguments that take
// objects, as current providers have.
func TestTwoVersions(t *testing.T) {
	for _, test := range []struct {
		name  string
		newer []Kind
		other Tree
		want  string
	}{
		{"with blocks", allKinds, Tree{{Name: "b", Kind: ListBlock}}, `
   a   a   a   a   a   a   a BBa BBa BBa BBa
   a   a   a   a   a   a   a aBB aBB aBB aBB
   a   a   a   a   a   a   a aBB aBB aBB aBB
   a   a   a   a   a   a   a Baa Baa Baa Baa
   a   a   a   a   a   a   a aaa aaa aaa aaa
   *   *   *   *   *   *   *   s   o   b   o
   *   *   *   *   *   *   * Bba Bba Bba Bba
 BBa bBB bBB Bba bba   s Bba   s   s   s   s
 BBa bBB bBB Bba bba   o Bba   o   o   o   o
 BBa bBB bBB Bba bba   b Bba   b   b   b   b
 BBa bBB bBB Bba bba   o Bba   o   o   o   o`},
		{"without blocks", []Kind{ObjectsOrBlocks}, nil, `
   a   a   a   a   a   a   a Baa Baa Baa Baa`},
		{"of today", []Kind{ObjectsOrBlocks}, Tree{{Name: "b", Kind: ListBlock}, {Name: "o", Kind: ObjectAttribute}}, `
   *   *   *   *   *   *   * Bba Bba Bba Bba`},
	} {
		var got strings.Builder
		for _, newer := range test.newer {
			got.WriteByte('\n')
			for _, older := range allKinds {
				table := newTestTable(t, 2, map[string][]Tree{
					"r": {{entryOf(older, 1)}, {entryOf(newer, 2)}}, "other": {test.other, test.other},
				})
				body := table.findBody([]int{1, 0}, table.bodiesOf(tables.Resource, "r"))
				body.Prepare()
				what := describeName(body, "x")
				fmt.Fprintf(&got, "%4s", what)
				if len(what) == 3 {
					// A guessed block contains the names of all blocks.
					rest := body.RemainBody
					for version, kind := range []Kind{older, newer} {
						known := rest.RemainBody.Classify(fmt.Sprintf("v%d", version+1), guess.ObjectForm).Listed
						if rest.RemainBody != rest || rest.Remain != tables.RemainUnknown || rest.Origin.Kind != tables.FromTable || !rest.Dynamic ||
							(known == guess.IsAttribute) != kind.IsBlock() {
							t.Errorf("%d after %d: in the guessed block, v%d is %d", newer, older, version+1, known)
						}
					}
				}
			}
		}
		if got.String() != test.want {
			t.Errorf("%s: %s", test.name, got.String())
		}
	}
}

// TestVersions checks which versions define the names of a body. If one of the accepted versions
// defines the type, the newest such version defines the names, unless another version defines a
// name differently. If no version is accepted, a name needs the agreement of at least two versions.
// Names from other versions are guesses, never sure; if the version is the reason, the guess
// mentions it.
func TestVersions(t *testing.T) {
	tree := func(version int) Tree {
		block := entryOf(ListBlock, version)
		return Tree{{Name: fmt.Sprintf("own%d", version), Kind: MapAttribute}, block}
	}
	table := newTestTable(t, 3, map[string][]Tree{
		"all": {tree(1), tree(2), tree(3)}, "gone": {tree(1), tree(2), nil}, "new": {nil, nil, tree(3)},
		"once": {tree(1), nil, nil}, "mixed": {{entryOf(ListBlock, 1)}, nil, {entryOf(MapAttribute, 3)}},
	})
	var got strings.Builder
	for _, typ := range []string{"all", "gone", "new", "once", "mixed", "other"} {
		for _, accepted := range [][]int{{2, 1, 0}, {2}, {1}, {0}, {2, 0}, nil} {
			body := table.findBody(accepted, table.bodiesOf(tables.Resource, typ))
			body.Prepare()
			definer, _ := strings.CutPrefix(body.Origin.String(), "Provider x/made ")
			fmt.Fprintf(&got, "%s %v: %s", typ, accepted, definer)
			for _, name := range []string{"own1", "own2", "own3", "x", "v1", "v3"} {
				if what := describeName(body, name); what != "---" {
					fmt.Fprintf(&got, " %s %s", name, what)
					if strings.Contains(body.Classify(name, guess.ObjectForm).Reason, "version") {
						got.WriteByte('?')
					}
				}
			}
			if _, block := body.Lookup("x"); block != nil {
				for _, a := range block.Body.Attributes {
					fmt.Fprintf(&got, " x.%s", a.Name)
				}
			}
			lacks := strings.Contains(body.Classify("unheard", guess.ObjectForm).Reason, "without this name")
			if body.Remain != tables.RemainUnknown || !body.Dynamic || body.Origin.Kind != tables.FromTable || !lacks {
				t.Errorf("%s: %+v", typ, body)
			}
			got.WriteByte('\n')
		}
	}
	if want := `all [2 1 0]: 3.0.0, in the built-in table, own1 aaa? own2 aaa? own3 a x o v3 --a x.v3
all [2]: 3.0.0, in the built-in table, own3 a x o v3 --a x.v3
all [1]: 2.0.0, in the built-in table, own2 a x o x.v2
all [0]: 1.0.0, in the built-in table, own1 a x o v1 --a x.v1
all [2 0]: 3.0.0, in the built-in table, own1 aaa? own3 a x o v3 --a x.v3
all []: 3.0.0, in the built-in table, own1 aaa? own2 aaa? own3 aaa? x o v3 --a
gone [2 1 0]: 2.0.0, in the built-in table, own1 aaa? own2 a x o x.v2
gone [2]: 2.0.0, in the built-in table, own1 aaa? own2 aaa? x o
gone [1]: 2.0.0, in the built-in table, own2 a x o x.v2
gone [0]: 1.0.0, in the built-in table, own1 a x o v1 --a x.v1
gone [2 0]: 1.0.0, in the built-in table, own1 a x o v1 --a x.v1
gone []: 2.0.0, in the built-in table, own1 aaa? own2 aaa? x o
new [2 1 0]: 3.0.0, in the built-in table, own3 a x o v3 --a x.v3
new [2]: 3.0.0, in the built-in table, own3 a x o v3 --a x.v3
new [1]: 3.0.0, in the built-in table, own3 aaa? x bba? v3 --a
new [0]: 3.0.0, in the built-in table, own3 aaa? x bba? v3 --a
new [2 0]: 3.0.0, in the built-in table, own3 a x o v3 --a x.v3
new []: 3.0.0, in the built-in table, own3 aaa? x bba? v3 --a
once [2 1 0]: 1.0.0, in the built-in table, own1 a x o v1 --a x.v1
once [2]: 1.0.0, in the built-in table, own1 aaa? x bba? v1 --a
once [1]: 1.0.0, in the built-in table, own1 aaa? x bba? v1 --a
once [0]: 1.0.0, in the built-in table, own1 a x o v1 --a x.v1
once [2 0]: 1.0.0, in the built-in table, own1 a x o v1 --a x.v1
once []: 1.0.0, in the built-in table, own1 aaa? x bba? v1 --a
mixed [2 1 0]: 3.0.0, in the built-in table, own3 a-- x aBB? v3 --a
mixed [2]: 3.0.0, in the built-in table, own3 a-- x a v3 --a
mixed [1]: 3.0.0, in the built-in table, own3 a-- x aba? v3 --a
mixed [0]: 1.0.0, in the built-in table, own1 a-- x o v1 --a x.v1
mixed [2 0]: 3.0.0, in the built-in table, own3 a-- x aBB? v3 --a
mixed []: 3.0.0, in the built-in table, own3 a-- x aba? v3 --a
other [2 1 0]:  own3 a-- x abb v3 --a
other [2]:  own3 a-- x abb v3 --a
other [1]:  own2 a-- x bbb
other [0]:  own1 a-- x bbb v1 --a
other [2 0]:  own3 a-- x abb v3 --a
other []:  own3 a-- x abb v3 --a
`; got.String() != want {
		t.Error(got.String())
	}
}

// The address, a former address, or the type alone determines the source of a provider.
func TestSource(t *testing.T) {
	for address, want := range map[string]string{
		"hashicorp/aws": "hashicorp/aws", "hashicorp/docker": "kreuzwerker/docker", "x/aws": "", "hashicorp/x": "",
		"snowflake-labs/snowflake": "snowflakedb/snowflake", "chanzuckerberg/snowflake": "snowflakedb/snowflake",
		"chanzuckerberg/aws": "", "x/docker": "", "kreuzwerker/docker": "kreuzwerker/docker",
	} {
		namespace, typ, _ := strings.Cut(address, "/")
		if got := Source(namespace, typ); got != want {
			t.Errorf("%s is %q, want %q", address, got, want)
		}
	}
	if Versions("x/y") != nil || Body("x/y", nil, "", tables.Resource, "y_z") != nil {
		t.Error("a provider missing from the table has versions or bodies")
	}
}
