package tables

import (
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/internal/facts/guess"
)

// DynamicType is the type of blocks that generate other blocks. ContentType is the type of the
// nested block that defines their bodies. The other constants are arguments of a dynamic block.
const (
	DynamicType     = "dynamic"
	ContentType     = "content"
	DynamicForEach  = "for_each"
	DynamicIterator = "iterator"
	DynamicLabels   = "labels"
)

// PrepareRoot builds the lookup tables of the root body of a language. It is safe for concurrent use. The bodies of
// the language must not change afterwards.
func (b *Body) PrepareRoot() {
	rootLock.Lock()
	defer rootLock.Unlock()
	b.Prepare()
	if b.parts == nil {
		b.parts = map[Part]bool{}
		b.findParts(b.parts, map[*Body]bool{})
	}
}

// rootLock is locked while lookup tables are built, because languages share bodies.
var rootLock sync.Mutex

// Prepare builds the lookup tables of a body and of its nested bodies. A [Block.Choose] function
// must call it before it returns a body. Prepare is not safe for concurrent use.
func (b *Body) Prepare() {
	if b == nil || b.index != nil {
		return
	}
	b.hasRules = len(b.Required)+len(b.Exclusive)+len(b.OneOf)+len(b.Moves) > 0
	b.index = make([]int32, len(b.Attributes)+len(b.Blocks))
	if b.Remain != RemainAttributes && b.RemainBody == nil {
		b.RemainBody = b.unlistedBody()
	}
	b.RemainBody.Prepare()
	b.hasUncommented = b.RemainBody.isUncommented()
	b.Reserved.Prepare()
	b.Bundled.Prepare()
	for i := range b.Attributes {
		b.asBlocks = b.asBlocks || b.Attributes[i].AsBlocks != nil
		b.hasRules = b.hasRules || b.Attributes[i].TypeFrom != ""
		b.Attributes[i].AsBlocks.prepare()
	}
	for i := range b.Blocks {
		block := &b.Blocks[i]
		b.hasRules = b.hasRules || block.Min > 0 || block.Max > 0 || block.Single || block.Unique
		b.hasUncommented = block.prepare() || b.hasUncommented
	}
	if b.Dynamic {
		b.dynamic = &lazyBlock{}
	}
	for i := range b.index {
		b.index[i] = int32(i)
	}
	slices.SortStableFunc(b.index, func(i, j int32) int { return strings.Compare(b.name(i), b.name(j)) })
}

// name returns the name of an entry of the index.
func (b *Body) name(i int32) string {
	if int(i) < len(b.Attributes) {
		return b.Attributes[i].Name
	}
	return b.Blocks[int(i)-len(b.Attributes)].Type
}

// unlistedBody returns the body of nested blocks that b does not list. Parent bodies with the same
// properties share this body.
func (b *Body) unlistedBody() *Body {
	nested := &Body{
		Remain: RemainUnknown, RemainValue: b.RemainValue, Names: b.Names, PluginNames: b.PluginNames,
		Dynamic: b.Dynamic, NoComments: b.NoComments || b.NestedInLists, NestedInLists: b.NestedInLists,
	}
	if b.Origin.Kind == FromTable {
		nested.Origin.Kind = FromTable
	}
	nested.RemainBody = nested
	if b.RemainValue != nil || b.Names != nil || b.PluginNames != nil {
		return nested
	}
	unlistedBodies.Lock()
	defer unlistedBodies.Unlock()
	key := unlistedKey{nested.Origin.Kind, nested.Dynamic, nested.NoComments, nested.NestedInLists}
	if unlistedBodies.made[key] == nil {
		nested.Prepare()
		unlistedBodies.made[key] = nested
	}
	return unlistedBodies.made[key]
}

type unlistedKey struct {
	origin                     OriginKind
	dynamic, noComments, lists bool
}

var unlistedBodies = struct {
	sync.Mutex
	made map[unlistedKey]*Body
}{made: map[unlistedKey]*Body{}}

