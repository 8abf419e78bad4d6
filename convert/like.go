package convert

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/notepath"
	"github.com/hcljson/hcljson/schema"
)

// nameUses knows what names are in the bodies of a file: what is an attribute, what
// a block and with how many labels. It answers for JSON that has no hints (any more)
// what no schema says.
type nameUses struct {
	// enclosing are the blocks around the body that is read.
	enclosing []likeStep
	// trails are the bodies like those, one trail for each precision, as far as they
	// have been looked for.
	trails [byType + 1][]*likeBodies
	// foreign: a comment of the file holds a value that is not ours.
	foreign bool
	// source is the text of the file; empty for one in JSON.
	source string
}

// likeStep is a block on the way to a body.
type likeStep struct {
	blockType string
	labels    []string
	// dynamic: it is the dynamic block that makes such blocks.
	dynamic bool
}

// likeBodies are the bodies of a file that are of one kind.
type likeBodies struct {
	bodies []*hclwrite.Body
	// uses are those of the names in the bodies, and inner the bodies in them, by the
	// headers of their blocks; made when first asked for.
	uses  map[string]*likeUse
	inner map[string]*likeBodies
}

// likeUse is what a name stands for in the bodies of a kind.
type likeUse struct {
	attribute, block bool
	// labels is how many labels the blocks have; -1 if not all have as many, and then
	// paths are the labels.
	labels, most int
	paths        map[string]bool
	numbers      map[int]bool
	// inList: see [arranger.listHint].
	inList bool
}

// precision is how much of the labels of a block count for two bodies to be of one
// kind.
type precision uint8

const (
	exactly precision = iota
	byFirstLabel
	byType
)

func newNameUses(file *hclwrite.File) *nameUses {
	l := &nameUses{foreign: hasForeign(&file.Body), source: file.Source()}
	for p := range l.trails {
		l.trails[p] = []*likeBodies{{bodies: []*hclwrite.Body{&file.Body}}}
	}
	return l
}

// hasForeign reports whether a comment in a body holds a value that is not ours.
func hasForeign(b *hclwrite.Body) (found bool) {
	search := func(b *hclwrite.Body) {
		for _, c := range ungroup(b).inside {
			v := foreignValue(c)
			found = found || v != nil && !ownMembers(v)
		}
	}
	search(b)
	hclwrite.Walk(b, func(node any) bool {
		if block, ok := node.(*hclwrite.Block); ok {
			search(&block.Body)
		}
		return !found
	})
	return found
}

// noBodies are those of a kind that is not in the file.
var noBodies = &likeBodies{uses: map[string]*likeUse{}, inner: map[string]*likeBodies{}}

// blocks reports whether a name is that of blocks, none of which is written as the
// dynamic block that JSON has for it.
func (l *nameUses) blocks(name string) bool {
	if l == nil {
		return false
	}
	for p := exactly; p <= byType; p++ {
		bodies := l.bodies(p)
		u, made := bodies.use(name), bodies.use(onlyBlockOf(name))
		if u != nil || made != nil {
			return u != nil && u.block && made == nil
		}
	}
	return false
}

// has reports whether a name is in bodies like the present one.
func (l *nameUses) has(name string) bool {
	for p := exactly; p <= byType; p++ {
		if l.bodies(p).use(name) != nil {
			return true
		}
	}
	return false
}

// says reports whether the file has all comments of a list.
func (l *nameUses) says(list []string) bool {
	return l.source == "" || !slices.ContainsFunc(list, func(c string) bool {
		return !strings.Contains(l.source, strings.TrimLeft(c, "#/ "))
	})
}

// writes reports whether a string that looks like an interpolation is one of the file.
func (l *nameUses) writes(text string) bool {
	return l == nil || l.source == "" || !strings.HasPrefix(text, "${") ||
		strings.Contains(l.source, hcltext.EscapeTemplate(text))
}

