package builtin

import (
	"sync"

	"github.com/hcljson/hcljson/schema"
)

// siblings are guesses of what a name is: what it is in most bodies of a version of
// the provider.
func (t *table) siblings(version int) *schema.Names {
	return schema.NewUses(func(name string) schema.Uses {
		c := t.facts(version)
		if !c.blocks {
			// A provider without any blocks gets none.
			n := len(c.index)
			return schema.Uses{Objects: n, Lists: n, Arrays: n}
		}
		return c.uses[c.index[name]]
	}, enough)
}

// facts are the counts of a version, made when they are first asked for.
func (t *table) facts(version int) *counts {
	made, ok := t.counted.Load(version)
	if !ok {
		made, _ = t.counted.LoadOrStore(version, sync.OnceValue(func() *counts { return t.count(version) }))
	}
	return made.(func() *counts)()
}

// enough is how many bodies of a provider must agree on a name.
const enough = 20

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
