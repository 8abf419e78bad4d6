package plugins

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/go-version"
	tfjson "github.com/hashicorp/terraform-json"
)

// Component returns the schema of a component type of a template, such as
// "amazon-ebs", or nil if there is none. requirements is what [Requirements]
// returns; it may be nil.
//
// As in Packer, its own components come first, then the required plugins by their
// local names, then the other plugins by the last part of their addresses. Of
// several names that fit, the longest is taken; of several plugins of one name, the
// newest (packer, hcl2template/plugin.go, DetectPluginBinaries; packer/plugin.go,
// DiscoverMultiPlugin). A plugin that is required, but has no schema here, is not
// replaced by another of the same name.
func (s Schemas) Component(requirements map[string]string, kind Kind, typ string) *tfjson.SchemaBlock {
	if block := s[Core].component(kind, typ); block != nil {
		return block
	}
	for _, name := range longestFirst(requirements) {
		if block := s[requirements[name]].typed(kind, name, typ); block != nil {
			return block
		}
	}
	return s.unrequired(requirements, kind, typ)
}

// unrequired finds a component among the plugins whose names are those of their
// files.
func (s Schemas) unrequired(requirements map[string]string, kind Kind, typ string) *tfjson.SchemaBlock {
	sources := map[string][]string{}
	for source := range s {
		name := path.Base(source)
		if _, required := requirements[name]; !required && source != Core {
			sources[name] = append(sources[name], source)
		}
	}
	for _, name := range longestFirst(sources) {
		source := slices.MaxFunc(sources[name], func(a, b string) int {
			return cmp.Or(compareVersions(s[a].version(), s[b].version()), cmp.Compare(b, a))
		})
		if block := s[source].typed(kind, name, typ); block != nil {
			return block
		}
	}
	return nil
}

// Elsewhere returns, for a component type that [Schemas.Component] finds no schema of,
// the source address from which the template requires its plugin, and the addresses
// of plugins of that name, or of the local one, which have a schema of it. Both are
// empty if there is no such plugin. The required address is among the schemas if the
// plugin that is required does not have the component.
func (s Schemas) Elsewhere(requirements map[string]string, kind Kind, typ string) (required string, others []string) {
	var local string
	for name := range requirements {
		if (typ == name || strings.HasPrefix(typ, name+"-")) && len(name) > len(local) {
			local = name
		}
	}
	required = requirements[local]
	for source, plugin := range s {
		name := path.Base(source)
		if source == required || name != local && name != path.Base(required) {
			continue
		}
		if plugin.typed(kind, local, typ) != nil {
			others = append(others, source)
		}
	}
	if len(others) == 0 && s[required] == nil {
		return "", nil
	}
	slices.Sort(others)
	return required, others
}

// longestFirst returns the keys of a map in an order.
func longestFirst[T any](names map[string]T) []string {
	return slices.SortedFunc(maps.Keys(names), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
}

// typed returns the schema of a component type, where name is that of the plugin.
func (p *Plugin) typed(kind Kind, name, typ string) *tfjson.SchemaBlock {
	if typ == name {
		return p.component(kind, DefaultComponent)
	}
	if component, ok := strings.CutPrefix(typ, name+"-"); ok {
		return p.component(kind, component)
	}
	return nil
}

func (p *Plugin) component(kind Kind, name string) *tfjson.SchemaBlock {
	if p == nil || !slices.Contains(kinds, kind) {
		return nil
	}
	return (*p.components(kind))[name]
}

func (p *Plugin) version() string {
	if p == nil {
		return ""
	}
	return p.Version
}

// compareVersions compares two versions; one that is none is the oldest.
func compareVersions(a, b string) int {
	va, errA := version.NewVersion(a)
	vb, errB := version.NewVersion(b)
	switch {
	case errA != nil && errB != nil:
		return 0
	case errA != nil:
		return -1
	case errB != nil:
		return 1
	}
	return va.Compare(vb)
}
