// Package hclwrite parses, edits and prints the tree of an HCL file.
//
// The tree represents both native syntax and HCL-JSON. It contains items in source order, comments
// at the nodes next to them, and numbers and expressions as written. The printer writes a node in
// canonical layout, or in the layout that [File.KeepLayout] stored.
//
// The parser accepts exactly the language of hclsyntax in hashicorp/hcl, which OpenTofu, Terraform
// and Packer use. For invalid text, it returns the diagnostics of hclsyntax. For text that is no UTF-8, it reports the
// first invalid bytes outside of comments.
//
// Package hclwrite of hashicorp/hcl edits the tokens of native syntax, and has no tree for
// expressions. This package has nodes for expressions and keeps comments at the nodes that they
// describe. Package convert reads and writes the same tree as HCL-JSON.
//
// Nodes are plain values without invariants between them, so programs can create and change trees in
// memory. [Body] and [Object] have methods to find and change their items. [Walk] visits all nodes.
// [ParseExpr] and [ParseTemplate] parse expressions, and [NewString] and similar functions create
// them. The zero File, Body, Tuple and Object are empty and ready to use.
//
// [Check] reports invalid trees, such as a body with an invalid identifier. The printer does not
// check the tree. [File.Bytes], [File.Text] and [ExprText] panic if an expression or the key of an
// object item is missing. Package convert calls Check before it writes JSON.
package hclwrite

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// Span is a range of byte offsets in the source of a file. End is the offset after the last byte.
// The zero Span means that a node has no position. For lines and columns, use a convert.SourceMap.
type Span struct {
	Start, End int
}

// File is one configuration file.
type File struct {
	Body Body
	// Layout is the layout of the body. If it is nil, the file has canonical layout, and the layouts
	// of its nodes are ignored.
	Layout *Layout
	// src is the source of a parsed file.
	src string
}

// Source returns the source of a parsed file. It is empty for a file created in memory.
func (f *File) Source() string { return f.src }

// Layout contains the choices in the layout of a node that differ from canonical layout.
// [File.KeepLayout] reads it from the source, and package convert reads it from annotations. Other
// programs should only copy or remove it.
type Layout hcltext.Layout

// Body is the content of a file or a block: attributes, blocks and comment groups in order.
type Body struct {
	Items []Item
	Span  Span
}

// CommentGroup is a free-standing paragraph of comments, an item of a body or collection. A blank
// line or the end of its parent separates it from the other items before and after it.
type CommentGroup struct {
	// Lines contains the comments with their markers, without line ends.
	Lines []string
	// Adjacent is true for a group after the last attribute, block or element of its parent, if no
	// blank line separates them. It has no effect on any other group.
	Adjacent bool
	Span     Span
}

// IsCommentGroup reports whether an item of a body or collection is a *CommentGroup.
func IsCommentGroup[T Node](item T) bool {
	_, ok := any(item).(*CommentGroup)
	return ok
}

// newCommentGroups returns a comment group for each paragraph of a list of comments. Empty strings
// separate the paragraphs.
func newCommentGroups[T Node](comments []string) []T {
	var groups []T
	for len(comments) > 0 {
		n := slices.Index(comments, "")
		if n < 0 {
			n = len(comments)
		}
		if n > 0 {
			groups = append(groups, any(&CommentGroup{Lines: comments[:n:n]}).(T))
		}
		comments = comments[min(n+1, len(comments)):]
	}
	return groups
}

// AppendComments appends comments to a body as comment groups. Empty strings separate the groups.
// The first group is adjacent to the last item, unless the first string is empty.
func (b *Body) AppendComments(comments []string) { b.Items = appendGroups(b.Items, comments) }

// AppendComments appends comments to a collection as comment groups, as [Body.AppendComments] does.
func (c *Collection) AppendComments(comments []string) { c.Items = appendGroups(c.Items, comments) }

func appendGroups[T Node](items []T, comments []string) []T {
	groups := newCommentGroups[T](comments)
	if last := len(items) - 1; len(groups) > 0 && last >= 0 && !IsCommentGroup(items[last]) {
		any(groups[0]).(*CommentGroup).Adjacent = comments[0] != ""
	}
	return append(items[:len(items):len(items)], groups...)
}

