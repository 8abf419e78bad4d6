package builtin

import (
	"encoding/binary"
	"errors"
	"iter"
	"slices"
	"sync"

	"github.com/hcljson/hcljson/internal/schema/tables"
)

// table is the table of a provider. It is decoded at its first use.
type table struct {
	Provider

	names, types, bodies []string
	// parts are read sequentially up to the requested type, until an index exists.
	parts map[tables.Part]string

	mu sync.Mutex
	// lookups counts the lookups in a part. index contains the bodies of its types.
	lookups map[tables.Part]int
	index   map[tables.Part]map[string][]int
	// made are the bodies of the table, and found are the bodies of types.
	made, found map[string]*tables.Body
	counted     sync.Map
}

// errTable is the error for an invalid table.
var errTable = errors.New("the table is damaged")

// decodeTable decodes a table after its first line.
func decodeTable(p Provider, rest string) (*table, error) {
	t := &table{
		Provider: p, parts: map[tables.Part]string{}, lookups: map[tables.Part]int{},
		made: map[string]*tables.Body{}, found: map[string]*tables.Body{},
	}
	r := &cursor{rest: rest}
	t.names, t.types, t.bodies = r.texts(), r.texts(), r.texts()
	for _, part := range Parts {
		t.parts[part] = r.text()
	}
	if r.failed || r.rest != "" {
		return nil, errTable
	}
	return t, nil
}

// cursor reads a text sequentially.
type cursor struct {
	rest   string
	failed bool
}

func (c *cursor) number() uint64 {
	// This decodes a string without a copy of it.
	var value uint64
	for i := 0; i < len(c.rest) && i < binary.MaxVarintLen64; i++ {
		value |= uint64(c.rest[i]&0x7f) << (7 * i)
		if c.rest[i] < 0x80 {
			c.rest = c.rest[i+1:]
			return value
		}
	}
	c.failed, c.rest = true, ""
	return 0
}

// numberBelow reads a number less than limit.
func (c *cursor) numberBelow(limit int) int {
	if n := c.number(); n < uint64(limit) {
		return int(n)
	}
	c.failed, c.rest = true, ""
	return 0
}

func (c *cursor) text() string {
	n := c.numberBelow(len(c.rest) + 1)
	if n > len(c.rest) {
		c.failed, c.rest = true, ""
		return ""
	}
	text := c.rest[:n]
	c.rest = c.rest[n:]
	return text
}

func (c *cursor) texts() []string {
	list := make([]string, c.numberBelow(len(c.rest)+1))
	for i := range list {
		list[i] = c.text()
	}
	return list
}

// allTypes returns the types of a part with the indices of their bodies for each version; -1 means none.
func (t *table) allTypes(part tables.Part) iter.Seq2[string, []int] {
	return func(yield func(string, []int) bool) {
		c := &cursor{rest: t.parts[part]}
		name := make([]byte, 0, 64)
		bodies := make([]int, len(t.Versions))
		for c.rest != "" {
			name = append(name[:c.numberBelow(len(name)+1)], c.text()...)
			last := -1
			for i := range bodies {
				switch n := c.numberBelow(len(t.bodies) + FirstBody); n {
				case Same:
				case Absent:
					last = -1
				default:
					last = n - FirstBody
				}
				bodies[i] = last
			}
			if c.failed || !yield(string(name), bodies) {
				return
			}
		}
	}
}

// bodiesOf returns the indices of the bodies of a type.
func (t *table) bodiesOf(part tables.Part, typ string) []int {
	if index := t.index[part]; index != nil {
		return index[typ]
	}
	for name, bodies := range t.allTypes(part) {
		if name == typ {
			return bodies
		}
	}
	return nil
}

// indexTypes creates an index of the types of a part, for files with several lookups.
func (t *table) indexTypes(part tables.Part) {
	switch t.lookups[part]++; {
	case t.lookups[part] != indexedAt:
		return
	case t.index == nil:
		t.index = map[tables.Part]map[string][]int{}
	}
	index := make(map[string][]int)
	for name, bodies := range t.allTypes(part) {
		index[name] = slices.Clone(bodies)
	}
	t.index[part] = index
}

// indexedAt is the number of lookups from which an index is faster than sequential searches.
const indexedAt = 3

// rawEntry is an encoded entry of a body.
type rawEntry struct {
	name  string
	kind  Kind
	index int
	// from is the index of its body among the bodies that are merged.
	from int
}

// entries decodes a body. Bodies refer only to earlier bodies, so that no body contains itself.
func (t *table) entries(body int) []rawEntry {
	c := &cursor{rest: t.bodies[body]}
	list := make([]rawEntry, c.numberBelow(len(c.rest)+1))
	for i := range list {
		n := c.numberBelow(len(t.names) * Kinds)
		if c.failed {
			return nil
		}
		e := rawEntry{name: t.names[n/Kinds], kind: Kind(n % Kinds)}
		switch {
		case e.kind.IsBlock():
			e.index = c.numberBelow(body)
		case e.kind == AttributeAsBlocks:
			e.index = c.numberBelow(len(t.types))
		}
		list[i] = e
	}
	return list
}

