package convert

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// scope contains the names that the expressions of a body may use.
type scope struct {
	roots roots
	// iterators contains the iterators of the enclosing dynamic blocks.
	iterators []string
	repetition
}

// newScope returns the scope of the body of a file.
func newScope(d *schema.Dialect) scope { return scope{roots: d.Roots} }

// inBlock returns the scope in a block with a body. iterator is the iterator of a dynamic block, or ""
// for any other block. has reports whether the block has an argument.
func (s scope) inBlock(iterator string, body *schema.Body, has func(name string) bool) scope {
	if iterator == "" {
		s.repetition = s.within(body, has)
		return s
	}
	s.roots = s.roots.withIterator(iterator)
	s.iterators = append(s.iterators[:len(s.iterators):len(s.iterators)], iterator)
	return s
}

// once returns the scope of an argument that is evaluated once, although the block is repeated.
func (s scope) once() scope {
	s.repetition = repetition{}
	return s
}

// repetition is the set of arguments that repeat the enclosing block.
type repetition struct {
	count, forEach bool
	// self is true if the product defines the enclosing resource as self.
	self bool
}

// within returns the repetition in a block with a body; has reports whether the block has an argument.
func (r repetition) within(body *schema.Body, has func(name string) bool) repetition {
	return repetition{
		count: r.count || has(tfname.CountArgument), forEach: r.forEach || has(tfname.ForEachArgument),
		self: r.self || body != nil && body.Self,
	}
}

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

// resolveTemplate returns a template in which text replaces the references to variables that are not
// in scope.
func (r roots) resolveTemplate(template string) string {
	if r == nil || !hcltext.HasSequence(template) {
		return template
	}
	parsed, diags := syntax.Parse(template, true)
	if diags.HasErrors() {
		return template
	}
	return replaceRoots(template, template, 0, r.unknownRoots(parsed))
}

// withReferences returns an expression in which sequences such as $${name} become ${name} if the
// meaning stays the same. People usually write such text without the escape.
func (r roots) withReferences(e hclwrite.Expr) hclwrite.Expr {
	if t, ok := e.(*hclwrite.Template); ok && r != nil {
		return &hclwrite.Template{Text: r.unescapeTemplate(t.Text), Span: t.Span}
	}
	return e
}

// unescapeTemplate returns a template in which escaped sequences become references to variables that
// are not in scope, if the product evaluates these to the same text.
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

// unknownRoots returns the ranges of the references to variables that are not in scope, in source
// order.
func (r roots) unknownRoots(e hclsyntax.Expression) []hcl.Range {
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

// replaceRoots replaces the references at ranges of text with the text to which the product
// evaluates them. text starts at the offset base of src.
func replaceRoots(text, src string, base int, ranges []hcl.Range) string {
	var b strings.Builder
	done := 0
	for _, rng := range ranges {
		start, end := rng.Start.Byte, rng.End.Byte
		value := rootText(src, base+start, base+end)
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

// rootText returns the text to which the product evaluates a reference. start and end are offsets of
// the reference in src. As in the product, the text includes the ${ before the reference and the }
// after it.
func rootText(src string, start, end int) string {
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
