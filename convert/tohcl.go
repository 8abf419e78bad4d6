package convert

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/accept"
	"github.com/hcljson/hcljson/convert/internal/asblocks"
	"github.com/hcljson/hcljson/convert/internal/expression"
	"github.com/hcljson/hcljson/convert/internal/hints"
	"github.com/hcljson/hcljson/convert/internal/kinds"
	"github.com/hcljson/hcljson/convert/internal/placement"
	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/scope"
	"github.com/hcljson/hcljson/convert/internal/shape"
	"github.com/hcljson/hcljson/convert/internal/sourcemap"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/schema"
)

// hclReader builds a tree from HCL-JSON.
type hclReader struct {
	*report.Reporter
	opts  readOptions
	check accept.Checker
	exprs expression.Reader
	// hasLayout is true if an annotation contains a layout.
	hasLayout bool
	kinds     kinds.File
}

// readOptions define how a file is read.
type readOptions struct {
	// forTools, dropComments and omitUnplaced are options of the conversion.
	forTools, dropComments, omitUnplaced bool
	// hints provides the hints of the reference file, or is nil.
	hints *hints.Tree
	// peers contains the files of the module, or is nil.
	peers *kinds.Peers
	// modes receives the modes of values for a source map. It is nil without a source map.
	modes *sourcemap.Modes
}

func newReader(r *report.Reporter, opts readOptions) *hclReader {
	c := &hclReader{
		Reporter: r, opts: opts, check: accept.Checker{Reporter: r, Constants: &limits.Budget{}},
		exprs: expression.Reader{Context: expression.Context{Reporter: r, ForTools: opts.forTools, Modes: opts.modes}},
		kinds: kinds.File{Reporter: r, ForTools: opts.forTools, Peers: opts.peers},
	}
	if opts.hints != nil {
		c.exprs.Reference = opts.hints.Source
	}
	return c
}

// readFile builds the tree of the file, or returns nil if nothing can be read.
func readFile(src *source.Source, r *report.Reporter, opts readOptions) *hclwrite.File {
	root, diags := src.Values()
	if r.Diags = slices.Clip(diags); diags.HasErrors() {
		return nil
	}
	c := newReader(r, opts)
	c.warnPlaceholders(root)
	file := &hclwrite.File{}
	c.readRoot(root, file)
	c.kinds.ReportGuesses()
	if nestingOf(&file.Body) > limits.Nesting {
		reportDepth(r) // before the text is printed, whose indentation grows with the square
	}
	return file
}

// checkPrinted reports a file whose printed text is nested too deeply.
func checkPrinted(file *hclwrite.File, text []byte, r *report.Reporter) {
	if isShallow(file) {
		return
	}
	if _, diags := hclwrite.ParseFile(text, ""); diags.HasErrors() {
		reportDepth(r)
	}
}

func reportDepth(r *report.Reporter) {
	start := len(r.Src) - len(strings.TrimLeft(r.Src, " \t\r\n"))
	r.Fail(start, start+1, "Nested too deeply",
		"In native syntax this file would be nested more deeply than the limit of %d levels.", limits.Nesting)
}

// warnPlaceholders warns about placeholders that a generator left in a file; see
// [conventions.Placeholder].
func (c *hclReader) warnPlaceholders(root *jsontree.Value) {
	for i := range conventions.Of(c.Dialect).Placeholders {
		if p := &conventions.Of(c.Dialect).Placeholders[i]; p.OccursIn(c.Src) {
			c.findPlaceholders(root, p)
		}
	}
}

func (c *hclReader) findPlaceholders(v *jsontree.Value, p *conventions.Placeholder) {
	check := func(text string, start, end int) {
		if p.OccursIn(text) {
			c.Warn(start, end, "Placeholder instead of a value",
				"%s did not replace this placeholder by its value. "+
					"No product can read it: generate the file again.", p.Generator).Placeholder = true
		}
	}
	check(v.Text, v.Start, v.End)
	for i := range v.Elems {
		c.findPlaceholders(&v.Elems[i], p)
	}
	for i := range v.Members {
		m := &v.Members[i]
		check(m.Name, m.NameStart, m.NameEnd)
		c.findPlaceholders(&m.Value, p)
	}
}

