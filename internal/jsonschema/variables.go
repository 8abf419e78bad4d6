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

	"github.com/hcljson/hcljson/internal/limits"
	"github.com/hcljson/hcljson/internal/reading"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/provider"
)

// variablesOf returns the schema of the values of a module's variables in JSON, as .tfvars.json has
// them. Its definition "call" is that of a call of the module in this language: strings are
// templates, and it has names of its own.
func variablesOf(files []provider.File, d *schema.Dialect) []byte {
	variables := map[string]*variable{}
	budget := new(limits.Budget)
	for _, file := range files {
		for _, block := range reading.Blocks(file.Body(), opentofu.VariableBlock, "name") {
			v := variables[block.Labels[0]]
			if v == nil {
				v = &variable{name: block.Labels[0], typ: cty.DynamicPseudoType, budget: budget}
				variables[v.name] = v
			}
			v.read(block.Body, file.Bytes)
		}
	}
	values := values{definitions: newDefinitions()}
	called := values.reserve("call")
	own, inputs := object{}, object{}
	if _, row := d.Root.Lookup(opentofu.ModuleBlock); row != nil {
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
	values.define(called, marshal(object{
		"type": "object", "properties": with(inputs, own), "additionalProperties": false, "required": required}))
	values.literal = true
	for name, v := range variables {
		inputs[name] = v.schema(values)
	}
	return values.document("Values of the variables of a module, in JSON", object{"type": "object", "properties": inputs})
}

// variable is what a variable block says, and those that override it.
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

// validation is a condition, with what is said where it is false, and its text.
type validation struct {
	condition     hclsyntax.Expression
	message, text string
}

// read reads a block. What is wrong in it is left to the product.
func (v *variable) read(body hcl.Body, src []byte) {
	attributes, _ := body.JustAttributes()
	for name, a := range attributes {
		switch value, constant := evaluate(v.budget, a.Expr); {
		case name == "type":
			v.typ, v.defaults, _ = reading.Type(a.Expr)
		case name == "description":
			v.description, _ = reading.Constant(a.Expr)
		case name == "default" && constant:
			v.value = literal(value)
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

// literal is a value in JSON.
func literal(v cty.Value) json.RawMessage {
	text, _ := ctyjson.Marshal(v, v.Type()) // no text is null
	return text
}

// schema is that of the values of a variable.
func (v *variable) schema(in values) object {
	s := with(in.typed(v.typ, v.defaults, v.name), said(v.description, false))
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
			"var." + v.name: {typ: v.typ}}}.of(check.condition)
		conditions = append(conditions, said...)
		if !all {
			others = append(others, check.text)
		}
	}
	if conditions != nil {
		s["allOf"] = conditions
	}
	if others != nil {
		s["$comment"] = "Not all of this can be said here: " + strings.Join(others, "; ")
	}
	return s
}

// condition says as schemas what a validation asks of a variable. Each schema refuses only what
// the validation refuses.
type condition struct {
	budget *limits.Budget
	// message is what the validation says.
	message string
	// templates: a string with an expression may be anything. nullable: null stands for no default.
	templates, nullable bool
	// places are the variable, and what for expressions name, by how an expression begins with them.
	places map[string]place
}

// place is where in a variable a value is: keywords lead there from its schema.
type place struct {
	typ      cty.Type
	keywords []string
}

// of returns what can be said of a condition, and whether that is all of it.
func (c condition) of(e hclsyntax.Expression) ([]object, bool) {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return c.of(e.Expression)
	case *hclsyntax.TemplateWrapExpr:
		return c.of(e.Wrapped)
	case *hclsyntax.BinaryOpExpr:
		if e.Op != hclsyntax.OpLogicalAnd && e.Op != hclsyntax.OpLogicalOr {
			return c.compared(e)
		}
		left, all := c.of(e.LHS)
		right, too := c.of(e.RHS)
		if e.Op == hclsyntax.OpLogicalAnd {
			return append(left, right...), all && too
		} else if left != nil && right != nil {
			return []object{{"anyOf": []object{{"allOf": left}, {"allOf": right}}}}, all && too
		}
	case *hclsyntax.FunctionCallExpr:
		return c.called(e)
	}
	return nil, false
}

// one says something of a value, if there is something.
func (c condition) one(at place, s object) ([]object, bool) {
	if len(s) == 0 {
		return nil, false
	}
	if c.message != "" {
		s["errorMessage"] = c.message
	}
	if c.templates {
		s = object{"if": object{"type": "string", "pattern": sequence}, "else": s}
	}
	for _, keyword := range slices.Backward(at.keywords) {
		s = object{keyword: s}
	}
	return []object{s}, true
}

