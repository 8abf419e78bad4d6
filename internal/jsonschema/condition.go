package jsonschema

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/internal/limits"
)

// condition says as schemas what a validation asks of a variable. Each schema refuses only what
// the validation refuses.
type condition struct {
	// roots are the types of what references mean: var.name, or a name alone.
	roots map[string]cty.Type
	// message is what the validation says.
	message string
	// templates: a string with an expression may be anything.
	templates bool
	budget    *limits.Budget
}

// of returns what can be said of a condition, and whether that is all of it.
func (c condition) of(e hclsyntax.Expression) ([]object, bool) {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return c.of(e.Expression)
	case *hclsyntax.TemplateWrapExpr:
		return c.of(e.Wrapped)
	case *hclsyntax.BinaryOpExpr:
		switch e.Op {
		case hclsyntax.OpLogicalAnd:
			left, all := c.of(e.LHS)
			right, too := c.of(e.RHS)
			return append(left, right...), all && too
		case hclsyntax.OpLogicalOr:
			left, all := c.of(e.LHS)
			right, too := c.of(e.RHS)
			if len(left) == 0 || len(right) == 0 {
				return nil, false
			}
			return []object{{"if": together(left), "else": together(right)}}, all && too
		}
		return c.compared(e)
	case *hclsyntax.FunctionCallExpr:
		return c.called(e)
	}
	return nil, false
}

// together is one schema that says what several say.
func together(list []object) object {
	if len(list) == 1 {
		return list[0]
	}
	return object{"allOf": list}
}

// one wraps a schema for a value in those for the values around it.
func (c condition) one(s object, path []string) ([]object, bool) {
	if c.message != "" {
		s["errorMessage"] = c.message
	}
	if c.templates {
		s = object{"if": object{"type": "string", "pattern": sequence}, "else": s}
	}
	for _, name := range slices.Backward(path) {
		s = object{"properties": object{name: s}}
	}
	return []object{s}, true
}

// subject is what a reference means of the variable: the path to it, and its type.
func (c condition) subject(e hclsyntax.Expression) (path []string, t cty.Type, ok bool) {
	reference, is := e.(*hclsyntax.ScopeTraversalExpr)
	if !is {
		return nil, cty.NilType, false
	}
	name, rest := reference.Traversal.RootName(), reference.Traversal[1:]
	if name == "var" && len(rest) > 0 {
		if step, is := rest[0].(hcl.TraverseAttr); is {
			name, rest = "var."+step.Name, rest[1:]
		}
	}
	if t, ok = c.roots[name]; !ok {
		return nil, t, false
	}
	for _, step := range rest {
		attribute, is := step.(hcl.TraverseAttr)
		if !is || !t.IsObjectType() || !t.HasAttribute(attribute.Name) {
			return nil, t, false
		}
		path, t = append(path, attribute.Name), t.AttributeType(attribute.Name)
	}
	return path, t, true
}

// mirrored are the operators with their sides changed.
var mirrored = map[*hclsyntax.Operation]*hclsyntax.Operation{
	hclsyntax.OpLessThan: hclsyntax.OpGreaterThan, hclsyntax.OpLessThanOrEqual: hclsyntax.OpGreaterThanOrEqual,
	hclsyntax.OpGreaterThan: hclsyntax.OpLessThan, hclsyntax.OpGreaterThanOrEqual: hclsyntax.OpLessThanOrEqual,
	hclsyntax.OpEqual: hclsyntax.OpEqual, hclsyntax.OpNotEqual: hclsyntax.OpNotEqual,
}

// compared is what a comparison of a variable, or of its length, says.
func (c condition) compared(e *hclsyntax.BinaryOpExpr) ([]object, bool) {
	subject, op := e.LHS, e.Op
	limit, ok := evaluate(c.budget, e.RHS)
	if !ok {
		subject, op = e.RHS, mirrored[op]
		limit, ok = evaluate(c.budget, e.LHS)
	}
	if !ok || op == nil {
		return nil, false
	}
	if call, ok := subject.(*hclsyntax.FunctionCallExpr); ok && call.Name == "length" && len(call.Args) == 1 {
		return c.length(call.Args[0], op, limit)
	}
	path, t, ok := c.subject(subject)
	if !ok {
		return nil, false
	}
	keyword := map[*hclsyntax.Operation]string{
		hclsyntax.OpLessThan: "exclusiveMaximum", hclsyntax.OpLessThanOrEqual: "maximum",
		hclsyntax.OpGreaterThan: "exclusiveMinimum", hclsyntax.OpGreaterThanOrEqual: "minimum",
	}[op]
	switch {
	case keyword != "" && limit.Type() == cty.Number:
		return c.one(object{keyword: literal(limit)}, path)
	case op == hclsyntax.OpEqual && t.IsPrimitiveType():
		return c.one(object{"enum": spellings(limit, t)}, path)
	case op == hclsyntax.OpNotEqual && t.IsPrimitiveType() && (limit.IsNull() || limit.Type() == t):
		return c.one(object{"not": object{"enum": []any{literal(limit)}}}, path)
	}
	return nil, false
}

