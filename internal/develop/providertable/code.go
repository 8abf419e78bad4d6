package providertable

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// ofCode reads the schema in the code of a provider's checkout: resources of terraform-plugin-sdk
// and of terraform-plugin-framework. Code that cannot be interpreted is missing in the result.
// parts are the directories to read; if it is empty, all are read.
func ofCode(dir, source string, parts ...string) (types, []string, error) {
	p, err := parse(dir, parts...)
	if err != nil {
		return nil, nil, err
	}
	c := &codeReader{
		interpreter: &interpreter{program: p, open: map[*ast.BlockStmt]int{}, types: map[string]map[string]value{}},
		types:       types{}, prefix: path.Base(source),
	}
	c.run()
	if len(c.types) == 0 {
		return nil, nil, fmt.Errorf("%s has no schemas that can be followed", dir)
	}
	var lacks []string
	if c.doubtful > 0 {
		lacks = append(lacks, fmt.Sprintf("%d names whose code was not followed", c.doubtful))
	}
	return c.types, lacks, nil
}

type codeReader struct {
	*interpreter
	types types
	// prefix is the prefix of the names of types.
	prefix string
	// doubtful counts code that was not interpreted.
	doubtful int
}

// run follows all that starts a schema.
func (c *codeReader) run() {
	paths := slices.Sorted(maps.Keys(c.packages))
	for _, name := range paths {
		p := c.packages[name]
		for _, init := range p.inits {
			c.follow(init, nil)
		}
		for _, name := range slices.Sorted(maps.Keys(p.functions)) {
			if f := p.functions[name]; f.decl.Type.Params.NumFields() == 0 && strings.HasPrefix(name, "Register") {
				c.follow(f, nil)
			}
		}
	}
	for _, name := range paths {
		p := c.packages[name]
		for _, f := range slices.Sorted(maps.Keys(p.functions)) {
			if !mentions(p.functions[f], "ResourcesMap") && !mentions(p.functions[f], "DataSourcesMap") {
				continue
			}
			for _, v := range c.follow(p.functions[f], nil) {
				// The function may return a function that makes the provider.
				if made, ok := v.(*closure); ok {
					c.start(made, nil)
				}
			}
		}
		for _, m := range slices.Sorted(maps.Keys(p.methods)) {
			c.listed(p, m)
		}
	}
	for _, provider := range c.providers {
		c.sdkProvider(provider)
	}
	for kind, part := range map[string]tables.Part{
		"registerresource": tables.Resource, "registerdatasource": tables.DataSource,
	} {
		for _, name := range slices.Sorted(maps.Keys(c.interpreter.types[kind])) {
			c.sdk(part, name, c.interpreter.types[kind][name])
		}
	}
}

// follow calls a declared function with unknown arguments.
func (c *codeReader) follow(f *declared, self value) []value {
	call := &closure{name: f.decl.Name.Name, typ: f.decl.Type, body: f.decl.Body, scope: &scope{}, in: f.in, self: self}
	if f.decl.Recv != nil && len(f.decl.Recv.List[0].Names) > 0 {
		call.receiver = f.decl.Recv.List[0].Names[0].Name
	}
	return c.start(call, nil)
}

// start calls a function from nowhere.
func (c *codeReader) start(f *closure, args []value) []value {
	c.steps = 0
	return c.call(f, args)
}

