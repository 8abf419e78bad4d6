package tidy

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// CheckEquivalence returns an error for each invalid change, and for each difference between two
// modules that is not a change. It parses both modules with hashicorp/hcl. When the changes are
// undone, after must be equivalent to before, including comments. A changed expression must have the
// same value according to the products' own functions. No reference to an old name may remain.
// before is native syntax or JSON.
func CheckEquivalence(before []equivalent.Source, after []File, changes []Change, opts Options) hcl.Diagnostics {
	undone, diags := Undo(after, changes, opts)
	if diags.HasErrors() {
		return diags
	}
	p := &checker{opts: opts, style: styleOf(opts), before: EquivalenceSources(undone), after: EquivalenceSources(after)}
	for _, source := range append(slices.Clip(p.before), p.after...) {
		diags = append(diags, hclwrite.CheckLimits(source.Bytes, source.Filename)...)
	}
	if diags.HasErrors() {
		return diags
	}
	for _, c := range changes {
		if problem := p.checkChange(c); problem != "" {
			diags = append(diags, changeError(c, problem))
		}
	}
	diags = append(diags, p.checkRenames(changes)...)
	gone, paths := metadataComments(changes, opts)
	counted := equivalent.Options{Comments: !opts.DropComments, Module: opts.Module}
	before, restored := p.changed(before, after)
	return append(diags, equivalent.CompareModules(
		append(before, paths), append(restored, gone), opts.Dialect, counted).Messages()...)
}

// changed returns the files of both sides without those that did not change. Override files need all others.
func (p *checker) changed(before []equivalent.Source, after []File) (rest, restored []equivalent.Source) {
	unchanged := map[string]bool{}
	if !slices.ContainsFunc(p.before, func(s equivalent.Source) bool { return s.Override }) {
		for i, file := range after {
			unchanged[file.Name] = file.Unchanged && bytes.Equal(p.before[i].Bytes, p.after[i].Bytes)
		}
	}
	changed := func(list []equivalent.Source) []equivalent.Source {
		return slices.DeleteFunc(slices.Clone(list), func(s equivalent.Source) bool { return unchanged[s.Filename] })
	}
	return changed(before), changed(p.before)
}

// EquivalenceSources returns files in the type that the equivalence check reads.
func EquivalenceSources(files []File) []equivalent.Source {
	list := make([]equivalent.Source, len(files))
	for i, file := range files {
		list[i] = equivalent.Source{Bytes: file.Bytes(), Filename: file.Name, Override: dialects.IsOverride(file.Name)}
	}
	return list
}

// metadataComments returns two additional files for the comparison. They contain the comments that
// the step metadata removed and added, so that both sides have the same comments.
func metadataComments(changes []Change, opts Options) (gone, paths equivalent.Source) {
	gone.Filename, paths.Filename = "metadata removed", "paths of the metadata"
	for _, c := range changes {
		d, ok := parseMetadata(c.Before)
		if ok && c.Step == "metadata" {
			gone.Bytes = append(gone.Bytes, c.Before+"\n"...)
			if path := singleLine(d.path); opts.KeepPaths && path != "" && c.Place != "" {
				paths.Bytes = append(paths.Bytes, "# "+path+"\n"...)
			}
		}
	}
	return gone, paths
}

// checker is the state of CheckEquivalence. before is the module after its changes are undone.
type checker struct {
	opts          Options
	style         *conventions.Style
	before, after []equivalent.Source
}

// checkChange returns the problem of a change, or "".
func (p *checker) checkChange(c Change) string {
	step, _ := Lookup(c.Step)
	switch {
	case step.Layout, c.Step == "names":
		return ""
	case c.Step == "source":
		return p.checkAddress(c)
	case c.Step == redundantStep && c.After == "":
		return p.checkImplied(c)
	case c.Step == redundantStep && !sameExpression(c.Before, c.After):
		return "The expressions differ."
	}
	return p.checkValue(c)
}

// checkAddress checks that the address of a provider has the same meaning.
func (p *checker) checkAddress(c Change) string {
	before, ok := constantString(c.Before, nil)
	after, okAfter := constantString(c.After, nil)
	if !ok || !okAfter {
		return "It is not a constant string."
	}
	for _, row := range p.style.Sources {
		if strings.HasPrefix(c.Place, row.Type+"."+row.Block+".") && strings.HasSuffix(c.Place, "."+row.Argument) &&
			!strings.Contains(before, "/") && after == row.Namespace+"/"+before {
			return ""
		}
	}
	return "It is not the address that the short form means."
}

