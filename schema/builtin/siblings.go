package builtin

import (
	"sync"

	"github.com/hcljson/hcljson/schema"
)

// siblings are guesses of what a name is: what it is in most bodies of a version of
// the provider.
func (t *table) siblings(version int) *schema.Names {
	made, ok := t.facts.Load(version)
	if !ok {
		made, _ = t.facts.LoadOrStore(version, schema.NewUses(t.counter(version), enough))
	}
	return made.(*schema.Names)
}

// enough is how many bodies of a provider have to agree on a name.
const enough = 20

// counter counts when it is first asked.
func (t *table) counter(version int) func(name string) schema.Uses {
	count := sync.OnceValue(func() *counts { return t.count(version) })
	return func(name string) schema.Uses {
		c := count()
		if !c.blocks {
			// A provider without any blocks gets none.
			n := len(c.index)
			return schema.Uses{Objects: n, Lists: n, Arrays: n}
		}
		return c.uses[c.index[name]]
	}
}

// counts are the uses of the names in the different bodies of a version, by their
// index; the first is that of a name that is not there.
type counts struct {
	uses  []schema.Uses
	index map[string]int
	// blocks: there are blocks.
	blocks bool
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
		switch kind := Kind(n % Kinds); kind {
		case AttributeAsBlocks, ObjectsOrBlocks:
			u.AsBlocks++
			if kind == AttributeAsBlocks {
				r.number()
			}
		case MapAttribute, ObjectAttribute:
			u.Objects++
		case ObjectsAttribute:
			u.Lists++
		case AnyAttribute:
			u.Objects++
			u.Lists++
			u.Arrays++
		case ListAttribute:
			u.Arrays++
		default:
			u.Blocks++
			c.blocks = true
			t.countBody(r.below(body), c, seen)
		}
	}
}
