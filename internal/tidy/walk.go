package tidy

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// spot is an expression of a module.
type spot struct {
	file string
	// path are the steps from the file to the expression.
	path []string
	// depth is the indentation of its line in levels.
	depth int
	// rule is nil if all expressions are valid.
	rule *schema.Value
	expr *hclwrite.Expr
	// span is its range in the source of the file, including parentheses. For the argument of a
	// call, it is the range of the last spot with a range.
	span hclwrite.Span
	// root is the enclosing block at the root of the file; nil for an argument of the file.
	root *hclwrite.Block
	// argument is the enclosing argument.
	argument string
	// inCall is true in the argument of a call, which cannot contain heredocs.
	inCall bool
}

// place returns the path in one line.
func (s *spot) place() string { return strings.Join(s.path, "") }

// free reports whether all expressions are valid.
func (s *spot) free() bool { return s.rule.IsPlain() }

// walker visits the expressions of a module.
type walker struct {
	spot
	visit func(*spot)
}

// each calls visit for every expression, and then for its nested expressions.
func (m *module) each(visit func(*spot)) {
	m.opts.Dialect.Prepare()
	for _, file := range m.files {
		w := &walker{spot: spot{file: file.Name}, visit: visit}
		w.body(&file.Body, m.opts.Dialect.Root)
	}
}

func (w *walker) body(b *hclwrite.Body, rules *schema.Body) {
	for _, item := range b.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			w.argument = item.Name
			w.span = item.ValueSpan
			w.in(item.Name, func() { w.value(&item.Expr, argumentRule(rules, item.Name)) })
		case *hclwrite.Block:
			w.block(item, rules)
		}
	}
}

func (w *walker) block(b *hclwrite.Block, rules *schema.Body) {
	outer := w.root
	if outer == nil {
		w.root = b
	}
	w.depth++
	w.in(header(b), func() { w.body(&b.Body, BlockRules(b, rules)) })
	w.depth--
	w.root = outer
}

// in calls do one step further down.
func (w *walker) in(step string, do func()) {
	if len(w.path) > 0 && step[0] != '[' {
		step = "." + step
	}
	w.path = append(w.path, step)
	do()
	w.path = w.path[:len(w.path)-1]
}

// value visits an expression and its nested expressions.
func (w *walker) value(e *hclwrite.Expr, rule *schema.Value) {
	w.expr, w.rule = e, rule
	w.visit(&w.spot)
	w.depth++
	if call, ok := (*e).(*hclwrite.Call); ok {
		outer := w.inCall
		w.inCall = true
		w.items(call.Argument, nil)
		w.inCall = outer
	} else {
		w.items(*e, rule)
	}
	w.depth--
}

// items visits the elements of a tuple or an object.
func (w *walker) items(e hclwrite.Expr, rule *schema.Value) {
	c := hclwrite.CollectionOf(e)
	if c == nil {
		return
	}
	_, object := e.(*hclwrite.Object)
	for i := range c.Items {
		item := &c.Items[i]
		step, rule := "["+strconv.Itoa(i)+"]", rule
		switch {
		case !object:
			rule = rule.Element()
		case hcltext.IsIdentifier(item.Key.Text):
			step, rule = item.Key.Text, rule.Field(item.Key.Text)
		default:
			step, rule = "["+hcltext.QuoteTemplate(item.Key.Text)+"]", rule.Field(item.Key.Text)
		}
		w.in(step, func() {
			w.span = item.ValueSpan
			w.value(&item.Value, rule)
		})
	}
}

// argumentRule returns the rule for the value of an argument. For an unknown argument, it returns a
// literal rule, so that free reports false.
func argumentRule(rules *schema.Body, name string) *schema.Value {
	if rules != nil {
		if attribute, _ := rules.Lookup(name); attribute != nil || rules.Remain != schema.RemainNone {
			return rules.Argument(name)
		}
	}
	return &schema.Value{Mode: schema.Literal}
}

// BlockRules returns the rules for the body of a block, or nil if they are unknown.
func BlockRules(b *hclwrite.Block, rules *schema.Body) *schema.Body {
	if rules == nil {
		return nil
	}
	attribute, block := rules.Lookup(b.Type)
	switch {
	case block != nil:
		return block.BodyFor(b.Labels, b.Body.SourceOf(block.By))
	case attribute != nil && attribute.AsBlocks != nil:
		return attribute.AsBlocks.Body()
	case rules.Remain == schema.RemainNone:
		return nil
	}
	return rules.RemainBody
}

// knows reports whether the language has a function.
func (m *module) knows(name string) bool {
	return slices.Contains(m.style.Functions, name)
}

// header returns the type of a block with its labels, as a step of a path.
func header(b *hclwrite.Block) string {
	return strings.Join(append([]string{b.Type}, b.Labels...), ".")
}

// change records a change of a step.
func (m *module) change(step string, s *spot, before, after string) {
	m.changes = append(m.changes, Change{Step: step, File: s.file, Place: s.place(), Before: before, After: after})
}

// replace replaces an expression, and records the change.
func (m *module) replace(step string, s *spot, e hclwrite.Expr) {
	before := hclwrite.ExprText(*s.expr)
	*s.expr = e
	m.change(step, s, before, hclwrite.ExprText(e))
}

// note records a place that needs the attention of a person.
func (m *module) note(step string, s *spot, text string) {
	span := m.origins[*s.expr]
	m.notes = append(m.notes, Note{Step: step, File: s.file, Place: s.place(), Text: text, Span: span})
}

// bodyOrigins records the origins of the expressions in a body that was printed and parsed again.
func (m *module) bodyOrigins(given, again *hclwrite.Body) {
	for i := range min(len(given.Items), len(again.Items)) {
		switch item := again.Items[i].(type) {
		case *hclwrite.Attribute:
			if a, ok := given.Items[i].(*hclwrite.Attribute); ok {
				m.origin(a.Expr, item.Expr, cmp.Or(a.ValueSpan, a.Span))
			}
		case *hclwrite.Block:
			if b, ok := given.Items[i].(*hclwrite.Block); ok {
				m.bodyOrigins(&b.Body, &item.Body)
			}
		}
	}
}

// origin records the origin of an expression and its nested expressions. An expression without a
// range of its own has the range of the enclosing one.
func (m *module) origin(given, again hclwrite.Expr, span hclwrite.Span) {
	m.origins[again] = span
	is := hclwrite.CollectionOf(again)
	if is == nil {
		return
	}
	was := hclwrite.CollectionOf(given)
	for i := range is.Items {
		var item hclwrite.Element
		if was != nil && i < len(was.Items) {
			item = was.Items[i]
		}
		m.origin(item.Value, is.Items[i].Value, cmp.Or(item.ValueSpan, span))
	}
}
