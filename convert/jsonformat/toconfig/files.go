package toconfig

import (
	"path"
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// modulesDir is the directory of the modules that a module calls, and mainFile
// the file with the resources.
const (
	modulesDir = "modules"
	mainFile   = "main.tf"
)

// files are those of a module and of the modules below. single: a module is one
// file.
func (m *module) files(dir string, single bool) []File {
	var files []File
	add := func(name string, blocks []*hclwrite.Block) {
		d := m.main
		if name != mainFile && !single {
			d = m.g.document()
		}
		d.add(blocks...)
		if d == m.main || d.empty {
			return
		}
		files = append(files, m.g.file(path.Join(dir, name), d))
	}
	add("versions.tf", m.providerBlocks())
	add("variables.tf", m.variables())
	add("imports.tf", m.importBlocks())
	add("moved.tf", m.moved)
	add(mainFile, m.calls)
	before := len(files)
	add("outputs.tf", m.outputs)
	files = slices.Insert(files, before, m.g.file(path.Join(dir, mainFile), m.main))
	for _, c := range m.children {
		files = append(files, c.files(path.Join(dir, modulesDir, c.dir), single)...)
	}
	return files
}

// file returns a document as a file. name is that of a native one.
func (g *generator) file(name string, d *document) File {
	if g.opts.JSON {
		name += ".json"
	}
	src, diags := d.bytes()
	g.diags = append(g.diags, diags...)
	return File{Name: name, Bytes: src}
}

// variables are the blocks of the variables for sensitive values.
func (m *module) variables() []*hclwrite.Block {
	blocks := make([]*hclwrite.Block, len(m.inputs))
	for i, in := range m.inputs {
		blocks[i] = hclwrite.NewBlock(opentofu.VariableBlock, in.name)
		blocks[i].Body.Set("description", hclwrite.NewString("The sensitive value of "+in.what+"."))
		blocks[i].Body.Set("type", &hclwrite.Native{Text: in.typ})
		blocks[i].Body.Set("sensitive", hclwrite.NewBool(true))
	}
	return blocks
}