// readRoot reads the body of a file: an object, or an array of objects
// (hashicorp/hcl, json/public.go).
func (c *hclReader) readRoot(v *jsontree.Value, file *hclwrite.File) {
	body := &file.Body
	body.Span = hclwrite.Span{Start: v.Start, End: v.End}
	switch {
	case v.Kind == jsontree.Object, v.Kind == jsontree.Array && c.Dialect.ArrayRoot:
		objects, other := c.bodyObjects(v)
		if other != nil {
			c.reportNotObject(other)
			return
		}
		c.readRootBody(objects, file)
		return
	}
	what := "an object"
	if c.Dialect.ArrayRoot {
		what = "an object, or an array of objects"
	}
	c.Fail(v.Start, v.Start+1, "Wrong JSON value at the root", "The root of the file must be %s; found %s.", what, v.Kind)
}

// readRootBody reads the body of a file. In an annotation of a file, comments next to a block become
// comments of the body.
func (c *hclReader) readRootBody(objects []*jsontree.Value, file *hclwrite.File) {
	body := &file.Body
	root := &kinds.Body{File: &c.kinds, Objects: objects, Schema: c.Dialect.Root, Hints: c.opts.hints.FileHints()}
	beside, own := c.readBody(&bodyReader{Body: root, scope: scope.Of(c.Dialect)}, body)
	if c.opts.dropComments {
		return
	}
	if file.Layout = own; own == nil && c.hasLayout {
		file.Layout = &hcltext.Layout{}
	}
	c.layOutTexts(file)
	var head []string
	for p := range hclwrite.Positions() {
		if p != hclwrite.After {
			head = annotation.JoinParagraphs(head, annotation.TrimBlank(beside.At(p)))
		}
	}
	annotation.Regroup(body, head, annotation.TrimBlank(beside.At(hclwrite.After)))
}

// bodyReader reads one body from its JSON objects.
type bodyReader struct {
	*kinds.Body
	reader *hclReader
	scope  scope.Scope
	items  []hclwrite.Item
}

// readBody reads a body from the JSON objects of r. It reads the annotations first, then the items, and
// then assigns the comments. beside contains the comments next to the block of the body. own is the layout of the
// body.
func (c *hclReader) readBody(r *bodyReader, body *hclwrite.Body) (beside hclwrite.Comments, own *hcltext.Layout) {
	r.reader = c
	objects, s := r.Objects, r.Schema
	r.Prepare()
	r.build(objects)
	body.Items = r.items
	if !c.opts.dropComments {
		own = c.placeComments(r, body)
	}
	asblocks.ReplaceArguments(body, &r.Annotation, s, c.Dialect.Merges, r.Hints)
	if len(objects) > 0 {
		c.check.Body(body.Items, s, hclwrite.Span{Start: objects[0].Start, End: objects[0].Start + 1}, r.scope)
	}
	placement.Reorder(body, r.Annotation.Order)
	if !c.opts.dropComments {
		beside = placement.AddBodyComments(body, r.Annotation.Comments)
	}
	return beside, own
}

// build builds the items of a body.
func (r *bodyReader) build(objects []*jsontree.Value) {
	for _, object := range objects {
		for i := range object.Members {
			if m := &object.Members[i]; m.Name != annotation.Property || r.Schema.NoComments {
				r.buildProperty(m)
			}
		}
	}
}

// Place assigns the comments and the layouts of the annotation of a body. It returns the layout of the body.
func (c *hclReader) placeComments(r *bodyReader, body *hclwrite.Body) *hcltext.Layout {
	p := placement.Placer{Reporter: c.Reporter, OmitUnplaced: c.opts.omitUnplaced, Objects: r.Objects, Schema: r.Schema, Hints: r.Hints}
	layout := p.Place(body, &r.Annotation)
	c.hasLayout = c.hasLayout || layout != nil
	return layout
}

// buildProperty classifies a member of the body and builds its items.
func (r *bodyReader) buildProperty(m *jsontree.Member) {
	switch p, h := r.Classify(m); {
	case p.Refused:
	case p.Kind == guess.IsBlock:
		r.readBlocks(p, h.Labels)
	default:
		r.items = append(r.items, &hclwrite.Attribute{
			Name: m.Name, Span: hclwrite.Span{Start: m.NameStart, End: m.Value.End}, Expr: r.attributeValue(p),
			ValueSpan: expression.ValueSpan(&m.Value),
		})
	}
}

// attributeValue returns the expression for the value of an attribute.
func (r *bodyReader) attributeValue(p *kinds.Property) hclwrite.Expr {
	v := &p.Member.Value
	if r.Schema.NestedInLists && v.Kind == jsontree.Object {
		// For an object in parentheses, the conversion back does not add a list.
		return &hclwrite.Native{Text: hcltext.Parenthesize(hclwrite.ExprText(r.expr(v, p.Value)))}
	}
	if p.InList && v.Kind == jsontree.Array && len(v.Elems) == 1 {
		if object, ok := r.expr(&v.Elems[0], p.Value).(*hclwrite.Object); ok {
			return object
		}
	}
	return r.expr(v, p.Value)
}

