package hclwrite

import (
	"bytes"
	"flag"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	upstream "github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// natives calls add with the native text of every golden. It reads the archives itself, because
// internal/testing/golden imports this package.
func natives(f testing.TB, add func(src []byte)) {
	f.Helper()
	found := 0
	err := filepath.WalkDir("../testdata", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".txtar" {
			return err
		}
		archive, err := txtar.ParseFile(path)
		if err != nil {
			return err
		}
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) != ".json" && !strings.HasSuffix(file.Name, "diagnostics") {
				add(file.Data)
				found++
			}
		}
		return nil
	})
	if err != nil || found == 0 {
		f.Fatalf("%d native files: %v", found, err)
	}
}

// expressions calls add with the source of every expression of the goldens; without oracles and
// fuzzing, with every fifth.
func expressions(f testing.TB, add func(src string)) {
	f.Helper()
	n, every := 0, oracles.Rounds(5, 1)
	if flag.Lookup("test.fuzz").Value.String() != "" {
		every = 1
	}
	natives(f, func(src []byte) {
		file, diags := hclsyntax.ParseConfig(bytes.Clone(src), "", hcl.InitialPos)
		if diags.HasErrors() {
			return
		}
		_ = hclsyntax.VisitAll(file.Body.(*hclsyntax.Body), func(node hclsyntax.Node) hcl.Diagnostics {
			if expr, ok := node.(hclsyntax.Expression); ok {
				rng := expr.Range()
				if n++; n%every == 0 && rng.Start.Byte < rng.End.Byte && rng.End.Byte <= len(src) {
					add(string(src[rng.Start.Byte:rng.End.Byte]))
				}
			}
			return nil
		})
	})
}

// FuzzPrint checks that a parsed file is printed in canonical layout, with its comments.
func FuzzPrint(f *testing.F) {
	natives(f, func(src []byte) { f.Add(src) })
	for _, src := range printedFiles {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file, diags := ParseFile(src, "")
		if diags.HasErrors() || !utf8.Valid(src) {
			return
		}
		out := file.Bytes()
		if fault := fileFault(string(src)); fault != "" {
			t.Fatalf("%s\nof\n%q", fault, src)
		}
		if had, has := commentCount(src), commentCount(out); had != has {
			t.Errorf("there were %d comments and are %d:\n%s\nof\n%q", had, has, out, src)
		}
	})
}

func commentCount(src []byte) (n int) {
	tokens, _ := hclsyntax.LexConfig(src, "", hcl.InitialPos)
	for _, token := range tokens {
		if token.Type == hclsyntax.TokenComment {
			n++
		}
	}
	return n
}

