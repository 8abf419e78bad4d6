package hcltext

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Layouter sets the spaces of text. Its rules are the style in the products' documentation, with
// the details of upstream's formatter.
type Layouter struct {
	lexer Lexer
	// tokens and rows have the text that waits for its alignment.
	tokens []token
	rows   []row
	// open has an element for each level of indentation: the number of its open brackets.
	open []int
}

// token is a token, or a sequence of literal text tokens.
type token struct {
	start, end int32
	// spaces is the number of spaces before it.
	spaces int32
	kind   kind
}

// row is a line to the layouter: the tokens up to a newline outside of literal text.
// It has up to three cells, which start at these tokens: the lead, the assignment from the
// = token on, and a trailing comment. An empty cell starts where the next one does.
// equals is the first = token before the comment, or the comment.
type row struct {
	lead, equals, assign, comment, end int
}

func (r row) hasAssignment() bool { return r.assign < r.comment }

func (r row) hasComment() bool { return r.comment < r.end }

// maxText is the length up to which the offsets in a text fit in a token.
const maxText = math.MaxInt32

// AppendCanonical appends a text in canonical layout. It changes nothing but spaces. A text of 2 GB
// or more stays as it is.
func (l *Layouter) AppendCanonical(dst []byte, src string) []byte {
	if len(src) > maxText {
		return append(dst, src...)
	}
	l.reset(src)
	done := 0
	for more := true; more; {
		more = l.nextRow(src)
		if last := len(l.rows) - 1; more && (l.rows[last].hasAssignment() || l.rows[last].hasComment()) {
			continue // the alignment depends on the next row
		}
		l.alignRows(src)
		for _, t := range l.tokens {
			dst = AppendBlanks(dst, int(t.spaces))
			dst = append(dst, src[t.start:t.end]...)
			done = int(t.end)
		}
		l.tokens, l.rows = l.tokens[:0], l.rows[:0]
	}
	return AppendBlanks(dst, len(src)-done)
}

func (l *Layouter) reset(src string) {
	l.lexer.Reset(src, 0, InCode)
	l.tokens, l.rows, l.open = l.tokens[:0], l.rows[:0], l.open[:0]
}

// nextRow appends the next row, and sets the spaces that do not depend on other rows.
// It reports false at the end of the text.
func (l *Layouter) nextRow(src string) bool {
	start, before := len(l.tokens), NoToken
	mergeable := false // the last token
	for {
		k := l.lexer.Next()
		if k == NoToken {
			break
		}
		t := token{start: int32(l.lexer.Start), end: int32(l.lexer.pos)}
		merged := mergeable
		mergeable = k == literalToken && isASCII(src[t.start:t.end])
		if merged && mergeable {
			l.tokens[len(l.tokens)-1].end = t.end
			continue
		}
		t.kind = contextKind(before, k, src[t.start:t.end])
		before = t.kind
		if len(l.tokens) == cap(l.tokens) {
			l.tokens = slices.Grow(l.tokens, len(l.tokens)+64)
		}
		l.tokens = append(l.tokens, t)
		if k == newlineToken || k == lineCommentToken && src[t.end-1] == '\n' {
			break
		}
	}
	if start == len(l.tokens) {
		return false
	}
	l.addRow(start)
	r := &l.rows[len(l.rows)-1]
	l.indentRow(r)
	l.spaceRow(r, src)
	return true
}

// isASCII reports whether every byte of a text is a character of its own.
func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf || text[i] == '\r' {
			return false
		}
	}
	return true
}

// addRow splits the tokens from an index on into cells.
func (l *Layouter) addRow(start int) {
	r := row{lead: start, end: len(l.tokens)}
	r.comment = r.end
	if last := l.tokens[r.end-1].kind; r.end-start > 1 && (last == lineCommentToken || last == commentToken) {
		r.comment--
	}
	r.assign, r.equals = r.comment, r.comment
	for i := start + 1; i < r.comment; i++ {
		if l.tokens[i].kind != assignToken {
			continue
		}
		if r.equals = i; l.netBrackets(i, r.comment) == 0 {
			r.assign = i
		}
		break
	}
	l.rows = append(l.rows, r)
}

// netBrackets returns the number of opening brackets minus the number of closing brackets among
// tokens.
func (l *Layouter) netBrackets(from, to int) (net int) {
	for _, t := range l.tokens[from:to] {
		if openers.has(t.kind) {
			net++
		} else if closers.has(t.kind) {
			net--
		}
	}
	return net
}