// expr returns the expression for a value of the body.
func (r *bodyReader) expr(v *jsontree.Value, rule *schema.Value) hclwrite.Expr {
	r.reader.exprs.Scope = r.scope
	return r.reader.exprs.Read(v, rule)
}

// readBlocks builds the blocks of a property. If p.LabelsPerElement is true, counts contains the number of
// labels of each block.
func (r *bodyReader) readBlocks(p *kinds.Property, counts []int) {
	v := &p.Member.Value
	if !p.LabelsPerElement {
		r.findBlocks(p, v, p.Labels, make([]string, 0, p.Labels))
		return
	}
	for i := range v.Elems {
		labels := counts[min(i, len(counts)-1)]
		r.findBlocks(p, &v.Elems[i], labels, make([]string, 0, labels))
	}
}

// findBlocks builds the blocks that a value represents (hashicorp/hcl, json/structure.go,
// unpackBlock). levels is the number of remaining labels, and labels contains the labels so far. The
// capacity of labels must be sufficient for all labels.
func (r *bodyReader) findBlocks(p *kinds.Property, v *jsontree.Value, levels int, labels []string) {
	if levels > 0 {
		if !r.unlabelledBlocks(p, v, levels, labels) {
			r.labelledBlocks(p, v, levels, labels)
		}
		return
	}
	switch v.Kind {
	case jsontree.Null:
	case jsontree.Object:
		r.buildBlock(p, v, labels)
	case jsontree.Array:
		for i := range v.Elems {
			r.buildElement(p, &v.Elems[i], labels)
		}
	default:
		r.reportWrongBlock(p, v, "a block is an object, and several blocks are an array of objects")
	}
}

// unlabelledBlocks builds blocks whose labels are omitted. It returns false if v contains no such
// block.
func (r *bodyReader) unlabelledBlocks(p *kinds.Property, v *jsontree.Value, levels int, labels []string) bool {
	isBare := func(v jsontree.Value) bool { return shape.IsUnlabelled(&v, p.Rule, levels) }
	switch {
	case isBare(*v):
		r.findBlocks(p, v, 0, labels)
		return true
	case !slices.ContainsFunc(v.Elems, isBare):
		return false
	}
	for i := range v.Elems {
		if elem := &v.Elems[i]; isBare(*elem) {
			r.findBlocks(p, elem, 0, labels)
		} else {
			r.labelledBlocks(p, elem, levels, labels)
		}
	}
	return true
}

func (r *bodyReader) labelledBlocks(p *kinds.Property, v *jsontree.Value, levels int, labels []string) {
	found := false
	for object := range v.Each() {
		if object.Kind != jsontree.Object {
			r.reportWrongBlock(p, object, "an object with the labels of the blocks as its property names is needed")
			return
		}
		found = found || len(object.Members) > 0
		r.readLabels(p, object, levels, labels)
	}
	if !found {
		needed := "labels"
		if p.Rule != nil {
			needed = report.LabelsText(p.Rule)
		}
		r.reader.Fail(v.Start, v.End, "Missing block label", "A %q block needs %s; found none.", p.Member.Name, needed)
	}
}

// readLabels builds the blocks of an object whose keys are labels.
func (r *bodyReader) readLabels(p *kinds.Property, object *jsontree.Value, levels int, labels []string) {
	for i := range object.Members {
		m := &object.Members[i]
		if m.Name == annotation.Property && m.Value.Kind == jsontree.String {
			r.reader.Fail(m.NameStart, m.NameEnd, "Comment among labels",
				"A \"//\" property is a comment only in the body of a block; here it is read as a label. "+
					"Move it into a body.")
			continue
		}
		label := m.Name
		if r.Schema.NestedInLists || shape.IsReadAsAttribute(p.Rule, r.Schema) {
			label = hcltext.TemplateText(label)
		}
		r.findBlocks(p, &m.Value, levels-1, append(labels, label))
	}
}

