package tidy

import (
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/lazyregexp"
)

// declaration is a declaration whose name is used in references.
type declaration struct {
	rule *conventions.Declaration
	// space contains the names before its own name in a reference, such as aws_instance or
	// data.http.
	space []string
	name  string
	// file is the first file of the declaration, and files contains all of them except override files.
	file  string
	files []string
	// places contains pointers to the occurrences of its name in the files.
	places []*string
	// renamed is the new name, or "".
	renamed string
}

// isReferable reports whether a reference can contain the address.
func (d *declaration) isReferable() bool {
	return !slices.ContainsFunc(append(slices.Clip(d.space), d.name), func(step string) bool {
		return !hcltext.IsIdentifier(step)
	})
}

func (d *declaration) address(name string) string {
	return hcltext.Address(append(slices.Clip(d.space), name)...)
}

// improveNames replaces generated names with readable names.
func improveNames(m *module) {
	n := newRenamer(m)
	for _, file := range m.files {
		for _, item := range file.Body.Items {
			if block, ok := item.(*hclwrite.Block); ok {
				n.recordHistoric(block)
			}
		}
	}
	n.mark = unusualPattern()
	n.chooseNames()
	if len(n.renamed) == 0 {
		return
	}
	n.renameDeclarations()
	n.updateReferences()
	n.addMovedBlocks()
}

// Rename changes the last names of declarations in the given trees of a module, but no references. names contains the
// new names by old address. It returns the changes for [CheckEquivalence].
func Rename(files []File, names map[string]string, opts Options) []Change {
	languages.Prepare(opts.Dialect)
	m := &module{opts: opts, style: styleOf(opts), files: files}
	n := newRenamer(m)
	for _, d := range n.declared {
		d.renamed = names[d.address(d.name)]
	}
	n.renameDeclarations()
	return m.changes
}

// renamer is the state of the step that renames declarations.
type renamer struct {
	module *module
	style  *conventions.Style
	// declared contains the declarations in file order. It contains a declaration only once, even if
	// it is in several files.
	declared []*declaration
	seen     map[string]*declaration
	// taken contains the addresses that new names must not use.
	taken map[string]bool
	// renamed maps an old address to the new name. Only texts that match mark can contain an old
	// name.
	renamed map[string]string
	mark    *regexp.Regexp
	// hashes is true if the module has names with a hash. snake is true if the module has names in
	// lower case with underscores, also after renaming.
	hashes, snake bool
}

// newRenamer returns a renamer with the declarations of a module, and with other addresses that are
// in use.
func newRenamer(m *module) *renamer {
	n := &renamer{
		module: m, style: m.style,
		seen: map[string]*declaration{}, taken: map[string]bool{}, renamed: map[string]string{},
	}
	for _, file := range m.files {
		for _, item := range file.Body.Items {
			block, ok := item.(*hclwrite.Block)
			if !ok {
				continue
			}
			if rule := DeclarationRule(n.style, block.Type, block.Labels); rule != nil {
				n.collectDeclaration(rule, block, file.Name)
			}
			for _, inner := range block.Body.Items {
				if b, ok := inner.(*hclwrite.Block); ok {
					if rule := DeclarationRule(n.style, b.Type, b.Labels); rule != nil && rule.Within == block.Type {
						n.collectDeclaration(rule, b, file.Name)
					}
				}
			}
		}
	}
	return n
}

// DeclarationRule returns the rule for a block that declares a name, or nil. style can be nil.
func DeclarationRule(style *conventions.Style, typ string, labels []string) *conventions.Declaration {
	for i := 0; style != nil && i < len(style.Declarations); i++ {
		if rule := &style.Declarations[i]; rule.Type == typ && rule.Labels == len(labels) {
			return rule
		}
	}
	return nil
}

// declaredAddress returns the address that a block with these labels declares.
func declaredAddress(rule *conventions.Declaration, labels []string) string {
	return hcltext.Address(rule.Names(labels)...)
}

