package jsonprint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// writtenBody is the JSON for the new and changed items of a body.
type writtenBody struct {
	path       blockPath // to the body
	objects    []*jsontree.Value
	attributes map[string]*jsontree.Value
	// blocks contains the blocks by their indexes in the new body.
	blocks map[int]blockPath
	// note is the annotation of the body, or nil.
	note *jsontree.Value
	// root contains all values, and back the items of the body that were read from it.
	root *jsontree.Value
	back *hclwrite.Body
	// index contains the members by name; nil until it is used.
	index map[string][]*jsontree.Value
}

func (w *writtenBody) body() *jsontree.Value {
	if len(w.path) == 0 {
		return nil
	}
	return w.path.leaf()
}

// members returns the values of the members with a name.
func (w *writtenBody) members(name string) []*jsontree.Value {
	if w.index == nil {
		w.index = map[string][]*jsontree.Value{}
		for _, object := range w.objects {
			for i := range object.Members {
				m := &object.Members[i]
				w.index[m.Name] = append(w.index[m.Name], &m.Value)
			}
		}
	}
	return w.index[name]
}

// values returns the new values: of the edited JSON if it has the form of the source, and of a conversion otherwise.
func (b *body) values() *writtenBody {
	if b.printer.given == nil {
		return b.write()
	}
	if b.given != nil {
		return b.given
	}
	w := &writtenBody{attributes: map[string]*jsontree.Value{}, blocks: map[int]blockPath{}, root: b.printer.given, back: b.new}
	if b.given = w; b.outer == nil {
		w.objects = annotation.Elements(w.root)
	} else {
		at := b.block.Body.Span
		if w.path = blockPathTo(w.root, b.outer.values().objects, b.block.Span); at == (hclwrite.Span{}) {
			at = b.block.Span
		}
		path := pathTo(w.root, at)
		if w.path == nil || path == nil {
			b.given = b.write()
			return b.given
		}
		w.objects = annotation.Elements(path[len(path)-1].value())
	}
	for j, item := range b.new.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			if path := pathTo(w.root, item.ValueSpan); path != nil {
				w.attributes[item.Name] = path[len(path)-1].value()
			}
		case *hclwrite.Block:
			if path := blockPathTo(w.root, w.objects, item.Span); path != nil && b.isFull(j) {
				w.blocks[j] = path
				b.keepNotes(w.root, &item.Body, &item.Body, annotation.Elements(path.leaf()))
			}
		}
	}
	return w
}

