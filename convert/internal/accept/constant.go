package accept

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// checkConstant reports the constants in the value of an argument that its rule does not allow.
func (c *Checker) checkConstant(e hclwrite.Expr, rule *tables.Value, span hclwrite.Span) {
	if rule == nil {
		return
	}
	wrong := func(what string) {
		c.Refuse(span.Start, max(span.End, span.Start+1), "Invalid value", "This must be %s.", what)
	}
	parts := hclwrite.CollectionOf(e)
	text, constant := constantText(e)
	switch literal, isLiteral := e.(*hclwrite.Literal); {
	case isLiteral && literal.Text == "null" && !slices.Contains(notNull, rule.Takes):
		if rule.Mode == tables.Literal && !rule.Nullable && slices.Contains(notNullLiteral, rule.Takes) {
			wrong("a value other than null")
		}
		return
	case text == syntax.LegacyWildcard && rule.Mode.IsSource():
		wrong("a reference")
		return
	case parts == nil && constant && rule.MapKey != nil && rule.List == nil && rule.Mode.IsSource():
		wrong("an object")
		return
	case rule.Fields != nil && rule.Takes != "" && parts == nil:
		if what := requiredConstant(rule.Takes, e, text, constant); what != "" {
			wrong(what + ", or an object")
		}
		return
	case rule.List != nil && rule.Takes != "":
		if parts == nil && constant && (rule.Takes == tfname.TakesList || !containsWord(text, rule.Takes)) {
			wrong("a list")
			return
		}
	case rule.Takes == tfname.TakesType:
		if constant {
			c.checkConstraint(text, span)
		}
		return
	case rule.Takes != "" && !rule.HasParts():
		what := ""
		if rule.Takes == tfname.TakesModule && rule.Mode == tables.Literal {
			what = requiredConstant(tfname.TakesText, e, text, constant)
		}
		if what = cmp.Or(what, requiredConstant(rule.Takes, e, text, constant)); what != "" {
			wrong(what)
			return
		}
	}
	if parts != nil && rule.HasParts() {
		c.checkParts(parts, rule, span)
	}
}

// checkConstraint reports an invalid type constraint.
func (c *Checker) checkConstraint(text string, span hclwrite.Span) {
	what, known := c.types[text]
	if !known {
		if c.types == nil {
			c.types = map[string]string{}
		}
		what = typeProblem(text)
		c.types[text] = what
	}
	if what != "" {
		c.Refuse(span.Start, max(span.End, span.Start+1), "Invalid type", "This type is not accepted: %s", what)
	}
}

