package fromconfig

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/limits"
)

// expressions is the block expressions representation. An argument is a [jsonformat.Expression]. A
// block type is an expressions value for single nesting, a map of them by label for map nesting,
// and otherwise []expressions.
type expressions = map[string]any

// valueOfExpressions returns expressions as a value of the document; empty expressions are an unset value.
func valueOfExpressions(all expressions) jsonformat.Value {
	if len(all) == 0 {
		return jsonformat.Value{}
	}
	return jsonformat.NewValue(all)
}

// buildExpressions returns the representation of a body's content, without dynamic blocks (opentofu
// internal/command/jsonconfig/expression.go, marshalExpressions).
func (b *builder) buildExpressions(c content, s *tables.Body) expressions {
	c.blocks = slices.DeleteFunc(slices.Clone(c.blocks),
		func(block blockNode) bool { return block.Type == tables.DynamicType })
	if s == nil || s.Remain != tables.RemainNone {
		return b.expressionsWithoutSchema(c)
	}
	return b.expressionsWithSchema(c, s)
}

// expressionsWithoutSchema returns the representation of a body's content without a schema.
func (b *builder) expressionsWithoutSchema(c content) expressions {
	all := expressions{}
	for _, a := range c.attributes {
		// In JSON, this attribute would be dynamic blocks.
		if a.Name != tables.DynamicType {
			all[a.Name] = b.buildExpression(a)
		}
	}
	for _, block := range c.blocks {
		list, _ := all[block.Type].([]expressions)
		shown := b.buildBlock(block, nil)
		// In JSON, labels look like enclosing blocks.
		for _, label := range slices.Backward(block.Labels) {
			shown = expressions{label: []expressions{shown}}
		}
		all[block.Type] = append(list, shown)
	}
	return all
}

// expressionsWithSchema returns the representation of the content of a body that the schema contains.
func (b *builder) expressionsWithSchema(c content, s *tables.Body) expressions {
	all := expressions{}
	for _, a := range c.attributes {
		if hasArgument(s, a.Name) {
			all[a.Name] = b.buildExpression(a)
		} else {
			b.loader.warn(a.nameRange(), "Unknown argument",
				"This block does not accept the argument %q. It is omitted.", a.Name)
		}
	}
	standing := map[string][]blockNode{}
	for _, block := range c.blocks {
		attribute, row := s.Lookup(block.Type)
		switch {
		case attribute != nil && attribute.AsBlocks != nil && c.attribute(block.Type).isMissing():
			standing[block.Type] = append(standing[block.Type], block)
		case row == nil || row.Body == nil:
			b.loader.warn(block.typeRange(), "Unknown block",
				"This block does not accept a block %q. It is omitted.", block.Type)
		case row.Single:
			all[block.Type] = b.buildBlock(block, row.Body)
		case len(row.Labels) > 0:
			entries, _ := all[block.Type].(expressions)
			if entries == nil {
				entries = expressions{}
				all[block.Type] = entries
			}
			if len(block.Labels) > 0 {
				entries[block.Labels[0]] = b.buildBlock(block, row.Body)
			}
		default:
			list, _ := all[block.Type].([]expressions)
			all[block.Type] = append(list, b.buildBlock(block, row.Body))
		}
	}
	for name, blocks := range standing {
		attribute, _ := s.Lookup(name)
		all[name] = b.loader.blocksAsArgument(blocks, attribute)
	}
	return all
}

// hasArgument reports whether a schema contains an argument, which may have the name of dynamic
// blocks.
func hasArgument(s *tables.Body, name string) bool {
	if name == tables.DynamicType {
		return slices.ContainsFunc(s.Attributes, func(row tables.Attribute) bool { return row.Name == name })
	}
	row, _ := s.Lookup(name)
	return row != nil
}

func (b *builder) buildBlock(block blockNode, s *tables.Body) expressions {
	return b.buildExpressions(b.loader.readContent(block.body(), nil), s)
}

