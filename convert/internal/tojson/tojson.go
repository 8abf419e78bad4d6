// Package tojson arranges native syntax as JSON and writes it.
//
// It decides the form of each body, in this order: arguments replace the blocks that represent them (package asblocks),
// the items are grouped by name and get the shapes of their blocks (groups.go, shapes.go), the annotation is made
// (annotation.go, hints.go), and the expressions are arranged (package expression). All diagnostics of the direction
// come from here and from the packages below. The package imports all stages except for kinds, placement and tohcl.
// Read [File] first.
package tojson

import (
	"unicode/utf8"

	"github.com/hcljson/hcljson/convert/internal/accept"
	"github.com/hcljson/hcljson/convert/internal/arrangement"
	"github.com/hcljson/hcljson/convert/internal/asblocks"
	"github.com/hcljson/hcljson/convert/internal/expression"
	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/scope"
	"github.com/hcljson/hcljson/convert/internal/sourcemap"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/jsonemit"
	"github.com/hcljson/hcljson/schema"
)

// Options define how a file is arranged.
type Options struct {
	// Compact and query select the form of the JSON, which is otherwise the general form.
	Compact, Query bool
	// ForTools, DropComments and KeepLayout are options of the conversion.
	ForTools, DropComments, KeepLayout bool
	// Modes and origins receive the positions for a source map. They are nil without a source map.
	Modes   *sourcemap.Modes
	Origins *sourcemap.Origins
}

// File arranges and writes a file. The tree must be valid, and the result is incomplete if r
// reports an error.
func File(file *hclwrite.File, r *report.Reporter, opts Options) []byte {
	c := newArranger(file, r, opts)
	c.checkUTF8()
	var out jsonemit.Writer
	w := &arrangement.Writer{Emitter: &out, File: file, Origins: opts.Origins}
	out.Grow(len(c.Src) + len(c.Src)*3/4) // sufficient for most files
	c.writeRoot(w)
	c.checkDepth(w)
	return out.Bytes()
}

func newArranger(file *hclwrite.File, r *report.Reporter, opts Options) *arranger {
	if opts.Query {
		opts.DropComments = false // this form never needs hints
	}
	constants := &limits.Budget{}
	return &arranger{
		Reporter: r, opts: opts, file: file, check: accept.Checker{Reporter: r, Native: true, Constants: constants},
		exprs: expression.Arranger{
			Context: expression.Context{
				Reporter: r, ForTools: opts.ForTools, Scope: scope.Of(r.Dialect), Modes: opts.Modes,
			},
			File: file, Query: opts.Query, Constants: constants,
		},
	}
}

// arranger decides the JSON form of bodies. It reports content that has no JSON form or cannot be
// converted back.
type arranger struct {
	*report.Reporter
	opts  Options
	file  *hclwrite.File
	check accept.Checker
	exprs expression.Arranger
	// made contains the attributes that replace blocks of the source; see WithArguments.
	made map[*hclwrite.Attribute]bool
	// above maps the items of the current body to the comment groups before them; see [annotation.Ungroup].
	above map[any][]string
}

// checkUTF8 warns about bytes that JSON cannot contain. hclsyntax accepts them in comments.
func (c *arranger) checkUTF8() {
	if utf8.ValidString(c.Src) {
		return
	}
	for i := 0; i < len(c.Src); {
		r, size := utf8.DecodeRuneInString(c.Src[i:])
		if r == utf8.RuneError && size == 1 {
			c.Warn(i, i+1, "Not UTF-8",
				"The byte 0x%02x is not part of a UTF-8 character, and JSON can't hold it. It is written as "+
					"U+FFFD, like all invalid bytes in this file.", c.Src[i])
			return
		}
		i += size
	}
}

// writeRoot arranges and writes the body of the file, one block at a time. The memory for
// arrangements then does not depend on the size of the file.
func (c *arranger) writeRoot(w *arrangement.Writer) {
	shown := c.replaceBlocks(&c.file.Body, c.Dialect.Root)
	shown.Layout = c.file.Layout
	properties, cuts, n := c.arrangeProperties(&shown, nil, c.Dialect.Root)
	arranged := c.arrangeFingerprinted(properties, n)
	if cuts != nil {
		w.BeginArray()
	}
	start := 0
	for _, end := range append(cuts, len(properties)) {
		if cuts != nil {
			w.Origins.RecordPart(w.Values())
		}
		w.BeginObject()
		if n != nil {
			w.AnnotationProperty(n)
			n = nil
		}
		for i := start; i < end; i++ {
			if item := arranged[i]; item != nil {
				w.Member(item)
			} else {
				c.writeProperty(w, &properties[i])
			}
		}
		w.EndObject()
		start = end
	}
	if cuts != nil {
		w.EndArray()
	}
}