// prepare calls Prepare for the bodies of the block, and reports whether one of them has NoComments.
func (b *Block) prepare() bool {
	b.Body.Prepare()
	noComments := b.Body.isUncommented()
	for _, bodies := range []map[string]*Body{b.Dependent, b.Values} {
		for _, body := range bodies {
			body.Prepare()
			noComments = noComments || body.isUncommented()
		}
	}
	return noComments
}

// lazyBlock is a row that is built on the first use.
type lazyBlock struct {
	once  sync.Once
	block *Block
}

func (l *lazyBlock) get(from func() *Block) *Block {
	l.once.Do(func() { l.block = from() })
	return l.block
}

// dynamicBlock returns the row of the "dynamic" blocks in b. The label of a dynamic block is a block
// type of b, and its content block has the body of this type (hashicorp/hcl,
// ext/dynblock/expand_spec.go). In the content block, literals are templates, because dynblock
// evaluates them with the iterator in scope (ext/dynblock/expr_wrap.go).
func (b *Body) dynamicBlock() *Block {
	var made sync.Map
	// Few block types are used in dynamic blocks, so the bodies are built on the first use.
	return &Block{Type: DynamicType, Labels: []string{"type"}, Choose: func(labels []string, _ string) *Body {
		content := b.contentOf(labels)
		if known, ok := made.Load(content); ok {
			return known.(*Body)
		}
		buildLock.Lock()
		defer buildLock.Unlock()
		body := &Body{
			Attributes: []Attribute{
				{Name: DynamicForEach},
				{Name: DynamicIterator, Value: &Value{Mode: Traversal, Unquoted: true}},
				{Name: DynamicLabels, Value: &Value{List: &Value{}}},
			},
			Blocks: []Block{{Type: ContentType, Body: content.evaluated(), Single: true}},
		}
		body.Prepare()
		known, _ := made.LoadOrStore(content, body)
		return known.(*Body)
	}}
}

// buildLock is locked while a body is built on its first use, because bodies share nested bodies.
var buildLock sync.Mutex

// contentOf returns the body of the blocks that a dynamic block with the given labels generates. The
// first label is a block type, or an argument that may be written as blocks.
func (b *Body) contentOf(labels []string) *Body {
	if len(labels) > 0 && labels[0] != DynamicType {
		switch attribute, block := b.Lookup(labels[0]); {
		case block != nil && block.Body != nil:
			return block.Body
		case attribute != nil && attribute.AsBlocks != nil:
			return attribute.AsBlocks.Body()
		}
	}
	if b.RemainBody != nil {
		return b.RemainBody
	}
	return emptyBody
}

var emptyBody = &Body{index: []int32{}}

// evaluated returns a copy of b for the content of a dynamic block: its literals are templates.
func (b *Body) evaluated() *Body {
	if b == nil {
		return nil
	}
	if b.inContent != nil {
		return b.inContent
	}
	e := *b
	// Bodies can be recursive, so the copy is stored before it is complete.
	b.inContent, e.inContent = &e, &e
	e.index, e.dynamic, e.parts = nil, nil, nil
	e.Attributes = slices.Clone(b.Attributes)
	for i := range e.Attributes {
		e.Attributes[i].Value = e.Attributes[i].Value.evaluated()
		e.Attributes[i].AsBlocks = e.Attributes[i].AsBlocks.evaluated()
	}
	e.RemainValue = b.RemainValue.evaluated()
	e.RemainBody = b.RemainBody.evaluated()
	e.Blocks = slices.Clone(b.Blocks)
	for i := range e.Blocks {
		block := &e.Blocks[i]
		block.Body = block.Body.evaluated()
		block.Dependent, block.Values = allEvaluated(block.Dependent), allEvaluated(block.Values)
	}
	return &e
}

func allEvaluated(bodies map[string]*Body) map[string]*Body {
	if bodies == nil {
		return nil
	}
	list := make(map[string]*Body, len(bodies))
	for name, body := range bodies {
		list[name] = body.evaluated()
	}
	return list
}

func (v *Value) evaluated() *Value {
	if v == nil || v.Mode != Literal {
		return v
	}
	e := *v
	e.Mode = Template
	return &e
}

