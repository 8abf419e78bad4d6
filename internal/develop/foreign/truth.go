package foreign

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// name is a name in the body of a provider in whose JSON an argument and a block
// look alike.
type name struct {
	text, provider string
	block          bool
	// at is where it is in the JSON.
	at int
	// guess is what came back, warned whether there was a warning.
	found, isBlock, warned bool
}

// body is the body of a provider's block: its names, and the bodies of its blocks in
// order.
type body struct {
	native *hclsyntax.Body
	names  map[string]*name
	inner  map[string][]*body
}

// top is a block of a provider at the root of a file.
type top struct {
	typ    string
	labels []string
	body   *body
}

// language are the names that the language has for itself, by the type of the block.
var language = map[string]map[string]bool{
	"resource": nameSet("count for_each provider depends_on lifecycle connection provisioner dynamic"),
	"data":     nameSet("count for_each provider depends_on lifecycle dynamic"),
	"provider": nameSet("alias version for_each dynamic"),
}

func nameSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(list) {
		set[name] = true
	}
	return set
}

// truth finds the blocks of providers in a native file.
func truth(file *hclsyntax.Body) []*top {
	var tops []*top
	for _, block := range file.Blocks {
		known := language[block.Type]
		labels := 2
		if block.Type == "provider" {
			labels = 1
		}
		if known == nil || len(block.Labels) != labels {
			continue // of another language
		}
		typ, _, _ := strings.Cut(block.Labels[0], "_")
		tops = append(tops, &top{block.Type, block.Labels, newBody(block.Body, typ, known)})
	}
	return tops
}

func newBody(native *hclsyntax.Body, provider string, own map[string]bool) *body {
	b := &body{native: native, names: map[string]*name{}, inner: map[string][]*body{}}
	for _, a := range native.Attributes {
		if !own[a.Name] && looksAlike(a.Expr) {
			b.names[a.Name] = &name{text: a.Name, provider: provider}
		}
	}
	for _, block := range native.Blocks {
		if own[block.Type] && block.Type != "dynamic" {
			continue
		}
		if block.Type == "dynamic" {
			for _, content := range block.Body.Blocks {
				if content.Type == "content" {
					b.inner["dynamic"] = append(b.inner["dynamic"], newBody(content.Body, provider, nameSet("dynamic")))
				}
			}
			continue
		}
		if b.names[block.Type] == nil {
			b.names[block.Type] = &name{text: block.Type, provider: provider, block: true}
		}
		b.inner[block.Type] = append(b.inner[block.Type], newBody(block.Body, provider, nameSet("dynamic")))
	}
	return b
}

// looksAlike reports whether the JSON of an argument could be that of blocks.
func looksAlike(e hclsyntax.Expression) bool {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return looksAlike(e.Expression)
	case *hclsyntax.LiteralValueExpr:
		return e.Val.IsNull()
	case *hclsyntax.ObjectConsExpr:
		return staticKeys(e) != nil
	case *hclsyntax.TupleConsExpr:
		for _, elem := range e.Exprs {
			if object, ok := elem.(*hclsyntax.ObjectConsExpr); !ok || staticKeys(object) == nil {
				return false
			}
		}
		return true
	}
	return false
}

// staticKeys are the keys of an object that are constant and different; nil if they
// are not.
func staticKeys(e *hclsyntax.ObjectConsExpr) []string {
	keys := make([]string, len(e.Items))
	seen := map[string]bool{}
	for i, item := range e.Items {
		value, diags := item.KeyExpr.Value(nil)
		if diags.HasErrors() {
			return nil
		}
		if text, ok := stringOf(value); !ok || seen[text] {
			return nil
		}
		keys[i] = value.AsString()
		seen[keys[i]] = true
	}
	return keys
}
