package hclwrite

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/parsecount"
)

// ParseFile parses a file in native syntax. The result is nil if the diagnostics contain an error.
// If src is a string, the tree refers to its text.
func ParseFile[T string | []byte](src T, filename string) (*File, hcl.Diagnostics) {
	return parseFile(string(src), filename)
}

func parseFile(src, filename string) (*File, hcl.Diagnostics) {
	parsecount.Native.Add(int64(len(src)))
	p := newParser(src)
	return p.file(filename)
}

func (p *parser) file(filename string) (*File, hcl.Diagnostics) {
	if diags := checkEncoding(p.src, filename); diags != nil {
		return nil, diags
	}
	f := &File{src: p.src}
	if p.body(&f.Body, nil, true) {
		return f, nil
	}
	return nil, syntaxErrors(p, filename, hclsyntax.ParseConfig)
}

// CheckLimits reports native syntax that hclsyntax cannot parse: it would overflow the stack or take hours. It does
// not report other errors.
func CheckLimits[T string | []byte](src T, filename string) hcl.Diagnostics {
	parsecount.Native.Add(int64(len(src)))
	p := newParser(string(src))
	if p.body(&Body{}, nil, true) {
		return nil
	}
	if from, to := p.invalidRange(); p.tooDeep || from > 0 || to < len(src) || isTooLarge(p.src) {
		return syntaxErrors(&p, filename, hclsyntax.ParseConfig)
	}
	return nil
}

// checkEncoding reports the first invalid UTF-8 outside of comments. It is necessary because hclsyntax accepts
// some invalid bytes in names and skips the bytes after them.
func checkEncoding(src, filename string) hcl.Diagnostics {
	if utf8.ValidString(src) {
		return nil
	}
	tokens, _ := hclsyntax.LexConfig([]byte(src), filename, hcl.InitialPos)
	for _, token := range tokens {
		if token.Type != hclsyntax.TokenComment && !utf8.Valid(token.Bytes) {
			return hcl.Diagnostics{diagnostic.ErrorAt(token.Range, "Invalid character encoding",
				"HCL files are UTF-8. Save the file in that encoding.")}
		}
	}
	return nil
}

// ParseExpr parses an expression. Newlines in src have no meaning, as between parentheses. It drops
// comments before and after the expression. Spans of the result and diagnostics are relative to src.
func ParseExpr(src, filename string) (Expr, hcl.Diagnostics) {
	p := newParser(src)
	p.skipBlanks(bracketMode)
	v, ok := p.expr(bracketMode, true)
	if ok && p.pos == len(src) {
		return v.expr, nil
	}
	return nil, syntaxErrors(&p, filename, hclsyntax.ParseExpression)
}

// ParseTemplate parses a template source, such as the value of a string in HCL-JSON. If src is a
// single interpolation, the result is the expression in it. Otherwise the result is a *Template.
// Spans of the result and diagnostics are relative to src.
func ParseTemplate(src, filename string) (Expr, hcl.Diagnostics) {
	if !hcltext.HasSequence(src) && !hcltext.IsFragile(src) {
		return &Template{Text: src}, nil
	}
	p := newParser(src)
	start := p.pos
	sole, literal, ok := p.template()
	switch {
	case !ok:
		return nil, syntaxErrors(&p, filename, hclsyntax.ParseTemplate)
	case sole != nil:
		return sole, nil
	}
	head, tail := p.src[start:literal], p.src[literal:]
	switch {
	case !hcltext.HasSequence(head):
		return &Template{Text: head + hcltext.EscapeTemplate(literalText(tail))}, nil
	case !hcltext.IsFragile(src), hcltext.PrintsAsHeredoc(src):
		return &Template{Text: src}, nil
	case hcltext.LiteralPieces(src)-len(hcltext.Sequences(src)) > maxPieces:
		return nil, p.errorHere(filename, "Template too large",
			"Strip markers or carriage returns in so large a template can't be written in native syntax. Split it "+
				"into several.")
	}
	return exactTemplate(src), nil
}

