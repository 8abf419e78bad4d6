package equivalent

import (
	"bytes"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/limits"
)

const (
	// maxDepth is the maximum nesting of brackets and templates.
	maxDepth = limits.Nesting
	// maxChain is the maximum depth of a syntax tree with operators, which nest without a bracket (1
	// + 1 + 1, !!!x, a[*][*]), and the maximum number of steps of a traversal.
	maxChain = limits.Operators
)

// maxTrials is the maximum number of attributes and of bytes of their values.
const (
	maxTrials     = 200_000
	bytesPerTrial = 64
)

const (
	// maxWork takes about ten seconds.
	maxWork = min(1<<32, math.MaxInt)
	// bytesPerPiece is the cost of a piece of a template in addition to its text.
	bytesPerPiece = 2
	// maxPieces is the number of pieces of a template without a noticeable cost.
	maxPieces = 500
	// digitsPerByte converts the product of two numbers of digits to work.
	digitsPerByte = 500
	// maxNumber is the maximum number of digits of a number: twenty times as many take 5 s.
	maxNumber = 100_000
)

// budget is the remaining budget of a comparison, for costs that grow faster than the files.
type budget struct {
	// trials is the remaining number of trial comparisons, which only find corresponding blocks.
	trials int
	// work is the remaining number of moved bytes where it grows with a square: of the digits of a
	// number, and of literal pieces of a template.
	work int
	// constants is the budget for expressions that are evaluated.
	constants limits.Budget
}

func newBudget() budget { return budget{trials: maxTrials, work: maxWork} }

// share returns one of count equal parts of the budget.
func (l budget) share(count int) budget {
	return budget{trials: l.trials / count, work: l.work / count, constants: l.constants.Share(count)}
}

// hasTrial reports whether the budget allows another trial.
func (l *budget) hasTrial() bool { return l.trials > 0 }

// charge subtracts the cost of an attribute in a trial.
func (l *budget) charge(a attribute) {
	l.trials -= (a.Range.End.Byte - a.Range.Start.Byte) / bytesPerTrial
}

const undecidedSummary = diagnostic.Undecided

const (
	tooDeepReason = "brackets, blocks or templates are more than %d levels deep"
	tooLongReason = "an expression has more than %d operators, indexes or steps in a row"
	tooSlowReason = "it would take too long to read the templates and numbers"
)

// excess is the reason why a text is not read, and its position.
type excess struct {
	reason string
	rng    hcl.Range
}

// detail returns the reason why something cannot be compared.
func (e *excess) detail(what string) string {
	return fmt.Sprintf("%s cannot be compared: %s.", what, e.reason)
}

// readText parses the source text of an expression or template.
func (l *budget) readText(
	src []byte, filename string, start hcl.Pos, s syntax,
) (hclsyntax.Expression, hcl.Diagnostics, *excess) {
	var text lexed
	if text.src = src; len(src) >= maxDepth {
		var found *excess
		if text, found = l.lex(src, filename, start, s); found != nil {
			return nil, nil, found
		}
	}
	e, diags := s.parse(text.src, filename, start)
	text.runs.restore(e)
	return e, diags, nil
}

type lexer func(src []byte, filename string, start hcl.Pos) (hclsyntax.Tokens, hcl.Diagnostics)

// syntax is a parser of hashicorp/hcl.
type syntax struct {
	lex   lexer
	parse func(src []byte, filename string, start hcl.Pos) (hclsyntax.Expression, hcl.Diagnostics) // nil of a file
	// endsAtNewline is true if a line break ends an expression.
	endsAtNewline bool
}

var (
	configSyntax     = syntax{hclsyntax.LexConfig, nil, true}
	expressionSyntax = syntax{hclsyntax.LexExpression, hclsyntax.ParseExpression, false}
	templateSyntax   = syntax{hclsyntax.LexTemplate, hclsyntax.ParseTemplate, false}
)

// lexed is source text for a parser of hashicorp/hcl.
type lexed struct {
	src    []byte
	tokens hclsyntax.Tokens
	// runs are the lines that src lacks.
	runs lineRuns
}