// SplitComments moves comments above an attribute or block to comment groups if an empty string
// follows them. The parser does the same with comments before a blank line.
func (b *Body) SplitComments() { b.Items = splitComments(b.Items, ItemComments) }

// SplitComments moves comments above an element to comment groups, as [Body.SplitComments] does.
func (c *Collection) SplitComments() { c.Items = splitComments(c.Items, CollectionItem.itemComments) }

func splitComments[T Node](items []T, commentsOf func(T) *Comments) []T {
	isBlank := func(c Comment) bool { return c.Text == "" }
	separated := func(item T) bool { return slices.ContainsFunc(*commentsOf(item), isBlank) }
	if !slices.ContainsFunc(items, separated) {
		return items
	}
	split := make([]T, 0, 2*len(items))
	for _, item := range items {
		if separated(item) {
			comments := commentsOf(item)
			above := comments.At(Above)
			for i, c := range slices.Backward(above) {
				if c == "" {
					split = append(split, newCommentGroups[T](above[:i])...)
					comments.Set(Above, above[i+1:])
					break
				}
			}
		}
		split = append(split, item)
	}
	return split
}

// Content returns the attributes and blocks of a body, without the comment groups.
func (b *Body) Content() []Item {
	if !slices.ContainsFunc(b.Items, IsCommentGroup) {
		return b.Items
	}
	return slices.DeleteFunc(slices.Clone(b.Items), IsCommentGroup)
}

// Node is a node of a tree: a *Body, an [Item], an *Element, a *Collection or an [Expr]. Other packages
// cannot implement it.
type Node interface {
	span() Span
}

// SpanOf returns the position of a node in the source. The position of an item excludes its
// comments. The position of an element is its value without the key, and the position of a call is
// its argument without the name. SpanOf returns the zero Span for nil.
func SpanOf(node Node) Span {
	if node == nil {
		return Span{}
	}
	return node.span()
}

// Item is an *Attribute, a *Block or a *CommentGroup.
type Item interface {
	Node
	itemName() string
	itemComments() *Comments
}

// ItemName returns the name of an attribute or the type of a block. It returns "" for a comment
// group.
func ItemName(item Item) string { return item.itemName() }

// ItemComments returns the comments of an attribute or a block. For a comment group, the result is
// empty and not a part of the tree. The result is never nil.
func ItemComments(item Item) *Comments { return item.itemComments() }

// Comment is a comment next to a node, or after its opening bracket.
type Comment struct {
	Position Position
	// Text is the comment with its marker, without a line end. Above a node, an empty text is a blank
	// line, which SplitComments replaces by comment groups.
	Text string
}

// NewComment returns a line comment above a node with a plain text. Spaces replace line breaks.
func NewComment(text string) Comment {
	return Comment{Above, strings.TrimRight("# "+strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(text), " ")}
}

// Comments contains the comments of a node. Comments at one position are in source order.
type Comments []Comment

// CommentsAt returns comments with the given texts, which include their markers, such as "# a".
func CommentsAt(p Position, texts ...string) Comments {
	c := make(Comments, len(texts))
	for i, text := range texts {
		c[i] = Comment{p, text}
	}
	return c
}

// Has reports whether there are comments at a position.
func (c Comments) Has(p Position) bool {
	return slices.ContainsFunc(c, func(c Comment) bool { return c.Position == p })
}

// At returns the texts of the comments at a position.
func (c Comments) At(p Position) (texts []string) {
	for i := range c {
		if c[i].Position == p {
			texts = append(texts, c[i].Text)
		}
	}
	return texts
}

// Set replaces the comments at a position.
func (c *Comments) Set(p Position, texts []string) {
	*c = append(c.Without(p), CommentsAt(p, texts...)...)
}

// Without returns the comments at all other positions than the given ones.
func (c Comments) Without(p ...Position) Comments {
	return slices.DeleteFunc(slices.Clone(c), func(c Comment) bool { return slices.Contains(p, c.Position) })
}

// EqualFunc reports whether equal returns true for the comments at each position.
func (c Comments) EqualFunc(other Comments, equal func(a, b []string) bool) bool {
	if len(c) == 0 && len(other) == 0 {
		return true
	}
	for p := range Positions() {
		if !equal(c.At(p), other.At(p)) {
			return false
		}
	}
	return true
}

// Position is a position of comments, relative to a node. "//" properties contain the comment groups of
// a body or collection at the positions Inside, Above and End.
type Position uint8