// The lexer finds the brackets, quotes and heredocs that hclsyntax's scanner finds.
func FuzzLex(f *testing.F) {
	natives(f, func(src []byte) { f.Add(string(src), false) })
	expressions(f, func(src string) { f.Add(src, true) })
	f.Fuzz(func(t *testing.T, src string, template bool) {
		// There a carriage return makes all the rest literal text.
		if !utf8.ValidString(src) || strings.HasPrefix(src, "\ufeff") || template && strings.Contains(src, "\r") {
			return
		}
		// A heredoc may end at the end of the text here.
		src += "\n"
		var x hcltext.Lexer
		x.Reset(src, 0, hcltext.InCode)
		lex := hclsyntax.LexConfig
		if template {
			lex = hclsyntax.LexTemplate
			x.Context = hcltext.InLines
		}
		tokens, diags := lex([]byte(src), "", hcl.InitialPos)
		if diags.HasErrors() {
			return
		}
		var got, want []int
		for k := x.Next(); k != hcltext.NoToken; k = x.Next() {
			if k >= hcltext.OpenBrace && k <= hcltext.CloseHeredoc {
				got = append(got, x.Start)
			}
		}
		for _, token := range tokens {
			switch token.Type {
			case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenOQuote,
				hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl,
				hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCQuote,
				hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
				want = append(want, token.Range.Start.Byte)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("brackets at %v, and at %v by hclsyntax, of %q", got, want, src)
		}
	})
}

// A static reference in its usual spelling is one, and upstream's formatter leaves
// it alone.
func FuzzCanonicalTraversal(f *testing.F) {
	expressions(f, func(src string) { f.Add(src) })
	f.Fuzz(func(t *testing.T, src string) {
		if !utf8.ValidString(src) || !hcltext.IsCanonicalTraversal(src) {
			return
		}
		if _, diags := hclsyntax.ParseTraversalAbs([]byte(src), "", hcl.InitialPos); diags.HasErrors() {
			t.Errorf("%q is no static reference: %s", src, diags)
		}
		text := "x = " + src + "\n"
		if formatted := string(upstream.Format([]byte(text))); formatted != text {
			t.Errorf("upstream's formatter changes %q to %q", text, formatted)
		}
	})
}

// FuzzParseTemplate checks that every text accepted by the fast paths is a template of the returned
// kind.
func FuzzParseTemplate(f *testing.F) {
	expressions(f, func(src string) { f.Add(strings.Trim(src, `"`)) })
	for _, src := range []string{
		"\ufeff%{if a}%{else/* c */}%{endif}", "%{~ /**/ if a}\n%{ # else\nelse~}b%{/**/endif}", "${a[*\n]}", "${a[\n*].b}",
		"\r$${", "\ufeff$${\r${a}$${", "\ufeff\ufeffa", "%\r{", "a ~}\n", "$${~a\nb", "\r\n${~a}\n\r${b",
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if !utf8.ValidString(src) || deepTemplate(src) {
			return
		}
		parsed, diags := hclsyntax.ParseTemplate([]byte(src), "", hcl.InitialPos)
		expr, ours := ParseTemplate(src, "")
		if diags.HasErrors() != ours.HasErrors() {
			t.Fatalf("%q: hclsyntax: %v, hclwrite: %v", src, diags, ours)
		}
		if diags.HasErrors() {
			return
		}
		file := File{Body: Body{Items: []Item{&Attribute{Name: "x", Expr: expr}}}}
		out := file.Bytes()
		again, diags := hclsyntax.ParseConfig(out, "", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatalf("%q is written as %q, which does not parse: %s", src, out, diags)
		}
		value := again.Body.(*hclsyntax.Body).Attributes["x"].Expr
		if _, sole := parsed.(*hclsyntax.TemplateWrapExpr); sole {
			parsed = parsed.(*hclsyntax.TemplateWrapExpr).Wrapped
		}
		if !costly.MatchString(src) && differ(parsed, value) {
			t.Errorf("%q is written as %q, which reads otherwise", src, out)
		}
	})
}

// deepTemplate reports whether a template is nested beyond the limits.
func deepTemplate(src string) bool {
	p := newParser(src)
	p.template()
	return p.tooDeep
}

// costly matches text that may take long to evaluate: loops and huge numbers.
var costly = regexp.MustCompile(`for|[eE][+-]?[0-9]{3}|[0-9]{100}`)

// differ reports whether two expressions that can be evaluated have different values, or
// others use different variables.
func differ(a, b hclsyntax.Expression) bool {
	va, da := a.Value(variables)
	vb, db := b.Value(variables)
	if da.HasErrors() != db.HasErrors() {
		return true
	}
	if !da.HasErrors() {
		return !va.RawEquals(vb)
	}
	return len(a.Variables()) != len(b.Variables())
}

// A template in quotes is read back as the same template.
func FuzzQuote(f *testing.F) {
	expressions(f, func(src string) { f.Add(strings.Trim(src, `"`)) })
	f.Fuzz(func(t *testing.T, template string) {
		if !utf8.ValidString(template) || deepTemplate(template) || hcltext.IsFragile(template) {
			return
		}
		parsed, diags := hclsyntax.ParseTemplate([]byte(template), "", hcl.InitialPos)
		if diags.HasErrors() {
			return
		}
		quoted := hcltext.QuoteTemplate(template)
		if _, diags := hclsyntax.ParseExpression([]byte(quoted), "", hcl.InitialPos); diags.HasErrors() {
			t.Fatalf("%q in quotes is %s, which does not parse: %s", template, quoted, diags)
		}
		if _, sole := parsed.(*hclsyntax.TemplateWrapExpr); sole {
			return
		}
		expr, _ := ParseExpr(quoted, "")
		if back, ok := expr.(*Template); ok && back.Text != template {
			t.Errorf("%q in quotes is %s, which reads as %q", template, quoted, back.Text)
		}
	})
}