// Lookup returns the attribute and the block of the given name. Either is nil if the body does not
// list it, and both are nil for a nil body. If the body lists both, JSON always means the attribute
// (hashicorp/hcl, json/structure.go, body.Content).
func (b *Body) Lookup(name string) (*Attribute, *Block) {
	if b == nil {
		return nil, nil
	}
	if name == DynamicType && b.dynamic != nil {
		return nil, b.dynamic.get(b.dynamicBlock)
	}
	var attribute *Attribute
	var block *Block
	at, _ := slices.BinarySearchFunc(b.index, name, func(i int32, name string) int {
		return strings.Compare(b.name(i), name)
	})
	for ; at < len(b.index) && b.name(b.index[at]) == name; at++ {
		if i := int(b.index[at]); i < len(b.Attributes) {
			attribute = &b.Attributes[i]
		} else {
			block = &b.Blocks[i-len(b.Attributes)]
		}
	}
	return attribute, block
}

// Accepts reports whether a body may have an argument or blocks with the given name. It returns false
// for a nil body.
func (b *Body) Accepts(name string) bool {
	attribute, block := b.Lookup(name)
	return attribute != nil || block != nil || b != nil && b.Remain != RemainNone
}

// DescribesPlugins reports whether a provider or plugin defines the names in the body.
func (b *Body) DescribesPlugins() bool {
	return guess.DescribesPlugins(b.Names, b.PluginNames)
}

// Classify classifies a JSON property that the body does not list. The evidence is its name and the form of its
// value.
func (b *Body) Classify(name string, form guess.Form) guess.Class {
	class := guess.Classify(name, form, b.PluginNames, b.Names)
	if b.Origin.Kind.External() && b.PluginNames != nil {
		alone := guess.Classify(name, form, nil, b.Names)
		class.Alone, class.Everywhere = alone.Alone, alone.Everywhere
	}
	return class
}

// Argument returns the rule for the value of an attribute. The body does not need to list the
// attribute.
func (b *Body) Argument(name string) *Value {
	if attribute, _ := b.Lookup(name); attribute != nil {
		return attribute.Value
	}
	if b == nil {
		return nil
	}
	return b.RemainValue
}

// ElementBody returns the body of the blocks as which an argument may be written. It returns nil for
// an argument that is not listed or has no blocks.
func (b *Body) ElementBody(name string) *Body {
	if attribute, _ := b.Lookup(name); attribute != nil {
		return attribute.AsBlocks.Body()
	}
	return nil
}

// BlockBody returns the body of a nested block of b. b does not need to list the type: it may also be
// an argument that is written as blocks. If an argument of the block selects the body, source returns
// the value of this argument as text. source may be nil. The result is nil only if b is nil.
func (b *Body) BlockBody(blockType string, labels []string, source func(argument string) string) *Body {
	if b == nil {
		return nil
	}
	argument, rule := b.Lookup(blockType)
	switch {
	case rule != nil:
		value := ""
		if rule.By != "" && source != nil {
			value = source(rule.By)
		}
		if body := rule.BodyFor(labels, value); body != nil {
			return body
		}
	case argument != nil && argument.AsBlocks != nil:
		return argument.AsBlocks.Body()
	}
	if b.RemainBody != nil {
		return b.RemainBody
	}
	return anyBody
}

// GeneratedType returns the type of the blocks that a block of b generates. It returns "" for every
// block that is not dynamic.
func (b *Body) GeneratedType(blockType string, labels []string) string {
	if b == nil || !b.Dynamic || blockType != DynamicType || len(labels) == 0 {
		return ""
	}
	return labels[0]
}

// SequenceOf returns the name of the sequence that contains a block of b. The name is the block type,
// the type that a dynamic block generates, or the first of several types with a common order
// ([Body.Sequence]).
func (b *Body) SequenceOf(blockType string, labels []string) string {
	if generated := b.GeneratedType(blockType, labels); generated != "" {
		blockType = generated
	}
	if b != nil {
		for _, types := range b.Sequence {
			if slices.Contains(types, blockType) {
				return types[0]
			}
		}
	}
	return blockType
}

