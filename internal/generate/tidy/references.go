package tidy

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Reference is a reference in the text of a file.
type Reference struct {
	// Steps are all steps, also after computed keys, such as the three of aws_x.a[each.key].id and aws_x.a[*].id.
	Steps []ReferenceStep
	Span  hclwrite.Span
	// Value is the value that contains the reference, or the enclosing object if Key is not nil: then the key contains it.
	// At is the position of the value or the key, with parentheses or quotes.
	Value hclwrite.Expr
	Key   *hclwrite.Key
	At    hclwrite.Span
	// Root is the enclosing block at the root of the file, and Argument the enclosing argument. Root is nil for an
	// argument of the file.
	Root     *hclwrite.Block
	Argument string
	// IsStatic is true if the argument accepts only addresses, such as depends_on.
	IsStatic bool
	// IsPath is true for a path into Root. IsConfiguration is true for the configuration of a provider.
	IsPath, IsConfiguration bool
}

// ReferenceStep is a step of a reference.
type ReferenceStep struct {
	// Name is a name or a constant key. It is empty for other keys.
	Name  string
	IsKey bool
	// Span is the position of the name with its quotes, or of the whole step if it has no name.
	Span hclwrite.Span
	// start is the start of the step, including the dot. quoted is true for a key in brackets, and inJSON in a JSON string.
	start          int
	quoted, inJSON bool
}

// Renamed returns the text that replaces a span of the source, to give the step another name.
func (s *ReferenceStep) Renamed(name string) (hclwrite.Span, string) {
	span, text := s.Span, name
	switch {
	case s.quoted:
		text = hcltext.Quote(name)
	case !hcltext.IsIdentifier(name):
		span.Start, text = s.start, "["+hcltext.Quote(name)+"]"
	}
	if s.inJSON {
		text = jsonEscaper.Replace(text)
	}
	return span, text
}

// jsonEscaper escapes a part of an expression for a JSON string.
var jsonEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// EachReference calls visit for each reference in a file, in both syntaxes. Keywords, types, the variables of for
// expressions and the iterators of dynamic blocks are no references.
func EachReference(file File, opts Options, visit func(*Reference)) {
	EachReferenceIn(file, nil, nil, opts, visit)
}

// EachReferenceIn calls visit for each reference in an item, which is the last one of a path from the file. text returns
// the native text of a value; if it is nil, the file is unchanged.
func EachReferenceIn(
	file File, path []hclwrite.Item, text func(hclwrite.Expr) string, opts Options,
	visit func(*Reference),
) {
	m := &module{opts: opts, style: styleOf(opts), files: []File{file}}
	src := cmp.Or(file.JSON, file.Source())
	objects := templateKeys(file.JSON, m.style.Configurations)
	inJSON := file.JSON != "" && text == nil
	after := func(start int) func(int) int { return func(offset int) int { return start + offset } }
	var done hclwrite.Span
	m.eachExprIn(path, func(s *spot) {
		of := Reference{At: s.span, Value: *s.expr}
		add := func(source string, at func(int) int, parse func(string) hclsyntax.Expression) {
			s.eachReference(m.style, source, parse(source), func(r *Reference) {
				r.At, r.Value, r.Key = of.At, of.Value, of.Key
				r.moveTo(at, inJSON)
				visit(r)
			})
		}
		if s.isWords() {
			return
		}
		object, _ := (*s.expr).(*hclwrite.Object)
		isReference := func(key *hclwrite.Key) bool { return !key.IsConstant() || s.hasReferenceKeys(m.style) }
		if inJSON {
			source := src[s.span.Start:s.span.End]
			if object != nil && objects[s.span.Start] != nil {
				elements := object.Elements()
				for i, m := range objects[s.span.Start].Members {
					if of.Key = elements[i].Key; isReference(of.Key) {
						of.At = hclwrite.Span{Start: m.NameStart, End: m.NameEnd}
						parse := parseTemplate
						if !hcltext.HasSequence(m.Name) {
							parse = parseExpression
						}
						add(m.Name, jsontree.StringOffsets(src, m.NameStart), parse)
					}
				}
			}
			// An element without a position has the one of the enclosing value.
			if done.Start <= s.span.Start && s.span.Start < done.End || !strings.HasPrefix(source, `"`) {
				return
			}
			done = s.span
			content, _ := jsontree.Unquote(source)
			// Any other text is literal.
			t, is := (*s.expr).(*hclwrite.Template)
			if _, quoted := s.quotedReference(); !is || quoted || hcltext.HasSequence(t.Text) {
				parse := parseExpression
				if hcltext.HasSequence(content) {
					parse = parseTemplate
				}
				add(content, jsontree.StringOffsets(src, s.span.Start), parse)
			}
			return
		}
		if object != nil {
			for _, e := range object.Elements() {
				if of.Key = e.Key; isReference(of.Key) {
					source := of.Key.Text
					if of.Key.Template {
						source = `"` + source + `"`
					}
					if of.At = of.Key.Span; text == nil {
						source = src[of.At.Start:of.At.End]
					}
					add(source, after(of.At.Start), parseExpression)
					if strings.HasPrefix(source, `"`) && of.Key.IsConstant() {
						add(of.Key.Text, after(of.At.Start+1), parseExpression)
					}
				}
			}
		}
		if hclwrite.CollectionOf(*s.expr) != nil {
			return
		}
		source := ""
		if text == nil {
			source = src[s.span.Start:s.span.End]
		} else {
			source = text(*s.expr)
			of.At = hclwrite.Span{End: len(source)}
		}
		add(source, after(of.At.Start), parseExpression)
		if t, quoted := s.quotedReference(); quoted && source == hcltext.QuoteTemplate(t.Text) {
			add(t.Text, after(of.At.Start+1), parseExpression)
		}
	})
}

