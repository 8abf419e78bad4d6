package toconfig

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// repetition is the mapping of one block to several instances.
type repetition struct {
	// argument is count or for_each, or nil for one instance.
	argument *hclwrite.Attribute
	// index selects the value of an instance: "count.index", "each.key", or "". collection is the
	// type of the indexed value.
	index, collection string
	// keys are the new keys of the instances.
	keys []jsonformat.Key
}

// resourceBlocks makes the blocks for the instances of a resource, which are sorted by their keys. names
// contains the names of all resources of this type in the module.
func (m *module) resourceBlocks(resources []*jsonformat.Resource, names *scope) []repeatedBlock {
	instances := make([]*instance, len(resources))
	for i, r := range resources {
		instances[i] = m.g.newInstance(r, m.g.plannedChange(r))
	}
	name := instances[0].Name
	if r, merged, ok := mergeInstances(instances); ok {
		m.addVariables(instances, r)
		for i, in := range instances {
			m.recordAddress(in, name, r.keys[i])
		}
		return []repeatedBlock{{merged, name, r.argument}}
	}
	blocks := make([]repeatedBlock, len(instances))
	for i, in := range instances {
		blocks[i] = repeatedBlock{in, name, nil}
		if in.Key.Kind != jsonformat.NoKey {
			blocks[i].name = names.addUnused(makeIdentifier(name, keyText(in.Key)))
		}
		m.addVariables(instances[i:i+1], singleRepetition())
		m.recordAddress(in, blocks[i].name, jsonformat.Key{})
	}
	return blocks
}

// mergeInstances returns one block for several instances, if their blocks are equal and their different
// arguments are not sensitive. The content is the first instance's; for_each contains the different
// values.
func mergeInstances(instances []*instance) (repetition, *instance, bool) {
	keys := make([]jsonformat.Key, len(instances))
	for i, in := range instances {
		keys[i] = in.Key
	}
	r, ok := repetitionFor(keys, nil)
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
	merged.notes = hcltext.Unique(notes)
	values := make([]hclwrite.Expr, len(instances))
	objects := make([]*hclwrite.Object, len(instances))
	for i := range objects {
		objects[i] = &hclwrite.Object{}
		values[i] = objects[i]
	}
	differ := false
	for _, name := range slices.Compact(names) {
		if e, same := commonExpr(byName, name); same {
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
		r, ok = repetitionFor(keys, values)
	}
	return r, &merged, ok
}

// repetitionFor returns the repetition for instances with these keys; ok is false if one block cannot
// represent them. values, if not nil, are their values in for_each.
func repetitionFor(keys []jsonformat.Key, values []hclwrite.Expr) (r repetition, ok bool) {
	first := keys[0].Kind
	if slices.ContainsFunc(keys, func(k jsonformat.Key) bool { return k.Kind != first }) {
		return r, false
	}
	if first == jsonformat.NoKey {
		return singleRepetition(), len(keys) == 1
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
		object.Items = append(object.Items, &hclwrite.Element{Key: &hclwrite.Key{Text: template}, Value: value})
		tuple.Items = append(tuple.Items, &hclwrite.Element{Value: &hclwrite.Template{Text: template}})
		heredoc = heredoc || strings.HasSuffix(template, "\n")
	}
	// A string that is a heredoc in a tuple is quoted as a name.
	if r.argument.Expr = object; values == nil && !heredoc {
		r.argument.Expr = &hclwrite.Call{Name: "toset", Argument: tuple}
	}
	return r, true
}

// singleRepetition returns the repetition of a single instance.
func singleRepetition() repetition { return repetition{keys: []jsonformat.Key{{}}} }

// commonExpr returns the common expression of an attribute of all instances.
func commonExpr(byName []map[string]hclwrite.Expr, name string) (hclwrite.Expr, bool) {
	first := exprOf(byName[0], name)
	text := hclwrite.ExprText(first)
	for _, other := range byName[1:] {
		if hclwrite.ExprText(exprOf(other, name)) != text {
			return nil, false
		}
	}
	return first, true
}

// exprOf returns the expression of an attribute; a missing attribute is null.
func exprOf(byName map[string]hclwrite.Expr, name string) hclwrite.Expr {
	if e := byName[name]; e != nil {
		return e
	}
	return &hclwrite.Literal{Text: "null"}
}

// hasSecret reports whether an expression contains a variable.
func (in *instance) hasSecret(e hclwrite.Expr) bool {
	found := false
	hclwrite.Walk(e, func(node hclwrite.Node) bool {
		found = found || slices.ContainsFunc(in.secrets, func(s *secret) bool { return s.node == node })
		return !found
	})
	return found
}

// blocksText returns a text that is equal for instances with equal blocks.
func (in *instance) blocksText() string {
	if len(in.blocks) == 0 {
		return ""
	}
	b := bodyWriter{blocks: in.blocks}
	return string(bodyText(b.body()))
}

// bodyText returns a body in native syntax.
func bodyText(body hclwrite.Body) []byte {
	file := hclwrite.File{Body: body}
	return file.Bytes()
}

// addVariables makes the variables for sensitive values in instances of one block. The values have the same
// paths in all instances.
func (m *module) addVariables(instances []*instance, r repetition) {
	first := instances[0]
	for i, s := range first.secrets {
		of := make([]*input, len(instances))
		for j, in := range instances {
			s := in.secrets[i]
			of[j] = &input{json: s.json, typ: s.typ}
		}
		name := makeIdentifier(first.Type, first.Name, s.name)
		what := first.address()
		if r.argument == nil {
			name = makeIdentifier(first.Type, first.Name, keyText(first.Key), s.name)
		} else {
			what = first.resourceAddress() + "[*]"
		}
		if s.path != "" {
			what += "." + s.path
		}
		s.setExpression(m.addVariable(name, what, of, r))
	}
}

// addVariable adds a variable for a value of several instances, and returns the expression for it. The
// inputs in of are not variables themselves.
func (m *module) addVariable(name, what string, of []*input, r repetition) string {
	in := *of[0]
	in.name = m.inputNames.addUnused(name)
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

// recordAddress records the new address of an instance's object.
func (m *module) recordAddress(in *instance, name string, key jsonformat.Key) {
	if in.Mode == jsonformat.Data {
		return
	}
	was, is := in.address(), in.Type+"."+name+keySuffix(key)
	if was != is {
		m.addMoved(was, is)
	}
	if in.importID != "" {
		m.imports = append(m.imports, importedObject{is, in.importID, m.order})
	}
}

// addMoved adds a moved block.
func (m *module) addMoved(from, to string) {
	block := hclwrite.NewBlock(tfname.MovedBlock)
	block.Body.Set("from", hclwrite.NewReference(from))
	block.Body.Set("to", hclwrite.NewReference(to))
	m.moved = append(m.moved, block)
}

// importedObject is an object for an import block. The address is relative to the module.
type importedObject struct {
	address, id string
	order       int
}

// importBlocks returns the import blocks, which must be in the root module.
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
