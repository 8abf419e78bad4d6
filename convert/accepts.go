package convert

import (
	"cmp"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyconvert "github.com/zclconf/go-cty/cty/convert"

	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/schema"
)

// checker reports content that the product refuses by the rows of the schema. Both directions of conversion use it.
type checker struct {
	*report.Reporter
	// native is true if the source is native syntax.
	native bool
	// types maps a type constraint to its problem, so that each constraint is checked only once.
	types map[string]string
	// constants is the budget for the evaluation of constant expressions.
	constants *limits.Budget
}

// checkBody reports content of a body that the product refuses. start is the range for missing content, and in the
// scope of the body.
func (c *checker) checkBody(items []hclwrite.Item, s *schema.Body, start hclwrite.Span, in scope) {
	if s.HasRules() {
		c.checkNames(items, s, start)
		c.checkCounts(items, s, start)
		c.checkDuplicates(items, s)
	}
	for _, item := range items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			rule, span := s.Argument(item.Name), cmp.Or(item.ValueSpan, item.Span)
			if c.Dialect.Qualified && (rule == nil || rule.Mode == schema.Template) {
				scope := in
				if rule != nil && (rule.Takes == tfname.TakesCount || rule.Takes == tfname.TakesMap) {
					scope = in.once()
				}
				c.checkNamesIn(item.Expr, span, scope)
			}
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
				c.Refuse(item.Span.Start, max(item.Body.Span.Start, item.Span.Start+1), "Wrong number of labels",
					"Blocks that a provider or plugin defines have no labels; a %q block has %d here.", item.Type,
					len(item.Labels))
			}
			if row != nil && len(item.Labels) > 0 && row.Dependent[item.Labels[0]] == nil && (row.Listed ||
				row.ListedPrefix != "" && strings.HasPrefix(item.Labels[0], row.ListedPrefix)) {
				c.Refuse(item.Span.Start, max(item.Body.Span.Start, item.Span.Start+1), "Unknown label",
					"%s has no %s %q: use %s.", c.Dialect.Product, row.Type, item.Labels[0],
					strings.Join(slices.Sorted(maps.Keys(row.Dependent)), ", "))
			}
			if s.Dynamic && item.Type == schema.DynamicType && len(item.Labels) == 1 {
				c.checkGenerated(item, s)
			}
			c.checkOwnReferences(item, s)
			for i := 0; row != nil && row.Identifiers && i < len(row.Labels) && i < len(item.Labels); i++ {
				label, end := item.Labels[i], max(item.Body.Span.Start, item.Span.Start+1)
				if slices.Contains(row.ReservedNames, label) {
					c.Refuse(item.Span.Start, end, "Invalid name",
						"%q cannot be the %s of a block %q: the name is reserved.",
						label, row.Labels[i], item.Type)
				}
				if !hcltext.IsIdentifier(label) {
					c.Refuse(item.Span.Start, end, "Invalid name", "%q cannot be the %s of a block %q: only "+
						"letters, digits, _ and - are accepted, and no digit first.", label, row.Labels[i], item.Type)
				}
			}
		}
	}
}

// attributeIn returns the attribute with the given name, or nil.
func attributeIn(items []hclwrite.Item, name string) *hclwrite.Attribute {
	for _, item := range items {
		if a, ok := item.(*hclwrite.Attribute); ok && a.Name == name {
			return a
		}
	}
	return nil
}

// checkGenerated reports a dynamic block for a block type that the body lacks, or that the language defines.
func (c *checker) checkGenerated(dynamic *hclwrite.Block, s *schema.Body) {
	typ := dynamic.Labels[0]
	attribute, row := s.Lookup(typ)
	lacks := row == nil && attribute == nil && s.Remain == schema.RemainNone && s.Bundled != nil
	isOwn := row != nil && row.Origin == schema.FromLanguage && s.DescribesPlugins()
	if c.Dialect.Qualified && (lacks || isOwn) {
		c.Refuse(dynamic.Span.Start, max(dynamic.Body.Span.Start, dynamic.Span.Start+1), "Invalid dynamic block",
			"%s cannot generate a block of type %q here.", c.Dialect.Product, typ)
	}
}

