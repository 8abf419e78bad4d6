// Package hcltext handles the text of native syntax without a tree: its tokens, names,
// templates and comments, the lines and columns of offsets, and the layout of its lines.
package hcltext

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// kind is the kind of a token for the layout. Tokens with the same layout have the same kind.
type kind uint8

const (
	NoToken kind = iota // after the last one, or before the first of a line
	otherToken
	nameToken
	inToken // the name "in" after a name: a keyword of a for expression
	numberToken
	operatorToken // any but these
	minusToken
	unaryMinusToken
	bangToken
	assignToken
	commaToken
	dotToken
	ellipsisToken
	doubleColonToken
	OpenBrace // starts an object, or the body of a block
	closeBrace
	openBracket
	closeBracket
	openParenthesis
	closeParenthesis
	openSequence
	closeSequence
	openQuote
	closeQuote
	openHeredoc
	CloseHeredoc // the end marker with its line
	literalToken
	commentToken     // on one or several lines: /* */
	lineCommentToken // with its newline
	newlineToken
	unsureToken // only in the table of first bytes: the next byte tells
)

// firstBytes maps the first byte of a token to its kind.
var firstBytes = func() (table [256]kind) {
	for c := range table {
		switch {
		case Classes[c]&NameStart != 0:
			table[c] = nameToken
		case Classes[c]&Digit != 0:
			table[c] = numberToken
		case c >= utf8.RuneSelf:
			table[c] = unsureToken
		default:
			table[c] = otherToken
		}
	}
	for _, c := range "+*%?" {
		table[c] = operatorToken
	}
	for _, c := range "=!<>&|:./#~\r" {
		table[c] = unsureToken
	}
	for c, k := range map[byte]kind{
		'-': minusToken, ',': commaToken, '\n': newlineToken, '"': openQuote,
		'(': openParenthesis, ')': closeParenthesis, '[': openBracket, ']': closeBracket, '{': OpenBrace, '}': closeBrace,
	} {
		table[c] = k
	}
	return table
}()

// Context is the kind of text that a lexer is in.
type Context uint8

const (
	InCode Context = iota // outside of templates
	inQuotes
	InLines // of a heredoc or a bare template
)

// level is one level of nested templates and sequences.
type level struct {
	Context Context
	// atLine: at the start of a line of a heredoc, whose marker this is. A bare
	// template has none.
	atLine bool
	marker string
	// braces counts the open braces of code.
	braces int
}

// Lexer finds the tokens of native syntax as hclsyntax's scanner does
// (hclsyntax/scan_tokens.rl), one after the other and without keeping them. The
// literal parts of a template are cut at line ends and sequences only. A heredoc
// may end at the end of the text, and line comments too.
type Lexer struct {
	src string
	// The present token is from start to pos.
	Start, pos int
	level
	outer []level
	// unclosed: no block comment ends after the current place.
	unclosed bool
}

// Reset starts at an offset of a text.
func (x *Lexer) Reset(src string, pos int, in Context) {
	*x = Lexer{src: src, Start: pos, pos: pos, level: level{Context: in}, outer: x.outer[:0]}
}

// depth returns the number of open templates and sequences.
func (x *Lexer) depth() int { return len(x.outer) }

func (x *Lexer) push(l level) {
	x.outer = append(x.outer, x.level)
	x.level = l
}

func (x *Lexer) pop() {
	last := len(x.outer) - 1
	x.level = x.outer[last]
	x.outer = x.outer[:last]
}

