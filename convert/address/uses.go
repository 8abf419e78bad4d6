package address

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// uses contains the references in a file. It is made once, and updated by changes.
type uses struct {
	isListed bool
	style    *conventions.Style
	list     []*use
	// named contains the references by the names of their steps, and selfs those that imply the name of a declaration.
	// wholes contains them by the names after which a reference ends or has a computed key.
	named, wholes map[string][]*use
	selfs         []*use
	// at contains the references by the value or key that contains them.
	at map[any][]*use
	// pending are the paths of the items with new values.
	pending [][]hclwrite.Item
	// unsettled are the places of the calls with changed arguments.
	unsettled []*place
	// query is the number of queries.
	query int
	// respelled are the values and keys of the file in which names change, by their positions, and respelledNew the new ones.
	respelled    map[hclwrite.Span]*respelling
	respelledNew map[any]*respelling
}

// use is a reference in a value or a key.
type use struct {
	tidy.Reference
	// leaf is the value or the key.
	leaf any
	// path are the items that contain a new value, the outermost first.
	path []hclwrite.Item
	// isOld is true if the value is in the text of the file, and isGone if it is no longer in the tree.
	isOld, isGone bool
	// index is the index in the list, and query the last query that found the reference.
	index, query int
}

// references returns all references in a file.
func (f *file) references(style *conventions.Style) []*use {
	for _, p := range f.uses.unsettled {
		f.settle(*p.slot())
	}
	f.uses.unsettled = nil
	opts := tidy.Options{Dialect: f.Dialect, Style: style}
	if !f.uses.isListed {
		f.uses.isListed, f.uses.style, f.uses.at = true, style, map[any][]*use{}
		f.uses.named, f.uses.wholes = map[string][]*use{}, map[string][]*use{}
		f.uses.respelled, f.uses.respelledNew = map[hclwrite.Span]*respelling{}, map[any]*respelling{}
		tree, leaves := f.written(), map[any]any{}
		if f.isChanged() {
			tree.File = f.before()
			leaves = f.leaves()
		}
		tidy.EachReference(tree, opts, func(r *tidy.Reference) {
			u := &use{Reference: *r, leaf: r.Value, isOld: true}
			if r.Key != nil {
				u.leaf = r.Key
			}
			if f.isChanged() {
				if leaf := leaves[u.leaf]; leaf != nil {
					u.leaf = leaf
				} else {
					u.isGone = true
				}
			}
			f.addUse(u, style)
		})
	}
	known := map[any]bool{}
	for _, path := range f.uses.pending {
		if !isIn(&f.tree.Body, path) {
			continue
		}
		tree := tidy.File{Name: f.Filename, File: f.tree}
		tidy.EachReferenceIn(tree, path, f.spelling, opts, func(r *tidy.Reference) {
			u := &use{Reference: *r, leaf: r.Value, path: path}
			if r.Key != nil {
				u.leaf = r.Key
			}
			if f.uses.at[u.leaf] == nil || known[u.leaf] {
				known[u.leaf] = true
				f.addUse(u, style)
			}
		})
	}
	f.uses.pending = nil
	return f.uses.list
}

func (f *file) addUse(u *use, style *conventions.Style) {
	u.index = len(f.uses.list)
	f.uses.list = append(f.uses.list, u)
	f.uses.at[u.leaf] = append(f.uses.at[u.leaf], u)
	for i := range u.Steps {
		f.uses.addName(u, &u.Steps[i])
	}
	if u.IsPath || style != nil && u.Steps[0].Name == style.Self {
		f.uses.selfs = append(f.uses.selfs, u)
	}
}

// addName records the name of a step of a reference.
func (uses *uses) addName(u *use, s *tidy.ReferenceStep) {
	if s.Name == "" {
		return
	}
	uses.named[s.Name] = append(uses.named[s.Name], u)
	for i := range u.Steps {
		if &u.Steps[i] == s && (i == len(u.Steps)-1 || u.Steps[i+1].Name == "") {
			uses.wholes[s.Name] = append(uses.wholes[s.Name], u)
		}
	}
}

// leaves maps the values and keys before the changes to those of the tree that are equal to them.
func (f *file) leaves() map[any]any {
	list := map[any]any{}
	hclwrite.Walk(&f.tree.Body, func(node hclwrite.Node) bool {
		switch was := f.changes.Original(node).(type) {
		case *hclwrite.Element:
			if is := node.(*hclwrite.Element); was.Key != nil && was.Key.Equal(is.Key) {
				list[was.Key] = is.Key
			}
		case hclwrite.Expr:
			if hclwrite.CollectionOf(was) == nil && hclwrite.Equal(was, node) {
				list[was] = node
			}
		}
		return true
	})
	return list
}

