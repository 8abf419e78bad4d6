package tidy

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/jsoncall"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/lazyregexp"
	"github.com/hcljson/hcljson/internal/tree/nodes"
)

// encodeFunction is the name of the function that writes JSON.
const encodeFunction = "jsonencode"

// writeJSONEncode replaces strings that contain JSON with calls of jsonencode. It also splits calls
// that are on one line into several lines.
func writeJSONEncode(m *module) {
	m.eachExpr(func(s *spot) {
		if s.inCall {
			return // already part of a change
		}
		switch e := (*s.expr).(type) {
		case *hclwrite.Template:
			if s.acceptsAnyExpr() && m.hasFunction(encodeFunction) {
				m.encodeDocument(s, e.Text)
			}
		case *hclwrite.Native:
			if call := multilineCall(e.Text); call != nil {
				m.replaceExpr(encodeFunction, s, call)
			}
		}
	})
}

// documentStart matches the start of JSON with interpolations.
var documentStart = lazyregexp.New(`^\s*\[?\s*\{\s*"`)

// encodeDocument replaces a string with a call of jsonencode if the call returns the same text. If
// SameValue is set, and the product reads the string as JSON, it is sufficient that the JSON value
// is the same.
func (m *module) encodeDocument(s *spot, template string) {
	text, sequences, exact, ok := m.maskTemplate(template)
	if !ok {
		if m.comparesByValue(s) && documentStart().MatchString(template) {
			m.addNote(encodeFunction, s, "This JSON refers to text that jsonencode may have to escape, so it stays a string.")
		}
		return
	}
	var tree *jsontree.Value
	if exact {
		tree = jsoncall.ExactValue(text)
	}
	same := tree != nil
	if !same && m.comparesByValue(s) {
		tree = parseLossless(text)
	}
	if tree == nil || len(tree.Members)+len(tree.Elems) == 0 {
		return
	}
	if !same && m.isTextReferenced(s) {
		m.addNote(encodeFunction, s, "This is JSON, but something else refers to its text, so it stays as it is.")
		return
	}
	b := &builder{sequences: sequences}
	argument := b.expr(tree)
	if b.failed || b.found != len(sequences) {
		return
	}
	if !same {
		m.addNote(encodeFunction, s, "This JSON gets another text, without spaces and with sorted names. "+
			"The provider compares its value, which stays.")
	}
	m.replaceExpr(encodeFunction, s, &hclwrite.Call{Name: encodeFunction, Argument: argument})
}

// comparesByValue reports whether only the value of the JSON is significant.
func (m *module) comparesByValue(s *spot) bool {
	return m.opts.SameValue && s.root != nil && isDocument(m.style, s.pathText())
}

// isDocument reports whether a provider compares an argument as JSON. place is the path of the
// argument.
func isDocument(style *conventions.Style, place string) bool {
	steps := strings.SplitN(dynamicSteps.Replace(place), ".", 4)
	return style.IsDocument != nil && len(steps) == 4 && style.IsDocument(steps[0], steps[1], steps[3])
}

// dynamicSteps removes the steps of dynamic blocks from a path.
var dynamicSteps = strings.NewReplacer("."+tables.DynamicType+".", ".", "."+tables.ContentType+".", ".")

// isTextReferenced reports whether a reference uses the text of an argument, directly or as a part of its
// block, such as a hash of the block.
func (m *module) isTextReferenced(s *spot) bool {
	if m.referred == nil {
		m.referred = map[string]bool{}
		for _, steps := range m.references() {
			m.referred[steps+"."] = true
			for i, r := range steps {
				if r == '.' {
					m.referred[steps[:i]] = true
				}
			}
			m.referred[steps] = true
		}
	}
	for _, address := range []string{strings.Join(s.root.Labels, "."), "self"} { // provisioners refer to self
		if m.referred[address+"."] || m.referred[address+"."+s.argument] {
			return true
		}
	}
	return false
}

