package schema

import (
	"slices"
	"strings"
	"sync"

	"github.com/zclconf/go-cty/cty"
)

// Part is a part of the schema of a provider or plugin. The language leaves it
// to that part what a body holds.
type Part uint8

const (
	// NoPart: the language itself says what the body holds.
	NoPart Part = iota
	// The parts of a provider's schema.
	ProviderConfig
	Resource
	DataSource
	EphemeralResource
	ListResource
	Action
	StateStore
	// The kinds of components of a Packer plugin.
	Builder
	Provisioner
	PostProcessor
	PluginDataSource
)

// Define finds the body that a plugin defines for a block: part is the one of
// the body, labels are those of the block, and value is that of the argument
// which [Block.By] names. It returns nil if it knows nothing of it. The body is
// [Body.Prepare]d, lists what the plugin defines, and has an Origin. It is
// called from several goroutines.
type Define func(part Part, labels []string, value string) *Body

// LocalName is the local name of the provider of a block: of its configuration, which
// has no type, that which the value of its provider argument refers to, or else that of
// its type (opentofu internal/addrs/resource.go, ImpliedProvider).
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

// WithPlugins returns a dialect that is d with what plugins define.
func (d *Dialect) WithPlugins(define Define) *Dialect {
	// Bodies that both have are complete before several goroutines use them.
	d.Prepare()
	f := &filler{define: define, copies: map[*Body]*Body{}, adaptations: adaptations{}}
	return &Dialect{
		Name: d.Name, Product: d.Product, Target: d.Target, Root: f.body(d.Root), ArrayRoot: d.ArrayRoot,
		Merges: d.Merges, Roots: d.Roots, Placeholders: d.Placeholders, Style: d.Style, Outside: d.Outside,
		BuiltIn: d.BuiltIn,
	}
}

// UsesPlugins reports whether plugins define bodies of the language.
func (d *Dialect) UsesPlugins() bool { return len(d.allParts()) > 0 }

// UsesPart reports whether a part of the schemas of plugins defines bodies of the language.
func (d *Dialect) UsesPart(part Part) bool { return d.allParts()[part] }

