package convert

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/tfname"
	"github.com/hcljson/hcljson/schema"
)

// checkConstants reports the labels and constant values in a body that the product refuses. Both
// directions use it.
func (c *conversion) checkConstants(items []hclwrite.Item, s *schema.Body) {
	for _, item := range items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			rule, span := s.Argument(item.Name), cmp.Or(item.ValueSpan, item.Span)
			if rule == nil {
				continue
			}
			c.checkWrapping(item.Expr, rule, span)
			if rule.Takes != "" || rule.HasParts() {
				c.checkConstant(item.Expr, rule, span)
			}
		case *hclwrite.Block:
			_, row := s.Lookup(item.Type)
			if row == nil && len(item.Labels) > 0 && s.DescribesPlugins() {
				c.reportRefused(item.Span.Start, max(item.Body.Span.Start, item.Span.Start+1), "Wrong number of labels",
					"Blocks that a provider or plugin defines have no labels; a %q block has %d here.", item.Type,
					len(item.Labels))
			}
			for i := 0; row != nil && row.Identifiers && i < len(row.Labels) && i < len(item.Labels); i++ {
				label, end := item.Labels[i], max(item.Body.Span.Start, item.Span.Start+1)
				if slices.Contains(row.ReservedNames, label) {
					c.reportRefused(item.Span.Start, end, "Invalid name",
						"%q cannot be the %s of a block %q: the name is reserved.",
						label, row.Labels[i], item.Type)
				}
				if !hcltext.IsIdentifier(label) {
					c.reportRefused(item.Span.Start, end, "Invalid name", "%q cannot be the %s of a block %q: only "+
						"letters, digits, _ and - are accepted, and no digit first.", label, row.Labels[i], item.Type)
				}
			}
		}
	}
}

// checkConstant reports the constants in the value of an argument that its rule does not allow.
func (c *conversion) checkConstant(e hclwrite.Expr, rule *schema.Value, span hclwrite.Span) {
	if rule == nil {
		return
	}
	wrong := func(what string) {
		c.reportRefused(span.Start, max(span.End, span.Start+1), "Invalid value", "This must be %s.", what)
	}
	parts := hclwrite.CollectionOf(e)
	text, constant := constantText(e)
	switch literal, isLiteral := e.(*hclwrite.Literal); {
	case isLiteral && literal.Text == "null":
		return
	case text == legacyWildcard && rule.Mode.IsSource():
		wrong("a reference")
		return
	case parts == nil && constant && rule.MapKey != nil && rule.List == nil && rule.Mode.IsSource():
		wrong("an object")
		return
	case rule.List != nil && rule.Takes != "":
		if parts == nil && constant && (rule.Takes == tfname.TakesList || !containsWord(text, rule.Takes)) {
			wrong("a list")
			return
		}
	case rule.Takes == tfname.TakesType:
		if !constant {
			return
		}
		what, known := c.types[text]
		if !known {
			if c.types == nil {
				c.types = map[string]string{}
			}
			what = typeProblem(text)
			c.types[text] = what
		}
		if what != "" {
			c.reportRefused(span.Start, max(span.End, span.Start+1), "Invalid type",
				"This type is not accepted: %s", what)
		}
		return
	case rule.Takes != "" && !rule.HasParts():
		if what := requiredConstant(rule.Takes, e, text, constant, parts != nil); what != "" {
			wrong(what)
			return
		}
	}
	if parts == nil || !rule.HasParts() {
		return
	}
	for _, item := range parts.Elements() {
		part := rule.Element()
		if item.Key != nil {
			part = rule.Field(item.Key.Text)
			if key := rule.MapKey; key != nil && key.Mode.IsSource() && strings.HasPrefix(item.Key.Text, "(") {
				c.reportWrapping(item.Key.Span)
			}
			if key := rule.MapKey; key != nil && key.Takes != "" {
				c.checkConstant(&hclwrite.Native{Text: item.Key.Text}, key, cmp.Or(item.Key.Span, span))
			}
		}
		if part != rule && part != nil {
			c.checkWrapping(item.Value, part, cmp.Or(item.ValueSpan, span))
			c.checkConstant(item.Value, part, cmp.Or(item.ValueSpan, span))
		}
	}
}

