package providertable

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/develop/measure"
	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// ofFields reads a checkout of a provider that lists the fields of its resources in YAML files.
// They only define which names contain others. These names are blocks, because the library of the
// provider has no other form. before contains the types of the previous major version, which define
// the rest.
func ofFields(dir string, before types) (types, []string, error) {
	t := types{}
	for part, bodies := range before {
		for name, tree := range bodies {
			t.add(part, name, tree)
		}
	}
	found := false
	err := measure.Files(dir, measure.Ending("_meta.yaml"), func(path string, src []byte) error {
		typ, tree, err := readFields(string(src))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		found = true
		t.add(tables.Resource, typ, union(t[tables.Resource][typ], tree))
		return nil
	})
	if err == nil && !found {
		err = fmt.Errorf("%s has no lists of fields", dir)
	}
	return t, []string{"new arguments of this major version without nested arguments",
		"new nesting modes"}, err
}

// fieldLine is a line of an item: its path in the provider, or in the API, from which the path in
// the provider follows.
var fieldLine = regexp.MustCompile(`^\s*(- )?(field|api_field): '?([A-Za-z0-9_.]+)'?$`)

// readFields reads the list of a resource.
func readFields(src string) (string, builtin.Tree, error) {
	typ, field, api := "", "", ""
	root := &fieldNode{}
	end := func() {
		if field == "" {
			field = snake(api)
		}
		if field != "" {
			root.add(strings.Split(field, "."))
		}
		field, api = "", ""
	}
	for line := range strings.Lines(src) {
		line = strings.TrimRight(line, "\r\n")
		if name, ok := strings.CutPrefix(line, "resource: "); ok {
			typ = strings.Trim(name, "'\"")
		}
		m := fieldLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if m[1] != "" {
			end()
		}
		if m[2] == "field" {
			field = m[3]
		} else {
			api = m[3]
		}
	}
	end()
	if typ == "" {
		return "", nil, errors.New("the resource is missing")
	}
	return typ, root.tree(), nil
}

// fieldNode holds the fields below one.
type fieldNode struct{ below map[string]*fieldNode }

func (n *fieldNode) add(path []string) {
	for _, name := range path {
		if n.below == nil {
			n.below = map[string]*fieldNode{}
		}
		if n.below[name] == nil {
			n.below[name] = &fieldNode{}
		}
		n = n.below[name]
	}
}

func (n *fieldNode) tree() builtin.Tree {
	var tree builtin.Tree
	for _, name := range slices.Sorted(maps.Keys(n.below)) {
		if inner := n.below[name]; inner.below != nil {
			tree = append(tree, builtin.Entry{Name: name, Kind: builtin.UnknownBlock, Body: inner.tree()})
		}
	}
	return tree
}

var capital = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// snake is a path of the API as the provider writes it.
func snake(path string) string {
	return strings.ToLower(capital.ReplaceAllString(path, "${1}_${2}"))
}
