package builtin

import (
	"encoding/binary"
	"errors"
	"iter"
	"slices"
	"sync"

	"github.com/hcljson/hcljson/schema"
)

// table is that of a provider. It is read when it is first asked for.
type table struct {
	Provider

	names, types, bodies []string
	// parts are read up to the type that is looked for, as long as there is no index.
	parts map[schema.Part]string

	mu sync.Mutex
	// lookups counts those in a part; index has the bodies of its types.
	lookups map[schema.Part]int
	index   map[schema.Part]map[string][]int
	// made are the bodies of the table, and found those of types.
	made, found map[string]*schema.Body
	counted     sync.Map
}

// errTable says that a table is not in the format.
var errTable = errors.New("the table is damaged")

// read reads what comes after the first line of a table.
func read(p Provider, rest string) (*table, error) {
	t := &table{
		Provider: p, parts: map[schema.Part]string{}, lookups: map[schema.Part]int{},
		made: map[string]*schema.Body{}, found: map[string]*schema.Body{},
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

// cursor goes over what is left of a text.
type cursor struct {
	rest   string
	failed bool
}

func (c *cursor) number() uint64 {
	// Of a string, as it is not copied.
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

// below is a number that is less than another one.
func (c *cursor) below(limit int) int {
	if n := c.number(); n < uint64(limit) {
		return int(n)
	}
	c.failed, c.rest = true, ""
	return 0
}

func (c *cursor) text() string {
	n := c.below(len(c.rest) + 1)
	if n > len(c.rest) {
		c.failed, c.rest = true, ""
		return ""
	}
	text := c.rest[:n]
	c.rest = c.rest[n:]
	return text
}

func (c *cursor) texts() []string {
	list := make([]string, c.below(len(c.rest)+1))
	for i := range list {
		list[i] = c.text()
	}
	return list
}

// all goes over the types of a part, with the indices of their bodies, one for each
// version; -1 is none.
func (t *table) all(part schema.Part) iter.Seq2[string, []int] {
	return func(yield func(string, []int) bool) {
		c := &cursor{rest: t.parts[part]}
		name := make([]byte, 0, 64)
		bodies := make([]int, len(t.Versions))
		for c.rest != "" {
			name = append(name[:c.below(len(name)+1)], c.text()...)
			last := -1
			for i := range bodies {
				switch n := c.below(len(t.bodies) + FirstBody); n {
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

// of returns the bodies of a type.
func (t *table) of(part schema.Part, typ string) []int {
	if index := t.index[part]; index != nil {
		return index[typ]
	}
	for name, bodies := range t.all(part) {
		if name == typ {
			return bodies
		}
	}
	return nil
}

// indexed makes an index of the types of a part, for a file that has more than one.
func (t *table) indexed(part schema.Part) {
	switch t.lookups[part]++; {
	case t.lookups[part] != indexedAt:
		return
	case t.index == nil:
		t.index = map[schema.Part]map[string][]int{}
	}
	index := make(map[string][]int)
	for name, bodies := range t.all(part) {
		index[name] = slices.Clone(bodies)
	}
	t.index[part] = index
}

// indexedAt is the lookup at which an index takes less time than the search of one
// type after the other.
const indexedAt = 3

// rawEntry is an entry of a body in the format.
type rawEntry struct {
	name  string
	kind  Kind
	index int
	// from is the number of the body that it is in, among those that are read together.
	from int
}

// entries reads a body. What a body refers to is before it, so that none holds
// itself.
func (t *table) entries(body int) []rawEntry {
	c := &cursor{rest: t.bodies[body]}
	list := make([]rawEntry, c.below(len(c.rest)+1))
	for i := range list {
		n := c.below(len(t.names) * Kinds)
		if c.failed {
			return nil
		}
		e := rawEntry{name: t.names[n/Kinds], kind: Kind(n % Kinds)}
		switch {
		case e.kind.Block():
			e.index = c.below(body)
		case e.kind == AttributeAsBlocks:
			e.index = c.below(len(t.types))
		}
		list[i] = e
	}
	return list
}

// tree is a body as the maker of tables has it.
func (t *table) tree(body int) Tree {
	var tree Tree
	for _, e := range t.entries(body) {
		entry := Entry{Name: e.name, Kind: e.kind}
		switch {
		case e.kind.Block():
			entry.Body = t.tree(e.index)
		case e.kind == AttributeAsBlocks:
			entry.Type = t.types[e.index]
		}
		tree = append(tree, entry)
	}
	return tree
}

// Types returns the types of a part that the table has of a provider, sorted.
func (p Provider) Types(part schema.Part) []string {
	t := tableOf(p.Source)
	if t == nil {
		return nil
	}
	var types []string
	for name := range t.all(part) {
		types = append(types, name)
	}
	return types
}

// Tree returns what the table says of a type in the version with an index, and
// whether that version has it.
func (p Provider) Tree(version int, part schema.Part, typ string) (Tree, bool) {
	t := tableOf(p.Source)
	if t == nil {
		return nil, false
	}
	bodies := t.of(part, typ)
	if version >= len(bodies) || bodies[version] < 0 {
		return nil, false
	}
	return t.tree(bodies[version]), true
}

// A table is a file for each provider. It starts with a line of JSON, the
// [Provider]; then come
//
//	names   a count, and the names of arguments and blocks
//	types   a count, and types as cty writes them in JSON
//	bodies  a count, and bodies, each with its length before it
//	parts   for each of Parts the types of resources, with their length before them
//
// Numbers are unsigned varints, and texts have their length before them. A body
// is a count and its entries: the index of the name times [Kinds] plus the kind;
// then, of a block, the index of its body, which is before, and of an
// AttributeAsBlocks that of its type. A type of resources is its name, as the
// number of bytes that it has in common with the one before and the rest, and for
// each version of the provider what [Absent] explains.
const (
	Kinds = 16
	// For each version, a type is described as in the version before, or it does
	// not exist, or it has the body with the index that is left.
	Same      = 0
	Absent    = 1
	FirstBody = 2
)

// Parts are the parts of a provider's schema in the order of the format.
var Parts = []schema.Part{
	schema.ProviderConfig, schema.Resource, schema.DataSource, schema.EphemeralResource,
	schema.ListResource, schema.Action, schema.StateStore,
}

// Provider is a provider in the table.
type Provider struct {
	// Source is its address without a host: "hashicorp/aws".
	Source string
	// Formerly are the addresses that it had before.
	Formerly []string `json:",omitempty"`
	// Versions are those that the table describes, one for each major version, the
	// newest last.
	Versions []Version
}

// Version is a version of a provider.
type Version struct {
	Version string
	// Date is the day on which it, or the source of the table, was published.
	Date string
	// From is where the table has it from: modules, packages or files with their
	// versions, the one that says most first.
	From []string
	// Lacks is what the source does not know.
	Lacks []string `json:",omitempty"`
}

// Kind is what a name is in a body.
type Kind uint8

const (
	// ListAttribute is a list or set of anything but objects and maps.
	ListAttribute Kind = iota + 1
	MapAttribute
	// ObjectAttribute is an object; it may have nested attributes.
	ObjectAttribute
	// ObjectsAttribute is a list or set of objects or maps that is never written as blocks.
	ObjectsAttribute
	// AnyAttribute takes a value of any type.
	AnyAttribute
	// AttributeAsBlocks is a list or set of objects that may be written as blocks.
	AttributeAsBlocks
	// ObjectsOrBlocks is an AttributeAsBlocks whose element the source does not
	// know.
	ObjectsOrBlocks
	// Blocks, by nesting mode. UnknownBlock is one whose mode the source of the
	// table does not say. The numbers between are those of modes that no provider of
	// the table has: a group, and a map, whose blocks have a label.
	SingleBlock
	_
	ListBlock
	SetBlock
	_
	UnknownBlock
)

// Block reports whether the name is a block type.
func (k Kind) Block() bool { return k >= SingleBlock }

// Tree is what the table knows of a body: its block types, and its arguments that
// are not of a primitive type, sorted by name.
type Tree []Entry

// Entry is one name of a body.
type Entry struct {
	Name string
	Kind Kind
	// Body is that of a block.
	Body Tree
	// Type is the type of an AttributeAsBlocks, as cty writes it in JSON.
	Type string
}
