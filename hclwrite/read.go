package hclwrite

import (
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// ParseFile reads a file in native syntax. The result is nil when the
// diagnostics have an error.
func ParseFile(src []byte, filename string) (*File, hcl.Diagnostics) {
	if diags := checkEncoding(src, filename); diags != nil {
		return nil, diags
	}
	p := newParser(string(src))
	f := &File{}
	if p.body(&f.Body, true) {
		return f, nil
	}
	return nil, p.refused(filename, func(src []byte) hcl.Diagnostics {
		_, diags := hclsyntax.ParseConfig(src, filename, hcl.InitialPos)
		return diags
	})
}

// checkEncoding reports bytes outside of comments that are not UTF-8. hclsyntax
// lets some of them pass in names, where they swallow the bytes behind them.
func checkEncoding(src []byte, filename string) (diags hcl.Diagnostics) {
	if utf8.Valid(src) {
		return nil
	}
	tokens, _ := hclsyntax.LexConfig(src, filename, hcl.InitialPos)
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
	src = strings.TrimSpace(src)
	p := newParser(src)
	p.blank(inside)
	v, ok := p.expr(inside, false)
	p.blank(inside)
	if !ok || p.pos < len(src) {
		return nil, p.refused(filename, func(src []byte) hcl.Diagnostics {
			_, diags := hclsyntax.ParseExpression(src, filename, hcl.InitialPos)
			return diags
		})
	}
	span := v.span
	if v.kind == parenthesesValue {
		span = v.inner
	}
	text := src[span.Start:span.End]
	if !standsAlone(text) {
		// Line breaks between the steps of a reference; it has to be one line,
		// because a static expression can't stand in parentheses.
		traversal, diags := hclsyntax.ParseTraversalAbs([]byte(text), filename, hcl.InitialPos)
		if !diags.HasErrors() {
			text = TraversalText(traversal)
		}
	}
	return &Native{Text: newlines(text)}, nil
}

// ParseTemplate reads a bare template, the value of a string in HCL-JSON. An
// interpolation alone is the expression in it; the result is then whatever that
// expression is, and otherwise a *Template. Spans of the result and diagnostics
// are relative to src.
func ParseTemplate(src, filename string) (Expr, hcl.Diagnostics) {
	if !HasSequence(src) && !fragile(src) {
		return &Template{Text: src}, nil
	}
	p := newParser(src)
	sole, ok := p.template()
	switch {
	case !ok:
		return nil, p.refused(filename, func(src []byte) hcl.Diagnostics {
			_, diags := hclsyntax.ParseTemplate(src, filename, hcl.InitialPos)
			return diags
		})
	case sole != nil:
		return sole, nil
	}
	return exactTemplate(src), nil
}

// maxOpeners is how much of what makes hclsyntax recurse it is given beyond the
// place where the recognition stopped, so that it stays far from the end of the
// stack: a Go program can't recover from that.
const maxOpeners = 20000

// refused returns the diagnostics for a source that was not recognised: those of
// hclsyntax, since its words are known to users.
func (p *parser) refused(filename string, parse func([]byte) hcl.Diagnostics) hcl.Diagnostics {
	at := advance(hcl.InitialPos, p.src[:p.pos])
	subject := &hcl.Range{Filename: filename, Start: at, End: at}
	if p.tooDeep {
		return deep(subject)
	}
	src := p.shallow()
	diags := parse([]byte(src))
	if len(src) < len(p.src) && len(diags) > 1 {
		// What follows may come from the cut.
		diags = diags[:1]
	}
	if !diags.HasErrors() {
		return hcl.Diagnostics{{
			Severity: hcl.DiagError,
			Summary:  "Unrecognized syntax",
			Detail:   "The parser of hashicorp/hcl accepts what stands here, and this program does not. That is a fault of this program: please report it with the text.",
			Subject:  subject,
		}}
	}
	return diags
}

// shallow returns the source up to the end of a line behind which it could be
// nested too deeply to be read. Up to the present position it is not.
func (p *parser) shallow() string {
	openers := 0
	for i := p.pos; i < len(p.src); i++ {
		switch p.src[i] {
		case '(', '[', '{', '?', '!', '-':
			openers++
		case '\n':
			if openers > maxOpeners {
				return p.src[:i+1]
			}
		}
		if openers == 2*maxOpeners {
			return p.src[:i]
		}
	}
	return p.src
}

// splitHead parts the comments above a body's first item: those that a blank
// line follows belong to the body.
func splitHead(before []string) (inside, above []string) {
	for i := len(before) - 1; i >= 0; i-- {
		if before[i] == "" {
			return before[:i:i], before[i+1:]
		}
	}
	return nil, before
}

// joinComments puts two lists of comments one after the other.
func joinComments(a, b []string) []string {
	if len(b) == 0 {
		return a
	}
	return append(a, b...)
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
// 8259, section 6; the native syntax also has 007 and 1.).
func jsonNumber(s string) bool {
	i := 0
	digits := func() bool {
		start := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > start
	}
	if !digits() || s[0] == '0' && i > 1 {
		return false
	}
	if i < len(s) && s[i] == '.' {
		i++
		if !digits() {
			return false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(s)
}

// distinctKeys reports whether no two keys are the same string.
func distinctKeys(items []ObjectItem) bool {
	if len(items) <= 8 {
		for i := range items {
			for j := range i {
				if items[i].Key == items[j].Key {
					return false
				}
			}
		}
		return true
	}
	seen := make(map[string]struct{}, len(items))
	for i := range items {
		seen[items[i].Key] = struct{}{}
	}
	return len(seen) == len(items)
}
