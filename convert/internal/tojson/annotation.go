package tojson

import (
	"maps"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/arrangement"
	"github.com/hcljson/hcljson/convert/internal/expression"
	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/nodes"
)

// newAnnotation returns the annotation of a body: its comments, and the hints for an exact
// conversion back. It returns nil for an empty annotation. own contains the comments next to the
// block, or is nil for a file.
func (c *bodyArranger) newAnnotation(
	own *hclwrite.Comments, groups []itemGroup, split bool,
) *annotation.Annotation {
	n := &annotation.Annotation{
		Comments: slices.Clone(c.shown.Groups),
		Layout:   []annotation.LayoutWords{{}}, RecordsLayout: c.opts.KeepLayout && !c.schema.NoComments,
	}
	if own != nil {
		n.Comments = slices.Concat(*own, n.Comments)
	}
	for i := range groups {
		if g := &groups[i]; g.attribute != nil {
			c.collectAttribute(n, g.name, g.attribute, g.value)
		}
	}
	attributes := len(n.Layout)
	c.collectBlockPlaces(n, c.shown.Body, c.schema, "")
	c.collectHints(n, groups)
	if !split {
		n.Order = c.sourceOrder(groups)
	}
	n.AddBodyLayout(c.shown.Layout, attributes)
	n.ExtractForeign()
	switch {
	case n.IsEmpty():
		return nil
	case c.schema.NoComments:
		c.Warn(c.shown.Span.Start, c.shown.Span.Start, "Comments can't be kept",
			"%s does not ignore a \"//\" property in this body, so its comments are left out.", c.Dialect.Product)
		return nil
	}
	return n
}

// sourceOrder returns the names of the items of a body in source order, or nil if the items have the
// same order in JSON. If the blocks of a type have another order in JSON, the result contains their
// labels too.
func (c *bodyArranger) sourceOrder(groups []itemGroup) []string {
	if len(groups) == len(c.shown.Items) && c.shown.Origins == nil {
		return nil // each group has one item
	}
	var regrouped map[string]bool
	written := make([]hclwrite.Item, 0, len(c.shown.Items))
	for i := range groups {
		g := &groups[i]
		if g.attribute != nil {
			written = append(written, g.attribute)
		}
		for _, block := range g.blocks {
			written = append(written, block)
		}
		if g.regrouped {
			if regrouped == nil {
				regrouped = make(map[string]bool)
			}
			regrouped[g.name] = true
		}
	}
	if slices.Equal(c.shown.SourceItems(written), c.shown.Source) {
		return nil
	}
	names := make([]string, len(c.shown.Source))
	for i, item := range c.shown.Source {
		names[i] = hclwrite.ItemName(item)
		if block, ok := item.(*hclwrite.Block); ok && regrouped[block.Type] {
			names[i] = annotation.BlockPath(block.Type, block.Labels)
		}
	}
	return names
}

// The body of a block may be one that does not ignore "//" (tables.Body.NoComments). The comments of
// this block are then in the annotation of the enclosing body, at the path of the block.

// collectBlockPlaces adds the comments of the blocks in a body that cannot contain "//". path is the
// prefix of the paths of its items.
func (c *bodyArranger) collectBlockPlaces(n *annotation.Annotation, b *hclwrite.Body, s *tables.Body, path string) {
	if !s.HasBlockComments() {
		return
	}
	var counts map[string]int // the number of blocks so far, by type
	var commented []string
	for i, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		_, rule := s.Lookup(block.Type)
		body := s.BlockBody(block.Type, block.Labels, block.Body.SourceOf)
		index, known := counts[block.Type]
		if !known && !body.NoComments {
			continue
		}
		if counts == nil {
			counts = make(map[string]int)
		}
		if !known {
			index = countBlocks(b.Items[:i], block.Type)
		}
		counts[block.Type] = index + 1
		if !body.NoComments {
			continue
		}
		at := path + block.Type
		object := rule != nil && rule.Shape == tables.ObjectShape
		if !object {
			at = annotation.AppendIndex(at, index)
		}
		for _, label := range block.Labels {
			at = annotation.AppendKey(at, label)
			if !object {
				at = annotation.AppendIndex(at, 0)
			}
		}
		places := len(n.At)
		c.collectInnerPlaces(n, block, body, at)
		if len(n.At) > places && !object && !slices.Contains(commented, block.Type) {
			commented = append(commented, block.Type)
		}
	}
	for _, blockType := range commented {
		n.At = append(n.At, annotation.CommentedPath{Path: path + blockType, Count: counts[blockType]})
	}
}

