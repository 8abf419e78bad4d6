package plansummary

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
)

// bodyOf returns the body of the block for an object before a change, after it, or both. forces
// contains the paths that force a replacement.
func bodyOf(before, after *node, s *shape, forces *paths) hclwrite.Body {
	b, a := toObject(before), toObject(after)
	switch {
	case b.kind == nullKind:
		return plainBody(&a, s)
	case a.kind == nullKind:
		return plainBody(&b, s)
	}
	return diffBody(&b, &a, s, forces)
}

// toObject converts a value to an object, so that it can be a body.
func toObject(n *node) node {
	if n.kind == nullKind || n.kind == objectKind && hasArgumentNames(n) {
		return *n
	}
	return node{kind: objectKind, members: []member{{"value", *n}}}
}

// shape defines which members of an object are blocks. The zero value and nil define no blocks.
type shape struct {
	blocks map[string]*shape
	// named contains the names in the configuration.
	named map[string]bool
}

// shapesOf returns the shapes of the resources in a configuration, by mode and type.
func shapesOf(c *jsonformat.Configuration) map[string]*shape {
	all := map[string]*shape{}
	var add func(m *jsonformat.ConfigModule)
	add = func(m *jsonformat.ConfigModule) {
		for _, r := range m.Resources {
			key := r.Mode + " " + r.Type
			if all[key] == nil {
				all[key] = &shape{}
			}
			all[key].addBlocks(r.Expressions)
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

// addBlocks adds the blocks in a block expressions representation: arrays and objects that are not
// expression representations (opentofu internal/command/jsonconfig/expression.go). Blocks with
// labels, of map nesting, look like a block in a block, and are not added.
func (s *shape) addBlocks(expressions jsonformat.Value) {
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
			s.blocks[m.Name].addBlocks(body)
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
		all, ok := blockObjects(&m.value)
		if inner == nil || !ok {
			body.Items = append(body.Items, &hclwrite.Attribute{Name: m.name, Expr: plainExpr(&m.value, false)})
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
	var blocks bodyDiff
	same := 0
	eachMember(before, after, func(name string, b, a *node) {
		inner := s.block(name)
		bodiesB, okB := blockObjects(b)
		bodiesA, okA := blockObjects(a)
		switch {
		case inner != nil && okA && okB:
			same += blocks.addBlocks(name, inner, blockSteps(b, a, bodiesB, bodiesA), forces.afterName(name))
		case equal(a, b) && isIdentifying(name):
			body.Items = append(body.Items, &hclwrite.Attribute{Name: name, Expr: plainExpr(a, false)})
		case equal(a, b):
			same++
		default:
			e := diff(name+" = ", b, a, false, forces.afterName(name))
			body.Items = append(body.Items, &hclwrite.Attribute{Comments: e.comments, Name: name, Expr: e.expr})
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
	body.AppendComments(appendUnchanged(end, same))
	return body
}

// bodyDiff collects the blocks of a changed body.
type bodyDiff struct {
	items []hclwrite.Item
	// taken contains comments for removed blocks after the last block.
	taken []string
}

// addBlocks adds the blocks with a name, and returns the number of unchanged blocks.
func (d *bodyDiff) addBlocks(name string, s *shape, steps []step, forces *paths) (same int) {
	// at is the index of a block after the change.
	at := -1
	for _, step := range steps {
		block := &hclwrite.Block{Type: name}
		if step.after != nil {
			at++
		}
		inner, mark := forces.afterIndex(at), ""
		switch {
		case step.after == nil:
			block.Body = plainBody(step.before, s)
			if len(d.taken) > 0 {
				d.taken = append(d.taken, "")
			}
			d.taken = append(d.taken, removedLines("", blockLines(block), "")...)
			continue
		case step.before == nil:
			block.Body = plainBody(step.after, s)
			mark = "# +"
		case equal(step.before, step.after):
			same++
			continue
		default:
			block.Body = diffBody(step.before, step.after, s, inner)
			mark = "# ~"
		}
		if forces.hasEnd() || inner.hasEnd() || inner != nil && step.before == nil {
			mark += " forces replacement"
		}
		block.Comments = hclwrite.CommentsAt(hclwrite.Open, mark)
		if len(d.taken) > 0 {
			block.Comments.Set(hclwrite.Above, append(d.taken, ""))
			d.taken = nil
		}
		d.items = append(d.items, block)
	}
	return same
}

// blockSteps compares the blocks with a name. A block that can appear only once is compared with
// itself.
func blockSteps(before, after *node, bodiesBefore, bodiesAfter []node) []step {
	if before.kind == objectKind && after.kind == objectKind {
		return []step{{before, after}}
	}
	return compareLists(bodiesBefore, bodiesAfter)
}

// blockLines prints a block.
func blockLines(block *hclwrite.Block) []string {
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{block}}}
	return strings.Split(strings.TrimSuffix(string(file.Bytes()), "\n"), "\n")
}

func (s *shape) block(name string) *shape {
	if s == nil || !isVisibleIdentifier(name) {
		return nil
	}
	return s.blocks[name]
}

// omits reports whether a member is omitted: an empty list that is not in the configuration
// represents missing blocks.
func (s *shape) omits(m *member) bool {
	return s != nil && m.value.kind == arrayKind && len(m.value.elems) == 0 && !s.named[m.name]
}

// blockObjects returns the blocks of a name as objects; ok is false for other values.
func blockObjects(n *node) (all []node, ok bool) {
	switch n.kind {
	case nullKind:
		return nil, true
	case objectKind:
		all = []node{*n}
	case arrayKind:
		all = n.elems
	default:
		return nil, false
	}
	for i := range all {
		if all[i].kind != objectKind || !hasArgumentNames(&all[i]) {
			return nil, false
		}
	}
	return all, true
}

// hasArgumentNames reports whether all members of an object can be arguments.
func hasArgumentNames(n *node) bool {
	return !slices.ContainsFunc(n.members, func(m member) bool { return !isVisibleIdentifier(m.name) })
}
