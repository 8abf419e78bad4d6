package tidy

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

// Prove reports as errors what is not the same in two modules, except for the changes,
// and changes that are not what they should be. It reads both with hashicorp/hcl:
// with the changes taken back, after must decode as before does, comments
// included; an expression that was changed must have the same value, computed with
// the products' own functions; and nothing may refer to an old name any more.
// What was before is text, native or JSON.
func Prove(before []equivalent.Source, after []File, changes []Change, opts Options) hcl.Diagnostics {
	undone, diags := Undo(after, changes, opts)
	if diags.HasErrors() {
		return diags
	}
	p := &prover{opts: opts, style: styleOf(opts), before: Sources(undone), after: Sources(after)}
	if opts.Dialect.Outside != nil { // each file by itself, which declares nothing
		for i, source := range p.before {
			found := equivalent.Compare(before[i], source, opts.Dialect, equivalent.Options{})
			diags = append(diags, found.Messages()...)
		}
		return diags
	}
	for _, source := range append(slices.Clip(p.before), p.after...) {
		_, limits := hclwrite.Blocks(source.Bytes, source.Filename, nil)
		diags = append(diags, limits...)
	}
	if diags.HasErrors() {
		return diags
	}
	for _, c := range changes {
		if problem := p.change(c); problem != "" {
			diags = append(diags, fault(c, problem))
		}
	}
	diags = append(diags, p.renamed(changes)...)
	gone, paths := comments(changes, opts)
	counted := equivalent.Options{Comments: !opts.DropComments}
	return append(diags, equivalent.CompareModules(
		append(slices.Clip(before), paths), append(p.before, gone), opts.Dialect, counted).Messages()...)
}

// Sources are files as the proof reads them.
func Sources(files []File) []equivalent.Source {
	list := make([]equivalent.Source, len(files))
	for i, file := range files {
		list[i] = equivalent.Source{Bytes: file.Bytes(), Filename: file.Name}
	}
	return list
}

// comments are files that hold what the step metadata has taken away, and what it
// has put in its place, so that those are not missing on either side.
func comments(changes []Change, opts Options) (gone, paths equivalent.Source) {
	gone.Filename, paths.Filename = "metadata removed", "paths of the metadata"
	for _, c := range changes {
		d, ok := generated(c.Before)
		if ok && c.Step == "metadata" {
			gone.Bytes = append(gone.Bytes, c.Before+"\n"...)
			if path := oneLine(d.path); opts.KeepPaths && path != "" && c.Place != "" {
				paths.Bytes = append(paths.Bytes, "# "+path+"\n"...)
			}
		}
	}
	return gone, paths
}

// prover is the work of Prove. before is what is left with the changes taken back,
// which is compared with what there was.
type prover struct {
	opts          Options
	style         *schema.Style
	before, after []equivalent.Source
}

// change says what is wrong with a change, or nothing.
func (p *prover) change(c Change) string {
	step, _ := Lookup(c.Step)
	switch {
	case step.Layout, c.Step == "names":
		return ""
	case c.Step == "source":
		return p.address(c)
	case c.Step == redundant && c.After == "":
		return p.implied(c)
	case c.Step == redundant && !sameExpression(c.Before, c.After):
		return "The expressions differ."
	}
	return p.value(c)
}