// indentRow sets the spaces at the start of a row. All brackets that a row opens indent the next
// rows by one level, until as many are closed.
func (l *Layouter) indentRow(r *row) {
	first := &l.tokens[r.lead]
	if first.kind == newlineToken {
		return
	}
	// After the opener of a heredoc no bracket counts.
	end := r.lead
	for end < r.assign && l.tokens[end].kind != openHeredoc {
		end++
	}
	net := l.netBrackets(r.lead, end)
	if net > 0 {
		first.spaces = int32(2 * len(l.open))
		l.open = append(l.open, net)
		return
	}
	for last := len(l.open) - 1; net < 0 && last >= 0; last-- {
		if -net < l.open[last] {
			l.open[last] += net
			break
		}
		net += l.open[last]
		l.open = l.open[:last]
	}
	first.spaces = int32(2 * len(l.open))
}

// spaceRow sets the spaces between the tokens of each cell of a row.
func (l *Layouter) spaceRow(r *row, src string) {
	for i := r.lead + 1; i < r.comment; i++ {
		left, right := &l.tokens[i-1], &l.tokens[i]
		switch {
		case spaceBetween[left.kind][right.kind],
			right.kind == dotToken && left.kind == numberToken && dotNeedsSpace(src, int(right.end)):
			right.spaces = 1
		}
	}
	if r.hasAssignment() {
		l.tokens[r.assign].spaces = 1
	}
}

// alignRows sets the spaces before the assignments and the comments of neighbouring rows.
func (l *Layouter) alignRows(src string) {
	for i := 0; i < len(l.rows); {
		i = l.alignChain(i, src, row.hasAssignment, func(r row) int { return r.assign })
	}
	for i := 0; i < len(l.rows); {
		i = l.alignChain(i, src, row.hasComment, func(r row) int { return r.comment })
	}
}

// alignChain aligns a cell from row i until a row without this cell. It returns the next row.
func (l *Layouter) alignChain(i int, src string, has func(row) bool, start func(row) int) int {
	widest, first := 0, i
	for ; i < len(l.rows) && has(l.rows[i]); i++ {
		widest = max(widest, l.width(l.rows[i].lead, start(l.rows[i]), src))
	}
	for _, r := range l.rows[first:i] {
		l.tokens[start(r)].spaces = int32(widest - l.width(r.lead, start(r), src) + 1)
	}
	if i == first {
		return i + 1
	}
	return i
}

// width returns the width of tokens, with the spaces before them.
func (l *Layouter) width(from, to int, src string) (n int) {
	for _, t := range l.tokens[from:to] {
		n += int(t.spaces) + columnCount(src[t.start:t.end])
	}
	return n
}

// columnCount counts the characters of a token, as grapheme clusters.
func columnCount(text string) int {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return graphemeCount(text)
		}
	}
	return len(text) - strings.Count(text, "\r\n")
}

// graphemeCount counts the grapheme clusters of a text.
func graphemeCount(text string) (n int) {
	for rest := text; len(rest) > 0; n++ {
		rest = rest[graphemeLength(rest):]
	}
	return n - strings.Count(text, "\r\n")
}

// kindSet is a set of kinds of tokens.
type kindSet uint64

func kindSetOf(list ...kind) (set kindSet) {
	for _, k := range list {
		set |= 1 << k
	}
	return set
}

func (set kindSet) has(k kind) bool { return set>>k&1 != 0 }

var (
	nameTokens = kindSetOf(nameToken, inToken)
	openers    = kindSetOf(OpenBrace, openBracket, openParenthesis, openSequence)
	closers    = kindSetOf(closeBrace, closeBracket, closeParenthesis, closeSequence)
	// beforeUnaryMinus are the tokens after which a minus is unary. An opener of a
	// sequence is not one of them.
	beforeUnaryMinus = kindSetOf(NoToken, openParenthesis, OpenBrace, openBracket, assignToken, commaToken,
		operatorToken, minusToken, unaryMinusToken, bangToken)
	// beforeText and afterText are the tokens after and before which a space
	// would be text of a template.
	beforeText = kindSetOf(literalToken, openQuote, openHeredoc)
	afterText  = kindSetOf(literalToken, closeQuote, CloseHeredoc)
)

// contextKind returns the kind of a token that depends on the previous token of its line.
func contextKind(before, k kind, text string) kind {
	switch {
	case k == minusToken && beforeUnaryMinus.has(before):
		return unaryMinusToken
	case k == nameToken && nameTokens.has(before) && text == "in":
		return inToken
	}
	return k
}

