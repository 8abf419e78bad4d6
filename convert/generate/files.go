package generate

import (
	"path"

	"github.com/hcljson/hcljson/hclwrite"
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
	var parts []text
	var files []File
	add := func(name string, more ...text) {
		for _, part := range more {
			if len(part.native)+len(part.members) > 0 {
				parts = append(parts, part)
			}
		}
		if name != "" && (len(parts) > 0 || name == mainFile) {
			name, src := m.g.file(path.Join(dir, name), parts)
			files = append(files, File{Name: name, Bytes: src})
			parts = nil
		}
	}
	name := func(name string) string {
		if single {
			return ""
		}
		return name
	}
	add(name("versions.tf"), printed(m.providerBlocks()...))
	add(name("variables.tf"), m.g.printedBlocks("variable", m.variables())...)
	add(name("imports.tf"), m.g.printedBlocks("import", m.importBlocks())...)
	add(name("moved.tf"), m.g.printedBlocks("moved", m.moved)...)
	add("", m.resources.text(m.g)...)
	add("", m.data.text(m.g)...)
	add(name(mainFile), m.g.printedBlocks("module", m.calls)...)
	add(name("outputs.tf"), m.g.printedBlocks("output", m.outputs)...)
	if single {
		add(mainFile)
	}
	for _, c := range m.children {
		files = append(files, c.files(path.Join(dir, modulesDir, c.dir), single)...)
	}
	return files
}

// variables are the blocks of the variables for sensitive values.
func (m *module) variables() []*hclwrite.Block {
	blocks := make([]*hclwrite.Block, len(m.inputs))
	for i, in := range m.inputs {
		block := &hclwrite.Block{Type: "variable", Labels: []string{in.name}}
		block.Body.Items = []hclwrite.Item{
			&hclwrite.Attribute{Name: "description", Expr: literal("The sensitive value of " + in.what + ".")},
			&hclwrite.Attribute{Name: "type", Expr: &hclwrite.Native{Text: in.typ}},
			&hclwrite.Attribute{Name: "sensitive", Expr: &hclwrite.Literal{Text: "true"}},
		}
		blocks[i] = block
	}
	return blocks
}

// literal is the expression of a string.
func literal(text string) hclwrite.Expr {
	return &hclwrite.Template{Text: hclwrite.EscapeTemplate(text)}
}

// attributes is a body of arguments with native expressions.
func attributes(pairs ...string) hclwrite.Body {
	var body hclwrite.Body
	for i := 0; i < len(pairs); i += 2 {
		body.Items = append(body.Items, &hclwrite.Attribute{Name: pairs[i], Expr: &hclwrite.Native{Text: pairs[i+1]}})
	}
	return body
}
