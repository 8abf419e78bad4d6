package equivalent

import (
	"bytes"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// survey goes over the bytes of a file in native syntax and bounds what makes it
// expensive to read, without making tokens. It counts too much rather than too
// little, and gives up on what can only be understood from tokens.
// It decides nothing but whether [allowance.lex] is needed.
type survey struct {
	src []byte
	at  int
	// open are the brackets and templates around the position.
	open []opened
	// depth, operators and steps are the largest numbers of [chains].
	depth, operators, steps int
	// chain is the sum of the chains of all levels, run the number of steps of a line.
	chain, run int
	// work bounds that of [pieces].
	work int
}

// opened is a level.
type opened struct {
	kind byte
	// lines: a line break ends an expression.
	lines bool
	chain int
	// start is where the text of a template starts, and pieces bounds the number
	// of its pieces.
	start, pieces int
	// marker is that of a heredoc.
	marker []byte
}

// The kinds of levels that are not brackets.
const (
	theFile  = 0
	quoted   = '"'
	heredoc  = '<'
	sequence = '$'
)

const (
	// workPerByte is what a file may need for its templates and numbers without
	// being looked at closely: it grows no faster than the file.
	workPerByte = 256
	// maxDigits is how long a number may be there.
	maxDigits = digitsPerByte
)

// withinLimits reports whether a file in native syntax certainly needs no closer
// look.
func withinLimits(src []byte) bool {
	s, ok := surveyOf(src)
	return ok && s.depth <= maxDepth && s.operators <= maxChain && s.steps <= maxChain && s.work <= workPerByte*len(src)
}

// surveyOf goes over a file. The result counts only if it has got to its end.
func surveyOf(src []byte) (*survey, bool) {
	s := &survey{src: src, open: []opened{{kind: theFile, lines: true}}, depth: 1}
	if bytes.IndexByte(src, '\r') >= 0 || !utf8.Valid(src) {
		return s, false
	}
	for s.at < len(src) {
		understood := false
		switch s.top().kind {
		case quoted:
			understood = s.quoted()
		case heredoc:
			understood = s.heredoc()
		default:
			understood = s.token()
		}
		if !understood {
			return s, false
		}
	}
	return s, len(s.open) == 1
}

func (s *survey) top() *opened { return &s.open[len(s.open)-1] }

func (s *survey) has(text string) bool { return bytes.HasPrefix(s.src[s.at:], []byte(text)) }

func (s *survey) push(level opened) {
	s.open = append(s.open, level)
	s.depth = max(s.depth, len(s.open))
}

// pop closes a level, which must be of this kind.
func (s *survey) pop(kind byte) bool {
	closed := s.top()
	if closed.kind != kind {
		return false
	}
	length := s.at - closed.start
	s.work += closed.pieces * (length + closed.pieces*bytesPerPiece)
	s.reset()
	s.open = s.open[:len(s.open)-1]
	return true
}

func (s *survey) grow() {
	s.top().chain++
	s.chain++
	s.operators = max(s.operators, s.chain)
}

func (s *survey) reset() {
	s.chain -= s.top().chain
	s.top().chain = 0
}

// token passes what is outside of the text of templates.
func (s *survey) token() bool {
	switch b := s.src[s.at]; b {
	case '"':
		s.at++
		s.push(opened{kind: quoted, start: s.at, pieces: 1})
		return true
	case '{', '[', '(':
		s.at++
		s.grow()
		s.push(opened{kind: b, lines: b == '{' && !bytes.HasPrefix(bytes.TrimLeft(s.src[s.at:], " \t"), []byte("for"))})
		return true
	case '}', ']', ')':
		return s.closes(b)
	case '\n', ',':
		s.run = 0
		if b == ',' || s.top().lines {
			s.reset()
		}
	case '#':
		s.line()
		return true
	case '/':
		switch {
		case s.has("//"):
			s.line()
			return true
		case s.has("/*"):
			return s.skipTo("*/")
		}
		s.grow()
	case '<':
		if s.has("<<") {
			return s.opensHeredoc()
		}
		s.grow()
	case '.', ':':
		s.run++
		s.steps = max(s.steps, s.run)
	case '+', '-', '*', '%', '!', '?', '&', '|', '=', '>':
		s.grow()
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return s.number()
	}
	s.at++
	return true
}

func (s *survey) closes(b byte) bool {
	s.at++
	switch {
	case b == ')':
		return s.pop('(')
	case b == ']':
		return s.pop('[')
	case s.top().kind == sequence:
		return s.pop(sequence)
	}
	return s.pop('{')
}

// line passes the rest of the line, up to its end.
func (s *survey) line() {
	if end := bytes.IndexByte(s.src[s.at:], '\n'); end >= 0 {
		s.at += end
		return
	}
	s.at = len(s.src)
}

func (s *survey) skipTo(end string) bool {
	found := bytes.Index(s.src[s.at+len(end):], []byte(end))
	s.at += found + 2*len(end)
	return found >= 0
}

// number passes digits and what may go on with them.
func (s *survey) number() bool {
	start := s.at
	for s.at < len(s.src) && bytes.IndexByte([]byte("0123456789.eE+-"), s.src[s.at]) >= 0 {
		switch s.src[s.at] {
		case '.':
			s.run++
			s.steps = max(s.steps, s.run)
		case '+', '-':
			s.grow()
		}
		s.at++
	}
	return s.at-start < maxDigits
}

// opensHeredoc passes the line of a heredoc's marker.
func (s *survey) opensHeredoc() bool {
	start := s.at
	s.line()
	marker := bytes.TrimPrefix(s.src[start+len("<<"):s.at], []byte("-"))
	if !hclsyntax.ValidIdentifier(string(marker)) {
		return false
	}
	s.push(opened{kind: heredoc, start: start, pieces: 1, marker: marker})
	return true
}

// quoted passes the text of a quoted string up to what ends it or is in it.
func (s *survey) quoted() bool {
	end := bytes.IndexAny(s.src[s.at:], "\"\\$%\n")
	if end < 0 {
		return false
	}
	s.at += end
	switch s.src[s.at] {
	case '"':
		s.at++
		return s.pop(quoted)
	case '\\':
		s.at += 2
		return s.at <= len(s.src) && s.src[s.at-1] != '\n'
	case '\n':
		return false
	}
	s.sign()
	return true
}

// heredoc passes a line of a heredoc, or a part of it.
func (s *survey) heredoc() bool {
	if s.src[s.at] == '\n' {
		s.at++
		s.top().pieces++
		start := s.at
		s.line()
		if bytes.Equal(bytes.TrimSpace(s.src[start:s.at]), s.top().marker) {
			return s.pop(heredoc)
		}
		s.at = start
		return start < len(s.src)
	}
	end := bytes.IndexAny(s.src[s.at:], "$%\n")
	if end < 0 {
		return false
	}
	if s.at += end; s.src[s.at] != '\n' {
		s.sign()
	}
	return true
}

// sign passes a $ or %, and opens the sequence that it may start.
func (s *survey) sign() {
	// A piece before it and one after it.
	s.top().pieces += 2
	switch b := s.src[s.at]; {
	case s.has(string([]byte{b, b, '{'})):
		s.at += 3
	case s.at+1 < len(s.src) && s.src[s.at+1] == '{':
		s.at += 2
		s.grow()
		s.push(opened{kind: sequence})
	default:
		s.at++
	}
}
