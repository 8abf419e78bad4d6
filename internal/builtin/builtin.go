// Package builtin is a table of what the most used providers of OpenTofu and
// Terraform define: the block types in the bodies of their resources, data sources
// and ephemeral resources and of their own configuration, and the arguments that
// take anything but a string, a number or a boolean. It is made from the schemas of
// the providers by internal/develop/providertable, for one version of each major version, and
// of some minor versions before 1.0.
//
// A provider that is used may be newer or older. So a body of the table never
// refuses a name, and what is not the same in all the versions that may be meant is
// a guess.
package builtin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/schema"
)

//go:generate go run -C ../../internal/develop . providertable -fetch ../../sources

// List returns the providers in the table, by source.
func List() []Provider {
	list := make([]Provider, len(sources()))
	for i, source := range sources() {
		var err error
		if list[i], _, err = entry(source); err != nil {
			panic(fmt.Sprintf("%s: %s", source, err)) // it is in the program
		}
	}
	return list
}

// tables are those that have been read, by source.
var tables sync.Map

// tableOf returns the table of a provider, or nil.
func tableOf(source string) *table {
	if !known(source) {
		return nil
	}
	read, ok := tables.Load(source)
	if !ok {
		read, _ = tables.LoadOrStore(source, sync.OnceValue(func() *table { return load(source) }))
	}
	return read.(func() *table)()
}

func load(source string) *table {
	p, rest, err := entry(source)
	if err == nil {
		var t *table
		if t, err = read(p, rest); err == nil {
			return t
		}
	}
	panic(fmt.Sprintf("%s: %s", source, err)) // it is in the program
}

// Source returns the source of the provider in the table that an address, without
// its host, stands for; empty if there is none. An address in the namespace
// hashicorp is also that of a module which names only the type.
func Source(namespace, typ string) string {
	source := namespace + "/" + typ
	if _, found := slices.BinarySearch(sources(), source); found {
		return source
	}
	for _, known := range sources() {
		if _, name, _ := strings.Cut(known, "/"); name != typ {
			continue
		}
		// The registries know the old addresses as well.
		if namespace == "hashicorp" {
			return known
		}
		if p, _, err := entry(known); err == nil && slices.Contains(p.Formerly, source) {
			return known
		}
	}
	return ""
}

// Define returns the bodies of the table for a module that does not say which
// providers it requires, for schema.Dialect.WithPlugins. What differs between the
// versions of a provider is a guess.
func Define() schema.Define {
	return func(part schema.Part, labels []string, value string) *schema.Body {
		if len(labels) == 0 || !slices.Contains(Parts, part) {
			return nil
		}
		local, typ := schema.LocalName(part, labels, value)
		source := Source("hashicorp", local)
		if source == "" {
			return nil
		}
		return Body(source, nil, "", part, typ)
	}
}

// Versions returns the versions that the table has of a provider.
func Versions(source string) []string {
	t := tableOf(source)
	if t == nil {
		return nil
	}
	versions := make([]string, len(t.Versions))
	for i, v := range t.Versions {
		versions[i] = v.Version
	}
	return versions
}

// Body returns what the table says of a type of a provider, prepared, as
// schema.Define wants it. accepts says whether the one that is used may be what a
// version of the table stands for; nil stands for any. Of those that may be, first counts
// first, or the newest. It is nil for a provider that is not in the table.
func Body(source string, accepts func(version string) bool, first string, part schema.Part, typ string) *schema.Body {
	t := tableOf(source)
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	accepted := slices.DeleteFunc(newestFirst(len(t.Versions)), func(i int) bool {
		return accepts != nil && !accepts(t.Versions[i].Version)
	})
	if at := slices.IndexFunc(accepted, func(i int) bool { return t.Versions[i].Version == first }); at > 0 {
		i := accepted[at]
		accepted = slices.Insert(slices.Delete(accepted, at, at+1), 0, i)
	}
	numbers := append(accepted, int(part))
	if body := t.found[string(appendKey(make([]byte, 0, 128), typ, numbers))]; body != nil {
		return body
	}
	t.indexed(part)
	versions := t.of(part, typ)
	if len(versions) == 0 {
		typ = "" // all that are not known have one body
	}
	key := string(appendKey(nil, typ, numbers))
	body := t.found[key]
	if body == nil {
		body = t.find(accepted, versions)
		body.Prepare()
		t.found[key] = body
	}
	return body
}

// appendKey appends what is the same for the same name and numbers.
func appendKey(key []byte, name string, numbers []int) []byte {
	key = append(strconv.AppendInt(key, int64(len(numbers)), 10), ' ')
	for _, n := range numbers {
		key = append(strconv.AppendInt(key, int64(n), 10), ' ')
	}
	return append(key, name...)
}

// find returns the body of a type, which has these bodies in all versions, in one of
// the versions with these indices, in the order in which they count.
func (t *table) find(accepted, versions []int) *schema.Body {
	all := newestFirst(len(t.Versions))
	s := said{by: all[0], agree: 1, enough: never}
	if len(accepted) > 0 {
		s.by, s.enough = accepted[0], enough
	}
	described := t.with(accepted, versions)
	switch {
	case len(described) == 0:
		// A major version that is not in the table, or not with this type.
		described = t.with(all, versions)
		s.agree = 2
		s.reason = fmt.Sprintf("The built-in table knows %s of provider %s, and another version is required. "+
			"Use --provider-schema to be sure", t.numbers(all), t.Source)
	case len(described) > 1:
		s.reason = fmt.Sprintf("The version of provider %s decides, which may be %s. "+
			"Say \"version\" in required_providers, or use --provider-schema", t.Source, t.numbers(accepted))
	}
	if len(described) == 0 {
		return &schema.Body{Remain: schema.RemainUnknown, Dynamic: true,
			Origin: schema.Origin{Kind: schema.FromTable}, PluginNames: t.siblings(s)}
	}
	s.by = described[0]
	var bodies []int
	for _, i := range described {
		bodies = append(bodies, versions[i])
	}
	return t.body(bodies, s, t.siblings(s))
}

