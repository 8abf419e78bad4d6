package fromconfig

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/hcljson/hcljson/internal/limits"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Values that are made of others may grow with each step.
const (
	maxStaticDepth = 20
	maxStaticRefs  = 100
	maxStaticSize  = 1 << 12
	// maxStaticSteps is how often a value may be asked for in all modules.
	maxStaticSteps = 100000
)

// static returns the value of an expression that OpenTofu evaluates before anything
// else, from constants, local values and variables (opentofu
// internal/configs/static_scope.go). A variable has the value that the caller gives
// it, or its default; path.module counts from the root module. Functions are not known
// here.
func (l *loader) static(m *module, a attributeNode, depth int) (cty.Value, bool) {
	e := l.parsed(a)
	references := e.Variables()
	l.steps++
	if depth > maxStaticDepth || len(references) > maxStaticRefs || l.steps > maxStaticSteps || loops(e) ||
		limits.SizeOf(e) > maxStaticSize {
		return cty.NilVal, false
	}
	if len(references) == 0 {
		value, diags := valueOf(e)
		return value, !diags.HasErrors() && small(value)
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
		value, ok := l.staticNamed(m, t.RootName(), name.Name, depth+1)
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
	return value, !diags.HasErrors() && small(value)
}

// staticNamed returns a local value, a variable or a path.
func (l *loader) staticNamed(m *module, root, name string, depth int) (cty.Value, bool) {
	switch root {
	case "local":
		a := m.locals[name]
		if a.missing() {
			return cty.NilVal, false
		}
		return l.static(m, a, depth)
	case "path":
		switch name {
		case opentofu.ModuleBlock:
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
		if given := m.parent.calls[m.name].content.attribute(name); !given.missing() {
			var ok bool
			if value, ok = l.static(m.parent, given, depth); !ok {
				return cty.NilVal, false
			}
		}
	}
	if value == cty.NilVal {
		return cty.NilVal, false
	}
	value, err := convert.Convert(value, v.typ)
	return value, err == nil && small(value)
}

// loops reports whether an expression has loops, which may be endless where their
// collections have names.
func loops(e hclsyntax.Expression) bool {
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

// small reports whether a value is known and has a bounded number of characters and
// elements.
func small(value cty.Value) bool {
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

// staticString returns the text of an argument of a module call that OpenTofu takes
// from variables and local values as well.
func (l *loader) staticString(m *module, a attributeNode) (string, bool) {
	if text, ok := l.constantString(a); ok || l.terraform() {
		return text, ok
	}
	value, ok := l.static(m, a, 0)
	if !ok {
		return "", false
	}
	value, err := convert.Convert(value, cty.String)
	if err != nil || value.IsNull() {
		return "", false
	}
	return value.AsString(), true
}