func (n *renamer) collectDeclaration(rule *conventions.Declaration, b *hclwrite.Block, file string) {
	var places []*string
	if rule.Labels > 0 {
		places = append(places, &b.Labels[rule.Labels-1])
	}
	for _, item := range b.Body.Items {
		if a, ok := item.(*hclwrite.Attribute); ok && rule.Labels == 0 {
			places = append(places, &a.Name)
		}
	}
	for _, place := range places {
		d := &declaration{rule: rule, space: rule.Names(b.Labels[:max(rule.Labels-1, 0)]), name: *place, file: file}
		address := d.address(d.name)
		if n.seen[address] == nil {
			n.seen[address], n.taken[address] = d, true
			n.declared = append(n.declared, d)
		} else if HasFixedName(n.style, n.seen[address].file) {
			n.seen[address].file = file // the first one overrides this declaration
		}
		n.seen[address].places = append(n.seen[address].places, place)
		if files := &n.seen[address].files; !HasFixedName(n.style, file) && !slices.Contains(*files, file) {
			*files = append(*files, file)
		}
	}
}

// recordHistoric records former addresses, so that new names do not use them.
func (n *renamer) recordHistoric(b *hclwrite.Block) {
	for _, row := range n.style.Historic {
		if row.Type != b.Type {
			continue
		}
		for _, name := range row.References {
			if a := b.Body.Attribute(name); a != nil {
				n.recordFormerAddress(hclwrite.ExprText(a.Expr))
			}
		}
	}
}

// recordFormerAddress records an address and its prefixes. A new declaration called web would conflict with
// terraform_data.web[0] and with module.web.terraform_data.a.
func (n *renamer) recordFormerAddress(address string) {
	n.taken[address] = true
	for _, t := range referencesOf(parseExpression(address)) {
		for prefix := range leadingAddresses(t, n.style) {
			n.taken[prefix] = true
		}
	}
}

// chooseNames selects the new names: the shortest unique names, regardless of the order.
func (n *renamer) chooseNames() {
	for _, d := range n.declared {
		n.hashes = n.hashes || !d.rule.Public && hashPattern().MatchString(d.name) && !digitsPattern().MatchString(d.name)
		n.snake = n.snake || n.hashes || !d.rule.Public && strings.Contains(d.name, "_") && !capitalPattern().MatchString(d.name)
	}
	for _, candidate := range []func(string) string{shortName, nameWithID, longName} {
		wanted := map[string]int{}
		for _, d := range n.declared {
			if n.needsName(d) {
				wanted[d.address(candidate(n.nameWithoutHash(d)))]++
			}
		}
		for _, d := range n.declared {
			if !n.needsName(d) {
				continue
			}
			name := candidate(n.nameWithoutHash(d))
			if wanted[d.address(name)] == 1 && !n.taken[d.address(name)] && hcltext.IsIdentifier(name) {
				n.assignName(d, name)
			}
		}
	}
	next := map[string]int{}
	for _, d := range n.declared {
		name := shortName(n.nameWithoutHash(d))
		address := d.address(name)
		for i := max(next[address], 2); n.needsName(d) && hcltext.IsIdentifier(name); i++ {
			if numbered := name + "_" + strconv.Itoa(i); !n.taken[d.address(numbered)] {
				n.assignName(d, numbered)
				next[address] = i + 1
			}
		}
	}
}

func (n *renamer) assignName(d *declaration, name string) {
	d.renamed = name
	n.taken[d.address(name)] = true
	n.renamed[d.address(d.name)] = name
}

// needsName reports whether a name must change and has no new name yet: it ends with a hash, or it
// contains capital letters while other names use underscores.
func (n *renamer) needsName(d *declaration) bool {
	return d.renamed == "" && !d.rule.Public && d.isReferable() && !n.module.opts.Kept[d.address(d.name)] &&
		(n.hasHash(d) || n.snake && capitalPattern().MatchString(d.name))
}

// hasHash reports whether a name ends with a hash. A suffix of digits can be a date. It is a hash
// only if the metadata defines it, or if other names end with a hash.
//
// cdktf lib/private/unique.ts, makeUniqueId
func (n *renamer) hasHash(d *declaration) bool {
	return hashPattern().MatchString(d.name) && (!digitsPattern().MatchString(d.name) || n.module.unique[d.name] ||
		n.hashes && !datePattern().MatchString(d.name))
}

// nameWithoutHash returns a name without its hash.
func (n *renamer) nameWithoutHash(d *declaration) string {
	if n.hasHash(d) {
		return d.name[:len(d.name)-hashLength]
	}
	return d.name
}

