package address

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
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
	w.file.eachProviderBlock(w.style, func(p *place) {
		if name := p.item.(*hclwrite.Block).Labels[0]; w.names == nil || slices.Contains(w.names, name) {
			w.yield(&Reference{Module: w.module.dir, names: []string{w.style.Configuration, name}, key: p})
		}
	})
}

// labelOf returns the position of the first label of a block: in JSON, the last property with this name before the body.
func (f *file) labelOf(block *hclwrite.Block) hclwrite.Span {
	span, quoted := block.Span, hcltext.Quote(block.Labels[0])
	if span == (hclwrite.Span{}) || span.End > len(f.Bytes) {
		return span
	}
	start := strings.LastIndex(string(f.Bytes[:span.Start]), quoted)
	for _, text := range []string{quoted, block.Labels[0]} {
		i := strings.Index(string(f.Bytes[span.Start:span.End]), text)
		if !f.JSON && i >= 0 {
			return hclwrite.Span{Start: span.Start + i, End: span.Start + i + len(text)}
		}
	}
	if f.JSON && start >= 0 {
		return hclwrite.Span{Start: start, End: start + len(quoted)}
	}
	return span
}

// eachBlock calls visit for the blocks with a row at the root of a file, and for those in blocks for which visit returns
// true.
func (f *file) eachBlock(visit func(p *place, block *hclwrite.Block, row *tables.Block) (enters bool)) {
	var inside func(p *place)
	inside = func(p *place) {
		for _, part := range slices.Clone(p.allParts()) {
			block, ok := part.item.(*hclwrite.Block)
			if !ok {
				continue
			}
			if _, row := p.rules.Lookup(block.Type); row != nil && visit(part, block, row) {
				inside(part)
			}
		}
	}
	inside(f.whole())
}

// eachProviderBlock calls visit for the blocks of a file whose first label is the local name of a provider.
func (f *file) eachProviderBlock(style *conventions.Style, visit func(*place)) {
	f.eachBlock(func(p *place, block *hclwrite.Block, row *tables.Block) bool {
		if len(block.Labels) == 1 && (row.Part() == tables.ProviderConfig || row.OfProvider) {
			visit(p)
			return false
		}
		return slices.ContainsFunc(style.Sources, func(row conventions.SourceRow) bool { return row.Type == block.Type })
	})
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
	for _, s := range a.steps {
		if s.kind != name {
			return nil
		}
		names = append(names, s.text)
	}
	isLocal := func(row conventions.SourceRow) bool {
		return len(names) == 3 && names[0] == row.Type && names[1] == row.Block
	}
	switch {
	case slices.ContainsFunc(style.Sources, isLocal):
		return []string{style.Configuration, names[2]}
	case len(names) == 3 && names[0] == style.Configuration && len(m.aliases(names)) > 0:
		return names
	case len(names) == 2 && names[0] == style.Configuration:
		if len(m.find(a.steps)) > 0 {
			return names
		}
	}
	return nil
}

// aliases returns the places that define the alias in the names of a configuration: arguments of blocks, and elements of
// the list of configurations that callers define.
func (m *Module) aliases(names []string) (list []*place) {
	style := m.declaringStyle()
	is := func(p *place, text string) bool {
		e := *p.slot()
		return e != nil && hclwrite.ExprText(e) == text
	}
	for _, f := range m.files {
		f.eachProviderBlock(style, func(p *place) {
			if !p.configures() || p.item.(*hclwrite.Block).Labels[0] != names[1] {
				return
			}
			_, row := f.Dialect.Root.Lookup(style.Configuration)
			for _, part := range p.allParts() {
				if row != nil && hclwrite.ItemName(part.item) == row.DistinguishedBy && is(part, hcltext.Quote(names[2])) {
					list = append(list, part)
				}
			}
		})
	}
	for _, row := range style.Sources {
		for _, p := range m.find(stepsOf([]string{row.Type, row.Block, names[1], row.Aliases})) {
			for _, part := range p.allParts() {
				if text := hcltext.Address(names[1:]...); is(part, text) || is(part, hcltext.Quote(text)) {
					list = append(list, part)
				}
			}
		}
	}
	return list
}

