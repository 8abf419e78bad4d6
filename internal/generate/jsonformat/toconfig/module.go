package toconfig

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// module is the configuration of one module directory.
type module struct {
	g *generator
	// path contains the names of the calls from the root module.
	path   []string
	inputs []*input
	// main is the file with the resources.
	main                  *document
	moved, calls, outputs []*hclwrite.Block
	imports               []importedObject
	children              []child
	// names are the names of the blocks of a resource, and callNames the names of the blocks of a
	// call.
	names     map[resourceID][]string
	callNames map[string][]string
	needs     providerSet
	// order is the current position among the resources.
	order int

	inputNames scope
}

// resourceID is a resource of a module.
type resourceID struct{ mode, typ, name string }

func idOf(r *jsonformat.Resource) resourceID { return resourceID{r.Mode, r.Type, r.Name} }

// kind returns an id that is equal for resources of one type.
func (id resourceID) kind() resourceID { return resourceID{mode: id.mode, typ: id.typ} }

// child is a called module. Its directory is below the caller's.
type child struct {
	dir string
	*module
}

// input is a variable for a sensitive value.
type input struct {
	// what describes the value.
	name, what string
	// json is the value, used only in comparisons.
	json, typ string
	order     int
}

// group is the instances of one resource and their blocks.
type group struct {
	resources []*jsonformat.Resource
	blocks    []repeatedBlock
}

func (gr *group) id() resourceID { return idOf(gr.resources[0]) }

// isSingle reports whether the group is one instance without a key, whose block keeps its name.
func (gr *group) isSingle() bool {
	return len(gr.resources) == 1 && gr.resources[0].Key.Kind == jsonformat.NoKey
}

// repeatedBlock is a block for one or several instances.
type repeatedBlock struct {
	*instance
	name string
	// by is count or for_each, or nil.
	by *hclwrite.Attribute
}

// newModule makes the configuration of a module instance and its child modules. path contains the
// names of the calls.
//
// depends_on needs the names of all blocks. Resources without count and for_each keep their names.
// So only the other resources and the child modules are made first, and few blocks are in memory at
// a time.
func (g *generator) newModule(r *jsonformat.Module, path []string) *module {
	m := &module{g: g, path: path, names: map[resourceID][]string{}, callNames: map[string][]string{},
		needs: providerSet{}, main: g.newDocument()}
	groups := g.resourceGroups(r)
	scopes := map[resourceID]*scope{}
	for i := range groups {
		id := groups[i].id()
		if scopes[id.kind()] == nil {
			scopes[id.kind()] = &scope{}
		}
		scopes[id.kind()].addName(id.name)
	}
	for i := range groups {
		m.order = i
		id := groups[i].id()
		if groups[i].isSingle() {
			m.names[id] = []string{id.name}
			continue
		}
		groups[i].blocks = m.resourceBlocks(groups[i].resources, scopes[id.kind()])
		for _, block := range groups[i].blocks {
			m.names[id] = append(m.names[id], block.name)
		}
	}
	m.order = len(groups)
	m.addCalls(r)
	dependencies := m.dependencies(groups)
	for i := range groups {
		m.order = i
		if groups[i].isSingle() {
			groups[i].blocks = m.resourceBlocks(groups[i].resources, nil)
		}
		for _, block := range groups[i].blocks {
			m.writeResource(block, dependencies)
		}
		groups[i].blocks = nil
	}
	slices.SortStableFunc(m.inputs, func(a, b *input) int { return cmp.Compare(a.order, b.order) })
	slices.SortStableFunc(m.imports, func(a, b importedObject) int { return cmp.Compare(a.order, b.order) })
	return m
}

// resourceGroups returns the resources of a module that get blocks, in order.
func (g *generator) resourceGroups(r *jsonformat.Module) []group {
	resources := g.chosenResources(r)
	var groups []group
	for len(resources) > 0 {
		n := 1
		for n < len(resources) && idOf(resources[n]) == idOf(resources[0]) {
			n++
		}
		groups = append(groups, group{resources: resources[:n]})
		resources = resources[n:]
	}
	return groups
}