// checkImplied checks that a removed argument had its implied value.
func (p *checker) checkImplied(c Change) string {
	steps := strings.Split(c.Place, ".")
	for _, row := range p.style.Implied {
		if len(steps) > 2 && steps[0] == row.Type && steps[len(steps)-1] == row.Argument &&
			c.Before == row.Value(steps[1]) && !HasFixedName(p.style, c.File) {
			return ""
		}
	}
	return "It contains more than the type."
}

// checkValue checks that two expressions have the same value.
func (p *checker) checkValue(c Change) string {
	if sameExpression(c.Before, c.After) {
		return ""
	}
	before, after := parseExpression(c.Before), parseExpression(c.After)
	if before == nil || after == nil {
		return "An expression has a syntax error."
	}
	if c.Step == "heredoc" {
		return checkChomp(c, before, after)
	}
	return p.checkEncoded(c, before, after)
}

// singleArgument returns a file with one argument.
func singleArgument(expr string) equivalent.Source {
	return equivalent.Source{Bytes: []byte("value = " + expr + "\n"), Filename: "value"}
}

func parseExpression(text string) hclsyntax.Expression {
	// The newline ends a heredoc.
	e, diags := hclsyntax.ParseExpression([]byte(text+"\n"), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	return e
}

// Undo undoes changes of Apply. The result has the same meaning as the original files. It does not
// restore comments and the order of blocks, which the products ignore.
func Undo(files []File, changes []Change, opts Options) ([]File, hcl.Diagnostics) {
	if diags := checkArguments(files, nil, opts); diags.HasErrors() {
		return nil, diags
	}
	u := &undoer{style: styleOf(opts), moved: opts.Moved, old: map[string]Change{}, pending: map[string][]Change{}, names: nameSet{}}
	for _, c := range changes {
		step, ok := Lookup(c.Step)
		switch {
		case !ok:
			return nil, hcl.Diagnostics{changeError(c, "The step is unknown.")}
		case c.Step == "names" && len(u.style.Declarations) == 0:
			return nil, hcl.Diagnostics{changeError(c, "The language has no such names.")}
		case c.Step == "names":
			u.old[c.After] = c
			u.names.add(c.New)
		case !step.Layout:
			u.pending[c.Place] = append(u.pending[c.Place], c)
		}
	}
	m := &module{opts: opts, style: u.style}
	for _, file := range files {
		src := file.Bytes()
		if u.names.in(src) {
			if diags := hclwrite.CheckLimits(src, file.Name); diags.HasErrors() {
				return nil, diags
			}
			src = u.restoreNames(src)
		} else if file.Unchanged && len(u.pending) == 0 {
			m.files = append(m.files, file)
			continue
		}
		again, diags := hclwrite.ParseFile(src, file.Name)
		if diags.HasErrors() {
			return nil, diags
		}
		m.files = append(m.files, File{Name: file.Name, File: again})
	}
	for _, file := range m.files {
		eachImplied(file, u.style, u.restoreImplied)
	}
	m.eachExpr(u.undoExpr)
	for _, c := range changes {
		if len(u.pending[c.Place]) > 0 && slices.Contains(u.pending[c.Place], c) {
			return nil, hcl.Diagnostics{changeError(c, "Nothing in the configuration can have come from it.")}
		}
	}
	return m.files, nil
}

// changeError returns an error about a change.
func changeError(c Change, detail string) *hcl.Diagnostic {
	return &hcl.Diagnostic{
		Severity: hcl.DiagError,
		Summary:  "Change not understood",
		Detail:   "The change of " + c.Place + " by the step " + c.Step + " cannot be taken back or proven. " + detail,
		Subject:  &hcl.Range{Filename: c.File, Start: hcl.InitialPos, End: hcl.InitialPos},
	}
}

// undoer is the state of Undo. It finds declarations and references with code of its own. The check
// therefore does not depend on the code of the step.
type undoer struct {
	style *conventions.Style
	// moved contains the pairs of addresses in the blocks to remove.
	moved map[string]bool
	// old maps a new address to the change of the name.
	old map[string]Change
	// names are the new names.
	names nameSet
	// pending contains changes of expressions that are not undone yet.
	pending map[string][]Change
}

// nameSet is a set of names to find in texts. Names other than ASCII identifiers can have several spellings, so a set
// with one of them finds it everywhere; the key "" marks it.
type nameSet map[string]bool

func (s nameSet) add(name string) {
	if strings.ContainsFunc(name, func(r rune) bool { return isNotInWord(r) || r >= utf8.RuneSelf }) {
		name = ""
	}
	s[name] = true
}

// in reports whether a text can contain a name.
func (s nameSet) in(text []byte) bool {
	if s[""] || len(s) > 0 && (bytes.Contains(text, []byte(`\u`)) || bytes.Contains(text, []byte(`\U`))) {
		return true
	}
	for word := range bytes.FieldsFuncSeq(text, isNotInWord) {
		if s[string(word)] {
			return true
		}
	}
	return false
}

func isNotInWord(r rune) bool {
	return r < utf8.RuneSelf && r != '_' && r != '-' && !('0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z')
}

// restoreImplied restores an argument that was removed from a block.
func (u *undoer) restoreImplied(b *hclwrite.Block, row conventions.ImpliedRow, place string) {
	if list := u.pending[place]; len(list) > 0 && list[0].Step == redundantStep && b.Body.Attribute(row.Argument) == nil {
		b.Body.Set(row.Argument, &hclwrite.Native{Text: list[0].Before})
		u.pending[place] = list[1:]
	}
}

// undoExpr undoes the changes of an expression.
func (u *undoer) undoExpr(s *spot) {
	place := s.pathText()
	if t, ok := s.quotedReference(); ok {
		u.undoQuoted(t)
	}
	if len(u.pending[place]) == 0 || !sameExpression(u.pending[place][0].After, hclwrite.ExprText(*s.expr)) {
		return
	}
	before, diags := hclwrite.ParseExpr(u.pending[place][0].Before+"\n", s.file)
	if diags.HasErrors() {
		return
	}
	*s.expr = before
	u.pending[place] = u.pending[place][1:]
}

// sameExpression reports whether two texts are the same expression, regardless of line breaks.
func sameExpression(a, b string) bool {
	return a == b || equivalent.Compare(singleArgument(a), singleArgument(b), dialects.Generic(), equivalent.Options{}).Equal()
}

// undoQuoted undoes the changes of a reference in quotes.
func (u *undoer) undoQuoted(t *hclwrite.Template) {
	for after, c := range u.old {
		before := c.Before
		if t.Text == after {
			t.Text = before
			return
		}
		for _, next := range []string{".", "["} {
			if rest, ok := strings.CutPrefix(t.Text, after+next); ok {
				t.Text = before + next + rest
				return
			}
		}
	}
}

// restoreNames restores the old names in a file.
func (u *undoer) restoreNames(src []byte) []byte {
	file, diags := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	if diags.HasErrors() {
		return src
	}
	body, text := file.Body.(*hclsyntax.Body), string(src)
	var edits []nativeedit.Replacement
	for _, block := range body.Blocks {
		edits = append(edits, u.blockEdits(src, block)...)
	}
	referencesIn(body, nil, u.style, func(t hcl.Traversal) { edits = append(edits, u.referenceEdits(text, t)...) })
	return []byte(nativeedit.Replace(text, nil, edits))
}

// blockEdits returns the edits for the declarations in a block, or for a block that announces a new name.
func (u *undoer) blockEdits(src []byte, block *hclsyntax.Block) (edits []nativeedit.Replacement) {
	if from, to := movedNames(src, block, u.style); to != "" && (u.old[to].Before == from || u.moved[from+" "+to]) {
		return []nativeedit.Replacement{nativeedit.NewReplacement(block.Range(), "")}
	}
	for address, rng := range declarations(block, u.style) {
		if name := u.old[address].Old; name != "" {
			if len(block.Labels) > 0 {
				name = hcltext.Quote(name)
			}
			edits = append(edits, nativeedit.NewReplacement(rng, name))
		}
	}
	return edits
}

// movedNames returns the addresses in a block that announces a new name. They are empty for other
// blocks.
func movedNames(src []byte, block *hclsyntax.Block, style *conventions.Style) (from, to string) {
	a, b := block.Body.Attributes[style.Moved.From], block.Body.Attributes[style.Moved.To]
	if block.Type != style.Moved.Type || a == nil || b == nil {
		return "", ""
	}
	return string(a.Expr.Range().SliceBytes(src)), string(b.Expr.Range().SliceBytes(src))
}

// referenceEdits returns the edits for a reference.
func (u *undoer) referenceEdits(src string, steps hcl.Traversal) []nativeedit.Replacement {
	means := func(d conventions.Declaration) bool { return d.Explicit == steps.RootName() && d.Explicit != "" }
	if len(steps) > 2 && slices.ContainsFunc(u.style.Declarations, means) {
		steps = steps[1:]
	}
	names := []string{hcltext.StepName(steps[0])}
	for _, step := range steps[1:] {
		name := keyName(step)
		if name == "" {
			return nil
		}
		names = append(names, name)
		if old := u.old[hcltext.Address(names...)].Old; old != "" {
			return []nativeedit.Replacement{stepEdit(src, step, old)}
		}
	}
	return nil
}