// The positions, in source order.
const (
	// Above is the position on the lines above an attribute, a block or an element.
	Above Position = iota
	// Open is the position after the opening bracket of a block or a collection, on the same line.
	Open
	// Inside is the position before the first item of a body, in a "//" property.
	Inside
	// End is the position after the last item of a body or collection, in a "//" property.
	End
	// After is the position after an attribute, a block or an element, on the line where it ends.
	After
)

// positions defines the properties of the positions.
var positions = [...]struct {
	// name is the name of the position in a "//" property. nodes contains the kinds of the nodes that
	// have the position; see nodeInfo.
	name, nodes string
	// sharesLine is true if the comments share one line with other text. noBlankFirst is true if a blank
	// line cannot precede the first comment.
	sharesLine, noBlankFirst bool
}{
	Above:  {name: "above", nodes: "b=,", noBlankFirst: true},
	Open:   {name: "open", nodes: "bc[{", sharesLine: true, noBlankFirst: true},
	Inside: {name: "inside"},
	End:    {name: "end"},
	After:  {name: "after", nodes: "b=,", sharesLine: true},
}

// Positions iterates over all positions, in source order.
func Positions() iter.Seq[Position] {
	return func(yield func(Position) bool) {
		for p := range positions {
			if !yield(Position(p)) {
				return
			}
		}
	}
}

// Name returns the name of the position in a "//" property.
func (p Position) Name() string { return positions[p].name }

// IsOf reports whether a node has the position.
func (p Position) IsOf(node Node) bool {
	return strings.IndexByte(positions[p].nodes, infoOf(node).kind) >= 0
}

// NoBlankFirst reports whether a blank line cannot precede the first comment.
func (p Position) NoBlankFirst() bool { return positions[p].noBlankFirst }

// Fits reports whether the position can contain all of the comments. On a line that comments share with
// other text, only the last comment can be a line comment.
func (p Position) Fits(comments []string) bool {
	for i, c := range comments {
		if positions[p].sharesLine && (c == "" || !strings.HasPrefix(c, "/*") && i < len(comments)-1) {
			return false
		}
	}
	return true
}

// CommentsOf returns the comments of a node. Nested nodes have their own comments. The lines of a
// *CommentGroup have the position Inside.
func CommentsOf(node Node) Comments { return infoOf(node).comments }

// Attribute is a name and an expression.
type Attribute struct {
	Comments Comments
	Name     string
	Expr     Expr
	Span     Span
	// ValueSpan is the position of the expression, including its parentheses.
	ValueSpan Span
	Layout    *Layout
}

// Block is a type, labels and a body.
type Block struct {
	Comments Comments
	Type     string
	Labels   []string
	Body     Body
	Span     Span
	Layout   *Layout
}

func (b *Body) span() Span { return b.Span }

func (a *Attribute) span() Span              { return a.Span }
func (a *Attribute) itemName() string        { return a.Name }
func (a *Attribute) itemComments() *Comments { return &a.Comments }

func (b *Block) span() Span              { return b.Span }
func (b *Block) itemName() string        { return b.Type }
func (b *Block) itemComments() *Comments { return &b.Comments }

func (g *CommentGroup) span() Span              { return g.Span }
func (g *CommentGroup) itemName() string        { return "" }
func (g *CommentGroup) itemComments() *Comments { return &Comments{} }

// Expr is one of *Literal, *Template, *Tuple, *Object, *Call and *Native.
type Expr interface {
	Node
	expr()
}

// Literal is null, true, false or a number. Text is the source text, which is also a JSON value.
type Literal struct {
	Text string
	Span Span
}

// Template is a string, with or without interpolations and directives. Text is the template source:
// the text between the quotes. Its backslash escapes are decoded, and the sequences ${ %{ $${
// %%{ are kept. The template source is also the text of a heredoc, and the value of a JSON string.
type Template struct {
	Text string
	Span Span
}

// Tuple is [a, b].
type Tuple Collection

// Object is {a = b}.
type Object Collection

// Collection is a tuple or an object; see [CollectionOf].
type Collection struct {
	Comments Comments
	Items    []CollectionItem
	Span     Span
	// Enclosed is true for an object that was parsed in parentheses or in a template. Some languages
	// interpret such an object differently. The printer does not write the parentheses.
	Enclosed bool
}

