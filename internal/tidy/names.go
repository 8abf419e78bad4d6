package tidy

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// declared is something with a name that references use.
type declared struct {
	rule *schema.Declaration
	// space are the names before its own in a reference: aws_instance, data.http.
	space []string
	name  string
	file  string
	// places are where its name is in the files.
	places []*string
	// renamed is the new name, or empty.
	renamed string
}

// valid reports whether a reference to it can be written.
func (d *declared) valid() bool {
	return !slices.ContainsFunc(append(slices.Clip(d.space), d.name), func(step string) bool {
		return !hcltext.ValidIdentifier(step)
	})
}

func (d *declared) address(name string) string {
	return hcltext.Address(append(slices.Clip(d.space), name)...)
}

// names gives what has a generated name a readable one.
func names(m *module) {
	n := newRenamer(m)
	n.mark = unusual
	n.choose()
	if len(n.renamed) == 0 {
		return
	}
	n.rename()
	n.references("")
	n.moved()
}

// Rename gives what is called by names in a module another last name, in the trees themselves,
// with all references and with a block that tells the product of it. It returns the change, for
// [Prove], or why there is none.
func Rename(files []File, names []string, name string, opts Options) (list []Change, problem string) {
	opts.Dialect.Prepare()
	m := &module{opts: opts, style: styleOf(opts), files: files}
	n := newRenamer(m)
	from := hcltext.Address(names...)
	d := n.seen[from]
	switch {
	case d == nil:
		return nil, "Nothing in the module is called " + from + "."
	case !hcltext.ValidIdentifier(name):
		return nil, strconv.Quote(name) + " is no identifier, and only those are written into references."
	case n.taken[d.address(name)]:
		return nil, d.address(name) + " is there already, or was."
	}
	n.mark = mark(d.name)
	n.take(d, name)
	n.rename()
	n.references("")
	if !opts.NoMoved {
		n.moved()
	}
	return m.changes, ""
}

// mark matches every text that has a name.
func mark(name string) *regexp.Regexp {
	return regexp.MustCompile(regexp.QuoteMeta(name) + "|" + regexp.QuoteMeta(strings.Trim(hcltext.Quote(name), `"`)))
}

// Output is an output of what is called by names, such as module.vpc, and its new name.
type Output struct {
	Call     []string
	Old, New string
	// Instances: the call has several instances, so that an index is the key of one.
	Instances bool
	// Whole is called with the offset of each use of all outputs in a text, such as for v in module.vpc.
	Whole func(at int)
}

// FollowOutput returns the text of a file in which references have the new name of an output.
func FollowOutput(file File, o Output, opts Options) string {
	opts.Dialect.Prepare()
	m := &module{opts: opts, style: styleOf(opts), files: []File{file}}
	return (&renamer{module: m, style: m.style, mark: mark(o.Old), output: &o}).text("")
}

// edits give references to the output in an expression its new name: module.vpc.id,
// module.vpc[0].id, module.vpc[each.key].id and module.vpc[*].id.
func (o *Output) edits(text string, at func(int) int, e hclsyntax.Expression) (edits []textEdit) {
	followed := map[hclsyntax.Node]bool{}
	called := func(e hclsyntax.Expression) bool {
		t, ok := e.(*hclsyntax.ScopeTraversalExpr)
		found := ok && len(t.Traversal) == len(o.Call) && o.starts(t.Traversal)
		followed[e] = found
		return found
	}
	step := func(t hcl.Traversal) {
		if len(t) > 0 && keyName(t[0]) == o.Old {
			edits = append(edits, stepEdit(text, t[0], o.New))
		}
	}
	_ = hclsyntax.VisitAll(e, func(node hclsyntax.Node) hcl.Diagnostics {
		switch node := node.(type) {
		case *hclsyntax.ScopeTraversalExpr:
			if !followed[node] && called(node) && o.Whole != nil {
				o.Whole(at(node.SrcRange.Start.Byte))
			}
			if n := len(o.Call); len(node.Traversal) > n && o.starts(node.Traversal) {
				if _, index := node.Traversal[n].(hcl.TraverseIndex); index && (o.Instances || keyName(node.Traversal[n]) == "") {
					n++
				}
				step(node.Traversal[n:])
			}
		case *hclsyntax.RelativeTraversalExpr:
			if index, ok := node.Source.(*hclsyntax.IndexExpr); ok && called(index.Collection) {
				step(node.Traversal)
			}
		case *hclsyntax.SplatExpr:
			if each, ok := node.Each.(*hclsyntax.RelativeTraversalExpr); ok && called(node.Source) && each.Source == node.Item {
				step(each.Traversal)
			}
		}
		return nil
	})
	return edits
}