// Header returns the positions of the type and of the labels of a block in the source of the file.
// The positions of labels include their quotes. The result is nil for a tree from HCL-JSON.
func (f *File) Header(b *Block) []Span {
	if b.Body.Span.Start > len(f.src) || b.Span.Start >= b.Body.Span.Start {
		return nil
	}
	p := newParser(f.src[b.Span.Start:b.Body.Span.Start])
	if p.identifier() == "" {
		return nil
	}
	list := []Span{{b.Span.Start, b.Span.Start + p.pos}}
	for p.skipBlanks(lineMode); p.peek() != '{'; p.skipBlanks(lineMode) {
		start := p.pos
		if _, ok := p.label(); !ok {
			return nil
		}
		list = append(list, Span{b.Span.Start + start, b.Span.Start + p.pos})
	}
	return list
}

// ParseStatic parses native source that is the whole value of a string in HCL-JSON: a type
// constraint or a reference. It drops blanks, comments and parentheses around the expression. Spans
// of the result and diagnostics are relative to src.
func ParseStatic(src, filename string) (*Native, hcl.Diagnostics) {
	src = strings.TrimSpace(src)
	p := newParser(src)
	p.skipBlanks(bracketMode)
	v, ok := p.expr(bracketMode, false)
	if !ok || p.pos < len(src) {
		return nil, syntaxErrors(&p, filename, hclsyntax.ParseExpression)
	}
	span := v.span
	if v.kind == parenthesesKind {
		span = v.inner
	}
	text := src[span.Start:span.End]
	if hcltext.NeedsParentheses(text) {
		// A reference with line breaks between its steps must be joined to one line, because a
		// static expression cannot be in parentheses.
		traversal, diags := hclsyntax.ParseTraversalAbs([]byte(text), filename, hcl.InitialPos)
		if !diags.HasErrors() {
			text = hcltext.TraversalText(traversal)
		}
	}
	return &Native{Text: hcltext.NormalizeNewlines(text)}, nil
}

// literalText returns the value of a template source without sequences.
func literalText(template string) string {
	if template == "" {
		return ""
	}
	parsed, _ := hclsyntax.ParseTemplate([]byte(template), "", hcl.InitialPos)
	text, _ := parsed.Value(nil)
	return text.AsString()
}

// The limits restrict the text that the parser passes to hclsyntax for diagnostics. Without them,
// hclsyntax could take hours or overflow the stack.
const (
	// maxOpeners is the maximum number of brackets and operators after the position where the parser
	// stopped. The text before this position already meets the limits.
	maxOpeners = 20000
	// maxPieces is the maximum number of pieces of literal text in templates. hclsyntax takes time
	// proportional to the square of this number.
	maxPieces = 20000
	// maxCompared is the limit instead of maxPieces when two texts are compared.
	maxCompared = 1000
	// largeSource is the size above which only a part of a source is passed to hclsyntax: the
	// invalid item and about maxRest bytes after the error. This part has at most maxSource bytes.
	// The limits are small because each byte can become a token of 400 bytes.
	largeSource = 1 << 18
	maxRest     = 1 << 17
	maxSource   = 1 << 20
)

// maxErrors is the maximum number of errors per file. Without it, the output could be huge: each
// byte could be an error, and each error shows its line.
const maxErrors = 100