var (
	// hashPattern matches the hash of a construct path.
	hashPattern    = lazyregexp.New(`^.*[^_]_[0-9A-F]{8}$`)
	digitsPattern  = lazyregexp.New(`_[0-9]{8}$`)
	datePattern    = lazyregexp.New(`_((19|20)[0-9]{2}[01][0-9][0-3][0-9]|[0-3][0-9][01][0-9](19|20)[0-9]{2})$`)
	capitalPattern = lazyregexp.New(`^[A-Z]|[a-z][A-Z]`)
	// unusualPattern matches a part of every name that can change.
	unusualPattern = lazyregexp.New(`_[0-9A-F]{8}|[A-Z]`)
	// idPattern matches the id that some generators add to the names of constructs.
	idPattern = lazyregexp.New(`-[0-9a-f]{8}(_|$)`)
	// wordStart and acronymEnd match the word boundaries in a name with capital letters.
	wordStart  = lazyregexp.New(`([a-z0-9])([A-Z])`)
	acronymEnd = lazyregexp.New(`([A-Z])([A-Z][a-z])`)
)

// hashLength is the length of the hash with its underscore.
const hashLength = len("_489FDB7E")

// longName returns a name in lower case.
func longName(name string) string {
	name = acronymEnd().ReplaceAllString(wordStart().ReplaceAllString(name, "${1}_${2}"), "${1}_${2}")
	return strings.Join(strings.FieldsFunc(strings.ToLower(name),
		func(r rune) bool { return r == '_' || r == '-' }), "_")
}

// nameWithID returns the long name without redundant parts: the root of the tree, and adjacent
// repetitions.
func nameWithID(name string) string {
	parts := slices.Compact(strings.Split(longName(name), "_"))
	if len(parts) > 1 && parts[0] == "root" && hcltext.IsIdentifier(parts[1]) {
		parts = parts[1:]
	}
	return strings.Join(parts, "_")
}

// shortName returns the result of nameWithID without the ids of generators.
func shortName(name string) string { return nameWithID(idPattern().ReplaceAllString(name, "${1}")) }

// renameDeclarations sets the new names in blocks and arguments.
func (n *renamer) renameDeclarations() {
	for _, d := range n.declared {
		if d.renamed == "" {
			continue
		}
		for _, place := range d.places {
			*place = d.renamed
		}
		n.module.changes = append(n.module.changes, Change{
			Step: "names", File: d.file, Place: d.address(d.name), Before: d.address(d.name),
			After: d.address(d.renamed), Old: d.name, New: d.renamed,
		})
	}
}

// addMovedBlocks adds the blocks that announce new names to the product.
func (n *renamer) addMovedBlocks() {
	row := n.style.Moved
	for _, d := range n.declared {
		if d.renamed == "" || !d.rule.Moved || !d.isReferable() {
			continue
		}
		var names []string
		for _, f := range n.module.files {
			names = append(names, f.Name)
		}
		for _, name := range MovedFiles(n.style, names, d.files) {
			block := hclwrite.NewBlock(row.Type)
			block.Body.Set(row.From, &hclwrite.Native{Text: d.address(d.name)})
			block.Body.Set(row.To, &hclwrite.Native{Text: d.address(d.renamed)})
			n.module.files[slices.Index(names, name)].Body.Append(block)
		}
	}
}

// MovedFiles returns the files that get a block about a new name. Each file of the declaration gets it, because a
// product may ignore one of them: OpenTofu ignores main.tf if there is main.tofu. An override file must not contain it.
func MovedFiles(style *conventions.Style, all, declaring []string) []string {
	if len(declaring) > 0 {
		return declaring
	}
	i := max(0, slices.IndexFunc(all, func(name string) bool { return !HasFixedName(style, name) }))
	return all[i : i+1]
}

// updateReferences updates all references to renamed declarations.
func (n *renamer) updateReferences() {
	n.module.eachExpr(func(s *spot) {
		if t, ok := s.quotedReference(); ok {
			t.Text = n.updateSource(s, t.Text, parseExpression)
		}
		s.eachSource(func(text *string, parse func(string) hclsyntax.Expression) { *text = n.updateSource(s, *text, parse) })
	})
}

// isConfiguration reports whether an expression refers to configurations of providers. The rule of an argument tells it
// from one with the same name in a body that a provider defines.
func (s *spot) isConfiguration(style *conventions.Style) bool {
	return s.isAlias(style) || slices.Contains(style.Configurations, s.argument) &&
		(s.isStatic() || s.argumentRule != nil && s.argumentRule.MapKey != nil)
}

