package jsonschema

import (
	"cmp"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/language/reading"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/text/lazyregexp"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/schema"
)

// variablesSchema returns the schema of the values of a module's variables in .tfvars.json files. Its
// definition "call" is the schema of a module call in this language: strings are templates, and it
// has additional names.
func variablesSchema(files []provider.File, d *schema.Dialect) []byte {
	variables := map[string]*variable{}
	budget := new(limits.Budget)
	for _, file := range files {
		for _, block := range reading.Blocks(file.Body(), tfname.VariableBlock, "name") {
			v := variables[block.Labels[0]]
			if v == nil {
				v = &variable{name: block.Labels[0], typ: cty.DynamicPseudoType, budget: budget}
				variables[v.name] = v
			}
			v.readBlock(block.Body, file.Bytes())
		}
	}
	values := values{definitions: newDefinitions()}
	called := values.reserveName("call")
	own, inputs := object{}, object{}
	if _, row := d.Root.Lookup(tfname.ModuleBlock); row != nil {
		for _, a := range row.Body.Attributes {
			own[a.Name] = object{}
		}
		for _, block := range row.Body.Blocks {
			own[block.Type] = object{}
		}
	}
	required := []string{}
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		if inputs[name] = variables[name].schema(values); variables[name].value == nil {
			required = append(required, name)
		}
	}
	values.defineText(called, marshal(object{
		"type": "object", "properties": mergeSchemas(inputs, own), "additionalProperties": false, "required": required}))
	values.literal = true
	for name, v := range variables {
		inputs[name] = v.schema(values)
	}
	return values.writeDocument("Values of the variables of a module, in JSON", object{"type": "object", "properties": inputs})
}

// variable is the content of a variable block and its overrides.
type variable struct {
	name        string
	typ         cty.Type
	defaults    *typeexpr.Defaults
	value       json.RawMessage // nil without a default
	description string
	notNull     bool
	validations []validation
	budget      *limits.Budget
}

// validation is a condition with its source text and its error message.
type validation struct {
	condition     hclsyntax.Expression
	message, text string
}

// readBlock reads a block. The product reports errors in it.
func (v *variable) readBlock(body hcl.Body, src []byte) {
	attributes, _ := body.JustAttributes()
	for name, a := range attributes {
		switch value, constant := evaluate(v.budget, a.Expr); {
		case name == "type":
			v.typ, v.defaults, _ = reading.Type(a.Expr)
		case name == "description":
			v.description, _ = reading.Constant(a.Expr)
		case name == "default" && constant:
			v.value = literalJSON(value)
		case name == "nullable" && constant:
			v.notNull = value.RawEquals(cty.False)
		}
	}
	for _, block := range reading.Blocks(body, "validation") {
		attributes, _ := block.Body.JustAttributes()
		a := attributes["condition"]
		if a == nil {
			continue
		}
		condition, native := a.Expr.(hclsyntax.Expression)
		if text, is := reading.Constant(a.Expr); is && !native {
			condition, _ = hclsyntax.ParseTemplate([]byte(text), "", hcl.InitialPos)
		}
		message, _ := reading.Constant(cmp.Or(attributes["error_message"], a).Expr)
		v.validations = append(v.validations, validation{condition, message, string(a.Expr.Range().SliceBytes(src))})
	}
}

// evaluate returns the value of a constant expression.
func evaluate(budget *limits.Budget, e hcl.Expression) (cty.Value, bool) {
	native, ok := e.(hclsyntax.Expression)
	if !ok {
		value, diags := e.Value(nil)
		return value, !diags.HasErrors()
	}
	value, diags := budget.Evaluate(native)
	return value, !diags.HasErrors() && value.IsWhollyKnown()
}

// literalJSON returns a value in JSON.
func literalJSON(v cty.Value) json.RawMessage {
	text, _ := ctyjson.Marshal(v, v.Type()) // an error gives null
	return text
}

// schema returns the schema of the values of a variable.
func (v *variable) schema(in values) object {
	s := mergeSchemas(in.typeSchema(v.typ, v.defaults, v.name), annotations(v.description, false))
	if v.value != nil {
		s["default"] = v.value
	}
	var conditions []object
	if v.notNull && v.value == nil {
		conditions = append(conditions, object{"not": object{"type": "null"}, "errorMessage": "This cannot be null."})
	}
	var others []string
	for _, check := range v.validations {
		said, all := condition{v.budget, check.message, !in.literal, !v.notNull, map[string]place{
			"var." + v.name: {typ: v.typ}}}.schemasOf(check.condition)
		conditions = append(conditions, said...)
		if !all {
			others = append(others, check.text)
		}
	}
	if conditions != nil {
		s["allOf"] = conditions
	}
	if others != nil {
		s["$comment"] = "JSON Schema cannot express: " + strings.Join(others, "; ")
	}
	return s
}