// checkWrapping reports parentheses, ${ } or quotes around a native expression that the product analyses
// without evaluation. span includes them. JSON has no form for them.
func (c *conversion) checkWrapping(e hclwrite.Expr, rule *schema.Value, span hclwrite.Span) {
	if !c.native || span.Start >= span.End || span.End > len(c.src) {
		return
	}
	template, quoted := e.(*hclwrite.Template)
	opener := c.src[span.Start]
	switch static := rule.HasParts() || rule.Mode.IsSource() && !rule.Parenthesized; {
	case static && opener == '(', static && !quoted && (opener == '"' || opener == '<'):
		c.reportWrapping(span)
	case quoted && rule.Mode == schema.TemplateOrTraversal && isReference(template.Text):
		c.reportRefused(span.Start, span.End, "Quoted reference",
			"%s reads this string as text in native syntax, but as a reference in JSON.", c.dialect.Product)
	}
}

func (c *conversion) reportWrapping(span hclwrite.Span) {
	c.reportRefused(span.Start, span.End, "Not a static expression",
		"%s does not evaluate this expression, so it takes no parentheses or ${ } around it.", c.dialect.Product)
}

// isReference reports whether the text of a string is a reference with several steps.
func isReference(text string) bool {
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(text), "", hcl.InitialPos)
	return !diags.HasErrors() && len(traversal) > 1
}

// constantText returns the text of a literal or constant string, or the source of a reference or
// keyword.
func constantText(e hclwrite.Expr) (text string, ok bool) {
	switch e := e.(type) {
	case *hclwrite.Literal:
		return e.Text, true
	case *hclwrite.Native:
		return e.Text, true
	case *hclwrite.Template:
		return hcltext.TemplateText(e.Text), !hcltext.HasSequence(e.Text)
	}
	return "", false
}

func containsWord(text, words string) bool {
	for word := range strings.SplitSeq(words, "|") {
		if word == text {
			return true
		}
	}
	return false
}

// requiredConstant returns a description of the required kind of constant if the expression is a
// constant of another kind. Otherwise it returns "". It does not check expressions that the product
// evaluates.
func requiredConstant(takes string, e hclwrite.Expr, text string, constant, collection bool) string {
	_, evaluated := e.(*hclwrite.Native)
	_, isText := e.(*hclwrite.Template)
	isTrue := containsWord(text, "true|false")
	switch takes {
	case tfname.TakesBool:
		// The product converts the text of a bool to a bool.
		if collection || constant && !evaluated && !isTrue && !(isText && containsWord(text, "0|1")) {
			return "true or false"
		}
	case tfname.TakesVersions:
		_, err := version.NewConstraint(text)
		if collection || constant && !evaluated && (isTrue || err != nil) {
			return `version constraints, such as ">= 1.2"`
		}
	case tfname.TakesSource:
		parts := strings.Split(text, "/")
		wrong := len(parts) > 3 || strings.ContainsAny(text, "${} \t\n")
		for _, part := range parts {
			wrong = wrong || part == ""
		}
		if collection || constant && !evaluated && wrong {
			return `the address of a provider, such as "hashicorp/aws"`
		}
	case tfname.TakesName:
		if collection || constant && !evaluated && !hcltext.IsIdentifier(text) {
			return "a name of letters, digits, _ and -, without a digit first"
		}
	case tfname.TakesProvider, tfname.TakesAddress:
		names, depth := 1, 0 // without the names in indexes
		for _, b := range []byte(text) {
			switch b {
			case '[':
				depth++
			case ']':
				depth--
			case '.':
				if depth == 0 {
					names++
				}
			}
		}
		if _, isLiteral := e.(*hclwrite.Literal); isLiteral || !constant || strings.ContainsAny(text, " (") {
			return "" // the reader reports text that is not a reference
		}
		if takes == tfname.TakesProvider && names > 2 {
			return `the local name of a provider, perhaps with an alias, such as "aws" or "aws.west"`
		} else if takes == tfname.TakesAddress && names < 2 {
			return `an address with a type and a name, such as "aws_instance.web"`
		}
	default: // words
		if collection || constant && !containsWord(text, takes) {
			return strings.ReplaceAll(takes, "|", " or ")
		}
	}
	return ""
}

// typeProblem returns the problem of a type constraint, or "". The type "list" or "map" alone is
// valid: its elements have any type (opentofu internal/configs/named_values.go, decodeVariableType).
func typeProblem(text string) string {
	if containsWord(text, "string|number|bool|any|list|map") {
		return ""
	}
	e, diags := syntaxOf(text, false)
	if diags.HasErrors() || e == nil {
		return "" // the reader reports invalid syntax
	}
	if _, _, diags := typeexpr.TypeConstraintWithDefaults(e); diags.HasErrors() {
		return diags[0].Detail
	}
	return ""
}