// CollectionItem is an *Element or a *CommentGroup.
type CollectionItem interface {
	Node
	collectionItem()
	itemComments() *Comments
}

func (*Element) collectionItem()      {}
func (*CommentGroup) collectionItem() {}

func (e *Element) itemComments() *Comments { return &e.Comments }

// Elements returns the elements of a collection, without its comment groups.
func (c *Collection) Elements() []*Element {
	elements := make([]*Element, 0, len(c.Items))
	for _, item := range c.Items {
		if e, ok := item.(*Element); ok {
			elements = append(elements, e)
		}
	}
	return elements
}

// Elements returns the elements of a tuple, without its comment groups.
func (e *Tuple) Elements() []*Element { return (*Collection)(e).Elements() }

// Elements returns the items of an object, without its comment groups.
func (e *Object) Elements() []*Element { return (*Collection)(e).Elements() }

// CollectionOf returns the collection of a tuple or an object, and nil for other expressions.
func CollectionOf(e Expr) *Collection {
	switch e := e.(type) {
	case *Tuple:
		return (*Collection)(e)
	case *Object:
		return (*Collection)(e)
	}
	return nil
}

// Key is the key of an object item.
type Key struct {
	// Text is the template source of the key, unless Source is true.
	Text string
	// Source is true if the key is an expression other than a string. Text is then its source text.
	// The text includes the parentheses of a computed key. A key such as a.b, without parentheses,
	// is a reference in a static map.
	Source bool
	// Template is true if the key is a string with interpolations.
	Template bool
	Span     Span
}

// IsConstant reports whether a key is a string without interpolations.
func (k *Key) IsConstant() bool { return !k.Source && !k.Template }

// Equal reports whether two keys are equal except for their positions. Both may be nil.
func (k *Key) Equal(other *Key) bool {
	return k == other || k != nil && other != nil &&
		k.Source == other.Source && k.Template == other.Template && k.Text == other.Text
}

// Element is an element of a tuple, or an item of an object.
type Element struct {
	Comments Comments
	// Key is nil in a tuple. Two items must not have the same *Key.
	Key   *Key
	Value Expr
	// ValueSpan is the position of the value, including its parentheses.
	ValueSpan Span
	Layout    *Layout
}

// Call is a function call whose argument is a *Tuple or *Object without heredocs. The parser does
// not return a *Call: it returns function calls as *Native.
type Call struct {
	Name     string
	Argument Expr
}

// Native is any other expression, kept as source text. The text does not include surrounding
// parentheses and spaces.
type Native struct {
	Text string
	Span Span
}

func (e *Element) span() Span    { return e.ValueSpan }
func (c *Collection) span() Span { return c.Span }

func (e *Literal) span() Span  { return e.Span }
func (e *Template) span() Span { return e.Span }
func (e *Tuple) span() Span    { return e.Span }
func (e *Object) span() Span   { return e.Span }
func (e *Native) span() Span   { return e.Span }
func (e *Call) span() Span     { return SpanOf(e.Argument) }

func (*Literal) expr()  {}
func (*Template) expr() {}
func (*Tuple) expr()    {}
func (*Object) expr()   {}
func (*Native) expr()   {}
func (*Call) expr()     {}

// Attribute returns the attribute with the given name, or nil.
func (b *Body) Attribute(name string) *Attribute {
	for _, item := range b.Items {
		if a, ok := item.(*Attribute); ok && a.Name == name {
			return a
		}
	}
	return nil
}

// SourceOf returns the value of an attribute as text: the text of a constant string, or the source
// text of a *Native. It returns "" for other values and for a missing attribute.
func (b *Body) SourceOf(name string) string {
	a := b.Attribute(name)
	if a == nil {
		return ""
	}
	switch e := a.Expr.(type) {
	case *Native:
		return e.Text
	case *Template:
		if !hcltext.HasSequence(e.Text) {
			return hcltext.TemplateText(e.Text)
		}
	}
	return ""
}

// Blocks iterates over the blocks of a type whose leading labels are the given labels.
func (b *Body) Blocks(blockType string, labels ...string) iter.Seq[*Block] {
	return func(yield func(*Block) bool) {
		for _, item := range b.Items {
			block, ok := item.(*Block)
			if ok && block.Type == blockType && len(block.Labels) >= len(labels) &&
				slices.Equal(block.Labels[:len(labels)], labels) && !yield(block) {
				return
			}
		}
	}
}