// annotateAbove adds the comment groups before the items of a nested body to c.above.
func (c *bodyArranger) annotateAbove(above map[any][]string) {
	if c.above == nil {
		c.above = above
		return
	}
	maps.Copy(c.above, above)
}

func countBlocks(items []hclwrite.Item, blockType string) int {
	n := 0
	for _, item := range items {
		if block, ok := item.(*hclwrite.Block); ok && block.Type == blockType {
			n++
		}
	}
	return n
}

// collectInnerPlaces adds the comments of a block whose body cannot contain "//". path is the path
// of the block.
func (c *bodyArranger) collectInnerPlaces(n *annotation.Annotation, block *hclwrite.Block, s *tables.Body, path string) {
	b, u := &block.Body, annotation.Ungroup(block.Body.Items)
	c.annotateAbove(u.Above)
	own := annotation.ItemPlace(path, slices.Concat(block.Comments, u.Comments), c.above[block])
	if inside := u.Comments.At(hclwrite.Inside); len(inside) > 0 {
		// The empty string at the end distinguishes these comments from comments on the line of the
		// brace.
		open := annotation.JoinParagraphs(own.Comments.At(hclwrite.Open), inside)
		own.Comments.Set(hclwrite.Open, append(slices.Clip(open), ""))
		own.Comments = own.Comments.Without(hclwrite.Inside)
	}
	if n.RecordsLayout {
		n.AddLayout(path, annotation.AppendLayoutWords(nil, "", block.Layout))
	}
	at := len(n.At)
	n.At = append(n.At, own)
	n.RemoveEmpty(at)
	for _, item := range b.Items {
		if a, ok := item.(*hclwrite.Attribute); ok {
			c.collectAttribute(n, path+"."+a.Name, a, s.Argument(a.Name))
		}
	}
	c.collectBlockPlaces(n, withOptionalLabels(b, s), s, path+".")
}

// collectAttribute adds the comments and the layout of an attribute and of its expression to an
// annotation. rule is the rule of the expression.
func (c *bodyArranger) collectAttribute(n *annotation.Annotation, path string, a *hclwrite.Attribute, rule *tables.Value) {
	own := annotation.ItemPlace(path, a.Comments, c.above[a])
	if rule != nil && rule.Mode == tables.Literal {
		folded := hclwrite.CommentsAt(hclwrite.Above, c.foldedComments(a.Expr)...)
		own.Comments = append(slices.Clip(own.Comments), folded...)
	}
	keep := n.RecordsLayout
	n.RecordsLayout = keep && !c.isReplacement(a)
	if n.RecordsLayout || nodes.HasComments(hclwrite.CollectionOf(a.Expr)) {
		c.collectValue(n, own, a.Expr, a.Layout, rule, nil)
	} else if !own.IsEmpty() {
		n.At = append(n.At, own)
	}
	n.RecordsLayout = keep
}

