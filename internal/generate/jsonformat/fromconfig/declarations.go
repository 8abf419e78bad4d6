package fromconfig

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/schema"
)

func newDeclarations(dir string, dialect *schema.Dialect) *declarations {
	d := &declarations{
		dir: dir, dialect: dialect,
		required:  map[string]*requiredProvider{},
		providers: map[string]*providerBlock{},
		variables: map[string]*variable{},
		locals:    map[string]attributeNode{},
		outputs:   map[string]*output{},
		calls:     map[string]*call{},
		actions:   map[string]*resource{},
	}
	for i := range d.resources {
		d.resources[i] = map[string]*resource{}
	}
	return d
}

// size returns the number of blocks in the output.
func (d *declarations) size() int {
	n := len(d.providers) + len(d.variables) + len(d.outputs) + len(d.calls) + len(d.actions)
	for _, known := range d.resources {
		n += len(known)
	}
	return n
}

// readDeclarations reads the blocks of the files of a module (opentofu
// internal/configs/module.go, NewModule).
func (l *loader) readDeclarations(d *declarations, primary, overrides []*file) {
	var imports []blockNode
	l.readRequirements(d, primary, overrides)
	for _, f := range primary {
		blocks := l.knownBlocks(f.body())
		for _, block := range blocks {
			if block.Type == tfname.ImportBlock {
				imports = append(imports, block)
			}
			l.readDeclaration(d, block)
		}
		// The product reads data blocks in checks after the other blocks of a file.
		for _, block := range blocks {
			if block.Type == tfname.CheckBlock {
				_, row := block.languageSchema().Lookup(tfname.DataBlock)
				if inner, ok := block.body().firstBlock(tfname.DataBlock); ok && len(inner.Labels) == len(row.Labels) {
					l.declareResource(d.resources[data], inner)
				}
			}
		}
	}
	for _, f := range overrides {
		for _, block := range l.knownBlocks(f.body()) {
			if !l.mergeOverride(d, block) {
				l.reportUnmatchedOverride(block)
			}
		}
	}
	for _, block := range imports {
		l.readImport(d, block)
	}
}

// readDeclaration reads a block.
func (l *loader) readDeclaration(d *declarations, block blockNode) {
	switch block.Type {
	case tfname.ProviderBlock:
		l.readProvider(d, block, false)
	case tfname.VariableBlock:
		l.declareVariable(d, block)
	case tfname.LocalsBlock:
		for _, a := range block.body().sortedAttributes() {
			d.locals[a.Name] = a
		}
	case tfname.OutputBlock:
		l.declareOutput(d, block)
	case tfname.ModuleBlock:
		l.declareCall(d, block)
	case tfname.ActionBlock:
		l.declareResource(d.actions, block)
	}
	if m, ok := modeOf(block.Type); ok {
		l.declareResource(d.resources[m], block)
	}
}

// call is a module block; opentofu internal/configs/module_call.go.
type call struct {
	name            string
	source, version attributeNode
	count, forEach  attributeNode
	dependsOn       attributeNode
	passed          []passedProvider
	content         content
}

// passedProvider is a provider configuration that a call passes.
type passedProvider struct{ child, parent providerRef }

func (l *loader) declareCall(d *declarations, block blockNode) {
	c := l.readCall(block)
	if d.calls[c.name] != nil {
		l.reportDuplicate(block, "the last")
	}
	d.calls[c.name] = c
	if c.source.isMissing() {
		l.warn(block.headRange(), "No source", "The module block has no source.")
	}
}

// mergeOverride merges a block of an override file (opentofu internal/configs/module.go, mergeFile, and
// module_merge.go). found is false if no block matches. The products do not merge ephemeral blocks.
func (l *loader) mergeOverride(d *declarations, block blockNode) (found bool) {
	switch block.Type {
	case tfname.ProviderBlock:
		l.readProvider(d, block, true)
	case tfname.VariableBlock:
		v, found := d.variables[block.Labels[0]]
		if found {
			l.overrideVariable(v, block)
		}
		return found
	case tfname.LocalsBlock:
		for _, a := range block.body().sortedAttributes() {
			if !d.locals[a.Name].isMissing() {
				d.locals[a.Name] = a
			}
		}
	case tfname.OutputBlock:
		o, found := d.outputs[block.Labels[0]]
		if found {
			l.overrideOutput(o, block)
		}
		return found
	case tfname.ModuleBlock:
		c, found := d.calls[block.Labels[0]]
		if found {
			l.overrideCall(c, block)
		}
		return found
	}
	if m, ok := modeOf(block.Type); ok && m != ephemeral {
		return l.overrideResource(d.resources[m], block)
	}
	return true
}

