package schemafile

import (
	"fmt"
	"math/big"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
)

func (r *reader) errorf(rng hcl.Range, summary, format string, args ...any) {
	r.report(hcl.DiagError, rng, summary, fmt.Sprintf(format, args...))
}

func (r *reader) warnf(rng hcl.Range, summary, format string, args ...any) {
	r.report(hcl.DiagWarning, rng, summary, fmt.Sprintf(format, args...))
}

func (r *reader) report(severity hcl.DiagnosticSeverity, rng hcl.Range, summary, detail string) {
	// What a body takes over from another one is looked at in both.
	key := rng.String() + detail
	if r.seen[key] {
		return
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[key] = true
	r.diags = append(r.diags, &hcl.Diagnostic{Severity: severity, Summary: summary, Detail: detail, Subject: &rng})
}

// content is what a block holds.
type content struct {
	*hcl.BodyContent
	rng hcl.Range
}

// content reads the body of a block. What the schema does not have is an error.
func (r *reader) content(body hcl.Body, s *hcl.BodySchema, rng hcl.Range) content {
	read, diags := body.Content(s)
	r.diags = append(r.diags, diags...)
	return content{read, rng}
}

// rangeOf is where an argument is, or would be.
func (c content) rangeOf(name string) hcl.Range {
	if attribute := c.Attributes[name]; attribute != nil {
		return attribute.Expr.Range()
	}
	return c.rng
}

// constant returns the value of an argument of a type; null is none.
func (r *reader) constant(c content, name string, ty cty.Type) (value cty.Value, ok bool) {
	attribute := c.Attributes[name]
	if attribute == nil {
		return value, false
	}
	value, diags := attribute.Expr.Value(nil)
	r.diags = append(r.diags, diags...)
	if diags.HasErrors() || value.IsNull() {
		return value, false
	}
	if value.Type() != ty {
		r.errorf(attribute.Expr.Range(), "Unsuitable value", "%q is %s.", name, map[cty.Type]string{
			cty.String: "a string", cty.Bool: "true or false", cty.Number: "a number",
		}[ty])
		return value, false
	}
	return value, true
}

// text returns a string, which must not be empty; without one it is.
func (r *reader) text(c content, name string) string {
	value, ok := r.constant(c, name, cty.String)
	if !ok {
		return ""
	}
	if value.AsString() == "" {
		r.errorf(c.rangeOf(name), "Empty text", "%q says nothing. Write it, or leave the argument out.", name)
	}
	return value.AsString()
}

func (r *reader) flag(c content, name string) bool { return r.flagOr(c, name, false) }

// flagOr returns true or false, or what it is where nothing says so.
func (r *reader) flagOr(c content, name string, otherwise bool) bool {
	if value, ok := r.constant(c, name, cty.Bool); ok {
		return value.True()
	}
	return otherwise
}

// count returns a number of things, at least so many; without one it is 0.
func (r *reader) count(c content, name string, least int64) int {
	value, ok := r.constant(c, name, cty.Number)
	if !ok {
		return 0
	}
	const most = 1000
	n, exact := value.AsBigFloat().Int64()
	if exact != big.Exact || n < least || n > most {
		r.errorf(c.rangeOf(name), "Unsuitable value", "%q must be a whole number from %d to %d.", name, least, most)
		return 0
	}
	return int(n)
}

// texts returns a list of strings, which is nil if there is none.
func (r *reader) texts(c content, name string) []string {
	attribute := c.Attributes[name]
	if attribute == nil {
		return nil
	}
	return r.textList(name, attribute.Expr)
}

func (r *reader) textList(name string, expr hcl.Expression) []string {
	items, diags := hcl.ExprList(expr)
	if diags.HasErrors() {
		r.errorf(expr.Range(), "Unsuitable value", "%q must be a list of strings in brackets.", name)
		return nil
	}
	list := make([]string, 0, len(items))
	seen := make(map[string]bool, len(items))
	for _, item := range items {
		value, diags := item.Value(nil)
		r.diags = append(r.diags, diags...)
		switch {
		case diags.HasErrors():
			return nil
		case value.IsNull() || value.Type() != cty.String || value.AsString() == "":
			r.errorf(item.Range(), "Unsuitable value", "An element of %q must be a string that is not empty.", name)
			return nil
		case seen[value.AsString()]:
			r.errorf(item.Range(), "Duplicate name", "%q appears twice in %q. Remove one of the two.",
				value.AsString(), name)
			return nil
		}
		seen[value.AsString()] = true
		list = append(list, value.AsString())
	}
	return list
}

// groups returns a list of lists of strings, nil if there is none. usage says what it is,
// and tooFew what is wrong with a list of fewer than least.
func (r *reader) groups(c content, name string, least int, usage, tooFew string) [][]string {
	attribute := c.Attributes[name]
	if attribute == nil {
		return nil
	}
	groups, diags := hcl.ExprList(attribute.Expr)
	if diags.HasErrors() || len(groups) == 0 {
		r.errorf(attribute.Expr.Range(), "Unsuitable value", "%s", usage)
		return nil
	}
	var result [][]string
	for _, expr := range groups {
		group := r.textList(name, expr)
		if group != nil && len(group) < least {
			r.errorf(expr.Range(), "Unsuitable value", "%s", tooFew)
		}
		result = append(result, group)
	}
	return result
}

// keyword returns what one of some words stands for. usage says which there are.
func keyword[T any](r *reader, c content, name string, words map[string]T, usage string) (value T, ok bool) {
	attribute := c.Attributes[name]
	if attribute == nil {
		return value, false
	}
	if value, ok = words[hcl.ExprAsKeyword(attribute.Expr)]; !ok {
		r.errorf(attribute.Expr.Range(), "Unsuitable value", "%q is %s, without quotes in native syntax.", name, usage)
	}
	return value, ok
}

// identifier checks a name that must be written without quotes in a file of
// native syntax. what is "an attribute", ...
func (r *reader) identifier(name string, rng hcl.Range, what string) bool {
	if hclsyntax.ValidIdentifier(name) {
		return true
	}
	r.errorf(rng, "Invalid name", "%q cannot be the name of %s: it must be an identifier, "+
		"which begins with a letter and continues with letters, digits, - and _.", name, what)
	return false
}

// bare reports whether an expression can be looked at as one. In JSON, it is a string
// with the text of it, which the parser gets only if it is not nested too deeply.
func (r *reader) bare(expr hcl.Expression) bool {
	if !r.json {
		return true
	}
	value, diags := expr.Value(nil)
	if diags.HasErrors() || value.IsNull() || value.Type() != cty.String {
		return true
	}
	_, diags = hclwrite.ParseStatic(value.AsString(), r.filename)
	return !diags.HasErrors()
}
