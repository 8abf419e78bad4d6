package hclwrite

import (
	"strings"

	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// expr parses an expression and skips the blanks after it (hclsyntax/parser.go, ParseExpression).
// The caller must skip the blanks before it. If build is true, it creates the node. The precedence of operators
// is not significant here: any sequence of operands and operators is an expression.
func (p *parser) expr(m mode, build bool) (v parsedExpr, ok bool) {
	start, open := p.pos, p.operators
	links, chain := p.links, p.chain
	p.links, p.chain = 0, 0
	if v, ok = p.operand(m, build); !ok {
		return v, false
	}
	for {
		p.skipBlanks(m)
		n := p.operatorLength()
		if n == 0 {
			break
		}
		p.pos += n
		p.skipBlanks(m)
		right, ok := p.operand(m, false)
		if !ok || !p.countLink() {
			return v, false
		}
		v = parsedExpr{span: Span{start, right.span.End}}
	}
	if p.peek() == '?' {
		p.pos++
		if v.span.End, ok = p.branches(m); !ok {
			return v, false
		}
		v.expr, v.kind = nil, otherKind
	}
	p.operators = open
	p.links, p.chain = links, max(chain, p.links+p.chain)
	if build && v.expr == nil {
		v.expr = p.native(v.span)
	}
	return v, true
}

// branches parses the rest of a conditional expression after its question mark
// (parseTernaryConditional).
func (p *parser) branches(m mode) (end int, ok bool) {
	if !p.countOperator() {
		return 0, false
	}
	p.skipBlanks(m)
	if _, ok := p.expr(m, false); !ok || !p.acceptColon() {
		return 0, false
	}
	p.skipBlanks(m)
	v, ok := p.expr(m, false)
	return v.span.End, ok
}

// acceptColon skips a single colon if it is next. It does not skip a double colon.
func (p *parser) acceptColon() bool {
	if p.peek() != ':' || p.peekNext() == ':' {
		return false
	}
	p.pos++
	return true
}

// operatorLength returns the length of the next binary operator, or 0.
func (p *parser) operatorLength() int {
	switch p.peek() {
	case '+', '-', '*', '%':
		return 1
	case '/':
		if p.peekNext() != '/' {
			return 1
		}
	case '<', '>':
		if p.peekNext() == '=' {
			return 2
		}
		return 1
	case '=', '!':
		if p.peekNext() == '=' {
			return 2
		}
	case '&':
		if p.peekNext() == '&' {
			return 2
		}
	case '|':
		if p.peekNext() == '|' {
			return 2
		}
	}
	return 0
}

// native creates the node for an expression that the tree represents as source text.
func (p *parser) native(span Span) *Native {
	return &Native{Text: p.sourceText(span), Span: span}
}

// sourceText returns the source text of an expression, with \n as its line ends.
func (p *parser) sourceText(span Span) string {
	text := p.src[span.Start:span.End]
	if p.hasReturns {
		text = hcltext.NormalizeNewlines(text)
	}
	return text
}

// operand parses a term with the signs before it and the steps after it
// (parseExpressionWithTraversals). A step is an attribute name, an index or a splat.
func (p *parser) operand(m mode, build bool) (v parsedExpr, ok bool) {
	start := p.pos
	if c := p.peek(); c == '-' || c == '!' {
		return p.signed(m, build)
	}
	if v, ok = p.term(m, build); !ok {
		return v, false
	}
	v.span.Start = start
	end, ok := p.steps(m, v.span.End)
	if end > v.span.End {
		v = parsedExpr{span: Span{start, end}}
	}
	return v, ok
}

// signed parses a sign and its operand. A negative number becomes a literal. Any other operand
// becomes source text.
func (p *parser) signed(m mode, build bool) (v parsedExpr, ok bool) {
	start := p.pos
	p.pos++
	if !p.countOperator() {
		return v, false
	}
	p.skipBlanks(m)
	commented := p.lastComment > start
	v, ok = p.operand(m, false)
	p.operators--
	if build && v.kind == numberKind && p.src[start] == '-' && !commented {
		if text := p.src[v.span.Start:v.span.End]; isJSONNumber(text) {
			v.expr = &Literal{Text: "-" + text, Span: Span{start, v.span.End}}
		}
	}
	v.span.Start, v.kind = start, otherKind
	return v, ok
}

// term parses an operand without signs and steps (parseExpressionTerm).
func (p *parser) term(m mode, build bool) (v parsedExpr, ok bool) {
	start := p.pos
	switch c := p.peek(); {
	case hcltext.Classes[c]&hcltext.NameStart != 0 || c >= 0x80:
		return p.namedTerm(m, build)
	case c == '"':
		v, ok = p.quoted(build)
	case hcltext.Classes[c]&hcltext.Digit != 0:
		text, ok := p.number()
		v := parsedExpr{span: Span{start, p.pos}, kind: numberKind}
		if ok && build && isJSONNumber(text) {
			v.expr = &Literal{Text: text, Span: v.span}
		}
		return v, ok
	case c == '(':
		v, ok = p.parentheses(build)
	case c == '[':
		v, ok = p.collection(']', build)
	case c == '{':
		v, ok = p.collection('}', build)
	case c == '<':
		v, ok = p.heredoc(build)
	}
	v.span = Span{start, p.pos}
	return v, ok
}

// namedTerm parses a term that starts with a name: a keyword, a variable, or a function call
// (finishParsingFunctionCall).
func (p *parser) namedTerm(m mode, build bool) (v parsedExpr, ok bool) {
	start := p.pos
	name := p.identifier()
	if name == "" {
		return v, false
	}
	v = parsedExpr{span: Span{start, p.pos}, kind: nameKind}
	if c := p.peek(); c != '(' && c != ':' {
		p.skipBlanks(m)
	}
	if c := p.peek(); c != '(' && !(c == ':' && p.peekNext() == ':') {
		if build && (name == "true" || name == "false" || name == "null") {
			v.expr = &Literal{Text: name, Span: v.span}
		}
		return v, true
	}
	for p.peek() == ':' {
		p.pos += len("::")
		p.skipBlanks(m)
		if p.identifier() == "" {
			return v, false
		}
		p.skipBlanks(m)
		if p.peek() == ':' && p.peekNext() != ':' {
			return v, false
		}
	}
	if !p.accept('(') || !p.countLevel() || !p.arguments() {
		return v, false
	}
	p.levels--
	return parsedExpr{span: Span{start, p.pos}}, true
}

// arguments parses the arguments of a call, up to the closing parenthesis.
func (p *parser) arguments() bool {
	for {
		p.skipBlanks(bracketMode)
		if p.accept(')') {
			return true
		}
		if _, ok := p.expr(bracketMode, false); !ok {
			return false
		}
		switch {
		case p.accept(')'):
			return true
		case p.acceptEllipsis():
			p.skipBlanks(bracketMode)
			return p.accept(')')
		case !p.accept(','):
			return false
		}
	}
}

// acceptEllipsis skips three dots.
func (p *parser) acceptEllipsis() bool {
	if p.peek() != '.' || !strings.HasPrefix(p.src[p.pos:], "...") {
		return false
	}
	p.pos += len("...")
	return true
}

// steps parses the steps after a term, and returns the end of the last step
// (parseExpressionTraversals).
func (p *parser) steps(m mode, end int) (int, bool) {
	open := p.operators
	for {
		p.skipBlanks(m)
		ok := false
		switch c := p.peek(); {
		case c == '.' && p.peekNext() != '.':
			p.pos++
			p.skipBlanks(m)
			ok = p.dotStep(m, &end)
		case c == '[':
			p.pos++
			ok = p.bracketStep(m)
			end = p.pos
		default:
			p.operators = open
			return end, true
		}
		if !ok {
			return end, false
		}
	}
}

// dotStep parses a step after its dot, and sets end. An attribute splat includes the steps after its
// star, which cannot contain another star.
func (p *parser) dotStep(m mode, end *int) bool {
	if !p.accept('*') {
		ok := p.plainStep()
		*end = p.pos
		return ok
	}
	*end = p.pos
	for {
		p.skipBlanks(m)
		if p.peek() != '.' || p.peekNext() == '.' {
			return true
		}
		p.pos++
		p.skipBlanks(m)
		if !p.plainStep() {
			return false
		}
		*end = p.pos
	}
}

// plainStep parses a name, or the number of a legacy index.
func (p *parser) plainStep() bool {
	if hcltext.Classes[p.peek()]&hcltext.Digit == 0 {
		return p.identifier() != ""
	}
	text, ok := p.number()
	return ok && strings.IndexByte(text, '.') < 0
}

// bracketStep parses an index or a full splat after its opening bracket. In a full splat, the
// mode m defines the meaning of newlines, as in hclsyntax. The caller parses the steps after the splat.
func (p *parser) bracketStep(m mode) bool {
	p.skipBlanks(m)
	if p.accept('*') {
		p.skipBlanks(m)
		return p.countOperator() && p.accept(']')
	}
	if !p.countLevel() {
		return false
	}
	if !p.exprAndBlanks() {
		return false
	}
	p.levels--
	return p.accept(']') && p.countLink()
}

// parentheses parses an expression in parentheses. The tree contains the expression without its
// parentheses. If there are comments next to the expression, the text with the parentheses becomes
// source text.
func (p *parser) parentheses(build bool) (v parsedExpr, ok bool) {
	open := p.pos
	p.pos++
	if !p.countLevel() {
		return v, false
	}
	p.skipBlanks(bracketMode)
	before := p.lastComment > open
	inner, ok := p.expr(bracketMode, build)
	p.levels--
	if !ok || !p.accept(')') {
		return v, false
	}
	if build && !before && p.lastComment < inner.span.End {
		v.expr = markEnclosed(inner.expr)
	}
	v.kind, v.inner = parenthesesKind, inner.span
	if inner.kind == parenthesesKind {
		v.inner = inner.inner
	}
	return v, true
}

// markEnclosed sets Enclosed if e is an object, and returns e.
func markEnclosed(e Expr) Expr {
	if o, ok := e.(*Object); ok {
		o.Enclosed = true
	}
	return e
}

// collection parses a tuple, an object or a for expression (parseTupleCons, parseObjectCons).
func (p *parser) collection(closer byte, build bool) (v parsedExpr, ok bool) {
	start := p.pos
	p.pos++
	if !p.countLevel() {
		return v, false
	}
	p.skipBlanks(bracketMode)
	if p.acceptKeyword("for") {
		return v, p.forExpr(closer)
	}
	var e Expr
	var c *Collection
	object := closer == '}'
	list := itemGaps{src: p.src, pos: start + 1}
	if build {
		if object {
			e = &Object{}
		} else {
			e = &Tuple{}
		}
		c = CollectionOf(e)
	}
	base := len(p.elements)
	for !p.accept(closer) {
		if !p.element(&list, c, object, build) ||
			!p.accept(',') && p.peek() != closer && !(object && p.isAtLineEnd() && p.pos < len(p.src)) {
			return v, false
		}
		p.skipBlanks(bracketMode)
	}
	p.levels--
	if build {
		c.Span = Span{start, p.pos}
		if group := p.readElementGap(&list, c, p.pos-1); group != nil {
			p.elements = append(p.elements, group)
		}
		c.Items = append([]CollectionItem(nil), p.elements[base:]...)
		p.elements = p.elements[:base]
		v.expr = e
	}
	return v, true
}

// element parses an element of a tuple, or an item of an object.
func (p *parser) element(list *itemGaps, c *Collection, object, build bool) bool {
	var item *Element
	if build {
		item = &Element{Comments: aboveItem(p.readElementGap(list, c, p.pos))}
	}
	in := bracketMode
	if object {
		in = lineMode
		if !p.itemKey(item, build) {
			return false
		}
	}
	value, ok := p.expr(in, build)
	if !ok || !build {
		return ok
	}
	item.Value, item.ValueSpan = value.expr, value.span
	p.elements = append(p.elements, item)
	list.pos, list.last = value.span.End, item
	return true
}

// readElementGap reads the gap of a collection that ends at the offset end. Comments on the line of
// the previous element become comments of this element. Comments on the line of the opening bracket
// become comments of the collection. The result is the paragraph that belongs to an element directly
// below it, or nil.
func (p *parser) readElementGap(list *itemGaps, c *Collection, end int) *CommentGroup {
	if p.lastComment < list.pos {
		return nil
	}
	gap := list.readGap(end, list.last == nil, end == p.pos)
	switch {
	case len(gap.after) == 0:
	case list.last == nil:
		c.Comments = CommentsAt(Open, gap.after...)
	default:
		list.last.Comments = append(list.last.Comments, CommentsAt(After, gap.after...)...)
	}
	for _, group := range gap.groups {
		p.elements = append(p.elements, group)
	}
	return gap.above
}

// itemKey parses the key of an object item, and the = or : after it.
func (p *parser) itemKey(item *Element, build bool) bool {
	forced := p.peek() == '('
	key, ok := p.expr(lineMode, build)
	if !ok {
		return false
	}
	if p.peek() == '=' && p.peekNext() != '=' && p.peekNext() != '>' {
		p.pos++
	} else if !p.acceptColon() {
		return false
	}
	p.skipBlanks(lineMode)
	if !build {
		return true
	}
	item.Key = p.key(key, forced)
	if p.lastComment >= key.span.End {
		item.Comments = appendComments(p.src, key.span.End, p.pos, item.Comments)
	}
	return true
}

// forExpr parses a for expression after its keyword (finishParsingForExpr).
func (p *parser) forExpr(closer byte) bool {
	if !p.forHead() || !p.acceptColon() || !p.exprAndBlanks() {
		return false
	}
	if object := closer == '}'; object {
		if p.peek() != '=' || p.peekNext() != '>' {
			return false
		}
		p.pos += len("=>")
		if !p.exprAndBlanks() {
			return false
		}
		p.acceptEllipsis()
		p.skipBlanks(bracketMode)
	}
	if p.acceptKeyword("if") && !p.exprAndBlanks() {
		return false
	}
	p.levels--
	return p.accept(closer)
}

// forHead parses the names and the collection of a for expression or a for directive, after the
// keyword "for".
func (p *parser) forHead() bool {
	p.skipBlanks(bracketMode)
	if p.identifier() == "" {
		return false
	}
	p.skipBlanks(bracketMode)
	if p.accept(',') {
		p.skipBlanks(bracketMode)
		if p.identifier() == "" {
			return false
		}
		p.skipBlanks(bracketMode)
	}
	return p.acceptKeyword("in") && p.exprAndBlanks()
}

// exprAndBlanks parses an expression in brackets and the blanks around it.
func (p *parser) exprAndBlanks() bool {
	p.skipBlanks(bracketMode)
	_, ok := p.expr(bracketMode, false)
	return ok
}

// isJSONNumber reports whether a number in native syntax is also valid in JSON (RFC 8259, section
// 6). Numbers such as 007 and 1.e5 are valid in native syntax only.
func isJSONNumber(s string) bool {
	i := hcltext.DigitsEnd(s, 0)
	if i == 0 || s[0] == '0' && i > 1 {
		return false
	}
	if i < len(s) && s[i] == '.' {
		point := i
		if i = hcltext.DigitsEnd(s, i+1); i == point+1 {
			return false
		}
	}
	return i == len(s) || exponentDigits(s[i:]) > 0
}