// starts reports whether a reference starts with the names of the call.
func (o *Output) starts(t hcl.Traversal) bool {
	for i, name := range o.Call {
		if i >= len(t) || hcltext.StepName(t[i]) != name {
			return false
		}
	}
	return true
}

// follower gives references the new last name of what is called by names.
func follower(files []File, names []string, name string, opts Options) (n *renamer, without string) {
	opts.Dialect.Prepare()
	m := &module{opts: opts, style: styleOf(opts), files: files}
	if opts.Dialect.Outside != nil {
		without = opts.Dialect.Outside.Other
	}
	return &renamer{
		module: m, style: m.style, renamed: map[string]string{hcltext.Address(names...): name},
		mark: mark(names[len(names)-1]),
	}, without
}

// FollowText returns the texts of the files in which references have the new last name of what the
// configuration that the files are for declares, as Options.Style has it, and nothing else is another.
func FollowText(files []File, names []string, name string, opts Options) []string {
	n, without := follower(files, names, name, opts)
	texts := make([]string, len(files))
	for i := range files {
		n.module.files = files[i : i+1]
		texts[i] = n.text(without)
	}
	return texts
}

// renamer is the work of this step.
type renamer struct {
	module *module
	style  *schema.Style
	// declared are in the order of the files; one that is in several is there
	// once.
	declared []*declared
	seen     map[string]*declared
	// taken are the addresses that nothing else may have.
	taken map[string]bool
	// renamed are the new names by old addresses. A text has one of the old names only where
	// mark matches.
	renamed map[string]string
	mark    *regexp.Regexp
	// output, if not nil, is what has a new name in place of those.
	output *Output
	// hashes: the module has names with a hash. snake: it has names in lower case with
	// underscores, or will have.
	hashes, snake bool
}

// newRenamer finds what is declared in a module, and what else has an address.
func newRenamer(m *module) *renamer {
	n := &renamer{
		module: m, style: m.style,
		seen: map[string]*declared{}, taken: map[string]bool{}, renamed: map[string]string{},
	}
	for _, file := range m.files {
		for _, item := range file.Body.Items {
			block, ok := item.(*hclwrite.Block)
			if !ok {
				continue
			}
			if rule := Declaration(n.style, block.Type, block.Labels); rule != nil {
				n.declare(rule, block, file.Name)
			}
			n.historic(block)
			// What is declared in a block (check) counts in the module as well.
			for inner := range block.Body.Items {
				if b, ok := block.Body.Items[inner].(*hclwrite.Block); ok {
					if rule := Declaration(n.style, b.Type, b.Labels); rule != nil && rule.Labels > 0 {
						n.taken[address(rule, b.Labels)] = true
					}
				}
			}
		}
	}
	return n
}

// Declaration is the rule for a block that declares something, or nil. So can the style be.
func Declaration(style *schema.Style, typ string, labels []string) *schema.Declaration {
	for i := 0; style != nil && i < len(style.Declarations); i++ {
		if rule := &style.Declarations[i]; rule.Type == typ && rule.Labels == len(labels) {
			return rule
		}
	}
	return nil
}

// address is that of what a block with labels declares.
func address(rule *schema.Declaration, labels []string) string {
	return hcltext.Address(rule.Names(labels)...)
}

func (n *renamer) declare(rule *schema.Declaration, b *hclwrite.Block, file string) {
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
		d := &declared{rule: rule, space: rule.Names(b.Labels[:max(rule.Labels-1, 0)]), name: *place, file: file}
		address := d.address(d.name)
		if n.seen[address] == nil {
			n.seen[address], n.taken[address] = d, true
			n.declared = append(n.declared, d)
		}
		n.seen[address].places = append(n.seen[address].places, place)
	}
}

