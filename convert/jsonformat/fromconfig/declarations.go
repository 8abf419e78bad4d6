package fromconfig

import (
	"github.com/hcljson/hcljson/schema"
)

// mode is the kind of a resource.
type mode uint8

const (
	managed mode = iota
	data
	ephemeral
)

// modes are the blocks that declare resources, in the order in which they are
// shown.
var modes = [...]struct {
	block, name, prefix string
	reserved            reserved
}{
	managed:   {"resource", "managed", "", reservedInResource},
	data:      {"data", "data", "data.", reservedInData},
	ephemeral: {"ephemeral", "ephemeral", "ephemeral.", reservedInData},
}

// declarations are what the files of a directory declare.
type declarations struct {
	dir     string
	dialect *schema.Dialect
	// empty: there are no files.
	empty bool
	// broken: there may be more than could be read.
	broken bool
	// length is how many characters the files have.
	length int
	// required are the required providers by local name.
	required map[string]*requiredProvider
	// providers are the provider blocks by name, with the alias if there is one.
	providers map[string]*providerBlock
	variables map[string]*variable
	locals    map[string]attributeNode
	outputs   map[string]*output
	calls     map[string]*call
	// resources are by type and name.
	resources [len(modes)]map[string]*resource
	actions   map[string]*resource
	// imports are the local names of the providers of import blocks.
	imports []string
	// needs are the version constraints that have been found; nil before that.
	needs map[string][]constraint
}

// size is how many blocks are shown.
func (d *declarations) size() int {
	n := len(d.providers) + len(d.variables) + len(d.outputs) + len(d.calls) + len(d.actions)
	for _, known := range d.resources {
		n += len(known)
	}
	return n
}

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

// labels are how many labels the blocks of the language have.
var labels = map[string]int{
	"terraform": 0, "locals": 0, "import": 0,
	"provider": 1, "variable": 1, "output": 1, "module": 1, "check": 1,
	"resource": 2, "data": 2, "ephemeral": 2, "action": 2,
}

// declare reads the blocks of the files of a module (opentofu
// internal/configs/module.go, NewModule).
func (l *loader) declare(d *declarations, primary, overrides []*file) {
	var imports []blockNode
	l.requirements(d, primary, overrides)
	for _, f := range primary {
		for _, block := range l.blocks(d, f.body()) {
			switch block.Type {
			case "provider":
				l.provider(d, block, false)
			case "variable":
				l.variable(d, block)
			case "locals":
				for _, a := range block.body().sorted() {
					d.locals[a.Name] = a
				}
			case "output":
				l.output(d, block)
			case "module":
				l.call(d, block)
			case "resource":
				l.resource(d.resources[managed], managed, block)
			case "data":
				l.resource(d.resources[data], data, block)
			case "ephemeral":
				l.resource(d.resources[ephemeral], ephemeral, block)
			case "action":
				if l.product.actions() {
					l.resource(d.actions, managed, block)
				}
			case "import":
				imports = append(imports, block)
			}
		}
		// The product takes data blocks in checks after the others of a file.
		for _, block := range l.blocks(d, f.body()) {
			if block.Type == "check" {
				if inner, ok := block.body().only("data"); ok && len(inner.Labels) == labels["data"] {
					l.resource(d.resources[data], data, inner)
				}
			}
		}
	}
	for _, f := range overrides {
		for _, block := range l.blocks(d, f.body()) {
			l.override(d, block)
		}
	}
	for _, block := range imports {
		l.importBlock(d, block)
	}
}

// blocks are the blocks of a file that have as many labels as the language wants.
func (l *loader) blocks(d *declarations, body bodyNode) []blockNode {
	var list []blockNode
	for _, block := range body.blocks() {
		want, shown := labels[block.Type]
		_, known := d.dialect.Root.Lookup(block.Type)
		switch {
		case shown && len(block.Labels) != want:
			l.warn(block.head(), "Wrong labels", "This block has %d labels, and one of type %q has %d. It is left out.", len(block.Labels), block.Type, want)
		case !shown && known == nil:
			l.warn(block.head(), "Unknown block", "The language has no block %q. It is left out.", block.Type)
		default:
			list = append(list, block)
		}
	}
	return list
}

// override merges a block of an override file (opentofu
// internal/configs/module.go, mergeFile, and module_merge.go).
func (l *loader) override(d *declarations, block blockNode) {
	found := true
	switch block.Type {
	case "provider":
		l.provider(d, block, true)
	case "variable":
		var v *variable
		if v, found = d.variables[block.Labels[0]]; found {
			l.overrideVariable(v, block)
		}
	case "locals":
		for _, a := range block.body().sorted() {
			if !d.locals[a.Name].missing() {
				d.locals[a.Name] = a
			}
		}
	case "output":
		var o *output
		if o, found = d.outputs[block.Labels[0]]; found {
			o.override(l, block.body())
		}
	case "module":
		var c *call
		if c, found = d.calls[block.Labels[0]]; found {
			l.overrideCall(c, block)
		}
	case "resource":
		found = l.overrideResource(d.resources[managed], managed, block)
	case "data":
		found = l.overrideResource(d.resources[data], data, block)
	case "ephemeral":
		// The products do not merge these.
	}
	if !found {
		l.warn(block.head(), "Nothing to override", "There is no such block in the other files of the module, so this one says nothing.")
	}
}

// duplicate reports a second declaration.
func (l *loader) duplicate(block blockNode, taken string) {
	l.warn(block.head(), "Declared twice", "The module has another block of this type with the same name; %s is shown.", taken)
}

// text returns a constant string of a body, or "".
func (l *loader) text(body bodyNode, name string) string {
	a := body.attribute(name)
	if a.missing() {
		return ""
	}
	text, ok := l.constantString(a)
	if !ok {
		l.notConstant(a)
	}
	return text
}

// flag returns a constant truth value of a body, and whether it has one.
func (l *loader) flag(body bodyNode, name string) (value, set bool) {
	a := body.attribute(name)
	if a.missing() {
		return false, false
	}
	value, ok := l.constantBool(a)
	if !ok {
		l.notConstant(a)
	}
	return value, true
}

func (l *loader) notConstant(a attributeNode) {
	l.warn(a.whole(), "Not constant", "%q has to be a constant of the right type here. It is left out.", a.Name)
}
