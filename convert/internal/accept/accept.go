// Package accept reports content that the product refuses by the rows of the schema, although the converter can convert
// it.
//
// Both directions of conversion call [Checker.Body] for each body. The package imports the tree, the schema, report,
// scope and syntax. Read [Checker] first.
package accept

import (
	"cmp"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	ctyconvert "github.com/zclconf/go-cty/cty/convert"

	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/scope"
	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/limits"
)

// Checker reports content that the product refuses by the rows of the schema. Both directions of conversion use it.
type Checker struct {
	*report.Reporter
	// Native is true if the source is native syntax.
	Native bool
	// override is true for an override file, whose blocks can be incomplete and occur again.
	override bool
	// types maps a type constraint to its problem, so that each constraint is checked only once.
	types map[string]string
	// Constants is the budget for the evaluation of constant expressions.
	Constants *limits.Budget
}

// New returns a checker for a file. isNative is true for native syntax.
func New(r *report.Reporter, isNative bool, constants *limits.Budget) Checker {
	stem, _, _ := strings.Cut(path.Base(filepath.ToSlash(r.Filename)), ".")
	return Checker{Reporter: r, Native: isNative, override: loading.IsOverride(stem), Constants: constants}
}

// Body reports content of a body that the product refuses. start is the range for missing content, and in the
// scope of the body.
func (c *Checker) Body(items []hclwrite.Item, s *tables.Body, start hclwrite.Span, in scope.Scope) {
	if s.HasRules() {
		c.checkArguments(items, s, start)
		c.checkCounts(items, s, start)
		c.checkDuplicates(items, s)
	}
	for _, item := range items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			c.checkArgument(item, s, in)
		case *hclwrite.Block:
			c.checkBlock(item, s)
		}
	}
}

// checkArgument reports content of an attribute that the product refuses.
func (c *Checker) checkArgument(a *hclwrite.Attribute, s *tables.Body, in scope.Scope) {
	rule, span := s.Argument(a.Name), cmp.Or(a.ValueSpan, a.Span)
	if s.NamesTake == tfname.TakesLocalName {
		c.checkLocalName(a.Name, a.Span)
	}
	if c.Dialect.Qualified && (rule == nil || rule.Mode == tables.Template) {
		scope := in
		if rule != nil && (rule.Takes == tfname.TakesCount || rule.Takes == tfname.TakesMap) {
			scope = in.Once()
		}
		c.checkReferences(a.Expr, span, scope)
	}
	if rule == nil {
		return
	}
	c.checkWrapping(a.Expr, rule, span)
	if rule.Takes != "" || rule.HasParts() {
		c.checkConstant(a.Expr, rule, span)
	}
}