// spaced defines whether a space is between two tokens of a line, by the kinds
// of the left and the right one.
var spaceBetween = func() (table [unsureToken][unsureToken]bool) {
	for left := range unsureToken {
		for right := range unsureToken {
			table[left][right] = needsSpaceBetween(left, right)
		}
	}
	return table
}()

func needsSpaceBetween(left, right kind) bool {
	switch {
	case right == newlineToken, right == NoToken, right == commaToken, right == ellipsisToken:
		return false
	case left == dotToken, right == dotToken, left == doubleColonToken && nameTokens.has(right):
		return false
	case nameTokens.has(left) && (right == openParenthesis || right == doubleColonToken):
		return false
	case left == commaToken:
		return true
	case beforeText.has(left), afterText.has(right):
		return false
	case left == inToken:
		// A tuple follows, and no index: for a in [b].
		return true
	case right == openBracket && (nameTokens | closers | kindSetOf(numberToken)).has(left):
		return false
	case left == bangToken, left == unaryMinusToken:
		return false
	case left == minusToken:
		return true
	case left == OpenBrace, right == closeBrace:
		return left != OpenBrace || right != closeBrace
	case left == openSequence && right == OpenBrace, left == closeBrace && right == closeSequence:
		return true
	case left == closeSequence && right == openSequence:
		return false
	}
	return !openers.has(left) && !closers.has(right)
}

// dotNeedsSpace reports whether a dot between a number and the text at an offset needs a space
// before it: 1 .0 is the first element of 1, and 1.0 a number.
func dotNeedsSpace(src string, i int) bool {
	for i < len(src) && Classes[src[i]]&blank != 0 {
		i++
	}
	if i == len(src) || src[i] == '.' {
		return false
	}
	n := numberPartLength(src[i:])
	// A plus gets spaces around it, a minus is part of a name.
	return n > 0 && !strings.HasSuffix(src[i:i+n-1], "+")
}

// AppendOneLine appends an expression with the spaces of one line. It reports false if
// the expression takes several lines.
func (l *Layouter) AppendOneLine(dst []byte, text string) ([]byte, bool) {
	if strings.IndexByte(text, '\n') >= 0 {
		return dst, false
	}
	x := &l.lexer
	x.Reset(text, 0, InCode)
	// Most text has these spaces already and is appended in one piece.
	done, end, before := 0, 0, assignToken
	for k := x.Next(); k != NoToken; k = x.Next() {
		k = contextKind(before, k, text[x.Start:x.pos])
		blanks := 0
		if end > 0 && (spaceBetween[before][k] || k == dotToken && before == numberToken && dotNeedsSpace(text, x.pos)) {
			blanks = 1
		}
		if x.Start-end != blanks || blanks > 0 && text[end] != ' ' {
			dst = AppendBlanks(append(dst, text[done:end]...), blanks)
			done = x.Start
		}
		before, end = k, x.pos
	}
	return append(dst, text[done:end]...), before != lineCommentToken
}

const spaces = "                                                                "

// AppendBlanks appends n spaces.
func AppendBlanks(dst []byte, n int) []byte {
	for ; n > len(spaces); n -= len(spaces) {
		dst = append(dst, spaces...)
	}
	return append(dst, spaces[:max(n, 0)]...)
}

// NeedsParentheses reports whether the value of an attribute must have parentheses around
// an expression: a newline is outside of brackets, or a comment would include the text after it.
// The brackets of a full splat do not count.
func NeedsParentheses(text string) bool {
	if !strings.ContainsAny(text, "\n#/") {
		return false
	}
	var buf [8]level
	x := Lexer{outer: buf[:0]}
	x.Reset(text, 0, InCode)
	depth, splat := 0, 0
	before := NoToken
	newline, ends := false, false // after the token before: a newline; one that ends the value
	for {
		k := x.Next()
		switch {
		case k == NoToken:
			return false
		case k == newlineToken:
			newline = true
			ends = ends || depth == splat
			continue
		case k == lineCommentToken && depth <= splat, ends:
			// The newline after a heredoc ends the value only if a token follows.
			return true
		case k == commentToken:
			continue
		case k == lineCommentToken:
			newline = true
			continue
		case openers.has(k):
			depth++
		case closers.has(k):
			depth--
			splat = min(splat, depth)
		case before == openBracket && depth == splat+1 && text[x.Start] == '*':
			splat = depth
			ends = newline
		}
		before, newline = k, false
	}
}

// NeedsNewline reports whether an expression ends with a heredoc or a line
// comment, so that a closing bracket must be on the next line.
func NeedsNewline(text string) bool {
	if !strings.ContainsAny(text, "#/<") {
		return false
	}
	last := lastToken(text)
	return last == CloseHeredoc || last == lineCommentToken
}

