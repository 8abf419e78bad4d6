package language

import (
	"fmt"
	"math/big"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// setting is a value that a file may set.
type setting[T any] struct {
	value T
	rng   hcl.Range
	set   bool
}

// over returns s, or what it is to be put over if s is not set.
func (s setting[T]) over(base setting[T]) setting[T] {
	if s.set {
		return s
	}
	return base
}

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

// content reads a body. What the schema does not have is an error.
func (r *reader) content(body hcl.Body, s *hcl.BodySchema) *hcl.BodyContent {
	content, diags := body.Content(s)
	r.diags = append(r.diags, diags...)
	return content
}

// rangeOf is where an argument is, or would be.
func rangeOf(content *hcl.BodyContent, name string, otherwise hcl.Range) hcl.Range {
	if attribute := content.Attributes[name]; attribute != nil {
		return attribute.Expr.Range()
	}
	return otherwise
}

// constant returns the value of an argument of a type; null is none.
func (r *reader) constant(content *hcl.BodyContent, name string, ty cty.Type) setting[cty.Value] {
	attribute := content.Attributes[name]
	if attribute == nil {
		return setting[cty.Value]{}
	}
	value, diags := attribute.Expr.Value(nil)
	r.diags = append(r.diags, diags...)
	if diags.HasErrors() || value.IsNull() {
		return setting[cty.Value]{}
	}
	rng := attribute.Expr.Range()
	if value.Type() != ty {
		r.errorf(rng, "Unsuitable value", "%q is %s.", name, map[cty.Type]string{
			cty.String: "a string", cty.Bool: "true or false", cty.Number: "a number",
		}[ty])
		return setting[cty.Value]{}
	}
	return setting[cty.Value]{value, rng, true}
}

// text returns a string, which must not be empty.
func (r *reader) text(content *hcl.BodyContent, name string) setting[string] {
	s := r.constant(content, name, cty.String)
	if !s.set {
		return setting[string]{}
	}
	text := s.value.AsString()
	if text == "" {
		r.errorf(s.rng, "Empty text", "%q says nothing. Write it, or leave the argument out.", name)
	}
	return setting[string]{text, s.rng, true}
}

func (r *reader) flag(content *hcl.BodyContent, name string) setting[bool] {
	s := r.constant(content, name, cty.Bool)
	if !s.set {
		return setting[bool]{}
	}
	return setting[bool]{s.value.True(), s.rng, true}
}

// count returns a number of things.
func (r *reader) count(content *hcl.BodyContent, name string) setting[int] {
	s := r.constant(content, name, cty.Number)
	if !s.set {
		return setting[int]{}
	}
	n, exact := s.value.AsBigFloat().Int64()
	if exact != big.Exact || n < 0 || n > 1000 {
		r.errorf(s.rng, "Unsuitable value", "%q is a count: 0, 1, 2 and so on.", name)
		return setting[int]{}
	}
	return setting[int]{int(n), s.rng, true}
}

// texts returns a list of strings, which is not nil if it is set.
func (r *reader) texts(content *hcl.BodyContent, name string) setting[[]string] {
	attribute := content.Attributes[name]
	if attribute == nil {
		return setting[[]string]{}
	}
	list, ok := r.textList(name, attribute.Expr)
	return setting[[]string]{list, attribute.Expr.Range(), ok}
}

func (r *reader) textList(name string, expr hcl.Expression) ([]string, bool) {
	items, diags := hcl.ExprList(expr)
	if diags.HasErrors() {
		r.errorf(expr.Range(), "Unsuitable value", "%q is a list of strings in brackets.", name)
		return nil, false
	}
	list := make([]string, 0, len(items))
	seen := make(map[string]bool, len(items))
	for _, item := range items {
		value, diags := item.Value(nil)
		r.diags = append(r.diags, diags...)
		switch {
		case diags.HasErrors():
			return nil, false
		case value.IsNull() || value.Type() != cty.String || value.AsString() == "":
			r.errorf(item.Range(), "Unsuitable value", "An element of %q is a string that is not empty.", name)
			return nil, false
		case seen[value.AsString()]:
			r.errorf(item.Range(), "Duplicate name", "%q stands twice in %q. Remove one of the two.", value.AsString(), name)
			return nil, false
		}
		seen[value.AsString()] = true
		list = append(list, value.AsString())
	}
	return list, true
}

// identifier checks a name that has to be written without quotes in a file of
// native syntax. what is "an attribute", ...
func (r *reader) identifier(name string, rng hcl.Range, what string) bool {
	if hclsyntax.ValidIdentifier(name) {
		return true
	}
	r.errorf(rng, "Invalid name", "%q cannot be the name of %s: it has to be an identifier, which begins with a letter and goes on with letters, digits, - and _.", name, what)
	return false
}
