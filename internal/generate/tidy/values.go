package tidy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// functions contains the functions that steps write calls of. The products use the same
// implementations (opentofu internal/lang/functions.go).
var functions = map[string]function.Function{
	encodeFunction: stdlib.JSONEncodeFunc,
	chompFunction:  stdlib.ChompFunc,
}

// evaluateString returns the string value of an expression.
func evaluateString(e hclsyntax.Expression, variables map[string]cty.Value) (string, bool) {
	value, diags := e.Value(&hcl.EvalContext{Functions: functions, Variables: variables})
	if diags.HasErrors() || !value.IsWhollyKnown() || value.IsNull() || value.Type() != cty.String {
		return "", false
	}
	return value.AsString(), true
}

// constantString returns the string value of an expression's source.
func constantString(text string, variables map[string]cty.Value) (string, bool) {
	e := parseExpression(text)
	if e == nil {
		return "", false
	}
	return evaluateString(e, variables)
}

// checkChomp checks that a call of chomp returns the value of a template. Without references, it
// evaluates both expressions. With references, it compares their parts. chomp removes all trailing
// line ends, so the last part must be text that does not end with a line end.
func checkChomp(c Change, before, after hclsyntax.Expression) string {
	if len(before.Variables()) == 0 {
		a, ok := evaluateString(before, nil)
		b, okAfter := evaluateString(after, nil)
		if ok && okAfter && a == b {
			return ""
		}
		if ok && okAfter {
			return "The values differ."
		}
	}
	call, ok := after.(*hclsyntax.FunctionCallExpr)
	if !ok || call.Name != chompFunction || len(call.Args) != 1 {
		return "It is not a call of " + chompFunction + "."
	}
	quotes, ok := strings.CutSuffix(c.Before, `"`)
	if !ok || !endsWithText(before) {
		return "It may take off more than the newline."
	}
	rng := call.Args[0].Range()
	if !sameExpression(quotes+`\n"`, c.After[rng.Start.Byte:rng.End.Byte]) {
		return "The templates differ."
	}
	return ""
}

// endsWithText reports whether a template ends with literal text without a line end at its end.
func endsWithText(e hclsyntax.Expression) bool {
	t, ok := e.(*hclsyntax.TemplateExpr)
	if !ok {
		return false
	}
	text := ""
	for _, part := range slices.Backward(t.Parts) {
		literal, ok := part.(*hclsyntax.LiteralValueExpr)
		if !ok || literal.Val.Type() != cty.String {
			break
		}
		text = literal.Val.AsString() + text
	}
	return text != "" && !strings.HasSuffix(text, "\n") && !strings.HasSuffix(text, "\r")
}

// checkEncoded checks that a call of jsonencode returns the text of a string or, if this is
// sufficient, JSON with the same value. Words represent the references. Each reference must be a
// string without characters that JSON escapes.
func (p *checker) checkEncoded(c Change, before, after hclsyntax.Expression) string {
	words := words{}
	for _, reference := range append(before.Variables(), after.Variables()...) {
		row := plainRow(p.style, &hclsyntax.ScopeTraversalExpr{Traversal: reference})
		if row == nil || !row.Exact && !p.comparesByValue(c) {
			return "A reference in it may be to text that JSON escapes."
		}
		words.addReference(reference)
	}
	variables := words.values("w")
	a, ok := evaluateString(before, variables)
	b, okAfter := evaluateString(after, variables)
	switch {
	case !ok || !okAfter:
		return "It cannot be computed."
	case a == b, p.comparesByValue(c) && isEqualJSON(a, b):
		return ""
	}
	return "The texts differ."
}

// comparesByValue reports whether only the value of the JSON is significant for an argument.
func (p *checker) comparesByValue(c Change) bool {
	return p.opts.SameValue && isDocument(p.style, c.Place)
}

// words are distinct values for references.
type words map[string]words

func (w words) addReference(reference hcl.Traversal) {
	for _, step := range reference {
		name := hcltext.StepName(step)
		if w[name] == nil {
			w[name] = words{}
		}
		w = w[name]
	}
}

func (w words) values(prefix string) map[string]cty.Value {
	values := make(map[string]cty.Value, len(w))
	for name, inner := range w {
		text := prefix + "x" + fmt.Sprintf("%x", name)
		if len(inner) == 0 {
			values[name] = cty.StringVal(text)
		} else {
			values[name] = cty.ObjectVal(inner.values(text))
		}
	}
	return values
}

