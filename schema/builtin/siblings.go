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
		made, _ = t.facts.LoadOrStore(version, schema.NamesFrom(t.counter(version)))
	}
	return made.(*schema.Names)
}

// counter counts when it is first asked.
func (t *table) counter(version int) func(name string) schema.Kind {
	count := sync.OnceValue(func() *counts { return t.count(version) })
	return func(name string) schema.Kind {
		c := count()
		found := c.uses[c.index[name]]
		attributes := found.objects + found.lists + found.arrays
		switch blocks := found.blocks + found.asBlocks; {
		case !c.blocks:
			// A provider without any blocks gets none.
			return schema.IsAttribute
		case blocks > attributes:
			return schema.IsBlock
		case attributes > blocks:
			return schema.IsAttribute
		}
		return schema.Unlisted
	}
}

// uses is how often a name is what: blocks, an argument that may stand as blocks, one
// that is an object or a map, a list of these, or a list of anything else.
type uses struct{ blocks, asBlocks, objects, lists, arrays int }

// counts are the uses of the names in the different bodies of a version, by their
// index; the first is that of a name that is not there.
type counts struct {
	uses  []uses
	index map[string]int
	// blocks: there are blocks.
	blocks bool
}

func (t *table) count(version int) *counts {
	c := &counts{uses: make([]uses, len(t.names)+1), index: make(map[string]int, len(t.names))}
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
			u.asBlocks++
			if kind == AttributeAsBlocks {
				r.number()
			}
		case MapAttribute, ObjectAttribute:
			u.objects++
		case ObjectsAttribute:
			u.lists++
		case AnyAttribute:
			u.objects++
			u.lists++
		case ListAttribute:
			u.arrays++
		default:
			u.blocks++
			c.blocks = true
			t.countBody(r.below(body), c, seen)
		}
	}
}