// moveConfiguration renames an alias of a provider, or the local name of a provider in its requirement. It returns false
// for other addresses.
func (m *Module) moveConfiguration(c *Change) (places int, diags hcl.Diagnostics, ok bool) {
	style := m.declaringStyle()
	if style == nil || style.Configuration == "" || len(c.Address.steps) < 2 {
		return 0, nil, false
	}
	if first := c.Address.steps[0]; len(c.Address.steps) == 2 && first.kind == name && first.text == style.Configuration {
		list, _ := m.places(c.Address)
		if len(list) == 0 {
			return 0, nil, false
		}
		requirement := m.requirement(style, c.Address.steps[1].text)
		if at, _ := Parse(requirement); len(m.find(at.steps)) == 0 {
			requirement += ", after you have added it with its source"
		}
		return 0, list[0].cannot(fmt.Sprintf("has the local name of the provider, and no name of its own. To rename an "+
			"alias, write %s.ALIAS; to rename the provider in the module, write %s", c.Address, requirement)), true
	}
	names := m.configurationNames(c.Address)
	if names == nil {
		return 0, nil, false
	}
	list, _ := m.places(c.Address)
	isAlias := len(names) == 3
	if isAlias {
		if len(list) > 0 {
			return 0, list[0].cannot("is an argument, and also an alias. Rename one of them by hand"), true
		}
		list = m.aliases(names)
	}
	n := len(c.Address.steps) - 1
	switch {
	case len(list) == 0:
		return 0, nil, false
	case len(c.To.steps) != n+1 || c.To.steps[n].kind != name ||
		!slices.EqualFunc(c.Address.steps[:n], c.To.steps[:n], sameStep):
		return 0, problem("No new name", "%s and %s must be the same up to the last name.", c.Address, c.To), true
	}
	p, to := *list[0], c.To.steps[n].text
	p.node = &node{address: c.Address.text} // for messages
	r := renaming{style: style, from: names, to: withLast(names, to)}
	switch {
	case to == names[len(names)-1]:
		return len(list), nil, true
	case !hcltext.IsIdentifier(to):
		return 0, p.cannot("cannot be called " + to + ", which is not an identifier, as references need"), true
	case isAlias && len(m.aliases(r.to)) > 0:
		line := m.aliases(r.to)[0].line()
		return 0, p.cannot("cannot be called " + to + ", because " + line + " defines this alias already"), true
	}
	if !isAlias {
		if diags = m.impliedSource(style, list); diags.HasErrors() {
			return 0, diags, true
		}
		if lines := m.usesOfProvider(style, to); len(lines) > 0 {
			return 0, p.cannot("cannot be called " + to + ", because these places use this name already: " +
				firstOf(lines)), true
		}
	}
	if line := m.givenToOther(style, names); line != "" {
		return 0, p.cannot("cannot be called " + to + ", because " + line + " tests another module, which gets this " +
			"configuration by its name. Add the argument providers there"), true
	}
	if diags = m.follow(&p, r, c.To.text); diags.HasErrors() {
		return 0, diags, true
	}
	m.renames = append(m.renames, r)
	if isAlias {
		m.setAliases(names, to)
		return len(list), diags, true
	}
	return len(list), append(diags, m.setLocalName(c, names[1], to)...), true
}

// requirement returns the address of the requirement of a provider.
func (m *Module) requirement(style *conventions.Style, local string) string {
	row := style.Sources[0]
	return hcltext.Address(row.Type, row.Block, local)
}

