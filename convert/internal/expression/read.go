package expression

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"golang.org/x/text/unicode/norm"

	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/treediff"
	"github.com/hcljson/hcljson/schema"
)

// Reader reads the expressions of JSON.
type Reader struct {
	Context
	// Reference is the text of the reference file in native syntax, or "".
	Reference string
	// FromText maps a collection to the JSON string that contains it.
	FromText map[hclwrite.Expr]string
}

// Read converts a JSON value to an expression according to a rule. The rule nil means an ordinary
// template.
func (c *Reader) Read(v *jsontree.Value, rule *tables.Value) hclwrite.Expr {
	if rule != nil && v.Kind != jsontree.String && rule.Mode.IsSource() && !hasPartRules(v, rule) {
		c.Refuse(v.Start, v.End, "Not a static expression",
			"Only %s is allowed here, as a string; %s does not accept %s.",
			modeNoun(rule.Mode), c.Dialect.Product, v.Kind)
		rule = nil
	}
	mode := tables.Template
	if rule != nil {
		mode = rule.Mode
	}
	switch v.Kind {
	case jsontree.Array:
		t := &hclwrite.Tuple{Span: ValueSpan(v)}
		t.Items = make([]hclwrite.CollectionItem, len(v.Elems))
		for i := range v.Elems {
			value := c.Read(&v.Elems[i], rule.Element())
			if i == 0 && rule != nil && rule.List != nil {
				value = quoteFor(value, rule.List.Mode)
			}
			t.Items[i] = &hclwrite.Element{Value: value, ValueSpan: ValueSpan(&v.Elems[i])}
		}
		return t
	case jsontree.Object:
		return c.objectExpr(v, rule, mode)
	case jsontree.String:
		if c.ForTools && (!mode.IsTemplate() || rule.IsMap()) && strings.HasPrefix(v.Text, schema.EscapedExpression) {
			return c.withPositions(c.unescapedExpr(v), v, len(schema.EscapedExpression))
		}
		if c.ForTools && mode == tables.Literal && !c.mayBeExpression(v.Text) {
			c.Warn(v.Start, v.End, "Text, not an expression", "A string is always text here. "+
				"The expression is %q, without \"${\" and \"}\" around it.", schema.EscapedExpression+strings.Trim(v.Text, "${}"))
		}
		c.Modes.Record(ValueSpan(v), mode)
		parsed := c.withPositions(c.stringExpr(v, mode), v, 0)
		c.checkTextScope(v.Text, v.Start, rule)
		c.checkTextWrapping(v, rule)
		return parsed
	}
	return &hclwrite.Literal{Text: v.Text, Span: ValueSpan(v)}
}

// hasPartRules reports whether a rule contains rules for the elements or members of a value.
func hasPartRules(v *jsontree.Value, rule *tables.Value) bool {
	return v.Kind == jsontree.Array && rule.List != nil || v.Kind == jsontree.Object && rule.IsMap()
}

func (c *Reader) objectExpr(v *jsontree.Value, rule *tables.Value, mode tables.Mode) hclwrite.Expr {
	o := &hclwrite.Object{Span: ValueSpan(v)}
	items := make([]*hclwrite.Element, len(v.Members))
	keys := make([]hclwrite.Key, len(v.Members))
	static := rule.IsMap()
	var seen map[hclwrite.Key]bool // the keys so far, without positions
	if len(v.Members) > 8 {
		seen = make(map[hclwrite.Key]bool, len(v.Members))
	}
	for i := range v.Members {
		m, key := &v.Members[i], &keys[i]
		item := &hclwrite.Element{Key: key}
		items[i] = item
		switch {
		case static && rule.Fields != nil, !static && mode == tables.Literal:
			key.Text = hcltext.EscapeTemplate(m.Name)
		case static:
			key.Text, key.Source = c.staticKey(m, rule.MapKey)
		default:
			c.templateKey(m, key)
			c.checkTextScope(m.Name, m.NameStart, rule)
		}
		id := keyID(key)
		same := func(other *hclwrite.Element) bool { return keyID(other.Key) == id }
		if seen[id] || seen == nil && slices.ContainsFunc(items[:i], same) {
			c.Fail(m.NameStart, m.NameEnd, "Duplicate object key",
				"The key %q appears twice in this object; the products do not accept duplicate keys in JSON.", m.Name)
		}
		if seen != nil {
			seen[id] = true
		}
		key.Span = hclwrite.Span{Start: m.NameStart, End: m.NameEnd}
		item.Value, item.ValueSpan = c.Read(&m.Value, rule.Field(m.Name)), ValueSpan(&m.Value)
	}
	setElements(hclwrite.CollectionOf(o), items)
	return o
}

// keyID returns a value that equal keys of an object have in common. The products normalize keys.
func keyID(key *hclwrite.Key) hclwrite.Key {
	return hclwrite.Key{Text: norm.NFC.String(key.Text), Source: key.Source, Template: key.Template}
}