// isEqualJSON reports whether two documents have the same value, and jsonencode keeps this value.
func isEqualJSON(a, b string) bool {
	if parseLossless(a) == nil {
		return false
	}
	x, err := stdlib.JSONDecode(cty.StringVal(a))
	y, errB := stdlib.JSONDecode(cty.StringVal(b))
	return err == nil && errB == nil && x.RawEquals(y)
}

// checkRenames checks that new names are unused, that no reference to an old name remains, and that the
// product receives the required announcements.
func (p *checker) checkRenames(changes []Change) (diags hcl.Diagnostics) {
	old, fresh, names := map[string]bool{}, map[string]bool{}, nameSet{}
	for _, c := range changes {
		if c.Step != "names" {
			continue
		}
		if old[c.Before] || fresh[c.After] {
			diags = append(diags, changeError(c, "Two have the same name."))
		}
		old[c.Before], fresh[c.After] = true, true
		names.add(c.Old)
		names.add(c.New)
	}
	if len(old) == 0 {
		return diags
	}
	before, after := collectAddresses(p.before, names, p.style), collectAddresses(p.after, names, p.style)
	for _, c := range changes {
		if c.Step != "names" {
			continue
		}
		switch {
		case !before.declared[c.Before] || !old[c.After] && (before.declared[c.After] || before.referred[c.After]):
			diags = append(diags, changeError(c, "The new name already exists, or the old one does not."))
		case !after.declared[c.After] || !fresh[c.Before] && (after.declared[c.Before] || after.referred[c.Before]):
			diags = append(diags, changeError(c, "The old name still exists, or the new one does not."))
		case !p.opts.NoMoved && before.moves[c.Before] && hcltext.IsIdentifier(c.Old) &&
			!after.hasMoved(c.Before, c.After):
			diags = append(diags, changeError(c, "No moved block contains the new name."))
		}
	}
	return diags
}

// moduleAddresses contains the addresses in a module.
type moduleAddresses struct {
	declared, referred map[string]bool
	// moves contains declarations whose new names must be announced to the product. moved contains
	// the announced new addresses by old address.
	moves map[string]bool
	moved map[string]string
}

// hasMoved reports whether a block announces a new address, or several do so one after another.
func (s moduleAddresses) hasMoved(from, to string) bool {
	for range s.moved {
		switch from = s.moved[from]; from {
		case to:
			return true
		case "":
			return false
		}
	}
	return false
}

// collectAddresses returns the addresses in the files that contain one of the names.
func collectAddresses(files []equivalent.Source, names nameSet, style *conventions.Style) moduleAddresses {
	s := moduleAddresses{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]string{}}
	for _, source := range files {
		if !names.in(source.Bytes) {
			continue
		}
		file, _ := hclsyntax.ParseConfig(source.Bytes, source.Filename, hcl.InitialPos) // already parsed successfully
		for _, block := range file.Body.(*hclsyntax.Body).Blocks {
			s.collectBlock(source.Bytes, block, style)
		}
	}
	return s
}

func (s moduleAddresses) collectBlock(src []byte, block *hclsyntax.Block, style *conventions.Style) {
	if from, to := movedNames(src, block, style); to != "" {
		s.moved[from] = to
	}
	for address := range declarations(block, style) {
		s.declared[address] = true
		s.moves[address] = s.moves[address] || DeclarationRule(style, block.Type, block.Labels).Moved
	}
	if slices.ContainsFunc(style.Historic, func(row conventions.HistoricRow) bool { return row.Type == block.Type }) {
		return
	}
	referencesIn(block.Body, []string{block.Type}, style, func(t hcl.Traversal) { s.recordReference(t, style) })
}

// declarations returns the addresses that a block declares, with the ranges of their names.
func declarations(block *hclsyntax.Block, style *conventions.Style) map[string]hcl.Range {
	rule, list := DeclarationRule(style, block.Type, block.Labels), map[string]hcl.Range{}
	switch {
	case rule == nil:
	case rule.Labels > 0:
		list[declaredAddress(rule, block.Labels)] = block.LabelRanges[rule.Labels-1]
	default:
		for name, a := range block.Body.Attributes {
			list[hcltext.Address(rule.Root, name)] = a.NameRange
		}
	}
	for _, inner := range block.Body.Blocks {
		if rule := DeclarationRule(style, inner.Type, inner.Labels); rule != nil && rule.Within == block.Type {
			list[declaredAddress(rule, inner.Labels)] = inner.LabelRanges[rule.Labels-1]
		}
	}
	return list
}

