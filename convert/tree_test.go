package convert_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/golden"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

var bothForms = []convert.Form{convert.General, convert.Compact}

// nativeGoldens calls check with every golden in native syntax that converts.
func nativeGoldens(t *testing.T,
	check func(t *testing.T, g *golden.Golden, src []byte, d *schema.Dialect, opts convert.Options, want []byte)) {
	t.Helper()
	checked := 0
	for _, g := range golden.ReadAll(t) {
		if g.JSON {
			continue
		}
		src, _ := g.File(g.Input)
		for _, form := range bothForms {
			opts := options(g)
			opts.Form = form
			d := g.Targets[0].Dialect
			want, diags := convert.ToJSON(src, g.Input, d, opts)
			if diags.HasErrors() {
				continue
			}
			checked++
			t.Run(g.Name, func(t *testing.T) { check(t, g, src, d, opts, want) })
		}
	}
	if checked < 200 {
		t.Errorf("only %d conversions are checked", checked)
	}
}

// What is written from a tree that was read is what the file converts to, and from
// the same tree without a source, what means the same as the file; or as its print,
// where spaces in the file had a meaning that the tree does not have.
func TestWriteGoldens(t *testing.T) {
	nativeGoldens(t,
		func(t *testing.T, g *golden.Golden, src []byte, d *schema.Dialect, opts convert.Options, want []byte) {
			file, _ := hclwrite.ParseFile(src, g.Input)
			if opts.Layout == convert.KeepLayout {
				file.KeepLayout()
			}
			got, diags := convert.WriteJSON(file, g.Input, d, opts)
			if !bytes.Equal(got, want) {
				t.Errorf("the tree is written\n%s\nand the file converts to\n%s\n%v", got, want, diags)
			}
			made := &hclwrite.File{Body: file.Body}
			got, diags = convert.WriteJSON(made, g.Input, d, opts)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			for _, native := range [][]byte{src, made.Bytes()} {
				diags = equivalent.Compare(equivalent.Source{Bytes: native, Filename: g.Input}, jsonSource(got), d,
					equivalent.Options{}).Messages()
				if !diags.HasErrors() {
					return
				}
			}
			t.Errorf("without its source, the tree is written\n%s\n%v", got, diags)
		})
}

// A document has what is written from a tree in which the blocks of a type are
// together, however its text is laid out.
func TestDocumentGoldens(t *testing.T) {
	compared := 0
	nativeGoldens(t, func(t *testing.T, g *golden.Golden, src []byte, d *schema.Dialect, opts convert.Options, _ []byte) {
		file, _ := hclwrite.ParseFile(src, g.Input)
		var types []string
		var blocks []*hclwrite.Block
		for _, item := range file.Body.Items {
			if block, ok := item.(*hclwrite.Block); ok {
				blocks = append(blocks, block)
				if !slices.Contains(types, block.Type) {
					types = append(types, block.Type)
				}
			}
		}
		document, diags := convert.NewDocument(g.Input, d, opts, types...)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		document.Append(blocks...)
		got, _ := document.Bytes()
		if again, _ := document.Bytes(); !bytes.Equal(again, got) {
			t.Errorf("the second time it is\n%s", again)
		}
		var sorted hclwrite.File
		for _, blockType := range types {
			for _, block := range blocks {
				if block.Type == blockType {
					sorted.Body.Append(block)
				}
			}
		}
		want, _ := convert.WriteJSON(&sorted, g.Input, d, opts)
		if bytes.HasPrefix(want, []byte("{\n  \"//\"")) {
			return // a document has no comments of its own, nor hints about its blocks
		}
		compared++
		if !bytes.Equal(got, want) {
			t.Errorf("the document is\n%s\nwant\n%s", got, want)
		}
	})
	if compared < 100 {
		t.Errorf("only %d documents are compared", compared)
	}
}

// A document takes what a tree takes, and refuses what a tree does, each once.
func TestDocumentErrors(t *testing.T) {
	d := opentofu.Config(opentofu.Target{})
	for want, block := range map[string]*hclwrite.Block{
		"Wrong number of labels": hclwrite.NewBlock("resource", "one"),
		"Invalid tree": {Type: "resource", Labels: []string{"a", "b"},
			Body: hclwrite.Body{Items: []hclwrite.Item{&hclwrite.Attribute{Name: "a"}}}},
	} {
		document, _ := convert.NewDocument("main.tf", d, convert.Options{})
		document.Append(block, hclwrite.NewBlock("resource", "a", "b"))
		for range 2 {
			out, diags := document.Bytes()
			if out != nil || len(diags) != 1 || diags[0].Summary != want {
				t.Errorf("%s: %q, %v", want, out, diags)
			}
		}
		file := &hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{block}}}
		if out, diags := convert.WriteJSON(file, "main.tf", d, convert.Options{}); out != nil || len(diags) != 1 ||
			diags[0].Summary != want {
			t.Errorf("%s: a tree gives %q, %v", want, out, diags)
		}
	}
	document, _ := convert.NewDocument("x", dialects.Generic(), convert.Options{})
	document.Append(hclwrite.NewBlock("x", slices.Repeat([]string{"a"}, 101)...))
	if out, diags := document.Bytes(); out != nil || len(diags) != 1 || diags[0].Summary != "Too many labels" {
		t.Errorf("101 labels: %q, %v", out, diags)
	}
	document, _ = convert.NewDocument("main.tf", d, convert.Options{})
	document.Append(hclwrite.NewBlock("no identifier"), hclwrite.NewBlock("nor this"))
	document.Append(hclwrite.NewBlock("resource", "one"), hclwrite.NewBlock("resource", "two"))
	if out, diags := document.Bytes(); out != nil || len(diags) != 4 {
		t.Errorf("four blocks that are none: %q, %v", out, diags)
	}
	document, _ = convert.NewDocument("main.tf", d, convert.Options{})
	if out, diags := document.Bytes(); string(out) != "{}\n" || diags != nil {
		t.Errorf("an empty document is %q, %v", out, diags)
	}
}

// Many blocks are written in parts.
func TestLargeDocument(t *testing.T) {
	d := opentofu.Config(opentofu.Target{})
	document, _ := convert.NewDocument("main.tf", d, convert.Options{}, "resource")
	var file hclwrite.File
	for range 40 {
		block := hclwrite.NewBlock("resource", "a", "b")
		block.Body.Set("x", hclwrite.NewString(strings.Repeat("x", 20000)))
		document.Append(block)
		file.Body.Append(block)
	}
	got, diags := document.Bytes()
	want, _ := convert.WriteJSON(&file, "main.tf", d, convert.Options{})
	if !bytes.Equal(got, want) || len(got) < 40*20000 {
		t.Errorf("%d bytes, want %d: %v", len(got), len(want), diags)
	}
}
