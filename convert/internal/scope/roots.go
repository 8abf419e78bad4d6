package scope

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// A language with [schema.Dialect.Roots] has only these variables. In a template sequence, a
// reference to any other variable evaluates to its source text. The product finds this text by its
// position in the file (nomad jobspec2/types.config.go, EvalContext), which fails in a JSON string
// after an escape. The converter therefore writes the text instead of the reference.

// roots contains the variables in the scope of an expression. nil means that all variables are in
// scope.
type roots []string

// withIterator returns the variables in the content of a dynamic block with the given iterator.
func (r roots) withIterator(iterator string) roots {
	if r == nil || iterator == "" {
		return r
	}
	return append(r[:len(r):len(r)], iterator)
}

// ResolveTemplate returns a template in which text replaces the references to variables outside of the scope.
func (r roots) ResolveTemplate(template string) string {
	if r == nil || !hcltext.HasSequence(template) {
		return template
	}
	parsed, diags := syntax.Parse(template, true)
	if diags.HasErrors() {
		return template
	}
	return ReplaceRoots(template, template, 0, r.UnknownRoots(parsed))
}

// WithReferences returns an expression in which sequences such as $${name} become ${name} if the
// meaning stays the same. People usually write such text without the escape.
func (r roots) WithReferences(e hclwrite.Expr) hclwrite.Expr {
	if t, ok := e.(*hclwrite.Template); ok && r != nil {
		return &hclwrite.Template{Text: r.unescapeTemplate(t.Text), Span: t.Span}
	}
	return e
}

// unescapeTemplate returns a template in which escaped sequences become references to variables outside
// of the scope, if the product evaluates these to the same text.
func (r roots) unescapeTemplate(template string) string {
	var b strings.Builder
	rest := template
	for {
		before, after, found := strings.Cut(rest, "$${")
		if !found {
			return b.String() + rest
		}
		// Text up to the next $ is examined only once, because a reference contains no $.
		end := strings.IndexAny(after, "}$")
		if end < 0 || after[end] == '$' {
			b.WriteString(before + "$${")
			rest = after
			continue
		}
		inner, behind := after[:end], after[end+1:]
		root, _, _ := strings.Cut(inner, ".")
		root, _, _ = strings.Cut(root, "[")
		b.WriteString(before)
		switch {
		case strings.HasSuffix(before, "$"), !hcltext.IsCanonicalTraversal(inner), slices.Contains(r, root),
			strings.HasPrefix(strings.TrimLeft(behind, " "), "}"):
			b.WriteString("$${")
			rest = after
		default:
			b.WriteString("${" + inner + "}")
			rest = behind
		}
	}
}

// UnknownRoots returns the ranges of the references to variables outside of the scope, in source
// order.
func (r roots) UnknownRoots(e hclsyntax.Expression) []hcl.Range {
	var list []hcl.Range
	for _, traversal := range hclsyntax.Variables(e) {
		if r.isUnknown(traversal) {
			list = append(list, traversal.SourceRange())
		}
	}
	slices.SortFunc(list, func(a, b hcl.Range) int { return cmp.Compare(a.Start.Byte, b.Start.Byte) })
	return list
}

func (r roots) isUnknown(traversal hcl.Traversal) bool {
	return r != nil && !traversal.IsRelative() && !slices.Contains(r, traversal.RootName())
}

// ReplaceRoots replaces the references at ranges of text with the text to which the product
// evaluates them. text starts at the offset base of src.
func ReplaceRoots(text, src string, base int, ranges []hcl.Range) string {
	var b strings.Builder
	done := 0
	for _, rng := range ranges {
		start, end := rng.Start.Byte, rng.End.Byte
		value := RootText(src, base+start, base+end)
		open := strings.TrimRight(text[done:start], " ")
		rest := strings.TrimLeft(text[end:], " ")
		if strings.HasSuffix(open, "${") && strings.HasPrefix(rest, "}") {
			b.WriteString(strings.TrimSuffix(open, "${") + "$" + value)
			done = len(text) - len(rest) + 1
			continue
		}
		b.WriteString(text[done:start] + quoteText(value))
		done = end
	}
	return b.String() + text[done:]
}

// RootText returns the text to which the product evaluates a reference. start and end are offsets of
// the reference in src. As in the product, the text includes the ${ before the reference and the }
// after it.
func RootText(src string, start, end int) string {
	text := src[start:end]
	open := start
	for open > 0 && src[open-1] == ' ' {
		open--
	}
	if !strings.HasSuffix(src[:open], "${") {
		return "${" + text + "}"
	}
	text = src[open-2 : end]
	for i := end + 1; i < len(src); i++ {
		switch src[i] {
		case ' ':
		case '}':
			text += src[end:i]
		default:
			return text + "}"
		}
	}
	return text + "}"
}

// quoteText returns a text as a quoted string of native syntax.
func quoteText(text string) string {
	escapes := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`)
	return `"` + escapes.Replace(hcltext.EscapeTemplate(text)) + `"`
}
