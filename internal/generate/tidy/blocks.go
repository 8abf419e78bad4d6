package tidy

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/tree/nodes"
)

// writeBlocks writes lists of objects as blocks if the provider's schema permits it. It omits null
// values, because a missing argument of a block is null.
func writeBlocks(m *module) {
	if m.opts.Dialect.Merges {
		return // the product merges arguments and blocks in different ways
	}
	languages.Prepare(m.opts.Dialect)
	for _, file := range m.files {
		m.writeBodyBlocks(file.Name, nil, &file.Body, m.opts.Dialect.Root)
	}
}

// writeBodyBlocks writes lists of objects in a body as blocks. path is the path of the body.
func (m *module) writeBodyBlocks(file string, path []string, b *hclwrite.Body, rules *tables.Body) {
	path = slices.Clip(path)
	items := make([]hclwrite.Item, 0, len(b.Items))
	for _, item := range b.Items {
		switch item := item.(type) {
		case *hclwrite.Block:
			m.writeBodyBlocks(file, append(path, blockStep(item)), &item.Body, rules.BlockBody(item.Type, item.Labels, item.Body.SourceOf))
		case *hclwrite.Attribute:
			if made := equivalentBlocks(item, rules); made != nil {
				items = append(items, made...)
				after := hclwrite.File{Body: hclwrite.Body{Items: made}}
				m.changes = append(m.changes, Change{
					Step: "blocks", File: file, Place: strings.Join(append(path, item.Name), "."),
					Before: hclwrite.ExprText(item.Expr), After: string(after.Bytes()),
				})
				continue
			}
		}
		items = append(items, item)
	}
	b.Items = items
	b.SplitComments()
}

// equivalentBlocks returns the blocks equivalent to an argument, or nil.
func equivalentBlocks(a *hclwrite.Attribute, rules *tables.Body) []hclwrite.Item {
	if rules == nil {
		return nil
	}
	row, _ := rules.Lookup(a.Name)
	tuple, ok := a.Expr.(*hclwrite.Tuple)
	if row == nil || row.AsBlocks == nil || !ok || len(tuple.Items) == 0 || hclwrite.IsCommentGroup(tuple.Items[len(tuple.Items)-1]) ||
		len(tuple.Comments) > 0 || a.Comments.Has(hclwrite.After) {
		return nil
	}
	items := make([]hclwrite.Item, 0, len(tuple.Items))
	for i, item := range tuple.Items {
		switch item := item.(type) {
		case *hclwrite.CommentGroup:
			group := *item
			if i == 0 {
				group.Lines = slices.Concat(a.Comments.At(hclwrite.Above), group.Lines)
			}
			items = append(items, &group)
		case *hclwrite.Element:
			block := elementBlock(a.Name, item, row.AsBlocks.Body())
			if block == nil {
				return nil
			}
			if i == 0 {
				block.Comments = slices.Concat(a.Comments, block.Comments)
			}
			items = append(items, block)
		}
	}
	return items
}

// elementBlock returns the block for one element, or nil.
func elementBlock(name string, item *hclwrite.Element, rules *tables.Body) *hclwrite.Block {
	object, ok := item.Value.(*hclwrite.Object)
	if !ok || !nodes.HasStaticKeys(object) || len(object.Elements()) != len(rules.Attributes) {
		return nil // the product rejects an object without all arguments
	}
	block := hclwrite.NewBlock(name)
	block.Comments = slices.Concat(item.Comments, object.Comments)
	for i, item := range object.Items {
		member, ok := item.(*hclwrite.Element)
		if !ok {
			block.Body.Append(item.(*hclwrite.CommentGroup))
			continue
		}
		row, _ := rules.Lookup(member.Key.Text)
		if row == nil || !hcltext.IsIdentifier(member.Key.Text) {
			return nil
		}
		if literal, ok := member.Value.(*hclwrite.Literal); ok && literal.Text == "null" {
			if len(member.Comments) > 0 || i > 0 && hclwrite.IsCommentGroup(object.Items[i-1]) {
				return nil
			}
			continue
		}
		a := &hclwrite.Attribute{Name: member.Key.Text, Expr: member.Value, Comments: member.Comments}
		if inner := equivalentBlocks(a, rules); inner != nil {
			block.Body.Append(inner...)
		} else {
			block.Body.Append(a)
		}
	}
	return block
}

// chompFunction is the name of the function that removes trailing newlines.
const chompFunction = "chomp"

// maxHeredoc is the maximum number of lines of a heredoc. hclsyntax needs quadratic time in this
// number, and longer heredocs are not readable.
const maxHeredoc = 1000

// writeHeredocs writes texts of several lines as heredocs. The printer does this for texts with a newline
// at the end. Other texts need a call of chomp.
func writeHeredocs(m *module) {
	if !m.hasFunction(chompFunction) {
		return
	}
	m.eachExpr(func(s *spot) {
		t, ok := (*s.expr).(*hclwrite.Template)
		if !ok || !s.acceptsAnyExpr() || s.inCall || !strings.Contains(t.Text, "\n") ||
			strings.Count(t.Text, "\n") > maxHeredoc || !canChomp(t.Text) {
			return
		}
		text := hclwrite.ExprText(&hclwrite.Template{Text: t.Text + "\n"})
		if !strings.HasPrefix(text, "<<") {
			return
		}
		m.replaceExpr("heredoc", s, &hclwrite.Native{Text: chompFunction + "(" + indentHeredoc(text, s.depth) + "\n)"})
	})
}

// canChomp reports whether a template ends with literal text, without a line end. A call of chomp
// then removes only the newline that the heredoc adds.
func canChomp(template string) bool {
	if strings.HasSuffix(template, "\n") || strings.HasSuffix(template, "\r") {
		return false
	}
	if !hcltext.HasSequence(template) {
		return true
	}
	parsed, diags := hclsyntax.ParseTemplate([]byte(template), "", hcl.InitialPos)
	parts, ok := parsed.(*hclsyntax.TemplateExpr)
	if diags.HasErrors() || !ok {
		return false
	}
	last, ok := parts.Parts[len(parts.Parts)-1].(*hclsyntax.LiteralValueExpr)
	return ok && last.Val.Type() == cty.String && strings.HasSuffix(template, last.Val.AsString()) &&
		strings.TrimRight(last.Val.AsString(), "\r\n") != ""
}

// indentHeredoc indents the lines of a heredoc with the marker <<-.
func indentHeredoc(text string, depth int) string {
	if !strings.HasPrefix(text, "<<-") {
		return text
	}
	blanks := strings.Repeat("  ", depth)
	var b strings.Builder
	first := true
	for line := range strings.Lines(text) {
		if !first && line != "\n" {
			b.WriteString(blanks)
		}
		first = false
		b.WriteString(line)
	}
	return b.String()
}