// Block returns the first block of a type whose leading labels are the given labels, or nil.
func (b *Body) Block(blockType string, labels ...string) *Block {
	for block := range b.Blocks(blockType, labels...) {
		return block
	}
	return nil
}

// Set sets the value of an attribute, and returns the attribute. It inserts a missing attribute at
// [Body.IndexBeforeBlocks].
func (b *Body) Set(name string, value Expr) *Attribute {
	if a := b.Attribute(name); a != nil {
		a.Expr = value
		return a
	}
	a := &Attribute{Name: name, Expr: value}
	b.Insert(b.IndexBeforeBlocks(), a)
	return a
}

// IndexBeforeBlocks returns the index at which a new attribute is inserted: after the attributes
// that precede the first block. If comment groups separate the last of these attributes from the
// block, the index is before them.
func (b *Body) IndexBeforeBlocks() int {
	i := slices.IndexFunc(b.Items, func(item Item) bool { _, ok := item.(*Block); return ok })
	if i < 0 {
		i = len(b.Items)
	}
	first := i
	for first > 0 && IsCommentGroup(b.Items[first-1]) {
		first--
	}
	if first == 0 {
		return i
	}
	return first
}

// Rename renames an attribute. It changes nothing and returns false if the attribute does not exist,
// or another attribute has the new name.
func (b *Body) Rename(from, to string) bool {
	a := b.Attribute(from)
	if other := b.Attribute(to); a == nil || other != nil && other != a {
		return false
	}
	a.Name = to
	return true
}

// Append appends items to the body.
func (b *Body) Append(items ...Item) { b.Insert(len(b.Items), items...) }

// Index returns the index of an item, or -1.
func (b *Body) Index(item Item) int { return slices.Index(b.Items, item) }

// Insert inserts items before the item at index i. It panics if i is out of range.
func (b *Body) Insert(i int, items ...Item) { b.Items = slices.Insert(b.Items, i, items...) }

// Remove removes items with their comments, and reports whether the body contained all of them. It
// returns false for a nil *Attribute or *Block, such as the result of a search.
func (b *Body) Remove(items ...Item) bool {
	before := len(b.Items)
	b.Items = slices.DeleteFunc(b.Items, func(item Item) bool { return slices.Contains(items, item) })
	return before-len(b.Items) == len(items)
}

// nodeInfo describes a node of any type, so that Walk, Equal and CommentsOf do not need a case for
// each type.
type nodeInfo struct {
	comments Comments
	kind     byte
	// text, labels and key are the contents of the node itself.
	text   string
	labels []string
	key    *Key
	// One of these fields contains the nested nodes.
	items    []Item
	elements []CollectionItem
	expr     Expr
}

func infoOf(node Node) nodeInfo {
	switch n := node.(type) {
	case *Body:
		return nodeInfo{kind: '.', items: n.Items}
	case *Block:
		return nodeInfo{comments: n.Comments, kind: 'b', text: n.Type, labels: n.Labels, items: n.Body.Items}
	case *Attribute:
		return nodeInfo{comments: n.Comments, kind: '=', text: n.Name, expr: n.Expr}
	case *CommentGroup:
		g := nodeInfo{comments: CommentsAt(Inside, n.Lines...), kind: '#'}
		if n.Adjacent {
			g.text = "adjacent"
		}
		return g
	case *Element:
		return nodeInfo{comments: n.Comments, kind: ',', key: n.Key, expr: n.Value}
	case *Literal:
		return nodeInfo{kind: '0', text: n.Text}
	case *Template:
		return nodeInfo{kind: '"', text: n.Text}
	case *Native:
		return nodeInfo{kind: '$', text: n.Text}
	case *Call:
		return nodeInfo{kind: '(', text: n.Name, expr: n.Argument}
	case *Collection:
		return n.info('c')
	case *Tuple:
		return (*Collection)(n).info('[')
	case *Object:
		return (*Collection)(n).info('{')
	}
	return nodeInfo{}
}

func (c *Collection) info(kind byte) nodeInfo {
	return nodeInfo{comments: c.Comments, kind: kind, elements: c.Items}
}

