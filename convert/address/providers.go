package address

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// A configuration of a provider has an address of the names in references to it: provider.aws, or provider.aws.west for
// one with an alias. A module has its own local names of providers. A test file uses those of its module.

// configuration resolves a reference to the configuration of a provider. A key in the argument of a call is a name in the
// called module.
func (w *resolver) configuration(use *use) {
	dir := w.module.dir
	if use.Key != nil {
		if dir = w.calledBy(use.Root); dir == "" {
			return
		}
	}
	names := []string{w.style.Configuration, use.Steps[0].Name}
	w.add(use, dir, names, []*tidy.ReferenceStep{nil, &use.Steps[0]}, use.Steps[1:])
}

// configurationKeys visits the keys of an object at a place, which are names of configurations in the module of a
// directory.
func (w *resolver) configurationKeys(dir string, in *place) {
	for _, part := range in.allParts() {
		e := part.element()
		if e == nil || e.Key == nil {
			continue
		}
		steps := addressSteps(&hclwrite.Native{Text: e.Key.Text})
		if len(steps) == 0 || w.names != nil && !slices.Contains(w.names, steps[0].Name) {
			continue
		}
		w.yield(&Reference{
			Module: dir, names: []string{w.style.Configuration, steps[0].Name}, rest: steps[1:], key: part,
		})
	}
}

// configurationKey returns the text of a key that is the name of a configuration, after a rename to the names.
func (r *Reference) configurationKey(to []string) string {
	names := slices.Clone(r.names)
	for _, s := range r.rest {
		names = append(names, s.Name)
	}
	copy(names, to)
	return strings.Join(names[1:], ".")
}

// calledBy returns the directory of the module that a call or a run of a test uses, or "" if it is not local.
func (w *resolver) calledBy(b *hclwrite.Block) string {
	source := ""
	if outside := conventions.Of(w.file.Dialect).Outside; outside != nil {
		var other bool
		if source, other = otherModule(b, outside); !other {
			return w.module.dir
		}
	} else if len(b.Labels) == 1 {
		source, _ = w.tree.call(w.module.dir, b.Labels[0])
	}
	if source == "" {
		return ""
	}
	return w.tree.called(w.module.dir, source)
}

// localNames visits the labels of blocks that are local names of providers.
func (w *resolver) localNames() {
	local := ""
	if w.names != nil {
		if len(w.names) != 2 || w.names[0] != w.style.Configuration {
			return
		}
		local = w.names[1]
	}
	for _, p := range w.file.providerBlocks(w.style, local) {
		name := p.item.(*hclwrite.Block).Labels[0]
		w.yield(&Reference{Module: w.module.dir, names: []string{w.style.Configuration, name}, key: p})
	}
}

// labelOf returns the position of the first label of a block, or of the block if its label is on another line.
func (f *file) labelOf(block *hclwrite.Block) hclwrite.Span {
	span, label := block.Span, block.Labels[0]
	if span == (hclwrite.Span{}) || span.End > len(f.text) {
		return span
	}
	if f.JSON {
		if names := f.namesTo(span); len(names) >= len(block.Labels) {
			return names[len(names)-len(block.Labels)]
		}
		return span
	}
	header := f.text[span.Start+len(block.Type) : span.End]
	start := span.End - len(strings.TrimLeft(header, " \t"))
	for _, text := range []string{hcltext.Quote(label), label} {
		if strings.HasPrefix(f.text[start:], text) {
			return hclwrite.Span{Start: start, End: start + len(text)}
		}
	}
	return span
}

// namesTo returns the positions of the names of properties that contain a position of an HCL-JSON file, the outermost first.
func (f *file) namesTo(at hclwrite.Span) (names []hclwrite.Span) {
	if f.json == nil {
		f.json, _ = jsontree.Parse(f.text, f.Filename)
	}
	for v := f.json; v != nil; {
		i := sort.Search(v.Len(), func(i int) bool { _, part := v.Part(i); return part.End >= at.End })
		if i == v.Len() {
			break
		}
		_, part := v.Part(i)
		if part.Start > at.Start {
			break
		}
		if v.Kind == jsontree.Object {
			names = append(names, hclwrite.Span{Start: v.Members[i].NameStart, End: v.Members[i].NameEnd})
		}
		if v = part; part.Start == at.Start && part.End == at.End {
			break
		}
	}
	return names
}

