package hclwrite

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
)

// The limits keep hclsyntax, which reads recursively, far from the end of the
// stack: a Go program can't recover from that.
const (
	// MaxNesting is the deepest nesting of brackets, templates and blocks that
	// is read.
	MaxNesting = 1000
	// maxOperators is the largest number of unary operators, conditions, splats
	// and template directives that are read while none of the expressions around
	// them has ended; each can be a level of recursion.
	maxOperators = 10000
	// maxChain is the longest chain of operators and indexes in one expression,
	// with those in its operands. The parser reads them in a loop, but the tree that
	// it makes is as deep as the chain is long.
	maxChain = 50000
)

// Syntax is what a text is scanned as.
type Syntax uint8

const (
	// Config is a file.
	Config Syntax = iota
	// Expression is an expression alone, which no line break ends.
	Expression
	// BareTemplate is a template without quotes.
	BareTemplate
)

// frame is one level of nesting.
type frame struct {
	// kind is the opening character: { ( [ and $ for a template sequence, " for
	// a quoted template, < for a heredoc, 0 for the bottom.
	kind byte
	// lines: a line break ends an expression.
	lines bool
	// operators counts those of maxOperators since the last separator, chain those
	// of maxChain; longest is the longest chain before it.
	operators, chain, longest int
	// marker closes a heredoc.
	marker string
	// lineStart: the scan is at the start of a line of a heredoc.
	lineStart bool
}

// scanner walks HCL text and follows its nesting, without making tokens. It
// mirrors hclsyntax's own scanner (hclsyntax/scan_tokens.rl).
type scanner struct {
	src   string
	pos   int
	stack []frame
	// operators are those of all frames.
	operators int
	// unclosed: no block comment ends behind the current place.
	unclosed bool
}

