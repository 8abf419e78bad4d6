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
	// maxChain is the longest chain of operators and indexes in one expression, with
	// those in its operands.
	maxChain = 50000
)

// Syntax is what a text is scanned as.
type Syntax uint8

const (
	// Config is a file, or an expression.
	Config Syntax = iota
	// BareTemplate is a template without quotes.
	BareTemplate
)

// frame is one level of nesting.
type frame struct {
	// kind is the opening character: { ( [ and $ for a template sequence, " for
	// a quoted template, < for a heredoc, 0 for the bottom.
	kind byte
	// operators counts operators since the last separator.
	operators int
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
	// unclosed: no block comment ends behind the current place.
	unclosed bool
}

// CheckNesting reports text that is nested too deeply to be read. base is the
// position of src in its file.
func CheckNesting(src string, syntax Syntax, filename string, base hcl.Pos) hcl.Diagnostics {
	var room [32]frame
	s := scanner{src: src, stack: room[:0]}
	kind := byte(0)
	if syntax == BareTemplate {
		kind = '<'
	}
	s.push(frame{kind: kind})
	if s.run(0) {
		return nil
	}
	pos := advance(base, src[:s.pos])
	return hcl.Diagnostics{{
		Severity: hcl.DiagError,
		Summary:  "Nested too deeply",
		Detail:   fmt.Sprintf("More than %d levels of brackets, blocks or templates, or more than %d operators in a row, can't be read. Split the expression into several.", MaxNesting, maxOperators),
		Subject:  &hcl.Range{Filename: filename, Start: pos, End: pos},
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

// code scans ordinary tokens up to the next change of frame.
func (s *scanner) code(top *frame) bool {
	src := s.src
	for i := s.pos; i < len(src); i++ {
		switch c := src[i]; c {
		case '{', '(', '[':
			s.pos = i + 1
			return s.push(frame{kind: c})
		case '}', ')', ']':
			s.pos = i + 1
			// Brackets that do not match are a syntax error that the parser
			// finds; for the depth any closer closes.
			if len(s.stack) > 1 {
				s.stack = s.stack[:len(s.stack)-1]
			}
			return true
		case '"':
			s.pos = i + 1
			return s.push(frame{kind: '"'})
		case '#':
			i = lineEnd(src, i)
		case '/':
			if i+1 < len(src) && src[i+1] == '/' {
				i = lineEnd(src, i)
			} else if i+1 < len(src) && src[i+1] == '*' && !s.unclosed {
				// Without its end it is no comment, and what follows counts.
				if end := blockCommentEnd(src, i); strings.HasSuffix(src[i+2:end], "*/") {
					i = end - 1
				} else {
					s.unclosed = true
				}
			}
		case '<':
			if marker, body := heredocStart(src, i); body > 0 {
				s.pos = body
				return s.push(frame{kind: '<', marker: marker, lineStart: true})
			}
		case '?', '!', '-':
			top.operators++
			if top.operators > maxOperators {
				s.pos = i
				return false
			}
		case ',', '=':
			top.operators = 0
		case '\n':
			if top.kind == 0 || top.kind == '{' {
				top.operators = 0
			}
		}
	}
	s.pos = len(src)
	return true
}

// quoted scans the literal parts of a quoted template.
func (s *scanner) quoted(top *frame) bool {
	src := s.src
	for i := s.pos; i < len(src); i++ {
		switch c := src[i]; c {
		case '"':
			s.pos = i + 1
			s.stack = s.stack[:len(s.stack)-1]
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
				s.stack = s.stack[:len(s.stack)-1]
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
		top.operators++
		if top.operators > maxOperators {
			return false
		}
	}
	s.pos = opener
	return s.push(frame{kind: '$'})
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
	nl := strings.IndexByte(s[i:], '\n')
	if nl < 0 {
		return "", 0
	}
	marker = strings.TrimSuffix(s[i+2:i+nl], "\r")
	marker = strings.TrimPrefix(marker, "-")
	if !hclIdentifier(marker) {
		return "", 0
	}
	return marker, i + nl + 1
}
