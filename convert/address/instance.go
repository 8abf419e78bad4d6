package address

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// changeKey changes the key of an instance. A literal key in the collection of the instances and all
// references with this key change too. Other keys, such as indexes, need only the block that records
// the move.
func (m *Module) changeKey(c *Change, list []*place, from, to object) (diags hcl.Diagnostics) {
	p := list[max(0, slices.IndexFunc(list, definesKeys))]
	style := conventions.Of(p.file.Dialect).Style
	switch {
	case !slices.Equal(from.names, to.names):
		return p.cannot("cannot get another name and another instance key in one step. Change one of them first")
	case from.text == to.text:
		return nil
	case to.key != nil && to.key.kind != index && (to.key.text == "" || strings.ContainsAny(to.key.text, "\r\n")):
		return p.cannot("cannot get an instance key that is empty or has several lines")
	case from.key == nil || to.key == nil || from.key.kind == index || to.key.kind == index:
		return m.finishMove(c, list, renaming{style: style}, from.text, to.text)
	}
	keys, diags := m.instanceKeys(p)
	if diags.HasErrors() {
		return diags
	}
	var texts []string
	for _, key := range keys {
		texts = append(texts, hcltext.Quote(key.literalKey()))
	}
	old, text := hcltext.Quote(from.key.text), hcltext.Quote(to.key.text)
	switch {
	case !slices.Contains(texts, old):
		return p.cannot("has no instance key " + old + "; its keys are " + strings.Join(texts, ", "))
	case slices.Contains(texts, text):
		return p.cannot("has an instance key " + text + " already")
	}
	names := slices.Clip(from.names)
	r := renaming{
		style: style, from: append(names, from.key.text), to: append(names, to.key.text), declared: len(from.names),
	}
	if diags = m.follow(p, r, to.text); diags.HasErrors() {
		return diags
	}
	list, diags = m.places(Address{steps: from.steps})
	p = list[max(0, slices.IndexFunc(list, definesKeys))]
	keys, _ = m.instanceKeys(p)
	for i, key := range keys {
		if texts[i] != old {
			continue
		}
		if key.element().Key != nil {
			key.setKey(hcltext.EscapeTemplate(to.key.text), false)
		} else {
			key.setValue(hclwrite.NewString(to.key.text))
		}
	}
	var uses []string
	for _, use := range m.tree.usesOf(m.dir, style, from.names) {
		if use.key == nil && use.historic() == nil && (len(use.rest) == 0 || use.rest[0].Name == "" || !use.rest[0].IsKey) {
			uses = append(uses, use.line())
		}
	}
	if len(uses) > 0 {
		diags = p.warning("is also used as a whole or with a computed key: " + strings.Join(slices.Compact(uses), ", ") +
			". Check what these places do with the key " + old)
	}
	return append(diags, m.finishMove(c, list, r, from.text, to.text)...)
}

// definesKeys reports whether the block at a place defines the instances of its declaration.
func definesKeys(p *place) bool { return slices.ContainsFunc(p.allParts(), (*place).definesInstances) }

// hasInstances reports whether a declaration can have several instances.
func (p *place) hasInstances() bool {
	return p.row.Moved || definesKeys(p)
}

// definesInstances reports whether the place is an argument that creates several instances.
func (p *place) definesInstances() bool {
	style := conventions.Of(p.file.Dialect).Style
	return style != nil && slices.Contains(style.Calls.Instances, hclwrite.ItemName(p.item))
}

// instanceKeys returns the literal keys of the instances of a declaration. It is an error if they are
// unknown.
func (m *Module) instanceKeys(p *place) (keys []*place, diags hcl.Diagnostics) {
	i := slices.IndexFunc(p.allParts(), (*place).definesInstances)
	if i < 0 {
		return nil, p.cannot("has no instances; to rename an argument or block, write its name after a dot")
	}
	argument := p.allParts()[i]
	calls, name, line := conventions.Of(p.file.Dialect).Style.Calls, hclwrite.ItemName(argument.item), argument.line()
	if name != calls.Keys {
		return nil, p.cannot("has numbers as instance keys, because of " + name + " at " + line)
	}
	literal := argument.isObject()
	if native, ok := (*argument.slot()).(*hclwrite.Native); ok {
		e, _ := hclsyntax.ParseExpression([]byte(native.Text+"\n"), "", hcl.InitialPos)
		if call, ok := e.(*hclsyntax.FunctionCallExpr); ok && len(call.Args) == 1 {
			_, tuple := call.Args[0].(*hclsyntax.TupleConsExpr)
			_, object := call.Args[0].(*hclsyntax.ObjectConsExpr)
			literal = (tuple || object) && slices.Contains(calls.KeyFunctions, call.Name)
		}
	}
	if literal {
		keys = argument.allParts()
	}
	if text := argument.text(); !literal || slices.ContainsFunc(keys, func(key *place) bool { return key.literalKey() == "" }) {
		first, _, more := strings.Cut(text, "\n")
		if more {
			first += "..."
		}
		return nil, p.cannot(fmt.Sprintf("cannot get another instance key, because %s at %s is %s, which is not a literal collection. "+
			"Change the key in %s, and add a %s block", name, line, first, m.definition(text), conventions.Of(p.file.Dialect).Style.Moved.Type))
	}
	return keys, nil
}

// literalKey returns the instance key that an element or item of a collection defines. It is empty if the
// key is computed.
func (p *place) literalKey() string {
	if e := p.element(); e.Key != nil {
		if e.Key.IsConstant() {
			return p.left[0]
		}
	} else if t, ok := e.Value.(*hclwrite.Template); ok && !hcltext.HasSequence(t.Text) {
		return hcltext.TemplateText(t.Text)
	}
	return ""
}

// definition returns the location of the declaration to which an expression refers, or another name for
// the expression.
func (m *Module) definition(text string) (line string) {
	line = "this expression"
	if a, err := Parse(text); err == nil {
		for _, p := range m.find(a.steps) {
			if p.group == nil {
				line = p.line()
			}
		}
	}
	return line
}

// line returns the file and line of a place.
func (p *place) line() string { return lineOf(p.where()) }

// lineOf returns the file and line of a position.
func lineOf(at hcl.Range) string { return fmt.Sprintf("%s:%d", at.Filename, at.Start.Line) }