// providerBlocks returns the blocks of a file whose label is a local name of a provider, or any such name if it is "".
func (f *file) providerBlocks(style *conventions.Style, local string) (list []*place) {
	bodies := []*place{f.whole()}
	for _, row := range style.Sources {
		bodies = append(bodies, f.whole().blocks(row.Type)...)
	}
	for _, p := range bodies {
		for i := 0; p.rules != nil && i < len(p.rules.Blocks); i++ {
			row := &p.rules.Blocks[i]
			if row.Part() != tables.ProviderConfig && !row.OfProvider {
				continue
			}
			list = append(list, p.blocksOf(row.Type, local)...)
		}
	}
	return list
}

// configures reports whether a block configures or mocks a provider.
func (p *place) configures() bool {
	_, row := p.outer.rules.Lookup(p.item.(*hclwrite.Block).Type)
	return p.outer.root != nil && (row.Part() == tables.ProviderConfig || row.OfProvider)
}

// configurationNames returns the names in references to the configuration of a provider at an address: with an alias, or
// by the local name of the provider.
func (m *Module) configurationNames(a Address) (names []string) {
	style := m.declaringStyle()
	if style == nil || style.Configuration == "" {
		return nil
	}
	names = namesOf(a.steps)
	isLocal := func(row conventions.SourceRow) bool {
		return len(names) == 3 && names[0] == row.Type && names[1] == row.Block
	}
	switch {
	case slices.ContainsFunc(style.Sources, isLocal):
		return []string{style.Configuration, names[2]}
	case len(names) == 3 && names[0] == style.Configuration && len(m.aliases(names)) > 0,
		len(names) == 2 && names[0] == style.Configuration && len(m.find(a.steps)) > 0:
		return names
	}
	return nil
}

// configurations are places in the configurations of a provider.
type configurations struct {
	// aliases are the places that define an alias, by its name: arguments of blocks, and elements of the list of
	// configurations that callers define. arguments are all arguments and blocks in the blocks.
	aliases, arguments map[string][]*place
}

// configurations returns places in the configurations of a provider. The places of all providers are found once. A change of
// them removes the stored places, or updates them.
func (m *Module) configurations(local string) *configurations {
	if m.configured == nil {
		m.configured = map[string]*configurations{}
		m.findConfigurations(m.declaringStyle())
	}
	if m.configured[local] == nil {
		m.configured[local] = &configurations{map[string][]*place{}, map[string][]*place{}}
	}
	return m.configured[local]
}

func (m *Module) findConfigurations(style *conventions.Style) {
	add := func(list map[string][]*place, name string, p *place) { list[name] = append(list[name], p) }
	for _, f := range m.files {
		_, row := f.Dialect.Root.Lookup(style.Configuration)
		for _, p := range f.providerBlocks(style, "") {
			if row == nil || !p.configures() {
				continue
			}
			of := m.configurations(p.item.(*hclwrite.Block).Labels[0])
			for _, part := range p.allParts() {
				add(of.arguments, hclwrite.ItemName(part.item), part)
				if alias, ok := (*part.slot()).(*hclwrite.Template); ok && hclwrite.ItemName(part.item) == row.DistinguishedBy {
					add(of.aliases, hcltext.TemplateText(alias.Text), part)
				}
			}
		}
	}
	for _, row := range style.Sources {
		at, _ := Parse(row.Type + "." + row.Block + ".*." + row.Aliases)
		for _, p := range m.find(at.steps) {
			for _, part := range p.allParts() {
				if steps := addressSteps(*part.slot()); len(steps) == 2 {
					add(m.configurations(steps[0].Name).aliases, steps[1].Name, part)
				}
			}
		}
	}
}

// aliasOf returns the alias in the configuration of a provider, or "".
func aliasOf(block *hclwrite.Block, row *tables.Block) string {
	if a := block.Body.Attribute(row.DistinguishedBy); a != nil {
		if t, ok := a.Expr.(*hclwrite.Template); ok {
			return hcltext.TemplateText(t.Text)
		}
	}
	return ""
}

// aliases returns the places that define the alias in the names of a configuration.
func (m *Module) aliases(names []string) []*place {
	return m.configurations(names[1]).aliases[names[2]]
}

