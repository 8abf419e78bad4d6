package jsonschema

import (
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// condition says as schemas what a validation asks of a variable. Each schema refuses only what
// the validation refuses.
type condition struct {
	variable *variable
	// message is what the validation says.
	message string
	// templates: a string with an expression may be anything.
	templates bool
}

// of returns what can be said of a condition, and whether that is all of it.
func (c condition) of(e hclsyntax.Expression) ([]object, bool) {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return c.of(e.Expression)
	case *hclsyntax.TemplateWrapExpr:
		return c.of(e.Wrapped)
	case *hclsyntax.BinaryOpExpr:
		if e.Op != hclsyntax.OpLogicalAnd {
			return c.compared(e)
		}
		left, all := c.of(e.LHS)
		right, too := c.of(e.RHS)
		return append(left, right...), all && too
	case *hclsyntax.FunctionCallExpr:
		return c.called(e)
	}
	return nil, false
}

// one says something of the value.
func (c condition) one(s object) ([]object, bool) {
	if c.message != "" {
		s["errorMessage"] = c.message
	}
	if c.templates {
		s = object{"if": object{"type": "string", "pattern": sequence}, "else": s}
	}
	return []object{s}, true
}

// isVariable reports whether an expression is the variable.
func (c condition) isVariable(e hclsyntax.Expression) bool {
	t, diags := hcl.AbsTraversalForExpr(e)
	if diags.HasErrors() || len(t) != 2 || t.RootName() != "var" {
		return false
	}
	step, ok := t[1].(hcl.TraverseAttr)
	return ok && step.Name == c.variable.name
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

// compared is what a comparison of a variable, or of its length, says.
func (c condition) compared(e *hclsyntax.BinaryOpExpr) ([]object, bool) {
	subject, op := e.LHS, e.Op
	limit, ok := evaluate(c.variable.budget, e.RHS)
	if !ok {
		subject, op = e.RHS, operators[op].mirrored
		limit, ok = evaluate(c.variable.budget, e.LHS)
	}
	t, length := c.variable.typ, false
	if call, is := subject.(*hclsyntax.FunctionCallExpr); is && call.Name == "length" && len(call.Args) == 1 {
		subject, length = call.Args[0], true
	}
	number := limit.Type() == cty.Number && !limit.IsNull()
	switch {
	case !ok || !c.isVariable(subject):
	case length && number && limit.AsBigFloat().IsInt():
		return c.length(op, limit)
	case length:
	case number && operators[op].number != "":
		return c.one(object{operators[op].number: literal(limit)})
	case op == hclsyntax.OpEqual && t.IsPrimitiveType():
		return c.one(object{"enum": spellings(limit, t)})
	case op == hclsyntax.OpNotEqual && t.IsPrimitiveType() && (limit.IsNull() || limit.Type() == t):
		return c.one(object{"not": object{"enum": []any{literal(limit)}}})
	}
	return nil, false
}

// length is what a comparison of a length says.
func (c condition) length(op *hclsyntax.Operation, limit cty.Value) ([]object, bool) {
	of, s := "", object{}
	switch t := c.variable.typ; {
	case t == cty.String:
		of = "Length"
	case t.IsMapType():
		of = "Properties"
	case t.IsListType() || t.IsSetType():
		of = "Items"
	}
	n, _ := limit.AsBigFloat().Int64()
	for keyword := range strings.FieldsSeq(operators[op].lengths) {
		s[keyword+of] = max(n+operators[op].add, 0)
	}
	if of == "" || len(s) == 0 {
		return nil, false
	}
	return c.one(s)
}

// called is what a call of a function says.
func (c condition) called(e *hclsyntax.FunctionCallExpr) ([]object, bool) {
	if e.Name == "can" && len(e.Args) == 1 {
		call, ok := e.Args[0].(*hclsyntax.FunctionCallExpr)
		if !ok || call.Name != "regex" {
			return nil, false
		}
		e = call
	}
	if len(e.Args) != 2 || !c.isVariable(e.Args[1]) {
		return nil, false
	}
	t := c.variable.typ
	switch known, ok := evaluate(c.variable.budget, e.Args[0]); {
	case !ok || known.IsNull():
	case e.Name == "regex" && t == cty.String:
		if pattern, ok := bothDialects(textOf(known)); ok {
			return c.one(object{"pattern": pattern})
		}
	case e.Name == "contains" && t.IsPrimitiveType() && known.CanIterateElements():
		values := []any{literal(cty.NullVal(t))} // of which nothing is known
		for _, value := range known.Elements() {
			values = append(values, spellings(value, t)...)
		}
		return c.one(object{"enum": values})
	}
	return nil, false
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
		switch {
		case pair == `\-`:
			return `\x2d`
		case strings.Contains("!\"#%&',:;<=>@_`~ ", pair[1:]):
			return pair[1:]
		}
		return pair
	})
	_, err := regexp.Compile(text)
	return text, err == nil && inBoth.MatchString(text) && !flags.MatchString(escaped.ReplaceAllString(text, ""))
}
