package hclwrite

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// ParseFile reads a file in native syntax. The result is nil when the
// diagnostics have an error. The tree shares its text with src if that is a string.
func ParseFile[T string | []byte](src T, filename string) (*File, hcl.Diagnostics) {
	return parseFile(string(src), filename)
}

func parseFile(src, filename string) (*File, hcl.Diagnostics) {
	if diags := checkEncoding(src, filename); diags != nil {
		return nil, diags
	}
	p := newParser(src)
	f := &File{src: p.src}
	if p.body(&f.Body, true) {
		return f, nil
	}
	return nil, refused(&p, filename, hclsyntax.ParseConfig)
}

// Blocks calls use with each block of the body of a file in native syntax, and keeps none of
// them, so a large file takes little memory. It reports whether the file can be read.
func Blocks[T string | []byte](src T, use func(*Block)) bool {
	p := newParser(string(src))
	p.use = use
	return checkEncoding(p.src, "") == nil && p.body(&Body{}, true)
}

// CheckLimits reports a file that hclsyntax can't be given: one that it would
// overflow the stack with, or read for hours. Any other error is for that to report.
func CheckLimits(src []byte, filename string) hcl.Diagnostics {
	p := newParser(string(src))
	p.use = func(*Block) {}
	if p.body(&Body{}, true) {
		return nil
	}
	if from, to := p.explained(); p.tooDeep || from > 0 || to < len(src) || tooLarge(p.src) {
		return refused(&p, filename, hclsyntax.ParseConfig)
	}
	return nil
}

// checkEncoding reports bytes outside of comments that are not UTF-8. hclsyntax
// lets some of them pass in names, where they swallow the bytes after them.
func checkEncoding(src, filename string) (diags hcl.Diagnostics) {
	if utf8.ValidString(src) {
		return nil
	}
	tokens, _ := hclsyntax.LexConfig([]byte(src), filename, hcl.InitialPos)
	for _, token := range tokens {
		if token.Type != hclsyntax.TokenComment && !utf8.Valid(token.Bytes) {
			diags = append(diags, &hcl.Diagnostic{
				Severity: hcl.DiagError,
				Summary:  "Invalid character encoding",
				Detail:   "HCL files are UTF-8. Save the file in that encoding.",
				Subject:  token.Range.Ptr(),
			})
		}
	}
	return diags
}

// ParseStatic reads an expression that HCL-JSON holds as bare native source in a
// string: a type constraint or a reference. Blanks and comments around it are
// dropped, and so are parentheses. Spans of the result and diagnostics are
// relative to src.
func ParseStatic(src, filename string) (*Native, hcl.Diagnostics) {
	return new(ExprReader).Static(src, filename)
}

// Static is [ParseStatic].
func (r *ExprReader) Static(src, filename string) (*Native, hcl.Diagnostics) {
	p := &r.parser
	src = strings.TrimSpace(src)
	p.reset(src)
	p.blank(inside)
	v, ok := p.expr(inside, false)
	if !ok || p.pos < len(src) {
		return nil, refused(p, filename, hclsyntax.ParseExpression)
	}
	span := v.span
	if v.kind == parenthesesValue {
		span = v.inner
	}
	text := src[span.Start:span.End]
	if !standsAlone(text) {
		// Line breaks between the steps of a reference; it must be one line,
		// because a static expression can't be in parentheses.
		traversal, diags := hclsyntax.ParseTraversalAbs([]byte(text), filename, hcl.InitialPos)
		if !diags.HasErrors() {
			text = TraversalText(traversal)
		}
	}
	return p.nodes.natives.Put(Native{Text: newlines(text)}), nil
}

// ParseExpr reads an expression, in which newlines count no more than spaces.
// Comments around it are dropped. Spans of the result and diagnostics are relative
// to src.
func ParseExpr(src, filename string) (Expr, hcl.Diagnostics) {
	p := newParser(src)
	p.blank(inside)
	v, ok := p.expr(inside, true)
	if ok && p.pos == len(src) {
		return v.expr, nil
	}
	return nil, refused(&p, filename, hclsyntax.ParseExpression)
}

// ParseTemplate reads a bare template, the value of a string in HCL-JSON. An
// interpolation alone is the expression in it; the result is then whatever that
// expression is, and otherwise a *Template. Spans of the result and diagnostics
// are relative to src.
func ParseTemplate(src, filename string) (Expr, hcl.Diagnostics) {
	return new(ExprReader).Template(src, filename)
}

// ExprReader reads many expressions with less effort than [ParseTemplate] and
// [ParseStatic] have for each. It must not be copied.
type ExprReader struct{ parser parser }

// Template is [ParseTemplate].
func (r *ExprReader) Template(src, filename string) (Expr, hcl.Diagnostics) {
	p := &r.parser
	if !HasSequence(src) && !fragile(src) {
		return p.nodes.templates.Put(Template{Text: src}), nil
	}
	p.reset(src)
	start := p.pos
	sole, literal, ok := p.template()
	switch {
	case !ok:
		return nil, refused(p, filename, hclsyntax.ParseTemplate)
	case sole != nil:
		return sole, nil
	}
	head, tail := p.src[start:literal], p.src[literal:]
	switch {
	case !HasSequence(head):
		return p.nodes.templates.Put(Template{Text: head + EscapeTemplate(literalText(tail))}), nil
	case !fragile(src), HeredocForm(src):
		return p.nodes.templates.Put(Template{Text: src}), nil
	case literalPieces(src)-len(sequences(src)) > maxPieces:
		return nil, p.stopped(filename, "Template too large",
			"Strip markers or carriage returns in so large a template can't be written in native syntax. Split it "+
				"into several.")
	}
	return exactTemplate(src), nil
}

