package hclwrite

import "github.com/hcljson/hcljson/internal/slab"

// nodes is where the nodes of a tree come from.
type nodes struct {
	attributes slab.Of[Attribute]
	blocks     slab.Of[Block]
	literals   slab.Of[Literal]
	templates  slab.Of[Template]
	natives    slab.Of[Native]
	tuples     slab.Of[Tuple]
	objects    slab.Of[Object]
	items      slab.Of[Item]
	elements   slab.Of[TupleItem]
	fields     slab.Of[ObjectItem]
	// strings are labels and comments.
	strings slab.Of[string]
}

func (n *nodes) literal(text string, span Span) *Literal {
	e := n.literals.One()
	*e = Literal{Text: text, Span: span}
	return e
}

func (n *nodes) template(text string, span Span) *Template {
	e := n.templates.One()
	*e = Template{Text: text, Span: span}
	return e
}

func (n *nodes) native(text string, span Span) *Native {
	e := n.natives.One()
	*e = Native{Text: text, Span: span}
	return e
}