// chosenResources returns the resources of a module that get blocks, in order.
func (g *generator) chosenResources(r *jsonformat.Module) []*jsonformat.Resource {
	resources := make([]*jsonformat.Resource, 0, len(r.Resources))
	for i := range r.Resources {
		if res := &r.Resources[i]; g.isChosen(res) {
			resources = append(resources, res)
		}
	}
	slices.SortStableFunc(resources, compareResources)
	for i := 1; i < len(resources); i++ {
		if compareResources(resources[i-1], resources[i]) == 0 {
			g.report(resources[i].Place.Range(), hcl.DiagError, "Two objects with one address",
				"%s %q, %q has two instances with the same key in one module.", resources[i].Mode, resources[i].Type,
				resources[i].Name)
		}
	}
	return resources
}

// isChosen reports whether a resource gets a block; if not, it reports the reason as a diagnostic.
func (g *generator) isChosen(res *jsonformat.Resource) bool {
	leave := func(severity hcl.DiagnosticSeverity, summary, format string, args ...any) bool {
		g.report(res.Place.Range(), severity, summary, format, args...)
		return false
	}
	switch {
	case res.Mode == jsonformat.Ephemeral || res.Mode == jsonformat.Data && !g.opts.Data || g.isPlanned() &&
		forgets(g.plannedChange(res)):
		return false
	case res.Mode != jsonformat.Managed && res.Mode != jsonformat.Data:
		return leave(hcl.DiagWarning, "Unknown mode", "A resource has the unknown mode %q. It is omitted.",
			res.Mode)
	case !hcltext.IsIdentifier(res.Type) || !hcltext.IsIdentifier(res.Name):
		return leave(hcl.DiagError, "Invalid name",
			"The type or the name of this resource is not an identifier.")
	case res.Deposed != "":
		return leave(hcl.DiagWarning, "Deposed object",
			"%s.%s has a deposed object, which has no configuration. It is omitted, and the next apply destroys "+
				"it.", res.Type, res.Name)
	case g.hidesKey(res.Key):
		return leave(hcl.DiagWarning, "Sensitive address",
			"The key of an instance of %s.%s contains a sensitive value. The instance is omitted, so the next apply "+
				"would destroy the object.", res.Type, res.Name)
	}
	return true
}

// compareResources orders resources as the products do.
//
// opentofu internal/addrs/resource.go, Resource.Less
func compareResources(a, b *jsonformat.Resource) int {
	mode := func(r *jsonformat.Resource) int {
		if r.Mode == jsonformat.Data {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(mode(a), mode(b)), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name),
		a.Key.Compare(b.Key))
}

// maxModules is the maximum depth of modules, because file paths have a limit.
const maxModules = 100

// calledModule is a called module instance.
type calledModule struct {
	jsonformat.ModuleStep
	*module
}

// address returns the instance's address in the caller.
func (c *calledModule) address() string { return tfname.ModuleBlock + "." + c.Name + keySuffix(c.Key) }

// addCalls makes the called modules.
func (m *module) addCalls(r *jsonformat.Module) {
	var all []calledModule
	if len(m.path) == maxModules && len(r.Children) > 0 {
		m.g.report(m.g.doc.Range(0, 1), hcl.DiagError, "Nested too deeply",
			"Modules call each other more than %d levels deep.", maxModules)
		return
	}
	for i := range r.Children {
		c := &r.Children[i]
		steps, ok := jsonformat.ParseModuleAddress(c.Address)
		if !ok || len(steps) == 0 {
			m.g.report(m.g.doc.Range(0, 1), hcl.DiagError, "Invalid address",
				"The address of a module instance cannot be parsed.")
			continue
		}
		last := steps[len(steps)-1]
		if m.g.hidesKey(last.Key) {
			m.g.report(m.g.doc.Range(0, 1), hcl.DiagWarning, "Sensitive address",
				"The key of an instance of module.%s contains a sensitive value. The instance is omitted, so the next "+
					"apply would destroy its objects.", last.Name)
			continue
		}
		built := m.g.newModule(c, append(m.path[:len(m.path):len(m.path)], last.Name))
		if !built.isEmpty() {
			all = append(all, calledModule{last, built})
		}
	}
	slices.SortStableFunc(all,
		func(a, b calledModule) int { return cmp.Or(cmp.Compare(a.Name, b.Name), a.Key.Compare(b.Key)) })
	names, dirs := &scope{}, &scope{}
	for _, c := range all {
		names.addName(c.Name)
	}
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Name == all[0].Name {
			if all[n].Key == all[n-1].Key {
				m.g.report(m.g.doc.Range(0, 1), hcl.DiagError, "Two objects with one address", "%s appears twice.",
					all[n].address())
			}
			n++
		}
		m.addCall(all[:n], names, dirs)
		all = all[n:]
	}
}

