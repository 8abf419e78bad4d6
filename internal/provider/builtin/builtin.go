// Package builtin is a table of the schemas of widely used providers of OpenTofu and Terraform. It
// contains the block types in the bodies of their resources, data sources, ephemeral resources and
// provider configurations, and the arguments with types other than string, number and bool.
// internal/develop/providertable generates it from the schemas of the providers, with one version
// for each major version, and some minor versions before 1.0.
//
// The installed provider can be newer or older. For this reason the bodies of the table never reject
// a name, and names that differ between the possible versions are guesses.
package builtin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

//go:generate go run -C ../../develop . providertable -fetch ../../sources

// List returns the providers in the table, by source.
func List() []Provider {
	list := make([]Provider, len(sources()))
	for i, source := range sources() {
		var err error
		if list[i], _, err = readEntry(source); err != nil {
			panic(fmt.Sprintf("%s: %s", source, err)) // a damaged table is a bug of the program
		}
	}
	return list
}

// decoded contains the decoded tables, by source.
var decoded sync.Map

// tableOf returns the table of a provider, or nil.
func tableOf(source string) *table {
	if !hasTable(source) {
		return nil
	}
	read, ok := decoded.Load(source)
	if !ok {
		read, _ = decoded.LoadOrStore(source, sync.OnceValue(func() *table { return loadTable(source) }))
	}
	return read.(func() *table)()
}

func loadTable(source string) *table {
	p, rest, err := readEntry(source)
	if err == nil {
		var t *table
		if t, err = decodeTable(p, rest); err == nil {
			return t
		}
	}
	panic(fmt.Sprintf("%s: %s", source, err)) // a damaged table is a bug of the program
}

// Source returns the source of a provider in the table for an address without its host, or "". An
// address in the namespace hashicorp can come from a module that names only the type.
func Source(namespace, typ string) string {
	source := namespace + "/" + typ
	if _, found := slices.BinarySearch(sources(), source); found {
		return source
	}
	for _, known := range sources() {
		if _, name, _ := strings.Cut(known, "/"); name != typ {
			continue
		}
		// The registries accept the former addresses as well.
		if namespace == "hashicorp" {
			return known
		}
		if p, _, err := readEntry(known); err == nil && slices.Contains(p.Formerly, source) {
			return known
		}
	}
	return ""
}

// Define returns the bodies of the table for a module without provider requirements, for
// languages.WithPlugins. Names that differ between the versions of a provider are guesses.
func Define() tables.Define {
	return func(part tables.Part, labels []string, value string) *tables.Body {
		if len(labels) == 0 || !slices.Contains(Parts, part) {
			return nil
		}
		local, typ := tables.LocalName(part, labels, value)
		source := Source("hashicorp", local)
		if source == "" {
			return nil
		}
		return Body(source, nil, "", part, typ)
	}
}

// Versions returns the versions of a provider in the table.
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

// Body returns the prepared body of a provider's type, for tables.Define. accepts reports whether
// the installed provider can match a version of the table; nil accepts all versions. Among accepted
// versions, first is preferred, otherwise the newest. Body returns nil for a provider without a
// table.
func Body(source string, accepts func(version string) bool, first string, part tables.Part, typ string) *tables.Body {
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
	t.indexTypes(part)
	versions := t.bodiesOf(part, typ)
	if len(versions) == 0 {
		typ = "" // all unknown types share one body
	}
	key := string(appendKey(nil, typ, numbers))
	body := t.found[key]
	if body == nil {
		body = t.findBody(accepted, versions)
		body.Prepare()
		t.found[key] = body
	}
	return body
}

// appendKey appends a unique key for a name and numbers.
func appendKey(key []byte, name string, numbers []int) []byte {
	key = append(strconv.AppendInt(key, int64(len(numbers)), 10), ' ')
	for _, n := range numbers {
		key = append(strconv.AppendInt(key, int64(n), 10), ' ')
	}
	return append(key, name...)
}

// findBody returns the body of a type. versions are its bodies in all versions, and accepted are the
// indices of the possible versions in order of preference.
func (t *table) findBody(accepted, versions []int) *tables.Body {
	all := newestFirst(len(t.Versions))
	s := evidence{by: all[0], agree: 1, enough: unreachable}
	if len(accepted) > 0 {
		s.by, s.enough = accepted[0], minAgreement
	}
	described := t.definingVersions(accepted, versions)
	switch {
	case len(described) == 0:
		// The required major version, or the type in it, is missing from the table.
		described = t.definingVersions(all, versions)
		s.agree = 2
		s.reason = fmt.Sprintf("The built-in table contains %s of provider %s, but another version is required. "+
			"To be sure, set the option providerSchemas", t.versionNumbers(all), t.Source)
	case len(described) > 1:
		s.reason = fmt.Sprintf("The version of provider %s decides, which may be %s. "+
			"Set \"version\" in required_providers, or set the option providerSchemas", t.Source, t.versionNumbers(accepted))
	}
	if len(described) == 0 {
		return &tables.Body{Remain: tables.RemainUnknown, Dynamic: true,
			Origin: tables.Origin{Kind: tables.FromTable}, PluginNames: t.siblingGuesses(s)}
	}
	s.by = described[0]
	var bodies []int
	for _, i := range described {
		bodies = append(bodies, versions[i])
	}
	return t.body(bodies, s, t.siblingGuesses(s))
}

