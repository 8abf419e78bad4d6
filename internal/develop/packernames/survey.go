package packernames

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/hcltext"
)

// use is a name where a component has it.
type use struct {
	// path are the blocks around the name, and the name itself.
	path string
	// block: the name is that of a block. It is a map, or a list of maps, if not.
	block bool
}

// collection reports whether objects are in the values of a type.
func collection(t cty.Type) bool {
	for t.IsListType() {
		t = t.ElementType()
	}
	return t.IsMapType()
}

// uses returns the maps and blocks of a body, in their order.
func uses(body *tfjson.SchemaBlock, above string) []use {
	var list []use
	for _, name := range slices.Sorted(maps.Keys(body.Attributes)) {
		if hcltext.ValidIdentifier(name) && collection(body.Attributes[name].AttributeType) {
			list = append(list, use{above + name, false})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(body.NestedBlocks)) {
		if !hcltext.ValidIdentifier(name) {
			continue // packer-sdc takes "-" for a name, which nobody can write
		}
		list = append(list, use{above + name, true})
		list = append(list, uses(body.NestedBlocks[name].Block, above+name+".")...)
	}
	return list
}

// writeSurvey writes the rows of schema/packer/survey.txt, without what every
// component has. A component of Packer itself has a row of its own.
func writeSurvey(w io.Writer, all []*repository) error {
	for _, r := range all {
		components, err := r.components(all)
		if err != nil {
			return err
		}
		rows := map[string]map[bool][]string{}
		for _, c := range components {
			if rows[c.typ] == nil {
				rows[c.typ] = map[bool][]string{}
			}
			for _, u := range uses(c.body, "") {
				name := u.path[strings.LastIndexByte(u.path, '.')+1:]
				if !slices.Contains(common, name) {
					rows[c.typ][u.block] = append(rows[c.typ][u.block], name)
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(rows)) {
			fmt.Fprintln(w, name, r.module)
			for _, kind := range []struct {
				word   string
				blocks bool
			}{{"maps", false}, {"blocks", true}} {
				if names := unique(rows[name][kind.blocks]); names != "" {
					fmt.Fprintf(w, "\t%s %s\n", kind.word, names)
				}
			}
		}
	}
	return nil
}

// common are the names that every component may have.
var common = []string{"cd_content", "floppy_content", "http_content", "packer_user_variables"}

func unique(list []string) string {
	slices.Sort(list)
	return strings.Join(slices.Compact(list), " ")
}