// write converts the new and changed items of the body, in their enclosing blocks.
func (b *body) write() *writtenBody {
	if b.written != nil {
		return b.written
	}
	b.written = &writtenBody{attributes: map[string]*jsontree.Value{}, blocks: map[int]blockPath{}}
	var items []hclwrite.Item
	var full []int
	for j, item := range b.new.Items {
		if b.isFull(j) {
			items, full = append(items, withoutComments(item)), append(full, j)
		}
	}
	file := &hclwrite.File{Body: hclwrite.Body{Items: items}}
	var outer []*hclwrite.Block
	for in := b; in.block != nil; in = in.outer {
		block := &hclwrite.Block{Type: in.block.Type, Labels: in.block.Labels}
		in.outer.rules.BlockBody(block.Type, block.Labels, func(argument string) string {
			if a := in.new.Attribute(argument); a != nil && file.Body.Attribute(argument) == nil {
				block.Body.Append(&hclwrite.Attribute{Name: a.Name, Expr: a.Expr})
			}
			return in.new.SourceOf(argument)
		})
		if a := in.new.Attribute(tables.DynamicIterator); block.Type == tables.DynamicType && a != nil && file.Body.Attribute(a.Name) == nil {
			block.Body.Append(&hclwrite.Attribute{Name: a.Name, Expr: a.Expr})
		}
		block.Body.Append(file.Body.Items...)
		outer = append([]*hclwrite.Block{block}, outer...)
		file.Body.Items = []hclwrite.Item{block}
	}
	file = b.parsed(file)
	in := &file.Body
	for _, block := range outer {
		if block = in.Block(block.Type, block.Labels...); block != nil {
			in = &block.Body
		}
	}
	content := in.Content()
	for k, item := range content[len(content)-len(full):] {
		if _, ok := item.(*hclwrite.Attribute); ok && !b.together[hclwrite.ItemName(item)] {
			continue // besidePlaces finds their comments
		}
		*hclwrite.ItemComments(item) = b.commentsOf(b.new, full[k])
	}
	text, diags := convert.WriteJSON(file, b.Source.Filename, b.Dialect, convert.Options{Form: b.form})
	diags = slices.DeleteFunc(diags, func(d *hcl.Diagnostic) bool { // the enclosing blocks are not new, and not complete
		return convert.CodeOf(d) == "invalid-reference" || d.Severity == hcl.DiagWarning && d.Subject != nil && len(outer) > 0 && d.Subject.Start.Byte <= in.Span.Start
	})
	b.report(diags, file.Source())
	if diags.HasErrors() {
		return b.written
	}
	back, diags := convert.ReadJSON(text, b.Source.Filename, b.Dialect, convert.Options{})
	root, _ := jsontree.Parse(text, "")
	if diags.HasErrors() {
		b.report(diags, "")
	} else {
		b.written.read(b, root, &back.Body, outer, full)
	}
	return b.written
}

// parsed returns a file in native syntax. New values have the texts that the user gave.
func (p *printer) parsed(file *hclwrite.File) *hclwrite.File {
	var texts []string
	var copied func(b *hclwrite.Body) hclwrite.Body
	copied = func(b *hclwrite.Body) hclwrite.Body {
		body := hclwrite.Body{Items: slices.Clone(b.Items), Span: b.Span}
		for i, item := range body.Items {
			switch item := item.(type) {
			case *hclwrite.Block:
				block := *item
				block.Body = copied(&item.Body)
				body.Items[i] = &block
			case *hclwrite.Attribute:
				text := p.Text(item)
				e, diags := hclwrite.ParseExpr(text+"\n", "")
				if text != "" && !diags.HasErrors() && hclwrite.Equal(e, item.Expr) &&
					(!item.Comments.Has(hclwrite.After) || !hcltext.NeedsNewline(text)) {
					a := *item
					name := fmt.Sprintf("given_%d_", len(texts)/2)
					a.Expr, texts = &hclwrite.Native{Text: name}, append(texts, name, text)
					body.Items[i] = &a
				}
			}
		}
		return body
	}
	body := file.Body
	if p.Text != nil {
		body = copied(&file.Body)
	}
	printed := (&hclwrite.File{Body: body}).Bytes()
	read, diags := hclwrite.ParseFile(strings.NewReplacer(texts...).Replace(string(printed)), "")
	if diags.HasErrors() {
		return file
	}
	return read
}