// forgetProviders removes the stored places of providers before or after an item at the root of a file changes.
func (f *file) forgetProviders(item hclwrite.Item) {
	m, style := f.module, f.module.declaringStyle()
	block, ok := item.(*hclwrite.Block)
	if !ok || style == nil {
		return
	}
	_, row := f.Dialect.Root.Lookup(block.Type)
	switch {
	case row == nil:
	case row.Part() == tables.ProviderConfig, row.OfProvider,
		slices.ContainsFunc(style.Sources, func(row conventions.SourceRow) bool { return row.Type == block.Type }):
		m.configured = nil
	case row.Part() != tables.NoPart, row.Body != nil && len(row.Body.Blocks) > 0:
		m.impliedIndex = nil
	}
}

// moveConfiguration renames an alias of a provider, or the local name of a provider in its requirement. names are the names
// in references to it.
func (m *Module) moveConfiguration(c *Change, names []string) (places int, diags hcl.Diagnostics) {
	style := m.declaringStyle()
	if c.Address.steps[0].text == style.Configuration && len(names) == 2 {
		return 0, m.noOwnName(c, style)
	}
	var list []*place
	n, isAlias := len(c.Address.steps)-1, len(names) == 3
	if isAlias {
		list = m.aliases(names)
	} else {
		list, _ = m.places(c.Address)
	}
	switch {
	case !c.changesLastName(n):
		return 0, problem("No new name", "%s and %s must be the same up to the last name.", c.Address, c.To)
	case len(list) == 0:
		return 0, nil
	}
	p, to := *list[0], c.To.steps[n].text
	p.node = &node{address: c.Address.text} // for messages
	r := renaming{style: style, from: names, to: withLast(names, to)}
	if to == names[len(names)-1] {
		return len(list), nil
	}
	if isAlias {
		diags = m.checkAlias(&p, r)
	} else if diags = impliedSource(style, list); !diags.HasErrors() {
		diags = m.checkLocalName(&p, r)
	}
	if line := m.givenToOther(style, names); line != "" && !diags.HasErrors() {
		diags = p.cannot("cannot be called " + to + ", because " + line + " tests another module, which gets this " +
			"configuration by its name. Add the argument providers there")
	}
	if diags.HasErrors() {
		return 0, diags
	}
	stored := m.configured // the renames of an alias change no other place
	if diags = m.follow(&p, r, c.To.text); diags.HasErrors() {
		return 0, diags
	}
	m.renames = append(m.renames, r)
	if isAlias {
		m.configured = stored
		m.setAliases(r)
		return len(list), diags
	}
	return len(list), append(diags, m.setLocalName(list, r)...)
}

// noOwnName returns the error that the configuration at an address has only the local name of its provider.
func (m *Module) noOwnName(c *Change, style *conventions.Style) hcl.Diagnostics {
	address := requirement(style, c.Address.steps[1].text)
	if at, _ := Parse(address); len(m.find(at.steps)) == 0 {
		address += ", after you have added it with its source"
	}
	return m.find(c.Address.steps)[0].cannot(fmt.Sprintf("has the local name of the provider, and no name of its own. To rename an "+
		"alias, write %s.ALIAS; to rename the provider in the module, write %s", c.Address, address))
}

// checkAlias returns an error if an alias cannot have its new name.
func (m *Module) checkAlias(p *place, r renaming) hcl.Diagnostics {
	alias, to := r.from[2], r.to[2]
	if list := m.configurations(r.from[1]).arguments[alias]; len(list) > 0 {
		return list[0].cannot("is an argument, and also an alias. Rename one of them by hand")
	}
	if !hcltext.IsIdentifier(to) {
		return p.cannot("cannot be called " + to + ", which is not an identifier, as references need")
	}
	if list := m.aliases(r.to); len(list) > 0 {
		return p.cannot("cannot be called " + to + ", because " + list[0].line() + " defines this alias already")
	}
	return nil
}

// checkLocalName returns an error if a provider cannot have a new local name.
func (m *Module) checkLocalName(p *place, r renaming) hcl.Diagnostics {
	to := r.to[1]
	if !hcltext.IsIdentifier(to) {
		return p.cannot("cannot be called " + to + ", which is not an identifier, as references need")
	}
	if lines := m.usesOfProvider(r.style, to); len(lines) > 0 {
		return p.cannot("cannot be called " + to + ", because these places use this name already: " + firstOf(lines))
	}
	return nil
}

// requirement returns the address of the requirement of a provider.
func requirement(style *conventions.Style, local string) string {
	row := style.Sources[0]
	return hcltext.Address(row.Type, row.Block, local)
}

