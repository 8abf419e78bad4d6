package fromconfig

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
)

// intact makes the tree of a file with errors, without what the parser made up in
// place of what it could not read: expressions with an error are missing, and blocks
// with an error in front of their body are left out. The parser does not report all
// errors of a file, so that each part is read again.
func intact(src []byte, body *hclsyntax.Body) hclwrite.Body {
	parts := partsOf(body)
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.start.Byte, b.start.Byte) })
	broken := map[hclsyntax.Node]bool{}
	for i, p := range parts {
		end := len(src)
		if i+1 < len(parts) {
			end = parts[i+1].start.Byte
		}
		switch node := p.node.(type) {
		case *hclsyntax.Attribute:
			// The rest of the line belongs to it: the parser may have stopped before.
			broken[node] = brokenBefore(src[p.start.Byte:end], p.start, node.SrcRange.End.Line)
		case *hclsyntax.Block:
			open := node.OpenBraceRange
			header := slices.Concat(src[p.start.Byte:max(p.start.Byte, open.End.Byte)], []byte("\n}\n"))
			// The parser has no brace for what it gave up.
			broken[node] = open == node.TypeRange || brokenBefore(header, p.start, open.End.Line+1)
		}
	}
	return without(broken, src, body)
}

// part is the beginning of an attribute or a block, or the end of a block, which
// has no node.
type part struct {
	start hcl.Pos
	node  hclsyntax.Node
}

func partsOf(body *hclsyntax.Body) []part {
	var list []part
	for _, a := range body.Attributes {
		list = append(list, part{a.NameRange.Start, a})
	}
	for _, block := range body.Blocks {
		list = append(list, part{block.TypeRange.Start, block})
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

// without makes the tree of a body.
func without(broken map[hclsyntax.Node]bool, src []byte, body *hclsyntax.Body) hclwrite.Body {
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
			made := &hclwrite.Block{Type: block.Type, Labels: block.Labels, Body: without(broken, src, block.Body),
				Span: spanOf(block.Range())}
			made.Body.Span.Start = block.OpenBraceRange.End.Byte
			tree.Append(made)
		}
	}
	slices.SortFunc(tree.Items,
		func(a, b hclwrite.Item) int { return cmp.Compare(a.ItemSpan().Start, b.ItemSpan().Start) })
	return tree
}

func spanOf(rng hcl.Range) hclwrite.Span {
	return hclwrite.Span{Start: rng.Start.Byte, End: rng.End.Byte}
}