// Walk calls visit for a node and for all nested nodes, in source order. It calls visit for
// *Attribute, *Block, *CommentGroup, *Element and expressions, but not for *Body. If visit returns
// false, Walk skips the content of the node.
func Walk(node Node, visit func(node Node) bool) {
	if _, body := node.(*Body); node == nil || !body && !visit(node) {
		return
	}
	p := infoOf(node)
	for _, item := range p.items {
		Walk(item, visit)
	}
	for _, item := range p.elements {
		Walk(item, visit)
	}
	Walk(p.expr, visit)
}

// Equal reports whether two nodes and their comments are equal. It ignores positions and layouts.
func Equal(a, b Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, y := infoOf(a), infoOf(b)
	if x.kind != y.kind || x.text != y.text || !slices.Equal(x.labels, y.labels) || !x.key.Equal(y.key) ||
		len(x.items) != len(y.items) || len(x.elements) != len(y.elements) ||
		!x.comments.EqualFunc(y.comments, slices.Equal) {
		return false
	}
	for i := range x.items {
		if !Equal(x.items[i], y.items[i]) {
			return false
		}
	}
	for i := range x.elements {
		if !Equal(x.elements[i], y.elements[i]) {
			return false
		}
	}
	return Equal(x.expr, y.expr)
}

// Value returns the value of the item with the given constant key, or nil.
func (e *Object) Value(key string) Expr {
	if i := e.itemIndex(key); i >= 0 {
		return e.Items[i].(*Element).Value
	}
	return nil
}

// Set sets the value of the item with the given constant key. It appends the item if it is missing,
// and returns the object.
func (e *Object) Set(key string, value Expr) *Object {
	if i := e.itemIndex(key); i >= 0 {
		e.Items[i].(*Element).Value = value
	} else {
		end := len(e.Items) // the comment groups at the end stay there
		for end > 0 && IsCommentGroup(e.Items[end-1]) {
			end--
		}
		e.Items = slices.Insert(e.Items, end, CollectionItem(NewItem(key, value)))
	}
	return e
}

// Remove removes the item with the given constant key, including its comments. It reports whether
// the item existed.
func (e *Object) Remove(key string) bool {
	i := e.itemIndex(key)
	if i >= 0 {
		e.Items = slices.Delete(e.Items, i, i+1)
	}
	return i >= 0
}

// itemIndex returns the index of the last item with the given constant key, or -1. The last item
// overrides the others.
func (e *Object) itemIndex(key string) int {
	key = hcltext.EscapeTemplate(key)
	for i, item := range slices.Backward(e.Items) {
		if item, ok := item.(*Element); ok && item.Key.IsConstant() && item.Key.Text == key {
			return i
		}
	}
	return -1
}

// NewString returns a string with the given value. In the value, ${ and %{ are literal text.
func NewString(text string) *Template { return &Template{Text: hcltext.EscapeTemplate(text)} }

// NewLiteral returns the literal of a bool or an int. Null is &Literal{Text: "null"}.
func NewLiteral[T bool | int](value T) *Literal {
	if value, ok := any(value).(bool); ok {
		return &Literal{Text: strconv.FormatBool(value)}
	}
	number, _ := any(value).(int)
	return &Literal{Text: strconv.Itoa(number)}
}

// NewTemplate returns a template with the given template source, such as the value of a string in
// HCL-JSON. In the text, ${ starts an interpolation, %{ starts a directive, and a backslash is
// literal. Unlike [ParseTemplate], it does not check the text.
func NewTemplate(text string) *Template { return &Template{Text: text} }

// NewReference returns a reference with dots between its steps: NewReference("var", "name") returns
// var.name.
func NewReference(steps ...string) *Native { return &Native{Text: strings.Join(steps, ".")} }

// NewTuple returns a tuple of values.
func NewTuple(values ...Expr) *Tuple {
	t := &Tuple{Items: make([]CollectionItem, len(values))}
	for i, value := range values {
		t.Items[i] = &Element{Value: value}
	}
	return t
}

// NewItem returns an item of an object with a constant key.
func NewItem(key string, value Expr) *Element {
	return &Element{Key: &Key{Text: hcltext.EscapeTemplate(key)}, Value: value}
}

// NewBlock returns a block without items.
func NewBlock(blockType string, labels ...string) *Block {
	return &Block{Type: blockType, Labels: labels}
}
