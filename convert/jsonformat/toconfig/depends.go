package toconfig

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// maxReduced is how many dependencies are looked at for those that follow from
// the others.
const maxReduced = 64

// dependencies are the addresses in the module that each of its blocks depends
// on. The order in which objects are created and destroyed is all that is left of
// the references between them, as the values are literals.
//
// A state has all that a resource depends on, also by way of others. What is
// outside of the module and those below cannot be named in it.
//
// opentofu internal/states/instance_object.go, Dependencies
func (m *module) dependencies(groups []group) map[string][]string {
	all := map[string][]string{}
	for i := range groups {
		first := groups[i].resources[0]
		if first.Mode != jsonformat.Managed {
			continue
		}
		var on []string
		for _, r := range groups[i].resources {
			on = append(on, r.DependsOn...)
		}
		var names []string
		for _, address := range unique(on) {
			names = append(names, m.addresses(address)...)
		}
		if len(names) == 0 {
			continue
		}
		for _, name := range m.names[resourceID{first.Mode, first.Type, first.Name}] {
			own := first.Type + "." + name
			all[own] = unique(slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == own }))
		}
	}
	return all
}

// dependsOn is the argument depends_on of a block, or nil. What follows from the
// other dependencies is left out.
func (m *module) dependsOn(in repeated, all map[string][]string) hclwrite.Item {
	if in.Mode != jsonformat.Managed {
		return nil
	}
	tuple := &hclwrite.Tuple{}
	for _, name := range reduced(in.Type+"."+in.name, all) {
		tuple.Items = append(tuple.Items, hclwrite.TupleItem{Value: &hclwrite.Native{Text: name}})
	}
	if len(tuple.Items) == 0 {
		return nil
	}
	return &hclwrite.Attribute{Name: opentofu.DependsOnArgument, Expr: tuple}
}

// reduced leaves out what follows from the other dependencies.
func reduced(own string, all map[string][]string) []string {
	names := slices.Sorted(slices.Values(all[own]))
	if len(names) > maxReduced {
		return names
	}
	follows := map[string]bool{}
	for _, name := range names {
		for _, next := range all[name] {
			// Two that depend on each other would both be left out.
			if !slices.Contains(all[next], name) {
				follows[next] = true
			}
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return follows[name] })
}

// addresses are those in the module for that of a resource in the whole
// configuration.
func (m *module) addresses(address string) []string {
	if strings.ContainsAny(address, "[\"") {
		return nil
	}
	parts := strings.Split(address, ".")
	for _, name := range m.path {
		if len(parts) < 2 || parts[0] != opentofu.ModuleBlock || parts[1] != name {
			return nil
		}
		parts = parts[2:]
	}
	var names []string
	switch {
	case len(parts) > 2 && parts[0] == opentofu.ModuleBlock:
		for _, name := range m.callNames[parts[1]] {
			names = append(names, opentofu.ModuleBlock+"."+name)
		}
	case len(parts) == 2:
		for _, name := range m.names[resourceID{jsonformat.Managed, parts[0], parts[1]}] {
			names = append(names, parts[0]+"."+name)
		}
	case len(parts) == 3 && parts[0] == jsonformat.Data:
		for _, name := range m.names[resourceID{jsonformat.Data, parts[1], parts[2]}] {
			names = append(names, opentofu.DataBlock+"."+parts[1]+"."+name)
		}
	}
	return names
}
