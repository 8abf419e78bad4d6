package convert

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// expr reads an expression as the rule says; nil is an ordinary template.
func (c *hclReader) expr(v *jsontree.Value, rule *schema.Value) hclwrite.Expr {
	if rule != nil && v.Kind != jsontree.String && rule.Mode.IsSource() && !structured(v, rule) {
		c.warn(v.Start, v.End, "Not a static expression", "Only %s is allowed here, as a string; %s does not accept %s.",
			modeNoun(rule.Mode), c.dialect.Product, v.Kind)
		rule = nil
	}
	mode := schema.Template
	if rule != nil {
		mode = rule.Mode
	}
	switch v.Kind {
	case jsontree.Array:
		t := c.nodes.tuples.One()
		t.Items = c.nodes.elements.Make(len(v.Elems))
		for i := range v.Elems {
			t.Items[i].Value, t.Items[i].ValueSpan = c.expr(&v.Elems[i], rule.Element()), valueSpan(&v.Elems[i])
		}
		if rule != nil && rule.List != nil && len(t.Items) > 0 {
			t.Items[0].Value = quotedFor(t.Items[0].Value, rule.List.Mode)
		}
		return t
	case jsontree.Object:
		return c.object(v, rule, mode)
	case jsontree.String:
		if c.opts.Unread && (!mode.IsTemplate() || rule.IsMap()) && strings.HasPrefix(v.Text, schema.Carried) {
			return placed(c.carried(v), v)
		}
		if c.opts.Unread && mode == schema.Literal && !c.like.writes(v.Text) {
			c.warn(v.Start, v.End, "Text, not an expression", "A string is text here, whatever is in it. "+
				"The expression is %q, without \"${\" and \"}\" around it.", schema.Carried+strings.Trim(v.Text, "${}"))
		}
		c.opts.SourceMap.reads(valueSpan(v), mode)
		parsed := placed(c.str(v, mode), v)
		c.textScope(v.Text, v.Start, rule)
		return parsed
	}
	return c.nodes.literals.Put(hclwrite.Literal{Text: v.Text})
}

// placed gives what is in an expression that was read from a string the place of the
// string. The reader of the text knows only places in the text.
func placed(e hclwrite.Expr, v *jsontree.Value) hclwrite.Expr {
	if hclwrite.CollectionOf(e) != nil {
		hclwrite.Walk(e, func(node any) bool {
			if item, ok := node.(*hclwrite.Element); ok {
				item.ValueSpan = valueSpan(v)
			}
			return true
		})
	}
	return e
}

// carried is the expression that a text stands for in JSON that no product reads.
func (c *hclReader) carried(v *jsontree.Value) hclwrite.Expr {
	e, diags := hclwrite.ParseExpr(v.Text[len(schema.Carried):]+"\n", c.filename)
	place := inString(c.src, v.Start)
	c.adopt(diags, func(offset int) int { return place(len(schema.Carried) + offset) })
	if diags.HasErrors() {
		return &hclwrite.Literal{Text: "null"}
	}
	return e
}

// quotedFor is the first element of a list, in quotes if it is a static reference that would
// begin a for expression. The products take no parentheses around one.
func quotedFor(e hclwrite.Expr, mode schema.Mode) hclwrite.Expr {
	if n, ok := e.(*hclwrite.Native); ok && (mode == schema.Traversal || mode == schema.Keyword) && startsFor(n.Text) {
		return &hclwrite.Template{Text: hcltext.EscapeTemplate(n.Text)}
	}
	return e
}

// structured reports whether a rule has rules for the parts of a value.
func structured(v *jsontree.Value, rule *schema.Value) bool {
	return v.Kind == jsontree.Array && rule.List != nil || v.Kind == jsontree.Object && rule.IsMap()
}