// Parenthesize puts an expression in parentheses.
func Parenthesize(text string) string {
	if NeedsNewline(text) {
		text += "\n"
	}
	return "(" + text + ")"
}

// EndsWithHeredoc reports whether an expression ends with a heredoc and gets no parentheses,
// so that no token can follow on its last line.
func EndsWithHeredoc(text string) bool {
	return strings.Contains(text, "<<") && lastToken(text) == CloseHeredoc && !NeedsParentheses(text)
}

// lastToken returns the kind of the last token except for newlines.
func lastToken(text string) kind {
	var buf [8]level
	x := Lexer{outer: buf[:0]}
	x.Reset(text, 0, InCode)
	last := NoToken
	for {
		switch k := x.Next(); k {
		case NoToken:
			return last
		case newlineToken:
		default:
			last = k
		}
	}
}

// Indent moves lines of the printer to another level: each gets margin before it, and unit for
// each of its levels. The lines of block comments and of heredocs without <<- do not change.
// newline ends the lines outside of heredocs.
func Indent(text, margin, unit, newline string) string {
	var b strings.Builder
	fixed := fixedLines(text)
	i := 0
	for line := range strings.Lines(text) {
		f := fixed[i]
		i++
		if _, blank, _ := LeadingSpaces(line); !blank && !f.verbatim {
			levels := f.levels
			if !f.heredoc {
				levels = levelsOf(line)
			}
			b.WriteString(margin)
			b.WriteString(strings.Repeat(unit, levels))
			line = line[2*levels:]
		}
		text, ended := strings.CutSuffix(line, "\n")
		b.WriteString(text)
		if ended && f.heredoc {
			b.WriteByte('\n')
		} else if ended {
			b.WriteString(newline)
		}
	}
	return b.String()
}

// Outdent removes the margin of [Indent] from the lines of a text after the first. If a line has
// another margin, it returns the text itself.
func Outdent(text, margin string) string {
	var b strings.Builder
	fixed := fixedLines(text)
	i := 0
	for line := range strings.Lines(text) {
		if _, blank, _ := LeadingSpaces(line); i > 0 && !blank && !fixed[i].verbatim {
			var ok bool
			if line, ok = strings.CutPrefix(line, margin); !ok {
				return text
			}
		}
		b.WriteString(line)
		i++
	}
	return b.String()
}

// fixedLine defines the meaning of the indentation of a line.
type fixedLine struct {
	// verbatim is true if the line must not change.
	verbatim bool
	// heredoc is true for the text of a heredoc. levels are then the levels that all its lines
	// have, up to one more than the line with its opener.
	heredoc bool
	levels  int
}

// levelsOf returns the number of levels of a line's indentation.
func levelsOf(line string) int { return (len(line) - len(strings.TrimLeft(line, " "))) / 2 }

func fixedLines(text string) []fixedLine {
	lines := strings.Split(text, "\n")
	list := make([]fixedLine, len(lines))
	var x Lexer
	x.Reset(text, 0, InCode)
	line, open, start := 0, 0, 0
	var heredoc fixedLine // the lines of the current heredoc, from start on
	for k := x.Next(); k != NoToken; k = x.Next() {
		first := line
		line += strings.Count(text[x.Start:x.pos], "\n")
		switch k {
		case openHeredoc:
			// A nested heredoc is text of the outer one.
			indented := open == 0 && strings.HasPrefix(text[x.Start:], "<<-")
			heredoc = fixedLine{verbatim: !indented, heredoc: true, levels: levelsOf(lines[first]) + 1}
			if open++; open == 1 {
				start = line
			}
		case CloseHeredoc:
			if open--; open == 0 {
				text := strings.Join(lines[start:first], "\n") + "\n"
				flush, ok := flushLinesOf(text)
				at := 0
				for i := start; i < first; i++ {
					list[i] = heredoc
					list[i].verbatim = heredoc.verbatim || !ok || flush.margin
					if len(flush.held) > 0 && flush.held[0] == at {
						flush.held, list[i].verbatim = flush.held[1:], true
					}
					if !list[i].verbatim && strings.TrimSpace(lines[i]) != "" {
						heredoc.levels = min(heredoc.levels, levelsOf(lines[i]))
					}
					at += len(lines[i]) + 1
				}
				for i := start; i < first; i++ {
					list[i].levels = heredoc.levels
				}
				list[first].verbatim = heredoc.verbatim
			}
		case commentToken:
			for i := first + 1; i <= line; i++ {
				list[i].verbatim = true
			}
		}
	}
	return list
}
