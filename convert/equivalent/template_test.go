package equivalent

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/testing/golden"
)

// FuzzBareTemplate checks the assumption of a fast path: a quoted string without escapes, and a
// heredoc, have the value of their text in a JSON string.
func FuzzBareTemplate(f *testing.F) {
	for _, text := range []string{
		"", "${a}", "${ a }", "a${b}c", "${~ a ~}", "$${a} %%{b}", "$", "%", "$$", "${\"a\"}", "${\"a${b}\"}x",
		"\"", "a\"${b}\"", "%{ if a }b%{ else }c%{ endif }", "%{~ for x in y ~} ${x} %{ endfor }", "${a # c\n}",
		"${<<E\nx\nE\n}", "a\n  b ${c}\n",
		"\u00e9${a}", "e\u0301${a}", "\ufeff${a}", "\r${a}", "\xff${a}", "${", "%{ if a }", "${{a=1}}", "${a}\\", "\\n${a}",
	} {
		f.Add(text)
	}
	for _, g := range golden.ReadSample(f, 40) {
		if input, ok := g.File(g.Input); ok {
			f.Add(string(input))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, around := range [][2]string{{`"`, `"`}, {"<<EOT\n", "\nEOT"}, {"<<EOT\n", "EOT"}, {"<<-EOT\n  ", "\nEOT"}} {
			src := "a = " + around[0] + text + around[1] + "\n"
			l := newBudget()
			tokens, _ := hclsyntax.LexConfig([]byte(src), "", hcl.InitialPos)
			if found := l.excessOf(tokens, configSyntax); found != nil {
				continue
			}
			parsedFile, diags := hclsyntax.ParseConfig([]byte(src), "a", hcl.InitialPos)
			if diags.HasErrors() {
				continue
			}
			e := parsedFile.Body.(*hclsyntax.Body).Attributes["a"].Expr
			if !isTemplateExpr(e) {
				continue
			}
			source, ok := unwrappedTemplate(e.Range().SliceBytes([]byte(src)))
			if !ok {
				continue
			}
			parsed, diags := hclsyntax.ParseTemplate(source, "a", hcl.InitialPos)
			if diags.HasErrors() {
				t.Fatalf("%q is %q in JSON, which is not read: %s", src, source, diags)
			}
			r := normalizer{c: &comparer{budget: &l}, file: &file{}}
			if own, other := r.nativeNode(e), r.nativeNode(parsed); !own.equal(other) {
				t.Errorf("%q is %s, but %q in JSON is %s", src, own, source, other)
			}
		}
	})
}