// impliedSource returns an error for the first requirement without a source: its local name defines the provider.
func impliedSource(style *conventions.Style, list []*place) hcl.Diagnostics {
	isSource := func(part *place) bool {
		e := part.element()
		return e != nil && e.Key != nil && slices.ContainsFunc(style.Sources, func(row conventions.SourceRow) bool {
			return row.Argument == hcltext.TemplateText(e.Key.Text)
		})
	}
	for _, p := range list {
		if !slices.ContainsFunc(p.allParts(), isSource) {
			row, local := style.Sources[0], hclwrite.ItemName(p.item)
			return p.cannot(fmt.Sprintf("has no %s, so its local name defines the provider, and another name would be another "+
				"provider. Add %s = %q first", row.Argument, row.Argument, row.Namespace+"/"+local))
		}
	}
	return nil
}

// setAliases sets the alias of the blocks that define it. Elements of lists are references, which have the new name.
func (m *Module) setAliases(r renaming) {
	list, stored := m.aliases(r.from), m.configured
	for _, p := range list {
		if m.defining[p.file.Filename] = true; p.item != nil {
			p.setValue(hclwrite.NewString(r.to[2]))
		}
	}
	m.configured = stored
	aliases := m.configurations(r.from[1]).aliases
	aliases[r.to[2]] = list
	delete(aliases, r.from[2])
}

// setLocalName sets the local name in the requirements of a provider. Blocks whose type implies the old name get an
// argument with the new one: without it, they would use another provider.
func (m *Module) setLocalName(list []*place, r renaming) (diags hcl.Diagnostics) {
	from, to := r.from[1], r.to[1]
	for _, p := range list {
		p.setLastName(to)
		m.defining[p.file.Filename] = true
	}
	diags = m.impliedTargets(from, to)
	index := m.implied()
	var rest []impliedProvider
	for _, p := range index[from] {
		if p.file.Override { // the block that an override changes gets the argument
			rest = append(rest, p)
			continue
		}
		parts, _ := nativeedit.ParseParts(p.file.changes, p.argument+" = "+to, true, false)
		p.touch()
		at := p.firstArgument()
		for _, part := range parts {
			p.file.changes.Next[part.(hclwrite.Item)] = true
			p.addItem(at, part.(hclwrite.Item))
		}
	}
	index[from], m.impliedIndex = rest, index
	return diags
}

// impliedTargets warns about blocks with the address of an object whose block is missing: the type in the address implies
// the old local name.
func (m *Module) impliedTargets(from, to string) (diags hcl.Diagnostics) {
	visit := func(r *Reference) {
		root := r.root()
		if root == nil || r.Module != m.dir || len(r.names) != 2 || m.isDeclared(r.names) {
			return
		}
		rules := r.file.Dialect.Root.BlockBody(root.Type, root.Labels, root.Body.SourceOf)
		for _, argument := range r.style.Configurations {
			local, _ := tables.LocalName(tables.Resource, r.names, "")
			if _, row := rules.Lookup(argument); row == nil && local == from && rules.Accepts(argument) &&
				rules.Remain == tables.RemainNone && root.Body.Attribute(argument) == nil {
				diags = append(diags, diagnostic.WarningAt(r.where(), "Provider changes", "The type of %s implies the "+
					"provider %s, which is %s now. Add %s = %s.", hcltext.Address(r.names...), from, to, argument, to))
			}
		}
	}
	startsWith := func(s tidy.ReferenceStep) bool { return strings.HasPrefix(s.Name, from) }
	for _, f := range m.files {
		w := m.tree.resolver(m, f, query{}, visit)
		if w.style == nil {
			continue
		}
		for _, use := range f.references(w.style) {
			if use.IsStatic && !use.IsConfiguration && slices.ContainsFunc(use.Steps, startsWith) {
				w.text(use)
			}
		}
	}
	return diags
}

// firstArgument returns the index for a new argument of a block: after the arguments that create several instances.
func (p *place) firstArgument() (at int) {
	body, style := p.contents(), conventions.Of(p.file.Dialect).Style
	for i, item := range body.Items {
		if style != nil && slices.Contains(style.Calls.Instances, hclwrite.ItemName(item)) {
			at = i + 1
		}
	}
	for at < len(body.Items) && hclwrite.IsCommentGroup(body.Items[at]) {
		at++
	}
	return at
}

