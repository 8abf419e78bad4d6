package fromconfig

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// file is a parsed file.
type file struct {
	*source.Source
	tree *hclwrite.Body
	// dialect is the language of the module.
	dialect *schema.Dialect
	// isIncomplete is true if the tree is incomplete.
	isIncomplete bool
	// places are the positions in src, computed on demand.
	places *hcltext.Positions
}

// readFile reads a file. Unreadable parts are missing in the tree, which can be empty.
func (l *loader) readFile(dir string, src File, dialect *schema.Dialect) *file {
	f := &file{
		Source: src.Source.As(path.Join(dir, src.Name)), tree: &hclwrite.Body{}, dialect: dialect,
	}
	read := f.readNative
	if f.JSON {
		read = f.readJSON
	}
	diags := read()
	f.isIncomplete = diags.HasErrors()
	if notText := diagnostic.CheckText(f.Name, f.Bytes()); f.isIncomplete && notText != nil {
		if notText.Subject == nil {
			notText.Subject = &hcl.Range{Filename: f.Name, Start: hcl.InitialPos, End: hcl.InitialPos}
		}
		l.report(notText) // instead of one for each byte
		l.reported[f.Name] = true
		return f
	}
	l.reportAsWarnings(diags)
	return f
}

func (f *file) readJSON() hcl.Diagnostics {
	read, diags := convert.ReadSource(f.Source, f.dialect, convert.Options{})
	if read == nil {
		return diags
	}
	f.tree = &read.Body
	for _, diag := range diags {
		if diag.Severity == hcl.DiagError && diag.Subject != nil {
			removeExpression(f.tree, diag.Subject.Start.Byte)
		}
	}
	return diags
}

// removeExpression removes the expression at an offset in the source of a JSON file, because the tree contains
// a replacement for an unreadable part.
func removeExpression(body *hclwrite.Body, offset int) {
	for _, item := range body.Items {
		if span := hclwrite.SpanOf(item); offset < span.Start || offset >= span.End {
			continue
		}
		switch item := item.(type) {
		case *hclwrite.Attribute:
			item.Expr = nil
		case *hclwrite.Block:
			removeExpression(&item.Body, offset)
		}
	}
}

// readNative reads native syntax. For a file with errors, it converts the tree of hclsyntax.
func (f *file) readNative() hcl.Diagnostics {
	read, refused := f.Native()
	if read != nil {
		f.tree = &read.Body
		return refused
	}
	if diags := hclwrite.CheckLimits(f.Text(), f.Name); diags != nil {
		return diags
	}
	parsed, diags := hclsyntax.ParseConfig(f.Bytes(), f.Name, hcl.InitialPos)
	if parsed != nil {
		body := parsed.Body.(*hclsyntax.Body)
		*f.tree = treeWithoutErrors(f.Bytes(), body)
	}
	if !diags.HasErrors() {
		return refused
	}
	return diags
}

// treeWithoutErrors makes the tree of a file with errors, without the replacements of the parser: it omits
// expressions with an error, and blocks with an error before their body. The parser does not report
// all errors of a file, so each part is parsed again.
func treeWithoutErrors(src []byte, body *hclsyntax.Body) hclwrite.Body {
	parts := sourceParts(body)
	slices.SortFunc(parts, func(a, b sourcePart) int { return cmp.Compare(a.start.Byte, b.start.Byte) })
	broken := map[hclsyntax.Node]bool{}
	for i, p := range parts {
		end := len(src)
		if i+1 < len(parts) {
			end = parts[i+1].start.Byte
		}
		switch node := p.node.(type) {
		case *hclsyntax.Attribute:
			// The rest of the line belongs to the part: the parser may have stopped earlier.
			broken[node] = hasErrorBefore(src[p.start.Byte:end], p.start, node.SrcRange.End.Line)
		case *hclsyntax.Block:
			open := node.OpenBraceRange
			header := slices.Concat(src[p.start.Byte:max(p.start.Byte, open.End.Byte)], []byte("\n}\n"))
			// The parser sets no brace if it stops in the header.
			broken[node] = open == node.TypeRange || hasErrorBefore(header, p.start, open.End.Line+1)
		}
	}
	return treeWithout(broken, src, body)
}

// sourcePart is the start of an attribute or a block, or the end of a block, which has no node.
type sourcePart struct {
	start hcl.Pos
	node  hclsyntax.Node
}

func sourceParts(body *hclsyntax.Body) []sourcePart {
	var list []sourcePart
	for _, a := range body.Attributes {
		list = append(list, sourcePart{a.NameRange.Start, a})
	}
	for _, block := range body.Blocks {
		list = append(list, sourcePart{block.TypeRange.Start, block})
		list = append(list, sourceParts(block.Body)...)
		if block.CloseBraceRange.Start.Byte > block.TypeRange.Start.Byte {
			list = append(list, sourcePart{start: block.CloseBraceRange.Start})
		}
	}
	return list
}

