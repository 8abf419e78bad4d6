package tidy

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
)

// chomp is the function that takes the line ends off a text.
const chomp = "chomp"

// maxHeredoc is how many lines a heredoc gets: hclsyntax takes the square of their
// number in time, and nobody reads more in a configuration.
const maxHeredoc = 1000

// heredoc writes texts of several lines as heredocs. The printer does so with those
// that end with a newline; the others need a call.
func heredoc(m *module) {
	if !m.knows(chomp) {
		return
	}
	m.each(func(s *spot) {
		t, ok := (*s.expr).(*hclwrite.Template)
		if !ok || !s.free() || s.inCall || !strings.Contains(t.Text, "\n") ||
			strings.Count(t.Text, "\n") > maxHeredoc || !endsInText(t.Text) {
			return
		}
		text := hclwrite.ExprText(&hclwrite.Template{Text: t.Text + "\n"})
		if !strings.HasPrefix(text, "<<") {
			return
		}
		m.replace("heredoc", s, &hclwrite.Native{Text: chomp + "(" + indented(text, s.depth) + "\n)"})
	})
}

// endsInText reports whether a template ends in literal text that no line end is
// the end of, so that chomp takes nothing off it but the newline that is added.
func endsInText(template string) bool {
	if strings.HasSuffix(template, "\n") || strings.HasSuffix(template, "\r") {
		return false
	}
	if !hclwrite.HasSequence(template) {
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

// indented indents the lines of a heredoc that may be indented.
func indented(text string, depth int) string {
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
