package expression

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// checkTextWrapping reports parentheses or quotes around a static expression in a JSON string. For the
// other modes, readStaticText reports them.
func (c *Reader) checkTextWrapping(v *jsontree.Value, rule *tables.Value) {
	if rule == nil || rule.Mode != tables.Type && rule.Mode != tables.Reference {
		return
	}
	text := strings.TrimSpace(v.Text)
	if strings.HasPrefix(text, "(") && !rule.Parenthesized || strings.HasPrefix(text, `"`) {
		c.Refuse(v.Start, v.End, "Not a static expression",
			"Only %s is allowed here, as bare text; %s may not accept %q.", modeNoun(rule.Mode), c.Dialect.Product, text)
	}
}

// staticKey returns the key for the name of a member of a static map. source is true if the key is
// source text.
func (c *Reader) staticKey(m *jsontree.Member, rule *tables.Value) (text string, source bool) {
	if rule == nil || rule.Mode == tables.Literal || rule.Mode == tables.Template || hcltext.IsIdentifier(m.Name) {
		return hcltext.EscapeTemplate(m.Name), false
	}
	text = c.readStaticText(m.Name, m.NameStart, m.NameEnd, rule.Mode)
	if text == "" || text[0] >= '0' && text[0] <= '9' || startsFor(text) {
		return hcltext.EscapeTemplate(m.Name), false
	}
	return text, true
}

// staticExpr returns the expression for a source text. If the text is a collection, a string or a
// number, it is not a static expression. The result is then the node that the parser of native
// syntax returns.
func staticExpr(text string) hclwrite.Expr {
	if text != "" && strings.IndexByte("{[\"<-0123456789", text[0]) >= 0 {
		if parsed, diags := hclwrite.ParseTemplate("${"+text+"\n}", ""); !diags.HasErrors() {
			return parsed
		}
	}
	return &hclwrite.Native{Text: text}
}

// readStaticText reads a JSON string that represents a static expression, and returns its source text. It
// reports invalid static expressions.
func (c *Reader) readStaticText(text string, start, end int, mode tables.Mode) string {
	text = strings.TrimSpace(text)
	if mode == tables.Type && isAnyCollection(text) {
		return text + "(any)"
	}
	if mode != tables.Call && hcltext.IsCanonicalTraversal(text) {
		return text
	}
	if inner, ok := strings.CutPrefix(text, "${"); ok && strings.HasSuffix(inner, "}") {
		text = strings.TrimSpace(inner[:len(inner)-1])
		c.Refuse(start, end, "Template instead of bare source",
			"%s takes %s without ${ and } here. It is written without them.",
			c.Dialect.Product, modeNoun(mode))
	}
	parsed, diags := hclwrite.ParseStatic(text, c.Filename)
	if diags.HasErrors() {
		c.addStringDiags(diags, start)
		return text
	}
	c.warnLostComments(text, parsed.Text, start, end)
	accepts := func(summary, only string) {
		c.Refuse(start, end, summary, "Only %s is allowed here, as bare text; %s may not accept %q.",
			only, c.Dialect.Product, text)
	}
	if mode == tables.Call && !syntax.IsCall(text) {
		accepts("Not a function call", "a function call")
	}
	if mode == tables.Type && isCollection(parsed.Text) {
		accepts("Not a static expression", "a type constraint")
	}
	if mode == tables.Traversal || mode == tables.Keyword {
		if _, diags := hclsyntax.ParseTraversalAbs([]byte(text), "", hcl.InitialPos); diags.HasErrors() {
			accepts("Not a static reference", modeNoun(mode))
		}
	}
	return parsed.Text
}

// isCollection reports whether a text is a tuple or an object.
func isCollection(text string) bool {
	e, _ := hclwrite.ParseExpr(text, "")
	return hclwrite.CollectionOf(e) != nil
}

// isAnyCollection reports whether a type constraint is a collection type without an element type.
// Its elements have any type. terraform fmt writes the long form (internal/command/fmt.go).
func isAnyCollection(text string) bool { return text == "list" || text == "map" || text == "set" }

// quoteFor returns the first element of a list. It puts a static reference that would start a for
// expression in quotes, because the products do not accept parentheses here.
func quoteFor(e hclwrite.Expr, mode tables.Mode) hclwrite.Expr {
	if n, ok := e.(*hclwrite.Native); ok && (mode == tables.Traversal || mode == tables.Keyword) && startsFor(n.Text) {
		return &hclwrite.Template{Text: hcltext.EscapeTemplate(n.Text)}
	}
	return e
}

// startsFor reports whether the first name of a reference is "for".
func startsFor(text string) bool {
	rest, ok := strings.CutPrefix(text, "for")
	return ok && (rest == "" || strings.IndexByte(".[ ", rest[0]) >= 0)
}
