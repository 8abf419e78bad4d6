package toconfig

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsonformat"
	"github.com/hcljson/hcljson/internal/tfname"
)

// repetition is how a block stands for several instances.
type repetition struct {
	// argument is count or for_each, or nil for one instance.
	argument *hclwrite.Attribute
	// index is what chooses the value of an instance: "count.index", "each.key",
	// or nothing. collection is the type that it chooses from.
	index, collection string
	// keys are those of the instances from now on.
	keys []jsonformat.Key
}

// blocks makes the blocks for the instances of a resource, which are sorted by
// their keys. names are those of the resources of the same type in the module.
func (m *module) blocks(resources []*jsonformat.Resource, names *scope) []repeated {
	instances := make([]*instance, len(resources))
	for i, r := range resources {
		instances[i] = m.g.instance(r, m.g.change(r))
	}
	name := instances[0].Name
	if r, merged, ok := merge(instances); ok {
		m.fill(instances, r)
		for i, in := range instances {
			m.place(in, name, r.keys[i])
		}
		return []repeated{{merged, name, r.argument}}
	}
	blocks := make([]repeated, len(instances))
	for i, in := range instances {
		blocks[i] = repeated{in, name, nil}
		if in.Key.Kind != jsonformat.NoKey {
			blocks[i].name = names.take(identifier(name, keyText(in.Key)))
		}
		m.fill(instances[i:i+1], once())
		m.place(in, blocks[i].name, jsonformat.Key{})
	}
	return blocks
}

// merge returns what one block says for several instances, if their blocks are
// the same, and whatever of their arguments differs is not sensitive. It is the
// content of the first; what differs is in the argument for_each.
func merge(instances []*instance) (repetition, *instance, bool) {
	keys := make([]jsonformat.Key, len(instances))
	for i, in := range instances {
		keys[i] = in.Key
	}
	r, ok := repeat(keys, nil)
	if !ok || len(instances) == 1 && r.argument == nil {
		return r, instances[0], ok
	}
	blocks := instances[0].blocksText()
	byName := make([]map[string]hclwrite.Expr, len(instances))
	var names, notes []string
	for i, in := range instances {
		if i > 0 && in.blocksText() != blocks {
			return r, nil, false
		}
		byName[i] = make(map[string]hclwrite.Expr, len(in.attributes))
		for _, a := range in.attributes {
			byName[i][a.Name] = a.Expr
			names = append(names, a.Name)
		}
		notes = append(notes, in.notes...)
	}
	slices.Sort(names)
	merged := *instances[0]
	merged.attributes = nil
	merged.notes = unique(notes)
	values := make([]hclwrite.Expr, len(instances))
	objects := make([]*hclwrite.Object, len(instances))
	for i := range objects {
		objects[i] = &hclwrite.Object{}
		values[i] = objects[i]
	}
	differ := false
	for _, name := range slices.Compact(names) {
		if e, same := sameExpr(byName, name); same {
			merged.attributes = append(merged.attributes, &hclwrite.Attribute{Name: name, Expr: e})
			continue
		}
		differ = true
		for i, in := range instances {
			e := exprOf(byName[i], name)
			if in.hasSecret(e) {
				return r, nil, false
			}
			objects[i].Items = append(objects[i].Items, hclwrite.NewItem(name, e))
		}
		merged.attributes = append(merged.attributes,
			&hclwrite.Attribute{Name: name, Expr: &hclwrite.Native{Text: "each.value." + name}})
	}
	if differ {
		r, ok = repeat(keys, values)
	}
	return r, &merged, ok
}

// repeat says how instances with these keys become one block; ok is false if they
// cannot. values, if not nil, is what for_each has for each of them.
func repeat(keys []jsonformat.Key, values []hclwrite.Expr) (r repetition, ok bool) {
	first := keys[0].Kind
	if slices.ContainsFunc(keys, func(k jsonformat.Key) bool { return k.Kind != first }) {
		return r, false
	}
	if first == jsonformat.NoKey {
		return once(), len(keys) == 1
	}
	complete := true
	for i, k := range keys {
		complete = complete && k.Int == i
	}
	if first == jsonformat.IntKey && complete && values == nil {
		count := hclwrite.NewLiteral(len(keys))
		return repetition{&hclwrite.Attribute{Name: tfname.CountArgument, Expr: count},
			tfname.CountArgument + ".index", "list", keys}, true
	}
	r = repetition{&hclwrite.Attribute{Name: tfname.ForEachArgument}, "each.key", "map",
		make([]jsonformat.Key, len(keys))}
	object, tuple, heredoc := &hclwrite.Object{}, &hclwrite.Tuple{}, false
	for i, k := range keys {
		r.keys[i] = jsonformat.Key{Kind: jsonformat.StringKey, Text: keyText(k)}
		template := hcltext.EscapeTemplate(r.keys[i].Text)
		var value hclwrite.Expr = &hclwrite.Literal{Text: "null"}
		if values != nil {
			value = values[i]
		}
		object.Items = append(object.Items, hclwrite.Element{Key: &hclwrite.Key{Text: template}, Value: value})
		tuple.Items = append(tuple.Items, hclwrite.Element{Value: &hclwrite.Template{Text: template}})
		heredoc = heredoc || strings.HasSuffix(template, "\n")
	}
	// What would be a heredoc in a tuple is quoted where it is a name.
	if r.argument.Expr = object; values == nil && !heredoc {
		r.argument.Expr = &hclwrite.Call{Name: "toset", Argument: tuple}
	}
	return r, true
}