// parseLossless parses a document, or returns nil if jsonencode would not keep its value because of
// repeated names or long numbers.
func parseLossless(text string) *jsontree.Value {
	tree, diags := jsontree.Parse([]byte(text), "")
	collection := !diags.HasErrors() && (tree.Kind == jsontree.Object || tree.Kind == jsontree.Array)
	if !collection || !jsoncall.IsPreserved(tree, isShort, jsoncall.MaxNesting) {
		return nil
	}
	return tree
}

// maxDigits is the maximum length of a number that keeps all its digits.
const maxDigits = 30

func isShort(number string) bool {
	zero := strings.Trim(number, "0.") == "-"
	return len(number) <= maxDigits && !strings.ContainsAny(number, "eE") && !zero
}

// sequence is an interpolation in a document, represented by a word.
type sequence struct {
	word, source string
}

// maskTemplate returns the text of a template in which words replace the interpolations. ok is false
// if the value of an interpolation can contain characters that JSON must escape. exact is false if
// it can contain characters that only jsonencode escapes.
func (m *module) maskTemplate(template string) (text string, sequences []sequence, exact, ok bool) {
	if !hcltext.HasSequence(template) {
		return hcltext.TemplateText(template), nil, true, true
	}
	if trimmed := strings.TrimSpace(template); trimmed == "" || trimmed[0] != '{' && trimmed[0] != '[' {
		return "", nil, false, false
	}
	parsed, diags := hclsyntax.ParseTemplate([]byte(template), "", hcl.InitialPos)
	parts, isTemplate := parsed.(*hclsyntax.TemplateExpr)
	if diags.HasErrors() || !isTemplate || strings.Contains(template, "~") && strings.ContainsAny(template, "\n") {
		return "", nil, false, false
	}
	word := "interpolation"
	for strings.Contains(template, word) {
		word += "0"
	}
	var b strings.Builder
	exact = true
	for _, part := range parts.Parts {
		if literal, ok := part.(*hclsyntax.LiteralValueExpr); ok {
			b.WriteString(literal.Val.AsString())
			continue
		}
		row := plainRow(m.style, part)
		if row == nil || strings.HasSuffix(b.String(), "$") || strings.HasSuffix(b.String(), "%") {
			return "", nil, false, false
		}
		exact = exact && row.Exact
		s := sequence{
			word:   word + "x" + strconv.Itoa(len(sequences)) + "x",
			source: string(part.Range().SliceBytes([]byte(template))),
		}
		sequences = append(sequences, s)
		b.WriteString(s.word)
	}
	return b.String(), sequences, exact, true
}

// plainRow returns the row for an expression that is always a string without characters that JSON
// escapes, or nil.
func plainRow(style *conventions.Style, e hclsyntax.Expression) *conventions.PlainRow {
	reference, ok := e.(*hclsyntax.ScopeTraversalExpr)
	if !ok {
		return nil
	}
	steps := reference.Traversal
	if len(steps) == 4 {
		rooted := func(d conventions.Declaration) bool { return d.Labels == 2 && d.Root == steps.RootName() }
		if !slices.ContainsFunc(style.Declarations, rooted) {
			return nil
		}
		steps = steps[1:]
	}
	if len(steps) != 3 {
		return nil
	}
	name, ok := steps[2].(hcl.TraverseAttr)
	if !ok {
		return nil
	}
	typ := hcltext.StepName(steps[0])
	for i := range style.Plain {
		if row := &style.Plain[i]; row.Type == typ || row.Type == "" && strings.HasPrefix(typ, row.Prefix) {
			if slices.Contains(row.Names, name.Name) {
				return row
			}
			return nil
		}
	}
	return nil
}

// builder creates the expression of a document.
type builder struct {
	sequences []sequence
	// found is the number of words so far. An escape in the text can produce an additional word.
	found  int
	failed bool
}

