package patch

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/tree/nodes"
	"github.com/hcljson/hcljson/internal/tree/treediff"
	"github.com/hcljson/hcljson/schema"
)

// readEdit reads the JSON of an edited file. file is the original file, or nil. It provides hints
// for names, and helps to find the targets of comments.
func readEdit(
	file *hclwrite.File, edited []byte, name string, dialect *schema.Dialect, opts convert.Options,
) (*hclwrite.File, hcl.Diagnostics) {
	if file == nil {
		return convert.ReadJSON(edited, name, dialect, opts)
	}
	opts.Hints, opts.OmitUnplaced = convert.NewHints(file), true
	read, diags := convert.ReadJSON(edited, name, dialect, opts)
	var unplaced []*annotation.Unplaced
	diags = slices.DeleteFunc(diags, func(diag *hcl.Diagnostic) bool {
		u, ok := diag.Extra.(*annotation.Unplaced)
		if ok {
			unplaced = append(unplaced, u)
		}
		return ok
	})
	return read, append(diags, placeComments(unplaced, file)...)
}

// placeComments places comments whose target does not exist at the path in the annotation. The
// target is a part that the edit renamed, or a part that already has the new name in the file.
// placeComments warns about the other comments, unless the edit deleted them.
func placeComments(list []*annotation.Unplaced, file *hclwrite.File) (diags hcl.Diagnostics) {
	p := &placer{
		named: make(map[hclwrite.Node]*namedParts), renamed: make(map[hclwrite.Node]map[string]string),
		uncommented: make(map[pathKey]map[string][]commentTarget), similar: make(map[bodiesKey]*similarBodies),
		file: file,
	}
	var rest []*annotation.Unplaced
	listed := make(map[*annotation.Unplaced]bool)
	for _, u := range list {
		target, inLists := p.renamedTarget(u)
		if listed[u] = inLists; !placeComment(u, target) {
			rest = append(rest, u)
		}
	}
	for _, u := range rest {
		if placeComment(u, p.sameTarget(u)) || !listed[u] && p.isDeleted(u) {
			continue
		}
		diags = append(diags, u.Warning())
	}
	split, walked := make(map[*hclwrite.Body]bool), make(map[hclwrite.Node]bool)
	for _, u := range list {
		if split[u.Body] {
			continue
		}
		split[u.Body] = true
		u.Body.SplitComments()
		hclwrite.Walk(u.Body, func(node hclwrite.Node) bool {
			if e, ok := node.(hclwrite.Expr); ok && hclwrite.CollectionOf(e) != nil {
				hclwrite.CollectionOf(e).SplitComments()
			}
			first := !walked[node]
			walked[node] = true
			return first
		})
	}
	return diags
}

// placeComment adds comments to a target. It returns false if the target is empty or already has
// comments.
func placeComment(u *annotation.Unplaced, target commentTarget) bool {
	if target.part == nil || target.commentText() != "" {
		return false
	}
	annotation.AddToValue(target.part, target.comments, target.value, u.Comments)
	return true
}

// placer finds the targets of comments. Its fields are set on the first use.
type placer struct {
	// named contains the parts of bodies and collections. renamed maps a body or object of the edit
	// to its new names, by old name.
	named   map[hclwrite.Node]*namedParts
	renamed map[hclwrite.Node]map[string]string
	// uncommented contains parts that have comments in the file, but not in the edit. The inner key
	// is the text of the comments.
	uncommented map[pathKey]map[string][]commentTarget
	// similar describes lists of bodies of the file. inserts is true if body contains names that its similar bodies do
	// not contain.
	similar map[bodiesKey]*similarBodies
	body    *hclwrite.Body
	inserts bool
	// comments contains the comments of the file without their markers.
	file     *hclwrite.File
	comments map[string]bool
}

// bodiesKey identifies a list of bodies.
type bodiesKey struct {
	first *hclwrite.Body
	count int
}

// similarBodies describes a list of bodies: the names of their items, and the only body with each attribute, or nil if
// several have it.
type similarBodies struct {
	names  map[string]bool
	owners map[string]*hclwrite.Body
}

func (p *placer) similarBodies(bodies []*hclwrite.Body) *similarBodies {
	if len(bodies) == 0 {
		return &similarBodies{}
	}
	key := bodiesKey{bodies[0], len(bodies)}
	if p.similar[key] != nil {
		return p.similar[key]
	}
	s := &similarBodies{make(map[string]bool), make(map[string]*hclwrite.Body)}
	for _, body := range bodies {
		for _, item := range body.Content() {
			name := hclwrite.ItemName(item)
			s.names[name] = true
			if _, ok := item.(*hclwrite.Attribute); !ok {
				continue
			}
			if _, several := s.owners[name]; several {
				s.owners[name] = nil
			} else {
				s.owners[name] = body
			}
		}
	}
	p.similar[key] = s
	return s
}

// pathKey identifies a path below the parts of a body or a collection.
type pathKey struct {
	node hclwrite.Node
	path string
}