// buildExpression returns the representation of an expression; a missing expression is empty (opentofu
// internal/command/jsonconfig/expression.go, marshalExpression).
func (b *builder) buildExpression(a attributeNode) *jsonformat.Expression {
	if a.isMissing() {
		return &jsonformat.Expression{}
	}
	if number, ok := a.Expr.(*hclwrite.Literal); ok && isPlainNumber(number.Text) {
		return &jsonformat.Expression{Constant: jsonformat.RawValue([]byte(number.Text))}
	}
	if value, ok := a.constant(); ok {
		return &jsonformat.Expression{Constant: b.loader.constantJSON(value, nil)}
	}
	if found, ok := appendPlainReferences(nil, a.Expr); ok && len(found) > 0 {
		return &jsonformat.Expression{References: b.loader.referencesOf(a, found)}
	}
	e := b.loader.parsedExpression(a)
	found := &jsonformat.Expression{}
	if limits.SizeOf(e) > limits.Value {
		b.loader.warn(a.rangeOfPart(e.Range()), "Constant too large",
			"The value of this expression is too large, or takes too long to compute. It is omitted.")
	} else {
		found.Constant = b.loader.constantJSON(e.Value(nil))
	}
	found.References = b.loader.referencesIn(a, e)
	return found
}

// isPlainNumber reports whether JSON contains a number unchanged.
func isPlainNumber(text string) bool {
	const digits = "0123456789"
	return text == "0" || text[0] != '0' && len(text) < len("1000000000000000") && strings.Trim(text, digits) == ""
}

// blocksAsArgument returns the representation of an argument that is written as blocks (opentofu
// internal/lang/blocktoattr/fixup.go, fixupBlocksExpr).
func (l *loader) blocksAsArgument(blocks []blockNode, row *tables.Attribute) *jsonformat.Expression {
	value, ok := l.constantElements(blocks, row)
	found := &jsonformat.Expression{References: l.referencesInBlocks(blocks, row.AsBlocks.Body())}
	if ok {
		found.Constant = l.constantJSON(value, nil)
	}
	return found
}

// constantElements returns the list that blocks represent, if it is constant.
func (l *loader) constantElements(blocks []blockNode, row *tables.Attribute) (cty.Value, bool) {
	list := make([]cty.Value, len(blocks))
	for i, block := range blocks {
		types := row.AsBlocks.Type.AttributeTypes()
		values := make(map[string]cty.Value, len(types))
		for name, typ := range types {
			value, ok := cty.NullVal(typ), true
			inner, _ := row.AsBlocks.Body().Lookup(name)
			if a := block.body().attribute(name); !a.isMissing() {
				var diags hcl.Diagnostics
				value, diags = l.attributeValue(a)
				ok = !diags.HasErrors()
			} else if found := block.body().blocks(name); len(found) > 0 && inner != nil && inner.AsBlocks != nil {
				value, ok = l.constantElements(found, inner)
			}
			if !ok {
				return cty.NilVal, false
			}
			var err error
			if values[name], err = convert.Convert(value, typ); err != nil {
				return cty.NilVal, false
			}
		}
		list[i] = cty.ObjectVal(values)
		if !list[i].Type().Equals(list[0].Type()) {
			return cty.NilVal, false
		}
	}
	return cty.ListVal(list), true
}

// referencesInBlocks returns the references in the order of argument names, followed by references
// in inner blocks. The products use a random order and omit inner blocks. In JSON, the argument is
// an expression, whose order is kept.
func (l *loader) referencesInBlocks(blocks []blockNode, s *tables.Body) []string {
	var list []string
	for _, block := range blocks {
		body := block.body()
		if body.file.JSON {
			list = append(list, l.referencesInOrder(body, s)...)
			continue
		}
		for _, a := range body.sortedAttributes() {
			if row, _ := s.Lookup(a.Name); row != nil {
				list = append(list, l.referencesIn(a, l.parsedExpression(a))...)
			}
		}
		for i := range s.Attributes {
			if row := &s.Attributes[i]; row.AsBlocks != nil && body.attribute(row.Name).isMissing() {
				list = append(list, l.referencesInBlocks(body.blocks(row.Name), row.AsBlocks.Body())...)
			}
		}
	}
	return list
}