// lex returns the tokens of source text, unless it exceeds a limit: the depth of the syntax tree, or
// the time. It examines the start first, because the tokens of a hostile text would fill the memory.
func (l *budget) lex(src []byte, filename string, start hcl.Pos, s syntax) (lexed, *excess) {
	if end := suspiciousEnd(src); end > 0 {
		probe := *l
		tokens, _ := s.lex(src[:end], filename, start)
		if found := probe.excessOf(tokens, s); found != nil {
			return lexed{}, found
		}
	}
	tokens, _ := s.lex(src, filename, start)
	text, runs := replaceLines(src, tokens, start)
	if len(runs) > 0 {
		tokens, _ = s.lex(text, filename, start)
	}
	return lexed{text, tokens, runs}, l.excessOf(tokens, s)
}

// maxTemplateSigns is the maximum number of template signs on a line that is not examined twice.
const maxTemplateSigns = 200_000

// suspiciousEnd returns the end of the first range of a line that may be one expression with too many
// operators or steps, or a template with too many pieces; 0 for none.
func suspiciousEnd(src []byte) int {
	operators, signs := 0, 0
	for i, b := range src {
		switch b {
		case '\n':
			operators, signs = 0, 0
		case ',', '"':
			operators = 0
		case '$', '%':
			signs++
		case '.', '[', ':', '?', '!', '+', '-', '*', '/', '=', '<', '>', '&', '|':
			operators++
		}
		if operators > 2*maxChain || signs > maxTemplateSigns {
			return i + 1
		}
	}
	return 0
}

// nesting tracks the nesting of tokens.
type nesting struct {
	stack []level
	// operators is the number of operators of all levels, and steps the number of steps of a
	// traversal.
	operators, steps int
}

// level is the content of a bracket or template.
type level struct {
	open hclsyntax.Token
	// endsAtNewline is true if a line break ends an expression.
	endsAtNewline bool
	// chain is the number of operators since the last separator.
	chain  int
	pieces pieceCounter
}

// pieceCounter measures how hashicorp/hcl joins adjacent literal pieces of a template: each copies the
// previous ones and moves all following ones.
type pieceCounter struct {
	count, joined int
	// run is the length of the joined text so far.
	run, copied int
}

func (l *budget) excessOf(tokens hclsyntax.Tokens, s syntax) *excess {
	c := &nesting{stack: []level{{open: tokens[0], endsAtNewline: s.endsAtNewline}}}
	for i, token := range tokens {
		if token.Type == hclsyntax.TokenNumberLit {
			l.chargeNumber(len(token.Bytes))
		}
		at := token.Range
		if closed := c.follow(token); closed != nil {
			l.work -= closed.pieces.work()
			at = closed.open.Range
		}
		if i > 0 && tokens[i-1].Type == hclsyntax.TokenTemplateControl {
			c.followDirective(token)
		}
		// A for expression can have several lines.
		if i > 0 && tokens[i-1].Type == hclsyntax.TokenOBrace && string(token.Bytes) == "for" {
			c.top().endsAtNewline = false
		}
		switch {
		case len(c.stack) > maxDepth:
			return &excess{fmt.Sprintf(tooDeepReason, maxDepth), token.Range}
		case c.operators > maxChain, c.steps > maxChain:
			return &excess{fmt.Sprintf(tooLongReason, maxChain), token.Range}
		case l.work < 0:
			return &excess{tooSlowReason, at}
		}
	}
	for i := range c.stack {
		l.work -= c.stack[i].pieces.work()
	}
	if l.work < 0 {
		return &excess{tooSlowReason, c.top().open.Range}
	}
	return nil
}

