package hcltext

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// A short integer is all that needs no reading to be an index as it is usually spelled.
func TestCanonicalIndexes(t *testing.T) {
	for s, want := range map[string]bool{
		"a[0]": true, "a[123456789012345]": true, "a[1234567890123456]": false, "a[12345678901234567]": false,
		"a[]": false, "a[": false, "a[1": false, "a[\"": false, "a[\"b": false, "a[\"b\"": false, "a[\"b\"]": true,
		"a[\"\"]": true, "a[b]": false, "a[1.5]": false, "a[-1]": false, "a[\"b\\n\"]": false, "a[\"${b}\"]": false,
		"a[\"\x7f\"]": false, "a[\"\t\"]": false, "a[\"b\"]c": false, "a.b[0].c[\"d\"]": true, "a.for": false, "é": false,
		"a.é": false, "a.bé": false, "a.": false, "a..b": false, "a.in.b": false, "for": false,
	} {
		if got := IsCanonicalTraversal(s); got != want {
			t.Errorf("%s is one: %t", s, got)
		}
	}
}

func TestIsIdentifier(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "_1-": true, "é": true, "aé": true, "Az": true, "Zz-": true, "a9": true, "a_": true, "a\u0301": true,
		"": false, "1": false, "-a": false, "a b": false, "a.b": false, " é": false, "é ": false, "\ufeffa": false,
		"a\ufeff": false, "\u0301a": false, "a\xff": false, "\xff": false, "\ufffd": false, "@": false, "[": false,
		"`": false, "{": false, "a/": false, "a:": false,
	} {
		if got := IsIdentifier(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// TestContainsName checks that a part of a longer name does not count.
func TestContainsName(t *testing.T) {
	for text, want := range map[string]bool{
		"b": true, "a.b.c": true, "${b}": true, "# b": true, "é.b": true, "xb b": true, "bb.b": true, "\xffb\xff": true,
		"": false, "a": false, "xb": false, "bx": false, "b-": false, "-b": false, "éb": false, "bé": false, "bb": false,
		"_b": false, "b1": false, "1b": false,
	} {
		if got := ContainsName(text, "b"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if !ContainsName("a.a.b", "a.b") {
		t.Error("the name is only found where it starts first")
	}
}

// TestTraversalText checks that a reference has one spelling. Simple references need no parsing.
func TestTraversalText(t *testing.T) {
	for _, test := range []struct {
		src, want string
		known     bool
	}{
		{"a", "a", true},
		{"a.b-c._d", "a.b-c._d", true},
		{"a[0].b[\"c d\"][12]", "a[0].b[\"c d\"][12]", true},
		{"a . b [ 0 ]", "a.b[0]", false},
		{"a.0", "a[0]", false},
		{"a[1e3].b", "a[1000].b", false},
		{"a[1.5]", "a[1.5]", false},
		{"a[\"\\u0041$${\\n\"]", "a[\"A$${\\n\"]", false},
		{"a[\"é\"]", "a[\"é\"]", true},
		{"é.b", "é.b", false},
		{"for", "for", false},
		{"a.in", "a.in", false},
	} {
		expr, _ := hclsyntax.ParseExpression([]byte(test.src), "", hcl.InitialPos)
		traversal, diags := hcl.AbsTraversalForExpr(expr)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if got := TraversalText(traversal); got != test.want || IsCanonicalTraversal(test.src) != test.known {
			t.Errorf("%s is written %s, and known: %t", test.src, got, IsCanonicalTraversal(test.src))
		}
	}
	relative := hcl.Traversal{hcl.TraverseAttr{Name: "a"}, hcl.TraverseAttr{Name: "b"}}
	if got := TraversalText(relative); got != "a.b" {
		t.Errorf("steps alone are written %s", got)
	}
	for want, step := range map[string]hcl.Traverser{
		"a": hcl.TraverseRoot{Name: "a"}, "b": hcl.TraverseAttr{Name: "b"}, "": hcl.TraverseIndex{Key: cty.StringVal("c")},
	} {
		if got := StepName(step); got != want {
			t.Errorf("the name of %v is %q", step, got)
		}
	}
}
