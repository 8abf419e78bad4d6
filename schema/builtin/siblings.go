package builtin

import (
	"sync"

	"github.com/hcljson/hcljson/schema"
)

// siblings are guesses of what a name is: what it is in most bodies of a version of
// the provider.
func (t *table) siblings(version int) *schema.Names {
	made, _ := t.facts.LoadOrStore(version, schema.NamesFrom(t.counter(version)))
	return made.(*schema.Names)
}

// counter counts when it is first asked.
func (t *table) counter(version int) func(name string) schema.Kind {
	counts := sync.OnceValue(func() map[string]uses { return t.count(version) })
	return func(name string) schema.Kind {
		found, ok := counts()[name]
		switch {
		case !ok && len(counts()) > 0 && counts()[""] == (uses{}):
			// A provider without any blocks gets none.
			return schema.IsAttribute
		case found.blocks > found.attributes:
			return schema.IsBlock
		case found.attributes > found.blocks:
			return schema.IsAttribute
		}
		return schema.Unlisted
	}
}

// uses is how often a name is what.
type uses struct{ blocks, attributes int }

// count counts the names in the different bodies of a version. Those of the empty
// name are all blocks.
func (t *table) count(version int) map[string]uses {
	counts := map[string]uses{}
	seen := make([]bool, len(t.bodies))
	var count func(body int)
	count = func(body int) {
		if body < 0 || seen[body] {
			return
		}
		seen[body] = true
		for _, e := range t.entries(body) {
			n := counts[e.name]
			if e.kind.Block() {
				n.blocks++
				counts[""] = uses{blocks: 1}
				count(e.index)
			} else {
				n.attributes++
			}
			counts[e.name] = n
		}
	}
	for _, part := range Parts {
		for _, bodies := range t.all(part) {
			count(bodies[version])
		}
	}
	return counts
}