// foldedComments returns the comments in constant expressions that JSON contains as values.
func (c *bodyArranger) foldedComments(e hclwrite.Expr) []string {
	switch e := e.(type) {
	case *hclwrite.Literal:
		return nil
	case *hclwrite.Template:
		if !hcltext.HasSequence(e.Text) {
			return nil
		}
	case *hclwrite.Tuple, *hclwrite.Object:
		if parts := syntax.JSONCollection(e); parts != nil {
			var list []string
			for _, item := range parts.Elements() {
				list = append(list, c.foldedComments(item.Value)...)
			}
			return list
		}
	}
	text := c.file.Text(e)
	comments := hcltext.CommentsIn(text)
	if len(comments) > 0 && c.opts.ForTools {
		if _, diags := c.exprs.EvaluateConstant(text); diags.HasErrors() {
			return nil // the escaped expression contains the comments
		}
	}
	return comments
}

// collectValue adds the comments and the layout of a value and of its elements to an annotation. own
// is the path of the value with the comments next to it. Comments in an expression that JSON
// contains as source text stay in the text. all is the common layout of all items of the parent.
func (c *bodyArranger) collectValue(
	n *annotation.Annotation, own annotation.CommentedPath, e hclwrite.Expr, l *hclwrite.Layout, rule *tables.Value,
	all *hclwrite.Layout,
) {
	at := len(n.At)
	n.At = append(n.At, own)
	var words []byte
	if n.RecordsLayout && l != nil {
		words = annotation.AppendValueWords(words, *l, c.Dialect, rule, all)
	}
	parts := hclwrite.CollectionOf(e)
	object, isObject := e.(*hclwrite.Object)
	if isObject && (!nodes.HasStaticKeys(object) && !rule.IsMap() || rule.IsMap() &&
		(c.opts.ForTools && expression.FirstComputedKey(object) != nil || c.exprs.FirstTextKey(object, rule) != nil)) {
		parts = nil
	}
	var inner *hclwrite.Layout
	if isObject && parts != nil && n.RecordsLayout {
		all := annotation.CommonLayout(object)
		inner, words = &all, annotation.AppendLayoutWords(words, annotation.WordAll, &all)
	}
	n.AddLayout(own.Path, words)
	if parts != nil {
		u := annotation.UngroupElements(parts)
		n.At[at].Comments = slices.Concat(n.At[at].Comments, parts.Comments, u.Comments)
		for i, item := range u.Items {
			item := item.(*hclwrite.Element)
			path, rule := own.Path, rule
			if isObject {
				path, rule = annotation.AppendKey(path, item.Key.Text), rule.Field(item.Key.Text)
			} else {
				path, rule = annotation.AppendIndex(path, i), rule.Element()
			}
			c.collectValue(n, annotation.ItemPlace(path, item.Comments, u.Above[item]), item.Value, item.Layout, rule, inner)
		}
		if !isObject && len(n.At) > at+1 {
			n.At[at].Count = len(u.Items)
		}
	}
	n.RemoveEmpty(at)
}

// addFingerprints sets the fingerprints in an annotation. names are the first names of the paths to
// the lists, and members contains the items with these names.
func (c *arranger) addFingerprints(n *annotation.Annotation, names annotation.NameSet, members []hclwrite.Item) {
	var body jsontree.Builder
	w := arrangement.Writer{Emitter: &body, File: c.file}
	w.BeginObject()
	for _, item := range members {
		if names[hclwrite.ItemName(item)] {
			w.Member(item)
		}
	}
	w.EndObject()
	signer, values := annotation.NewFingerprinter(), annotation.ValuesByName([]*jsontree.Value{&body.Root})
	for i := range n.At {
		p := &n.At[i]
		if p.Count == 0 {
			continue
		}
		p.Elements = strings.Repeat(annotation.UnknownFingerprint, p.Count)
		name, _, rest, ok := annotation.SplitPath(p.Path)
		v := values[name]
		for rest != "" && ok && v != nil {
			var key string
			var index int
			key, index, rest, ok = annotation.SplitPath(rest)
			v = signer.Step(v, key, index)
		}
		if v != nil && ok {
			if list := annotation.Elements(v); len(list) == p.Count {
				p.Elements = signer.Fingerprints(list)
			}
		}
	}
}