// definingVersions returns the indices of the versions that define a type.
func (t *table) definingVersions(indices, versions []int) []int {
	return slices.DeleteFunc(slices.Clone(indices), func(i int) bool { return i >= len(versions) || versions[i] < 0 })
}

func newestFirst(n int) []int {
	indices := make([]int, n)
	for i := range indices {
		indices[i] = n - 1 - i
	}
	return indices
}

// versionNumbers returns the version numbers for a message.
func (t *table) versionNumbers(indices []int) string {
	var list []string
	for _, i := range slices.Sorted(slices.Values(indices)) {
		list = append(list, t.Versions[i].Version)
	}
	return strings.Join(list, ", ")
}

// origin returns the origin of the rows of a version.
func (t *table) origin(version int) tables.Origin {
	return tables.Origin{Kind: tables.FromTable, Name: "Provider " + t.Source, Version: t.Versions[version].Version}
}

// flatEntries returns the names in bodies and in their nested bodies. It omits names with different kinds.
func (t *table) flatEntries(bodies []int) []rawEntry {
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
			if e.kind.IsBlock() {
				bodies = append(bodies, e.index)
			}
			at, ok := index[e.name]
			if !ok {
				index[e.name] = len(entries)
				entries = append(entries, e)
				continue
			}
			mixed[e.name] = mixed[e.name] || entries[at].kind.IsBlock() != e.kind.IsBlock()
		}
	}
	return slices.DeleteFunc(entries, func(e rawEntry) bool { return mixed[e.name] })
}

// Major returns the major version.
func (v Version) Major() int {
	first, _, _ := strings.Cut(v.Version, ".")
	major, _ := strconv.Atoi(first)
	return major
}

// siblingGuesses returns guesses for names: the most frequent kind in the bodies of a version of the
// provider.
func (t *table) siblingGuesses(s evidence) *guess.Names {
	names := guess.NewUses(func(name string) guess.Uses {
		c := t.countsOf(s.by)
		if !c.blocks {
			// Never guess blocks for a provider without blocks.
			n := len(c.index)
			return guess.Uses{Objects: n, Lists: n, Arrays: n}
		}
		return c.uses[c.index[name]]
	}, s.enough)
	return names.WithReason(t.Source, fmt.Sprintf("The built-in table contains %s of provider %s, without this name. "+
		"To be sure, set the option providerSchemas", t.versionNumbers(newestFirst(len(t.Versions))), t.Source))
}

// countsOf returns the counts of a version. They are computed at the first use.
func (t *table) countsOf(version int) *counts {
	made, ok := t.counted.Load(version)
	if !ok {
		made, _ = t.counted.LoadOrStore(version, sync.OnceValue(func() *counts { return t.countVersion(version) }))
	}
	return made.(func() *counts)()
}

// minAgreement is the number of a provider's bodies that must agree on a name. unreachable exceeds every number
// of bodies: another major version can have changed the name.
const (
	minAgreement = 20
	unreachable  = 1 << 29
)

// counts are the uses of the names in the distinct bodies of a version, by the index of the name.
// The first entry is for unknown names.
type counts struct {
	uses  []guess.Uses
	index map[string]int
	// blocks is true if the provider has blocks. objects is true if it has arguments with an object.
	// Only providers based on the plugin framework have them, and their lists of objects are never
	// written as blocks.
	blocks, objects bool
}

func (t *table) countVersion(version int) *counts {
	c := &counts{uses: make([]guess.Uses, len(t.names)+1), index: make(map[string]int, len(t.names))}
	for i, name := range t.names {
		c.index[name] = i + 1
	}
	seen := make([]bool, len(t.bodies))
	for _, part := range Parts {
		for _, bodies := range t.allTypes(part) {
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
	for range r.numberBelow(len(r.rest) + 1) {
		n := r.numberBelow(len(t.names) * Kinds)
		u := &c.uses[n/Kinds+1]
		kind := Kind(n % Kinds)
		kind.count(u, 1)
		switch {
		case kind == AttributeAsBlocks:
			r.number()
		case kind == ObjectAttribute:
			c.objects = true
		case kind.IsBlock():
			c.blocks = true
			t.countBody(r.numberBelow(body), c, seen)
		}
	}
}

// count adds n uses of a kind.
func (k Kind) count(u *guess.Uses, n int) {
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