// mentions reports whether a function has a name in it.
func mentions(f *declared, name string) bool {
	found := false
	ast.Inspect(f.decl, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

// listed interprets a method of a provider of terraform-plugin-framework that lists the functions
// for its types, or defines its own configuration.
func (c *codeReader) listed(p *pkg, name string) {
	typ, method, _ := strings.Cut(name, ".")
	part, known := map[string]tables.Part{
		"Resources": tables.Resource, "DataSources": tables.DataSource,
		"EphemeralResources": tables.EphemeralResource, "ListResources": tables.ListResource, "Actions": tables.Action,
		"SDKResources": tables.Resource, "SDKDataSources": tables.DataSource, // of aws
		"SupportedResources": tables.Resource, "SupportedDataSources": tables.DataSource, // of azurerm
	}[method]
	f := p.methods[name]
	self := &object{typ: p.path + "." + typ, fields: map[string]value{}, pointer: true}
	if method == "Schema" && c.takes(f, "provider.SchemaResponse") {
		c.framework(tables.ProviderConfig, self)
		return
	}
	if !known || f.decl.Type.Results.NumFields() != 1 || f.decl.Type.Params.NumFields() > 1 {
		return
	}
	for _, v := range c.follow(f, self) {
		switch made := v.(type) {
		case *list:
			for _, item := range made.items {
				c.item(part, item)
			}
		case *mapping:
			for _, name := range made.keys {
				c.sdk(part, name, made.entries[name])
			}
		}
	}
}

// item interprets an element of a list of types: the function that makes the type, or an object
// with its name.
func (c *codeReader) item(part tables.Part, v value) {
	switch item := v.(type) {
	case *closure:
		for _, v := range c.start(item, nil) {
			if o, ok := v.(*object); ok {
				c.framework(part, o)
			}
		}
		return
	case *object:
		if factory, ok := item.fields["Factory"].(*closure); ok { // of aws
			if name, ok := item.fields["TypeName"].(string); ok {
				for _, made := range c.start(factory, nil) {
					c.sdk(part, name, made)
				}
				return
			}
		}
		name, _ := c.answer(item, "ResourceType").(string) // of azurerm
		if arguments, ok := c.answer(item, "Arguments").(*mapping); ok && strings.HasPrefix(name, c.prefix) {
			c.types.add(part, name, sorted(append(c.sdkTree(arguments), builtin.Entry{
				Name: "timeouts", Kind: builtin.SingleBlock,
			})))
			return
		}
	}
	c.doubtful++
}

// answer returns the result of a method without arguments.
func (c *codeReader) answer(o *object, method string) value {
	f, _ := c.method(o, method, 0).(*closure)
	for _, v := range c.start(f, nil) {
		return v
	}
	return nil
}

// takes reports whether a method has an argument of a type whose name ends like that.
func (c *codeReader) takes(f *declared, ending string) bool {
	return slices.ContainsFunc(f.decl.Type.Params.List, func(field *ast.Field) bool {
		return strings.HasSuffix(c.typeName(field.Type, f.in), ending)
	})
}

// framework reads the results of the methods Metadata and Schema of a type.
func (c *codeReader) framework(part tables.Part, o *object) {
	answer := func(method string, request *object) *object {
		response := &object{fields: map[string]value{}, pointer: true}
		if f, ok := c.method(o, method, 0).(*closure); ok {
			c.start(f, []value{nil, request, response})
		}
		return response
	}
	request := &object{fields: map[string]value{"ProviderTypeName": c.prefix}}
	name := ""
	if part != tables.ProviderConfig {
		var ok bool
		if name, ok = answer("Metadata", request).fields["TypeName"].(string); !ok {
			c.doubtful++
			return
		}
	}
	s, ok := answer("Schema", request).fields["Schema"].(*object)
	if !ok {
		c.doubtful++
		return
	}
	b := &frameworkBody{codeReader: c}
	b.structural = b.nests(s)
	c.types.add(part, name, b.tree(s))
}

// frameworkBody reads the body of a type of terraform-plugin-framework.
type frameworkBody struct {
	*codeReader
	structural bool
}

// nests reports whether a body has arguments with nested ones, which makes its lists of
// objects arguments alone.
func (b *frameworkBody) nests(o *object) bool {
	attributes, _ := o.fields["Attributes"].(*mapping)
	if attributes != nil {
		for _, v := range attributes.entries {
			if a, ok := v.(*object); ok && strings.Contains(a.typ[strings.LastIndex(a.typ, ".")+1:], "Nested") {
				return true
			}
		}
	}
	blocks, _ := o.fields["Blocks"].(*mapping)
	if blocks == nil {
		return false
	}
	return slices.ContainsFunc(slices.Collect(maps.Values(blocks.entries)), func(v value) bool {
		inner, ok := v.(*object)
		return ok && b.nests(nestedObject(inner))
	})
}

func nestedObject(o *object) *object {
	if inner, ok := o.fields["NestedObject"].(*object); ok {
		return inner
	}
	return o
}

func (b *frameworkBody) tree(o *object) builtin.Tree {
	var tree builtin.Tree
	if attributes, ok := o.fields["Attributes"].(*mapping); ok {
		for _, name := range attributes.keys {
			entry := b.attribute(name, attributes.entries[name])
			if entry.Kind != 0 {
				tree = append(tree, entry)
			}
		}
	}
	blocks, _ := o.fields["Blocks"].(*mapping)
	if blocks == nil {
		return sorted(tree)
	}
	for _, name := range blocks.keys {
		inner, ok := blocks.entries[name].(*object)
		if !ok {
			b.doubtful++
			continue
		}
		kind, known := map[string]builtin.Kind{
			"ListNestedBlock": builtin.ListBlock, "SetNestedBlock": builtin.SetBlock, "SingleNestedBlock": builtin.SingleBlock,
		}[typeOf(inner)]
		if !known {
			b.doubtful++
			continue
		}
		tree = append(tree, builtin.Entry{Name: name, Kind: kind, Body: b.tree(nestedObject(inner))})
	}
	return sorted(tree)
}

// typeOf is the name of the type of an object, without its package.
func typeOf(o *object) string { return o.typ[strings.LastIndex(o.typ, ".")+1:] }

// settable reports whether a configuration may set an argument.
func settable(o *object) bool {
	return o.fields["Computed"] == nil || set(o, "Optional") || set(o, "Required")
}

func set(o *object, field string) bool {
	v, there := o.fields[field]
	return there && v != false
}

func (b *frameworkBody) attribute(name string, v value) builtin.Entry {
	entry := builtin.Entry{Name: name}
	o, ok := v.(*object)
	if !ok {
		b.doubtful++
		return entry
	}
	if !settable(o) {
		return entry
	}
	switch typeOf(o) {
	case "StringAttribute", "BoolAttribute", "Int64Attribute", "Int32Attribute", "Float64Attribute", "Float32Attribute",
		"NumberAttribute":
	case "DynamicAttribute":
		entry.Kind = builtin.AnyAttribute
	case "MapAttribute", "MapNestedAttribute":
		entry.Kind = builtin.MapAttribute
	case "ObjectAttribute", "SingleNestedAttribute":
		entry.Kind = builtin.ObjectAttribute
	case "ListNestedAttribute", "SetNestedAttribute":
		entry.Kind = builtin.ObjectsAttribute
	case "ListAttribute", "SetAttribute":
		b.list(&entry, o)
	default:
		b.doubtful++
	}
	return entry
}

// list reads an argument that is a list or set of a type.
func (b *frameworkBody) list(entry *builtin.Entry, o *object) {
	element := typeText(o.fields["ElementType"])
	var parts []json.RawMessage
	_ = json.Unmarshal([]byte(element), &parts)
	switch {
	case element == "":
		b.doubtful++
	case len(parts) == 0, string(parts[0]) == `"list"`, string(parts[0]) == `"set"`:
		entry.Kind = builtin.ListAttribute
	case string(parts[0]) == `"map"`, b.structural:
		entry.Kind = builtin.ObjectsAttribute
	default:
		kind := "list"
		if typeOf(o) == "SetAttribute" {
			kind = "set"
		}
		entry.Kind, entry.Type = builtin.AttributeAsBlocks, fmt.Sprintf("[%q,%s]", kind, element)
	}
}

// typeText is a type of terraform-plugin-framework as cty writes it in JSON, or empty.
func typeText(v value) string {
	if s, ok := v.(symbol); ok {
		return map[string]string{
			"StringType": `"string"`, "BoolType": `"bool"`, "Int64Type": `"number"`, "Int32Type": `"number"`,
			"Float64Type": `"number"`, "Float32Type": `"number"`, "NumberType": `"number"`, "DynamicType": `"dynamic"`,
		}[string(s)[strings.LastIndex(string(s), ".")+1:]]
	}
	o, ok := v.(*object)
	if !ok {
		return ""
	}
	if kind := map[string]string{"ListType": "list", "SetType": "set", "MapType": "map"}[typeOf(o)]; kind != "" {
		if inner := typeText(o.fields["ElemType"]); inner != "" {
			return fmt.Sprintf("[%q,%s]", kind, inner)
		}
	}
	if attributes, ok := o.fields["AttrTypes"].(*mapping); ok && typeOf(o) == "ObjectType" {
		return objectText(attributes, typeText)
	}
	return ""
}

// objectText returns the type of an object, or "" if the type of an attribute is unknown.
func objectText(attributes *mapping, of func(value) string) string {
	var parts []string
	for _, name := range slices.Sorted(slices.Values(attributes.keys)) {
		inner := of(attributes.entries[name])
		if inner == "" {
			return ""
		}
		parts = append(parts, fmt.Sprintf("%q:%s", name, inner))
	}
	return `["object",{` + strings.Join(parts, ",") + `}]`
}

// sdkProvider reads a provider of terraform-plugin-sdk.
func (c *codeReader) sdkProvider(o *object) {
	for field, part := range map[string]tables.Part{
		"ResourcesMap": tables.Resource, "DataSourcesMap": tables.DataSource,
	} {
		resources, _ := o.fields[field].(*mapping)
		if resources == nil {
			continue
		}
		for _, name := range resources.keys {
			c.sdk(part, name, resources.entries[name])
		}
	}
	if m, ok := o.fields["Schema"].(*mapping); ok && len(m.keys) > 0 {
		c.types.add(tables.ProviderConfig, "", union(c.sdkTree(m), c.types[tables.ProviderConfig][""]))
	}
}

// sdk reads a resource of terraform-plugin-sdk.
func (c *codeReader) sdk(part tables.Part, name string, v value) {
	o, ok := v.(*object)
	if !ok || !strings.HasPrefix(name, c.prefix) {
		c.doubtful++
		return
	}
	m := c.sdkSchema(o)
	if m == nil {
		c.doubtful++
		return
	}
	tree := c.sdkTree(m)
	if timeouts, ok := o.fields["Timeouts"].(*object); ok && len(timeouts.fields) > 0 {
		tree = sorted(append(tree, builtin.Entry{Name: "timeouts", Kind: builtin.SingleBlock}))
	}
	c.types.add(part, name, tree)
}

// sdkSchema is the map of a resource.
func (c *codeReader) sdkSchema(o *object) *mapping {
	if f, ok := o.fields["SchemaFunc"].(*closure); ok {
		if made := c.start(f, nil); len(made) > 0 {
			m, _ := made[0].(*mapping)
			return m
		}
	}
	m, _ := o.fields["Schema"].(*mapping)
	return m
}

func (c *codeReader) sdkTree(m *mapping) builtin.Tree {
	var tree builtin.Tree
	for _, name := range m.keys {
		o, ok := m.entries[name].(*object)
		if !ok {
			c.doubtful++
			continue
		}
		if entry := c.sdkEntry(name, o); entry.Kind != 0 {
			tree = append(tree, entry)
		}
	}
	return sorted(tree)
}

// last is the last part of a symbol.
func last(v value) string {
	s, _ := v.(symbol)
	return string(s)[strings.LastIndex(string(s), ".")+1:]
}

// sdkEntry returns the entry of a name by the rules of CoreConfigSchema of terraform-plugin-sdk
// (file helper/schema/core_schema.go).
func (c *codeReader) sdkEntry(name string, o *object) builtin.Entry {
	entry := builtin.Entry{Name: name}
	kind, mode := last(o.fields["Type"]), last(o.fields["ConfigMode"])
	element, _ := o.fields["Elem"].(*object)
	resource := element != nil && typeOf(element) == "Resource"
	switch kind {
	case "TypeString", "TypeBool", "TypeInt", "TypeFloat":
		return entry
	case "TypeMap":
		if settable(o) {
			entry.Kind = builtin.MapAttribute
		}
		return entry
	case "TypeList", "TypeSet":
	default:
		c.doubtful++
		return entry
	}
	if resource && mode != "SchemaConfigModeAttr" && (settable(o) || mode == "SchemaConfigModeBlock") {
		m := c.sdkSchema(element)
		if m == nil {
			c.doubtful++
			return entry
		}
		entry.Kind = builtin.ListBlock
		if kind == "TypeSet" {
			entry.Kind = builtin.SetBlock
		}
		entry.Body = c.sdkTree(m)
		return entry
	}
	switch {
	case !settable(o):
	case resource:
		entry.Kind, entry.Type = builtin.AttributeAsBlocks, c.sdkType(o)
		if entry.Type == "" {
			entry.Kind = builtin.ObjectsOrBlocks
		}
	case element == nil && o.fields["Elem"] == nil && mode == "":
		if _, there := o.fields["Elem"]; there {
			c.doubtful++
			break
		}
		entry.Kind = builtin.ListAttribute
	case element != nil && last(element.fields["Type"]) == "TypeMap":
		entry.Kind = builtin.ObjectsAttribute
	default:
		entry.Kind = builtin.ListAttribute
	}
	return entry
}

// sdkType is the type of an argument as cty writes it in JSON, or empty.
func (c *codeReader) sdkType(v value) string {
	o, ok := v.(*object)
	if !ok {
		return ""
	}
	if typeOf(o) == "Resource" {
		m := c.sdkSchema(o)
		if m == nil {
			return ""
		}
		return objectText(m, c.sdkType)
	}
	switch kind := last(o.fields["Type"]); kind {
	case "TypeString":
		return `"string"`
	case "TypeBool":
		return `"bool"`
	case "TypeInt", "TypeFloat":
		return `"number"`
	case "TypeList", "TypeSet", "TypeMap":
		inner := `"string"`
		if element, there := o.fields["Elem"]; there && element != nil {
			if of, ok := element.(*object); !ok || typeOf(of) != "Resource" || kind != "TypeMap" {
				inner = c.sdkType(element)
			}
		}
		if inner != "" {
			return fmt.Sprintf("[%q,%s]", strings.ToLower(strings.TrimPrefix(kind, "Type")), inner)
		}
	}
	return ""
}