// templateKey sets a key from the name of a member that is a template.
func (c *Reader) templateKey(m *jsontree.Member, key *hclwrite.Key) {
	parsed, diags := hclwrite.ParseTemplate(m.Name, c.Filename)
	c.addStringDiags(diags, m.NameStart)
	switch e := parsed.(type) {
	case nil:
		key.Text = m.Name
	case *hclwrite.Template:
		key.Text, key.Template = e.Text, hcltext.HasSequence(e.Text)
	case *hclwrite.Native:
		key.Text, key.Source = hcltext.Parenthesize(e.Text), true
	default:
		// If the name is an interpolation of a literal or collection, the key is its source text.
		span := hclwrite.SpanOf(e)
		key.Text, key.Source = hcltext.Parenthesize(m.Name[span.Start:span.End]), true
	}
}

// unescapedExpr returns the expression in an escaped expression.
func (c *Reader) unescapedExpr(v *jsontree.Value) hclwrite.Expr {
	e, diags := hclwrite.ParseExpr(v.Text[len(schema.EscapedExpression):]+"\n", c.Filename)
	place := jsontree.StringOffsets(c.Src, v.Start)
	c.AddPart(diags, func(offset int) int { return place(len(schema.EscapedExpression) + offset) })
	if diags.HasErrors() {
		return &hclwrite.Literal{Text: "null"}
	}
	return e
}

// withPositions sets the positions of an expression in a JSON string: the string for the expression itself, and the
// text in it for its parts. The parser set offsets in the text of the string after its first bytes.
func (c *Reader) withPositions(e hclwrite.Expr, v *jsontree.Value, first int) hclwrite.Expr {
	if hclwrite.CollectionOf(e) != nil {
		at := jsontree.StringOffsets(c.Src, v.Start)
		hclwrite.Walk(e, func(node hclwrite.Node) bool {
			for _, span := range treediff.Spans(node) {
				span.Start, span.End = at(first+span.Start), at(first+span.End)
			}
			return true
		})
	}
	for _, span := range treediff.Spans(e) {
		*span = ValueSpan(v)
	}
	return e
}

func (c *Reader) stringExpr(v *jsontree.Value, mode tables.Mode) hclwrite.Expr {
	switch mode {
	case tables.Literal:
		return &hclwrite.Template{Text: hcltext.EscapeTemplate(v.Text)}
	case tables.Traversal, tables.Reference, tables.Keyword, tables.Type, tables.Call:
		if v.Text == syntax.LegacyWildcard {
			return &hclwrite.Template{Text: v.Text}
		}
		return staticExpr(c.readStaticText(v.Text, v.Start, v.End, mode))
	case tables.TemplateOrTraversal:
		if hcltext.IsCanonicalTraversal(v.Text) && strings.Contains(v.Text, ".") {
			return &hclwrite.Native{Text: v.Text}
		}
	}
	parsed, diags := hclwrite.ParseTemplate(c.resolvedText(v), c.Filename)
	if diags.HasErrors() && mode == tables.TemplateOrText {
		c.Warn(v.Start, v.End, "Text instead of a template",
			"The string is not a valid template, so %s takes it verbatim. It is written as text.", c.Dialect.Product)
		return &hclwrite.Template{Text: hcltext.EscapeTemplate(v.Text)}
	}
	c.addStringDiags(diags, v.Start)
	if diags.HasErrors() {
		return &hclwrite.Literal{Text: "null"}
	}
	if hclwrite.CollectionOf(parsed) != nil {
		if c.FromText == nil {
			c.FromText = make(map[hclwrite.Expr]string)
		}
		c.FromText[parsed] = v.Text
	}
	return c.Scope.Roots.WithReferences(parsed)
}

// resolvedText returns the text of a JSON string in which text replaces the references to variables outside
// of the scope.
func (c *Reader) resolvedText(v *jsontree.Value) string {
	text := c.Scope.Roots.ResolveTemplate(v.Text)
	if text != v.Text && strings.Contains(c.Src[v.Start:v.End], `\`) {
		c.Warn(v.Start, v.End, "Misread by the product",
			"%s reads the text of a reference from the wrong position in a JSON string with an escape. "+
				"It is written with its intended meaning; in JSON, write $${ instead of ${.", c.Dialect.Product)
	}
	return text
}

// addStringDiags adds diagnostics about the text of a JSON string. start is the offset of the string
// in the file.
func (c *Reader) addStringDiags(diags hcl.Diagnostics, start int) {
	if len(diags) == 0 {
		return
	}
	c.AddPart(diags, jsontree.StringOffsets(c.Src, start))
}

// checkTextScope warns about names in the text of a JSON string outside of the scope of its
// rule. start is the offset of the string in the file.
func (c *Reader) checkTextScope(text string, start int, rule *tables.Value) {
	if rule == nil || rule.Scope == nil {
		return
	}
	template := rule.Mode.IsTemplate()
	if rule.Mode == tables.Literal || template && !hcltext.HasSequence(text) {
		return
	}
	if expr, _ := syntax.Parse(text, template); expr != nil {
		c.checkScope(expr, rule.Scope, jsontree.StringOffsets(c.Src, start))
	}
}

// mayBeExpression returns false if a text looks like an interpolation and the reference file does not contain it as a
// literal string. It returns true if the text of the reference file is unknown.
func (c *Reader) mayBeExpression(text string) bool {
	return c.Reference == "" || !strings.HasPrefix(text, "${") ||
		strings.Contains(c.Reference, hcltext.EscapeTemplate(text))
}