// commentTarget is a part that can have comments: a body, an attribute or an element of a
// collection.
type commentTarget struct {
	name string
	body *hclwrite.Body
	// part is an attribute or element, with its comments and its value.
	part     hclwrite.Node
	comments *hclwrite.Comments
	value    hclwrite.Expr
	// groups contains the lines of the comment groups between an attribute or element and the item
	// before it.
	groups []string
}

func elementTarget(e *hclwrite.Element, groups []string) commentTarget {
	t := commentTarget{part: e, comments: &e.Comments, value: e.Value, groups: groups}
	if e.Key != nil {
		t.name = e.Key.Text
	}
	return t
}

// node returns the body, or the value of the attribute or element.
func (t commentTarget) node() hclwrite.Node {
	if t.part != nil {
		return t.value
	}
	return t.body
}

// commentText returns the text of the comments of an attribute or an element; see [textOf].
func (t commentTarget) commentText() string {
	var all hclwrite.Comments
	if t.part != nil {
		all = slices.Concat(*t.comments, hclwrite.CommentsOf(t.value))
	}
	if c := hclwrite.CollectionOf(t.value); c != nil {
		head, units, foot := nodes.Units(c.Items)
		if len(units) == 0 {
			foot = head
		}
		for _, group := range foot {
			all = append(all, hclwrite.CommentsAt(hclwrite.End, group.(*hclwrite.CommentGroup).Lines...)...)
		}
	}
	return textOf(hclwrite.CommentsAt(hclwrite.Above, t.groups...)) + textOf(all)
}

// textOf returns the text of comments without their markers, in the order of their positions.
func textOf(all hclwrite.Comments) string {
	var b strings.Builder
	for p := range hclwrite.Positions() {
		for _, comment := range all.At(p) {
			if comment = withoutMarker(comment); comment != "" {
				b.WriteString(comment + "\n")
			}
		}
	}
	return b.String()
}

func withoutMarker(comment string) string { return strings.TrimLeft(comment, "#/ ") }

// namedParts contains the attributes of a body, or the elements of a collection.
type namedParts struct {
	list  []commentTarget
	index map[string]int
}

func (p *placer) namedPartsOf(node hclwrite.Node) *namedParts {
	parts := p.named[node]
	if parts != nil {
		return parts
	}
	parts = &namedParts{index: make(map[string]int)}
	add := func(t commentTarget) {
		parts.index[t.name] = len(parts.list)
		parts.list = append(parts.list, t)
	}
	switch node := node.(type) {
	case *hclwrite.Body:
		_, units, _ := nodes.Units(node.Items)
		for _, unit := range units {
			if a, ok := unit.Item.(*hclwrite.Attribute); ok {
				add(commentTarget{name: a.Name, part: a, comments: &a.Comments, value: a.Expr, groups: commentLines(unit.Groups)})
			}
		}
	case *hclwrite.Object, *hclwrite.Tuple:
		groups, units, _ := nodes.Units(hclwrite.CollectionOf(node.(hclwrite.Expr)).Items)
		for _, unit := range units {
			add(elementTarget(unit.Item.(*hclwrite.Element), commentLines(append(groups, unit.Groups...))))
			groups = nil
		}
	}
	p.named[node] = parts
	return parts
}

// commentLines returns the lines of comment groups.
func commentLines[T hclwrite.Node](groups []T) (lines []string) {
	for _, group := range groups {
		lines = append(lines, any(group).(*hclwrite.CommentGroup).Lines...)
	}
	return lines
}

// stepTo returns the part of another part with the given key or index.
func (p *placer) stepTo(from commentTarget, key string, index int) (to commentTarget, ok bool) {
	switch e := from.node().(type) {
	case *hclwrite.Tuple:
		elements := p.namedPartsOf(e).list
		if index < 0 || index >= len(elements) {
			return to, false
		}
		return elements[index], true
	case *hclwrite.Object:
		if index == 0 {
			return from, true // native syntax omits the list around the object (tables.Body.NestedInLists)
		}
	}
	parts := p.namedPartsOf(from.node())
	i, ok := parts.index[key]
	if ok {
		to = parts.list[i]
	}
	return to, ok
}

// renamedTarget returns the part of the edit to which the path of comments leads. It follows an
// argument or key that the edit renamed, and an object that the edit put into a list. listed is true
// if several objects in such a list are possible.
func (p *placer) renamedTarget(u *annotation.Unplaced) (target commentTarget, listed bool) {
	body := p.similarBody(u)
	if body == nil {
		return commentTarget{}, false
	}
	from, to := commentTarget{body: body}, commentTarget{body: u.Body}
	for old, current := u.Path, u.Current; old != ""; {
		var key string
		var oldIndex, index int
		var ok, found bool
		key, oldIndex, old, ok = annotation.SplitPath(old)
		_, index, current, found = annotation.SplitPath(current)
		if !ok || !found {
			return commentTarget{}, false
		}
		if to, listed = elementOf(from, to); listed {
			return commentTarget{}, true
		}
		next, ok := p.stepTo(to, key, index)
		if !ok {
			next, ok = p.renamedPart(from, to, key)
		}
		if from, found = p.stepTo(from, key, oldIndex); !ok || !found {
			return commentTarget{}, false
		}
		to = next
	}
	return to, false
}

