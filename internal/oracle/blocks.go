package oracle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/schema"
)

// header is a block's type and labels, as a text that is different for
// different ones.
func (b block) header() string {
	var text strings.Builder
	text.WriteString(b.typ)
	for _, label := range b.labels {
		fmt.Fprintf(&text, " %q", label)
	}
	return text.String()
}

// group is a list of blocks that are compared with each other.
type group struct {
	name    string
	ordered bool
	blocks  [2][]block
}

func (c *comparer) blocks(a, b []block, rule *schema.Body, at path) {
	for _, g := range groups([2][]block{a, b}, rule) {
		if g.ordered {
			c.sequence(g.blocks[0], g.blocks[1], g.name, rule, at)
			continue
		}
		var headers []string
		byHeader := [2]map[string][]block{{}, {}}
		for i, list := range g.blocks {
			for _, b := range list {
				header := b.header()
				if byHeader[0][header] == nil && byHeader[1][header] == nil {
					headers = append(headers, header)
				}
				byHeader[i][header] = append(byHeader[i][header], b)
			}
		}
		for _, header := range headers {
			c.sequence(byHeader[0][header], byHeader[1][header], header, rule, at)
		}
	}
}

// groups puts together the blocks whose relative order may matter: those of one
// type, the dynamic blocks that generate it, and the types of a Sequence.
func groups(sides [2][]block, rule *schema.Body) []*group {
	var result []*group
	byName := map[string]*group{}
	for i, list := range sides {
		for _, b := range list {
			name := b.typ
			generated := rule.Dynamic && name == "dynamic" && len(b.labels) == 1
			if generated {
				name = b.labels[0]
			}
			inSequence := false
			for _, sequence := range rule.Sequence {
				if slices.Contains(sequence, name) {
					name = sequence[0]
					inSequence = true
				}
			}
			g := byName[name]
			if g == nil {
				g = &group{name: name}
				byName[name] = g
				result = append(result, g)
			}
			_, listed := rule.Lookup(b.typ)
			if generated || inSequence || listed == nil || listed.Ordered {
				g.ordered = true
			}
			g.blocks[i] = append(g.blocks[i], b)
		}
	}
	return result
}

// sequence compares two lists of blocks one by one.
func (c *comparer) sequence(a, b []block, name string, rule *schema.Body, at path) {
	if len(a) != len(b) {
		var longer block
		if len(a) > len(b) {
			longer = a[len(b)]
		} else {
			longer = b[len(a)]
		}
		c.errorf(longer.rng, "Number of blocks differs", "%s: %d %s in %s, %d in %s.", at, len(a), name, c.a.source.Filename, len(b), c.b.source.Filename)
	}
	for i := range min(len(a), len(b)) {
		blockA, blockB := a[i], b[i]
		if headerA, headerB := blockA.header(), blockB.header(); headerA != headerB {
			c.errorf(blockA.rng, "Different block", "%s: block %d of %s is %s at %s and %s at %s.", at, i+1, name, headerA, blockA.rng, headerB, blockB.rng)
			continue
		}
		label := blockA.header()
		if len(a) > 1 {
			label = fmt.Sprintf("%s (%d)", label, i+1)
		}
		nested := rule.RestBody
		if _, listed := rule.Lookup(blockA.typ); listed != nil {
			nested = listed.BodyFor(blockA.labels)
		}
		c.bodies(blockA.body, blockB.body, nested, at.join(label))
	}
}