// CheckNesting reports text that is nested too deeply to be read. base is the
// position of src in its file.
func CheckNesting(src string, syntax Syntax, filename string, base hcl.Pos) hcl.Diagnostics {
	var room [32]frame
	s := scanner{src: src, stack: room[:0]}
	bottom := frame{lines: syntax == Config}
	if syntax == BareTemplate {
		bottom.kind = '<'
	}
	s.push(bottom)
	if s.run(0) {
		return nil
	}
	pos := advance(base, src[:s.pos])
	return hcl.Diagnostics{{
		Severity: hcl.DiagError,
		Summary:  "Nested too deeply",
		Detail: fmt.Sprintf("No more than %d levels of brackets, blocks and templates can be read, and in one expression no more than %d "+
			"signs, conditions, splats and directives, and %d operators and indexes in all. Split the expression into several.", MaxNesting, maxOperators, maxChain),
		Subject: &hcl.Range{Filename: filename, Start: pos, End: pos},
	}}
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

// sequenceEnd returns the offset behind the } that closes a template sequence
// whose opener ends at offset i of s, or -1.
func sequenceEnd(s string, i int) int {
	// Most sequences hold a reference, and no other bracket, string or comment.
	if n := strings.IndexAny(s[i:], "}{)(][\"#/<"); n >= 0 && s[i+n] == '}' {
		return i + n + 1
	}
	var room [16]frame
	sc := scanner{src: s, pos: i, stack: append(room[:0], frame{}, frame{kind: '$'})}
	if !sc.run(1) || len(sc.stack) > 1 {
		return -1
	}
	return sc.pos
}

func (s *scanner) push(f frame) bool {
	s.stack = append(s.stack, f)
	return len(s.stack) <= MaxNesting
}

// run scans until the stack is down to floor frames or the text ends. It
// reports false when a limit is passed.
func (s *scanner) run(floor int) bool {
	for s.pos < len(s.src) && len(s.stack) > floor {
		ok := true
		switch top := &s.stack[len(s.stack)-1]; top.kind {
		case '"':
			ok = s.quoted(top)
		case '<':
			ok = s.lines(top)
		default:
			ok = s.code(top)
		}
		if !ok {
			return false
		}
	}
	return true
}

// pop ends the innermost frame. What is in a bracket can be the first operand of
// a chain around it; the parts of a template stand side by side.
func (s *scanner) pop() {
	top := s.stack[len(s.stack)-1]
	s.stack = s.stack[:len(s.stack)-1]
	s.operators -= top.operators
	outer := &s.stack[len(s.stack)-1]
	longest := max(top.longest, top.chain)
	if outer.kind == '"' || outer.kind == '<' {
		outer.longest = max(outer.longest, longest)
	} else {
		outer.chain += longest
	}
}

// operator counts an operator that can be a level of recursion.
func (s *scanner) operator(top *frame) {
	top.operators++
	s.operators++
	top.chain++
}

// separate ends an expression of a frame.
func (s *scanner) separate(top *frame) {
	s.operators -= top.operators
	top.longest = max(top.longest, top.chain)
	top.operators, top.chain = 0, 0
}

// code scans ordinary tokens up to the next change of frame.
func (s *scanner) code(top *frame) bool {
	src := s.src
	for i := s.pos; i < len(src); i++ {
		switch c := src[i]; c {
		case '{', '(', '[':
			return s.bracket(top, i)
		case '}', ')', ']':
			s.pos = i + 1
			// Brackets that do not match are a syntax error that the parser
			// finds; for the depth any closer closes.
			if len(s.stack) > 1 {
				s.pop()
			}
			return true
		case '"':
			s.pos = i + 1
			return s.push(frame{kind: '"'})
		case '#':
			i = lineEnd(src, i)
		case '/':
			if end := s.comment(i); end > 0 {
				i = end - 1
			} else {
				top.chain++
			}
		case '<':
			if marker, body := heredocStart(src, i); body > 0 {
				s.pos = body
				return s.push(frame{kind: '<', marker: marker, lineStart: true})
			}
			top.chain++
		case '+', '*', '%', '>', '&', '|':
			top.chain++
		case '-':
			// Behind a name or number it is no sign.
			if i > 0 && nameByte(src[i-1]) {
				top.chain++
			} else {
				s.operator(top)
			}
		case '!':
			if i+1 < len(src) && src[i+1] == '=' {
				i++
				top.chain++
			} else {
				s.operator(top)
			}
		case '?':
			s.operator(top)
		case '=':
			if i+1 < len(src) && src[i+1] == '=' {
				i++
				top.chain++
			} else if i == 0 || src[i-1] != '<' && src[i-1] != '>' {
				s.separate(top)
			}
		case ',':
			s.separate(top)
		case '\n':
			if top.lines {
				s.separate(top)
			}
		default:
			continue
		}
		if s.operators > maxOperators || top.chain > maxChain {
			s.pos = i
			return false
		}
	}
	s.pos = len(src)
	return true
}

func nameByte(c byte) bool { return identStart(c) || c >= '0' && c <= '9' || c >= utf8.RuneSelf }

// bracket scans the opening bracket at offset i. A splat is a level of recursion
// in the expression around it. Line breaks end what stands in braces, except in a
// for expression.
func (s *scanner) bracket(top *frame, i int) bool {
	s.pos = i + 1
	inner := frame{kind: s.src[i]}
	switch inner.kind {
	case '[':
		if strings.HasPrefix(s.src[s.blank(i+1):], "*") {
			s.operator(top)
		} else {
			top.chain++
		}
	case '{':
		word, found := strings.CutPrefix(s.src[s.blank(i+1):], "for")
		inner.lines = !found || word != "" && (nameByte(word[0]) || word[0] == '-')
	}
	return s.operators <= maxOperators && top.chain <= maxChain && s.push(inner)
}

// blank returns the offset of the first token from offset i on.
func (s *scanner) blank(i int) int {
	for ; i < len(s.src); i++ {
		switch s.src[i] {
		case ' ', '\t', '\r', '\n':
		case '#':
			i = lineEnd(s.src, i)
		default:
			end := s.comment(i)
			if end == 0 {
				return i
			}
			i = end - 1
		}
	}
	return len(s.src)
}

// comment returns the offset behind the comment that starts with the slash at
// offset i, or 0. A line break that ends it is no part of it.
func (s *scanner) comment(i int) int {
	switch rest := s.src[i:]; {
	case strings.HasPrefix(rest, "//"):
		return lineEnd(s.src, i) + 1
	case strings.HasPrefix(rest, "/*") && !s.unclosed:
		// Without its end it is no comment, and what follows counts.
		if end := blockCommentEnd(s.src, i); strings.HasSuffix(s.src[i+2:end], "*/") {
			return end
		}
		s.unclosed = true
	}
	return 0
}

// quoted scans the literal parts of a quoted template.
func (s *scanner) quoted(top *frame) bool {
	src := s.src
	for i := s.pos; i < len(src); i++ {
		switch c := src[i]; c {
		case '"':
			s.pos = i + 1
			s.pop()
			return true
		case '\\':
			i++
		case '$', '%':
			if opener := sequenceStart(src, i); opener > 0 {
				return s.sequence(top, c, opener)
			} else if opener < 0 {
				i -= opener
				i--
			}
		}
	}
	s.pos = len(src)
	return true
}

// lines scans the literal parts of a heredoc, or of a bare template, which has
// no marker.
func (s *scanner) lines(top *frame) bool {
	src := s.src
	for i := s.pos; i < len(src); i++ {
		if top.lineStart && top.marker != "" {
			end := strings.IndexByte(src[i:], '\n')
			if end < 0 {
				end = len(src) - i
			}
			if strings.TrimSpace(src[i:i+end]) == top.marker {
				s.pos = i + end
				s.pop()
				return true
			}
			top.lineStart = false
		}
		switch c := src[i]; c {
		case '\n':
			top.lineStart = true
		case '$', '%':
			if opener := sequenceStart(src, i); opener > 0 {
				top.lineStart = false
				return s.sequence(top, c, opener)
			} else if opener < 0 {
				i -= opener
				i--
			}
		}
	}
	s.pos = len(src)
	return true
}

func (s *scanner) sequence(top *frame, c byte, opener int) bool {
	if c == '%' {
		s.operator(top)
	}
	s.pos = opener
	return s.operators <= maxOperators && top.chain <= maxChain && s.push(frame{kind: '$'})
}

// sequenceStart looks at the $ or % at offset i. It returns the offset behind a
// sequence opener (${ or %{), the negated length of an escaped one ($${ or
// %%{), or 0.
func sequenceStart(s string, i int) int {
	c := s[i]
	if i+1 < len(s) && s[i+1] == '{' {
		return i + 2
	}
	if i+2 < len(s) && s[i+1] == c && s[i+2] == '{' {
		return -3
	}
	return 0
}

// lineEnd returns the offset of the newline that ends the line of offset i,
// less one, so that a loop that steps on sees the newline.
func lineEnd(s string, i int) int {
	n := strings.IndexByte(s[i:], '\n')
	if n < 0 {
		return len(s)
	}
	return i + n - 1
}

// blockCommentEnd returns the offset behind the */ of the comment at offset i.
func blockCommentEnd(s string, i int) int {
	n := strings.Index(s[i+2:], "*/")
	if n < 0 {
		return len(s)
	}
	return i + 2 + n + 2
}

// heredocStart returns the marker of the heredoc that starts at offset i and
// the offset of its first line, or 0.
func heredocStart(s string, i int) (marker string, body int) {
	if !strings.HasPrefix(s[i:], "<<") {
		return "", 0
	}
	// No marker has another of these characters in it, and each is looked at once.
	nl := strings.IndexAny(s[i+2:], "\n<")
	if nl < 0 || s[i+2+nl] == '<' {
		return "", 0
	}
	nl += 2
	marker = strings.TrimSuffix(s[i+2:i+nl], "\r")
	marker = strings.TrimPrefix(marker, "-")
	if !hclIdentifier(marker) {
		return "", 0
	}
	return marker, i + nl + 1
}