// Next finds the next token.
func (x *Lexer) Next() kind {
	if x.Context != InCode {
		x.Start = x.pos
		if x.pos == len(x.src) {
			return NoToken
		}
		if x.Context == inQuotes {
			return x.quoted()
		}
		return x.lines()
	}
	i := x.pos
	for i < len(x.src) && Classes[x.src[i]]&blank != 0 {
		i++
	}
	x.Start = i
	if i == len(x.src) {
		x.pos = i
		return NoToken
	}
	x.pos = i + 1
	k := firstBytes[x.src[i]]
	switch k {
	case nameToken:
		x.pos = NameEnd(x.src, i)
	case numberToken:
		x.pos = NumberEnd(x.src, i)
	case openQuote:
		x.push(level{Context: inQuotes})
	case OpenBrace:
		x.braces++
	case closeBrace:
		return x.closingBrace(closeBrace)
	case unsureToken:
		return x.uncertainToken()
	}
	return k
}

// closingBrace finds a closing brace, which ends the sequence if no other brace is open in it.
func (x *Lexer) closingBrace(otherwise kind) kind {
	if x.braces == 0 && len(x.outer) > 0 {
		x.pop()
		return closeSequence
	}
	x.braces--
	return otherwise
}

// uncertainToken finds a token whose first byte does not determine its kind.
func (x *Lexer) uncertainToken() kind {
	next := byte(0)
	if x.pos < len(x.src) {
		next = x.src[x.pos]
	}
	switch c := x.src[x.Start]; c {
	case '=', '!', '<', '>':
		return x.comparison(c, next)
	case '&', '|':
		if next == c {
			return x.twoByteToken(operatorToken)
		}
	case ':':
		if next == ':' {
			return x.twoByteToken(doubleColonToken)
		}
		return operatorToken
	case '.':
		if strings.HasPrefix(x.src[x.Start:], "...") {
			x.pos = x.Start + len("...")
			return ellipsisToken
		}
		return dotToken
	case '#':
		return x.lineComment()
	case '/':
		return x.slash(next)
	case '~':
		if next == '}' {
			x.pos++
			return x.closingBrace(closeSequence)
		}
	case '\r':
		if next == '\n' {
			return x.twoByteToken(newlineToken)
		}
	default:
		if x.pos = NameEnd(x.src, x.Start); x.pos > x.Start {
			return nameToken
		}
		_, size := utf8.DecodeRuneInString(x.src[x.Start:])
		x.pos += size
	}
	return otherToken
}

// twoByteToken finds a token of two bytes.
func (x *Lexer) twoByteToken(k kind) kind {
	x.pos++
	return k
}

func (x *Lexer) comparison(c, next byte) kind {
	switch {
	case next == '=':
		return x.twoByteToken(operatorToken)
	case c == '!':
		return bangToken
	case c == '=' && next == '>':
		return x.twoByteToken(otherToken)
	case c == '=':
		return assignToken
	case c == '<' && next == '<':
		if marker, body := HeredocStart(x.src, x.Start); body > 0 {
			x.pos = body
			x.push(level{Context: InLines, atLine: true, marker: marker})
			return openHeredoc
		}
	}
	return operatorToken
}

func (x *Lexer) slash(next byte) kind {
	if next == '/' {
		return x.lineComment()
	}
	if next == '*' && !x.unclosed {
		if end := strings.Index(x.src[x.pos+1:], "*/"); end >= 0 {
			x.pos += 1 + end + len("*/")
			return commentToken
		}
		x.unclosed = true
	}
	return operatorToken
}

func (x *Lexer) lineComment() kind {
	if end := strings.IndexByte(x.src[x.Start:], '\n'); end >= 0 {
		x.pos = x.Start + end + 1
	} else {
		x.pos = len(x.src)
	}
	return lineCommentToken
}

// dollarToken finds the token that starts with $ or % in a template: the opener of a sequence, or
// literal text. skip is the length of the rest of a literal token. Upstream counts the characters
// of each of these tokens separately.
func (x *Lexer) dollarToken(skip int) kind {
	x.atLine = false
	n := SequenceStart(x.src, x.Start)
	switch {
	case n == 0:
		x.pos = x.Start + 1 + skip
		return literalToken
	case n < 0:
		x.pos = x.Start - n
	default:
		x.pos = n
	}
	if x.pos < len(x.src) && x.src[x.pos] == '~' {
		x.pos++
	}
	if n < 0 {
		return literalToken
	}
	x.push(level{})
	return openSequence
}

