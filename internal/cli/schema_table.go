package cli

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	goversion "github.com/hashicorp/go-version"

	"github.com/hcljson/hcljson/schema/builtin"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/provider"
	"github.com/hcljson/hcljson/schema/registry"
)

// tabled is a version of a provider in the table that the program has.
type tabled struct {
	builtin.Provider
	index int
}

func (t tabled) version() builtin.Version { return t.Versions[t.index] }

// tabledVersions are those that operands name, or all, by provider and version. The
// second result says of each operand whether it names one.
func (s *schemaRun) tabledVersions(operands []string) ([]tabled, []bool, error) {
	var all, found []tabled
	for _, p := range builtin.List() {
		for i := range p.Versions {
			all = append(all, tabled{p, i})
		}
	}
	if len(operands) == 0 {
		return all, nil, nil
	}
	named := make([]bool, len(operands))
	for i, operand := range operands {
		address, constraints, err := registry.ParseAddress(operand, s.terraform())
		if err != nil {
			return nil, nil, err
		}
		if !provider.IsDefaultHost(address.Hostname) {
			continue
		}
		source := builtin.Source(address.Namespace, address.Type)
		for _, t := range all {
			v, err := goversion.NewVersion(t.version().Version)
			if t.Source == source && err == nil && constraints.Check(v) {
				found, named[i] = append(found, t), true
			}
		}
	}
	return found, named, nil
}

// listTable lists what is in the table.
func (s *schemaRun) listTable(versions []tabled) {
	for _, t := range versions {
		fmt.Fprintf(s.Out, "%s %s built in, %s\n", t.Source, t.version().Version, t.version().Date)
	}
}

// showTable prints what the table has of a provider, or of one of its types.
func (s *schemaRun) showTable(t tabled, operands []string) error {
	name := fmt.Sprintf("%s %s, built in", t.Source, t.version().Version)
	shown := false
	for _, part := range provider.Parts {
		block := opentofu.BlockType(part)
		for _, typ := range t.Types(part) {
			tree, ok := t.Tree(t.index, part, typ)
			switch {
			case !ok || len(operands) > 1 && typ != operands[1]:
				continue
			case len(operands) == 1:
				fmt.Fprintf(s.Out, "%s %s\n", block, typ)
				continue
			case shown:
				fmt.Fprintln(s.Out)
			}
			shown = true
			fmt.Fprintf(s.Out, "%s %s (%s: arguments of type string, number and bool are not in it)\n", block,
				typ, name)
			table := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
			showTree(table, tree, "  ")
			if err := table.Flush(); err != nil {
				return err
			}
		}
	}
	if !shown && len(operands) > 1 {
		return fmt.Errorf("%s, has no type %q; \"hcljson schema show %s\" lists its types", name, operands[1],
			operands[0])
	}
	return nil
}

// tableKinds are the names of kinds.
var tableKinds = map[builtin.Kind][2]string{
	builtin.ListAttribute:     {"argument", "list or set"},
	builtin.MapAttribute:      {"argument", "map"},
	builtin.ObjectAttribute:   {"argument", "object"},
	builtin.ObjectsAttribute:  {"argument", "list or set of object"},
	builtin.AnyAttribute:      {"argument", "any"},
	builtin.AttributeAsBlocks: {"argument, or blocks", "list or set of object"},
	builtin.ObjectsOrBlocks:   {"argument", "list or set of object"},
	builtin.SingleBlock:       {"block", "single"},
	builtin.GroupBlock:        {"block", "group"},
	builtin.ListBlock:         {"block", "list"},
	builtin.SetBlock:          {"block", "set"},
	builtin.MapBlock:          {"block with a label", "map"},
	builtin.UnknownBlock:      {"block", ""},
}

func showTree(w io.Writer, tree builtin.Tree, indent string) {
	for _, e := range tree {
		kind := tableKinds[e.Kind]
		fmt.Fprintf(w, "%s%s\t%s\t%s\n", indent, e.Name, kind[0], kind[1])
		showTree(w, e.Body, indent+"  ")
	}
}

// newestTabled is the newest version that an operand names, if there is one.
func (s *schemaRun) newestTabled(operand string) (tabled, bool) {
	versions, _, err := s.tabledVersions([]string{operand})
	if err != nil || len(versions) == 0 {
		return tabled{}, false
	}
	return slices.MaxFunc(versions, func(a, b tabled) int { return a.index - b.index }), true
}