func (c *hclReader) object(v *jsontree.Value, rule *schema.Value, mode schema.Mode) hclwrite.Expr {
	o := c.nodes.objects.One()
	o.Items = c.nodes.elements.Make(len(v.Members))
	keys := c.nodes.keys.Make(len(v.Members))
	static := rule.IsMap()
	var seen map[hclwrite.Key]bool // they have no places
	if len(v.Members) > 8 {
		seen = make(map[hclwrite.Key]bool, len(v.Members))
	}
	for i := range v.Members {
		m, item, key := &v.Members[i], &o.Items[i], &keys[i]
		item.Key = key
		switch {
		case static && rule.Fields != nil, !static && mode == schema.Literal:
			key.Text = hcltext.EscapeTemplate(m.Name)
		case static:
			key.Text, key.Source = c.staticKey(m, rule.MapKey)
		default:
			c.templateKey(m, key)
			c.textScope(m.Name, m.NameStart, rule)
		}
		same := func(other hclwrite.Element) bool { return key.Same(other.Key) }
		if seen[*key] || seen == nil && slices.ContainsFunc(o.Items[:i], same) {
			c.fail(m.NameStart, m.NameEnd, "Duplicate object key",
				"The key %q appears twice in this object; the products do not accept that in JSON.", m.Name)
		}
		if seen != nil {
			seen[*key] = true
		}
		item.Value, item.ValueSpan = c.expr(&m.Value, rule.Field(m.Name)), valueSpan(&m.Value)
	}
	return o
}

func valueSpan(v *jsontree.Value) hclwrite.Span { return hclwrite.Span{Start: v.Start, End: v.End} }

// templateKey reads a key that is a template.
func (c *hclReader) templateKey(m *jsontree.Member, key *hclwrite.Key) {
	parsed, diags := c.exprs.Template(m.Name, c.filename)
	c.adoptAt(diags, m.NameStart)
	switch e := parsed.(type) {
	case nil:
		key.Text = m.Name
	case *hclwrite.Template:
		key.Text, key.Template = e.Text, hcltext.HasSequence(e.Text)
	case *hclwrite.Native:
		key.Text, key.Source = hcltext.Parenthesised(e.Text), true
	default:
		// A literal or a collection alone in a key: keep its source.
		span := e.ExprSpan()
		key.Text, key.Source = hcltext.Parenthesised(m.Name[span.Start:span.End]), true
	}
}

// staticKey reads a key of a static map.
func (c *hclReader) staticKey(m *jsontree.Member, rule *schema.Value) (text string, source bool) {
	if rule == nil || rule.Mode == schema.Literal || rule.Mode == schema.Template || hcltext.ValidIdentifier(m.Name) {
		return hcltext.EscapeTemplate(m.Name), false
	}
	text = c.staticText(m.Name, m.NameStart, m.NameEnd, rule.Mode)
	if text == "" || text[0] >= '0' && text[0] <= '9' || startsFor(text) {
		return hcltext.EscapeTemplate(m.Name), false
	}
	return text, true
}

// startsFor reports whether a reference starts with the word for.
func startsFor(text string) bool {
	rest, ok := strings.CutPrefix(text, "for")
	return ok && (rest == "" || strings.IndexByte(".[ ", rest[0]) >= 0)
}

func (c *hclReader) str(v *jsontree.Value, mode schema.Mode) hclwrite.Expr {
	switch mode {
	case schema.Literal:
		return &hclwrite.Template{Text: hcltext.EscapeTemplate(v.Text)}
	case schema.Traversal, schema.Reference, schema.Keyword, schema.Type, schema.Call:
		if v.Text == legacyWildcard {
			return &hclwrite.Template{Text: v.Text}
		}
		return staticExpr(c.staticText(v.Text, v.Start, v.End, mode))
	case schema.TemplateOrTraversal:
		if hcltext.CanonicalTraversal(v.Text) && strings.Contains(v.Text, ".") {
			return &hclwrite.Native{Text: v.Text}
		}
	}
	parsed, diags := c.exprs.Template(c.resolved(v), c.filename)
	if diags.HasErrors() && mode == schema.TemplateOrText {
		c.warn(v.Start, v.End, "Text instead of a template",
			"The string is not a valid template, so %s takes it verbatim. It is written as text.", c.dialect.Product)
		return &hclwrite.Template{Text: hcltext.EscapeTemplate(v.Text)}
	}
	c.adoptAt(diags, v.Start)
	if diags.HasErrors() {
		return &hclwrite.Literal{Text: "null"}
	}
	if hclwrite.CollectionOf(parsed) != nil {
		if c.fromText == nil {
			c.fromText = make(map[hclwrite.Expr]string)
		}
		c.fromText[parsed] = v.Text
	}
	return c.roots.asReferences(parsed)
}

