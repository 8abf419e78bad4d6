package address

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/tree/nodes"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// Op is the kind of a [Change].
type Op uint8

const (
	// Set replaces the value of a part.
	Set Op = iota
	// Add adds new parts to a container.
	Add
	// Remove removes a part with its comments.
	Remove
	// Move renames a part.
	Move
	// Sort sorts the parts of a container.
	Sort
	// Substitute changes the text of a string by a substitution of sed, such as s/old/new/g.
	Substitute
	// Copy adds a copy of a block or an argument with a new name.
	Copy
	// MoveToFile moves a block to the end of another file of the module.
	MoveToFile
)

// Syntax is the syntax of the text of a [Change].
type Syntax uint8

const (
	// Native is an expression, or for Add the content of a body or an object. It is written as
	// given, with the indentation of its place.
	Native Syntax = iota
	// String is the text of a string.
	String
	// JSON is a JSON value, or for Add to a body or an object NAME = VALUE with such a value.
	JSON
)

// Change is one change of a module.
type Change struct {
	Op      Op
	Address Address
	// Text is the value of Set, the parts for Add, or the command for Substitute. In an expression for Set, @ represents the present
	// value.
	Text   []string
	Syntax Syntax
	// Create is true if Set creates missing parts whose place is unambiguous. Default is the expression
	// for @ in them; if it is empty, @ is an error.
	Create  bool
	Default string
	// IfMissing is true if Add skips parts that exist. Before and After define the place of new
	// parts; without either, they are last.
	IfMissing     bool
	Before, After *Address
	// To is the new address of Move, or the new name of Copy. NoMoved is true if no moved block is
	// written.
	To      Address
	NoMoved bool
	// IfSupported is true if Set and Add skip arguments and blocks that the schema of a body lacks, arguments that only the
	// provider sets, and values of another kind. Apply then sets Skipped, the number of places without a new part, and
	// UnknownTypes, the types without a schema and the calls of modules whose inputs are unknown.
	IfSupported  bool
	Skipped      int
	UnknownTypes []string
	// Forget is true if Remove writes a block that keeps the objects of a resource or module.
	Forget bool
	// File is the name of the file for MoveToFile.
	File string

	// module is the changed module, and warnings are the warnings about the change.
	module   *Module
	warnings hcl.Diagnostics
	// forgotten are the declarations whose objects Remove keeps.
	forgotten []forgotten
	// line is the line of the change in a script, or 0.
	line int
}

// warn adds a warning about a place to the results of the change.
func (c *Change) warn(p *place, summary, format string, args ...any) {
	c.warnings = append(c.warnings, diagnostic.WarningAt(p.where(), summary, format, args...))
}

// Apply makes a change in the trees of the module and returns the number of places. The number is 0, without an error,
// if nothing is at the address; [Module.Missing] then returns a message. Set changes only existing parts unless Create
// is true. After an error, the module must not be used any more.
func (m *Module) Apply(c *Change) (places int, diags hcl.Diagnostics) {
	m.tree.changes = append(m.tree.changes, applied{m.dir, *c})
	if c.Op != Move {
		m.tree.callers = nil // it can change a call, as the rename of an argument can
	}
	if c.Op == Copy || c.Op == Move && !m.changesHeaders(c) {
		c.completeName(m.declaringStyle())
	}
	switch c.Op {
	case Move:
		return m.move(c)
	case Copy, MoveToFile:
		return m.transfer(c)
	}
	c.module, c.warnings, c.Skipped, c.UnknownTypes, c.forgotten = m, nil, 0, nil, nil
	do := map[Op]func(*place) hcl.Diagnostics{
		Set: c.set, Add: c.add, Remove: c.remove, Sort: (*place).sort, Substitute: c.substitute,
	}[c.Op]
	if do == nil || (c.Op == Set || c.Op == Substitute) && len(c.Text) != 1 {
		return 0, problem("Invalid change", "The operation must be a constant of Op, and Set needs one text.")
	}
	list, diags := m.places(c.Address)
	if c.usesPresent() {
		diags = append(diags, nested(list)...)
	}
	if diags.HasErrors() {
		return 0, diags
	}
	if c.Create && c.Op == Set {
		places, diags = m.create(c)
	}
	defer func() { diags = append(diags, c.warnings...) }()
	const most = 10 // the number of errors that are reported in full
	var more []string
	for _, p := range list {
		if c.IfSupported && c.Op == Set && !c.canSet(p) {
			c.Skipped++
			continue
		}
		switch wrong := do(p); {
		case !wrong.HasErrors():
		case len(diags) < most:
			diags = append(diags, wrong...)
		default:
			more = append(more, p.line())
		}
	}
	if len(more) > 0 {
		diags = append(diags, problem("Not possible here", "It is not possible at %d other places either: %s.",
			len(more), strings.Join(more, ", "))...)
	}
	return places + len(list), append(diags, c.recordForgotten()...)
}