// follow processes the next token. It returns the level that the token closes.
func (c *nesting) follow(token hclsyntax.Token) (closed *level) {
	switch token.Type {
	case hclsyntax.TokenDot, hclsyntax.TokenDoubleColon:
		c.steps++
	case hclsyntax.TokenIdent, hclsyntax.TokenNumberLit:
	default:
		c.steps = 0
	}
	switch n := levelChange(token); {
	case isLiteral(token):
		c.top().pieces.addLiteral(len(token.Bytes))
	case n > 0:
		if token.Type == hclsyntax.TokenTemplateInterp || token.Type == hclsyntax.TokenTemplateControl {
			c.top().pieces.addSequence()
		}
		if token.Type == hclsyntax.TokenOBrack { // an index is also a step of a chain
			c.addOperator()
		}
		c.stack = append(c.stack, level{open: token, endsAtNewline: token.Type == hclsyntax.TokenOBrace})
	case n < 0 && len(c.stack) > 1:
		c.resetChain()
		closed = c.top()
		c.stack = c.stack[:len(c.stack)-1]
	}
	switch token.Type {
	case hclsyntax.TokenComma:
		c.resetChain()
	case hclsyntax.TokenNewline, hclsyntax.TokenComment:
		// The token of a comment contains the line break at its end.
		if c.top().endsAtNewline && bytes.HasSuffix(token.Bytes, []byte{'\n'}) {
			c.resetChain()
		}
	case hclsyntax.TokenPlus, hclsyntax.TokenMinus, hclsyntax.TokenStar, hclsyntax.TokenSlash,
		hclsyntax.TokenPercent, hclsyntax.TokenBang, hclsyntax.TokenQuestion, hclsyntax.TokenAnd,
		hclsyntax.TokenOr, hclsyntax.TokenEqualOp, hclsyntax.TokenNotEqual, hclsyntax.TokenLessThan,
		hclsyntax.TokenLessThanEq, hclsyntax.TokenGreaterThan, hclsyntax.TokenGreaterThanEq:
		c.addOperator()
	}
	return closed
}

// followDirective processes the keyword of a directive. The surrounding template counts the open
// directives.
func (c *nesting) followDirective(keyword hclsyntax.Token) {
	levels := directiveChange(keyword)
	if levels == 0 {
		return
	}
	if around := &c.stack[len(c.stack)-2]; around.chain+levels >= 0 {
		around.chain += levels
		c.operators += levels
	}
}

func (c *nesting) addOperator() {
	c.top().chain++
	c.operators++
}

func (c *nesting) resetChain() {
	c.operators -= c.top().chain
	c.top().chain = 0
}

func (c *nesting) top() *level { return &c.stack[len(c.stack)-1] }

func (p *pieceCounter) addLiteral(length int) {
	p.count++
	if p.run > 0 {
		p.joined++
		p.copied += p.run + length
	}
	p.run += length
}

func (p *pieceCounter) addSequence() {
	p.count++
	p.run = 0
}

func (p *pieceCounter) work() int { return p.copied + p.joined*p.count/2*bytesPerPiece }

func isLiteral(token hclsyntax.Token) bool {
	return token.Type == hclsyntax.TokenStringLit || token.Type == hclsyntax.TokenQuotedLit
}

// levelChange returns the change of the level after a token.
func levelChange(token hclsyntax.Token) int {
	switch token.Type {
	case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenOQuote,
		hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
		return 1
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCQuote,
		hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
		return -1
	}
	return 0
}

// directiveChange returns the change of the directive level of a template after a keyword, 0 after any
// other token.
func directiveChange(keyword hclsyntax.Token) int {
	switch string(keyword.Bytes) {
	case "if", "for":
		return 1
	case "endif", "endfor":
		return -1
	}
	return 0
}

// excessOfJSON returns the position where a JSON text is nested too deeply.
func (l *budget) excessOfJSON(src []byte) *excess {
	depth, quoted := 0, false
	for i := 0; i < len(src); i++ {
		switch b := src[i]; {
		case b == '"':
			quoted = !quoted
		case quoted:
			if b == '\\' {
				i++
			}
		case b == '{', b == '[':
			depth++
		case b == '}', b == ']':
			depth--
		case b >= '0' && b <= '9':
			start := i
			for i+1 < len(src) && src[i+1] >= '0' && src[i+1] <= '9' {
				i++
			}
			l.chargeNumber(i + 1 - start)
		}
		if depth > maxDepth {
			return &excess{fmt.Sprintf(tooDeepReason, maxDepth), rangeAt(src, i)}
		}
		if l.work < 0 {
			return &excess{tooSlowReason, rangeAt(src, i)}
		}
	}
	return nil
}