// isWords reports whether the expression consists of keywords or types.
func (s *spot) isWords() bool {
	is := func(v *tables.Value) bool { return v != nil && (v.Mode == tables.Keyword || v.Mode == tables.Type) }
	return is(s.rule) || s.rule != nil && is(s.rule.Element())
}

// isStatic reports whether the expression accepts only addresses.
func (s *spot) isStatic() bool {
	is := func(v *tables.Value) bool {
		return v != nil && (v.Mode == tables.Traversal || v.Mode == tables.Reference)
	}
	return is(s.argumentRule) || s.argumentRule != nil && is(s.argumentRule.Element())
}

// eachReference calls visit for each reference in an expression of the spot, with offsets in text. e can be nil.
func (s *spot) eachReference(style *conventions.Style, text string, e hclsyntax.Expression, visit func(*Reference)) {
	if e == nil {
		return
	}
	w := &referenceWalker{
		text: text, configuration: style.Configuration, iterators: s.iterators, known: map[hclsyntax.Node]bool{}, items: map[hclsyntax.Node][]ReferenceStep{},
	}
	var configuration hclwrite.Span
	w.visit = func(r *Reference) {
		r.Root, r.Argument, r.IsStatic, r.IsPath = s.root, s.argument, s.isStatic(), s.isPath(style)
		// A key in the reference to a configuration is an ordinary reference.
		inside := configuration.Start < r.Span.Start && r.Span.End < configuration.End
		if r.IsConfiguration = r.IsConfiguration || s.isConfiguration(style) && !inside; r.IsConfiguration {
			configuration = r.Span
		}
		visit(r)
	}
	_ = hclsyntax.Walk(e, w)
}

// moveTo converts the offsets of a reference.
func (r *Reference) moveTo(at func(int) int, inJSON bool) {
	for i := range r.Steps {
		s := &r.Steps[i]
		s.start, s.Span, s.inJSON = at(s.start), hclwrite.Span{Start: at(s.Span.Start), End: at(s.Span.End)}, inJSON
	}
	r.Span = hclwrite.Span{Start: at(r.Span.Start), End: at(r.Span.End)}
}

// referenceWalker visits the references in an expression.
type referenceWalker struct {
	text string
	// configuration is the first name of the functions that a configuration provides.
	configuration string
	iterators     []string
	scopes        []map[string]struct{}
	// known are the nodes that are part of a visited reference. items are the references whose elements splats select.
	known map[hclsyntax.Node]bool
	items map[hclsyntax.Node][]ReferenceStep
	visit func(*Reference)
}

// Enter implements [hclsyntax.Walker].
func (w *referenceWalker) Enter(node hclsyntax.Node) hcl.Diagnostics {
	switch node := node.(type) {
	case hclsyntax.ChildScope:
		w.scopes = append(w.scopes, node.LocalNames)
	case hclsyntax.Expression:
		if w.known[node] {
			return nil
		}
		if call, ok := node.(*hclsyntax.FunctionCallExpr); ok {
			w.namespace(call)
		}
		if steps := w.steps(node); len(steps) > 0 {
			rng := node.Range()
			w.visit(&Reference{Steps: steps, Span: hclwrite.Span{Start: rng.Start.Byte, End: rng.End.Byte}})
		}
	}
	return nil
}

// namespaceSeparator separates the names of a function in a namespace.
const namespaceSeparator = "::"

// namespace visits the configuration in the name of a function that it provides: aws in provider::aws::arn_parse.
func (w *referenceWalker) namespace(call *hclsyntax.FunctionCallExpr) {
	names := strings.Split(call.Name, namespaceSeparator)
	if len(names) < 3 || w.configuration == "" || names[0] != w.configuration {
		return
	}
	r := &Reference{IsConfiguration: true}
	end := call.NameRange.Start.Byte + len(names[0])
	for _, name := range names[1 : len(names)-1] {
		start := end + strings.Index(w.text[end:], name)
		end = start + len(name)
		r.Steps = append(r.Steps, ReferenceStep{Name: name, Span: hclwrite.Span{Start: start, End: end}, start: start})
	}
	r.Span = hclwrite.Span{Start: call.NameRange.Start.Byte, End: call.NameRange.End.Byte}
	w.visit(r)
}