// checkBlock reports labels of a block, and content that depends on its row, that the product refuses.
func (c *Checker) checkBlock(block *hclwrite.Block, s *tables.Body) {
	_, row := s.Lookup(block.Type)
	if row == nil && len(block.Labels) > 0 && s.DescribesPlugins() {
		c.Refuse(block.Span.Start, max(block.Body.Span.Start, block.Span.Start+1), "Wrong number of labels",
			"Blocks that a provider or plugin defines have no labels; a %q block has %d here.", block.Type,
			len(block.Labels))
	}
	if row != nil && len(block.Labels) > 0 && row.Dependent[block.Labels[0]] == nil && (row.Listed ||
		row.ListedPrefix != "" && strings.HasPrefix(block.Labels[0], row.ListedPrefix)) {
		c.Refuse(block.Span.Start, max(block.Body.Span.Start, block.Span.Start+1), "Unknown label",
			"%s has no %s %q: use %s.", c.Dialect.Product, row.Type, block.Labels[0],
			strings.Join(slices.Sorted(maps.Keys(row.Dependent)), ", "))
	}
	if s.Dynamic && block.Type == tables.DynamicType && len(block.Labels) == 1 {
		c.checkGenerated(block, s)
	}
	c.checkOwnReferences(block, s)
	c.checkRow(block, row, s)
	if row != nil && len(block.Labels) > 0 && (row.OfProvider || row.Part() == tables.ProviderConfig) {
		c.checkLocalName(block.Labels[0], hclwrite.Span{Start: block.Span.Start, End: block.Body.Span.Start})
	}
	for i := 0; row != nil && row.Identifiers && i < len(row.Labels) && i < len(block.Labels); i++ {
		label, end := block.Labels[i], max(block.Body.Span.Start, block.Span.Start+1)
		if slices.Contains(row.ReservedNames, label) {
			c.Refuse(block.Span.Start, end, "Invalid name",
				"%q cannot be the %s of a block %q: the name is reserved.",
				label, row.Labels[i], block.Type)
		}
		if !hcltext.IsIdentifier(label) {
			c.Refuse(block.Span.Start, end, "Invalid name", "%q cannot be the %s of a block %q: only "+
				"letters, digits, _ and - are accepted, and no digit first.", label, row.Labels[i], block.Type)
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
func (c *Checker) checkGenerated(dynamic *hclwrite.Block, s *tables.Body) {
	typ := dynamic.Labels[0]
	attribute, row := s.Lookup(typ)
	lacks := row == nil && attribute == nil && s.Remain == tables.RemainNone && s.Bundled != nil
	isOwn := row != nil && row.Origin == tables.FromLanguage && s.DescribesPlugins()
	if c.Dialect.Qualified && (lacks || isOwn) {
		c.Refuse(dynamic.Span.Start, max(dynamic.Body.Span.Start, dynamic.Span.Start+1), "Invalid dynamic block",
			"%s cannot generate a block of type %q here.", c.Dialect.Product, typ)
	}
}

// checkArguments reports missing arguments, arguments that exclude each other, and constants that do not have the type
// in another argument.
func (c *Checker) checkArguments(items []hclwrite.Item, s *tables.Body, start hclwrite.Span) {
	// An override file lacks arguments, and an escape block has more.
	incomplete := func() bool {
		return c.override || slices.ContainsFunc(items, func(item hclwrite.Item) bool {
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
	c.checkMoves(items, s)
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

// checkType reports a constant value that cannot be converted to a type.
func (c *Checker) checkType(a *hclwrite.Attribute, of hclwrite.Expr) {
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
	constant, more := c.Constants.Evaluate(value)
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

// checkCounts reports block types if a body contains more or fewer blocks of this type than the product allows. start
// is the range for missing blocks. If a dynamic block generates blocks of the type, their number is unknown.
func (c *Checker) checkCounts(items []hclwrite.Item, s *tables.Body, start hclwrite.Span) {
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
			} else if ok && s.Dynamic && block.Type == tables.DynamicType && len(block.Labels) == 1 {
				generated = generated || block.Labels[0] == row.Type
			}
		}
		if most > 0 && n > most {
			c.Refuse(start.Start, start.End, "Too many blocks", "%s allows at most %s of type %q here; there are %d.",
				report.OriginOf(c.Dialect, s), report.BlockCount(most), row.Type, n)
		}
		if n < row.Min && !generated && !c.override {
			c.Refuse(start.Start, start.End, "Too few blocks", "%s requires at least %s of type %q here; there are %d.",
				report.OriginOf(c.Dialect, s), report.BlockCount(row.Min), row.Type, n)
		}
	}
}

// checkDuplicates reports blocks of which the product accepts only one in a module. In override files, blocks occur
// again.
func (c *Checker) checkDuplicates(items []hclwrite.Item, s *tables.Body) {
	if c.override {
		return
	}
	var seen identities
	var inOther map[string]bool // the groups in earlier blocks
	for _, item := range items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		_, row := s.Lookup(block.Type)
		inner := uniqueIn(block, row)
		for _, m := range inner {
			if inOther[m.group] {
				c.Refuse(m.block.Span.Start, max(m.block.Body.Span.Start, m.block.Span.Start+1), "Duplicate name",
					"A module can have only one such block, and an earlier block %s contains one.", block.Type)
			}
		}
		for _, m := range inner { // checkCounts reports several in one block
			if inOther == nil {
				inOther = map[string]bool{}
			}
			inOther[m.group] = true
		}
		if row == nil || !row.Unique || row.OfProvider {
			continue
		}
		if len(row.Labels) == 0 && row.DistinguishedBy == "" {
			for _, inner := range block.Body.Items {
				if a, ok := inner.(*hclwrite.Attribute); ok && seen.isRepeated(identity{name: block.Type, first: a.Name}) {
					c.refuseDuplicate(strconv.Quote(a.Name), a.Span)
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
		if !strings.ContainsAny(of.by, "[(") && seen.isRepeated(of) { // an index can depend on a reference
			header := "The block " + block.Type
			for _, label := range block.Labels {
				header += " " + strconv.Quote(label)
			}
			c.refuseDuplicate(header, hclwrite.Span{Start: block.Span.Start, End: block.Body.Span.Start})
		}
	}
}

// identity is the name of a block, or of an attribute in it, with what distinguishes it from others.
type identity struct{ name, first, others, by string }

// identities contains the identities so far.
type identities map[identity]bool

// isRepeated adds an identity, and reports whether it was added before.
func (s *identities) isRepeated(of identity) bool {
	if (*s)[of] {
		return true
	}
	if *s == nil {
		*s = identities{}
	}
	(*s)[of] = true
	return false
}

func (c *Checker) refuseDuplicate(what string, span hclwrite.Span) {
	c.Refuse(span.Start, max(span.End, span.Start+1), "Duplicate name", "%s occurs more than once, and %s "+
		"accepts it only once in a module.", what, c.Dialect.Product)
}

// checkOwnReferences reports elements of lists in the blocks of a block that begin with its own address.
func (c *Checker) checkOwnReferences(block *hclwrite.Block, s *tables.Body) {
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
			of := bodyOfArguments(s, block, inner.Type, a.Name)
			if of == nil {
				continue
			}
			for _, element := range hclwrite.CollectionOf(a.Expr).Elements() {
				text, _ := constantText(element.Value)
				rest, isOwn := strings.CutPrefix(text, own)
				at := cmp.Or(element.ValueSpan, a.ValueSpan, a.Span)
				switch name := tables.ReferenceRoot(text); {
				case isOwn && (rest == "" || rest[0] == '.' || rest[0] == '['):
					c.Refuse(at.Start, max(at.End, at.Start+1), "Invalid value",
						"This must be the name of an argument, without the address %s.", own)
				case name != "" && of.Bundled != nil && !of.Bundled.Accepts(name):
					c.Refuse(at.Start, max(at.End, at.Start+1), "Invalid value", "%s has no argument %q.",
						block.Labels[0], name)
				}
			}
		}
	}
}

// bodyOfArguments returns the body of a block if a list in a block of it contains names of its arguments; else nil.
func bodyOfArguments(s *tables.Body, block *hclwrite.Block, inner, name string) *tables.Body {
	body := s.BlockBody(block.Type, block.Labels, block.Body.SourceOf)
	if body == nil {
		return nil
	}
	_, row := body.Lookup(inner)
	if row == nil || row.Body == nil {
		return nil
	}
	if rule := row.Body.Argument(name); rule == nil || rule.List == nil || rule.List.Takes != tfname.TakesArgument {
		return nil
	}
	return body
}