// syntaxErrors returns the diagnostics of hclsyntax for a source that the parser rejected. Users
// know the wording of these diagnostics.
func syntaxErrors[T any](
	p *parser, filename string, parse func(src []byte, filename string, start hcl.Pos) (T, hcl.Diagnostics),
) hcl.Diagnostics {
	if p.tooDeep {
		return p.errorHere(filename, "Nested too deeply",
			fmt.Sprintf("The limit is %d levels of brackets, blocks and templates. In one expression, the limit "+
				"is %d operators, indexes, splats and directives. Split the expression into several.",
				maxNesting, maxOperators))
	}
	if p.redefined && len(p.src) > largeSource {
		name := p.src[p.pos:hcltext.NameEnd(p.src, p.pos)]
		return p.errorHere(filename, "Attribute redefined",
			fmt.Sprintf("The argument %q is already set above. Each argument may be set only once.", name))
	}
	from, to := p.invalidRange()
	if isTooLarge(p.src[from:to]) {
		return p.errorHere(filename, "Invalid syntax",
			"This is not native syntax. The text around it is too large for a better explanation.")
	}
	_, diags := parse([]byte(p.src[from:to]), filename, hcltext.NewPositions(p.src).At(from))
	if to < len(p.src) && len(diags) > 1 {
		diags = diags[:1] // the cut after the text may cause the other errors
	} else if len(diags) > 1 && diags[0].Summary == "Invalid multi-line string" {
		diags = diags[:1] // hclsyntax reports each further line of the string
	}
	diags = diags[:min(len(diags), maxErrors)]
	if !diags.HasErrors() {
		return p.errorHere(filename, "Unrecognized syntax",
			"The parser of hashicorp/hcl accepts this, but hcljson does not. "+
				"This is a bug in hcljson: please report it with the text.")
	}
	return diags
}

// errorHere returns an error at the current position.
func (p *parser) errorHere(filename, summary, detail string) hcl.Diagnostics {
	at := hcltext.NewPositions(p.src).At(p.pos)
	return hcl.Diagnostics{{
		Severity: hcl.DiagError,
		Summary:  summary,
		Detail:   detail,
		Subject:  &hcl.Range{Filename: filename, Start: at, End: at},
	}}
}

// invalidRange returns the range of the source that is passed to hclsyntax.
func (p *parser) invalidRange() (from, to int) {
	if len(p.src) > largeSource {
		from = p.itemStart
	}
	openers := 0
	for i := p.pos; i < len(p.src); i++ {
		switch p.src[i] {
		case '(', '[', '{', '?', '!', '-':
			openers++
		case '\n':
			if openers > maxOpeners || i-p.pos > maxRest {
				return from, i + 1
			}
		}
		if openers == 2*maxOpeners || i-p.pos > 2*maxRest {
			return from, i
		}
	}
	return from, len(p.src)
}

// isTooLarge reports whether hclsyntax would need too much time or memory for a text.
func isTooLarge(src string) bool {
	return len(src) > maxSource || hcltext.LiteralPieces(src) > maxPieces
}

// EqualExceptLayout reports whether two expressions are equal except for their layout. If comments
// is true, their comments must also be equal.
func (e *Native) EqualExceptLayout(other *Native, comments bool) bool {
	a, b := e.Text, other.Text
	return a == b || equalComments(a, b, hcltext.InCode, comments) &&
		(hcltext.EqualTokens(a, b, hcltext.InCode) || equalParsed(a+"\n", b+"\n"))
}

// EqualExceptLayout reports whether two templates are equal except for the layout in their
// sequences. If comments is true, their comments must also be equal.
func (e *Template) EqualExceptLayout(other *Template, comments bool) bool {
	a, b := e.Text, other.Text
	return a == b || equalComments(a, b, hcltext.InLines, comments) && hcltext.EqualTokens(a, b, hcltext.InLines)
}

func equalComments(a, b string, in hcltext.Context, count bool) bool {
	return !count || slices.Equal(hcltext.CommentsInContext(a, in), hcltext.CommentsInContext(b, in))
}

// equalParsed reports whether hclsyntax parses two expressions to equal trees. The parser of this
// package must accept both texts.
func equalParsed(a, b string) bool {
	var parsed [2]hclsyntax.Expression
	for i, src := range []string{a, b} {
		if _, diags := ParseExpr(src, ""); diags.HasErrors() || hcltext.LiteralPieces(src) > maxCompared {
			return false
		}
		var diags hcl.Diagnostics
		if parsed[i], diags = hclsyntax.ParseExpression([]byte(src), "", hcl.InitialPos); diags.HasErrors() {
			return false
		}
	}
	return equalExprs(parsed[0], parsed[1])
}