// length is what a comparison of a length says.
func (c condition) length(e hclsyntax.Expression, op *hclsyntax.Operation, limit cty.Value) ([]object, bool) {
	if call, ok := e.(*hclsyntax.FunctionCallExpr); ok && call.Name == "regexall" && op == hclsyntax.OpGreaterThan {
		return c.called(call)
	}
	path, t, ok := c.subject(e)
	if !ok || limit.IsNull() || limit.Type() != cty.Number || !limit.AsBigFloat().IsInt() {
		return nil, false
	}
	n, _ := limit.AsBigFloat().Int64()
	of := "Items"
	switch {
	case t == cty.String:
		of = "Length"
	case t.IsMapType():
		of = "Properties"
	case !t.IsListType() && !t.IsSetType():
		return nil, false
	}
	switch op {
	case hclsyntax.OpEqual:
		return c.one(object{"min" + of: max(n, 0), "max" + of: max(n, 0)}, path)
	case hclsyntax.OpGreaterThan:
		return c.one(object{"min" + of: max(n+1, 0)}, path)
	case hclsyntax.OpGreaterThanOrEqual:
		return c.one(object{"min" + of: max(n, 0)}, path)
	case hclsyntax.OpLessThan:
		return c.one(object{"max" + of: max(n-1, 0)}, path)
	case hclsyntax.OpLessThanOrEqual:
		return c.one(object{"max" + of: max(n, 0)}, path)
	}
	return nil, false
}

// called is what a call of a function says.
func (c condition) called(e *hclsyntax.FunctionCallExpr) ([]object, bool) {
	switch {
	case e.Name == "can" && len(e.Args) == 1:
		if call, ok := e.Args[0].(*hclsyntax.FunctionCallExpr); ok && call.Name == "regex" {
			return c.called(call)
		}
	case (e.Name == "regex" || e.Name == "regexall") && len(e.Args) == 2:
		path, t, ok := c.subject(e.Args[1])
		text, known := evaluate(c.budget, e.Args[0])
		if !ok || t != cty.String || !known || text.IsNull() || text.Type() != cty.String {
			return nil, false
		}
		if pattern, ok := bothDialects(text.AsString()); ok {
			return c.one(object{"pattern": pattern}, path)
		}
	case e.Name == "contains" && len(e.Args) == 2:
		path, t, ok := c.subject(e.Args[1])
		list, known := evaluate(c.budget, e.Args[0])
		if !ok || !known || !t.IsPrimitiveType() || list.IsNull() || !list.CanIterateElements() {
			return nil, false
		}
		values := []any{literal(cty.NullVal(t))} // of which nothing is known
		for _, value := range list.Elements() {
			values = append(values, spellings(value, t)...)
		}
		return c.one(object{"enum": values}, path)
	case e.Name == "alltrue" && len(e.Args) == 1:
		return c.each(e.Args[0])
	}
	return nil, false
}

// each is what is said of every element of a list.
func (c condition) each(e hclsyntax.Expression) ([]object, bool) {
	loop, ok := e.(*hclsyntax.ForExpr)
	if !ok || loop.KeyExpr != nil || loop.CondExpr != nil {
		return nil, false
	}
	path, t, ok := c.subject(loop.CollExpr)
	if !ok || !t.IsCollectionType() {
		return nil, false
	}
	element := c
	element.roots = map[string]cty.Type{loop.ValVar: t.ElementType()}
	list, all := element.of(loop.ValExpr)
	if len(list) == 0 {
		return nil, false
	}
	of := "items"
	if t.IsMapType() {
		of = "additionalProperties"
	}
	s, _ := c.one(object{of: together(list)}, path)
	return s, all
}

func literal(v cty.Value) json.RawMessage {
	text, err := ctyjson.Marshal(v, v.Type())
	if err != nil {
		return json.RawMessage("null")
	}
	return text
}

// spellings are the values in JSON that are converted to one of a type.
func spellings(v cty.Value, t cty.Type) []any {
	list := []any{literal(v)}
	if v.IsNull() || !v.Type().IsPrimitiveType() {
		return list
	}
	for _, other := range []cty.Type{cty.String, cty.Number, cty.Bool} {
		spelled, err := convert.Convert(v, other)
		if err == nil && other != v.Type() && (t == cty.String || other == t || other == cty.String) {
			list = append(list, literal(spelled))
		}
	}
	return list
}

// bothDialects returns a regular expression of Go as one that means the same in ECMAScript with
// the flag u, if it is in what the two share.
func bothDialects(text string) (string, bool) {
	var b strings.Builder
	class := false
	for i := 0; i < len(text); i++ {
		switch char := text[i]; {
		case char == '\\' && i+1 < len(text):
			i++
			switch escaped := text[i]; {
			case strings.IndexByte(`dDwWsSbBnrtfv.*+?()[]{}|^$/\`, escaped) >= 0, class && escaped == '-':
				b.WriteByte('\\')
			case escaped >= 0x80 || escaped >= '0' && escaped <= '9' || escaped|0x20 >= 'a' && escaped|0x20 <= 'z':
				return "", false
			}
			b.WriteByte(text[i])
		case class && char == '[', !class && (char == ']' || char == '}'),
			!class && (strings.HasPrefix(text[i:], "[]") || strings.HasPrefix(text[i:], "[^]")),
			strings.HasPrefix(text[i:], "(?") && !strings.HasPrefix(text[i:], "(?:"):
			return "", false
		case !class && char == '{':
			end := strings.IndexByte(text[i:], '}')
			if end < 2 || strings.Trim(text[i+1:i+end], "0123456789,") != "" || text[i+1] == ',' {
				return "", false
			}
			b.WriteString(text[i : i+end+1])
			i += end
		default:
			if !class && char == '[' {
				class = true
			} else if char == ']' {
				class = false
			}
			b.WriteByte(char)
		}
	}
	return b.String(), !class
}