// read finds the written items. outer contains the enclosing blocks, and full the indexes of the items in the new body.
func (w *writtenBody) read(b *body, root *jsontree.Value, back *hclwrite.Body, outer []*hclwrite.Block, full []int) {
	objects := annotation.Elements(root)
	for _, block := range outer {
		is := back.Block(block.Type, block.Labels...)
		if is != nil {
			w.path = blockPathTo(root, objects, is.Span)
		} else if paths := pathsByNames(objects, 1+len(block.Labels))[blockKey(block)]; len(paths) > 0 {
			is, w.path = &hclwrite.Block{}, paths[0] // the reader takes it for something else
		} else {
			b.fail("The new text of %s cannot be read again.", annotation.BlockPath(block.Type, block.Labels))
			return
		}
		v := w.path.leaf()
		if is.Body.Span != (hclwrite.Span{}) {
			path := pathTo(root, is.Body.Span)
			v = path[len(path)-1].value()
		}
		back, objects = &is.Body, annotation.Elements(v)
	}
	w.objects, w.root, w.back = objects, root, back
	for _, object := range objects {
		if w.note == nil {
			w.note = object.Member(annotation.Property)
		}
	}
	blocks := map[string][]*hclwrite.Block{}
	for _, item := range back.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			if path := pathTo(root, item.ValueSpan); path != nil {
				w.attributes[item.Name] = path[len(path)-1].value()
			}
		case *hclwrite.Block:
			blocks[treediff.Header(item)] = append(blocks[treediff.Header(item)], item)
		}
	}
	used, others := map[*jsontree.Value]bool{}, map[int]map[string][]blockPath{} // by the number of names
	for _, j := range full {
		is, ok := b.new.Items[j].(*hclwrite.Block)
		if !ok {
			continue
		}
		head := treediff.Header(is)
		block := &hclwrite.Block{}
		if len(blocks[head]) > 0 {
			block, blocks[head] = blocks[head][0], blocks[head][1:]
			w.blocks[j] = blockPathTo(root, objects, block.Span)
		} else { // the reader takes it for something else
			names := 1 + len(is.Labels)
			if others[names] == nil {
				others[names] = pathsByNames(objects, names)
			}
			key := blockKey(is)
			paths := others[names][key]
			for len(paths) > 0 && used[paths[0].leaf()] {
				paths = paths[1:]
			}
			if others[names][key] = paths; len(paths) == 0 {
				b.fail("The new text of %s cannot be read again.", annotation.BlockPath(is.Type, is.Labels))
				return
			}
			w.blocks[j] = paths[0]
		}
		used[w.blocks[j].leaf()] = true
		b.keepNotes(w.root, &block.Body, &is.Body, annotation.Elements(w.blocks[j].leaf()))
	}
}

// pathsByNames returns the steps to all values below a number of names of members, also in all elements of arrays, by
// these names.
func pathsByNames(values []*jsontree.Value, names int) map[string][]blockPath {
	index := map[string][]blockPath{}
	var visit func(v *jsontree.Value, path blockPath, names int)
	visit = func(v *jsontree.Value, path blockPath, names int) {
		for i := range v.Members {
			at := append(path[:len(path):len(path)], step{v, i})
			in := at[len(at)-1].value()
			paths := []blockPath{at}
			if in.Kind == jsontree.Array {
				paths = nil
				for k := range in.Elems {
					paths = append(paths, append(at[:len(at):len(at)], step{in, k}))
				}
			}
			for _, path := range paths {
				if names > 1 {
					visit(path.leaf(), path, names-1)
				} else {
					index[nameKey(path.names())] = append(index[nameKey(path.names())], path)
				}
			}
		}
	}
	for _, v := range values {
		visit(v, nil, names)
	}
	return index
}

// nameKey returns a key for names of members.
func nameKey(names []string) string { return strings.Join(names, "\x00") }

// blockKey returns the key for the type and the labels of a block.
func blockKey(block *hclwrite.Block) string {
	names := []string{block.Type}
	for _, label := range block.Labels {
		names = append(names, hcltext.EscapeTemplate(label))
	}
	return nameKey(names)
}

// writtenValue returns the written value of a new or changed attribute, or nil.
func (b *body) writtenValue(a *hclwrite.Attribute) *jsontree.Value {
	w := b.values()
	v := w.attributes[a.Name]
	if members := w.members(a.Name); v == nil && len(members) == 1 { // the reader takes it for a block
		v = members[0]
	}
	if v == nil {
		b.fail("The new text of %s cannot be read again.", a.Name)
	}
	return v
}