// alike lets what a name is in the file that this one is like stand for the hints
// that a note does not have.
func (r *bodyReader) alike(p *property, argument *schema.Attribute, block *schema.Block) {
	m, n := p.member, &r.note
	switch m.Value.Kind {
	case jsontree.Object, jsontree.Array, jsontree.Null:
	default:
		return
	}
	if n.isAttribute[m.Name] || n.isBlocks[m.Name] || n.labelCounts[m.Name] != nil {
		return
	}
	u := r.file.like.use(m.Name)
	switch {
	case block == nil && argument != nil && argument.AsBlocks == nil:
		if u = r.file.like.misused(m.Name, schema.IsBlock); m.Value.Kind != jsontree.Array {
			return
		}
	case block != nil && argument == nil:
		u = r.file.like.misused(m.Name, schema.IsAttribute)
		if a := r.file.like.argument(m.Name); a != nil && m.Value.Kind == jsontree.Array {
			if _, list := a.Expr.(*hclwrite.Tuple); !list {
				return // what was no list is corrected to blocks
			}
		}
	}
	switch {
	case u == nil:
		return
	case r.schema.NestedInLists && u.inList:
		n.isAttribute.add(notepath.InList(m.Name))
	case u.isAttribute():
		n.isAttribute.add(m.Name)
	case argument != nil && argument.AsBlocks != nil:
		r.likeBlocks(m.Name, m.Name, &m.Value, argument.AsBlocks.Body())
	case block == nil:
		counts := u.counts(&m.Value)
		if r.schema.NestedInLists && u.labels <= 0 || !r.schema.NestedInLists && !standsFor(&m.Value, counts) {
			return
		}
		if n.labelCounts == nil {
			n.labelCounts = map[string][]int{}
		}
		n.labelCounts[m.Name] = counts
	default:
		return
	}
	p.by = byLike
}

// counts are the numbers of labels of the blocks that a value stands for.
func (u *likeUse) counts(v *jsontree.Value) []int {
	if u.labels >= 0 {
		return []int{u.labels}
	}
	if v.Kind != jsontree.Array {
		return []int{u.count(v)}
	}
	counts := make([]int, len(v.Elems))
	for i := range v.Elems {
		counts[i] = u.count(&v.Elems[i])
	}
	return counts
}

// count is how many labels the block of a value has: as many as one with those, or
// else as many as there may be.
func (u *likeUse) count(v *jsontree.Value) int {
	path, count, possible := "", 0, 0
	for n := 1; n <= u.most; n++ {
		for v.Kind == jsontree.Array && len(v.Elems) == 1 {
			v = &v.Elems[0]
		}
		if v.Kind != jsontree.Object || len(v.Members) != 1 {
			break
		}
		path = notepath.AppendKey(path, v.Members[0].Name)
		if u.paths[path] {
			count = n
		}
		if v = &v.Members[0].Value; u.numbers[n] && (v.Kind == jsontree.Object || v.Kind == jsontree.Array) {
			possible = n
		}
	}
	if count == 0 {
		return possible
	}
	return count
}

// argument is the attribute of a name in the body that the present one is in the file.
func (l *nameUses) argument(name string) (found *hclwrite.Attribute) {
	for _, body := range l.bodies(exactly).bodies {
		for _, item := range body.Items {
			if a, ok := item.(*hclwrite.Attribute); ok && a.Name == name {
				if found != nil {
					return nil
				}
				found = a
			}
		}
	}
	return found
}

// misused is a name that the language has for something else, in the very body that is read:
// there it stays what the file has.
func (l *nameUses) misused(name string, kind schema.Kind) *likeUse {
	if n := len(l.enclosing); n > 0 && l.enclosing[n-1].dynamic {
		return nil
	}
	u := l.bodies(exactly).use(name)
	if u == nil || u.attribute != (kind == schema.IsAttribute) || u.block != (kind == schema.IsBlock) {
		return nil
	}
	return u
}

// likeBlocks takes the value of an argument at a path for blocks, and what is in it
// where that is blocks too.
func (r *bodyReader) likeBlocks(name, path string, v *jsontree.Value, element *schema.Body) {
	r.note.isBlocks.add(path)
	r.file.like.enter(name, nil)
	defer r.file.like.leave()
	for i := range v.Elems {
		for j := range v.Elems[i].Members {
			inner := &v.Elems[i].Members[j]
			argument, _ := element.Lookup(inner.Name)
			if argument == nil || argument.AsBlocks == nil {
				continue
			}
			if u := r.file.like.use(inner.Name); u != nil && u.block {
				at := notepath.AppendKey(notepath.AppendIndex(path, i), inner.Name)
				r.likeBlocks(inner.Name, at, &inner.Value, argument.AsBlocks.Body())
			}
		}
	}
}

// isAttribute reports whether the name is that of an attribute, and of no block.
func (u *likeUse) isAttribute() bool { return u != nil && u.attribute }