// referencesInOrder returns the references in the order of a body.
func (l *loader) referencesInOrder(body bodyNode, s *tables.Body) []string {
	var list []string
	for _, item := range body.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			if row, _ := s.Lookup(item.Name); row != nil {
				a := attributeNode{item, body.file}
				list = append(list, l.referencesIn(a, l.parsedExpression(a))...)
			}
		case *hclwrite.Block:
			if row, _ := s.Lookup(item.Type); row != nil && row.AsBlocks != nil {
				list = append(list, l.referencesInBlocks([]blockNode{{item, body.file}}, row.AsBlocks.Body())...)
			}
		}
	}
	return list
}

// constantJSON returns a value as JSON, or an unset value. Terraform writes the value even after an
// error.
func (p product) constantJSON(value cty.Value, diags hcl.Diagnostics) jsonformat.Value {
	if value == cty.NilVal || diags.HasErrors() && !p.isTerraform() {
		return jsonformat.Value{}
	}
	text, err := ctyjson.Marshal(value, value.Type())
	if err != nil {
		return jsonformat.Value{}
	}
	return jsonformat.RawValue(text)
}

// Values that are made from other values can grow with each step.
const (
	maxStaticDepth = 20
	maxStaticRefs  = 100
	maxStaticSize  = 1 << 12
	// maxStaticSteps is the maximum number of evaluations in all modules.
	maxStaticSteps = 100000
)

// staticString returns the text of an argument of a module call, which in OpenTofu may refer to
// variables and local values.
func (l *loader) staticString(m *module, a attributeNode) (string, bool) {
	if text, ok := l.constantString(a); ok || l.isTerraform() {
		return text, ok
	}
	value, ok := l.staticValue(m, a, 0)
	if !ok {
		return "", false
	}
	value, err := convert.Convert(value, cty.String)
	if err != nil || value.IsNull() {
		return "", false
	}
	return value.AsString(), true
}

// staticValue returns the value of an expression that OpenTofu evaluates early, from constants, local
// values and variables (opentofu internal/configs/static_scope.go). A variable has the value of the
// call or its default; path.module is relative to the root module. Functions are not supported.
func (l *loader) staticValue(m *module, a attributeNode, depth int) (cty.Value, bool) {
	e := l.parsedExpression(a)
	references := e.Variables()
	l.steps++
	if depth > maxStaticDepth || len(references) > maxStaticRefs || l.steps > maxStaticSteps || hasLoops(e) ||
		limits.SizeOf(e) > maxStaticSize {
		return cty.NilVal, false
	}
	if len(references) == 0 {
		value, diags := evaluate(e)
		return value, !diags.HasErrors() && isSmall(value)
	}
	known := map[string]map[string]cty.Value{"local": {}, "path": {}, "var": {}}
	for _, t := range references {
		if len(t) < 2 || known[t.RootName()] == nil {
			return cty.NilVal, false
		}
		name, ok := t[1].(hcl.TraverseAttr)
		if !ok {
			return cty.NilVal, false
		}
		value, ok := l.staticReference(m, t.RootName(), name.Name, depth+1)
		if !ok {
			return cty.NilVal, false
		}
		known[t.RootName()][name.Name] = value
	}
	scope := map[string]cty.Value{}
	for root, values := range known {
		scope[root] = cty.ObjectVal(values)
	}
	value, diags := e.Value(&hcl.EvalContext{Variables: scope})
	return value, !diags.HasErrors() && isSmall(value)
}

