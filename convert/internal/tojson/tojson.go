// Package tojson arranges native syntax as JSON and writes it.
//
// It decides the form of each body, in this order: arguments replace the blocks that represent them (package asblocks),
// the items are grouped by name and get the shapes of their blocks (groups.go, shapes.go), the annotation is made
// (annotation.go, hints.go), and the expressions are arranged (package expression). All diagnostics of the direction
// come from here and from the packages below. The package imports all stages except for kinds, placement and tohcl.
// Read [Write] first.
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
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/jsonemit"
)

// Options define how a file is arranged.
type Options struct {
	// Compact and Query select the form of the JSON, which is otherwise the general form.
	Compact, Query bool
	// ForTools, DropComments and KeepLayout are options of the conversion.
	ForTools, DropComments, KeepLayout bool
	// Modes and Origins receive the positions for a source map. They are nil without a source map.
	Modes   *sourcemap.Modes
	Origins *sourcemap.Origins
}

// Write arranges and writes a file. The tree must be valid, and the result is incomplete if r
// reports an error.
func Write(file *hclwrite.File, r *report.Reporter, opts Options) []byte {
	c := newArranger(file, r, opts)
	c.checkUTF8()
	root := c.newBody(&file.Body, r.Dialect.Root, scope.New(r.Dialect))
	root.shown.Layout = file.Layout
	var out jsonemit.Writer
	w := &arrangement.Writer{Emitter: &out, File: file, Origins: opts.Origins}
	out.Grow(len(c.Src) + len(c.Src)*3/4) // sufficient for most files
	root.writeRoot(w)
	c.checkDepth(w)
	return out.Bytes()
}

func newArranger(file *hclwrite.File, r *report.Reporter, opts Options) *arranger {
	if opts.Query {
		opts.DropComments = false // this form never needs hints
	}
	c := &arranger{Reporter: r, opts: opts, file: file}
	c.check = accept.New(r, true, &c.constants)
	return c
}

// arranger decides the JSON form of a file. It reports content that has no JSON form or cannot be
// converted back.
type arranger struct {
	*report.Reporter
	opts  Options
	file  *hclwrite.File
	check accept.Checker
	// constants is the budget for the evaluation of constant expressions.
	constants limits.Budget
}

// bodyArranger decides the JSON form of one body.
type bodyArranger struct {
	*arranger
	schema *tables.Body
	scope  scope.Scope
	exprs  expression.Arranger
	// shown is the body in which arguments replace the blocks that represent them.
	shown asblocks.Body
	// above maps the items of the body to the comment groups before them; see [annotation.Ungroup].
	above map[any][]string
}

// newBody returns the arranger of a body. It reports blocks that have no JSON form.
func (c *arranger) newBody(b *hclwrite.Body, s *tables.Body, in scope.Scope) *bodyArranger {
	body := &bodyArranger{arranger: c, schema: s, scope: in, exprs: expression.Arranger{
		Context: expression.Context{Reporter: c.Reporter, ForTools: c.opts.ForTools, Scope: in, Modes: c.opts.Modes},
		File:    c.file, Query: c.opts.Query, Constants: &c.constants,
	}}
	b = withOptionalLabels(b, s)
	u := annotation.Ungroup(b.Items)
	if len(u.Items) < len(b.Items) {
		plain := *b
		b, plain.Items = &plain, u.Items
	}
	if c.opts.Query {
		body.shown = asblocks.Body{Body: b, Source: u.Items}
		return body
	}
	body.shown = asblocks.WithArguments(b, s, c.Dialect.Merges, in.Iterators, u.Above)
	body.shown.Groups, body.above = u.Comments, u.Above
	for _, p := range body.shown.Problems {
		c.Fail(p.Span.Start, p.Span.End, p.Summary, "%s", p.Detail)
	}
	return body
}

// isReplacement reports whether an attribute replaces blocks of the source; see [asblocks.WithArguments].
func (c *bodyArranger) isReplacement(a *hclwrite.Attribute) bool {
	return a != nil && c.shown.Origins[a] != nil
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
func (c *bodyArranger) writeRoot(w *arrangement.Writer) {
	properties, cuts, n := c.arrangeProperties(nil)
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
func (c *bodyArranger) arrangeFingerprinted(properties []itemGroup, n *annotation.Annotation) map[int]hclwrite.Item {
	names := n.FingerprintedNames()
	if names == nil {
		return nil
	}
	ready := map[int]hclwrite.Item{}
	var members []hclwrite.Item
	for i := range properties {
		if names[properties[i].name] {
			ready[i] = c.arrangeMember(&properties[i])
			members = append(members, ready[i])
		}
	}
	c.addFingerprints(n, names, members)
	return ready
}

// writeProperty arranges and writes a property of the file.
func (c *bodyArranger) writeProperty(w *arrangement.Writer, g *itemGroup) {
	if g.attribute != nil {
		w.Member(c.arrangeAttribute(g))
		return
	}
	list, ok := c.arrangeBlocks(g)
	if !ok {
		w.Member(c.emptyProperty(g.name))
		return
	}
	w.BeginBlocks(&list)
	for i := range list.List {
		list.List[i].Body = c.arrangeBlockBody(g.blocks[i])
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
func (c *bodyArranger) arrangeBody(own *hclwrite.Comments) arrangement.Arrangement {
	properties, cuts, n := c.arrangeProperties(own)
	a := c.arrangeMembers(c.shown.Items, properties[:firstOf(cuts, len(properties))])
	a.Annotation = n
	for object := &a; len(cuts) > 0; object = object.Next {
		start, end := cuts[0], firstOf(cuts[1:], len(properties))
		next := c.arrangeMembers(nil, properties[start:end])
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
func (c *bodyArranger) arrangeProperties(
	own *hclwrite.Comments,
) (properties []itemGroup, cuts []int, n *annotation.Annotation) {
	c.check.Body(c.shown.Source, c.schema, hclwrite.Span{Start: c.shown.Span.Start, End: min(c.shown.Span.Start+1, len(c.Src))}, c.scope)
	groups, indexes := c.groupItems(c.shown.Items)
	c.checkGroups(groups)
	properties = groups
	if !c.opts.Query {
		properties, cuts = splitProperties(c.shown.Items, groups, indexes, c.schema)
	}
	for i := range properties {
		c.setShape(&properties[i])
	}
	if !c.opts.DropComments && !c.opts.Query && (own == nil || !c.schema.NoComments) {
		n = c.newAnnotation(own, groups, cuts != nil)
	}
	return properties, cuts, n
}

// arrangeMembers arranges the properties of a body. If they are equal to items, the arrangement
// contains items itself.
func (c *bodyArranger) arrangeMembers(
	items []hclwrite.Item, properties []itemGroup,
) arrangement.Arrangement {
	var changed []hclwrite.Item
	for i := range properties {
		member := c.arrangeMember(&properties[i])
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

func (c *bodyArranger) arrangeMember(g *itemGroup) hclwrite.Item {
	if g.attribute != nil {
		return c.arrangeAttribute(g)
	}
	list, ok := c.arrangeBlocks(g)
	if !ok {
		return c.emptyProperty(g.name)
	}
	for i, b := range g.blocks {
		list.List[i].Body = c.arrangeBlockBody(b)
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
