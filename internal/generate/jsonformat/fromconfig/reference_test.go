package fromconfig

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// TestPlainReferences checks that references found without parsing equal the parser's references.
func TestPlainReferences(t *testing.T) {
	for src, plain := range map[string]bool{
		`1`: true, `"a"`: true, `a`: true, `var.a`: true, `a.b[0].c`: true, `a["b.c[0]"].d`: true, `a["x]y"]`: true,
		`a[12]["k"]`:                 true,
		`"x ${var.a} y ${a["k"].b}"`: true, `"$${a} %%{b}"`: true, `"${var.a}${var.b}"`: true, `"${var.a}"`: true,
		`a-b.c-d`:                               true,
		`[a, "b", { c = d.e, "f g" = [h[0]] }]`: true, `{ a = a, b = "${c}d" }`: true, "<<E\n${a}\nb\nE\n": true, `[]`: true,
		`"$${a} ${b}"`: false, `"%{ if a }b%{ endif }"`: false, `"${ a }x"`: false, `"${a["}"]}x"`: false, `"${~ a}x"`: false,
		`a + b`: false, `f(a)`: false, `a[b]`: false, `a[*].b`: false, `{ (a) = b }`: false, `{ "${a}x" = b }`: false,
		`a.0`:              false,
		`[for a in b : a]`: false, `true ? a : b`: false, `-a`: false, `007`: false, `1e5`: false, `[1.5, a]`: false,
	} {
		e, diags := hclwrite.ParseExpr(src, "")
		if diags.HasErrors() {
			t.Fatalf("%s: %v", src, diags)
		}
		found, ok := appendPlainReferences(nil, e)
		if ok != plain {
			t.Errorf("%s is plain: %t", src, ok)
		}
		parsed, diags := hclsyntax.ParseExpression([]byte(src), "", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatalf("%s: %v", src, diags)
		}
		if ok && texts(found) != texts(parsed.Variables()) {
			t.Errorf("%s has %q, want %q", src, texts(found), texts(parsed.Variables()))
		}
		if _, diags := parsed.Value(nil); ok && len(found) > 0 && !diags.HasErrors() {
			t.Errorf("%s is constant", src)
		}
	}
}

func texts(traversals []hcl.Traversal) string {
	all := ""
	for _, t := range traversals {
		all += hcltext.TraversalText(t) + "\n"
	}
	return all
}