// checkParts checks the elements and keys of a collection at span.
func (c *Checker) checkParts(parts *hclwrite.Collection, rule *tables.Value, span hclwrite.Span) {
	for _, item := range parts.Elements() {
		part := rule.Element()
		if item.Key != nil {
			part = rule.Field(item.Key.Text)
			known := slices.ContainsFunc(rule.Fields, func(a tables.Attribute) bool { return a.Name == item.Key.Text })
			if rule.Fields != nil && rule.Takes != "" && !known {
				c.Refuse(span.Start, max(span.End, span.Start+1), "Unknown argument", "%s has no argument %q here.",
					c.Dialect.Product, item.Key.Text)
			}
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
func (c *Checker) checkWrapping(e hclwrite.Expr, rule *tables.Value, span hclwrite.Span) {
	if !c.Native || span.Start >= span.End || span.End > len(c.Src) {
		return
	}
	template, quoted := e.(*hclwrite.Template)
	opener := c.Src[span.Start]
	switch static := rule.HasParts() || rule.Mode.IsSource() && !rule.Parenthesized; {
	case static && opener == '(', static && !quoted && (opener == '"' || opener == '<'):
		c.reportWrapping(span)
	case quoted && rule.Mode == tables.TemplateOrTraversal && isReference(template.Text):
		c.Refuse(span.Start, span.End, "Quoted reference",
			"%s reads this string as text in native syntax, but as a reference in JSON.", c.Dialect.Product)
	}
}

func (c *Checker) reportWrapping(span hclwrite.Span) {
	c.Refuse(span.Start, span.End, "Not a static expression",
		"%s does not evaluate this expression, so it takes no parentheses or ${ } around it.", c.Dialect.Product)
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

// notNull contains the kinds of values that cannot be null.
var notNull = []string{tfname.TakesCount, tfname.TakesMap, tfname.TakesCondition, tfname.TakesID, tfname.TakesBackend}

// notNullLiteral contains the kinds of arguments that cannot be null if the product does not evaluate them.
var notNullLiteral = []string{
	tfname.TakesBool, tfname.TakesString, tfname.TakesText, tfname.TakesName, tfname.TakesModule,
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
func requiredConstant(takes string, e hclwrite.Expr, text string, constant bool) string {
	_, evaluated := e.(*hclwrite.Native)
	v := givenValue{e, text, constant && !evaluated, hclwrite.CollectionOf(e) != nil}
	switch takes {
	case tfname.TakesString, tfname.TakesText, tfname.TakesCount, tfname.TakesNumber, tfname.TakesBool,
		tfname.TakesCondition:
		return v.requiredScalar(takes)
	case tfname.TakesStrings, tfname.TakesTexts, tfname.TakesMap, tfname.TakesValues:
		return v.requiredCollection(takes)
	case tfname.TakesVersions, tfname.TakesSource, tfname.TakesName, tfname.TakesModule, tfname.TakesID, tfname.TakesBackend:
		return v.requiredText(takes)
	case tfname.TakesArgument:
		if text == tfname.AllWord {
			return "the name of an argument; for all of them, write the word " + tfname.AllWord + " without a list"
		}
		return ""
	case tfname.TakesObject, tfname.TakesInstance, tfname.TakesConfig, tfname.TakesProvider, tfname.TakesAddress,
		tfname.TakesWhole:
		if _, isLiteral := e.(*hclwrite.Literal); isLiteral || !constant {
			return ""
		}
		return requiredReference(takes, text)
	}
	if v.isCollection || constant && !containsWord(text, takes) {
		return strings.ReplaceAll(takes, "|", " or ")
	}
	return ""
}

// givenValue is the value of an argument. isFixed is true if its text is known and the product does not evaluate it.
type givenValue struct {
	hclwrite.Expr
	text                  string
	isFixed, isCollection bool
}

// result returns the kind of the result of an expression that the product evaluates; see [resultOf].
func (v *givenValue) result() string {
	if _, evaluated := v.Expr.(*hclwrite.Native); evaluated {
		return resultOf(v.text)
	}
	return ""
}

// requiredScalar returns the required kind of a string, number or bool.
func (v *givenValue) requiredScalar(takes string) string {
	isTrue := containsWord(v.text, "true|false")
	switch takes {
	case tfname.TakesString:
		if v.isCollection {
			return "a string"
		}
	case tfname.TakesText:
		if v.isCollection || v.isFixed && hcltext.HasSequence(v.text) {
			return "text without ${ }, because the product does not evaluate it"
		}
	case tfname.TakesCount:
		number, err := cty.ParseNumberVal(v.text)
		whole := err == nil && number.AsBigFloat().IsInt() && number.AsBigFloat().Sign() >= 0
		if v.isCollection || v.isFixed && !whole || v.result() == "bool" {
			return "a whole number from 0 on"
		}
	case tfname.TakesNumber:
		if _, err := cty.ParseNumberVal(v.text); v.isCollection || v.isFixed && err != nil {
			return "a number"
		}
	default: // a bool
		_, evaluated := v.Expr.(*hclwrite.Native)
		if takes == tfname.TakesCondition && (isTrue || evaluated && !strings.Contains(v.text, ".")) {
			return "a condition that refers to an object"
		}
		// The product converts the text of a bool to a bool.
		_, isText := v.Expr.(*hclwrite.Template)
		if v.isCollection || v.isFixed && !isTrue && !(isText && containsWord(v.text, "0|1")) {
			return "true or false"
		}
	}
	return ""
}

// requiredCollection returns the required kind of collection.
func (v *givenValue) requiredCollection(takes string) string {
	_, isObject := v.Expr.(*hclwrite.Object)
	switch takes {
	case tfname.TakesStrings:
		if isObject || v.isFixed {
			return "a list of strings"
		}
	case tfname.TakesValues:
		if v.isCollection && !isObject || v.isFixed {
			return "an object"
		}
	case tfname.TakesTexts:
		if v.isCollection && !isObject || v.isFixed || hasCollections(v.Expr) {
			return "a map of strings"
		}
	default:
		if v.isCollection && !isObject || v.isFixed || v.result() == "tuple" {
			return "a map or a set of strings"
		}
	}
	return ""
}

// requiredText returns the required form of a text.
func (v *givenValue) requiredText(takes string) string {
	switch takes {
	case tfname.TakesVersions:
		_, err := version.NewConstraint(v.text)
		if v.isCollection || v.isFixed && (containsWord(v.text, "true|false") || err != nil) {
			return `version constraints, such as ">= 1.2"`
		}
	case tfname.TakesModule:
		switch {
		case v.isCollection:
			return "a string"
		case v.isFixed && !tfname.IsModuleSource(v.text):
			return `the source of a module, such as "./` + strings.Trim(v.text, "./") + `" or "hashicorp/consul/aws"`
		}
	case tfname.TakesID:
		_, isLiteral := v.Expr.(*hclwrite.Literal)
		if v.isCollection || v.isFixed && (v.text == "" || isLiteral && v.text == "null") {
			return "a text that is not empty"
		}
	case tfname.TakesBackend:
		if v.isCollection || v.isFixed && !slices.Contains(tfname.Backends, v.text) {
			return "the name of a backend: " + strings.Join(tfname.Backends, ", ")
		}
	case tfname.TakesSource:
		parts := strings.Split(v.text, "/")
		if strings.HasPrefix(parts[len(parts)-1], "terraform-provider-") {
			return "the address of a provider without terraform-provider-"
		}
		wrong := len(parts) > 3 || strings.ContainsAny(v.text, "${} \t\n") || slices.Contains(parts, "")
		if v.isCollection || v.isFixed && wrong {
			return `the address of a provider, such as "hashicorp/aws"`
		}
	default:
		if v.isCollection || v.isFixed && !hcltext.IsIdentifier(v.text) {
			return "a name of letters, digits, _ and -, without a digit first"
		}
	}
	return ""
}

// requiredReference returns a description of the required reference or address if a text is another one.
func requiredReference(takes, text string) string {
	switch takes {
	case tfname.TakesObject, tfname.TakesInstance, tfname.TakesConfig:
		return addressProblem(takes, text)
	}
	if strings.ContainsAny(text, " (") {
		return "" // the reader reports text that is not a reference
	}
	switch names, root := namesIn(text), tables.ReferenceRoot(text); {
	case takes == tfname.TakesProvider && names > 2:
		return `the local name of a provider, perhaps with an alias, such as "aws" or "aws.west"`
	case takes == tfname.TakesProvider:
	case names < 2, takes == tfname.TakesAddress && slices.Contains(noAddresses, root):
		return `an address with a type and a name, such as "aws_instance.web"`
	case takes == tfname.TakesWhole && names > tfname.NamesOfObject(root):
		return "a reference to a whole object, such as aws_instance.web, without its attributes"
	}
	return ""
}

// namesIn returns the number of names of a reference, without the names in indexes.
func namesIn(text string) int {
	names, depth := 1, 0
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
	return names
}

// addressProblem returns a description of the addresses of a kind if the text is a reference that is no such address.
//
// opentofu internal/addrs/parse_target.go and move_endpoint.go, parseConfigResource
func addressProblem(takes, text string) string {
	expr, diags := syntax.Parse(text, false)
	if diags.HasErrors() {
		return "" // the reader reports text that is not a reference
	}
	references := expr.Variables()
	if len(references) == 0 {
		return ""
	}
	var names []string
	keys := false
	for _, step := range references[0] {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			names = append(names, step.Name)
		case hcl.TraverseAttr:
			names = append(names, step.Name)
		default:
			keys = true
		}
	}
	for len(names) > 1 && names[0] == tfname.ModuleBlock {
		names = names[2:]
	}
	if len(names) > 0 && names[0] == tfname.DataBlock && takes == tfname.TakesObject ||
		len(names) > 2 && names[0] == "resource" {
		names = names[1:]
	}
	_, isIndex := expr.(*hclsyntax.IndexExpr) // with a key that is an expression
	known := len(names) == 2 && !slices.Contains(notResources, names[0]) && !isIndex
	switch isModule := len(names) == 0; {
	case takes == tfname.TakesConfig && (keys || !known && !isModule):
		return "the address of a resource or module without a key, such as aws_instance.web"
	case takes == tfname.TakesInstance && (isModule || !known && !isIndex):
		return "the address of a resource, such as aws_instance.web"
	case takes == tfname.TakesObject && !known && !isModule:
		return "the address of a resource or module, such as aws_instance.web"
	}
	return ""
}

// noAddresses are the first names of references that are no addresses.
var noAddresses = []string{"var", "local", "path", "each", "self", "terraform", tfname.CountArgument}

// notResources are the first names of references to other objects than resources (internal/addrs/parse_ref.go).
var notResources = append(slices.Clip(noAddresses), tfname.DataBlock)

// resultOf returns "bool" for a comparison, "tuple" for a for expression without keys, and otherwise "".
func resultOf(text string) string {
	if !strings.HasPrefix(text, "[") && !strings.ContainsAny(text, "=<>!&|") {
		return ""
	}
	expr, _ := syntax.Parse(text, false)
	var operation *hclsyntax.Operation
	switch expr := expr.(type) {
	case *hclsyntax.ForExpr:
		if expr.KeyExpr == nil {
			return "tuple"
		}
	case *hclsyntax.BinaryOpExpr:
		operation = expr.Op
	case *hclsyntax.UnaryOpExpr:
		operation = expr.Op
	}
	if operation != nil && operation.Type.Equals(cty.Bool) {
		return "bool"
	}
	return ""
}

// hasCollections reports whether an element of a list or object is a list or object.
func hasCollections(e hclwrite.Expr) bool {
	parts := hclwrite.CollectionOf(e)
	return parts != nil && slices.ContainsFunc(parts.Elements(), func(element *hclwrite.Element) bool {
		return hclwrite.CollectionOf(element.Value) != nil
	})
}

// typeProblem returns the problem of a type constraint, or "". The type "list" or "map" alone is
// valid: its elements have any type (opentofu internal/configs/named_values.go, decodeVariableType).
func typeProblem(text string) string {
	if containsWord(text, "string|number|bool|any|list|map") {
		return ""
	}
	e, diags := syntax.Parse(text, false)
	if diags.HasErrors() || e == nil {
		return "" // the reader reports invalid syntax
	}
	if _, _, diags := typeexpr.TypeConstraintWithDefaults(e); diags.HasErrors() {
		return diags[0].Detail
	}
	return ""
}
