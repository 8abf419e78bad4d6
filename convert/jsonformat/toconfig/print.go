package toconfig

import (
	"bytes"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// blockTypes are the types of the blocks, in the order in which they are in a file.
var blockTypes = []string{
	opentofu.TerraformBlock, opentofu.ProviderBlock, opentofu.VariableBlock, opentofu.ImportBlock, opentofu.MovedBlock,
	opentofu.ResourceBlock, opentofu.DataBlock, opentofu.ModuleBlock, opentofu.OutputBlock,
}

// document is a file of the configuration. Blocks are written when they are added, for
// they can be many.
type document struct {
	// json is nil for native syntax.
	json *convert.Document
	// native are the blocks by type.
	native [][]byte
	empty  bool
}

func (g *generator) document() *document {
	d := &document{empty: true}
	if !g.opts.JSON {
		d.native = make([][]byte, len(blockTypes))
		return d
	}
	var diags hcl.Diagnostics
	d.json, diags = convert.NewDocument(mainFile, g.opts.Dialect, convert.Options{Form: g.opts.Form}, blockTypes...)
	g.diags = append(g.diags, diags...)
	return d
}

func (d *document) add(blocks ...*hclwrite.Block) {
	d.empty = d.empty && len(blocks) == 0
	if d.json != nil {
		d.json.Append(blocks...)
		return
	}
	for _, block := range blocks {
		text := &d.native[slices.Index(blockTypes, block.Type)]
		if len(*text) > 0 {
			*text = append(*text, '\n')
		}
		*text = append(*text, printed(hclwrite.Body{Items: []hclwrite.Item{block}})...)
	}
}

// bytes are those of the file.
func (d *document) bytes() ([]byte, hcl.Diagnostics) {
	if d.json != nil {
		return d.json.Bytes()
	}
	texts := slices.DeleteFunc(slices.Clone(d.native), func(text []byte) bool { return len(text) == 0 })
	return bytes.Join(texts, []byte("\n")), nil
}

// printed is a body in native syntax.
func printed(body hclwrite.Body) []byte {
	file := hclwrite.File{Body: body}
	return file.Bytes()
}
