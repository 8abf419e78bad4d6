package fromconfig

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/gocty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// referencesIn returns the references in the expression of an attribute, in the order of the
// products.
func (l *loader) referencesIn(a attributeNode, e hclsyntax.Expression) []string {
	list := l.referencesOf(a, e.Variables())
	if l.isTerraform() {
		return list
	}
	// opentofu internal/lang/references.go, filterProviderFunctions
	_ = hclsyntax.VisitAll(e, func(node hclsyntax.Node) hcl.Diagnostics {
		call, ok := node.(*hclsyntax.FunctionCallExpr)
		if !ok || !strings.HasPrefix(call.Name, "provider::") {
			return nil
		}
		if parts := strings.Count(call.Name, "::"); parts == 2 || parts == 3 {
			list = append(list, call.Name)
		}
		return nil
	})
	return list
}

// referencesOf returns the references of traversals in the expression of an attribute.
func (l *loader) referencesOf(a attributeNode, traversals []hcl.Traversal) []string {
	var list []string
	for _, t := range traversals {
		if r, ok := l.readReference(t); ok {
			list = append(list, r.withPrefixes()...)
			if len(r.rest) > maxSteps {
				l.warn(a.rangeOfPart(t.SourceRange()), "Reference too long",
					"The reference to %s has more than %d further steps. The output omits the rest.", r.subject, maxSteps)
			}
		}
	}
	return list
}

// maxSteps is the maximum number of steps of a reference in the output, which contains a text for
// each step and its prefix.
const maxSteps = 100

// withPrefixes returns the reference and its prefixes.
func (r reference) withPrefixes() []string {
	var list []string
	for n := min(len(r.rest), maxSteps); n >= 0; n-- {
		list = append(list, r.subject+stepsText(r.rest[:n]))
	}
	if r.around != "" {
		list = append(list, r.around)
	}
	return list
}

// stepsText writes the steps after an address (opentofu internal/addrs/traversal.go, TraversalStr).
func stepsText(t hcl.Traversal) string {
	var b strings.Builder
	for _, step := range t {
		switch step := step.(type) {
		case hcl.TraverseAttr:
			b.WriteString("." + step.Name)
		case hcl.TraverseIndex:
			switch step.Key.Type() {
			case cty.String:
				fmt.Fprintf(&b, "[%q]", step.Key.AsString())
			case cty.Number:
				fmt.Fprintf(&b, "[%s]", step.Key.AsBigFloat().Text('g', 10))
			}
		}
	}
	return b.String()
}

// appendPlainReferences adds the traversals in an expression that consists of references and constants in
// collections, the common case. It returns false for other expressions.
func appendPlainReferences(list []hcl.Traversal, e hclwrite.Expr) ([]hcl.Traversal, bool) {
	ok := true
	switch e := e.(type) {
	case *hclwrite.Literal:
		return list, isPlainNumber(e.Text)
	case *hclwrite.Template:
		return appendInterpolations(list, e.Text)
	case *hclwrite.Tuple, *hclwrite.Object:
		for _, item := range hclwrite.CollectionOf(e).Elements() {
			if list, ok = appendPlainReferences(list, item.Value); !ok || item.Key != nil && !item.Key.IsConstant() {
				return nil, false
			}
		}
		return list, ok
	case *hclwrite.Native:
		if isPlainReference(e.Text) {
			return append(list, plainTraversal(e.Text)), true
		}
	}
	return nil, false
}

// appendInterpolations adds the references in a template without other expressions.
func appendInterpolations(list []hcl.Traversal, template string) ([]hcl.Traversal, bool) {
	if !hcltext.HasSequence(template) {
		return list, true
	}
	if strings.Contains(template, "$${") || strings.Contains(template, "%{") {
		return nil, false
	}
	for {
		_, rest, more := strings.Cut(template, "${")
		if !more {
			return list, true
		}
		name, rest, _ := strings.Cut(rest, "}")
		if !isPlainReference(name) {
			return nil, false
		}
		list = append(list, plainTraversal(name))
		template = rest
	}
}

// isPlainReference reports whether a text is a reference that needs no parser. Longer references need
// positions for a warning.
func isPlainReference(text string) bool {
	return len(text) < maxSteps && hcltext.IsCanonicalTraversal(text)
}

// plainTraversal returns the reference in a text with the usual spelling, or nil.
func plainTraversal(text string) hcl.Traversal {
	name, rest := cutName(text)
	t := hcl.Traversal{hcl.TraverseRoot{Name: name}}
	for rest != "" {
		if key, quoted := strings.CutPrefix(rest, `["`); quoted {
			key, rest, _ = strings.Cut(key, `"]`)
			t = append(t, hcl.TraverseIndex{Key: cty.StringVal(key)})
		} else if rest[0] == '[' {
			key, rest, _ = strings.Cut(rest[1:], "]")
			t = append(t, hcl.TraverseIndex{Key: cty.MustParseNumberVal(key)})
		} else {
			name, rest = cutName(rest[1:])
			t = append(t, hcl.TraverseAttr{Name: name})
		}
	}
	return t
}

// cutName splits a text into a name and the following steps.
func cutName(text string) (name, rest string) {
	end := strings.IndexAny(text, ".[")
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:]
}