// impliedProvider is a block whose type implies the local name of a provider, and the argument that sets it.
type impliedProvider struct {
	*place
	argument string
}

// implied returns the blocks whose types imply local names of providers, by these names. The result is made once. A change
// of these blocks removes it, or updates it.
func (m *Module) implied() map[string][]impliedProvider {
	if m.impliedIndex != nil {
		return m.impliedIndex
	}
	m.impliedIndex = map[string][]impliedProvider{}
	var add func(in *place)
	add = func(in *place) {
		for _, p := range in.allParts() {
			block, ok := p.item.(*hclwrite.Block)
			if !ok {
				continue
			}
			_, row := in.rules.Lookup(block.Type)
			switch {
			case row == nil:
			case row.Part() == tables.NoPart:
				add(p)
			case row.By != "" && len(block.Labels) > 1 && block.Body.Attribute(row.By) == nil:
				local, _ := tables.LocalName(row.Part(), block.Labels, "")
				m.impliedIndex[local] = append(m.impliedIndex[local], impliedProvider{p, row.By})
			}
		}
	}
	for _, f := range m.files {
		add(f.whole())
	}
	return m.impliedIndex
}

// usesOfProvider returns the lines that use the local name of a provider, also implied by a type.
func (m *Module) usesOfProvider(style *conventions.Style, local string) (lines []string) {
	for _, row := range style.Sources {
		for _, p := range m.find(stepsOf([]string{row.Type, row.Block, local})) {
			lines = append(lines, p.line())
		}
	}
	for _, use := range m.tree.usesOf(m.dir, style, []string{style.Configuration, local}) {
		lines = append(lines, use.line())
	}
	for _, p := range m.implied()[local] {
		lines = append(lines, p.line())
	}
	return hcltext.Unique(lines)
}

// configuration returns the names in references to the configuration that a place defines, or to the provider that it
// requires; nil for other places.
func (p *place) configuration() (names []string) {
	local := p.configured()
	if local == "" {
		return nil
	}
	names = []string{conventions.Of(p.file.Dialect).Style.Configuration, local}
	if block, ok := p.item.(*hclwrite.Block); ok {
		_, row := p.outer.rules.Lookup(block.Type)
		if alias := aliasOf(block, row); alias != "" {
			names = append(names, alias)
		}
	}
	return names
}

// usesOfConfiguration returns the lines that use a removed configuration or requirement of a provider; none if the
// module has another one with the same names.
func (m *Module) usesOfConfiguration(r removal) (lines []string) {
	if r.isRequirement {
		if at, _ := Parse(requirement(r.style, r.names[1])); len(m.find(at.steps)) > 0 {
			return nil
		}
		return m.usesOfProvider(r.style, r.names[1])
	}
	isSame := func(p *place) bool { return slices.Equal(p.configuration(), r.names) }
	if slices.ContainsFunc(m.find(stepsOf(r.names[:2])), isSame) || len(r.names) == 3 && len(m.aliases(r.names)) > 0 {
		return nil
	}
	for _, use := range m.tree.to(m.dir, r.names[:2], r.names[2:]) {
		if isOfOther := len(r.names) == 2 && len(use.rest) > 0; use.use != nil && !isOfOther { // else it is a label
			lines = append(lines, lineOf(use.Range))
		}
	}
	return lines
}

// givenToOther returns the line of a run of a test that gives a configuration of the test file to another module, without
// an argument that names it there; "" if there is none.
func (m *Module) givenToOther(style *conventions.Style, names []string) (line string) {
	for _, f := range m.files {
		outside, defines := conventions.Of(f.Dialect).Outside, false
		if outside == nil || outside.Other == "" {
			continue
		}
		_, row := f.Dialect.Root.Lookup(style.Configuration)
		for _, p := range f.providerBlocks(style, names[1]) {
			alias := aliasOf(p.item.(*hclwrite.Block), row)
			defines = defines || len(names) == 2 || alias == names[2]
		}
		for _, part := range f.whole().allParts() {
			block, ok := part.item.(*hclwrite.Block)
			if _, other := otherModule(block, outside); !ok || !defines || !other {
				continue
			}
			given := func(name string) bool { return block.Body.Attribute(name) != nil }
			if !slices.ContainsFunc(style.Configurations, given) {
				line = part.line()
			}
		}
	}
	return line
}
