package packernames

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/develop/measure"
	"github.com/hcljson/hcljson/internal/packerplugins"
	"github.com/hcljson/hcljson/internal/pluginschemas"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/schemafile"
)

// counts are what became of the names of a plugin.
type counts [6]int

// The columns of the table.
const columns = "plugin\tnames\tby shape\tif all is text\tby name\tsilently wrong\tby schema\t"

// measureNames writes a line for each repository, their sum, and the wrong names.
func measureNames(w io.Writer, all []*repository) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, columns)
	var total counts
	var wrong []string
	line := func(name string, c counts) {
		fmt.Fprint(table, name, "\t")
		for _, n := range c {
			fmt.Fprint(table, n, "\t")
		}
		fmt.Fprintln(table)
	}
	shapes := withoutNames()
	for _, r := range all {
		components, err := r.components(all)
		if err != nil {
			return err
		}
		var sum counts
		seen := map[use]bool{}
		for _, c := range components {
			bad, err := measureComponent(r, c, shapes, seen, &sum)
			if err != nil {
				return err
			}
			wrong = append(wrong, bad...)
		}
		if sum[0] > 0 {
			line(r.name, sum)
			measure.Add(total[:], sum[:])
		}
	}
	line("all", total)
	if err := table.Flush(); err != nil {
		return err
	}
	for _, name := range wrong {
		fmt.Fprintln(w, name)
	}
	return nil
}

// measureComponent counts the names of a component that are not in seen, and returns
// those that are wrong with the names or with the schema.
func measureComponent(
	r *repository, c component, shapes *schema.Dialect, seen map[use]bool, sum *counts,
) (wrong []string, err error) {
	names := dialects.Packer()
	known, err := withSchema(r, c)
	if err != nil {
		return nil, err
	}
	for _, u := range uses(c.body, "") {
		if seen[u] {
			continue
		}
		seen[u] = true
		typed, text := values(c.body, u)
		first, second := read(c, u, typed, names), read(c, u, text, names)
		// What counts with names and schemas is that both are right.
		byName := first.right && second.right
		bySchema := read(c, u, typed, known).right && read(c, u, text, known).right
		for i, is := range []bool{
			true, read(c, u, typed, shapes).right, read(c, u, text, shapes).right,
			byName, first.silent() || second.silent(), bySchema,
		} {
			if is {
				sum[i]++
			}
		}
		if !byName {
			wrong = append(wrong, fmt.Sprintf("%s: %s is wrong by name", c.typ, u.path))
		}
		if !bySchema {
			wrong = append(wrong, fmt.Sprintf("%s: %s is wrong by schema", c.typ, u.path))
		}
	}
	return wrong, nil
}

// withoutNames is Packer's language without what is known of plugins.
func withoutNames() *schema.Dialect {
	l := dialects.Named("packer")
	d := schemafile.MustRead(l.Source(), l.Name()).Dialect
	for i := range d.Root.Blocks {
		if row := &d.Root.Blocks[i]; row.Type == "source" {
			row.Body.Known = schema.NewNames(nil, nil, nil, true)
		}
	}
	return d
}

// withSchema is Packer's language with the schema of a component, as
// --provider-schema gives it.
func withSchema(r *repository, c component) (*schema.Dialect, error) {
	source, name := "github.com/acme/"+r.name, packerplugins.DefaultComponent
	if r.module == coreModule {
		source, name = packerplugins.Core, c.typ
	}
	finder, err := pluginschemas.New(pluginschemas.Options{
		Getenv:  func(string) string { return "" },
		Plugins: packerplugins.Schemas{source: {Builders: map[string]*tfjson.SchemaBlock{name: c.body}}},
	})
	if err != nil {
		return nil, err
	}
	return dialects.Packer().WithPlugins(finder.DefinePacker(context.Background(), nil)), nil
}

// verdict says whether a name is read as it is defined, and whether there was a
// warning.
type verdict struct{ right, warned bool }

func (v verdict) silent() bool { return !v.right && !v.warned }

// read reads a template in which a name has a value.
func read(c component, u use, value any, d *schema.Dialect) verdict {
	path := strings.Split(u.path, ".")
	for _, name := range slices.Backward(path) {
		value = map[string]any{name: value}
	}
	template := map[string]any{"source": map[string]any{c.typ: map[string]any{"x": value}}}
	src, err := json.Marshal(template)
	if err != nil {
		return verdict{}
	}
	file, diags := convert.ReadJSON(src, "x.pkr.json", d, convert.Options{})
	v := verdict{warned: len(diags) > 0}
	if file != nil && !diags.HasErrors() && len(file.Body.Items) == 1 {
		block, found := isBlock(file.Body.Items[0].(*hclwrite.Block), path)
		v.right = found && block == u.block
	}
	return v
}

// isBlock says what the last name of a path is, if those above are blocks.
func isBlock(block *hclwrite.Block, path []string) (is, found bool) {
	for _, name := range path {
		if block == nil {
			return false, false
		}
		at := slices.IndexFunc(block.Body.Items, func(item hclwrite.Item) bool { return item.ItemName() == name })
		if at < 0 {
			return false, false
		}
		block, _ = block.Body.Items[at].(*hclwrite.Block)
	}
	return block != nil, true
}

// values returns JSON values of a name: what it holds by its types, and what is text
// in it, or as text, which Packer converts.
func values(body *tfjson.SchemaBlock, u use) (typed, text any) {
	path := strings.Split(u.path, ".")
	for _, name := range path[:len(path)-1] {
		body = body.NestedBlocks[name].Block
	}
	last := path[len(path)-1]
	if attribute := body.Attributes[last]; attribute != nil {
		value := sample(attribute.AttributeType)
		return value, value
	}
	byType, asText := map[string]any{}, map[string]any{}
	for name, attribute := range body.NestedBlocks[last].Block.Attributes {
		byType[name] = sample(attribute.AttributeType)
		if attribute.AttributeType.IsPrimitiveType() {
			asText[name] = "text"
		}
	}
	return byType, asText
}

// sample is a JSON value of a type.
func sample(t cty.Type) any {
	switch {
	case t == cty.Number:
		return 1
	case t == cty.Bool:
		return true
	case t.IsListType():
		return []any{sample(t.ElementType())}
	case t.IsMapType():
		return map[string]any{"one": sample(t.ElementType()), "two": sample(t.ElementType())}
	}
	return "text"
}
