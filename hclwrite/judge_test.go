package hclwrite

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// judge parses a file with hclsyntax and returns the expected tree.
func judge(src []byte) (*File, hcl.Diagnostics) {
	parsed, diags := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	r := &reader{src: string(src)}
	start := 0
	if bytes.HasPrefix(src, []byte("\ufeff")) {
		start = len("\ufeff")
	}
	f := &File{src: r.src}
	r.body(parsed.Body.(*hclsyntax.Body), start, len(src), true, &f.Body, nil)
	return f, diags
}

// reader builds the tree from hclsyntax's tree. hclsyntax keeps no comments, but its ranges are
// exact, so comments can only be in the gaps between nodes. The reader scans only these gaps.
type reader struct {
	src string
	// sorted is room for sorting the attributes of bodies.
	sorted []*hclsyntax.Attribute
}

func (r *reader) span(rng hcl.Range) Span {
	return Span{rng.Start.Byte, rng.End.Byte}
}

func (r *reader) body(parsed *hclsyntax.Body, start, end int, root bool, body *Body, open *Comments) {
	body.Span = Span{start, end}
	body.Items = make([]Item, 0, len(parsed.Attributes)+len(parsed.Blocks))
	base := len(r.sorted)
	for _, attr := range parsed.Attributes {
		r.sorted = append(r.sorted, attr)
	}
	attrs := r.sorted[base:]
	slices.SortFunc(attrs, func(a, b *hclsyntax.Attribute) int { return a.SrcRange.Start.Byte - b.SrcRange.Start.Byte })
	blocks := parsed.Blocks

	list := judgeList{r: r, pos: start, open: open, root: root}
	for len(attrs) > 0 || len(blocks) > 0 {
		if len(blocks) == 0 || len(attrs) > 0 && attrs[0].SrcRange.Start.Byte < blocks[0].TypeRange.Start.Byte {
			attr := r.attribute(attrs[0])
			attrs = attrs[1:]
			before := list.item(attr.Span, &attr.Comments)
			before = r.groups(body, before)
			attr.Comments = append(CommentsAt(Above, before...), attr.Comments...)
			body.Items = append(body.Items, attr)
		} else {
			block := r.block(blocks[0])
			blocks = blocks[1:]
			before := list.item(block.Span, &block.Comments)
			before = r.groups(body, before)
			block.Comments = append(CommentsAt(Above, before...), block.Comments...)
			body.Items = append(body.Items, block)
		}
	}
	rest, empty := list.end(end), len(body.Items) == 0
	groups := newCommentGroups[Item](rest)
	if len(groups) > 0 && !empty {
		groups[0].(*CommentGroup).Adjacent = rest[0] != ""
	}
	body.Items = append(body.Items, groups...)
	r.sorted = r.sorted[:base]
}

// groups appends the paragraphs before an item that a blank line follows to the items, and
// returns the rest.
func (r *reader) groups(body *Body, before []string) []string {
	for i := len(before) - 1; i >= 0; i-- {
		if before[i] == "" {
			body.Items = append(body.Items, newCommentGroups[Item](before[:i])...)
			return before[i+1:]
		}
	}
	return before
}

func (r *reader) attribute(parsed *hclsyntax.Attribute) *Attribute {
	attr := &Attribute{Name: parsed.Name}
	start, value := r.span(parsed.NameRange), r.span(parsed.Expr.Range())
	attr.Span = Span{start.Start, value.End}
	attr.Comments = CommentsAt(Above, r.within(start.End, value.Start, nil)...)
	attr.Expr, attr.ValueSpan = r.expr(parsed.Expr), value
	return attr
}

func (r *reader) block(parsed *hclsyntax.Block) *Block {
	block := &Block{Type: parsed.Type, Labels: parsed.Labels}
	start, open, closing := r.span(parsed.TypeRange), r.span(parsed.OpenBraceRange), r.span(parsed.CloseBraceRange)
	block.Span = Span{start.Start, closing.End}
	pos := start.End
	for _, label := range parsed.LabelRanges {
		span := r.span(label)
		block.Comments = append(block.Comments, CommentsAt(Above, r.within(pos, span.Start, nil)...)...)
		pos = span.End
	}
	block.Comments = append(block.Comments, CommentsAt(Above, r.within(pos, open.Start, nil)...)...)
	r.body(parsed.Body, open.End, closing.Start, false, &block.Body, &block.Comments)
	return block
}

