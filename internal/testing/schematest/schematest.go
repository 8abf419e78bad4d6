// Package schematest checks what holds for every schema table, and compares tables.
package schematest

import (
	"slices"
	"testing"

	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// CheckTables looks for what no table may have: names listed twice, blocks
// without a body, and free bodies with blocks.
func CheckTables(t *testing.T, d *schema.Dialect) {
	t.Helper()
	for body, path := range Bodies(d) {
		var names []string
		for _, attribute := range body.Attributes {
			names = append(names, attribute.Name)
		}
		for _, block := range body.Blocks {
			argument := slices.ContainsFunc(body.Attributes,
				func(a tables.Attribute) bool { return a.Name == block.Type })
			switch {
			case !argument:
				names = append(names, block.Type)
			case block.Shape != tables.ObjectShape || !block.Body.NoComments:
				t.Errorf("%s: JSON for the blocks %s.%s is an attribute, so it is an object without comments",
					d.Name, path, block.Type)
			}
			if block.Optional > len(block.Labels) {
				t.Errorf("%s: more labels than block %s.%s has may be missing", d.Name, path, block.Type)
			}
			if block.Body == nil && len(block.Dependent) == 0 {
				t.Errorf("%s: block %s.%s has no body", d.Name, path, block.Type)
			}
			if len(block.Dependent) > 0 && len(block.Labels) == 0 {
				t.Errorf("%s: block %s.%s has bodies by label, and no label", d.Name, path, block.Type)
			}
		}
		slices.Sort(names)
		if unique := slices.Compact(slices.Clone(names)); len(unique) != len(names) {
			t.Errorf("%s: %s lists a name twice: %q", d.Name, path, names)
		}
		if body.JustAttributes && (body.Remain != tables.RemainAttributes || len(body.Blocks) > 0 || body.Dynamic) {
			t.Errorf("%s: the free body of %s allows blocks", d.Name, path)
		}
	}
}

// Bodies returns every body that a dialect's tables list, with a path to it.
func Bodies(d *schema.Dialect) map[*tables.Body]string {
	bodies := make(map[*tables.Body]string)
	var walk func(body *tables.Body, path string)
	walk = func(body *tables.Body, path string) {
		if body == nil || bodies[body] != "" {
			return
		}
		bodies[body] = path
		for _, block := range body.Blocks {
			walk(block.Body, path+"."+block.Type)
			for label, dependent := range block.Dependent {
				walk(dependent, path+"."+block.Type+"("+label+")")
			}
		}
	}
	walk(d.Root, d.Name)
	return bodies
}