// hasErrorBefore reports whether a part of a file has an error between its start and the end of a
// line.
func hasErrorBefore(src []byte, start hcl.Pos, line int) bool {
	_, diags := hclsyntax.ParseConfig(src, "", start)
	return slices.ContainsFunc(diags, func(diag *hcl.Diagnostic) bool {
		return diag.Severity == hcl.DiagError && (diag.Subject == nil || diag.Subject.Start.Line <= line)
	})
}

// treeWithout makes the tree of a body.
func treeWithout(broken map[hclsyntax.Node]bool, src []byte, body *hclsyntax.Body) hclwrite.Body {
	var tree hclwrite.Body
	for _, a := range body.Attributes {
		made := &hclwrite.Attribute{Name: a.Name, Span: spanOf(a.SrcRange)}
		if !broken[a] {
			text := bytes.TrimSpace(src[a.EqualsRange.End.Byte:a.SrcRange.End.Byte])
			made.ValueSpan = hclwrite.Span{Start: a.SrcRange.End.Byte - len(text), End: a.SrcRange.End.Byte}
			made.Expr = &hclwrite.Native{Text: string(text)}
		}
		tree.Append(made)
	}
	for _, block := range body.Blocks {
		if !broken[block] {
			made := &hclwrite.Block{Type: block.Type, Labels: block.Labels, Body: treeWithout(broken, src, block.Body),
				Span: spanOf(block.Range())}
			made.Body.Span.Start = block.OpenBraceRange.End.Byte
			tree.Append(made)
		}
	}
	slices.SortFunc(tree.Items,
		func(a, b hclwrite.Item) int { return cmp.Compare(hclwrite.SpanOf(a).Start, hclwrite.SpanOf(b).Start) })
	return tree
}

func spanOf(rng hcl.Range) hclwrite.Span {
	return hclwrite.Span{Start: rng.Start.Byte, End: rng.End.Byte}
}

// bodyNode, blockNode and attributeNode are nodes with their file. The zero attributeNode is a
// missing attribute.
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

func (f *file) body() bodyNode { return bodyNode{f.tree, f} }

// attribute returns the attribute with a name.
func (b bodyNode) attribute(name string) attributeNode {
	return attributeNode{b.Attribute(name), b.file}
}

// sortedAttributes returns the attributes by name.
func (b bodyNode) sortedAttributes() []attributeNode {
	list := make([]attributeNode, 0, len(b.Items))
	for _, item := range b.Items {
		if a, ok := item.(*hclwrite.Attribute); ok {
			list = append(list, attributeNode{a, b.file})
		}
	}
	slices.SortFunc(list, compareNames)
	return list
}

// blocks returns the blocks of the types, or all blocks.
func (b bodyNode) blocks(types ...string) []blockNode {
	var list []blockNode
	for _, item := range b.Items {
		if block, ok := item.(*hclwrite.Block); ok && (len(types) == 0 || slices.Contains(types, block.Type)) {
			list = append(list, blockNode{block, b.file})
		}
	}
	return list
}

// firstBlock returns the first block of a type, or false; the product refuses further blocks.
func (b bodyNode) firstBlock(typ string) (blockNode, bool) {
	block := b.Block(typ)
	return blockNode{block, b.file}, block != nil
}

// languageSchema returns the language's own schema of the block's body.
func (b blockNode) languageSchema() *tables.Body { return b.schemaRow().Body }

// schemaRow returns the row of the language for a block of the root body, or nil.
func (b blockNode) schemaRow() *tables.Block {
	_, row := b.file.dialect.Root.Lookup(b.Type)
	if row != nil && row.OtherTarget != "" {
		return nil
	}
	return row
}

func (b blockNode) body() bodyNode { return bodyNode{&b.Body, b.file} }

// headRange returns the range of the type and the labels.
func (b blockNode) headRange() hcl.Range {
	return b.file.headRange(b.Span, b.Block.Body.Span.Start-len("{"))
}

// typeRange returns the range of the type.
func (b blockNode) typeRange() hcl.Range {
	return b.file.headRange(b.Span, b.Span.Start+len(b.Type))
}

// orElse returns the attribute, or other if it is missing.
func (a attributeNode) orElse(other attributeNode) attributeNode {
	if a.isMissing() {
		return other
	}
	return a
}

func (a attributeNode) isMissing() bool { return a.Attribute == nil }

// nameRange returns the range of the name.
func (a attributeNode) nameRange() hcl.Range {
	return a.file.headRange(a.Span, a.Span.Start+len(a.Name))
}

// constant returns the value of an expression that is a string without interpolations, true or
// false.
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