// arrangeFingerprinted arranges the properties for which the annotation needs fingerprints, and sets
// the fingerprints. It returns the arranged properties by index.
func (c *arranger) arrangeFingerprinted(properties []itemGroup, n *annotation.Annotation) map[int]hclwrite.Item {
	names := n.FingerprintedNames()
	if names == nil {
		return nil
	}
	ready := map[int]hclwrite.Item{}
	var members []hclwrite.Item
	for i := range properties {
		if names[properties[i].name] {
			ready[i] = c.arrangeMember(&properties[i], c.Dialect.Root)
			members = append(members, ready[i])
		}
	}
	c.addFingerprints(n, names, members)
	return ready
}

// writeProperty arranges and writes a property of the file.
func (c *arranger) writeProperty(w *arrangement.Writer, g *itemGroup) {
	if g.attribute != nil {
		w.Member(c.arrangeAttribute(g, c.Dialect.Root))
		return
	}
	list, ok := c.arrangeBlocks(g, c.Dialect.Root)
	if !ok {
		w.Member(c.emptyProperty(g.name))
		return
	}
	w.BeginBlocks(&list)
	for i := range list.List {
		list.List[i].Body = c.arrangeBlockBody(g.blocks[i], c.above[g.blocks[i]], c.Dialect.Root)
		w.Block(&list, i)
		list.List[i].Body = arrangement.Arrangement{}
	}
	w.EndBlocks(&list)
}

// checkDepth reports an error if the JSON is nested too deeply for the conversion back.
func (c *arranger) checkDepth(w *arrangement.Writer) {
	if at := w.TooDeep; at != nil && !c.Failed {
		c.Fail(at.Start, at.End, "Nested too deeply",
			"In JSON this would be nested more deeply than the limit of %d levels.", jsontree.MaxNesting)
	}
}

// arrangeBody arranges the body of a block. own contains the comments next to the block.
func (c *arranger) arrangeBody(b *asblocks.Body, own *hclwrite.Comments, s *schema.Body) arrangement.Arrangement {
	properties, cuts, n := c.arrangeProperties(b, own, s)
	a := c.arrangeMembers(b.Items, properties[:firstOf(cuts, len(properties))], s)
	a.Annotation = n
	for object := &a; len(cuts) > 0; object = object.Next {
		start, end := cuts[0], firstOf(cuts[1:], len(properties))
		next := c.arrangeMembers(nil, properties[start:end], s)
		object.Next = &next
		cuts = cuts[1:]
	}
	if names := n.FingerprintedNames(); names != nil {
		var members []hclwrite.Item
		for object := &a; object != nil; object = object.Next {
			members = append(members, object.Members...)
		}
		c.addFingerprints(n, names, members)
	}
	return a
}

// arrangeProperties returns the properties of a body, the indexes at which further objects start,
// and the annotation. own contains the comments next to the block, or is nil for a file.
func (c *arranger) arrangeProperties(
	b *asblocks.Body, own *hclwrite.Comments, s *schema.Body,
) (properties []itemGroup, cuts []int, n *annotation.Annotation) {
	c.check.Body(b.Source, s, hclwrite.Span{Start: b.Span.Start, End: min(b.Span.Start+1, len(c.Src))}, c.exprs.Scope)
	groups, indexes := c.groupItems(b.Items, s)
	c.checkGroups(groups)
	properties = groups
	if !c.opts.Query {
		properties, cuts = splitProperties(b.Items, groups, indexes, s)
	}
	for i := range properties {
		c.setShape(&properties[i], s)
	}
	if !c.opts.DropComments && !c.opts.Query && (own == nil || !s.NoComments) {
		n = c.newAnnotation(b, own, s, groups, cuts != nil)
	}
	return properties, cuts, n
}

// arrangeMembers arranges the properties of a body. If they are equal to items, the arrangement
// contains items itself.
func (c *arranger) arrangeMembers(
	items []hclwrite.Item, properties []itemGroup, s *schema.Body,
) arrangement.Arrangement {
	var changed []hclwrite.Item
	for i := range properties {
		member := c.arrangeMember(&properties[i], s)
		if changed == nil && (i >= len(items) || member != items[i]) {
			changed = make([]hclwrite.Item, len(properties))
			copy(changed, items[:i])
		}
		if changed != nil {
			changed[i] = member
		}
	}
	if changed == nil {
		changed = items[:len(properties)]
	}
	return arrangement.Arrangement{Members: changed}
}

func (c *arranger) arrangeMember(g *itemGroup, s *schema.Body) hclwrite.Item {
	if g.attribute != nil {
		return c.arrangeAttribute(g, s)
	}
	list, ok := c.arrangeBlocks(g, s)
	if !ok {
		return c.emptyProperty(g.name)
	}
	for i, b := range g.blocks {
		list.List[i].Body = c.arrangeBlockBody(b, c.above[b], s)
	}
	return &list
}

// addItem adds an attribute to a group, or counts a block.
func (g *itemGroup) addItem(item hclwrite.Item) {
	if a, ok := item.(*hclwrite.Attribute); ok {
		g.attribute = a
	} else {
		g.count++
	}
	if g.clash == nil && g.attribute != nil && g.count > 0 {
		g.clash = item
	}
}