// declarations are the declarations in the files of a directory.
type declarations struct {
	dir     string
	dialect *schema.Dialect
	// isEmpty is true if the directory has no files.
	isEmpty bool
	// isIncomplete is true if some declarations could not be read.
	isIncomplete bool
	// length is the number of characters in the files.
	length int
	// required are the required providers by local name.
	required map[string]*requiredProvider
	// providers are the provider blocks by name and alias.
	providers map[string]*providerBlock
	variables map[string]*variable
	locals    map[string]attributeNode
	outputs   map[string]*output
	calls     map[string]*call
	// resources are the resources by type and name.
	resources [len(modes)]map[string]*resource
	actions   map[string]*resource
	// imports are the local names of the providers of import blocks.
	imports []string
	// needs are the version constraints, computed on demand; nil before.
	needs map[string][]constraint
}

// mode is the kind of a resource.
type mode uint8

const (
	managed mode = iota
	data
	ephemeral
)

// modes are the modes of blocks that declare resources, in the order of the output.
var modes = [...]string{managed: jsonformat.Managed, data: jsonformat.Data, ephemeral: jsonformat.Ephemeral}

// modeOf returns the mode of the resources that a block type declares.
func modeOf(typ string) (mode, bool) {
	m := slices.IndexFunc(modes[:], func(name string) bool { return jsonformat.BlockType(jsonformat.PartOfMode(name)) == typ })
	return mode(max(m, 0)), m >= 0
}

// overrideCall merges a block of an override file (opentofu
// internal/configs/module_merge.go, ModuleCall.merge).
func (l *loader) overrideCall(c *call, block blockNode) {
	by := l.readCall(block)
	c.source, c.version = by.source.orElse(c.source), by.version.orElse(c.version)
	c.count, c.forEach = by.count.orElse(c.count), by.forEach.orElse(c.forEach)
	if len(by.passed) > 0 {
		c.passed = by.passed
	}
	c.content = c.content.mergedWith(by.content)
}

func (l *loader) readCall(block blockNode) *call {
	body := block.body()
	c := &call{
		name:   block.Labels[0],
		source: body.attribute(tfname.SourceArgument), version: body.attribute(tfname.VersionArgument),
		count: body.attribute(tfname.CountArgument), forEach: body.attribute(tfname.ForEachArgument),
		dependsOn: body.attribute(tfname.DependsOnArgument),
		content:   l.readContent(body, block.languageSchema()),
	}
	if a := body.attribute(tfname.ProvidersArgument); !a.isMissing() {
		c.passed = l.readPassedProviders(a)
	}
	return c
}

func (l *loader) readPassedProviders(a attributeNode) []passedProvider {
	pairs, diags := hcl.ExprMap(l.parsedExpression(a))
	l.reportExpressionWarnings(a, diags)
	var list []passedProvider
	for _, pair := range pairs {
		child, parent := l.readProviderRef(a, pair.Key), l.readProviderRef(a, pair.Value)
		if child.name != "" && parent.name != "" {
			list = append(list, passedProvider{child, parent})
		}
	}
	return list
}

// knownBlocks returns the blocks of a file with a known type and the correct number of labels.
func (l *loader) knownBlocks(body bodyNode) []blockNode {
	return slices.DeleteFunc(body.blocks(), func(block blockNode) bool {
		row := block.schemaRow()
		switch {
		case row == nil:
			l.warn(block.headRange(), "Unknown block", "The language has no block %q. It is omitted.", block.Type)
			return true
		case len(block.Labels) != len(row.Labels):
			l.warn(block.headRange(), "Wrong labels", "This block has %d labels, but a block of type %q has %d. It is omitted.",
				len(block.Labels), block.Type, len(row.Labels))
			return true
		}
		return false
	})
}

// reportUnmatchedOverride reports a block of an override file without a matching block.
func (l *loader) reportUnmatchedOverride(block blockNode) {
	l.warn(block.headRange(), "No block to override",
		"No other file of the module contains this block, so the override has no effect.")
}

// reportDuplicate reports a second declaration.
func (l *loader) reportDuplicate(block blockNode, taken string) {
	l.warn(block.headRange(), "Declared twice", "The module has two blocks of this type with the same name; only %s is used.",
		taken)
}

// optionalString returns a constant string of a body, or "".
func (l *loader) optionalString(body bodyNode, name string) string {
	a := body.attribute(name)
	if a.isMissing() {
		return ""
	}
	text, ok := l.constantString(a)
	if !ok {
		l.reportNotConstant(a)
	}
	return text
}

// optionalBool returns a constant boolean of a body, or false.
func (l *loader) optionalBool(body bodyNode, name string) bool {
	a := body.attribute(name)
	if a.isMissing() {
		return false
	}
	value, ok := l.constantBool(a)
	if !ok {
		l.reportNotConstant(a)
	}
	return value
}

func (l *loader) reportNotConstant(a attributeNode) {
	l.warn(a.attributeRange(), "Not constant", "%q must be a constant of the correct type here. It is omitted.", a.Name)
}