// parsedExpression returns the expression of an attribute for evaluation and references. For an unreadable
// expression, which was reported, it returns a placeholder.
func (l *loader) parsedExpression(a attributeNode) hclsyntax.Expression {
	if a.Expr == nil {
		return unread
	}
	var text []byte
	if a.file.JSON {
		printed := hclwrite.ExprText(a.Expr)
		// Each syntax has a limit, but nested JSON in templates can exceed it.
		if _, diags := hclwrite.ParseExpr(printed+"\n", a.file.Name); diags.HasErrors() {
			l.reportExpressionWarnings(a, diags)
			return unread
		}
		text = append(text, printed...)
	} else {
		text = append(text, a.file.Text()[a.ValueSpan.Start:a.ValueSpan.End]...)
	}
	// A heredoc needs a final newline.
	e, diags := hclsyntax.ParseExpression(append(text, '\n'), a.file.Name, hcl.InitialPos)
	if diags.HasErrors() {
		l.reportExpressionWarnings(a, diags)
		return unread
	}
	return e
}

// unread replaces an unreadable expression.
var unread hclsyntax.Expression = &hclsyntax.ExprSyntaxError{Placeholder: cty.DynamicVal}

// isUnread reports whether an expression was unreadable, which was reported.
func isUnread(e hcl.Expression) bool { return e == unread }

// reportExpressionWarnings reports diagnostics about the expression of an attribute.
func (l *loader) reportExpressionWarnings(a attributeNode, diags hcl.Diagnostics) {
	for _, diag := range diags {
		moved := *diag
		for _, rng := range []**hcl.Range{&moved.Subject, &moved.Context} {
			if *rng != nil {
				place := a.rangeOfPart(**rng)
				*rng = &place
			}
		}
		l.reportAsWarnings(hcl.Diagnostics{&moved})
	}
}

// valueRange returns the range of the expression.
func (a attributeNode) valueRange() hcl.Range { return a.rangeOfPart(hcl.Range{}) }

// rangeOfPart returns the range of a part of the expression from [loader.parsed], or of the whole
// expression. In JSON, only the range of the argument is known.
func (a attributeNode) rangeOfPart(part hcl.Range) hcl.Range {
	if a.file.JSON {
		return a.attributeRange()
	}
	all := a.file.nodeRange(a.ValueSpan)
	if part == (hcl.Range{}) {
		return all
	}
	return hcl.Range{Filename: all.Filename, Start: offsetPosition(all.Start, part.Start), End: offsetPosition(all.Start, part.End)}
}

// attributeRange returns the range of the attribute.
func (a attributeNode) attributeRange() hcl.Range { return a.file.nodeRange(a.Span) }

// offsetPosition returns the position of pos in a text that starts at start.
func offsetPosition(start, pos hcl.Pos) hcl.Pos {
	if pos.Line == 1 {
		pos.Column += start.Column - 1
	}
	pos.Line += start.Line - 1
	pos.Byte += start.Byte
	return pos
}

// headRange returns the range from the start of a node to an offset, without trailing spaces; in JSON,
// the range of the node.
func (f *file) headRange(span hclwrite.Span, end int) hcl.Range {
	if f.JSON {
		return f.nodeRange(span)
	}
	for end > span.Start && (f.Text()[end-1] == ' ' || f.Text()[end-1] == '\t') {
		end--
	}
	return f.nodeRange(hclwrite.Span{Start: span.Start, End: end})
}

// nodeRange returns the range of a node.
func (f *file) nodeRange(span hclwrite.Span) hcl.Range {
	if f.places == nil {
		f.places = hcltext.NewPositions(f.Text())
	}
	return f.places.Range(f.Name, span.Start, span.End)
}

// reportAsWarnings reports diagnostics of a reader as warnings.
func (l *loader) reportAsWarnings(diags hcl.Diagnostics) {
	for _, diag := range diags {
		if extra, ok := diag.Extra.(*convert.Extra); ok && (extra.Schema || extra.Refused) {
			continue // the builder reports it for both syntaxes
		}
		moved := *diag
		moved.Severity = hcl.DiagWarning
		moved.Expression, moved.EvalContext = nil, nil
		l.report(&moved)
	}
}

// warn reports a warning with a range.
func (l *loader) warn(rng hcl.Range, summary, format string, args ...any) {
	l.report(&hcl.Diagnostic{
		Severity: hcl.DiagWarning, Summary: summary, Detail: fmt.Sprintf(format, args...), Subject: &rng,
	})
}

// report adds a diagnostic, once.
func (l *loader) report(diag *hcl.Diagnostic) {
	if diag.Subject != nil && l.reported[diag.Subject.Filename] {
		return
	}
	if key := diag.Error(); !l.reported[key] {
		l.reported[key] = true
		l.diags = append(l.diags, diag)
	}
}

// product defines the differences between the products.
type product struct{ target opentofu.Target }

// hasActions reports whether the language has action blocks.
func (p product) hasActions() bool { return p.isTerraform() && p.target.AtLeast(1, 14) }

// allowsTypeWords reports whether a type word alone is a reference.
func (p product) allowsTypeWords() bool { return !p.isTerraform() && p.target.AtLeast(1, 13) }

func (p product) isTerraform() bool { return p.target.Product == opentofu.Terraform }