// referencesIn calls visit for the references in a body. outer contains the types of the enclosing
// blocks.
func referencesIn(body *hclsyntax.Body, outer []string, style *conventions.Style, visit func(hcl.Traversal)) {
	for _, a := range body.Attributes {
		if len(outer) == 2 && slices.Contains(style.Paths, conventions.PathRow{Block: outer[1], Argument: a.Name}) {
			continue
		}
		for _, t := range a.Expr.Variables() {
			visit(t)
		}
	}
	for _, block := range body.Blocks {
		inner := visit
		if iterator, forEach := dynamicIterator(block); iterator != "" {
			// The iterator hides declarations, except in for_each.
			inner = func(t hcl.Traversal) {
				if t.RootName() != iterator {
					visit(t)
				}
			}
			for _, t := range referencesOf(forEach) {
				if t.RootName() == iterator {
					visit(t)
				}
			}
		}
		referencesIn(block.Body, append(slices.Clip(outer), block.Type), style, inner)
	}
}

// dynamicIterator returns the iterator of a dynamic block and the expression of its elements. The iterator of other
// blocks is "".
func dynamicIterator(block *hclsyntax.Block) (iterator string, forEach hclsyntax.Expression) {
	if block.Type != tables.DynamicType || len(block.Labels) != 1 {
		return "", nil
	}
	iterator = block.Labels[0]
	if a := block.Body.Attributes[tables.DynamicIterator]; a != nil {
		iterator = hcl.ExprAsKeyword(a.Expr)
	}
	if a := block.Body.Attributes[tables.DynamicForEach]; a != nil {
		forEach = a.Expr
	}
	return iterator, forEach
}

// recordReference records the addresses at the start of a reference.
func (s moduleAddresses) recordReference(t hcl.Traversal, style *conventions.Style) {
	for address := range leadingAddresses(t, style) {
		s.referred[address] = true
	}
}

// parseTemplate parses a template. It returns nil if the template is invalid.
func parseTemplate(text string) hclsyntax.Expression {
	e, diags := hclsyntax.ParseTemplate([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	return e
}

// referencesOf returns the references in an expression, which can be nil.
func referencesOf(e hclsyntax.Expression) []hcl.Traversal {
	if e == nil {
		return nil
	}
	return e.Variables()
}

// references returns all references to values in the expressions of a module, as names with dots
// between them, without the keys of instances.
func (m *module) references() []string {
	list := []string{}
	m.eachExpr(func(s *spot) {
		if s.rule != nil && s.rule.Mode == tables.Traversal {
			return // depends_on and similar arguments
		}
		s.eachSource(func(text *string, parse func(string) hclsyntax.Expression) {
			for _, t := range referencesOf(parse(*text)) {
				list = append(list, dottedName(t))
			}
		})
	})
	return list
}

// eachSource calls do for each text of the expression that can contain references, with the parser
// for the text. It skips the texts of other spots.
func (s *spot) eachSource(do func(text *string, parse func(string) hclsyntax.Expression)) {
	e := *s.expr
	if call, ok := e.(*hclwrite.Call); ok {
		e = call.Argument
	} else if native, ok := e.(*hclwrite.Native); ok {
		do(&native.Text, parseExpression)
	} else if t, ok := e.(*hclwrite.Template); ok && hcltext.HasSequence(t.Text) {
		do(&t.Text, parseTemplate)
	}
	object, ok := e.(*hclwrite.Object)
	if !ok {
		return
	}
	for _, item := range object.Elements() {
		switch {
		case item.Key.Template:
			do(&item.Key.Text, parseTemplate)
		case item.Key.Source:
			do(&item.Key.Text, parseExpression)
		}
	}
}

// dottedName returns the names in a reference, separated by dots.
func dottedName(t hcl.Traversal) string {
	var names []string
	for _, step := range t {
		if name := hcltext.StepName(step); name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, ".")
}