// place finds the value that an expression refers to.
func (c condition) place(e hclsyntax.Expression) (place, bool) {
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

// operator is a comparison: with its sides changed, of a number, and of a length, to whose limit
// a number is added.
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

// compared is what a comparison of a value, or of its length, says.
func (c condition) compared(e *hclsyntax.BinaryOpExpr) ([]object, bool) {
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
	at, found := c.place(subject)
	if !ok || !found {
		return nil, false
	}
	row, number, simple := operators[op], limit.Type() == cty.Number && !limit.IsNull(), at.typ.IsPrimitiveType()
	nullable, s := c.nullable && at.keywords == nil, object{}
	switch of := counted[strings.Fields(at.typ.FriendlyName())[0]]; {
	case length && number && of != "" && limit.AsBigFloat().IsInt():
		n, _ := limit.AsBigFloat().Int64()
		for keyword := range strings.FieldsSeq(row.lengths) {
			s[keyword+of] = max(n+row.add, 0)
		}
	case length:
	case number && row.number != "":
		s[row.number] = literal(limit)
	case op == hclsyntax.OpEqual && (simple || limit.IsNull()):
		if s["enum"] = spellings(limit, at.typ); !nullable {
			s["enum"] = append(spellings(limit, at.typ), nil)
		}
	case op == hclsyntax.OpNotEqual && (simple && limit.Type() == at.typ || nullable && limit.IsNull()):
		s["not"] = object{"enum": []any{literal(limit)}}
	}
	return c.one(at, s)
}

// counted is what the length of a value counts, as keywords call it.
var counted = map[string]string{"string": "Length", "map": "Properties", "list": "Items", "set": "Items"}

// called is what a call of a function says.
func (c condition) called(e *hclsyntax.FunctionCallExpr) ([]object, bool) {
	if len(e.Args) == 1 {
		switch arg := e.Args[0].(type) {
		case *hclsyntax.ForExpr:
			return c.each(e.Name, arg)
		case *hclsyntax.FunctionCallExpr:
			if e.Name == "can" && arg.Name == "regex" {
				e = arg
			}
		}
	}
	if len(e.Args) != 2 {
		return nil, false
	}
	at, found := c.place(e.Args[1])
	known, ok := evaluate(c.budget, e.Args[0])
	s := object{}
	switch {
	case !ok || !found || known.IsNull():
	case e.Name == "regex" && at.typ == cty.String && known.Type() == cty.String:
		if pattern, ok := bothDialects(known.AsString()); ok {
			s["pattern"] = pattern
		}
	case e.Name == "contains" && at.typ.IsPrimitiveType() && known.CanIterateElements():
		values := []any{nil} // of which nothing is known
		for _, value := range known.Elements() {
			values = append(values, spellings(value, at.typ)...)
		}
		s["enum"] = values
	}
	return c.one(at, s)
}

// each is what is said of all elements of a collection.
func (c condition) each(function string, e *hclsyntax.ForExpr) ([]object, bool) {
	of, ok := c.place(e.CollExpr)
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
	return c.of(e.ValExpr)
}

// spellings are the values in JSON that are converted to one of a type.
func spellings(v cty.Value, t cty.Type) []any {
	list := []any{literal(v)}
	for _, other := range []cty.Type{cty.String, cty.Number, cty.Bool} {
		spelled, err := convert.Convert(v, other)
		if err == nil && !v.IsNull() && other != v.Type() && (t == cty.String || other == t || other == cty.String) {
			list = append(list, literal(spelled))
		}
	}
	return list
}

// A character in a class, and what regular expressions of Go and of ECMAScript with the flag u share:
// characters, escapes, classes, groups and counts. Flags and names of groups are not among it.
const inClass = `([^\\[\]-]|\\[nrtfv.*+?()[\]{}|^$/\\]|\\x2d)`

var (
	inBoth = regexp.MustCompile(`^([^\\[\]{}(]|\\[dDwWsSbBnrtfv.*+?()[\]{}|^$/\\]|\\x2d|\((\?:)?|\{\d+(,\d*)?\}|` +
		`\[\^?-?(` + inClass + `(-` + inClass + `(-` + inClass + `)?)?|\\[dDwWsS])*-?\])*$`)
	escaped = regexp.MustCompile(`\\.`)
	flags   = regexp.MustCompile(`\(\?[^:]`)
)

// bothDialects returns a regular expression of Go as one that means the same in ECMAScript with
// the flag u, if it is in what the two share.
func bothDialects(text string) (string, bool) {
	text = escaped.ReplaceAllStringFunc(text, func(pair string) string {
		if strings.Contains("!\"#%&',:;<=>@_`~ ", pair[1:]) {
			return pair[1:]
		}
		return strings.Replace(pair, `\-`, `\x2d`, 1)
	})
	_, err := regexp.Compile(text)
	return text, err == nil && inBoth.MatchString(text) && !flags.MatchString(escaped.ReplaceAllString(text, ""))
}