// tree returns a body in the form used by the generator of tables.
func (t *table) tree(body int) Tree {
	var tree Tree
	for _, e := range t.entries(body) {
		entry := Entry{Name: e.name, Kind: e.kind}
		switch {
		case e.kind.IsBlock():
			entry.Body = t.tree(e.index)
		case e.kind == AttributeAsBlocks:
			entry.Type = t.types[e.index]
		}
		tree = append(tree, entry)
	}
	return tree
}

// Types returns the sorted types in a part of a provider's table.
func (p Provider) Types(part tables.Part) []string {
	t := tableOf(p.Source)
	if t == nil {
		return nil
	}
	var types []string
	for name := range t.allTypes(part) {
		types = append(types, name)
	}
	return types
}

// Tree returns the body of a type in the version with this index, and reports whether the version
// defines the type.
func (p Provider) Tree(version int, part tables.Part, typ string) (Tree, bool) {
	t := tableOf(p.Source)
	if t == nil {
		return nil, false
	}
	bodies := t.bodiesOf(part, typ)
	if version >= len(bodies) || bodies[version] < 0 {
		return nil, false
	}
	return t.tree(bodies[version]), true
}

// The table has one file for each provider. A file starts with a line of JSON, the [Provider].
// Its other parts are:
//
//	names   a count, and the names of arguments and blocks
//	types   a count, and types in cty's JSON form
//	bodies  a count, and bodies, each after its length
//	parts   the types of resources of each of Parts, after their length
//
// Numbers are unsigned varints, and each text follows its length. A body is a count and its entries.
// An entry is the index of the name times [Kinds] plus the kind. For a block, the index of its body
// follows, which is an earlier body. For an AttributeAsBlocks, the index of its type follows. A type
// of resources is its name, as the length of the common prefix with the previous name and the rest,
// and an entry for each version of the provider, see [Absent].
const (
	Kinds = 16
	// Same is the entry of a type that is equal to the previous version.
	Same = 0
	// Absent is the entry of a type that the version does not have.
	Absent = 1
	// FirstBody is the entry of the first body. Each body has the next entry.
	FirstBody = 2
)

// Parts are the parts of a provider's schema in the order of the format.
var Parts = []tables.Part{
	tables.ProviderConfig, tables.Resource, tables.DataSource, tables.EphemeralResource,
	tables.ListResource, tables.Action, tables.StateStore,
}

// Provider is a provider in the table.
type Provider struct {
	// Source is the address without a host, such as "hashicorp/aws".
	Source string
	// Formerly are its former addresses.
	Formerly []string `json:",omitempty"`
	// Versions are the described versions, one for each major version, the newest last.
	Versions []Version
}

// Version is a version of a provider.
type Version struct {
	Version string
	// Date is the publication date of the version, or of the source of the table.
	Date string
	// From are the sources of the table: modules, packages or files with their versions, the most
	// complete source first.
	From []string
	// Lacks describes the information missing from the source.
	Lacks []string `json:",omitempty"`
}

// Kind is the kind of a name in a body.
type Kind uint8

const (
	// ListAttribute is a list or set whose elements are not objects or maps.
	ListAttribute Kind = iota + 1
	// MapAttribute is a map whose elements are not objects.
	MapAttribute
	// ObjectAttribute is an object, possibly with nested attributes.
	ObjectAttribute
	// ObjectsAttribute is a list or set of objects or maps without block syntax.
	ObjectsAttribute
	// AnyAttribute takes a value of any type.
	AnyAttribute
	// AttributeAsBlocks is a list or set of objects with optional block syntax.
	AttributeAsBlocks
	// ObjectsOrBlocks is an AttributeAsBlocks with an unknown element.
	ObjectsOrBlocks
	// SingleBlock is a block type with at most one block. The skipped numbers are modes that no
	// provider in the table has: groups, and maps, whose blocks have a label.
	SingleBlock
	_
	// ListBlock is a block type whose blocks are ordered.
	ListBlock
	// SetBlock is a block type whose blocks have no order.
	SetBlock
	_
	// UnknownBlock is a block type without a nesting mode in the source of the table.
	UnknownBlock
)

// IsBlock reports whether the name is a block type.
func (k Kind) IsBlock() bool { return k >= SingleBlock }

// Tree is a body in the table: its block types and its arguments with non-primitive types, sorted by
// name.
type Tree []Entry

// Entry is one name of a body.
type Entry struct {
	Name string
	Kind Kind
	// Body is the body of a block.
	Body Tree
	// Type is the type of an AttributeAsBlocks in cty's JSON form.
	Type string
}