// dependsOn returns the addresses in a list of references. In native syntax, they may be in quotes
// (opentofu internal/configs/depends_on.go, compat_shim.go).
func (l *loader) dependsOn(a attributeNode) []string {
	if a.isMissing() {
		return nil
	}
	e := l.parsedExpression(a)
	if isUnread(e) {
		return nil
	}
	elements, diags := hcl.ExprList(e)
	if diags.HasErrors() {
		l.reportNotReferences(a.valueRange())
	}
	var list []string
	for _, element := range elements {
		t, ok := staticTraversal(element)
		var r reference
		if ok {
			r, ok = l.readReference(t)
		}
		if !ok || strings.HasSuffix(r.subject, ".") {
			l.reportNotReferences(a.rangeOfPart(element.Range()))
			continue
		}
		list = append(list, r.subject)
	}
	return list
}

// reference is the object of a traversal.
type reference struct {
	// subject is the address of the object.
	subject string
	// around is the address of the resource with all instances, or of the module of an output, or
	// empty.
	around string
	// rest contains the steps into the object.
	rest hcl.Traversal
}

// readReference reads a traversal; it returns false if the traversal is not a reference (opentofu
// internal/addrs/parse_ref.go; terraform likewise).
func (p product) readReference(t hcl.Traversal) (reference, bool) {
	root := t.RootName()
	switch root {
	case tfname.CountArgument, "each", "local", "path", "var", tfname.TerraformBlock:
		return namedReference(t), true
	case "self":
		return reference{subject: root, rest: t[1:]}, true
	case tfname.DataBlock, tfname.EphemeralBlock:
		return objectReference(root+".", t[1:])
	case tfname.ResourceBlock:
		return objectReference("", t[1:])
	case tfname.ModuleBlock:
		return moduleReference(t)
	case "template", "lazy", "arg":
		return reference{}, false
	}
	switch {
	case root == "tofu" && !p.isTerraform():
		return namedReference(t), true
	case root == tfname.ActionBlock && p.hasActions():
		return objectReference(root+".", t[1:])
	case len(t) == 1 && p.allowsTypeWords() && slices.Contains(tfname.TypeWords, root):
		return reference{subject: root}, true
	}
	return objectReference("", t)
}

// objectReference reads a type, a name, and the key of an instance.
func objectReference(prefix string, t hcl.Traversal) (reference, bool) {
	if len(t) < 2 {
		return reference{}, false
	}
	typ := hcltext.StepName(t[0])
	name, ok := t[1].(hcl.TraverseAttr)
	if !ok || typ == "" {
		return reference{}, false
	}
	return instanceReference(prefix+typ+"."+name.Name, t[2:])
}

func moduleReference(t hcl.Traversal) (reference, bool) {
	call := namedReference(t)
	if len(t) < 2 || call.subject == tfname.ModuleBlock+"." {
		return reference{}, false
	}
	r, ok := instanceReference(call.subject, call.rest)
	if !ok || len(r.rest) == 0 {
		return r, ok
	}
	output, ok := r.rest[0].(hcl.TraverseAttr)
	if !ok {
		return reference{}, false
	}
	return reference{subject: r.subject + "." + output.Name, around: r.subject, rest: r.rest[1:]}, true
}

// namedReference reads a reference whose second step is a name, such as var.x. If the name is missing, the
// products refuse the expression and write an empty name.
func namedReference(t hcl.Traversal) reference {
	if len(t) > 1 {
		if step, ok := t[1].(hcl.TraverseAttr); ok {
			return reference{subject: t.RootName() + "." + step.Name, rest: t[2:]}
		}
	}
	return reference{subject: t.RootName() + "."}
}

// instanceReference reads the key of an instance after an address.
func instanceReference(address string, rest hcl.Traversal) (reference, bool) {
	if len(rest) > 0 {
		if index, ok := rest[0].(hcl.TraverseIndex); ok {
			key, ok := instanceKey(index.Key)
			return reference{subject: address + key, around: address, rest: rest[1:]}, ok
		}
	}
	return reference{subject: address, rest: rest}, true
}

// instanceKey writes the key of an instance (opentofu
// internal/addrs/instance_key.go).
func instanceKey(key cty.Value) (string, bool) {
	switch key.Type() {
	case cty.String:
		return "[" + quote(key.AsString()) + "]", true
	case cty.Number:
		var n int
		err := gocty.FromCtyValue(key, &n)
		return fmt.Sprintf("[%d]", n), err == nil
	}
	return "", false
}

// quote writes a string in native syntax, with escapes for characters that are not printable.
func quote(s string) string {
	var b strings.Builder
	for _, r := range hcltext.Quote(s) {
		switch {
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 1<<16:
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			fmt.Fprintf(&b, "\\U%08x", r)
		}
	}
	return b.String()
}

func (l *loader) reportNotReferences(rng hcl.Range) {
	l.warn(rng, "Invalid reference",
		"depends_on requires a list of references, such as aws_instance.web or module.network. This entry is omitted.")
}

// staticTraversal returns the static reference in an expression, which may be in quotes.
func staticTraversal(e hcl.Expression) (hcl.Traversal, bool) {
	if key, ok := e.(*hclsyntax.ObjectConsKeyExpr); ok {
		e = key.Wrapped
	}
	if _, ok := e.(*hclsyntax.TemplateExpr); ok {
		text, ok := constantText(e)
		if !ok {
			return nil, false
		}
		t, diags := hclsyntax.ParseTraversalAbs([]byte(text), e.Range().Filename, e.Range().Start)
		return t, !diags.HasErrors() && len(t) > 0
	}
	t, diags := hcl.AbsTraversalForExpr(e)
	return t, !diags.HasErrors() && len(t) > 0
}