// keepNotes removes members that are no part of the edit from the annotations of a new block.
func (b *body) keepNotes(root *jsontree.Value, back, is *hclwrite.Body, objects []*jsontree.Value) {
	b.changed[is] = nil
	for _, object := range objects {
		i := slices.IndexFunc(object.Members, func(m jsontree.Member) bool { return m.Name == annotation.Property })
		if i < 0 {
			continue
		}
		note := &object.Members[i].Value
		if note.Kind == jsontree.Object {
			note.Members = slices.DeleteFunc(note.Members, func(m jsontree.Member) bool { return !b.keepsMember(is, m.Name) })
		}
		switch {
		case note.Kind == jsontree.Object && len(note.Members) == 0, note.Kind == jsontree.String && b.DropComments:
			object.Members = slices.Delete(object.Members, i, i+1)
		case len(note.Members) == 1 && note.Members[0].Name == "inside":
			*note = note.Members[0].Value
		}
	}
	k := 0
	for _, item := range back.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		for k < len(is.Items) {
			if other, ok := is.Items[k].(*hclwrite.Block); ok && sameHeader(block, other) {
				break
			}
			k++
		}
		if path := blockPathTo(root, objects, block.Span); path != nil && k < len(is.Items) {
			b.keepNotes(root, &block.Body, &is.Items[k].(*hclwrite.Block).Body, annotation.Elements(path.leaf()))
			b.reshape(path, block)
			k++
		}
	}
}

// reshape gives a new single block without labels the shape of most other single blocks of its type.
func (b *body) reshape(path blockPath, block *hclwrite.Block) {
	v := path[0].value()
	switch count := b.countShapes()[block.Type]; {
	case len(block.Labels) > 0 || path[0].name() != block.Type:
	case count > 0 && len(path) == 2 && v.Len() == 1 && path.leaf().Kind == jsontree.Object:
		*v = *path.leaf()
	case count < 0 && len(path) == 1 && v.Kind == jsontree.Object:
		*v = jsontree.Value{Kind: jsontree.Array, Elems: []jsontree.Value{*v}, Start: v.Start, End: v.End}
	}
}

// keepsMember reports whether the annotation of a new body contains a member.
func (b *body) keepsMember(is *hclwrite.Body, name string) bool {
	switch name {
	case "attributes", "labels":
		return len(b.need.hints[is]) > 0
	case "order", "blocks", "nulls":
		b.findNotes()
		return b.hinted
	}
	return !b.DropComments
}

// commentsOf returns the comments of an item of a body, including the groups between it and the item before it.
func (p *printer) commentsOf(in *hclwrite.Body, j int) hclwrite.Comments {
	var list []string
	first := j
	for first > 0 && hclwrite.IsCommentGroup(in.Items[first-1]) {
		first--
	}
	if first == 0 {
		first = j // the groups belong to the body
	}
	for _, group := range in.Items[first:j] {
		list = append(append(list, group.(*hclwrite.CommentGroup).Lines...), "")
	}
	return slices.Concat(hclwrite.CommentsAt(hclwrite.Above, list...), *hclwrite.ItemComments(in.Items[j]))
}

// maxQuoted is the maximum length of a quoted text.
const maxQuoted = 100

// withoutComments returns a copy of an item without its own comments.
func withoutComments(item hclwrite.Item) hclwrite.Item {
	item = treediff.ShallowCopy(item)
	*hclwrite.ItemComments(item) = nil
	return item
}

// report adds diagnostics about new content. They quote its text, because the file does not contain it.
func (p *printer) report(diags hcl.Diagnostics, text string) {
	for _, diag := range diags {
		about, where := *diag, ""
		if diag.Subject != nil && diag.Subject.Start.Byte < len(text) {
			start := strings.LastIndexByte(text[:diag.Subject.Start.Byte], '\n') + 1
			line, _, _ := strings.Cut(text[start:], "\n")
			line = strings.TrimSpace(line)
			where = ", at " + line[:min(len(line), maxQuoted)]
		}
		about.Subject, about.Context = nil, nil
		about.Detail = "In " + p.Source.Filename + where + ": " + about.Detail
		p.diags = append(p.diags, &about)
	}
}