// use returns what a name is in a body like the present one, or nil.
func (l *nameUses) use(name string) *likeUse {
	if l == nil {
		return nil
	}
	for p := exactly; p <= byType; p++ {
		if u := l.bodies(p).use(name); u != nil && u.attribute != u.block {
			return u
		}
	}
	return nil
}

// bodies are those like the present one.
func (l *nameUses) bodies(p precision) *likeBodies {
	trail := &l.trails[p]
	for len(*trail) <= len(l.enclosing) {
		n := len(*trail) - 1
		*trail = append(*trail, (*trail)[n].in(l.enclosing[n], p))
	}
	return (*trail)[len(l.enclosing)]
}

// in are the bodies of the blocks of a kind.
func (l *likeBodies) in(step likeStep, p precision) *likeBodies {
	if step.blockType == schema.ContentType && len(step.labels) == 0 {
		return l
	}
	if l.inner == nil {
		l.inner = make(map[string]*likeBodies)
		for _, body := range l.bodies {
			l.enter(body, p)
		}
	}
	if inner := l.inner[likeKey(step.blockType, step.labels, p)]; inner != nil {
		return inner
	}
	return noBodies
}

// enter notes the bodies in one.
func (l *likeBodies) enter(body *hclwrite.Body, p precision) {
	for _, item := range body.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		key := likeKey(block.Type, block.Labels, p)
		inner := &block.Body
		if block.Type == schema.DynamicType && len(block.Labels) > 0 {
			key = block.Labels[0]
			if content := inner.Block(schema.ContentType); content != nil {
				inner = &content.Body
			}
		}
		if l.inner[key] == nil {
			l.inner[key] = &likeBodies{}
		}
		l.inner[key].bodies = append(l.inner[key].bodies, inner)
	}
}

// likeKey names a kind of blocks.
func likeKey(blockType string, labels []string, p precision) string {
	switch {
	case len(labels) == 0 || p == byType:
		return blockType
	case len(labels) == 1 || p == byFirstLabel:
		return blockType + "\x00" + labels[0]
	}
	return blockType + "\x00" + strings.Join(labels, "\x00")
}

// use is what a name is in the bodies, or nil.
func (l *likeBodies) use(name string) *likeUse {
	if l.uses == nil {
		l.uses = make(map[string]*likeUse)
		for _, body := range l.bodies {
			for _, item := range body.Items {
				l.add(item.ItemName(), item)
				block, ok := item.(*hclwrite.Block)
				if ok && generatedBy(block) != "" && onlyBlock(block) != nil {
					l.add(onlyBlockOf(block.Labels[0]), block)
				}
			}
		}
	}
	return l.uses[name]
}

// onlyBlockOf names the use of dynamic blocks that make one block of a type.
func onlyBlockOf(blockType string) string { return schema.DynamicType + "\x00" + blockType }

func (l *likeBodies) add(name string, item hclwrite.Item) {
	u := l.uses[name]
	if u == nil {
		u = &likeUse{}
		l.uses[name] = u
	}
	u.add(item)
}

func (u *likeUse) add(item hclwrite.Item) {
	switch item := item.(type) {
	case *hclwrite.Attribute:
		u.attribute = true
		o, ok := item.Expr.(*hclwrite.Object)
		u.inList = u.inList || ok && !o.Enclosed
	case *hclwrite.Block:
		if u.block && u.labels != len(item.Labels) {
			u.labels = -1
		} else {
			u.labels = len(item.Labels)
		}
		u.block, u.most = true, max(u.most, len(item.Labels))
		if u.paths == nil {
			u.paths, u.numbers = make(map[string]bool), make(map[int]bool)
		}
		u.numbers[len(item.Labels)] = true
		u.paths[notepath.BlockPath("", item.Labels)] = true
	}
}

// leave notes the end of that body.
func (l *nameUses) leave() {
	if l == nil {
		return
	}
	l.enclosing = l.enclosing[:len(l.enclosing)-1]
	for p := range l.trails {
		l.trails[p] = l.trails[p][:min(len(l.trails[p]), len(l.enclosing)+1)]
	}
}

// enter notes that the body of a block is read. The content of a dynamic block is as
// that of the blocks that it makes.
func (l *nameUses) enter(blockType string, labels []string) {
	if l == nil {
		return
	}
	step := likeStep{blockType: blockType, labels: labels}
	if blockType == schema.DynamicType && len(labels) > 0 {
		step = likeStep{blockType: labels[0], dynamic: true}
	}
	l.enclosing = append(l.enclosing, step)
}