// within appends the comments between two tokens of one item to list.
func (r *reader) within(start, end int, list []string) []string {
	if strings.IndexByte(r.src[start:end], '#') < 0 && strings.IndexByte(r.src[start:end], '/') < 0 {
		return list
	}
	g := hcltext.Gap{Src: r.src[:end], Pos: start}
	for g.Next() {
		list = append(list, g.Comment)
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
		return markEnclosed(r.expr(e.Expression))
	case *hclsyntax.TupleConsExpr:
		return r.tuple(e)
	case *hclsyntax.ObjectConsExpr:
		return r.object(e)
	case *hclsyntax.UnaryOpExpr:
		if lit, ok := e.Val.(*hclsyntax.LiteralValueExpr); ok && e.Op == hclsyntax.OpNegate && lit.Val.Type() == cty.Number {
			inner := r.span(lit.SrcRange)
			sign := r.span(e.SymbolRange)
			text := r.src[inner.Start:inner.End]
			if isJSONNumber(text) && len(r.within(sign.End, inner.Start, nil)) == 0 {
				return &Literal{Text: "-" + text, Span: r.span(e.SrcRange)}
			}
		}
	}
	span := r.span(parsed.Range())
	return native(r.src[span.Start:span.End], span)
}

// wrapped reads the expression of an interpolation that is the whole template. text starts with its
// opening marker, at offset start of the source.
func (r *reader) wrapped(text string, start int, parsed hclsyntax.Expression) Expr {
	open := start + len("${")
	if r.src[open] == '~' {
		open++
	}
	closing := hcltext.SequenceEnd(text, len("${"))
	inner := r.span(parsed.Range())
	if closing < 0 {
		return r.expr(parsed)
	}
	closing += start - 1
	if r.src[closing-1] == '~' && closing-1 >= inner.End {
		closing--
	}
	if len(r.within(open, inner.Start, nil)) > 0 || len(r.within(inner.End, closing, nil)) > 0 {
		// In parentheses the comments stay next to the expression.
		text := strings.TrimSpace(r.src[open:closing])
		if hcltext.NeedsNewline(text) {
			text += "\n"
		}
		return native("("+text+")", Span{start - 1, start + hcltext.SequenceEnd(r.src[start:], len("${")) + 1})
	}
	return markEnclosed(r.expr(parsed))
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
	text, exact := hcltext.HeredocSource(raw)
	if exact && strings.HasPrefix(raw, "<<-") {
		parsed, diags := hclsyntax.ParseTemplate([]byte(text), "", hcl.InitialPos)
		exact = !diags.HasErrors() && equalExprs(parsed, e)
	}
	if !exact || hcltext.IsFragile(text) && !hcltext.PrintsAsHeredoc(text) {
		return native(raw, span)
	}
	return &Template{Text: text, Span: span}
}

func (r *reader) tuple(e *hclsyntax.TupleConsExpr) Expr {
	t := &Tuple{Span: r.span(e.SrcRange)}
	if len(e.Exprs) > 0 {
		t.Items = make([]CollectionItem, len(e.Exprs))
	}
	list := judgeList{r: r, pos: t.Span.Start + 1, open: &t.Comments}
	for i, value := range e.Exprs {
		item := &Element{}
		t.Items[i] = item
		item.Value, item.ValueSpan = r.expr(value), r.span(value.Range())
		list.element(r.span(value.Range()), &item.Comments)
	}
	c := CollectionOf(t)
	c.SplitComments()
	c.AppendComments(list.end(t.Span.End - 1))
	return t
}

func (r *reader) object(e *hclsyntax.ObjectConsExpr) Expr {
	o := &Object{Span: r.span(e.SrcRange)}
	if len(e.Items) > 0 {
		o.Items = make([]CollectionItem, len(e.Items))
	}
	list := judgeList{r: r, pos: o.Span.Start + 1, open: &o.Comments}
	for i := range e.Items {
		parsed, item := &e.Items[i], &Element{}
		o.Items[i] = item
		item.Key = &Key{Span: r.span(parsed.KeyExpr.Range())}
		r.key(parsed.KeyExpr, item.Key)
		item.Value = r.expr(parsed.ValueExpr)
		value := r.span(parsed.ValueExpr.Range())
		item.ValueSpan = value
		header := r.within(item.Key.Span.End, value.Start, nil)
		list.element(Span{item.Key.Span.Start, value.End}, &item.Comments)
		if len(header) > 0 {
			item.Comments = append(item.Comments, CommentsAt(Above, header...)...)
			list.found = true
		}
	}
	c := CollectionOf(o)
	c.SplitComments()
	c.AppendComments(list.end(o.Span.End - 1))
	return o
}

// key reads the key of an object item (hclsyntax/expression.go,
// ObjectConsKeyExpr).
func (r *reader) key(parsed hclsyntax.Expression, key *Key) {
	text := r.src[key.Span.Start:key.Span.End]
	key.Text, key.Source = text, true
	wrapper, ok := parsed.(*hclsyntax.ObjectConsKeyExpr)
	if !ok || wrapper.ForceNonLiteral {
		return
	}
	switch e := wrapper.Wrapped.(type) {
	case *hclsyntax.TemplateExpr:
		if t, ok := r.template(e).(*Template); ok {
			key.Text, key.Source, key.Template = t.Text, false, hcltext.HasSequence(t.Text)
		}
	case *hclsyntax.LiteralValueExpr:
		if hcltext.IsIdentifier(text) {
			key.Source = false
			return
		}
		if e.Val.Type() == cty.Number && (len(text) > maxKeyLength || isLongNumber(e.Val.AsBigFloat())) {
			break
		}
		if v, err := convert.Convert(e.Val, cty.String); err == nil && !v.IsNull() {
			key.Text, key.Source = hcltext.EscapeTemplate(v.AsString()), false
		}
	case *hclsyntax.ScopeTraversalExpr:
		if name := hcl.ExprAsKeyword(wrapper); name != "" {
			key.Text, key.Source = name, false
		}
	}
}

