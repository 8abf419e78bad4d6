package plansummary

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsonformat"
)

// bodyOf returns the body of the block for an object before a change, after it, or both. forces
// contains the paths that force a replacement.
func bodyOf(before, after *node, s *shape, forces *paths) hclwrite.Body {
	b, a := asBody(before), asBody(after)
	switch {
	case b.kind == null:
		return plainBody(&a, s)
	case a.kind == null:
		return plainBody(&b, s)
	}
	return diffBody(&b, &a, s, forces)
}

// asBody converts a value to an object, so that it can be a body.
func asBody(n *node) node {
	if n.kind == null || n.kind == object && names(n) {
		return *n
	}
	return node{kind: object, members: []member{{"value", *n}}}
}

// shape defines which members of an object are blocks. The zero value and nil define no blocks.
type shape struct {
	blocks map[string]*shape
	// named contains the names in the configuration.
	named map[string]bool
}

// shapes returns the shapes of the resources in a configuration, by mode and type.
func shapes(c *jsonformat.Configuration) map[string]*shape {
	all := map[string]*shape{}
	var add func(m *jsonformat.ConfigModule)
	add = func(m *jsonformat.ConfigModule) {
		for _, r := range m.Resources {
			key := r.Mode + " " + r.Type
			if all[key] == nil {
				all[key] = &shape{}
			}
			all[key].add(r.Expressions)
		}
		for _, call := range m.Calls {
			if call.Module != nil {
				add(call.Module)
			}
		}
	}
	if c != nil {
		add(&c.Root)
	}
	return all
}

// add adds the blocks in a block expressions representation: arrays and objects that are not
// expression representations (opentofu internal/command/jsonconfig/expression.go). Blocks with
// labels, of map nesting, look like a block in a block, and are not added.
func (s *shape) add(expressions jsonformat.Value) {
	for _, m := range expressions.Members() {
		if s.named == nil {
			s.named = map[string]bool{}
		}
		s.named[m.Name] = true
		if _, ok := m.Value.Expression(); ok {
			continue
		}
		bodies, isList := m.Value.Elements()
		if !isList {
			bodies = []jsonformat.Value{m.Value}
			if !hasExpression(m.Value) {
				continue
			}
		}
		if s.blocks == nil {
			s.blocks = map[string]*shape{}
		}
		if s.blocks[m.Name] == nil {
			s.blocks[m.Name] = &shape{}
		}
		for _, body := range bodies {
			s.blocks[m.Name].add(body)
		}
	}
}

func hasExpression(v jsonformat.Value) bool {
	return slices.ContainsFunc(v.Members(), func(m jsonformat.Member) bool {
		_, ok := m.Value.Expression()
		return ok
	})
}

// plainBody returns the body of a block that exists only before or only after a change.
func plainBody(n *node, s *shape) hclwrite.Body {
	var body hclwrite.Body
	var blocks []hclwrite.Item
	for i := range n.members {
		m := &n.members[i]
		if s.omits(m) {
			continue
		}
		inner := s.block(m.name)
		all, ok := bodies(&m.value)
		if inner == nil || !ok {
			body.Items = append(body.Items, &hclwrite.Attribute{Name: m.name, Expr: plain(&m.value, false)})
			continue
		}
		for j := range all {
			blocks = append(blocks, &hclwrite.Block{Type: m.name, Body: plainBody(&all[j], inner)})
		}
	}
	body.Items = append(body.Items, blocks...)
	return body
}

// diffBody returns the body of a changed block. forces contains the paths that force a replacement.
func diffBody(before, after *node, s *shape, forces *paths) hclwrite.Body {
	var body hclwrite.Body
	var blocks diffBlocks
	same := 0
	both(before, after, func(name string, b, a *node) {
		inner := s.block(name)
		bodiesB, okB := bodies(b)
		bodiesA, okA := bodies(a)
		switch {
		case inner != nil && okA && okB:
			same += blocks.add(name, inner, blockSteps(b, a, bodiesB, bodiesA), forces.below(name))
		case equal(a, b) && isIdentifying(name):
			body.Items = append(body.Items, &hclwrite.Attribute{Name: name, Expr: plain(a, false)})
		case equal(a, b):
			same++
		default:
			e := diff(name+" = ", b, a, false, forces.below(name))
			body.Items = append(body.Items, &hclwrite.Attribute{Comments: e.Comments, Name: name, Expr: e.expr})
		}
	})
	body.Items = append(body.Items, blocks.items...)
	var end []string
	if len(blocks.taken) > 0 {
		end = append([]string{""}, blocks.taken...)
	}
	if same > 0 && len(blocks.items)+len(blocks.taken) > 0 {
		end = append(end, "")
	}
	body.AppendComments(unchanged(end, same))
	return body
}

// diffBlocks collects the blocks of a changed body.
type diffBlocks struct {
	items []hclwrite.Item
	// taken contains comments for removed blocks after the last block.
	taken []string
}

// add adds the blocks with a name, and returns the number of unchanged blocks.
func (d *diffBlocks) add(name string, s *shape, steps []step, forces *paths) (same int) {
	// at is the index of a block after the change.
	at := -1
	for _, step := range steps {
		block := &hclwrite.Block{Type: name}
		if step.after != nil {
			at++
		}
		inner := forces.at(at)
		switch {
		case step.after == nil:
			block.Body = plainBody(step.before, s)
			if len(d.taken) > 0 {
				d.taken = append(d.taken, "")
			}
			d.taken = append(d.taken, takenLines("", blockLines(block), "")...)
			continue
		case step.before == nil:
			block.Body = plainBody(step.after, s)
			block.Body.Open = []string{"# +"}
		case equal(step.before, step.after):
			same++
			continue
		default:
			block.Body = diffBody(step.before, step.after, s, inner)
			block.Body.Open = []string{"# ~"}
		}
		if forces.ends() || inner.ends() || inner != nil && step.before == nil {
			block.Body.Open[0] += " forces replacement"
		}
		if len(d.taken) > 0 {
			block.Above, d.taken = append(d.taken, ""), nil
		}
		d.items = append(d.items, block)
	}
	return same
}

// blockSteps compares the blocks with a name. A block that can appear only once is compared with
// itself.
func blockSteps(before, after *node, bodiesBefore, bodiesAfter []node) []step {
	if before.kind == object && after.kind == object {
		return []step{{before, after}}
	}
	return steps(bodiesBefore, bodiesAfter)
}

// blockLines prints a block.
func blockLines(block *hclwrite.Block) []string {
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{block}}}
	return strings.Split(strings.TrimSuffix(string(file.Bytes()), "\n"), "\n")
}

func (s *shape) block(name string) *shape {
	if s == nil || !identifier(name) {
		return nil
	}
	return s.blocks[name]
}

// omits reports whether a member is omitted: an empty list that is not in the configuration
// represents missing blocks.
func (s *shape) omits(m *member) bool {
	return s != nil && m.value.kind == array && len(m.value.elems) == 0 && !s.named[m.name]
}

// bodies returns the blocks of a name as objects; ok is false for other values.
func bodies(n *node) (all []node, ok bool) {
	switch n.kind {
	case null:
		return nil, true
	case object:
		all = []node{*n}
	case array:
		all = n.elems
	default:
		return nil, false
	}
	for i := range all {
		if all[i].kind != object || !names(&all[i]) {
			return nil, false
		}
	}
	return all, true
}

// names reports whether all members of an object can be arguments.
func names(n *node) bool {
	return !slices.ContainsFunc(n.members, func(m member) bool { return !identifier(m.name) })
}