// impliedSource returns an error for the first requirement without a source: its local name defines the provider.
func (m *Module) impliedSource(style *conventions.Style, list []*place) hcl.Diagnostics {
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
func (m *Module) setAliases(names []string, to string) {
	for _, p := range m.aliases(names) {
		p.setValue(hclwrite.NewString(to))
		m.defining[p.file.Filename] = true
	}
}

// setLocalName sets the local name in the requirements of a provider. Blocks whose type implies the old name get an
// argument with the new one: without it, they would use another provider.
func (m *Module) setLocalName(c *Change, from, to string) (diags hcl.Diagnostics) {
	list, diags := m.places(c.Address)
	for _, p := range list {
		p.touch()
		p.outer.renamed(p.item, func() { p.body.Rename(from, to) })
		m.defining[p.file.Filename] = true
	}
	diags = append(diags, m.impliedTargets(from, to)...)
	m.eachImplied(func(p *place, local, argument string) {
		if local != from || p.file.Override { // the block that an override changes gets the argument
			return
		}
		parts, _ := nativeedit.ParseParts(p.file.changes, argument+" = "+to, true, false)
		p.touch()
		at := p.firstArgument()
		for _, part := range parts {
			p.file.changes.Next[part.(hclwrite.Item)] = true
			p.addItem(at, part.(hclwrite.Item))
		}
	})
	return diags
}

// impliedTargets warns about blocks with the address of an object whose block is missing: the type in the address implies
// the old local name.
func (m *Module) impliedTargets(from, to string) (diags hcl.Diagnostics) {
	m.tree.each([]string{m.dir}, nil, nil, func(r *Reference) {
		root := r.root()
		if root == nil || !r.use.IsStatic || r.Module != m.dir || len(r.names) != 2 || m.isDeclared(r.names) {
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
	})
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

// eachImplied calls visit for the blocks whose type implies the local name of a provider, with the argument that sets it.
func (m *Module) eachImplied(visit func(p *place, local, argument string)) {
	for _, f := range m.files {
		f.eachBlock(func(p *place, block *hclwrite.Block, row *tables.Block) bool {
			if row.Part() == tables.NoPart {
				return true
			}
			if row.By != "" && len(block.Labels) > 1 && block.Body.Attribute(row.By) == nil {
				local, _ := tables.LocalName(row.Part(), block.Labels, "")
				visit(p, local, row.By)
			}
			return false
		})
	}
}

// usesOfProvider returns the lines that use the local name of a provider, also implied by a type.
func (m *Module) usesOfProvider(style *conventions.Style, local string) (lines []string) {
	add := func(at hcl.Range) { lines = append(lines, fmt.Sprintf("%s:%d", at.Filename, at.Start.Line)) }
	for _, row := range style.Sources {
		for _, p := range m.find(stepsOf([]string{row.Type, row.Block, local})) {
			add(p.where())
		}
	}
	for _, use := range m.tree.usesOf(m.dir, style, []string{style.Configuration, local}) {
		add(use.where())
	}
	m.eachImplied(func(p *place, name, _ string) {
		if name == local {
			add(p.where())
		}
	})
	return uniqueLines(lines)
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
		if alias := strings.Trim(block.Body.SourceOf(row.DistinguishedBy), `"`); alias != "" {
			names = append(names, alias)
		}
	}
	return names
}

// usesOfConfiguration returns the lines that use a removed configuration or requirement of a provider; none if the
// module has another one with the same names.
func (m *Module) usesOfConfiguration(r removal) (lines []string) {
	if r.isRequirement {
		if at, _ := Parse(m.requirement(r.style, r.names[1])); len(m.find(at.steps)) > 0 {
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
			lines = append(lines, use.line(use.Range))
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
		f.eachProviderBlock(style, func(p *place) {
			_, row := f.Dialect.Root.Lookup(style.Configuration)
			block := p.item.(*hclwrite.Block)
			alias := strings.Trim(block.Body.SourceOf(row.DistinguishedBy), `"`)
			defines = defines || block.Labels[0] == names[1] && (len(names) == 2 || alias == names[2])
		})
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