// judgeList assigns the comments in the gaps of a list of items: a comment after an item on its
// line is its suffix, a comment above an item is before it, and other comments belong to the list.
// Every comment is assigned.
type judgeList struct {
	r *reader
	// pos is the start of the next gap.
	pos int
	// suffix receives comments on the line of the item before the gap; nil before the first item.
	suffix *Comments
	// open receives comments on the line of the opening bracket.
	open *Comments
	// root: the list is a file, which has no opening bracket.
	root bool
	// found: there was a comment.
	found bool
}

// item reads the gap before an item and returns the comments above it. suffix
// is the place for the comments after it.
func (l *judgeList) item(span Span, suffix *Comments) []string {
	before := l.gap(span.Start, true)
	l.pos, l.suffix = span.End, suffix
	return before
}

// element is item for an element of a collection.
func (l *judgeList) element(span Span, comments *Comments) {
	before := l.gap(span.Start, true)
	l.pos, l.suffix = span.End, comments
	if len(before) > 0 {
		*comments = CommentsAt(Above, before...)
	}
}

// end reads the gap after the last item.
func (l *judgeList) end(end int) []string { return l.gap(end, false) }

func (l *judgeList) gap(end int, beforeItem bool) []string {
	text := l.r.src[l.pos:end]
	if strings.IndexByte(text, '#') < 0 && strings.IndexByte(text, '/') < 0 {
		return nil
	}
	g := hcltext.Gap{Src: l.r.src[:end], Pos: l.pos}
	first := l.suffix == nil
	var lines, sameLine []string
	atLine := first && l.root
	for g.Next() {
		l.found = true
		if g.Newlines > 0 {
			atLine = true
		}
		if !atLine {
			sameLine = append(sameLine, g.Comment)
			continue
		}
		if g.Newlines > 1 && (len(lines) > 0 || !first && !beforeItem) {
			lines = append(lines, "")
		}
		lines = append(lines, g.Comment)
	}
	if g.Newlines > 0 {
		atLine = true
	}
	if len(lines) > 0 && g.Newlines > 1 && beforeItem {
		lines = append(lines, "")
	}
	switch {
	case len(sameLine) == 0:
	case !atLine && (beforeItem || first):
		// A block comment between two items on one line is about the second.
		lines = append(sameLine, lines...)
	case first:
		*l.open = append(*l.open, CommentsAt(Open, sameLine...)...)
	default:
		*l.suffix = append(*l.suffix, CommentsAt(After, sameLine...)...)
	}
	return lines
}

func literalOrNative(text string, span Span) Expr {
	switch {
	case text == "true", text == "false", text == "null", isJSONNumber(text):
		return &Literal{Text: text, Span: span}
	}
	return native(text, span)
}

func native(text string, span Span) *Native {
	return &Native{Text: hcltext.NormalizeNewlines(text), Span: span}
}

// quotedSource returns the template source of the text between the quotes of a quoted template. It
// reports false if a bare template would have another meaning; then the quoted form must stay.
func quotedSource(raw string) (string, bool) {
	if !strings.ContainsAny(raw, "\\$%\ufeff") {
		return raw, true
	}
	var b strings.Builder
	b.Grow(len(raw))
	strip, newline := false, false
	for i := 0; i < len(raw); {
		switch c := raw[i]; c {
		case '\\':
			r, n, ok := hcltext.Unescape(raw[i:])
			if !ok || r == '$' || r == '%' || r == '\ufeff' {
				return "", false
			}
			newline = newline || r == '\n'
			b.WriteRune(r)
			i += n
		case '$', '%':
			opener := hcltext.SequenceStart(raw, i)
			switch {
			case opener > 0:
				end := hcltext.SequenceEnd(raw, opener)
				if end < 0 {
					return "", false
				}
				strip = strip || raw[opener] == '~' || raw[end-2] == '~'
				b.WriteString(raw[i:end])
				i = end
			case opener < 0:
				b.WriteString(raw[i : i+3])
				i += 3
			default:
				// A lone $ that an escape follows could open a sequence in the
				// bare template: "$\u007b".
				if i+1 < len(raw) && raw[i+1] == '\\' {
					if r, _, ok := hcltext.Unescape(raw[i+1:]); !ok || r == '{' {
						return "", false
					}
				}
				b.WriteByte(c)
				i++
			}
		default:
			b.WriteByte(c)
			i++
		}
	}
	text := b.String()
	// In a bare template each line is a token of its own, so a strip marker
	// next to a newline trims less than in a quoted one.
	return text, !(strip && newline) && !hcltext.IsFragile(text)
}