// checkNames reports missing arguments, arguments that exclude each other, and constants that do not have the type
// in another argument.
func (c *checker) checkNames(items []hclwrite.Item, s *schema.Body, start hclwrite.Span) {
	// An override file lacks arguments, and an escape block has more.
	incomplete := func() bool {
		return c.isOverride() || slices.ContainsFunc(items, func(item hclwrite.Item) bool {
			block, ok := item.(*hclwrite.Block)
			if !ok {
				return false
			}
			_, row := s.Lookup(block.Type)
			return row != nil && row.Escape
		})
	}
	for _, name := range s.Required {
		if attributeIn(items, name) == nil && !incomplete() {
			c.Refuse(start.Start, start.End, "Missing argument", "%s requires the argument %q here.",
				report.OriginOf(c.Dialect, s), name)
		}
	}
	for _, group := range s.OneOf {
		set, unknown := 0, false
		for _, name := range group {
			if a := attributeIn(items, name); a != nil && !syntax.IsNull(a.Expr) {
				_, evaluated := a.Expr.(*hclwrite.Native) // can be null
				set, unknown = set+1, unknown || evaluated
			}
		}
		if !unknown && set != 1 && !incomplete() {
			c.Refuse(start.Start, start.End, "Conflicting arguments", "This needs exactly one of %s; there are %d.",
				strings.Join(group, ", "), set)
		}
	}
	for _, group := range s.Exclusive {
		first := ""
		for _, name := range group {
			a := attributeIn(items, name)
			if a != nil && syntax.IsNull(a.Expr) {
				continue
			}
			if a != nil && first != "" {
				c.Refuse(a.Span.Start, max(a.Span.End, a.Span.Start+1), "Conflicting arguments",
					"%s accepts only one of %s.", report.OriginOf(c.Dialect, s), strings.Join(group, ", "))
			} else if a != nil {
				first = name
			}
		}
	}
	for i := range s.Attributes {
		row := &s.Attributes[i]
		if row.TypeFrom == "" {
			continue
		}
		if a, of := attributeIn(items, row.Name), attributeIn(items, row.TypeFrom); a != nil && of != nil {
			c.checkType(a, of.Expr)
		}
	}
}

// isOverride reports whether the file is an override file, whose blocks can be incomplete and occur again.
func (c *checker) isOverride() bool {
	stem, _, _ := strings.Cut(path.Base(filepath.ToSlash(c.Filename)), ".")
	return loading.IsOverride(stem)
}

// checkType reports a constant value that cannot be converted to a type.
func (c *checker) checkType(a *hclwrite.Attribute, of hclwrite.Expr) {
	text, _ := constantText(of)
	if fits(a.Expr, text) {
		return
	}
	constraint, diags := syntax.Parse(text, false)
	value, more := syntax.Parse(hclwrite.ExprText(a.Expr), false)
	if diags.HasErrors() || more.HasErrors() || len(value.Variables()) > 0 {
		return
	}
	typ, defaults, diags := typeexpr.TypeConstraintWithDefaults(constraint)
	constant, more := c.constants.Evaluate(value)
	if diags.HasErrors() || more.HasErrors() {
		return
	}
	if defaults != nil && !constant.IsNull() {
		constant = defaults.Apply(constant)
	}
	if _, err := ctyconvert.Convert(constant, typ); err != nil {
		at := cmp.Or(a.ValueSpan, a.Span)
		c.Refuse(at.Start, max(at.End, at.Start+1), "Invalid value", "This does not have the type %s: %s.", text, err)
	}
}

// fits reports whether a value has one of the frequent types, for which no syntax tree is needed.
func fits(e hclwrite.Expr, typ string) bool {
	switch e := e.(type) {
	case *hclwrite.Literal:
		isBool := containsWord(e.Text, "true|false")
		return e.Text == "null" || typ == "any" || typ == "string" || typ == "bool" && isBool || typ == "number" && !isBool
	case *hclwrite.Template:
		return typ == "string" || typ == "any"
	case *hclwrite.Tuple:
		return len(e.Elements()) == 0 && (strings.HasPrefix(typ, "list(") || strings.HasPrefix(typ, "set("))
	case *hclwrite.Object:
		return len(e.Elements()) == 0 && strings.HasPrefix(typ, "map(")
	}
	return false
}

// checkCounts reports block types if a body contains more or fewer blocks of this type than the product allows. start is
// the range for missing blocks. If a dynamic block generates blocks of the type, their number is unknown.
func (c *checker) checkCounts(items []hclwrite.Item, s *schema.Body, start hclwrite.Span) {
	for i := range s.Blocks {
		row, n, generated := &s.Blocks[i], 0, false
		most := row.Max
		if row.Single {
			most = 1
		}
		if most == 0 && row.Min == 0 {
			continue
		}
		for _, item := range items {
			if block, ok := item.(*hclwrite.Block); ok && block.Type == row.Type {
				n++
			} else if ok && s.Dynamic && block.Type == schema.DynamicType && len(block.Labels) == 1 {
				generated = generated || block.Labels[0] == row.Type
			}
		}
		if most > 0 && n > most {
			c.Refuse(start.Start, start.End, "Too many blocks", "%s allows at most %s of type %q here; there are %d.",
				report.OriginOf(c.Dialect, s), report.BlockCount(most), row.Type, n)
		}
		if n < row.Min && !generated && !c.isOverride() {
			c.Refuse(start.Start, start.End, "Too few blocks", "%s requires at least %s of type %q here; there are %d.",
				report.OriginOf(c.Dialect, s), report.BlockCount(row.Min), row.Type, n)
		}
	}
}

