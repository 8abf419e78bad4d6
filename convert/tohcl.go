package convert

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/slab"
	"github.com/hcljson/hcljson/schema"
)

// ToHCL converts an HCL-JSON file to native syntax in canonical layout. The
// filename is used in diagnostics only. The result is nil when the diagnostics
// have an error.
func ToHCL(src []byte, filename string, dialect *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	opts.SourceMap.clear()
	file, diags := ReadJSON(src, filename, dialect, opts)
	if file == nil || diags.HasErrors() {
		return nil, diags
	}
	out := file.Bytes()
	if !file.Shallow() && !readable(out) {
		r := reporter{src: src, filename: filename, diags: diags}
		start := len(src) - len(bytes.TrimLeft(src, " \t\r\n"))
		r.fail(start, start+1, "Nested too deeply",
			"In native syntax this file would be nested more deeply than the %d levels that can be read.",
			hclwrite.MaxNesting)
		return nil, r.diags
	}
	if opts.SourceMap != nil {
		opts.SourceMap.fillBack(file, src, out)
		opts.SourceMap.JSONName = filename
	}
	return out, diags
}

// readable reports whether a file is not nested too deeply to be read.
func readable(native []byte) bool {
	_, diags := hclwrite.ParseFile(native, "")
	return !diags.HasErrors()
}

// ReadJSON reads an HCL-JSON file into the tree of native syntax that [ToHCL]
// prints. The spans of attributes, of blocks and of the body of the file are their
// places in src; other nodes have none.
//
// With an error among the diagnostics, the tree lacks what the error is about, or
// is nil if nothing can be read.
func ReadJSON(src []byte, filename string, dialect *schema.Dialect, opts Options) (*hclwrite.File, hcl.Diagnostics) {
	if diags := prepare(dialect, filename); diags != nil {
		return nil, diags
	}
	root, diags := jsontree.Parse(src, filename)
	if diags.HasErrors() {
		return nil, diags
	}
	c := &hclReader{
		reporter: reporter{src: src, filename: filename, strict: opts.Strict, diags: diags},
		opts:     opts,
		dialect:  dialect,
		roots:    dialect.Roots,
	}
	c.placeholders(root)
	if opts.Like != nil {
		c.like = newLikeness(opts.Like)
	}
	file := &hclwrite.File{}
	c.root(root, file)
	return file, c.diags
}

// hclReader makes a tree from HCL-JSON.
type hclReader struct {
	reporter
	opts    Options
	dialect *schema.Dialect
	// kept: a note has told of the layout. fromText are the collections that JSON has
	// as text.
	kept     bool
	fromText map[hclwrite.Expr]string
	// roots are the variables that exist where the reader is.
	roots roots
	nodes nodes
	exprs hclwrite.ExprReader
	// like answers what hints and schemas do not; it may be nil.
	like *likeness
	// idle are readers of bodies that have been read.
	idle []*bodyReader
}

// nodes is where the nodes of a tree come from, except those that exprs makes.
type nodes struct {
	attributes slab.Of[hclwrite.Attribute]
	blocks     slab.Of[hclwrite.Block]
	literals   slab.Of[hclwrite.Literal]
	tuples     slab.Of[hclwrite.Tuple]
	objects    slab.Of[hclwrite.Object]
	items      slab.Of[hclwrite.Item]
	elements   slab.Of[hclwrite.TupleItem]
	fields     slab.Of[hclwrite.ObjectItem]
	labels     slab.Of[string]
	// values are lists of objects that are bodies.
	values slab.Of[*jsontree.Value]
}

// root reads the body of a file: an object, or an array of objects
// (hashicorp/hcl, json/public.go).
func (c *hclReader) root(v *jsontree.Value, file *hclwrite.File) {
	body := &file.Body
	body.Span = hclwrite.Span{Start: v.Start, End: v.End}
	switch {
	case v.Kind == jsontree.Object, v.Kind == jsontree.Array && c.dialect.ArrayRoot:
		objects, other := c.objects(v)
		if other != nil {
			c.notObject(other)
			return
		}
		c.rootBody(objects, file)
		return
	}
	what := "an object"
	if c.dialect.ArrayRoot {
		what = "an object, or an array of objects"
	}
	c.fail(v.Start, v.Start+1, "Wrong JSON value at the root", "The root of the file must be %s; found %s.", what, v.Kind)
}

// rootBody reads the body of a file. What a note says of a block around the body
// is inside it.
func (c *hclReader) rootBody(objects []*jsontree.Value, file *hclwrite.File) {
	body := &file.Body
	beside, own := c.body(objects, c.dialect.Root, false, body)
	if c.opts.DropComments {
		return
	}
	if file.Layout = own; own == nil && c.kept {
		file.Layout = &hclwrite.Layout{}
	}
	c.layOutTexts(file)
	body.Inside = joinParagraphs(joinParagraphs(trimBlank(beside.Before), trimBlank(body.Open)), body.Inside)
	body.Open = nil
	body.End = joinParagraphs(body.End, trimBlank(beside.Suffix))
}

// objects are those whose members a body has, which a value is: one, or several in an
// array. other is an element of the array that is not an object.
func (c *hclReader) objects(v *jsontree.Value) (list []*jsontree.Value, other *jsontree.Value) {
	if v.Kind != jsontree.Array {
		list = c.nodes.values.Make(1)
		list[0] = v
		return list, nil
	}
	list = c.nodes.values.Make(len(v.Elems))
	for i := range v.Elems {
		if list[i] = &v.Elems[i]; list[i].Kind != jsontree.Object {
			return nil, list[i]
		}
	}
	return list, nil
}

func (c *hclReader) notObject(v *jsontree.Value) {
	c.fail(v.Start, v.End, "Wrong JSON value in a body",
		"The elements of an array that is a body must be objects; found %s.", v.Kind)
}