func (b *builder) expr(v *jsontree.Value) hclwrite.Expr {
	switch v.Kind {
	case jsontree.Object:
		object := &hclwrite.Object{}
		for i := range v.Members {
			m := &v.Members[i]
			b.failed = b.failed || b.hasSequence(m.Name)
			item := hclwrite.NewItem(m.Name, b.expr(&m.Value))
			object.Items = append(object.Items, item)
		}
		return object
	case jsontree.Array:
		tuple := &hclwrite.Tuple{}
		for i := range v.Elems {
			tuple.Items = append(tuple.Items, &hclwrite.Element{Value: b.expr(&v.Elems[i])})
		}
		return tuple
	case jsontree.String:
		return b.stringExpr(v.Text)
	case jsontree.Null:
		return &hclwrite.Literal{Text: "null"}
	}
	return &hclwrite.Literal{Text: v.Text}
}

func (b *builder) hasSequence(text string) bool {
	return slices.ContainsFunc(b.sequences, func(s sequence) bool { return strings.Contains(text, s.word) })
}

// stringExpr returns the expression for a string of a document. For a single interpolation, it
// returns the expression in it, which is always a string. For a string that contains JSON, it
// returns a call.
func (b *builder) stringExpr(text string) hclwrite.Expr {
	if !b.hasSequence(text) {
		if tree := jsoncall.ExactValue(text); tree != nil && len(tree.Members)+len(tree.Elems) > 0 {
			inner := &builder{}
			return &hclwrite.Call{Name: encodeFunction, Argument: inner.expr(tree)}
		}
		return quotedTemplate(hcltext.EscapeTemplate(text))
	}
	pairs := make([]string, 0, 2*len(b.sequences))
	for _, s := range b.sequences {
		b.found += strings.Count(text, s.word)
		if text == s.word {
			return &hclwrite.Native{Text: s.source}
		}
		pairs = append(pairs, s.word, "${"+s.source+"}")
	}
	return quotedTemplate(strings.NewReplacer(pairs...).Replace(hcltext.EscapeTemplate(text)))
}

// quotedTemplate returns a string that the printer does not write as a heredoc.
func quotedTemplate(template string) hclwrite.Expr {
	e := &hclwrite.Template{Text: template}
	if strings.HasPrefix(hclwrite.ExprText(e), "<<") {
		return &hclwrite.Native{Text: hcltext.QuoteTemplate(template)}
	}
	return e
}

// multilineCall returns a call of jsonencode with line breaks. It returns nil for other expressions,
// and for calls that are more readable on one line.
func multilineCall(text string) *hclwrite.Call {
	if !strings.HasPrefix(text, encodeFunction+"(") || strings.ContainsAny(text, "\n") {
		return nil
	}
	parsed, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	call, ok := parsed.(*hclsyntax.FunctionCallExpr)
	if diags.HasErrors() || !ok || call.Name != encodeFunction || len(call.Args) != 1 || call.ExpandFinal {
		return nil
	}
	rng := call.Args[0].Range()
	source := text[rng.Start.Byte:rng.End.Byte]
	around := text[len(encodeFunction):rng.Start.Byte] + text[rng.End.Byte:]
	if strings.Join(strings.Fields(around), "") != "()" {
		return nil // the text contains a comment
	}
	argument, diags := hclwrite.ParseExpr(source, "")
	if in := hclwrite.CollectionOf(argument); diags.HasErrors() || in == nil || nodes.HasComments(in) {
		return nil
	}
	hclwrite.Walk(argument, addLineBreaks)
	made := &hclwrite.Call{Name: encodeFunction, Argument: argument}
	if hclwrite.ExprText(made) == text {
		return nil
	}
	return made
}

// addLineBreaks writes nested values on several lines.
func addLineBreaks(node hclwrite.Node) bool {
	item, ok := node.(*hclwrite.Element)
	if !ok {
		return true
	}
	switch e := item.Value.(type) {
	case *hclwrite.Template:
		item.Value = quotedTemplate(e.Text)
	case *hclwrite.Native:
		if call := multilineCall(e.Text); call != nil {
			item.Value = call
			return false
		}
	}
	return true
}
