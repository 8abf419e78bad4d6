package equivalent

import (
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// String is the expression in native syntax, for messages. Some nodes that are
// different look the same in it.
func (n *node) String() string {
	var b strings.Builder
	(&printer{Builder: &b}).expression(n)
	return b.String()
}

// printer writes nodes in native syntax.
type printer struct {
	*strings.Builder
	// source is what the items of the innermost splat expression come from, which is
	// written by outer.
	source *node
	outer  *printer
}

func (p *printer) expression(n *node) {
	switch n.kind {
	case literal:
		p.value(n.value)
	case template, joinLoop:
		p.WriteByte('"')
		p.inner(n)
		p.WriteByte('"')
	case tuple:
		p.list("[", n.kids, "]")
	case object:
		p.object(n)
	case reference:
		p.WriteString(n.name)
		p.steps(n.kids)
	case relative:
		p.base(n.kids[0])
		p.steps(n.kids[1:])
	case index:
		p.base(n.kids[0])
		p.list("[", n.kids[1:], "]")
	case call:
		name := strings.TrimSuffix(n.name, "...")
		p.WriteString(name)
		p.list("(", n.kids, n.name[len(name):]+")")
	case conditional:
		p.operand(n.kids[0])
		p.WriteString(" ? ")
		p.operand(n.kids[1])
		p.WriteString(" : ")
		p.operand(n.kids[2])
	case operation:
		p.operation(n)
	case splat:
		inner := &printer{Builder: p.Builder, source: n.kids[0], outer: p}
		inner.expression(n.kids[1])
	case splatItem:
		if p.source != nil {
			p.outer.operand(p.source)
		}
		p.WriteString("[*]")
	case forLoop:
		p.loop(n)
	case ambiguousKey, expression, whole:
		for _, kid := range n.kids {
			p.expression(kid)
		}
	case text:
		p.WriteString(n.name)
	}
}

func (p *printer) list(open string, nodes []*node, end string) {
	p.WriteString(open)
	for i, n := range nodes {
		if i > 0 {
			p.WriteString(", ")
		}
		p.expression(n)
	}
	p.WriteString(end)
}

func (p *printer) object(n *node) {
	p.WriteString("{ ")
	for i := 0; i+1 < len(n.kids); i += 2 {
		if i > 0 {
			p.WriteString(", ")
		}
		p.key(n.kids[i])
		p.WriteString(" = ")
		p.expression(n.kids[i+1])
	}
	p.WriteString(" }")
}

// operand writes a part of an operation, in parentheses where they may matter.
func (p *printer) operand(n *node) {
	first := n
	for first.kind == relative || first.kind == index {
		first = first.kids[0]
	}
	switch n.kind {
	case operation, conditional, relative, index, splat:
		// Parentheses would end the splat expression whose item this is.
		if first.kind != splatItem {
			p.list("(", []*node{n}, ")")
			return
		}
	}
	p.expression(n)
}

// base writes what steps go from: a reference without parentheses would take them for its own.
func (p *printer) base(n *node) {
	if n.kind == reference {
		p.list("(", []*node{n}, ")")
		return
	}
	p.operand(n)
}

func (p *printer) operation(n *node) {
	if len(n.kids) == 1 {
		if n.name == negate {
			p.WriteString("-")
		} else {
			p.WriteString(n.name)
		}
		p.operand(n.kids[0])
		return
	}
	p.operand(n.kids[0])
	p.WriteString(" " + n.name + " ")
	p.operand(n.kids[1])
}

func (p *printer) steps(steps []*node) {
	for _, step := range steps {
		switch step.kind {
		case attributeStep:
			p.WriteString("." + step.name)
		default:
			p.list("[", step.kids, "]")
		}
	}
}

// key writes the key of an object.
func (p *printer) key(n *node) {
	if n.isString() || n.kind == ambiguousKey {
		p.expression(n)
		return
	}
	p.list("(", []*node{n}, ")")
}

// loop writes a for expression, whose children are the collection, the key, the
// value and the condition.
func (p *printer) loop(n *node) {
	open, end := "[for", "]"
	if n.kids[1].kind != absent {
		open, end = "{for", "}"
	}
	name, group := strings.CutSuffix(n.name, " ...")
	p.WriteString(open + strings.ReplaceAll(name, " , ", " ") + " in ")
	p.expression(n.kids[0])
	p.WriteString(" : ")
	if n.kids[1].kind != absent {
		p.expression(n.kids[1])
		p.WriteString(" => ")
	}
	p.expression(n.kids[2])
	if group {
		p.WriteString("...")
	}
	if n.kids[3].kind != absent {
		p.WriteString(" if ")
		p.expression(n.kids[3])
	}
	p.WriteString(end)
}

// part writes a part of a template.
func (p *printer) part(n *node) {
	switch {
	case n.isString():
		p.WriteString(escape(n.value.AsString()))
	case n.kind == joinLoop && n.kids[0].kind == forLoop:
		loop := n.kids[0]
		p.WriteString("%{for" + strings.ReplaceAll(loop.name, " , ", " ") + " in ")
		p.expression(loop.kids[0])
		p.WriteString("}")
		p.inner(loop.kids[2])
		p.WriteString("%{endfor}")
	default:
		p.WriteString("${")
		p.expression(n)
		p.WriteString("}")
	}
}

// inner writes a template without what is around it.
func (p *printer) inner(n *node) {
	if n.kind != template {
		p.part(n)
		return
	}
	for _, part := range n.kids {
		p.part(part)
	}
}

var stringEscapes = strings.NewReplacer(
	`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`,
	"${", "$${", "%{", "%%{",
)

func escape(s string) string { return stringEscapes.Replace(s) }

func (p *printer) value(value cty.Value) {
	switch {
	case value.IsNull():
		p.WriteString("null")
	case value.Type() == cty.String:
		p.WriteString(`"` + escape(value.AsString()) + `"`)
	case value.Type() == cty.Number:
		p.WriteString(formatNumber(value.AsBigFloat()))
	case value.True():
		p.WriteString("true")
	default:
		p.WriteString("false")
	}
}