// similarBody returns the only similar body of the file that contains the attribute at the start of
// the path, or nil.
func (p *placer) similarBody(u *annotation.Unplaced) *hclwrite.Body {
	name, _, _, _ := annotation.SplitPath(u.Path)
	for _, bodies := range u.Similar {
		if body, found := p.similarBodies(bodies).owners[name]; found {
			return body
		}
	}
	return nil
}

// elementOf returns to, unless the edit put the object from into the tuple to. Then it returns the
// element that is equal to the object, or the only object in the tuple. several is true if the tuple
// contains several objects, but none is equal.
func elementOf(from, to commentTarget) (element commentTarget, several bool) {
	object, ok := from.node().(*hclwrite.Object)
	tuple, listed := to.node().(*hclwrite.Tuple)
	if !ok || !listed {
		return to, false
	}
	var objects []commentTarget
	for _, e := range tuple.Elements() {
		if treediff.SameValue(object, e.Value) {
			return elementTarget(e, nil), false
		}
		if treediff.IsObject(e.Value) {
			objects = append(objects, elementTarget(e, nil))
		}
	}
	if len(objects) == 1 {
		return objects[0], false
	}
	return to, len(objects) > 1
}

// renamedPart returns the part of the edited body or object to whose value name belongs in the file.
func (p *placer) renamedPart(from, to commentTarget, name string) (renamed commentTarget, ok bool) {
	names, known := p.renamed[to.node()]
	if !known {
		names = treediff.RenamedNames(from.node(), to.node())
		p.renamed[to.node()] = names
	}
	if name, ok = names[name]; ok {
		renamed, ok = p.stepTo(to, name, -1)
	}
	return renamed, ok
}

// sameTarget returns a part without comments for which the file contains the same comments. It finds
// the target if the file already has the new name or list, but the annotation has the old path.
func (p *placer) sameTarget(u *annotation.Unplaced) commentTarget {
	text := textOf(u.Comments)
	for _, body := range u.Similar[0] {
		from, to := commentTarget{body: body}, commentTarget{body: u.Body}
		for path := u.Path; path != ""; {
			old, edited, rest, ok := p.firstStep(from, to, path)
			if !ok {
				if _, listed := from.node().(*hclwrite.Tuple); listed {
					rest = path // the path continues in each element
				}
				waiting := p.uncommentedParts(from, to, rest)
				if list := waiting[text]; len(list) > 0 {
					waiting[text] = list[1:]
					return list[0]
				}
				break
			}
			from, to, path = old, edited, rest
		}
	}
	return commentTarget{}
}

// firstStep returns the parts of from and to at the first step of a path, and the rest of the path.
func (p *placer) firstStep(from, to commentTarget, path string) (old, edited commentTarget, rest string, ok bool) {
	key, index, rest, ok := annotation.SplitPath(path)
	if !ok {
		return old, edited, path, false
	}
	if old, ok = p.stepTo(from, key, index); ok {
		edited, ok = p.stepTo(to, key, index)
	}
	return old, edited, rest, ok
}

// uncommentedParts returns parts that have comments in the file, but not in the edit, by the text of
// the comments. They are at the same path below each part of a body or a collection.
func (p *placer) uncommentedParts(from, to commentTarget, path string) map[string][]commentTarget {
	place := pathKey{to.node(), path}
	if known, ok := p.uncommented[place]; ok {
		return known
	}
	list := make(map[string][]commentTarget)
	_, listed := from.node().(*hclwrite.Tuple)
	for i, old := range p.namedPartsOf(from.node()).list {
		if !listed {
			i = -1
		}
		edited, ok := p.stepTo(to, old.name, i)
		for rest := path; ok && rest != ""; {
			old, edited, rest, ok = p.firstStep(old, edited, rest)
		}
		if !ok || edited.commentText() != "" {
			continue
		}
		if text := old.commentText(); text != "" {
			list[text] = append(list[text], edited)
		}
	}
	p.uncommented[place] = list
	return list
}

// isDeleted reports whether an edit deleted the target of comments, so that the comments are not
// needed. It returns false for new or changed comments if the edit inserted an item that could be
// their target.
func (p *placer) isDeleted(u *annotation.Unplaced) bool {
	names := p.similarBodies(u.Similar[len(u.Similar)-1]).names
	if p.body != u.Body {
		p.body, p.inserts = u.Body, false
		for _, item := range u.Body.Content() {
			p.inserts = p.inserts || !names[hclwrite.ItemName(item)]
		}
	}
	name, _, _, _ := annotation.SplitPath(u.Path)
	return names[name] && (!p.inserts || p.containsComments(u.Comments))
}

// containsComments reports whether the file contains all given comments, or is a JSON file.
func (p *placer) containsComments(all hclwrite.Comments) bool {
	if p.comments == nil {
		p.comments = make(map[string]bool)
		for c := range commentsIn(&p.file.Body) {
			p.comments[withoutMarker(c)] = true
		}
	}
	return p.file.Source() == "" || !slices.ContainsFunc(all, func(c hclwrite.Comment) bool { return !p.comments[withoutMarker(c.Text)] })
}
