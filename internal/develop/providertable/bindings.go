package providertable

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// Bindings are packages of compiled JavaScript that a generator made from the schema of
// a provider. For each body, they contain a list of the settings in configuration. The
// expression of an item distinguishes blocks and arguments:
//
//	listMapperHcl(f, true)(x)   blocks; f defines their body
//	f(x), type "list" or "set"  at most one block
//	listMapperHcl(f, false)(x)  an argument that is a list of objects
//	hashMapperHcl(f)(x)         an argument that is a map
//	f(x), type "struct"         either a block or an argument
//
// (The property isBlock of an item only means that its value has a structure.) In the last
// case, the declarations contain a comment "NAME block" for a block.
//
// The files of a directory belong together: they can refer to names in each other.
type bindings struct {
	// bodies are the items of the functions, by name; types are the items of the classes.
	bodies map[string][]item
	types  []class
	// documented are the names of the blocks in the interfaces.
	documented map[member]bool
	interfaces map[string]bool
	// doubtful counts unknown names.
	doubtful int
	// open counts the active calls of each function.
	open map[string]int
	// hidden is true if names whose type the generator could not express are unknown.
	hidden bool
}

type class struct {
	part tables.Part
	// name is the name of the type in the schema, class the name of the class.
	name, class string
	items       []item
}

// member is a property of an interface.
type member struct{ inter, name string }

// item is an item of a list.
type item struct{ name, value, typ string }

// classParts are the classes of the library that the types of the schema extend.
var classParts = map[string]tables.Part{
	"TerraformProvider":          tables.ProviderConfig,
	"TerraformResource":          tables.Resource,
	"TerraformDataSource":        tables.DataSource,
	"TerraformEphemeralResource": tables.EphemeralResource,
}

var (
	functionLine = regexp.MustCompile(`^function (\w+)ToHclTerraform\(struct\) \{$`)
	classLine    = regexp.MustCompile(`^class (\w+) extends cdkt[fn]\.(\w+) \{$`)
	typeLine     = regexp.MustCompile(`^\s+terraformResourceType: '([^']+)',$`)
	nameLine     = regexp.MustCompile(`^"?([A-Za-z0-9_-]+)"?: \{$`)
	valueLine    = regexp.MustCompile(`^value: (.*),$`)
	imported     = regexp.MustCompile(`\(0, \w+\.(\w+)\)`)
	kindLine     = regexp.MustCompile(`^type: "(\w+)",$`)
)

var (
	interfaceLine = regexp.MustCompile(`^export (?:declare )?interface (\w+)`)
	blockComment  = regexp.MustCompile(`^\s+\* (\w+) block$`)
)

// declarations reads a file with declarations.
func (b *bindings) declarations(src string) {
	inter := ""
	for line := range strings.Lines(src) {
		line = strings.TrimRight(line, "\n")
		if m := interfaceLine.FindStringSubmatch(line); m != nil {
			inter = m[1]
			b.interfaces[inter] = true
		}
		if m := blockComment.FindStringSubmatch(line); m != nil {
			b.documented[member{inter, m[1]}] = true
		}
	}
}

// interfaceOf is the interface of the argument of a function.
func interfaceOf(function string) string { return strings.ToUpper(function[:1]) + function[1:] }

// read reads a file.
func (b *bindings) read(src string) error {
	var function, kind, resource, name string
	lines := strings.Split(src, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if m := functionLine.FindStringSubmatch(line); m != nil {
			function, kind = m[1], ""
			b.bodies[function] = nil
		}
		if m := classLine.FindStringSubmatch(line); m != nil {
			function, name, kind, resource = "", m[1], m[2], ""
		}
		if m := typeLine.FindStringSubmatch(line); m != nil {
			resource = m[1]
		}
		if !strings.HasSuffix(line, "const attrs = {") {
			continue
		}
		n, items, err := readItems(lines[i+1:])
		if err != nil {
			return fmt.Errorf("line %d: %w", i+2+n, err)
		}
		i += n
		part, known := classParts[kind]
		switch {
		case function != "":
			b.bodies[function] = items
		case known && resource != "":
			if part == tables.ProviderConfig {
				resource = ""
			}
			b.types = append(b.types, class{part, resource, name, items})
		default:
			return fmt.Errorf("line %d: a list of an unknown type", i+1)
		}
	}
	return nil
}

// readItems reads a list up to its end, and returns the number of its lines.
func readItems(lines []string) (int, []item, error) {
	var items []item
	var current item
	for i, line := range lines {
		line = strings.TrimSpace(line)
		name, value, kind := nameLine.FindStringSubmatch(line), valueLine.FindStringSubmatch(line),
			kindLine.FindStringSubmatch(line)
		switch {
		case line == "};":
			return i, items, nil
		case name != nil:
			current = item{name: name[1]}
		case value != nil:
			current.value = imported.ReplaceAllString(value[1], "$1")
			if inner, ok := strings.CutPrefix(current.value, "this.markWriteOnlyAttribute("); ok {
				current.value = strings.TrimSuffix(inner, ")")
			}
		case kind != nil:
			current.typ = kind[1]
		case line == "},":
			if current.name == "" || current.value == "" || current.typ == "" {
				return i, nil, fmt.Errorf("the item %q is not whole", current.name)
			}
			items = append(items, current)
			current = item{}
		case strings.HasPrefix(line, "isBlock: "), strings.HasPrefix(line, "storageClassType: "):
		default:
			return i, nil, fmt.Errorf("%q is not expected", line)
		}
	}
	return len(lines), nil, errors.New("the list has no end")
}

