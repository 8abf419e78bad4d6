package configuration

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// call is a module block; opentofu internal/configs/module_call.go.
type call struct {
	name            string
	source, version hclsyntax.Expression
	count, forEach  hclsyntax.Expression
	dependsOn       hclsyntax.Expression
	passed          []passedProvider
	content         content
}

// passedProvider is a provider configuration that a module is given.
type passedProvider struct{ child, parent providerRef }

func (l *loader) call(d *declarations, block *hclsyntax.Block) {
	c := l.readCall(block)
	if d.calls[c.name] != nil {
		l.duplicate(block, "the last")
	}
	d.calls[c.name] = c
	if c.source == nil {
		l.warn(block.DefRange(), "No source", "The module block has no source.")
	}
}

func (l *loader) readCall(block *hclsyntax.Block) *call {
	c := &call{
		name:   block.Labels[0],
		source: expressionOf(block.Body, "source"), version: expressionOf(block.Body, "version"),
		count: expressionOf(block.Body, "count"), forEach: expressionOf(block.Body, "for_each"),
		dependsOn: expressionOf(block.Body, "depends_on"),
		content:   l.content(block.Body, reservedInModule),
	}
	if e := expressionOf(block.Body, "providers"); e != nil {
		c.passed = l.passedProviders(e)
	}
	return c
}

func (l *loader) passedProviders(e hclsyntax.Expression) []passedProvider {
	pairs, diags := hcl.ExprMap(e)
	l.adopt(diags)
	var list []passedProvider
	for _, pair := range pairs {
		child, parent := l.providerRef(pair.Key), l.providerRef(pair.Value)
		if child.name != "" && parent.name != "" {
			list = append(list, passedProvider{child, parent})
		}
	}
	return list
}

// overrideCall merges a block of an override file (opentofu
// internal/configs/module_merge.go, ModuleCall.merge).
func (l *loader) overrideCall(c *call, block *hclsyntax.Block) {
	by := l.readCall(block)
	for _, argument := range []struct{ of, by *hclsyntax.Expression }{
		{&c.source, &by.source}, {&c.version, &by.version}, {&c.count, &by.count}, {&c.forEach, &by.forEach},
	} {
		if *argument.by != nil {
			*argument.of = *argument.by
		}
	}
	if len(by.passed) > 0 {
		c.passed = by.passed
	}
	c.content = c.content.overridden(by.content)
}

// source returns the source of a call.
func (l *loader) source(m *module, c *call) (string, bool) {
	text, ok := l.staticString(m, c.source)
	if !ok {
		l.warn(c.source.Range(), "Source not known", "The source of module %q cannot be told from the files. It is not shown.", c.name)
	}
	return text, ok
}
