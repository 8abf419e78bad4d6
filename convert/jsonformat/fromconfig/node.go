package fromconfig

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// bodyNode, blockNode and attributeNode are nodes of a tree, and the file that it is
// of. The zero attributeNode stands for one that is not there.
type (
	bodyNode struct {
		*hclwrite.Body
		file *file
	}
	blockNode struct {
		*hclwrite.Block
		file *file
	}
	attributeNode struct {
		*hclwrite.Attribute
		file *file
	}
)

// attribute returns the attribute with a name.
func (b bodyNode) attribute(name string) attributeNode {
	return attributeNode{b.Attribute(name), b.file}
}

// sorted are the attributes by name.
func (b bodyNode) sorted() []attributeNode {
	list := make([]attributeNode, 0, len(b.Items))
	for _, item := range b.Items {
		if a, ok := item.(*hclwrite.Attribute); ok {
			list = append(list, attributeNode{a, b.file})
		}
	}
	slices.SortFunc(list, byName)
	return list
}

// blocks are the blocks of the types, or all of them.
func (b bodyNode) blocks(types ...string) []blockNode {
	var list []blockNode
	for _, item := range b.Items {
		if block, ok := item.(*hclwrite.Block); ok && (len(types) == 0 || slices.Contains(types, block.Type)) {
			list = append(list, blockNode{block, b.file})
		}
	}
	return list
}

// only returns the first block of a type, and whether there is one; the product
// refuses others.
func (b bodyNode) only(typ string) (blockNode, bool) {
	block := b.Block(typ)
	return blockNode{block, b.file}, block != nil
}

// row is the row of the language for a block outside of others, or nil.
func (b blockNode) row() *schema.Block {
	_, row := b.file.dialect.Root.Lookup(b.Type)
	return row
}

// language is what the language has for itself in such a block that it has.
func (b blockNode) language() *schema.Body { return b.row().Body }

func (b blockNode) body() bodyNode { return bodyNode{&b.Body, b.file} }

// head is the place of the type and the labels.
func (b blockNode) head() hcl.Range { return b.file.head(b.Span, b.Block.Body.Span.Start-len("{")) }

// typeRange is the place of the type.
func (b blockNode) typeRange() hcl.Range {
	return b.file.head(b.Span, b.Span.Start+len(b.Type))
}

func (a attributeNode) missing() bool { return a.Attribute == nil }

// over returns the attribute, or another where it is missing.
func (a attributeNode) over(other attributeNode) attributeNode {
	if a.missing() {
		return other
	}
	return a
}

// whole is the place of the attribute.
func (a attributeNode) whole() hcl.Range { return a.file.place(a.Span) }

// nameRange is the place of the name.
func (a attributeNode) nameRange() hcl.Range {
	return a.file.head(a.Span, a.Span.Start+len(a.Name))
}

// valueRange is the place of the expression.
func (a attributeNode) valueRange() hcl.Range { return a.within(hcl.Range{}) }

// within is the place of a part of the expression, as [loader.parsed] has it, or of
// all of it. Of JSON, only the place of the argument is known.
func (a attributeNode) within(part hcl.Range) hcl.Range {
	if a.file.json {
		return a.whole()
	}
	all := a.file.place(a.ValueSpan)
	if part == (hcl.Range{}) {
		return all
	}
	return hcl.Range{Filename: all.Filename, Start: behind(all.Start, part.Start), End: behind(all.Start, part.End)}
}

// behind is a place in a text that is at another place.
func behind(start, pos hcl.Pos) hcl.Pos {
	if pos.Line == 1 {
		pos.Column += start.Column - 1
	}
	pos.Line += start.Line - 1
	pos.Byte += start.Byte
	return pos
}

// place is the place of a node.
func (f *file) place(span hclwrite.Span) hcl.Range {
	if f.places == nil {
		f.places = hcltext.NewPositions(f.src)
	}
	return f.places.Range(f.name, span.Start, span.End)
}

// head is the place of the beginning of a node, up to an offset without the spaces
// before it; of JSON, that of the node.
func (f *file) head(span hclwrite.Span, end int) hcl.Range {
	if f.json {
		return f.place(span)
	}
	for end > span.Start && (f.src[end-1] == ' ' || f.src[end-1] == '\t') {
		end--
	}
	return f.place(hclwrite.Span{Start: span.Start, End: end})
}

// constant returns the value of an expression whose node says it all: a string
// without interpolations, true or false.
func (a attributeNode) constant() (cty.Value, bool) {
	switch e := a.Expr.(type) {
	case *hclwrite.Template:
		if !hcltext.HasSequence(e.Text) {
			return cty.StringVal(hcltext.TemplateText(e.Text)), true
		}
	case *hclwrite.Literal:
		switch e.Text {
		case "true":
			return cty.True, true
		case "false":
			return cty.False, true
		}
	}
	return cty.NilVal, false
}

// parsed returns the expression of an attribute for evaluation and references. Of
// one that cannot be read, which has been reported, it stands for nothing.
func (l *loader) parsed(a attributeNode) hclsyntax.Expression {
	if a.Expr == nil {
		return unread
	}
	var text []byte
	if a.file.json {
		printed := hclwrite.ExprText(a.Expr)
		// Each syntax has a limit, but JSON that is nested in templates exceeds it.
		if _, diags := hclwrite.ParseExpr(printed+"\n", a.file.name); diags.HasErrors() {
			l.adoptFrom(a, diags)
			return unread
		}
		text = append(text, printed...)
	} else {
		text = append(text, a.file.src[a.ValueSpan.Start:a.ValueSpan.End]...)
	}
	// A heredoc needs the newline after it.
	e, diags := hclsyntax.ParseExpression(append(text, '\n'), a.file.name, hcl.InitialPos)
	if diags.HasErrors() {
		l.adoptFrom(a, diags)
		return unread
	}
	return e
}

// unread is in place of an expression that cannot be read.
var unread hclsyntax.Expression = &hclsyntax.ExprSyntaxError{Placeholder: cty.DynamicVal}

// isUnread reports whether an expression could not be read, which has been reported.
func isUnread(e hcl.Expression) bool { return e == unread }

// body returns what is known of a block that a provider defines, or nil: the part of
// the provider's schema has those labels, and the provider has that local name.
func (b *builder) body(m *module, part schema.Part, labels []string, local string) *schema.Body {
	builtIn := m.addressOf(b.loader.product, local) == opentofu.BuiltInProvider
	if builtIn {
		local = opentofu.BuiltInName
		if part == schema.ProviderConfig {
			labels = []string{local}
		}
	}
	_, row := m.dialect.Root.Lookup(opentofu.BlockType(part)) // of which a block has been read
	body := row.BodyFor(labels, local).Foreign()
	if body == nil {
		return nil
	}
	b.lacks(body)
	if body.Definer == "" || body.Remain != schema.RemainNone {
		return nil
	}
	return body
}

// lacks reports, once, why the schema of a body is not there.
func (b *builder) lacks(body *schema.Body) {
	for _, reason := range []struct {
		text     string
		severity hcl.DiagnosticSeverity
	}{{body.Doubt, hcl.DiagWarning}, {body.Fault, hcl.DiagError}} {
		if reason.text != "" && !b.lacking[reason.text] {
			b.lacking[reason.text] = true
			b.loader.report(&hcl.Diagnostic{Severity: reason.severity, Summary: "No schema", Detail: reason.text})
		}
	}
}