// add adds the bodies of the types.
func (b *bindings) add(t types) error {
	for _, c := range b.types {
		// An A is after it where something else has the name.
		inter := c.class + "Config"
		if _, body := b.bodies[strings.ToLower(inter[:1])+inter[1:]+"A"]; b.interfaces[inter+"A"] && !body {
			inter += "A"
		}
		tree, err := b.tree(c.items, inter)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		t.add(c.part, c.name, tree)
	}
	return nil
}

// tree returns the tree of a list of items, which belongs to an interface.
func (b *bindings) tree(items []item, inter string) (builtin.Tree, error) {
	var tree builtin.Tree
	for _, i := range items {
		entry, err := b.entry(i, inter)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", i.name, err)
		}
		if entry.Kind != 0 {
			tree = append(tree, entry)
		}
	}
	return sorted(tree), nil
}

var (
	primitive  = regexp.MustCompile(`^cdkt[fn]\.(string|number|boolean)ToHclTerraform\(`)
	anyValue   = regexp.MustCompile(`^cdkt[fn]\.anyToHclTerraform\(`)
	mapped     = regexp.MustCompile(`^cdkt[fn]\.hashMapperHcl\(`)
	listMapper = regexp.MustCompile(`^cdkt[fn]\.listMapperHcl\((.*), (true|false)\)\((?:struct|this)\.`)
	called     = regexp.MustCompile(`^(?:\w+\.)?(\w+)ToHclTerraform(?:\((?:struct|this)\.\w+(?:\.internalValue)?\))?$`)
)

// entry returns the entry of an item; its kind is 0 for a primitive or unknown type.
func (b *bindings) entry(i item, inter string) (builtin.Entry, error) {
	entry := builtin.Entry{Name: i.name}
	value := i.value
	if m := listMapper.FindStringSubmatch(value); m != nil {
		return b.list(entry, m[1], m[2] == "true", i)
	}
	switch {
	case primitive.MatchString(value):
		return entry, nil
	case anyValue.MatchString(value):
		entry.Kind = builtin.AnyAttribute
		if b.hidden {
			entry.Kind = 0
			b.doubtful++
		}
		return entry, nil
	case mapped.MatchString(value):
		entry.Kind = builtin.MapAttribute
		return entry, nil
	}
	m := called.FindStringSubmatch(value)
	items, ok := b.bodies[nameOf(m)]
	if !ok {
		return entry, fmt.Errorf("the value %q is not known", value)
	}
	switch i.typ {
	case "list":
		entry.Kind = builtin.ListBlock
	case "set":
		entry.Kind = builtin.SetBlock
	case "struct":
		entry.Kind = builtin.ObjectAttribute
		if b.documented[member{inter, i.name}] {
			entry.Kind = builtin.SingleBlock
		}
	default:
		return entry, fmt.Errorf("the type %q is not known", i.typ)
	}
	var err error
	if entry.Kind.IsBlock() {
		entry.Body, err = b.inner(m[1], items)
	}
	return entry, err
}

// inner is the tree of a block. A body that holds itself (statements of rules) is
// followed as deeply as the provider allows it.
func (b *bindings) inner(function string, items []item) (builtin.Tree, error) {
	if b.open[function] == maxRecursion {
		return nil, nil
	}
	b.open[function]++
	defer func() { b.open[function]-- }()
	return b.tree(items, interfaceOf(function))
}

const maxRecursion = 3

func nameOf(match []string) string {
	if match == nil {
		return ""
	}
	return match[1]
}

// list is the entry of a list whose elements have a function.
func (b *bindings) list(entry builtin.Entry, function string, blocks bool, i item) (builtin.Entry, error) {
	items, ok := b.bodies[nameOf(called.FindStringSubmatch(function))]
	switch {
	case !ok && blocks:
		return entry, fmt.Errorf("the body %q is not known", function)
	case !ok && mapped.MatchString(function), anyValue.MatchString(function + "("):
		entry.Kind = builtin.ObjectsAttribute
	case !ok && (primitive.MatchString(function+"(") || listMapper.MatchString(function+"(this.")):
		entry.Kind = builtin.ListAttribute
	case !ok:
		return entry, fmt.Errorf("the element %q is not known", function)
	case !blocks:
		entry.Kind = builtin.ObjectsOrBlocks
	case i.typ == "list":
		entry.Kind = builtin.ListBlock
	case i.typ == "set":
		entry.Kind = builtin.SetBlock
	default:
		return entry, fmt.Errorf("the type %q is not known", i.typ)
	}
	var err error
	if entry.Kind.IsBlock() {
		entry.Body, err = b.inner(nameOf(called.FindStringSubmatch(function)), items)
	}
	return entry, err
}