// literalText is what a bare template without sequences reads as.
func literalText(template string) string {
	if template == "" {
		return ""
	}
	parsed, _ := hclsyntax.ParseTemplate([]byte(template), "", hcl.InitialPos)
	text, _ := parsed.Value(nil)
	return text.AsString()
}

// What is not recognised goes to hclsyntax, which is slow and recurses. It is
// given no more than this of what makes it do so.
const (
	// maxOpeners is how many brackets and operators it gets from after the place
	// where the recognition stopped; up to there, the limits have been kept.
	maxOpeners = 20000
	// maxPieces is how many pieces of literal text it gets, which take it time
	// that grows with their square.
	maxPieces = 20000
	// largeSource is the size from which on it gets no more than the item that is
	// wrong, and what follows; maxRest is how much of that, and maxSource how much
	// it gets in all. Each byte can be a token, and cost it 400.
	largeSource = 1 << 18
	maxRest     = 1 << 17
	maxSource   = 1 << 20
)

// maxErrors is how many errors of a file are of use. Its every byte can be one, and
// each shows its line.
const maxErrors = 100

// refused returns the diagnostics for a source that was not recognised: those of
// hclsyntax, since its words are known to users.
func refused[T any](
	p *parser, filename string, parse func(src []byte, filename string, start hcl.Pos) (T, hcl.Diagnostics),
) hcl.Diagnostics {
	if p.tooDeep {
		return p.stopped(filename, "Nested too deeply",
			fmt.Sprintf("No more than %d levels of brackets, blocks and templates can be read, and in one "+
				"expression no more than %d "+
				"signs, conditions, splats and directives, and %d operators and indexes in all. Split the "+
				"expression into several.",
				MaxNesting, maxOperators, maxChain))
	}
	if p.redefined && len(p.src) > largeSource {
		name := p.src[p.pos:nameEnd(p.src, p.pos)]
		return p.stopped(filename, "Attribute redefined",
			fmt.Sprintf("The argument %q is already set above. Each argument may be set only once.", name))
	}
	from, to := p.explained()
	if tooLarge(p.src[from:to]) {
		return p.stopped(filename, "Invalid syntax",
			"This is not native syntax. The text around it is too large for a better explanation.")
	}
	_, diags := parse([]byte(p.src[from:to]), filename, positionIn(p.src, from))
	if to < len(p.src) && len(diags) > 1 {
		diags = diags[:1] // what follows may come from the cut
	}
	diags = diags[:min(len(diags), maxErrors)]
	if !diags.HasErrors() {
		return p.stopped(filename, "Unrecognized syntax",
			"The parser of hashicorp/hcl accepts this, but hcljson does not. "+
				"This is a bug in hcljson: please report it with the text.")
	}
	return diags
}

// stopped is an error at the present position.
func (p *parser) stopped(filename, summary, detail string) hcl.Diagnostics {
	at := positionIn(p.src, p.pos)
	return hcl.Diagnostics{{
		Severity: hcl.DiagError,
		Summary:  summary,
		Detail:   detail,
		Subject:  &hcl.Range{Filename: filename, Start: at, End: at},
	}}
}

// explained returns the part of the source that hclsyntax is given.
func (p *parser) explained() (from, to int) {
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

// tooLarge reports whether hclsyntax is not given a text that was not recognised.
func tooLarge(src string) bool { return len(src) > maxSource || literalPieces(src) > maxPieces }

// literalPieces bounds the number of pieces of literal text that the scanner of hclsyntax
// finds in a text. A comment without an end, from which it goes back, costs as much as
// many of them.
func literalPieces(src string) int {
	n := strings.Count(src, "$") + strings.Count(src, "%")
	if strings.Contains(src, "<<") {
		n += strings.Count(src, "\n")
	}
	return n + 20*strings.Count(src[strings.LastIndex(src, "*/")+1:], "/*")
}

// newlines writes the line ends of an expression as \n. Those in a heredoc are
// part of its value and stay.
func newlines(text string) string {
	if !strings.Contains(text, "\r\n") {
		return text
	}
	if !strings.Contains(text, "<<") {
		return strings.ReplaceAll(text, "\r\n", "\n")
	}
	var b strings.Builder
	done := 0
	var x lexer
	x.reset(text, 0, inCode)
	for k := x.next(); k != noToken; k = x.next() {
		switch k {
		case newlineToken, commentToken, lineCommentToken, openHeredoc:
			b.WriteString(text[done:x.start])
			b.WriteString(strings.ReplaceAll(text[x.start:x.pos], "\r\n", "\n"))
			done = x.pos
		}
	}
	b.WriteString(text[done:])
	return b.String()
}

// jsonNumber reports whether a number in native syntax is one in JSON too (RFC
// 8259, section 6; the native syntax also has 007 and 1.e5).
func jsonNumber(s string) bool {
	i := digits(s, 0)
	if i == 0 || s[0] == '0' && i > 1 {
		return false
	}
	if i < len(s) && s[i] == '.' {
		point := i
		if i = digits(s, i+1); i == point+1 {
			return false
		}
	}
	return i == len(s) || exponent(s[i:]) > 0
}
