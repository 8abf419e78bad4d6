package hclwrite

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	upstream "github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// printedFault checks that printed text can be parsed and is in canonical layout: a second print
// and upstream's formatter return the same text.
func printedFault(f *File) string {
	out := f.Bytes()
	again, diags := ParseFile(out, "")
	if diags.HasErrors() {
		return fmt.Sprintf("the result does not parse: %s\n%s", diags, out)
	}
	if third := again.Bytes(); !bytes.Equal(out, third) {
		return fmt.Sprintf("the layout is no fixpoint:\n%s\nbecomes\n%s", out, third)
	}
	// The formatter is not followed if it joins two tokens.
	if formatted := upstream.Format(out); !bytes.Equal(out, formatted) && sameTokens(out, formatted) {
		return fmt.Sprintf("upstream's formatter changes\n%s\nto\n%s", out, formatted)
	}
	return ""
}

// fileFault returns the fault of a printed file, or "".
func fileFault(src string) string {
	f, diags := ParseFile([]byte(src), "")
	if diags.HasErrors() {
		return ""
	}
	if fault := printedFault(f); fault != "" {
		return fault
	}
	read, _ := hclsyntax.ParseConfig([]byte(src), "", hcl.InitialPos)
	printed, diags := hclsyntax.ParseConfig(f.Bytes(), "", hcl.InitialPos)
	if diags.HasErrors() {
		return fmt.Sprintf("hclsyntax refuses the result: %s\n%s", diags, f.Bytes())
	}
	has := printed.Body.(*hclsyntax.Body).Attributes
	for name, a := range read.Body.(*hclsyntax.Body).Attributes {
		if !costly.MatchString(src) && differ(a.Expr, has[name].Expr) {
			return fmt.Sprintf("%s has another value:\n%s", name, f.Bytes())
		}
	}
	return ""
}

// templateFault returns the fault of a template's expression at any position where JSON can have
// it.
func templateFault(src string) string {
	value, diags := ParseTemplate(src, "")
	if diags.HasErrors() || !utf8.ValidString(src) {
		return ""
	}
	for _, e := range []Expr{
		value,
		&Tuple{Items: []CollectionItem{&Element{Value: value}, &Element{Value: value}}},
		&Object{Items: []CollectionItem{
			&Element{Key: &Key{Text: src, Template: true}, Value: value}, &Element{Key: &Key{Text: "for"}, Value: value},
		}},
	} {
		a := func() *Attribute { return &Attribute{Name: "x", Expr: e} }
		f := &File{Body: Body{Items: []Item{a(), &Block{Type: "b", Body: Body{Items: []Item{a()}}}}}}
		if fault := printedFault(f); fault != "" {
			return fault
		}
	}
	return ""
}

// printedFiles and printedTemplates are regressions: earlier versions printed them incorrectly.
var (
	printedFiles = []string{
		"a = [(for)]\n", "a = [(for.x), (for)]\n", "a = [(for[0])]\n", "a = [(for(1))]\n", "a = [(for\n)]\n",
		"a = [(\nfor +\n1)]\n", "a = [ # c\n  /* d */ (for::f()), # e\n]\n", "a = [[(for ? 1 : 2)]]\n", "a = [(for-a)]\n",
		"a = {\n  (for) = 1\n}\n", "a = {\n  \"for\" = 1, b = [(for)]\n}\n", "a = {\n  (for.x) = 1\n}\n",
		"a = f(\"a\"\n, /* \n */ 1.50,)\n", "a = [\n  f(\"a\"\n  , /* c\n */ 1)\n]\n",
		"b {\n  a = [f([{ b = 1\n  }] /*\n*/ - 1...)]\n}\n",
		"a = <<E\n${\r\nb ~}\nE\n", "a = [<<E\n${b\r\n~}\nE\n]\n", "a = <<-E\n  b\n  ${~ c\r\n.d ~}\n  E\n",
		"a = <<-E\n    x ${\nb[0]\n} y\n      z\n  E\n", "a = <<-E\n    x\n  ${~ b[0] ~}\n  y\n    z\n    E\n",
		"a = 2. e+3\n", "a = 2. e-3\n", "a = [2 .e5, 1. 0]\n", "b {\n  a = { f([\n  ]) = [\"\"]\n  }\n}\n",
	}
	printedTemplates = []string{
		"${for}", "${for.x}", "${for[0]}", "${for(1)}", "${[for]}", "${(for)}", "${for\n}", "${{ (for) = for }}",
		"${f(\"a\"\n, /* \n */ 1.50,)}", "${[\n  f(1)\n\n,]~}",
		"${a[/*c*/\n*].b}", "${a[ # c\n*].b}", "${{(b) = 1\na = 2\n}.*}",
	}
)

func TestPrinted(t *testing.T) {
	for _, src := range printedFiles {
		if fault := fileFault(src); fault != "" {
			t.Errorf("%q: %s", src, fault)
		}
	}
	for _, src := range printedTemplates {
		if fault := templateFault(src); fault != "" {
			t.Errorf("%q: %s", src, fault)
		}
	}
}

// TestPrintedTexts prints random texts.
func TestPrintedTexts(t *testing.T) {
	n := rounds(t, 6000)
	g := &grammar{Rand: rand.New(rand.NewPCG(7, uint64(n)))}
	var goldens []string
	natives(t, func(src []byte) { goldens = append(goldens, string(src)) })
	read, faults := 0, 0
	for i := range n {
		src, fault := "", fileFault
		switch i % 6 {
		case 0, 1:
			src = g.body(0)
		case 2:
			src = g.each(false, "a =", g.heredoc)
		case 3:
			src, fault = g.interpolation()+g.one("", "", "s", "\n", "s\n\n"), templateFault
		case 4:
			src = soup(g.Rand)
		case 5:
			if src = goldens[g.IntN(len(goldens))]; src != "" {
				src = changeText(g.Rand, src)
			}
		}
		if _, diags := ParseFile([]byte(src), ""); !diags.HasErrors() {
			read++
		}
		if fault(src) == "" {
			continue
		}
		src = shrunk(src, fault)
		t.Errorf("%q: %s", src, fault(src))
		if faults++; faults == 10 {
			break
		}
	}
	if t.Logf("%d of %d are files", read, n); read < n/3 {
		t.Error("too few are files")
	}
}

// shrunk removes parts of a text as long as the fault remains.
func shrunk(src string, fault func(string) string) string {
	for size := len(src) / 2; size > 0; {
		before := src
		for i := 0; i+size <= len(src); {
			if text := src[:i] + src[i+size:]; fault(text) != "" {
				src = text
			} else {
				i++
			}
		}
		if src == before {
			size /= 2
		}
	}
	return src
}

// variables are the variables in random texts.
var variables = &hcl.EvalContext{Variables: map[string]cty.Value{
	"a": cty.StringVal("a\n"), "b": cty.ListVal([]cty.Value{cty.StringVal("b")}), "x": cty.True,
	"é":   cty.NumberIntVal(2),
	"for": cty.StringVal("for"), "if": cty.ObjectVal(map[string]cty.Value{"a": cty.StringVal("c")}),
}}