// checkDuplicates reports blocks of which the product accepts only one in a module. In override files, blocks occur again.
func (c *checker) checkDuplicates(items []hclwrite.Item, s *schema.Body) {
	if c.isOverride() {
		return
	}
	type identity struct{ name, first, others, by string }
	var seen map[identity]bool
	isRepeated := func(of identity) bool {
		if seen == nil {
			seen = map[identity]bool{}
		}
		repeated := seen[of]
		seen[of] = true
		return repeated
	}
	refuse := func(what string, span hclwrite.Span) {
		c.Refuse(span.Start, max(span.End, span.Start+1), "Duplicate name", "%s occurs more than once, and %s "+
			"accepts it only once in a module.", what, c.Dialect.Product)
	}
	for _, item := range items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		_, row := s.Lookup(block.Type)
		if row == nil || !row.Unique || row.OfProvider {
			continue
		}
		if len(row.Labels) == 0 && row.DistinguishedBy == "" {
			for _, inner := range block.Body.Items {
				if a, ok := inner.(*hclwrite.Attribute); ok && isRepeated(identity{name: block.Type, first: a.Name}) {
					refuse(strconv.Quote(a.Name), a.Span)
				}
			}
			continue
		}
		of := identity{name: block.Type}
		if row.DistinguishedBy != "" {
			of.by = block.Body.SourceOf(row.DistinguishedBy)
		}
		if len(block.Labels) > 0 {
			of.first, of.others = block.Labels[0], strings.Join(block.Labels[1:], "\x00")
		}
		if !strings.ContainsAny(of.by, "[(") && isRepeated(of) { // an index can depend on a reference
			header := "The block " + block.Type
			for _, label := range block.Labels {
				header += " " + strconv.Quote(label)
			}
			refuse(header, hclwrite.Span{Start: block.Span.Start, End: block.Body.Span.Start})
		}
	}
}

// checkOwnReferences reports elements of lists in the blocks of a block that begin with its own address.
func (c *checker) checkOwnReferences(block *hclwrite.Block, s *schema.Body) {
	if len(block.Labels) != 2 {
		return
	}
	own := strings.Join(block.Labels, ".")
	for _, item := range block.Body.Items {
		inner, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		for _, item := range inner.Body.Items {
			a, ok := item.(*hclwrite.Attribute)
			if !ok || hclwrite.CollectionOf(a.Expr) == nil {
				continue
			}
			for _, element := range hclwrite.CollectionOf(a.Expr).Elements() {
				text, _ := constantText(element.Value)
				rest, ok := strings.CutPrefix(text, own)
				if ok && (rest == "" || rest[0] == '.' || rest[0] == '[') && takesArgument(s, block, inner.Type, a.Name) {
					at := cmp.Or(element.ValueSpan, a.ValueSpan, a.Span)
					c.Refuse(at.Start, max(at.End, at.Start+1), "Invalid value",
						"This must be the name of an argument, without the address %s.", own)
				}
			}
		}
	}
}

// takesArgument reports whether a list in a block of a block contains arguments of the outer block.
func takesArgument(s *schema.Body, block *hclwrite.Block, inner, name string) bool {
	body := s.BlockBody(block.Type, block.Labels, block.Body.SourceOf)
	if body == nil {
		return false
	}
	_, row := body.Lookup(inner)
	if row == nil || row.Body == nil {
		return false
	}
	rule := row.Body.Argument(name)
	return rule != nil && rule.List != nil && rule.List.Takes == tfname.TakesArgument
}

