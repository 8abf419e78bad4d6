package tidy

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// spot is an expression of a module, with its position in the configuration.
type spot struct {
	file string
	// path contains the steps from the file to the expression.
	path []string
	// depth is the indentation of its line in levels.
	depth int
	// rule is the rule for the expression. It is nil if all expressions are valid.
	rule *tables.Value
	// argumentRule is the rule for the enclosing argument.
	argumentRule *tables.Value
	expr         *hclwrite.Expr
	// span is its range in the source of the file, including parentheses. For the argument of a
	// call, it is the range of the last spot with a range.
	span hclwrite.Span
	// root is the enclosing block at the root of the file. It is nil for an argument of the file.
	root *hclwrite.Block
	// argument is the enclosing argument.
	argument string
	// iterators contains the iterators of the enclosing dynamic blocks. They hide declarations.
	iterators []string
	// inCall is true in the argument of a call, which cannot contain heredocs.
	inCall bool
}

// pathText returns the path in one line.
func (s *spot) pathText() string { return strings.Join(s.path, "") }

// acceptsAnyExpr reports whether all expressions are valid here.
func (s *spot) acceptsAnyExpr() bool { return s.rule.IsPlain() }

// walker visits the expressions of a module.
type walker struct {
	spot
	// inDynamic is true in the body of a dynamic block.
	inDynamic bool
	// within contains the items to visit, each in the one before it. The last one is visited completely.
	within []hclwrite.Item
	visit  func(*spot)
}

// eachExpr calls visit for every expression, and then for its nested expressions.
func (m *module) eachExpr(visit func(*spot)) {
	m.eachExprIn(nil, visit)
}

// eachExprIn calls visit for every expression in an item, the last one of a path.
func (m *module) eachExprIn(path []hclwrite.Item, visit func(*spot)) {
	languages.Prepare(m.opts.Dialect)
	for _, file := range m.files {
		w := &walker{spot: spot{file: file.Name}, within: path, visit: visit}
		w.visitBody(&file.Body, m.opts.Dialect.Root)
	}
}

func (w *walker) visitBody(b *hclwrite.Body, rules *tables.Body) {
	items := b.Items
	if len(w.within) > 0 {
		items, w.within = w.within[:1], w.within[1:]
	}
	for _, item := range items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			w.argument = item.Name
			w.span = item.ValueSpan
			outer := w.iterators
			if w.inDynamic && item.Name == tables.DynamicForEach {
				w.iterators = outer[:len(outer)-1]
			}
			rule := &tables.Value{Mode: tables.Literal} // accepts no expression
			if rules.Accepts(item.Name) {
				rule = rules.Argument(item.Name)
			}
			w.argumentRule = rule
			w.withStep(item.Name, func() { w.visitValue(&item.Expr, rule) })
			w.iterators = outer
		case *hclwrite.Block:
			w.visitBlock(item, rules)
		}
	}
}

func (w *walker) visitBlock(b *hclwrite.Block, rules *tables.Body) {
	outer := w.root
	if outer == nil {
		w.root = b
	}
	iterators, inDynamic := w.iterators, w.inDynamic
	iterator := Iterator(b)
	if w.inDynamic = iterator != ""; w.inDynamic {
		w.iterators = append(slices.Clip(iterators), iterator)
	}
	w.depth++
	var inner *tables.Body
	if rules.Accepts(b.Type) {
		inner = rules.BlockBody(b.Type, b.Labels, b.Body.SourceOf)
	}
	w.withStep(blockStep(b), func() { w.visitBody(&b.Body, inner) })
	w.depth--
	w.root, w.iterators, w.inDynamic = outer, iterators, inDynamic
}

// Iterator returns the name of the iterator of a dynamic block, or "" for other blocks.
func Iterator(b *hclwrite.Block) string {
	if b.Type != tables.DynamicType || len(b.Labels) != 1 {
		return ""
	}
	if a := b.Body.Attribute(tables.DynamicIterator); a != nil {
		return strings.Trim(hclwrite.ExprText(a.Expr), "\" ")
	}
	return b.Labels[0]
}