// isIn reports whether a body contains an item, the last one of a path.
func isIn(body *hclwrite.Body, path []hclwrite.Item) bool {
	for i, item := range path {
		if body.Index(item) < 0 {
			return false
		}
		if block, ok := item.(*hclwrite.Block); ok {
			body = &block.Body
		} else if i < len(path)-1 {
			return false
		}
	}
	return true
}

// spelling returns the text of a new value.
func (f *file) spelling(e hclwrite.Expr) string {
	text := f.changes.Given[e].Text
	if native, ok := e.(*hclwrite.Native); text == "" || ok && !strings.Contains(text, native.Text) {
		return hclwrite.ExprText(e)
	}
	return text
}

// items returns the items that contain a place, the outermost first.
func (p *place) items() (path []hclwrite.Item) {
	for at := p; at != nil; at = at.outer {
		if at.item != nil && at.group == nil && at.file.outer == nil {
			path = append(path, at.item)
		}
	}
	slices.Reverse(path)
	return path
}

// inserts records that an item has a new value, or is new.
func (f *file) inserts(path ...hclwrite.Item) { f.uses.pending = append(f.uses.pending, path) }

// deletes records that a node is no longer in the tree.
func (f *file) deletes(node hclwrite.Node) {
	gone := func(leaf any) {
		list := f.uses.at[leaf]
		if len(list) == 0 {
			return
		}
		for _, u := range list {
			u.isGone, u.leaf = true, &list[0]
		}
		delete(f.uses.at, leaf)
		delete(f.uses.respelledNew, leaf)
		f.uses.at[&list[0]] = list
	}
	if len(f.uses.at) == 0 {
		return
	}
	hclwrite.Walk(node, func(node hclwrite.Node) bool {
		if e, ok := node.(*hclwrite.Element); ok && e.Key != nil {
			gone(e.Key)
		}
		gone(node)
		return true
	})
}

// usesOf returns the references that can contain the names of a query.
func (f *file) usesOf(style *conventions.Style, q query) (list []*use) {
	all, names := f.references(style), q.names
	f.uses.query++
	add := func(found []*use) {
		for _, u := range found {
			if u.query != f.uses.query {
				u.query = f.uses.query
				list = append(list, u)
			}
		}
	}
	if len(q.path) == 0 {
		// A reference can omit the first name, or imply all names.
		rarest := f.uses.named[names[len(names)-1]]
		for _, name := range names[min(1, len(names)-1):] {
			if list := f.uses.named[name]; len(list) < len(rarest) {
				rarest = list
			}
		}
		add(rarest)
	} else {
		add(f.uses.wholes[names[len(names)-1]])
		for _, name := range q.path {
			add(f.uses.wholes[name])
		}
		add(f.uses.named[q.path[len(q.path)-1]])
		for i := 0; style != nil && i < len(style.Copies); i++ {
			if row := &style.Copies[i]; row.Name == names[0] {
				add(f.uses.named[row.Attribute])
			}
		}
	}
	add(f.uses.selfs)
	// A reference to all outputs does not contain the name.
	if outside := conventions.Of(f.Dialect).Outside; outside != nil && outside.Other != "" {
		add(all)
	}
	if style != nil && names[0] == style.Calls.Output {
		add(f.uses.named[style.Calls.Type])
	}
	if own := conventions.Of(f.Dialect).Style; own != nil {
		add(f.uses.named[own.Components.Type])
		add(f.uses.named[own.Dependencies.Type])
	}
	slices.SortFunc(list, func(a, b *use) int { return a.index - b.index })
	return list
}

// respelling is a value or a key in which names of references change.
type respelling struct {
	// old is the text before all changes of names, and text the present one. inJSON is true for a JSON string.
	old, text string
	inJSON    bool
	// names are the new names by the positions of the old ones in the old text.
	names map[hclwrite.Span]newName
}

// newName is the new name of a step in a reference.
type newName struct {
	nativeedit.Replacement
	old, name string
	// isDeclared is true if the check of declarations compares the name: see [Module.checkRenames].
	isDeclared bool
}

// textWith returns the old text with the new names that a filter accepts.
func (r *respelling) textWith(accepts func(newName) bool) string {
	var list []nativeedit.Replacement
	for _, n := range r.names {
		if accepts(n) {
			list = append(list, n.Replacement)
		}
	}
	return nativeedit.Replace(r.old, nil, list)
}

func isAny(newName) bool { return true }

func isOther(n newName) bool { return !n.isDeclared }