// once is how a block stands for one instance.
func once() repetition { return repetition{keys: []jsonformat.Key{{}}} }

// sameExpr returns the expression of an attribute that all instances have.
func sameExpr(byName []map[string]hclwrite.Expr, name string) (hclwrite.Expr, bool) {
	first := exprOf(byName[0], name)
	text := hclwrite.ExprText(first)
	for _, other := range byName[1:] {
		if hclwrite.ExprText(exprOf(other, name)) != text {
			return nil, false
		}
	}
	return first, true
}

// exprOf is the expression of an attribute; that of none is null.
func exprOf(byName map[string]hclwrite.Expr, name string) hclwrite.Expr {
	if e := byName[name]; e != nil {
		return e
	}
	return &hclwrite.Literal{Text: "null"}
}

// hasSecret reports whether a variable is in an expression.
func (in *instance) hasSecret(e hclwrite.Expr) bool {
	found := false
	hclwrite.Walk(e, func(node hclwrite.Node) bool {
		found = found || slices.ContainsFunc(in.secrets, func(s *secret) bool { return s.node == node })
		return !found
	})
	return found
}

// blocksText is the same for instances with the same blocks.
func (in *instance) blocksText() string {
	if len(in.blocks) == 0 {
		return ""
	}
	b := bodyWriter{blocks: in.blocks}
	return string(printed(b.body()))
}

// printed is a body in native syntax.
func printed(body hclwrite.Body) []byte {
	file := hclwrite.File{Body: body}
	return file.Bytes()
}

// fill makes the variables for what is sensitive in instances that become one
// block. It is at the same places in all of them.
func (m *module) fill(instances []*instance, r repetition) {
	first := instances[0]
	for i, s := range first.secrets {
		of := make([]*input, len(instances))
		for j, in := range instances {
			s := in.secrets[i]
			of[j] = &input{json: s.json, typ: s.typ}
		}
		name := identifier(first.Type, first.Name, s.name)
		what := first.address()
		if r.argument == nil {
			name = identifier(first.Type, first.Name, keyText(first.Key), s.name)
		} else {
			what = first.resourceAddress() + "[*]"
		}
		if s.path != "" {
			what += "." + s.path
		}
		s.fill(m.variable(name, what, of, r))
	}
}

// variable adds a variable for a value that each of several instances has, and
// returns the expression for it. of are not variables themselves.
func (m *module) variable(name, what string, of []*input, r repetition) string {
	in := *of[0]
	in.name = m.inputNames.take(name)
	in.what, in.order = what, m.order
	expression := "var." + in.name
	if slices.ContainsFunc(of, func(other *input) bool { return other.json != in.json }) {
		var all strings.Builder
		for i, other := range of {
			all.WriteString(keyText(r.keys[i]) + "=" + other.json)
			if other.typ != in.typ {
				in.typ = anyType
			}
		}
		in.json = all.String()
		if in.typ != anyType {
			in.typ = r.collection + "(" + in.typ + ")"
		}
		expression += "[" + r.index + "]"
	}
	m.inputs = append(m.inputs, &in)
	return expression
}

// place notes where the object of an instance is from now on.
func (m *module) place(in *instance, name string, key jsonformat.Key) {
	if in.Mode == jsonformat.Data {
		return
	}
	was, is := in.address(), in.Type+"."+name+index(key)
	if was != is {
		m.move(was, is)
	}
	if in.importID != "" {
		m.imports = append(m.imports, importing{is, in.importID, m.order})
	}
}

// move adds a moved block.
func (m *module) move(from, to string) {
	block := hclwrite.NewBlock(tfname.MovedBlock)
	block.Body.Set("from", hclwrite.NewReference(from))
	block.Body.Set("to", hclwrite.NewReference(to))
	m.moved = append(m.moved, block)
}

// importing is an object that an import block adopts. The address is that in the
// module, without the module's own.
type importing struct {
	address, id string
	order       int
}

// importBlocks are the import blocks, which are in the root module.
func (m *module) importBlocks() []*hclwrite.Block {
	if len(m.path) > 0 {
		return nil
	}
	blocks := make([]*hclwrite.Block, len(m.imports))
	for i, imported := range m.imports {
		blocks[i] = hclwrite.NewBlock(tfname.ImportBlock)
		blocks[i].Body.Set("to", hclwrite.NewReference(imported.address))
		blocks[i].Body.Set("id", hclwrite.NewString(imported.id))
	}
	return blocks
}