// literal finds the literal text of a template up to an offset.
func (x *Lexer) literal(end int) kind {
	x.pos = min(end, len(x.src))
	return literalToken
}

// quoted finds a token of a template in quotes.
func (x *Lexer) quoted() kind {
	switch x.src[x.Start] {
	case '"':
		x.pos++
		if len(x.outer) > 0 {
			x.pop()
		}
		return closeQuote
	case '$', '%':
		return x.dollarToken(0)
	}
	for i := x.Start; i < len(x.src); i++ {
		c := x.src[i]
		if Classes[c]&QuoteStop == 0 {
			continue
		}
		switch c {
		case '"', '$', '%':
			return x.literal(i)
		case '\\':
			i++
		}
	}
	return x.literal(len(x.src))
}

// lines finds a token of the lines of a heredoc or a bare template.
func (x *Lexer) lines() kind {
	if x.atLine && x.marker != "" {
		line, _, _ := strings.Cut(x.src[x.pos:], "\n")
		if IsMarker(line, x.marker) {
			x.pos += len(strings.TrimSuffix(line, "\r"))
			x.pop()
			return CloseHeredoc
		}
	}
	if c := x.src[x.Start]; c == '$' || c == '%' {
		return x.dollarToken(LoneLength(x.src[x.Start+1:]))
	}
	for i := x.Start; i < len(x.src); i++ {
		c := x.src[i]
		if Classes[c]&LineStop == 0 {
			continue
		}
		switch c {
		case '\n':
			x.atLine = true
			return x.literal(i + 1)
		case '$', '%':
			x.atLine = false
			return x.literal(i)
		}
	}
	return x.literal(len(x.src))
}

// SequenceStart looks at the $ or % at offset i. It returns the offset after a
// sequence opener (${ or %{), the negated length of an escaped one ($${ or
// %%{), or 0.
func SequenceStart(s string, i int) int {
	c := s[i]
	if i+1 < len(s) && s[i+1] == '{' {
		return i + 2
	}
	if i+2 < len(s) && s[i+1] == c && s[i+2] == '{' {
		return -3
	}
	return 0
}

// SequenceEnd returns the offset after the } that closes a template sequence
// whose opener ends at offset i of s, or -1.
func SequenceEnd(s string, i int) int {
	// Most sequences hold a reference, and no other bracket, string or comment.
	if n := strings.IndexAny(s[i:], "}{\"#/<"); n >= 0 && s[i+n] == '}' {
		return i + n + 1
	}
	var buf [16]level
	x := Lexer{outer: buf[:0]}
	x.Reset(s, i, inQuotes)
	x.push(level{})
	for x.depth() > 0 {
		if x.Next() == NoToken {
			return -1
		}
	}
	return x.pos
}

// SequencesOf yields the start and end of each sequence of a template. The end of an unclosed
// sequence, the last one, is -1.
func SequencesOf(template string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for i := 0; i < len(template); i++ {
			if c := template[i]; c != '$' && c != '%' {
				continue
			}
			opener := SequenceStart(template, i)
			if opener < 0 {
				i -= opener + 1
			} else if opener > 0 {
				end := SequenceEnd(template, opener)
				if !yield(i, end) || end < 0 {
					return
				}
				i = end - 1
			}
		}
	}
}

// HeredocStart returns the marker of the heredoc that starts at offset i and
// the offset of its first line, or 0.
func HeredocStart(s string, i int) (marker string, body int) {
	if !strings.HasPrefix(s[i:], "<<") {
		return "", 0
	}
	i += len("<<")
	if i < len(s) && s[i] == '-' {
		i++
	}
	end := NameEnd(s, i)
	if end == i {
		return "", 0
	}
	marker = s[i:end]
	if strings.HasPrefix(s[end:], "\r\n") {
		end++
	}
	if end == len(s) || s[end] != '\n' {
		return "", 0
	}
	return marker, end + 1
}