// OrderOf returns the name of the sequence that contains a block of b, or its type and labels if the
// order matters only among blocks with equal labels. generated contains the types that the dynamic
// blocks of the same body generate.
func (b *Body) OrderOf(blockType string, labels []string, generated map[string]bool) string {
	if b != nil {
		_, rule := b.Lookup(blockType)
		if len(labels) == 0 || b.GeneratedType(blockType, labels) != "" || generated[blockType] || rule == nil ||
			b.IsOrdered(blockType) {
			return b.SequenceOf(blockType, labels)
		}
	}
	return blockType + "\x00" + strings.Join(labels, "\x00")
}

// IsOrdered reports whether the order of the blocks of a listed type matters even if their labels
// differ.
func (b *Body) IsOrdered(blockType string) bool {
	if b == nil {
		return false
	}
	_, rule := b.Lookup(blockType)
	return rule != nil && rule.Ordered ||
		slices.ContainsFunc(b.Sequence, func(types []string) bool { return slices.Contains(types, blockType) })
}

// anyBody is the body of nested blocks if the parent has no RemainBody.
var anyBody = func() *Body {
	b := &Body{Remain: RemainUnknown}
	b.Prepare()
	return b
}()

// OwnRows returns the attribute and the block with the given name that the language itself defines. They
// are meta-arguments or reserved names. A provider, provisioner or module defines all other names of
// the body.
func (b *Body) OwnRows(name string) (*Attribute, *Block) {
	attribute, block := b.Lookup(name)
	if attribute != nil && attribute.Origin != FromLanguage {
		attribute = nil
	}
	if block != nil && block.Origin != FromLanguage {
		block = nil
	}
	if attribute == nil && block == nil && b.Reserved != nil {
		return b.Reserved.Lookup(name)
	}
	return attribute, block
}

// EscapeBlock returns the row of the escape block of the body, or nil. In an escape block, a provider,
// provisioner or module defines all names, even the names that the language defines in b.
func (b *Body) EscapeBlock() *Block {
	for i := range b.Blocks {
		if b.Blocks[i].Escape {
			return &b.Blocks[i]
		}
	}
	return nil
}

// ForeignBody returns a body with all names that a provider, provisioner or module defines in b, even if
// the language defines the same names. It returns nil if the body of such names is not known.
func (b *Body) ForeignBody() *Body {
	if b.Bundled != nil {
		return b.Bundled
	}
	if escape := b.EscapeBlock(); escape != nil {
		return escape.Body
	}
	return nil
}

// HasBlockComments reports whether the "//" of the body also contains comments of nested blocks, because
// a nested body has NoComments.
func (b *Body) HasBlockComments() bool { return b.hasUncommented }

func (b *Body) isUncommented() bool { return b != nil && b.NoComments }

// MayBeBlocks reports whether an argument of the body may be written as blocks.
func (b *Body) MayBeBlocks() bool { return b.asBlocks }

// bodyForValue returns the body that a value of the argument By selects, or nil.
func (b *Block) bodyForValue(value string) *Body {
	if value == "" || len(b.Values) == 0 {
		return nil
	}
	if body := b.Values[value]; body != nil {
		return body
	}
	text := strings.TrimSpace(value)
	if strings.HasPrefix(text, "${") && strings.HasSuffix(text, "}") {
		text = strings.TrimSpace(text[2 : len(text)-1])
	}
	root := ReferenceRoot(text)
	if rest := text[len(root):]; rest != "" && rest[0] != '.' && rest[0] != '[' || strings.Contains(rest, "}") {
		return nil // not a reference
	}
	return b.Values[root]
}

// BodyFor returns the body of a block of this type with the given labels. value is the value of the
// argument By as text: a reference, or the text of a constant string. It is empty if the argument is
// missing.
func (b *Block) BodyFor(labels []string, value string) *Body {
	if b.Choose != nil {
		if body := b.Choose(labels, value); body != nil {
			return body
		}
	}
	if body := b.bodyForValue(value); body != nil {
		return body
	}
	if len(b.Dependent) > 0 {
		for n := len(labels); n > 0; n-- {
			if dependent, ok := b.Dependent[strings.Join(labels[:n], LabelSeparator)]; ok {
				return dependent
			}
		}
	}
	return b.Body
}

// HasRules reports whether the product requires or limits the arguments or blocks of the body.
func (b *Body) HasRules() bool { return b.hasRules }