// historic notes addresses that something had, so that it does not get new ones.
func (n *renamer) historic(b *hclwrite.Block) {
	for _, row := range n.style.Historic {
		if row.Type != b.Type {
			continue
		}
		for _, name := range row.References {
			if a := b.Body.Attribute(name); a != nil {
				n.past(hclwrite.ExprText(a.Expr))
			}
		}
	}
}

// past notes an address, and those that it is in: of terraform_data.web[0] and of
// module.web.terraform_data.a, what is called web now would be the same.
func (n *renamer) past(address string) {
	n.taken[address] = true
	for _, t := range variables(expression(address)) {
		for prefix := range addresses(t, n.style) {
			n.taken[prefix] = true
		}
	}
}

// choose finds the new names: the shortest that only one has, whatever the order.
func (n *renamer) choose() {
	for _, d := range n.declared {
		n.hashes = n.hashes || !d.rule.Public && hash.MatchString(d.name) && !digits.MatchString(d.name)
		n.snake = n.snake || n.hashes || !d.rule.Public && strings.Contains(d.name, "_") && !capital.MatchString(d.name)
	}
	for _, candidate := range []func(string) string{short, withID, long} {
		wanted := map[string]int{}
		for _, d := range n.declared {
			if n.changes(d) {
				wanted[d.address(candidate(n.base(d)))]++
			}
		}
		for _, d := range n.declared {
			if !n.changes(d) {
				continue
			}
			name := candidate(n.base(d))
			if wanted[d.address(name)] == 1 && !n.taken[d.address(name)] && hcltext.ValidIdentifier(name) {
				n.take(d, name)
			}
		}
	}
	next := map[string]int{}
	for _, d := range n.declared {
		name := short(n.base(d))
		address := d.address(name)
		for i := max(next[address], 2); n.changes(d) && hcltext.ValidIdentifier(name); i++ {
			if numbered := name + "_" + strconv.Itoa(i); !n.taken[d.address(numbered)] {
				n.take(d, numbered)
				next[address] = i + 1
			}
		}
	}
}

func (n *renamer) take(d *declared, name string) {
	d.renamed = name
	n.taken[d.address(name)] = true
	n.renamed[d.address(d.name)] = name
}

// changes reports whether a name is to change, and has no new one yet: it ends with a
// hash, or has words with capital letters among names that have none.
func (n *renamer) changes(d *declared) bool {
	return d.renamed == "" && !d.rule.Public && d.valid() && !n.module.opts.Kept[d.address(d.name)] &&
		(n.hashed(d) || n.snake && capital.MatchString(d.name))
}

// hashed reports whether a name ends with a hash. Digits alone can be a date, and are a
// hash only where the metadata says so, or where others have one.
//
// cdktf lib/private/unique.ts, makeUniqueId
func (n *renamer) hashed(d *declared) bool {
	return hash.MatchString(d.name) && (!digits.MatchString(d.name) || n.module.unique[d.name] ||
		n.hashes && !date.MatchString(d.name))
}

// base is a name without its hash.
func (n *renamer) base(d *declared) string {
	if n.hashed(d) {
		return d.name[:len(d.name)-hashLength]
	}
	return d.name
}

var (
	// hash is that of a path of constructs.
	hash    = regexp.MustCompile(`^.*[^_]_[0-9A-F]{8}$`)
	digits  = regexp.MustCompile(`_[0-9]{8}$`)
	date    = regexp.MustCompile(`_((19|20)[0-9]{2}[01][0-9][0-3][0-9]|[0-3][0-9][01][0-9](19|20)[0-9]{2})$`)
	capital = regexp.MustCompile(`^[A-Z]|[a-z][A-Z]`)
	// unusual is in every name that may change.
	unusual = regexp.MustCompile(`_[0-9A-F]{8}|[A-Z]`)
	// id is what some generators put into the names of constructs.
	id = regexp.MustCompile(`-[0-9a-f]{8}(_|$)`)
	// wordStart and acronymEnd are where words meet in a name with capital letters.
	wordStart  = regexp.MustCompile(`([a-z0-9])([A-Z])`)
	acronymEnd = regexp.MustCompile(`([A-Z])([A-Z][a-z])`)
)

// hashLength is that of the hash with the _ before it.
const hashLength = len("_489FDB7E")