// isEmpty reports whether the module contains nothing.
func (m *module) isEmpty() bool { return m.main.isEmpty && len(m.calls) == 0 }

// addCall makes the call of the instances of a module. If their configurations differ, each instance
// becomes a separate module.
func (m *module) addCall(instances []calledModule, names, dirs *scope) {
	keys := make([]jsonformat.Key, len(instances))
	same := true
	text := ""
	if len(instances) > 1 {
		text = instances[0].configText()
	}
	for i, c := range instances {
		keys[i] = c.Key
		same = same && (i == 0 || c.configText() == text)
	}
	name := instances[0].Name
	if r, ok := repetitionFor(keys, nil); ok && same {
		m.addOneCall(instances, name, dirs.addUnused(dirName(name)), r)
		return
	}
	for i, c := range instances {
		name := c.Name
		if c.Key.Kind != jsonformat.NoKey {
			name = names.addUnused(callName(c.Name, c.Key))
		}
		m.addOneCall(instances[i:i+1], name, dirs.addUnused(dirName(name)), singleRepetition())
	}
}

// addOneCall makes one call for instances with the same configuration.
func (m *module) addOneCall(instances []calledModule, name, dir string, r repetition) {
	first := instances[0]
	m.children = append(m.children, child{dir, first.module})
	m.callNames[first.Name] = append(m.callNames[first.Name], name)
	block := hclwrite.NewBlock(tfname.ModuleBlock, name)
	set := block.Body.Set
	set(tfname.SourceArgument, hclwrite.NewString("./"+modulesDir+"/"+dir))
	if r.argument != nil {
		set(r.argument.Name, r.argument.Expr)
	}
	if passed := m.passedProviders(first.module); passed != nil {
		set(tfname.ProvidersArgument, passed)
	}
	for i, in := range first.inputs {
		of := make([]*input, len(instances))
		for j, c := range instances {
			of[j] = c.inputs[i]
		}
		address := first.address()
		if r.argument != nil {
			address = tfname.ModuleBlock + "." + first.Name + "[*]"
		}
		set(in.name, &hclwrite.Native{Text: m.addVariable(makeIdentifier(name, in.name), address+"."+in.what, of, r)})
	}
	m.calls = append(m.calls, block)
	for i, c := range instances {
		was, is := c.address(), tfname.ModuleBlock+"."+name+keySuffix(r.keys[i])
		if was != is {
			m.addMoved(was, is)
		}
		for _, imported := range c.imports {
			imported.address, imported.order = is+"."+imported.address, m.order
			m.imports = append(m.imports, imported)
		}
	}
}

// maxReduced is the maximum number of dependencies for which implied dependencies are removed.
const maxReduced = 64

