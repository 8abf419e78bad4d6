package fromconfig

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema/opentofu"
)

// call is a module block; opentofu internal/configs/module_call.go.
type call struct {
	name            string
	source, version attributeNode
	count, forEach  attributeNode
	dependsOn       attributeNode
	passed          []passedProvider
	content         content
}

// passedProvider is a provider configuration that a module is given.
type passedProvider struct{ child, parent providerRef }

func (l *loader) call(d *declarations, block blockNode) {
	c := l.readCall(block)
	if d.calls[c.name] != nil {
		l.duplicate(block, "the last")
	}
	d.calls[c.name] = c
	if c.source.missing() {
		l.warn(block.head(), "No source", "The module block has no source.")
	}
}

func (l *loader) readCall(block blockNode) *call {
	body := block.body()
	c := &call{
		name:   block.Labels[0],
		source: body.attribute(opentofu.SourceArgument), version: body.attribute(opentofu.VersionArgument),
		count: body.attribute(opentofu.CountArgument), forEach: body.attribute(opentofu.ForEachArgument),
		dependsOn: body.attribute(opentofu.DependsOnArgument),
		content:   l.content(body, block.language()),
	}
	if a := body.attribute(opentofu.ProvidersArgument); !a.missing() {
		c.passed = l.passedProviders(a)
	}
	return c
}

func (l *loader) passedProviders(a attributeNode) []passedProvider {
	pairs, diags := hcl.ExprMap(l.parsed(a))
	l.adoptFrom(a, diags)
	var list []passedProvider
	for _, pair := range pairs {
		child, parent := l.providerRef(a, pair.Key), l.providerRef(a, pair.Value)
		if child.name != "" && parent.name != "" {
			list = append(list, passedProvider{child, parent})
		}
	}
	return list
}

// overrideCall merges a block of an override file (opentofu
// internal/configs/module_merge.go, ModuleCall.merge).
func (l *loader) overrideCall(c *call, block blockNode) {
	by := l.readCall(block)
	c.source, c.version = by.source.over(c.source), by.version.over(c.version)
	c.count, c.forEach = by.count.over(c.count), by.forEach.over(c.forEach)
	if len(by.passed) > 0 {
		c.passed = by.passed
	}
	c.content = c.content.overridden(by.content)
}

// source returns the source of a call.
func (l *loader) source(m *module, c *call) (string, bool) {
	text, ok := l.staticString(m, c.source)
	if !ok {
		l.warn(c.source.valueRange(), "Source not known",
			"The source of module %q cannot be determined from the files. It is not shown.", c.name)
	}
	return text, ok
}