// long is a name in lower case.
func long(name string) string {
	name = acronymEnd.ReplaceAllString(wordStart.ReplaceAllString(name, "${1}_${2}"), "${1}_${2}")
	return strings.Join(strings.FieldsFunc(strings.ToLower(name),
		func(r rune) bool { return r == '_' || r == '-' }), "_")
}

// withID is the same without parts that say nothing: the root of the tree, and what
// appears twice in a row.
func withID(name string) string {
	parts := slices.Compact(strings.Split(long(name), "_"))
	if len(parts) > 1 && parts[0] == "root" && hcltext.ValidIdentifier(parts[1]) {
		parts = parts[1:]
	}
	return strings.Join(parts, "_")
}

// short is the same without the IDs of generators.
func short(name string) string { return withID(id.ReplaceAllString(name, "${1}")) }

// rename gives the blocks and arguments their new names.
func (n *renamer) rename() {
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

// moved adds the blocks that tell the product of the new names.
func (n *renamer) moved() {
	row := n.style.Moved
	for _, d := range n.declared {
		if d.renamed == "" || !d.rule.Moved || !d.valid() {
			continue
		}
		block := hclwrite.NewBlock(row.Type)
		block.Body.Set(row.From, &hclwrite.Native{Text: d.address(d.name)})
		block.Body.Set(row.To, &hclwrite.Native{Text: d.address(d.renamed)})
		i := slices.IndexFunc(n.module.files, func(f File) bool { return f.Name == d.file })
		n.module.files[i].Body.Append(block)
	}
}

// references gives the new names to all that refers to what has one, but in blocks that have one of
// another type.
func (n *renamer) references(without string) {
	n.referring(without, func(s *spot) {
		if t, ok := s.quoted(); ok {
			t.Text = n.inSource(t.Text, expression)
		}
		s.sources(func(text *string, parse func(string) hclsyntax.Expression) { *text = n.inSource(*text, parse) })
	})
}

// referring calls visit for the expressions whose references get new names.
func (n *renamer) referring(without string, visit func(*spot)) {
	n.module.each(func(s *spot) {
		if s.root != nil && s.root.Body.Block(without) != nil {
			return
		}
		if slices.Contains(n.style.Paths, s.argument) {
			return
		}
		configuration := s.rule != nil && slices.Contains(n.style.Configurations, s.argument)
		if !configuration && (s.root == nil || !n.isHistoric(s.root, s.argument)) {
			visit(s)
		}
	})
}

// text is the source of the one file of the module, with new names in place of old ones.
func (n *renamer) text(without string) string {
	file := n.module.files[0]
	src := cmp.Or(file.JSON, file.Source())
	var edits []textEdit
	add := func(text string, at func(int) int, parse func(string) hclsyntax.Expression) {
		if !n.mark.MatchString(text) {
			return
		}
		for _, e := range n.edits(text, at, parse(text)) {
			e.rng.Start.Byte, e.rng.End.Byte = at(e.rng.Start.Byte), at(e.rng.End.Byte)
			if file.JSON != "" {
				e.text = inJSON.Replace(e.text)
			}
			edits = append(edits, e)
		}
	}
	objects := templateKeys(file.JSON)
	after := func(start int) func(int) int { return func(offset int) int { return start + offset } }
	done := 0
	n.referring(without, func(s *spot) {
		// depends_on has no outputs.
		skip := n.output != nil && s.rule != nil && s.rule.Element() != nil && s.rule.Element().Mode == schema.Traversal
		source := src[s.span.Start:s.span.End]
		switch {
		case file.JSON != "":
			if object, ok := (*s.expr).(*hclwrite.Object); ok && objects[s.span.Start] != nil {
				for i, m := range objects[s.span.Start].Members {
					if key := object.Items[i].Key; key.Template || key.Source {
						add(m.Name, jsontree.InString(src, m.NameStart), template)
					}
				}
			}
			if s.span.Start < done || !strings.HasPrefix(source, `"`) || skip {
				return
			}
			done = s.span.End
			text, _ := jsontree.Unquote(source)
			t, quoted := (*s.expr).(*hclwrite.Template)
			if _, reference := s.quoted(); !quoted || reference || hcltext.HasSequence(t.Text) { // else it is literal
				parse := expression
				if hcltext.HasSequence(text) {
					parse = template
				}
				add(text, jsontree.InString(src, s.span.Start), parse)
			}
		case s.span.Start >= done: // it is the value of an argument, and the next ones are in it
			if done = s.span.End; !skip {
				add(source, after(s.span.Start), expression)
			}
		}
		if t, ok := s.quoted(); ok && source == hcltext.QuoteTemplate(t.Text) {
			add(t.Text, after(s.span.Start+1), expression)
		}
	})
	return string(apply(src, edits))
}

// templateKeys are the objects in HCL-JSON with names that can be templates, by their offsets.
func templateKeys(src string) map[int]*jsontree.Value {
	list := map[int]*jsontree.Value{}
	if src == "" {
		return list
	}
	root, _ := jsontree.Parse(src, "")
	var add func(v *jsontree.Value)
	add = func(v *jsontree.Value) {
		for i := range v.Len() {
			name, part := v.Part(i)
			if hcltext.HasSequence(name) {
				list[v.Start] = v
			}
			add(part)
		}
	}
	add(root)
	return list
}

// inJSON makes a part of an expression one of a JSON string.
var inJSON = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func (n *renamer) isHistoric(b *hclwrite.Block, argument string) bool {
	return slices.ContainsFunc(n.style.Historic, func(row schema.HistoricRow) bool {
		return row.Type == b.Type && slices.Contains(row.References, argument)
	})
}

// inSource renames in the source text of an expression or template.
func (n *renamer) inSource(text string, parse func(string) hclsyntax.Expression) string {
	if !n.mark.MatchString(text) {
		return text
	}
	return string(apply(text, n.edits(text, func(offset int) int { return offset }, parse(text))))
}

// edits give the references in an expression, which may be nil, new names. at returns where in the
// source an offset of its text is.
func (n *renamer) edits(text string, at func(int) int, e hclsyntax.Expression) (edits []textEdit) {
	if n.output != nil && e != nil {
		return n.output.edits(text, at, e)
	}
	for _, t := range variables(e) {
		edits = append(edits, newName(text, t, n.style, n.renamed)...)
	}
	return edits
}

// quoted is an expression that is a reference and nothing else, in quotes as in old
// configurations.
func (s *spot) quoted() (t *hclwrite.Template, ok bool) {
	if s.rule == nil || s.rule.Mode != schema.Traversal && s.rule.Mode != schema.Reference {
		return nil, false
	}
	t, ok = (*s.expr).(*hclwrite.Template)
	return t, ok && !hcltext.HasSequence(t.Text)
}

// newName is the edit that gives a reference in a text its new name; nothing if it has none.
func newName(text string, t hcl.Traversal, style *schema.Style, names map[string]string) []textEdit {
	for address, step := range addresses(t, style) {
		if name := names[address]; name != "" {
			return []textEdit{stepEdit(text, step, name)}
		}
	}
	return nil
}

// stepEdit gives a step of a reference in a text another name.
func stepEdit(text string, step hcl.Traverser, name string) textEdit {
	rng := step.SourceRange() // with the dot or the brackets
	if source := text[rng.Start.Byte:rng.End.Byte]; strings.HasPrefix(source, "[") {
		rng.End.Byte = rng.Start.Byte + strings.LastIndexByte(source, '"') + 1
		rng.Start.Byte += strings.IndexByte(source, '"')
		return textEdit{rng, hcltext.Quote(name)}
	}
	rng.Start.Byte = rng.End.Byte - len(hcltext.StepName(step))
	return textEdit{rng, name}
}

// keyName returns the name that a step of a reference is: also a["b"] is b of a. It returns ""
// for other steps.
func keyName(step hcl.Traverser) string {
	if index, ok := step.(hcl.TraverseIndex); ok && index.Key.Type() == cty.String {
		return index.Key.AsString()
	}
	return hcltext.StepName(step)
}

// addresses goes over the addresses that a reference starts with, each with its last
// step: of aws_x.a.id they are aws_x, aws_x.a and aws_x.a.id. An index with a constant
// string is a name as well. A word that may be before a reference, and means nothing, is
// in none.
func addresses(t hcl.Traversal, style *schema.Style) iter.Seq2[string, hcl.Traverser] {
	return func(yield func(string, hcl.Traverser) bool) {
		var names []string
		for i, step := range t {
			name := keyName(step)
			explicit := func(d schema.Declaration) bool { return d.Explicit == name }
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
