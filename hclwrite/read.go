package hclwrite

import (
	"bytes"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// ParseFile reads a file in native syntax. The result is nil when the
// diagnostics have an error.
func ParseFile(src []byte, filename string) (*File, hcl.Diagnostics) {
	if diags := checkEncoding(src, filename); diags != nil {
		return nil, diags
	}
	// The parser takes most of the memory, so no copy of src is held meanwhile.
	if diags := CheckNesting(string(src), Config, filename, hcl.InitialPos); diags != nil {
		return nil, diags
	}
	parsed, diags := hclsyntax.ParseConfig(src, filename, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	r := &reader{src: string(src)}
	start := 0
	if bytes.HasPrefix(src, []byte("\ufeff")) {
		start = len("\ufeff")
	}
	f := &File{}
	r.body(parsed.Body.(*hclsyntax.Body), start, len(src), true, &f.Body)
	return f, diags
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
// dropped. Spans of the result and diagnostics are relative to src.
func ParseStatic(src, filename string) (*Native, hcl.Diagnostics) {
	src = strings.TrimSpace(src)
	if len(src) <= maxOperators && !strings.HasPrefix(src, "(") && canonicalExpr(src) {
		return &Native{Text: src}, nil
	}
	if diags := CheckNesting(src, Expression, filename, hcl.InitialPos); diags != nil {
		return nil, diags
	}
	parsed, diags := hclsyntax.ParseExpression([]byte(src), filename, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	for {
		// The tree keeps no parentheses around an expression.
		inside, ok := parsed.(*hclsyntax.ParenthesesExpr)
		if !ok {
			break
		}
		parsed = inside.Expression
	}
	rng := parsed.Range()
	text := src[rng.Start.Byte:rng.End.Byte]
	if parenthesise(text) != text {
		// Line breaks between the steps of a reference; it has to be one line,
		// because a static expression can't stand in parentheses.
		if traversal, diags := hcl.AbsTraversalForExpr(parsed); !diags.HasErrors() {
			text = TraversalText(traversal)
		}
	}
	return native(text, Span{}), diags
}

// ParseTemplate reads a bare template, the value of a string in HCL-JSON. An
// interpolation alone is the expression in it; the result is then whatever that
// expression is, and otherwise a *Template. Spans of the result and diagnostics
// are relative to src.
func ParseTemplate(src, filename string) (Expr, hcl.Diagnostics) {
	if !fragile(src) && !HasSequence(src) {
		return &Template{Text: src}, nil
	}
	if diags := CheckNesting(src, BareTemplate, filename, hcl.InitialPos); diags != nil {
		return nil, diags
	}
	if !fragile(src) {
		if inner, ok := soleReference(src); ok {
			return &Native{Text: inner}, nil
		}
		if canonicalTemplate(src) {
			return &Template{Text: src}, nil
		}
	}
	parsed, diags := hclsyntax.ParseTemplate([]byte(src), filename, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	r := &reader{src: src}
	if wrap, ok := parsed.(*hclsyntax.TemplateWrapExpr); ok {
		return r.wrapped(src, 0, wrap.Wrapped), diags
	}
	return exactTemplate(src), diags
}

// reader makes the tree from hclsyntax's. hclsyntax keeps no comments, but its
// ranges are exact, so comments can stand only in the gaps between nodes; those
// are all the reader looks at.
type reader struct {
	src string
	// commented is set when a comment is found inside a collection.
	commented bool
	// sorted is room for sorting the attributes of bodies.
	sorted []*hclsyntax.Attribute
}

func (r *reader) span(rng hcl.Range) Span {
	return Span{rng.Start.Byte, rng.End.Byte}
}

func (r *reader) body(parsed *hclsyntax.Body, start, end int, root bool, body *Body) {
	body.Span = Span{start, end}
	body.Items = make([]Item, 0, len(parsed.Attributes)+len(parsed.Blocks))
	base := len(r.sorted)
	for _, attr := range parsed.Attributes {
		r.sorted = append(r.sorted, attr)
	}
	attrs := r.sorted[base:]
	slices.SortFunc(attrs, func(a, b *hclsyntax.Attribute) int { return a.SrcRange.Start.Byte - b.SrcRange.Start.Byte })
	blocks := parsed.Blocks

	list := itemList{r: r, pos: start, open: &body.Open, root: root}
	for len(attrs) > 0 || len(blocks) > 0 {
		if len(blocks) == 0 || len(attrs) > 0 && attrs[0].SrcRange.Start.Byte < blocks[0].TypeRange.Start.Byte {
			attr := r.attribute(attrs[0])
			attrs = attrs[1:]
			before := list.item(attr.Span, &attr.Comments.Suffix)
			if len(body.Items) == 0 {
				body.Inside, before = splitHead(before)
			}
			attr.Before = joinComments(before, attr.Before)
			body.Items = append(body.Items, attr)
		} else {
			block := r.block(blocks[0])
			blocks = blocks[1:]
			before := list.item(block.Span, &block.Comments.Suffix)
			if len(body.Items) == 0 {
				body.Inside, before = splitHead(before)
			}
			block.Before = joinComments(before, block.Before)
			body.Items = append(body.Items, block)
		}
	}
	if len(body.Items) > 0 {
		body.End = list.end(end)
	} else {
		body.Inside = list.end(end)
	}
	r.sorted = r.sorted[:base]
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

func (r *reader) attribute(parsed *hclsyntax.Attribute) *Attribute {
	outer := r.commented
	r.commented = false
	attr := &Attribute{Name: parsed.Name}
	start, value := r.span(parsed.NameRange), r.span(parsed.Expr.Range())
	attr.Span = Span{start.Start, value.End}
	attr.Before = r.within(start.End, value.Start, nil)
	attr.Expr = r.expr(parsed.Expr)
	attr.Commented = r.commented
	r.commented = outer
	return attr
}

func (r *reader) block(parsed *hclsyntax.Block) *Block {
	block := &Block{Type: parsed.Type, Labels: parsed.Labels}
	start, open, closing := r.span(parsed.TypeRange), r.span(parsed.OpenBraceRange), r.span(parsed.CloseBraceRange)
	block.Span = Span{start.Start, closing.End}
	pos := start.End
	for _, label := range parsed.LabelRanges {
		span := r.span(label)
		block.Before = r.within(pos, span.Start, block.Before)
		pos = span.End
	}
	block.Before = r.within(pos, open.Start, block.Before)
	r.body(parsed.Body, open.End, closing.Start, false, &block.Body)
	return block
}

// within appends the comments between two tokens of one item to list.
func (r *reader) within(start, end int, list []string) []string {
	if strings.IndexByte(r.src[start:end], '#') < 0 && strings.IndexByte(r.src[start:end], '/') < 0 {
		return list
	}
	g := gap{src: r.src[:end], pos: start}
	for g.next() {
		list = append(list, g.comment)
	}
	return list
}

func (r *reader) expr(parsed hclsyntax.Expression) Expr {
	switch e := parsed.(type) {
	case *hclsyntax.LiteralValueExpr:
		span := r.span(e.SrcRange)
		return literalOrNative(r.src[span.Start:span.End], span)
	case *hclsyntax.TemplateExpr:
		return r.template(e)
	case *hclsyntax.TemplateWrapExpr:
		span := r.span(e.SrcRange)
		raw := r.src[span.Start:span.End]
		if inner, ok := strings.CutPrefix(raw, `"`); ok {
			return r.wrapped(inner, span.Start+1, e.Wrapped)
		}
		// A heredoc that holds one interpolation and nothing else can't be: it
		// ends with a newline.
		return native(raw, span)
	case *hclsyntax.ParenthesesExpr:
		span, inner := r.span(e.SrcRange), r.span(e.Expression.Range())
		if len(r.within(span.Start+1, inner.Start, nil)) > 0 || len(r.within(inner.End, span.End-1, nil)) > 0 {
			return native(r.src[span.Start:span.End], span)
		}
		return r.expr(e.Expression)
	case *hclsyntax.TupleConsExpr:
		return r.tuple(e)
	case *hclsyntax.ObjectConsExpr:
		return r.object(e)
	case *hclsyntax.UnaryOpExpr:
		if lit, ok := e.Val.(*hclsyntax.LiteralValueExpr); ok && e.Op == hclsyntax.OpNegate && lit.Val.Type() == cty.Number {
			inner := r.span(lit.SrcRange)
			if text := r.src[inner.Start:inner.End]; jsonNumber(text) {
				return &Literal{Text: "-" + text, Span: r.span(e.SrcRange)}
			}
		}
	}
	span := r.span(parsed.Range())
	return native(r.src[span.Start:span.End], span)
}

// wrapped reads the expression of an interpolation that is a whole template.
// text starts with its opener, at offset start of the source.
func (r *reader) wrapped(text string, start int, parsed hclsyntax.Expression) Expr {
	open := start + len("${")
	if r.src[open] == '~' {
		open++
	}
	closing := sequenceEnd(text, len("${"))
	inner := r.span(parsed.Range())
	if closing < 0 {
		return r.expr(parsed)
	}
	closing += start - 1
	if r.src[closing-1] == '~' && closing-1 >= inner.End {
		closing--
	}
	if len(r.within(open, inner.Start, nil)) > 0 || len(r.within(inner.End, closing, nil)) > 0 {
		// In parentheses the comments stay beside the expression.
		text := strings.TrimSpace(r.src[open:closing])
		if NeedsNewline(text) {
			text += "\n"
		}
		return native("("+text+")", inner)
	}
	return r.expr(parsed)
}

func literalOrNative(text string, span Span) Expr {
	switch {
	case text == "true", text == "false", text == "null", jsonNumber(text):
		return &Literal{Text: text, Span: span}
	}
	return native(text, span)
}

func native(text string, span Span) *Native { return &Native{Text: newlines(text), Span: span} }

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
	tokens, _ := hclsyntax.LexExpression([]byte(text), "", hcl.Pos{Line: 1, Column: 1})
	for _, token := range tokens {
		switch token.Type {
		case hclsyntax.TokenNewline, hclsyntax.TokenComment, hclsyntax.TokenOHeredoc:
			b.WriteString(text[done:token.Range.Start.Byte])
			b.WriteString(strings.ReplaceAll(string(token.Bytes), "\r\n", "\n"))
			done = token.Range.End.Byte
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

func (r *reader) template(e *hclsyntax.TemplateExpr) Expr {
	span := r.span(e.SrcRange)
	raw := r.src[span.Start:span.End]
	if strings.HasPrefix(raw, `"`) && strings.HasSuffix(raw, `"`) && len(raw) > 1 {
		if text, ok := quotedSource(raw[1 : len(raw)-1]); ok {
			return &Template{Text: text, Span: span}
		}
		return native(raw, span)
	}
	text, exact := heredocSource(raw)
	if !exact {
		parsed, diags := hclsyntax.ParseTemplate([]byte(text), "", hcl.InitialPos)
		exact = text != "" && !diags.HasErrors() && sameExpr(parsed, e)
	}
	if !exact || fragile(text) && !heredocForm(text) {
		return native(raw, span)
	}
	return &Template{Text: text, Span: span}
}

func (r *reader) tuple(e *hclsyntax.TupleConsExpr) Expr {
	t := &Tuple{Span: r.span(e.SrcRange)}
	if len(e.Exprs) > 0 {
		t.Items = make([]TupleItem, len(e.Exprs))
	}
	list := itemList{r: r, pos: t.Span.Start + 1, open: &t.Open}
	for i, value := range e.Exprs {
		item := &t.Items[i]
		item.Value = r.expr(value)
		list.element(r.span(value.Range()), &item.Comments)
	}
	t.End = list.end(t.Span.End - 1)
	r.commented = r.commented || list.found
	return t
}

func (r *reader) object(e *hclsyntax.ObjectConsExpr) Expr {
	o := &Object{Span: r.span(e.SrcRange), Static: true}
	if len(e.Items) > 0 {
		o.Items = make([]ObjectItem, len(e.Items))
	}
	list := itemList{r: r, pos: o.Span.Start + 1, open: &o.Open}
	for i := range e.Items {
		parsed, item := &e.Items[i], &o.Items[i]
		item.KeySpan = r.span(parsed.KeyExpr.Range())
		item.Key, item.KeyKind = r.key(parsed.KeyExpr, item.KeySpan)
		o.Static = o.Static && item.KeyKind == KeyName
		item.Value = r.expr(parsed.ValueExpr)
		value := r.span(parsed.ValueExpr.Range())
		header := r.within(item.KeySpan.End, value.Start, nil)
		list.element(Span{item.KeySpan.Start, value.End}, &item.Comments)
		if len(header) > 0 {
			if item.Comments == nil {
				item.Comments = &Comments{}
			}
			item.Before = append(item.Before, header...)
			list.found = true
		}
	}
	o.End = list.end(o.Span.End - 1)
	r.commented = r.commented || list.found
	o.Static = o.Static && distinctKeys(o.Items)
	if !o.Static {
		o.Source = newlines(r.src[o.Span.Start:o.Span.End])
	}
	return o
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

// key reads the key of an object item (hclsyntax/expression.go,
// ObjectConsKeyExpr).
func (r *reader) key(parsed hclsyntax.Expression, span Span) (string, KeyKind) {
	text := r.src[span.Start:span.End]
	wrapper, ok := parsed.(*hclsyntax.ObjectConsKeyExpr)
	if !ok || wrapper.ForceNonLiteral {
		return text, KeyExpr
	}
	switch e := wrapper.Wrapped.(type) {
	case *hclsyntax.TemplateExpr:
		if t, ok := r.template(e).(*Template); ok {
			if HasSequence(t.Text) {
				return t.Text, KeyTemplate
			}
			return t.Text, KeyName
		}
		return text, KeyExpr
	case *hclsyntax.LiteralValueExpr:
		if hclIdentifier(text) {
			return text, KeyName
		}
		if e.Val.Type() == cty.Number && long(e.Val.AsBigFloat()) {
			break
		}
		if v, err := convert.Convert(e.Val, cty.String); err == nil && !v.IsNull() {
			return EscapeTemplate(v.AsString()), KeyName
		}
	case *hclsyntax.ScopeTraversalExpr:
		if name := hcl.ExprAsKeyword(wrapper); name != "" {
			return name, KeyName
		}
	}
	return text, KeyExpr
}

// long reports whether a number is much longer than its source where it is written
// without an exponent.
func long(number *big.Float) bool {
	const bits = 1024
	exp := number.MantExp(nil)
	return number.IsInf() || exp > bits || exp < -bits
}