// places returns the places that an address selects in all files. It is an error if they differ only
// in an index that the address does not give.
func (m *Module) places(a Address) (list []*place, diags hcl.Diagnostics) {
	seen := map[string]*place{}
	for _, p := range m.find(a.steps) {
		other := seen[p.plain]
		if seen[p.plain] = p; other != nil && other.file.root() == p.file.root() && !p.hasNoIndex() && p.group == nil && diags == nil {
			diags = p.cannot("is also at " + a.text + ", as " + other.address + " is. Select the first with [0], all with [*], " +
				"or by the value of an argument with [name == \"x\"]")
			diags[0].Summary = "Several places"
		}
		list = append(list, p)
	}
	return list, diags
}

// hasNoIndex reports whether the place is in an element that addresses cannot select by index.
func (p *place) hasNoIndex() bool {
	for at := p; at.outer != nil; at = at.outer {
		if e := at.element(); e != nil && e.Key == nil && !at.outer.counted() {
			return true
		}
	}
	return false
}

// value parses a text as an expression for a place.
func (c *Change) value(p *place, text string) (e hclwrite.Expr, diags hcl.Diagnostics) {
	switch c.Syntax {
	case String:
		return hclwrite.NewString(text), nil
	case JSON:
		file, diags := convert.ReadJSON([]byte(`{"x":`+text+"}"), text, values, convert.Options{})
		if diags.HasErrors() {
			return nil, p.cannot("cannot get it: " + text + " is not a JSON value: " + strings.TrimSuffix(diags[0].Detail, "."))
		}
		e := file.Body.Attribute("x").Expr
		nativeedit.ClearSpans(e)
		return e, nil
	}
	if outer, _ := comments(text); outer != "" {
		return nil, p.cannot("cannot get it: the comment " + outer + " is not in the expression. Put it in the file, or give the " +
			"whole argument or element to add")
	}
	if e, diags = nativeedit.ParseValue(p.file.changes, text); diags.HasErrors() {
		return nil, p.cannotGet(diags, ". For text without quotes, set the option string")
	}
	return e, nil
}

// body returns a body with the items of an object. p is the place of the change, and in the container. It is an error if a comment would be lost.
func (c *Change) body(p *place, object *hclwrite.Object, in *place) (*hclwrite.Body, hcl.Diagnostics) {
	body, diags := tidy.Body(object, in.language(in.rules))
	if diags.HasErrors() {
		return nil, p.cannot("cannot get " + diags[0].Detail)
	}
	if c.Syntax == Native {
		if _, given := comments(c.Text[0]); given > 0 {
			if _, kept := comments(string((&hclwrite.File{Body: *body}).Bytes())); kept < given {
				return nil, p.cannot("cannot keep the comments of the text in a block. Use add instead")
			}
		}
	}
	return body, nil
}

// comments counts the comments of a text. outer is a comment before or after all other tokens, or
// empty.
func comments(text string) (outer string, n int) {
	tokens, _ := hclsyntax.LexExpression([]byte(text), "", hcl.InitialPos)
	tokens = slices.DeleteFunc(tokens, func(t hclsyntax.Token) bool {
		return t.Type == hclsyntax.TokenNewline || t.Type == hclsyntax.TokenEOF
	})
	for i, t := range tokens {
		if t.Type != hclsyntax.TokenComment {
			continue
		}
		if n++; outer == "" && (i == 0 || i == len(tokens)-1) {
			outer = strings.TrimSpace(string(t.Bytes))
		}
	}
	return outer, n
}