// chargeNumber adds the digits of a number, whose cost grows with their square.
func (l *budget) chargeNumber(digits int) {
	l.work -= digits / digitsPerByte * digits
	if digits > maxNumber {
		l.work = -1
	}
}

// rangeAt returns the range of one byte.
func rangeAt(src []byte, offset int) hcl.Range {
	before := src[:offset]
	line := bytes.LastIndexByte(before, '\n') + 1
	start := hcl.Pos{
		Line: 1 + bytes.Count(before, []byte{'\n'}), Column: 1 + utf8.RuneCount(before[line:]), Byte: offset,
	}
	end := start
	end.Column, end.Byte = end.Column+1, end.Byte+1
	return hcl.Range{Start: start, End: end}
}

// costScan scans the bytes of a native file for an upper bound of the cost, without tokens. It stops
// at text that needs tokens. It only decides whether [budget.lex] is needed.
type costScan struct {
	src []byte
	at  int
	// open are the brackets and templates around the position.
	open []openLevel
	// run is the number of operators, steps and brackets since the last line break between the items
	// of the file.
	run int
	// depth, signs and pieces are the maximum numbers of open levels, of a run, and of pieces of a
	// template.
	depth, signs, pieces int
	// comments are the texts of all comments, with their markers.
	comments [][]byte
	// lineEnds are the offsets after the line breaks between the items of the file.
	lineEnds []int
}

// openLevel is an open bracket or template.
type openLevel struct {
	kind byte
	// pieces is an upper bound of the number of pieces of a template.
	pieces int
	// marker is the marker of a heredoc.
	marker []byte
}

// The kinds of levels other than brackets.
const (
	fileLevel     = 0
	quotedLevel   = '"'
	heredocLevel  = '<'
	sequenceLevel = '$'
)

// newCostScan scans a file. The result is valid only if the scan reaches the end.
func newCostScan(src []byte) (*costScan, bool) {
	s := &costScan{src: src, open: []openLevel{{kind: fileLevel}}, depth: 1, pieces: 1}
	if bytes.IndexByte(src, '\r') >= 0 || !utf8.Valid(src) {
		return s, false
	}
	for s.at < len(src) {
		understood := false
		switch s.top().kind {
		case quotedLevel:
			understood = s.scanQuoted()
		case heredocLevel:
			understood = s.scanHeredoc()
		default:
			understood = s.scanToken()
		}
		if !understood {
			return s, false
		}
	}
	return s, len(s.open) == 1
}

// scanToken scans text outside of templates.
func (s *costScan) scanToken() bool {
	b := s.src[s.at]
	switch b {
	case '"':
		s.push(openLevel{kind: quotedLevel, pieces: 1})
	case '{', '[', '(':
		s.countOperator()
		s.push(openLevel{kind: b})
	case '}', ']', ')':
		return s.scanCloser(b)
	case '\n':
		if len(s.open) == 1 {
			s.run = 0
			s.lineEnds = append(s.lineEnds, s.at+1)
		}
	case '#':
		return s.scanComment()
	case '/':
		if s.hasPrefix("//") || s.hasPrefix("/*") {
			return s.scanComment()
		}
		s.countOperator()
	case '<':
		if s.hasPrefix("<<") {
			return s.scanHeredocMarker()
		}
		s.countOperator()
	case '.', ':', '+', '-', '*', '%', '!', '?', '&', '|', '=', '>':
		s.countOperator()
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return s.scanDigits()
	}
	s.at++
	return true
}

// scanQuoted scans the text of a quoted string up to its end or to a sequence.
func (s *costScan) scanQuoted() bool {
	end := bytes.IndexAny(s.src[s.at:], "\"\\$%\n")
	if end < 0 {
		return false
	}
	s.at += end
	switch s.src[s.at] {
	case '"':
		s.at++
		return s.pop(quotedLevel)
	case '\\':
		s.at += 2
		return s.at <= len(s.src) && s.src[s.at-1] != '\n'
	case '\n':
		return false
	}
	s.scanSequence()
	return true
}