// checkConstant reports the constants in the value of an argument that its rule does not allow.
func (c *checker) checkConstant(e hclwrite.Expr, rule *schema.Value, span hclwrite.Span) {
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
		if rule.Mode == schema.Literal && !rule.Nullable && slices.Contains(notNullLiteral, rule.Takes) {
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
			c.Refuse(span.Start, max(span.End, span.Start+1), "Invalid type",
				"This type is not accepted: %s", what)
		}
		return
	case rule.Takes != "" && !rule.HasParts():
		if what := requiredConstant(rule.Takes, e, text, constant); what != "" {
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
			known := slices.ContainsFunc(rule.Fields, func(a schema.Attribute) bool { return a.Name == item.Key.Text })
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
func (c *checker) checkWrapping(e hclwrite.Expr, rule *schema.Value, span hclwrite.Span) {
	if !c.native || span.Start >= span.End || span.End > len(c.Src) {
		return
	}
	template, quoted := e.(*hclwrite.Template)
	opener := c.Src[span.Start]
	switch static := rule.HasParts() || rule.Mode.IsSource() && !rule.Parenthesized; {
	case static && opener == '(', static && !quoted && (opener == '"' || opener == '<'):
		c.reportWrapping(span)
	case quoted && rule.Mode == schema.TemplateOrTraversal && isReference(template.Text):
		c.Refuse(span.Start, span.End, "Quoted reference",
			"%s reads this string as text in native syntax, but as a reference in JSON.", c.Dialect.Product)
	}
}

func (c *checker) reportWrapping(span hclwrite.Span) {
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
var notNull = []string{tfname.TakesCount, tfname.TakesMap, tfname.TakesCondition}

// notNullLiteral contains the kinds of arguments that cannot be null if the product does not evaluate them.
var notNullLiteral = []string{tfname.TakesBool, tfname.TakesString, tfname.TakesText, tfname.TakesName}

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
	collection := hclwrite.CollectionOf(e) != nil
	_, isObject := e.(*hclwrite.Object)
	_, evaluated := e.(*hclwrite.Native)
	_, isText := e.(*hclwrite.Template)
	isTrue := containsWord(text, "true|false")
	switch takes {
	case tfname.TakesString:
		if collection {
			return "a string"
		}
	case tfname.TakesText:
		if collection || constant && !evaluated && hcltext.HasSequence(text) {
			return "text without ${ }, because the product does not evaluate it"
		}
	case tfname.TakesCount:
		number, err := cty.ParseNumberVal(text)
		whole := err == nil && number.AsBigFloat().IsInt() && number.AsBigFloat().Sign() >= 0
		if collection || constant && !evaluated && !whole || evaluated && resultOf(text) == "bool" {
			return "a whole number from 0 on"
		}
	case tfname.TakesNumber:
		if _, err := cty.ParseNumberVal(text); collection || constant && !evaluated && err != nil {
			return "a number"
		}
	case tfname.TakesStrings:
		if isObject || constant && !evaluated {
			return "a list of strings"
		}
	case tfname.TakesTexts:
		if collection && !isObject || constant && !evaluated || hasCollections(e) {
			return "a map of strings"
		}
	case tfname.TakesMap:
		if collection && !isObject || constant && !evaluated || evaluated && resultOf(text) == "tuple" {
			return "a map or a set of strings"
		}
	case tfname.TakesArgument:
		if text == tfname.AllWord {
			return "the name of an argument; for all of them, write the word " + tfname.AllWord + " without a list"
		}
	case tfname.TakesBool, tfname.TakesCondition:
		if takes == tfname.TakesCondition && (isTrue || evaluated && !strings.Contains(text, ".")) {
			return "a condition that refers to an object"
		}
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
		if strings.HasPrefix(parts[len(parts)-1], "terraform-provider-") {
			return "the address of a provider without terraform-provider-"
		}
		if collection || constant && !evaluated && wrong {
			return `the address of a provider, such as "hashicorp/aws"`
		}
	case tfname.TakesName:
		if collection || constant && !evaluated && !hcltext.IsIdentifier(text) {
			return "a name of letters, digits, _ and -, without a digit first"
		}
	case tfname.TakesObject, tfname.TakesInstance, tfname.TakesConfig:
		if _, isLiteral := e.(*hclwrite.Literal); !isLiteral && constant {
			return addressProblem(takes, text)
		}
	case tfname.TakesProvider, tfname.TakesAddress, tfname.TakesWhole:
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
		} else if takes != tfname.TakesProvider && (names < 2 || slices.Contains(noAddresses, schema.ReferenceRoot(text))) &&
			(takes == tfname.TakesAddress || names < 2) {
			return `an address with a type and a name, such as "aws_instance.web"`
		} else if takes == tfname.TakesWhole && names > tfname.NamesOfObject(schema.ReferenceRoot(text)) {
			return "a reference to a whole object, such as aws_instance.web, without its attributes"
		}
	default: // words
		if collection || constant && !containsWord(text, takes) {
			return strings.ReplaceAll(takes, "|", " or ")
		}
	}
	return ""
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
	if len(names) > 0 && names[0] == tfname.DataBlock && takes == tfname.TakesObject || len(names) > 2 && names[0] == "resource" {
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