// staticExpr is the expression of a source text. A collection, a template or a number
// is not a static expression, but it is in the tree what the reader of native syntax
// would make of it.
func staticExpr(text string) hclwrite.Expr {
	if text != "" && strings.IndexByte("{[\"<-0123456789", text[0]) >= 0 {
		if parsed, diags := hclwrite.ParseTemplate("${"+text+"\n}", ""); !diags.HasErrors() {
			return parsed
		}
	}
	return &hclwrite.Native{Text: text}
}

// staticText reads a string that is bare source.
func (c *hclReader) staticText(text string, start, end int, mode schema.Mode) string {
	text = strings.TrimSpace(text)
	if mode == schema.Type && anyCollection(text) {
		return text + "(any)"
	}
	if mode != schema.Call && hcltext.CanonicalTraversal(text) {
		return text
	}
	if inner, ok := strings.CutPrefix(text, "${"); ok && strings.HasSuffix(inner, "}") {
		text = strings.TrimSpace(inner[:len(inner)-1])
		c.warn(start, end, "Template instead of bare source",
			"%s takes %s without ${ and } here. It is written without them.",
			c.dialect.Product, modeNoun(mode))
	}
	parsed, diags := c.exprs.Static(text, c.filename)
	if diags.HasErrors() {
		c.adoptAt(diags, start)
		return text
	}
	c.lostComments(text, parsed.Text, start, end)
	accepts := func(summary, only string) {
		c.warn(start, end, summary, "Only %s is allowed here, as bare text; %s may not accept %q.",
			only, c.dialect.Product, text)
	}
	if mode == schema.Call && !isCall(text) {
		accepts("Not a function call", "a function call")
	}
	if mode == schema.Type && isCollection(parsed.Text) {
		accepts("Not a static expression", "a type constraint")
	}
	if mode == schema.Traversal || mode == schema.Keyword {
		if _, diags := hclsyntax.ParseTraversalAbs([]byte(text), "", hcl.InitialPos); diags.HasErrors() {
			accepts("Not a static reference", modeNoun(mode))
		}
	}
	return parsed.Text
}

// isCollection reports whether an expression is a tuple or an object.
func isCollection(text string) bool {
	e, _ := hclwrite.ParseExpr(text, "")
	return hclwrite.CollectionOf(e) != nil
}

// anyCollection reports whether a type constraint is the short form of one of
// any elements. terraform fmt writes it out (internal/command/fmt.go).
func anyCollection(text string) bool { return text == "list" || text == "map" || text == "set" }

// adoptAt takes over diagnostics about the value of the string that starts at
// an offset of the file.
func (c *hclReader) adoptAt(diags hcl.Diagnostics, start int) {
	if len(diags) == 0 {
		return
	}
	c.adopt(diags, inString(c.src, start))
}

// Placeholder is the Extra of the warnings about what a generator has left in place
// of a value.
type Placeholder struct{}

// placeholders warns of what a generator has left in a file; see
// [schema.Placeholder].
func (c *hclReader) placeholders(root *jsontree.Value) {
	for i := range c.dialect.Placeholders {
		if p := &c.dialect.Placeholders[i]; p.In(c.src) {
			c.findPlaceholders(root, p)
		}
	}
}