// condition converts a validation of a variable to schemas. Each schema rejects only values that the
// validation rejects.
type condition struct {
	budget *limits.Budget
	// message is the error message of the validation.
	message string
	// templates is true if a string with an expression can have any value. nullable is true if null
	// means the default.
	templates, nullable bool
	// places are the variable and the names of for expressions, by the beginning of a reference to
	// them.
	places map[string]place
}

// place is the location of a value in a variable. keywords are its path from the variable's schema.
type place struct {
	typ      cty.Type
	keywords []string
}

// schemasOf returns the schemas for a condition, and reports whether they cover the whole condition.
func (c condition) schemasOf(e hclsyntax.Expression) ([]object, bool) {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return c.schemasOf(e.Expression)
	case *hclsyntax.TemplateWrapExpr:
		return c.schemasOf(e.Wrapped)
	case *hclsyntax.BinaryOpExpr:
		if e.Op != hclsyntax.OpLogicalAnd && e.Op != hclsyntax.OpLogicalOr {
			return c.comparisonSchemas(e)
		}
		left, all := c.schemasOf(e.LHS)
		right, too := c.schemasOf(e.RHS)
		if e.Op == hclsyntax.OpLogicalAnd {
			return append(left, right...), all && too
		} else if left != nil && right != nil {
			return []object{{"anyOf": []object{{"allOf": left}, {"allOf": right}}}}, all && too
		}
	case *hclsyntax.FunctionCallExpr:
		return c.callSchemas(e)
	}
	return nil, false
}

// schemaAt returns a schema for a value, or false for an empty schema.
func (c condition) schemaAt(at place, s object) ([]object, bool) {
	if len(s) == 0 {
		return nil, false
	}
	if c.message != "" {
		s["errorMessage"] = c.message
	}
	if c.templates {
		s = object{"if": object{"type": "string", "pattern": sequencePattern}, "else": s}
	}
	for _, keyword := range slices.Backward(at.keywords) {
		s = object{keyword: s}
	}
	return []object{s}, true
}

// placeOf returns the value of a reference.
func (c condition) placeOf(e hclsyntax.Expression) (place, bool) {
	steps, diags := hcl.AbsTraversalForExpr(e)
	if diags.HasErrors() {
		return place{}, false
	}
	name := steps.RootName()
	if name == "var" && len(steps) > 1 {
		attribute, _ := steps[1].(hcl.TraverseAttr)
		name, steps = "var."+attribute.Name, steps[1:]
	}
	at, ok := c.places[name]
	for _, step := range steps[1:] {
		attribute, is := step.(hcl.TraverseAttr)
		if !is || !at.typ.IsObjectType() || !at.typ.HasAttribute(attribute.Name) {
			return place{}, false
		}
		at = place{at.typ.AttributeType(attribute.Name), slices.Concat(at.keywords, []string{"properties", attribute.Name})}
	}
	return at, ok
}

// operator is a comparison: the comparison with exchanged operands, the keyword for a number, and
// the keyword for a length. add is added to the limit of a length.
type operator struct {
	mirrored        *hclsyntax.Operation
	number, lengths string
	add             int64
}

var operators = map[*hclsyntax.Operation]operator{
	hclsyntax.OpLessThan:           {hclsyntax.OpGreaterThan, "exclusiveMaximum", "max", -1},
	hclsyntax.OpLessThanOrEqual:    {hclsyntax.OpGreaterThanOrEqual, "maximum", "max", 0},
	hclsyntax.OpGreaterThan:        {hclsyntax.OpLessThan, "exclusiveMinimum", "min", 1},
	hclsyntax.OpGreaterThanOrEqual: {hclsyntax.OpLessThanOrEqual, "minimum", "min", 0},
	hclsyntax.OpEqual:              {hclsyntax.OpEqual, "", "min max", 0},
	hclsyntax.OpNotEqual:           {mirrored: hclsyntax.OpNotEqual},
}

// comparisonSchemas returns the schema for a comparison of a value or of its length.
func (c condition) comparisonSchemas(e *hclsyntax.BinaryOpExpr) ([]object, bool) {
	subject, op := e.LHS, e.Op
	limit, ok := evaluate(c.budget, e.RHS)
	if !ok {
		subject, op = e.RHS, operators[op].mirrored
		limit, ok = evaluate(c.budget, e.LHS)
	}
	call, length := subject.(*hclsyntax.FunctionCallExpr)
	if length = length && call.Name == "length" && len(call.Args) == 1; length {
		subject = call.Args[0]
	}
	at, found := c.placeOf(subject)
	if !ok || !found {
		return nil, false
	}
	row, number, simple := operators[op], limit.Type() == cty.Number && !limit.IsNull(), at.typ.IsPrimitiveType()
	nullable, s := c.nullable && at.keywords == nil, object{}
	switch of := lengthKeywords[strings.Fields(at.typ.FriendlyName())[0]]; {
	case length && number && of != "" && limit.AsBigFloat().IsInt():
		n, _ := limit.AsBigFloat().Int64()
		for keyword := range strings.FieldsSeq(row.lengths) {
			s[keyword+of] = max(n+row.add, 0)
		}
	case length:
	case number && row.number != "":
		s[row.number] = literalJSON(limit)
	case op == hclsyntax.OpEqual && (simple || limit.IsNull()):
		if s["enum"] = jsonForms(limit, at.typ); !nullable {
			s["enum"] = append(jsonForms(limit, at.typ), nil)
		}
	case op == hclsyntax.OpNotEqual && (simple && limit.Type() == at.typ || nullable && limit.IsNull()):
		s["not"] = object{"enum": []any{literalJSON(limit)}}
	}
	return c.schemaAt(at, s)
}