// Exit implements [hclsyntax.Walker].
func (w *referenceWalker) Exit(node hclsyntax.Node) hcl.Diagnostics {
	if _, ok := node.(hclsyntax.ChildScope); ok {
		w.scopes = w.scopes[:len(w.scopes)-1]
	}
	return nil
}

// steps returns the steps of an expression; nil if it is no reference to a declaration.
func (w *referenceWalker) steps(e hclsyntax.Expression) (steps []ReferenceStep) {
	defer func() { w.known[e] = w.known[e] || steps != nil }()
	computed := func(steps []ReferenceStep, source hclsyntax.Expression) []ReferenceStep {
		if steps == nil {
			return nil
		}
		span := hclwrite.Span{Start: source.Range().End.Byte, End: e.Range().End.Byte}
		return append(slices.Clip(steps), ReferenceStep{IsKey: true, Span: span, start: span.Start})
	}
	switch e := e.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		root := e.Traversal.RootName()
		isLocal := slices.Contains(w.iterators, root) || slices.ContainsFunc(w.scopes, func(names map[string]struct{}) bool {
			_, ok := names[root]
			return ok
		})
		if !isLocal {
			return w.traversal(nil, e.Traversal)
		}
	case *hclsyntax.RelativeTraversalExpr:
		if source := w.steps(e.Source); source != nil {
			return w.traversal(source, e.Traversal)
		}
	case *hclsyntax.IndexExpr:
		return computed(w.steps(e.Collection), e.Collection)
	case *hclsyntax.ParenthesesExpr:
		return w.steps(e.Expression)
	case *hclsyntax.AnonSymbolExpr:
		return w.items[e]
	case *hclsyntax.SplatExpr:
		if steps = computed(w.steps(e.Source), e.Source); steps != nil {
			w.items[e.Item] = steps
			if each := w.steps(e.Each); each != nil {
				return each
			}
		}
		return steps
	}
	return nil
}

// traversal appends the steps of a traversal.
func (w *referenceWalker) traversal(steps []ReferenceStep, t hcl.Traversal) []ReferenceStep {
	steps = slices.Clip(steps)
	for _, step := range t {
		rng := step.SourceRange() // includes the dot or the brackets
		_, isKey := step.(hcl.TraverseIndex)
		s := ReferenceStep{Name: keyName(step), IsKey: isKey, start: rng.Start.Byte}
		s.Span = hclwrite.Span{Start: rng.Start.Byte, End: rng.End.Byte}
		source := w.text[rng.Start.Byte:rng.End.Byte]
		switch {
		case s.Name == "":
		case strings.HasPrefix(source, "["):
			s.quoted = true
			s.Span.End = rng.Start.Byte + strings.LastIndexByte(source, '"') + 1
			s.Span.Start += strings.IndexByte(source, '"')
		default:
			s.Span.Start = rng.End.Byte - len(s.Name)
		}
		steps = append(steps, s)
	}
	return steps
}

// keyName returns the name of a step in a reference, or "". The steps a.b and a["b"] have the same
// name.
func keyName(step hcl.Traverser) string {
	if index, ok := step.(hcl.TraverseIndex); ok && index.Key.Type() == cty.String {
		return index.Key.AsString()
	}
	return hcltext.StepName(step)
}

// hasReferenceKeys reports whether the keys of an object are references to configurations of providers, also as strings.
func (s *spot) hasReferenceKeys(style *conventions.Style) bool {
	return s.rule != nil && s.rule.MapKey != nil && s.rule.MapKey.Mode.IsSource() && s.isConfiguration(style)
}

// templateKeys returns the objects in HCL-JSON whose names can be templates, and those in arguments, by offset.
func templateKeys(src string, arguments []string) map[int]*jsontree.Value {
	list := map[int]*jsontree.Value{}
	if src == "" {
		return list
	}
	root, _ := jsontree.Parse(src, "")
	var add func(v *jsontree.Value)
	add = func(v *jsontree.Value) {
		for i := range v.Len() {
			name, part := v.Part(i)
			if hcltext.HasSequence(name) {
				list[v.Start] = v
			}
			if slices.Contains(arguments, name) {
				list[part.Start] = part
			}
			add(part)
		}
	}
	add(root)
	return list
}

// StepsOf returns the steps of a traversal without positions.
func StepsOf(t hcl.Traversal) (steps []ReferenceStep) {
	for _, step := range t {
		_, isKey := step.(hcl.TraverseIndex)
		steps = append(steps, ReferenceStep{Name: keyName(step), IsKey: isKey})
	}
	return steps
}
