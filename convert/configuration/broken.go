package configuration

import (
	"cmp"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// withoutBroken takes away what the parser made up in place of what it could not
// read: expressions with an error become empty ones, and blocks with an error in
// front of their body are left out. The parser does not report all errors of a file,
// so that each part is read again.
func withoutBroken(src []byte, body *hclsyntax.Body) {
	parts := partsOf(body)
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.start.Byte, b.start.Byte) })
	broken := map[*hclsyntax.Block]bool{}
	for i, p := range parts {
		end := len(src)
		if i+1 < len(parts) {
			end = parts[i+1].start.Byte
		}
		switch {
		case p.attribute != nil:
			// The rest of the line belongs to it: the parser may have stopped before.
			if brokenBefore(src[p.start.Byte:end], p.start, p.attribute.SrcRange.End.Line) {
				p.attribute.Expr = unread(p.attribute.Expr)
			}
		case p.block != nil:
			open := p.block.OpenBraceRange
			header := slices.Concat(src[p.start.Byte:max(p.start.Byte, open.End.Byte)], []byte("\n}\n"))
			// The parser has no brace for what it gave up.
			broken[p.block] = open == p.block.TypeRange || brokenBefore(header, p.start, open.End.Line+1)
		}
	}
	leaveOut(body, broken)
}

// part is the beginning of an attribute, of a block, or the end of one.
type part struct {
	start     hcl.Pos
	attribute *hclsyntax.Attribute
	block     *hclsyntax.Block
}

func partsOf(body *hclsyntax.Body) []part {
	var list []part
	for _, a := range body.Attributes {
		list = append(list, part{start: a.NameRange.Start, attribute: a})
	}
	for _, block := range body.Blocks {
		list = append(list, part{start: block.TypeRange.Start, block: block})
		list = append(list, partsOf(block.Body)...)
		if block.CloseBraceRange.Start.Byte > block.TypeRange.Start.Byte {
			list = append(list, part{start: block.CloseBraceRange.Start})
		}
	}
	return list
}

// brokenBefore reports whether a part of a file that begins at a place has an error up
// to the end of a line.
func brokenBefore(src []byte, start hcl.Pos, line int) bool {
	_, diags := hclsyntax.ParseConfig(src, "", start)
	return slices.ContainsFunc(diags, func(diag *hcl.Diagnostic) bool {
		return diag.Severity == hcl.DiagError && (diag.Subject == nil || diag.Subject.Start.Line <= line)
	})
}

func leaveOut(body *hclsyntax.Body, broken map[*hclsyntax.Block]bool) {
	body.Blocks = slices.DeleteFunc(body.Blocks, func(block *hclsyntax.Block) bool { return broken[block] })
	for _, block := range body.Blocks {
		leaveOut(block.Body, broken)
	}
}

// unread stands in place of an expression that cannot be read.
func unread(e hclsyntax.Expression) hclsyntax.Expression {
	return &hclsyntax.ExprSyntaxError{Placeholder: cty.DynamicVal, SrcRange: e.Range()}
}

// isUnread reports whether an expression could not be read, which has been reported.
func isUnread(e hcl.Expression) bool {
	_, is := e.(*hclsyntax.ExprSyntaxError)
	return is
}