// address proves that an address of a provider means the same.
func (p *prover) address(c Change) string {
	before, ok := constant(c.Before, nil)
	after, okAfter := constant(c.After, nil)
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

// implied proves that an argument that was left out says nothing.
func (p *prover) implied(c Change) string {
	steps := strings.Split(c.Place, ".")
	for _, row := range p.style.Implied {
		if len(steps) > 2 && steps[0] == row.Type && steps[len(steps)-1] == row.Argument &&
			c.Before == row.Value(steps[1]) && !overrides(p.style, c.File) {
			return ""
		}
	}
	return "It says more than the type does."
}

// value proves that two expressions have the same value.
func (p *prover) value(c Change) string {
	if sameExpression(c.Before, c.After) {
		return ""
	}
	before, after := expression(c.Before), expression(c.After)
	if before == nil || after == nil {
		return "One of the expressions has a syntax error."
	}
	if c.Step == "heredoc" {
		return chomped(c, before, after)
	}
	return p.encoded(c, before, after)
}

// single is a file with one argument.
func single(expr string) equivalent.Source {
	return equivalent.Source{Bytes: []byte("value = " + expr + "\n"), Filename: "value"}
}

func expression(text string) hclsyntax.Expression {
	// A heredoc ends with a newline, which is no part of the expression.
	e, diags := hclsyntax.ParseExpression([]byte(text+"\n"), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	return e
}

// Undo takes changes back. What it returns means what the files did from which Apply
// made them. It does not take back what a product does not read: comments, and the
// places of blocks.
func Undo(files []File, changes []Change, opts Options) ([]File, hcl.Diagnostics) {
	if diags := check(files, nil, opts); diags.HasErrors() {
		return nil, diags
	}
	u := &undoer{style: styleOf(opts), old: map[string]Change{}, pending: map[string][]Change{}}
	for _, c := range changes {
		step, ok := Lookup(c.Step)
		switch {
		case !ok:
			return nil, hcl.Diagnostics{fault(c, "There is no step with this name.")}
		case c.Step == "names" && len(u.style.Declarations) == 0:
			return nil, hcl.Diagnostics{fault(c, "The language has no such names.")}
		case c.Step == "names":
			u.old[c.After] = c
		case !step.Layout:
			u.pending[c.Place] = append(u.pending[c.Place], c)
		}
	}
	m := &module{opts: opts, style: u.style}
	for _, file := range files {
		src := file.Bytes()
		if len(u.old) > 0 {
			if _, diags := hclwrite.Blocks(src, file.Name, nil); diags.HasErrors() {
				return nil, diags
			}
			src = u.names(src)
		}
		again, diags := hclwrite.ParseFile(src, file.Name)
		if diags.HasErrors() {
			return nil, diags
		}
		m.files = append(m.files, File{Name: file.Name, File: again})
	}
	for _, file := range m.files {
		eachImplied(file, u.style, u.implied)
	}
	m.each(u.expr)
	for _, c := range changes {
		if len(u.pending[c.Place]) > 0 && slices.Contains(u.pending[c.Place], c) {
			return nil, hcl.Diagnostics{fault(c, "Nothing in the configuration can have come from it.")}
		}
	}
	return m.files, nil
}

// fault is an error about a change.
func fault(c Change, detail string) *hcl.Diagnostic {
	return &hcl.Diagnostic{
		Severity: hcl.DiagError,
		Summary:  "Change not understood",
		Detail:   "The change of " + c.Place + " by the step " + c.Step + " cannot be taken back or proven. " + detail,
		Subject:  &hcl.Range{Filename: c.File, Start: hcl.InitialPos, End: hcl.InitialPos},
	}
}

// undoer takes changes back. It has its own search for what declares a name and what
// refers to it, since the proof stands on it: what the step took for a reference must be
// one for both.
type undoer struct {
	style *schema.Style
	// old are the changes of names by the new addresses.
	old map[string]Change
	// pending are changes of expressions that are still to be taken back.
	pending map[string][]Change
}

// implied gives a block the argument again that it had.
func (u *undoer) implied(b *hclwrite.Block, row schema.ImpliedRow, place string) {
	if list := u.pending[place]; len(list) > 0 && list[0].Step == redundant && b.Body.Attribute(row.Argument) == nil {
		b.Body.Set(row.Argument, &hclwrite.Native{Text: list[0].Before})
		u.pending[place] = list[1:]
	}
}

// expr takes the changes of an expression back.
func (u *undoer) expr(s *spot) {
	place := s.place()
	if t, ok := s.quoted(); ok {
		u.inQuotes(t)
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

// sameExpression reports whether two texts are one expression: where it stands can lay it
// out over several lines.
func sameExpression(a, b string) bool {
	return a == b || equivalent.Compare(single(a), single(b), dialects.Generic(), equivalent.Options{}).Equal()
}

// inQuotes does so with a reference in quotes.
func (u *undoer) inQuotes(t *hclwrite.Template) {
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

// names gives everything in a file the names that it had.
func (u *undoer) names(src []byte) []byte {
	file, diags := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	if diags.HasErrors() {
		return src
	}
	body := file.Body.(*hclsyntax.Body)
	var edits []textEdit
	for _, block := range body.Blocks {
		edits = append(edits, u.block(src, block)...)
	}
	referencesIn(body, u.style, func(t hcl.Traversal) { edits = append(edits, u.reference(string(src), t)...) })
	return apply(string(src), edits)
}

// apply makes edits. What is in a stretch that goes needs none.
func apply(text string, edits []textEdit) []byte {
	slices.SortFunc(edits, func(a, b textEdit) int { return a.rng.Start.Byte - b.rng.Start.Byte })
	var b strings.Builder
	done := 0
	for _, e := range edits {
		if e.rng.Start.Byte >= done {
			b.WriteString(text[done:e.rng.Start.Byte] + e.text)
			done = e.rng.End.Byte
		}
	}
	return []byte(b.String() + text[done:])
}

// textEdit is a stretch of a source and what is to be there.
type textEdit struct {
	rng  hcl.Range
	text string
}

// block are the edits for what a block declares, or for a block that tells of a new
// name.
func (u *undoer) block(src []byte, block *hclsyntax.Block) (edits []textEdit) {
	if from, to := movedNames(src, block, u.style); to != "" && u.old[to].Before == from {
		return []textEdit{{rng: block.Range()}}
	}
	for address, rng := range declarations(block, u.style) {
		if name := u.old[address].Old; name != "" {
			if len(block.Labels) > 0 {
				name = hcltext.Quote(name)
			}
			edits = append(edits, textEdit{rng, name})
		}
	}
	return edits
}

// movedNames are the addresses in a block that tells of a new name; empty for any
// other.
func movedNames(src []byte, block *hclsyntax.Block, style *schema.Style) (from, to string) {
	a, b := block.Body.Attributes[style.Moved.From], block.Body.Attributes[style.Moved.To]
	if block.Type != style.Moved.Type || a == nil || b == nil {
		return "", ""
	}
	return string(a.Expr.Range().SliceBytes(src)), string(b.Expr.Range().SliceBytes(src))
}

// reference are the edits for a reference.
func (u *undoer) reference(src string, steps hcl.Traversal) []textEdit {
	means := func(d schema.Declaration) bool { return d.Explicit == steps.RootName() && d.Explicit != "" }
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
			return []textEdit{stepEdit(src, step, old)}
		}
	}
	return nil
}