// scanHeredoc scans a line of a heredoc, or a part of it.
func (s *costScan) scanHeredoc() bool {
	if s.src[s.at] == '\n' {
		s.at++
		s.countPieces(1)
		start := s.at
		s.skipLine()
		if bytes.Equal(bytes.TrimSpace(s.src[start:s.at]), s.top().marker) {
			return s.pop(heredocLevel)
		}
		s.at = start
		return start < len(s.src)
	}
	end := bytes.IndexAny(s.src[s.at:], "$%\n")
	if end < 0 {
		return false
	}
	if s.at += end; s.src[s.at] != '\n' {
		s.scanSequence()
	}
	return true
}

// scanCloser scans a closing bracket, which may end a sequence.
func (s *costScan) scanCloser(b byte) bool {
	s.at++
	switch {
	case b == ')':
		return s.pop('(')
	case b == ']':
		return s.pop('[')
	case s.top().kind == sequenceLevel:
		return s.pop(sequenceLevel)
	}
	return s.pop('{')
}

// scanComment scans a comment.
func (s *costScan) scanComment() bool {
	start := s.at
	if s.hasPrefix("/*") {
		length := bytes.Index(s.src[start+len("/*"):], []byte("*/"))
		if length < 0 {
			return false
		}
		s.at += length + len("/**/")
	} else {
		s.skipLine()
	}
	s.comments = append(s.comments, s.src[start:s.at])
	return true
}

// scanDigits scans a number.
func (s *costScan) scanDigits() bool {
	start := s.at
	for s.at < len(s.src) && s.src[s.at] >= '0' && s.src[s.at] <= '9' {
		s.at++
	}
	return s.at-start < digitsPerByte
}

// scanHeredocMarker scans the line of the marker of a heredoc.
func (s *costScan) scanHeredocMarker() bool {
	start := s.at
	s.skipLine()
	marker := bytes.TrimPrefix(s.src[start+len("<<"):s.at], []byte("-"))
	s.push(openLevel{kind: heredocLevel, pieces: 1, marker: marker})
	return hclsyntax.ValidIdentifier(string(marker))
}

// scanSequence scans a $ or %, and opens the sequence that it may start.
func (s *costScan) scanSequence() {
	s.countPieces(2) // one before it and one after it
	switch b := s.src[s.at]; {
	case s.hasPrefix(string([]byte{b, b, '{'})):
		s.at += 3
	case s.at+1 < len(s.src) && s.src[s.at+1] == '{':
		s.at += 2
		s.countOperator()
		s.push(openLevel{kind: sequenceLevel})
	default:
		s.at++
	}
}

// skipLine scans the rest of the line.
func (s *costScan) skipLine() {
	if end := bytes.IndexByte(s.src[s.at:], '\n'); end >= 0 {
		s.at += end
		return
	}
	s.at = len(s.src)
}

func (s *costScan) hasPrefix(text string) bool { return bytes.HasPrefix(s.src[s.at:], []byte(text)) }

func (s *costScan) push(level openLevel) {
	s.open = append(s.open, level)
	s.depth = max(s.depth, len(s.open))
}

// pop closes a level of this kind.
func (s *costScan) pop(kind byte) bool {
	if s.top().kind != kind {
		return false
	}
	s.open = s.open[:len(s.open)-1]
	return true
}

// countOperator counts an operator, a step or a bracket.
func (s *costScan) countOperator() {
	s.run++
	s.signs = max(s.signs, s.run)
}

// countPieces counts pieces of the surrounding template.
func (s *costScan) countPieces(n int) {
	s.top().pieces += n
	s.pieces = max(s.pieces, s.top().pieces)
}

func (s *costScan) top() *openLevel { return &s.open[len(s.open)-1] }

// isWithinLimits reports whether a native file certainly needs no further examination.
func (s *costScan) isWithinLimits() bool {
	return s.depth <= maxDepth && s.signs <= maxChain && s.pieces <= maxPieces &&
		2*int64(s.pieces)*int64(len(s.src)) <= maxWork
}

// commentTexts returns the comments of the file, without their positions.
func (s *costScan) commentTexts() []comment {
	var list []comment
	for _, text := range s.comments {
		list = append(list, plainComments(string(text), hcl.Range{})...)
	}
	return list
}
