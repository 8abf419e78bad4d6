package toconfig

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
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

// once is how a block stands for one instance.
func once() repetition { return repetition{keys: []jsonformat.Key{{}}} }

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
		return repetition{&hclwrite.Attribute{Name: opentofu.CountArgument, Expr: count},
			opentofu.CountArgument + ".index", "list", keys}, true
	}
	r = repetition{&hclwrite.Attribute{Name: opentofu.ForEachArgument}, "each.key", "map",
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
	hclwrite.Walk(e, func(node any) bool {
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
	block := hclwrite.NewBlock(opentofu.MovedBlock)
	block.Body.Set("from", hclwrite.NewReference(from))
	block.Body.Set("to", hclwrite.NewReference(to))
	m.moved = append(m.moved, block)
}

// movedBefore adds moved blocks for what the plan moves. The prior state has the
// new addresses too. Blocks of the root module can name what is in others.
func (m *module) movedBefore() {
	if m.g.doc.Plan == nil {
		return
	}
	for i := range m.g.doc.Plan.Changes {
		c := &m.g.doc.Plan.Changes[i]
		if c.PreviousAddress == "" || c.PreviousAddress == c.Address || c.Mode != jsonformat.Managed ||
			c.Deposed != "" {
			continue
		}
		from, ok := canonicalAddress(c.PreviousAddress)
		to, ok2 := canonicalAddress(c.Address)
		if ok && ok2 && !m.g.secrets.Holds(from, minKeySecret) && !m.g.secrets.Holds(to, minKeySecret) {
			m.move(from, to)
		}
	}
}

// canonicalAddress writes an address of the document as the configuration has it.
func canonicalAddress(address string) (string, bool) {
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(address), "", hcl.InitialPos)
	return hcltext.TraversalText(traversal), !diags.HasErrors()
}

// emit writes the block of a resource.
func (m *module) emit(in repeated, dependencies map[string][]string) {
	block := hclwrite.NewBlock(opentofu.BlockType(jsonformat.Part(in.Mode)), in.Type, in.name)
	if in.by != nil {
		block.Body.Append(in.by)
	}
	if provider := m.providerArgument(in.instance); provider != "" {
		block.Body.Set(opentofu.ProviderArgument, hclwrite.NewReference(provider))
	}
	block.Body.Append(in.body().Items...)
	if on := m.dependsOn(in, dependencies); on != nil {
		block.Body.Append(on)
	}
	block.Above = in.notes
	m.main.add(block)
}

// resourceAddress is that of the resource in its module.
func (in *instance) resourceAddress() string {
	return jsonformat.Prefix(in.Mode) + in.Type + "." + in.Name
}

// address is that of the instance in its module.
func (in *instance) address() string { return in.resourceAddress() + index(in.Key) }

// fullAddress is that of the instance in the whole configuration, for messages.
func (in *instance) fullAddress() string {
	if address, ok := canonicalAddress(in.Address); ok {
		return address
	}
	return in.address()
}

// unique leaves out what is there already.
func unique(texts []string) []string {
	seen := make(map[string]bool, len(texts))
	return slices.DeleteFunc(texts, func(text string) bool {
		again := seen[text]
		seen[text] = true
		return again
	})
}

// importing is an object that an import block adopts. The address is that in the
// module, without the module's own.
type importing struct {
	address, id string
	order       int
}

// findImportID finds the id that the object is imported by, or says why there is
// none.
func (w *walker) findImportID(v value, c *jsonformat.ResourceChange, spec *schema.Spec) {
	if !w.g.opts.Import || w.Mode != jsonformat.Managed || !w.exists {
		return
	}
	id, reason := v.member("id"), ""
	if before := before(c); id.null() && before.Value != nil {
		id = before.member("id") // of an object that is replaced
	}
	if id.isSensitive() || spec != nil && spec.Body.Attributes["id"] != nil && spec.Body.Attributes["id"].Sensitive {
		reason = "its id is sensitive"
	} else if c != nil && c.Change.Importing != nil && c.Change.Importing.ID != "" {
		w.importID = c.Change.Importing.ID
	} else if !id.null() && (id.Kind == jsontree.String || id.Kind == jsontree.Number) {
		w.importID = id.Text
	}
	switch {
	case reason != "":
	case w.importID == "" && c != nil && c.Change.Importing != nil && c.Change.Importing.Identity.IsSet():
		reason = "the plan imports it by an identity"
	case w.importID == "":
		reason = "it has no id"
	case w.g.secrets.In(w.importID):
		w.importID, reason = "", "its id is sensitive"
	}
	if reason != "" {
		w.notes = append(w.notes, "# Not imported: "+w.address()+", because "+reason+".")
		w.warn(hcl.DiagWarning, "No import block",
			"An object of %s cannot be imported by an id: %s. Comments name all of them.", w.typ, reason)
		return
	}
	if trigger := v.member("triggers_replace"); w.Provider == opentofu.BuiltInProvider &&
		(!trigger.null() || trigger.holdsUnknown()) {
		// opentofu internal/builtin/providers/tf/resource_data.go, importDataStore
		w.warn(hcl.DiagWarning, "Import with a replacement",
			"An import of %s does not carry over its \"triggers_replace\", so the apply that imports the "+
				"object replaces it. To keep it, leave the argument out, or have \"triggers_replace\" in lifecycle > "+
				"ignore_changes.", w.typ)
	}
}

// before is the value before a change, if there is one.
func before(c *jsonformat.ResourceChange) value {
	if c == nil {
		return value{}
	}
	return value{Value: c.Change.Before.Tree(), sensitive: c.Change.BeforeSensitive.Tree()}
}

// importBlocks are the import blocks, which are in the root module.
func (m *module) importBlocks() []*hclwrite.Block {
	if len(m.path) > 0 {
		return nil
	}
	blocks := make([]*hclwrite.Block, len(m.imports))
	for i, imported := range m.imports {
		blocks[i] = hclwrite.NewBlock(opentofu.ImportBlock)
		blocks[i].Body.Set("to", hclwrite.NewReference(imported.address))
		blocks[i].Body.Set("id", hclwrite.NewString(imported.id))
	}
	return blocks
}
