// Package tohcl builds the tree of native syntax from JSON.
//
// It handles each body in this order: package kinds classifies the names, the items are built (blocks.go; package
// expression), package placement assigns comments and layouts, blocks replace arguments again (package asblocks), and
// package accept checks the result. The package imports all stages except for arrangement and tojson. Read [Read]
// first.
package tohcl

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/accept"
	"github.com/hcljson/hcljson/convert/internal/expression"
	"github.com/hcljson/hcljson/convert/internal/hints"
	"github.com/hcljson/hcljson/convert/internal/kinds"
	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/scope"
	"github.com/hcljson/hcljson/convert/internal/sourcemap"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/limits"
)

// reader builds a tree from HCL-JSON.
type reader struct {
	*report.Reporter
	opts  Options
	check accept.Checker
	exprs expression.Reader
	// hasLayout is true if an annotation contains a layout.
	hasLayout bool
	kinds     kinds.File
}

// Options define how a file is read.
type Options struct {
	// ForTools, DropComments and OmitUnplaced are options of the conversion.
	ForTools, DropComments, OmitUnplaced bool
	// Hints provides the hints of the reference file, or is nil.
	Hints *hints.Tree
	// Peers contains the files of the module, or is nil.
	Peers *kinds.Peers
	// Modes receives the modes of values for a source map. It is nil without a source map.
	Modes *sourcemap.Modes
}

func newReader(r *report.Reporter, opts Options) *reader {
	c := &reader{
		Reporter: r, opts: opts, check: accept.New(r, false, &limits.Budget{}),
		exprs: expression.Reader{Context: expression.Context{Reporter: r, ForTools: opts.ForTools, Modes: opts.Modes}},
		kinds: kinds.File{Reporter: r, ForTools: opts.ForTools, Peers: opts.Peers},
	}
	if opts.Hints != nil {
		c.exprs.Reference = opts.Hints.Source
	}
	return c
}

// Read builds the tree of the file, or returns nil if nothing can be read.
func Read(src *source.Source, r *report.Reporter, opts Options) *hclwrite.File {
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

// CheckPrinted reports a file whose printed text is nested too deeply.
func CheckPrinted(file *hclwrite.File, text []byte, r *report.Reporter) {
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
func (c *reader) warnPlaceholders(root *jsontree.Value) {
	for i := range conventions.Of(c.Dialect).Placeholders {
		if p := &conventions.Of(c.Dialect).Placeholders[i]; p.OccursIn(c.Src) {
			c.findPlaceholders(root, p)
		}
	}
}

func (c *reader) findPlaceholders(v *jsontree.Value, p *conventions.Placeholder) {
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
func (c *reader) readRoot(v *jsontree.Value, file *hclwrite.File) {
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
func (c *reader) readRootBody(objects []*jsontree.Value, file *hclwrite.File) {
	body := &file.Body
	root := &kinds.Body{File: &c.kinds, Objects: objects, Schema: c.Dialect.Root, Hints: c.opts.Hints.FileHints()}
	beside, own := c.readBody(&bodyReader{Body: root, scope: scope.New(c.Dialect)}, body)
	if c.opts.DropComments {
		return
	}
	if file.Layout = own; own == nil && c.hasLayout {
		file.Layout = &hclwrite.Layout{}
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