func (d *Dialect) allParts() map[Part]bool {
	d.plugins.Do(func() {
		d.parts = map[Part]bool{}
		d.Root.findParts(d.parts, map[*Body]bool{})
	})
	return d.parts
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

// filler puts the bodies of plugins in their places.
type filler struct {
	define Define
	copies map[*Body]*Body
	// Many types have the same blocks.
	adaptations
}

// body returns b with blocks that know what plugins define; it is b itself if
// there are none.
func (f *filler) body(b *Body) *Body {
	if c, done := f.copies[b]; done || b == nil {
		return c
	}
	f.copies[b] = b
	var blocks []Block
	for i := range b.Blocks {
		block, changed := f.block(&b.Blocks[i])
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

// clone returns a copy that must be prepared.
func (b *Body) clone() *Body {
	c := *b
	c.index, c.inContent, c.dynamic = nil, nil, nil
	return &c
}

// block returns the row of a block that knows what plugins define.
func (f *filler) block(b *Block) (Block, bool) {
	c := *b
	if len(b.Labels) > 0 && b.defined() {
		c.Choose = f.chooser(b)
		return c, true
	}
	c.Body = f.body(b.Body)
	return c, c.Body != b.Body
}

// defined reports whether a plugin defines something in the body of a block, or
// in that of a block without labels in it, which the labels of b decide about.
func (b *Block) defined() bool {
	return b.Body != nil && (b.Body.Part != NoPart ||
		slices.ContainsFunc(b.Body.Blocks, func(row Block) bool { return row.inner() }))
}

// inner reports whether a plugin defines what is in b, and b has no labels.
func (b *Block) inner() bool { return len(b.Labels) == 0 && b.Body != nil && b.Body.Part != NoPart }

// chooser returns the Choose of a block. It keeps what it has made.
func (f *filler) chooser(b *Block) func(labels []string, value string) *Body {
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
		making.Lock()
		defer making.Unlock()
		body := f.fill(k.base, k.plugin)
		body.Prepare()
		stored, _ := made.LoadOrStore(k, body)
		return stored.(*Body)
	}
}

// Part is the part of a plugin's schema that defines the body of a block, or
// that of a block without labels in it.
func (b *Block) Part() Part {
	if b.Body == nil {
		return NoPart
	}
	for i := range b.Body.Blocks {
		if inner := &b.Body.Blocks[i]; b.Body.Part == NoPart && inner.inner() {
			return inner.Body.Part
		}
	}
	return b.Body.Part
}

// fill returns a body with what a plugin defines; nil is nothing.
func (f *filler) fill(b, plugin *Body) *Body {
	c := b.clone()
	if b.Part != NoPart && plugin != nil {
		c.add(plugin, f.adaptations)
	} else {
		c.Blocks = slices.Clone(c.Blocks)
	}
	for i := range b.Blocks {
		switch row := &b.Blocks[i]; {
		case len(row.Labels) > 0 && row.defined():
			// Its own labels decide.
			c.Blocks[i], _ = f.block(row)
		case row.inner():
			c.Blocks[i].Body = f.fill(row.Body, plugin)
		}
	}
	return c
}

// add adds the names that a plugin defines, except those that the language has
// for itself.
func (b *Body) add(plugin *Body, made adaptations) {
	if in := b.conventions(); in != (conventions{Dynamic: plugin.Dynamic}) {
		plugin = made.of(plugin, in)
		delete(made, adaptation{plugin, in}) // only b has it
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

// conventions are what bodies of plugins take from the language that they are in: the rule
// for expressions, whether there are dynamic blocks, and guesses for names that nobody lists.
type conventions struct {
	RemainValue *Value
	Dynamic     bool
	Names       *Names
}

func (b *Body) conventions() conventions { return conventions{b.RemainValue, b.Dynamic, b.Names} }

// adaptations are bodies of plugins in languages with other conventions than theirs.
type adaptations map[adaptation]*Body

type adaptation struct {
	plugin *Body
	in     conventions
}

// of returns a body with conventions.
func (made adaptations) of(b *Body, in conventions) *Body {
	key := adaptation{b, in}
	if b == nil || made[key] != nil {
		return made[key]
	}
	c := b.clone()
	made[key] = c
	c.Dynamic, c.RemainBody, c.Names = in.Dynamic, nil, in.Names
	if b.Origin.Kind == FromTable {
		c.RemainBody = made.of(b.RemainBody, in)
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
		c.Blocks[i].Body = made.of(c.Blocks[i].Body, in)
	}
	return c
}

// ReferenceRoot returns the first name of a reference such as aws.west, or of a
// template that is one.
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

// Spec is what a provider says of a type of its resources or data sources, as far
// as it tells arguments from what the provider computes. The rows of a [Body] are
// about syntax; a Spec is about values.
type Spec struct {
	// Version is that of the schema, which states name next to their values.
	Version int
	Body    *SpecBody
}

// SpecBody is what a body holds, by name.
type SpecBody struct {
	Attributes map[string]*SpecAttribute
	Blocks     map[string]*SpecBlock
	// Description is what the provider says of it, in prose; mostly there is none.
	Description string
	Deprecated  bool
}

// SpecAttribute is an attribute of a body, or of an object in one.
//
// Mirrors opentofu internal/configs/configschema/schema.go.
type SpecAttribute struct {
	// Type is the type of the value; it is cty.NilType if there is Nested.
	Type cty.Type
	// Nested are the attributes of the objects that the value consists of, and
	// Nesting says how it does.
	Nested  map[string]*SpecAttribute
	Nesting Nesting
	// Required and Optional attributes are arguments. Computed ones have a value
	// without the configuration.
	Required, Optional, Computed bool
	Sensitive, WriteOnly         bool
	Deprecated                   bool
	// Description is what the provider says of it, in prose.
	Description string
}

// SpecBlock is a type of blocks in a body.
type SpecBlock struct {
	Nesting Nesting
	Body    *SpecBody
	// Min and Max are how many there have to be, and may be; 0 is no limit.
	Min, Max int
}

// Nesting says what the value of blocks, or of nested attributes, is.
type Nesting uint8

const (
	// NestingSingle: an object, or null.
	NestingSingle Nesting = iota
	// NestingGroup: an object. Without a block, it is that of an empty one.
	NestingGroup
	// NestingList and NestingSet: a list or a set of objects.
	NestingList
	NestingSet
	// NestingMap: objects by key, which a block has as its label.
	NestingMap
)

// Argument reports whether a configuration may set the attribute.
func (a *SpecAttribute) Argument() bool { return a.Required || a.Optional }
