package convert

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// exprScope warns of what an expression in native syntax refers to and its rule
// does not know.
func (c *arranger) exprScope(e hclwrite.Expr, rule *schema.Value) {
	if rule.Scope == nil {
		return
	}
	// A heredoc ends with a newline, which is not part of the expression.
	if expr, _ := syntaxOf(c.file.Text(e)+"\n", false); expr != nil {
		start := e.ExprSpan().Start
		c.scope(expr, rule.Scope, c.dialect.Product, func(offset int) int { return start + offset })
	}
}

// textScope does the same for a string of JSON that starts at an offset of the
// file, and that has been read without errors.
func (c *hclReader) textScope(text string, start int, rule *schema.Value) {
	if rule == nil || rule.Scope == nil {
		return
	}
	template := rule.Mode.IsTemplate()
	if rule.Mode == schema.Literal || template && !hcltext.HasSequence(text) {
		return
	}
	if expr, _ := syntaxOf(text, template); expr != nil {
		c.scope(expr, rule.Scope, c.dialect.Product, inString(c.src, start))
	}
}

// scope warns of each name once. locate gives the place in the file of an offset
// in the source of the expression.
func (r *reporter) scope(expr hclsyntax.Expression, scope *schema.Scope, product string, locate func(int) int) {
	if scope.OnlyJSON {
		product = "In JSON, " + product
	}
	told := make(map[string]bool)
	unknown := func(kind, name string, known []string, rng hcl.Range) {
		if known == nil || slices.Contains(known, name) || told[kind+name] {
			return
		}
		told[kind+name] = true
		r.warn(locate(rng.Start.Byte), locate(rng.End.Byte), "Unknown "+kind,
			"%s knows no %s %q here. The expression is converted anyway.", product, kind, name)
	}
	for _, call := range calls(expr) {
		unknown("function", call.Name, scope.Functions, call.NameRange)
	}
	for _, traversal := range expr.Variables() {
		unknown("variable", traversal.RootName(), scope.Variables, traversal[0].SourceRange())
	}
}

// In a language with [schema.Dialect.Roots], a reference to anything else is
// for its own source text, in a template sequence. The product finds that text by
// its place in the file (nomad jobspec2/types.config.go, EvalContext), which goes
// wrong in a JSON string with an escape before it. So JSON has the text.

// roots are the variables that exist where an expression is; nil means any.
type roots []string

// with returns the variables in the content of a dynamic block.
func (r roots) with(iterator string) roots {
	if r == nil || iterator == "" {
		return r
	}
	return append(r[:len(r):len(r)], iterator)
}

// iteratorOf is the variable that a dynamic block defines in its content.
func iteratorOf(block *hclwrite.Block, s *schema.Body) string {
	if !s.Dynamic || block.Type != schema.DynamicType || len(block.Labels) == 0 {
		return ""
	}
	if a := block.Body.Attribute(schema.DynamicIterator); a != nil {
		if name, ok := a.Expr.(*hclwrite.Native); ok {
			return name.Text
		}
	}
	return block.Labels[0]
}

// resolved is an expression of native syntax, with text in place of references to what
// does not exist.
func (c *arranger) resolved(e *hclwrite.Native) hclwrite.Expr {
	src, base := e.Text, 0
	if around := c.file.Source(); e.Span.End <= len(around) && around[e.Span.Start:e.Span.End] == e.Text {
		src, base = around, e.Span.Start
	}
	parsed, diags := syntaxOf(e.Text+"\n", false)
	if diags.HasErrors() {
		return e
	}
	ranges := c.roots.unknownRoots(parsed)
	if len(ranges) == 1 && ranges[0] == parsed.Range() {
		return c.text(hcltext.EscapeTemplate(rootText(src, base, base+len(e.Text))))
	}
	return &hclwrite.Native{Text: replaceRoots(e.Text, src, base, ranges), Span: e.Span}
}

// iterated is the variable that the JSON of a dynamic block defines.
func iterated(objects []*jsontree.Value, blockType string, labels []string, s *schema.Body) string {
	if !s.Dynamic || blockType != schema.DynamicType || len(labels) == 0 {
		return ""
	}
	if iterator, ok := textOf(objects, schema.DynamicIterator); ok {
		return iterator
	}
	return labels[0]
}

