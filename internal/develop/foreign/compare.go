package foreign

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/schema"
)

func sorted(attributes hclsyntax.Attributes) []*hclsyntax.Attribute {
	return slices.SortedFunc(maps.Values(attributes), func(a, b *hclsyntax.Attribute) int {
		return a.NameRange.Start.Byte - b.NameRange.Start.Byte
	})
}

func stringOf(v cty.Value) (string, bool) {
	if v.IsNull() || !v.IsKnown() || v.Type() != cty.String {
		return "", false
	}
	return v.AsString(), true
}

// try writes a file in a style, converts it back, and fills in what became of the
// names. It returns the warnings about guesses, and a message where that does not work.
func try(src []byte, tops []*top, s style, d *schema.Dialect) (said []string, problem string) {
	w := &writer{style: s, src: src}
	w.file(tops)
	native, diags := convert.ToHCL(w.Bytes(), "x.tf.json", d, convert.Options{})
	if diags.HasErrors() {
		return nil, diags.Error() + "\n" + w.String()
	}
	file, wrong := hclsyntax.ParseConfig(native, "x.tf", hcl.InitialPos)
	if wrong.HasErrors() {
		return nil, wrong.Error()
	}
	warned := map[int]bool{}
	for _, diag := range diags {
		if _, guess := diag.Extra.(*convert.Guess); guess {
			warned[diag.Subject.Start.Byte] = true
			said = append(said, diag.Detail)
		}
	}
	blocks := map[string][]*hclsyntax.Block{}
	for _, block := range file.Body.(*hclsyntax.Body).Blocks {
		key := keyOf(block.Type, block.Labels)
		blocks[key] = append(blocks[key], block)
	}
	for _, t := range tops {
		key := keyOf(t.typ, t.labels)
		if found := blocks[key]; len(found) > 0 {
			t.body.compare(found[0].Body, warned)
			blocks[key] = found[1:]
		}
	}
	return said, ""
}

func keyOf(typ string, labels []string) string { return typ + "\x00" + strings.Join(labels, "\x00") }

// compare finds the names of a body in what came back.
func (b *body) compare(result *hclsyntax.Body, warned map[int]bool) {
	count := map[string]int{}
	inner := map[string][]*hclsyntax.Body{}
	for _, block := range result.Blocks {
		typ := block.Type
		count[typ]++
		if typ == "dynamic" {
			for _, content := range block.Body.Blocks {
				inner[typ] = append(inner[typ], content.Body)
			}
			continue
		}
		inner[typ] = append(inner[typ], block.Body)
	}
	for text, n := range b.names {
		attribute := result.Attributes[text]
		n.found, n.isBlock = attribute != nil || count[text] > 0, count[text] > 0
		n.warned = warned[n.at]
	}
	for typ, bodies := range b.inner {
		if len(bodies) != len(inner[typ]) {
			// What is inside has gone another way, with the warning for what is around.
			if n := b.names[typ]; n != nil && n.warned {
				b.warnInside(typ)
			}
			continue
		}
		for i, body := range bodies {
			body.compare(inner[typ][i], warned)
		}
	}
}

// warnInside counts what is in the blocks of a type as warned about.
func (b *body) warnInside(typ string) {
	for _, body := range b.inner[typ] {
		for _, n := range body.names {
			n.warned = true
		}
		for inner := range body.inner {
			body.warnInside(inner)
		}
	}
}

// right reports whether a name has come back as what it was. null is what is not
// there.
func (n *name) right(b *body) bool {
	if !n.found {
		a := b.native.Attributes[n.text]
		return a != nil && isNull(a.Expr)
	}
	return n.isBlock == n.block
}

func isNull(e hclsyntax.Expression) bool {
	literal, ok := e.(*hclsyntax.LiteralValueExpr)
	return ok && literal.Val.IsNull()
}
