package tables

import (
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/internal/facts/guess"
)

// Part is a part of the schema of a provider or plugin, such as its resources. A part defines the
// bodies of certain blocks.
type Part uint8

const (
	// NoPart means that the language itself defines the body.
	NoPart Part = iota

	// The parts of a provider's schema.

	ProviderConfig    // the configuration of the provider itself
	Resource          // a managed resource
	DataSource        // a data source of a provider
	EphemeralResource // an ephemeral resource
	ListResource      // a resource in a query
	Action            // an action of a provider
	StateStore        // a state store of a provider

	// The kinds of components of a Packer plugin.

	Builder          // a builder, in a source block
	Provisioner      // a provisioner
	PostProcessor    // a post-processor
	PluginDataSource // a data source of a Packer plugin
)

// Define returns the body that a plugin defines for a block, or nil if no plugin defines a body.
// part is the Part of the block, labels are its labels, and value is the value of its argument
// [Block.By]. The body lists only the names that the plugin defines, and has an Origin. Define must
// call [Body.Prepare] for it. Define must be safe for concurrent use.
type Define func(part Part, labels []string, value string) *Body

// LocalName returns the local name of the provider of a block, and the type of the block. For a
// provider configuration, the type is empty. For other blocks, value is the provider argument and
// determines the local name. If value is empty, the type determines it (opentofu
// internal/addrs/resource.go, ImpliedProvider).
func LocalName(part Part, labels []string, value string) (local, typ string) {
	switch {
	case part == ProviderConfig:
		return labels[0], ""
	case value != "":
		return ReferenceRoot(value), labels[0]
	}
	if name, _, found := strings.Cut(labels[0], "_"); found && name != "" {
		return name, labels[0]
	}
	return labels[0], labels[0]
}

// WithPlugins returns a copy of the root body of a language that also contains the names that plugins define. It
// calls define when it needs a body.
func (b *Body) WithPlugins(define Define) *Body {
	// PrepareRoot completes the bodies that both languages share before concurrent use.
	b.PrepareRoot()
	f := &filler{define: define, copies: map[*Body]*Body{}, adaptations: adaptations{}}
	return f.fillBody(b)
}

// UsesPlugins reports whether plugins define bodies of the language with the root body b.
func (b *Body) UsesPlugins() bool {
	b.PrepareRoot()
	return len(b.parts) > 0
}

// UsesPart reports whether the given part of plugin schemas defines bodies of the language with the root body b.
func (b *Body) UsesPart(part Part) bool {
	b.PrepareRoot()
	return b.parts[part]
}

func (b *Body) findParts(parts map[Part]bool, seen map[*Body]bool) {
	if b == nil || seen[b] {
		return
	}
	seen[b] = true
	if b.Part != NoPart {
		parts[b.Part] = true
	}
	for i := range b.Blocks {
		b.Blocks[i].Body.findParts(parts, seen)
	}
}

// filler adds the names that plugins define to the bodies of a language.
type filler struct {
	define Define
	copies map[*Body]*Body
	// The adapted bodies are kept, because many resource types have the same nested blocks.
	adaptations
}

// fillBody returns a copy of b in which plugins define the bodies of nested blocks. It returns b itself
// if plugins define no names in b.
func (f *filler) fillBody(b *Body) *Body {
	if c, done := f.copies[b]; done || b == nil {
		return c
	}
	f.copies[b] = b
	var blocks []Block
	for i := range b.Blocks {
		block, changed := f.fillBlock(&b.Blocks[i])
		if changed && blocks == nil {
			blocks = slices.Clone(b.Blocks)
		}
		if changed {
			blocks[i] = block
		}
	}
	if blocks == nil {
		return b
	}
	c := b.clone()
	c.Blocks = blocks
	f.copies[b] = c
	return c
}

// clone returns a copy of b without lookup tables. The caller must call Prepare.
func (b *Body) clone() *Body {
	c := *b
	c.index, c.inContent, c.dynamic, c.parts = nil, nil, nil, nil
	return &c
}

// fillBlock returns a copy of the row b in which plugins define the bodies. The second result is false
// if the copy is equal to b.
func (f *filler) fillBlock(b *Block) (Block, bool) {
	c := *b
	if len(b.Labels) > 0 && b.dependsOnPlugin() {
		c.Choose = f.chooseFunction(b)
		return c, true
	}
	c.Body = f.fillBody(b.Body)
	return c, c.Body != b.Body
}

// dependsOnPlugin reports whether a plugin defines names in the body of b, or in a nested block
// without labels. The labels of b select the plugin.
func (b *Block) dependsOnPlugin() bool {
	return b.Body != nil && (b.Body.Part != NoPart ||
		slices.ContainsFunc(b.Body.Blocks, func(row Block) bool { return row.pluginDefinesBody() }))
}

// pluginDefinesBody reports whether b has no labels and a plugin defines its body.
func (b *Block) pluginDefinesBody() bool {
	return len(b.Labels) == 0 && b.Body != nil && b.Body.Part != NoPart
}