// buildElement builds the block for an element of an array of bodies.
func (r *bodyReader) buildElement(p *kinds.Property, v *jsontree.Value, labels []string) {
	switch v.Kind {
	case jsontree.Null, jsontree.Object:
		r.buildBlock(p, v, labels)
	case jsontree.Array:
		other := slices.IndexFunc(v.Elems, func(v jsontree.Value) bool { return v.Kind != jsontree.Object })
		if other >= 0 {
			r.reader.reportNotObject(&v.Elems[other])
			return
		}
		r.buildBlock(p, v, labels)
	default:
		r.reportWrongBlock(p, v, "the body of a block is an object")
	}
}

// buildBlock builds a block from the value of its body. labels includes empty optional labels.
func (r *bodyReader) buildBlock(p *kinds.Property, v *jsontree.Value, labels []string) {
	m := p.Member
	var objects []*jsontree.Value
	block := &hclwrite.Block{}
	block.Type, block.Labels = m.Name, withoutLabels(append([]string(nil), labels...), p.Rule)
	block.Span = hclwrite.Span{Start: v.Start, End: v.End}
	if v.Kind != jsontree.Null {
		objects, _ = r.reader.bodyObjects(v)
	}
	if n := len(objects); n > 0 {
		block.Span = hclwrite.Span{Start: objects[0].Start, End: objects[n-1].End}
	}
	body := r.Schema.BlockBody(m.Name, labels, func(argument string) string {
		text, _ := kinds.StringOf(objects, argument)
		return text
	})
	iterator := iteratorName(objects, m.Name, labels, r.Schema)
	r.reader.MissingSchema(body, m.NameStart, m.NameEnd)
	if body.JustAttributes && v.Kind != jsontree.Object {
		r.reader.Refuse(v.Start, v.End, "Object required",
			"%s takes an object for the body of %q; found %s.", report.OriginOf(r.reader.Dialect, body), m.Name, v.Kind)
	}
	kinds := &kinds.Body{
		File: &r.reader.kinds, Objects: objects, Schema: body, Outer: r.Body, BlockType: block.Type, Labels: labels,
		Rule: p.Rule, Hints: r.Hints.InBlock(block.Type, block.Labels),
	}
	beside, layout := r.reader.readBody(&bodyReader{
		Body:  kinds,
		scope: r.scope.InBlock(iterator, body, func(name string) bool { return hasMember(objects, name) }),
	}, &block.Body)
	if !r.reader.opts.dropComments {
		annotation.AddToItem(block, &block.Comments, beside, nil)
		block.Layout = layout
	}
	r.items = append(r.items, block)
}

// hasMember reports whether one of the objects has a member with the given name.
func hasMember(objects []*jsontree.Value, name string) bool {
	return slices.ContainsFunc(objects, func(object *jsontree.Value) bool {
		return slices.ContainsFunc(object.Members, func(m jsontree.Member) bool { return m.Name == name })
	})
}

// withoutLabels returns labels without trailing optional labels that are empty.
func withoutLabels(labels []string, rule *schema.Block) []string {
	if rule == nil {
		return labels
	}
	for len(labels) > len(rule.Labels)-rule.Optional && labels[len(labels)-1] == "" {
		labels = labels[:len(labels)-1]
	}
	return labels
}

// iteratorName returns the variable that a dynamic block in JSON defines. It returns "" for other
// blocks.
func iteratorName(objects []*jsontree.Value, blockType string, labels []string, s *schema.Body) string {
	if !s.Dynamic || blockType != schema.DynamicType || len(labels) == 0 {
		return ""
	}
	if iterator, ok := kinds.StringOf(objects, schema.DynamicIterator); ok {
		return iterator
	}
	return labels[0]
}

// bodyObjects returns the objects of a body: the value v itself, or the elements of an array. other
// is an array element that is not an object, or nil.
func (c *hclReader) bodyObjects(v *jsontree.Value) (list []*jsontree.Value, other *jsontree.Value) {
	if v.Kind != jsontree.Array {
		return []*jsontree.Value{v}, nil
	}
	list = make([]*jsontree.Value, len(v.Elems))
	for i := range v.Elems {
		if list[i] = &v.Elems[i]; list[i].Kind != jsontree.Object {
			return nil, list[i]
		}
	}
	return list, nil
}

func (c *hclReader) reportNotObject(v *jsontree.Value) {
	c.Fail(v.Start, v.End, "Wrong JSON value in a body",
		"The elements of a body written as an array must be objects; found %s.", v.Kind)
}

func (r *bodyReader) reportWrongBlock(p *kinds.Property, v *jsontree.Value, expected string) {
	r.reader.Fail(v.Start, v.End, "Wrong JSON value for a block",
		"Found %s for %q, but %s.", v.Kind, p.Member.Name, expected)
}