// staticReference returns a local value, a variable or a path.
func (l *loader) staticReference(m *module, root, name string, depth int) (cty.Value, bool) {
	switch root {
	case "local":
		a := m.locals[name]
		if a.isMissing() {
			return cty.NilVal, false
		}
		return l.staticValue(m, a, depth)
	case "path":
		switch name {
		case tfname.ModuleBlock:
			return cty.StringVal(m.path), true
		case "root":
			return cty.StringVal("."), true
		}
		return cty.NilVal, false
	}
	v := m.variables[name]
	if v == nil {
		return cty.NilVal, false
	}
	value := v.value
	if m.parent != nil {
		if given := m.parent.calls[m.name].content.attribute(name); !given.isMissing() {
			var ok bool
			if value, ok = l.staticValue(m.parent, given, depth); !ok {
				return cty.NilVal, false
			}
		}
	}
	if value == cty.NilVal {
		return cty.NilVal, false
	}
	value, err := convert.Convert(value, v.typ)
	return value, err == nil && isSmall(value)
}

// hasLoops reports whether an expression contains loops, which can be endless if their collections
// contain names.
func hasLoops(e hclsyntax.Expression) bool {
	found := false
	_ = hclsyntax.VisitAll(e, func(node hclsyntax.Node) hcl.Diagnostics {
		switch node.(type) {
		case *hclsyntax.ForExpr, *hclsyntax.SplatExpr:
			found = true
		}
		return nil
	})
	return found
}

// isSmall reports whether a value is known and has a bounded number of characters and
// elements.
func isSmall(value cty.Value) bool {
	size := 0
	_ = cty.Walk(value, func(_ cty.Path, value cty.Value) (bool, error) {
		size++
		switch {
		case !value.IsKnown() || value.IsMarked():
			size = maxStaticSize + 1
		case value.IsNull():
		case value.Type() == cty.String:
			size += len(value.AsString())
		case value.Type() == cty.Number:
			exponent := value.AsBigFloat().MantExp(nil)
			size += max(exponent, -exponent)
			if value.AsBigFloat().IsInf() {
				size = maxStaticSize + 1
			}
		}
		return true, nil
	})
	return size <= maxStaticSize
}

// constantText returns the value of an attribute with a constant string, number or boolean.
func constantText(e hcl.Expression) (string, bool) { return asString(evaluate(e)) }

// constantString returns the value of an attribute that is a constant string, number
// or boolean.
func (l *loader) constantString(a attributeNode) (string, bool) { return asString(l.attributeValue(a)) }

func asString(value cty.Value, diags hcl.Diagnostics) (string, bool) {
	value, ok := convertTo(cty.String, value, diags)
	if !ok {
		return "", false
	}
	return value.AsString(), true
}

// constantBool returns the value of an attribute with a constant boolean.
func (l *loader) constantBool(a attributeNode) (bool, bool) {
	value, diags := l.attributeValue(a)
	value, ok := convertTo(cty.Bool, value, diags)
	return ok && value.True(), ok
}

// convertTo converts a known, non-null value to a type.
func convertTo(typ cty.Type, value cty.Value, diags hcl.Diagnostics) (cty.Value, bool) {
	if diags.HasErrors() {
		return cty.NilVal, false
	}
	value, err := convert.Convert(value, typ)
	return value, err == nil && value.IsKnown() && !value.IsMarked() && !value.IsNull()
}

// attributeValue evaluates the expression of an attribute.
func (l *loader) attributeValue(a attributeNode) (cty.Value, hcl.Diagnostics) {
	if value, ok := a.constant(); ok {
		return value, nil
	}
	return evaluate(l.parsedExpression(a))
}

// evaluate evaluates a small expression without variables and functions.
func evaluate(e hcl.Expression) (cty.Value, hcl.Diagnostics) {
	if native, ok := e.(hclsyntax.Expression); ok && limits.SizeOf(native) > limits.Value {
		return cty.DynamicVal, hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "Constant too large"}}
	}
	return e.Value(nil)
}
