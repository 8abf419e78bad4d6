package convert

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/internal/sourcemap"
	"github.com/hcljson/hcljson/convert/internal/tohcl"
	"github.com/hcljson/hcljson/convert/internal/tojson"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/jsonemit"
	"github.com/hcljson/hcljson/schema"
)

// ToJSON converts a file in native syntax to HCL-JSON. The dialect comes from dialects.ForFile, or from a
// package below schema. The filename is only used in diagnostics. The
// result is nil if the diagnostics contain an error.
func ToJSON[T string | []byte](
	src T, filename string, dialect *schema.Dialect, opts Options,
) ([]byte, hcl.Diagnostics) {
	return ConvertSource(NewSource(src, filename, false), dialect, opts)
}

func toJSON(src *Source, dialect *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	file, diags := src.Native()
	if diags.HasErrors() {
		return nil, diags
	}
	if opts.Layout == KeepLayout {
		file.KeepLayout()
	}
	return writeJSON(file, src.Name, dialect, opts)
}

// WriteJSON converts a tree to HCL-JSON. It does not change the tree, which may be parsed or created
// in memory. The positions in diagnostics are positions in the source of the tree. With KeepLayout,
// it records the layouts of the nodes, which [hclwrite.File.KeepLayout] sets.
func WriteJSON(file *hclwrite.File, filename string, dialect *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	if diags := prepareDialect(dialect, filename, opts.SourceMap); diags != nil {
		return nil, diags
	}
	if diags := hclwrite.Check(file, filename); diags.HasErrors() {
		return nil, diags
	}
	out, diags := writeJSON(file, filename, dialect, opts)
	return out, publish(diags)
}

// writeJSON arranges and writes a file. The tree must be valid.
func writeJSON(
	file *hclwrite.File, filename string, dialect *schema.Dialect, opts Options,
) ([]byte, hcl.Diagnostics) {
	r := newReporter(file.Source(), filename, dialect, &opts)
	if opts.Form > Query {
		r.Fail(0, 0, "Unknown form", "%d is no form of JSON: use General, Compact or Query.", opts.Form)
		return nil, r.Diags
	}
	size := func() int { return sizeOf(&file.Body, 0, jsonemit.MaxIndent) }
	if diags := opts.checkResult(size, filename); diags != nil {
		return nil, diags
	}
	arranging := tojson.Options{
		Compact: opts.Form == Compact, Query: opts.Form == Query, ForTools: opts.ForTools,
		DropComments: opts.DropComments, KeepLayout: opts.Layout == KeepLayout,
	}
	if opts.SourceMap != nil {
		arranging.Modes, arranging.Origins = &sourcemap.Modes{}, &sourcemap.Origins{}
	}
	text := tojson.Write(file, r, arranging)
	if r.Failed {
		return nil, r.Diags
	}
	if diags := opts.checkResult(func() int { return len(text) }, filename); diags != nil {
		return nil, append(r.Diags, diags...)
	}
	if opts.SourceMap != nil {
		opts.SourceMap.set(sourcemap.ForJSON(file, text, arranging.Origins, arranging.Modes), []byte(r.Src))
		opts.SourceMap.NativeName = filename
	}
	return text, r.Diags
}

// ToHCL converts an HCL-JSON file to native syntax. The layout is the recorded layout, or canonical
// layout if JSON contains none. The filename is only used in diagnostics. The result is nil if the
// diagnostics contain an error.
func ToHCL[T string | []byte](
	src T, filename string, dialect *schema.Dialect, opts Options,
) ([]byte, hcl.Diagnostics) {
	return ConvertSource(NewSource(src, filename, true), dialect, opts)
}

func toHCL(src *Source, dialect *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	r := newReporter(src.Text(), src.Name, dialect, &opts)
	reading := opts.reading()
	if opts.SourceMap != nil {
		reading.Modes = &sourcemap.Modes{}
	}
	file := tohcl.Read(src, r, reading)
	if file == nil || r.Failed {
		return nil, r.Diags
	}
	size := func() int { return sizeOf(&file.Body, 0, limits.Nesting) }
	if diags := opts.checkResult(size, src.Name); diags != nil {
		return nil, append(r.Diags, diags...)
	}
	out := file.Bytes()
	if diags := opts.checkResult(func() int { return len(out) }, src.Name); diags != nil {
		return nil, append(r.Diags, diags...)
	}
	if tohcl.CheckPrinted(file, out, r); r.Failed {
		return nil, r.Diags
	}
	if opts.SourceMap != nil {
		opts.SourceMap.set(sourcemap.ForNative(file, src.Bytes(), out, reading.Modes), out)
		opts.SourceMap.JSONName = src.Name
	}
	return out, r.Diags
}

// reading returns the options of the stage that reads JSON.
func (o *Options) reading() tohcl.Options {
	reading := tohcl.Options{ForTools: o.ForTools, DropComments: o.DropComments, OmitUnplaced: o.OmitUnplaced}
	if o.Hints != nil {
		reading.Hints = o.Hints.tree
	}
	if o.Peers != nil {
		reading.Peers = o.Peers.files
	}
	return reading
}

// ReadJSON parses an HCL-JSON file and returns the tree that [ToHCL] prints. The spans of
// attributes, of blocks and of the body are positions in src. Other nodes have no positions.
//
// If the diagnostics contain an error, the tree does not contain the invalid parts. It is nil if
// nothing can be read.
func ReadJSON[T string | []byte](
	src T, filename string, dialect *schema.Dialect, opts Options,
) (*hclwrite.File, hcl.Diagnostics) {
	return ReadSource(NewSource(src, filename, true), dialect, opts)
}