// class is a bit set of the roles of a byte.
type class uint8

const (
	NameStart class = 1 << iota // letter or _
	Digit                       // 0 to 9
	blank                       // space or tab
	QuoteStop                   // has a meaning in a quoted template
	LineStop                    // has a meaning in the lines of a heredoc
)

const namePart = NameStart | Digit

// Classes maps each byte to its roles.
var Classes = func() (table [256]class) {
	for c := 'a'; c <= 'z'; c++ {
		table[c] |= NameStart
		table[c-'a'+'A'] |= NameStart
	}
	table['_'] |= NameStart
	for c := '0'; c <= '9'; c++ {
		table[c] |= Digit
	}
	table[' '] |= blank
	table['\t'] |= blank
	for _, c := range "\"\\$%\n\r" {
		table[c] |= QuoteStop
	}
	for _, c := range "$%\n\r" {
		table[c] |= LineStop
	}
	return table
}()

// NameEnd returns the offset after the identifier at an offset of a text, or the
// offset itself.
func NameEnd(src string, start int) int {
	i := start
	if i == len(src) || Classes[src[i]]&NameStart == 0 && src[i] < utf8.RuneSelf {
		return start
	}
	for i < len(src) {
		c := src[i]
		if Classes[c]&namePart != 0 || c == '-' {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		r, size := utf8.DecodeRuneInString(src[i:])
		if i == start && !isNameStart(r) || i > start && !isNamePart(r) {
			break
		}
		i += size
	}
	return i
}

// isNameStart reports whether a character can be first in an identifier.
func isNameStart(r rune) bool {
	return r != utf8.RuneError && r != '\ufeff' && hclsyntax.ValidIdentifier(string(r))
}

// NumberEnd returns the offset after the number at an offset of a text: the
// longest run of digits, dots and exponents that does not end with a dot
// (hclsyntax/scan_tokens.rl, NumberLit).
func NumberEnd(src string, start int) int {
	end := start
	for i := start; i < len(src); {
		n := numberPartLength(src[i:])
		if n == 0 {
			break
		}
		i += n
		if src[i-1] != '.' {
			end = i
		}
	}
	return end
}

// numberPartLength returns the length of a digit, a dot or the exponent sign with its
// first digit, at the start of a text.
func numberPartLength(s string) int {
	switch c := s[0]; {
	case Classes[c]&Digit != 0, c == '.':
		return 1
	case c != 'e' && c != 'E', len(s) == 1:
		return 0
	}
	n := 1
	if s[n] == '+' || s[n] == '-' {
		n++
	}
	if n == len(s) || Classes[s[n]]&Digit == 0 {
		return 0
	}
	return n + 1
}

// DigitsEnd returns the offset after the digits at offset i.
func DigitsEnd(s string, i int) int {
	for i < len(s) && Classes[s[i]]&Digit != 0 {
		i++
	}
	return i
}

// LoneLength returns the length of the text after a $ or % that opens no sequence and belongs to
// the same token. The scanner of hclsyntax includes the next character if a line end seems to
// follow: there, a carriage return is not an error, and another $ or % is not scanned separately.
func LoneLength(rest string) int {
	switch {
	case strings.HasPrefix(rest, "\r\r\n"), strings.HasPrefix(rest, "$\r"), strings.HasPrefix(rest, "%\r"):
		return 1
	}
	return 0
}

// IsMarker reports whether a line closes the heredoc with this marker.
func IsMarker(line, marker string) bool {
	if len(line) < len(marker) {
		return false
	}
	if c := line[0]; c > ' ' && c < utf8.RuneSelf && c != marker[0] {
		return false
	}
	return strings.TrimSpace(line) == marker
}