// touch records a place before a change.
func (p *place) touch() {
	var path []hclwrite.Node
	at := p
	for ; at != nil && at.file == p.file; at = at.outer {
		if path = append(path, at.treeNode()); at.outer != nil && at.outer.root != nil {
			p.file.forgetProviders(at.item)
		}
	}
	p.file.changes.Touch(append(path, &p.file.tree.Body)...)
	if at != nil { // the call with this argument
		at.file.uses.unsettled = append(at.file.uses.unsettled, at)
		at.touch()
	}
}

// treeNode returns the node of a place in the tree.
func (p *place) treeNode() hclwrite.Node {
	switch {
	case p.root != nil:
		return p.root
	case p.item != nil:
		return p.item
	}
	return p.part
}

// cannot returns the error that a change is impossible at a place.
func (p *place) cannot(what string) hcl.Diagnostics {
	diags := problem("Not possible here", "%s %s.", cmp.Or(p.address, "The file"), what)
	diags[0].Subject = p.where().Ptr()
	return diags
}

// cannotGet returns the error that a place cannot get a given text. wrong is the diagnostic about the text.
func (p *place) cannotGet(wrong hcl.Diagnostics, advice string) hcl.Diagnostics {
	where := ""
	if at := wrong[0].Subject; at != nil && at.Start.Line > 1 {
		where = fmt.Sprintf(" (line %d of the text, column %d)", at.Start.Line, at.Start.Column)
	}
	return p.cannot("cannot get it: " + wrong[0].Detail + where + advice)
}

func (c *Change) set(p *place) (diags hcl.Diagnostics) {
	slot, text := p.slot(), c.Text[0]
	if *slot == nil && c.usesPresent() {
		return p.cannot("is a block, and has no present value for @; name an argument in it")
	}
	if *slot != nil {
		if text, diags = c.withPresent(p, p.text()); diags.HasErrors() {
			return diags
		}
	}
	value, diags := c.value(p, text)
	if diags.HasErrors() {
		return diags
	}
	if *slot != nil {
		if c.Syntax != Native && treediff.SameExpr(*slot, value) || c.Syntax == Native && p.text() == text {
			return nil
		}
		if diags = c.checkWords(p, value, p.rule); !diags.HasErrors() {
			p.setValue(value)
		}
		return diags
	}
	block, ok := p.item.(*hclwrite.Block)
	object, is := value.(*hclwrite.Object)
	if !ok || !is {
		return p.cannot("is a block, and has no value; name an argument in it, or set it to an object")
	}
	body, diags := c.body(p, object, p)
	for i := 0; !diags.HasErrors() && i < len(body.Items); i++ {
		diags = c.checkPart(p, body.Items[i])
	}
	if !diags.HasErrors() {
		p.touch()
		for _, item := range block.Body.Items {
			if hclwrite.IsCommentGroup(item) {
				p.file.changes.Touch(item)
			}
		}
		p.file.deletes(block)
		setItems(&block.Body, body.Items)
		p.file.inserts(p.items()...)
		p.forget()
	}
	return diags
}

// setValue replaces the value at a place.
func (p *place) setValue(value hclwrite.Expr) {
	p.touch()
	p.file.deletes(*p.slot())
	*p.slot() = value
	p.file.inserts(p.items()...)
	if p.forget(); !p.file.counted {
		p.outer.forget() // the addresses of the elements contain their values
	}
}

// setItems replaces the attributes and blocks of a body. Comment groups before the first
// attribute or block stay first, and all other comment groups follow the last one.
func setItems(b *hclwrite.Body, items []hclwrite.Item) {
	head, units, foot := nodes.Units(b.Items)
	b.Items = slices.Concat(head, items)
	for _, unit := range units {
		b.Append(unit.Groups...)
	}
	for _, group := range foot {
		group.(*hclwrite.CommentGroup).Adjacent = false
	}
	b.Append(foot...)
}
