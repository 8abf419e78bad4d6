package builtin

import (
	"sync"

	"github.com/hcljson/hcljson/schema"
)

// siblings are guesses of what a name is: what it is in most bodies of a version of
// the provider.
func (t *table) siblings(version int) *schema.Names {
	made, _ := t.facts.LoadOrStore(version, schema.NewUses(t.counter(version), enough))
	return made.(*schema.Names)
}

// enough is how many bodies of a provider have to agree.
const enough = 20

// counter counts when it is first asked.
func (t *table) counter(version int) func(name string) schema.Uses {
	counts := sync.OnceValues(func() (names map[string]schema.Uses, blocks bool) { return t.count(version) })
	return func(name string) schema.Uses {
		names, blocks := counts()
		found, ok := names[name]
		if !ok && !blocks && len(names) > 0 {
			// A provider without any blocks gets none.
			return schema.Uses{Objects: len(names), Lists: len(names), Arrays: len(names)}
		}
		return found
	}
}

// count counts the names in the different bodies of a version, and tells whether
// there are blocks among them.
func (t *table) count(version int) (counts map[string]schema.Uses, blocks bool) {
	counts = map[string]schema.Uses{}
	seen := make([]bool, len(t.bodies))
	var count func(body int)
	count = func(body int) {
		if body < 0 || seen[body] {
			return
		}
		seen[body] = true
		for _, e := range t.entries(body) {
			u := counts[e.name]
			switch e.kind {
			case ListAttribute:
				u.Arrays++
			case MapAttribute, ObjectAttribute:
				u.Objects++
			case ObjectsAttribute:
				u.Lists++
			case AnyAttribute:
				u.Objects, u.Lists, u.Arrays = u.Objects+1, u.Lists+1, u.Arrays+1
			case AttributeAsBlocks:
				u.AsBlocks++
			default:
				u.Blocks++
				blocks = true
				count(e.index)
			}
			counts[e.name] = u
		}
	}
	for _, part := range Parts {
		for _, bodies := range t.all(part) {
			count(bodies[version])
		}
	}
	return counts, blocks
}