// respelling returns the spelling of the value or key that contains a reference.
func (f *file) respelling(u *use) *respelling {
	r := f.uses.respelledNew[u.leaf]
	if u.isOld {
		r = f.uses.respelled[u.At]
	}
	if r != nil {
		return r
	}
	r = &respelling{names: map[hclwrite.Span]newName{}, inJSON: f.JSON && u.isOld}
	switch {
	case u.isOld:
		r.old, f.uses.respelled[u.At] = f.text[u.At.Start:u.At.End], r
	case u.Key != nil && u.Key.Template:
		r.old, f.uses.respelledNew[u.leaf] = `"`+u.Key.Text+`"`, r
	case u.Key != nil:
		r.old, f.uses.respelledNew[u.leaf] = u.Key.Text, r
	default:
		r.old, f.uses.respelledNew[u.leaf] = f.spelling(u.Value), r
	}
	r.text = r.old
	return r
}

// rename gives a step of a reference another name.
func (r *respelling) rename(u *use, s *tidy.ReferenceStep, to string, isDeclared bool) {
	span, text := s.Renamed(to)
	at := hclwrite.Span{Start: span.Start - u.At.Start, End: span.End - u.At.Start}
	n := newName{nativeedit.Replacement{Span: at, Text: text}, s.Name, to, isDeclared}
	if first, again := r.names[s.Span]; again {
		n.old = first.old
	}
	r.names[s.Span], s.Name = n, to
}

// setDeclared sets isDeclared of all new names of the declaration in a reference to one value, and returns it: whether the
// check of declarations can compare all of them, with one more new name.
func (r *respelling) setDeclared(use *Reference, isDeclared bool) bool {
	for _, s := range use.steps {
		if s != nil {
			n, isRenamed := r.names[s.Span]
			isDeclared = isDeclared && (!isRenamed || n.isDeclared)
		}
	}
	for _, s := range use.steps {
		if s == nil {
			continue
		}
		if n, isRenamed := r.names[s.Span]; isRenamed {
			n.isDeclared = isDeclared
			r.names[s.Span] = n
		}
	}
	return isDeclared
}

// respell writes the new names of a value or key, which contains a reference.
func (f *file) respell(u *use, r *respelling) {
	old := r.text
	if r.text = r.textWith(isAny); !u.isGone {
		f.setSpelling(u, old, r.text)
	}
}

// setSpelling sets the new text of the value or key that contains a reference.
func (f *file) setSpelling(u *use, old, text string) {
	if f.JSON && u.isOld {
		was, _ := jsontree.Unquote(old)
		is, _ := jsontree.Unquote(text)
		set := func(to *string) {
			head, tail, _ := strings.Cut(was, *to)
			*to = strings.TrimSuffix(strings.TrimPrefix(is, head), tail)
		}
		switch e := u.leaf.(type) {
		case *hclwrite.Key:
			set(&e.Text)
		case *hclwrite.Native:
			f.close(e)
			set(&e.Text)
		case *hclwrite.Template:
			set(&e.Text)
		}
		return
	}
	if !u.isOld && !f.changes.Has(u.Value) {
		f.changes.TouchAll(&f.tree.Body, u.path)
	}
	if key, ok := u.leaf.(*hclwrite.Key); ok {
		key.Text = text
		if e, _ := hclwrite.ParseExpr(text, ""); strings.HasPrefix(text, `"`) {
			if t, ok := e.(*hclwrite.Template); ok {
				key.Text = t.Text
			}
		}
		return
	}
	leaf := u.leaf.(hclwrite.Expr)
	e, _ := hclwrite.ParseExpr(text+"\n", "")
	if !u.isOld {
		delete(f.changes.Given, leaf)
		if !strings.Contains(text, "\n") {
			f.changes.Given[leaf] = treediff.Given{Text: text}
		}
	}
	switch is := e.(type) {
	case *hclwrite.Native:
		f.close(leaf.(*hclwrite.Native))
		leaf.(*hclwrite.Native).Text = is.Text
	case *hclwrite.Template:
		leaf.(*hclwrite.Template).Text = is.Text
	}
}

// renamedText returns the text of the file with the new names that a filter accepts, and no other changes.
func (f *file) renamedText(accepts func(newName) bool) string {
	var list []nativeedit.Replacement
	for at, r := range f.uses.respelled {
		list = append(list, nativeedit.Replacement{Span: at, Text: r.textWith(accepts)})
	}
	if f.JSON { // expressions in strings are not formatted
		return nativeedit.Replace(f.text, nil, list)
	}
	return nativeedit.Replace(f.text, f.before(), list)
}

// respelledIn returns the changes of names in a range, with offsets from its start.
func (f *file) respelledIn(in hclwrite.Span) (list []nativeedit.Replacement) {
	for at, r := range f.uses.respelled {
		if in.Start <= at.Start && at.End <= in.End {
			at.Start, at.End = at.Start-in.Start, at.End-in.Start
			list = append(list, nativeedit.Replacement{Span: at, Text: r.text})
		}
	}
	return list
}
