package hclwrite

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// kind is what a token is to the layout. What is laid out alike is one kind.
type kind uint8

const (
	noToken kind = iota // after the last one, or before the first of a line
	otherToken
	nameToken
	inToken // the name "in" after a name: a keyword of a for expression
	numberToken
	operatorToken // any but these
	minusToken
	signToken // a minus that is a sign
	bangToken
	assignToken
	commaToken
	dotToken
	ellipsisToken
	doubleColonToken
	openBrace
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
	closeHeredoc
	literalToken
	commentToken     // on one or several lines: /* */
	lineCommentToken // with its newline
	newlineToken
	unsureToken // only in the table of first bytes: the next byte tells
)

// firstBytes tells the kind of the token that a byte starts.
var firstBytes = func() (table [256]kind) {
	for c := range table {
		switch {
		case classes[c]&nameStart != 0:
			table[c] = nameToken
		case classes[c]&digit != 0:
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
		'(': openParenthesis, ')': closeParenthesis, '[': openBracket, ']': closeBracket, '{': openBrace, '}': closeBrace,
	} {
		table[c] = k
	}
	return table
}()

// context is the kind of text that a lexer is in.
type context uint8

const (
	inCode context = iota
	inQuotes
	inLines // of a heredoc or a bare template
)

// level is one level of the text in text that templates are.
type level struct {
	context context
	// atLine: at the start of a line of a heredoc, whose marker this is. A bare
	// template has none.
	atLine bool
	marker string
	// braces counts the open braces of code.
	braces int
}

// lexer finds the tokens of native syntax as hclsyntax's scanner does
// (hclsyntax/scan_tokens.rl), one after the other and without keeping them. The
// literal parts of a template are cut at line ends and sequences only. A heredoc
// may end at the end of the text, and line comments too.
type lexer struct {
	src string
	// The present token is from start to pos.
	start, pos int
	level
	outer []level
	// unclosed: no block comment ends after the current place.
	unclosed bool
}

// reset starts at an offset of a text.
func (x *lexer) reset(src string, pos int, in context) {
	*x = lexer{src: src, start: pos, pos: pos, level: level{context: in}, outer: x.outer[:0]}
}

// depth is how many templates and sequences are open.
func (x *lexer) depth() int { return len(x.outer) }

func (x *lexer) push(l level) {
	x.outer = append(x.outer, x.level)
	x.level = l
}

func (x *lexer) pop() {
	last := len(x.outer) - 1
	x.level = x.outer[last]
	x.outer = x.outer[:last]
}

// next finds the next token.
func (x *lexer) next() kind {
	if x.context != inCode {
		x.start = x.pos
		if x.pos == len(x.src) {
			return noToken
		}
		if x.context == inQuotes {
			return x.quoted()
		}
		return x.lines()
	}
	i := x.pos
	for i < len(x.src) && classes[x.src[i]]&blank != 0 {
		i++
	}
	x.start = i
	if i == len(x.src) {
		x.pos = i
		return noToken
	}
	x.pos = i + 1
	k := firstBytes[x.src[i]]
	switch k {
	case nameToken:
		x.pos = nameEnd(x.src, i)
	case numberToken:
		x.pos = numberEnd(x.src, i)
	case openQuote:
		x.push(level{context: inQuotes})
	case openBrace:
		x.braces++
	case closeBrace:
		return x.closeBrace(closeBrace)
	case unsureToken:
		return x.unsure()
	}
	return k
}

// closeBrace is a brace that closes the sequence if no other is open in it.
func (x *lexer) closeBrace(otherwise kind) kind {
	if x.braces == 0 && len(x.outer) > 0 {
		x.pop()
		return closeSequence
	}
	x.braces--
	return otherwise
}

// unsure finds a token whose first byte does not tell what it is.
func (x *lexer) unsure() kind {
	next := byte(0)
	if x.pos < len(x.src) {
		next = x.src[x.pos]
	}
	switch c := x.src[x.start]; c {
	case '=', '!', '<', '>':
		return x.comparison(c, next)
	case '&', '|':
		if next == c {
			return x.double(operatorToken)
		}
	case ':':
		if next == ':' {
			return x.double(doubleColonToken)
		}
		return operatorToken
	case '.':
		if strings.HasPrefix(x.src[x.start:], "...") {
			x.pos = x.start + len("...")
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
			return x.closeBrace(closeSequence)
		}
	case '\r':
		if next == '\n' {
			return x.double(newlineToken)
		}
	default:
		if x.pos = nameEnd(x.src, x.start); x.pos > x.start {
			return nameToken
		}
		_, size := utf8.DecodeRuneInString(x.src[x.start:])
		x.pos += size
	}
	return otherToken
}

// double is a token of two bytes.
func (x *lexer) double(k kind) kind {
	x.pos++
	return k
}

func (x *lexer) comparison(c, next byte) kind {
	switch {
	case next == '=':
		return x.double(operatorToken)
	case c == '!':
		return bangToken
	case c == '=' && next == '>':
		return x.double(otherToken)
	case c == '=':
		return assignToken
	case c == '<' && next == '<':
		if marker, body := heredocStart(x.src, x.start); body > 0 {
			x.pos = body
			x.push(level{context: inLines, atLine: true, marker: marker})
			return openHeredoc
		}
	}
	return operatorToken
}

func (x *lexer) slash(next byte) kind {
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

func (x *lexer) lineComment() kind {
	if end := strings.IndexByte(x.src[x.start:], '\n'); end >= 0 {
		x.pos = x.start + end + 1
	} else {
		x.pos = len(x.src)
	}
	return lineCommentToken
}

// dollar finds the token that starts with a $ or % in a template: the opener of a
// sequence, or literal text. skip is how much else belongs to one that opens
// nothing. Upstream counts the characters of each of these tokens by itself.
func (x *lexer) dollar(skip int) kind {
	x.atLine = false
	n := sequenceStart(x.src, x.start)
	switch {
	case n == 0:
		x.pos = x.start + 1 + skip
		return literalToken
	case n < 0:
		x.pos = x.start - n
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

// literal is the literal text of a template up to an offset.
func (x *lexer) literal(end int) kind {
	x.pos = min(end, len(x.src))
	return literalToken
}

// quoted finds a token of a template in quotes.
func (x *lexer) quoted() kind {
	switch x.src[x.start] {
	case '"':
		x.pos++
		if len(x.outer) > 0 {
			x.pop()
		}
		return closeQuote
	case '$', '%':
		return x.dollar(0)
	}
	for i := x.start; i < len(x.src); i++ {
		c := x.src[i]
		if classes[c]&quoteStop == 0 {
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
func (x *lexer) lines() kind {
	if x.atLine && x.marker != "" {
		line, _, _ := strings.Cut(x.src[x.pos:], "\n")
		if isMarker(line, x.marker) {
			x.pos += len(strings.TrimSuffix(line, "\r"))
			x.pop()
			return closeHeredoc
		}
	}
	if c := x.src[x.start]; c == '$' || c == '%' {
		return x.dollar(loneLength(x.src[x.start+1:]))
	}
	for i := x.start; i < len(x.src); i++ {
		c := x.src[i]
		if classes[c]&lineStop == 0 {
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

// sequenceStart looks at the $ or % at offset i. It returns the offset after a
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

// sequenceEnd returns the offset after the } that closes a template sequence
// whose opener ends at offset i of s, or -1.
func sequenceEnd(s string, i int) int {
	// Most sequences hold a reference, and no other bracket, string or comment.
	if n := strings.IndexAny(s[i:], "}{\"#/<"); n >= 0 && s[i+n] == '}' {
		return i + n + 1
	}
	var room [16]level
	x := lexer{outer: room[:0]}
	x.reset(s, i, inQuotes)
	x.push(level{})
	for x.depth() > 0 {
		if x.next() == noToken {
			return -1
		}
	}
	return x.pos
}

// sequencesOf goes over the places of the sequences of a template. The end of one that has
// none, after which no other comes, is -1.
func sequencesOf(template string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for i := 0; i < len(template); i++ {
			if c := template[i]; c != '$' && c != '%' {
				continue
			}
			opener := sequenceStart(template, i)
			if opener < 0 {
				i -= opener + 1
			} else if opener > 0 {
				end := sequenceEnd(template, opener)
				if !yield(i, end) || end < 0 {
					return
				}
				i = end - 1
			}
		}
	}
}

// heredocStart returns the marker of the heredoc that starts at offset i and
// the offset of its first line, or 0.
func heredocStart(s string, i int) (marker string, body int) {
	if !strings.HasPrefix(s[i:], "<<") {
		return "", 0
	}
	i += len("<<")
	if i < len(s) && s[i] == '-' {
		i++
	}
	end := nameEnd(s, i)
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