// with are the indices of versions that have a type.
func (t *table) with(indices, versions []int) []int {
	return slices.DeleteFunc(slices.Clone(indices), func(i int) bool { return i >= len(versions) || versions[i] < 0 })
}

func newestFirst(n int) []int {
	indices := make([]int, n)
	for i := range indices {
		indices[i] = n - 1 - i
	}
	return indices
}

// numbers are those of versions, in messages.
func (t *table) numbers(indices []int) string {
	var list []string
	for _, i := range slices.Sorted(slices.Values(indices)) {
		list = append(list, t.Versions[i].Version)
	}
	return strings.Join(list, ", ")
}

// origin is the origin of the rows of a version.
func (t *table) origin(version int) schema.Origin {
	return schema.Origin{Kind: schema.FromTable, Name: "Provider " + t.Source, Version: t.Versions[version].Version}
}

// flat are the names of bodies, and of those in them. What is not the same
// everywhere is left out.
func (t *table) flat(bodies []int) []rawEntry {
	var entries []rawEntry
	seen, index, mixed := map[int]bool{}, map[string]int{}, map[string]bool{}
	for len(bodies) > 0 {
		body := bodies[0]
		bodies = bodies[1:]
		if seen[body] {
			continue
		}
		seen[body] = true
		for _, e := range t.entries(body) {
			if e.kind.Block() {
				bodies = append(bodies, e.index)
			}
			at, ok := index[e.name]
			if !ok {
				index[e.name] = len(entries)
				entries = append(entries, e)
				continue
			}
			mixed[e.name] = mixed[e.name] || entries[at].kind.Block() != e.kind.Block()
		}
	}
	return slices.DeleteFunc(entries, func(e rawEntry) bool { return mixed[e.name] })
}

// Major is the major version.
func (v Version) Major() int {
	first, _, _ := strings.Cut(v.Version, ".")
	major, _ := strconv.Atoi(first)
	return major
}

// siblings are guesses of what a name is: what it is in most bodies of a version of
// the provider.
func (t *table) siblings(s said) *schema.Names {
	names := schema.NewUses(func(name string) schema.Uses {
		c := t.facts(s.by)
		if !c.blocks {
			// A provider without any blocks gets none.
			n := len(c.index)
			return schema.Uses{Objects: n, Lists: n, Arrays: n}
		}
		return c.uses[c.index[name]]
	}, s.enough)
	return names.WithReason(fmt.Sprintf("The built-in table knows %s of provider %s, and has no such name there. "+
		"Use --provider-schema to be sure", t.numbers(newestFirst(len(t.Versions))), t.Source))
}

// facts are the counts of a version, made when they are first asked for.
func (t *table) facts(version int) *counts {
	made, ok := t.counted.Load(version)
	if !ok {
		made, _ = t.counted.LoadOrStore(version, sync.OnceValue(func() *counts { return t.count(version) }))
	}
	return made.(func() *counts)()
}

// enough is how many bodies of a provider must agree on a name, and never more than
// there are: another major version may have changed it.
const (
	enough = 20
	never  = 1 << 29
)

// counts are the uses of the names in the different bodies of a version, by their
// index; the first is that of a name that is not there.
type counts struct {
	uses  []schema.Uses
	index map[string]int
	// blocks: there are blocks. objects: there are arguments that
	// take an object, which only providers of today have; their lists of objects never
	// are written as blocks.
	blocks, objects bool
}

func (t *table) count(version int) *counts {
	c := &counts{uses: make([]schema.Uses, len(t.names)+1), index: make(map[string]int, len(t.names))}
	for i, name := range t.names {
		c.index[name] = i + 1
	}
	seen := make([]bool, len(t.bodies))
	for _, part := range Parts {
		for _, bodies := range t.all(part) {
			t.countBody(bodies[version], c, seen)
		}
	}
	return c
}

func (t *table) countBody(body int, c *counts, seen []bool) {
	if body < 0 || seen[body] {
		return
	}
	seen[body] = true
	r := cursor{rest: t.bodies[body]}
	for range r.below(len(r.rest) + 1) {
		n := r.below(len(t.names) * Kinds)
		u := &c.uses[n/Kinds+1]
		kind := Kind(n % Kinds)
		kind.count(u, 1)
		switch {
		case kind == AttributeAsBlocks:
			r.number()
		case kind == ObjectAttribute:
			c.objects = true
		case kind.Block():
			c.blocks = true
			t.countBody(r.below(body), c, seen)
		}
	}
}

// count adds the uses of a kind.
func (k Kind) count(u *schema.Uses, n int) {
	switch k {
	case AttributeAsBlocks, ObjectsOrBlocks:
		u.AsBlocks += n
	case MapAttribute, ObjectAttribute:
		u.Objects += n
	case ObjectsAttribute:
		u.Lists += n
	case AnyAttribute:
		u.Objects += n
		u.Lists += n
		u.Arrays += n
	case ListAttribute:
		u.Arrays += n
	default:
		u.Blocks += n
	}
}
