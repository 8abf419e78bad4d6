package hclwrite

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// The limits keep hclsyntax, which reads recursively, far from the end of the
// stack: a Go program can't recover from that.
const (
	// MaxNesting is the deepest nesting of brackets, templates and blocks that
	// is read.
	MaxNesting = 1000
	// maxOperators is the largest number of operators, or of template
	// directives, side by side in one expression; each is a level of recursion.
	maxOperators = 10000
)

// Syntax is what a text is scanned as.
type Syntax uint8

const (
	// Config is a file, or an expression.
	Config Syntax = iota
	// BareTemplate is a template without quotes.
	BareTemplate
)

// CheckNesting reports text that is nested too deeply to be read. base is the
// position of src in its file.
func CheckNesting(src string, syntax Syntax, filename string, base hcl.Pos) hcl.Diagnostics {
	at := tooDeep(src, syntax)
	if at < 0 {
		return nil
	}
	pos := advance(base, src[:at])
	return deep(&hcl.Range{Filename: filename, Start: pos, End: pos})
}

// deep reports a place that is nested too deeply.
func deep(subject *hcl.Range) hcl.Diagnostics {
	return hcl.Diagnostics{{
		Severity: hcl.DiagError,
		Summary:  "Nested too deeply",
		Detail:   fmt.Sprintf("More than %d levels of brackets, blocks or templates, or more than %d operators in a row, can't be read. Split the expression into several.", MaxNesting, maxOperators),
		Subject:  subject,
	}}
}

// tooDeep returns the offset where a text is nested too deeply, or -1.
func tooDeep(src string, syntax Syntax) int {
	var room [64]bracket
	open := append(room[:0], bracket{items: true})
	var x lexer
	x.reset(src, 0, inCode)
	if syntax == BareTemplate {
		x.context = inLines
	}
	before := noToken
	for {
		k := x.next()
		top := &open[len(open)-1]
		switch k {
		case noToken:
			return -1
		case openBrace, openBracket, openParenthesis, openQuote, openHeredoc, openSequence:
			if k == openSequence && src[x.start] == '%' {
				top.operators++
			}
			open = append(open, bracket{items: k == openBrace})
		case closeBrace, closeBracket, closeParenthesis, closeQuote, closeHeredoc, closeSequence:
			// Brackets that do not match are a syntax error that the parser
			// finds; for the depth any closer closes.
			if len(open) > 1 {
				open = open[:len(open)-1]
			}
		default:
			top.count(before, k, src[x.start:x.pos])
		}
		if len(open) > MaxNesting || top.operators > maxOperators {
			return x.start
		}
		before = k
	}
}

// bracket is an open bracket or template, or the whole text.
type bracket struct {
	// items: a newline ends an expression.
	items bool
	// operators counts those since the last separator that recurse.
	operators int
}

func (b *bracket) count(before, k kind, text string) {
	switch k {
	case operatorToken:
		if text == "?" {
			b.operators++
		}
	case bangToken, minusToken:
		b.operators++
	case commaToken, assignToken:
		b.operators = 0
	case newlineToken, lineCommentToken:
		if b.items {
			b.operators = 0
		}
	case nameToken:
		b.items = b.items && !(before == openBrace && text == "for")
	}
}

// advance returns the position after text that starts at pos.
func advance(pos hcl.Pos, text string) hcl.Pos {
	pos.Byte += len(text)
	if lines := strings.Count(text, "\n"); lines > 0 {
		pos.Line += lines
		pos.Column = 1
		text = text[strings.LastIndexByte(text, '\n')+1:]
	}
	pos.Column += len([]rune(text))
	return pos
}

// Shallow reports whether the sizes of a file's parts alone show that it is not
// nested too deeply in native syntax. Otherwise, CheckNesting has to find out.
func (f *File) Shallow() bool { return shallowBody(&f.Body, 0) }

func shallowBody(b *Body, depth int) bool {
	for _, item := range b.Items {
		shallow := false
		switch item := item.(type) {
		case *Attribute:
			shallow = shallowExpr(item.Expr, depth)
		case *Block:
			shallow = shallowBody(&item.Body, depth+1)
		}
		if !shallow {
			return false
		}
	}
	return shallowText("", depth)
}

func shallowExpr(e Expr, depth int) bool {
	switch e := e.(type) {
	case *Template:
		return shallowText(e.Text, depth) || !HasSequence(e.Text) && shallowText("", depth)
	case *Native:
		return shallowText(e.Text, depth)
	case *Call:
		return shallowExpr(e.Argument, depth+1)
	case *Tuple:
		for i := range e.Items {
			if !shallowExpr(e.Items[i].Value, depth+1) {
				return false
			}
		}
	case *Object:
		for i := range e.Items {
			if item := &e.Items[i]; !shallowText(item.Key, depth+1) || !shallowExpr(item.Value, depth+1) {
				return false
			}
		}
	}
	return shallowText("", depth)
}

// shallowText is for a text that quotes, parentheses or braces may be around.
func shallowText(text string, depth int) bool {
	depth += 2
	if depth+len(text) <= MaxNesting {
		return true
	}
	operators := 0
	for i := range len(text) {
		switch text[i] {
		case '{', '[', '(', '"', '<':
			depth++
		case '?', '!', '-', '%':
			operators++
		}
	}
	return depth <= MaxNesting && operators <= maxOperators
}
