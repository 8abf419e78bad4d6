package schema

import (
	"slices"
	"strings"
	"sync"
)

// DynamicType is the type of the block that makes other blocks.
const DynamicType = "dynamic"

type entry struct {
	attribute *Attribute
	block     *Block
}

// Prepare builds the lookup tables of d. It may be called from several
// goroutines; the tables must not change afterwards.
func (d *Dialect) Prepare() {
	d.prepare.Do(func() { d.Root.buildIndex() })
}

// Prepare builds the lookup tables of a body that [Block.Choose] returns. It must
// not be called from several goroutines, or after others use the body.
func (b *Body) Prepare() { b.buildIndex() }

func (b *Body) buildIndex() {
	if b == nil || b.index != nil {
		return
	}
	b.index = make(map[string]entry, len(b.Attributes)+len(b.Blocks)+1)
	if b.Rest != RestAttributes && b.RestBody == nil {
		nested := &Body{Rest: RestUnknown, RestValue: b.RestValue, Known: b.Known, Dynamic: b.Dynamic, NoComments: b.NoComments || b.Lists, Lists: b.Lists}
		nested.RestBody = nested
		b.RestBody = nested
	}
	b.RestBody.buildIndex()
	for i := range b.Attributes {
		b.index[b.Attributes[i].Name] = entry{attribute: &b.Attributes[i]}
		b.Attributes[i].AsBlocks.buildIndex()
	}
	for i := range b.Blocks {
		block := &b.Blocks[i]
		e := b.index[block.Type]
		e.block = block
		b.index[block.Type] = e
		block.buildIndex()
	}
	if b.Dynamic {
		dynamic := dynamicBlock(b)
		b.index[dynamic.Type] = entry{block: dynamic}
		dynamic.buildIndex()
	}
}

func (b *Block) buildIndex() {
	b.Body.buildIndex()
	for _, bodies := range []map[string]*Body{b.Dependent, b.Values} {
		for _, body := range bodies {
			body.buildIndex()
		}
	}
}

// dynamicBlock is the "dynamic" block of a body: its content block has the body
// of the block type that its label names (hashicorp/hcl,
// ext/dynblock/expand_spec.go). What is literal in that body is a template in the
// content, because dynblock evaluates it with the iterator in scope
// (ext/dynblock/expr_wrap.go).
func dynamicBlock(b *Body) *Block {
	body := func(content *Body) *Body {
		return &Body{
			Attributes: []Attribute{
				{Name: "for_each"},
				{Name: "iterator", Value: &Value{Mode: Traversal}},
				{Name: "labels", Value: &Value{List: &Value{}}},
			},
			Blocks: []Block{{Type: "content", Body: content.evaluated(), Single: true}},
		}
	}
	dynamic := &Block{Type: DynamicType, Labels: []string{"type"}, Body: body(b.RestBody)}
	if b.RestBody == nil {
		dynamic.Body = body(&Body{})
	}
	// Of many block types, few are generated.
	var made sync.Map
	dynamic.Choose = func(labels []string, _ string) *Body {
		if len(labels) == 0 || labels[0] == DynamicType {
			return nil
		}
		content := b.contentOf(labels[0])
		if content == nil {
			return nil
		}
		if known, ok := made.Load(content); ok {
			return known.(*Body)
		}
		making.Lock()
		defer making.Unlock()
		chosen := body(content)
		chosen.buildIndex()
		known, _ := made.LoadOrStore(content, chosen)
		return known.(*Body)
	}
	return dynamic
}

// making is held while bodies are made that were not there when the tables were
// prepared.
var making sync.Mutex

// contentOf returns the body of the blocks of a type, or of an argument that may
// stand as blocks; nil if the body does not list it.
func (b *Body) contentOf(name string) *Body {
	attribute, block := b.Lookup(name)
	switch {
	case block != nil:
		return block.Body
	case attribute != nil:
		return attribute.AsBlocks
	}
	return nil
}

// evaluated is b with templates in place of literals.
func (b *Body) evaluated() *Body {
	if b == nil {
		return nil
	}
	if b.inContent != nil {
		return b.inContent
	}
	e := *b
	// Bodies can be recursive, so the copy is known before it is complete.
	b.inContent, e.inContent = &e, &e
	e.index = nil
	e.Attributes = slices.Clone(b.Attributes)
	for i := range e.Attributes {
		e.Attributes[i].Value = e.Attributes[i].Value.evaluated()
		e.Attributes[i].AsBlocks = e.Attributes[i].AsBlocks.evaluated()
	}
	e.RestValue = b.RestValue.evaluated()
	e.RestBody = b.RestBody.evaluated()
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

// Lookup returns the attribute and the block named name, either of them nil
// when the body does not list one. When a body lists both, JSON always means
// the attribute (hashicorp/hcl, json/structure.go, body.Content).
func (b *Body) Lookup(name string) (*Attribute, *Block) {
	e := b.index[name]
	return e.attribute, e.block
}

// valueBody returns the body for a value of the argument By, or nil.
func (b *Block) valueBody(value string) *Body {
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
		return nil // no reference
	}
	return b.Values[root]
}

// BodyFor returns the body of a block of this type with the given labels. value
// is that of the argument By, as source text: a reference, or the text of a
// constant string; empty if there is none.
func (b *Block) BodyFor(labels []string, value string) *Body {
	if b.Choose != nil {
		if body := b.Choose(labels, value); body != nil {
			return body
		}
	}
	if body := b.valueBody(value); body != nil {
		return body
	}
	if len(labels) > 0 {
		if dependent, ok := b.Dependent[labels[0]]; ok {
			return dependent
		}
	}
	return b.Body
}