// resolved is the value of the string at v, with text in place of references to
// what does not exist.
func (c *hclReader) resolved(v *jsontree.Value) string {
	text := c.roots.resolved(v.Text)
	if text != v.Text && strings.Contains(c.src[v.Start:v.End], `\`) {
		c.warn(v.Start, v.End, "Misread by the product",
			"%s reads the text of a reference from the wrong position in a JSON string that has an escape. "+
				"It is written as it is meant; in JSON, write $${ instead of ${.", c.dialect.Product)
	}
	return text
}

// resolved is a template, with text in place of references to what does not
// exist.
func (r roots) resolved(template string) string {
	if r == nil || !hcltext.HasSequence(template) {
		return template
	}
	parsed, diags := syntaxOf(template, true)
	if diags.HasErrors() {
		return template
	}
	return replaceRoots(template, template, 0, r.unknownRoots(parsed))
}

// unknownRoots are the references in an expression to what does not exist, in
// their order.
func (r roots) unknownRoots(e hclsyntax.Expression) []hcl.Range {
	var list []hcl.Range
	for _, traversal := range hclsyntax.Variables(e) {
		if r.unknown(traversal) {
			list = append(list, traversal.SourceRange())
		}
	}
	slices.SortFunc(list, func(a, b hcl.Range) int { return cmp.Compare(a.Start.Byte, b.Start.Byte) })
	return list
}

func (r roots) unknown(traversal hcl.Traversal) bool {
	return r != nil && !traversal.IsRelative() && !slices.Contains(r, traversal.RootName())
}

// replaceRoots replaces references in a text, which is at an offset of src.
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

// rootText is the text that the product makes of a reference between two offsets
// of the source, by the same steps: it includes the ${ before it, and what it
// takes for the end of the sequence.
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

// quoteText is a text as a quoted string of the native syntax.
func quoteText(text string) string {
	escapes := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`)
	return `"` + escapes.Replace(hcltext.EscapeTemplate(text)) + `"`
}

// asReferences is an expression with text as people write it: like a reference,
// without the escape, where that means the same.
func (r roots) asReferences(e hclwrite.Expr) hclwrite.Expr {
	if t, ok := e.(*hclwrite.Template); ok && r != nil {
		return &hclwrite.Template{Text: r.unescaped(t.Text), Span: t.Span}
	}
	return e
}

// unescaped is a template whose escaped sequences are references to what does
// not exist, where the product makes the same text of them.
func (r roots) unescaped(template string) string {
	var b strings.Builder
	rest := template
	for {
		before, after, found := strings.Cut(rest, "$${")
		if !found {
			return b.String() + rest
		}
		// No reference has a $ in it, so that each text is looked at once.
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
		case strings.HasSuffix(before, "$"), !hcltext.CanonicalTraversal(inner), slices.Contains(r, root),
			strings.HasPrefix(strings.TrimLeft(behind, " "), "}"):
			b.WriteString("$${")
			rest = after
		default:
			b.WriteString("${" + inner + "}")
			rest = behind
		}
	}
}

// syntaxOf is the syntax tree of an expression or template, or nil and why there is none:
// what is nested too deeply is not parsed.
func syntaxOf(source string, template bool) (hclsyntax.Expression, hcl.Diagnostics) {
	check, parse := hclwrite.ParseExpr, hclsyntax.ParseExpression
	if template {
		check, parse = hclwrite.ParseTemplate, hclsyntax.ParseTemplate
	}
	if _, diags := check(source, ""); diags.HasErrors() {
		return nil, diags
	}
	return parse([]byte(source), "", hcl.InitialPos)
}

// inString returns a function that says where in the source a byte of a string's
// value comes from. The string's opening quote is at start. It goes on from the byte
// that it was asked for last, if that is before.
func inString(src string, start int) func(offset int) int {
	i, n := start+1, 0
	return func(offset int) int {
		if offset < n {
			i, n = start+1, 0
		}
		for n < offset && i < len(src) && src[i] != '"' {
			size, text := stringPart(src[i:])
			n += max(len(text), 1)
			i += size
		}
		return i
	}
}

// calls are the function calls in an expression.
func calls(expr hclsyntax.Expression) (list []*hclsyntax.FunctionCallExpr) {
	_ = hclsyntax.VisitAll(expr, func(node hclsyntax.Node) hcl.Diagnostics {
		if call, ok := node.(*hclsyntax.FunctionCallExpr); ok {
			list = append(list, call)
		}
		return nil
	})
	return list
}

// textOf is the first string of a name in the objects of a body.
func textOf(objects []*jsontree.Value, name string) (text string, ok bool) {
	for _, object := range objects {
		for i := range object.Members {
			if m := &object.Members[i]; m.Name == name && m.Value.Kind == jsontree.String {
				return m.Value.Text, true
			}
		}
	}
	return "", false
}

// stringPart returns the value of the character or escape at the start of a part of
// a JSON string, and how long it is in the source.
func stringPart(src string) (size int, text string) {
	if src[0] != '\\' {
		return 1, src[:1]
	}
	size = 2
	if src[1] == 'u' {
		size = 6
	}
	text, ok := jsontree.Unquote(`"` + src[:size] + `"`)
	if !ok { // half of a character
		size = 12
		text, _ = jsontree.Unquote(`"` + src[:size] + `"`)
	}
	return size, text
}