// lengthKeywords are the suffixes of the keywords for the length of a value.
var lengthKeywords = map[string]string{"string": "Length", "map": "Properties", "list": "Items", "set": "Items"}

// callSchemas returns the schema for a function call.
func (c condition) callSchemas(e *hclsyntax.FunctionCallExpr) ([]object, bool) {
	if len(e.Args) == 1 {
		switch arg := e.Args[0].(type) {
		case *hclsyntax.ForExpr:
			return c.elementSchemas(e.Name, arg)
		case *hclsyntax.FunctionCallExpr:
			if e.Name == "can" && arg.Name == "regex" {
				e = arg
			}
		}
	}
	if len(e.Args) != 2 {
		return nil, false
	}
	at, found := c.placeOf(e.Args[1])
	known, ok := evaluate(c.budget, e.Args[0])
	s := object{}
	switch {
	case !ok || !found || known.IsNull():
	case e.Name == "regex" && at.typ == cty.String && known.Type() == cty.String:
		if pattern, ok := commonRegexp(known.AsString()); ok {
			s["pattern"] = pattern
		}
	case e.Name == "contains" && at.typ.IsPrimitiveType() && known.CanIterateElements():
		values := []any{nil} // unknown values
		for _, value := range known.Elements() {
			values = append(values, jsonForms(value, at.typ)...)
		}
		s["enum"] = values
	}
	return c.schemaAt(at, s)
}

// elementSchemas returns the schema for all elements of a collection.
func (c condition) elementSchemas(function string, e *hclsyntax.ForExpr) ([]object, bool) {
	of, ok := c.placeOf(e.CollExpr)
	if !ok || function != "alltrue" || !of.typ.IsCollectionType() || e.KeyExpr != nil || e.CondExpr != nil {
		return nil, false
	}
	c.places = maps.Clone(c.places)
	delete(c.places, e.KeyVar)
	keyword := []string{"items"}
	if of.typ.IsMapType() {
		keyword = []string{"additionalProperties"}
		c.places[e.KeyVar] = place{cty.String, slices.Concat(of.keywords, []string{"propertyNames"})}
	}
	c.places[e.ValVar] = place{of.typ.ElementType(), slices.Concat(of.keywords, keyword)}
	return c.schemasOf(e.ValExpr)
}

// jsonForms returns the JSON values that are converted to a value of a type.
func jsonForms(v cty.Value, t cty.Type) []any {
	list := []any{literalJSON(v)}
	for _, other := range []cty.Type{cty.String, cty.Number, cty.Bool} {
		spelled, err := convert.Convert(v, other)
		if err == nil && !v.IsNull() && other != v.Type() && (t == cty.String || other == t || other == cty.String) {
			list = append(list, literalJSON(spelled))
		}
	}
	return list
}

// Regular expressions for a character in a class, and for the common syntax of Go and ECMAScript
// with the flag u: characters, escapes, classes, groups and counts. The common syntax excludes flags
// and names of groups.
const inClass = `([^\\[\]-]|\\[nrtfv.*+?()[\]{}|^$/\\]|\\x2d)`

var (
	inBoth = lazyregexp.New(`^([^\\[\]{}(]|\\[dDwWsSbBnrtfv.*+?()[\]{}|^$/\\]|\\x2d|\((\?:)?|\{\d+(,\d*)?\}|` +
		`\[\^?-?(` + inClass + `(-` + inClass + `(-` + inClass + `)?)?|\\[dDwWsS])*-?\])*$`)
	escaped = lazyregexp.New(`\\.`)
	flags   = lazyregexp.New(`\(\?[^:]`)
)

// commonRegexp returns an ECMAScript regular expression with the flag u that is equivalent to a Go
// regular expression. It reports false outside of the common syntax.
func commonRegexp(text string) (string, bool) {
	text = escaped().ReplaceAllStringFunc(text, func(pair string) string {
		if strings.Contains("!\"#%&',:;<=>@_`~ ", pair[1:]) {
			return pair[1:]
		}
		return strings.Replace(pair, `\-`, `\x2d`, 1)
	})
	_, err := regexp.Compile(text)
	return text, err == nil && inBoth().MatchString(text) && !flags().MatchString(escaped().ReplaceAllString(text, ""))
}