// dependencies returns, for each block, the addresses of its dependencies in the module. Because
// values are literals, depends_on must preserve the order in which objects are created and
// destroyed.
//
// A state contains direct and indirect dependencies of a resource. Addresses outside of the module
// and its child modules are not available in it.
//
// opentofu internal/states/instance_object.go, Dependencies
func (m *module) dependencies(groups []group) map[string][]string {
	all := map[string][]string{}
	for i := range groups {
		id := groups[i].id()
		if id.mode != jsonformat.Managed {
			continue
		}
		var on []string
		for _, r := range groups[i].resources {
			on = append(on, r.DependsOn...)
		}
		var names []string
		for _, address := range hcltext.Unique(on) {
			names = append(names, m.addresses(address)...)
		}
		if len(names) == 0 {
			continue
		}
		for _, name := range m.names[id] {
			own := id.typ + "." + name
			all[own] = hcltext.Unique(slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == own }))
		}
	}
	return all
}

// addresses returns the addresses in the module for an absolute address of a resource.
func (m *module) addresses(address string) []string {
	if strings.ContainsAny(address, "[\"") {
		return nil
	}
	parts := strings.Split(address, ".")
	for _, name := range m.path {
		if len(parts) < 2 || parts[0] != tfname.ModuleBlock || parts[1] != name {
			return nil
		}
		parts = parts[2:]
	}
	var names []string
	switch {
	case len(parts) > 2 && parts[0] == tfname.ModuleBlock:
		for _, name := range m.callNames[parts[1]] {
			names = append(names, tfname.ModuleBlock+"."+name)
		}
	case len(parts) == 2:
		for _, name := range m.names[resourceID{jsonformat.Managed, parts[0], parts[1]}] {
			names = append(names, parts[0]+"."+name)
		}
	case len(parts) == 3 && parts[0] == jsonformat.Data:
		for _, name := range m.names[resourceID{jsonformat.Data, parts[1], parts[2]}] {
			names = append(names, tfname.DataBlock+"."+parts[1]+"."+name)
		}
	}
	return names
}

// writeResource writes the block of a resource.
func (m *module) writeResource(in repeatedBlock, dependencies map[string][]string) {
	block := hclwrite.NewBlock(jsonformat.BlockType(jsonformat.PartOfMode(in.Mode)), in.Type, in.name)
	if in.by != nil {
		block.Body.Append(in.by)
	}
	if provider := m.providerArgument(in.instance); provider != "" {
		block.Body.Set(tfname.ProviderArgument, hclwrite.NewReference(provider))
	}
	block.Body.Append(in.body().Items...)
	if on := m.dependsOn(in, dependencies); on != nil {
		block.Body.Append(on)
	}
	block.Comments = hclwrite.CommentsAt(hclwrite.Above, in.notes...)
	m.main.addBlocks(block)
}

// dependsOn returns the depends_on argument of a block without implied dependencies, or nil.
func (m *module) dependsOn(in repeatedBlock, all map[string][]string) hclwrite.Item {
	if in.Mode != jsonformat.Managed {
		return nil
	}
	tuple := &hclwrite.Tuple{}
	for _, name := range reduceDependencies(in.Type+"."+in.name, all) {
		tuple.Items = append(tuple.Items, &hclwrite.Element{Value: &hclwrite.Native{Text: name}})
	}
	if len(tuple.Items) == 0 {
		return nil
	}
	return &hclwrite.Attribute{Name: tfname.DependsOnArgument, Expr: tuple}
}

// reduceDependencies removes dependencies that other dependencies imply.
func reduceDependencies(own string, all map[string][]string) []string {
	names := slices.Sorted(slices.Values(all[own]))
	if len(names) > maxReduced {
		return names
	}
	follows := map[string]bool{}
	for _, name := range names {
		for _, next := range all[name] {
			// Do not remove both of two resources that depend on each other.
			if !slices.Contains(all[next], name) {
				follows[next] = true
			}
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return follows[name] })
}

// addPriorMoves adds moved blocks for the moves of the plan; the prior state already has the new
// addresses. Blocks of the root module can refer to objects in child modules.
func (m *module) addPriorMoves() {
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
		if ok && ok2 && !m.g.secrets.MatchesLength(from, minKeySecret) && !m.g.secrets.MatchesLength(to, minKeySecret) {
			m.addMoved(from, to)
		}
	}
}
