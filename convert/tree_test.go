package convert_test

import (
	"bytes"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema"
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

// TestWriteGoldens checks that a parsed tree is written as the file is converted. The same tree
// without a source must result in the same meaning as the file, or as its print if spaces in the
// file had a meaning that the tree does not preserve.
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