// isAlias reports whether an expression names configurations that the callers of the module define.
func (s *spot) isAlias(style *conventions.Style) bool {
	return len(s.path) > 3 && slices.ContainsFunc(style.Sources, func(row conventions.SourceRow) bool {
		return s.path[0] == row.Type && s.path[1] == "."+row.Block && s.path[3] == "."+row.Aliases
	})
}

// isPath reports whether an expression is a path into its top-level block.
func (s *spot) isPath(style *conventions.Style) bool {
	return len(s.path) > 2 && slices.ContainsFunc(style.Paths, func(row conventions.PathRow) bool {
		return s.argument == row.Argument && s.path[1] == "."+row.Block && s.path[2] == "."+row.Argument
	})
}

func (n *renamer) isHistoric(b *hclwrite.Block, argument string) bool {
	return slices.ContainsFunc(n.style.Historic, func(row conventions.HistoricRow) bool {
		return row.Type == b.Type && slices.Contains(row.References, argument)
	})
}

// updateSource updates the references in the source of an expression or template. An address of a former declaration
// stays, but an address that leads into a renamed module does not.
func (n *renamer) updateSource(s *spot, text string, parse func(string) hclsyntax.Expression) string {
	if !n.mark.MatchString(text) {
		return text
	}
	historic := s.root != nil && n.isHistoric(s.root, s.argument)
	var edits []nativeedit.Replacement
	s.eachReference(n.style, text, parse(text), func(r *Reference) {
		if r.IsPath || r.IsConfiguration {
			return
		}
		steps := r.Steps
		if slices.ContainsFunc(n.style.Declarations, func(d conventions.Declaration) bool { return d.Explicit == steps[0].Name }) {
			steps = steps[1:]
		}
		var names []string
		for i := 0; i < len(steps) && steps[i].Name != ""; i++ {
			names = append(names, steps[i].Name)
			if name := n.renamed[hcltext.Address(names...)]; name != "" && !(historic && i == len(steps)-1) {
				span, name := steps[i].Renamed(name)
				edits = append(edits, nativeedit.Replacement{Span: span, Text: name})
				return
			}
		}
	})
	return nativeedit.Replace(text, nil, edits)
}

// quotedReference returns an expression that is only a reference in quotes, the syntax of old configurations.
func (s *spot) quotedReference() (t *hclwrite.Template, ok bool) {
	if s.rule == nil || s.rule.Mode != tables.Traversal && s.rule.Mode != tables.Reference {
		return nil, false
	}
	t, ok = (*s.expr).(*hclwrite.Template)
	return t, ok && !hcltext.HasSequence(t.Text)
}

// stepEdit returns the edit that renames a step of a reference.
func stepEdit(text string, step hcl.Traverser, name string) nativeedit.Replacement {
	rng := step.SourceRange() // includes the dot or the brackets
	if source := text[rng.Start.Byte:rng.End.Byte]; strings.HasPrefix(source, "[") {
		rng.End.Byte = rng.Start.Byte + strings.LastIndexByte(source, '"') + 1
		rng.Start.Byte += strings.IndexByte(source, '"')
		return nativeedit.NewReplacement(rng, hcltext.Quote(name))
	}
	if !hcltext.IsIdentifier(name) {
		return nativeedit.NewReplacement(rng, "["+hcltext.Quote(name)+"]")
	}
	rng.Start.Byte = rng.End.Byte - len(hcltext.StepName(step))
	return nativeedit.NewReplacement(rng, name)
}

// leadingAddresses returns the addresses at the start of a reference, each with its last step. For
// aws_x.a.id they are aws_x, aws_x.a and aws_x.a.id. An index with a constant string is also a name.
// The addresses omit an optional prefix without meaning.
func leadingAddresses(t hcl.Traversal, style *conventions.Style) iter.Seq2[string, hcl.Traverser] {
	return func(yield func(string, hcl.Traverser) bool) {
		var names []string
		for i, step := range t {
			name := keyName(step)
			explicit := func(d conventions.Declaration) bool { return d.Explicit == name }
			switch {
			case name == "":
				return
			case i == 0 && slices.ContainsFunc(style.Declarations, explicit):
				continue
			}
			names = append(names, name)
			if !yield(hcltext.Address(names...), step) {
				return
			}
		}
	}
}