// withStep calls do after adding a step to the path, and removes the step afterwards.
func (w *walker) withStep(step string, do func()) {
	if len(w.path) > 0 && step[0] != '[' {
		step = "." + step
	}
	w.path = append(w.path, step)
	do()
	w.path = w.path[:len(w.path)-1]
}

// visitValue visits an expression and its nested expressions.
func (w *walker) visitValue(e *hclwrite.Expr, rule *tables.Value) {
	w.expr, w.rule = e, rule
	w.visit(&w.spot)
	w.depth++
	if call, ok := (*e).(*hclwrite.Call); ok {
		outer := w.inCall
		w.inCall = true
		w.visitItems(call.Argument, nil)
		w.inCall = outer
	} else {
		w.visitItems(*e, rule)
	}
	w.depth--
}

// visitItems visits the elements of a tuple or an object.
func (w *walker) visitItems(e hclwrite.Expr, rule *tables.Value) {
	c := hclwrite.CollectionOf(e)
	if c == nil {
		return
	}
	_, object := e.(*hclwrite.Object)
	for i, item := range c.Elements() {
		step, rule := "["+strconv.Itoa(i)+"]", rule
		switch {
		case !object:
			rule = rule.Element()
		case hcltext.IsIdentifier(item.Key.Text):
			step, rule = item.Key.Text, rule.Field(item.Key.Text)
		default:
			step, rule = "["+hcltext.QuoteTemplate(item.Key.Text)+"]", rule.Field(item.Key.Text)
		}
		w.withStep(step, func() {
			w.span = item.ValueSpan
			w.visitValue(&item.Value, rule)
		})
	}
}

// hasFunction reports whether the language has a function.
func (m *module) hasFunction(name string) bool {
	return slices.Contains(m.style.Functions, name)
}

// blockStep returns the type of a block with its labels, as a step of a path.
func blockStep(b *hclwrite.Block) string {
	return strings.Join(append([]string{b.Type}, b.Labels...), ".")
}

// recordChange records a change of a step.
func (m *module) recordChange(step string, s *spot, before, after string) {
	m.changes = append(m.changes, Change{Step: step, File: s.file, Place: s.pathText(), Before: before, After: after})
}

// replaceExpr replaces an expression, and records the change.
func (m *module) replaceExpr(step string, s *spot, e hclwrite.Expr) {
	before := hclwrite.ExprText(*s.expr)
	*s.expr = e
	m.recordChange(step, s, before, hclwrite.ExprText(e))
}

// addNote records a place that needs the attention of a person.
func (m *module) addNote(step string, s *spot, text string) {
	span := m.origins[*s.expr]
	m.notes = append(m.notes, Note{Step: step, File: s.file, Place: s.pathText(), Text: text, Span: span})
}

// recordBodyOrigins records the origins of the expressions in a body that was printed and parsed again.
func (m *module) recordBodyOrigins(given, again *hclwrite.Body) {
	for i := range min(len(given.Items), len(again.Items)) {
		switch item := again.Items[i].(type) {
		case *hclwrite.Attribute:
			if a, ok := given.Items[i].(*hclwrite.Attribute); ok {
				m.recordOrigin(a.Expr, item.Expr, cmp.Or(a.ValueSpan, a.Span))
			}
		case *hclwrite.Block:
			if b, ok := given.Items[i].(*hclwrite.Block); ok {
				m.recordBodyOrigins(&b.Body, &item.Body)
			}
		}
	}
}

// recordOrigin records the origin of an expression and its nested expressions. An expression without
// a range of its own has the range of the enclosing expression.
func (m *module) recordOrigin(given, again hclwrite.Expr, span hclwrite.Span) {
	m.origins[again] = span
	is := hclwrite.CollectionOf(again)
	if is == nil {
		return
	}
	var was []*hclwrite.Element
	if c := hclwrite.CollectionOf(given); c != nil {
		was = c.Elements()
	}
	for i, e := range is.Elements() {
		var item hclwrite.Element
		if i < len(was) {
			item = *was[i]
		}
		m.recordOrigin(item.Value, e.Value, cmp.Or(item.ValueSpan, span))
	}
}