// chooseFunction returns the Choose function of a block. The function stores the bodies that it builds.
func (f *filler) chooseFunction(b *Block) func(labels []string, value string) *Body {
	type key struct{ base, plugin *Body }
	var made sync.Map
	plain := *b
	return func(labels []string, value string) *Body {
		if len(labels) == 0 {
			return nil
		}
		k := key{plain.BodyFor(labels, value), f.define(plain.Part(), labels, value)}
		if body, ok := made.Load(k); ok {
			return body.(*Body)
		}
		buildLock.Lock()
		defer buildLock.Unlock()
		body := f.addPlugin(k.base, k.plugin)
		body.Prepare()
		stored, _ := made.LoadOrStore(k, body)
		return stored.(*Body)
	}
}

// Part returns the part of a plugin's schema that defines names in the body of the block, or in a
// nested block without labels.
func (b *Block) Part() Part {
	if b.Body == nil {
		return NoPart
	}
	for i := range b.Body.Blocks {
		if inner := &b.Body.Blocks[i]; b.Body.Part == NoPart && inner.pluginDefinesBody() {
			return inner.Body.Part
		}
	}
	return b.Body.Part
}

// addPlugin returns a copy of b that also contains the names in the body plugin. If plugin is nil, it
// adds no names.
func (f *filler) addPlugin(b, plugin *Body) *Body {
	c := b.clone()
	if b.Part != NoPart && plugin != nil {
		c.addPluginRows(plugin, f.adaptations)
	} else {
		c.Blocks = slices.Clone(c.Blocks)
	}
	for i := range b.Blocks {
		switch row := &b.Blocks[i]; {
		case len(row.Labels) > 0 && row.dependsOnPlugin():
			// The labels of the nested block select a body of their own.
			c.Blocks[i], _ = f.fillBlock(row)
		case row.pluginDefinesBody():
			c.Blocks[i].Body = f.addPlugin(row.Body, plugin)
		}
	}
	return c
}

// addPluginRows adds the names that a plugin defines, except the names that the language itself defines.
func (b *Body) addPluginRows(plugin *Body, made adaptations) {
	if in := b.inheritance(); in != (inheritance{Dynamic: plugin.Dynamic}) {
		plugin = made.adapt(plugin, in)
		delete(made, adaptation{plugin, in}) // only b uses this body
	}
	listed := func(name string) bool {
		return slices.ContainsFunc(b.Attributes, func(a Attribute) bool { return a.Name == name }) ||
			slices.ContainsFunc(b.Blocks, func(block Block) bool { return block.Type == name })
	}
	attributes := append(make([]Attribute, 0, len(b.Attributes)+len(plugin.Attributes)), b.Attributes...)
	blocks := append(make([]Block, 0, len(b.Blocks)+len(plugin.Blocks)), b.Blocks...)
	for _, a := range plugin.Attributes {
		if !listed(a.Name) {
			attributes = append(attributes, a)
		}
	}
	for _, block := range plugin.Blocks {
		if !listed(block.Type) {
			blocks = append(blocks, block)
		}
	}
	b.Attributes, b.Blocks = attributes, blocks
	b.Remain, b.RemainBody, b.PluginNames = plugin.Remain, nil, plugin.PluginNames
	if plugin.Origin.Kind == FromTable {
		b.RemainBody = plugin.RemainBody
	}
	b.Origin, b.SchemaVersion = plugin.Origin, plugin.SchemaVersion
}

// inheritance contains the properties that the body of a plugin takes from the language: the rule
// for expressions, the support of dynamic blocks, and the table of unlisted names.
type inheritance struct {
	RemainValue *Value
	Dynamic     bool
	Names       *guess.Names
}

func (b *Body) inheritance() inheritance { return inheritance{b.RemainValue, b.Dynamic, b.Names} }

// adaptations contains copies of plugin bodies with the properties of a language.
type adaptations map[adaptation]*Body

type adaptation struct {
	plugin *Body
	in     inheritance
}

// adapt returns a copy of b with the properties in. It stores the copy.
func (made adaptations) adapt(b *Body, in inheritance) *Body {
	key := adaptation{b, in}
	if b == nil || made[key] != nil {
		return made[key]
	}
	c := b.clone()
	made[key] = c
	c.Dynamic, c.RemainBody, c.Names = in.Dynamic, nil, in.Names
	if b.Origin.Kind == FromTable {
		c.RemainBody = made.adapt(b.RemainBody, in)
	}
	if b.Remain == RemainUnknown {
		c.RemainValue = in.RemainValue
	}
	c.Attributes = slices.Clone(b.Attributes)
	for i := range c.Attributes {
		a := &c.Attributes[i]
		a.Value, a.AsBlocks = in.RemainValue, a.AsBlocks.adapted(in, made)
	}
	c.Blocks = slices.Clone(b.Blocks)
	for i := range c.Blocks {
		c.Blocks[i].Body = made.adapt(c.Blocks[i].Body, in)
	}
	return c
}

// ReferenceRoot returns the first name of a reference such as aws.west, or of a template that
// consists of one reference.
func ReferenceRoot(text string) string {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, "${"); ok {
		text = strings.TrimSpace(strings.TrimSuffix(inner, "}"))
	}
	if end := strings.IndexAny(text, ".[ "); end >= 0 {
		text = text[:end]
	}
	return text
}