func (c *hclReader) findPlaceholders(v *jsontree.Value, p *schema.Placeholder) {
	report := func(text string, start, end int) {
		if p.In(text) {
			c.warn(start, end, "Placeholder instead of a value",
				"%s has left a placeholder here, which it replaces where it knows the value. "+
					"No product can read it: generate the file again.", p.Generator)
			c.mark(Placeholder{})
		}
	}
	report(v.Text, v.Start, v.End)
	for i := range v.Elems {
		c.findPlaceholders(&v.Elems[i], p)
	}
	for i := range v.Members {
		m := &v.Members[i]
		report(m.Name, m.NameStart, m.NameEnd)
		c.findPlaceholders(&m.Value, p)
	}
}

// isCall reports whether source is a function call and nothing else, as
// hcl.ExprCall has it.
func isCall(source string) bool {
	_, ok := parseSource(source).(*hclsyntax.FunctionCallExpr)
	return ok
}

// textOfCall arranges a template whose text must not read as a function call.
func (c *arranger) textOfCall(e hclwrite.Expr) hclwrite.Expr {
	switch e := e.(type) {
	case *hclwrite.Template:
		if readsAsCall(e.Text) {
			return &hclwrite.Native{Text: c.file.Text(e)}
		}
	case *hclwrite.Tuple, *hclwrite.Object:
		if heldIn(e) != nil {
			return eachPart(e, c.textOfCall, nameOfCall)
		}
	}
	return c.template(e)
}

// nameOfCall is the name in JSON of an item whose key must not read as a function call.
func nameOfCall(item *hclwrite.Element) string {
	if readsAsCall(item.Key.Text) {
		return "${" + key(item) + "}"
	}
	return item.Key.Text
}

// readsAsCall reports whether text is an expression with a function call in it
// (buildx bake/hclparser/expr.go, appendJSONFuncCalls).
func readsAsCall(text string) bool {
	expr := parseSource(text)
	return expr != nil && len(calls(expr)) > 0
}

// parseSource parses an expression. It returns nil for what is not one, or one
// that is nested too deeply.
func parseSource(source string) hclsyntax.Expression {
	if !strings.Contains(source, "(") {
		return nil
	}
	expr, _ := syntaxOf(source, false)
	return expr
}

// key is the key of an object in native syntax.
func key(item *hclwrite.Element) string {
	if item.Key.Source {
		return item.Key.Text
	}
	return hclwrite.ExprText(&hclwrite.Template{Text: item.Key.Text})
}

// anyBody is for blocks in a body that the schema says has none.
var anyBody = func() *schema.Body {
	b := &schema.Body{Remain: schema.RemainUnknown}
	b.Prepare()
	return b
}()

// bodyOf is the rule for the body of a block with this rule in a body with rule s.
func bodyOf(block *hclwrite.Block, rule *schema.Block, s *schema.Body) *schema.Body {
	value := ""
	if rule != nil && rule.By != "" {
		value = block.Body.SourceOf(rule.By)
	}
	return blockBody(rule, block.Labels, value, s)
}

// blockBody is the rule for the body of a block, nested in a body with rule s.
// changedAttribute is that of the argument that chooses the body.
func blockBody(rule *schema.Block, labels []string, value string, s *schema.Body) *schema.Body {
	if rule != nil {
		if body := rule.BodyFor(labels, value); body != nil {
			return body
		}
	}
	if s.RemainBody != nil {
		return s.RemainBody
	}
	return anyBody
}

// choosingText is the value, in the objects of a body in JSON, of the argument that
// chooses the body.
func choosingText(objects []*jsontree.Value, rule *schema.Block) string {
	if rule == nil || rule.By == "" {
		return ""
	}
	text, _ := textOf(objects, rule.By)
	return text
}

// heldIn is what is in a tuple or an object that JSON has as an array or an object, and
// nil for any other expression: an object that is not static becomes a string.
func heldIn(e hclwrite.Expr) *hclwrite.Collection {
	if object, ok := e.(*hclwrite.Object); ok && !object.Static() {
		return nil
	}
	return hclwrite.CollectionOf(e)
}
